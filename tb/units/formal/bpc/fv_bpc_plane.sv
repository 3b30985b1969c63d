// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// One plane through encoder and decoder: classified eight words at a time with a pause before
/// each, given its kind and its symbol, and decoded with any bits after it. The symbol is that of
/// the first row of the format's table that applies, the plane is restored, and lp_bpc_parse finds
/// the next symbol where this one ends.
module fv_bpc_plane (
    input wire logic [30:0] dbx_i,
    /// DBP of the plane above.
    input wire logic [30:0] prior_i,
    /// Known properties of the planes above and below.
    input wire logic [4:0]  above_i,
    input wire logic [4:0]  below_i,
    /// Length of a run, less two.
    input wire logic [4:0]  run_i,
    /// Bits after the symbol.
    input wire logic [31:0] behind_i
);
  wire [30:0] dbp = dbx_i ^ prior_i;
  genvar c;

  // ---------------------------------------------------------------- encoder
  wire [31:0] dbx_words = {dbx_i, 1'b0};
  wire [31:0] dbp_words = {dbp, 1'b0};
  generate
    for (c = 0; c < 4; c = c + 1) begin : g_beat
      wire [5:0] before, waited, known;
      if (c == 0) assign before = behind_i[5:0];
      else assign before = g_beat[c-1].known;
      lp_bpc_class u_wait (
          .take_i(1'b0), .first_i(behind_i[c]), .dbx_i(behind_i[23:16]), .dbp_i(behind_i[31:24]),
          .known_i(before), .known_o(waited));
      lp_bpc_class u_class (
          .take_i(1'b1), .first_i(c == 0), .dbx_i(dbx_words[8*c +: 8]), .dbp_i(dbp_words[8*c +: 8]),
          .known_i(waited), .known_o(known));
    end
  endgenerate
  wire [98:0] kinds;
  wire [29:0] counts;
  wire [2:0] kind = kinds[5:3];
  lp_bpc_sizes u_sizes (
      .known_i({150'b0, above_i, g_beat[3].known[5:1], below_i}), .kind_o(kinds),
      .counts_o(counts));
  wire [31:0] symbol;
  lp_bpc_symbol u_symbol (
      .dbx_i, .kind_i(kind), .run_i, .as_word_i(1'b0), .word_i(behind_i), .symbol_o(symbol));

  // ---------------------------------------------------------------- the table
  logic [5:0] ones;
  logic [4:0] k;
  logic [31:0] want;
  logic [5:0] length;
  wire goes_on = dbx_i == '0 && !above_i[4];
  always_comb begin
    ones = '0;
    k = '0;
    for (int i = 30; i >= 0; i--) begin
      ones = ones + {5'b0, dbx_i[i]};
      if (dbx_i[i]) k = 5'(i);
    end
    if (goes_on) begin
      want = '0;
      length = 6'd0;
    end else if (dbx_i == '0 && !below_i[4]) begin
      want = {2'b01, run_i, 25'b0};
      length = 6'd7;
    end else if (dbx_i == '0) begin
      want = {3'b001, 29'b0};
      length = 6'd3;
    end else if (ones == 6'd31) begin
      want = '0;
      length = 6'd5;
    end else if (dbp == '0) begin
      want = {5'b00001, 27'b0};
      length = 6'd5;
    end else if (ones == 6'd2 && dbx_i[k+1]) begin
      want = {5'b00010, k, 22'b0};
      length = 6'd10;
    end else if (ones == 6'd1) begin
      want = {5'b00011, k, 22'b0};
      length = 6'd10;
    end else begin
      want = {1'b1, dbx_i};
      length = 6'd32;
    end
  end
  fv_assert u_symbol_same (.hold_i(symbol == want));

  // ---------------------------------------------------------------- decoder
  wire [31:0] bits;
  generate
    for (c = 0; c < 32; c = c + 1) begin : g_bit
      assign bits[c] = 6'(c) < length ? symbol[31-c] : behind_i[c];
    end
  endgenerate
  wire [30:0] dbx;
  wire clear, bad;
  lp_bpc_plane_dec u_dec (
      .valid_i(!goes_on), .bits_i(bits), .dbx_o(dbx), .clear_o(clear), .bad_o(bad));
  fv_assert u_good (.hold_i(!bad));
  fv_assert u_plane (.hold_i((clear ? 31'b0 : prior_i ^ dbx) == dbp));

  wire [9:0] phase;
  wire [3:0] word;
  wire [2:0] move;
  wire [31:0] token, hold;
  wire fresh;
  wire [4:0] run;
  wire [1:0] from;
  lp_bpc_parse #(.PLANES(2)) u_parse (
      .window_i({behind_i, behind_i[2:0], bits}), .before_i(5'b0), .token_i(32'b1), .hold_i(32'b0),
      .fresh_i(1'b0), .run_i(5'b0), .from_i(2'b0), .phase_o(phase), .word_o(word), .move_o(move),
      .token_o(token), .hold_o(hold), .fresh_o(fresh), .run_o(run), .from_o(from));
  fv_assert u_length (.hold_i(goes_on || length == 6'd7
                              || {word[3:2], phase[9:5]} == {length == 6'd32, length != 6'd32,
                                                             length[4:0]}));

  fv_cover u_zero (.seen_i(length == 6'd3));
  fv_cover u_run (.seen_i(length == 6'd7));
  fv_cover u_ones (.seen_i(length == 6'd5 && &dbx_i));
  fv_cover u_clear (.seen_i(length == 6'd5 && dbp == '0));
  fv_cover u_two (.seen_i(length == 6'd10 && ones == 6'd2 && k == 5'd29));
  fv_cover u_one (.seen_i(length == 6'd10 && ones == 6'd1 && k == 5'd30));
  fv_cover u_raw (.seen_i(length == 6'd32 && ones == 6'd2));
  fv_cover u_none (.seen_i(goes_on && prior_i != '0));
endmodule

`default_nettype wire
