// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Finds the kind of each plane's symbol, which gives its length, and the sum of the lengths in
/// parts.
/// Combinational: latency 0, interval 1.
module lp_bpc_sizes (
    /// For each plane, 0..32: a DBX one, ones in two even pairs, in two odd pairs, a DBX zero, a
    /// DBP one (as in lp_bpc_class).
    input  wire logic [164:0] known_i,
    /// Kind of each plane's symbol: 0 none (a run continues), 1 one zero plane (3 bits), 3 run (7),
    /// 2 all ones (5), 6 DBP zero (5), 5 one or two ones (10), 4 raw (32).
    output wire logic [98:0]  kind_o,
    /// Counts of 6 bits, highest first: symbols whose length includes 32, 8, 4, 2, 1.
    output wire logic [29:0]  counts_o
);
  wire [32:0] zero, ones, zeros, ten, raw, start;
  // The plane above has no symbol of its own if this one is zero too.
  wire [32:0] above, below;
  assign above = {1'b0, zero[32:1]};
  assign below = {zero[31:0], 1'b0};

  wire [32:0] has_8, has_4, has_2, has_1;
  genvar j;
  generate
    for (j = 0; j < 33; j = j + 1) begin : g_plane
      wire any, even, odd, gap, dbp;
      assign {any, even, odd, gap, dbp} = known_i[5*j +: 5];
      assign zero[j] = ~any;
      assign ones[j] = ~gap;
      assign zeros[j] = any & gap & ~dbp;
      assign raw[j] = gap & dbp & even & odd;
      assign ten[j] = any & gap & dbp & ~(even & odd);
      assign start[j] = zero[j] & ~above[j];
      assign kind_o[3*j +: 3] = {raw[j] | ten[j] | zeros[j], has_4[j], ten[j] | start[j]};
      assign has_8[j] = ten[j];
      assign has_4[j] = ones[j] | zeros[j] | (start[j] & below[j]);
      assign has_2[j] = ten[j] | start[j];
      assign has_1[j] = ones[j] | zeros[j] | start[j];
    end
  endgenerate

  lp_popcount #(.WIDTH(33)) u_raw (.bits_i(raw), .count_o(counts_o[29:24]));
  lp_popcount #(.WIDTH(33)) u_8 (.bits_i(has_8), .count_o(counts_o[23:18]));
  lp_popcount #(.WIDTH(33)) u_4 (.bits_i(has_4), .count_o(counts_o[17:12]));
  lp_popcount #(.WIDTH(33)) u_2 (.bits_i(has_2), .count_o(counts_o[11:6]));
  lp_popcount #(.WIDTH(33)) u_1 (.bits_i(has_1), .count_o(counts_o[5:0]));
endmodule

`default_nettype wire
