// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for lp_codec_enc in lp_buddy_write: any encoder of memory entries that takes four
/// sectors per line and gives entries in order, each of as many beats as its first one gives;
/// stalled beats are held stable. The timing of its ports and the encoding of a line are free; ELEM
/// = 8 means that it is never slow. The data is the beat's number.
module lp_codec_enc;
  localparam logic [1:0] HOLDS = 2'd2;
  (* anyseq *) logic may_take, may_give, any_tiny;
  (* anyseq *) logic [2:0] any_sectors;
  logic [1:0] idx_q = 2'd0, count_q = 2'd0, beat_q = 2'd0;
  logic held_q = 1'b0, tiny_q;
  logic [2:0] sectors_q;

  // Once the first beat is offered, the encoding of the line is fixed.
  wire settled = held_q || beat_q != 2'd0;
  wire [2:0] sectors = settled ? sectors_q : any_sectors[2] ? 3'd4 : any_sectors;
  wire tiny = settled ? tiny_q : any_tiny && sectors == 3'd1;
  wire push = s_valid_i && s_ready_o;
  wire pop = m_valid_o && m_ready_i;
  assign s_ready_o = (may_take || ELEM == 8) && (count_q != HOLDS || idx_q != 2'd3);
  assign m_valid_o = held_q || (count_q != 2'd0 && (may_give || ELEM == 8));
  assign m_last_o = m_valid_o && ({1'b0, beat_q} + 3'd1 == sectors || sectors == 3'd0);
  assign m_data_o = {254'd0, beat_q};
  assign m_codec_o = '0;
  assign m_mem_o = 1'b1;
  assign m_count_o = 6'd0;
  assign m_size_o = tiny ? 11'd64 : 11'd65;
  assign m_sectors_o = sectors;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      idx_q <= 2'd0;
      count_q <= 2'd0;
      beat_q <= 2'd0;
      held_q <= 1'b0;
    end else begin
      if (push) idx_q <= idx_q + 2'd1;
      count_q <= count_q + {1'b0, push && idx_q == 2'd3} - {1'b0, pop && m_last_o};
      if (pop) beat_q <= m_last_o ? 2'd0 : beat_q + 2'd1;
      held_q <= m_valid_o && !m_ready_i;
    end
    if (m_valid_o) begin
      sectors_q <= sectors;
      tiny_q <= tiny;
    end
  end
endmodule

`default_nettype wire
