// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The device port of a slice, lp_buddy_dev with the metadata cache, and a memory that never takes
/// a write address or write data, acknowledges nothing, and sends any answers: R is still taken
/// within SLOWEST cycles. Readers and writers of states and the driver make any requests, so that
/// the cache fills with sectors that it cannot write back.
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
    input wire logic       load_valid_i,
    input wire logic       store_valid_i,
    input wire logic       line_valid_i,
    input wire logic       arready_i,
    input wire logic       rvalid_i,
    input wire logic [1:0] rid_i,
    input wire logic       rbad_i
);
  localparam int ADDR_W = 14;

  wire rst_n, c_ready, q_ready, qa_valid, u_ready, ua_valid, answer_entry, load_ready, store_ready;
  wire line_ready;
  wire fetch_valid, fetch_ready, fetch_id, fill_valid, fill_ready, read_id, read_err, evict_valid;
  wire evict_ready, evicted_valid, written_err;
  wire rready, awvalid, wvalid;
  wire [ADDR_W-1:0] fetch_addr, evict_addr;
  wire [255:0] read_data, evict_data;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_buddy_meta #(
      .ENTRIES(2), .ADDR_W(ADDR_W), .SETS(1), .WAYS(1), .MISSES(2), .TARGETS(1), .COUNTERS(0)
  ) u_meta (
      .clk_i, .rst_ni(rst_n), .c_valid_i, .c_ready_o(c_ready), .c_what_i, .read_valid_i(q_valid_i),
      .read_ready_o(q_ready), .read_addr_i({6'd0, q_addr_i, 6'd0}), .read_entry_i(q_entry_i),
      .read_answer_valid_o(qa_valid), .write_valid_i(u_valid_i), .write_ready_o(u_ready),
      .write_addr_i({6'd0, u_addr_i, 6'd0}), .write_state_i(4'd0), .write_entry_i(u_entry_i),
      .write_answer_valid_o(ua_valid), .answer_entry_o(answer_entry), .lost_i(1'b0),
      .fetch_valid_o(fetch_valid), .fetch_ready_i(fetch_ready), .fetch_addr_o(fetch_addr),
      .fetch_id_o(fetch_id), .fill_valid_i(fill_valid), .fill_ready_o(fill_ready),
      .fill_id_i(read_id), .fill_data_i(read_data), .fill_err_i(read_err),
      .evict_valid_o(evict_valid), .evict_ready_i(evict_ready), .evict_addr_o(evict_addr),
      .evict_data_o(evict_data), .evicted_valid_i(evicted_valid), .evicted_err_i(written_err));
  lp_buddy_dev #(.ENTRIES(2), .ADDR_W(ADDR_W), .MISSES(2)) u_dev (
      .clk_i, .rst_ni(rst_n), .load_valid_i, .load_ready_o(load_ready), .load_addr_i(14'h1000),
      .load_sectors_i(3'd1), .load_entry_i(1'b0), .fetch_valid_i(fetch_valid),
      .fetch_ready_o(fetch_ready), .fetch_addr_i(fetch_addr), .fetch_id_i(fetch_id),
      .fill_valid_o(fill_valid), .fill_ready_i(fill_ready), .read_id_o(read_id),
      .read_data_o(read_data), .read_err_o(read_err), .store_valid_i, .store_ready_o(store_ready),
      .store_addr_i(14'h1000), .store_sectors_i(3'd1), .store_eight_i(1'b0), .store_entry_i(1'b0),
      .line_valid_i, .line_ready_o(line_ready), .line_data_i(256'd0), .stored_ready_i(1'b1),
      .evict_valid_i(evict_valid), .evict_ready_o(evict_ready), .evict_addr_i(evict_addr),
      .evict_data_i(evict_data), .evicted_valid_o(evicted_valid), .written_err_o(written_err),
      .arready_i, .rvalid_i, .rready_o(rready), .rid_i, .rdata_i(256'd0), .rresp_i({rbad_i, 1'b0}),
      .rlast_i(1'b1), .awvalid_o(awvalid), .awready_i(1'b0), .wvalid_o(wvalid), .wready_i(1'b0),
      .bvalid_i(1'b0), .bid_i(2'd0), .bresp_i(2'd0));

  // ---------------------------------------------------------------- environment
  wire [1:0] reads, writes;
  fv_held #(.N(2)) u_reads (
      .clk_i, .rst_ni(rst_n), .take_i(rst_n && q_valid_i && q_ready), .take_number_i(q_entry_i),
      .give_i(qa_valid), .give_number_i(answer_entry), .held_o(reads));
  fv_held #(.N(2)) u_writes (
      .clk_i, .rst_ni(rst_n), .take_i(rst_n && u_valid_i && u_ready), .take_number_i(u_entry_i),
      .give_i(ua_valid), .give_number_i(answer_entry), .held_o(writes));
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
      .clk_i, .rst_ni(rst_n), .valid_i(load_valid_i), .ready_i(load_ready), .data_i(1'b0));
  fv_stream #(.ASSUME(1)) u_w (
      .clk_i, .rst_ni(rst_n), .valid_i(store_valid_i), .ready_i(store_ready), .data_i(1'b0));
  fv_stream #(.ASSUME(1)) u_wd (
      .clk_i, .rst_ni(rst_n), .valid_i(line_valid_i), .ready_i(line_ready), .data_i(1'b0));
  fv_stream #(.WIDTH(3), .ASSUME(1)) u_mem (
      .clk_i, .rst_ni(rst_n), .valid_i(rvalid_i), .ready_i(rready), .data_i({rid_i, rbad_i}));

  // ---------------------------------------------------------------- bound on the wait of R
  logic [4:0] age_q = 5'd0;
  always_ff @(posedge clk_i) begin
    if (!rst_n || !rvalid_i || rready) age_q <= 5'd0;
    else age_q <= age_q + 5'd1;
  end
  fv_assert u_soon (.hold_i(age_q < 5'(SLOWEST)));
  fv_cover u_refused (.seen_i(rst_n && awvalid && wvalid && evict_valid && rvalid_i && rready
                              && read_id));
endmodule

`default_nettype wire
