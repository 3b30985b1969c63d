// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_bpc_order and its reverse undo each other; each plane is where the decoder's engines put it:
/// eight a shift, of which engine A gives four (31, 30, 29 and, first of the eight, 28 and so on;
/// after plane 17 comes plane 0) and engine B the others.
module fv_bpc_order (
    input wire logic [31:0] bits_i
);
  wire [31:0] there, and_back, back, and_there;
  lp_bpc_order #(.REVERSE(1)) u_there (.bits_i, .bits_o(there));
  lp_bpc_order #(.REVERSE(0)) u_and_back (.bits_i(there), .bits_o(and_back));
  lp_bpc_order #(.REVERSE(0)) u_back (.bits_i, .bits_o(back));
  lp_bpc_order #(.REVERSE(1)) u_and_there (.bits_i(back), .bits_o(and_there));

  logic [31:0] right;
  logic [4:0] nth;
  always_comb begin
    for (int plane = 0; plane < 32; plane++) begin
      // The engine's n-th plane, in step nth[4:2]; A's fourth of a step leads the eight.
      nth = plane > 16 ? 5'(31 - plane) : plane > 0 ? 5'(16 - plane) : 5'd15;
      right[plane] = there[{nth[3:2], plane > 0 && plane < 17, nth[1:0] + {1'b0, plane > 16
                           || plane == 0}}] == bits_i[plane];
    end
  end
  fv_assert u_same (.hold_i(and_back == bits_i && and_there == bits_i));
  fv_assert u_right (.hold_i(&right));
  fv_cover u_moves (.seen_i(there == 32'h01000000 && back == 32'h10000000));
endmodule

`default_nettype wire
