// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_axi_rd: addresses as in fv_axi_bursts; a burst is offered while any request is pending;
/// sectors are those that the memory gives.
module fv_axi_rd #(
    parameter int ADDR_W = 15,
    parameter int ID_W = 2
) (
    input wire logic              clk_i,
    input wire logic              again_i,
    input wire logic              s_valid_i,
    input wire logic [ADDR_W-1:0] s_addr_i,
    input wire logic [2:0]        s_sectors_i,
    input wire logic [ID_W-1:0]   s_id_i,
    input wire logic              arready_i,
    input wire logic              rvalid_i,
    input wire logic [ID_W-1:0]   rid_i,
    input wire logic [255:0]      rdata_i,
    input wire logic [1:0]        rresp_i,
    input wire logic              rlast_i,
    input wire logic              m_ready_i
);
  wire rst_n, s_ready, arvalid, rready, m_valid, m_err;
  wire [ID_W-1:0] arid, m_id;
  wire [ADDR_W-1:0] araddr;
  wire [7:0] arlen;
  wire [255:0] m_data;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_axi_rd #(.ADDR_W(ADDR_W), .ID_W(ID_W)) u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_addr_i, .s_sectors_i, .s_id_i,
      .arvalid_o(arvalid), .arready_i, .arid_o(arid), .araddr_o(araddr), .arlen_o(arlen),
      .rvalid_i, .rready_o(rready), .rid_i, .rdata_i, .rresp_i, .rlast_i, .m_valid_o(m_valid),
      .m_ready_i, .m_id_o(m_id), .m_data_o(m_data), .m_err_o(m_err));

  always_comb assume (s_sectors_i != 3'd0 && s_sectors_i <= 3'd4);
  fv_axi_bursts #(.ADDR_W(ADDR_W), .ID_W(ID_W)) u_bursts (
      .clk_i, .rst_ni(rst_n), .take_i(rst_n && s_valid_i && s_ready), .addr_i(s_addr_i),
      .sectors_i(s_sectors_i), .id_i(s_id_i), .axvalid_i(arvalid), .axready_i(arready_i),
      .axid_i(arid), .axaddr_i(araddr), .axlen_i(arlen));
  fv_assert u_asks (.hold_i(s_ready || arvalid));
  fv_assert u_r (.hold_i(m_valid == rvalid_i && rready == m_ready_i && m_id == rid_i
                         && m_data == rdata_i && m_err == (rresp_i >= 2'd2)));
endmodule

`default_nettype wire
