// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Connects the crossbar of lp_buddy_top to one slice: queues requests, cuts written lines into
/// sectors, and assembles lines read.
///
/// No output depends on an input of the same cycle, except for r_ready_o, which follows m_ready_i.
/// Latency: 1 in each direction. Interval: 1 for reads, 4 for
/// writes; 4/LANES for lines read.
///
/// Combinational paths: s_valid, s_write -> s_ready; m_ready -> r_ready.
module lp_buddy_port #(
    /// Bits of a request, without its write bit.
    parameter int WIDTH = 64,
    /// Sectors per beat of lines read: 1, 2 or 4.
    parameter int LANES = 1
) (
    /// Clock.
    input  wire logic                 clk_i,
    /// Synchronous reset, active low.
    input  wire logic                 rst_ni,

    /// Request: valid.
    input  wire logic                 s_valid_i,
    /// Request: ready.
    output wire logic                 s_ready_o,
    /// It is a write.
    input  wire logic                 s_write_i,
    /// Its other fields.
    input  wire logic [WIDTH-1:0]     s_request_i,
    /// Line of a write.
    input  wire logic [1023:0]        s_data_i,

    /// Request to the slice: valid.
    output wire logic                 q_valid_o,
    /// Request to the slice: ready.
    input  wire logic                 q_ready_i,
    /// It is a write.
    output wire logic                 q_write_o,
    /// Its other fields.
    output wire logic [WIDTH-1:0]     q_request_o,

    /// Sector to be written: valid.
    output wire logic                 d_valid_o,
    /// Sector to be written: ready.
    input  wire logic                 d_ready_i,
    /// Sector to be written.
    output wire logic [255:0]         d_data_o,

    /// Beat of a line read: valid.
    input  wire logic                 r_valid_i,
    /// Beat of a line read: ready.
    output wire logic                 r_ready_o,
    /// Id, with the last beat.
    input  wire logic [7:0]           r_id_i,
    /// Code, with the last beat.
    input  wire logic [2:0]           r_code_i,
    /// Its sectors.
    input  wire logic [256*LANES-1:0] r_data_i,
    /// Last beat of the line.
    input  wire logic                 r_last_i,

    /// Line read: valid.
    output wire logic                 m_valid_o,
    /// Line read: ready.
    input  wire logic                 m_ready_i,
    /// Id of the request.
    output wire logic [7:0]           m_id_o,
    /// Response code; the data is undefined unless it is 0.
    output wire logic [2:0]           m_code_o,
    /// The line.
    output wire logic [1023:0]        m_data_o
);
  generate
    if (WIDTH < 1) begin : g_check_width
      lp_bad_WIDTH_below_1 u_bad ();
    end
    if (LANES != 1 && LANES != 2 && LANES != 4) begin : g_check_lanes
      lp_bad_LANES_none_of_1_2_4 u_bad ();
    end
  endgenerate

  localparam int REQUESTS = 4;
  localparam int LINES = 2;
  localparam int BEATS = 4 / LANES;

  // ---------------------------------------------------------------- requests
  wire q_room, line_room, line_valid, line_leave;
  wire [1023:0] line;
  assign s_ready_o = q_room & (line_room | ~(s_valid_i & s_write_i));
  lp_fifo #(.WIDTH(1 + WIDTH), .DEPTH(REQUESTS)) u_requests (
      .clk_i, .rst_ni, .s_valid_i(s_valid_i & s_ready_o), .s_ready_o(q_room),
      .s_data_i({s_write_i, s_request_i}), .m_valid_o(q_valid_o), .m_ready_i(q_ready_i),
      .m_data_o({q_write_o, q_request_o}));
  lp_fifo #(.WIDTH(1024), .DEPTH(LINES)) u_lines (
      .clk_i, .rst_ni, .s_valid_i(s_valid_i & s_ready_o & s_write_i), .s_ready_o(line_room),
      .s_data_i, .m_valid_o(line_valid), .m_ready_i(line_leave), .m_data_o(line));

  // ---------------------------------------------------------------- line -> sectors
  logic [1:0] sector_q;
  wire [3:0] sector;
  assign d_valid_o = line_valid;
  assign line_leave = d_ready_i & (sector_q == 2'd3);
  assign sector = 4'd1 << sector_q;
  lp_pick #(.WIDTH(256), .WORDS(4)) u_sector (.sel_i(sector), .data_i(line), .data_o(d_data_o));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) sector_q <= 2'd0;
    else if (d_valid_o & d_ready_i) sector_q <= sector_q + 2'd1;
  end

  // ---------------------------------------------------------------- sectors -> line
  logic m_valid_q;
  logic [7:0] m_id_q;
  logic [2:0] m_code_q;
  logic [1023:0] m_data_q;
  wire r_take;
  wire [BEATS-1:0] place;
  assign r_ready_o = ~m_valid_q | m_ready_i;
  assign r_take = r_valid_i & r_ready_o;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) m_valid_q <= 1'b0;
    else if (r_ready_o) m_valid_q <= r_valid_i & r_last_i;
    if (r_take) begin
      m_id_q <= r_id_i;
      m_code_q <= r_code_i;
    end
  end

  genvar i;
  generate
    if (BEATS == 1) begin : g_whole
      assign place = 1'b1;
    end else begin : g_parts
      logic [$clog2(BEATS)-1:0] beat_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) beat_q <= '0;
        else if (r_take) beat_q <= beat_q + 1'b1;
      end
      assign place = {{BEATS - 1{1'b0}}, 1'b1} << beat_q;
    end
    for (i = 0; i < BEATS; i = i + 1) begin : g_beat
      always_ff @(posedge clk_i) begin
        if (r_take & place[i]) m_data_q[256*LANES*i +: 256*LANES] <= r_data_i;
      end
    end
  endgenerate

  assign m_valid_o = m_valid_q;
  assign m_id_o = m_id_q;
  assign m_code_o = m_code_q;
  assign m_data_o = m_data_q;
endmodule

`default_nettype wire
