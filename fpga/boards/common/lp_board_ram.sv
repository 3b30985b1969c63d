// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Card memory out of block RAM, for boards whose memory controller is not connected: an AXI4 port
/// as lp_card's mem, INCR bursts of size 5, one of reads and one of writes at a time. Addresses
/// above the memory wrap around.
///
/// Latency: 2 cycles from an address to its first beat. Interval: 2 cycles for a beat that is read,
/// 1 for one that is written.
///
/// Combinational paths: none.
module lp_board_ram #(
    /// Log2 of the bytes, at least 6.
    parameter int MEM_LOG2 = 17,
    /// Bits of an id.
    parameter int ID_W     = 8
) (
    /// Clock.
    input  wire logic            clk_i,
    /// Synchronous reset, active low; the content stays.
    input  wire logic            rst_ni,
    /// ARVALID.
    input  wire logic            s_arvalid_i,
    /// ARREADY.
    output wire logic            s_arready_o,
    /// ARID.
    input  wire logic [ID_W-1:0] s_arid_i,
    /// ARADDR.
    input  wire logic [39:0]     s_araddr_i,
    /// ARLEN.
    input  wire logic [7:0]      s_arlen_i,
    /// RVALID.
    output wire logic            s_rvalid_o,
    /// RREADY.
    input  wire logic            s_rready_i,
    /// RID.
    output wire logic [ID_W-1:0] s_rid_o,
    /// RDATA.
    output wire logic [255:0]    s_rdata_o,
    /// RRESP, OKAY.
    output wire logic [1:0]      s_rresp_o,
    /// RLAST.
    output wire logic            s_rlast_o,
    /// AWVALID.
    input  wire logic            s_awvalid_i,
    /// AWREADY.
    output wire logic            s_awready_o,
    /// AWID.
    input  wire logic [ID_W-1:0] s_awid_i,
    /// AWADDR.
    input  wire logic [39:0]     s_awaddr_i,
    /// AWLEN; WLAST gives the same information.
    input  wire logic [7:0]      s_awlen_i,
    /// WVALID.
    input  wire logic            s_wvalid_i,
    /// WREADY.
    output wire logic            s_wready_o,
    /// WDATA.
    input  wire logic [255:0]    s_wdata_i,
    /// WSTRB.
    input  wire logic [31:0]     s_wstrb_i,
    /// WLAST.
    input  wire logic            s_wlast_i,
    /// BVALID.
    output wire logic            s_bvalid_o,
    /// BREADY.
    input  wire logic            s_bready_i,
    /// BID.
    output wire logic [ID_W-1:0] s_bid_o,
    /// BRESP, OKAY.
    output wire logic [1:0]      s_bresp_o
);
  localparam int ADDR_W = MEM_LOG2 - 5;

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = (|s_awlen_i) | (|s_araddr_i) | (|s_awaddr_i);

  // A read: ask: the address of its next beat at the memory; show: that beat at the port.
  logic ask_q, show_q, w_q, b_q;
  logic [ID_W-1:0] r_id_q, w_id_q;
  logic [ADDR_W-1:0] r_addr_q, w_addr_q;
  logic [7:0] left_q;
  wire r_take, w_take, r_beat, w_beat, r_over;
  assign r_take = s_arvalid_i & s_arready_o;
  assign w_take = s_awvalid_i & s_awready_o;
  assign r_beat = show_q & s_rready_i;
  assign r_over = left_q == 8'd0;
  assign w_beat = w_q & s_wvalid_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ask_q <= 1'b0;
      show_q <= 1'b0;
      w_q <= 1'b0;
      b_q <= 1'b0;
    end else begin
      ask_q <= r_take | (r_beat & ~r_over);
      show_q <= ask_q | (show_q & ~s_rready_i);
      w_q <= w_take | (w_q & ~(w_beat & s_wlast_i));
      b_q <= (w_beat & s_wlast_i) | (b_q & ~s_bready_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (r_take) {r_id_q, r_addr_q, left_q} <= {s_arid_i, s_araddr_i[5 +: ADDR_W], s_arlen_i};
    else if (r_beat) {r_addr_q, left_q} <= {r_addr_q + 1'b1, left_q - 8'd1};
    if (w_take) {w_id_q, w_addr_q} <= {s_awid_i, s_awaddr_i[5 +: ADDR_W]};
    else if (w_beat) w_addr_q <= w_addr_q + 1'b1;
  end

  lp_ram #(.WIDTH(256), .DEPTH(2 ** ADDR_W), .GRAIN(8)) u_ram (
      .clk_i, .w_en_i(w_beat), .w_addr_i(w_addr_q), .w_mask_i(s_wstrb_i), .w_data_i(s_wdata_i),
      .r_en_i(ask_q), .r_addr_i(r_addr_q), .r_data_o(s_rdata_o));

  assign s_arready_o = ~(ask_q | show_q);
  assign s_rvalid_o = show_q;
  assign s_rid_o = r_id_q;
  assign s_rresp_o = 2'b00;
  assign s_rlast_o = r_over;
  assign s_awready_o = ~(w_q | b_q);
  assign s_wready_o = w_q;
  assign s_bvalid_o = b_q;
  assign s_bid_o = w_id_q;
  assign s_bresp_o = 2'b00;
endmodule

`default_nettype wire
