// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_buddy_meta between readers and writers with free entries, a driver, and a cache that
/// answers each request once: answers and misses go to their requester, each once and with its
/// entry; the driver's requests are carried out in order, and completely before the driver is
/// notified, with no other request taken between write-back and invalidation. Nothing is
/// invalidated after a failed write-back, and failures are reported to the driver. While states are
/// lost every answer is an error, otherwise it is the answer of the cache.
module fv_buddy_meta #(
    parameter int ENTRIES = 2
) (
    input wire logic                       clk_i,
    input wire logic                       again_i,
    input wire logic                       c_valid_i,
    input wire logic [1:0]                 c_what_i,
    input wire logic                       read_valid_i,
    input wire logic [$clog2(ENTRIES)-1:0] read_entry_i,
    input wire logic                       write_valid_i,
    input wire logic [$clog2(ENTRIES)-1:0] write_entry_i,
    input wire logic                       lost_i
);
  localparam int EW = $clog2(ENTRIES);
  localparam int ADDR_W = 8;

  wire rst_n, c_ready, c_err, read_ready, read_answer_valid, read_miss_valid, write_miss_valid;
  wire write_ready, write_answer_valid, answer_err;
  wire [EW-1:0] miss_entry, answer_entry;
  wire [3:0] answer_state;
  wire [31:0] told;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  // The module only has wires for the transfers between cache and memory.
  lp_buddy_meta #(
      .ENTRIES(ENTRIES), .ADDR_W(ADDR_W), .SETS(1), .WAYS(1), .MISSES(2), .TARGETS(1)
  ) u_dut (
      .clk_i, .rst_ni(rst_n), .c_valid_i, .c_ready_o(c_ready), .c_err_o(c_err), .c_what_i,
      .read_valid_i, .read_ready_o(read_ready),
      .read_addr_i({{ADDR_W + 1 - EW{1'b0}}, read_entry_i}), .read_entry_i,
      .read_answer_valid_o(read_answer_valid), .read_miss_valid_o(read_miss_valid),
      .write_miss_valid_o(write_miss_valid), .miss_entry_o(miss_entry), .write_valid_i,
      .write_ready_o(write_ready), .write_addr_i({{ADDR_W + 1 - EW{1'b0}}, write_entry_i}),
      .write_state_i({{4 - EW{1'b0}}, write_entry_i}), .write_entry_i,
      .write_answer_valid_o(write_answer_valid), .answer_entry_o(answer_entry),
      .answer_state_o(answer_state), .answer_err_o(answer_err), .lost_i, .fetch_ready_i(1'b0),
      .fill_valid_i(1'b0), .fill_id_i(1'b0), .fill_data_i(256'd0), .fill_err_i(1'b0),
      .evict_ready_i(1'b0), .evicted_valid_i(1'b0), .evicted_err_i(1'b0), .accesses_o(told));

  wire c_take = rst_n && c_valid_i && c_ready;
  wire read_take = rst_n && read_valid_i && read_ready;
  wire write_take = rst_n && write_valid_i && write_ready;
  // Entries whose reads and writes are in flight, and those of them for which a fetch was reported.
  wire [ENTRIES-1:0] reads, writes, missed, wmissed;
  fv_held #(.N(ENTRIES)) u_reads (
      .clk_i, .rst_ni(rst_n), .take_i(read_take), .take_number_i(read_entry_i),
      .give_i(read_answer_valid), .give_number_i(answer_entry), .held_o(reads));
  fv_held #(.N(ENTRIES)) u_writes (
      .clk_i, .rst_ni(rst_n), .take_i(write_take), .take_number_i(write_entry_i),
      .give_i(write_answer_valid), .give_number_i(answer_entry), .held_o(writes));
  fv_held #(.N(ENTRIES)) u_missed (
      .clk_i, .rst_ni(rst_n), .take_i(read_miss_valid), .take_number_i(miss_entry),
      .give_i(read_answer_valid), .give_number_i(answer_entry), .held_o(missed));
  fv_held #(.N(ENTRIES)) u_wmissed (
      .clk_i, .rst_ni(rst_n), .take_i(write_miss_valid), .take_number_i(miss_entry),
      .give_i(write_answer_valid), .give_number_i(answer_entry), .held_o(wmissed));
  // Progress of the cache on the driver's request, and whether any step failed.
  logic flushed_q = 1'b0, forgot_q = 1'b0, failed_q = 1'b0;
  wire flush_done = told[1], forget_done = told[2], other = told[0], err = told[3];
  always_ff @(posedge clk_i) begin
    if (!rst_n) {flushed_q, forgot_q, failed_q} <= 3'b000;
    else begin
      flushed_q <= !c_take && (flushed_q || flush_done);
      forgot_q <= !c_take && (forgot_q || forget_done);
      failed_q <= !c_take && (failed_q || ((flush_done || forget_done) && err));
    end
  end
  fv_stream #(.WIDTH(2), .ASSUME(1)) u_c (
      .clk_i, .rst_ni(rst_n), .valid_i(c_valid_i), .ready_i(c_ready), .data_i(c_what_i));
  fv_stream #(.WIDTH(EW), .ASSUME(1)) u_r (
      .clk_i, .rst_ni(rst_n), .valid_i(read_valid_i), .ready_i(read_ready), .data_i(read_entry_i));
  fv_stream #(.WIDTH(EW), .ASSUME(1)) u_w (
      .clk_i, .rst_ni(rst_n), .valid_i(write_valid_i), .ready_i(write_ready),
      .data_i(write_entry_i));
  always_comb assume (!read_valid_i || !reads[read_entry_i]);
  always_comb assume (!write_valid_i || !writes[write_entry_i]);

  fv_assert u_read (.hold_i(!rst_n || !read_answer_valid || reads[answer_entry]));
  fv_assert u_write (.hold_i(!rst_n || !write_answer_valid || writes[answer_entry]));
  fv_assert u_miss (.hold_i(!rst_n || !read_miss_valid
                            || (reads[miss_entry] && !missed[miss_entry])));
  fv_assert u_wmiss (.hold_i(!rst_n || !write_miss_valid
                             || (writes[miss_entry] && !wmissed[miss_entry])));
  fv_assert u_err (.hold_i(!rst_n || !(read_answer_valid || write_answer_valid) || answer_err
                           == (err || lost_i)));
  fv_assert u_all (.hold_i(!c_take || (flushed_q == c_what_i[0]
                                       && (forgot_q == c_what_i[1]
                                           || (flushed_q && failed_q && !forgot_q)))));
  fv_assert u_kept (.hold_i(!rst_n || !forget_done || !failed_q));
  fv_assert u_told (.hold_i(!rst_n || c_err == (c_take && failed_q)));
  fv_assert u_once (.hold_i(!rst_n || !((flush_done && (flushed_q || forgot_q))
                                        || (forget_done && forgot_q))));
  fv_assert u_alone (.hold_i(!rst_n || !other || !(flushed_q && c_valid_i && c_what_i[1]
                                                   && !forgot_q)));
  fv_cover u_failed (.seen_i(c_take && c_err && c_what_i == 2'b11));
  fv_cover u_both (.seen_i(c_take && c_what_i == 2'b11));
  fv_cover u_late (.seen_i(rst_n && read_answer_valid && missed[answer_entry] && writes != '0));
endmodule

`default_nettype wire
