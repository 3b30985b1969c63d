// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Exactly the contract of an encoder in lp_codec_enc: it takes four sectors per line, ends each
/// entry or stream once, in order, on beats that are held stable while stalled; holds up to HOLDS
/// complete ones; and, while beats leave, neither leaves a complete one without an offered beat nor
/// refuses a sector for more than SLOW cycles. Everything else is free. A beat carries the mark of
/// its record's first sector and its own number instead of data.
module fv_any_enc #(
    parameter int STREAMS = 0,
    parameter int HOLDS = 3,
    parameter int SLOW = 1,
    /// 0: a sector is offered only where it is taken; a unit that is ready then stays ready unless
    ///    its output is stalled.
    parameter int WAITS = 1
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
    output wire logic [2:0] m_beat_o,
    output wire logic       m_mem_o,
    output wire logic       m_last_o
);
  localparam int CW = $clog2(HOLDS + 1);
  (* anyseq *) logic may_take, may_give, more;
  logic [1:0] idx_q = 2'd0, mark_q;
  logic open_q = 1'b0, held_q = 1'b0, last_q;
  logic [2:0] beat_q = 3'd0;
  // Complete records, the oldest in the low bits; beats of the oldest since it was complete.
  logic [CW-1:0] count_q = '0;
  logic [2*HOLDS-1:0] marks_q;
  logic [HOLDS-1:0] mems_q;
  logic [1:0] since_q = 2'd0;
  logic [2:0] refused_q = 3'd0, silent_q = 3'd0;
  logic kept_q = 1'b0;

  wire some = count_q != '0;
  wire push = s_valid_i && s_ready_o;
  wire pop = m_valid_o && m_ready_i;
  wire mem = mem_i && !open_q;
  wire line = push && idx_q == 2'd3;
  wire ends = line && (mem || last_i || STREAMS == 0);
  wire [1:0] mark = idx_q == 2'd0 && !open_q ? mark_i : mark_q;
  assign s_ready_o = (count_q != CW'(HOLDS) || idx_q != 2'd3)
                     && (may_take || kept_q || refused_q == 3'(SLOW));
  assign m_valid_o = held_q || (some && (may_give || silent_q == 3'(SLOW)))
                     || (STREAMS != 0 && !some && open_q && may_give);
  assign m_last_o = m_valid_o && (held_q ? last_q : some && (!more || since_q == 2'd3));
  assign m_mem_o = m_valid_o && some && mems_q[0];
  assign m_mark_o = {2{m_valid_o}} & (some ? marks_q[1:0] : mark_q);
  assign m_beat_o = {3{m_valid_o}} & beat_q;

  wire gone = pop && m_last_o;
  wire [CW-1:0] after = count_q - {{CW - 1{1'b0}}, gone};
  genvar i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      idx_q <= 2'd0;
      open_q <= 1'b0;
      held_q <= 1'b0;
      beat_q <= 3'd0;
      count_q <= '0;
      since_q <= 2'd0;
      refused_q <= 3'd0;
      silent_q <= 3'd0;
    end else begin
      if (push) idx_q <= idx_q + 2'd1;
      if (line) open_q <= !ends;
      held_q <= m_valid_o && !m_ready_i;
      if (pop) beat_q <= m_last_o ? 3'd0 : beat_q + 3'd1;
      if (pop) since_q <= m_last_o || !some ? 2'd0 : since_q + 2'd1;
      count_q <= after + {{CW - 1{1'b0}}, ends};
      refused_q <= (WAITS != 0 ? push || !s_valid_i : s_ready_o) || (m_valid_o && !m_ready_i) ? 3'd0
                 : refused_q + 3'(refused_q != 3'(SLOW));
      silent_q <= m_valid_o || !some || !m_ready_i ? 3'd0 : silent_q + 3'd1;
    end
    last_q <= m_last_o;
    kept_q <= WAITS == 0 && rst_ni && s_ready_o && !push && !(m_valid_o && !m_ready_i);
    if (push) mark_q <= mark;
  end
  generate
    for (i = 0; i < HOLDS; i = i + 1) begin : g_hold
      wire [1:0] mark_next;
      wire mem_next;
      if (i == HOLDS - 1) begin : g_top
        assign {mark_next, mem_next} = {marks_q[2*i +: 2], mems_q[i]};
      end else begin : g_rest
        assign {mark_next, mem_next} = gone ? {marks_q[2*i+2 +: 2], mems_q[i+1]}
                                            : {marks_q[2*i +: 2], mems_q[i]};
      end
      always_ff @(posedge clk_i) begin
        {marks_q[2*i +: 2], mems_q[i]} <= ends && after == CW'(i) ? {mark, mem || STREAMS == 0}
                                                                  : {mark_next, mem_next};
      end
    end
  endgenerate

  // Assumptions of the encoder.
  generate
    if (WAITS != 0) begin : g_waits
      fv_stream #(.WIDTH(1)) u_in (
          .clk_i, .rst_ni, .valid_i(s_valid_i), .ready_i(s_ready_o), .data_i(1'b0));
    end else begin : g_taken
      fv_assert u_taken (.hold_i(!rst_ni || !s_valid_i || s_ready_o));
    end
  endgenerate
endmodule

`default_nettype wire
