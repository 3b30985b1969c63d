// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Two rings (lp_cdma_ring) on one AXI4 port: descriptors are bursts of two beats, completions of
/// one; ring "out" has id 0, ring "in" id 1.
///
/// Fetches of the two rings alternate, and so do their completions; a ring sends its next
/// completion after the last one is acknowledged. One sector read waits in a register for its ring,
/// which must take it, since the other ring's sectors wait for it. b is always taken. No channel
/// waits for another, except that a beat of w follows its address by at least one cycle.
///
/// Latency: 1 cycle from a fetch or completion to its address; 1 for sectors and acknowledgements.
/// Interval: 2 cycles per sector read.
///
/// Combinational paths: none.
module lp_cdma_bus (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Ring out, descriptor to fetch: valid.
    input  wire logic         o_f_valid_i,
    /// Ring out, descriptor to fetch: ready.
    output wire logic         o_f_ready_o,
    /// Ring out, its address; a multiple of 64.
    input  wire logic [39:0]  o_f_addr_i,
    /// Ring out, sector of a descriptor: valid.
    output wire logic         o_v_valid_o,
    /// Ring out, sector of a descriptor: ready.
    input  wire logic         o_v_ready_i,
    /// Ring out, the sector.
    output wire logic [255:0] o_v_data_o,
    /// Ring out, the memory returned an error.
    output wire logic         o_v_err_o,
    /// Ring out, completion to write: valid.
    input  wire logic         o_c_valid_i,
    /// Ring out, completion to write: ready.
    output wire logic         o_c_ready_o,
    /// Ring out, its address; a multiple of 32.
    input  wire logic [39:0]  o_c_addr_i,
    /// Ring out, the completion.
    input  wire logic [255:0] o_c_data_i,
    /// Ring out, completion acknowledged: valid.
    output wire logic         o_q_valid_o,
    /// Ring out, completion acknowledged: ready.
    input  wire logic         o_q_ready_i,
    /// Ring out, the memory returned an error.
    output wire logic         o_q_err_o,

    /// Ring in, descriptor to fetch: valid.
    input  wire logic         i_f_valid_i,
    /// Ring in, descriptor to fetch: ready.
    output wire logic         i_f_ready_o,
    /// Ring in, its address; a multiple of 64.
    input  wire logic [39:0]  i_f_addr_i,
    /// Ring in, sector of a descriptor: valid.
    output wire logic         i_v_valid_o,
    /// Ring in, sector of a descriptor: ready.
    input  wire logic         i_v_ready_i,
    /// Ring in, the sector.
    output wire logic [255:0] i_v_data_o,
    /// Ring in, the memory returned an error.
    output wire logic         i_v_err_o,
    /// Ring in, completion to write: valid.
    input  wire logic         i_c_valid_i,
    /// Ring in, completion to write: ready.
    output wire logic         i_c_ready_o,
    /// Ring in, its address; a multiple of 32.
    input  wire logic [39:0]  i_c_addr_i,
    /// Ring in, the completion.
    input  wire logic [255:0] i_c_data_i,
    /// Ring in, completion acknowledged: valid.
    output wire logic         i_q_valid_o,
    /// Ring in, completion acknowledged: ready.
    input  wire logic         i_q_ready_i,
    /// Ring in, the memory returned an error.
    output wire logic         i_q_err_o,

    /// AXI: ARVALID.
    output wire logic         arvalid_o,
    /// AXI: ARREADY.
    input  wire logic         arready_i,
    /// AXI: ARID.
    output wire logic         arid_o,
    /// AXI: ARADDR, a multiple of 64.
    output wire logic [39:0]  araddr_o,
    /// AXI: ARLEN, 1.
    output wire logic [7:0]   arlen_o,

    /// AXI: RVALID.
    input  wire logic         rvalid_i,
    /// AXI: RREADY.
    output wire logic         rready_o,
    /// AXI: RID.
    input  wire logic         rid_i,
    /// AXI: RDATA.
    input  wire logic [255:0] rdata_i,
    /// AXI: RRESP.
    input  wire logic [1:0]   rresp_i,
    /// AXI: RLAST; not used, since the rings count the sectors.
    input  wire logic         rlast_i,

    /// AXI: AWVALID.
    output wire logic         awvalid_o,
    /// AXI: AWREADY.
    input  wire logic         awready_i,
    /// AXI: AWID.
    output wire logic         awid_o,
    /// AXI: AWADDR, a multiple of 32.
    output wire logic [39:0]  awaddr_o,
    /// AXI: AWLEN, 0.
    output wire logic [7:0]   awlen_o,

    /// AXI: WVALID.
    output wire logic         wvalid_o,
    /// AXI: WREADY.
    input  wire logic         wready_i,
    /// AXI: WDATA.
    output wire logic [255:0] wdata_o,
    /// AXI: WSTRB, ones.
    output wire logic [31:0]  wstrb_o,
    /// AXI: WLAST, 1.
    output wire logic         wlast_o,

    /// AXI: BVALID.
    input  wire logic         bvalid_i,
    /// AXI: BREADY, 1.
    output wire logic         bready_o,
    /// AXI: BID.
    input  wire logic         bid_i,
    /// AXI: BRESP.
    input  wire logic [1:0]   bresp_i
);
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused, wlast, bready, f_ready, c_ready;
  wire [7:0] arlen, awlen;
  wire [31:0] wstrb;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = (|o_f_addr_i[5:0]) | (|i_f_addr_i[5:0]) | (|o_c_addr_i[4:0])
                | (|i_c_addr_i[4:0]);

  // ---------------------------------------------------------------- fetches
  // The turn changes whenever an address could have been issued, so that neither ring starves.
  logic f_turn_q;
  wire f_valid;
  wire [39:6] f_addr;
  assign o_f_ready_o = ~arvalid_o & ~f_turn_q;
  assign i_f_ready_o = ~arvalid_o & f_turn_q;
  assign f_valid = (o_f_valid_i & o_f_ready_o) | (i_f_valid_i & i_f_ready_o);
  assign f_addr = f_turn_q ? i_f_addr_i[39:6] : o_f_addr_i[39:6];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) f_turn_q <= 1'b0;
    else if (~arvalid_o) f_turn_q <= ~f_turn_q;
  end

  // ---------------------------------------------------------------- sectors
  logic v_valid_q, v_id_q, v_err_q;
  logic [255:0] v_data_q;
  wire r_valid, r_id, r_err;
  wire [255:0] r_data;
  assign o_v_valid_o = v_valid_q & ~v_id_q;
  assign i_v_valid_o = v_valid_q & v_id_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) v_valid_q <= 1'b0;
    else v_valid_q <= v_valid_q ? ~(v_id_q ? i_v_ready_i : o_v_ready_i) : r_valid;
  end
  always_ff @(posedge clk_i) begin
    if (r_valid & ~v_valid_q) {v_id_q, v_err_q, v_data_q} <= {r_id, r_err, r_data};
  end
  assign o_v_data_o = v_data_q & {256{o_v_valid_o}};
  assign i_v_data_o = v_data_q & {256{i_v_valid_o}};
  assign o_v_err_o = v_err_q & o_v_valid_o;
  assign i_v_err_o = v_err_q & i_v_valid_o;

  // The splitter is free while no address is offered.
  lp_axi_rd #(.ADDR_W(40), .ID_W(1)) u_rd (
      .clk_i, .rst_ni, .s_valid_i(f_valid), .s_ready_o(f_ready), .s_addr_i({f_addr, 6'd0}),
      .s_sectors_i(3'd2), .s_id_i(f_turn_q), .arvalid_o, .arready_i, .arid_o, .araddr_o,
      .arlen_o(arlen), .rvalid_i, .rready_o, .rid_i, .rdata_i, .rresp_i, .rlast_i,
      .m_valid_o(r_valid), .m_ready_i(~v_valid_q), .m_id_o(r_id), .m_data_o(r_data),
      .m_err_o(r_err));
  assign arlen_o = 8'd1;

  // ---------------------------------------------------------------- completions
  // open: issued and not acknowledged, or its acknowledgement not taken; told: acknowledged.
  logic c_turn_q, c_data_valid_q;
  logic [255:0] c_data_q;
  logic [1:0] open_q, told_q, q_err_q;
  wire c_free, c_take, c_data_ready, ack, ack_id, ack_err;
  wire [1:0] took;
  wire [39:5] c_addr;
  assign c_free = ~(awvalid_o | c_data_valid_q);
  assign o_c_ready_o = c_free & ~c_turn_q & ~open_q[0];
  assign i_c_ready_o = c_free & c_turn_q & ~open_q[1];
  assign c_take = (o_c_valid_i & o_c_ready_o) | (i_c_valid_i & i_c_ready_o);
  assign c_addr = c_turn_q ? i_c_addr_i[39:5] : o_c_addr_i[39:5];
  assign took = told_q & {i_q_ready_i, o_q_ready_i};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      c_turn_q <= 1'b0;
      c_data_valid_q <= 1'b0;
      open_q <= 2'b00;
      told_q <= 2'b00;
    end else begin
      if (c_free) c_turn_q <= ~c_turn_q;
      c_data_valid_q <= c_take | (c_data_valid_q & ~c_data_ready);
      open_q <= ({2{c_take}} & {c_turn_q, ~c_turn_q}) | (open_q & ~took);
      told_q <= ({2{ack}} & {ack_id, ~ack_id}) | (told_q & ~took);
    end
  end
  always_ff @(posedge clk_i) begin
    if (c_take) c_data_q <= c_turn_q ? i_c_data_i : o_c_data_i;
    if (ack & ~ack_id) q_err_q[0] <= ack_err;
    if (ack & ack_id) q_err_q[1] <= ack_err;
  end
  assign o_q_valid_o = told_q[0];
  assign i_q_valid_o = told_q[1];
  assign o_q_err_o = told_q[0] & q_err_q[0];
  assign i_q_err_o = told_q[1] & q_err_q[1];

  // The splitter is free once the previous write's address and beat have been taken.
  lp_axi_wr #(.ADDR_W(40), .ID_W(1)) u_wr (
      .clk_i, .rst_ni, .s_valid_i(c_take), .s_ready_o(c_ready), .s_addr_i({c_addr, 5'd0}),
      .s_sectors_i(3'd1), .s_id_i(c_turn_q), .s_eight_i(1'b0), .d_valid_i(c_data_valid_q),
      .d_ready_o(c_data_ready), .d_data_i(c_data_q), .awvalid_o, .awready_i, .awid_o, .awaddr_o,
      .awlen_o(awlen), .wvalid_o, .wready_i, .wdata_o, .wstrb_o(wstrb), .wlast_o(wlast), .bvalid_i,
      .bready_o(bready), .bid_i, .bresp_i, .m_valid_o(ack), .m_ready_i(1'b1), .m_id_o(ack_id),
      .m_err_o(ack_err));
  assign awlen_o = 8'd0;
  assign wstrb_o = 32'hffff_ffff;
  assign wlast_o = 1'b1;
  assign bready_o = 1'b1;
endmodule

`default_nettype wire
