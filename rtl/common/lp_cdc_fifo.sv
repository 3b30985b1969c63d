// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// First-in first-out buffer between two clocks of any frequencies and phases. Each side has a
/// pointer in Gray code, which the other sees through lp_sync; the view of the other side is
/// delayed, so a side sees fewer free entries or beats than there are, never more. Valid, ready and
/// data come out of flops.
///
/// Both resets are low together for at least STAGES + 2 cycles of either clock; then each side may
/// start at any time.
///
/// Latency: STAGES + 1 cycles of the reader from a beat's write to its valid, one more if the
/// clocks rise together. Interval: 1 cycle of the slower clock if DEPTH is at least 2 * STAGES + 4
/// and the frequencies are equal.
///
/// Combinational paths: none.
module lp_cdc_fifo #(
    /// Payload bits, at least 1.
    parameter int WIDTH  = 32,
    /// Entries besides the one at the output, a power of two, at least 4.
    parameter int DEPTH  = 8,
    /// Flops in series in each synchroniser, at least 2.
    parameter int STAGES = 2
) (
    /// Clock of the beats in.
    input  wire logic             s_clk_i,
    /// Their synchronous reset, active low.
    input  wire logic             s_rst_ni,
    /// Beat in: valid.
    input  wire logic             s_valid_i,
    /// Beat in: ready; there is a free entry.
    output wire logic             s_ready_o,
    /// Beat in: payload.
    input  wire logic [WIDTH-1:0] s_data_i,

    /// Clock of the beats out.
    input  wire logic             m_clk_i,
    /// Their synchronous reset, active low.
    input  wire logic             m_rst_ni,
    /// Beat out: valid.
    output wire logic             m_valid_o,
    /// Beat out: ready.
    input  wire logic             m_ready_i,
    /// Beat out: payload.
    output wire logic [WIDTH-1:0] m_data_o
);
  generate
    if (WIDTH < 1) begin : g_check_width
      lp_bad_WIDTH_below_1 u_bad ();
    end
    if (DEPTH < 4 || DEPTH != 1 << $clog2(DEPTH)) begin : g_check_depth
      lp_bad_DEPTH_not_a_power_of_two_from_4 u_bad ();
    end
  endgenerate

  // One bit more than an address distinguishes a full buffer from an empty one.
  localparam int A = $clog2(DEPTH);
  logic [WIDTH-1:0] mem_q [0:DEPTH-1];
  logic [A:0] put_q, put_gray_q, get_q, get_gray_q;
  wire [A:0] put_seen, get_seen;

  // ---------------------------------------------------------------- the writer's clock
  logic ready_q;
  wire push;
  wire [A:0] put, put_gray;
  assign push = s_valid_i & ready_q;
  assign put = put_q + {{A{1'b0}}, push};
  assign put_gray = put ^ (put >> 1);
  lp_sync #(.WIDTH(A + 1), .STAGES(STAGES)) u_get (
      .clk_i(s_clk_i), .rst_ni(s_rst_ni), .d_i(get_gray_q), .q_o(get_seen));
  always_ff @(posedge s_clk_i) begin
    if (!s_rst_ni) begin
      put_q <= '0;
      put_gray_q <= '0;
      ready_q <= 1'b0;
    end else begin
      put_q <= put;
      put_gray_q <= put_gray;
      // One wrap ahead: the two highest bits of the Gray code differ.
      ready_q <= put_gray != (get_seen ^ {2'b11, {A - 1{1'b0}}});
    end
  end
  always_ff @(posedge s_clk_i) begin
    if (push) mem_q[put_q[A-1:0]] <= s_data_i;
  end
  assign s_ready_o = ready_q;

  // ---------------------------------------------------------------- the reader's clock
  logic valid_q;
  logic [WIDTH-1:0] data_q;
  wire some, load;
  wire [A:0] get;
  assign some = get_gray_q != put_seen;
  assign load = some & (~valid_q | m_ready_i);
  assign get = get_q + {{A{1'b0}}, load};
  lp_sync #(.WIDTH(A + 1), .STAGES(STAGES)) u_put (
      .clk_i(m_clk_i), .rst_ni(m_rst_ni), .d_i(put_gray_q), .q_o(put_seen));
  always_ff @(posedge m_clk_i) begin
    if (!m_rst_ni) begin
      get_q <= '0;
      get_gray_q <= '0;
      valid_q <= 1'b0;
    end else begin
      get_q <= get;
      get_gray_q <= get ^ (get >> 1);
      valid_q <= load | (valid_q & ~m_ready_i);
    end
  end
  // The entry has been stable since before its pointer was seen.
  always_ff @(posedge m_clk_i) begin
    if (load) data_q <= mem_q[get_q[A-1:0]];
  end
  assign m_valid_o = valid_q;
  assign m_data_o = data_q;
endmodule

`default_nettype wire
