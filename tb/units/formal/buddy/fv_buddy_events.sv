// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_buddy_events: an event is visible from two cycles after its cause until the driver clears it,
/// and never without a cause; an event that comes while it is cleared remains set. The interrupt
/// follows the events that the driver last enabled.
module fv_buddy_events (
    input wire logic       clk_i,
    input wire logic       again_i,
    input wire logic       lost_i,
    input wire logic       read_valid_i,
    input wire logic [2:0] read_code_i,
    input wire logic       write_valid_i,
    input wire logic [2:0] write_code_i,
    input wire logic       refused_i,
    input wire logic       stray_i,
    input wire logic       cfg_valid_i,
    input wire logic [5:0] cfg_clear_i,
    input wire logic [5:0] cfg_enable_i
);
  wire rst_n, error, irq;
  wire [5:0] seen, enable;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_buddy_events u_dut (
      .clk_i, .rst_ni(rst_n), .lost_i, .read_valid_i, .read_code_i, .write_valid_i, .write_code_i,
      .refused_i, .stray_i, .cfg_valid_i, .cfg_clear_i, .cfg_enable_i, .seen_o(seen),
      .enable_o(enable), .error_o(error), .irq_o(irq));
  always_comb assume (read_code_i != 3'd7 && write_code_i != 3'd7);

  function automatic logic [5:0] of_code(input logic valid, input logic [2:0] code);
    of_code = !valid || code == 3'd0 ? 6'd0
            : code <= 3'd3 ? 6'd8 : code <= 3'd5 ? 6'd4 : 6'd2;
  endfunction
  wire [5:0] cause = {stray_i, refused_i, 3'd0, lost_i} | of_code(read_valid_i, read_code_i)
                   | of_code(write_valid_i, write_code_i);
  logic [5:0] cause_q = 6'd0, expected_q = 6'd0, enable_q = 6'd0;
  always_ff @(posedge clk_i) begin
    if (!rst_n) {cause_q, expected_q, enable_q} <= 18'd0;
    else begin
      cause_q <= cause;
      expected_q <= (cfg_valid_i ? expected_q & ~cfg_clear_i : expected_q) | cause_q;
      if (cfg_valid_i) enable_q <= cfg_enable_i;
    end
  end
  fv_assert u_seen (.hold_i(!rst_n || seen == expected_q));
  fv_assert u_enable (.hold_i(!rst_n || enable == enable_q));
  fv_assert u_error (.hold_i(!rst_n || error == (expected_q != 6'd0)));
  fv_assert u_irq (.hold_i(!rst_n || irq == ((expected_q & enable_q) != 6'd0)));
  fv_cover u_all (.seen_i(rst_n && seen == 6'h3f && irq));
  fv_cover u_stays (.seen_i(rst_n && cfg_valid_i && cfg_clear_i[1] && seen[1] && cause_q == 6'd2));
endmodule

`default_nettype wire
