// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// GRP-16 decoder: entries of groups of four lines of bfloat16 in, the 16 sectors of each group
/// out.
///
/// It decodes any entry that docs/reference/format.md allows, by the table that comes with it. A
/// reserved state, poison, fields that do not have the sectors of the state, a bit that is not 0
/// between both ends of the fields, more than four escapes in a sector and a wrong number of beats
/// make the group bad: its last sector carries err, the rest of the entry is dropped, and the next
/// group is unaffected. The elements of a bad group are undefined; they are 0 if it is of a wrong
/// state or ends in its fields, and where its payload is missing.
///
/// Latency: 7 cycles from the first beat in to the first sector out of a raw or zero group, 8, 9 or
/// 10 of a group of 10, 11 or 12 sectors. Interval: 16 cycles per group, whatever its data; a group
/// with fields after a raw one costs up to 3 cycles more.
///
/// A group has one of two banks for its fields and its table; payload and raw sectors go through a
/// queue of DEPTH. Stages, a sector of 16 elements each: S0 reads its bits of A; S1 the 16 bits of
/// B that may belong to them, and sets the network that moves them; S2 moves them, which gives the
/// elements of class 2; S3 and S4 do the same with P; S5 looks the exponents up, reads those of
/// escapes and joins them with the payload; O holds the sector. In O the end of the fields is
/// checked. a, where P begins, is counted in four cycles from the one in which A is there. All
/// stages wait for the output, or for payload that S5 needs. Payload is zero while valid is low.
///
/// Source: docs/reference/format.md, groups of four lines; the networks: cDMA (HPCA'18) section
/// V-B.
///
/// Combinational paths: s_valid, s_state -> s_ready.
module lp_grp_dec (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Beat in: valid.
    input  wire logic         s_valid_i,
    /// Beat in: ready.
    output wire logic         s_ready_o,
    /// Sector of the entry.
    input  wire logic [255:0] s_data_i,
    /// Last sector of the entry.
    input  wire logic         s_last_i,
    /// With the first sector: the group's state; a group of zeros has one beat.
    input  wire logic [3:0]   s_state_i,
    /// With the first sector: the 11 exponents of the table that the group has, the first lowest.
    input  wire logic [87:0]  s_table_i,

    /// Sector out: valid.
    output wire logic         m_valid_o,
    /// Sector out: ready.
    input  wire logic         m_ready_i,
    /// Sector of the raw group.
    output wire logic [255:0] m_data_o,
    /// Sixteenth sector of the group.
    output wire logic         m_last_o,
    /// With the sixteenth sector: the group is bad.
    output wire logic         m_err_o
);
  localparam int DEPTH = 7;
  genvar b, i, j;

  // ---------------------------------------------------------------- control
  wire queue_ready, push, first_in, in_bank, queue_valid, end_in, pop, step, go, starve;
  wire [2:0] field_in;
  wire [1:0] full, plain, raw, bad, two, four, begun, left, fault, fault_s0, fault_s5;
  wire [255:0] head;
  lp_grp_front u_front (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .s_last_i, .s_state_i, .queue_i(queue_ready),
      .push_o(push), .first_o(first_in), .field_o(field_in), .bank_o(in_bank), .begun_i(begun),
      .left_i(left), .fault_i(fault), .full_o(full), .plain_o(plain), .raw_o(raw), .bad_o(bad),
      .two_o(two), .four_o(four));
  lp_queue #(.WIDTH(257), .DEPTH(DEPTH)) u_queue (
      .clk_i, .rst_ni, .s_valid_i(push), .s_ready_o(queue_ready), .s_data_i({s_last_i, s_data_i}),
      .m_valid_o(queue_valid), .m_ready_i(pop), .m_data_o({end_in, head}));

  // Stage 0 is S0. A sector's number and bank go with it.
  logic [5:1] v_q;
  logic [5:1] bank_q;
  logic [3:0] beat_1_q, beat_2_q, beat_3_q, beat_4_q, beat_5_q;
  logic [3:0] beat_q;
  logic rd_q;
  wire s0_valid, s0_end;
  assign s0_valid = full[rd_q];
  assign s0_end = (beat_q == 4'd15);
  assign begun = {rd_q, ~rd_q} & {2{step & s0_valid & s0_end}};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      v_q <= 5'd0;
      beat_q <= 4'd0;
      rd_q <= 1'b0;
    end else if (step) begin
      v_q <= {v_q[4:1], s0_valid};
      if (s0_valid) beat_q <= beat_q + 4'd1;
      if (s0_valid & s0_end) rd_q <= ~rd_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (step) begin
      bank_q <= {bank_q[4:1], rd_q};
      beat_1_q <= beat_q;
      beat_2_q <= beat_1_q;
      beat_3_q <= beat_2_q;
      beat_4_q <= beat_3_q;
      beat_5_q <= beat_4_q;
    end
  end

  // ---------------------------------------------------------------- banks
  logic [511:0] a_q, l_q, v0_q, v1_q;
  logic [175:0] table_q;
  generate
    for (b = 0; b < 2; b = b + 1) begin : g_bank
      wire here;
      assign here = (in_bank == (b != 0));
      always_ff @(posedge clk_i) begin
        if (first_in & here) begin
          a_q[256*b +: 256] <= s_data_i;
          table_q[88*b +: 88] <= s_table_i;
        end
        if (field_in[0] & here) l_q[256*b +: 256] <= s_data_i;
        if (field_in[1] & here) v0_q[256*b +: 256] <= s_data_i;
        // With three sectors of fields escapes are at the end of the third.
        if ((field_in[1] | field_in[2]) & here) v1_q[256*b +: 256] <= s_data_i;
      end
    end
  endgenerate

  // a, in quarters. Another group with a third sector of fields comes no earlier than four beats
  // later, and only it needs the number.
  logic count_q, count_bank_q;
  logic [1:0] quarter_q;
  logic [7:0] sum_q;
  logic [17:0] ones_q;
  wire [255:0] count_a;
  wire [63:0] count_bits;
  wire [6:0] ones;
  wire [8:0] sum;
  assign count_a = count_bank_q ? a_q[511:256] : a_q[255:0];
  assign count_bits = quarter_q[1] ? (quarter_q[0] ? count_a[255:192] : count_a[191:128])
                                   : (quarter_q[0] ? count_a[127:64] : count_a[63:0]);
  lp_popcount #(.WIDTH(64)) u_ones (.bits_i(count_bits), .count_o(ones));
  assign sum = {1'b0, sum_q & {8{quarter_q != 2'd0}}} + {2'b0, ones};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) count_q <= 1'b0;
    else count_q <= first_in | (count_q & (quarter_q != 2'd3));
  end
  always_ff @(posedge clk_i) begin
    if (first_in) begin
      count_bank_q <= in_bank;
      quarter_q <= 2'd0;
    end else begin
      quarter_q <= quarter_q + 2'd1;
    end
    sum_q <= sum[7:0];
    if (count_q & (quarter_q == 2'd3)) begin
      if (count_bank_q) ones_q[17:9] <= sum;
      else ones_q[8:0] <= sum;
    end
  end

  // ---------------------------------------------------------------- S0: A
  // The flags of a group with two sectors of fields must all be 0.
  logic [15:0] a_1_q;
  wire [255:0] s0_bits;
  wire [15:0] s0_a;
  wire s0_two;
  assign s0_bits = rd_q ? a_q[511:256] : a_q[255:0];
  assign s0_two = two[rd_q] & plain[rd_q];
  generate
    for (i = 0; i < 16; i = i + 1) begin : g_a
      wire [15:0] of;
      for (j = 0; j < 16; j = j + 1) begin : g_beat
        assign of[j] = s0_bits[16*j + i] & (beat_q == 4'(j));
      end
      assign s0_a[i] = |of;
    end
  endgenerate
  assign fault_s0 = {rd_q, ~rd_q} & {2{step & s0_valid & s0_two & (|s0_a)}};
  always_ff @(posedge clk_i) begin
    if (step) a_1_q <= s0_a & {16{s0_valid & plain[rd_q] & ~two[rd_q]}};
  end

  // ---------------------------------------------------------------- S1: B, its network is set
  logic [7:0] b_at_q;
  logic [15:0] a_2_q, b_2_q;
  logic [31:0] b_sw_q;
  wire [31:0] b_sw;
  wire [4:0] b_count;
  wire [15:0] b_even, b_odd, b_bits;
  lp_zvc_switch #(.LANES(16)) u_b_switch (
      .flag_i(a_1_q), .start_i(b_at_q[3:0]), .sw_o(b_sw), .count_o(b_count));
  lp_grp_pair #(.W(16)) u_b_pair (
      .data_i(bank_q[1] ? v0_q[511:256] : v0_q[255:0]), .at_i({1'b0, b_at_q[7:4]}),
      .even_o(b_even), .odd_o(b_odd));
  generate
    for (i = 0; i < 16; i = i + 1) begin : g_b
      assign b_bits[i] = (b_at_q[4] ^ (5'(i) < {1'b0, b_at_q[3:0]})) ? b_odd[i] : b_even[i];
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    // After the last sector it is 0 or 256.
    if (step & v_q[1]) b_at_q <= (beat_1_q == 4'd15) ? 8'd0 : b_at_q + {3'b0, b_count};
    if (!rst_ni) b_at_q <= 8'd0;
    if (step) begin
      a_2_q <= a_1_q;
      b_2_q <= b_bits;
      b_sw_q <= b_sw;
    end
  end

  // ---------------------------------------------------------------- S2: B is moved
  logic [15:0] a_3_q, c_3_q;
  wire [15:0] b_moved;
  lp_ebd_omega #(.W(1), .REVERSE(1)) u_b (.data_i(b_2_q), .sw_i(b_sw_q), .data_o(b_moved));
  always_ff @(posedge clk_i) begin
    if (step) begin
      a_3_q <= a_2_q;
      c_3_q <= a_2_q & b_moved;
    end
  end

  // ---------------------------------------------------------------- S3: P, its network is set; L
  // p_at_q: number of a sector's first item, if items were counted from bit a % 2 of B.
  logic [8:0] p_at_q, p_end_q;
  logic [15:0] a_4_q, c_4_q, l_4_q;
  logic [3:0] p_lane_q;
  logic p_odd_q;
  logic [31:0] p_sw_q, p_even_q, p_far_q;
  wire [31:0] p_sw, p_even, p_far;
  wire [4:0] p_count;
  wire [8:0] p_end;
  wire [7:0] half_ones;
  wire [255:0] s3_bits;
  wire [15:0] s3_l;
  lp_zvc_switch #(.LANES(16)) u_p_switch (
      .flag_i(c_3_q), .start_i(p_at_q[3:0]), .sw_o(p_sw), .count_o(p_count));
  lp_grp_pair #(.W(32)) u_p_pair (
      .data_i(bank_q[3] ? {v1_q[511:256], v0_q[511:256]} : {v1_q[255:0], v0_q[255:0]}),
      .at_i(p_at_q[8:4]), .even_o(p_even), .odd_o(p_far));
  assign p_end = p_at_q + {4'b0, p_count};
  assign half_ones = bank_q[2] ? ones_q[17:10] : ones_q[8:1];
  assign s3_bits = bank_q[3] ? l_q[511:256] : l_q[255:0];
  generate
    for (i = 0; i < 16; i = i + 1) begin : g_l
      wire [15:0] of;
      for (j = 0; j < 16; j = j + 1) begin : g_beat
        assign of[j] = s3_bits[16*j + i] & (beat_3_q == 4'(j));
      end
      assign s3_l[i] = |of;
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (step & v_q[2] & (beat_2_q == 4'd0)) p_at_q <= {1'b0, half_ones};
    else if (step & v_q[3]) p_at_q <= p_end;
    if (step & v_q[3] & (beat_3_q == 4'd15)) p_end_q <= p_end;
    if (step) begin
      a_4_q <= a_3_q;
      c_4_q <= c_3_q;
      l_4_q <= s3_l;
      p_sw_q <= p_sw;
      p_even_q <= p_even;
      p_far_q <= p_far;
      p_lane_q <= p_at_q[3:0];
      p_odd_q <= p_at_q[4];
    end
  end

  // ---------------------------------------------------------------- S4: P is moved
  logic [63:0] code_q;
  logic [15:0] escape_q;
  logic [6:0] front_q;
  logic part_q;
  wire [31:0] p_bits, p_moved;
  wire [63:0] code;
  wire [15:0] escape;
  wire s4_shift;
  assign s4_shift = bank_q[4] ? ones_q[9] : ones_q[0];
  generate
    for (i = 0; i < 16; i = i + 1) begin : g_p
      wire odd;
      wire [2:0] item, even_item, far_item;
      assign odd = p_odd_q ^ (5'(i) < {1'b0, p_lane_q});
      if (i < 15) begin : g_in
        assign even_item = p_even_q[2*i +: 3];
        assign far_item = p_far_q[2*i +: 3];
      end else begin : g_over
        assign even_item = {p_far_q[0], p_even_q[31:30]};
        assign far_item = {p_even_q[0], p_far_q[31:30]};
      end
      assign item = odd ? far_item : even_item;
      assign p_bits[2*i +: 2] = s4_shift ? item[2:1] : item[1:0];
      // Classes 0, 1 and 2 begin at numbers 0, 2 and 4 of the table.
      assign escape[i] = c_4_q[i] & (&p_moved[2*i +: 2]) & l_4_q[i];
      assign code[4*i +: 4] =
          {c_4_q[i] & p_moved[2*i + 1], c_4_q[i] & ~p_moved[2*i + 1],
           c_4_q[i] ? p_moved[2*i] : a_4_q[i], l_4_q[i]};
    end
  endgenerate
  lp_ebd_omega #(.W(2), .REVERSE(1)) u_p (.data_i(p_bits), .sw_i(p_sw_q), .data_o(p_moved));

  // The bits of a byte that the lists at the front end in must be 0 after their end.
  wire [7:0] end_byte, end_mask;
  wire [2:0] end_bit;
  assign end_byte = p_end_q[4] ? p_far_q[8*p_end_q[3:2] +: 8] : p_even_q[8*p_end_q[3:2] +: 8];
  assign end_bit = {p_end_q[1:0], s4_shift};
  assign end_mask = 8'hff << end_bit;
  always_ff @(posedge clk_i) begin
    if (step & v_q[4] & (beat_4_q == 4'd15)) begin
      front_q <= p_end_q[8:2] + {6'b0, |end_bit};
      part_q <= (|end_bit) & (|(end_byte & end_mask));
    end
    if (step) begin
      code_q <= code;
      escape_q <= escape;
    end
  end

  // ---------------------------------------------------------------- S5: exponents, payload
  // An entry that ends before the group has no more beats in the queue.
  logic ended_q;
  logic [8:0] esc_at_q, esc_end_q;
  wire s5_plain, s5_raw, s5_end, s5_next, s5_need, s5_step;
  wire [4:0] esc_count;
  wire [8:0] esc_sum;
  wire [511:0] s5_fields, s5_backward;
  wire [31:0] esc_even, esc_odd, esc_window;
  wire [127:0] exponent, payload;
  assign s5_plain = plain[bank_q[5]];
  assign s5_raw = raw[bank_q[5]];
  assign s5_end = (beat_5_q == 4'd15);
  assign s5_next = s5_raw | (s5_plain & beat_5_q[0]);
  assign s5_need = (s5_raw | s5_plain) & ~ended_q;
  assign starve = v_q[5] & s5_need & ~queue_valid;
  assign step = go & ~starve;
  assign s5_step = step & v_q[5];
  assign pop = s5_step & s5_need & s5_next;
  assign fault_s5 = {bank_q[5], ~bank_q[5]}
      & {2{s5_step & ((pop & (end_in != s5_end)) | (s5_plain & (esc_count > 5'd4)))}};
  assign fault = fault_s0 | fault_s5;

  assign s5_fields = bank_q[5] ? {v1_q[511:256], v0_q[511:256]} : {v1_q[255:0], v0_q[255:0]};
  generate
    for (i = 0; i < 64; i = i + 1) begin : g_backward
      assign s5_backward[8*i +: 8] = s5_fields[8*(63 - i) +: 8];
    end
    for (i = 0; i < 4; i = i + 1) begin : g_window
      assign esc_window[8*i +: 8] = (esc_at_q[2] ^ (3'(i) < {1'b0, esc_at_q[1:0]}))
                                  ? esc_odd[8*i +: 8] : esc_even[8*i +: 8];
    end
  endgenerate
  lp_grp_pair #(.W(32)) u_esc_pair (
      .data_i(s5_backward), .at_i({1'b0, esc_at_q[5:2]}), .even_o(esc_even), .odd_o(esc_odd));
  lp_grp_exponents u_exponents (
      .code_i(code_q), .escape_i(escape_q), .table_i(bank_q[5] ? table_q[175:88] : table_q[87:0]),
      .window_i(esc_window), .start_i(esc_at_q[1:0]), .exponent_o(exponent), .count_o(esc_count));
  assign payload = beat_5_q[0] ? head[255:128] : head[127:0];
  assign esc_sum = esc_at_q + {4'b0, esc_count};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ended_q <= 1'b0;
      esc_at_q <= 9'd0;
    end else if (s5_step) begin
      ended_q <= ~s5_end & (ended_q | (pop & end_in));
      esc_at_q <= s5_end ? 9'd0 : esc_sum;
    end
    if (s5_step & s5_end) esc_end_q <= esc_sum;
  end

  // ---------------------------------------------------------------- O
  logic o_valid_q, o_end_q, o_bank_q;
  logic [15:0] o_on_q;
  logic [255:0] o_q;
  wire o_leaves, wrong;
  assign go = ~o_valid_q | m_ready_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      o_valid_q <= 1'b0;
      o_on_q <= 16'd0;
    end else if (go) begin
      o_valid_q <= v_q[5] & ~starve;
      o_on_q <= {16{v_q[5] & s5_need & ~starve}};
    end
    if (go) begin
      o_end_q <= s5_end;
      o_bank_q <= bank_q[5];
    end
  end
  generate
    for (i = 0; i < 16; i = i + 1) begin : g_o
      always_ff @(posedge clk_i) begin
        if (go) begin
          o_q[16*i +: 16] <= s5_raw ? head[16*i +: 16]
              : {payload[8*i + 7], exponent[8*i +: 8], payload[8*i +: 7]};
        end
      end
      assign m_data_o[16*i +: 16] = o_q[16*i +: 16] & {16{o_on_q[i]}};
    end
  endgenerate
  lp_grp_ends u_ends (
      .fields_i(o_bank_q ? {v1_q[511:256], v0_q[511:256]} : {v1_q[255:0], v0_q[255:0]}),
      .four_i(four[o_bank_q]), .front_i(front_q), .escapes_i(esc_end_q), .wrong_o(wrong));
  assign m_valid_o = o_valid_q;
  assign m_last_o = o_valid_q & o_end_q;
  assign m_err_o = m_last_o
      & (bad[o_bank_q] | (plain[o_bank_q] & ~two[o_bank_q] & (part_q | wrong)));
  assign o_leaves = m_last_o & m_ready_i;
  assign left = {o_bank_q, ~o_bank_q} & {2{o_leaves}};
endmodule

`default_nettype wire
