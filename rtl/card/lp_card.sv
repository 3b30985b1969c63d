// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// A card: the compressing DMA engine with one AXI4 port to card memory, an identity block, a
/// self-test and a reset by software. The edges around it (lp_card_mm, lp_card_st) connect it to
/// PCIe.
///
/// Registers are in pages of 4 KiB (lp_axil_pages): 0 identity and control (lp_card_regs), 1
/// self-test (lp_card_test), 4 the engine (lp_cdma_regs). Pages 2, 3, 5, 6, 7 are empty. Every
/// access is answered OKAY, and no read has a side effect.
///
/// The engine's channels and index, its host port in local mode, the window and the self-test are
/// joined by lp_axi_join, at ports numbered from 0 in this order. In local mode the engine's rings
/// and streams are in card memory.
///
/// Reset by software: the window takes no new burst and finishes the open ones; then the engine,
/// the join and the self-test are in reset while the fences at host and card memory complete the
/// outstanding bursts. When none is left, the requested mode takes effect and operation restarts.
/// The identity block and accesses to it do not wait for this; the reset does not end while host or
/// card memory do not respond.
///
/// Dependencies: host and mem as lp_cdma's ports, except that all users of card memory share its
/// write order: w beats follow the addresses of all users, and each sends its beats without waiting
/// for another. The window's r and b must be taken: until then they stall those of the others.
/// Registers never wait.
///
/// AXI4: bursts are INCR of size 5. host as in lp_cdma; ids of mem are a port of the join, 4 bits,
/// and its id, 4 bits; those of the window are arbitrary.
///
/// Source: cDMA (HPCA'18), section V, for the engine.
///
/// Combinational paths: none.
module lp_card #(
    /// Channels of the engine: 1 to 8.
    parameter int CHANNELS = 2,
    /// Flits of 32 bytes per channel in the engine's buffer.
    parameter int FLITS = 40,
    /// Codecs: 1 ZVC, 2 and BPC, 3 with serial units of BPC, 15 all of lp_mixed_pkg.
    parameter int CODECS = 2,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM = 32,
    /// Longest burst of the engine to the host in beats: a power of two, 4 to 128.
    parameter int BURST = 16,
    /// Beats that may be requested from the host and not used yet: a power of two, at least BURST.
    parameter int READ = 64,
    /// Bytes of card memory, as a power of two: 16 to 40.
    parameter int MEM_LOG2 = 30,
    /// 1: the host port is connected; 0: local mode only.
    parameter int HOST = 1,
    /// 1: a bridge is connected to the window.
    parameter int WINDOW = 0,
    /// First eight hexadecimal digits of the sources' commit, as a number; 0: unknown.
    parameter int GIT = 0,
    /// Build time in seconds since 1970; 0: unknown.
    parameter int BUILT = 0,
    /// Block of registers of the edge around the card: four letters; 0: none.
    parameter int EDGE_KIND = 0,
    /// Byte offset of that block.
    parameter int EDGE_BASE = 0
) (
    /// Clock.
    input  wire logic              clk_i,
    /// Synchronous reset, active low.
    input  wire logic              rst_ni,

    /// Registers: AWVALID.
    input  wire logic              csr_awvalid_i,
    /// Registers: AWREADY.
    output wire logic              csr_awready_o,
    /// Registers: AWADDR.
    input  wire logic [14:0]       csr_awaddr_i,
    /// Registers: AWPROT; not used.
    input  wire logic [2:0]        csr_awprot_i,
    /// Registers: WVALID.
    input  wire logic              csr_wvalid_i,
    /// Registers: WREADY.
    output wire logic              csr_wready_o,
    /// Registers: WDATA.
    input  wire logic [31:0]       csr_wdata_i,
    /// Registers: WSTRB.
    input  wire logic [3:0]        csr_wstrb_i,
    /// Registers: BVALID.
    output wire logic              csr_bvalid_o,
    /// Registers: BREADY.
    input  wire logic              csr_bready_i,
    /// Registers: BRESP, OKAY.
    output wire logic [1:0]        csr_bresp_o,
    /// Registers: ARVALID.
    input  wire logic              csr_arvalid_i,
    /// Registers: ARREADY.
    output wire logic              csr_arready_o,
    /// Registers: ARADDR.
    input  wire logic [14:0]       csr_araddr_i,
    /// Registers: ARPROT; not used.
    input  wire logic [2:0]        csr_arprot_i,
    /// Registers: RVALID.
    output wire logic              csr_rvalid_o,
    /// Registers: RREADY.
    input  wire logic              csr_rready_i,
    /// Registers: RDATA.
    output wire logic [31:0]       csr_rdata_o,
    /// Registers: RRESP, OKAY.
    output wire logic [1:0]        csr_rresp_o,
    /// An interrupt is pending and enabled.
    output wire logic              irq_o,

    /// Host memory: ARVALID.
    output wire logic              host_arvalid_o,
    /// Host memory: ARREADY.
    input  wire logic              host_arready_i,
    /// Host memory: ARID.
    output wire logic [1:0]        host_arid_o,
    /// Host memory: ARADDR.
    output wire logic [39:0]       host_araddr_o,
    /// Host memory: ARLEN.
    output wire logic [7:0]        host_arlen_o,
    /// Host memory: RVALID.
    input  wire logic              host_rvalid_i,
    /// Host memory: RREADY.
    output wire logic              host_rready_o,
    /// Host memory: RID.
    input  wire logic [1:0]        host_rid_i,
    /// Host memory: RDATA.
    input  wire logic [255:0]      host_rdata_i,
    /// Host memory: RRESP.
    input  wire logic [1:0]        host_rresp_i,
    /// Host memory: RLAST.
    input  wire logic              host_rlast_i,
    /// Host memory: AWVALID.
    output wire logic              host_awvalid_o,
    /// Host memory: AWREADY.
    input  wire logic              host_awready_i,
    /// Host memory: AWID.
    output wire logic [1:0]        host_awid_o,
    /// Host memory: AWADDR.
    output wire logic [39:0]       host_awaddr_o,
    /// Host memory: AWLEN.
    output wire logic [7:0]        host_awlen_o,
    /// Host memory: WVALID.
    output wire logic              host_wvalid_o,
    /// Host memory: WREADY.
    input  wire logic              host_wready_i,
    /// Host memory: WDATA.
    output wire logic [255:0]      host_wdata_o,
    /// Host memory: WSTRB.
    output wire logic [31:0]       host_wstrb_o,
    /// Host memory: WLAST.
    output wire logic              host_wlast_o,
    /// Host memory: BVALID.
    input  wire logic              host_bvalid_i,
    /// Host memory: BREADY.
    output wire logic              host_bready_o,
    /// Host memory: BID.
    input  wire logic [1:0]        host_bid_i,
    /// Host memory: BRESP.
    input  wire logic [1:0]        host_bresp_i,

    /// Window: ARVALID.
    input  wire logic              win_arvalid_i,
    /// Window: ARREADY.
    output wire logic              win_arready_o,
    /// Window: ARID.
    input  wire logic [3:0]        win_arid_i,
    /// Window: ARADDR.
    input  wire logic [39:0]       win_araddr_i,
    /// Window: ARLEN.
    input  wire logic [7:0]        win_arlen_i,
    /// Window: RVALID.
    output wire logic              win_rvalid_o,
    /// Window: RREADY.
    input  wire logic              win_rready_i,
    /// Window: RID.
    output wire logic [3:0]        win_rid_o,
    /// Window: RDATA.
    output wire logic [255:0]      win_rdata_o,
    /// Window: RRESP.
    output wire logic [1:0]        win_rresp_o,
    /// Window: RLAST.
    output wire logic              win_rlast_o,
    /// Window: AWVALID.
    input  wire logic              win_awvalid_i,
    /// Window: AWREADY.
    output wire logic              win_awready_o,
    /// Window: AWID.
    input  wire logic [3:0]        win_awid_i,
    /// Window: AWADDR.
    input  wire logic [39:0]       win_awaddr_i,
    /// Window: AWLEN.
    input  wire logic [7:0]        win_awlen_i,
    /// Window: WVALID.
    input  wire logic              win_wvalid_i,
    /// Window: WREADY.
    output wire logic              win_wready_o,
    /// Window: WDATA.
    input  wire logic [255:0]      win_wdata_i,
    /// Window: WSTRB.
    input  wire logic [31:0]       win_wstrb_i,
    /// Window: WLAST.
    input  wire logic              win_wlast_i,
    /// Window: BVALID.
    output wire logic              win_bvalid_o,
    /// Window: BREADY.
    input  wire logic              win_bready_i,
    /// Window: BID.
    output wire logic [3:0]        win_bid_o,
    /// Window: BRESP.
    output wire logic [1:0]        win_bresp_o,

    /// Card memory: ARVALID.
    output wire logic              mem_arvalid_o,
    /// Card memory: ARREADY.
    input  wire logic              mem_arready_i,
    /// Card memory: ARID.
    output wire logic [7:0]        mem_arid_o,
    /// Card memory: ARADDR.
    output wire logic [39:0]       mem_araddr_o,
    /// Card memory: ARLEN.
    output wire logic [7:0]        mem_arlen_o,
    /// Card memory: RVALID.
    input  wire logic              mem_rvalid_i,
    /// Card memory: RREADY.
    output wire logic              mem_rready_o,
    /// Card memory: RID.
    input  wire logic [7:0]        mem_rid_i,
    /// Card memory: RDATA.
    input  wire logic [255:0]      mem_rdata_i,
    /// Card memory: RRESP.
    input  wire logic [1:0]        mem_rresp_i,
    /// Card memory: RLAST.
    input  wire logic              mem_rlast_i,
    /// Card memory: AWVALID.
    output wire logic              mem_awvalid_o,
    /// Card memory: AWREADY.
    input  wire logic              mem_awready_i,
    /// Card memory: AWID.
    output wire logic [7:0]        mem_awid_o,
    /// Card memory: AWADDR.
    output wire logic [39:0]       mem_awaddr_o,
    /// Card memory: AWLEN.
    output wire logic [7:0]        mem_awlen_o,
    /// Card memory: WVALID.
    output wire logic              mem_wvalid_o,
    /// Card memory: WREADY.
    input  wire logic              mem_wready_i,
    /// Card memory: WDATA.
    output wire logic [255:0]      mem_wdata_o,
    /// Card memory: WSTRB.
    output wire logic [31:0]       mem_wstrb_o,
    /// Card memory: WLAST.
    output wire logic              mem_wlast_o,
    /// Card memory: BVALID.
    input  wire logic              mem_bvalid_i,
    /// Card memory: BREADY.
    output wire logic              mem_bready_o,
    /// Card memory: BID.
    input  wire logic [7:0]        mem_bid_i,
    /// Card memory: BRESP.
    input  wire logic [1:0]        mem_bresp_i
);
  // Codecs with numbers below this are built.
  localparam int SHOWN = CODECS == 15 ? lp_mixed_pkg::BEST + 1
                       : CODECS > 1 ? lp_codec_pkg::CODECS : 1;
  localparam int PORTS = CHANNELS + 4;
  localparam int INDEX = CHANNELS;
  localparam int LOCAL = CHANNELS + 1;
  localparam int BRIDGE = CHANNELS + 2;
  localparam int TEST = CHANNELS + 3;
  localparam int PORT_W = $clog2(PORTS);
  localparam int ID_W = PORT_W + 4;

  generate
    if (MEM_LOG2 < 16 || MEM_LOG2 > 40) begin : g_check_mem_log2
      lp_bad_MEM_LOG2_not_16_to_40 u_bad ();
    end
    if (HOST < 0 || HOST > 1) begin : g_check_host
      lp_bad_HOST_not_0_or_1 u_bad ();
    end
    if (WINDOW < 0 || WINDOW > 1) begin : g_check_window
      lp_bad_WINDOW_not_0_or_1 u_bad ();
    end
  endgenerate

  // ---------------------------------------------------------------- registers
  wire [2:0] page_awvalid, page_wvalid, page_bready, page_arvalid, page_rready, page_awready,
      page_wready, page_bvalid, page_arready, page_rvalid;
  wire [35:0] page_awaddr, page_araddr;
  wire [8:0] page_awprot, page_arprot;
  wire [95:0] page_wdata, page_rdata;
  wire [11:0] page_wstrb;
  wire [5:0] page_bresp, page_rresp;
  wire reset, to_local, resetting, host_idle, mem_idle, win_idle, engine_irq, test_irq, engine_on,
      test_on;
  logic local_q;

  lp_axil_pages u_pages (
      .clk_i, .rst_ni, .s_awvalid_i(csr_awvalid_i), .s_awaddr_i(csr_awaddr_i),
      .s_awprot_i(csr_awprot_i), .s_wvalid_i(csr_wvalid_i), .s_wdata_i(csr_wdata_i),
      .s_wstrb_i(csr_wstrb_i), .s_bready_i(csr_bready_i), .s_arvalid_i(csr_arvalid_i),
      .s_araddr_i(csr_araddr_i), .s_arprot_i(csr_arprot_i), .s_rready_i(csr_rready_i),
      .s_awready_o(csr_awready_o), .s_wready_o(csr_wready_o), .s_bvalid_o(csr_bvalid_o),
      .s_bresp_o(csr_bresp_o), .s_arready_o(csr_arready_o), .s_rvalid_o(csr_rvalid_o),
      .s_rdata_o(csr_rdata_o), .s_rresp_o(csr_rresp_o), .m_awvalid_o(page_awvalid),
      .m_awaddr_o(page_awaddr), .m_awprot_o(page_awprot), .m_wvalid_o(page_wvalid),
      .m_wdata_o(page_wdata), .m_wstrb_o(page_wstrb), .m_bready_o(page_bready),
      .m_arvalid_o(page_arvalid), .m_araddr_o(page_araddr), .m_arprot_o(page_arprot),
      .m_rready_o(page_rready), .m_awready_i(page_awready), .m_wready_i(page_wready),
      .m_bvalid_i(page_bvalid), .m_bresp_i(page_bresp), .m_arready_i(page_arready),
      .m_rvalid_i(page_rvalid), .m_rdata_i(page_rdata), .m_rresp_i(page_rresp),
      .block_i({resetting, resetting, 1'b0}));

  lp_card_regs u_regs (
      .clk_i, .rst_ni, .awvalid_i(page_awvalid[0]), .awaddr_i(page_awaddr[11:0]),
      .awprot_i(page_awprot[2:0]), .wvalid_i(page_wvalid[0]), .wdata_i(page_wdata[31:0]),
      .wstrb_i(page_wstrb[3:0]), .bready_i(page_bready[0]), .arvalid_i(page_arvalid[0]),
      .araddr_i(page_araddr[11:0]), .arprot_i(page_arprot[2:0]), .rready_i(page_rready[0]),
      .awready_o(page_awready[0]), .wready_o(page_wready[0]), .bvalid_o(page_bvalid[0]),
      .bresp_o(page_bresp[1:0]), .arready_o(page_arready[0]), .rvalid_o(page_rvalid[0]),
      .rdata_o(page_rdata[31:0]), .rresp_o(page_rresp[1:0]), .git_i(GIT), .built_i(BUILT),
      .features_host_i(HOST != 0), .features_window_i(WINDOW != 0), .features_codecs_i(4'(SHOWN)),
      .features_channels_i(4'(CHANNELS)), .features_memory_i(6'(MEM_LOG2)), .ctrl_reset_o(reset),
      .ctrl_local_o(to_local), .status_resetting_i(resetting), .status_local_i(local_q),
      .status_host_busy_i(~host_idle), .status_mem_busy_i(~mem_idle), .status_win_busy_i(~win_idle),
      .pending_engine_i(engine_irq), .pending_test_i(test_irq), .irq_enable_engine_o(engine_on),
      .irq_enable_test_o(test_on), .engine_next_i(EDGE_KIND != 0 ? 32'h120 : 32'h0),
      .edge_kind_i(EDGE_KIND), .edge_base_i(EDGE_BASE));

  logic irq_q;
  assign irq_o = irq_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_q <= 1'b0;
    else irq_q <= (engine_irq & engine_on) | (test_irq & test_on);
  end

  // ---------------------------------------------------------------- reset by software
  // drain: the window completes its bursts; hold: the inside is in reset, for long enough to reach
  // all of it. Accesses to inner blocks are answered by lp_axil_pages from drain on.
  logic drain_q, hold_q;
  logic [2:0] held_q;
  wire over, inner_rst_n;
  assign over = hold_q & (&held_q) & host_idle & mem_idle;
  assign resetting = drain_q;
  assign inner_rst_n = rst_ni & ~hold_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      drain_q <= 1'b0;
      hold_q <= 1'b0;
      held_q <= 3'd0;
      local_q <= HOST == 0;
    end else begin
      drain_q <= drain_q ? ~over : reset;
      hold_q <= hold_q ? ~over : drain_q & win_idle;
      held_q <= hold_q ? held_q + {2'b00, ~&held_q} : 3'd0;
      if (over) local_q <= to_local || HOST == 0;
    end
  end

  // ---------------------------------------------------------------- engine
  wire eng_arvalid, eng_rready, eng_awvalid, eng_wvalid, eng_wlast, eng_bready, eng_arready,
      eng_rvalid, eng_rlast, eng_awready, eng_wready, eng_bvalid;
  wire [1:0] eng_arid, eng_awid, eng_rid, eng_rresp, eng_bid, eng_bresp;
  wire [39:0] eng_araddr, eng_awaddr;
  wire [7:0] eng_arlen, eng_awlen;
  wire [255:0] eng_wdata, eng_rdata;
  wire [31:0] eng_wstrb;
  wire [PORTS-1:0] join_arvalid, join_rready, join_awvalid, join_wvalid, join_wlast, join_bready,
      join_arready, join_rvalid, join_awready, join_wready, join_bvalid;
  wire [PORTS*4-1:0] join_arid, join_awid;
  wire [PORTS*40-1:0] join_araddr, join_awaddr;
  wire [PORTS*8-1:0] join_arlen, join_awlen;
  wire [PORTS*256-1:0] join_wdata;
  wire [PORTS*32-1:0] join_wstrb;
  wire [3:0] join_rid, join_bid;
  wire [255:0] join_rdata;
  wire [1:0] join_rresp, join_bresp;
  wire join_rlast;

  lp_cdma #(.CHANNELS(CHANNELS), .FLITS(FLITS), .CODECS(CODECS), .ELEM(ELEM), .BURST(BURST),
            .READ(READ)) u_cdma (
      .clk_i, .rst_ni(inner_rst_n), .csr_awvalid_i(page_awvalid[2]),
      .csr_awaddr_i(page_awaddr[35:24]), .csr_awprot_i(page_awprot[8:6]),
      .csr_wvalid_i(page_wvalid[2]), .csr_wdata_i(page_wdata[95:64]),
      .csr_wstrb_i(page_wstrb[11:8]), .csr_bready_i(page_bready[2]),
      .csr_arvalid_i(page_arvalid[2]), .csr_araddr_i(page_araddr[35:24]),
      .csr_arprot_i(page_arprot[8:6]), .csr_rready_i(page_rready[2]),
      .csr_awready_o(page_awready[2]), .csr_wready_o(page_wready[2]), .csr_bvalid_o(page_bvalid[2]),
      .csr_bresp_o(page_bresp[5:4]), .csr_arready_o(page_arready[2]), .csr_rvalid_o(page_rvalid[2]),
      .csr_rdata_o(page_rdata[95:64]), .csr_rresp_o(page_rresp[5:4]), .irq_o(engine_irq),
      .host_arvalid_o(eng_arvalid), .host_arid_o(eng_arid), .host_araddr_o(eng_araddr),
      .host_arlen_o(eng_arlen), .host_rready_o(eng_rready), .host_awvalid_o(eng_awvalid),
      .host_awid_o(eng_awid), .host_awaddr_o(eng_awaddr), .host_awlen_o(eng_awlen),
      .host_wvalid_o(eng_wvalid), .host_wdata_o(eng_wdata), .host_wstrb_o(eng_wstrb),
      .host_wlast_o(eng_wlast), .host_bready_o(eng_bready), .host_arready_i(eng_arready),
      .host_rvalid_i(eng_rvalid), .host_rid_i(eng_rid), .host_rdata_i(eng_rdata),
      .host_rresp_i(eng_rresp), .host_rlast_i(eng_rlast), .host_awready_i(eng_awready),
      .host_wready_i(eng_wready), .host_bvalid_i(eng_bvalid), .host_bid_i(eng_bid),
      .host_bresp_i(eng_bresp), .idx_arvalid_o(join_arvalid[INDEX]),
      .idx_araddr_o(join_araddr[INDEX*40+:40]), .idx_arlen_o(join_arlen[INDEX*8+:8]),
      .idx_rready_o(join_rready[INDEX]), .idx_awvalid_o(join_awvalid[INDEX]),
      .idx_awaddr_o(join_awaddr[INDEX*40+:40]), .idx_awlen_o(join_awlen[INDEX*8+:8]),
      .idx_wvalid_o(join_wvalid[INDEX]), .idx_wdata_o(join_wdata[INDEX*256+:256]),
      .idx_wstrb_o(join_wstrb[INDEX*32+:32]), .idx_wlast_o(join_wlast[INDEX]),
      .idx_bready_o(join_bready[INDEX]), .idx_arready_i(join_arready[INDEX]),
      .idx_rvalid_i(join_rvalid[INDEX]), .idx_rdata_i(join_rdata), .idx_rresp_i(join_rresp),
      .idx_rlast_i(join_rlast), .idx_awready_i(join_awready[INDEX]),
      .idx_wready_i(join_wready[INDEX]), .idx_bvalid_i(join_bvalid[INDEX]),
      .idx_bresp_i(join_bresp), .dev_arvalid_o(join_arvalid[CHANNELS-1:0]),
      .dev_araddr_o(join_araddr[CHANNELS*40-1:0]), .dev_arlen_o(join_arlen[CHANNELS*8-1:0]),
      .dev_rready_o(join_rready[CHANNELS-1:0]), .dev_awvalid_o(join_awvalid[CHANNELS-1:0]),
      .dev_awaddr_o(join_awaddr[CHANNELS*40-1:0]), .dev_awlen_o(join_awlen[CHANNELS*8-1:0]),
      .dev_wvalid_o(join_wvalid[CHANNELS-1:0]), .dev_wdata_o(join_wdata[CHANNELS*256-1:0]),
      .dev_wstrb_o(join_wstrb[CHANNELS*32-1:0]), .dev_wlast_o(join_wlast[CHANNELS-1:0]),
      .dev_bready_o(join_bready[CHANNELS-1:0]), .dev_arready_i(join_arready[CHANNELS-1:0]),
      .dev_rvalid_i(join_rvalid[CHANNELS-1:0]), .dev_rdata_i({CHANNELS{join_rdata}}),
      .dev_rresp_i({CHANNELS{join_rresp}}), .dev_rlast_i({CHANNELS{join_rlast}}),
      .dev_awready_i(join_awready[CHANNELS-1:0]), .dev_wready_i(join_wready[CHANNELS-1:0]),
      .dev_bvalid_i(join_bvalid[CHANNELS-1:0]), .dev_bresp_i({CHANNELS{join_bresp}}));

  assign join_arid[INDEX*4+3:0] = {INDEX+1{4'd0}};
  assign join_awid[INDEX*4+3:0] = {INDEX+1{4'd0}};

  // ---------------------------------------------------------------- local mode
  assign join_arvalid[LOCAL] = eng_arvalid & local_q;
  assign join_awvalid[LOCAL] = eng_awvalid & local_q;
  assign join_wvalid[LOCAL] = eng_wvalid & local_q;
  assign join_arid[LOCAL*4+:4] = {2'd0, eng_arid};
  assign join_araddr[LOCAL*40+:40] = eng_araddr;
  assign join_arlen[LOCAL*8+:8] = eng_arlen;
  assign join_rready[LOCAL] = eng_rready;
  assign join_awid[LOCAL*4+:4] = {2'd0, eng_awid};
  assign join_awaddr[LOCAL*40+:40] = eng_awaddr;
  assign join_awlen[LOCAL*8+:8] = eng_awlen;
  assign join_wdata[LOCAL*256+:256] = eng_wdata;
  assign join_wstrb[LOCAL*32+:32] = eng_wstrb;
  assign join_wlast[LOCAL] = eng_wlast;
  assign join_bready[LOCAL] = eng_bready;
  wire far_arready, far_rvalid, far_rlast, far_awready, far_wready, far_bvalid;
  wire [1:0] far_rid, far_rresp, far_bid, far_bresp;
  wire [255:0] far_rdata;
  assign eng_arready = local_q ? join_arready[LOCAL] : far_arready;
  assign eng_rvalid = local_q ? join_rvalid[LOCAL] : far_rvalid;
  assign eng_rid = local_q ? join_rid[1:0] : far_rid;
  assign eng_rdata = local_q ? join_rdata : far_rdata;
  assign eng_rresp = local_q ? join_rresp : far_rresp;
  assign eng_rlast = local_q ? join_rlast : far_rlast;
  assign eng_awready = local_q ? join_awready[LOCAL] : far_awready;
  assign eng_wready = local_q ? join_wready[LOCAL] : far_wready;
  assign eng_bvalid = local_q ? join_bvalid[LOCAL] : far_bvalid;
  assign eng_bid = local_q ? join_bid[1:0] : far_bid;
  assign eng_bresp = local_q ? join_bresp : far_bresp;

  lp_axi_fence #(.ID_W(2)) u_host (
      .clk_i, .rst_ni, .s_arvalid_i(eng_arvalid & ~local_q), .s_arid_i(eng_arid),
      .s_araddr_i(eng_araddr), .s_arlen_i(eng_arlen), .s_rready_i(eng_rready),
      .s_awvalid_i(eng_awvalid & ~local_q), .s_awid_i(eng_awid), .s_awaddr_i(eng_awaddr),
      .s_awlen_i(eng_awlen), .s_wvalid_i(eng_wvalid & ~local_q), .s_wdata_i(eng_wdata),
      .s_wstrb_i(eng_wstrb), .s_wlast_i(eng_wlast), .s_bready_i(eng_bready),
      .s_arready_o(far_arready), .s_rvalid_o(far_rvalid), .s_rid_o(far_rid), .s_rdata_o(far_rdata),
      .s_rresp_o(far_rresp), .s_rlast_o(far_rlast), .s_awready_o(far_awready),
      .s_wready_o(far_wready), .s_bvalid_o(far_bvalid), .s_bid_o(far_bid), .s_bresp_o(far_bresp),
      .m_arvalid_o(host_arvalid_o), .m_arid_o(host_arid_o), .m_araddr_o(host_araddr_o),
      .m_arlen_o(host_arlen_o), .m_rready_o(host_rready_o), .m_awvalid_o(host_awvalid_o),
      .m_awid_o(host_awid_o), .m_awaddr_o(host_awaddr_o), .m_awlen_o(host_awlen_o),
      .m_wvalid_o(host_wvalid_o), .m_wdata_o(host_wdata_o), .m_wstrb_o(host_wstrb_o),
      .m_wlast_o(host_wlast_o), .m_bready_o(host_bready_o), .m_arready_i(host_arready_i),
      .m_rvalid_i(host_rvalid_i), .m_rid_i(host_rid_i), .m_rdata_i(host_rdata_i),
      .m_rresp_i(host_rresp_i), .m_rlast_i(host_rlast_i), .m_awready_i(host_awready_i),
      .m_wready_i(host_wready_i), .m_bvalid_i(host_bvalid_i), .m_bid_i(host_bid_i),
      .m_bresp_i(host_bresp_i), .stop_i(hold_q), .cut_i(hold_q), .idle_o(host_idle));


  // ---------------------------------------------------------------- window
  lp_axi_fence #(.ID_W(4)) u_window (
      .clk_i, .rst_ni, .s_arvalid_i(win_arvalid_i), .s_arid_i(win_arid_i),
      .s_araddr_i(win_araddr_i), .s_arlen_i(win_arlen_i), .s_rready_i(win_rready_i),
      .s_awvalid_i(win_awvalid_i), .s_awid_i(win_awid_i), .s_awaddr_i(win_awaddr_i),
      .s_awlen_i(win_awlen_i), .s_wvalid_i(win_wvalid_i), .s_wdata_i(win_wdata_i),
      .s_wstrb_i(win_wstrb_i), .s_wlast_i(win_wlast_i), .s_bready_i(win_bready_i),
      .s_arready_o(win_arready_o), .s_rvalid_o(win_rvalid_o), .s_rid_o(win_rid_o),
      .s_rdata_o(win_rdata_o), .s_rresp_o(win_rresp_o), .s_rlast_o(win_rlast_o),
      .s_awready_o(win_awready_o), .s_wready_o(win_wready_o), .s_bvalid_o(win_bvalid_o),
      .s_bid_o(win_bid_o), .s_bresp_o(win_bresp_o), .m_arvalid_o(join_arvalid[BRIDGE]),
      .m_arid_o(join_arid[BRIDGE*4+:4]), .m_araddr_o(join_araddr[BRIDGE*40+:40]),
      .m_arlen_o(join_arlen[BRIDGE*8+:8]), .m_rready_o(join_rready[BRIDGE]),
      .m_awvalid_o(join_awvalid[BRIDGE]), .m_awid_o(join_awid[BRIDGE*4+:4]),
      .m_awaddr_o(join_awaddr[BRIDGE*40+:40]), .m_awlen_o(join_awlen[BRIDGE*8+:8]),
      .m_wvalid_o(join_wvalid[BRIDGE]), .m_wdata_o(join_wdata[BRIDGE*256+:256]),
      .m_wstrb_o(join_wstrb[BRIDGE*32+:32]), .m_wlast_o(join_wlast[BRIDGE]),
      .m_bready_o(join_bready[BRIDGE]), .m_arready_i(join_arready[BRIDGE]),
      .m_rvalid_i(join_rvalid[BRIDGE]), .m_rid_i(join_rid), .m_rdata_i(join_rdata),
      .m_rresp_i(join_rresp), .m_rlast_i(join_rlast), .m_awready_i(join_awready[BRIDGE]),
      .m_wready_i(join_wready[BRIDGE]), .m_bvalid_i(join_bvalid[BRIDGE]), .m_bid_i(join_bid),
      .m_bresp_i(join_bresp), .stop_i(drain_q), .cut_i(1'b0), .idle_o(win_idle));


  // ---------------------------------------------------------------- self-test
  lp_card_test u_test (
      .clk_i, .rst_ni(inner_rst_n), .csr_awvalid_i(page_awvalid[1]),
      .csr_awaddr_i(page_awaddr[23:12]), .csr_awprot_i(page_awprot[5:3]),
      .csr_wvalid_i(page_wvalid[1]), .csr_wdata_i(page_wdata[63:32]), .csr_wstrb_i(page_wstrb[7:4]),
      .csr_bready_i(page_bready[1]), .csr_arvalid_i(page_arvalid[1]),
      .csr_araddr_i(page_araddr[23:12]), .csr_arprot_i(page_arprot[5:3]),
      .csr_rready_i(page_rready[1]), .csr_awready_o(page_awready[1]), .csr_wready_o(page_wready[1]),
      .csr_bvalid_o(page_bvalid[1]), .csr_bresp_o(page_bresp[3:2]), .csr_arready_o(page_arready[1]),
      .csr_rvalid_o(page_rvalid[1]), .csr_rdata_o(page_rdata[63:32]), .csr_rresp_o(page_rresp[3:2]),
      .irq_o(test_irq), .m_arvalid_o(join_arvalid[TEST]), .m_arid_o(join_arid[TEST*4+:4]),
      .m_araddr_o(join_araddr[TEST*40+:40]), .m_arlen_o(join_arlen[TEST*8+:8]),
      .m_rready_o(join_rready[TEST]), .m_awvalid_o(join_awvalid[TEST]),
      .m_awid_o(join_awid[TEST*4+:4]), .m_awaddr_o(join_awaddr[TEST*40+:40]),
      .m_awlen_o(join_awlen[TEST*8+:8]), .m_wvalid_o(join_wvalid[TEST]),
      .m_wdata_o(join_wdata[TEST*256+:256]), .m_wstrb_o(join_wstrb[TEST*32+:32]),
      .m_wlast_o(join_wlast[TEST]), .m_bready_o(join_bready[TEST]),
      .m_arready_i(join_arready[TEST]), .m_rvalid_i(join_rvalid[TEST]), .m_rid_i(join_rid),
      .m_rdata_i(join_rdata), .m_rresp_i(join_rresp), .m_rlast_i(join_rlast),
      .m_awready_i(join_awready[TEST]), .m_wready_i(join_wready[TEST]),
      .m_bvalid_i(join_bvalid[TEST]), .m_bid_i(join_bid), .m_bresp_i(join_bresp));


  // ---------------------------------------------------------------- card memory
  wire one_arvalid, one_rready, one_awvalid, one_wvalid, one_wlast, one_bready, one_arready,
      one_rvalid, one_rlast, one_awready, one_wready, one_bvalid;
  wire [ID_W-1:0] one_arid, one_awid, one_rid, one_bid;
  wire [39:0] one_araddr, one_awaddr;
  wire [7:0] one_arlen, one_awlen;
  wire [255:0] one_wdata, one_rdata;
  wire [31:0] one_wstrb;
  wire [1:0] one_rresp, one_bresp;
  wire [ID_W-1:0] mem_arid, mem_awid;
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = (|mem_rid_i) | (|mem_bid_i);

  lp_axi_join #(.PORTS(PORTS), .ID_W(4)) u_join (
      .clk_i, .rst_ni(inner_rst_n), .s_arvalid_i(join_arvalid), .s_arid_i(join_arid),
      .s_araddr_i(join_araddr), .s_arlen_i(join_arlen), .s_rready_i(join_rready),
      .s_awvalid_i(join_awvalid), .s_awid_i(join_awid), .s_awaddr_i(join_awaddr),
      .s_awlen_i(join_awlen), .s_wvalid_i(join_wvalid), .s_wdata_i(join_wdata),
      .s_wstrb_i(join_wstrb), .s_wlast_i(join_wlast), .s_bready_i(join_bready),
      .s_arready_o(join_arready), .s_rvalid_o(join_rvalid), .s_rid_o(join_rid),
      .s_rdata_o(join_rdata), .s_rresp_o(join_rresp), .s_rlast_o(join_rlast),
      .s_awready_o(join_awready), .s_wready_o(join_wready), .s_bvalid_o(join_bvalid),
      .s_bid_o(join_bid), .s_bresp_o(join_bresp), .m_arvalid_o(one_arvalid), .m_arid_o(one_arid),
      .m_araddr_o(one_araddr), .m_arlen_o(one_arlen), .m_rready_o(one_rready),
      .m_awvalid_o(one_awvalid), .m_awid_o(one_awid), .m_awaddr_o(one_awaddr),
      .m_awlen_o(one_awlen), .m_wvalid_o(one_wvalid), .m_wdata_o(one_wdata), .m_wstrb_o(one_wstrb),
      .m_wlast_o(one_wlast), .m_bready_o(one_bready), .m_arready_i(one_arready),
      .m_rvalid_i(one_rvalid), .m_rid_i(one_rid), .m_rdata_i(one_rdata), .m_rresp_i(one_rresp),
      .m_rlast_i(one_rlast), .m_awready_i(one_awready), .m_wready_i(one_wready),
      .m_bvalid_i(one_bvalid), .m_bid_i(one_bid), .m_bresp_i(one_bresp));

  lp_axi_fence #(.ID_W(ID_W)) u_mem (
      .clk_i, .rst_ni, .s_arvalid_i(one_arvalid), .s_arid_i(one_arid), .s_araddr_i(one_araddr),
      .s_arlen_i(one_arlen), .s_rready_i(one_rready), .s_awvalid_i(one_awvalid),
      .s_awid_i(one_awid), .s_awaddr_i(one_awaddr), .s_awlen_i(one_awlen), .s_wvalid_i(one_wvalid),
      .s_wdata_i(one_wdata), .s_wstrb_i(one_wstrb), .s_wlast_i(one_wlast), .s_bready_i(one_bready),
      .s_arready_o(one_arready), .s_rvalid_o(one_rvalid), .s_rid_o(one_rid), .s_rdata_o(one_rdata),
      .s_rresp_o(one_rresp), .s_rlast_o(one_rlast), .s_awready_o(one_awready),
      .s_wready_o(one_wready), .s_bvalid_o(one_bvalid), .s_bid_o(one_bid), .s_bresp_o(one_bresp),
      .m_arvalid_o(mem_arvalid_o), .m_arid_o(mem_arid), .m_araddr_o(mem_araddr_o),
      .m_arlen_o(mem_arlen_o), .m_rready_o(mem_rready_o), .m_awvalid_o(mem_awvalid_o),
      .m_awid_o(mem_awid), .m_awaddr_o(mem_awaddr_o), .m_awlen_o(mem_awlen_o),
      .m_wvalid_o(mem_wvalid_o), .m_wdata_o(mem_wdata_o), .m_wstrb_o(mem_wstrb_o),
      .m_wlast_o(mem_wlast_o), .m_bready_o(mem_bready_o), .m_arready_i(mem_arready_i),
      .m_rvalid_i(mem_rvalid_i), .m_rid_i(mem_rid_i[ID_W-1:0]), .m_rdata_i(mem_rdata_i),
      .m_rresp_i(mem_rresp_i), .m_rlast_i(mem_rlast_i), .m_awready_i(mem_awready_i),
      .m_wready_i(mem_wready_i), .m_bvalid_i(mem_bvalid_i), .m_bid_i(mem_bid_i[ID_W-1:0]),
      .m_bresp_i(mem_bresp_i), .stop_i(hold_q), .cut_i(hold_q), .idle_o(mem_idle));

  assign mem_arid_o = 8'(mem_arid);
  assign mem_awid_o = 8'(mem_awid);
endmodule

`default_nettype wire
