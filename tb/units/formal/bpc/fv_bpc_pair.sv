// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_bpc_enc into lp_bpc_dec: one free line comes back, with any stalls; without stalls it is
/// complete DONE cycles after reset.
///
/// Words START to START + WORDS - 1 hold FREE free bits from bit LOW on and their sign or, with
/// SIGNED = 0, zeros above; other words are all BASE.
module fv_bpc_pair #(
    parameter int START = 0,
    parameter int WORDS = 4,
    parameter int FREE = 1,
    parameter int LOW = 0,
    parameter int SIGNED = 0,
    parameter int BASE = 0,
    parameter int STALLS = 0
) (
    input wire logic clk_i,
    input wire logic offer_i,
    input wire logic m_ready_i
);
  localparam int DONE = 26;

  (* anyconst *) logic [WORDS*FREE-1:0] bits;
  wire [1023:0] line;
  genvar i;
  generate
    for (i = 0; i < 32; i = i + 1) begin : g_word
      if (i < START || i >= START + WORDS) begin : g_fixed
        assign line[32*i +: 32] = 32'(BASE);
      end else begin : g_free
        wire [FREE-1:0] free = bits[(i-START)*FREE +: FREE];
        wire [31:0] wide = {{32 - FREE{free[FREE-1] && SIGNED != 0}}, free};
        assign line[32*i +: 32] = wide << LOW;
      end
    end
  endgenerate

  wire rst_n, s_ready, c_valid, c_ready, c_last, m_valid, m_last, m_err;
  wire [255:0] c_data, m_data;
  wire [10:0] c_size;
  wire [2:0] c_sectors;
  logic [2:0] in_q = 3'd0, out_q = 3'd0;
  logic [4:0] time_q = 5'd0;
  wire s_valid = in_q != 3'd4 && (STALLS == 0 || offer_i);
  wire m_ready = STALLS == 0 || m_ready_i;
  wire [255:0] sector_in = line[in_q[1:0]*256 +: 256];
  wire [255:0] sector_out = line[out_q[1:0]*256 +: 256];

  fv_reset u_reset (.clk_i, .again_i(1'b0), .rst_no(rst_n));
  lp_bpc_enc u_enc (
      .clk_i, .rst_ni(rst_n), .s_valid_i(s_valid), .s_ready_o(s_ready), .s_data_i(sector_in),
      .m_valid_o(c_valid), .m_ready_i(c_ready), .m_data_o(c_data), .m_last_o(c_last),
      .m_size_o(c_size), .m_sectors_o(c_sectors));
  lp_bpc_dec u_dec (
      .clk_i, .rst_ni(rst_n), .s_valid_i(c_valid), .s_ready_o(c_ready), .s_data_i(c_data),
      .s_last_i(c_last), .s_sectors_i(c_sectors), .m_valid_o(m_valid), .m_ready_i(m_ready),
      .m_data_o(m_data), .m_last_o(m_last), .m_err_o(m_err));

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      in_q   <= in_q + {2'd0, s_valid && s_ready};
      out_q  <= out_q + {2'd0, m_valid && m_ready};
      time_q <= time_q + {4'd0, time_q != 5'd31};
    end
  end

  fv_assert u_same (.hold_i(!rst_n || !m_valid
                            || (out_q < 3'd4 && m_data == sector_out && !m_err)));
  fv_assert u_done (.hold_i(STALLS != 0 || time_q < 5'(DONE) || out_q == 3'd4));
  fv_cover u_last (.seen_i(rst_n && m_valid && m_last && m_ready));
endmodule

`default_nettype wire
