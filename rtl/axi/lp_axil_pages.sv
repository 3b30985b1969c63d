// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Connects one AXI4-Lite slave port to three master ports with a page of 4 KiB each; one write and
/// one read are outstanding at a time.
///
/// A write begins when its address and data have arrived, in any order, and the previous response
/// has been taken; a read likewise. An access to no page, or to a port whose block is high when it
/// begins, is answered here: OKAY, a read with 0, a write without effect. So is an access that is
/// outstanding when the port's block rises: the port's valids and readies fall, and its response is
/// ignored. The slave at such a port must be reset, or have no access outstanding, before block
/// falls.
///
/// Latency: 2 cycles to the port's address, 1 from its answer; 2 for accesses answered here.
/// Interval: 4 cycles plus those of the slave at the port. All outputs come out of flops.
///
/// Source: AMBA AXI4-Lite (ARM IHI 0022).
///
/// Combinational paths: none.
module lp_axil_pages #(
    /// Page of each port, bits 14..12 of its addresses: a hex digit 0..7 for each, port 0 lowest.
    parameter int PAGES = 'h410
) (
    /// Clock.
    input  wire logic        clk_i,
    /// Synchronous reset, active low.
    input  wire logic        rst_ni,

    /// Ports to which nothing is forwarded.
    input  wire logic [2:0]  block_i,

    /// Slave port, AXI4-Lite: AWVALID.
    input  wire logic        s_awvalid_i,
    /// Slave port, AXI4-Lite: AWREADY.
    output wire logic        s_awready_o,
    /// Slave port, AXI4-Lite: AWADDR.
    input  wire logic [14:0] s_awaddr_i,
    /// Slave port, AXI4-Lite: AWPROT.
    input  wire logic [2:0]  s_awprot_i,
    /// Slave port, AXI4-Lite: WVALID.
    input  wire logic        s_wvalid_i,
    /// Slave port, AXI4-Lite: WREADY.
    output wire logic        s_wready_o,
    /// Slave port, AXI4-Lite: WDATA.
    input  wire logic [31:0] s_wdata_i,
    /// Slave port, AXI4-Lite: WSTRB.
    input  wire logic [3:0]  s_wstrb_i,
    /// Slave port, AXI4-Lite: BVALID.
    output wire logic        s_bvalid_o,
    /// Slave port, AXI4-Lite: BREADY.
    input  wire logic        s_bready_i,
    /// Slave port, AXI4-Lite: BRESP.
    output wire logic [1:0]  s_bresp_o,
    /// Slave port, AXI4-Lite: ARVALID.
    input  wire logic        s_arvalid_i,
    /// Slave port, AXI4-Lite: ARREADY.
    output wire logic        s_arready_o,
    /// Slave port, AXI4-Lite: ARADDR.
    input  wire logic [14:0] s_araddr_i,
    /// Slave port, AXI4-Lite: ARPROT.
    input  wire logic [2:0]  s_arprot_i,
    /// Slave port, AXI4-Lite: RVALID.
    output wire logic        s_rvalid_o,
    /// Slave port, AXI4-Lite: RREADY.
    input  wire logic        s_rready_i,
    /// Slave port, AXI4-Lite: RDATA.
    output wire logic [31:0] s_rdata_o,
    /// Slave port, AXI4-Lite: RRESP.
    output wire logic [1:0]  s_rresp_o,

    /// Master ports, port 0 lowest, AXI4-Lite: AWVALID.
    output wire logic [2:0]  m_awvalid_o,
    /// Master ports, AXI4-Lite: AWREADY.
    input  wire logic [2:0]  m_awready_i,
    /// Master ports, AXI4-Lite: AWADDR, 12 bits each, the same for all.
    output wire logic [35:0] m_awaddr_o,
    /// Master ports, AXI4-Lite: AWPROT, the same for all.
    output wire logic [8:0]  m_awprot_o,
    /// Master ports, AXI4-Lite: WVALID.
    output wire logic [2:0]  m_wvalid_o,
    /// Master ports, AXI4-Lite: WREADY.
    input  wire logic [2:0]  m_wready_i,
    /// Master ports, AXI4-Lite: WDATA, the same for all.
    output wire logic [95:0] m_wdata_o,
    /// Master ports, AXI4-Lite: WSTRB, the same for all.
    output wire logic [11:0] m_wstrb_o,
    /// Master ports, AXI4-Lite: BVALID.
    input  wire logic [2:0]  m_bvalid_i,
    /// Master ports, AXI4-Lite: BREADY; high from the address on.
    output wire logic [2:0]  m_bready_o,
    /// Master ports, AXI4-Lite: BRESP.
    input  wire logic [5:0]  m_bresp_i,
    /// Master ports, AXI4-Lite: ARVALID.
    output wire logic [2:0]  m_arvalid_o,
    /// Master ports, AXI4-Lite: ARREADY.
    input  wire logic [2:0]  m_arready_i,
    /// Master ports, AXI4-Lite: ARADDR, 12 bits each, the same for all.
    output wire logic [35:0] m_araddr_o,
    /// Master ports, AXI4-Lite: ARPROT, the same for all.
    output wire logic [8:0]  m_arprot_o,
    /// Master ports, AXI4-Lite: RVALID.
    input  wire logic [2:0]  m_rvalid_i,
    /// Master ports, AXI4-Lite: RREADY; high from the address on.
    output wire logic [2:0]  m_rready_o,
    /// Master ports, AXI4-Lite: RDATA.
    input  wire logic [95:0] m_rdata_i,
    /// Master ports, AXI4-Lite: RRESP.
    input  wire logic [5:0]  m_rresp_i
);
  localparam int PORTS = 3;
  localparam int ADDR_W = 15;
  generate
    if (PAGES < 0 || (PAGES & ~32'h777) != 0) begin : g_check_pages
      lp_bad_PAGES_not_three_digits_to_7 u_bad ();
    end
    if (PAGES % 16 == PAGES / 16 % 16 || PAGES % 16 == PAGES / 256 % 16
        || PAGES / 16 % 16 == PAGES / 256 % 16) begin : g_check_distinct
      lp_bad_PAGES_not_distinct u_bad ();
    end
  endgenerate

  // ---------------------------------------------------------------- writes
  // aw, w: address and data have arrived; open: the port where the write is outstanding; b: its
  // response is offered.
  logic aw_q, w_q, b_q;
  logic [ADDR_W-1:0] aw_addr_q;
  logic [2:0] aw_prot_q;
  logic [31:0] w_data_q;
  logic [3:0] w_strb_q;
  logic [1:0] b_resp_q;
  logic [PORTS-1:0] aw_open_q, aw_valid_q, w_valid_q;
  wire [PORTS-1:0] aw_hit, aw_go, b_done;
  wire [1:0] b_resp;
  wire aw_begin, aw_end;
  assign aw_begin = aw_q & w_q & ~(|aw_open_q) & ~b_q;
  assign aw_go = aw_hit & ~block_i & {PORTS{aw_begin}};
  assign b_done = aw_open_q & (m_bvalid_i | block_i);
  assign aw_end = (aw_begin & ~(|aw_go)) | (|b_done);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      aw_q <= 1'b0;
      w_q <= 1'b0;
      b_q <= 1'b0;
      aw_open_q <= '0;
      aw_valid_q <= '0;
      w_valid_q <= '0;
    end else begin
      aw_q <= (aw_q | s_awvalid_i) & ~aw_end;
      w_q <= (w_q | s_wvalid_i) & ~aw_end;
      b_q <= aw_end | (b_q & ~s_bready_i);
      aw_open_q <= aw_go | (aw_open_q & ~b_done);
      aw_valid_q <= aw_go | (aw_valid_q & ~m_awready_i & ~block_i);
      w_valid_q <= aw_go | (w_valid_q & ~m_wready_i & ~block_i);
    end
  end
  lp_pick #(.WIDTH(2), .WORDS(PORTS)) u_b_resp (
      .sel_i(aw_open_q & ~block_i), .data_i(m_bresp_i), .data_o(b_resp));
  always_ff @(posedge clk_i) begin
    if (~aw_q) {aw_addr_q, aw_prot_q} <= {s_awaddr_i, s_awprot_i};
    if (~w_q) {w_data_q, w_strb_q} <= {s_wdata_i, s_wstrb_i};
    if (aw_end) b_resp_q <= b_resp;
  end
  assign s_awready_o = ~aw_q;
  assign s_wready_o = ~w_q;
  assign s_bvalid_o = b_q;
  assign s_bresp_o = b_resp_q;
  assign m_awvalid_o = aw_valid_q;
  assign m_awaddr_o = {PORTS{aw_addr_q[11:0]}};
  assign m_awprot_o = {PORTS{aw_prot_q}};
  assign m_wvalid_o = w_valid_q;
  assign m_wdata_o = {PORTS{w_data_q}};
  assign m_wstrb_o = {PORTS{w_strb_q}};
  assign m_bready_o = aw_open_q;

  // ---------------------------------------------------------------- reads
  logic ar_q, r_q;
  logic [ADDR_W-1:0] ar_addr_q;
  logic [2:0] ar_prot_q;
  logic [31:0] r_data_q;
  logic [1:0] r_resp_q;
  logic [PORTS-1:0] ar_open_q, ar_valid_q;
  wire [PORTS-1:0] ar_hit, ar_go, r_done, r_heard;
  wire ar_begin, ar_end;
  wire [31:0] r_data;
  wire [1:0] r_resp;
  assign ar_begin = ar_q & ~(|ar_open_q) & ~r_q;
  assign ar_go = ar_hit & ~block_i & {PORTS{ar_begin}};
  assign r_done = ar_open_q & (m_rvalid_i | block_i);
  assign r_heard = ar_open_q & ~block_i;
  assign ar_end = (ar_begin & ~(|ar_go)) | (|r_done);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ar_q <= 1'b0;
      r_q <= 1'b0;
      ar_open_q <= '0;
      ar_valid_q <= '0;
    end else begin
      ar_q <= (ar_q | s_arvalid_i) & ~ar_end;
      r_q <= ar_end | (r_q & ~s_rready_i);
      ar_open_q <= ar_go | (ar_open_q & ~r_done);
      ar_valid_q <= ar_go | (ar_valid_q & ~m_arready_i & ~block_i);
    end
  end
  lp_pick #(.WIDTH(32), .WORDS(PORTS)) u_r_data (
      .sel_i(r_heard), .data_i(m_rdata_i), .data_o(r_data));
  lp_pick #(.WIDTH(2), .WORDS(PORTS)) u_r_resp (
      .sel_i(r_heard), .data_i(m_rresp_i), .data_o(r_resp));
  always_ff @(posedge clk_i) begin
    if (~ar_q) {ar_addr_q, ar_prot_q} <= {s_araddr_i, s_arprot_i};
    if (ar_end) {r_data_q, r_resp_q} <= {r_data, r_resp};
  end
  assign s_arready_o = ~ar_q;
  assign s_rvalid_o = r_q;
  assign s_rdata_o = r_data_q;
  assign s_rresp_o = r_resp_q;
  assign m_arvalid_o = ar_valid_q;
  assign m_araddr_o = {PORTS{ar_addr_q[11:0]}};
  assign m_arprot_o = {PORTS{ar_prot_q}};
  assign m_rready_o = ar_open_q;

  genvar i;
  generate
    for (i = 0; i < PORTS; i = i + 1) begin : g_port
      localparam logic [2:0] PAGE = 3'(PAGES >> 4 * i);
      assign aw_hit[i] = aw_addr_q[ADDR_W-1:12] == PAGE;
      assign ar_hit[i] = ar_addr_q[ADDR_W-1:12] == PAGE;
    end
  endgenerate
endmodule

`default_nettype wire
