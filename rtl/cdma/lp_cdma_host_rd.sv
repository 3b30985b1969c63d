// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Read half of lp_cdma_host: the in stream and the rings' reads, on ar and r.
///
/// A burst of the stream is requested when the store has room for a whole one, so that its beats
/// are always taken: r waits only for the rings, which take what they have requested. Bursts end at
/// the ends of blocks of BURST beats, hence also at 4 KiB boundaries. Rings have priority.
///
/// While in_drop is high the outstanding beats are ignored: those not requested yet are delivered
/// without the host, one beat with an error per cycle. in_drop applies only after it has been low
/// since the stream began, since it may still refer to the previous stream.
///
/// Latency: 3 cycles from the start of a stream to its first address, 3 from a beat of r to the
/// stream. Interval: 1 cycle per beat, 2 per burst.
///
/// Combinational paths: none.
module lp_cdma_host_rd #(
    /// Longest burst in beats: a power of two, 4 to 128.
    parameter int BURST = 16,
    /// Beats that may be requested and not delivered yet: a power of two, at least BURST.
    parameter int READ  = 512
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Stream request: valid.
    input  wire logic         in_avalid_i,
    /// Stream request: ready, when the previous one has been delivered.
    output wire logic         in_aready_o,
    /// Its host address, a multiple of 32.
    input  wire logic [39:0]  in_aaddr_i,
    /// Number of its beats.
    input  wire logic [35:0]  in_abeats_i,
    /// Beat of it: valid.
    output wire logic         in_tvalid_o,
    /// Beat: ready.
    input  wire logic         in_tready_i,
    /// 32 bytes.
    output wire logic [255:0] in_tdata_o,
    /// The host returned an error.
    output wire logic         in_tuser_o,
    /// The outstanding beats may have any data.
    input  wire logic         in_drop_i,

    /// Rings: ARVALID.
    input  wire logic         ring_arvalid_i,
    /// Rings: ARREADY.
    output wire logic         ring_arready_o,
    /// Rings: ARID.
    input  wire logic         ring_arid_i,
    /// Rings: ARADDR.
    input  wire logic [39:0]  ring_araddr_i,
    /// Rings: ARLEN.
    input  wire logic [7:0]   ring_arlen_i,
    /// Rings: RVALID.
    output wire logic         ring_rvalid_o,
    /// Rings: RREADY.
    input  wire logic         ring_rready_i,
    /// Rings: RID.
    output wire logic         ring_rid_o,
    /// Rings: RDATA.
    output wire logic [255:0] ring_rdata_o,
    /// Rings: RRESP.
    output wire logic [1:0]   ring_rresp_o,
    /// Rings: RLAST.
    output wire logic         ring_rlast_o,

    /// Host: ARVALID.
    output wire logic         arvalid_o,
    /// Host: ARREADY.
    input  wire logic         arready_i,
    /// Host: ARID, 0 and 1 of the rings, 2 of the stream.
    output wire logic [1:0]   arid_o,
    /// Host: ARADDR.
    output wire logic [39:0]  araddr_o,
    /// Host: ARLEN.
    output wire logic [7:0]   arlen_o,
    /// Host: RVALID.
    input  wire logic         rvalid_i,
    /// Host: RREADY.
    output wire logic         rready_o,
    /// Host: RID.
    input  wire logic [1:0]   rid_i,
    /// Host: RDATA.
    input  wire logic [255:0] rdata_i,
    /// Host: RRESP.
    input  wire logic [1:0]   rresp_i,
    /// Host: RLAST.
    input  wire logic         rlast_i
);
  generate
    if (BURST < 4 || BURST > 128 || BURST != 1 << $clog2(BURST)) begin : g_check_burst
      lp_bad_BURST_not_a_power_of_two_4_to_128 u_bad ();
    end
    if (READ < BURST || READ != 1 << $clog2(READ)) begin : g_check_read
      lp_bad_READ_not_a_power_of_two_from_BURST u_bad ();
    end
  endgenerate

  localparam int L = $clog2(BURST);
  localparam int U = $clog2(READ);

  // ---------------------------------------------------------------- the stream
  // left: beats not requested; used: requested and not delivered; sized: the next burst is known.
  logic run_q, armed_q, void_q, sized_q;
  logic [34:0] sector_q;
  logic [35:0] left_q;
  logic [U:0] used_q;
  wire start, some_left, idle, gives, void_take, go, pop;
  assign in_aready_o = ~run_q;
  assign start = in_avalid_i & ~run_q;
  assign some_left = (left_q != 36'd0);
  assign idle = ~some_left & (used_q == '0);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      run_q <= 1'b0;
      armed_q <= 1'b0;
      void_q <= 1'b0;
    end else begin
      run_q <= start | (run_q & ~idle);
      armed_q <= run_q & ~idle & (armed_q | ~in_drop_i);
      void_q <= run_q & ~idle & (void_q | (armed_q & in_drop_i));
    end
  end
  // Addresses are multiples of a beat.
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = |in_aaddr_i[4:0];

  // ---------------------------------------------------------------- its bursts
  logic [L:0] len_q, minus_q;
  wire [L:0] edge_beats, len;
  wire short, size;
  wire [35:0] less, rest;
  wire [34-L:0] block;
  assign edge_beats = {1'b1, {L{1'b0}}} - {1'b0, sector_q[L-1:0]};
  assign short = (left_q[35:L+1] == '0) & (left_q[L:0] < edge_beats);
  assign len = short ? left_q[L:0] : edge_beats;
  assign size = run_q & ~sized_q & some_left & ~void_q
              & (used_q <= {1'b1, {U{1'b0}}} - (U+1)'(BURST));
  // A beat that is delivered without the host also decrements the count.
  assign less = {{35-L{1'b1}}, minus_q | {L+1{~sized_q}}};
  lp_sum #(.WIDTH(36)) u_rest (.a_i(left_q), .b_i(less), .sum_o(rest));
  lp_sum #(.WIDTH(35 - L)) u_block (
      .a_i(sector_q[34:L]), .b_i({{34-L{1'b0}}, 1'b1}), .sum_o(block));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      sized_q <= 1'b0;
      left_q <= 36'd0;
      used_q <= '0;
    end else begin
      sized_q <= size | (sized_q & ~go);
      if (start) left_q <= in_abeats_i;
      else if (go | void_take) left_q <= rest;
      used_q <= used_q + ((U+1)'(len_q) & {U+1{go}}) - {{U{1'b0}}, pop};
    end
  end
  always_ff @(posedge clk_i) begin
    if (~sized_q) begin
      len_q <= len;
      minus_q <= ~len + 1'b1;
    end
    if (start) sector_q <= in_aaddr_i[39:5];
    else if (go) sector_q <= {block, {L{1'b0}}};
  end

  // ---------------------------------------------------------------- addresses
  wire ar_ready;
  wire [1:0] arid;
  wire [39:0] araddr;
  wire [7:0] arlen;
  wire [L:0] ask;
  assign ask = len_q - 1'b1;
  assign go = sized_q & ar_ready & ~ring_arvalid_i;
  assign ring_arready_o = ar_ready;
  lp_skid #(.WIDTH(2 + 40 + 8)) u_ar (
      .clk_i, .rst_ni, .s_valid_i(ring_arvalid_i | sized_q), .s_ready_o(ar_ready),
      .s_data_i(ring_arvalid_i ? {1'b0, ring_arid_i, ring_araddr_i, ring_arlen_i}
                               : {2'd2, sector_q, 5'd0, 8'(ask)}),
      .m_valid_o(arvalid_o), .m_ready_i(arready_i), .m_data_o({arid, araddr, arlen}));
  assign {arid_o, araddr_o, arlen_o} = {arid, araddr, arlen} & {50{arvalid_o}};

  // ---------------------------------------------------------------- beats
  wire r_valid, r_last, store_valid, store_err;
  wire [1:0] r_id, r_resp;
  wire [255:0] r_data, store_data;
  lp_skid #(.WIDTH(2 + 2 + 1 + 256)) u_r (
      .clk_i, .rst_ni, .s_valid_i(rvalid_i), .s_ready_o(rready_o),
      .s_data_i({rid_i, rresp_i, rlast_i, rdata_i}), .m_valid_o(r_valid),
      .m_ready_i(r_id[1] | ring_rready_i), .m_data_o({r_id, r_resp, r_last, r_data}));
  assign ring_rvalid_o = r_valid & ~r_id[1];
  assign {ring_rid_o, ring_rresp_o, ring_rlast_o, ring_rdata_o} =
      {r_id[0], r_resp, r_last, r_data} & {260{ring_rvalid_o}};

  // There is room for every arriving beat.
  /* verilator lint_off UNUSEDSIGNAL */
  wire store_ready;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_cdma_store #(.WIDTH(257), .DEPTH(READ)) u_store (
      .clk_i, .rst_ni, .s_valid_i(r_valid & r_id[1]), .s_ready_o(store_ready),
      .s_data_i({r_resp[1], r_data}), .m_valid_o(store_valid), .m_ready_i(in_tready_i),
      .m_data_o({store_err, store_data}));
  assign pop = store_valid & in_tready_i;
  assign gives = void_q & ~sized_q & (used_q == '0) & some_left;
  assign void_take = gives & in_tready_i;
  assign in_tvalid_o = store_valid | gives;
  assign in_tdata_o = store_data & {256{store_valid}};
  assign in_tuser_o = (store_err & store_valid) | gives;
endmodule

`default_nettype wire
