// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_buddy_dev between readers, writers and a metadata cache that request with free ids, and a
/// memory that answers in any order between ids. Bursts have up to four sectors and do not cross 4
/// KiB (lp_axi_rd and lp_axi_wr split those that would, and their proofs cover it).
/// PART 0: reads. Each goes to the memory once, unchanged, and its sectors go to its requester,
/// with their errors; the address stream obeys the handshake rules. R is taken immediately unless
/// the metadata cache does not take the fetched sector, whatever the write channels do.
/// PART 1: writes. Each burst carries the sectors of its own requester, in their order; each write
/// is acknowledged once to its requester; address and data streams obey the handshake rules. Once
/// an address is offered, W is offered as soon as its requester offers data, whether the address is
/// taken or not.
/// PART 2: a memory that sends unrequested answers, with any id. An answer with an id that no
/// requester can have is taken immediately, dropped and reported once; all other answers pass as if
/// they were requested.
module fv_buddy_dev #(
    parameter int PART = 0,
    parameter int ENTRIES = 2
) (
    input wire logic                       clk_i,
    input wire logic                       again_i,
    input wire logic                       load_valid_i,
    input wire logic [1:0]                 load_sectors_i,
    input wire logic [$clog2(ENTRIES)-1:0] load_entry_i,
    input wire logic                       load_addr_i,
    input wire logic                       fetch_valid_i,
    input wire logic                       fetch_id_i,
    input wire logic                       fetch_addr_i,
    input wire logic                       fill_ready_i,
    input wire logic                       store_valid_i,
    input wire logic [1:0]                 store_sectors_i,
    input wire logic [$clog2(ENTRIES)-1:0] store_entry_i,
    input wire logic                       line_valid_i,
    input wire logic                       stored_ready_i,
    input wire logic                       evict_valid_i,
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

  wire rst_n, load_ready, loaded_valid, fetch_ready, fill_valid, read_err, store_ready, line_ready;
  wire stored_valid, evict_ready;
  wire evicted_valid, written_err, load_idle, arvalid, rready, awvalid, wvalid, wlast, bready;
  wire rlast;
  wire [1:0] stray;
  wire [EW-1:0] read_id, stored_entry;
  wire [255:0] read_data, wdata;
  wire [EW:0] arid, awid;
  wire [ADDR_W-1:0] araddr, awaddr;
  wire [7:0] arlen, awlen;
  wire [31:0] wstrb;
  // A writer's sectors count up; a write-back is marked.
  logic [1:0] line_q = 2'd0;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_buddy_dev #(.ENTRIES(ENTRIES), .ADDR_W(ADDR_W), .MISSES(2)) u_dut (
      .clk_i, .rst_ni(rst_n), .load_valid_i, .load_ready_o(load_ready),
      .load_addr_i({1'b0, load_addr_i, 12'd0}), .load_sectors_i({1'b0, load_sectors_i} + 3'd1),
      .load_entry_i, .load_idle_o(load_idle), .loaded_valid_o(loaded_valid), .fetch_valid_i,
      .fetch_ready_o(fetch_ready), .fetch_addr_i({1'b0, fetch_addr_i, 12'h800}), .fetch_id_i,
      .fill_valid_o(fill_valid), .fill_ready_i, .read_id_o(read_id), .read_data_o(read_data),
      .read_err_o(read_err), .store_valid_i, .store_ready_o(store_ready), .store_addr_i(14'h1000),
      .store_sectors_i({1'b0, store_sectors_i} + 3'd1), .store_eight_i(1'b0), .store_entry_i,
      .line_valid_i, .line_ready_o(line_ready), .line_data_i({253'd0, line_q, 1'b0}),
      .stored_valid_o(stored_valid), .stored_ready_i, .stored_entry_o(stored_entry), .evict_valid_i,
      .evict_ready_o(evict_ready), .evict_addr_i(14'h0800), .evict_data_i(256'd1),
      .evicted_valid_o(evicted_valid), .written_err_o(written_err), .stray_o(stray),
      .arvalid_o(arvalid), .arready_i, .arid_o(arid), .araddr_o(araddr), .arlen_o(arlen), .rvalid_i,
      .rready_o(rready), .rid_i, .rdata_i({{255 - EW{1'b0}}, rid_i}), .rresp_i({rbad_i, 1'b0}),
      .rlast_i(rlast), .awvalid_o(awvalid), .awready_i, .awid_o(awid), .awaddr_o(awaddr),
      .awlen_o(awlen), .wvalid_o(wvalid), .wready_i, .wdata_o(wdata), .wstrb_o(wstrb),
      .wlast_o(wlast), .bvalid_i, .bready_o(bready), .bid_i, .bresp_i({bbad_i, 1'b0}));

  wire load_take = rst_n && load_valid_i && load_ready;
  wire fetch_take = rst_n && fetch_valid_i && fetch_ready;
  wire ar_fire = rst_n && arvalid && arready_i;
  wire loaded_fire = rst_n && loaded_valid;
  wire fill_fire = rst_n && fill_valid && fill_ready_i;
  wire store_take = rst_n && store_valid_i && store_ready;
  wire line_take = rst_n && line_valid_i && line_ready;
  wire aw_fire = rst_n && awvalid && awready_i;
  wire w_fire = rst_n && wvalid && wready_i;
  wire b_fire = rst_n && bvalid_i && bready;
  wire stored_fire = rst_n && stored_valid && stored_ready_i;
  wire evicted_fire = rst_n && evicted_valid;
  fv_stream #(.WIDTH(2 + EW + 1), .ASSUME(1)) u_r (
      .clk_i, .rst_ni(rst_n), .valid_i(load_valid_i), .ready_i(load_ready),
      .data_i({load_sectors_i, load_entry_i, load_addr_i}));
  fv_stream #(.WIDTH(2), .ASSUME(1)) u_f (
      .clk_i, .rst_ni(rst_n), .valid_i(fetch_valid_i), .ready_i(fetch_ready),
      .data_i({fetch_id_i, fetch_addr_i}));
  fv_stream #(.WIDTH(2 + EW), .ASSUME(1)) u_w (
      .clk_i, .rst_ni(rst_n), .valid_i(store_valid_i), .ready_i(store_ready),
      .data_i({store_sectors_i, store_entry_i}));
  fv_stream #(.ASSUME(1)) u_wd (
      .clk_i, .rst_ni(rst_n), .valid_i(line_valid_i), .ready_i(line_ready), .data_i(1'b0));
  fv_stream #(.ASSUME(1)) u_b (
      .clk_i, .rst_ni(rst_n), .valid_i(evict_valid_i), .ready_i(evict_ready), .data_i(1'b0));
  fv_stream #(.WIDTH(EW + 2), .ASSUME(1)) u_mem_r (
      .clk_i, .rst_ni(rst_n), .valid_i(rvalid_i), .ready_i(rready), .data_i({rid_i, rbad_i}));
  fv_stream #(.WIDTH(EW + 2), .ASSUME(1)) u_mem_b (
      .clk_i, .rst_ni(rst_n), .valid_i(bvalid_i), .ready_i(bready), .data_i({bid_i, bbad_i}));

  genvar i;
  generate
    if (PART == 0) begin : g_reads
      // By id: sectors requested and not given, those not yet requested from the memory, its
      // address.
      wire [IDS-1:0] lasts, waits;
      for (i = 0; i < IDS; i = i + 1) begin : g_id
        localparam int META = i / ENTRIES, N = i % ENTRIES;
        logic [2:0] due_q = 3'd0, beats_q = 3'd0;
        logic waits_q = 1'b0, addr_q;
        wire take = META ? fetch_take && fetch_id_i == N : load_take && load_entry_i == N;
        wire [2:0] sectors = META ? 3'd1 : {1'b0, load_sectors_i} + 3'd1;
        wire asks = ar_fire && arid == i;
        wire beat = rst_n && rvalid_i && rready && rid_i == i;
        wire given = (META ? fill_fire : loaded_fire) && read_id == N;
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
          if (take) addr_q <= META ? fetch_addr_i : load_addr_i;
        end
        assign lasts[i] = beats_q == 3'd1;
        assign waits[i] = waits_q;
        always_comb begin
          assume (META ? !fetch_valid_i || fetch_id_i != N || due_q == 3'd0
                       : !load_valid_i || load_entry_i != N || due_q == 3'd0);
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
      fv_assert u_tag (.hold_i(!(loaded_fire || fill_fire)
                               || (read_data == {{255 - EW{1'b0}}, fill_fire, read_id}
                                   && read_err == rbad_i)));
      fv_assert u_one (.hold_i(!(loaded_valid && fill_valid)));
      fv_assert u_r_taken (.hold_i(!rst_n || !rvalid_i || rready || (rid_i[EW] && !fill_ready_i)));
      fv_assert u_idle (.hold_i(!rst_n || !load_idle || (waits == '0 && !fetch_valid_i)));
      fv_assert u_busy (.hold_i(!rst_n || load_idle || waits != '0 || fetch_valid_i));

    end else if (PART == 1) begin : g_writes
      assign rlast = 1'b0;
      always_comb assume (!rvalid_i && !load_valid_i && !fetch_valid_i);
      logic [1:0] next_q = 2'd0;
      logic evict_waits_q = 1'b0;
      wire evict_begins = rst_n && evict_valid_i && !evict_waits_q;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          line_q <= 2'd0;
          next_q <= 2'd0;
          evict_waits_q <= 1'b0;
        end else begin
          line_q <= line_q + {1'b0, line_take};
          next_q <= next_q + {1'b0, w_fire && !wdata[0]};
          evict_waits_q <= evict_valid_i && !evict_ready;
        end
      end
      wire mine, meta;
      fv_axi_beats u_beats (
          .clk_i, .rst_ni(rst_n), .awvalid_i(awvalid), .awready_i, .awlen_i(awlen),
          .tag_i(awid[EW]), .tag_o(meta), .mine_o(mine), .wvalid_i(wvalid), .wready_i,
          .wlast_i(wlast), .data_i(meta || line_valid_i));
      fv_assert u_mine (.hold_i(!w_fire || !mine || wdata[0] == meta));
      fv_assert u_order (.hold_i(!w_fire || wdata[0] || wdata[2:1] == next_q));
      fv_assert u_take (.hold_i(!rst_n || w_fire == (line_take || (evict_valid_i && evict_ready))));
      fv_stream #(.WIDTH(EW + 1 + ADDR_W + 8)) u_aw (
          .clk_i, .rst_ni(rst_n), .valid_i(awvalid), .ready_i(awready_i),
          .data_i({awid, awaddr, awlen}));
      fv_stream #(.WIDTH(256 + 32 + 1)) u_wdata (
          .clk_i, .rst_ni(rst_n), .valid_i(wvalid), .ready_i(wready_i),
          .data_i({wdata, wstrb, wlast}));
      for (i = 0; i < IDS; i = i + 1) begin : g_id
        localparam int META = i / ENTRIES, N = i % ENTRIES;
        // Writes not yet acknowledged, and bursts that the memory has taken. Write-backs share an
        // id; three are enough to fill the buffers between.
        logic [2:0] due_q = 3'd0, told_q = 3'd0;
        wire take = META ? N == 0 && evict_begins : store_take && store_entry_i == N;
        wire b = b_fire && bid_i == i;
        wire given = META ? N == 0 && evicted_fire : stored_fire && stored_entry == N;
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
          assume (META ? N != 0 || !evict_begins || due_q < 3'd6
                       : !store_valid_i || store_entry_i != N || due_q == 3'd0);
          assume (!bvalid_i || bid_i != i || told_q != 3'd0);
        end
        fv_assert u_asked (.hold_i(!given || due_q != 3'd0));
        fv_assert u_given (.hold_i(given == b));
        fv_assert u_burst (.hold_i(!rst_n || !awvalid || awid != i || due_q > told_q));
        if (i <= ENTRIES) begin : g_cover
          fv_cover u_done (.seen_i(given && written_err));
        end
      end
      fv_assert u_err (.hold_i(!(stored_fire || evicted_fire) || written_err == bbad_i));

    end else begin : g_wild
      assign rlast = 1'b0;
      wire [EW-1:0] r_number = rid_i[EW-1:0], b_number = bid_i[EW-1:0];
      wire no_fetch = rvalid_i && rid_i[EW] && r_number > EW'(1);
      wire no_sector = bvalid_i && bid_i[EW] && b_number != '0;
      logic [1:0] stray_q = 2'd0;
      always_ff @(posedge clk_i) stray_q <= rst_n ? {no_sector, no_fetch} : 2'd0;
      fv_assert u_stray (.hold_i(!rst_n || stray == stray_q));
      fv_assert u_r (.hold_i(!rst_n || loaded_valid == (rvalid_i && !rid_i[EW])));
      fv_assert u_fetch (.hold_i(!rst_n || fill_valid == (rvalid_i && rid_i[EW] && !no_fetch)));
      fv_assert u_r_id (.hold_i(!(loaded_fire || fill_fire) || read_id == r_number));
      fv_assert u_r_taken (.hold_i(rready == (!fill_valid || fill_ready_i)));
      fv_assert u_w (.hold_i(!rst_n || stored_valid == (bvalid_i && !bid_i[EW])));
      fv_assert u_b (.hold_i(!rst_n || evicted_valid == (bvalid_i && bid_i[EW] && !no_sector)));
      fv_assert u_b_id (.hold_i(!stored_fire || stored_entry == b_number));
      fv_assert u_b_taken (.hold_i(!rst_n || bready == ((bvalid_i && bid_i[EW])
                                   || stored_ready_i)));
      fv_cover u_both (.seen_i(rst_n && stray == 2'b11));
    end
  endgenerate
endmodule

`default_nettype wire
