// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Whether a run of units that begins at `first_i` ends at or below a limit: first + size <= limit.
/// Combinational: latency 0, interval 1.
module lp_gbbr_fits #(
    /// Bits of the run's first unit, at least 5.
    parameter int WIDTH = 21
) (
    /// Number of units.
    input  wire logic [WIDTH:0]   limit_i,
    /// First unit of the run.
    input  wire logic [WIDTH-1:0] first_i,
    /// 1 - size, in two's complement; size 1..16.
    input  wire logic [4:0]       less_i,
    /// The run fits.
    output wire logic             fits_o
);
  generate
    if (WIDTH < 5) begin : g_check_width
      lp_bad_WIDTH_below_5 u_bad ();
    end
  endgenerate

  localparam int N = WIDTH + 1;

  // limit + ~first + 1 - size = 2^N + limit - first - size, where a negative 1 - size adds another
  // 2^N: the run fits if every 2^N is carried out.
  wire [N-1:0] past, less, sum, keep;
  assign past = ~{1'b0, first_i};
  assign less = {{N - 5{less_i[4]}}, less_i};
  assign sum = limit_i ^ past ^ less;
  assign keep = (limit_i & past) | ((limit_i | past) & less);

  // Only the carry out of this sum is used.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [N:0] total;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_sum #(.WIDTH(N + 1)) u_total (
      .a_i({1'b0, sum}), .b_i({1'b0, keep[N-2:0], 1'b0}), .sum_o(total));
  assign fits_o = less_i[4] ? keep[N-1] & total[N] : keep[N-1] | total[N];
endmodule

`default_nettype wire
