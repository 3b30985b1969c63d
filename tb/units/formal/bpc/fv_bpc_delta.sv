// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_bpc_delta is the difference of two signed words in 33 bits; its borrows are those of a plain
/// comparison; its low 32 bits plus the word before give the word again.
module fv_bpc_delta (
    input wire logic [31:0] a_i,
    input wire logic [31:0] b_i
);
  wire [32:0] delta;
  wire [2:0] borrow;
  wire [31:0] back;
  lp_bpc_delta u_dut (.a_i, .b_i, .delta_o(delta), .borrow_o(borrow));
  lp_sum #(.WIDTH(32)) u_back (.a_i(b_i), .b_i(delta[31:0]), .sum_o(back));

  fv_assert u_delta (.hold_i(delta == {a_i[31], a_i} - {b_i[31], b_i}));
  fv_assert u_borrow (.hold_i(borrow == {a_i[23:0] < b_i[23:0], a_i[15:0] < b_i[15:0],
                                         a_i[7:0] < b_i[7:0]}));
  fv_assert u_back_same (.hold_i(back == a_i));
  fv_cover u_wide (.seen_i(delta[32:31] == 2'b01 && &borrow));
endmodule

`default_nettype wire
