// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Encoder of memory entries by any codec, or by the best of all, chosen line by line: four 32-byte
/// sectors of a line in, its entry out, in the order of the lines.
///
/// G0..G3 gather a line. Meanwhile the elements that ZVC and XZVC would keep are counted, and the
/// extreme exponents found. The line then enters two pipelines: lp_ebd_core, which makes the
/// entries of EBD, ZVC and XZVC and raw ones, and lp_bpc_core, if BPC may store the line. BPC begins
/// a cycle before the core, with sectors on their way to G3, since it takes one cycle more. Both
/// know their entry's sectors before its first beat is due, so one of the two sends it and the other
/// none.
///
/// With quick, a line of BEST goes to BPC only if ZVC and XZVC need more than a sector by the
/// counts and the 31 differences of its words fit 23 bits.
///
/// All stages advance together unless a sector waits at the output. Every line has the same four
/// cycles for its beats, counted from its fourth sector, so beats of two lines never meet and the
/// input never stops while the output is taken.
///
/// Latency: 11 to 13 cycles from the first sector in to the first sector out; 11 except by BPC.
/// Interval: 4 cycles per line, whatever the data. Payload is zero while valid is low.
///
/// Combinational paths: m_ready -> s_ready.
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

  localparam logic HAS_Z = CODECS[lp_mixed_pkg::ZVC], HAS_X = CODECS[lp_mixed_pkg::XZVC];
  localparam logic HAS_BPC = CODECS[lp_mixed_pkg::BPC], HAS_EBD = CODECS[lp_mixed_pkg::EBD];
  localparam logic [7:0] THERE = {4'd0, CODECS[3:0]};
  // More sectors than any entry has.
  localparam logic [2:0] NEVER = 3'd5;
  genvar i;

  // All stages advance together.
  wire move;
  assign move = ~m_valid_o | m_ready_i;
  assign s_ready_o = move;

  // ---------------------------------------------------------------- input: the line's codec
  logic [1:0] in_idx_q, codec_q;
  logic best_q;
  wire in_first, take;
  assign in_first = (in_idx_q == 2'd0);
  assign take = s_valid_i & move;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) in_idx_q <= 2'd0;
    else if (take) in_idx_q <= in_idx_q + 2'd1;
    if (take & in_first) begin
      best_q <= ~THERE[s_codec_i];
      codec_q <= s_codec_i[1:0];
    end
  end

  // ---------------------------------------------------------------- G0..G3: gather a line
  // g0_q always holds the latest sector. A complete line leaves in four cycles, so there is always
  // room for a sector.
  logic [3:0] v_q;
  logic [255:0] g0_q, g1_q, g2_q, g3_q;
  logic [1:0] out_idx_q;
  wire out_first, out_go;
  wire en1, en2, en3;
  assign out_first = (out_idx_q == 2'd0);
  assign out_go = v_q[3] & (~out_first | (&v_q[2:0]));
  assign en3 = ~v_q[3] | out_go;
  assign en2 = ~v_q[2] | en3;
  assign en1 = ~v_q[1] | en2;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      v_q <= 4'b0;
      out_idx_q <= 2'd0;
    end else if (move) begin
      v_q[0] <= s_valid_i;
      if (en1) v_q[1] <= v_q[0];
      if (en2) v_q[2] <= v_q[1];
      if (en3) v_q[3] <= v_q[2];
      if (out_go) out_idx_q <= out_idx_q + 2'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (take) g0_q <= s_data_i;
    if (move & en1) g1_q <= g0_q;
    if (move & en2) g2_q <= g1_q;
    if (move & en3) g3_q <= g2_q;
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

  // ---------------------------------------------------------------- G3: codecs of the line
  wire filter, zvc, ebd;
  // Only BPC is spared.
  /* verilator lint_off UNUSEDSIGNAL */
  wire spare;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [2:0] sectors_zx;
  assign filter = best_q ? (sectors_x < sectors_z) : codec_q[1];
  assign sectors_zx = filter ? sectors_x : sectors_z;
  assign spare = quick_i & ~(fits & (|sectors_zx[2:1]));
  assign zvc = best_q | ~codec_q[0];
  assign ebd = HAS_EBD & (best_q | (&codec_q));

  // ---------------------------------------------------------------- EBD, ZVC, XZVC, raw lines
  wire core_valid, core_last, core_zvc, core_filter, lost;
  // BPC reads D4.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [255:0] d4;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [255:0] core_data;
  wire [2:0] core_sectors, bpc_sectors, told_sectors;
  wire [7:0] most, least;
  wire inf, told;
  // The core announces EBD's sectors, and none has 128 bytes.
  /* verilator lint_off UNUSEDSIGNAL */
  wire line;
  wire [7:0] core_size, line_size;
  wire [2:0] line_sectors;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_ebd_extremes u_extremes (
      .clk_i, .take_i(take), .first_i(in_first), .data_i(s_data_i), .most_o(most),
      .least_o(least), .inf_o(inf));
  lp_ebd_core u_core (
      .clk_i, .rst_ni, .move_i(move), .s_valid_i(out_go), .s_first_i(out_first),
      .s_line_i({g0_q, g1_q, g2_q, g3_q}), .s_most_i(most), .s_least_i(least), .s_inf_i(inf),
      .s_ebd_i(ebd), .s_zvc_i(zvc ? sectors_zx : NEVER), .s_filter_i(filter),
      .d4_o(d4), .x_valid_i(told), .x_sectors_i(told_sectors),
      .m_valid_o(core_valid), .m_data_o(core_data), .m_last_o(core_last), .m_size_o(core_size),
      .m_sectors_o(core_sectors), .m_zvc_o(core_zvc), .m_filter_o(core_filter), .m_lost_o(lost),
      .l_valid_o(line), .l_size_o(line_size), .l_sectors_o(line_sectors));

  // ---------------------------------------------------------------- BPC
  wire bpc_valid, bpc_last;
  wire [255:0] bpc_data;
  wire [9:0] bpc_size;
  generate
    if (HAS_BPC) begin : g_bpc
      // G3 and D4 are D0 and D1 of lp_bpc_core. With quick it is not known before a line's first
      // sector leaves G3 whether BPC is spared.
      logic to_bpc_q, told_q;
      logic [2:0] told_sectors_q;
      wire to_bpc, enters, enters_first, may, to_take, announced;
      assign enters = v_q[2] & en3;
      assign enters_first = ~v_q[3] | (&out_idx_q);
      assign may = best_q | (codec_q == 2'(lp_mixed_pkg::BPC));
      assign to_bpc = out_first ? may & ~(best_q & spare) : to_bpc_q;
      assign to_take = enters & (enters_first ? may : to_bpc);
      // The core reads the size a cycle later.
      wire [2:0] announced_sectors;
      always_ff @(posedge clk_i) begin
        if (move) begin
          to_bpc_q <= to_bpc;
          told_q <= announced;
          told_sectors_q <= announced_sectors;
        end
      end
      assign told = told_q;
      assign told_sectors = told_sectors_q;
      // A record has 768 bits at most; the size is needed with its beats.
      /* verilator lint_off UNUSEDSIGNAL */
      wire [10:0] size, line_bits;
      /* verilator lint_on UNUSEDSIGNAL */
      lp_bpc_core #(.RAW(0)) u_core (
          .clk_i, .rst_ni, .move_i(move), .s_take_i(to_take), .s_first_i(enters_first),
          .s_data_i(g2_q), .d0_valid_i(out_go & to_bpc), .d0_i(g3_q[255:224]), .d1_i(d4),
          .m_valid_o(bpc_valid), .m_data_o(bpc_data), .m_last_o(bpc_last), .m_size_o(size),
          .m_sectors_o(bpc_sectors), .l_valid_o(announced), .l_size_o(line_bits),
          .l_sectors_o(announced_sectors));
      assign bpc_size = size[9:0];
    end else begin : g_bpc
      assign {bpc_valid, bpc_last, told} = 3'b0;
      assign {bpc_data, bpc_size, bpc_sectors, told_sectors} = 272'd0;
    end
  endgenerate

  // ---------------------------------------------------------------- output
  // With lost, BPC sends the entry of the line whose beats leave.
  wire bpc, record;
  wire [9:0] size;
  assign bpc = bpc_valid & lost;
  assign m_valid_o = core_valid | bpc;
  assign m_last_o = core_last | (bpc & bpc_last);
  assign m_sectors_o = core_sectors | (bpc_sectors & {3{bpc}});
  assign record = ~m_sectors_o[2] & (m_sectors_o != 3'd0);
  assign size = {core_size[6:0], 3'd0} | (bpc_size & {10{bpc}});
  assign m_size_o = {m_sectors_o[2], size & {10{record}}};
  assign m_codec_o = {2{record}} & (bpc ? 2'(lp_mixed_pkg::BPC)
                                    : core_zvc ? {core_filter, 1'b0}
                                    : 2'(lp_mixed_pkg::EBD));
  assign m_data_o = core_data | (bpc_data & {256{bpc}});
endmodule

`default_nettype wire
