// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The largest of a few bytes: each is compared with each other, which is faster than a tree.
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: bytes -> most.
module lp_ebd_most #(
    /// Number of bytes, at least 2.
    parameter int N = 4
) (
    /// The bytes.
    input  wire logic [8*N-1:0] bytes_i,
    /// The largest.
    output wire logic [7:0]     most_o
);
  generate
    if (N < 2) begin : g_check_n
      lp_bad_N_below_2 u_bad ();
    end
  endgenerate

  // The first one wins among equal bytes.
  genvar i, j;
  generate
    for (i = 0; i < N; i = i + 1) begin : g_byte
      wire [7:0] own, any;
      wire [N-1:0] not_less;
      assign own = bytes_i[8*i +: 8];
      for (j = 0; j < N; j = j + 1) begin : g_other
        if (j == i) assign not_less[j] = 1'b1;
        else if (j > i) assign not_less[j] = (own >= bytes_i[8*j +: 8]);
        else assign not_less[j] = ~g_byte[j].not_less[i];
      end
      if (i == 0) assign any = own & {8{&not_less}};
      else assign any = g_byte[i-1].any | (own & {8{&not_less}});
    end
  endgenerate
  assign most_o = g_byte[N-1].any;
endmodule

`default_nettype wire
