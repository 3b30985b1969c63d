// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_axil: each address with its data is one write, of that register, data and bytes, and has one
/// response, two cycles after the later of both, or after the response before it; each read shows
/// its register once, and its word is answered once, three cycles after the address; outputs are
/// held stable until taken; no other write or read occurs.
module fv_axil #(
    parameter int ADDR_W = 4
) (
    input wire logic              clk_i,
    input wire logic              again_i,
    input wire logic              awvalid_i,
    input wire logic [ADDR_W-1:0] awaddr_i,
    input wire logic [2:0]        awprot_i,
    input wire logic              wvalid_i,
    input wire logic [31:0]       wdata_i,
    input wire logic [3:0]        wstrb_i,
    input wire logic              bready_i,
    input wire logic              arvalid_i,
    input wire logic [ADDR_W-1:0] araddr_i,
    input wire logic [2:0]        arprot_i,
    input wire logic              rready_i,
    input wire logic [31:0]       word_i
);
  wire rst_n, awready, wready, bvalid, arready, rvalid, write, read;
  wire [1:0] bresp, rresp;
  wire [31:0] rdata, write_data, read_data;
  wire [3:0] write_strb;
  wire [ADDR_W-3:0] write_word, read_word;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_axil #(.ADDR_W(ADDR_W)) u_dut (
      .clk_i, .rst_ni(rst_n), .awvalid_i, .awready_o(awready), .awaddr_i, .awprot_i, .wvalid_i,
      .wready_o(wready), .wdata_i, .wstrb_i, .bvalid_o(bvalid), .bready_i, .bresp_o(bresp),
      .arvalid_i, .arready_o(arready), .araddr_i, .arprot_i, .rvalid_o(rvalid), .rready_i,
      .rdata_o(rdata), .rresp_o(rresp), .write_o(write), .write_word_o(write_word),
      .write_data_o(write_data), .write_strb_o(write_strb), .read_o(read),
      .read_word_o(read_word), .read_data_i(read_data));

  fv_stream #(.WIDTH(2)) u_b (
      .clk_i, .rst_ni(rst_n), .valid_i(bvalid), .ready_i(bready_i), .data_i(bresp));
  fv_stream #(.WIDTH(34)) u_r (
      .clk_i, .rst_ni(rst_n), .valid_i(rvalid), .ready_i(rready_i), .data_i({rresp, rdata}));
  fv_assert u_okay (.hold_i(bresp == 2'b00 && rresp == 2'b00));

  // ---------------------------------------------------------------- writes
  // Address and data taken and not written yet, and the response that is owed.
  logic a_q = 1'b0, d_q = 1'b0, owed_q = 1'b0;
  logic [ADDR_W-3:0] a_word_q;
  logic [35:0] d_data_q;
  always_ff @(posedge clk_i) begin
    a_q <= rst_n && ((awvalid_i && awready) || (a_q && !write));
    d_q <= rst_n && ((wvalid_i && wready) || (d_q && !write));
    owed_q <= rst_n && (write || (owed_q && !(bvalid && bready_i)));
    if (awvalid_i && awready) a_word_q <= awaddr_i[ADDR_W-1:2];
    if (wvalid_i && wready) d_data_q <= {wstrb_i, wdata_i};
  end
  fv_assert u_write (.hold_i(!rst_n || write == (a_q && d_q && !owed_q)));
  fv_assert u_what (.hold_i(!rst_n || !write || (write_word == a_word_q
                                                 && {write_strb, write_data} == d_data_q)));
  fv_assert u_answer (.hold_i(!rst_n || bvalid == owed_q));
  fv_assert u_room (.hold_i(!rst_n || (awready == !a_q && wready == !d_q)));
  fv_cover u_early (.seen_i(rst_n && write && owed_q == 1'b0 && a_q));
  fv_cover u_next (.seen_i(rst_n && a_q && d_q && bvalid && !bready_i));

  // ---------------------------------------------------------------- reads
  // The word of the cycle after read is answered in the next.
  logic r_q = 1'b0, look_q = 1'b0, due_q = 1'b0;
  logic [ADDR_W-3:0] r_word_q;
  logic [31:0] word_q;
  assign read_data = look_q ? word_i : 32'd0;
  always_ff @(posedge clk_i) begin
    r_q <= rst_n && arvalid_i && arready;
    look_q <= rst_n && read;
    due_q <= rst_n && (look_q || (due_q && !rready_i));
    if (arvalid_i && arready) r_word_q <= araddr_i[ADDR_W-1:2];
    if (look_q) word_q <= word_i;
  end
  fv_assert u_read (.hold_i(!rst_n || (read == r_q && (!read || read_word == r_word_q))));
  fv_assert u_word (.hold_i(!rst_n || (rvalid == due_q && rdata == (due_q ? word_q : 32'd0))));
  fv_assert u_one (.hold_i(!rst_n || arready == !(r_q || look_q || due_q)));
  fv_cover u_again (.seen_i(rst_n && read && bvalid));
endmodule

`default_nettype wire
