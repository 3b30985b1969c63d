// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The byte level of lp_card_uart: finds requests, performs each on an AXI4-Lite port and outputs
/// the bytes of its reply. Formats, and the cases in which a request is dropped, are stated there.
///
/// Latency: 2 cycles from a request's last byte to the access, 1 from its response to the first
/// byte of the reply. Interval: one request at a time.
///
/// Combinational paths: none.
module lp_card_uart_frames (
    /// Clock.
    input  wire logic        clk_i,
    /// Synchronous reset, active low.
    input  wire logic        rst_ni,

    /// A byte was received, for one cycle.
    input  wire logic        byte_valid_i,
    /// The byte.
    input  wire logic [7:0]  byte_i,
    /// A bad byte was received; the bytes before it are discarded.
    input  wire logic        byte_bad_i,
    /// A byte of a reply is offered.
    output wire logic        m_valid_o,
    /// It is taken.
    input  wire logic        m_ready_i,
    /// The byte.
    output wire logic [7:0]  m_data_o,

    /// AXI4-Lite: AWVALID.
    output wire logic        csr_awvalid_o,
    /// AXI4-Lite: AWREADY.
    input  wire logic        csr_awready_i,
    /// AXI4-Lite: AWADDR, a multiple of 4.
    output wire logic [14:0] csr_awaddr_o,
    /// AXI4-Lite: WVALID.
    output wire logic        csr_wvalid_o,
    /// AXI4-Lite: WREADY.
    input  wire logic        csr_wready_i,
    /// AXI4-Lite: WDATA; all its bytes are written.
    output wire logic [31:0] csr_wdata_o,
    /// AXI4-Lite: BVALID.
    input  wire logic        csr_bvalid_i,
    /// AXI4-Lite: BREADY.
    output wire logic        csr_bready_o,
    /// AXI4-Lite: BRESP; SLVERR and DECERR are an error.
    input  wire logic [1:0]  csr_bresp_i,
    /// AXI4-Lite: ARVALID.
    output wire logic        csr_arvalid_o,
    /// AXI4-Lite: ARREADY.
    input  wire logic        csr_arready_i,
    /// AXI4-Lite: ARADDR, a multiple of 4.
    output wire logic [14:0] csr_araddr_o,
    /// AXI4-Lite: RVALID.
    input  wire logic        csr_rvalid_i,
    /// AXI4-Lite: RREADY.
    output wire logic        csr_rready_o,
    /// AXI4-Lite: RDATA.
    input  wire logic [31:0] csr_rdata_i,
    /// AXI4-Lite: RRESP; SLVERR and DECERR are an error.
    input  wire logic [1:0]  csr_rresp_i
);
  localparam logic [7:0] SYNC = 8'h4c;
  localparam logic [3:0] REPLY = 4'h5;

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = csr_bresp_i[0] | csr_rresp_i[0];

  // ---------------------------------------------------------------- requests
  // The last 8 bytes, the newest at the top, their number, and whether one is new.
  logic [63:0] window_q;
  logic [3:0] have_q;
  logic new_q;
  wire [7:0] check;
  wire whole;
  lp_card_uart_crc #(.BYTES(7)) u_check (.crc_i(8'd0), .bytes_i(window_q[55:0]), .crc_o(check));
  assign whole = new_q & have_q[3] & (window_q[7:0] == SYNC) & (window_q[63:56] == check);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      have_q <= 4'd0;
      new_q <= 1'b0;
    end else begin
      new_q <= byte_valid_i;
      if (byte_bad_i | whole) have_q <= 4'd0;
      else if (byte_valid_i & ~have_q[3]) have_q <= have_q + 4'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (byte_valid_i) window_q <= {byte_i, window_q[63:8]};
  end

  // ---------------------------------------------------------------- the access
  // aw, w, ar: offered; b, r: waiting for the response; send: the reply is being sent.
  logic aw_q, w_q, b_q, ar_q, r_q, send_q;
  logic write_q, err_q;
  logic [1:0] tag_q;
  logic [12:0] word_q;
  logic [31:0] data_q;
  wire busy, take, write, b_done, r_done, sent;
  assign busy = b_q | r_q | send_q;
  assign take = whole & ~busy;
  assign write = window_q[15];
  assign b_done = b_q & csr_bvalid_i;
  assign r_done = r_q & csr_rvalid_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      aw_q <= 1'b0;
      w_q <= 1'b0;
      b_q <= 1'b0;
      ar_q <= 1'b0;
      r_q <= 1'b0;
      send_q <= 1'b0;
    end else begin
      aw_q <= (take & write) | (aw_q & ~csr_awready_i);
      w_q <= (take & write) | (w_q & ~csr_wready_i);
      b_q <= (take & write) | (b_q & ~csr_bvalid_i);
      ar_q <= (take & ~write) | (ar_q & ~csr_arready_i);
      r_q <= (take & ~write) | (r_q & ~csr_rvalid_i);
      send_q <= b_done | r_done | (send_q & ~sent);
    end
  end

  // ---------------------------------------------------------------- replies
  // Number of reply bytes sent, and their CRC.
  logic [2:0] step_q;
  logic [7:0] crc_q, crc;
  wire next;
  wire [7:0] head, part;
  assign head = {REPLY, err_q, write_q, tag_q};
  assign part = step_q == 3'd0 ? head : step_q == 3'd5 ? crc_q : data_q[7:0];
  assign next = send_q & m_ready_i;
  assign sent = next & (step_q == 3'd5);
  lp_card_uart_crc #(.BYTES(1)) u_crc (.crc_i(crc_q), .bytes_i(part), .crc_o(crc));
  always_ff @(posedge clk_i) begin
    if (take) {write_q, word_q, tag_q} <= {window_q[15:8], window_q[23:16]};
    if (b_done) err_q <= csr_bresp_i[1];
    if (r_done) err_q <= csr_rresp_i[1];
    if (take) data_q <= window_q[55:24];
    else if (r_done) data_q <= csr_rdata_i;
    else if (next & (step_q != 3'd0)) data_q <= {8'd0, data_q[31:8]};
    if (take) step_q <= 3'd0;
    else if (next) step_q <= step_q + 3'd1;
    if (take) crc_q <= 8'd0;
    else if (next) crc_q <= crc;
  end

  assign m_valid_o = send_q;
  assign m_data_o = part;
  assign csr_awvalid_o = aw_q;
  assign csr_awaddr_o = {word_q, 2'b00};
  assign csr_wvalid_o = w_q;
  assign csr_wdata_o = data_q;
  assign csr_bready_o = b_q;
  assign csr_arvalid_o = ar_q;
  assign csr_araddr_o = {word_q, 2'b00};
  assign csr_rready_o = r_q;
endmodule

`default_nettype wire
