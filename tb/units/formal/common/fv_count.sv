// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_count: a copy is the sum, or the maximum, of the values added from two cycles before the
/// previous copy was taken to three cycles before this one was; no value is lost or doubled between
/// two copies, and a sum that overflows is all ones.
module fv_count #(
    parameter int WIDTH = 4,
    parameter int ADD_W = 3,
    parameter int LARGEST = 0
) (
    input wire logic             clk_i,
    input wire logic             again_i,
    input wire logic [ADD_W-1:0] add_i,
    input wire logic             take_i
);
  localparam logic [WIDTH+1:0] MOST = (1 << WIDTH) - 1;
  wire rst_n;
  wire [WIDTH-1:0] count;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_count #(.WIDTH(WIDTH), .ADD_W(ADD_W), .LARGEST(LARGEST)) u_dut (
      .clk_i, .rst_ni(rst_n), .add_i, .take_i, .count_o(count));

  logic [WIDTH+1:0] late_q = '0, run_q = '0, copy_q = '0;
  wire [WIDTH+1:0] sum = run_q + late_q;
  wire [WIDTH+1:0] most = run_q < late_q ? late_q : run_q;
  always_ff @(posedge clk_i) begin
    late_q <= rst_n ? (WIDTH+2)'(add_i) : '0;
    if (!rst_n) run_q <= '0;
    else if (take_i) run_q <= late_q;
    else if (LARGEST != 0) run_q <= most;
    else run_q <= sum > MOST ? MOST : sum;
    if (!rst_n) copy_q <= '0;
    else if (take_i) copy_q <= run_q;
  end
  fv_assert u_copy (.hold_i(!rst_n || count == copy_q[WIDTH-1:0]));
  fv_cover u_full (.seen_i(rst_n && count == MOST[WIDTH-1:0]));
  fv_cover u_less (.seen_i(rst_n && count == 1 && run_q == 2));
endmodule

`default_nettype wire
