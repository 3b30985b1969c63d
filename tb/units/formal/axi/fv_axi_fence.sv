// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_axi_fence, with an inside that obeys no rules and is stopped and cut off at any time; a cut
/// is held until idle. Of wide ports one or two bits are checked.
///
/// PART 0, reads: stalled outputs to the outside are held stable, also across a cut; addresses and
/// beats come out unchanged and in order; none is taken while stopped; no beat is given while cut
/// off, and none of a read before the cut is given later; idle is high when no read is in flight;
/// nothing waits without a reason.
/// PART 1, addresses and answers of writes: the same.
/// PART 2, beats of writes: each address gets as many as it gave, the last one marked, none before
/// the address was taken; beats that the inside did not give have no strobe and come only while it
/// is cut off, and then one is always offered while any is owed.
/// PART 3: signals of the inside have no effect while it is cut off.
module fv_axi_fence #(
    parameter int PART = 0,
    parameter int COUNT_W = 2,
    // PART 2 only: checks the number of beats and which one is marked, nothing else.
    parameter int COUNTED = 0
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         stop_i,
    input wire logic         cut_i,
    input wire logic         s_arvalid_i,
    input wire logic         s_arid_i,
    input wire logic [39:0]  s_araddr_i,
    input wire logic [7:0]   s_arlen_i,
    input wire logic         s_rready_i,
    input wire logic         s_awvalid_i,
    input wire logic         s_awid_i,
    input wire logic [39:0]  s_awaddr_i,
    input wire logic [7:0]   s_awlen_i,
    input wire logic         s_wvalid_i,
    input wire logic [255:0] s_wdata_i,
    input wire logic [31:0]  s_wstrb_i,
    input wire logic         s_wlast_i,
    input wire logic         s_bready_i,
    input wire logic         m_arready_i,
    input wire logic         m_rvalid_i,
    input wire logic         m_rid_i,
    input wire logic [255:0] m_rdata_i,
    input wire logic [1:0]   m_rresp_i,
    input wire logic         m_rlast_i,
    input wire logic         m_awready_i,
    input wire logic         m_wready_i,
    input wire logic         m_bvalid_i,
    input wire logic         m_bid_i,
    input wire logic [1:0]   m_bresp_i,
    // Random signals of the inside while it is cut off: valids, readies, a bit of payload.
    input wire logic [5:0]   junk_i
);
  localparam int MOST = 2 ** COUNT_W - 1;
  localparam int AT = 137;   // bits of data
  localparam int A_AT = 23;  // bits of an address

  wire rst_n, idle, s_arready, s_rvalid, s_rid, s_rlast, s_awready, s_wready, s_bvalid, s_bid;
  wire m_arvalid, m_arid, m_rready, m_awvalid, m_awid, m_wvalid, m_wlast, m_bready;
  wire [39:0] m_araddr, m_awaddr;
  wire [7:0] m_arlen, m_awlen;
  wire [255:0] s_rdata, m_wdata;
  wire [31:0] m_wstrb;
  wire [1:0] s_rresp, s_bresp;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_axi_fence #(.ID_W(1), .COUNT_W(COUNT_W)) u_dut (
      .clk_i, .rst_ni(rst_n), .stop_i, .cut_i, .idle_o(idle), .s_arvalid_i,
      .s_arready_o(s_arready), .s_arid_i, .s_araddr_i, .s_arlen_i, .s_rvalid_o(s_rvalid),
      .s_rready_i, .s_rid_o(s_rid), .s_rdata_o(s_rdata), .s_rresp_o(s_rresp),
      .s_rlast_o(s_rlast), .s_awvalid_i, .s_awready_o(s_awready), .s_awid_i, .s_awaddr_i,
      .s_awlen_i, .s_wvalid_i, .s_wready_o(s_wready), .s_wdata_i, .s_wstrb_i, .s_wlast_i,
      .s_bvalid_o(s_bvalid), .s_bready_i, .s_bid_o(s_bid), .s_bresp_o(s_bresp),
      .m_arvalid_o(m_arvalid), .m_arready_i, .m_arid_o(m_arid), .m_araddr_o(m_araddr),
      .m_arlen_o(m_arlen), .m_rvalid_i, .m_rready_o(m_rready), .m_rid_i, .m_rdata_i, .m_rresp_i,
      .m_rlast_i, .m_awvalid_o(m_awvalid), .m_awready_i, .m_awid_o(m_awid),
      .m_awaddr_o(m_awaddr), .m_awlen_o(m_awlen), .m_wvalid_o(m_wvalid), .m_wready_i,
      .m_wdata_o(m_wdata), .m_wstrb_o(m_wstrb), .m_wlast_o(m_wlast), .m_bvalid_i,
      .m_bready_o(m_bready), .m_bid_i, .m_bresp_i);

  // A cut is held until the fence has been idle with it; a reset ends it too.
  logic owes_q = 1'b0;
  always_ff @(posedge clk_i) owes_q <= rst_n && cut_i && !idle;
  always_comb assume (!owes_q || !rst_n || cut_i);
  wire halt = stop_i || cut_i;
  wire alive = rst_n && !cut_i;

  generate
    if (PART == 0) begin : g_reads
      // In flight: taken from the inside; of these, taken by the outside; both minus those
      // answered.
      logic [COUNT_W:0] open_q = '0, asked_q = '0;
      wire take = rst_n && s_arvalid_i && s_arready;
      wire ask = rst_n && m_arvalid && m_arready_i;
      wire r = rst_n && m_rvalid_i && m_rready;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          open_q <= '0;
          asked_q <= '0;
        end else begin
          open_q <= open_q + {{COUNT_W{1'b0}}, take} - {{COUNT_W{1'b0}}, r && m_rlast_i};
          asked_q <= asked_q + {{COUNT_W{1'b0}}, ask} - {{COUNT_W{1'b0}}, r && m_rlast_i};
        end
      end
      always_comb assume (!m_rvalid_i || asked_q != '0);
      // No write has begun.
      always_comb assume (!s_awvalid_i && !m_bvalid_i);
      fv_assert u_most (.hold_i(!rst_n || open_q <= MOST));
      fv_assert u_idle (.hold_i(!rst_n || idle == (open_q == '0)));
      fv_assert u_shown (.hold_i(!rst_n || !idle || !m_arvalid));
      fv_assert u_stop (.hold_i(!halt || !s_arready));
      fv_assert u_cut (.hold_i(!cut_i || !s_rvalid));
      fv_assert u_go (.hold_i(!rst_n || halt || s_arready || m_arvalid || open_q == MOST));
      fv_stream #(.WIDTH(10)) u_ar (
          .clk_i, .rst_ni(rst_n), .valid_i(m_arvalid), .ready_i(m_arready_i),
          .data_i({m_arid, m_araddr[A_AT], m_arlen}));
      fv_order #(.WIDTH(3), .HOLDS(2)) u_ar_order (
          .clk_i, .rst_ni(rst_n), .push_i(take),
          .push_data_i({s_arid_i, s_araddr_i[A_AT], s_arlen_i[7]}), .valid_i(m_arvalid),
          .pop_i(ask), .pop_data_i({m_arid, m_araddr[A_AT], m_arlen[7]}));
      fv_stream #(.WIDTH(5)) u_r (
          .clk_i, .rst_ni(alive), .valid_i(s_rvalid), .ready_i(s_rready_i),
          .data_i({s_rid, s_rdata[AT], s_rresp, s_rlast}));
      fv_order #(.WIDTH(4), .HOLDS(2)) u_r_order (
          .clk_i, .rst_ni(alive), .push_i(r),
          .push_data_i({m_rid_i, m_rdata_i[AT], m_rresp_i[1], m_rlast_i}), .valid_i(s_rvalid),
          .pop_i(s_rvalid && s_rready_i), .pop_data_i({s_rid, s_rdata[AT], s_rresp[1], s_rlast}));
      // A cut with beats in flight, followed by normal operation.
      logic found_q = 1'b0, over_q = 1'b0;
      always_ff @(posedge clk_i) begin
        found_q <= rst_n && (found_q || (cut_i && !m_rready));
        over_q <= rst_n && (over_q || (found_q && !cut_i));
      end
      fv_cover u_again (.seen_i(over_q && rst_n && s_rvalid && s_rlast));
    end else if (PART <= 2) begin : g_writes
      logic [COUNT_W:0] open_q = '0, asked_q = '0, whole_q = '0;
      wire take = rst_n && s_awvalid_i && s_awready;
      wire ask = rst_n && m_awvalid && m_awready_i;
      wire give = rst_n && s_wvalid_i && s_wready;
      wire w = rst_n && m_wvalid && m_wready_i;
      wire b = rst_n && m_bvalid_i && m_bready;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          open_q <= '0;
          asked_q <= '0;
          whole_q <= '0;
        end else begin
          open_q <= open_q + {{COUNT_W{1'b0}}, take} - {{COUNT_W{1'b0}}, b};
          asked_q <= asked_q + {{COUNT_W{1'b0}}, ask} - {{COUNT_W{1'b0}}, b};
          whole_q <= whole_q + {{COUNT_W{1'b0}}, w && m_wlast} - {{COUNT_W{1'b0}}, b};
        end
      end
      always_comb assume (!m_bvalid_i || (asked_q != '0 && whole_q != '0));
      always_comb assume (!s_arvalid_i && !m_rvalid_i);
      if (PART == 1) begin : g_ends
        fv_assert u_most (.hold_i(!rst_n || open_q <= MOST));
        fv_assert u_idle (.hold_i(!rst_n || idle == (open_q == '0)));
        fv_assert u_shown (.hold_i(!rst_n || !idle || (!m_awvalid && !m_wvalid)));
        fv_assert u_stop (.hold_i(!halt || !s_awready));
        fv_assert u_cut (.hold_i(!cut_i || (!s_bvalid && !s_wready)));
        fv_stream #(.WIDTH(10)) u_aw (
            .clk_i, .rst_ni(rst_n), .valid_i(m_awvalid), .ready_i(m_awready_i),
            .data_i({m_awid, m_awaddr[A_AT], m_awlen}));
        fv_order #(.WIDTH(3), .HOLDS(2)) u_aw_order (
            .clk_i, .rst_ni(rst_n), .push_i(take),
            .push_data_i({s_awid_i, s_awaddr_i[A_AT], s_awlen_i[7]}), .valid_i(m_awvalid),
            .pop_i(ask), .pop_data_i({m_awid, m_awaddr[A_AT], m_awlen[7]}));
        fv_stream #(.WIDTH(3)) u_b (
            .clk_i, .rst_ni(alive), .valid_i(s_bvalid), .ready_i(s_bready_i),
            .data_i({s_bid, s_bresp}));
        fv_order #(.WIDTH(3), .HOLDS(2)) u_b_order (
            .clk_i, .rst_ni(alive), .push_i(b), .push_data_i({m_bid_i, m_bresp_i}),
            .valid_i(s_bvalid), .pop_i(s_bvalid && s_bready_i), .pop_data_i({s_bid, s_bresp}));
      end else begin : g_beats
        // So beats of the inside are known by their strobe.
        always_comb assume (s_wstrb_i[5]);
        // Bursts, numbered in the order of their addresses; one of any number is checked.
        (* anyconst *) logic [COUNT_W:0] n;
        logic [COUNT_W:0] in_q = '0, out_q = '0;
        logic [7:0] len_q, beat_q = 8'd0;
        logic was_cut_q = 1'b0;
        always_ff @(posedge clk_i) begin
          was_cut_q <= rst_n && cut_i;
          if (!rst_n) begin
            in_q <= '0;
            out_q <= '0;
            beat_q <= 8'd0;
          end else begin
            in_q <= in_q + {{COUNT_W{1'b0}}, take};
            out_q <= out_q + {{COUNT_W{1'b0}}, w && m_wlast};
            if (w) beat_q <= m_wlast ? 8'd0 : beat_q + 8'd1;
          end
          if (take && in_q == n) len_q <= s_awlen_i;
        end
        wire mine = out_q == n;
        fv_assert u_none (.hold_i(!rst_n || !m_wvalid || in_q != out_q));
        fv_assert u_last (.hold_i(!rst_n || !m_wvalid || !mine || m_wlast == (beat_q == len_q)));
        if (COUNTED == 0) begin : g_all
          fv_stream #(.WIDTH(4)) u_w (
              .clk_i, .rst_ni(rst_n), .valid_i(m_wvalid), .ready_i(m_wready_i),
              .data_i({m_wdata[AT], m_wstrb[5], m_wstrb[17], m_wlast}));
          fv_assert u_owed (.hold_i(!rst_n || !was_cut_q || in_q == out_q || m_wvalid));
          fv_assert u_made (.hold_i(!rst_n || !m_wvalid || m_wstrb[5]
                                    || (cut_i && m_wstrb == 32'd0 && !m_wdata[AT])));
          fv_order #(.WIDTH(2), .HOLDS(2), .EAGER(0)) u_w_order (
              .clk_i, .rst_ni(rst_n), .push_i(give), .push_data_i({s_wdata_i[AT], s_wstrb_i[17]}),
              .valid_i(m_wvalid), .pop_i(w && m_wstrb[5]),
              .pop_data_i({m_wdata[AT], m_wstrb[17]}));
          fv_cover u_torn (.seen_i(w && m_wlast && !m_wstrb[5] && beat_q == 8'd3 && !m_awvalid));
          fv_cover u_full (.seen_i(rst_n && in_q - out_q == 6 && !s_awready && !halt));
        end
      end
    end else begin : g_two
      // The same fence with an inside that drives other values while it is cut off.
      wire t_idle, t_arready, t_rvalid, t_awready, t_wready, t_bvalid, t_rid, t_rlast, t_bid;
      wire t_m_arvalid, t_m_arid, t_m_rready, t_m_awvalid, t_m_awid, t_m_wvalid, t_m_wlast;
      wire t_m_bready;
      wire [39:0] t_m_araddr, t_m_awaddr;
      wire [7:0] t_m_arlen, t_m_awlen;
      wire [255:0] t_rdata, t_m_wdata;
      wire [31:0] t_m_wstrb;
      wire [1:0] t_rresp, t_bresp;
      wire [5:0] x = {6{cut_i}} & junk_i;
      lp_axi_fence #(.ID_W(1), .COUNT_W(COUNT_W)) u_two (
          .clk_i, .rst_ni(rst_n), .stop_i, .cut_i, .idle_o(t_idle),
          .s_arvalid_i(s_arvalid_i ^ x[0]), .s_arready_o(t_arready), .s_arid_i(s_arid_i ^ x[5]),
          .s_araddr_i(s_araddr_i ^ {40{x[5]}}), .s_arlen_i(s_arlen_i ^ {8{x[5]}}),
          .s_rvalid_o(t_rvalid), .s_rready_i(s_rready_i ^ x[1]), .s_rid_o(t_rid),
          .s_rdata_o(t_rdata), .s_rresp_o(t_rresp), .s_rlast_o(t_rlast),
          .s_awvalid_i(s_awvalid_i ^ x[2]), .s_awready_o(t_awready), .s_awid_i(s_awid_i ^ x[5]),
          .s_awaddr_i(s_awaddr_i ^ {40{x[5]}}), .s_awlen_i(s_awlen_i ^ {8{x[5]}}),
          .s_wvalid_i(s_wvalid_i ^ x[3]), .s_wready_o(t_wready),
          .s_wdata_i(s_wdata_i ^ {256{x[5]}}), .s_wstrb_i(s_wstrb_i ^ {32{x[5]}}),
          .s_wlast_i(s_wlast_i ^ x[5]), .s_bvalid_o(t_bvalid), .s_bready_i(s_bready_i ^ x[4]),
          .s_bid_o(t_bid), .s_bresp_o(t_bresp), .m_arvalid_o(t_m_arvalid), .m_arready_i,
          .m_arid_o(t_m_arid), .m_araddr_o(t_m_araddr), .m_arlen_o(t_m_arlen), .m_rvalid_i,
          .m_rready_o(t_m_rready), .m_rid_i, .m_rdata_i, .m_rresp_i, .m_rlast_i,
          .m_awvalid_o(t_m_awvalid), .m_awready_i, .m_awid_o(t_m_awid),
          .m_awaddr_o(t_m_awaddr), .m_awlen_o(t_m_awlen), .m_wvalid_o(t_m_wvalid), .m_wready_i,
          .m_wdata_o(t_m_wdata), .m_wstrb_o(t_m_wstrb), .m_wlast_o(t_m_wlast), .m_bvalid_i,
          .m_bready_o(t_m_bready), .m_bid_i, .m_bresp_i);
      fv_assert u_control (.hold_i(!rst_n || {idle, s_arready, s_rvalid, s_awready, s_wready,
          s_bvalid, m_arvalid, m_rready, m_awvalid, m_wvalid, m_bready}
          == {t_idle, t_arready, t_rvalid, t_awready, t_wready, t_bvalid, t_m_arvalid,
              t_m_rready, t_m_awvalid, t_m_wvalid, t_m_bready}));
      fv_assert u_ar (.hold_i(!rst_n || !m_arvalid || {m_arid, m_araddr[A_AT], m_arlen[0]}
          == {t_m_arid, t_m_araddr[A_AT], t_m_arlen[0]}));
      fv_assert u_aw (.hold_i(!rst_n || !m_awvalid || {m_awid, m_awaddr[A_AT], m_awlen[0]}
          == {t_m_awid, t_m_awaddr[A_AT], t_m_awlen[0]}));
      fv_assert u_w (.hold_i(!rst_n || !m_wvalid || {m_wdata[AT], m_wstrb[5], m_wlast}
          == {t_m_wdata[AT], t_m_wstrb[5], t_m_wlast}));
      fv_assert u_r (.hold_i(!rst_n || !s_rvalid || {s_rid, s_rdata[AT], s_rresp, s_rlast}
          == {t_rid, t_rdata[AT], t_rresp, t_rlast}));
      fv_assert u_b (.hold_i(!rst_n || !s_bvalid || {s_bid, s_bresp} == {t_bid, t_bresp}));
      fv_cover u_junk (.seen_i(rst_n && cut_i && (&junk_i) && m_wvalid && !m_rready));
    end
  endgenerate
endmodule

`default_nettype wire
