// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_zvc_enc into lp_zvc_dec: one free line is restored, as an entry or as a stream of one line,
/// with any stalls; without stalls it is complete DONE cycles after reset.
///
/// Each element holds FREE free bits and zeros above: the units only test whether an element is
/// zero and otherwise move it unchanged, so every wrong mask and every misplaced element is
/// detected.
module fv_zvc_pair #(
    parameter int ELEM = 32,
    parameter int FREE = 1,
    parameter int STALLS = 0
) (
    input wire logic clk_i,
    input wire logic offer_i,
    input wire logic m_ready_i
);
  localparam int LANES = 256 / ELEM;
  localparam int DONE = 14;

  (* anyconst *) logic [4*LANES*FREE-1:0] bits;
  (* anyconst *) logic mem;
  wire [1023:0] line;
  genvar i;
  generate
    for (i = 0; i < 4 * LANES; i = i + 1) begin : g_element
      assign line[i*ELEM +: ELEM] = {{ELEM - FREE{1'b0}}, bits[i*FREE +: FREE]};
    end
  endgenerate

  wire rst_n, s_ready, c_valid, c_ready, c_mem, c_last, m_valid, m_last, m_err, m_end;
  wire l_valid;
  wire [255:0] c_data, m_data;
  wire [5:0] c_count;
  wire [7:0] c_size, l_size;
  wire [2:0] c_sectors, l_sectors;
  logic [2:0] in_q = 3'd0, out_q = 3'd0;
  logic [4:0] time_q = 5'd0;
  wire s_valid = in_q != 3'd4 && (STALLS == 0 || offer_i);
  wire m_ready = STALLS == 0 || m_ready_i;
  wire [255:0] sector_in = line[in_q[1:0]*256 +: 256];
  wire [255:0] sector_out = line[out_q[1:0]*256 +: 256];

  fv_reset u_reset (.clk_i, .again_i(1'b0), .rst_no(rst_n));
  lp_zvc_enc #(.ELEM(ELEM)) u_enc (
      .clk_i, .rst_ni(rst_n), .s_valid_i(s_valid), .s_ready_o(s_ready), .s_data_i(sector_in),
      .s_mem_i(mem), .s_last_i(1'b1), .m_valid_o(c_valid), .m_ready_i(c_ready), .m_data_o(c_data),
      .m_mem_o(c_mem), .m_last_o(c_last), .m_count_o(c_count), .m_size_o(c_size),
      .m_sectors_o(c_sectors), .l_valid_o(l_valid), .l_size_o(l_size), .l_sectors_o(l_sectors));
  lp_zvc_dec #(.ELEM(ELEM)) u_dec (
      .clk_i, .rst_ni(rst_n), .s_valid_i(c_valid), .s_ready_o(c_ready), .s_data_i(c_data),
      .s_mem_i(c_mem), .s_last_i(c_last), .s_count_i(c_count), .s_sectors_i(c_sectors),
      .m_valid_o(m_valid), .m_ready_i(m_ready), .m_data_o(m_data), .m_last_o(m_last),
      .m_err_o(m_err), .m_end_o(m_end));

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      in_q   <= in_q + {2'd0, s_valid && s_ready};
      out_q  <= out_q + {2'd0, m_valid && m_ready};
      time_q <= time_q + {4'd0, time_q != 5'd31};
    end
  end

  fv_assert u_same (.hold_i(!rst_n || !m_valid
                            || (out_q < 3'd4 && m_data == sector_out && !m_err
                                && m_end == m_last)));
  fv_assert u_done (.hold_i(STALLS != 0 || time_q < 5'(DONE) || out_q == 3'd4));
  fv_cover u_last (.seen_i(rst_n && m_valid && m_last && m_ready && m_data != '0));
endmodule

`default_nettype wire
