// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// A free line's words become deltas, delta bit-planes and their exclusive ors, and are restored:
/// the encoder's subtractors and the decoder's adders, with the planes between them in the order of
/// the decoder's array. The decoder does not use plane 32.
module fv_bpc_transform (
    input wire logic [1023:0] line_i
);
  genvar i, j;
  wire [33*31-1:0] delta;
  generate
    for (i = 0; i < 31; i = i + 1) begin : g_delta
      wire [2:0] borrow;
      lp_bpc_delta u_delta (
          .a_i(line_i[32*(i+1) +: 32]), .b_i(line_i[32*i +: 32]), .delta_o(delta[33*i +: 33]),
          .borrow_o(borrow));
    end
    for (j = 32; j >= 0; j = j - 1) begin : g_plane
      wire [30:0] dbp, dbx, back;
      for (i = 0; i < 31; i = i + 1) begin : g_bit
        assign dbp[i] = delta[33*i + j];
      end
      if (j == 32) begin : g_top
        assign dbx = dbp;
        assign back = dbx;
      end else begin : g_rest
        assign dbx = dbp ^ g_plane[j+1].dbp;
        assign back = dbx ^ g_plane[j+1].back;
      end
    end
    for (i = 0; i < 32; i = i + 1) begin : g_word
      wire [31:0] bits, vectors, read, word;
      for (j = 0; j < 32; j = j + 1) begin : g_bit
        if (i == 0) assign bits[j] = line_i[j];
        else assign bits[j] = g_plane[j].back[i-1];
      end
      lp_bpc_order #(.REVERSE(1)) u_vectors (.bits_i(bits), .bits_o(vectors));
      lp_bpc_order #(.REVERSE(0)) u_read (.bits_i(vectors), .bits_o(read));
      if (i == 0) assign word = read;
      else lp_sum #(.WIDTH(32)) u_sum (.a_i(g_word[i-1].word), .b_i(read), .sum_o(word));
      fv_assert u_same (.hold_i(word == line_i[32*i +: 32]));
    end
  endgenerate
  fv_cover u_ends (.seen_i(g_plane[32].dbx != '0 && g_plane[31].dbx == '1
                           && g_word[31].word != '0));
endmodule

`default_nettype wire
