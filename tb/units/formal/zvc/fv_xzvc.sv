// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_xzvc_enc (DEC = 0) and lp_xzvc_dec (DEC = 1) under any input, stall and reset: the FIFO of
/// filter flags has a place for each line that begins, and gives the flag of each line that leaves.
/// While MOST lines are in the decoder no other line begins.
module fv_xzvc #(
    parameter int DEC = 0
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         s_valid_i,
    input wire logic [255:0] s_data_i,
    input wire logic         s_filter_i,
    input wire logic         s_last_i,
    input wire logic [2:0]   s_sectors_i,
    input wire logic         m_ready_i
);
  localparam int DEPTH = 4, MOST = DEC ? 3 : 2, FULL = DEC ? MOST : DEPTH;

  wire rst_n, s_ready, m_valid, m_last, first;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  fv_stream #(.WIDTH(256 + 1 + 1 + 3), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({s_data_i, s_filter_i, s_last_i, s_sectors_i}));
  wire push = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;

  generate
    if (DEC == 0) begin : g_enc
      wire [255:0] m_data;
      wire m_filter;
      wire [7:0] m_size;
      wire [2:0] m_sectors;
      lp_xzvc_enc u_dut (
          .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i, .s_filter_i,
          .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_filter_o(m_filter),
          .m_last_o(m_last), .m_size_o(m_size), .m_sectors_o(m_sectors));
      logic [1:0] idx_q = 2'd0;
      always_ff @(posedge clk_i) idx_q <= !rst_n ? 2'd0 : idx_q + {1'b0, push};
      assign first = idx_q == 2'd0;
    end else begin : g_dec
      wire [255:0] m_data;
      wire m_err;
      lp_xzvc_dec u_dut (
          .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i, .s_filter_i,
          .s_last_i, .s_sectors_i, .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data),
          .m_last_o(m_last), .m_err_o(m_err));
      logic first_q = 1'b1;
      always_ff @(posedge clk_i) first_q <= !rst_n || (push ? s_last_i : first_q);
      assign first = first_q;
    end
  endgenerate

  logic [2:0] lines_q = 3'd0;
  always_ff @(posedge clk_i) begin
    lines_q <= !rst_n ? 3'd0 : lines_q + {2'd0, push && first} - {2'd0, pop && m_last};
  end
  fv_assert u_room (.hold_i(!rst_n || lines_q <= 3'(FULL)));
  fv_assert u_place (.hold_i(!push || !first || lines_q != 3'(FULL)));
  fv_assert u_known (.hold_i(!rst_n || !m_valid || lines_q != 3'd0));
  fv_cover u_most (.seen_i(lines_q == 3'(MOST)));
endmodule

`default_nettype wire
