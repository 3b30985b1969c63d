// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The device port of a buddy memory slice: data and metadata share one AXI4 port. The top bit of
/// an id is set for metadata. The bits below are the number for fetches, 0 for write-backs, so that
/// they are acknowledged in order, and the entry for data.
///
/// A write's address is issued when its data is offered, at store and line or at evict, so that the
/// data only needs this port's W. load, fetch, store and evict wait for AR, AW and W; incoming
/// sectors and acknowledgements wait only for fill_ready_i and stored_ready_i.
///
/// Latency: 2 cycles for addresses, none for data read, 1 for data written. Interval: 1 cycle per
/// burst, 1 per sector.
///
/// Combinational paths: load_valid, fetch_valid -> load_ready, fetch_ready;
/// fetch_valid -> load_idle; rvalid, rid -> loaded_valid, fill_valid; rid -> read_id;
/// rdata -> read_data; rresp -> read_err; store_valid, evict_valid -> store_ready;
/// wready -> line_ready, evict_ready; bvalid, bid -> stored_valid, evicted_valid;
/// bid -> stored_entry; bid, bresp -> written_err; fill_ready, rvalid, rid -> rready;
/// line_valid -> wvalid; line_valid, line_data, evict_data -> wdata;
/// stored_ready, bvalid, bid -> bready.
module lp_buddy_dev #(
    /// Requests in flight in the slice, a power of two from 2 to 64.
    parameter int ENTRIES = 16,
    /// Bits of a byte address.
    parameter int ADDR_W = 40,
    /// Outstanding fetches of metadata: at most ENTRIES.
    parameter int MISSES = 4
) (
    /// Clock.
    input  wire logic                       clk_i,
    /// Synchronous reset, active low.
    input  wire logic                       rst_ni,

    /// Sectors to read: valid.
    input  wire logic                       load_valid_i,
    /// Ready.
    output wire logic                       load_ready_o,
    /// Address of the first.
    input  wire logic [ADDR_W-1:0]          load_addr_i,
    /// Number of sectors, 1..4.
    input  wire logic [2:0]                 load_sectors_i,
    /// Entry.
    input  wire logic [$clog2(ENTRIES)-1:0] load_entry_i,
    /// No read is waiting.
    output wire logic                       load_idle_o,
    /// Sector read: valid. It is taken.
    output wire logic                       loaded_valid_o,
    /// Metadata to read: valid.
    input  wire logic                       fetch_valid_i,
    /// Ready.
    output wire logic                       fetch_ready_o,
    /// Address of the sector.
    input  wire logic [ADDR_W-1:0]          fetch_addr_i,
    /// Number of the fetch.
    input  wire logic [$clog2(MISSES)-1:0]  fetch_id_i,
    /// Metadata read: valid.
    output wire logic                       fill_valid_o,
    /// Ready.
    input  wire logic                       fill_ready_i,
    /// For both: entry, or number of the fetch.
    output wire logic [$clog2(ENTRIES)-1:0] read_id_o,
    /// Sector.
    output wire logic [255:0]               read_data_o,
    /// The read returned an error.
    output wire logic                       read_err_o,

    /// Sectors to be written: valid.
    input  wire logic                       store_valid_i,
    /// Ready.
    output wire logic                       store_ready_o,
    /// Address of the first.
    input  wire logic [ADDR_W-1:0]          store_addr_i,
    /// Number of sectors, 1..4.
    input  wire logic [2:0]                 store_sectors_i,
    /// 8 bytes are written.
    input  wire logic                       store_eight_i,
    /// Entry.
    input  wire logic [$clog2(ENTRIES)-1:0] store_entry_i,
    /// Sector to be written: valid.
    input  wire logic                       line_valid_i,
    /// Ready.
    output wire logic                       line_ready_o,
    /// Sector.
    input  wire logic [255:0]               line_data_i,
    /// Sectors are written: valid.
    output wire logic                       stored_valid_o,
    /// Ready.
    input  wire logic                       stored_ready_i,
    /// Entry.
    output wire logic [$clog2(ENTRIES)-1:0] stored_entry_o,
    /// Metadata to be written: valid.
    input  wire logic                       evict_valid_i,
    /// Ready; its address may have been issued earlier.
    output wire logic                       evict_ready_o,
    /// Address of the sector.
    input  wire logic [ADDR_W-1:0]          evict_addr_i,
    /// Sector.
    input  wire logic [255:0]               evict_data_i,
    /// Metadata is written: valid. It is taken.
    output wire logic                       evicted_valid_o,
    /// For both: it failed.
    output wire logic                       written_err_o,
    /// Pulse for metadata with an unexpected id: 0 read, 1 written. It is ignored.
    output wire logic [1:0]                 stray_o,

    /// AXI: ARVALID.
    output wire logic                       arvalid_o,
    /// AXI: ARREADY.
    input  wire logic                       arready_i,
    /// AXI: ARID.
    output wire logic [$clog2(ENTRIES):0]   arid_o,
    /// AXI: ARADDR.
    output wire logic [ADDR_W-1:0]          araddr_o,
    /// AXI: ARLEN.
    output wire logic [7:0]                 arlen_o,
    /// AXI: RVALID.
    input  wire logic                       rvalid_i,
    /// AXI: RREADY.
    output wire logic                       rready_o,
    /// AXI: RID.
    input  wire logic [$clog2(ENTRIES):0]   rid_i,
    /// AXI: RDATA.
    input  wire logic [255:0]               rdata_i,
    /// AXI: RRESP.
    input  wire logic [1:0]                 rresp_i,
    /// AXI: RLAST.
    input  wire logic                       rlast_i,
    /// AXI: AWVALID.
    output wire logic                       awvalid_o,
    /// AXI: AWREADY.
    input  wire logic                       awready_i,
    /// AXI: AWID.
    output wire logic [$clog2(ENTRIES):0]   awid_o,
    /// AXI: AWADDR.
    output wire logic [ADDR_W-1:0]          awaddr_o,
    /// AXI: AWLEN.
    output wire logic [7:0]                 awlen_o,
    /// AXI: WVALID.
    output wire logic                       wvalid_o,
    /// AXI: WREADY.
    input  wire logic                       wready_i,
    /// AXI: WDATA.
    output wire logic [255:0]               wdata_o,
    /// AXI: WSTRB.
    output wire logic [31:0]                wstrb_o,
    /// AXI: WLAST.
    output wire logic                       wlast_o,
    /// AXI: BVALID.
    input  wire logic                       bvalid_i,
    /// AXI: BREADY.
    output wire logic                       bready_o,
    /// AXI: BID.
    input  wire logic [$clog2(ENTRIES):0]   bid_i,
    /// AXI: BRESP.
    input  wire logic [1:0]                 bresp_i
);
  localparam int EW = $clog2(ENTRIES);
  localparam int ID_B = $clog2(MISSES);

  generate
    if (ENTRIES < 2 || ENTRIES > 64 || ENTRIES != 1 << $clog2(ENTRIES)) begin : g_check_entries
      lp_bad_ENTRIES_not_a_power_of_two_2_to_64 u_bad ();
    end
    if (ADDR_W < 13) begin : g_check_addr_w
      lp_bad_ADDR_W_below_13 u_bad ();
    end
    if (MISSES < 2 || MISSES > 16 || MISSES != 1 << $clog2(MISSES)) begin : g_check_misses
      lp_bad_MISSES_not_a_power_of_two_2_to_16 u_bad ();
    end
    if (MISSES > ENTRIES) begin : g_check_misses_above
      lp_bad_MISSES_above_ENTRIES u_bad ();
    end
  endgenerate


  // ---------------------------------------------------------------- reads
  localparam int READ_W = ADDR_W + 3 + EW + 1;
  wire read_any, read_room, read_valid, read_ready, read_came, read_meta;
  wire [READ_W-1:0] read_next, read_head;
  // Known from the grant.
  /* verilator lint_off UNUSEDSIGNAL */
  wire read_index, write_index;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [1:0] read_grant;
  lp_rr #(.N(2)) u_read_turn (
      .clk_i, .rst_ni, .req_i({fetch_valid_i, load_valid_i}), .take_i(read_any & read_room),
      .grant_o(read_grant), .index_o(read_index), .any_o(read_any));
  assign {fetch_ready_o, load_ready_o} = read_grant & {2{read_room}};
  assign read_next = read_grant[1] ? {fetch_addr_i, 3'd1, 1'b1, EW'(fetch_id_i)}
                   : {load_addr_i, load_sectors_i, 1'b0, load_entry_i};
  lp_fifo #(.WIDTH(READ_W), .DEPTH(2)) u_read (
      .clk_i, .rst_ni, .s_valid_i(read_any), .s_ready_o(read_room), .s_data_i(read_next),
      .m_valid_o(read_valid), .m_ready_i(read_ready), .m_data_o(read_head));
  lp_axi_rd #(.ADDR_W(ADDR_W), .ID_W(EW + 1)) u_axi_rd (
      .clk_i, .rst_ni, .s_valid_i(read_valid), .s_ready_o(read_ready),
      .s_addr_i(read_head[READ_W-1 -: ADDR_W]), .s_sectors_i(read_head[EW+1 +: 3]),
      .s_id_i(read_head[EW:0]), .arvalid_o, .arready_i, .arid_o, .araddr_o, .arlen_o, .rvalid_i,
      .rready_o, .rid_i, .rdata_i, .rresp_i, .rlast_i, .m_valid_o(read_came),
      .m_ready_i(~fill_valid_o | fill_ready_i), .m_id_o({read_meta, read_id_o}),
      .m_data_o(read_data_o), .m_err_o(read_err_o));
  wire no_fetch;
  generate
    if (EW > ID_B) assign no_fetch = |read_id_o[EW-1:ID_B];
    else assign no_fetch = 1'b0;
  endgenerate
  assign loaded_valid_o = read_came & ~read_meta;
  assign fill_valid_o = read_came & read_meta & ~no_fetch;
  assign load_idle_o = ~(read_valid | arvalid_o | fetch_valid_i);

  // ---------------------------------------------------------------- writes: turn
  localparam int WRITE_W = ADDR_W + 3 + 1 + EW + 1;
  wire write_any, write_room, order_room, write_valid, write_ready;
  wire [WRITE_W-1:0] write_next, write_head;
  wire [1:0] write_grant;
  wire write_go;
  // The address of the sector offered at evict has been issued.
  logic evict_told_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) evict_told_q <= 1'b0;
    else evict_told_q <= (evict_told_q | (write_go & write_grant[1])) & ~evict_ready_o;
  end
  lp_rr #(.N(2)) u_write_turn (
      .clk_i, .rst_ni, .req_i({evict_valid_i & ~evict_told_q, store_valid_i}), .take_i(write_go),
      .grant_o(write_grant), .index_o(write_index), .any_o(write_any));
  assign write_go = write_any & write_room & order_room;
  assign store_ready_o = write_grant[0] & write_room & order_room;
  assign write_next = write_grant[1] ? {evict_addr_i, 3'd1, 1'b0, 1'b1, {EW{1'b0}}}
                    : {store_addr_i, store_sectors_i, store_eight_i, 1'b0, store_entry_i};
  lp_fifo #(.WIDTH(WRITE_W), .DEPTH(2)) u_write (
      .clk_i, .rst_ni, .s_valid_i(write_go), .s_ready_o(write_room), .s_data_i(write_next),
      .m_valid_o(write_valid), .m_ready_i(write_ready), .m_data_o(write_head));

  // ---------------------------------------------------------------- writes: their sectors
  wire order_valid, turn_meta, sector_valid, sector_ready, sector_last;
  wire [2:0] turn_sectors;
  wire [255:0] sector_data;
  logic [1:0] at_q;
  lp_fifo #(.WIDTH(4), .DEPTH(4)) u_order (
      .clk_i, .rst_ni, .s_valid_i(write_go), .s_ready_o(order_room),
      .s_data_i({write_grant[1], write_grant[1] ? 3'd1 : store_sectors_i}), .m_valid_o(order_valid),
      .m_ready_i(sector_valid & sector_ready & sector_last), .m_data_o({turn_meta, turn_sectors}));
  assign sector_valid = order_valid & (turn_meta | line_valid_i);
  assign sector_data = (turn_meta ? evict_data_i : line_data_i) & {256{sector_valid}};
  assign sector_last = ({1'b0, at_q} + 3'd1 == turn_sectors);
  assign line_ready_o = order_valid & ~turn_meta & sector_ready;
  assign evict_ready_o = order_valid & turn_meta & sector_ready;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) at_q <= 2'd0;
    else if (sector_valid & sector_ready) at_q <= sector_last ? 2'd0 : at_q + 2'd1;
  end

  wire written, written_meta;
  lp_axi_wr #(.ADDR_W(ADDR_W), .ID_W(EW + 1)) u_axi_wr (
      .clk_i, .rst_ni, .s_valid_i(write_valid), .s_ready_o(write_ready),
      .s_addr_i(write_head[WRITE_W-1 -: ADDR_W]), .s_sectors_i(write_head[EW+2 +: 3]),
      .s_id_i(write_head[EW:0]), .s_eight_i(write_head[EW+1]), .d_valid_i(sector_valid),
      .d_ready_o(sector_ready), .d_data_i(sector_data), .awvalid_o, .awready_i, .awid_o, .awaddr_o,
      .awlen_o, .wvalid_o, .wready_i, .wdata_o, .wstrb_o, .wlast_o, .bvalid_i, .bready_o, .bid_i,
      .bresp_i, .m_valid_o(written), .m_ready_i((written & written_meta) | stored_ready_i),
      .m_id_o({written_meta, stored_entry_o}), .m_err_o(written_err_o));
  assign stored_valid_o = written & ~written_meta;
  assign evicted_valid_o = written & written_meta & (stored_entry_o == {EW{1'b0}});

  logic [1:0] stray_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) stray_q <= 2'd0;
    else stray_q <= {written & written_meta & ~evicted_valid_o, read_came & read_meta & no_fetch};
  end
  assign stray_o = stray_q;
endmodule

`default_nettype wire
