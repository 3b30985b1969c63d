// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for lp_bpc_parse with two planes where only the order of lines and sectors matters: a
/// step moves by any number of words, as long as the line has symbols.
module lp_bpc_parse;
  (* anyseq *) logic [1:0] by;
  always_comb assume (by != 2'd3);
  assign move_o = {by == 2'd2, by == 2'd1, by == 2'd0} & {3{|{token_i, hold_i}}};
  assign phase_o = '0;
  assign word_o = '0;
  assign token_o = token_i;
  assign hold_o = hold_i;
  assign fresh_o = 1'b0;
  assign run_o = '0;
  assign from_o = '0;
endmodule

`default_nettype wire
