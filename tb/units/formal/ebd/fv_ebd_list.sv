// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// A sector's step of EBD's escape list, there and back: any flags and nibbles, any escapes before
/// it. The nibbles that lp_ebd_enc's network and lp_ebd_bounds put into the list are returned to
/// their elements by lp_ebd_dec's network, where the list starts FIRST nibbles further on in the
/// record; and no nibble of the sector is put elsewhere.
module fv_ebd_list #(
    parameter int FIRST = lp_ebd_pkg::ESCAPES / 4,
    localparam int PLACES = lp_ebd_pkg::ESCAPES_MAX
) (
    input wire logic [15:0]         flag_i,
    input wire logic [63:0]         nibble_i,
    input wire logic [5:0]          before_i,
    // Nibbles of other sectors, in places that this one does not use.
    input wire logic [4*PLACES-1:0] others_i
);
  wire [31:0] pack_sw, take_sw;
  wire [4:0] count, again;
  wire [63:0] packed_nibbles, back;
  wire [4*PLACES-1:0] part;
  wire [6:0] from = {1'b0, before_i}, to = from + {2'd0, count};
  wire fits = to <= 7'(PLACES);

  lp_zvc_switch #(.LANES(16)) u_pack (
      .flag_i, .start_i(before_i[3:0]), .sw_o(pack_sw), .count_o(count));
  lp_ebd_omega #(.W(4)) u_packed (.data_i(nibble_i), .sw_i(pack_sw), .data_o(packed_nibbles));
  lp_ebd_bounds #(.PLACES(PLACES)) u_bounds (
      .bound_i({to, to, to, to, from}), .part_o(part));

  // The list, as stored in the record.
  wire [4*(FIRST+PLACES+16)-1:0] record;
  assign record[4*FIRST-1:0] = '0;
  assign record[4*(FIRST+PLACES) +: 64] = 64'd0;
  genvar p, j;
  generate
    for (p = 0; p < PLACES; p = p + 1) begin : g_place
      assign record[4*(FIRST+p) +: 4] = part[p] ? packed_nibbles[4*(p%16) +: 4]
                                                : others_i[4*p +: 4];
      fv_assert u_place (.hold_i(!fits || part[p] == (7'(p) >= from && 7'(p) < to)));
    end
  endgenerate

  wire [6:0] start = 7'(FIRST) + from;
  wire [63:0] window;
  lp_zvc_switch #(.LANES(16)) u_take (
      .flag_i, .start_i(start[3:0]), .sw_o(take_sw), .count_o(again));
  generate
    for (j = 0; j < 16; j = j + 1) begin : g_lane
      // The lane's first place from `start` on.
      wire [6:0] at = {start[6:4] + {2'd0, start[3:0] > 4'(j)}, 4'(j)};
      wire [4*(FIRST+PLACES+16)-1:0] moved = record >> {at, 2'd0};
      assign window[4*j +: 4] = moved[3:0];
    end
  endgenerate
  lp_ebd_omega #(.W(4), .REVERSE(1)) u_back (.data_i(window), .sw_i(take_sw), .data_o(back));

  generate
    for (j = 0; j < 16; j = j + 1) begin : g_element
      fv_assert u_back (.hold_i(!fits || !flag_i[j] || back[4*j +: 4] == nibble_i[4*j +: 4]));
    end
  endgenerate
  fv_assert u_count (.hold_i(count == again));
  fv_cover u_some (.seen_i(fits && before_i > 6'd20 && count > 5'd10));
endmodule

`default_nettype wire
