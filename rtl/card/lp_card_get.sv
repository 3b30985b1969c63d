// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Reads a run of beats from memory, over an AXI4 read port of 256 bits, into a stream. A burst is
/// requested when there is space for all of its beats, so the memory never waits for the stream.
/// The run has ended when its last beat is offered to the stream.
///
/// Interval: one beat of the stream per cycle. All outputs come out of flops.
///
/// Combinational paths: none.
module lp_card_get #(
    /// Bits of a beat of the stream, 64 or 128; the first is in the lowest bits of a memory beat.
    parameter int DATA_W = 128,
    /// Beats of the longest burst, a power of two from 2 to 128.
    parameter int BURST  = 16
) (
    /// Clock.
    input  wire logic              clk_i,
    /// Synchronous reset, active low.
    input  wire logic              rst_ni,

    /// Starts a run; dropped while one is busy.
    input  wire logic              start_i,
    /// Stops it: outstanding bursts end, buffered beats are dropped.
    input  wire logic              stop_i,
    /// Address / 32 of the run.
    input  wire logic [34:0]       sector_i,
    /// Its beats of 32 bytes.
    input  wire logic [23:0]       count_i,
    /// A run is busy.
    output wire logic              busy_o,
    /// It has ended, for one cycle.
    output wire logic              done_o,
    /// The memory has returned an error since the last start.
    output wire logic              error_o,

    /// Stream: valid.
    output wire logic              m_valid_o,
    /// Stream: ready.
    input  wire logic              m_ready_i,
    /// Stream: data.
    output wire logic [DATA_W-1:0] m_data_o,
    /// Stream: the last beat of a run.
    output wire logic              m_last_o,

    /// AXI: ARVALID.
    output wire logic              arvalid_o,
    /// ARREADY.
    input  wire logic              arready_i,
    /// ARADDR, a multiple of 32.
    output wire logic [39:0]       araddr_o,
    /// ARLEN, less than BURST.
    output wire logic [7:0]        arlen_o,
    /// RVALID.
    input  wire logic              rvalid_i,
    /// RREADY: 1.
    output wire logic              rready_o,
    /// RDATA.
    input  wire logic [255:0]      rdata_i,
    /// RRESP.
    input  wire logic [1:0]        rresp_i
);
  generate
    if (DATA_W != 64 && DATA_W != 128) begin : g_check_data_w
      lp_bad_DATA_W_not_64_or_128 u_bad ();
    end
  endgenerate
  localparam int P = DATA_W == 64 ? 2 : 1;
  localparam int DEPTH = 2 * BURST;
  localparam int H = $clog2(DEPTH + 1);

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused, room, more;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = rresp_i[0];

  // ---------------------------------------------------------------- the run
  // some: parts have not been delivered.
  logic busy_q, stop_q, done_q, error_q, some_q;
  wire start, finish, quiet;
  assign start = start_i & ~busy_q;
  assign finish = busy_q & quiet & (stop_q | ~some_q);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      stop_q <= 1'b0;
      done_q <= 1'b0;
      error_q <= 1'b0;
    end else begin
      busy_q <= start | (busy_q & ~finish);
      stop_q <= busy_q & ~finish & (stop_q | stop_i);
      done_q <= finish;
      error_q <= ~start & (error_q | (rvalid_i & rresp_i[1]));
    end
  end
  assign busy_o = busy_q;
  assign done_o = done_q;
  assign error_o = error_q;

  // ---------------------------------------------------------------- bursts
  wire burst, go;
  wire [34:0] sector;
  wire [6:0] len;
  lp_card_bursts #(.BURST(BURST)) u_bursts (
      .clk_i, .rst_ni, .start_i(start), .sector_i, .beats_i(count_i), .clear_i(finish),
      .stop_i(stop_q), .m_valid_o(burst), .m_take_i(go), .m_sector_o(sector), .m_len_o(len),
      .more_o(more));

  // free: unreserved entries; coming: requested beats that have not arrived.
  logic ar_q;
  logic [H-1:0] free_q, coming_q;
  logic [34:0] sector_q;
  logic [6:0] len_q;
  wire pop;
  wire [H-1:0] asked;
  assign go = burst & ~ar_q & ({{8{1'b0}}, free_q} > {{H + 1{1'b0}}, len});
  assign quiet = ~burst & ~ar_q & (coming_q == '0);
  assign asked = go ? H'(len) + H'(1) : H'(0);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ar_q <= 1'b0;
      free_q <= H'(DEPTH);
      coming_q <= '0;
    end else begin
      ar_q <= go | (ar_q & ~arready_i);
      if (finish) free_q <= H'(DEPTH);
      else free_q <= free_q - asked + {{H - 1{1'b0}}, pop};
      coming_q <= coming_q + asked - {{H - 1{1'b0}}, rvalid_i};
    end
  end
  always_ff @(posedge clk_i) begin
    if (go) begin
      sector_q <= sector;
      len_q <= len;
    end
  end
  assign arvalid_o = ar_q;
  assign araddr_o = {sector_q, 5'd0};
  assign arlen_o = {1'b0, len_q};
  assign rready_o = 1'b1;

  // ---------------------------------------------------------------- beats out
  // A beat offered to the stream is held even if the run is stopped.
  logic [P-1:0] part_q;
  logic [23+P:0] left_q;
  wire here, out_ready, give, last;
  wire [255:0] data;
  lp_fifo #(.WIDTH(256), .DEPTH(DEPTH)) u_beats (
      .clk_i, .rst_ni(rst_ni & ~finish), .s_valid_i(rvalid_i), .s_ready_o(room),
      .s_data_i(rdata_i), .m_valid_o(here), .m_ready_i(pop), .m_data_o(data));
  lp_skid #(.WIDTH(DATA_W + 1)) u_out (
      .clk_i, .rst_ni, .s_valid_i(here), .s_ready_o(out_ready),
      .s_data_i({last, data[DATA_W*part_q +: DATA_W]}), .m_valid_o, .m_ready_i,
      .m_data_o({m_last_o, m_data_o}));
  assign give = here & out_ready;
  assign last = left_q == {{23 + P{1'b0}}, 1'b1};
  assign pop = give & (&part_q);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      some_q <= 1'b0;
      part_q <= '0;
    end else begin
      if (start) some_q <= |count_i;
      else if (give & last) some_q <= 1'b0;
      if (finish) part_q <= '0;
      else if (give) part_q <= part_q + 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (start) left_q <= {count_i, {P{1'b0}}};
    else if (give) left_q <= left_q - 1'b1;
  end
endmodule

`default_nettype wire
