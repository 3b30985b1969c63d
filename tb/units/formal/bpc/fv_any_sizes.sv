// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for lp_bpc_sizes where only the order of lines and beats matters: plane 32 has any
/// symbol; the others, eight by eight as they leave the array, are all without one, or all
/// of 10 bits, or all of 32. The counts are right for the kinds, as lp_bpc_sizes' are
/// (fv_bpc_lengths).
module lp_bpc_sizes;
  (* anyseq *) logic [14:0] free;
  wire [24:0] weights;
  genvar i, j, b;
  generate
    for (i = 0; i < 5; i = i + 1) begin : g_kind
      wire [2:0] kind;
      assign kind = free[3*i +: 3];
      if (i == 4) begin : g_any
        always_comb assume (kind != 3'd7);
      end else begin : g_whole
        always_comb assume (kind == 3'd0 || kind == 3'd4 || kind == 3'd5);
      end
      fv_kind_bits u_bits (.kind_i(kind), .bits_o(weights[5*i +: 5]));
      if (i == 4) begin : g_top
        assign kind_o[98:96] = kind;
      end else begin : g_rest
        assign kind_o[24*i +: 24] = {8{kind}};
      end
    end
    for (b = 0; b < 5; b = b + 1) begin : g_count
      assign counts_o[6*b +: 6] =
          {{2'b0, weights[b]} + {2'b0, weights[5+b]} + {2'b0, weights[10+b]}
           + {2'b0, weights[15+b]}, 2'b0, weights[20+b]};
    end
  endgenerate
endmodule

`default_nettype wire
