// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Token bucket that limits launches of 512-byte groups. It holds at most 1024 bytes, receives rate
/// / 256 bytes in every cycle, and a launch takes 512. Over any n cycles at most n * rate / 256 +
/// 1024 bytes are launched.
///
/// Latency: 1 cycle, 2 from rate. Interval: 1 cycle. ok and level come out of flops.
///
/// Source: Rhu et al., "Compressing DMA Engine", HPCA 2018, section V (bandwidth-aware policy).
///
/// Combinational paths: none.
module lp_cdma_bucket (
    /// Clock.
    input  wire logic        clk_i,
    /// Synchronous reset, active low; the bucket is full then.
    input  wire logic        rst_ni,
    /// 1/256 bytes per cycle; 0: no limit, and the bucket is unchanged.
    input  wire logic [23:0] rate_i,
    /// A launch; only while ok.
    input  wire logic        take_i,
    /// Enough for a launch.
    output wire logic        ok_o,
    /// Content of the bucket in 1/256 bytes.
    output wire logic [18:0] level_o
);
  localparam int FULL = 18;  // log2 of 1024 bytes; a launch takes half of that

  logic [23:0] rate_q;
  logic limited_q;
  logic [FULL:0] level_q;
  wire [24:0] kept, less;
  // A half is subtracted in the upper two bits: 10 becomes 01, and 01 becomes 00.
  lp_sum #(.WIDTH(25)) u_kept (.a_i({6'd0, level_q}), .b_i({1'b0, rate_q}), .sum_o(kept));
  lp_sum #(.WIDTH(25)) u_less (
      .a_i({7'd0, level_q[FULL], level_q[FULL-2:0]}), .b_i({1'b0, rate_q}), .sum_o(less));

  wire over, over_less, take;
  assign over = |kept[24:FULL];
  assign over_less = |less[24:FULL];
  assign take = take_i & limited_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      rate_q <= '0;
      limited_q <= 1'b0;
      level_q <= {1'b1, {FULL{1'b0}}};
    end else begin
      rate_q <= rate_i;
      limited_q <= |rate_i;
      level_q <= take ? {over_less, less[FULL-1:0] & {FULL{~over_less}}}
                      : {over, kept[FULL-1:0] & {FULL{~over}}};
    end
  end
  assign ok_o = ~limited_q | level_q[FULL] | level_q[FULL-1];
  assign level_o = level_q;
endmodule

`default_nettype wire
