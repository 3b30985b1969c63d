// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Writes a run of beats from a stream into memory, over an AXI4 write port of 256 bits. A burst is
/// issued when all of its beats have arrived, so other users of the memory never wait for the
/// stream. The run has ended when all of its bursts are answered.
///
/// Interval: one beat of the stream per cycle. All outputs come out of flops.
///
/// Combinational paths: none.
module lp_card_put #(
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
    /// Beats of the stream are taken and dropped while no run is busy.
    input  wire logic              drop_i,
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
    input  wire logic              s_valid_i,
    /// Stream: ready.
    output wire logic              s_ready_o,
    /// Stream: data.
    input  wire logic [DATA_W-1:0] s_data_i,

    /// AXI: AWVALID.
    output wire logic              awvalid_o,
    /// AWREADY.
    input  wire logic              awready_i,
    /// AWADDR, a multiple of 32.
    output wire logic [39:0]       awaddr_o,
    /// AWLEN, less than BURST.
    output wire logic [7:0]        awlen_o,
    /// WVALID.
    output wire logic              wvalid_o,
    /// WREADY.
    input  wire logic              wready_i,
    /// WDATA; all bytes are written.
    output wire logic [255:0]      wdata_o,
    /// WLAST.
    output wire logic              wlast_o,
    /// BVALID.
    input  wire logic              bvalid_i,
    /// BREADY: 1.
    output wire logic              bready_o,
    /// BRESP.
    input  wire logic [1:0]        bresp_i
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
  wire unused, some;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = bresp_i[0];

  // ---------------------------------------------------------------- the run
  logic busy_q, stop_q, done_q, error_q;
  wire start, finish, more, quiet;
  assign start = start_i & ~busy_q;
  assign finish = busy_q & quiet & (stop_q | ~more);
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
      error_q <= ~start & (error_q | (bvalid_i & bresp_i[1]));
    end
  end
  assign busy_o = busy_q;
  assign done_o = done_q;
  assign error_o = error_q;

  // ---------------------------------------------------------------- beats in
  // run: parts have still to be taken; left: their number. Parts shift down, the first one to the
  // lowest bits.
  logic run_q, drop_q;
  logic [P-1:0] part_q;
  logic [23+P:0] left_q;
  logic [255-DATA_W:0] data_q;
  wire [255:0] data;
  wire room, take, push;
  assign s_ready_o = run_q ? room : drop_q & ~busy_q;
  assign take = run_q & room & s_valid_i;
  assign push = take & (&part_q);
  assign data = {s_data_i, data_q};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      run_q <= 1'b0;
      drop_q <= 1'b0;
      part_q <= '0;
    end else begin
      if (start) run_q <= |count_i;
      else if (stop_q | (take & left_q == {{23 + P{1'b0}}, 1'b1})) run_q <= 1'b0;
      drop_q <= drop_i;
      if (finish) part_q <= '0;
      else if (take) part_q <= part_q + 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (start) left_q <= {count_i, {P{1'b0}}};
    else if (take) left_q <= left_q - 1'b1;
    if (take) data_q <= data[255:DATA_W];
  end
  lp_fifo #(.WIDTH(256), .DEPTH(DEPTH)) u_beats (
      .clk_i, .rst_ni(rst_ni & ~finish), .s_valid_i(push), .s_ready_o(room), .s_data_i(data),
      .m_valid_o(some), .m_ready_i(wvalid_o & wready_i), .m_data_o(wdata_o));

  // ---------------------------------------------------------------- bursts out
  wire burst, go, last;
  wire [34:0] sector;
  wire [6:0] len;
  lp_card_bursts #(.BURST(BURST)) u_bursts (
      .clk_i, .rst_ni, .start_i(start), .sector_i, .beats_i(count_i), .clear_i(finish),
      .stop_i(stop_q), .m_valid_o(burst), .m_take_i(go), .m_sector_o(sector), .m_len_o(len),
      .more_o(more));

  // have: buffered beats not yet in a burst; open: bursts without a response.
  logic aw_q, w_q;
  logic [H-1:0] have_q;
  logic [3:0] open_q;
  logic [34:0] sector_q;
  logic [6:0] len_q, beat_q;
  assign go = burst & ~aw_q & ~w_q & ~(&open_q) & ({{8{1'b0}}, have_q} > {{H + 1{1'b0}}, len});
  assign last = beat_q == len_q;
  assign quiet = ~burst & ~aw_q & ~w_q & (open_q == 4'd0);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      aw_q <= 1'b0;
      w_q <= 1'b0;
      have_q <= '0;
      open_q <= 4'd0;
    end else begin
      aw_q <= go | (aw_q & ~awready_i);
      w_q <= (aw_q & awready_i) | (w_q & ~(wready_i & last));
      if (finish) have_q <= '0;
      else have_q <= have_q + {{H - 1{1'b0}}, push} - (go ? H'(len) + H'(1) : H'(0));
      open_q <= open_q + {3'd0, go} - {3'd0, bvalid_i};
    end
  end
  always_ff @(posedge clk_i) begin
    if (go) begin
      sector_q <= sector;
      len_q <= len;
      beat_q <= 7'd0;
    end else if (w_q & wready_i) beat_q <= beat_q + 7'd1;
  end
  assign awvalid_o = aw_q;
  assign awaddr_o = {sector_q, 5'd0};
  assign awlen_o = {1'b0, len_q};
  assign wvalid_o = w_q;
  assign wlast_o = last;
  assign bready_o = 1'b1;
endmodule

`default_nettype wire
