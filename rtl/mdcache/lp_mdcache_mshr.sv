// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Misses under way: for each sector asked for, the requests that wait for it, in order. A request
/// that cannot go on waits here; when its sector is there it goes through the cache again, before
/// new requests.
///
/// Fills are asked for in the order of the misses; a miss shows on f in the next cycle. A fill that
/// is offered is taken in the next cycle at the earliest; after it, one waiter leaves per cycle.
module lp_mdcache_mshr #(
    /// Sectors under way at a time, a power of two, at least 2.
    parameter int MISSES = 4,
    /// Requests that wait for one sector, a power of two.
    parameter int TARGETS = 4,
    /// Bits of a sector's address, the lowest two being its place in the line, then its set.
    parameter int SECTOR_W = 35,
    /// Sets, a power of two.
    parameter int SETS = 8,
    /// Ways.
    parameter int WAYS = 4,
    /// Bits kept of a request; the lowest six are its entry.
    parameter int WAIT_W = 16,
    /// Bits of a way's number; follows from WAYS.
    parameter int WAY_W = WAYS > 1 ? $clog2(WAYS) : 1,
    /// Bits of a set's number; follows from SETS.
    parameter int SET_W = SETS > 1 ? $clog2(SETS) : 1,
    /// Bits of a fill's number; follows from MISSES.
    parameter int ID_W = $clog2(MISSES)
) (
    /// Clock.
    input  wire logic                clk_i,
    /// Synchronous reset, active low: no miss is under way.
    input  wire logic                rst_ni,

    /// A request is looked up: the next four outputs are about it.
    input  wire logic                ask_i,
    /// Its sector.
    input  wire logic [SECTOR_W-1:0] addr_i,
    /// What is to be kept of it.
    input  wire logic [WAIT_W-1:0]   wait_i,
    /// Its sector is under way.
    output wire logic                match_o,
    /// And one more can wait for it.
    output wire logic                room_o,
    /// Ways of its set with a sector under way.
    output wire logic [WAYS-1:0]     pinned_o,
    /// There is no place for another sector.
    output wire logic                full_o,
    /// No sector is under way.
    output wire logic                idle_o,
    // With one waiter per sector nobody is appended.
    /* verilator lint_off UNUSEDSIGNAL */
    /// The request waits for the sector that is under way.
    input  wire logic                append_i,
    /* verilator lint_on UNUSEDSIGNAL */
    /// The request is the first to wait for its sector.
    input  wire logic                alloc_i,
    /// In this way.
    input  wire logic [WAY_W-1:0]    way_i,

    /// Sector to fetch: valid.
    output wire logic                f_valid_o,
    /// Sector to fetch: ready.
    input  wire logic                f_ready_i,
    /// Sector to fetch: address.
    output wire logic [SECTOR_W-1:0] f_sector_o,
    /// Sector to fetch: its number.
    output wire logic [ID_W-1:0]     f_id_o,
    /// The sector at the head, in head_o, may not be fetched yet.
    input  wire logic                blocked_i,
    /// The next sector to fetch, whatever f_valid_o is.
    output wire logic [SECTOR_W-1:0] head_o,

    /// Fill: valid.
    input  wire logic                r_valid_i,
    /// Fill: its number.
    input  wire logic [ID_W-1:0]     r_id_i,
    /// Fill: it failed.
    input  wire logic                r_err_i,
    /// The fill is taken: the sector comes in.
    output wire logic                install_o,
    /// A waiter goes through the cache again: valid.
    output wire logic                p_valid_o,
    /// A waiter goes through the cache again: ready.
    input  wire logic                p_ready_i,
    /// What was kept of it.
    output wire logic [WAIT_W-1:0]   p_wait_o,
    /// With install_o: the entry of the one who waited first.
    output wire logic [5:0]          first_o,
    /// With install_o, and with p_valid_o of its waiters: the fill failed.
    output wire logic                p_err_o,
    /// Also: set of the sector.
    output wire logic [SET_W-1:0]    p_set_o,
    /// Also: way of the sector.
    output wire logic [WAY_W-1:0]    p_way_o,
    /// Also: place of the sector in its line.
    output wire logic [1:0]          p_sub_o
);
  generate
    if (MISSES < 2 || MISSES > 16 || MISSES != 1 << $clog2(MISSES)) begin : g_check_misses
      lp_bad_MISSES_not_a_power_of_two_2_to_16 u_bad ();
    end
    if (TARGETS < 1 || TARGETS > 16 || TARGETS != 1 << $clog2(TARGETS)) begin : g_check_targets
      lp_bad_TARGETS_not_a_power_of_two_1_to_16 u_bad ();
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
    if (WAIT_W < 6) begin : g_check_wait_w
      lp_bad_WAIT_W_below_6 u_bad ();
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
  endgenerate

  // A sector's place in the cache: way, set, place in its line.
  localparam int AT_W = WAY_W + (SETS > 1 ? SET_W : 0) + 2;

  // ---------------------------------------------------------------- entries
  logic [MISSES-1:0] v_q;
  wire [MISSES-1:0] free, match, spare, done;
  wire [MISSES*SECTOR_W-1:0] addr;
  wire [MISSES*WAY_W-1:0] way;
  wire [MISSES*TARGETS*WAIT_W-1:0] waits;
  wire [MISSES*TARGETS-1:0] taken;
  genvar m, t, w;
  generate
    for (m = 0; m < MISSES; m = m + 1) begin : g_miss
      logic [SECTOR_W-1:0] addr_q;
      logic [WAY_W-1:0] way_q;
      wire [TARGETS-1:0] held;  // waiters, from bit 0 on; the first as long as v_q
      if (m == 0) assign free[m] = ~v_q[m];
      else assign free[m] = ~v_q[m] & (&v_q[m-1:0]);
      assign match[m] = v_q[m] & (addr_q == addr_i);
      assign spare[m] = match[m] & ~held[TARGETS-1];

      // What may be pushed is written ahead; only v_q and held wait for the decision.
      always_ff @(posedge clk_i) begin
        if (!rst_ni) v_q[m] <= 1'b0;
        else v_q[m] <= (alloc_i & free[m]) | (v_q[m] & ~done[m]);
      end
      always_ff @(posedge clk_i) begin
        if (ask_i & ~v_q[m]) begin
          addr_q <= addr_i;
          way_q <= way_i;
        end
      end
      for (t = 0; t < TARGETS; t = t + 1) begin : g_target
        logic [WAIT_W-1:0] wait_q;
        wire next;
        if (t == 0) begin : g_first
          assign held[t] = 1'b1;
          assign next = ~v_q[m];
        end else begin : g_later
          logic held_q;
          assign held[t] = held_q;
          assign next = v_q[m] & held[t-1] & ~held_q;
          always_ff @(posedge clk_i) begin
            if ((append_i & match[m]) | (alloc_i & free[m])) held_q <= v_q[m] & held[t-1];
          end
        end
        always_ff @(posedge clk_i) begin
          if (ask_i & next) wait_q <= wait_i;
        end
        assign waits[(m*TARGETS+t)*WAIT_W +: WAIT_W] = wait_q;
      end
      assign addr[m*SECTOR_W +: SECTOR_W] = addr_q;
      assign way[m*WAY_W +: WAY_W] = way_q;
      assign taken[m*TARGETS +: TARGETS] = held;
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
  assign full_o = &v_q;
  assign idle_o = ~(|v_q);

  // ---------------------------------------------------------------- fills asked for, in order
  wire [ID_W-1:0] number, head;
  wire [MISSES-1:0] head_sel;
  wire head_valid, head_ready;
  lp_mdcache_encode #(.WIDTH(MISSES)) u_number (.bits_i(free), .number_o(number));
  // It holds as many as there are entries: it is never full.
  /* verilator lint_off PINCONNECTEMPTY */
  lp_fifo #(.WIDTH(ID_W), .DEPTH(MISSES)) u_order (
      .clk_i, .rst_ni, .s_valid_i(alloc_i), .s_ready_o(), .s_data_i(number),
      .m_valid_o(head_valid), .m_ready_i(head_ready), .m_data_o(head));
  /* verilator lint_on PINCONNECTEMPTY */
  assign head_ready = f_ready_i & ~blocked_i;
  generate
    for (m = 0; m < MISSES; m = m + 1) begin : g_head
      assign head_sel[m] = (head == ID_W'(m));
    end
  endgenerate
  lp_pick #(.WIDTH(SECTOR_W), .WORDS(MISSES)) u_head (
      .sel_i(head_sel), .data_i(addr), .data_o(head_o));
  assign f_valid_o = head_valid & ~blocked_i;
  assign f_sector_o = head_o & {SECTOR_W{f_valid_o}};
  assign f_id_o = head & {ID_W{f_valid_o}};

  // ---------------------------------------------------------------- fills and their waiters
  logic book_q, p_v_q, p_last_q, p_err_q;
  logic [MISSES-1:0] id_q;  // the fill, one-hot
  logic [TARGETS-1:0] idx_q;  // the next waiter, one-hot
  logic [WAIT_W-1:0] p_wait_q;
  logic [SET_W-1:0] p_set_q;
  logic [WAY_W-1:0] p_way_q;
  logic [1:0] p_sub_q;
  wire book, leave, load, last;
  wire [MISSES-1:0] r_sel;
  wire [MISSES*AT_W-1:0] at;
  wire [AT_W-1:0] r_at;
  wire [TARGETS-1:0] line, next_idx;
  wire [TARGETS*WAIT_W-1:0] line_waits;
  wire [WAIT_W-1:0] next_wait;
  assign leave = p_v_q & p_ready_i;
  assign book = r_valid_i & ~book_q & (~p_v_q | (leave & p_last_q));
  assign load = book_q | (leave & ~p_last_q);
  generate
    for (m = 0; m < MISSES; m = m + 1) begin : g_fill
      assign r_sel[m] = (r_id_i == ID_W'(m));
      assign at[m*AT_W +: AT_W] = {way[m*WAY_W +: WAY_W], addr[m*SECTOR_W +: AT_W-WAY_W]};
      assign done[m] = load & last & id_q[m];
    end
    if (TARGETS > 1) begin : g_next
      assign next_idx = {idx_q[TARGETS-2:0], 1'b0};
    end else begin : g_next
      assign next_idx = 1'b0;
    end
  endgenerate
  lp_pick #(.WIDTH(AT_W), .WORDS(MISSES)) u_at (.sel_i(r_sel), .data_i(at), .data_o(r_at));
  lp_pick #(.WIDTH(TARGETS), .WORDS(MISSES)) u_line (
      .sel_i(id_q), .data_i(taken), .data_o(line));
  lp_pick #(.WIDTH(TARGETS * WAIT_W), .WORDS(MISSES)) u_waits (
      .sel_i(id_q), .data_i(waits), .data_o(line_waits));
  lp_pick #(.WIDTH(WAIT_W), .WORDS(TARGETS)) u_next (
      .sel_i(idx_q), .data_i(line_waits), .data_o(next_wait));
  assign last = ~(|(line & next_idx));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      book_q <= 1'b0;
      p_v_q <= 1'b0;
    end else begin
      book_q <= book;
      p_v_q <= load | (p_v_q & ~leave);
    end
  end
  always_ff @(posedge clk_i) begin
    if (book) begin
      id_q <= r_sel;
      idx_q <= TARGETS'(1);
      p_err_q <= r_err_i;
      p_way_q <= r_at[AT_W-1 -: WAY_W];
      p_sub_q <= r_at[1:0];
    end else if (load) begin
      idx_q <= next_idx;
    end
    if (load) begin
      p_wait_q <= next_wait;
      p_last_q <= last;
    end
  end
  generate
    if (SETS > 1) begin : g_set
      always_ff @(posedge clk_i) begin
        if (book) p_set_q <= r_at[2 +: SET_W];
      end
    end else begin : g_set
      assign p_set_q = 1'b0;
    end
  endgenerate

  assign install_o = book_q;
  assign first_o = next_wait[5:0];
  assign p_valid_o = p_v_q;
  assign p_wait_o = p_wait_q;
  assign p_err_o = p_err_q;
  assign p_set_o = p_set_q;
  assign p_way_o = p_way_q;
  assign p_sub_o = p_sub_q;
endmodule

`default_nettype wire
