// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Addresses of lp_axi_narrow in one direction: turns a burst of 256-bit beats into one or two of
/// DATA_W bits, at most 256 beats each, and keeps a list of the outstanding ones.
///
/// Latency: 1 cycle. Interval: 1 cycle per burst out. All outputs come out of flops.
///
/// Combinational paths: none.
module lp_axi_narrow_ax #(
    /// Bits of a beat at the narrow side, 64 or 128.
    parameter int DATA_W = 128,
    /// Bits of an address, at least 13.
    parameter int ADDR_W = 40,
    /// Bits of an id, at least 1.
    parameter int ID_W   = 8,
    /// Outstanding bursts out, at least 2.
    parameter int OPEN   = 8
) (
    /// Clock.
    input  wire logic              clk_i,
    /// Synchronous reset, active low.
    input  wire logic              rst_ni,

    /// Burst in: valid.
    input  wire logic              s_valid_i,
    /// Burst in: ready.
    output wire logic              s_ready_o,
    /// Its id.
    input  wire logic [ID_W-1:0]   s_id_i,
    /// Its address; the low 5 bits are not used.
    input  wire logic [ADDR_W-1:0] s_addr_i,
    /// Beats of 256 bits less 1; 127 at most.
    input  wire logic [7:0]        s_len_i,

    /// Burst out: valid.
    output wire logic              m_valid_o,
    /// Burst out: ready.
    input  wire logic              m_ready_i,
    /// Its address, a multiple of 32.
    output wire logic [ADDR_W-1:0] m_addr_o,
    /// Beats of DATA_W bits less 1.
    output wire logic [7:0]        m_len_o,

    /// The oldest burst out is complete.
    input  wire logic              done_i,
    /// Id of the burst in that it belongs to.
    output wire logic [ID_W-1:0]   id_o,
    /// It is the last burst out of that burst in.
    output wire logic              end_o
);
  generate
    if (DATA_W != 64 && DATA_W != 128) begin : g_check_data_w
      lp_bad_DATA_W_not_64_or_128 u_bad ();
    end
    if (ADDR_W < 13) begin : g_check_addr_w
      lp_bad_ADDR_W_below_13 u_bad ();
    end
    if (ID_W < 1) begin : g_check_id_w
      lp_bad_ID_W_below_1 u_bad ();
    end
    if (OPEN < 2) begin : g_check_open
      lp_bad_OPEN_below_2 u_bad ();
    end
  endgenerate

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = s_len_i[7] | (|s_addr_i[4:0]);

  wire valid, room, fire, split, whole;
  wire [ID_W-1:0] id;
  wire [ADDR_W-6:0] sector;
  wire [6:0] len;
  lp_skid #(.WIDTH(ID_W + ADDR_W + 2)) u_in (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o,
      .s_data_i({s_id_i, s_addr_i[ADDR_W-1:5], s_len_i[6:0]}), .m_valid_o(valid),
      .m_ready_i(fire & whole), .m_data_o({id, sector, len}));

  // A burst of more than 64 beats becomes one of 64 and one of the rest, which begins 2 KiB after
  // the first, in the same 4 KiB.
  logic second_q;
  assign m_valid_o = valid & room;
  assign m_addr_o = {sector[ADDR_W-6:7], sector[6] | second_q, sector[5:0], 5'd0};
  assign fire = m_valid_o & m_ready_i;
  assign whole = ~split | second_q;
  generate
    if (DATA_W == 64) begin : g_64
      assign split = len[6];
      assign m_len_o = {len[5:0], 2'b11} | {8{split & ~second_q}};
    end else begin : g_128
      assign split = 1'b0;
      assign m_len_o = {len, 1'b1};
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (!rst_ni) second_q <= 1'b0;
    else if (fire) second_q <= ~whole;
  end

  /* verilator lint_off UNUSEDSIGNAL */
  wire some;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_fifo #(.WIDTH(ID_W + 1), .DEPTH(OPEN)) u_open (
      .clk_i, .rst_ni, .s_valid_i(fire), .s_ready_o(room), .s_data_i({id, whole}),
      .m_valid_o(some), .m_ready_i(done_i), .m_data_o({id_o, end_o}));
endmodule

`default_nettype wire
