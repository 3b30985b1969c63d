// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_host_wr with a host that acknowledges bursts whose address and beats it has, in any
/// order of the ids. PART chooses what is checked:
/// 0: stalled outputs are held stable; a burst of the stream starts where the previous one ended,
///    in blocks of BURST beats, and is requested once its beats have come.
/// 1: beats leave in the order of the addresses, each burst's last beat marked; the stream is
///    answered when all its bursts are acknowledged, with an error if any burst had one.
module fv_cdma_host_wr #(
    parameter int PART  = 0,
    parameter int BURST = 4
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         out_avalid_i,
    input wire logic [39:0]  out_aaddr_i,
    input wire logic         out_tvalid_i,
    input wire logic [255:0] out_tdata_i,
    input wire logic         out_tlast_i,
    input wire logic         out_tuser_i,
    input wire logic         out_bready_i,
    input wire logic         ring_awvalid_i,
    input wire logic         ring_awid_i,
    input wire logic [39:0]  ring_awaddr_i,
    input wire logic         ring_wvalid_i,
    input wire logic [255:0] ring_wdata_i,
    input wire logic         ring_bready_i,
    input wire logic         awready_i,
    input wire logic         wready_i,
    input wire logic         bvalid_i,
    input wire logic [1:0]   bid_i,
    input wire logic [1:0]   bresp_i
);
  wire rst_n, out_aready, out_tready, out_bvalid, out_berr, ring_awready, ring_wready;
  wire ring_bvalid, ring_bid, awvalid, wvalid, wlast, bready;
  wire [1:0] ring_bresp, awid;
  wire [39:0] awaddr;
  wire [7:0] awlen;
  wire [255:0] wdata;
  wire [31:0] wstrb;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_host_wr #(.BURST(BURST)) u_dut (
      .clk_i, .rst_ni(rst_n), .out_avalid_i, .out_aready_o(out_aready), .out_aaddr_i, .out_tvalid_i,
      .out_tready_o(out_tready), .out_tdata_i, .out_tlast_i, .out_tuser_i,
      .out_bvalid_o(out_bvalid), .out_bready_i, .out_berr_o(out_berr), .ring_awvalid_i,
      .ring_awready_o(ring_awready), .ring_awid_i, .ring_awaddr_i, .ring_awlen_i(8'd0),
      .ring_wvalid_i, .ring_wready_o(ring_wready), .ring_wdata_i, .ring_wstrb_i(32'd0),
      .ring_wlast_i(1'b1), .ring_bvalid_o(ring_bvalid), .ring_bready_i, .ring_bid_o(ring_bid),
      .ring_bresp_o(ring_bresp), .awvalid_o(awvalid), .awready_i, .awid_o(awid),
      .awaddr_o(awaddr), .awlen_o(awlen), .wvalid_o(wvalid), .wready_i, .wdata_o(wdata),
      .wstrb_o(wstrb), .wlast_o(wlast), .bvalid_i, .bready_o(bready), .bid_i, .bresp_i);

  localparam int L = $clog2(BURST);
  wire start = rst_n && out_avalid_i && out_aready;
  wire take = rst_n && out_tvalid_i && out_tready;
  wire done = rst_n && out_bvalid && out_bready_i;
  wire aw = rst_n && awvalid && awready_i;
  wire mine = aw && awid == 2'd2;
  wire w = rst_n && wvalid && wready_i;
  wire ack = rst_n && bvalid_i && bready && bid_i == 2'd2;
  wire [4:0] beats = awlen[4:0] + 5'd1;
  // Of the stream: beats taken and not requested; beats requested, beats sent, and bursts not
  // acknowledged.
  logic live_q = 1'b0, ended_q = 1'b0, bad_q = 1'b0;
  logic [4:0] here_q = 5'd0, open_q = 5'd0;
  logic [34:0] next_q;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      {live_q, ended_q, bad_q} <= 3'b000;
      {here_q, open_q} <= 10'd0;
    end else begin
      live_q <= start || (live_q && !done);
      ended_q <= live_q && !done && (ended_q || (take && out_tlast_i));
      bad_q <= !start && (bad_q || (ack && bresp_i[1]));
      here_q <= here_q + 5'(take && !out_tuser_i) - (mine ? beats : 5'd0);
      open_q <= open_q + 5'(mine) - 5'(ack);
      if (start) next_q <= out_aaddr_i[39:5];
      else if (mine) next_q <= next_q + 35'(beats);
    end
  end
  // Beats on w whose address is not taken, or the reverse: bursts ahead on either side.
  logic [3:0] aw_q = 4'd0, w_q = 4'd0;
  always_ff @(posedge clk_i) begin
    if (!rst_n) {aw_q, w_q} <= 8'd0;
    else begin
      aw_q <= aw_q + 4'(aw);
      w_q <= w_q + 4'(w && wlast);
    end
  end
  logic [3:0] b_q = 4'd0;
  always_ff @(posedge clk_i) b_q <= rst_n ? b_q + 4'(rst_n && bvalid_i && bready) : 4'd0;
  always_comb begin
    assume (!out_tuser_i || out_tlast_i);
    assume (!bvalid_i || (bid_i == 2'd2 && open_q != 5'd0 && b_q != aw_q && b_q != w_q)
            || bid_i[1] == 1'b0);
  end
  fv_stream #(.WIDTH(35), .ASSUME(1)) u_a (
      .clk_i, .rst_ni(rst_n), .valid_i(out_avalid_i), .ready_i(out_aready),
      .data_i(out_aaddr_i[39:5]));
  fv_stream #(.WIDTH(2), .ASSUME(1)) u_t (
      .clk_i, .rst_ni(rst_n), .valid_i(out_tvalid_i), .ready_i(out_tready),
      .data_i({out_tlast_i, out_tuser_i}));
  fv_stream #(.WIDTH(41), .ASSUME(1)) u_ring_aw (
      .clk_i, .rst_ni(rst_n), .valid_i(ring_awvalid_i), .ready_i(ring_awready),
      .data_i({ring_awid_i, ring_awaddr_i}));
  fv_stream #(.WIDTH(1), .ASSUME(1)) u_ring_w (
      .clk_i, .rst_ni(rst_n), .valid_i(ring_wvalid_i), .ready_i(ring_wready), .data_i(1'b0));
  fv_stream #(.WIDTH(4), .ASSUME(1)) u_b (
      .clk_i, .rst_ni(rst_n), .valid_i(bvalid_i), .ready_i(bready), .data_i({bid_i, bresp_i}));

  generate
    if (PART == 0) begin : g_bursts
      fv_stream #(.WIDTH(50)) u_aw (
          .clk_i, .rst_ni(rst_n), .valid_i(awvalid), .ready_i(awready_i),
          .data_i({awid, awaddr, awlen}));
      fv_stream #(.WIDTH(3)) u_ring_b (
          .clk_i, .rst_ni(rst_n), .valid_i(ring_bvalid), .ready_i(ring_bready_i),
          .data_i({ring_bid, ring_bresp}));
      fv_assert u_burst (.hold_i(!rst_n || !awvalid || awid != 2'd2 || (live_q && beats <= here_q
                                 && awaddr == {next_q, 5'd0} && awlen < 8'(BURST)
                                 && next_q[L-1:0] + awlen[L-1:0] >= next_q[L-1:0])));
      fv_assert u_take (.hold_i(!take || (live_q && !ended_q)));
      fv_cover u_block (.seen_i(mine && beats == 5'd2 && here_q > 5'd2));
    end else begin : g_beats
      // A burst ahead of the others: the beats of the n-th are as many as its address says.
      (* anyconst *) logic [1:0] n;
      logic known_q = 1'b0;
      logic [4:0] of_n_q, sent_q = 5'd0;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          known_q <= 1'b0;
          sent_q <= 5'd0;
        end else begin
          if (aw && aw_q == {2'd0, n}) begin
            known_q <= 1'b1;
            of_n_q <= beats;
          end
          if (w && w_q == {2'd0, n}) sent_q <= sent_q + 5'd1;
        end
      end
      fv_stream #(.WIDTH(33)) u_w (
          .clk_i, .rst_ni(rst_n), .valid_i(wvalid), .ready_i(wready_i), .data_i({wlast, wstrb}));
      fv_stream #(.WIDTH(1)) u_done (
          .clk_i, .rst_ni(rst_n), .valid_i(out_bvalid), .ready_i(out_bready_i),
          .data_i(out_berr));
      fv_assert u_length (.hold_i(!rst_n || !known_q || w_q <= {2'd0, n} || w_q[3]
                                  || sent_q == of_n_q));
      fv_assert u_answer (.hold_i(!rst_n || !out_bvalid || (live_q && ended_q && here_q == 5'd0
                                  && open_q == 5'd0 && out_berr == bad_q)));
      fv_cover u_bad (.seen_i(done && out_berr));
      fv_cover u_two (.seen_i(rst_n && known_q && n == 2'd1 && w_q == 4'd2 && of_n_q == 5'd2));
    end
  endgenerate
endmodule

`default_nettype wire
