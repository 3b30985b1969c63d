// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_axi_join between ports and a memory that offer and take at any time. Payload other than ids
/// is a pattern or its inverse, so that the prover has only two values but still detects a
/// misplaced bit.
/// PART 0, addresses of reads, and PART 1, of writes: if any is offered and there is room, one is
/// taken; it leaves unchanged, in order and with its port number, and none waits for more than
/// PORTS - 1 others. In PART 1 the beats that are taken, each from the port that is due, are bursts
/// in the order of their addresses, and leave unchanged and in order.
/// PART 2, answers to reads, and PART 3, to writes: each comes to its port only, unchanged and in
/// order; an answer with the id of no port is dropped.
module fv_axi_join #(
    parameter int PART = 0,
    parameter int PORTS = 3
) (
    input wire logic               clk_i,
    input wire logic               again_i,
    input wire logic [PORTS-1:0]   a_valid_i,
    input wire logic [PORTS*2-1:0] a_id_i,
    input wire logic [PORTS-1:0]   a_bit_i,
    input wire logic               a_ready_i,
    input wire logic [PORTS-1:0]   w_valid_i,
    input wire logic [PORTS-1:0]   w_bit_i,
    input wire logic [PORTS-1:0]   w_last_i,
    input wire logic               w_ready_i,
    input wire logic               r_valid_i,
    input wire logic [3:0]         r_id_i,
    input wire logic               r_bit_i,
    input wire logic [PORTS-1:0]   r_ready_i
);
  localparam logic [287:0] PATTERN
      = {144'h96f0_1e2d_4b87_c3a5_692d_b41e_7803_9f1c_e4d2,
         144'h0b6a_8375_de1f_a94c_3b06_72e8_51fd_9c27_d06b};
  localparam int A_W = 48, W_W = 288, R_W = 259, B_W = 2;

  wire rst_n, m_arvalid, m_awvalid, m_wvalid, m_wlast, m_rready, m_bready, s_rlast;
  wire [PORTS-1:0] s_arready, s_awready, s_wready, s_rvalid, s_bvalid;
  wire [3:0] m_arid, m_awid;
  wire [39:0] m_araddr, m_awaddr;
  wire [7:0] m_arlen, m_awlen;
  wire [255:0] m_wdata, s_rdata;
  wire [31:0] m_wstrb;
  wire [1:0] s_rid, s_rresp, s_bid, s_bresp;

  // Each port's payload.
  wire [PORTS*40-1:0] addr;
  wire [PORTS*8-1:0] len;
  wire [PORTS*256-1:0] data;
  wire [PORTS*32-1:0] strb;
  wire [R_W-1:0] answer;
  genvar p;
  generate
    for (p = 0; p < PORTS; p = p + 1) begin : g_port
      assign {addr[p*40 +: 40], len[p*8 +: 8]} = PATTERN[A_W-1:0] ^ {A_W{a_bit_i[p]}};
      assign {data[p*256 +: 256], strb[p*32 +: 32]} = PATTERN ^ {W_W{w_bit_i[p]}};
    end
  endgenerate
  assign answer = PATTERN[R_W-1:0] ^ {R_W{r_bit_i}};

  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_axi_join #(.PORTS(PORTS), .ID_W(2)) u_dut (
      .clk_i, .rst_ni(rst_n), .s_arvalid_i(PART == 0 ? a_valid_i : '0), .s_arready_o(s_arready),
      .s_arid_i(a_id_i), .s_araddr_i(addr), .s_arlen_i(len), .s_rvalid_o(s_rvalid),
      .s_rready_i(r_ready_i), .s_rid_o(s_rid), .s_rdata_o(s_rdata), .s_rresp_o(s_rresp),
      .s_rlast_o(s_rlast), .s_awvalid_i(PART == 1 ? a_valid_i : '0), .s_awready_o(s_awready),
      .s_awid_i(a_id_i), .s_awaddr_i(addr), .s_awlen_i(len), .s_wvalid_i(w_valid_i),
      .s_wready_o(s_wready), .s_wdata_i(data), .s_wstrb_i(strb), .s_wlast_i(w_last_i),
      .s_bvalid_o(s_bvalid), .s_bready_i(r_ready_i), .s_bid_o(s_bid), .s_bresp_o(s_bresp),
      .m_arvalid_o(m_arvalid), .m_arready_i(a_ready_i), .m_arid_o(m_arid), .m_araddr_o(m_araddr),
      .m_arlen_o(m_arlen), .m_rvalid_i(PART == 2 && r_valid_i), .m_rready_o(m_rready),
      .m_rid_i(r_id_i), .m_rdata_i(answer[258:3]), .m_rresp_i(answer[2:1]),
      .m_rlast_i(answer[0]), .m_awvalid_o(m_awvalid), .m_awready_i(a_ready_i), .m_awid_o(m_awid),
      .m_awaddr_o(m_awaddr), .m_awlen_o(m_awlen), .m_wvalid_o(m_wvalid), .m_wready_i(w_ready_i),
      .m_wdata_o(m_wdata), .m_wstrb_o(m_wstrb), .m_wlast_o(m_wlast),
      .m_bvalid_i(PART == 3 && r_valid_i), .m_bready_o(m_bready), .m_bid_i(r_id_i),
      .m_bresp_i(answer[1:0]));

  // Numbers of beats inside, by kind.
  logic [2:0] a_inside_q = '0, listed_q = '0, w_inside_q = '0, r_inside_q = '0;

  generate
    if (PART < 2) begin : g_addresses
      wire [PORTS-1:0] ready = PART == 0 ? s_arready : s_awready;
      wire valid = PART == 0 ? m_arvalid : m_awvalid;
      wire [3:0] id = PART == 0 ? m_arid : m_awid;
      wire [A_W-1:0] a = PART == 0 ? {m_araddr, m_arlen} : {m_awaddr, m_awlen};
      wire a_bit = a[0] ^ PATTERN[0];
      wire room = a_inside_q != 3'd2 && (PART == 0 || listed_q != 3'd4);
      wire [1:0] port = {ready[2], ready[1]};
      wire push = ready != '0;
      wire [1:0] its_id = a_id_i[2*port +: 2];
      always_ff @(posedge clk_i) begin
        if (!rst_n) a_inside_q <= '0;
        else a_inside_q <= a_inside_q + {2'd0, push} - {2'd0, valid && a_ready_i};
      end
      fv_assert u_one (.hold_i(!rst_n || ((ready & (ready - 1'b1)) == '0
                                          && (ready & ~a_valid_i) == '0
                                          && (ready != '0) == (a_valid_i != '0 && room))));
      fv_order #(.WIDTH(5), .HOLDS(2)) u_order (
          .clk_i, .rst_ni(rst_n), .push_i(push), .push_data_i({port, its_id, a_bit_i[port]}),
          .valid_i(valid), .pop_i(valid && a_ready_i), .pop_data_i({id, a_bit}));
      fv_assert u_whole (.hold_i(!rst_n || {id, a} == (valid ? {id, PATTERN[A_W-1:0] ^ {A_W{a_bit}}}
                                                      : '0)));
      fv_stream #(.WIDTH(4 + A_W)) u_stream (
          .clk_i, .rst_ni(rst_n), .valid_i(valid), .ready_i(a_ready_i), .data_i({id, a}));

      // Others taken while port n waits.
      (* anyconst *) logic [1:0] n;
      logic [2:0] others_q = '0;
      always_comb assume (32'(n) < PORTS);
      always_ff @(posedge clk_i) begin
        if (!rst_n || !a_valid_i[n] || ready[n]) others_q <= '0;
        else others_q <= others_q + {2'd0, push};
      end
      fv_assert u_turn (.hold_i(!rst_n || others_q <= 3'(PORTS - 1)));
      fv_cover u_long (.seen_i(others_q == 3'(PORTS - 1)));
    end
    if (PART == 1) begin : g_beats
      wire [1:0] port = {s_wready[2], s_wready[1]};
      wire fire = (s_wready & w_valid_i) != '0;
      wire last = w_last_i[port];
      wire listed = s_awready != '0;
      wire [W_W-1:0] w = {m_wdata, m_wstrb};
      wire w_bit = w[0] ^ PATTERN[0];
      logic within_q = 1'b0;
      logic [1:0] port_q;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          listed_q <= '0;
          w_inside_q <= '0;
          within_q <= 1'b0;
        end else begin
          listed_q <= listed_q + {2'd0, listed} - {2'd0, fire && last};
          w_inside_q <= w_inside_q + {2'd0, fire} - {2'd0, m_wvalid && w_ready_i};
          if (fire) within_q <= !last;
        end
        if (fire) port_q <= port;
      end
      fv_assert u_one (.hold_i(!rst_n || ((s_wready & (s_wready - 1'b1)) == '0
                                          && (s_wready != '0)
                                             == (listed_q != '0 && w_inside_q != 3'd2))));
      fv_assert u_same (.hold_i(!rst_n || !within_q || !fire || port == port_q));
      fv_order #(.WIDTH(2), .HOLDS(4), .EAGER(0)) u_bursts (
          .clk_i, .rst_ni(rst_n), .push_i(listed), .push_data_i({s_awready[2], s_awready[1]}),
          .valid_i(1'b1), .pop_i(fire && last), .pop_data_i(port));
      fv_order #(.WIDTH(2), .HOLDS(2)) u_order (
          .clk_i, .rst_ni(rst_n), .push_i(fire), .push_data_i({last, w_bit_i[port]}),
          .valid_i(m_wvalid), .pop_i(m_wvalid && w_ready_i), .pop_data_i({m_wlast, w_bit}));
      fv_assert u_whole (.hold_i(!rst_n || {m_wlast, w}
                                           == (m_wvalid ? {m_wlast, PATTERN ^ {W_W{w_bit}}} : '0)));
      fv_stream #(.WIDTH(1 + W_W)) u_stream (
          .clk_i, .rst_ni(rst_n), .valid_i(m_wvalid), .ready_i(w_ready_i), .data_i({m_wlast, w}));
      fv_cover u_ahead (.seen_i(rst_n && m_wvalid && m_wlast && a_inside_q == 3'd2));
    end
    if (PART > 1) begin : g_answers
      localparam int X_W = PART == 2 ? R_W : B_W;
      wire ready = PART == 2 ? m_rready : m_bready;
      wire [PORTS-1:0] valid = PART == 2 ? s_rvalid : s_bvalid;
      wire [1:0] id = PART == 2 ? s_rid : s_bid;
      wire [X_W-1:0] x;
      if (PART == 2) begin : g_r
        assign x = {s_rdata, s_rresp, s_rlast};
      end else begin : g_b
        assign x = s_bresp;
      end
      // An answer inside that is offered at no port belongs to none, and is dropped.
      wire x_bit = x[0] ^ PATTERN[0];
      wire push = r_valid_i && ready;
      wire shows = valid != '0;
      wire pop = shows ? (valid & r_ready_i) != '0 : r_inside_q != '0;
      wire none = r_id_i[3:2] == 2'd3;
      always_ff @(posedge clk_i) begin
        if (!rst_n) r_inside_q <= '0;
        else r_inside_q <= r_inside_q + {2'd0, push} - {2'd0, pop};
      end
      fv_assert u_room (.hold_i(!rst_n || ready == (r_inside_q != 3'd2)));
      fv_assert u_one (.hold_i(!rst_n || (valid & (valid - 1'b1)) == '0));
      fv_assert u_any (.hold_i(!rst_n || !shows || r_inside_q != '0));
      fv_order #(.WIDTH(5), .HOLDS(2)) u_order (
          .clk_i, .rst_ni(rst_n), .push_i(push),
          .push_data_i(none ? 5'b11000 : {r_id_i, r_bit_i}), .valid_i(r_inside_q != '0),
          .pop_i(pop), .pop_data_i(shows ? {valid[2], valid[1], id, x_bit} : 5'b11000));
      fv_assert u_whole (.hold_i(!rst_n || {id, x} == (shows ? {id, PATTERN[X_W-1:0] ^ {X_W{x_bit}}}
                                                      : '0)));
      fv_stream #(.WIDTH(PORTS + 2 + X_W)) u_stream (
          .clk_i, .rst_ni(rst_n), .valid_i(shows), .ready_i((valid & r_ready_i) != '0),
          .data_i({valid, id, x}));
      fv_cover u_none (.seen_i(rst_n && r_inside_q == 3'd1 && !shows));
    end
  endgenerate
endmodule

`default_nettype wire
