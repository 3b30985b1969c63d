// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The symbol of a plane from its kind (see lp_bpc_sizes): bit 31 is the first, zeros behind it.
/// Combinational: latency 0, interval 1.
/// Source: Kim et al. (ISCA'16), code table.
module lp_bpc_symbol (
    /// DBX; bit 31 is what a raw symbol begins with.
    input  wire logic [31:0] plane_i,
    /// Kind of the symbol.
    input  wire logic [2:0]  kind_i,
    /// Of a run: its length less two.
    input  wire logic [4:0]  run_i,
    /// The symbol.
    output wire logic [31:0] symbol_o
);
  wire zero, run, five, ten, raw;
  assign zero = (kind_i == 3'd1);
  assign run = (kind_i == 3'd3);
  assign five = (kind_i == 3'd2);
  assign ten = (kind_i == 3'd5);
  assign raw = (kind_i == 3'd4);

  // Position of the one, or of the lower of two adjacent ones: halves from the pairs (2m, 2m+1),
  // where two pairs are hit only if the lower one is odd.
  wire [15:0] pair, low, odd_low;
  wire [31:0] plane;
  assign plane = {1'b0, plane_i[30:0]};
  genvar i;
  generate
    for (i = 0; i < 16; i = i + 1) begin : g_pair
      assign pair[i] = plane[2*i] | plane[2*i+1];
      assign odd_low[i] = plane[2*i+1] & ~plane[2*i];
      if (i == 0) begin : g_first
        assign low[i] = pair[i];
      end else begin : g_next
        assign low[i] = pair[i] & ~pair[i-1];
      end
    end
  endgenerate
  wire [4:0] at;
  assign at = {|low[15:8], |(low & 16'hf0f0), |(low & 16'hcccc), |(low & 16'haaaa), |odd_low};
  // Two adjacent ones are one even and one odd.
  wire two, ones;
  assign two = (|(plane & 32'h55555555)) & (|(plane & 32'haaaaaaaa));
  assign ones = &plane_i[30:0];

  assign symbol_o = ({32{raw}} & plane_i)
                  | {1'b0, run, zero, ten, (ten & ~two) | (five & ~ones), 27'b0}
                  | {2'b0, {5{run}} & run_i, 25'b0}
                  | {5'b0, {5{ten}} & at, 22'b0};
endmodule

`default_nettype wire
