// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_card_mover with one of its halves active, runs of up to MOST beats, stops at any time, and a
/// memory that answers its requests. Stalled outputs are held stable; bursts are consecutive within
/// the run, each as long as the next multiple of BURST beats and the run's end allow; done comes
/// once as busy falls, when no burst is in flight, and a run that is not stopped has moved all its
/// beats.
///
/// PART 0, put: no more than 15 bursts are without an answer; the beats of a burst follow its
/// address immediately, all of them, the last one marked; the written data is the stream's parts in
/// order, and no more parts are taken than the run has.
/// PART 1, get: read data is given in order, a part at a time, the last one marked.
module fv_card_mover #(
    parameter int PART   = 0,
    parameter int MOST   = 5,
    // Also checks data and whole addresses; else only control and the low bits of addresses.
    parameter int DATA   = 1,
    parameter int DATA_W = 128,
    parameter int BURST  = 2
) (
    input wire logic              clk_i,
    input wire logic              again_i,
    input wire logic              start_i,
    input wire logic              stop_i,
    input wire logic              drop_i,
    input wire logic [39:0]       addr_i,
    input wire logic [23:0]       beats_i,
    input wire logic              s_valid_i,
    input wire logic [DATA_W-1:0] s_data_i,
    input wire logic              m_ready_i,
    input wire logic              aready_i,
    input wire logic              wready_i,
    input wire logic              valid_i,
    input wire logic [1:0]        resp_i,
    input wire logic [255:0]      rdata_i
);
  localparam int PARTS = 256 / DATA_W;
  localparam int P = $clog2(PARTS);
  localparam int LANES = DATA_W / 8;
  localparam int B = $clog2(BURST);
  localparam int C = $clog2(MOST + 1) + 1; // width of a count of beats

  wire rst_n, put_busy, put_done, get_busy, get_done, s_ready, m_valid, m_last;
  wire awvalid, wvalid, wlast, bready, arvalid, rready;
  wire [DATA_W-1:0] m_data;
  wire [39:0] awaddr, araddr;
  wire [7:0] awlen, arlen;
  wire [255:0] wdata;
  /* verilator lint_off UNUSEDSIGNAL */
  wire put_error, get_error;
  /* verilator lint_on UNUSEDSIGNAL */
  wire is_put = PART == 0;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_card_mover #(.DATA_W(DATA_W), .BURST(BURST)) u_dut (
      .clk_i, .rst_ni(rst_n), .put_start_i(start_i && is_put), .put_stop_i(stop_i),
      .put_drop_i(drop_i), .put_addr_i(addr_i), .put_beats_i(beats_i), .put_busy_o(put_busy),
      .put_done_o(put_done), .put_error_o(put_error), .get_start_i(start_i && !is_put),
      .get_stop_i(stop_i), .get_addr_i(addr_i), .get_beats_i(beats_i), .get_busy_o(get_busy),
      .get_done_o(get_done), .get_error_o(get_error), .s_valid_i, .s_ready_o(s_ready), .s_data_i,
      .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_last_o(m_last),
      .awvalid_o(awvalid), .awready_i(aready_i), .awaddr_o(awaddr), .awlen_o(awlen),
      .wvalid_o(wvalid), .wready_i, .wdata_o(wdata), .wlast_o(wlast),
      .bvalid_i(valid_i && is_put), .bready_o(bready), .bresp_i(resp_i), .arvalid_o(arvalid),
      .arready_i(aready_i), .araddr_o(araddr), .arlen_o(arlen), .rvalid_i(valid_i && !is_put),
      .rready_o(rready), .rdata_i, .rresp_i(resp_i));

  // ---------------------------------------------------------------- the run and its bursts
  wire busy = is_put ? put_busy : get_busy;
  wire done = is_put ? put_done : get_done;
  wire avalid = is_put ? awvalid : arvalid;
  wire [39:0] addr = is_put ? awaddr : araddr;
  wire [7:0] len = is_put ? awlen : arlen;
  wire start = rst_n && start_i && !busy;
  wire told = rst_n && avalid && aready_i;
  always_comb assume (beats_i <= 24'(MOST));
  logic was_busy_q = 1'b0, stopped_q = 1'b0;
  logic [34:0] sector_q;
  logic [C-1:0] count_q, said_q = '0; // beats of the run; those of them in bursts
  always_ff @(posedge clk_i) begin
    was_busy_q <= rst_n && busy;
    stopped_q <= rst_n && busy && (stopped_q || stop_i);
    if (start) begin
      sector_q <= addr_i[39:5];
      count_q <= beats_i[C-1:0];
      said_q <= '0;
    end else if (told) begin
      sector_q <= sector_q + 35'(len) + 35'd1;
      said_q <= said_q + C'(len) + C'(1);
    end
  end
  wire [C-1:0] rest = count_q - said_q;
  wire [C-1:0] room = C'(BURST) - C'(sector_q[B-1:0]);
  wire [C-1:0] due = rest < room ? rest : room;
  fv_stream #(.WIDTH(48)) u_a (
      .clk_i, .rst_ni(rst_n), .valid_i(avalid), .ready_i(aready_i), .data_i({addr, len}));
  wire place = DATA != 0 ? addr == {sector_q, 5'd0} : addr[6:5] == sector_q[1:0];
  fv_assert u_is (.hold_i(!rst_n || !avalid || (busy && due != '0 && place
                                                && {1'b0, len} + 9'd1 == 9'(due))));
  fv_assert u_done (.hold_i(!rst_n || done == (was_busy_q && !busy)));
  fv_assert u_taken (.hold_i(bready && rready));

  (* anyconst *) logic [C-1:0] n; // a beat of the run
  (* anyconst *) logic [4:0] k;   // a byte of it
  wire [P-1:0] k_part = k[4:5-P];
  wire [4-P:0] k_lane = k[4-P:0];
  generate
    if (PART == 0) begin : g_put
      logic [4:0] open_q = 5'd0;  // bursts whose address is taken, without an answer
      logic [4:0] whole_q = 5'd0; // written ones of these
      logic [7:0] left_q = 8'd0;  // beats of the burst at w
      wire w = rst_n && wvalid && wready_i;
      always_comb assume (!valid_i || whole_q != 5'd0);
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          {open_q, whole_q} <= 10'd0;
          left_q <= 8'd0;
        end else begin
          open_q <= open_q + 5'(told) - 5'(valid_i);
          whole_q <= whole_q + 5'(w && wlast) - 5'(valid_i);
          if (told) left_q <= len + 8'd1;
          else if (w) left_q <= left_q - 8'd1;
        end
      end
      fv_assert u_most (.hold_i(!rst_n || open_q + 5'(avalid) <= 5'd15));
      fv_assert u_w (.hold_i(!rst_n || wvalid == (left_q != 8'd0)));
      fv_assert u_last (.hold_i(!rst_n || !wvalid || wlast == (left_q == 8'd1)));
      fv_assert u_one (.hold_i(!rst_n || !avalid || left_q == 8'd0));
      fv_assert u_quiet (.hold_i(!rst_n || busy || (open_q == 5'd0 && !avalid)));
      logic whole_run_q = 1'b0; // at the last edge
      always_ff @(posedge clk_i) whole_run_q <= stopped_q || rest == '0;
      fv_assert u_all (.hold_i(!rst_n || !done || whole_run_q || DATA == 0));
      fv_cover u_three (.seen_i(rst_n && done && said_q == C'(3) && !stopped_q));
      if (DATA != 0) begin : g_data
        logic [C+P-1:0] in_q = '0; // parts of the run taken
        logic [C-1:0] out_q = '0;  // beats written
        logic [7:0] byte_q;
        wire take = s_valid_i && s_ready && busy;
        always_ff @(posedge clk_i) begin
          if (start) {in_q, out_q} <= '0;
          else begin
            in_q <= in_q + (C+P)'(take);
            out_q <= out_q + C'(w);
          end
          if (take && in_q == {n, k_part}) byte_q <= s_data_i[8*k_lane +: 8];
        end
        wire mine = rst_n && wvalid && out_q == n;
        fv_assert u_here (.hold_i(!rst_n || !wvalid || out_q < in_q[C+P-1:P]));
        fv_assert u_byte (.hold_i(!mine || wdata[8*k +: 8] == byte_q));
        fv_assert u_more (.hold_i(!rst_n || !busy || !s_ready || stopped_q
                                  || in_q[C+P-1:P] < count_q));
        fv_stream #(.WIDTH(9)) u_beat (
            .clk_i, .rst_ni(rst_n), .valid_i(wvalid), .ready_i(wready_i),
            .data_i({wdata[8*k +: 8], wlast}));
      end
    end else begin : g_get
      logic [C+1:0] coming_q = '0; // beats requested
      always_comb assume (!valid_i || coming_q != '0);
      // Parts of a stopped run left in the stream are taken before the next run.
      always_comb assume (!start_i || busy || !m_valid);
      logic [C-1:0] in_q = '0;     // beats of the run received
      logic [C+P-1:0] out_q = '0;  // parts given
      logic [7:0] byte_q;
      wire give = rst_n && m_valid && m_ready_i;
      always_ff @(posedge clk_i) begin
        if (!rst_n) coming_q <= '0;
        else coming_q <= coming_q + (told ? (C+2)'(len) + (C+2)'(1) : '0) - (C+2)'(valid_i);
        if (start) {in_q, out_q} <= '0;
        else begin
          in_q <= in_q + C'(valid_i);
          out_q <= out_q + (C+P)'(give);
        end
        if (valid_i && in_q == n) byte_q <= rdata_i[8*k +: 8];
      end
      wire [C+P-1:0] all = {count_q, {P{1'b0}}};
      fv_assert u_quiet (.hold_i(!rst_n || busy || (coming_q == '0 && !avalid)));
      logic stopped_at_end_q = 1'b0;
      always_ff @(posedge clk_i) stopped_at_end_q <= stopped_q;
      if (DATA != 0) begin : g_data
        wire mine = rst_n && m_valid && out_q == {n, k_part};
        fv_assert u_all (.hold_i(!rst_n || !done || all - out_q <= (C+P)'(2)
                                 || stopped_at_end_q));
        fv_assert u_end (.hold_i(!rst_n || !m_valid || (out_q < all
                                 && m_last == (out_q + (C+P)'(1) == all))));
        fv_assert u_room (.hold_i(!rst_n || said_q - out_q[C+P-1:P] <= C'(2 * BURST + 1)));
        fv_assert u_here (.hold_i(!rst_n || !m_valid || out_q[C+P-1:P] < in_q));
        fv_assert u_byte (.hold_i(!mine || m_data[8*k_lane +: 8] == byte_q));
        fv_stream #(.WIDTH(9)) u_part (
            .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
            .data_i({m_data[8*k_lane +: 8], m_last}));
      end
      fv_cover u_three (.seen_i(give && m_last && count_q == C'(3)));
    end
  endgenerate
endmodule

`default_nettype wire
