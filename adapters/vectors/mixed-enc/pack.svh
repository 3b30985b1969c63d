// Written by linepress vectors: mixed-enc -, 13 cases. A bench includes it in its module.
`define LP_UNIT "mixed-enc"
`ifndef LP_DUT
`define LP_DUT lp_mixed_enc #(.CODECS(15))
`endif
localparam integer LP_STREAMS = 2;
localparam integer LP_BEATS_IN = 52, LP_BEATS_OUT = 33;
localparam [15:0] LP_INPUTS = 1;
wire [3:0] turn = 4'd0;
wire s_valid, s_ready;
wire [255:0] s_data;
wire [2:0] s_codec;
wire m_valid, m_ready;
wire [255:0] m_data;
wire [1:0] m_codec;
wire m_last;
wire [10:0] m_size;
wire [2:0] m_sectors;
wire [258:0] s_word;
assign {s_codec, s_data} = s_word;
lp_source #(.W(259), .BEATS(52), .FILE("s.hex")) u_s
  (clk, rst_n, turn == 0, stall[0], noise, s_valid, s_ready, s_word, moves[0], done[0]);
wire [4:0] m_care;
wire [272:0] m_mask = {{3{m_care[4]}}, {11{m_care[3]}}, {1{m_care[2]}}, {2{m_care[1]}}, {256{m_care[0]}}};
lp_sink #(.W(273), .PORTS(5), .BEATS(33), .FILE("m.hex"), .CARE("m_care.hex")) u_m
  (clk, rst_n, stall[1], m_valid, m_ready, {m_sectors, m_size, m_last, m_codec, m_data}, m_care, m_mask,
   moves[1], done[1]);
/* verilator lint_off PINMISSING */
`LP_DUT dut (.clk_i(clk), .rst_ni(rst_n),
  .s_valid_i(s_valid), .s_ready_o(s_ready), .s_data_i(s_data), .s_codec_i(s_codec),
  .m_valid_o(m_valid), .m_ready_i(m_ready), .m_data_o(m_data), .m_codec_o(m_codec), .m_last_o(m_last), .m_size_o(m_size), .m_sectors_o(m_sectors),
  .quick_i(1'b0));
/* verilator lint_on PINMISSING */
