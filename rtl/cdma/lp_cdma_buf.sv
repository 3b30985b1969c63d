// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Box "B" of the compressing DMA engine: flits from the memory controllers wait here for the link.
/// Each channel has a FIFO of FLITS flits in one array. A channel responds in order, so a group
/// needs no tag: the order of groups gives the FIFO from which the next one is drained. A group may
/// begin to drain before it has arrived completely.
///
/// A launch reserves WORST flits, so the buffer never refuses a flit and cannot overflow
/// (lp_cdma_credit). A credit returned by a flit is counted two cycles after the flit has arrived
/// or was read.
///
/// Stages: the order waits in an lp_skid; X, the array is read; an lp_skid towards the link.
/// Latency: 3 cycles, from a flit in and from its order. Interval: 1, also across groups and
/// channels. Source: own design, a FIFO per channel with credits; arXiv:1705.01626.
///
/// Combinational paths: none.
module lp_cdma_buf #(
    /// Channels, 1..8.
    parameter int CHANNELS = 6,
    /// Flits of a channel's FIFO, WORST..4095.
    parameter int FLITS = 426,
    /// Largest number of flits of a group, 2..31.
    parameter int WORST = 17
) (
    /// Clock.
    input  wire logic                clk_i,
    /// Synchronous reset, active low: the buffer is empty, all credits are free.
    input  wire logic                rst_ni,

    /// Arriving flit, of the oldest group in flight in its channel: valid, taken in the same cycle.
    input  wire logic                b_valid_i,
    /// Its channel.
    input  wire logic [2:0]          b_channel_i,
    /// Its bytes.
    input  wire logic [255:0]        b_data_i,
    /// It is the last of its group.
    input  wire logic                b_last_i,
    /// Bytes in use.
    input  wire logic [5:0]          b_bytes_i,
    /// Zero words of the group, with the last flit.
    input  wire logic [7:0]          b_zeros_i,
    /// The group is invalid, with the last flit.
    input  wire logic                b_err_i,

    /// A group is launched and takes WORST credits.
    input  wire logic                t_valid_i,
    /// Its channel, which has credit.
    input  wire logic [2:0]          t_channel_i,
    /// Channel c has at least WORST credits.
    output wire logic [CHANNELS-1:0] credit_o,

    /// Drain order, a beat per group, not before the group's launch: valid.
    input  wire logic                o_valid_i,
    /// Drain order: ready.
    output wire logic                o_ready_o,
    /// The group's channel.
    input  wire logic [2:0]          o_channel_i,
    /// Not a group but a marker that passes in order.
    input  wire logic                o_none_i,

    /// Flit out: valid.
    output wire logic                m_valid_o,
    /// Flit out: ready.
    input  wire logic                m_ready_i,
    /// Its bytes.
    output wire logic [255:0]        m_data_o,
    /// It is the last of its group.
    output wire logic                m_last_o,
    /// Bytes in use.
    output wire logic [5:0]          m_bytes_o,
    /// Zero words of the group, with the last flit.
    output wire logic [7:0]          m_zeros_o,
    /// The group is invalid, with the last flit.
    output wire logic                m_err_o,
    /// Not a flit but a marker; all other fields are 0.
    output wire logic                m_none_o,

    /// Flits in the array; like credit_o it is updated two cycles after an arrival or a read.
    output wire logic [15:0]         held_o,
    /// The channel whose next flit is needed and has not arrived; zero otherwise.
    output wire logic [CHANNELS-1:0] want_o
);
  generate
    if (CHANNELS < 1 || CHANNELS > 8) begin : g_check_channels
      lp_bad_CHANNELS_not_1_to_8 u_bad ();
    end
    if (WORST < 2 || WORST > 31) begin : g_check_worst
      lp_bad_WORST_not_2_to_31 u_bad ();
    end
    if (FLITS < WORST || FLITS > 4095) begin : g_check_flits
      lp_bad_FLITS_not_WORST_to_4095 u_bad ();
    end
  endgenerate

  localparam int WORD_W = 256 + 6 + 8 + 1;
  localparam int ADDR_W = $clog2(CHANNELS * FLITS);
  localparam int HELD_W = $clog2(CHANNELS * FLITS + 1);

  // ---------------------------------------------------------------- channels
  wire [CHANNELS-1:0] push, launch, pop, has, last;
  wire [CHANNELS*ADDR_W-1:0] write, read, next;
  wire end_bit;
  assign push = {CHANNELS{b_valid_i}} & (CHANNELS'(1) << b_channel_i);
  assign launch = {CHANNELS{t_valid_i}} & (CHANNELS'(1) << t_channel_i);

  genvar c;
  generate
    for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
      lp_cdma_credit #(.FLITS(FLITS), .WORST(WORST)) u_credit (
          .clk_i, .rst_ni, .launch_i(launch[c]), .arrive_i(push[c]), .last_i(b_last_i),
          .drain_i(pop[c]), .credit_o(credit_o[c]));
      lp_cdma_fifo #(.FIRST(c * FLITS), .FLITS(FLITS), .ADDR_W(ADDR_W)) u_fifo (
          .clk_i, .rst_ni, .push_i(push[c]), .push_last_i(b_last_i), .pop_i(pop[c]),
          .end_i(end_bit), .write_o(write[c*ADDR_W +: ADDR_W]), .read_o(read[c*ADDR_W +: ADDR_W]),
          .next_o(next[c*ADDR_W +: ADDR_W]), .has_o(has[c]), .last_o(last[c]));
    end
  endgenerate

  // ---------------------------------------------------------------- order
  wire order, order_none, leave, done;
  wire [CHANNELS-1:0] order_of, sel, fits;
  lp_skid #(.WIDTH(1 + CHANNELS)) u_order (
      .clk_i, .rst_ni, .s_valid_i(o_valid_i), .s_ready_o(o_ready_o),
      .s_data_i({o_none_i, {CHANNELS{~o_none_i}} & (CHANNELS'(1) << o_channel_i)}),
      .m_valid_o(order), .m_ready_i(leave & done), .m_data_o({order_none, order_of}));
  assign sel = order_of & {CHANNELS{order}};
  assign fits = sel & has;
  assign want_o = sel & ~has;
  assign pop = fits & {CHANNELS{leave}};
  assign done = order_none | (|(fits & last));

  // ---------------------------------------------------------------- array
  wire [ADDR_W-1:0] w_addr, r_addr, e_addr;
  wire [WORD_W-1:0] word;
  lp_pick #(.WIDTH(ADDR_W), .WORDS(CHANNELS)) u_write (
      .sel_i(push), .data_i(write), .data_o(w_addr));
  lp_pick #(.WIDTH(ADDR_W), .WORDS(CHANNELS)) u_read (
      .sel_i(sel), .data_i(read), .data_o(r_addr));
  lp_pick #(.WIDTH(ADDR_W), .WORDS(CHANNELS)) u_next (
      .sel_i(sel), .data_i(next), .data_o(e_addr));
  lp_ram #(.WIDTH(WORD_W), .DEPTH(CHANNELS * FLITS), .GRAIN(WORD_W)) u_flits (
      .clk_i, .w_en_i(|push), .w_addr_i(w_addr), .w_mask_i(1'b1),
      .w_data_i({b_err_i, b_zeros_i, b_bytes_i, b_data_i}), .r_en_i(|pop), .r_addr_i(r_addr),
      .r_data_o(word));
  lp_ram #(.WIDTH(1), .DEPTH(CHANNELS * FLITS), .GRAIN(1)) u_ends (
      .clk_i, .w_en_i(|push), .w_addr_i(w_addr), .w_mask_i(1'b1), .w_data_i(b_last_i),
      .r_en_i(|pop), .r_addr_i(e_addr), .r_data_o(end_bit));

  // ---------------------------------------------------------------- X: array output
  logic x_valid_q, x_none_q, x_last_q;
  wire x_ready;
  wire [WORD_W+1:0] beat;
  assign leave = ~x_valid_q | x_ready;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) x_valid_q <= 1'b0;
    else if (leave) x_valid_q <= (|fits) | (order & order_none);
    if (leave) {x_none_q, x_last_q} <= {order_none, |(fits & last)};
  end
  lp_skid #(.WIDTH(WORD_W + 2)) u_out (
      .clk_i, .rst_ni, .s_valid_i(x_valid_q), .s_ready_o(x_ready),
      .s_data_i({x_none_q, x_last_q, word & {WORD_W{~x_none_q}}}), .m_valid_o, .m_ready_i,
      .m_data_o(beat));
  assign {m_none_o, m_last_o, m_err_o, m_zeros_o, m_bytes_o, m_data_o}
      = beat & {WORD_W + 2{m_valid_o}};

  // ---------------------------------------------------------------- flits held
  logic in_q, out_q;
  logic [HELD_W-1:0] held_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {in_q, out_q} <= 2'b00;
    else {in_q, out_q} <= {|push, |pop};
    if (!rst_ni) held_q <= '0;
    else if (in_q & ~out_q) held_q <= held_q + 1'b1;
    else if (out_q & ~in_q) held_q <= held_q - 1'b1;
  end
  assign held_o = {{16 - HELD_W{1'b0}}, held_q};
endmodule

`default_nettype wire
