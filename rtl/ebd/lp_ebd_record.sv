// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Assembles a line's record from the stored values of its elements.
///
/// One network per sector moves its payload bytes to the lanes, modulo 16, of their bytes in the
/// record; others move its nibbles. In the mask form codes move with their payload.
///
/// Combinational.
///
/// Combinational paths: base, mask, full, nonzero, code, nibble, payload, payload_sw,
/// payload_bound, escape_sw, escape_bound -> record.
module lp_ebd_record (
    /// Base exponent.
    input  wire logic [7:0]   base_i,
    /// The mask form.
    input  wire logic         mask_i,
    /// The full form.
    input  wire logic         full_i,
    /// Bit i: element i is not zero.
    input  wire logic [63:0]  nonzero_i,
    /// Codes, 3 bits an element.
    input  wire logic [191:0] code_i,
    /// Nibbles, 4 bits an element.
    input  wire logic [255:0] nibble_i,
    /// Sign and mantissa, 8 bits an element.
    input  wire logic [511:0] payload_i,
    /// Switch bits of lp_zvc_switch for the elements that are stored, 32 a sector.
    input  wire logic [127:0] payload_sw_i,
    /// Bytes at which the payload of each sector begins and ends (lp_ebd_bounds).
    input  wire logic [34:0]  payload_bound_i,
    /// Switch bits for the escapes.
    input  wire logic [127:0] escape_sw_i,
    /// Positions in the escape list at which those of each sector begin and end.
    input  wire logic [34:0]  escape_bound_i,
    /// The record, zeros past its end.
    output wire logic [767:0] record_o
);
  localparam int FIRST = lp_ebd_pkg::MASK_ESCAPES / 8;
  localparam int LIST = lp_ebd_pkg::ESCAPES_MAX;
  // The last byte at which a payload may begin.
  localparam int LATEST = lp_ebd_pkg::ESCAPES / 8 + (LIST + 2) / 2;
  // The longest escape list of the mask form, and the last byte at which its payload may begin.
  localparam int MASK_LIST = 11;
  localparam int MASK_START = FIRST + (MASK_LIST + 1) / 2;

  // A sector's payload cannot reach some of the bytes.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [4*96-1:0] byte_of;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [4*LIST-1:0] nibble_of;
  lp_ebd_bounds #(.PLACES(96)) u_bytes (.bound_i(payload_bound_i), .part_o(byte_of));
  lp_ebd_bounds #(.PLACES(LIST)) u_nibbles (.bound_i(escape_bound_i), .part_o(nibble_of));

  genvar g, i, p;
  generate
    for (g = 0; g < 4; g = g + 1) begin : g_sector
      wire [175:0] to_pack, packed_bytes;
      wire [63:0] packed_nibbles;
      for (i = 0; i < 16; i = i + 1) begin : g_lane
        assign to_pack[11*i +: 11] = {code_i[48*g + 3*i +: 3], payload_i[128*g + 8*i +: 8]};
      end
      lp_ebd_omega #(.W(11)) u_payload (
          .data_i(to_pack), .sw_i(payload_sw_i[32*g +: 32]), .data_o(packed_bytes));
      lp_ebd_omega #(.W(4)) u_escapes (
          .data_i(nibble_i[64*g +: 64]), .sw_i(escape_sw_i[32*g +: 32]),
          .data_o(packed_nibbles));
    end
  endgenerate

  // Each position of a list has one sector at most; positions that a sector cannot reach are left
  // out.
  wire [8*96-1:0] bytes;
  wire [4*LIST-1:0] nibbles;
  generate
    for (p = 0; p < 96; p = p + 1) begin : g_byte
      if (p < FIRST) begin : g_head
        assign bytes[8*p +: 8] = 8'd0;
      end else begin : g_payload
        wire [31:0] each;
        for (g = 0; g < 4; g = g + 1) begin : g_from
          if (p < LATEST + 16 * (g + 1)) begin : g_some
            assign each[8*g +: 8] = {8{byte_of[96*g + p]}}
                                  & g_sector[g].packed_bytes[11*(p%16) +: 8];
          end else begin : g_none
            assign each[8*g +: 8] = 8'd0;
          end
        end
        assign bytes[8*p +: 8] = each[7:0] | each[15:8] | each[23:16] | each[31:24];
      end
    end
    for (p = 0; p < LIST; p = p + 1) begin : g_nibble
      wire [15:0] each;
      for (g = 0; g < 4; g = g + 1) begin : g_from
        if (p < 16 + 16 * g) begin : g_some
          assign each[4*g +: 4] = {4{nibble_of[LIST*g + p]}}
                                & g_sector[g].packed_nibbles[4*(p%16) +: 4];
        end else begin : g_none
          assign each[4*g +: 4] = 4'd0;
        end
      end
      assign nibbles[4*p +: 4] = each[3:0] | each[7:4] | each[11:8] | each[15:12];
    end
  endgenerate

  // The mask form's codes are aligned with the payload, so they begin with it.
  wire [MASK_START:FIRST] begins;
  wire [47:0] places;
  generate
    for (p = FIRST; p <= MASK_START; p = p + 1) begin : g_begins
      assign begins[p] = (payload_bound_i[6:0] == 7'(p));
    end
    for (p = FIRST; p < MASK_START + 16; p = p + 1) begin : g_code
      wire [2:0] code;
      wire [11:0] each;
      for (g = 0; g < 4; g = g + 1) begin : g_from
        assign each[3*g +: 3] = {3{byte_of[96*g + p]}}
                              & g_sector[g].packed_bytes[11*(p%16)+8 +: 3];
      end
      assign code = each[2:0] | each[5:3] | each[8:6] | each[11:9];
    end
    for (i = 0; i < 16; i = i + 1) begin : g_place
      for (p = FIRST; p <= MASK_START; p = p + 1) begin : g_at
        wire [2:0] here, any;
        assign here = {3{begins[p]}} & g_code[p+i].code;
        if (p == FIRST) assign any = here;
        else assign any = here | g_at[p-1].any;
      end
      assign places[3*i +: 3] = g_at[MASK_START].any;
    end
  endgenerate

  wire [767:0] in_mask, in_codes;
  assign in_mask = {{768 - 120 - 4 * MASK_LIST{1'b0}}, nibbles[4*MASK_LIST-1:0], places,
                    nonzero_i, 8'd0};
  assign in_codes = {{768 - 204 - 4 * LIST{1'b0}}, nibbles, 3'd0, full_i, code_i, 8'd0};
  assign record_o = bytes | (mask_i ? in_mask : in_codes) | {760'd0, base_i};
endmodule

`default_nettype wire
