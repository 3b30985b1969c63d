// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Front end of a buddy memory slice: each request gets an entry and its addresses, and goes to
/// lp_buddy_read or lp_buddy_write.
///
/// If another request for the same line is in flight and either of the two writes, the new one
/// waits until the other is done, and requests after it wait too. The effect on a line is that of
/// executing all requests in order.
///
/// Latency: 3 cycles. Interval: 1. Registers: those of lp_gbbr_xlat.
///
/// Combinational paths: r_ready, w_ready -> q_ready; cfg_reg -> cfg_value.
module lp_buddy_front #(
    /// Log2 of a page's share in bytes.
    parameter int SHARE_W = 13,
    /// Bits of a frame.
    parameter int FRAME_W = 23,
    /// Bits of a slot.
    parameter int SLOT_W = 21,
    /// Bits of a byte address.
    parameter int ADDR_W = 40,
    /// Requests in flight, a power of two from 2 to 64.
    parameter int ENTRIES = 16
) (
    /// Clock.
    input  wire logic                             clk_i,
    /// Synchronous reset, active low.
    input  wire logic                             rst_ni,

    /// Register write: valid.
    input  wire logic                             cfg_valid_i,
    /// Its number, 0..3.
    input  wire logic [1:0]                       cfg_reg_i,
    /// Its new value.
    input  wire logic [ADDR_W-1:0]                cfg_data_i,
    /// In every cycle: the value of register cfg_reg_i.
    output wire logic [ADDR_W-1:0]                cfg_value_o,

    /// Request: valid.
    input  wire logic                             q_valid_i,
    /// Request: ready.
    output wire logic                             q_ready_o,
    /// It is a write.
    input  wire logic                             q_write_i,
    /// The L2's id.
    input  wire logic [7:0]                       q_id_i,
    /// The page is compressed.
    input  wire logic                             q_compressed_i,
    /// The page's target.
    input  wire logic [2:0]                       q_target_i,
    /// The page's codec (lp_codec_pkg).
    input  wire logic [lp_codec_pkg::CODEC_W-1:0] q_codec_i,
    /// The page's slot.
    input  wire logic [SLOT_W-1:0]                q_slot_i,
    /// The page's frame.
    input  wire logic [FRAME_W-1:0]               q_frame_i,
    /// The line's index in the share.
    input  wire logic [SHARE_W-8:0]               q_index_i,

    /// Read: valid.
    output wire logic                             r_valid_o,
    /// Read: ready.
    input  wire logic                             r_ready_i,
    /// Write: valid.
    output wire logic                             w_valid_o,
    /// Write: ready.
    input  wire logic                             w_ready_i,
    /// For both: its entry.
    output wire logic [$clog2(ENTRIES)-1:0]       m_entry_o,
    /// Its id.
    output wire logic [7:0]                       m_id_o,
    /// Fault of its attributes, 0 none.
    output wire logic [1:0]                       m_fault_o,
    /// The page is compressed.
    output wire logic                             m_compressed_o,
    /// The page's target.
    output wire logic [2:0]                       m_target_o,
    /// The page's codec.
    output wire logic [lp_codec_pkg::CODEC_W-1:0] m_codec_o,
    /// The line in device memory.
    output wire logic [ADDR_W-1:0]                m_dev_addr_o,
    /// The line in buddy memory.
    output wire logic [ADDR_W-1:0]                m_spill_addr_o,
    /// Nibble address of its metadata.
    output wire logic [ADDR_W:0]                  m_meta_addr_o,

    /// Entries whose reads are done.
    input  wire logic [ENTRIES-1:0]               r_free_i,
    /// A write is done.
    input  wire logic                             w_done_i,
    /// Its entry.
    input  wire logic [$clog2(ENTRIES)-1:0]       w_done_entry_i
);
  generate
    if (SHARE_W < 11) begin : g_check_share
      lp_bad_SHARE_W_below_11 u_bad ();
    end
    if (FRAME_W < 5) begin : g_check_frame_w
      lp_bad_FRAME_W_below_5 u_bad ();
    end
    if (SLOT_W < 5) begin : g_check_slot_w
      lp_bad_SLOT_W_below_5 u_bad ();
    end
    if (ADDR_W < FRAME_W + SHARE_W - 3 || ADDR_W < SLOT_W + SHARE_W) begin : g_check_addr_w
      lp_bad_ADDR_W_too_small_for_FRAME_W_and_SLOT_W u_bad ();
    end
    if (ENTRIES < 2 || ENTRIES > 64 || ENTRIES != 1 << $clog2(ENTRIES)) begin : g_check_entries
      lp_bad_ENTRIES_not_a_power_of_two_2_to_64 u_bad ();
    end
  endgenerate

  localparam int EW = $clog2(ENTRIES);
  localparam int CODEC_W = lp_codec_pkg::CODEC_W;
  localparam int KEY_W = FRAME_W + SHARE_W - 7;
  // Kept fields of a request, without its addresses.
  localparam int KEPT_W = 1 + 8 + CODEC_W + 1 + 3;

  // ---------------------------------------------------------------- H: the request that is next
  logic h_valid_q;
  logic [KEPT_W-1:0] h_kept_q;
  logic [SLOT_W-1:0] h_slot_q;
  logic [KEY_W-1:0] h_key_q;
  wire h_go, h_write, h_compressed;
  wire [2:0] h_target;
  assign q_ready_o = ~h_valid_q | h_go;
  assign h_write = h_kept_q[KEPT_W-1];
  assign {h_compressed, h_target} = h_kept_q[3:0];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) h_valid_q <= 1'b0;
    else if (q_ready_o) h_valid_q <= q_valid_i;
    if (q_ready_o) begin
      h_kept_q <= {q_write_i, q_id_i, q_codec_i, q_compressed_i, q_target_i};
      h_slot_q <= q_slot_i;
      h_key_q <= {q_frame_i, q_index_i};
    end
  end

  // ---------------------------------------------------------------- entries
  logic [ENTRIES-1:0] live_q, write_q;
  logic [KEPT_W-1:0] kept_q [0:ENTRIES-1];
  wire [ENTRIES-1:0] meets, begins, ends, grant;
  wire [EW-1:0] entry;
  wire any, x_ready;
  assign h_go = h_valid_q & any & x_ready & (meets == '0);
  assign begins = grant & {ENTRIES{h_go}};
  lp_rr #(.N(ENTRIES)) u_free (
      .clk_i, .rst_ni, .req_i(~live_q), .take_i(h_go), .grant_o(grant), .index_o(entry),
      .any_o(any));
  genvar e;
  generate
    for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry
      logic [KEY_W-1:0] key_q;
      assign meets[e] = live_q[e] & (write_q[e] | h_write) & (key_q == h_key_q);
      assign ends[e] = r_free_i[e] | (w_done_i & (w_done_entry_i == EW'(e)));
      always_ff @(posedge clk_i) if (begins[e]) key_q <= h_key_q;
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (!rst_ni) live_q <= '0;
    else live_q <= (live_q & ~ends) | begins;
    write_q <= (write_q & ~begins) | (begins & {ENTRIES{h_write}});
    if (h_go) kept_q[entry] <= h_kept_q;
  end

  // ---------------------------------------------------------------- addresses
  wire x_valid, to_w;
  wire [KEPT_W-1:0] kept;
  // Values that depend on target and state are computed again where the state is known.
  /* verilator lint_off UNUSEDSIGNAL */
  wire cfg_ready, eight, meta;
  wire [2:0] dev_sectors, spill_sectors;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_gbbr_xlat #(
      .SHARE_W(SHARE_W), .FRAME_W(FRAME_W), .SLOT_W(SLOT_W), .ADDR_W(ADDR_W), .TAG(EW)
  ) u_xlat (
      .clk_i, .rst_ni, .s_valid_i(h_valid_q & any & (meets == '0)), .s_ready_o(x_ready),
      .s_tag_i(entry), .s_compressed_i(h_compressed), .s_target_i(h_target), .s_slot_i(h_slot_q),
      .s_frame_i(h_key_q[KEY_W-1:SHARE_W-7]), .s_index_i(h_key_q[SHARE_W-8:0]),
      .cfg_valid_i, .cfg_ready_o(cfg_ready), .cfg_reg_i, .cfg_data_i, .cfg_value_o,
      .m_valid_o(x_valid),
      .m_ready_i(to_w ? w_ready_i : r_ready_i), .m_tag_o(m_entry_o), .m_fault_o, .m_dev_addr_o,
      .m_dev_sectors_o(dev_sectors), .m_eight_o(eight), .m_spill_addr_o,
      .m_spill_sectors_o(spill_sectors), .m_meta_o(meta), .m_meta_addr_o);
  assign kept = kept_q[m_entry_o];
  assign {to_w, m_id_o, m_codec_o, m_compressed_o, m_target_o} = kept;
  assign r_valid_o = x_valid & ~to_w;
  assign w_valid_o = x_valid & to_w;
endmodule

`default_nettype wire
