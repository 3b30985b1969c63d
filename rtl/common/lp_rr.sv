// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Round-robin arbiter of N requests: the first one after the last one taken, wrapping around, so
/// that none waits for more than N - 1 others. The grant is combinational: latency 0, interval 1.
///
/// Combinational paths: req -> grant, index, any.
module lp_rr #(
    /// Requests, at least 2.
    parameter  int N       = 4,
    localparam int INDEX_W = $clog2(N)
) (
    /// Clock.
    input  wire logic               clk_i,
    /// Synchronous reset, active low: request 0 is first again.
    input  wire logic               rst_ni,
    /// Requests.
    input  wire logic [N-1:0]       req_i,
    /// The granted request is taken: the next turn starts after it. Ignored without a request.
    input  wire logic               take_i,
    /// The granted request; none without a request.
    output wire logic [N-1:0]       grant_o,
    /// Number of the granted request, 0 without a request.
    output wire logic [INDEX_W-1:0] index_o,
    /// There is a request.
    output wire logic               any_o
);
  generate
    if (N < 2) begin : g_check_n
      lp_bad_N_below_2 u_bad ();
    end
  endgenerate

  // Requests after the last one taken come first; if there are none, all are considered.
  logic [N-1:0] behind_q;
  wire [N-1:0] late;
  assign late = req_i & behind_q;

  // Level j, bit i: there is a request in bits i-(2^j-1)..i.
  genvar j, b;
  generate
    for (j = 0; j <= INDEX_W; j = j + 1) begin : g_level
      wire [N-1:0] all, some;
      if (j == 0) begin : g_leaf
        assign all = req_i;
        assign some = late;
      end else begin : g_join
        assign all = g_level[j-1].all | g_level[j-1].all << 2 ** (j - 1);
        assign some = g_level[j-1].some | g_level[j-1].some << 2 ** (j - 1);
      end
    end
  endgenerate

  wire wrap;
  wire [N-1:0] below;
  assign any_o = g_level[INDEX_W].all[N-1];
  assign wrap = ~g_level[INDEX_W].some[N-1];
  assign below = wrap ? g_level[INDEX_W].all << 1 : g_level[INDEX_W].some << 1;
  assign grant_o = (wrap ? req_i : late) & ~below;

  generate
    for (b = 0; b < INDEX_W; b = b + 1) begin : g_index
      wire [N-1:0] has;
      for (j = 0; j < N; j = j + 1) begin : g_bit
        assign has[j] = grant_o[j] & (((j >> b) & 1) != 0);
      end
      assign index_o[b] = |has;
    end
  endgenerate

  always_ff @(posedge clk_i) begin
    if (!rst_ni) behind_q <= '0;
    else if (take_i & any_o) behind_q <= below;
  end
endmodule

`default_nettype wire
