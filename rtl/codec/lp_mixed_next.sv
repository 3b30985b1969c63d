// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// First-in first-out buffer of four entries without latency: an entry that finds it empty is at
/// the output in the same cycle. Latency 0, interval 1.
///
/// Combinational paths: s_valid -> m_valid; s_data -> m_data.
module lp_mixed_next #(
    /// Payload bits, at least 1.
    parameter int WIDTH = 1
) (
    /// Clock.
    input  wire logic             clk_i,
    /// Synchronous reset, active low.
    input  wire logic             rst_ni,
    /// Entry in: valid.
    input  wire logic             s_valid_i,
    /// Entry in: ready; the buffer is not full.
    output wire logic             s_ready_o,
    /// Entry in: payload.
    input  wire logic [WIDTH-1:0] s_data_i,
    /// Nothing is in the buffer.
    output wire logic             idle_o,
    /// Entry out: valid.
    output wire logic             m_valid_o,
    /// Entry out: ready.
    input  wire logic             m_ready_i,
    /// Entry out: payload.
    output wire logic [WIDTH-1:0] m_data_o
);
  wire valid;
  wire [WIDTH-1:0] data;
  lp_fifo #(.WIDTH(WIDTH), .DEPTH(4)) u_fifo (
      .clk_i, .rst_ni, .s_valid_i(s_valid_i & (valid | ~m_ready_i)), .s_ready_o,
      .s_data_i, .m_valid_o(valid), .m_ready_i, .m_data_o(data));
  assign idle_o = ~valid;
  assign m_valid_o = valid | s_valid_i;
  assign m_data_o = valid ? data : s_data_i;
endmodule

`default_nettype wire
