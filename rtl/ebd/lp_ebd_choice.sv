// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Form, base and length of a line's record, from its counts. The choice is part of the format: the
/// mask form if it fits, otherwise the shorter of code and full, code on a tie; in each form the
/// base with the fewest escapes. Combinational: latency 0, interval 1.
///
/// Combinational paths: nonzero, zeros, escapes_6, escapes_7, reach_6, reach_7, more -> form, down,
/// escapes, start, size, sectors.
module lp_ebd_choice (
    /// Nonzero elements.
    input  wire logic [6:0]  nonzero_i,
    /// Zero elements.
    input  wire logic [6:0]  zeros_i,
    /// Escapes among the nonzero ones, with E = 6 and base 0, 1, 2 below the largest exponent.
    input  wire logic [20:0] escapes_6_i,
    /// The same with E = 7.
    input  wire logic [20:0] escapes_7_i,
    /// The bases that reach every element with E = 6.
    input  wire logic [2:0]  reach_6_i,
    /// The same with E = 7.
    input  wire logic [2:0]  reach_7_i,
    /// The bases for which zeros are escapes, with E = 7.
    input  wire logic [2:0]  more_i,
    /// 1 mask, 2 code, 4 full; 0: no record fits.
    output wire logic [2:0]  form_o,
    /// Distance of the base below the largest exponent, one-hot.
    output wire logic [2:0]  down_o,
    /// Its escapes.
    output wire logic [5:0]  escapes_o,
    /// Byte of the record where the payload begins.
    output wire logic [5:0]  start_o,
    /// Bytes of the record; 128 if there is none.
    output wire logic [7:0]  size_o,
    /// Sectors of the entry, 0 for a line of zeros, 4 if there is no record.
    output wire logic [2:0]  sectors_o
);
  genvar k;
  wire [20:0] escapes_full;
  generate
    for (k = 0; k < 3; k = k + 1) begin : g_full
      assign escapes_full[7*k +: 7] = escapes_7_i[7*k +: 7] + (zeros_i & {7{more_i[k]}});
    end
  endgenerate

  // A record has at most 11 escapes in the mask form and 13 in the full form.
  wire [2:0] down_mask, down_code, down_full;
  wire good_mask, good_code, good_full;
  wire [3:0] in_mask, in_full;
  wire [5:0] in_code;
  lp_ebd_fewest #(.BITS(4)) u_mask (
      .reach_i(reach_7_i), .escapes_i(escapes_7_i), .pick_o(down_mask), .good_o(good_mask),
      .fewest_o(in_mask));
  lp_ebd_fewest u_code (
      .reach_i(reach_6_i), .escapes_i(escapes_6_i), .pick_o(down_code), .good_o(good_code),
      .fewest_o(in_code));
  lp_ebd_fewest #(.BITS(4)) u_full (
      .reach_i(reach_7_i), .escapes_i(escapes_full), .pick_o(down_full), .good_o(good_full),
      .fewest_o(in_full));

  // Lengths of the mask form past byte 15 and of the code form past byte 26; that of the full form
  // is 64 and half its escapes.
  wire [3:0] pairs_mask;
  wire [2:0] pairs_full;
  wire [7:0] behind_mask, behind_code;
  wire [23:0] each_code;
  assign pairs_mask = {1'b0, in_mask[3:1]} + {3'd0, in_mask[0]};
  assign pairs_full = in_full[3:1];
  assign behind_mask = {1'b0, nonzero_i} + {4'd0, pairs_mask};
  generate
    for (k = 0; k < 3; k = k + 1) begin : g_code
      assign each_code[8*k +: 8] = ({1'b0, nonzero_i} + {2'b0, escapes_6_i[7*k+1 +: 6]})
                                 & {8{down_code[k]}};
    end
  endgenerate
  assign behind_code = each_code[7:0] | each_code[15:8] | each_code[23:16];

  wire mask, code_fits, full, longer;
  assign longer = behind_code[7] | (behind_code[6] & ((|behind_code[5:3])
                                                     | (behind_code[2:0] > pairs_full)));
  assign mask = good_mask & (nonzero_i <= 7'd16) & (behind_mask <= 8'd17);
  assign code_fits = good_code & (behind_code <= 8'd70);
  assign full = good_full & (in_full <= 4'd13) & (~good_code | longer);
  assign form_o = {full & ~mask, code_fits & ~full & ~mask, mask};

  // All values that depend on the form are computed before the form is known.
  wire [5:0] start_mask, start_code, start_full;
  wire [7:0] size_mask, size_code, size_full;
  wire [2:0] sectors_code;
  assign start_mask = 6'd15 + {2'd0, pairs_mask};
  assign start_code = 6'd26 + {1'b0, in_code[5:1]};
  assign start_full = 6'd26 + {3'd0, pairs_full};
  assign size_mask = 8'd15 + behind_mask;
  assign size_code = code_fits ? 8'd26 + behind_code : 8'd128;
  assign size_full = 8'd90 + {5'd0, pairs_full};
  assign sectors_code = ~code_fits ? 3'd4 : (behind_code > 8'd38) ? 3'd3 : 3'd2;
  assign down_o = mask ? down_mask : full ? down_full : down_code;
  assign escapes_o = mask ? {2'd0, in_mask} : full ? {2'd0, in_full} : in_code;
  assign start_o = mask ? start_mask : full ? start_full : start_code;
  assign size_o = mask ? size_mask : full ? size_full : size_code;
  assign sectors_o = mask ? {2'b0, nonzero_i != 7'd0} : full ? 3'd3 : sectors_code;
endmodule

`default_nettype wire
