// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_buddy_write between an L2 that gives free entries and three ports that acknowledge their
/// requests, in any order and at any time. PART chooses what is checked:
/// 0: handshake rules of every output.
/// 1: an entry's device and buddy sectors are requested at most once and only while it is live; if
///    it is compressed, not before its state was acknowledged or reported as a miss. Its state is
///    requested once, and after that as poison if a memory refused a sector; then it is not answered
///    before poison is acknowledged, or owed by the cache, or states are lost. It is answered once,
///    with its id and the right code, when all its requests are acknowledged or, if faulty, its line
///    is in, and reported free in the cycle after. Stray acknowledgements are counted.
/// 2: no sector comes before its request, and once that is taken each waits only for its own ready;
///    nothing is left when nothing is in flight; a line's sectors come in their order, those for
///    device memory first.
/// 3: a write is answered and its entry reported free within SLOWEST cycles, if sectors come, all
///    is taken, one acknowledgement of each kind comes per cycle and no state is refused.
module fv_buddy_write #(
    parameter int PART = 0,
    parameter int ENTRIES = 2,
    parameter int SLOWEST = 32
) (
    input wire logic                       clk_i,
    input wire logic                       again_i,
    input wire logic                       s_valid_i,
    input wire logic [$clog2(ENTRIES)-1:0] s_entry_i,
    input wire logic                       s_id_i,
    input wire logic [1:0]                 s_fault_i,
    input wire logic                       s_compressed_i,
    input wire logic [2:0]                 s_target_i,
    input wire logic                       d_valid_i,
    input wire logic                       q_ready_i,
    input wire logic                       a_valid_i,
    input wire logic [$clog2(ENTRIES)-1:0] a_entry_i,
    input wire logic                       a_err_i,
    input wire logic                       miss_valid_i,
    input wire logic [$clog2(ENTRIES)-1:0] miss_entry_i,
    input wire logic                       dev_ready_i,
    input wire logic                       devd_ready_i,
    input wire logic                       devb_valid_i,
    input wire logic [$clog2(ENTRIES)-1:0] devb_entry_i,
    input wire logic                       devb_err_i,
    input wire logic                       bud_ready_i,
    input wire logic                       budd_ready_i,
    input wire logic                       budb_valid_i,
    input wire logic [$clog2(ENTRIES)-1:0] budb_entry_i,
    input wire logic                       budb_err_i,
    input wire logic                       m_ready_i
);
  localparam int EW = $clog2(ENTRIES);
  localparam int ADDR_W = 3;

  wire rst_n, s_ready, d_ready, q_valid, dev_valid, dev_eight, devd_valid, bud_valid, budd_valid;
  wire m_valid, done, a_ready, devb_ready, budb_ready, miss_ready, lost;
  wire [1:0] stray;
  wire [ADDR_W:0] q_addr;
  wire [3:0] q_state;
  wire [EW-1:0] q_entry, dev_entry, bud_entry, done_entry;
  wire [ADDR_W-1:0] dev_addr, bud_addr;
  wire [2:0] dev_sectors, bud_sectors, m_code;
  wire [255:0] devd_data, budd_data;
  wire [7:0] m_id;
  // A raw line's sectors carry their number.
  logic [1:0] idx_q = 2'd0;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_buddy_write #(.ENTRIES(ENTRIES), .ADDR_W(ADDR_W), .ELEM(PART == 3 ? 8 : 32)) u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_entry_i, .s_id_i({7'd0, s_id_i}),
      .s_fault_i, .s_compressed_i, .s_target_i, .s_codec_i('0), .s_dev_addr_i(3'd1),
      .s_spill_addr_i(3'd2), .s_meta_addr_i(4'd3), .d_valid_i, .d_ready_o(d_ready),
      .d_data_i({254'd0, idx_q}), .q_valid_o(q_valid), .q_ready_i, .q_addr_o(q_addr),
      .q_state_o(q_state), .q_entry_o(q_entry), .a_valid_i, .a_ready_o(a_ready), .a_entry_i,
      .a_err_i, .miss_valid_i, .miss_ready_o(miss_ready), .miss_entry_i, .lost_o(lost),
      .stray_o(stray), .dev_valid_o(dev_valid), .dev_ready_i, .dev_addr_o(dev_addr),
      .dev_sectors_o(dev_sectors), .dev_entry_o(dev_entry), .dev_eight_o(dev_eight),
      .devd_valid_o(devd_valid), .devd_ready_i, .devd_data_o(devd_data), .devb_valid_i,
      .devb_ready_o(devb_ready), .devb_entry_i, .devb_err_i, .bud_valid_o(bud_valid),
      .bud_ready_i, .bud_addr_o(bud_addr), .bud_sectors_o(bud_sectors), .bud_entry_o(bud_entry),
      .budd_valid_o(budd_valid), .budd_ready_i, .budd_data_o(budd_data), .budb_valid_i,
      .budb_ready_o(budb_ready), .budb_entry_i, .budb_err_i, .m_valid_o(m_valid), .m_ready_i,
      .m_id_o(m_id), .m_code_o(m_code), .done_o(done), .done_entry_o(done_entry));

  // ---------------------------------------------------------------- environment
  wire s_take = rst_n && s_valid_i && s_ready;
  wire q_take = rst_n && q_valid && q_ready_i;
  wire dev_take = rst_n && dev_valid && dev_ready_i;
  wire bud_take = rst_n && bud_valid && bud_ready_i;
  wire devd_take = rst_n && devd_valid && devd_ready_i;
  wire budd_take = rst_n && budd_valid && budd_ready_i;
  wire m_take = rst_n && m_valid && m_ready_i;
  // Entries in flight, and those whose write of each kind is not acknowledged.
  wire [ENTRIES-1:0] live, meta_due, owed, dev_due, bud_due;
  fv_held #(.N(ENTRIES)) u_live_held (
      .clk_i, .rst_ni(rst_n), .take_i(s_take), .take_number_i(s_entry_i), .give_i(done),
      .give_number_i(done_entry), .held_o(live));
  fv_held #(.N(ENTRIES)) u_meta_held (
      .clk_i, .rst_ni(rst_n), .take_i(q_take), .take_number_i(q_entry), .give_i(a_valid_i),
      .give_number_i(a_entry_i), .held_o(meta_due));
  fv_held #(.N(ENTRIES)) u_owed_held (
      .clk_i, .rst_ni(rst_n), .take_i(miss_valid_i), .take_number_i(miss_entry_i),
      .give_i(a_valid_i), .give_number_i(a_entry_i), .held_o(owed));
  fv_held #(.N(ENTRIES)) u_dev_held (
      .clk_i, .rst_ni(rst_n), .take_i(dev_take), .take_number_i(dev_entry), .give_i(devb_valid_i),
      .give_number_i(devb_entry_i), .held_o(dev_due));
  fv_held #(.N(ENTRIES)) u_bud_held (
      .clk_i, .rst_ni(rst_n), .take_i(bud_take), .take_number_i(bud_entry), .give_i(budb_valid_i),
      .give_number_i(budb_entry_i), .held_o(bud_due));
  always_ff @(posedge clk_i) begin
    if (!rst_n) idx_q <= 2'd0;
    else if (d_valid_i && d_ready) idx_q <= idx_q + 2'd1;
  end
  fv_stream #(.WIDTH(EW + 1 + 2 + 1 + 3), .ASSUME(1)) u_s (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({s_entry_i, s_id_i, s_fault_i, s_compressed_i, s_target_i}));
  fv_stream #(.ASSUME(1)) u_d (
      .clk_i, .rst_ni(rst_n), .valid_i(d_valid_i), .ready_i(d_ready), .data_i(1'b0));
  always_comb begin
    assume (!s_valid_i || !live[s_entry_i]);
    assume (s_target_i <= 3'd4);
    assume (!a_valid_i || meta_due[a_entry_i]);
    assume (!miss_valid_i || (meta_due[miss_entry_i] && !owed[miss_entry_i]
                              && !(a_valid_i && a_entry_i == miss_entry_i)));
    // Stray acknowledgements: only of entries not in flight.
    assume (!devb_valid_i || dev_due[devb_entry_i] || (PART == 1 && !live[devb_entry_i]));
    assume (!budb_valid_i || bud_due[budb_entry_i] || (PART == 1 && !live[budb_entry_i]));
  end

  generate
    if (PART == 0) begin : g_handshake
      fv_stream #(.WIDTH(ADDR_W + 1 + 4 + EW)) u_q (
          .clk_i, .rst_ni(rst_n), .valid_i(q_valid), .ready_i(q_ready_i),
          .data_i({q_addr, q_state, q_entry}));
      fv_stream #(.WIDTH(ADDR_W + 3 + EW + 1)) u_dev (
          .clk_i, .rst_ni(rst_n), .valid_i(dev_valid), .ready_i(dev_ready_i),
          .data_i({dev_addr, dev_sectors, dev_entry, dev_eight}));
      fv_stream #(.WIDTH(256)) u_devd (
          .clk_i, .rst_ni(rst_n), .valid_i(devd_valid), .ready_i(devd_ready_i),
          .data_i(devd_data));
      fv_stream #(.WIDTH(ADDR_W + 3 + EW)) u_bud (
          .clk_i, .rst_ni(rst_n), .valid_i(bud_valid), .ready_i(bud_ready_i),
          .data_i({bud_addr, bud_sectors, bud_entry}));
      fv_stream #(.WIDTH(256)) u_budd (
          .clk_i, .rst_ni(rst_n), .valid_i(budd_valid), .ready_i(budd_ready_i),
          .data_i(budd_data));
      fv_stream #(.WIDTH(8 + 3)) u_m (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i), .data_i({m_id, m_code}));

    end else if (PART == 1) begin : g_answers
      // Any one entry.
      (* anyconst *) logic [EW-1:0] n;
      logic had_q, had_dev, had_bud, err_q, id_q, compressed_q, taken_q = 1'b0;
      logic known_q, again_q, broken_q, safe_q;  // poison is requested; a sector is refused
      logic [1:0] stray_q = 2'd0;
      logic [1:0] fault_q;
      logic [7:0] m_id_q;
      logic [2:0] m_code_q;
      wire begins = s_take && s_entry_i == n;
      wire q_n = q_take && q_entry == n;
      wire dev_n = dev_take && dev_entry == n;
      wire bud_n = bud_take && bud_entry == n;
      wire done_n = rst_n && done && done_entry == n;
      wire a_n = a_valid_i && a_entry_i == n;
      wire breaks = (devb_valid_i && devb_entry_i == n && devb_err_i && dev_due[n])
                    || (budb_valid_i && budb_entry_i == n && budb_err_i && bud_due[n]);
      always_ff @(posedge clk_i) begin
        had_q <= !begins && (had_q || q_n);
        had_dev <= !begins && (had_dev || dev_n);
        had_bud <= !begins && (had_bud || bud_n);
        err_q <= !begins && (err_q || (a_n && a_err_i) || breaks);
        known_q <= !begins && (known_q || (a_n && !a_err_i)
                               || (miss_valid_i && miss_entry_i == n));
        again_q <= !begins && (again_q || (q_n && had_q));
        broken_q <= !begins && (broken_q || breaks);
        safe_q <= !begins && (a_n ? (a_err_i ? owed[n] || lost : again_q) : safe_q);
        stray_q <= {budb_valid_i && !bud_due[budb_entry_i],
                    devb_valid_i && !dev_due[devb_entry_i]} & {2{rst_n}};
        if (begins) {id_q, compressed_q, fault_q} <= {s_id_i, s_compressed_i, s_fault_i};
        taken_q <= rst_n && m_take;
        m_id_q <= m_id;
        m_code_q <= m_code;
      end
      // Lines still to come in, up to that of n.
      logic [3:0] pending_q = 4'd0, ahead_q = 4'd0;
      wire line = rst_n && d_valid_i && d_ready && idx_q == 2'd3;
      always_ff @(posedge clk_i) begin
        if (!rst_n) pending_q <= 4'd0;
        else pending_q <= pending_q + {3'd0, s_take} - {3'd0, line};
        if (begins) ahead_q <= pending_q + 4'd1 - {3'd0, line};
        else if (ahead_q != 4'd0) ahead_q <= ahead_q - {3'd0, line};
      end
      wire good = fault_q == 2'd0;
      wire told = known_q || !compressed_q;
      wire refused = had_q && broken_q && !meta_due[n] && !dev_due[n] && !bud_due[n];
      fv_assert u_q (.hold_i(!q_n || (live[n] && good && compressed_q
                                      && (q_state == 4'd15 ? refused : !had_q))));
      fv_assert u_dev (.hold_i(!dev_n || (live[n] && !had_dev && good && told)));
      fv_assert u_bud (.hold_i(!bud_n || (live[n] && !had_bud && good && compressed_q
                                          && told)));
      fv_assert u_safe (.hold_i(!done_n || !compressed_q || !broken_q || safe_q));
      fv_assert u_stray (.hold_i(!rst_n || stray == stray_q));
      fv_assert u_told (.hold_i(!rst_n || done == taken_q));
      fv_assert u_live (.hold_i(!done_n || (live[n] && !(meta_due[n] || dev_due[n]
                                                         || bud_due[n]))));
      fv_assert u_asked (.hold_i(!done_n || !good || (compressed_q ? had_q : had_dev)));
      fv_assert u_id (.hold_i(!done_n || m_id_q == {7'd0, id_q}));
      fv_assert u_code (.hold_i(!done_n || m_code_q == (err_q ? 3'd6 : {1'b0, fault_q})));
      fv_assert u_line (.hold_i(!done_n || good || ahead_q == 4'd0));
      fv_cover u_error (.seen_i(done_n && had_q && had_dev && had_bud && err_q));
      fv_cover u_poison (.seen_i(done_n && again_q));
      fv_cover u_owed (.seen_i(done_n && broken_q && !again_q && compressed_q));
      fv_cover u_faulty (.seen_i(done_n && !good));

    end else if (PART == 2) begin : g_sectors
      // Sectors requested and not given.
      logic [5:0] dev_over_q = 6'd0, bud_over_q = 6'd0;
      logic [1:0] due_q = 2'd0, bud_due_q = 2'd0;
      logic silent_q = 1'b0, bud_silent_q = 1'b0;
      wire silent = dev_over_q != 6'd0 && !devd_valid;
      wire bud_silent = bud_over_q != 6'd0 && !budd_valid;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          dev_over_q <= 6'd0;
          bud_over_q <= 6'd0;
          {silent_q, bud_silent_q} <= 2'd0;
        end else begin
          {silent_q, bud_silent_q} <= {silent, bud_silent};
          dev_over_q <= dev_over_q + {3'd0, dev_sectors & {3{dev_take}}} - {5'd0, devd_take};
          bud_over_q <= bud_over_q + {3'd0, bud_sectors & {3{bud_take}}} - {5'd0, budd_take};
        end
      end
      // Acknowledged sectors have been given.
      always_comb begin
        assume (!devb_valid_i || dev_over_q == 6'd0);
        assume (!budb_valid_i || bud_over_q == 6'd0);
      end
      // All pages have one target, which is free, so the first spilled sector is known. A memory's
      // next sector is the line's next one, or begins a line.
      (* anyconst *) logic [2:0] target;
      wire [1:0] spill = 2'd0 - target[1:0];
      always_comb assume (s_target_i == target);
      always_ff @(posedge clk_i) begin
        if (!rst_n) {due_q, bud_due_q} <= 4'd0;
        else begin
          if (devd_take) due_q <= devd_data[1:0] + 2'd1;
          if (budd_take) bud_due_q <= budd_data[1:0] + 2'd1;
        end
      end
      fv_assert u_order (.hold_i(!rst_n || !devd_valid || devd_data[1:0] == due_q
                                 || devd_data[1:0] == 2'd0));
      fv_assert u_spills (.hold_i(!rst_n || !budd_valid || budd_data[1:0] == bud_due_q
                                  || budd_data[1:0] == spill));
      fv_assert u_behind (.hold_i(!rst_n || !devd_valid || dev_over_q != 6'd0));
      fv_assert u_spills_behind (.hold_i(!rst_n || !budd_valid || bud_over_q != 6'd0));
      fv_assert u_flows (.hold_i(!rst_n || !silent || !silent_q));
      fv_assert u_spills_flow (.hold_i(!rst_n || !bud_silent || !bud_silent_q));
      fv_assert u_dev (.hold_i(!rst_n || live != '0 || dev_over_q == 6'd0));
      fv_assert u_bud (.hold_i(!rst_n || live != '0 || bud_over_q == 6'd0));
      fv_assert u_dev_n (.hold_i(!rst_n || !dev_valid || (dev_sectors != 3'd0
                                 && dev_sectors <= 3'd4)));
      fv_assert u_bud_n (.hold_i(!rst_n || !bud_valid || (bud_sectors != 3'd0
                                 && bud_sectors <= 3'd4)));
      fv_cover u_both (.seen_i(rst_n && dev_over_q != 6'd0 && bud_over_q != 6'd0));

    end else begin : g_moves
      (* anyconst *) logic [EW-1:0] n;
      logic [6:0] age_q = 7'd0;
      always_ff @(posedge clk_i) begin
        if (!rst_n || !live[n]) age_q <= 7'd0;
        else age_q <= age_q + 7'd1;
      end
      wire some_meta = meta_due != '0;
      wire some_dev = dev_due != '0;
      wire some_bud = bud_due != '0;
      always_comb begin
        assume (d_valid_i && q_ready_i && dev_ready_i && devd_ready_i && bud_ready_i);
        assume (budd_ready_i && m_ready_i && !a_err_i);
        assume (a_valid_i == some_meta && devb_valid_i == some_dev && budb_valid_i == some_bud);
      end
      fv_assert u_soon (.hold_i(age_q < 7'(SLOWEST)));
      fv_cover u_late (.seen_i(age_q >= 7'd12 && rst_n && done && done_entry == n));
    end
  endgenerate
endmodule

`default_nettype wire
