// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_bpc_parse against a pointer that walks from symbol to symbol and a counter of planes that a
/// run still covers: any window, any place of the token, any run from before. One-hot in gives
/// one-hot out.
module fv_bpc_parse #(
    parameter int PLANES = 4
) (
    input wire logic [32*PLANES+2:0] window_i,
    input wire logic [4:0]           before_i,
    input wire logic                 some_i,
    input wire logic                 held_i,
    input wire logic [4:0]           start_i,
    input wire logic                 fresh_i,
    input wire logic [4:0]           run_i,
    input wire logic [2:0]           from_i
);
  localparam int BITS = 32 * PLANES;
  localparam int L = $clog2(PLANES);

  wire [31:0] at = {31'b0, some_i} << start_i;
  wire [PLANES-1:0] from_in = {{PLANES - 1{1'b0}}, 1'b1} << from_i[L-1:0];
  wire [31:0] token_in = held_i ? 32'b0 : at;
  wire [31:0] hold_in = held_i ? at : 32'b0;

  wire [5*PLANES-1:0] phase;
  wire [PLANES*PLANES-1:0] word;
  wire [PLANES:0] move;
  wire [31:0] token, hold;
  wire fresh;
  wire [4:0] run;
  wire [PLANES-1:0] from;
  lp_bpc_parse #(.PLANES(PLANES)) u_dut (
      .window_i, .before_i, .token_i(token_in), .hold_i(hold_in), .fresh_i, .run_i,
      .from_i(from_in), .phase_o(phase), .word_o(word), .move_o(move), .token_o(token),
      .hold_o(hold), .fresh_o(fresh), .run_o(run), .from_o(from));

  // The run from before: its length field is directly before the waiting place, if it is new. It
  // covers at least one more plane, or it would not wait.
  wire [36:0] stream = {window_i[31:0], before_i};
  wire [4:0] field_in = fresh_i ? {stream[start_i], stream[start_i + 6'd1], stream[start_i + 6'd2],
                                   stream[start_i + 6'd3], stream[start_i + 6'd4]} : run_i;
  wire [6:0] cover_in = {2'b0, field_in} + 7'd2 + {4'b0, from_in_number} - 7'(PLANES);
  wire [2:0] from_in_number = {{3 - L{1'b0}}, from_i[L-1:0]};
  wire legal = !(some_i && held_i) || (!cover_in[6] && cover_in != 7'd0);

  // ---------------------------------------------------------------- the walk
  logic [7:0] at_bit;
  logic [6:0] covers;
  logic [2:0] since;
  logic anew;
  logic [6:0] head;
  logic [PLANES-1:0] plane_good;
  wire [BITS+7:0] bits = {5'b0, window_i};
  always_comb begin
    at_bit = {3'b0, start_i};
    covers = some_i && held_i ? cover_in : 7'd0;
    since = from_in_number;
    anew = 1'b0;
    head = '0;
    for (int i = 0; i < PLANES; i++) begin
      if (!some_i || covers != 7'd0) begin
        plane_good[i] = word[PLANES*i +: PLANES] == '0;
        if (some_i) covers = covers - 7'd1;
      end else begin
        plane_good[i] = word[PLANES*i +: PLANES] == {{PLANES - 1{1'b0}}, 1'b1} << at_bit[7:5]
                     && phase[5*i +: 5] == at_bit[4:0];
        // A symbol that begins in plane i is within i + 1 words.
        for (int b = 0; b < 7; b++) head[b] = bits[at_bit + 8'(b)];
        if (head[0]) begin
          at_bit = at_bit + 8'd32;
        end else if (head[1]) begin
          at_bit = at_bit + 8'd7;
          covers = {2'b0, head[2], head[3], head[4], head[5], head[6]} + 7'd1;
          since = 3'(i);
          anew = 1'b1;
        end else if (head[2]) begin
          at_bit = at_bit + 8'd3;
        end else if (head[3]) begin
          at_bit = at_bit + 8'd10;
        end else begin
          at_bit = at_bit + 8'd5;
        end
      end
    end
  end

  // ---------------------------------------------------------------- outputs
  wire waits = some_i && covers != 7'd0;
  wire [31:0] out_at = {31'b0, some_i} << at_bit[4:0];
  wire [PLANES:0] want_move = {{PLANES{1'b0}}, some_i} << at_bit[7:5];
  // Number of the step from which the run comes, by the outputs.
  logic [2:0] out_number;
  always_comb begin
    out_number = '0;
    for (int i = 0; i < PLANES; i++) if (from[i]) out_number = 3'(i);
  end
  wire from_one = from == {{PLANES - 1{1'b0}}, 1'b1} << out_number;
  wire [6:0] out_cover = {2'b0, run} + 7'd2 + {4'b0, out_number} - 7'(PLANES);

  fv_assert u_planes (.hold_i(!legal || &plane_good));
  fv_assert u_move (.hold_i(!legal || move == want_move));
  fv_assert u_token (.hold_i(!legal || token == (waits ? 32'b0 : out_at)));
  fv_assert u_hold (.hold_i(!legal || hold == (waits ? out_at : 32'b0)));
  fv_assert u_from (.hold_i(!legal || (waits ? from_one : from == '0)));
  fv_assert u_fresh (.hold_i(!legal || !waits || fresh == anew));
  fv_assert u_since (.hold_i(!legal || !waits || !fresh || out_number == since));
  fv_assert u_run (.hold_i(!legal || !waits || fresh || out_cover == covers));

  fv_cover u_far (.seen_i(legal && move[PLANES] && token[31]));
  fv_cover u_runs (.seen_i(legal && held_i && !fresh_i && waits && !fresh && run == 5'd21));
  fv_cover u_ends (.seen_i(legal && some_i && held_i && fresh_i && token != '0
                           && word[PLANES*(PLANES-1) +: PLANES] == '0));
  fv_cover u_anew (.seen_i(legal && some_i && held_i && waits && fresh));
  fv_cover u_none (.seen_i(!some_i));
endmodule

`default_nettype wire
