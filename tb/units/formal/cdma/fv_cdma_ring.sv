// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_ring, with any results of its checks: stalled outputs are held stable; a job in progress
/// gets exactly one completion, with its result, unless the memory refused the one before; a
/// completion without a job needs a descriptor that has come; the head counts exactly the
/// acknowledged completions; kill is held from an abort to the job's result; a ring that is off, or
/// that has failed, starts no work; a tail stops the ring only if it is ahead by more than the
/// ring's length, where a written completion counts as done.
module fv_cdma_ring (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic [3:0]   log2_i,
    input wire logic [15:0]  tail_i,
    input wire logic         enable_i,
    input wire logic         abort_i,
    input wire logic         f_ready_i,
    input wire logic         v_valid_i,
    input wire logic [255:0] v_data_i,
    input wire logic         v_err_i,
    input wire logic         c_ready_i,
    input wire logic         q_valid_i,
    input wire logic         q_err_i,
    input wire logic         j_ready_i,
    input wire logic         r_valid_i,
    input wire logic [40:0]  r_bytes_i,
    input wire logic [37:0]  r_zeros_i,
    input wire logic [31:0]  r_bad_i,
    input wire logic [3:0]   r_status_i
);
  wire rst_n, busy, stopped, f_valid, v_ready, c_valid, q_ready, j_valid, j_has_index, r_ready;
  wire kill, irq_done, irq_error, irq_ring;
  wire [15:0] head;
  wire [39:0] f_addr, c_addr, j_dev, j_host, j_index;
  wire [255:0] c_data;
  wire [34:0] j_sectors;
  wire [40:0] j_size;
  wire [3:0] j_codec;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_ring u_dut (
      .clk_i, .rst_ni(rst_n), .base_i(40'd0), .done_i(40'd0), .log2_i, .tail_i, .enable_i,
      .abort_i, .other_base_i(40'd0), .other_done_i(40'd0), .other_log2_i(4'd0),
      .dev_base_i(40'd0), .dev_groups_i(31'd0), .host_base_i(40'd0), .host_groups_i(31'd0),
      .head_o(head), .busy_o(busy), .stopped_o(stopped), .f_valid_o(f_valid), .f_ready_i,
      .f_addr_o(f_addr), .v_valid_i, .v_ready_o(v_ready), .v_data_i, .v_err_i,
      .c_valid_o(c_valid), .c_ready_i, .c_addr_o(c_addr), .c_data_o(c_data), .q_valid_i,
      .q_ready_o(q_ready), .q_err_i, .j_valid_o(j_valid), .j_ready_i, .j_dev_o(j_dev),
      .j_host_o(j_host), .j_sectors_o(j_sectors), .j_size_o(j_size), .j_codec_o(j_codec),
      .j_has_index_o(j_has_index), .j_index_o(j_index), .r_valid_i, .r_ready_o(r_ready),
      .r_bytes_i, .r_zeros_i, .r_bad_i, .r_status_i, .kill_o(kill), .irq_done_o(irq_done),
      .irq_error_o(irq_error), .irq_ring_o(irq_ring));

  fv_stream #(.WIDTH(40)) u_f (
      .clk_i, .rst_ni(rst_n), .valid_i(f_valid), .ready_i(f_ready_i), .data_i(f_addr));
  fv_stream #(.WIDTH(296)) u_c (
      .clk_i, .rst_ni(rst_n), .valid_i(c_valid), .ready_i(c_ready_i), .data_i({c_addr, c_data}));
  fv_stream #(.WIDTH(201)) u_j (
      .clk_i, .rst_ni(rst_n), .valid_i(j_valid), .ready_i(j_ready_i),
      .data_i({j_dev, j_host, j_sectors, j_size, j_codec, j_has_index, j_index}));

  wire f = rst_n && f_valid && f_ready_i;
  wire v = rst_n && v_valid_i && v_ready;
  wire c = rst_n && c_valid && c_ready_i;
  wire q = rst_n && q_valid_i && q_ready;
  wire j = rst_n && j_valid && j_ready_i;
  wire r = rst_n && r_valid_i && r_ready;
  wire bad = q && q_err_i;

  // ---------------------------------------------------------------- descriptors
  // got: descriptors that have come and have not been used since, up to the counter's limit.
  logic due_q = 1'b0, half_q = 1'b0, j_was_q = 1'b0, c_was_q = 1'b0;
  logic [1:0] got_q = 2'd0;
  wire j_new = j_valid && !j_was_q;
  wire c_new = c_valid && !c_was_q;
  wire whole = v && half_q;
  // ---------------------------------------------------------------- jobs and completions
  logic run_q = 1'b0, drop_q = 1'b0, owe_q = 1'b0, ack_q = 1'b0;
  logic [3:0] status_q;
  wire used = j_new || (c_new && !owe_q);
  always_ff @(posedge clk_i) begin
    j_was_q <= rst_n && j_valid && !j_ready_i;
    c_was_q <= rst_n && c_valid && !c_ready_i;
    due_q <= rst_n && (f || (due_q && !whole));
    half_q <= rst_n && (half_q != v);
    if (!rst_n) got_q <= 2'd0;
    else if (whole && !used) got_q <= got_q == 2'd2 ? 2'd2 : got_q + 2'd1;
    else if (used && !whole) got_q <= got_q - 2'd1;
    run_q <= rst_n && (j || (run_q && !r));
    drop_q <= rst_n && ((bad && (j_valid || (run_q && !r))) || (drop_q && !r));
    owe_q <= rst_n && !bad && ((r && !drop_q) || (owe_q && !c));
    if (r) status_q <= r_status_i;
    ack_q <= rst_n && (c || (ack_q && !q));
  end
  // No event since then drops a descriptor.
  logic stale_q = 1'b0, fresh_q = 1'b0;
  wire drops = abort_i || !enable_i;
  always_ff @(posedge clk_i) begin
    stale_q <= rst_n && (f_valid || due_q) && !whole && (stale_q || drops);
    fresh_q <= rst_n && !drops && ((whole && !stale_q) || (fresh_q && !j_new));
  end
  fv_assert u_fresh (.hold_i(!rst_n || !j_new || fresh_q));
  always_comb assume (!v_valid_i || due_q);
  fv_assert u_v (.hold_i(!rst_n || v_ready == due_q));
  fv_assert u_f_one (.hold_i(!rst_n || !f_valid || !due_q));
  fv_assert u_got (.hold_i(!rst_n || !used || got_q != 2'd0));
  fv_assert u_run (.hold_i(!rst_n || r_ready == run_q));
  fv_assert u_ack (.hold_i(!rst_n || q_ready == ack_q));
  fv_assert u_alone (.hold_i(!rst_n || !j_valid || !(run_q || owe_q || c_valid)));
  fv_assert u_c_alone (.hold_i(!rst_n || !c_valid || !(run_q || ack_q)));
  fv_assert u_c_is (.hold_i(!rst_n || !c_valid || !owe_q || c_data[35:32] == status_q));
  fv_assert u_refused (.hold_i(!rst_n || !c_valid || owe_q || c_data[35:32] != 4'd0));
  fv_assert u_busy (.hold_i(!rst_n || busy || !(f_valid || due_q || j_valid || run_q || owe_q
                                                || c_valid || ack_q)));

  // ---------------------------------------------------------------- head, interrupts, kill
  logic [15:0] head_q = 16'd0;
  logic moved_q = 1'b0, failed_q = 1'b0, kill_q = 1'b0;
  logic [2:0] off_q = 3'd0;
  logic fatal_q = 1'b0;
  always_ff @(posedge clk_i) begin
    head_q <= rst_n ? head_q + {15'd0, q && !q_err_i} : 16'd0;
    moved_q <= q && !q_err_i;
    failed_q <= bad;
    kill_q <= rst_n && ((abort_i && (j_valid || run_q)) || kill_q) && !r;
    fatal_q <= rst_n && enable_i && (bad || fatal_q);
    off_q <= {off_q[1:0], rst_n && !enable_i};
  end
  fv_assert u_head (.hold_i(!rst_n || head == head_q));
  fv_assert u_irq (.hold_i(!rst_n || moved_q || !(irq_done || irq_error)));
  fv_assert u_irq_ring (.hold_i(!rst_n || !failed_q || irq_ring));
  fv_assert u_kill (.hold_i(!rst_n || kill == kill_q));
  fv_assert u_fatal (.hold_i(!rst_n || !fatal_q || stopped));
  logic f_was_q = 1'b0, fatal_was_q = 1'b0;
  always_ff @(posedge clk_i) begin
    f_was_q <= rst_n && f_valid && !f_ready_i;
    fatal_was_q <= rst_n && fatal_q;
  end
  fv_assert u_off (.hold_i(!rst_n || !off_q[0] || !((f_valid && !f_was_q) || j_new)));
  fv_assert u_failed (.hold_i(!rst_n || !fatal_was_q || !((f_valid && !f_was_q) || j_new)));
  // ---------------------------------------------------------------- tail
  logic [15:0] tail_q = 16'd0;
  logic over_q = 1'b0, seen_q = 1'b0;
  wire [15:0] ahead = tail_q - head;
  wire over = ahead > (16'd1 << (log2_i > 4'd12 ? 4'd12 : log2_i)) + {15'd0, ack_q};
  always_ff @(posedge clk_i) begin
    tail_q <= rst_n ? tail_i : 16'd0;
    over_q <= rst_n && enable_i && over;
    seen_q <= rst_n && enable_i && (over || seen_q);
  end
  fv_assert u_over (.hold_i(!rst_n || !over_q || stopped));
  fv_assert u_good (.hold_i(!rst_n || !stopped || fatal_q || seen_q));
  fv_cover u_full (.seen_i(rst_n && ack_q && ahead == 16'd3 && log2_i == 4'd1 && f_valid));
  fv_cover u_dropped (.seen_i(r && drop_q));
  fv_cover u_second (.seen_i(rst_n && run_q && ack_q && got_q == 2'd1));
endmodule

`default_nettype wire
