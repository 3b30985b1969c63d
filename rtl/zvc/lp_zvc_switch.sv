// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Switch bits of the compaction network (lp_zvc_omega) for one sector of LANES elements.
///
/// The flagged elements go, in order, to the lanes start_i, start_i + 1, ... (modulo LANES). Level
/// k of the network pairs the lanes that differ in bit k, least significant bit first. It never
/// blocks, since the targets are ordered and cyclically consecutive: two elements that meet at
/// level k come from sources less than 2^(k+1) apart, so their targets differ in the low k+1 bits.
///
/// In a block of 2^(k+1) sources whose first target is T, let c be the first target >= T whose low
/// k bits are b. Its element is in the first half of the block iff c - T is less than the number of
/// flags there; the switch for b crosses iff bit k of c is not the half it is in.
///
/// Combinational. Bit k*LANES/2 + j of sw_o is switch j of level k, counted by its lower lane.
/// Source: cDMA (HPCA'18) section V-B, prefix sum and steering.
///
/// Combinational paths: flag, start -> sw; flag -> count.
module lp_zvc_switch #(
    /// Elements in a sector: 8, 16 or 32.
    parameter int LANES = 8,
    localparam int LL = $clog2(LANES)
) (
    /// Element is non-zero.
    input  wire logic [LANES-1:0]      flag_i,
    /// Lane of the first flagged element.
    input  wire logic [LL-1:0]         start_i,
    /// Cross (1) or straight (0).
    output wire logic [LL*LANES/2-1:0] sw_o,
    /// Number of flagged elements.
    output wire logic [LL:0]           count_o
);
  generate
    if (LANES != 8 && LANES != 16 && LANES != 32) begin : g_check_lanes
      lp_bad_LANES_none_of_8_16_32 u_bad ();
    end
  endgenerate

  // A block at level k has 2^k sources. count: its flags; first: its first target, low k bits.
  genvar k, s, b;
  generate
    for (k = 0; k <= LL; k = k + 1) begin : g_count
      wire [(LANES >> k)*(k+1)-1:0] n;
      for (s = 0; s < (LANES >> k); s = s + 1) begin : g_block
        if (k == 0) assign n[s] = flag_i[s];
        else assign n[s*(k+1) +: k+1] = {1'b0, g_count[k-1].n[2*s*k +: k]}
                                      + {1'b0, g_count[k-1].n[(2*s+1)*k +: k]};
      end
    end
    for (k = LL; k > 0; k = k - 1) begin : g_first
      wire [(LANES >> k)*k-1:0] t;
      for (s = 0; s < (LANES >> k); s = s + 1) begin : g_block
        if (k == LL) assign t = start_i;
        else if (s % 2 == 0) assign t[s*k +: k] = g_first[k+1].t[(s/2)*(k+1) +: k];
        else assign t[s*k +: k] = g_first[k+1].t[(s/2)*(k+1) +: k]
                                + g_count[k].n[(s-1)*(k+1) +: k];
      end
    end
    for (k = 0; k < LL; k = k + 1) begin : g_level
      for (s = 0; s < (LANES >> (k+1)); s = s + 1) begin : g_block
        wire [k:0] first, half;
        assign first = g_first[k+1].t[s*(k+1) +: k+1];
        assign half  = g_count[k].n[2*s*(k+1) +: k+1];
        for (b = 0; b < (1 << k); b = b + 1) begin : g_switch
          if (k == 0) assign sw_o[s] = ~(first ^ half);
          else begin : g_wide
            wire [k-1:0] away;
            assign away = b[k-1:0] - first[k-1:0];
            assign sw_o[k*LANES/2 + (s << k) + b] =
                ~(first[k] ^ (first[k-1:0] > b) ^ ({1'b0, away} < half));
          end
        end
      end
    end
  endgenerate
  assign count_o = g_count[LL].n;
endmodule

`default_nettype wire
