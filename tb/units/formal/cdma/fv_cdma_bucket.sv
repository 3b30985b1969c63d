// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_bucket: whatever the rate is from cycle to cycle, the bytes taken in any span of cycles
/// are at most those that the rate gives in the span, plus 1024. debt_q is the excess over the rate
/// in the span where it is greatest.
/// STEP = 0: from reset. 1: one cycle from any state in which the debt and the level of the bucket
/// are together at most 1024 bytes; so it holds for all time.
module fv_cdma_bucket #(
    parameter int STEP = 0
) (
    input wire logic        clk_i,
    input wire logic        again_i,
    input wire logic [23:0] rate_i,
    input wire logic        take_i
);
  localparam logic [26:0] FULL = 27'd262144;
  wire rst_n, ok;
  wire [18:0] level;
  fv_reset #(.ANY(STEP)) u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_bucket u_dut (
      .clk_i, .rst_ni(rst_n), .rate_i, .take_i, .ok_o(ok), .level_o(level));

  // A rate of 0 is no limit. rate takes effect a cycle late, so no group is launched immediately.
  logic [1:0] cycle_q = 2'd0;
  logic [23:0] rate_q;
  logic [26:0] debt_q;
  wire [26:0] owed = debt_q + (take_i ? FULL / 27'd2 : 27'd0);
  wire sum = debt_q <= FULL && {8'd0, level} <= FULL && debt_q + {8'd0, level} <= FULL;
  wire known = rst_n && cycle_q != 2'd0;
  always_comb begin
    assume (rate_i != 24'd0);
    assume (!take_i || (ok && known));
    if (STEP != 0 && cycle_q == 2'd1) assume (sum);
  end
  always_ff @(posedge clk_i) begin
    cycle_q <= !rst_n ? 2'd0 : cycle_q == 2'd2 ? 2'd2 : cycle_q + 2'd1;
    rate_q <= rate_i;
    if (!rst_n) debt_q <= '0;
    else if (known || STEP != 0)
      debt_q <= owed > {3'd0, rate_q} ? owed - {3'd0, rate_q} : 27'd0;
  end
  fv_assert u_sum (.hold_i(!known || sum));
  fv_assert u_bound (.hold_i(!known || owed <= FULL));
  // Nor is an allowed launch held back.
  fv_assert u_allows (.hold_i(!known || ok == (level >= 19'd131072)));
  fv_cover u_spent (.seen_i(known && owed == FULL));
endmodule

`default_nettype wire
