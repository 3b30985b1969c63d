// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// True least-recently-used order of the ways of each set, as one bit per pair of ways. Out of
/// reset way 0 is the oldest of each set and the last way the newest. Combinational choice; a use
/// takes effect in the next cycle.
module lp_mdcache_lru #(
    /// Sets, a power of two.
    parameter int SETS = 8,
    /// Ways, at least 2.
    parameter int WAYS = 4,
    /// Bits of a set's number; follows from SETS.
    parameter int SET_W = SETS > 1 ? $clog2(SETS) : 1
) (
    /// Clock.
    input  wire logic             clk_i,
    /// Synchronous reset, active low.
    input  wire logic             rst_ni,
    /// The set that is looked up and used.
    input  wire logic [SET_W-1:0] set_i,
    /// The same, one-hot.
    input  wire logic [SETS-1:0]  sel_i,
    /// A way is used and becomes the newest.
    input  wire logic             use_i,
    /// That way, one-hot.
    input  wire logic [WAYS-1:0]  way_i,
    /// Ways that may be chosen.
    input  wire logic [WAYS-1:0]  able_i,
    /// The oldest of the able ways, one-hot; zero if there are none.
    output wire logic [WAYS-1:0]  oldest_o
);
  generate
    if (SETS < 1 || SETS > 64 || SETS != 1 << $clog2(SETS)) begin : g_check_sets
      lp_bad_SETS_not_a_power_of_two_1_to_64 u_bad ();
    end
    if (WAYS < 2 || WAYS > 8 || WAYS != 1 << $clog2(WAYS)) begin : g_check_ways
      lp_bad_WAYS_not_a_power_of_two_2_to_8 u_bad ();
    end
    if (SET_W != (SETS > 1 ? $clog2(SETS) : 1)) begin : g_check_set_w
      lp_bad_SET_W_not_that_of_SETS u_bad ();
    end
  endgenerate

  // older[WAYS*i + j]: way i was used before way j.
  wire [WAYS*WAYS-1:0] older;
  genvar i, j;
  generate
    for (i = 0; i < WAYS; i = i + 1) begin : g_way
      for (j = 0; j < WAYS; j = j + 1) begin : g_other
        if (i < j) begin : g_pair
          logic [SETS-1:0] first_q;
          always_ff @(posedge clk_i) begin
            if (!rst_ni) first_q <= {SETS{1'b1}};
            else first_q <= (first_q & ~(sel_i & {SETS{use_i & way_i[i]}}))
                          | (sel_i & {SETS{use_i & way_i[j]}});
          end
          assign older[WAYS*i + j] = first_q[set_i];
          assign older[WAYS*j + i] = ~first_q[set_i];
        end else if (i == j) begin : g_self
          assign older[WAYS*i + j] = 1'b1;
        end
      end
      assign oldest_o[i] = able_i[i] & (&(older[WAYS*i +: WAYS] | ~able_i));
    end
  endgenerate
endmodule

`default_nettype wire
