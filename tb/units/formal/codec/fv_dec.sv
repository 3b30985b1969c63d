// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_zvc_dec (CODEC = 0), lp_bpc_dec (CODEC = 1), lp_ebd_dec (CODEC = 2) or lp_ebd_dec with ZVC
/// (CODEC = 3) under any input (well
/// formed or not), stall and reset. PART chooses what is checked:
/// 0: handshake rules of the output, except its data.
/// 3: handshake rules of the data; for lp_zvc_dec from any state, for lp_ebd_dec including the
///    signals that accompany it.
/// 1: last comes with every fourth sector, err only with last; payload, except that of lp_bpc_dec,
///    is zero while valid is low (lp_ebd_dec: from a reset on); while beats are offered and sectors
///    taken, STUCK cycles never pass without a transfer.
/// 2: memory entries only: each entry gives exactly one line, at most HOLDS are inside; without
///    stalls every line comes out within DRAIN cycles.
/// 4: lp_zvc_dec with entries and streams: once the last beat of one was taken, none is offered and
///    sectors are taken, QUIET cycles never pass with neither a sector nor idle; idle is held, and
///    no sector comes, until a beat is offered.
/// 5: lp_zvc_dec with streams only: each has one line that is its end, good ones not before their
///    last beat is taken; after a bad line no sector comes until that beat has been dropped.
module fv_dec #(
    parameter int CODEC = 0,
    parameter int PART = 0
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         s_valid_i,
    input wire logic [255:0] s_data_i,
    input wire logic         s_mem_i,
    input wire logic         s_last_i,
    input wire logic [5:0]   s_count_i,
    input wire logic [2:0]   s_sectors_i,
    input wire logic         m_ready_i
);
  localparam int DRAIN = 15;
  localparam int QUIET = 4;
  localparam int STUCK = CODEC == 0 ? 6 : 4;
  localparam int HOLDS = CODEC == 0 ? 3 : CODEC == 1 ? 4 : 2;

  wire rst_n, s_ready, m_valid, m_last, m_err, m_end, idle;
  wire [255:0] m_data;
  fv_reset #(.ANY(CODEC != 0 && PART == 3)) u_reset (.clk_i, .again_i, .rst_no(rst_n));
  generate
    if (CODEC == 0) begin : g_zvc
      lp_zvc_dec u_dut (
          .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i, .s_mem_i, .s_last_i,
          .s_count_i, .s_sectors_i, .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data),
          .m_last_o(m_last), .m_err_o(m_err), .m_end_o(m_end), .idle_o(idle));
    end else if (CODEC >= 2) begin : g_ebd
      assign {m_end, idle} = 2'b00;
      lp_ebd_dec #(.ZVC(CODEC - 2)) u_dut (
          .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i, .s_last_i,
          .s_sectors_i, .s_zvc_i(s_mem_i), .s_filter_i(s_count_i[0]), .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_last_o(m_last),
          .m_err_o(m_err));
    end else begin : g_bpc
      assign {m_end, idle} = 2'b00;
      lp_bpc_dec u_dut (
          .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i, .s_last_i,
          .s_sectors_i, .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_last_o(m_last),
          .m_err_o(m_err));
    end
  endgenerate

  fv_stream #(.WIDTH(256 + 2 + 6 + 3), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({s_data_i, s_mem_i, s_last_i, s_count_i, s_sectors_i}));

  wire push = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) begin
    if (!rst_n) first_q <= 1'b1;
    else if (push) first_q <= s_last_i;
  end

  generate
    if (PART == 0) begin : g_handshake
      fv_stream #(.WIDTH(2)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i), .data_i({m_last, m_err}));

    end else if (PART == 3) begin : g_data
      fv_stream #(.WIDTH(258)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_data, {2{CODEC >= 2}} & {m_last, m_err}}));

    end else if (PART == 1) begin : g_lines
      logic [1:0] idx_q = 2'd0;
      logic [2:0] stuck_q = 3'd0;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          idx_q <= 2'd0;
          stuck_q <= 3'd0;
        end else begin
          if (pop) idx_q <= idx_q + 2'd1;
          stuck_q <= !s_valid_i || !m_ready_i || push || pop ? 3'd0 : stuck_q + 3'd1;
        end
      end
      fv_assert u_last (.hold_i(!rst_n || m_last == (m_valid && idx_q == 2'd3)));
      fv_assert u_err (.hold_i(!rst_n || !m_err || m_last));
      fv_assert u_zero (.hold_i(CODEC == 1 || (CODEC >= 2 && !rst_n) || m_valid
                              || {m_data, m_last, m_err} == '0));
      fv_assert u_moves (.hold_i(stuck_q != 3'(STUCK)));
      fv_cover u_good (.seen_i(pop && m_last && !m_err && m_data != '0));
      fv_cover u_bad (.seen_i(pop && m_err));

    end else if (PART == 2) begin : g_entries
      always_comb assume (s_mem_i);
      // Entries that have begun and whose line is not complete; lp_zvc_dec may end the line of an
      // entry of one beat as that is taken.
      logic [2:0] entries_q = 3'd0;
      logic [3:0] idle_q = 4'd0;
      wire begins = push && first_q;
      wire ends = pop && m_last;
      wire some = entries_q != 3'd0 || (CODEC == 0 && begins);
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          entries_q <= 3'd0;
          idle_q <= 4'd0;
        end else begin
          entries_q <= entries_q + {2'd0, begins} - {2'd0, ends};
          idle_q <= s_valid_i || !m_ready_i ? 4'd0 : idle_q == 4'(DRAIN) ? idle_q : idle_q + 4'd1;
        end
      end
      fv_assert u_entries (.hold_i(entries_q <= 3'(HOLDS) && (!ends || some)));
      fv_assert u_drained (.hold_i(!rst_n || idle_q != 4'(DRAIN) || !first_q
                                   || (entries_q == 3'd0 && !m_valid)));
      fv_cover u_most (.seen_i(entries_q == 3'(HOLDS - 1)));
      fv_cover u_idle (.seen_i(idle_q == 4'(DRAIN) && first_q));
      if (CODEC != 0) begin : g_dropped
        fv_cover u_dropped (.seen_i(ends && m_err && !first_q));
      end

    end else if (PART == 5) begin : g_streams
      always_comb assume (!s_mem_i && (!s_last_i || (s_count_i != 6'd0 && s_count_i <= 6'd8)));
      // Streams whose last beat was taken, minus those that have ended, plus one.
      logic [2:0] ahead_q = 3'd1, quiet_q = 3'd0;
      wire over = push && s_last_i;
      wire ends = pop && m_end;
      always_ff @(posedge clk_i) begin
        ahead_q <= !rst_n ? 3'd1 : ahead_q + {2'd0, over} - {2'd0, ends};
        quiet_q <= !rst_n || s_valid_i || !m_ready_i || pop || quiet_q == 3'(QUIET + 1)
                 ? 3'd0 : quiet_q + 3'd1;
      end
      fv_assert u_end (.hold_i(!rst_n || !ends || m_err || ahead_q + {2'd0, over} >= 3'd2));
      fv_assert u_bad (.hold_i(!rst_n || !m_err || m_end));
      fv_assert u_dropped (.hold_i(!rst_n || !m_valid || ahead_q != 3'd0));
      fv_assert u_most (.hold_i(ahead_q <= 3'd4));
      fv_assert u_all (.hold_i(quiet_q != 3'(QUIET) || !first_q || ahead_q == 3'd1));
      fv_cover u_now (.seen_i(rst_n && ends && !m_err && ahead_q == 3'd1));

    end else begin : g_ends
      logic [2:0] quiet_q = 3'd0;
      logic still_q = 1'b0;
      always_ff @(posedge clk_i) begin
        quiet_q <= !rst_n || s_valid_i || !m_ready_i || pop || idle || !first_q ? 3'd0
                 : quiet_q + 3'd1;
        still_q <= rst_n && idle && !s_valid_i;
      end
      fv_assert u_quiet (.hold_i(quiet_q != 3'(QUIET)));
      fv_assert u_still (.hold_i(!rst_n || !still_q || idle));
      fv_assert u_silent (.hold_i(!rst_n || !idle || !m_valid));
      fv_cover u_slow (.seen_i(quiet_q == 3'd1));
      fv_cover u_still_seen (.seen_i(still_q && !first_q));
    end
  endgenerate
endmodule

`default_nettype wire
