// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Counts the 32-bit words of a group of sectors that are zero.
///
/// Latency: 2 cycles from a group's last sector to its count, for one cycle. Interval: 1 cycle per
/// sector.
///
/// Combinational paths: none.
module lp_cdma_zeros (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,
    /// A sector passes.
    input  wire logic         s_valid_i,
    /// The sector.
    input  wire logic [255:0] s_data_i,
    /// It is padding, which is not counted.
    input  wire logic         s_pad_i,
    /// It is the last of its group.
    input  wire logic         s_last_i,
    /// The count of a group is valid.
    output wire logic         m_valid_o,
    /// Its zero words, 0..128.
    output wire logic [7:0]   m_zeros_o
);
  // flags_q: words of the sector that are zero; first_q: it begins a group.
  logic valid_q, last_q, first_q, done_q;
  logic [7:0] flags_q, sum_q;
  wire [3:0] count;
  genvar i;
  generate
    for (i = 0; i < 8; i = i + 1) begin : g_word
      always_ff @(posedge clk_i) flags_q[i] <= ~(|s_data_i[32*i +: 32]) & ~s_pad_i;
    end
  endgenerate
  lp_popcount #(.WIDTH(8)) u_count (.bits_i(flags_q), .count_o(count));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      first_q <= 1'b1;
      done_q <= 1'b0;
    end else begin
      valid_q <= s_valid_i;
      if (valid_q) first_q <= last_q;
      done_q <= valid_q & last_q;
    end
  end
  always_ff @(posedge clk_i) begin
    last_q <= s_last_i;
    if (valid_q) sum_q <= (sum_q & {8{~first_q}}) + {4'd0, count};
  end

  assign m_valid_o = done_q;
  assign m_zeros_o = sum_q;
endmodule

`default_nettype wire
