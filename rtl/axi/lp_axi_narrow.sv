// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Connects an AXI4 master of 256-bit beats to a memory whose port has 128 or 64 bits: bursts
/// (INCR, size 5) become bursts of full narrow beats (INCR), beats of w are split, those of r
/// assembled. Bursts do not cross a 4 KiB boundary and have at most 128 beats; one of more than 256
/// narrow beats becomes two. Low address bits are dropped: strobes select the bytes written.
///
/// The narrow side has no ids: tie them to one value there, so that the memory responds in order;
/// so does this port. The response to a beat of r or to a write is the bitwise or of the responses
/// to its parts, so it is an error if one of them is.
///
/// Latency: 1 cycle for addresses and w, 1 from the last part for r, 1 for b. Interval: 1 narrow
/// beat per cycle. All outputs come out of flops.
///
/// Source: AMBA AXI4 (ARM IHI 0022).
///
/// Combinational paths: none.
module lp_axi_narrow #(
    /// Bits of a beat at the narrow side, 64 or 128.
    parameter int DATA_W = 128,
    /// Bits of an address, at least 13.
    parameter int ADDR_W = 40,
    /// Bits of an id, at least 1.
    parameter int ID_W   = 8,
    /// Outstanding narrow bursts in each direction, at least 2.
    parameter int OPEN   = 8
) (
    /// Clock.
    input  wire logic                clk_i,
    /// Synchronous reset, active low.
    input  wire logic                rst_ni,

    /// AXI, 256 bits: AWVALID.
    input  wire logic                s_awvalid_i,
    /// AWREADY.
    output wire logic                s_awready_o,
    /// AWID.
    input  wire logic [ID_W-1:0]     s_awid_i,
    /// AWADDR.
    input  wire logic [ADDR_W-1:0]   s_awaddr_i,
    /// AWLEN, 127 at most.
    input  wire logic [7:0]          s_awlen_i,
    /// WVALID.
    input  wire logic                s_wvalid_i,
    /// WREADY.
    output wire logic                s_wready_o,
    /// WDATA.
    input  wire logic [255:0]        s_wdata_i,
    /// WSTRB.
    input  wire logic [31:0]         s_wstrb_i,
    /// WLAST.
    input  wire logic                s_wlast_i,
    /// BVALID.
    output wire logic                s_bvalid_o,
    /// BREADY.
    input  wire logic                s_bready_i,
    /// BID.
    output wire logic [ID_W-1:0]     s_bid_o,
    /// BRESP.
    output wire logic [1:0]          s_bresp_o,
    /// ARVALID.
    input  wire logic                s_arvalid_i,
    /// ARREADY.
    output wire logic                s_arready_o,
    /// ARID.
    input  wire logic [ID_W-1:0]     s_arid_i,
    /// ARADDR.
    input  wire logic [ADDR_W-1:0]   s_araddr_i,
    /// ARLEN, 127 at most.
    input  wire logic [7:0]          s_arlen_i,
    /// RVALID.
    output wire logic                s_rvalid_o,
    /// RREADY.
    input  wire logic                s_rready_i,
    /// RID.
    output wire logic [ID_W-1:0]     s_rid_o,
    /// RDATA.
    output wire logic [255:0]        s_rdata_o,
    /// RRESP.
    output wire logic [1:0]          s_rresp_o,
    /// RLAST.
    output wire logic                s_rlast_o,

    /// AXI, DATA_W bits: AWVALID.
    output wire logic                m_awvalid_o,
    /// AWREADY.
    input  wire logic                m_awready_i,
    /// AWADDR, a multiple of 32.
    output wire logic [ADDR_W-1:0]   m_awaddr_o,
    /// AWLEN.
    output wire logic [7:0]          m_awlen_o,
    /// WVALID.
    output wire logic                m_wvalid_o,
    /// WREADY.
    input  wire logic                m_wready_i,
    /// WDATA.
    output wire logic [DATA_W-1:0]   m_wdata_o,
    /// WSTRB.
    output wire logic [DATA_W/8-1:0] m_wstrb_o,
    /// WLAST.
    output wire logic                m_wlast_o,
    /// BVALID.
    input  wire logic                m_bvalid_i,
    /// BREADY.
    output wire logic                m_bready_o,
    /// BRESP.
    input  wire logic [1:0]          m_bresp_i,
    /// ARVALID.
    output wire logic                m_arvalid_o,
    /// ARREADY.
    input  wire logic                m_arready_i,
    /// ARADDR, a multiple of 32.
    output wire logic [ADDR_W-1:0]   m_araddr_o,
    /// ARLEN.
    output wire logic [7:0]          m_arlen_o,
    /// RVALID.
    input  wire logic                m_rvalid_i,
    /// RREADY.
    output wire logic                m_rready_o,
    /// RDATA.
    input  wire logic [DATA_W-1:0]   m_rdata_i,
    /// RRESP.
    input  wire logic [1:0]          m_rresp_i,
    /// RLAST.
    input  wire logic                m_rlast_i
);
  localparam int PARTS = DATA_W == 64 ? 4 : 2;
  localparam int P = $clog2(PARTS);
  localparam int REST = 256 - DATA_W;

  // ---------------------------------------------------------------- writes
  wire b_done, b_end;
  wire [ID_W-1:0] b_id;
  lp_axi_narrow_ax #(.DATA_W(DATA_W), .ADDR_W(ADDR_W), .ID_W(ID_W), .OPEN(OPEN)) u_aw (
      .clk_i, .rst_ni, .s_valid_i(s_awvalid_i), .s_ready_o(s_awready_o), .s_id_i(s_awid_i),
      .s_addr_i(s_awaddr_i), .s_len_i(s_awlen_i), .m_valid_o(m_awvalid_o),
      .m_ready_i(m_awready_i), .m_addr_o(m_awaddr_o), .m_len_o(m_awlen_o), .done_i(b_done),
      .id_o(b_id), .end_o(b_end));

  logic [P-1:0] w_part_q;
  wire [255:0] w_data;
  wire [31:0] w_strb;
  wire w_last, w_move, w_at_end;
  lp_skid #(.WIDTH(289)) u_w (
      .clk_i, .rst_ni, .s_valid_i(s_wvalid_i), .s_ready_o(s_wready_o),
      .s_data_i({s_wlast_i, s_wstrb_i, s_wdata_i}), .m_valid_o(m_wvalid_o),
      .m_ready_i(m_wready_i & w_at_end), .m_data_o({w_last, w_strb, w_data}));
  assign w_move = m_wvalid_o & m_wready_i;
  assign w_at_end = &w_part_q;
  assign m_wdata_o = w_data[DATA_W*w_part_q +: DATA_W];
  assign m_wstrb_o = w_strb[DATA_W/8*w_part_q +: DATA_W/8];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) w_part_q <= '0;
    else if (w_move) w_part_q <= w_part_q + 1'b1;
  end
  generate
    if (DATA_W == 64) begin : g_w_64
      // Wide beats of the burst that have been sent, modulo 64, which is the length of the first of
      // two bursts.
      logic [5:0] w_beat_q;
      assign m_wlast_o = w_at_end & (w_last | (&w_beat_q));
      always_ff @(posedge clk_i) begin
        if (!rst_ni) w_beat_q <= 6'd0;
        else if (w_move & w_at_end) w_beat_q <= w_last ? 6'd0 : w_beat_q + 6'd1;
      end
    end else begin : g_w_128
      assign m_wlast_o = w_at_end & w_last;
    end
  endgenerate

  // The response to the first of two bursts is kept and joined with that to the second.
  logic [1:0] b_bad_q;
  wire [1:0] b_resp;
  assign b_done = m_bvalid_i & m_bready_o;
  assign b_resp = m_bresp_i | b_bad_q;
  lp_skid #(.WIDTH(ID_W + 2)) u_b (
      .clk_i, .rst_ni, .s_valid_i(m_bvalid_i & b_end), .s_ready_o(m_bready_o),
      .s_data_i({b_id, b_resp}), .m_valid_o(s_bvalid_o), .m_ready_i(s_bready_i),
      .m_data_o({s_bid_o, s_bresp_o}));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) b_bad_q <= 2'b00;
    else if (b_done) b_bad_q <= b_end ? 2'b00 : b_resp;
  end

  // ---------------------------------------------------------------- reads
  wire r_done, r_end;
  wire [ID_W-1:0] r_id;
  lp_axi_narrow_ax #(.DATA_W(DATA_W), .ADDR_W(ADDR_W), .ID_W(ID_W), .OPEN(OPEN)) u_ar (
      .clk_i, .rst_ni, .s_valid_i(s_arvalid_i), .s_ready_o(s_arready_o), .s_id_i(s_arid_i),
      .s_addr_i(s_araddr_i), .s_len_i(s_arlen_i), .m_valid_o(m_arvalid_o),
      .m_ready_i(m_arready_i), .m_addr_o(m_araddr_o), .m_len_o(m_arlen_o), .done_i(r_done),
      .id_o(r_id), .end_o(r_end));

  // Parts shift down, the first one to the lowest bits.
  logic [P-1:0] r_part_q;
  logic [REST-1:0] r_data_q;
  logic [1:0] r_bad_q;
  wire [255:0] r_data;
  wire [1:0] r_resp;
  wire r_move, r_at_end;
  assign r_data = {m_rdata_i, r_data_q};
  assign r_resp = m_rresp_i | r_bad_q;
  assign r_move = m_rvalid_i & m_rready_o;
  assign r_at_end = &r_part_q;
  assign r_done = r_move & m_rlast_i;
  lp_skid #(.WIDTH(ID_W + 259)) u_r (
      .clk_i, .rst_ni, .s_valid_i(m_rvalid_i & r_at_end), .s_ready_o(m_rready_o),
      .s_data_i({r_id, m_rlast_i & r_end, r_resp, r_data}), .m_valid_o(s_rvalid_o),
      .m_ready_i(s_rready_i), .m_data_o({s_rid_o, s_rlast_o, s_rresp_o, s_rdata_o}));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      r_part_q <= '0;
      r_bad_q <= 2'b00;
    end else if (r_move) begin
      r_part_q <= r_part_q + 1'b1;
      r_bad_q <= r_at_end ? 2'b00 : r_resp;
    end
  end
  always_ff @(posedge clk_i) begin
    if (r_move) r_data_q <= r_data[255:DATA_W];
  end
endmodule

`default_nettype wire
