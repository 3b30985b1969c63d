// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Compaction network: LANES elements through log2(LANES) levels of 2x2 switches.
///
/// With REVERSE = 0 the flagged elements of a sector go to consecutive lanes (lp_zvc_switch gives
/// the bits); with REVERSE = 1 the levels run in the opposite order, so that the same bits move
/// elements from consecutive lanes back to their positions. The other elements fill the remaining
/// lanes.
///
/// Combinational. Source: cDMA (HPCA'18) figure 10, the mux stages of both engines.
///
/// Combinational paths: data, sw -> data.
module lp_zvc_omega #(
    /// Elements in a sector: 8, 16 or 32.
    parameter int LANES = 8,
    /// 0: compaction, low level first. 1: expansion, high level first.
    parameter int REVERSE = 0,
    localparam int LL = $clog2(LANES),
    localparam int W = 256 / LANES
) (
    /// Elements in, lowest lane first.
    input  wire logic [255:0]          data_i,
    /// Switch bits in the order of lp_zvc_switch.
    input  wire logic [LL*LANES/2-1:0] sw_i,
    /// Elements out, lowest lane first.
    output wire logic [255:0]          data_o
);
  generate
    if (LANES != 8 && LANES != 16 && LANES != 32) begin : g_check_lanes
      lp_bad_LANES_none_of_8_16_32 u_bad ();
    end
    if (REVERSE != 0 && REVERSE != 1) begin : g_check_reverse
      lp_bad_REVERSE_neither_0_nor_1 u_bad ();
    end
  endgenerate

  genvar n, s, b;
  generate
    for (n = 0; n < LL; n = n + 1) begin : g_level
      localparam int K = (REVERSE != 0) ? LL - 1 - n : n;
      wire [255:0] in, out;
      if (n == 0) assign in = data_i;
      else assign in = g_level[n-1].out;
      for (s = 0; s < (LANES >> (K+1)); s = s + 1) begin : g_block
        for (b = 0; b < (1 << K); b = b + 1) begin : g_switch
          localparam int LO = ((s << (K+1)) + b) * W;
          localparam int HI = LO + (W << K);
          wire swap;
          assign swap = sw_i[K*LANES/2 + (s << K) + b];
          assign out[LO +: W] = swap ? in[HI +: W] : in[LO +: W];
          assign out[HI +: W] = swap ? in[LO +: W] : in[HI +: W];
        end
      end
    end
  endgenerate
  assign data_o = g_level[LL-1].out;
endmodule

`default_nettype wire
