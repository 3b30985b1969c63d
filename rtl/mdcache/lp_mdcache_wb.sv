// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Write-backs on their way: takes dirty sectors off the data array's output, hands them on in
/// order, and keeps their addresses until they are acknowledged.
/// A sector shows on w two cycles after its push.
module lp_mdcache_wb #(
    /// Write-backs not yet acknowledged, a power of two, at least 2.
    parameter int SLOTS = 4,
    /// Bits of a sector's address.
    parameter int SECTOR_W = 35
) (
    /// Clock.
    input  wire logic                clk_i,
    /// Synchronous reset, active low: nothing is on its way.
    input  wire logic                rst_ni,

    /// There is room for one more.
    output wire logic                room_o,
    /// The data array may be read: nothing here waits for its output.
    output wire logic                ram_free_o,
    /// A dirty sector is read from the data array.
    input  wire logic                push_i,
    /// Its address; looked at every cycle.
    input  wire logic [SECTOR_W-1:0] addr_i,
    /// The data array's output, the cycle after.
    input  wire logic [255:0]        ram_data_i,
    /// Nothing is on its way.
    output wire logic                empty_o,

    /// A sector asked for.
    input  wire logic [SECTOR_W-1:0] look_i,
    /// It is on its way.
    output wire logic                busy_o,

    /// Sector to write: valid.
    output wire logic                w_valid_o,
    /// Sector to write: ready.
    input  wire logic                w_ready_i,
    /// Sector to write: address.
    output wire logic [SECTOR_W-1:0] w_sector_o,
    /// Sector to write: data.
    output wire logic [255:0]        w_data_o,
    /// The oldest of those written is acknowledged.
    input  wire logic                b_valid_i
);
  generate
    if (SLOTS < 2 || SLOTS > 16 || SLOTS != 1 << $clog2(SLOTS)) begin : g_check_slots
      lp_bad_SLOTS_not_a_power_of_two_2_to_16 u_bad ();
    end
    if (SECTOR_W < 1) begin : g_check_sector_w
      lp_bad_SECTOR_W_below_1 u_bad ();
    end
  endgenerate

  logic [SLOTS-1:0] busy_q;
  logic [SLOTS-1:0] wr_q, sent_q, rd_q;  // one-hot
  logic e_v_q, w_v_q;  // a sector is on the array's output, in w_data_q
  logic [255:0] w_data_q;

  wire [SLOTS-1:0] found;
  wire [SLOTS*SECTOR_W-1:0] addr;
  genvar i;
  generate
    for (i = 0; i < SLOTS; i = i + 1) begin : g_slot
      logic [SECTOR_W-1:0] addr_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) busy_q[i] <= 1'b0;
        else busy_q[i] <= (push_i & wr_q[i]) | (busy_q[i] & ~(b_valid_i & rd_q[i]));
      end
      always_ff @(posedge clk_i) begin
        if (~busy_q[i]) addr_q <= addr_i;
      end
      assign found[i] = busy_q[i] & (addr_q == look_i);
      assign addr[i*SECTOR_W +: SECTOR_W] = addr_q;
    end
  endgenerate
  assign busy_o = |found;
  assign room_o = ~(&busy_q);
  assign empty_o = ~(|busy_q);
  assign ram_free_o = ~(e_v_q & w_v_q);

  wire sent, move;
  assign sent = w_v_q & w_ready_i;
  assign move = e_v_q & (~w_v_q | w_ready_i);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      wr_q <= SLOTS'(1);
      sent_q <= SLOTS'(1);
      rd_q <= SLOTS'(1);
      e_v_q <= 1'b0;
      w_v_q <= 1'b0;
    end else begin
      if (push_i) wr_q <= {wr_q[SLOTS-2:0], wr_q[SLOTS-1]};
      if (sent) sent_q <= {sent_q[SLOTS-2:0], sent_q[SLOTS-1]};
      if (b_valid_i) rd_q <= {rd_q[SLOTS-2:0], rd_q[SLOTS-1]};
      e_v_q <= push_i | (e_v_q & ~move);
      w_v_q <= move | (w_v_q & ~sent);
    end
  end
  always_ff @(posedge clk_i) begin
    if (move) w_data_q <= ram_data_i;
  end

  assign w_valid_o = w_v_q;
  lp_pick #(.WIDTH(SECTOR_W), .WORDS(SLOTS)) u_sent (
      .sel_i(sent_q & {SLOTS{w_v_q}}), .data_i(addr), .data_o(w_sector_o));
  assign w_data_o = w_data_q & {256{w_v_q}};
endmodule

`default_nettype wire
