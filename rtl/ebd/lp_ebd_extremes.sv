// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The extreme exponents of a line of 64 bfloat16 elements, updated as its sectors arrive. The
/// outputs are registers: after a sector is taken they hold the extremes of the line up to it.
/// Latency 1, interval 1.
///
/// Combinational paths: none.
module lp_ebd_extremes (
    /// Clock.
    input  wire logic         clk_i,
    /// A sector is taken in this cycle.
    input  wire logic         take_i,
    /// It is the first of its line.
    input  wire logic         first_i,
    /// The sector.
    input  wire logic [255:0] data_i,

    /// The largest exponent below 255 of elements that are not zero; 255 if there is none.
    output wire logic [7:0]   most_o,
    /// 255 less the least exponent above 0; 0 if there is none.
    output wire logic [7:0]   least_o,
    /// Some exponent is 255 and the largest is less.
    output wire logic         inf_o
);
  logic [7:0] most_q, least_q;
  logic finite_q, inf_q;
  wire [127:0] finite_e, low_e;
  wire [15:0] finite, inf;
  wire [31:0] high, low;
  wire [7:0] most, least, most_before, least_before;
  genvar i;
  generate
    for (i = 0; i < 16; i = i + 1) begin : g_element
      wire [7:0] e;
      assign e = data_i[16*i+7 +: 8];
      assign inf[i] = &e;
      assign finite[i] = ~inf[i] & ((|e) | (|data_i[16*i +: 7]) | data_i[16*i+15]);
      assign finite_e[8*i +: 8] = e & {8{~inf[i]}};
      assign low_e[8*i +: 8] = ~e & {8{|e}};
    end
    for (i = 0; i < 4; i = i + 1) begin : g_most
      lp_ebd_most u_high (.bytes_i(finite_e[32*i +: 32]), .most_o(high[8*i +: 8]));
      lp_ebd_most u_low (.bytes_i(low_e[32*i +: 32]), .most_o(low[8*i +: 8]));
    end
  endgenerate

  // Of the sectors before this one.
  wire finite_all, inf_all;
  assign most_before = most_q & {8{~first_i & finite_q}};
  assign least_before = least_q & {8{~first_i}};
  assign finite_all = (|finite) | (~first_i & finite_q);
  assign inf_all = (|inf) | (~first_i & inf_q);
  lp_ebd_most #(.N(5)) u_most (.bytes_i({high, most_before}), .most_o(most));
  lp_ebd_most #(.N(5)) u_least (.bytes_i({low, least_before}), .most_o(least));
  always_ff @(posedge clk_i) begin
    if (take_i) begin
      most_q <= most | {8{~finite_all}};
      least_q <= least;
      finite_q <= finite_all;
      inf_q <= inf_all;
    end
  end
  assign most_o = most_q;
  assign least_o = least_q;
  assign inf_o = inf_q & finite_q;
endmodule

`default_nettype wire
