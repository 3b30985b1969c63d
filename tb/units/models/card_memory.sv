// SPDX-License-Identifier: Apache-2.0
// Card memory in the benches of a card's edges: one write and one read at a time, with random
// pauses; an error above 2**30. A request that no card may make is reported in a line "memory:".
`default_nettype none

module card_memory (
    input  wire         clk_i,
    input  wire         rst_ni,
    input  wire         awvalid_i,
    output wire         awready_o,
    input  wire [7:0]   awid_i,
    input  wire [39:0]  awaddr_i,
    input  wire [7:0]   awlen_i,
    input  wire         wvalid_i,
    output wire         wready_o,
    input  wire [255:0] wdata_i,
    input  wire [31:0]  wstrb_i,
    input  wire         wlast_i,
    output wire         bvalid_o,
    input  wire         bready_i,
    output wire [7:0]   bid_o,
    output wire [1:0]   bresp_o,
    input  wire         arvalid_i,
    output wire         arready_o,
    input  wire [7:0]   arid_i,
    input  wire [39:0]  araddr_i,
    input  wire [7:0]   arlen_i,
    output wire         rvalid_o,
    input  wire         rready_i,
    output wire [7:0]   rid_o,
    output wire [255:0] rdata_o,
    output wire [1:0]   rresp_o,
    output wire         rlast_o
);
  localparam BEATS = 4096;
  reg [255:0] mem [0:BEATS-1];
  integer seed = 78, i;
  function dice(input integer dummy);
    dice = $unsigned($random(seed)) % 3 != 0;
  endfunction

  reg ok_aw = 0, ok_w = 0, ok_ar = 0, w_q = 0, b_q = 0, ar_q = 0, r_q = 0;
  reg [39:0] wa, ra;
  reg [7:0] wn, rn, wid, rid;
  assign awready_o = ok_aw & ~w_q & ~b_q;
  assign wready_o = ok_w & w_q;
  assign {bvalid_o, bid_o, bresp_o} = {b_q, wid, wa[30], 1'b0};
  assign arready_o = ok_ar & ~ar_q;
  assign {rvalid_o, rid_o, rresp_o, rlast_o} = {r_q, rid, ra[30], 1'b0, rn == 0};
  assign rdata_o = mem[ra[16:5]];
  always @(posedge clk_i) begin
    {ok_aw, ok_w, ok_ar} <= {dice(0), dice(0), dice(0)};
    if (!rst_ni) {w_q, b_q, ar_q, r_q} <= 4'd0;
    else begin
      if (awvalid_i & awready_o) begin
        if (awaddr_i[4:0] != 0 || awaddr_i[11:5] + awlen_i > 127)
          $display("memory: a bad burst of writes");
        {w_q, wa, wn, wid} <= {1'b1, awaddr_i, awlen_i, awid_i};
      end
      if (wvalid_i & wready_o) begin
        for (i = 0; i < 32; i = i + 1)
          if (wstrb_i[i] & ~wa[30]) mem[wa[16:5]][8*i +: 8] <= wdata_i[8*i +: 8];
        if (wlast_i !== (wn == 0)) $display("memory: wlast is not at the end");
        if (!wlast_i) {wa, wn} <= {wa + 40'd32, wn - 8'd1};
        if (wlast_i) {w_q, b_q} <= 2'b01;
      end
      if (b_q & bready_i) b_q <= 1'b0;
      if (arvalid_i & arready_o) begin
        if (araddr_i[4:0] != 0 || araddr_i[11:5] + arlen_i > 127)
          $display("memory: a bad burst of reads");
        {ar_q, ra, rn, rid} <= {1'b1, araddr_i, arlen_i, arid_i};
      end
      if (ar_q & ~r_q) r_q <= dice(0);
      if (r_q & rready_i) begin
        if (rlast_o) {ar_q, r_q} <= 2'b00;
        else {ra, rn, r_q} <= {ra + 40'd32, rn - 8'd1, dice(0)};
      end
    end
  end
endmodule

`default_nettype wire
