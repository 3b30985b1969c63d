// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// One read in flight: its state, the sectors it waits for, and their positions.
///
/// It begins with the request, gets the line's state from the metadata cache, requests sectors and
/// counts them as they arrive. If a miss is announced and PARALLEL is set, it may request the whole
/// device-memory share of the line before the state is known. The line is complete when its sectors
/// have arrived; the others, and their errors, are ignored, but the entry is free only when they
/// have arrived. Unrequested sectors are not counted.
///
/// Latency: an event takes effect in the next cycle. Interval: one event of each kind per cycle.
module lp_buddy_track #(
    /// Request from device memory without waiting for a metadata miss.
    parameter int PARALLEL = 1
) (
    /// Clock.
    input  wire logic       clk_i,
    /// Synchronous reset, active low.
    input  wire logic       rst_ni,

    /// A read begins.
    input  wire logic       begin_i,
    /// With begin: code of its fault, 0 none.
    input  wire logic [1:0] fault_i,
    /// With begin: the page is compressed.
    input  wire logic       compressed_i,
    /// With begin: the page's target.
    input  wire logic [2:0] target_i,
    /// The target given with begin.
    output wire logic [2:0] target_o,

    /// The metadata cache has to fetch.
    input  wire logic       miss_i,
    /// The metadata cache answers.
    input  wire logic       answer_i,
    /// With answer: sectors to fetch from device memory; 0 for the 8 bytes of a 16x page.
    input  wire logic [2:0] dev_i,
    /// With answer: the 8 bytes are to be fetched.
    input  wire logic       eight_i,
    /// With answer: sectors to fetch from buddy memory.
    input  wire logic [2:0] spill_i,
    /// With answer: sectors of the entry as the decoder counts them, 0 zero line, 4 raw.
    input  wire logic [2:0] sectors_i,
    /// With answer: error code of the line, 0 if it can be read.
    input  wire logic [2:0] code_i,

    /// Device memory has to be read.
    output wire logic       want_dev_o,
    /// The share may be read from device memory.
    output wire logic       guess_dev_o,
    /// The device memory request is issued.
    input  wire logic       dev_asked_i,
    /// Sectors still to come from device memory.
    output wire logic [2:0] dev_due_o,
    /// Some of them may arrive now.
    output wire logic       dev_open_o,
    /// A sector arrives from device memory; only while open.
    input  wire logic       dev_come_i,
    /// Buddy memory has to be read.
    output wire logic       want_bud_o,
    /// The buddy memory request is issued.
    input  wire logic       bud_asked_i,
    /// Sectors still to come from buddy memory.
    output wire logic [2:0] bud_due_o,
    /// Some of them may arrive now.
    output wire logic       bud_open_o,
    /// A sector arrives from buddy memory; only while open.
    input  wire logic       bud_come_i,
    /// With dev_come: the sector has an error.
    input  wire logic       dev_err_i,
    /// With bud_come: the sector has an error.
    input  wire logic       bud_err_i,
    /// Position in the line of the next sector from device memory.
    output wire logic [1:0] dev_pos_o,
    /// Position in the line of the next sector from buddy memory.
    output wire logic [1:0] bud_pos_o,

    /// All sectors that the line needs have arrived; one cycle late.
    output wire logic       full_o,
    /// With full: no sector of it goes to the decoder.
    output wire logic       none_o,
    /// The line is taken for decoding.
    input  wire logic       pick_i,
    /// And its sectors are no longer needed.
    input  wire logic       gone_i,
    /// And no sector is outstanding: the entry is free.
    output wire logic       free_o,
    /// Sectors of the line in the device buffer, including the one that holds the 8 bytes.
    output wire logic [2:0] dev_count_o,
    /// The device sector holds the 8 bytes.
    output wire logic       eight_o,
    /// Sectors of the entry as the decoder counts them.
    output wire logic [2:0] sectors_o,
    /// Code of the response before the decoder has seen the line.
    output wire logic [2:0] code_o
);
  generate
    if (PARALLEL != 0 && PARALLEL != 1) begin : g_check_parallel
      lp_bad_PARALLEL_neither_0_nor_1 u_bad ();
    end
  endgenerate

  localparam logic [2:0] MEMORY_ERROR = 3'd6;

  // ---------------------------------------------------------------- state of the line
  logic known_q, eight_q;
  logic [2:0] target_q, dev_count_q, sectors_q, code_q;
  wire plain;
  assign plain = ~compressed_i & (fault_i == 2'd0);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      known_q <= 1'b0;
    end else begin
      known_q <= begin_i ? ~compressed_i | (fault_i != 2'd0) : (known_q | answer_i) & ~pick_i;
    end
    if (begin_i) begin
      target_q <= target_i;
      code_q <= {1'b0, fault_i};
      dev_count_q <= plain ? 3'd4 : 3'd0;
      sectors_q <= plain ? 3'd4 : 3'd0;
      eight_q <= 1'b0;
    end
    if (answer_i) begin
      code_q <= code_i;
      dev_count_q <= dev_i | {2'b0, eight_i};
      sectors_q <= sectors_i;
      eight_q <= eight_i;
    end
  end

  // ---------------------------------------------------------------- requests and arrivals
  // guessed: the share has been requested, so the answer requests nothing more.
  logic guess_q, guessed_q, want_dev_q, want_bud_q;
  logic [2:0] dev_due_q, dev_got_q, bud_due_q;
  logic [1:0] bud_pos_q;
  logic [3:0] dev_err_q;
  logic bud_err_q;
  wire guesses, ask;
  wire [2:0] share;
  assign share = target_q[2] ? 3'd1 : 3'd4 - {1'b0, target_q[1:0]};
  assign guesses = guess_q & dev_asked_i;
  assign ask = answer_i & ~guessed_q & ~guesses;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      guess_q <= 1'b0;
      want_dev_q <= 1'b0;
      want_bud_q <= 1'b0;
      dev_due_q <= 3'd0;
      bud_due_q <= 3'd0;
    end else begin
      guess_q <= ((PARALLEL != 0) & miss_i) | (guess_q & ~dev_asked_i & ~answer_i);

      if (begin_i) dev_due_q <= plain ? 3'd4 : 3'd0;
      else if (guesses) dev_due_q <= share;
      else if (ask) dev_due_q <= dev_i | {2'b0, eight_i};
      else if (dev_come_i) dev_due_q <= dev_due_q - 3'd1;

      if (begin_i) want_dev_q <= plain;
      else if (ask) want_dev_q <= (dev_i != 3'd0) | eight_i;
      else if (dev_asked_i) want_dev_q <= 1'b0;

      if (answer_i) bud_due_q <= spill_i;
      else if (bud_come_i) bud_due_q <= bud_due_q - 3'd1;

      if (answer_i) want_bud_q <= (spill_i != 3'd0);
      else if (bud_asked_i) want_bud_q <= 1'b0;
    end
    if (begin_i) begin
      guessed_q <= 1'b0;
      dev_got_q <= 3'd0;
      dev_err_q <= 4'd0;
      bud_err_q <= 1'b0;
    end
    if (guesses) guessed_q <= 1'b1;
    if (dev_come_i) begin
      dev_got_q <= dev_got_q + 3'd1;
      dev_err_q[dev_got_q[1:0]] <= dev_err_i;
    end
    // The sectors of device memory come first in the line.
    if (answer_i) bud_pos_q <= dev_i[1:0];
    else if (bud_come_i) bud_pos_q <= bud_pos_q + 2'd1;
    if (bud_come_i) bud_err_q <= bud_err_q | bud_err_i;
  end
  assign dev_open_o = (dev_due_q != 3'd0) & ~want_dev_q;
  assign bud_open_o = (bud_due_q != 3'd0) & ~want_bud_q;

  // ---------------------------------------------------------------- whether the entry is free
  logic gone_q;
  assign free_o = (gone_i | gone_q) & (dev_due_q == 3'd0);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) gone_q <= 1'b0;
    else gone_q <= (gone_i | gone_q) & ~free_o;
  end

  // ---------------------------------------------------------------- whether it is complete
  logic full_q, none_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) full_q <= 1'b0;
    else full_q <= known_q & (dev_got_q >= dev_count_q) & (bud_due_q == 3'd0) & ~pick_i;
    none_q <= (code_o != 3'd0) | (sectors_q == 3'd0);
  end

  wire [3:0] needed;
  assign needed = {dev_count_q == 3'd4, dev_count_q >= 3'd3, dev_count_q >= 3'd2,
                   dev_count_q != 3'd0};
  assign target_o = target_q;
  assign want_dev_o = want_dev_q;
  assign guess_dev_o = guess_q;
  assign want_bud_o = want_bud_q;
  assign dev_due_o = dev_due_q;
  assign bud_due_o = bud_due_q;
  assign dev_pos_o = dev_got_q[1:0];
  assign bud_pos_o = bud_pos_q;
  assign full_o = full_q;
  assign none_o = none_q;
  assign dev_count_o = dev_count_q;
  assign eight_o = eight_q;
  assign sectors_o = sectors_q;
  assign code_o = code_q != 3'd0 ? code_q
                : ((dev_err_q & needed) != 4'd0) | bud_err_q ? MEMORY_ERROR : 3'd0;
endmodule

`default_nettype wire
