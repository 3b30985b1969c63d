// SPDX-License-Identifier: Apache-2.0
// Logic of decoders of 16 exponents a cycle, without registers, for areas of gates.py. These are
// trials, not units: they have no handshake and no checks.

// Classes: planes A and L of 16 elements, 512 bits of fields after them, and pointers into these.
// With 3 (format.md, section 23) B tells class 2 from class 1; with 2 it is absent, and with 4 a
// field D tells class 3 from class 2.
module trial_classes #(
  parameter integer CLASSES = 3
) (
  input  logic [15:0]  a_i, l_i,
  input  logic [511:0] fields_i,
  input  logic [8:0]   b_at_i, d_at_i, p_at_i,
  input  logic [5:0]   escape_at_i,  // bytes from the end
  input  logic [103:0] table_i,
  output logic [127:0] exponent_o,
  output logic [4:0]   b_used_o, d_used_o,
  output logic [5:0]   p_used_o,
  output logic [4:0]   escapes_o
);
  logic [15:0] b, c, d, last;
  logic [31:0] p, e;
  logic [127:0] slots;
  logic [511:0] reversed;
  integer i;

  always_comb begin
    for (i = 0; i < 64; i = i + 1) reversed[8*i +: 8] = fields_i[8*(63 - i) +: 8];
    b = CLASSES == 2 ? 16'hffff : fields_i >> b_at_i;
    d = CLASSES == 4 ? fields_i >> d_at_i : 16'hffff;
    p = fields_i >> p_at_i;
    e = reversed >> {escape_at_i, 3'b0};
    slots = {8'd0, table_i[103:48], 16'd0, table_i[47:0]};
  end

  always_comb begin
    logic [3:0] code;
    logic [4:0] jb, jd, jc, je;
    jb = '0;
    jd = '0;
    jc = '0;
    je = '0;
    for (i = 0; i < 16; i = i + 1) begin
      c[i] = a_i[i] & b[CLASSES == 2 ? i : jb[3:0]];
      jb = jb + {4'd0, a_i[i]};
      last[i] = c[i] & d[CLASSES == 4 ? jd[3:0] : i];
      jd = jd + {4'd0, c[i]};
      code[0] = l_i[i];
      code[1] = last[i] ? p[{jc[3:0], 1'b0}] : a_i[i] & ~c[i];
      code[2] = last[i] ? p[{jc[3:0], 1'b1}] : c[i];
      code[3] = last[i];
      jc = jc + {4'd0, last[i]};
      exponent_o[8*i +: 8] = &code ? e[8*je[1:0] +: 8] : slots[8*code +: 8];
      je = je + {4'd0, &code};
    end
    b_used_o = CLASSES == 2 ? '0 : jb;
    d_used_o = CLASSES == 4 ? jd : '0;
    p_used_o = {jc, 1'b0};
    escapes_o = je;
  end
endmodule

// Canonical Huffman, codes of 1 to 8 bits, one of four streams: four symbols. Lengths are found at all
// bits where a symbol may begin. Escapes are not expanded.
module trial_huffman (
  input  logic [511:0] fields_i,
  input  logic [8:0]   at_i,
  input  logic [63:0]  limit_i,   // by length: the first code of 8 bits that is longer
  input  logic [39:0]  offset_i,  // by length: index of its first symbol, less its first code
  input  logic [255:0] table_i,   // 32 exponents
  output logic [31:0]  exponent_o,
  output logic [5:0]   used_o
);
  logic [31:0] window;
  logic [99:0] length;  // at each of 25 bits
  logic [4:0]  index;
  logic [5:0]  at;
  logic [7:0]  code, shifted;
  logic [3:0]  n;
  integer i, k;

  always_comb begin
    window = fields_i >> at_i;
    for (i = 0; i < 25; i = i + 1) begin
      length[4*i +: 4] = 4'd8;
      code = window[i +: 8];
      for (k = 6; k >= 0; k = k - 1)
        if (code < limit_i[8*k +: 8]) length[4*i +: 4] = k[3:0] + 4'd1;
    end
    at = '0;
    for (i = 0; i < 4; i = i + 1) begin
      n = length[4*at +: 4];
      code = window >> at;
      shifted = code >> (4'd8 - n);
      index = shifted[4:0] + offset_i[5*(n - 4'd1) +: 5];
      exponent_o[8*i +: 8] = table_i[8*index +: 8];
      at = at + {2'd0, n};
    end
    used_o = at;
  end
endmodule

// tANS, one of 16 machines of 256 states: its row of the table, and its bits out of a window that
// all share. The prefix sum over machines and the window are not included.
module trial_tans (
  input  logic [7:0]    state_i,
  input  logic [4095:0] table_i,  // by state: 5 bits symbol, 3 bits count, 8 bits base
  input  logic [127:0]  window_i,
  input  logic [6:0]    at_i,
  input  logic [255:0]  exponents_i,
  output logic [7:0]    state_o,
  output logic [7:0]    exponent_o,
  output logic [2:0]    count_o
);
  logic [15:0] row;
  logic [7:0]  bits;
  always_comb begin
    row = table_i[16*state_i +: 16];
    bits = window_i >> at_i;
    count_o = row[10:8];
    state_o = row[7:0] + (bits & ~(8'hff << row[10:8]));
    exponent_o = exponents_i[8*row[15:11] +: 8];
  end
endmodule
