// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Outstanding write-backs: takes dirty sectors from the data array's output and keeps each until
/// memory has acknowledged it, so that none is lost if memory refuses it.
///
/// A sector that a flush writes back is still in the cache: if memory refuses it, it is returned
/// and becomes dirty again. Any other sector is offered repeatedly; from the second refusal on it
/// counts as failed, and requests for it need not wait. Sectors have different addresses and leave
/// in any order.
///
/// A sector appears on evict three cycles after its push; a push waits only for an entry, reserved
/// by room_o. Latency of an acknowledgement: 1 cycle. Interval: 1.
module lp_mdcache_wb #(
    /// Write-backs not yet acknowledged, a power of two, at least 2.
    parameter int SLOTS = 4,
    /// Bits of a sector's address.
    parameter int SECTOR_W = 35,
    /// Bits of a way's number.
    parameter int WAY_W = 2,
    /// Low bits of a sector's address that locate it in the cache: set, position in its line.
    parameter int LOW_W = 5
) (
    /// Clock.
    input  wire logic                   clk_i,
    /// Synchronous reset, active low: no write-back is outstanding.
    input  wire logic                   rst_ni,

    /// There is room for one more.
    output wire logic                   room_o,
    /// There is no room, and all entries have failed.
    output wire logic                   stuck_o,
    /// A dirty sector is read from the data array.
    input  wire logic                   push_i,
    /// With push: by a flush, so that the cache keeps it.
    input  wire logic                   flush_i,
    /// Its address; read in every cycle.
    input  wire logic [SECTOR_W-1:0]    addr_i,
    /// Its way; read in every cycle.
    input  wire logic [WAY_W-1:0]       way_i,
    /// The data array's output, one cycle later.
    input  wire logic [255:0]           ram_data_i,
    /// The entries are dropped: none is offered again.
    input  wire logic                   drop_i,
    /// Only failed write-backs are outstanding.
    output wire logic                   calm_o,
    /// A write-back has failed.
    output wire logic                   bad_o,

    /// Address of a requested sector.
    input  wire logic [SECTOR_W-1:0]    look_i,
    /// It is in an entry.
    output wire logic                   busy_o,
    /// The sector has failed.
    output wire logic                   failed_o,

    /// Sector to write: valid.
    output wire logic                   evict_valid_o,
    /// Sector to write: ready.
    input  wire logic                   evict_ready_i,
    /// Sector to write: address.
    output wire logic [SECTOR_W-1:0]    evict_sector_o,
    /// Sector to write: data.
    output wire logic [255:0]           evict_data_o,
    /// The oldest write-back is acknowledged.
    input  wire logic                   evicted_valid_i,
    /// It was refused.
    input  wire logic                   evicted_err_i,
    /// A refusal is counted.
    output wire logic                   refused_o,
    /// A flush's sector was refused: it is still dirty.
    output wire logic                   back_o,
    /// Its way and the low bits of its address.
    output wire logic [WAY_W+LOW_W-1:0] back_at_o,
    /// An unexpected acknowledgement; it is ignored.
    output wire logic                   stray_o
);
  localparam int SLOT_W = $clog2(SLOTS);
  localparam int AT_W = WAY_W + LOW_W;

  generate
    if (SLOTS < 2 || SLOTS > 16 || SLOTS != 1 << SLOT_W) begin : g_check_slots
      lp_bad_SLOTS_not_a_power_of_two_2_to_16 u_bad ();
    end
    if (LOW_W < 1 || LOW_W > SECTOR_W) begin : g_check_low_w
      lp_bad_LOW_W_not_1_to_SECTOR_W u_bad ();
    end
    if (WAY_W < 1) begin : g_check_way_w
      lp_bad_WAY_W_below_1 u_bad ();
    end
  endgenerate

  // ---------------------------------------------------------------- slots
  // want: to be offered. keep: to be offered until it is written. tried: refused once. failed: more
  // often.
  logic [SLOTS-1:0] busy_q, want_q, keep_q, tried_q, failed_q;
  logic e_v_q, w_v_q;  // a sector is on the array's output, on evict
  logic [SLOTS-1:0] e_sel_q, w_sel_q;
  wire [SLOTS-1:0] free, found, flushed, ends, again, grant;
  wire [SLOTS*SECTOR_W-1:0] addr;
  wire [SLOTS*AT_W-1:0] at;
  wire leave, any;
  genvar i;
  generate
    for (i = 0; i < SLOTS; i = i + 1) begin : g_slot
      logic [SECTOR_W-1:0] addr_q;
      logic [WAY_W-1:0] way_q;
      logic flush_q;
      if (i == 0) assign free[i] = ~busy_q[i];
      else assign free[i] = ~busy_q[i] & (&busy_q[i-1:0]);
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          busy_q[i] <= 1'b0;
          want_q[i] <= 1'b0;
        end else begin
          busy_q[i] <= (push_i & free[i]) | (busy_q[i] & ~ends[i]);
          want_q[i] <= (e_v_q & e_sel_q[i]) | again[i] | (want_q[i] & ~(leave & grant[i]));
        end
        keep_q[i] <= ~busy_q[i] | (keep_q[i] & ~drop_i);
        tried_q[i] <= busy_q[i] & (again[i] | tried_q[i]);
        failed_q[i] <= busy_q[i] & ~drop_i & ((again[i] & tried_q[i]) | failed_q[i]);
      end
      always_ff @(posedge clk_i) begin
        if (~busy_q[i]) begin
          addr_q <= addr_i;
          way_q <= way_i;
          flush_q <= flush_i;
        end
      end
      assign found[i] = busy_q[i] & (addr_q == look_i);
      assign flushed[i] = flush_q;
      assign addr[i*SECTOR_W +: SECTOR_W] = addr_q;
      assign at[i*AT_W +: AT_W] = {way_q, addr_q[LOW_W-1:0]};
    end
  endgenerate
  assign busy_o = |found;
  assign failed_o = |(found & failed_q);
  assign room_o = ~(&busy_q);
  assign stuck_o = &(busy_q & failed_q);
  assign calm_o = ~(|(busy_q & ~failed_q));
  assign bad_o = |(busy_q & failed_q);

  // ---------------------------------------------------------------- E: a sector arrives
  wire [SLOT_W-1:0] e_slot, w_slot, turn;
  wire [255:0] kept;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) e_v_q <= 1'b0;
    else e_v_q <= push_i;
    e_sel_q <= free;
  end
  lp_mdcache_encode #(.WIDTH(SLOTS)) u_e (.bits_i(e_sel_q), .number_o(e_slot));
  lp_ram #(.WIDTH(256), .DEPTH(SLOTS), .GRAIN(256)) u_ram (
      .clk_i, .w_en_i(e_v_q), .w_addr_i(e_slot), .w_mask_i(1'b1), .w_data_i(ram_data_i),
      .r_en_i(leave), .r_addr_i(turn), .r_data_o(kept));

  // ---------------------------------------------------------------- W: a sector leaves
  assign leave = ~w_v_q | evict_ready_i;
  lp_rr #(.N(SLOTS)) u_turn (
      .clk_i, .rst_ni, .req_i(want_q), .take_i(leave & any), .grant_o(grant), .index_o(turn),
      .any_o(any));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) w_v_q <= 1'b0;
    else if (leave) w_v_q <= any;
    if (leave) w_sel_q <= grant;
  end
  assign evict_valid_o = w_v_q;
  lp_pick #(.WIDTH(SECTOR_W), .WORDS(SLOTS)) u_sector (
      .sel_i(w_sel_q & {SLOTS{w_v_q}}), .data_i(addr), .data_o(evict_sector_o));
  assign evict_data_o = kept & {256{w_v_q}};

  // ---------------------------------------------------------------- acknowledgements, in order
  wire flight;
  wire [SLOT_W-1:0] first;
  wire [SLOTS-1:0] who;
  lp_mdcache_encode #(.WIDTH(SLOTS)) u_w (.bits_i(w_sel_q), .number_o(w_slot));
  // It has as many entries as there are slots, so it is never full.
  /* verilator lint_off PINCONNECTEMPTY */
  lp_fifo #(.WIDTH(SLOT_W), .DEPTH(SLOTS)) u_flight (
      .clk_i, .rst_ni, .s_valid_i(w_v_q & evict_ready_i), .s_ready_o(), .s_data_i(w_slot),
      .m_valid_o(flight), .m_ready_i(evicted_valid_i), .m_data_o(first));
  /* verilator lint_on PINCONNECTEMPTY */
  generate
    for (i = 0; i < SLOTS; i = i + 1) begin : g_who
      assign who[i] = evicted_valid_i & flight & (first == SLOT_W'(i));
    end
  endgenerate
  assign again = who & {SLOTS{evicted_err_i}} & keep_q & ~flushed;
  assign ends = who & ~again;
  assign refused_o = evicted_valid_i & flight & evicted_err_i;
  assign back_o = |(who & flushed) & evicted_err_i;
  lp_pick #(.WIDTH(AT_W), .WORDS(SLOTS)) u_at (.sel_i(who), .data_i(at), .data_o(back_at_o));
  assign stray_o = evicted_valid_i & ~flight;
endmodule

`default_nettype wire
