// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Bit-plane compression decoder, smaller and slower than lp_bpc_dec: memory entries in, four
/// 32-byte sectors of each line out, two planes per cycle. It gives the same lines and finds the
/// same errors, with the same ports.
///
/// Latency: 24 cycles from an entry's last sector in to the first sector out. Interval: 16 cycles
/// per line, whatever the data.
///
/// Stages: G gathers an entry in lp_bpc_slots while the line before is decoded. P (lp_bpc_walk)
/// finds the symbols of planes 32..1, two per cycle; X shifts them out and decodes them, T plane 0;
/// M moves planes 31..0 into the corner-turn array. E takes two deltas per cycle from it and sums
/// them, into the sector at the output. All stages after G advance together, and only the output
/// stalls them. A raw line passes as 32 planes of 32 bits, which leave the array along the axis on
/// which they entered.
///
/// Source: Kim et al., Bit-Plane Compression (ISCA'16); Buddy Compression (ISCA'20) section III.
///
/// Combinational paths: none.
module lp_bpc_dec_serial (
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
    /// 0; 0 of a raw or zero line.
    output wire logic [6:0]   m_byte_o
);
  genvar w, i, b;

  logic m_valid_q;
  wire go;
  assign go = ~m_valid_q | m_ready_i;

  // ---------------------------------------------------------------- input
  // The sector's bits in the order of the stream.
  wire [255:0] in;
  generate
    for (b = 0; b < 256; b = b + 1) begin : g_in
      assign in[b] = s_data_i[8*(b/8) + 7 - b%8];
    end
  endgenerate

  // The words of the sector, which begin at its fourth bit, and the last one that is not zero: 0
  // has the sector's first three bits.
  wire [9*32-1:0] words;
  wire [8:0] some;
  wire [3:0] some_at;
  assign words = {3'b0, in, 29'b0};
  generate
    for (w = 0; w < 9; w = w + 1) begin : g_some
      wire [3:0] last;
      assign some[w] = |words[32*w +: 32];
      if (w == 0) assign last = 4'd0;
      else assign last = some[w] ? 4'(w) : g_some[w-1].last;
    end
  endgenerate
  assign some_at = g_some[8].last;

  // ---------------------------------------------------------------- G: the entry
  // held: its sectors. line: which of two it is. skip: the rest of an entry is dropped.
  logic g_done_q, skip_q, g_line_q, g_raw_q, g_plain_q, g_err_q;
  logic [1:0] g_beat_q, g_count_q;
  logic [2:0] g_held_q;
  logic [4:0] g_some_q;
  wire zero_in, raw_in, bad_in, none_in, keep, first, fourth, store, over, load;
  assign zero_in = (s_sectors_i == 3'd0);
  assign raw_in = (s_sectors_i == 3'd4);
  assign bad_in = s_sectors_i[2] & ~raw_in;
  assign none_in = zero_in | bad_in;
  assign first = (g_beat_q == 2'd0);
  assign fourth = (g_beat_q == 2'd3);
  assign s_ready_o = skip_q | ~g_done_q;
  assign keep = s_valid_i & s_ready_o & ~skip_q;
  assign store = keep & (first ? ~none_in : g_raw_q | ~fourth);
  assign over = keep & (s_last_i | fourth | (first & none_in));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      g_done_q <= 1'b0;
      skip_q <= 1'b0;
      g_beat_q <= 2'd0;
      g_held_q <= 3'd0;
      g_line_q <= 1'b0;
    end else begin
      g_done_q <= over | (g_done_q & ~load);
      if (s_valid_i & s_ready_o) skip_q <= ~s_last_i & (skip_q | over);
      if (keep) g_beat_q <= over ? 2'd0 : g_beat_q + 2'd1;
      if (load) g_held_q <= 3'd0;
      else if (store) g_held_q <= g_held_q + 3'd1;
      g_line_q <= g_line_q ^ load;
    end
    if (keep) g_count_q <= g_beat_q;
    if (keep & first) begin
      g_raw_q <= raw_in;
      g_plain_q <= ~none_in & ~raw_in;
      g_err_q <= bad_in | (zero_in & ~s_last_i) | (raw_in & s_last_i);
    end else if (keep) begin
      // A fourth sector is the last of a raw line; any other entry with one is too long.
      g_err_q <= g_err_q | (g_raw_q ? s_last_i ^ fourth : fourth);
    end
    if (store & (first | (|some))) g_some_q <= {1'b0, some_at} + {g_beat_q, 3'b0};
  end

  // ---------------------------------------------------------------- the slots
  wire [130:0] head;
  wire [63:0] pair;
  // Next pair of the line in P, and how many are left.
  logic [4:0] at_q;
  logic [3:0] left_q;
  lp_bpc_slots u_slots (
      .clk_i, .put_i(store), .put_line_i(g_line_q), .put_sector_i(g_beat_q), .data_i(in),
      .head_o(head), .at_i(at_q), .last_i(left_q == 4'd1), .none_i(left_q == 4'd0),
      .pair_o(pair));

  // ---------------------------------------------------------------- P: base and first symbol
  wire [31:0] base_in, token_in;
  wire long_base;
  assign long_base = head[0];
  generate
    for (b = 0; b < 32; b = b + 1) begin : g_base
      wire bit4, bit8, bit16;
      assign bit4 = head[(b < 4) ? 6 - b : 3];
      assign bit8 = head[(b < 8) ? 10 - b : 3];
      assign bit16 = head[(b < 16) ? 18 - b : 3];
      assign base_in[b] = g_plain_q
          & (long_base ? head[32 - b] : (head[2:1] == 2'b10) ? bit4 : (head[2:1] == 2'b01) ? bit8
             : (head[2:1] == 2'b11) ? bit16 : 1'b0);
      assign token_in[b] = g_plain_q
          & ((b == 30) ? long_base : (b == 0) ? ~long_base & (head[2:1] == 2'b00)
             : (b == 4) ? ~long_base & (head[2:1] == 2'b10)
             : (b == 8) ? ~long_base & (head[2:1] == 2'b01)
             : (b == 16) ? ~long_base & (head[2:1] == 2'b11) : 1'b0);
    end
  endgenerate

  // ---------------------------------------------------------------- P: control
  logic p_valid_q, p_raw_q, p_plain_q, p_err_q;
  logic [3:0] p_step_q;
  logic [1:0] p_count_q;
  logic [4:0] p_some_q;
  logic [31:0] p_base_q;
  wire step, p_end, fetch;
  assign step = go & p_valid_q;
  assign p_end = step & (p_step_q == 4'd15);
  assign load = go & g_done_q & (~p_valid_q | (p_step_q == 4'd15));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      p_valid_q <= 1'b0;
      p_step_q <= 4'd0;
    end else begin
      p_valid_q <= load | (p_valid_q & ~p_end);
      if (step) p_step_q <= p_step_q + 4'd1;
    end
    if (load) begin
      p_raw_q <= g_raw_q;
      p_plain_q <= g_plain_q;
      p_err_q <= g_err_q;
      p_count_q <= g_count_q;
      p_some_q <= g_some_q;
      at_q <= {g_line_q, 4'd2};
      left_q <= (g_held_q == 3'd0) ? 4'd0 : {2'(g_held_q - 3'd1), 2'd2};
    end else if (fetch) begin
      at_q[3:0] <= at_q[3:0] + 4'd1;
      if (left_q != 4'd0) left_q <= left_q - 4'd1;
    end
    if (load) p_base_q <= base_in;
    else if (step) p_base_q <= {p_base_q[29:0], 2'b0};
  end

  wire [97:0] window;
  wire [9:0] phase;
  wire [3:0] word;
  wire [63:0] next;
  wire [71:0] parse;
  wire [4:0] moved;
  lp_bpc_walk u_walk (
      .clk_i, .load_i(load), .head_i(head), .token_i(token_in), .step_i(step), .raw_i(p_raw_q),
      .pair_i(pair), .fetch_o(fetch), .window_o(window), .phase_o(phase), .word_o(word),
      .next_o(next), .parse_o(parse), .moved_o(moved));

  // ---------------------------------------------------------------- X: symbols, shifted out
  logic x_valid_q, x_raw_q, x_plain_q, x_err_q, bad_q;
  logic [3:0] x_step_q, x_word_q;
  logic [97:0] x_window_q;
  logic [9:0] x_phase_q;
  logic [1:0] x_base_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) x_valid_q <= 1'b0;
    else if (go) x_valid_q <= p_valid_q;
    if (go) begin
      x_raw_q <= p_raw_q;
      x_plain_q <= p_plain_q;
      x_err_q <= p_err_q;
      x_step_q <= p_step_q;
      x_word_q <= word;
      x_window_q <= window;
      x_phase_q <= phase;
      x_base_q <= p_base_q[31:30];
    end
  end

  logic [31:0] y0_q, y1_q;
  wire x_first, x_last;
  wire [30:0] prior, plane_0, plane_1, plane_t;
  wire [61:0] dbx;
  wire [63:0] raws;
  wire [9:0] fields;
  wire [1:0] clear, bad;
  assign x_first = (x_step_q == 4'd0);
  assign x_last = (x_step_q == 4'd15);
  generate
    for (i = 0; i < 2; i = i + 1) begin : g_x
      wire [62:0] places;
      wire [31:0] bits;
      assign places = (x_window_q[65:3] & {63{x_word_q[2*i]}})
                    | (x_window_q[97:35] & {63{x_word_q[2*i+1]}});
      lp_bpc_extract u_extract (
          .pair_i(places), .phase_i(x_phase_q[5*i +: 5]), .bits_o(bits));
      lp_bpc_plane_dec u_plane (
          .valid_i(|x_word_q[2*i +: 2]), .bits_i(bits), .dbx_o(dbx[31*i +: 31]),
          .clear_o(clear[i]), .bad_o(bad[i]));
      assign fields[5*i +: 5] = {bits[2], bits[3], bits[4], bits[5], bits[6]};
      // A word enters the array as its bits leave it, the highest one first.
      for (b = 0; b < 32; b = b + 1) begin : g_raw
        assign raws[32*i + 31-b] = x_window_q[32*i + 8*(b/8) + 7 - b%8] & x_raw_q;
      end
    end
  endgenerate
  // A raw line has no symbols: its planes and base are zero.
  assign prior = y1_q[31:1] & {31{~x_first & ~x_raw_q}};
  assign plane_0 = (prior ^ dbx[30:0]) & {31{~clear[0]}};
  assign plane_1 = (plane_0 ^ dbx[61:31]) & {31{~clear[1]}};

  // ---------------------------------------------------------------- T: plane 0 and the end
  // The tail knows four steps in which a run may begin; the first two are not used here.
  wire t_bad;
  wire [6:0] t_byte;
  lp_bpc_tail u_tail (
      .clk_i, .go_i(go), .pair_i(next), .parse_i({parse[71:70], 2'b0, parse[69:0]}),
      .moved_i(moved), .count_i(p_count_q), .some_i(p_some_q), .fields_i({fields, 10'b0}),
      .prior_i(plane_1), .plane_o(plane_t), .bad_o(t_bad), .byte_o(t_byte));

  // ---------------------------------------------------------------- M: into the array
  // The second plane of a step and the first one of the step after it, since plane 32 only serves
  // to decode plane 31; with the last step plane 0. Of a raw line two words of one step.
  logic m_in_q, m_raw_q, m_last_q, m_plain_q, m_err_q, axis_q;
  logic [6:0] m_end_q;
  wire filled, bad_so_far;
  wire [63:0] turned;
  assign bad_so_far = (|bad) | (bad_q & ~x_first);
  assign filled = m_in_q & m_last_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      m_in_q <= 1'b0;
      axis_q <= 1'b0;
    end else if (go) begin
      m_in_q <= x_valid_q;
      axis_q <= axis_q ^ (filled & ~m_raw_q);
    end
    if (go) begin
      bad_q <= bad_so_far;
      m_raw_q <= x_raw_q;
      m_last_q <= x_last;
      m_plain_q <= x_plain_q;
      m_err_q <= x_err_q | (x_plain_q & (bad_so_far | t_bad));
      m_end_q <= t_byte;
      y1_q <= {plane_1, x_base_q[1]} | raws[31:0];
      y0_q <= {plane_t, x_base_q[0]} | raws[63:32];
    end
  end

  logic e_valid_q, e_raw_q, e_err_q;
  logic [3:0] e_step_q;
  logic [6:0] e_end_q;
  wire move;
  assign move = go & (m_in_q | e_valid_q);
  lp_bpc_corner u_corner (
      .clk_i, .move_i(move), .axis_i(axis_q),
      .data_i({(m_raw_q | m_last_q) ? y0_q[31:1] : plane_0, y0_q[0], y1_q}), .data_o(turned));

  // ---------------------------------------------------------------- E: the words
  logic [31:0] sum_q;
  logic [255:0] data_q;
  logic m_last_line_q, m_bad_q;
  logic [6:0] m_byte_q;
  wire [31:0] delta_0, delta_1, word_0, word_1;
  generate
    for (b = 0; b < 32; b = b + 1) begin : g_delta
      assign delta_0[b] = turned[31-b];
      assign delta_1[b] = turned[63-b];
    end
  endgenerate
  assign word_0 = (sum_q & {32{~e_raw_q & (e_step_q != 4'd0)}}) + delta_0;
  assign word_1 = (word_0 & {32{~e_raw_q}}) + delta_1;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      e_valid_q <= 1'b0;
      e_step_q <= 4'd0;
      m_valid_q <= 1'b0;
    end else if (go) begin
      e_valid_q <= filled | (e_valid_q & (e_step_q != 4'd15));
      if (e_valid_q) e_step_q <= e_step_q + 4'd1;
      m_valid_q <= e_valid_q & (e_step_q[1:0] == 2'd3);
    end
    if (go & filled) begin
      e_raw_q <= m_raw_q;
      e_err_q <= m_err_q;
      e_end_q <= m_end_q & {7{m_plain_q & ~m_err_q}};
    end
    if (go & e_valid_q) begin
      sum_q <= word_1;
      data_q <= {word_1, word_0, data_q[255:64]};
      m_last_line_q <= (e_step_q == 4'd15);
      m_bad_q <= e_err_q;
      m_byte_q <= e_end_q;
    end
  end
  assign m_valid_o = m_valid_q;
  assign m_data_o = data_q;
  assign m_last_o = m_valid_q & m_last_line_q;
  assign m_err_o = m_last_o & m_bad_q;
  assign m_byte_o = m_byte_q & {7{m_last_o}};
endmodule

`default_nettype wire
