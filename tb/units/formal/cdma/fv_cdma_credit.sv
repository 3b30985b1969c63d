// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_credit between a planner that launches at any time while there is credit, a channel that
/// answers with groups of any size up to WORST, at any time, and a buffer that drains its flits.
/// The counts here are free credits, groups in flight, flits of the group that is coming, and flits
/// held: credit equals the count in every cycle, the counts add up to FLITS, free credits are never
/// negative, and no more than FLITS are held. With no group in flight all credits are free again,
/// so none is ever lost.
module fv_cdma_credit #(
    parameter int FLITS = 7,
    parameter int WORST = 3
) (
    input wire logic clk_i,
    input wire logic again_i,
    input wire logic launch_i,
    input wire logic arrive_i,
    input wire logic last_i,
    input wire logic drain_i
);
  localparam int W = $clog2(FLITS + 1) + 2;

  wire rst_n, credit;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_credit #(.FLITS(FLITS), .WORST(WORST)) u_dut (
      .clk_i, .rst_ni(rst_n), .launch_i, .arrive_i, .last_i, .drain_i, .credit_o(credit));

  // The free count includes returned credits a cycle later; until then they are due. Two's
  // complement.
  logic [W-1:0] free_q = W'(FLITS), due_q = '0, way_q = '0, come_q = '0, held_q = '0;
  wire [W-1:0] launched = {{W - 1{1'b0}}, launch_i}, drained = {{W - 1{1'b0}}, drain_i};
  wire [W-1:0] arrived = {{W - 1{1'b0}}, arrive_i};
  wire ends = arrive_i && last_i;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      free_q <= W'(FLITS);
      {due_q, way_q, come_q, held_q} <= '0;
    end else begin
      free_q <= free_q + due_q - (launch_i ? W'(WORST) : '0);
      due_q <= drained + (ends ? W'(WORST) - come_q - 1'b1 : '0);
      way_q <= way_q + launched - {{W - 1{1'b0}}, ends};
      come_q <= ends ? '0 : come_q + arrived;
      held_q <= held_q + arrived - drained;
    end
  end
  always_comb begin
    assume (!launch_i || credit);
    assume (!arrive_i || way_q != '0);
    assume (!arrive_i || last_i || come_q != W'(WORST - 1));
    assume (!drain_i || held_q != '0);
  end

  // Groups are few, so that the product is a sum of cases.
  // One more than fit into FLITS: flits of a group that is coming may already have left.
  localparam int MOST = (FLITS + WORST - 1) / WORST;
  wire [W-1:0] reserved = (way_q == W'(1) ? W'(WORST) : way_q == W'(2) ? W'(2 * WORST)
                           : way_q == W'(3) ? W'(3 * WORST) : '0) - come_q;
  wire [W-1:0] all = free_q + due_q + reserved + held_q;
  fv_assert u_few (.hold_i(way_q <= W'(MOST) && MOST <= 3));
  fv_assert u_sum (.hold_i(all == W'(FLITS)));
  fv_assert u_free (.hold_i(!free_q[W-1]));
  fv_assert u_held (.hold_i(held_q <= W'(FLITS)));
  fv_assert u_credit (.hold_i(!rst_n || credit == (free_q >= W'(WORST))));
  fv_assert u_whole (.hold_i((way_q | held_q | due_q) != '0 || free_q == W'(FLITS)));
  fv_cover u_full (.seen_i(held_q == W'(FLITS)));
  fv_cover u_most (.seen_i(way_q == W'(MOST) && held_q == '0));
  fv_cover u_small (.seen_i(held_q == W'(FLITS - WORST) && due_q == W'(WORST)));
endmodule

`default_nettype wire
