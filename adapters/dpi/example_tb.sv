// SPDX-License-Identifier: Apache-2.0
// Compares acme_squeeze with Linepress: random lines in, stalls at the output, and each entry is
// compared with the one expected for its line (dpi.md). The unit does not output the record's size,
// so that is not compared.
`include "linepress_dpi.svh"

module example_tb #(
    parameter integer BUG = 0
);
  logic clk = 1'b0, rst = 1'b1;
  always #5 clk = ~clk;

  logic [63:0] in_tdata, out_tdata;
  logic [2:0] out_tuser;
  logic in_tvalid = 1'b0, in_tready, out_tlast, out_tvalid, out_tready = 1'b0;
  acme_squeeze #(.BUG(BUG)) dut (.aclk(clk), .areset(rst), .*);

  // Random numbers that are the same in every simulator.
  int unsigned seed = 1;
  function automatic int unsigned draw();
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    draw = seed;
  endfunction

  // A line of words with a random share of zeros.
  function automatic logic [1023:0] draw_line();
    int unsigned often = draw() % 9;
    draw_line = 1024'd0;
    for (int w = 0; w < 32; w++)
      if (draw() % 8 < often) draw_line[32*w +: 32] = draw();
  endfunction

  int lines = 2000, cycle = 0, in_beat = 0, out_beat = 0, checked = 0;
  logic [1023:0] line, of_entry;  // the input line; the line of the entry, as the unit holds one at
                                  // a time
  linepress_dpi::zvc_enc_due_stored_t entry = '0;
  chandle golden;

  initial begin
    void'($value$plusargs("seed=%d", seed));
    void'($value$plusargs("lines=%d", lines));
    golden = linepress_dpi::lp_dpi_zvc_enc_create("ELEM=32,size=0");
  end

  task automatic check_entry();
    entry[64*out_beat +: 64] = out_tdata;
    out_beat++;
    if (!out_tlast) return;
    if (!linepress_dpi::lp_dpi_zvc_enc_step_check(.handle(golden),
          .lines({3072'd0, of_entry}), .lines_bytes(32'd128), .got_stored(entry),
          .got_stored_bytes(out_tuser == 0 ? 32'd0 : 8 * out_beat), .got_sectors(out_tuser),
          .got_size(8'd0)))
      $display("%0t: %s", $time, linepress_dpi::lp_dpi_zvc_enc_message(golden));
    entry = '0;
    out_beat = 0;
    checked++;
  endtask

  always @(posedge clk) begin
    cycle <= cycle + 1;
    rst <= cycle < 3;
    if (!rst && out_tvalid && out_tready) check_entry();
    if (in_tvalid && in_tready) begin
      if (in_beat == 15) of_entry = line;
      in_beat = (in_beat + 1) % 16;
    end
    if (!rst && (!in_tvalid || in_tready)) begin
      if (in_beat == 0) line = draw_line();
      in_tdata <= line[64*in_beat +: 64];
      in_tvalid <= draw() % 4 != 0;
    end
    out_tready <= draw() % 3 != 0;
    if (checked == lines) begin
      $display("%0d lines, %0d mismatches", lines,
               linepress_dpi::lp_dpi_zvc_enc_mismatches(golden));
      linepress_dpi::lp_dpi_zvc_enc_destroy(golden);
      $finish;
    end
  end
endmodule
