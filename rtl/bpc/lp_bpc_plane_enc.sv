// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The symbol of one plane of a BPC stream, and its length. A plane of zeros belongs to a run and
/// has none.
/// Combinational: latency 0, interval 1. Source: docs/reference/format.md section 5.
module lp_bpc_plane_enc (
    /// DBX of the plane.
    input  wire logic [30:0] dbx_i,
    /// DBP of the plane is zero.
    input  wire logic        clear_i,
    /// The plane is zero.
    output wire logic        zero_o,
    /// The symbol, the first bit of the stream lowest; zero after its end, or if there is none.
    output wire logic [31:0] bits_o,
    /// Its length: 5, 10 or 32; 0 if there is none.
    output wire logic [5:0]  length_o
);
  genvar i, n;

  // The first one of each group of adjacent ones. If there is one group, of one or two, the plane
  // has a short symbol with its place.
  wire [30:0] begins, threes;
  wire two_groups, more, place, five, ones, whole, pair;
  assign begins = dbx_i & ~{dbx_i[29:0], 1'b0};
  assign threes = dbx_i & {dbx_i[29:0], 1'b0} & {dbx_i[28:0], 2'b0};
  assign pair = |(dbx_i & {dbx_i[29:0], 1'b0});
  assign more = |threes;
  // Of each node of a tree: at least one, at least two.
  generate
    for (n = 0; n <= 5; n = n + 1) begin : g_level
      for (i = 0; i < 32 >> n; i = i + 1) begin : g_node
        wire any, many;
        if (n == 0) begin : g_leaf
          if (i < 31) assign any = begins[i];
          else assign any = 1'b0;
          assign many = 1'b0;
        end else begin : g_pair
          assign any = g_level[n-1].g_node[2*i].any | g_level[n-1].g_node[2*i+1].any;
          assign many = g_level[n-1].g_node[2*i].many | g_level[n-1].g_node[2*i+1].many
                      | (g_level[n-1].g_node[2*i].any & g_level[n-1].g_node[2*i+1].any);
        end
      end
    end
  endgenerate
  assign two_groups = g_level[5].g_node[0].many;
  assign zero_o = ~g_level[5].g_node[0].any;

  wire [4:0] k;
  lp_bpc_code u_code (.at_i({1'b0, begins}), .code_o(k));

  assign ones = &dbx_i;
  assign five = ~zero_o & (ones | clear_i);
  assign place = ~zero_o & ~five & ~two_groups & ~more;
  assign whole = ~zero_o & ~five & (two_groups | more);
  generate
    for (i = 1; i < 32; i = i + 1) begin : g_bit
      wire short;
      if (i == 3) assign short = place;
      else if (i == 4) assign short = (place & ~pair) | (five & ~ones);
      else if (i >= 5 && i < 10) assign short = place & k[9-i];
      else assign short = 1'b0;
      assign bits_o[i] = (whole & dbx_i[31-i]) | short;
    end
  endgenerate
  assign bits_o[0] = whole;
  assign length_o = {whole, 1'b0, place, five, place, five};
endmodule

`default_nettype wire
