// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The compressing DMA engine with an AXI4 port to host memory: lp_cdma_core, with its link and
/// rings joined on that port by lp_cdma_host. `make edge UNIT=lp_cdma CHANNELS=6` writes a wrapper
/// with the standard signal names by which FPGA tools find a bus.
///
/// Dependencies: as in lp_cdma_core and lp_cdma_host. An abort of an out job waits for the bursts
/// already issued to the host, since a burst cannot be withdrawn; after its completion no byte of
/// the job is written. Read data of an aborted in job may still arrive after its completion.
///
/// AXI4: bursts are INCR of size 5; those of the host have up to BURST beats and ids 0 and 1
/// (rings), 2 (streams), those of idx and dev up to 4 and one id.
///
/// Source: cDMA (HPCA'18), section V.
///
/// Combinational paths: none.
module lp_cdma #(
    /// Channels, one per memory controller: 1 to 8.
    parameter int CHANNELS = 6,
    /// Flits of 32 bytes that the buffer holds for a channel.
    parameter int FLITS    = 426,
    /// Codecs: 1 ZVC, 2 and BPC, 3 with serial units of BPC, 15 all of lp_mixed_pkg.
    parameter int CODECS   = 2,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM     = 32,
    /// Longest burst to the host in beats: a power of two, 4 to 128.
    parameter int BURST    = 16,
    /// Beats that may be requested from the host and not used yet: a power of two, at least BURST.
    parameter int READ     = 512
) (
    /// Clock.
    input  wire logic                        clk_i,
    /// Synchronous reset, active low.
    input  wire logic                        rst_ni,

    /// Registers, AXI4-Lite: AWVALID.
    input  wire logic                        csr_awvalid_i,
    /// Registers: AWREADY.
    output wire logic                        csr_awready_o,
    /// Registers: AWADDR.
    input  wire logic [11:0]                 csr_awaddr_i,
    /// Registers: AWPROT; not used.
    input  wire logic [2:0]                  csr_awprot_i,
    /// Registers: WVALID.
    input  wire logic                        csr_wvalid_i,
    /// Registers: WREADY.
    output wire logic                        csr_wready_o,
    /// Registers: WDATA.
    input  wire logic [31:0]                 csr_wdata_i,
    /// Registers: WSTRB.
    input  wire logic [3:0]                  csr_wstrb_i,
    /// Registers: BVALID.
    output wire logic                        csr_bvalid_o,
    /// Registers: BREADY.
    input  wire logic                        csr_bready_i,
    /// Registers: BRESP.
    output wire logic [1:0]                  csr_bresp_o,
    /// Registers: ARVALID.
    input  wire logic                        csr_arvalid_i,
    /// Registers: ARREADY.
    output wire logic                        csr_arready_o,
    /// Registers: ARADDR.
    input  wire logic [11:0]                 csr_araddr_i,
    /// Registers: ARPROT; not used.
    input  wire logic [2:0]                  csr_arprot_i,
    /// Registers: RVALID.
    output wire logic                        csr_rvalid_o,
    /// Registers: RREADY.
    input  wire logic                        csr_rready_i,
    /// Registers: RDATA.
    output wire logic [31:0]                 csr_rdata_o,
    /// Registers: RRESP.
    output wire logic [1:0]                  csr_rresp_o,
    /// An interrupt is pending and enabled.
    output wire logic                        irq_o,

    /// Host: ARVALID.
    output wire logic                        host_arvalid_o,
    /// Host: ARREADY.
    input  wire logic                        host_arready_i,
    /// Host: ARID, 0 and 1 of the rings, 2 of the stream.
    output wire logic [1:0]                  host_arid_o,
    /// Host: ARADDR.
    output wire logic [39:0]                 host_araddr_o,
    /// Host: ARLEN.
    output wire logic [7:0]                  host_arlen_o,
    /// Host: RVALID.
    input  wire logic                        host_rvalid_i,
    /// Host: RREADY.
    output wire logic                        host_rready_o,
    /// Host: RID.
    input  wire logic [1:0]                  host_rid_i,
    /// Host: RDATA.
    input  wire logic [255:0]                host_rdata_i,
    /// Host: RRESP.
    input  wire logic [1:0]                  host_rresp_i,
    /// Host: RLAST.
    input  wire logic                        host_rlast_i,
    /// Host: AWVALID.
    output wire logic                        host_awvalid_o,
    /// Host: AWREADY.
    input  wire logic                        host_awready_i,
    /// Host: AWID, 0 and 1 of the rings, 2 of the stream.
    output wire logic [1:0]                  host_awid_o,
    /// Host: AWADDR.
    output wire logic [39:0]                 host_awaddr_o,
    /// Host: AWLEN.
    output wire logic [7:0]                  host_awlen_o,
    /// Host: WVALID.
    output wire logic                        host_wvalid_o,
    /// Host: WREADY.
    input  wire logic                        host_wready_i,
    /// Host: WDATA.
    output wire logic [255:0]                host_wdata_o,
    /// Host: WSTRB.
    output wire logic [31:0]                 host_wstrb_o,
    /// Host: WLAST.
    output wire logic                        host_wlast_o,
    /// Host: BVALID.
    input  wire logic                        host_bvalid_i,
    /// Host: BREADY.
    output wire logic                        host_bready_o,
    /// Host: BID.
    input  wire logic [1:0]                  host_bid_i,
    /// Host: BRESP.
    input  wire logic [1:0]                  host_bresp_i,

    /// Index, device memory: ARVALID.
    output wire logic                        idx_arvalid_o,
    /// Index: ARREADY.
    input  wire logic                        idx_arready_i,
    /// Index: ARADDR.
    output wire logic [39:0]                 idx_araddr_o,
    /// Index: ARLEN.
    output wire logic [7:0]                  idx_arlen_o,
    /// Index: RVALID.
    input  wire logic                        idx_rvalid_i,
    /// Index: RREADY.
    output wire logic                        idx_rready_o,
    /// Index: RDATA.
    input  wire logic [255:0]                idx_rdata_i,
    /// Index: RRESP.
    input  wire logic [1:0]                  idx_rresp_i,
    /// Index: RLAST.
    input  wire logic                        idx_rlast_i,
    /// Index: AWVALID.
    output wire logic                        idx_awvalid_o,
    /// Index: AWREADY.
    input  wire logic                        idx_awready_i,
    /// Index: AWADDR.
    output wire logic [39:0]                 idx_awaddr_o,
    /// Index: AWLEN.
    output wire logic [7:0]                  idx_awlen_o,
    /// Index: WVALID.
    output wire logic                        idx_wvalid_o,
    /// Index: WREADY.
    input  wire logic                        idx_wready_i,
    /// Index: WDATA.
    output wire logic [255:0]                idx_wdata_o,
    /// Index: WSTRB.
    output wire logic [31:0]                 idx_wstrb_o,
    /// Index: WLAST.
    output wire logic                        idx_wlast_o,
    /// Index: BVALID.
    input  wire logic                        idx_bvalid_i,
    /// Index: BREADY.
    output wire logic                        idx_bready_o,
    /// Index: BRESP.
    input  wire logic [1:0]                  idx_bresp_i,

    /// Device memory, channel c at bit c: ARVALID.
    output wire logic [CHANNELS-1:0]         dev_arvalid_o,
    /// Device memory: ARREADY.
    input  wire logic [CHANNELS-1:0]         dev_arready_i,
    /// Device memory: ARADDR, 40 bits per channel.
    output wire logic [CHANNELS*40-1:0]      dev_araddr_o,
    /// Device memory: ARLEN, 8 bits per channel.
    output wire logic [CHANNELS*8-1:0]       dev_arlen_o,
    /// Device memory: RVALID.
    input  wire logic [CHANNELS-1:0]         dev_rvalid_i,
    /// Device memory: RREADY.
    output wire logic [CHANNELS-1:0]         dev_rready_o,
    /// Device memory: RDATA, 256 bits per channel.
    input  wire logic [CHANNELS*256-1:0]     dev_rdata_i,
    /// Device memory: RRESP, 2 bits per channel.
    input  wire logic [CHANNELS*2-1:0]       dev_rresp_i,
    /// Device memory: RLAST.
    input  wire logic [CHANNELS-1:0]         dev_rlast_i,
    /// Device memory: AWVALID.
    output wire logic [CHANNELS-1:0]         dev_awvalid_o,
    /// Device memory: AWREADY.
    input  wire logic [CHANNELS-1:0]         dev_awready_i,
    /// Device memory: AWADDR, 40 bits per channel.
    output wire logic [CHANNELS*40-1:0]      dev_awaddr_o,
    /// Device memory: AWLEN, 8 bits per channel.
    output wire logic [CHANNELS*8-1:0]       dev_awlen_o,
    /// Device memory: WVALID.
    output wire logic [CHANNELS-1:0]         dev_wvalid_o,
    /// Device memory: WREADY.
    input  wire logic [CHANNELS-1:0]         dev_wready_i,
    /// Device memory: WDATA, 256 bits per channel.
    output wire logic [CHANNELS*256-1:0]     dev_wdata_o,
    /// Device memory: WSTRB, 32 bits per channel.
    output wire logic [CHANNELS*32-1:0]      dev_wstrb_o,
    /// Device memory: WLAST.
    output wire logic [CHANNELS-1:0]         dev_wlast_o,
    /// Device memory: BVALID.
    input  wire logic [CHANNELS-1:0]         dev_bvalid_i,
    /// Device memory: BREADY.
    output wire logic [CHANNELS-1:0]         dev_bready_o,
    /// Device memory: BRESP, 2 bits per channel.
    input  wire logic [CHANNELS*2-1:0]       dev_bresp_i
);
  wire out_avalid, out_aready, out_tvalid, out_tready, out_tlast, out_tuser, out_bvalid, out_bready,
      out_berr, in_avalid, in_aready, in_tvalid, in_tready, in_tuser, in_drop, ring_arvalid,
      ring_arready, ring_arid, ring_rvalid, ring_rready, ring_rid, ring_rlast, ring_awvalid,
      ring_awready, ring_awid, ring_wvalid, ring_wready, ring_wlast, ring_bvalid, ring_bready,
      ring_bid;
  wire [39:0] out_aaddr, in_aaddr, ring_araddr, ring_awaddr;
  wire [255:0] out_tdata, in_tdata, ring_rdata, ring_wdata;
  wire [35:0] in_abeats;
  wire [7:0] ring_arlen, ring_awlen;
  wire [1:0] ring_rresp, ring_bresp;
  wire [31:0] ring_wstrb;

  lp_cdma_core #(.CHANNELS(CHANNELS), .FLITS(FLITS), .CODECS(CODECS), .ELEM(ELEM)) u_core (
      .clk_i, .rst_ni, .csr_awvalid_i, .csr_awready_o, .csr_awaddr_i, .csr_awprot_i, .csr_wvalid_i,
      .csr_wready_o, .csr_wdata_i, .csr_wstrb_i, .csr_bvalid_o, .csr_bready_i, .csr_bresp_o,
      .csr_arvalid_i, .csr_arready_o, .csr_araddr_i, .csr_arprot_i, .csr_rvalid_o, .csr_rready_i,
      .csr_rdata_o, .csr_rresp_o, .irq_o, .ring_arvalid_o(ring_arvalid),
      .ring_arready_i(ring_arready), .ring_arid_o(ring_arid), .ring_araddr_o(ring_araddr),
      .ring_arlen_o(ring_arlen), .ring_rvalid_i(ring_rvalid), .ring_rready_o(ring_rready),
      .ring_rid_i(ring_rid), .ring_rdata_i(ring_rdata), .ring_rresp_i(ring_rresp),
      .ring_rlast_i(ring_rlast), .ring_awvalid_o(ring_awvalid), .ring_awready_i(ring_awready),
      .ring_awid_o(ring_awid), .ring_awaddr_o(ring_awaddr), .ring_awlen_o(ring_awlen),
      .ring_wvalid_o(ring_wvalid), .ring_wready_i(ring_wready), .ring_wdata_o(ring_wdata),
      .ring_wstrb_o(ring_wstrb), .ring_wlast_o(ring_wlast), .ring_bvalid_i(ring_bvalid),
      .ring_bready_o(ring_bready), .ring_bid_i(ring_bid), .ring_bresp_i(ring_bresp), .idx_arvalid_o,
      .idx_arready_i, .idx_araddr_o, .idx_arlen_o, .idx_rvalid_i, .idx_rready_o, .idx_rdata_i,
      .idx_rresp_i, .idx_rlast_i, .idx_awvalid_o, .idx_awready_i, .idx_awaddr_o, .idx_awlen_o,
      .idx_wvalid_o, .idx_wready_i, .idx_wdata_o, .idx_wstrb_o, .idx_wlast_o, .idx_bvalid_i,
      .idx_bready_o, .idx_bresp_i, .out_avalid_o(out_avalid), .out_aready_i(out_aready),
      .out_aaddr_o(out_aaddr), .out_tvalid_o(out_tvalid), .out_tready_i(out_tready),
      .out_tdata_o(out_tdata), .out_tlast_o(out_tlast), .out_tuser_o(out_tuser),
      .out_bvalid_i(out_bvalid), .out_bready_o(out_bready), .out_berr_i(out_berr),
      .in_avalid_o(in_avalid), .in_aready_i(in_aready), .in_aaddr_o(in_aaddr),
      .in_abeats_o(in_abeats), .in_tvalid_i(in_tvalid), .in_tready_o(in_tready),
      .in_tdata_i(in_tdata), .in_tuser_i(in_tuser), .in_drop_o(in_drop), .dev_arvalid_o,
      .dev_arready_i, .dev_araddr_o, .dev_arlen_o, .dev_rvalid_i, .dev_rready_o, .dev_rdata_i,
      .dev_rresp_i, .dev_rlast_i, .dev_awvalid_o, .dev_awready_i, .dev_awaddr_o, .dev_awlen_o,
      .dev_wvalid_o, .dev_wready_i, .dev_wdata_o, .dev_wstrb_o, .dev_wlast_o, .dev_bvalid_i,
      .dev_bready_o, .dev_bresp_i);

  lp_cdma_host #(.BURST(BURST), .READ(READ)) u_host (
      .clk_i, .rst_ni, .out_avalid_i(out_avalid), .out_aready_o(out_aready),
      .out_aaddr_i(out_aaddr), .out_tvalid_i(out_tvalid), .out_tready_o(out_tready),
      .out_tdata_i(out_tdata), .out_tlast_i(out_tlast), .out_tuser_i(out_tuser),
      .out_bvalid_o(out_bvalid), .out_bready_i(out_bready), .out_berr_o(out_berr),
      .in_avalid_i(in_avalid), .in_aready_o(in_aready), .in_aaddr_i(in_aaddr),
      .in_abeats_i(in_abeats), .in_tvalid_o(in_tvalid), .in_tready_i(in_tready),
      .in_tdata_o(in_tdata), .in_tuser_o(in_tuser), .in_drop_i(in_drop),
      .ring_arvalid_i(ring_arvalid), .ring_arready_o(ring_arready), .ring_arid_i(ring_arid),
      .ring_araddr_i(ring_araddr), .ring_arlen_i(ring_arlen), .ring_rvalid_o(ring_rvalid),
      .ring_rready_i(ring_rready), .ring_rid_o(ring_rid), .ring_rdata_o(ring_rdata),
      .ring_rresp_o(ring_rresp), .ring_rlast_o(ring_rlast), .ring_awvalid_i(ring_awvalid),
      .ring_awready_o(ring_awready), .ring_awid_i(ring_awid), .ring_awaddr_i(ring_awaddr),
      .ring_awlen_i(ring_awlen), .ring_wvalid_i(ring_wvalid), .ring_wready_o(ring_wready),
      .ring_wdata_i(ring_wdata), .ring_wstrb_i(ring_wstrb), .ring_wlast_i(ring_wlast),
      .ring_bvalid_o(ring_bvalid), .ring_bready_i(ring_bready), .ring_bid_o(ring_bid),
      .ring_bresp_o(ring_bresp), .arvalid_o(host_arvalid_o), .arready_i(host_arready_i),
      .arid_o(host_arid_o), .araddr_o(host_araddr_o), .arlen_o(host_arlen_o),
      .rvalid_i(host_rvalid_i), .rready_o(host_rready_o), .rid_i(host_rid_i),
      .rdata_i(host_rdata_i), .rresp_i(host_rresp_i), .rlast_i(host_rlast_i),
      .awvalid_o(host_awvalid_o), .awready_i(host_awready_i), .awid_o(host_awid_o),
      .awaddr_o(host_awaddr_o), .awlen_o(host_awlen_o), .wvalid_o(host_wvalid_o),
      .wready_i(host_wready_i), .wdata_o(host_wdata_o), .wstrb_o(host_wstrb_o),
      .wlast_o(host_wlast_o), .bvalid_i(host_bvalid_i), .bready_o(host_bready_o),
      .bid_i(host_bid_i), .bresp_i(host_bresp_i));
endmodule

`default_nettype wire
