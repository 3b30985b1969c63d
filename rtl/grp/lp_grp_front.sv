// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Input side of lp_grp_dec: where each beat of an entry goes, and what is known about the groups
/// of both banks. A group has a bank from its first beat until its last sector has left.
///
/// An entry that ends in its fields or that has a wrong state is nothing but bad. Beats that follow
/// the last one that an entry can have are dropped.
/// Latency: flags of a bank in the cycle after the beat. Interval 1.
///
/// Combinational paths: s_valid, s_state, queue -> s_ready, push, first, field.
module lp_grp_front (
    /// Clock.
    input  wire logic       clk_i,
    /// Synchronous reset, active low.
    input  wire logic       rst_ni,
    /// Beat in: valid.
    input  wire logic       s_valid_i,
    /// Beat in: ready.
    output wire logic       s_ready_o,
    /// Last beat of the entry.
    input  wire logic       s_last_i,
    /// With the first beat: the group's state.
    input  wire logic [3:0] s_state_i,
    /// The queue takes a beat.
    input  wire logic       queue_i,
    /// The beat goes into the queue.
    output wire logic       push_o,
    /// The first beat of an entry is taken.
    output wire logic       first_o,
    /// A later sector of fields is taken: L, the third, the fourth.
    output wire logic [2:0] field_o,
    /// Bank of the group that comes in.
    output wire logic       bank_o,
    /// The decoder has begun the last sector of the group of a bank.
    input  wire logic [1:0] begun_i,
    /// The last sector of the group of a bank has left.
    input  wire logic [1:0] left_i,
    /// A fault is found in the group of a bank.
    input  wire logic [1:0] fault_i,
    /// Of each bank: the decoder can begin with its group.
    output wire logic [1:0] full_o,
    /// Of each bank: the group has fields.
    output wire logic [1:0] plain_o,
    /// Of each bank: the group is raw.
    output wire logic [1:0] raw_o,
    /// Of each bank: the group is bad.
    output wire logic [1:0] bad_o,
    /// Of each bank: fields have two sectors, have four.
    output wire logic [1:0] two_o,
    output wire logic [1:0] four_o
);
  localparam logic [1:0] FIRST = 2'd0, FIELDS = 2'd1, REST = 2'd2, DROP = 2'd3;
  localparam logic [3:0] ZERO = 4'd0, RAW = 4'd4;

  logic [1:0] phase_q, at_q, state_q;
  logic [3:0] left_q;
  logic bank_q;
  logic [1:0] used_q, full_q, plain_q, raw_q, bad_q, two_q, four_q;
  wire zero_in, raw_in, fields_in, take, in_first, in_fields, in_rest, whole, done;
  wire [1:0] here;
  assign in_first = (phase_q == FIRST);
  assign in_fields = (phase_q == FIELDS);
  assign in_rest = (phase_q == REST);
  assign zero_in = (s_state_i == ZERO);
  assign raw_in = (s_state_i == RAW);
  assign fields_in = ~zero_in & (s_state_i < RAW);
  // Only a raw group's first sector goes into the queue.
  assign s_ready_o = in_first ? ~used_q[bank_q] & (queue_i | (s_valid_i & ~raw_in))
                              : ~in_rest | queue_i;
  assign take = s_valid_i & s_ready_o;
  assign first_o = take & in_first;
  assign push_o = take & (in_rest | (in_first & raw_in));
  // Sector at_q of the fields; state_q is the number of the last one.
  assign whole = (at_q == state_q);
  assign field_o[0] = take & in_fields & (at_q == 2'd1);
  assign field_o[1] = take & in_fields & (at_q == 2'd2);
  assign field_o[2] = take & in_fields & (at_q == 2'd3);
  assign done = (first_o & (~fields_in | s_last_i)) | (take & in_fields & (whole | s_last_i));
  assign here = {bank_q, ~bank_q};
  assign bank_o = bank_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q <= FIRST;
      bank_q <= 1'b0;
      used_q <= 2'd0;
      full_q <= 2'd0;
    end else begin
      if (take) begin
        if (s_last_i) phase_q <= FIRST;
        else if (in_first) phase_q <= fields_in ? FIELDS : raw_in ? REST : DROP;
        else if (in_fields & whole) phase_q <= REST;
        else if (in_rest & (left_q == 4'd0)) phase_q <= DROP;
      end
      if (done) bank_q <= ~bank_q;
      used_q <= (used_q | (here & {2{first_o}})) & ~left_i;
      full_q <= (full_q | (here & {2{done}})) & ~begun_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (first_o) begin
      at_q <= 2'd1;
      state_q <= s_state_i[1:0];
      left_q <= 4'd14;
    end else if (take & in_fields) begin
      at_q <= at_q + 2'd1;
      left_q <= 4'd7;
    end else if (take & in_rest) begin
      left_q <= left_q - 4'd1;
    end
  end

  genvar b;
  generate
    for (b = 0; b < 2; b = b + 1) begin : g_bank
      always_ff @(posedge clk_i) begin
        if (first_o & here[b]) begin
          plain_q[b] <= fields_in & ~s_last_i;
          raw_q[b] <= raw_in;
          two_q[b] <= (s_state_i[1:0] == 2'd1);
          four_q[b] <= (s_state_i[1:0] == 2'd3);
          bad_q[b] <= ~raw_in & (zero_in ? ~s_last_i : ~fields_in | s_last_i);
        end else if (take & in_fields & s_last_i & here[b]) begin
          plain_q[b] <= 1'b0;
          bad_q[b] <= 1'b1;
        end else if (fault_i[b]) begin
          bad_q[b] <= 1'b1;
        end
      end
    end
  endgenerate

  assign full_o = full_q;
  assign plain_o = plain_q;
  assign raw_o = raw_q;
  assign bad_o = bad_q;
  assign two_o = two_q;
  assign four_o = four_q;
endmodule

`default_nettype wire
