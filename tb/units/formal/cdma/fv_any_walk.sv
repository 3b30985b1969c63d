// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for lp_cdma_walk where only the sequence of channels matters: a group's channel is the
/// low bits of its number, and is known after any delay.
module lp_cdma_walk;
  (* anyseq *) logic known;
  logic known_q = 1'b0;
  logic [GROUP_W-1:0] group_q;
  always_ff @(posedge clk_i) begin
    known_q <= rst_ni && !load_i && (known_q || known);
    if (load_i) group_q <= group_i;
    else if (step_i) group_q <= group_q + 1'b1;
  end
  assign ready_o = known_q;
  assign group_o = group_q;
  assign channel_o = group_q[2:0];
endmodule

/// Stand-in for lp_cdma_bucket: allows a launch or not, at any time.
module lp_cdma_bucket;
  (* anyseq *) logic ok;
  assign ok_o = ok;
  assign level_o = '0;
endmodule

`default_nettype wire
