// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_pack with beats of 4 one-bit bytes, room for up to 15 beats and at most one closing beat
/// owed: stalled outputs at m, x and r are held stable, also under kill; for one job, picked
/// freely, the link gets no more data beats than there is room for, and then one last beat, which
/// is bad if the result was not good.
module fv_cdma_pack #(
    parameter int PART = 0
) (
    input wire logic       clk_i,
    input wire logic       again_i,
    input wire logic       j_valid_i,
    input wire logic [5:0] j_room_i,
    input wire logic       j_index_i,
    input wire logic       s_valid_i,
    input wire logic [3:0] s_data_i,
    input wire logic       s_last_i,
    input wire logic [2:0] s_bytes_i,
    input wire logic [7:0] s_zeros_i,
    input wire logic       s_err_i,
    input wire logic       s_none_i,
    input wire logic       kill_i,
    input wire logic       m_ready_i,
    input wire logic       x_ready_i,
    input wire logic       r_ready_i
);
  wire rst_n, j_ready, s_ready, m_valid, m_last, m_bad, x_valid, x_end, r_valid, stop;
  wire [3:0] m_data, r_status;
  wire [15:0] x_bytes;
  wire [5:0] r_bytes;
  wire [37:0] r_zeros;
  wire [31:0] r_bad;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_pack #(.LANES(4), .BITS(1), .SIZE_W(6), .OWED_W(1)) u_dut (
      .clk_i, .rst_ni(rst_n), .j_valid_i, .j_ready_o(j_ready), .j_room_i, .j_index_i, .s_valid_i,
      .s_ready_o(s_ready), .s_data_i, .s_last_i, .s_bytes_i, .s_zeros_i, .s_err_i, .s_none_i,
      .kill_i, .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_last_o(m_last),
      .m_bad_o(m_bad), .x_valid_o(x_valid), .x_ready_i, .x_bytes_o(x_bytes), .x_end_o(x_end),
      .r_valid_o(r_valid), .r_ready_i, .r_bytes_o(r_bytes), .r_zeros_o(r_zeros),
      .r_bad_o(r_bad), .r_status_o(r_status), .stop_o(stop));

  always_comb begin
    assume (s_bytes_i != '0 && s_bytes_i <= 3'd4);
    assume (s_zeros_i == 8'd0);
  end
  wire start = j_valid_i && j_ready;
  wire out = m_valid && m_ready_i;

  generate
    if (PART == 0) begin : g_streams
      fv_stream #(.WIDTH(6)) u_m (.clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
                                  .data_i({m_data, m_last, m_bad}));
      fv_stream #(.WIDTH(17)) u_x (.clk_i, .rst_ni(rst_n), .valid_i(x_valid), .ready_i(x_ready_i),
                                   .data_i({x_bytes, x_end}));
      fv_stream #(.WIDTH(4)) u_r (.clk_i, .rst_ni(rst_n), .valid_i(r_valid), .ready_i(r_ready_i),
                                  .data_i(r_status));
      fv_assert u_zero (.hold_i(!rst_n || ((m_valid || {m_data, m_last, m_bad} == '0)
                                && (x_valid || {x_bytes, x_end} == '0)
                                && (r_valid || {r_bytes, r_bad, r_status} == '0))));
      fv_assert u_bad (.hold_i(!rst_n || !m_bad || (m_last && m_data == '0)));
      fv_assert u_sums (.hold_i(!rst_n || r_status == 4'd0 || {r_bytes, r_zeros} == '0));

      // Whatever the link does, a killed job ends: the only waits are for x.
      logic busy_q = 1'b0, ending_q = 1'b0, killed_q = 1'b0, wait_q = 1'b0;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          busy_q <= 1'b0;
          wait_q <= 1'b0;
        end else begin
          busy_q <= start || (busy_q && !(r_valid && r_ready_i));
          wait_q <= busy_q && ending_q && killed_q && !r_valid;
        end
        ending_q <= !start && (ending_q || (s_valid_i && s_ready && s_none_i));
        killed_q <= !start && (killed_q || (busy_q && kill_i && !r_valid));
      end
      fv_assert u_ends (.hold_i(!rst_n || !wait_q || r_valid));
      fv_cover u_killed (.seen_i(rst_n && r_valid && r_status == 4'd11 && m_valid && !m_bad));
    end else begin : g_link
      (* anyseq *) logic pick;
      // ahead_q: jobs whose last beat comes before that of the picked one.
      logic picked_q = 1'b0, mine_q = 1'b0, over_q = 1'b0, good_q;
      logic [2:0] ahead_q = '0;
      logic [3:0] room_q, beats_q;
      logic [2:0] open_q = '0;
      wire picks = start && pick && !picked_q;
      wire [2:0] open = open_q - (out && m_last ? 3'd1 : 3'd0);
      wire mine = picked_q && ahead_q == '0;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          open_q <= '0;
          picked_q <= 1'b0;
        end else begin
          open_q <= open + (start ? 3'd1 : 3'd0);
          picked_q <= picks || (picked_q && !(out && m_last && mine));
        end
        if (picks) begin
          ahead_q <= open;
          room_q <= j_room_i[5:2];
          beats_q <= '0;
          over_q <= 1'b0;
          mine_q <= 1'b1;
        end else begin
          if (out && m_last && ahead_q != '0) ahead_q <= ahead_q - 3'd1;
          if (out && mine && !m_bad) beats_q <= beats_q + 4'd1;
          if (start) mine_q <= 1'b0;
          if (mine_q && r_valid) over_q <= 1'b1;
          if (mine_q && r_valid && !over_q) good_q <= r_status == 4'd0;
        end
      end
      wire known = over_q || (mine_q && r_valid);
      wire good = over_q ? good_q : r_status == 4'd0;
      fv_assert u_some (.hold_i(!rst_n || !m_valid || open_q != '0));
      fv_assert u_few (.hold_i(!rst_n || open_q <= 3'd4));
      fv_assert u_room (.hold_i(!rst_n || !m_valid || !mine || m_bad || beats_q < room_q));
      fv_assert u_last (.hold_i(!rst_n || !m_valid || !mine || !m_last || known));
      fv_assert u_good (.hold_i(!rst_n || !m_valid || !mine || !m_last || m_bad || good));
      fv_cover u_full (.seen_i(rst_n && out && mine && m_last && !m_bad && beats_q == 4'd2
                               && room_q == 4'd3));
    end
  endgenerate
endmodule

`default_nettype wire
