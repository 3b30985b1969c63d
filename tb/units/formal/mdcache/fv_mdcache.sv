// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_mdcache under any requests, stalls, fills in any order, errors, stray fills and
/// acknowledgements (with STRAYS), and resets. PART chooses what is checked:
/// 0: handshake rules of m, f and w, except the data (4).
/// 1: a request of any one tag is answered once, and no other answer has its tag; it is reported as
///    a miss at most once, and not after its answer; exactly the strays are counted.
/// 2: for any one sector: it is not fetched while it is being fetched, nor between its write-back
///    and the acknowledgement, nor after a refusal until memory has taken it (unless everything is
///    dropped); it is not written back twice at a time; a fill's number is not in use twice at a
///    time.
/// 3: two requests to one sector, and one before or after a flush or an invalidation, are answered
///    in the order in which they came.
/// 4: m_state, evict_data and evict_addr are held stable while stalled.
/// 5: with a memory that answers after at most DELAY cycles, in order, and no stalls, a request is
///    taken and answered within LIMIT cycles, if memory does not fail. With FAILS 1, memory may
///    fail at any time, even forever: then LIMIT cycles do not pass without a step. Once the
///    request is reported as a miss, the only step is its answer. Until then a step is also that it
///    is taken or reported, that another is answered (no more than are inside can be), and a
///    write-back of a sector of which there was none since the last step of those (no more than
///    there are sectors). So every request is answered, however long memory fails. With FAILS 2 no
///    fill fails and every write-back is refused.
/// 6: the entry ENTRY of any one sector reads as it was last written, or as memory had it at first;
///    as poison, if a write that was reported as a miss was refused; or with an error. A flush that
///    is answered without an error leaves in memory what the entry reads.
/// 7: a fill is taken within LIMIT cycles, if answers are, whether write-backs are taken or not.
/// In every part: the data array is not read and written in one cycle (asserted in the unit).
module fv_mdcache #(
    parameter int SETS = 2,
    parameter int WAYS = 2,
    parameter int MISSES = 2,
    parameter int TARGETS = 2,
    parameter int ADDR_W = 10,
    parameter int TAG = 2,
    parameter int PART = 0,
    parameter int DELAY = 2,
    parameter int LIMIT = 32,
    parameter int FAILS = 0,
    parameter int ENTRY = 5,
    parameter int STRAYS = 1
) (
    input wire logic                      clk_i,
    input wire logic                      again_i,
    input wire logic                      s_valid_i,
    input wire logic [1:0]                s_op_i,
    input wire logic [ADDR_W:0]           s_addr_i,
    input wire logic [3:0]                s_state_i,
    input wire logic [TAG-1:0]            s_tag_i,
    input wire logic                      m_ready_i,
    input wire logic                      fetch_ready_i,
    input wire logic                      fill_valid_i,
    input wire logic [$clog2(MISSES)-1:0] fill_id_i,
    input wire logic [255:0]              fill_data_i,
    input wire logic                      fill_err_i,
    input wire logic                      evict_ready_i,
    input wire logic                      evicted_valid_i,
    input wire logic                      evicted_err_i
);
  localparam int ID_W = $clog2(MISSES);
  localparam int SECTOR_W = ADDR_W - 5;
  localparam int SECTORS = 1 << SECTOR_W;
  localparam int CW = $clog2(MISSES + 1);

  wire rst_n, s_ready, m_valid, m_err, miss, fetch_valid, fill_ready, evict_valid, evicted_ready;
  wire [1:0] stray;
  wire [TAG-1:0] m_tag, miss_tag;
  wire [3:0] m_state;
  wire [ADDR_W-1:0] fetch_addr, evict_addr;
  wire [ID_W-1:0] fetch_id;
  wire [255:0] evict_data;
  wire [31:0] accesses, hits, merged, fills, used, writebacks, wb_err;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_mdcache #(.SETS(SETS), .WAYS(WAYS), .MISSES(MISSES), .TARGETS(TARGETS), .ADDR_W(ADDR_W),
               .TAG(TAG), .COUNTERS(0)) u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_op_i, .s_addr_i, .s_state_i,
      .s_tag_i, .m_valid_o(m_valid), .m_ready_i, .m_tag_o(m_tag), .m_state_o(m_state),
      .m_err_o(m_err), .miss_o(miss), .miss_tag_o(miss_tag), .fetch_valid_o(fetch_valid),
      .fetch_ready_i, .fetch_addr_o(fetch_addr), .fetch_id_o(fetch_id), .fill_valid_i,
      .fill_ready_o(fill_ready), .fill_id_i, .fill_data_i, .fill_err_i, .evict_valid_o(evict_valid),
      .evict_ready_i, .evict_addr_o(evict_addr), .evict_data_o(evict_data), .evicted_valid_i,
      .evicted_ready_o(evicted_ready), .evicted_err_i, .stray_o(stray), .accesses_o(accesses),
      .hits_o(hits), .merged_o(merged), .fills_o(fills), .used_o(used), .writebacks_o(writebacks),
      .wb_err_o(wb_err));

  wire push = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;
  wire asked = rst_n && fetch_valid && fetch_ready_i;
  wire filled = rst_n && fill_valid_i && fill_ready;
  wire sent = rst_n && evict_valid && evict_ready_i;

  // ---------------------------------------------------------------- the environment
  fv_stream #(.WIDTH(2 + ADDR_W + 1 + 4 + TAG), .ASSUME(1)) u_s (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({s_op_i, s_addr_i, s_state_i, s_tag_i}));
  fv_stream #(.WIDTH(ID_W + 1), .ASSUME(1)) u_r (
      .clk_i, .rst_ni(rst_n), .valid_i(fill_valid_i), .ready_i(fill_ready),
      .data_i({fill_id_i, fill_err_i}));
  // The data of a fill matters only to PART 6, and only when it is taken.

  // Fills requested that have not yet come; write-backs not yet acknowledged.
  logic [MISSES-1:0] fetching_q = '0;
  logic [CW-1:0] writing_q = '0;
  wire acked = rst_n && evicted_valid_i && evicted_ready && writing_q != 0;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      fetching_q <= '0;
      writing_q <= '0;
    end else begin
      fetching_q <= (fetching_q | (MISSES'(asked) << fetch_id)) & ~(MISSES'(filled) << fill_id_i);
      writing_q <= writing_q + CW'(sent) - CW'(acked);
    end
  end
  // A fill matches a request made before it is offered, or it is a stray.
  wire known = fetching_q[fill_id_i];
  always_comb assume (!(asked && fill_valid_i && fill_id_i == fetch_id));
  generate
    if (STRAYS == 0) begin : g_known
      always_comb assume ((!fill_valid_i || known) && (!evicted_valid_i || writing_q != 0));
    end
  endgenerate

  // The watched tag is in use at most once; the unit does not depend on the others.
  (* anyconst *) logic [TAG-1:0] tag;
  logic out_q = 1'b0;
  wire take = push && s_tag_i == tag;
  wire answer = pop && m_tag == tag;
  always_ff @(posedge clk_i) begin
    if (!rst_n) out_q <= 1'b0;
    else out_q <= take || (out_q && !answer);
  end
  always_comb assume (!(s_valid_i && s_tag_i == tag && out_q));

  (* anyconst *) logic [SECTOR_W-1:0] sector;
  wire [SECTOR_W-1:0] s_sector = s_addr_i[ADDR_W:6];

  generate
    if (PART == 0) begin : g_handshake
      fv_stream #(.WIDTH(TAG + 1)) u_m (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i), .data_i({m_tag, m_err}));
      fv_stream #(.WIDTH(ADDR_W + ID_W)) u_f (
          .clk_i, .rst_ni(rst_n), .valid_i(fetch_valid), .ready_i(fetch_ready_i),
          .data_i({fetch_addr, fetch_id}));
      fv_stream #(.WIDTH(1)) u_w (
          .clk_i, .rst_ni(rst_n), .valid_i(evict_valid), .ready_i(evict_ready_i), .data_i(1'b0));

    end else if (PART == 1) begin : g_once
      logic missed_q = 1'b0;
      wire told = rst_n && miss && miss_tag == tag;
      always_ff @(posedge clk_i) begin
        if (!rst_n || take) missed_q <= 1'b0;
        else missed_q <= missed_q || told;
      end
      fv_assert u_once (.hold_i(!(rst_n && m_valid && m_tag == tag) || out_q));
      fv_assert u_told (.hold_i(!told || (out_q && !missed_q)));
      logic stray_ack_q = 1'b0;
      always_ff @(posedge clk_i) stray_ack_q <= rst_n && evicted_valid_i && writing_q == 0;
      fv_assert u_ready (.hold_i(!rst_n || evicted_ready));
      fv_assert u_stray_fill (.hold_i(!rst_n || stray[0] == (filled && !known)));
      fv_assert u_stray_ack (.hold_i(!rst_n || stray[1] == stray_ack_q));
      fv_cover u_missed (.seen_i(answer && missed_q && m_err));
      fv_cover u_refused (.seen_i(answer && !missed_q && m_err));
      fv_cover u_hit (.seen_i(answer && !missed_q));

    end else if (PART == 2) begin : g_sector
      // Bit for each write-back not yet acknowledged, the oldest lowest: whether it is of the
      // sector.
      logic [MISSES-1:0] ours_q = '0;
      logic fetch_q = 1'b0, stale_q = 1'b0;
      (* anyconst *) logic drops;
      logic [ID_W-1:0] id_q;
      wire here = fetch_addr[ADDR_W-1:5] == sector;
      wire out_here = evict_addr[ADDR_W-1:5] == sector;
      wire [CW-1:0] left = writing_q - CW'(acked);
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          ours_q <= '0;
          fetch_q <= 1'b0;
          stale_q <= 1'b0;
        end else begin
          ours_q <= (ours_q >> acked) | (MISSES'(sent && out_here) << left);
          if (acked && ours_q[0]) stale_q <= evicted_err_i;
          if (asked && here) begin
            fetch_q <= 1'b1;
            id_q <= fetch_id;
          end else if (filled && fill_id_i == id_q) begin
            fetch_q <= 1'b0;
          end
        end
      end
      wire want = rst_n && fetch_valid && here;
      always_comb assume (drops || !(s_valid_i && s_op_i == 2'd3));
      fv_assert u_room (.hold_i(!rst_n || !evict_valid || writing_q != CW'(MISSES)));
      fv_assert u_acked (.hold_i(!want || (ours_q == 0 && !(evict_valid && out_here))));
      fv_assert u_kept (.hold_i(!want || drops || !stale_q));
      fv_assert u_again (.hold_i(!rst_n || !evict_valid || !out_here || ours_q == 0));
      fv_assert u_single (.hold_i(!want || !fetch_q));
      fv_assert u_number (.hold_i(!(rst_n && fetch_valid) || !fetching_q[fetch_id]));
      fv_cover u_back (.seen_i(rst_n && evict_valid && out_here && fetching_q != 0));
      fv_cover u_stale (.seen_i(rst_n && stale_q && evict_valid && out_here));
      fv_cover u_two (.seen_i(rst_n && fetch_q && fetch_valid && writing_q == CW'(2)));

    end else if (PART == 3) begin : g_order
      // The first of two requests with `tag`, the second with `other`; flushes and invalidations
      // apply to every sector.
      (* anyconst *) logic [TAG-1:0] other;
      logic first_q = 1'b0, second_q = 1'b0;
      logic other_q = 1'b0, upkeep_q;
      wire ours = s_op_i[1] || s_sector == sector;
      wire both_here = s_sector == sector || s_op_i[1] || upkeep_q;
      always_comb assume (other != tag);
      always_comb assume (!(s_valid_i && s_tag_i == other && other_q));
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          first_q <= 1'b0;
          second_q <= 1'b0;
          other_q <= 1'b0;
        end else begin
          if (push && s_tag_i == other) other_q <= 1'b1;
          else if (pop && m_tag == other) other_q <= 1'b0;
          if (take) begin
            first_q <= ours;
            upkeep_q <= s_op_i[1];
          end else if (answer) begin
            first_q <= 1'b0;
          end
          if (push && s_tag_i == other && first_q && !answer && both_here) second_q <= 1'b1;
          else if (answer) second_q <= 1'b0;
        end
      end
      fv_assert u_order (.hold_i(!(second_q && pop && m_tag == other)));
      fv_cover u_both (.seen_i(second_q && answer));

    end else if (PART == 4) begin : g_data
      fv_stream #(.WIDTH(4)) u_m (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i), .data_i(m_state));
      fv_stream #(.WIDTH(ADDR_W + 256)) u_w (
          .clk_i, .rst_ni(rst_n), .valid_i(evict_valid), .ready_i(evict_ready_i),
          .data_i({evict_addr, evict_data}));

    end else if (PART == 5) begin : g_live
      logic [$clog2(LIMIT+1)-1:0] age_q = '0;
      logic [$clog2(DELAY+1)-1:0] fill_age_q = '0, ack_age_q = '0;
      logic missed_q = 1'b0;
      logic [SECTORS-1:0] offered_q = '0;  // sectors written back since the last answer
      wire late = age_q == LIMIT;
      logic [ID_W-1:0] oldest_q;
      wire [MISSES-1:0] others = fetching_q & ~(MISSES'(filled) << fill_id_i);
      always_comb assume (m_ready_i && fetch_ready_i && evict_ready_i);
      always_comb assume (FAILS != 0 || !(fill_err_i || evicted_err_i));
      always_comb assume (FAILS != 2 || (evicted_err_i && !fill_err_i));
      always_comb assume (!fill_valid_i || (known && fill_id_i == oldest_q));
      // Number of requested ones, of two.
      always_ff @(posedge clk_i) begin
        if (others == 0) oldest_q <= fetch_id;
        else if (filled) oldest_q <= fill_id_i + 1'b1;
      end
      always_comb assume (fill_valid_i || fill_age_q != DELAY);
      always_comb assume (evicted_valid_i || ack_age_q != DELAY);
      always_ff @(posedge clk_i) begin
        if (!rst_n || !(fetching_q != 0 && !fill_valid_i)) fill_age_q <= '0;
        else if (fill_age_q != DELAY) fill_age_q <= fill_age_q + 1'b1;
        if (!rst_n || !(writing_q != 0 && !evicted_valid_i)) ack_age_q <= '0;
        else if (ack_age_q != DELAY) ack_age_q <= ack_age_q + 1'b1;
        if (!rst_n || answer || !(out_q || (s_valid_i && s_tag_i == tag)) || step) age_q <= '0;
        else if (!late) age_q <= age_q + 1'b1;
      end
      wire told = miss && miss_tag == tag;
      wire turn = push || pop || told;
      wire step = FAILS != 0 && !missed_q
                  && (take || told || pop || (sent && !offered_q[evict_addr[ADDR_W-1:5]]));
      always_ff @(posedge clk_i) begin
        missed_q <= rst_n && !take && !answer && (missed_q || told);
        offered_q <= rst_n && !turn ? offered_q | (SECTORS'(sent) << evict_addr[ADDR_W-1:5]) : '0;
      end
      fv_assert u_served (.hold_i(!late));
      fv_cover u_long (.seen_i(age_q == 10 && answer));

    end else if (PART == 6) begin : g_entry
      // The value that the entry must read, the value in memory, and the value on its way there.
      logic [3:0] truth_q, memory_q, written_q, state_q;
      logic reads_q, writes_q, flushes_q, missed_q;
      logic [MISSES-1:0] mine_q = '0;
      logic [MISSES-1:0] wb_q = '0;
      wire here = fetch_addr[ADDR_W-1:5] == sector;
      wire out_here = evict_addr[ADDR_W-1:5] == sector;
      wire [CW-1:0] left = writing_q - CW'(acked);
      wire is_entry = s_sector == sector && s_addr_i[5:0] == 6'(ENTRY);
      wire [3:0] w_entry = evict_data[4*ENTRY +: 4];
      // Only this tag accesses the entry, so that the expected value is known when it is taken;
      // there is no invalidation, which would drop it.
      always_comb assume (!(s_valid_i && s_tag_i != tag && s_op_i == 2'd1 && is_entry));
      always_comb assume (!(s_valid_i && s_op_i == 2'd3));
      always_comb assume (!(fill_valid_i && mine_q[fill_id_i])
                          || fill_data_i[4*ENTRY +: 4] == memory_q);
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          truth_q <= memory_q;
          mine_q <= '0;
          wb_q <= '0;
        end else begin
          mine_q <= (mine_q | (MISSES'(asked && here) << fetch_id))
                    & ~(MISSES'(filled) << fill_id_i);
          wb_q <= (wb_q >> acked) | (MISSES'(sent && out_here) << left);
          if (sent && out_here) written_q <= w_entry;
          if (acked && wb_q[0] && !evicted_err_i) memory_q <= written_q;
          if (answer && writes_q && !m_err) truth_q <= state_q;
          else if (answer && writes_q && missed_q) truth_q <= 4'd15;
        end
        if (take) begin
          reads_q <= s_op_i == 2'd0 && is_entry;
          writes_q <= s_op_i == 2'd1 && is_entry;
          flushes_q <= s_op_i == 2'd2;
          state_q <= s_state_i;
        end
        missed_q <= !take && (missed_q || (miss && miss_tag == tag));
      end
      fv_assert u_read (.hold_i(!(answer && reads_q && !m_err) || m_state == truth_q));
      fv_assert u_flush (.hold_i(!(answer && flushes_q && !m_err) || memory_q == truth_q));
      fv_cover u_written (.seen_i(answer && reads_q && !m_err && truth_q != memory_q));
      fv_cover u_poison (.seen_i(answer && reads_q && !m_err && truth_q == 4'd15
                                 && state_q != 4'd15));
      fv_cover u_failed (.seen_i(answer && flushes_q && m_err && memory_q != truth_q));

    end else begin : g_fill
      logic [$clog2(LIMIT+1)-1:0] age_q = '0;
      always_comb assume (m_ready_i);
      always_ff @(posedge clk_i) begin
        if (!rst_n || !fill_valid_i || fill_ready) age_q <= '0;
        else if (age_q != LIMIT) age_q <= age_q + 1'b1;
      end
      fv_assert u_taken (.hold_i(age_q != LIMIT));
      fv_cover u_waits (.seen_i(rst_n && age_q == LIMIT - 2 && fill_ready && evict_valid
                                && writing_q != 0));
    end
  endgenerate
endmodule

`default_nettype wire
