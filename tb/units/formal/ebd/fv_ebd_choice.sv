// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_ebd_choice against lengths and minima as written in the format.
module fv_ebd_choice (
    input wire logic [6:0]  nonzero_i,
    input wire logic [20:0] escapes_6_i,
    input wire logic [20:0] escapes_7_i,
    input wire logic [2:0]  reach_6_i,
    input wire logic [2:0]  reach_7_i,
    input wire logic [2:0]  more_i
);
  wire [2:0] form, down, sectors;
  wire [5:0] list, start;
  wire [7:0] size;
  wire [6:0] zeros = 7'd64 - nonzero_i;
  lp_ebd_choice u_dut (
      .nonzero_i, .zeros_i(zeros), .escapes_6_i, .escapes_7_i, .reach_6_i, .reach_7_i, .more_i,
      .form_o(form), .down_o(down), .escapes_o(list), .start_o(start), .size_o(size),
      .sectors_o(sectors));

  // Every base that E = 6 reaches is also reached by E = 7, with at most as many escapes.
  wire [2:0] possible;
  genvar k;
  generate
    for (k = 0; k < 3; k = k + 1) begin : g_base
      assign possible[k] = escapes_6_i[7*k +: 7] <= nonzero_i
                        && escapes_7_i[7*k +: 7] <= escapes_6_i[7*k +: 7]
                        && (!reach_6_i[k] || reach_7_i[k]);
    end
  endgenerate
  wire asked = nonzero_i <= 7'd64 && (&possible);

  // For each form: escapes of the best base, 255 if there is none, and its distance below the
  // largest exponent.
  logic [7:0] fewest [0:2];
  logic [1:0] least [0:2];
  logic [7:0] escapes;
  always_comb begin
    for (int f = 0; f < 3; f++) begin
      fewest[f] = 8'd255;
      least[f] = 2'd0;
      for (int b = 0; b < 3; b++) begin
        escapes = f == 1 ? {1'b0, escapes_6_i[7*b +: 7]}
                : {1'b0, escapes_7_i[7*b +: 7]} + (f == 2 && more_i[b] ? {1'b0, zeros} : 8'd0);
        if ((f == 1 ? reach_6_i[b] : reach_7_i[b]) && escapes < fewest[f]) begin
          fewest[f] = escapes;
          least[f] = 2'(b);
        end
      end
    end
  end

  // Start of the payload, and lengths.
  wire [8:0] at_mask = 9'd15 + (({1'b0, fewest[0]} + 9'd1) >> 1);
  wire [8:0] at_code = (9'd52 + {1'b0, fewest[1]}) >> 1;
  wire [8:0] at_full = (9'd52 + {1'b0, fewest[2]}) >> 1;
  wire [8:0] code = at_code + {2'b0, nonzero_i};
  wire [8:0] full = at_full + 9'd64;
  wire is_mask = fewest[0] != 8'd255 && nonzero_i <= 7'd16
              && at_mask + {2'b0, nonzero_i} <= 9'd32;
  wire has_code = fewest[1] != 8'd255 && code <= 9'd96;
  wire has_full = fewest[2] != 8'd255 && full <= 9'd96;
  wire is_full = !is_mask && has_full && (!has_code || full < code);
  wire is_code = !is_mask && has_code && !is_full;
  wire [8:0] length = is_mask ? at_mask + {2'b0, nonzero_i} : is_full ? full
                    : is_code ? code : 9'd128;
  wire [1:0] base = is_mask ? least[0] : is_full ? least[2] : least[1];
  wire [8:0] at = is_mask ? at_mask : is_full ? at_full : at_code;
  wire [7:0] escaped = is_mask ? fewest[0] : is_full ? fewest[2] : fewest[1];
  wire some = is_mask || is_full || is_code;

  fv_assert u_form (.hold_i(!asked || form == {is_full, is_code, is_mask}));
  fv_assert u_size (.hold_i(!asked || {1'b0, size} == length));
  fv_assert u_sectors (.hold_i(!asked || sectors == (nonzero_i == 7'd0 && is_mask ? 3'd0
                                                     : 3'((length + 9'd31) >> 5))));
  fv_assert u_base (.hold_i(!asked || !some || down == 3'd1 << base));
  fv_assert u_start (.hold_i(!asked || !some || {3'b0, start} == at));
  fv_assert u_list (.hold_i(!asked || !some || {2'b0, list} == escaped));
  fv_cover u_full (.seen_i(asked && is_full && nonzero_i < 7'd64 && base == 2'd1));
  fv_cover u_longest (.seen_i(asked && is_code && list == 6'd47));
endmodule

`default_nettype wire
