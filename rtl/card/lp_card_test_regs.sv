// SPDX-License-Identifier: Apache-2.0
// Written by synth/regs.py from lp_card_test_regs.rdl: change that file, then `make regs`.
`default_nettype none

/// Registers of the card's self-test. 4 KiB of 32-bit registers on AXI4-Lite. A command copies the
/// other registers when it starts, so software may write them for the next one meanwhile. Every
/// address answers OKAY: unmapped and write-only addresses read as 0, and writes to unmapped and
/// read-only ones are ignored. Bits 1..0 of an address are ignored, byte strobes are observed. No
/// read has a side effect.
///
/// A write takes effect as its response is first offered: outputs have the new value, and pulses
/// are high, in that cycle. A read gives what the register held in the cycle before its word is
/// first offered. An event shows in its register in the next cycle, and in the interrupt's output
/// in the one after; one that comes as software clears it stays.
///
/// Latency: 2 cycles from address and data to a write's response, 3 from a read's address to its
/// word. Interval: 2 cycles for writes, 4 for reads. Every output comes out of flops.
///
/// Source: AMBA AXI4-Lite (ARM IHI 0022); lp_card_test_regs.rdl.
///
/// Combinational paths: none.
module lp_card_test_regs (
    /// Clock.
    input  wire logic        clk_i,
    /// Synchronous reset, active low.
    input  wire logic        rst_ni,

    /// AXI4-Lite: AWVALID.
    input  wire logic        awvalid_i,
    /// AXI4-Lite: AWREADY.
    output wire logic        awready_o,
    /// AXI4-Lite: AWADDR; bits 1..0 are ignored.
    input  wire logic [11:0] awaddr_i,
    /// AXI4-Lite: AWPROT, ignored.
    input  wire logic [2:0]  awprot_i,
    /// AXI4-Lite: WVALID.
    input  wire logic        wvalid_i,
    /// AXI4-Lite: WREADY.
    output wire logic        wready_o,
    /// AXI4-Lite: WDATA.
    input  wire logic [31:0] wdata_i,
    /// AXI4-Lite: WSTRB.
    input  wire logic [3:0]  wstrb_i,
    /// AXI4-Lite: BVALID.
    output wire logic        bvalid_o,
    /// AXI4-Lite: BREADY.
    input  wire logic        bready_i,
    /// AXI4-Lite: BRESP, OKAY.
    output wire logic [1:0]  bresp_o,
    /// AXI4-Lite: ARVALID.
    input  wire logic        arvalid_i,
    /// AXI4-Lite: ARREADY.
    output wire logic        arready_o,
    /// AXI4-Lite: ARADDR; bits 1..0 are ignored.
    input  wire logic [11:0] araddr_i,
    /// AXI4-Lite: ARPROT, ignored.
    input  wire logic [2:0]  arprot_i,
    /// AXI4-Lite: RVALID.
    output wire logic        rvalid_o,
    /// AXI4-Lite: RREADY.
    input  wire logic        rready_i,
    /// AXI4-Lite: RDATA, 0 while nothing is offered.
    output wire logic [31:0] rdata_o,
    /// AXI4-Lite: RRESP, OKAY.
    output wire logic [1:0]  rresp_o,
    /// command.fill, for one cycle: Writes beats generated from kind and seed.
    output wire logic        command_fill_o,
    /// command.sum, for one cycle: Reads beats and computes their CRC-32.
    output wire logic        command_sum_o,
    /// command.poke, for one cycle: Writes one beat, poke0 to poke7.
    output wire logic        command_poke_o,
    /// command.peek, for one cycle: Reads one beat into peek0 to peek7.
    output wire logic        command_peek_o,
    /// status.busy: A command runs.
    input  wire logic        status_busy_i,
    /// status.error: Card memory has returned an error to the last command. A command ends with the
    /// burst that has an error.
    input  wire logic        status_error_i,
    /// status.command: The last command, bits as in command; 0: none since the reset.
    input  wire logic [3:0]  status_command_i,
    /// addr_lo.addr: First address of a command in card memory. Its lowest five bits are 0. Bits
    /// 31..5 of the address.
    output wire logic [26:0] addr_lo_o,
    /// addr_hi.addr: First address of a command, upper bits. Bits 39..32 of the address.
    output wire logic [7:0]  addr_hi_o,
    /// size.beats: Length of fill and sum. Beats of 32 bytes; with 0 a command ends immediately.
    output wire logic [23:0] size_o,
    /// kind.kind: Class of the data that fill writes, in lines of 128 bytes from its first byte on.
    /// 0 zeros; 1 random words; 2 sparse: a word in four is random, the others 0; 3 signed integers
    /// of 8 bits; 4 a ramp with steps of 0 to 15 from a random word; 5 floats from 1 to 2 with 12
    /// random bits of mantissa; 6 one random word per line; 7 one of the others for each line.
    output wire logic [2:0]  kind_o,
    /// seed.value: Seed of fill's random numbers. State of the generator; 0 is treated as 1.
    output wire logic [31:0] seed_o,
    /// crc.value: Result of sum. CRC-32 of all bytes in order, as computed by zlib's crc32; 0 after
    /// an error or if nothing was read. Other commands do not change it.
    input  wire logic [31:0] crc_i,
    /// High while an event of irq is set and enabled.
    output wire logic        irq_o,
    /// Sets irq.done: A command has ended.
    input  wire logic        irq_done_i,
    /// poke0.word: A word of the beat that poke writes; word 0 has the lowest address. The word.
    output wire logic [31:0] poke0_o,
    /// poke1.word: A word of the beat that poke writes; word 0 has the lowest address. The word.
    output wire logic [31:0] poke1_o,
    /// poke2.word: A word of the beat that poke writes; word 0 has the lowest address. The word.
    output wire logic [31:0] poke2_o,
    /// poke3.word: A word of the beat that poke writes; word 0 has the lowest address. The word.
    output wire logic [31:0] poke3_o,
    /// poke4.word: A word of the beat that poke writes; word 0 has the lowest address. The word.
    output wire logic [31:0] poke4_o,
    /// poke5.word: A word of the beat that poke writes; word 0 has the lowest address. The word.
    output wire logic [31:0] poke5_o,
    /// poke6.word: A word of the beat that poke writes; word 0 has the lowest address. The word.
    output wire logic [31:0] poke6_o,
    /// poke7.word: A word of the beat that poke writes; word 0 has the lowest address. The word.
    output wire logic [31:0] poke7_o,
    /// peek0.word: A word of the beat transferred last, so after peek the beat read; word 0 has the
    /// lowest address. It changes while a command runs. The word.
    input  wire logic [31:0] peek0_i,
    /// peek1.word: A word of the beat transferred last, so after peek the beat read; word 0 has the
    /// lowest address. It changes while a command runs. The word.
    input  wire logic [31:0] peek1_i,
    /// peek2.word: A word of the beat transferred last, so after peek the beat read; word 0 has the
    /// lowest address. It changes while a command runs. The word.
    input  wire logic [31:0] peek2_i,
    /// peek3.word: A word of the beat transferred last, so after peek the beat read; word 0 has the
    /// lowest address. It changes while a command runs. The word.
    input  wire logic [31:0] peek3_i,
    /// peek4.word: A word of the beat transferred last, so after peek the beat read; word 0 has the
    /// lowest address. It changes while a command runs. The word.
    input  wire logic [31:0] peek4_i,
    /// peek5.word: A word of the beat transferred last, so after peek the beat read; word 0 has the
    /// lowest address. It changes while a command runs. The word.
    input  wire logic [31:0] peek5_i,
    /// peek6.word: A word of the beat transferred last, so after peek the beat read; word 0 has the
    /// lowest address. It changes while a command runs. The word.
    input  wire logic [31:0] peek6_i,
    /// peek7.word: A word of the beat transferred last, so after peek the beat read; word 0 has the
    /// lowest address. It changes while a command runs. The word.
    input  wire logic [31:0] peek7_i
);
  wire write, read;
  wire [9:0] write_word, read_word;
  wire [31:0] write_data, read_data;
  wire [3:0] write_strb;
  lp_axil #(.ADDR_W(12)) u_axil (
      .clk_i, .rst_ni, .awvalid_i, .awready_o, .awaddr_i, .awprot_i, .wvalid_i, .wready_o, .wdata_i,
      .wstrb_i, .bvalid_o, .bready_i, .bresp_o, .arvalid_i, .arready_o, .araddr_i, .arprot_i,
      .rvalid_o, .rready_i, .rdata_o, .rresp_o,
      .write_o(write), .write_word_o(write_word), .write_data_o(write_data),
      .write_strb_o(write_strb), .read_o(read), .read_word_o(read_word), .read_data_i(read_data));

  // ---------------------------------------------------------------- register select
  wire to_command;
  assign to_command = write & (write_word == 10'h2);
  wire to_addr_lo;
  assign to_addr_lo = write & (write_word == 10'h4);
  wire to_addr_hi;
  assign to_addr_hi = write & (write_word == 10'h5);
  wire to_size;
  assign to_size = write & (write_word == 10'h6);
  wire to_kind;
  assign to_kind = write & (write_word == 10'h7);
  wire to_seed;
  assign to_seed = write & (write_word == 10'h8);
  wire to_irq;
  assign to_irq = write & (write_word == 10'ha);
  wire to_irq_enable;
  assign to_irq_enable = write & (write_word == 10'hb);
  wire to_poke0;
  assign to_poke0 = write & (write_word == 10'h10);
  wire to_poke1;
  assign to_poke1 = write & (write_word == 10'h11);
  wire to_poke2;
  assign to_poke2 = write & (write_word == 10'h12);
  wire to_poke3;
  assign to_poke3 = write & (write_word == 10'h13);
  wire to_poke4;
  assign to_poke4 = write & (write_word == 10'h14);
  wire to_poke5;
  assign to_poke5 = write & (write_word == 10'h15);
  wire to_poke6;
  assign to_poke6 = write & (write_word == 10'h16);
  wire to_poke7;
  assign to_poke7 = write & (write_word == 10'h17);

  // ---------------------------------------------------------------- registers that software writes
  logic [26:0] addr_lo_q;
  assign addr_lo_o = addr_lo_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      addr_lo_q <= 27'h0;
    end else if (to_addr_lo) begin
      if (write_strb[0]) addr_lo_q[2:0] <= write_data[7:5];
      if (write_strb[1]) addr_lo_q[10:3] <= write_data[15:8];
      if (write_strb[2]) addr_lo_q[18:11] <= write_data[23:16];
      if (write_strb[3]) addr_lo_q[26:19] <= write_data[31:24];
    end
  end
  logic [7:0] addr_hi_q;
  assign addr_hi_o = addr_hi_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      addr_hi_q <= 8'h0;
    end else if (to_addr_hi) begin
      if (write_strb[0]) addr_hi_q <= write_data[7:0];
    end
  end
  logic [23:0] size_q;
  assign size_o = size_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      size_q <= 24'h0;
    end else if (to_size) begin
      if (write_strb[0]) size_q[7:0] <= write_data[7:0];
      if (write_strb[1]) size_q[15:8] <= write_data[15:8];
      if (write_strb[2]) size_q[23:16] <= write_data[23:16];
    end
  end
  logic [2:0] kind_q;
  assign kind_o = kind_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      kind_q <= 3'h0;
    end else if (to_kind) begin
      if (write_strb[0]) kind_q <= write_data[2:0];
    end
  end
  logic [31:0] seed_q;
  assign seed_o = seed_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      seed_q <= 32'h0;
    end else if (to_seed) begin
      if (write_strb[0]) seed_q[7:0] <= write_data[7:0];
      if (write_strb[1]) seed_q[15:8] <= write_data[15:8];
      if (write_strb[2]) seed_q[23:16] <= write_data[23:16];
      if (write_strb[3]) seed_q[31:24] <= write_data[31:24];
    end
  end
  logic irq_enable_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      irq_enable_q <= 1'h0;
    end else if (to_irq_enable) begin
      if (write_strb[0]) irq_enable_q <= write_data[0];
    end
  end
  logic [31:0] poke0_q;
  assign poke0_o = poke0_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      poke0_q <= 32'h0;
    end else if (to_poke0) begin
      if (write_strb[0]) poke0_q[7:0] <= write_data[7:0];
      if (write_strb[1]) poke0_q[15:8] <= write_data[15:8];
      if (write_strb[2]) poke0_q[23:16] <= write_data[23:16];
      if (write_strb[3]) poke0_q[31:24] <= write_data[31:24];
    end
  end
  logic [31:0] poke1_q;
  assign poke1_o = poke1_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      poke1_q <= 32'h0;
    end else if (to_poke1) begin
      if (write_strb[0]) poke1_q[7:0] <= write_data[7:0];
      if (write_strb[1]) poke1_q[15:8] <= write_data[15:8];
      if (write_strb[2]) poke1_q[23:16] <= write_data[23:16];
      if (write_strb[3]) poke1_q[31:24] <= write_data[31:24];
    end
  end
  logic [31:0] poke2_q;
  assign poke2_o = poke2_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      poke2_q <= 32'h0;
    end else if (to_poke2) begin
      if (write_strb[0]) poke2_q[7:0] <= write_data[7:0];
      if (write_strb[1]) poke2_q[15:8] <= write_data[15:8];
      if (write_strb[2]) poke2_q[23:16] <= write_data[23:16];
      if (write_strb[3]) poke2_q[31:24] <= write_data[31:24];
    end
  end
  logic [31:0] poke3_q;
  assign poke3_o = poke3_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      poke3_q <= 32'h0;
    end else if (to_poke3) begin
      if (write_strb[0]) poke3_q[7:0] <= write_data[7:0];
      if (write_strb[1]) poke3_q[15:8] <= write_data[15:8];
      if (write_strb[2]) poke3_q[23:16] <= write_data[23:16];
      if (write_strb[3]) poke3_q[31:24] <= write_data[31:24];
    end
  end
  logic [31:0] poke4_q;
  assign poke4_o = poke4_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      poke4_q <= 32'h0;
    end else if (to_poke4) begin
      if (write_strb[0]) poke4_q[7:0] <= write_data[7:0];
      if (write_strb[1]) poke4_q[15:8] <= write_data[15:8];
      if (write_strb[2]) poke4_q[23:16] <= write_data[23:16];
      if (write_strb[3]) poke4_q[31:24] <= write_data[31:24];
    end
  end
  logic [31:0] poke5_q;
  assign poke5_o = poke5_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      poke5_q <= 32'h0;
    end else if (to_poke5) begin
      if (write_strb[0]) poke5_q[7:0] <= write_data[7:0];
      if (write_strb[1]) poke5_q[15:8] <= write_data[15:8];
      if (write_strb[2]) poke5_q[23:16] <= write_data[23:16];
      if (write_strb[3]) poke5_q[31:24] <= write_data[31:24];
    end
  end
  logic [31:0] poke6_q;
  assign poke6_o = poke6_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      poke6_q <= 32'h0;
    end else if (to_poke6) begin
      if (write_strb[0]) poke6_q[7:0] <= write_data[7:0];
      if (write_strb[1]) poke6_q[15:8] <= write_data[15:8];
      if (write_strb[2]) poke6_q[23:16] <= write_data[23:16];
      if (write_strb[3]) poke6_q[31:24] <= write_data[31:24];
    end
  end
  logic [31:0] poke7_q;
  assign poke7_o = poke7_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      poke7_q <= 32'h0;
    end else if (to_poke7) begin
      if (write_strb[0]) poke7_q[7:0] <= write_data[7:0];
      if (write_strb[1]) poke7_q[15:8] <= write_data[15:8];
      if (write_strb[2]) poke7_q[23:16] <= write_data[23:16];
      if (write_strb[3]) poke7_q[31:24] <= write_data[31:24];
    end
  end

  // ---------------------------------------------------------------- pulses
  logic command_fill_q;
  assign command_fill_o = command_fill_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) command_fill_q <= 1'h0;
    else command_fill_q <= to_command & write_strb[0] & write_data[0];
  end
  logic command_sum_q;
  assign command_sum_o = command_sum_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) command_sum_q <= 1'h0;
    else command_sum_q <= to_command & write_strb[0] & write_data[1];
  end
  logic command_poke_q;
  assign command_poke_o = command_poke_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) command_poke_q <= 1'h0;
    else command_poke_q <= to_command & write_strb[0] & write_data[2];
  end
  logic command_peek_q;
  assign command_peek_o = command_peek_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) command_peek_q <= 1'h0;
    else command_peek_q <= to_command & write_strb[0] & write_data[3];
  end

  // ---------------------------------------------------------------- events
  logic irq_done_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_done_q <= 1'h0;
    else irq_done_q <= irq_done_i | (irq_done_q
        & ~(to_irq & write_strb[0] & write_data[0]));
  end
  logic irq_any_q;
  assign irq_o = irq_any_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_any_q <= 1'b0;
    else irq_any_q <= (irq_done_q & irq_enable_q)
        | 1'b0;
  end

  // ---------------------------------------------------------------- reads
  // A register is chosen in one cycle and read in the next.
  wire [31:0] word_id;
  assign word_id = 32'h5450434c;
  wire [31:0] word_version;
  assign word_version = {16'h1, 16'h0};
  wire [31:0] word_status;
  assign word_status = {20'h0, status_command_i, 6'h0, status_error_i, status_busy_i};
  wire [31:0] word_addr_lo;
  assign word_addr_lo = {addr_lo_q, 5'h0};
  wire [31:0] word_addr_hi;
  assign word_addr_hi = {24'h0, addr_hi_q};
  wire [31:0] word_size;
  assign word_size = {8'h0, size_q};
  wire [31:0] word_kind;
  assign word_kind = {29'h0, kind_q};
  wire [31:0] word_irq;
  assign word_irq = {31'h0, irq_done_q};
  wire [31:0] word_irq_enable;
  assign word_irq_enable = {31'h0, irq_enable_q};
  logic [26:0] chosen_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) chosen_q <= '0;
    else begin
      chosen_q[0] <= read & (read_word == 10'h0);
      chosen_q[1] <= read & (read_word == 10'h1);
      chosen_q[2] <= read & (read_word == 10'h3);
      chosen_q[3] <= read & (read_word == 10'h4);
      chosen_q[4] <= read & (read_word == 10'h5);
      chosen_q[5] <= read & (read_word == 10'h6);
      chosen_q[6] <= read & (read_word == 10'h7);
      chosen_q[7] <= read & (read_word == 10'h8);
      chosen_q[8] <= read & (read_word == 10'h9);
      chosen_q[9] <= read & (read_word == 10'ha);
      chosen_q[10] <= read & (read_word == 10'hb);
      chosen_q[11] <= read & (read_word == 10'h10);
      chosen_q[12] <= read & (read_word == 10'h11);
      chosen_q[13] <= read & (read_word == 10'h12);
      chosen_q[14] <= read & (read_word == 10'h13);
      chosen_q[15] <= read & (read_word == 10'h14);
      chosen_q[16] <= read & (read_word == 10'h15);
      chosen_q[17] <= read & (read_word == 10'h16);
      chosen_q[18] <= read & (read_word == 10'h17);
      chosen_q[19] <= read & (read_word == 10'h18);
      chosen_q[20] <= read & (read_word == 10'h19);
      chosen_q[21] <= read & (read_word == 10'h1a);
      chosen_q[22] <= read & (read_word == 10'h1b);
      chosen_q[23] <= read & (read_word == 10'h1c);
      chosen_q[24] <= read & (read_word == 10'h1d);
      chosen_q[25] <= read & (read_word == 10'h1e);
      chosen_q[26] <= read & (read_word == 10'h1f);
    end
  end
  assign read_data =
        ({32{chosen_q[0]}} & word_id)
      | ({32{chosen_q[1]}} & word_version)
      | ({32{chosen_q[2]}} & word_status)
      | ({32{chosen_q[3]}} & word_addr_lo)
      | ({32{chosen_q[4]}} & word_addr_hi)
      | ({32{chosen_q[5]}} & word_size)
      | ({32{chosen_q[6]}} & word_kind)
      | ({32{chosen_q[7]}} & seed_q)
      | ({32{chosen_q[8]}} & crc_i)
      | ({32{chosen_q[9]}} & word_irq)
      | ({32{chosen_q[10]}} & word_irq_enable)
      | ({32{chosen_q[11]}} & poke0_q)
      | ({32{chosen_q[12]}} & poke1_q)
      | ({32{chosen_q[13]}} & poke2_q)
      | ({32{chosen_q[14]}} & poke3_q)
      | ({32{chosen_q[15]}} & poke4_q)
      | ({32{chosen_q[16]}} & poke5_q)
      | ({32{chosen_q[17]}} & poke6_q)
      | ({32{chosen_q[18]}} & poke7_q)
      | ({32{chosen_q[19]}} & peek0_i)
      | ({32{chosen_q[20]}} & peek1_i)
      | ({32{chosen_q[21]}} & peek2_i)
      | ({32{chosen_q[22]}} & peek3_i)
      | ({32{chosen_q[23]}} & peek4_i)
      | ({32{chosen_q[24]}} & peek5_i)
      | ({32{chosen_q[25]}} & peek6_i)
      | ({32{chosen_q[26]}} & peek7_i);
endmodule

`default_nettype wire
