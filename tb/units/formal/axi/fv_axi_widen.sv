// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_axi_widen between a bridge with bursts of any length and a memory that answers requests. One
/// burst of any number is checked, in it one beat of the bridge, and one byte of that beat.
///
/// PART 0, writes: stalled outputs are held stable; the burst's address is that of the wide beat
/// where it begins, with as many wide beats as it touches, and no more than OPEN are unanswered;
/// the beat's byte and strobe come out in their wide beat and lane, parts without a beat of the
/// bridge have no strobe, the last wide beat is marked; each burst gets one answer, that of the
/// memory, with its id.
/// PART 1, reads: the same for addresses; each beat given is the due part of the wide beat, with
/// the response of that beat, the burst's id, and the last one marked.
module fv_axi_widen #(
    parameter int PART   = 0,
    parameter int DATA_W = 128,
    parameter int ADDR_W = 13,
    parameter int LEN    = 255
) (
    input wire logic                clk_i,
    input wire logic                again_i,
    input wire logic                s_avalid_i,
    input wire logic                s_aid_i,
    input wire logic [ADDR_W-1:0]   s_aaddr_i,
    input wire logic [7:0]          s_alen_i,
    input wire logic                s_wvalid_i,
    input wire logic [DATA_W-1:0]   s_wdata_i,
    input wire logic [DATA_W/8-1:0] s_wstrb_i,
    input wire logic                s_wlast_i,
    input wire logic                s_ready_i,
    input wire logic                m_aready_i,
    input wire logic                m_wready_i,
    input wire logic                m_valid_i,
    input wire logic [255:0]        m_rdata_i,
    input wire logic [1:0]          m_resp_i,
    input wire logic                m_rlast_i
);
  localparam int PARTS = 256 / DATA_W;
  localparam int P = $clog2(PARTS);
  localparam int LANES = DATA_W / 8;
  localparam int OPEN = 2;
  localparam int WRITES = PART == 0 ? 1 : 0;
  localparam int N = 4; // bits of a burst's number, more than are inside

  wire rst_n, awready, wready, bvalid, arready, rvalid, rlast, bid, rid;
  wire [1:0] bresp, rresp;
  wire [DATA_W-1:0] rdata;
  wire m_awvalid, m_wvalid, m_wlast, m_bready, m_arvalid, m_rready;
  wire [ADDR_W-1:0] m_awaddr, m_araddr;
  wire [7:0] m_awlen, m_arlen;
  wire [255:0] m_wdata;
  wire [31:0] m_wstrb;
  wire is_w = WRITES != 0;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_axi_widen #(.DATA_W(DATA_W), .ADDR_W(ADDR_W), .ID_W(1), .OPEN(OPEN)) u_dut (
      .clk_i, .rst_ni(rst_n), .s_awvalid_i(s_avalid_i && is_w), .s_awready_o(awready),
      .s_awid_i(s_aid_i), .s_awaddr_i(s_aaddr_i), .s_awlen_i(s_alen_i),
      .s_wvalid_i(s_wvalid_i && is_w), .s_wready_o(wready), .s_wdata_i, .s_wstrb_i, .s_wlast_i,
      .s_bvalid_o(bvalid), .s_bready_i(s_ready_i), .s_bid_o(bid), .s_bresp_o(bresp),
      .s_arvalid_i(s_avalid_i && !is_w), .s_arready_o(arready), .s_arid_i(s_aid_i),
      .s_araddr_i(s_aaddr_i), .s_arlen_i(s_alen_i), .s_rvalid_o(rvalid), .s_rready_i(s_ready_i),
      .s_rid_o(rid), .s_rdata_o(rdata), .s_rresp_o(rresp), .s_rlast_o(rlast),
      .m_awvalid_o(m_awvalid), .m_awready_i(m_aready_i), .m_awaddr_o(m_awaddr),
      .m_awlen_o(m_awlen), .m_wvalid_o(m_wvalid), .m_wready_i, .m_wdata_o(m_wdata),
      .m_wstrb_o(m_wstrb), .m_wlast_o(m_wlast), .m_bvalid_i(m_valid_i && is_w),
      .m_bready_o(m_bready), .m_bresp_i(m_resp_i), .m_arvalid_o(m_arvalid),
      .m_arready_i(m_aready_i), .m_araddr_o(m_araddr), .m_arlen_o(m_arlen),
      .m_rvalid_i(m_valid_i && !is_w), .m_rready_o(m_rready), .m_rdata_i, .m_rresp_i(m_resp_i),
      .m_rlast_i);

  // ---------------------------------------------------------------- addresses
  wire avalid = is_w ? m_awvalid : m_arvalid;
  wire [ADDR_W-1:0] addr = is_w ? m_awaddr : m_araddr;
  wire [7:0] len = is_w ? m_awlen : m_arlen;
  wire take = s_avalid_i && (is_w ? awready : arready);
  wire ask = avalid && m_aready_i;
  // Bursts stay within 4 KiB.
  always_comb assume (s_alen_i <= LEN && 13'(s_aaddr_i[11:0] / LANES) + 13'(s_alen_i)
                      < 13'(4096 / LANES));
  (* anyconst *) logic [N-1:0] n;
  // ended: answered, at the memory side for writes, at the bridge side for reads.
  logic [N-1:0] taken_q = '0, asked_q = '0, ended_q = '0;
  logic [ADDR_W-6:0] sector_q;
  logic [P-1:0] start_q;
  logic [7:0] len_q;
  logic id_q;
  wire end_, answer;
  always_ff @(posedge clk_i) begin
    if (!rst_n) {taken_q, asked_q, ended_q} <= '0;
    else begin
      taken_q <= taken_q + N'(take);
      asked_q <= asked_q + N'(ask);
      ended_q <= ended_q + N'(end_);
    end
    if (take && taken_q == n) begin
      {sector_q, start_q} <= s_aaddr_i[ADDR_W-1:5-P];
      {len_q, id_q} <= {s_alen_i, s_aid_i};
    end
  end
  wire [8:0] touched = ({1'b0, len_q} + 9'(start_q)) >> P; // wide beats less 1
  fv_stream #(.WIDTH(ADDR_W + 8)) u_a (
      .clk_i, .rst_ni(rst_n), .valid_i(avalid), .ready_i(m_aready_i), .data_i({addr, len}));
  fv_assert u_some (.hold_i(!rst_n || !avalid || asked_q != taken_q));
  fv_assert u_is (.hold_i(!rst_n || !avalid || asked_q != n
                          || (addr == {sector_q, 5'd0} && {1'b0, len} == touched)));
  fv_assert u_open (.hold_i(!rst_n || N'(asked_q - ended_q) <= N'(OPEN)));

  (* anyconst *) logic [7:0] j;
  (* anyconst *) logic [3:0] k;
  wire [4:0] lane_k = 5'(k) & 5'(LANES - 1);
  wire [8:0] place = {1'b0, j} + 9'(start_q); // of the beat, in parts from the first wide one
  wire [7:0] place_wide = 8'(place >> P);
  wire [P-1:0] place_part = place[P-1:0];
  wire [4:0] lane = {place_part, lane_k[4-P:0]};
  generate
    if (PART == 0) begin : g_writes
      // ---------------------------------------------------------------- beats
      logic [N-1:0] in_q = '0, out_q = '0;  // bursts whose beats have gone in, and come out
      logic [7:0] beat_in_q = 8'd0, beat_out_q = 8'd0;
      logic [8:0] byte_q;
      logic is_in_q = 1'b0;
      wire give = s_wvalid_i && wready;
      wire w = m_wvalid && m_wready_i;
      always_comb assume (!(give && in_q == n) || s_wlast_i == (beat_in_q == len_q));
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          {in_q, out_q} <= '0;
          {beat_in_q, beat_out_q} <= 16'd0;
          is_in_q <= 1'b0;
        end else begin
          in_q <= in_q + N'(give && s_wlast_i);
          out_q <= out_q + N'(w && m_wlast);
          if (give) beat_in_q <= s_wlast_i ? 8'd0 : beat_in_q + 8'd1;
          if (w) beat_out_q <= m_wlast ? 8'd0 : beat_out_q + 8'd1;
          if (give && in_q == n) is_in_q <= beat_in_q == j || (is_in_q && beat_in_q != 8'd0);
        end
        if (give && in_q == n && beat_in_q == j)
          byte_q <= {s_wstrb_i[lane_k[$clog2(LANES)-1:0]], s_wdata_i[8*lane_k +: 8]};
      end
      wire mine = rst_n && m_wvalid && out_q == n;
      wire here = mine && j <= len_q && beat_out_q == place_wide;
      wire [P-1:0] end_part = len_q[P-1:0] + start_q;
      wire [4:0] top_lane = 5'(32 - LANES) | lane_k;
      fv_stream #(.WIDTH(11)) u_w (
          .clk_i, .rst_ni(rst_n), .valid_i(m_wvalid), .ready_i(m_wready_i),
          .data_i({m_wdata[8*lane_k +: 8], m_wstrb[lane_k], m_wstrb[31 - lane_k], m_wlast}));
      fv_assert u_told (.hold_i(!mine || asked_q != out_q));
      fv_assert u_here (.hold_i(!here || is_in_q));
      fv_assert u_byte (.hold_i(!here || (m_wstrb[lane] == byte_q[8]
                                          && (!byte_q[8] || m_wdata[8*lane +: 8] == byte_q[7:0]))));
      fv_assert u_before (.hold_i(!mine || beat_out_q != 8'd0 || start_q == '0
                                  || !m_wstrb[lane_k]));
      fv_assert u_behind (.hold_i(!mine || !m_wlast || (&end_part)
                                  || !m_wstrb[top_lane]));
      fv_assert u_last (.hold_i(!mine || m_wlast == ({1'b0, beat_out_q} == touched)));
      fv_cover u_second (.seen_i(here && j == 8'd2 && n == 4'd1 && byte_q[8] && w));

      // ---------------------------------------------------------------- answers
      logic [N-1:0] given_q = '0;
      logic [1:0] resp_q;
      assign answer = m_valid_i && m_bready;
      assign end_ = answer;
      always_comb assume (!m_valid_i || (asked_q != ended_q && out_q != ended_q));
      always_ff @(posedge clk_i) begin
        if (!rst_n) given_q <= '0;
        else given_q <= given_q + N'(bvalid && s_ready_i);
        if (answer && ended_q == n) resp_q <= m_resp_i;
      end
      fv_stream #(.WIDTH(3)) u_b (
          .clk_i, .rst_ni(rst_n), .valid_i(bvalid), .ready_i(s_ready_i), .data_i({bid, bresp}));
      fv_assert u_owed (.hold_i(!rst_n || bvalid == (given_q != ended_q)));
      fv_assert u_b_is (.hold_i(!rst_n || !bvalid || given_q != n
                                || {bid, bresp} == {id_q, resp_q}));
    end else begin : g_reads
      // ---------------------------------------------------------------- beats
      logic [N-1:0] in_q = '0;  // bursts whose wide beats are in
      logic [7:0] wide_q = 8'd0, beat_q = 8'd0;
      logic [9:0] byte_q;
      logic is_in_q = 1'b0;
      assign answer = m_valid_i && m_rready;
      assign end_ = rvalid && s_ready_i && rlast;
      always_comb assume (!m_valid_i || in_q != asked_q);
      // Wide beats minus 1 of each burst requested; u_is checks them.
      logic [7:0] wide_len_q [0:2**N-1];
      always_ff @(posedge clk_i) if (ask) wide_len_q[asked_q] <= len;
      always_comb assume (!m_valid_i || m_rlast_i == (wide_q == wide_len_q[in_q]));
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          in_q <= '0;
          {wide_q, beat_q} <= 16'd0;
          is_in_q <= 1'b0;
        end else begin
          in_q <= in_q + N'(answer && m_rlast_i);
          if (answer) wide_q <= m_rlast_i ? 8'd0 : wide_q + 8'd1;
          if (rvalid && s_ready_i) beat_q <= rlast ? 8'd0 : beat_q + 8'd1;
          if (answer && in_q == n) is_in_q <= wide_q == place_wide || (is_in_q && wide_q != 8'd0);
        end
        if (answer && in_q == n && wide_q == place_wide)
          byte_q <= {m_resp_i, m_rdata_i[8*lane +: 8]};
      end
      wire mine = rst_n && rvalid && ended_q == n;
      wire here = mine && beat_q == j;
      fv_stream #(.WIDTH(12)) u_r (
          .clk_i, .rst_ni(rst_n), .valid_i(rvalid), .ready_i(s_ready_i),
          .data_i({rid, rdata[8*lane_k +: 8], rresp, rlast}));
      fv_assert u_asked (.hold_i(!mine || asked_q != ended_q));
      fv_assert u_here (.hold_i(!here || is_in_q));
      fv_assert u_byte (.hold_i(!here || {rresp, rdata[8*lane_k +: 8]} == byte_q));
      fv_assert u_end (.hold_i(!mine || (rid == id_q && rlast == (beat_q == len_q))));
      fv_cover u_second (.seen_i(here && j == 8'd2 && n == 4'd1 && s_ready_i));
    end
  endgenerate
endmodule

`default_nettype wire
