// SPDX-License-Identifier: Apache-2.0
// A third-party ZVC encoder, one word per clock: `go` with a line, then `done` with its memory
// entry. BUG inserts a bug that most data does not reveal.
module my_zvc_enc #(
    parameter BUG = 0
) (
    input  wire          clk,
    input  wire          go,
    input  wire [1023:0] line,     // word 0 lowest
    output reg           done,
    output reg  [1023:0] entry,    // byte 0 lowest
    output reg  [2:0]    sectors,
    output reg  [7:0]    size      // bytes in the record
);
  reg [1023:0] rest, words;
  reg [31:0]   mask;
  reg [5:0]    at, count;
  reg          busy;
  wire [31:0]  word = rest[31:0];
  wire [7:0]   bytes = 4 + 4 * count;
  wire         raw = BUG ? bytes >= 96 : bytes > 96;
  initial busy = 0;

  always @(posedge clk) begin
    done <= 0;
    if (go) begin
      {rest, words, mask, at, count} <= {line, 1024'd0, 32'd0, 6'd0, 6'd0};
      busy <= 1;
    end else if (busy && at < 32) begin
      if (word != 0) begin
        words[32 * count +: 32] <= word;
        count <= count + 1;
      end
      mask <= {word != 0, mask[31:1]};
      rest <= rest >> 32;
      at   <= at + 1;
    end else if (busy) begin
      {busy, done} <= 2'b01;
      size    <= bytes;
      entry   <= raw ? line : {words[991:0], mask};
      sectors <= count == 0 ? 0 : raw ? 4 : (bytes + 31) / 32;
    end
  end
endmodule
