// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_sdram: r and b are held stable until they are taken; no command breaks the times of the chip,
/// whatever comes in, with times that begin at a reset; data are driven with writes alone; no address is
/// taken and no row activated before the mode register is set, after eight refreshes.
module fv_sdram #(
    parameter int CAS = 2,
    parameter int RCD = 2,
    parameter int RP  = 2,
    parameter int WR  = 2,
    parameter int RFC = 2
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         s_arvalid_i,
    input wire logic         s_arid_i,
    input wire logic [39:0]  s_araddr_i,
    input wire logic [7:0]   s_arlen_i,
    input wire logic         s_rready_i,
    input wire logic         s_awvalid_i,
    input wire logic         s_awid_i,
    input wire logic [39:0]  s_awaddr_i,
    input wire logic [7:0]   s_awlen_i,
    input wire logic         s_wvalid_i,
    input wire logic [255:0] s_wdata_i,
    input wire logic [31:0]  s_wstrb_i,
    input wire logic         s_wlast_i,
    input wire logic         s_bready_i,
    input wire logic [15:0]  q_i
);
  localparam int INIT = 3;
  localparam int RAS = 7;  // tRAS

  wire rst_n, arready, rvalid, rlast, awready, wready, bvalid, oe, rid, bid;
  wire [255:0] rdata;
  wire [1:0] rresp, bresp, ba, dqm;
  wire [3:0] cmd;
  wire [12:0] a;
  wire [15:0] d;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_sdram #(.ID_W(1), .CAS(CAS), .RCD(RCD), .RP(RP), .WR(WR), .RFC(RFC), .REFRESH(128),
             .INIT(INIT)) u_dut (
      .clk_i, .rst_ni(rst_n), .s_arvalid_i, .s_arready_o(arready), .s_arid_i, .s_araddr_i,
      .s_arlen_i, .s_rvalid_o(rvalid), .s_rready_i, .s_rid_o(rid), .s_rdata_o(rdata),
      .s_rresp_o(rresp), .s_rlast_o(rlast), .s_awvalid_i, .s_awready_o(awready), .s_awid_i,
      .s_awaddr_i, .s_awlen_i, .s_wvalid_i, .s_wready_o(wready), .s_wdata_i, .s_wstrb_i,
      .s_wlast_i, .s_bvalid_o(bvalid), .s_bready_i, .s_bid_o(bid), .s_bresp_o(bresp),
      .cmd_o(cmd), .ba_o(ba), .a_o(a), .dqm_o(dqm), .d_o(d), .d_oe_o(oe), .q_i);

  // ---------------------------------------------------------------- the port
  fv_stream #(.WIDTH(260)) u_r (
      .clk_i, .rst_ni(rst_n), .valid_i(rvalid), .ready_i(s_rready_i),
      .data_i({rid, rresp, rlast, rdata}));
  fv_stream #(.WIDTH(3)) u_b (
      .clk_i, .rst_ni(rst_n), .valid_i(bvalid), .ready_i(s_bready_i), .data_i({bid, bresp}));

  // ---------------------------------------------------------------- the chip
  wire mode = cmd == 4'b0000;
  wire refresh = cmd == 4'b0001;
  wire precharge = cmd == 4'b0010;
  wire activate = cmd == 4'b0011;
  wire write = cmd == 4'b0100;
  wire read = cmd == 4'b0101;
  wire none = cmd[3];
  // Cycles since the latest of each, 15 at most.
  logic open_q = 1'b0, set_q = 1'b0, closed_q = 1'b0;
  logic [1:0] bank_q;
  logic [3:0] act_q = 4'd0, pre_q = 4'd0, put_q = 4'd0, ref_q = 4'd0, mode_q = 4'd0, up_q = 4'd0;
  logic [3:0] warm_q = 4'd0;  // refreshes before the mode register is set
  function automatic [3:0] next(input [3:0] q, input again);
    next = again ? 4'd1 : q == 4'd15 ? q : q + 4'd1;
  endfunction
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      {open_q, set_q, closed_q} <= 3'd0;
      {act_q, pre_q, put_q, ref_q, mode_q} <= {5{4'd15}};
      up_q <= 4'd1;
      warm_q <= 4'd0;
    end else begin
      open_q <= activate | (open_q & ~precharge);
      set_q <= set_q | mode;
      closed_q <= closed_q | precharge;
      act_q <= next(act_q, activate);
      pre_q <= next(pre_q, precharge);
      put_q <= next(put_q, write);
      ref_q <= next(ref_q, refresh);
      mode_q <= next(mode_q, mode);
      up_q <= next(up_q, 1'b0);
      if (refresh && warm_q != 4'd15) warm_q <= warm_q + 4'd1;
    end
    if (activate) bank_q <= ba;
  end
  fv_assert u_known (.hold_i(!rst_n || none || cmd < 4'd6));
  fv_assert u_init (.hold_i(!rst_n || none || up_q >= 4'(INIT)));
  fv_assert u_close_first (.hold_i(!rst_n || none || precharge || closed_q));
  fv_assert u_after_refresh (.hold_i(!rst_n || none || ref_q >= 4'(RFC)));
  fv_assert u_after_mode (.hold_i(!rst_n || none || mode_q >= 4'd2));
  fv_assert u_after_close (.hold_i(!rst_n || none || pre_q >= 4'(RP)));
  fv_assert u_closed (.hold_i(!rst_n || !(mode || refresh || activate) || !open_q));
  fv_assert u_column (.hold_i(!rst_n || !(read || write)
                              || (open_q && act_q >= 4'(RCD) && ba == bank_q && !a[10])));
  fv_assert u_close (.hold_i(!rst_n || !precharge
                             || (a[10] && (!open_q || (put_q >= 4'(WR) && act_q >= 4'(RAS))))));
  fv_assert u_drive (.hold_i(!rst_n || oe == write));
  fv_assert u_set (.hold_i(!rst_n || set_q || mode || !(activate || arready || awready)));
  fv_assert u_once (.hold_i(!rst_n || !mode || (!set_q && warm_q == 4'd8)));
  fv_cover u_write (.seen_i(rst_n && write && put_q == 4'd1));
  fv_cover u_read (.seen_i(rst_n && read && !none));
endmodule

`default_nettype wire
