// SPDX-License-Identifier: Apache-2.0
// An encoder of this project, or a mutant of it, compared with the functional model only: cases of
// lp_dpi_UNIT_gen in, with stalls on both sides, and every entry checked. BPC is defined for
// lp_bpc_enc, else it is lp_zvc_enc.
//   +parameters=LEVEL=2,SEED=1,ELEM=16  +lines=N  +most=N mismatches are printed
//   +stream=1  packed streams of one to four lines instead of memory entries (lp_zvc_enc)
// Ends with "N cases, M mismatches"; a unit that hangs or gives an extra entry counts as one.
`include "linepress_dpi.svh"

module step_enc_tb #(
    parameter int ELEM = 32
);
  logic clk_i = 1'b0, rst_ni = 1'b0;
  always #5 clk_i = ~clk_i;

  logic s_valid_i = 1'b0, s_ready_o, m_valid_o, m_ready_i = 1'b0, m_last_o;
  logic [255:0] s_data_i = '0, m_data_o;
  logic [2:0] m_sectors_o;
  int stream = 0;
`ifdef BPC
  wire [5:0] m_count_o = 6'd0;
  logic s_last_i = 1'b0;
  logic [10:0] m_size_o;
  lp_bpc_enc dut (.*);
  typedef linepress_dpi::bpc_enc_line_t line_t;
  typedef linepress_dpi::bpc_enc_due_stored_t stored_t;
`else
  logic m_mem_o, l_valid_o;
  logic [5:0] m_count_o;
  logic [7:0] m_size_o, l_size_o;
  logic [2:0] l_sectors_o;
  wire s_mem_i = stream == 0;
  logic s_last_i = 1'b0;
  lp_zvc_enc #(.ELEM(ELEM)) dut (.*);
  typedef linepress_dpi::zvc_enc_lines_t line_t;
  typedef linepress_dpi::zvc_enc_due_stored_t stored_t;
`endif

  chandle golden;
  line_t line;
  bit [31:0] line_bytes;
  int sent_bytes[$];
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
  function automatic bit check(input line_t of, input int of_bytes, input stored_t stored,
                               input int stored_bytes);
`ifdef BPC
    check = linepress_dpi::lp_dpi_bpc_enc_step_check(golden, of, of_bytes, stored, stored_bytes,
        m_sectors_o, m_size_o > 11'd1024 ? 11'd1024 : m_size_o);
`else
    check = linepress_dpi::lp_dpi_zvc_enc_step_check(golden, of, of_bytes, stored, stored_bytes,
        m_sectors_o, 8'(int'(m_size_o) * ELEM / 8));
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
  int lines = 20000, most = 10, cycle = 0, idle = 0, sector = 0, checked = 0, wrong = 0;
  int bytes = 0;  // bytes of the entry so far
  bit [2:0] sectors;  // signals of its first beat
  line_t sent[$];
  stored_t entry = '0;

  initial begin
    void'($value$plusargs("parameters=%s", parameters));
    void'($value$plusargs("lines=%d", lines));
    void'($value$plusargs("most=%d", most));
    void'($value$plusargs("stream=%d", stream));
    make(stream != 0 ? {parameters, ",STREAM=1"} : parameters);
    draw_line();
  end

  task automatic finish(input string why);
    if (why != "") begin
      $display("cycle %0d: %s", cycle, why);
      wrong++;
    end
    $display("%0d cases, %0d mismatches", checked, wrong);
    $finish;
  endtask

  task automatic check_beat();
    if (8 * bytes + 256 <= $bits(stored_t)) entry[8*bytes +: 256] = m_data_o;
    if (bytes == 0) sectors = m_sectors_o;
    if (stream == 0 && sectors != m_sectors_o) begin
      if (wrong < most) $display("cycle %0d: sectors change within an entry", cycle);
      wrong++;
    end
    bytes += stream != 0 ? int'(m_count_o) * ELEM / 8 : 32;
    if (!m_last_o) return;
    if (sent.size() == 0) begin
      finish("an entry of no line");
      return;
    end
    if (stream == 0 && m_sectors_o == 0) bytes = 0;
    if (!check(sent.pop_front(), sent_bytes.pop_front(), entry, bytes)) begin
      if (wrong < most) $display("cycle %0d: %s", cycle, message());
      wrong++;
    end
    entry = '0;
    bytes = 0;
    checked++;
  endtask

  always @(posedge clk_i) begin
    cycle <= cycle + 1;
    rst_ni <= cycle > 3;
    idle <= rst_ni && m_valid_o && m_ready_i ? 0 : idle + 1;
    if (rst_ni && m_valid_o && m_ready_i) check_beat();
    if (s_valid_i && s_ready_o) begin
      sector++;
      if (sector == int'(line_bytes) / 32) begin
        sector = 0;
        sent.push_back(line);
        sent_bytes.push_back(line_bytes);
        draw_line();
      end
    end
    if (rst_ni && (!s_valid_i || s_ready_o)) begin
      s_valid_i <= draw() % 8 < 7;
      s_data_i <= line[256*sector +: 256];
      s_last_i <= stream != 0 && sector == int'(line_bytes) / 32 - 1;
    end
    if (draw() % 64 == 0) stall = draw() % 8;
    m_ready_i <= draw() % 8 >= stall;
    if (checked >= lines || wrong >= 1000) finish("");
    else if (idle > 2000) finish("nothing comes out");
  end
endmodule
