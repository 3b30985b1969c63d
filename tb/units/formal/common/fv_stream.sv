// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Rules of a valid/ready stream: an offered beat is held stable until it is taken. ASSUME = 0
/// asserts them for a unit's output, 1 assumes them for its input.
module fv_stream #(
    parameter int WIDTH = 1,
    parameter int ASSUME = 0
) (
    input wire logic             clk_i,
    input wire logic             rst_ni,
    input wire logic             valid_i,
    input wire logic             ready_i,
    input wire logic [WIDTH-1:0] data_i
);
  logic stalled_q = 1'b0;
  logic [WIDTH-1:0] data_q;
  always_ff @(posedge clk_i) begin
    stalled_q <= rst_ni && valid_i && !ready_i;
    data_q <= data_i;
  end

  wire kept = !stalled_q || !rst_ni || (valid_i && data_i == data_q);
  generate
    if (ASSUME != 0) begin : g_assume
      always_comb assume (kept);
    end else begin : g_assert
      fv_assert u_kept (.hold_i(kept));
      fv_cover u_stall (.seen_i(stalled_q && rst_ni && ready_i));
    end
  endgenerate
endmodule

`default_nettype wire
