// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Builds the symbol of a plane from its kind (see lp_bpc_sizes): bit 31 is its first bit, and
/// zeros follow its last.
/// Combinational: latency 0, interval 1.
/// Source: Kim et al. (ISCA'16), code table.
module lp_bpc_symbol (
    /// DBX.
    input  wire logic [30:0] dbx_i,
    /// Kind of the symbol.
    input  wire logic [2:0]  kind_i,
    /// Length of a run minus two.
    input  wire logic [4:0]  run_i,
    /// Output the word instead; kind and plane are ignored.
    input  wire logic        as_word_i,
    /// The word.
    input  wire logic [31:0] word_i,
    /// The symbol.
    output wire logic [31:0] symbol_o
);
  wire zero, run, zeros, ten, raw;
  assign zero = (kind_i == 3'd1) & ~as_word_i;
  assign run = (kind_i == 3'd3) & ~as_word_i;
  assign zeros = (kind_i == 3'd6) & ~as_word_i;
  assign ten = (kind_i == 3'd5) & ~as_word_i;
  assign raw = (kind_i == 3'd4) & ~as_word_i;

  // Position of a single one or of the lower of two adjacent ones, bit by bit. At level j, with
  // blocks of 2^j bits, the ones are in an even block, in an odd one, or in one of each. In the
  // last case they straddle a boundary, and the lower one's block is odd only if they straddle a
  // boundary of the next level too.
  genvar i, j;
  generate
    for (j = 0; j < 5; j = j + 1) begin : g_level
      wire [(32>>j)-1:0] block;
      wire [(16>>j)-1:0] in_even, in_odd;
      wire even, odd;
      if (j == 0) begin : g_leaf
        assign block = {1'b0, dbx_i};
      end else begin : g_join
        for (i = 0; i < (32 >> j); i = i + 1) begin : g_block
          assign block[i] = g_level[j-1].block[2*i] | g_level[j-1].block[2*i+1];
        end
      end
      for (i = 0; i < (16 >> j); i = i + 1) begin : g_half
        assign in_even[i] = block[2*i];
        assign in_odd[i] = block[2*i+1];
      end
      assign even = |in_even;
      assign odd = |in_odd;
    end
  endgenerate
  wire [4:0] at;
  generate
    for (j = 0; j < 5; j = j + 1) begin : g_at
      if (j == 4) begin : g_top
        assign at[j] = g_level[j].odd & ~g_level[j].even;
      end else begin : g_below
        assign at[j] = g_level[j].odd
                     & (~g_level[j].even | (g_level[j+1].even & g_level[j+1].odd));
      end
    end
  endgenerate
  wire two;
  assign two = g_level[0].even & g_level[0].odd;

  assign symbol_o = ({32{as_word_i}} & word_i)
                  | ({32{raw}} & {1'b1, dbx_i})
                  | {1'b0, run, zero, ten, (ten & ~two) | zeros, 27'b0}
                  | {2'b0, {5{run}} & run_i, 25'b0}
                  | {5'b0, {5{ten}} & at, 22'b0};
endmodule

`default_nettype wire
