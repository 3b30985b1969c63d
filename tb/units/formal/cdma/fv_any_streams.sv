// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for the ZVC decoder in lp_cdma_expand: any that turns each stream into lines of four
/// sectors that are held stable while stalled; the last line ends the stream. A good end comes when
/// the stream's last beat was taken or is taken in that cycle; after a bad line, which is always
/// the end, no output comes until that beat was taken. fv_dec, parts 0, 1 and 5, show this of
/// lp_zvc_dec.
module lp_codec_unit_dec;
  (* anyseq *) logic may_take, may_give, bad, stop;
  (* anyseq *) logic [255:0] data;
  logic first_q = 1'b1, held_q = 1'b0, err_q, end_q;
  logic [1:0] number_q = 2'd0;
  // Streams whose last beat was taken, minus those that have ended, plus one.
  logic [2:0] ahead_q = 3'd1;
  wire over = s_valid_i && s_ready_o && s_last_i;
  wire ends = m_valid_o && m_ready_i && m_end_o;
  wire some = ahead_q > 3'd1 || (ahead_q == 3'd1 && (!first_q || s_valid_i));

  assign s_ready_o = may_take && (ahead_q != 3'd4);
  assign m_valid_o = held_q || (some && may_give);
  assign m_data_o = data & {256{m_valid_o}};
  assign m_last_o = m_valid_o && number_q == 2'd3;
  assign m_err_o = m_last_o && (held_q ? err_q : bad);
  assign m_end_o = m_last_o && (m_err_o || (held_q ? end_q : stop && (ahead_q > 3'd1 || over)));
  assign m_byte_o = 7'd0;
  assign idle_o = 1'b0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q <= 1'b1;
      held_q <= 1'b0;
      number_q <= 2'd0;
      ahead_q <= 3'd1;
    end else begin
      if (s_valid_i && s_ready_o) first_q <= s_last_i;
      held_q <= m_valid_o && !m_ready_i;
      if (m_valid_o && m_ready_i) number_q <= number_q + 2'd1;
      ahead_q <= ahead_q + {2'd0, over} - {2'd0, ends};
    end
    err_q <= m_err_o;
    end_q <= m_end_o;
  end
endmodule

`default_nettype wire
