// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_index. PART 0, writing: stalled outputs are held stable; exactly one address and one
/// beat for each sector, a beat never before its address; an entry is written as it came, and is
/// zero past the end; the result comes once all writes are acknowledged, with an error if any had
/// one. PART 1, reading: exactly as many entries as groups, each of a sector that has come; never
/// more than AHEAD sectors requested and not begun; a kill ends it, and idle means that no sector
/// is to come.
module fv_cdma_index #(
    parameter int PART = 0,
    parameter int AHEAD = 16
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         wj_valid_i,
    input wire logic [39:0]  wj_addr_i,
    input wire logic         x_valid_i,
    input wire logic [15:0]  x_bytes_i,
    input wire logic         x_end_i,
    input wire logic         wr_ready_i,
    input wire logic         rj_valid_i,
    input wire logic [39:0]  rj_addr_i,
    input wire logic [31:0]  rj_groups_i,
    input wire logic         kill_i,
    input wire logic         n_ready_i,
    input wire logic         arready_i,
    input wire logic         rvalid_i,
    input wire logic [255:0] rdata_i,
    input wire logic [1:0]   rresp_i,
    input wire logic         awready_i,
    input wire logic         wready_i,
    input wire logic         bvalid_i,
    input wire logic [1:0]   bresp_i
);
  wire rst_n, wj_ready, x_ready, wr_valid, wr_err, rj_ready, n_valid, n_err, rr_idle;
  wire arvalid, rready, awvalid, wvalid, wlast, bready;
  wire [15:0] n_bytes;
  wire [39:0] araddr, awaddr;
  wire [7:0] arlen, awlen;
  wire [255:0] wdata;
  wire [31:0] wstrb;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_index #(.AHEAD(AHEAD)) u_dut (
      .clk_i, .rst_ni(rst_n), .wj_valid_i, .wj_ready_o(wj_ready), .wj_addr_i, .x_valid_i,
      .x_ready_o(x_ready), .x_bytes_i, .x_end_i, .wr_valid_o(wr_valid), .wr_ready_i,
      .wr_err_o(wr_err), .rj_valid_i, .rj_ready_o(rj_ready), .rj_addr_i, .rj_groups_i, .kill_i,
      .n_valid_o(n_valid), .n_ready_i, .n_bytes_o(n_bytes), .n_err_o(n_err), .rr_idle_o(rr_idle),
      .arvalid_o(arvalid), .arready_i, .araddr_o(araddr), .arlen_o(arlen), .rvalid_i,
      .rready_o(rready), .rdata_i, .rresp_i, .rlast_i(1'b1), .awvalid_o(awvalid), .awready_i,
      .awaddr_o(awaddr), .awlen_o(awlen), .wvalid_o(wvalid), .wready_i, .wdata_o(wdata),
      .wstrb_o(wstrb), .wlast_o(wlast), .bvalid_i, .bready_o(bready), .bresp_i);

  generate
    if (PART == 0) begin : g_write
      // Sectors of the job: begun by entries, announced, sent, acknowledged; at most 3 here.
      localparam logic [5:0] MOST = 6'd48;
      logic live_q = 1'b0, ended_q = 1'b0, bad_q = 1'b0;
      logic [5:0] entries_q = 6'd0;
      logic [1:0] aw_q = 2'd0, w_q = 2'd0, b_q = 2'd0;
      wire j = rst_n && wj_valid_i && wj_ready;
      wire x = rst_n && x_valid_i && x_ready;
      wire r = rst_n && wr_valid && wr_ready_i;
      wire aw = rst_n && awvalid && awready_i;
      wire w = rst_n && wvalid && wready_i;
      wire b = rst_n && bvalid_i;
      always_comb assume (!x_valid_i || x_end_i || entries_q < MOST);
      always_comb assume (!bvalid_i || (b_q < aw_q && b_q < w_q));
      always_ff @(posedge clk_i) begin
        if (!rst_n || j) begin
          live_q <= rst_n;
          ended_q <= 1'b0;
          bad_q <= 1'b0;
          entries_q <= 6'd0;
          aw_q <= 2'd0;
          w_q <= 2'd0;
          b_q <= 2'd0;
        end else begin
          live_q <= live_q && !r;
          ended_q <= ended_q || (x && x_end_i);
          bad_q <= bad_q || (b && bresp_i[1]);
          entries_q <= entries_q + {5'd0, x && !x_end_i};
          aw_q <= aw_q + {1'b0, aw};
          w_q <= w_q + {1'b0, w};
          b_q <= b_q + {1'b0, b};
        end
      end
      wire [1:0] whole = entries_q[5:4];
      wire [1:0] sectors = whole + {1'b0, ended_q && entries_q[3:0] != 4'd0};

      fv_stream #(.WIDTH(1)) u_r (
          .clk_i, .rst_ni(rst_n), .valid_i(wr_valid), .ready_i(wr_ready_i), .data_i(wr_err));
      fv_stream #(.WIDTH(40)) u_aw (
          .clk_i, .rst_ni(rst_n), .valid_i(awvalid), .ready_i(awready_i), .data_i(awaddr));
      fv_assert u_job (.hold_i(!rst_n || wj_ready == !live_q));
      fv_assert u_entry (.hold_i(!x || (live_q && !ended_q)));
      fv_assert u_address (.hold_i(!rst_n || !awvalid || (live_q && aw_q < sectors)));
      fv_assert u_beat (.hold_i(!rst_n || !wvalid || (live_q && w_q < sectors
                                                      && (w_q < aw_q || awvalid))));
      fv_assert u_result (.hold_i(!rst_n || !wr_valid || (live_q && ended_q && b_q == sectors
                                                          && wr_err == bad_q)));
      fv_assert u_ready (.hold_i(bready && wlast && (&wstrb) && awlen == 8'd0));

      // One bit of an entry of the first sector.
      localparam logic [3:0] PLACE = 4'd2, BIT = 4'd9;
      logic is_q;
      always_ff @(posedge clk_i) begin
        if (j) is_q <= 1'b0;
        else if (x && !x_end_i && entries_q == {2'd0, PLACE}) is_q <= x_bytes_i[BIT];
      end
      fv_assert u_data (.hold_i(!rst_n || !wvalid || w_q != 2'd0 || wdata[{PLACE, BIT}] == is_q));
      fv_cover u_part (.seen_i(rst_n && wr_valid && wr_err && entries_q == 6'd17));
    end else begin : g_read
      // Sectors of the job in the order of their addresses; at most 64 groups here.
      logic live_q = 1'b0, killed_q = 1'b0;
      logic [6:0] groups_q = 7'd0, given_q = 7'd0;
      logic [3:0] asked_q = 4'd0, come_q = 4'd0;
      wire j = rst_n && rj_valid_i && rj_ready;
      wire n = rst_n && n_valid && n_ready_i;
      wire ar = rst_n && arvalid && arready_i;
      wire last = n && given_q + 7'd1 == groups_q;
      always_comb assume (!rj_valid_i || rj_groups_i <= 32'd64);
      always_comb assume (!rvalid_i || come_q < asked_q);
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          live_q <= 1'b0;
          killed_q <= 1'b0;
          given_q <= 7'd0;
          asked_q <= 4'd0;
          come_q <= 4'd0;
        end else if (j) begin
          live_q <= rj_groups_i != 32'd0;
          killed_q <= 1'b0;
          groups_q <= rj_groups_i[6:0];
          given_q <= 7'd0;
          asked_q <= 4'd0;
          come_q <= 4'd0;
        end else begin
          live_q <= live_q && !last;
          killed_q <= live_q && !last && (killed_q || kill_i);
          given_q <= given_q + {6'd0, n};
          asked_q <= asked_q + {3'd0, ar};
          come_q <= come_q + {3'd0, rvalid_i};
        end
      end
      wire [6:0] needs = groups_q + 7'd15;

      fv_stream #(.WIDTH(40)) u_ar (
          .clk_i, .rst_ni(rst_n), .valid_i(arvalid), .ready_i(arready_i), .data_i(araddr));
      // An entry is held stable until it is taken or killed.
      logic waits_q = 1'b0;
      always_ff @(posedge clk_i) waits_q <= rst_n && n_valid && !n_ready_i && !kill_i;
      fv_assert u_stands (.hold_i(!rst_n || !waits_q || n_valid));
      fv_assert u_entry (.hold_i(!rst_n || !n_valid || (live_q && !killed_q
                                                        && {1'b0, given_q[6:4]} < come_q)));
      fv_assert u_ask (.hold_i(!rst_n || !arvalid || (live_q && asked_q < {1'b0, needs[6:4]})));
      // The sector whose entry is shown has begun.
      wire [3:0] begun = {1'b0, given_q[6:4]} + {3'd0, n_valid};
      fv_assert u_room (.hold_i(!rst_n || killed_q || asked_q <= begun + AHEAD[3:0]
                                || AHEAD > 4));
      fv_assert u_over (.hold_i(!rst_n || live_q || rr_idle));
      fv_assert u_idle (.hold_i(!rst_n || !rr_idle || ((!live_q || killed_q)
                                                       && asked_q == come_q && !arvalid)));
      fv_assert u_ready (.hold_i(rready && arlen == 8'd0 && rj_ready == rr_idle));
      fv_cover u_full (.seen_i(rst_n && last && groups_q == 7'd17));
      fv_cover u_killed (.seen_i(rst_n && killed_q && rr_idle && asked_q == 4'd2));
    end
  endgenerate
endmodule

`default_nettype wire
