// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The part of a line's record that one of its sectors gives: the record is the OR of the parts of
/// all four. It is lp_ebd_record for one sector at a time.
///
/// One network moves the sector's payload bytes to the lanes, modulo 16, of their bytes in the
/// record; another one moves its nibbles. In the mask form codes move with their payload. A record
/// of ZVC-16 is a mask and whole elements, which the first network moves to the lanes of their
/// elements.
///
/// Combinational.
///
/// Combinational paths: at, base, mask, skip, full, zvc, nonzero, field, data, payload_*,
/// escape_* -> record.
module lp_ebd_insert (
    /// The sector's number, one-hot.
    input  wire logic [3:0]   at_i,
    /// Base exponent.
    input  wire logic [7:0]   base_i,
    /// The mask form.
    input  wire logic         mask_i,
    /// Its escapes take so many bytes, rounded up: 0..6.
    input  wire logic [2:0]   skip_i,
    /// The full form.
    input  wire logic         full_i,
    /// A record of ZVC-16: base, mask, full are ignored.
    input  wire logic         zvc_i,
    /// Bit i: element i is not zero.
    input  wire logic [15:0]  nonzero_i,
    /// The elements as lp_ebd_element gives them, 5 bits each.
    input  wire logic [79:0]  field_i,
    /// The sector.
    input  wire logic [255:0] data_i,
    /// Switch bits of lp_zvc_switch for the elements that are stored.
    input  wire logic [31:0]  payload_sw_i,
    /// First byte of the sector's payload, and the byte after its last one; elements with ZVC.
    input  wire logic [6:0]   payload_low_i,
    input  wire logic [6:0]   payload_high_i,
    /// Switch bits for the escapes.
    input  wire logic [31:0]  escape_sw_i,
    /// Position in the escape list of the sector's first escape, and the one after its last.
    input  wire logic [5:0]   escape_low_i,
    input  wire logic [5:0]   escape_high_i,
    /// The part of the record.
    output wire logic [767:0] record_o
);
  localparam int FIRST = lp_ebd_pkg::MASK_ESCAPES / 8;
  localparam int LIST = lp_ebd_pkg::ESCAPES_MAX;
  // The longest escape list of the mask form, and the last byte at which its payload may begin.
  localparam int MASK_LIST = 11;
  localparam int MASK_START = FIRST + (MASK_LIST + 1) / 2;

  // Elements that ZVC keeps fill places 4 to 47; no payload of EBD begins before byte FIRST.
  wire [95:0] place_of;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [95:0] byte_of;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [LIST-1:0] nibble_of;
  lp_ebd_range u_bytes (.low_i(payload_low_i), .high_i(payload_high_i), .part_o(place_of));
  lp_ebd_range #(.PLACES(LIST)) u_nibbles (
      .low_i({1'b0, escape_low_i}), .high_i({1'b0, escape_high_i}), .part_o(nibble_of));

  genvar i, k, p;
  wire [47:0] code;
  wire [63:0] nibble, packed_nibbles;
  wire [255:0] to_pack, packed_lanes;
  // In a lane, bits 7 to 9 have the code in place of the exponent's; the payload is where it is in
  // the element. With EBD bits 10 to 14 are not used.
  generate
    for (i = 0; i < 16; i = i + 1) begin : g_lane
      wire [4:0] f;
      assign f = field_i[5*i +: 5];
      assign code[3*i +: 3] = f[4] ? {2'b11, mask_i | full_i} : f[2:0];
      assign nibble[4*i +: 4] = f[3:0];
      assign to_pack[16*i +: 16] = {
          data_i[16*i+10 +: 6], zvc_i ? data_i[16*i+7 +: 3] : code[3*i +: 3], data_i[16*i +: 7]};
    end
  endgenerate
  lp_zvc_omega #(.LANES(16)) u_payload (
      .data_i(to_pack), .sw_i(payload_sw_i), .data_o(packed_lanes));
  lp_ebd_omega #(.W(4)) u_escapes (
      .data_i(nibble), .sw_i(escape_sw_i), .data_o(packed_nibbles));

  wire [767:0] bytes, elements;
  assign byte_of = place_of & {96{~zvc_i}};
  wire [4*LIST-1:0] nibbles;
  generate
    for (p = 0; p < 96; p = p + 1) begin : g_byte
      if (p < FIRST) assign bytes[8*p +: 8] = 8'd0;
      else assign bytes[8*p +: 8] = {8{byte_of[p]}}
                                  & {packed_lanes[16*(p%16)+15], packed_lanes[16*(p%16) +: 7]};
    end
    for (p = 0; p < 48; p = p + 1) begin : g_element
      assign elements[16*p +: 16] = {16{place_of[p] & zvc_i}} & packed_lanes[16*(p%16) +: 16];
    end
    for (p = 0; p < LIST; p = p + 1) begin : g_nibble
      assign nibbles[4*p +: 4] = {4{nibble_of[p]}} & packed_nibbles[4*(p%16) +: 4];
    end
  endgenerate

  // The mask form's codes are aligned with the payload, so they begin with it.
  wire [47:0] places;
  generate
    for (p = FIRST; p < MASK_START + 16; p = p + 1) begin : g_code
      wire [2:0] code_at;
      assign code_at = {3{byte_of[p]}} & packed_lanes[16*(p%16)+7 +: 3];
    end
    for (i = 0; i < 16; i = i + 1) begin : g_place
      for (p = FIRST; p <= MASK_START; p = p + 1) begin : g_at
        wire [2:0] here, any;
        assign here = {3{skip_i == 3'(p - FIRST)}} & g_code[p+i].code_at;
        if (p == FIRST) assign any = here;
        else assign any = here | g_at[p-1].any;
      end
      assign places[3*i +: 3] = g_at[MASK_START].any;
    end
  endgenerate

  // Fields at fixed positions.
  wire [191:0] codes;
  wire [63:0] mask;
  generate
    for (k = 0; k < 4; k = k + 1) begin : g_sector
      assign codes[48*k +: 48] = code & {48{at_i[k]}};
      assign mask[16*k +: 16] = nonzero_i & {16{at_i[k]}};
    end
  endgenerate
  wire [767:0] in_mask, in_codes;
  assign in_mask = {{768 - 120 - 4 * MASK_LIST{1'b0}}, nibbles[4*MASK_LIST-1:0], places, mask,
                    8'd0};
  assign in_codes = {{768 - 204 - 4 * LIST{1'b0}}, nibbles, 3'd0, full_i & at_i[0], codes, 8'd0};
  assign record_o = bytes | elements | ((mask_i ? in_mask : in_codes) & {768{~zvc_i}})
                  | {760'd0, base_i & {8{at_i[0] & ~zvc_i}}} | {704'd0, mask & {64{zvc_i}}};
endmodule

`default_nettype wire
