// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for the lp_codec_dec fed by lp_buddy_lane: any decoder of memory entries that holds up
/// to two and gives four sectors for each, in order, on beats that are held stable while stalled.
/// The timing of its ports and which lines are bad are free; ELEM = 8 means that it is never slow.
///
/// An output sector describes the entry's beats, if these are {bits of the line, memory, number}:
/// [2:0] beats of device memory, [5:3] of buddy memory, [6] numbers rise from 0, device memory
/// first, and all are of one line, [7 +: 1] the bits of that line.
module lp_codec_dec;
  (* anyseq *) logic may_take, may_give, bad;
  logic first_q = 1'b1, held_q = 1'b0, err_q;
  logic [1:0] number_q = 2'd0, count_q = 2'd0;
  logic [7:0] open_q, line_q, next_q;

  wire push = s_valid_i && s_ready_o;
  wire pop = m_valid_o && m_ready_i;
  assign s_ready_o = (may_take || ELEM == 8) && count_q != 2'd2;
  assign m_valid_o = held_q || (count_q != 2'd0 && (may_give || ELEM == 8));
  assign m_last_o = m_valid_o && number_q == 2'd3;
  assign m_err_o = m_last_o && (held_q ? err_q : bad);
  assign m_data_o = {248'd0, line_q & {8{m_valid_o}}};

  // The entry so far, with this beat.
  wire mine, memory, none, fits;
  wire [1:0] number;
  wire [2:0] dev_n, bud_n;
  wire [7:0] so_far, with;
  assign {mine, memory, number} = s_data_i[3:0];
  assign none = s_sectors_i == 3'd0;
  assign so_far = first_q ? {mine, 7'h40} : open_q;
  assign {dev_n, bud_n} = {so_far[2:0], so_far[5:3]};
  assign fits = so_far[6] && mine == so_far[7] && number == (memory ? bud_n[1:0] : dev_n[1:0])
                && (memory || bud_n == 3'd0);
  assign with = none ? {1'b0, 7'h40}
                     : {so_far[7], fits, bud_n + {2'd0, memory}, dev_n + {2'd0, !memory}};

  wire done = push && s_last_i;
  wire gone = pop && m_last_o;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q <= 1'b1;
      held_q <= 1'b0;
      number_q <= 2'd0;
      count_q <= 2'd0;
    end else begin
      if (push) first_q <= s_last_i;
      held_q <= m_valid_o && !m_ready_i;
      if (pop) number_q <= number_q + 2'd1;
      count_q <= count_q + {1'b0, done} - {1'b0, gone};
    end
    err_q <= m_err_o;
    if (push) open_q <= with;
    if (done && (count_q == 2'd0 || (count_q == 2'd1 && gone))) line_q <= with;
    else if (gone) line_q <= next_q;
    if (done) next_q <= with;
  end
endmodule

`default_nettype wire
