// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Out direction of the compressing DMA engine: takes one descriptor at a time, launches its groups
/// (lp_cdma_plan), packs the flits drained from the buffer into beats for the link (lp_cdma_pack),
/// and responds when bytes, index and link are done.
///
/// A job ends when its groups are drained, its index is written and acknowledged, and the link has
/// taken its last beat and has responded. A killed job does not wait for the link to take beats,
/// but the next job does not begin before the link has the closing beat of the previous one.
///
/// Flags start the job at plan, pack, index and link; others await the result of pack, the
/// responses of index and link, and the last beat. Latency: 2 cycles from job to plan's job, 1 from
/// the last of the results to the response. Payload is zero while its valid is low.
///
/// Source: cDMA (HPCA'18), sections V-B and V-D.
///
/// Combinational paths: kill, credit, g_ready -> t_valid, t_channel.
module lp_cdma_off #(
    /// Channels, 2 to 8.
    parameter  int CHANNELS  = 6,
    /// Bits of a group's number, at least 7. A job has at most 2^GROUP_W - 1 groups.
    parameter  int GROUP_W   = 31,
    localparam int SECTORS_W = GROUP_W + 4,
    localparam int BYTES_W   = SECTORS_W + 6,
    localparam int ZEROS_W   = GROUP_W + 7
) (
    /// Clock.
    input  wire logic                 clk_i,
    /// Synchronous reset, active low.
    input  wire logic                rst_ni,

    /// Job in: valid.
    input  wire logic                 j_valid_i,
    /// Job in: ready.
    output wire logic                 j_ready_o,
    /// Device address of the raw bytes, a multiple of 512.
    input  wire logic [GROUP_W+8:0]   j_dev_i,
    /// Host address of the stream, a multiple of 32.
    input  wire logic [39:0]          j_host_i,
    /// Raw bytes / 32, at least 1.
    input  wire logic [SECTORS_W-1:0] j_sectors_i,
    /// Size of the host buffer in bytes, a multiple of 32.
    input  wire logic [BYTES_W-1:0]   j_size_i,
    /// Codec: 0 ZVC, 1 BPC, 15 raw.
    input  wire logic [3:0]           j_codec_i,
    /// An index is requested.
    input  wire logic                 j_has_index_i,
    /// Device address of the index, a multiple of 32.
    input  wire logic [39:0]          j_index_i,
    /// The job is aborted: high until its result.
    input  wire logic                 kill_i,
    /// Limit in 1/256 bytes per cycle; 0: none.
    input  wire logic [23:0]          rate_i,

    /// Result out: valid.
    output wire logic                 r_valid_o,
    /// Result out: ready.
    input  wire logic                 r_ready_i,
    /// Bytes of the stream; 0 unless good.
    output wire logic [BYTES_W-1:0]   r_bytes_o,
    /// Zero words in the raw data; 0 unless good.
    output wire logic [ZEROS_W-1:0]   r_zeros_o,
    /// First bad group, from 0; 0 unless the status is 6 or 7.
    output wire logic [GROUP_W:0]     r_bad_o,
    /// Status: 0, 6, 7, 8, 11.
    output wire logic [3:0]           r_status_o,

    /// Group to read: valid.
    output wire logic                 g_valid_o,
    /// Group to read: ready.
    input  wire logic                 g_ready_i,
    /// Its channel.
    output wire logic [2:0]           g_channel_o,
    /// Its number: device address / 512.
    output wire logic [GROUP_W-1:0]   g_group_o,
    /// Its sectors in use, 1..16.
    output wire logic [4:0]           g_sectors_o,
    /// Its codec.
    output wire logic [3:0]           g_codec_o,
    /// Channels with space for a group in the buffer.
    input  wire logic [CHANNELS-1:0]  credit_i,
    /// A launch reserves this space.
    output wire logic                 t_valid_o,
    /// Its channel.
    output wire logic [2:0]           t_channel_o,

    /// Group to drain: valid.
    output wire logic                 o_valid_o,
    /// Group to drain: ready.
    input  wire logic                 o_ready_i,
    /// Its channel.
    output wire logic [2:0]           o_channel_o,
    /// Not a group: the job's end.
    output wire logic                 o_none_o,

    /// Drained flit: valid.
    input  wire logic                 s_valid_i,
    /// Drained flit: ready.
    output wire logic                 s_ready_o,
    /// The flit.
    input  wire logic [255:0]         s_data_i,
    /// Last flit of its group.
    input  wire logic                 s_last_i,
    /// Bytes in use, 1..32.
    input  wire logic [5:0]           s_bytes_i,
    /// With last: zero words of the group.
    input  wire logic [7:0]           s_zeros_i,
    /// With last: device memory returned an error.
    input  wire logic                 s_err_i,
    /// Not a flit: the job's end.
    input  wire logic                 s_none_i,

    /// Index to write: valid.
    output wire logic                 wj_valid_o,
    /// Index to write: ready.
    input  wire logic                 wj_ready_i,
    /// Its address.
    output wire logic [39:0]          wj_addr_o,
    /// Entry of the index: valid.
    output wire logic                 x_valid_o,
    /// Entry of the index: ready.
    input  wire logic                 x_ready_i,
    /// Bytes of the group.
    output wire logic [15:0]          x_bytes_o,
    /// Not an entry: the end of the index.
    output wire logic                 x_end_o,
    /// Index written: valid.
    input  wire logic                 wr_valid_i,
    /// Index written: ready.
    output wire logic                 wr_ready_o,
    /// A write returned an error.
    input  wire logic                 wr_err_i,

    /// Stream begins: valid.
    output wire logic                 la_valid_o,
    /// Stream begins: ready.
    input  wire logic                 la_ready_i,
    /// Host address of its first beat.
    output wire logic [39:0]          la_addr_o,
    /// Beat to the link: valid.
    output wire logic                 m_valid_o,
    /// Beat to the link: ready.
    input  wire logic                 m_ready_i,
    /// 32 bytes of the stream.
    output wire logic [255:0]         m_data_o,
    /// Last beat of the stream.
    output wire logic                 m_last_o,
    /// The stream failed; this beat has no data.
    output wire logic                 m_bad_o,
    /// Stream has arrived: valid.
    input  wire logic                 lr_valid_i,
    /// Stream has arrived: ready.
    output wire logic                 lr_ready_o,
    /// The host returned an error.
    input  wire logic                 lr_err_i,

    /// A group waits for space in the buffer.
    output wire logic                 stall_credit_o,
    /// A group waits for the rate.
    output wire logic                 stall_rate_o
);
  generate
    if (CHANNELS < 2 || CHANNELS > 8) begin : g_check_channels
      lp_bad_CHANNELS_not_2_to_8 u_bad ();
    end
    if (GROUP_W < 7) begin : g_check_group_w
      lp_bad_GROUP_W_below_7 u_bad ();
    end
  endgenerate

  localparam logic [3:0] DEVICE = 4'd7, HOST = 4'd8, ABORTED = 4'd11;

  // ---------------------------------------------------------------- the job and its start flags
  logic busy_q;
  logic plan_q, pack_q, index_q, link_q;
  logic [GROUP_W-1:0] group_q;
  logic [39:0] host_q, table_q;
  logic [SECTORS_W-1:0] sectors_q;
  logic [BYTES_W-1:0] size_q;
  logic [3:0] codec_q;
  logic has_q;
  // stale: the closing beat of a killed job has not left.
  logic stale_q;
  wire start, finish, plan_ready, pack_ready;
  assign j_ready_o = ~busy_q & ~stale_q;
  assign start = j_valid_i & j_ready_o;
  assign finish = r_valid_o & r_ready_i;

  // Device addresses are multiples of a group.
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = |j_dev_i[8:0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      {plan_q, pack_q, index_q, link_q} <= 4'd0;
    end else begin
      busy_q <= start | (busy_q & ~finish);
      plan_q <= start | (plan_q & ~plan_ready);
      pack_q <= start | (pack_q & ~pack_ready);
      index_q <= (start & j_has_index_i) | (index_q & ~wj_ready_i);
      link_q <= start | (link_q & ~la_ready_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (start) begin
      group_q <= j_dev_i[GROUP_W+8:9];
      host_q <= j_host_i;
      sectors_q <= j_sectors_i;
      size_q <= j_size_i;
      codec_q <= j_codec_i;
      has_q <= j_has_index_i;
      table_q <= j_index_i;
    end
  end
  assign wj_valid_o = index_q;
  assign wj_addr_o = table_q & {40{index_q}};
  assign la_valid_o = link_q;
  assign la_addr_o = host_q & {40{link_q}};

  // ---------------------------------------------------------------- plan and pack
  wire stop;
  lp_cdma_plan #(.CHANNELS(CHANNELS), .GROUP_W(GROUP_W)) u_plan (
      .clk_i, .rst_ni, .j_valid_i(plan_q), .j_ready_o(plan_ready),
      .j_group_i(group_q), .j_sectors_i(sectors_q), .j_codec_i(codec_q), .kill_i(kill_i | stop),
      .rate_i, .credit_i, .t_valid_o, .t_channel_o, .g_valid_o, .g_ready_i, .g_channel_o,
      .g_group_o, .g_sectors_o, .g_codec_o, .o_valid_o, .o_ready_i, .o_channel_o, .o_none_o,
      .stall_credit_o, .stall_rate_o);

  wire pack_done, pack_take;
  wire [BYTES_W-1:0] pack_bytes;
  // No job has more groups or zero words than GROUP_W allows.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [37:0] pack_zeros;
  wire [31:0] pack_bad;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [3:0] pack_status;
  lp_cdma_pack #(.SIZE_W(BYTES_W)) u_pack (
      .clk_i, .rst_ni, .j_valid_i(pack_q), .j_ready_o(pack_ready), .j_room_i(size_q),
      .j_index_i(has_q), .s_valid_i, .s_ready_o, .s_data_i, .s_last_i, .s_bytes_i, .s_zeros_i,
      .s_err_i, .s_none_i, .kill_i, .m_valid_o, .m_ready_i, .m_data_o, .m_last_o, .m_bad_o,
      .x_valid_o, .x_ready_i, .x_bytes_o, .x_end_o, .r_valid_o(pack_done), .r_ready_i(pack_take),
      .r_bytes_o(pack_bytes), .r_zeros_o(pack_zeros), .r_bad_o(pack_bad), .r_status_o(pack_status),
      .stop_o(stop));

  // ---------------------------------------------------------------- results received
  // sent: the link has taken the job's last beat.
  logic packed_q, indexed_q, linked_q, sent_q;
  logic [BYTES_W-1:0] bytes_q;
  logic [ZEROS_W-1:0] zeros_q;
  logic [GROUP_W:0] bad_q;
  logic [3:0] status_q;
  logic index_err_q, link_err_q;
  wire last, link_take, index_take;
  assign pack_take = ~pack_q & ~packed_q;
  assign wr_ready_o = busy_q & has_q & ~index_q & ~indexed_q;
  assign lr_ready_o = busy_q & ~link_q & ~linked_q;
  assign link_take = lr_valid_i & lr_ready_o;
  assign index_take = wr_valid_i & wr_ready_o;
  assign last = m_valid_o & m_ready_i & m_last_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {packed_q, indexed_q, linked_q, sent_q, stale_q} <= 5'd0;
    end else begin
      packed_q <= ~finish & (packed_q | (pack_done & pack_take));
      indexed_q <= ~finish & (indexed_q | index_take);
      linked_q <= ~finish & (linked_q | link_take);
      sent_q <= ~finish & (sent_q | (last & ~stale_q));
      stale_q <= (stale_q | (finish & ~sent_q)) & ~last;
    end
  end
  always_ff @(posedge clk_i) begin
    if (pack_take) begin
      bytes_q <= pack_bytes;
      zeros_q <= pack_zeros[ZEROS_W-1:0];
      bad_q <= pack_bad[GROUP_W:0];
      status_q <= pack_status;
    end
    if (wr_ready_o) index_err_q <= wr_err_i;
    if (lr_ready_o) link_err_q <= lr_err_i;
  end

  // ---------------------------------------------------------------- the response
  wire killed, good;
  wire [3:0] status;
  assign killed = (status_q == ABORTED);
  assign status = killed ? ABORTED : link_err_q ? HOST : (has_q & index_err_q) ? DEVICE : status_q;
  assign good = (status == 4'd0);
  // A unit that has responded was started, and plan ends before pack.
  assign r_valid_o = busy_q & packed_q & (indexed_q | ~has_q) & linked_q & (sent_q | killed);
  assign r_status_o = status & {4{r_valid_o}};
  assign r_bytes_o = bytes_q & {BYTES_W{r_valid_o & good}};
  assign r_zeros_o = zeros_q & {ZEROS_W{r_valid_o & good}};
  // The group reported by pack is the first bad one, unless the job failed earlier at the link or
  // the index.
  assign r_bad_o = bad_q & {GROUP_W + 1{r_valid_o & (status == status_q)}};
endmodule

`default_nettype wire
