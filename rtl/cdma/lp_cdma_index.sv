// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Index sectors of the DMA engine in device memory, in two halves that share only the AXI4 port:
/// entries of 16 bits into sectors of 16 entries (lp_cdma_index_wr), and back (lp_cdma_index_rd).
///
/// Writing: a job, its entries, a beat `end`, then a result when all writes are acknowledged.
/// Reading: a job and exactly as many entries as it has groups. `kill` ends a job that is being
/// read: its offered entry is dropped, and the next job is taken when all requested sectors have
/// arrived.
///
/// Bursts have one beat of 32 bytes, AWID and ARID are constants, r and b are always taken, and no
/// channel waits for another, except that a beat of w follows its address by at least one cycle.
/// Latency: 2 cycles from a sector's last entry to its address, 3 from a sector read to its
/// entries; interval: 1 cycle per entry.
///
/// Combinational paths: none.
module lp_cdma_index #(
    /// Sectors that the read half prefetches, a power of two, at least 2.
    parameter int AHEAD = 16
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Job to write: valid.
    input  wire logic         wj_valid_i,
    /// Job to write: ready, when the previous result is taken.
    output wire logic         wj_ready_o,
    /// Start address of its index; a multiple of 32.
    input  wire logic [39:0]  wj_addr_i,

    /// Entry in: valid.
    input  wire logic         x_valid_i,
    /// Entry in: ready.
    output wire logic         x_ready_o,
    /// The entry.
    input  wire logic [15:0]  x_bytes_i,
    /// Not an entry: the end of the job's entries.
    input  wire logic         x_end_i,

    /// Result of a job written: valid.
    output wire logic         wr_valid_o,
    /// Result of a job written: ready.
    input  wire logic         wr_ready_i,
    /// The memory returned an error for a write.
    output wire logic         wr_err_o,

    /// Job to read: valid.
    input  wire logic         rj_valid_i,
    /// Job to read: ready, when the previous one has ended.
    output wire logic         rj_ready_o,
    /// Start address of its index; a multiple of 32.
    input  wire logic [39:0]  rj_addr_i,
    /// Number of its entries; 0: none.
    input  wire logic [31:0]  rj_groups_i,
    /// Ends the job that is being read.
    input  wire logic         kill_i,

    /// Entry out: valid; until it is taken or the job is killed.
    output wire logic         n_valid_o,
    /// Entry out: ready.
    input  wire logic         n_ready_i,
    /// The entry.
    output wire logic [15:0]  n_bytes_o,
    /// The memory returned an error for its sector.
    output wire logic         n_err_o,
    /// No job is being read.
    output wire logic         rr_idle_o,

    /// AXI: ARVALID.
    output wire logic         arvalid_o,
    /// AXI: ARREADY.
    input  wire logic         arready_i,
    /// AXI: ARADDR, a multiple of 32.
    output wire logic [39:0]  araddr_o,
    /// AXI: ARLEN, 0.
    output wire logic [7:0]   arlen_o,

    /// AXI: RVALID.
    input  wire logic         rvalid_i,
    /// AXI: RREADY, 1.
    output wire logic         rready_o,
    /// AXI: RDATA.
    input  wire logic [255:0] rdata_i,
    /// AXI: RRESP.
    input  wire logic [1:0]   rresp_i,
    /// AXI: RLAST; not used, since every burst has one beat.
    input  wire logic         rlast_i,

    /// AXI: AWVALID.
    output wire logic         awvalid_o,
    /// AXI: AWREADY.
    input  wire logic         awready_i,
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
    /// AXI: BRESP.
    input  wire logic [1:0]   bresp_i
);
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = rlast_i;

  lp_cdma_index_wr u_wr (
      .clk_i, .rst_ni, .j_valid_i(wj_valid_i), .j_ready_o(wj_ready_o), .j_addr_i(wj_addr_i),
      .x_valid_i, .x_ready_o, .x_bytes_i, .x_end_i, .r_valid_o(wr_valid_o), .r_ready_i(wr_ready_i),
      .r_err_o(wr_err_o), .awvalid_o, .awready_i, .awaddr_o, .wvalid_o, .wready_i, .wdata_o,
      .bvalid_i, .bresp_i);
  lp_cdma_index_rd #(.AHEAD(AHEAD)) u_rd (
      .clk_i, .rst_ni, .j_valid_i(rj_valid_i), .j_ready_o(rj_ready_o), .j_addr_i(rj_addr_i),
      .j_groups_i(rj_groups_i), .kill_i, .n_valid_o, .n_ready_i, .n_bytes_o, .n_err_o, .arvalid_o,
      .arready_i, .araddr_o, .rvalid_i, .rdata_i, .rresp_i);
  assign rr_idle_o = rj_ready_o;

  assign arlen_o = 8'd0;
  assign awlen_o = 8'd0;
  assign wstrb_o = 32'hffff_ffff;
  assign wlast_o = 1'b1;
  assign rready_o = 1'b1;
  assign bready_o = 1'b1;
endmodule

`default_nettype wire
