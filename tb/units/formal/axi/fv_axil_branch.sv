// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// One direction of lp_axil_fork, writes or, with DATA = 0, reads, with subordinates 0 and 1, which
/// answer what they have taken: each access appears once at the subordinate that its address
/// selects, with its address and data, and at no other; its answer is given to the host, once;
/// outputs are held stable until taken; and an access never waits without a reason. One bit each of
/// address, data and word is checked.
module fv_axil_branch #(
    parameter int DATA = 1
) (
    input wire logic       clk_i,
    input wire logic       rst_ni,
    // The host: address and the subordinate that it selects, data, answer.
    input wire logic       a_valid_i,
    input wire logic       a_ready_i,
    input wire logic       a_to_i,
    input wire logic       a_bit_i,
    input wire logic       d_valid_i,
    input wire logic       d_ready_i,
    input wire logic       d_bit_i,
    input wire logic       valid_i,
    input wire logic       ready_i,
    input wire logic [1:0] resp_i,
    input wire logic       word_i,
    // The subordinates: the same.
    input wire logic [1:0] m_a_valid_i,
    input wire logic [1:0] m_a_ready_i,
    input wire logic [1:0] m_a_bit_i,
    input wire logic [1:0] m_d_valid_i,
    input wire logic [1:0] m_d_ready_i,
    input wire logic [1:0] m_d_bit_i,
    input wire logic [1:0] m_valid_i,
    input wire logic [1:0] m_ready_i,
    input wire logic [3:0] m_resp_i,
    input wire logic [1:0] m_word_i
);
  // State of the access: the host gave it; the subordinate took it and answered.
  logic a_q = 1'b0, d_q = 1'b0, went_q = 1'b0, wrote_q = 1'b0, answered_q = 1'b0;
  logic to_q, a_bit_q, d_bit_q, word_q, rest_q = 1'b0;
  logic [1:0] resp_q;
  wire a_take = a_valid_i && a_ready_i;
  wire d_take = DATA != 0 && d_valid_i && d_ready_i;
  wire over = valid_i && ready_i;
  wire whole = a_q && (d_q || DATA == 0);
  wire [1:0] went = m_a_valid_i & m_a_ready_i, wrote = m_d_valid_i & m_d_ready_i;
  wire [1:0] answers = m_valid_i & m_ready_i;
  always_ff @(posedge clk_i) begin
    a_q <= rst_ni && (a_take || (a_q && !over));
    d_q <= rst_ni && (d_take || (d_q && !over));
    went_q <= rst_ni && !over && (went_q || went != 2'd0);
    wrote_q <= rst_ni && !over && (wrote_q || wrote != 2'd0);
    answered_q <= rst_ni && !over && (answered_q || answers != 2'd0);
    rest_q <= rst_ni && whole && !over;
    if (a_take) {to_q, a_bit_q} <= {a_to_i, a_bit_i};
    if (d_take) d_bit_q <= d_bit_i;
    if (answers != 2'd0) {resp_q, word_q} <= {m_resp_i[2*to_q +: 2], m_word_i[to_q]};
  end

  // ---------------------------------------------------------------- the host
  fv_stream #(.WIDTH(3)) u_answer (
      .clk_i, .rst_ni, .valid_i, .ready_i, .data_i({resp_i, word_i}));
  fv_assert u_a_ready (.hold_i(!rst_ni || a_ready_i == !a_q));
  fv_assert u_d_ready (.hold_i(!rst_ni || DATA == 0 || d_ready_i == !d_q));
  fv_assert u_given (.hold_i(!rst_ni || valid_i == answered_q));
  fv_assert u_same (.hold_i(!rst_ni || !valid_i || {resp_i, word_i} == {resp_q, word_q}));
  // An access taken before this cycle is offered, or its answer is awaited or offered.
  fv_assert u_goes (.hold_i(!rst_ni || !rest_q || valid_i
                            || (m_ready_i == (2'd1 << to_q)
                                && (went_q || m_a_valid_i != 2'd0)
                                && (wrote_q || DATA == 0 || m_d_valid_i != 2'd0))));

  // ---------------------------------------------------------------- the subordinates
  genvar i;
  generate
    for (i = 0; i < 2; i = i + 1) begin : g_end
      wire mine = whole && to_q == i && !answered_q;
      always_comb assume (!m_valid_i[i] || (mine && went_q && (wrote_q || DATA == 0)));
      fv_stream #(.WIDTH(3), .ASSUME(1)) u_says (
          .clk_i, .rst_ni, .valid_i(m_valid_i[i]), .ready_i(m_ready_i[i]),
          .data_i({m_resp_i[2*i +: 2], m_word_i[i]}));
      fv_stream #(.WIDTH(1)) u_a (
          .clk_i, .rst_ni, .valid_i(m_a_valid_i[i]), .ready_i(m_a_ready_i[i]),
          .data_i(m_a_bit_i[i]));
      fv_assert u_a_is (.hold_i(!rst_ni || !m_a_valid_i[i]
                                || (mine && !went_q && m_a_bit_i[i] == a_bit_q)));
      fv_assert u_d_is (.hold_i(!rst_ni || !m_d_valid_i[i]
                                || (mine && !wrote_q && m_d_bit_i[i] == d_bit_q)));
      if (DATA != 0) begin : g_data
        fv_stream #(.WIDTH(1)) u_d (
            .clk_i, .rst_ni, .valid_i(m_d_valid_i[i]), .ready_i(m_d_ready_i[i]),
            .data_i(m_d_bit_i[i]));
        fv_cover u_late (.seen_i(rst_ni && m_a_valid_i[i] && wrote_q));
      end
      fv_cover u_err (.seen_i(rst_ni && over && to_q == i && resp_i == 2'd2));
    end
  endgenerate
endmodule

`default_nettype wire
