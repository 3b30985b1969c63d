// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Encoder of memory entries by any codec, or by the best of all, chosen line by line: four 32-byte
/// sectors of a line in, its entry out, in the order of the lines. A line of the codec BEST goes
/// through all units in parallel; the entry with the fewest sectors leaves while the beats of the
/// others are dropped. A line of one codec goes through that unit alone.
///
/// ZVC and XZVC share a unit: nonzero elements of the line and of the filtered line are counted as
/// it arrives, and the sectors wait in G0..G3 until both counts are known. EBD reads the gathered
/// line from there too; it gets no line of BEST that takes a sector by ZVC or XZVC.
///
/// With quick, BPC gets a line of BEST only if ZVC and XZVC need more than a sector by the counts
/// and the 31 differences of its words fit 23 bits. BPC then takes its sectors from G3, so that it
/// does not toggle while other lines pass.
///
/// Latency: 8 to 11 cycles from the first sector in to the first sector out; with quick up to 15;
/// more where lines of BEST wait for each other. Interval: 4 cycles per line whose codec is given;
/// of BEST 4 to 5, with quick up to 9, since units that are ready wait for BPC's size. Ready
/// depends on valid, since it is the ready of the codec's units. Payload is zero while valid is
/// low.
///
/// Combinational paths: quick, s_valid, s_codec, m_ready -> s_ready.
module lp_mixed_enc #(
    /// Bit n: the codec with number n is built (lp_mixed_pkg). At least two are.
    parameter int CODECS = 15
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Skip BPC for lines where it is unlikely to be selected. Constant outside reset.
    input  wire logic         quick_i,

    /// Sector in: valid.
    input  wire logic         s_valid_i,
    /// Sector in: ready.
    output wire logic         s_ready_o,
    /// Sector of a raw line, lowest address in the lowest byte.
    input  wire logic [255:0] s_data_i,
    /// With the first sector: the line's codec; a number of no built codec selects the best of all.
    input  wire logic [2:0]   s_codec_i,

    /// Sector out: valid.
    output wire logic         m_valid_o,
    /// Sector out: ready.
    input  wire logic         m_ready_i,
    /// Sector of the line's entry, zero past its end.
    output wire logic [255:0] m_data_o,
    /// Codec of the entry; 0 for a zero or raw line.
    output wire logic [1:0]   m_codec_o,
    /// The entry's last sector.
    output wire logic         m_last_o,
    /// Bits of the entry's record; 0 for a zero line, 1024 for a raw one.
    output wire logic [10:0]  m_size_o,
    /// Sectors of the entry: 0 zero line (one beat is still sent), 1..3, 4 raw.
    output wire logic [2:0]   m_sectors_o
);
  generate
    if (CODECS < 3 || CODECS > 15 || CODECS == 4 || CODECS == 8) begin : g_check_codecs
      lp_bad_CODECS_not_two_or_more_of_four u_bad ();
    end
  endgenerate

  localparam int UNITS = lp_mixed_pkg::UNITS;
  localparam int U_ZVC = lp_mixed_pkg::U_ZVC, U_BPC = lp_mixed_pkg::U_BPC;
  localparam int U_EBD = lp_mixed_pkg::U_EBD;
  localparam logic HAS_Z = CODECS[lp_mixed_pkg::ZVC], HAS_X = CODECS[lp_mixed_pkg::XZVC];
  localparam logic HAS_ZVC = HAS_Z | HAS_X;
  localparam logic HAS_BPC = CODECS[lp_mixed_pkg::BPC], HAS_EBD = CODECS[lp_mixed_pkg::EBD];
  localparam logic [UNITS-1:0] ALL = {HAS_EBD, HAS_BPC, HAS_ZVC};
  localparam logic [7:0] THERE = {4'd0, CODECS[3:0]};
  // More sectors than any entry has.
  localparam logic [2:0] NEVER = 3'd5;
  // Lines between G3 and the output; lines that EBD has announced.
  localparam int DEPTH = 5, EBD_DEPTH = 4;
  genvar i;

  // ---------------------------------------------------------------- input: units that receive the
  //                                                                 line
  logic [1:0] in_idx_q;
  logic [UNITS-1:0] set_q;
  logic best_q, x_q;
  wire in_first, take, g_ready, best, direct;
  wire [UNITS-1:0] set, unit_ready;
  assign in_first = (in_idx_q == 2'd0);
  assign best = ~THERE[s_codec_i];
  assign set = !in_first ? set_q : best ? ALL
             : (s_codec_i[1:0] == 2'(lp_mixed_pkg::BPC)) ? 3'b010
             : (s_codec_i[1:0] == 2'(lp_mixed_pkg::EBD)) ? 3'b100 : 3'b001;
  // Without a beat the codec is unknown, and so is whether BPC's ready applies.
  assign direct = set[U_BPC] & ~quick_i;
  assign take = s_valid_i & g_ready & (~direct | unit_ready[U_BPC]);
  assign s_ready_o = take;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) in_idx_q <= 2'd0;
    else if (take) in_idx_q <= in_idx_q + 2'd1;
    if (take & in_first) begin
      set_q <= set;
      best_q <= best;
      x_q <= s_codec_i[1];
    end
  end

  // ---------------------------------------------------------------- G0..G3: gather a line
  // g0_q always holds the latest sector.
  logic [3:0] v_q;
  logic [255:0] g0_q, g1_q, g2_q, g3_q;
  logic [1:0] out_idx_q;
  wire out_first, out_go, out_take;
  wire en0, en1, en2, en3;
  assign out_first = (out_idx_q == 2'd0);
  assign en3 = ~v_q[3] | out_take;
  assign en2 = ~v_q[2] | en3;
  assign en1 = ~v_q[1] | en2;
  assign en0 = ~v_q[0] | en1;
  assign g_ready = en0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      v_q <= 4'b0;
      out_idx_q <= 2'd0;
    end else begin
      if (en0) v_q[0] <= take;
      if (en1) v_q[1] <= v_q[0];
      if (en2) v_q[2] <= v_q[1];
      if (en3) v_q[3] <= v_q[2];
      if (out_take) out_idx_q <= out_idx_q + 2'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (take) g0_q <= s_data_i;
    if (en1) g1_q <= g0_q;
    if (en2) g2_q <= g1_q;
    if (en3) g3_q <= g2_q;
  end

  // ---------------------------------------------------------------- input: counts
  // Counts of the line whose sector is in G0, up to that sector.
  wire fits;
  wire [2:0] sectors_z, sectors_x;
  generate
    if (HAS_Z) begin : g_z
      wire [15:0] flag;
      wire [4:0] n;
      logic [6:0] nonzero_q;
      for (i = 0; i < 16; i = i + 1) begin : g_flag
        assign flag[i] = |s_data_i[16*i +: 16];
      end
      lp_popcount #(.WIDTH(16)) u_count (.bits_i(flag), .count_o(n));
      always_ff @(posedge clk_i) begin
        if (take) nonzero_q <= (nonzero_q & {7{~in_first}}) + {2'd0, n};
      end
      lp_mixed_count u_sectors (.nonzero_i(nonzero_q), .sectors_o(sectors_z));
    end else begin : g_z
      assign sectors_z = NEVER;
    end
    if (HAS_X) begin : g_x
      wire [255:0] filtered;
      wire [15:0] flag;
      wire [4:0] n;
      logic [6:0] nonzero_q;
      assign filtered = s_data_i ^ {s_data_i[191:0], g0_q[255:192] & {64{~in_first}}};
      for (i = 0; i < 16; i = i + 1) begin : g_flag
        assign flag[i] = |filtered[16*i +: 16];
      end
      lp_popcount #(.WIDTH(16)) u_count (.bits_i(flag), .count_o(n));
      always_ff @(posedge clk_i) begin
        if (take) nonzero_q <= (nonzero_q & {7{~in_first}}) + {2'd0, n};
      end
      lp_mixed_count u_sectors (.nonzero_i(nonzero_q), .sectors_o(sectors_x));
    end else begin : g_x
      assign sectors_x = NEVER;
    end
    if (HAS_BPC) begin : g_fits
      wire [287:0] words;
      wire [7:0] each;
      logic fits_q;
      assign words = {s_data_i, g0_q[255:224]};
      for (i = 0; i < 8; i = i + 1) begin : g_word
        lp_mixed_fits u_fits (
            .a_i(words[32*(i+1) +: 32]), .b_i(words[32*i +: 32]), .fits_o(each[i]));
      end
      always_ff @(posedge clk_i) begin
        if (take) fits_q <= (&each[7:1]) & (in_first | (each[0] & fits_q));
      end
      assign fits = fits_q;
    end else begin : g_fits
      assign fits = 1'b0;
    end
  endgenerate

  // ---------------------------------------------------------------- G3: units of the line
  // BPC takes its sectors as they arrive, or from here with quick.
  logic [UNITS-1:0] to_q;
  wire spare, filter, sure, room;
  wire [UNITS-1:0] asked, to, from_g3;
  wire [2:0] sectors_zx;
  assign spare = quick_i & best_q & (HAS_ZVC | HAS_EBD) & ~(fits & (|sectors_zx[2:1]));
  assign filter = best_q ? (sectors_x < sectors_z) : x_q;
  assign sectors_zx = filter ? sectors_x : sectors_z;
  assign sure = best_q & HAS_ZVC & ~|sectors_zx[2:1];
  // A line that ZVC would store raw can be stored raw by another unit.
  assign asked = set_q & {~sure, ~spare, 1'b1};
  assign to = !out_first ? to_q
            : {asked[U_EBD:U_BPC],
               asked[U_ZVC] & ~(best_q & sectors_zx[2] & (|asked[U_EBD:U_BPC]))};
  assign from_g3 = to & {1'b1, quick_i, 1'b1};
  // Sectors leave while all units that receive them have room.
  assign out_go = v_q[3] & (~out_first | ((&v_q[2:0]) & room));
  assign out_take = out_go & (&(~from_g3 | unit_ready));
  always_ff @(posedge clk_i) begin
    if (out_take) to_q <= to;
  end

  // Units that have the line, and its sectors by ZVC or XZVC.
  wire known, line_done;
  wire [UNITS-1:0] now_set;
  wire [2:0] now_zx;
  lp_fifo #(.WIDTH(UNITS + 3), .DEPTH(DEPTH)) u_lines (
      .clk_i, .rst_ni, .s_valid_i(out_take & out_first), .s_ready_o(room),
      .s_data_i({to, sectors_zx}), .m_valid_o(known), .m_ready_i(line_done),
      .m_data_o({now_set, now_zx}));

  // ---------------------------------------------------------------- the units
  wire [UNITS-1:0] unit_valid, unit_last, unit_go;
  wire [256*UNITS-1:0] unit_data;
  wire now_filter;
  wire [9:0] size_zvc, size_bpc, size_ebd;
  // EBD announces the sectors of its lines before their first beats.
  wire [2:0] sectors_bpc, sectors_ebd, sectors_zvc, out_ebd;
  wire told_ebd;
  generate
    if (HAS_ZVC) begin : g_zvc
      // A record of three sectors at most has 48 elements.
      /* verilator lint_off UNUSEDSIGNAL */
      wire [7:0] size;
      /* verilator lint_on UNUSEDSIGNAL */
      lp_xzvc_enc u_enc (
          .clk_i, .rst_ni, .s_valid_i(out_take & to[U_ZVC]), .s_ready_o(unit_ready[U_ZVC]),
          .s_data_i(g3_q), .s_filter_i(filter), .m_valid_o(unit_valid[U_ZVC]),
          .m_ready_i(unit_go[U_ZVC]), .m_data_o(unit_data[256*U_ZVC +: 256]),
          .m_filter_o(now_filter), .m_last_o(unit_last[U_ZVC]), .m_size_o(size),
          .m_sectors_o(sectors_zvc));
      assign size_zvc = {size[5:0], 4'd0};
    end else begin : g_zvc
      assign {unit_ready[U_ZVC], unit_valid[U_ZVC], unit_last[U_ZVC]} = 3'b0;
      assign {unit_data[256*U_ZVC +: 256], size_zvc, sectors_zvc, now_filter} = 270'd0;
    end

    if (HAS_BPC) begin : g_bpc
      /* verilator lint_off UNUSEDSIGNAL */
      wire [10:0] size;
      /* verilator lint_on UNUSEDSIGNAL */
      lp_bpc_enc u_enc (
          .clk_i, .rst_ni, .s_valid_i(quick_i ? out_take & to[U_BPC] : take & set[U_BPC]),
          .s_ready_o(unit_ready[U_BPC]), .s_data_i(quick_i ? g3_q : s_data_i),
          .m_valid_o(unit_valid[U_BPC]), .m_ready_i(unit_go[U_BPC]),
          .m_data_o(unit_data[256*U_BPC +: 256]), .m_last_o(unit_last[U_BPC]),
          .m_size_o(size), .m_sectors_o(sectors_bpc));
      assign size_bpc = size[9:0];
    end else begin : g_bpc
      assign {unit_ready[U_BPC], unit_valid[U_BPC], unit_last[U_BPC]} = 3'b0;
      assign {unit_data[256*U_BPC +: 256], size_bpc, sectors_bpc} = 269'd0;
    end

    if (HAS_EBD) begin : g_ebd
      /* verilator lint_off UNUSEDSIGNAL */
      wire [7:0] size, line_size;
      // There is a place for each line in the unit.
      wire place;
      /* verilator lint_on UNUSEDSIGNAL */
      wire [7:0] most, least;
      wire inf, line;
      wire [2:0] line_sectors;
      lp_ebd_extremes u_extremes (
          .clk_i, .take_i(take), .first_i(in_first), .data_i(s_data_i), .most_o(most),
          .least_o(least), .inf_o(inf));
      lp_ebd_core u_enc (
          .clk_i, .rst_ni, .s_valid_i(out_take & to[U_EBD]), .s_ready_o(unit_ready[U_EBD]),
          .s_first_i(out_first), .s_line_i({g0_q, g1_q, g2_q, g3_q}), .s_most_i(most),
          .s_least_i(least), .s_inf_i(inf), .m_valid_o(unit_valid[U_EBD]),
          .m_ready_i(unit_go[U_EBD]), .m_data_o(unit_data[256*U_EBD +: 256]),
          .m_last_o(unit_last[U_EBD]), .m_size_o(size), .m_sectors_o(out_ebd),
          .l_valid_o(line), .l_size_o(line_size), .l_sectors_o(line_sectors));
      lp_fifo #(.WIDTH(3), .DEPTH(EBD_DEPTH)) u_sectors (
          .clk_i, .rst_ni, .s_valid_i(line), .s_ready_o(place), .s_data_i(line_sectors),
          .m_valid_o(told_ebd), .m_ready_i(line_done & now_set[U_EBD]),
          .m_data_o(sectors_ebd));
      assign size_ebd = {size[6:0], 3'd0};
    end else begin : g_ebd
      assign {unit_ready[U_EBD], unit_valid[U_EBD], unit_last[U_EBD], told_ebd} = 4'b0;
      assign {unit_data[256*U_EBD +: 256], size_ebd, sectors_ebd, out_ebd} = 272'd0;
    end
  endgenerate

  // ---------------------------------------------------------------- choice
  // A line is decided once its sizes are known; BPC's come with its first beat, when its earlier
  // lines have left. For each unit, in the order of its lines: whether it was selected. A unit
  // drops the entries with which it was not, whatever the others do.
  wire one, sized, decide;
  wire [UNITS-1:0] choice, win, mine, fated, fate_room, unit_idle;
  wire turn_room;
  wire [UNITS-1:0] turn;
  wire leaves;
  lp_mixed_choose u_choose (
      .set_i(now_set), .zvc_i(now_zx), .bpc_i(sectors_bpc), .ebd_i(sectors_ebd), .win_o(choice));
  assign one = now_set[U_ZVC] & ~|now_zx[2:1];
  assign sized = ~(now_set[U_BPC] & ~(unit_valid[U_BPC] & unit_idle[U_BPC]))
               & ~(now_set[U_EBD] & ~told_ebd);
  assign win = one ? 3'b001 : choice;
  assign decide = known & (one | sized) & turn_room & (&fate_room);
  assign line_done = decide;
  generate
    for (i = 0; i < UNITS; i = i + 1) begin : g_fate
      lp_mixed_next #(.WIDTH(1)) u_fate (
          .clk_i, .rst_ni, .s_valid_i(decide & now_set[i]), .s_ready_o(fate_room[i]),
          .s_data_i(win[i]), .idle_o(unit_idle[i]), .m_valid_o(fated[i]),
          .m_ready_i(unit_go[i] & unit_valid[i] & unit_last[i]), .m_data_o(mine[i]));
    end
  endgenerate

  // Units that were selected for the lines that have not left, in the order of the lines.
  /* verilator lint_off UNUSEDSIGNAL */
  wire turn_idle, turn_valid;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [UNITS-1:0] now, next;
  lp_mixed_next #(.WIDTH(UNITS)) u_turn (
      .clk_i, .rst_ni, .s_valid_i(decide), .s_ready_o(turn_room), .s_data_i(win),
      .idle_o(turn_idle), .m_valid_o(turn_valid), .m_ready_i(leaves), .m_data_o(next));
  assign turn = next & {UNITS{turn_valid}};
  assign now = turn & fated & mine;
  assign unit_go = fated & (~mine | (turn & {UNITS{m_ready_i}}));

  // ---------------------------------------------------------------- output
  wire [UNITS-1:0] out;
  wire record;
  wire [9:0] size;
  assign out = now & unit_valid;
  assign m_valid_o = |out;
  assign m_last_o = |(out & unit_last);
  assign leaves = m_valid_o & m_ready_i & m_last_o;
  assign m_sectors_o = (sectors_zvc & {3{out[U_ZVC]}}) | (sectors_bpc & {3{out[U_BPC]}})
                     | (out_ebd & {3{out[U_EBD]}});
  assign record = ~m_sectors_o[2] & (m_sectors_o != 3'd0);
  assign size = (size_zvc & {10{out[U_ZVC]}}) | (size_bpc & {10{out[U_BPC]}})
              | (size_ebd & {10{out[U_EBD]}});
  assign m_size_o = {m_sectors_o[2], size & {10{record}}};
  assign m_codec_o = {out[U_EBD] | (out[U_ZVC] & now_filter), out[U_EBD] | out[U_BPC]}
                   & {2{record}};
  assign m_data_o = (unit_data[0 +: 256] & {256{out[0]}}) | (unit_data[256 +: 256] & {256{out[1]}})
                  | (unit_data[512 +: 256] & {256{out[2]}});
endmodule

`default_nettype wire
