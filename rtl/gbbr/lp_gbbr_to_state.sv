// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The metadata state of an encoded line: the one place that turns codec and sectors into the
/// nibble. lp_gbbr_from_state is its inverse; a state that is spent on more is added to both.
///
/// Today the state does not depend on the codec, which is that of the page's target.
///
/// Combinational: latency 0, interval 1.
module lp_gbbr_to_state (
    /// The line's codec.
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire logic [lp_codec_pkg::CODEC_W-1:0] codec_i,
    /* verilator lint_on UNUSEDSIGNAL */
    /// Sectors of the entry: 0 zero line, 1..3, 4 raw.
    input  wire logic [2:0]                       sectors_i,
    /// The entry fits in 8 bytes.
    input  wire logic                             tiny_i,
    /// The page's target: 0 1x, 1 1.33x, 2 2x, 3 4x, 4 16x.
    input  wire logic [2:0]                       target_i,
    /// State: 0 zero, 1..3 sectors, 4 raw, 5 in the 8 bytes of a 16x page.
    output wire logic [3:0]                       state_o
);
  localparam logic [2:0] SIXTEEN = 3'd4;
  localparam logic [3:0] EIGHT = 4'd5;

  assign state_o = tiny_i & (sectors_i != 3'd0) & (target_i == SIXTEEN) ? EIGHT
                                                                        : {1'b0, sectors_i};
endmodule

`default_nettype wire
