// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_gbbr_xlat under any stall, reset and register write, with few address bits. PART chooses:
/// 0: handshake rules; the n-th answer is the n-th request's, for a free n; at most two are inside;
///    an answer waits only for the sink.
/// 1: zeros while valid is low and, except for the tag, with a fault; counts follow the target.
/// 2: the n-th answer equals plain formulas for the n-th request, with the registers as written
///    before it was taken.
module fv_gbbr_xlat #(
    parameter int PART = 0,
    parameter int SHARE_W = 12,
    parameter int FRAME_W = 5,
    parameter int SLOT_W = 5,
    parameter int ADDR_W = 17,
    parameter int TAG = 2
) (
    input wire logic               clk_i,
    input wire logic               again_i,
    input wire logic               s_valid_i,
    input wire logic [TAG-1:0]     s_tag_i,
    input wire logic               s_compressed_i,
    input wire logic [2:0]         s_target_i,
    input wire logic [SLOT_W-1:0]  s_slot_i,
    input wire logic [FRAME_W-1:0] s_frame_i,
    input wire logic [SHARE_W-8:0] s_index_i,
    input wire logic               cfg_valid_i,
    input wire logic [1:0]         cfg_reg_i,
    input wire logic [ADDR_W-1:0]  cfg_data_i,
    input wire logic               m_ready_i
);
  localparam int OUT = 2 + ADDR_W + 3 + 1 + ADDR_W + 3 + 1 + ADDR_W + 1;
  localparam int REQUEST = TAG + 1 + 3 + SLOT_W + FRAME_W + SHARE_W - 7;

  wire rst_n, s_ready, cfg_ready, m_valid, m_eight, m_meta;
  wire [ADDR_W-1:0] cfg_value;
  wire [TAG-1:0] m_tag;
  wire [1:0] m_fault;
  wire [ADDR_W-1:0] m_dev_addr, m_spill_addr;
  wire [2:0] m_dev_sectors, m_spill_sectors;
  wire [ADDR_W:0] m_meta_addr;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_gbbr_xlat #(.SHARE_W(SHARE_W), .FRAME_W(FRAME_W), .SLOT_W(SLOT_W), .ADDR_W(ADDR_W), .TAG(TAG))
  u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_tag_i, .s_compressed_i,
      .s_target_i, .s_slot_i, .s_frame_i, .s_index_i, .cfg_valid_i, .cfg_ready_o(cfg_ready),
      .cfg_reg_i, .cfg_data_i, .cfg_value_o(cfg_value), .m_valid_o(m_valid), .m_ready_i,
      .m_tag_o(m_tag), .m_fault_o(m_fault), .m_dev_addr_o(m_dev_addr),
      .m_dev_sectors_o(m_dev_sectors), .m_eight_o(m_eight), .m_spill_addr_o(m_spill_addr),
      .m_spill_sectors_o(m_spill_sectors), .m_meta_o(m_meta), .m_meta_addr_o(m_meta_addr));
  wire [OUT-1:0] answer = {m_fault, m_dev_addr, m_dev_sectors, m_eight, m_spill_addr,
                           m_spill_sectors, m_meta, m_meta_addr};

  wire push = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;
  logic [2:0] in_q = 3'd0, out_q = 3'd0;
  wire [2:0] inside = in_q - out_q;
  (* anyconst *) logic [2:0] n;
  wire taken = push && in_q == n;
  wire due = rst_n && m_valid && out_q == n;
  always_ff @(posedge clk_i) begin
    in_q <= rst_n ? in_q + {2'd0, push} : 3'd0;
    out_q <= rst_n ? out_q + {2'd0, pop} : 3'd0;
  end

  generate
    if (PART == 0) begin : g_stream
      fv_stream #(.WIDTH(REQUEST), .ASSUME(1)) u_in (
          .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
          .data_i({s_tag_i, s_compressed_i, s_target_i, s_slot_i, s_frame_i, s_index_i}));
      fv_stream #(.WIDTH(TAG + OUT)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_tag, answer}));
      logic [TAG-1:0] tag_q;
      logic waits_q = 1'b0;
      always_ff @(posedge clk_i) begin
        if (taken) tag_q <= s_tag_i;
        waits_q <= rst_n && inside != 3'd0 && !m_valid;
      end
      fv_assert u_holds (.hold_i(!rst_n || (inside <= 3'd2 && (!m_valid || inside != 3'd0))));
      fv_assert u_tag (.hold_i(!due || m_tag == tag_q));
      fv_assert u_prompt (.hold_i(!waits_q || !rst_n || m_valid));
      fv_assert u_free (.hold_i(s_ready || !m_ready_i));
      fv_assert u_cfg (.hold_i(cfg_ready));
      fv_cover u_full (.seen_i(inside == 3'd2 && push && pop));

    end else if (PART == 1) begin : g_zero
      wire [2:0] sum = m_dev_sectors + m_spill_sectors;
      fv_assert u_idle (.hold_i(m_valid || {m_tag, answer} == '0));
      fv_assert u_fault (.hold_i(m_fault == 2'd0 || answer[OUT-3:0] == '0));
      fv_assert u_live (.hold_i(!m_valid || m_fault != 2'd0 || sum == 3'd4));
      fv_assert u_eight (.hold_i(!rst_n || m_eight == (m_valid && m_spill_sectors == 3'd4)));
      fv_assert u_spill (.hold_i(m_spill_sectors != 3'd0 || m_spill_addr == '0));
      fv_assert u_meta (.hold_i(!rst_n || m_meta || (m_meta_addr == '0 && m_spill_addr == '0)));
      fv_cover u_bypass (.seen_i(m_valid && m_fault == 2'd0 && !m_meta));
      fv_cover u_sixteen (.seen_i(m_eight));

    end else begin : g_answer
      logic [ADDR_W-1:0] gbbr_q, mdbase_q, slots_q, frames_q;
      always_ff @(posedge clk_i) begin
        if (!rst_n) {gbbr_q, mdbase_q, slots_q, frames_q} <= '0;
        else if (cfg_valid_i) begin
          if (cfg_reg_i == 2'd0) gbbr_q <= cfg_data_i;
          else if (cfg_reg_i == 2'd1) mdbase_q <= cfg_data_i;
          else if (cfg_reg_i == 2'd2) slots_q <= cfg_data_i;
          else frames_q <= cfg_data_i;
        end
      end

      wire [ADDR_W:0] index = {{ADDR_W + 8 - SHARE_W{1'b0}}, s_index_i};
      wire [ADDR_W:0] slot = {{ADDR_W + 1 - SLOT_W{1'b0}}, s_slot_i};
      wire [ADDR_W:0] frame = {{ADDR_W + 1 - FRAME_W{1'b0}}, s_frame_i};
      wire [ADDR_W:0] target = {{ADDR_W - 2{1'b0}}, s_target_i};
      wire sixteen = s_target_i == 3'd4;
      wire [1:0] fault = s_target_i > 3'd4 || (!s_compressed_i && s_target_i != 3'd0) ? 2'd1
                       : s_compressed_i && slot + (sixteen ? 2 : 1) > {1'b0, slots_q} ? 2'd2
                       : frame + (sixteen ? 1 : 16 - 4 * target) > {1'b0, frames_q} ? 2'd3 : 2'd0;
      wire [ADDR_W:0] dev = frame * (1 << (SHARE_W - 4))
                          + index * (sixteen ? 8 : 128 - 32 * target);
      wire [ADDR_W:0] spill = {1'b0, gbbr_q[ADDR_W-1:12], 12'd0} + slot * (3 << (SHARE_W - 2))
                            + index * 32 * target;
      wire [ADDR_W:0] nibble = {mdbase_q[ADDR_W-1:12], 13'd0} + slot * (1 << (SHARE_W - 7)) + index;
      wire [OUT-3:0] line = {dev[ADDR_W-1:0], sixteen ? 3'd0 : 3'd4 - s_target_i, sixteen,
                             s_target_i == 3'd0 ? {ADDR_W{1'b0}} : spill[ADDR_W-1:0], s_target_i,
                             s_compressed_i, s_compressed_i ? nibble : {ADDR_W + 1{1'b0}}};
      logic [OUT-1:0] expected_q;
      always_ff @(posedge clk_i) begin
        if (taken) expected_q <= fault == 2'd0 ? {2'd0, line} : {fault, {OUT - 2{1'b0}}};
      end
      // A register reads as written; a count too large for any slot or frame reads as the largest.
      localparam logic [ADDR_W-1:0] SLOTS = (2 << SLOT_W) - 1, FRAMES = (2 << FRAME_W) - 1;
      wire [ADDR_W-1:0] value = cfg_reg_i == 2'd0 ? {gbbr_q[ADDR_W-1:12], 12'd0}
                              : cfg_reg_i == 2'd1 ? {mdbase_q[ADDR_W-1:12], 12'd0}
                              : cfg_reg_i == 2'd2 ? (slots_q < SLOTS ? slots_q : SLOTS)
                                                  : (frames_q < FRAMES ? frames_q : FRAMES);
      fv_assert u_value (.hold_i(!rst_n || cfg_value == value));
      fv_assert u_answer (.hold_i(!due || answer == expected_q));
      fv_cover u_second (.seen_i(due && n == 3'd1 && m_eight && m_fault == 2'd0 && slots_q == 2
                                 && m_meta_addr[ADDR_W:12] != '0));
    end
  endgenerate
endmodule

`default_nettype wire
