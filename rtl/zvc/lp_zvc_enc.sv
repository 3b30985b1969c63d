// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Zero-value compression encoder: four 32-byte sectors of a line in, its record out.
///
/// There are two output forms, chosen line by line. As a memory entry the record is padded to whole
/// sectors; a line whose record would exceed 96 bytes is stored raw; a zero line is a single beat
/// with sectors = 0. In a packed stream records follow each other without padding until the line
/// marked last.
///
/// Latency: 4 cycles from the first sector in to the first beat out for a line whose first sector
/// fills a beat; a sparser line leaves when the beat is full or the line ends (7 cycles at most
/// without stalls). Interval: 4 cycles per line for memory entries; a packed stream of
/// incompressible lines is bound by its own output, 33 words per line at 8 words per cycle.
///
/// Stages: D0..D2 delay the sectors until the line's mask is known; D3 is the head, where the
/// network compacts one sector per cycle; R holds elements that do not fill a beat yet. A beat
/// leaves with R in its low lanes, and above it the mask and the compacted elements directly from
/// the network. An lp_skid in front of the unit cuts the path from m_ready to s_ready. Payload is
/// zero while its valid is low.
///
/// Source: cDMA (HPCA'18) section V-B, figure 10(a).
///
/// Combinational paths: m_ready -> s_ready.
module lp_zvc_enc #(
    /// Element width in bits: 8, 16 or 32.
    parameter int ELEM = 32
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Sector in: valid.
    input  wire logic         s_valid_i,
    /// Sector in: ready.
    output wire logic         s_ready_o,
    /// Sector of a raw line, lowest address in the lowest byte.
    input  wire logic [255:0] s_data_i,
    /// With the fourth sector: the line is a memory entry (not while a stream is open).
    input  wire logic         s_mem_i,
    /// With the fourth sector: the packed stream ends with this line.
    input  wire logic         s_last_i,

    /// Beat out: valid.
    output wire logic         m_valid_o,
    /// Beat out: ready.
    input  wire logic         m_ready_i,
    /// Up to 32 bytes of the record or stream, zero past its end.
    output wire logic [255:0] m_data_o,
    /// The beat belongs to a memory entry.
    output wire logic         m_mem_o,
    /// Last beat of the entry or of the stream.
    output wire logic         m_last_o,
    /// Elements in this beat.
    output wire logic [5:0]   m_count_o,
    /// Elements in the entry's record, the mask included (also when it is stored raw).
    output wire logic [7:0]   m_size_o,
    /// Sectors of the entry: 0 zero line (one beat is still sent), 1..3, 4 raw.
    output wire logic [2:0]   m_sectors_o,

    /// One cycle per line, after its first sector has left D3: l_size_o and l_sectors_o are valid.
    output wire logic         l_valid_o,
    /// Elements in the line's record.
    output wire logic [7:0]   l_size_o,
    /// Sectors of the line, as a memory entry.
    output wire logic [2:0]   l_sectors_o
);
  generate
    if (ELEM != 8 && ELEM != 16 && ELEM != 32) begin : g_check_elem
      lp_bad_ELEM_none_of_8_16_32 u_bad ();
    end
  endgenerate

  localparam int LANES = 256 / ELEM;
  localparam int LL = $clog2(LANES);
  // The mask takes MASK lanes. R holds a beat and, if another beat must leave first, as many more
  // lanes as the mask takes.
  localparam int MASK = 4 * LANES / ELEM;
  localparam int FULL = LANES + MASK;
  localparam int RW = $clog2(FULL + 1);
  localparam logic [RW-1:0] BEAT = RW'(LANES);
  // A record of more than 96 bytes is stored raw.
  localparam int RAW_FROM = 3 * LANES - MASK + 1;

  // ---------------------------------------------------------------- D0..D3: sectors and flags
  logic [3:0] v_q;
  logic [255:0] d0_q, d1_q, d2_q, d3_q;
  logic [LANES-1:0] f0_q, f1_q, f2_q, f3_q;
  logic mem0_q, last0_q, open_q;
  logic [LL:0] n0_q;
  logic [1:0] in_idx_q;

  wire take;
  wire en0, en1, en2, en3;
  assign en3 = ~v_q[3] | take;
  assign en2 = ~v_q[2] | en3;
  assign en1 = ~v_q[1] | en2;
  assign en0 = ~v_q[0] | en1;
  assign s_ready_o = en0;

  wire [LANES-1:0] flag_in;
  wire [LL:0] n_in;
  genvar i;
  generate
    for (i = 0; i < LANES; i = i + 1) begin : g_flag
      assign flag_in[i] = |s_data_i[i*ELEM +: ELEM];
    end
  endgenerate
  lp_popcount #(.WIDTH(LANES)) u_count_in (.bits_i(flag_in), .count_o(n_in));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      v_q <= 4'b0;
      in_idx_q <= 2'd0;
    end else begin
      if (en0) v_q[0] <= s_valid_i;
      if (en1) v_q[1] <= v_q[0];
      if (en2) v_q[2] <= v_q[1];
      if (en3) v_q[3] <= v_q[2];
      if (en0 && s_valid_i) in_idx_q <= in_idx_q + 2'd1;
    end
  end

  // An open stream continues until its last line.
  wire mem_in;
  assign mem_in = s_mem_i & ~open_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (en0 && s_valid_i && in_idx_q == 2'd3) open_q <= ~mem_in & ~s_last_i;
  end

  always_ff @(posedge clk_i) begin
    if (en0) begin
      d0_q <= s_data_i;
      f0_q <= flag_in;
      n0_q <= n_in;
      mem0_q <= mem_in;
      last0_q <= s_last_i;
    end
    if (en1) begin
      d1_q <= d0_q;
      f1_q <= f0_q;
    end
    if (en2) begin
      d2_q <= d1_q;
      f2_q <= f1_q;
    end
    if (en3) begin
      d3_q <= d2_q;
      f3_q <= f2_q;
    end
  end

  // Flags of the line's sectors that have left D0: of the first three once the fourth is in D0.
  logic [LL+1:0] sum_q;
  always_ff @(posedge clk_i) begin
    if (en1 && v_q[0]) sum_q <= (in_idx_q == 2'd1) ? (LL+2)'(n0_q) : sum_q + (LL+2)'(n0_q);
  end

  // ---------------------------------------------------------------- line facts at the first sector
  logic [1:0] idx_q;
  logic mem_q, last_q, raw_q;
  wire first, raw, over, flush, insert;
  wire [LL+2:0] nonzero;
  wire [7:0] size;
  wire [2:0] sectors;
  assign first = (idx_q == 2'd0);
  assign nonzero = (LL+3)'(sum_q) + (LL+3)'(n0_q);
  assign over = (nonzero >= (LL+3)'(RAW_FROM));
  assign raw = first ? (mem0_q & over) : raw_q;
  assign insert = first & ~raw;
  assign flush = (idx_q == 2'd3) & (mem_q | last_q);
  assign size = 8'(nonzero) + 8'(MASK);
  assign sectors = (nonzero == 0) ? 3'd0 : over ? 3'd4
                 : (size <= 8'(LANES)) ? 3'd1 : (size <= 8'(2*LANES)) ? 3'd2 : 3'd3;

  // ---------------------------------------------------------------- switch bits, one stage early
  logic [LL-1:0] start_q;
  logic [LL*LANES/2-1:0] sw_q;
  logic [LL:0] n3_q;
  wire [1:0] next_idx;
  wire [LL-1:0] start;
  wire [LL*LANES/2-1:0] sw;
  wire [LL:0] n2;
  assign next_idx = idx_q + {1'b0, take};
  assign start = (next_idx == 2'd0) ? start_q + MASK[LL-1:0] : start_q;

  lp_zvc_switch #(.LANES(LANES)) u_switch (
      .flag_i(f2_q), .start_i(start), .sw_o(sw), .count_o(n2));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) start_q <= {LL{1'b0}};
    else if (en3 && v_q[2])
      start_q <= (next_idx == 2'd3 && (mem_q | last_q)) ? {LL{1'b0}} : start + n2[LL-1:0];
    if (en3) begin
      sw_q <= sw;
      n3_q <= n2;
    end
  end

  // ---------------------------------------------------------------- D3 to the beat and R
  logic [RW-1:0] r_q;
  logic closed_q;
  logic [255:0] r_data_q;
  logic [MASK*ELEM-1:0] over_data_q;

  wire [255:0] packed_data;
  lp_zvc_omega #(.LANES(LANES), .REVERSE(0)) u_omega (
      .data_i(d3_q), .sw_i(raw ? {LL*LANES/2{1'b0}} : sw_q), .data_o(packed_data));

  // `behind`: R's elements leave by themselves and the sector in D3 follows them, from lane `base`.
  // Otherwise the sector joins R's elements in this beat. s: start of the compacted elements, t:
  // their end. A full beat waits until more follows or the line ends, so that last is never late.
  wire go, can_take, behind, more, emit, step;
  wire [RW-1:0] base;
  wire [RW:0] s, t;
  wire [LL:0] n;
  assign go = v_q[3] & (~first | (&v_q[2:0]));
  assign behind = closed_q | (r_q >= BEAT);
  assign base = ~behind ? r_q : (r_q > BEAT) ? r_q - BEAT : {RW{1'b0}};
  assign can_take = go & ~((r_q > BEAT) & (closed_q | first));
  assign n = raw ? LANES[LL:0] : n3_q;
  assign s = (RW+1)'(base) + (insert ? MASK[RW:0] : {RW+1{1'b0}});
  assign t = s + (RW+1)'(n);
  assign more = insert | (n != 0);
  assign emit = behind ? closed_q | (r_q > BEAT) | (can_take & (more | flush))
                       : can_take & ((t > (RW+1)'(LANES)) | flush | raw);
  assign step = ~emit | m_ready_i;
  assign take = can_take & step;

  wire [RW-1:0] used;
  assign used = take ? t[RW-1:0] : base;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      idx_q <= 2'd0;
      r_q <= {RW{1'b0}};
      closed_q <= 1'b0;
    end else if (step) begin
      idx_q <= next_idx;
      if (behind & emit) begin
        r_q <= used;
        closed_q <= (closed_q & (r_q > BEAT)) | (take & flush & (t != 0));
      end else if (take & ~behind) begin
        r_q <= ~emit ? t[RW-1:0] : (t <= (RW+1)'(LANES)) ? {RW{1'b0}} : t[RW-1:0] - BEAT;
        closed_q <= flush & (t > (RW+1)'(LANES));
      end
    end
  end

  logic [7:0] size_q;
  logic [2:0] sectors_q;
  logic line_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) line_q <= 1'b0;
    else line_q <= take & first;
    if (take && first) begin
      mem_q <= mem0_q;
      last_q <= last0_q;
      raw_q <= raw;
      size_q <= size;
      sectors_q <= sectors;
    end
  end

  // The mask's lanes repeat every MASK lanes, rotated by its start.
  wire [4*LANES-1:0] mask, turned;
  assign mask = {f0_q, f1_q, f2_q, f3_q};
  generate
    if (MASK == 1) begin : g_mask
      assign turned = mask;
    end else begin : g_mask
      wire [$clog2(MASK)-1:0] turn;
      wire [8*LANES-1:0] twice;
      wire [$clog2(8*LANES)-1:0] from;
      assign turn = behind ? {$clog2(MASK){1'b0}} : r_q[$clog2(MASK)-1:0];
      assign twice = {mask, mask};
      assign from = {MASK[$clog2(MASK):0] - {1'b0, turn}, {$clog2(ELEM){1'b0}}};
      assign turned = twice[from +: 4*LANES];
    end
  endgenerate

  generate
    for (i = 0; i < LANES; i = i + 1) begin : g_lane
      wire held, masked;
      wire [ELEM-1:0] fresh, mask_lane, r_next;
      assign fresh = packed_data[i*ELEM +: ELEM];
      assign mask_lane = turned[(i % MASK)*ELEM +: ELEM];
      assign held = (r_q > RW'(i));
      assign masked = insert & (base <= RW'(i)) & (s > (RW+1)'(i));

      assign m_data_o[i*ELEM +: ELEM] =
          ({ELEM{emit & held}} & r_data_q[i*ELEM +: ELEM])
        | ({ELEM{emit & ~behind & masked}} & mask_lane)
        | ({ELEM{emit & ~behind & ~held & ~masked}} & fresh);

      if (i < MASK) begin : g_over
        // A mask that begins below the end of the beat may continue in R.
        wire wrapped;
        wire [ELEM-1:0] over_lane;
        assign wrapped = insert & (s > (RW+1)'(LANES + i));
        assign over_lane = over_data_q[i*ELEM +: ELEM];
        assign r_next = (behind & (base > RW'(i))) ? over_lane
                      : ((behind | ~emit) ? masked : wrapped) ? mask_lane : fresh;
        always_ff @(posedge clk_i) begin
          if (take) over_data_q[i*ELEM +: ELEM] <= fresh;
        end
      end else begin : g_over
        assign r_next = ((behind | ~emit) & masked) ? mask_lane : fresh;
      end

      always_ff @(posedge clk_i) begin
        if (behind ? (emit & step) : (take & (emit | ~held))) r_data_q[i*ELEM +: ELEM] <= r_next;
      end
    end
  endgenerate

  // ---------------------------------------------------------------- fields of the beat
  wire now;
  wire [RW:0] held_count;
  assign now = first & ~behind;
  assign held_count = behind ? (RW+1)'(r_q) : t;
  assign m_valid_o = emit;
  assign m_last_o = emit & (behind ? (closed_q ? (r_q <= BEAT) : (flush & (t == 0)))
                                   : flush & (t <= (RW+1)'(LANES)));
  assign m_count_o = ~emit ? 6'd0 : (held_count >= (RW+1)'(LANES)) ? LANES[5:0] : 6'(held_count);
  assign m_mem_o = emit & (now ? mem0_q : mem_q);
  assign m_size_o = ~emit ? 8'd0 : now ? size : size_q;
  assign m_sectors_o = ~emit ? 3'd0 : now ? sectors : sectors_q;
  assign l_valid_o = line_q;
  assign l_size_o = line_q ? size_q : 8'd0;
  assign l_sectors_o = line_q ? sectors_q : 3'd0;
endmodule

`default_nettype wire
