// SPDX-License-Identifier: Apache-2.0
// lp_cdc_fifo between two clocks of free periods: +s=, +m= half periods in ps, +beats=, +seed=,
// +stall= how many of 8 cycles either side pauses, +late=1 a reader that waits for valid. Beats are
// numbers, and unknown while their valid is low; they must come out in order and known, and be held
// stable while stalled. The last line is "ok" with cycles of the slower clock, beats, and the
// reader's cycles that the first beat took; or the fault.
`timescale 1ps / 1ps
`default_nettype none

module cdc_fifo_tb;
  parameter DEPTH = 8;
  parameter STAGES = 2;

  integer s_half, m_half, beats, seed, stall, late;
  reg s_clk = 0, m_clk = 0, s_rst_n = 0, m_rst_n = 0;
  reg s_valid = 0, m_ready = 0;
  reg [31:0] s_data = 32'bx;
  wire s_ready, m_valid;
  wire [31:0] m_data;
  lp_cdc_fifo #(.WIDTH(32), .DEPTH(DEPTH), .STAGES(STAGES)) u_dut (
      .s_clk_i(s_clk), .s_rst_ni(s_rst_n), .s_valid_i(s_valid), .s_ready_o(s_ready),
      .s_data_i(s_data), .m_clk_i(m_clk), .m_rst_ni(m_rst_n), .m_valid_o(m_valid),
      .m_ready_i(m_ready), .m_data_o(m_data));

  integer put = 0, got = 0, latency = -1, first = 0, cycles = 0, last = 0;
  reg [31:0] held;
  reg waits = 0;

  task fail(input [8*40-1:0] what);
    begin
      $display("%0s, beat %0d at %0t ps, seed %0d", what, got, $time, seed);
      $finish;
    end
  endtask

  function [31:0] word(input integer n);
    word = n * 32'h9e3779b1 ^ 32'h5bd1e995;
  endfunction

  initial begin
    if (!$value$plusargs("s=%d", s_half)) s_half = 500;
    if (!$value$plusargs("m=%d", m_half)) m_half = 500;
    if (!$value$plusargs("beats=%d", beats)) beats = 1000;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("stall=%d", stall)) stall = 0;
    if (!$value$plusargs("late=%d", late)) late = 0;
    fork
      #($unsigned($random(seed)) % s_half) forever #s_half s_clk = ~s_clk;
      #($unsigned($random(seed)) % m_half) forever #m_half m_clk = ~m_clk;
      begin
        #(2 * (STAGES + 3) * (s_half > m_half ? s_half : m_half));
        @(posedge s_clk) #1 s_rst_n = 1;
      end
      begin
        #(2 * (STAGES + 3) * (s_half > m_half ? s_half : m_half));
        @(posedge m_clk) #1 m_rst_n = 1;
      end
    join
  end

  function pauses(input integer dummy);
    pauses = $unsigned($random(seed)) % 8 < stall;
  endfunction

  // Values before the edge are taken; new values are driven a moment after it.
  reg took;
  always @(posedge s_clk) if (s_rst_n) begin
    if (s_ready !== 1'b0 && s_ready !== 1'b1) fail("s_ready_o is unknown");
    took = s_valid & s_ready;
    if (took && put == 0) first = cycles;
    if (took) put = put + 1;
    #1;
    if (took || !s_valid) begin
      s_valid = put < beats && !pauses(0);
      s_data = s_valid ? word(put) : 32'bx;
    end
  end

  always @(posedge m_clk) if (m_rst_n) begin
    cycles = cycles + 1;
    if (m_valid !== 1'b0 && m_valid !== 1'b1) fail("m_valid_o is unknown");
    if (waits && (!m_valid || m_data !== held)) fail("a waiting beat has changed");
    if (m_valid && latency < 0) latency = cycles - first;
    if (m_valid && m_data !== word(got)) fail("not the next beat");
    waits = m_valid & ~m_ready;
    held = m_data;
    if (m_valid && m_ready) begin
      got = got + 1;
      last = cycles;
      if (got == beats) begin
        $display("ok cycles %0d beats %0d latency %0d",
                 s_half > m_half ? last * m_half / s_half : last, got, latency);
        $finish;
      end
    end
    if (cycles > last + 200 + 200 * s_half / m_half) fail("nothing moves any more");
    #1 m_ready = !pauses(0) && (late == 0 || m_valid);
  end
endmodule
