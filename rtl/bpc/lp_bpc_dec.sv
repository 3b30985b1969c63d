// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Bit-plane compression decoder: memory entries in, four 32-byte sectors of each line out.
///
/// It decodes the entries of lp_bpc_enc, and the streams of encoders that read words as unsigned or
/// test for single ones first. A run past plane 0, a position outside the plane, a stream that ends
/// early, an entry with a sector more than its stream needs or with nonzero padding, a wrong number
/// of beats for a raw or zero line and an impossible sector count make the line bad: its fourth
/// sector carries err (its data is undefined), the rest of the entry is dropped, and the next line
/// is unaffected.
///
/// Latency: 11 cycles from the first sector in to the first sector out. Interval: 4 cycles per
/// line, whatever the data.
///
/// Stages: two engines in series, A for planes 32..17 while the sectors come in and B for planes
/// 16..1, each with four planes per cycle (parse, X); T for plane 0. A's planes wait in H and enter
/// the corner-turn array with B's planes of the same line, eight per cycle. S1 and S2 sum the
/// deltas. All stages after A advance together, and only the output stalls them; A also waits for
/// its sectors. A raw line passes as 32 planes of 32 bits, which leave the array along the axis on
/// which they entered.
///
/// Source: Kim et al., Bit-Plane Compression (ISCA'16); Buddy Compression (ISCA'20) section III.
///
/// Combinational paths: m_ready -> s_ready.
module lp_bpc_dec (
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
    /// With the first sector: 0 zero line (one beat), 1..3 compressed, 4 raw.
    input  wire logic [2:0]   s_sectors_i,

    /// Sector out: valid.
    output wire logic         m_valid_o,
    /// Sector out: ready.
    input  wire logic         m_ready_i,
    /// Sector of the raw line; undefined while valid is low.
    output wire logic [255:0] m_data_o,
    /// Fourth sector of the line.
    output wire logic         m_last_o,
    /// With the fourth sector: the line is bad.
    output wire logic         m_err_o,
    /// With the fourth sector of a good line: the byte of the entry in which its stream ends, from
    /// 0; 0 of a raw or zero line. For parents that know the length more exactly than in sectors.
    output wire logic [6:0]   m_byte_o
);
  localparam int FAR = 19;
  // B is loaded one step later; the 16 planes before it leave 18 words at most, 13 of them far.
  localparam int FAR_B = 17, KEEP_B = 13;
  genvar w, f, k, b;

  wire go;
  assign go = ~m_valid_o | m_ready_i;

  // ---------------------------------------------------------------- input
  // The sector's bits in the order of the stream.
  wire [255:0] in;
  generate
    for (b = 0; b < 256; b = b + 1) begin : g_in
      assign in[b] = s_data_i[8*(b/8) + 7 - b%8];
    end
  endgenerate

  // The sector's words aligned to the grid: 3 bits of one, seven whole ones and 29 bits of another;
  // and the last nonzero one.
  wire [9*32-1:0] words;
  wire [8:0] some, above;
  wire [3:0] some_at;
  assign words = {3'b0, in, 29'b0};
  generate
    for (w = 0; w < 9; w = w + 1) begin : g_some
      assign some[w] = |words[32*w +: 32];
      if (w < 8) assign above[w] = |some[8:w+1];
      else assign above[w] = 1'b0;
    end
    for (b = 0; b < 4; b = b + 1) begin : g_some_at
      wire [8:0] hit;
      for (w = 0; w < 9; w = w + 1) begin : g_hit
        assign hit[w] = some[w] & ~above[w] & (((w >> b) & 1) != 0);
      end
      assign some_at[b] = |hit;
    end
  endgenerate

  // ---------------------------------------------------------------- A: control
  logic a_valid_q, a_ended_q, a_raw_q, a_plain_q, a_err_q;
  logic [1:0] a_beat_q, a_count_q;
  wire a_end, a_step, a_take, a_pass, load;
  wire raw_in, zero_in, bad_in;
  assign a_end = (a_beat_q == 2'd3);
  assign a_step = go & a_valid_q & (a_ended_q | (~a_end & s_valid_i));
  assign a_take = go & a_valid_q & ~a_ended_q & ~a_end & s_valid_i;
  assign a_pass = a_step & a_end;
  assign load = go & s_valid_i & (~a_valid_q | (a_end & a_ended_q));
  assign s_ready_o = go & (~a_valid_q | a_end | ~a_ended_q);
  assign zero_in = (s_sectors_i == 3'd0);
  assign raw_in = (s_sectors_i == 3'd4);
  assign bad_in = s_sectors_i[2] & ~raw_in;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      a_valid_q <= 1'b0;
      a_beat_q <= 2'd0;
    end else begin
      a_valid_q <= load | (a_valid_q & ~a_pass);
      if (a_step) a_beat_q <= a_beat_q + 2'd1;
    end
    if (load) begin
      a_ended_q <= s_last_i;
      a_raw_q <= raw_in;
      a_plain_q <= ~zero_in & ~s_sectors_i[2];
      a_count_q <= 2'd0;
      a_err_q <= bad_in | (zero_in & ~s_last_i) | (raw_in & s_last_i);
    end else if (go & s_valid_i & ~a_ended_q) begin
      a_ended_q <= s_last_i;
      // A fourth sector is the last of a raw line; any other entry with one is too long.
      if (~a_end) a_count_q <= a_beat_q + 2'd1;
      a_err_q <= a_err_q | (a_raw_q ? s_last_i ^ (a_beat_q == 2'd2) : a_beat_q == 2'd2);
    end
  end

  // ---------------------------------------------------------------- A: base and first symbol
  wire [31:0] base_in, token_in;
  wire long_base;
  assign long_base = in[0];
  generate
    for (b = 0; b < 32; b = b + 1) begin : g_base
      wire bit4, bit8, bit16;
      assign bit4 = in[(b < 4) ? 6 - b : 3];
      assign bit8 = in[(b < 8) ? 10 - b : 3];
      assign bit16 = in[(b < 16) ? 18 - b : 3];
      assign base_in[b] = ~zero_in & ~s_sectors_i[2]
          & (long_base ? in[32 - b] : (in[2:1] == 2'b10) ? bit4 : (in[2:1] == 2'b01) ? bit8
             : (in[2:1] == 2'b11) ? bit16 : 1'b0);
      assign token_in[b] = ~zero_in & ~s_sectors_i[2]
          & ((b == 30) ? long_base : (b == 0) ? ~long_base & (in[2:1] == 2'b00)
             : (b == 4) ? ~long_base & (in[2:1] == 2'b10)
             : (b == 8) ? ~long_base & (in[2:1] == 2'b01)
             : (b == 16) ? ~long_base & (in[2:1] == 2'b11) : 1'b0);
    end
  endgenerate

  // ---------------------------------------------------------------- A: words
  wire [159:0] a_near;
  wire [32*FAR-1:0] a_far_in, a_insert;
  // Bits that 16 planes cannot reach are not passed on.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [32*FAR-1:0] a_far;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [127:0] half_in;
  wire join_0, join_1, join_2, join_3;
  assign a_far_in = {{32*(FAR-3){1'b0}}, words[287:192]};
  // Halves of sectors join at fixed positions after the rest of the first sector: the second and
  // third sector of a stream, or the upper halves of a raw line's sectors.
  assign half_in = a_raw_q ? in[255:128] : in[127:0];
  assign join_0 = a_take & (a_beat_q == 2'd0);
  assign join_1 = a_take & (a_beat_q == (a_raw_q ? 2'd1 : 2'd0));
  assign join_2 = a_take & (a_beat_q == (a_raw_q ? 2'd2 : 2'd1));
  assign join_3 = a_take & (a_beat_q == 2'd1) & ~a_raw_q;
  assign a_insert = {3'b0, in[255:128] & {128{join_3}}, half_in & {128{join_2}},
                     in[255:128] & {128{join_1}}, half_in & {128{join_0}}, 93'b0};

  // The first bits of a raw line's first upper half precede B's words.
  logic [2:0] a_upper_q;
  logic [16:0] a_base_q;
  logic [4:0] a_moved_q;
  wire [4:0] a_moved;
  wire [4:0] a_lag, a_before;
  wire [73:0] a_parse;
  // The last nonzero word, counted from 1.
  logic [4:0] a_some_q;
  always_ff @(posedge clk_i) begin
    if (load) begin
      a_upper_q <= in[130:128];
      a_base_q <= base_in[16:0];
      a_moved_q <= 5'd0;
      a_some_q <= {1'b0, some_at};
    end else begin
      if (a_step) a_moved_q <= a_moved;
      if (a_take && some != 9'b0) a_some_q <= {1'b0, some_at} + {a_beat_q[0], ~a_beat_q[0], 3'b0};
    end
  end
  assign a_moved = a_moved_q + {2'b0, a_lag[4], a_lag[3] | a_lag[2], a_lag[3] | a_lag[1]};

  wire [127:0] a_planes;
  wire [30:0] a_last;
  wire a_bad;
  // These outputs are used from the last engine, not from the first.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [19:0] a_fields;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [30:0] a_prior;
  lp_bpc_engine #(.FAR(FAR), .KEEP(FAR), .FEED(1)) u_a (
      .clk_i, .go_i(go), .load_i(load), .near_i(words[191:32]), .far_i(a_far_in), .lag_i(5'b00001),
      .before_i({in[2:0], 2'b0}), .parse_i({42'b0, token_in}), .base_i({1'b0, base_in[31:17]}),
      .step_i(a_step), .raw_i(a_raw_q), .stay_i(~a_end), .renew_i(a_take), .insert_i(a_insert),
      .near_o(a_near), .far_o(a_far), .lag_o(a_lag), .before_o(a_before), .parse_o(a_parse),
      .prior_i(a_prior), .planes_o(a_planes), .last_o(a_last), .bad_o(a_bad), .fields_o(a_fields));

  // ---------------------------------------------------------------- B
  logic b_valid_q, b_raw_q, b_plain_q, b_err_q;
  logic [1:0] b_beat_q, b_count_q;
  logic b_base_q;
  logic [4:0] b_some_q;
  logic [4:0] b_moved_q;
  wire [4:0] b_moved;
  wire b_step, b_end;
  wire [73:0] b_parse;
  // After the last engine only the two words that can contain plane 0 are needed.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [159:0] b_near;
  wire [32*FAR_B-1:0] b_far;
  wire [4:0] b_lag, b_before;
  /* verilator lint_on UNUSEDSIGNAL */
  assign b_step = go & b_valid_q;
  assign b_end = b_step & (b_beat_q == 2'd3);
  assign b_moved = b_moved_q + {2'b0, b_lag[4], b_lag[3] | b_lag[2], b_lag[3] | b_lag[1]};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      b_valid_q <= 1'b0;
      b_beat_q <= 2'd0;
    end else if (go) begin
      b_valid_q <= a_pass | (b_valid_q & ~b_end);
      if (b_valid_q) b_beat_q <= b_beat_q + 2'd1;
    end
    if (a_pass) begin
      b_raw_q <= a_raw_q;
      b_plain_q <= a_plain_q;
      b_count_q <= a_count_q;
      b_err_q <= a_err_q;
      b_some_q <= a_some_q;
      b_base_q <= a_base_q[0];
      b_moved_q <= a_moved;
    end else if (b_step) b_moved_q <= b_moved;
  end

  wire [127:0] b_planes;
  wire [30:0] b_last;
  wire b_bad;
  wire [19:0] b_fields;
  wire [30:0] b_prior;
  lp_bpc_engine #(.FAR(FAR_B), .KEEP(KEEP_B), .FEED(0)) u_b (
      .clk_i, .go_i(go), .load_i(a_pass), .near_i(a_near), .far_i(a_far[32*FAR_B-1:0]),
      .lag_i(a_lag), .before_i(a_raw_q ? {a_upper_q, 2'b0} : a_before), .parse_i(a_parse),
      .base_i(a_base_q[16:1]), .step_i(b_step), .raw_i(b_raw_q), .stay_i(1'b0), .renew_i(1'b0),
      .insert_i({32*FAR_B{1'b0}}),
      .near_o(b_near), .far_o(b_far), .lag_o(b_lag), .before_o(b_before),
      .parse_o(b_parse), .prior_i(b_prior), .planes_o(b_planes),
      .last_o(b_last), .bad_o(b_bad), .fields_o(b_fields));

  // ---------------------------------------------------------------- T: plane 0 and the end
  wire [30:0] t_plane;
  wire t_bad;
  wire [6:0] t_byte;
  lp_bpc_tail u_tail (
      .clk_i, .go_i(go), .pair_i(b_near[63:0]), .parse_i(b_parse), .moved_i(b_moved),
      .count_i(b_count_q), .some_i(b_some_q), .fields_i(b_fields), .prior_i(b_last),
      .plane_o(t_plane), .bad_o(t_bad), .byte_o(t_byte));

  // ---------------------------------------------------------------- X: state that accompanies the
  //                                                                 planes
  logic ax_valid_q, bx_valid_q, bx_raw_q, bx_plain_q, bx_err_q, bx_base_q, a_bad_q, b_bad_q;
  logic [1:0] ax_beat_q, bx_beat_q;
  logic [30:0] a_last_q, b_last_q;
  wire bx_first, bad_so_far;
  assign a_prior = a_last_q & {31{ax_beat_q != 2'd0}};
  assign bx_first = (bx_beat_q == 2'd0);
  assign b_prior = bx_first ? a_last_q : b_last_q;
  assign bad_so_far = b_bad | (bx_first ? a_bad_q : b_bad_q);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ax_valid_q <= 1'b0;
      bx_valid_q <= 1'b0;
    end else if (go) begin
      ax_valid_q <= a_step;
      bx_valid_q <= b_valid_q;
    end
    if (go) begin
      ax_beat_q <= a_beat_q;
      bx_beat_q <= b_beat_q;
      bx_raw_q <= b_raw_q;
      bx_plain_q <= b_plain_q;
      bx_err_q <= b_err_q;
      bx_base_q <= b_base_q;
    end
    if (go & ax_valid_q) begin
      a_last_q <= a_last;
      a_bad_q <= a_bad | (a_bad_q & (ax_beat_q != 2'd0));
    end
    if (go & bx_valid_q) begin
      b_last_q <= b_last;
      b_bad_q <= bad_so_far;
    end
  end

  // ---------------------------------------------------------------- H: A's planes wait for B's
  // A's first plane, 32, only serves to decode 31, so the array gets planes 31..17 from here and
  // plane 0 in the free position.
  logic [511:0] h_q;
  wire [127:0] h_now, h_legs0, h_legs1, h_legs2, h_legs3;
  wire [31:0] h_next;
  wire [3:0] at;
  generate
    for (f = 0; f < 4; f = f + 1) begin : g_h
      assign at[f] = (bx_beat_q == 2'(f));
      always_ff @(posedge clk_i) begin
        if (go && ax_valid_q && ax_beat_q == 2'(f)) h_q[128*f +: 128] <= a_planes;
      end
    end
  endgenerate
  assign h_legs0 = h_q[127:0] & {128{at[0]}};
  assign h_legs1 = h_q[255:128] & {128{at[1]}};
  assign h_legs2 = h_q[383:256] & {128{at[2]}};
  assign h_legs3 = h_q[511:384] & {128{at[3]}};
  assign h_now = h_legs0 | h_legs1 | h_legs2 | h_legs3;
  assign h_next = (h_q[159:128] & {32{at[0]}}) | (h_q[287:256] & {32{at[1]}})
                | (h_q[415:384] & {32{at[2]}}) | ({t_plane, bx_base_q} & {32{at[3]}});

  // ---------------------------------------------------------------- the array
  logic axis_q, out_axis_0_q, out_axis_1_q, out_axis_2_q, e_valid_q, e_raw_q, e_plain_q, e_err_q;
  logic [6:0] e_byte_q;
  logic [1:0] e_beat_q;
  wire filled, shift, axis;
  wire [7:0] out_axis;
  wire [255:0] turned, deltas, unused_behind;
  wire [31:0] unused_other;
  assign filled = bx_valid_q & (bx_beat_q == 2'd3);
  // The leaving vectors are selected by copies of the axis, to limit its fan-out; the copies differ
  // in reset value or polarity so that tools do not merge them.
  assign axis = axis_q ^ (filled & ~bx_raw_q);
  assign out_axis = {{2{~out_axis_2_q}}, {3{~out_axis_1_q}}, {3{out_axis_0_q}}};
  assign shift = go & (bx_valid_q | e_valid_q);
  lp_bpc_turn #(.V(8)) u_turn (
      .clk_i, .move_i({4{shift}}), .axis_i(axis_q), .out_axis_i(out_axis),
      .data_i({b_planes, h_now[127:32], bx_raw_q ? h_now[31:0] : h_next}), .data_o(turned),
      .behind_o(unused_behind), .other_o(unused_other));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      axis_q <= 1'b0;
      out_axis_2_q <= 1'b1;
      e_valid_q <= 1'b0;
      e_beat_q <= 2'd0;
    end else if (go) begin
      axis_q <= axis;
      out_axis_2_q <= ~axis;
      e_valid_q <= filled | (e_valid_q & (e_beat_q != 2'd3));
      if (e_valid_q) e_beat_q <= e_beat_q + 2'd1;
    end
    if (go) begin
      out_axis_0_q <= axis;
      out_axis_1_q <= ~axis;
    end
    if (go & filled) begin
      e_raw_q <= bx_raw_q;
      e_plain_q <= bx_plain_q;
      e_byte_q <= t_byte;
      e_err_q <= bx_err_q | (bx_plain_q & (bad_so_far | t_bad));
    end
  end

  generate
    for (k = 0; k < 8; k = k + 1) begin : g_word
      lp_bpc_order #(.REVERSE(0)) u_order (
          .bits_i(turned[32*k +: 32]), .bits_o(deltas[32*k +: 32]));
    end
  endgenerate

  // ---------------------------------------------------------------- S1, S2: the words
  logic s_valid_q, s_raw_q, s_carry_q, s_err_q;
  logic [6:0] s_byte_q;
  logic [1:0] s_beat_q;
  lp_bpc_prefix u_prefix (
      .clk_i, .load_i(go & e_valid_q), .data_i(deltas), .raw_i(e_raw_q),
      .leave_i(go & s_valid_q), .carry_i(s_carry_q), .plain_i(s_raw_q),
      .data_o(m_data_o));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) s_valid_q <= 1'b0;
    else if (go) s_valid_q <= e_valid_q;
    if (go & e_valid_q) begin
      s_beat_q <= e_beat_q;
      s_raw_q <= e_raw_q;
      s_carry_q <= (e_beat_q != 2'd0) & ~e_raw_q;
      s_err_q <= e_err_q;
      s_byte_q <= e_byte_q & {7{e_plain_q & ~e_err_q}};
    end
  end
  assign m_valid_o = s_valid_q;
  assign m_last_o = s_valid_q & (s_beat_q == 2'd3);
  assign m_err_o = m_last_o & s_err_q;
  assign m_byte_o = s_byte_q & {7{m_last_o}};
endmodule

`default_nettype wire
