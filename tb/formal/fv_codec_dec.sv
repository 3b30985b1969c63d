// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_codec_dec under any stall and reset. PART chooses what is checked:
/// 0: handshake rules of the output, its data apart; any input.
/// 1: last with every fourth sector, err only with last, zeros while valid is low; any input.
/// 2: entries of any kind, the codec free for each: each gives one line; what went in comes out
///    within DRAIN cycles without stalls.
/// 3: entries of one beat, zero lines or of an impossible size: the n-th line out is bad exactly if
///    the n-th entry was, for a free n, whatever the codecs.
module fv_codec_dec #(
    parameter int PART = 0
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         s_valid_i,
    input wire logic [255:0] s_data_i,
    input wire logic         s_codec_i,
    input wire logic         s_mem_i,
    input wire logic         s_last_i,
    input wire logic [5:0]   s_count_i,
    input wire logic [2:0]   s_sectors_i,
    input wire logic         m_ready_i
);
  localparam int DRAIN = 30;

  wire rst_n, s_ready, m_valid, m_last, m_err;
  wire [255:0] m_data;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_codec_dec u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i, .s_codec_i, .s_mem_i,
      .s_last_i, .s_count_i, .s_sectors_i, .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data),
      .m_last_o(m_last), .m_err_o(m_err));

  fv_stream #(.WIDTH(256 + 3 + 6 + 3), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({s_data_i, s_codec_i, s_mem_i, s_last_i, s_count_i, s_sectors_i}));

  wire push = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;
  logic first_q = 1'b1;
  logic [3:0] in_q = 4'd0, out_q = 4'd0;
  wire begins = push && first_q;
  wire ends = pop && m_last;
  wire [3:0] inside = in_q - out_q;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      first_q <= 1'b1;
      in_q <= 4'd0;
      out_q <= 4'd0;
    end else begin
      if (push) first_q <= s_last_i;
      in_q <= in_q + {3'd0, begins};
      out_q <= out_q + {3'd0, ends};
    end
  end

  generate
    if (PART == 0) begin : g_handshake
      fv_stream #(.WIDTH(2)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i), .data_i({m_last, m_err}));

    end else if (PART == 1) begin : g_lines
      logic [1:0] idx_q = 2'd0;
      always_ff @(posedge clk_i) begin
        if (!rst_n) idx_q <= 2'd0;
        else if (pop) idx_q <= idx_q + 2'd1;
      end
      fv_assert u_last (.hold_i(!rst_n || m_last == (m_valid && idx_q == 2'd3)));
      fv_assert u_err (.hold_i(!rst_n || !m_err || m_last));
      fv_assert u_zero (.hold_i(m_valid || {m_data, m_last, m_err} == '0));
      fv_cover u_bad (.seen_i(pop && m_err));

    end else if (PART == 2) begin : g_entries
      always_comb assume (s_mem_i);
      logic [4:0] idle_q = 5'd0;
      always_ff @(posedge clk_i) begin
        if (!rst_n) idle_q <= 5'd0;
        else idle_q <= s_valid_i || !m_ready_i ? 5'd0 : idle_q == 5'(DRAIN) ? idle_q
                     : idle_q + 5'd1;
      end
      fv_assert u_inside (.hold_i(inside <= 4'd9 && (!ends || inside != 4'd0)));
      fv_assert u_drained (.hold_i(!rst_n || idle_q != 5'(DRAIN) || !first_q
                                   || (inside == 4'd0 && !m_valid)));
      fv_cover u_five (.seen_i(inside == 4'd5));
      fv_cover u_both (.seen_i(ends && inside == 4'd3 && s_codec_i));

    end else begin : g_order
      always_comb assume (s_mem_i && s_last_i && (s_sectors_i == 3'd0 || s_sectors_i == 3'd5));
      (* anyconst *) logic [3:0] n;
      logic bad_q;
      always_ff @(posedge clk_i) begin
        if (begins && in_q == n) bad_q <= s_sectors_i == 3'd5;
      end
      fv_assert u_right (.hold_i(!ends || out_q != n || m_err == bad_q));
      fv_cover u_bad (.seen_i(ends && out_q == n && n == 4'd2 && bad_q));
      fv_cover u_good (.seen_i(ends && out_q == n && n == 4'd2 && !bad_q));
    end
  endgenerate
endmodule

`default_nettype wire
