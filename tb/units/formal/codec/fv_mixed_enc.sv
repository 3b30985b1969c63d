// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_mixed_enc with any BPC and any sizes by EBD (fv_any_mixed_enc), under any input, stall and
/// reset, with quick and without; any elements are zero. PART chooses what is checked:
/// 0: handshake rules of the output, all zero while valid is low; the input never stops while the
///    output is taken.
/// 1: entries leave in the order of their lines, each once, with every beat of one codec's entry,
///    once; a line with a given codec has its entry or is raw.
/// 2: every line's entry has left DRAIN cycles after its fourth sector at most, not counting those
///    in which the output waits.
module fv_mixed_enc #(
    parameter int PART = 0
) (
    input wire logic        clk_i,
    input wire logic        again_i,
    input wire logic        s_valid_i,
    input wire logic [2:0]  s_codec_i,
    input wire logic [15:0] nonzero_i,
    input wire logic        m_ready_i
);
  localparam logic [2:0] BEST = 3'(lp_mixed_pkg::BEST);
  localparam logic [2:0] BPC = 3'(lp_mixed_pkg::BPC), EBD = 3'(lp_mixed_pkg::EBD);
  localparam int DRAIN = 11;

  (* anyconst *) logic quick;
  wire rst_n, s_ready, m_valid, m_last;
  wire [1:0] m_codec, mark;
  wire [255:0] m_data;
  wire [10:0] m_size;
  wire [2:0] m_sectors;
  wire [255:0] data;
  logic [1:0] idx_q = 2'd0;
  generate
    for (genvar i = 0; i < 16; i = i + 1) begin : g_element
      assign data[16*i +: 16] = {nonzero_i[i], 11'd0, i == 0 ? {idx_q, mark} : 4'd0};
    end
  endgenerate
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_mixed_enc u_dut (
      .clk_i, .rst_ni(rst_n), .quick_i(quick), .s_valid_i, .s_ready_o(s_ready),
      .s_data_i(data), .s_codec_i, .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data),
      .m_codec_o(m_codec), .m_last_o(m_last), .m_size_o(m_size), .m_sectors_o(m_sectors));
  fv_stream #(.WIDTH(3 + 16), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({s_codec_i, nonzero_i}));

  // ---------------------------------------------------------------- input
  wire push = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;
  logic [2:0] codec_q;
  wire first = idx_q == 2'd0;
  wire picks, begun, done;
  always_ff @(posedge clk_i) begin
    if (!rst_n) idx_q <= 2'd0;
    else if (push) idx_q <= idx_q + 2'd1;
    if (picks) codec_q <= s_codec_i;
  end

  generate
    if (PART == 0) begin : g_handshake
      assign {mark, picks, begun, done} = {2'd1, 3'd0};
      fv_stream #(.WIDTH(7 + 2 + 1 + 11 + 3)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_data[6:0], m_codec, m_last, m_size, m_sectors}));
      fv_assert u_zero (.hold_i(!rst_n || m_valid
          || {m_data, m_codec, m_last, m_size, m_sectors} == '0));
      fv_assert u_moves (.hold_i(s_ready || (m_valid && !m_ready_i)));

    end else if (PART == 1) begin : g_order
      wire [1:0] out = m_data[1:0];
      fv_mark u_mark (
          .clk_i, .rst_ni(rst_n), .first_i(first), .offer_i(s_valid_i), .take_i(push),
          .mark_o(mark), .picks_o(picks), .begun_o(begun), .once_i(1'b1), .valid_i(m_valid),
          .pop_i(pop), .last_i(m_last), .out_i(out), .done_o(done));
      // A raw line's beats carry their numbers too.
      logic [2:0] number_q = 3'd0, sectors_q;
      logic [1:0] who_q, codec_out_q;
      wire [1:0] who = m_data[6:5];
      always_ff @(posedge clk_i) begin
        if (!rst_n) number_q <= 3'd0;
        else if (pop) number_q <= m_last ? 3'd0 : number_q + 3'd1;
        if (pop) {who_q, sectors_q, codec_out_q} <= {who, m_sectors, m_codec};
      end
      wire zero = m_valid && m_sectors == 3'd0;
      wire picked = rst_n && m_valid && out == 2'd1;
      wire record = m_sectors != 3'd0 && !m_sectors[2];
      wire said = picked && codec_q < BEST && record;
      fv_assert u_number (.hold_i(!rst_n || !m_valid || m_data[4:2] == number_q));
      fv_assert u_last (.hold_i(!rst_n || !m_valid
          || m_last == (zero || number_q + 3'd1 == m_sectors)));
      fv_assert u_one (.hold_i(!rst_n || !m_valid || number_q == 3'd0
                               || {who, m_sectors, m_codec} == {who_q, sectors_q, codec_out_q}));
      fv_assert u_who (.hold_i(!rst_n || !m_valid || !record
          || m_codec == (who == 2'd1 ? 2'd1 : who == 2'd2 ? 2'd3 : {m_codec[1], 1'b0})));
      fv_assert u_raw (.hold_i(!rst_n || !m_valid || !m_sectors[2] || who == 2'd0));
      fv_assert u_said (.hold_i(!said || {1'b0, m_codec} == codec_q));
      fv_cover u_bpc (.seen_i(picked && codec_q >= BEST && pop && m_last && who == 2'd1));
      fv_cover u_ebd (.seen_i(picked && codec_q >= BEST && pop && m_last && who == 2'd2));
      fv_cover u_zvc (.seen_i(picked && codec_q >= BEST && pop && m_last && who == 2'd3));

    end else begin : g_drain
      assign {mark, picks, begun, done} = {2'd1, 3'd0};
      logic [3:0] age_q;
      logic [1:0] lines_q = 2'd0;
      wire line_in = push && idx_q == 2'd3, line_out = pop && m_last;
      wire stall = m_valid && !m_ready_i;
      // The age of the line that arrived last.
      always_ff @(posedge clk_i) begin
        if (!rst_n) lines_q <= 2'd0;
        else lines_q <= lines_q + {1'b0, line_in} - {1'b0, line_out};
        age_q <= line_in ? 4'd0 : age_q + {3'd0, !stall && age_q != 4'd15};
      end
      fv_assert u_lines (.hold_i(!rst_n || !line_out || lines_q != 2'd0 || line_in));
      fv_assert u_room (.hold_i(!rst_n || !line_in || lines_q != 2'd3 || line_out));
      fv_assert u_left (.hold_i(!rst_n || lines_q == 2'd0 || age_q <= 4'(DRAIN)));
      fv_cover u_three (.seen_i(rst_n && lines_q == 2'd3));
    end
  endgenerate
endmodule

`default_nettype wire
