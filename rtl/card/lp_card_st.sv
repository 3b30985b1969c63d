// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// A card for a bridge with streams, such as LitePCIe, and a clock of its own: a stream from the
/// host and one to it, AXI4-Lite to the registers, two interrupts. A mover (lp_card_mover)
/// transfers the streams to card memory and back; its registers are page 5 (lp_card_mover_regs),
/// which the card's identity page lists. The card's rings are in card memory (local mode); its port
/// to the host is tied off. Every address answers OKAY.
///
/// An interrupt is a pulse when its line rises, repeated every 2**AGAIN cycles while it stays high,
/// since software may just have checked when the first one comes.
///
/// Beats of the stream from the host go to card memory as they arrive; its TLAST is not used. The
/// last beat of each run to the host is marked.
///
/// All resets are low together for at least 4 cycles of each clock (lp_cdc_reset makes such pairs).
/// Both sides and card memory must be reset together.
///
/// Dependencies: card memory waits for neither stream.
///
/// Combinational paths: none.
module lp_card_st #(
    /// Channels of the engine: 1 to 8.
    parameter int CHANNELS = 2,
    /// Flits of 32 bytes per channel in the engine's buffer.
    parameter int FLITS    = 40,
    /// Codecs: 1 ZVC, 2 and BPC, 3 with serial units of BPC, 15 all of lp_mixed_pkg.
    parameter int CODECS   = 2,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM     = 32,
    /// Longest burst of the engine's rings and streams in beats, as in lp_card.
    parameter int BURST    = 16,
    /// Beats that the engine may have requested and not used, as in lp_card.
    parameter int READ     = 64,
    /// Bytes of card memory, as a power of two.
    parameter int MEM_LOG2 = 30,
    /// As in lp_card: first eight hexadecimal digits of the sources' commit.
    parameter int GIT      = 0,
    /// As in lp_card: seconds since 1970 at which the card was built.
    parameter int BUILT    = 0,
    /// Bits of a beat of the streams: 64 or 128.
    parameter int DATA_W   = 128,
    /// Beats of 32 bytes of the mover's longest burst, as in lp_card_mover.
    parameter int MOVE     = 16,
    /// log2 of the cycles of the bridge's clock between pulses of an interrupt that stays high.
    parameter int AGAIN    = 16
) (
    /// Clock of the bridge.
    input  wire logic                      pcie_clk_i,
    /// Its synchronous reset, active low.
    input  wire logic                      pcie_rst_ni,
    /// Clock of the card.
    input  wire logic                      clk_i,
    /// Its synchronous reset, active low.
    input  wire logic                      rst_ni,
    /// Interrupts, pulses, in the bridge's clock: card, mover.
    output wire logic [1:0]                irq_o,

    /// Registers, AXI4-Lite: AWVALID.
    input  wire logic                      csr_awvalid_i,
    /// AWREADY.
    output wire logic                      csr_awready_o,
    /// AWADDR.
    input  wire logic [14:0]               csr_awaddr_i,
    /// AWPROT.
    input  wire logic [2:0]                csr_awprot_i,
    /// WVALID.
    input  wire logic                      csr_wvalid_i,
    /// WREADY.
    output wire logic                      csr_wready_o,
    /// WDATA.
    input  wire logic [31:0]               csr_wdata_i,
    /// WSTRB.
    input  wire logic [3:0]                csr_wstrb_i,
    /// BVALID.
    output wire logic                      csr_bvalid_o,
    /// BREADY.
    input  wire logic                      csr_bready_i,
    /// BRESP.
    output wire logic [1:0]                csr_bresp_o,
    /// ARVALID.
    input  wire logic                      csr_arvalid_i,
    /// ARREADY.
    output wire logic                      csr_arready_o,
    /// ARADDR.
    input  wire logic [14:0]               csr_araddr_i,
    /// ARPROT.
    input  wire logic [2:0]                csr_arprot_i,
    /// RVALID.
    output wire logic                      csr_rvalid_o,
    /// RREADY.
    input  wire logic                      csr_rready_i,
    /// RDATA.
    output wire logic [31:0]               csr_rdata_o,
    /// RRESP.
    output wire logic [1:0]                csr_rresp_o,

    /// Stream from the host: TVALID.
    input  wire logic                      in_tvalid_i,
    /// TREADY.
    output wire logic                      in_tready_o,
    /// TDATA.
    input  wire logic [DATA_W-1:0]         in_tdata_i,
    /// Stream to the host: TVALID.
    output wire logic                      out_tvalid_o,
    /// TREADY.
    input  wire logic                      out_tready_i,
    /// TDATA.
    output wire logic [DATA_W-1:0]         out_tdata_o,
    /// TLAST.
    output wire logic                      out_tlast_o,

    /// Card memory, AXI4: AWVALID.
    output wire logic                      mem_awvalid_o,
    /// AWREADY.
    input  wire logic                      mem_awready_i,
    /// AWID.
    output wire logic [7:0]                mem_awid_o,
    /// AWADDR.
    output wire logic [39:0]               mem_awaddr_o,
    /// AWLEN.
    output wire logic [7:0]                mem_awlen_o,
    /// WVALID.
    output wire logic                      mem_wvalid_o,
    /// WREADY.
    input  wire logic                      mem_wready_i,
    /// WDATA.
    output wire logic [255:0]              mem_wdata_o,
    /// WSTRB.
    output wire logic [31:0]               mem_wstrb_o,
    /// WLAST.
    output wire logic                      mem_wlast_o,
    /// BVALID.
    input  wire logic                      mem_bvalid_i,
    /// BREADY.
    output wire logic                      mem_bready_o,
    /// BID.
    input  wire logic [7:0]                mem_bid_i,
    /// BRESP.
    input  wire logic [1:0]                mem_bresp_i,
    /// ARVALID.
    output wire logic                      mem_arvalid_o,
    /// ARREADY.
    input  wire logic                      mem_arready_i,
    /// ARID.
    output wire logic [7:0]                mem_arid_o,
    /// ARADDR.
    output wire logic [39:0]               mem_araddr_o,
    /// ARLEN.
    output wire logic [7:0]                mem_arlen_o,
    /// RVALID.
    input  wire logic                      mem_rvalid_i,
    /// RREADY.
    output wire logic                      mem_rready_o,
    /// RID.
    input  wire logic [7:0]                mem_rid_i,
    /// RDATA.
    input  wire logic [255:0]              mem_rdata_i,
    /// RRESP.
    input  wire logic [1:0]                mem_rresp_i,
    /// RLAST.
    input  wire logic                      mem_rlast_i
);
  generate
    if (AGAIN < 2) begin : g_check_again
      lp_bad_AGAIN_below_2 u_bad ();
    end
  endgenerate

  // ---------------------------------------------------------------- registers and interrupts
  localparam int PAGE = 5;
  wire irq, mover_irq;
  wire c_awvalid, c_awready, c_wvalid, c_wready, c_bvalid, c_bready, c_arvalid, c_arready,
      c_rvalid, c_rready;
  wire [14:0] c_awaddr, c_araddr;
  wire [2:0] c_awprot, c_arprot;
  wire [31:0] c_wdata, c_rdata;
  wire [3:0] c_wstrb;
  wire [1:0] c_bresp, c_rresp;
  wire k_awvalid, k_awready, k_wvalid, k_wready, k_bvalid, k_bready, k_arvalid, k_arready,
      k_rvalid, k_rready;
  wire [14:0] k_awaddr, k_araddr;
  wire [2:0] k_awprot, k_arprot;
  wire [31:0] k_wdata, k_rdata;
  wire [3:0] k_wstrb;
  wire [1:0] k_bresp, k_rresp;
  wire p_awvalid, p_awready, p_wvalid, p_wready, p_bvalid, p_bready, p_arvalid, p_arready,
      p_rvalid, p_rready;
  wire [14:0] p_awaddr, p_araddr;
  wire [2:0] p_awprot, p_arprot;
  wire [31:0] p_wdata, p_rdata;
  wire [3:0] p_wstrb;
  wire [1:0] p_bresp, p_rresp;
  lp_axil_cdc #(.ADDR_W(15)) u_csr (
      .s_clk_i(pcie_clk_i), .s_rst_ni(pcie_rst_ni), .m_clk_i(clk_i), .m_rst_ni(rst_ni),
      .s_awvalid_i(csr_awvalid_i), .s_awready_o(csr_awready_o), .s_awaddr_i(csr_awaddr_i),
      .s_awprot_i(csr_awprot_i), .s_wvalid_i(csr_wvalid_i), .s_wready_o(csr_wready_o),
      .s_wdata_i(csr_wdata_i), .s_wstrb_i(csr_wstrb_i), .s_bvalid_o(csr_bvalid_o),
      .s_bready_i(csr_bready_i), .s_bresp_o(csr_bresp_o), .s_arvalid_i(csr_arvalid_i),
      .s_arready_o(csr_arready_o), .s_araddr_i(csr_araddr_i), .s_arprot_i(csr_arprot_i),
      .s_rvalid_o(csr_rvalid_o), .s_rready_i(csr_rready_i), .s_rdata_o(csr_rdata_o),
      .s_rresp_o(csr_rresp_o), .m_awvalid_o(c_awvalid), .m_awready_i(c_awready),
      .m_awaddr_o(c_awaddr), .m_awprot_o(c_awprot), .m_wvalid_o(c_wvalid), .m_wready_i(c_wready),
      .m_wdata_o(c_wdata), .m_wstrb_o(c_wstrb), .m_bvalid_i(c_bvalid), .m_bready_o(c_bready),
      .m_bresp_i(c_bresp), .m_arvalid_o(c_arvalid), .m_arready_i(c_arready), .m_araddr_o(c_araddr),
      .m_arprot_o(c_arprot), .m_rvalid_i(c_rvalid), .m_rready_o(c_rready), .m_rdata_i(c_rdata),
      .m_rresp_i(c_rresp));
  lp_axil_fork #(.ADDR_W(15), .PAGE(PAGE)) u_pages (
      .clk_i, .rst_ni, .s_awvalid_i(c_awvalid), .s_awready_o(c_awready), .s_awaddr_i(c_awaddr),
      .s_awprot_i(c_awprot), .s_wvalid_i(c_wvalid), .s_wready_o(c_wready), .s_wdata_i(c_wdata),
      .s_wstrb_i(c_wstrb), .s_bvalid_o(c_bvalid), .s_bready_i(c_bready), .s_bresp_o(c_bresp),
      .s_arvalid_i(c_arvalid), .s_arready_o(c_arready), .s_araddr_i(c_araddr),
      .s_arprot_i(c_arprot), .s_rvalid_o(c_rvalid), .s_rready_i(c_rready), .s_rdata_o(c_rdata),
      .s_rresp_o(c_rresp), .m_awvalid_o(k_awvalid), .m_awready_i(k_awready), .m_awaddr_o(k_awaddr),
      .m_awprot_o(k_awprot), .m_wvalid_o(k_wvalid), .m_wready_i(k_wready), .m_wdata_o(k_wdata),
      .m_wstrb_o(k_wstrb), .m_bvalid_i(k_bvalid), .m_bready_o(k_bready), .m_bresp_i(k_bresp),
      .m_arvalid_o(k_arvalid), .m_arready_i(k_arready), .m_araddr_o(k_araddr),
      .m_arprot_o(k_arprot), .m_rvalid_i(k_rvalid), .m_rready_o(k_rready), .m_rdata_i(k_rdata),
      .m_rresp_i(k_rresp), .p_awvalid_o(p_awvalid), .p_awready_i(p_awready), .p_awaddr_o(p_awaddr),
      .p_awprot_o(p_awprot), .p_wvalid_o(p_wvalid), .p_wready_i(p_wready), .p_wdata_o(p_wdata),
      .p_wstrb_o(p_wstrb), .p_bvalid_i(p_bvalid), .p_bready_o(p_bready), .p_bresp_i(p_bresp),
      .p_arvalid_o(p_arvalid), .p_arready_i(p_arready), .p_araddr_o(p_araddr),
      .p_arprot_o(p_arprot), .p_rvalid_i(p_rvalid), .p_rready_o(p_rready), .p_rdata_i(p_rdata),
      .p_rresp_i(p_rresp));
  wire [1:0] level;
  lp_sync #(.WIDTH(2)) u_irq (
      .clk_i(pcie_clk_i), .rst_ni(pcie_rst_ni), .d_i({mover_irq, irq}), .q_o(level));
  logic [1:0] level_q, irq_q;
  logic [AGAIN-1:0] again_q;
  always_ff @(posedge pcie_clk_i) begin
    if (!pcie_rst_ni) begin
      level_q <= 2'b00;
      irq_q <= 2'b00;
      again_q <= '0;
    end else begin
      level_q <= level;
      irq_q <= level & (~level_q | {2{&again_q}});
      again_q <= again_q + 1'b1;
    end
  end
  assign irq_o = irq_q;

  wire put_start, get_start, put_stop, get_stop, put_busy, get_busy, put_error, get_error;
  wire put_done, get_done, drop;
  wire [39:0] put_addr, get_addr;
  wire [23:0] put_beats, get_beats;
  lp_card_mover_regs u_regs (
      .clk_i, .rst_ni, .awvalid_i(p_awvalid), .awready_o(p_awready), .awaddr_i(p_awaddr[11:0]),
      .awprot_i(p_awprot), .wvalid_i(p_wvalid), .wready_o(p_wready), .wdata_i(p_wdata),
      .wstrb_i(p_wstrb), .bvalid_o(p_bvalid), .bready_i(p_bready), .bresp_o(p_bresp),
      .arvalid_i(p_arvalid), .arready_o(p_arready), .araddr_i(p_araddr[11:0]), .arprot_i(p_arprot),
      .rvalid_o(p_rvalid), .rready_i(p_rready), .rdata_o(p_rdata), .rresp_o(p_rresp),
      .command_put_o(put_start), .command_get_o(get_start), .command_stop_put_o(put_stop),
      .command_stop_get_o(get_stop), .status_put_busy_i(put_busy), .status_get_busy_i(get_busy),
      .status_put_error_i(put_error), .status_get_error_i(get_error), .control_o(drop),
      .irq_o(mover_irq), .irq_put_i(put_done), .irq_get_i(get_done), .put_lo_o(put_addr[31:0]),
      .put_hi_o(put_addr[39:32]), .put_beats_o(put_beats), .get_lo_o(get_addr[31:0]),
      .get_hi_o(get_addr[39:32]), .get_beats_o(get_beats));

  // ---------------------------------------------------------------- streams
  wire in_valid, in_ready, out_valid, out_ready, out_last;
  wire [DATA_W-1:0] in_data, out_data;
  lp_cdc_fifo #(.WIDTH(DATA_W), .DEPTH(8)) u_in (
      .s_clk_i(pcie_clk_i), .s_rst_ni(pcie_rst_ni), .s_valid_i(in_tvalid_i),
      .s_ready_o(in_tready_o), .s_data_i(in_tdata_i), .m_clk_i(clk_i), .m_rst_ni(rst_ni),
      .m_valid_o(in_valid), .m_ready_i(in_ready), .m_data_o(in_data));
  lp_cdc_fifo #(.WIDTH(DATA_W + 1), .DEPTH(8)) u_out (
      .s_clk_i(clk_i), .s_rst_ni(rst_ni), .s_valid_i(out_valid), .s_ready_o(out_ready),
      .s_data_i({out_last, out_data}), .m_clk_i(pcie_clk_i), .m_rst_ni(pcie_rst_ni),
      .m_valid_o(out_tvalid_o), .m_ready_i(out_tready_i), .m_data_o({out_tlast_o, out_tdata_o}));

  // ---------------------------------------------------------------- the mover
  wire w_awvalid, w_awready, w_wvalid, w_wready, w_wlast, w_bvalid, w_bready, w_arvalid,
      w_arready, w_rvalid, w_rready, w_rlast;
  wire [3:0] w_awid, w_bid, w_arid, w_rid;
  wire [39:0] w_awaddr, w_araddr;
  wire [7:0] w_awlen, w_arlen;
  wire [255:0] w_wdata, w_rdata;
  wire [31:0] w_wstrb;
  wire [1:0] w_bresp, w_rresp;
  lp_card_mover #(.DATA_W(DATA_W), .BURST(MOVE)) u_mover (
      .clk_i, .rst_ni, .put_start_i(put_start), .put_stop_i(put_stop), .put_drop_i(drop),
      .put_addr_i(put_addr), .put_beats_i(put_beats), .put_busy_o(put_busy), .put_done_o(put_done),
      .put_error_o(put_error), .get_start_i(get_start), .get_stop_i(get_stop),
      .get_addr_i(get_addr), .get_beats_i(get_beats), .get_busy_o(get_busy), .get_done_o(get_done),
      .get_error_o(get_error), .s_valid_i(in_valid), .s_ready_o(in_ready), .s_data_i(in_data),
      .m_valid_o(out_valid), .m_ready_i(out_ready), .m_data_o(out_data), .m_last_o(out_last),
      .awvalid_o(w_awvalid), .awready_i(w_awready), .awaddr_o(w_awaddr), .awlen_o(w_awlen),
      .wvalid_o(w_wvalid), .wready_i(w_wready), .wdata_o(w_wdata), .wlast_o(w_wlast),
      .bvalid_i(w_bvalid), .bready_o(w_bready), .bresp_i(w_bresp), .arvalid_o(w_arvalid),
      .arready_i(w_arready), .araddr_o(w_araddr), .arlen_o(w_arlen), .rvalid_i(w_rvalid),
      .rready_o(w_rready), .rdata_i(w_rdata), .rresp_i(w_rresp));
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = (|p_awaddr[14:12]) | (|p_araddr[14:12]) | (|w_bid) | (|w_rid) | w_rlast;
  assign w_awid = 4'd0;
  assign w_arid = 4'd0;
  assign w_wstrb = {32{1'b1}};

  // ---------------------------------------------------------------- the card
  // The host port is unused.
  /* verilator lint_off PINCONNECTEMPTY */
  lp_card #(
      .CHANNELS(CHANNELS), .FLITS(FLITS), .CODECS(CODECS), .ELEM(ELEM), .BURST(BURST), .READ(READ),
      .MEM_LOG2(MEM_LOG2), .HOST(0), .WINDOW(1), .GIT(GIT), .BUILT(BUILT), .EDGE_KIND('h4d50434c),
      .EDGE_BASE('h1000 * PAGE)
  ) u_card (
      .clk_i, .rst_ni, .irq_o(irq), .csr_awvalid_i(k_awvalid), .csr_awready_o(k_awready),
      .csr_awaddr_i(k_awaddr), .csr_awprot_i(k_awprot), .csr_wvalid_i(k_wvalid),
      .csr_wready_o(k_wready), .csr_wdata_i(k_wdata), .csr_wstrb_i(k_wstrb),
      .csr_bvalid_o(k_bvalid), .csr_bready_i(k_bready), .csr_bresp_o(k_bresp),
      .csr_arvalid_i(k_arvalid), .csr_arready_o(k_arready), .csr_araddr_i(k_araddr),
      .csr_arprot_i(k_arprot), .csr_rvalid_o(k_rvalid), .csr_rready_i(k_rready),
      .csr_rdata_o(k_rdata), .csr_rresp_o(k_rresp), .win_awvalid_i(w_awvalid),
      .win_awready_o(w_awready), .win_awid_i(w_awid), .win_awaddr_i(w_awaddr),
      .win_awlen_i(w_awlen), .win_wvalid_i(w_wvalid), .win_wready_o(w_wready),
      .win_wdata_i(w_wdata), .win_wstrb_i(w_wstrb), .win_wlast_i(w_wlast), .win_bvalid_o(w_bvalid),
      .win_bready_i(w_bready), .win_bid_o(w_bid), .win_bresp_o(w_bresp), .win_arvalid_i(w_arvalid),
      .win_arready_o(w_arready), .win_arid_i(w_arid), .win_araddr_i(w_araddr),
      .win_arlen_i(w_arlen), .win_rvalid_o(w_rvalid), .win_rready_i(w_rready), .win_rid_o(w_rid),
      .win_rdata_o(w_rdata), .win_rresp_o(w_rresp), .win_rlast_o(w_rlast),
      .mem_awvalid_o(mem_awvalid_o), .mem_awready_i(mem_awready_i), .mem_awid_o(mem_awid_o),
      .mem_awaddr_o(mem_awaddr_o), .mem_awlen_o(mem_awlen_o), .mem_wvalid_o(mem_wvalid_o),
      .mem_wready_i(mem_wready_i), .mem_wdata_o(mem_wdata_o), .mem_wstrb_o(mem_wstrb_o),
      .mem_wlast_o(mem_wlast_o), .mem_bvalid_i(mem_bvalid_i), .mem_bready_o(mem_bready_o),
      .mem_bid_i(mem_bid_i), .mem_bresp_i(mem_bresp_i), .mem_arvalid_o(mem_arvalid_o),
      .mem_arready_i(mem_arready_i), .mem_arid_o(mem_arid_o), .mem_araddr_o(mem_araddr_o),
      .mem_arlen_o(mem_arlen_o), .mem_rvalid_i(mem_rvalid_i), .mem_rready_o(mem_rready_o),
      .mem_rid_i(mem_rid_i), .mem_rdata_i(mem_rdata_i), .mem_rresp_i(mem_rresp_i),
      .mem_rlast_i(mem_rlast_i), .host_awvalid_o(), .host_awready_i(1'b0), .host_awid_o(),
      .host_awaddr_o(), .host_awlen_o(), .host_wvalid_o(), .host_wready_i(1'b0), .host_wdata_o(),
      .host_wstrb_o(), .host_wlast_o(), .host_bvalid_i(1'b0), .host_bready_o(), .host_bid_i(2'd0),
      .host_bresp_i(2'd0), .host_arvalid_o(), .host_arready_i(1'b0), .host_arid_o(),
      .host_araddr_o(), .host_arlen_o(), .host_rvalid_i(1'b0), .host_rready_o(), .host_rid_i(2'd0),
      .host_rdata_i(256'd0), .host_rresp_i(2'd0), .host_rlast_i(1'b0));
  /* verilator lint_on PINCONNECTEMPTY */
endmodule

`default_nettype wire
