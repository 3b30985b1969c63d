// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_ebd_value against the format: code `code_i` or, where that is the escape, nibble `nibble_i`,
/// as lp_ebd_dec passes them; FIRST is the first distance without a code, 6 or 7.
module fv_ebd_value #(
    parameter int FIRST = 7
) (
    input wire logic [7:0] base_i,
    input wire logic [2:0] code_i,
    input wire logic [3:0] nibble_i,
    input wire logic [7:0] payload_i
);
  // No stored element has code 7 of the code form.
  wire [2:0] code = code_i > 3'(FIRST) ? 3'd0 : code_i;
  wire escape = code == 3'(FIRST);

  wire near = escape && (nibble_i == 4'd13 || nibble_i == 4'd14);
  wire none = escape && nibble_i == 4'd15;
  wire [3:0] low = !escape ? {1'b0, code} : near ? 4'd12 - nibble_i : nibble_i;
  wire [8:0] less = {1'b0, base_i} - 9'(FIRST);
  wire [15:0] data;
  wire bad;
  lp_ebd_value u_dut (
      .base_i, .less_i(less), .escape_i(escape && !near), .d_i(near), .low_i(low), .zero_i(none),
      .payload_i, .data_o(data), .bad_o(bad));

  // Ten bits, signed: -20..257.
  wire [9:0] from = {2'b0, base_i};
  wire [9:0] exponent = !escape ? from - {7'd0, code}
      : nibble_i == 4'd13 ? from + 10'd1 : nibble_i == 4'd14 ? from + 10'd2
      : none ? 10'd0 : from - 10'(FIRST) - {6'd0, nibble_i};
  fv_assert u_bad (.hold_i(bad == (exponent[9:8] != 2'd0)));
  fv_assert u_data (.hold_i(data == {payload_i[7], exponent[7:0], payload_i[6:0]}));
  fv_cover u_over (.seen_i(bad && near));
  fv_cover u_under (.seen_i(bad && escape && !near));
endmodule

`default_nettype wire
