// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_pick outputs the selected word, zero if none is selected.
module fv_pick #(
    parameter int WIDTH = 5,
    parameter int WORDS = 6
) (
    input wire logic [WORDS-1:0]       sel_i,
    input wire logic [WORDS*WIDTH-1:0] data_i
);
  wire [WIDTH-1:0] data;
  lp_pick #(.WIDTH(WIDTH), .WORDS(WORDS)) u_dut (.sel_i, .data_i, .data_o(data));
  wire single = (sel_i & (sel_i - 1'b1)) == 0;

  logic [WIDTH-1:0] expected;
  always_comb begin
    expected = '0;
    for (int i = 0; i < WORDS; i++)
      if (sel_i[i]) expected = data_i[i*WIDTH +: WIDTH];
  end
  fv_assert u_word (.hold_i(!single || data == expected));
  fv_cover u_last (.seen_i(single && sel_i[WORDS-1] && (&data)));
endmodule

`default_nettype wire
