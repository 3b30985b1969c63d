// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// One direction of lp_axil_pages, writes or, with DATA = 0, reads: each access has one answer. It
/// appears once at the port whose page it addresses, with its address and data, and its answer is
/// that of the port; if there is no port or the port is blocked, the answer is OKAY and 0
/// immediately. Outputs are held stable until they are taken or the port is blocked. One bit each
/// of address, data and word is checked.
///
/// A block answers what it has taken; while its port is blocked it may drive any value.
module fv_axil_way #(
    parameter int PAGES = 'h410,
    parameter int DATA = 1
) (
    input wire logic        clk_i,
    input wire logic        rst_ni,
    input wire logic [2:0]  block_i,
    // The host: address, data, answer.
    input wire logic        a_valid_i,
    input wire logic        a_ready_i,
    input wire logic [2:0]  a_page_i,
    input wire logic        a_bit_i,
    input wire logic        d_valid_i,
    input wire logic        d_ready_i,
    input wire logic        d_bit_i,
    input wire logic        valid_i,
    input wire logic        ready_i,
    input wire logic [1:0]  resp_i,
    input wire logic        word_i,
    // The ports: the same.
    input wire logic [2:0]  m_a_valid_i,
    input wire logic [2:0]  m_a_ready_i,
    input wire logic [2:0]  m_a_bit_i,
    input wire logic [2:0]  m_d_valid_i,
    input wire logic [2:0]  m_d_ready_i,
    input wire logic [2:0]  m_d_bit_i,
    input wire logic [2:0]  m_valid_i,
    input wire logic [2:0]  m_ready_i,
    input wire logic [5:0]  m_resp_i,
    input wire logic [2:0]  m_word_i
);
  // ---------------------------------------------------------------- the host
  // Taken and not answered; an answer is new when it is first offered.
  logic a_q = 1'b0, d_q = 1'b0, old_q = 1'b0, a_bit_q, d_bit_q;
  logic [2:0] page_q;
  wire fresh = rst_ni && valid_i && !old_q;
  wire a_take = a_valid_i && a_ready_i;
  wire d_take = DATA != 0 && d_valid_i && d_ready_i;
  always_ff @(posedge clk_i) begin
    a_q <= rst_ni && (a_take || (a_q && !fresh));
    d_q <= rst_ni && (d_take || (d_q && !fresh));
    old_q <= rst_ni && valid_i && !ready_i;
    if (a_take) {page_q, a_bit_q} <= {a_page_i, a_bit_i};
    if (d_take) d_bit_q <= d_bit_i;
  end
  wire whole = a_q && (d_q || DATA == 0);
  fv_stream #(.WIDTH(3)) u_answer (
      .clk_i, .rst_ni, .valid_i, .ready_i, .data_i({resp_i, word_i}));
  fv_assert u_asked (.hold_i(!fresh || whole));
  fv_assert u_a_ready (.hold_i(!rst_ni || a_ready_i == (!a_q || fresh)));
  fv_assert u_d_ready (.hold_i(!rst_ni || DATA == 0 || d_ready_i == (!d_q || fresh)));

  // ---------------------------------------------------------------- the ports
  wire [2:0] hit, gone;
  logic [2:0] block_q = 3'd0;
  always_ff @(posedge clk_i) block_q <= block_i;
  fv_assert u_alone (.hold_i(!rst_ni
                             || (block_q & (m_a_valid_i | m_d_valid_i | m_ready_i)) == 3'd0));
  genvar i;
  generate
    for (i = 0; i < 3; i = i + 1) begin : g_port
      assign hit[i] = page_q == ((PAGES >> 4 * i) & 7);
      // Accesses that the block has taken and not answered; a blocked one is reset.
      logic has_a_q = 1'b0, has_d_q = 1'b0;
      wire a = rst_ni && m_a_valid_i[i] && m_a_ready_i[i];
      wire d = rst_ni && m_d_valid_i[i] && m_d_ready_i[i];
      wire out = rst_ni && m_valid_i[i] && m_ready_i[i];
      always_ff @(posedge clk_i) begin
        has_a_q <= rst_ni && !block_i[i] && (a || (has_a_q && !out));
        has_d_q <= rst_ni && !block_i[i] && (d || (has_d_q && !out));
      end
      always_comb assume (!m_valid_i[i] || block_i[i]
                          || (has_a_q && (has_d_q || DATA == 0)));
      fv_stream #(.WIDTH(1)) u_a (
          .clk_i, .rst_ni(rst_ni && !block_i[i]), .valid_i(m_a_valid_i[i]),
          .ready_i(m_a_ready_i[i]), .data_i(m_a_bit_i[i]));
      fv_stream #(.WIDTH(1)) u_d (
          .clk_i, .rst_ni(rst_ni && !block_i[i]), .valid_i(m_d_valid_i[i] || DATA == 0),
          .ready_i(m_d_ready_i[i]), .data_i(m_d_bit_i[i] || DATA == 0));
      fv_assert u_here (.hold_i(!rst_ni || !(m_a_valid_i[i] || m_d_valid_i[i] || m_ready_i[i])
                                || (whole && hit[i] && !fresh)));
      fv_assert u_a_once (.hold_i(!a || !has_a_q));
      fv_assert u_d_once (.hold_i(!d || !has_d_q));
      fv_assert u_a_is (.hold_i(!rst_ni || !m_a_valid_i[i] || m_a_bit_i[i] == a_bit_q));
      fv_assert u_d_is (.hold_i(!rst_ni || !m_d_valid_i[i] || m_d_bit_i[i] == d_bit_q));
      fv_assert u_takes (.hold_i(!rst_ni || !m_a_valid_i[i] || m_ready_i[i]));
      // In the next cycle the port's answer is offered.
      logic out_q = 1'b0, word_q;
      logic [1:0] resp_q;
      always_ff @(posedge clk_i) begin
        out_q <= out && !block_i[i];
        {resp_q, word_q} <= {m_resp_i[2*i +: 2], m_word_i[i]};
      end
      assign gone[i] = out_q;
      fv_assert u_same (.hold_i(!rst_ni || !out_q
                                || (fresh && {resp_i, word_i} == {resp_q, word_q})));
      fv_cover u_err (.seen_i(rst_ni && out_q && resp_i == 2'd2));
    end
  endgenerate

  // ---------------------------------------------------------------- answers of the unit itself
  logic waits_q = 1'b0;
  always_ff @(posedge clk_i) begin
    waits_q <= rst_ni && whole && !valid_i && m_ready_i == 3'd0;
  end
  fv_assert u_here (.hold_i(!fresh || gone != 3'd0
                            || ({resp_i, word_i} == 3'd0 && (hit & ~block_q) == 3'd0)));
  fv_assert u_begins (.hold_i(!rst_ni || !waits_q || fresh || m_ready_i != 3'd0));
  // If a port becomes blocked, an access in progress there is answered in the next cycle.
  logic given_up_q = 1'b0;
  always_ff @(posedge clk_i) given_up_q <= rst_ni && (m_ready_i & block_i) != 3'd0;
  fv_assert u_given_up (.hold_i(!rst_ni || !given_up_q || (fresh && gone == 3'd0)));
  fv_cover u_torn (.seen_i(given_up_q && fresh));
  fv_cover u_none (.seen_i(fresh && hit == 3'd0));
endmodule

`default_nettype wire
