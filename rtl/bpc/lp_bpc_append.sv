// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Appends symbols to a BPC stream, up to 71 bits per step, and gives the words of 32 bits that a
/// step has changed.
///
/// Only the word that is not full is kept; it is given again, with more bits, until it is. Words
/// after it are zero, so a stream ends in zeros.
///
/// Latency: 0 cycles. Interval: 1.
module lp_bpc_append (
    /// Clock.
    input  wire logic         clk_i,
    /// Step.
    input  wire logic         step_i,
    /// The line's first step; else the stream goes on.
    input  wire logic         first_i,
    /// First step: bits of the stream before it; they read as zero.
    input  wire logic [6:0]   head_i,
    /// Bits to append, the first one lowest; zero after their end.
    input  wire logic [70:0]  bits_i,
    /// How many, at most 71.
    input  wire logic [6:0]   length_i,
    /// Four words.
    output wire logic [127:0] words_o,
    /// The number of the first, from 0.
    output wire logic [4:0]   at_o,
    /// Bits of the stream after the step.
    output wire logic [10:0]  size_o
);
  logic [10:0] size_q;
  logic [31:0] part_q;
  wire [10:0] from;
  wire [4:0] phase;
  assign from = first_i ? {4'b0, head_i} : size_q;
  assign phase = from[4:0];
  assign size_o = from + {4'b0, length_i};
  assign at_o = from[9:5];

  wire [86:0] by16;
  wire [94:0] by8;
  wire [98:0] by4;
  wire [100:0] by2;
  wire [101:0] by1;
  assign by16 = phase[4] ? {bits_i, 16'b0} : {16'b0, bits_i};
  assign by8 = phase[3] ? {by16, 8'b0} : {8'b0, by16};
  assign by4 = phase[2] ? {by8, 4'b0} : {4'b0, by8};
  assign by2 = phase[1] ? {by4, 2'b0} : {2'b0, by4};
  assign by1 = phase[0] ? {by2, 1'b0} : {1'b0, by2};
  assign words_o = {26'b0, by1[101:32], by1[31:0] | (part_q & {32{~first_i}})};

  // Words that the step has filled.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [6:0] sum;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [63:0] legs;
  assign sum = {2'b0, phase} + length_i;
  assign legs = sum[5] ? {words_o[127:96], words_o[63:32]} : {words_o[95:64], words_o[31:0]};
  always_ff @(posedge clk_i) begin
    if (step_i) begin
      size_q <= size_o;
      part_q <= sum[6] ? legs[63:32] : legs[31:0];
    end
  end
endmodule

`default_nettype wire
