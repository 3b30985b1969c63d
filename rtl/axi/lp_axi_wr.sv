// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Turns writes of 1 to 4 sectors of 32 bytes, or of 8 bytes, into AXI4 write bursts of 256-bit
/// beats (INCR, size 5), and their responses into one for each write. A write that crosses a 4 KiB
/// boundary becomes two bursts with the same id, whose responses are combined.
///
/// Addresses run ahead of beats: up to four bursts with outstanding beats are listed, and one more
/// address may be offered or taken. Beats are offered in the order of the addresses and do not wait
/// for them to be taken. aw waits only for awready, w only for d and wready. A write that crosses a
/// 4 KiB boundary must have an id that no other write in flight has.
///
/// Latency: 1 cycle for addresses; a burst's first beat can follow one cycle later; none for
/// responses. Interval: 1 cycle per beat. aw and wlast come out of flops, wdata is d, m is b.
///
/// Source: AMBA AXI4 (ARM IHI 0022).
///
/// Combinational paths: awready -> s_ready; wready -> d_ready; d_valid -> wvalid; d_data -> wdata;
/// bvalid, bid, m_ready -> bready; bvalid, bid -> m_valid; bid -> m_id; bid, bresp -> m_err.
module lp_axi_wr #(
    /// Bits of an address, at least 13.
    parameter int ADDR_W = 40,
    /// Bits of an id, at least 1; two flops for each id.
    parameter int ID_W = 5
) (
    /// Clock.
    input  wire logic              clk_i,
    /// Synchronous reset, active low.
    input  wire logic              rst_ni,

    /// Write in: valid.
    input  wire logic              s_valid_i,
    /// Write in: ready.
    output wire logic              s_ready_o,
    /// Address; a multiple of 32, or of 8 if eight.
    input  wire logic [ADDR_W-1:0] s_addr_i,
    /// Sectors, 1..4; 1 if eight.
    input  wire logic [2:0]        s_sectors_i,
    /// The response has the same id.
    input  wire logic [ID_W-1:0]   s_id_i,
    /// Only 8 bytes are written.
    input  wire logic              s_eight_i,

    /// Sector in, in the order of the writes: valid.
    input  wire logic              d_valid_i,
    /// Sector in: ready.
    output wire logic              d_ready_o,
    /// The sector; if eight, only its low 64 bits are written.
    input  wire logic [255:0]      d_data_i,

    /// AXI: AWVALID.
    output wire logic              awvalid_o,
    /// AXI: AWREADY.
    input  wire logic              awready_i,
    /// AXI: AWID.
    output wire logic [ID_W-1:0]   awid_o,
    /// AXI: AWADDR, a multiple of 32.
    output wire logic [ADDR_W-1:0] awaddr_o,
    /// AXI: AWLEN, 0..3.
    output wire logic [7:0]        awlen_o,

    /// AXI: WVALID.
    output wire logic              wvalid_o,
    /// AXI: WREADY.
    input  wire logic              wready_i,
    /// AXI: WDATA.
    output wire logic [255:0]      wdata_o,
    /// AXI: WSTRB.
    output wire logic [31:0]       wstrb_o,
    /// AXI: WLAST.
    output wire logic              wlast_o,

    /// AXI: BVALID.
    input  wire logic              bvalid_i,
    /// AXI: BREADY.
    output wire logic              bready_o,
    /// AXI: BID.
    input  wire logic [ID_W-1:0]   bid_i,
    /// AXI: BRESP.
    input  wire logic [1:0]        bresp_i,

    /// Response out: valid.
    output wire logic              m_valid_o,
    /// Response out: ready.
    input  wire logic              m_ready_i,
    /// Id of the write.
    output wire logic [ID_W-1:0]   m_id_o,
    /// The memory answered SLVERR or DECERR to any burst of the write.
    output wire logic              m_err_o
);
  generate
    if (ADDR_W < 13) begin : g_check_addr_w
      lp_bad_ADDR_W_below_13 u_bad ();
    end
    if (ID_W < 1) begin : g_check_id_w
      lp_bad_ID_W_below_1 u_bad ();
    end
  endgenerate

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = bresp_i[0] | (|s_addr_i[2:0]);

  // ---------------------------------------------------------------- bursts: address and beats
  wire valid, done, split, eight;
  wire [1:0] len, lane;
  lp_axi_split #(.ADDR_W(ADDR_W), .TAG(3 + ID_W)) u_split (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .s_sector_i(s_addr_i[ADDR_W-1:5]), .s_sectors_i,
      .s_tag_i({s_eight_i, s_addr_i[4:3], s_id_i}), .s_split_o(split), .m_valid_o(valid),
      .m_ready_i(done), .m_sector_o(awaddr_o[ADDR_W-1:5]), .m_len_o(len),
      .m_tag_o({eight, lane, awid_o}));
  assign awaddr_o[4:0] = 5'd0;
  assign awlen_o = {6'd0, len};

  // A burst leaves the splitter when its address is taken and its beats are listed.
  localparam int AHEAD = 4;
  logic told_q, listed_q;
  wire room, due;
  wire [1:0] due_len, due_lane;
  wire due_eight, last, move;
  assign awvalid_o = valid & ~told_q;
  assign done = (told_q | awready_i) & (listed_q | room);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      told_q <= 1'b0;
      listed_q <= 1'b0;
    end else if (valid) begin
      told_q <= (told_q | awready_i) & ~done;
      listed_q <= (listed_q | room) & ~done;
    end
  end
  lp_fifo #(.WIDTH(5), .DEPTH(AHEAD)) u_due (
      .clk_i, .rst_ni, .s_valid_i(valid & ~listed_q), .s_ready_o(room),
      .s_data_i({len, lane, eight}), .m_valid_o(due), .m_ready_i(move & last),
      .m_data_o({due_len, due_lane, due_eight}));

  // ---------------------------------------------------------------- beats
  logic [1:0] beat_q;
  assign last = beat_q == due_len;
  assign wvalid_o = due & d_valid_i;
  assign d_ready_o = due & wready_i;
  assign move = due & d_valid_i & wready_i;
  assign wlast_o = last;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) beat_q <= 2'd0;
    else if (move) beat_q <= last ? 2'd0 : beat_q + 2'd1;
  end

  assign wdata_o = due_eight ? {4{d_data_i[63:0]}} : d_data_i;
  genvar i;
  generate
    for (i = 0; i < 4; i = i + 1) begin : g_lane
      assign wstrb_o[8*i +: 8] = {8{~due_eight | (due_lane == 2'(i))}};
    end
  endgenerate

  // ---------------------------------------------------------------- responses
  // half: the next response with this id is that to the first of two bursts, for which bad is set
  // if it is an error.
  logic [2**ID_W-1:0] half_q, bad_q;
  wire half, bad;
  assign half = half_q[bid_i];
  assign bad = bresp_i[1] | bad_q[bid_i];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      half_q <= '0;
      bad_q <= '0;
    end else begin
      if (bvalid_i & bready_o) begin
        half_q[bid_i] <= 1'b0;
        bad_q[bid_i] <= half & bad;
      end
      if (s_valid_i & s_ready_o & split) half_q[s_id_i] <= 1'b1;
    end
  end

  assign m_valid_o = bvalid_i & ~half;
  assign bready_o = m_ready_i | (bvalid_i & half);
  assign m_id_o = bid_i;
  assign m_err_o = bad;
endmodule

`default_nettype wire
