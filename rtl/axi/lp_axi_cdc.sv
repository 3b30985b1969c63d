// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// An AXI4 port between two clocks of any frequencies and phases: a buffer (lp_cdc_fifo) for each
/// channel. Channels do not wait for each other. There are no ports for size, burst, lock, cache,
/// prot: tie them to constants where the port is connected.
///
/// Both resets are low together for at least STAGES + 2 cycles of either clock, and beats in flight
/// are lost then: both sides must be reset together, while nothing that is connected to either
/// waits for a response (lp_cdc_reset makes such a pair of resets).
///
/// Latency: STAGES + 1 cycles of the channel's reader, one more if the clocks rise together.
/// Interval: 1 cycle of the slower clock if DEPTH is at least 2 * STAGES + 4 and the frequencies
/// are equal. All outputs come out of flops.
///
/// Source: AMBA AXI4 (ARM IHI 0022).
///
/// Combinational paths: none.
module lp_axi_cdc #(
    /// Bits of a beat, a multiple of 8.
    parameter int DATA_W = 256,
    /// Bits of an address, at least 1.
    parameter int ADDR_W = 40,
    /// Bits of an id, at least 1.
    parameter int ID_W   = 4,
    /// Entries of each channel's buffer, a power of two, at least 4.
    parameter int DEPTH  = 8,
    /// Flops in series in each synchroniser, at least 2.
    parameter int STAGES = 2
) (
    /// Clock of the slave port, s.
    input  wire logic                      s_clk_i,
    /// Its synchronous reset, active low.
    input  wire logic                      s_rst_ni,
    /// Slave port, AXI4: AWVALID.
    input  wire logic                      s_awvalid_i,
    /// AWREADY.
    output wire logic                      s_awready_o,
    /// AWID.
    input  wire logic [ID_W-1:0]           s_awid_i,
    /// AWADDR.
    input  wire logic [ADDR_W-1:0]         s_awaddr_i,
    /// AWLEN.
    input  wire logic [7:0]                s_awlen_i,
    /// WVALID.
    input  wire logic                      s_wvalid_i,
    /// WREADY.
    output wire logic                      s_wready_o,
    /// WDATA.
    input  wire logic [DATA_W-1:0]         s_wdata_i,
    /// WSTRB.
    input  wire logic [DATA_W/8-1:0]       s_wstrb_i,
    /// WLAST.
    input  wire logic                      s_wlast_i,
    /// BVALID.
    output wire logic                      s_bvalid_o,
    /// BREADY.
    input  wire logic                      s_bready_i,
    /// BID.
    output wire logic [ID_W-1:0]           s_bid_o,
    /// BRESP.
    output wire logic [1:0]                s_bresp_o,
    /// ARVALID.
    input  wire logic                      s_arvalid_i,
    /// ARREADY.
    output wire logic                      s_arready_o,
    /// ARID.
    input  wire logic [ID_W-1:0]           s_arid_i,
    /// ARADDR.
    input  wire logic [ADDR_W-1:0]         s_araddr_i,
    /// ARLEN.
    input  wire logic [7:0]                s_arlen_i,
    /// RVALID.
    output wire logic                      s_rvalid_o,
    /// RREADY.
    input  wire logic                      s_rready_i,
    /// RID.
    output wire logic [ID_W-1:0]           s_rid_o,
    /// RDATA.
    output wire logic [DATA_W-1:0]         s_rdata_o,
    /// RRESP.
    output wire logic [1:0]                s_rresp_o,
    /// RLAST.
    output wire logic                      s_rlast_o,

    /// Clock of the master port, m.
    input  wire logic                      m_clk_i,
    /// Its synchronous reset, active low.
    input  wire logic                      m_rst_ni,
    /// Master port, AXI4: AWVALID.
    output wire logic                      m_awvalid_o,
    /// AWREADY.
    input  wire logic                      m_awready_i,
    /// AWID.
    output wire logic [ID_W-1:0]           m_awid_o,
    /// AWADDR.
    output wire logic [ADDR_W-1:0]         m_awaddr_o,
    /// AWLEN.
    output wire logic [7:0]                m_awlen_o,
    /// WVALID.
    output wire logic                      m_wvalid_o,
    /// WREADY.
    input  wire logic                      m_wready_i,
    /// WDATA.
    output wire logic [DATA_W-1:0]         m_wdata_o,
    /// WSTRB.
    output wire logic [DATA_W/8-1:0]       m_wstrb_o,
    /// WLAST.
    output wire logic                      m_wlast_o,
    /// BVALID.
    input  wire logic                      m_bvalid_i,
    /// BREADY.
    output wire logic                      m_bready_o,
    /// BID.
    input  wire logic [ID_W-1:0]           m_bid_i,
    /// BRESP.
    input  wire logic [1:0]                m_bresp_i,
    /// ARVALID.
    output wire logic                      m_arvalid_o,
    /// ARREADY.
    input  wire logic                      m_arready_i,
    /// ARID.
    output wire logic [ID_W-1:0]           m_arid_o,
    /// ARADDR.
    output wire logic [ADDR_W-1:0]         m_araddr_o,
    /// ARLEN.
    output wire logic [7:0]                m_arlen_o,
    /// RVALID.
    input  wire logic                      m_rvalid_i,
    /// RREADY.
    output wire logic                      m_rready_o,
    /// RID.
    input  wire logic [ID_W-1:0]           m_rid_i,
    /// RDATA.
    input  wire logic [DATA_W-1:0]         m_rdata_i,
    /// RRESP.
    input  wire logic [1:0]                m_rresp_i,
    /// RLAST.
    input  wire logic                      m_rlast_i
);
  lp_cdc_fifo #(.WIDTH(ID_W + ADDR_W + 8), .DEPTH(DEPTH), .STAGES(STAGES)) u_aw (
      .s_clk_i(s_clk_i), .s_rst_ni(s_rst_ni), .s_valid_i(s_awvalid_i),
      .s_ready_o(s_awready_o), .s_data_i({s_awid_i, s_awaddr_i, s_awlen_i}),
      .m_clk_i(m_clk_i), .m_rst_ni(m_rst_ni), .m_valid_o(m_awvalid_o),
      .m_ready_i(m_awready_i), .m_data_o({m_awid_o, m_awaddr_o, m_awlen_o}));
  lp_cdc_fifo #(.WIDTH(DATA_W + DATA_W / 8 + 1), .DEPTH(DEPTH), .STAGES(STAGES)) u_w (
      .s_clk_i(s_clk_i), .s_rst_ni(s_rst_ni), .s_valid_i(s_wvalid_i),
      .s_ready_o(s_wready_o), .s_data_i({s_wdata_i, s_wstrb_i, s_wlast_i}),
      .m_clk_i(m_clk_i), .m_rst_ni(m_rst_ni), .m_valid_o(m_wvalid_o),
      .m_ready_i(m_wready_i), .m_data_o({m_wdata_o, m_wstrb_o, m_wlast_o}));
  lp_cdc_fifo #(.WIDTH(ID_W + 2), .DEPTH(DEPTH), .STAGES(STAGES)) u_b (
      .s_clk_i(m_clk_i), .s_rst_ni(m_rst_ni), .s_valid_i(m_bvalid_i),
      .s_ready_o(m_bready_o), .s_data_i({m_bid_i, m_bresp_i}),
      .m_clk_i(s_clk_i), .m_rst_ni(s_rst_ni), .m_valid_o(s_bvalid_o),
      .m_ready_i(s_bready_i), .m_data_o({s_bid_o, s_bresp_o}));
  lp_cdc_fifo #(.WIDTH(ID_W + ADDR_W + 8), .DEPTH(DEPTH), .STAGES(STAGES)) u_ar (
      .s_clk_i(s_clk_i), .s_rst_ni(s_rst_ni), .s_valid_i(s_arvalid_i),
      .s_ready_o(s_arready_o), .s_data_i({s_arid_i, s_araddr_i, s_arlen_i}),
      .m_clk_i(m_clk_i), .m_rst_ni(m_rst_ni), .m_valid_o(m_arvalid_o),
      .m_ready_i(m_arready_i), .m_data_o({m_arid_o, m_araddr_o, m_arlen_o}));
  lp_cdc_fifo #(.WIDTH(ID_W + DATA_W + 3), .DEPTH(DEPTH), .STAGES(STAGES)) u_r (
      .s_clk_i(m_clk_i), .s_rst_ni(m_rst_ni), .s_valid_i(m_rvalid_i),
      .s_ready_o(m_rready_o), .s_data_i({m_rid_i, m_rdata_i, m_rresp_i, m_rlast_i}),
      .m_clk_i(s_clk_i), .m_rst_ni(s_rst_ni), .m_valid_o(s_rvalid_o),
      .m_ready_i(s_rready_i), .m_data_o({s_rid_o, s_rdata_o, s_rresp_o, s_rlast_o}));
endmodule

`default_nettype wire
