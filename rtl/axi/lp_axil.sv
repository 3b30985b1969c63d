// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Slave side of an AXI4-Lite port for 32-bit registers without error responses: one write and one
/// read outstanding, address and data of a write in any order, OKAY for every address.
///
/// write_o is high for one cycle, once a write's address and data have arrived and the previous
/// response has been taken; the registers have the new value in the next cycle, in which the
/// response is first offered. read_o is high for one cycle with the register's number; the word
/// must be given in the next cycle, and be 0 in all others.
///
/// Latency: 2 cycles from address and data to a write's response, 3 from a read's address to its
/// word. Interval: 2 cycles for writes, 4 for reads. Ready and valid come straight out of flops.
///
/// Source: AMBA AXI4-Lite (ARM IHI 0022).
///
/// Combinational paths: none.
module lp_axil #(
    /// Bits of a byte address, at least 3; bits 1..0 are ignored.
    parameter int ADDR_W = 12
) (
    /// Clock.
    input  wire logic              clk_i,
    /// Synchronous reset, active low.
    input  wire logic              rst_ni,

    /// AXI4-Lite: AWVALID.
    input  wire logic              awvalid_i,
    /// AXI4-Lite: AWREADY.
    output wire logic              awready_o,
    /// AXI4-Lite: AWADDR.
    input  wire logic [ADDR_W-1:0] awaddr_i,
    /// AXI4-Lite: AWPROT, ignored.
    input  wire logic [2:0]        awprot_i,
    /// AXI4-Lite: WVALID.
    input  wire logic              wvalid_i,
    /// AXI4-Lite: WREADY.
    output wire logic              wready_o,
    /// AXI4-Lite: WDATA.
    input  wire logic [31:0]       wdata_i,
    /// AXI4-Lite: WSTRB.
    input  wire logic [3:0]        wstrb_i,
    /// AXI4-Lite: BVALID.
    output wire logic              bvalid_o,
    /// AXI4-Lite: BREADY.
    input  wire logic              bready_i,
    /// AXI4-Lite: BRESP, OKAY.
    output wire logic [1:0]        bresp_o,
    /// AXI4-Lite: ARVALID.
    input  wire logic              arvalid_i,
    /// AXI4-Lite: ARREADY.
    output wire logic              arready_o,
    /// AXI4-Lite: ARADDR.
    input  wire logic [ADDR_W-1:0] araddr_i,
    /// AXI4-Lite: ARPROT, ignored.
    input  wire logic [2:0]        arprot_i,
    /// AXI4-Lite: RVALID.
    output wire logic              rvalid_o,
    /// AXI4-Lite: RREADY.
    input  wire logic              rready_i,
    /// AXI4-Lite: RDATA, 0 while RVALID is low.
    output wire logic [31:0]       rdata_o,
    /// AXI4-Lite: RRESP, OKAY.
    output wire logic [1:0]        rresp_o,

    /// A write is carried out in this cycle.
    output wire logic              write_o,
    /// Number of its register: address / 4.
    output wire logic [ADDR_W-3:0] write_word_o,
    /// Its data.
    output wire logic [31:0]       write_data_o,
    /// Its bytes.
    output wire logic [3:0]        write_strb_o,
    /// A read is carried out in this cycle.
    output wire logic              read_o,
    /// Number of its register.
    output wire logic [ADDR_W-3:0] read_word_o,
    /// The word, in the cycle after read_o; 0 in any other.
    input  wire logic [31:0]       read_data_i
);
  generate
    if (ADDR_W < 3) begin : g_check_addr_w
      lp_bad_ADDR_W_below_3 u_bad ();
    end
  endgenerate

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = (|awprot_i) | (|arprot_i) | (|awaddr_i[1:0]) | (|araddr_i[1:0]);

  // ---------------------------------------------------------------- writes
  logic aw_q, w_q, b_q;
  logic [ADDR_W-3:0] aw_word_q;
  logic [31:0] w_data_q;
  logic [3:0] w_strb_q;
  assign awready_o = ~aw_q;
  assign wready_o = ~w_q;
  assign bvalid_o = b_q;
  assign bresp_o = 2'b00;
  assign write_o = aw_q & w_q & ~b_q;
  assign write_word_o = aw_word_q;
  assign write_data_o = w_data_q;
  assign write_strb_o = w_strb_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      aw_q <= 1'b0;
      w_q <= 1'b0;
      b_q <= 1'b0;
    end else begin
      aw_q <= (aw_q | awvalid_i) & ~write_o;
      w_q <= (w_q | wvalid_i) & ~write_o;
      b_q <= write_o | (b_q & ~bready_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (~aw_q) aw_word_q <= awaddr_i[ADDR_W-1:2];
    if (~w_q) {w_strb_q, w_data_q} <= {wstrb_i, wdata_i};
  end

  // ---------------------------------------------------------------- reads
  // ar: the address has arrived; look: the word is due; r: it is offered.
  logic idle_q, ar_q, look_q, r_q;
  logic [ADDR_W-3:0] ar_word_q;
  logic [31:0] r_data_q;
  wire take;
  assign take = arvalid_i & idle_q;
  assign arready_o = idle_q;
  assign rvalid_o = r_q;
  assign rdata_o = r_data_q;
  assign rresp_o = 2'b00;
  assign read_o = ar_q;
  assign read_word_o = ar_word_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      idle_q <= 1'b1;
      ar_q <= 1'b0;
      look_q <= 1'b0;
      r_q <= 1'b0;
      r_data_q <= 32'd0;
    end else begin
      idle_q <= (idle_q & ~arvalid_i) | (r_q & rready_i);
      ar_q <= take;
      look_q <= ar_q;
      r_q <= look_q | (r_q & ~rready_i);
      if (look_q | rready_i) r_data_q <= read_data_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (idle_q) ar_word_q <= araddr_i[ADDR_W-1:2];
  end
endmodule

`default_nettype wire
