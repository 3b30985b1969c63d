// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_buddy_top around any slices. PART chooses what is checked:
/// 0: a request reaches the slice selected by the hash, once, and requests for one slice stay in
///    order; each is answered once, with its kind of answer; each slice takes each register write
///    once.
/// 1: a good read is answered with its line and all other requests with 0, and stalled answers are
///    held stable; written lines reach their slice in order (fv_any_slice.sv).
/// 2: neither of two requests stays inside when no port stalls.
module fv_buddy_top #(
    parameter int PART = 0,
    parameter int SLICES = 2,
    parameter int LANES = 1,
    parameter int CALM = 16
) (
    input wire logic       clk_i,
    input wire logic       again_i,
    input wire logic       cfg_valid_i,
    input wire logic       q_valid_i,
    input wire logic       q_write_i,
    input wire logic [1:0] q_mark_i,
    input wire logic       q_frame_i,
    input wire logic [8:0] q_index_i,
    input wire logic       m_ready_i,
    input wire logic       go_i
);
  localparam int L = $clog2(SLICES);
  localparam int SHARE_W = 16 - L;
  wire rst_n, cfg_ready, q_ready, m_valid, m_write;
  wire [7:0] m_id;
  wire [2:0] m_code;
  wire [1023:0] m_data;
  wire [L-1:0] slice;
  wire [SHARE_W-8:0] place;
  wire [SLICES-1:0] seen, told;
  wire [SLICES*40-1:0] seen_at;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));

  // An id gives the slice where its request must go, and whether it is the first or second followed
  // request.
  lp_buddy_hash #(.SLICES(SLICES), .SHARE_W(SHARE_W), .FRAME_W(1), .FOLD(1)) u_hash (
      .frame_i(q_frame_i), .index_i(q_index_i), .slice_o(slice), .local_o(place));
  wire [7:0] q_id = {q_mark_i, q_write_i, {5 - L{1'b0}}, slice};
  function automatic logic [1023:0] line_of(input logic [7:0] id);
    line_of = {246'd0, 2'd3, id, 246'd0, 2'd2, id, 246'd0, 2'd1, id, 246'd0, 2'd0, id};
  endfunction
  lp_buddy_top #(.SLICES(SLICES), .FOLD(1), .SHARE_W(SHARE_W), .FRAME_W(1), .SLOT_W(1),
                 .LANES(LANES)) u_dut (
      .clk_i, .rst_ni(rst_n), .cfg_valid_i, .cfg_ready_o(cfg_ready), .cfg_reg_i(4'd0),
      .cfg_data_i(40'd0), .cfg_slice_i({L{1'b0}}), .q_valid_i, .q_ready_o(q_ready), .q_write_i,
      .q_id_i(q_id), .q_compressed_i(1'b0), .q_target_i(3'd0), .q_codec_i('0), .q_slot_i(1'b0),
      .q_frame_i, .q_index_i, .q_data_i(line_of(q_id)), .m_valid_o(m_valid), .m_ready_i,
      .m_write_o(m_write), .m_id_o(m_id), .m_code_o(m_code), .m_data_o(m_data),
      .dev_arvalid_o(seen), .dev_araddr_o(seen_at), .dev_arready_i({SLICES{go_i}}),
      .dev_rvalid_i({SLICES{PART == 1}}), .bud_arvalid_o(told));

  // ---------------------------------------------------------------- environment
  wire q_take = rst_n && q_valid_i && q_ready;
  wire m_take = rst_n && m_valid && m_ready_i;
  fv_stream #(.WIDTH(13), .ASSUME(1)) u_asks (
      .clk_i, .rst_ni(rst_n), .valid_i(q_valid_i), .ready_i(q_ready),
      .data_i({q_write_i, q_mark_i, q_frame_i, q_index_i}));
  fv_stream #(.WIDTH(1), .ASSUME(1)) u_tells (
      .clk_i, .rst_ni(rst_n), .valid_i(cfg_valid_i), .ready_i(cfg_ready), .data_i(1'b0));

  // The two followed requests come once each, the second after the first.
  logic first_q = 1'b0, second_q = 1'b0;
  always_ff @(posedge clk_i) begin
    if (!rst_n) {first_q, second_q} <= 2'd0;
    else if (q_take) {first_q, second_q} <= {first_q, second_q} | q_mark_i;
  end
  always_comb assume (!q_valid_i || q_mark_i == 2'd0 || (q_mark_i == 2'd2 && !first_q)
                      || (q_mark_i == 2'd1 && first_q && !second_q));

  // ---------------------------------------------------------------- to the slices
  genvar s;
  wire [SLICES-1:0] right, sees_first, sees_second;
  generate
    for (s = 0; s < SLICES; s = s + 1) begin : g_slice
      wire [7:0] id = seen_at[40*s +: 8];
      assign right[s] = !seen[s] || id[L-1:0] == L'(s);
      assign sees_first[s] = seen[s] && id[7];
      assign sees_second[s] = seen[s] && id[6];
    end
  endgenerate
  logic came_first_q = 1'b0, came_second_q = 1'b0, done_first_q = 1'b0, done_second_q = 1'b0;
  logic [L-1:0] slice_first_q;
  logic [SLICES-1:0] told_q = '0;
  wire cfg_take = rst_n && cfg_valid_i && cfg_ready;
  always_ff @(posedge clk_i) begin
    if (!rst_n) {came_first_q, came_second_q, done_first_q, done_second_q} <= 4'd0;
    else begin
      came_first_q <= came_first_q || sees_first != '0;
      came_second_q <= came_second_q || sees_second != '0;
      done_first_q <= done_first_q || (m_take && m_id[7]);
      done_second_q <= done_second_q || (m_take && m_id[6]);
    end
    if (q_take && q_mark_i == 2'd2) slice_first_q <= slice;
    if (!rst_n || cfg_take) told_q <= '0;
    else told_q <= told_q | told;
  end

  // Requests inside, and cycles in which no request came and no port stalled.
  logic [5:0] inside_q = 6'd0;
  logic [4:0] calm_q = 5'd0;
  wire calm = go_i && m_ready_i && !q_valid_i;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      inside_q <= 6'd0;
      calm_q <= 5'd0;
    end else begin
      inside_q <= inside_q + {5'd0, q_take} - {5'd0, m_take};
      calm_q <= !calm ? 5'd0 : calm_q + {4'd0, calm_q != 5'd31};
    end
  end

  // ---------------------------------------------------------------- properties
  generate
    if (PART == 0) begin : g_routes
      fv_assert u_right (.hold_i(!rst_n || &right));
      fv_assert u_first (.hold_i(!rst_n || sees_first == '0 || (first_q && !came_first_q)));
      fv_assert u_second (.hold_i(!rst_n || sees_second == '0 || (second_q && !came_second_q)));
      fv_assert u_order (.hold_i(!rst_n || came_first_q || !sees_second[slice_first_q]));
      fv_assert u_came (.hold_i(!rst_n || !m_valid || ((m_id[7] <= came_first_q)
                                                       && (m_id[6] <= came_second_q))));
      fv_assert u_once (.hold_i(!rst_n || !m_valid || !((m_id[7] && done_first_q)
                                                        || (m_id[6] && done_second_q))));
      fv_assert u_kind (.hold_i(!rst_n || !m_valid || m_write == m_id[5]));
      fv_assert u_twice (.hold_i(!rst_n || (told & told_q) == '0));
      fv_assert u_all (.hold_i(!rst_n || cfg_take == &(told | told_q)));
      fv_cover u_both (.seen_i(done_first_q && done_second_q));
      fv_cover u_passed (.seen_i(done_second_q && !done_first_q && came_first_q));
      fv_cover u_late (.seen_i(cfg_take && told_q != '0));
    end else if (PART == 1) begin : g_lines
      wire good = m_valid && !m_write && m_code == 3'd0;
      fv_assert u_line (.hold_i(!rst_n || m_data == (good ? line_of(m_id) : 1024'd0)));
      fv_stream #(.WIDTH(12 + 1024)) u_answers (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_write, m_id, m_code, m_data}));
      fv_cover u_good (.seen_i(rst_n && good && inside_q > 6'd3));
    end else begin : g_moves
      logic [1:0] asked_q = 2'd0;
      always_ff @(posedge clk_i) begin
        if (!rst_n) asked_q <= 2'd0;
        else if (q_take) asked_q <= asked_q + 2'd1;
      end
      always_comb assume (!asked_q[1] || !q_valid_i);
      fv_assert u_more (.hold_i(!rst_n || inside_q != 6'd0 || !m_valid));
      fv_assert u_empty (.hold_i(!rst_n || calm_q < 5'(CALM) || inside_q == 6'd0));
      fv_cover u_calm (.seen_i(rst_n && calm_q == 5'(CALM)));
      fv_cover u_two (.seen_i(rst_n && calm_q == 5'd3 && inside_q == 6'd2));
    end
  endgenerate
endmodule

`default_nettype wire
