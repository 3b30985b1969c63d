// Written by linepress vectors: cdma-pack SIZE_W=16, 8 cases. A bench includes it in its module.
`define LP_UNIT "cdma-pack"
`ifndef LP_DUT
`define LP_DUT lp_cdma_pack #(.SIZE_W(16))
`endif
localparam integer LP_STREAMS = 5;
localparam integer LP_BEATS_IN = 180, LP_BEATS_OUT = 193;
localparam [15:0] LP_INPUTS = 3;
reg [3:0] order [0:LP_BEATS_IN-1];
initial $readmemh("order.hex", order);
wire [3:0] turn = order[ins];
wire j_valid, j_ready;
wire [15:0] j_room;
wire j_index;
wire s_valid, s_ready;
wire [255:0] s_data;
wire s_last;
wire [5:0] s_bytes;
wire [7:0] s_zeros;
wire s_err;
wire s_none;
wire m_valid, m_ready;
wire [255:0] m_data;
wire m_last;
wire m_bad;
wire x_valid, x_ready;
wire [15:0] x_bytes;
wire x_end;
wire r_valid, r_ready;
wire [15:0] r_bytes;
wire [37:0] r_zeros;
wire [31:0] r_bad;
wire [3:0] r_status;
wire [16:0] j_word;
assign {j_index, j_room} = j_word;
lp_source #(.W(17), .BEATS(8), .FILE("j.hex")) u_j
  (clk, rst_n, turn == 0, stall[0], noise, j_valid, j_ready, j_word, moves[0], done[0]);
wire [272:0] s_word;
assign {s_none, s_err, s_zeros, s_bytes, s_last, s_data} = s_word;
lp_source #(.W(273), .BEATS(172), .FILE("s.hex")) u_s
  (clk, rst_n, turn == 1, stall[1], noise, s_valid, s_ready, s_word, moves[1], done[1]);
wire [2:0] m_care;
wire [257:0] m_mask = {{1{m_care[2]}}, {1{m_care[1]}}, {256{m_care[0]}}};
lp_sink #(.W(258), .PORTS(3), .BEATS(150), .FILE("m.hex"), .CARE("m_care.hex")) u_m
  (clk, rst_n, stall[2], m_valid, m_ready, {m_bad, m_last, m_data}, m_care, m_mask,
   moves[2], done[2]);
wire [1:0] x_care;
wire [16:0] x_mask = {{1{x_care[1]}}, {16{x_care[0]}}};
lp_sink #(.W(17), .PORTS(2), .BEATS(35), .FILE("x.hex"), .CARE("x_care.hex")) u_x
  (clk, rst_n, stall[3], x_valid, x_ready, {x_end, x_bytes}, x_care, x_mask,
   moves[3], done[3]);
wire [3:0] r_care;
wire [89:0] r_mask = {{4{r_care[3]}}, {32{r_care[2]}}, {38{r_care[1]}}, {16{r_care[0]}}};
lp_sink #(.W(90), .PORTS(4), .BEATS(8), .FILE("r.hex"), .CARE("r_care.hex")) u_r
  (clk, rst_n, stall[4], r_valid, r_ready, {r_status, r_bad, r_zeros, r_bytes}, r_care, r_mask,
   moves[4], done[4]);
/* verilator lint_off PINMISSING */
`LP_DUT dut (.clk_i(clk), .rst_ni(rst_n),
  .j_valid_i(j_valid), .j_ready_o(j_ready), .j_room_i(j_room), .j_index_i(j_index),
  .s_valid_i(s_valid), .s_ready_o(s_ready), .s_data_i(s_data), .s_last_i(s_last), .s_bytes_i(s_bytes), .s_zeros_i(s_zeros), .s_err_i(s_err), .s_none_i(s_none),
  .m_valid_o(m_valid), .m_ready_i(m_ready), .m_data_o(m_data), .m_last_o(m_last), .m_bad_o(m_bad),
  .x_valid_o(x_valid), .x_ready_i(x_ready), .x_bytes_o(x_bytes), .x_end_o(x_end),
  .r_valid_o(r_valid), .r_ready_i(r_ready), .r_bytes_o(r_bytes), .r_zeros_o(r_zeros), .r_bad_o(r_bad), .r_status_o(r_status),
  .kill_i(1'b0));
/* verilator lint_on PINMISSING */
