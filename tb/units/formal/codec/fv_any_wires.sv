// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-ins for the units inside lp_codec_unit_enc and lp_codec_unit_dec: every output copies some
/// of the inputs, so that a bench sees how the ports are connected.
module lp_zvc_enc;
  assign {s_ready_o, m_valid_o, m_mem_o, m_last_o} = {m_ready_i, s_valid_i, s_mem_i, s_last_i};
  assign m_data_o = s_data_i;
  assign {m_count_o, m_size_o, m_sectors_o, l_valid_o, l_size_o, l_sectors_o} = s_data_i[28:0];
endmodule

module lp_bpc_enc;
  assign {s_ready_o, m_valid_o} = {m_ready_i, s_valid_i};
  assign m_data_o = s_data_i;
  assign {m_last_o, m_size_o, m_sectors_o} = s_data_i[14:0];
endmodule

module lp_zvc_dec;
  assign {s_ready_o, m_valid_o, m_last_o} = {m_ready_i, s_valid_i, s_last_i};
  assign m_data_o = s_data_i;
  assign {m_err_o, m_end_o, idle_o} = {^{s_count_i, s_sectors_i}, s_data_i[0], s_mem_i};
endmodule

module lp_bpc_dec;
  assign {s_ready_o, m_valid_o, m_last_o} = {m_ready_i, s_valid_i, s_last_i};
  assign m_data_o = s_data_i;
  assign m_err_o = ^s_sectors_i;
  assign m_byte_o = s_data_i[6:0];
endmodule

`default_nettype wire
