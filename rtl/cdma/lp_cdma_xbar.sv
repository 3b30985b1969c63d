// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Crossbar of the compressing DMA engine: between the DMA unit and lp_cdma_chan at each memory
/// controller. Requests and stored groups go to the channel that they name, each through an
/// lp_skid; flits and completions return round robin (lp_rr), one per cycle each. Flits of several
/// channels may alternate, those of one channel stay in order. A flit that the buffer needs next
/// has priority; otherwise a channel waits for at most CHANNELS - 1 flits of others.
///
/// A request or flit for a channel that is not ready stalls those after it.
///
/// Latency: 1. Interval: 1. Source: own design.
///
/// Combinational paths: a_valid, want -> a_ready; d_valid -> d_ready.
module lp_cdma_xbar #(
    /// Channels, 2..8.
    parameter int CHANNELS = 6
) (
    /// Clock.
    input  wire logic                    clk_i,
    /// Synchronous reset, active low.
    input  wire logic                    rst_ni,

    /// Flits of channel c in field c: valid.
    input  wire logic [CHANNELS-1:0]     a_valid_i,
    /// Flits of the channels: ready.
    output wire logic [CHANNELS-1:0]     a_ready_o,
    /// Flits of the channels: bytes.
    input  wire logic [CHANNELS*256-1:0] a_data_i,
    /// Flits of the channels: the last of a group.
    input  wire logic [CHANNELS-1:0]     a_last_i,
    /// Flits of the channels: bytes in use.
    input  wire logic [CHANNELS*6-1:0]   a_bytes_i,
    /// Flits of the channels: zero words of the group.
    input  wire logic [CHANNELS*8-1:0]   a_zeros_i,
    /// Flits of the channels: the group is invalid.
    input  wire logic [CHANNELS-1:0]     a_err_i,
    /// Channels whose flits have priority.
    input  wire logic [CHANNELS-1:0]     want_i,

    /// Flit to lp_cdma_buf: valid; it is always taken.
    output wire logic                    b_valid_o,
    /// Its channel.
    output wire logic [2:0]              b_channel_o,
    /// Its bytes.
    output wire logic [255:0]            b_data_o,
    /// It is the last of its group.
    output wire logic                    b_last_o,
    /// Bytes in use.
    output wire logic [5:0]              b_bytes_o,
    /// Zero words of the group.
    output wire logic [7:0]              b_zeros_o,
    /// The group is invalid.
    output wire logic                    b_err_o,

    /// Request to read a group: valid.
    input  wire logic                    g_valid_i,
    /// Request: ready.
    output wire logic                    g_ready_o,
    /// Request: channel, below CHANNELS.
    input  wire logic [2:0]              g_channel_i,
    /// Request: group.
    input  wire logic [30:0]             g_group_i,
    /// Request: its sectors.
    input  wire logic [4:0]              g_sectors_i,
    /// Request: codec.
    input  wire logic [3:0]              g_codec_i,

    /// Request to channel c: valid.
    output wire logic [CHANNELS-1:0]     cg_valid_o,
    /// Request to channel c: ready.
    input  wire logic [CHANNELS-1:0]     cg_ready_i,
    /// Request to the channel that has valid: group.
    output wire logic [30:0]             cg_group_o,
    /// Request: sectors.
    output wire logic [4:0]              cg_sectors_o,
    /// Request: codec.
    output wire logic [3:0]              cg_codec_o,

    /// Flit of a group to be written: valid.
    input  wire logic                    p_valid_i,
    /// Flit to be written: ready.
    output wire logic                    p_ready_o,
    /// Flit to be written: channel, below CHANNELS.
    input  wire logic [2:0]              p_channel_i,
    /// Flit to be written: bytes.
    input  wire logic [255:0]            p_data_i,
    /// Flit to be written: the last of its group.
    input  wire logic                    p_last_i,
    /// Flit to be written: bytes in use.
    input  wire logic [5:0]              p_bytes_i,
    /// Flit to be written: group.
    input  wire logic [30:0]             p_group_i,
    /// Flit to be written: the group's sectors.
    input  wire logic [4:0]              p_sectors_i,
    /// Flit to be written: codec.
    input  wire logic [3:0]              p_codec_i,

    /// Flit to be written in channel c: valid.
    output wire logic [CHANNELS-1:0]     cp_valid_o,
    /// Flit to be written in channel c: ready.
    input  wire logic [CHANNELS-1:0]     cp_ready_i,
    /// Flit for the channel that has valid: bytes.
    output wire logic [255:0]            cp_data_o,
    /// Flit: the last of its group.
    output wire logic                    cp_last_o,
    /// Flit: bytes in use.
    output wire logic [5:0]              cp_bytes_o,
    /// Flit: group.
    output wire logic [30:0]             cp_group_o,
    /// Flit: the group's sectors.
    output wire logic [4:0]              cp_sectors_o,
    /// Flit: codec.
    output wire logic [3:0]              cp_codec_o,

    /// Groups written by channel c, in field c: valid.
    input  wire logic [CHANNELS-1:0]     d_valid_i,
    /// Groups written: ready.
    output wire logic [CHANNELS-1:0]     d_ready_o,
    /// Groups written: group.
    input  wire logic [CHANNELS*31-1:0]  d_group_i,
    /// Groups written: zero words.
    input  wire logic [CHANNELS*8-1:0]   d_zeros_i,
    /// Groups written: memory error, corrupt.
    input  wire logic [CHANNELS*2-1:0]   d_err_i,

    /// Group written: valid; it is always taken.
    output wire logic                    k_valid_o,
    /// Its number.
    output wire logic [30:0]             k_group_o,
    /// Its zero words.
    output wire logic [7:0]              k_zeros_o,
    /// Memory error, corrupt.
    output wire logic [1:0]              k_err_o
);
  generate
    if (CHANNELS < 2 || CHANNELS > 8) begin : g_check_channels
      lp_bad_CHANNELS_not_2_to_8 u_bad ();
    end
  endgenerate

  localparam int C = CHANNELS;
  localparam int A_W = 256 + 1 + 6 + 8 + 1;
  localparam int D_W = 31 + 8 + 2;
  localparam int G_W = 31 + 5 + 4;
  localparam int P_W = 256 + 1 + 6 + 31 + 5 + 4;
  localparam int INDEX_W = $clog2(C);

  // ---------------------------------------------------------------- flits in
  wire a_any;
  wire [INDEX_W-1:0] a_index, a_of;
  wire [C*A_W-1:0] a_flits;
  wire [A_W-1:0] a_flit;
  genvar c;
  generate
    for (c = 0; c < C; c = c + 1) begin : g_flit
      assign a_flits[c*A_W +: A_W]
          = {a_err_i[c], a_zeros_i[c*8 +: 8], a_bytes_i[c*6 +: 6], a_last_i[c],
             a_data_i[c*256 +: 256]};
    end
  endgenerate
  // A prioritised flit does not change the turn, or other channels could starve.
  wire [C-1:0] first;
  assign first = a_valid_i & want_i;
  lp_rr #(.N(C)) u_a_turn (
      .clk_i, .rst_ni, .req_i(|first ? first : a_valid_i), .take_i(~|first), .grant_o(a_ready_o),
      .index_o(a_index), .any_o(a_any));
  lp_pick #(.WIDTH(A_W), .WORDS(C)) u_a (
      .sel_i(a_ready_o & {C{rst_ni}}), .data_i(a_flits), .data_o(a_flit));

  assign a_of = a_index & {INDEX_W{rst_ni}};

  logic b_valid_q;
  logic [2:0] b_channel_q;
  logic [A_W-1:0] b_flit_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) b_valid_q <= 1'b0;
    else b_valid_q <= a_any;
    // Without a grant, and in reset, both are 0.
    b_channel_q <= 3'(a_of);
    b_flit_q <= a_flit;
  end
  assign b_valid_o = b_valid_q;
  assign b_channel_o = b_channel_q;
  assign {b_err_o, b_zeros_o, b_bytes_o, b_last_o, b_data_o} = b_flit_q;

  // ---------------------------------------------------------------- requests out
  wire g_valid;
  wire [C-1:0] g_to;
  wire [G_W-1:0] g_work;
  lp_skid #(.WIDTH(C + G_W)) u_g (
      .clk_i, .rst_ni, .s_valid_i(g_valid_i), .s_ready_o(g_ready_o),
      .s_data_i({C'(1) << g_channel_i, g_codec_i, g_sectors_i, g_group_i}), .m_valid_o(g_valid),
      .m_ready_i(|(g_to & cg_ready_i)), .m_data_o({g_to, g_work}));
  assign cg_valid_o = g_to & {C{g_valid}};
  assign {cg_codec_o, cg_sectors_o, cg_group_o} = g_work & {G_W{g_valid}};

  // ---------------------------------------------------------------- flits out
  wire p_valid;
  wire [C-1:0] p_to;
  wire [P_W-1:0] p_work;
  lp_skid #(.WIDTH(C + P_W)) u_p (
      .clk_i, .rst_ni, .s_valid_i(p_valid_i), .s_ready_o(p_ready_o),
      .s_data_i({C'(1) << p_channel_i, p_codec_i, p_sectors_i, p_group_i, p_bytes_i, p_last_i,
                 p_data_i}),
      .m_valid_o(p_valid), .m_ready_i(|(p_to & cp_ready_i)), .m_data_o({p_to, p_work}));
  assign cp_valid_o = p_to & {C{p_valid}};
  assign {cp_codec_o, cp_sectors_o, cp_group_o, cp_bytes_o, cp_last_o, cp_data_o}
      = p_work & {P_W{p_valid}};

  // ---------------------------------------------------------------- completions in
  wire d_any;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [INDEX_W-1:0] d_index;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [C*D_W-1:0] d_words;
  wire [D_W-1:0] d_word;
  generate
    for (c = 0; c < C; c = c + 1) begin : g_done
      assign d_words[c*D_W +: D_W]
          = {d_err_i[c*2 +: 2], d_zeros_i[c*8 +: 8], d_group_i[c*31 +: 31]};
    end
  endgenerate
  lp_rr #(.N(C)) u_d_turn (
      .clk_i, .rst_ni, .req_i(d_valid_i), .take_i(1'b1), .grant_o(d_ready_o), .index_o(d_index),
      .any_o(d_any));
  lp_pick #(.WIDTH(D_W), .WORDS(C)) u_d (
      .sel_i(d_ready_o & {C{rst_ni}}), .data_i(d_words), .data_o(d_word));

  logic k_valid_q;
  logic [D_W-1:0] k_word_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) k_valid_q <= 1'b0;
    else k_valid_q <= d_any;
    k_word_q <= d_word;  // 0 without a grant
  end
  assign k_valid_o = k_valid_q;
  assign {k_err_o, k_zeros_o, k_group_o} = k_word_q;
endmodule

`default_nettype wire
