// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Which of N numbers are held: from the cycle after `take` to that after `give`.
module fv_held #(
    parameter int N = 2
) (
    input  wire logic                 clk_i,
    input  wire logic                 rst_ni,
    input  wire logic                 take_i,
    input  wire logic [$clog2(N)-1:0] take_number_i,
    input  wire logic                 give_i,
    input  wire logic [$clog2(N)-1:0] give_number_i,
    output wire logic [N-1:0]         held_o
);
  logic [N-1:0] held_q = '0;
  wire [N-1:0] take = {{N - 1{1'b0}}, take_i} << take_number_i;
  wire [N-1:0] give = {{N - 1{1'b0}}, give_i} << give_number_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) held_q <= '0;
    else held_q <= (held_q & ~give) | take;
  end
  assign held_o = held_q;
endmodule

`default_nettype wire
