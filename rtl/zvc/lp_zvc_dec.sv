// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Zero-value decompression decoder: records in, four 32-byte sectors of each line out.
///
/// It decodes the output of lp_zvc_enc: memory entries (one record in whole sectors, raw or zero as
/// sectors says) and packed streams, chosen beat by beat.
///
/// A record that ends before its mask is satisfied, an entry that continues past its last element
/// or is not padded with zeros, and an impossible sector count make the line bad: its fourth sector
/// carries err, sectors that the record could not fill are zero, the rest of the entry or stream is
/// dropped, and the next line is unaffected.
///
/// Latency: 1 cycle from the beat with the mask in to the first sector out. Interval: 4 cycles per
/// line from memory entries, dense or sparse; a packed stream costs one cycle more if it ends
/// inside a beat, and is bound by its input, 33 words for a dense line at 8 words per cycle.
///
/// Stages: P0/P1 hold two beats, read as a ring of elements. S finds the sector's mask bits, sets
/// the network for them and counts the elements they take; X expands those elements directly from P
/// through the network. Two bypasses keep the interval when a line ends in the beat that the next
/// one waits for: S may read a mask that is still at the input, and X the first 32 bits there.
/// Payload is zero while valid is low.
///
/// Source: cDMA (HPCA'18) section V-B, figure 10(b).
///
/// Combinational paths: s_valid, s_mem, s_last, s_count, s_sectors, m_ready -> s_ready;
/// s_valid -> m_valid, m_last; s_valid, s_data, s_mem, s_last, s_count -> m_data;
/// s_valid, s_mem, s_last, s_count -> m_err, m_end.
module lp_zvc_dec #(
    /// Element width in bits: 8, 16 or 32.
    parameter int ELEM = 32
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Beat in: valid.
    input  wire logic         s_valid_i,
    /// Beat in: ready.
    output wire logic         s_ready_o,
    /// Up to 32 bytes of the entry or stream.
    input  wire logic [255:0] s_data_i,
    /// The beat belongs to a memory entry.
    input  wire logic         s_mem_i,
    /// Last beat of the entry or of the stream.
    input  wire logic         s_last_i,
    /// Elements in the last beat of a stream (elsewhere ignored).
    input  wire logic [5:0]   s_count_i,
    /// With all beats of an entry: 0 zero line, 1..3 compressed, 4 raw.
    input  wire logic [2:0]   s_sectors_i,

    /// Sector out: valid.
    output wire logic         m_valid_o,
    /// Sector out: ready.
    input  wire logic         m_ready_i,
    /// Sector of the raw line.
    output wire logic [255:0] m_data_o,
    /// Fourth sector of the line.
    output wire logic         m_last_o,
    /// With the fourth sector: the line is bad.
    output wire logic         m_err_o,
    /// With the fourth sector: no line of this entry or stream follows, since it ends with this
    /// line or the line is bad.
    output wire logic         m_end_o,

    /// The unit holds no beat and no line.
    output wire logic         idle_o
);
  generate
    if (ELEM != 8 && ELEM != 16 && ELEM != 32) begin : g_check_elem
      lp_bad_ELEM_none_of_8_16_32 u_bad ();
    end
  endgenerate

  localparam int LANES = 256 / ELEM;
  localparam int LL = $clog2(LANES);
  // The mask takes MASK lanes.
  localparam int MASK = 4 * LANES / ELEM;
  localparam logic [LL:0] BEAT = (LL+1)'(LANES);
  // Kind of the line, from its first beat.
  localparam logic [1:0] PACKED = 2'd0, ZERO = 2'd1, RAW = 2'd2, BAD = 2'd3;

  // ---------------------------------------------------------------- P0/P1: two beats
  // rd_q: number, modulo 4, of the oldest beat still needed; beat b is kept in P[b mod 2].
  logic [255:0] p0_q, p1_q;
  logic [1:0] full_q, last_q, mem_q;
  logic [LL:0] count0_q, count1_q;
  logic [1:0] kind0_q, kind1_q;
  logic [LANES-1:0] flag0_q, flag1_q;
  logic [1:0] rd_q;
  logic wr_q;

  wire accept;
  wire [1:0] freed, kind_in;
  wire [LL:0] count_in;
  assign s_ready_o = ~full_q[wr_q] | freed[wr_q];
  assign accept = s_valid_i & s_ready_o;
  assign count_in = (s_mem_i || !s_last_i || s_count_i > 6'(LANES)) ? BEAT : s_count_i[LL:0];
  assign kind_in = !s_mem_i ? PACKED : (s_sectors_i == 3'd0) ? ZERO : !s_sectors_i[2] ? PACKED
                 : (s_sectors_i == 3'd4) ? RAW : BAD;

  // Nonzero elements, which must not be padding; those of a zero line's beat are ignored.
  wire [LANES-1:0] flag_in;
  genvar f;
  generate
    for (f = 0; f < LANES; f = f + 1) begin : g_flag
      assign flag_in[f] = (kind_in != ZERO) & (|s_data_i[f*ELEM +: ELEM]);
    end
  endgenerate

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      full_q <= 2'b0;
      wr_q <= 1'b0;
    end else begin
      full_q[0] <= (full_q[0] & ~freed[0]) | (accept & ~wr_q);
      full_q[1] <= (full_q[1] & ~freed[1]) | (accept & wr_q);
      wr_q <= wr_q ^ accept;
    end
  end

  always_ff @(posedge clk_i) begin
    if (s_ready_o && !wr_q) begin
      p0_q <= s_data_i;
      last_q[0] <= s_last_i;
      mem_q[0] <= s_mem_i;
      count0_q <= count_in;
      kind0_q <= kind_in;
      flag0_q <= flag_in;
    end
    if (s_ready_o && wr_q) begin
      p1_q <= s_data_i;
      last_q[1] <= s_last_i;
      mem_q[1] <= s_mem_i;
      count1_q <= count_in;
      kind1_q <= kind_in;
      flag1_q <= flag_in;
    end
  end

  // ---------------------------------------------------------------- X: state
  // x_end: lane after the step's last element, counted from the beat in which the step begins.
  logic x_valid_q, x_near_q, x_far_q, x_none_q, x_mem_q;
  logic [1:0] x_idx_q;
  logic [LL*LANES/2-1:0] x_sw_q;
  logic [LANES-1:0] x_flag_q;
  logic [LL+1:0] x_end_q;
  logic bad_q, over_q, drop_q;

  // ---------------------------------------------------------------- S: mask bits and switches
  // pos_q: the next element that S has not given to X, {beat, lane}.
  logic [LL+1:0] pos_q;
  logic [1:0] idx_q;
  logic [3*LANES-1:0] rest_q;

  wire [1:0] ahead, filled;
  wire [LL-1:0] lane;
  wire loaded, peek, head, skip, split, torn, found;
  wire at_last, at_mem;
  wire [LL:0] at_count;
  wire [1:0] at_kind;
  assign lane = pos_q[LL-1:0];
  assign ahead = pos_q[LL+1:LL] - rd_q;
  assign filled = {&full_q, ^full_q};
  assign loaded = (ahead < filled);
  assign peek = (ahead == filled) & (lane == 0) & s_valid_i;
  assign head = (idx_q == 2'd0);

  wire at;
  assign at = pos_q[LL];
  assign at_last = loaded ? last_q[at] : s_last_i;
  assign at_mem = loaded ? mem_q[at] : s_mem_i;
  assign at_count = loaded ? (at ? count1_q : count0_q) : count_in;
  assign at_kind = loaded ? (at ? kind1_q : kind0_q) : kind_in;

  // The stream ended before this element: continue with the next beat.
  assign skip = head & at_last & (at_count <= {1'b0, lane});
  // The mask spans two beats, or the stream ends inside it.
  assign split = ({1'b0, lane} + (LL+1)'(MASK) > BEAT);
  assign torn = at_last & ({1'b0, lane} + (LL+1)'(MASK) > at_count);
  assign found = loaded ? (~split | torn | ((ahead == 2'd0) & (filled == 2'd2))) : peek;

  wire [4*LANES-1:0] ring_mask, mask;
  genvar b, w;
  generate
    if (MASK == 1) begin : g_ring
      wire [15:0] at_lane;
      for (w = 0; w < 16; w = w + 1) begin : g_lane
        assign at_lane[w] = (pos_q[3:0] == 4'(w));
      end
      for (b = 0; b < 32; b = b + 1) begin : g_bit
        wire [15:0] column;
        for (w = 0; w < 8; w = w + 1) begin : g_lane
          assign column[w] = p0_q[32*w + b];
          assign column[w+8] = p1_q[32*w + b];
        end
        assign ring_mask[b] = |(column & at_lane);
      end
    end else begin : g_ring
      wire [1023:0] ring;
      wire [9:0] offset;
      assign ring = {p1_q, p0_q, p1_q, p0_q};
      assign offset = {1'b0, pos_q[LL:0], {(8-LL){1'b0}}};
      assign ring_mask = ring[offset +: 4*LANES];
    end
  endgenerate
  assign mask = loaded ? ring_mask : s_data_i[4*LANES-1:0];

  wire spoiled, no_mask;
  assign spoiled = (at_kind == BAD) | torn;
  assign no_mask = head & ((at_kind == RAW) | spoiled);

  wire [4*LANES-1:0] bits;
  wire [LANES-1:0] flag;
  wire [LL+1:0] start;
  wire [LL:0] n;
  wire [LL*LANES/2-1:0] sw;
  wire [LL+1:0] x_end, pos_end, pos_next;
  wire mem;
  assign bits = (at_kind == RAW) ? {4*LANES{1'b1}} : (at_kind == PACKED) ? mask : {4*LANES{1'b0}};
  assign flag = head ? bits[LANES-1:0] : rest_q[LANES-1:0];
  assign start = (head & ~no_mask) ? pos_q + (LL+2)'(MASK) : pos_q;
  lp_zvc_switch #(.LANES(LANES)) u_switch (
      .flag_i(flag), .start_i(start[LL-1:0]), .sw_o(sw), .count_o(n));
  assign x_end = {2'b0, start[LL-1:0]} + {1'b0, n};
  assign pos_end = {start[LL+1:LL], {LL{1'b0}}} + x_end;
  // An entry ends with the sector of its last element.
  assign mem = head ? at_mem : x_mem_q;
  assign pos_next = (mem && idx_q == 2'd3 && pos_end[LL-1:0] != 0)
                  ? {pos_end[LL+1:LL] + 2'd1, {LL{1'b0}}} : pos_end;

  // ---------------------------------------------------------------- X: output
  wire cur, cur_last, far, near, far_last, over_end, wait_data, short, long, leave;
  wire [LL:0] cur_count, far_count;
  assign cur = rd_q[0];
  // The fields of a slot without a beat are unknown.
  assign cur_last = last_q[cur] & full_q[cur];
  assign cur_count = cur ? count1_q : count0_q;
  assign far = x_far_q;
  assign near = ~full_q[~cur] & x_near_q;
  assign far_last = near ? s_last_i : last_q[~cur];
  assign far_count = near ? count_in : cur ? count0_q : count1_q;

  assign over_end = over_q & ~x_none_q;
  assign wait_data = ~bad_q & ~over_end & (x_end_q != 0)
                   & (~full_q[cur] | (far & ~cur_last & ~full_q[~cur] & ~(near & s_valid_i)));
  assign short = ~bad_q & (over_end
               | (cur_last & (x_end_q > {1'b0, cur_count}))
               | (far & far_last & (x_end_q[LL-1:0] > far_count[LL-1:0]) & ~far_count[LL]));
  assign long = ~bad_q & (x_idx_q == 2'd3) & x_mem_q & ~over_q
              & ((x_end_q == 0) | ~(far ? far_last : cur_last));

  // Nothing remains after the step; if it has no elements in this beat, the previous one decides.
  wire ends;
  assign ends = (x_end_q == 0) ? over_q
              : far ? far_last & ({1'b0, x_end_q[LL-1:0]} == far_count)
              : cur_last & (x_end_q[LL:0] == cur_count);

  // Lanes that the step reaches in its first beat, and in the next.
  wire [LANES-1:0] reached, second;
  genvar d;
  generate
    for (d = 0; d < LANES; d = d + 1) begin : g_reach
      assign reached[d] = (x_end_q > (LL+2)'(d));
      assign second[d] = (x_end_q > (LL+2)'(LANES + d));
    end
  endgenerate

  // The lanes after an entry's last element are padding.
  wire soiled;
  assign soiled = (x_idx_q == 2'd3) & x_mem_q & reached[0]
                & ((((cur ^ far) ? flag1_q : flag0_q) & ~(far ? second : reached)) != 0);

  wire fault, x_free, x_stop;
  assign m_valid_o = x_valid_q & ~wait_data;
  assign leave = m_valid_o & m_ready_i;
  assign fault = bad_q | short;
  assign m_last_o = m_valid_o & (x_idx_q == 2'd3);
  assign m_err_o = m_last_o & (fault | long | soiled);
  assign m_end_o = m_last_o & (fault | x_mem_q | ends);
  assign x_free = ~x_valid_q | leave;
  assign idle_o = ~|{full_q, x_valid_q, drop_q, idx_q};
  assign x_stop = x_valid_q & (x_idx_q == 2'd3) & (fault | long);

  // ---------------------------------------------------------------- advance
  wire s_may, s_go;
  assign s_may = x_free & ~x_stop & ~drop_q;
  assign s_go = s_may & (~head | (found & ~skip));

  // Beats that S has passed are no longer needed once X's step has left, the mask's own beat too if
  // it ends with the mask. If a record is too short they are kept, since its end is unknown.
  wire [1:0] rd_next, step;
  wire drop, free, crosses;
  assign drop = drop_q & full_q[cur];
  assign free = x_free & ~drop_q & ~(x_valid_q & fault);
  assign crosses = head & found & ~skip & ~no_mask & ({1'b0, lane} + (LL+1)'(MASK) >= BEAT);
  assign step = drop ? 2'd1 : free ? ahead + {1'b0, crosses} : 2'd0;
  assign rd_next = rd_q + step;
  assign freed[0] = step[1] | (step[0] & ~cur);
  assign freed[1] = step[1] | (step[0] & cur);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      rd_q <= 2'd0;
      pos_q <= {LL+2{1'b0}};
      idx_q <= 2'd0;
      x_valid_q <= 1'b0;
      bad_q <= 1'b0;
      over_q <= 1'b0;
      drop_q <= 1'b0;
    end else begin
      rd_q <= rd_next;
      if (x_free) x_valid_q <= s_go;
      if (s_go) idx_q <= idx_q + 2'd1;

      if (s_go) pos_q <= pos_next;
      else if (s_may & skip & loaded) pos_q <= {pos_q[LL+1:LL] + 2'd1, {LL{1'b0}}};
      else if (drop | (leave & x_stop)) pos_q <= {rd_next, {LL{1'b0}}};

      if (s_go & head) bad_q <= spoiled;
      else if (leave) bad_q <= fault & (x_idx_q != 2'd3);

      // over: the last beat of the entry or stream has been passed and the line is not complete.
      if (s_go & head) over_q <= ~no_mask & (start[LL-1:0] == 0) & at_last;
      else if (leave) over_q <= (x_idx_q != 2'd3) & (over_q | ((freed & last_q) != 2'b0));

      if (leave & x_stop & ~over_q) drop_q <= 1'b1;
      else if (drop & cur_last) drop_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (x_free) begin
      x_idx_q <= idx_q;
      x_sw_q <= sw;
      x_flag_q <= flag;
      x_end_q <= x_end;
      x_far_q <= (x_end > {1'b0, BEAT});
      x_none_q <= (n == 0);
      x_near_q <= (x_end <= (LL+2)'(LANES + MASK)) & ~(mem & (idx_q == 2'd3));
      rest_q <= head ? bits[4*LANES-1:LANES] : {{LANES{1'b0}}, rest_q[3*LANES-1:LANES]};
      if (head) x_mem_q <= at_mem;
    end
  end

  // ---------------------------------------------------------------- X: the sector
  wire [255:0] aligned, expanded;
  lp_zvc_omega #(.LANES(LANES), .REVERSE(1)) u_omega (
      .data_i(aligned), .sw_i(x_sw_q), .data_o(expanded));
  genvar j;
  generate
    for (j = 0; j < LANES; j = j + 1) begin : g_lane
      // A step that reaches into the next beat finds that beat's elements in the low lanes.
      wire [ELEM-1:0] held;
      assign held = (cur ^ second[j]) ? p1_q[j*ELEM +: ELEM] : p0_q[j*ELEM +: ELEM];
      if (j < MASK)
        assign aligned[j*ELEM +: ELEM] = (second[j] & near) ? s_data_i[j*ELEM +: ELEM] : held;
      else assign aligned[j*ELEM +: ELEM] = held;
      assign m_data_o[j*ELEM +: ELEM] = {ELEM{x_flag_q[j] & m_valid_o & ~fault}}
                                      & expanded[j*ELEM +: ELEM];
    end
  endgenerate
endmodule

`default_nettype wire
