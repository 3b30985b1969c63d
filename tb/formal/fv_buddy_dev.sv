// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_buddy_dev between readers, writers and a metadata cache that ask with free numbers, and a
/// memory that answers in any order between ids. Bursts have up to four sectors and do not cross
/// 4 KiB (lp_axi_rd and lp_axi_wr split those that would, and their proofs cover it).
/// PART 0: reads. Each goes to the memory once, as it came, and its sectors go to whoever asked,
/// with their errors; the address stream keeps its rules. R is taken at once unless the metadata
/// cache does not take what was fetched, whatever the write channels do.
/// PART 1: writes. Each burst carries the sectors of its own asker, in their order; each write is
/// acknowledged once to whoever asked; address and data streams keep their rules. Once an address
/// shows, W shows as soon as its asker offers data, whether the address is taken or not.
/// PART 2: a memory that answers what nobody asked for, with any id. What has an id that none can
/// have is taken at once, goes to nobody and is told of once; all else passes as if it were asked
/// for.
module fv_buddy_dev #(
    parameter int PART = 0,
    parameter int ENTRIES = 2
) (
    input wire logic                       clk_i,
    input wire logic                       again_i,
    input wire logic                       r_valid_i,
    input wire logic [1:0]                 r_sectors_i,
    input wire logic [$clog2(ENTRIES)-1:0] r_entry_i,
    input wire logic                       r_addr_i,
    input wire logic                       f_valid_i,
    input wire logic                       f_id_i,
    input wire logic                       f_addr_i,
    input wire logic                       fd_ready_i,
    input wire logic                       w_valid_i,
    input wire logic [1:0]                 w_sectors_i,
    input wire logic [$clog2(ENTRIES)-1:0] w_entry_i,
    input wire logic                       wd_valid_i,
    input wire logic                       wb_ready_i,
    input wire logic                       b_valid_i,
    input wire logic                       arready_i,
    input wire logic                       rvalid_i,
    input wire logic [$clog2(ENTRIES):0]   rid_i,
    input wire logic                       rbad_i,
    input wire logic                       awready_i,
    input wire logic                       wready_i,
    input wire logic                       bvalid_i,
    input wire logic [$clog2(ENTRIES):0]   bid_i,
    input wire logic                       bbad_i
);
  localparam int EW = $clog2(ENTRIES);
  localparam int IDS = 2 * ENTRIES;
  localparam int ADDR_W = 14;

  wire rst_n, r_ready, rd_valid, f_ready, fd_valid, d_err, w_ready, wd_ready, wb_valid, b_ready;
  wire bb_valid, k_err, r_idle, arvalid, rready, awvalid, wvalid, wlast, bready, rlast;
  wire [1:0] stray;
  wire [EW-1:0] d_id, wb_entry;
  wire [255:0] d_data, wdata;
  wire [EW:0] arid, awid;
  wire [ADDR_W-1:0] araddr, awaddr;
  wire [7:0] arlen, awlen;
  wire [31:0] wstrb;
  // A writer's sectors count up, a write-back is marked.
  logic [1:0] wd_q = 2'd0;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_buddy_dev #(.ENTRIES(ENTRIES), .ADDR_W(ADDR_W), .MISSES(2)) u_dut (
      .clk_i, .rst_ni(rst_n), .r_valid_i, .r_ready_o(r_ready), .r_addr_i({1'b0, r_addr_i, 12'd0}),
      .r_sectors_i({1'b0, r_sectors_i} + 3'd1), .r_entry_i, .r_idle_o(r_idle),
      .rd_valid_o(rd_valid), .f_valid_i,
      .f_ready_o(f_ready), .f_addr_i({1'b0, f_addr_i, 12'h800}), .f_id_i, .fd_valid_o(fd_valid),
      .fd_ready_i, .d_id_o(d_id), .d_data_o(d_data), .d_err_o(d_err), .w_valid_i,
      .w_ready_o(w_ready), .w_addr_i(14'h1000), .w_sectors_i({1'b0, w_sectors_i} + 3'd1),
      .w_eight_i(1'b0), .w_entry_i, .wd_valid_i, .wd_ready_o(wd_ready),
      .wd_data_i({253'd0, wd_q, 1'b0}), .wb_valid_o(wb_valid), .wb_ready_i, .wb_entry_o(wb_entry),
      .b_valid_i, .b_ready_o(b_ready), .b_addr_i(14'h0800), .b_data_i(256'd1),
      .bb_valid_o(bb_valid), .k_err_o(k_err), .stray_o(stray), .arvalid_o(arvalid), .arready_i,
      .arid_o(arid),
      .araddr_o(araddr), .arlen_o(arlen), .rvalid_i, .rready_o(rready), .rid_i,
      .rdata_i({{255 - EW{1'b0}}, rid_i}), .rresp_i({rbad_i, 1'b0}), .rlast_i(rlast),
      .awvalid_o(awvalid), .awready_i, .awid_o(awid), .awaddr_o(awaddr), .awlen_o(awlen),
      .wvalid_o(wvalid), .wready_i, .wdata_o(wdata), .wstrb_o(wstrb), .wlast_o(wlast), .bvalid_i,
      .bready_o(bready), .bid_i, .bresp_i({bbad_i, 1'b0}));

  wire r_take = rst_n && r_valid_i && r_ready;
  wire f_take = rst_n && f_valid_i && f_ready;
  wire ar_fire = rst_n && arvalid && arready_i;
  wire rd_fire = rst_n && rd_valid;
  wire fd_fire = rst_n && fd_valid && fd_ready_i;
  wire w_take = rst_n && w_valid_i && w_ready;
  wire wd_take = rst_n && wd_valid_i && wd_ready;
  wire aw_fire = rst_n && awvalid && awready_i;
  wire w_fire = rst_n && wvalid && wready_i;
  wire b_fire = rst_n && bvalid_i && bready;
  wire wb_fire = rst_n && wb_valid && wb_ready_i;
  wire bb_fire = rst_n && bb_valid;
  fv_stream #(.WIDTH(2 + EW + 1), .ASSUME(1)) u_r (
      .clk_i, .rst_ni(rst_n), .valid_i(r_valid_i), .ready_i(r_ready),
      .data_i({r_sectors_i, r_entry_i, r_addr_i}));
  fv_stream #(.WIDTH(2), .ASSUME(1)) u_f (
      .clk_i, .rst_ni(rst_n), .valid_i(f_valid_i), .ready_i(f_ready),
      .data_i({f_id_i, f_addr_i}));
  fv_stream #(.WIDTH(2 + EW), .ASSUME(1)) u_w (
      .clk_i, .rst_ni(rst_n), .valid_i(w_valid_i), .ready_i(w_ready),
      .data_i({w_sectors_i, w_entry_i}));
  fv_stream #(.ASSUME(1)) u_wd (
      .clk_i, .rst_ni(rst_n), .valid_i(wd_valid_i), .ready_i(wd_ready), .data_i(1'b0));
  fv_stream #(.ASSUME(1)) u_b (
      .clk_i, .rst_ni(rst_n), .valid_i(b_valid_i), .ready_i(b_ready), .data_i(1'b0));
  fv_stream #(.WIDTH(EW + 2), .ASSUME(1)) u_mem_r (
      .clk_i, .rst_ni(rst_n), .valid_i(rvalid_i), .ready_i(rready), .data_i({rid_i, rbad_i}));
  fv_stream #(.WIDTH(EW + 2), .ASSUME(1)) u_mem_b (
      .clk_i, .rst_ni(rst_n), .valid_i(bvalid_i), .ready_i(bready), .data_i({bid_i, bbad_i}));

  genvar i;
  generate
    if (PART == 0) begin : g_reads
      // By id: sectors asked for and not given, those not yet asked of the memory, its address.
      wire [IDS-1:0] lasts, waits;
      for (i = 0; i < IDS; i = i + 1) begin : g_id
        localparam int META = i / ENTRIES, N = i % ENTRIES;
        logic [2:0] due_q = 3'd0, beats_q = 3'd0;
        logic waits_q = 1'b0, addr_q;
        wire take = META ? f_take && f_id_i == N : r_take && r_entry_i == N;
        wire [2:0] sectors = META ? 3'd1 : {1'b0, r_sectors_i} + 3'd1;
        wire asks = ar_fire && arid == i;
        wire beat = rst_n && rvalid_i && rready && rid_i == i;
        wire given = (META ? fd_fire : rd_fire) && d_id == N;
        always_ff @(posedge clk_i) begin
          if (!rst_n) begin
            due_q <= 3'd0;
            beats_q <= 3'd0;
            waits_q <= 1'b0;
          end else begin
            due_q <= take ? sectors : due_q - {2'd0, given};
            beats_q <= asks ? arlen[2:0] + 3'd1 : beats_q - {2'd0, beat};
            waits_q <= take || (waits_q && !asks);
          end
          if (take) addr_q <= META ? f_addr_i : r_addr_i;
        end
        assign lasts[i] = beats_q == 3'd1;
        assign waits[i] = waits_q;
        always_comb begin
          assume (META ? !f_valid_i || f_id_i != N || due_q == 3'd0
                       : !r_valid_i || r_entry_i != N || due_q == 3'd0);
          assume (!rvalid_i || rid_i != i || beats_q != 3'd0);
        end
        fv_assert u_ar (.hold_i(!rst_n || !arvalid || arid != i
                                || (waits_q && {5'd0, due_q} == arlen + 8'd1
                                    && araddr == {1'b0, addr_q, META ? 12'h800 : 12'h000})));
        fv_assert u_given (.hold_i(!given || (due_q != 3'd0 && !waits_q && beat)));
        fv_assert u_kept (.hold_i(!beat || given));
        fv_cover u_done (.seen_i(given && due_q == (META ? 3'd1 : 3'd4)));
      end
      assign rlast = lasts[rid_i];
      fv_stream #(.WIDTH(EW + 1 + ADDR_W + 8)) u_ar (
          .clk_i, .rst_ni(rst_n), .valid_i(arvalid), .ready_i(arready_i),
          .data_i({arid, araddr, arlen}));
      fv_assert u_tag (.hold_i(!(rd_fire || fd_fire)
                               || (d_data == {{255 - EW{1'b0}}, fd_fire, d_id}
                                   && d_err == rbad_i)));
      fv_assert u_one (.hold_i(!(rd_valid && fd_valid)));
      fv_assert u_r_taken (.hold_i(!rst_n || !rvalid_i || rready || (rid_i[EW] && !fd_ready_i)));
      fv_assert u_idle (.hold_i(!rst_n || !r_idle || (waits == '0 && !f_valid_i)));
      fv_assert u_busy (.hold_i(!rst_n || r_idle || waits != '0 || f_valid_i));

    end else if (PART == 1) begin : g_writes
      assign rlast = 1'b0;
      always_comb assume (!rvalid_i && !r_valid_i && !f_valid_i);
      logic [1:0] next_q = 2'd0;
      logic b_waits_q = 1'b0;
      wire b_begins = rst_n && b_valid_i && !b_waits_q;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          wd_q <= 2'd0;
          next_q <= 2'd0;
          b_waits_q <= 1'b0;
        end else begin
          wd_q <= wd_q + {1'b0, wd_take};
          next_q <= next_q + {1'b0, w_fire && !wdata[0]};
          b_waits_q <= b_valid_i && !b_ready;
        end
      end
      wire mine, meta;
      fv_axi_beats u_beats (
          .clk_i, .rst_ni(rst_n), .awvalid_i(awvalid), .awready_i, .awlen_i(awlen),
          .tag_i(awid[EW]), .tag_o(meta), .mine_o(mine), .wvalid_i(wvalid), .wready_i,
          .wlast_i(wlast), .data_i(meta || wd_valid_i));
      fv_assert u_mine (.hold_i(!w_fire || !mine || wdata[0] == meta));
      fv_assert u_order (.hold_i(!w_fire || wdata[0] || wdata[2:1] == next_q));
      fv_assert u_take (.hold_i(!rst_n || w_fire == (wd_take || (b_valid_i && b_ready))));
      fv_stream #(.WIDTH(EW + 1 + ADDR_W + 8)) u_aw (
          .clk_i, .rst_ni(rst_n), .valid_i(awvalid), .ready_i(awready_i),
          .data_i({awid, awaddr, awlen}));
      fv_stream #(.WIDTH(256 + 32 + 1)) u_wdata (
          .clk_i, .rst_ni(rst_n), .valid_i(wvalid), .ready_i(wready_i),
          .data_i({wdata, wstrb, wlast}));
      for (i = 0; i < IDS; i = i + 1) begin : g_id
        localparam int META = i / ENTRIES, N = i % ENTRIES;
        // Writes not yet acknowledged, and bursts that the memory knows of. Write-backs share an
        // id; three are enough to fill the buffers between.
        logic [2:0] due_q = 3'd0, told_q = 3'd0;
        wire take = META ? N == 0 && b_begins : w_take && w_entry_i == N;
        wire b = b_fire && bid_i == i;
        wire given = META ? N == 0 && bb_fire : wb_fire && wb_entry == N;
        always_ff @(posedge clk_i) begin
          if (!rst_n) begin
            due_q <= 3'd0;
            told_q <= 3'd0;
          end else begin
            due_q <= due_q + {2'd0, take} - {2'd0, given};
            told_q <= told_q + {2'd0, aw_fire && awid == i} - {2'd0, b};
          end
        end
        always_comb begin
          assume (META ? N != 0 || !b_begins || due_q < 3'd6
                       : !w_valid_i || w_entry_i != N || due_q == 3'd0);
          assume (!bvalid_i || bid_i != i || told_q != 3'd0);
        end
        fv_assert u_asked (.hold_i(!given || due_q != 3'd0));
        fv_assert u_given (.hold_i(given == b));
        fv_assert u_burst (.hold_i(!rst_n || !awvalid || awid != i || due_q > told_q));
        if (i <= ENTRIES) begin : g_cover
          fv_cover u_done (.seen_i(given && k_err));
        end
      end
      fv_assert u_err (.hold_i(!(wb_fire || bb_fire) || k_err == bbad_i));

    end else begin : g_wild
      assign rlast = 1'b0;
      wire [EW-1:0] r_number = rid_i[EW-1:0], b_number = bid_i[EW-1:0];
      wire no_fetch = rvalid_i && rid_i[EW] && r_number > EW'(1);
      wire no_sector = bvalid_i && bid_i[EW] && b_number != '0;
      logic [1:0] stray_q = 2'd0;
      always_ff @(posedge clk_i) stray_q <= rst_n ? {no_sector, no_fetch} : 2'd0;
      fv_assert u_stray (.hold_i(!rst_n || stray == stray_q));
      fv_assert u_r (.hold_i(!rst_n || rd_valid == (rvalid_i && !rid_i[EW])));
      fv_assert u_fetch (.hold_i(!rst_n || fd_valid == (rvalid_i && rid_i[EW] && !no_fetch)));
      fv_assert u_r_id (.hold_i(!(rd_fire || fd_fire) || d_id == r_number));
      fv_assert u_r_taken (.hold_i(rready == (!fd_valid || fd_ready_i)));
      fv_assert u_w (.hold_i(!rst_n || wb_valid == (bvalid_i && !bid_i[EW])));
      fv_assert u_b (.hold_i(!rst_n || bb_valid == (bvalid_i && bid_i[EW] && !no_sector)));
      fv_assert u_b_id (.hold_i(!wb_fire || wb_entry == b_number));
      fv_assert u_b_taken (.hold_i(!rst_n || bready == ((bvalid_i && bid_i[EW]) || wb_ready_i)));
      fv_cover u_both (.seen_i(rst_n && stray == 2'b11));
    end
  endgenerate
endmodule

`default_nettype wire
