// SPDX-License-Identifier: Apache-2.0
// Connects my_zvc_enc to `linepress gen zvc-enc` and `linepress check zvc-enc`: copies lines that
// begin with #, and appends the encoder's outputs to all others.
module pipe;
  parameter BUG = 0;
  localparam STDIN = 32'h8000_0000;
  reg clk = 0, go = 0;
  reg [1023:0] text, line;
  wire done;
  wire [1023:0] entry;
  wire [2:0] sectors;
  wire [7:0] size;
  integer c, got, i;
  // Without $finish, for which Verilator would print a line.
  reg ended = 0;
  initial while (!ended) #1 clk = ~clk;

  my_zvc_enc #(.BUG(BUG)) dut (.clk, .go, .line, .done, .entry, .sectors, .size);

  task encode;
    begin
      got = $fscanf(STDIN, "%h\n", text);
      // The text begins with byte 0, but %h reads the highest byte first.
      for (i = 0; i < 128; i = i + 1) line[8 * i +: 8] = text[1023 - 8 * i -: 8];
      @(negedge clk) go = 1;
      @(negedge clk) go = 0;
      while (!done) @(negedge clk);
      $write("%h ", text);
      for (i = 0; i < 32 * sectors; i = i + 1) $write("%h", entry[8 * i +: 8]);
      if (sectors == 0) $write("-");
      $write(" %h %h\n", sectors, size);
    end
  endtask

  initial begin
    c = $fgetc(STDIN);
    while (c != -1) begin
      got = $ungetc(c, STDIN);
      if (c == "#") begin
        for (c = $fgetc(STDIN); c != 10 && c != -1; c = $fgetc(STDIN)) $write("%c", c);
        $write("\n");
      end else encode;
      c = $fgetc(STDIN);
    end
    ended = 1;
  end
endmodule
