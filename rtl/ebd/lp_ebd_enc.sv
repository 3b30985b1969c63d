// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Exponent base-delta encoder for lines of 64 bfloat16 elements: four 32-byte sectors of a line
/// in, its memory entry out. The record is padded to whole sectors; a line without a record of 96
/// bytes or less is stored raw; a zero line is a single beat with sectors = 0.
///
/// Latency: 8 cycles from the first sector in to the first sector out. Interval: 4 cycles per line,
/// whatever the data.
///
/// Stages: D0..D3 gather a line, while its extreme exponents are found as the sectors arrive. Once
/// it is complete Z takes the distances of all elements from the largest exponent; from Z, one
/// cycle each, the counts are computed, then the choice of form and base, then the switch bits of
/// the networks with the stored value of each element, which replaces its distance. Meanwhile the
/// sectors advance to D4..D7. With the first of them in D7 all parts of the record are known: its
/// first sector leaves, and the others replace sectors in D. A raw line leaves from D7. D4..D7
/// advance as a whole unless a sector waits at the output; an lp_skid in front of the unit cuts the
/// path from m_ready to s_ready. Payload is zero while its valid is low.
///
/// Source: docs/reference/format.md (EBD-16).
///
/// Combinational paths: m_ready -> s_ready.
module lp_ebd_enc (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Sector in: valid.
    input  wire logic         s_valid_i,
    /// Sector in: ready.
    output wire logic         s_ready_o,
    /// Sector of a raw line, lowest address in the lowest byte.
    input  wire logic [255:0] s_data_i,

    /// Sector out: valid.
    output wire logic         m_valid_o,
    /// Sector out: ready.
    input  wire logic         m_ready_i,
    /// Sector of the line's entry.
    output wire logic [255:0] m_data_o,
    /// The entry's last sector.
    output wire logic         m_last_o,
    /// Bytes of the line's record, 128 if there is none.
    output wire logic [7:0]   m_size_o,
    /// Sectors of the entry: 0 zero line (one beat of zeros follows all the same), 1..3, 4 raw.
    output wire logic [2:0]   m_sectors_o,

    /// One cycle per line, 3 cycles after its sectors have begun to leave D3: l_size_o and
    /// l_sectors_o are valid.
    output wire logic         l_valid_o,
    /// As m_size_o.
    output wire logic [7:0]   l_size_o,
    /// As m_sectors_o.
    output wire logic [2:0]   l_sectors_o
);
  genvar g, i, k;

  // ---------------------------------------------------------------- D0..D3: gather a line
  logic [3:0] v_q;
  logic [255:0] d0_q, d1_q, d2_q, d3_q;
  logic [1:0] in_idx_q, idx_q;
  wire move, take, first, load;
  wire en0, en1, en2, en3;
  assign first = (idx_q == 2'd0);
  assign take = move & v_q[3] & (~first | (&v_q[2:0]));
  assign load = take & first;
  assign en3 = ~v_q[3] | take;
  assign en2 = ~v_q[2] | en3;
  assign en1 = ~v_q[1] | en2;
  assign en0 = ~v_q[0] | en1;
  assign s_ready_o = en0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      v_q <= 4'b0;
      in_idx_q <= 2'd0;
      idx_q <= 2'd0;
    end else begin
      if (en0) v_q[0] <= s_valid_i;
      if (en1) v_q[1] <= v_q[0];
      if (en2) v_q[2] <= v_q[1];
      if (en3) v_q[3] <= v_q[2];
      if (en0 && s_valid_i) in_idx_q <= in_idx_q + 2'd1;
      if (take) idx_q <= idx_q + 2'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (en0) d0_q <= s_data_i;
    if (en1) d1_q <= d0_q;
    if (en2) d2_q <= d1_q;
    if (en3) d3_q <= d2_q;
  end

  // ---------------------------------------------------------------- input: extreme exponents
  // most_q: the largest exponent below 255 of elements that are not zero, 255 if there is none;
  // least_q: 255 less the least exponent above 0, 0 if there is none.
  logic [7:0] most_q, least_q;
  logic finite_q, inf_q;
  wire [127:0] finite_e, low_e;
  wire [15:0] finite, inf;
  wire [31:0] high_in, low_in;
  wire [7:0] most_in, least_in, most_before, least_before;
  wire finite_in, inf_in, again;
  generate
    for (i = 0; i < 16; i = i + 1) begin : g_in
      wire [7:0] e;
      assign e = s_data_i[16*i+7 +: 8];
      assign inf[i] = &e;
      assign finite[i] = ~inf[i] & ((|e) | (|s_data_i[16*i +: 7]) | s_data_i[16*i+15]);
      assign finite_e[8*i +: 8] = e & {8{~inf[i]}};
      assign low_e[8*i +: 8] = ~e & {8{|e}};
    end
  endgenerate
  assign again = (in_idx_q != 2'd0);
  assign most_before = most_q & {8{again & finite_q}};
  assign least_before = least_q & {8{again}};
  assign finite_in = (|finite) | (again & finite_q);
  assign inf_in = (|inf) | (again & inf_q);
  generate
    for (i = 0; i < 4; i = i + 1) begin : g_most
      lp_ebd_most u_high (.bytes_i(finite_e[32*i +: 32]), .most_o(high_in[8*i +: 8]));
      lp_ebd_most u_low (.bytes_i(low_e[32*i +: 32]), .most_o(low_in[8*i +: 8]));
    end
  endgenerate
  lp_ebd_most #(.N(5)) u_most (.bytes_i({high_in, most_before}), .most_o(most_in));
  lp_ebd_most #(.N(5)) u_least (.bytes_i({low_in, least_before}), .most_o(least_in));
  always_ff @(posedge clk_i) begin
    if (en0 && s_valid_i) begin
      most_q <= most_in | {8{~finite_in}};
      least_q <= least_in;
      finite_q <= finite_in;
      inf_q <= inf_in;
    end
  end

  // ---------------------------------------------------------------- Z: distances
  // The steps up to the switch bits take the three cycles after load, one step a cycle; their
  // registers are stable until the next line, which is at least four cycles later. In the third of
  // these cycles the distances are replaced by the stored values of the elements.
  logic [319:0] z_q;
  logic [63:0] nonzero_q;
  logic [7:0] z_most_q, z_least_q;
  logic z_inf_q;
  logic [2:0] l_valid_q;
  wire [319:0] fields;
  wire [1023:0] line;
  wire [319:0] z;
  wire [63:0] nonzero;
  assign line = {d0_q, d1_q, d2_q, d3_q};
  generate
    for (i = 0; i < 64; i = i + 1) begin : g_z
      assign nonzero[i] = |line[16*i +: 16];
      lp_ebd_distance u_distance (
          .exponent_i(line[16*i+7 +: 8]), .most_i(most_q), .distance_o(z[5*i +: 5]));
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (load | l_valid_q[2]) z_q <= load ? z : fields;
    if (load) begin
      nonzero_q <= nonzero;
      z_most_q <= most_q;
      z_least_q <= least_q;
      z_inf_q <= inf_q & finite_q;
    end
  end

  // ---------------------------------------------------------------- Z: counts
  // Bases 0, 1, 2 below the largest exponent with E = 6, then with E = 7.
  logic [41:0] escapes_q;
  logic [107:0] earlier_q;
  logic [17:0] stored_before_q;
  logic [6:0] stored_q, zeros_q;
  logic [2:0] reach_6_q, reach_7_q, more_q;
  wire [41:0] escapes;
  wire [107:0] earlier;
  wire [17:0] stored_before;
  wire [6:0] stored;
  wire [2:0] reach_6, reach_7, more;
  wire [6*64-1:0] far;
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
          .flag_i(far[64*k +: 64] & nonzero_q), .before_o(earlier[18*k +: 18]),
          .count_o(escapes[7*k +: 7]));
    end
  endgenerate
  lp_ebd_count u_stored (.flag_i(nonzero_q), .before_o(stored_before), .count_o(stored));
  lp_ebd_reach u_reach (
      .most_i(z_most_q), .least_i(z_least_q), .inf_i(z_inf_q), .reach_6_o(reach_6),
      .reach_7_o(reach_7), .zeros_o(more));
  always_ff @(posedge clk_i) begin
    escapes_q <= escapes;
    earlier_q <= earlier;
    stored_q <= stored;
    zeros_q <= 7'd64 - stored;
    stored_before_q <= stored_before;
    reach_6_q <= reach_6;
    reach_7_q <= reach_7;
    more_q <= more;
  end

  // ---------------------------------------------------------------- choice of form and base
  logic [2:0] form_q, down_q, sectors_q;
  logic partial_q; // not the full form
  logic [5:0] list_q, start_q;
  logic [7:0] size_q;
  wire [2:0] form, down, sectors;
  wire [5:0] list, start;
  wire [7:0] size;
  lp_ebd_choice u_choice (
      .nonzero_i(stored_q), .zeros_i(zeros_q), .escapes_6_i(escapes_q[20:0]),
      .escapes_7_i(escapes_q[41:21]), .reach_6_i(reach_6_q), .reach_7_i(reach_7_q),
      .more_i(more_q), .form_o(form), .down_o(down), .escapes_o(list), .start_o(start),
      .size_o(size), .sectors_o(sectors));
  always_ff @(posedge clk_i) begin
    if (l_valid_q[1]) begin
      form_q <= form;
      partial_q <= ~form[2];
      down_q <= down;
      list_q <= list;
      start_q <= start;
      size_q <= size;
      sectors_q <= sectors;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) l_valid_q <= 3'd0;
    else l_valid_q <= {l_valid_q[1:0], load};
  end
  assign l_valid_o = l_valid_q[2];
  assign l_size_o = size_q & {8{l_valid_o}};
  assign l_sectors_o = sectors_q & {3{l_valid_o}};

  // ---------------------------------------------------------------- codes, nibbles, switch bits
  wire mask, full, seven;
  wire [5:0] pick;
  wire [63:0] is_stored, is_escape;
  assign mask = form_q[0];
  assign full = form_q[2];
  assign seven = mask | full;
  assign pick = {down_q & {3{seven}}, down_q & {3{~seven}}};
  assign is_stored = nonzero_q | {64{full}};
  generate
    for (i = 0; i < 64; i = i + 1) begin : g_element
      wire [5:0] own;
      for (k = 0; k < 6; k = k + 1) begin : g_base
        assign own[k] = far[64*k + i];
      end
      assign is_escape[i] = is_stored[i] & (|(own & pick));
      lp_ebd_element u_element (
          .distance_i(z_q[5*i +: 5]), .stored_i(is_stored[i]), .escape_i(is_escape[i]),
          .down_i(down_q[2:1]), .seven_i(seven), .odd_i(z_most_q[0]),
          .field_o(fields[5*i +: 5]));
    end
  endgenerate

  // Bounds of the sectors' parts in the payload and in the escape list. In the full form zeros are
  // escapes too, 13 in all, so 4 bits are enough.
  logic [34:0] payload_bound_q, escape_bound_q;
  logic [35:0] earlier_full_q;
  logic [127:0] payload_sw_q, escape_sw_q;
  wire [34:0] payload_bound, escape_bound;
  wire [127:0] payload_sw, escape_sw;
  wire [35:0] earlier_full;
  generate
    for (g = 0; g < 5; g = g + 1) begin : g_bound
      if (g == 0) begin : g_begin
        assign payload_bound[6:0] = {1'b0, start_q};
        assign escape_bound[6:0] = 7'd0;
      end else if (g == 4) begin : g_end
        assign payload_bound[34:28] = size_q[6:0];
        assign escape_bound[34:28] = {1'b0, list_q};
      end else begin : g_next
        wire [5:0] stored_here, of_6, of_7;
        wire [3:0] zeros, of_full;
        assign stored_here = (stored_before_q[6*(g-1) +: 6] & {6{partial_q}})
                           | (6'(16*g) & {6{~partial_q}});
        assign payload_bound[7*g +: 7] = {1'b0, start_q} + {1'b0, stored_here};
        assign zeros = 4'd0 - stored_before_q[6*(g-1) +: 4];
        for (k = 0; k < 3; k = k + 1) begin : g_full
          assign earlier_full[12*(g-1) + 4*k +: 4] =
              earlier_q[54 + 18*k + 6*(g-1) +: 4] + (zeros & {4{more_q[k]}});
        end
        assign of_6 = ({6{pick[0]}} & earlier_q[6*(g-1) +: 6])
                    | ({6{pick[1]}} & earlier_q[18+6*(g-1) +: 6])
                    | ({6{pick[2]}} & earlier_q[36+6*(g-1) +: 6]);
        assign of_7 = ({6{pick[3] & partial_q}} & earlier_q[54+6*(g-1) +: 6])
                    | ({6{pick[4] & partial_q}} & earlier_q[72+6*(g-1) +: 6])
                    | ({6{pick[5] & partial_q}} & earlier_q[90+6*(g-1) +: 6]);
        assign of_full = ({4{down_q[0] & ~partial_q}} & earlier_full_q[12*(g-1) +: 4])
                       | ({4{down_q[1] & ~partial_q}} & earlier_full_q[12*(g-1)+4 +: 4])
                       | ({4{down_q[2] & ~partial_q}} & earlier_full_q[12*(g-1)+8 +: 4]);
        assign escape_bound[7*g +: 7] = {1'b0, of_6 | of_7 | {2'd0, of_full}};
      end
    end
    for (g = 0; g < 4; g = g + 1) begin : g_switch
      // The networks rotate by as many lanes as the parts of the earlier sectors take.
      /* verilator lint_off UNUSEDSIGNAL */
      wire [4:0] payload_count, escape_count;
      /* verilator lint_on UNUSEDSIGNAL */
      lp_zvc_switch #(.LANES(16)) u_payload (
          .flag_i(is_stored[16*g +: 16]), .start_i(payload_bound[7*g +: 4]),
          .sw_o(payload_sw[32*g +: 32]), .count_o(payload_count));
      lp_zvc_switch #(.LANES(16)) u_escapes (
          .flag_i(is_escape[16*g +: 16]), .start_i(escape_bound[7*g +: 4]),
          .sw_o(escape_sw[32*g +: 32]), .count_o(escape_count));
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    earlier_full_q <= earlier_full;
    payload_bound_q <= payload_bound;
    payload_sw_q <= payload_sw;
    if (l_valid_q[2]) begin
      escape_bound_q <= escape_bound;
      escape_sw_q <= escape_sw;
    end
  end

  // ---------------------------------------------------------------- D4..D7, and the record
  logic [7:4] w_q;
  logic [255:0] d4_q, d5_q, d6_q, d7_q;
  logic [1:0] out_idx_q;
  logic [2:0] out_sectors_q;
  logic [7:0] out_size_q;
  // The form and the base, for the record only.
  logic mask_q, full_q, fits_q;
  logic [7:0] base_q;
  wire begins, replace;
  wire [191:0] code;
  wire [255:0] nibble;
  wire [511:0] payload;
  wire [767:0] record;
  assign begins = (out_idx_q == 2'd0);
  generate
    for (i = 0; i < 16; i = i + 1) begin : g_payload
      assign payload[8*i +: 8] = {d7_q[16*i+15], d7_q[16*i +: 7]};
      assign payload[128+8*i +: 8] = {d6_q[16*i+15], d6_q[16*i +: 7]};
      assign payload[256+8*i +: 8] = {d5_q[16*i+15], d5_q[16*i +: 7]};
      assign payload[384+8*i +: 8] = {d4_q[16*i+15], d4_q[16*i +: 7]};
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    mask_q <= mask;
    full_q <= full;
    fits_q <= |form_q;
    base_q <= z_most_q - {6'd0, down_q[2:1]};
  end
  generate
    for (i = 0; i < 64; i = i + 1) begin : g_field
      assign code[3*i +: 3] = z_q[5*i+4] ? {2'b11, mask_q | full_q} : z_q[5*i +: 3];
      assign nibble[4*i +: 4] = z_q[5*i +: 4];
    end
  endgenerate
  lp_ebd_record u_record (
      .base_i(base_q), .mask_i(mask_q), .full_i(full_q), .nonzero_i(nonzero_q), .code_i(code),
      .nibble_i(nibble), .payload_i(payload), .payload_sw_i(payload_sw_q),
      .payload_bound_i(payload_bound_q), .escape_sw_i(escape_sw_q),
      .escape_bound_i(escape_bound_q), .record_o(record));

  assign replace = w_q[7] & begins & fits_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      w_q <= 4'b0;
      out_idx_q <= 2'd0;
    end else if (move) begin
      w_q <= {w_q[6:4], take};
      if (w_q[7]) out_idx_q <= out_idx_q + 2'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (move) begin
      d4_q <= d3_q;
      d5_q <= d4_q;
      d6_q <= replace ? record[767:512] : d5_q;
      d7_q <= replace ? record[511:256] : d6_q;
      if (begins) begin
        out_sectors_q <= sectors_q;
        out_size_q <= size_q;
      end
    end
  end

  // ---------------------------------------------------------------- output
  wire [2:0] now_sectors;
  wire [7:0] now_size;
  wire out;
  assign now_sectors = begins ? sectors_q : out_sectors_q;
  assign now_size = begins ? size_q : out_size_q;
  assign out = w_q[7] & (begins | ({1'b0, out_idx_q} < now_sectors));
  assign move = ~out | m_ready_i;
  assign m_valid_o = out;
  assign m_data_o = {256{out & (now_sectors != 3'd0)}} & (replace ? record[255:0] : d7_q);
  assign m_last_o = out & (({1'b0, out_idx_q} + 3'd1 >= now_sectors));
  assign m_size_o = now_size & {8{out}};
  assign m_sectors_o = now_sectors & {3{out}};
endmodule

`default_nettype wire
