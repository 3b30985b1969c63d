// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The link of lp_cdma_core as an AXI4 port to host memory, shared with the rings: ids 0 and 1
/// belong to the rings, 2 to the streams. The out stream becomes write bursts (lp_cdma_host_wr),
/// the in stream comes from read bursts (lp_cdma_host_rd); the two are independent.
///
/// Dependencies: reads wait for reserved space, writes for their beats, r and b only for the rings.
/// The host may answer ids in any order, interleave their beats, serve reads or writes first, and
/// take w before aw. A stream is answered when all its bursts are, so its data has arrived before
/// its completion.
///
/// Bursts are INCR of size 5, of at most BURST beats, and do not cross a 4 KiB boundary. Latency: 3
/// cycles from a burst's last beat to its address, 3 from a beat of r to the in stream. Interval: 1
/// cycle per beat.
///
/// Source: cDMA (HPCA'18), section V; AMBA AXI4 (ARM IHI 0022).
///
/// Combinational paths: none.
module lp_cdma_host #(
    /// Longest burst in beats: a power of two, 4 to 128.
    parameter int BURST = 16,
    /// Beats that may be requested and not delivered yet: a power of two, at least BURST.
    parameter int READ  = 512
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Out stream begins: valid.
    input  wire logic         out_avalid_i,
    /// Out stream begins: ready, when the previous one is answered.
    output wire logic         out_aready_o,
    /// Its host address, a multiple of 32.
    input  wire logic [39:0]  out_aaddr_i,
    /// Beat of the out stream: valid.
    input  wire logic         out_tvalid_i,
    /// Beat: ready.
    output wire logic         out_tready_o,
    /// 32 bytes.
    input  wire logic [255:0] out_tdata_i,
    /// The stream's last.
    input  wire logic         out_tlast_i,
    /// With last: this beat has no data.
    input  wire logic         out_tuser_i,
    /// All beats are written and acknowledged: valid.
    output wire logic         out_bvalid_o,
    /// All beats are written and acknowledged: ready.
    input  wire logic         out_bready_i,
    /// The host returned an error for one of the stream's bursts.
    output wire logic         out_berr_o,

    /// In stream request: valid.
    input  wire logic         in_avalid_i,
    /// In stream request: ready, when the previous one has been delivered.
    output wire logic         in_aready_o,
    /// Its host address, a multiple of 32.
    input  wire logic [39:0]  in_aaddr_i,
    /// Number of its beats.
    input  wire logic [35:0]  in_abeats_i,
    /// Beat of the in stream: valid.
    output wire logic         in_tvalid_o,
    /// Beat: ready.
    input  wire logic         in_tready_i,
    /// 32 bytes.
    output wire logic [255:0] in_tdata_o,
    /// The host returned an error.
    output wire logic         in_tuser_o,
    /// The outstanding beats may have any data.
    input  wire logic         in_drop_i,

    /// Rings: ARVALID.
    input  wire logic         ring_arvalid_i,
    /// Rings: ARREADY.
    output wire logic         ring_arready_o,
    /// Rings: ARID.
    input  wire logic         ring_arid_i,
    /// Rings: ARADDR.
    input  wire logic [39:0]  ring_araddr_i,
    /// Rings: ARLEN.
    input  wire logic [7:0]   ring_arlen_i,
    /// Rings: RVALID.
    output wire logic         ring_rvalid_o,
    /// Rings: RREADY.
    input  wire logic         ring_rready_i,
    /// Rings: RID.
    output wire logic         ring_rid_o,
    /// Rings: RDATA.
    output wire logic [255:0] ring_rdata_o,
    /// Rings: RRESP.
    output wire logic [1:0]   ring_rresp_o,
    /// Rings: RLAST.
    output wire logic         ring_rlast_o,
    /// Rings: AWVALID.
    input  wire logic         ring_awvalid_i,
    /// Rings: AWREADY.
    output wire logic         ring_awready_o,
    /// Rings: AWID.
    input  wire logic         ring_awid_i,
    /// Rings: AWADDR.
    input  wire logic [39:0]  ring_awaddr_i,
    /// Rings: AWLEN.
    input  wire logic [7:0]   ring_awlen_i,
    /// Rings: WVALID.
    input  wire logic         ring_wvalid_i,
    /// Rings: WREADY.
    output wire logic         ring_wready_o,
    /// Rings: WDATA.
    input  wire logic [255:0] ring_wdata_i,
    /// Rings: WSTRB.
    input  wire logic [31:0]  ring_wstrb_i,
    /// Rings: WLAST.
    input  wire logic         ring_wlast_i,
    /// Rings: BVALID.
    output wire logic         ring_bvalid_o,
    /// Rings: BREADY.
    input  wire logic         ring_bready_i,
    /// Rings: BID.
    output wire logic         ring_bid_o,
    /// Rings: BRESP.
    output wire logic [1:0]   ring_bresp_o,

    /// Host: ARVALID.
    output wire logic         arvalid_o,
    /// Host: ARREADY.
    input  wire logic         arready_i,
    /// Host: ARID, 0 and 1 of the rings, 2 of the stream.
    output wire logic [1:0]   arid_o,
    /// Host: ARADDR.
    output wire logic [39:0]  araddr_o,
    /// Host: ARLEN.
    output wire logic [7:0]   arlen_o,
    /// Host: RVALID.
    input  wire logic         rvalid_i,
    /// Host: RREADY.
    output wire logic         rready_o,
    /// Host: RID.
    input  wire logic [1:0]   rid_i,
    /// Host: RDATA.
    input  wire logic [255:0] rdata_i,
    /// Host: RRESP.
    input  wire logic [1:0]   rresp_i,
    /// Host: RLAST.
    input  wire logic         rlast_i,
    /// Host: AWVALID.
    output wire logic         awvalid_o,
    /// Host: AWREADY.
    input  wire logic         awready_i,
    /// Host: AWID, 0 and 1 of the rings, 2 of the stream.
    output wire logic [1:0]   awid_o,
    /// Host: AWADDR.
    output wire logic [39:0]  awaddr_o,
    /// Host: AWLEN.
    output wire logic [7:0]   awlen_o,
    /// Host: WVALID.
    output wire logic         wvalid_o,
    /// Host: WREADY.
    input  wire logic         wready_i,
    /// Host: WDATA.
    output wire logic [255:0] wdata_o,
    /// Host: WSTRB.
    output wire logic [31:0]  wstrb_o,
    /// Host: WLAST.
    output wire logic         wlast_o,
    /// Host: BVALID.
    input  wire logic         bvalid_i,
    /// Host: BREADY.
    output wire logic         bready_o,
    /// Host: BID.
    input  wire logic [1:0]   bid_i,
    /// Host: BRESP.
    input  wire logic [1:0]   bresp_i
);
  lp_cdma_host_wr #(.BURST(BURST)) u_wr (
      .clk_i, .rst_ni, .out_avalid_i, .out_aready_o, .out_aaddr_i, .out_tvalid_i, .out_tready_o,
      .out_tdata_i, .out_tlast_i, .out_tuser_i, .out_bvalid_o, .out_bready_i, .out_berr_o,
      .ring_awvalid_i, .ring_awready_o, .ring_awid_i, .ring_awaddr_i, .ring_awlen_i,
      .ring_wvalid_i, .ring_wready_o, .ring_wdata_i, .ring_wstrb_i, .ring_wlast_i, .ring_bvalid_o,
      .ring_bready_i, .ring_bid_o, .ring_bresp_o, .awvalid_o, .awready_i, .awid_o, .awaddr_o,
      .awlen_o, .wvalid_o, .wready_i, .wdata_o, .wstrb_o, .wlast_o, .bvalid_i, .bready_o, .bid_i,
      .bresp_i);
  lp_cdma_host_rd #(.BURST(BURST), .READ(READ)) u_rd (
      .clk_i, .rst_ni, .in_avalid_i, .in_aready_o, .in_aaddr_i, .in_abeats_i, .in_tvalid_o,
      .in_tready_i, .in_tdata_o, .in_tuser_o, .in_drop_i, .ring_arvalid_i, .ring_arready_o,
      .ring_arid_i, .ring_araddr_i, .ring_arlen_i, .ring_rvalid_o, .ring_rready_i, .ring_rid_o,
      .ring_rdata_o, .ring_rresp_o, .ring_rlast_o, .arvalid_o, .arready_i, .arid_o, .araddr_o,
      .arlen_o, .rvalid_i, .rready_o, .rid_i, .rdata_i, .rresp_i, .rlast_i);
endmodule

`default_nettype wire
