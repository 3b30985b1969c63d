// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// GBBR translation: turns the attributes of a page and the index of one of its lines into the
/// line's address in device memory, in buddy memory and in the metadata, and into the sectors on
/// each side.
///
/// Illegal attributes give a fault and no address: all outputs but tag and fault are zero. Faults
/// are 1: a reserved target, or a page that is not compressed but has one; 2: a slot past the
/// carve-out (a page of target 4 takes two); 3: a frame past device memory. If several apply, the
/// lowest number is reported.
///
/// Addresses are those inside one slice, modulo 2^ADDR_W. A line without spill or metadata has 0
/// for that address.
///
/// Latency: 2 cycles. Interval: 1. Stages: A holds the addresses as two terms each, and the fault;
/// B holds the addresses. A register write applies to requests taken in later cycles; all registers
/// are 0 after reset, so that every request faults. Payload is zero while valid is low.
///
/// Source: Buddy Compression (ISCA'20) section III-B, figure 6(a); formulas: format.md.
///
/// Combinational paths: m_ready -> s_ready; cfg_reg -> cfg_value.
module lp_gbbr_xlat #(
    /// Log2 of a page's share in bytes, at least 11: 13 for 64 KiB pages in 8 slices, 18 for 2 MiB.
    parameter int SHARE_W = 13,
    /// Bits of a frame, which is numbered in sixteenths of a share; at least 5.
    parameter int FRAME_W = 23,
    /// Bits of a slot; at least 5.
    parameter int SLOT_W = 21,
    /// Bits of a byte address; at least those of frames and slots of all numbers.
    parameter int ADDR_W = 40,
    /// Bits of the tag of a request, at least 1.
    parameter int TAG = 8
) (
    /// Clock.
    input  wire logic               clk_i,
    /// Synchronous reset, active low.
    input  wire logic               rst_ni,

    /// Request in: valid.
    input  wire logic               s_valid_i,
    /// Request in: ready.
    output wire logic               s_ready_o,
    /// A tag, returned with the response.
    input  wire logic [TAG-1:0]     s_tag_i,
    /// The page is compressed.
    input  wire logic               s_compressed_i,
    /// Its target: 0 1x, 1 1.33x, 2 2x, 3 4x, 4 16x.
    input  wire logic [2:0]         s_target_i,
    /// Its first slot in the carve-out.
    input  wire logic [SLOT_W-1:0]  s_slot_i,
    /// Its first frame in device memory.
    input  wire logic [FRAME_W-1:0] s_frame_i,
    /// The line's index in the share.
    input  wire logic [SHARE_W-8:0] s_index_i,

    /// Register write: valid.
    input  wire logic               cfg_valid_i,
    /// Register write: always ready.
    output wire logic               cfg_ready_o,
    /// 0 GBBR, 1 MDBASE (byte addresses, the low 12 bits count as 0), 2 slots in the carve-out,
    /// 3 frames of device memory.
    input  wire logic [1:0]         cfg_reg_i,
    /// Its new value.
    input  wire logic [ADDR_W-1:0]  cfg_data_i,
    /// In every cycle: the value of the register that cfg_reg_i names.
    output wire logic [ADDR_W-1:0]  cfg_value_o,

    /// Response out: valid.
    output wire logic               m_valid_o,
    /// Response out: ready.
    input  wire logic               m_ready_i,
    /// The request's tag.
    output wire logic [TAG-1:0]     m_tag_o,
    /// Fault of the attributes, 0 none.
    output wire logic [1:0]         m_fault_o,
    /// The line in device memory.
    output wire logic [ADDR_W-1:0]  m_dev_addr_o,
    /// Sectors reserved there: 4, 3, 2, 1, or 0 if there are 8 bytes.
    output wire logic [2:0]         m_dev_sectors_o,
    /// 8 bytes are reserved there.
    output wire logic               m_eight_o,
    /// The line in buddy memory.
    output wire logic [ADDR_W-1:0]  m_spill_addr_o,
    /// Sectors reserved there: 0, 1, 2, 3, 4.
    output wire logic [2:0]         m_spill_sectors_o,
    /// It has metadata.
    output wire logic               m_meta_o,
    /// Address of its metadata in nibbles: byte address x 2, + 1 for the high nibble.
    output wire logic [ADDR_W:0]    m_meta_addr_o
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
    if (TAG < 1) begin : g_check_tag
      lp_bad_TAG_below_1 u_bad ();
    end
  endgenerate

  // Bases are multiples of 2^BASE. Device addresses are multiples of 2^DEV, those of spill of
  // 2^SPILL.
  localparam int BASE = 12;
  localparam int DEV = 3;
  localparam int SPILL = 5;
  localparam int DEV_W = ADDR_W - DEV;
  localparam int SPILL_W = ADDR_W - SPILL;

  // ---------------------------------------------------------------- registers
  // Counts larger than any slot or frame act like the largest.
  logic [ADDR_W-BASE-1:0] gbbr_q, mdbase_q;
  logic [SLOT_W:0] slots_q;
  logic [FRAME_W:0] frames_q;
  wire slots_over, frames_over;
  assign slots_over = |cfg_data_i[ADDR_W-1:SLOT_W+1];
  assign frames_over = |cfg_data_i[ADDR_W-1:FRAME_W+1];
  assign cfg_ready_o = 1'b1;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      gbbr_q <= '0;
      mdbase_q <= '0;
      slots_q <= '0;
      frames_q <= '0;
    end else if (cfg_valid_i) begin
      if (cfg_reg_i == 2'd0) gbbr_q <= cfg_data_i[ADDR_W-1:BASE];
      if (cfg_reg_i == 2'd1) mdbase_q <= cfg_data_i[ADDR_W-1:BASE];
      if (cfg_reg_i == 2'd2) slots_q <= cfg_data_i[SLOT_W:0] | {SLOT_W + 1{slots_over}};
      if (cfg_reg_i == 2'd3) frames_q <= cfg_data_i[FRAME_W:0] | {FRAME_W + 1{frames_over}};
    end
  end

  wire [ADDR_W-1:0] base, count;
  assign base = {cfg_reg_i[0] ? mdbase_q : gbbr_q, {BASE{1'b0}}};
  assign count = cfg_reg_i[0] ? ADDR_W'(frames_q) : ADDR_W'(slots_q);
  assign cfg_value_o = cfg_reg_i[1] ? count : base;

  // ---------------------------------------------------------------- input: terms, fault
  wire [1:0] fault;
  wire [DEV_W-1:0] dev_a, dev_b;
  wire [SPILL_W-1:0] spill_a, spill_b;
  wire [ADDR_W:0] meta;
  lp_gbbr_terms #(.SHARE_W(SHARE_W), .FRAME_W(FRAME_W), .SLOT_W(SLOT_W), .ADDR_W(ADDR_W)) u_terms (
      .gbbr_i(gbbr_q), .mdbase_i(mdbase_q), .slots_i(slots_q), .frames_i(frames_q),
      .compressed_i(s_compressed_i), .target_i(s_target_i), .slot_i(s_slot_i),
      .frame_i(s_frame_i), .index_i(s_index_i), .fault_o(fault), .dev_a_o(dev_a), .dev_b_o(dev_b),
      .spill_a_o(spill_a), .spill_b_o(spill_b), .meta_o(meta));

  // ---------------------------------------------------------------- A: terms, fault
  logic a_valid_q, b_valid_q;
  wire a_move, b_move;
  assign b_move = ~b_valid_q | m_ready_i;
  assign a_move = ~a_valid_q | b_move;
  assign s_ready_o = a_move;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      a_valid_q <= 1'b0;
      b_valid_q <= 1'b0;
    end else begin
      if (a_move) a_valid_q <= s_valid_i;
      if (b_move) b_valid_q <= a_valid_q;
    end
  end

  logic [TAG-1:0] a_tag_q;
  logic [1:0] a_fault_q;
  logic a_compressed_q;
  logic [2:0] a_target_q;
  logic [DEV_W-1:0] a_dev_a_q, a_dev_b_q;
  logic [SPILL_W-1:0] a_spill_a_q, a_spill_b_q;
  logic [ADDR_W:0] a_meta_q;
  always_ff @(posedge clk_i) begin
    if (a_move) begin
      a_tag_q <= s_tag_i;
      a_fault_q <= fault;
      a_compressed_q <= s_compressed_i;
      a_target_q <= s_target_i;
      a_dev_a_q <= dev_a;
      a_dev_b_q <= dev_b;
      a_spill_a_q <= spill_a;
      a_spill_b_q <= spill_b;
      a_meta_q <= meta;
    end
  end

  wire [DEV_W-1:0] dev;
  wire [SPILL_W-1:0] spill;
  lp_sum #(.WIDTH(DEV_W)) u_dev (.a_i(a_dev_a_q), .b_i(a_dev_b_q), .sum_o(dev));
  lp_sum #(.WIDTH(SPILL_W)) u_spill (.a_i(a_spill_a_q), .b_i(a_spill_b_q), .sum_o(spill));

  // ---------------------------------------------------------------- B: addresses
  logic [TAG-1:0] b_tag_q;
  logic [1:0] b_fault_q;
  logic b_compressed_q;
  logic [2:0] b_target_q;
  logic [DEV_W-1:0] b_dev_q;
  logic [SPILL_W-1:0] b_spill_q;
  logic [ADDR_W:0] b_meta_q;
  always_ff @(posedge clk_i) begin
    if (b_move) begin
      b_tag_q <= a_tag_q;
      b_fault_q <= a_fault_q;
      b_compressed_q <= a_compressed_q;
      b_target_q <= a_target_q;
      b_dev_q <= dev;
      b_spill_q <= spill;
      b_meta_q <= a_meta_q;
    end
  end

  wire live, spills;
  assign live = b_valid_q & (b_fault_q == 2'd0);
  assign spills = |m_spill_sectors_o;
  assign m_valid_o = b_valid_q;
  assign m_tag_o = b_tag_q & {TAG{b_valid_q}};
  assign m_fault_o = b_fault_q & {2{b_valid_q}};
  assign m_spill_sectors_o = b_target_q & {3{live}};
  assign m_dev_sectors_o = (3'd4 - b_target_q) & {3{live}};
  assign m_eight_o = live & b_target_q[2];
  assign m_meta_o = live & b_compressed_q;
  assign m_dev_addr_o = {b_dev_q, {DEV{1'b0}}} & {ADDR_W{live}};
  assign m_spill_addr_o = {b_spill_q, {SPILL{1'b0}}} & {ADDR_W{spills}};
  assign m_meta_addr_o = b_meta_q & {ADDR_W + 1{m_meta_o}};
endmodule

`default_nettype wire
