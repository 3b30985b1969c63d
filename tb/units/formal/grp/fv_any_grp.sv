// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-ins for blocks of lp_grp_dec where only the order of groups and sectors matters: what is
/// read from the fields is free, by bits of the entry, as is whether they are wrong.
module lp_grp_pair;
  assign even_o = data_i[W-1:0];
  assign odd_o = data_i[W-1:0];
endmodule

module lp_grp_exponents;
  assign exponent_o = {16{window_i[7:0]}};
  assign count_o = window_i[4:0];
endmodule

module lp_grp_ends;
  assign wrong_o = fields_i[0];
endmodule

`default_nettype wire
