// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_ebd_dec: whatever the first entry is, the line after it is right. That line has one element
/// at any place: of EBD in the mask form, with any base, code or nibble, whose exponent may be
/// outside 0..255; or any element of ZVC or XZVC.
module fv_ebd_next #(
    // The unit, and codec of the second line: 0 without ZVC, EBD; with ZVC, 1 EBD, 2 ZVC, 3 XZVC.
    parameter int SECOND = 0
) (
    input wire logic         clk_i,
    input wire logic         s_valid_i,
    input wire logic [255:0] s_data_i,
    input wire logic         s_last_i,
    input wire logic [2:0]   s_sectors_i,
    input wire logic         s_zvc_i,
    input wire logic         s_filter_i,
    input wire logic         m_ready_i,
    // The element of the second line; the registers below keep the values taken at reset.
    input wire logic [5:0]   at_i,
    input wire logic [7:0]   base_i,
    input wire logic [2:0]   code_i,
    input wire logic [3:0]   nibble_i,
    input wire logic [7:0]   payload_i
);
  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;
  wire rst_n = started_q;

  logic [5:0] at_q;
  logic [7:0] base_q, payload_q;
  logic [2:0] code_q;
  logic [3:0] nibble_q;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      at_q <= at_i;
      base_q <= base_i;
      code_q <= code_i;
      nibble_q <= nibble_i;
      payload_q <= payload_i;
    end
  end

  wire escape = code_q == 3'd7;
  wire [63:0] mask = 64'd1 << at_q;
  wire [15:0] plain = {payload_q, base_q};
  wire [255:0] record = SECOND >= 2 ? {176'd0, plain, mask} : escape
      ? {120'd0, payload_q, 4'd0, nibble_q, 45'd0, code_q, mask, base_q}
      : {128'd0, payload_q, 45'd0, code_q, mask, base_q};

  wire s_ready, m_valid, m_last, m_err;
  wire [255:0] m_data;
  lp_ebd_dec #(.ZVC(SECOND != 0 ? 1 : 0)) u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i, .s_last_i, .s_sectors_i,
      .s_zvc_i, .s_filter_i, .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_last_o(m_last), .m_err_o(m_err));
  fv_stream #(.WIDTH(256 + 1 + 3 + 2), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({s_data_i, s_last_i, s_sectors_i, s_zvc_i, s_filter_i}));

  // Entries taken, and sectors of the second line that have left.
  wire push = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;
  logic second_q = 1'b0, out_second_q = 1'b0, bad_q = 1'b0;
  logic [1:0] idx_q = 2'd0;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      second_q <= 1'b0;
      out_second_q <= 1'b0;
      idx_q <= 2'd0;
      bad_q <= 1'b0;
    end else begin
      second_q <= second_q || (push && s_last_i);
      if (pop) idx_q <= idx_q + 2'd1;
      if (pop && m_last) begin
        out_second_q <= 1'b1;
        bad_q <= m_err;
      end
    end
  end
  always_comb assume (!second_q || (s_data_i == record && s_last_i && s_sectors_i == 3'd1
                                    && s_zvc_i == (SECOND >= 2) && s_filter_i == (SECOND == 3)));

  wire [9:0] from = {2'b0, base_q};
  wire [9:0] exponent = !escape ? from - {7'd0, code_q}
      : nibble_q == 4'd13 ? from + 10'd1 : nibble_q == 4'd14 ? from + 10'd2
      : nibble_q == 4'd15 ? 10'd0 : from - 10'd7 - {6'd0, nibble_q};
  wire bad = SECOND < 2 && exponent[9:8] != 2'd0;
  wire [15:0] value = SECOND >= 2 ? plain : {payload_q[7], exponent[7:0], payload_q[6:0]};
  wire [63:0] word = {48'd0, value} << {at_q[1:0], 4'd0};
  wire [255:0] element;
  genvar w;
  generate
    for (w = 0; w < 4; w = w + 1) begin : g_word
      // All words of XZVC from the element's on have its bits.
      wire same = at_q[5:2] == {idx_q, 2'(w)};
      wire after = SECOND == 3 && at_q[5:2] < {idx_q, 2'(w)};
      assign element[64*w +: 64] = word & {64{same || after}};
    end
  endgenerate
  wire here = at_q[5:4] == idx_q;
  fv_assert u_data (.hold_i(!out_second_q || !m_valid || bad
                            || m_data == element));
  fv_assert u_err (.hold_i(!out_second_q || !m_last || m_err == bad));
  fv_cover u_after_bad (.seen_i(out_second_q && bad_q && pop && here && !bad));
endmodule

`default_nettype wire
