// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Bit-plane compression encoder, smaller and slower than lp_bpc_enc: four 32-byte sectors of a line
/// in, the same memory entry out, two planes per cycle.
///
/// Latency: 43 cycles from the first sector in to the first sector out. Interval: 16 cycles per
/// line, whatever the data.
///
/// Stages: lp_bpc_queue gathers lines and keeps them until they have left. R reads two words per
/// cycle, F moves their differences into the corner-turn array, D takes two planes out of it. X
/// finds their symbols, Y those of runs, Z appends both to the stream, which W puts into
/// lp_bpc_rows. Base and plane 32 (head) are made beside them and join the first sector as it
/// leaves. When a line's last planes are in W its size is known, and O sends the stream or the raw
/// line. R to W advance together; they wait if O is still busy with a line when the next one is
/// complete.
///
/// Source: Kim et al. (ISCA'16); memory entries as in Buddy Compression (ISCA'20), section III.
///
/// Combinational paths: none.
module lp_bpc_enc_serial (
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
    /// Sector of the line's entry; this and the ports below are undefined while valid is low.
    output wire logic [255:0] m_data_o,
    /// The entry's last sector.
    output wire logic         m_last_o,
    /// Bits of the line's stream (also when it is stored raw).
    output wire logic [10:0]  m_size_o,
    /// Sectors of the entry: 0 zero line (one beat of zeros is still sent), 1..3, 4 raw.
    output wire logic [2:0]   m_sectors_o
);
  genvar i, b, w;

  wire go;

  // ---------------------------------------------------------------- the queue
  // count: sectors of lines that have not left; ready: those of them that R has not begun with.
  logic [3:0] to_q;
  logic [4:0] count_q, ready_q;
  logic r_valid_q;
  logic [3:0] r_step_q;
  logic [1:0] r_line_q, o_line_q;
  wire put, start, done;
  wire [63:0] pair;
  wire [255:0] raw_sector;
  logic [1:0] o_beat_q;
  assign s_ready_o = ~count_q[4];
  assign put = s_valid_i & s_ready_o;
  assign start = go & (|ready_q[4:2]) & (~r_valid_q | (r_step_q == 4'd15));
  lp_bpc_queue u_queue (
      .clk_i, .put_i(put), .to_i(to_q), .data_i(s_data_i), .at_i({r_line_q, r_step_q}),
      .pair_o(pair), .from_i({o_line_q, o_beat_q}), .data_o(raw_sector));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      to_q <= 4'd0;
      count_q <= 5'd0;
      ready_q <= 5'd0;
      r_valid_q <= 1'b0;
      r_step_q <= 4'd0;
      r_line_q <= 2'd0;
    end else begin
      if (put) to_q <= to_q + 4'd1;
      count_q <= count_q + {4'b0, put} - {2'b0, done, 2'b0};
      ready_q <= ready_q + {4'b0, put} - {2'b0, start, 2'b0};
      if (go) begin
        r_valid_q <= start | (r_valid_q & (r_step_q != 4'd15));
        if (r_valid_q) begin
          r_step_q <= r_step_q + 4'd1;
          r_line_q <= r_line_q + {1'b0, r_step_q == 4'd15};
        end
      end
    end
  end

  // ---------------------------------------------------------------- F: differences, into the array
  logic f_valid_q;
  logic [3:0] f_step_q;
  logic [63:0] f_pair_q;
  logic [31:0] last_q, f_base_q;
  logic [28:0] sign_q;
  wire [32:0] delta_0, delta_1;
  wire f_end;
  assign delta_0 = {f_pair_q[31], f_pair_q[31:0]} - {last_q[31], last_q};
  assign delta_1 = {f_pair_q[63], f_pair_q[63:32]} - {f_pair_q[31], f_pair_q[31:0]};
  assign f_end = f_valid_q & (f_step_q == 4'd15);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) f_valid_q <= 1'b0;
    else if (go) f_valid_q <= r_valid_q;
    if (go) begin
      f_step_q <= r_step_q;
      f_pair_q <= pair;
    end
    if (go & f_valid_q) begin
      last_q <= f_pair_q[63:32];
      sign_q <= {delta_1[32], delta_0[32], sign_q[28:2]};
      if (f_step_q == 4'd0) f_base_q <= f_pair_q[31:0];
    end
  end

  logic d_valid_q, axis_q;
  logic [3:0] d_step_q;
  // Word 0 has no difference.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [63:0] turned;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [63:0] turned_in;
  generate
    for (b = 0; b < 32; b = b + 1) begin : g_turned
      assign turned_in[b] = delta_0[31-b];
      assign turned_in[32+b] = delta_1[31-b];
    end
  endgenerate
  lp_bpc_corner u_corner (
      .clk_i, .move_i(go & (f_valid_q | d_valid_q)), .axis_i(axis_q), .data_i(turned_in),
      .data_o(turned));

  // ---------------------------------------------------------------- D: planes
  logic [31:0] d_base_q;
  logic [30:0] d_sign_q, above_q;
  wire [30:0] plane_0, plane_1;
  wire d_first;
  assign d_first = (d_step_q == 4'd0);
  assign plane_0 = turned[31:1];
  assign plane_1 = turned[63:33];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      d_valid_q <= 1'b0;
      d_step_q <= 4'd0;
      axis_q <= 1'b0;
    end else if (go) begin
      d_valid_q <= f_end | (d_valid_q & (d_step_q != 4'd15));
      if (d_valid_q) d_step_q <= d_step_q + 4'd1;
      axis_q <= axis_q ^ f_end;
    end
    if (go & f_end) begin
      d_base_q <= f_base_q;
      d_sign_q <= {delta_1[32], delta_0[32], sign_q};
    end
    if (go) above_q <= plane_1;
  end

  // ---------------------------------------------------------------- X: their symbols
  logic x_valid_q, x_first_q, x_last_q;
  logic [61:0] x_dbx_q;
  logic [1:0] x_clear_q;
  wire [63:0] symbols;
  wire [11:0] lengths;
  wire [1:0] zeros;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) x_valid_q <= 1'b0;
    else if (go) x_valid_q <= d_valid_q;
    if (go) begin
      x_first_q <= d_first;
      x_last_q <= (d_step_q == 4'd15);
      x_dbx_q <= {plane_1 ^ plane_0, plane_0 ^ (d_first ? d_sign_q : above_q)};
      x_clear_q <= {~|plane_1, ~|plane_0};
    end
  end
  generate
    for (i = 0; i < 2; i = i + 1) begin : g_symbol
      lp_bpc_plane_enc u_plane (
          .dbx_i(x_dbx_q[31*i +: 31]), .clear_i(x_clear_q[i]), .zero_o(zeros[i]),
          .bits_o(symbols[32*i +: 32]), .length_o(lengths[6*i +: 6]));
    end
  endgenerate

  // ---------------------------------------------------------------- D, X: base and plane 32
  logic [31:0] h_symbol_q, h_base_q;
  logic [5:0] h_length_q;
  logic [4:0] h_is_q;
  logic h_zero_q;
  wire [31:0] h_symbol;
  wire [5:0] h_length;
  wire h_zero;
  wire [3:0] fits;
  // DBP and DBX of plane 32 are the same.
  lp_bpc_plane_enc u_signs (
      .dbx_i(d_sign_q), .clear_i(1'b0), .zero_o(h_zero), .bits_o(h_symbol),
      .length_o(h_length));
  assign fits = {&d_base_q[31:15] | ~|d_base_q[31:15], &d_base_q[31:7] | ~|d_base_q[31:7],
                 &d_base_q[31:3] | ~|d_base_q[31:3], ~|d_base_q};
  always_ff @(posedge clk_i) begin
    if (go & d_valid_q & d_first) begin
      h_symbol_q <= h_symbol;
      h_length_q <= h_length;
      h_zero_q <= h_zero;
      h_base_q <= d_base_q;
      h_is_q <= {~fits[3], fits[3] & ~fits[2], fits[2] & ~fits[1], fits[1] & ~fits[0], fits[0]};
    end
  end
  // The first bit lowest.
  wire [31:0] turned_base;
  wire [64:0] head;
  wire [5:0] base_length;
  generate
    for (b = 0; b < 32; b = b + 1) begin : g_base
      assign turned_base[b] = h_base_q[31-b];
    end
  endgenerate
  assign base_length = {h_is_q[4:1], |h_is_q[3:0], 1'b1};
  assign head = ({65{h_is_q[0]}} & {30'b0, h_symbol_q, 3'b0})
              | ({65{h_is_q[1]}} & {26'b0, h_symbol_q, turned_base[31:28], 3'b100})
              | ({65{h_is_q[2]}} & {22'b0, h_symbol_q, turned_base[31:24], 3'b010})
              | ({65{h_is_q[3]}} & {14'b0, h_symbol_q, turned_base[31:16], 3'b110})
              | ({65{h_is_q[4]}} & {h_symbol_q, turned_base, 1'b1});

  // ---------------------------------------------------------------- Y: runs
  // A run of zero planes has its symbol before the first plane that is not zero, or after plane 0.
  logic y_valid_q, y_first_q, y_last_q;
  logic [63:0] y_symbol_q;
  logic [11:0] y_length_q;
  logic [1:0] y_zero_q;
  logic [5:0] run_q;
  wire [5:0] run, run_1, run_2;
  wire [38:0] part_0, part_1;
  wire [5:0] length_0, length_1;
  assign run = y_first_q ? {5'b0, h_zero_q} : run_q;
  assign run_1 = y_zero_q[0] ? run + 6'd1 : 6'd0;
  assign run_2 = run_1 + {5'b0, y_zero_q[1]};
  lp_bpc_run u_run_0 (
      .run_i(run), .ends_i(~y_zero_q[0]), .bits_i(y_symbol_q[31:0]), .length_i(y_length_q[5:0]),
      .bits_o(part_0), .length_o(length_0));
  lp_bpc_run u_run_1 (
      .run_i(run_2), .ends_i(~y_zero_q[1] | y_last_q), .bits_i(y_symbol_q[63:32]),
      .length_i(y_length_q[11:6]), .bits_o(part_1), .length_o(length_1));
  // The second part follows the first, which has 0, 3 or more bits.
  wire [70:0] by32, by16, by8, by4, by2, by1;
  assign by32 = length_0[5] ? {part_1, 32'b0} : {32'b0, part_1};
  assign by16 = length_0[4] ? {by32[54:0], 16'b0} : by32;
  assign by8 = length_0[3] ? {by16[62:0], 8'b0} : by16;
  assign by4 = length_0[2] ? {by8[66:0], 4'b0} : by8;
  assign by2 = length_0[1] ? {by4[68:0], 2'b0} : by4;
  assign by1 = length_0[0] ? {by2[69:0], 1'b0} : by2;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) y_valid_q <= 1'b0;
    else if (go) y_valid_q <= x_valid_q;
    if (go) begin
      y_first_q <= x_first_q;
      y_last_q <= x_last_q;
      y_symbol_q <= symbols;
      y_length_q <= lengths;
      y_zero_q <= zeros;
    end
    if (go & y_valid_q) run_q <= y_zero_q[1] ? run_2 : 6'd0;
  end

  // ---------------------------------------------------------------- Z: the stream
  logic z_valid_q, z_first_q, z_last_q;
  logic [70:0] z_bits_q;
  logic [6:0] z_length_q;
  logic [64:0] head_q;
  logic [6:0] z_head_q;
  wire [127:0] words;
  wire [4:0] at;
  wire [10:0] size;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) z_valid_q <= 1'b0;
    else if (go) z_valid_q <= y_valid_q;
    if (go) begin
      z_first_q <= y_first_q;
      z_last_q <= y_last_q;
      z_bits_q <= {32'b0, part_0} | by1;
      z_length_q <= {1'b0, length_0} + {1'b0, length_1};
    end
    if (go & y_valid_q & y_first_q) z_head_q <= {1'b0, base_length} + {1'b0, h_length_q};
  end
  lp_bpc_append u_append (
      .clk_i, .step_i(go & z_valid_q), .first_i(z_first_q), .head_i(z_head_q), .bits_i(z_bits_q),
      .length_i(z_length_q), .words_o(words), .at_o(at), .size_o(size));

  // ---------------------------------------------------------------- W: into memory
  logic w_valid_q, w_last_q, w_line_q, o_busy_q;
  logic [127:0] w_words_q;
  logic [4:0] w_at_q;
  logic [10:0] w_size_q;
  logic [1:0] w_head_q;
  wire w_end;
  assign w_end = w_valid_q & w_last_q;
  assign go = ~(w_end & o_busy_q);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      w_valid_q <= 1'b0;
      w_line_q <= 1'b0;
    end else if (go) begin
      w_valid_q <= z_valid_q;
      w_line_q <= w_line_q ^ w_end;
    end
    if (go) begin
      w_last_q <= z_last_q;
      w_words_q <= words;
      w_at_q <= at;
      w_size_q <= size;
    end
    if (go & z_valid_q & z_first_q) begin
      head_q <= head;
      w_head_q <= z_head_q[6:5];
    end
  end
  logic [1:0] o_last_q;
  logic [255:0] m_data_q;
  wire [255:0] stream;
  lp_bpc_rows u_rows (
      .clk_i, .put_i(go & w_valid_q), .put_line_i(w_line_q), .at_i(w_at_q), .words_i(w_words_q),
      .line_i(~w_line_q), .sector_i(o_beat_q), .data_o(stream));

  // ---------------------------------------------------------------- O: the entry
  // Words of the first sector below `from` are those of the head, and those after the stream zero.
  logic m_valid_q, m_last_q, o_raw_q, o_none_q;
  logic [10:0] o_size_q, m_size_q;
  logic [2:0] o_sectors_q, m_sectors_q;
  logic [1:0] o_from_q;
  logic [64:0] o_head_q;
  wire raw, none, over_1, over_2, send, last;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [10:0] end_at;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [95:0] heads;
  wire [255:0] entry;
  assign over_1 = (|w_size_q[10:9]) | (w_size_q[8] & (|w_size_q[7:0]));
  assign over_2 = w_size_q[10] | (w_size_q[9] & (|w_size_q[8:0]));
  assign raw = w_size_q[10] | (w_size_q[9] & w_size_q[8] & (|w_size_q[7:0]));
  // Only a line of zeros has 10 bits.
  assign none = (w_size_q == 11'd10);
  assign send = o_busy_q & (~m_valid_q | m_ready_i);
  assign last = (o_beat_q == o_last_q);
  assign done = send & last;
  assign end_at = o_size_q - 11'd1;
  assign heads = {31'b0, o_head_q} & {96{o_beat_q == 2'd0}};
  generate
    for (w = 0; w < 8; w = w + 1) begin : g_word
      wire [31:0] of_stream;
      wire has, ends;
      if (w < 3) assign has = (o_beat_q != 2'd0) | (2'(w) >= o_from_q);
      else assign has = 1'b1;
      if (w == 0) assign ends = 1'b0;
      else assign ends = last & (3'(w) > end_at[7:5]);
      assign of_stream = stream[32*w +: 32] & {32{has & ~ends}};
      if (w < 3) begin : g_head
        assign entry[32*w +: 32] = of_stream | heads[32*w +: 32];
      end else begin : g_rest
        assign entry[32*w +: 32] = of_stream;
      end
    end
    // The stream's first bit is the highest of the first byte.
    for (b = 0; b < 256; b = b + 1) begin : g_out
      always_ff @(posedge clk_i) begin
        if (send)
          m_data_q[b] <= (o_raw_q ? raw_sector[b] : entry[8*(b/8) + 7 - b%8]) & ~o_none_q;
      end
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      o_busy_q <= 1'b0;
      o_beat_q <= 2'd0;
      o_line_q <= 2'd0;
      m_valid_q <= 1'b0;
    end else begin
      o_busy_q <= o_busy_q ? ~done : w_end;
      if (send) o_beat_q <= last ? 2'd0 : o_beat_q + 2'd1;
      if (done) o_line_q <= o_line_q + 2'd1;
      m_valid_q <= o_busy_q | (m_valid_q & ~m_ready_i);
    end
    if (w_end & ~o_busy_q) begin
      o_raw_q <= raw;
      o_none_q <= none;
      o_size_q <= w_size_q;
      o_sectors_q <= raw ? 3'd4 : none ? 3'd0 : {1'b0, over_1, over_2 | ~over_1};
      o_last_q <= {raw | over_2, raw | (over_1 & ~over_2)};
      o_head_q <= head_q;
      o_from_q <= w_head_q;
    end
    if (send) begin
      m_last_q <= last;
      m_size_q <= o_size_q;
      m_sectors_q <= o_sectors_q;
    end
  end
  assign m_valid_o = m_valid_q;
  assign m_data_o = m_data_q;
  assign m_last_o = m_last_q;
  assign m_size_o = m_size_q;
  assign m_sectors_o = m_sectors_q;
endmodule

`default_nettype wire
