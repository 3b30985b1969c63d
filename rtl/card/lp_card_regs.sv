// SPDX-License-Identifier: Apache-2.0
// Written by synth/regs.py from lp_card_regs.rdl: change that file, then `make regs`.
`default_nettype none

/// Identity of a card. First of the pages of 4 KiB on a card's AXI4-Lite. It describes the
/// configuration and lists the other blocks of registers. Every address answers OKAY: unmapped and
/// write-only addresses read as 0, and writes to unmapped and read-only ones are ignored. Bits 1..0
/// of an address are ignored, byte strobes are observed. No read has a side effect. A software
/// reset does not change these registers.
///
/// A write takes effect as its response is first offered: outputs have the new value, and pulses
/// are high, in that cycle. A read gives what the register held in the cycle before its word is
/// first offered.
///
/// Latency: 2 cycles from address and data to a write's response, 3 from a read's address to its
/// word. Interval: 2 cycles for writes, 4 for reads. Every output comes out of flops.
///
/// Source: AMBA AXI4-Lite (ARM IHI 0022); lp_card_regs.rdl.
///
/// Combinational paths: none.
module lp_card_regs (
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
    /// git.value: Sources from which the card was built. First eight hexadecimal digits of the
    /// commit; 0: unknown.
    input  wire logic [31:0] git_i,
    /// built.value: Time of the build. Seconds since 1970, UTC; 0: unknown.
    input  wire logic [31:0] built_i,
    /// features.host: The engine can access host memory; if not, it works in local mode only.
    input  wire logic        features_host_i,
    /// features.window: A bridge can read and write card memory.
    input  wire logic        features_window_i,
    /// features.codecs: Codecs: those with numbers below this. Raw is always available.
    input  wire logic [3:0]  features_codecs_i,
    /// features.channels: Channels of the engine.
    input  wire logic [3:0]  features_channels_i,
    /// features.memory: Bytes of card memory, as a power of two; it begins at address 0.
    input  wire logic [5:0]  features_memory_i,
    /// ctrl.reset, for one cycle: Write one: resets everything except this block, once no access is
    /// outstanding at host and card memory.
    output wire logic        ctrl_reset_o,
    /// ctrl.local: The engine's rings and streams are in card memory instead of host memory. Takes
    /// effect at the next reset.
    output wire logic        ctrl_local_o,
    /// status.resetting: A software reset is in progress; the other blocks read as 0.
    input  wire logic        status_resetting_i,
    /// status.local: Local mode is active.
    input  wire logic        status_local_i,
    /// status.host_busy: An access to host memory is outstanding.
    input  wire logic        status_host_busy_i,
    /// status.mem_busy: An access to card memory is outstanding.
    input  wire logic        status_mem_busy_i,
    /// status.win_busy: An access at the bridge's window is outstanding.
    input  wire logic        status_win_busy_i,
    /// pending.engine: The engine's line.
    input  wire logic        pending_engine_i,
    /// pending.test: The self-test's line.
    input  wire logic        pending_test_i,
    /// irq_enable.engine: Enables the engine's.
    output wire logic        irq_enable_engine_o,
    /// irq_enable.test: Enables the self-test's.
    output wire logic        irq_enable_test_o,
    /// engine_next.value: Engine: the next entry. Its byte offset; 0: this is the last.
    input  wire logic [31:0] engine_next_i,
    /// edge_kind.value: Block of the edge around the card, if there is one: kind of block. Four
    /// letters, the first one lowest: the id of the block.
    input  wire logic [31:0] edge_kind_i,
    /// edge_base.value: Block of the edge around the card, if there is one: address. Byte offset of
    /// its first register.
    input  wire logic [31:0] edge_base_i
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
  wire to_scratch;
  assign to_scratch = write & (write_word == 10'h6);
  wire to_ctrl;
  assign to_ctrl = write & (write_word == 10'h7);
  wire to_irq_enable;
  assign to_irq_enable = write & (write_word == 10'ha);

  // ---------------------------------------------------------------- registers that software writes
  logic [31:0] scratch_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      scratch_q <= 32'h0;
    end else if (to_scratch) begin
      if (write_strb[0]) scratch_q[7:0] <= write_data[7:0];
      if (write_strb[1]) scratch_q[15:8] <= write_data[15:8];
      if (write_strb[2]) scratch_q[23:16] <= write_data[23:16];
      if (write_strb[3]) scratch_q[31:24] <= write_data[31:24];
    end
  end
  logic ctrl_local_q;
  assign ctrl_local_o = ctrl_local_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ctrl_local_q <= 1'h0;
    end else if (to_ctrl) begin
      if (write_strb[0]) ctrl_local_q <= write_data[1];
    end
  end
  logic irq_enable_engine_q;
  assign irq_enable_engine_o = irq_enable_engine_q;
  logic irq_enable_test_q;
  assign irq_enable_test_o = irq_enable_test_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      irq_enable_engine_q <= 1'h0;
      irq_enable_test_q <= 1'h0;
    end else if (to_irq_enable) begin
      if (write_strb[0]) irq_enable_engine_q <= write_data[0];
      if (write_strb[0]) irq_enable_test_q <= write_data[1];
    end
  end

  // ---------------------------------------------------------------- pulses
  logic ctrl_reset_q;
  assign ctrl_reset_o = ctrl_reset_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) ctrl_reset_q <= 1'h0;
    else ctrl_reset_q <= to_ctrl & write_strb[0] & write_data[0];
  end

  // ---------------------------------------------------------------- reads
  // A register is chosen in one cycle and read in the next.
  wire [31:0] word_id;
  assign word_id = 32'h4950434c;
  wire [31:0] word_version;
  assign word_version = {16'h1, 16'h0};
  wire [31:0] word_features;
  assign word_features = {10'h0, features_memory_i, 4'h0, features_channels_i, features_codecs_i,
      2'h0, features_window_i, features_host_i};
  wire [31:0] word_next;
  assign word_next = 32'h100;
  wire [31:0] word_ctrl;
  assign word_ctrl = {30'h0, ctrl_local_q, 1'h0};
  wire [31:0] word_status;
  assign word_status = {27'h0, status_win_busy_i, status_mem_busy_i, status_host_busy_i,
      status_local_i, status_resetting_i};
  wire [31:0] word_pending;
  assign word_pending = {30'h0, pending_test_i, pending_engine_i};
  wire [31:0] word_irq_enable;
  assign word_irq_enable = {30'h0, irq_enable_test_q, irq_enable_engine_q};
  wire [31:0] word_test_kind;
  assign word_test_kind = 32'h5450434c;
  wire [31:0] word_test_version;
  assign word_test_version = {16'h1, 16'h0};
  wire [31:0] word_test_base;
  assign word_test_base = 32'h1000;
  wire [31:0] word_test_next;
  assign word_test_next = 32'h110;
  wire [31:0] word_engine_kind;
  assign word_engine_kind = 32'h4450434c;
  wire [31:0] word_engine_version;
  assign word_engine_version = {16'h1, 16'h0};
  wire [31:0] word_engine_base;
  assign word_engine_base = 32'h4000;
  wire [31:0] word_edge_version;
  assign word_edge_version = {16'h1, 16'h0};
  wire [31:0] word_edge_next;
  assign word_edge_next = 32'h0;
  logic [22:0] chosen_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) chosen_q <= '0;
    else begin
      chosen_q[0] <= read & (read_word == 10'h0);
      chosen_q[1] <= read & (read_word == 10'h1);
      chosen_q[2] <= read & (read_word == 10'h2);
      chosen_q[3] <= read & (read_word == 10'h3);
      chosen_q[4] <= read & (read_word == 10'h4);
      chosen_q[5] <= read & (read_word == 10'h5);
      chosen_q[6] <= read & (read_word == 10'h6);
      chosen_q[7] <= read & (read_word == 10'h7);
      chosen_q[8] <= read & (read_word == 10'h8);
      chosen_q[9] <= read & (read_word == 10'h9);
      chosen_q[10] <= read & (read_word == 10'ha);
      chosen_q[11] <= read & (read_word == 10'h40);
      chosen_q[12] <= read & (read_word == 10'h41);
      chosen_q[13] <= read & (read_word == 10'h42);
      chosen_q[14] <= read & (read_word == 10'h43);
      chosen_q[15] <= read & (read_word == 10'h44);
      chosen_q[16] <= read & (read_word == 10'h45);
      chosen_q[17] <= read & (read_word == 10'h46);
      chosen_q[18] <= read & (read_word == 10'h47);
      chosen_q[19] <= read & (read_word == 10'h48);
      chosen_q[20] <= read & (read_word == 10'h49);
      chosen_q[21] <= read & (read_word == 10'h4a);
      chosen_q[22] <= read & (read_word == 10'h4b);
    end
  end
  assign read_data =
        ({32{chosen_q[0]}} & word_id)
      | ({32{chosen_q[1]}} & word_version)
      | ({32{chosen_q[2]}} & git_i)
      | ({32{chosen_q[3]}} & built_i)
      | ({32{chosen_q[4]}} & word_features)
      | ({32{chosen_q[5]}} & word_next)
      | ({32{chosen_q[6]}} & scratch_q)
      | ({32{chosen_q[7]}} & word_ctrl)
      | ({32{chosen_q[8]}} & word_status)
      | ({32{chosen_q[9]}} & word_pending)
      | ({32{chosen_q[10]}} & word_irq_enable)
      | ({32{chosen_q[11]}} & word_test_kind)
      | ({32{chosen_q[12]}} & word_test_version)
      | ({32{chosen_q[13]}} & word_test_base)
      | ({32{chosen_q[14]}} & word_test_next)
      | ({32{chosen_q[15]}} & word_engine_kind)
      | ({32{chosen_q[16]}} & word_engine_version)
      | ({32{chosen_q[17]}} & word_engine_base)
      | ({32{chosen_q[18]}} & engine_next_i)
      | ({32{chosen_q[19]}} & edge_kind_i)
      | ({32{chosen_q[20]}} & word_edge_version)
      | ({32{chosen_q[21]}} & edge_base_i)
      | ({32{chosen_q[22]}} & word_edge_next);
endmodule

`default_nettype wire
