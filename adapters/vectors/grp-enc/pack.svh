// Written by linepress vectors: grp-enc -, 6 cases. A bench includes it in its module.
`define LP_UNIT "grp-enc"
`ifndef LP_DUT
`define LP_DUT lp_grp_enc
`endif
localparam integer LP_STREAMS = 2;
localparam integer LP_BEATS_IN = 96, LP_BEATS_OUT = 73;
localparam [15:0] LP_INPUTS = 1;
wire [3:0] turn = 4'd0;
wire s_valid, s_ready;
wire [255:0] s_data;
wire [87:0] s_table;
wire m_valid, m_ready;
wire [255:0] m_data;
wire m_last;
wire [3:0] m_state;
wire [343:0] s_word;
assign {s_table, s_data} = s_word;
lp_source #(.W(344), .BEATS(96), .FILE("s.hex")) u_s
  (clk, rst_n, turn == 0, stall[0], noise, s_valid, s_ready, s_word, moves[0], done[0]);
wire [2:0] m_care;
wire [260:0] m_mask = {{4{m_care[2]}}, {1{m_care[1]}}, {256{m_care[0]}}};
lp_sink #(.W(261), .PORTS(3), .BEATS(73), .FILE("m.hex"), .CARE("m_care.hex")) u_m
  (clk, rst_n, stall[1], m_valid, m_ready, {m_state, m_last, m_data}, m_care, m_mask,
   moves[1], done[1]);
/* verilator lint_off PINMISSING */
`LP_DUT dut (.clk_i(clk), .rst_ni(rst_n),
  .s_valid_i(s_valid), .s_ready_o(s_ready), .s_data_i(s_data), .s_table_i(s_table),
  .m_valid_o(m_valid), .m_ready_i(m_ready), .m_data_o(m_data), .m_last_o(m_last), .m_state_o(m_state));
/* verilator lint_on PINMISSING */
