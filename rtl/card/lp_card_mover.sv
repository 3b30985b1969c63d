// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Moves runs of 32-byte beats between two streams and a memory on an AXI4 port of 256 bits: put
/// (lp_card_put) is stream to memory, get (lp_card_get) memory to stream. They do not wait for each
/// other. All bursts have one id, which is tied where the port is connected, so responses come in
/// order. Data read with an error is passed on like any other.
///
/// Interval: one beat of a stream per cycle. All outputs come out of flops.
///
/// Source: AMBA AXI4 (ARM IHI 0022), AXI4-Stream (ARM IHI 0051).
///
/// Combinational paths: none.
module lp_card_mover #(
    /// Bits of a beat of the streams, 64 or 128; the first is in the lowest bits of a memory beat.
    parameter int DATA_W = 128,
    /// Beats of the longest burst, a power of two from 2 to 128; there is space for two in each
    /// direction.
    parameter int BURST  = 16
) (
    /// Clock.
    input  wire logic              clk_i,
    /// Synchronous reset, active low.
    input  wire logic              rst_ni,

    /// Starts put; dropped while it is busy.
    input  wire logic              put_start_i,
    /// Stops put: outstanding bursts end, buffered beats are dropped.
    input  wire logic              put_stop_i,
    /// Beats of the stream in are taken and dropped while put is not busy.
    input  wire logic              put_drop_i,
    /// Address that put writes to; a multiple of 32, low bits are treated as 0.
    input  wire logic [39:0]       put_addr_i,
    /// Beats of 32 bytes.
    input  wire logic [23:0]       put_beats_i,
    /// Put is busy.
    output wire logic              put_busy_o,
    /// Put has ended, for one cycle.
    output wire logic              put_done_o,
    /// The memory has returned an error since the last start of put.
    output wire logic              put_error_o,
    /// Starts get; dropped while it is busy.
    input  wire logic              get_start_i,
    /// Stops get: outstanding bursts end, buffered beats are dropped.
    input  wire logic              get_stop_i,
    /// Address that get reads from; a multiple of 32, low bits are treated as 0.
    input  wire logic [39:0]       get_addr_i,
    /// Beats of 32 bytes.
    input  wire logic [23:0]       get_beats_i,
    /// Get is busy.
    output wire logic              get_busy_o,
    /// Get has ended, for one cycle.
    output wire logic              get_done_o,
    /// The memory has returned an error since the last start of get.
    output wire logic              get_error_o,

    /// Stream in: valid.
    input  wire logic              s_valid_i,
    /// Stream in: ready.
    output wire logic              s_ready_o,
    /// Stream in: data.
    input  wire logic [DATA_W-1:0] s_data_i,
    /// Stream out: valid.
    output wire logic              m_valid_o,
    /// Stream out: ready.
    input  wire logic              m_ready_i,
    /// Stream out: data.
    output wire logic [DATA_W-1:0] m_data_o,
    /// Stream out: the last beat of a run.
    output wire logic              m_last_o,

    /// AXI: AWVALID.
    output wire logic              awvalid_o,
    /// AWREADY.
    input  wire logic              awready_i,
    /// AWADDR, a multiple of 32.
    output wire logic [39:0]       awaddr_o,
    /// AWLEN, less than BURST.
    output wire logic [7:0]        awlen_o,
    /// WVALID.
    output wire logic              wvalid_o,
    /// WREADY.
    input  wire logic              wready_i,
    /// WDATA; all bytes are written.
    output wire logic [255:0]      wdata_o,
    /// WLAST.
    output wire logic              wlast_o,
    /// BVALID.
    input  wire logic              bvalid_i,
    /// BREADY: 1.
    output wire logic              bready_o,
    /// BRESP.
    input  wire logic [1:0]        bresp_i,
    /// AXI: ARVALID.
    output wire logic              arvalid_o,
    /// ARREADY.
    input  wire logic              arready_i,
    /// ARADDR, a multiple of 32.
    output wire logic [39:0]       araddr_o,
    /// ARLEN, less than BURST.
    output wire logic [7:0]        arlen_o,
    /// RVALID.
    input  wire logic              rvalid_i,
    /// RREADY: 1.
    output wire logic              rready_o,
    /// RDATA.
    input  wire logic [255:0]      rdata_i,
    /// RRESP.
    input  wire logic [1:0]        rresp_i
);
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = (|put_addr_i[4:0]) | (|get_addr_i[4:0]);

  lp_card_put #(.DATA_W(DATA_W), .BURST(BURST)) u_put (
      .clk_i, .rst_ni, .start_i(put_start_i), .stop_i(put_stop_i), .drop_i(put_drop_i),
      .sector_i(put_addr_i[39:5]), .count_i(put_beats_i), .busy_o(put_busy_o),
      .done_o(put_done_o), .error_o(put_error_o), .s_valid_i, .s_ready_o, .s_data_i, .awvalid_o,
      .awready_i, .awaddr_o, .awlen_o, .wvalid_o, .wready_i, .wdata_o, .wlast_o, .bvalid_i,
      .bready_o, .bresp_i);
  lp_card_get #(.DATA_W(DATA_W), .BURST(BURST)) u_get (
      .clk_i, .rst_ni, .start_i(get_start_i), .stop_i(get_stop_i), .sector_i(get_addr_i[39:5]),
      .count_i(get_beats_i), .busy_o(get_busy_o), .done_o(get_done_o), .error_o(get_error_o),
      .m_valid_o, .m_ready_i, .m_data_o, .m_last_o, .arvalid_o, .arready_i, .araddr_o, .arlen_o,
      .rvalid_i, .rready_o, .rdata_i, .rresp_i);
endmodule

`default_nettype wire
