// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Error events of a buddy memory slice, kept until the driver clears them, and the slice's
/// interrupt. Events are bits: 0 states of lines are lost, which only a reset ends; 1 a request was
/// answered with code 6, a memory error; 2 with code 4 or 5, a line that is corrupt; 3 with code 1,
/// 2 or 3, bad attributes; 4 memory refused metadata, which is kept and offered again; 5 an
/// unexpected beat of R or B.
///
/// Latency: an event is visible two cycles after its cause. An event that occurs while it is
/// cleared stays set.
///
/// Combinational paths: none.
module lp_buddy_events (
    /// Clock.
    input  wire logic       clk_i,
    /// Synchronous reset, active low.
    input  wire logic       rst_ni,

    /// States of lines are lost.
    input  wire logic       lost_i,
    /// A read is answered.
    input  wire logic       read_valid_i,
    /// Its code.
    input  wire logic [2:0] read_code_i,
    /// A write is answered.
    input  wire logic       write_valid_i,
    /// Its code.
    input  wire logic [2:0] write_code_i,
    /// Memory refuses metadata.
    input  wire logic       refused_i,
    /// An unexpected beat.
    input  wire logic       stray_i,

    /// Register write: valid.
    input  wire logic       cfg_valid_i,
    /// Events to be cleared.
    input  wire logic [5:0] cfg_clear_i,
    /// Events enabled for the interrupt from now on.
    input  wire logic [5:0] cfg_enable_i,
    /// Events that have occurred.
    output wire logic [5:0] seen_o,
    /// Events that interrupt.
    output wire logic [5:0] enable_o,

    /// An event has occurred.
    output wire logic       error_o,
    /// An event that interrupts has occurred.
    output wire logic       irq_o
);
  localparam int EVENTS = 6;

  // ---------------------------------------------------------------- A: causes
  logic [2:0] read_code_q, write_code_q;
  logic lost_q, refused_q, stray_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {read_code_q, write_code_q} <= 6'd0;
      {lost_q, refused_q, stray_q} <= 3'd0;
    end else begin
      read_code_q <= read_code_i & {3{read_valid_i}};
      write_code_q <= write_code_i & {3{write_valid_i}};
      {lost_q, refused_q, stray_q} <= {lost_i, refused_i, stray_i};
    end
  end

  // ---------------------------------------------------------------- B: events
  logic [EVENTS-1:0] seen_q, enable_q;
  wire [EVENTS-1:0] cause;
  assign cause[0] = lost_q;
  assign cause[1] = (&read_code_q[2:1]) | (&write_code_q[2:1]);
  assign cause[2] = (read_code_q[2] & ~read_code_q[1]) | (write_code_q[2] & ~write_code_q[1]);
  assign cause[3] = (~read_code_q[2] & (|read_code_q)) | (~write_code_q[2] & (|write_code_q));
  assign cause[4] = refused_q;
  assign cause[5] = stray_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      seen_q <= '0;
      enable_q <= '0;
    end else begin
      seen_q <= (seen_q & ~(cfg_clear_i & {EVENTS{cfg_valid_i}})) | cause;
      if (cfg_valid_i) enable_q <= cfg_enable_i;
    end
  end

  assign seen_o = seen_q;
  assign enable_o = enable_q;
  assign error_o = |seen_q;
  assign irq_o = |(seen_q & enable_q);
endmodule

`default_nettype wire
