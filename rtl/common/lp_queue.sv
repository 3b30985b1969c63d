// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// First-in first-out buffer made of flops, like lp_fifo to the cycle, whose next beat has its own
/// flops: for readers with much logic on a beat before they take it, and for wide beats. Valid,
/// ready and data come out of flops. Latency 1, interval 1.
///
/// Combinational paths: none.
module lp_queue #(
    /// Payload bits, at least 1.
    parameter int WIDTH = 32,
    /// Entries, at least 3, any number.
    parameter int DEPTH = 4
) (
    /// Clock.
    input  wire logic             clk_i,
    /// Synchronous reset, active low.
    input  wire logic             rst_ni,
    /// Beat in: valid.
    input  wire logic             s_valid_i,
    /// Beat in: ready; the buffer is not full.
    output wire logic             s_ready_o,
    /// Beat in: payload.
    input  wire logic [WIDTH-1:0] s_data_i,
    /// Beat out: valid; the buffer is not empty.
    output wire logic             m_valid_o,
    /// Beat out: ready.
    input  wire logic             m_ready_i,
    /// Beat out: payload.
    output wire logic [WIDTH-1:0] m_data_o
);
  generate
    if (WIDTH < 1) begin : g_check_width
      lp_bad_WIDTH_below_1 u_bad ();
    end
    if (DEPTH < 3) begin : g_check_depth
      lp_bad_DEPTH_below_3 u_bad ();
    end
  endgenerate

  // Entries after the head.
  localparam int PLACES = DEPTH - 1;
  localparam int PTR_W = PLACES > 1 ? $clog2(PLACES) : 1;
  localparam int COUNT_W = $clog2(PLACES + 1);
  localparam logic [PTR_W-1:0] LAST = PTR_W'(PLACES - 1);

  logic [WIDTH-1:0]   head_q;
  logic [WIDTH-1:0]   mem_q                    [0:PLACES-1];
  logic [PTR_W-1:0]   wr_q;
  logic [PTR_W-1:0]   rd_q;
  logic [COUNT_W-1:0] count_q;
  logic               ready_q;
  logic               valid_q;
  logic               more_q;  // places are in use

  wire push = s_valid_i && ready_q;
  wire take = ~valid_q || m_ready_i;
  wire in = push && !(take && !more_q);
  wire out = take && more_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      wr_q    <= '0;
      rd_q    <= '0;
      count_q <= '0;
      ready_q <= 1'b1;
      valid_q <= 1'b0;
      more_q  <= 1'b0;
    end else begin
      if (in) wr_q <= wr_q == LAST ? '0 : wr_q + 1'b1;
      if (out) rd_q <= rd_q == LAST ? '0 : rd_q + 1'b1;
      if (in && !out) begin
        count_q <= count_q + 1'b1;
        ready_q <= count_q != COUNT_W'(PLACES - 1);
        more_q  <= 1'b1;
      end else if (out && !in) begin
        count_q <= count_q - 1'b1;
        ready_q <= 1'b1;
        more_q  <= count_q != COUNT_W'(1);
      end
      if (take) valid_q <= more_q || push;
    end
  end

  // A beat that bypasses the entries also writes a free one, so that the write does not depend on
  // the reader.
  always_ff @(posedge clk_i) begin
    if (push) mem_q[wr_q] <= s_data_i;
    if (take) head_q <= more_q ? mem_q[rd_q] : s_data_i;
  end

  assign s_ready_o = ready_q;
  assign m_valid_o = valid_q;
  assign m_data_o  = head_q;
endmodule

`default_nettype wire
