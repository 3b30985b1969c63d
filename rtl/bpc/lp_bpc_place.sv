// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Finds where each of eight plane symbols begins in the line's stream, from their kinds
/// (lp_bpc_sizes). Symbols of 32 bits do not change the phase, the position within a stream word,
/// so phases are sums of the short ones only; a symbol that ends in the word in which it begins
/// makes the words close up by one. Combinational: latency 0, interval 1.
module lp_bpc_place (
    /// Kinds, 3 bits each, the first in the low bits.
    input  wire logic [23:0] kind_i,
    /// The line is stored raw: all have 32 bits, regardless of their kinds; the first begins at 0.
    input  wire logic        raw_i,
    /// Start of the first, modulo a sector (256 bits).
    input  wire logic [7:0]  at_i,
    /// Start of symbol i in its word, 5 bits each.
    output wire logic [39:0] phase_o,
    /// For lp_bpc_pack: lanes that move down by one.
    output wire logic [8:1]  down_1_o,
    /// The same by two.
    output wire logic [8:2]  down_2_o,
    /// The same by four.
    output wire logic [8:4]  down_4_o,
    /// End of the last one, modulo a sector.
    output wire logic [7:0]  end_o,
    /// The end is in the next sector, or at its start.
    output wire logic        carry_o
);
  // Level j, field i: bits of the short symbols from the start of i's block of 2^j up to i; in the
  // first block including the phase where they begin.
  wire [7:0] raw;
  genvar i, j;
  generate
    for (j = 0; j <= 3; j = j + 1) begin : g_level
      for (i = 0; i < 8; i = i + 1) begin : g_field
        wire [4:0] sum;
        if (j == 0) begin : g_leaf
          wire h, m, l;
          wire [3:0] bits;
          assign {h, m, l} = kind_i[3*i +: 3];
          assign raw[i] = h & ~m & ~l;
          assign bits = {h & l, m, l, m | (l & ~h)};
          if (i == 0) begin : g_first
            lp_bpc_phase u_sum (.a_i(at_i[4:0]), .b_i({1'b0, bits}), .sum_o(sum));
          end else begin : g_other
            assign sum = {1'b0, bits};
          end
        end else if ((i >> (j - 1)) % 2 == 1) begin : g_join
          localparam int LOW = ((i >> (j - 1)) << (j - 1)) - 1;
          lp_bpc_phase u_sum (
              .a_i(g_level[j-1].g_field[i].sum), .b_i(g_level[j-1].g_field[LOW].sum),
              .sum_o(sum));
        end else begin : g_keep
          assign sum = g_level[j-1].g_field[i].sum;
        end
      end
    end
  endgenerate
  assign phase_o[4:0] = at_i[4:0];
  generate
    for (i = 1; i < 8; i = i + 1) begin : g_phase
      assign phase_o[5*i +: 5] = g_level[3].g_field[i-1].sum & {5{~raw_i}};
    end
  endgenerate
  assign end_o[4:0] = g_level[3].g_field[7].sum & {5{~raw_i}};

  // A symbol that ends in its own word: it is short, and its phase has not wrapped. Short ones have
  // at most 10 bits, so bit 4 falls exactly if the phase wraps.
  wire [7:0] stays;
  // Only the sum of all eight needs its fourth bit.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [35:0] count;
  /* verilator lint_on UNUSEDSIGNAL */
  generate
    for (i = 0; i < 8; i = i + 1) begin : g_stays
      wire from, to;
      if (i == 0) begin : g_first
        assign from = at_i[4];
      end else begin : g_other
        assign from = g_level[3].g_field[i-1].sum[4];
      end
      assign to = g_level[3].g_field[i].sum[4];
      assign stays[i] = ~raw_i & ~raw[i] & ~(from & ~to);
    end
  endgenerate
  lp_prefix #(.WIDTH(8)) u_count (.bits_i(stays), .count_o(count));

  // Eight words further, minus those that are shared.
  /* verilator lint_off UNUSEDSIGNAL */
  wire more;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_add #(.WIDTH(4)) u_end (
      .a_i({1'b1, at_i[7:5]}), .b_i(~count[35:32]), .c_i(1'b1),
      .sum_o({more, carry_o, end_o[7:5]}));

  // Lane i is to move down by count i in three steps; after a step, a lane's remaining count is
  // that of the lane now in its position, or of the one above.
  generate
    for (i = 1; i < 9; i = i + 1) begin : g_down_1
      // Lane 1 moves down by one at most, lanes 2 and 3 by three.
      /* verilator lint_off UNUSEDSIGNAL */
      wire [2:0] by;
      /* verilator lint_on UNUSEDSIGNAL */
      assign by = (i == 8) ? count[30:28] : count[4*i +: 3];
      assign down_1_o[i] = by[0];
    end
    for (i = 2; i < 9; i = i + 1) begin : g_down_2
      /* verilator lint_off UNUSEDSIGNAL */
      wire [1:0] by;
      /* verilator lint_on UNUSEDSIGNAL */
      if (i == 8) begin : g_top
        assign by = g_down_1[i].by[2:1] & {2{~down_1_o[i]}};
      end else begin : g_rest
        assign by = down_1_o[i] ? g_down_1[i+1].by[2:1] : g_down_1[i].by[2:1];
      end
      assign down_2_o[i] = by[0];
    end
    for (i = 4; i < 9; i = i + 1) begin : g_down_4
      if (i > 6) begin : g_top
        assign down_4_o[i] = g_down_2[i].by[1] & ~down_2_o[i];
      end else begin : g_rest
        assign down_4_o[i] = down_2_o[i] ? g_down_2[i+2].by[1] : g_down_2[i].by[1];
      end
    end
  endgenerate
endmodule

`default_nettype wire
