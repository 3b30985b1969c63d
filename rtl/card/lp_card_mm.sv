// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// A card for a bridge of the XDMA or QDMA class with a clock of its own: an AXI4 window to card
/// memory, an AXI4-Lite port to the registers, one interrupt. The card's rings are in card memory
/// (local mode); its port to the host is tied off. Every address answers OKAY.
///
/// Bursts of the window are INCR of full beats, or one beat of any size; they may begin anywhere.
/// With 128 or 64 bits they have one id in the card, so their responses come in order.
///
/// All resets are low together for at least 4 cycles of each clock (lp_cdc_reset makes such pairs).
/// Both sides and card memory must be reset together.
///
/// Dependencies: the bridge must take r and b and send its beats of w, since other accesses to card
/// memory wait for them (lp_card).
///
/// Combinational paths: none.
module lp_card_mm #(
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
    /// Bits of a beat of the window: 64, 128 or 256.
    parameter int DATA_W   = 128,
    /// Bits of the bridge's ids, 1 to 4.
    parameter int ID_W     = 4,
    /// 1: card memory has its own clock, mem_clk_i; 0: its port uses the card's.
    parameter int MEM_CDC  = 0
) (
    /// Clock of the bridge.
    input  wire logic                      pcie_clk_i,
    /// Its synchronous reset, active low.
    input  wire logic                      pcie_rst_ni,
    /// Clock of the card.
    input  wire logic                      clk_i,
    /// Its synchronous reset, active low.
    input  wire logic                      rst_ni,
    /// Clock of card memory; not used without MEM_CDC.
    input  wire logic                      mem_clk_i,
    /// Its synchronous reset, active low.
    input  wire logic                      mem_rst_ni,
    /// Interrupt, a level, in the bridge's clock.
    output wire logic                      irq_o,

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

    /// Window, AXI4 of DATA_W bits: AWVALID.
    input  wire logic                      win_awvalid_i,
    /// AWREADY.
    output wire logic                      win_awready_o,
    /// AWID.
    input  wire logic [ID_W-1:0]           win_awid_i,
    /// AWADDR.
    input  wire logic [39:0]               win_awaddr_i,
    /// AWLEN.
    input  wire logic [7:0]                win_awlen_i,
    /// WVALID.
    input  wire logic                      win_wvalid_i,
    /// WREADY.
    output wire logic                      win_wready_o,
    /// WDATA.
    input  wire logic [DATA_W-1:0]         win_wdata_i,
    /// WSTRB.
    input  wire logic [DATA_W/8-1:0]       win_wstrb_i,
    /// WLAST.
    input  wire logic                      win_wlast_i,
    /// BVALID.
    output wire logic                      win_bvalid_o,
    /// BREADY.
    input  wire logic                      win_bready_i,
    /// BID.
    output wire logic [ID_W-1:0]           win_bid_o,
    /// BRESP.
    output wire logic [1:0]                win_bresp_o,
    /// ARVALID.
    input  wire logic                      win_arvalid_i,
    /// ARREADY.
    output wire logic                      win_arready_o,
    /// ARID.
    input  wire logic [ID_W-1:0]           win_arid_i,
    /// ARADDR.
    input  wire logic [39:0]               win_araddr_i,
    /// ARLEN.
    input  wire logic [7:0]                win_arlen_i,
    /// RVALID.
    output wire logic                      win_rvalid_o,
    /// RREADY.
    input  wire logic                      win_rready_i,
    /// RID.
    output wire logic [ID_W-1:0]           win_rid_o,
    /// RDATA.
    output wire logic [DATA_W-1:0]         win_rdata_o,
    /// RRESP.
    output wire logic [1:0]                win_rresp_o,
    /// RLAST.
    output wire logic                      win_rlast_o,

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
    if (DATA_W != 64 && DATA_W != 128 && DATA_W != 256) begin : g_check_data_w
      lp_bad_DATA_W_not_64_128_or_256 u_bad ();
    end
    if (ID_W < 1 || ID_W > 4) begin : g_check_id_w
      lp_bad_ID_W_not_1_to_4 u_bad ();
    end
    if (MEM_CDC < 0 || MEM_CDC > 1) begin : g_check_mem_cdc
      lp_bad_MEM_CDC_not_0_or_1 u_bad ();
    end
  endgenerate

  // ---------------------------------------------------------------- registers and interrupt
  wire irq;
  wire c_awvalid, c_awready, c_wvalid, c_wready, c_bvalid, c_bready, c_arvalid, c_arready,
      c_rvalid, c_rready;
  wire [14:0] c_awaddr, c_araddr;
  wire [2:0] c_awprot, c_arprot;
  wire [31:0] c_wdata, c_rdata;
  wire [3:0] c_wstrb;
  wire [1:0] c_bresp, c_rresp;
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
  lp_sync #(.WIDTH(1)) u_irq (.clk_i(pcie_clk_i), .rst_ni(pcie_rst_ni), .d_i(irq), .q_o(irq_o));

  // ---------------------------------------------------------------- window
  wire x_awvalid, x_awready, x_wvalid, x_wready, x_wlast, x_bvalid, x_bready, x_arvalid,
      x_arready, x_rvalid, x_rready, x_rlast;
  wire [ID_W-1:0] x_awid, x_bid, x_arid, x_rid;
  wire [39:0] x_awaddr, x_araddr;
  wire [7:0] x_awlen, x_arlen;
  wire [DATA_W-1:0] x_wdata, x_rdata;
  wire [DATA_W/8-1:0] x_wstrb;
  wire [1:0] x_bresp, x_rresp;
  wire w_awvalid, w_awready, w_wvalid, w_wready, w_wlast, w_bvalid, w_bready, w_arvalid,
      w_arready, w_rvalid, w_rready, w_rlast;
  wire [3:0] w_awid, w_bid, w_arid, w_rid;
  wire [39:0] w_awaddr, w_araddr;
  wire [7:0] w_awlen, w_arlen;
  wire [255:0] w_wdata, w_rdata;
  wire [31:0] w_wstrb;
  wire [1:0] w_bresp, w_rresp;
  lp_axi_cdc #(.DATA_W(DATA_W), .ADDR_W(40), .ID_W(ID_W)) u_win (
      .s_clk_i(pcie_clk_i), .s_rst_ni(pcie_rst_ni), .m_clk_i(clk_i), .m_rst_ni(rst_ni),
      .s_awvalid_i(win_awvalid_i), .s_awready_o(win_awready_o), .s_awid_i(win_awid_i),
      .s_awaddr_i(win_awaddr_i), .s_awlen_i(win_awlen_i), .s_wvalid_i(win_wvalid_i),
      .s_wready_o(win_wready_o), .s_wdata_i(win_wdata_i), .s_wstrb_i(win_wstrb_i),
      .s_wlast_i(win_wlast_i), .s_bvalid_o(win_bvalid_o), .s_bready_i(win_bready_i),
      .s_bid_o(win_bid_o), .s_bresp_o(win_bresp_o), .s_arvalid_i(win_arvalid_i),
      .s_arready_o(win_arready_o), .s_arid_i(win_arid_i), .s_araddr_i(win_araddr_i),
      .s_arlen_i(win_arlen_i), .s_rvalid_o(win_rvalid_o), .s_rready_i(win_rready_i),
      .s_rid_o(win_rid_o), .s_rdata_o(win_rdata_o), .s_rresp_o(win_rresp_o),
      .s_rlast_o(win_rlast_o), .m_awvalid_o(x_awvalid), .m_awready_i(x_awready), .m_awid_o(x_awid),
      .m_awaddr_o(x_awaddr), .m_awlen_o(x_awlen), .m_wvalid_o(x_wvalid), .m_wready_i(x_wready),
      .m_wdata_o(x_wdata), .m_wstrb_o(x_wstrb), .m_wlast_o(x_wlast), .m_bvalid_i(x_bvalid),
      .m_bready_o(x_bready), .m_bid_i(x_bid), .m_bresp_i(x_bresp), .m_arvalid_o(x_arvalid),
      .m_arready_i(x_arready), .m_arid_o(x_arid), .m_araddr_o(x_araddr), .m_arlen_o(x_arlen),
      .m_rvalid_i(x_rvalid), .m_rready_o(x_rready), .m_rid_i(x_rid), .m_rdata_i(x_rdata),
      .m_rresp_i(x_rresp), .m_rlast_i(x_rlast));
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  generate
    if (DATA_W == 256) begin : g_wide
      // For a burst that begins inside a beat, strobes and the reader select its bytes.
      assign unused = (|x_awaddr[4:0]) | (|x_araddr[4:0]) | (|w_bid) | (|w_rid);
      assign w_awvalid = x_awvalid;
      assign w_awid = 4'(x_awid);
      assign w_awaddr = {x_awaddr[39:5], 5'd0};
      assign w_awlen = x_awlen;
      assign x_awready = w_awready;
      assign w_wvalid = x_wvalid;
      assign w_wdata = x_wdata;
      assign w_wstrb = x_wstrb;
      assign w_wlast = x_wlast;
      assign x_wready = w_wready;
      assign x_bvalid = w_bvalid;
      assign x_bid = w_bid[ID_W-1:0];
      assign x_bresp = w_bresp;
      assign w_bready = x_bready;
      assign w_arvalid = x_arvalid;
      assign w_arid = 4'(x_arid);
      assign w_araddr = {x_araddr[39:5], 5'd0};
      assign w_arlen = x_arlen;
      assign x_arready = w_arready;
      assign x_rvalid = w_rvalid;
      assign x_rid = w_rid[ID_W-1:0];
      assign x_rdata = w_rdata;
      assign x_rresp = w_rresp;
      assign x_rlast = w_rlast;
      assign w_rready = x_rready;
    end else begin : g_narrow
      assign unused = (|w_bid) | (|w_rid);
      lp_axi_widen #(.DATA_W(DATA_W), .ADDR_W(40), .ID_W(ID_W)) u_widen (
          .clk_i, .rst_ni, .s_awvalid_i(x_awvalid), .s_awready_o(x_awready), .s_awid_i(x_awid),
          .s_awaddr_i(x_awaddr), .s_awlen_i(x_awlen), .s_wvalid_i(x_wvalid), .s_wready_o(x_wready),
          .s_wdata_i(x_wdata), .s_wstrb_i(x_wstrb), .s_wlast_i(x_wlast), .s_bvalid_o(x_bvalid),
          .s_bready_i(x_bready), .s_bid_o(x_bid), .s_bresp_o(x_bresp), .s_arvalid_i(x_arvalid),
          .s_arready_o(x_arready), .s_arid_i(x_arid), .s_araddr_i(x_araddr), .s_arlen_i(x_arlen),
          .s_rvalid_o(x_rvalid), .s_rready_i(x_rready), .s_rid_o(x_rid), .s_rdata_o(x_rdata),
          .s_rresp_o(x_rresp), .s_rlast_o(x_rlast), .m_awvalid_o(w_awvalid),
          .m_awready_i(w_awready), .m_awaddr_o(w_awaddr), .m_awlen_o(w_awlen),
          .m_wvalid_o(w_wvalid), .m_wready_i(w_wready), .m_wdata_o(w_wdata), .m_wstrb_o(w_wstrb),
          .m_wlast_o(w_wlast), .m_bvalid_i(w_bvalid), .m_bready_o(w_bready), .m_bresp_i(w_bresp),
          .m_arvalid_o(w_arvalid), .m_arready_i(w_arready), .m_araddr_o(w_araddr),
          .m_arlen_o(w_arlen), .m_rvalid_i(w_rvalid), .m_rready_o(w_rready), .m_rdata_i(w_rdata),
          .m_rresp_i(w_rresp), .m_rlast_i(w_rlast));
      assign w_awid = 4'd0;
      assign w_arid = 4'd0;
    end
  endgenerate

  // ---------------------------------------------------------------- the card
  wire d_awvalid, d_awready, d_wvalid, d_wready, d_wlast, d_bvalid, d_bready, d_arvalid,
      d_arready, d_rvalid, d_rready, d_rlast;
  wire [7:0] d_awid, d_awlen, d_bid, d_arid, d_arlen, d_rid;
  wire [39:0] d_awaddr, d_araddr;
  wire [255:0] d_wdata, d_rdata;
  wire [31:0] d_wstrb;
  wire [1:0] d_bresp, d_rresp;
  // The host port is unused.
  /* verilator lint_off PINCONNECTEMPTY */
  lp_card #(
      .CHANNELS(CHANNELS), .FLITS(FLITS), .CODECS(CODECS), .ELEM(ELEM), .BURST(BURST), .READ(READ),
      .MEM_LOG2(MEM_LOG2), .HOST(0), .WINDOW(1), .GIT(GIT), .BUILT(BUILT)
  ) u_card (
      .clk_i, .rst_ni, .irq_o(irq), .csr_awvalid_i(c_awvalid), .csr_awready_o(c_awready),
      .csr_awaddr_i(c_awaddr), .csr_awprot_i(c_awprot), .csr_wvalid_i(c_wvalid),
      .csr_wready_o(c_wready), .csr_wdata_i(c_wdata), .csr_wstrb_i(c_wstrb),
      .csr_bvalid_o(c_bvalid), .csr_bready_i(c_bready), .csr_bresp_o(c_bresp),
      .csr_arvalid_i(c_arvalid), .csr_arready_o(c_arready), .csr_araddr_i(c_araddr),
      .csr_arprot_i(c_arprot), .csr_rvalid_o(c_rvalid), .csr_rready_i(c_rready),
      .csr_rdata_o(c_rdata), .csr_rresp_o(c_rresp), .win_awvalid_i(w_awvalid),
      .win_awready_o(w_awready), .win_awid_i(w_awid), .win_awaddr_i(w_awaddr),
      .win_awlen_i(w_awlen), .win_wvalid_i(w_wvalid), .win_wready_o(w_wready),
      .win_wdata_i(w_wdata), .win_wstrb_i(w_wstrb), .win_wlast_i(w_wlast), .win_bvalid_o(w_bvalid),
      .win_bready_i(w_bready), .win_bid_o(w_bid), .win_bresp_o(w_bresp), .win_arvalid_i(w_arvalid),
      .win_arready_o(w_arready), .win_arid_i(w_arid), .win_araddr_i(w_araddr),
      .win_arlen_i(w_arlen), .win_rvalid_o(w_rvalid), .win_rready_i(w_rready), .win_rid_o(w_rid),
      .win_rdata_o(w_rdata), .win_rresp_o(w_rresp), .win_rlast_o(w_rlast),
      .mem_awvalid_o(d_awvalid), .mem_awready_i(d_awready), .mem_awid_o(d_awid),
      .mem_awaddr_o(d_awaddr), .mem_awlen_o(d_awlen), .mem_wvalid_o(d_wvalid),
      .mem_wready_i(d_wready), .mem_wdata_o(d_wdata), .mem_wstrb_o(d_wstrb), .mem_wlast_o(d_wlast),
      .mem_bvalid_i(d_bvalid), .mem_bready_o(d_bready), .mem_bid_i(d_bid), .mem_bresp_i(d_bresp),
      .mem_arvalid_o(d_arvalid), .mem_arready_i(d_arready), .mem_arid_o(d_arid),
      .mem_araddr_o(d_araddr), .mem_arlen_o(d_arlen), .mem_rvalid_i(d_rvalid),
      .mem_rready_o(d_rready), .mem_rid_i(d_rid), .mem_rdata_i(d_rdata), .mem_rresp_i(d_rresp),
      .mem_rlast_i(d_rlast), .host_awvalid_o(), .host_awready_i(1'b0), .host_awid_o(),
      .host_awaddr_o(), .host_awlen_o(), .host_wvalid_o(), .host_wready_i(1'b0), .host_wdata_o(),
      .host_wstrb_o(), .host_wlast_o(), .host_bvalid_i(1'b0), .host_bready_o(), .host_bid_i(2'd0),
      .host_bresp_i(2'd0), .host_arvalid_o(), .host_arready_i(1'b0), .host_arid_o(),
      .host_araddr_o(), .host_arlen_o(), .host_rvalid_i(1'b0), .host_rready_o(), .host_rid_i(2'd0),
      .host_rdata_i(256'd0), .host_rresp_i(2'd0), .host_rlast_i(1'b0));
  /* verilator lint_on PINCONNECTEMPTY */
  generate
    if (MEM_CDC != 0) begin : g_mem_cdc
      lp_axi_cdc #(.DATA_W(256), .ADDR_W(40), .ID_W(8)) u_mem (
          .s_clk_i(clk_i), .s_rst_ni(rst_ni), .m_clk_i(mem_clk_i), .m_rst_ni(mem_rst_ni),
          .s_awvalid_i(d_awvalid), .s_awready_o(d_awready), .s_awid_i(d_awid),
          .s_awaddr_i(d_awaddr), .s_awlen_i(d_awlen), .s_wvalid_i(d_wvalid), .s_wready_o(d_wready),
          .s_wdata_i(d_wdata), .s_wstrb_i(d_wstrb), .s_wlast_i(d_wlast), .s_bvalid_o(d_bvalid),
          .s_bready_i(d_bready), .s_bid_o(d_bid), .s_bresp_o(d_bresp), .s_arvalid_i(d_arvalid),
          .s_arready_o(d_arready), .s_arid_i(d_arid), .s_araddr_i(d_araddr), .s_arlen_i(d_arlen),
          .s_rvalid_o(d_rvalid), .s_rready_i(d_rready), .s_rid_o(d_rid), .s_rdata_o(d_rdata),
          .s_rresp_o(d_rresp), .s_rlast_o(d_rlast), .m_awvalid_o(mem_awvalid_o),
          .m_awready_i(mem_awready_i), .m_awid_o(mem_awid_o), .m_awaddr_o(mem_awaddr_o),
          .m_awlen_o(mem_awlen_o), .m_wvalid_o(mem_wvalid_o), .m_wready_i(mem_wready_i),
          .m_wdata_o(mem_wdata_o), .m_wstrb_o(mem_wstrb_o), .m_wlast_o(mem_wlast_o),
          .m_bvalid_i(mem_bvalid_i), .m_bready_o(mem_bready_o), .m_bid_i(mem_bid_i),
          .m_bresp_i(mem_bresp_i), .m_arvalid_o(mem_arvalid_o), .m_arready_i(mem_arready_i),
          .m_arid_o(mem_arid_o), .m_araddr_o(mem_araddr_o), .m_arlen_o(mem_arlen_o),
          .m_rvalid_i(mem_rvalid_i), .m_rready_o(mem_rready_o), .m_rid_i(mem_rid_i),
          .m_rdata_i(mem_rdata_i), .m_rresp_i(mem_rresp_i), .m_rlast_i(mem_rlast_i));
    end else begin : g_mem
      /* verilator lint_off UNUSEDSIGNAL */
      wire unused_mem;
      /* verilator lint_on UNUSEDSIGNAL */
      assign unused_mem = mem_clk_i | mem_rst_ni;
      assign mem_awvalid_o = d_awvalid;
      assign mem_awid_o = d_awid;
      assign mem_awaddr_o = d_awaddr;
      assign mem_awlen_o = d_awlen;
      assign d_awready = mem_awready_i;
      assign mem_wvalid_o = d_wvalid;
      assign mem_wdata_o = d_wdata;
      assign mem_wstrb_o = d_wstrb;
      assign mem_wlast_o = d_wlast;
      assign d_wready = mem_wready_i;
      assign d_bvalid = mem_bvalid_i;
      assign d_bid = mem_bid_i;
      assign d_bresp = mem_bresp_i;
      assign mem_bready_o = d_bready;
      assign mem_arvalid_o = d_arvalid;
      assign mem_arid_o = d_arid;
      assign mem_araddr_o = d_araddr;
      assign mem_arlen_o = d_arlen;
      assign d_arready = mem_arready_i;
      assign d_rvalid = mem_rvalid_i;
      assign d_rid = mem_rid_i;
      assign d_rdata = mem_rdata_i;
      assign d_rresp = mem_rresp_i;
      assign d_rlast = mem_rlast_i;
      assign mem_rready_o = d_rready;
    end
  endgenerate
endmodule

`default_nettype wire
