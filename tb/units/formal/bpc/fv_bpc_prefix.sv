// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_bpc_prefix in two steps, for any state. A second unit is configured not to add after S1, as
/// for a raw line, so it outputs the values of S1. PART chooses what is checked:
/// 0: S1 has the deltas' sums within each half of a sector, as + gives them, or a raw line's words.
/// 1: S2 adds to each the value before its half: the word before the sector, 0 if nothing is
///    carried over, or the last word of the first half.
module fv_bpc_prefix #(
    parameter int PART = 0
) (
    input wire logic         clk_i,
    input wire logic         load_i,
    input wire logic         leave_i,
    input wire logic         carry_i,
    input wire logic         raw_i,
    input wire logic [255:0] data_i
);
  logic [255:0] in_q;
  logic [31:0] last_q;
  logic raw_q, begun_q = 1'b0, full_q = 1'b0;
  wire carry = carry_i && begun_q && !raw_q;
  wire leave = leave_i && full_q;
  wire [255:0] data, parts;
  lp_bpc_prefix u_parts (
      .clk_i, .load_i, .data_i, .raw_i, .leave_i(leave), .carry_i(1'b0), .plain_i(1'b1),
      .data_o(parts));
  lp_bpc_prefix u_dut (
      .clk_i, .load_i, .data_i, .raw_i, .leave_i(leave), .carry_i(carry),
      .plain_i(raw_q), .data_o(data));
  always_ff @(posedge clk_i) begin
    if (load_i) begin
      in_q <= data_i;
      raw_q <= raw_i;
    end
    full_q <= full_q || load_i;
    if (leave) begin
      last_q <= data[255:224];
      begun_q <= 1'b1;
    end
  end

  genvar w;
  generate
    for (w = 0; w < 8; w = w + 1) begin : g_word
      wire [31:0] word = data[32*w +: 32];
      wire [31:0] part = parts[32*w +: 32];
      wire [31:0] delta = in_q[32*w +: 32];
      wire [31:0] sum, before;
      if (w % 4 == 0) assign sum = delta;
      else assign sum = (raw_q ? 32'd0 : g_word[w-1].sum) + delta;
      if (w < 4) assign before = carry ? last_q : 32'd0;
      else assign before = raw_q ? 32'd0 : data[127:96];
      if (PART == 0) fv_assert u_sum (.hold_i(!full_q || part == sum));
      else fv_assert u_word (.hold_i(!full_q || word == before + part));
    end
    if (PART == 0) begin : g_seen
      fv_cover u_sums (.seen_i(full_q && !raw_q && parts[127:96] == 32'd0 && in_q[31:0] != 32'd0));
      fv_cover u_raw (.seen_i(full_q && raw_q && parts[255:224] == parts[223:192]));
    end else begin : g_seen
      fv_cover u_carries (.seen_i(full_q && carry && last_q != 32'd0 && data[255:224] == 32'd0));
    end
  endgenerate
endmodule

`default_nettype wire
