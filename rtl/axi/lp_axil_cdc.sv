// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// An AXI4-Lite port of 32 bits between two clocks of any frequencies and phases: a buffer
/// (lp_cdc_fifo) for each channel. Channels do not wait for each other.
///
/// Both resets are low together for at least STAGES + 2 cycles of either clock, and beats in flight
/// are lost then: both sides must be reset together, while nothing that is connected to either
/// waits for a response (lp_cdc_reset makes such a pair of resets).
///
/// Latency: STAGES + 1 cycles of the channel's reader, one more if the clocks rise together. All
/// outputs come out of flops.
///
/// Source: AMBA AXI4-Lite (ARM IHI 0022).
///
/// Combinational paths: none.
module lp_axil_cdc #(
    /// Bits of a byte address, at least 1.
    parameter int ADDR_W = 15,
    /// Entries of each channel's buffer, a power of two, at least 4.
    parameter int DEPTH  = 4,
    /// Flops in series in each synchroniser, at least 2.
    parameter int STAGES = 2
) (
    /// Clock of the slave port, s.
    input  wire logic                      s_clk_i,
    /// Its synchronous reset, active low.
    input  wire logic                      s_rst_ni,
    /// Slave port, AXI4-Lite: AWVALID.
    input  wire logic                      s_awvalid_i,
    /// AWREADY.
    output wire logic                      s_awready_o,
    /// AWADDR.
    input  wire logic [ADDR_W-1:0]         s_awaddr_i,
    /// AWPROT.
    input  wire logic [2:0]                s_awprot_i,
    /// WVALID.
    input  wire logic                      s_wvalid_i,
    /// WREADY.
    output wire logic                      s_wready_o,
    /// WDATA.
    input  wire logic [31:0]               s_wdata_i,
    /// WSTRB.
    input  wire logic [3:0]                s_wstrb_i,
    /// BVALID.
    output wire logic                      s_bvalid_o,
    /// BREADY.
    input  wire logic                      s_bready_i,
    /// BRESP.
    output wire logic [1:0]                s_bresp_o,
    /// ARVALID.
    input  wire logic                      s_arvalid_i,
    /// ARREADY.
    output wire logic                      s_arready_o,
    /// ARADDR.
    input  wire logic [ADDR_W-1:0]         s_araddr_i,
    /// ARPROT.
    input  wire logic [2:0]                s_arprot_i,
    /// RVALID.
    output wire logic                      s_rvalid_o,
    /// RREADY.
    input  wire logic                      s_rready_i,
    /// RDATA.
    output wire logic [31:0]               s_rdata_o,
    /// RRESP.
    output wire logic [1:0]                s_rresp_o,

    /// Clock of the master port, m.
    input  wire logic                      m_clk_i,
    /// Its synchronous reset, active low.
    input  wire logic                      m_rst_ni,
    /// Master port, AXI4-Lite: AWVALID.
    output wire logic                      m_awvalid_o,
    /// AWREADY.
    input  wire logic                      m_awready_i,
    /// AWADDR.
    output wire logic [ADDR_W-1:0]         m_awaddr_o,
    /// AWPROT.
    output wire logic [2:0]                m_awprot_o,
    /// WVALID.
    output wire logic                      m_wvalid_o,
    /// WREADY.
    input  wire logic                      m_wready_i,
    /// WDATA.
    output wire logic [31:0]               m_wdata_o,
    /// WSTRB.
    output wire logic [3:0]                m_wstrb_o,
    /// BVALID.
    input  wire logic                      m_bvalid_i,
    /// BREADY.
    output wire logic                      m_bready_o,
    /// BRESP.
    input  wire logic [1:0]                m_bresp_i,
    /// ARVALID.
    output wire logic                      m_arvalid_o,
    /// ARREADY.
    input  wire logic                      m_arready_i,
    /// ARADDR.
    output wire logic [ADDR_W-1:0]         m_araddr_o,
    /// ARPROT.
    output wire logic [2:0]                m_arprot_o,
    /// RVALID.
    input  wire logic                      m_rvalid_i,
    /// RREADY.
    output wire logic                      m_rready_o,
    /// RDATA.
    input  wire logic [31:0]               m_rdata_i,
    /// RRESP.
    input  wire logic [1:0]                m_rresp_i
);
  lp_cdc_fifo #(.WIDTH(ADDR_W + 3), .DEPTH(DEPTH), .STAGES(STAGES)) u_aw (
      .s_clk_i(s_clk_i), .s_rst_ni(s_rst_ni), .s_valid_i(s_awvalid_i),
      .s_ready_o(s_awready_o), .s_data_i({s_awaddr_i, s_awprot_i}),
      .m_clk_i(m_clk_i), .m_rst_ni(m_rst_ni), .m_valid_o(m_awvalid_o),
      .m_ready_i(m_awready_i), .m_data_o({m_awaddr_o, m_awprot_o}));
  lp_cdc_fifo #(.WIDTH(36), .DEPTH(DEPTH), .STAGES(STAGES)) u_w (
      .s_clk_i(s_clk_i), .s_rst_ni(s_rst_ni), .s_valid_i(s_wvalid_i),
      .s_ready_o(s_wready_o), .s_data_i({s_wdata_i, s_wstrb_i}),
      .m_clk_i(m_clk_i), .m_rst_ni(m_rst_ni), .m_valid_o(m_wvalid_o),
      .m_ready_i(m_wready_i), .m_data_o({m_wdata_o, m_wstrb_o}));
  lp_cdc_fifo #(.WIDTH(2), .DEPTH(DEPTH), .STAGES(STAGES)) u_b (
      .s_clk_i(m_clk_i), .s_rst_ni(m_rst_ni), .s_valid_i(m_bvalid_i),
      .s_ready_o(m_bready_o), .s_data_i(m_bresp_i),
      .m_clk_i(s_clk_i), .m_rst_ni(s_rst_ni), .m_valid_o(s_bvalid_o),
      .m_ready_i(s_bready_i), .m_data_o(s_bresp_o));
  lp_cdc_fifo #(.WIDTH(ADDR_W + 3), .DEPTH(DEPTH), .STAGES(STAGES)) u_ar (
      .s_clk_i(s_clk_i), .s_rst_ni(s_rst_ni), .s_valid_i(s_arvalid_i),
      .s_ready_o(s_arready_o), .s_data_i({s_araddr_i, s_arprot_i}),
      .m_clk_i(m_clk_i), .m_rst_ni(m_rst_ni), .m_valid_o(m_arvalid_o),
      .m_ready_i(m_arready_i), .m_data_o({m_araddr_o, m_arprot_o}));
  lp_cdc_fifo #(.WIDTH(34), .DEPTH(DEPTH), .STAGES(STAGES)) u_r (
      .s_clk_i(m_clk_i), .s_rst_ni(m_rst_ni), .s_valid_i(m_rvalid_i),
      .s_ready_o(m_rready_o), .s_data_i({m_rdata_i, m_rresp_i}),
      .m_clk_i(s_clk_i), .m_rst_ni(s_rst_ni), .m_valid_o(s_rvalid_o),
      .m_ready_i(s_rready_i), .m_data_o({s_rdata_o, s_rresp_o}));
endmodule

`default_nettype wire
