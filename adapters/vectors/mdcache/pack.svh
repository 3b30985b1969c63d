// Written by linepress vectors: mdcache SETS=2,WAYS=2,BURST=0,EVENTS=0, 250 cases. A bench includes it in its module.
`define LP_UNIT "mdcache"
`ifndef LP_DUT
`define LP_DUT lp_mdcache #(.SETS(2), .WAYS(2), .MISSES(4), .TARGETS(4), .COUNT_W(32), .COUNTERS(1), .TAG(5))
`endif
localparam integer LP_CASES = 250, LP_EVICTED = 36;
reg [357:0] cases [0:LP_CASES-1];
initial $readmemh("cases.hex", cases);
reg [295:0] evicted [0:LP_EVICTED];
initial if (LP_EVICTED > 0) $readmemh("evicted.hex", evicted, 0, LP_EVICTED - 1);
wire [357:0] now = cases[at];
wire [1:0] in_op = now[1:0];
wire [40:0] in_addr = now[42:2];
wire [3:0] in_state = now[46:43];
wire [255:0] in_fill = now[302:47];
wire in_fill_err = now[303];
wire [3:0] due_state = now[307:304];
wire due_err = now[308];
wire due_hit = now[309];
wire [39:0] due_fetch = now[349:310];
wire [7:0] due_evicted = now[357:350];
wire s_valid, s_ready;
wire [1:0] s_op;
wire [40:0] s_addr;
wire [3:0] s_state;
wire [4:0] s_tag;
wire m_valid, m_ready;
wire [4:0] m_tag;
wire [3:0] m_state;
wire m_err;
wire fetch_valid, fetch_ready;
wire [39:0] fetch_addr;
wire [1:0] fetch_id;
wire fill_valid, fill_ready;
wire [1:0] fill_id;
wire [255:0] fill_data;
wire fill_err;
wire evict_valid, evict_ready;
wire [39:0] evict_addr;
wire [255:0] evict_data;
wire evicted_valid, evicted_ready;
wire evicted_err;
wire miss;
wire [4:0] miss_tag;
/* verilator lint_off PINMISSING */
`LP_DUT dut (.clk_i(clk), .rst_ni(rst_n),
  .s_valid_i(s_valid), .s_ready_o(s_ready), .s_op_i(s_op), .s_addr_i(s_addr), .s_state_i(s_state), .s_tag_i(s_tag),
  .m_valid_o(m_valid), .m_ready_i(m_ready), .m_tag_o(m_tag), .m_state_o(m_state), .m_err_o(m_err),
  .fetch_valid_o(fetch_valid), .fetch_ready_i(fetch_ready), .fetch_addr_o(fetch_addr), .fetch_id_o(fetch_id),
  .fill_valid_i(fill_valid), .fill_ready_o(fill_ready), .fill_id_i(fill_id), .fill_data_i(fill_data), .fill_err_i(fill_err),
  .evict_valid_o(evict_valid), .evict_ready_i(evict_ready), .evict_addr_o(evict_addr), .evict_data_o(evict_data),
  .evicted_valid_i(evicted_valid), .evicted_ready_o(evicted_ready), .evicted_err_i(evicted_err),
  .miss_o(miss),
  .miss_tag_o(miss_tag));
/* verilator lint_on PINMISSING */
