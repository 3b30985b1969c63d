// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Exactly the contract of a decoder in lp_codec_dec: lines of four sectors that are held stable
/// while stalled, one for an entry and any number for a stream, in the order of these; up to HOLDS
/// entries and streams inside; a line may begin while its first beat is only offered, and end
/// before its last one; and, while sectors are taken, an entry's line does not pause, and a beat is
/// not refused, for more than SLOW cycles. Everything else is free. A sector carries the mark of
/// its record's first beat, its own number and err instead of data.
module fv_any_dec #(
    parameter int STREAMS = 0,
    parameter int HOLDS = 3,
    parameter int SLOW = 1
) (
    input  wire logic       clk_i,
    input  wire logic       rst_ni,
    input  wire logic       s_valid_i,
    output wire logic       s_ready_o,
    input  wire logic [1:0] mark_i,
    input  wire logic       mem_i,
    input  wire logic       last_i,
    output wire logic       m_valid_o,
    input  wire logic       m_ready_i,
    output wire logic [1:0] m_mark_o,
    output wire logic [1:0] m_number_o,
    output wire logic       m_last_o,
    output wire logic       m_err_o,
    output wire logic       idle_o
);
  localparam int CW = $clog2(HOLDS + 1);
  (* anyseq *) logic may_take, may_give, may_end, bad;
  logic first_q = 1'b1, held_q = 1'b0, err_q;
  logic [1:0] number_q = 2'd0;
  // Entries and streams that have begun, the oldest in the low bits: marks, and whether it is a
  // stream.
  logic [CW-1:0] count_q = '0;
  logic [2*HOLDS-1:0] marks_q;
  logic [HOLDS-1:0] streams_q;
  logic [2:0] refused_q = 3'd0, silent_q = 3'd0;

  wire some = count_q != '0;
  wire push = s_valid_i && s_ready_o;
  wire pop = m_valid_o && m_ready_i;
  wire stream = STREAMS != 0 && some && streams_q[0];
  wire over = first_q || count_q != CW'(1);
  wire forced = !stream || (over && number_q != 2'd0);
  wire peek = STREAMS != 0 && !some && s_valid_i && first_q;
  assign s_ready_o = (count_q != CW'(HOLDS) || !first_q) && (may_take || refused_q == 3'(SLOW));
  assign m_valid_o = held_q || (some && (may_give || (forced && silent_q == 3'(SLOW))))
                     || (peek && may_give && (number_q != 2'd3 || s_ready_o));
  assign m_mark_o = {2{m_valid_o}} & (some ? marks_q[1:0] : mark_i);
  assign m_number_o = {2{m_valid_o}} & number_q;
  assign m_last_o = m_valid_o && number_q == 2'd3;
  assign m_err_o = m_last_o && (held_q ? err_q : bad);
  assign idle_o = !some && first_q && number_q == 2'd0 && !m_valid_o;

  // A stream whose beats were all taken ends between lines; no line is then in progress.
  wire begins = push && first_q;
  wire gone = (pop && m_last_o && (some ? !stream : mem_i || STREAMS == 0))
              || (stream && over && number_q == 2'd0 && !m_valid_o
                  && (may_end || silent_q == 3'(SLOW)));
  wire [CW-1:0] after = count_q - {{CW - 1{1'b0}}, gone && some};
  wire keep = begins && !(gone && !some);
  genvar i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q <= 1'b1;
      held_q <= 1'b0;
      number_q <= 2'd0;
      count_q <= '0;
      refused_q <= 3'd0;
      silent_q <= 3'd0;
    end else begin
      if (push) first_q <= last_i;
      held_q <= m_valid_o && !m_ready_i;
      if (pop) number_q <= number_q + 2'd1;
      count_q <= after + {{CW - 1{1'b0}}, keep};
      refused_q <= push || !s_valid_i || (m_valid_o && !m_ready_i && some) ? 3'd0
                 : refused_q + 3'(refused_q != 3'(SLOW));
      silent_q <= m_valid_o || gone || !some || silent_q == 3'(SLOW) ? 3'd0 : silent_q + 3'd1;
    end
    err_q <= m_err_o;
  end
  generate
    for (i = 0; i < HOLDS; i = i + 1) begin : g_hold
      wire [2:0] next;
      if (i == HOLDS - 1) begin : g_top
        assign next = {marks_q[2*i +: 2], streams_q[i]};
      end else begin : g_rest
        assign next = gone ? {marks_q[2*i+2 +: 2], streams_q[i+1]}
                           : {marks_q[2*i +: 2], streams_q[i]};
      end
      always_ff @(posedge clk_i) begin
        {marks_q[2*i +: 2], streams_q[i]} <=
            keep && after == CW'(i) ? {mark_i, STREAMS != 0 && !mem_i} : next;
      end
    end
  endgenerate

  // Assumptions of the decoder.
  fv_stream #(.WIDTH(4)) u_in (
      .clk_i, .rst_ni, .valid_i(s_valid_i), .ready_i(s_ready_o), .data_i({mark_i, mem_i, last_i}));
endmodule

`default_nettype wire
