// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Write half of lp_cdma_host: the out stream and the rings' writes, on aw, w and b.
///
/// A burst of the stream is issued once all its beats have arrived, so that the host's port never
/// waits for the engine. Bursts end at the ends of blocks of BURST beats, hence also at 4 KiB
/// boundaries, and with the stream. Rings have priority. Beats follow in the order of the addresses
/// and do not wait for them to be taken.
///
/// Latency: 3 cycles from a burst's last beat to its address. Interval: 1 cycle per beat.
///
/// Combinational paths: none.
module lp_cdma_host_wr #(
    /// Longest burst in beats: a power of two, 4 to 128.
    parameter int BURST = 16
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Stream begins: valid.
    input  wire logic         out_avalid_i,
    /// Stream begins: ready, when the previous one is answered.
    output wire logic         out_aready_o,
    /// Its host address, a multiple of 32.
    input  wire logic [39:0]  out_aaddr_i,
    /// Beat of it: valid.
    input  wire logic         out_tvalid_i,
    /// Beat: ready.
    output wire logic         out_tready_o,
    /// 32 bytes.
    input  wire logic [255:0] out_tdata_i,
    /// The stream's last.
    input  wire logic         out_tlast_i,
    /// With last: this beat has no data.
    input  wire logic         out_tuser_i,
    /// All beats are written and acknowledged: valid.
    output wire logic         out_bvalid_o,
    /// All beats are written and acknowledged: ready.
    input  wire logic         out_bready_i,
    /// The host returned an error for one of the stream's bursts.
    output wire logic         out_berr_o,

    /// Rings: AWVALID.
    input  wire logic         ring_awvalid_i,
    /// Rings: AWREADY.
    output wire logic         ring_awready_o,
    /// Rings: AWID.
    input  wire logic         ring_awid_i,
    /// Rings: AWADDR.
    input  wire logic [39:0]  ring_awaddr_i,
    /// Rings: AWLEN.
    input  wire logic [7:0]   ring_awlen_i,
    /// Rings: WVALID.
    input  wire logic         ring_wvalid_i,
    /// Rings: WREADY.
    output wire logic         ring_wready_o,
    /// Rings: WDATA.
    input  wire logic [255:0] ring_wdata_i,
    /// Rings: WSTRB.
    input  wire logic [31:0]  ring_wstrb_i,
    /// Rings: WLAST.
    input  wire logic         ring_wlast_i,
    /// Rings: BVALID.
    output wire logic         ring_bvalid_o,
    /// Rings: BREADY.
    input  wire logic         ring_bready_i,
    /// Rings: BID.
    output wire logic         ring_bid_o,
    /// Rings: BRESP.
    output wire logic [1:0]   ring_bresp_o,

    /// Host: AWVALID.
    output wire logic         awvalid_o,
    /// Host: AWREADY.
    input  wire logic         awready_i,
    /// Host: AWID, 0 and 1 of the rings, 2 of the stream.
    output wire logic [1:0]   awid_o,
    /// Host: AWADDR.
    output wire logic [39:0]  awaddr_o,
    /// Host: AWLEN.
    output wire logic [7:0]   awlen_o,
    /// Host: WVALID.
    output wire logic         wvalid_o,
    /// Host: WREADY.
    input  wire logic         wready_i,
    /// Host: WDATA.
    output wire logic [255:0] wdata_o,
    /// Host: WSTRB.
    output wire logic [31:0]  wstrb_o,
    /// Host: WLAST.
    output wire logic         wlast_o,
    /// Host: BVALID.
    input  wire logic         bvalid_i,
    /// Host: BREADY.
    output wire logic         bready_o,
    /// Host: BID.
    input  wire logic [1:0]   bid_i,
    /// Host: BRESP.
    input  wire logic [1:0]   bresp_i
);
  generate
    if (BURST < 4 || BURST > 128 || BURST != 1 << $clog2(BURST)) begin : g_check_burst
      lp_bad_BURST_not_a_power_of_two_4_to_128 u_bad ();
    end
  endgenerate

  localparam int L = $clog2(BURST);

  // ---------------------------------------------------------------- the stream, cut into bursts
  // count: beats of the burst being filled; place: position of the next beat in its block.
  logic run_q, ended_q;
  logic [L-1:0] count_q, place_q;
  wire start, take, carries, close, keep_ready, list_ready, list_valid;
  wire [L-1:0] list_len;
  assign out_aready_o = ~run_q;
  assign out_tready_o = run_q & ~ended_q & keep_ready & list_ready;
  assign start = out_avalid_i & ~run_q;
  assign take = out_tvalid_i & out_tready_o;
  assign carries = take & ~out_tuser_i;
  assign close = take & (out_tuser_i ? count_q != '0 : out_tlast_i | (&place_q));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      run_q <= 1'b0;
      ended_q <= 1'b0;
    end else begin
      run_q <= start | (run_q & ~(out_bvalid_o & out_bready_i));
      ended_q <= run_q & (ended_q | (take & out_tlast_i)) & ~(out_bvalid_o & out_bready_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (start) place_q <= out_aaddr_i[5 +: L];
    else if (carries) place_q <= place_q + 1'b1;
    if (start | close) count_q <= '0;
    else if (carries) count_q <= count_q + 1'b1;
  end

  wire beat_valid, beat_ready, go, room, aw_ready, order_ready;
  wire [255:0] beat;
  lp_cdma_store #(.WIDTH(256), .DEPTH(2 * BURST)) u_keep (
      .clk_i, .rst_ni, .s_valid_i(carries), .s_ready_o(keep_ready), .s_data_i(out_tdata_i),
      .m_valid_o(beat_valid), .m_ready_i(beat_ready), .m_data_o(beat));
  lp_fifo #(.WIDTH(L), .DEPTH(2)) u_list (
      .clk_i, .rst_ni, .s_valid_i(close), .s_ready_o(list_ready),
      .s_data_i(out_tuser_i ? count_q - 1'b1 : count_q), .m_valid_o(list_valid), .m_ready_i(go),
      .m_data_o(list_len));

  // ---------------------------------------------------------------- addresses
  // flying: bursts of the stream not yet acknowledged.
  logic [34:0] sector_q;
  logic [7:0] flying_q;
  wire [34-L:0] block;
  wire some, ack;
  assign room = aw_ready & order_ready;
  assign go = list_valid & room & ~ring_awvalid_i & ~(&flying_q);
  assign some = ring_awvalid_i | (list_valid & ~(&flying_q));
  assign ring_awready_o = room;
  lp_sum #(.WIDTH(35 - L)) u_block (
      .a_i(sector_q[34:L]), .b_i({{34-L{1'b0}}, 1'b1}), .sum_o(block));
  always_ff @(posedge clk_i) begin
    if (start) sector_q <= out_aaddr_i[39:5];
    else if (go) sector_q <= {block, {L{1'b0}}};
  end
  // Addresses are multiples of a beat.
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = |out_aaddr_i[4:0];

  wire [1:0] awid;
  wire [39:0] awaddr;
  wire [7:0] awlen;
  lp_skid #(.WIDTH(2 + 40 + 8)) u_aw (
      .clk_i, .rst_ni, .s_valid_i(some & order_ready), .s_ready_o(aw_ready),
      .s_data_i(ring_awvalid_i ? {1'b0, ring_awid_i, ring_awaddr_i, ring_awlen_i}
                               : {2'd2, sector_q, 5'd0, {8-L{1'b0}}, list_len}),
      .m_valid_o(awvalid_o), .m_ready_i(awready_i), .m_data_o({awid, awaddr, awlen}));
  assign {awid_o, awaddr_o, awlen_o} = {awid, awaddr, awlen} & {50{awvalid_o}};

  // ---------------------------------------------------------------- beats
  logic [L-1:0] at_q;
  wire order_valid, of_ring, w_some, w_ready, w_last, move;
  wire [L-1:0] order_len;
  lp_fifo #(.WIDTH(1 + L), .DEPTH(4)) u_order (
      .clk_i, .rst_ni, .s_valid_i(some & aw_ready), .s_ready_o(order_ready),
      .s_data_i({ring_awvalid_i, list_len}), .m_valid_o(order_valid), .m_ready_i(move & w_last),
      .m_data_o({of_ring, order_len}));
  assign w_some = order_valid & (of_ring ? ring_wvalid_i : beat_valid);
  assign w_last = of_ring ? ring_wlast_i : at_q == order_len;
  assign move = w_some & w_ready;
  assign ring_wready_o = order_valid & of_ring & w_ready;
  assign beat_ready = order_valid & ~of_ring & w_ready;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) at_q <= '0;
    else if (beat_valid & beat_ready) at_q <= w_last ? '0 : at_q + 1'b1;
  end

  wire [255:0] wdata;
  wire [31:0] wstrb;
  wire wlast;
  lp_skid #(.WIDTH(1 + 32 + 256)) u_w (
      .clk_i, .rst_ni, .s_valid_i(w_some), .s_ready_o(w_ready),
      .s_data_i({w_last, ring_wstrb_i | {32{~of_ring}}, of_ring ? ring_wdata_i : beat}),
      .m_valid_o(wvalid_o), .m_ready_i(wready_i), .m_data_o({wlast, wstrb, wdata}));
  assign {wlast_o, wstrb_o, wdata_o} = {wlast, wstrb, wdata} & {289{wvalid_o}};

  // ---------------------------------------------------------------- acknowledgements
  logic err_q;
  wire b_valid;
  wire [1:0] b_id, b_resp;
  lp_skid #(.WIDTH(4)) u_b (
      .clk_i, .rst_ni, .s_valid_i(bvalid_i), .s_ready_o(bready_o), .s_data_i({bid_i, bresp_i}),
      .m_valid_o(b_valid), .m_ready_i(b_id[1] | ring_bready_i), .m_data_o({b_id, b_resp}));
  assign ack = b_valid & b_id[1];
  assign ring_bvalid_o = b_valid & ~b_id[1];
  assign ring_bid_o = b_id[0] & ring_bvalid_o;
  assign ring_bresp_o = b_resp & {2{ring_bvalid_o}};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      flying_q <= 8'd0;
      err_q <= 1'b0;
    end else begin
      flying_q <= flying_q + {7'd0, go} - {7'd0, ack};
      err_q <= ~start & (err_q | (ack & b_resp[1]));
    end
  end
  assign out_bvalid_o = ended_q & ~list_valid & (flying_q == 8'd0);
  assign out_berr_o = out_bvalid_o & err_q;
endmodule

`default_nettype wire
