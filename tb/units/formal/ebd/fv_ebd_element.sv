// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The codes that lp_ebd_distance, lp_ebd_far and lp_ebd_element store for an exponent decode to
/// it, for every base that reaches it; and an element is an escape only if no code reaches it.
module fv_ebd_element (
    input wire logic [7:0] exponent_i,
    input wire logic [7:0] most_i,
    input wire logic [1:0] down_i,
    input wire logic       seven_i,
    input wire logic       stored_i
);
  wire [4:0] distance, field;
  wire [5:0] far;
  wire escape = stored_i && far[3'(down_i) + (seven_i ? 3'd3 : 3'd0)];
  wire [3:0] nibble = field[3:0];
  wire [2:0] code = field[4] ? {2'b11, seven_i} : field[2:0];
  lp_ebd_distance u_distance (.exponent_i, .most_i, .distance_o(distance));
  lp_ebd_far u_beyond (.distance_i(distance), .far_o(far));
  lp_ebd_element u_dut (
      .distance_i(distance), .stored_i, .escape_i(escape),
      .down_i({down_i == 2'd2, down_i == 2'd1}), .seven_i, .odd_i(most_i[0]), .field_o(field));

  // Signed, ten bits.
  wire [9:0] base = {2'b0, most_i} - {8'd0, down_i};
  wire [9:0] below = base - {2'b0, exponent_i};
  wire [9:0] first = seven_i ? 10'd7 : 10'd6;
  wire near = below == 10'h3ff || below == 10'h3fe;
  wire direct = !below[9] && below < first;
  wire reached = near || exponent_i == 8'd0 || (!below[9] && below <= first + 10'd12);
  wire asked = down_i != 2'd3 && !base[9] && reached
            && (exponent_i <= most_i || exponent_i == 8'd255);

  wire [9:0] back = !escape ? base - {7'd0, code}
                  : nibble == 4'd15 ? 10'd0
                  : nibble == 4'd14 ? base + 10'd2
                  : nibble == 4'd13 ? base + 10'd1 : base - first - {6'd0, nibble};
  fv_assert u_field (.hold_i(field[4] == escape));
  fv_assert u_escape (.hold_i(!asked || escape == (stored_i && !direct)));
  fv_assert u_back (.hold_i(!asked || !stored_i || back == {2'b0, exponent_i}));
  fv_assert u_code (.hold_i(!asked || code == (!stored_i ? 3'd7
                                               : escape ? first[2:0] : below[2:0])));
  fv_cover u_nan (.seen_i(asked && stored_i && near && exponent_i == 8'd255));
  fv_cover u_far (.seen_i(asked && stored_i && escape && nibble == 4'd12));
endmodule

`default_nettype wire
