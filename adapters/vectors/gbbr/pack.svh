// Written by linepress vectors: gbbr SHARE_W=13,FRAME_W=23,SLOT_W=21, 80 cases. A bench includes it in its module.
`define LP_UNIT "gbbr"
`ifndef LP_DUT
`define LP_DUT lp_gbbr_xlat #(.SHARE_W(13), .FRAME_W(23), .SLOT_W(21), .TAG(8))
`endif
localparam integer LP_STREAMS = 3;
localparam integer LP_BEATS_IN = 400, LP_BEATS_OUT = 80;
localparam [15:0] LP_INPUTS = 3;
reg [3:0] order [0:LP_BEATS_IN-1];
initial $readmemh("order.hex", order);
wire [3:0] turn = order[ins];
wire s_valid, s_ready;
wire [7:0] s_tag;
wire s_compressed;
wire [2:0] s_target;
wire [20:0] s_slot;
wire [22:0] s_frame;
wire [5:0] s_index;
wire cfg_valid, cfg_ready;
wire [1:0] cfg_reg;
wire [39:0] cfg_data;
wire m_valid, m_ready;
wire [7:0] m_tag;
wire [1:0] m_fault;
wire [39:0] m_dev_addr;
wire [2:0] m_dev_sectors;
wire m_eight;
wire [39:0] m_spill_addr;
wire [2:0] m_spill_sectors;
wire m_meta;
wire [40:0] m_meta_addr;
wire [61:0] s_word;
assign {s_index, s_frame, s_slot, s_target, s_compressed, s_tag} = s_word;
lp_source #(.W(62), .BEATS(80), .FILE("s.hex")) u_s
  (clk, rst_n, turn == 0, stall[0], noise, s_valid, s_ready, s_word, moves[0], done[0]);
wire [41:0] cfg_word;
assign {cfg_data, cfg_reg} = cfg_word;
lp_source #(.W(42), .BEATS(320), .FILE("cfg.hex")) u_cfg
  (clk, rst_n, turn == 1, stall[1], noise, cfg_valid, cfg_ready, cfg_word, moves[1], done[1]);
wire [8:0] m_care;
wire [138:0] m_mask = {{41{m_care[8]}}, {1{m_care[7]}}, {3{m_care[6]}}, {40{m_care[5]}}, {1{m_care[4]}}, {3{m_care[3]}}, {40{m_care[2]}}, {2{m_care[1]}}, {8{m_care[0]}}};
lp_sink #(.W(139), .PORTS(9), .BEATS(80), .FILE("m.hex"), .CARE("m_care.hex")) u_m
  (clk, rst_n, stall[2], m_valid, m_ready, {m_meta_addr, m_meta, m_spill_sectors, m_spill_addr, m_eight, m_dev_sectors, m_dev_addr, m_fault, m_tag}, m_care, m_mask,
   moves[2], done[2]);
/* verilator lint_off PINMISSING */
`LP_DUT dut (.clk_i(clk), .rst_ni(rst_n),
  .s_valid_i(s_valid), .s_ready_o(s_ready), .s_tag_i(s_tag), .s_compressed_i(s_compressed), .s_target_i(s_target), .s_slot_i(s_slot), .s_frame_i(s_frame), .s_index_i(s_index),
  .cfg_valid_i(cfg_valid), .cfg_ready_o(cfg_ready), .cfg_reg_i(cfg_reg), .cfg_data_i(cfg_data),
  .m_valid_o(m_valid), .m_ready_i(m_ready), .m_tag_o(m_tag), .m_fault_o(m_fault), .m_dev_addr_o(m_dev_addr), .m_dev_sectors_o(m_dev_sectors), .m_eight_o(m_eight), .m_spill_addr_o(m_spill_addr), .m_spill_sectors_o(m_spill_sectors), .m_meta_o(m_meta), .m_meta_addr_o(m_meta_addr));
/* verilator lint_on PINMISSING */
