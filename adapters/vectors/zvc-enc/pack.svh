// Written by linepress vectors: zvc-enc ELEM=32,STREAM=0, 64 cases. A bench includes it in its module.
`define LP_UNIT "zvc-enc"
`ifndef LP_DUT
`define LP_DUT lp_zvc_enc #(.ELEM(32))
`endif
localparam integer LP_STREAMS = 2;
localparam integer LP_BEATS_IN = 256, LP_BEATS_OUT = 207;
localparam [15:0] LP_INPUTS = 1;
wire [3:0] turn = 4'd0;
wire s_valid, s_ready;
wire [255:0] s_data;
wire s_mem;
wire s_last;
wire m_valid, m_ready;
wire [255:0] m_data;
wire m_mem;
wire m_last;
wire [5:0] m_count;
wire [7:0] m_size;
wire [2:0] m_sectors;
wire [257:0] s_word;
assign {s_last, s_mem, s_data} = s_word;
lp_source #(.W(258), .BEATS(256), .FILE("s.hex")) u_s
  (clk, rst_n, turn == 0, stall[0], noise, s_valid, s_ready, s_word, moves[0], done[0]);
wire [5:0] m_care;
wire [274:0] m_mask = {{3{m_care[5]}}, {8{m_care[4]}}, {6{m_care[3]}}, {1{m_care[2]}}, {1{m_care[1]}}, {256{m_care[0]}}};
lp_sink #(.W(275), .PORTS(6), .BEATS(207), .FILE("m.hex"), .CARE("m_care.hex")) u_m
  (clk, rst_n, stall[1], m_valid, m_ready, {m_sectors, m_size, m_count, m_last, m_mem, m_data}, m_care, m_mask,
   moves[1], done[1]);
/* verilator lint_off PINMISSING */
`LP_DUT dut (.clk_i(clk), .rst_ni(rst_n),
  .s_valid_i(s_valid), .s_ready_o(s_ready), .s_data_i(s_data), .s_mem_i(s_mem), .s_last_i(s_last),
  .m_valid_o(m_valid), .m_ready_i(m_ready), .m_data_o(m_data), .m_mem_o(m_mem), .m_last_o(m_last), .m_count_o(m_count), .m_size_o(m_size), .m_sectors_o(m_sectors));
/* verilator lint_on PINMISSING */
