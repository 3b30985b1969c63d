// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The DMA engine's unit at one memory controller: reads groups and compresses them to their stored
/// form, and expands stored groups and writes them, both concurrently over one AXI4 port with one
/// id.
///
/// Latency, interval: those of its two sides, lp_cdma_read (g, a, ar, r) and lp_cdma_write (p, d,
/// aw, w, b), which are independent: neither waits for the other.
///
/// Source: cDMA (HPCA'18) section V-C, box "C" of figure 8.
///
/// Combinational paths: none.
module lp_cdma_chan #(
    /// Codecs built: 1 ZVC, 2 and BPC, 3 with serial units of BPC, 15 all of lp_mixed_pkg and the
    /// best of them. Raw is always available.
    parameter int CODECS = lp_codec_pkg::CODECS,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM = 32,
    /// Flits of waiting stored groups, a power of two, at least 32.
    parameter int PUT = 32
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Group to read: valid.
    input  wire logic         g_valid_i,
    /// Group to read: ready.
    output wire logic         g_ready_o,
    /// Its number: address / 512.
    input  wire logic [30:0]  g_group_i,
    /// Its sectors, 1..16.
    input  wire logic [4:0]   g_sectors_i,
    /// Its codec: a number of lp_codec_pkg that is built; any other number is raw.
    input  wire logic [3:0]   g_codec_i,

    /// Flit of its stored form out, in the order of g: valid.
    output wire logic         a_valid_o,
    /// Flit out: ready.
    input  wire logic         a_ready_i,
    /// The flit, zero past the group's end.
    output wire logic [255:0] a_data_o,
    /// The group's last.
    output wire logic         a_last_o,
    /// Bytes in use, 1..32; 32 in all flits but the last.
    output wire logic [5:0]   a_bytes_o,
    /// With the last: zero words among the group's raw sectors, 0..128.
    output wire logic [7:0]   a_zeros_o,
    /// With the last: the memory returned an error for a sector.
    output wire logic         a_err_o,

    /// Flit of a stored group in: valid.
    input  wire logic         p_valid_i,
    /// Flit in: ready.
    output wire logic         p_ready_o,
    /// The flit, zero past the group's end.
    input  wire logic [255:0] p_data_i,
    /// The group's last.
    input  wire logic         p_last_i,
    /// With the last: bytes in use, 1..32.
    input  wire logic [5:0]   p_bytes_i,
    /// With every flit: the group's number.
    input  wire logic [30:0]  p_group_i,
    /// With every flit: its sectors, 1..16.
    input  wire logic [4:0]   p_sectors_i,
    /// With every flit: its codec.
    input  wire logic [3:0]   p_codec_i,

    /// A group is written, in the order of p: valid.
    output wire logic         d_valid_o,
    /// A group is written: ready.
    input  wire logic         d_ready_i,
    /// Its number.
    output wire logic [30:0]  d_group_o,
    /// Zero words in its raw sectors, 0..128.
    output wire logic [7:0]   d_zeros_o,
    /// Bit 0: the memory returned an error; bit 1: the stored form is corrupt.
    output wire logic [1:0]   d_err_o,

    /// AXI: ARVALID.
    output wire logic         arvalid_o,
    /// AXI: ARREADY.
    input  wire logic         arready_i,
    /// AXI: ARADDR, a multiple of 128.
    output wire logic [39:0]  araddr_o,
    /// AXI: ARLEN, 0..3.
    output wire logic [7:0]   arlen_o,

    /// AXI: RVALID.
    input  wire logic         rvalid_i,
    /// AXI: RREADY.
    output wire logic         rready_o,
    /// AXI: RDATA.
    input  wire logic [255:0] rdata_i,
    /// AXI: RRESP.
    input  wire logic [1:0]   rresp_i,
    /// AXI: RLAST; not used, since sectors are counted.
    input  wire logic         rlast_i,

    /// AXI: AWVALID.
    output wire logic         awvalid_o,
    /// AXI: AWREADY.
    input  wire logic         awready_i,
    /// AXI: AWADDR, a multiple of 128.
    output wire logic [39:0]  awaddr_o,
    /// AXI: AWLEN, 0..3.
    output wire logic [7:0]   awlen_o,

    /// AXI: WVALID.
    output wire logic         wvalid_o,
    /// AXI: WREADY.
    input  wire logic         wready_i,
    /// AXI: WDATA.
    output wire logic [255:0] wdata_o,
    /// AXI: WSTRB, all ones.
    output wire logic [31:0]  wstrb_o,
    /// AXI: WLAST.
    output wire logic         wlast_o,

    /// AXI: BVALID.
    input  wire logic         bvalid_i,
    /// AXI: BREADY.
    output wire logic         bready_o,
    /// AXI: BRESP.
    input  wire logic [1:0]   bresp_i
);
  lp_cdma_read #(.CODECS(CODECS), .ELEM(ELEM)) u_read (
      .clk_i, .rst_ni, .g_valid_i, .g_ready_o, .g_group_i, .g_sectors_i, .g_codec_i, .a_valid_o,
      .a_ready_i, .a_data_o, .a_last_o, .a_bytes_o, .a_zeros_o, .a_err_o, .arvalid_o, .arready_i,
      .araddr_o, .arlen_o, .rvalid_i, .rready_o, .rdata_i, .rresp_i, .rlast_i);
  lp_cdma_write #(.CODECS(CODECS), .ELEM(ELEM), .PUT(PUT)) u_write (
      .clk_i, .rst_ni, .p_valid_i, .p_ready_o, .p_data_i, .p_last_i, .p_bytes_i, .p_group_i,
      .p_sectors_i, .p_codec_i, .d_valid_o, .d_ready_i, .d_group_o, .d_zeros_o, .d_err_o,
      .awvalid_o, .awready_i, .awaddr_o, .awlen_o, .wvalid_o, .wready_i, .wdata_o, .wstrb_o,
      .wlast_o, .bvalid_i, .bready_o, .bresp_i);
endmodule

`default_nettype wire
