// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// EBD-16 decoder, exponent base-delta for bfloat16: memory entries in, four 32-byte sectors of
/// each line out.
///
/// It decodes the entries of lp_ebd_enc, and any base and any escape that gives an exponent in
/// 0..255. A record that needs fewer or more sectors than the entry has, more than 16 elements in a
/// mask, an unused bit that is not 0, an exponent outside 0..255, a wrong number of beats for a raw
/// or zero line and an impossible sector count make the line bad: its fourth sector carries err,
/// the rest of the entry is dropped, and the next line is unaffected. The elements of a bad line
/// are 0 from the sector in which its record is known to exceed the entry or its head to be wrong,
/// and from the fourth if it ends early; otherwise they are undefined.
///
/// With ZVC it also decodes the entries of lp_xzvc_enc, ZVC-16 and XZVC-16, whose elements pass the
/// network of the payload; but all its entries are compressed ones then: sectors is not read, and
/// raw and zero lines need another path.
///
/// Latency: 5 cycles from the first sector in to the first sector out. Interval: 4 cycles per line,
/// whatever the data.
///
/// Stages, a sector each: A counts the escapes of the whole line and finds which of the 16
/// positions a mask's elements take; B picks their codes; C sets two networks, for the escapes
/// (nibbles) and the payload (bytes), and counts both; X moves the data through the networks; O
/// computes the exponents, or restores what XZVC has filtered. A line keeps its first beat in H while it is in A, the others in Q1 and
/// Q2. W has the 32 bytes from which X reads; N the escapes. For EBD the halves of W are loaded
/// alternately; for ZVC each of its 16 elements, as soon as it is used up. A raw line passes through
/// H, Q1, Q2 and W, with its sectors in A, B, C and X. If A waits for a beat in
/// the middle of a line, B and C wait with this line; everything else advances, and only the output
/// stalls it. Payload is zero while valid is low.
///
/// Source: docs/reference/format.md, EBD-16; the networks: cDMA (HPCA'18) section V-B.
///
/// Combinational paths: m_ready -> s_ready.
module lp_ebd_dec #(
    /// 1: entries of ZVC and XZVC too, and compressed ones only.
    parameter int ZVC = 0
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Beat in: valid.
    input  wire logic         s_valid_i,
    /// Beat in: ready.
    output wire logic         s_ready_o,
    /// Sector of the entry.
    input  wire logic [255:0] s_data_i,
    /// Last sector of the entry.
    input  wire logic         s_last_i,
    /// With the first sector, unless ZVC: 0 zero line (one beat), 1..3 compressed, 4 raw.
    input  wire logic [2:0]   s_sectors_i,
    /// With the first sector, if ZVC: the entry is of ZVC or XZVC.
    input  wire logic         s_zvc_i,
    /// With s_zvc_i: of XZVC.
    input  wire logic         s_filter_i,

    /// Sector out: valid.
    output wire logic         m_valid_o,
    /// Sector out: ready.
    input  wire logic         m_ready_i,
    /// Sector of the raw line.
    output wire logic [255:0] m_data_o,
    /// Fourth sector of the line.
    output wire logic         m_last_o,
    /// With the fourth sector: the line is bad.
    output wire logic         m_err_o
);
  generate
    if (ZVC < 0 || ZVC > 1) begin : g_check_zvc
      lp_bad_ZVC_not_0_or_1 u_bad ();
    end
  endgenerate

  localparam logic HAS_ZVC = (ZVC != 0);
  // Bits of an element in the network of the payload.
  localparam int WIDE = HAS_ZVC ? 16 : 8;
  localparam int LANES = lp_ebd_pkg::LANES, CODES = lp_ebd_pkg::CODES;
  localparam int MASK = lp_ebd_pkg::MASK, MASK_CODES = lp_ebd_pkg::MASK_CODES;
  localparam logic [2:0] ESCAPE = lp_ebd_pkg::ESCAPE, ESCAPE_CODE = lp_ebd_pkg::ESCAPE_CODE;
  localparam logic [6:0] FIRST = 7'(lp_ebd_pkg::ESCAPES / 4);
  localparam logic [6:0] FIRST_MASK = 7'(lp_ebd_pkg::MASK_ESCAPES / 4);
  // ZVC's mask takes this many elements.
  localparam logic [6:0] FIRST_ZVC = 7'd4;
  // Beats of a compressed entry.
  localparam logic [1:0] ONE = 2'd0, TWO = 2'd1, THREE = 2'd2;
  genvar g, i, j;

  // ---------------------------------------------------------------- control
  logic a_valid_q, a_ended_q, a_raw_q, a_plain_q, a_mask_q, a_err_q, a_zvc_q, a_filter_q;
  logic [1:0] a_beat_q;
  logic b_valid_q, c_valid_q, x_valid_q, o_valid_q;
  logic [1:0] b_beat_q, c_beat_q, x_beat_q, o_beat_q;
  wire go, a_end, a_need, a_wait, a_step, take, load, b_hold, c_hold, b_step, c_step;
  wire a_first, b_first, c_first, x_first;
  wire zero_in, raw_in, bad_in, zvc_in;
  assign go = ~o_valid_q | m_ready_i;
  assign a_first = (a_beat_q == 2'd0);
  assign b_first = (b_beat_q == 2'd0);
  assign c_first = (c_beat_q == 2'd0);
  assign x_first = (x_beat_q == 2'd0);
  assign a_end = (a_beat_q == 2'd3);
  // The beats of a raw line come with its sectors, those of a record one step later. A beat that
  // comes with the fourth sector is excess and is dropped.
  assign a_need = ~a_ended_q & (a_raw_q | ~a_first);
  assign a_wait = a_need & (a_end | ~s_valid_i);
  assign a_step = go & a_valid_q & ~a_wait;
  assign take = go & a_valid_q & a_need & s_valid_i;
  assign load = go & s_valid_i & (~a_valid_q | (a_end & a_ended_q));
  assign s_ready_o = go & (~a_valid_q | a_need | a_end);
  assign b_hold = a_valid_q & a_wait & ~a_first;
  assign c_hold = a_valid_q & a_wait & a_beat_q[1];
  assign b_step = go & b_valid_q & ~b_hold;
  assign c_step = go & c_valid_q & ~c_hold;
  assign zero_in = ~HAS_ZVC & (s_sectors_i == 3'd0);
  assign raw_in = ~HAS_ZVC & (s_sectors_i == 3'd4);
  assign bad_in = ~HAS_ZVC & s_sectors_i[2] & ~raw_in;
  assign zvc_in = HAS_ZVC & s_zvc_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      a_valid_q <= 1'b0;
      a_beat_q <= 2'd0;
      b_valid_q <= 1'b0;
      c_valid_q <= 1'b0;
      x_valid_q <= 1'b0;
      o_valid_q <= 1'b0;
    end else begin
      a_valid_q <= load | (a_valid_q & ~(a_step & a_end));
      if (a_step) a_beat_q <= a_beat_q + 2'd1;
      if (go & ~b_hold) b_valid_q <= a_step;
      if (go & ~c_hold) c_valid_q <= b_step;
      if (go) begin
        x_valid_q <= c_step;
        o_valid_q <= x_valid_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (load) begin
      a_ended_q <= s_last_i;
      a_raw_q <= raw_in;
      a_plain_q <= ~zero_in & ~raw_in & ~bad_in;
      a_mask_q <= s_last_i & ~zvc_in;
      a_zvc_q <= zvc_in;
      a_filter_q <= zvc_in & s_filter_i;
      a_err_q <= bad_in | (zero_in & ~s_last_i) | (raw_in & s_last_i);
    end else if (take) begin
      a_ended_q <= s_last_i;
      a_err_q <= a_err_q | (a_raw_q ? s_last_i ^ (a_beat_q == 2'd2) : a_end);
    end
    if (a_step) b_beat_q <= a_beat_q;
    if (b_step) c_beat_q <= b_beat_q;
    if (c_step) x_beat_q <= c_beat_q;
    if (go & x_valid_q) o_beat_q <= x_beat_q;
  end

  // ---------------------------------------------------------------- beats
  logic [255:0] h_q, q1_q, q2_q;
  logic b_raw_q;
  always_ff @(posedge clk_i) begin
    if (load | (take & a_raw_q)) h_q <= s_data_i;
    if (a_step & a_raw_q) q1_q <= h_q;
    else if (take & (a_beat_q == 2'd1)) q1_q <= s_data_i;
    if (b_step & b_raw_q) q2_q <= q1_q;
    else if (take & ~a_raw_q & ~a_end) q2_q <= s_data_i;
  end

  // The last nonzero byte of a beat.
  wire [31:0] some, above;
  wire [4:0] tail_in;
  logic [4:0] a_tail_q;
  generate
    for (i = 0; i < 32; i = i + 1) begin : g_some
      assign some[i] = |s_data_i[8*i +: 8];
      if (i < 31) assign above[i] = |some[31:i+1];
      else assign above[i] = 1'b0;
    end
    for (g = 0; g < 5; g = g + 1) begin : g_tail
      wire [31:0] hit;
      for (i = 0; i < 32; i = i + 1) begin : g_hit
        assign hit[i] = some[i] & ~above[i] & (((i >> g) & 1) != 0);
      end
      assign tail_in[g] = |hit;
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (load | take) a_tail_q <= tail_in;
  end

  // ---------------------------------------------------------------- A: escapes, places
  wire a_full, a_unused;
  wire [47:0] a_places, a_codes;
  wire [63:0] a_mask;
  wire [LANES-1:0] a_flag;
  wire [31:0] a_sw;
  wire [4:0] a_count;
  wire [19:0] a_escapes;
  logic [6:0] b_rank_q;
  wire [6:0] rank;
  assign a_full = h_q[lp_ebd_pkg::FULL];
  assign a_unused = a_first & a_plain_q & ~a_mask_q & ~a_zvc_q & (|h_q[lp_ebd_pkg::ESCAPES-1:
                                                            lp_ebd_pkg::UNUSED]);
  assign a_places = h_q[MASK_CODES +: 48];
  assign a_codes = a_beat_q[1] ? (a_beat_q[0] ? h_q[CODES+144 +: 48] : h_q[CODES+96 +: 48])
                               : (a_beat_q[0] ? h_q[CODES+48 +: 48] : h_q[CODES +: 48]);
  assign a_mask = a_zvc_q ? h_q[63:0] : h_q[MASK +: 64];
  assign a_flag = a_beat_q[1] ? (a_beat_q[0] ? a_mask[63:48] : a_mask[47:32])
                              : (a_beat_q[0] ? a_mask[31:16] : a_mask[15:0]);
  assign rank = b_rank_q & {7{~a_first}};
  lp_zvc_switch #(.LANES(LANES)) u_places (
      .flag_i(a_flag), .start_i(rank[3:0]), .sw_o(a_sw), .count_o(a_count));
  generate
    for (g = 0; g < 4; g = g + 1) begin : g_escapes
      wire [LANES-1:0] escape;
      for (i = 0; i < LANES; i = i + 1) begin : g_lane
        wire [2:0] code;
        assign code = h_q[CODES + 48*g + 3*i +: 3];
        if (g == 0) begin : g_or_place
          assign escape[i] = a_mask_q ? (a_places[3*i +: 3] == ESCAPE)
                                      : (&code[2:1]) & (code[0] == a_full);
        end else begin : g_code
          assign escape[i] = ~a_mask_q & (&code[2:1]) & (code[0] == a_full);
        end
      end
      lp_popcount #(.WIDTH(LANES)) u_count (
          .bits_i(escape), .count_o(a_escapes[5*g +: 5]));
    end
  endgenerate

  // ---------------------------------------------------------------- B: the codes of a sector
  // Values common to all sectors of a line come with the first.
  logic b_plain_q, b_mask_q, b_full_q, b_bad_q, b_zvc_q, b_filter_q;
  logic [47:0] b_codes_q;
  logic [LANES-1:0] b_flag_q;
  logic [31:0] b_sw_q;
  logic [19:0] b_escapes_q;
  always_ff @(posedge clk_i) begin
    if (a_step) begin
      b_bad_q <= a_err_q | a_unused;
      b_flag_q <= a_flag;
      b_sw_q <= a_sw;
      b_rank_q <= rank + {2'b0, a_count};
      if (~a_mask_q | a_first) b_codes_q <= a_mask_q ? a_places : a_codes;
    end
    if (a_step & a_first) begin
      b_raw_q <= a_raw_q;
      b_plain_q <= a_plain_q;
      b_mask_q <= a_mask_q;
      b_zvc_q <= a_zvc_q;
      b_filter_q <= a_filter_q;
      b_full_q <= a_full;
      b_escapes_q <= a_escapes;
    end
  end

  wire [47:0] picked, code;
  wire [LANES-1:0] stored, escape, places_left;
  lp_ebd_omega #(.W(3), .REVERSE(1)) u_codes (
      .data_i(b_codes_q), .sw_i(b_sw_q), .data_o(picked));
  assign code = b_mask_q ? picked : b_codes_q;
  generate
    for (j = 0; j < LANES; j = j + 1) begin : g_code
      wire [2:0] own;
      wire seven, six;
      assign own = code[3*j +: 3];
      assign seven = (own == ESCAPE);
      assign six = (own == ESCAPE_CODE);
      assign stored[j] = b_plain_q & ((b_mask_q | b_zvc_q) ? b_flag_q[j] : b_full_q | ~seven);
      assign escape[j] = stored[j] & ~b_zvc_q & ((b_mask_q | b_full_q) ? seven : six);
      assign places_left[j] = (|b_codes_q[3*j +: 3]) & (5'(j) >= {1'b0, b_rank_q[3:0]});
    end
  endgenerate

  // End of the escapes, start of the payload.
  wire [5:0] low_half, high_half;
  wire [6:0] m, payload;
  wire b_many, b_left, b_bad;
  lp_add #(.WIDTH(5)) u_low (
      .a_i(b_escapes_q[4:0]), .b_i(b_escapes_q[9:5]), .c_i(1'b0), .sum_o(low_half));
  lp_add #(.WIDTH(5)) u_high (
      .a_i(b_escapes_q[14:10]), .b_i(b_escapes_q[19:15]), .c_i(1'b0), .sum_o(high_half));
  lp_add #(.WIDTH(6)) u_m (.a_i(low_half), .b_i(high_half), .c_i(1'b0), .sum_o(m));
  lp_add #(.WIDTH(6)) u_payload (
      .a_i(m[6:1]), .b_i(b_mask_q ? FIRST_MASK[6:1] : FIRST[6:1] + 6'd1), .c_i(b_mask_q & m[0]),
      .sum_o(payload));
  assign b_many = b_first & b_plain_q & ~b_zvc_q & (m > 7'(lp_ebd_pkg::ESCAPES_MAX));
  assign b_left = (b_beat_q == 2'd3) & b_plain_q & b_mask_q
                & ((|b_rank_q[6:5]) | (b_rank_q[4] ? (|b_rank_q[3:0]) : (|places_left)));
  assign b_bad = b_bad_q | b_many | b_left;

  // ---------------------------------------------------------------- C: network settings
  // pos: byte of the record at which the sector's payload begins; moved: it is in another half of a
  // beat than that of the previous sector. escapes: the same for escapes, a nibble. For ZVC pos
  // counts elements of 16 bits, 16 of which are a beat.
  logic c_raw_q, c_plain_q, c_mask_q, c_bad_q, c_zvc_q, c_filter_q, moved_q;
  logic [1:0] beats_q;
  logic [47:0] c_code_q;
  logic [LANES-1:0] c_stored_q, c_escape_q;
  logic [6:0] pos_q, escapes_q;
  wire [31:0] pay_sw, esc_sw;
  wire [4:0] pay_count, esc_count, pay_lane;
  wire [6:0] pay_end, esc_end;
  lp_zvc_switch #(.LANES(LANES)) u_pay_switch (
      .flag_i(c_stored_q), .start_i(pos_q[3:0]), .sw_o(pay_sw), .count_o(pay_count));
  lp_zvc_switch #(.LANES(LANES)) u_esc_switch (
      .flag_i(c_escape_q), .start_i(escapes_q[3:0]), .sw_o(esc_sw), .count_o(esc_count));
  assign pay_lane = {1'b0, pos_q[3:0]} + pay_count;
  assign pay_end = {pos_q[6:4] + {2'b0, pay_lane[4]}, pay_lane[3:0]};
  assign esc_end = escapes_q + {2'b0, esc_count};

  always_ff @(posedge clk_i) begin
    // The number of beats is known when the second arrives.
    if (a_step & (a_beat_q == 2'd1)) beats_q <= a_ended_q ? ONE : s_last_i ? TWO : THREE;
    if (b_step) begin
      c_bad_q <= (c_bad_q & ~b_first) | b_bad;
      c_code_q <= code;
      c_stored_q <= stored;
      c_escape_q <= escape;
    end
    if (b_step & b_first) begin
      c_raw_q <= b_raw_q;
      c_plain_q <= b_plain_q;
      c_mask_q <= b_mask_q;
      c_zvc_q <= b_zvc_q;
      c_filter_q <= b_filter_q;
      pos_q <= b_zvc_q ? FIRST_ZVC : payload;
      escapes_q <= b_mask_q ? FIRST_MASK : FIRST;
      moved_q <= 1'b0;
    end else if (c_step) begin
      pos_q <= pay_end;
      escapes_q <= esc_end;
      moved_q <= pay_lane[4];
    end
  end

  // ---------------------------------------------------------------- W, N: data that X reads
  // EBD: the even and the odd half of the two that contain a sector's payload. H has the first beat
  // until the second sector has left C, and Q1 the second one until the third has; after that a
  // record of three beats reads from Q2. ZVC: the element at each lane's place from the sector's
  // first one on; those of the first beat stay until they are used up. No raw line takes Q1 then.
  logic [255:0] w_q;
  wire w_all, w_even, w_odd, from_q1, even_q1, odd_h, odd_q1, early;
  wire [LANES-1:0] pay_next;
  assign w_all = c_step & (c_raw_q | ~c_beat_q[1]);
  assign w_even = w_all | (c_step & moved_q & pos_q[4]);
  assign w_odd = w_all | (c_step & moved_q & ~pos_q[4]);
  assign from_q1 = ~c_raw_q & (beats_q == THREE);
  assign even_q1 = from_q1 & ~pos_q[6] & (pos_q[5:4] != 2'd3);
  assign odd_h = ~c_raw_q & (pos_q[6:5] == 2'd0);
  assign odd_q1 = from_q1 & (pos_q[6:5] == 2'd1);
  // A first sector of 16 elements whose last one is the first byte of the third beat, which is
  // arriving now.
  assign early = from_q1 & ~c_zvc_q & c_first & (pos_q[6:4] == 3'd3);
  generate
    for (j = 0; j < LANES; j = j + 1) begin : g_w
      localparam logic EVEN = (j < LANES / 2);
      wire of_first, of_second, from_h, from_1, w_load;
      wire [15:0] beat, in;
      // Lanes before the first one take the next half or beat.
      assign pay_next[j] = (5'(j) < {1'b0, pos_q[3:0]});
      assign of_first = (pos_q[6:4] == 3'd0) & ~pay_next[j];
      assign of_second = (pos_q[6:4] == {2'd0, ~pay_next[j]});
      assign from_h = c_zvc_q ? of_first : ~EVEN & odd_h;
      assign from_1 = c_zvc_q ? of_second : EVEN ? even_q1 : odd_q1;
      assign w_load = c_zvc_q ? c_step & (c_first | ~of_first) : EVEN ? w_even : w_odd;
      assign beat = from_h ? h_q[16*j +: 16] : from_1 ? q1_q[16*j +: 16] : q2_q[16*j +: 16];
      if (j == 0) assign in = {beat[15:8], early ? s_data_i[7:0] : beat[7:0]};
      else if (j == 7) assign in = {(~c_raw_q & c_mask_q) ? h_q[127:120] : beat[15:8], beat[7:0]};
      else assign in = beat;
      always_ff @(posedge clk_i) begin
        if (w_load) w_q[16*j +: 16] <= in;
      end
    end
  endgenerate

  // Escapes by 16: a mask's from bit 64 on, others from bit 192 on, 13 and up to 34 in the next
  // beat.
  logic [51:0] n0_q;
  logic [63:0] n1_q, n2_q;
  logic [7:0] n3_q;
  always_ff @(posedge clk_i) begin
    if (c_step & c_first) begin
      n0_q <= {c_mask_q ? h_q[127:120] : h_q[255:248], h_q[247:204]};
      n1_q <= c_mask_q ? h_q[191:128] : q1_q[63:0];
      n2_q <= q1_q[127:64];
      n3_q <= q1_q[135:128];
    end
  end

  // ---------------------------------------------------------------- X: the networks
  logic x_raw_q, x_plain_q, x_mask_q, x_bad_q, x_zvc_q, x_filter_q, x_odd_q;
  logic [1:0] x_beats_q;
  logic [4:0] x_tail_q, end_tail_q;
  logic [47:0] x_code_q;
  logic [LANES-1:0] x_stored_q, x_escape_q, x_pay_next_q, x_esc_next_q;
  logic [31:0] x_pay_sw_q, x_esc_sw_q;
  logic [6:0] x_pay_end_q, x_esc_end_q;
  logic [3:0] x_group_q;
  wire [LANES-1:0] esc_next;
  wire [3:0] group;
  generate
    for (j = 0; j < LANES; j = j + 1) begin : g_next
      // Lanes before the first one take the next 16 escapes.
      assign esc_next[j] = (5'(j) < {1'b0, escapes_q[3:0]});
    end
  endgenerate
  assign group[0] = c_mask_q ? ~escapes_q[5] : ~escapes_q[6];
  assign group[1] = c_mask_q ? escapes_q[5] : escapes_q[6] & (escapes_q[5:4] == 2'd0);
  assign group[2] = ~c_mask_q & escapes_q[6] & (escapes_q[5:4] == 2'd1);
  assign group[3] = ~c_mask_q & escapes_q[6] & escapes_q[5];
  always_ff @(posedge clk_i) begin
    if (a_step & a_end) end_tail_q <= a_tail_q;
    if (c_step) begin
      x_raw_q <= c_raw_q;
      x_plain_q <= c_plain_q;
      x_mask_q <= c_mask_q;
      x_zvc_q <= c_zvc_q;
      x_filter_q <= c_filter_q;
      x_bad_q <= c_bad_q;
      x_beats_q <= beats_q;
      x_tail_q <= end_tail_q;
      x_code_q <= c_code_q;
      x_stored_q <= c_stored_q;
      x_escape_q <= c_escape_q;
      x_odd_q <= pos_q[4];
      x_pay_next_q <= pay_next;
      x_esc_next_q <= esc_next;
      x_pay_sw_q <= pay_sw;
      x_esc_sw_q <= esc_sw;
      x_pay_end_q <= pay_end;
      x_esc_end_q <= esc_end;
      x_group_q <= group;
    end
  end

  wire [WIDE*LANES-1:0] pay_in, pay;
  wire [63:0] esc_in, esc;
  wire [63:0] n0, n3;
  assign n0 = {n0_q, 12'b0};
  assign n3 = {56'b0, n3_q};
  generate
    for (j = 0; j < LANES; j = j + 1) begin : g_read
      wire [3:0] of;
      assign of = x_esc_next_q[j] ? {x_group_q[2:0], 1'b0} : x_group_q;
      wire [7:0] byte_in;
      assign byte_in = (x_odd_q ^ x_pay_next_q[j]) ? w_q[128 + 8*j +: 8] : w_q[8*j +: 8];
      if (HAS_ZVC)
        assign pay_in[16*j +: 16] = {w_q[16*j + 8 +: 8], x_zvc_q ? w_q[16*j +: 8] : byte_in};
      else assign pay_in[8*j +: 8] = byte_in;
      assign esc_in[4*j +: 4] = (n0[4*j +: 4] & {4{of[0]}}) | (n1_q[4*j +: 4] & {4{of[1]}})
                              | (n2_q[4*j +: 4] & {4{of[2]}}) | (n3[4*j +: 4] & {4{of[3]}});
    end
  endgenerate
  lp_ebd_omega #(.W(WIDE), .REVERSE(1)) u_pay (
      .data_i(pay_in), .sw_i(x_pay_sw_q), .data_o(pay));
  lp_ebd_omega #(.W(4), .REVERSE(1)) u_esc (
      .data_i(esc_in), .sw_i(x_esc_sw_q), .data_o(esc));

  // Checks the record's length against the beats of the entry, and the bits after both lists, which
  // must be 0.
  wire over_1, over_2, over_3, over, short, unclean, odd_nibble, x_last, x_off;
  wire [7:0] x_end;
  wire [31:0] odd_some, odd_at;
  assign x_last = (x_beat_q == 2'd3);
  assign x_end = x_zvc_q ? {x_pay_end_q, 1'b0} : {1'b0, x_pay_end_q};
  assign over_1 = (|x_end[7:6]) | (x_end[5] & (|x_end[4:0]));
  assign over_2 = x_end[7] | (x_end[6] & (|x_end[5:0]));
  assign over_3 = x_end[7] | ((&x_end[6:5]) & (|x_end[4:0]));
  assign over = (x_beats_q == ONE) ? over_1 : (x_beats_q == TWO) ? over_2 : over_3;
  assign short = (x_beats_q == ONE) ? 1'b0 : (x_beats_q == TWO) ? ~over_1 : ~over_2;
  assign unclean = (|x_end[4:0]) & (x_tail_q >= x_end[4:0]);
  generate
    for (i = 0; i < 32; i = i + 1) begin : g_odd
      // Only one nibble can be unused between the escapes and the payload.
      localparam int GROUP = i / 8, LANE = 2 * (i % 8) + 1;
      if (GROUP == 0) assign odd_some[i] = |n0[4*LANE +: 4];
      else if (GROUP == 1) assign odd_some[i] = |n1_q[4*LANE +: 4];
      else if (GROUP == 2) assign odd_some[i] = |n2_q[4*LANE +: 4];
      else assign odd_some[i] = |n3[4*LANE +: 4];
      assign odd_at[i] = (x_esc_end_q[3:1] == 3'(i % 8))
                       & (x_mask_q ? (GROUP == (x_esc_end_q[5] ? 1 : 0))
                                   : (x_esc_end_q[6:4] == 3'(GROUP + 3)));
    end
  endgenerate
  assign odd_nibble = ~x_zvc_q & x_esc_end_q[0] & (|(odd_some & odd_at));
  assign x_off = x_bad_q | (x_plain_q & (over | (x_last & short)));

  // ---------------------------------------------------------------- O: the elements
  // raw: the element as it is, of a raw line or of ZVC.
  logic o_raw_q, o_err_q, o_range_q;
  // Nothing is restored without ZVC.
  /* verilator lint_off UNUSEDSIGNAL */
  logic o_filter_q;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [LANES-1:0] o_on_q;
  logic [127:0] o_pay_q;
  logic [127:0] o_rest_q;
  logic [7:0] base_q;
  logic [8:0] less_q;
  wire [127:0] rest;
  wire [LANES-1:0] outside;
  wire range;
  generate
    for (j = 0; j < LANES; j = j + 1) begin : g_rest
      wire [3:0] nibble;
      wire near, none;
      assign nibble = esc[4*j +: 4];
      // Nibbles 13 and 14 stand for -1 and -2, in two's complement 15 and 14: only bit 1 of 13
      // differs.
      assign near = x_escape_q[j] & (&nibble[3:2]) & (nibble[1] ^ nibble[0]);
      assign none = x_escape_q[j] & (&nibble);
      assign rest[8*j +: 8] =
          {1'b0, none, near, x_escape_q[j] & ~near,
           x_escape_q[j] ? {nibble[3:2], nibble[1] | near, nibble[0]}
                         : {1'b0, x_code_q[3*j +: 3]}};
    end
  endgenerate

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      o_on_q <= {LANES{1'b0}};
    end else if (go) begin
      o_on_q <= {LANES{x_valid_q}} & ({LANES{x_raw_q}} | (x_stored_q & {LANES{~x_off}}));
    end
    if (go & x_valid_q) begin
      o_raw_q <= x_raw_q | x_zvc_q;
      o_filter_q <= x_filter_q;
      o_err_q <= x_off | (x_last & x_plain_q & (unclean | odd_nibble));
    end
    if (go & x_valid_q & x_first) begin
      base_q <= h_q[7:0];
      less_q <= {1'b0, h_q[7:0]} - {6'd0, (x_mask_q | h_q[lp_ebd_pkg::FULL]) ? ESCAPE
                                                                             : ESCAPE_CODE};
    end
    if (go & o_valid_q) o_range_q <= range;
  end

  wire [255:0] same, values, restored;
  generate
    for (j = 0; j < LANES; j = j + 1) begin : g_lane
      wire [15:0] raw, value;
      if (HAS_ZVC) assign raw = pay[16*j +: 16];
      else assign raw = w_q[16*j +: 16];
      always_ff @(posedge clk_i) begin
        if (go & x_valid_q) begin
          o_pay_q[8*j +: 8] <= (x_raw_q | x_zvc_q) ? {raw[15], raw[6:0]} : pay[WIDE*j +: 8];
          o_rest_q[8*j +: 8] <= (x_raw_q | x_zvc_q) ? raw[14:7] : rest[8*j +: 8];
        end
      end
      lp_ebd_value u_value (
          .base_i(base_q), .less_i(less_q), .zero_i(o_rest_q[8*j + 6]), .d_i(o_rest_q[8*j + 5]),
          .escape_i(o_rest_q[8*j + 4]), .low_i(o_rest_q[8*j +: 4]), .payload_i(o_pay_q[8*j +: 8]),
          .data_o(value), .bad_o(outside[j]));
      assign same[16*j +: 16] = {16{o_on_q[j]}}
          & {o_pay_q[8*j + 7], o_rest_q[8*j +: 8], o_pay_q[8*j +: 7]};
      assign values[16*j +: 16] = {16{o_on_q[j]}} & value;
    end
    if (HAS_ZVC) begin : g_restore
      lp_zvc_restore u_restore (
          .clk_i, .take_i(go & o_valid_q), .first_i(o_beat_q == 2'd0),
          .on_i(o_valid_q & o_filter_q), .data_i(same), .data_o(restored));
    end else begin : g_restore
      assign restored = same;
    end
  endgenerate

  assign m_data_o = o_raw_q ? restored : values;
  assign range = (o_range_q & (o_beat_q != 2'd0)) | (~o_raw_q & (|(outside & o_on_q)));
  assign m_valid_o = o_valid_q;
  assign m_last_o = o_valid_q & (o_beat_q == 2'd3);
  assign m_err_o = m_last_o & (o_err_q | range);
endmodule

`default_nettype wire
