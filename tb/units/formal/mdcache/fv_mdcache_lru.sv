// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_mdcache_lru: in any subset of ways exactly one is the oldest, so the order is a permutation;
/// and of any two ways the oldest is the one that was used longer ago.
module fv_mdcache_lru #(
    parameter int SETS = 2,
    parameter int WAYS = 4
) (
    input wire logic            clk_i,
    input wire logic            again_i,
    input wire logic            set_i,
    input wire logic            use_i,
    input wire logic [WAYS-1:0] way_i,
    input wire logic [WAYS-1:0] able_i
);
  wire rst_n;
  wire [WAYS-1:0] oldest;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_mdcache_lru #(.SETS(SETS), .WAYS(WAYS)) u_dut (
      .clk_i, .rst_ni(rst_n), .set_i, .sel_i(SETS'(1) << set_i), .use_i, .way_i, .able_i,
      .oldest_o(oldest));
  always_comb assume (way_i != 0 && (way_i & (way_i - 1'b1)) == 0);

  // x is below y, so out of reset x was used before y.
  (* anyconst *) logic set;
  (* anyconst *) logic [WAYS-1:0] x, y;
  always_comb assume (x != 0 && (x & (x - 1'b1)) == 0 && y > x && (y & (y - 1'b1)) == 0);
  logic x_first_q = 1'b1;
  wire used = use_i && set_i == set;
  always_ff @(posedge clk_i) begin
    if (!rst_n) x_first_q <= 1'b1;
    else if (used && way_i == x) x_first_q <= 1'b0;
    else if (used && way_i == y) x_first_q <= 1'b1;
  end

  wire both = rst_n && set_i == set && (able_i & x) != 0 && (able_i & y) != 0;
  fv_assert u_one (.hold_i(!rst_n || able_i == 0 ? 1'b1 : oldest != 0));
  fv_assert u_only (.hold_i(!rst_n || (oldest & (oldest - 1'b1)) == 0));
  fv_assert u_able (.hold_i((oldest & ~able_i) == 0));
  fv_assert u_x (.hold_i(!both || oldest != x || x_first_q));
  fv_assert u_y (.hold_i(!both || oldest != y || !x_first_q));
  fv_cover u_turned (.seen_i(both && &able_i && oldest == y));
endmodule

`default_nettype wire
