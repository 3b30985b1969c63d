// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for lp_cdma_ring_check: any verdict after any number of steps, any address.
module lp_cdma_ring_check;
  (* anyseq *) logic any_outside, any_overlap, any_last;
  (* anyseq *) logic [34:0] any_sum;
  logic [33:0] acc_q;
  always_ff @(posedge clk_i) if (step_i | fetch_i) acc_q <= any_sum[34:1];
  assign outside_o = any_outside;
  assign overlap_o = any_overlap;
  assign last_o = any_last;
  assign sum_o = any_sum;
  assign acc_o = acc_q;
endmodule

`default_nettype wire
