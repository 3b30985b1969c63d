// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Four raw lines of four sectors: a sector in, 64 bits of another out, and a third out whole.
///
/// Latency: 1 cycle from a sector in until it can be read; reading is combinational. Interval: 1.
///
/// Combinational paths: at -> pair; from -> data.
module lp_bpc_queue (
    /// Clock.
    input  wire logic         clk_i,
    /// A sector goes in.
    input  wire logic         put_i,
    /// Its number.
    input  wire logic [3:0]   to_i,
    /// The sector.
    input  wire logic [255:0] data_i,
    /// Sector, and pair of words in it.
    input  wire logic [5:0]   at_i,
    /// The two words.
    output wire logic [63:0]  pair_o,
    /// Sector.
    input  wire logic [3:0]   from_i,
    /// The sector.
    output wire logic [255:0] data_o
);
  logic [255:0] mem_q [0:15];
  always_ff @(posedge clk_i) begin
    if (put_i) mem_q[to_i] <= data_i;
  end
  assign data_o = mem_q[from_i];

  wire [255:0] sector;
  wire [127:0] half;
  assign sector = mem_q[at_i[5:2]];
  assign half = at_i[1] ? sector[255:128] : sector[127:0];
  assign pair_o = at_i[0] ? half[127:64] : half[63:0];
endmodule

`default_nettype wire
