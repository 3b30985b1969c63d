// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Outstanding misses: for each sector fetched, the requests that wait for it, in order. A request
/// that misses waits here; when its sector arrives it passes the cache again, before new requests.
///
/// Sectors are fetched in the order of the misses; a miss appears on fetch in the next cycle. A
/// fill that is offered is taken in the next cycle at the earliest; after it, one waiter leaves per
/// cycle. An unexpected fill is taken and ignored. A sector that may not be fetched because its
/// write-back has failed counts as a failed fill.
///
/// A waiting write is never lost. If its fill fails, all waiters are answered, but the miss stays,
/// takes no more waiters, and fetches repeatedly: it is dead. A failed fill of a dead miss takes
/// one cycle and no two such cycles are adjacent, so that other requests continue. When the sector
/// arrives, the writers pass the cache without a response, so that poison is written for them; then
/// the miss ends.
module lp_mdcache_mshr #(
    /// Outstanding sectors, a power of two, at least 2.
    parameter int MISSES = 4,
    /// Requests that wait for one sector, a power of two.
    parameter int TARGETS = 4,
    /// Bits of a sector's address: lowest its 2-bit position in the line, then its set.
    parameter int SECTOR_W = 35,
    /// Sets, a power of two.
    parameter int SETS = 8,
    /// Ways.
    parameter int WAYS = 4,
    /// Kept bits of a request; the lowest six are its entry, the highest marks a write.
    parameter int WAIT_W = 16,
    /// Bits of a way's number; follows from WAYS.
    parameter int WAY_W = WAYS > 1 ? $clog2(WAYS) : 1,
    /// Bits of a set's number; follows from SETS.
    parameter int SET_W = SETS > 1 ? $clog2(SETS) : 1,
    /// Bits of a fill's number; follows from MISSES.
    parameter int ID_W = $clog2(MISSES),
    /// Bits of a sector's address in the cache: way, set, position in its line; follows.
    parameter int AT_W = WAY_W + (SETS > 1 ? SET_W : 0) + 2
) (
    /// Clock.
    input  wire logic                clk_i,
    /// Synchronous reset, active low: no miss is outstanding.
    input  wire logic                rst_ni,

    /// A request is looked up: the next four outputs refer to it.
    input  wire logic                ask_i,
    /// Its sector.
    input  wire logic [SECTOR_W-1:0] addr_i,
    /// Fields to keep.
    input  wire logic [WAIT_W-1:0]   wait_i,
    /// Its sector is being fetched.
    output wire logic                match_o,
    /// And one more request can wait for it.
    output wire logic                room_o,
    /// The miss is dead.
    output wire logic                dead_o,
    /// Ways of its set with an outstanding sector.
    output wire logic [WAYS-1:0]     pinned_o,
    /// All sectors are in use.
    output wire logic                full_o,
    /// Only dead misses have a sector outstanding.
    output wire logic                none_o,
    /// And these are not fetching now.
    output wire logic                idle_o,
    /// Some miss is dead.
    output wire logic                owes_o,
    /// A flush or an invalidation waits for idle_o: dead misses do not fetch.
    input  wire logic                hold_i,
    /// Dead misses are dropped; only while idle.
    input  wire logic                drop_i,
    /// The request waits for the sector that is being fetched.
    input  wire logic                append_i,
    /// The request is the first to wait for its sector.
    input  wire logic                alloc_i,
    /// In this way.
    input  wire logic [WAY_W-1:0]    way_i,

    /// Sector to fetch: valid.
    output wire logic                fetch_valid_o,
    /// Sector to fetch: ready.
    input  wire logic                fetch_ready_i,
    /// Sector to fetch: address.
    output wire logic [SECTOR_W-1:0] fetch_sector_o,
    /// Sector to fetch: its number.
    output wire logic [ID_W-1:0]     fetch_id_o,
    /// The sector at the head, in head_o, may not be fetched yet.
    input  wire logic                blocked_i,
    /// With blocked: its write-back has failed, so its waiters get an error.
    input  wire logic                refused_i,
    /// The next sector to fetch, regardless of fetch_valid_o.
    output wire logic [SECTOR_W-1:0] head_o,

    /// Fill: valid.
    input  wire logic                fill_valid_i,
    /// Fill: its number.
    input  wire logic [ID_W-1:0]     fill_id_i,
    /// Fill: it failed.
    input  wire logic                fill_err_i,
    /// Fill: taken.
    output wire logic                fill_ready_o,
    /// An unexpected fill is offered; it is taken in the next cycle.
    output wire logic                stray_o,
    /// A sector that a flush could not write is returned; no sector is outstanding then.
    input  wire logic                back_i,
    /// Its way, set and position in its line.
    input  wire logic [AT_W-1:0]     back_at_i,
    /// It is dirty again.
    output wire logic                back_o,
    /// The fill has arrived or failed: the sector is installed.
    output wire logic                install_o,
    /// Waiter passing the cache again: valid.
    output wire logic                p_valid_o,
    /// Waiter passing the cache again: ready.
    input  wire logic                p_ready_i,
    /// Its kept fields.
    output wire logic [WAIT_W-1:0]   p_wait_o,
    /// With install_o: the entry of the first waiter.
    output wire logic [5:0]          first_o,
    /// With install_o, and with p_valid_o of its waiters: the fill failed.
    output wire logic                p_err_o,
    /// With p_valid_o: it has been answered before.
    output wire logic                p_silent_o,
    /// Also, and with back_o: set of the sector.
    output wire logic [SET_W-1:0]    p_set_o,
    /// Also: way of the sector.
    output wire logic [WAY_W-1:0]    p_way_o,
    /// Also: position of the sector in its line.
    output wire logic [1:0]          p_sub_o
);
  localparam int POS_B = $clog2(TARGETS);
  localparam int COUNT_W = $clog2(TARGETS + 1);
  localparam int PLACE_W = ID_W + POS_B;

  generate
    if (MISSES < 2 || MISSES > 16 || MISSES != 1 << $clog2(MISSES)) begin : g_check_misses
      lp_bad_MISSES_not_a_power_of_two_2_to_16 u_bad ();
    end
    if (TARGETS < 1 || TARGETS > 64 || TARGETS != 1 << $clog2(TARGETS)) begin : g_check_targets
      lp_bad_TARGETS_not_a_power_of_two_1_to_64 u_bad ();
    end
    if (SECTOR_W < 1) begin : g_check_sector_w
      lp_bad_SECTOR_W_below_1 u_bad ();
    end
    if (SETS < 1 || SETS > 64 || SETS != 1 << $clog2(SETS)) begin : g_check_sets
      lp_bad_SETS_not_a_power_of_two_1_to_64 u_bad ();
    end
    if (WAYS < 1 || WAYS > 8 || WAYS != 1 << $clog2(WAYS)) begin : g_check_ways
      lp_bad_WAYS_not_a_power_of_two_1_to_8 u_bad ();
    end
    if (WAIT_W < 7) begin : g_check_wait_w
      lp_bad_WAIT_W_below_7 u_bad ();
    end
    if (WAY_W != (WAYS > 1 ? $clog2(WAYS) : 1)) begin : g_check_way_w
      lp_bad_WAY_W_not_that_of_WAYS u_bad ();
    end
    if (SET_W != (SETS > 1 ? $clog2(SETS) : 1)) begin : g_check_set_w
      lp_bad_SET_W_not_that_of_SETS u_bad ();
    end
    if (ID_W != $clog2(MISSES)) begin : g_check_id_w
      lp_bad_ID_W_not_that_of_MISSES u_bad ();
    end
    if (AT_W != WAY_W + (SETS > 1 ? SET_W : 0) + 2) begin : g_check_at_w
      lp_bad_AT_W_not_that_of_WAYS_and_SETS u_bad ();
    end
  endgenerate

  // ---------------------------------------------------------------- entries
  logic p_err_q, p_silent_q, shown_q;
  logic [MISSES-1:0] id_q;  // the fill in progress, one-hot
  logic [ID_W-1:0] number_q;  // and its number
  logic [MISSES-1:0] v_q, asked_q, dead_q, writes_q;  // writes: a waiter writes
  wire [MISSES-1:0] free, match, spare, here, done, stay, told, taken;
  wire [MISSES*SECTOR_W-1:0] addr;
  wire [MISSES*WAY_W-1:0] way;
  wire [MISSES*COUNT_W-1:0] count;
  genvar m, w;
  generate
    for (m = 0; m < MISSES; m = m + 1) begin : g_miss
      logic [SECTOR_W-1:0] addr_q;
      logic [WAY_W-1:0] way_q;
      logic [COUNT_W-1:0] count_q;  // waiters
      if (m == 0) assign free[m] = ~v_q[m];
      else assign free[m] = ~v_q[m] & (&v_q[m-1:0]);
      assign match[m] = v_q[m] & (addr_q == addr_i);
      assign spare[m] = match[m] & ~dead_q[m] & (count_q != COUNT_W'(TARGETS));
      assign stay[m] = done[m] & p_err_o & writes_q[m];

      // The fields are written before the decision; only v_q and count_q wait for it.
      always_ff @(posedge clk_i) begin
        if (!rst_ni || drop_i) v_q[m] <= 1'b0;
        else v_q[m] <= (alloc_i & free[m]) | (v_q[m] & (~done[m] | stay[m]));
        asked_q[m] <= rst_ni & v_q[m] & (told[m] | asked_q[m]) & ~taken[m];
        dead_q[m] <= v_q[m] & (stay[m] | (dead_q[m] & ~done[m]));
        writes_q[m] <= (wait_i[WAIT_W-1] & (~v_q[m] | (append_i & match[m])))
                     | (v_q[m] & writes_q[m]);
      end
      always_ff @(posedge clk_i) begin
        if (ask_i & ~v_q[m]) begin
          addr_q <= addr_i;
          way_q <= way_i;
        end
        if (~v_q[m]) count_q <= COUNT_W'(1);
        else if (append_i & match[m]) count_q <= count_q + 1'b1;
      end
      assign addr[m*SECTOR_W +: SECTOR_W] = addr_q;
      assign way[m*WAY_W +: WAY_W] = way_q;
      assign count[m*COUNT_W +: COUNT_W] = count_q;
    end

    for (w = 0; w < WAYS; w = w + 1) begin : g_pin
      wire [MISSES-1:0] pins;
      for (m = 0; m < MISSES; m = m + 1) begin : g_by
        if (SETS > 1) assign pins[m] = v_q[m] & (way[m*WAY_W +: WAY_W] == WAY_W'(w))
                                     & (addr[m*SECTOR_W+2 +: SET_W] == addr_i[2 +: SET_W]);
        else assign pins[m] = v_q[m] & (way[m*WAY_W +: WAY_W] == WAY_W'(w));
      end
      assign pinned_o[w] = |pins;
    end
  endgenerate
  assign match_o = |match;
  assign room_o = |spare;
  assign dead_o = |(match & dead_q);
  assign full_o = &v_q;
  assign none_o = ~(|(v_q & ~dead_q));
  assign idle_o = none_o & ~(|(v_q & asked_q)) & ~shown_q;
  assign owes_o = |(v_q & dead_q);

  // ---------------------------------------------------------------- waiters
  // The request is always written to the next entry of the miss that matches, or to the first of
  // the free one; the miss's count makes it valid.
  wire [ID_W-1:0] number, r_number, id;
  wire [COUNT_W-1:0] pos;
  wire [PLACE_W-1:0] w_place, r_place;
  wire r_en;
  assign here = |match ? match : free;
  lp_mdcache_encode #(.WIDTH(MISSES)) u_number (.bits_i(here), .number_o(number));
  lp_pick #(.WIDTH(COUNT_W), .WORDS(MISSES)) u_pos (
      .sel_i(match), .data_i(count), .data_o(pos));
  assign w_place = (PLACE_W'(number) << POS_B) | PLACE_W'(pos);
  lp_ram #(.WIDTH(WAIT_W), .DEPTH(1 << PLACE_W), .GRAIN(WAIT_W)) u_waits (
      .clk_i, .w_en_i(ask_i & (|spare | (~(|match) & ~full_o))), .w_addr_i(w_place),
      .w_mask_i(1'b1), .w_data_i(wait_i), .r_en_i(r_en), .r_addr_i(r_place), .r_data_o(p_wait_o));

  // ---------------------------------------------------------------- fetches, in order
  wire [ID_W-1:0] head;
  wire [MISSES-1:0] head_sel;
  wire head_valid, head_ready, head_may, give_up, requeue;
  assign requeue = |stay;
  // It has as many entries as there are misses, so it is never full.
  /* verilator lint_off PINCONNECTEMPTY */
  lp_fifo #(.WIDTH(ID_W), .DEPTH(MISSES)) u_order (
      .clk_i, .rst_ni(rst_ni & ~drop_i), .s_valid_i(alloc_i | requeue), .s_ready_o(),
      .s_data_i(requeue ? number_q : number), .m_valid_o(head_valid), .m_ready_i(head_ready),
      .m_data_o(head));
  /* verilator lint_on PINCONNECTEMPTY */
  assign head_may = head_valid & (shown_q | ~(hold_i & none_o));
  // An offer is held.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) shown_q <= 1'b0;
    else shown_q <= fetch_valid_o & ~fetch_ready_i;
  end
  assign head_ready = (fetch_ready_i & fetch_valid_o) | give_up;
  generate
    for (m = 0; m < MISSES; m = m + 1) begin : g_head
      assign head_sel[m] = (head == ID_W'(m));
      assign told[m] = fetch_valid_o & fetch_ready_i & head_sel[m];
    end
  endgenerate
  lp_pick #(.WIDTH(SECTOR_W), .WORDS(MISSES)) u_head (
      .sel_i(head_sel), .data_i(addr), .data_o(head_o));
  assign fetch_valid_o = head_may & ~blocked_i;
  assign fetch_sector_o = head_o & {SECTOR_W{fetch_valid_o}};
  assign fetch_id_o = head & {ID_W{fetch_valid_o}};

  // ---------------------------------------------------------------- fills and their waiters
  // own: the fill is not from memory. stray: the fill belongs to no miss.
  logic book_q, own_q, stray_q, back_q, p_v_q, p_last_q;
  logic [COUNT_W-1:0] idx_q;  // the next waiter
  logic [SET_W-1:0] p_set_q;
  logic [WAY_W-1:0] p_way_q;
  logic [1:0] p_sub_q;
  wire offered, known, book, leave, vain, load, last;
  wire [MISSES-1:0] r_sel, b_sel;
  wire [MISSES*AT_W-1:0] at;
  wire [AT_W-1:0] b_at;
  wire [COUNT_W-1:0] waiters;
  assign leave = p_v_q & p_ready_i;
  assign offered = ~book_q & ~stray_q & (~p_v_q | (leave & p_last_q));
  assign known = |(r_sel & asked_q);
  assign give_up = offered & ~fill_valid_i & head_may & blocked_i & refused_i;
  assign book = (offered & fill_valid_i & known) | give_up;
  // A dead miss stays dead: all its waiters have been answered.
  assign vain = book_q & p_err_q & p_silent_q;
  assign load = (book_q & ~vain) | (leave & ~p_last_q);
  assign b_sel = fill_valid_i ? r_sel : head_sel;
  assign r_number = fill_valid_i ? fill_id_i : head;
  assign taken = r_sel & {MISSES{offered & fill_valid_i}};
  generate
    for (m = 0; m < MISSES; m = m + 1) begin : g_fill
      assign r_sel[m] = (fill_id_i == ID_W'(m));
      assign at[m*AT_W +: AT_W] = {way[m*WAY_W +: WAY_W], addr[m*SECTOR_W +: AT_W-WAY_W]};
      assign done[m] = id_q[m] & (vain | (load & last));
    end
  endgenerate
  lp_pick #(.WIDTH(AT_W), .WORDS(MISSES)) u_at (
      .sel_i(b_sel & {MISSES{~back_i}}), .data_i(at), .data_o(b_at));
  lp_pick #(.WIDTH(COUNT_W), .WORDS(MISSES)) u_waiters (
      .sel_i(id_q), .data_i(count), .data_o(waiters));
  assign last = (idx_q + 1'b1 == waiters);
  assign id = book ? r_number : number_q;
  assign r_en = book | (leave & ~p_last_q);
  assign r_place = (PLACE_W'(id) << POS_B) | (book ? {PLACE_W{1'b0}} : PLACE_W'(idx_q));

  wire [AT_W-1:0] into;
  assign into = b_at | (back_at_i & {AT_W{back_i}});
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      book_q <= 1'b0;
      stray_q <= 1'b0;
      back_q <= 1'b0;
      p_v_q <= 1'b0;
    end else begin
      book_q <= book;
      stray_q <= offered & fill_valid_i & ~known;
      back_q <= back_i;
      p_v_q <= load | (p_v_q & ~leave);
    end
  end
  always_ff @(posedge clk_i) begin
    own_q <= ~fill_valid_i;
    if (book) begin
      id_q <= b_sel;
      number_q <= r_number;
      idx_q <= {COUNT_W{1'b0}};
      p_err_q <= ~fill_valid_i | fill_err_i;
      p_silent_q <= |(b_sel & dead_q);
    end else if (load) begin
      idx_q <= idx_q + 1'b1;
    end
    if (book | back_i) begin
      p_way_q <= into[AT_W-1 -: WAY_W];
      p_sub_q <= into[1:0];
    end
    if (load) p_last_q <= last;
  end
  generate
    if (SETS > 1) begin : g_set
      always_ff @(posedge clk_i) begin
        if (book | back_i) p_set_q <= into[2 +: SET_W];
      end
    end else begin : g_set
      assign p_set_q = 1'b0;
    end
  endgenerate

  assign fill_ready_o = (book_q & ~own_q) | stray_q;
  assign stray_o = offered & fill_valid_i & ~known;
  assign back_o = back_q;
  assign install_o = book_q;
  assign first_o = p_wait_o[5:0];
  assign p_valid_o = p_v_q;
  assign p_err_o = p_err_q;
  assign p_silent_o = p_silent_q;
  assign p_set_o = p_set_q;
  assign p_way_o = p_way_q;
  assign p_sub_o = p_sub_q;
endmodule

`default_nettype wire
