// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Connects a bridge's AXI4 port of 128 or 64 bits to one of 256: bursts (INCR) of full beats, or
/// of one beat of any size, become bursts of 256-bit beats; beats of w are assembled, those of r
/// split. A burst may begin at any beat of DATA_W bits; it does not cross a 4 KiB boundary. Bytes
/// of a wide beat outside the burst are not written.
///
/// The master side has no ids: tie them to one value there, so that responses come in order. Beats
/// of w wait for their address.
///
/// Latency: 1 cycle for addresses and b, 1 from the last part for w, 1 for r. Interval: 1 beat of
/// DATA_W bits per cycle. All outputs come out of flops.
///
/// Source: AMBA AXI4 (ARM IHI 0022).
///
/// Combinational paths: none.
module lp_axi_widen #(
    /// Bits of a beat at the slave port, 64 or 128.
    parameter int DATA_W = 128,
    /// Bits of an address, at least 13.
    parameter int ADDR_W = 40,
    /// Bits of an id, at least 1.
    parameter int ID_W   = 4,
    /// Outstanding bursts in each direction, at least 2.
    parameter int OPEN   = 8
) (
    /// Clock.
    input  wire logic                      clk_i,
    /// Synchronous reset, active low.
    input  wire logic                      rst_ni,

    /// Slave port, AXI4 of DATA_W bits: AWVALID.
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

    /// Master port, AXI4 of 256 bits: AWVALID.
    output wire logic                      m_awvalid_o,
    /// AWREADY.
    input  wire logic                      m_awready_i,
    /// AWADDR, a multiple of 32.
    output wire logic [ADDR_W-1:0]         m_awaddr_o,
    /// AWLEN.
    output wire logic [7:0]                m_awlen_o,
    /// WVALID.
    output wire logic                      m_wvalid_o,
    /// WREADY.
    input  wire logic                      m_wready_i,
    /// WDATA.
    output wire logic [255:0]              m_wdata_o,
    /// WSTRB.
    output wire logic [31:0]               m_wstrb_o,
    /// WLAST.
    output wire logic                      m_wlast_o,
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
    /// ARADDR, a multiple of 32.
    output wire logic [ADDR_W-1:0]         m_araddr_o,
    /// ARLEN.
    output wire logic [7:0]                m_arlen_o,
    /// RVALID.
    input  wire logic                      m_rvalid_i,
    /// RREADY.
    output wire logic                      m_rready_o,
    /// RDATA.
    input  wire logic [255:0]              m_rdata_i,
    /// RRESP.
    input  wire logic [1:0]                m_rresp_i,
    /// RLAST.
    input  wire logic                      m_rlast_i
);
  generate
    if (DATA_W != 64 && DATA_W != 128) begin : g_check_data_w
      lp_bad_DATA_W_not_64_or_128 u_bad ();
    end
    if (ADDR_W < 13) begin : g_check_addr_w
      lp_bad_ADDR_W_below_13 u_bad ();
    end
    if (ID_W < 1) begin : g_check_id_w
      lp_bad_ID_W_below_1 u_bad ();
    end
    if (OPEN < 2) begin : g_check_open
      lp_bad_OPEN_below_2 u_bad ();
    end
  endgenerate
  localparam int PARTS = DATA_W == 64 ? 4 : 2;
  localparam int P = $clog2(PARTS);
  localparam int STRB_W = DATA_W / 8;
  localparam int AX_W = ID_W + ADDR_W - 5 + P + 8;

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = (|s_awaddr_i[4-P:0]) | (|s_araddr_i[4-P:0]) | m_rlast_i;

  // ---------------------------------------------------------------- addresses of writes
  // A burst is sent when both queues have room for it.
  wire aw_valid, aw_fire, w_room, b_room, w_some;
  wire [ID_W-1:0] aw_id;
  wire [P-1:0] aw_part, w_part;
  wire [7:0] aw_len;
  lp_skid #(.WIDTH(AX_W)) u_aw (
      .clk_i, .rst_ni, .s_valid_i(s_awvalid_i), .s_ready_o(s_awready_o),
      .s_data_i({s_awid_i, s_awaddr_i[ADDR_W-1:5-P], s_awlen_i}), .m_valid_o(aw_valid),
      .m_ready_i(aw_fire), .m_data_o({aw_id, m_awaddr_o[ADDR_W-1:5], aw_part, aw_len}));
  assign m_awvalid_o = aw_valid & w_room & b_room;
  assign m_awaddr_o[4:0] = 5'd0;
  assign m_awlen_o = wide_len(aw_part, aw_len);
  assign aw_fire = m_awvalid_o & m_awready_i;

  // Beats of 256 bits, less 1, of a burst that begins at this part of one.
  function automatic [7:0] wide_len(input [P-1:0] part, input [7:0] len);
    wide_len = 8'(({1'b0, len} + {{9 - P{1'b0}}, part}) >> P);
  endfunction

  // ---------------------------------------------------------------- beats of w
  logic w_first_q;
  logic [P-1:0] w_part_q;
  wire [P-1:0] w_at;
  wire w_out_ready, w_move, w_full;
  wire [255:0] w_data;
  wire [31:0] w_strb;
  lp_fifo #(.WIDTH(P), .DEPTH(OPEN)) u_w_open (
      .clk_i, .rst_ni, .s_valid_i(aw_fire), .s_ready_o(w_room), .s_data_i(aw_part),
      .m_valid_o(w_some), .m_ready_i(w_move & s_wlast_i), .m_data_o(w_part));
  assign s_wready_o = w_some & w_out_ready;
  assign w_move = s_wvalid_i & s_wready_o;
  assign w_at = w_first_q ? w_part : w_part_q;
  assign w_full = (&w_at) | s_wlast_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) w_first_q <= 1'b1;
    else if (w_move) w_first_q <= s_wlast_i;
  end
  always_ff @(posedge clk_i) begin
    if (w_move) w_part_q <= w_at + 1'b1;
  end
  genvar i;
  generate
    for (i = 0; i < PARTS - 1; i = i + 1) begin : g_part
      logic [DATA_W-1:0] data_q;
      logic [STRB_W-1:0] strb_q;
      wire here;
      assign here = w_at == P'(i);
      assign w_data[DATA_W*i +: DATA_W] = here ? s_wdata_i : data_q;
      assign w_strb[STRB_W*i +: STRB_W] = here ? s_wstrb_i : strb_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) strb_q <= '0;
        else if (w_move & w_full) strb_q <= '0;
        else if (w_move & here) strb_q <= s_wstrb_i;
      end
      always_ff @(posedge clk_i) begin
        if (w_move & here) data_q <= s_wdata_i;
      end
    end
  endgenerate
  assign w_data[255:256-DATA_W] = s_wdata_i;
  assign w_strb[31:32-STRB_W] = s_wstrb_i & {STRB_W{&w_at}};
  lp_skid #(.WIDTH(289)) u_w (
      .clk_i, .rst_ni, .s_valid_i(s_wvalid_i & w_some & w_full), .s_ready_o(w_out_ready),
      .s_data_i({s_wlast_i, w_strb, w_data}), .m_valid_o(m_wvalid_o), .m_ready_i(m_wready_i),
      .m_data_o({m_wlast_o, m_wstrb_o, m_wdata_o}));

  // ---------------------------------------------------------------- responses to writes
  /* verilator lint_off UNUSEDSIGNAL */
  wire b_some, r_some;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [ID_W-1:0] b_id;
  lp_fifo #(.WIDTH(ID_W), .DEPTH(OPEN)) u_b_open (
      .clk_i, .rst_ni, .s_valid_i(aw_fire), .s_ready_o(b_room), .s_data_i(aw_id),
      .m_valid_o(b_some), .m_ready_i(m_bvalid_i & m_bready_o), .m_data_o(b_id));
  lp_skid #(.WIDTH(ID_W + 2)) u_b (
      .clk_i, .rst_ni, .s_valid_i(m_bvalid_i), .s_ready_o(m_bready_o),
      .s_data_i({b_id, m_bresp_i}), .m_valid_o(s_bvalid_o), .m_ready_i(s_bready_i),
      .m_data_o({s_bid_o, s_bresp_o}));

  // ---------------------------------------------------------------- addresses of reads
  wire ar_valid, ar_fire, r_room;
  wire [ID_W-1:0] ar_id;
  wire [P-1:0] ar_part, r_part;
  wire [7:0] ar_len, r_len;
  lp_skid #(.WIDTH(AX_W)) u_ar (
      .clk_i, .rst_ni, .s_valid_i(s_arvalid_i), .s_ready_o(s_arready_o),
      .s_data_i({s_arid_i, s_araddr_i[ADDR_W-1:5-P], s_arlen_i}), .m_valid_o(ar_valid),
      .m_ready_i(ar_fire), .m_data_o({ar_id, m_araddr_o[ADDR_W-1:5], ar_part, ar_len}));
  assign m_arvalid_o = ar_valid & r_room;
  assign m_araddr_o[4:0] = 5'd0;
  assign m_arlen_o = wide_len(ar_part, ar_len);
  assign ar_fire = m_arvalid_o & m_arready_i;

  // ---------------------------------------------------------------- beats of r
  logic r_first_q;
  logic [P-1:0] r_part_q;
  logic [7:0] r_left_q;
  wire [P-1:0] r_at;
  wire [7:0] r_left;
  wire [255:0] r_data;
  wire r_move;
  lp_fifo #(.WIDTH(ID_W + P + 8), .DEPTH(OPEN)) u_r_open (
      .clk_i, .rst_ni, .s_valid_i(ar_fire), .s_ready_o(r_room),
      .s_data_i({ar_id, ar_part, ar_len}), .m_valid_o(r_some), .m_ready_i(r_move & s_rlast_o),
      .m_data_o({s_rid_o, r_part, r_len}));
  lp_skid #(.WIDTH(258)) u_r (
      .clk_i, .rst_ni, .s_valid_i(m_rvalid_i), .s_ready_o(m_rready_o),
      .s_data_i({m_rresp_i, m_rdata_i}), .m_valid_o(s_rvalid_o),
      .m_ready_i(s_rready_i & ((&r_at) | s_rlast_o)), .m_data_o({s_rresp_o, r_data}));
  assign r_at = r_first_q ? r_part : r_part_q;
  assign r_left = r_first_q ? r_len : r_left_q;
  assign r_move = s_rvalid_o & s_rready_i;
  assign s_rdata_o = r_data[DATA_W*r_at +: DATA_W];
  assign s_rlast_o = r_left == 8'd0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) r_first_q <= 1'b1;
    else if (r_move) r_first_q <= s_rlast_o;
  end
  always_ff @(posedge clk_i) begin
    if (r_move) begin
      r_part_q <= r_at + 1'b1;
      r_left_q <= r_left - 8'd1;
    end
  end
endmodule

`default_nettype wire
