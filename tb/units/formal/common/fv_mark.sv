// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Follows one record of a stream of them, picked freely: marks inputs 0 before it, 1 in it, 2
/// after it, and asserts that outputs come in that order. With ONCE the picked one ends once, and
/// nothing after it comes out before; else it may have any number of ends.
module fv_mark (
    input  wire logic       clk_i,
    input  wire logic       rst_ni,
    /// Input: the offered beat begins a record; it is taken.
    input  wire logic       first_i,
    input  wire logic       offer_i,
    input  wire logic       take_i,
    output wire logic [1:0] mark_o,
    /// The picked record begins in this cycle; it has begun.
    output wire logic       picks_o,
    output wire logic       begun_o,
    /// The picked record is known to end once.
    input  wire logic       once_i,
    /// Output: the mark of the offered beat, whether it is taken, and whether it ends a record.
    input  wire logic       valid_i,
    input  wire logic       pop_i,
    input  wire logic       last_i,
    input  wire logic [1:0] out_i,
    /// The picked record has come out in full.
    output wire logic       done_o
);
  (* anyseq *) logic pick;
  logic begun_q = 1'b0, done_q = 1'b0, some_q = 1'b0, offered_q = 1'b0, pick_q;
  logic [1:0] mark_q;
  // The choice is held while the first beat is stalled.
  wire chosen = offered_q ? pick_q : pick;
  assign picks_o = first_i && take_i && chosen && !begun_q;
  assign mark_o = !first_i ? mark_q : begun_q ? 2'd2 : {1'b0, chosen};
  assign begun_o = begun_q;
  assign done_o = done_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      begun_q <= 1'b0;
      some_q <= 1'b0;
      done_q <= 1'b0;
      offered_q <= 1'b0;
    end else begin
      begun_q <= begun_q || picks_o;
      offered_q <= first_i && offer_i && !take_i;
      some_q <= some_q || (pop_i && out_i == 2'd1);
      done_q <= done_q || (pop_i && (out_i == 2'd2 || (once_i && out_i == 2'd1 && last_i)));
    end
    pick_q <= chosen;
    mark_q <= mark_o;
  end
  fv_assert u_before (.hold_i(!rst_ni || !valid_i || out_i != 2'd0 || (!some_q && !done_q)));
  fv_assert u_picked (.hold_i(!rst_ni || !valid_i || out_i != 2'd1 || !done_q));
  fv_assert u_behind (.hold_i(!rst_ni || !valid_i || out_i != 2'd2 || !once_i || done_q));
  fv_assert u_known (.hold_i(!rst_ni || !valid_i || out_i != 2'd3));
  fv_cover u_third (.seen_i(rst_ni && pop_i && out_i == 2'd2 && last_i));
endmodule

`default_nettype wire
