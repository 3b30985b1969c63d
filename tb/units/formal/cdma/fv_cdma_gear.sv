// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_gear: the bytes that come out are those that went in, in order; beats are full except
/// the last one, which has zeros after its bytes; a full beat is not given before more bytes, or
/// the end, have come.
module fv_cdma_gear #(
    parameter  int LANES  = 4,
    parameter  int BITS   = 1,
    localparam int FILL_W = $clog2(LANES)
) (
    input wire logic                  clk_i,
    input wire logic                  again_i,
    input wire logic                  s_valid_i,
    input wire logic [LANES*BITS-1:0] s_data_i,
    input wire logic [FILL_W:0]       s_bytes_i,
    input wire logic                  s_end_i,
    input wire logic                  m_ready_i
);
  // Bytes inside: two flits' worth in the registers, and one more than a beat is never kept back.
  localparam int IN_W = FILL_W + 2;
  wire rst_n, s_ready, begins, fills, m_valid, m_last, ended;
  wire [FILL_W-1:0] fill;
  wire [LANES*BITS-1:0] m_data;
  logic idle_q = 1'b1, ending_q = 1'b0;
  wire valid = s_valid_i && !idle_q && !ending_q;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_gear #(.LANES(LANES), .BITS(BITS)) u_dut (
      .clk_i, .rst_ni(rst_n), .clear_i(idle_q), .s_valid_i(valid), .s_ready_o(s_ready), .s_data_i,
      .s_bytes_i, .s_end_i, .begins_o(begins), .fills_o(fills), .fill_o(fill), .drop_i(1'b0),
      .bad_i(1'b0), .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_last_o(m_last),
      .ended_o(ended));

  // Allowed flits.
  genvar i;
  generate
    for (i = 0; i < LANES; i = i + 1) begin : g_zero
      always_comb assume (s_bytes_i > (FILL_W + 1)'(i) || s_data_i[BITS*i +: BITS] == '0);
    end
  endgenerate
  always_comb assume (s_bytes_i != '0 && s_bytes_i <= (FILL_W + 1)'(LANES));
  fv_stream #(.WIDTH(LANES * BITS + FILL_W + 2), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(valid), .ready_i(s_ready),
      .data_i({s_data_i, s_bytes_i, s_end_i}));
  fv_stream #(.WIDTH(LANES * BITS + 1)) u_out (
      .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i), .data_i({m_data, m_last}));

  // A byte of a flit is picked freely: away_q bytes come out before it.
  (* anyseq *) logic pick;
  (* anyseq *) logic [FILL_W-1:0] nth;
  logic picked_q = 1'b0;
  logic [IN_W-1:0] in_q = '0, away_q;
  logic [BITS-1:0] byte_q;
  logic [FILL_W-1:0] fill_q = '0;
  logic some_q = 1'b0;
  wire flit = valid && s_ready && !s_end_i;
  wire out = m_valid && m_ready_i;
  wire picks = flit && pick && !picked_q && {1'b0, nth} < s_bytes_i;
  wire [IN_W-1:0] gone = !out ? '0 : m_last ? in_q : IN_W'(LANES);
  wire [IN_W-1:0] left = in_q - gone;
  wire [FILL_W:0] reach = {1'b0, fill_q} + s_bytes_i;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      idle_q <= 1'b1;
      ending_q <= 1'b0;
      in_q <= '0;
      picked_q <= 1'b0;
    end else begin
      idle_q <= ended;
      ending_q <= !ended && (ending_q || (valid && s_ready && s_end_i));
      in_q <= left + (flit ? IN_W'(s_bytes_i) : '0);
      picked_q <= picks || (picked_q && !(out && away_q < IN_W'(LANES)));
    end
    if (picks) begin
      away_q <= left + IN_W'(nth);
      byte_q <= BITS'(s_data_i >> (BITS * nth));
    end else begin
      away_q <= away_q - gone;
    end
    if (idle_q) fill_q <= '0;
    else if (flit) fill_q <= reach[FILL_W-1:0];
    some_q <= !idle_q && (some_q || flit);
  end

  fv_assert u_inside (.hold_i(!rst_n || in_q <= IN_W'(2 * LANES)));
  fv_assert u_picked (.hold_i(!rst_n || !picked_q || away_q < in_q));
  fv_assert u_byte (.hold_i(!rst_n || !m_valid || !picked_q || away_q >= IN_W'(LANES)
                            || BITS'(m_data >> (BITS * away_q[FILL_W-1:0])) == byte_q));
  fv_assert u_full (.hold_i(!rst_n || !m_valid || m_last || in_q > IN_W'(LANES)));
  fv_assert u_last (.hold_i(!rst_n || !m_valid || !m_last || (ending_q && in_q != '0
                            && in_q <= IN_W'(LANES))));
  fv_assert u_rest (.hold_i(!rst_n || !m_valid || (m_data >> (BITS * in_q)) == '0));
  fv_assert u_ended (.hold_i(!rst_n || !ended || (ending_q && (in_q == '0 || (out && m_last)))));
  fv_assert u_fill (.hold_i(!rst_n || idle_q || fill == fill_q));
  fv_assert u_begins (.hold_i(!rst_n || !flit || begins == (fill_q == '0
                              || reach > (FILL_W + 1)'(LANES))));
  fv_assert u_fills (.hold_i(!rst_n || !flit || fills == (reach >= (FILL_W + 1)'(LANES))));
  // The only waits are for the link.
  fv_assert u_moves (.hold_i(!rst_n || s_ready || (m_valid && !m_ready_i)));
  fv_cover u_end (.seen_i(rst_n && out && m_last && in_q == IN_W'(LANES)));
  fv_cover u_pair (.seen_i(rst_n && out && !m_last && away_q == IN_W'(1) && picked_q));
endmodule

`default_nettype wire
