// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// First in, first out: the n-th beat in is the n-th beat out, for a free n; at most HOLDS inside;
/// with EAGER the output is valid whenever a beat is inside.
module fv_order #(
    parameter int WIDTH = 4,
    parameter int HOLDS = 2,
    parameter int EAGER = 1
) (
    input wire logic             clk_i,
    input wire logic             rst_ni,
    input wire logic             push_i,
    input wire logic [WIDTH-1:0] push_data_i,
    input wire logic             valid_i,
    input wire logic             pop_i,
    input wire logic [WIDTH-1:0] pop_data_i
);
  // Counts modulo a power of two beyond HOLDS, so that the beats inside have different numbers.
  localparam int COUNT_W = $clog2(HOLDS + 1) + 1;

  logic [COUNT_W-1:0] in_q = '0, out_q = '0;
  logic [WIDTH-1:0] data_q;
  (* anyconst *) logic [COUNT_W-1:0] n;
  wire [COUNT_W-1:0] inside = in_q - out_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      in_q  <= '0;
      out_q <= '0;
    end else begin
      in_q  <= in_q + {{COUNT_W - 1{1'b0}}, push_i};
      out_q <= out_q + {{COUNT_W - 1{1'b0}}, pop_i};
    end
    if (push_i && in_q == n) data_q <= push_data_i;
  end

  fv_assert u_holds (.hold_i(!rst_ni || inside <= COUNT_W'(HOLDS)));
  fv_assert u_valid (.hold_i(!rst_ni || valid_i == (inside != '0) || EAGER == 0));
  fv_assert u_order (.hold_i(!rst_ni || !pop_i || out_q != n || pop_data_i == data_q));
  fv_cover u_full (.seen_i(rst_ni && inside == COUNT_W'(HOLDS)));
  fv_cover u_out (.seen_i(rst_ni && pop_i && out_q == n && n == COUNT_W'(HOLDS)));
endmodule

`default_nettype wire
