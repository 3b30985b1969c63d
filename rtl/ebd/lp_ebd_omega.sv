// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_zvc_omega for 16 elements of fewer than 16 bits: synthesis removes the unused bits.
///
/// Combinational. lp_zvc_switch with 16 lanes gives the switch bits.
///
/// Combinational paths: data, sw -> data.
module lp_ebd_omega #(
    /// Bits of an element, 1..16.
    parameter int W = 8,
    /// 0: compaction. 1: expansion.
    parameter int REVERSE = 0
) (
    /// Elements in, lowest lane first.
    input  wire logic [16*W-1:0] data_i,
    /// Switch bits.
    input  wire logic [31:0]     sw_i,
    /// Elements out, lowest lane first.
    output wire logic [16*W-1:0] data_o
);
  generate
    if (W < 1 || W > 16) begin : g_check_w
      lp_bad_W_not_1_to_16 u_bad ();
    end
  endgenerate

  wire [255:0] in;
  // The upper bits of a lane are 0, here as at the input.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [255:0] out;
  /* verilator lint_on UNUSEDSIGNAL */
  genvar j;
  generate
    for (j = 0; j < 16; j = j + 1) begin : g_lane
      if (W == 16) assign in[16*j +: 16] = data_i[W*j +: W];
      else assign in[16*j +: 16] = {{16 - W{1'b0}}, data_i[W*j +: W]};
      assign data_o[W*j +: W] = out[16*j +: W];
    end
  endgenerate
  lp_zvc_omega #(.LANES(16), .REVERSE(REVERSE)) u_omega (
      .data_i(in), .sw_i, .data_o(out));
endmodule

`default_nettype wire
