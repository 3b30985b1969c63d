// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_buddy_ask between entries that request or guess and a memory port that takes at any time. A
/// request is offered once for each turn, right after it, with the data given for its entry, which
/// may be any; each other entry overtakes a request at most once, so that it does not wait forever;
/// a guess has its turn only in an idle cycle in which no entry requests and none waits.
module fv_buddy_ask #(
    parameter int ENTRIES = 4
) (
    input wire logic                       clk_i,
    input wire logic                       again_i,
    input wire logic                       begin_i,
    input wire logic [$clog2(ENTRIES)-1:0] begin_entry_i,
    input wire logic [1:0]                 begin_data_i,
    input wire logic [ENTRIES-1:0]         want_i,
    input wire logic [ENTRIES-1:0]         guess_i,
    input wire logic                       idle_i,
    input wire logic [ENTRIES*2-1:0]       count_i,
    input wire logic                       m_ready_i
);
  localparam int EW = $clog2(ENTRIES);

  wire rst_n, m_valid;
  wire [ENTRIES-1:0] asked;
  wire [1:0] m_data, m_count;
  wire [EW-1:0] m_entry;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_buddy_ask #(.ENTRIES(ENTRIES), .WIDTH(2), .COUNT_W(2)) u_dut (
      .clk_i, .rst_ni(rst_n), .begin_i(begin_i && rst_n), .begin_entry_i, .begin_data_i, .want_i,
      .guess_i, .idle_i, .count_i, .asked_o(asked), .m_valid_o(m_valid), .m_ready_i,
      .m_data_o(m_data), .m_count_o(m_count), .m_entry_o(m_entry));

  // The entry that is checked: started and not yet requested; data given for it; whether it waits
  // at the port; turns of other entries since it requests.
  (* anyconst *) logic [EW-1:0] e;
  logic open_q = 1'b0, waits_q = 1'b0, wanted_q = 1'b0;
  logic [1:0] told_q, count_q;
  logic [EW-1:0] passed_q = '0;
  wire begins = rst_n && begin_i && begin_entry_i == e;
  wire turn = rst_n && asked[e];
  wire other = rst_n && asked != '0 && !asked[e];
  wire mine = m_valid && m_entry == e;
  always_ff @(posedge clk_i) begin
    if (!rst_n) {open_q, waits_q, wanted_q, passed_q} <= '0;
    else begin
      open_q <= begins || (open_q && !turn);
      waits_q <= turn || (waits_q && !m_ready_i);
      wanted_q <= want_i[e] && !turn;
      passed_q <= passed_q + {{EW - 1{1'b0}}, other};
      if (!want_i[e] || turn) passed_q <= '0;
    end
    if (begins) told_q <= begin_data_i;
    count_q <= count_i[2*e +: 2];
  end
  // An entry starts again only after its request was offered and taken, requests until its turn
  // comes, and keeps its size until it is taken.
  always_comb begin
    assume (!begins || !(open_q || waits_q));
    assume (open_q || !(want_i[e] || guess_i[e]));
    assume (!rst_n || !wanted_q || want_i[e]);
    assume (!waits_q || !mine_q || count_i[2*e +: 2] == count_q);
  end
  logic mine_q = 1'b0;
  always_ff @(posedge clk_i) mine_q <= rst_n && mine;

  fv_stream #(.WIDTH(2 + EW)) u_m (
      .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i), .data_i({m_data, m_entry}));
  fv_assert u_one (.hold_i((asked & (asked - 1'b1)) == '0));
  fv_assert u_from (.hold_i(!rst_n || (asked & ~(want_i | guess_i)) == '0));
  fv_assert u_guess (.hold_i(!rst_n || (asked & ~want_i) == '0
                             || (idle_i && !m_valid && want_i == '0)));
  fv_assert u_moves (.hold_i(!rst_n || asked != '0 || want_i == '0 || (m_valid && !m_ready_i)));
  fv_assert u_busy (.hold_i(!rst_n || asked == '0 || !m_valid || m_ready_i));
  fv_assert u_passed (.hold_i(!rst_n || !other || !want_i[e] || passed_q < EW'(ENTRIES - 1)));
  fv_assert u_offer (.hold_i(!rst_n || mine == waits_q));
  fv_assert u_data (.hold_i(!rst_n || !mine || (m_data == told_q
                                                && m_count == count_i[2*e +: 2])));
  fv_assert u_zero (.hold_i(!rst_n || m_valid || {m_data, m_count, m_entry} == '0));
  fv_cover u_last (.seen_i(turn && passed_q == EW'(ENTRIES - 1)));
  fv_cover u_guessed (.seen_i(turn && !want_i[e]));
endmodule

`default_nettype wire
