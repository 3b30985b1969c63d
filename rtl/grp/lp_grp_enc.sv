// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// GRP-16 encoder: the 16 sectors of groups of four lines of bfloat16 in, the entry of each group
/// and its state out, by the table that comes with the group.
///
/// Groups are told apart by counting sectors. The table must have 11 different exponents, as a
/// table that is loaded has; if two of the last seven are equal, entries may be malformed.
///
/// Latency: 20 cycles from the first sector in to the first sector out, whatever the data, since
/// the length of the fields is known when the last one is there. Interval: 16 cycles per group.
///
/// Sectors wait in a memory of 12 pairs until raw ones or the payload of both leave. Stages, a
/// sector of 16 elements each: S1 finds the codes of its exponents; S2 counts the bits that they
/// add to B, P and the escapes, and sets the networks that move them; S3 moves them and puts them
/// to the lists and to A; S4 puts the bits of L. When a group is complete in S3 and the output is
/// free, its first sector goes to O, and lp_grp_join makes the third and the fourth sector of
/// fields of the lists, which the next group then uses. All stages wait while the lists or L are
/// still those of a group that waits. Payload is zero while valid is low.
///
/// Source: docs/reference/format.md, groups of four lines; the networks: cDMA (HPCA'18) section
/// V-B.
///
/// Combinational paths: m_ready -> s_ready.
module lp_grp_enc (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Sector in: valid.
    input  wire logic         s_valid_i,
    /// Sector in: ready.
    output wire logic         s_ready_o,
    /// Sector of the raw group, 16 per group.
    input  wire logic [255:0] s_data_i,
    /// With the first sector: the 11 exponents of the table that the group has, the first lowest.
    input  wire logic [87:0]  s_table_i,

    /// Beat out: valid.
    output wire logic         m_valid_o,
    /// Beat out: ready.
    input  wire logic         m_ready_i,
    /// Sector of the entry; zero of a group of zeros, which has one beat.
    output wire logic [255:0] m_data_o,
    /// Last beat of the entry.
    output wire logic         m_last_o,
    /// With all beats of the entry: the group's state.
    output wire logic [3:0]   m_state_o
);
  localparam int PAIRS = 12;
  localparam logic [3:0] ZERO = 4'd0, RAW = 4'd4;
  genvar j;

  // ---------------------------------------------------------------- control
  wire step, take, go, start, room;
  logic [4:1] v_q;
  logic [3:0] beat_q, beat_1_q, beat_2_q, beat_3_q, beat_4_q;
  assign s_ready_o = step & room;
  assign take = s_valid_i & s_ready_o;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      v_q <= 4'd0;
      beat_q <= 4'd0;
    end else begin
      if (step) v_q <= {v_q[3:1], take};
      if (take) beat_q <= beat_q + 4'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (step) begin
      beat_1_q <= beat_q;
      beat_2_q <= beat_1_q;
      beat_3_q <= beat_2_q;
      beat_4_q <= beat_3_q;
    end
  end

  // ---------------------------------------------------------------- pairs of sectors
  // A pair is used from its first sector on until it is read.
  logic [3:0] wr_q, rd_q, used_q;
  wire pop, drop;
  wire [511:0] pair;
  assign room = beat_q[0] | (used_q != 4'(PAIRS));
  lp_ram #(.WIDTH(512), .DEPTH(PAIRS), .GRAIN(256)) u_pairs (
      .clk_i, .w_en_i(take), .w_addr_i(wr_q), .w_mask_i({beat_q[0], ~beat_q[0]}),
      .w_data_i({s_data_i, s_data_i}), .r_en_i(pop), .r_addr_i(rd_q), .r_data_o(pair));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      wr_q <= 4'd0;
      rd_q <= 4'd0;
      used_q <= 4'd0;
    end else begin
      if (take & beat_q[0]) wr_q <= (wr_q == 4'(PAIRS - 1)) ? 4'd0 : wr_q + 4'd1;
      if (pop) rd_q <= (rd_q == 4'(PAIRS - 1)) ? 4'd0 : rd_q + 4'd1;
      else if (drop) rd_q <= (rd_q >= 4'(PAIRS - 8)) ? rd_q - 4'(PAIRS - 8) : rd_q + 4'd8;
      used_q <= used_q + {3'd0, take & ~beat_q[0]} - {drop, 2'd0, pop};
    end
  end

  // ---------------------------------------------------------------- S1: codes
  logic [87:0] table_q;
  logic [127:0] exponent_1_q, exponent_2_q;
  logic zero_1_q, zero_2_q, zero_3_q;
  wire [127:0] exponent;
  wire [15:0] a, l, c, escape;
  wire [31:0] p;
  generate
    for (j = 0; j < 16; j = j + 1) begin : g_exponent
      assign exponent[8*j +: 8] = s_data_i[16*j+7 +: 8];
    end
  endgenerate
  lp_grp_classes u_classes (
      .exponent_i(exponent_1_q), .table_i(table_q), .a_o(a), .l_o(l), .c_o(c), .p_o(p),
      .escape_o(escape));
  always_ff @(posedge clk_i) begin
    if (take & (beat_q == 4'd0)) table_q <= s_table_i;
    if (step) begin
      exponent_1_q <= exponent;
      zero_1_q <= ~(|s_data_i);
      exponent_2_q <= exponent_1_q;
      zero_2_q <= zero_1_q;
      zero_3_q <= zero_2_q;
    end
  end

  // ---------------------------------------------------------------- S2: counts, networks are set
  // Places of the sector's first items. The sum at the end of a group is kept for lp_grp_join.
  logic [15:0] a_2_q, l_2_q, c_2_q, escape_2_q;
  logic [31:0] p_2_q;
  logic [7:0] b_at_q, p_at_q;
  logic [5:0] esc_at_q;
  logic [8:0] ones_q;
  wire [31:0] b_sw, p_sw, esc;
  wire [4:0] b_count, p_count, esc_count;
  wire [8:0] b_end;
  wire s2_end;
  lp_zvc_switch #(.LANES(16)) u_b_switch (
      .flag_i(a_2_q), .start_i(b_at_q[3:0]), .sw_o(b_sw), .count_o(b_count));
  lp_zvc_switch #(.LANES(16)) u_p_switch (
      .flag_i(c_2_q), .start_i(p_at_q[3:0]), .sw_o(p_sw), .count_o(p_count));
  lp_grp_escapes u_escapes (
      .escape_i(escape_2_q), .exponent_i(exponent_2_q), .start_i(esc_at_q[1:0]), .lanes_o(esc),
      .count_o(esc_count));
  assign s2_end = (beat_2_q == 4'd15);
  assign b_end = {1'b0, b_at_q} + {4'd0, b_count};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      b_at_q <= 8'd0;
      p_at_q <= 8'd0;
      esc_at_q <= 6'd0;
    end else if (step & v_q[2]) begin
      b_at_q <= s2_end ? 8'd0 : b_end[7:0];
      p_at_q <= s2_end ? 8'd0 : p_at_q + {3'd0, p_count};
      esc_at_q <= s2_end ? 6'd0 : esc_at_q + {1'b0, esc_count};
    end
    if (step & v_q[2] & s2_end) ones_q <= b_end;
    if (step) begin
      a_2_q <= a;
      l_2_q <= l;
      c_2_q <= c;
      p_2_q <= p;
      escape_2_q <= escape;
    end
  end

  // ---------------------------------------------------------------- S3: moves, lists, A
  logic [15:0] a_3_q, l_3_q, c_3_q;
  logic [31:0] p_3_q, b_sw_3_q, p_sw_3_q, esc_3_q;
  logic [7:0] b_at_3_q, p_at_3_q;
  logic [5:0] esc_at_3_q;
  logic [4:0] b_count_3_q, p_count_3_q, esc_count_3_q;
  wire [15:0] b_moved;
  wire [31:0] p_moved;
  wire put, put_first, put_second;
  wire [255:0] b_list;
  wire [351:0] p_list;
  wire [383:0] esc_list;
  assign put = step & v_q[3];
  assign put_first = put & (beat_3_q == 4'd0);
  assign put_second = put & (beat_3_q == 4'd1);
  lp_ebd_omega #(.W(1)) u_b (.data_i(c_3_q), .sw_i(b_sw_3_q), .data_o(b_moved));
  lp_ebd_omega #(.W(2)) u_p (.data_i(p_3_q), .sw_i(p_sw_3_q), .data_o(p_moved));
  lp_grp_list u_b_list (
      .clk_i, .put_i(put), .clear_i(put_first), .at_i(b_at_3_q), .data_i(b_moved),
      .list_o(b_list));
  lp_grp_list #(.W(2), .CHUNKS(8)) u_p_list (
      .clk_i, .put_i(put), .clear_i(put_first), .at_i(p_at_3_q), .data_i(p_moved),
      .list_o(p_list[255:0]));
  // lp_grp_join still reads these in the cycle after it began, in which no item can reach them.
  lp_grp_list #(.W(2), .CHUNKS(3), .FIRST(8)) u_p_more (
      .clk_i, .put_i(put), .clear_i(put_second), .at_i(p_at_3_q), .data_i(p_moved),
      .list_o(p_list[351:256]));
  lp_grp_list #(.W(8), .LANES(4), .CHUNKS(12)) u_esc_list (
      .clk_i, .put_i(put), .clear_i(put_first), .at_i(esc_at_3_q), .data_i(esc_3_q),
      .list_o(esc_list));
  always_ff @(posedge clk_i) begin
    if (step) begin
      a_3_q <= a_2_q;
      l_3_q <= l_2_q;
      c_3_q <= c_2_q;
      p_3_q <= p_2_q;
      b_sw_3_q <= b_sw;
      p_sw_3_q <= p_sw;
      esc_3_q <= esc;
      b_at_3_q <= b_at_q;
      p_at_3_q <= p_at_q;
      esc_at_3_q <= esc_at_q;
      b_count_3_q <= b_count;
      p_count_3_q <= p_count;
      esc_count_3_q <= esc_count;
    end
  end

  // Bits of the group's lists, sectors with more than four escapes, zeros.
  logic [11:0] bits_q;
  logic crowd_q, zero_q, done_q;
  wire crowd;
  assign crowd = (esc_count_3_q > 5'd4);
  always_ff @(posedge clk_i) begin
    if (put) begin
      bits_q <= (bits_q & {12{beat_3_q != 4'd0}}) + {7'd0, b_count_3_q} + {6'd0, p_count_3_q, 1'b0}
          + {4'd0, esc_count_3_q, 3'd0};
      crowd_q <= (crowd_q & (beat_3_q != 4'd0)) | crowd;
      zero_q <= (zero_q | (beat_3_q == 4'd0)) & zero_3_q;
    end
    if (!rst_ni) done_q <= 1'b0;
    else done_q <= (done_q & ~start) | (put & (beat_3_q == 4'd15));
  end

  // ---------------------------------------------------------------- A and, one sector later, L
  logic [255:0] a_q, l_q;
  logic [15:0] l_4_q;
  generate
    for (j = 0; j < 16; j = j + 1) begin : g_beat
      always_ff @(posedge clk_i) begin
        if (put & (beat_3_q == 4'(j))) a_q[16*j +: 16] <= a_3_q;
        if (step & v_q[4] & (beat_4_q == 4'(j))) l_q[16*j +: 16] <= l_4_q;
      end
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (step) l_4_q <= l_3_q;
  end

  // ---------------------------------------------------------------- order of beats
  localparam logic [1:0] FIRST = 2'd0, FIELDS = 2'd1, REST = 2'd2;
  logic [1:0] phase_q, at_q;
  logic [3:0] left_q, state_q;
  logic second_q;
  wire in_fields, in_rest, raw_in, zero_in, fields_in, at_end, rest_end, is_raw;
  wire [3:0] state;
  assign zero_in = zero_q;
  assign raw_in = ~zero_q & (crowd_q | (bits_q > 12'd512));
  assign fields_in = ~zero_in & ~raw_in;
  assign state = zero_in ? ZERO : raw_in ? RAW
               : (bits_q == 12'd0) ? 4'd1 : (bits_q <= 12'd256) ? 4'd2 : 4'd3;
  assign in_fields = (phase_q == FIELDS);
  assign in_rest = (phase_q == REST);
  assign start = go & done_q & (phase_q == FIRST);
  assign is_raw = (state_q == RAW);
  // Sector at_q of the fields; state is the number of the last one.
  assign at_end = (at_q == state_q[1:0]);
  assign rest_end = (left_q == 4'd0);
  // Raw sectors leave a pair one after the other, payload leaves it at once.
  assign pop = (start & raw_in) | (go & in_rest & ~(is_raw & ~left_q[0]));
  assign drop = start & zero_in;
  // The lists are free once a group has begun, L once it has left.
  assign step = ~(v_q[3] & (beat_3_q == 4'd0) & done_q & ~start)
              & ~(v_q[4] & (beat_4_q == 4'd0) & in_fields & (at_q == 2'd1) & ~go);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q <= FIRST;
      second_q <= 1'b0;
    end else begin
      second_q <= start;
      if (start) phase_q <= zero_in ? FIRST : raw_in ? REST : FIELDS;
      else if (go & in_fields & at_end) phase_q <= REST;
      else if (go & in_rest & rest_end) phase_q <= FIRST;
    end
  end
  always_ff @(posedge clk_i) begin
    if (start) begin
      state_q <= state;
      at_q <= 2'd1;
      left_q <= 4'd14;
    end else if (go & in_fields) begin
      at_q <= at_q + 2'd1;
      left_q <= 4'd7;
    end else if (go & in_rest) begin
      left_q <= left_q - 4'd1;
    end
  end

  // ---------------------------------------------------------------- O
  // Beats are fields from o_q, the low or the high sector of a pair, or the payload of both.
  logic [255:0] third_q, fourth_q, o_q;
  logic o_valid_q, o_last_q;
  logic [3:0] o_kind_q;
  wire [255:0] third, fourth, payload;
  lp_grp_join u_join (
      .b_i(b_list), .p_i(p_list), .second_i(second_q), .escapes_i(esc_list),
      .three_i(bits_q <= 12'd256), .ones_i(ones_q), .third_o(third), .fourth_o(fourth));
  assign go = ~o_valid_q | m_ready_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      o_valid_q <= 1'b0;
      o_kind_q <= 4'd0;
    end else if (go) begin
      o_valid_q <= start | in_fields | in_rest;
      o_kind_q[0] <= (start & fields_in) | in_fields;
      o_kind_q[1] <= (start & raw_in) | (in_rest & is_raw & left_q[0]);
      o_kind_q[2] <= in_rest & is_raw & ~left_q[0];
      o_kind_q[3] <= in_rest & ~is_raw;
    end
  end
  always_ff @(posedge clk_i) begin
    if (start) third_q <= third;
    if (start | second_q) fourth_q <= (fourth_q & {256{second_q}}) | fourth;
    if (go) begin
      o_last_q <= in_rest ? rest_end : start & zero_in;
      o_q <= ~in_fields ? a_q : (at_q == 2'd1) ? l_q : (at_q == 2'd2) ? third_q : fourth_q;
    end
  end
  generate
    for (j = 0; j < 32; j = j + 1) begin : g_payload
      assign payload[8*j +: 8] = {pair[16*j+15], pair[16*j +: 7]};
    end
  endgenerate
  assign m_valid_o = o_valid_q;
  assign m_data_o = (o_q & {256{o_kind_q[0]}}) | (pair[255:0] & {256{o_kind_q[1]}})
                  | (pair[511:256] & {256{o_kind_q[2]}}) | (payload & {256{o_kind_q[3]}});
  assign m_last_o = o_valid_q & o_last_q;
  assign m_state_o = state_q & {4{o_valid_q}};
endmodule

`default_nettype wire
