// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The write side of a channel: stored groups in, their raw sectors into memory, one response per
/// group when all its writes are acknowledged, in order. A packet is expanded once it has arrived
/// completely, so that no started write waits for outstanding flits; one with more flits than any
/// stored form begins early.
///
/// Latency: 9 cycles from a raw packet's last flit to its first beat, and the latency of
/// lp_cdma_expand beyond 3. Interval: that of lp_cdma_expand; GROUPS groups may wait for
/// acknowledgement. aw and w wait for awready and wready, d for the memory and d_ready; b never
/// waits.
///
/// Source: cDMA (HPCA'18) section V-C.
///
/// Combinational paths: none.
module lp_cdma_write #(
    /// Codecs built: 1 ZVC, 2 and BPC, 3 with serial units of BPC, 15 all of lp_mixed_pkg.
    parameter int CODECS = lp_codec_pkg::CODECS,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM = 32,
    /// Flits that may wait, a power of two, at least 32.
    parameter int PUT = 32
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Flit in: valid.
    input  wire logic         p_valid_i,
    /// Flit in: ready.
    output wire logic         p_ready_o,
    /// Bytes of a group's stored form.
    input  wire logic [255:0] p_data_i,
    /// The group's last.
    input  wire logic         p_last_i,
    /// With the last: bytes in use.
    input  wire logic [5:0]   p_bytes_i,
    /// The group's number: address / 512.
    input  wire logic [30:0]  p_group_i,
    /// Its sectors, 1..16.
    input  wire logic [4:0]   p_sectors_i,
    /// Its codec.
    input  wire logic [3:0]   p_codec_i,

    /// Response out: valid.
    output wire logic         d_valid_o,
    /// Response out: ready.
    input  wire logic         d_ready_i,
    /// The group's number.
    output wire logic [30:0]  d_group_o,
    /// Zero words among its raw sectors.
    output wire logic [7:0]   d_zeros_o,
    /// Bit 0: the memory returned an error; bit 1: the stored form is corrupt.
    output wire logic [1:0]   d_err_o,

    /// AXI: AWVALID.
    output wire logic         awvalid_o,
    /// AXI: AWREADY.
    input  wire logic         awready_i,
    /// AXI: AWADDR.
    output wire logic [39:0]  awaddr_o,
    /// AXI: AWLEN.
    output wire logic [7:0]   awlen_o,
    /// AXI: WVALID.
    output wire logic         wvalid_o,
    /// AXI: WREADY.
    input  wire logic         wready_i,
    /// AXI: WDATA.
    output wire logic [255:0] wdata_o,
    /// AXI: WSTRB.
    output wire logic [31:0]  wstrb_o,
    /// AXI: WLAST.
    output wire logic         wlast_o,
    /// AXI: BVALID.
    input  wire logic         bvalid_i,
    /// AXI: BREADY.
    output wire logic         bready_o,
    /// AXI: BRESP.
    input  wire logic [1:0]   bresp_i
);
  generate
    if (PUT < 32 || PUT != 1 << $clog2(PUT)) begin : g_check_put
      lp_bad_PUT_not_a_power_of_two_from_32 u_bad ();
    end
  endgenerate

  // Groups without a response; waiting packets; groups in lp_cdma_expand.
  localparam int GROUPS = 32, HEADS = 8, INSIDE = 4;
  // More flits than any stored form has.
  localparam int LONG = 20;

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused, awid, b_id, b_ready;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = p_sectors_i[4];

  // ---------------------------------------------------------------- flits and heads of packets
  // length: flits of the arriving packet, up to LONG. packets: complete ones not begun.
  logic [4:0] length_q;
  logic [3:0] packets_q;
  wire first, push, whole, start, flit_room, head_room, f_valid, f_ready, f_last;
  wire [255:0] f_data;
  wire [5:0] f_bytes;
  assign first = length_q == 5'd0;
  assign p_ready_o = flit_room & (~first | head_room);
  assign push = p_valid_i & p_ready_o;
  assign whole = push & ((length_q == 5'(LONG - 1)) | (p_last_i & (length_q < 5'(LONG - 1))));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      length_q <= 5'd0;
      packets_q <= 4'd0;
    end else begin
      if (push) length_q <= p_last_i ? 5'd0 : length_q + {4'd0, length_q != 5'(LONG)};
      packets_q <= packets_q + {3'd0, whole} - {3'd0, start};
    end
  end

  lp_cdma_store #(.WIDTH(263), .DEPTH(PUT)) u_flits (
      .clk_i, .rst_ni, .s_valid_i(push), .s_ready_o(flit_room),
      .s_data_i({p_last_i, p_bytes_i, p_data_i}), .m_valid_o(f_valid), .m_ready_i(f_ready),
      .m_data_o({f_last, f_bytes, f_data}));

  wire h_valid;
  wire [30:0] h_group;
  wire [3:0] h_size, h_codec;
  lp_fifo #(.WIDTH(39), .DEPTH(HEADS)) u_heads (
      .clk_i, .rst_ni, .s_valid_i(p_valid_i & flit_room & first), .s_ready_o(head_room),
      .s_data_i({p_group_i, p_sectors_i[3:0] - 4'd1, p_codec_i}), .m_valid_o(h_valid),
      .m_ready_i(start), .m_data_o({h_group, h_size, h_codec}));

  // ---------------------------------------------------------------- a packet begins
  // owed: outstanding responses; writes: the group whose writes are being issued.
  logic [5:0] owed_q;
  logic owed_room_q, w_valid_q;
  wire may, i_ready, number_room, answered;
  wire [5:0] owed;
  assign may = h_valid & (packets_q != 4'd0) & owed_room_q & ~w_valid_q & number_room;
  assign start = may & i_ready;
  assign owed = owed_q + {5'd0, start} - {5'd0, answered};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      owed_q <= 6'd0;
      owed_room_q <= 1'b1;
    end else begin
      owed_q <= owed;
      owed_room_q <= owed != 6'(GROUPS);
    end
  end

  wire m_valid, m_ready, m_last, e_valid, e_ready, e_err;
  wire [255:0] m_data;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [4:0] e_bad;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_cdma_expand #(.CODECS(CODECS), .ELEM(ELEM), .SECTORS_W(5)) u_expand (
      .clk_i, .rst_ni, .i_valid_i(may), .i_ready_o(i_ready),
      .i_sectors_i({1'b0, h_size} + 5'd1), .i_codec_i(h_codec), .s_valid_i(f_valid),
      .s_ready_o(f_ready), .s_data_i(f_data), .s_last_i(f_last), .s_bytes_i(f_bytes),
      .m_valid_o(m_valid), .m_ready_i(m_ready), .m_data_o(m_data), .m_last_o(m_last),
      .e_valid_o(e_valid), .e_ready_i(e_ready), .e_err_o(e_err), .e_bad_o(e_bad));

  // ---------------------------------------------------------------- writes
  logic [30:0] w_group_q;
  logic [3:0] w_size_q;
  logic [1:0] line_q;
  wire w_ready, w_last, b_valid, b_err;
  assign w_last = line_q == w_size_q[3:2];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      w_valid_q <= 1'b0;
      line_q <= 2'd0;
    end else begin
      w_valid_q <= start | (w_valid_q & ~(w_ready & w_last));
      if (w_valid_q & w_ready) line_q <= w_last ? 2'd0 : line_q + 2'd1;
    end
    if (start) begin
      w_group_q <= h_group;
      w_size_q <= h_size;
    end
  end
  lp_axi_wr #(.ADDR_W(40), .ID_W(1)) u_axi (
      .clk_i, .rst_ni, .s_valid_i(w_valid_q), .s_ready_o(w_ready),
      .s_addr_i({w_group_q, line_q, 7'd0}),
      .s_sectors_i(w_last ? {1'b0, w_size_q[1:0]} + 3'd1 : 3'd4), .s_id_i(1'b0),
      .s_eight_i(1'b0), .d_valid_i(m_valid), .d_ready_o(m_ready), .d_data_i(m_data), .awvalid_o,
      .awready_i, .awid_o(awid), .awaddr_o, .awlen_o, .wvalid_o, .wready_i, .wdata_o, .wstrb_o,
      .wlast_o, .bvalid_i, .bready_o(b_ready), .bid_i(1'b0), .bresp_i, .m_valid_o(b_valid),
      .m_ready_i(1'b1), .m_id_o(b_id), .m_err_o(b_err));

  // ---------------------------------------------------------------- state of each group
  // Numbers of the groups inside lp_cdma_expand; zeros: it ends a group before it begins the next.
  wire zeros_valid, counted;
  wire [7:0] zeros, counted_zeros;
  wire [30:0] number;
  /* verilator lint_off UNUSEDSIGNAL */
  wire number_valid, zeros_room, done_room, bursts_room, acks_room;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_fifo #(.WIDTH(31), .DEPTH(INSIDE)) u_numbers (
      .clk_i, .rst_ni, .s_valid_i(start), .s_ready_o(number_room), .s_data_i(h_group),
      .m_valid_o(number_valid), .m_ready_i(e_valid & e_ready), .m_data_o(number));
  lp_cdma_zeros u_count (
      .clk_i, .rst_ni, .s_valid_i(m_valid & m_ready), .s_data_i(m_data), .s_pad_i(1'b0),
      .s_last_i(m_last), .m_valid_o(counted), .m_zeros_o(counted_zeros));
  lp_fifo #(.WIDTH(8), .DEPTH(2)) u_zeros (
      .clk_i, .rst_ni, .s_valid_i(counted), .s_ready_o(zeros_room), .s_data_i(counted_zeros),
      .m_valid_o(zeros_valid), .m_ready_i(e_valid), .m_data_o(zeros));
  assign e_ready = zeros_valid;

  // There is an entry for each group without a response.
  wire done_valid;
  wire [30:0] done_group;
  wire [7:0] done_zeros;
  wire done_corrupt;
  lp_cdma_store #(.WIDTH(40), .DEPTH(GROUPS)) u_done (
      .clk_i, .rst_ni, .s_valid_i(e_valid & zeros_valid), .s_ready_o(done_room),
      .s_data_i({number, zeros, e_err}), .m_valid_o(done_valid), .m_ready_i(answered),
      .m_data_o({done_group, done_zeros, done_corrupt}));

  // ---------------------------------------------------------------- acknowledgements
  // bursts: of each group, less 1. ack: acknowledgements of the oldest, and whether one was an
  // error.
  logic [1:0] ack_q;
  logic ack_err_q;
  wire bursts_valid, ack, ack_last, acked, acked_err;
  wire [1:0] bursts;
  lp_fifo #(.WIDTH(2), .DEPTH(GROUPS)) u_bursts (
      .clk_i, .rst_ni, .s_valid_i(start), .s_ready_o(bursts_room), .s_data_i(h_size[3:2]),
      .m_valid_o(bursts_valid), .m_ready_i(ack_last), .m_data_o(bursts));
  assign ack = b_valid & bursts_valid;
  assign ack_last = ack & (ack_q == bursts);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ack_q <= 2'd0;
      ack_err_q <= 1'b0;
    end else if (ack) begin
      ack_q <= ack_last ? 2'd0 : ack_q + 2'd1;
      ack_err_q <= ~ack_last & (ack_err_q | b_err);
    end
  end
  lp_fifo #(.WIDTH(1), .DEPTH(GROUPS)) u_acks (
      .clk_i, .rst_ni, .s_valid_i(ack_last), .s_ready_o(acks_room), .s_data_i(ack_err_q | b_err),
      .m_valid_o(acked), .m_ready_i(answered), .m_data_o(acked_err));

  // b_ready is also 1, but through logic.
  assign bready_o = 1'b1;
  assign d_valid_o = done_valid & acked;
  assign answered = d_valid_o & d_ready_i;
  assign d_group_o = done_group & {31{d_valid_o}};
  assign d_zeros_o = done_zeros & {8{d_valid_o}};
  assign d_err_o = {done_corrupt, acked_err} & {2{d_valid_o}};
endmodule

`default_nettype wire
