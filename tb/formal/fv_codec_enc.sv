// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_codec_enc under any stall and reset. PART chooses what is checked:
/// 0: handshake rules of the output, its data apart; any input.
/// 1: the n-th entry or stream out is of the codec that its first line asked for and, if of BPC or
///    not a stream, an entry, for a free n; no more come out than went in; what went in comes out
///    within DRAIN cycles without stalls. Of each word, FREE low bits are free.
module fv_codec_enc #(
    parameter int PART = 0,
    parameter int FREE = 32
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         s_valid_i,
    input wire logic [255:0] bits_i,
    input wire logic         s_codec_i,
    input wire logic         s_mem_i,
    input wire logic         s_last_i,
    input wire logic         m_ready_i
);
  localparam int DRAIN = 14;

  wire rst_n, s_ready, m_valid, m_codec, m_mem, m_last;
  wire [255:0] s_data, m_data;
  wire [5:0] m_count;
  wire [10:0] m_size;
  wire [2:0] m_sectors;
  genvar i;
  generate
    for (i = 0; i < 8; i = i + 1) begin : g_word
      assign s_data[32*i +: 32] = bits_i[32*i +: 32] & (32'hffffffff >> (32 - FREE));
    end
  endgenerate
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_codec_enc u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i(s_data), .s_codec_i,
      .s_mem_i, .s_last_i, .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_codec_o(m_codec),
      .m_mem_o(m_mem), .m_last_o(m_last), .m_count_o(m_count), .m_size_o(m_size),
      .m_sectors_o(m_sectors));

  fv_stream #(.WIDTH(256 + 3), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({bits_i, s_codec_i, s_mem_i, s_last_i}));

  wire push = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;

  generate
    if (PART == 0) begin : g_handshake
      fv_stream #(.WIDTH(3 + 6 + 11 + 3)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_codec, m_mem, m_last, m_count, m_size, m_sectors}));

    end else begin : g_order
      (* anyconst *) logic [3:0] n;
      logic [1:0] idx_q = 2'd0;
      logic open_q = 1'b0, bpc_q, codec_q, mem_q;
      logic [3:0] in_q = 4'd0, out_q = 4'd0, idle_q = 4'd0;
      wire line_in = push && idx_q == 2'd3;
      wire mem_in = !open_q && (bpc_q || s_mem_i);
      wire end_in = line_in && (mem_in || s_last_i);
      wire end_out = pop && m_last;
      wire [3:0] inside = in_q - out_q;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          idx_q <= 2'd0;
          open_q <= 1'b0;
          in_q <= 4'd0;
          out_q <= 4'd0;
          idle_q <= 4'd0;
        end else begin
          if (push) idx_q <= idx_q + 2'd1;
          if (line_in) open_q <= !mem_in && !s_last_i;
          in_q <= in_q + {3'd0, end_in};
          out_q <= out_q + {3'd0, end_out};
          idle_q <= s_valid_i || !m_ready_i ? 4'd0 : idle_q == 4'(DRAIN) ? idle_q : idle_q + 4'd1;
        end
        if (push && idx_q == 2'd0) bpc_q <= s_codec_i;
        if (end_in && in_q == n) begin
          codec_q <= mem_in && bpc_q;
          mem_q <= mem_in;
        end
      end
      fv_assert u_inside (.hold_i(inside <= 4'd9 && (!end_out || inside != 4'd0)));
      fv_assert u_order (.hold_i(!end_out || out_q != n || {m_codec, m_mem} == {codec_q, mem_q}));
      fv_assert u_drained (.hold_i(!rst_n || idle_q != 4'(DRAIN) || idx_q != 2'd0 || open_q
                                   || (inside == 4'd0 && !m_valid)));
      fv_cover u_zvc (.seen_i(end_out && n == 4'd1 && out_q == n && !codec_q));
      fv_cover u_bpc (.seen_i(end_out && n == 4'd1 && out_q == n && codec_q));
    end
  endgenerate
endmodule

`default_nettype wire
