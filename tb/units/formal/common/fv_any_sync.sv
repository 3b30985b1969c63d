// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for lp_sync: a bit that has just changed as the clock rises arrives with its old or new
/// value, each bit independently.
module lp_sync;
  (* gclk *) logic step;
  (* anyseq *) logic [WIDTH-1:0] early;
  logic [WIDTH-1:0] was_q = '0;
  always_ff @(posedge step) was_q <= d_i;

  logic [STAGES*WIDTH-1:0] row_q = '0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) row_q <= '0;
    else row_q <= {row_q[(STAGES-1)*WIDTH-1:0], (early & d_i) | (~early & was_q)};
  end
  assign q_o = row_q[(STAGES-1)*WIDTH +: WIDTH];
endmodule

`default_nettype wire
