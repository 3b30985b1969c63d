// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_plan: every group of a job is launched once, in order, on its channel, with credit and
/// not under kill; g gives those groups; o names the same channels in the same order, none of them
/// before its launch, and ends the job when exactly the launched ones have been named. The walk and
/// the bucket are those of fv_any_walk, so group n has channel n mod 8 here.
module fv_cdma_plan #(
    parameter  int CHANNELS  = 8,
    parameter  int GROUP_W   = 4,
    localparam int SECTORS_W = GROUP_W + 4
) (
    input wire logic                 clk_i,
    input wire logic                 again_i,
    input wire logic                 j_valid_i,
    input wire logic [GROUP_W-1:0]   j_group_i,
    input wire logic [SECTORS_W-1:0] j_sectors_i,
    input wire logic [3:0]           j_codec_i,
    input wire logic                 kill_i,
    input wire logic [23:0]          rate_i,
    input wire logic [CHANNELS-1:0]  credit_i,
    input wire logic                 g_ready_i,
    input wire logic                 o_ready_i
);
  wire rst_n, j_ready, t_valid, g_valid, o_valid, o_none, stall_credit, stall_rate;
  wire [2:0] t_channel, g_channel, o_channel;
  wire [GROUP_W-1:0] g_group;
  wire [4:0] g_sectors;
  wire [3:0] g_codec;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_plan #(.CHANNELS(CHANNELS), .GROUP_W(GROUP_W)) u_dut (
      .clk_i, .rst_ni(rst_n), .j_valid_i, .j_ready_o(j_ready), .j_group_i, .j_sectors_i,
      .j_codec_i, .kill_i, .rate_i, .credit_i, .t_valid_o(t_valid), .t_channel_o(t_channel),
      .g_valid_o(g_valid), .g_ready_i, .g_channel_o(g_channel), .g_group_o(g_group),
      .g_sectors_o(g_sectors), .g_codec_o(g_codec), .o_valid_o(o_valid), .o_ready_i,
      .o_channel_o(o_channel), .o_none_o(o_none), .stall_credit_o(stall_credit),
      .stall_rate_o(stall_rate));

  // A job has fewer than 2^GROUP_W groups, so that it is never that far ahead of the order.
  always_comb begin
    assume (j_sectors_i != '0);
    assume (j_sectors_i <= {{GROUP_W{1'b1}}, 4'd0});
  end

  // Next group to launch and to name, sectors still to launch.
  logic busy_q = 1'b0, killed_q = 1'b0, given_q = 1'b0;
  logic [GROUP_W-1:0] launch_q, name_q, group_q;
  logic [SECTORS_W-1:0] left_q;
  logic [3:0] codec_q, g_codec_q;
  logic [4:0] g_sectors_q;
  logic [2:0] channel_q;
  wire all = left_q == '0;
  wire whole = left_q >= SECTORS_W'(16);
  wire over = o_valid && o_ready_i && o_none;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      busy_q <= 1'b0;
      given_q <= 1'b0;
    end else begin
      busy_q <= (j_valid_i && j_ready) || (busy_q && !over);
      given_q <= t_valid || (given_q && !g_ready_i);
    end
    if (j_valid_i && j_ready) begin
      launch_q <= j_group_i;
      name_q <= j_group_i;
      left_q <= j_sectors_i;
      codec_q <= j_codec_i;
      killed_q <= 1'b0;
    end else begin
      if (t_valid) launch_q <= launch_q + 1'b1;
      if (t_valid) left_q <= whole ? left_q - SECTORS_W'(16) : '0;
      if (o_valid && o_ready_i && !o_none) name_q <= name_q + 1'b1;
      killed_q <= killed_q || kill_i;
    end
    if (t_valid) begin
      channel_q <= t_channel;
      group_q <= launch_q;
      g_sectors_q <= whole ? 5'd16 : 5'(left_q);
      g_codec_q <= codec_q;
    end
  end

  fv_assert u_idle (.hold_i(!rst_n || j_ready == !busy_q));
  fv_assert u_launch (.hold_i(!rst_n || !t_valid || (busy_q && !all && !kill_i && !killed_q
                              && (!given_q || g_ready_i))));
  fv_assert u_channel (.hold_i(!rst_n || !t_valid || t_channel == launch_q[2:0]));
  fv_assert u_credit (.hold_i(!rst_n || !t_valid || credit_i[t_channel]));
  fv_assert u_g (.hold_i(!rst_n || g_valid == given_q));
  fv_assert u_group (.hold_i(!rst_n || !g_valid || (g_channel == channel_q && g_group == group_q
                             && g_sectors == g_sectors_q && g_codec == g_codec_q)));
  fv_assert u_order (.hold_i(!rst_n || !o_valid || o_none
                             || (busy_q && name_q != launch_q && o_channel == name_q[2:0])));
  fv_assert u_end (.hold_i(!rst_n || !o_none
                           || (o_valid && busy_q && name_q == launch_q && (all || killed_q))));
  fv_assert u_named (.hold_i(!rst_n || !busy_q || o_valid == (name_q != launch_q || all
                             || killed_q)));
  fv_stream #(.WIDTH(4)) u_hold (
      .clk_i, .rst_ni(rst_n), .valid_i(o_valid), .ready_i(o_ready_i), .data_i({o_none, o_channel}));
  fv_assert u_stall (.hold_i(!rst_n || !(stall_credit && stall_rate)));
  fv_cover u_whole (.seen_i(rst_n && over && all && launch_q == GROUP_W'(4)));
  fv_cover u_killed (.seen_i(rst_n && over && !all && launch_q == GROUP_W'(2)));
endmodule

`default_nettype wire
