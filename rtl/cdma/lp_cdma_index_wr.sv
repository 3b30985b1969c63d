// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The write half of lp_cdma_index: collects the entries of a job in sectors of 16, the last padded
/// with zeros, writes them one by one and reports at the end whether the memory accepted all of
/// them.
///
/// A sector waits in its own register while the next one fills, so one entry is taken per cycle
/// unless the memory delays a sector for 16 of them, or 63 writes are not acknowledged.
///
/// Combinational paths: none.
module lp_cdma_index_wr (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Job: valid.
    input  wire logic         j_valid_i,
    /// Job: ready.
    output wire logic         j_ready_o,
    /// Start address of its index; a multiple of 32.
    input  wire logic [39:0]  j_addr_i,

    /// Entry: valid.
    input  wire logic         x_valid_i,
    /// Entry: ready.
    output wire logic         x_ready_o,
    /// The entry.
    input  wire logic [15:0]  x_bytes_i,
    /// Not an entry: the end of the job's entries.
    input  wire logic         x_end_i,

    /// Result: valid.
    output wire logic         r_valid_o,
    /// Result: ready.
    input  wire logic         r_ready_i,
    /// The memory returned an error for a write.
    output wire logic         r_err_o,

    /// AXI: AWVALID.
    output wire logic         awvalid_o,
    /// AXI: AWREADY.
    input  wire logic         awready_i,
    /// AXI: AWADDR, a multiple of 32.
    output wire logic [39:0]  awaddr_o,
    /// AXI: WVALID.
    output wire logic         wvalid_o,
    /// AXI: WREADY.
    input  wire logic         wready_i,
    /// AXI: WDATA.
    output wire logic [255:0] wdata_o,
    /// AXI: BVALID.
    input  wire logic         bvalid_i,
    /// AXI: BRESP.
    input  wire logic [1:0]   bresp_i
);
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused, awid, wlast, bready, m_id;
  wire [7:0] awlen;
  wire [31:0] wstrb;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = |j_addr_i[4:0];

  // fill: entries arrive; last: the rest is being written; then the result is offered.
  logic fill_q, last_q, r_valid_q, err_q;
  // full: the sector being filled is complete. addr, data: parts of the previous one not issued
  // yet.
  logic full_q, addr_q, data_q;
  logic [3:0] pos_q;
  logic [5:0] open_q;  // writes issued and not acknowledged
  logic [34:0] sector_q;
  logic [255:0] fill_data_q, out_data_q;

  wire j_take, free, move, take, entry, ack, ack_err, addr_ready, data_ready, quiet;
  assign j_ready_o = ~(fill_q | last_q | r_valid_q);
  assign j_take = j_valid_i & j_ready_o;
  assign free = ~(addr_q | data_q | (&open_q));
  assign move = full_q & free;
  assign x_ready_o = fill_q & (~full_q | free);
  assign take = x_valid_i & x_ready_o;
  assign entry = take & ~x_end_i;
  assign quiet = ~(full_q | addr_q | data_q | (|open_q));
  assign r_valid_o = r_valid_q;
  assign r_err_o = r_valid_q & err_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fill_q <= 1'b0;
      last_q <= 1'b0;
      r_valid_q <= 1'b0;
      full_q <= 1'b0;
      addr_q <= 1'b0;
      data_q <= 1'b0;
      pos_q <= 4'd0;
      open_q <= 6'd0;
    end else begin
      fill_q <= j_take | (fill_q & ~(take & x_end_i));
      last_q <= (take & x_end_i) | (last_q & ~quiet);
      r_valid_q <= r_valid_q ? ~r_ready_i : last_q & quiet;
      full_q <= (entry & (&pos_q)) | (take & x_end_i & (|pos_q)) | (full_q & ~free);
      addr_q <= move | (addr_q & ~addr_ready);
      data_q <= move | (data_q & ~data_ready);
      if (j_take) pos_q <= 4'd0;
      else if (entry) pos_q <= pos_q + 4'd1;
      if (move & ~ack) open_q <= open_q + 6'd1;
      else if (ack & ~move) open_q <= open_q - 6'd1;
    end
  end
  always_ff @(posedge clk_i) err_q <= ~j_take & (err_q | (ack & ack_err));

  // The first entry of a sector clears the other ones.
  genvar i;
  generate
    for (i = 0; i < 16; i = i + 1) begin : g_lane
      wire here;
      assign here = pos_q == 4'(i);
      always_ff @(posedge clk_i) begin
        if (entry & (here | ~(|pos_q))) fill_data_q[16*i +: 16] <= x_bytes_i & {16{here}};
      end
    end
  endgenerate
  always_ff @(posedge clk_i) if (move) out_data_q <= fill_data_q;

  wire [34:0] next;
  lp_sum #(.WIDTH(35)) u_next (.a_i(sector_q), .b_i(35'd1), .sum_o(next));
  always_ff @(posedge clk_i) begin
    if (j_take) sector_q <= j_addr_i[39:5];
    else if (addr_q & addr_ready) sector_q <= next;
  end

  // Bursts of one sector never cross a boundary.
  lp_axi_wr #(.ADDR_W(40), .ID_W(1)) u_axi (
      .clk_i, .rst_ni, .s_valid_i(addr_q), .s_ready_o(addr_ready), .s_addr_i({sector_q, 5'd0}),
      .s_sectors_i(3'd1), .s_id_i(1'b0), .s_eight_i(1'b0), .d_valid_i(data_q),
      .d_ready_o(data_ready), .d_data_i(out_data_q), .awvalid_o, .awready_i, .awid_o(awid),
      .awaddr_o, .awlen_o(awlen), .wvalid_o, .wready_i, .wdata_o, .wstrb_o(wstrb), .wlast_o(wlast),
      .bvalid_i, .bready_o(bready), .bid_i(1'b0), .bresp_i, .m_valid_o(ack), .m_ready_i(1'b1),
      .m_id_o(m_id), .m_err_o(ack_err));
endmodule

`default_nettype wire
