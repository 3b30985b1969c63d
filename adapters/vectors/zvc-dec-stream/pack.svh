// Written by linepress vectors: zvc-dec ELEM=16,STREAM=1, 16 cases. A bench includes it in its module.
`define LP_UNIT "zvc-dec"
`ifndef LP_DUT
`define LP_DUT lp_zvc_dec #(.ELEM(16))
`endif
localparam integer LP_STREAMS = 2;
localparam integer LP_BEATS_IN = 78, LP_BEATS_OUT = 124;
localparam [15:0] LP_INPUTS = 1;
wire [3:0] turn = 4'd0;
wire s_valid, s_ready;
wire [255:0] s_data;
wire s_mem;
wire s_last;
wire [5:0] s_count;
wire [2:0] s_sectors;
wire m_valid, m_ready;
wire [255:0] m_data;
wire m_last;
wire m_err;
wire m_end;
wire [266:0] s_word;
assign {s_sectors, s_count, s_last, s_mem, s_data} = s_word;
lp_source #(.W(267), .BEATS(78), .FILE("s.hex")) u_s
  (clk, rst_n, turn == 0, stall[0], noise, s_valid, s_ready, s_word, moves[0], done[0]);
wire [3:0] m_care;
wire [258:0] m_mask = {{1{m_care[3]}}, {1{m_care[2]}}, {1{m_care[1]}}, {256{m_care[0]}}};
lp_sink #(.W(259), .PORTS(4), .BEATS(124), .FILE("m.hex"), .CARE("m_care.hex")) u_m
  (clk, rst_n, stall[1], m_valid, m_ready, {m_end, m_err, m_last, m_data}, m_care, m_mask,
   moves[1], done[1]);
/* verilator lint_off PINMISSING */
`LP_DUT dut (.clk_i(clk), .rst_ni(rst_n),
  .s_valid_i(s_valid), .s_ready_o(s_ready), .s_data_i(s_data), .s_mem_i(s_mem), .s_last_i(s_last), .s_count_i(s_count), .s_sectors_i(s_sectors),
  .m_valid_o(m_valid), .m_ready_i(m_ready), .m_data_o(m_data), .m_last_o(m_last), .m_err_o(m_err), .m_end_o(m_end));
/* verilator lint_on PINMISSING */
