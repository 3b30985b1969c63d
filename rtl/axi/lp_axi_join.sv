// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Multiplexes several AXI4 ports onto one AXI4 memory port: 256-bit beats, INCR bursts of 1 to 256
/// beats. An id on the memory side is the number of the port followed by the port's own id.
/// Responses return by id, in any order and interleaved. Addresses are taken round robin (lp_rr),
/// separately for reads and writes; beats of w leave in the order in which the write addresses were
/// taken.
///
/// Every channel goes through two entries (lp_skid), so there is no combinational path from side to
/// side, and payload is 0 while valid is low. Dependencies:
///   ar, aw  wait for their turn, after at most PORTS - 1 addresses of other ports, and for the
///           memory; aw also waits while ANNOUNCED bursts have outstanding beats.
///   w       waits for its burst's turn: a port may offer beats before, with or after their
///           address; they are taken when the address has been taken and all earlier bursts are
///           complete. A port that delays its beats stalls those of the others. The memory may see
///           a burst's first beat before its address, or take it before.
///   r, b    wait for the port that the id selects: a port that does not take them stalls those of
///           the others. A port must therefore accept r and b independently of its own addresses
///           and beats.
/// Reads do not wait for writes, nor writes for reads. A response to a port that does not exist is
/// dropped.
///
/// Latency: 1 cycle for each channel; a burst's first beat is taken one cycle after its address at
/// the earliest. Interval: 1 cycle for each channel.
///
/// Source: AMBA AXI4 (ARM IHI 0022).
///
/// Combinational paths: s_arvalid -> s_arready; s_awvalid -> s_awready.
module lp_axi_join #(
    /// Ports, 2..16.
    parameter  int PORTS = 6,
    /// Bits of a port's id, 1..8.
    parameter  int ID_W  = 4,
    localparam int PORT_W = $clog2(PORTS)
) (
    /// Clock.
    input  wire logic                   clk_i,
    /// Synchronous reset, active low.
    input  wire logic                   rst_ni,

    /// Ports, port p in field p: ARVALID.
    input  wire logic [PORTS-1:0]       s_arvalid_i,
    /// Ports: ARREADY.
    output wire logic [PORTS-1:0]       s_arready_o,
    /// Ports: ARID, ID_W bits each.
    input  wire logic [PORTS*ID_W-1:0]  s_arid_i,
    /// Ports: ARADDR, 40 bits each.
    input  wire logic [PORTS*40-1:0]    s_araddr_i,
    /// Ports: ARLEN, 8 bits each.
    input  wire logic [PORTS*8-1:0]     s_arlen_i,
    /// Ports: RVALID.
    output wire logic [PORTS-1:0]       s_rvalid_o,
    /// Ports: RREADY.
    input  wire logic [PORTS-1:0]       s_rready_i,
    /// Port that has RVALID: RID.
    output wire logic [ID_W-1:0]        s_rid_o,
    /// Port that has RVALID: RDATA.
    output wire logic [255:0]           s_rdata_o,
    /// Port that has RVALID: RRESP.
    output wire logic [1:0]             s_rresp_o,
    /// Port that has RVALID: RLAST.
    output wire logic                   s_rlast_o,
    /// Ports: AWVALID.
    input  wire logic [PORTS-1:0]       s_awvalid_i,
    /// Ports: AWREADY.
    output wire logic [PORTS-1:0]       s_awready_o,
    /// Ports: AWID, ID_W bits each.
    input  wire logic [PORTS*ID_W-1:0]  s_awid_i,
    /// Ports: AWADDR, 40 bits each.
    input  wire logic [PORTS*40-1:0]    s_awaddr_i,
    /// Ports: AWLEN, 8 bits each.
    input  wire logic [PORTS*8-1:0]     s_awlen_i,
    /// Ports: WVALID.
    input  wire logic [PORTS-1:0]       s_wvalid_i,
    /// Ports: WREADY.
    output wire logic [PORTS-1:0]       s_wready_o,
    /// Ports: WDATA, 256 bits each.
    input  wire logic [PORTS*256-1:0]   s_wdata_i,
    /// Ports: WSTRB, 32 bits each.
    input  wire logic [PORTS*32-1:0]    s_wstrb_i,
    /// Ports: WLAST; it ends the burst, whatever AWLEN said.
    input  wire logic [PORTS-1:0]       s_wlast_i,
    /// Ports: BVALID.
    output wire logic [PORTS-1:0]       s_bvalid_o,
    /// Ports: BREADY.
    input  wire logic [PORTS-1:0]       s_bready_i,
    /// Port that has BVALID: BID.
    output wire logic [ID_W-1:0]        s_bid_o,
    /// Port that has BVALID: BRESP.
    output wire logic [1:0]             s_bresp_o,

    /// Memory: ARVALID.
    output wire logic                   m_arvalid_o,
    /// Memory: ARREADY.
    input  wire logic                   m_arready_i,
    /// Memory: ARID, the port in its high bits.
    output wire logic [PORT_W+ID_W-1:0] m_arid_o,
    /// Memory: ARADDR.
    output wire logic [39:0]            m_araddr_o,
    /// Memory: ARLEN.
    output wire logic [7:0]             m_arlen_o,
    /// Memory: RVALID.
    input  wire logic                   m_rvalid_i,
    /// Memory: RREADY.
    output wire logic                   m_rready_o,
    /// Memory: RID.
    input  wire logic [PORT_W+ID_W-1:0] m_rid_i,
    /// Memory: RDATA.
    input  wire logic [255:0]           m_rdata_i,
    /// Memory: RRESP.
    input  wire logic [1:0]             m_rresp_i,
    /// Memory: RLAST.
    input  wire logic                   m_rlast_i,
    /// Memory: AWVALID.
    output wire logic                   m_awvalid_o,
    /// Memory: AWREADY.
    input  wire logic                   m_awready_i,
    /// Memory: AWID, the port in its high bits.
    output wire logic [PORT_W+ID_W-1:0] m_awid_o,
    /// Memory: AWADDR.
    output wire logic [39:0]            m_awaddr_o,
    /// Memory: AWLEN.
    output wire logic [7:0]             m_awlen_o,
    /// Memory: WVALID.
    output wire logic                   m_wvalid_o,
    /// Memory: WREADY.
    input  wire logic                   m_wready_i,
    /// Memory: WDATA.
    output wire logic [255:0]           m_wdata_o,
    /// Memory: WSTRB.
    output wire logic [31:0]            m_wstrb_o,
    /// Memory: WLAST.
    output wire logic                   m_wlast_o,
    /// Memory: BVALID.
    input  wire logic                   m_bvalid_i,
    /// Memory: BREADY.
    output wire logic                   m_bready_o,
    /// Memory: BID.
    input  wire logic [PORT_W+ID_W-1:0] m_bid_i,
    /// Memory: BRESP.
    input  wire logic [1:0]             m_bresp_i
);
  generate
    if (PORTS < 2 || PORTS > 16) begin : g_check_ports
      lp_bad_PORTS_not_2_to_16 u_bad ();
    end
    if (ID_W < 1 || ID_W > 8) begin : g_check_id_w
      lp_bad_ID_W_not_1_to_8 u_bad ();
    end
  endgenerate

  localparam int P = PORTS;
  localparam int A_W = PORT_W + ID_W + 40 + 8;
  localparam int W_W = 256 + 32 + 1;
  localparam int R_W = ID_W + 256 + 2 + 1;
  localparam int B_W = ID_W + 2;
  localparam int ANNOUNCED = 4;

  // ---------------------------------------------------------------- addresses of reads
  wire ar_any, ar_room;
  wire [P-1:0] ar_grant;
  wire [PORT_W-1:0] ar_port;
  wire [ID_W-1:0] ar_id;
  wire [39:0] ar_addr;
  wire [7:0] ar_len;
  wire [A_W-1:0] ar_out;
  lp_rr #(.N(P)) u_ar_turn (
      .clk_i, .rst_ni, .req_i(s_arvalid_i), .take_i(ar_room), .grant_o(ar_grant),
      .index_o(ar_port), .any_o(ar_any));
  lp_pick #(.WIDTH(ID_W), .WORDS(P)) u_ar_id (
      .sel_i(ar_grant), .data_i(s_arid_i), .data_o(ar_id));
  lp_pick #(.WIDTH(40), .WORDS(P)) u_ar_addr (
      .sel_i(ar_grant), .data_i(s_araddr_i), .data_o(ar_addr));
  lp_pick #(.WIDTH(8), .WORDS(P)) u_ar_len (
      .sel_i(ar_grant), .data_i(s_arlen_i), .data_o(ar_len));
  lp_skid #(.WIDTH(A_W)) u_ar (
      .clk_i, .rst_ni, .s_valid_i(ar_any), .s_ready_o(ar_room),
      .s_data_i({ar_port, ar_id, ar_addr, ar_len}), .m_valid_o(m_arvalid_o),
      .m_ready_i(m_arready_i), .m_data_o(ar_out));
  assign s_arready_o = ar_grant & {P{ar_room}};
  assign {m_arid_o, m_araddr_o, m_arlen_o} = ar_out & {A_W{m_arvalid_o}};

  // ---------------------------------------------------------------- addresses of writes
  // An address is forwarded and its port is listed in the same cycle. due: the port whose beats are
  // next, one bit for each port.
  wire aw_any, aw_skid_room, aw_list_room, aw_room, due, w_end;
  wire [P-1:0] aw_grant, due_port;
  wire [PORT_W-1:0] aw_port;
  wire [ID_W-1:0] aw_id;
  wire [39:0] aw_addr;
  wire [7:0] aw_len;
  wire [A_W-1:0] aw_out;
  assign aw_room = aw_skid_room & aw_list_room;
  lp_rr #(.N(P)) u_aw_turn (
      .clk_i, .rst_ni, .req_i(s_awvalid_i), .take_i(aw_room), .grant_o(aw_grant),
      .index_o(aw_port), .any_o(aw_any));
  lp_pick #(.WIDTH(ID_W), .WORDS(P)) u_aw_id (
      .sel_i(aw_grant), .data_i(s_awid_i), .data_o(aw_id));
  lp_pick #(.WIDTH(40), .WORDS(P)) u_aw_addr (
      .sel_i(aw_grant), .data_i(s_awaddr_i), .data_o(aw_addr));
  lp_pick #(.WIDTH(8), .WORDS(P)) u_aw_len (
      .sel_i(aw_grant), .data_i(s_awlen_i), .data_o(aw_len));
  lp_skid #(.WIDTH(A_W)) u_aw (
      .clk_i, .rst_ni, .s_valid_i(aw_any & aw_list_room), .s_ready_o(aw_skid_room),
      .s_data_i({aw_port, aw_id, aw_addr, aw_len}), .m_valid_o(m_awvalid_o),
      .m_ready_i(m_awready_i), .m_data_o(aw_out));
  lp_queue #(.WIDTH(P), .DEPTH(ANNOUNCED)) u_due (
      .clk_i, .rst_ni, .s_valid_i(aw_any & aw_skid_room), .s_ready_o(aw_list_room),
      .s_data_i(aw_grant), .m_valid_o(due), .m_ready_i(w_end), .m_data_o(due_port));
  assign s_awready_o = aw_grant & {P{aw_room}};
  assign {m_awid_o, m_awaddr_o, m_awlen_o} = aw_out & {A_W{m_awvalid_o}};

  // ---------------------------------------------------------------- beats of writes
  wire w_valid, w_room;
  wire [P-1:0] w_from;
  wire [255:0] w_data;
  wire [31:0] w_strb;
  wire w_last;
  wire [W_W-1:0] w_out;
  assign w_from = due_port & {P{due}};
  assign w_valid = |(w_from & s_wvalid_i);
  assign w_last = |(due_port & s_wlast_i);
  assign w_end = w_valid & w_last & w_room;
  lp_pick #(.WIDTH(256), .WORDS(P)) u_w_data (
      .sel_i(due_port), .data_i(s_wdata_i), .data_o(w_data));
  lp_pick #(.WIDTH(32), .WORDS(P)) u_w_strb (
      .sel_i(due_port), .data_i(s_wstrb_i), .data_o(w_strb));
  lp_skid #(.WIDTH(W_W)) u_w (
      .clk_i, .rst_ni, .s_valid_i(w_valid), .s_ready_o(w_room),
      .s_data_i({w_data, w_strb, w_last}), .m_valid_o(m_wvalid_o), .m_ready_i(m_wready_i),
      .m_data_o(w_out));
  assign s_wready_o = w_from & {P{w_room}};
  assign {m_wdata_o, m_wstrb_o, m_wlast_o} = w_out & {W_W{m_wvalid_o}};

  // ---------------------------------------------------------------- answers
  // No port: ready, so that the response is dropped.
  wire r_valid, b_valid;
  wire [PORT_W-1:0] r_port, b_port;
  wire [R_W-1:0] r_out;
  wire [B_W-1:0] b_out;
  lp_skid #(.WIDTH(PORT_W + R_W)) u_r (
      .clk_i, .rst_ni, .s_valid_i(m_rvalid_i), .s_ready_o(m_rready_o),
      .s_data_i({m_rid_i, m_rdata_i, m_rresp_i, m_rlast_i}), .m_valid_o(r_valid),
      .m_ready_i(~|(s_rvalid_o & ~s_rready_i)), .m_data_o({r_port, r_out}));
  lp_skid #(.WIDTH(PORT_W + B_W)) u_b (
      .clk_i, .rst_ni, .s_valid_i(m_bvalid_i), .s_ready_o(m_bready_o),
      .s_data_i({m_bid_i, m_bresp_i}), .m_valid_o(b_valid),
      .m_ready_i(~|(s_bvalid_o & ~s_bready_i)), .m_data_o({b_port, b_out}));
  genvar p;
  generate
    for (p = 0; p < P; p = p + 1) begin : g_answer
      assign s_rvalid_o[p] = r_valid & (r_port == PORT_W'(p));
      assign s_bvalid_o[p] = b_valid & (b_port == PORT_W'(p));
    end
  endgenerate
  assign {s_rid_o, s_rdata_o, s_rresp_o, s_rlast_o} = r_out & {R_W{|s_rvalid_o}};
  assign {s_bid_o, s_bresp_o} = b_out & {B_W{|s_bvalid_o}};
endmodule

`default_nettype wire
