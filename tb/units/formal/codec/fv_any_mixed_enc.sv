// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Exactly the contract of an encoder's sector count in lp_mixed_enc: at most four, held stable
/// from an entry's first beat, offered or taken, to its last.
module fv_any_sectors (
    input  wire logic       clk_i,
    input  wire logic       rst_ni,
    input  wire logic       valid_i,
    input  wire logic       ready_i,
    input  wire logic       last_i,
    output wire logic [2:0] sectors_o
);
  (* anyseq *) logic [2:0] any;
  logic inside_q = 1'b0;
  logic [2:0] sectors_q;
  wire [2:0] sectors = inside_q ? sectors_q : any[2] ? 3'd4 : any;
  assign sectors_o = sectors & {3{valid_i}};
  always_ff @(posedge clk_i) begin
    inside_q <= rst_ni && (valid_i ? !(ready_i && last_i) : inside_q);
    sectors_q <= sectors;
  end
endmodule

/// Stand-ins for the encoders in lp_mixed_enc: any that meet the contracts of fv_any_enc and
/// fv_any_sectors. Instead of data a beat carries the unit, its number and its mark.
module lp_xzvc_enc;
  wire [1:0] mark;
  wire [2:0] beat;
  fv_any_enc #(.WAITS(0)) u_any (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .mark_i(s_data_i[1:0]), .mem_i(1'b1), .last_i(1'b0),
      .m_valid_o, .m_ready_i, .m_mark_o(mark), .m_beat_o(beat), .m_mem_o(), .m_last_o);
  fv_any_sectors u_sectors (
      .clk_i, .rst_ni, .valid_i(m_valid_o), .ready_i(m_ready_i), .last_i(m_last_o),
      .sectors_o(m_sectors_o));
  assign m_data_o = {249'd0, 2'd0, beat, mark};
  assign m_size_o = 8'd0;
  assign m_filter_o = 1'b0;
endmodule

module lp_bpc_enc;
  wire [1:0] mark;
  wire [2:0] beat;
  fv_any_enc #(.WAITS(0)) u_any (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .mark_i(s_data_i[1:0]), .mem_i(1'b1), .last_i(1'b0),
      .m_valid_o, .m_ready_i, .m_mark_o(mark), .m_beat_o(beat), .m_mem_o(), .m_last_o);
  fv_any_sectors u_sectors (
      .clk_i, .rst_ni, .valid_i(m_valid_o), .ready_i(m_ready_i), .last_i(m_last_o),
      .sectors_o(m_sectors_o));
  assign m_data_o = {249'd0, 1'b0, m_valid_o, beat, mark};
  assign m_size_o = 11'd0;
endmodule

/// It announces each line once its first sector is taken, before its first beat.
module lp_ebd_core;
  localparam int HOLDS = 4;
  (* anyseq *) logic may_tell;
  (* anyseq *) logic [2:0] any;
  logic [1:0] idx_q = 2'd0;
  logic told_q = 1'b0;
  logic [2:0] count_q = 3'd0;
  logic [3*HOLDS-1:0] sectors_q;
  wire [1:0] mark;
  wire [2:0] beat;
  fv_any_enc #(.WAITS(0)) u_any (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .mark_i(s_line_i[1:0]), .mem_i(1'b1),
      .last_i(1'b0), .m_valid_o, .m_ready_i, .m_mark_o(mark), .m_beat_o(beat), .m_mem_o(),
      .m_last_o);
  wire push = s_valid_i && s_ready_o;
  wire gone = m_valid_o && m_ready_i && m_last_o;
  wire tell = idx_q != 2'd0 && !told_q && (may_tell || (push && idx_q == 2'd3));
  wire [2:0] sectors = any[2] ? 3'd4 : any;
  wire [2:0] left = count_q - {2'd0, gone};
  assign l_valid_o = tell;
  assign l_size_o = 8'd0;
  assign l_sectors_o = sectors & {3{tell}};
  assign m_sectors_o = sectors_q[2:0] & {3{m_valid_o}};
  assign m_data_o = {249'd0, m_valid_o, 1'b0, beat, mark};
  assign m_size_o = 8'd0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      idx_q <= 2'd0;
      told_q <= 1'b0;
      count_q <= 3'd0;
    end else begin
      if (push) idx_q <= idx_q + 2'd1;
      told_q <= (told_q || tell) && !(push && idx_q == 2'd3);
      count_q <= left + {2'd0, tell};
    end
    for (int k = 0; k < HOLDS; k = k + 1) begin
      if (tell && left == 3'(k)) sectors_q[3*k +: 3] <= sectors;
      else if (gone && k + 1 < HOLDS) sectors_q[3*k +: 3] <= sectors_q[3*(k+1) +: 3];
    end
  end
endmodule

`default_nettype wire
