// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// EBD-16 encoder without the registers that gather a line and without handshakes: the sectors of
/// a gathered line in, one after the other without a pause, its memory entry out, as lp_ebd_enc
/// gives it. The four sectors of a line pass one set of networks in turn. For a unit that mixes
/// codecs it also makes entries of ZVC-16 and XZVC-16, through the network of EBD's payload, and
/// yields a line to another unit whose entry is smaller.
///
/// Latency: 7 cycles with move_i from the first sector in to the first sector out. Interval: 4
/// cycles per line, whatever the data.
///
/// Stages, a sector each: D4 (counts of the line, from the distances in Z), D5 (choice of form and
/// base), D6 (stored values and switch bits of the sector in E), D7 (networks). D7 adds its sector
/// to the record in R, of 96 bytes. With the fourth sector in D7 the record is complete: its first
/// beat leaves through D7, the next two from R, while the next line's sectors enter R: they do not
/// reach past byte 64 before the last beat has left. A raw line waits in R too, its fourth sector
/// in a register of its own. All stages advance in a cycle with move_i. Payload is zero while its
/// valid is low.
///
/// Source: docs/reference/format.md (EBD-16).
///
/// Combinational paths: none.
module lp_ebd_core (
    /// Clock.
    input  wire logic          clk_i,
    /// Synchronous reset, active low.
    input  wire logic          rst_ni,

    /// All stages advance.
    input  wire logic          move_i,
    /// A sector enters, in a cycle with move_i.
    input  wire logic          s_valid_i,
    /// It is the first of its line.
    input  wire logic          s_first_i,
    /// The sector in the low bits; with the first one, the line's others above it.
    input  wire logic [1023:0] s_line_i,
    /// With the first sector: the line's extreme exponents (lp_ebd_extremes).
    input  wire logic [7:0]    s_most_i,
    input  wire logic [7:0]    s_least_i,
    input  wire logic          s_inf_i,
    /// With the first sector: the line may be stored by EBD.
    input  wire logic          s_ebd_i,
    /// With the first sector: its sectors by ZVC or XZVC; 4 or more: not by these.
    input  wire logic [2:0]    s_zvc_i,
    /// With the first sector: by XZVC.
    input  wire logic          s_filter_i,

    /// The sector in D4, for a unit beside this one.
    output wire logic [255:0]  d4_o,

    /// 6 cycles with move_i after the line's first sector: another unit has an entry for the line.
    input  wire logic          x_valid_i,
    /// Its sectors.
    input  wire logic [2:0]    x_sectors_i,

    /// Sector out: valid. It leaves in a cycle with move_i.
    output wire logic          m_valid_o,
    /// Sector of the line's entry.
    output wire logic [255:0]  m_data_o,
    /// The entry's last sector.
    output wire logic          m_last_o,
    /// Bytes of the line's record, 128 if there is none.
    output wire logic [7:0]    m_size_o,
    /// Sectors of the entry: 0 zero line (one beat of zeros follows all the same), 1..3, 4 raw.
    output wire logic [2:0]    m_sectors_o,
    /// The entry is of ZVC or XZVC.
    output wire logic          m_zvc_o,
    /// It is of XZVC.
    output wire logic          m_filter_o,
    /// In the 4 cycles with move_i in which a line's beats leave: the other unit's entry has fewer
    /// sectors, so none do.
    output wire logic          m_lost_o,

    /// One cycle per line, 3 cycles after its first sector or later, at least 3 before its first
    /// beat: l_size_o and l_sectors_o are valid.
    output wire logic          l_valid_o,
    /// As m_size_o, except for ZVC and XZVC.
    output wire logic [7:0]    l_size_o,
    /// As m_sectors_o.
    output wire logic [2:0]    l_sectors_o
);
  genvar i, k;

  // ---------------------------------------------------------------- D4..D7: sectors
  // Number of the sector that is in D5, D7 or will be there next.
  logic [7:4] v_q;
  logic [255:0] d4_q, d5_q, d6_q, d7_q;
  logic [1:0] at5_q, at7_q;
  wire move, take, load, choose;
  wire [3:0] at7;
  wire [255:0] d7;
  assign move = move_i;
  assign take = s_valid_i & move;
  assign load = take & s_first_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      v_q <= 4'b0;
      at5_q <= 2'd0;
      at7_q <= 2'd0;
    end else if (move) begin
      v_q <= {v_q[6:4], s_valid_i};
      if (v_q[5]) at5_q <= at5_q + 2'd1;
      if (v_q[7]) at7_q <= at7_q + 2'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (move) begin
      d4_q <= s_line_i[255:0];
      d5_q <= d4_q;
      d6_q <= d5_q;
      d7_q <= d7;
    end
  end
  assign d4_o = d4_q;
  assign choose = move & v_q[5] & (at5_q == 2'd0);
  generate
    for (k = 0; k < 4; k = k + 1) begin : g_at
      assign at7[k] = v_q[7] & (at7_q == 2'(k));
    end
  endgenerate

  // ---------------------------------------------------------------- Z: distances of a line
  logic [319:0] z_q;
  logic [63:0] z_nonzero_q;
  logic [7:0] z_most_q, z_least_q;
  logic z_inf_q, z_ebd_q, z_filter_q;
  logic [2:0] z_zvc_q;
  wire [319:0] z;
  wire [63:0] nonzero;
  generate
    for (i = 0; i < 64; i = i + 1) begin : g_z
      assign nonzero[i] = |s_line_i[16*i +: 16];
      lp_ebd_distance u_distance (
          .exponent_i(s_line_i[16*i+7 +: 8]), .most_i(s_most_i), .distance_o(z[5*i +: 5]));
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (load) begin
      z_q <= z;
      z_nonzero_q <= nonzero;
      z_most_q <= s_most_i;
      z_least_q <= s_least_i;
      z_inf_q <= s_inf_i;
      z_ebd_q <= s_ebd_i;
      z_zvc_q <= s_zvc_i;
      z_filter_q <= s_filter_i;
    end
  end

  // ---------------------------------------------------------------- D4: counts
  // Bases 0, 1, 2 below the largest exponent with E = 6, then with E = 7. They are used while the
  // line's first sector is in D5, before Z changes.
  logic [41:0] escapes_q;
  logic [6:0] stored_q, zeros_q;
  logic [2:0] reach_6_q, reach_7_q, more_q;
  wire [41:0] escapes;
  wire [6:0] stored;
  wire [2:0] reach_6, reach_7, more;
  wire [6*64-1:0] far;
  // Counts of the sectors are not needed.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [7*18-1:0] earlier;
  /* verilator lint_on UNUSEDSIGNAL */
  generate
    for (i = 0; i < 64; i = i + 1) begin : g_far
      wire [5:0] own;
      lp_ebd_far u_far (.distance_i(z_q[5*i +: 5]), .far_o(own));
      for (k = 0; k < 6; k = k + 1) begin : g_base
        assign far[64*k + i] = own[k];
      end
    end
    for (k = 0; k < 6; k = k + 1) begin : g_escapes
      lp_ebd_count u_count (
          .flag_i(far[64*k +: 64] & z_nonzero_q), .before_o(earlier[18*k +: 18]),
          .count_o(escapes[7*k +: 7]));
    end
  endgenerate
  lp_ebd_count u_stored (.flag_i(z_nonzero_q), .before_o(earlier[125:108]), .count_o(stored));
  lp_ebd_reach u_reach (
      .most_i(z_most_q), .least_i(z_least_q), .inf_i(z_inf_q), .reach_6_o(reach_6),
      .reach_7_o(reach_7), .zeros_o(more));
  always_ff @(posedge clk_i) begin
    escapes_q <= escapes;
    stored_q <= stored;
    zeros_q <= 7'd64 - stored;
    reach_6_q <= reach_6;
    reach_7_q <= reach_7;
    more_q <= more;
  end

  // ---------------------------------------------------------------- D5: choice of form and base
  logic [2:0] form_q, down_q, sectors_q;
  logic [7:0] size_q;
  logic [2:0] skip_q;
  logic odd_q, l_valid_q, zvc_q, filter_q;
  wire zvc;
  wire [2:0] form, down, sectors;
  wire [5:0] start;
  // Escapes are counted again, sector by sector.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [5:0] list;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [7:0] size;
  lp_ebd_choice u_choice (
      .nonzero_i(stored_q), .zeros_i(zeros_q), .escapes_6_i(escapes_q[20:0]),
      .escapes_7_i(escapes_q[41:21]), .reach_6_i(reach_6_q), .reach_7_i(reach_7_q),
      .more_i(more_q), .form_o(form), .down_o(down), .escapes_o(list), .start_o(start),
      .size_o(size), .sectors_o(sectors));
  assign zvc = ~z_zvc_q[2] & ~(z_ebd_q & (sectors < z_zvc_q));
  always_ff @(posedge clk_i) begin
    if (choose) begin
      form_q <= form & {3{z_ebd_q & ~zvc}};
      zvc_q <= zvc;
      filter_q <= z_filter_q;
      down_q <= down;
      size_q <= size;
      sectors_q <= zvc ? z_zvc_q : z_ebd_q ? sectors : 3'd4;
      skip_q <= start[2:0] - 3'd7;
      odd_q <= z_most_q[0];
    end
    if (!rst_ni) l_valid_q <= 1'b0;
    else l_valid_q <= choose;
  end
  assign l_valid_o = l_valid_q;
  assign l_size_o = size_q & {8{l_valid_q}};
  assign l_sectors_o = sectors_q & {3{l_valid_q}};

  // ---------------------------------------------------------------- E: the sector in D6
  // Y holds the fourth sector of Z, which a new line may overwrite while the third one enters E.
  logic [79:0] e_q, y_q;
  logic [15:0] e_nonzero_q, y_nonzero_q;
  logic [15:0] e_kept_q;
  wire [95:0] e_next;
  assign e_next = ({z_nonzero_q[15:0], z_q[79:0]} & {96{at5_q == 2'd0}})
                | ({z_nonzero_q[31:16], z_q[159:80]} & {96{at5_q == 2'd1}})
                | ({z_nonzero_q[47:32], z_q[239:160]} & {96{at5_q == 2'd2}})
                | ({y_nonzero_q, y_q} & {96{at5_q == 2'd3}});
  always_ff @(posedge clk_i) begin
    if (move) begin
      {e_nonzero_q, e_q} <= e_next;
      {y_nonzero_q, y_q} <= {z_nonzero_q[63:48], z_q[319:240]};
    end
  end

  // Elements that ZVC or XZVC keeps. The filter is that of lp_zvc_filter, once for the flags and
  // once for the sector.
  wire on;
  wire [255:0] filtered;
  wire [15:0] kept;
  assign on = (at5_q == 2'd0) ? z_filter_q : filter_q;
  assign filtered = d5_q ^ ({d5_q[191:0], d6_q[255:192] & {64{at5_q != 2'd0}}} & {256{on}});
  generate
    for (i = 0; i < 16; i = i + 1) begin : g_kept
      assign kept[i] = |filtered[16*i +: 16];
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (move) e_kept_q <= kept;
  end
  lp_zvc_filter u_filter (
      .clk_i, .take_i(move), .first_i(at5_q == 2'd1), .on_i(zvc_q & filter_q), .data_i(d6_q),
      .data_o(d7));

  wire mask, full, seven;
  wire [5:0] pick;
  wire [15:0] is_stored, is_escape;
  wire [79:0] fields;
  assign mask = form_q[0];
  assign full = form_q[2];
  assign seven = mask | full;
  assign pick = {down_q & {3{seven}}, down_q & {3{~seven}}};
  assign is_stored = zvc_q ? e_kept_q : e_nonzero_q | {16{full}};
  generate
    for (i = 0; i < 16; i = i + 1) begin : g_element
      wire [5:0] own;
      lp_ebd_far u_far (.distance_i(e_q[5*i +: 5]), .far_o(own));
      assign is_escape[i] = is_stored[i] & (|(own & pick)) & ~zvc_q;
      lp_ebd_element u_element (
          .distance_i(e_q[5*i +: 5]), .stored_i(is_stored[i]), .escape_i(is_escape[i]),
          .down_i(down_q[2:1]), .seven_i(seven), .odd_i(odd_q), .field_o(fields[5*i +: 5]));
    end
  endgenerate

  // Positions at which the sector's payload and escapes begin, bytes or, of ZVC, elements.
  logic [6:0] payload_at_q;
  logic [5:0] escape_at_q;
  wire [31:0] payload_sw, escape_sw;
  wire [4:0] payload_count, escape_count;
  // A line that is stored raw may exceed both lists.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [7:0] payload_next;
  wire [6:0] escape_next;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_zvc_switch #(.LANES(16)) u_payload (
      .flag_i(is_stored), .start_i(payload_at_q[3:0]), .sw_o(payload_sw),
      .count_o(payload_count));
  lp_zvc_switch #(.LANES(16)) u_escapes (
      .flag_i(is_escape), .start_i(escape_at_q[3:0]), .sw_o(escape_sw), .count_o(escape_count));
  assign payload_next = {1'b0, payload_at_q} + {3'd0, payload_count};
  assign escape_next = {1'b0, escape_at_q} + {2'd0, escape_count};
  always_ff @(posedge clk_i) begin
    if (choose) begin
      payload_at_q <= zvc ? 7'd4 : {1'b0, start};
      escape_at_q <= 6'd0;
    end else if (move & v_q[6]) begin
      payload_at_q <= payload_next[6:0];
      escape_at_q <= escape_next[5:0];
    end
  end

  // ---------------------------------------------------------------- D7: networks
  logic [79:0] fields_q;
  logic [15:0] nonzero_q;
  logic [31:0] payload_sw_q, escape_sw_q;
  logic [6:0] payload_low_q, payload_high_q;
  logic [5:0] escape_low_q, escape_high_q;
  logic mask_q, full_q, fits_q, raw_q, in_zvc_q;
  logic [2:0] in_skip_q;
  logic [7:0] base_q;
  wire [767:0] part;
  // A line's first sector leaves D6 before the next line enters Z.
  always_ff @(posedge clk_i) begin
    if (move) begin
      fields_q <= fields;
      nonzero_q <= zvc_q ? e_kept_q : e_nonzero_q;
      payload_sw_q <= payload_sw;
      escape_sw_q <= escape_sw;
      payload_low_q <= payload_at_q;
      payload_high_q <= payload_next[6:0];
      escape_low_q <= escape_at_q;
      escape_high_q <= escape_next[5:0];
      mask_q <= mask;
      full_q <= full;
      in_zvc_q <= zvc_q;
      fits_q <= (zvc_q | (|form_q)) & v_q[6];
      raw_q <= ~zvc_q & ~|form_q & v_q[6];
      in_skip_q <= skip_q;
      base_q <= z_most_q - {6'd0, down_q[2:1]};
    end
  end
  lp_ebd_insert u_insert (
      .at_i(at7), .base_i(base_q), .mask_i(mask_q), .skip_i(in_skip_q), .full_i(full_q),
      .zvc_i(in_zvc_q), .nonzero_i(nonzero_q), .field_i(fields_q), .data_i(d7_q),
      .payload_sw_i(payload_sw_q), .payload_low_i(payload_low_q),
      .payload_high_i(payload_high_q), .escape_sw_i(escape_sw_q),
      .escape_low_i(escape_low_q), .escape_high_i(escape_high_q), .record_o(part));

  // ---------------------------------------------------------------- R: the record, or a raw line
  // Bytes past 64 are needed one sector longer, byte 64 in r64_q.
  logic [767:0] r_q;
  logic [7:0] r64_q;
  // Hold and take are one gate: each product has its own enable.
  wire [255:0] here;
  wire [511:0] raw;
  wire [767:0] keep, enter;
  wire take_part;
  wire [2:1] take_raw;
  assign here = (d7_q & {256{at7[0] & raw_q}}) | (part[255:0] & {256{fits_q}});
  assign take_part = fits_q & move;
  assign take_raw = at7[2:1] & {2{raw_q & move}};
  assign raw = {d7_q & {256{take_raw[2]}}, d7_q & {256{take_raw[1]}}};
  assign enter = {raw | (part[767:256] & {512{take_part}}), here & {256{move}}};
  assign keep = {{248{~(move & at7[1])}}, {520{~(move & at7[0])}}};
  always_ff @(posedge clk_i) begin
    r_q <= (r_q & keep) | enter;
    if (move) r64_q <= r_q[519:512];
  end

  // ---------------------------------------------------------------- output
  // begins: the first beat leaves; next_q: one-hot, the second, third, fourth one. The size is
  // taken as the line's fourth sector leaves D6, where ZVC's is known then. lost_q: the other
  // unit's entry is smaller.
  logic [3:1] next_q;
  logic out_zvc_q, out_filter_q, lost_q;
  logic [2:0] out_sectors_q;
  logic [7:0] out_size_q;
  logic [255:0] raw_last_q;
  wire begins, out;
  wire [3:0] beat;
  assign begins = at7[3];
  assign beat = {4{~lost_q}} & {next_q[3] & out_sectors_q[2], next_q[2] & (out_sectors_q >= 3'd3),
                 next_q[1] & (out_sectors_q >= 3'd2), begins};
  assign out = |beat;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) next_q <= 3'b0;
    else if (move) next_q <= {next_q[2:1], begins};
    if (move & v_q[6] & (at5_q == 2'd0)) begin
      out_sectors_q <= sectors_q;
      out_size_q <= zvc_q ? {payload_next[6:0], 1'b0} : size_q;
      out_zvc_q <= zvc_q;
      out_filter_q <= filter_q;
    end
    if (move & at7[2]) lost_q <= x_valid_i & (x_sectors_i < sectors_q);
    if (move & begins) raw_last_q <= d7_q;
  end
  assign m_valid_o = out;
  assign m_data_o = ((r_q[255:0] | here) & {256{beat[0] & (out_sectors_q != 3'd0)}})
                  | (r_q[511:256] & {256{beat[1]}})
                  | ({r_q[767:520], r64_q} & {256{beat[2]}}) | (raw_last_q & {256{beat[3]}});
  assign m_last_o = (beat[0] & ~|out_sectors_q[2:1]) | (beat[1] & (out_sectors_q == 3'd2))
                  | (beat[2] & (out_sectors_q == 3'd3)) | beat[3];
  assign m_size_o = out_size_q & {8{out}};
  assign m_sectors_o = out_sectors_q & {3{out}};
  assign m_zvc_o = out_zvc_q & out;
  assign m_filter_o = out_filter_q & out_zvc_q & out;
  assign m_lost_o = lost_q;
endmodule

`default_nettype wire
