// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Registers of a card over a serial line, for boards without a PCIe endpoint: each request reads
/// or writes one 32-bit word at a 15-bit address of the AXI4-Lite port, and has one reply.
///
/// A request is 8 bytes: 0x4c; {write, address bits 14..8}; {address bits 7..2, tag}; four of data,
/// lowest first (ignored for a read); the CRC of the seven bytes before. A reply is 6 bytes: {0x5,
/// error, write, tag}; four of data, for a write those that were written; the CRC of the five bytes
/// before. The CRC has the polynomial x^8 + x^2 + x + 1, begins with 0 and is neither reflected nor
/// inverted. The two bits of the tag are returned unchanged.
///
/// The last 8 bytes received are a request, at any alignment, as soon as they are valid as one, and
/// are then removed; a byte without a stop bit discards those before it. A complete request is
/// therefore found after any bytes, and a sender without a reply repeats its request. Requests may
/// follow each other without a pause: a reply is shorter than a request. A request that is complete
/// before an earlier one has its response, or before that reply is sent completely, is dropped;
/// this needs an AXI4-Lite port slower than 20 bits of the line.
///
/// Latency: 3 cycles from the stop bit's sample to the access, 1 from its response to the start bit
/// of the reply. Interval: one request at a time.
///
/// Source: own format, docs/use/fpga.md; AMBA AXI4-Lite (ARM IHI 0022).
///
/// Combinational paths: none.
module lp_card_uart #(
    /// Cycles per bit, 4 to 65535.
    parameter int CLKS_PER_BIT = 868
) (
    /// Clock.
    input  wire logic        clk_i,
    /// Synchronous reset, active low.
    input  wire logic        rst_ni,

    /// Line to the card, high while idle, of any clock.
    input  wire logic        rx_i,
    /// Line from the card, high while idle.
    output wire logic        tx_o,

    /// AXI4-Lite: AWVALID.
    output wire logic        csr_awvalid_o,
    /// AXI4-Lite: AWREADY.
    input  wire logic        csr_awready_i,
    /// AXI4-Lite: AWADDR, a multiple of 4.
    output wire logic [14:0] csr_awaddr_o,
    /// AXI4-Lite: WVALID.
    output wire logic        csr_wvalid_o,
    /// AXI4-Lite: WREADY.
    input  wire logic        csr_wready_i,
    /// AXI4-Lite: WDATA; all its bytes are written.
    output wire logic [31:0] csr_wdata_o,
    /// AXI4-Lite: BVALID.
    input  wire logic        csr_bvalid_i,
    /// AXI4-Lite: BREADY.
    output wire logic        csr_bready_o,
    /// AXI4-Lite: BRESP; SLVERR and DECERR are an error.
    input  wire logic [1:0]  csr_bresp_i,
    /// AXI4-Lite: ARVALID.
    output wire logic        csr_arvalid_o,
    /// AXI4-Lite: ARREADY.
    input  wire logic        csr_arready_i,
    /// AXI4-Lite: ARADDR, a multiple of 4.
    output wire logic [14:0] csr_araddr_o,
    /// AXI4-Lite: RVALID.
    input  wire logic        csr_rvalid_i,
    /// AXI4-Lite: RREADY.
    output wire logic        csr_rready_o,
    /// AXI4-Lite: RDATA.
    input  wire logic [31:0] csr_rdata_i,
    /// AXI4-Lite: RRESP; SLVERR and DECERR are an error.
    input  wire logic [1:0]  csr_rresp_i
);
  wire byte_valid, byte_bad, m_valid, m_ready;
  wire [7:0] byte_in, m_data;
  lp_card_uart_rx #(.CLKS_PER_BIT(CLKS_PER_BIT)) u_rx (
      .clk_i, .rst_ni, .rx_i, .valid_o(byte_valid), .byte_o(byte_in), .bad_o(byte_bad));
  lp_card_uart_tx #(.CLKS_PER_BIT(CLKS_PER_BIT)) u_tx (
      .clk_i, .rst_ni, .s_valid_i(m_valid), .s_ready_o(m_ready), .s_data_i(m_data), .tx_o);
  lp_card_uart_frames u_frames (
      .clk_i, .rst_ni, .byte_valid_i(byte_valid), .byte_i(byte_in), .byte_bad_i(byte_bad),
      .m_valid_o(m_valid), .m_ready_i(m_ready), .m_data_o(m_data),
      .csr_awvalid_o, .csr_awready_i, .csr_awaddr_o, .csr_wvalid_o, .csr_wready_i, .csr_wdata_o,
      .csr_bvalid_i, .csr_bready_o, .csr_bresp_i, .csr_arvalid_o, .csr_arready_i, .csr_araddr_o,
      .csr_rvalid_i, .csr_rready_o, .csr_rdata_i, .csr_rresp_i);
endmodule

`default_nettype wire
