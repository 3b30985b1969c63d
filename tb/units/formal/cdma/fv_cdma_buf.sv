// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_buf between neighbours that launch whenever there is credit, answer with groups of any
/// size at any time, give the order of groups at any time from their launch on, with markers
/// between, and stall at any time. One flit, picked freely, is marked.
/// PART 0: the handshake, and flits leave in the order in which their channel gave them, each with
/// its end: the marked one leaves once, after those before it, so none is lost, doubled or
/// overwritten, and no flit leaves that did not come.
/// PART 1, over rings that have flits at any time and an array whose words hold their address
/// (fv_any_flits): groups and markers leave complete and in the given order.
/// PART 2: the next flit is offered once it has been inside for three cycles; held_o is the count.
module fv_cdma_buf #(
    parameter int PART = 0,
    parameter int CHANNELS = 2,
    parameter int FLITS = 4,
    parameter int WORST = 2
) (
    input wire logic       clk_i,
    input wire logic       again_i,
    input wire logic       b_valid_i,
    input wire logic       b_channel_i,
    input wire logic       b_last_i,
    input wire logic       mark_i,
    input wire logic       t_valid_i,
    input wire logic       t_channel_i,
    input wire logic       o_valid_i,
    input wire logic       o_channel_i,
    input wire logic       o_none_i,
    input wire logic       m_ready_i
);
  localparam int W = $clog2(FLITS + 1) + 2;

  wire rst_n, o_ready, m_valid, m_last, m_err, m_none;
  wire [CHANNELS-1:0] credit;
  wire [255:0] m_data;
  wire [5:0] m_bytes;
  wire [7:0] m_zeros;
  wire [15:0] held;
  wire [CHANNELS-1:0] want;
  logic marked_q = 1'b0;  // the marked flit has come
  wire mark = mark_i && !marked_q;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  // A flit encodes its channel, whether it ends its group, and whether it is the marked one.
  lp_cdma_buf #(.CHANNELS(CHANNELS), .FLITS(FLITS), .WORST(WORST)) u_dut (
      .clk_i, .rst_ni(rst_n), .b_valid_i, .b_channel_i({2'b00, b_channel_i}),
      .b_data_i({253'd0, mark, b_last_i, b_channel_i}), .b_last_i, .b_bytes_i(6'd0),
      .b_zeros_i(8'd0), .b_err_i(1'b0), .t_valid_i, .t_channel_i({2'b00, t_channel_i}),
      .credit_o(credit), .o_valid_i, .o_ready_o(o_ready), .o_channel_i({2'b00, o_channel_i}),
      .o_none_i, .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_last_o(m_last),
      .m_bytes_o(m_bytes), .m_zeros_o(m_zeros), .m_err_o(m_err), .m_none_o(m_none),
      .held_o(held), .want_o(want));

  wire leaves = m_valid && m_ready_i && !m_none;
  wire given = o_valid_i && o_ready && !o_none_i;

  // Assumptions about the neighbours, channel by channel.
  wire [CHANNELS*W-1:0] inside;
  genvar c;
  generate
    for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
      wire launch = t_valid_i && t_channel_i == 1'(c);
      wire arrive = b_valid_i && b_channel_i == 1'(c);
      wire order = given && o_channel_i == 1'(c);
      wire drain = leaves && m_data[0] == 1'(c);
      // Groups in flight, flits of the group that is coming, launched groups without an order,
      // flits that came and have not left.
      logic [W-1:0] way_q = '0, come_q = '0, due_q = '0, inside_q = '0;
      always_ff @(posedge clk_i) begin
        if (!rst_n) {way_q, come_q, due_q, inside_q} <= '0;
        else begin
          way_q <= way_q + {{W - 1{1'b0}}, launch} - {{W - 1{1'b0}}, arrive && b_last_i};
          if (arrive) come_q <= b_last_i ? '0 : come_q + 1'b1;
          due_q <= due_q + {{W - 1{1'b0}}, launch} - {{W - 1{1'b0}}, order};
          inside_q <= inside_q + {{W - 1{1'b0}}, arrive} - {{W - 1{1'b0}}, drain};
        end
      end
      assign inside[c*W +: W] = inside_q;
      // With stand-in rings no flit need come.
      if (PART != 1) always_comb begin
        assume (!launch || credit[c]);
        assume (!arrive || way_q != '0);
        assume (!arrive || b_last_i || come_q != W'(WORST - 1));
        assume (!o_valid_i || o_none_i || o_channel_i != 1'(c) || due_q != '0);
      end
      if (PART == 0) begin : g_inside
        fv_assert u_there (.hold_i(!rst_n || !drain || inside_q != '0));
        // Three flits are between the array and m.
        fv_assert u_room (.hold_i(!rst_n || inside_q <= W'(FLITS + 3)));
      end
    end
  endgenerate
  fv_stream #(.WIDTH(2), .ASSUME(1)) u_o (
      .clk_i, .rst_ni(rst_n), .valid_i(o_valid_i), .ready_i(o_ready),
      .data_i({o_none_i, o_channel_i}));

  generate
    if (PART == 0) begin : g_flits
      // Flits of the marked one's channel that are before it.
      logic of_q, inside_q = 1'b0;
      logic [W-1:0] ahead_q;
      wire enters = b_valid_i && mark;
      wire its = leaves && m_data[0] == of_q;
      wire before = leaves && m_data[0] == b_channel_i;
      wire [W-1:0] now = b_channel_i ? inside[W +: W] : inside[0 +: W];
      always_ff @(posedge clk_i) begin
        if (!rst_n) {marked_q, inside_q} <= 2'b00;
        else begin
          marked_q <= marked_q || enters;
          inside_q <= enters || (inside_q && !(its && ahead_q == '0));
        end
        if (enters) {of_q, ahead_q} <= {b_channel_i, now - {{W - 1{1'b0}}, before}};
        else if (its) ahead_q <= ahead_q - 1'b1;
      end
      fv_stream #(.WIDTH(5)) u_m (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_none, m_last, m_data[2:0]}));
      fv_assert u_the_one (.hold_i(!rst_n || !leaves
                                   || m_data[2] == (inside_q && its && ahead_q == '0)));
      fv_assert u_end (.hold_i(!rst_n || !leaves || m_last == m_data[1]));
      fv_assert u_zero (.hold_i(!rst_n || (m_valid && !m_none)
                               || {m_data, m_last, m_bytes, m_zeros, m_err} == '0));
      fv_cover u_full (.seen_i(rst_n && held == 16'(CHANNELS * FLITS)));
      fv_cover u_far (.seen_i(rst_n && its && m_data[2] && marked_q && held > 16'(FLITS)));
    end else if (PART == 1) begin : g_groups
      // A word holds the number of its ring.
      wire of = m_data[$clog2(CHANNELS*FLITS)-1:0] >= FLITS;
      fv_order #(.WIDTH(2), .HOLDS(5), .EAGER(0)) u_order (
          .clk_i, .rst_ni(rst_n), .push_i(o_valid_i && o_ready),
          .push_data_i({o_none_i, o_channel_i && !o_none_i}), .valid_i(m_valid),
          .pop_i(m_valid && m_ready_i && (m_none || m_last)), .pop_data_i({m_none, of}));
      logic within_q = 1'b0, of_q;
      always_ff @(posedge clk_i) begin
        if (!rst_n) within_q <= 1'b0;
        else if (m_valid && m_ready_i) within_q <= !m_none && !m_last;
        if (leaves) of_q <= of;
      end
      fv_assert u_whole (.hold_i(!rst_n || !m_valid || !within_q || (!m_none && of == of_q)));
      fv_stream #(.WIDTH(3)) u_m (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_none, m_last, of}));
    end else begin : g_moves
      // The oldest order that has not been served in full: orders are kept here as in the unit.
      logic [1:0] order_q [0:7];
      logic [2:0] in_q = '0, out_q = '0;
      logic [1:0] age_q = '0;  // cycles for which the next flit and its order have been inside, up
                               // to 3
      wire [1:0] head = order_q[out_q];
      wire any = in_q != out_q;
      wire [W-1:0] flits = head[0] ? inside[W +: W] : inside[0 +: W];
      wire can = any && (head[1] || flits != '0);
      wire moves = m_valid && m_ready_i;
      always_ff @(posedge clk_i) begin
        if (!rst_n) {in_q, out_q, age_q} <= '0;
        else begin
          if (o_valid_i && o_ready) in_q <= in_q + 1'b1;
          if (moves && (m_none || m_last)) out_q <= out_q + 1'b1;
          age_q <= !can || moves ? '0 : age_q == 2'd3 ? age_q : age_q + 1'b1;
        end
        if (o_valid_i && o_ready) order_q[in_q] <= {o_none_i, o_channel_i && !o_none_i};
      end
      fv_assert u_moves (.hold_i(!rst_n || age_q < 2'd2 || m_valid));
      wire [15:0] all = {{16 - W{1'b0}}, inside[0 +: W]} + {{16 - W{1'b0}}, inside[W +: W]};
      fv_assert u_held (.hold_i(!rst_n || (held <= all && all <= held + 16'd4)));
      fv_cover u_stall (.seen_i(rst_n && held == 16'd5 && m_valid && !m_ready_i));
    end
  endgenerate
endmodule

`default_nettype wire
