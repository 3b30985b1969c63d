// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-ins for blocks of lp_ebd_enc and lp_ebd_serial where only the order of lines and beats matters: the number
/// of sectors of a line follows from its first three elements, and its record is free.
module lp_ebd_count;
  assign before_o = 18'd0;
  assign count_o = {4'd0, flag_i[2:0]};
endmodule

module lp_ebd_choice;
  assign sectors_o = nonzero_i[2] ? 3'd4 : nonzero_i[2:0];
  assign form_o = nonzero_i[2] ? 3'd0 : 3'd1;
  assign size_o = {5'd0, nonzero_i[2:0]};
  assign down_o = 3'd1;
  assign escapes_o = 6'd0;
  assign start_o = 6'd15;
endmodule

module lp_ebd_record;
  assign record_o = {768{base_i[0]}};
endmodule

module lp_ebd_insert;
  assign record_o = {768{base_i[0]}};
endmodule

`default_nettype wire
