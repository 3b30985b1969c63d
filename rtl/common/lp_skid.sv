// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Skid buffer of two entries: cuts every combinational path between its two sides; valid, ready
/// and data all come out of flops.
/// Latency 1, interval 1.
///
/// Combinational paths: none.
module lp_skid #(
    /// Payload bits, at least 1.
    parameter int WIDTH = 256
) (
    /// Clock.
    input  wire logic             clk_i,
    /// Synchronous reset, active low.
    input  wire logic             rst_ni,
    /// Beat in: valid.
    input  wire logic             s_valid_i,
    /// Beat in: ready.
    output wire logic             s_ready_o,
    /// Beat in: payload.
    input  wire logic [WIDTH-1:0] s_data_i,
    /// Beat out: valid.
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
  endgenerate

  logic             ready_q;  // 0: the second entry is in use
  logic             valid_q;
  logic [WIDTH-1:0] data_q;
  logic [WIDTH-1:0] skid_q;

  wire leave = !valid_q || m_ready_i;
  wire offer = s_valid_i || !ready_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ready_q <= 1'b1;
      valid_q <= 1'b0;
    end else begin
      ready_q <= leave || (ready_q && !s_valid_i);
      valid_q <= !leave || offer;
    end
  end

  always_ff @(posedge clk_i) begin
    if (leave && offer) data_q <= ready_q ? s_data_i : skid_q;
    if (ready_q) skid_q <= s_data_i;
  end

  assign s_ready_o = ready_q;
  assign m_valid_o = valid_q;
  assign m_data_o  = data_q;
endmodule

`default_nettype wire
