// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-ins for blocks of lp_grp_enc where only the order of groups and beats matters: a sector has
/// 0, 4, 16 or 20 escapes, by two bits of it, and no other items, so that groups have each state.
module lp_grp_classes;
  assign a_o = 16'd0;
  assign l_o = {16{exponent_i[1]}};
  assign c_o = 16'd0;
  assign p_o = {32{exponent_i[1]}};
  assign escape_o = {8{exponent_i[1:0]}};
endmodule

module lp_zvc_switch;
  assign sw_o = {32{start_i[0]}};
  assign count_o = 5'd0;
endmodule

module lp_grp_escapes;
  assign lanes_o = {32{start_i[0]}};
  assign count_o = {escape_i[1], 1'b0, escape_i[0], 2'b0};
endmodule

module lp_ebd_omega;
  assign data_o = data_i;
endmodule

module lp_grp_list;
  assign list_o = {CHUNKS * LANES * W{data_i[0]}};
endmodule

module lp_grp_join;
  assign third_o = b_i;
  assign fourth_o = b_i;
endmodule

`default_nettype wire
