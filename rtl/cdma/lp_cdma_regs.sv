// SPDX-License-Identifier: Apache-2.0
// Written by synth/regs.py from lp_cdma_regs.rdl: change that file, then `make regs`.
`default_nettype none

/// Registers of the compressing DMA engine. 4 KiB of 32-bit registers on AXI4-Lite. Out (off) is
/// device to host, in (pre) host to device. Every address answers OKAY: unmapped and write-only
/// addresses read as 0, and writes to unmapped and read-only ones are ignored. Bits 1..0 of an
/// address are ignored, byte strobes are observed. No read has a side effect.
///
/// A write takes effect as its response is first offered: outputs have the new value, and pulses
/// are high, in that cycle. A read gives what the register held in the cycle before its word is
/// first offered. An event shows in its register in the next cycle, and in the interrupt's output
/// in the one after; one that comes as software clears it stays. A snapshot has what was added up
/// to two cycles before its response is first offered, and shows from the cycle after that response
/// on.
///
/// Latency: 2 cycles from address and data to a write's response, 3 from a read's address to its
/// word. Interval: 2 cycles for writes, 4 for reads. Every output comes out of flops.
///
/// Source: AMBA AXI4-Lite (ARM IHI 0022); lp_cdma_regs.rdl.
///
/// Combinational paths: none.
module lp_cdma_regs #(
    /// Bits of a sum at most, 8..32; fewer than 32 are for tests, which do not fill more.
    parameter int COUNT_W = 32
) (
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
    /// config.channels: Channels, one per memory controller: 1 to 8.
    input  wire logic [3:0]  config_channels_i,
    /// config.codecs: Codecs: those with numbers below this, so 1 is ZVC, 2 ZVC and BPC, 5 all:
    /// XZVC, EBD and the best for each line too. Raw is always available.
    input  wire logic [3:0]  config_codecs_i,
    /// config.elem: Bits of an element of ZVC: 32, 16 or 8.
    input  wire logic [5:0]  config_elem_i,
    /// config.flits: Flits of 32 bytes in the buffer per channel.
    input  wire logic [15:0] config_flits_i,
    /// ctrl.off_enable: Descriptors of the out ring are taken.
    output wire logic        ctrl_off_enable_o,
    /// ctrl.pre_enable: Descriptors of the in ring are taken.
    output wire logic        ctrl_pre_enable_o,
    /// ctrl.off_abort, for one cycle: Write one: the current descriptor of the out ring ends with
    /// status 11.
    output wire logic        ctrl_off_abort_o,
    /// ctrl.pre_abort, for one cycle: Write one: the current descriptor of the in ring ends with
    /// status 11.
    output wire logic        ctrl_pre_abort_o,
    /// status.off_busy: The out direction is processing a descriptor.
    input  wire logic        status_off_busy_i,
    /// status.pre_busy: The in direction is processing a descriptor.
    input  wire logic        status_pre_busy_i,
    /// status.off_stopped: The out ring has stopped: its tail was more than a ring ahead, or a
    /// completion could not be written.
    input  wire logic        status_off_stopped_i,
    /// status.pre_stopped: The in ring has stopped, for the same reasons.
    input  wire logic        status_pre_stopped_i,
    /// High while an event of irq is set and enabled.
    output wire logic        irq_o,
    /// Sets irq.off_done: A descriptor of the out ring that requests it has completed.
    input  wire logic        irq_off_done_i,
    /// Sets irq.pre_done: A descriptor of the in ring that requests it has completed.
    input  wire logic        irq_pre_done_i,
    /// Sets irq.off_error: A descriptor of the out ring has completed with a status other than 0.
    input  wire logic        irq_off_error_i,
    /// Sets irq.pre_error: A descriptor of the in ring has completed with a status other than 0.
    input  wire logic        irq_pre_error_i,
    /// Sets irq.off_ring: The out ring has stopped.
    input  wire logic        irq_off_ring_i,
    /// Sets irq.pre_ring: The in ring has stopped.
    input  wire logic        irq_pre_ring_i,
    /// policy.rate: Limit of the engine's bandwidth. Bytes per cycle that each direction may move
    /// at device memory, in 1/256; 0: no limit.
    output wire logic [23:0] policy_o,
    /// off.base_lo.addr: Descriptor ring at the host, 64 bytes a descriptor; aligned to 64 bytes.
    /// Write while the direction is disabled. Bits 31..0 of the address.
    output wire logic [31:0] off_base_lo_o,
    /// off.base_hi.addr: Descriptor ring, upper bits. Bits 39..32 of the address.
    output wire logic [7:0]  off_base_hi_o,
    /// off.done_lo.addr: Completion ring at the host, 32 bytes a completion; aligned to 32 bytes.
    /// Write while the direction is disabled. Bits 31..0 of the address.
    output wire logic [31:0] off_done_lo_o,
    /// off.done_hi.addr: Completion ring, upper bits. Bits 39..32 of the address.
    output wire logic [7:0]  off_done_hi_o,
    /// off.size.log2: Size of both rings. Write while the direction is disabled. log2 of the number
    /// of entries: 0 to 12; larger values are treated as 12.
    output wire logic [3:0]  off_size_o,
    /// off.tail.count: Doorbell. Descriptors that software has written, counted up modulo 65536; at
    /// most a ring ahead of head.
    output wire logic [15:0] off_tail_o,
    /// off.head.count: Progress. Descriptors completed, counted up modulo 65536.
    input  wire logic [15:0] off_head_i,
    /// pre.base_lo.addr: Descriptor ring at the host, 64 bytes a descriptor; aligned to 64 bytes.
    /// Write while the direction is disabled. Bits 31..0 of the address.
    output wire logic [31:0] pre_base_lo_o,
    /// pre.base_hi.addr: Descriptor ring, upper bits. Bits 39..32 of the address.
    output wire logic [7:0]  pre_base_hi_o,
    /// pre.done_lo.addr: Completion ring at the host, 32 bytes a completion; aligned to 32 bytes.
    /// Write while the direction is disabled. Bits 31..0 of the address.
    output wire logic [31:0] pre_done_lo_o,
    /// pre.done_hi.addr: Completion ring, upper bits. Bits 39..32 of the address.
    output wire logic [7:0]  pre_done_hi_o,
    /// pre.size.log2: Size of both rings. Write while the direction is disabled. log2 of the number
    /// of entries: 0 to 12; larger values are treated as 12.
    output wire logic [3:0]  pre_size_o,
    /// pre.tail.count: Doorbell. Descriptors that software has written, counted up modulo 65536; at
    /// most a ring ahead of head.
    output wire logic [15:0] pre_tail_o,
    /// pre.head.count: Progress. Descriptors completed, counted up modulo 65536.
    input  wire logic [15:0] pre_head_i,
    /// dev_lo.addr: Window at device memory: data and indexes outside it are refused. Aligned to
    /// 512 bytes. Write while both directions are disabled. Bits 31..0 of the address.
    output wire logic [31:0] dev_lo_o,
    /// dev_hi.addr: Window at device memory, upper bits. Bits 39..32 of the address.
    output wire logic [7:0]  dev_hi_o,
    /// dev_size.groups: Size of the window at device memory. Groups of 512 bytes; 0: nothing.
    output wire logic [30:0] dev_size_o,
    /// host_lo.addr: Window at host memory: streams outside it are refused. Aligned to 512 bytes.
    /// Write while both directions are disabled. Bits 31..0 of the address.
    output wire logic [31:0] host_lo_o,
    /// host_hi.addr: Window at host memory, upper bits. Bits 39..32 of the address.
    output wire logic [7:0]  host_hi_o,
    /// host_size.groups: Size of the window at host memory. Units of 512 bytes; 0: nothing.
    output wire logic [30:0] host_size_o,
    /// Added in this cycle to cycles: Clock cycles.
    input  wire logic        cycles_i,
    /// Added in this cycle to off_groups: Groups that the out direction has drained from the
    /// buffer.
    input  wire logic        off_groups_i,
    /// Added in this cycle to off_beats: Beats of 32 bytes that the link has taken.
    input  wire logic        off_beats_i,
    /// Added in this cycle to off_stall_link: Clock cycles in which the link did not take an
    /// offered beat.
    input  wire logic        off_stall_link_i,
    /// Added in this cycle to off_stall_credit: Clock cycles in which no group could be launched
    /// for lack of space in the buffer.
    input  wire logic        off_stall_credit_i,
    /// Added in this cycle to off_stall_rate: Clock cycles in which the policy held back a group of
    /// the out direction.
    input  wire logic        off_stall_rate_i,
    /// Added in this cycle to off_stall_memory: Clock cycles in which the buffer waited for flits
    /// of the next group.
    input  wire logic        off_stall_memory_i,
    /// This cycle's value of off_high_flits: High water of the buffer.
    input  wire logic [15:0] off_high_flits_i,
    /// Added in this cycle to off_zeros: 32-bit words that are zero, in the groups drained.
    input  wire logic [7:0]  off_zeros_i,
    /// Added in this cycle to pre_groups: Groups that the in direction has written.
    input  wire logic        pre_groups_i,
    /// Added in this cycle to pre_beats: Beats of 32 bytes taken from the link.
    input  wire logic        pre_beats_i,
    /// Added in this cycle to pre_stall_link: Clock cycles in which a beat of the link was needed
    /// and not available.
    input  wire logic        pre_stall_link_i,
    /// Added in this cycle to pre_stall_memory: Clock cycles in which a stored group had to wait
    /// for its channel.
    input  wire logic        pre_stall_memory_i,
    /// Added in this cycle to pre_stall_rate: Clock cycles in which the policy held back a group of
    /// the in direction.
    input  wire logic        pre_stall_rate_i,
    /// Added in this cycle to dev_reads: Sectors of 32 bytes read from device memory, including
    /// indexes.
    input  wire logic [3:0]  dev_reads_i,
    /// Added in this cycle to dev_writes: Sectors of 32 bytes written to device memory, including
    /// indexes.
    input  wire logic [3:0]  dev_writes_i,
    /// Added in this cycle to errors: Descriptors completed with a status other than 0, both
    /// directions.
    input  wire logic [1:0]  errors_i
);
  generate
    if (COUNT_W < 8 || COUNT_W > 32) begin : g_check_count_w
      lp_bad_COUNT_W_not_8_to_32 u_bad ();
    end
  endgenerate
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
  wire to_ctrl;
  assign to_ctrl = write & (write_word == 10'h3);
  wire to_irq;
  assign to_irq = write & (write_word == 10'h5);
  wire to_irq_enable;
  assign to_irq_enable = write & (write_word == 10'h6);
  wire to_policy;
  assign to_policy = write & (write_word == 10'h7);
  wire to_off_base_lo;
  assign to_off_base_lo = write & (write_word == 10'h8);
  wire to_off_base_hi;
  assign to_off_base_hi = write & (write_word == 10'h9);
  wire to_off_done_lo;
  assign to_off_done_lo = write & (write_word == 10'ha);
  wire to_off_done_hi;
  assign to_off_done_hi = write & (write_word == 10'hb);
  wire to_off_size;
  assign to_off_size = write & (write_word == 10'hc);
  wire to_off_tail;
  assign to_off_tail = write & (write_word == 10'hd);
  wire to_pre_base_lo;
  assign to_pre_base_lo = write & (write_word == 10'h10);
  wire to_pre_base_hi;
  assign to_pre_base_hi = write & (write_word == 10'h11);
  wire to_pre_done_lo;
  assign to_pre_done_lo = write & (write_word == 10'h12);
  wire to_pre_done_hi;
  assign to_pre_done_hi = write & (write_word == 10'h13);
  wire to_pre_size;
  assign to_pre_size = write & (write_word == 10'h14);
  wire to_pre_tail;
  assign to_pre_tail = write & (write_word == 10'h15);
  wire to_dev_lo;
  assign to_dev_lo = write & (write_word == 10'h20);
  wire to_dev_hi;
  assign to_dev_hi = write & (write_word == 10'h21);
  wire to_dev_size;
  assign to_dev_size = write & (write_word == 10'h22);
  wire to_host_lo;
  assign to_host_lo = write & (write_word == 10'h24);
  wire to_host_hi;
  assign to_host_hi = write & (write_word == 10'h25);
  wire to_host_size;
  assign to_host_size = write & (write_word == 10'h26);
  wire to_snapshot;
  assign to_snapshot = write & (write_word == 10'h3f);

  // ---------------------------------------------------------------- registers that software writes
  logic ctrl_off_enable_q;
  assign ctrl_off_enable_o = ctrl_off_enable_q;
  logic ctrl_pre_enable_q;
  assign ctrl_pre_enable_o = ctrl_pre_enable_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ctrl_off_enable_q <= 1'h0;
      ctrl_pre_enable_q <= 1'h0;
    end else if (to_ctrl) begin
      if (write_strb[0]) ctrl_off_enable_q <= write_data[0];
      if (write_strb[0]) ctrl_pre_enable_q <= write_data[1];
    end
  end
  logic irq_enable_off_done_q;
  logic irq_enable_pre_done_q;
  logic irq_enable_off_error_q;
  logic irq_enable_pre_error_q;
  logic irq_enable_off_ring_q;
  logic irq_enable_pre_ring_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      irq_enable_off_done_q <= 1'h0;
      irq_enable_pre_done_q <= 1'h0;
      irq_enable_off_error_q <= 1'h0;
      irq_enable_pre_error_q <= 1'h0;
      irq_enable_off_ring_q <= 1'h0;
      irq_enable_pre_ring_q <= 1'h0;
    end else if (to_irq_enable) begin
      if (write_strb[0]) irq_enable_off_done_q <= write_data[0];
      if (write_strb[0]) irq_enable_pre_done_q <= write_data[1];
      if (write_strb[0]) irq_enable_off_error_q <= write_data[2];
      if (write_strb[0]) irq_enable_pre_error_q <= write_data[3];
      if (write_strb[0]) irq_enable_off_ring_q <= write_data[4];
      if (write_strb[0]) irq_enable_pre_ring_q <= write_data[5];
    end
  end
  logic [23:0] policy_q;
  assign policy_o = policy_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      policy_q <= 24'h0;
    end else if (to_policy) begin
      if (write_strb[0]) policy_q[7:0] <= write_data[7:0];
      if (write_strb[1]) policy_q[15:8] <= write_data[15:8];
      if (write_strb[2]) policy_q[23:16] <= write_data[23:16];
    end
  end
  logic [31:0] off_base_lo_q;
  assign off_base_lo_o = off_base_lo_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      off_base_lo_q <= 32'h0;
    end else if (to_off_base_lo) begin
      if (write_strb[0]) off_base_lo_q[7:0] <= write_data[7:0];
      if (write_strb[1]) off_base_lo_q[15:8] <= write_data[15:8];
      if (write_strb[2]) off_base_lo_q[23:16] <= write_data[23:16];
      if (write_strb[3]) off_base_lo_q[31:24] <= write_data[31:24];
    end
  end
  logic [7:0] off_base_hi_q;
  assign off_base_hi_o = off_base_hi_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      off_base_hi_q <= 8'h0;
    end else if (to_off_base_hi) begin
      if (write_strb[0]) off_base_hi_q <= write_data[7:0];
    end
  end
  logic [31:0] off_done_lo_q;
  assign off_done_lo_o = off_done_lo_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      off_done_lo_q <= 32'h0;
    end else if (to_off_done_lo) begin
      if (write_strb[0]) off_done_lo_q[7:0] <= write_data[7:0];
      if (write_strb[1]) off_done_lo_q[15:8] <= write_data[15:8];
      if (write_strb[2]) off_done_lo_q[23:16] <= write_data[23:16];
      if (write_strb[3]) off_done_lo_q[31:24] <= write_data[31:24];
    end
  end
  logic [7:0] off_done_hi_q;
  assign off_done_hi_o = off_done_hi_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      off_done_hi_q <= 8'h0;
    end else if (to_off_done_hi) begin
      if (write_strb[0]) off_done_hi_q <= write_data[7:0];
    end
  end
  logic [3:0] off_size_q;
  assign off_size_o = off_size_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      off_size_q <= 4'h0;
    end else if (to_off_size) begin
      if (write_strb[0]) off_size_q <= write_data[3:0];
    end
  end
  logic [15:0] off_tail_q;
  assign off_tail_o = off_tail_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      off_tail_q <= 16'h0;
    end else if (to_off_tail) begin
      if (write_strb[0]) off_tail_q[7:0] <= write_data[7:0];
      if (write_strb[1]) off_tail_q[15:8] <= write_data[15:8];
    end
  end
  logic [31:0] pre_base_lo_q;
  assign pre_base_lo_o = pre_base_lo_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pre_base_lo_q <= 32'h0;
    end else if (to_pre_base_lo) begin
      if (write_strb[0]) pre_base_lo_q[7:0] <= write_data[7:0];
      if (write_strb[1]) pre_base_lo_q[15:8] <= write_data[15:8];
      if (write_strb[2]) pre_base_lo_q[23:16] <= write_data[23:16];
      if (write_strb[3]) pre_base_lo_q[31:24] <= write_data[31:24];
    end
  end
  logic [7:0] pre_base_hi_q;
  assign pre_base_hi_o = pre_base_hi_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pre_base_hi_q <= 8'h0;
    end else if (to_pre_base_hi) begin
      if (write_strb[0]) pre_base_hi_q <= write_data[7:0];
    end
  end
  logic [31:0] pre_done_lo_q;
  assign pre_done_lo_o = pre_done_lo_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pre_done_lo_q <= 32'h0;
    end else if (to_pre_done_lo) begin
      if (write_strb[0]) pre_done_lo_q[7:0] <= write_data[7:0];
      if (write_strb[1]) pre_done_lo_q[15:8] <= write_data[15:8];
      if (write_strb[2]) pre_done_lo_q[23:16] <= write_data[23:16];
      if (write_strb[3]) pre_done_lo_q[31:24] <= write_data[31:24];
    end
  end
  logic [7:0] pre_done_hi_q;
  assign pre_done_hi_o = pre_done_hi_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pre_done_hi_q <= 8'h0;
    end else if (to_pre_done_hi) begin
      if (write_strb[0]) pre_done_hi_q <= write_data[7:0];
    end
  end
  logic [3:0] pre_size_q;
  assign pre_size_o = pre_size_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pre_size_q <= 4'h0;
    end else if (to_pre_size) begin
      if (write_strb[0]) pre_size_q <= write_data[3:0];
    end
  end
  logic [15:0] pre_tail_q;
  assign pre_tail_o = pre_tail_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pre_tail_q <= 16'h0;
    end else if (to_pre_tail) begin
      if (write_strb[0]) pre_tail_q[7:0] <= write_data[7:0];
      if (write_strb[1]) pre_tail_q[15:8] <= write_data[15:8];
    end
  end
  logic [31:0] dev_lo_q;
  assign dev_lo_o = dev_lo_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      dev_lo_q <= 32'h0;
    end else if (to_dev_lo) begin
      if (write_strb[0]) dev_lo_q[7:0] <= write_data[7:0];
      if (write_strb[1]) dev_lo_q[15:8] <= write_data[15:8];
      if (write_strb[2]) dev_lo_q[23:16] <= write_data[23:16];
      if (write_strb[3]) dev_lo_q[31:24] <= write_data[31:24];
    end
  end
  logic [7:0] dev_hi_q;
  assign dev_hi_o = dev_hi_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      dev_hi_q <= 8'h0;
    end else if (to_dev_hi) begin
      if (write_strb[0]) dev_hi_q <= write_data[7:0];
    end
  end
  logic [30:0] dev_size_q;
  assign dev_size_o = dev_size_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      dev_size_q <= 31'h0;
    end else if (to_dev_size) begin
      if (write_strb[0]) dev_size_q[7:0] <= write_data[7:0];
      if (write_strb[1]) dev_size_q[15:8] <= write_data[15:8];
      if (write_strb[2]) dev_size_q[23:16] <= write_data[23:16];
      if (write_strb[3]) dev_size_q[30:24] <= write_data[30:24];
    end
  end
  logic [31:0] host_lo_q;
  assign host_lo_o = host_lo_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      host_lo_q <= 32'h0;
    end else if (to_host_lo) begin
      if (write_strb[0]) host_lo_q[7:0] <= write_data[7:0];
      if (write_strb[1]) host_lo_q[15:8] <= write_data[15:8];
      if (write_strb[2]) host_lo_q[23:16] <= write_data[23:16];
      if (write_strb[3]) host_lo_q[31:24] <= write_data[31:24];
    end
  end
  logic [7:0] host_hi_q;
  assign host_hi_o = host_hi_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      host_hi_q <= 8'h0;
    end else if (to_host_hi) begin
      if (write_strb[0]) host_hi_q <= write_data[7:0];
    end
  end
  logic [30:0] host_size_q;
  assign host_size_o = host_size_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      host_size_q <= 31'h0;
    end else if (to_host_size) begin
      if (write_strb[0]) host_size_q[7:0] <= write_data[7:0];
      if (write_strb[1]) host_size_q[15:8] <= write_data[15:8];
      if (write_strb[2]) host_size_q[23:16] <= write_data[23:16];
      if (write_strb[3]) host_size_q[30:24] <= write_data[30:24];
    end
  end

  // ---------------------------------------------------------------- pulses
  logic ctrl_off_abort_q;
  assign ctrl_off_abort_o = ctrl_off_abort_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) ctrl_off_abort_q <= 1'h0;
    else ctrl_off_abort_q <= to_ctrl & write_strb[2] & write_data[16];
  end
  logic ctrl_pre_abort_q;
  assign ctrl_pre_abort_o = ctrl_pre_abort_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) ctrl_pre_abort_q <= 1'h0;
    else ctrl_pre_abort_q <= to_ctrl & write_strb[2] & write_data[17];
  end
  logic snapshot_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) snapshot_q <= 1'h0;
    else snapshot_q <= to_snapshot & write_strb[0] & write_data[0];
  end

  // ---------------------------------------------------------------- events
  logic irq_off_done_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_off_done_q <= 1'h0;
    else irq_off_done_q <= irq_off_done_i | (irq_off_done_q
        & ~(to_irq & write_strb[0] & write_data[0]));
  end
  logic irq_pre_done_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_pre_done_q <= 1'h0;
    else irq_pre_done_q <= irq_pre_done_i | (irq_pre_done_q
        & ~(to_irq & write_strb[0] & write_data[1]));
  end
  logic irq_off_error_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_off_error_q <= 1'h0;
    else irq_off_error_q <= irq_off_error_i | (irq_off_error_q
        & ~(to_irq & write_strb[0] & write_data[2]));
  end
  logic irq_pre_error_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_pre_error_q <= 1'h0;
    else irq_pre_error_q <= irq_pre_error_i | (irq_pre_error_q
        & ~(to_irq & write_strb[0] & write_data[3]));
  end
  logic irq_off_ring_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_off_ring_q <= 1'h0;
    else irq_off_ring_q <= irq_off_ring_i | (irq_off_ring_q
        & ~(to_irq & write_strb[0] & write_data[4]));
  end
  logic irq_pre_ring_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_pre_ring_q <= 1'h0;
    else irq_pre_ring_q <= irq_pre_ring_i | (irq_pre_ring_q
        & ~(to_irq & write_strb[0] & write_data[5]));
  end

  // ---------------------------------------------------------------- counts
  wire [31:0] cycles_count;
  wire [COUNT_W-1:0] cycles_sum;
  assign cycles_count = 32'(cycles_sum);
  lp_count #(.WIDTH(COUNT_W), .ADD_W(1)) u_cycles (
      .clk_i, .rst_ni, .add_i(cycles_i), .take_i(snapshot_q),
      .count_o(cycles_sum));
  wire [31:0] off_groups_count;
  wire [COUNT_W-1:0] off_groups_sum;
  assign off_groups_count = 32'(off_groups_sum);
  lp_count #(.WIDTH(COUNT_W), .ADD_W(1)) u_off_groups (
      .clk_i, .rst_ni, .add_i(off_groups_i), .take_i(snapshot_q),
      .count_o(off_groups_sum));
  wire [31:0] off_beats_count;
  wire [COUNT_W-1:0] off_beats_sum;
  assign off_beats_count = 32'(off_beats_sum);
  lp_count #(.WIDTH(COUNT_W), .ADD_W(1)) u_off_beats (
      .clk_i, .rst_ni, .add_i(off_beats_i), .take_i(snapshot_q),
      .count_o(off_beats_sum));
  wire [31:0] off_stall_link_count;
  wire [COUNT_W-1:0] off_stall_link_sum;
  assign off_stall_link_count = 32'(off_stall_link_sum);
  lp_count #(.WIDTH(COUNT_W), .ADD_W(1)) u_off_stall_link (
      .clk_i, .rst_ni, .add_i(off_stall_link_i), .take_i(snapshot_q),
      .count_o(off_stall_link_sum));
  wire [31:0] off_stall_credit_count;
  wire [COUNT_W-1:0] off_stall_credit_sum;
  assign off_stall_credit_count = 32'(off_stall_credit_sum);
  lp_count #(.WIDTH(COUNT_W), .ADD_W(1)) u_off_stall_credit (
      .clk_i, .rst_ni, .add_i(off_stall_credit_i), .take_i(snapshot_q),
      .count_o(off_stall_credit_sum));
  wire [31:0] off_stall_rate_count;
  wire [COUNT_W-1:0] off_stall_rate_sum;
  assign off_stall_rate_count = 32'(off_stall_rate_sum);
  lp_count #(.WIDTH(COUNT_W), .ADD_W(1)) u_off_stall_rate (
      .clk_i, .rst_ni, .add_i(off_stall_rate_i), .take_i(snapshot_q),
      .count_o(off_stall_rate_sum));
  wire [31:0] off_stall_memory_count;
  wire [COUNT_W-1:0] off_stall_memory_sum;
  assign off_stall_memory_count = 32'(off_stall_memory_sum);
  lp_count #(.WIDTH(COUNT_W), .ADD_W(1)) u_off_stall_memory (
      .clk_i, .rst_ni, .add_i(off_stall_memory_i), .take_i(snapshot_q),
      .count_o(off_stall_memory_sum));
  wire [15:0] off_high_flits_count;
  lp_count #(.WIDTH(16), .ADD_W(16), .LARGEST(1)) u_off_high_flits (
      .clk_i, .rst_ni, .add_i(off_high_flits_i), .take_i(snapshot_q),
      .count_o(off_high_flits_count));
  wire [31:0] off_zeros_count;
  wire [COUNT_W-1:0] off_zeros_sum;
  assign off_zeros_count = 32'(off_zeros_sum);
  lp_count #(.WIDTH(COUNT_W), .ADD_W(8)) u_off_zeros (
      .clk_i, .rst_ni, .add_i(off_zeros_i), .take_i(snapshot_q),
      .count_o(off_zeros_sum));
  wire [31:0] pre_groups_count;
  wire [COUNT_W-1:0] pre_groups_sum;
  assign pre_groups_count = 32'(pre_groups_sum);
  lp_count #(.WIDTH(COUNT_W), .ADD_W(1)) u_pre_groups (
      .clk_i, .rst_ni, .add_i(pre_groups_i), .take_i(snapshot_q),
      .count_o(pre_groups_sum));
  wire [31:0] pre_beats_count;
  wire [COUNT_W-1:0] pre_beats_sum;
  assign pre_beats_count = 32'(pre_beats_sum);
  lp_count #(.WIDTH(COUNT_W), .ADD_W(1)) u_pre_beats (
      .clk_i, .rst_ni, .add_i(pre_beats_i), .take_i(snapshot_q),
      .count_o(pre_beats_sum));
  wire [31:0] pre_stall_link_count;
  wire [COUNT_W-1:0] pre_stall_link_sum;
  assign pre_stall_link_count = 32'(pre_stall_link_sum);
  lp_count #(.WIDTH(COUNT_W), .ADD_W(1)) u_pre_stall_link (
      .clk_i, .rst_ni, .add_i(pre_stall_link_i), .take_i(snapshot_q),
      .count_o(pre_stall_link_sum));
  wire [31:0] pre_stall_memory_count;
  wire [COUNT_W-1:0] pre_stall_memory_sum;
  assign pre_stall_memory_count = 32'(pre_stall_memory_sum);
  lp_count #(.WIDTH(COUNT_W), .ADD_W(1)) u_pre_stall_memory (
      .clk_i, .rst_ni, .add_i(pre_stall_memory_i), .take_i(snapshot_q),
      .count_o(pre_stall_memory_sum));
  wire [31:0] pre_stall_rate_count;
  wire [COUNT_W-1:0] pre_stall_rate_sum;
  assign pre_stall_rate_count = 32'(pre_stall_rate_sum);
  lp_count #(.WIDTH(COUNT_W), .ADD_W(1)) u_pre_stall_rate (
      .clk_i, .rst_ni, .add_i(pre_stall_rate_i), .take_i(snapshot_q),
      .count_o(pre_stall_rate_sum));
  wire [31:0] dev_reads_count;
  wire [COUNT_W-1:0] dev_reads_sum;
  assign dev_reads_count = 32'(dev_reads_sum);
  lp_count #(.WIDTH(COUNT_W), .ADD_W(4)) u_dev_reads (
      .clk_i, .rst_ni, .add_i(dev_reads_i), .take_i(snapshot_q),
      .count_o(dev_reads_sum));
  wire [31:0] dev_writes_count;
  wire [COUNT_W-1:0] dev_writes_sum;
  assign dev_writes_count = 32'(dev_writes_sum);
  lp_count #(.WIDTH(COUNT_W), .ADD_W(4)) u_dev_writes (
      .clk_i, .rst_ni, .add_i(dev_writes_i), .take_i(snapshot_q),
      .count_o(dev_writes_sum));
  wire [31:0] errors_count;
  wire [COUNT_W-1:0] errors_sum;
  assign errors_count = 32'(errors_sum);
  lp_count #(.WIDTH(COUNT_W), .ADD_W(2)) u_errors (
      .clk_i, .rst_ni, .add_i(errors_i), .take_i(snapshot_q),
      .count_o(errors_sum));
  logic irq_any_q;
  assign irq_o = irq_any_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_any_q <= 1'b0;
    else irq_any_q <= (irq_off_done_q & irq_enable_off_done_q)
        | (irq_pre_done_q & irq_enable_pre_done_q)
        | (irq_off_error_q & irq_enable_off_error_q)
        | (irq_pre_error_q & irq_enable_pre_error_q)
        | (irq_off_ring_q & irq_enable_off_ring_q)
        | (irq_pre_ring_q & irq_enable_pre_ring_q);
  end

  // ---------------------------------------------------------------- reads
  // A register is chosen in one cycle and read in the next.
  wire [31:0] word_id;
  assign word_id = 32'h4450434c;
  wire [31:0] word_version;
  assign word_version = {16'h1, 16'h0};
  wire [31:0] word_config;
  assign word_config = {config_flits_i, 2'h0, config_elem_i, config_codecs_i, config_channels_i};
  wire [31:0] word_ctrl;
  assign word_ctrl = {30'h0, ctrl_pre_enable_q, ctrl_off_enable_q};
  wire [31:0] word_status;
  assign word_status = {14'h0, status_pre_stopped_i, status_off_stopped_i, 14'h0, status_pre_busy_i,
      status_off_busy_i};
  wire [31:0] word_irq;
  assign word_irq = {26'h0, irq_pre_ring_q, irq_off_ring_q, irq_pre_error_q, irq_off_error_q,
      irq_pre_done_q, irq_off_done_q};
  wire [31:0] word_irq_enable;
  assign word_irq_enable = {26'h0, irq_enable_pre_ring_q, irq_enable_off_ring_q,
      irq_enable_pre_error_q, irq_enable_off_error_q, irq_enable_pre_done_q, irq_enable_off_done_q};
  wire [31:0] word_policy;
  assign word_policy = {8'h0, policy_q};
  wire [31:0] word_off_base_hi;
  assign word_off_base_hi = {24'h0, off_base_hi_q};
  wire [31:0] word_off_done_hi;
  assign word_off_done_hi = {24'h0, off_done_hi_q};
  wire [31:0] word_off_size;
  assign word_off_size = {28'h0, off_size_q};
  wire [31:0] word_off_tail;
  assign word_off_tail = {16'h0, off_tail_q};
  wire [31:0] word_off_head;
  assign word_off_head = {16'h0, off_head_i};
  wire [31:0] word_pre_base_hi;
  assign word_pre_base_hi = {24'h0, pre_base_hi_q};
  wire [31:0] word_pre_done_hi;
  assign word_pre_done_hi = {24'h0, pre_done_hi_q};
  wire [31:0] word_pre_size;
  assign word_pre_size = {28'h0, pre_size_q};
  wire [31:0] word_pre_tail;
  assign word_pre_tail = {16'h0, pre_tail_q};
  wire [31:0] word_pre_head;
  assign word_pre_head = {16'h0, pre_head_i};
  wire [31:0] word_dev_hi;
  assign word_dev_hi = {24'h0, dev_hi_q};
  wire [31:0] word_dev_size;
  assign word_dev_size = {1'h0, dev_size_q};
  wire [31:0] word_host_hi;
  assign word_host_hi = {24'h0, host_hi_q};
  wire [31:0] word_host_size;
  assign word_host_size = {1'h0, host_size_q};
  wire [31:0] word_off_high_flits;
  assign word_off_high_flits = {16'h0, off_high_flits_count};
  logic [44:0] chosen_q;
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
      chosen_q[11] <= read & (read_word == 10'hb);
      chosen_q[12] <= read & (read_word == 10'hc);
      chosen_q[13] <= read & (read_word == 10'hd);
      chosen_q[14] <= read & (read_word == 10'he);
      chosen_q[15] <= read & (read_word == 10'h10);
      chosen_q[16] <= read & (read_word == 10'h11);
      chosen_q[17] <= read & (read_word == 10'h12);
      chosen_q[18] <= read & (read_word == 10'h13);
      chosen_q[19] <= read & (read_word == 10'h14);
      chosen_q[20] <= read & (read_word == 10'h15);
      chosen_q[21] <= read & (read_word == 10'h16);
      chosen_q[22] <= read & (read_word == 10'h20);
      chosen_q[23] <= read & (read_word == 10'h21);
      chosen_q[24] <= read & (read_word == 10'h22);
      chosen_q[25] <= read & (read_word == 10'h24);
      chosen_q[26] <= read & (read_word == 10'h25);
      chosen_q[27] <= read & (read_word == 10'h26);
      chosen_q[28] <= read & (read_word == 10'h40);
      chosen_q[29] <= read & (read_word == 10'h41);
      chosen_q[30] <= read & (read_word == 10'h42);
      chosen_q[31] <= read & (read_word == 10'h43);
      chosen_q[32] <= read & (read_word == 10'h44);
      chosen_q[33] <= read & (read_word == 10'h45);
      chosen_q[34] <= read & (read_word == 10'h46);
      chosen_q[35] <= read & (read_word == 10'h47);
      chosen_q[36] <= read & (read_word == 10'h48);
      chosen_q[37] <= read & (read_word == 10'h49);
      chosen_q[38] <= read & (read_word == 10'h4a);
      chosen_q[39] <= read & (read_word == 10'h4b);
      chosen_q[40] <= read & (read_word == 10'h4c);
      chosen_q[41] <= read & (read_word == 10'h4d);
      chosen_q[42] <= read & (read_word == 10'h4e);
      chosen_q[43] <= read & (read_word == 10'h4f);
      chosen_q[44] <= read & (read_word == 10'h50);
    end
  end
  assign read_data =
        ({32{chosen_q[0]}} & word_id)
      | ({32{chosen_q[1]}} & word_version)
      | ({32{chosen_q[2]}} & word_config)
      | ({32{chosen_q[3]}} & word_ctrl)
      | ({32{chosen_q[4]}} & word_status)
      | ({32{chosen_q[5]}} & word_irq)
      | ({32{chosen_q[6]}} & word_irq_enable)
      | ({32{chosen_q[7]}} & word_policy)
      | ({32{chosen_q[8]}} & off_base_lo_q)
      | ({32{chosen_q[9]}} & word_off_base_hi)
      | ({32{chosen_q[10]}} & off_done_lo_q)
      | ({32{chosen_q[11]}} & word_off_done_hi)
      | ({32{chosen_q[12]}} & word_off_size)
      | ({32{chosen_q[13]}} & word_off_tail)
      | ({32{chosen_q[14]}} & word_off_head)
      | ({32{chosen_q[15]}} & pre_base_lo_q)
      | ({32{chosen_q[16]}} & word_pre_base_hi)
      | ({32{chosen_q[17]}} & pre_done_lo_q)
      | ({32{chosen_q[18]}} & word_pre_done_hi)
      | ({32{chosen_q[19]}} & word_pre_size)
      | ({32{chosen_q[20]}} & word_pre_tail)
      | ({32{chosen_q[21]}} & word_pre_head)
      | ({32{chosen_q[22]}} & dev_lo_q)
      | ({32{chosen_q[23]}} & word_dev_hi)
      | ({32{chosen_q[24]}} & word_dev_size)
      | ({32{chosen_q[25]}} & host_lo_q)
      | ({32{chosen_q[26]}} & word_host_hi)
      | ({32{chosen_q[27]}} & word_host_size)
      | ({32{chosen_q[28]}} & cycles_count)
      | ({32{chosen_q[29]}} & off_groups_count)
      | ({32{chosen_q[30]}} & off_beats_count)
      | ({32{chosen_q[31]}} & off_stall_link_count)
      | ({32{chosen_q[32]}} & off_stall_credit_count)
      | ({32{chosen_q[33]}} & off_stall_rate_count)
      | ({32{chosen_q[34]}} & off_stall_memory_count)
      | ({32{chosen_q[35]}} & word_off_high_flits)
      | ({32{chosen_q[36]}} & off_zeros_count)
      | ({32{chosen_q[37]}} & pre_groups_count)
      | ({32{chosen_q[38]}} & pre_beats_count)
      | ({32{chosen_q[39]}} & pre_stall_link_count)
      | ({32{chosen_q[40]}} & pre_stall_memory_count)
      | ({32{chosen_q[41]}} & pre_stall_rate_count)
      | ({32{chosen_q[42]}} & dev_reads_count)
      | ({32{chosen_q[43]}} & dev_writes_count)
      | ({32{chosen_q[44]}} & errors_count);
endmodule

`default_nettype wire
