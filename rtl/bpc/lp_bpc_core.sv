// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The pipeline of lp_bpc_enc, for units that advance it together with others: all stages advance
/// in a cycle with move_i. It announces a line's size two cycles before the entry's first beat can
/// leave. D0 and D1 are outside, since such a unit may hold the sectors for another purpose too.
///
/// A sector is taken into D0 and then goes on to D1, before or while the next one is taken. Between
/// a line's first sector and its second one any number of cycles may pass; there the line may be
/// given up: the first sector then never goes on, and the next one taken is again a line's first.
///
/// Latency, in cycles with move_i: the size 3 cycles after the fourth sector, the entry's beats in
/// the 4 cycles that begin 5 after it. Interval: 4 cycles per line, whatever the data.
///
/// Stages: D0, D1 hold the sectors while the planes are classified word by word as they arrive
/// (known); K0 and K1 turn that into symbol kinds, size and the decision to store raw. A, the
/// corner-turn array, holds words; it drains as planes, which are subtracted again with the stored
/// borrows and turned into symbols, or as the words of a raw line. P shifts symbols to their
/// position in a stream word and packs them. Base and plane 32 wait in P for the rest. Payload is
/// zero while its valid is low.
///
/// Source: Kim et al. (ISCA'16); memory entries as in Buddy Compression (ISCA'20), section III.
///
/// Combinational paths: none.
module lp_bpc_core #(
    /// 1: a line that does not fit is stored raw. 0: its four sectors are announced, and its beats
    /// are meaningless.
    parameter int RAW = 1
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// All stages advance.
    input  wire logic         move_i,
    /// A sector is taken into D0, in a cycle with move_i.
    input  wire logic         s_take_i,
    /// It is a line's first.
    input  wire logic         s_first_i,
    /// Sector of a raw line, lowest address in the lowest byte.
    input  wire logic [255:0] s_data_i,
    /// The sector in D0 goes on to D1, in a cycle with move_i, once for each sector.
    input  wire logic         d0_valid_i,
    /// Last word of D0, which holds the sector that was taken last.
    input  wire logic [31:0]  d0_i,
    /// D1: what was in D0 before the last cycle with move_i.
    input  wire logic [255:0] d1_i,

    /// Sector out: valid. It leaves in a cycle with move_i.
    output wire logic         m_valid_o,
    /// Sector of the line's entry.
    output wire logic [255:0] m_data_o,
    /// The entry's last sector.
    output wire logic         m_last_o,
    /// Bits of the line's stream (also when it is stored raw).
    output wire logic [10:0]  m_size_o,
    /// Sectors of the entry: 0 zero line (one beat of zeros is still sent), 1..3, 4 raw.
    output wire logic [2:0]   m_sectors_o,

    /// Once per line, until a cycle with move_i: l_size_o and l_sectors_o are valid.
    output wire logic         l_valid_o,
    /// As m_size_o.
    output wire logic [10:0]  l_size_o,
    /// As m_sectors_o.
    output wire logic [2:0]   l_sectors_o
);
  generate
    if (RAW != 0 && RAW != 1) begin : g_check_raw
      lp_bad_RAW_neither_0_nor_1 u_bad ();
    end
  endgenerate

  genvar i, j;

  logic out_held_q, out_new_q;
  wire move;
  assign move = move_i;

  // ---------------------------------------------------------------- valid bits of the stages
  // With k0_v a line's fourth sector is in D0.
  logic d1_v_q, k1_v_q, a_v_q;
  logic [1:0] d0_idx_q, a_beat_q;
  wire take, k0_v;
  assign take = s_take_i & move;
  assign k0_v = d0_valid_i & (d0_idx_q == 2'd3);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {d1_v_q, k1_v_q, a_v_q} <= 3'b0;
      d0_idx_q <= 2'd0;
    end else if (move) begin
      d1_v_q <= d0_valid_i;
      k1_v_q <= k0_v;
      a_v_q <= k1_v_q | (a_v_q & (a_beat_q != 2'd3));
      if (d0_valid_i) d0_idx_q <= d0_idx_q + 2'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (move) a_beat_q <= k1_v_q ? 2'd0 : a_beat_q + 2'd1;
  end

  // ---------------------------------------------------------------- D0, D1: borrows of sectors
  // Bits 4 i to 4 i + 3 belong to word i: sign of its delta, borrows into bits 24, 16 and 8.
  logic [31:0] side0_q, side1_q;
  wire [31:0] side;
  wire [8*33-1:0] delta;
  wire [287:0] words;
  assign words = {s_data_i, d0_i};
  generate
    for (i = 0; i < 8; i = i + 1) begin : g_delta
      wire [2:0] borrow;
      lp_bpc_delta u_delta (
          .a_i(words[32*(i+1) +: 32]), .b_i(words[32*i +: 32]),
          .delta_o(delta[33*i +: 33]), .borrow_o(borrow));
      assign side[4*i +: 4] = {borrow[0], borrow[1], borrow[2], delta[33*i+32]};
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (take) side0_q <= side;
    if (move) side1_q <= side0_q;
  end

  // ---------------------------------------------------------------- known: the planes so far
  logic [33*6-1:0] known_q;
  wire [33*6-1:0] known;
  wire [33*5-1:0] of_planes;
  generate
    for (j = 0; j < 33; j = j + 1) begin : g_class
      wire [7:0] dbx, dbp;
      for (i = 0; i < 8; i = i + 1) begin : g_word
        assign dbp[i] = delta[33*i+j] & ~((i == 0) & s_first_i);
        if (j == 32) begin : g_sign
          assign dbx[i] = dbp[i];
        end else begin : g_plane
          assign dbx[i] = (delta[33*i+j] ^ delta[33*i+j+1]) & ~((i == 0) & s_first_i);
        end
      end
      lp_bpc_class u_class (
          .take_i(take), .first_i(s_first_i), .dbx_i(dbx), .dbp_i(dbp),
          .known_i(known_q[6*j +: 6]), .known_o(known[6*j +: 6]));
      assign of_planes[5*j +: 5] = known_q[6*j+1 +: 5];
    end
  endgenerate

  // The base: zero, fits 4, 8, 16 bits.
  logic [3:0] base0_q, base1_q, base2_q;
  wire [31:0] base;
  assign base = s_data_i[31:0];
  always_ff @(posedge clk_i) begin
    known_q <= known;
    if (take && s_first_i)
      base0_q <= {&base[31:15] | ~|base[31:15], &base[31:7] | ~|base[31:7],
                  &base[31:3] | ~|base[31:3], ~|base};
    if (move) begin
      base1_q <= base0_q;
      base2_q <= base1_q;
    end
  end

  // ---------------------------------------------------------------- K0: kinds of the symbols
  // kind_q: field i is plane 31 - i of those not yet passed to A; the fields after them are no run.
  logic [95:0] kind_q;
  logic [2:0] kind32_q;
  logic [29:0] counts_q;
  wire [98:0] kinds;
  wire [29:0] counts;
  wire [95:0] kinds_turned;
  lp_bpc_sizes u_sizes (.known_i(of_planes), .kind_o(kinds), .counts_o(counts));
  generate
    for (i = 0; i < 32; i = i + 1) begin : g_turned
      assign kinds_turned[3*i +: 3] = kinds[3*(31-i) +: 3];
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (move) begin
      kind_q <= k0_v ? kinds_turned : {{8{3'd4}}, kind_q[95:24]};
      kind32_q <= kinds[98:96];
      counts_q <= counts;
    end
  end

  // ---------------------------------------------------------------- K1: the line's size
  logic [10:0] size_q;
  logic [2:0] sectors_q;
  logic raw_q, axis_q, out_axis_0_q, out_axis_1_q, out_axis_2_q;
  wire axis;
  wire [7:0] out_axis;
  wire [10:0] size;
  wire [5:0] base_bits;
  wire [6:0] head_bits;
  wire base_zero, base_4, base_8, base_16;
  assign {base_16, base_8, base_4, base_zero} = base1_q;
  assign base_bits = base_zero ? 6'd3 : base_4 ? 6'd7 : base_8 ? 6'd11 : base_16 ? 6'd19 : 6'd33;
  wire [5:0] bits_32;
  wire h, m, l;
  assign {h, m, l} = kind32_q;
  assign bits_32 = {h & ~m & ~l, 1'b0, h & l, m, l, m | (l & ~h)};
  lp_add #(.WIDTH(6)) u_head (
      .a_i(base_bits), .b_i(bits_32), .c_i(1'b0), .sum_o(head_bits));

  // Six numbers are reduced carry-save to two, which are added with carries once.
  wire [10:0] n32, n8, n4, n2, n1, nb;
  wire [10:0] s0, s1, s2, s3, t0, t1, t2, t3;
  assign n32 = {counts_q[29:24], 5'b0};
  assign n8 = {2'b0, counts_q[23:18], 3'b0};
  assign n4 = {3'b0, counts_q[17:12], 2'b0};
  assign n2 = {4'b0, counts_q[11:6], 1'b0};
  assign n1 = {5'b0, counts_q[5:0]};
  assign nb = {5'b0, base_bits};
  assign s0 = n8 ^ n4 ^ n2;
  assign t0 = {(n8[9:0] & n4[9:0]) | (n2[9:0] & (n8[9:0] | n4[9:0])), 1'b0};
  assign s1 = n32 ^ n1 ^ nb;
  assign t1 = {(n32[9:0] & n1[9:0]) | (nb[9:0] & (n32[9:0] | n1[9:0])), 1'b0};
  assign s2 = s0 ^ t0 ^ s1;
  assign t2 = {(s0[9:0] & t0[9:0]) | (s1[9:0] & (s0[9:0] | t0[9:0])), 1'b0};
  assign s3 = s2 ^ t2 ^ t1;
  assign t3 = {(s2[9:0] & t2[9:0]) | (t1[9:0] & (s2[9:0] | t2[9:0])), 1'b0};
  lp_sum #(.WIDTH(11)) u_size (.a_i(s3), .b_i(t3), .sum_o(size));

  // Only a line of zeros has 10 bits.
  wire over_1, over_2, over_3, raw, nothing;
  assign over_1 = (|size[10:9]) | (size[8] & (|size[7:0]));
  assign over_2 = size[10] | (size[9] & (|size[8:0]));
  assign over_3 = size[10] | (size[9] & size[8] & (|size[7:0]));
  assign raw = over_3 & (RAW != 0);
  assign nothing = (size == 11'd10);
  // The axis changes for each line that is not raw. The leaving vectors are selected by copies of
  // the axis, to limit its fan-out; the copies differ in reset value or polarity so that tools do
  // not merge them.
  assign out_axis = {{2{~out_axis_2_q}}, {3{~out_axis_1_q}}, {3{out_axis_0_q}}};
  assign axis = axis_q ^ (k1_v_q & ~raw);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      axis_q <= 1'b0;
      out_axis_2_q <= 1'b1;
    end else if (move) begin
      axis_q <= axis;
      out_axis_2_q <= ~axis;
    end
    if (move) begin
      out_axis_0_q <= axis;
      out_axis_1_q <= ~axis;
    end
    if (move && k1_v_q) begin
      size_q <= size;
      raw_q <= raw;
      sectors_q <= over_3 ? 3'd4 : nothing ? 3'd0 : {1'b0, over_1, over_2 | ~over_1};
    end
  end

  // ---------------------------------------------------------------- A: the array
  // fill_q beats of the next line wait in its first blocks while the others drain.
  logic [1:0] fill_q;
  wire [3:0] shift;
  assign shift = {4{move}} & ({4{d1_v_q}} | ({4{a_v_q}} & {1'b1, fill_q != 2'd3, ~fill_q[1],
                                                           fill_q == 2'd0}));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) fill_q <= 2'd0;
    else if (move && d1_v_q) fill_q <= fill_q + 2'd1;
  end

  // Planes leave highest first.
  wire [255:0] turned_in, vectors;
  wire [31:0] first_word, w0;
  generate
    for (i = 0; i < 8; i = i + 1) begin : g_in
      for (j = 0; j < 32; j = j + 1) begin : g_bit
        assign turned_in[32*i + j] = d1_i[32*i + 31-j];
      end
    end
    for (j = 0; j < 32; j = j + 1) begin : g_w0
      assign w0[j] = first_word[31-j];
    end
  endgenerate
  wire [255:0] unused_behind;
  lp_bpc_turn #(.V(8)) u_words (
      .clk_i(clk_i), .move_i(shift), .axis_i(axis_q), .out_axis_i(out_axis),
      .data_i(turned_in), .data_o(vectors), .behind_o(unused_behind), .other_o(first_word));
  // Sign and borrow of the delta between words k and k + 1.
  wire [30:0] sign, borrow;
  generate
    for (i = 0; i < 8; i = i + 1) begin : g_side
      // Word 0 has no delta.
      /* verilator lint_off UNUSEDSIGNAL */
      wire [3:0] of_sign, of_borrow;
      /* verilator lint_on UNUSEDSIGNAL */
      wire [3:0] unused_other;
      lp_bpc_turn #(.V(1)) u_side (
          .clk_i(clk_i), .move_i(shift), .axis_i(axis_q), .out_axis_i(out_axis[7]),
          .data_i(side1_q[4*i +: 4]), .data_o(of_sign), .behind_o(of_borrow),
          .other_o(unused_other));
      for (j = 0; j < 4; j = j + 1) begin : g_word
        if (8*j + i > 0) begin : g_delta
          assign sign[8*j+i-1] = of_sign[j];
          assign borrow[8*j+i-1] = of_borrow[j] & (a_beat_q != 2'd3);
        end
      end
    end
  endgenerate

  // Eight planes of delta k from those of words k and k + 1; borrows ripple up from vector 7.
  logic [30:0] above_q;
  wire [30:0] above;
  wire [8*31-1:0] planes;
  assign above = (a_beat_q == 2'd0) ? sign : above_q;
  generate
    for (i = 0; i < 31; i = i + 1) begin : g_sub
      for (j = 7; j >= 0; j = j - 1) begin : g_bit
        wire half, into, dbp;
        assign half = vectors[32*j + i+1] ^ vectors[32*j + i];
        if (j == 7) begin : g_low
          assign into = borrow[i];
        end else begin : g_next
          assign into = g_bit[j+1].half ? vectors[32*(j+1) + i] : g_bit[j+1].into;
        end
        assign dbp = half ^ into;
      end
      for (j = 0; j < 8; j = j + 1) begin : g_plane
        if (j == 0) begin : g_top
          assign planes[i] = g_bit[0].dbp ^ above[i];
        end else begin : g_next
          assign planes[31*j + i] = g_bit[j].dbp ^ g_bit[j-1].dbp;
        end
      end
      always_ff @(posedge clk_i) begin
        if (move) above_q[i] <= g_bit[7].dbp;
      end
    end
  endgenerate

  // ---------------------------------------------------------------- A: start of each symbol
  logic [23:0] a_kind_q;
  logic [2:0] a_kind32_q;
  logic [4:0] a_run32_q;
  logic [7:0] at_q;
  wire [39:0] phase;
  wire [8:1] down_1;
  wire [8:2] down_2;
  wire [8:4] down_4;
  wire [7:0] at;
  wire carry;
  lp_bpc_place u_place (
      .kind_i(a_kind_q), .raw_i(raw_q), .at_i(at_q), .phase_o(phase), .down_1_o(down_1),
      .down_2_o(down_2), .down_4_o(down_4), .end_o(at), .carry_o(carry));

  // Zero planes after the eight that continue a run, counted from the following kinds. Those at the
  // end of the eight are included.
  wire [31:0] goes_on;
  wire [7:0] on, on_turned;
  wire [4:0] lead, run_over;
  wire [2:0] tail;
  generate
    for (i = 0; i < 32; i = i + 1) begin : g_on
      assign goes_on[i] = (kind_q[3*i +: 3] == 3'd0);
    end
    for (i = 0; i < 8; i = i + 1) begin : g_on_a
      assign on[i] = (a_kind_q[3*i +: 3] == 3'd0);
      assign on_turned[7-i] = on[i];
    end
  endgenerate
  lp_bpc_lead #(.LEVELS(5)) u_lead (.bits_i(goes_on), .count_o(lead));
  lp_bpc_lead #(.LEVELS(3)) u_tail (.bits_i(on_turned), .count_o(tail));
  assign run_over = {2'b0, tail} - 5'd1 + (lead & {5{a_beat_q != 2'd3}});

  always_ff @(posedge clk_i) begin
    if (move) begin
      a_kind_q <= kind_q[23:0];
      a_kind32_q <= kind32_q;
      a_run32_q <= lead - 5'd1;
      at_q <= k1_v_q ? {1'b0, head_bits & {7{~raw}}} : at;
    end
  end

  // ---------------------------------------------------------------- A: base and plane 32
  wire [31:0] symbol_32;
  wire [32:0] base_symbol;
  wire [64:0] head;
  lp_bpc_symbol u_symbol_32 (
      .dbx_i(sign), .kind_i(a_kind32_q), .run_i(a_run32_q), .as_word_i(1'b0), .word_i(32'b0),
      .symbol_o(symbol_32));
  wire [4:0] base_is;
  assign base_is = {base2_q[0], base2_q[1] & ~base2_q[0], base2_q[2] & ~base2_q[1],
                    base2_q[3] & ~base2_q[2], ~base2_q[3]};
  assign base_symbol = ({33{base_is[3]}} & {3'b001, w0[3:0], 26'b0})
                     | ({33{base_is[2]}} & {3'b010, w0[7:0], 22'b0})
                     | ({33{base_is[1]}} & {3'b011, w0[15:0], 14'b0})
                     | ({33{base_is[0]}} & {1'b1, w0});
  assign head = {65{~raw_q & (sectors_q != 3'd0)}}
              & ({base_symbol, 32'b0}
                 | ({65{base_is[4]}} & {3'b0, symbol_32, 30'b0})
                 | ({65{base_is[3]}} & {7'b0, symbol_32, 26'b0})
                 | ({65{base_is[2]}} & {11'b0, symbol_32, 22'b0})
                 | ({65{base_is[1]}} & {19'b0, symbol_32, 14'b0})
                 | ({65{base_is[0]}} & {33'b0, symbol_32}));

  // ---------------------------------------------------------------- A: the planes' symbols
  // A raw line's words are taken in the order of a stream.
  logic [255:0] symbol_q;
  wire [255:0] symbol;
  generate
    for (i = 0; i < 8; i = i + 1) begin : g_symbol
      // more[n]: more than n planes after the first continue its run, all of them in this beat.
      wire [5:1] more;
      wire over;
      wire [4:0] run;
      wire [31:0] word;
      for (j = 1; j < 6; j = j + 1) begin : g_more
        if (i + j + 1 > 7) begin : g_none
          assign more[j] = 1'b0;
        end else begin : g_some
          assign more[j] = &on[i+j+1 : i+1];
        end
      end
      if (i == 7) begin : g_last
        assign over = 1'b1;
      end else begin : g_other
        assign over = &on[7:i+1];
      end
      assign run = over ? run_over
                 : {2'b0, more[4], more[2] & ~more[4],
                    (more[1] & ~more[2]) | (more[3] & ~more[4]) | more[5]};
      for (j = 0; j < 32; j = j + 1) begin : g_bit
        assign word[8*(3 - j/8) + j%8] = vectors[32*i + 31-j];
      end
      lp_bpc_symbol u_symbol (
          .dbx_i(planes[31*i +: 31]), .kind_i(a_kind_q[3*i +: 3]), .run_i(run),
          .as_word_i(raw_q), .word_i(word), .symbol_o(symbol[32*i +: 32]));
    end
  endgenerate

  // ---------------------------------------------------------------- A: output of P
  // A line's first beat only joins base and plane 32. A sector goes out once it is full, or with
  // the last beat; the remainder follows in the next cycle.
  logic full_q, left_q, p_first_q, p_last_q, p_join_held_q, p_join_beyond_q;
  logic [2:0] due_q;
  logic [39:0] phase_q;
  logic [8:1] down_1_q;
  logic [8:2] down_2_q;
  logic [8:4] down_4_q;
  logic [2:0] word_q;
  wire a_first, a_last, some, beyond, emit, left;
  assign a_first = (a_beat_q == 2'd0);
  assign a_last = (a_beat_q == 2'd3);
  assign some = (at != 8'd0);
  assign beyond = a_first | full_q;
  assign emit = a_v_q & ~a_first & (full_q | carry | (a_last & some));
  assign left = a_v_q & a_last & (full_q ? carry | some : carry & some);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      out_held_q <= 1'b0;
      out_new_q <= 1'b0;
      left_q <= 1'b0;
    end else if (move) begin
      out_held_q <= left_q | (emit & full_q);
      out_new_q <= emit & ~full_q;
      left_q <= left;
    end
    if (move) begin
      full_q <= beyond & carry;
      due_q <= a_first ? sectors_q : due_q - {2'b0, emit};
      p_first_q <= a_v_q & a_first;
      p_last_q <= left_q | (due_q[2:1] == 2'd0);
      p_join_held_q <= ~beyond;
      p_join_beyond_q <= beyond;
      symbol_q <= symbol;
      phase_q <= phase;
      down_1_q <= down_1;
      down_2_q <= down_2;
      down_4_q <= down_4;
      word_q <= at_q[7:5];
    end
  end

  // ---------------------------------------------------------------- P: sectors
  lp_bpc_pack u_pack (
      .clk_i(clk_i), .move_i(move), .symbol_i(symbol_q), .phase_i(phase_q),
      .down_1_i(down_1_q), .down_2_i(down_2_q), .down_4_i(down_4_q), .word_i(word_q),
      .join_held_i(p_join_held_q), .join_beyond_i(p_join_beyond_q),
      .head_valid_i(a_v_q & a_first), .head_i(head),
      .out_held_i(out_held_q), .out_new_i(out_new_q), .data_o(m_data_o));

  logic [10:0] p_size_q;
  logic [2:0] p_sectors_q;
  wire out;
  assign out = out_held_q | out_new_q;
  always_ff @(posedge clk_i) begin
    if (move && p_first_q) begin
      p_size_q <= size_q;
      p_sectors_q <= sectors_q;
    end
  end
  assign m_valid_o = out;
  assign m_last_o = out & p_last_q;
  assign m_size_o = p_size_q & {11{out}};
  assign m_sectors_o = p_sectors_q & {3{out}};

  // K1's size, with the line's first beat in A.
  assign l_valid_o = a_v_q & a_first;
  assign l_size_o = size_q & {11{l_valid_o}};
  assign l_sectors_o = sectors_q & {3{l_valid_o}};
endmodule

`default_nettype wire
