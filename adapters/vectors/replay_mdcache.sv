// SPDX-License-Identifier: Apache-2.0
// Replays a vector pack of the metadata cache, with its memory, from the pack's folder
// (docs/use/vectors.md): each request comes after the end of the one before.
// +seed=N, +stall=PERCENT: pauses on all sides. LP_DUT: another cache with the same ports.
`timescale 1ns / 1ps
`default_nettype none
/* verilator lint_off WIDTH */
`ifdef VERILATOR
`define LP_IDLE(w) noise
`else
`define LP_IDLE(w) {w{1'bx}}
`endif
`define LP_FAIL_IF(wrong, what) \
  if (wrong) begin $display("FAIL mdcache: case %0d of %0d: %s", at, LP_CASES, what); $fatal(1); end

module lp_replay;
  reg clk = 0, rst_n = 0, up = 0, asked = 0, answered = 0, missed = 0, fetched = 0, owed = 0;
  reg got_ready = 0, evict_go = 0, fetch_go = 0, fill_up = 0, ack_up = 0;
  reg [3:0] id;
  reg [127:0] seen = 0;
  reg [63:0] noise = 64'h9e3779b97f4a7c15;
  integer seed = 1, percent = 30, cycles = 0, quiet = 0, at = 0, base = 0, count = 0, acks = 0;
  integer beats = 0, k, hit;
  `include "pack.svh"
  wire [63:0] one = noise ^ noise << 13, two = one ^ one >> 7;
  wire [7:0] stall;
  for (genvar g = 0; g < 8; g = g + 1) assign stall[g] = noise[7*g +: 7] * 100 < percent * 128;

  assign s_valid = up & ~asked & at < LP_CASES;
  assign {s_op, s_addr, s_state} = s_valid ? {in_op, in_addr, in_state} : `LP_IDLE(47);
  assign s_tag = s_valid ? at : `LP_IDLE(5);
  assign {m_ready, fetch_ready, evict_ready} = {got_ready, fetch_go, evict_go};
  assign {fill_valid, evicted_valid} = {fill_up & owed, ack_up && acks != 0};
  assign fill_data = fill_valid ? in_fill : {4{`LP_IDLE(64)}};
  assign {fill_id, fill_err} = fill_valid ? {id, in_fill_err} : `LP_IDLE(5);
  assign evicted_err = evicted_valid ? 1'b0 : `LP_IDLE(1);
  wire sent = s_valid & s_ready, answer = m_valid & m_ready, fetch = fetch_valid & fetch_ready;
  wire fill = fill_valid & fill_ready, evict = evict_valid & evict_ready;
  wire ack = evicted_valid & evicted_ready, moves = sent | answer | fetch | fill | evict | ack;
  wire over = answered && quiet > 20 && acks == 0 && !(owed | evict_valid | fetch_valid);
  initial if ($value$plusargs("seed=%d", seed) | $value$plusargs("stall=%d", percent)) quiet = 0;
  initial forever #5 clk = ~clk;
  always @(posedge clk) begin
    noise <= cycles == 0 ? noise ^ seed : two ^ two << 17;
    {cycles, quiet} <= {cycles + 32'd1, rst_n && moves === 1'b0 ? quiet + 32'd1 : 32'd0};
    rst_n <= cycles >= 4;
    {got_ready, fetch_go, evict_go} <= {3{rst_n}} & ~stall[2:0];
    {up, fill_up, ack_up} <= {3{rst_n}} &
        ({up & ~sent, fill_up & ~fill, ack_up & ~ack} | ~stall[5:3]);
    if (rst_n) begin
      {asked, answered, missed} <= {asked | sent, answered | answer, missed | miss} & {3{~over}};
      {fetched, owed} <= {(fetched | fetch) & ~over, (owed | fetch) & ~fill};
      if (fetch) id <= fetch_id;
      acks <= acks + evict - ack;
      beats <= beats + sent + answer + fetch + fill + evict + ack;
      `LP_FAIL_IF(^{s_ready, m_valid, miss, fetch_valid, evict_valid} === 1'bx, "an unknown output")
      `LP_FAIL_IF(m_valid && (!asked || answered), "an answer to nothing")
      `LP_FAIL_IF(m_valid && {m_tag, m_state, m_err} !== {at[4:0], due_state, due_err}, "answer")
      `LP_FAIL_IF(miss && miss_tag !== at[4:0], "tag of a miss")
      `LP_FAIL_IF(fetch_valid && (fetched || fetch_addr !== due_fetch), "fetch")
      hit = -1;
      for (k = 0; k < due_evicted; k = k + 1)
        if (!seen[k] && {evict_data, evict_addr} === evicted[base+k]) hit = k;
      `LP_FAIL_IF(evict_valid && hit < 0, "a sector is evicted that is not due")
      if (evict) {seen, count} <= {seen | 128'd1 << hit, count + 32'd1};
      `LP_FAIL_IF(over && count != due_evicted, "a sector is not evicted")
      `LP_FAIL_IF(over && fetched != (due_fetch != 0), "nothing is fetched")
      `LP_FAIL_IF(over && due_hit !== (in_op < 2 && !missed), "hit")
      `LP_FAIL_IF(quiet > 10000, "hangs")
      if (over) {at, base, seen, count} <= {at + 32'd1, base + count, 128'd0, 32'd0};
      if (over && at + 1 == LP_CASES) begin
        $display("PASS mdcache: %0d beats, %0d cycles, seed %0d", beats, cycles, seed);
        $finish;
      end
    end
  end
endmodule
