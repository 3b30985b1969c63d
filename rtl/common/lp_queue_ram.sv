// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// First-in first-out buffer like lp_queue to the cycle, whose places after the next beat are in an
/// lp_ram: an ASIC takes latches or a macro for them. The next beat is the memory's last word, or,
/// where it found the places empty, in flops of its own. Latency 1, interval 1.
///
/// Combinational paths: none.
module lp_queue_ram #(
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
  logic [PTR_W-1:0]   wr_q;
  logic [PTR_W-1:0]   rd_q;
  logic [COUNT_W-1:0] count_q;
  logic               ready_q;
  logic               valid_q;
  logic               more_q;  // places are in use
  logic               stored_q;  // the next beat was in a place

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

  // A beat that bypasses the places also writes a free one, so that the write does not depend on
  // the reader. No place is read in the cycle in which it is written.
  wire [WIDTH-1:0] stored;
  lp_ram #(.WIDTH(WIDTH), .DEPTH(PLACES), .GRAIN(WIDTH)) u_places (
      .clk_i, .w_en_i(push), .w_addr_i(wr_q), .w_mask_i(1'b1), .w_data_i(s_data_i), .r_en_i(out),
      .r_addr_i(rd_q), .r_data_o(stored));
  always_ff @(posedge clk_i) begin
    if (take) stored_q <= more_q;
    if (take && !more_q) head_q <= s_data_i;
  end
  assign s_ready_o = ready_q;
  assign m_valid_o = valid_q;
  assign m_data_o  = stored_q ? stored : head_q;
endmodule

`default_nettype wire
