// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The read half of lp_cdma_index: prefetches up to AHEAD sectors of a job's index and delivers
/// their entries one per cycle.
///
/// A sector is in an lp_ram from its arrival until its turn; then it is in the RAM's output
/// register, and its word is free for the next one.
///
/// Combinational paths: none.
module lp_cdma_index_rd #(
    /// Prefetched sectors, a power of two, at least 2.
    parameter int AHEAD = 16
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Job: valid.
    input  wire logic         j_valid_i,
    /// Job: ready, when the previous one has ended.
    output wire logic         j_ready_o,
    /// Start address of its index; a multiple of 32.
    input  wire logic [39:0]  j_addr_i,
    /// Number of its entries.
    input  wire logic [31:0]  j_groups_i,
    /// Ends the job in progress: nothing more is requested, and arriving sectors are dropped.
    input  wire logic         kill_i,

    /// Entry: valid; until it is taken or the job is killed.
    output wire logic         n_valid_o,
    /// Entry: ready.
    input  wire logic         n_ready_i,
    /// The entry.
    output wire logic [15:0]  n_bytes_o,
    /// The memory returned an error for its sector.
    output wire logic         n_err_o,

    /// AXI: ARVALID.
    output wire logic         arvalid_o,
    /// AXI: ARREADY.
    input  wire logic         arready_i,
    /// AXI: ARADDR, a multiple of 32.
    output wire logic [39:0]  araddr_o,
    /// AXI: RVALID; always taken.
    input  wire logic         rvalid_i,
    /// AXI: RDATA.
    input  wire logic [255:0] rdata_i,
    /// AXI: RRESP.
    input  wire logic [1:0]   rresp_i
);
  generate
    if (AHEAD < 2 || AHEAD != 1 << $clog2(AHEAD)) begin : g_check_ahead
      lp_bad_AHEAD_not_a_power_of_two_from_2 u_bad ();
    end
  endgenerate
  localparam int W = $clog2(AHEAD);
  localparam logic [W:0] ALL = (W+1)'(AHEAD);

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused, arid, rready, m_id;
  wire [7:0] arlen;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = |j_addr_i[4:0];

  logic busy_q, killed_q;
  // Sectors still to be requested: full ones, and whether any is left. part: entries of the last
  // sector, 0 if it is full.
  logic ask_q;
  logic [27:0] sectors_q;
  logic [3:0] part_q;
  logic [34:0] sector_q;
  // Words of the RAM: free; requested; holding a sector whose turn has not come. They add up to
  // AHEAD.
  logic [W:0] free_q, owed_q, held_q;
  logic [W-1:0] to_q, in_q, out_q;
  logic [AHEAD-1:0] final_q;  // the word's sector is the last of the job
  // The sector in the RAM's output register.
  logic shown_q, shown_final_q;
  logic [3:0] pos_q, end_q;

  wire j_take, asks, ask, ask_ready, ask_final, r_valid, r_err, arrive, load, leave, over;
  assign j_ready_o = ~busy_q;
  assign j_take = j_valid_i & ~busy_q;
  assign asks = ask_q & ~killed_q & (|free_q);
  assign ask = asks & ask_ready;
  assign ask_final = (|part_q) ? ~(|sectors_q) : ~(|sectors_q[27:1]);
  assign arrive = r_valid & busy_q & (|owed_q);
  assign leave = shown_q & n_ready_i & (pos_q == end_q);
  assign load = busy_q & ~killed_q & (|held_q) & (~shown_q | leave);
  assign over = killed_q ? ~(|owed_q) : leave & shown_final_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      killed_q <= 1'b0;
      ask_q <= 1'b0;
      shown_q <= 1'b0;
    end else begin
      busy_q <= busy_q ? ~over : j_take & (|j_groups_i);
      killed_q <= busy_q & (killed_q | kill_i) & ~over;
      ask_q <= busy_q ? ask_q & ~(killed_q | (ask & ask_final)) : j_take & (|j_groups_i);
      shown_q <= ~(kill_i | killed_q) & (load | (shown_q & ~leave));
    end
  end

  // All of the following is reset with each job.
  always_ff @(posedge clk_i) begin
    if (j_take) begin
      free_q <= ALL;
      owed_q <= '0;
      held_q <= '0;
      to_q <= '0;
      in_q <= '0;
      out_q <= '0;
    end else if (busy_q) begin
      if (ask & ~load) free_q <= free_q - (W+1)'(1);
      else if (load & ~ask) free_q <= free_q + (W+1)'(1);
      if (ask & ~arrive) owed_q <= owed_q + (W+1)'(1);
      else if (arrive & ~ask) owed_q <= owed_q - (W+1)'(1);
      if (arrive & ~load) held_q <= held_q + (W+1)'(1);
      else if (load & ~arrive) held_q <= held_q - (W+1)'(1);
      if (ask) to_q <= to_q + W'(1);
      if (arrive) in_q <= in_q + W'(1);
      if (load) out_q <= out_q + W'(1);
    end
  end
  always_ff @(posedge clk_i) begin
    if (ask) final_q[to_q] <= ask_final;
    if (load) begin
      shown_final_q <= final_q[out_q];
      end_q <= final_q[out_q] ? part_q - 4'd1 : 4'd15;
      pos_q <= 4'd0;
    end else if (shown_q & n_ready_i) begin
      pos_q <= pos_q + 4'd1;
    end
  end

  wire [27:0] fewer;
  wire [34:0] next;
  lp_sum #(.WIDTH(28)) u_fewer (.a_i(sectors_q), .b_i({28{1'b1}}), .sum_o(fewer));
  lp_sum #(.WIDTH(35)) u_next (.a_i(sector_q), .b_i(35'd1), .sum_o(next));
  always_ff @(posedge clk_i) begin
    if (j_take) begin
      sectors_q <= j_groups_i[31:4];
      part_q <= j_groups_i[3:0];
      sector_q <= j_addr_i[39:5];
    end else if (ask) begin
      sectors_q <= fewer;
      sector_q <= next;
    end
  end

  wire [255:0] r_data, data;
  wire err;
  lp_axi_rd #(.ADDR_W(40), .ID_W(1)) u_axi (
      .clk_i, .rst_ni, .s_valid_i(asks), .s_ready_o(ask_ready), .s_addr_i({sector_q, 5'd0}),
      .s_sectors_i(3'd1), .s_id_i(1'b0), .arvalid_o, .arready_i, .arid_o(arid), .araddr_o,
      .arlen_o(arlen), .rvalid_i, .rready_o(rready), .rid_i(1'b0), .rdata_i, .rresp_i,
      .rlast_i(1'b1), .m_valid_o(r_valid), .m_ready_i(1'b1), .m_id_o(m_id), .m_data_o(r_data),
      .m_err_o(r_err));
  lp_ram #(.WIDTH(257), .DEPTH(AHEAD), .GRAIN(257)) u_ram (
      .clk_i, .w_en_i(arrive), .w_addr_i(in_q), .w_mask_i(1'b1), .w_data_i({r_err, r_data}),
      .r_en_i(load), .r_addr_i(out_q), .r_data_o({err, data}));

  assign n_valid_o = shown_q;
  assign n_bytes_o = data[16*pos_q +: 16] & {16{shown_q}};
  assign n_err_o = err & shown_q;
endmodule

`default_nettype wire
