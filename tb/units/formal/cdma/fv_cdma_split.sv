// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_split between a planner that gives a job's groups, or ends it some time after stop, and
/// a link, an index and a local decoder with free behaviour. PART chooses what is checked:
/// 0: every group taken becomes exactly one packet, in order, with its group number in all its
///    flits; all flits but the last are full; stalled outputs are held stable.
/// 1: the result comes once per job, after all packets, and is good only if all groups were given.
module fv_cdma_split #(
    parameter int PART = 0
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         j_valid_i,
    input wire logic [40:0]  j_bytes_i,
    input wire logic [3:0]   j_codec_i,
    input wire logic         j_index_i,
    input wire logic [34:0]  j_sectors_i,
    input wire logic         g_valid_i,
    input wire logic [4:0]   g_sectors_i,
    input wire logic         over_i,
    input wire logic         n_valid_i,
    input wire logic [15:0]  n_bytes_i,
    input wire logic         n_err_i,
    input wire logic         s_valid_i,
    input wire logic [255:0] s_data_i,
    input wire logic         s_err_i,
    input wire logic         kill_i,
    input wire logic         p_ready_i,
    input wire logic         r_ready_i
);
  wire rst_n, j_ready, g_ready, n_ready, s_ready, stop, drop, p_valid, p_last, r_valid;
  wire [2:0] p_channel;
  wire [255:0] p_data;
  wire [5:0] p_bytes;
  wire [30:0] p_group;
  wire [4:0] p_sectors;
  wire [3:0] p_codec, r_status;
  wire [31:0] r_bad;
  logic [2:0] given_q = 3'd0, out_q = 3'd0;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_split u_dut (
      .clk_i, .rst_ni(rst_n), .j_valid_i, .j_ready_o(j_ready), .j_bytes_i, .j_codec_i, .j_index_i,
      .j_sectors_i, .g_valid_i, .g_ready_o(g_ready), .g_channel_i(given_q),
      .g_group_i({28'd0, given_q}), .g_sectors_i, .g_codec_i(j_codec_i), .over_i, .n_valid_i,
      .n_ready_o(n_ready), .n_bytes_i, .n_err_i, .s_valid_i, .s_ready_o(s_ready), .s_data_i,
      .s_err_i, .drop_o(drop), .kill_i, .stop_o(stop), .p_valid_o(p_valid), .p_ready_i, .p_channel_o(p_channel),
      .p_data_o(p_data), .p_last_o(p_last), .p_bytes_o(p_bytes), .p_group_o(p_group),
      .p_sectors_o(p_sectors), .p_codec_o(p_codec), .r_valid_o(r_valid), .r_ready_i,
      .r_status_o(r_status), .r_bad_o(r_bad));

  wire start = rst_n && j_valid_i && j_ready;
  wire take = rst_n && g_valid_i && g_ready;
  wire pop = rst_n && p_valid && p_ready_i;
  wire result = rst_n && r_valid && r_ready_i;
  // The job in progress, the groups that it has left, whether the planner has given up, and the
  // groups that were taken and have not left.
  logic job_q = 1'b0, over_q = 1'b0, stop_q = 1'b0;
  logic [1:0] left_q = 2'd0;
  logic [2:0] inside_q = 3'd0;
  always_ff @(posedge clk_i) begin
    stop_q <= rst_n && stop;
    if (!rst_n) begin
      {job_q, over_q} <= 2'b00;
      {given_q, out_q, inside_q} <= 9'd0;
    end else begin
      job_q <= start || (job_q && !result);
      over_q <= over_i && job_q && !result;
      given_q <= given_q + {2'd0, take};
      out_q <= out_q + {2'd0, pop && p_last};
      inside_q <= inside_q + {2'd0, take} - {2'd0, pop && p_last};
      if (start) left_q <= j_sectors_i[5:4] + {1'b0, |j_sectors_i[3:0]};
      else if (take) left_q <= left_q - 2'd1;
    end
  end
  always_comb begin
    assume (j_sectors_i != 35'd0 && j_sectors_i <= 35'd48 && j_bytes_i != 41'd0);
    assume (!g_valid_i || (job_q && !r_valid && left_q != 2'd0 && !over_q));
    assume (!over_i || (job_q && (left_q == {1'b0, g_valid_i} || stop_q)));
    assume (!over_q || over_i || !job_q);
    assume (g_sectors_i != 5'd0 && g_sectors_i <= 5'd16);
  end
  fv_stream #(.WIDTH(5), .ASSUME(1)) u_g (
      .clk_i, .rst_ni(rst_n), .valid_i(g_valid_i), .ready_i(g_ready), .data_i(g_sectors_i));

  generate
    if (PART == 0) begin : g_packets
      fv_assert u_one (.hold_i(!rst_n || !p_valid || (inside_q != 3'd0 && p_channel == out_q
                                                      && p_group == {28'd0, out_q})));
      fv_assert u_most (.hold_i(inside_q <= 3'd4));
      fv_assert u_full (.hold_i(!rst_n || !p_valid || (p_last ? p_bytes != 6'd0 && p_bytes <= 6'd32
                                                              : p_bytes == 6'd32)));
      fv_stream #(.WIDTH(1 + 6 + 3 + 31)) u_p (
          .clk_i, .rst_ni(rst_n), .valid_i(p_valid), .ready_i(p_ready_i),
          .data_i({p_last, p_bytes, p_channel, p_group}));
    end else begin : g_results
      fv_assert u_behind (.hold_i(!rst_n || !r_valid || (job_q && inside_q == 3'd0 && !p_valid)));
      fv_assert u_all (.hold_i(!rst_n || !r_valid || left_q == 2'd0 || over_q));
      fv_assert u_good (.hold_i(!rst_n || !r_valid || left_q == 2'd0 || r_status != 4'd0));
      fv_assert u_ready (.hold_i(!rst_n || !j_ready || !job_q));
      fv_assert u_stop (.hold_i(!rst_n || !stop || (job_q && drop)));
      fv_stream #(.WIDTH(36)) u_r (
          .clk_i, .rst_ni(rst_n), .valid_i(r_valid), .ready_i(r_ready_i),
          .data_i({r_status, r_bad}));
      fv_cover u_fail (.seen_i(result && r_status == 4'd10 && out_q != 3'd0));
      fv_cover u_kill (.seen_i(result && r_status == 4'd11));
      fv_cover u_done (.seen_i(result && r_status == 4'd0 && out_q == 3'd3));
    end
  endgenerate
endmodule

`default_nettype wire
