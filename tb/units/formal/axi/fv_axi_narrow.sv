// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_axi_narrow: outputs are held stable until taken; the n-th wide beat of w comes out as its
/// parts, in order, for a free n and a free byte; for a burst within 4 KiB the narrow bursts are
/// requested in order, stay within 4 KiB, and together have all of its bytes.
module fv_axi_narrow #(
    parameter int DATA_W = 128,
    parameter int ADDR_W = 14
) (
    input wire logic              clk_i,
    input wire logic              again_i,
    input wire logic              s_awvalid_i,
    input wire logic [1:0]        s_awid_i,
    input wire logic [ADDR_W-1:0] s_awaddr_i,
    input wire logic [7:0]        s_awlen_i,
    input wire logic              s_wvalid_i,
    input wire logic [255:0]      s_wdata_i,
    input wire logic [31:0]       s_wstrb_i,
    input wire logic              s_wlast_i,
    input wire logic              s_bready_i,
    input wire logic              m_awready_i,
    input wire logic              m_wready_i,
    input wire logic              m_bvalid_i,
    input wire logic [1:0]        m_bresp_i,
    input wire logic              s_rready_i,
    input wire logic              m_rvalid_i,
    input wire logic [DATA_W-1:0] m_rdata_i,
    input wire logic [1:0]        m_rresp_i,
    input wire logic              m_rlast_i
);
  localparam int PARTS = 256 / DATA_W;
  localparam int P = $clog2(PARTS);
  localparam int BYTES = DATA_W / 8;

  wire rst_n, s_awready, s_wready, s_bvalid, m_awvalid, m_wvalid, m_wlast, m_bready;
  wire s_arready, s_rvalid, s_rlast, m_arvalid, m_rready;
  wire [1:0] s_bid, s_bresp, s_rid, s_rresp;
  wire [ADDR_W-1:0] m_awaddr, m_araddr;
  wire [7:0] m_awlen, m_arlen;
  wire [DATA_W-1:0] m_wdata;
  wire [BYTES-1:0] m_wstrb;
  wire [255:0] s_rdata;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_axi_narrow #(.DATA_W(DATA_W), .ADDR_W(ADDR_W), .ID_W(2), .OPEN(2)) u_dut (
      .clk_i, .rst_ni(rst_n), .s_awvalid_i, .s_awready_o(s_awready), .s_awid_i, .s_awaddr_i,
      .s_awlen_i, .s_wvalid_i, .s_wready_o(s_wready), .s_wdata_i, .s_wstrb_i, .s_wlast_i,
      .s_bvalid_o(s_bvalid), .s_bready_i, .s_bid_o(s_bid), .s_bresp_o(s_bresp),
      .s_arvalid_i(1'b0), .s_arready_o(s_arready), .s_arid_i(2'd0), .s_araddr_i('0),
      .s_arlen_i(8'd0), .s_rvalid_o(s_rvalid), .s_rready_i, .s_rid_o(s_rid),
      .s_rdata_o(s_rdata), .s_rresp_o(s_rresp), .s_rlast_o(s_rlast), .m_awvalid_o(m_awvalid),
      .m_awready_i, .m_awaddr_o(m_awaddr), .m_awlen_o(m_awlen), .m_wvalid_o(m_wvalid),
      .m_wready_i, .m_wdata_o(m_wdata), .m_wstrb_o(m_wstrb), .m_wlast_o(m_wlast), .m_bvalid_i,
      .m_bready_o(m_bready), .m_bresp_i, .m_arvalid_o(m_arvalid), .m_arready_i(1'b0),
      .m_araddr_o(m_araddr), .m_arlen_o(m_arlen), .m_rvalid_i, .m_rready_o(m_rready),
      .m_rdata_i, .m_rresp_i, .m_rlast_i);

  fv_stream #(.WIDTH(ADDR_W + 8)) u_aw (
      .clk_i, .rst_ni(rst_n), .valid_i(m_awvalid), .ready_i(m_awready_i),
      .data_i({m_awaddr, m_awlen}));
  fv_stream #(.WIDTH(DATA_W + BYTES + 1)) u_w (
      .clk_i, .rst_ni(rst_n), .valid_i(m_wvalid), .ready_i(m_wready_i),
      .data_i({m_wdata, m_wstrb, m_wlast}));
  fv_stream #(.WIDTH(4)) u_b (
      .clk_i, .rst_ni(rst_n), .valid_i(s_bvalid), .ready_i(s_bready_i),
      .data_i({s_bid, s_bresp}));
  fv_stream #(.WIDTH(261)) u_r (
      .clk_i, .rst_ni(rst_n), .valid_i(s_rvalid), .ready_i(s_rready_i),
      .data_i({s_rid, s_rdata, s_rresp, s_rlast}));

  // ---------------------------------------------------------------- addresses
  // Bursts stay within 4 KiB. left: bytes / 32 of those taken that are not requested yet.
  always_comb assume ({1'b0, s_awlen_i} + {2'b00, s_awaddr_i[11:5]} < 9'd128);
  logic [ADDR_W-6:0] at_q, next_q;
  logic [7:0] left_q = 8'd0, more_q = 8'd0;
  wire take = s_awvalid_i && s_awready;
  wire fire = m_awvalid && m_awready_i;
  wire [8:0] bytes = {1'b0, m_awlen} + 9'd1;
  wire [7:0] done = 8'(bytes >> P);
  wire end_ = fire && done == left_q;
  // Two bursts may be inside; `more` belongs to the second one.
  always_ff @(posedge clk_i) begin
    if (!rst_n) {left_q, more_q} <= 16'd0;
    else begin
      if (left_q == 8'd0 || (end_ && more_q == 8'd0)) begin
        left_q <= take ? s_awlen_i + 8'd1 : 8'd0;
        if (take) at_q <= s_awaddr_i[ADDR_W-1:5];
      end else if (end_) begin
        left_q <= more_q;
        at_q <= next_q;
        more_q <= take ? s_awlen_i + 8'd1 : 8'd0;
      end else begin
        if (fire) begin
          left_q <= left_q - done;
          at_q <= at_q + {{ADDR_W - 13{1'b0}}, done};
        end
        if (take) more_q <= s_awlen_i + 8'd1;
      end
      if (take) next_q <= s_awaddr_i[ADDR_W-1:5];
    end
  end
  fv_assert u_asked (.hold_i(!rst_n || !m_awvalid || (m_awaddr == {at_q, 5'd0}
                             && done != 8'd0 && done <= left_q
                             && (bytes & 9'(PARTS - 1)) == 9'd0)));
  fv_assert u_4k (.hold_i(!rst_n || !m_awvalid
                          || {1'b0, m_awaddr[11:5]} + done <= 8'd128));
  generate
    if (DATA_W == 64) begin : g_two
      fv_cover u_two (.seen_i(rst_n && fire && left_q != done));
    end
  endgenerate

  // ---------------------------------------------------------------- beats
  (* anyconst *) logic [2:0] n;
  (* anyconst *) logic [4:0] k;
  logic [2:0] in_q = 3'd0, out_q = 3'd0;
  logic [P-1:0] part_q = '0;
  logic [9:0] byte_q;
  wire [9:0] byte_in = {s_wlast_i, s_wstrb_i[k], s_wdata_i[8*k +: 8]};
  wire [4:0] lane = k & 5'(BYTES - 1);
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      {in_q, out_q} <= 6'd0;
      part_q <= '0;
    end else begin
      if (s_wvalid_i && s_wready) in_q <= in_q + 3'd1;
      if (m_wvalid && m_wready_i) part_q <= part_q + 1'b1;
      if (m_wvalid && m_wready_i && (&part_q)) out_q <= out_q + 3'd1;
    end
    if (s_wvalid_i && s_wready && in_q == n) byte_q <= byte_in;
  end
  wire mine = rst_n && m_wvalid && out_q == n && 5'(part_q) == k / BYTES;
  fv_assert u_some (.hold_i(!rst_n || !m_wvalid || in_q != out_q));
  fv_assert u_byte (.hold_i(!mine || {m_wstrb[lane], m_wdata[8*lane +: 8]} == byte_q[8:0]));
  fv_assert u_last (.hold_i(!mine || m_wlast == (byte_q[9] && (&part_q))));
  fv_cover u_third (.seen_i(mine && n == 3'd2));
endmodule

`default_nettype wire
