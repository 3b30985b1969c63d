// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_record_pack with entries as lp_bpc_enc makes them: stalled flits are held stable, and
/// any group has as many bytes at the output as its records have, in full flits except for the
/// last, which is marked.
module fv_cdma_record_pack (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         s_valid_i,
    input wire logic [255:0] s_data_i,
    input wire logic [9:0]   s_size_i,
    input wire logic [2:0]   s_sectors_i,
    input wire logic         s_end_i,
    input wire logic         m_ready_i
);
  wire rst_n, s_ready, m_valid, m_last, s_last;
  wire [255:0] m_data;
  wire [5:0] m_bytes;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_record_pack u_dut (
      .clk_i, .rst_ni(rst_n), .plain_i(1'b1), .s_valid_i, .s_ready_o(s_ready), .s_data_i,
      .s_codec_i(2'd0), .s_last_i(s_last), .s_size_i, .s_sectors_i, .s_end_i, .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data),
      .m_last_o(m_last), .m_bytes_o(m_bytes));
  fv_stream #(.WIDTH(14), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({s_size_i, s_sectors_i, s_end_i}));
  fv_stream #(.WIDTH(7)) u_out (
      .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
      .data_i({m_last, m_bytes}));

  // ---------------------------------------------------------------- input from the encoder 0, 1, 2
  // or 3 sectors: the number of bytes and of beats.
  logic [1:0] beat_q = 2'd0;
  logic [13:0] entry_q;
  wire push = rst_n && s_valid_i && s_ready;
  wire raw = s_sectors_i[2];
  wire [6:0] stream = s_size_i[9:3] + {6'd0, |s_size_i[2:0]};
  wire [2:0] beats = s_sectors_i == 3'd0 ? 3'd1 : s_sectors_i;
  assign s_last = {1'b0, beat_q} + 3'd1 == beats;
  wire fits = s_sectors_i == 3'd0 || s_sectors_i == 3'd4
              || (stream > {s_sectors_i[1:0] - 2'd1, 5'd0}
                  && stream <= {s_sectors_i[1:0], 5'd0});
  always_comb assume (!s_valid_i || (fits && s_sectors_i <= 3'd4));
  always_comb assume (!s_valid_i || beat_q == 2'd0
                      || entry_q == {s_size_i, s_sectors_i, s_end_i});
  always_ff @(posedge clk_i) begin
    if (!rst_n) beat_q <= 2'd0;
    else if (push) beat_q <= s_last ? 2'd0 : beat_q + 2'd1;
    if (push) entry_q <= {s_size_i, s_sectors_i, s_end_i};
  end
  wire [6:0] rest = stream - {beat_q, 5'd0};
  wire [5:0] fresh = raw || !s_last ? 6'd32 : s_sectors_i == 3'd0 ? 6'd0 : rest[5:0];
  wire [6:0] bytes = {1'b0, fresh} + {6'd0, beat_q == 2'd0};

  // ---------------------------------------------------------------- one group, any
  // ends: groups inside that are complete; before: those of them ahead of the watched group; owed:
  // bytes of the watched group inside.
  (* anyseq *) logic mark;
  logic fresh_q = 1'b1, watch_q = 1'b0, closed_q;
  logic [2:0] ends_q = 3'd0, before_q;
  logic [7:0] owed_q;
  logic [1:0] idle_q = 2'd0;
  wire pop = rst_n && m_valid && m_ready_i;
  wire ends = push && s_last && s_end_i;
  wire gone = pop && m_last;
  wire choose = push && fresh_q && mark && !watch_q;
  wire mine = watch_q && before_q == 3'd0;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      fresh_q <= 1'b1;
      watch_q <= 1'b0;
      ends_q <= 3'd0;
      idle_q <= 2'd0;
    end else begin
      if (push) fresh_q <= s_last && s_end_i;
      ends_q <= ends_q + {2'b0, ends} - {2'b0, gone};
      if (choose) begin
        watch_q <= 1'b1;
        closed_q <= ends;
        before_q <= ends_q - {2'b0, gone};
        owed_q <= {1'b0, bytes};
      end else begin
        if (gone && before_q != 3'd0) before_q <= before_q - 3'd1;
        if (mine && gone) watch_q <= 1'b0;
        if (ends) closed_q <= 1'b1;
        owed_q <= owed_q + (push && !closed_q ? {1'b0, bytes} : 8'd0)
                - (mine && pop ? {2'b0, m_bytes} : 8'd0);
      end
      idle_q <= push || !m_ready_i ? 2'd0 : idle_q + {1'b0, idle_q != 2'd3};
    end
  end
  fv_assert u_ends (.hold_i(ends_q <= 3'd2 && (!gone || ends_q != 3'd0)));
  fv_assert u_full (.hold_i(!pop || (m_last ? m_bytes != 6'd0 && m_bytes <= 6'd32
                                            : m_bytes == 6'd32)));
  fv_assert u_bytes (.hold_i(!watch_q || (owed_q <= 8'd66 && (!mine || !gone
                             || (closed_q && owed_q == {2'b0, m_bytes})))));
  fv_assert u_gone (.hold_i(!rst_n || idle_q != 2'd3 || ends_q == 3'd0));
  fv_cover u_two (.seen_i(ends_q == 3'd2));
  fv_cover u_last (.seen_i(mine && gone && m_bytes == 6'd32));
endmodule

`default_nettype wire
