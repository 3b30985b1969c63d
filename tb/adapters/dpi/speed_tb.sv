// SPDX-License-Identifier: Apache-2.0
// How fast the DPI library is from SystemVerilog: +what=step-zvc or step-bpc, +calls=N of the
// functional step; or +what=cycle, +what=alone, +calls=N cycles of lp_zvc_enc with and without the
// cycle model at its side.
`include "linepress_dpi.svh"

module speed_tb (
    input logic clk_i
);
  logic rst_ni = 1'b0;
  logic s_valid_i = 1'b0, s_ready_o, s_mem_i = 1'b1, s_last_i = 1'b0, m_valid_o, m_ready_i = 1'b0;
  logic [255:0] s_data_i = '0, m_data_o;
  logic m_mem_o, m_last_o, l_valid_o;
  logic [5:0] m_count_o;
  logic [7:0] m_size_o, l_size_o;
  logic [2:0] m_sectors_o, l_sectors_o;
  lp_zvc_enc dut (.*);

  string what = "cycle";
  int calls = 1000000, cycle = 0;
  bit checks = 1'b0;
  longint sum = 0, wrong = 0;
  chandle zvc, bpc;
  bit [1023:0] line [64];

  function automatic longint unsigned next(input longint unsigned x);
    next = x ^ (x << 13);
    next ^= next >> 7;
    next ^= next << 17;
  endfunction

  task automatic fill();
    longint unsigned x = 1;
    for (int l = 0; l < 64; l++)
      for (int w = 0; w < 32; w++) begin
        x = next(x);
        line[l][32*w +: 32] = x[40] ? 32'd0 : x[31:0] >> x[44:41];
      end
  endtask

  task automatic steps();
    linepress_dpi::zvc_enc_due_stored_t zvc_stored;
    linepress_dpi::bpc_enc_due_stored_t bpc_stored;
    bit [31:0] bytes;
    bit [2:0] sectors;
    bit [10:0] bits;
    bit [7:0] size;
    for (int i = 0; i < calls; i++) begin
      if (what == "step-zvc") begin
        linepress_dpi::lp_dpi_zvc_enc_step(zvc, {3072'd0, line[i%64]}, 32'd128, zvc_stored, bytes,
                                           sectors, size);
        sum += {32'd0, zvc_stored[63:32]};
      end else begin
        linepress_dpi::lp_dpi_bpc_enc_step(bpc, line[i%64], 32'd128, bpc_stored, bytes, sectors,
                                           bits);
        sum += {32'd0, bpc_stored[63:32]};
      end
    end
  endtask

  initial begin
    void'($value$plusargs("what=%s", what));
    void'($value$plusargs("calls=%d", calls));
    zvc = linepress_dpi::lp_dpi_zvc_enc_create("");
    bpc = linepress_dpi::lp_dpi_bpc_enc_create("");
    fill();
    checks = what == "cycle";
    if (!checks && what != "alone") begin
      steps();
      $display("%0d calls, sum %0d", calls, sum);
      $finish;
    end
  end

  // Stimulus as cheap as it can be, so that the ratio is that of the unit and no bench.
  longint unsigned x = 1;
  logic [5:0] sector = '0;
  always @(posedge clk_i) begin
    cycle <= cycle + 1;
    rst_ni <= cycle > 3;
    x <= next(x);
    if (!s_valid_i || s_ready_o) begin
      s_valid_i <= rst_ni && x[2:0] != 0;
      s_data_i <= line[sector][256*x[9:8] +: 256];
      sector <= sector + 6'd1;
    end
    m_ready_i <= x[5:3] != 0;
    sum <= sum + {63'd0, m_valid_o};
    // Two ifs: Verilator calls a function after && whatever the value before it.
    if (checks) if (!linepress_dpi::lp_dpi_zvc_enc_cycle_check(.handle(zvc), .rst_ni(rst_ni),
          .s_valid_i(s_valid_i), .s_ready_o(s_ready_o), .s_data_i(s_data_i), .s_mem_i(s_mem_i),
          .s_last_i(s_last_i), .m_valid_o(m_valid_o), .m_ready_i(m_ready_i), .m_data_o(m_data_o),
          .m_mem_o(m_mem_o), .m_last_o(m_last_o), .m_count_o(m_count_o), .m_size_o(m_size_o),
          .m_sectors_o(m_sectors_o), .l_valid_o(l_valid_o), .l_size_o(l_size_o),
          .l_sectors_o(l_sectors_o)))
      wrong <= wrong + 1;
    if (cycle == calls) begin
      $display("%0d cycles, %0d beats, %0d mismatches", calls, sum, wrong);
      $finish;
    end
  end
endmodule
