// SPDX-License-Identifier: Apache-2.0
// Written by synth/regs.py from lp_card_mover_regs.rdl: change that file, then `make regs`.
`default_nettype none

/// Registers of the card's mover. 4 KiB of 32-bit registers on AXI4-Lite, which move bytes between
/// two streams and card memory: put is stream to memory, get memory to stream. The first 16 bytes
/// are a header like that of the identity page. Every address answers OKAY: unmapped and write-only
/// addresses read as 0, and writes to unmapped and read-only ones are ignored. Bits 1..0 of an
/// address are ignored, byte strobes are observed. No read has a side effect.
///
/// A write takes effect as its response is first offered: outputs have the new value, and pulses
/// are high, in that cycle. A read gives what the register held in the cycle before its word is
/// first offered. An event shows in its register in the next cycle, and in the interrupt's output
/// in the one after; one that comes as software clears it stays.
///
/// Latency: 2 cycles from address and data to a write's response, 3 from a read's address to its
/// word. Interval: 2 cycles for writes, 4 for reads. Every output comes out of flops.
///
/// Source: AMBA AXI4-Lite (ARM IHI 0022); lp_card_mover_regs.rdl.
///
/// Combinational paths: none.
module lp_card_mover_regs (
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
    /// command.put, for one cycle: Starts put.
    output wire logic        command_put_o,
    /// command.get, for one cycle: Starts get.
    output wire logic        command_get_o,
    /// command.stop_put, for one cycle: Stops put: outstanding bursts end, beats taken from the
    /// stream and not written are dropped.
    output wire logic        command_stop_put_o,
    /// command.stop_get, for one cycle: Stops get: outstanding bursts end, beats read and not
    /// delivered are dropped, except those already offered to the stream.
    output wire logic        command_stop_get_o,
    /// status.put_busy: Put is busy.
    input  wire logic        status_put_busy_i,
    /// status.get_busy: Get is busy.
    input  wire logic        status_get_busy_i,
    /// status.put_error: The memory returned an error since the last start of put.
    input  wire logic        status_put_error_i,
    /// status.get_error: The memory returned an error since the last start of get.
    input  wire logic        status_get_error_i,
    /// control.drop: Handling of the incoming stream. 1: while put is not busy, beats are taken and
    /// dropped; 0: they wait.
    output wire logic        control_o,
    /// High while an event of irq is set and enabled.
    output wire logic        irq_o,
    /// Sets irq.put: Put has ended.
    input  wire logic        irq_put_i,
    /// Sets irq.get: Get has ended.
    input  wire logic        irq_get_i,
    /// put_lo.addr: Address that put writes to. Bits 31..0 of the address; the low 5 bits are
    /// treated as 0.
    output wire logic [31:0] put_lo_o,
    /// put_hi.addr: Address that put writes to, upper bits. Bits 39..32 of the address.
    output wire logic [7:0]  put_hi_o,
    /// put_beats.count: Length of put. Beats of 32 bytes; 0: none.
    output wire logic [23:0] put_beats_o,
    /// get_lo.addr: Address that get reads from. Bits 31..0 of the address; the low 5 bits are
    /// treated as 0.
    output wire logic [31:0] get_lo_o,
    /// get_hi.addr: Address that get reads from, upper bits. Bits 39..32 of the address.
    output wire logic [7:0]  get_hi_o,
    /// get_beats.count: Length of get. Beats of 32 bytes; 0: none.
    output wire logic [23:0] get_beats_o
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
  assign to_command = write & (write_word == 10'h4);
  wire to_control;
  assign to_control = write & (write_word == 10'h6);
  wire to_irq_enable;
  assign to_irq_enable = write & (write_word == 10'h7);
  wire to_irq;
  assign to_irq = write & (write_word == 10'h8);
  wire to_put_lo;
  assign to_put_lo = write & (write_word == 10'hc);
  wire to_put_hi;
  assign to_put_hi = write & (write_word == 10'hd);
  wire to_put_beats;
  assign to_put_beats = write & (write_word == 10'he);
  wire to_get_lo;
  assign to_get_lo = write & (write_word == 10'h10);
  wire to_get_hi;
  assign to_get_hi = write & (write_word == 10'h11);
  wire to_get_beats;
  assign to_get_beats = write & (write_word == 10'h12);

  // ---------------------------------------------------------------- registers that software writes
  logic control_q;
  assign control_o = control_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      control_q <= 1'h0;
    end else if (to_control) begin
      if (write_strb[0]) control_q <= write_data[0];
    end
  end
  logic irq_enable_put_q;
  logic irq_enable_get_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      irq_enable_put_q <= 1'h0;
      irq_enable_get_q <= 1'h0;
    end else if (to_irq_enable) begin
      if (write_strb[0]) irq_enable_put_q <= write_data[0];
      if (write_strb[0]) irq_enable_get_q <= write_data[1];
    end
  end
  logic [31:0] put_lo_q;
  assign put_lo_o = put_lo_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      put_lo_q <= 32'h0;
    end else if (to_put_lo) begin
      if (write_strb[0]) put_lo_q[7:0] <= write_data[7:0];
      if (write_strb[1]) put_lo_q[15:8] <= write_data[15:8];
      if (write_strb[2]) put_lo_q[23:16] <= write_data[23:16];
      if (write_strb[3]) put_lo_q[31:24] <= write_data[31:24];
    end
  end
  logic [7:0] put_hi_q;
  assign put_hi_o = put_hi_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      put_hi_q <= 8'h0;
    end else if (to_put_hi) begin
      if (write_strb[0]) put_hi_q <= write_data[7:0];
    end
  end
  logic [23:0] put_beats_q;
  assign put_beats_o = put_beats_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      put_beats_q <= 24'h0;
    end else if (to_put_beats) begin
      if (write_strb[0]) put_beats_q[7:0] <= write_data[7:0];
      if (write_strb[1]) put_beats_q[15:8] <= write_data[15:8];
      if (write_strb[2]) put_beats_q[23:16] <= write_data[23:16];
    end
  end
  logic [31:0] get_lo_q;
  assign get_lo_o = get_lo_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      get_lo_q <= 32'h0;
    end else if (to_get_lo) begin
      if (write_strb[0]) get_lo_q[7:0] <= write_data[7:0];
      if (write_strb[1]) get_lo_q[15:8] <= write_data[15:8];
      if (write_strb[2]) get_lo_q[23:16] <= write_data[23:16];
      if (write_strb[3]) get_lo_q[31:24] <= write_data[31:24];
    end
  end
  logic [7:0] get_hi_q;
  assign get_hi_o = get_hi_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      get_hi_q <= 8'h0;
    end else if (to_get_hi) begin
      if (write_strb[0]) get_hi_q <= write_data[7:0];
    end
  end
  logic [23:0] get_beats_q;
  assign get_beats_o = get_beats_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      get_beats_q <= 24'h0;
    end else if (to_get_beats) begin
      if (write_strb[0]) get_beats_q[7:0] <= write_data[7:0];
      if (write_strb[1]) get_beats_q[15:8] <= write_data[15:8];
      if (write_strb[2]) get_beats_q[23:16] <= write_data[23:16];
    end
  end

  // ---------------------------------------------------------------- pulses
  logic command_put_q;
  assign command_put_o = command_put_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) command_put_q <= 1'h0;
    else command_put_q <= to_command & write_strb[0] & write_data[0];
  end
  logic command_get_q;
  assign command_get_o = command_get_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) command_get_q <= 1'h0;
    else command_get_q <= to_command & write_strb[0] & write_data[1];
  end
  logic command_stop_put_q;
  assign command_stop_put_o = command_stop_put_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) command_stop_put_q <= 1'h0;
    else command_stop_put_q <= to_command & write_strb[0] & write_data[2];
  end
  logic command_stop_get_q;
  assign command_stop_get_o = command_stop_get_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) command_stop_get_q <= 1'h0;
    else command_stop_get_q <= to_command & write_strb[0] & write_data[3];
  end

  // ---------------------------------------------------------------- events
  logic irq_put_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_put_q <= 1'h0;
    else irq_put_q <= irq_put_i | (irq_put_q
        & ~(to_irq & write_strb[0] & write_data[0]));
  end
  logic irq_get_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_get_q <= 1'h0;
    else irq_get_q <= irq_get_i | (irq_get_q
        & ~(to_irq & write_strb[0] & write_data[1]));
  end
  logic irq_any_q;
  assign irq_o = irq_any_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_any_q <= 1'b0;
    else irq_any_q <= (irq_put_q & irq_enable_put_q)
        | (irq_get_q & irq_enable_get_q);
  end

  // ---------------------------------------------------------------- reads
  // A register is chosen in one cycle and read in the next.
  wire [31:0] word_id;
  assign word_id = 32'h4d50434c;
  wire [31:0] word_version;
  assign word_version = {16'h1, 16'h0};
  wire [31:0] word_base;
  assign word_base = 32'h5000;
  wire [31:0] word_next;
  assign word_next = 32'h0;
  wire [31:0] word_status;
  assign word_status = {28'h0, status_get_error_i, status_put_error_i, status_get_busy_i,
      status_put_busy_i};
  wire [31:0] word_control;
  assign word_control = {31'h0, control_q};
  wire [31:0] word_irq_enable;
  assign word_irq_enable = {30'h0, irq_enable_get_q, irq_enable_put_q};
  wire [31:0] word_irq;
  assign word_irq = {30'h0, irq_get_q, irq_put_q};
  wire [31:0] word_put_hi;
  assign word_put_hi = {24'h0, put_hi_q};
  wire [31:0] word_put_beats;
  assign word_put_beats = {8'h0, put_beats_q};
  wire [31:0] word_get_hi;
  assign word_get_hi = {24'h0, get_hi_q};
  wire [31:0] word_get_beats;
  assign word_get_beats = {8'h0, get_beats_q};
  logic [13:0] chosen_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) chosen_q <= '0;
    else begin
      chosen_q[0] <= read & (read_word == 10'h0);
      chosen_q[1] <= read & (read_word == 10'h1);
      chosen_q[2] <= read & (read_word == 10'h2);
      chosen_q[3] <= read & (read_word == 10'h3);
      chosen_q[4] <= read & (read_word == 10'h5);
      chosen_q[5] <= read & (read_word == 10'h6);
      chosen_q[6] <= read & (read_word == 10'h7);
      chosen_q[7] <= read & (read_word == 10'h8);
      chosen_q[8] <= read & (read_word == 10'hc);
      chosen_q[9] <= read & (read_word == 10'hd);
      chosen_q[10] <= read & (read_word == 10'he);
      chosen_q[11] <= read & (read_word == 10'h10);
      chosen_q[12] <= read & (read_word == 10'h11);
      chosen_q[13] <= read & (read_word == 10'h12);
    end
  end
  assign read_data =
        ({32{chosen_q[0]}} & word_id)
      | ({32{chosen_q[1]}} & word_version)
      | ({32{chosen_q[2]}} & word_base)
      | ({32{chosen_q[3]}} & word_next)
      | ({32{chosen_q[4]}} & word_status)
      | ({32{chosen_q[5]}} & word_control)
      | ({32{chosen_q[6]}} & word_irq_enable)
      | ({32{chosen_q[7]}} & word_irq)
      | ({32{chosen_q[8]}} & put_lo_q)
      | ({32{chosen_q[9]}} & word_put_hi)
      | ({32{chosen_q[10]}} & word_put_beats)
      | ({32{chosen_q[11]}} & get_lo_q)
      | ({32{chosen_q[12]}} & word_get_hi)
      | ({32{chosen_q[13]}} & word_get_beats);
endmodule

`default_nettype wire
