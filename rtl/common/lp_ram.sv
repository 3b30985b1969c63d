// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Memory with one write port and one read port on one clock, written so that FPGA tools infer RAM;
/// for an ASIC the file is replaced by a macro wrapper with the same ports. Latency of a read: 1
/// cycle; interval 1. r_data_o keeps the last word read until the next read. A word that is read in
/// the cycle in which it is written is returned as it was before. Content is undefined until
/// written; there is no reset. An address of DEPTH or more selects no word: a write to it may be
/// lost, and a read is undefined.
///
/// Combinational paths: none.
module lp_ram #(
    /// Bits of a word, a multiple of GRAIN.
    parameter int WIDTH = 256,
    /// Words, at least 2, any number.
    parameter int DEPTH = 128,
    /// Bits per write enable.
    parameter int GRAIN = 4,
    /// Bits of an address; follows from DEPTH.
    parameter int ADDR_W = $clog2(DEPTH)
) (
    /// Clock.
    input  wire logic                   clk_i,
    /// Write.
    input  wire logic                   w_en_i,
    /// Address of the word written.
    input  wire logic [ADDR_W-1:0]      w_addr_i,
    /// Grains to write.
    input  wire logic [WIDTH/GRAIN-1:0] w_mask_i,
    /// Data to write.
    input  wire logic [WIDTH-1:0]       w_data_i,
    /// Read.
    input  wire logic                   r_en_i,
    /// Address of the word read.
    input  wire logic [ADDR_W-1:0]      r_addr_i,
    /// Word of the last read.
    output wire logic [WIDTH-1:0]       r_data_o
);
  generate
    if (DEPTH < 2) begin : g_check_depth
      lp_bad_DEPTH_below_2 u_bad ();
    end
    if (GRAIN < 1) begin : g_check_grain
      lp_bad_GRAIN_below_1 u_bad ();
    end
    if (WIDTH < 1 || WIDTH % (GRAIN < 1 ? 1 : GRAIN) != 0) begin : g_check_width
      lp_bad_WIDTH_not_a_multiple_of_GRAIN u_bad ();
    end
    if (ADDR_W != $clog2(DEPTH)) begin : g_check_addr_w
      lp_bad_ADDR_W_not_that_of_DEPTH u_bad ();
    end
  endgenerate

  localparam int GRAINS = WIDTH / GRAIN;
  logic [WIDTH-1:0] mem_q [0:DEPTH-1];
  logic [WIDTH-1:0] data_q;

  // One process for each grain, since tools take much longer with one for all. Several processes
  // write one array, which always_ff does not allow.
  genvar g;
  generate
    for (g = 0; g < GRAINS; g = g + 1) begin : g_grain
      always @(posedge clk_i) begin
        if (w_en_i & w_mask_i[g]) mem_q[w_addr_i][g*GRAIN +: GRAIN] <= w_data_i[g*GRAIN +: GRAIN];
      end
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (r_en_i) data_q <= mem_q[r_addr_i];
  end

  assign r_data_o = data_q;
endmodule

`default_nettype wire
