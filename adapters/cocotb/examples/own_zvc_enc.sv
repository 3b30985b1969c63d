// SPDX-License-Identifier: Apache-2.0
// A third-party ZVC encoder: it accepts a whole line, and sends its record word by word, the mask
// first. It is not part of Linepress, and its port names differ from Linepress's. BUG inserts a
// bug: 1 compares words as floats, so that -0.0 counts as zero; 2 advances even if a word was not
// accepted; 3 reads the line input without valid once it has begun.
module own_zvc_enc #(
    parameter BUG = 0
) (
    input  wire          clk,
    input  wire          rst,
    input  wire          line_vld,
    output wire          line_rdy,
    input  wire [1023:0] line,
    output wire          rec_vld,
    input  wire          rec_rdy,
    output wire [31:0]   rec_word,
    output wire          rec_eop
);
  reg busy, begun, head;
  reg [1023:0] words;
  reg [31:0] mask, left;
  wire [31:0] flags;

  genvar i;
  generate
    for (i = 0; i < 32; i = i + 1) begin : g_flag
      assign flags[i] = BUG == 1 ? |line[32*i +: 31] : |line[32*i +: 32];
    end
  endgenerate

  // The lowest word not sent yet.
  wire [31:0] first = left & (~left + 32'd1);
  reg [4:0] at;
  integer k;
  always @* begin
    at = 5'd0;
    for (k = 0; k < 32; k = k + 1) if (first[k]) at = k[4:0];
  end

  assign line_rdy = ~busy;
  assign rec_vld = busy;
  assign rec_word = head ? mask : words[32*at +: 32];
  assign rec_eop = head ? left == 0 : (left & ~first) == 0;

  always @(posedge clk) begin
    if (rst) begin
      busy <= 1'b0;
      begun <= 1'b0;
    end else if (!busy) begin
      busy <= line_vld | (BUG == 3 & begun);
      begun <= begun | line_vld;
      head <= 1'b1;
      words <= line;
      mask <= flags;
      left <= flags;
    end else if (rec_rdy || BUG == 2) begin
      head <= 1'b0;
      if (!head) left <= left & ~first;
      if (rec_eop) busy <= 1'b0;
    end
  end
endmodule
