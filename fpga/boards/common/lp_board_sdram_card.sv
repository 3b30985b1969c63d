// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// A card with its registers on a serial line and SDRAM as memory, in local mode: as
/// lp_board_uart_card, with the pins of the chip.
module lp_board_sdram_card #(
    /// Cycles of a bit of the line.
    parameter int CLKS_PER_BIT = 25,
    /// As of lp_card.
    parameter int CHANNELS = 2,
    /// As of lp_card.
    parameter int FLITS = 40,
    /// As of lp_card.
    parameter int CODECS = 1,
    /// As of lp_card.
    parameter int BURST = 16,
    /// As of lp_card.
    parameter int READ = 64,
    /// As of lp_sdram.
    parameter int COL_W = 9,
    /// As of lp_sdram.
    parameter int ROW_W = 13,
    /// As of lp_sdram.
    parameter int CAS = 2,
    /// As of lp_sdram.
    parameter int RCD = 1,
    /// As of lp_sdram.
    parameter int RP = 1,
    /// As of lp_sdram.
    parameter int WR = 2,
    /// As of lp_sdram.
    parameter int RFC = 2,
    /// As of lp_sdram.
    parameter int REFRESH = 187,
    /// As of lp_sdram.
    parameter int INIT = 4800,
    /// As of lp_card.
    parameter int GIT = 0,
    /// As of lp_card.
    parameter int BUILT = 0
) (
    /// Clock.
    input  wire logic        clk_i,
    /// Synchronous reset, active low.
    input  wire logic        rst_ni,
    /// Line to the card.
    input  wire logic        rx_i,
    /// Line from the card.
    output wire logic        tx_o,
    /// An interrupt is pending and enabled.
    output wire logic        irq_o,
    /// Chip: as of lp_sdram, whose clock is clk_i inverted.
    output wire logic [3:0]  cmd_o,
    /// Chip.
    output wire logic [1:0]  ba_o,
    /// Chip.
    output wire logic [12:0] a_o,
    /// Chip.
    output wire logic [1:0]  dqm_o,
    /// Chip.
    output wire logic [15:0] d_o,
    /// Chip.
    output wire logic        d_oe_o,
    /// Chip.
    input  wire logic [15:0] q_i
);
  wire awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready;
  wire [14:0] awaddr, araddr;
  wire [31:0] wdata, rdata;
  wire [1:0] bresp, rresp;
  lp_card_uart #(.CLKS_PER_BIT(CLKS_PER_BIT)) u_uart (
      .clk_i, .rst_ni, .rx_i, .tx_o, .csr_awvalid_o(awvalid), .csr_awready_i(awready),
      .csr_awaddr_o(awaddr), .csr_wvalid_o(wvalid), .csr_wready_i(wready), .csr_wdata_o(wdata),
      .csr_bvalid_i(bvalid), .csr_bready_o(bready), .csr_bresp_i(bresp), .csr_arvalid_o(arvalid),
      .csr_arready_i(arready), .csr_araddr_o(araddr), .csr_rvalid_i(rvalid),
      .csr_rready_o(rready), .csr_rdata_i(rdata), .csr_rresp_i(rresp));

  wire mem_arvalid, mem_arready, mem_rvalid, mem_rready, mem_rlast, mem_awvalid, mem_awready,
      mem_wvalid, mem_wready, mem_wlast, mem_bvalid, mem_bready;
  wire [7:0] mem_arid, mem_arlen, mem_rid, mem_awid, mem_awlen, mem_bid;
  wire [39:0] mem_araddr, mem_awaddr;
  wire [255:0] mem_rdata, mem_wdata;
  wire [31:0] mem_wstrb;
  wire [1:0] mem_rresp, mem_bresp;
  /* verilator lint_off PINCONNECTEMPTY */
  lp_card #(.CHANNELS(CHANNELS), .FLITS(FLITS), .CODECS(CODECS), .BURST(BURST), .READ(READ),
            .MEM_LOG2(COL_W + ROW_W + 3), .HOST(0), .WINDOW(0), .GIT(GIT), .BUILT(BUILT)) u_card (
      .clk_i, .rst_ni, .csr_awvalid_i(awvalid), .csr_awready_o(awready), .csr_awaddr_i(awaddr),
      .csr_awprot_i(3'd0), .csr_wvalid_i(wvalid), .csr_wready_o(wready), .csr_wdata_i(wdata),
      .csr_wstrb_i(4'hf), .csr_bvalid_o(bvalid), .csr_bready_i(bready), .csr_bresp_o(bresp),
      .csr_arvalid_i(arvalid), .csr_arready_o(arready), .csr_araddr_i(araddr),
      .csr_arprot_i(3'd0), .csr_rvalid_o(rvalid), .csr_rready_i(rready), .csr_rdata_o(rdata),
      .csr_rresp_o(rresp), .irq_o,
      .host_arvalid_o(), .host_arready_i(1'b0), .host_arid_o(), .host_araddr_o(),
      .host_arlen_o(), .host_rvalid_i(1'b0), .host_rready_o(), .host_rid_i(2'd0),
      .host_rdata_i(256'd0), .host_rresp_i(2'd0), .host_rlast_i(1'b0), .host_awvalid_o(),
      .host_awready_i(1'b0), .host_awid_o(), .host_awaddr_o(), .host_awlen_o(),
      .host_wvalid_o(), .host_wready_i(1'b0), .host_wdata_o(), .host_wstrb_o(),
      .host_wlast_o(), .host_bvalid_i(1'b0), .host_bready_o(), .host_bid_i(2'd0),
      .host_bresp_i(2'd0),
      .win_arvalid_i(1'b0), .win_arready_o(), .win_arid_i(4'd0), .win_araddr_i(40'd0),
      .win_arlen_i(8'd0), .win_rvalid_o(), .win_rready_i(1'b1), .win_rid_o(), .win_rdata_o(),
      .win_rresp_o(), .win_rlast_o(), .win_awvalid_i(1'b0), .win_awready_o(),
      .win_awid_i(4'd0), .win_awaddr_i(40'd0), .win_awlen_i(8'd0), .win_wvalid_i(1'b0),
      .win_wready_o(), .win_wdata_i(256'd0), .win_wstrb_i(32'd0), .win_wlast_i(1'b0),
      .win_bvalid_o(), .win_bready_i(1'b1), .win_bid_o(), .win_bresp_o(),
      .mem_arvalid_o(mem_arvalid), .mem_arready_i(mem_arready), .mem_arid_o(mem_arid),
      .mem_araddr_o(mem_araddr), .mem_arlen_o(mem_arlen), .mem_rvalid_i(mem_rvalid),
      .mem_rready_o(mem_rready), .mem_rid_i(mem_rid), .mem_rdata_i(mem_rdata),
      .mem_rresp_i(mem_rresp), .mem_rlast_i(mem_rlast), .mem_awvalid_o(mem_awvalid),
      .mem_awready_i(mem_awready), .mem_awid_o(mem_awid), .mem_awaddr_o(mem_awaddr),
      .mem_awlen_o(mem_awlen), .mem_wvalid_o(mem_wvalid), .mem_wready_i(mem_wready),
      .mem_wdata_o(mem_wdata), .mem_wstrb_o(mem_wstrb), .mem_wlast_o(mem_wlast),
      .mem_bvalid_i(mem_bvalid), .mem_bready_o(mem_bready), .mem_bid_i(mem_bid),
      .mem_bresp_i(mem_bresp));
  /* verilator lint_on PINCONNECTEMPTY */

  lp_sdram #(.ID_W(8), .COL_W(COL_W), .ROW_W(ROW_W), .CAS(CAS), .RCD(RCD), .RP(RP), .WR(WR),
             .RFC(RFC), .REFRESH(REFRESH), .INIT(INIT)) u_memory (
      .clk_i, .rst_ni, .s_arvalid_i(mem_arvalid), .s_arready_o(mem_arready), .s_arid_i(mem_arid),
      .s_araddr_i(mem_araddr), .s_arlen_i(mem_arlen), .s_rvalid_o(mem_rvalid),
      .s_rready_i(mem_rready), .s_rid_o(mem_rid), .s_rdata_o(mem_rdata), .s_rresp_o(mem_rresp),
      .s_rlast_o(mem_rlast), .s_awvalid_i(mem_awvalid), .s_awready_o(mem_awready),
      .s_awid_i(mem_awid), .s_awaddr_i(mem_awaddr), .s_awlen_i(mem_awlen),
      .s_wvalid_i(mem_wvalid), .s_wready_o(mem_wready), .s_wdata_i(mem_wdata),
      .s_wstrb_i(mem_wstrb), .s_wlast_i(mem_wlast), .s_bvalid_o(mem_bvalid),
      .s_bready_i(mem_bready), .s_bid_o(mem_bid), .s_bresp_o(mem_bresp),
      .cmd_o, .ba_o, .a_o, .dqm_o, .d_o, .d_oe_o, .q_i);
endmodule

`default_nettype wire
