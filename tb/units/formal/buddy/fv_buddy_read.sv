// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_buddy_read between an L2 that gives free entries, a metadata cache and memories that answer
/// their requests, in any order and at any time, and decoders with free behaviour. Memories also
/// send sectors that no entry waits for. PART chooses what is checked:
/// 0: handshake rules of every output; zeros while nothing is offered.
/// 1: any one request fetches its state, device and spilled sectors once each, with the address and
///    count that its page and state give; it fetches its whole share before its state is known only
///    after a miss, when device memory is idle; its entry is freed once, when all has come.
///    Unrequested sectors are reported once each.
/// 2: it is answered once, in full, with its id and code, with the sectors of its own entry in
///    their order; its entry is free by then, or waits for sectors that it did not need.
/// 3: it is eventually answered if its environment answers immediately.
module fv_buddy_read #(
    parameter int PART = 0,
    parameter int LANES = 1,
    parameter int PARALLEL = 1,
    parameter int ENTRIES = 2,
    parameter int SLOWEST = 40
) (
    input wire logic                       clk_i,
    input wire logic                       again_i,
    input wire logic                       s_valid_i,
    input wire logic [$clog2(ENTRIES)-1:0] s_entry_i,
    input wire logic                       s_mine_i,
    input wire logic [1:0]                 s_fault_i,
    input wire logic                       s_compressed_i,
    input wire logic [2:0]                 s_target_i,
    input wire logic [2:0]                 s_dev_addr_i,
    input wire logic                       s_spill_addr_i,
    input wire logic                       s_meta_addr_i,
    input wire logic                       q_ready_i,
    input wire logic                       a_valid_i,
    input wire logic [$clog2(ENTRIES)-1:0] a_entry_i,
    input wire logic [3:0]                 a_state_i,
    input wire logic                       a_err_i,
    input wire logic                       miss_valid_i,
    input wire logic [$clog2(ENTRIES)-1:0] miss_entry_i,
    input wire logic                       dev_idle_i,
    input wire logic                       dev_ready_i,
    input wire logic                       devd_valid_i,
    input wire logic [$clog2(ENTRIES)-1:0] devd_entry_i,
    input wire logic                       devd_err_i,
    input wire logic                       bud_ready_i,
    input wire logic                       budd_valid_i,
    input wire logic [$clog2(ENTRIES)-1:0] budd_entry_i,
    input wire logic                       budd_err_i,
    input wire logic                       m_ready_i
);
  localparam int EW = $clog2(ENTRIES);
  localparam int ADDR_W = 6;
  localparam logic [2:0] BAD_STATE = 3'd4, CORRUPT = 3'd5, MEMORY_ERROR = 3'd6;
  localparam logic [3:0] POISON = 4'd15;

  wire rst_n, s_ready, q_valid, a_ready, miss_ready, dev_valid, devd_ready, bud_valid, budd_ready;
  wire m_valid, m_last;
  wire [ADDR_W:0] q_addr;
  wire [EW-1:0] q_entry, dev_entry, bud_entry;
  wire [ADDR_W-1:0] dev_addr, bud_addr;
  wire [2:0] dev_sectors, bud_sectors, m_code;
  wire [7:0] m_id;
  wire [256*LANES-1:0] m_data;
  wire [1:0] stray;
  wire [ENTRIES-1:0] free;
  wire [63:0] devd, budd;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_buddy_read #(
      .ENTRIES(ENTRIES), .ADDR_W(ADDR_W), .LANES(LANES), .PARALLEL(PARALLEL),
      .ELEM(PART == 3 ? 8 : 32)
  ) u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_entry_i,
      .s_id_i({7'd0, s_mine_i}), .s_fault_i, .s_compressed_i, .s_target_i, .s_codec_i('0),
      .s_dev_addr_i({s_dev_addr_i, 3'd0}), .s_spill_addr_i({s_spill_addr_i, 5'd0}),
      .s_meta_addr_i({6'd0, s_meta_addr_i}), .q_valid_o(q_valid), .q_ready_i, .q_addr_o(q_addr),
      .q_entry_o(q_entry), .a_valid_i, .a_ready_o(a_ready), .a_entry_i, .a_state_i, .a_err_i,
      .miss_valid_i, .miss_ready_o(miss_ready), .miss_entry_i, .dev_idle_i,
      .dev_valid_o(dev_valid), .dev_ready_i, .dev_addr_o(dev_addr), .dev_sectors_o(dev_sectors),
      .dev_entry_o(dev_entry),
      .devd_valid_i, .devd_ready_o(devd_ready), .devd_entry_i, .devd_data_i({4{devd}}),
      .devd_err_i, .bud_valid_o(bud_valid), .bud_ready_i, .bud_addr_o(bud_addr),
      .bud_sectors_o(bud_sectors), .bud_entry_o(bud_entry), .budd_valid_i,
      .budd_ready_o(budd_ready), .budd_entry_i, .budd_data_i({4{budd}}), .budd_err_i,
      .m_valid_o(m_valid), .m_ready_i, .m_id_o(m_id), .m_code_o(m_code), .m_data_o(m_data),
      .m_last_o(m_last), .stray_o(stray), .free_o(free));

  // ---------------------------------------------------------------- environment
  wire s_take = rst_n && s_valid_i && s_ready;
  wire q_take = rst_n && q_valid && q_ready_i;
  wire dev_take = rst_n && dev_valid && dev_ready_i;
  wire bud_take = rst_n && bud_valid && bud_ready_i;
  wire m_take = rst_n && m_valid && m_ready_i;
  function automatic logic [ENTRIES-1:0] only(input logic valid, input logic [EW-1:0] entry);
    only = {{ENTRIES - 1{1'b0}}, valid} << entry;
  endfunction
  // Live entries; those whose state was requested, those for which a fetch was reported.
  logic [ENTRIES-1:0] live_q = '0, asked_q = '0, told_q = '0, mine_q = '0;
  wire [ENTRIES*3-1:0] dev_left, bud_left;
  wire dev_owed, bud_owed;
  assign dev_owed = dev_left[3*devd_entry_i +: 3] != 3'd0;
  assign bud_owed = bud_left[3*budd_entry_i +: 3] != 3'd0;
  wire [ENTRIES*2-1:0] dev_number, bud_number;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      live_q <= '0;
      asked_q <= '0;
    end else begin
      live_q <= (live_q & ~free) | only(s_take, s_entry_i);
      asked_q <= (asked_q & ~only(a_valid_i, a_entry_i)) | only(q_take, q_entry);
    end
    told_q <= (told_q | only(miss_valid_i, miss_entry_i)) & ~only(s_take, s_entry_i);
    mine_q <= (mine_q & ~only(s_take, s_entry_i)) | only(s_take && s_mine_i, s_entry_i);
  end
  genvar e;
  generate
    for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry
      logic [2:0] dev_q = 3'd0, bud_q = 3'd0;
      logic [1:0] dev_at_q, bud_at_q;
      wire begins = s_take && s_entry_i == EW'(e);
      wire dev_comes = devd_valid_i && dev_owed && devd_entry_i == EW'(e);
      wire bud_comes = budd_valid_i && bud_owed && budd_entry_i == EW'(e);
      always_ff @(posedge clk_i) begin
        if (!rst_n) {dev_q, bud_q} <= 6'd0;
        else begin
          dev_q <= dev_q + (dev_sectors & {3{dev_take && dev_entry == EW'(e)}})
                   - {2'd0, dev_comes};
          bud_q <= bud_q + (bud_sectors & {3{bud_take && bud_entry == EW'(e)}})
                   - {2'd0, bud_comes};
        end
        dev_at_q <= begins ? 2'd0 : dev_at_q + {1'b0, dev_comes};
        bud_at_q <= begins ? 2'd0 : bud_at_q + {1'b0, bud_comes};
      end
      assign dev_left[3*e +: 3] = dev_q;
      assign bud_left[3*e +: 3] = bud_q;
      assign dev_number[2*e +: 2] = dev_at_q;
      assign bud_number[2*e +: 2] = bud_at_q;
    end
  endgenerate
  assign devd = {60'd0, mine_q[devd_entry_i], 1'b0, dev_number[2*devd_entry_i +: 2]};
  assign budd = {60'd0, mine_q[budd_entry_i], 1'b1, bud_number[2*budd_entry_i +: 2]};
  fv_stream #(.WIDTH(EW + 12), .ASSUME(1)) u_s (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({s_entry_i, s_mine_i, s_fault_i, s_compressed_i, s_target_i, s_dev_addr_i,
               s_spill_addr_i, s_meta_addr_i}));
  always_comb begin
    assume (!s_valid_i || !live_q[s_entry_i]);
    assume (s_target_i <= 3'd4);
    assume (!a_valid_i || asked_q[a_entry_i]);
    assume (!miss_valid_i || (asked_q[miss_entry_i] && !told_q[miss_entry_i]
                              && !(a_valid_i && a_entry_i == miss_entry_i)));
    // A sector that comes while its entry makes the request may be one of the requested sectors.
    assume (!devd_valid_i || dev_owed || !dev_valid || dev_entry != devd_entry_i);
    assume (!budd_valid_i || bud_owed || !bud_valid || bud_entry != budd_entry_i);
  end

  // ---------------------------------------------------------------- the watched request
  logic open_q = 1'b0, compressed_q;
  logic [EW-1:0] entry_q;
  logic [1:0] fault_q;
  logic [2:0] target_q;
  logic [4:0] addrs_q;
  wire begins = s_take && s_mine_i;
  wire ends = m_take && m_id[0] && m_last;
  always_ff @(posedge clk_i) begin
    if (!rst_n) open_q <= 1'b0;
    else open_q <= begins || (open_q && !ends);
    if (begins) begin
      {entry_q, fault_q, compressed_q, target_q} <=
          {s_entry_i, s_fault_i, s_compressed_i, s_target_i};
      addrs_q <= {s_dev_addr_i, s_spill_addr_i, s_meta_addr_i};
    end
  end
  // Its entry belongs to it until it is free.
  logic holds_q = 1'b0, known_q, missed_q, want_eight_q;
  always_comb assume (!s_valid_i || !s_mine_i || !(open_q || holds_q));
  logic [2:0] want_dev_q, want_spill_q, state_code_q;
  wire mine_a = a_valid_i && a_entry_i == entry_q && holds_q;
  wire mine_miss = miss_valid_i && miss_entry_i == entry_q && holds_q;
  wire plain = !s_compressed_i && s_fault_i == 2'd0;
  wire [2:0] split_dev, split_spill;
  wire split_eight, split_bad;
  lp_gbbr_split u_split (
      .state_i(a_state_i), .target_i(target_q), .dev_o(split_dev), .eight_o(split_eight),
      .spill_o(split_spill), .bad_o(split_bad));
  wire have = !a_err_i && !split_bad;
  always_ff @(posedge clk_i) begin
    if (!rst_n) holds_q <= 1'b0;
    else holds_q <= begins || (holds_q && !free[entry_q]);
    if (begins) begin
      {known_q, missed_q, want_eight_q} <= {!s_compressed_i || s_fault_i != 2'd0, 2'b00};
      want_dev_q <= plain ? 3'd4 : 3'd0;
      want_spill_q <= 3'd0;
      state_code_q <= {1'b0, s_fault_i};
    end
    if (mine_miss) missed_q <= 1'b1;
    if (mine_a) begin
      known_q <= 1'b1;
      want_eight_q <= have && split_eight;
      want_dev_q <= have ? split_dev | {2'd0, split_eight} : 3'd0;
      want_spill_q <= have ? split_spill : 3'd0;
      state_code_q <= a_err_i || a_state_i == POISON ? MEMORY_ERROR : split_bad ? BAD_STATE : 3'd0;
    end
  end

  generate
    if (PART == 0) begin : g_handshake
      fv_stream #(.WIDTH(ADDR_W + 1 + EW)) u_q (
          .clk_i, .rst_ni(rst_n), .valid_i(q_valid), .ready_i(q_ready_i),
          .data_i({q_addr, q_entry}));
      fv_stream #(.WIDTH(ADDR_W + 3 + EW)) u_dev (
          .clk_i, .rst_ni(rst_n), .valid_i(dev_valid), .ready_i(dev_ready_i),
          .data_i({dev_addr, dev_sectors, dev_entry}));
      fv_stream #(.WIDTH(ADDR_W + 3 + EW)) u_bud (
          .clk_i, .rst_ni(rst_n), .valid_i(bud_valid), .ready_i(bud_ready_i),
          .data_i({bud_addr, bud_sectors, bud_entry}));
      fv_stream #(.WIDTH(8 + 3 + 1 + 256 * LANES)) u_m (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_id, m_code, m_last, m_data}));
      fv_assert u_zero (.hold_i(!rst_n
          || ((q_valid || {q_addr, q_entry} == '0)
              && (dev_valid || {dev_addr, dev_sectors, dev_entry} == '0)
              && (bud_valid || {bud_addr, bud_sectors, bud_entry} == '0)
              && (m_valid || {m_id, m_code, m_last, m_data} == '0))));

    end else if (PART == 1) begin : g_asks
      logic had_q, had_dev, had_bud;
      wire q_mine = q_take && q_entry == entry_q && holds_q;
      wire dev_mine = dev_take && dev_entry == entry_q && holds_q;
      wire bud_mine = bud_take && bud_entry == entry_q && holds_q;
      wire [2:0] share = target_q[2] ? 3'd1 : 3'd4 - {1'b0, target_q[1:0]};
      // Chosen in the cycle before it is offered, from the state known then.
      logic shown_q, guessed_q, before_q, idle_q;
      wire shows = dev_valid && dev_entry == entry_q && holds_q && !shown_q;
      wire guessed = shows ? !before_q : guessed_q;
      wire [2:0] due = guessed ? share : want_dev_q;
      wire gone = holds_q && free[entry_q];
      always_ff @(posedge clk_i) begin
        had_q <= !begins && (had_q || q_mine);
        had_dev <= !begins && (had_dev || dev_mine);
        had_bud <= !begins && (had_bud || bud_mine);
        shown_q <= !begins && (shown_q || shows);
        guessed_q <= !begins && guessed;
        before_q <= known_q;
        idle_q <= dev_idle_i;
      end
      fv_assert u_q (.hold_i(!q_mine || (!had_q && compressed_q && fault_q == 2'd0
                                         && q_addr == {6'd0, addrs_q[0]})));
      fv_assert u_dev (.hold_i(!dev_mine || (!had_dev && dev_sectors == due && due != 3'd0
                               && dev_addr == {addrs_q[4], 5'd0})));
      fv_assert u_guess (.hold_i(!rst_n || !shows || before_q
                                 || (idle_q && missed_q && PARALLEL != 0)));
      fv_assert u_bud (.hold_i(!bud_mine || (!had_bud && bud_sectors == want_spill_q && known_q
                               && want_spill_q != 3'd0 && bud_addr == {addrs_q[1], 5'd0})));
      fv_assert u_live (.hold_i(!rst_n || (free & ~live_q) == '0));
      fv_assert u_all (.hold_i(!rst_n || !gone
                               || (known_q && had_dev == (due != 3'd0)
                                   && had_bud == (want_spill_q != 3'd0)
                                   && dev_left[3*entry_q +: 3] == 3'd0
                                   && bud_left[3*entry_q +: 3] == 3'd0)));
      fv_cover u_spill (.seen_i(gone && had_dev && had_bud));
      fv_cover u_early (.seen_i(gone && guessed && want_dev_q != due && had_dev));
      logic [1:0] stray_q;
      always_ff @(posedge clk_i) begin
        stray_q <= {rst_n && budd_valid_i && !bud_owed, rst_n && devd_valid_i && !dev_owed};
      end
      fv_assert u_stray (.hold_i(!rst_n || stray == stray_q));

    end else if (PART == 2) begin : g_answers
      // Errors of the received sectors that belong to the line.
      logic [3:0] dev_err_q;
      logic bud_err_q, bad_q;
      logic [1:0] beats_q;
      wire dev_mine = devd_valid_i && dev_owed && devd_entry_i == entry_q && holds_q;
      wire bud_mine = budd_valid_i && bud_owed && budd_entry_i == entry_q && holds_q;
      // Sectors of its own are still to come.
      wire needless = dev_left[3*entry_q +: 3] != 3'd0 || (dev_valid && dev_entry == entry_q);
      wire [3:0] needed = {want_dev_q == 3'd4, want_dev_q >= 3'd3, want_dev_q >= 3'd2,
                           want_dev_q != 3'd0};
      wire memory = (dev_err_q & needed) != 4'd0 || bud_err_q;
      wire [2:0] code = state_code_q != 3'd0 ? state_code_q : memory ? MEMORY_ERROR : 3'd0;
      wire mine = rst_n && m_valid && m_id[0];
      wire [7:0] made = m_data[7:0];
      wire [7:0] wanted = want_dev_q == 3'd0 && want_spill_q == 3'd0
                          ? 8'h40 : {2'b11, want_spill_q, want_dev_q};
      always_ff @(posedge clk_i) begin
        if (begins) begin
          dev_err_q <= 4'd0;
          bud_err_q <= 1'b0;
          beats_q <= 2'd0;
        end else begin
          if (dev_mine && devd_err_i) dev_err_q[dev_number[2*entry_q +: 2]] <= 1'b1;
          if (bud_mine && budd_err_i) bud_err_q <= 1'b1;
          if (m_take && m_id[0]) beats_q <= beats_q + 2'd1;
        end
      end
      fv_assert u_asked (.hold_i(!mine || (open_q && known_q && m_id == 8'd1)));
      fv_assert u_held (.hold_i(!mine || !holds_q || free[entry_q] || needless));
      fv_assert u_whole (.hold_i(!mine || m_last == (beats_q == 2'(4 / LANES - 1))));
      fv_assert u_code (.hold_i(!mine || m_code == (m_last ? code : 3'd0)
                                || (m_last && code == 3'd0 && m_code == CORRUPT)));
      fv_assert u_line (.hold_i(!mine || code != 3'd0 || made == wanted));
      fv_cover u_good (.seen_i(mine && m_last && m_code == 3'd0 && want_spill_q != 3'd0));
      fv_cover u_corrupt (.seen_i(mine && m_last && m_code == CORRUPT));
      fv_cover u_memory (.seen_i(mine && m_last && m_code == MEMORY_ERROR && known_q && memory));
      fv_cover u_soon (.seen_i(mine && holds_q && needless));

    end else begin : g_moves
      logic [6:0] age_q = 7'd0;
      always_ff @(posedge clk_i) begin
        if (!rst_n || begins || !open_q) age_q <= 7'd0;
        else age_q <= age_q + 7'd1;
      end
      wire some_dev, some_bud;
      assign some_dev = dev_left != '0;
      assign some_bud = bud_left != '0;
      always_comb begin
        assume (q_ready_i && dev_ready_i && bud_ready_i && m_ready_i);
        assume (a_valid_i == (asked_q != '0));
        assume (devd_valid_i == some_dev && budd_valid_i == some_bud);
        assume ((!devd_valid_i || dev_owed) && (!budd_valid_i || bud_owed));
      end
      fv_assert u_soon (.hold_i(age_q < 7'(SLOWEST)));
      fv_cover u_late (.seen_i(age_q >= 7'd16 && ends));
    end
  endgenerate
endmodule

`default_nettype wire
