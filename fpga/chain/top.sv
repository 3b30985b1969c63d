// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// A card without an engine, small enough for a test of the open tools: the identity block on the
/// serial line, at each page. Clock and reset are those of the ULX3S.
module top #(
    parameter int DIV = 20,
    parameter int BIT = 4
) (
    input  wire logic clk25_i,
    input  wire logic rx_i,
    output wire logic tx_o
);
  wire clk, rst_n;
  lp_board_clock #(.IN(1), .DIV(DIV)) u_clock (
      .clk_i(clk25_i), .rst_ni(1'b1), .clk_o(clk), .rst_no(rst_n));

  wire awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready;
  wire [14:0] awaddr, araddr;
  wire [31:0] wdata, rdata;
  wire [1:0] bresp, rresp;
  lp_card_uart #(.CLKS_PER_BIT(BIT)) u_uart (
      .clk_i(clk), .rst_ni(rst_n), .rx_i, .tx_o, .csr_awvalid_o(awvalid), .csr_awready_i(awready),
      .csr_awaddr_o(awaddr), .csr_wvalid_o(wvalid), .csr_wready_i(wready), .csr_wdata_o(wdata),
      .csr_bvalid_i(bvalid), .csr_bready_o(bready), .csr_bresp_i(bresp), .csr_arvalid_o(arvalid),
      .csr_arready_i(arready), .csr_araddr_o(araddr), .csr_rvalid_i(rvalid),
      .csr_rready_o(rready), .csr_rdata_i(rdata), .csr_rresp_i(rresp));

  lp_card_regs u_regs (
      .clk_i(clk), .rst_ni(rst_n), .awvalid_i(awvalid), .awready_o(awready),
      .awaddr_i(awaddr[11:0]), .awprot_i(3'd0), .wvalid_i(wvalid), .wready_o(wready),
      .wdata_i(wdata), .wstrb_i(4'hf), .bvalid_o(bvalid), .bready_i(bready), .bresp_o(bresp),
      .arvalid_i(arvalid), .arready_o(arready), .araddr_i(araddr[11:0]), .arprot_i(3'd0),
      .rvalid_o(rvalid), .rready_i(rready), .rdata_o(rdata), .rresp_o(rresp), .git_i(32'd0),
      .built_i(32'd0), .features_host_i(1'b0), .features_window_i(1'b0), .features_codecs_i(4'd1),
      .features_channels_i(4'd2), .features_memory_i(6'd16), .ctrl_reset_o(), .ctrl_local_o(),
      .status_resetting_i(1'b0), .status_local_i(1'b1), .status_host_busy_i(1'b0),
      .status_mem_busy_i(1'b0), .status_win_busy_i(1'b0), .pending_engine_i(1'b0),
      .pending_test_i(1'b0), .irq_enable_engine_o(), .irq_enable_test_o(), .engine_next_i(32'd0),
      .edge_kind_i(32'd0), .edge_base_i(32'd0));
endmodule

`default_nettype wire
