// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// One direction's rings: fetches descriptors, one ahead of the job in progress, checks them,
/// issues them as jobs, and writes a completion for each, good or refused, in order.
///
/// A descriptor that waits or is being fetched is dropped and fetched again later if an abort, an
/// invalid tail, a failed completion or `enable` 0 comes before its job is offered. An offered job
/// is in progress: an abort becomes `kill` until its result. The next job may be offered when the
/// completion of the previous one is issued; `head` advances, and interrupts occur, when it is
/// acknowledged. If the memory refuses a completion, the ring stops until `enable` is 0; a job in
/// progress then ends, its result is dropped, and it is fetched again with the entry that failed.
///
/// A tail more than the ring's size ahead of the head stops the ring until another tail is written
/// or `enable` is 0; a completion that is written counts as done for this, since software may have
/// seen it before it is acknowledged here. irq_ring is one pulse when a ring stops. A job's cycles
/// are counted from when it is taken until its result is taken.
///
/// Latency: from a tail to the descriptor's address 4 cycles; checks 25 cycles, 33 with an index;
/// from a result to its completion 2.
///
/// Combinational paths: none.
module lp_cdma_ring #(
    /// Codecs built besides raw, as of lp_cdma_core.
    parameter int CODECS = lp_codec_pkg::CODECS,
    /// 0: device to host; 1: host to device.
    parameter int IN = 0
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Ring of descriptors; bits 5..0 are not used.
    input  wire logic [39:0]  base_i,
    /// Ring of completions; bits 4..0 are not used.
    input  wire logic [39:0]  done_i,
    /// log2 of the entries of both; values above 12 are treated as 12.
    input  wire logic [3:0]   log2_i,
    /// Number of descriptors that software has written.
    input  wire logic [15:0]  tail_i,
    /// Descriptors may be taken.
    input  wire logic         enable_i,
    /// Ends the job in progress; a pulse.
    input  wire logic         abort_i,
    /// The other direction's ring of descriptors.
    input  wire logic [39:0]  other_base_i,
    /// The other direction's ring of completions.
    input  wire logic [39:0]  other_done_i,
    /// log2 of the entries of both, like log2.
    input  wire logic [3:0]   other_log2_i,
    /// Window of device memory.
    input  wire logic [39:0]  dev_base_i,
    /// Its length in 512 bytes.
    input  wire logic [30:0]  dev_groups_i,
    /// Window of host memory.
    input  wire logic [39:0]  host_base_i,
    /// Its length in 512 bytes.
    input  wire logic [30:0]  host_groups_i,
    /// Number of completed descriptors.
    output wire logic [15:0]  head_o,
    /// A descriptor, a completion or a job is in progress.
    output wire logic         busy_o,
    /// The tail is invalid, or a completion failed.
    output wire logic         stopped_o,

    /// Descriptor to fetch: valid.
    output wire logic         f_valid_o,
    /// Descriptor to fetch: ready.
    input  wire logic         f_ready_i,
    /// Its address, a multiple of 64.
    output wire logic [39:0]  f_addr_o,

    /// Sector of the descriptor, two in order: valid.
    input  wire logic         v_valid_i,
    /// Sector of the descriptor: ready.
    output wire logic         v_ready_o,
    /// The sector.
    input  wire logic [255:0] v_data_i,
    /// The memory returned an error.
    input  wire logic         v_err_i,

    /// Completion to write: valid.
    output wire logic         c_valid_o,
    /// Completion to write: ready.
    input  wire logic         c_ready_i,
    /// Its address, a multiple of 32.
    output wire logic [39:0]  c_addr_o,
    /// The completion.
    output wire logic [255:0] c_data_o,

    /// Completion acknowledged: valid.
    input  wire logic         q_valid_i,
    /// Completion acknowledged: ready.
    output wire logic         q_ready_o,
    /// The memory returned an error.
    input  wire logic         q_err_i,

    /// Job: valid.
    output wire logic         j_valid_o,
    /// Job: ready.
    input  wire logic         j_ready_i,
    /// Device address, a multiple of 512.
    output wire logic [39:0]  j_dev_o,
    /// Host address, a multiple of 32.
    output wire logic [39:0]  j_host_o,
    /// Sectors of raw data, at least 1.
    output wire logic [34:0]  j_sectors_o,
    /// Size of the host buffer, or length of the stream, in bytes; at least 1.
    output wire logic [40:0]  j_size_o,
    /// Codec; 15: raw.
    output wire logic [3:0]   j_codec_o,
    /// There is an index.
    output wire logic         j_has_index_o,
    /// Its address, a multiple of 32; 0 without.
    output wire logic [39:0]  j_index_o,

    /// Result of the job: valid.
    input  wire logic         r_valid_i,
    /// Result of the job: ready.
    output wire logic         r_ready_o,
    /// Compressed bytes.
    input  wire logic [40:0]  r_bytes_i,
    /// Zero words.
    input  wire logic [37:0]  r_zeros_i,
    /// First bad group.
    input  wire logic [31:0]  r_bad_i,
    /// Status.
    input  wire logic [3:0]   r_status_i,

    /// The job in progress is to end.
    output wire logic         kill_o,
    /// Pulse: a descriptor that requested it is complete.
    output wire logic         irq_done_o,
    /// Pulse: a descriptor is complete with a status that is not 0.
    output wire logic         irq_error_o,
    /// Pulse: the tail is invalid, or a completion failed.
    output wire logic         irq_ring_o
);
  generate
    if ((CODECS < 1 || CODECS > 3) && CODECS != 15) begin : g_check_codecs
      lp_bad_CODECS_none_of_1_2_3_15 u_bad ();
    end
    if (IN != 0 && IN != 1) begin : g_check_in
      lp_bad_IN_not_0_or_1 u_bad ();
    end
  endgenerate

  localparam logic [3:0] EMPTY = 4'd1, MISALIGNED = 4'd2, OUTSIDE = 4'd3, OVERLAP = 4'd4;
  localparam logic [3:0] NO_CODEC = 4'd5, HOST_ERROR = 4'd8, RESERVED = 4'd12, RAW = 4'd15;

  // Codecs with numbers below this are built.
  localparam int BUILT = CODECS == 15 ? lp_mixed_pkg::BEST + 1
                       : CODECS > 1 ? lp_codec_pkg::CODECS : 1;

  // States of the current descriptor, and of the job with its completion.
  localparam logic [2:0] F_IDLE = 3'd0, F_ADDR = 3'd1, F_ASK = 3'd2, F_FIRST = 3'd3;
  localparam logic [2:0] F_SECOND = 3'd4, F_CHECK = 3'd5, F_WAIT = 3'd6, F_OFFER = 3'd7;
  localparam logic [1:0] R_IDLE = 2'd0, R_RUN = 2'd1, R_ADDR = 2'd2, R_WRITE = 2'd3;
  logic [2:0] f_q;
  logic [1:0] r_q;

  logic [15:0] head_q, tail_q;
  logic [11:0] next_q;   // number of the current descriptor
  logic stale_q;         // the descriptor that is being fetched will be dropped
  logic ack_q;           // a completion is not acknowledged
  logic drop_q;          // the job in progress ends without a completion
  logic kill_q, fatal_q, bad_q, fresh_q;

  // ---------------------------------------------------------------- available descriptors
  function automatic logic [12:0] one_hot(input logic [3:0] log2);
    one_hot = 13'd1 << (log2 > 4'd12 ? 4'd12 : log2);
  endfunction
  wire [12:0] size, other_size;
  wire [11:0] mask;
  assign size = one_hot(log2_i);
  assign other_size = one_hot(other_log2_i);
  assign mask = size[11:0] - 12'd1;

  // left: descriptors between head and tail, less 1, without those that run or have run.
  wire [15:0] left;
  wire none, over, some, may, q_take, q_bad, flush;
  wire [1:0] ahead;
  lp_sum #(.WIDTH(16)) u_left (.a_i(tail_q), .b_i(~head_q), .sum_o(left));
  assign none = &left;
  assign over = (|(left & {4'hf, ~mask})) & ~none & ~(ack_q & left == {3'd0, size});
  assign ahead = {1'b0, (r_q != R_IDLE) & ~drop_q} + {1'b0, ack_q};
  assign some = ~none & ((|left[15:2]) | (left[1:0] >= ahead));
  assign may = enable_i & ~fatal_q & ~bad_q & ~over & some;
  assign q_ready_o = ack_q;
  assign q_take = q_valid_i & ack_q;
  assign q_bad = q_take & q_err_i;
  assign flush = ~may | abort_i | q_bad;

  // ---------------------------------------------------------------- the current descriptor
  logic [39:9] dev_q;
  logic [39:5] host_q, index_q;
  logic [34:0] sectors_q;
  logic [39:0] bytes_q;
  logic [31:0] id_q;
  logic [3:0] codec_q, status_q;
  logic has_index_q, irq_q, err_q;
  logic reserved_q, empty_q, misaligned_q, far_q;

  wire first, second, refuse, leave, r_take, c_take, done_addr, step;
  assign v_ready_o = f_q == F_FIRST | f_q == F_SECOND;
  assign first = v_valid_i & f_q == F_FIRST;
  assign second = v_valid_i & f_q == F_SECOND;
  assign refuse = f_q == F_WAIT & ~flush & r_q == R_IDLE & status_q != 4'd0;
  assign leave = refuse | (f_q == F_OFFER & j_ready_i);
  assign done_addr = r_q == R_ADDR & ~ack_q;
  assign step = f_q == F_CHECK & ~done_addr;

  always_ff @(posedge clk_i) begin
    if (first) begin
      has_index_q <= v_data_i[1];
      irq_q <= v_data_i[0];
      codec_q <= v_data_i[7:4];
      id_q <= v_data_i[63:32];
      dev_q <= v_data_i[103:73];
      host_q <= v_data_i[167:133];
      sectors_q <= v_data_i[231:197];
      err_q <= v_err_i;
      reserved_q <= (|v_data_i[31:8]) | (|v_data_i[3:2]);
      empty_q <= ~(|v_data_i[255:192]);
      misaligned_q <= (|v_data_i[72:64]) | (|v_data_i[132:128]) | (|v_data_i[196:192]);
      far_q <= (|v_data_i[127:104]) | (|v_data_i[191:168]) | (|v_data_i[255:232]);
    end
    if (second) begin
      bytes_q <= v_data_i[39:0];
      index_q <= v_data_i[103:69];
      err_q <= err_q | v_err_i;
      reserved_q <= reserved_q | (|v_data_i[255:128]);
      empty_q <= empty_q | ~(|v_data_i[63:0]);
      misaligned_q <= misaligned_q | (IN == 0 & (|v_data_i[4:0]))
                    | (has_index_q & (|v_data_i[68:64]));
      far_q <= far_q | (|v_data_i[63:40]) | (has_index_q & (|v_data_i[127:104]));
    end
  end

  wire outside, overlap, last, no_codec, fault;
  wire [3:0] status;
  wire [39:5] sum;
  wire [39:6] acc;
  lp_cdma_ring_check #(.IN(IN)) u_check (
      .clk_i, .idle_i(f_q != F_CHECK), .step_i(step), .fetch_i(f_q == F_ADDR & ~done_addr),
      .done_i(done_addr), .index_i(done_addr ? head_q[11:0] & mask : next_q & mask), .base_i,
      .done_base_i(done_i), .size_i(size), .other_base_i, .other_done_i, .other_size_i(other_size),
      .dev_base_i, .dev_groups_i, .host_base_i, .host_groups_i, .dev_i(dev_q), .host_i(host_q),
      .sectors_i(sectors_q), .bytes_i(bytes_q), .index_addr_i(index_q),
      .has_index_i(has_index_q), .outside_o(outside), .overlap_o(overlap), .last_o(last),
      .sum_o(sum), .acc_o(acc));
  assign no_codec = codec_q != RAW & {28'd0, codec_q} >= BUILT;
  assign status = err_q        ? HOST_ERROR
                : reserved_q   ? RESERVED
                : no_codec     ? NO_CODEC
                : empty_q      ? EMPTY
                : misaligned_q ? MISALIGNED
                : far_q | outside ? OUTSIDE : overlap ? OVERLAP : 4'd0;
  assign fault = status != 4'd0;
  always_ff @(posedge clk_i) if (f_q == F_CHECK) status_q <= status;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      f_q <= F_IDLE;
      stale_q <= 1'b0;
    end else begin
      stale_q <= (f_q == F_ASK | v_ready_o) & (stale_q | flush) & ~second;
      case (f_q)
        F_IDLE: if (~flush) f_q <= F_ADDR;
        F_ADDR: if (flush) f_q <= F_IDLE; else if (~done_addr) f_q <= F_ASK;
        F_ASK: if (f_ready_i) f_q <= F_FIRST;
        F_FIRST: if (v_valid_i) f_q <= F_SECOND;
        F_SECOND: if (v_valid_i) f_q <= stale_q | flush ? F_IDLE : F_CHECK;
        F_CHECK: if (flush) f_q <= F_IDLE; else if (fault | last) f_q <= F_WAIT;
        F_WAIT: if (flush) f_q <= F_IDLE;
                else if (r_q == R_IDLE) f_q <= status_q == 4'd0 ? F_OFFER : F_IDLE;
        default: if (j_ready_i) f_q <= F_IDLE;
      endcase
    end
  end

  wire asks, offers;
  assign asks = f_q == F_ASK;
  assign offers = f_q == F_OFFER;
  assign f_valid_o = asks;
  assign f_addr_o = {acc & {34{asks}}, 6'd0};
  assign j_valid_o = offers;
  assign j_dev_o = {dev_q & {31{offers}}, 9'd0};
  assign j_host_o = {host_q & {35{offers}}, 5'd0};
  assign j_sectors_o = sectors_q & {35{offers}};
  assign j_size_o = {1'b0, bytes_q & {40{offers}}};
  assign j_codec_o = codec_q & {4{offers}};
  assign j_has_index_o = has_index_q & offers;
  assign j_index_o = {index_q & {35{j_has_index_o}}, 5'd0};

  // ---------------------------------------------------------------- the job and its completion
  logic [31:0] run_id_q, cycles_q, bad_group_q;
  logic [40:0] out_bytes_q;
  logic [37:0] zeros_q;
  logic [3:0] run_status_q;
  logic run_irq_q, phase_q, ack_irq_q, ack_err_q;
  logic [39:5] c_addr_q;
  wire writes;
  assign writes = r_q == R_WRITE;
  assign r_ready_o = r_q == R_RUN;
  assign r_take = r_valid_i & r_ready_o;
  assign c_take = writes & c_ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      r_q <= R_IDLE;
    end else begin
      case (r_q)
        R_IDLE: if (leave) r_q <= refuse ? R_ADDR : R_RUN;
        R_RUN: if (r_valid_i) r_q <= drop_q | q_bad ? R_IDLE : R_ADDR;
        R_ADDR: if (q_bad) r_q <= R_IDLE; else if (~ack_q) r_q <= R_WRITE;
        default: if (c_ready_i) r_q <= R_IDLE;
      endcase
    end
  end

  // A saturated count is kept.
  wire [32:0] more;
  lp_sum #(.WIDTH(33)) u_more (.a_i({1'b0, cycles_q}), .b_i(33'd1), .sum_o(more));
  always_ff @(posedge clk_i) begin
    if (leave) begin
      run_id_q <= id_q & {32{~err_q}};
      run_irq_q <= irq_q & ~err_q;
    end
    if (leave) cycles_q <= {31'd0, ~refuse};
    else if (r_ready_o & ~r_valid_i & ~more[32]) cycles_q <= more[31:0];
    if (refuse | r_take) begin
      run_status_q <= refuse ? status_q : r_status_i;
      out_bytes_q <= r_bytes_i & {41{~refuse}};
      zeros_q <= r_zeros_i & {38{~refuse}};
      bad_group_q <= r_bad_i & {32{~refuse}};
    end
    if (done_addr) begin
      c_addr_q <= sum;
      phase_q <= ~(|(head_q[12:0] & size));
    end
    if (c_take) begin
      ack_irq_q <= run_irq_q;
      ack_err_q <= run_status_q != 4'd0;
    end
  end

  assign c_valid_o = writes;
  assign c_addr_o = {c_addr_q & {35{writes}}, 5'd0};
  assign c_data_o = {cycles_q, bad_group_q, 26'd0, zeros_q, 23'd0, out_bytes_q, phase_q, 27'd0,
                     run_status_q, run_id_q} & {256{writes}};

  // ---------------------------------------------------------------- ring
  logic irq_done_q, irq_error_q, irq_ring_q;
  wire changed, lost;
  assign changed = tail_i != tail_q;
  assign lost = (r_ready_o & ~r_valid_i) | offers;  // in progress, without a result
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q <= 16'd0;
      tail_q <= 16'd0;
      next_q <= 12'd0;
      ack_q <= 1'b0;
      drop_q <= 1'b0;
      kill_q <= 1'b0;
      fatal_q <= 1'b0;
      bad_q <= 1'b0;
      fresh_q <= 1'b0;
      irq_done_q <= 1'b0;
      irq_error_q <= 1'b0;
      irq_ring_q <= 1'b0;
    end else begin
      tail_q <= tail_i;
      if (q_take & ~q_err_i) head_q <= head_q + 16'd1;
      if (q_bad) next_q <= head_q[11:0];
      else if (leave & ~drop_q) next_q <= next_q + 12'd1;
      ack_q <= c_take | (ack_q & ~q_valid_i);
      drop_q <= (q_bad & lost) | (drop_q & ~r_take);
      kill_q <= (abort_i & lost) | (kill_q & ~r_take);
      fatal_q <= enable_i & (q_bad | fatal_q);
      // A tail written in the cycle in which the previous one is found invalid is used.
      bad_q <= enable_i & (bad_q ? ~fresh_q | over : over);
      fresh_q <= changed | (bad_q & fresh_q);
      irq_done_q <= q_take & ~q_err_i & ack_irq_q;
      irq_error_q <= q_take & ~q_err_i & ack_err_q;
      irq_ring_q <= q_bad | (enable_i & ~bad_q & over);
    end
  end
  assign head_o = head_q;
  assign busy_o = f_q != F_IDLE | r_q != R_IDLE | ack_q;
  assign stopped_o = fatal_q | bad_q;
  assign kill_o = kill_q;
  assign irq_done_o = irq_done_q;
  assign irq_error_o = irq_error_q;
  assign irq_ring_o = irq_ring_q;
endmodule

`default_nettype wire
