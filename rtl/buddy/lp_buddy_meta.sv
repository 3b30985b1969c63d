// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The metadata cache of a buddy memory slice, with a port for reads of states, one for writes, and
/// one through which the driver has all states written back or dropped. States that could not be
/// written back are not dropped.
///
/// Responses are always taken, so reads, writes and fetched sectors wait for no port outside.
///
/// Latency: 1 cycle plus that of lp_mdcache. Interval: 1.
///
/// Combinational paths: c_valid, c_what -> c_ready, c_err;
/// c_valid, c_what, read_valid, write_valid -> read_ready, write_ready; lost -> answer_err.
module lp_buddy_meta #(
    /// Requests in flight in the slice, a power of two from 2 to 64.
    parameter int ENTRIES = 16,
    /// Bits of a byte address.
    parameter int ADDR_W = 40,
    /// Sets of the cache.
    parameter int SETS = 8,
    /// Its ways.
    parameter int WAYS = 4,
    /// Outstanding fetches.
    parameter int MISSES = 4,
    /// Requests that may wait for one fetch.
    parameter int TARGETS = 16,
    /// 1: counters are built.
    parameter int COUNTERS = 1
) (
    /// Clock.
    input  wire logic                       clk_i,
    /// Synchronous reset, active low.
    input  wire logic                       rst_ni,

    /// Maintenance: valid.
    input  wire logic                       c_valid_i,
    /// Maintenance: ready; the operation is done.
    output wire logic                       c_ready_o,
    /// With ready: not everything could be written back.
    output wire logic                       c_err_o,
    /// Bit 0: write all dirty sectors back; bit 1: then drop everything.
    input  wire logic [1:0]                 c_what_i,

    /// Read: valid.
    input  wire logic                       read_valid_i,
    /// Read: ready.
    output wire logic                       read_ready_o,
    /// Nibble address.
    input  wire logic [ADDR_W:0]            read_addr_i,
    /// Entry.
    input  wire logic [$clog2(ENTRIES)-1:0] read_entry_i,
    /// Response to a read: valid. It is taken.
    output wire logic                       read_answer_valid_o,
    /// A read waits for a fetch: valid. It is taken.
    output wire logic                       read_miss_valid_o,
    /// A write waits for a fetch: valid. It is taken.
    output wire logic                       write_miss_valid_o,
    /// For both: its entry.
    output wire logic [$clog2(ENTRIES)-1:0] miss_entry_o,

    /// Write: valid.
    input  wire logic                       write_valid_i,
    /// Write: ready.
    output wire logic                       write_ready_o,
    /// Nibble address.
    input  wire logic [ADDR_W:0]            write_addr_i,
    /// State.
    input  wire logic [3:0]                 write_state_i,
    /// Entry.
    input  wire logic [$clog2(ENTRIES)-1:0] write_entry_i,
    /// Response to a write: valid. It is taken.
    output wire logic                       write_answer_valid_o,

    /// For both responses: its entry.
    output wire logic [$clog2(ENTRIES)-1:0] answer_entry_o,
    /// State that was read.
    output wire logic [3:0]                 answer_state_o,
    /// Nothing was read or written: the fetch failed, or states are lost.
    output wire logic                       answer_err_o,
    /// States are lost: every response is an error from now on.
    input  wire logic                       lost_i,

    /// Sector to fetch, as in lp_mdcache.
    output wire logic                       fetch_valid_o,
    /// Ready.
    input  wire logic                       fetch_ready_i,
    /// Byte address.
    output wire logic [ADDR_W-1:0]          fetch_addr_o,
    /// Number of the fetch.
    output wire logic [$clog2(MISSES)-1:0]  fetch_id_o,
    /// Fetched sector, as in lp_mdcache.
    input  wire logic                       fill_valid_i,
    /// Ready.
    output wire logic                       fill_ready_o,
    /// Number of the fetch.
    input  wire logic [$clog2(MISSES)-1:0]  fill_id_i,
    /// Sector.
    input  wire logic [255:0]               fill_data_i,
    /// The read returned an error.
    input  wire logic                       fill_err_i,
    /// Write-back, as in lp_mdcache.
    output wire logic                       evict_valid_o,
    /// Ready.
    input  wire logic                       evict_ready_i,
    /// Byte address.
    output wire logic [ADDR_W-1:0]          evict_addr_o,
    /// Sector.
    output wire logic [255:0]               evict_data_o,
    /// A write-back is acknowledged.
    input  wire logic                       evicted_valid_i,
    /// It failed.
    input  wire logic                       evicted_err_i,
    /// As in lp_mdcache.
    output wire logic [1:0]                 stray_o,

    /// Counters of lp_mdcache: accesses.
    output wire logic [31:0]                accesses_o,
    /// Hits.
    output wire logic [31:0]                hits_o,
    /// Hits on sectors being fetched.
    output wire logic [31:0]                merged_o,
    /// Sectors fetched.
    output wire logic [31:0]                fills_o,
    /// Fetched sectors that served a neighbour.
    output wire logic [31:0]                used_o,
    /// Sectors written back.
    output wire logic [31:0]                writebacks_o,
    /// Write-backs that failed.
    output wire logic [31:0]                wb_err_o
);
  generate
    if (ENTRIES < 2 || ENTRIES > 64 || ENTRIES != 1 << $clog2(ENTRIES)) begin : g_check_entries
      lp_bad_ENTRIES_not_a_power_of_two_2_to_64 u_bad ();
    end
    if (ADDR_W < 8 + $clog2(SETS)) begin : g_check_addr_w
      lp_bad_ADDR_W_too_small_for_SETS u_bad ();
    end
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
  endgenerate

  localparam int EW = $clog2(ENTRIES);
  localparam int TAG = EW + 2;
  localparam logic [1:0] OP_READ = 2'd0, OP_WRITE = 2'd1, OP_FLUSH = 2'd2, OP_FORGET = 2'd3;
  localparam logic [1:0] READER = 2'd0, WRITER = 2'd1, DRIVER = 2'd2;

  // ---------------------------------------------------------------- the driver's operation
  // asked: an operation is in progress; left: those still to be started, the lower bit first.
  logic asked_q, begun_q, failed_q;
  logic [1:0] left_q;
  wire [1:0] left;
  wire c_want, c_go, c_answer, m_err;
  assign left = begun_q ? left_q : c_what_i;
  assign c_want = c_valid_i & ~asked_q & (left != 2'd0);
  assign c_ready_o = c_valid_i & ~asked_q & (left == 2'd0);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      asked_q <= 1'b0;
      begun_q <= 1'b0;
    end else begin
      asked_q <= (asked_q | c_go) & ~c_answer;
      begun_q <= (begun_q | c_go) & ~c_ready_o;
    end
    if (c_go) left_q <= left & {left[0], 1'b0};
    else if (c_answer & m_err) left_q <= 2'd0;
    if (!begun_q) failed_q <= 1'b0;
    else if (c_answer & m_err) failed_q <= 1'b1;
  end
  assign c_err_o = c_ready_o & begun_q & failed_q;

  // ---------------------------------------------------------------- next request
  localparam int REQ_W = 2 + ADDR_W + 1 + 4 + TAG;
  wire [2:0] want, grant;
  wire any, room, s_valid, s_ready;
  wire [REQ_W-1:0] next, head;
  // Known from the grant.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [1:0] index;
  /* verilator lint_on UNUSEDSIGNAL */
  // No other request is served between write-back and invalidation.
  assign want = {c_want, {write_valid_i, read_valid_i} & {2{~begun_q}}};
  lp_rr #(.N(3)) u_turn (
      .clk_i, .rst_ni, .req_i(want), .take_i(any & room), .grant_o(grant), .index_o(index),
      .any_o(any));
  assign {c_go, write_ready_o, read_ready_o} = grant & {3{room}};
  assign next = ({OP_READ, read_addr_i, 4'd0, READER, read_entry_i} & {REQ_W{grant[0]}})
              | ({OP_WRITE, write_addr_i, write_state_i, WRITER, write_entry_i} & {REQ_W{grant[1]}})
              | ({left[0] ? OP_FLUSH : OP_FORGET, {ADDR_W+1{1'b0}}, 4'd0, DRIVER, {EW{1'b0}}}
                 & {REQ_W{grant[2]}});
  lp_fifo #(.WIDTH(REQ_W), .DEPTH(2)) u_next (
      .clk_i, .rst_ni, .s_valid_i(any), .s_ready_o(room), .s_data_i(next), .m_valid_o(s_valid),
      .m_ready_i(s_ready), .m_data_o(head));

  // ---------------------------------------------------------------- the cache, and the receiver of
  //                                                                 its response
  wire m_valid, miss;
  wire [TAG-1:0] m_tag, miss_tag;
  /* verilator lint_off UNUSEDSIGNAL */
  wire evicted_ready;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_mdcache #(
      .SETS(SETS), .WAYS(WAYS), .MISSES(MISSES), .TARGETS(TARGETS), .ADDR_W(ADDR_W), .TAG(TAG),
      .COUNTERS(COUNTERS)
  ) u_cache (
      .clk_i, .rst_ni, .s_valid_i(s_valid), .s_ready_o(s_ready), .s_op_i(head[REQ_W-1 -: 2]),
      .s_addr_i(head[TAG+4 +: ADDR_W+1]), .s_state_i(head[TAG +: 4]), .s_tag_i(head[TAG-1:0]),
      .m_valid_o(m_valid), .m_ready_i(1'b1), .m_tag_o(m_tag), .m_state_o(answer_state_o),
      .m_err_o(m_err), .miss_o(miss), .miss_tag_o(miss_tag), .fetch_valid_o, .fetch_ready_i,
      .fetch_addr_o, .fetch_id_o, .fill_valid_i, .fill_ready_o, .fill_id_i, .fill_data_i,
      .fill_err_i, .evict_valid_o, .evict_ready_i, .evict_addr_o, .evict_data_o, .evicted_valid_i,
      .evicted_ready_o(evicted_ready), .evicted_err_i, .stray_o, .accesses_o, .hits_o, .merged_o,
      .fills_o, .used_o, .writebacks_o, .wb_err_o);
  assign answer_err_o = m_err | lost_i;
  assign answer_entry_o = m_tag[EW-1:0];
  assign read_answer_valid_o = m_valid & (m_tag[TAG-1:EW] == READER);
  assign write_answer_valid_o = m_valid & (m_tag[TAG-1:EW] == WRITER);
  assign c_answer = m_valid & (m_tag[TAG-1:EW] == DRIVER);
  assign read_miss_valid_o = miss & (miss_tag[TAG-1:EW] == READER);
  assign write_miss_valid_o = miss & (miss_tag[TAG-1:EW] == WRITER);
  assign miss_entry_o = miss_tag[EW-1:0];
endmodule

`default_nettype wire
