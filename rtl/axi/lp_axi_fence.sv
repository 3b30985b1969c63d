// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Separates an AXI4 master that may be reset at any time, the inside, from a slave that must never
/// see a partial burst, the outside (256-bit data, bursts of up to 256 beats).
///
/// While stop is high, no address is taken from the inside; bursts already taken continue. While
/// cut is high, which also stops, the fence completes the bursts of the inside: it sends the
/// outstanding beats of w without strobes, with data 0 and wlast in its place, and drops what it
/// receives on r and b. The inside may then be in reset and its outputs unknown: the fence gives it
/// no valid and no ready. idle is high while every address taken has all its responses; it then
/// stays high as long as stop or cut does. Once cut is high it must stay high until idle; then stop
/// and cut may fall, and the inside starts again.
///
/// Beats of w pass once the address of their burst has been taken from the inside, for up to four
/// bursts; further addresses wait. wlast is counted from awlen. Reads and writes do not wait for
/// each other. At most 2^COUNT_W-1 reads and as many writes are outstanding; further addresses
/// wait.
///
/// Latency: 1 cycle on each channel; a burst's first beat is taken a cycle after its address at the
/// earliest. Interval: 1 cycle. All outputs to the outside, and payload to the inside, come out of
/// flops.
///
/// Source: AMBA AXI4 (ARM IHI 0022).
///
/// Combinational paths: stop, cut -> s_arready, s_awready; cut -> s_rvalid, s_wready, s_bvalid.
module lp_axi_fence #(
    /// Bits of an id, 1..8.
    parameter int ID_W = 8,
    /// Bits of the counts of outstanding bursts, at least 1.
    parameter int COUNT_W = 8
) (
    /// Clock.
    input  wire logic            clk_i,
    /// Synchronous reset, active low, of both sides.
    input  wire logic            rst_ni,

    /// No address is taken from the inside.
    input  wire logic            stop_i,
    /// The inside is cut off; the fence completes its bursts.
    input  wire logic            cut_i,
    /// No burst is outstanding.
    output wire logic            idle_o,

    /// Inside, AXI: ARVALID.
    input  wire logic            s_arvalid_i,
    /// Inside, AXI: ARREADY.
    output wire logic            s_arready_o,
    /// Inside, AXI: ARID.
    input  wire logic [ID_W-1:0] s_arid_i,
    /// Inside, AXI: ARADDR.
    input  wire logic [39:0]     s_araddr_i,
    /// Inside, AXI: ARLEN.
    input  wire logic [7:0]      s_arlen_i,

    /// Inside, AXI: RVALID.
    output wire logic            s_rvalid_o,
    /// Inside, AXI: RREADY.
    input  wire logic            s_rready_i,
    /// Inside, AXI: RID.
    output wire logic [ID_W-1:0] s_rid_o,
    /// Inside, AXI: RDATA.
    output wire logic [255:0]    s_rdata_o,
    /// Inside, AXI: RRESP.
    output wire logic [1:0]      s_rresp_o,
    /// Inside, AXI: RLAST.
    output wire logic            s_rlast_o,

    /// Inside, AXI: AWVALID.
    input  wire logic            s_awvalid_i,
    /// Inside, AXI: AWREADY.
    output wire logic            s_awready_o,
    /// Inside, AXI: AWID.
    input  wire logic [ID_W-1:0] s_awid_i,
    /// Inside, AXI: AWADDR.
    input  wire logic [39:0]     s_awaddr_i,
    /// Inside, AXI: AWLEN.
    input  wire logic [7:0]      s_awlen_i,

    /// Inside, AXI: WVALID.
    input  wire logic            s_wvalid_i,
    /// Inside, AXI: WREADY.
    output wire logic            s_wready_o,
    /// Inside, AXI: WDATA.
    input  wire logic [255:0]    s_wdata_i,
    /// Inside, AXI: WSTRB.
    input  wire logic [31:0]     s_wstrb_i,
    /// Inside, AXI: WLAST; not used, since the beats are counted.
    input  wire logic            s_wlast_i,

    /// Inside, AXI: BVALID.
    output wire logic            s_bvalid_o,
    /// Inside, AXI: BREADY.
    input  wire logic            s_bready_i,
    /// Inside, AXI: BID.
    output wire logic [ID_W-1:0] s_bid_o,
    /// Inside, AXI: BRESP.
    output wire logic [1:0]      s_bresp_o,

    /// Outside, AXI: ARVALID.
    output wire logic            m_arvalid_o,
    /// Outside, AXI: ARREADY.
    input  wire logic            m_arready_i,
    /// Outside, AXI: ARID.
    output wire logic [ID_W-1:0] m_arid_o,
    /// Outside, AXI: ARADDR.
    output wire logic [39:0]     m_araddr_o,
    /// Outside, AXI: ARLEN.
    output wire logic [7:0]      m_arlen_o,

    /// Outside, AXI: RVALID.
    input  wire logic            m_rvalid_i,
    /// Outside, AXI: RREADY.
    output wire logic            m_rready_o,
    /// Outside, AXI: RID.
    input  wire logic [ID_W-1:0] m_rid_i,
    /// Outside, AXI: RDATA.
    input  wire logic [255:0]    m_rdata_i,
    /// Outside, AXI: RRESP.
    input  wire logic [1:0]      m_rresp_i,
    /// Outside, AXI: RLAST.
    input  wire logic            m_rlast_i,

    /// Outside, AXI: AWVALID.
    output wire logic            m_awvalid_o,
    /// Outside, AXI: AWREADY.
    input  wire logic            m_awready_i,
    /// Outside, AXI: AWID.
    output wire logic [ID_W-1:0] m_awid_o,
    /// Outside, AXI: AWADDR.
    output wire logic [39:0]     m_awaddr_o,
    /// Outside, AXI: AWLEN.
    output wire logic [7:0]      m_awlen_o,

    /// Outside, AXI: WVALID.
    output wire logic            m_wvalid_o,
    /// Outside, AXI: WREADY.
    input  wire logic            m_wready_i,
    /// Outside, AXI: WDATA.
    output wire logic [255:0]    m_wdata_o,
    /// Outside, AXI: WSTRB.
    output wire logic [31:0]     m_wstrb_o,
    /// Outside, AXI: WLAST.
    output wire logic            m_wlast_o,

    /// Outside, AXI: BVALID.
    input  wire logic            m_bvalid_i,
    /// Outside, AXI: BREADY.
    output wire logic            m_bready_o,
    /// Outside, AXI: BID.
    input  wire logic [ID_W-1:0] m_bid_i,
    /// Outside, AXI: BRESP.
    input  wire logic [1:0]      m_bresp_i
);
  generate
    if (ID_W < 1 || ID_W > 8) begin : g_check_id_w
      lp_bad_ID_W_not_1_to_8 u_bad ();
    end
    if (COUNT_W < 1) begin : g_check_count_w
      lp_bad_COUNT_W_below_1 u_bad ();
    end
  endgenerate

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = s_wlast_i;

  // Responses held for the inside are dropped when it is cut off.
  wire halt, keep;
  assign halt = stop_i | cut_i;
  assign keep = rst_ni & ~cut_i;

  // Bursts whose address was taken from the inside and whose responses are not complete.
  logic [COUNT_W-1:0] reads_q, writes_q;
  assign idle_o = ~(|reads_q) & ~(|writes_q);

  // ---------------------------------------------------------------- reads
  wire ar_ready, ar_take, r_end, r_valid;
  assign s_arready_o = ar_ready & ~(&reads_q) & ~halt;
  assign ar_take = s_arvalid_i & s_arready_o;
  lp_skid #(.WIDTH(48 + ID_W)) u_ar (
      .clk_i, .rst_ni, .s_valid_i(ar_take), .s_ready_o(ar_ready),
      .s_data_i({s_arid_i, s_araddr_i, s_arlen_i}), .m_valid_o(m_arvalid_o),
      .m_ready_i(m_arready_i), .m_data_o({m_arid_o, m_araddr_o, m_arlen_o}));
  lp_skid #(.WIDTH(259 + ID_W)) u_r (
      .clk_i, .rst_ni(keep), .s_valid_i(m_rvalid_i), .s_ready_o(m_rready_o),
      .s_data_i({m_rid_i, m_rdata_i, m_rresp_i, m_rlast_i}), .m_valid_o(r_valid),
      .m_ready_i(s_rready_i), .m_data_o({s_rid_o, s_rdata_o, s_rresp_o, s_rlast_o}));
  assign s_rvalid_o = r_valid & ~cut_i;
  assign r_end = m_rvalid_i & m_rready_o & m_rlast_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) reads_q <= '0;
    else if (ar_take & ~r_end) reads_q <= reads_q + 1'b1;
    else if (r_end & ~ar_take) reads_q <= reads_q - 1'b1;
  end

  // ---------------------------------------------------------------- writes: address and response
  localparam int AHEAD = 4;
  wire aw_ready, aw_take, b_end, b_valid;
  wire list_ready, due, w_end;
  wire [7:0] due_len;
  assign s_awready_o = aw_ready & list_ready & ~(&writes_q) & ~halt;
  assign aw_take = s_awvalid_i & s_awready_o;
  lp_skid #(.WIDTH(48 + ID_W)) u_aw (
      .clk_i, .rst_ni, .s_valid_i(aw_take), .s_ready_o(aw_ready),
      .s_data_i({s_awid_i, s_awaddr_i, s_awlen_i}), .m_valid_o(m_awvalid_o),
      .m_ready_i(m_awready_i), .m_data_o({m_awid_o, m_awaddr_o, m_awlen_o}));
  lp_fifo #(.WIDTH(8), .DEPTH(AHEAD)) u_list (
      .clk_i, .rst_ni, .s_valid_i(aw_take), .s_ready_o(list_ready), .s_data_i(s_awlen_i),
      .m_valid_o(due), .m_ready_i(w_end), .m_data_o(due_len));
  lp_skid #(.WIDTH(2 + ID_W)) u_b (
      .clk_i, .rst_ni(keep), .s_valid_i(m_bvalid_i), .s_ready_o(m_bready_o),
      .s_data_i({m_bid_i, m_bresp_i}), .m_valid_o(b_valid), .m_ready_i(s_bready_i),
      .m_data_o({s_bid_o, s_bresp_o}));
  assign s_bvalid_o = b_valid & ~cut_i;
  assign b_end = m_bvalid_i & m_bready_o;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) writes_q <= '0;
    else if (aw_take & ~b_end) writes_q <= writes_q + 1'b1;
    else if (b_end & ~aw_take) writes_q <= writes_q - 1'b1;
  end

  // ---------------------------------------------------------------- writes: beats
  logic [7:0] place_q;
  wire w_ready, w_move, w_last;
  assign s_wready_o = w_ready & due & ~cut_i;
  assign w_move = w_ready & due & (s_wvalid_i | cut_i);
  assign w_last = place_q == due_len;
  assign w_end = w_move & w_last;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) place_q <= 8'd0;
    else if (w_move) place_q <= w_last ? 8'd0 : place_q + 8'd1;
  end
  lp_skid #(.WIDTH(289)) u_w (
      .clk_i, .rst_ni, .s_valid_i(w_move), .s_ready_o(w_ready),
      .s_data_i({w_last, {288{~cut_i}} & {s_wstrb_i, s_wdata_i}}), .m_valid_o(m_wvalid_o),
      .m_ready_i(m_wready_i), .m_data_o({m_wlast_o, m_wstrb_o, m_wdata_o}));
endmodule

`default_nettype wire
