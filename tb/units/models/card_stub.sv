// SPDX-License-Identifier: Apache-2.0
// Stand-in for lp_card in the benches of its edges: registers that store written values, and a
// window to a small memory that answers at any time, in order, with an error above 2**30. Its
// interrupt is bit 0 of register 0. The test writes lp_card's own ports into card_ports.svh.
`default_nettype none

`include "card_ports.svh"
  localparam int WORDS = 32768;
  reg [31:0] regs [0:8191];
  reg [31:0] mem [0:WORDS-1];
  integer seed = 77;
  function dice(input integer dummy);
    dice = $unsigned($random(seed)) % 3 != 0;
  endfunction

  // ---------------------------------------------------------------- registers
  reg aw_q = 0, w_q = 0, b_q = 0, r_q = 0;
  reg [14:0] aw_at;
  reg [31:0] w_data, r_data;
  assign {csr_awready_o, csr_wready_o, csr_arready_o} = {~aw_q, ~w_q, ~r_q};
  assign {csr_bvalid_o, csr_bresp_o} = {b_q, 2'b00};
  assign {csr_rvalid_o, csr_rdata_o, csr_rresp_o} = {r_q, r_data, 2'b00};
  assign irq_o = rst_ni & (regs[0][0] === 1'b1);
  always @(posedge clk_i) begin
    if (!rst_ni) {aw_q, w_q, b_q, r_q} <= 4'd0;
    else begin
      if (csr_awvalid_i & ~aw_q) {aw_q, aw_at} <= {1'b1, csr_awaddr_i};
      if (csr_wvalid_i & ~w_q) {w_q, w_data} <= {1'b1, csr_wdata_i};
      if (aw_q & w_q & ~b_q) begin
        regs[aw_at[14:2]] <= w_data;
        b_q <= 1'b1;
      end
      if (b_q & csr_bready_i) {aw_q, w_q, b_q} <= 3'd0;
      if (csr_arvalid_i & ~r_q) {r_q, r_data} <= {1'b1, regs[csr_araddr_i[14:2]]};
      if (r_q & csr_rready_i) r_q <= 1'b0;
    end
  end

  // ---------------------------------------------------------------- window: one burst at a time
  integer i;
  reg aw = 0, ar = 0, wb = 0, rv = 0, ok_aw = 0, ok_w = 0, ok_ar = 0;
  reg [39:0] wa, ra;
  reg [7:0] rn;
  reg [3:0] wid, rid;
  assign win_awready_o = ~aw & ~wb & ok_aw;
  assign win_wready_o = aw & ok_w;
  assign {win_bvalid_o, win_bid_o, win_bresp_o} = {wb, wid, wa[30], 1'b0};
  assign win_arready_o = ~ar & ok_ar;
  assign {win_rvalid_o, win_rid_o, win_rresp_o} = {rv, rid, ra[30], 1'b0};
  assign win_rlast_o = rn == 0;
  genvar g;
  generate
    for (g = 0; g < 8; g = g + 1) begin : g_word
      assign win_rdata_o[32*g +: 32] = mem[{ra[16:5], 3'd0} + g];
    end
  endgenerate
  always @(posedge clk_i) begin
    {ok_aw, ok_w, ok_ar} <= {dice(0), dice(0), dice(0)};
    if (!rst_ni) {aw, ar, wb, rv} <= 4'd0;
    else begin
      if (win_awvalid_i & win_awready_o) begin
        if (win_awaddr_i[4:0] != 0 || win_awaddr_i[11:5] + win_awlen_i > 127)
          $display("stub: a bad burst of writes");
        {aw, wa, wid} <= {1'b1, win_awaddr_i, win_awid_i};
      end
      if (win_wvalid_i & win_wready_o) begin
        for (i = 0; i < 32; i = i + 1)
          if (win_wstrb_i[i]) mem[{wa[16:5], 3'd0} + i / 4][8*(i%4) +: 8] <= win_wdata_i[8*i +: 8];
        if (!win_wlast_i) wa <= wa + 32;
        if (win_wlast_i) {aw, wb} <= 2'b01;
      end
      if (wb & win_bready_i) wb <= 1'b0;
      if (win_arvalid_i & win_arready_o) begin
        if (win_araddr_i[4:0] != 0 || win_araddr_i[11:5] + win_arlen_i > 127)
          $display("stub: a bad burst of reads");
        {ar, ra, rn, rid} <= {1'b1, win_araddr_i, win_arlen_i, win_arid_i};
      end
      if (ar & (~rv | (win_rready_i & ~win_rlast_o))) begin
        if (rv) {ra, rn} <= {ra + 40'd32, rn - 8'd1};
        rv <= 1'b1;
      end
      if (rv & win_rready_i & win_rlast_o) {ar, rv} <= 2'b00;
    end
  end
endmodule

`default_nettype wire
