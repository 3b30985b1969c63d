// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_codec_enc between any encoders that meet their contract (fv_any_unit_enc), under any input,
/// stall and reset. PART chooses what is checked:
/// 0: handshake rules of the output, all zero while valid is low.
/// 1: entries and streams leave in the order they came in, whatever their codecs, none lost or
///    doubled, with every beat once; codec, mem and the other signals of a beat are those of its
///    line.
/// 2: while beats are taken, STUCK cycles never pass without a transfer while a beat is offered or
///    complete.
module fv_codec_enc #(
    parameter int PART = 0
) (
    input wire logic clk_i,
    input wire logic again_i,
    input wire logic s_valid_i,
    input wire logic [lp_codec_pkg::CODEC_W-1:0] s_codec_i,
    input wire logic s_mem_i,
    input wire logic s_last_i,
    input wire logic m_ready_i
);
  localparam int STUCK = 4;
  localparam int CODEC_W = lp_codec_pkg::CODEC_W;
  localparam logic [CODEC_W-1:0] STREAM = CODEC_W'(lp_codec_pkg::STREAM);

  // A number without a codec means codec 0.
  function automatic logic [CODEC_W-1:0] named(input logic [CODEC_W-1:0] number);
    named = {1'b0, number} < (CODEC_W + 1)'(lp_codec_pkg::CODECS) ? number : '0;
  endfunction

  wire rst_n, s_ready, m_valid, m_mem, m_last;
  wire [CODEC_W-1:0] m_codec;
  wire [255:0] m_data;
  wire [5:0] m_count;
  wire [10:0] m_size;
  wire [2:0] m_sectors;
  wire [1:0] mark;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_codec_enc u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i({254'd0, mark}),
      .s_codec_i, .s_mem_i, .s_last_i, .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data),
      .m_codec_o(m_codec), .m_mem_o(m_mem), .m_last_o(m_last), .m_count_o(m_count),
      .m_size_o(m_size), .m_sectors_o(m_sectors));
  fv_stream #(.WIDTH(CODEC_W + 2), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({s_codec_i, s_mem_i, s_last_i}));

  // ---------------------------------------------------------------- input
  wire push = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;
  logic [1:0] idx_q = 2'd0;
  // A stream is open after its first line; codec of the line; the picked record is complete.
  logic open_q = 1'b0, complete_q = 1'b0, picked_mem_q;
  logic [CODEC_W-1:0] codec_q, picked_codec_q;
  wire first = idx_q == 2'd0 && !open_q;
  wire [CODEC_W-1:0] codec = idx_q != 2'd0 ? codec_q : open_q ? STREAM : s_codec_i;
  wire mem = named(codec) != STREAM || (s_mem_i && !open_q);
  wire ends = push && idx_q == 2'd3 && (mem || s_last_i);
  wire picks, begun, done;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      idx_q <= 2'd0;
      open_q <= 1'b0;
      complete_q <= 1'b0;
    end else begin
      if (push) idx_q <= idx_q + 2'd1;
      if (push && idx_q == 2'd3) open_q <= !ends;
      if (ends && mark == 2'd1) complete_q <= 1'b1;
    end
    if (push) codec_q <= codec;
    if (picks) picked_codec_q <= codec;
    if (ends && mark == 2'd1) picked_mem_q <= mem;
  end

  wire [2:0] number = m_data[4:2];
  generate
    if (PART == 0) begin : g_handshake
      assign {mark, picks, begun, done} = {2'd1, 3'd0};
      fv_stream #(.WIDTH(5 + CODEC_W + 2 + 6 + 11 + 3)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_data[4:0], m_codec, m_mem, m_last, m_count, m_size, m_sectors}));
      fv_assert u_zero (.hold_i(!rst_n || m_valid
          || {m_data, m_codec, m_mem, m_last, m_count, m_size, m_sectors} == '0));

    end else begin : g_order
      wire [1:0] out = m_data[1:0];
      fv_mark u_mark (
          .clk_i, .rst_ni(rst_n), .first_i(first), .offer_i(s_valid_i), .take_i(push),
          .mark_o(mark),
          .picks_o(picks), .begun_o(begun), .once_i(1'b1), .valid_i(m_valid), .pop_i(pop),
          .last_i(m_last), .out_i(out), .done_o(done));
      if (PART == 1) begin : g_beats
        logic [2:0] number_q = 3'd0;
        // Signals that the stand-ins give with a beat.
        wire [10:0] size = {4'(named(m_codec)), 5'd0, out};
        wire [5:0] count = named(m_codec) == STREAM ? {3'd0, number} : 6'd0;
        always_ff @(posedge clk_i) begin
          if (!rst_n) number_q <= 3'd0;
          else if (pop) number_q <= m_last ? 3'd0 : number_q + 3'd1;
        end
        fv_assert u_number (.hold_i(!rst_n || !m_valid || number == number_q));
        fv_assert u_codec (.hold_i(!rst_n || !m_valid || out != 2'd1 || m_codec == picked_codec_q));
        fv_assert u_mem (.hold_i(!rst_n || !m_valid || out != 2'd1
                                 || m_mem == (complete_q && picked_mem_q)));
        fv_assert u_beside (.hold_i(!rst_n || !m_valid
            || {m_size, m_sectors, m_count} == {size, number, count}));
        fv_cover u_stream (.seen_i(pop && out == 2'd1 && m_last && !m_mem && number == 3'd2));
        fv_cover u_other (.seen_i(pop && out == 2'd1 && m_last && named(m_codec) != STREAM));
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
