// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// BPC records of a group (format.md, section 5; DMA profile, section 11), packed byte by byte into
/// flits, become memory entries for lp_bpc_dec, with a tag for each line: whether the group ends
/// with it, and the byte in which its stream must end.
///
/// Each record gives one entry: a zero line, 1 to 3 sectors padded with zeros, or 4 raw ones. A
/// record cut off by the end of the group, and one announced as 97 to 254, give a zero line whose
/// tag is bad and the last of the group; bytes after an impossible announcement are dropped.
///
/// Latency: 2 cycles from a flit in to its first sector out. Interval: 1 sector per cycle, and 1
/// cycle for a zero line; the flit after the first must be available unless the first is the last.
///
/// Stages: the window is h and the flit at the input; r holds the sector at the output.
///
/// Combinational paths: s_valid, s_last, s_bytes, b_ready -> s_ready.
module lp_cdma_records (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Flit in: valid.
    input  wire logic         s_valid_i,
    /// Flit in: ready.
    output wire logic         s_ready_o,
    /// Up to 32 bytes of a group.
    input  wire logic [255:0] s_data_i,
    /// Last flit of the group.
    input  wire logic         s_last_i,
    /// With the last flit: its bytes, modulo 32.
    input  wire logic [4:0]   s_bytes_i,

    /// Sector of an entry out: valid.
    output wire logic         b_valid_o,
    /// Sector of an entry out: ready.
    input  wire logic         b_ready_i,
    /// The sector.
    output wire logic [255:0] b_data_o,
    /// Last sector of the entry.
    output wire logic         b_last_o,
    /// With the first sector: 0 zero line, 1 compressed, 4 raw.
    output wire logic [2:0]   b_sectors_o,

    /// Tag of a line: valid, before the decoder outputs the line.
    output wire logic         t_valid_o,
    /// Tag of a line: ready.
    input  wire logic         t_ready_i,
    /// The group's bytes end with this line.
    output wire logic         t_end_o,
    /// The line is bad, even if the decoder reports none.
    output wire logic         t_bad_o,
    /// The byte in which its stream must end, from 0; 0 for a raw or zero line.
    output wire logic [6:0]   t_byte_o
);
  // Largest number of lines between this unit and the decoder's output.
  localparam int LINES = 8;

  // ---------------------------------------------------------------- the window
  // o: the next byte in h; end: bytes in use.
  logic h_full_q, h_last_q;
  logic [255:0] h_q;
  logic [5:0] h_end_q;
  logic [4:0] o_q;
  // Remaining bytes of the current record; 0: the next byte announces one.
  logic [7:0] left_q;
  logic first_q, drop_q;
  logic [6:0] byte_q;

  wire [5:0] s_end;
  wire at_last;
  wire [6:0] stop;
  assign s_end = {~s_last_i | (s_bytes_i == 5'd0), s_bytes_i & {5{s_last_i}}};
  // The group's end is in the window, and its position.
  assign at_last = h_last_q | s_last_i;
  assign stop = h_last_q ? {1'b0, h_end_q} : {s_end[5], ~s_end[5], s_end[4:0]};

  // ---------------------------------------------------------------- the record
  wire [7:0] announced, len;
  wire zero, raw, wrong, more;
  wire [5:0] start, take;
  wire [7:0] room;
  wire [6:0] next;
  assign announced = h_q[{o_q, 3'b0} +: 8];
  assign zero = (announced == 8'd0);
  assign raw = (announced == 8'd255);
  assign wrong = drop_q | (first_q & ~raw & (announced > 8'd96));
  assign len = !first_q ? left_q : raw ? 8'd128 : announced;
  assign start = {1'b0, o_q} + {5'b0, first_q};
  assign more = (len > 8'd32);
  assign take = more ? 6'd32 : len[5:0];
  // Bytes up to the end of the group, if it is in the window; computed in parallel with the length,
  // which is late.
  assign room = {1'b0, stop} - {2'b0, start};
  assign next = {1'b0, start} + {1'b0, take};

  wire may, step, cut, spoiled, ends, line, leave;
  assign leave = ~b_valid_o | b_ready_i;
  // cut: bytes are missing. A malformed record becomes a line once the group's end is in the
  // window.
  assign cut = at_last & (len > room);
  assign spoiled = wrong ? at_last : cut;
  assign line = spoiled | (~wrong & ~more);
  assign ends = spoiled | (at_last & line & (len == room));
  wire tag_ready;
  assign may = h_full_q & (h_last_q | s_valid_i) & leave & tag_ready;
  assign step = may & ~(wrong & ~at_last);

  // ---------------------------------------------------------------- what moves on
  // over: h is consumed; both: so is the flit at the input.
  wire over, both;
  assign over = may & (ends | wrong | (|next[6:5]));
  assign both = (ends & ~h_last_q) | (~ends & ~wrong & next[6]);
  assign s_ready_o = ~h_full_q | over;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      h_full_q <= 1'b0;
      first_q <= 1'b1;
      drop_q <= 1'b0;
      o_q <= 5'd0;
      left_q <= 8'd0;
    end else begin
      if (s_ready_o) h_full_q <= s_valid_i & ~(h_full_q & both);
      if (may) begin
        o_q <= (ends | wrong) ? 5'd0 : next[4:0];
        drop_q <= wrong & ~at_last;
        first_q <= line | wrong;
        left_q <= (line | wrong) ? 8'd0 : len - 8'd32;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (s_ready_o) begin
      h_q <= s_data_i;
      h_last_q <= s_last_i;
      h_end_q <= s_end;
    end
    if (may && first_q) byte_q <= (raw | zero) ? 7'd0 : announced[6:0] - 7'd1;
  end

  // ---------------------------------------------------------------- the sector
  // From the byte after start on; missing bytes of a record are zero.
  wire [511:0] window;
  wire [263:0] by_o;
  wire [255:0] bytes, kept;
  assign window = {s_data_i, h_q};
  assign by_o = window[{1'b0, o_q, 3'b0} +: 264];
  assign bytes = first_q ? by_o[263:8] : by_o[255:0];
  genvar i;
  generate
    for (i = 0; i < 32; i = i + 1) begin : g_kept
      assign kept[8*i +: 8] = bytes[8*i +: 8] & {8{(take > 6'(i)) & ~spoiled}};
    end
  endgenerate

  logic b_valid_q, b_last_q;
  logic [2:0] b_sectors_q;
  logic [255:0] b_data_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) b_valid_q <= 1'b0;
    else if (leave) b_valid_q <= step;
    if (leave) begin
      b_data_q <= kept;
      b_last_q <= line;
      b_sectors_q <= {raw & first_q & ~spoiled, 1'b0, ~raw & ~zero & first_q & ~spoiled};
    end
  end
  assign {b_valid_o, b_last_o, b_sectors_o} = {b_valid_q, b_last_q, b_sectors_q};
  assign b_data_o = b_data_q;

  // ---------------------------------------------------------------- tags
  wire [6:0] byte_now;
  assign byte_now = !first_q ? byte_q : (raw | zero) ? 7'd0 : announced[6:0] - 7'd1;
  lp_fifo #(.WIDTH(9), .DEPTH(LINES)) u_tags (
      .clk_i, .rst_ni, .s_valid_i(step & line), .s_ready_o(tag_ready),
      .s_data_i({ends, spoiled, byte_now}), .m_valid_o(t_valid_o), .m_ready_i(t_ready_i),
      .m_data_o({t_end_o, t_bad_o, t_byte_o}));
endmodule

`default_nettype wire
