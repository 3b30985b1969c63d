// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_walk: after the division the group is the one that was loaded, each step goes to the
/// next, and the channel is that of the group.
module fv_cdma_walk #(
    parameter int CHANNELS = 6,
    parameter int GROUP_W = 5
) (
    input wire logic               clk_i,
    input wire logic               again_i,
    input wire logic               load_i,
    input wire logic [GROUP_W-1:0] group_i,
    input wire logic               step_i
);
  wire rst_n, ready;
  wire [GROUP_W-1:0] group;
  wire [2:0] channel;
  logic loaded_q = 1'b0;
  logic [GROUP_W-1:0] group_q;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_walk #(.CHANNELS(CHANNELS), .GROUP_W(GROUP_W)) u_dut (
      .clk_i, .rst_ni(rst_n), .load_i, .group_i, .step_i, .ready_o(ready), .group_o(group),
      .channel_o(channel));

  // Numbers do not wrap, and no step is requested during a division.
  always_comb assume (!step_i || (ready && loaded_q && group_q != '1));
  always_ff @(posedge clk_i) begin
    if (!rst_n) loaded_q <= 1'b0;
    else if (load_i) loaded_q <= 1'b1;
    if (load_i) group_q <= group_i;
    else if (step_i) group_q <= group_q + 1'b1;
  end

  wire [2:0] expected;
  genvar b;
  generate
    if ((CHANNELS & (CHANNELS - 1)) == 0) begin : g_fold
      // Bits of the same place in their fields, by masks.
      localparam int PART_W = $clog2(CHANNELS);
      for (b = 0; b < 3; b = b + 1) begin : g_bit
        wire [GROUP_W-1:0] column;
        genvar k;
        for (k = 0; k < GROUP_W; k = k + 1) begin : g_in
          assign column[k] = group[k] && k % PART_W == b;
        end
        assign expected[b] = ^column;
      end
    end else begin : g_rest
      assign expected = 3'(group % GROUP_W'(CHANNELS));
    end
  endgenerate
  fv_assert u_group (.hold_i(!rst_n || !loaded_q || !ready || group == group_q));
  fv_assert u_channel (.hold_i(!rst_n || !loaded_q || !ready || channel == expected));
  fv_cover u_steps (.seen_i(rst_n && loaded_q && step_i && group_q == GROUP_W'(CHANNELS + 1)));
endmodule

`default_nettype wire
