// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Form, base and length of a line's record, from its counts. The choice is part of the format:
/// the mask form if it fits, else the shorter of code and full, ties to code; in each of them the
/// base with the fewest escapes.
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: nonzero, zeros, escapes_6, escapes_7, reach_6, reach_7, more -> form, down,
/// escapes, start, size, sectors.
module lp_ebd_choice (
    /// Elements that are not zero.
    input  wire logic [6:0]  nonzero_i,
    /// Elements that are.
    input  wire logic [6:0]  zeros_i,
    /// Escapes among those that are not, with E = 6 and base 0, 1, 2 below the largest exponent.
    input  wire logic [20:0] escapes_6_i,
    /// The same with E = 7.
    input  wire logic [20:0] escapes_7_i,
    /// The bases that reach every element with E = 6.
    input  wire logic [2:0]  reach_6_i,
    /// The same with E = 7.
    input  wire logic [2:0]  reach_7_i,
    /// The bases with which zeros are escapes, with E = 7.
    input  wire logic [2:0]  more_i,
    /// 1 mask, 2 code, 4 full; 0: no record fits.
    output wire logic [2:0]  form_o,
    /// How far the base is below the largest exponent, one-hot.
    output wire logic [2:0]  down_o,
    /// Its escapes.
    output wire logic [5:0]  escapes_o,
    /// Byte of the record where the payload begins.
    output wire logic [5:0]  start_o,
    /// Bytes of the record; 128 without one.
    output wire logic [7:0]  size_o,
    /// Sectors of the entry, 0 for a line of zeros, 4 without a record.
    output wire logic [2:0]  sectors_o
);
  genvar k;
  wire [20:0] escapes_full;
  generate
    for (k = 0; k < 3; k = k + 1) begin : g_full
      assign escapes_full[7*k +: 7] = escapes_7_i[7*k +: 7] + (zeros_i & {7{more_i[k]}});
    end
  endgenerate

  wire [2:0] down_mask, down_code, down_full;
  wire good_mask, good_code, good_full;
  wire [6:0] in_mask, in_full;
  // A record has 47 at most.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [6:0] in_code;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_ebd_fewest u_mask (
      .reach_i(reach_7_i), .escapes_i(escapes_7_i), .pick_o(down_mask), .good_o(good_mask),
      .fewest_o(in_mask));
  lp_ebd_fewest u_code (
      .reach_i(reach_6_i), .escapes_i(escapes_6_i), .pick_o(down_code), .good_o(good_code),
      .fewest_o(in_code));
  lp_ebd_fewest u_full (
      .reach_i(reach_7_i), .escapes_i(escapes_full), .pick_o(down_full), .good_o(good_full),
      .fewest_o(in_full));

  // Bytes behind byte 15 of the mask form, and behind byte 26 of the others.
  wire [5:0] pairs_mask;
  wire [7:0] behind_mask, behind_code, behind_full;
  wire [23:0] each_code;
  assign pairs_mask = in_mask[6:1] + {5'd0, in_mask[0]};
  assign behind_mask = {1'b0, nonzero_i} + {2'b0, pairs_mask};
  generate
    for (k = 0; k < 3; k = k + 1) begin : g_code
      assign each_code[8*k +: 8] = ({1'b0, nonzero_i} + {2'b0, escapes_6_i[7*k+1 +: 6]})
                                 & {8{down_code[k]}};
    end
  endgenerate
  assign behind_code = each_code[7:0] | each_code[15:8] | each_code[23:16];
  assign behind_full = {2'b01, in_full[6:1]};

  wire mask, code_fits, full;
  assign mask = good_mask & (nonzero_i <= 7'd16) & (behind_mask <= 8'd17);
  assign code_fits = good_code & (behind_code <= 8'd70);
  assign full = good_full & (in_full <= 7'd13) & (~good_code | (behind_full < behind_code));
  assign form_o = {full & ~mask, code_fits & ~full & ~mask, mask};

  wire [7:0] behind;
  assign down_o = mask ? down_mask : full ? down_full : down_code;
  assign behind = full ? behind_full : behind_code;
  assign escapes_o = mask ? in_mask[5:0] : full ? in_full[5:0] : in_code[5:0];
  assign start_o = mask ? 6'd15 + pairs_mask
                 : 6'd26 + (full ? in_full[6:1] : in_code[6:1]);
  assign size_o = mask ? 8'd15 + behind_mask
                : (full | code_fits) ? 8'd26 + behind : 8'd128;
  assign sectors_o = mask ? {2'b0, nonzero_i != 7'd0}
                   : ~(full | code_fits) ? 3'd4 : (behind > 8'd38) ? 3'd3 : 3'd2;
endmodule

`default_nettype wire
