// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The read side of a channel: groups to read in, flits of their stored form out, in order. Reads
/// of up to four sectors are issued as AXI bursts, for up to GROUPS groups ahead. The sectors go
/// directly to lp_cdma_shrink.
///
/// Latency: 2 cycles from a group to its first address; from its first sector that of
/// lp_cdma_shrink. Interval: 4 cycles per full group for the addresses, otherwise that of
/// lp_cdma_shrink. r waits only for a, ar for arready and for free entries.
///
/// Source: cDMA (HPCA'18) section V-C.
///
/// Combinational paths: none.
module lp_cdma_read #(
    /// Codecs built: 1 ZVC, 2 and BPC, 3 with serial units of BPC, 15 all of lp_mixed_pkg.
    parameter int CODECS = lp_codec_pkg::CODECS,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM = 32
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Group in: valid.
    input  wire logic         g_valid_i,
    /// Group in: ready.
    output wire logic         g_ready_o,
    /// Its number: address / 512.
    input  wire logic [30:0]  g_group_i,
    /// Its sectors, 1..16.
    input  wire logic [4:0]   g_sectors_i,
    /// Its codec.
    input  wire logic [3:0]   g_codec_i,

    /// Flit out: valid.
    output wire logic         a_valid_o,
    /// Flit out: ready.
    input  wire logic         a_ready_i,
    /// Bytes of the stored form.
    output wire logic [255:0] a_data_o,
    /// The group's last.
    output wire logic         a_last_o,
    /// Bytes in use.
    output wire logic [5:0]   a_bytes_o,
    /// With the last: the group's zero words.
    output wire logic [7:0]   a_zeros_o,
    /// With the last: the memory returned an error.
    output wire logic         a_err_o,

    /// AXI: ARVALID.
    output wire logic         arvalid_o,
    /// AXI: ARREADY.
    input  wire logic         arready_i,
    /// AXI: ARADDR.
    output wire logic [39:0]  araddr_o,
    /// AXI: ARLEN.
    output wire logic [7:0]   arlen_o,
    /// AXI: RVALID.
    input  wire logic         rvalid_i,
    /// AXI: RREADY.
    output wire logic         rready_o,
    /// AXI: RDATA.
    input  wire logic [255:0] rdata_i,
    /// AXI: RRESP.
    input  wire logic [1:0]   rresp_i,
    /// AXI: RLAST.
    input  wire logic         rlast_i
);
  // Groups whose sectors may be outstanding.
  localparam int GROUPS = 32;

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused, arid, m_id;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = g_sectors_i[4];

  // ---------------------------------------------------------------- a group becomes reads
  // size: sectors less 1.
  wire h_valid, h_take, read, read_ready, place;
  wire [30:0] h_group;
  wire [3:0] h_size, h_codec;
  lp_skid #(.WIDTH(39)) u_group (
      .clk_i, .rst_ni, .s_valid_i(g_valid_i), .s_ready_o(g_ready_o),
      .s_data_i({g_group_i, g_sectors_i[3:0] - 4'd1, g_codec_i}), .m_valid_o(h_valid),
      .m_ready_i(h_take), .m_data_o({h_group, h_size, h_codec}));

  logic [1:0] line_q;
  wire last;
  assign last = line_q == h_size[3:2];
  assign read = h_valid & ((line_q != 2'd0) | place);
  assign h_take = read & read_ready & last;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) line_q <= 2'd0;
    else if (read & read_ready) line_q <= last ? 2'd0 : line_q + 2'd1;
  end

  wire s_valid, s_ready, s_err;
  wire [255:0] s_data;
  lp_axi_rd #(.ADDR_W(40), .ID_W(1)) u_axi (
      .clk_i, .rst_ni, .s_valid_i(read), .s_ready_o(read_ready),
      .s_addr_i({h_group, line_q, 7'd0}), .s_sectors_i(last ? {1'b0, h_size[1:0]} + 3'd1 : 3'd4),
      .s_id_i(1'b0), .arvalid_o, .arready_i, .arid_o(arid), .araddr_o, .arlen_o, .rvalid_i,
      .rready_o, .rid_i(1'b0), .rdata_i, .rresp_i, .rlast_i, .m_valid_o(s_valid),
      .m_ready_i(s_ready), .m_id_o(m_id), .m_data_o(s_data), .m_err_o(s_err));

  // ---------------------------------------------------------------- requested groups, and encoder
  wire i_valid, i_ready;
  wire [3:0] i_size, i_codec;
  lp_fifo #(.WIDTH(8), .DEPTH(GROUPS)) u_asked (
      .clk_i, .rst_ni, .s_valid_i(h_valid & read_ready & (line_q == 2'd0)), .s_ready_o(place),
      .s_data_i({h_size, h_codec}), .m_valid_o(i_valid), .m_ready_i(i_ready),
      .m_data_o({i_size, i_codec}));
  lp_cdma_shrink #(.CODECS(CODECS), .ELEM(ELEM)) u_shrink (
      .clk_i, .rst_ni, .i_valid_i(i_valid), .i_ready_o(i_ready),
      .i_sectors_i({1'b0, i_size} + 5'd1), .i_codec_i(i_codec), .s_valid_i(s_valid),
      .s_ready_o(s_ready), .s_data_i(s_data), .s_err_i(s_err), .m_valid_o(a_valid_o),
      .m_ready_i(a_ready_i), .m_data_o(a_data_o), .m_last_o(a_last_o), .m_bytes_o(a_bytes_o),
      .m_zeros_o(a_zeros_o), .m_err_o(a_err_o));
endmodule

`default_nettype wire
