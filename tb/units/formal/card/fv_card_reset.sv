// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The reset by software of lp_card, around stand-ins for its parts (fv_any_card_parts): with the
/// proved properties of lp_axi_fence, no access is cut off half-way.
///
/// A request begins it; the window's fence stops, and is never cut. Engine, self-test and join are
/// in reset exactly while the fences of host and card memory are cut, for 8 cycles at least, which
/// begins when the window's fence is idle, so that none of its accesses is in flight, and ends when
/// both fences are idle. Their pages are blocked throughout, that of the registers never. The mode
/// changes only at the end, to the requested mode. The only waits are for an idle fence.
module fv_card_reset (
    input wire logic clk_i,
    input wire logic again_i
);
  wire rst_n, irq, win_stop, win_cut, win_idle, host_stop, host_cut, host_idle, mem_stop, mem_cut;
  wire mem_idle, page0, page1, page4;
  wire [31:0] said;
  wire [39:0] joined;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_card u_dut (
      .clk_i, .rst_ni(rst_n), .irq_o(irq), .csr_rdata_o(said), .csr_rvalid_o(page0),
      .csr_bresp_o({page4, page1}), .win_arready_o(win_stop), .win_awready_o(win_cut),
      .win_wready_o(win_idle), .host_arvalid_o(host_stop), .host_awvalid_o(host_cut),
      .host_wvalid_o(host_idle), .mem_arvalid_o(mem_stop), .mem_awvalid_o(mem_cut),
      .mem_wvalid_o(mem_idle), .mem_araddr_o(joined),
      .csr_awvalid_i('0), .csr_awaddr_i('0), .csr_awprot_i('0), .csr_wvalid_i('0),
      .csr_wdata_i('0), .csr_wstrb_i('0), .csr_bready_i('0), .csr_arvalid_i('0),
      .csr_araddr_i('0), .csr_arprot_i('0), .csr_rready_i('0), .host_arready_i('0),
      .host_rvalid_i('0), .host_rid_i('0), .host_rdata_i('0), .host_rresp_i('0),
      .host_rlast_i('0), .host_awready_i('0), .host_wready_i('0), .host_bvalid_i('0),
      .host_bid_i('0), .host_bresp_i('0), .win_arvalid_i('0), .win_arid_i('0), .win_araddr_i('0),
      .win_arlen_i('0), .win_rready_i('0), .win_awvalid_i('0), .win_awid_i('0), .win_awaddr_i('0),
      .win_awlen_i('0), .win_wvalid_i('0), .win_wdata_i('0), .win_wstrb_i('0), .win_wlast_i('0),
      .win_bready_i('0), .mem_arready_i('0), .mem_rvalid_i('0), .mem_rid_i('0), .mem_rdata_i('0),
      .mem_rresp_i('0), .mem_rlast_i('0), .mem_awready_i('0), .mem_wready_i('0),
      .mem_bvalid_i('0), .mem_bid_i('0), .mem_bresp_i('0));
  wire asked = said[0], to_local = said[1], resetting = said[2], local_ = said[3];
  wire hold = mem_cut;

  // ---------------------------------------------------------------- the cycle before
  logic live_q = 1'b0, asked_q, to_local_q, resetting_q, local_q, hold_q, win_idle_q, host_idle_q,
      mem_idle_q;
  logic [3:0] held_q = 4'd0;  // cycles of this reset, at most 8
  always_ff @(posedge clk_i) begin
    live_q <= rst_n;
    {asked_q, to_local_q, resetting_q, local_q} <= {asked, to_local, resetting, local_};
    {hold_q, win_idle_q, host_idle_q, mem_idle_q} <= {hold, win_idle, host_idle, mem_idle};
    held_q <= !rst_n || !hold ? 4'd0 : held_q == 4'd8 ? 4'd8 : held_q + 4'd1;
  end
  wire step = rst_n && live_q;
  // A fence that is stopped or cut stays idle.
  always_comb assume (!(step && win_idle_q && resetting_q && resetting) || win_idle);
  always_comb assume (!(step && host_idle_q && hold_q && hold) || host_idle);
  always_comb assume (!(step && mem_idle_q && hold_q && hold) || mem_idle);

  // ---------------------------------------------------------------- fences
  fv_assert u_together (.hold_i(!rst_n || {host_stop, host_cut, mem_stop} == {3{hold}}));
  fv_assert u_window (.hold_i(!rst_n || (win_stop == resetting && !win_cut)));
  fv_assert u_within (.hold_i(!rst_n || !hold || (resetting && win_idle)));
  fv_assert u_cut (.hold_i(!step || !hold_q || hold || (host_idle_q && mem_idle_q)));
  fv_assert u_long (.hold_i(!step || !hold_q || hold || held_q == 4'd8));
  fv_assert u_status (.hold_i(!rst_n || said[5:4] == {!mem_idle, !host_idle}));

  // ---------------------------------------------------------------- contents
  fv_assert u_inside (.hold_i(!step || irq == !hold_q));
  fv_assert u_join (.hold_i(!rst_n || joined[0] == !hold));
  fv_assert u_pages (.hold_i(!rst_n || {page4, page1, page0} == {resetting, resetting, 1'b0}));
  wire ends = step && resetting_q && !resetting;
  fv_assert u_mode (.hold_i(!step || (ends ? local_ == to_local_q : local_ == local_q)));

  // ---------------------------------------------------------------- bounded waits
  fv_assert u_begins (.hold_i(!step || resetting_q || resetting == asked_q));
  fv_assert u_drained (.hold_i(!step || !resetting_q || hold_q || !win_idle_q || hold));
  fv_assert u_ends (.hold_i(!step || !hold_q || held_q != 4'd8 || !host_idle_q || !mem_idle_q
                            || (!hold && !resetting)));
  fv_assert u_one (.hold_i(!step || !hold_q || hold || !resetting));
  fv_assert u_only (.hold_i(!ends || (hold_q && !hold)));
  fv_cover u_over (.seen_i(ends && local_ && !local_q));
  fv_cover u_waits (.seen_i(rst_n && hold && held_q == 4'd8 && !mem_idle));
endmodule

`default_nettype wire
