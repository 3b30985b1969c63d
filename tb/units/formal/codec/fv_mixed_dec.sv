// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_mixed_dec between any decoders that meet their contract (fv_any_mixed_dec), under any input,
/// stall and reset. PART chooses what is checked:
/// 0: handshake rules of the output, all zero while valid is low.
/// 1: lines leave in the order of their entries, whatever their codecs, each once with every sector
///    once; an entry and its sector count reach the decoder of its codec, and an entry of a codec
///    that is not built reaches another decoder as a bad one; err is that of the line.
/// 2: while sectors are taken, STUCK cycles never pass without a transfer while a beat is offered
///    or an entry is complete.
module fv_mixed_dec #(
    parameter int PART = 0,
    parameter int CODECS = 15
) (
    input wire logic       clk_i,
    input wire logic       again_i,
    input wire logic       s_valid_i,
    input wire logic [1:0] s_codec_i,
    input wire logic       s_last_i,
    input wire logic [2:0] s_sectors_i,
    input wire logic       m_ready_i
);
  localparam int STUCK = 6;
  localparam logic [3:0] THERE = CODECS[3:0];
  localparam logic [1:0] BPC = 2'(lp_mixed_pkg::BPC), EBD = 2'(lp_mixed_pkg::EBD);
  // ZVC and XZVC by lp_ebd_dec.
  localparam int JOINT = ((CODECS & 5) != 0 && (CODECS & 10) == 10) ? 1 : 0;
  // The decoder of lines that need no codec.
  localparam logic [1:0] ANY = THERE[BPC] ? 2'd1 : THERE[EBD] ? 2'd2 : 2'd0;

  wire rst_n, s_ready, m_valid, m_last, m_err;
  wire [255:0] m_data;
  wire [1:0] mark;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_mixed_dec #(.CODECS(CODECS), .ZVC_QUEUE(3), .EBD_QUEUE(3)) u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i({254'd0, mark}),
      .s_codec_i, .s_last_i, .s_sectors_i, .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data),
      .m_last_o(m_last), .m_err_o(m_err));
  fv_stream #(.WIDTH(6), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({s_codec_i, s_last_i, s_sectors_i}));

  // ---------------------------------------------------------------- input
  wire push = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;
  logic first_q = 1'b1, complete_q = 1'b0;
  logic [1:0] codec_q;
  logic [2:0] sectors_q;
  wire picks, begun, done;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      first_q <= 1'b1;
      complete_q <= 1'b0;
    end else if (push) begin
      first_q <= s_last_i;
      complete_q <= complete_q || (mark == 2'd1 && s_last_i);
    end
    if (picks) {codec_q, sectors_q} <= {s_codec_i, s_sectors_i};
  end

  generate
    if (PART == 0) begin : g_handshake
      assign {mark, picks, begun, done} = {2'd1, 3'd0};
      fv_stream #(.WIDTH(7)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_data[4:0], m_last, m_err}));
      fv_assert u_zero (.hold_i(!rst_n || m_valid || {m_data, m_last, m_err} == '0));

    end else begin : g_order
      wire [1:0] out = m_data[1:0];
      fv_mark u_mark (
          .clk_i, .rst_ni(rst_n), .first_i(first_q), .offer_i(s_valid_i), .take_i(push),
          .mark_o(mark), .picks_o(picks), .begun_o(begun), .once_i(1'b1), .valid_i(m_valid),
          .pop_i(pop), .last_i(m_last), .out_i(out), .done_o(done));
      if (PART == 1) begin : g_sectors
        logic [1:0] number_q = 2'd0, out_q;
        always_ff @(posedge clk_i) begin
          if (!rst_n) number_q <= 2'd0;
          else if (pop) number_q <= number_q + 2'd1;
          if (pop) out_q <= out;
        end
        wire picked = rst_n && m_valid && out == 2'd1;
        wire plain = sectors_q[2] || sectors_q == 3'd0;
        wire bad = !plain && !THERE[codec_q];
        wire [1:0] unit = plain || bad ? ANY : codec_q == BPC ? 2'd1
                        : JOINT != 0 || codec_q == EBD ? 2'd2 : 2'd0;
        // A unit for several codecs reads them in place of the sectors.
        wire [2:0] side = JOINT != 0 && unit == 2'd2 ? {1'b0, codec_q[1], codec_q != EBD} : sectors_q;
        fv_assert u_number (.hold_i(!rst_n || !m_valid || m_data[3:2] == number_q));
        fv_assert u_one (.hold_i(!rst_n || !m_valid || number_q == 2'd0 || out == out_q));
        fv_assert u_last (.hold_i(!rst_n || m_last == (m_valid && number_q == 2'd3)));
        fv_assert u_err (.hold_i(!rst_n || m_err == (m_valid && m_data[4])));
        fv_assert u_unit (.hold_i(!picked || m_data[10:9] == unit));
        fv_assert u_side (.hold_i(!picked || (bad ? m_data[7:5] > 3'd4 : m_data[7:5] == side)));
        fv_assert u_filter (.hold_i(!picked || unit != 2'd0 || plain || bad
                                    || m_data[8] == codec_q[1]));
        wire filtered = JOINT != 0 ? m_data[10:5] == 6'b100011 : m_data[10:8] == 3'b001;
        fv_cover u_filtered (.seen_i(picked && pop && m_last && filtered));
        fv_cover u_bad (.seen_i(picked && pop && m_err && m_data[10:9] == 2'd2));
      end else begin : g_moves
        logic [3:0] stuck_q = 4'd0;
        wire owed = s_valid_i || (complete_q && !done);
        always_ff @(posedge clk_i) begin
          stuck_q <= !rst_n || !owed || !m_ready_i || push || pop ? 4'd0 : stuck_q + 4'd1;
        end
        fv_assert u_moves (.hold_i(stuck_q != 4'(STUCK)));
        fv_cover u_waits (.seen_i(stuck_q == 4'd1));
      end
    end
  endgenerate
endmodule

`default_nettype wire
