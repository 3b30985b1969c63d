// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Requirements on an adapter's addresses: each request's sectors are requested once and in order,
/// in the longest bursts that stay within 4 KiB; a stalled address is held stable; the next request
/// is taken no earlier than the last address.
module fv_axi_bursts #(
    parameter int ADDR_W = 15,
    parameter int ID_W = 2
) (
    input wire logic              clk_i,
    input wire logic              rst_ni,
    input wire logic              take_i,
    input wire logic [ADDR_W-1:0] addr_i,
    input wire logic [2:0]        sectors_i,
    input wire logic [ID_W-1:0]   id_i,
    input wire logic              axvalid_i,
    input wire logic              axready_i,
    input wire logic [ID_W-1:0]   axid_i,
    input wire logic [ADDR_W-1:0] axaddr_i,
    input wire logic [7:0]        axlen_i
);
  fv_stream #(.WIDTH(ID_W + ADDR_W + 8)) u_ax (
      .clk_i, .rst_ni, .valid_i(axvalid_i), .ready_i(axready_i),
      .data_i({axid_i, axaddr_i, axlen_i}));

  logic [ADDR_W-6:0] next_q;
  logic [2:0] left_q = 3'd0;
  logic [ID_W-1:0] id_q;
  wire [7:0] beats = axlen_i + 8'd1;
  wire fire = axvalid_i && axready_i;
  wire [ADDR_W-6:0] after = next_q + {{ADDR_W - 13{1'b0}}, beats};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) left_q <= 3'd0;
    else if (take_i) left_q <= sectors_i;
    else if (fire) left_q <= left_q - beats[2:0];
    if (take_i) begin
      next_q <= addr_i[ADDR_W-1:5];
      id_q <= id_i;
    end else if (fire) next_q <= after;
  end

  fv_assert u_asked (.hold_i(!rst_ni || !axvalid_i || (beats <= {5'd0, left_q}
                             && axaddr_i == {next_q, 5'd0} && axid_i == id_q)));
  fv_assert u_4k (.hold_i(!rst_ni || !axvalid_i || {1'b0, axaddr_i[11:5]} + axlen_i <= 8'd127));
  fv_assert u_longest (.hold_i(!rst_ni || !axvalid_i || beats == {5'd0, left_q}
                               || after[6:0] == 7'd0));
  fv_assert u_next (.hold_i(!rst_ni || !take_i || left_q == 3'd0
                            || (fire && left_q == beats[2:0])));
  fv_cover u_two (.seen_i(rst_ni && fire && beats == 8'd1 && left_q == 3'd3));
endmodule

`default_nettype wire
