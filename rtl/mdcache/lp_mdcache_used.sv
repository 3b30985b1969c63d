// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Monitors the prefetch: reports a filled sector once, when an entry other than the one for which
/// it was fetched is read or written in it. Latency 2 from that access.
module lp_mdcache_used #(
    /// Sectors in the cache, a power of two.
    parameter int PLACES = 128,
    /// Bits of a sector's address; follows from PLACES.
    parameter int PLACE_W = $clog2(PLACES)
) (
    /// Clock.
    input  wire logic               clk_i,
    /// Synchronous reset, active low.
    input  wire logic               rst_ni,
    /// A sector is filled.
    input  wire logic               fill_i,
    /// An entry of a sector is read or written; never with fill_i.
    input  wire logic               serve_i,
    /// Address of the sector.
    input  wire logic [PLACE_W-1:0] place_i,
    /// The entry; with a fill, the one for which the sector was fetched.
    input  wire logic [5:0]         entry_i,
    /// Another entry of a sector is used for the first time.
    output wire logic               used_o
);
  generate
    if (PLACES < 2 || PLACES != 1 << $clog2(PLACES)) begin : g_check_places
      lp_bad_PLACES_not_a_power_of_two_from_2 u_bad ();
    end
    if (PLACE_W != $clog2(PLACES)) begin : g_check_place_w
      lp_bad_PLACE_W_not_that_of_PLACES u_bad ();
    end
  endgenerate

  wire [5:0] first;
  lp_ram #(.WIDTH(6), .DEPTH(PLACES), .GRAIN(6)) u_first (
      .clk_i, .w_en_i(fill_i), .w_addr_i(place_i), .w_mask_i(1'b1), .w_data_i(entry_i),
      .r_en_i(serve_i), .r_addr_i(place_i), .r_data_o(first));

  logic fill_q, serve_q, other_q;
  logic [5:0] entry_q;
  logic [PLACE_W-1:0] place_q, other_place_q;
  logic [PLACES-1:0] fresh_q;  // no other entry has been used yet
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fill_q <= 1'b0;
      serve_q <= 1'b0;
      other_q <= 1'b0;
    end else begin
      fill_q <= fill_i;
      serve_q <= serve_i;
      other_q <= serve_q & (first != entry_q);
    end
  end
  always_ff @(posedge clk_i) begin
    place_q <= place_i;
    entry_q <= entry_i;
    other_place_q <= place_q;
    if (other_q) fresh_q[other_place_q] <= 1'b0;
    if (fill_q) fresh_q[place_q] <= 1'b1;
  end
  assign used_o = other_q & fresh_q[other_place_q];
endmodule

`default_nettype wire
