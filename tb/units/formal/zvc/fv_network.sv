// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The ZVC network, 256 free data bits, free flags and first lane: compaction puts the n-th flagged
/// element into lane start + n, as a plain loop does; the reversed network returns every element;
/// the count is right.
module fv_network #(
    parameter int LANES = 8,
    localparam int LL = $clog2(LANES),
    localparam int W = 256 / LANES
) (
    input wire logic [LANES-1:0] flag_i,
    input wire logic [LL-1:0]    start_i,
    input wire logic [255:0]     data_i
);
  wire [LL*LANES/2-1:0] sw;
  wire [LL:0] count;
  wire [255:0] packed_data, back;
  lp_zvc_switch #(.LANES(LANES)) u_switch (.flag_i, .start_i, .sw_o(sw), .count_o(count));
  lp_zvc_omega #(.LANES(LANES), .REVERSE(0)) u_omega (.data_i, .sw_i(sw), .data_o(packed_data));
  lp_zvc_omega #(.LANES(LANES), .REVERSE(1)) u_back (.data_i(packed_data), .sw_i(sw),
                                                     .data_o(back));

  // Lane of element i, then whether the element is there.
  logic [LANES-1:0] there;
  logic [LL:0] rank;
  logic [LL-1:0] lane;
  always_comb begin
    rank = '0;
    for (int i = 0; i < LANES; i++) begin
      lane = start_i + rank[LL-1:0];
      there[i] = !flag_i[i] || packed_data[lane*W +: W] == data_i[i*W +: W];
      rank = rank + {{LL{1'b0}}, flag_i[i]};
    end
  end
  fv_assert u_count (.hold_i(count == rank));
  fv_assert u_there (.hold_i(&there));
  fv_assert u_back_same (.hold_i(back == data_i));
  fv_cover u_moves (.seen_i(&flag_i && start_i == LL'(1) && packed_data != data_i));
endmodule

`default_nettype wire
