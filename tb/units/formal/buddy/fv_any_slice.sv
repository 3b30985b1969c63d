// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for lp_buddy_slice in lp_buddy_top: any slice that holds a read and a write and answers
/// them in any order, on beats that are held stable while stalled. Timing and codes are free,
/// except that it moves when dev_arready_i is high. Sectors read are {number, id}; sectors written
/// must be those if dev_rvalid_i is high. The requests that it takes are visible on dev_ar*,
/// register writes on bud_arvalid_o.
module lp_buddy_slice;
  (* anyseq *) logic may_take, may_sector, may_line, may_done, may_register;
  (* anyseq *) logic [2:0] any_code;
  logic r_v_q = 1'b0, w_v_q = 1'b0, m_held_q = 1'b0, k_held_q = 1'b0;
  logic [7:0] r_id_q, w_id_q;
  logic [2:0] r_code_q, w_code_q, sector_q = 3'd0;
  logic [1:0] beat_q = 2'd0;
  wire go = dev_arready_i;

  assign cfg_ready_o = may_register || go;
  assign bud_arvalid_o = cfg_valid_i && cfg_ready_o;
  assign q_ready_o = (may_take || go) && !(q_write_i ? w_v_q : r_v_q);
  wire q_take = q_valid_i && q_ready_o;
  assign dev_arvalid_o = q_take;
  assign dev_araddr_o = {{ADDR_W - 8{1'b0}}, q_id_i};
  assign d_ready_o = (may_sector || go) && w_v_q && !sector_q[2];
  wire d_take = d_valid_i && d_ready_o;
  fv_assert u_sector (.hold_i(!rst_ni || !dev_rvalid_i || !d_take
                             || d_data_i == {246'd0, sector_q[1:0], w_id_q}));

  assign m_valid_o = m_held_q || (r_v_q && (may_line || go));
  assign m_last_o = m_valid_o && beat_q == 2'(4 / LANES - 1);
  assign m_id_o = r_id_q;
  assign m_code_o = m_last_o ? r_code_q : 3'd0;
  genvar i;
  generate
    for (i = 0; i < LANES; i = i + 1) begin : g_sector
      wire [1:0] number = 2'(beat_q * LANES + i);
      assign m_data_o[256*i +: 256] = {246'd0, number, r_id_q};
    end
  endgenerate
  assign k_valid_o = k_held_q || (w_v_q && sector_q[2] && (may_done || go));
  assign k_id_o = w_id_q;
  assign k_code_o = w_code_q;

  wire m_take = m_valid_o && m_ready_i;
  wire k_take = k_valid_o && k_ready_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      r_v_q <= 1'b0;
      w_v_q <= 1'b0;
      m_held_q <= 1'b0;
      k_held_q <= 1'b0;
      beat_q <= 2'd0;
      sector_q <= 3'd0;
    end else begin
      r_v_q <= (r_v_q && !(m_take && m_last_o)) || (q_take && !q_write_i);
      w_v_q <= (w_v_q && !k_take) || (q_take && q_write_i);
      m_held_q <= m_valid_o && !m_ready_i;
      k_held_q <= k_valid_o && !k_ready_i;
      if (m_take) beat_q <= m_last_o ? 2'd0 : beat_q + 2'd1;
      if (k_take) sector_q <= 3'd0;
      else if (d_take) sector_q <= sector_q + 3'd1;
    end
    if (q_take && !q_write_i) {r_id_q, r_code_q} <= {q_id_i, any_code};
    if (q_take && q_write_i) {w_id_q, w_code_q} <= {q_id_i, any_code};
  end

  assign {dev_arid_o, dev_arlen_o, dev_arsize_o, dev_arburst_o, dev_rready_o, dev_awvalid_o,
          dev_awid_o, dev_awaddr_o, dev_awlen_o, dev_awsize_o, dev_awburst_o, dev_wvalid_o,
          dev_wdata_o, dev_wstrb_o, dev_wlast_o, dev_bready_o, bud_arid_o, bud_araddr_o,
          bud_arlen_o, bud_arsize_o, bud_arburst_o, bud_rready_o, bud_awvalid_o, bud_awid_o,
          bud_awaddr_o, bud_awlen_o, bud_awsize_o, bud_awburst_o, bud_wvalid_o, bud_wdata_o,
          bud_wstrb_o, bud_wlast_o, bud_bready_o, md_accesses_o, md_hits_o, md_merged_o, md_fills_o,
          md_used_o, md_writebacks_o, md_wb_err_o, strays_o, lost_o, cfg_err_o, cfg_value_o,
          error_o, irq_o} = '0;
endmodule

`default_nettype wire
