// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_axi_wr: addresses as in fv_axi_bursts, beats as in fv_axi_beats; beats are the sectors or 8
/// bytes that came; every write is answered once, when all its bursts are, with an error if any
/// burst had one. An address does not wait unless four bursts have beats to come. The memory
/// answers a burst at any time after its address, those of one id in order.
module fv_axi_wr #(
    parameter int ADDR_W = 14,
    parameter int ID_W = 1
) (
    input wire logic              clk_i,
    input wire logic              again_i,
    input wire logic              s_valid_i,
    input wire logic [ADDR_W-1:0] s_addr_i,
    input wire logic [2:0]        s_sectors_i,
    input wire logic [ID_W-1:0]   s_id_i,
    input wire logic              s_eight_i,
    input wire logic              d_valid_i,
    input wire logic [255:0]      d_data_i,
    input wire logic              awready_i,
    input wire logic              wready_i,
    input wire logic              bvalid_i,
    input wire logic [ID_W-1:0]   bid_i,
    input wire logic [1:0]        bresp_i,
    input wire logic              m_ready_i
);
  localparam int IDS = 2 ** ID_W;

  wire rst_n, s_ready, d_ready, awvalid, wvalid, wlast, bready, m_valid, m_err;
  wire [ID_W-1:0] awid, m_id;
  wire [ADDR_W-1:0] awaddr;
  wire [7:0] awlen;
  wire [255:0] wdata;
  wire [31:0] wstrb;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_axi_wr #(.ADDR_W(ADDR_W), .ID_W(ID_W)) u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_addr_i, .s_sectors_i, .s_id_i,
      .s_eight_i, .d_valid_i, .d_ready_o(d_ready), .d_data_i, .awvalid_o(awvalid), .awready_i,
      .awid_o(awid), .awaddr_o(awaddr), .awlen_o(awlen), .wvalid_o(wvalid), .wready_i,
      .wdata_o(wdata), .wstrb_o(wstrb), .wlast_o(wlast), .bvalid_i, .bready_o(bready), .bid_i,
      .bresp_i, .m_valid_o(m_valid), .m_ready_i, .m_id_o(m_id), .m_err_o(m_err));

  wire take = rst_n && s_valid_i && s_ready;
  wire aw_fire = rst_n && awvalid && awready_i;
  wire w_fire = rst_n && wvalid && wready_i;
  wire b_fire = rst_n && bvalid_i && bready;
  wire m_fire = rst_n && m_valid && m_ready_i;
  wire [7:0] end_sector = {1'b0, s_addr_i[11:5]} + {5'd0, s_sectors_i};
  wire split = end_sector > 8'd128;

  // ---------------------------------------------------------------- addresses and beats
  always_comb assume (s_sectors_i != 3'd0 && s_sectors_i <= 3'd4);
  always_comb assume (!s_eight_i || s_sectors_i == 3'd1);
  fv_stream #(.WIDTH(256), .ASSUME(1)) u_d (
      .clk_i, .rst_ni(rst_n), .valid_i(d_valid_i), .ready_i(d_ready), .data_i(d_data_i));
  fv_axi_bursts #(.ADDR_W(ADDR_W), .ID_W(ID_W)) u_bursts (
      .clk_i, .rst_ni(rst_n), .take_i(take), .addr_i(s_addr_i), .sectors_i(s_sectors_i),
      .id_i(s_id_i), .axvalid_i(awvalid), .axready_i(awready_i), .axid_i(awid),
      .axaddr_i(awaddr), .axlen_i(awlen));
  fv_stream #(.WIDTH(33)) u_w (
      .clk_i, .rst_ni(rst_n), .valid_i(wvalid), .ready_i(wready_i), .data_i({wstrb, wlast}));

  // The write whose bursts are in progress, and the data given for the burst that is checked.
  logic eight_q;
  logic [1:0] lane_q;
  always_ff @(posedge clk_i) if (take) {eight_q, lane_q} <= {s_eight_i, s_addr_i[4:3]};
  wire mine, full, eight;
  wire [1:0] lane;
  fv_axi_beats #(.TAG(3)) u_beats (
      .clk_i, .rst_ni(rst_n), .awvalid_i(awvalid), .awready_i, .awlen_i(awlen),
      .tag_i({eight_q, lane_q}), .tag_o({eight, lane}), .mine_o(mine), .full_o(full),
      .wvalid_i(wvalid), .wready_i, .wlast_i(wlast), .data_i(d_valid_i));
  fv_assert u_next (.hold_i(!rst_n || s_ready || awvalid || full));
  fv_assert u_beat (.hold_i(w_fire == (rst_n && d_valid_i && d_ready)));
  fv_assert u_data (.hold_i(!rst_n || !wvalid || !mine || eight || (wdata == d_data_i && &wstrb)));
  fv_assert u_eight (.hold_i(!rst_n || !wvalid || !mine || !eight
                             || (wdata[64*lane +: 64] == d_data_i[63:0]
                                 && wstrb == 32'hff << 8 * lane)));

  // ---------------------------------------------------------------- responses
  // By id: writes in flight, bursts that the memory has taken and not answered, whether the write
  // crosses a boundary, whether its first burst is answered, and how.
  fv_assert u_idle (.hold_i(bvalid_i || bready == m_ready_i));
  genvar i;
  generate
    for (i = 0; i < IDS; i = i + 1) begin : g_id
      logic [2:0] writes_q = 3'd0, due_q = 3'd0;
      logic split_q = 1'b0, half_q = 1'b0, bad_q = 1'b0;
      wire in = take && s_id_i == i;
      wire asks = aw_fire && awid == i;
      wire b = b_fire && bid_i == i;
      wire m = m_fire && m_id == i;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          writes_q <= 3'd0;
          due_q <= 3'd0;
          split_q <= 1'b0;
          half_q <= 1'b0;
          bad_q <= 1'b0;
        end else begin
          writes_q <= writes_q + {2'd0, in} - {2'd0, m};
          due_q <= due_q + {2'd0, asks} - {2'd0, b};
          if (in) split_q <= split;
          if (b) begin
            half_q <= split_q && !half_q;
            bad_q <= split_q && !half_q && bresp_i[1];
          end
        end
      end
      // A write that crosses a boundary is the only one of its id; at most 6 are in flight here.
      always_comb assume (!s_valid_i || s_id_i != i
                          || (writes_q < 3'd6 && (writes_q == 3'd0 || (!split && !split_q))));
      always_comb assume (!bvalid_i || bid_i != i || due_q != 3'd0);
      fv_assert u_any (.hold_i(!rst_n || !m || writes_q != 3'd0));
      fv_assert u_when (.hold_i(!b || m == !(split_q && !half_q)));
      fv_assert u_none (.hold_i(!m || b));
      fv_assert u_err (.hold_i(!m || m_err == (bresp_i[1] || bad_q)));
      fv_assert u_all (.hold_i(!rst_n || (awvalid && awid == i) || due_q != 3'd0
                               || writes_q == 3'd0 || !s_ready));
      fv_cover u_bad (.seen_i(m && m_err && !bresp_i[1]));
      fv_cover u_many (.seen_i(m && writes_q == 3'd3));
    end
  endgenerate
endmodule

`default_nettype wire
