// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Write path of a buddy memory slice: from requests with addresses and their lines to sectors.
///
/// A line of a compressed page is encoded and waits until the metadata cache has its state, or has
/// committed to storing it (a miss is announced). The state gives the number of sectors for device
/// memory and of sectors spilled to buddy memory; then they leave. If the cache refuses the state,
/// nothing changes in memory. If a memory refuses a sector, the line is lost: its state becomes
/// poison (15), and a read of it is an error until it is written again; the cache does this itself
/// if it cannot fetch the metadata for a committed state. If poison is refused 16 times in
/// succession, lost_o reports until the next reset that states are unreliable. Zero lines write
/// only their state. Lines of uncompressed pages go to device memory unchanged, without metadata. A
/// line of a faulty request is taken and dropped. Memories and cache acknowledge the writes of
/// different entries in any order; a request is answered when all its writes are acknowledged, with
/// an error code if one of them failed. Acknowledgements that no entry waits for are ignored, with
/// a pulse of stray_o.
///
/// A sector is offered at devd or budd unconditionally once its request is offered at dev or bud.
/// q, dev and bud wait only for their own ready; d waits for an entry's line to go through the
/// encoder; a, miss, devb and budb are always taken.
///
/// Stages: input (assigns a sector to its line) -> encoder, or bypass -> C (cut into sectors for
/// each memory) -> E (into the arrays) -> entries, which request their turn at the metadata cache
/// and the memories.
///
/// Latency from the last sector in to the first sector out: that of the encoder, the metadata
/// cache's answer and 6 cycles; without compression 5 cycles. Interval: 4 cycles per line; a line
/// that is not compressed enters the arrays when the encoder has none.
///
/// Compressed requests without a fault must have a target of 0..4. Source: Buddy Compression
/// (ISCA'20), III.
///
/// Combinational paths: d_valid -> d_ready.
module lp_buddy_write #(
    /// Writes in flight, a power of two from 2 to 64.
    parameter int ENTRIES = 16,
    /// Bits of a byte address.
    parameter int ADDR_W = 40,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM = 32,
    /// Mixed codecs, named by the states: bit c is codec c of lp_mixed_pkg. 0: a line's codec is
    /// that of its page.
    parameter int MIXED = 0
) (
    /// Clock.
    input  wire logic                             clk_i,
    /// Synchronous reset, active low.
    input  wire logic                             rst_ni,

    /// Write: valid.
    input  wire logic                             s_valid_i,
    /// Write: ready.
    output wire logic                             s_ready_o,
    /// Its entry, which is free.
    input  wire logic [$clog2(ENTRIES)-1:0]       s_entry_i,
    /// The L2's id.
    input  wire logic [7:0]                       s_id_i,
    /// Fault of its attributes, 0 none.
    input  wire logic [1:0]                       s_fault_i,
    /// The page is compressed.
    input  wire logic                             s_compressed_i,
    /// The page's target.
    input  wire logic [2:0]                       s_target_i,
    /// The page's codec; ignored if codecs are mixed.
    input  wire logic [lp_codec_pkg::CODEC_W-1:0] s_codec_i,
    /// Address in device memory.
    input  wire logic [ADDR_W-1:0]                s_dev_addr_i,
    /// Address in buddy memory.
    input  wire logic [ADDR_W-1:0]                s_spill_addr_i,
    /// Nibble address of its metadata.
    input  wire logic [ADDR_W:0]                  s_meta_addr_i,

    /// Sector of a line: valid. Four per write, in the order of the writes.
    input  wire logic                             d_valid_i,
    /// Sector of a line: ready.
    output wire logic                             d_ready_o,
    /// Sector, lowest address in the lowest byte.
    input  wire logic [255:0]                     d_data_i,

    /// Metadata write: valid.
    output wire logic                             q_valid_o,
    /// Metadata write: ready.
    input  wire logic                             q_ready_i,
    /// Nibble address.
    output wire logic [ADDR_W:0]                  q_addr_o,
    /// State of the line.
    output wire logic [3:0]                       q_state_o,
    /// Entry.
    output wire logic [$clog2(ENTRIES)-1:0]       q_entry_o,
    /// Its acknowledgement: valid.
    input  wire logic                             a_valid_i,
    /// Ready, always.
    output wire logic                             a_ready_o,
    /// Entry.
    input  wire logic [$clog2(ENTRIES)-1:0]       a_entry_i,
    /// The state is not written.
    input  wire logic                             a_err_i,
    /// The acknowledgement waits for a fetch: valid. It comes before the acknowledgement, and from
    /// now on the cache is committed to storing the state, or poison if the fetch fails.
    input  wire logic                             miss_valid_i,
    /// Ready, always.
    output wire logic                             miss_ready_o,
    /// Entry.
    input  wire logic [$clog2(ENTRIES)-1:0]       miss_entry_i,

    /// Sectors for device memory: valid.
    output wire logic                             dev_valid_o,
    /// Ready.
    input  wire logic                             dev_ready_i,
    /// Address of the first.
    output wire logic [ADDR_W-1:0]                dev_addr_o,
    /// Number of sectors, 1..4.
    output wire logic [2:0]                       dev_sectors_o,
    /// Entry.
    output wire logic [$clog2(ENTRIES)-1:0]       dev_entry_o,
    /// Only the low 8 bytes of the sector are written, at the address.
    output wire logic                             dev_eight_o,
    /// Sector: valid. In the order of dev.
    output wire logic                             devd_valid_o,
    /// Sector: ready.
    input  wire logic                             devd_ready_i,
    /// Sector.
    output wire logic [255:0]                     devd_data_o,
    /// Acknowledgement of all of an entry's sectors: valid.
    input  wire logic                             devb_valid_i,
    /// Ready, always.
    output wire logic                             devb_ready_o,
    /// Entry.
    input  wire logic [$clog2(ENTRIES)-1:0]       devb_entry_i,
    /// The sectors are not written.
    input  wire logic                             devb_err_i,

    /// Sectors for buddy memory: valid.
    output wire logic                             bud_valid_o,
    /// Ready.
    input  wire logic                             bud_ready_i,
    /// Address of the first.
    output wire logic [ADDR_W-1:0]                bud_addr_o,
    /// Number of sectors, 1..4.
    output wire logic [2:0]                       bud_sectors_o,
    /// Entry.
    output wire logic [$clog2(ENTRIES)-1:0]       bud_entry_o,
    /// Sector: valid. In the order of bud.
    output wire logic                             budd_valid_o,
    /// Sector: ready.
    input  wire logic                             budd_ready_i,
    /// Sector.
    output wire logic [255:0]                     budd_data_o,
    /// Acknowledgement of all of an entry's sectors: valid.
    input  wire logic                             budb_valid_i,
    /// Ready, always.
    output wire logic                             budb_ready_o,
    /// Entry.
    input  wire logic [$clog2(ENTRIES)-1:0]       budb_entry_i,
    /// The sectors are not written.
    input  wire logic                             budb_err_i,

    /// Response: valid.
    output wire logic                             m_valid_o,
    /// Ready.
    input  wire logic                             m_ready_i,
    /// The L2's id.
    output wire logic [7:0]                       m_id_o,
    /// Response code, 0 good.
    output wire logic [2:0]                       m_code_o,

    /// States are lost: the metadata cache must answer every request with an error.
    output wire logic                             lost_o,
    /// Pulse for an acknowledgement that no entry waits for: 0 devb, 1 budb.
    output wire logic [1:0]                       stray_o,
    /// An entry is free again: its response was taken in the previous cycle.
    output wire logic                             done_o,
    /// Its entry.
    output wire logic [$clog2(ENTRIES)-1:0]       done_entry_o
);
  generate
    if (ENTRIES < 2 || ENTRIES > 64 || ENTRIES != 1 << $clog2(ENTRIES)) begin : g_check_entries
      lp_bad_ENTRIES_not_a_power_of_two_2_to_64 u_bad ();
    end
    if (ADDR_W < 1) begin : g_check_addr_w
      lp_bad_ADDR_W_below_1 u_bad ();
    end
    if (ELEM != 8 && ELEM != 16 && ELEM != 32) begin : g_check_elem
      lp_bad_ELEM_none_of_8_16_32 u_bad ();
    end
    if (MIXED != 0 && ELEM != 16) begin : g_check_mixed
      lp_bad_MIXED_and_ELEM_not_16 u_bad ();
    end
  endgenerate

  localparam int EW = $clog2(ENTRIES);
  localparam int PAGE_W = lp_codec_pkg::CODEC_W;
  localparam int CODEC_W = MIXED == 0 ? PAGE_W : 2;
  // Requests whose line has not arrived, and lines in the encoder.
  localparam int JOBS = 6;
  localparam int LINES = 8;
  localparam logic [2:0] MEMORY_ERROR = 3'd6;
  localparam logic [3:0] POISON = 4'd15;

  // ---------------------------------------------------------------- requests
  localparam int JOB_W = EW + 1 + 1 + PAGE_W + 3;
  wire take, steer_valid, steer_faulty, steer_compressed, steer_leave;
  wire [EW-1:0] steer_entry;
  wire [PAGE_W-1:0] steer_codec;
  wire [2:0] steer_target;
  assign take = s_valid_i & s_ready_o;
  lp_fifo #(.WIDTH(JOB_W), .DEPTH(JOBS)) u_steer (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o,
      .s_data_i({s_entry_i, s_fault_i != 2'd0, s_compressed_i, s_codec_i, s_target_i}),
      .m_valid_o(steer_valid), .m_ready_i(steer_leave),
      .m_data_o({steer_entry, steer_faulty, steer_compressed, steer_codec, steer_target}));

  // ---------------------------------------------------------------- input: line of the sector
  // Lines that are not encoded give way to those of the encoder.
  logic [1:0] idx_q;
  wire d_first, d_last, d_take, to_drop, to_enc, to_raw, enc_room, line_room, enc_valid;
  assign d_first = (idx_q == 2'd0);
  assign d_last = (idx_q == 2'd3);
  assign to_drop = steer_valid & steer_faulty & ~enc_valid;
  assign to_enc = steer_valid & ~steer_faulty & steer_compressed & (line_room | ~d_first);
  assign to_raw = steer_valid & ~steer_faulty & ~steer_compressed & ~enc_valid;
  assign d_ready_o = to_drop | (to_enc & enc_room) | to_raw;
  assign d_take = d_valid_i & d_ready_o;
  assign steer_leave = d_take & d_last;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) idx_q <= 2'd0;
    else if (d_take) idx_q <= idx_q + 2'd1;
  end

  // ---------------------------------------------------------------- encoder
  wire enc_last;
  wire [255:0] enc_data;
  wire [10:0] enc_size;
  wire [2:0] enc_sectors;
  wire [CODEC_W-1:0] enc_codec;
  generate
    if (MIXED == 0) begin : g_one
      // All are entries.
      /* verilator lint_off UNUSEDSIGNAL */
      wire enc_mem;
      wire [5:0] enc_count;
      /* verilator lint_on UNUSEDSIGNAL */
      lp_codec_enc #(.ELEM(ELEM)) u_enc (
          .clk_i, .rst_ni, .s_valid_i(d_valid_i & to_enc), .s_ready_o(enc_room),
          .s_data_i(d_data_i), .s_codec_i(steer_codec), .s_mem_i(1'b1), .s_last_i(1'b1),
          .m_valid_o(enc_valid), .m_ready_i(1'b1), .m_data_o(enc_data), .m_codec_o(enc_codec),
          .m_mem_o(enc_mem), .m_last_o(enc_last), .m_count_o(enc_count), .m_size_o(enc_size),
          .m_sectors_o(enc_sectors));
    end else begin : g_mixed
      /* verilator lint_off UNUSEDSIGNAL */
      wire unused;
      /* verilator lint_on UNUSEDSIGNAL */
      assign unused = |steer_codec;
      lp_mixed_enc #(.CODECS(MIXED)) u_enc (
          .clk_i, .rst_ni, .quick_i(1'b0), .s_valid_i(d_valid_i & to_enc), .s_ready_o(enc_room),
          .s_data_i(d_data_i), .s_codec_i(3'(lp_mixed_pkg::BEST)), .m_valid_o(enc_valid),
          .m_ready_i(1'b1), .m_data_o(enc_data), .m_codec_o(enc_codec), .m_last_o(enc_last),
          .m_size_o(enc_size), .m_sectors_o(enc_sectors));
    end
  endgenerate

  wire [EW-1:0] line_entry;
  wire [2:0] line_target;
  /* verilator lint_off UNUSEDSIGNAL */
  wire line_valid;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_fifo #(.WIDTH(EW + 3), .DEPTH(LINES)) u_line (
      .clk_i, .rst_ni, .s_valid_i(d_take & to_enc & d_first), .s_ready_o(line_room),
      .s_data_i({steer_entry, steer_target}), .m_valid_o(line_valid),
      .m_ready_i(enc_valid & enc_last), .m_data_o({line_entry, line_target}));

  // ---------------------------------------------------------------- C: lines are cut
  logic c_first_q;
  logic [1:0] c_at_q, c_due_q;
  wire tiny, split_eight, to_dev, to_bud, past;
  wire [3:0] state;
  wire [2:0] split_dev, split_spill, dev_n;
  assign past = d_take & (to_raw | to_drop);
  assign tiny = (enc_size[10:6] == 5'd0) | (enc_size == 11'd64);
  lp_gbbr_to_state #(.MIXED(MIXED), .CODEC_W(CODEC_W)) u_state (
      .codec_i(enc_codec), .sectors_i(enc_sectors), .tiny_i(tiny), .target_i(line_target),
      .state_o(state));
  /* verilator lint_off UNUSEDSIGNAL */
  wire split_bad;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_gbbr_split #(.MIXED(MIXED)) u_split (
      .state_i(state), .target_i(line_target), .dev_o(split_dev), .eight_o(split_eight),
      .spill_o(split_spill), .bad_o(split_bad));
  assign dev_n = split_dev | {2'd0, split_eight};
  assign to_dev = c_first_q ? dev_n != 3'd0 : c_due_q != 2'd0;
  assign to_bud = ~to_dev & (~c_first_q | (split_spill != 3'd0));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      c_first_q <= 1'b1;
      c_at_q <= 2'd0;
    end else if (enc_valid) begin
      c_first_q <= enc_last;
      c_at_q <= enc_last ? 2'd0 : c_at_q + 2'd1;
    end
    // One of up to four sectors leaves in the first cycle, so two bits can count the rest.
    if (enc_valid) c_due_q <= (c_first_q ? dev_n[1:0] : c_due_q) - {1'b0, to_dev};
  end

  // ---------------------------------------------------------------- E: sectors into the arrays
  logic e_first_q, e_last_q, e_enc_q, e_raw_q, e_dev_q, e_bud_q, e_eight_q;
  logic [EW-1:0] e_entry_q;
  logic [1:0] e_at_q;
  logic [2:0] e_dev_n_q, e_spill_n_q;
  logic [3:0] e_state_q;
  logic [255:0] e_data_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      e_first_q <= 1'b0;
      e_last_q <= 1'b0;
      e_dev_q <= 1'b0;
      e_bud_q <= 1'b0;
    end else begin
      e_first_q <= enc_valid ? c_first_q : past & d_first;
      e_last_q <= enc_valid ? enc_last : past & d_last;
      e_dev_q <= enc_valid ? to_dev : past & to_raw;
      e_bud_q <= enc_valid & to_bud;
    end
    e_enc_q <= enc_valid;
    e_raw_q <= to_raw;
    e_entry_q <= enc_valid ? line_entry : steer_entry;
    e_at_q <= enc_valid ? c_at_q : idx_q;
    e_dev_n_q <= enc_valid ? dev_n : 3'd4;
    e_spill_n_q <= split_spill & {3{enc_valid}};
    e_eight_q <= enc_valid & split_eight;
    e_state_q <= state;
    e_data_q <= enc_valid ? enc_data : d_data_i;
  end

  // ---------------------------------------------------------------- entries
  // meta, dev, bud: not acknowledged. want: not issued either. owed: the cache is committed to the
  // state of meta. guard: the cache has the state, or is committed to it. bad: a write was refused.
  // A line that is bad after its guard becomes poison.
  logic lost_q;
  wire [ENTRIES-1:0] want_meta, want_dev, want_bud, meta_asked, dev_asked, bud_asked;
  wire [ENTRIES-1:0] poison, dev_open, bud_open, full, grant;
  wire [ENTRIES*4-1:0] meta_count, dev_count;
  wire [ENTRIES*5-1:0] bud_count;
  wire [ENTRIES*11-1:0] answer;
  wire any, m_room;
  wire [EW-1:0] turn;
  genvar e;
  generate
    for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry
      logic live_q, meta_q, dev_q, bud_q, want_meta_q, want_dev_q, want_bud_q, guard_q, bad_q;
      logic owed_q, poison_q, eight_q;
      logic [1:0] fault_q;
      logic [2:0] dev_n_q, spill_n_q;
      logic [3:0] state_q;
      logic [7:0] id_q;
      wire begins, cut, whole, states, a_hit, miss_hit, devb_hit, budb_hit, known, err, idle;
      wire poisons, over;
      assign begins = take & (s_entry_i == EW'(e));
      assign cut = e_first_q & (e_entry_q == EW'(e));
      assign whole = e_last_q & (e_entry_q == EW'(e));
      assign a_hit = a_valid_i & (a_entry_i == EW'(e)) & meta_q;
      assign devb_hit = devb_valid_i & (devb_entry_i == EW'(e)) & dev_open[e];
      assign budb_hit = budb_valid_i & (budb_entry_i == EW'(e)) & bud_open[e];
      assign miss_hit = miss_valid_i & (miss_entry_i == EW'(e)) & meta_q;
      assign known = (miss_hit | (a_hit & ~a_err_i)) & ~guard_q;
      assign over = a_hit & (a_err_i ? owed_q | lost_q : poison_q);
      assign err = (a_hit & a_err_i) | (devb_hit & devb_err_i) | (budb_hit & budb_err_i);
      assign idle = live_q & ~(meta_q | dev_q | bud_q);
      assign poisons = idle & bad_q & guard_q;
      assign states = (whole & e_enc_q) | poisons;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          live_q <= 1'b0;
          meta_q <= 1'b0;
          dev_q <= 1'b0;
          bud_q <= 1'b0;
          want_meta_q <= 1'b0;
          want_dev_q <= 1'b0;
          want_bud_q <= 1'b0;
        end else begin
          live_q <= whole | (live_q & ~(grant[e] & m_room));
          meta_q <= states | (meta_q & ~a_hit);
          dev_q <= (whole & ~e_enc_q & e_raw_q) | (known & (dev_n_q != 3'd0))
                 | (dev_q & ~devb_hit);
          bud_q <= (known & (spill_n_q != 3'd0)) | (bud_q & ~budb_hit);
          want_meta_q <= states | (want_meta_q & ~meta_asked[e]);
          want_dev_q <= (whole & ~e_enc_q & e_raw_q) | (known & (dev_n_q != 3'd0))
                      | (want_dev_q & ~dev_asked[e]);
          want_bud_q <= (known & (spill_n_q != 3'd0)) | (want_bud_q & ~bud_asked[e]);
        end
        guard_q <= ~begins & (known | (guard_q & ~over));
        owed_q <= ~states & (miss_hit | owed_q);
        poison_q <= ~begins & (poisons | poison_q);
        bad_q <= ~begins & (bad_q | err);
        if (begins) {fault_q, id_q} <= {s_fault_i, s_id_i};
        if (cut) {dev_n_q, spill_n_q, eight_q, state_q} <=
            {e_dev_n_q, e_spill_n_q, e_eight_q, e_state_q};
      end
      assign want_meta[e] = want_meta_q;
      assign want_dev[e] = want_dev_q;
      assign want_bud[e] = want_bud_q;
      assign poison[e] = poison_q & ~owed_q;
      assign dev_open[e] = dev_q & ~want_dev_q;
      assign bud_open[e] = bud_q & ~want_bud_q;
      assign meta_count[4*e +: 4] = poison_q ? POISON : state_q;
      assign dev_count[4*e +: 4] = {dev_n_q, eight_q};
      assign bud_count[5*e +: 5] = {spill_n_q, dev_n_q[1:0]};
      assign full[e] = idle & ~(bad_q & guard_q);
      assign answer[11*e +: 11] = {id_q, bad_q ? MEMORY_ERROR : {1'b0, fault_q}};
    end
  endgenerate
  assign a_ready_o = 1'b1;
  assign miss_ready_o = 1'b1;
  assign devb_ready_o = 1'b1;
  assign budb_ready_o = 1'b1;

  logic [3:0] refused_q;  // consecutive refusals of poison
  logic [1:0] stray_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      lost_q <= 1'b0;
      refused_q <= 4'd0;
      stray_q <= 2'd0;
    end else begin
      if (a_valid_i & poison[a_entry_i]) begin
        refused_q <= a_err_i ? refused_q + 4'd1 : 4'd0;
        lost_q <= lost_q | (a_err_i & (&refused_q));
      end
      stray_q <= {budb_valid_i & ~bud_open[budb_entry_i], devb_valid_i & ~dev_open[devb_entry_i]};
    end
  end
  assign lost_o = lost_q;
  assign stray_o = stray_q;

  // ---------------------------------------------------------------- turn
  wire dev_turn, dev_order, bud_turn, bud_order;
  wire [1:0] bud_from;
  lp_buddy_ask #(.ENTRIES(ENTRIES), .WIDTH(ADDR_W + 1), .COUNT_W(4)) u_meta_ask (
      .clk_i, .rst_ni, .begin_i(take), .begin_entry_i(s_entry_i), .begin_data_i(s_meta_addr_i),
      .want_i(want_meta), .guess_i({ENTRIES{1'b0}}), .idle_i(1'b0), .count_i(meta_count),
      .asked_o(meta_asked), .m_valid_o(q_valid_o), .m_ready_i(q_ready_i), .m_data_o(q_addr_o),
      .m_count_o(q_state_o), .m_entry_o(q_entry_o));
  lp_buddy_ask #(.ENTRIES(ENTRIES), .WIDTH(ADDR_W), .COUNT_W(4)) u_dev_ask (
      .clk_i, .rst_ni, .begin_i(take), .begin_entry_i(s_entry_i), .begin_data_i(s_dev_addr_i),
      .want_i(want_dev), .guess_i({ENTRIES{1'b0}}), .idle_i(1'b0), .count_i(dev_count),
      .asked_o(dev_asked), .m_valid_o(dev_turn), .m_ready_i(dev_ready_i & dev_order),
      .m_data_o(dev_addr_o), .m_count_o({dev_sectors_o, dev_eight_o}), .m_entry_o(dev_entry_o));
  lp_buddy_ask #(.ENTRIES(ENTRIES), .WIDTH(ADDR_W), .COUNT_W(5)) u_bud_ask (
      .clk_i, .rst_ni, .begin_i(take), .begin_entry_i(s_entry_i), .begin_data_i(s_spill_addr_i),
      .want_i(want_bud), .guess_i({ENTRIES{1'b0}}), .idle_i(1'b0), .count_i(bud_count),
      .asked_o(bud_asked), .m_valid_o(bud_turn), .m_ready_i(bud_ready_i & bud_order),
      .m_data_o(bud_addr_o), .m_count_o({bud_sectors_o, bud_from}), .m_entry_o(bud_entry_o));
  assign dev_valid_o = dev_turn & dev_order;
  assign bud_valid_o = bud_turn & bud_order;

  lp_buddy_drain #(.ENTRIES(ENTRIES)) u_dev (
      .clk_i, .rst_ni, .w_en_i(e_dev_q), .w_entry_i(e_entry_q), .w_at_i(e_at_q),
      .w_data_i(e_data_q), .s_valid_i(dev_turn & dev_ready_i), .s_ready_o(dev_order),
      .s_entry_i(dev_entry_o), .s_at_i(2'd0), .s_sectors_i(dev_sectors_o),
      .m_valid_o(devd_valid_o), .m_ready_i(devd_ready_i), .m_data_o(devd_data_o));
  lp_buddy_drain #(.ENTRIES(ENTRIES)) u_bud (
      .clk_i, .rst_ni, .w_en_i(e_bud_q), .w_entry_i(e_entry_q), .w_at_i(e_at_q),
      .w_data_i(e_data_q), .s_valid_i(bud_turn & bud_ready_i), .s_ready_o(bud_order),
      .s_entry_i(bud_entry_o), .s_at_i(bud_from), .s_sectors_i(bud_sectors_o),
      .m_valid_o(budd_valid_o), .m_ready_i(budd_ready_i), .m_data_o(budd_data_o));

  // ---------------------------------------------------------------- answers
  logic done_q;
  logic [EW-1:0] done_entry_q;
  wire [10:0] picked;
  wire [EW-1:0] m_entry;
  wire [EW+10:0] m_head;
  lp_rr #(.N(ENTRIES)) u_answer_turn (
      .clk_i, .rst_ni, .req_i(full), .take_i(m_room), .grant_o(grant), .index_o(turn),
      .any_o(any));
  lp_pick #(.WIDTH(11), .WORDS(ENTRIES)) u_answer (
      .sel_i(grant), .data_i(answer), .data_o(picked));
  lp_fifo #(.WIDTH(EW + 11), .DEPTH(2)) u_answers (
      .clk_i, .rst_ni, .s_valid_i(any), .s_ready_o(m_room), .s_data_i({turn, picked}),
      .m_valid_o(m_valid_o), .m_ready_i, .m_data_o(m_head));
  assign {m_entry, m_id_o, m_code_o} = m_head & {EW+11{m_valid_o}};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) done_q <= 1'b0;
    else done_q <= m_valid_o & m_ready_i;
    done_entry_q <= m_entry;
  end
  assign done_o = done_q;
  assign done_entry_o = done_entry_q & {EW{done_q}};
endmodule

`default_nettype wire
