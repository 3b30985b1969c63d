// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_codec_dec between any decoders that meet their contract (fv_any_unit_dec), under any input,
/// stall and reset. PART chooses what is checked:
/// 0: handshake rules of the output, all zero while valid is low.
/// 1: lines leave in the order in which their entries and streams came, whatever their codecs; an
///    entry's line once, with every sector once; err is that of the line.
/// 2: while sectors are taken, STUCK cycles never pass without a transfer while a beat is offered
///    or an entry is complete.
module fv_codec_dec #(
    parameter int PART = 0
) (
    input wire logic       clk_i,
    input wire logic       again_i,
    input wire logic       s_valid_i,
    input wire logic [lp_codec_pkg::CODEC_W-1:0] s_codec_i,
    input wire logic       s_mem_i,
    input wire logic       s_last_i,
    input wire logic [5:0] s_count_i,
    input wire logic [2:0] s_sectors_i,
    input wire logic       m_ready_i
);
  // An entry of another codec after streams waits longest: for the HOLDS streams of fv_any_dec to
  // end without a line, two cycles each (SLOW), one cycle for the order, and one in which its own
  // unit refuses it.
  localparam int STUCK = 9;
  localparam int CODEC_W = lp_codec_pkg::CODEC_W;
  localparam logic [CODEC_W-1:0] STREAM = CODEC_W'(lp_codec_pkg::STREAM);

  // A number without a codec means codec 0.
  function automatic logic [CODEC_W-1:0] named(input logic [CODEC_W-1:0] number);
    named = {1'b0, number} < (CODEC_W + 1)'(lp_codec_pkg::CODECS) ? number : '0;
  endfunction

  wire rst_n, s_ready, m_valid, m_last, m_err;
  wire [255:0] m_data;
  wire [1:0] mark;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_codec_dec u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i({254'd0, mark}),
      .s_codec_i, .s_mem_i, .s_last_i, .s_count_i, .s_sectors_i, .m_valid_o(m_valid), .m_ready_i,
      .m_data_o(m_data), .m_last_o(m_last), .m_err_o(m_err));
  fv_stream #(.WIDTH(CODEC_W + 2), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({s_codec_i, s_mem_i, s_last_i}));

  // ---------------------------------------------------------------- input
  wire push = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;
  // The picked record: its codec, whether it is an entry, whether all its beats were taken.
  logic first_q = 1'b1, picked_entry_q, complete_q = 1'b0;
  logic [CODEC_W-1:0] picked_codec_q;
  wire entry = named(s_codec_i) != STREAM || s_mem_i;
  wire picks, begun, done;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      first_q <= 1'b1;
      complete_q <= 1'b0;
    end else if (push) begin
      first_q <= s_last_i;
      complete_q <= complete_q || (mark == 2'd1 && s_last_i);
    end
    if (picks) begin
      picked_codec_q <= s_codec_i;
      picked_entry_q <= entry;
    end
  end
  // While the picked record is only offered, its line may already come out (in lp_zvc_dec).
  wire is_entry = begun ? picked_entry_q : entry;
  wire [CODEC_W-1:0] is_codec = begun ? picked_codec_q : s_codec_i;

  generate
    if (PART == 0) begin : g_handshake
      assign {mark, picks, begun, done} = {2'd1, 3'd0};
      fv_stream #(.WIDTH(5 + CODEC_W + 2)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_data[4+CODEC_W:0], m_last, m_err}));
      fv_assert u_zero (.hold_i(!rst_n || m_valid || {m_data, m_last, m_err} == '0));

    end else begin : g_order
      wire [1:0] out = m_data[1:0];
      fv_mark u_mark (
          .clk_i, .rst_ni(rst_n), .first_i(first_q), .offer_i(s_valid_i), .take_i(push),
          .mark_o(mark), .picks_o(picks), .begun_o(begun), .once_i(is_entry), .valid_i(m_valid),
          .pop_i(pop), .last_i(m_last), .out_i(out), .done_o(done));
      if (PART == 1) begin : g_sectors
        logic [1:0] number_q = 2'd0, out_q;
        always_ff @(posedge clk_i) begin
          if (!rst_n) number_q <= 2'd0;
          else if (pop) number_q <= number_q + 2'd1;
          if (pop) out_q <= out;
        end
        fv_assert u_number (.hold_i(!rst_n || !m_valid || m_data[3:2] == number_q));
        fv_assert u_one (.hold_i(!rst_n || !m_valid || number_q == 2'd0 || out == out_q));
        fv_assert u_last (.hold_i(!rst_n || m_last == (m_valid && number_q == 2'd3)));
        fv_assert u_err (.hold_i(!rst_n || m_err == (m_valid && m_data[4])));
        fv_assert u_codec (.hold_i(!rst_n || !m_valid || out != 2'd1
                                   || m_data[5 +: CODEC_W] == named(is_codec)));
        fv_cover u_stream (.seen_i(pop && out == 2'd1 && m_last && !is_entry));
        fv_cover u_other (.seen_i(pop && out == 2'd1 && m_err && named(is_codec) != STREAM));
      end else begin : g_moves
        logic [3:0] stuck_q = 4'd0;
        wire owed = s_valid_i || (complete_q && picked_entry_q && !done);
        always_ff @(posedge clk_i) begin
          stuck_q <= !rst_n || !owed || !m_ready_i || push || pop ? 4'd0 : stuck_q + 4'd1;
        end
        fv_assert u_moves (.hold_i(stuck_q != 4'(STUCK)));
        fv_cover u_waits (.seen_i(stuck_q == 4'd1));
        fv_cover u_stream (.seen_i(pop && done && !picked_entry_q));
      end
    end
  endgenerate
endmodule

`default_nettype wire
