// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_expand with ZVC and raw groups of any content and any result of the decoder: stalled
/// outputs are held stable; each group gives exactly as many sectors as were announced, here the
/// same free number for all, and one end, which does not come before its last flit was taken, nor
/// more than two sectors early.
module fv_cdma_expand (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         i_valid_i,
    input wire logic [3:0]   i_codec_i,
    input wire logic         s_valid_i,
    input wire logic [255:0] s_data_i,
    input wire logic         s_last_i,
    input wire logic [5:0]   s_bytes_i,
    input wire logic         m_ready_i,
    input wire logic         e_ready_i
);
  (* anyconst *) logic [4:0] sectors;
  always_comb assume (sectors != 5'd0 && sectors <= 5'd16);

  wire rst_n, i_ready, s_ready, m_valid, m_last, e_valid, e_err;
  wire [255:0] m_data;
  wire [4:0] e_bad;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_expand #(.CODECS(1)) u_dut (
      .clk_i, .rst_ni(rst_n), .i_valid_i, .i_ready_o(i_ready), .i_sectors_i(sectors), .i_codec_i,
      .s_valid_i, .s_ready_o(s_ready), .s_data_i, .s_last_i, .s_bytes_i, .m_valid_o(m_valid),
      .m_ready_i, .m_data_o(m_data), .m_last_o(m_last), .e_valid_o(e_valid), .e_ready_i,
      .e_err_o(e_err), .e_bad_o(e_bad));

  wire close = rst_n && s_valid_i && s_ready && s_last_i;
  wire pop = rst_n && m_valid && m_ready_i;
  wire ends = rst_n && e_valid && e_ready_i;
  // n: sectors of a group that have left. flits, rest: last flits and last sectors minus ends; rest
  // is offset by two.
  logic [4:0] n_q = 5'd0;
  logic [3:0] flits_q = 4'd0, rest_q = 4'd2;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      n_q <= 5'd0;
      flits_q <= 4'd0;
      rest_q <= 4'd2;
    end else begin
      if (pop) n_q <= m_last ? 5'd0 : n_q + 5'd1;
      flits_q <= flits_q + {3'd0, close} - {3'd0, ends};
      rest_q <= rest_q + {3'd0, pop && m_last} - {3'd0, ends};
    end
  end
  // More last flits than groups that can be inside do not fit.
  fv_assert u_most (.hold_i(flits_q <= 4'd9));
  fv_assert u_flits (.hold_i(!rst_n || !e_valid || flits_q != 4'd0));
  fv_assert u_rest (.hold_i(!rst_n || !ends || rest_q + {3'd0, pop && m_last} != 4'd0));
  fv_assert u_last (.hold_i(!rst_n || !m_valid || m_last == (n_q + 5'd1 == sectors)));
  fv_assert u_zero (.hold_i(m_valid || (m_data == '0 && !m_last)));
  fv_assert u_good (.hold_i(!rst_n || e_err || e_bad == 5'd0));
  fv_stream #(.WIDTH(1)) u_m (
      .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i), .data_i(m_last));
  fv_stream #(.WIDTH(6)) u_e (
      .clk_i, .rst_ni(rst_n), .valid_i(e_valid), .ready_i(e_ready_i), .data_i({e_err, e_bad}));
  fv_cover u_bad (.seen_i(ends && e_err && sectors > 5'd4));
  fv_cover u_end (.seen_i(ends && !e_err && sectors > 5'd4));
endmodule

`default_nettype wire
