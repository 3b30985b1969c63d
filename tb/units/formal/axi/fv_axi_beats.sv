// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Requirements on an adapter's beats, for any one of its bursts: no beat before the cycle that
/// follows its burst's address; as many as the address gave; the last one marked; in the order of
/// the addresses. From that cycle on, its beats wait only for their data and the beats before them,
/// whether the address is taken or not. Outputs the data that was given with the address of the
/// burst looked at.
module fv_axi_beats #(
    parameter int TAG = 1,
    /// With this many bursts whose beats are still to come, the next address may wait.
    parameter int AHEAD = 4
) (
    input  wire logic           clk_i,
    input  wire logic           rst_ni,
    input  wire logic           awvalid_i,
    input  wire logic           awready_i,
    input  wire logic [7:0]     awlen_i,
    /// With awvalid: data needed when the beats come.
    input  wire logic [TAG-1:0] tag_i,
    /// The data given for the burst looked at.
    output wire logic [TAG-1:0] tag_o,
    /// The beats of the burst looked at are next.
    output wire logic           mine_o,
    /// The next address may wait.
    output wire logic           full_o,
    input  wire logic           wvalid_i,
    input  wire logic           wready_i,
    input  wire logic           wlast_i,
    /// With mine: the data of the beat that is next is offered.
    input  wire logic           data_i
);
  // Numbers modulo 8: of the address offered next, and of the burst whose beats are next.
  (* anyconst *) logic [2:0] n;
  logic [2:0] shown_q = 3'd0, done_q = 3'd0;
  logic waits_q = 1'b0;
  logic [7:0] len_q, beat_q = 8'd0;
  logic [TAG-1:0] tag_q;
  wire [2:0] owed = shown_q - done_q;
  wire shows = awvalid_i && !waits_q;
  wire fire = wvalid_i && wready_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      shown_q <= 3'd0;
      done_q <= 3'd0;
      waits_q <= 1'b0;
      beat_q <= 8'd0;
    end else begin
      shown_q <= shown_q + {2'd0, shows};
      done_q <= done_q + {2'd0, fire && wlast_i};
      waits_q <= awvalid_i && !awready_i;
      if (fire) beat_q <= wlast_i ? 8'd0 : beat_q + 8'd1;
    end
    if (shows && shown_q == n) {len_q, tag_q} <= {awlen_i, tag_i};
  end
  assign full_o = owed >= 3'(AHEAD);
  assign mine_o = owed != 3'd0 && done_q == n;
  assign tag_o = tag_q;
  fv_assert u_ahead (.hold_i(!rst_ni || owed <= 3'(AHEAD + 1)));
  fv_assert u_none (.hold_i(!rst_ni || !wvalid_i || owed != 3'd0));
  fv_assert u_comes (.hold_i(!rst_ni || !mine_o || wvalid_i == data_i));
  fv_assert u_last (.hold_i(!rst_ni || !wvalid_i || !mine_o || wlast_i == (beat_q == len_q)));
  fv_cover u_most (.seen_i(rst_ni && full_o));
  fv_cover u_first (.seen_i(rst_ni && fire && mine_o && wlast_i && len_q == 8'd3 && waits_q
                            && owed == 3'd1));
endmodule

`default_nettype wire
