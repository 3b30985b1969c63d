// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// A card on AMD's DMA/Bridge Subsystem for PCI Express (XDMA, xdma_0) on an UltraScale+ part: 8
/// lanes of generation 3, 256 bits at 250 MHz; the card at half of that. Card memory is block RAM.
/// Transfers of the host go through the window, and the card's rings are in card memory.
module lp_board_xdma #(
    /// As of lp_card.
    parameter int CHANNELS = 2,
    /// As of lp_card.
    parameter int FLITS    = 40,
    /// As of lp_card.
    parameter int CODECS   = 2,
    /// Bytes of card memory, as a power of two.
    parameter int MEM_LOG2 = 20,
    /// As of lp_card.
    parameter int GIT      = 0,
    /// As of lp_card.
    parameter int BUILT    = 0
) (
    /// Reference clock of the slot.
    input  wire logic       refclk_p_i,
    /// Its other half.
    input  wire logic       refclk_n_i,
    /// Reset of the slot, active low.
    input  wire logic       perst_ni,
    /// Lanes to the card.
    input  wire logic [7:0] rx_p_i,
    /// Their other halves.
    input  wire logic [7:0] rx_n_i,
    /// Lanes from the card.
    output wire logic [7:0] tx_p_o,
    /// Their other halves.
    output wire logic [7:0] tx_n_o,
    /// The link is up.
    output wire logic       link_o,
    /// An interrupt is pending and enabled.
    output wire logic       irq_o
);
  wire refclk, refclk_gt, perst_n, pcie_clk, pcie_up, clk, pcie_rst_n, rst_n;
  IBUFDS_GTE4 #(.REFCLK_HROW_CK_SEL(2'b00)) u_refclk (
      .I(refclk_p_i), .IB(refclk_n_i), .CEB(1'b0), .O(refclk_gt), .ODIV2(refclk));
  IBUF u_perst (.I(perst_ni), .O(perst_n));
  BUFGCE_DIV #(.BUFGCE_DIVIDE(2)) u_clk (.I(pcie_clk), .CE(1'b1), .CLR(1'b0), .O(clk));
  lp_cdc_reset u_reset (
      .s_clk_i(pcie_clk), .s_rst_ni(pcie_up), .s_rst_no(pcie_rst_n), .m_clk_i(clk),
      .m_rst_no(rst_n));

  wire axil_awvalid, axil_awready, axil_wvalid, axil_wready, axil_bvalid, axil_bready, axil_arvalid,
      axil_arready, axil_rvalid, axil_rready;
  wire [31:0] axil_wdata, axil_rdata;
  wire [3:0] axil_wstrb;
  wire [2:0] axil_awprot, axil_arprot;
  wire [1:0] axil_bresp, axil_rresp;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [31:0] axil_awaddr, axil_araddr;
  /* verilator lint_on UNUSEDSIGNAL */

  wire axi_awvalid, axi_awready, axi_wvalid, axi_wready, axi_wlast, axi_bvalid, axi_bready,
      axi_arvalid, axi_arready, axi_rvalid, axi_rready, axi_rlast;
  wire [3:0] axi_awid, axi_bid, axi_arid, axi_rid;
  wire [7:0] axi_awlen, axi_arlen;
  wire [255:0] axi_wdata, axi_rdata;
  wire [31:0] axi_wstrb;
  wire [1:0] axi_bresp, axi_rresp;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [63:0] axi_awaddr, axi_araddr;
  /* verilator lint_on UNUSEDSIGNAL */
  // lp_card_mm assumes the values of sizes, bursts, caches and protections.
  /* verilator lint_off PINMISSING */
  xdma_0 u_xdma (
      .sys_clk(refclk), .sys_clk_gt(refclk_gt), .sys_rst_n(perst_n), .user_lnk_up(link_o),
      .pci_exp_txp(tx_p_o), .pci_exp_txn(tx_n_o), .pci_exp_rxp(rx_p_i), .pci_exp_rxn(rx_n_i),
      .axi_aclk(pcie_clk), .axi_aresetn(pcie_up), .usr_irq_req(irq_o),
      .m_axi_awready(axi_awready), .m_axi_awid(axi_awid), .m_axi_awaddr(axi_awaddr),
      .m_axi_awlen(axi_awlen), .m_axi_awvalid(axi_awvalid), .m_axi_wready(axi_wready),
      .m_axi_wdata(axi_wdata), .m_axi_wstrb(axi_wstrb), .m_axi_wlast(axi_wlast),
      .m_axi_wvalid(axi_wvalid), .m_axi_bid(axi_bid), .m_axi_bresp(axi_bresp),
      .m_axi_bvalid(axi_bvalid), .m_axi_bready(axi_bready), .m_axi_arready(axi_arready),
      .m_axi_arid(axi_arid), .m_axi_araddr(axi_araddr), .m_axi_arlen(axi_arlen),
      .m_axi_arvalid(axi_arvalid), .m_axi_rid(axi_rid), .m_axi_rdata(axi_rdata),
      .m_axi_rresp(axi_rresp), .m_axi_rlast(axi_rlast), .m_axi_rvalid(axi_rvalid),
      .m_axi_rready(axi_rready), .m_axil_awaddr(axil_awaddr), .m_axil_awprot(axil_awprot),
      .m_axil_awvalid(axil_awvalid), .m_axil_awready(axil_awready), .m_axil_wdata(axil_wdata),
      .m_axil_wstrb(axil_wstrb), .m_axil_wvalid(axil_wvalid), .m_axil_wready(axil_wready),
      .m_axil_bvalid(axil_bvalid), .m_axil_bresp(axil_bresp), .m_axil_bready(axil_bready),
      .m_axil_araddr(axil_araddr), .m_axil_arprot(axil_arprot), .m_axil_arvalid(axil_arvalid),
      .m_axil_arready(axil_arready), .m_axil_rdata(axil_rdata), .m_axil_rresp(axil_rresp),
      .m_axil_rvalid(axil_rvalid), .m_axil_rready(axil_rready));
  /* verilator lint_on PINMISSING */

  wire mem_arvalid, mem_arready, mem_rvalid, mem_rready, mem_rlast, mem_awvalid, mem_awready,
      mem_wvalid, mem_wready, mem_wlast, mem_bvalid, mem_bready;
  wire [7:0] mem_arid, mem_arlen, mem_rid, mem_awid, mem_awlen, mem_bid;
  wire [39:0] mem_araddr, mem_awaddr;
  wire [255:0] mem_rdata, mem_wdata;
  wire [31:0] mem_wstrb;
  wire [1:0] mem_rresp, mem_bresp;
  lp_card_mm #(.CHANNELS(CHANNELS), .FLITS(FLITS), .CODECS(CODECS), .MEM_LOG2(MEM_LOG2),
               .GIT(GIT), .BUILT(BUILT), .DATA_W(256), .ID_W(4), .MEM_CDC(0)) u_card (
      .pcie_clk_i(pcie_clk), .pcie_rst_ni(pcie_rst_n), .clk_i(clk), .rst_ni(rst_n),
      .mem_clk_i(1'b0), .mem_rst_ni(1'b0), .irq_o,
      .csr_awvalid_i(axil_awvalid), .csr_awprot_i(axil_awprot), .csr_wvalid_i(axil_wvalid),
      .csr_wdata_i(axil_wdata), .csr_wstrb_i(axil_wstrb), .csr_bready_i(axil_bready),
      .csr_arvalid_i(axil_arvalid), .csr_arprot_i(axil_arprot), .csr_rready_i(axil_rready),
      .csr_awaddr_i(axil_awaddr[14:0]), .csr_araddr_i(axil_araddr[14:0]),
      .csr_awready_o(axil_awready), .csr_wready_o(axil_wready), .csr_bvalid_o(axil_bvalid),
      .csr_bresp_o(axil_bresp), .csr_arready_o(axil_arready), .csr_rvalid_o(axil_rvalid),
      .csr_rdata_o(axil_rdata), .csr_rresp_o(axil_rresp), .win_awvalid_i(axi_awvalid),
      .win_awid_i(axi_awid), .win_awlen_i(axi_awlen), .win_wvalid_i(axi_wvalid),
      .win_wdata_i(axi_wdata), .win_wstrb_i(axi_wstrb), .win_wlast_i(axi_wlast),
      .win_bready_i(axi_bready), .win_arvalid_i(axi_arvalid), .win_arid_i(axi_arid),
      .win_arlen_i(axi_arlen), .win_rready_i(axi_rready), .win_awaddr_i(axi_awaddr[39:0]),
      .win_araddr_i(axi_araddr[39:0]), .win_awready_o(axi_awready), .win_wready_o(axi_wready),
      .win_bvalid_o(axi_bvalid), .win_bid_o(axi_bid), .win_bresp_o(axi_bresp),
      .win_arready_o(axi_arready), .win_rvalid_o(axi_rvalid), .win_rid_o(axi_rid),
      .win_rdata_o(axi_rdata), .win_rresp_o(axi_rresp), .win_rlast_o(axi_rlast),
      .mem_arvalid_o(mem_arvalid), .mem_arid_o(mem_arid), .mem_araddr_o(mem_araddr),
      .mem_arlen_o(mem_arlen), .mem_rready_o(mem_rready), .mem_awvalid_o(mem_awvalid),
      .mem_awid_o(mem_awid), .mem_awaddr_o(mem_awaddr), .mem_awlen_o(mem_awlen),
      .mem_wvalid_o(mem_wvalid), .mem_wdata_o(mem_wdata), .mem_wstrb_o(mem_wstrb),
      .mem_wlast_o(mem_wlast), .mem_bready_o(mem_bready), .mem_arready_i(mem_arready),
      .mem_rvalid_i(mem_rvalid), .mem_rid_i(mem_rid), .mem_rdata_i(mem_rdata),
      .mem_rresp_i(mem_rresp), .mem_rlast_i(mem_rlast), .mem_awready_i(mem_awready),
      .mem_wready_i(mem_wready), .mem_bvalid_i(mem_bvalid), .mem_bid_i(mem_bid),
      .mem_bresp_i(mem_bresp));

  lp_board_ram #(.MEM_LOG2(MEM_LOG2)) u_memory (
      .clk_i(clk), .rst_ni(rst_n),
      .s_arvalid_i(mem_arvalid), .s_arid_i(mem_arid), .s_araddr_i(mem_araddr),
      .s_arlen_i(mem_arlen), .s_rready_i(mem_rready), .s_awvalid_i(mem_awvalid),
      .s_awid_i(mem_awid), .s_awaddr_i(mem_awaddr), .s_awlen_i(mem_awlen), .s_wvalid_i(mem_wvalid),
      .s_wdata_i(mem_wdata), .s_wstrb_i(mem_wstrb), .s_wlast_i(mem_wlast), .s_bready_i(mem_bready),
      .s_arready_o(mem_arready), .s_rvalid_o(mem_rvalid), .s_rid_o(mem_rid), .s_rdata_o(mem_rdata),
      .s_rresp_o(mem_rresp), .s_rlast_o(mem_rlast), .s_awready_o(mem_awready),
      .s_wready_o(mem_wready), .s_bvalid_o(mem_bvalid), .s_bid_o(mem_bid), .s_bresp_o(mem_bresp));
endmodule

`default_nettype wire
