// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_card_uart_frames: an access follows the last byte of each complete request that ends while no
/// access is in progress, with its address and data, and no other access occurs; its ports obey
/// AXI4-Lite.
/// PART 1: each response has one reply, with its contents and CRC. The value of the CRC does not
/// matter here (fv_any_uart_crc).
module fv_card_uart_frames #(
    parameter int PART = 0
) (
    input wire logic        clk_i,
    input wire logic        again_i,
    input wire logic        byte_valid_i,
    input wire logic [7:0]  byte_i,
    input wire logic        byte_bad_i,
    input wire logic        m_ready_i,
    input wire logic        csr_awready_i,
    input wire logic        csr_wready_i,
    input wire logic        csr_bvalid_i,
    input wire logic [1:0]  csr_bresp_i,
    input wire logic        csr_arready_i,
    input wire logic        csr_rvalid_i,
    input wire logic [31:0] csr_rdata_i,
    input wire logic [1:0]  csr_rresp_i
);
  wire rst_n, m_valid, awvalid, wvalid, bready, arvalid, rready;
  wire [7:0] m_data;
  wire [14:0] awaddr, araddr;
  wire [31:0] wdata;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_card_uart_frames u_dut (
      .clk_i, .rst_ni(rst_n), .byte_valid_i, .byte_i, .byte_bad_i, .m_valid_o(m_valid), .m_ready_i,
      .m_data_o(m_data), .csr_awvalid_o(awvalid), .csr_awready_i, .csr_awaddr_o(awaddr),
      .csr_wvalid_o(wvalid), .csr_wready_i, .csr_wdata_o(wdata), .csr_bvalid_i,
      .csr_bready_o(bready), .csr_bresp_i, .csr_arvalid_o(arvalid), .csr_arready_i,
      .csr_araddr_o(araddr), .csr_rvalid_i, .csr_rready_o(rready), .csr_rdata_i, .csr_rresp_i);

  // Each request is answered once.
  logic aw_q = 1'b0, w_q = 1'b0, ar_q = 1'b0;
  always_ff @(posedge clk_i) begin
    aw_q <= rst_n && ((awvalid && csr_awready_i) || (aw_q && !csr_bvalid_i));
    w_q <= rst_n && ((wvalid && csr_wready_i) || (w_q && !csr_bvalid_i));
    ar_q <= rst_n && ((arvalid && csr_arready_i) || (ar_q && !csr_rvalid_i));
  end
  always_comb begin
    assume (!(byte_valid_i && byte_bad_i));
    assume (!csr_bvalid_i || (aw_q && w_q));
    assume (!csr_rvalid_i || ar_q);
  end

  // ---------------------------------------------------------------- accesses
  // The last bytes as they came, and the request among them.
  logic [63:0] last_q;
  logic [3:0] count_q = 4'd0;
  logic came_q = 1'b0;
  wire request, busy;
  wire [7:0] check;
  lp_card_uart_crc #(.BYTES(7)) u_check (
      .crc_i(8'd0), .bytes_i(last_q[55:0]), .crc_o(check));
  assign request = came_q && count_q == 4'd8 && last_q[7:0] == 8'h4c
                && last_q[63:56] == check;
  assign busy = bready || rready || m_valid;
  always_ff @(posedge clk_i) begin
    came_q <= rst_n && byte_valid_i;
    if (byte_valid_i) last_q <= {byte_i, last_q[63:8]};
    if (!rst_n || byte_bad_i || request) count_q <= 4'd0;
    else if (byte_valid_i && count_q != 4'd8) count_q <= count_q + 4'd1;
  end

  // Expected on the port: an access that has just started, or one that is stalled.
  logic begin_q = 1'b0, write_q, stood_q = 1'b0;
  logic [14:0] address_q;
  logic [31:0] data_q;
  always_ff @(posedge clk_i) begin
    begin_q <= rst_n && request && !busy;
    stood_q <= rst_n && (awvalid || wvalid || arvalid);
    if (request && !busy) begin
      write_q <= last_q[15];
      address_q <= {last_q[14:8], last_q[23:18], 2'b00};
      data_q <= last_q[55:24];
    end
  end
  generate
    if (PART == 0) begin : g_access
      fv_stream #(.WIDTH(15)) u_aw (.clk_i, .rst_ni(rst_n), .valid_i(awvalid),
                                    .ready_i(csr_awready_i), .data_i(awaddr));
      fv_stream #(.WIDTH(32)) u_w (.clk_i, .rst_ni(rst_n), .valid_i(wvalid),
                                   .ready_i(csr_wready_i), .data_i(wdata));
      fv_stream #(.WIDTH(15)) u_ar (.clk_i, .rst_ni(rst_n), .valid_i(arvalid),
                                    .ready_i(csr_arready_i), .data_i(araddr));
      fv_assert u_begins (.hold_i(!rst_n || !begin_q || (
          awvalid == write_q && wvalid == write_q && arvalid == !write_q
          && bready == write_q && rready == !write_q)));
      fv_assert u_what (.hold_i(!rst_n || !begin_q || (
          (write_q ? awaddr : araddr) == address_q && (!write_q || wdata == data_q))));
      fv_assert u_none (.hold_i(!rst_n || begin_q || stood_q || !(awvalid || wvalid || arvalid)));
      fv_assert u_one (.hold_i(!rst_n || !((awvalid || wvalid || bready)
                                           && (arvalid || rready))));
      fv_assert u_owed (.hold_i(!rst_n || ((!(awvalid || wvalid) || bready)
                                           && (!arvalid || rready))));
      fv_assert u_turn (.hold_i(!rst_n || !(m_valid && (bready || rready))));
      fv_cover u_read (.seen_i(rst_n && begin_q && arvalid));
    end else begin : g_reply
      // Bytes of the reply that were taken, and the expected reply.
      logic reply_q = 1'b0;
      logic [2:0] step_q;
      logic [39:0] due_q;
      logic [1:0] tag_q;
      wire b, r;
      wire [7:0] crc;
      lp_card_uart_crc #(.BYTES(5)) u_crc (.crc_i(8'd0), .bytes_i(due_q), .crc_o(crc));
      assign b = csr_bvalid_i && bready;
      assign r = csr_rvalid_i && rready;
      always_ff @(posedge clk_i) begin
        if (request && !busy) tag_q <= last_q[17:16];
        reply_q <= rst_n && (b || r || (reply_q && !(m_ready_i && step_q == 3'd5)));
        if (b || r) begin
          step_q <= 3'd0;
          due_q <= b ? {data_q, 4'h5, csr_bresp_i[1], 1'b1, tag_q}
                     : {csr_rdata_i, 4'h5, csr_rresp_i[1], 1'b0, tag_q};
        end else if (m_valid && m_ready_i) step_q <= step_q + 3'd1;
      end
      fv_assert u_reply (.hold_i(!rst_n || m_valid == reply_q));
      fv_assert u_byte (.hold_i(!rst_n || !reply_q || m_data == (
          step_q == 3'd5 ? crc : due_q[8*step_q +: 8])));
      fv_stream #(.WIDTH(8)) u_m (.clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
                                  .data_i(m_data));
      fv_cover u_check (.seen_i(rst_n && reply_q && step_q == 3'd5));
    end
  endgenerate
endmodule

`default_nettype wire
