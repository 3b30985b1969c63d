// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Addresses of a line before the last addition, and the fault of its page's attributes: the
/// combinational part of lp_gbbr_xlat, which documents the fault codes and the widths.
/// Combinational: latency 0, interval 1.
module lp_gbbr_terms #(
    /// Log2 of a page's share in bytes, at least 11.
    parameter int SHARE_W = 13,
    /// Bits of a frame.
    parameter int FRAME_W = 23,
    /// Bits of a slot.
    parameter int SLOT_W = 21,
    /// Bits of a byte address.
    parameter int ADDR_W = 40
) (
    /// Carve-out's base without its low 12 bits.
    input  wire logic [ADDR_W-13:0] gbbr_i,
    /// Metadata's base without its low 12 bits.
    input  wire logic [ADDR_W-13:0] mdbase_i,
    /// Slots in the carve-out.
    input  wire logic [SLOT_W:0]    slots_i,
    /// Frames of device memory.
    input  wire logic [FRAME_W:0]   frames_i,
    /// The page is compressed.
    input  wire logic               compressed_i,
    /// Its target.
    input  wire logic [2:0]         target_i,
    /// Its first slot.
    input  wire logic [SLOT_W-1:0]  slot_i,
    /// Its first frame.
    input  wire logic [FRAME_W-1:0] frame_i,
    /// The line's index in the share.
    input  wire logic [SHARE_W-8:0] index_i,
    /// Fault of the attributes, 0 none.
    output wire logic [1:0]         fault_o,
    /// Two terms of the device address, from bit 3 on.
    output wire logic [ADDR_W-4:0]  dev_a_o,
    /// The other one.
    output wire logic [ADDR_W-4:0]  dev_b_o,
    /// Two terms of the buddy address, from bit 5 on.
    output wire logic [ADDR_W-6:0]  spill_a_o,
    /// The other one.
    output wire logic [ADDR_W-6:0]  spill_b_o,
    /// Address of the metadata in nibbles.
    output wire logic [ADDR_W:0]    meta_o
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
  endgenerate

  // Bases are multiples of 2^BASE. Device addresses are multiples of 2^DEV, those of spill of
  // 2^SPILL.
  localparam int BASE = 12;
  localparam int DEV = 3;
  localparam int SPILL = 5;
  localparam int DEV_W = ADDR_W - DEV;
  localparam int SPILL_W = ADDR_W - SPILL;
  localparam int INDEX_W = SHARE_W - 7;

  // ---------------------------------------------------------------- decoding of the target
  wire t1, t2, t3, t4, reserved, slot_fits, frame_fits;
  assign t1 = target_i == 3'd1;
  assign t2 = target_i == 3'd2;
  assign t3 = target_i == 3'd3;
  assign t4 = target_i == 3'd4;
  assign reserved = (target_i > 3'd4) | (~compressed_i & (|target_i));

  // 1 - size for 1 or 2 slots and for 16, 12, 8, 4 or 1 frames.
  lp_gbbr_fits #(.WIDTH(SLOT_W)) u_slot (
      .limit_i(slots_i), .first_i(slot_i), .less_i({5{t4}}), .fits_o(slot_fits));
  lp_gbbr_fits #(.WIDTH(FRAME_W)) u_frame (
      .limit_i(frames_i), .first_i(frame_i),
      .less_i({~t4, t2 | t3, t1 | t3, 1'b0, ~t4}), .fits_o(frame_fits));

  assign fault_o = reserved ? 2'd1 : compressed_i & ~slot_fits ? 2'd2 : {2{~frame_fits}};

  // ---------------------------------------------------------------- summands
  // index x 128, 96, 64, 32, 8 from bit DEV on; 96 = 64 + 32.
  wire [DEV_W-1:0] index_d, dev_0, dev_1, dev_2;
  assign index_d = {{DEV_W - INDEX_W{1'b0}}, index_i};
  assign dev_0 = {{DEV_W - FRAME_W{1'b0}}, frame_i} << (SHARE_W - 4 - DEV);
  assign dev_1 = t4 ? index_d : t3 ? index_d << 2 : t1 | t2 ? index_d << 3 : index_d << 4;
  assign dev_2 = (index_d << 2) & {DEV_W{t1}};

  // index x 0, 32, 64, 96, 128 from bit SPILL on; a slot is 3/4 of a share.
  wire [SPILL_W-1:0] index_s, slot_s, spill_0, spill_1, spill_2, spill_3, spill_4;
  assign index_s = {{SPILL_W - INDEX_W{1'b0}}, index_i};
  assign slot_s = {{SPILL_W - SLOT_W{1'b0}}, slot_i};
  assign spill_0 = {gbbr_i, {BASE - SPILL{1'b0}}};
  assign spill_1 = index_s & {SPILL_W{t1 | t3}};
  assign spill_2 = ((index_s << 1) & {SPILL_W{t2 | t3}}) | ((index_s << 2) & {SPILL_W{t4}});
  assign spill_3 = slot_s << (SHARE_W - 2 - SPILL);
  assign spill_4 = slot_s << (SHARE_W - 1 - SPILL);

  // Three to two, until two are left.
  assign dev_a_o = dev_0 ^ dev_1 ^ dev_2;
  assign dev_b_o = ((dev_0 & dev_1) | ((dev_0 | dev_1) & dev_2)) << 1;

  wire [SPILL_W-1:0] low_a, low_b, mid_a, mid_b;
  assign low_a = spill_0 ^ spill_1 ^ spill_2;
  assign low_b = ((spill_0 & spill_1) | ((spill_0 | spill_1) & spill_2)) << 1;
  assign mid_a = low_a ^ low_b ^ spill_3;
  assign mid_b = ((low_a & low_b) | ((low_a | low_b) & spill_3)) << 1;
  assign spill_a_o = mid_a ^ mid_b ^ spill_4;
  assign spill_b_o = ((mid_a & mid_b) | ((mid_a | mid_b) & spill_4)) << 1;

  // The low bits of slot and index are added to zeros of the base.
  wire [ADDR_W:0] entry;
  assign entry = {{ADDR_W + 1 - SLOT_W - INDEX_W{1'b0}}, slot_i, index_i};
  assign meta_o[BASE:0] = entry[BASE:0];
  lp_sum #(.WIDTH(ADDR_W - BASE)) u_meta (
      .a_i(mdbase_i), .b_i(entry[ADDR_W:BASE+1]), .sum_o(meta_o[ADDR_W:BASE+1]));
endmodule

`default_nettype wire
