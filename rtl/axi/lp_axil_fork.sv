// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Connects one AXI4-Lite slave port of 32 bits to two master ports: p has one page of 4 KiB, m all
/// others. One write and one read are outstanding at a time; a write begins when its address and
/// data have arrived, in any order.
///
/// Latency: 2 cycles to the master port, 1 back. Interval: 4 cycles plus those of the block at the
/// master port. All outputs come out of flops.
///
/// Source: AMBA AXI4-Lite (ARM IHI 0022).
///
/// Combinational paths: none.
module lp_axil_fork #(
    /// Bits of a byte address, at least 13.
    parameter int ADDR_W = 15,
    /// The page of p: its value of the address bits from 12 on.
    parameter int PAGE   = 5
) (
    /// Clock.
    input  wire logic                      clk_i,
    /// Synchronous reset, active low.
    input  wire logic                      rst_ni,

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

    /// Master port of the other pages, AXI4-Lite: AWVALID.
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
    input  wire logic [1:0]                m_rresp_i,

    /// Master port of the page, AXI4-Lite: AWVALID.
    output wire logic                      p_awvalid_o,
    /// AWREADY.
    input  wire logic                      p_awready_i,
    /// AWADDR.
    output wire logic [ADDR_W-1:0]         p_awaddr_o,
    /// AWPROT.
    output wire logic [2:0]                p_awprot_o,
    /// WVALID.
    output wire logic                      p_wvalid_o,
    /// WREADY.
    input  wire logic                      p_wready_i,
    /// WDATA.
    output wire logic [31:0]               p_wdata_o,
    /// WSTRB.
    output wire logic [3:0]                p_wstrb_o,
    /// BVALID.
    input  wire logic                      p_bvalid_i,
    /// BREADY.
    output wire logic                      p_bready_o,
    /// BRESP.
    input  wire logic [1:0]                p_bresp_i,
    /// ARVALID.
    output wire logic                      p_arvalid_o,
    /// ARREADY.
    input  wire logic                      p_arready_i,
    /// ARADDR.
    output wire logic [ADDR_W-1:0]         p_araddr_o,
    /// ARPROT.
    output wire logic [2:0]                p_arprot_o,
    /// RVALID.
    input  wire logic                      p_rvalid_i,
    /// RREADY.
    output wire logic                      p_rready_o,
    /// RDATA.
    input  wire logic [31:0]               p_rdata_i,
    /// RRESP.
    input  wire logic [1:0]                p_rresp_i
);
  generate
    if (ADDR_W < 13) begin : g_check_addr_w
      lp_bad_ADDR_W_below_13 u_bad ();
    end
  endgenerate
  localparam int PAGE_W = ADDR_W - 12;

  // ---------------------------------------------------------------- writes
  // aw, w: address and data have arrived. busy: the write has begun, to: at p. send: a valid to the
  // master port. b: it has responded.
  logic aw_q, w_q, w_busy_q, w_to_q, send_aw_q, send_w_q, b_q;
  logic [ADDR_W-1:0] aw_addr_q;
  logic [2:0] aw_prot_q;
  logic [31:0] w_data_q;
  logic [3:0] w_strb_q;
  logic [1:0] b_resp_q;
  wire w_go, w_answer, w_end;
  assign w_go = aw_q & w_q & ~w_busy_q;
  assign w_answer = w_to_q ? p_bvalid_i & p_bready_o : m_bvalid_i & m_bready_o;
  assign w_end = b_q & s_bready_i;
  assign s_awready_o = ~aw_q;
  assign s_wready_o = ~w_q;
  assign s_bvalid_o = b_q;
  assign s_bresp_o = b_resp_q;
  assign {p_awaddr_o, p_awprot_o} = {aw_addr_q, aw_prot_q};
  assign {p_wdata_o, p_wstrb_o} = {w_data_q, w_strb_q};
  assign {m_awaddr_o, m_awprot_o} = {aw_addr_q, aw_prot_q};
  assign {m_wdata_o, m_wstrb_o} = {w_data_q, w_strb_q};
  assign {p_awvalid_o, m_awvalid_o} = {send_aw_q & w_to_q, send_aw_q & ~w_to_q};
  assign {p_wvalid_o, m_wvalid_o} = {send_w_q & w_to_q, send_w_q & ~w_to_q};
  assign p_bready_o = w_busy_q & w_to_q & ~b_q;
  assign m_bready_o = w_busy_q & ~w_to_q & ~b_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      aw_q <= 1'b0;
      w_q <= 1'b0;
      w_busy_q <= 1'b0;
      send_aw_q <= 1'b0;
      send_w_q <= 1'b0;
      b_q <= 1'b0;
    end else begin
      aw_q <= (aw_q | s_awvalid_i) & ~w_end;
      w_q <= (w_q | s_wvalid_i) & ~w_end;
      w_busy_q <= (w_busy_q | w_go) & ~w_end;
      send_aw_q <= w_go | (send_aw_q & ~(w_to_q ? p_awready_i : m_awready_i));
      send_w_q <= w_go | (send_w_q & ~(w_to_q ? p_wready_i : m_wready_i));
      b_q <= w_answer | (b_q & ~s_bready_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (~aw_q) {aw_addr_q, aw_prot_q} <= {s_awaddr_i, s_awprot_i};
    if (~w_q) {w_data_q, w_strb_q} <= {s_wdata_i, s_wstrb_i};
    if (w_go) w_to_q <= aw_addr_q[ADDR_W-1:12] == PAGE_W'(PAGE);
    if (w_answer) b_resp_q <= w_to_q ? p_bresp_i : m_bresp_i;
  end

  // ---------------------------------------------------------------- reads
  logic ar_q, ar_to_q, r_busy_q, send_ar_q, r_q;
  logic [ADDR_W-1:0] ar_addr_q;
  logic [2:0] ar_prot_q;
  logic [31:0] r_data_q;
  logic [1:0] r_resp_q;
  wire r_go, r_answer, r_end;
  assign r_go = ar_q & ~r_busy_q;
  assign r_answer = ar_to_q ? p_rvalid_i & p_rready_o : m_rvalid_i & m_rready_o;
  assign r_end = r_q & s_rready_i;
  assign s_arready_o = ~ar_q;
  assign s_rvalid_o = r_q;
  assign {s_rdata_o, s_rresp_o} = {r_data_q, r_resp_q};
  assign {p_araddr_o, p_arprot_o} = {ar_addr_q, ar_prot_q};
  assign {m_araddr_o, m_arprot_o} = {ar_addr_q, ar_prot_q};
  assign {p_arvalid_o, m_arvalid_o} = {send_ar_q & ar_to_q, send_ar_q & ~ar_to_q};
  assign p_rready_o = r_busy_q & ar_to_q & ~r_q;
  assign m_rready_o = r_busy_q & ~ar_to_q & ~r_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ar_q <= 1'b0;
      r_busy_q <= 1'b0;
      send_ar_q <= 1'b0;
      r_q <= 1'b0;
    end else begin
      ar_q <= (ar_q | s_arvalid_i) & ~r_end;
      r_busy_q <= (r_busy_q | r_go) & ~r_end;
      send_ar_q <= r_go | (send_ar_q & ~(ar_to_q ? p_arready_i : m_arready_i));
      r_q <= r_answer | (r_q & ~s_rready_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (~ar_q) {ar_addr_q, ar_prot_q} <= {s_araddr_i, s_arprot_i};
    if (r_go) ar_to_q <= ar_addr_q[ADDR_W-1:12] == PAGE_W'(PAGE);
    if (r_answer) {r_data_q, r_resp_q} <= ar_to_q ? {p_rdata_i, p_rresp_i}
                                                  : {m_rdata_i, m_rresp_i};
  end
endmodule

`default_nettype wire
