// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_write with groups of one line and a decoder with free timing: stalled answers are held
/// stable; no address is offered for a packet that has not come in full; a packet is answered once,
/// after its write has been acknowledged, and with an error if that was one.
module fv_cdma_write (
    input wire logic       clk_i,
    input wire logic       again_i,
    input wire logic       p_valid_i,
    input wire logic       p_last_i,
    input wire logic [4:0] p_sectors_i,
    input wire logic       d_ready_i,
    input wire logic       awready_i,
    input wire logic       wready_i,
    input wire logic       bvalid_i,
    input wire logic [1:0] bresp_i
);
  wire rst_n, p_ready, d_valid, awvalid, wvalid, wlast, bready;
  wire [30:0] d_group;
  wire [7:0] d_zeros, awlen;
  wire [1:0] d_err;
  wire [39:0] awaddr;
  wire [255:0] wdata;
  wire [31:0] wstrb;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_write u_dut (
      .clk_i, .rst_ni(rst_n), .p_valid_i, .p_ready_o(p_ready), .p_data_i(256'd0), .p_last_i,
      .p_bytes_i(6'd32), .p_group_i(31'd0), .p_sectors_i, .p_codec_i(4'd0), .d_valid_o(d_valid),
      .d_ready_i, .d_group_o(d_group), .d_zeros_o(d_zeros), .d_err_o(d_err),
      .awvalid_o(awvalid), .awready_i, .awaddr_o(awaddr), .awlen_o(awlen), .wvalid_o(wvalid),
      .wready_i, .wdata_o(wdata), .wstrb_o(wstrb), .wlast_o(wlast), .bvalid_i, .bready_o(bready),
      .bresp_i);

  always_comb assume (p_sectors_i != 5'd0 && p_sectors_i <= 5'd4);
  fv_stream #(.WIDTH(6), .ASSUME(1)) u_p (
      .clk_i, .rst_ni(rst_n), .valid_i(p_valid_i), .ready_i(p_ready),
      .data_i({p_last_i, p_sectors_i}));
  fv_stream #(.WIDTH(2)) u_d (
      .clk_i, .rst_ni(rst_n), .valid_i(d_valid), .ready_i(d_ready_i), .data_i(d_err));
  fv_stream #(.WIDTH(8)) u_aw (
      .clk_i, .rst_ni(rst_n), .valid_i(awvalid), .ready_i(awready_i), .data_i(awlen));

  // Complete packets whose address has not been taken; addresses, last beats of writes that are not
  // acknowledged; writes acknowledged whose answer is still to come, and which had errors.
  logic [3:0] whole_q = 4'd0, told_q = 4'd0, sent_q = 4'd0, acked_q = 4'd0, turn_q = 4'd0;
  logic [15:0] errs_q;
  logic [3:0] ack_q = 4'd0;
  wire whole = rst_n && p_valid_i && p_ready && p_last_i;
  wire told = rst_n && awvalid && awready_i;
  wire sent = rst_n && wvalid && wready_i && wlast;
  wire ack = rst_n && bvalid_i;
  wire done = rst_n && d_valid && d_ready_i;
  always_comb assume (!bvalid_i || (told_q != 4'd0 && sent_q != 4'd0));
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      whole_q <= 4'd0;
      told_q <= 4'd0;
      sent_q <= 4'd0;
      acked_q <= 4'd0;
      ack_q <= 4'd0;
      turn_q <= 4'd0;
    end else begin
      whole_q <= whole_q + {3'd0, whole} - {3'd0, told};
      told_q <= told_q + {3'd0, told} - {3'd0, ack};
      sent_q <= sent_q + {3'd0, sent} - {3'd0, ack};
      acked_q <= acked_q + {3'd0, ack} - {3'd0, done};
      if (ack) ack_q <= ack_q + 4'd1;
      if (done) turn_q <= turn_q + 4'd1;
    end
    if (ack) errs_q[ack_q] <= bresp_i[1];
  end
  fv_assert u_whole (.hold_i(!rst_n || !awvalid || whole_q != 4'd0));
  fv_assert u_acked (.hold_i(!rst_n || !d_valid || acked_q != 4'd0));
  fv_assert u_err (.hold_i(!rst_n || !d_valid || d_err[0] == errs_q[turn_q]));
  fv_assert u_ready (.hold_i(bready));
  fv_cover u_done (.seen_i(done && d_err == 2'd3));
  fv_cover u_two (.seen_i(acked_q == 4'd2));
endmodule

`default_nettype wire
