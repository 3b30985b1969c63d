// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Writes of a buddy memory slice: from requests with addresses and their lines to sectors.
///
/// A line of a compressed page is encoded. The result gives its state, which says how many sectors
/// go to device memory and how many are spilled to buddy memory, and which is itself written to the
/// metadata cache. Zero lines write only their state. Lines of other pages go to device memory as
/// they are, without metadata. A line of a faulty request is taken and dropped. Memories and cache
/// acknowledge the writes of different entries in any order; a request is answered when all its
/// writes are acknowledged, with an error code if one of them failed.
///
/// Stages: input (whose line a sector is) -> encoder, or bypass buffer -> C (lines in order again,
/// cut into sectors for each memory) -> E (requests and sectors leave) -> entries, which wait for
/// acknowledgements.
///
/// Latency from the first sector in to the first sector out: that of lp_codec_enc (1 cycle for
/// lines that are not compressed) and 2 cycles. Interval: 4 cycles per line; a line that is not
/// compressed waits until the encoder is done with the lines before it.
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
    parameter int ELEM = 32
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
    /// The page's codec.
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
    /// It could not be written.
    input  wire logic                             a_err_i,

    /// Sectors for device memory: valid.
    output wire logic                             dev_valid_o,
    /// Ready.
    input  wire logic                             dev_ready_i,
    /// Address of the first.
    output wire logic [ADDR_W-1:0]                dev_addr_o,
    /// How many, 1..4.
    output wire logic [2:0]                       dev_sectors_o,
    /// Entry.
    output wire logic [$clog2(ENTRIES)-1:0]       dev_entry_o,
    /// Only the sector's low 8 bytes are written, at the address.
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
    /// They are not written.
    input  wire logic                             devb_err_i,

    /// Sectors for buddy memory: valid.
    output wire logic                             bud_valid_o,
    /// Ready.
    input  wire logic                             bud_ready_i,
    /// Address of the first.
    output wire logic [ADDR_W-1:0]                bud_addr_o,
    /// How many, 1..4.
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
    /// They are not written.
    input  wire logic                             budb_err_i,

    /// Answer: valid.
    output wire logic                             m_valid_o,
    /// Ready.
    input  wire logic                             m_ready_i,
    /// The L2's id.
    output wire logic [7:0]                       m_id_o,
    /// Response code, 0 good.
    output wire logic [2:0]                       m_code_o,

    /// An entry is free again: its answer was taken in the cycle before.
    output wire logic                             done_o,
    /// Which.
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
  endgenerate

  localparam int EW = $clog2(ENTRIES);
  localparam int CODEC_W = lp_codec_pkg::CODEC_W;
  // Requests whose line is not yet at E: those that the encoder holds, and some that wait for it.
  localparam int JOBS = 6;
  localparam int BYPASS = 4;
  localparam logic [2:0] MEMORY_ERROR = 3'd6;

  // ---------------------------------------------------------------- requests
  // A request leaves u_job with the first sector at E, u_turn with the last one through C and
  // u_steer with the last one in: these two may hold one more, whose line has begun to leave.
  localparam int JOB = EW + 8 + 2 + ADDR_W + ADDR_W + ADDR_W + 1;
  wire faulty, steer_valid, steer_faulty, steer_compressed, steer_leave;
  wire [CODEC_W-1:0] steer_codec;
  wire turn_valid, turn_faulty, turn_compressed, turn_leave, e_begin;
  wire [2:0] turn_target;
  wire [EW-1:0] job_entry;
  wire [7:0] job_id;
  wire [1:0] job_fault;
  wire [ADDR_W-1:0] job_dev_addr, job_spill_addr;
  wire [ADDR_W:0] job_meta_addr;
  /* verilator lint_off UNUSEDSIGNAL */
  wire steer_ready, turn_ready, job_valid;
  /* verilator lint_on UNUSEDSIGNAL */
  assign faulty = (s_fault_i != 2'd0);
  lp_fifo #(.WIDTH(2 + CODEC_W), .DEPTH(JOBS + 1)) u_steer (
      .clk_i, .rst_ni, .s_valid_i(s_valid_i & s_ready_o), .s_ready_o(steer_ready),
      .s_data_i({faulty, s_compressed_i, s_codec_i}), .m_valid_o(steer_valid),
      .m_ready_i(steer_leave), .m_data_o({steer_faulty, steer_compressed, steer_codec}));
  lp_fifo #(.WIDTH(5), .DEPTH(JOBS + 1)) u_turn (
      .clk_i, .rst_ni, .s_valid_i(s_valid_i & s_ready_o), .s_ready_o(turn_ready),
      .s_data_i({faulty, s_compressed_i, s_target_i}), .m_valid_o(turn_valid),
      .m_ready_i(turn_leave), .m_data_o({turn_faulty, turn_compressed, turn_target}));
  lp_fifo #(.WIDTH(JOB), .DEPTH(JOBS)) u_job (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o,
      .s_data_i({s_entry_i, s_id_i, s_fault_i, s_dev_addr_i, s_spill_addr_i, s_meta_addr_i}),
      .m_valid_o(job_valid), .m_ready_i(e_begin),
      .m_data_o({job_entry, job_id, job_fault, job_dev_addr, job_spill_addr, job_meta_addr}));

  // ---------------------------------------------------------------- input: whose sector it is
  logic [1:0] idx_q;
  wire d_last, d_take, to_drop, to_enc, to_bypass, enc_room, bypass_room;
  assign to_drop = steer_valid & steer_faulty;
  assign to_enc = steer_valid & ~steer_faulty & steer_compressed;
  assign to_bypass = steer_valid & ~steer_faulty & ~steer_compressed;
  assign d_ready_o = to_drop | (to_enc & enc_room) | (to_bypass & bypass_room);
  assign d_last = (idx_q == 2'd3);
  assign d_take = d_valid_i & d_ready_o;
  assign steer_leave = d_take & d_last;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) idx_q <= 2'd0;
    else if (d_take) idx_q <= idx_q + 2'd1;
  end

  // ---------------------------------------------------------------- encoder, bypass, dropped lines
  wire enc_valid, enc_leave, enc_last;
  wire [255:0] enc_data;
  wire [10:0] enc_size;
  wire [2:0] enc_sectors;
  wire [CODEC_W-1:0] enc_codec;
  // All are entries.
  /* verilator lint_off UNUSEDSIGNAL */
  wire enc_mem;
  wire [5:0] enc_count;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_codec_enc #(.ELEM(ELEM)) u_enc (
      .clk_i, .rst_ni, .s_valid_i(d_valid_i & to_enc), .s_ready_o(enc_room), .s_data_i(d_data_i),
      .s_codec_i(steer_codec), .s_mem_i(1'b1), .s_last_i(1'b1), .m_valid_o(enc_valid),
      .m_ready_i(enc_leave), .m_data_o(enc_data), .m_codec_o(enc_codec), .m_mem_o(enc_mem),
      .m_last_o(enc_last), .m_count_o(enc_count), .m_size_o(enc_size), .m_sectors_o(enc_sectors));

  wire bypass_valid, bypass_leave, bypass_last;
  wire [255:0] bypass_data;
  lp_fifo #(.WIDTH(257), .DEPTH(BYPASS)) u_bypass (
      .clk_i, .rst_ni, .s_valid_i(d_valid_i & to_bypass), .s_ready_o(bypass_room),
      .s_data_i({d_last, d_data_i}), .m_valid_o(bypass_valid), .m_ready_i(bypass_leave),
      .m_data_o({bypass_last, bypass_data}));

  logic [2:0] dropped_q;
  wire drop, drop_leave;
  assign drop = steer_leave & to_drop;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) dropped_q <= 3'd0;
    else dropped_q <= dropped_q + {2'd0, drop} - {2'd0, drop_leave};
  end

  // ---------------------------------------------------------------- C: lines in order, cut
  logic c_first_q;
  logic [1:0] c_due_q;
  wire c_enc, c_bypass, c_drop, c_valid, c_take, c_last, e_ready;
  wire tiny, split_eight, to_dev, to_bud;
  wire [3:0] state;
  wire [2:0] split_dev, split_spill, dev_n, spill_n;
  assign c_enc = turn_valid & ~turn_faulty & turn_compressed;
  assign c_bypass = turn_valid & ~turn_faulty & ~turn_compressed;
  assign c_drop = turn_valid & turn_faulty & (dropped_q != 3'd0);
  assign c_valid = (c_enc & enc_valid) | (c_bypass & bypass_valid) | c_drop;
  assign c_last = c_drop | (c_bypass & bypass_last) | (c_enc & enc_last);
  assign c_take = c_valid & e_ready;
  assign enc_leave = c_enc & e_ready;
  assign bypass_leave = c_bypass & e_ready;
  assign drop_leave = c_drop & e_ready;
  assign turn_leave = c_take & c_last;

  assign tiny = (enc_size[10:6] == 5'd0) | (enc_size == 11'd64);
  lp_gbbr_to_state u_state (
      .codec_i(enc_codec), .sectors_i(enc_sectors), .tiny_i(tiny), .target_i(turn_target),
      .state_o(state));
  /* verilator lint_off UNUSEDSIGNAL */
  wire split_bad;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_gbbr_split u_split (
      .state_i(state), .target_i(turn_target), .dev_o(split_dev), .eight_o(split_eight),
      .spill_o(split_spill), .bad_o(split_bad));
  assign dev_n = ({3{c_enc}} & (split_dev | {2'd0, split_eight})) | {c_bypass, 2'd0};
  assign spill_n = {3{c_enc}} & split_spill;
  assign to_dev = c_first_q ? dev_n != 3'd0 : c_due_q != 2'd0;
  assign to_bud = ~to_dev & (~c_first_q | (spill_n != 3'd0));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) c_first_q <= 1'b1;
    else if (c_take) c_first_q <= c_last;
    // One of up to four sectors goes in the first cycle, so two bits can count the rest.
    if (c_take) c_due_q <= (c_first_q ? dev_n[1:0] : c_due_q) - {1'b0, to_dev};
  end

  // ---------------------------------------------------------------- E: requests and sectors leave
  wire e_valid, e_go, e_first, e_to_dev, e_to_bud, e_spills, e_meta, e_eight;
  wire [2:0] e_dev_n, e_spill_n;
  wire [3:0] e_state;
  wire [255:0] e_data;
  lp_skid #(.WIDTH(256 + 16)) u_cut (
      .clk_i, .rst_ni, .s_valid_i(c_valid), .s_ready_o(e_ready),
      .s_data_i({c_first_q, to_dev, to_bud, c_first_q & (spill_n != 3'd0), c_first_q & c_enc,
                 dev_n, split_eight, spill_n, state, c_enc ? enc_data : bypass_data}),
      .m_valid_o(e_valid), .m_ready_i(e_go),
      .m_data_o({e_first, e_to_dev, e_to_bud, e_spills, e_meta, e_dev_n, e_eight, e_spill_n,
                 e_state, e_data}));

  wire dev_room, devd_room, bud_room, budd_room, q_room;
  assign e_go = e_valid & ~(e_to_dev & ~(devd_room & (dev_room | ~e_first)))
              & ~(e_to_bud & ~budd_room) & ~(e_spills & ~bud_room) & ~(e_meta & ~q_room);
  assign e_begin = e_go & e_first;

  wire [ADDR_W+3+EW:0] dev_head;
  wire [ADDR_W+3+EW-1:0] bud_head;
  wire [ADDR_W+1+4+EW-1:0] q_head;
  wire [255:0] devd_head, budd_head;
  lp_fifo #(.WIDTH(ADDR_W + 3 + EW + 1), .DEPTH(2)) u_dev (
      .clk_i, .rst_ni, .s_valid_i(e_begin & e_to_dev), .s_ready_o(dev_room),
      .s_data_i({job_dev_addr, e_dev_n, job_entry, e_eight}),
      .m_valid_o(dev_valid_o), .m_ready_i(dev_ready_i), .m_data_o(dev_head));
  lp_fifo #(.WIDTH(256), .DEPTH(2)) u_devd (
      .clk_i, .rst_ni, .s_valid_i(e_go & e_to_dev), .s_ready_o(devd_room), .s_data_i(e_data),
      .m_valid_o(devd_valid_o), .m_ready_i(devd_ready_i), .m_data_o(devd_head));
  lp_fifo #(.WIDTH(ADDR_W + 3 + EW), .DEPTH(2)) u_bud (
      .clk_i, .rst_ni, .s_valid_i(e_go & e_spills), .s_ready_o(bud_room),
      .s_data_i({job_spill_addr, e_spill_n, job_entry}),
      .m_valid_o(bud_valid_o), .m_ready_i(bud_ready_i), .m_data_o(bud_head));
  lp_fifo #(.WIDTH(256), .DEPTH(2)) u_budd (
      .clk_i, .rst_ni, .s_valid_i(e_go & e_to_bud), .s_ready_o(budd_room), .s_data_i(e_data),
      .m_valid_o(budd_valid_o), .m_ready_i(budd_ready_i), .m_data_o(budd_head));
  lp_fifo #(.WIDTH(ADDR_W + 1 + 4 + EW), .DEPTH(2)) u_meta (
      .clk_i, .rst_ni, .s_valid_i(e_go & e_meta), .s_ready_o(q_room),
      .s_data_i({job_meta_addr, e_state, job_entry}),
      .m_valid_o(q_valid_o), .m_ready_i(q_ready_i), .m_data_o(q_head));
  assign {dev_addr_o, dev_sectors_o, dev_entry_o, dev_eight_o} =
      dev_head & {ADDR_W+3+EW+1{dev_valid_o}};
  assign {bud_addr_o, bud_sectors_o, bud_entry_o} = bud_head & {ADDR_W+3+EW{bud_valid_o}};
  assign {q_addr_o, q_state_o, q_entry_o} = q_head & {ADDR_W+1+4+EW{q_valid_o}};
  assign devd_data_o = devd_head & {256{devd_valid_o}};
  assign budd_data_o = budd_head & {256{budd_valid_o}};

  // ---------------------------------------------------------------- entries
  wire [ENTRIES-1:0] full, grant;
  wire [ENTRIES*11-1:0] answer;
  wire any, m_room;
  wire [EW-1:0] turn;
  genvar e;
  generate
    for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry
      logic live_q, meta_q, dev_q, bud_q, err_q;
      logic [1:0] fault_q;
      logic [7:0] id_q;
      wire begins, a_hit, devb_hit, budb_hit, err;
      assign begins = e_begin & (job_entry == EW'(e));
      assign a_hit = a_valid_i & (a_entry_i == EW'(e));
      assign devb_hit = devb_valid_i & (devb_entry_i == EW'(e));
      assign budb_hit = budb_valid_i & (budb_entry_i == EW'(e));
      assign err = (a_hit & a_err_i) | (devb_hit & devb_err_i) | (budb_hit & budb_err_i);
      always_ff @(posedge clk_i) begin
        if (!rst_ni) live_q <= 1'b0;
        else live_q <= begins | (live_q & ~(grant[e] & m_room));
        meta_q <= begins ? e_meta : meta_q & ~a_hit;
        dev_q <= begins ? e_to_dev : dev_q & ~devb_hit;
        bud_q <= begins ? e_spills : bud_q & ~budb_hit;
        err_q <= ~begins & (err_q | err);
        if (begins) {fault_q, id_q} <= {job_fault, job_id};
      end
      assign full[e] = live_q & ~(meta_q | dev_q | bud_q);
      assign answer[11*e +: 11] = {id_q, err_q ? MEMORY_ERROR : {1'b0, fault_q}};
    end
  endgenerate
  assign a_ready_o = 1'b1;
  assign devb_ready_o = 1'b1;
  assign budb_ready_o = 1'b1;

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
