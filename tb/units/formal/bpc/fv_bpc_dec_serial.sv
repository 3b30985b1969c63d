// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_bpc_dec_serial under any input and stall. PART chooses what is checked:
/// 0: handshake rules of the output and its data, from any state.
/// 1: each entry gives four sectors, the fourth with last, and err only with it; no line comes out
///    before its entry has begun, and at most LINES are inside. With fv_any_parse, as 2 and 3.
/// 2: lines of any kind that are offered without pauses follow each other in SPAN cycles.
/// 3: without stalls a line leaves within DRAIN cycles, and no beat waits for longer than a line
///    takes.
module fv_bpc_dec_serial #(
    parameter int PART = 0
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         s_valid_i,
    input wire logic [255:0] s_data_i,
    input wire logic         s_last_i,
    input wire logic [2:0]   s_sectors_i,
    input wire logic         m_ready_i
);
  localparam int LINES = 4, DRAIN = 55, SPAN = 16;

  wire rst_n, s_ready, m_valid, m_last, m_err;
  wire [255:0] m_data;
  wire [6:0] m_byte;
  fv_reset #(.ANY(PART == 0)) u_reset (.clk_i, .again_i(again_i && PART != 2), .rst_no(rst_n));
  wire valid = s_valid_i || PART == 2;
  wire ready = m_ready_i || PART == 2;
  lp_bpc_dec_serial u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i(valid), .s_ready_o(s_ready), .s_data_i, .s_last_i,
      .s_sectors_i, .m_valid_o(m_valid), .m_ready_i(ready), .m_data_o(m_data),
      .m_last_o(m_last), .m_err_o(m_err), .m_byte_o(m_byte));

  wire push = rst_n && valid && s_ready;
  wire pop = rst_n && m_valid && ready;

  generate
    if (PART == 0) begin : g_handshake
      fv_stream #(.WIDTH(256 + 1 + 1 + 7)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_data, m_last, m_err, m_byte}));

    end else if (PART != 2) begin : g_lines
      logic [1:0] beat_q = 2'd0;
      logic [2:0] lines_q = 3'd0;
      logic open_q = 1'b0;
      wire line_out = pop && m_last;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          beat_q <= 2'd0;
          lines_q <= 3'd0;
          open_q <= 1'b0;
        end else begin
          if (pop) beat_q <= beat_q + 2'd1;
          if (push) open_q <= !s_last_i;
          lines_q <= lines_q + 3'(push && !open_q) - 3'(line_out);
        end
      end
      if (PART == 1) begin : g_order
        fv_assert u_lines (.hold_i(!rst_n || (lines_q <= 3'(LINES) && (!m_valid || lines_q != 3'd0))));
        fv_assert u_last (.hold_i(!rst_n || !m_valid || m_last == (beat_q == 2'd3)));
        fv_assert u_err (.hold_i(m_last || (!m_err && m_byte == 7'd0)));
        fv_cover u_four (.seen_i(lines_q == 3'(LINES)));
        fv_cover u_bad (.seen_i(line_out && m_err));

      end else begin : g_time
        logic [5:0] idle_q = 6'd0;
        logic [4:0] waits_q = 5'd0;
        always_ff @(posedge clk_i) begin
          idle_q <= !rst_n || s_valid_i || !m_ready_i ? 6'd0
                  : idle_q == 6'(DRAIN) ? idle_q : idle_q + 6'd1;
          waits_q <= !rst_n || s_ready || !m_ready_i ? 5'd0
                   : waits_q == 5'd31 ? waits_q : waits_q + 5'd1;
        end
        fv_assert u_drained (.hold_i(!rst_n || idle_q != 6'(DRAIN) || open_q
                                     || (lines_q == 3'd0 && !m_valid)));
        fv_assert u_taken (.hold_i(!rst_n || waits_q < 5'd18));
        fv_cover u_waits (.seen_i(waits_q == 5'd15));
      end

    end else begin : g_pace
      // Entries of an encoder have as many beats as they say.
      logic [1:0] beat_q = 2'd0;
      logic [2:0] sectors_q;
      wire [2:0] sectors = beat_q == 2'd0 ? s_sectors_i : sectors_q;
      wire last = sectors == 3'd0 || {1'b0, beat_q} + 3'd1 == sectors;
      logic [4:0] since_q = 5'd0;
      logic going_q = 1'b0;
      always_comb assume (s_sectors_i <= 3'd4 && s_last_i == last);
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          beat_q <= 2'd0;
          since_q <= 5'd0;
          going_q <= 1'b0;
        end else begin
          if (push) begin
            beat_q <= last ? 2'd0 : beat_q + 2'd1;
            if (beat_q == 2'd0) sectors_q <= s_sectors_i;
          end
          if (m_last) going_q <= 1'b1;
          since_q <= m_last ? 5'd1 : since_q + 5'(going_q);
        end
      end
      fv_assert u_pace (.hold_i(since_q <= 5'(SPAN)));
      fv_cover u_next (.seen_i(m_last && going_q));
    end
  endgenerate
endmodule

`default_nettype wire
