// SPDX-License-Identifier: Apache-2.0
// Stand-in for lp_cdma_store where only the number of beats matters: beats leave at any time, and
// none may come when it is full.
`default_nettype none

module lp_cdma_store;
  localparam int W = $clog2(DEPTH + 2);
  (* anyseq *) logic [WIDTH-1:0] data;
  (* anyseq *) logic show;
  logic [W-1:0] count_q;
  logic valid_q;
  logic [WIDTH-1:0] data_q;
  wire push = s_valid_i && s_ready_o;
  wire pop = valid_q && m_ready_i;
  wire [W-1:0] rest = count_q - W'(pop);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      count_q <= '0;
      valid_q <= 1'b0;
    end else begin
      count_q <= rest + W'(push);
      valid_q <= (valid_q && !pop) || (show && rest != '0);
    end
    if (!valid_q || pop) data_q <= data;
  end
  assign s_ready_o = count_q < W'(DEPTH);
  assign m_valid_o = valid_q;
  assign m_data_o = data_q;
  fv_assert u_room (.hold_i(!rst_ni || !s_valid_i || s_ready_o));
endmodule

`default_nettype wire
