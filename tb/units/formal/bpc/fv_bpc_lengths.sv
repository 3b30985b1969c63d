// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Lengths of symbols: lp_bpc_sizes' counts are those of the kinds it gives, and lp_bpc_place ends
/// where a plain sum of eight kinds' lengths does; a raw line's eight end one sector later.
module fv_bpc_lengths (
    input wire logic [164:0] free_i,
    input wire logic [23:0]  kind_i,
    input wire logic         raw_i,
    input wire logic [7:0]   at_i
);
  genvar i, b;
  wire [164:0] known, weights;
  wire [98:0] kinds;
  wire [29:0] counts;
  generate
    for (i = 0; i < 33; i = i + 1) begin : g_plane
      // A plane without ones has a zero and no ones in pairs.
      wire any, even, odd, gap, dbp;
      assign {any, even, odd, gap, dbp} = free_i[5*i +: 5];
      assign known[5*i +: 5] = {any, even & any, odd & any, gap | ~any, dbp};
      fv_kind_bits u_bits (.kind_i(kinds[3*i +: 3]), .bits_o(weights[5*i +: 5]));
    end
  endgenerate
  lp_bpc_sizes u_sizes (.known_i(known), .kind_o(kinds), .counts_o(counts));
  generate
    for (b = 0; b < 5; b = b + 1) begin : g_count
      logic [5:0] want;
      always_comb begin
        want = 6'd0;
        for (int p = 0; p < 33; p++) want = want + {5'd0, weights[5*p + b]};
      end
      fv_assert u_count (.hold_i(counts[6*b +: 6] == want));
    end
  endgenerate

  wire [39:0] phase, eight;
  wire [8:1] down_1;
  wire [8:2] down_2;
  wire [8:4] down_4;
  wire [7:0] at, at_end;
  wire carry;
  assign at = raw_i ? {at_i[7:5], 5'd0} : at_i;
  lp_bpc_place u_place (
      .kind_i, .raw_i, .at_i(at), .phase_o(phase), .down_1_o(down_1), .down_2_o(down_2),
      .down_4_o(down_4), .end_o(at_end), .carry_o(carry));
  generate
    for (i = 0; i < 8; i = i + 1) begin : g_eight
      fv_kind_bits u_bits (.kind_i(kind_i[3*i +: 3]), .bits_o(eight[5*i +: 5]));
    end
  endgenerate
  logic [8:0] end_want;
  logic legal;
  always_comb begin
    end_want = {1'b0, at};
    legal = 1'b1;
    for (int p = 0; p < 8; p++) begin
      legal = legal && kind_i[3*p +: 3] != 3'd7;
      end_want = end_want + {3'd0, eight[5*p+4], 1'b0, eight[5*p +: 4]};
    end
    if (raw_i) end_want = {1'b1, at};
  end
  fv_assert u_end (.hold_i(!legal || {carry, at_end} == end_want));
  fv_cover u_far (.seen_i(legal && !raw_i && carry && at_end != 8'd0));
  fv_cover u_all (.seen_i(counts[29:24] == 6'd33));
endmodule

`default_nettype wire
