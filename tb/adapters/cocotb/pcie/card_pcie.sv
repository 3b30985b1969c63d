// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_card_st with its card memory, for card_pcie.py: the remaining ports are those to a PCIe core.
module card_pcie #(
    /// As of lp_card_st.
    parameter int CODECS   = 2,
    /// Log2 of the bytes of card memory; accesses beyond get DECERR.
    parameter int MEM_LOG2 = 20,
    /// Cycles of 16 in which a channel of the memory stalls.
    parameter int STALL    = 3
) (
    input  wire logic         pcie_clk_i,
    input  wire logic         pcie_rst_ni,
    input  wire logic         clk_i,
    input  wire logic         rst_ni,
    output wire logic [1:0]   irq_o,

    input  wire logic         csr_awvalid_i,
    output wire logic         csr_awready_o,
    input  wire logic [14:0]  csr_awaddr_i,
    input  wire logic         csr_wvalid_i,
    output wire logic         csr_wready_o,
    input  wire logic [31:0]  csr_wdata_i,
    input  wire logic [3:0]   csr_wstrb_i,
    output wire logic         csr_bvalid_o,
    input  wire logic         csr_bready_i,
    output wire logic [1:0]   csr_bresp_o,
    input  wire logic         csr_arvalid_i,
    output wire logic         csr_arready_o,
    input  wire logic [14:0]  csr_araddr_i,
    output wire logic         csr_rvalid_o,
    input  wire logic         csr_rready_i,
    output wire logic [31:0]  csr_rdata_o,
    output wire logic [1:0]   csr_rresp_o,

    input  wire logic         in_tvalid_i,
    output wire logic         in_tready_o,
    input  wire logic [127:0] in_tdata_i,
    output wire logic         out_tvalid_o,
    input  wire logic         out_tready_i,
    output wire logic [127:0] out_tdata_o,
    output wire logic         out_tlast_o
);
  wire mem_awvalid, mem_awready, mem_wvalid, mem_wready, mem_wlast, mem_bvalid, mem_bready;
  wire mem_arvalid, mem_arready, mem_rvalid, mem_rready, mem_rlast;
  wire [7:0] mem_awid, mem_awlen, mem_bid, mem_arid, mem_arlen, mem_rid;
  wire [39:0] mem_awaddr, mem_araddr;
  wire [255:0] mem_wdata, mem_rdata;
  wire [31:0] mem_wstrb;
  wire [1:0] mem_bresp, mem_rresp;

  lp_card_st #(.CODECS(CODECS), .MEM_LOG2(MEM_LOG2), .GIT('h1c0ffee), .BUILT(1)) u_st (
      .pcie_clk_i, .pcie_rst_ni, .clk_i, .rst_ni, .irq_o,
      .csr_awvalid_i, .csr_awready_o, .csr_awaddr_i, .csr_awprot_i(3'd0),
      .csr_wvalid_i, .csr_wready_o, .csr_wdata_i, .csr_wstrb_i,
      .csr_bvalid_o, .csr_bready_i, .csr_bresp_o,
      .csr_arvalid_i, .csr_arready_o, .csr_araddr_i, .csr_arprot_i(3'd0),
      .csr_rvalid_o, .csr_rready_i, .csr_rdata_o, .csr_rresp_o,
      .in_tvalid_i, .in_tready_o, .in_tdata_i,
      .out_tvalid_o, .out_tready_i, .out_tdata_o, .out_tlast_o,
      .mem_awvalid_o(mem_awvalid), .mem_awready_i(mem_awready), .mem_awid_o(mem_awid),
      .mem_awaddr_o(mem_awaddr), .mem_awlen_o(mem_awlen), .mem_wvalid_o(mem_wvalid),
      .mem_wready_i(mem_wready), .mem_wdata_o(mem_wdata), .mem_wstrb_o(mem_wstrb),
      .mem_wlast_o(mem_wlast), .mem_bvalid_i(mem_bvalid), .mem_bready_o(mem_bready),
      .mem_bid_i(mem_bid), .mem_bresp_i(mem_bresp), .mem_arvalid_o(mem_arvalid),
      .mem_arready_i(mem_arready), .mem_arid_o(mem_arid), .mem_araddr_o(mem_araddr),
      .mem_arlen_o(mem_arlen), .mem_rvalid_i(mem_rvalid), .mem_rready_o(mem_rready),
      .mem_rid_i(mem_rid), .mem_rdata_i(mem_rdata), .mem_rresp_i(mem_rresp),
      .mem_rlast_i(mem_rlast));

  card_memory #(.MEM_LOG2(MEM_LOG2), .STALL(STALL)) u_memory (
      .clk_i, .rst_ni, .awvalid_i(mem_awvalid), .awready_o(mem_awready), .awid_i(mem_awid),
      .awaddr_i(mem_awaddr), .awlen_i(mem_awlen), .wvalid_i(mem_wvalid), .wready_o(mem_wready),
      .wdata_i(mem_wdata), .wstrb_i(mem_wstrb), .wlast_i(mem_wlast), .bvalid_o(mem_bvalid),
      .bready_i(mem_bready), .bid_o(mem_bid), .bresp_o(mem_bresp), .arvalid_i(mem_arvalid),
      .arready_o(mem_arready), .arid_i(mem_arid), .araddr_i(mem_araddr), .arlen_i(mem_arlen),
      .rvalid_o(mem_rvalid), .rready_i(mem_rready), .rid_o(mem_rid), .rdata_o(mem_rdata),
      .rresp_o(mem_rresp), .rlast_o(mem_rlast));
