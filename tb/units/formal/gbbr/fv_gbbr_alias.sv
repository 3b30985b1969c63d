// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// No two live lines share a device byte, a buddy byte or a metadata nibble: two lines that do not
/// fault, of one page or of two that share no frame and no slot, whatever the registers hold, for
/// lp_gbbr_terms and the sums after it. PART: 0 device bytes, 1 buddy bytes, 2 metadata nibbles, 3
/// the device bytes of one and the metadata of the other, which the driver separates by MDBASE.
module fv_gbbr_alias #(
    parameter int PART = 0,
    parameter int SHARE_W = 13,
    parameter int FRAME_W = 23,
    parameter int SLOT_W = 21,
    parameter int ADDR_W = 40
) (
    input wire logic [ADDR_W-13:0]    gbbr_i,
    input wire logic [ADDR_W-13:0]    mdbase_i,
    input wire logic [SLOT_W:0]       slots_i,
    input wire logic [FRAME_W:0]      frames_i,
    input wire logic [1:0]            compressed_i,
    input wire logic [5:0]            target_i,
    input wire logic [2*SLOT_W-1:0]   slot_i,
    input wire logic [2*FRAME_W-1:0]  frame_i,
    input wire logic [2*SHARE_W-15:0] index_i
);
  localparam int I = SHARE_W - 7;
  genvar n;
  generate
    for (n = 0; n < 2; n = n + 1) begin : g_line
      wire [1:0] fault;
      wire [ADDR_W-4:0] dev_a, dev_b, dev;
      wire [ADDR_W-6:0] spill_a, spill_b, spill;
      wire [ADDR_W:0] meta;
      wire compressed = compressed_i[n];
      wire [2:0] target = target_i[3*n +: 3];
      wire [SLOT_W-1:0] slot = slot_i[SLOT_W*n +: SLOT_W];
      wire [FRAME_W-1:0] frame = frame_i[FRAME_W*n +: FRAME_W];
      wire [I-1:0] index = index_i[I*n +: I];
      lp_gbbr_terms #(
          .SHARE_W(SHARE_W), .FRAME_W(FRAME_W), .SLOT_W(SLOT_W), .ADDR_W(ADDR_W)
      ) u_dut (
          .gbbr_i, .mdbase_i, .slots_i, .frames_i, .compressed_i(compressed), .target_i(target),
          .slot_i(slot), .frame_i(frame), .index_i(index), .fault_o(fault), .dev_a_o(dev_a),
          .dev_b_o(dev_b), .spill_a_o(spill_a), .spill_b_o(spill_b), .meta_o(meta));
      lp_sum #(.WIDTH(ADDR_W - 3)) u_dev (.a_i(dev_a), .b_i(dev_b), .sum_o(dev));
      lp_sum #(.WIDTH(ADDR_W - 5)) u_spill (.a_i(spill_a), .b_i(spill_b), .sum_o(spill));

      // Ranges of the page and of the line, in units of 8 and of 32 bytes.
      wire [FRAME_W:0] frames_end = {1'b0, frame}
          + (target == 3'd4 ? 1 : 16 - 4 * {{FRAME_W - 2{1'b0}}, target});
      wire [SLOT_W:0] slots_end = {1'b0, slot} + (target == 3'd4 ? 2 : 1);
      wire [ADDR_W-4:0] dev_units = target == 3'd4 ? 1 : 16 - 4 * {{ADDR_W - 6{1'b0}}, target};
      wire [ADDR_W-6:0] spill_units = {{ADDR_W - 8{1'b0}}, target};
    end
  endgenerate

  wire same = compressed_i[0] == compressed_i[1] && g_line[0].target == g_line[1].target
           && g_line[0].slot == g_line[1].slot && g_line[0].frame == g_line[1].frame;
  wire frames_apart = g_line[0].frames_end <= {1'b0, g_line[1].frame}
                   || g_line[1].frames_end <= {1'b0, g_line[0].frame};
  wire slots_apart = compressed_i != 2'b11
                   || g_line[0].slots_end <= {1'b0, g_line[1].slot}
                   || g_line[1].slots_end <= {1'b0, g_line[0].slot};
  wire live = g_line[0].fault == 2'd0 && g_line[1].fault == 2'd0
           && (same ? g_line[0].index != g_line[1].index : frames_apart && slots_apart);

  // Distances on the circle of all addresses.
  generate
    if (PART == 0) begin : g_dev
      wire [ADDR_W-4:0] up = g_line[1].dev - g_line[0].dev, down = g_line[0].dev - g_line[1].dev;
      fv_assert u_dev (.hold_i(!live || (up >= g_line[0].dev_units
                                         && down >= g_line[1].dev_units)));
      fv_cover u_close (.seen_i(live && up == g_line[0].dev_units && !same));
      fv_cover u_same (.seen_i(live && up == g_line[0].dev_units && same));
    end else if (PART == 1) begin : g_spill
      wire [ADDR_W-6:0] up = g_line[1].spill - g_line[0].spill;
      wire [ADDR_W-6:0] down = g_line[0].spill - g_line[1].spill;
      wire any = g_line[0].target != 3'd0 && g_line[1].target != 3'd0;
      fv_assert u_spill (.hold_i(!live || !any || (up >= g_line[0].spill_units
                                                   && down >= g_line[1].spill_units)));
      fv_cover u_close (.seen_i(live && any && up == g_line[0].spill_units && !same));
      fv_cover u_same (.seen_i(live && any && up == g_line[0].spill_units && same));
    end else if (PART == 2) begin : g_meta
      fv_assert u_meta (.hold_i(!live || compressed_i != 2'b11
                                || g_line[0].meta != g_line[1].meta));
      fv_cover u_live (.seen_i(live && compressed_i == 2'b11));
    end else begin : g_kinds
      // Metadata begins after the frames and ends before the addresses do.
      wire [ADDR_W:0] last = {{ADDR_W + 1 - SHARE_W + 4 - FRAME_W - 1{1'b0}}, frames_i,
                              {SHARE_W - 4{1'b0}}};
      wire [ADDR_W+1:0] top = {1'b0, mdbase_i, 13'd0} + {{ADDR_W + 1 - I - SLOT_W{1'b0}}, slots_i,
                                                       {I{1'b0}}};
      wire apart = {1'b0, mdbase_i, 12'd0} >= last && top <= {1'b1, {ADDR_W + 1{1'b0}}};
      wire [ADDR_W-4:0] up = g_line[1].meta[ADDR_W:4] - g_line[0].dev;
      fv_assert u_apart (.hold_i(!apart || g_line[0].fault != 2'd0 || g_line[1].fault != 2'd0
                                 || !g_line[1].compressed || up >= g_line[0].dev_units));
      fv_cover u_close (.seen_i(apart && g_line[0].fault == 2'd0 && g_line[1].fault == 2'd0
                                && g_line[1].compressed && up == g_line[0].dev_units));
    end
  endgenerate
endmodule

`default_nettype wire
