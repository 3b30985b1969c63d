// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_gbbr_terms: for any registers, attributes and index the terms add up to the formulas, written
/// with * and +, and the fault is the first that applies.
module fv_gbbr_terms #(
    parameter int SHARE_W = 13,
    parameter int FRAME_W = 23,
    parameter int SLOT_W = 21,
    parameter int ADDR_W = 40
) (
    input wire logic [ADDR_W-13:0] gbbr_i,
    input wire logic [ADDR_W-13:0] mdbase_i,
    input wire logic [SLOT_W:0]    slots_i,
    input wire logic [FRAME_W:0]   frames_i,
    input wire logic               compressed_i,
    input wire logic [2:0]         target_i,
    input wire logic [SLOT_W-1:0]  slot_i,
    input wire logic [FRAME_W-1:0] frame_i,
    input wire logic [SHARE_W-8:0] index_i
);
  localparam int W = ADDR_W + 1;
  wire [1:0] fault;
  wire [ADDR_W-4:0] dev_a, dev_b;
  wire [ADDR_W-6:0] spill_a, spill_b;
  wire [ADDR_W:0] meta;
  lp_gbbr_terms #(.SHARE_W(SHARE_W), .FRAME_W(FRAME_W), .SLOT_W(SLOT_W), .ADDR_W(ADDR_W)) u_dut (
      .gbbr_i, .mdbase_i, .slots_i, .frames_i, .compressed_i, .target_i, .slot_i, .frame_i,
      .index_i, .fault_o(fault), .dev_a_o(dev_a), .dev_b_o(dev_b), .spill_a_o(spill_a),
      .spill_b_o(spill_b), .meta_o(meta));

  wire reserved = target_i > 3'd4 || (!compressed_i && target_i != 3'd0);
  wire [4:0] frames = target_i == 3'd4 ? 5'd1 : 5'd16 - 5'd4 * {2'd0, target_i};
  wire [4:0] slots = target_i == 3'd4 ? 5'd2 : 5'd1;
  wire slot_past = {3'd0, slot_i} + {{SLOT_W - 2{1'b0}}, slots} > {2'd0, slots_i};
  wire frame_past = {3'd0, frame_i} + {{FRAME_W - 2{1'b0}}, frames} > {2'd0, frames_i};
  wire [1:0] expected = reserved ? 2'd1 : compressed_i && slot_past ? 2'd2
                      : frame_past ? 2'd3 : 2'd0;
  fv_assert u_fault (.hold_i(fault == expected));

  wire [7:0] dev_bytes = target_i == 3'd4 ? 8'd8 : 8'd128 - 8'd32 * {5'd0, target_i};
  wire [7:0] spill_bytes = 8'd32 * {5'd0, target_i};
  wire [W-1:0] index = {{W - SHARE_W + 7{1'b0}}, index_i};
  wire [W-1:0] slot = {{W - SLOT_W{1'b0}}, slot_i};
  wire [W-1:0] frame = {{W - FRAME_W{1'b0}}, frame_i};
  wire [W-1:0] dev = frame * (1 << (SHARE_W - 4)) + index * {{W - 8{1'b0}}, dev_bytes};
  wire [W-1:0] spill = {1'b0, gbbr_i, 12'd0} + slot * (3 << (SHARE_W - 2))
                     + index * {{W - 8{1'b0}}, spill_bytes};
  wire [W-1:0] nibble = {mdbase_i, 13'd0} + slot * (1 << (SHARE_W - 7)) + index;
  wire [ADDR_W-4:0] dev_sum = dev_a + dev_b;
  wire [ADDR_W-6:0] spill_sum = spill_a + spill_b;
  fv_assert u_dev (.hold_i(reserved || {dev_sum, 3'd0} == dev[ADDR_W-1:0]));
  fv_assert u_spill (.hold_i(reserved || {spill_sum, 5'd0} == spill[ADDR_W-1:0]));
  fv_assert u_meta (.hold_i(meta == nibble));

  fv_cover u_last_slot (.seen_i(expected == 2'd0 && target_i == 3'd4
                                && {1'b0, slot_i} + 2 == slots_i && slot_i > 5));
  fv_cover u_last_frame (.seen_i(expected == 2'd0 && target_i == 3'd1
                                 && {1'b0, frame_i} + 12 == frames_i && frame_i > 5));
  fv_cover u_past (.seen_i(expected == 2'd3 && {1'b0, frame_i} + 7 == frames_i));
endmodule

`default_nettype wire
