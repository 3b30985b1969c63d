// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The compressing DMA engine: moves device memory to a link and back, compressed at the memory
/// controllers, according to descriptors in two rings. Both directions run concurrently.
///
/// Out: lp_cdma_off launches groups of 512 bytes to their channels (lp_cdma_chan, box C of the
/// paper), whose compressed flits pass lp_cdma_xbar into lp_cdma_buf (box B), in which space was
/// reserved; they are drained in order to the link without padding, and their sizes go to the index
/// (lp_cdma_index). In: lp_cdma_pre cuts the link's beats by the index and sends each group to the
/// channel that expands and writes it. Rings: lp_cdma_ring, one per direction, on one port
/// (lp_cdma_bus). Registers: lp_cdma_regs.
///
/// Dependencies: device reads wait only for space in the buffer, reserved in advance; device writes
/// wait only for device memory; the link's beats wait for device writes; the out stream waits only
/// for the link; rings wait for their own port. Each port may therefore serve reads or writes
/// first, and ports may share a memory.
///
/// AXI4: bursts are INCR of size 5 and have 1 to 4 beats; dev and idx have one id, ring two. out_a
/// begins a stream at a host address, out_t are its beats (user: the stream failed, this last beat
/// has no data), out_b reports that they have arrived; a link without responses ties out_b_valid
/// high. in_a requests beats from a host address on, in_t are these beats (user: an error). When a
/// job has failed or was aborted, the rest of its beats must still be delivered; while in_drop is
/// high they are ignored.
///
/// Source: cDMA (HPCA'18), section V.
///
/// Combinational paths: none.
module lp_cdma_core #(
    /// Channels, one per memory controller: 1 to 8.
    parameter int CHANNELS = 6,
    /// Flits of 32 bytes that the buffer holds for a channel.
    parameter int FLITS    = 426,
    /// Codecs: 1 ZVC, 2 and BPC, 3 with serial units of BPC, 15 all of lp_mixed_pkg.
    parameter int CODECS   = 2,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM     = 32
) (
    /// Clock.
    input  wire logic                    clk_i,
    /// Synchronous reset, active low.
    input  wire logic                    rst_ni,

    /// Registers, AXI4-Lite: AWVALID.
    input  wire logic                    csr_awvalid_i,
    /// Registers: AWREADY.
    output wire logic                    csr_awready_o,
    /// Registers: AWADDR.
    input  wire logic [11:0]             csr_awaddr_i,
    /// Registers: AWPROT; not used.
    input  wire logic [2:0]              csr_awprot_i,
    /// Registers: WVALID.
    input  wire logic                    csr_wvalid_i,
    /// Registers: WREADY.
    output wire logic                    csr_wready_o,
    /// Registers: WDATA.
    input  wire logic [31:0]             csr_wdata_i,
    /// Registers: WSTRB.
    input  wire logic [3:0]              csr_wstrb_i,
    /// Registers: BVALID.
    output wire logic                    csr_bvalid_o,
    /// Registers: BREADY.
    input  wire logic                    csr_bready_i,
    /// Registers: BRESP.
    output wire logic [1:0]              csr_bresp_o,
    /// Registers: ARVALID.
    input  wire logic                    csr_arvalid_i,
    /// Registers: ARREADY.
    output wire logic                    csr_arready_o,
    /// Registers: ARADDR.
    input  wire logic [11:0]             csr_araddr_i,
    /// Registers: ARPROT; not used.
    input  wire logic [2:0]              csr_arprot_i,
    /// Registers: RVALID.
    output wire logic                    csr_rvalid_o,
    /// Registers: RREADY.
    input  wire logic                    csr_rready_i,
    /// Registers: RDATA.
    output wire logic [31:0]             csr_rdata_o,
    /// Registers: RRESP.
    output wire logic [1:0]              csr_rresp_o,
    /// An interrupt is pending and enabled.
    output wire logic                    irq_o,

    /// Rings: ARVALID.
    output wire logic                    ring_arvalid_o,
    /// Rings: ARREADY.
    input  wire logic                    ring_arready_i,
    /// Rings: ARID, 0 out, 1 in.
    output wire logic                    ring_arid_o,
    /// Rings: ARADDR.
    output wire logic [39:0]             ring_araddr_o,
    /// Rings: ARLEN.
    output wire logic [7:0]              ring_arlen_o,
    /// Rings: RVALID.
    input  wire logic                    ring_rvalid_i,
    /// Rings: RREADY.
    output wire logic                    ring_rready_o,
    /// Rings: RID.
    input  wire logic                    ring_rid_i,
    /// Rings: RDATA.
    input  wire logic [255:0]            ring_rdata_i,
    /// Rings: RRESP.
    input  wire logic [1:0]              ring_rresp_i,
    /// Rings: RLAST.
    input  wire logic                    ring_rlast_i,
    /// Rings: AWVALID.
    output wire logic                    ring_awvalid_o,
    /// Rings: AWREADY.
    input  wire logic                    ring_awready_i,
    /// Rings: AWID.
    output wire logic                    ring_awid_o,
    /// Rings: AWADDR.
    output wire logic [39:0]             ring_awaddr_o,
    /// Rings: AWLEN.
    output wire logic [7:0]              ring_awlen_o,
    /// Rings: WVALID.
    output wire logic                    ring_wvalid_o,
    /// Rings: WREADY.
    input  wire logic                    ring_wready_i,
    /// Rings: WDATA.
    output wire logic [255:0]            ring_wdata_o,
    /// Rings: WSTRB.
    output wire logic [31:0]             ring_wstrb_o,
    /// Rings: WLAST.
    output wire logic                    ring_wlast_o,
    /// Rings: BVALID.
    input  wire logic                    ring_bvalid_i,
    /// Rings: BREADY.
    output wire logic                    ring_bready_o,
    /// Rings: BID.
    input  wire logic                    ring_bid_i,
    /// Rings: BRESP.
    input  wire logic [1:0]              ring_bresp_i,

    /// Index, device memory: ARVALID.
    output wire logic                    idx_arvalid_o,
    /// Index: ARREADY.
    input  wire logic                    idx_arready_i,
    /// Index: ARADDR.
    output wire logic [39:0]             idx_araddr_o,
    /// Index: ARLEN.
    output wire logic [7:0]              idx_arlen_o,
    /// Index: RVALID.
    input  wire logic                    idx_rvalid_i,
    /// Index: RREADY.
    output wire logic                    idx_rready_o,
    /// Index: RDATA.
    input  wire logic [255:0]            idx_rdata_i,
    /// Index: RRESP.
    input  wire logic [1:0]              idx_rresp_i,
    /// Index: RLAST.
    input  wire logic                    idx_rlast_i,
    /// Index: AWVALID.
    output wire logic                    idx_awvalid_o,
    /// Index: AWREADY.
    input  wire logic                    idx_awready_i,
    /// Index: AWADDR.
    output wire logic [39:0]             idx_awaddr_o,
    /// Index: AWLEN.
    output wire logic [7:0]              idx_awlen_o,
    /// Index: WVALID.
    output wire logic                    idx_wvalid_o,
    /// Index: WREADY.
    input  wire logic                    idx_wready_i,
    /// Index: WDATA.
    output wire logic [255:0]            idx_wdata_o,
    /// Index: WSTRB.
    output wire logic [31:0]             idx_wstrb_o,
    /// Index: WLAST.
    output wire logic                    idx_wlast_o,
    /// Index: BVALID.
    input  wire logic                    idx_bvalid_i,
    /// Index: BREADY.
    output wire logic                    idx_bready_o,
    /// Index: BRESP.
    input  wire logic [1:0]              idx_bresp_i,

    /// Out stream begins: valid.
    output wire logic                    out_avalid_o,
    /// Out stream begins: ready.
    input  wire logic                    out_aready_i,
    /// Its host address, a multiple of 32.
    output wire logic [39:0]             out_aaddr_o,
    /// Out stream: TVALID.
    output wire logic                    out_tvalid_o,
    /// Out stream: TREADY.
    input  wire logic                    out_tready_i,
    /// Out stream: TDATA.
    output wire logic [255:0]            out_tdata_o,
    /// Out stream: TLAST.
    output wire logic                    out_tlast_o,
    /// Out stream: TUSER, the stream failed and this last beat has no data.
    output wire logic                    out_tuser_o,
    /// Out stream has arrived: valid.
    input  wire logic                    out_bvalid_i,
    /// Out stream has arrived: ready.
    output wire logic                    out_bready_o,
    /// The host returned an error.
    input  wire logic                    out_berr_i,

    /// In stream request: valid.
    output wire logic                    in_avalid_o,
    /// In stream request: ready.
    input  wire logic                    in_aready_i,
    /// Its host address, a multiple of 32.
    output wire logic [39:0]             in_aaddr_o,
    /// Number of its beats.
    output wire logic [35:0]             in_abeats_o,
    /// In stream: TVALID.
    input  wire logic                    in_tvalid_i,
    /// In stream: TREADY.
    output wire logic                    in_tready_o,
    /// In stream: TDATA.
    input  wire logic [255:0]            in_tdata_i,
    /// In stream: TUSER, the host returned an error.
    input  wire logic                    in_tuser_i,
    /// The outstanding beats of the request are dropped: they may have any data.
    output wire logic                    in_drop_o,

    /// Device memory, channel c at bit c: ARVALID.
    output wire logic [CHANNELS-1:0]     dev_arvalid_o,
    /// Device memory: ARREADY.
    input  wire logic [CHANNELS-1:0]     dev_arready_i,
    /// Device memory: ARADDR, 40 bits per channel.
    output wire logic [CHANNELS*40-1:0]  dev_araddr_o,
    /// Device memory: ARLEN, 8 bits per channel.
    output wire logic [CHANNELS*8-1:0]   dev_arlen_o,
    /// Device memory: RVALID.
    input  wire logic [CHANNELS-1:0]     dev_rvalid_i,
    /// Device memory: RREADY.
    output wire logic [CHANNELS-1:0]     dev_rready_o,
    /// Device memory: RDATA, 256 bits per channel.
    input  wire logic [CHANNELS*256-1:0] dev_rdata_i,
    /// Device memory: RRESP, 2 bits per channel.
    input  wire logic [CHANNELS*2-1:0]   dev_rresp_i,
    /// Device memory: RLAST.
    input  wire logic [CHANNELS-1:0]     dev_rlast_i,
    /// Device memory: AWVALID.
    output wire logic [CHANNELS-1:0]     dev_awvalid_o,
    /// Device memory: AWREADY.
    input  wire logic [CHANNELS-1:0]     dev_awready_i,
    /// Device memory: AWADDR, 40 bits per channel.
    output wire logic [CHANNELS*40-1:0]  dev_awaddr_o,
    /// Device memory: AWLEN, 8 bits per channel.
    output wire logic [CHANNELS*8-1:0]   dev_awlen_o,
    /// Device memory: WVALID.
    output wire logic [CHANNELS-1:0]     dev_wvalid_o,
    /// Device memory: WREADY.
    input  wire logic [CHANNELS-1:0]     dev_wready_i,
    /// Device memory: WDATA, 256 bits per channel.
    output wire logic [CHANNELS*256-1:0] dev_wdata_o,
    /// Device memory: WSTRB, 32 bits per channel.
    output wire logic [CHANNELS*32-1:0]  dev_wstrb_o,
    /// Device memory: WLAST.
    output wire logic [CHANNELS-1:0]     dev_wlast_o,
    /// Device memory: BVALID.
    input  wire logic [CHANNELS-1:0]     dev_bvalid_i,
    /// Device memory: BREADY.
    output wire logic [CHANNELS-1:0]     dev_bready_o,
    /// Device memory: BRESP, 2 bits per channel.
    input  wire logic [CHANNELS*2-1:0]   dev_bresp_i
);
  generate
    if (CHANNELS < 1 || CHANNELS > 8) begin : g_check_channels
      lp_bad_CHANNELS_not_1_to_8 u_bad ();
    end
  endgenerate

  // Largest number of flits of a group.
  localparam int WORST = (ELEM == 8) ? 18 : 17;
  // Codecs with numbers below this are built.
  localparam int BUILT = CODECS == 15 ? lp_mixed_pkg::BEST + 1
                       : CODECS > 1 ? lp_codec_pkg::CODECS : 1;
  // The crossbar and the walks over groups have two channels at least. Of one channel, both numbers
  // are 0, and the second way of the crossbar is tied off.
  localparam int WAYS = CHANNELS > 1 ? CHANNELS : 2;
  localparam logic [2:0] NUMBER = {3{CHANNELS > 1}};
  genvar c;

  // ---------------------------------------------------------------- registers
  wire [39:0] off_base, off_done, pre_base, pre_done, dev_base, host_base;
  wire [3:0] off_log2, pre_log2;
  wire [15:0] off_tail, pre_tail, off_head, pre_head;
  wire [30:0] dev_groups, host_groups;
  wire [23:0] rate;
  wire off_enable, pre_enable, off_abort, pre_abort;
  wire off_busy, pre_busy, off_stopped, pre_stopped;
  wire off_irq_done, off_irq_error, off_irq_ring, pre_irq_done, pre_irq_error, pre_irq_ring;

  // Counted events, delayed by a cycle.
  logic off_groups_q, off_beats_q, off_stall_link_q, off_stall_credit_q, off_stall_rate_q;
  logic off_stall_memory_q, pre_groups_q, pre_beats_q, pre_stall_link_q, pre_stall_memory_q;
  logic pre_stall_rate_q;
  logic [7:0] off_zeros_q;
  logic [3:0] dev_reads_q, dev_writes_q;
  logic [1:0] errors_q;
  wire [15:0] held;

  lp_cdma_regs u_regs (
      .clk_i, .rst_ni, .awvalid_i(csr_awvalid_i), .awready_o(csr_awready_o),
      .awaddr_i(csr_awaddr_i), .awprot_i(csr_awprot_i), .wvalid_i(csr_wvalid_i),
      .wready_o(csr_wready_o), .wdata_i(csr_wdata_i), .wstrb_i(csr_wstrb_i),
      .bvalid_o(csr_bvalid_o), .bready_i(csr_bready_i), .bresp_o(csr_bresp_o),
      .arvalid_i(csr_arvalid_i), .arready_o(csr_arready_o), .araddr_i(csr_araddr_i),
      .arprot_i(csr_arprot_i), .rvalid_o(csr_rvalid_o), .rready_i(csr_rready_i),
      .rdata_o(csr_rdata_o), .rresp_o(csr_rresp_o),
      .config_channels_i(4'(CHANNELS)), .config_codecs_i(4'(BUILT)), .config_elem_i(6'(ELEM)),
      .config_flits_i(16'(FLITS)), .ctrl_off_enable_o(off_enable), .ctrl_pre_enable_o(pre_enable),
      .ctrl_off_abort_o(off_abort), .ctrl_pre_abort_o(pre_abort), .status_off_busy_i(off_busy),
      .status_pre_busy_i(pre_busy), .status_off_stopped_i(off_stopped),
      .status_pre_stopped_i(pre_stopped), .irq_o, .irq_off_done_i(off_irq_done),
      .irq_pre_done_i(pre_irq_done), .irq_off_error_i(off_irq_error),
      .irq_pre_error_i(pre_irq_error), .irq_off_ring_i(off_irq_ring),
      .irq_pre_ring_i(pre_irq_ring), .policy_o(rate),
      .off_base_lo_o(off_base[31:0]), .off_base_hi_o(off_base[39:32]),
      .off_done_lo_o(off_done[31:0]), .off_done_hi_o(off_done[39:32]), .off_size_o(off_log2),
      .off_tail_o(off_tail), .off_head_i(off_head),
      .pre_base_lo_o(pre_base[31:0]), .pre_base_hi_o(pre_base[39:32]),
      .pre_done_lo_o(pre_done[31:0]), .pre_done_hi_o(pre_done[39:32]), .pre_size_o(pre_log2),
      .pre_tail_o(pre_tail), .pre_head_i(pre_head),
      .dev_lo_o(dev_base[31:0]), .dev_hi_o(dev_base[39:32]), .dev_size_o(dev_groups),
      .host_lo_o(host_base[31:0]), .host_hi_o(host_base[39:32]), .host_size_o(host_groups),
      .cycles_i(1'b1), .off_groups_i(off_groups_q), .off_beats_i(off_beats_q),
      .off_stall_link_i(off_stall_link_q), .off_stall_credit_i(off_stall_credit_q),
      .off_stall_rate_i(off_stall_rate_q), .off_stall_memory_i(off_stall_memory_q),
      .off_high_flits_i(held), .off_zeros_i(off_zeros_q), .pre_groups_i(pre_groups_q),
      .pre_beats_i(pre_beats_q), .pre_stall_link_i(pre_stall_link_q),
      .pre_stall_memory_i(pre_stall_memory_q), .pre_stall_rate_i(pre_stall_rate_q),
      .dev_reads_i(dev_reads_q), .dev_writes_i(dev_writes_q), .errors_i(errors_q));

  // ---------------------------------------------------------------- rings and their port
  wire off_f_valid, off_f_ready, off_v_valid, off_v_ready, off_v_err, off_c_valid, off_c_ready;
  wire off_q_valid, off_q_ready, off_q_err;
  wire [39:0] off_f_addr, off_c_addr;
  wire [255:0] off_v_data, off_c_data;
  wire off_j_valid, off_j_ready, off_j_has, off_r_valid, off_r_ready, off_kill;
  wire [39:0] off_j_dev, off_j_host, off_j_index;
  wire [34:0] off_j_sectors;
  wire [40:0] off_j_size, off_r_bytes;
  wire [37:0] off_r_zeros;
  wire [31:0] off_r_bad;
  wire [3:0] off_j_codec, off_r_status;
  lp_cdma_ring #(.CODECS(CODECS), .IN(0)) u_off_ring (
      .clk_i, .rst_ni, .base_i(off_base), .done_i(off_done), .log2_i(off_log2), .tail_i(off_tail),
      .enable_i(off_enable), .abort_i(off_abort), .other_base_i(pre_base), .other_done_i(pre_done),
      .other_log2_i(pre_log2), .dev_base_i(dev_base), .dev_groups_i(dev_groups),
      .host_base_i(host_base), .host_groups_i(host_groups), .head_o(off_head), .busy_o(off_busy),
      .stopped_o(off_stopped), .f_valid_o(off_f_valid), .f_ready_i(off_f_ready),
      .f_addr_o(off_f_addr), .v_valid_i(off_v_valid), .v_ready_o(off_v_ready),
      .v_data_i(off_v_data), .v_err_i(off_v_err), .c_valid_o(off_c_valid),
      .c_ready_i(off_c_ready), .c_addr_o(off_c_addr), .c_data_o(off_c_data),
      .q_valid_i(off_q_valid), .q_ready_o(off_q_ready), .q_err_i(off_q_err),
      .j_valid_o(off_j_valid), .j_ready_i(off_j_ready), .j_dev_o(off_j_dev),
      .j_host_o(off_j_host), .j_sectors_o(off_j_sectors), .j_size_o(off_j_size),
      .j_codec_o(off_j_codec), .j_has_index_o(off_j_has), .j_index_o(off_j_index),
      .r_valid_i(off_r_valid), .r_ready_o(off_r_ready), .r_bytes_i(off_r_bytes),
      .r_zeros_i(off_r_zeros), .r_bad_i(off_r_bad), .r_status_i(off_r_status),
      .kill_o(off_kill), .irq_done_o(off_irq_done), .irq_error_o(off_irq_error),
      .irq_ring_o(off_irq_ring));

  wire pre_f_valid, pre_f_ready, pre_v_valid, pre_v_ready, pre_v_err, pre_c_valid, pre_c_ready;
  wire pre_q_valid, pre_q_ready, pre_q_err;
  wire [39:0] pre_f_addr, pre_c_addr;
  wire [255:0] pre_v_data, pre_c_data;
  wire pre_j_valid, pre_j_ready, pre_j_has, pre_r_valid, pre_r_ready, pre_kill;
  wire [39:0] pre_j_dev, pre_j_host, pre_j_index;
  wire [34:0] pre_j_sectors;
  wire [40:0] pre_j_size, pre_r_bytes;
  wire [37:0] pre_r_zeros;
  wire [31:0] pre_r_bad;
  wire [3:0] pre_j_codec, pre_r_status;
  lp_cdma_ring #(.CODECS(CODECS), .IN(1)) u_pre_ring (
      .clk_i, .rst_ni, .base_i(pre_base), .done_i(pre_done), .log2_i(pre_log2), .tail_i(pre_tail),
      .enable_i(pre_enable), .abort_i(pre_abort), .other_base_i(off_base), .other_done_i(off_done),
      .other_log2_i(off_log2), .dev_base_i(dev_base), .dev_groups_i(dev_groups),
      .host_base_i(host_base), .host_groups_i(host_groups), .head_o(pre_head), .busy_o(pre_busy),
      .stopped_o(pre_stopped), .f_valid_o(pre_f_valid), .f_ready_i(pre_f_ready),
      .f_addr_o(pre_f_addr), .v_valid_i(pre_v_valid), .v_ready_o(pre_v_ready),
      .v_data_i(pre_v_data), .v_err_i(pre_v_err), .c_valid_o(pre_c_valid),
      .c_ready_i(pre_c_ready), .c_addr_o(pre_c_addr), .c_data_o(pre_c_data),
      .q_valid_i(pre_q_valid), .q_ready_o(pre_q_ready), .q_err_i(pre_q_err),
      .j_valid_o(pre_j_valid), .j_ready_i(pre_j_ready), .j_dev_o(pre_j_dev),
      .j_host_o(pre_j_host), .j_sectors_o(pre_j_sectors), .j_size_o(pre_j_size),
      .j_codec_o(pre_j_codec), .j_has_index_o(pre_j_has), .j_index_o(pre_j_index),
      .r_valid_i(pre_r_valid), .r_ready_o(pre_r_ready), .r_bytes_i(pre_r_bytes),
      .r_zeros_i(pre_r_zeros), .r_bad_i(pre_r_bad), .r_status_i(pre_r_status),
      .kill_o(pre_kill), .irq_done_o(pre_irq_done), .irq_error_o(pre_irq_error),
      .irq_ring_o(pre_irq_ring));

  lp_cdma_bus u_bus (
      .clk_i, .rst_ni,
      .o_f_valid_i(off_f_valid), .o_f_ready_o(off_f_ready), .o_f_addr_i(off_f_addr),
      .o_v_valid_o(off_v_valid), .o_v_ready_i(off_v_ready), .o_v_data_o(off_v_data),
      .o_v_err_o(off_v_err), .o_c_valid_i(off_c_valid), .o_c_ready_o(off_c_ready),
      .o_c_addr_i(off_c_addr), .o_c_data_i(off_c_data), .o_q_valid_o(off_q_valid),
      .o_q_ready_i(off_q_ready), .o_q_err_o(off_q_err),
      .i_f_valid_i(pre_f_valid), .i_f_ready_o(pre_f_ready), .i_f_addr_i(pre_f_addr),
      .i_v_valid_o(pre_v_valid), .i_v_ready_i(pre_v_ready), .i_v_data_o(pre_v_data),
      .i_v_err_o(pre_v_err), .i_c_valid_i(pre_c_valid), .i_c_ready_o(pre_c_ready),
      .i_c_addr_i(pre_c_addr), .i_c_data_i(pre_c_data), .i_q_valid_o(pre_q_valid),
      .i_q_ready_i(pre_q_ready), .i_q_err_o(pre_q_err),
      .arvalid_o(ring_arvalid_o), .arready_i(ring_arready_i), .arid_o(ring_arid_o),
      .araddr_o(ring_araddr_o), .arlen_o(ring_arlen_o), .rvalid_i(ring_rvalid_i),
      .rready_o(ring_rready_o), .rid_i(ring_rid_i), .rdata_i(ring_rdata_i),
      .rresp_i(ring_rresp_i), .rlast_i(ring_rlast_i), .awvalid_o(ring_awvalid_o),
      .awready_i(ring_awready_i), .awid_o(ring_awid_o), .awaddr_o(ring_awaddr_o),
      .awlen_o(ring_awlen_o), .wvalid_o(ring_wvalid_o), .wready_i(ring_wready_i),
      .wdata_o(ring_wdata_o), .wstrb_o(ring_wstrb_o), .wlast_o(ring_wlast_o),
      .bvalid_i(ring_bvalid_i), .bready_o(ring_bready_o), .bid_i(ring_bid_i),
      .bresp_i(ring_bresp_i));

  // ---------------------------------------------------------------- index
  wire wj_valid, wj_ready, x_valid, x_ready, x_end, wr_valid, wr_ready, wr_err;
  wire rj_valid, rj_ready, rkill, rr_idle, n_valid, n_ready, n_err;
  wire [39:0] wj_addr, rj_addr;
  wire [15:0] x_bytes, n_bytes;
  wire [31:0] rj_groups;
  lp_cdma_index u_index (
      .clk_i, .rst_ni, .wj_valid_i(wj_valid), .wj_ready_o(wj_ready), .wj_addr_i(wj_addr),
      .x_valid_i(x_valid), .x_ready_o(x_ready), .x_bytes_i(x_bytes), .x_end_i(x_end),
      .wr_valid_o(wr_valid), .wr_ready_i(wr_ready), .wr_err_o(wr_err), .rj_valid_i(rj_valid),
      .rj_ready_o(rj_ready), .rj_addr_i(rj_addr), .rj_groups_i(rj_groups), .kill_i(rkill),
      .n_valid_o(n_valid), .n_ready_i(n_ready), .n_bytes_o(n_bytes), .n_err_o(n_err),
      .rr_idle_o(rr_idle), .arvalid_o(idx_arvalid_o), .arready_i(idx_arready_i),
      .araddr_o(idx_araddr_o), .arlen_o(idx_arlen_o), .rvalid_i(idx_rvalid_i),
      .rready_o(idx_rready_o), .rdata_i(idx_rdata_i), .rresp_i(idx_rresp_i),
      .rlast_i(idx_rlast_i), .awvalid_o(idx_awvalid_o), .awready_i(idx_awready_i),
      .awaddr_o(idx_awaddr_o), .awlen_o(idx_awlen_o), .wvalid_o(idx_wvalid_o),
      .wready_i(idx_wready_i), .wdata_o(idx_wdata_o), .wstrb_o(idx_wstrb_o),
      .wlast_o(idx_wlast_o), .bvalid_i(idx_bvalid_i), .bready_o(idx_bready_o),
      .bresp_i(idx_bresp_i));

  // ---------------------------------------------------------------- out
  wire g_valid, g_ready, t_valid, o_valid, o_ready, o_none, stall_credit, off_stall_rate;
  wire [2:0] g_channel, t_channel, o_channel;
  wire [30:0] g_group;
  wire [4:0] g_sectors;
  wire [3:0] g_codec;
  wire [CHANNELS-1:0] credit;
  wire m_valid, m_ready, m_last, m_err, m_none;
  wire [255:0] m_data;
  wire [5:0] m_bytes;
  wire [7:0] m_zeros;
  lp_cdma_off #(.CHANNELS(WAYS)) u_off (
      .clk_i, .rst_ni, .j_valid_i(off_j_valid), .j_ready_o(off_j_ready), .j_dev_i(off_j_dev),
      .j_host_i(off_j_host), .j_sectors_i(off_j_sectors), .j_size_i(off_j_size),
      .j_codec_i(off_j_codec), .j_has_index_i(off_j_has), .j_index_i(off_j_index),
      .kill_i(off_kill), .rate_i(rate), .r_valid_o(off_r_valid), .r_ready_i(off_r_ready),
      .r_bytes_o(off_r_bytes), .r_zeros_o(off_r_zeros), .r_bad_o(off_r_bad),
      .r_status_o(off_r_status), .g_valid_o(g_valid), .g_ready_i(g_ready),
      .g_channel_o(g_channel), .g_group_o(g_group), .g_sectors_o(g_sectors),
      .g_codec_o(g_codec), .credit_i({WAYS / CHANNELS{credit}}), .t_valid_o(t_valid),
      .t_channel_o(t_channel),
      .o_valid_o(o_valid), .o_ready_i(o_ready), .o_channel_o(o_channel), .o_none_o(o_none),
      .s_valid_i(m_valid), .s_ready_o(m_ready), .s_data_i(m_data), .s_last_i(m_last),
      .s_bytes_i(m_bytes), .s_zeros_i(m_zeros), .s_err_i(m_err), .s_none_i(m_none),
      .wj_valid_o(wj_valid), .wj_ready_i(wj_ready), .wj_addr_o(wj_addr), .x_valid_o(x_valid),
      .x_ready_i(x_ready), .x_bytes_o(x_bytes), .x_end_o(x_end), .wr_valid_i(wr_valid),
      .wr_ready_o(wr_ready), .wr_err_i(wr_err), .la_valid_o(out_avalid_o),
      .la_ready_i(out_aready_i), .la_addr_o(out_aaddr_o), .m_valid_o(out_tvalid_o),
      .m_ready_i(out_tready_i), .m_data_o(out_tdata_o), .m_last_o(out_tlast_o),
      .m_bad_o(out_tuser_o), .lr_valid_i(out_bvalid_i), .lr_ready_o(out_bready_o),
      .lr_err_i(out_berr_i), .stall_credit_o(stall_credit), .stall_rate_o(off_stall_rate));

  wire [CHANNELS-1:0] want;
  wire b_valid, b_last, b_err;
  wire [2:0] b_channel;
  wire [255:0] b_data;
  wire [5:0] b_bytes;
  wire [7:0] b_zeros;
  lp_cdma_buf #(.CHANNELS(CHANNELS), .FLITS(FLITS), .WORST(WORST)) u_buf (
      .clk_i, .rst_ni, .b_valid_i(b_valid), .b_channel_i(b_channel), .b_data_i(b_data),
      .b_last_i(b_last), .b_bytes_i(b_bytes), .b_zeros_i(b_zeros), .b_err_i(b_err),
      .t_valid_i(t_valid), .t_channel_i(t_channel & NUMBER), .credit_o(credit),
      .o_valid_i(o_valid), .o_ready_o(o_ready), .o_channel_i(o_channel & NUMBER),
      .o_none_i(o_none), .m_valid_o(m_valid), .m_ready_i(m_ready),
      .m_data_o(m_data), .m_last_o(m_last), .m_bytes_o(m_bytes), .m_zeros_o(m_zeros),
      .m_err_o(m_err), .m_none_o(m_none), .held_o(held), .want_o(want));

  // ---------------------------------------------------------------- in
  wire p_valid, p_ready, p_last, k_valid, pre_stall_rate;
  wire [2:0] p_channel;
  wire [255:0] p_data;
  wire [5:0] p_bytes;
  wire [30:0] p_group, k_group;
  wire [4:0] p_sectors;
  wire [3:0] p_codec;
  wire [7:0] k_zeros;
  wire [1:0] k_err;
  lp_cdma_pre #(.CHANNELS(WAYS), .CODECS(CODECS), .ELEM(ELEM)) u_pre (
      .clk_i, .rst_ni, .j_valid_i(pre_j_valid), .j_ready_o(pre_j_ready), .j_dev_i(pre_j_dev),
      .j_host_i(pre_j_host), .j_sectors_i(pre_j_sectors), .j_size_i(pre_j_size),
      .j_codec_i(pre_j_codec), .j_has_index_i(pre_j_has), .j_index_i(pre_j_index),
      .kill_i(pre_kill), .rate_i(rate), .r_valid_o(pre_r_valid), .r_ready_i(pre_r_ready),
      .r_bytes_o(pre_r_bytes), .r_zeros_o(pre_r_zeros), .r_bad_o(pre_r_bad),
      .r_status_o(pre_r_status), .rj_valid_o(rj_valid), .rj_ready_i(rj_ready),
      .rj_addr_o(rj_addr), .rj_groups_o(rj_groups), .rkill_o(rkill), .rr_idle_i(rr_idle),
      .n_valid_i(n_valid), .n_ready_o(n_ready), .n_bytes_i(n_bytes), .n_err_i(n_err),
      .lc_valid_o(in_avalid_o), .lc_ready_i(in_aready_i), .lc_addr_o(in_aaddr_o),
      .lc_beats_o(in_abeats_o), .s_valid_i(in_tvalid_i), .s_ready_o(in_tready_o),
      .s_data_i(in_tdata_i), .s_err_i(in_tuser_i), .drop_o(in_drop_o), .p_valid_o(p_valid),
      .p_ready_i(p_ready), .p_channel_o(p_channel), .p_data_o(p_data), .p_last_o(p_last),
      .p_bytes_o(p_bytes), .p_group_o(p_group), .p_sectors_o(p_sectors), .p_codec_o(p_codec),
      .k_valid_i(k_valid), .k_group_i(k_group), .k_zeros_i(k_zeros), .k_err_i(k_err),
      .stall_rate_o(pre_stall_rate));

  // ---------------------------------------------------------------- crossbar and channels
  wire [WAYS-1:0] a_valid, a_last, a_err, cg_ready, cp_ready, d_valid;
  // A second way that is tied off leaves these alone.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [WAYS-1:0] a_ready, cg_valid, cp_valid, d_ready;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [WAYS*256-1:0] a_data;
  wire [WAYS*6-1:0] a_bytes;
  wire [WAYS*8-1:0] a_zeros, d_zeros;
  wire [WAYS*31-1:0] d_group;
  wire [WAYS*2-1:0] d_err;
  wire [30:0] cg_group, cp_group;
  wire [4:0] cg_sectors, cp_sectors;
  wire [3:0] cg_codec, cp_codec;
  wire [255:0] cp_data;
  wire cp_last;
  wire [5:0] cp_bytes;
  lp_cdma_xbar #(.CHANNELS(WAYS)) u_xbar (
      .clk_i, .rst_ni, .a_valid_i(a_valid), .a_ready_o(a_ready), .a_data_i(a_data),
      .a_last_i(a_last), .a_bytes_i(a_bytes), .a_zeros_i(a_zeros), .a_err_i(a_err),
      .want_i(WAYS'(want)), .b_valid_o(b_valid), .b_channel_o(b_channel), .b_data_o(b_data),
      .b_last_o(b_last), .b_bytes_o(b_bytes), .b_zeros_o(b_zeros), .b_err_o(b_err),
      .g_valid_i(g_valid), .g_ready_o(g_ready), .g_channel_i(g_channel & NUMBER),
      .g_group_i(g_group), .g_sectors_i(g_sectors), .g_codec_i(g_codec), .cg_valid_o(cg_valid), .cg_ready_i(cg_ready),
      .cg_group_o(cg_group), .cg_sectors_o(cg_sectors), .cg_codec_o(cg_codec),
      .p_valid_i(p_valid), .p_ready_o(p_ready), .p_channel_i(p_channel & NUMBER), .p_data_i(p_data),
      .p_last_i(p_last), .p_bytes_i(p_bytes), .p_group_i(p_group), .p_sectors_i(p_sectors),
      .p_codec_i(p_codec), .cp_valid_o(cp_valid), .cp_ready_i(cp_ready), .cp_data_o(cp_data),
      .cp_last_o(cp_last), .cp_bytes_o(cp_bytes), .cp_group_o(cp_group),
      .cp_sectors_o(cp_sectors), .cp_codec_o(cp_codec), .d_valid_i(d_valid),
      .d_ready_o(d_ready), .d_group_i(d_group), .d_zeros_i(d_zeros), .d_err_i(d_err),
      .k_valid_o(k_valid), .k_group_o(k_group), .k_zeros_o(k_zeros), .k_err_o(k_err));

  generate
    for (c = 0; c < CHANNELS; c = c + 1) begin : g_each
      lp_cdma_chan #(.CODECS(CODECS), .ELEM(ELEM)) u_chan (
          .clk_i, .rst_ni, .g_valid_i(cg_valid[c]), .g_ready_o(cg_ready[c]),
          .g_group_i(cg_group), .g_sectors_i(cg_sectors), .g_codec_i(cg_codec),
          .a_valid_o(a_valid[c]), .a_ready_i(a_ready[c]), .a_data_o(a_data[256*c +: 256]),
          .a_last_o(a_last[c]), .a_bytes_o(a_bytes[6*c +: 6]), .a_zeros_o(a_zeros[8*c +: 8]),
          .a_err_o(a_err[c]), .p_valid_i(cp_valid[c]), .p_ready_o(cp_ready[c]),
          .p_data_i(cp_data), .p_last_i(cp_last), .p_bytes_i(cp_bytes), .p_group_i(cp_group),
          .p_sectors_i(cp_sectors), .p_codec_i(cp_codec), .d_valid_o(d_valid[c]),
          .d_ready_i(d_ready[c]), .d_group_o(d_group[31*c +: 31]),
          .d_zeros_o(d_zeros[8*c +: 8]), .d_err_o(d_err[2*c +: 2]),
          .arvalid_o(dev_arvalid_o[c]), .arready_i(dev_arready_i[c]),
          .araddr_o(dev_araddr_o[40*c +: 40]), .arlen_o(dev_arlen_o[8*c +: 8]),
          .rvalid_i(dev_rvalid_i[c]), .rready_o(dev_rready_o[c]),
          .rdata_i(dev_rdata_i[256*c +: 256]), .rresp_i(dev_rresp_i[2*c +: 2]),
          .rlast_i(dev_rlast_i[c]), .awvalid_o(dev_awvalid_o[c]),
          .awready_i(dev_awready_i[c]), .awaddr_o(dev_awaddr_o[40*c +: 40]),
          .awlen_o(dev_awlen_o[8*c +: 8]), .wvalid_o(dev_wvalid_o[c]),
          .wready_i(dev_wready_i[c]), .wdata_o(dev_wdata_o[256*c +: 256]),
          .wstrb_o(dev_wstrb_o[32*c +: 32]), .wlast_o(dev_wlast_o[c]),
          .bvalid_i(dev_bvalid_i[c]), .bready_o(dev_bready_o[c]),
          .bresp_i(dev_bresp_i[2*c +: 2]));
    end
    if (CHANNELS == 1) begin : g_one
      assign {a_valid[1], a_last[1], a_err[1], cg_ready[1], cp_ready[1], d_valid[1]} = 6'd0;
      assign {a_data[511:256], a_bytes[11:6], a_zeros[15:8]} = {270{1'b0}};
      assign {d_group[61:31], d_zeros[15:8], d_err[3:2]} = {41{1'b0}};
    end
  endgenerate

  // ---------------------------------------------------------------- counted events
  wire [CHANNELS:0] reads, writes;
  wire [3:0] read_count, write_count;
  assign reads = {idx_rvalid_i & idx_rready_o, dev_rvalid_i & dev_rready_o};
  assign writes = {idx_wvalid_o & idx_wready_i, dev_wvalid_o & dev_wready_i};
  lp_popcount #(.WIDTH(9)) u_reads (.bits_i(9'(reads)), .count_o(read_count));
  lp_popcount #(.WIDTH(9)) u_writes (.bits_i(9'(writes)), .count_o(write_count));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {off_groups_q, off_beats_q, off_stall_link_q, off_stall_credit_q, off_stall_rate_q} <= 5'd0;
      {off_stall_memory_q, pre_groups_q, pre_beats_q, pre_stall_link_q} <= 4'd0;
      {pre_stall_memory_q, pre_stall_rate_q} <= 2'd0;
      off_zeros_q <= 8'd0;
      dev_reads_q <= 4'd0;
      dev_writes_q <= 4'd0;
      errors_q <= 2'd0;
    end else begin
      off_groups_q <= m_valid & m_ready & m_last;
      off_beats_q <= out_tvalid_o & out_tready_i & ~out_tuser_o;
      off_stall_link_q <= out_tvalid_o & ~out_tready_i;
      off_stall_credit_q <= stall_credit;
      off_stall_rate_q <= off_stall_rate;
      off_stall_memory_q <= off_busy & m_ready & ~m_valid;
      off_zeros_q <= m_zeros & {8{m_ready}};
      pre_groups_q <= k_valid;
      pre_beats_q <= in_tvalid_i & in_tready_o;
      pre_stall_link_q <= pre_busy & in_tready_o & ~in_tvalid_i;
      pre_stall_memory_q <= p_valid & ~p_ready;
      pre_stall_rate_q <= pre_stall_rate;
      dev_reads_q <= read_count;
      dev_writes_q <= write_count;
      errors_q <= {off_irq_error & pre_irq_error, off_irq_error ^ pre_irq_error};
    end
  end
endmodule

`default_nettype wire
