// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// SQRL Acorn CLE-215 and RHS Research NiteFury, xc7a200t: the card on LitePCIe, 4 lanes of
/// generation 2, streams of 128 bits at 125 MHz; the card at half of that. Card memory is 512 KiB
/// of block RAM. LEDs are lit when low.
module top #(
    parameter int GIT   = 0,
    parameter int BUILT = 0
) (
    input  wire logic       pcie_clk_p_i,
    input  wire logic       pcie_clk_n_i,
    input  wire logic       pcie_rst_ni,
    input  wire logic [3:0] pcie_rx_p_i,
    input  wire logic [3:0] pcie_rx_n_i,
    output wire logic [3:0] pcie_tx_p_o,
    output wire logic [3:0] pcie_tx_n_o,
    output wire logic       pcie_clkreq_no,
    output wire logic [3:0] led_no
);
  localparam int MEM_LOG2 = 19;

  wire pcie_clk, pcie_rst, pcie_rst_n, slow, back, clk, locked, rst_n;
  // 125 MHz, times 8, divided by 16.
  /* verilator lint_off PINMISSING */
  MMCME2_BASE #(.CLKIN1_PERIOD(8.0), .CLKFBOUT_MULT_F(8.0), .CLKOUT0_DIVIDE_F(16.0)) u_mmcm (
      .CLKIN1(pcie_clk), .CLKFBIN(back), .CLKFBOUT(back), .RST(pcie_rst), .PWRDWN(1'b0),
      .CLKOUT0(slow), .LOCKED(locked));
  /* verilator lint_on PINMISSING */
  BUFG u_clk (.I(slow), .O(clk));
  logic [1:0] locked_q;
  always_ff @(posedge pcie_clk) locked_q <= {locked_q[0], locked};
  lp_cdc_reset u_reset (
      .s_clk_i(pcie_clk), .s_rst_ni(~pcie_rst & locked_q[1]), .s_rst_no(pcie_rst_n), .m_clk_i(clk),
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
  wire in_tvalid, in_tready, out_tvalid, out_tready, out_tlast;
  wire [127:0] in_tdata, out_tdata;
  wire [1:0] irq;
  /* verilator lint_off PINMISSING */
  litepcie_core u_pcie (
      .clk(pcie_clk), .rst(pcie_rst), .pcie_clk_p(pcie_clk_p_i), .pcie_clk_n(pcie_clk_n_i),
      .pcie_rst_n(pcie_rst_ni), .pcie_rx_p(pcie_rx_p_i), .pcie_rx_n(pcie_rx_n_i),
      .pcie_tx_p(pcie_tx_p_o), .pcie_tx_n(pcie_tx_n_o), .dma0_reader_axi_tvalid(in_tvalid),
      .dma0_reader_axi_tready(in_tready), .dma0_reader_axi_tdata(in_tdata),
      .dma0_writer_axi_tvalid(out_tvalid), .dma0_writer_axi_tready(out_tready),
      .dma0_writer_axi_tdata(out_tdata), .dma0_writer_axi_tlast(out_tlast),
      .dma0_writer_axi_tuser(1'b0), .msi_irqs(irq),
      .mmap_axi_lite_awvalid(axil_awvalid), .mmap_axi_lite_awprot(axil_awprot),
      .mmap_axi_lite_wvalid(axil_wvalid), .mmap_axi_lite_wdata(axil_wdata),
      .mmap_axi_lite_wstrb(axil_wstrb), .mmap_axi_lite_bready(axil_bready),
      .mmap_axi_lite_arvalid(axil_arvalid), .mmap_axi_lite_arprot(axil_arprot),
      .mmap_axi_lite_rready(axil_rready), .mmap_axi_lite_awaddr(axil_awaddr),
      .mmap_axi_lite_araddr(axil_araddr), .mmap_axi_lite_awready(axil_awready),
      .mmap_axi_lite_wready(axil_wready), .mmap_axi_lite_bvalid(axil_bvalid),
      .mmap_axi_lite_bresp(axil_bresp), .mmap_axi_lite_arready(axil_arready),
      .mmap_axi_lite_rvalid(axil_rvalid), .mmap_axi_lite_rdata(axil_rdata),
      .mmap_axi_lite_rresp(axil_rresp));
  /* verilator lint_on PINMISSING */

  wire mem_arvalid, mem_arready, mem_rvalid, mem_rready, mem_rlast, mem_awvalid, mem_awready,
      mem_wvalid, mem_wready, mem_wlast, mem_bvalid, mem_bready;
  wire [7:0] mem_arid, mem_arlen, mem_rid, mem_awid, mem_awlen, mem_bid;
  wire [39:0] mem_araddr, mem_awaddr;
  wire [255:0] mem_rdata, mem_wdata;
  wire [31:0] mem_wstrb;
  wire [1:0] mem_rresp, mem_bresp;
  lp_card_st #(.CHANNELS(2), .FLITS(40), .CODECS(2), .MEM_LOG2(MEM_LOG2), .GIT(GIT),
               .BUILT(BUILT), .DATA_W(128)) u_card (
      .pcie_clk_i(pcie_clk), .pcie_rst_ni(pcie_rst_n), .clk_i(clk), .rst_ni(rst_n), .irq_o(irq),
      .in_tvalid_i(in_tvalid), .in_tready_o(in_tready), .in_tdata_i(in_tdata),
      .out_tvalid_o(out_tvalid), .out_tready_i(out_tready), .out_tdata_o(out_tdata),
      .out_tlast_o(out_tlast),
      .csr_awvalid_i(axil_awvalid), .csr_awprot_i(axil_awprot), .csr_wvalid_i(axil_wvalid),
      .csr_wdata_i(axil_wdata), .csr_wstrb_i(axil_wstrb), .csr_bready_i(axil_bready),
      .csr_arvalid_i(axil_arvalid), .csr_arprot_i(axil_arprot), .csr_rready_i(axil_rready),
      .csr_awaddr_i(axil_awaddr[14:0]), .csr_araddr_i(axil_araddr[14:0]),
      .csr_awready_o(axil_awready), .csr_wready_o(axil_wready), .csr_bvalid_o(axil_bvalid),
      .csr_bresp_o(axil_bresp), .csr_arready_o(axil_arready), .csr_rvalid_o(axil_rvalid),
      .csr_rdata_o(axil_rdata), .csr_rresp_o(axil_rresp), .mem_arvalid_o(mem_arvalid),
      .mem_arid_o(mem_arid), .mem_araddr_o(mem_araddr), .mem_arlen_o(mem_arlen),
      .mem_rready_o(mem_rready), .mem_awvalid_o(mem_awvalid), .mem_awid_o(mem_awid),
      .mem_awaddr_o(mem_awaddr), .mem_awlen_o(mem_awlen), .mem_wvalid_o(mem_wvalid),
      .mem_wdata_o(mem_wdata), .mem_wstrb_o(mem_wstrb), .mem_wlast_o(mem_wlast),
      .mem_bready_o(mem_bready), .mem_arready_i(mem_arready), .mem_rvalid_i(mem_rvalid),
      .mem_rid_i(mem_rid), .mem_rdata_i(mem_rdata), .mem_rresp_i(mem_rresp),
      .mem_rlast_i(mem_rlast), .mem_awready_i(mem_awready), .mem_wready_i(mem_wready),
      .mem_bvalid_i(mem_bvalid), .mem_bid_i(mem_bid), .mem_bresp_i(mem_bresp));

  lp_board_ram #(.MEM_LOG2(MEM_LOG2)) u_memory (
      .clk_i(clk), .rst_ni(rst_n),
      .s_arvalid_i(mem_arvalid), .s_arid_i(mem_arid), .s_araddr_i(mem_araddr),
      .s_arlen_i(mem_arlen), .s_rready_i(mem_rready), .s_awvalid_i(mem_awvalid),
      .s_awid_i(mem_awid), .s_awaddr_i(mem_awaddr), .s_awlen_i(mem_awlen), .s_wvalid_i(mem_wvalid),
      .s_wdata_i(mem_wdata), .s_wstrb_i(mem_wstrb), .s_wlast_i(mem_wlast), .s_bready_i(mem_bready),
      .s_arready_o(mem_arready), .s_rvalid_o(mem_rvalid), .s_rid_o(mem_rid), .s_rdata_o(mem_rdata),
      .s_rresp_o(mem_rresp), .s_rlast_o(mem_rlast), .s_awready_o(mem_awready),
      .s_wready_o(mem_wready), .s_bvalid_o(mem_bvalid), .s_bid_o(mem_bid), .s_bresp_o(mem_bresp));

  assign pcie_clkreq_no = 1'b0;
  assign led_no = ~{irq, locked, pcie_rst_n};
endmodule

`default_nettype wire
