// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Checks that the ranges of a descriptor are inside the windows (else status 3) and overlap
/// neither each other nor the rings (else status 4), with one adder in 8 phases of 4 steps; the
/// index phases are skipped if there is none. Between the steps the same adder computes addresses
/// of ring entries.
///
/// With P a range of the descriptor and N its length:
///     window R of length L:   P - R;   acc = P + N;   acc = acc - R;   L - acc
///     region R of length L:   acc = P + N;   R - acc;   acc = R + L;   P - acc
/// A borrow is a fault in the first and last step of a window; a region overlaps if both of its
/// differences borrow. Sums have 41 bits; an end above 2^40 is a fault.
///
/// Combinational paths: fetch, done, index, base, done_base, size, other_*, dev_base, dev_groups,
/// host_base, host_groups, dev, host, sectors, bytes, index_addr -> sum.
module lp_cdma_ring_check #(
    /// 1: the length of the host range is that of a stream, in bytes.
    parameter int IN = 0
) (
    /// Clock.
    input  wire logic        clk_i,
    /// No descriptor is being checked; the next step starts a check.
    input  wire logic        idle_i,
    /// A step.
    input  wire logic        step_i,
    /// Not a step: acc becomes the address of a descriptor.
    input  wire logic        fetch_i,
    /// Not a step: sum is the address of a completion.
    input  wire logic        done_i,
    /// Number of the entry, modulo the ring's size.
    input  wire logic [11:0] index_i,

    /// Ring of descriptors.
    input  wire logic [39:0] base_i,
    /// Ring of completions.
    input  wire logic [39:0] done_base_i,
    /// Entries of both, one bit.
    input  wire logic [12:0] size_i,
    /// The other direction's ring of descriptors.
    input  wire logic [39:0] other_base_i,
    /// The other direction's ring of completions.
    input  wire logic [39:0] other_done_i,
    /// Entries of both, one bit.
    input  wire logic [12:0] other_size_i,
    /// Window of device memory.
    input  wire logic [39:0] dev_base_i,
    /// Its length in 512 bytes.
    input  wire logic [30:0] dev_groups_i,
    /// Window of host memory.
    input  wire logic [39:0] host_base_i,
    /// Its length in 512 bytes.
    input  wire logic [30:0] host_groups_i,

    /// Descriptor: device address.
    input  wire logic [39:9] dev_i,
    /// Descriptor: host address.
    input  wire logic [39:5] host_i,
    /// Descriptor: sectors of raw data.
    input  wire logic [34:0] sectors_i,
    /// Descriptor: bytes at the host.
    input  wire logic [39:0] bytes_i,
    /// Descriptor: address of the index.
    input  wire logic [39:5] index_addr_i,
    /// Descriptor: it has an index.
    input  wire logic        has_index_i,

    /// An earlier step of this check found a range outside its window.
    output wire logic        outside_o,
    /// An earlier step of this check found an overlap.
    output wire logic        overlap_o,
    /// All steps are done.
    output wire logic        last_o,
    /// Bits 39..5 of the sum.
    output wire logic [39:5] sum_o,
    /// Bits 39..6 of the last stored sum.
    output wire logic [39:6] acc_o
);
  logic [2:0] phase_q;
  logic [1:0] step_q;
  logic [40:0] acc_q;
  logic below_q;

  // ---------------------------------------------------------------- comparisons of the phases
  // Phases: 0 data, 1 host range, 2 index inside their windows; 3 index against data; 4 to 7 host
  // range against rings. The rings' addresses need phases 4 and 5.
  wire [2:0] phase;
  wire window;
  assign phase = fetch_i ? 3'd4 : done_i ? 3'd5 : phase_q;
  assign window = ~phase_q[2] & ~(&phase_q[1:0]);

  // Lengths round up: if any bit below a sector is set, ones are added there and 1.
  wire [40:0] place, length, region, span;
  wire up, more_index, more_bytes;
  wire on_host, on_data;
  assign on_data = phase_q == 3'd0;
  assign on_host = phase_q[2] | (phase_q == 3'd1);
  assign more_index = |sectors_i[7:0];
  assign more_bytes = IN != 0 && (|bytes_i[4:0]);
  assign up = on_data ? 1'b0 : on_host ? more_bytes : more_index;
  assign place = {1'b0, on_data ? {dev_i, 4'd0} : on_host ? host_i : index_addr_i, 5'd0};
  assign length = {1'b0, on_data ? sectors_i : on_host ? bytes_i[39:5] : {8'd0, sectors_i[34:8]},
                   {5{up}}};
  wire [12:0] entries;
  wire [18:0] ring_span;
  assign entries = phase_q[1] ? other_size_i : size_i;
  assign ring_span = phase_q[0] ? {1'b0, entries, 5'd0} : {entries, 6'd0};
  assign region = {1'b0, phase == 3'd3 ? {dev_i, 9'd0}
                       : phase == 3'd4 ? {base_i[39:6], 6'd0}
                       : phase == 3'd5 ? {done_base_i[39:5], 5'd0}
                       : phase == 3'd6 ? {other_base_i[39:6], 6'd0}
                       : phase == 3'd7 ? {other_done_i[39:5], 5'd0}
                       : phase == 3'd1 ? host_base_i : dev_base_i};
  assign span = phase_q[2] ? {22'd0, ring_span}
              : phase_q == 3'd3 ? {1'b0, sectors_i, 5'd0}
              : {1'b0, phase_q[0] ? host_groups_i : dev_groups_i, 9'd0};

  // ---------------------------------------------------------------- the adder
  // Step:     0           1          2           3
  // window    place       place      acc         span
  //         - region    + length   - region    - acc
  // region    place       region     span        place
  //         + length    - acc      + region    - acc
  wire use_index, add, minus;
  wire [3:0] a_sel, b_sel;  // place, acc, span, region; region, length, acc, index
  assign use_index = fetch_i | done_i;
  assign a_sel = use_index                      ? 4'b1000
               : step_q == 2'd0                 ? 4'b0001
               : step_q == 2'd1                 ? (window ? 4'b0001 : 4'b1000)
               : step_q == 2'd2                 ? (window ? 4'b0010 : 4'b0100)
               : (window ? 4'b0100 : 4'b0001);
  assign b_sel = use_index                      ? 4'b1000
               : step_q == 2'd0                 ? (window ? 4'b0001 : 4'b0010)
               : step_q == 2'd1                 ? (window ? 4'b0010 : 4'b0100)
               : step_q == 2'd2                 ? 4'b0001
               : 4'b0100;
  assign add = use_index | (window ? step_q == 2'd1 : ~step_q[0]);
  assign minus = ~add;

  wire [40:0] a, b, index;
  wire carry_in;
  assign index = fetch_i ? {23'd0, index_i, 6'd0} : {24'd0, index_i, 5'd0};
  lp_pick #(.WIDTH(41), .WORDS(4)) u_a (
      .sel_i(a_sel), .data_i({region, span, acc_q, place}), .data_o(a));
  lp_pick #(.WIDTH(41), .WORDS(4)) u_b (
      .sel_i(b_sel), .data_i({index, acc_q, length, region}), .data_o(b));
  assign carry_in = minus | (b_sel[1] & up);

  wire [42:0] sum;
  wire borrow;
  lp_sum #(.WIDTH(43)) u_sum (
      .a_i({1'b0, a, carry_in}), .b_i({1'b0, b ^ {41{minus}}, carry_in}), .sum_o(sum));
  assign borrow = ~sum[42];

  // ---------------------------------------------------------------- verdict
  // Registered, since the borrow is late.
  logic outside_q, overlap_q, last_q;
  wire far, outside, overlap;
  assign far = acc_q[40] & (|acc_q[39:5]);
  assign outside = window & ((borrow & (step_q == 2'd0 | step_q == 2'd3))
                             | (far & step_q == 2'd2));
  assign overlap = ~window & step_q == 2'd3 & borrow & below_q;
  assign outside_o = outside_q;
  assign overlap_o = overlap_q;
  assign last_o = last_q;
  assign sum_o = sum[40:6];
  assign acc_o = acc_q[39:6];

  always_ff @(posedge clk_i) begin
    if (idle_i) begin
      phase_q <= 3'd0;
      step_q <= 2'd0;
      outside_q <= 1'b0;
      overlap_q <= 1'b0;
      last_q <= 1'b0;
    end else if (step_i) begin
      outside_q <= outside;
      overlap_q <= overlap;
      last_q <= (&phase_q) & (&step_q);
      step_q <= step_q + 2'd1;
      if (&step_q) phase_q <= phase_q == 3'd1 & ~has_index_i ? 3'd4 : phase_q + 3'd1;
    end
    if (step_i | fetch_i) acc_q <= sum[41:1];
    if (step_i & step_q == 2'd1) below_q <= borrow;
  end

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = sum[0] | (|base_i[5:0]) | (|done_base_i[4:0]) | (|other_base_i[5:0])
                | (|other_done_i[4:0]) | (|bytes_i[4:0]);
endmodule

`default_nettype wire
