// SPDX-License-Identifier: Apache-2.0
// Replays a vector pack of streams against a unit, from the pack's folder (docs/use/vectors.md).
// +seed=N, +stall=PERCENT: pauses on both sides. LP_DUT: another unit with the same ports.
`timescale 1ns / 1ps
`default_nettype none
/* verilator lint_off WIDTH */
`ifdef VERILATOR
`define LP_IDLE idle[W-1:0]
`else
`define LP_IDLE {W{1'bx}}
`endif
`define LP_FAIL_IF(wrong, what) if (wrong) begin $display what; $fatal(1); end

// Sends a stream's beats, each when it is the stream's turn; payload is unknown while not valid.
module lp_source #(parameter W = 1, BEATS = 1, FILE = "") (input wire clk, rst_n, turn, stall,
    input wire [63:0] noise, output wire valid, input wire ready, output wire [W-1:0] word,
    output wire move, done);
  reg [W-1:0] beats [0:BEATS-1];
  integer n = 0;
  reg up = 0;
  wire [64*(W/64+1)-1:0] idle = {(W/64+1){noise}};
  initial $readmemh(FILE, beats);
  assign {valid, done} = {up & turn & ~done, n >= BEATS};
  assign word = valid ? beats[n] : `LP_IDLE;
  assign move = valid & ready;
  always @(posedge clk) begin
    up <= rst_n & (up & ~move | ~stall);
    if (move) n <= n + 1;
    `LP_FAIL_IF(valid && ^ready === 1'bx, ("FAIL %m: ready is unknown at beat %0d", n))
  end
endmodule

// Compares a stream's beats with the expected ones, each in every cycle in which it is held.
module lp_sink #(parameter W = 1, PORTS = 1, BEATS = 1, FILE = "", CARE = "") (
    input wire clk, rst_n, stall, valid, output reg ready, input wire [W-1:0] word,
    output wire [PORTS-1:0] care, input wire [W-1:0] mask, output wire move, done);
  reg [W-1:0] beats [0:BEATS-1];
  reg [PORTS-1:0] cares [0:BEATS-1];
  integer n = 0;
  reg waits = 0;
  wire [W-1:0] wrong = (word ^ beats[n]) & mask;
  initial begin $readmemh(FILE, beats); $readmemh(CARE, cares); end
  assign {care, move, done} = {cares[n], valid & ready, n >= BEATS};
  always @(posedge clk) begin
    ready <= rst_n & ~stall;
    waits <= rst_n & valid & ~ready;
    if (rst_n & move) n <= n + 1;
    `LP_FAIL_IF(rst_n && ^valid === 1'bx, ("FAIL %m: valid is unknown at beat %0d", n))
    `LP_FAIL_IF(waits && !valid, ("FAIL %m: valid falls before beat %0d is taken", n))
    `LP_FAIL_IF(rst_n && valid && done, ("FAIL %m: a beat after the last of %0d", n))
    `LP_FAIL_IF(rst_n && valid && wrong !== {W{1'b0}},
                ("FAIL %m: beat %0d is %h, due %h, wrong bits %h", n, word, beats[n], wrong))
  end
endmodule

module lp_replay;
  reg clk = 0, rst_n = 0;
  reg [63:0] noise = 64'h9e3779b97f4a7c15;
  integer seed = 1, percent = 30, cycles = 0, quiet = 0, ins = 0;
  wire [15:0] stall, moves, done;
  `include "pack.svh"
  for (genvar g = 0; g < 9; g = g + 1) assign stall[g] = noise[7*g +: 7] * 100 < percent * 128;
  wire [63:0] one = noise ^ noise << 13, two = one ^ one >> 7;
  initial if ($value$plusargs("seed=%d", seed) | $value$plusargs("stall=%d", percent)) quiet = 0;
  initial forever #5 clk = ~clk;
  always @(posedge clk) begin
    noise <= cycles == 0 ? noise ^ seed : two ^ two << 17;
    cycles <= cycles + 1;
    rst_n <= cycles >= 4;
    ins <= ins + ((moves & LP_INPUTS) != 0);
    quiet <= rst_n && moves[LP_STREAMS-1:0] === 0 ? quiet + 1 : 0;
    `LP_FAIL_IF(quiet > 10000, ("FAIL %s hangs after %0d of %0d beats in; streams through: %b",
                                `LP_UNIT, ins, LP_BEATS_IN, done[LP_STREAMS-1:0]))
    if (quiet > 100 && &done[LP_STREAMS-1:0]) begin
      $display("PASS %s: %0d beats in, %0d out, %0d cycles, seed %0d", `LP_UNIT, LP_BEATS_IN,
               LP_BEATS_OUT, cycles, seed);
      $finish;
    end
  end
endmodule
