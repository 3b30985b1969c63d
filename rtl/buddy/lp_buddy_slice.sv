// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// One memory controller's slice of a GPU with Buddy Compression: reads and writes of 128-byte
/// lines on one side, device and buddy memory on the other. Pages never move, whatever the size of
/// their compressed lines: sectors that exceed a line's share of device memory are spilled to buddy
/// memory.
///
/// Requests carry the attributes of their page and are checked (lp_gbbr_xlat); a bad one gets a
/// code and has no effect. Requests for one line are carried out in order; responses for different
/// lines may overtake each other. Codes: 0 good, 1 reserved target, 2 slot past the carve-out, 3
/// frame past device memory, 4 impossible metadata state, 5 corrupt line, 6 memory error, or a line
/// that an earlier memory error made unreadable.
///
/// A write's sectors must be sent independently of responses being taken; responses must be taken
/// independently of requests being accepted. All registers are 0 after reset, and requests fault
/// until they are set.
///
/// Any AXI4 memory can be connected, including one memory or one queue for both ports. R of each
/// port is taken independently of other channels: immediately, or for metadata within a number of
/// cycles bounded by MISSES and TARGETS. B is taken immediately. When an address is on AW its data
/// is available: W and AW wait for no other channel of either port. AR and AW wait for R and B of
/// requests that the memory has taken earlier.
///
/// A memory error gives code 6 to the requests that it affects. A line of a compressed page that is
/// read with code 0 is always what was last written with code 0.
///
/// Latency of a read without stalls: 16 cycles plus the memories' latency (that of device memory
/// twice if the metadata is not cached and PARALLEL is 0) and that of the decoder. Interval: one
/// line per cycle for reads, limited by device memory and LANES; 4 cycles per write.
///
/// Blocks: lp_buddy_front, lp_buddy_read, lp_buddy_write, lp_buddy_meta, lp_buddy_dev,
/// lp_buddy_events, and the AXI adapters of the buddy port. Source: Buddy Compression (ISCA'20),
/// III; parallel fetch of metadata and data: its earlier version, on arXiv.
///
/// Combinational paths: cfg_* -> cfg_ready, cfg_err; cfg_reg -> cfg_value; d_valid -> d_ready;
/// dev_rvalid, dev_rid -> dev_rready; dev_bvalid, dev_bid -> dev_bready;
/// bud_bvalid, bud_bid -> bud_bready.
module lp_buddy_slice #(
    /// Log2 of a page's share in bytes: 13 for 64 KiB pages in 8 slices, 18 for 2 MiB.
    parameter int SHARE_W = 13,
    /// Bits of a frame number, in sixteenths of a share.
    parameter int FRAME_W = 23,
    /// Bits of a slot.
    parameter int SLOT_W = 21,
    /// Bits of a byte address.
    parameter int ADDR_W = 40,
    /// Requests in flight, a power of two from 2 to 64.
    parameter int ENTRIES = 16,
    /// Decoders, and sectors per beat of lines read: 1, 2 or 4.
    parameter int LANES = 1,
    /// Read device memory before a metadata miss returns.
    parameter int PARALLEL = 1,
    /// Sets of the metadata cache.
    parameter int SETS = 8,
    /// Its ways.
    parameter int WAYS = 4,
    /// Outstanding fetches.
    parameter int MISSES = 4,
    /// Requests that may wait for one fetch.
    parameter int TARGETS = 16,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM = 32,
    /// 1: the counters are built; 0: they are left out and read as 0.
    parameter int COUNTERS = 1,
    /// Mixed codecs, named by the states: bit c is codec c of lp_mixed_pkg. 0: a line's codec is
    /// that of its page.
    parameter int MIXED = 0
) (
    /// Clock.
    input  wire logic                          clk_i,
    /// Synchronous reset, active low.
    input  wire logic                          rst_ni,

    /// Register write: valid.
    input  wire logic                          cfg_valid_i,
    /// Register write: ready; for register 5, once the operation is done.
    output wire logic                          cfg_ready_o,
    /// With ready, for register 5: not all metadata could be written; the rest is kept.
    output wire logic                          cfg_err_o,
    /// 0 GBBR, 1 MDBASE, 2 slots, 3 frames (lp_gbbr_xlat); 4 events (lp_buddy_events), bits 5..0
    /// the events that occurred (write 1 to clear), 13..8 those that interrupt; 5 metadata cache
    /// (bit 0: write back all dirty sectors, bit 1: then drop all; reads as 0); 6, 7 none; 8 to 15
    /// the counters: accesses, hits, merged, fills, used, write-backs, refused, strays. Writes to 6
    /// and above are taken and ignored.
    input  wire logic [3:0]                    cfg_reg_i,
    /// Its new value.
    input  wire logic [ADDR_W-1:0]             cfg_data_i,
    /// In every cycle: the low ADDR_W bits of register cfg_reg_i.
    output wire logic [ADDR_W-1:0]             cfg_value_o,
    /// An event has occurred that the driver has not cleared.
    output wire logic                          error_o,
    /// An event that interrupts has occurred.
    output wire logic                          irq_o,

    /// Request: valid.
    input  wire logic                          q_valid_i,
    /// Request: ready.
    output wire logic                          q_ready_o,
    /// It is a write.
    input  wire logic                          q_write_i,
    /// Returned with the response.
    input  wire logic [7:0]                    q_id_i,
    /// The page is compressed.
    input  wire logic                          q_compressed_i,
    /// Its target: 0 1x, 1 1.33x, 2 2x, 3 4x, 4 16x.
    input  wire logic [2:0]                    q_target_i,
    /// Its codec (lp_codec_pkg), which must not change after its lines were written.
    input  wire logic [lp_codec_pkg::CODEC_W-1:0] q_codec_i,
    /// Its slot in the carve-out.
    input  wire logic [SLOT_W-1:0]             q_slot_i,
    /// Its frame in device memory.
    input  wire logic [FRAME_W-1:0]            q_frame_i,
    /// The line's index in the share.
    input  wire logic [(SHARE_W-7)-1:0]        q_index_i,

    /// Sector to be written: valid.
    input  wire logic                          d_valid_i,
    /// Sector to be written: ready.
    output wire logic                          d_ready_o,
    /// Four for each write, in the order of the requests.
    input  wire logic [255:0]                  d_data_i,

    /// Line read: valid.
    output wire logic                          m_valid_o,
    /// Line read: ready.
    input  wire logic                          m_ready_i,
    /// Id of the request.
    output wire logic [7:0]                    m_id_o,
    /// With the last beat: response code, 0 good. Otherwise 0.
    output wire logic [2:0]                    m_code_o,
    /// LANES sectors of the line, undefined if the code is not 0.
    output wire logic [256*LANES-1:0]          m_data_o,
    /// Last beat of the line.
    output wire logic                          m_last_o,

    /// Write done: valid.
    output wire logic                          k_valid_o,
    /// Write done: ready.
    input  wire logic                          k_ready_i,
    /// Id of the request.
    output wire logic [7:0]                    k_id_o,
    /// Response code, 0 good.
    output wire logic [2:0]                    k_code_o,

    /// Device memory, AXI: ARVALID.
    output wire logic                          dev_arvalid_o,
    /// Device memory, AXI: ARREADY.
    input  wire logic                          dev_arready_i,
    /// Device memory, AXI: ARID.
    output wire logic [$clog2(ENTRIES)+1-1:0]  dev_arid_o,
    /// Device memory, AXI: ARADDR, a multiple of 32.
    output wire logic [ADDR_W-1:0]             dev_araddr_o,
    /// Device memory, AXI: ARLEN, 0..3.
    output wire logic [7:0]                    dev_arlen_o,
    /// Device memory, AXI: ARSIZE, 32 bytes.
    output wire logic [2:0]                    dev_arsize_o,
    /// Device memory, AXI: ARBURST, INCR.
    output wire logic [1:0]                    dev_arburst_o,
    /// Device memory, AXI: RVALID.
    input  wire logic                          dev_rvalid_i,
    /// Device memory, AXI: RREADY.
    output wire logic                          dev_rready_o,
    /// Device memory, AXI: RID.
    input  wire logic [$clog2(ENTRIES)+1-1:0]  dev_rid_i,
    /// Device memory, AXI: RDATA.
    input  wire logic [255:0]                  dev_rdata_i,
    /// Device memory, AXI: RRESP.
    input  wire logic [1:0]                    dev_rresp_i,
    /// Device memory, AXI: RLAST.
    input  wire logic                          dev_rlast_i,
    /// Device memory, AXI: AWVALID.
    output wire logic                          dev_awvalid_o,
    /// Device memory, AXI: AWREADY.
    input  wire logic                          dev_awready_i,
    /// Device memory, AXI: AWID.
    output wire logic [$clog2(ENTRIES)+1-1:0]  dev_awid_o,
    /// Device memory, AXI: AWADDR, a multiple of 32.
    output wire logic [ADDR_W-1:0]             dev_awaddr_o,
    /// Device memory, AXI: AWLEN, 0..3.
    output wire logic [7:0]                    dev_awlen_o,
    /// Device memory, AXI: AWSIZE, 32 bytes.
    output wire logic [2:0]                    dev_awsize_o,
    /// Device memory, AXI: AWBURST, INCR.
    output wire logic [1:0]                    dev_awburst_o,
    /// Device memory, AXI: WVALID.
    output wire logic                          dev_wvalid_o,
    /// Device memory, AXI: WREADY.
    input  wire logic                          dev_wready_i,
    /// Device memory, AXI: WDATA.
    output wire logic [255:0]                  dev_wdata_o,
    /// Device memory, AXI: WSTRB.
    output wire logic [31:0]                   dev_wstrb_o,
    /// Device memory, AXI: WLAST.
    output wire logic                          dev_wlast_o,
    /// Device memory, AXI: BVALID.
    input  wire logic                          dev_bvalid_i,
    /// Device memory, AXI: BREADY.
    output wire logic                          dev_bready_o,
    /// Device memory, AXI: BID.
    input  wire logic [$clog2(ENTRIES)+1-1:0]  dev_bid_i,
    /// Device memory, AXI: BRESP.
    input  wire logic [1:0]                    dev_bresp_i,

    /// Buddy memory, AXI: ARVALID.
    output wire logic                          bud_arvalid_o,
    /// Buddy memory, AXI: ARREADY.
    input  wire logic                          bud_arready_i,
    /// Buddy memory, AXI: ARID.
    output wire logic [$clog2(ENTRIES)-1:0]    bud_arid_o,
    /// Buddy memory, AXI: ARADDR, a multiple of 32.
    output wire logic [ADDR_W-1:0]             bud_araddr_o,
    /// Buddy memory, AXI: ARLEN, 0..3.
    output wire logic [7:0]                    bud_arlen_o,
    /// Buddy memory, AXI: ARSIZE, 32 bytes.
    output wire logic [2:0]                    bud_arsize_o,
    /// Buddy memory, AXI: ARBURST, INCR.
    output wire logic [1:0]                    bud_arburst_o,
    /// Buddy memory, AXI: RVALID.
    input  wire logic                          bud_rvalid_i,
    /// Buddy memory, AXI: RREADY.
    output wire logic                          bud_rready_o,
    /// Buddy memory, AXI: RID.
    input  wire logic [$clog2(ENTRIES)-1:0]    bud_rid_i,
    /// Buddy memory, AXI: RDATA.
    input  wire logic [255:0]                  bud_rdata_i,
    /// Buddy memory, AXI: RRESP.
    input  wire logic [1:0]                    bud_rresp_i,
    /// Buddy memory, AXI: RLAST.
    input  wire logic                          bud_rlast_i,
    /// Buddy memory, AXI: AWVALID.
    output wire logic                          bud_awvalid_o,
    /// Buddy memory, AXI: AWREADY.
    input  wire logic                          bud_awready_i,
    /// Buddy memory, AXI: AWID.
    output wire logic [$clog2(ENTRIES)-1:0]    bud_awid_o,
    /// Buddy memory, AXI: AWADDR, a multiple of 32.
    output wire logic [ADDR_W-1:0]             bud_awaddr_o,
    /// Buddy memory, AXI: AWLEN, 0..3.
    output wire logic [7:0]                    bud_awlen_o,
    /// Buddy memory, AXI: AWSIZE, 32 bytes.
    output wire logic [2:0]                    bud_awsize_o,
    /// Buddy memory, AXI: AWBURST, INCR.
    output wire logic [1:0]                    bud_awburst_o,
    /// Buddy memory, AXI: WVALID.
    output wire logic                          bud_wvalid_o,
    /// Buddy memory, AXI: WREADY.
    input  wire logic                          bud_wready_i,
    /// Buddy memory, AXI: WDATA.
    output wire logic [255:0]                  bud_wdata_o,
    /// Buddy memory, AXI: WSTRB.
    output wire logic [31:0]                   bud_wstrb_o,
    /// Buddy memory, AXI: WLAST.
    output wire logic                          bud_wlast_o,
    /// Buddy memory, AXI: BVALID.
    input  wire logic                          bud_bvalid_i,
    /// Buddy memory, AXI: BREADY.
    output wire logic                          bud_bready_o,
    /// Buddy memory, AXI: BID.
    input  wire logic [$clog2(ENTRIES)-1:0]    bud_bid_i,
    /// Buddy memory, AXI: BRESP.
    input  wire logic [1:0]                    bud_bresp_i,

    /// Metadata cache: accesses.
    output wire logic [31:0]                   md_accesses_o,
    /// Hits among these.
    output wire logic [31:0]                   md_hits_o,
    /// Hits among these on sectors being fetched.
    output wire logic [31:0]                   md_merged_o,
    /// Sectors fetched.
    output wire logic [31:0]                   md_fills_o,
    /// Fetched sectors that served a neighbour.
    output wire logic [31:0]                   md_used_o,
    /// Sectors written back.
    output wire logic [31:0]                   md_writebacks_o,
    /// Refusals by memory.
    output wire logic [31:0]                   md_wb_err_o,
    /// Unexpected beats of R and B; they are ignored.
    output wire logic [31:0]                   strays_o,
    /// States of lines are lost after repeated memory errors: all requests to compressed pages are
    /// answered with code 6 until the next reset.
    output wire logic                          lost_o
);
  generate
    if (SHARE_W < 11) begin : g_check_share
      lp_bad_SHARE_W_below_11 u_bad ();
    end
    if (FRAME_W < 5) begin : g_check_frame_w
      lp_bad_FRAME_W_below_5 u_bad ();
    end
    if (SLOT_W < 5) begin : g_check_slot_w
      lp_bad_SLOT_W_below_5 u_bad ();
    end
    if (ADDR_W < FRAME_W + SHARE_W - 3 || ADDR_W < SLOT_W + SHARE_W) begin : g_check_addr_w
      lp_bad_ADDR_W_too_small_for_FRAME_W_and_SLOT_W u_bad ();
    end
    if (ENTRIES < 2 || ENTRIES > 64 || ENTRIES != 1 << $clog2(ENTRIES)) begin : g_check_entries
      lp_bad_ENTRIES_not_a_power_of_two_2_to_64 u_bad ();
    end
    if (LANES != 1 && LANES != 2 && LANES != 4) begin : g_check_lanes
      lp_bad_LANES_none_of_1_2_4 u_bad ();
    end
    if (PARALLEL != 0 && PARALLEL != 1) begin : g_check_parallel
      lp_bad_PARALLEL_neither_0_nor_1 u_bad ();
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
    if (MISSES > ENTRIES) begin : g_check_misses_above
      lp_bad_MISSES_above_ENTRIES u_bad ();
    end
    if (ELEM != 8 && ELEM != 16 && ELEM != 32) begin : g_check_elem
      lp_bad_ELEM_none_of_8_16_32 u_bad ();
    end
  endgenerate

  localparam int EW = $clog2(ENTRIES);

  // ---------------------------------------------------------------- registers
  wire to_front, to_events, to_cache, cache_ready;
  wire [ADDR_W-1:0] front_value;
  wire [5:0] seen, enable;
  wire [8*32-1:0] counts;
  assign to_front = (cfg_reg_i < 4'd4);
  assign to_events = (cfg_reg_i == 4'd4);
  assign to_cache = (cfg_reg_i == 4'd5);
  assign cfg_ready_o = ~(cfg_valid_i & to_cache) | cache_ready;
  assign counts = {strays_o, md_wb_err_o, md_writebacks_o, md_used_o, md_fills_o, md_merged_o,
                   md_hits_o, md_accesses_o};
  assign cfg_value_o = cfg_reg_i[3] ? ADDR_W'(counts[32*cfg_reg_i[2:0] +: 32])
                     : to_front ? front_value
                     : ADDR_W'({enable, 2'd0, seen}) & {ADDR_W{to_events}};

  // ---------------------------------------------------------------- requests
  wire r_valid, r_ready, w_valid, w_ready, compressed, w_done;
  wire [lp_codec_pkg::CODEC_W-1:0] codec;
  wire [EW-1:0] entry, w_done_entry;
  wire [ENTRIES-1:0] r_free;
  wire [7:0] id;
  wire [1:0] fault;
  wire [2:0] target;
  wire [ADDR_W-1:0] dev_addr, spill_addr;
  wire [ADDR_W:0] meta_addr;
  lp_buddy_front #(
      .SHARE_W(SHARE_W), .FRAME_W(FRAME_W), .SLOT_W(SLOT_W), .ADDR_W(ADDR_W), .ENTRIES(ENTRIES)
  ) u_front (
      .clk_i, .rst_ni, .cfg_valid_i(cfg_valid_i & to_front), .cfg_reg_i(cfg_reg_i[1:0]),
      .cfg_data_i, .cfg_value_o(front_value), .q_valid_i, .q_ready_o, .q_write_i, .q_id_i,
      .q_compressed_i, .q_target_i, .q_codec_i, .q_slot_i, .q_frame_i, .q_index_i,
      .r_valid_o(r_valid), .r_ready_i(r_ready), .w_valid_o(w_valid), .w_ready_i(w_ready),
      .m_entry_o(entry), .m_id_o(id), .m_fault_o(fault), .m_compressed_o(compressed),
      .m_target_o(target), .m_codec_o(codec), .m_dev_addr_o(dev_addr), .m_spill_addr_o(spill_addr),
      .m_meta_addr_o(meta_addr), .r_free_i(r_free), .w_done_i(w_done),
      .w_done_entry_i(w_done_entry));

  // ---------------------------------------------------------------- metadata
  wire rq_valid, rq_ready, read_answer_valid, read_miss_valid, write_miss_valid, wq_valid, wq_ready;
  wire write_answer_valid, answer_err;
  wire fetch_valid, fetch_ready, fill_valid, fill_ready, read_err, evict_valid, evict_ready;
  wire evicted_valid, written_err;
  wire [1:0] meta_stray, read_stray, write_stray, dev_stray;
  wire [ADDR_W:0] rq_addr, wq_addr;
  wire [EW-1:0] rq_entry, wq_entry, answer_entry, miss_entry, read_id;
  wire [3:0] wq_state, answer_state;
  wire [ADDR_W-1:0] fetch_addr, evict_addr;
  wire [$clog2(MISSES)-1:0] fetch_id;
  wire [255:0] read_data, evict_data;
  lp_buddy_meta #(
      .ENTRIES(ENTRIES), .ADDR_W(ADDR_W), .SETS(SETS), .WAYS(WAYS), .MISSES(MISSES),
      .TARGETS(TARGETS), .COUNTERS(COUNTERS)
  ) u_meta (
      .clk_i, .rst_ni, .c_valid_i(cfg_valid_i & to_cache), .c_ready_o(cache_ready),
      .c_err_o(cfg_err_o), .c_what_i(cfg_data_i[1:0]), .read_valid_i(rq_valid),
      .read_ready_o(rq_ready), .read_addr_i(rq_addr), .read_entry_i(rq_entry),
      .read_answer_valid_o(read_answer_valid), .read_miss_valid_o(read_miss_valid),
      .write_miss_valid_o(write_miss_valid), .miss_entry_o(miss_entry), .write_valid_i(wq_valid),
      .write_ready_o(wq_ready), .write_addr_i(wq_addr), .write_state_i(wq_state),
      .write_entry_i(wq_entry), .write_answer_valid_o(write_answer_valid),
      .answer_entry_o(answer_entry), .answer_state_o(answer_state), .answer_err_o(answer_err),
      .lost_i(lost_o), .fetch_valid_o(fetch_valid), .fetch_ready_i(fetch_ready),
      .fetch_addr_o(fetch_addr), .fetch_id_o(fetch_id), .fill_valid_i(fill_valid),
      .fill_ready_o(fill_ready), .fill_id_i(read_id[$clog2(MISSES)-1:0]), .fill_data_i(read_data),
      .fill_err_i(read_err), .evict_valid_o(evict_valid), .evict_ready_i(evict_ready),
      .evict_addr_o(evict_addr), .evict_data_o(evict_data), .evicted_valid_i(evicted_valid),
      .evicted_err_i(written_err), .stray_o(meta_stray), .accesses_o(md_accesses_o),
      .hits_o(md_hits_o), .merged_o(md_merged_o), .fills_o(md_fills_o), .used_o(md_used_o),
      .writebacks_o(md_writebacks_o), .wb_err_o(md_wb_err_o));

  // ---------------------------------------------------------------- reads
  wire load_valid, load_ready, load_idle, loaded_valid;
  wire rbud_valid, rbud_ready, budd_valid, budd_ready, budd_err;
  wire [ADDR_W-1:0] load_addr, rbud_addr;
  wire [2:0] load_sectors, rbud_sectors;
  wire [EW-1:0] load_entry, rbud_entry, budd_entry;
  wire [255:0] budd_data;
  // These are ready in every cycle.
  /* verilator lint_off UNUSEDSIGNAL */
  wire read_answer_ready, read_miss_ready, loaded_ready, write_answer_ready, write_miss_ready;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_buddy_read #(
      .ENTRIES(ENTRIES), .ADDR_W(ADDR_W), .LANES(LANES), .PARALLEL(PARALLEL), .ELEM(ELEM),
      .MIXED(MIXED)
  ) u_read (
      .clk_i, .rst_ni, .s_valid_i(r_valid), .s_ready_o(r_ready), .s_entry_i(entry), .s_id_i(id),
      .s_fault_i(fault), .s_compressed_i(compressed), .s_target_i(target), .s_codec_i(codec),
      .s_dev_addr_i(dev_addr), .s_spill_addr_i(spill_addr), .s_meta_addr_i(meta_addr),
      .q_valid_o(rq_valid), .q_ready_i(rq_ready), .q_addr_o(rq_addr), .q_entry_o(rq_entry),
      .a_valid_i(read_answer_valid), .a_ready_o(read_answer_ready), .a_entry_i(answer_entry),
      .a_state_i(answer_state), .a_err_i(answer_err), .miss_valid_i(read_miss_valid),
      .miss_ready_o(read_miss_ready), .miss_entry_i(miss_entry), .dev_idle_i(load_idle),
      .dev_valid_o(load_valid), .dev_ready_i(load_ready), .dev_addr_o(load_addr),
      .dev_sectors_o(load_sectors), .dev_entry_o(load_entry), .devd_valid_i(loaded_valid),
      .devd_ready_o(loaded_ready), .devd_entry_i(read_id), .devd_data_i(read_data),
      .devd_err_i(read_err), .bud_valid_o(rbud_valid), .bud_ready_i(rbud_ready),
      .bud_addr_o(rbud_addr), .bud_sectors_o(rbud_sectors), .bud_entry_o(rbud_entry),
      .budd_valid_i(budd_valid), .budd_ready_o(budd_ready), .budd_entry_i(budd_entry),
      .budd_data_i(budd_data), .budd_err_i(budd_err), .m_valid_o, .m_ready_i, .m_id_o, .m_code_o,
      .m_data_o, .m_last_o, .stray_o(read_stray), .free_o(r_free));

  // ---------------------------------------------------------------- writes
  wire store_valid, store_ready, store_eight, line_valid, line_ready, stored_valid, stored_ready;
  wire wbud_valid, wbud_ready, bd_valid, bd_ready, budb_valid, budb_ready, budb_err;
  wire [ADDR_W-1:0] store_addr, wbud_addr;
  wire [2:0] store_sectors, wbud_sectors;
  wire [EW-1:0] store_entry, stored_entry, wbud_entry, budb_entry;
  wire [255:0] line_data, bd_data;
  lp_buddy_write #(.ENTRIES(ENTRIES), .ADDR_W(ADDR_W), .ELEM(ELEM), .MIXED(MIXED)) u_write (
      .clk_i, .rst_ni, .s_valid_i(w_valid), .s_ready_o(w_ready), .s_entry_i(entry), .s_id_i(id),
      .s_fault_i(fault), .s_compressed_i(compressed), .s_target_i(target), .s_codec_i(codec),
      .s_dev_addr_i(dev_addr), .s_spill_addr_i(spill_addr), .s_meta_addr_i(meta_addr), .d_valid_i,
      .d_ready_o, .d_data_i, .q_valid_o(wq_valid), .q_ready_i(wq_ready), .q_addr_o(wq_addr),
      .q_state_o(wq_state), .q_entry_o(wq_entry), .a_valid_i(write_answer_valid),
      .a_ready_o(write_answer_ready), .a_entry_i(answer_entry), .a_err_i(answer_err),
      .miss_valid_i(write_miss_valid), .miss_ready_o(write_miss_ready), .miss_entry_i(miss_entry),
      .dev_valid_o(store_valid), .dev_ready_i(store_ready), .dev_addr_o(store_addr),
      .dev_sectors_o(store_sectors), .dev_entry_o(store_entry), .dev_eight_o(store_eight),
      .devd_valid_o(line_valid), .devd_ready_i(line_ready), .devd_data_o(line_data),
      .devb_valid_i(stored_valid), .devb_ready_o(stored_ready), .devb_entry_i(stored_entry),
      .devb_err_i(written_err), .bud_valid_o(wbud_valid), .bud_ready_i(wbud_ready),
      .bud_addr_o(wbud_addr), .bud_sectors_o(wbud_sectors), .bud_entry_o(wbud_entry),
      .budd_valid_o(bd_valid), .budd_ready_i(bd_ready), .budd_data_o(bd_data),
      .budb_valid_i(budb_valid), .budb_ready_o(budb_ready), .budb_entry_i(budb_entry),
      .budb_err_i(budb_err), .m_valid_o(k_valid_o), .m_ready_i(k_ready_i), .m_id_o(k_id_o),
      .m_code_o(k_code_o), .lost_o, .stray_o(write_stray), .done_o(w_done),
      .done_entry_o(w_done_entry));

  // ---------------------------------------------------------------- device memory
  lp_buddy_dev #(.ENTRIES(ENTRIES), .ADDR_W(ADDR_W), .MISSES(MISSES)) u_dev (
      .clk_i, .rst_ni, .load_valid_i(load_valid), .load_ready_o(load_ready),
      .load_addr_i(load_addr), .load_sectors_i(load_sectors), .load_entry_i(load_entry),
      .load_idle_o(load_idle), .loaded_valid_o(loaded_valid), .fetch_valid_i(fetch_valid),
      .fetch_ready_o(fetch_ready), .fetch_addr_i(fetch_addr), .fetch_id_i(fetch_id),
      .fill_valid_o(fill_valid), .fill_ready_i(fill_ready), .read_id_o(read_id),
      .read_data_o(read_data), .read_err_o(read_err), .store_valid_i(store_valid),
      .store_ready_o(store_ready), .store_addr_i(store_addr), .store_sectors_i(store_sectors),
      .store_eight_i(store_eight), .store_entry_i(store_entry), .line_valid_i(line_valid),
      .line_ready_o(line_ready), .line_data_i(line_data), .stored_valid_o(stored_valid),
      .stored_ready_i(stored_ready), .stored_entry_o(stored_entry), .evict_valid_i(evict_valid),
      .evict_ready_o(evict_ready), .evict_addr_i(evict_addr), .evict_data_i(evict_data),
      .evicted_valid_o(evicted_valid), .written_err_o(written_err), .stray_o(dev_stray),
      .arvalid_o(dev_arvalid_o), .arready_i(dev_arready_i), .arid_o(dev_arid_o),
      .araddr_o(dev_araddr_o), .arlen_o(dev_arlen_o), .rvalid_i(dev_rvalid_i),
      .rready_o(dev_rready_o), .rid_i(dev_rid_i), .rdata_i(dev_rdata_i), .rresp_i(dev_rresp_i),
      .rlast_i(dev_rlast_i), .awvalid_o(dev_awvalid_o), .awready_i(dev_awready_i),
      .awid_o(dev_awid_o), .awaddr_o(dev_awaddr_o), .awlen_o(dev_awlen_o), .wvalid_o(dev_wvalid_o),
      .wready_i(dev_wready_i), .wdata_o(dev_wdata_o), .wstrb_o(dev_wstrb_o), .wlast_o(dev_wlast_o),
      .bvalid_i(dev_bvalid_i), .bready_o(dev_bready_o), .bid_i(dev_bid_i), .bresp_i(dev_bresp_i));

  // ---------------------------------------------------------------- buddy memory
  lp_axi_rd #(.ADDR_W(ADDR_W), .ID_W(EW)) u_bud_rd (
      .clk_i, .rst_ni, .s_valid_i(rbud_valid), .s_ready_o(rbud_ready), .s_addr_i(rbud_addr),
      .s_sectors_i(rbud_sectors), .s_id_i(rbud_entry), .arvalid_o(bud_arvalid_o),
      .arready_i(bud_arready_i), .arid_o(bud_arid_o), .araddr_o(bud_araddr_o),
      .arlen_o(bud_arlen_o), .rvalid_i(bud_rvalid_i), .rready_o(bud_rready_o), .rid_i(bud_rid_i),
      .rdata_i(bud_rdata_i), .rresp_i(bud_rresp_i), .rlast_i(bud_rlast_i), .m_valid_o(budd_valid),
      .m_ready_i(budd_ready), .m_id_o(budd_entry), .m_data_o(budd_data), .m_err_o(budd_err));
  lp_axi_wr #(.ADDR_W(ADDR_W), .ID_W(EW)) u_bud_wr (
      .clk_i, .rst_ni, .s_valid_i(wbud_valid), .s_ready_o(wbud_ready), .s_addr_i(wbud_addr),
      .s_sectors_i(wbud_sectors), .s_id_i(wbud_entry), .s_eight_i(1'b0), .d_valid_i(bd_valid),
      .d_ready_o(bd_ready), .d_data_i(bd_data), .awvalid_o(bud_awvalid_o),
      .awready_i(bud_awready_i), .awid_o(bud_awid_o), .awaddr_o(bud_awaddr_o),
      .awlen_o(bud_awlen_o), .wvalid_o(bud_wvalid_o), .wready_i(bud_wready_i),
      .wdata_o(bud_wdata_o), .wstrb_o(bud_wstrb_o), .wlast_o(bud_wlast_o),
      .bvalid_i(bud_bvalid_i), .bready_o(bud_bready_o), .bid_i(bud_bid_i), .bresp_i(bud_bresp_i),
      .m_valid_o(budb_valid), .m_ready_i(budb_ready), .m_id_o(budb_entry), .m_err_o(budb_err));

  // ---------------------------------------------------------------- events
  lp_buddy_events u_events (
      .clk_i, .rst_ni, .lost_i(lost_o), .read_valid_i(m_valid_o & m_ready_i & m_last_o),
      .read_code_i(m_code_o), .write_valid_i(k_valid_o & k_ready_i), .write_code_i(k_code_o),
      .refused_i(evicted_valid & written_err),
      .stray_i(|{dev_stray, write_stray, read_stray, meta_stray}),
      .cfg_valid_i(cfg_valid_i & to_events), .cfg_clear_i(cfg_data_i[5:0]),
      .cfg_enable_i(cfg_data_i[13:8]), .seen_o(seen), .enable_o(enable), .error_o, .irq_o);

  // ---------------------------------------------------------------- strays
  generate
    if (COUNTERS != 0) begin : g_strays
      logic [31:0] strays_q;
      logic [3:0] sum_q;
      wire [3:0] sum;
      lp_popcount #(.WIDTH(8)) u_sum (
          .bits_i({dev_stray, write_stray, read_stray, meta_stray}), .count_o(sum));
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          sum_q <= 4'd0;
          strays_q <= 32'd0;
        end else begin
          sum_q <= sum;
          if (sum_q != 4'd0) strays_q <= strays_q + {28'd0, sum_q};
        end
      end
      assign strays_o = strays_q;
    end else begin : g_no_strays
      assign strays_o = 32'd0;
    end
  endgenerate

  assign {dev_arsize_o, dev_awsize_o, bud_arsize_o, bud_awsize_o} = {4{3'd5}};
  assign {dev_arburst_o, dev_awburst_o, bud_arburst_o, bud_awburst_o} = {4{2'd1}};
endmodule

`default_nettype wire
