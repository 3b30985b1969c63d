// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_card_uart_tx into lp_card_uart_rx: each byte comes out once, unchanged, before the next one
/// is taken or soon after, and never as a bad byte; an idle line produces none.
module fv_card_uart_line #(
    parameter int CLKS_PER_BIT = 4
) (
    input wire logic       clk_i,
    input wire logic       again_i,
    input wire logic       s_valid_i,
    input wire logic [7:0] s_data_i
);
  wire rst_n, s_ready, line, valid, bad;
  wire [7:0] byte_out;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_card_uart_tx #(.CLKS_PER_BIT(CLKS_PER_BIT)) u_tx (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i, .tx_o(line));
  lp_card_uart_rx #(.CLKS_PER_BIT(CLKS_PER_BIT)) u_rx (
      .clk_i, .rst_ni(rst_n), .rx_i(line), .valid_o(valid), .byte_o(byte_out), .bad_o(bad));

  // Bytes in flight: the last one may still be in its stop bit as the next is taken.
  logic [1:0] owed_q = 2'd0;
  logic [7:0] data_q, before_q;
  wire take;
  assign take = s_valid_i && s_ready;
  always_ff @(posedge clk_i) begin
    owed_q <= rst_n ? owed_q + {1'b0, take} - {1'b0, valid} : 2'd0;
    if (take) {before_q, data_q} <= {data_q, s_data_i};
  end
  fv_assert u_once (.hold_i(!rst_n || !valid || owed_q == 2'd1 || owed_q == 2'd2));
  fv_assert u_same (.hold_i(!rst_n || !valid
                            || byte_out == (owed_q == 2'd1 ? data_q : before_q)));
  fv_assert u_good (.hold_i(!rst_n || !bad));
  fv_assert u_none_lost (.hold_i(!rst_n || !take || owed_q < 2'd2));
  fv_assert u_idle (.hold_i(!rst_n || owed_q != 2'd0 || line));
  fv_cover u_one (.seen_i(rst_n && valid && byte_out == 8'h4c));
endmodule

`default_nettype wire
