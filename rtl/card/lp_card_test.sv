// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The card's self-test: software fills card memory with generated data, sums its content, and
/// writes and reads single beats, without a host port or a bridge (lp_card_test_regs).
///
/// A beat of 32 bytes is in a register that shifts by a word per cycle: fill's generator inserts
/// words at the upper end, sum's CRC takes them at the lower. Bursts have 1 to 4 beats and end at
/// multiples of 128 bytes; one is outstanding at a time. A command ends with a burst that returns
/// an error (SLVERR or DECERR), after all its beats have been transferred.
///
/// The generator is a 32-bit xorshift with one step per word (`lpi_card_pattern` of
/// cmodel/lib/card/pattern.h is the same in C). A word's value is taken from the state after its
/// step, choices for the word or its line from the state before.
///
/// AXI4: bursts are INCR of size 5; ids are 0. Data is offered without waiting for the address, r
/// and b are taken when a burst is open for them.
///
/// Latency: a command begins 1 cycle after its pulse and issues its address 2 cycles after it.
/// Interval: 39 cycles per burst of 4 beats if the memory responds immediately, that is 3.3 bytes
/// per cycle.
///
/// Source: G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (14), 2003; CRC-32 of
/// RFC 1952.
///
/// Combinational paths: none.
module lp_card_test (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Registers, AXI4-Lite: AWVALID.
    input  wire logic         csr_awvalid_i,
    /// Registers: AWREADY.
    output wire logic         csr_awready_o,
    /// Registers: AWADDR.
    input  wire logic [11:0]  csr_awaddr_i,
    /// Registers: AWPROT; not used.
    input  wire logic [2:0]   csr_awprot_i,
    /// Registers: WVALID.
    input  wire logic         csr_wvalid_i,
    /// Registers: WREADY.
    output wire logic         csr_wready_o,
    /// Registers: WDATA.
    input  wire logic [31:0]  csr_wdata_i,
    /// Registers: WSTRB.
    input  wire logic [3:0]   csr_wstrb_i,
    /// Registers: BVALID.
    output wire logic         csr_bvalid_o,
    /// Registers: BREADY.
    input  wire logic         csr_bready_i,
    /// Registers: BRESP.
    output wire logic [1:0]   csr_bresp_o,
    /// Registers: ARVALID.
    input  wire logic         csr_arvalid_i,
    /// Registers: ARREADY.
    output wire logic         csr_arready_o,
    /// Registers: ARADDR.
    input  wire logic [11:0]  csr_araddr_i,
    /// Registers: ARPROT; not used.
    input  wire logic [2:0]   csr_arprot_i,
    /// Registers: RVALID.
    output wire logic         csr_rvalid_o,
    /// Registers: RREADY.
    input  wire logic         csr_rready_i,
    /// Registers: RDATA.
    output wire logic [31:0]  csr_rdata_o,
    /// Registers: RRESP.
    output wire logic [1:0]   csr_rresp_o,
    /// A command has ended, and the interrupt is enabled.
    output wire logic         irq_o,

    /// Card memory: ARVALID.
    output wire logic         m_arvalid_o,
    /// Card memory: ARREADY.
    input  wire logic         m_arready_i,
    /// Card memory: ARID, 0.
    output wire logic [3:0]   m_arid_o,
    /// Card memory: ARADDR, a multiple of 32.
    output wire logic [39:0]  m_araddr_o,
    /// Card memory: ARLEN, 0 to 3.
    output wire logic [7:0]   m_arlen_o,
    /// Card memory: RVALID.
    input  wire logic         m_rvalid_i,
    /// Card memory: RREADY.
    output wire logic         m_rready_o,
    /// Card memory: RID; not used.
    input  wire logic [3:0]   m_rid_i,
    /// Card memory: RDATA.
    input  wire logic [255:0] m_rdata_i,
    /// Card memory: RRESP.
    input  wire logic [1:0]   m_rresp_i,
    /// Card memory: RLAST; not used, since beats are counted.
    input  wire logic         m_rlast_i,
    /// Card memory: AWVALID.
    output wire logic         m_awvalid_o,
    /// Card memory: AWREADY.
    input  wire logic         m_awready_i,
    /// Card memory: AWID, 0.
    output wire logic [3:0]   m_awid_o,
    /// Card memory: AWADDR, a multiple of 32.
    output wire logic [39:0]  m_awaddr_o,
    /// Card memory: AWLEN, 0 to 3.
    output wire logic [7:0]   m_awlen_o,
    /// Card memory: WVALID.
    output wire logic         m_wvalid_o,
    /// Card memory: WREADY.
    input  wire logic         m_wready_i,
    /// Card memory: WDATA.
    output wire logic [255:0] m_wdata_o,
    /// Card memory: WSTRB, ones.
    output wire logic [31:0]  m_wstrb_o,
    /// Card memory: WLAST.
    output wire logic         m_wlast_o,
    /// Card memory: BVALID.
    input  wire logic         m_bvalid_i,
    /// Card memory: BREADY.
    output wire logic         m_bready_o,
    /// Card memory: BID; not used.
    input  wire logic [3:0]   m_bid_i,
    /// Card memory: BRESP.
    input  wire logic [1:0]   m_bresp_i
);
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = (|m_rid_i) | (|m_bid_i) | m_rlast_i | m_rresp_i[0] | m_bresp_i[0];

  // ---------------------------------------------------------------- registers
  localparam logic [3:0] FILL = 4'b0001, SUM = 4'b0010, POKE = 4'b0100, PEEK = 4'b1000;
  localparam logic [2:0] IDLE = 3'd0, ASK = 3'd1, WORK = 3'd2, MOVE = 3'd3, ANSWER = 3'd4;
  localparam logic [2:0] STEP = 3'd5;
  logic [2:0] phase_q;
  logic [3:0] command_q;
  logic err_q;
  logic [31:0] crc_q;      // inverted, like the sum
  logic [255:0] data_q;

  wire [3:0] command;
  wire [34:0] sector;
  wire [23:0] beats;
  wire [2:0] kind;
  wire [31:0] seed;
  wire [255:0] poke;
  wire done;
  lp_card_test_regs u_regs (
      .clk_i, .rst_ni, .awvalid_i(csr_awvalid_i), .awready_o(csr_awready_o),
      .awaddr_i(csr_awaddr_i), .awprot_i(csr_awprot_i), .wvalid_i(csr_wvalid_i),
      .wready_o(csr_wready_o), .wdata_i(csr_wdata_i), .wstrb_i(csr_wstrb_i),
      .bvalid_o(csr_bvalid_o), .bready_i(csr_bready_i), .bresp_o(csr_bresp_o),
      .arvalid_i(csr_arvalid_i), .arready_o(csr_arready_o), .araddr_i(csr_araddr_i),
      .arprot_i(csr_arprot_i), .rvalid_o(csr_rvalid_o), .rready_i(csr_rready_i),
      .rdata_o(csr_rdata_o), .rresp_o(csr_rresp_o),
      .command_fill_o(command[0]), .command_sum_o(command[1]), .command_poke_o(command[2]),
      .command_peek_o(command[3]), .status_busy_i(phase_q != IDLE), .status_error_i(err_q),
      .status_command_i(command_q), .addr_lo_o(sector[26:0]), .addr_hi_o(sector[34:27]),
      .size_o(beats), .kind_o(kind), .seed_o(seed), .crc_i(~crc_q), .irq_o, .irq_done_i(done),
      .poke0_o(poke[0 +: 32]), .poke1_o(poke[32 +: 32]), .poke2_o(poke[64 +: 32]),
      .poke3_o(poke[96 +: 32]), .poke4_o(poke[128 +: 32]), .poke5_o(poke[160 +: 32]),
      .poke6_o(poke[192 +: 32]), .poke7_o(poke[224 +: 32]), .peek0_i(data_q[0 +: 32]),
      .peek1_i(data_q[32 +: 32]), .peek2_i(data_q[64 +: 32]), .peek3_i(data_q[96 +: 32]),
      .peek4_i(data_q[128 +: 32]), .peek5_i(data_q[160 +: 32]), .peek6_i(data_q[192 +: 32]),
      .peek7_i(data_q[224 +: 32]));

  // ---------------------------------------------------------------- bursts
  // left: beats of the command from the current burst on; togo: beats of this burst not yet
  // transferred; ask: its address has not been taken.
  logic [34:0] sector_q;
  logic [23:0] left_q;
  logic [2:0] togo_q;
  logic ask_q;
  logic [4:0] word_q;

  wire one, start, read, fill, sum, work, move, over, bad, w_take, r_take, b_take;
  assign one = (command == FILL) | (command == SUM) | (command == POKE) | (command == PEEK);
  assign start = (phase_q == IDLE) & one;
  assign fill = command_q[0];
  assign sum = command_q[1];
  assign read = command_q[1] | command_q[3];
  assign work = phase_q == WORK;
  assign move = phase_q == MOVE;
  assign w_take = move & ~read & m_wready_i;
  assign r_take = move & read & m_rvalid_i;
  assign b_take = (phase_q == ANSWER) & m_bvalid_i;
  assign bad = (r_take & m_rresp_i[1]) | (b_take & m_bresp_i[1]);
  assign over = err_q | (left_q == 24'd0);
  assign done = (phase_q == ASK) & over;

  // Beats of the burst, less 1: up to the end of the line, or all that are left.
  wire [1:0] room, few, len;
  assign room = ~sector_q[1:0];
  assign few = left_q[1:0] - 2'd1;
  assign len = (|left_q[23:2]) | (few > room) ? room : few;

  wire [23:0] left;
  wire [32:0] line;
  lp_sum #(.WIDTH(24)) u_left (.a_i(left_q), .b_i({22'h3fffff, ~len}), .sum_o(left));
  lp_sum #(.WIDTH(33)) u_line (.a_i(sector_q[34:2]), .b_i(33'd1), .sum_o(line));
  always_ff @(posedge clk_i) begin
    if (start) begin
      sector_q <= sector;
      left_q <= (command[0] | command[1]) ? beats : 24'd1;
    end else if (phase_q == STEP) begin
      sector_q <= {line, 2'd0};
      left_q <= left;
    end
    if (phase_q == ASK) togo_q <= {1'b0, len} + 3'd1;
    else if (w_take | r_take) togo_q <= togo_q - 3'd1;
  end

  wire final_beat, final_word;
  assign final_beat = togo_q == 3'd1;
  assign final_word = &word_q[2:0];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q <= IDLE;
      command_q <= 4'd0;
      err_q <= 1'b0;
      ask_q <= 1'b0;
    end else begin
      if (start) command_q <= command;
      err_q <= (err_q & ~start) | bad;
      ask_q <= ((phase_q == ASK) & ~over) | (ask_q & ~(read ? m_arready_i : m_awready_i));
      case (phase_q)
        IDLE: if (one) phase_q <= ASK;
        ASK: phase_q <= over ? IDLE : fill ? WORK : MOVE;
        WORK: if (final_word) phase_q <= (togo_q == 3'd0) ? STEP : MOVE;
        MOVE: begin
          if (w_take) phase_q <= final_beat ? ANSWER : WORK;
          if (r_take) phase_q <= (sum & ~err_q & ~m_rresp_i[1]) ? WORK : final_beat ? STEP : MOVE;
        end
        ANSWER: if (m_bvalid_i) phase_q <= STEP;
        default: phase_q <= ASK;
      endcase
    end
  end

  // ---------------------------------------------------------------- generator
  // kind, mix: fill's class, and that of the current line if it is 7; spot: the nonzero word of the
  // line in class 6.
  logic [31:0] state_q;
  logic [2:0] kind_q, mix_q;
  logic [4:0] spot_q;

  function automatic logic [31:0] xorshift(input logic [31:0] from);
    logic [31:0] a, b;
    a = from ^ {from[18:0], 13'd0};
    b = a ^ {17'd0, a[31:17]};
    xorshift = b ^ {b[26:0], 5'd0};
  endfunction

  wire first;
  wire [2:0] drawn, mix, kind_now;
  wire [4:0] spot;
  wire [31:0] x, sparse, byte_wide, ramp, near_one, alone;
  assign x = xorshift(state_q);
  assign first = word_q == 5'd0;
  assign drawn = (&state_q[10:8]) ? 3'd2 : state_q[10:8];
  assign mix = first ? drawn : mix_q;
  assign spot = first ? state_q[20:16] : spot_q;
  assign kind_now = (&kind_q) ? mix : kind_q;
  lp_sum #(.WIDTH(32)) u_ramp (
      .a_i(data_q[255:224]), .b_i({28'd0, x[3:0]}), .sum_o(ramp));
  assign sparse = (|state_q[29:28]) ? 32'd0 : x;
  assign byte_wide = {{24{x[7]}}, x[7:0]};
  assign near_one = {9'h07f, x[11:0], 11'd0};
  assign alone = (word_q == spot) ? x : 32'd0;

  logic [31:0] made;
  always_comb begin
    case (kind_now)
      3'd1: made = x;
      3'd2: made = sparse;
      3'd3: made = byte_wide;
      3'd4: made = first ? x : ramp;
      3'd5: made = near_one;
      3'd6: made = alone;
      default: made = 32'd0;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      state_q <= {seed[31:1], seed[0] | ~(|seed)};
      kind_q <= kind;
      word_q <= 5'd0;
    end else if (work) begin
      state_q <= x;
      mix_q <= mix;
      spot_q <= spot;
      word_q <= word_q + 5'd1;
    end
  end

  // ---------------------------------------------------------------- the beat, and its sum
  // Software may read the beat at any time.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) data_q <= 256'd0;
    else if (start & command[2]) data_q <= poke;
    else if (r_take) data_q <= m_rdata_i;
    else if (work) data_q <= {fill ? made : data_q[31:0], data_q[255:32]};
  end

  // The CRC after 32 bits, lowest bit first: a linear map with one column per bit.
  function automatic logic [31:0] summed(input logic [31:0] from);
    integer i;
    summed = from;
    for (i = 0; i < 32; i = i + 1)
      summed = {1'b0, summed[31:1]} ^ (summed[0] ? 32'hedb88320 : 32'd0);
  endfunction

  wire [31:0] in, crc;
  wire [1023:0] terms;
  assign in = crc_q ^ data_q[31:0];
  genvar c, r;
  generate
    for (c = 0; c < 32; c = c + 1) begin : g_column
      localparam logic [31:0] COLUMN = summed(32'd1 << c);
      for (r = 0; r < 32; r = r + 1) begin : g_row
        assign terms[32*r + c] = COLUMN[r] & in[c];
      end
    end
    for (r = 0; r < 32; r = r + 1) begin : g_crc
      assign crc[r] = ^terms[32*r +: 32];
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (!rst_ni) crc_q <= 32'hffff_ffff;
    else if ((start & command[1]) | (sum & err_q)) crc_q <= 32'hffff_ffff;
    else if (work & sum) crc_q <= crc;
  end

  // ---------------------------------------------------------------- AXI
  assign m_arvalid_o = ask_q & read;
  assign m_arid_o = 4'd0;
  assign m_araddr_o = {sector_q, 5'd0};
  assign m_arlen_o = {6'd0, len};
  assign m_rready_o = move & read;
  assign m_awvalid_o = ask_q & ~read;
  assign m_awid_o = 4'd0;
  assign m_awaddr_o = {sector_q, 5'd0};
  assign m_awlen_o = {6'd0, len};
  assign m_wvalid_o = move & ~read;
  assign m_wdata_o = data_q;
  assign m_wstrb_o = 32'hffff_ffff;
  assign m_wlast_o = final_beat;
  assign m_bready_o = phase_q == ANSWER;
endmodule

`default_nettype wire
