// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-ins for what is in lp_mixed_enc: any BPC pipeline that meets its contract, and in the core
/// any sizes by EBD. Instead of data a beat carries its mark, its number and who made it: bits 6
/// and 5 are 0 for a raw line, 1 for BPC, 2 for a record of EBD, 3 for one of ZVC or XZVC.
///
/// The contract of lp_bpc_core: the size is announced 3 cycles with move after a line's fourth
/// sector is taken, and its beats, as many as sectors or one, are any of the 4 cycles that begin 2
/// later. A sector is taken into D0 before it goes on from there, and only a line's first one may be
/// taken over before it does; this is asserted.
module lp_bpc_core;
  (* anyseq *) logic any_beat;
  (* anyseq *) logic [2:0] any_sectors;
  // The number of the sector that goes on from D0, and that of the next one to be taken.
  logic [1:0] idx_q = 2'd0, take_q = 2'd0;
  logic held_q = 1'b0;
  // Cycles since the fourth sector of a line was taken; it goes on in the first of them.
  logic [8:2] at_q = 7'd0;
  logic [1:0] mark_q, out_mark_q;
  logic [2:0] sectors_q, out_sectors_q, left_q, number_q;
  logic beat_q = 1'b0;
  wire fourth = d0_valid_i && idx_q == 2'd3;
  wire [1:0] taken = s_first_i ? 2'd0 : take_q;
  wire wrong = (d0_valid_i && (!held_q || take_q != idx_q + 2'd1))
            || (s_take_i && held_q && !d0_valid_i && take_q != 2'd1)
            || (s_take_i && s_first_i && idx_q != 2'd0 && !fourth)
            || (s_take_i && !s_first_i && taken == 2'd0);
  fv_assert u_taken (.hold_i(!rst_ni || !move_i || !wrong));
  wire [2:0] sectors = any_sectors[2] ? 3'd4 : any_sectors;
  wire [2:0] beats = sectors_q == 3'd0 ? 3'd1 : sectors_q;
  // Beats left, and cycles left for them, from the next cycle on.
  wire [2:0] left = at_q[4] ? beats : left_q - {2'd0, beat_q};
  wire [2:0] room = at_q[4] ? 3'd4 : at_q[5] ? 3'd3 : at_q[6] ? 3'd2 : at_q[7] ? 3'd1 : 3'd0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      idx_q <= 2'd0;
      take_q <= 2'd0;
      held_q <= 1'b0;
      at_q <= 7'd0;
      beat_q <= 1'b0;
    end else if (move_i) begin
      if (d0_valid_i) idx_q <= idx_q + 2'd1;
      if (s_take_i) take_q <= taken + 2'd1;
      held_q <= s_take_i || (held_q && !d0_valid_i);
      at_q <= {at_q[7:2], fourth};
      beat_q <= room != 3'd0 && left != 3'd0 && (any_beat || left == room);
    end
    if (move_i) begin
      if (s_take_i && taken == 2'd3) mark_q <= s_data_i[1:0];
      if (at_q[2]) sectors_q <= sectors;
      if (at_q[4]) {out_mark_q, out_sectors_q} <= {mark_q, sectors_q};
      number_q <= at_q[4] ? 3'd0 : number_q + {2'd0, beat_q};
      left_q <= left;
    end
  end
  assign l_valid_o = at_q[3];
  assign l_size_o = 11'd0;
  assign l_sectors_o = sectors_q & {3{l_valid_o}};
  assign m_valid_o = beat_q;
  assign m_data_o = {249'd0, 2'd1, number_q, out_mark_q} & {256{beat_q}};
  assign m_last_o = beat_q && left_q == 3'd1;
  assign m_size_o = 11'd0;
  assign m_sectors_o = out_sectors_q & {3{beat_q}};
endmodule

module lp_ebd_count;
  assign {before_o, count_o} = 25'd0;
endmodule

/// The core clears the beat of a zero line, which would lose its mark.
module lp_ebd_choice;
  (* anyseq *) logic [2:0] any;
  assign sectors_o = any[2] ? 3'd4 : any == 3'd0 ? 3'd1 : any;
  assign form_o = any[2] ? 3'd0 : 3'd1;
  assign size_o = 8'd0;
  assign down_o = 3'd1;
  assign escapes_o = 6'd0;
  assign start_o = 6'd15;
endmodule

/// The first two sectors give their marks to the record's beats: the second one to the third beat,
/// since bytes past 64 of the line before may be in the record until then.
module lp_ebd_insert;
  wire [1:0] who = {1'b1, zvc_i};
  assign record_o = {249'd0, {who, 3'd2, data_i[1:0]} & {7{at_i[1]}},
                     249'd0, {who, 3'd1, data_i[1:0]} & {7{at_i[0]}},
                     249'd0, {who, 3'd0, data_i[1:0]} & {7{at_i[0]}}};
endmodule

`default_nettype wire
