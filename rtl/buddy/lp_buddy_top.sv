// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Memory controllers of a GPU with Buddy Compression and their address hash: reads and writes of
/// the lines of whole pages go to SLICES slices (lp_buddy_slice), each with its own device and
/// buddy memory. Requests for one line are carried out in order; responses for different lines may
/// overtake each other. Codes are those of lp_buddy_slice.
///
/// A register write goes to all slices and is taken when all have taken it. It applies to requests
/// that have not reached their slice, so registers 0 to 3 must be written while no request is in
/// flight. Responses must be taken independently of requests being accepted.
///
/// A request waits for a full slice, and those after it wait too. Latency in addition to that of
/// the slice: 2 cycles in; out, 2 cycles after a line's last beat, 1 after a write. Interval: 1 for
/// requests and 1 for responses, over all slices.
///
/// Blocks: lp_buddy_hash, and for each slice lp_buddy_port and lp_buddy_slice; lp_rr chooses among
/// responses. Stage A holds the request for a slice, stage M the response. Source: Buddy
/// Compression (ISCA'20), III and table I (8 controllers).
///
/// Combinational paths: cfg_valid, cfg_reg, cfg_data -> cfg_ready, cfg_err;
/// cfg_reg, cfg_slice -> cfg_value; dev_rvalid, dev_rid -> dev_rready;
/// dev_bvalid, dev_bid -> dev_bready; bud_bvalid, bud_bid -> bud_bready.
module lp_buddy_top #(
    /// Slices: 1, 2, 4, 8, 16 or 32.
    parameter  int SLICES   = 8,
    /// Bits that the hash folds, see lp_buddy_hash.
    parameter  int FOLD     = -1,
    /// Log2 of a page's share of a slice in bytes, at least 11: 13 for 64 KiB pages in 8 slices, 18
    /// for 2 MiB pages.
    parameter  int SHARE_W  = 13,
    /// Bits of a frame number, in sixteenths of a share.
    parameter  int FRAME_W  = 23,
    /// Bits of a slot.
    parameter  int SLOT_W   = 21,
    /// Bits of a byte address.
    parameter  int ADDR_W   = 40,
    /// Requests in flight in a slice, a power of two from 2 to 64.
    parameter  int ENTRIES  = 16,
    /// Decoders of a slice, 1, 2 or 4.
    parameter  int LANES    = 1,
    /// Read device memory before a metadata miss returns.
    parameter  int PARALLEL = 1,
    /// Sets of a slice's metadata cache.
    parameter  int SETS     = 8,
    /// Its ways.
    parameter  int WAYS     = 4,
    /// Outstanding fetches.
    parameter  int MISSES   = 4,
    /// Requests that may wait for one fetch.
    parameter  int TARGETS  = 16,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter  int ELEM     = 32,
    /// 1: the counters are built; 0: they are left out and read as 0.
    parameter  int COUNTERS = 1,
    /// Mixed codecs, named by the states: bit c is codec c of lp_mixed_pkg. 0: a line's codec is
    /// that of its page.
    parameter  int MIXED    = 0,
    localparam int PART_W   = $clog2(SLICES),
    localparam int SLICE_W  = (SLICES == 1) ? 1 : PART_W,
    localparam int CODEC_W  = lp_codec_pkg::CODEC_W,
    localparam int EW       = $clog2(ENTRIES)
) (
    /// Clock.
    input  wire logic                         clk_i,
    /// Synchronous reset, active low.
    input  wire logic                         rst_ni,

    /// Register write: valid.
    input  wire logic                         cfg_valid_i,
    /// Register write: ready, taken by all slices; for register 5, once the operation is done.
    output wire logic                         cfg_ready_o,
    /// With ready, for register 5: a slice could not write all its metadata.
    output wire logic                         cfg_err_o,
    /// As in lp_buddy_slice.
    input  wire logic [3:0]                   cfg_reg_i,
    /// Its new value.
    input  wire logic [ADDR_W-1:0]            cfg_data_i,
    /// The slice whose registers are read.
    input  wire logic [SLICE_W-1:0]           cfg_slice_i,
    /// In every cycle: the value of that slice's register cfg_reg_i.
    output wire logic [ADDR_W-1:0]            cfg_value_o,
    /// In some slice an event has occurred that the driver has not cleared.
    output wire logic                         error_o,
    /// An event that interrupts has occurred.
    output wire logic                         irq_o,

    /// Request: valid.
    input  wire logic                         q_valid_i,
    /// Request: ready; out of flops.
    output wire logic                         q_ready_o,
    /// It is a write.
    input  wire logic                         q_write_i,
    /// Returned with the response.
    input  wire logic [7:0]                   q_id_i,
    /// The page is compressed.
    input  wire logic                         q_compressed_i,
    /// Its target: 0 1x, 1 1.33x, 2 2x, 3 4x, 4 16x.
    input  wire logic [2:0]                   q_target_i,
    /// Its codec (lp_codec_pkg), which must not change after its lines were written.
    input  wire logic [CODEC_W-1:0]           q_codec_i,
    /// Its slot in each slice's carve-out.
    input  wire logic [SLOT_W-1:0]            q_slot_i,
    /// Its frame in each slice's device memory.
    input  wire logic [FRAME_W-1:0]           q_frame_i,
    /// The line's index in the page.
    input  wire logic [SHARE_W+PART_W-7-1:0]  q_index_i,
    /// The line of a write.
    input  wire logic [1023:0]                q_data_i,

    /// Response: valid.
    output wire logic                         m_valid_o,
    /// Response: ready.
    input  wire logic                         m_ready_i,
    /// It is the response to a write.
    output wire logic                         m_write_o,
    /// Id of the request.
    output wire logic [7:0]                   m_id_o,
    /// Response code, 0 good.
    output wire logic [2:0]                   m_code_o,
    /// The line of a read whose code is 0, otherwise 0.
    output wire logic [1023:0]                m_data_o,

    /// Device memories, AXI of slice s in field s: ARVALID.
    output wire logic [SLICES-1:0]                  dev_arvalid_o,
    /// Device memories, AXI of slice s in field s: ARREADY.
    input  wire logic [SLICES-1:0]                  dev_arready_i,
    /// Device memories, AXI of slice s in field s: ARID.
    output wire logic [SLICES*(EW+1)-1:0]           dev_arid_o,
    /// Device memories, AXI of slice s in field s: ARADDR.
    output wire logic [SLICES*ADDR_W-1:0]           dev_araddr_o,
    /// Device memories, AXI of slice s in field s: ARLEN.
    output wire logic [SLICES*8-1:0]                dev_arlen_o,
    /// Device memories, AXI of slice s in field s: ARSIZE.
    output wire logic [SLICES*3-1:0]                dev_arsize_o,
    /// Device memories, AXI of slice s in field s: ARBURST.
    output wire logic [SLICES*2-1:0]                dev_arburst_o,
    /// Device memories, AXI of slice s in field s: RVALID.
    input  wire logic [SLICES-1:0]                  dev_rvalid_i,
    /// Device memories, AXI of slice s in field s: RREADY.
    output wire logic [SLICES-1:0]                  dev_rready_o,
    /// Device memories, AXI of slice s in field s: RID.
    input  wire logic [SLICES*(EW+1)-1:0]           dev_rid_i,
    /// Device memories, AXI of slice s in field s: RDATA.
    input  wire logic [SLICES*256-1:0]              dev_rdata_i,
    /// Device memories, AXI of slice s in field s: RRESP.
    input  wire logic [SLICES*2-1:0]                dev_rresp_i,
    /// Device memories, AXI of slice s in field s: RLAST.
    input  wire logic [SLICES-1:0]                  dev_rlast_i,
    /// Device memories, AXI of slice s in field s: AWVALID.
    output wire logic [SLICES-1:0]                  dev_awvalid_o,
    /// Device memories, AXI of slice s in field s: AWREADY.
    input  wire logic [SLICES-1:0]                  dev_awready_i,
    /// Device memories, AXI of slice s in field s: AWID.
    output wire logic [SLICES*(EW+1)-1:0]           dev_awid_o,
    /// Device memories, AXI of slice s in field s: AWADDR.
    output wire logic [SLICES*ADDR_W-1:0]           dev_awaddr_o,
    /// Device memories, AXI of slice s in field s: AWLEN.
    output wire logic [SLICES*8-1:0]                dev_awlen_o,
    /// Device memories, AXI of slice s in field s: AWSIZE.
    output wire logic [SLICES*3-1:0]                dev_awsize_o,
    /// Device memories, AXI of slice s in field s: AWBURST.
    output wire logic [SLICES*2-1:0]                dev_awburst_o,
    /// Device memories, AXI of slice s in field s: WVALID.
    output wire logic [SLICES-1:0]                  dev_wvalid_o,
    /// Device memories, AXI of slice s in field s: WREADY.
    input  wire logic [SLICES-1:0]                  dev_wready_i,
    /// Device memories, AXI of slice s in field s: WDATA.
    output wire logic [SLICES*256-1:0]              dev_wdata_o,
    /// Device memories, AXI of slice s in field s: WSTRB.
    output wire logic [SLICES*32-1:0]               dev_wstrb_o,
    /// Device memories, AXI of slice s in field s: WLAST.
    output wire logic [SLICES-1:0]                  dev_wlast_o,
    /// Device memories, AXI of slice s in field s: BVALID.
    input  wire logic [SLICES-1:0]                  dev_bvalid_i,
    /// Device memories, AXI of slice s in field s: BREADY.
    output wire logic [SLICES-1:0]                  dev_bready_o,
    /// Device memories, AXI of slice s in field s: BID.
    input  wire logic [SLICES*(EW+1)-1:0]           dev_bid_i,
    /// Device memories, AXI of slice s in field s: BRESP.
    input  wire logic [SLICES*2-1:0]                dev_bresp_i,

    /// Buddy memories, AXI of slice s in field s: ARVALID.
    output wire logic [SLICES-1:0]                  bud_arvalid_o,
    /// Buddy memories, AXI of slice s in field s: ARREADY.
    input  wire logic [SLICES-1:0]                  bud_arready_i,
    /// Buddy memories, AXI of slice s in field s: ARID.
    output wire logic [SLICES*EW-1:0]               bud_arid_o,
    /// Buddy memories, AXI of slice s in field s: ARADDR.
    output wire logic [SLICES*ADDR_W-1:0]           bud_araddr_o,
    /// Buddy memories, AXI of slice s in field s: ARLEN.
    output wire logic [SLICES*8-1:0]                bud_arlen_o,
    /// Buddy memories, AXI of slice s in field s: ARSIZE.
    output wire logic [SLICES*3-1:0]                bud_arsize_o,
    /// Buddy memories, AXI of slice s in field s: ARBURST.
    output wire logic [SLICES*2-1:0]                bud_arburst_o,
    /// Buddy memories, AXI of slice s in field s: RVALID.
    input  wire logic [SLICES-1:0]                  bud_rvalid_i,
    /// Buddy memories, AXI of slice s in field s: RREADY.
    output wire logic [SLICES-1:0]                  bud_rready_o,
    /// Buddy memories, AXI of slice s in field s: RID.
    input  wire logic [SLICES*EW-1:0]               bud_rid_i,
    /// Buddy memories, AXI of slice s in field s: RDATA.
    input  wire logic [SLICES*256-1:0]              bud_rdata_i,
    /// Buddy memories, AXI of slice s in field s: RRESP.
    input  wire logic [SLICES*2-1:0]                bud_rresp_i,
    /// Buddy memories, AXI of slice s in field s: RLAST.
    input  wire logic [SLICES-1:0]                  bud_rlast_i,
    /// Buddy memories, AXI of slice s in field s: AWVALID.
    output wire logic [SLICES-1:0]                  bud_awvalid_o,
    /// Buddy memories, AXI of slice s in field s: AWREADY.
    input  wire logic [SLICES-1:0]                  bud_awready_i,
    /// Buddy memories, AXI of slice s in field s: AWID.
    output wire logic [SLICES*EW-1:0]               bud_awid_o,
    /// Buddy memories, AXI of slice s in field s: AWADDR.
    output wire logic [SLICES*ADDR_W-1:0]           bud_awaddr_o,
    /// Buddy memories, AXI of slice s in field s: AWLEN.
    output wire logic [SLICES*8-1:0]                bud_awlen_o,
    /// Buddy memories, AXI of slice s in field s: AWSIZE.
    output wire logic [SLICES*3-1:0]                bud_awsize_o,
    /// Buddy memories, AXI of slice s in field s: AWBURST.
    output wire logic [SLICES*2-1:0]                bud_awburst_o,
    /// Buddy memories, AXI of slice s in field s: WVALID.
    output wire logic [SLICES-1:0]                  bud_wvalid_o,
    /// Buddy memories, AXI of slice s in field s: WREADY.
    input  wire logic [SLICES-1:0]                  bud_wready_i,
    /// Buddy memories, AXI of slice s in field s: WDATA.
    output wire logic [SLICES*256-1:0]              bud_wdata_o,
    /// Buddy memories, AXI of slice s in field s: WSTRB.
    output wire logic [SLICES*32-1:0]               bud_wstrb_o,
    /// Buddy memories, AXI of slice s in field s: WLAST.
    output wire logic [SLICES-1:0]                  bud_wlast_o,
    /// Buddy memories, AXI of slice s in field s: BVALID.
    input  wire logic [SLICES-1:0]                  bud_bvalid_i,
    /// Buddy memories, AXI of slice s in field s: BREADY.
    output wire logic [SLICES-1:0]                  bud_bready_o,
    /// Buddy memories, AXI of slice s in field s: BID.
    input  wire logic [SLICES*EW-1:0]               bud_bid_i,
    /// Buddy memories, AXI of slice s in field s: BRESP.
    input  wire logic [SLICES*2-1:0]                bud_bresp_i,

    /// Metadata caches, one field each: accesses.
    output wire logic [SLICES*32-1:0]               md_accesses_o,
    /// Metadata caches, one field each: hits.
    output wire logic [SLICES*32-1:0]               md_hits_o,
    /// Metadata caches, one field each: of these, hits on sectors being fetched.
    output wire logic [SLICES*32-1:0]               md_merged_o,
    /// Metadata caches, one field each: sectors fetched.
    output wire logic [SLICES*32-1:0]               md_fills_o,
    /// Metadata caches, one field each: fetched sectors that served a neighbour.
    output wire logic [SLICES*32-1:0]               md_used_o,
    /// Metadata caches, one field each: sectors written back.
    output wire logic [SLICES*32-1:0]               md_writebacks_o,
    /// Metadata caches, one field each: refusals by memory.
    output wire logic [SLICES*32-1:0]               md_wb_err_o,
    /// One field each: unexpected beats of R and B.
    output wire logic [SLICES*32-1:0]               strays_o,
    /// One bit each: states of lines are lost.
    output wire logic [SLICES-1:0]                  lost_o
);
  localparam int ADDRESS_W = SLOT_W + FRAME_W + SHARE_W - 7;
  localparam int WORK_W = 8 + 1 + 3 + CODEC_W + ADDRESS_W;
  localparam int N = 2 * SLICES;

  // ---------------------------------------------------------------- registers
  // Slices that have taken a register write wait for the others.
  logic [SLICES-1:0] told_q;
  logic failed_q;
  wire [SLICES-1:0] cfg_valid, cfg_ready, cfg_err, errors, irqs;
  wire [SLICES*ADDR_W-1:0] cfg_values;
  assign cfg_valid = {SLICES{cfg_valid_i}} & ~told_q;
  assign cfg_ready_o = &(told_q | cfg_ready);
  assign cfg_err_o = cfg_valid_i & cfg_ready_o & (failed_q | (|cfg_err));
  assign cfg_value_o = cfg_values[ADDR_W*cfg_slice_i +: ADDR_W];
  assign error_o = |errors;
  assign irq_o = |irqs;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) told_q <= '0;
    else if (cfg_valid_i) told_q <= (told_q | cfg_ready) & {SLICES{~cfg_ready_o}};
    if (!rst_ni) failed_q <= 1'b0;
    else failed_q <= (failed_q | (|cfg_err)) & ~(cfg_valid_i & cfg_ready_o);
  end

  // ---------------------------------------------------------------- A: to a slice
  logic a_valid_q, a_write_q;
  logic [SLICES-1:0] a_slice_q;
  logic [WORK_W-1:0] a_work_q;
  logic [1023:0] a_data_q;
  wire a_go;
  wire [SLICES-1:0] slice, room;
  wire [SLICE_W-1:0] number;
  wire [SHARE_W-8:0] place;
  lp_buddy_hash #(.SLICES(SLICES), .SHARE_W(SHARE_W), .FRAME_W(FRAME_W), .FOLD(FOLD)) u_hash (
      .frame_i(q_frame_i), .index_i(q_index_i), .slice_o(number), .local_o(place));
  assign slice = SLICES'(1) << number;
  assign a_go = |(a_slice_q & room);
  assign q_ready_o = ~a_valid_q | a_go;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) a_valid_q <= 1'b0;
    else if (q_ready_o) a_valid_q <= q_valid_i;
    if (q_valid_i & q_ready_o) begin
      a_write_q <= q_write_i;
      a_slice_q <= slice;
      a_work_q <= {q_id_i, q_compressed_i, q_target_i, q_codec_i, q_slot_i, q_frame_i, place};
      a_data_q <= q_data_i;
    end
  end

  // ---------------------------------------------------------------- slices
  // Responses: lines of the slices, then completed writes.
  wire [N-1:0] answer, grant;
  wire [N*11-1:0] answer_head;
  wire [SLICES-1:0] good;
  wire [SLICES*1024-1:0] answer_data;
  wire m_move;

  genvar s;
  generate
    for (s = 0; s < SLICES; s = s + 1) begin : g_slice
      wire q_valid, q_ready, q_write, q_compressed, d_valid, d_ready, r_valid, r_ready, r_last;
      wire [7:0] q_id, r_id;
      wire [2:0] q_target, r_code, m_code;
      wire [CODEC_W-1:0] q_codec;
      wire [SLOT_W-1:0] q_slot;
      wire [FRAME_W-1:0] q_frame;
      wire [SHARE_W-8:0] q_index;
      wire [255:0] d_data;
      wire [256*LANES-1:0] r_data;
      lp_buddy_port #(.WIDTH(WORK_W), .LANES(LANES)) u_port (
          .clk_i, .rst_ni, .s_valid_i(a_valid_q & a_slice_q[s]), .s_ready_o(room[s]),
          .s_write_i(a_write_q), .s_request_i(a_work_q), .s_data_i(a_data_q), .q_valid_o(q_valid),
          .q_ready_i(q_ready), .q_write_o(q_write),
          .q_request_o({q_id, q_compressed, q_target, q_codec, q_slot, q_frame, q_index}),
          .d_valid_o(d_valid), .d_ready_i(d_ready), .d_data_o(d_data), .r_valid_i(r_valid),
          .r_ready_o(r_ready), .r_id_i(r_id), .r_code_i(r_code), .r_data_i(r_data),
          .r_last_i(r_last), .m_valid_o(answer[s]), .m_ready_i(grant[s] & m_move),
          .m_id_o(answer_head[s*11+3 +: 8]), .m_code_o(m_code),
          .m_data_o(answer_data[s*1024 +: 1024]));
      assign answer_head[s*11 +: 3] = m_code;
      assign good[s] = grant[s] & (m_code == 3'd0);

      lp_buddy_slice #(
          .SHARE_W(SHARE_W), .FRAME_W(FRAME_W), .SLOT_W(SLOT_W), .ADDR_W(ADDR_W), .ENTRIES(ENTRIES),
          .LANES(LANES), .PARALLEL(PARALLEL), .SETS(SETS), .WAYS(WAYS), .MISSES(MISSES),
          .TARGETS(TARGETS), .ELEM(ELEM), .COUNTERS(COUNTERS), .MIXED(MIXED)
      ) u_slice (
          .clk_i, .rst_ni, .cfg_valid_i(cfg_valid[s]), .cfg_ready_o(cfg_ready[s]),
          .cfg_err_o(cfg_err[s]), .cfg_reg_i, .cfg_data_i,
          .cfg_value_o(cfg_values[s*ADDR_W +: ADDR_W]), .error_o(errors[s]), .irq_o(irqs[s]),
          .q_valid_i(q_valid), .q_ready_o(q_ready), .q_write_i(q_write), .q_id_i(q_id),
          .q_compressed_i(q_compressed), .q_target_i(q_target), .q_codec_i(q_codec),
          .q_slot_i(q_slot), .q_frame_i(q_frame), .q_index_i(q_index), .d_valid_i(d_valid),
          .d_ready_o(d_ready), .d_data_i(d_data), .m_valid_o(r_valid), .m_ready_i(r_ready),
          .m_id_o(r_id), .m_code_o(r_code), .m_data_o(r_data), .m_last_o(r_last),
          .k_valid_o(answer[SLICES+s]), .k_ready_i(grant[SLICES+s] & m_move),
          .k_id_o(answer_head[(SLICES+s)*11+3 +: 8]), .k_code_o(answer_head[(SLICES+s)*11 +: 3]),
          .dev_arvalid_o(dev_arvalid_o[s]), .dev_arready_i(dev_arready_i[s]),
          .dev_arid_o(dev_arid_o[s*(EW+1) +: (EW+1)]),
          .dev_araddr_o(dev_araddr_o[s*ADDR_W +: ADDR_W]), .dev_arlen_o(dev_arlen_o[s*8 +: 8]),
          .dev_arsize_o(dev_arsize_o[s*3 +: 3]), .dev_arburst_o(dev_arburst_o[s*2 +: 2]),
          .dev_rvalid_i(dev_rvalid_i[s]), .dev_rready_o(dev_rready_o[s]),
          .dev_rid_i(dev_rid_i[s*(EW+1) +: (EW+1)]), .dev_rdata_i(dev_rdata_i[s*256 +: 256]),
          .dev_rresp_i(dev_rresp_i[s*2 +: 2]), .dev_rlast_i(dev_rlast_i[s]),
          .dev_awvalid_o(dev_awvalid_o[s]), .dev_awready_i(dev_awready_i[s]),
          .dev_awid_o(dev_awid_o[s*(EW+1) +: (EW+1)]),
          .dev_awaddr_o(dev_awaddr_o[s*ADDR_W +: ADDR_W]), .dev_awlen_o(dev_awlen_o[s*8 +: 8]),
          .dev_awsize_o(dev_awsize_o[s*3 +: 3]), .dev_awburst_o(dev_awburst_o[s*2 +: 2]),
          .dev_wvalid_o(dev_wvalid_o[s]), .dev_wready_i(dev_wready_i[s]),
          .dev_wdata_o(dev_wdata_o[s*256 +: 256]), .dev_wstrb_o(dev_wstrb_o[s*32 +: 32]),
          .dev_wlast_o(dev_wlast_o[s]), .dev_bvalid_i(dev_bvalid_i[s]),
          .dev_bready_o(dev_bready_o[s]), .dev_bid_i(dev_bid_i[s*(EW+1) +: (EW+1)]),
          .dev_bresp_i(dev_bresp_i[s*2 +: 2]), .bud_arvalid_o(bud_arvalid_o[s]),
          .bud_arready_i(bud_arready_i[s]), .bud_arid_o(bud_arid_o[s*EW +: EW]),
          .bud_araddr_o(bud_araddr_o[s*ADDR_W +: ADDR_W]), .bud_arlen_o(bud_arlen_o[s*8 +: 8]),
          .bud_arsize_o(bud_arsize_o[s*3 +: 3]), .bud_arburst_o(bud_arburst_o[s*2 +: 2]),
          .bud_rvalid_i(bud_rvalid_i[s]), .bud_rready_o(bud_rready_o[s]),
          .bud_rid_i(bud_rid_i[s*EW +: EW]), .bud_rdata_i(bud_rdata_i[s*256 +: 256]),
          .bud_rresp_i(bud_rresp_i[s*2 +: 2]), .bud_rlast_i(bud_rlast_i[s]),
          .bud_awvalid_o(bud_awvalid_o[s]), .bud_awready_i(bud_awready_i[s]),
          .bud_awid_o(bud_awid_o[s*EW +: EW]), .bud_awaddr_o(bud_awaddr_o[s*ADDR_W +: ADDR_W]),
          .bud_awlen_o(bud_awlen_o[s*8 +: 8]), .bud_awsize_o(bud_awsize_o[s*3 +: 3]),
          .bud_awburst_o(bud_awburst_o[s*2 +: 2]), .bud_wvalid_o(bud_wvalid_o[s]),
          .bud_wready_i(bud_wready_i[s]), .bud_wdata_o(bud_wdata_o[s*256 +: 256]),
          .bud_wstrb_o(bud_wstrb_o[s*32 +: 32]), .bud_wlast_o(bud_wlast_o[s]),
          .bud_bvalid_i(bud_bvalid_i[s]), .bud_bready_o(bud_bready_o[s]),
          .bud_bid_i(bud_bid_i[s*EW +: EW]), .bud_bresp_i(bud_bresp_i[s*2 +: 2]),
          .md_accesses_o(md_accesses_o[s*32 +: 32]), .md_hits_o(md_hits_o[s*32 +: 32]),
          .md_merged_o(md_merged_o[s*32 +: 32]), .md_fills_o(md_fills_o[s*32 +: 32]),
          .md_used_o(md_used_o[s*32 +: 32]), .md_writebacks_o(md_writebacks_o[s*32 +: 32]),
          .md_wb_err_o(md_wb_err_o[s*32 +: 32]), .strays_o(strays_o[s*32 +: 32]),
          .lost_o(lost_o[s]));
    end
  endgenerate

  // ---------------------------------------------------------------- M: from the slices
  logic m_valid_q, m_write_q;
  logic [10:0] m_head_q;
  logic [1023:0] m_data_q;
  wire any;
  wire [10:0] head;
  wire [1023:0] data;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [$clog2(N)-1:0] index;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_rr #(.N(N)) u_turn (
      .clk_i, .rst_ni, .req_i(answer), .take_i(m_move), .grant_o(grant), .index_o(index),
      .any_o(any));
  lp_pick #(.WIDTH(11), .WORDS(N)) u_head (.sel_i(grant), .data_i(answer_head), .data_o(head));
  lp_pick #(.WIDTH(1024), .WORDS(SLICES)) u_data (
      .sel_i(good), .data_i(answer_data), .data_o(data));
  assign m_move = ~m_valid_q | m_ready_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) m_valid_q <= 1'b0;
    else if (m_move) m_valid_q <= any;
    if (m_move & any) begin
      m_write_q <= |grant[N-1:SLICES];
      m_head_q <= head;
      m_data_q <= data;
    end
  end

  assign m_valid_o = m_valid_q;
  assign m_write_o = m_write_q & m_valid_q;
  assign {m_id_o, m_code_o} = m_head_q & {11{m_valid_q}};
  assign m_data_o = m_data_q & {1024{m_valid_q}};
endmodule

`default_nettype wire
