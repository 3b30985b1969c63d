// SPDX-License-Identifier: Apache-2.0
// An encoder of ours, or a mutant of it, held against the functional model alone: cases of
// lp_dpi_UNIT_gen in, with stalls on both sides, and every entry checked. BPC is defined for
// lp_bpc_enc, else it is lp_zvc_enc.
//   +parameters=LEVEL=2,SEED=1,ELEM=16  +lines=N  +most=N mismatches are printed
// Ends with "N lines, M mismatches"; a unit that hangs or has an entry too many counts one.
`include "linepress_dpi.svh"

module step_enc_tb #(
    parameter int ELEM = 32
);
  logic clk_i = 1'b0, rst_ni = 1'b0;
  always #5 clk_i = ~clk_i;

  logic s_valid_i = 1'b0, s_ready_o, m_valid_o, m_ready_i = 1'b0, m_last_o;
  logic [255:0] s_data_i = '0, m_data_o;
  logic [2:0] m_sectors_o;
`ifdef BPC
  logic [10:0] m_size_o;
  lp_bpc_enc dut (.*);
  wire [31:0] unused = ELEM;
  typedef linepress_dpi::bpc_enc_line_t line_t;
  typedef linepress_dpi::bpc_enc_due_stored_t stored_t;
`else
  logic m_mem_o, l_valid_o;
  logic [5:0] m_count_o;
  logic [7:0] m_size_o, l_size_o;
  logic [2:0] l_sectors_o;
  wire s_mem_i = 1'b1, s_last_i = 1'b0;
  lp_zvc_enc #(.ELEM(ELEM)) dut (.*);
  typedef linepress_dpi::zvc_enc_lines_t line_t;
  typedef linepress_dpi::zvc_enc_due_stored_t stored_t;
`endif

  chandle golden;
  line_t line;
  bit [31:0] line_bytes;
  task automatic make(input string parameters);
`ifdef BPC
    golden = linepress_dpi::lp_dpi_bpc_enc_create(parameters);
`else
    golden = linepress_dpi::lp_dpi_zvc_enc_create(parameters);
`endif
  endtask
  task automatic draw_line();
`ifdef BPC
    linepress_dpi::lp_dpi_bpc_enc_gen(golden, line, line_bytes);
`else
    linepress_dpi::lp_dpi_zvc_enc_gen(golden, line, line_bytes);
`endif
  endtask
  function automatic bit check(input line_t of, input stored_t stored, input int bytes);
`ifdef BPC
    check = linepress_dpi::lp_dpi_bpc_enc_step_check(golden, of, 32'd128, stored, bytes,
        m_sectors_o, m_size_o > 11'd1024 ? 11'd1024 : m_size_o);
`else
    check = linepress_dpi::lp_dpi_zvc_enc_step_check(golden, of, 32'd128, stored, bytes,
        m_sectors_o);
`endif
  endfunction
  function automatic string message();
`ifdef BPC
    message = linepress_dpi::lp_dpi_bpc_enc_message(golden);
`else
    message = linepress_dpi::lp_dpi_zvc_enc_message(golden);
`endif
  endfunction

  int unsigned seed = 1, stall = 2;
  function automatic int unsigned draw();
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    draw = seed;
  endfunction

  string parameters = "";
  int lines = 20000, most = 10, cycle = 0, idle = 0, sector = 0, beat = 0, checked = 0, wrong = 0;
  line_t sent[$];
  stored_t entry = '0;

  initial begin
    void'($value$plusargs("parameters=%s", parameters));
    void'($value$plusargs("lines=%d", lines));
    void'($value$plusargs("most=%d", most));
    make(parameters);
    draw_line();
  end

  task automatic finish(input string why);
    if (why != "") begin
      $display("cycle %0d: %s", cycle, why);
      wrong++;
    end
    $display("%0d lines, %0d mismatches", checked, wrong);
    $finish;
  endtask

  task automatic check_beat();
    if (beat < $bits(stored_t) / 256) entry[256*beat +: 256] = m_data_o;
    beat++;
    if (!m_last_o) return;
    if (sent.size() == 0) begin
      finish("an entry of no line");
      return;
    end
    if (!check(sent.pop_front(), entry, m_sectors_o == 0 ? 0 : 32 * beat)) begin
      if (wrong < most) $display("cycle %0d: %s", cycle, message());
      wrong++;
    end
    entry = '0;
    beat = 0;
    checked++;
  endtask

  always @(posedge clk_i) begin
    cycle <= cycle + 1;
    rst_ni <= cycle > 3;
    idle <= rst_ni && m_valid_o && m_ready_i ? 0 : idle + 1;
    if (rst_ni && m_valid_o && m_ready_i) check_beat();
    if (s_valid_i && s_ready_o) begin
      sector = (sector + 1) % 4;
      if (sector == 0) begin
        sent.push_back(line);
        draw_line();
      end
    end
    if (rst_ni && (!s_valid_i || s_ready_o)) begin
      s_valid_i <= draw() % 8 < 7;
      s_data_i <= line[256*sector +: 256];
    end
    if (draw() % 64 == 0) stall = draw() % 8;
    m_ready_i <= draw() % 8 >= stall;
    if (checked >= lines || wrong >= 1000) finish("");
    else if (idle > 2000) finish("nothing comes out");
  end
endmodule
