// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_rr grants one requester whenever there is any, and outputs which; a requester that keeps
/// requesting waits for at most N - 1 others to be served.
module fv_rr #(
    parameter int N = 4
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic [N-1:0] req_i,
    input wire logic         take_i
);
  localparam int W = $clog2(N);
  (* anyconst *) logic [W-1:0] n;
  wire rst_n, any;
  wire [N-1:0] grant;
  wire [W-1:0] index;
  logic [W:0] others_q = '0;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_rr #(.N(N)) u_dut (
      .clk_i, .rst_ni(rst_n), .req_i, .take_i, .grant_o(grant), .index_o(index), .any_o(any));

  // Others served while n requests.
  always_ff @(posedge clk_i) begin
    if (!rst_n || !req_i[n]) others_q <= '0;
    else if (take_i) others_q <= grant[n] ? '0 : others_q + 1'b1;
  end
  always_comb assume (32'(n) < N);
  fv_assert u_any (.hold_i(any == (req_i != '0)));
  fv_assert u_one (.hold_i(grant == (any ? {{N - 1{1'b0}}, 1'b1} << index : '0)));
  fv_assert u_asks (.hold_i((grant & ~req_i) == '0));
  fv_assert u_none (.hold_i(any || index == '0));
  fv_assert u_turn (.hold_i(others_q <= (W + 1)'(N - 1)));
  fv_cover u_long (.seen_i(others_q == (W + 1)'(N - 1)));
endmodule

`default_nettype wire
