// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_xbar between channels and a DMA unit that offer at any time. Payload is a pattern or its
/// inverse, so that the prover has only two values but still detects a misplaced bit.
/// PART 0, for one channel, picked freely: whenever channels offer flits, one of them is taken and
/// appears at b in the next cycle, unchanged and with its channel; the same holds for written
/// flits; no channel waits for more than CHANNELS - 1 other unwanted flits; wanted flits go first.
/// PART 1: requests and flits to be written leave in order, unchanged, to their channel only.
module fv_cdma_xbar #(
    parameter int PART = 0,
    parameter int CHANNELS = 3
) (
    input wire logic                clk_i,
    input wire logic                again_i,
    input wire logic [CHANNELS-1:0] a_valid_i,
    input wire logic [CHANNELS-1:0] a_bit_i,
    input wire logic [CHANNELS-1:0] want_i,
    input wire logic [CHANNELS-1:0] d_valid_i,
    input wire logic [CHANNELS-1:0] d_bit_i,
    input wire logic                g_valid_i,
    input wire logic [1:0]          g_channel_i,
    input wire logic                g_bit_i,
    input wire logic [CHANNELS-1:0] cg_ready_i,
    input wire logic                p_valid_i,
    input wire logic [1:0]          p_channel_i,
    input wire logic                p_bit_i,
    input wire logic [CHANNELS-1:0] cp_ready_i
);
  localparam logic [302:0] PATTERN
      = 303'h3c_96f0_1e2d_4b87_c3a5_692d_b41e_7803_9f1c_e4d2_0b6a_8375_de1f_a94c_3b06_72e8_51fd;
  localparam int A_W = 272, D_W = 41, G_W = 40, P_W = 303;

  wire rst_n, b_valid, b_last, b_err, g_ready, p_ready, cp_last, k_valid;
  wire [CHANNELS-1:0] a_ready, cg_valid, cp_valid, d_ready;
  wire [2:0] b_channel;
  wire [255:0] b_data, cp_data;
  wire [5:0] b_bytes, cp_bytes;
  wire [7:0] b_zeros, k_zeros;
  wire [30:0] cg_group, cp_group, k_group;
  wire [4:0] cg_sectors, cp_sectors;
  wire [3:0] cg_codec, cp_codec;
  wire [1:0] k_err;
  wire [CHANNELS*256-1:0] a_data;
  wire [CHANNELS-1:0] a_last, a_err;
  wire [CHANNELS*6-1:0] a_bytes;
  wire [CHANNELS*8-1:0] a_zeros, d_zeros;
  wire [CHANNELS*31-1:0] d_group;
  wire [CHANNELS*2-1:0] d_err;
  wire [30:0] g_group, p_group;
  wire [4:0] g_sectors, p_sectors;
  wire [3:0] g_codec, p_codec;
  wire [255:0] p_data;
  wire p_last;
  wire [5:0] p_bytes;
  genvar c;
  generate
    for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
      assign {a_err[c], a_zeros[c*8 +: 8], a_bytes[c*6 +: 6], a_last[c], a_data[c*256 +: 256]}
          = PATTERN[A_W-1:0] ^ {A_W{a_bit_i[c]}};
      assign {d_err[c*2 +: 2], d_zeros[c*8 +: 8], d_group[c*31 +: 31]}
          = PATTERN[D_W-1:0] ^ {D_W{d_bit_i[c]}};
    end
  endgenerate
  assign {g_codec, g_sectors, g_group} = PATTERN[G_W-1:0] ^ {G_W{g_bit_i}};
  assign {p_codec, p_sectors, p_group, p_bytes, p_last, p_data} = PATTERN ^ {P_W{p_bit_i}};

  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_xbar #(.CHANNELS(CHANNELS)) u_dut (
      .clk_i, .rst_ni(rst_n), .a_valid_i, .a_ready_o(a_ready), .a_data_i(a_data),
      .a_last_i(a_last), .a_bytes_i(a_bytes), .a_zeros_i(a_zeros), .a_err_i(a_err), .want_i,
      .b_valid_o(b_valid), .b_channel_o(b_channel), .b_data_o(b_data), .b_last_o(b_last),
      .b_bytes_o(b_bytes), .b_zeros_o(b_zeros), .b_err_o(b_err), .g_valid_i, .g_ready_o(g_ready),
      .g_channel_i({1'b0, g_channel_i}), .g_group_i(g_group), .g_sectors_i(g_sectors),
      .g_codec_i(g_codec), .cg_valid_o(cg_valid), .cg_ready_i, .cg_group_o(cg_group),
      .cg_sectors_o(cg_sectors), .cg_codec_o(cg_codec), .p_valid_i, .p_ready_o(p_ready),
      .p_channel_i({1'b0, p_channel_i}), .p_data_i(p_data), .p_last_i(p_last),
      .p_bytes_i(p_bytes), .p_group_i(p_group), .p_sectors_i(p_sectors), .p_codec_i(p_codec),
      .cp_valid_o(cp_valid), .cp_ready_i, .cp_data_o(cp_data), .cp_last_o(cp_last),
      .cp_bytes_o(cp_bytes), .cp_group_o(cp_group), .cp_sectors_o(cp_sectors),
      .cp_codec_o(cp_codec), .d_valid_i, .d_ready_o(d_ready), .d_group_i(d_group),
      .d_zeros_i(d_zeros), .d_err_i(d_err), .k_valid_o(k_valid), .k_group_o(k_group),
      .k_zeros_o(k_zeros), .k_err_o(k_err));

  generate
    if (PART == 0) begin : g_in
      (* anyconst *) logic [1:0] n;
      always_comb assume (32'(n) < CHANNELS);
      logic some_q = 1'b0, its_q = 1'b0, bit_q, done_q = 1'b0, k_its_q = 1'b0, k_bit_q;
      logic [2:0] others_q = '0, k_others_q = '0;
      always_ff @(posedge clk_i) begin
        some_q <= rst_n && a_valid_i != '0;
        its_q <= rst_n && a_valid_i[n] && a_ready[n];
        bit_q <= a_bit_i[n];
        done_q <= rst_n && d_valid_i != '0;
        k_its_q <= rst_n && d_valid_i[n] && d_ready[n];
        k_bit_q <= d_bit_i[n];
        others_q <= !rst_n || !a_valid_i[n] || a_ready[n] ? '0
                  : others_q + {2'd0, (a_valid_i & want_i) == '0};
        k_others_q <= !rst_n || !d_valid_i[n] || d_ready[n] ? '0 : k_others_q + 1'b1;
      end
      wire [A_W-1:0] b = {b_err, b_zeros, b_bytes, b_last, b_data};
      wire [D_W-1:0] k = {k_err, k_zeros, k_group};
      fv_assert u_one (.hold_i(!rst_n ||
                               ((a_ready & (a_ready - 1'b1)) == '0 && (a_ready & ~a_valid_i) == '0
                               && (a_ready != '0) == (a_valid_i != '0))));
      fv_assert u_b (.hold_i(!rst_n || (b_valid == some_q && (b_valid || {b_channel, b} == '0))));
      fv_assert u_its (.hold_i(!rst_n || its_q == (b_valid && b_channel == {1'b0, n})));
      fv_assert u_data (.hold_i(!rst_n || !its_q || b == (PATTERN[A_W-1:0] ^ {A_W{bit_q}})));
      fv_assert u_first (.hold_i(!rst_n || (a_valid_i & want_i) == '0
                                 || (a_ready & want_i) != '0));
      fv_assert u_turn (.hold_i(!rst_n || others_q <= 3'(CHANNELS - 1)));
      fv_assert u_k_one (.hold_i(!rst_n ||
                                 ((d_ready & (d_ready - 1'b1)) == '0
                                 && (d_ready & ~d_valid_i) == '0
                                 && (d_ready != '0) == (d_valid_i != '0))));
      fv_assert u_k (.hold_i(!rst_n || (k_valid == done_q && (k_valid || k == '0))));
      fv_assert u_k_data (.hold_i(!rst_n || !k_its_q || k == (PATTERN[D_W-1:0] ^ {D_W{k_bit_q}})));
      fv_assert u_k_turn (.hold_i(!rst_n || k_others_q <= 3'(CHANNELS - 1)));
      fv_cover u_long (.seen_i(others_q == 3'(CHANNELS - 1) && k_others_q == 3'(CHANNELS - 1)));
      fv_cover u_bit (.seen_i(its_q && bit_q && k_its_q && !k_bit_q && n != 2'd0));
    end else begin : g_out
      always_comb begin
        assume (32'(g_channel_i) < CHANNELS);
        assume (32'(p_channel_i) < CHANNELS);
      end
      fv_stream #(.WIDTH(3), .ASSUME(1)) u_g (
          .clk_i, .rst_ni(rst_n), .valid_i(g_valid_i), .ready_i(g_ready),
          .data_i({g_channel_i, g_bit_i}));
      fv_stream #(.WIDTH(3), .ASSUME(1)) u_p (
          .clk_i, .rst_ni(rst_n), .valid_i(p_valid_i), .ready_i(p_ready),
          .data_i({p_channel_i, p_bit_i}));
      wire [G_W-1:0] g = {cg_codec, cg_sectors, cg_group};
      wire [P_W-1:0] p = {cp_codec, cp_sectors, cp_group, cp_bytes, cp_last, cp_data};
      wire g_bit = g[0] ^ PATTERN[0], p_bit = p[0] ^ PATTERN[0];
      fv_order #(.WIDTH(CHANNELS + 1), .HOLDS(2)) u_g_order (
          .clk_i, .rst_ni(rst_n), .push_i(g_valid_i && g_ready),
          .push_data_i({{{CHANNELS - 1{1'b0}}, 1'b1} << g_channel_i, g_bit_i}),
          .valid_i(cg_valid != '0), .pop_i((cg_valid & cg_ready_i) != '0),
          .pop_data_i({cg_valid, g_bit}));
      fv_order #(.WIDTH(CHANNELS + 1), .HOLDS(2)) u_p_order (
          .clk_i, .rst_ni(rst_n), .push_i(p_valid_i && p_ready),
          .push_data_i({{{CHANNELS - 1{1'b0}}, 1'b1} << p_channel_i, p_bit_i}),
          .valid_i(cp_valid != '0), .pop_i((cp_valid & cp_ready_i) != '0),
          .pop_data_i({cp_valid, p_bit}));
      fv_assert u_g_whole (.hold_i(!rst_n
                                   || g == (cg_valid == '0 ? '0
                                            : PATTERN[G_W-1:0] ^ {G_W{g_bit}})));
      fv_assert u_p_whole (.hold_i(!rst_n || p == (cp_valid == '0 ? '0 : PATTERN ^ {P_W{p_bit}})));
      fv_stream #(.WIDTH(CHANNELS + G_W)) u_cg (
          .clk_i, .rst_ni(rst_n), .valid_i(cg_valid != '0),
          .ready_i((cg_valid & cg_ready_i) != '0), .data_i({cg_valid, g}));
      fv_stream #(.WIDTH(CHANNELS + P_W)) u_cp (
          .clk_i, .rst_ni(rst_n), .valid_i(cp_valid != '0),
          .ready_i((cp_valid & cp_ready_i) != '0), .data_i({cp_valid, p}));
    end
  endgenerate
endmodule

`default_nettype wire
