// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Updates the classification of one plane with eight more words. A plane has at most one one, or
/// two adjacent ones, exactly if all its ones are in one pair of words (2m, 2m+1) or in one pair
/// (2m-1, 2m). Combinational: latency 0, interval 1.
module lp_bpc_class (
    /// Eight words are present; otherwise the classification is kept.
    input  wire logic       take_i,
    /// They are the first of the line: the classification starts, and word 0 has no delta.
    input  wire logic       first_i,
    /// DBX of the eight words; bit 0 is 0 with the line's first.
    input  wire logic [7:0] dbx_i,
    /// Their DBP.
    input  wire logic [7:0] dbp_i,
    /// The classification so far: a DBX one, ones in two even pairs, in two odd pairs, a DBX zero,
    /// a DBP one, and the last word's DBX.
    input  wire logic [5:0] known_i,
    /// The classification including these words.
    output wire logic [5:0] known_o
);
  // A bit that is only ever set needs no hold.
  wire any, last, keep;
  assign any = known_i[5] & ~first_i;
  assign last = known_i[0] & ~first_i;
  assign keep = ~(take_i & first_i);

  // Each one counts once for its pair; in a pair that spans two beats it was counted with the
  // first.
  wire [3:0] e;
  wire [4:0] o;
  genvar i;
  generate
    for (i = 0; i < 4; i = i + 1) begin : g_even
      assign e[i] = dbx_i[2*i] | dbx_i[2*i+1];
    end
    for (i = 1; i < 4; i = i + 1) begin : g_odd
      assign o[i] = dbx_i[2*i-1] | dbx_i[2*i];
    end
  endgenerate
  assign o[0] = dbx_i[0] & ~last;
  assign o[4] = dbx_i[7];

  wire e_any, e_two, o_any, o_two;
  assign e_any = (e[0] | e[1]) | (e[2] | e[3]);
  assign e_two = (e[0] & e[1]) | (e[2] & e[3]) | ((e[0] | e[1]) & (e[2] | e[3]));
  assign o_any = (o[0] | o[4]) | (o[1] | o[2] | o[3]);
  assign o_two = (o[0] & o[4]) | (o[1] & o[2]) | ((o[1] | o[2]) & o[3])
               | ((o[0] | o[4]) & (o[1] | o[2] | o[3]));

  assign known_o = {(known_i[5] & keep) | (take_i & e_any),
                    (known_i[4] & keep) | (take_i & (e_two | (any & e_any))),
                    (known_i[3] & keep) | (take_i & (o_two | (any & o_any))),
                    (known_i[2] & keep) | (take_i & ~((&dbx_i[7:1]) & (dbx_i[0] | first_i))),
                    (known_i[1] & keep) | (take_i & (|dbp_i)),
                    take_i ? dbx_i[7] : known_i[0]};
endmodule

`default_nettype wire
