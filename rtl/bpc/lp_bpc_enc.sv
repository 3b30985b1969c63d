// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Bit-plane compression encoder: four 32-byte sectors of a line in, its memory entry out (stream
/// padded to whole sectors, a line whose stream exceeds 96 bytes stored raw, a zero line told by
/// sectors = 0 on a single beat).
///
/// Latency: first sector in to first sector out 9 to 11 cycles without stalls, the longer the better
/// the line compresses; 9 for a raw line. Interval: 4 cycles a line, whatever the data.
///
/// Stages: D0, D1 hold the sectors while the planes are classified word by word as they come in
/// (known), K0 and K1 turn that into symbol kinds, size and the decision to store raw. A, the
/// corner-turn array, holds words; it drains as planes, which are subtracted again with the borrows
/// kept beside, or as the words of a raw line. X turns planes into symbols and shifts them to where
/// they begin in a stream word, P packs them. Base and plane 32 wait in P for the rest. The pipe
/// moves as a whole unless a sector waits at the output: ready depends on m_ready_i
/// combinationally; lp_skid in front cuts that path. Payload is zero while its valid is low.
///
/// Source: Kim et al. (ISCA'16); memory entries as in Buddy Compression (ISCA'20), section III.
module lp_bpc_enc (
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
    /// Bits of the line's stream (also when it is stored raw).
    output wire logic [10:0]  m_size_o,
    /// Sectors of the entry: 0 zero line (one beat of zeros follows all the same), 1..3, 4 raw.
    output wire logic [2:0]   m_sectors_o
);
  genvar i, j;

  // What goes out in this cycle; all stages move together unless it has to wait.
  logic out_held_q, out_new_q;
  wire move;
  assign move = ~(out_held_q | out_new_q) | m_ready_i;
  assign s_ready_o = move;

  // ---------------------------------------------------------------- valid bits of the stages
  logic d0_v_q, d1_v_q, k0_v_q, k1_v_q, a_v_q, x_v_q, p_v_q;
  logic [1:0] in_idx_q, a_beat_q, x_beat_q;
  logic p_first_q, p_spill_q;
  wire take;
  assign take = s_valid_i & move;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {d0_v_q, d1_v_q, k0_v_q, k1_v_q, a_v_q, x_v_q, p_v_q} <= 7'b0;
      in_idx_q <= 2'd0;
    end else if (move) begin
      d0_v_q <= s_valid_i;
      d1_v_q <= d0_v_q;
      k0_v_q <= s_valid_i & (in_idx_q == 2'd3);
      k1_v_q <= k0_v_q;
      a_v_q <= k1_v_q | (a_v_q & (a_beat_q != 2'd3));
      x_v_q <= a_v_q;
      p_v_q <= x_v_q;
      if (s_valid_i) in_idx_q <= in_idx_q + 2'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (move) begin
      a_beat_q <= k1_v_q ? 2'd0 : a_beat_q + 2'd1;
      x_beat_q <= a_beat_q;
    end
  end

  // ---------------------------------------------------------------- D0, D1: sectors and borrows
  // Of word i, from bit 4 i: sign of its delta, borrows into bits 24, 16 and 8.
  logic [255:0] d0_q, d1_q;
  logic [31:0] side0_q, side1_q;
  wire [31:0] side;
  wire [8*33-1:0] delta;
  wire in_first;
  wire [287:0] words;
  assign in_first = (in_idx_q == 2'd0);
  assign words = {s_data_i, d0_q[255:224]};
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
    if (take) begin
      d0_q <= s_data_i;
      side0_q <= side;
    end
    if (move) begin
      d1_q <= d0_q;
      side1_q <= side0_q;
    end
  end

  // ---------------------------------------------------------------- known: the planes so far
  logic [33*6-1:0] known_q;
  wire [33*6-1:0] known;
  wire [33*5-1:0] of_planes;
  generate
    for (j = 0; j < 33; j = j + 1) begin : g_class
      wire [7:0] dbx, dbp;
      for (i = 0; i < 8; i = i + 1) begin : g_word
        assign dbp[i] = delta[33*i+j] & ~((i == 0) & in_first);
        if (j == 32) begin : g_sign
          assign dbx[i] = dbp[i];
        end else begin : g_plane
          assign dbx[i] = (delta[33*i+j] ^ delta[33*i+j+1]) & ~((i == 0) & in_first);
        end
      end
      lp_bpc_class u_class (
          .first_i(in_first), .dbx_i(dbx), .dbp_i(dbp), .known_i(known_q[6*j +: 6]),
          .known_o(known[6*j +: 6]));
      assign of_planes[5*j +: 5] = known_q[6*j+1 +: 5];
    end
  endgenerate

  // The base: zero, fits 4, 8, 16 bits.
  logic [3:0] base0_q, base1_q, base2_q;
  wire [31:0] base;
  assign base = s_data_i[31:0];
  always_ff @(posedge clk_i) begin
    if (take) known_q <= known;
    if (take && in_first)
      base0_q <= {&base[31:15] | ~|base[31:15], &base[31:7] | ~|base[31:7],
                  &base[31:3] | ~|base[31:3], ~|base};
    if (move) begin
      base1_q <= base0_q;
      base2_q <= base1_q;
    end
  end

  // ---------------------------------------------------------------- K0: kinds of the symbols
  // kind_q: field i is plane 31 - i of those that have not gone on to A; behind them, no run.
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
      kind_q <= k0_v_q ? kinds_turned : {{8{3'd4}}, kind_q[95:24]};
      kind32_q <= kinds[98:96];
      counts_q <= counts;
    end
  end

  // ---------------------------------------------------------------- K1: the line's size, raw or not
  logic [10:0] size_q;
  logic [2:0] sectors_q;
  logic raw_q, axis_q;
  wire [10:0] size;
  wire [5:0] base_bits;
  wire [6:0] head_bits;
  wire base_zero, base_4, base_8, base_16;
  assign {base_16, base_8, base_4, base_zero} = base1_q;
  assign base_bits = base_zero ? 6'd3 : base_4 ? 6'd7 : base_8 ? 6'd11 : base_16 ? 6'd19 : 6'd33;
  wire [5:0] bits_32;
  assign bits_32 = {kind32_q == 3'd4, 1'b0, kind32_q == 3'd5, ~kind32_q[2] & kind32_q[1],
                    kind32_q[0], ~kind32_q[2] & (kind32_q[1] | kind32_q[0])};
  lp_add #(.WIDTH(6)) u_head (
      .a_i(base_bits), .b_i(bits_32), .c_i(1'b0), .sum_o(head_bits));

  // Six numbers added without carries, then once with.
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

  // A line of zeros is the only one with 10 bits.
  wire over_1, over_2, raw, nothing;
  assign over_1 = (|size[10:9]) | (size[8] & (|size[7:0]));
  assign over_2 = size[10] | (size[9] & (|size[8:0]));
  assign raw = size[10] | (size[9] & size[8] & (|size[7:0]));
  assign nothing = (size == 11'd10);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) axis_q <= 1'b0;
    else if (move && k1_v_q) axis_q <= axis_q ^ ~raw;
    if (move && k1_v_q) begin
      size_q <= size;
      raw_q <= raw;
      sectors_q <= raw ? 3'd4 : nothing ? 3'd0 : {1'b0, over_1, over_2 | ~over_1};
    end
  end

  // ---------------------------------------------------------------- A: the array
  // fill_q beats of the next line wait in its first blocks.
  logic [1:0] fill_q;
  wire [3:0] shift;
  assign shift = {4{move}} & ({4{d1_v_q}} | {1'b1, fill_q != 2'd3, ~fill_q[1], fill_q == 2'd0});
  always_ff @(posedge clk_i) begin
    if (!rst_ni) fill_q <= 2'd0;
    else if (move && d1_v_q) fill_q <= fill_q + 2'd1;
  end

  // Planes leave from the highest on.
  wire [255:0] turned_in, vectors;
  wire [31:0] first_word, w0;
  generate
    for (i = 0; i < 8; i = i + 1) begin : g_in
      for (j = 0; j < 32; j = j + 1) begin : g_bit
        assign turned_in[32*i + j] = d1_q[32*i + 31-j];
      end
    end
    for (j = 0; j < 32; j = j + 1) begin : g_w0
      assign w0[j] = first_word[31-j];
    end
  endgenerate
  /* verilator lint_off PINCONNECTEMPTY */
  lp_bpc_gather #(.V(8)) u_words (
      .clk_i(clk_i), .move_i(shift), .axis_i(axis_q), .data_i(turned_in), .data_o(vectors),
      .behind_o(), .other_o(first_word));
  // Of the delta between words k and k + 1.
  wire [30:0] sign, borrow;
  generate
    for (i = 0; i < 8; i = i + 1) begin : g_side
      // Word 0 has no delta.
      /* verilator lint_off UNUSEDSIGNAL */
      wire [3:0] of_sign, of_borrow;
      /* verilator lint_on UNUSEDSIGNAL */
      lp_bpc_gather #(.V(1)) u_side (
          .clk_i(clk_i), .move_i(shift), .axis_i(axis_q), .data_i(side1_q[4*i +: 4]),
          .data_o(of_sign), .behind_o(of_borrow), .other_o());
      for (j = 0; j < 4; j = j + 1) begin : g_word
        if (8*j + i > 0) begin : g_delta
          assign sign[8*j+i-1] = of_sign[j];
          assign borrow[8*j+i-1] = of_borrow[j] & (a_beat_q != 2'd3);
        end
      end
    end
  endgenerate
  /* verilator lint_on PINCONNECTEMPTY */

  // Eight planes of delta k from those of words k and k + 1, borrows rippling up from vector 7.
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

  // ---------------------------------------------------------------- A: where the symbols begin
  logic [23:0] a_kind_q, x_kind_q;
  logic [2:0] a_kind32_q;
  logic [4:0] a_run32_q, x_run_q;
  logic [7:0] at_q;
  logic [63:0] x_at_q;
  logic x_carry_q, x_some_q;
  wire [23:0] a_kind;
  wire [71:0] at;
  wire carry;
  assign a_kind = raw_q ? {8{3'd4}} : a_kind_q;
  lp_bpc_place u_place (.kind_i(a_kind), .at_i(at_q), .at_o(at), .carry_o(carry));

  // A run that goes on behind the eight planes: as many as the kinds that follow say, and those
  // at the end of the eight.
  wire [31:0] goes_on;
  wire [7:0] tail;
  wire [4:0] lead, tail_count;
  wire [3:0] tail_lead;
  generate
    for (i = 0; i < 32; i = i + 1) begin : g_on
      assign goes_on[i] = (kind_q[3*i +: 3] == 3'd0);
    end
    for (i = 0; i < 8; i = i + 1) begin : g_tail
      assign tail[i] = (a_kind_q[3*(7-i) +: 3] == 3'd0);
    end
  endgenerate
  lp_bpc_lead #(.LEVELS(5)) u_lead (.bits_i(goes_on), .count_o(lead));
  lp_bpc_lead #(.LEVELS(3)) u_tail (.bits_i(tail), .count_o(tail_lead[2:0]));
  assign tail_lead[3] = 1'b0;
  assign tail_count = {1'b0, tail_lead} - 5'd1;

  always_ff @(posedge clk_i) begin
    if (move) begin
      a_kind_q <= kind_q[23:0];
      a_kind32_q <= kind32_q;
      a_run32_q <= lead - 5'd1;
      at_q <= k1_v_q ? {1'b0, head_bits & {7{~raw}}} : at[71:64];
      x_kind_q <= a_kind;
      x_run_q <= tail_count + ((a_beat_q == 2'd3) ? 5'd0 : lead);
      x_at_q <= at[63:0];
      x_carry_q <= carry;
      x_some_q <= (at[71:64] != 8'd0);
    end
  end

  // ---------------------------------------------------------------- A: base and plane 32
  wire [31:0] symbol_32;
  wire [32:0] base_symbol;
  wire [64:0] head;
  lp_bpc_symbol u_symbol_32 (
      .plane_i({1'b1, sign}), .kind_i(a_kind32_q), .run_i(a_run32_q), .symbol_o(symbol_32));
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

  // ---------------------------------------------------------------- X: symbols, shifted
  // Bit 31 of a plane is what its raw symbol begins with; a raw line's words are in stream order.
  logic [255:0] x_q;
  wire [255:0] x;
  generate
    for (i = 0; i < 8; i = i + 1) begin : g_x
      wire [31:0] word;
      for (j = 0; j < 32; j = j + 1) begin : g_bit
        assign word[8*(3 - j/8) + j%8] = vectors[32*i + 31-j];
      end
      assign x[32*i +: 32] = raw_q ? word : {1'b1, planes[31*i +: 31]};
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (move) x_q <= x;
  end

  wire [7:1] x_on;
  wire [287:0] lane;
  logic [287:0] lane_q;
  generate
    for (i = 1; i < 8; i = i + 1) begin : g_on_x
      assign x_on[i] = (x_kind_q[3*i +: 3] == 3'd0);
    end
    for (i = 0; i < 8; i = i + 1) begin : g_symbol
      // more[n]: the run goes on for more than n planes after the first behind it, within the eight.
      wire [5:1] more;
      wire on_behind;
      wire [4:0] run;
      for (j = 1; j < 6; j = j + 1) begin : g_more
        if (i + j + 1 > 7) begin : g_none
          assign more[j] = 1'b0;
        end else begin : g_some
          assign more[j] = &x_on[i+j+1 : i+1];
        end
      end
      if (i == 7) begin : g_last
        assign on_behind = 1'b1;
      end else begin : g_other
        assign on_behind = &x_on[7:i+1];
      end
      assign run = on_behind ? x_run_q
                 : {2'b0, more[4], more[2] & ~more[4],
                    (more[1] & ~more[2]) | (more[3] & ~more[4]) | more[5]};

      wire [31:0] symbol;
      wire [63:0] symbol_1, symbol_2, symbol_4, symbol_8, placed;
      wire [4:0] by;
      lp_bpc_symbol u_symbol (
          .plane_i(x_q[32*i +: 32]), .kind_i(x_kind_q[3*i +: 3]), .run_i(run),
          .symbol_o(symbol));
      assign by = x_at_q[8*i +: 5];
      assign symbol_1 = by[0] ? {1'b0, symbol, 31'b0} : {symbol, 32'b0};
      assign symbol_2 = by[1] ? symbol_1 >> 2 : symbol_1;
      assign symbol_4 = by[2] ? symbol_2 >> 4 : symbol_2;
      assign symbol_8 = by[3] ? symbol_4 >> 8 : symbol_4;
      assign placed = by[4] ? symbol_8 >> 16 : symbol_8;
    end
    for (i = 0; i < 9; i = i + 1) begin : g_lane
      if (i == 0) begin : g_first
        assign lane[31:0] = g_symbol[0].placed[63:32];
      end else if (i == 8) begin : g_last
        assign lane[32*i +: 32] = g_symbol[7].placed[31:0];
      end else begin : g_between
        assign lane[32*i +: 32] = g_symbol[i].placed[63:32] | g_symbol[i-1].placed[31:0];
      end
    end
  endgenerate

  // A symbol whose word is that of the symbol before it makes all lanes behind move down by one.
  wire [8:1] down_1;
  wire [8:2] down_2;
  wire [8:4] down_4;
  logic [8:1] down_1_q;
  logic [8:2] down_2_q;
  logic [8:4] down_4_q;
  generate
    for (i = 1; i < 9; i = i + 1) begin : g_down
      // Of lane 1 only bit 0 can be 1.
      /* verilator lint_off UNUSEDSIGNAL */
      wire [2:0] by;
      /* verilator lint_on UNUSEDSIGNAL */
      localparam int FROM = (i == 8) ? 7 : i;
      assign by = FROM[2:0] + x_at_q[7:5] - x_at_q[8*FROM+5 +: 3];
      assign down_1[i] = by[0];
    end
    for (i = 2; i < 9; i = i + 1) begin : g_down_2
      // Of lanes 2 and 3 likewise.
      /* verilator lint_off UNUSEDSIGNAL */
      wire [1:0] by;
      /* verilator lint_on UNUSEDSIGNAL */
      if (i == 8) begin : g_top
        assign by = g_down[i].by[2:1] & {2{~down_1[i]}};
      end else begin : g_rest
        assign by = down_1[i] ? g_down[i+1].by[2:1] : g_down[i].by[2:1];
      end
      assign down_2[i] = by[0];
    end
    for (i = 4; i < 9; i = i + 1) begin : g_down_4
      if (i > 6) begin : g_top
        assign down_4[i] = g_down_2[i].by[1] & ~down_2[i];
      end else begin : g_rest
        assign down_4[i] = down_2[i] ? g_down_2[i+2].by[1] : g_down_2[i].by[1];
      end
    end
  endgenerate

  // ---------------------------------------------------------------- X: what goes out of P
  // A line's first beat only joins base and plane 32. A sector goes out once it is full, or with
  // the last beat; what then is left follows in the next cycle. With the last beat nothing is left
  // beyond the sector held, and the next line's head may be there.
  logic x_full_q, p_join_held_q, p_join_beyond_q, p_left_q, p_last_q;
  logic [2:0] due_q;
  logic [7:0] p_at_q;
  wire x_first, x_last, beyond, emit, left;
  wire [2:0] due;
  assign x_first = (x_beat_q == 2'd0);
  assign x_last = (x_beat_q == 2'd3);
  assign beyond = x_first | x_full_q;
  assign emit = x_v_q & ~x_first & (x_full_q | x_carry_q | (x_last & x_some_q));
  assign left = x_v_q & x_last
              & ((x_full_q & (x_carry_q | x_some_q)) | (x_carry_q & x_some_q));
  assign due = x_first ? sectors_q : due_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      out_held_q <= 1'b0;
      out_new_q <= 1'b0;
      p_left_q <= 1'b0;
    end else if (move) begin
      out_held_q <= p_left_q | (emit & x_full_q);
      out_new_q <= emit & ~x_full_q;
      p_left_q <= left;
    end
    if (move) begin
      x_full_q <= beyond & x_carry_q;
      p_join_held_q <= ~beyond;
      p_join_beyond_q <= beyond & ~x_last;
      p_last_q <= p_left_q | (due_q[2:1] == 2'd0);
      due_q <= emit ? due - 3'd1 : due;
      p_first_q <= x_first;
      p_spill_q <= ~x_beat_q[1];
      p_at_q <= x_at_q[7:0];
      lane_q <= lane;
      down_1_q <= down_1;
      down_2_q <= down_2;
      down_4_q <= down_4;
    end
  end

  // ---------------------------------------------------------------- P: sectors
  lp_bpc_pack u_pack (
      .clk_i(clk_i), .move_i(move), .lane_i(lane_q), .down_1_i(down_1_q), .down_2_i(down_2_q),
      .down_4_i(down_4_q), .at_i(p_at_q), .join_held_i(p_join_held_q),
      .join_beyond_i(p_join_beyond_q),
      .head_valid_i(a_v_q & (a_beat_q == 2'd0)), .head_i(head), .spill_i(p_v_q & p_spill_q),
      .out_held_i(out_held_q), .out_new_i(out_new_q), .data_o(m_data_o));

  logic [10:0] p_size_q;
  logic [2:0] p_sectors_q;
  wire out;
  assign out = out_held_q | out_new_q;
  always_ff @(posedge clk_i) begin
    if (move && p_v_q && p_first_q) begin
      p_size_q <= size_q;
      p_sectors_q <= sectors_q;
    end
  end
  assign m_valid_o = out;
  assign m_last_o = out & p_last_q;
  assign m_size_o = p_size_q & {11{out}};
  assign m_sectors_o = p_sectors_q & {3{out}};
endmodule

`default_nettype wire
