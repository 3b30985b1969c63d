// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_host_rd with a host that gives the requested beats, in any order of the ids: stalled
/// outputs are held stable; each burst starts where the previous one ended, in blocks of BURST
/// beats, and never past the stream; a beat always finds room; a stream has as many beats as were
/// requested, and beats not from the host come only after a drop. PART chooses what is checked: 0
/// beats, 1 bursts.
module fv_cdma_host_rd #(
    parameter int PART  = 0,
    parameter int BURST = 4,
    parameter int READ  = 8
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         in_avalid_i,
    input wire logic [39:0]  in_aaddr_i,
    input wire logic [35:0]  in_abeats_i,
    input wire logic         in_tready_i,
    input wire logic         in_drop_i,
    input wire logic         ring_arvalid_i,
    input wire logic         ring_arid_i,
    input wire logic [39:0]  ring_araddr_i,
    input wire logic [7:0]   ring_arlen_i,
    input wire logic         ring_rready_i,
    input wire logic         arready_i,
    input wire logic         rvalid_i,
    input wire logic [1:0]   rid_i,
    input wire logic [255:0] rdata_i,
    input wire logic [1:0]   rresp_i,
    input wire logic         rlast_i
);
  wire rst_n, in_aready, in_tvalid, in_tuser, ring_arready, ring_rvalid, ring_rid, ring_rlast;
  wire arvalid, rready;
  wire [255:0] in_tdata, ring_rdata;
  wire [1:0] ring_rresp, arid;
  wire [39:0] araddr;
  wire [7:0] arlen;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_host_rd #(.BURST(BURST), .READ(READ)) u_dut (
      .clk_i, .rst_ni(rst_n), .in_avalid_i, .in_aready_o(in_aready), .in_aaddr_i, .in_abeats_i,
      .in_tvalid_o(in_tvalid), .in_tready_i, .in_tdata_o(in_tdata), .in_tuser_o(in_tuser),
      .in_drop_i, .ring_arvalid_i, .ring_arready_o(ring_arready), .ring_arid_i, .ring_araddr_i,
      .ring_arlen_i, .ring_rvalid_o(ring_rvalid), .ring_rready_i, .ring_rid_o(ring_rid),
      .ring_rdata_o(ring_rdata), .ring_rresp_o(ring_rresp), .ring_rlast_o(ring_rlast),
      .arvalid_o(arvalid), .arready_i, .arid_o(arid), .araddr_o(araddr), .arlen_o(arlen), .rvalid_i,
      .rready_o(rready), .rid_i, .rdata_i, .rresp_i, .rlast_i);

  localparam int MOST = 15;
  localparam int L = $clog2(BURST);
  wire take = rst_n && in_avalid_i && in_aready;
  wire ask = rst_n && arvalid && arready_i && arid == 2'd2;
  wire come = rst_n && rvalid_i && rready && rid_i == 2'd2;
  wire give = rst_n && in_tvalid && in_tready_i;
  // Beats of the stream: not given, not requested; beats of all: owed by the host, held here.
  logic live_q = 1'b0, low_q = 1'b0;
  logic [4:0] left_q = 5'd0, ask_q = 5'd0, owed_q = 5'd0, held_q = 5'd0;
  logic [34:0] next_q;
  wire [4:0] beats = arlen[4:0] + 5'd1;
  wire from_host = held_q != 5'd0;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      {live_q, low_q} <= 2'b00;
      {left_q, ask_q, owed_q, held_q} <= 20'd0;
    end else begin
      live_q <= take || (live_q && !(give && left_q == 5'd1));
      low_q <= !take && live_q && (low_q || !in_drop_i);
      left_q <= take ? in_abeats_i[4:0] : left_q - 5'(give);
      ask_q <= take ? in_abeats_i[4:0] : ask_q - (ask ? beats : 5'd0);
      owed_q <= owed_q + (ask ? beats : 5'd0) - 5'(come);
      held_q <= held_q + 5'(come) - 5'(give && from_host);
      if (take) next_q <= in_aaddr_i[39:5];
      else if (ask) next_q <= next_q + 35'(beats);
    end
  end
  always_comb begin
    assume (in_abeats_i != 36'd0 && in_abeats_i <= 36'(MOST));
    assume (!rvalid_i || rid_i != 2'd3);
    assume (!rvalid_i || rid_i != 2'd2 || owed_q != 5'd0);
    // Once set, drop is held until the stream is given.
    assume (!drop_q || !live_q || in_drop_i);
  end
  logic drop_q = 1'b0;
  always_ff @(posedge clk_i) drop_q <= rst_n && in_drop_i && low_q && !(give && left_q == 5'd1);

  fv_stream #(.WIDTH(77), .ASSUME(1)) u_a (
      .clk_i, .rst_ni(rst_n), .valid_i(in_avalid_i), .ready_i(in_aready),
      .data_i({in_aaddr_i[39:5], in_abeats_i, 6'd0}));
  fv_stream #(.WIDTH(3), .ASSUME(1)) u_r (
      .clk_i, .rst_ni(rst_n), .valid_i(rvalid_i), .ready_i(rready), .data_i({rid_i, rlast_i}));
  fv_stream #(.WIDTH(49), .ASSUME(1)) u_ring_ar (
      .clk_i, .rst_ni(rst_n), .valid_i(ring_arvalid_i), .ready_i(ring_arready),
      .data_i({ring_arid_i, ring_araddr_i, ring_arlen_i}));

  generate
    if (PART == 0) begin : g_beats
      fv_stream #(.WIDTH(1)) u_t (
          .clk_i, .rst_ni(rst_n), .valid_i(in_tvalid), .ready_i(in_tready_i), .data_i(in_tuser));
      fv_stream #(.WIDTH(2)) u_ring_r (
          .clk_i, .rst_ni(rst_n), .valid_i(ring_rvalid), .ready_i(ring_rready_i),
          .data_i({ring_rid, ring_rlast}));
      fv_assert u_beat (.hold_i(!rst_n || !in_tvalid || (live_q && left_q != 5'd0)));
      fv_assert u_job (.hold_i(!rst_n || !in_aready || !live_q));
      fv_assert u_void (.hold_i(!rst_n || !in_tvalid || from_host
                                || (in_tuser && low_q && in_drop_i)));
      fv_assert u_asked (.hold_i(owed_q + held_q <= 5'(READ)));
      fv_cover u_full (.seen_i(rst_n && held_q == 5'(READ)));
      fv_cover u_end (.seen_i(give && left_q == 5'd1 && from_host && low_q && !in_drop_i));
      fv_cover u_gone (.seen_i(give && left_q == 5'd1 && !from_host));
    end else begin : g_bursts
      fv_stream #(.WIDTH(50)) u_ar (
          .clk_i, .rst_ni(rst_n), .valid_i(arvalid), .ready_i(arready_i),
          .data_i({arid, araddr, arlen}));
      fv_assert u_burst (.hold_i(!rst_n || !arvalid || arid != 2'd2 || (live_q && beats <= ask_q
                                 && araddr == {next_q, 5'd0} && arlen < 8'(BURST)
                                 && next_q[L-1:0] + arlen[L-1:0] >= next_q[L-1:0])));
      fv_cover u_block (.seen_i(ask && beats == 5'd3 && ask_q == 5'd6));
    end
  endgenerate
endmodule

`default_nettype wire
