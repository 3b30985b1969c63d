// Written by linepress vectors: grp-dec -, 7 cases. A bench includes it in its module.
`define LP_UNIT "grp-dec"
`ifndef LP_DUT
`define LP_DUT lp_grp_dec
`endif
localparam integer LP_STREAMS = 2;
localparam integer LP_BEATS_IN = 60, LP_BEATS_OUT = 112;
localparam [15:0] LP_INPUTS = 1;
wire [3:0] turn = 4'd0;
wire s_valid, s_ready;
wire [255:0] s_data;
wire s_last;
wire [3:0] s_state;
wire [87:0] s_table;
wire m_valid, m_ready;
wire [255:0] m_data;
wire m_last;
wire m_err;
wire [348:0] s_word;
assign {s_table, s_state, s_last, s_data} = s_word;
lp_source #(.W(349), .BEATS(60), .FILE("s.hex")) u_s
  (clk, rst_n, turn == 0, stall[0], noise, s_valid, s_ready, s_word, moves[0], done[0]);
wire [2:0] m_care;
wire [257:0] m_mask = {{1{m_care[2]}}, {1{m_care[1]}}, {256{m_care[0]}}};
lp_sink #(.W(258), .PORTS(3), .BEATS(112), .FILE("m.hex"), .CARE("m_care.hex")) u_m
  (clk, rst_n, stall[1], m_valid, m_ready, {m_err, m_last, m_data}, m_care, m_mask,
   moves[1], done[1]);
/* verilator lint_off PINMISSING */
`LP_DUT dut (.clk_i(clk), .rst_ni(rst_n),
  .s_valid_i(s_valid), .s_ready_o(s_ready), .s_data_i(s_data), .s_last_i(s_last), .s_state_i(s_state), .s_table_i(s_table),
  .m_valid_o(m_valid), .m_ready_i(m_ready), .m_data_o(m_data), .m_last_o(m_last), .m_err_o(m_err));
/* verilator lint_on PINMISSING */
