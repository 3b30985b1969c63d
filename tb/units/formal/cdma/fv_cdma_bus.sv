// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_bus: stalled outputs are held stable; each fetch becomes one burst with its ring's id,
/// each completion one address and one beat; a sector goes only to the ring whose id it has; a
/// completion is acknowledged once, to its ring, with the memory's answer. Of wide ports one bit is
/// checked.
module fv_cdma_bus (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic [1:0]   f_valid_i,
    input wire logic [79:0]  f_addr_i,
    input wire logic [1:0]   v_ready_i,
    input wire logic [1:0]   c_valid_i,
    input wire logic [79:0]  c_addr_i,
    input wire logic [511:0] c_data_i,
    input wire logic [1:0]   q_ready_i,
    input wire logic         arready_i,
    input wire logic         rvalid_i,
    input wire logic         rid_i,
    input wire logic [255:0] rdata_i,
    input wire logic [1:0]   rresp_i,
    input wire logic         awready_i,
    input wire logic         wready_i,
    input wire logic         bvalid_i,
    input wire logic         bid_i,
    input wire logic [1:0]   bresp_i
);
  wire rst_n, arvalid, arid, rready, awvalid, awid, wvalid, wlast, bready;
  wire [1:0] f_ready, v_valid, v_err, c_ready, q_valid, q_err;
  wire [511:0] v_data;
  wire [39:0] araddr, awaddr;
  wire [7:0] arlen, awlen;
  wire [255:0] wdata;
  wire [31:0] wstrb;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_bus u_dut (
      .clk_i, .rst_ni(rst_n), .o_f_valid_i(f_valid_i[0]), .o_f_ready_o(f_ready[0]),
      .o_f_addr_i(f_addr_i[39:0]), .o_v_valid_o(v_valid[0]), .o_v_ready_i(v_ready_i[0]),
      .o_v_data_o(v_data[255:0]), .o_v_err_o(v_err[0]), .o_c_valid_i(c_valid_i[0]),
      .o_c_ready_o(c_ready[0]), .o_c_addr_i(c_addr_i[39:0]), .o_c_data_i(c_data_i[255:0]),
      .o_q_valid_o(q_valid[0]), .o_q_ready_i(q_ready_i[0]), .o_q_err_o(q_err[0]),
      .i_f_valid_i(f_valid_i[1]), .i_f_ready_o(f_ready[1]), .i_f_addr_i(f_addr_i[79:40]),
      .i_v_valid_o(v_valid[1]), .i_v_ready_i(v_ready_i[1]), .i_v_data_o(v_data[511:256]),
      .i_v_err_o(v_err[1]), .i_c_valid_i(c_valid_i[1]), .i_c_ready_o(c_ready[1]),
      .i_c_addr_i(c_addr_i[79:40]), .i_c_data_i(c_data_i[511:256]), .i_q_valid_o(q_valid[1]),
      .i_q_ready_i(q_ready_i[1]), .i_q_err_o(q_err[1]), .arvalid_o(arvalid), .arready_i,
      .arid_o(arid), .araddr_o(araddr), .arlen_o(arlen), .rvalid_i, .rready_o(rready), .rid_i,
      .rdata_i, .rresp_i, .rlast_i(1'b0), .awvalid_o(awvalid), .awready_i, .awid_o(awid),
      .awaddr_o(awaddr), .awlen_o(awlen), .wvalid_o(wvalid), .wready_i, .wdata_o(wdata),
      .wstrb_o(wstrb), .wlast_o(wlast), .bvalid_i, .bready_o(bready), .bid_i, .bresp_i);

  localparam int AT = 137;   // bits of a sector
  localparam int A_AT = 23;  // bits of an address

  // ---------------------------------------------------------------- fetches
  wire [1:0] f = {2{rst_n}} & f_valid_i & f_ready;
  logic asks_q = 1'b0, ask_id_q, ask_bit_q;
  always_ff @(posedge clk_i) begin
    asks_q <= rst_n && (f != 2'd0 || (asks_q && !arready_i));
    if (f != 2'd0) ask_id_q <= f[1];
    if (f != 2'd0) ask_bit_q <= f_addr_i[f[1] ? 40 + A_AT : A_AT];
  end
  fv_assert u_one (.hold_i(f != 2'b11 && (f == 2'd0 || !asks_q)));
  fv_assert u_ar (.hold_i(!rst_n || (arvalid == asks_q && arlen == 8'd1)));
  fv_assert u_ar_is (.hold_i(!rst_n || !arvalid || (arid == ask_id_q
                             && araddr[A_AT] == ask_bit_q)));

  // ---------------------------------------------------------------- sectors
  logic full_q = 1'b0, id_q, bit_q, bad_q;
  wire gone = (v_valid & v_ready_i) != 2'd0;
  wire r = rst_n && rvalid_i && rready;
  always_ff @(posedge clk_i) begin
    full_q <= rst_n && (r || (full_q && !gone));
    if (r) {id_q, bit_q, bad_q} <= {rid_i, rdata_i[AT], rresp_i[1]};
  end
  fv_assert u_r (.hold_i(!rst_n || rready == !full_q));
  fv_assert u_v (.hold_i(!rst_n || v_valid == {full_q && id_q, full_q && !id_q}));
  fv_assert u_v_is (.hold_i(!rst_n || !full_q || v_data[id_q ? 256 + AT : AT] == bit_q));
  fv_assert u_v_err (.hold_i(!rst_n || !full_q || v_err == {id_q && bad_q, !id_q && bad_q}));

  // ---------------------------------------------------------------- completions
  wire [1:0] c = {2{rst_n}} & c_valid_i & c_ready;
  wire [1:0] q = {2{rst_n}} & q_valid & q_ready_i;
  wire [1:0] b = {2{rst_n && bvalid_i}} & {bid_i, !bid_i};
  logic aw_q = 1'b0, w_q = 1'b0, c_id_q, c_bit_q, c_addr_q;
  logic [1:0] open_q = 2'd0, sent_q = 2'd0, told_q = 2'd0, back_q = 2'd0, err_q;
  always_ff @(posedge clk_i) begin
    aw_q <= rst_n && (c != 2'd0 || (aw_q && !awready_i));
    w_q <= rst_n && (c != 2'd0 || (w_q && !(wvalid && wready_i)));
    if (c != 2'd0) begin
      c_id_q <= c[1];
      c_bit_q <= c_data_i[c[1] ? 256 + AT : AT];
      c_addr_q <= c_addr_i[c[1] ? 40 + A_AT : A_AT];
    end
    open_q <= {2{rst_n}} & (c | (open_q & ~q));
    back_q <= {2{rst_n}} & (b | (back_q & ~q));
    told_q <= {2{rst_n}} & ~c & (told_q | ({2{awvalid && awready_i}} & {awid, !awid}));
    sent_q <= {2{rst_n}} & ~c & (sent_q | ({2{wvalid && wready_i}} & {c_id_q, !c_id_q}));
    if (b[0]) err_q[0] <= bresp_i[1];
    if (b[1]) err_q[1] <= bresp_i[1];
  end
  // The memory answers a write once, after its address and its beat.
  always_comb assume (!bvalid_i || (open_q[bid_i] && told_q[bid_i] && sent_q[bid_i]
                                    && !back_q[bid_i]));
  fv_assert u_turn (.hold_i(c != 2'b11 && (c == 2'd0 || (!aw_q && !w_q)) && (c & open_q) == 2'd0));
  fv_assert u_aw (.hold_i(!rst_n || (awvalid == aw_q && awlen == 8'd0)));
  fv_assert u_aw_is (.hold_i(!rst_n || !awvalid || (awid == c_id_q && awaddr[A_AT] == c_addr_q)));
  fv_assert u_w (.hold_i(!rst_n || !wvalid || (w_q && wlast && (&wstrb) && wdata[AT] == c_bit_q)));
  logic w_waits_q = 1'b0;
  always_ff @(posedge clk_i) w_waits_q <= rst_n && wvalid && !wready_i;
  fv_assert u_w_stands (.hold_i(!rst_n || !w_waits_q || wvalid));
  // A beat is offered at most two cycles after its completion.
  logic w_late_q = 1'b0;
  always_ff @(posedge clk_i) w_late_q <= rst_n && w_q;
  fv_assert u_w_soon (.hold_i(!rst_n || !w_late_q || !w_q || wvalid));
  fv_assert u_q (.hold_i(!rst_n || (q_valid == back_q && bready)));
  fv_assert u_q_is (.hold_i(!rst_n || q_err == (back_q & err_q)));
  fv_cover u_both (.seen_i(rst_n && q_valid == 2'b11 && q_err == 2'b01));
  fv_cover u_read (.seen_i(rst_n && v_valid[1] && asks_q));
endmodule

`default_nettype wire
