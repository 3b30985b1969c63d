// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Controller of an SDR SDRAM of 16 bits and four banks, with an AXI4 port for lp_card's mem: INCR
/// bursts of size 5, one of reads and one of writes at a time.
///
/// A beat of 32 bytes is one access: its row is activated, 16 columns are read or written, one a
/// cycle, and the row is closed. Beats of the two bursts take turns, and a refresh goes first. So
/// neither burst waits for the other's beats, and no row is open when nothing is to be done.
///
/// The chip's clock is clk_i inverted: it takes a command in the middle of the cycle that has it,
/// and its word is taken at the end of the cycle CAS - 1 later. The times that are not parameters
/// follow: a row is open for RCD + 16 cycles at least, and the mode register is given two.
///
/// Out of reset the chip is initialised: INIT cycles without a command, precharge, eight refreshes,
/// mode register. Until then no address is taken. A short reset keeps the content, but for a beat
/// that was being written.
///
/// A burst that begins above the memory is answered DECERR, with zeros, and writes nothing. WLAST
/// ends a burst of writes. Low address bits are dropped.
///
/// Latency: RCD + CAS + 17 from an address to its first beat of r, if no other access or refresh is
/// under way. Interval: RCD + CAS + 15 + max(RP, 2) for a beat read, RCD + WR + 15 + RP for one
/// written.
///
/// All outputs depend on flops alone.
///
/// Source: JEDEC JESD21-C, 3.11.5.1, and data sheets of the chips; AMBA AXI4 (ARM IHI 0022).
///
/// Combinational paths: none.
module lp_sdram #(
    /// Bits of an id, 1 to 8.
    parameter int ID_W    = 8,
    /// Bits of a column's number, 8 to 10.
    parameter int COL_W   = 9,
    /// Bits of a row's number, 11 to 13. The memory has 2^(ROW_W + COL_W + 3) bytes.
    parameter int ROW_W   = 13,
    /// CAS latency, 2 or 3.
    parameter int CAS     = 2,
    /// Cycles from activate to a column, 1 to 15.
    parameter int RCD     = 1,
    /// Cycles from precharge to the next command, 1 to 15.
    parameter int RP      = 1,
    /// Cycles from the last word written to precharge, 1 to 15.
    parameter int WR      = 2,
    /// Cycles from a refresh to the next command, 1 to 15.
    parameter int RFC     = 2,
    /// Cycles between refreshes, at least 128.
    parameter int REFRESH = 187,
    /// Cycles without a command out of reset, at least 2, and longer than any time of the chip.
    parameter int INIT    = 4800
) (
    /// Clock.
    input  wire logic            clk_i,
    /// Synchronous reset, active low.
    input  wire logic            rst_ni,
    /// ARVALID.
    input  wire logic            s_arvalid_i,
    /// ARREADY.
    output wire logic            s_arready_o,
    /// ARID.
    input  wire logic [ID_W-1:0] s_arid_i,
    /// ARADDR.
    input  wire logic [39:0]     s_araddr_i,
    /// ARLEN.
    input  wire logic [7:0]      s_arlen_i,
    /// RVALID.
    output wire logic            s_rvalid_o,
    /// RREADY.
    input  wire logic            s_rready_i,
    /// RID.
    output wire logic [ID_W-1:0] s_rid_o,
    /// RDATA.
    output wire logic [255:0]    s_rdata_o,
    /// RRESP, OKAY or DECERR.
    output wire logic [1:0]      s_rresp_o,
    /// RLAST.
    output wire logic            s_rlast_o,
    /// AWVALID.
    input  wire logic            s_awvalid_i,
    /// AWREADY.
    output wire logic            s_awready_o,
    /// AWID.
    input  wire logic [ID_W-1:0] s_awid_i,
    /// AWADDR.
    input  wire logic [39:0]     s_awaddr_i,
    /// AWLEN; WLAST gives the same information.
    input  wire logic [7:0]      s_awlen_i,
    /// WVALID.
    input  wire logic            s_wvalid_i,
    /// WREADY.
    output wire logic            s_wready_o,
    /// WDATA.
    input  wire logic [255:0]    s_wdata_i,
    /// WSTRB.
    input  wire logic [31:0]     s_wstrb_i,
    /// WLAST.
    input  wire logic            s_wlast_i,
    /// BVALID.
    output wire logic            s_bvalid_o,
    /// BREADY.
    input  wire logic            s_bready_i,
    /// BID.
    output wire logic [ID_W-1:0] s_bid_o,
    /// BRESP, OKAY or DECERR.
    output wire logic [1:0]      s_bresp_o,

    /// Chip: CS#, RAS#, CAS# and WE#, the first one highest.
    output wire logic [3:0]      cmd_o,
    /// Chip: bank.
    output wire logic [1:0]      ba_o,
    /// Chip: address.
    output wire logic [12:0]     a_o,
    /// Chip: DQM, high for a byte that is not written.
    output wire logic [1:0]      dqm_o,
    /// Chip: word to write.
    output wire logic [15:0]     d_o,
    /// The word is to be driven.
    output wire logic            d_oe_o,
    /// Chip: word read.
    input  wire logic [15:0]     q_i
);
  generate
    if (ID_W < 1 || ID_W > 8) begin : g_check_id_w
      lp_bad_ID_W_not_1_to_8 u_bad ();
    end
    if (COL_W < 8 || COL_W > 10) begin : g_check_col_w
      lp_bad_COL_W_not_8_to_10 u_bad ();
    end
    if (ROW_W < 11 || ROW_W > 13) begin : g_check_row_w
      lp_bad_ROW_W_not_11_to_13 u_bad ();
    end
    if (CAS != 2 && CAS != 3) begin : g_check_cas
      lp_bad_CAS_not_2_or_3 u_bad ();
    end
    if (RCD < 1 || RCD > 15) begin : g_check_rcd
      lp_bad_RCD_not_1_to_15 u_bad ();
    end
    if (RP < 1 || RP > 15) begin : g_check_rp
      lp_bad_RP_not_1_to_15 u_bad ();
    end
    if (WR < 1 || WR > 15) begin : g_check_wr
      lp_bad_WR_not_1_to_15 u_bad ();
    end
    if (RFC < 1 || RFC > 15) begin : g_check_rfc
      lp_bad_RFC_not_1_to_15 u_bad ();
    end
    // The longest access and a refresh are shorter, so no refresh is forgotten.
    if (REFRESH < 128) begin : g_check_refresh
      lp_bad_REFRESH_below_128 u_bad ();
    end
    if (INIT < 2) begin : g_check_init
      lp_bad_INIT_below_2 u_bad ();
    end
  endgenerate

  localparam int WAIT_W = INIT > 16 ? $clog2(INIT) : 4;
  localparam int AGE_W = $clog2(REFRESH);
  localparam int PART_W = COL_W - 4;           // of a column: the beat in its row
  localparam int SECTOR_W = PART_W + 2 + ROW_W;
  localparam int MEM_LOG2 = SECTOR_W + 5;

  // CS#, RAS#, CAS#, WE#.
  localparam logic [3:0] NONE = 4'b1111;
  localparam logic [3:0] ACTIVATE = 4'b0011;
  localparam logic [3:0] READ = 4'b0101;
  localparam logic [3:0] WRITE = 4'b0100;
  localparam logic [3:0] PRECHARGE = 4'b0010;
  localparam logic [3:0] REFRESHES = 4'b0001;
  localparam logic [3:0] MODE = 4'b0000;
  // All banks.
  localparam logic [12:0] ALL = 13'h0400;
  // Bursts of one word.
  localparam logic [12:0] MODE_WORD = 13'(CAS << 4);

  localparam logic [2:0] WAKE = 3'd0;   // precharge is next
  localparam logic [2:0] WARM = 3'd1;   // a refresh of eight is next
  localparam logic [2:0] SET = 3'd2;    // the mode register is next
  localparam logic [2:0] IDLE = 3'd3;   // no row is open
  localparam logic [2:0] MOVE = 3'd4;   // a column is next
  localparam logic [2:0] CLOSE = 3'd5;  // precharge is next

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = (|s_awlen_i) | (|s_araddr_i[4:0]) | (|s_awaddr_i[4:0]);

  logic [2:0] state_q;
  logic [WAIT_W-1:0] wait_q;
  logic [3:0] n_q;  // refreshes done; columns done
  logic up_q, write_q, turn_q;
  wire go, warm, idle, move, close, full;
  assign go = wait_q == '0;
  assign warm = state_q == WARM;
  assign idle = state_q == IDLE;
  assign move = state_q == MOVE;
  assign close = state_q == CLOSE;
  assign full = n_q == 4'd15;

  // ---------------------------------------------------------------- the port: reads
  // open: a burst is taken; full: its beat is at the port; bad: it is not in the memory.
  logic r_open_q, r_full_q, r_bad_q;
  logic [ID_W-1:0] r_id_q;
  logic [SECTOR_W-1:0] r_sector_q;
  logic [7:0] r_left_q;
  logic [255:0] r_data_q;
  logic [CAS-1:0] word_q, last_q;
  wire r_take, r_beat, r_over, r_want, r_word, r_filled;
  assign r_take = s_arvalid_i & s_arready_o;
  assign r_beat = r_full_q & s_rready_i;
  assign r_over = r_left_q == 8'd0;
  assign r_want = r_open_q & ~r_full_q & ~r_bad_q;
  // word: a word is at the pins; last: the last of its beat.
  assign r_word = word_q[CAS-1];
  assign r_filled = last_q[CAS-1] | (r_open_q & r_bad_q);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      r_open_q <= 1'b0;
      r_full_q <= 1'b0;
      word_q <= '0;
      last_q <= '0;
    end else begin
      r_open_q <= r_take | (r_open_q & ~(r_beat & r_over));
      r_full_q <= ~r_beat & (r_full_q | r_filled);
      word_q <= {word_q[CAS-2:0], move & go & ~write_q};
      last_q <= {last_q[CAS-2:0], move & go & ~write_q & full};
    end
  end
  always_ff @(posedge clk_i) begin
    if (r_take) begin
      r_id_q <= s_arid_i;
      r_sector_q <= s_araddr_i[5 +: SECTOR_W];
      r_left_q <= s_arlen_i;
      r_bad_q <= |s_araddr_i[39:MEM_LOG2];
    end else if (r_beat) begin
      r_sector_q <= r_sector_q + 1'b1;
      r_left_q <= r_left_q - 8'd1;
    end
    if (r_word) r_data_q <= {q_i, r_data_q[255:16]};
  end
  assign s_arready_o = up_q & ~r_open_q;
  assign s_rvalid_o = r_full_q;
  assign s_rid_o = r_id_q;
  assign s_rdata_o = r_data_q & {256{~r_bad_q}};
  assign s_rresp_o = {2{r_bad_q}};
  assign s_rlast_o = r_over;

  // ---------------------------------------------------------------- the port: writes
  // A beat stays at the port until its last column: done.
  logic w_open_q, w_bad_q, w_done_q, b_q;
  logic [ID_W-1:0] w_id_q;
  logic [SECTOR_W-1:0] w_sector_q;
  wire w_take, w_beat, w_want;
  assign w_take = s_awvalid_i & s_awready_o;
  assign w_beat = s_wvalid_i & s_wready_o;
  assign w_want = w_open_q & s_wvalid_i & ~w_bad_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      w_open_q <= 1'b0;
      w_done_q <= 1'b0;
      b_q <= 1'b0;
    end else begin
      w_open_q <= w_take | (w_open_q & ~(w_beat & s_wlast_i));
      w_done_q <= move & go & write_q & full;
      b_q <= (w_beat & s_wlast_i) | (b_q & ~s_bready_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (w_take) begin
      w_id_q <= s_awid_i;
      w_sector_q <= s_awaddr_i[5 +: SECTOR_W];
      w_bad_q <= |s_awaddr_i[39:MEM_LOG2];
    end else if (w_beat) begin
      w_sector_q <= w_sector_q + 1'b1;
    end
  end
  assign s_awready_o = up_q & ~w_open_q & ~b_q;
  assign s_wready_o = w_done_q | (w_open_q & w_bad_q);
  assign s_bvalid_o = b_q;
  assign s_bid_o = w_id_q;
  assign s_bresp_o = {2{w_bad_q}};

  // ---------------------------------------------------------------- refreshes
  logic [AGE_W-1:0] age_q;
  logic due_q;
  wire aged, refresh, activate, writes;
  assign aged = age_q == '0;
  assign refresh = idle & go & due_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      age_q <= AGE_W'(REFRESH - 1);
      due_q <= 1'b0;
    end else begin
      age_q <= aged | ~up_q ? AGE_W'(REFRESH - 1) : age_q - 1'b1;
      due_q <= aged | (due_q & ~refresh);
    end
  end

  // ---------------------------------------------------------------- accesses
  // turn: reads go first.
  assign activate = idle & go & ~due_q & (r_want | w_want);
  assign writes = w_want & ~(r_want & turn_q);
  logic [2:0] state;
  logic [WAIT_W-1:0] pause;
  always_comb begin
    state = state_q;
    pause = '0;
    case (state_q)
      WAKE: begin
        state = WARM;
        pause = WAIT_W'(RP - 1);
      end
      WARM: begin
        if (n_q == 4'd7) state = SET;
        pause = WAIT_W'(RFC - 1);
      end
      SET: begin
        state = IDLE;
        pause = WAIT_W'(1);
      end
      IDLE: begin
        if (activate) begin
          state = MOVE;
          pause = WAIT_W'(RCD - 1);
        end else if (refresh) begin
          pause = WAIT_W'(RFC - 1);
        end
      end
      MOVE: begin
        if (full) begin
          state = CLOSE;
          pause = write_q ? WAIT_W'(WR - 1) : WAIT_W'(CAS - 1);
        end
      end
      default: begin
        state = IDLE;
        pause = WAIT_W'(RP - 1);
      end
    endcase
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= WAKE;
      wait_q <= WAIT_W'(INIT - 1);
      n_q <= 4'd0;
      up_q <= 1'b0;
      turn_q <= 1'b0;
    end else begin
      state_q <= go ? state : state_q;
      wait_q <= go ? pause : wait_q - 1'b1;
      if (activate) n_q <= 4'd0;
      else if (go & (warm | move)) n_q <= n_q + 4'd1;
      up_q <= up_q | (go & state_q == SET);
      if (activate) turn_q <= writes;
    end
  end
  always_ff @(posedge clk_i) begin
    if (activate) write_q <= writes;
  end

  // ---------------------------------------------------------------- the chip's pins
  logic [3:0] cmd, cmd_q;
  logic [1:0] ba_q, dqm_q;
  logic [12:0] a_q;
  logic [15:0] d_q;
  logic oe_q;
  wire [SECTOR_W-1:0] sector;
  wire [12:0] column, row;
  wire [1:0] strb;
  wire out, put;
  assign sector = (idle ? writes : write_q) ? w_sector_q : r_sector_q;
  assign column = 13'({sector[PART_W-1:0], n_q});
  assign row = 13'(sector[PART_W+2 +: ROW_W]);
  assign strb = s_wstrb_i[{n_q, 1'b0} +: 2];
  assign put = move & go & write_q;
  always_comb begin
    case (state_q)
      WAKE, CLOSE: cmd = PRECHARGE;
      WARM: cmd = REFRESHES;
      SET: cmd = MODE;
      IDLE: cmd = activate ? ACTIVATE : due_q ? REFRESHES : NONE;
      default: cmd = write_q ? WRITE : READ;
    endcase
  end
  assign out = go & ~cmd[3];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      cmd_q <= NONE;
      dqm_q <= 2'b11;
      oe_q <= 1'b0;
      ba_q <= 2'd0;
      a_q <= 13'd0;
    end else begin
      cmd_q <= out ? cmd : NONE;
      // Low for a beat that is read, since the chip looks at it before it shows a word.
      dqm_q <= put ? ~strb : {2{~((move | close) & ~write_q)}};
      oe_q <= put;
      if (out) begin
        ba_q <= state_q == SET ? 2'd0 : sector[PART_W +: 2];
        a_q <= move ? column : idle ? row : state_q == SET ? MODE_WORD : ALL;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (put) d_q <= s_wdata_i[{n_q, 4'd0} +: 16];
  end
  assign cmd_o = cmd_q;
  assign ba_o = ba_q;
  assign a_o = a_q;
  assign dqm_o = dqm_q;
  assign d_o = d_q;
  assign d_oe_o = oe_q;
endmodule

`default_nettype wire
