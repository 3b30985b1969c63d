// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_axil_pages: each direction as in fv_axil_way, whatever the other one does.
module fv_axil_pages #(
    parameter int PAGES = 'h410
) (
    input wire logic        clk_i,
    input wire logic        again_i,
    input wire logic [2:0]  block_i,
    input wire logic        awvalid_i,
    input wire logic [14:0] awaddr_i,
    input wire logic        wvalid_i,
    input wire logic [31:0] wdata_i,
    input wire logic        bready_i,
    input wire logic        arvalid_i,
    input wire logic [14:0] araddr_i,
    input wire logic        rready_i,
    input wire logic [2:0]  m_awready_i,
    input wire logic [2:0]  m_wready_i,
    input wire logic [2:0]  m_bvalid_i,
    input wire logic [5:0]  m_bresp_i,
    input wire logic [2:0]  m_arready_i,
    input wire logic [2:0]  m_rvalid_i,
    input wire logic [95:0] m_rdata_i,
    input wire logic [5:0]  m_rresp_i
);
  localparam int AT = 11;    // bits of data
  localparam int A_AT = 7;   // bits of an address

  wire rst_n, awready, wready, bvalid, arready, rvalid;
  wire [1:0] bresp, rresp;
  wire [31:0] rdata;
  wire [2:0] m_awvalid, m_wvalid, m_bready, m_arvalid, m_rready;
  wire [35:0] m_awaddr, m_araddr;
  wire [95:0] m_wdata;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [8:0] m_awprot, m_arprot;
  wire [11:0] m_wstrb;
  /* verilator lint_on UNUSEDSIGNAL */
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_axil_pages #(.PAGES(PAGES)) u_dut (
      .clk_i, .rst_ni(rst_n), .block_i, .s_awvalid_i(awvalid_i), .s_awready_o(awready),
      .s_awaddr_i(awaddr_i), .s_awprot_i(3'd0), .s_wvalid_i(wvalid_i), .s_wready_o(wready),
      .s_wdata_i(wdata_i), .s_wstrb_i(4'd0), .s_bvalid_o(bvalid), .s_bready_i(bready_i),
      .s_bresp_o(bresp), .s_arvalid_i(arvalid_i), .s_arready_o(arready), .s_araddr_i(araddr_i),
      .s_arprot_i(3'd0), .s_rvalid_o(rvalid), .s_rready_i(rready_i), .s_rdata_o(rdata),
      .s_rresp_o(rresp), .m_awvalid_o(m_awvalid), .m_awready_i, .m_awaddr_o(m_awaddr),
      .m_awprot_o(m_awprot), .m_wvalid_o(m_wvalid), .m_wready_i, .m_wdata_o(m_wdata),
      .m_wstrb_o(m_wstrb), .m_bvalid_i, .m_bready_o(m_bready), .m_bresp_i,
      .m_arvalid_o(m_arvalid), .m_arready_i, .m_araddr_o(m_araddr), .m_arprot_o(m_arprot),
      .m_rvalid_i, .m_rready_o(m_rready), .m_rdata_i, .m_rresp_i);

  fv_axil_way #(.PAGES(PAGES), .DATA(1)) u_writes (
      .clk_i, .rst_ni(rst_n), .block_i, .a_valid_i(awvalid_i), .a_ready_i(awready),
      .a_page_i(awaddr_i[14:12]), .a_bit_i(awaddr_i[A_AT]), .d_valid_i(wvalid_i),
      .d_ready_i(wready), .d_bit_i(wdata_i[AT]), .valid_i(bvalid), .ready_i(bready_i),
      .resp_i(bresp), .word_i(1'b0), .m_a_valid_i(m_awvalid), .m_a_ready_i(m_awready_i),
      .m_a_bit_i({m_awaddr[24+A_AT], m_awaddr[12+A_AT], m_awaddr[A_AT]}),
      .m_d_valid_i(m_wvalid), .m_d_ready_i(m_wready_i),
      .m_d_bit_i({m_wdata[64+AT], m_wdata[32+AT], m_wdata[AT]}), .m_valid_i(m_bvalid_i),
      .m_ready_i(m_bready), .m_resp_i(m_bresp_i), .m_word_i(3'd0));
  fv_axil_way #(.PAGES(PAGES), .DATA(0)) u_reads (
      .clk_i, .rst_ni(rst_n), .block_i, .a_valid_i(arvalid_i), .a_ready_i(arready),
      .a_page_i(araddr_i[14:12]), .a_bit_i(araddr_i[A_AT]), .d_valid_i(1'b0), .d_ready_i(1'b0),
      .d_bit_i(1'b0), .valid_i(rvalid), .ready_i(rready_i), .resp_i(rresp), .word_i(rdata[AT]),
      .m_a_valid_i(m_arvalid), .m_a_ready_i(m_arready_i),
      .m_a_bit_i({m_araddr[24+A_AT], m_araddr[12+A_AT], m_araddr[A_AT]}), .m_d_valid_i(3'd0),
      .m_d_ready_i(3'd0), .m_d_bit_i(3'd0), .m_valid_i(m_rvalid_i), .m_ready_i(m_rready),
      .m_resp_i(m_rresp_i), .m_word_i({m_rdata_i[64+AT], m_rdata_i[32+AT], m_rdata_i[AT]}));
endmodule

`default_nettype wire
