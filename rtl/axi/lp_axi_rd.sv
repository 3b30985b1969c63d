// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Turns reads of 1 to 4 sectors of 32 bytes into AXI4 read bursts of 256-bit beats (INCR, size 5),
/// and the beats back into sectors. A read that crosses a 4 KiB boundary becomes two bursts with
/// the same id, so its sectors still come in the order of their addresses.
///
/// Latency: 1 cycle for addresses, none for data. Interval: 1 cycle per burst, 1 per beat. ar comes
/// out of flops, m is r.
///
/// Source: AMBA AXI4 (ARM IHI 0022).
///
/// Combinational paths: arready -> s_ready; m_ready -> rready; rvalid -> m_valid; rid -> m_id;
/// rdata -> m_data; rresp -> m_err.
module lp_axi_rd #(
    /// Bits of an address, at least 13.
    parameter int ADDR_W = 40,
    /// Bits of an id, at least 1.
    parameter int ID_W = 5
) (
    /// Clock.
    input  wire logic              clk_i,
    /// Synchronous reset, active low.
    input  wire logic              rst_ni,

    /// Read in: valid.
    input  wire logic              s_valid_i,
    /// Read in: ready.
    output wire logic              s_ready_o,
    /// Address; its low 5 bits are not used, since whole sectors are read.
    input  wire logic [ADDR_W-1:0] s_addr_i,
    /// Sectors, 1..4.
    input  wire logic [2:0]        s_sectors_i,
    /// Returned with each sector; reads of one id are answered in order.
    input  wire logic [ID_W-1:0]   s_id_i,

    /// AXI: ARVALID.
    output wire logic              arvalid_o,
    /// AXI: ARREADY.
    input  wire logic              arready_i,
    /// AXI: ARID.
    output wire logic [ID_W-1:0]   arid_o,
    /// AXI: ARADDR, a multiple of 32.
    output wire logic [ADDR_W-1:0] araddr_o,
    /// AXI: ARLEN, 0..3.
    output wire logic [7:0]        arlen_o,

    /// AXI: RVALID.
    input  wire logic              rvalid_i,
    /// AXI: RREADY.
    output wire logic              rready_o,
    /// AXI: RID.
    input  wire logic [ID_W-1:0]   rid_i,
    /// AXI: RDATA.
    input  wire logic [255:0]      rdata_i,
    /// AXI: RRESP.
    input  wire logic [1:0]        rresp_i,
    /// AXI: RLAST; not used, since the requester counts the sectors.
    input  wire logic              rlast_i,

    /// Sector out: valid.
    output wire logic              m_valid_o,
    /// Sector out: ready.
    input  wire logic              m_ready_i,
    /// Id of its read.
    output wire logic [ID_W-1:0]   m_id_o,
    /// The sector.
    output wire logic [255:0]      m_data_o,
    /// The memory answered SLVERR or DECERR.
    output wire logic              m_err_o
);
  generate
    if (ADDR_W < 13) begin : g_check_addr_w
      lp_bad_ADDR_W_below_13 u_bad ();
    end
    if (ID_W < 1) begin : g_check_id_w
      lp_bad_ID_W_below_1 u_bad ();
    end
  endgenerate

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused, split;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = rlast_i | rresp_i[0] | (|s_addr_i[4:0]);

  lp_axi_split #(.ADDR_W(ADDR_W), .TAG(ID_W)) u_split (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .s_sector_i(s_addr_i[ADDR_W-1:5]), .s_sectors_i,
      .s_tag_i(s_id_i), .s_split_o(split), .m_valid_o(arvalid_o), .m_ready_i(arready_i),
      .m_sector_o(araddr_o[ADDR_W-1:5]), .m_len_o(arlen_o[1:0]), .m_tag_o(arid_o));
  assign araddr_o[4:0] = 5'd0;
  assign arlen_o[7:2] = 6'd0;

  assign m_valid_o = rvalid_i;
  assign rready_o = m_ready_i;
  assign m_id_o = rid_i;
  assign m_data_o = rdata_i;
  assign m_err_o = rresp_i[1];
endmodule

`default_nettype wire
