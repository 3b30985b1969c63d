// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Reads of a buddy memory slice: from requests with addresses to lines.
///
/// A compressed line's state is asked of the metadata cache; it says how many sectors to fetch from
/// device memory and how many, spilled, from buddy memory. Sectors come in any order between
/// entries and wait in a buffer for each memory; a line that is complete goes to one of LANES
/// decoders, and one without sectors beside it to another. Zero lines fetch nothing. With PARALLEL
/// the whole share of device memory is asked for as soon as the metadata is known to be missing.
/// Faults, states that cannot be, memory errors and corrupt lines end in a response with a code, and
/// nothing else is held up.
///
/// Latency: 6 cycles, the memories' latency and that of lp_buddy_lane. Interval: a line a cycle up
/// to what the ports and lanes can take: LANES / 4 lines. Source: Buddy Compression, III.
module lp_buddy_read #(
    /// Reads in flight, a power of two from 2 to 64.
    parameter int ENTRIES = 16,
    /// Bits of a byte address.
    parameter int ADDR_W = 40,
    /// Decoders, and sectors a beat of the response: 1, 2 or 4.
    parameter int LANES = 1,
    /// Read device memory before the answer to a metadata miss.
    parameter int PARALLEL = 1,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM = 32
) (
    /// Clock.
    input  wire logic                       clk_i,
    /// Synchronous reset, active low.
    input  wire logic                       rst_ni,

    /// Read: valid.
    input  wire logic                       s_valid_i,
    /// Read: ready.
    output wire logic                       s_ready_o,
    /// Its entry, which is free.
    input  wire logic [$clog2(ENTRIES)-1:0] s_entry_i,
    /// The L2's id.
    input  wire logic [7:0]                 s_id_i,
    /// Fault of its attributes, 0 none.
    input  wire logic [1:0]                 s_fault_i,
    /// The page is compressed.
    input  wire logic                       s_compressed_i,
    /// The page's target.
    input  wire logic [2:0]                 s_target_i,
    /// The page's codec: 0 ZVC, 1 BPC.
    input  wire logic                       s_codec_i,
    /// Address in device memory.
    input  wire logic [ADDR_W-1:0]          s_dev_addr_i,
    /// Address in buddy memory.
    input  wire logic [ADDR_W-1:0]          s_spill_addr_i,
    /// Nibble address of its metadata.
    input  wire logic [ADDR_W:0]            s_meta_addr_i,

    /// Metadata read: valid.
    output wire logic                       q_valid_o,
    /// Metadata read: ready.
    input  wire logic                       q_ready_i,
    /// Nibble address.
    output wire logic [ADDR_W:0]            q_addr_o,
    /// Entry.
    output wire logic [$clog2(ENTRIES)-1:0] q_entry_o,
    /// Answer: valid.
    input  wire logic                       a_valid_i,
    /// Answer: ready, always.
    output wire logic                       a_ready_o,
    /// Entry.
    input  wire logic [$clog2(ENTRIES)-1:0] a_entry_i,
    /// State of the line.
    input  wire logic [3:0]                 a_state_i,
    /// The state could not be had.
    input  wire logic                       a_err_i,
    /// The answer will take a fetch: valid. Before the answer.
    input  wire logic                       miss_valid_i,
    /// Ready, always.
    output wire logic                       miss_ready_o,
    /// Entry.
    input  wire logic [$clog2(ENTRIES)-1:0] miss_entry_i,

    /// Sectors wanted of device memory: valid.
    output wire logic                       dev_valid_o,
    /// Ready.
    input  wire logic                       dev_ready_i,
    /// Address of the first.
    output wire logic [ADDR_W-1:0]          dev_addr_o,
    /// How many, 1..4.
    output wire logic [2:0]                 dev_sectors_o,
    /// Entry.
    output wire logic [$clog2(ENTRIES)-1:0] dev_entry_o,
    /// Sector from device memory: valid.
    input  wire logic                       devd_valid_i,
    /// Ready, always.
    output wire logic                       devd_ready_o,
    /// Entry, whose sectors come in order.
    input  wire logic [$clog2(ENTRIES)-1:0] devd_entry_i,
    /// Sector.
    input  wire logic [255:0]               devd_data_i,
    /// It is in error.
    input  wire logic                       devd_err_i,

    /// Sectors wanted of buddy memory: valid.
    output wire logic                       bud_valid_o,
    /// Ready.
    input  wire logic                       bud_ready_i,
    /// Address of the first.
    output wire logic [ADDR_W-1:0]          bud_addr_o,
    /// How many, 1..4.
    output wire logic [2:0]                 bud_sectors_o,
    /// Entry.
    output wire logic [$clog2(ENTRIES)-1:0] bud_entry_o,
    /// Sector from buddy memory: valid.
    input  wire logic                       budd_valid_i,
    /// Ready, always.
    output wire logic                       budd_ready_o,
    /// Entry, whose sectors come in order.
    input  wire logic [$clog2(ENTRIES)-1:0] budd_entry_i,
    /// Sector.
    input  wire logic [255:0]               budd_data_i,
    /// It is in error.
    input  wire logic                       budd_err_i,

    /// Response: valid.
    output wire logic                       m_valid_o,
    /// Ready.
    input  wire logic                       m_ready_i,
    /// The L2's id.
    output wire logic [7:0]                 m_id_o,
    /// With the last beat: response code, 0 good. Otherwise 0.
    output wire logic [2:0]                 m_code_o,
    /// LANES sectors of the line, void if the code is not 0.
    output wire logic [256*LANES-1:0]       m_data_o,
    /// Last beat of the line.
    output wire logic                       m_last_o,

    /// Entries that are free again.
    output wire logic [ENTRIES-1:0]         free_o
);
  localparam int EW = $clog2(ENTRIES);
  localparam int DEPTH = 8;
  localparam logic [2:0] BAD_STATE = 3'd4, MEMORY_ERROR = 3'd6;

  generate
    if (ENTRIES < 2 || ENTRIES > 64 || 2 ** EW != ENTRIES) begin : g_check
      lp_bad_parameter_ENTRIES u_bad ();
    end
  endgenerate

  // ---------------------------------------------------------------- requests
  logic [8:0] who_q [0:ENTRIES-1];
  logic [ADDR_W-1:0] dev_addr_q [0:ENTRIES-1];
  logic [ADDR_W-1:0] spill_addr_q [0:ENTRIES-1];
  wire take, asks;
  wire [ADDR_W+EW:0] meta_head;
  assign take = s_valid_i & s_ready_o;
  assign asks = s_compressed_i & (s_fault_i == 2'd0);
  always_ff @(posedge clk_i) begin
    if (take) begin
      who_q[s_entry_i] <= {s_codec_i & s_compressed_i, s_id_i};
      dev_addr_q[s_entry_i] <= s_dev_addr_i;
      spill_addr_q[s_entry_i] <= s_spill_addr_i;
    end
  end
  lp_fifo #(.WIDTH(ADDR_W + 1 + EW), .DEPTH(4)) u_meta (
      .clk_i, .rst_ni, .s_valid_i(s_valid_i & asks), .s_ready_o(s_ready_o),
      .s_data_i({s_meta_addr_i, s_entry_i}), .m_valid_o(q_valid_o), .m_ready_i(q_ready_i),
      .m_data_o(meta_head));
  assign {q_addr_o, q_entry_o} = meta_head & {ADDR_W+1+EW{q_valid_o}};

  // ---------------------------------------------------------------- answers
  wire [ENTRIES*3-1:0] target;
  wire [2:0] a_dev, a_spill, a_sectors, a_code;
  wire a_eight, a_bad, a_good;
  lp_gbbr_split u_split (
      .state_i(a_state_i), .target_i(target[3*a_entry_i +: 3]), .dev_o(a_dev), .eight_o(a_eight),
      .spill_o(a_spill), .bad_o(a_bad));
  assign a_good = ~a_bad & ~a_err_i;
  assign a_sectors = a_state_i[2] & a_state_i[0] ? 3'd1 : a_state_i[2:0];
  assign a_code = a_err_i ? MEMORY_ERROR : a_bad ? BAD_STATE : 3'd0;
  assign a_ready_o = 1'b1;
  assign miss_ready_o = 1'b1;

  // ---------------------------------------------------------------- what is in flight
  wire [ENTRIES-1:0] want_dev, want_bud, dev_asked, bud_asked, full, none, pick, eight;
  wire [ENTRIES*3-1:0] dev_due, bud_due, dev_count, bud_count, sectors, code;
  wire [ENTRIES*2-1:0] dev_pos, bud_pos;
  genvar e;
  generate
    for (e = 0; e < ENTRIES; e = e + 1) begin : g_track
      lp_buddy_track #(.PARALLEL(PARALLEL)) u_track (
          .clk_i, .rst_ni,
          .begin_i(take & (s_entry_i == EW'(e))), .fault_i(s_fault_i),
          .compressed_i(s_compressed_i), .target_i(s_target_i), .target_o(target[3*e +: 3]),
          .miss_i(miss_valid_i & (miss_entry_i == EW'(e))),
          .answer_i(a_valid_i & (a_entry_i == EW'(e))),
          .dev_i(a_dev & {3{a_good}}), .eight_i(a_eight & a_good), .spill_i(a_spill & {3{a_good}}),
          .sectors_i(a_sectors & {3{a_good}}), .code_i(a_code),
          .want_dev_o(want_dev[e]), .dev_asked_i(dev_asked[e]), .dev_due_o(dev_due[3*e +: 3]),
          .dev_come_i(devd_valid_i & (devd_entry_i == EW'(e))), .dev_err_i(devd_err_i),
          .want_bud_o(want_bud[e]), .bud_asked_i(bud_asked[e]), .bud_due_o(bud_due[3*e +: 3]),
          .bud_come_i(budd_valid_i & (budd_entry_i == EW'(e))), .bud_err_i(budd_err_i),
          .dev_pos_o(dev_pos[2*e +: 2]), .bud_pos_o(bud_pos[2*e +: 2]),
          .full_o(full[e]), .none_o(none[e]), .pick_i(pick[e]),
          .dev_count_o(dev_count[3*e +: 3]), .bud_count_o(bud_count[3*e +: 3]),
          .eight_o(eight[e]), .sectors_o(sectors[3*e +: 3]), .code_o(code[3*e +: 3]));
    end
  endgenerate

  // ---------------------------------------------------------------- sectors wanted
  wire dev_any, dev_room, bud_any, bud_room;
  wire [EW-1:0] dev_turn, bud_turn;
  wire [ENTRIES-1:0] dev_grant, bud_grant;
  wire [ADDR_W+3+EW-1:0] dev_head, bud_head;
  lp_rr #(.N(ENTRIES)) u_dev_turn (
      .clk_i, .rst_ni, .req_i(want_dev), .take_i(dev_any & dev_room), .grant_o(dev_grant),
      .index_o(dev_turn), .any_o(dev_any));
  assign dev_asked = dev_grant & {ENTRIES{dev_room}};
  lp_fifo #(.WIDTH(ADDR_W + 3 + EW), .DEPTH(2)) u_dev (
      .clk_i, .rst_ni, .s_valid_i(dev_any), .s_ready_o(dev_room),
      .s_data_i({dev_addr_q[dev_turn][ADDR_W-1:5], 5'd0, dev_due[3*dev_turn +: 3], dev_turn}),
      .m_valid_o(dev_valid_o), .m_ready_i(dev_ready_i), .m_data_o(dev_head));
  assign {dev_addr_o, dev_sectors_o, dev_entry_o} = dev_head & {ADDR_W+3+EW{dev_valid_o}};

  lp_rr #(.N(ENTRIES)) u_bud_turn (
      .clk_i, .rst_ni, .req_i(want_bud), .take_i(bud_any & bud_room), .grant_o(bud_grant),
      .index_o(bud_turn), .any_o(bud_any));
  assign bud_asked = bud_grant & {ENTRIES{bud_room}};
  lp_fifo #(.WIDTH(ADDR_W + 3 + EW), .DEPTH(2)) u_bud (
      .clk_i, .rst_ni, .s_valid_i(bud_any), .s_ready_o(bud_room),
      .s_data_i({spill_addr_q[bud_turn], bud_due[3*bud_turn +: 3], bud_turn}),
      .m_valid_o(bud_valid_o), .m_ready_i(bud_ready_i), .m_data_o(bud_head));
  assign {bud_addr_o, bud_sectors_o, bud_entry_o} = bud_head & {ADDR_W+3+EW{bud_valid_o}};

  // ---------------------------------------------------------------- buffers
  wire [255:0] dev_data, bud_data;
  wire [EW+1:0] dev_read, bud_read;
  lp_ram #(.WIDTH(256), .DEPTH(4 * ENTRIES), .GRAIN(256)) u_dev_buffer (
      .clk_i, .w_en_i(devd_valid_i), .w_addr_i({devd_entry_i, dev_pos[2*devd_entry_i +: 2]}),
      .w_mask_i(1'b1), .w_data_i(devd_data_i), .r_en_i(1'b1), .r_addr_i(dev_read),
      .r_data_o(dev_data));
  lp_ram #(.WIDTH(256), .DEPTH(4 * ENTRIES), .GRAIN(256)) u_bud_buffer (
      .clk_i, .w_en_i(budd_valid_i), .w_addr_i({budd_entry_i, bud_pos[2*budd_entry_i +: 2]}),
      .w_mask_i(1'b1), .w_data_i(budd_data_i), .r_en_i(1'b1), .r_addr_i(bud_read),
      .r_data_o(bud_data));
  assign devd_ready_o = 1'b1;
  assign budd_ready_o = 1'b1;

  // ---------------------------------------------------------------- P: the line that is next
  logic p_valid_q, p_codec_q, p_eight_q;
  logic [EW-1:0] p_entry_q;
  logic [7:0] p_id_q;
  logic [2:0] p_code_q, p_sectors_q, p_dev_q, p_total_q;
  logic [1:0] p_at_q, p_off_q;
  wire p_leave, p_any, d_go, d_last;
  wire [EW-1:0] turn;
  wire [ENTRIES-1:0] p_wants, grant, n_pick;
  wire [2:0] dev_n, bud_n, line_code;
  assign p_leave = ~p_valid_q | (d_go & d_last);
  assign p_wants = LANES == 1 ? full : full & ~none;
  lp_rr #(.N(ENTRIES)) u_turn (
      .clk_i, .rst_ni, .req_i(p_wants), .take_i(p_any & p_leave), .grant_o(grant),
      .index_o(turn), .any_o(p_any));
  assign pick = (grant & {ENTRIES{p_leave}}) | n_pick;
  assign line_code = code[3*turn +: 3];
  assign dev_n = dev_count[3*turn +: 3] & {3{line_code == 3'd0}};
  assign bud_n = bud_count[3*turn +: 3] & {3{line_code == 3'd0}};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) p_valid_q <= 1'b0;
    else if (p_leave) p_valid_q <= p_any;
    if (p_leave) begin
      p_entry_q <= turn;
      {p_codec_q, p_id_q} <= who_q[turn];
      p_code_q <= line_code;
      p_sectors_q <= line_code == 3'd0 ? sectors[3*turn +: 3] : 3'd0;
      p_eight_q <= eight[turn];
      p_off_q <= dev_addr_q[turn][4:3];
      p_dev_q <= dev_n;
      p_total_q <= (dev_n + bud_n == 3'd0) ? 3'd1 : dev_n + bud_n;
    end
    if (p_leave) p_at_q <= 2'd0;
    else if (d_go) p_at_q <= p_at_q + 2'd1;
  end

  // ---------------------------------------------------------------- D: its sectors are read
  logic [LANES-1:0] lane_q;
  wire [LANES-1:0] has_room, line_ready, room, d_to;
  assign d_last = ({1'b0, p_at_q} + 3'd1 == p_total_q);
  assign d_go = p_valid_q & |(lane_q & has_room) & ((p_at_q != 2'd0) | |(lane_q & line_ready));
  assign d_to = lane_q & {LANES{d_go}};
  assign dev_read = {p_entry_q, p_at_q};
  assign bud_read = {p_entry_q, p_at_q - p_dev_q[1:0]};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) lane_q <= LANES'(1);
    else if (d_go & d_last) lane_q <= LANES'({lane_q, lane_q[LANES-1]});
  end

  // ---------------------------------------------------------------- N: the next without sectors
  // It goes to a lane that P does not use, and so takes none of the buffers' turns. One lane alone
  // has nothing to gain: there such lines go through P.
  wire [LANES-1:0] n_to;
  wire n_codec;
  wire [EW-1:0] n_entry;
  wire [7:0] n_id;
  wire [2:0] n_code;
  generate
    if (LANES == 1) begin : g_none
      assign {n_pick, n_to, n_codec, n_entry, n_id, n_code} = '0;
    end else begin : g_none
      logic valid_q, codec_q;
      logic [EW-1:0] entry_q;
      logic [7:0] id_q;
      logic [2:0] code_q;
      logic [LANES-1:0] to_q;
      wire any, go, leave;
      wire [EW-1:0] next;
      wire [ENTRIES-1:0] n_grant;
      assign go = valid_q & |(to_q & has_room & line_ready & ~(lane_q & {LANES{p_valid_q}}));
      assign leave = ~valid_q | go;
      lp_rr #(.N(ENTRIES)) u_turn (
          .clk_i, .rst_ni, .req_i(full & none), .take_i(any & leave), .grant_o(n_grant),
          .index_o(next), .any_o(any));
      always_ff @(posedge clk_i) begin
        if (!rst_ni) valid_q <= 1'b0;
        else if (leave) valid_q <= any;
        if (leave) begin
          entry_q <= next;
          {codec_q, id_q} <= who_q[next];
          code_q <= code[3*next +: 3];
        end
        if (!rst_ni) to_q <= LANES'(1);
        else if (go) to_q <= LANES'({to_q, to_q[LANES-1]});
      end
      assign n_pick = n_grant & {ENTRIES{leave}};
      assign n_to = to_q & {LANES{go}};
      assign {n_codec, n_entry, n_id, n_code} = {codec_q, entry_q, id_q, code_q};
    end
  endgenerate
  assign free_o = ({{ENTRIES-1{1'b0}}, d_go & d_last} << p_entry_q)
                | ({{ENTRIES-1{1'b0}}, |n_to} << n_entry);

  // ---------------------------------------------------------------- R: they go to a decoder
  logic [LANES-1:0] r_valid_q, r_none_q, r_codec_q;
  logic r_last_q, r_dev_q, r_eight_q;
  logic [1:0] r_off_q;
  logic [2:0] r_sectors_q;
  wire [255:0] r_data;
  wire [63:0] r_bytes;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) r_valid_q <= '0;
    else r_valid_q <= d_to | n_to;
    r_none_q <= n_to | {LANES{p_sectors_q == 3'd0}};
    r_codec_q <= (n_to & {LANES{n_codec}}) | (~n_to & {LANES{p_codec_q}});
    r_last_q <= d_last;
    r_sectors_q <= p_sectors_q;
    r_dev_q <= ({1'b0, p_at_q} < p_dev_q);
    r_eight_q <= p_eight_q;
    r_off_q <= p_off_q;
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
      end
      lp_buddy_lane #(.LANES(LANES), .DEPTH(DEPTH), .ELEM(ELEM)) u_lane (
          .clk_i, .rst_ni, .l_valid_i(n_to[l] | (d_to[l] & (p_at_q == 2'd0))),
          .l_ready_o(line_ready[l]), .l_id_i(n_to[l] ? n_id : p_id_q),
          .l_code_i(n_to[l] ? n_code : p_code_q), .s_valid_i(r_valid_q[l]),
          .s_data_i(r_data & {256{~r_none_q[l]}}), .s_codec_i(r_codec_q[l]),
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
      // A line's beats leave together, and a beat once shown stays: its lane goes on.
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
