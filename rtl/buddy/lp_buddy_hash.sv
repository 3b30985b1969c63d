// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Computes the memory controller's slice of a line of a page, and the line's index in the page's
/// share there. Lines go to slices in groups of four: slice = (group xor fold) mod SLICES, where
/// fold is the xor of all fields of log2(SLICES) bits of (group / SLICES xor frame) and FOLD.
/// SLICES consecutive groups of a page, from a multiple of SLICES on, go to SLICES different
/// slices; so do SLICES groups in steps of any power of two, if all bits are folded. Combinational:
/// latency 0, interval 1. Exclusive ors and wiring only.
///
/// Combinational paths: frame, index -> slice; index -> local.
module lp_buddy_hash #(
    /// Slices: 1, 2, 4, 8, 16 or 32.
    parameter  int SLICES  = 8,
    /// Log2 of a page's share in bytes, at least 11.
    parameter  int SHARE_W = 13,
    /// Bits of a frame, at least 1.
    parameter  int FRAME_W = 23,
    /// Folded bits of the frame and of group / SLICES; 0: groups are interleaved in order.
    parameter  int FOLD    = -1,
    localparam int PART_W  = $clog2(SLICES),
    localparam int SLICE_W = (SLICES == 1) ? 1 : PART_W
) (
    /// The page's frame, from its attributes.
    input  wire logic [FRAME_W-1:0]          frame_i,
    /// The line's index in the page.
    input  wire logic [SHARE_W+PART_W-7-1:0] index_i,
    /// The slice; 0 if there is only one.
    output wire logic [SLICE_W-1:0]          slice_o,
    /// The line's index in the share.
    output wire logic [SHARE_W-7-1:0]        local_o
);
  generate
    if ((SLICES != 1) & (SLICES != 2) & (SLICES != 4) & (SLICES != 8) & (SLICES != 16)
        & (SLICES != 32)) begin : g_check_slices
      lp_bad_SLICES_not_a_power_of_two_1_to_32 u_bad ();
    end
    if (SHARE_W < 11) begin : g_check_share
      lp_bad_SHARE_W_below_11 u_bad ();
    end
    if (FRAME_W < 1) begin : g_check_frame
      lp_bad_FRAME_W_below_1 u_bad ();
    end
  endgenerate

  assign local_o = {index_i[SHARE_W+PART_W-8 : PART_W+2], index_i[1:0]};

  genvar b, k;
  generate
    if (SLICES == 1) begin : g_one
      // With one slice nothing is chosen.
      /* verilator lint_off UNUSEDSIGNAL */
      wire [FRAME_W-1:0] unused;
      /* verilator lint_on UNUSEDSIGNAL */
      assign unused = frame_i;
      assign slice_o = 1'b0;
    end else begin : g_fold
      // Bits of group / SLICES, folded bits, and number of fields.
      localparam int TURN_W = SHARE_W - 9;
      localparam int FOLD_W = (FRAME_W > TURN_W) ? FRAME_W : TURN_W;
      localparam int FIELDS = (FOLD_W + PART_W - 1) / PART_W;
      localparam logic [FOLD_W-1:0] KEEP = FOLD_W'(FOLD);
      wire [TURN_W-1:0] turn;
      wire [FOLD_W-1:0] kept;
      assign turn = index_i[SHARE_W+PART_W-8 : PART_W+2];
      assign kept = (FOLD_W'(frame_i) ^ FOLD_W'(turn)) & KEEP;
      for (b = 0; b < PART_W; b = b + 1) begin : g_part
        wire [FIELDS:0] column;
        assign column[FIELDS] = index_i[2+b];
        for (k = 0; k < FIELDS; k = k + 1) begin : g_field
          localparam int AT = k * PART_W + b;
          if (AT < FOLD_W) begin : g_bit
            assign column[k] = kept[AT];
          end else begin : g_none
            assign column[k] = 1'b0;
          end
        end
        assign slice_o[b] = ^column;
      end
    end
  endgenerate
endmodule

`default_nettype wire
