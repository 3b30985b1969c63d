// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_mixed_enc between any encoders that meet their contract (fv_any_mixed_enc), under any input,
/// stall and reset, with quick and without; any elements are zero. PART chooses what is checked:
/// 0: handshake rules of the output, all zero while valid is low.
/// 1: entries leave in the order of their lines, each once, with every beat of one unit's entry,
///    once; a line with a given codec goes to that unit.
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

  (* anyconst *) logic quick;
  wire rst_n, s_ready, m_valid, m_last;
  wire [1:0] m_codec, mark;
  wire [255:0] m_data;
  wire [10:0] m_size;
  wire [2:0] m_sectors;
  wire [255:0] data;
  generate
    for (genvar i = 0; i < 16; i = i + 1) begin : g_element
      assign data[16*i +: 16] = {nonzero_i[i], 13'd0, i == 0 ? mark : 2'd0};
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
  logic [1:0] idx_q = 2'd0;
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

    end else begin : g_order
      wire [1:0] out = m_data[1:0];
      fv_mark u_mark (
          .clk_i, .rst_ni(rst_n), .first_i(first), .offer_i(s_valid_i), .take_i(push),
          .mark_o(mark), .picks_o(picks), .begun_o(begun), .once_i(1'b1), .valid_i(m_valid),
          .pop_i(pop), .last_i(m_last), .out_i(out), .done_o(done));
      logic [2:0] number_q = 3'd0, sectors_q;
      logic [1:0] unit_q;
      wire [1:0] unit = m_data[6:5];
      always_ff @(posedge clk_i) begin
        if (!rst_n) number_q <= 3'd0;
        else if (pop) number_q <= m_last ? 3'd0 : number_q + 3'd1;
        if (pop) {unit_q, sectors_q} <= {unit, m_sectors};
      end
      wire picked = rst_n && m_valid && out == 2'd1;
      wire said = picked && codec_q < BEST;
      fv_assert u_number (.hold_i(!rst_n || !m_valid || m_data[4:2] == number_q));
      fv_assert u_one (.hold_i(!rst_n || !m_valid || number_q == 3'd0
                               || {unit, m_sectors} == {unit_q, sectors_q}));
      fv_assert u_said (.hold_i(!said || unit == (codec_q == BPC ? 2'd1
                                                  : codec_q == EBD ? 2'd2 : 2'd0)));
      fv_cover u_bpc (.seen_i(picked && !said && pop && m_last && unit == 2'd1));
      fv_cover u_ebd (.seen_i(picked && !said && pop && m_last && unit == 2'd2 && !quick));
      fv_cover u_zvc (.seen_i(picked && !said && pop && m_last && unit == 2'd0));
    end
  endgenerate
endmodule

`default_nettype wire
