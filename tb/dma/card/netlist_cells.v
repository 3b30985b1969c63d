// SPDX-License-Identifier: Apache-2.0
`default_nettype none

// Cells of a routed ECP5 design of which Yosys has no model, for simulation: the PLL, whose output
// CLKOS is here its input, the clock buffer, the way of write data into lookup tables, and the block
// RAM in the modes that Yosys uses.

/* verilator lint_off DECLFILENAME */
module EHXPLLL (
    input  wire CLKI, CLKFB, RST, STDBY, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG,
    input  wire PLLWAKESYNC, ENCLKOP,
    output wire CLKOP, CLKOS,
    output reg  LOCK
);
  parameter CLKI_DIV = 1, CLKFB_DIV = 1, CLKOP_DIV = 1, CLKOP_CPHASE = 0, CLKOP_FPHASE = 0,
      CLKOP_TRIM_DELAY = 0, CLKOS_DIV = 1, CLKOS_CPHASE = 0, CLKOS_FPHASE = 0, CLKOP_ENABLE = "",
      CLKOS_ENABLE = "", CLKOP_TRIM_POL = "", FEEDBK_PATH = "", OUTDIVIDER_MUXA = "",
      OUTDIVIDER_MUXB = "", PLLRST_ENA = "", INTFB_WAKE = "", STDBY_ENABLE = "",
      DPHASE_SOURCE = "";
  assign CLKOP = CLKI;
  assign CLKOS = CLKI;
  initial LOCK = 1'b0;
endmodule

module DCCA (
    input  wire CLKI, CE,
    output wire CLKO
);
  assign CLKO = CLKI;
endmodule

module TRELLIS_RAMW (
    input  wire A0, B0, C0, D0, A1, B1, C1, D1,
    output wire WADO0, WADO1, WADO2, WADO3, WDO0, WDO1, WDO2, WDO3
);
  assign {WADO3, WADO2, WADO1, WADO0} = {A0, C0, B0, D0};
  assign {WDO3, WDO2, WDO1, WDO0} = {B1, D1, A1, C1};
endmodule

// Two ports of 9, 18 or, together, 36 bits. A port that reads what the other writes at the same edge
// gets the old bits.
module DP16KD (
    input  wire DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6,
    input  wire DIA5, DIA4, DIA3, DIA2, DIA1, DIA0,
    input  wire ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1,
    input  wire ADA0, CEA, OCEA, CLKA, WEA, RSTA, CSA2, CSA1, CSA0,
    output wire DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6,
    output wire DOA5, DOA4, DOA3, DOA2, DOA1, DOA0,
    input  wire DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6,
    input  wire DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
    input  wire ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1,
    input  wire ADB0, CEB, OCEB, CLKB, WEB, RSTB, CSB2, CSB1, CSB0,
    output wire DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6,
    output wire DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
);
  parameter DATA_WIDTH_A = 18, DATA_WIDTH_B = 18, REGMODE_A = "NOREG", REGMODE_B = "NOREG",
      RESETMODE = "SYNC", ASYNC_RESET_RELEASE = "SYNC", CSDECODE_A = "0b000",
      CSDECODE_B = "0b000", WRITEMODE_A = "NORMAL", WRITEMODE_B = "NORMAL", CLKAMUX = "CLKA",
      CLKBMUX = "CLKB", GSR = "DISABLED";

  wire [17:0] di_a = {DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7,
                      DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0};
  wire [17:0] di_b = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7,
                      DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0};
  wire [13:0] ad_a = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2,
                      ADA1, ADA0};
  wire [13:0] ad_b = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2,
                      ADB1, ADB0};
  reg [17:0] do_a, do_b;
  assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5,
          DOA4, DOA3, DOA2, DOA1, DOA0} = do_a;
  assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5,
          DOB4, DOB3, DOB2, DOB1, DOB0} = do_b;

  reg [8:0] bytes [0:2047];
  integer i;
  initial begin
    do_a = 18'd0;
    do_b = 18'd0;
    for (i = 0; i < 2048; i = i + 1) bytes[i] = 9'd0;
    if (CSDECODE_A != "0b000" || REGMODE_A != "NOREG" || REGMODE_B != "NOREG"
        || DATA_WIDTH_A < 9 || DATA_WIDTH_B < 9) begin
      $display("netlist_cells: a block RAM of a kind that is not known");
      $finish;
    end
  end

  function [35:0] word_at(input [13:0] address, input integer width);
    begin
      if (width == 36) word_at = {bytes[{address[13:5], 2'd3}], bytes[{address[13:5], 2'd2}],
                                  bytes[{address[13:5], 2'd1}], bytes[{address[13:5], 2'd0}]};
      else if (width == 18) word_at = {18'd0, bytes[{address[13:4], 1'b1}],
                                       bytes[{address[13:4], 1'b0}]};
      else word_at = {27'd0, bytes[address[13:3]]};
    end
  endfunction

  // The lowest address bits of words of several bytes are their enables.
  task store(input [13:0] address, input [35:0] data, input integer width);
    integer k;
    begin
      if (width == 9) bytes[address[13:3]] <= data[8:0];
      for (k = 0; k < width / 9 && width > 9; k = k + 1)
        if (address[k])
          bytes[(width == 36 ? {address[13:5], 2'd0} : {address[13:4], 1'd0}) + k]
              <= data[9*k +: 9];
    end
  endtask

  // Both ports have the same clock. Each reads what was there before the edge.
  always @(posedge CLKA) begin
    if (RSTA) do_a <= 18'd0;
    else if (CEA && DATA_WIDTH_A != 36 && (!WEA || WRITEMODE_A == "READBEFOREWRITE"))
      do_a <= word_at(ad_a, DATA_WIDTH_A);
    if (RSTB) do_b <= 18'd0;
    else if (CEB && DATA_WIDTH_B == 36 && !WEB) {do_b, do_a} <= word_at(ad_b, 36);
    else if (CEB && (!WEB || WRITEMODE_B == "READBEFOREWRITE"))
      do_b <= word_at(ad_b, DATA_WIDTH_B);
    if (CEA && WEA && !RSTA) store(ad_a, {di_b, di_a}, DATA_WIDTH_A);
    if (CEB && WEB && !RSTB) store(ad_b, {18'd0, di_b}, DATA_WIDTH_B);
  end
endmodule

`default_nettype wire
