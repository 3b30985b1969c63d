// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Read path of a buddy memory slice: from requests with addresses to lines.
///
/// The state of a compressed line is read from the metadata cache; it gives the number of sectors
/// in device memory and of spilled sectors in buddy memory. Sectors of different entries arrive in
/// any order and wait in one buffer for each memory. A complete line goes to one of LANES decoders;
/// in the same cycle a line without sectors can go to another. Zero lines fetch nothing. With
/// PARALLEL the whole device-memory share of the line is fetched when the metadata misses and
/// device memory is otherwise idle; a line that needs less does not wait for the rest. Faults,
/// impossible states, lost lines, memory errors and corrupt lines end in a response with a code,
/// and do not stall other lines. Sectors that no entry waits for are ignored, with a pulse of
/// stray_o.
///
/// a, miss, devd and budd are always taken. dev and bud wait only for their own ready.
///
/// Latency: 6 cycles, the memories' latency and that of lp_buddy_lane. Interval: up to LANES / 4
/// lines per cycle, limited by the ports. Source: Buddy Compression, III.
///
/// Combinational paths: none.
module lp_buddy_read #(
    /// Reads in flight, a power of two from 2 to 64.
    parameter int ENTRIES = 16,
    /// Bits of a byte address.
    parameter int ADDR_W = 40,
    /// Decoders, and sectors per beat of the response: 1, 2 or 4.
    parameter int LANES = 1,
    /// Read device memory before a metadata miss returns.
    parameter int PARALLEL = 1,
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

    /// Read: valid.
    input  wire logic                             s_valid_i,
    /// Read: ready.
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
    /// Address in device memory, of a sector or of 8 bytes.
    input  wire logic [ADDR_W-1:0]                s_dev_addr_i,
    /// Address in buddy memory, of a sector.
    input  wire logic [ADDR_W-1:0]                s_spill_addr_i,
    /// Nibble address of its metadata.
    input  wire logic [ADDR_W:0]                  s_meta_addr_i,

    /// Metadata read: valid.
    output wire logic                             q_valid_o,
    /// Metadata read: ready.
    input  wire logic                             q_ready_i,
    /// Nibble address.
    output wire logic [ADDR_W:0]                  q_addr_o,
    /// Entry.
    output wire logic [$clog2(ENTRIES)-1:0]       q_entry_o,
    /// Response: valid.
    input  wire logic                             a_valid_i,
    /// Answer: ready, always.
    output wire logic                             a_ready_o,
    /// Entry.
    input  wire logic [$clog2(ENTRIES)-1:0]       a_entry_i,
    /// State of the line.
    input  wire logic [3:0]                       a_state_i,
    /// The state could not be read.
    input  wire logic                             a_err_i,
    /// The response needs a fetch: valid. It comes before the response.
    input  wire logic                             miss_valid_i,
    /// Ready, always.
    output wire logic                             miss_ready_o,
    /// Entry.
    input  wire logic [$clog2(ENTRIES)-1:0]       miss_entry_i,

    /// Device memory has no read pending.
    input  wire logic                             dev_idle_i,
    /// Sectors to read from device memory: valid.
    output wire logic                             dev_valid_o,
    /// Ready.
    input  wire logic                             dev_ready_i,
    /// Address of the first.
    output wire logic [ADDR_W-1:0]                dev_addr_o,
    /// Number of sectors, 1..4.
    output wire logic [2:0]                       dev_sectors_o,
    /// Entry.
    output wire logic [$clog2(ENTRIES)-1:0]       dev_entry_o,
    /// Sector from device memory: valid.
    input  wire logic                             devd_valid_i,
    /// Ready, always.
    output wire logic                             devd_ready_o,
    /// Entry, whose sectors come in order.
    input  wire logic [$clog2(ENTRIES)-1:0]       devd_entry_i,
    /// Sector.
    input  wire logic [255:0]                     devd_data_i,
    /// The read returned an error.
    input  wire logic                             devd_err_i,

    /// Sectors to read from buddy memory: valid.
    output wire logic                             bud_valid_o,
    /// Ready.
    input  wire logic                             bud_ready_i,
    /// Address of the first.
    output wire logic [ADDR_W-1:0]                bud_addr_o,
    /// Number of sectors, 1..4.
    output wire logic [2:0]                       bud_sectors_o,
    /// Entry.
    output wire logic [$clog2(ENTRIES)-1:0]       bud_entry_o,
    /// Sector from buddy memory: valid.
    input  wire logic                             budd_valid_i,
    /// Ready, always.
    output wire logic                             budd_ready_o,
    /// Entry, whose sectors come in order.
    input  wire logic [$clog2(ENTRIES)-1:0]       budd_entry_i,
    /// Sector.
    input  wire logic [255:0]                     budd_data_i,
    /// The read returned an error.
    input  wire logic                             budd_err_i,

    /// Response: valid.
    output wire logic                             m_valid_o,
    /// Ready.
    input  wire logic                             m_ready_i,
    /// The L2's id.
    output wire logic [7:0]                       m_id_o,
    /// With the last beat: response code, 0 good. Otherwise 0.
    output wire logic [2:0]                       m_code_o,
    /// LANES sectors of the line, undefined if the code is not 0.
    output wire logic [256*LANES-1:0]             m_data_o,
    /// Last beat of the line.
    output wire logic                             m_last_o,

    /// Pulse for a sector that no entry waits for: 0 device, 1 buddy memory.
    output wire logic [1:0]                       stray_o,
    /// Entries that become free.
    output wire logic [ENTRIES-1:0]               free_o
);
  generate
    if (ENTRIES < 2 || ENTRIES > 64 || ENTRIES != 1 << $clog2(ENTRIES)) begin : g_check_entries
      lp_bad_ENTRIES_not_a_power_of_two_2_to_64 u_bad ();
    end
    if (ADDR_W < 6) begin : g_check_addr_w
      lp_bad_ADDR_W_below_6 u_bad ();
    end
    if (LANES != 1 && LANES != 2 && LANES != 4) begin : g_check_lanes
      lp_bad_LANES_none_of_1_2_4 u_bad ();
    end
    if (PARALLEL != 0 && PARALLEL != 1) begin : g_check_parallel
      lp_bad_PARALLEL_neither_0_nor_1 u_bad ();
    end
    if (ELEM != 8 && ELEM != 16 && ELEM != 32) begin : g_check_elem
      lp_bad_ELEM_none_of_8_16_32 u_bad ();
    end
    if (MIXED != 0 && ELEM != 16) begin : g_check_mixed
      lp_bad_MIXED_and_ELEM_not_16 u_bad ();
    end
  endgenerate

  localparam int EW = $clog2(ENTRIES);
  localparam int CODEC_W = MIXED == 0 ? lp_codec_pkg::CODEC_W : 2;
  localparam int DEPTH = 8;
  localparam logic [2:0] BAD_STATE = 3'd4, MEMORY_ERROR = 3'd6;

  // ---------------------------------------------------------------- requests
  wire take, asks;
  wire [ADDR_W+EW:0] meta_head;
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = (|s_dev_addr_i[2:0]) | (|s_spill_addr_i[4:0]);
  assign take = s_valid_i & s_ready_o;
  assign asks = s_compressed_i & (s_fault_i == 2'd0);
  lp_fifo #(.WIDTH(ADDR_W + 1 + EW), .DEPTH(4)) u_meta (
      .clk_i, .rst_ni, .s_valid_i(s_valid_i & asks), .s_ready_o(s_ready_o),
      .s_data_i({s_meta_addr_i, s_entry_i}), .m_valid_o(q_valid_o), .m_ready_i(q_ready_i),
      .m_data_o(meta_head));
  assign {q_addr_o, q_entry_o} = meta_head & {ADDR_W+1+EW{q_valid_o}};

  // ---------------------------------------------------------------- answers
  wire [ENTRIES*3-1:0] target;
  wire [2:0] a_dev, a_spill, a_whole, a_sectors, a_code;
  wire a_eight, a_bad, a_good, a_in_eight, a_named, a_poison;
  wire [CODEC_W-1:0] a_codec;
  // lp_gbbr_split reports reserved states as bad, too.
  /* verilator lint_off UNUSEDSIGNAL */
  wire a_reserved;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_gbbr_from_state #(.MIXED(MIXED), .CODEC_W(CODEC_W)) u_state (
      .state_i(a_state_i), .reserved_o(a_reserved), .poison_o(a_poison), .eight_o(a_in_eight),
      .sectors_o(a_whole), .named_o(a_named), .codec_o(a_codec));
  lp_gbbr_split #(.MIXED(MIXED)) u_split (
      .state_i(a_state_i), .target_i(target[3*a_entry_i +: 3]), .dev_o(a_dev), .eight_o(a_eight),
      .spill_o(a_spill), .bad_o(a_bad));
  assign a_good = ~a_bad & ~a_err_i;
  assign a_sectors = a_whole | {2'd0, a_in_eight};
  assign a_code = a_err_i | a_poison ? MEMORY_ERROR : a_bad ? BAD_STATE : 3'd0;
  assign a_ready_o = 1'b1;
  assign miss_ready_o = 1'b1;

  // ---------------------------------------------------------------- entries in flight
  // Fields looked up once an entry is chosen: LINE_W bits for its line, of which a line without
  // sectors needs only the upper ones.
  localparam int WHO_W = CODEC_W + 8 + 3;
  localparam int LINE_W = WHO_W + 1 + 3 + 1 + 2 + 3;
  wire [ENTRIES-1:0] want_dev, guess_dev, want_bud, dev_asked, bud_asked, dev_open, bud_open;
  wire [ENTRIES-1:0] full, none, pick, gone;
  wire [ENTRIES*2-1:0] dev_pos, bud_pos;
  wire [ENTRIES*3-1:0] dev_due, bud_due;
  wire [ENTRIES*LINE_W-1:0] line;
  wire dev_take, bud_take;
  assign dev_take = devd_valid_i & dev_open[devd_entry_i];
  assign bud_take = budd_valid_i & bud_open[budd_entry_i];
  logic [1:0] stray_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) stray_q <= 2'd0;
    else stray_q <= {budd_valid_i & ~bud_take, devd_valid_i & ~dev_take};
  end
  assign stray_o = stray_q;
  genvar e;
  generate
    for (e = 0; e < ENTRIES; e = e + 1) begin : g_track
      logic [CODEC_W-1:0] codec_q;
      logic [7:0] id_q;
      logic [1:0] off_q;
      wire begins, answered, eight;
      wire [2:0] dev_count, sectors, code;
      assign begins = take & (s_entry_i == EW'(e));
      assign answered = a_valid_i & (a_entry_i == EW'(e));
      always_ff @(posedge clk_i) begin
        if (begins) begin
          codec_q <= CODEC_W'(s_codec_i) & {CODEC_W{s_compressed_i}};
          id_q <= s_id_i;
          off_q <= s_dev_addr_i[4:3];
        end
        if (answered & a_named & a_good) codec_q <= a_codec;
      end
      assign line[LINE_W*e +: LINE_W] =
          {codec_q, id_q, code, none[e], sectors, eight, off_q, dev_count};
      lp_buddy_track #(.PARALLEL(PARALLEL)) u_track (
          .clk_i, .rst_ni,
          .begin_i(begins), .fault_i(s_fault_i),
          .compressed_i(s_compressed_i), .target_i(s_target_i), .target_o(target[3*e +: 3]),
          .miss_i(miss_valid_i & (miss_entry_i == EW'(e))),
          .answer_i(answered),
          .dev_i(a_dev & {3{a_good}}), .eight_i(a_eight & a_good), .spill_i(a_spill & {3{a_good}}),
          .sectors_i(a_sectors & {3{a_good}}), .code_i(a_code),
          .want_dev_o(want_dev[e]), .guess_dev_o(guess_dev[e]), .dev_asked_i(dev_asked[e]),
          .dev_due_o(dev_due[3*e +: 3]), .dev_open_o(dev_open[e]),
          .dev_come_i(dev_open[e] & devd_valid_i & (devd_entry_i == EW'(e))),
          .dev_err_i(devd_err_i),
          .want_bud_o(want_bud[e]), .bud_asked_i(bud_asked[e]), .bud_due_o(bud_due[3*e +: 3]),
          .bud_open_o(bud_open[e]),
          .bud_come_i(bud_open[e] & budd_valid_i & (budd_entry_i == EW'(e))),
          .bud_err_i(budd_err_i),
          .dev_pos_o(dev_pos[2*e +: 2]), .bud_pos_o(bud_pos[2*e +: 2]),
          .full_o(full[e]), .none_o(none[e]), .pick_i(pick[e]), .gone_i(gone[e]),
          .free_o(free_o[e]),
          .dev_count_o(dev_count), .eight_o(eight), .sectors_o(sectors), .code_o(code));
    end
  endgenerate

  // ---------------------------------------------------------------- sectors to read
  lp_buddy_ask #(.ENTRIES(ENTRIES), .WIDTH(ADDR_W - 5), .COUNT_W(3)) u_dev_ask (
      .clk_i, .rst_ni, .begin_i(take), .begin_entry_i(s_entry_i),
      .begin_data_i(s_dev_addr_i[ADDR_W-1:5]), .want_i(want_dev), .guess_i(guess_dev),
      .idle_i(dev_idle_i), .count_i(dev_due), .asked_o(dev_asked), .m_valid_o(dev_valid_o),
      .m_ready_i(dev_ready_i), .m_data_o(dev_addr_o[ADDR_W-1:5]), .m_count_o(dev_sectors_o),
      .m_entry_o(dev_entry_o));
  lp_buddy_ask #(.ENTRIES(ENTRIES), .WIDTH(ADDR_W - 5), .COUNT_W(3)) u_bud_ask (
      .clk_i, .rst_ni, .begin_i(take), .begin_entry_i(s_entry_i),
      .begin_data_i(s_spill_addr_i[ADDR_W-1:5]), .want_i(want_bud), .guess_i({ENTRIES{1'b0}}),
      .idle_i(1'b0), .count_i(bud_due), .asked_o(bud_asked), .m_valid_o(bud_valid_o),
      .m_ready_i(bud_ready_i), .m_data_o(bud_addr_o[ADDR_W-1:5]), .m_count_o(bud_sectors_o),
      .m_entry_o(bud_entry_o));
  assign dev_addr_o[4:0] = 5'd0;
  assign bud_addr_o[4:0] = 5'd0;

  // ---------------------------------------------------------------- buffers
  // Both hold a sector at its position in the line.
  wire [255:0] dev_data, bud_data;
  wire [EW+1:0] read_at;
  lp_ram #(.WIDTH(256), .DEPTH(4 * ENTRIES), .GRAIN(256)) u_dev_buffer (
      .clk_i, .w_en_i(dev_take), .w_addr_i({devd_entry_i, dev_pos[2*devd_entry_i +: 2]}),
      .w_mask_i(1'b1), .w_data_i(devd_data_i), .r_en_i(1'b1), .r_addr_i(read_at),
      .r_data_o(dev_data));
  lp_ram #(.WIDTH(256), .DEPTH(4 * ENTRIES), .GRAIN(256)) u_bud_buffer (
      .clk_i, .w_en_i(bud_take), .w_addr_i({budd_entry_i, bud_pos[2*budd_entry_i +: 2]}),
      .w_mask_i(1'b1), .w_data_i(budd_data_i), .r_en_i(1'b1), .r_addr_i(read_at),
      .r_data_o(bud_data));
  assign devd_ready_o = 1'b1;
  assign budd_ready_o = 1'b1;

  // ---------------------------------------------------------------- P: the line that is next
  logic p_valid_q;
  logic [ENTRIES-1:0] p_sel_q;
  logic [EW-1:0] p_entry_q;
  logic [1:0] p_at_q;
  wire p_leave, p_any, d_go, d_last;
  wire [EW-1:0] turn;
  wire [ENTRIES-1:0] p_wants, grant, n_pick;
  assign p_leave = ~p_valid_q | (d_go & d_last);
  assign p_wants = LANES == 1 ? full : full & ~none;
  lp_rr #(.N(ENTRIES)) u_turn (
      .clk_i, .rst_ni, .req_i(p_wants), .take_i(p_leave), .grant_o(grant), .index_o(turn),
      .any_o(p_any));
  assign pick = (grant & {ENTRIES{p_leave}}) | n_pick;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) p_valid_q <= 1'b0;
    else if (p_leave) p_valid_q <= p_any;
    if (p_leave) begin
      p_sel_q <= grant;
      p_entry_q <= turn;
    end
    if (p_leave) p_at_q <= 2'd0;
    else if (d_go) p_at_q <= p_at_q + 2'd1;
  end

  // ---------------------------------------------------------------- D: its sectors are read
  // The entry is looked up in the cycle after its choice, since one cycle is too short for both.
  logic [LANES-1:0] lane_q;
  wire [LANES-1:0] has_room, line_ready, room, d_to;
  wire p_none, p_eight;
  wire [CODEC_W-1:0] p_codec;
  wire [7:0] p_id;
  wire [2:0] p_code, p_sectors, p_dev;
  wire [1:0] p_off;
  lp_pick #(.WIDTH(LINE_W), .WORDS(ENTRIES)) u_line (
      .sel_i(p_sel_q), .data_i(line),
      .data_o({p_codec, p_id, p_code, p_none, p_sectors, p_eight, p_off, p_dev}));
  assign d_last = p_none | ({1'b0, p_at_q} + 3'd1 == p_sectors);
  assign d_go = p_valid_q & |(lane_q & has_room) & ((p_at_q != 2'd0) | |(lane_q & line_ready));
  assign d_to = lane_q & {LANES{d_go}};
  assign read_at = {p_entry_q, p_at_q};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) lane_q <= LANES'(1);
    else if (d_go & d_last) lane_q <= LANES'({lane_q, lane_q[LANES-1]});
  end

  // ---------------------------------------------------------------- N: the next without sectors
  // It goes to a lane that P does not use, so it takes no cycle of the buffers. With one lane there
  // is no gain: such lines go through P.
  wire [LANES-1:0] n_to;
  wire [CODEC_W-1:0] n_codec;
  wire [ENTRIES-1:0] n_sel;
  wire [7:0] n_id;
  wire [2:0] n_code;
  generate
    if (LANES == 1) begin : g_none
      assign {n_pick, n_to, n_sel, n_codec, n_id, n_code} = '0;
    end else begin : g_none
      logic valid_q;
      logic [ENTRIES-1:0] sel_q;
      logic [LANES-1:0] to_q;
      wire any, go, leave;
      /* verilator lint_off UNUSEDSIGNAL */
      wire [EW-1:0] index;
      /* verilator lint_on UNUSEDSIGNAL */
      wire [ENTRIES-1:0] n_grant;
      wire [ENTRIES*WHO_W-1:0] who;
      assign go = valid_q & |(to_q & has_room & line_ready & ~(lane_q & {LANES{p_valid_q}}));
      assign leave = ~valid_q | go;
      lp_rr #(.N(ENTRIES)) u_turn (
          .clk_i, .rst_ni, .req_i(full & none), .take_i(leave), .grant_o(n_grant),
          .index_o(index), .any_o(any));
      always_ff @(posedge clk_i) begin
        if (!rst_ni) valid_q <= 1'b0;
        else if (leave) valid_q <= any;
        if (leave) sel_q <= n_grant;
        if (!rst_ni) to_q <= LANES'(1);
        else if (go) to_q <= LANES'({to_q, to_q[LANES-1]});
      end
      assign n_pick = n_grant & {ENTRIES{leave}};
      assign n_to = to_q & {LANES{go}};
      assign n_sel = sel_q & {ENTRIES{go}};
      for (e = 0; e < ENTRIES; e = e + 1) begin : g_who
        assign who[WHO_W*e +: WHO_W] = line[LINE_W*(e+1)-1 -: WHO_W];
      end
      lp_pick #(.WIDTH(WHO_W), .WORDS(ENTRIES)) u_who (
          .sel_i(sel_q), .data_i(who), .data_o({n_codec, n_id, n_code}));
    end
  endgenerate
  assign gone = (p_sel_q & {ENTRIES{d_go & d_last}}) | n_sel;

  // ---------------------------------------------------------------- R: sectors to a decoder
  logic [LANES-1:0] r_valid_q, r_none_q;
  logic [LANES*CODEC_W-1:0] r_codec_q;
  logic r_last_q, r_dev_q, r_eight_q;
  logic [1:0] r_off_q;
  logic [2:0] r_sectors_q;
  wire [255:0] r_data;
  wire [63:0] r_bytes;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) r_valid_q <= '0;
    else r_valid_q <= d_to | n_to;
    r_none_q <= n_to | {LANES{p_none}};
    r_last_q <= d_last;
    r_sectors_q <= p_sectors;
    r_dev_q <= ({1'b0, p_at_q} < p_dev);
    r_eight_q <= p_eight;
    r_off_q <= p_off;
  end
  assign r_bytes = dev_data[64*r_off_q +: 64];
  assign r_data = r_eight_q ? {192'd0, r_bytes} : r_dev_q ? dev_data : bud_data;

  // ---------------------------------------------------------------- lanes
  wire [LANES-1:0] lane_valid, lane_last, lane_leave;
  wire [LANES*8-1:0] lane_id;
  wire [LANES*3-1:0] lane_code;
  wire [LANES*256*LANES-1:0] lane_data;
  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      logic [3:0] credit_q;
      wire used;
      assign used = d_to[l] | n_to[l];
      assign has_room[l] = (credit_q != 4'd0);
      always_ff @(posedge clk_i) begin
        if (!rst_ni) credit_q <= 4'(DEPTH);
        else credit_q <= credit_q + {3'd0, room[l]} - {3'd0, used};
        r_codec_q[CODEC_W*l +: CODEC_W] <= n_to[l] ? n_codec : p_codec;
      end
      lp_buddy_lane #(.LANES(LANES), .DEPTH(DEPTH), .ELEM(ELEM), .MIXED(MIXED)) u_lane (
          .clk_i, .rst_ni, .l_valid_i(n_to[l] | (d_to[l] & (p_at_q == 2'd0))),
          .l_ready_o(line_ready[l]), .l_id_i(n_to[l] ? n_id : p_id),
          .l_code_i(n_to[l] ? n_code : p_code), .s_valid_i(r_valid_q[l]),
          .s_data_i(r_data & {256{~r_none_q[l]}}), .s_codec_i(r_codec_q[CODEC_W*l +: CODEC_W]),
          .s_last_i(r_last_q | r_none_q[l]), .s_sectors_i(r_sectors_q & {3{~r_none_q[l]}}),
          .room_o(room[l]), .m_valid_o(lane_valid[l]), .m_ready_i(lane_leave[l]),
          .m_id_o(lane_id[8*l +: 8]), .m_code_o(lane_code[3*l +: 3]),
          .m_data_o(lane_data[256*LANES*l +: 256*LANES]), .m_last_o(lane_last[l]));
    end
    if (LANES == 1) begin : g_merge
      assign lane_leave = m_ready_i;
      assign m_valid_o = lane_valid;
      assign {m_id_o, m_code_o, m_last_o} =
          {lane_id, lane_code, lane_last} & {12{lane_valid}};
      assign m_data_o = lane_data & {256{lane_valid}};
    end else begin : g_merge
      // A line's beats leave together, and an offered beat is held: its lane continues.
      logic [LANES-1:0] open_q;
      wire [LANES-1:0] lane_grant;
      wire any;
      /* verilator lint_off UNUSEDSIGNAL */
      wire [$clog2(LANES)-1:0] index;
      /* verilator lint_on UNUSEDSIGNAL */
      lp_rr #(.N(LANES)) u_out (
          .clk_i, .rst_ni, .req_i(open_q != '0 ? lane_valid & open_q : lane_valid),
          .take_i(any & m_ready_i), .grant_o(lane_grant), .index_o(index), .any_o(any));
      assign lane_leave = lane_grant & {LANES{m_ready_i}};
      always_ff @(posedge clk_i) begin
        if (!rst_ni) open_q <= '0;
        else if (any) open_q <= lane_grant & ~(lane_last & {LANES{m_ready_i}});
      end
      for (l = 0; l < LANES; l = l + 1) begin : g_or
        wire [256*LANES+11:0] beat;
        wire [256*LANES+11:0] own;
        assign own = {lane_data[256*LANES*l +: 256*LANES], lane_id[8*l +: 8], lane_code[3*l +: 3],
                      lane_last[l]} & {256*LANES+12{lane_grant[l]}};
        if (l == 0) assign beat = own;
        else assign beat = own | g_or[l-1].beat;
      end
      assign {m_data_o, m_id_o, m_code_o, m_last_o} = g_or[LANES-1].beat;
      assign m_valid_o = any;
    end
  endgenerate
endmodule

`default_nettype wire