endmodule

/// Card memory: a burst at a time in each direction. It begins as 0xa5 throughout.
module card_memory #(
    parameter int MEM_LOG2 = 20,
    parameter int STALL    = 3
) (
    input  wire logic         clk_i,
    input  wire logic         rst_ni,
    input  wire logic         awvalid_i,
    output wire logic         awready_o,
    input  wire logic [7:0]   awid_i,
    input  wire logic [39:0]  awaddr_i,
    input  wire logic [7:0]   awlen_i,
    input  wire logic         wvalid_i,
    output wire logic         wready_o,
    input  wire logic [255:0] wdata_i,
    input  wire logic [31:0]  wstrb_i,
    input  wire logic         wlast_i,
    output wire logic         bvalid_o,
    input  wire logic         bready_i,
    output wire logic [7:0]   bid_o,
    output wire logic [1:0]   bresp_o,
    input  wire logic         arvalid_i,
    output wire logic         arready_o,
    input  wire logic [7:0]   arid_i,
    input  wire logic [39:0]  araddr_i,
    input  wire logic [7:0]   arlen_i,
    output wire logic         rvalid_o,
    input  wire logic         rready_i,
    output wire logic [7:0]   rid_o,
    output wire logic [255:0] rdata_o,
    output wire logic [1:0]   rresp_o,
    output wire logic         rlast_o
);
  localparam int WORDS = 2 ** (MEM_LOG2 - 5);
  logic [255:0] mem_q [0:WORDS-1];
  integer first;
  initial begin
    for (first = 0; first < WORDS; first = first + 1) mem_q[first] = {32{8'ha5}};
  end

  logic [31:0] random_q;
  wire go_aw, go_w, go_ar, go_r;
  assign go_aw = random_q[3:0] >= STALL;
  assign go_w  = random_q[11:8] >= STALL;
  assign go_ar = random_q[19:16] >= STALL;
  assign go_r  = random_q[27:24] >= STALL;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) random_q <= 32'h2545f491;
    else random_q <= {random_q[30:0], random_q[31] ^ random_q[21] ^ random_q[1] ^ random_q[0]};
  end

  // ---------------------------------------------------------------- writes
  logic w_busy_q, b_valid_q;
  logic [7:0] w_id_q;
  logic [39:0] w_at_q;
  assign awready_o = !w_busy_q && !b_valid_q && go_aw;
  assign wready_o  = w_busy_q && go_w;
  assign bvalid_o  = b_valid_q;
  assign bid_o     = w_id_q;
  assign bresp_o   = (w_at_q >> MEM_LOG2) != 40'd0 ? 2'b11 : 2'b00;
  integer lane;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      w_busy_q  <= 1'b0;
      b_valid_q <= 1'b0;
    end else begin
      if (awvalid_i && awready_o) begin
        w_busy_q <= 1'b1;
        w_id_q   <= awid_i;
        w_at_q   <= awaddr_i;
      end
      if (wvalid_i && wready_o) begin
        for (lane = 0; lane < 32; lane = lane + 1)
          if (wstrb_i[lane] && bresp_o == 2'b00)
            mem_q[w_at_q[MEM_LOG2-1:5]][8*lane+:8] <= wdata_i[8*lane+:8];
        if (wlast_i) begin
          w_busy_q  <= 1'b0;
          b_valid_q <= 1'b1;
        end else w_at_q <= w_at_q + 40'd32;
      end
      if (bvalid_o && bready_i) b_valid_q <= 1'b0;
    end
  end
  wire unused;
  assign unused = |awlen_i;

  // ---------------------------------------------------------------- reads
  logic r_busy_q, r_go_q;
  logic [7:0] r_id_q, r_left_q;
  logic [39:0] r_at_q;
  assign arready_o = !r_busy_q && go_ar;
  assign rvalid_o  = r_busy_q && r_go_q;
  assign rid_o     = r_id_q;
  assign rlast_o   = r_left_q == 8'd0;
  assign rresp_o   = (r_at_q >> MEM_LOG2) != 40'd0 ? 2'b11 : 2'b00;
  assign rdata_o   = mem_q[r_at_q[MEM_LOG2-1:5]];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      r_busy_q <= 1'b0;
      r_go_q   <= 1'b0;
    end else begin
      if (arvalid_i && arready_o) begin
        r_busy_q <= 1'b1;
        r_go_q   <= go_r;
        r_id_q   <= arid_i;
        r_at_q   <= araddr_i;
        r_left_q <= arlen_i;
      end else if (!r_go_q) r_go_q <= go_r;
      else if (rvalid_o && rready_i) begin
        r_go_q   <= go_r;
        r_at_q   <= r_at_q + 40'd32;
        r_left_q <= r_left_q - 8'd1;
        if (rlast_o) r_busy_q <= 1'b0;
      end
    end
  end
endmodule
`default_nettype wire
