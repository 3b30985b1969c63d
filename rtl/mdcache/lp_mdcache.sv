// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Metadata cache of one memory-controller slice: 4-bit entries in lines of 128 bytes, each of four
/// 32-byte sectors with their own valid and dirty bits, so that a miss also fetches the 63
/// neighbours of its entry. Write-back, write-allocate, true LRU.
///
/// Every request gets one response. Responses may overtake each other, but requests to one sector
/// are executed and answered in order. Flush and invalidate are executed after all earlier
/// requests, and a flush is answered when memory has acknowledged every write-back.
///
/// No memory error loses data. A failed fill is reported to the requests that wait for it (m_err_o)
/// and installs nothing; if one of them writes, the cache keeps fetching the sector and, once it
/// has it, writes poison (15) for each of these writes. A write may therefore rely on miss_o: its
/// state or poison will be stored. A sector that memory refuses to write is kept and offered again.
/// Requests to a sector that is still being fetched this way, to one that was refused twice, and
/// those that would need the entry of such a sector when no other is free, are answered with
/// m_err_o and without miss_o, and change nothing. A flush offers each dirty sector once: a refused
/// sector stays dirty, and the flush is answered with m_err_o. Even if memory fails permanently,
/// every request is answered. A sector whose write-back is not yet acknowledged is not fetched.
/// Unexpected fills and acknowledgements are ignored, with a pulse of stray_o.
///
/// fill waits only for m: a sector is evicted only if there is an entry for it to wait in.
///
/// Latency 2 for a hit, interval 1. A miss appears on fetch two cycles after its request. It costs
/// other requests no cycle, except one for each dirty sector of the line that it evicts; its fill
/// takes one cycle, and one for each request that waited, or only one if all of these have been
/// answered and it fails again. Hits continue under misses until all MISSES sectors or all TARGETS
/// waiters of one sector are in use, or every way of a set waits for a sector.
///
/// Stages: A looks up and decides; the data array is read or written at its end; B holds the
/// response while the entry is selected from the array's output. Waiters of a fill and the fill
/// itself take priority over A. The array is read or written in a cycle, never both. s_ready_o
/// depends on m_ready_i combinationally. Payload is zero while its valid is low.
///
/// Source: geometry and prefetch are those of Buddy Compression (ISCA'20), section III-B and figure
/// 6; the internals are Linepress's own.
///
/// Combinational paths: m_ready -> s_ready.
module lp_mdcache #(
    /// Sets, a power of two from 1 to 64.
    parameter int SETS = 8,
    /// Ways: 1, 2, 4 or 8.
    parameter int WAYS = 4,
    /// Outstanding fills, and as many write-backs: 2, 4, 8 or 16.
    parameter int MISSES = 4,
    /// Requests that wait for one fill: 1, 2, 4, .. 64.
    parameter int TARGETS = 4,
    /// Bits of a byte address.
    parameter int ADDR_W = 40,
    /// Bits of a request's tag.
    parameter int TAG = 5,
    /// Bits of a counter.
    parameter int COUNT_W = 32,
    /// 1: the counters are built; 0: they are left out and read as 0.
    parameter int COUNTERS = 1
) (
    /// Clock.
    input  wire logic                      clk_i,
    /// Synchronous reset, active low: the cache is emptied, its content is lost.
    input  wire logic                      rst_ni,

    /// Request: valid.
    input  wire logic                      s_valid_i,
    /// Request: ready.
    output wire logic                      s_ready_o,
    /// 0 read, 1 write, 2 flush (write every dirty sector back and keep it), 3 invalidate (drop
    /// everything, dirty or not).
    input  wire logic [1:0]                s_op_i,
    /// Nibble address: byte address and, as the lowest bit, the half of the byte.
    input  wire logic [ADDR_W:0]           s_addr_i,
    /// State that a write stores.
    input  wire logic [3:0]                s_state_i,
    /// Returned with the response.
    input  wire logic [TAG-1:0]            s_tag_i,

    /// Response: valid.
    output wire logic                      m_valid_o,
    /// Response: ready.
    input  wire logic                      m_ready_i,
    /// The request's tag.
    output wire logic [TAG-1:0]            m_tag_o,
    /// The state that was read; 0 for other responses.
    output wire logic [3:0]                m_state_o,
    /// For a read or write: nothing was read or written, since the fill failed or memory does not
    /// accept a sector that must leave first. For a flush: not everything was written.
    output wire logic                      m_err_o,

    /// One cycle, at the time of a hit's answer: the request of miss_tag_o waits for a fill.
    output wire logic                      miss_o,
    /// Its tag.
    output wire logic [TAG-1:0]            miss_tag_o,

    /// Sector to fetch: valid.
    output wire logic                      fetch_valid_o,
    /// Sector to fetch: ready.
    input  wire logic                      fetch_ready_i,
    /// Sector to fetch: byte address.
    output wire logic [ADDR_W-1:0]         fetch_addr_o,
    /// Sector to fetch: number of the fill.
    output wire logic [$clog2(MISSES)-1:0] fetch_id_o,

    /// Fill: valid. Fills arrive in any order, one for each sector taken from fetch.
    input  wire logic                      fill_valid_i,
    /// Fill: ready; only after valid.
    output wire logic                      fill_ready_o,
    /// Fill: its number.
    input  wire logic [$clog2(MISSES)-1:0] fill_id_i,
    /// Fill: the sector.
    input  wire logic [255:0]              fill_data_i,
    /// Fill: it failed.
    input  wire logic                      fill_err_i,

    /// Write-back: valid.
    output wire logic                      evict_valid_o,
    /// Write-back: ready.
    input  wire logic                      evict_ready_i,
    /// Write-back: byte address.
    output wire logic [ADDR_W-1:0]         evict_addr_o,
    /// Write-back: the sector.
    output wire logic [255:0]              evict_data_o,

    /// Acknowledgement of the oldest write-back: valid.
    input  wire logic                      evicted_valid_i,
    /// Acknowledgement: ready, always.
    output wire logic                      evicted_ready_o,
    /// Acknowledgement: the write-back failed.
    input  wire logic                      evicted_err_i,

    /// Pulse for each unexpected fill (bit 0) or acknowledgement (bit 1).
    output wire logic [1:0]                stray_o,

    /// Reads and writes looked up.
    output wire logic [COUNT_W-1:0]        accesses_o,
    /// Accesses whose sector was present or being fetched; the others are fills_o.
    output wire logic [COUNT_W-1:0]        hits_o,
    /// Accesses whose sector was being fetched.
    output wire logic [COUNT_W-1:0]        merged_o,
    /// Sectors fetched.
    output wire logic [COUNT_W-1:0]        fills_o,
    /// Filled sectors that have served an entry other than the one they were fetched for.
    output wire logic [COUNT_W-1:0]        used_o,
    /// Sectors written back.
    output wire logic [COUNT_W-1:0]        writebacks_o,
    /// Refusals of write-backs by memory.
    output wire logic [COUNT_W-1:0]        wb_err_o
);
  generate
    if (SETS < 1 || SETS > 64 || SETS != 1 << $clog2(SETS)) begin : g_check_sets
      lp_bad_SETS_not_a_power_of_two_1_to_64 u_bad ();
    end
    if (WAYS < 1 || WAYS > 8 || WAYS != 1 << $clog2(WAYS)) begin : g_check_ways
      lp_bad_WAYS_not_a_power_of_two_1_to_8 u_bad ();
    end
    if (MISSES < 2 || MISSES > 16 || MISSES != 1 << $clog2(MISSES)) begin : g_check_misses
      lp_bad_MISSES_not_a_power_of_two_2_to_16 u_bad ();
    end
    if (TARGETS < 1 || TARGETS > 64 || TARGETS != 1 << $clog2(TARGETS)) begin : g_check_targets
      lp_bad_TARGETS_not_a_power_of_two_1_to_64 u_bad ();
    end
    if (COUNTERS != 0 && COUNTERS != 1) begin : g_check_counters
      lp_bad_COUNTERS_neither_0_nor_1 u_bad ();
    end
    if (ADDR_W < 8 + $clog2(SETS)) begin : g_check_addr_w
      lp_bad_ADDR_W_too_small_for_SETS u_bad ();
    end
    if (TAG < 1) begin : g_check_tag
      lp_bad_TAG_below_1 u_bad ();
    end
    if (COUNT_W < 1) begin : g_check_count_w
      lp_bad_COUNT_W_below_1 u_bad ();
    end
  endgenerate

  localparam int SET_B = $clog2(SETS);
  localparam int SET_W = SETS > 1 ? SET_B : 1;
  localparam int WAY_B = $clog2(WAYS);
  localparam int WAY_W = WAYS > 1 ? WAY_B : 1;
  localparam int SECTOR_W = ADDR_W - 5;
  localparam int LTAG_W = ADDR_W - 7 - SET_B;
  // A sector's address in the data array: set, way, sector.
  localparam int PLACE_W = SET_B + WAY_B + 2;
  // The same in lp_mdcache_mshr's order: way, set, sector.
  localparam int AT_W = WAY_W + SET_B + 2;
  // Kept fields of a request: write, state, tag, entry.
  localparam int WAIT_W = 1 + 6 + 4 + TAG;

  // ---------------------------------------------------------------- A: the request
  logic a_v_q;
  logic [1:0] a_op_q;
  logic [ADDR_W:0] a_addr_q;
  logic [3:0] a_state_q;
  logic [TAG-1:0] a_tag_q;
  logic [SETS-1:0] a_sel_q;  // its set, one-hot
  wire [SETS-1:0] s_sel, p_sel, next_sel;
  wire [SET_W-1:0] p_set;
  wire a_go, walk, walk_set;
  assign s_ready_o = ~a_v_q | a_go;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) a_v_q <= 1'b0;
    else if (s_ready_o) a_v_q <= s_valid_i;
  end
  always_ff @(posedge clk_i) begin
    if (s_ready_o) begin
      a_op_q <= s_op_i;
      a_addr_q <= s_addr_i;
      a_state_q <= s_state_i;
      a_tag_q <= s_tag_i;
      a_sel_q <= s_sel;
    end else if (walk_set) begin
      a_addr_q[8 +: SET_W] <= a_addr_q[8 +: SET_W] + 1'b1;
      a_sel_q <= next_sel;
    end
  end
  generate
    if (SETS > 1) begin : g_sel
      assign s_sel = {{SETS - 1{1'b0}}, 1'b1} << s_addr_i[8 +: SET_W];
      assign p_sel = {{SETS - 1{1'b0}}, 1'b1} << p_set;
      assign next_sel = {a_sel_q[SETS-2:0], a_sel_q[SETS-1]};
    end else begin : g_sel
      assign s_sel = 1'b1;
      assign p_sel = 1'b1;
      assign next_sel = 1'b1;
    end
  endgenerate

  wire a_access, a_write, a_flush, a_drop;
  wire [SECTOR_W-1:0] a_sector;
  wire [LTAG_W-1:0] a_ltag;
  wire [SET_W-1:0] a_set;
  wire [1:0] a_sub;
  wire [5:0] a_entry;
  assign a_access = ~a_op_q[1];
  assign a_write = a_op_q[0];
  assign a_flush = a_op_q[1] & ~a_op_q[0];
  assign a_drop = a_op_q[1] & a_op_q[0];
  assign a_sector = a_addr_q[ADDR_W:6];
  assign a_ltag = a_addr_q[ADDR_W -: LTAG_W];
  assign a_set = SETS > 1 ? a_addr_q[8 +: SET_W] : {SET_W{1'b0}};
  assign a_sub = a_addr_q[7:6];
  assign a_entry = a_addr_q[5:0];

  // ---------------------------------------------------------------- look-up
  wire install, back, p_valid, p_ready, p_err, p_silent, p_write;
  wire [WAIT_W-1:0] p_wait;
  wire [5:0] first_entry;
  wire [SET_W-1:0] at_set;
  wire [SETS-1:0] at_sel;
  wire [WAY_W-1:0] p_way;
  wire [1:0] p_sub;
  wire front;
  // A fill, a waiter or a returning sector takes priority over A.
  assign front = install | p_valid | back;
  assign at_set = front ? p_set : a_set;
  assign at_sel = front ? p_sel : a_sel_q;

  wire [WAYS-1:0] match, pinned, oldest, alloc;
  wire [WAYS*4-1:0] valid, dirty, filled, stained, cleaned, gone;
  wire [WAYS*LTAG_W-1:0] ltags;
  wire drop, settled;
  lp_mdcache_tags #(.SETS(SETS), .WAYS(WAYS), .TAG_W(LTAG_W)) u_tags (
      .clk_i, .rst_ni, .set_i(a_set), .tag_i(a_ltag), .match_o(match), .tags_o(ltags),
      .valid_o(valid), .dirty_o(dirty), .sel_i(a_sel_q), .u_sel_i(at_sel), .alloc_i(alloc),
      .fill_i(filled), .stain_i(stained), .clean_i(cleaned), .gone_i(gone),
      .drop_i(drop));

  wire [WAYS-1:0] way;
  generate
    if (WAYS > 1) begin : g_lru
      lp_mdcache_lru #(.SETS(SETS), .WAYS(WAYS)) u_lru (
          .clk_i, .rst_ni, .set_i(a_set), .sel_i(a_sel_q), .use_i(settled), .way_i(way),
          .able_i(~pinned), .oldest_o(oldest));
    end else begin : g_lru
      assign oldest = ~pinned;
    end
  endgenerate

  // The line that is evicted, or that a flush has reached: its tag and dirty sectors.
  logic walked_q;
  logic [3:0] offered_q;  // sectors of it that the flush has offered to memory
  wire [WAYS-1:0] walk_way, pick, there;
  wire [LTAG_W-1:0] out_ltag;
  wire [3:0] unclean, rest;
  wire [1:0] out_sub;
  wire clean;
  genvar w;
  generate
    for (w = 0; w < WAYS; w = w + 1) begin : g_there
      assign there[w] = match[w] & valid[4*w + a_sub];
    end
  endgenerate
  assign pick = a_access ? oldest : walk_way;
  lp_pick #(.WIDTH(4), .WORDS(WAYS)) u_unclean (.sel_i(pick), .data_i(dirty), .data_o(unclean));
  lp_pick #(.WIDTH(LTAG_W), .WORDS(WAYS)) u_ltag (
      .sel_i(pick), .data_i(ltags), .data_o(out_ltag));
  assign rest = unclean & ~offered_q;
  assign clean = ~(|rest);
  assign out_sub = rest[0] ? 2'd0 : rest[1] ? 2'd1 : rest[2] ? 2'd2 : 2'd3;

  // ---------------------------------------------------------------- decision
  wire line, hit, merge, room, dead, full, none, idle, owes;
  wire ready_b, wb_room, wb_stuck, wb_calm, wb_bad;
  wire may, serve, append, fetch, evict, refuse, last_line;
  assign line = |match;
  assign hit = |there;
  assign ready_b = ~m_valid_o | m_ready_i;
  assign may = a_v_q & ~front & ready_b;
  assign p_ready = ready_b;

  // An access is answered, waits for a fill in progress, or requests a fill. For a fill its line
  // must be present, or a clean line must be evicted.
  assign serve = may & a_access & hit;
  assign append = may & a_access & merge & room;
  assign fetch = may & a_access & ~hit & ~merge & ~full & (line | ((|oldest) & clean));
  assign settled = serve | append | fetch;

  // A dirty sector of the line that is evicted, or of the one that a flush has reached, is written
  // back. A request is refused if it would wait for a sector that memory may never give or accept.
  assign evict = may & wb_room & ~clean & (a_access ? ~line : a_flush & idle & ~walked_q);
  assign refuse = may & a_access & ~hit
                & (merge ? dead : (~line & ~clean & wb_stuck)
                                | ((full | (~line & ~(|oldest))) & none));
  assign walk = may & a_flush & idle & ~walked_q & clean;
  assign drop = may & a_drop & idle;

  wire walked;
  assign walked = may & a_flush & idle & (walked_q ? wb_calm : ~clean & wb_stuck);
  assign a_go = settled | refuse | drop | walked;

  // ---------------------------------------------------------------- a flush visits all lines
  generate
    if (SETS * WAYS > 1) begin : g_walk
      logic [SET_B+WAY_B-1:0] walk_q;  // back at 0 when it is done
      always_ff @(posedge clk_i) begin
        if (!rst_ni || walked) walk_q <= {SET_B + WAY_B{1'b0}};
        else if (walk) walk_q <= walk_q + 1'b1;
      end
      assign last_line = &walk_q;
      if (WAYS > 1) begin : g_way
        for (w = 0; w < WAYS; w = w + 1) begin : g_at
          assign walk_way[w] = (walk_q[WAY_B-1:0] == WAY_B'(w));
        end
        assign walk_set = SETS > 1 ? walk & walk_way[WAYS-1] : 1'b0;
      end else begin : g_way
        assign walk_way = 1'b1;
        assign walk_set = walk;
      end
    end else begin : g_walk
      assign last_line = 1'b1;
      assign walk_way = 1'b1;
      assign walk_set = 1'b0;
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (!rst_ni || walked) walked_q <= 1'b0;
    else if (walk && last_line) walked_q <= 1'b1;
  end
  // A refused sector becomes dirty again, but the flush does not wait for memory to accept it.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || walk || walked) offered_q <= 4'd0;
    else if (evict && a_flush) offered_q <= offered_q | (4'd1 << out_sub);
  end

  // ---------------------------------------------------------------- misses
  wire [WAY_W-1:0] way_number;
  wire [SECTOR_W-1:0] fetch_sector, head;
  wire head_busy, head_failed, back_valid, stray_fill;
  wire [AT_W-1:0] back_at;
  assign way = (a_access & line) ? match : pick;
  assign alloc = way & {WAYS{fetch}};
  lp_mdcache_encode #(.WIDTH(WAYS)) u_way (.bits_i(way), .number_o(way_number));
  lp_mdcache_mshr #(
      .MISSES(MISSES), .TARGETS(TARGETS), .SECTOR_W(SECTOR_W), .SETS(SETS), .WAYS(WAYS),
      .WAIT_W(WAIT_W)) u_mshr (
      .clk_i, .rst_ni, .ask_i(a_v_q), .addr_i(a_sector),
      .wait_i({a_write, a_state_q, a_tag_q, a_entry}), .match_o(merge), .room_o(room),
      .dead_o(dead), .pinned_o(pinned), .full_o(full), .none_o(none), .idle_o(idle), .owes_o(owes),
      .hold_i(a_v_q & a_op_q[1]), .drop_i(drop), .append_i(append), .alloc_i(fetch),
      .way_i(way_number), .fetch_valid_o, .fetch_ready_i, .fetch_sector_o(fetch_sector),
      .fetch_id_o, .blocked_i(head_busy), .refused_i(head_failed), .head_o(head), .fill_valid_i,
      .fill_id_i, .fill_err_i, .fill_ready_o, .stray_o(stray_fill), .back_i(back_valid),
      .back_at_i(back_at), .back_o(back), .install_o(install), .p_valid_o(p_valid),
      .p_ready_i(p_ready), .p_wait_o(p_wait), .first_o(first_entry), .p_err_o(p_err),
      .p_silent_o(p_silent), .p_set_o(p_set), .p_way_o(p_way), .p_sub_o(p_sub));
  assign fetch_addr_o = {fetch_sector, 5'd0};
  assign p_write = p_wait[WAIT_W-1];

  // ---------------------------------------------------------------- data array
  wire replay, keep, a_store, p_store, store, load;
  wire [WAY_W-1:0] at_way;
  wire [1:0] at_sub;
  wire [5:0] at_entry;
  wire [3:0] at_state;
  wire [PLACE_W-1:0] place;
  wire [63:0] entry_mask;
  wire [255:0] ram_data;
  assign replay = p_valid & p_ready;
  assign keep = install & ~p_err;
  assign a_store = serve & a_write;
  assign p_store = replay & p_write & ~p_err;
  assign store = a_store | p_store;
  assign load = evict | (serve & ~a_write) | (replay & ~p_write);

  assign at_way = front ? p_way : way_number;
  assign at_sub = front ? p_sub : (a_access & line) ? a_sub : out_sub;
  assign at_entry = install ? first_entry : p_valid ? p_wait[5:0] : a_entry;
  assign place = (PLACE_W'(at_set) << (WAY_B + 2)) | (PLACE_W'(at_way) << 2) | PLACE_W'(at_sub);
  assign at_state = p_valid ? p_wait[TAG+6 +: 4] | {4{p_silent}} : a_state_q;
  generate
    for (w = 0; w < 64; w = w + 1) begin : g_mask
      assign entry_mask[w] = install | (at_entry == 6'(w));
    end
    for (w = 0; w < 4 * WAYS; w = w + 1) begin : g_sector
      wire here, a_here;
      assign here = (p_sub == 2'(w % 4)) & (p_way == WAY_W'(w / 4));
      assign a_here = match[w/4] & (a_sub == 2'(w % 4));
      assign filled[w] = keep & here;
      assign stained[w] = ((p_store | back) & here) | (a_store & a_here);
      assign cleaned[w] = evict & pick[w/4] & (out_sub == 2'(w % 4));
      assign gone[w] = cleaned[w] & a_access;
    end
  endgenerate
  lp_ram #(.WIDTH(256), .DEPTH(1 << PLACE_W), .GRAIN(4)) u_ram (
      .clk_i, .w_en_i(keep | store), .w_addr_i(place), .w_mask_i(entry_mask),
      .w_data_i(install ? fill_data_i : {64{at_state}}), .r_en_i(load), .r_addr_i(place),
      .r_data_o(ram_data));

`ifdef FORMAL
  // A single-port macro is sufficient.
  fv_assert u_one_port (.hold_i(~rst_ni | ~(load & (keep | store))));
`endif

  // ---------------------------------------------------------------- write-backs
  wire [SECTOR_W-1:0] evict_sector, out_sector;
  generate
    if (SETS > 1) assign out_sector = {out_ltag, a_set, out_sub};
    else assign out_sector = {out_ltag, out_sub};
  endgenerate
  wire refused, stray_ack;
  lp_mdcache_wb #(
      .SLOTS(MISSES), .SECTOR_W(SECTOR_W), .WAY_W(WAY_W), .LOW_W(SET_B + 2)) u_wb (
      .clk_i, .rst_ni, .room_o(wb_room), .stuck_o(wb_stuck), .push_i(evict), .flush_i(a_flush),
      .addr_i(out_sector), .way_i(way_number), .ram_data_i(ram_data), .drop_i(drop),
      .calm_o(wb_calm), .bad_o(wb_bad), .look_i(head), .busy_o(head_busy), .failed_o(head_failed),
      .evict_valid_o, .evict_ready_i, .evict_sector_o(evict_sector), .evict_data_o,
      .evicted_valid_i, .evicted_err_i, .refused_o(refused), .back_o(back_valid),
      .back_at_o(back_at), .stray_o(stray_ack));
  assign evict_addr_o = {evict_sector, 5'd0};
  assign evicted_ready_o = 1'b1;

  // ---------------------------------------------------------------- B: the response
  logic b_v_q, b_load_q, b_err_q, miss_q, unwritten_q;
  logic [TAG-1:0] b_tag_q, miss_tag_q;
  logic [5:0] b_entry_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      b_v_q <= 1'b0;
      miss_q <= 1'b0;
    end else begin
      if (ready_b) b_v_q <= serve | refuse | drop | walked | (replay & ~p_silent);
      miss_q <= append | fetch;
    end
    // A flush's sector was refused, or poison was written after it.
    unwritten_q <= a_flush & a_v_q & ~walked & (unwritten_q | back | (p_valid & p_silent));
  end
  always_ff @(posedge clk_i) begin
    if (ready_b) begin
      b_load_q <= p_valid ? ~p_write & ~p_err : a_access & ~a_write;
      b_err_q <= p_valid ? p_err : refuse | (a_flush & (wb_bad | owes | unwritten_q));
      b_tag_q <= p_valid ? p_wait[6 +: TAG] : a_tag_q;
      b_entry_q <= at_entry;
    end
    miss_tag_q <= a_tag_q;
  end
  assign m_valid_o = b_v_q;
  assign m_tag_o = b_tag_q & {TAG{b_v_q}};
  assign m_state_o = ram_data[4*b_entry_q +: 4] & {4{b_v_q & b_load_q & ~b_err_q}};
  assign m_err_o = b_v_q & b_err_q;
  assign miss_o = miss_q;
  assign miss_tag_o = miss_tag_q & {TAG{miss_q}};

  // ---------------------------------------------------------------- counters
  logic [1:0] stray_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) stray_q <= 2'd0;
    else stray_q <= {stray_ack, stray_fill};
  end
  assign stray_o = stray_q;

  localparam int EVENTS = 7;
  wire [EVENTS*COUNT_W-1:0] counts;
  generate
    if (COUNTERS != 0) begin : g_counters
      wire another;
      logic [EVENTS-1:0] event_q;
      lp_mdcache_used #(.PLACES(1 << PLACE_W)) u_used (
          .clk_i, .rst_ni, .fill_i(keep), .serve_i(serve | (replay & ~p_err & ~p_silent)),
          .place_i(place),
          .entry_i(at_entry), .used_o(another));
      always_ff @(posedge clk_i) begin
        if (!rst_ni) event_q <= {EVENTS{1'b0}};
        else event_q <= {refused, evict, another, fetch, append, serve | append, settled};
      end
      for (w = 0; w < EVENTS; w = w + 1) begin : g_count
        logic [COUNT_W-1:0] count_q;
        always_ff @(posedge clk_i) begin
          if (!rst_ni) count_q <= {COUNT_W{1'b0}};
          else if (event_q[w]) count_q <= count_q + 1'b1;
        end
        assign counts[COUNT_W*w +: COUNT_W] = count_q;
      end
    end else begin : g_no_counters
      /* verilator lint_off UNUSEDSIGNAL */
      wire unused;
      /* verilator lint_on UNUSEDSIGNAL */
      assign unused = refused;
      assign counts = '0;
    end
  endgenerate
  assign {wb_err_o, writebacks_o, used_o, fills_o, merged_o, hits_o, accesses_o} = counts;
endmodule

`default_nettype wire
