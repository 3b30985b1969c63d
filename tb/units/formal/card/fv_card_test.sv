// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_card_test, whose registers are a stand-in that passes commands on. PART 0, commands of up to
/// 15 beats: stalled outputs are held stable; a command has exactly the requested beats, in the
/// longest bursts that end with their line, one at a time; the last beat of data is marked; r and b
/// are taken for the open burst, which is moved in full; an error ends the command with its burst,
/// and a sum with 0; busy falls with the pulse of the end, and the unit is never idle longer than a
/// beat takes while the memory owes no answer. PART 1: a burst begins where the previous one ended,
/// stalled data is held stable, and poke writes its beat.
module fv_card_test #(
    parameter int PART = 0
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic [3:0]   command_i,
    input wire logic [23:0]  beats_i,
    input wire logic [34:0]  sector_i,
    input wire logic         poke_i,
    input wire logic         arready_i,
    input wire logic         rvalid_i,
    input wire logic [255:0] rdata_i,
    input wire logic [1:0]   rresp_i,
    input wire logic         awready_i,
    input wire logic         wready_i,
    input wire logic         bvalid_i,
    input wire logic [1:0]   bresp_i
);
  wire rst_n, arvalid, rready, awvalid, wvalid, wlast, bready;
  wire [31:0] said;
  wire [3:0] arid, awid;
  wire [39:0] araddr, awaddr;
  wire [7:0] arlen, awlen;
  wire [255:0] wdata;
  wire [31:0] wstrb;
  /* verilator lint_off UNUSEDSIGNAL */
  wire csr_awready, csr_wready, csr_bvalid, csr_arready, csr_rvalid, irq;
  wire [1:0] csr_bresp, csr_rresp;
  /* verilator lint_on UNUSEDSIGNAL */
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_card_test u_dut (
      .clk_i, .rst_ni(rst_n), .csr_awvalid_i(1'b0), .csr_awready_o(csr_awready),
      .csr_awaddr_i({sector_i[10:0], poke_i}), .csr_awprot_i(3'd0), .csr_wvalid_i(1'b0),
      .csr_wready_o(csr_wready), .csr_wdata_i({sector_i[26:23], beats_i, command_i}),
      .csr_wstrb_i(sector_i[34:31]), .csr_bvalid_o(csr_bvalid), .csr_bready_i(1'b0),
      .csr_bresp_o(csr_bresp), .csr_arvalid_i(sector_i[30]), .csr_arready_o(csr_arready),
      .csr_araddr_i(sector_i[22:11]), .csr_arprot_i(sector_i[29:27]),
      .csr_rvalid_o(csr_rvalid), .csr_rready_i(1'b0), .csr_rdata_o(said), .csr_rresp_o(csr_rresp),
      .irq_o(irq), .m_arvalid_o(arvalid), .m_arready_i(arready_i), .m_arid_o(arid),
      .m_araddr_o(araddr), .m_arlen_o(arlen), .m_rvalid_i(rvalid_i), .m_rready_o(rready),
      .m_rid_i(4'd0), .m_rdata_i(rdata_i), .m_rresp_i(rresp_i), .m_rlast_i(1'b0),
      .m_awvalid_o(awvalid), .m_awready_i(awready_i), .m_awid_o(awid), .m_awaddr_o(awaddr),
      .m_awlen_o(awlen), .m_wvalid_o(wvalid), .m_wready_i(wready_i), .m_wdata_o(wdata),
      .m_wstrb_o(wstrb), .m_wlast_o(wlast), .m_bvalid_i(bvalid_i), .m_bready_o(bready),
      .m_bid_i(4'd0), .m_bresp_i(bresp_i));
  wire busy = said[0], done = said[1], err = said[2];

  // The command: its beats not yet in a burst; its burst: whether it was seen, whether its address
  // was taken, beats that have not moved.
  logic live_q = 1'b0, reads_q, sums_q, bad_q = 1'b0, open_q = 1'b0, told_q = 1'b0;
  logic [23:0] left_q = 24'd0;
  logic [2:0] togo_q = 3'd0;
  wire one = command_i == 4'd1 || command_i == 4'd2 || command_i == 4'd4 || command_i == 4'd8;
  wire start = rst_n && !live_q && one;
  wire asks = arvalid || awvalid;
  wire [39:0] addr = arvalid ? araddr : awaddr;
  wire [7:0] len = arvalid ? arlen : awlen;
  wire ax = (arvalid && arready_i) || (awvalid && awready_i);
  wire w = wvalid && wready_i, r = rready && rvalid_i, b = bready && bvalid_i;
  wire begins = asks && !open_q;
  wire [2:0] beats = len[2:0] + 3'd1;
  // Beats of the burst that have not moved, as of this cycle.
  wire [2:0] togo = begins ? beats : togo_q;
  wire over = (r && togo == 3'd1) || b;
  always_comb assume (!rvalid_i || (told_q && reads_q && togo_q != 3'd0));
  always_comb assume (!bvalid_i || (told_q && live_q && !reads_q && togo_q == 3'd0));
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      live_q <= 1'b0;
      open_q <= 1'b0;
      told_q <= 1'b0;
      bad_q <= 1'b0;
      togo_q <= 3'd0;
    end else begin
      live_q <= start || (live_q && !done);
      open_q <= (open_q || asks) && !over;
      told_q <= (told_q || ax) && !over;
      bad_q <= (bad_q && !start) || (r && rresp_i[1]) || (b && bresp_i[1]);
      togo_q <= togo - {2'd0, w || r};
      if (start) begin
        reads_q <= command_i[1] || command_i[3];
        sums_q <= command_i[1];
        left_q <= command_i[0] || command_i[1] ? beats_i : 24'd1;
      end else if (begins) left_q <= left_q - {21'd0, beats};
    end
  end

  generate
    if (PART == 0) begin : g_bursts
      always_comb assume (beats_i < 24'd16);
      fv_stream #(.WIDTH(52)) u_ar (
          .clk_i, .rst_ni(rst_n), .valid_i(arvalid), .ready_i(arready_i),
          .data_i({arid, araddr, arlen}));
      fv_stream #(.WIDTH(52)) u_aw (
          .clk_i, .rst_ni(rst_n), .valid_i(awvalid), .ready_i(awready_i),
          .data_i({awid, awaddr, awlen}));
      fv_assert u_tied (.hold_i(arid == 4'd0 && awid == 4'd0 && (&wstrb)));
      fv_assert u_side (.hold_i(!rst_n || ((!arvalid || reads_q) && (!awvalid || !reads_q)
                                           && (!wvalid || !reads_q) && (!rready || reads_q)
                                           && (!bready || !reads_q))));
      // A burst begins when the one before is over and no error has come.
      wire [2:0] room = 3'd4 - {1'b0, addr[6:5]};
      wire fits = {21'd0, room} < left_q;
      fv_assert u_burst (.hold_i(!rst_n || !begins || (live_q && !bad_q && left_q != 24'd0
                                                       && len[7:2] == 6'd0
                                                       && beats == (fits ? room : left_q[2:0]))));
      fv_assert u_again (.hold_i(!rst_n || !asks || !told_q));
      fv_assert u_beat (.hold_i(!rst_n || !wvalid || ((open_q || begins) && togo != 3'd0
                                                      && wlast == (togo == 3'd1))));
      fv_assert u_r (.hold_i(!rst_n || !rready || ((open_q || begins) && togo != 3'd0)));
      fv_assert u_b (.hold_i(!rst_n || !bready || (open_q && togo_q == 3'd0)));

      fv_assert u_busy (.hold_i(!rst_n || busy == live_q));
      fv_assert u_err (.hold_i(!rst_n || err == bad_q));
      fv_assert u_done (.hold_i(!rst_n || !done || (live_q && !open_q && !asks
                                                    && (bad_q || left_q == 24'd0))));
      fv_assert u_crc (.hold_i(!rst_n || !done || !sums_q || !bad_q || !said[7]));

      // 10 cycles: words of a beat, and the gap between bursts.
      logic [3:0] quiet_q = 4'd0;
      wire waits = (arvalid && !arready_i) || (wvalid && !wready_i) || (rready && !rvalid_i)
                   || (bready && !bvalid_i);
      always_ff @(posedge clk_i) begin
        if (!rst_n || !busy || done || waits || ax || w || r || b) quiet_q <= 4'd0;
        else quiet_q <= quiet_q + 4'd1;
      end
      fv_assert u_bounded (.hold_i(quiet_q <= 4'd10));

      fv_cover u_bad (.seen_i(rst_n && done && bad_q && left_q != 24'd0));
      fv_cover u_two (.seen_i(rst_n && done && !bad_q && reads_q && sums_q && left_q == 24'd0));
      fv_cover u_none (.seen_i(rst_n && done && sums_q && quiet_q == 4'd0 && !bad_q));
    end else begin : g_places
      fv_stream #(.WIDTH(257)) u_w (
          .clk_i, .rst_ni(rst_n), .valid_i(wvalid), .ready_i(wready_i), .data_i({wlast, wdata}));
      logic [34:0] next_q;
      logic bit_q, pokes_q;
      wire [37:0] after = {3'd0, addr[39:5]} + {35'd0, beats};
      always_ff @(posedge clk_i) begin
        if (start) begin
          next_q <= sector_i;
          bit_q <= poke_i;
          pokes_q <= command_i[2];
        end else if (begins) next_q <= after[34:0];
      end
      fv_assert u_place (.hold_i(!rst_n || !begins || addr == {next_q, 5'd0}));
      fv_assert u_poke (.hold_i(!rst_n || !wvalid || !pokes_q || wdata[160] == bit_q));
      fv_cover u_third (.seen_i(rst_n && begins && next_q[1:0] == 2'd0 && bad_q == 1'b0
                                && !reads_q));
      fv_cover u_next (.seen_i(rst_n && begins && reads_q && live_q && addr[6:5] == 2'd0
                               && left_q == 24'd5 && told_q == 1'b0));
    end
  endgenerate
endmodule

`default_nettype wire
