// SPDX-License-Identifier: Apache-2.0
// Holds lp_zvc_enc, or a unit with its ports, against the cycle model in every cycle. +error=NAME
// makes a wrong call instead, for the test of its message.
`include "linepress_dpi.svh"

module hold_tb #(
    parameter int ELEM = 32
);
  logic clk_i = 1'b0, rst_ni = 1'b0;
  always #5 clk_i = ~clk_i;

  logic s_valid_i = 1'b0, s_ready_o, s_mem_i = 1'b0, s_last_i = 1'b0, m_valid_o, m_ready_i = 1'b0;
  logic [255:0] s_data_i = '0, m_data_o;
  logic m_mem_o, m_last_o, l_valid_o;
  logic [5:0] m_count_o;
  logic [7:0] m_size_o, l_size_o;
  logic [2:0] m_sectors_o, l_sectors_o;
  lp_zvc_enc #(.ELEM(ELEM)) dut (.*);

  int unsigned seed = 1;
  function automatic int unsigned draw();
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    draw = seed;
  endfunction

  function automatic logic [255:0] draw_sector(input int unsigned often);
    draw_sector = 256'd0;
    for (int b = 0; b < 32; b++)
      if (draw() % 8 < often) draw_sector[8*b +: 8] = 8'(draw() >> 24);
  endfunction

  int cycles = 20000, cycle = 0;
  int unsigned often = 4, stall = 4;
  string parameters = "ELEM=32", error = "";
  chandle model;

  task automatic step(input chandle handle, input logic [31:0] bytes);
    linepress_dpi::zvc_enc_due_stored_t stored;
    bit [31:0] stored_bytes;
    bit [2:0] sectors;
    bit [7:0] size;
    linepress_dpi::lp_dpi_zvc_enc_step(handle, 4096'd0, bytes, stored, stored_bytes, sectors,
                                       size);
  endtask

  task automatic make_error();
    chandle other = linepress_dpi::lp_dpi_zvc_dec_create("");
    chandle dead = linepress_dpi::lp_dpi_zvc_enc_create("");
    linepress_dpi::lp_dpi_zvc_enc_destroy(dead);
    case (error)
      "null": step(null, 128);
      "wrong": step(other, 128);
      "dead": step(dead, 128);
      "twice": linepress_dpi::lp_dpi_zvc_enc_destroy(dead);
      "count": $display("%0d", linepress_dpi::lp_dpi_zvc_enc_mismatches(dead));
      "message": $display("%s", linepress_dpi::lp_dpi_zvc_enc_message(other));
      "case": step(model, 127);
      default: $display("no such error");
    endcase
    $display("still here");
    $finish;
  endtask

  initial begin
    void'($value$plusargs("seed=%d", seed));
    void'($value$plusargs("cycles=%d", cycles));
    void'($value$plusargs("parameters=%s", parameters));
    model = linepress_dpi::lp_dpi_zvc_enc_create(parameters);
    if ($value$plusargs("error=%s", error) != 0) make_error();
  end

  always @(posedge clk_i) begin
    cycle <= cycle + 1;
    if (!linepress_dpi::lp_dpi_zvc_enc_cycle_check(.handle(model), .rst_ni(rst_ni),
          .s_valid_i(s_valid_i), .s_ready_o(s_ready_o), .s_data_i(s_data_i), .s_mem_i(s_mem_i),
          .s_last_i(s_last_i), .m_valid_o(m_valid_o), .m_ready_i(m_ready_i), .m_data_o(m_data_o),
          .m_mem_o(m_mem_o), .m_last_o(m_last_o), .m_count_o(m_count_o), .m_size_o(m_size_o),
          .m_sectors_o(m_sectors_o), .l_valid_o(l_valid_o), .l_size_o(l_size_o),
          .l_sectors_o(l_sectors_o)))
      $display("%s", linepress_dpi::lp_dpi_zvc_enc_message(model));
    if (draw() % 64 == 0) often = draw() % 9;
    if (draw() % 64 == 0) stall = draw() % 9;
    rst_ni <= cycle > 3 && draw() % 1024 != 0;
    if (!s_valid_i || s_ready_o) begin
      s_valid_i <= draw() % 8 < 6;
      s_data_i <= draw_sector(often);
      s_mem_i <= draw() % 4 != 0;
      s_last_i <= draw() % 4 == 0;
    end
    m_ready_i <= draw() % 8 >= stall;
    if (cycle == cycles || linepress_dpi::lp_dpi_zvc_enc_mismatches(model) == 10) begin
      $display("%0d cycles, %0d mismatches", cycle,
               linepress_dpi::lp_dpi_zvc_enc_mismatches(model));
      linepress_dpi::lp_dpi_zvc_enc_destroy(model);
      $finish;
    end
  end
endmodule
