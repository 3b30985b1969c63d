// SPDX-License-Identifier: Apache-2.0
// Stand-ins inside lp_cdma_buf where only the order of groups matters: rings that have flits, and
// ends of groups, at any time; an array whose words hold their address; unlimited credit.
`default_nettype none

module lp_cdma_credit;
  assign credit_o = 1'b1;
endmodule

module lp_cdma_fifo;
  (* anyseq *) logic some, last;
  logic has_q, last_q;
  always_ff @(posedge clk_i) begin
    has_q <= rst_ni && ((has_q && !pop_i) || some);
    if (!has_q || pop_i) last_q <= last;
  end
  assign write_o = ADDR_W'(FIRST);
  assign read_o = ADDR_W'(FIRST);
  assign next_o = ADDR_W'(FIRST);
  assign has_o = has_q;
  assign last_o = last_q;
endmodule

module lp_ram;
  logic [ADDR_W-1:0] at_q;
  always_ff @(posedge clk_i) if (r_en_i) at_q <= r_addr_i;
  assign r_data_o = WIDTH'(at_q);
endmodule

`default_nettype wire
