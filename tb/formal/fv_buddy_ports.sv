// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The device port of a slice, lp_buddy_dev with the metadata cache behind it, and a memory that
/// never takes an address or data to be written, acknowledges nothing, and sends whatever it likes:
/// R is taken within SLOWEST cycles all the same. Readers and writers of states and the driver ask
/// for what they like, so that the cache is full of what it cannot write back.
module fv_buddy_ports #(
    parameter int SLOWEST = 8
) (
    input wire logic       clk_i,
    input wire logic       again_i,
    input wire logic       c_valid_i,
    input wire logic [1:0] c_what_i,
    input wire logic       q_valid_i,
    input wire logic [2:0] q_addr_i,
    input wire logic       q_entry_i,
    input wire logic       u_valid_i,
    input wire logic [2:0] u_addr_i,
    input wire logic       u_entry_i,
    input wire logic       r_valid_i,
    input wire logic       w_valid_i,
    input wire logic       wd_valid_i,
    input wire logic       arready_i,
    input wire logic       rvalid_i,
    input wire logic [1:0] rid_i,
    input wire logic       rbad_i
);
  localparam int ADDR_W = 14;

  wire rst_n, c_ready, q_ready, qa_valid, u_ready, ua_valid, a_entry, r_ready, w_ready, wd_ready;
  wire f_valid, f_ready, f_id, fd_valid, fd_ready, d_id, d_err, b_valid, b_ready, bb_valid, k_err;
  wire rready, awvalid, wvalid;
  wire [ADDR_W-1:0] f_addr, b_addr;
  wire [255:0] d_data, b_data;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_buddy_meta #(
      .ENTRIES(2), .ADDR_W(ADDR_W), .SETS(1), .WAYS(1), .MISSES(2), .TARGETS(1), .COUNTERS(0)
  ) u_meta (
      .clk_i, .rst_ni(rst_n), .c_valid_i, .c_ready_o(c_ready), .c_what_i, .r_valid_i(q_valid_i),
      .r_ready_o(q_ready), .r_addr_i({6'd0, q_addr_i, 6'd0}), .r_entry_i(q_entry_i),
      .ra_valid_o(qa_valid), .w_valid_i(u_valid_i), .w_ready_o(u_ready),
      .w_addr_i({6'd0, u_addr_i, 6'd0}), .w_state_i(4'd0), .w_entry_i(u_entry_i),
      .wa_valid_o(ua_valid), .a_entry_o(a_entry), .lost_i(1'b0), .f_valid_o(f_valid),
      .f_ready_i(f_ready), .f_addr_o(f_addr), .f_id_o(f_id), .d_valid_i(fd_valid),
      .d_ready_o(fd_ready), .d_id_i(d_id), .d_data_i(d_data), .d_err_i(d_err),
      .b_valid_o(b_valid), .b_ready_i(b_ready), .b_addr_o(b_addr), .b_data_o(b_data),
      .k_valid_i(bb_valid), .k_err_i(k_err));
  lp_buddy_dev #(.ENTRIES(2), .ADDR_W(ADDR_W), .MISSES(2)) u_dev (
      .clk_i, .rst_ni(rst_n), .r_valid_i, .r_ready_o(r_ready), .r_addr_i(14'h1000),
      .r_sectors_i(3'd1), .r_entry_i(1'b0), .f_valid_i(f_valid), .f_ready_o(f_ready),
      .f_addr_i(f_addr), .f_id_i(f_id), .fd_valid_o(fd_valid), .fd_ready_i(fd_ready),
      .d_id_o(d_id), .d_data_o(d_data), .d_err_o(d_err), .w_valid_i, .w_ready_o(w_ready),
      .w_addr_i(14'h1000), .w_sectors_i(3'd1), .w_eight_i(1'b0), .w_entry_i(1'b0), .wd_valid_i,
      .wd_ready_o(wd_ready), .wd_data_i(256'd0), .wb_ready_i(1'b1), .b_valid_i(b_valid),
      .b_ready_o(b_ready), .b_addr_i(b_addr), .b_data_i(b_data), .bb_valid_o(bb_valid),
      .k_err_o(k_err), .arready_i, .rvalid_i, .rready_o(rready), .rid_i, .rdata_i(256'd0),
      .rresp_i({rbad_i, 1'b0}), .rlast_i(1'b1), .awvalid_o(awvalid), .awready_i(1'b0),
      .wvalid_o(wvalid), .wready_i(1'b0), .bvalid_i(1'b0), .bid_i(2'd0), .bresp_i(2'd0));

  // ---------------------------------------------------------------- what surrounds it
  wire [1:0] reads, writes;
  fv_held #(.N(2)) u_reads (
      .clk_i, .rst_ni(rst_n), .take_i(rst_n && q_valid_i && q_ready), .take_number_i(q_entry_i),
      .give_i(qa_valid), .give_number_i(a_entry), .held_o(reads));
  fv_held #(.N(2)) u_writes (
      .clk_i, .rst_ni(rst_n), .take_i(rst_n && u_valid_i && u_ready), .take_number_i(u_entry_i),
      .give_i(ua_valid), .give_number_i(a_entry), .held_o(writes));
  always_comb assume (!q_valid_i || !reads[q_entry_i]);
  always_comb assume (!u_valid_i || !writes[u_entry_i]);
  fv_stream #(.WIDTH(2), .ASSUME(1)) u_c (
      .clk_i, .rst_ni(rst_n), .valid_i(c_valid_i), .ready_i(c_ready), .data_i(c_what_i));
  fv_stream #(.WIDTH(4), .ASSUME(1)) u_q (
      .clk_i, .rst_ni(rst_n), .valid_i(q_valid_i), .ready_i(q_ready),
      .data_i({q_addr_i, q_entry_i}));
  fv_stream #(.WIDTH(4), .ASSUME(1)) u_u (
      .clk_i, .rst_ni(rst_n), .valid_i(u_valid_i), .ready_i(u_ready),
      .data_i({u_addr_i, u_entry_i}));
  fv_stream #(.ASSUME(1)) u_r (
      .clk_i, .rst_ni(rst_n), .valid_i(r_valid_i), .ready_i(r_ready), .data_i(1'b0));
  fv_stream #(.ASSUME(1)) u_w (
      .clk_i, .rst_ni(rst_n), .valid_i(w_valid_i), .ready_i(w_ready), .data_i(1'b0));
  fv_stream #(.ASSUME(1)) u_wd (
      .clk_i, .rst_ni(rst_n), .valid_i(wd_valid_i), .ready_i(wd_ready), .data_i(1'b0));
  fv_stream #(.WIDTH(3), .ASSUME(1)) u_mem (
      .clk_i, .rst_ni(rst_n), .valid_i(rvalid_i), .ready_i(rready), .data_i({rid_i, rbad_i}));

  // ---------------------------------------------------------------- how long R waits
  logic [4:0] age_q = 5'd0;
  always_ff @(posedge clk_i) begin
    if (!rst_n || !rvalid_i || rready) age_q <= 5'd0;
    else age_q <= age_q + 5'd1;
  end
  fv_assert u_soon (.hold_i(age_q < 5'(SLOWEST)));
  fv_cover u_refused (.seen_i(rst_n && awvalid && wvalid && b_valid && rvalid_i && rready && d_id));
endmodule

`default_nettype wire
