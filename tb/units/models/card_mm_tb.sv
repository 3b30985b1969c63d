// SPDX-License-Identifier: Apache-2.0
// lp_card_mm around card_stub.sv, between two clocks of free periods: +p=, +c= half periods of the
// bridge and of the card in ps, +bursts=, +seed=. Bursts of all lengths, starts and strobes are
// written and read back; all channels pause at random. The last line is "ok" or the fault.
`timescale 1ps / 1ps
`default_nettype none

module card_mm_tb;
  parameter DATA_W = 128;
  parameter REAL = 0; // the card itself, not its stub
  localparam BYTES = DATA_W / 8;
  localparam REGION = 8192;

  integer p_half, c_half, bursts, seed, run, n, i, k, at;
  reg p_clk = 0, c_clk = 0, req_n = 0;
  wire p_rst_n, c_rst_n;
  lp_cdc_reset u_reset (.s_clk_i(p_clk), .s_rst_ni(req_n), .s_rst_no(p_rst_n), .m_clk_i(c_clk),
                        .m_rst_no(c_rst_n));

  reg awvalid = 0, wvalid = 0, arvalid = 0, bready = 0, rready = 0, wlast = 1'bx;
  reg c_awvalid = 0, c_wvalid = 0;
  reg [31:0] c_data = 32'bx;
  reg [14:0] c_addr = 15'bx;
  reg [39:0] awaddr = 40'bx, araddr = 40'bx;
  reg [7:0] awlen = 8'bx, arlen = 8'bx;
  reg [3:0] awid = 4'bx, arid = 4'bx;
  reg [DATA_W-1:0] wdata = {DATA_W{1'bx}};
  reg [BYTES-1:0] wstrb = {BYTES{1'bx}};
  wire awready, wready, bvalid, arready, rvalid, rlast, irq, c_awready, c_wready, c_bvalid;
  wire [3:0] bid, rid;
  wire [1:0] bresp, rresp;
  wire [DATA_W-1:0] rdata;
  // Card memory. A stub of the card has its own and leaves this one alone.
  wire d_awvalid, d_awready, d_wvalid, d_wready, d_wlast, d_bvalid, d_bready, d_arvalid,
      d_arready, d_rvalid, d_rready, d_rlast;
  wire [7:0] d_awid, d_awlen, d_bid, d_arid, d_arlen, d_rid;
  wire [39:0] d_awaddr, d_araddr;
  wire [255:0] d_wdata, d_rdata;
  wire [31:0] d_wstrb;
  wire [1:0] d_bresp, d_rresp;
  lp_card_mm #(.FLITS(20), .CODECS(1), .BURST(4), .READ(8), .DATA_W(DATA_W), .MEM_CDC(1)) u_dut (
      .pcie_clk_i(p_clk), .pcie_rst_ni(p_rst_n), .clk_i(c_clk), .rst_ni(c_rst_n),
      .mem_clk_i(c_clk), .mem_rst_ni(c_rst_n), .irq_o(irq),
      .csr_awvalid_i(c_awvalid), .csr_awready_o(c_awready), .csr_awaddr_i(c_addr),
      .csr_awprot_i(3'd0), .csr_wvalid_i(c_wvalid), .csr_wready_o(c_wready), .csr_wdata_i(c_data),
      .csr_wstrb_i(4'hf), .csr_bvalid_o(c_bvalid), .csr_bready_i(1'b1), .csr_bresp_o(),
      .csr_arvalid_i(1'b0), .csr_arready_o(), .csr_araddr_i(15'd0), .csr_arprot_i(3'd0),
      .csr_rvalid_o(), .csr_rready_i(1'b1), .csr_rdata_o(), .csr_rresp_o(),
      .win_awvalid_i(awvalid), .win_awready_o(awready), .win_awid_i(awid), .win_awaddr_i(awaddr),
      .win_awlen_i(awlen), .win_wvalid_i(wvalid), .win_wready_o(wready), .win_wdata_i(wdata),
      .win_wstrb_i(wstrb), .win_wlast_i(wlast), .win_bvalid_o(bvalid), .win_bready_i(bready),
      .win_bid_o(bid), .win_bresp_o(bresp), .win_arvalid_i(arvalid), .win_arready_o(arready),
      .win_arid_i(arid), .win_araddr_i(araddr), .win_arlen_i(arlen), .win_rvalid_o(rvalid),
      .win_rready_i(rready), .win_rid_o(rid), .win_rdata_o(rdata), .win_rresp_o(rresp),
      .win_rlast_o(rlast),
      .mem_awvalid_o(d_awvalid), .mem_awready_i(d_awready), .mem_awid_o(d_awid),
      .mem_awaddr_o(d_awaddr), .mem_awlen_o(d_awlen), .mem_wvalid_o(d_wvalid),
      .mem_wready_i(d_wready), .mem_wdata_o(d_wdata), .mem_wstrb_o(d_wstrb), .mem_wlast_o(d_wlast),
      .mem_bvalid_i(d_bvalid), .mem_bready_o(d_bready), .mem_bid_i(d_bid), .mem_bresp_i(d_bresp),
      .mem_arvalid_o(d_arvalid), .mem_arready_i(d_arready), .mem_arid_o(d_arid),
      .mem_araddr_o(d_araddr), .mem_arlen_o(d_arlen), .mem_rvalid_i(d_rvalid),
      .mem_rready_o(d_rready), .mem_rid_i(d_rid), .mem_rdata_i(d_rdata), .mem_rresp_i(d_rresp),
      .mem_rlast_i(d_rlast));
  card_memory u_memory (
      .clk_i(c_clk), .rst_ni(c_rst_n), .awvalid_i(d_awvalid), .awready_o(d_awready),
      .awid_i(d_awid), .awaddr_i(d_awaddr), .awlen_i(d_awlen), .wvalid_i(d_wvalid),
      .wready_o(d_wready), .wdata_i(d_wdata), .wstrb_i(d_wstrb), .wlast_i(d_wlast),
      .bvalid_o(d_bvalid), .bready_i(d_bready), .bid_o(d_bid), .bresp_o(d_bresp),
      .arvalid_i(d_arvalid), .arready_o(d_arready), .arid_i(d_arid), .araddr_i(d_araddr),
      .arlen_i(d_arlen), .rvalid_o(d_rvalid), .rready_i(d_rready), .rid_o(d_rid),
      .rdata_o(d_rdata), .rresp_o(d_rresp), .rlast_o(d_rlast));

  task fail(input [8*40-1:0] what);
    begin
      $display("%0s, burst %0d at %0t ps, seed %0d", what, run, $time, seed);
      $finish;
    end
  endtask
  function pauses(input integer dummy);
    pauses = $unsigned($random(seed)) % 3 == 0;
  endfunction

  task csr_write(input [14:0] to, input [31:0] value);
    begin
      #1 {c_awvalid, c_wvalid, c_addr, c_data} = {2'b11, to, value};
      while (c_awvalid | c_wvalid) begin : send
        reg a, w;
        @(posedge p_clk) {a, w} = {c_awready, c_wready};
        #1 {c_awvalid, c_wvalid} = {c_awvalid & ~a, c_wvalid & ~w};
      end
      {c_addr, c_data} = {15'bx, 32'bx};
      while (c_bvalid !== 1'b1) @(posedge p_clk);
      @(posedge p_clk);
    end
  endtask

  // A burst of n beats at the byte address `at`, a multiple of a beat, with this id.
  reg [7:0] due [0:REGION-1];
  integer open;
  task write_burst(input integer full);
    integer left, to;
    begin
      #1 {awaddr, awlen, awid, awvalid} = {8'd0, at, n[7:0] - 8'd1, at[7:4], 1'b1};
      left = n;
      to = at / BYTES * BYTES;
      open = 1;
      for (i = 0; open; i = i + 1) begin : step
        reg a, w, b;
        @(posedge p_clk) {a, w, b} = {awvalid & awready, wvalid & wready, bvalid & bready};
        if (bvalid && (bid !== at[7:4] || bresp !== 2'b00)) fail("not the response that is due");
        #1;
        if (a) {awvalid, awaddr, awlen, awid} = {1'b0, 40'bx, 8'bx, 4'bx};
        if (w) begin
          for (k = 0; k < BYTES; k = k + 1) if (wstrb[k]) due[to + k] = wdata[8*k +: 8];
          to = to + BYTES;
          left = left - 1;
          {wvalid, wlast, wdata, wstrb} = {1'b0, 1'bx, {DATA_W{1'bx}}, {BYTES{1'bx}}};
        end
        if (left > 0 && !wvalid && !pauses(0)) begin
          wvalid = 1;
          wlast = left == 1;
          for (k = 0; k < BYTES; k = k + 1) wdata[8*k +: 8] = $random(seed);
          for (k = 0; k < BYTES; k = k + 1) wstrb[k] = full || !pauses(0);
        end
        if (b) open = 0;
        bready = !pauses(0);
        if (i == 20000) fail("a write does not end");
      end
      if (left != 0) fail("a response before the last beat");
    end
  endtask
  task read_burst;
    integer left, to;
    begin
      #1 {araddr, arlen, arid, arvalid} = {8'd0, at, n[7:0] - 8'd1, at[7:4], 1'b1};
      left = n;
      to = at / BYTES * BYTES;
      for (i = 0; left > 0; i = i + 1) begin : step
        reg a;
        @(posedge p_clk) a = arvalid & arready;
        if (rvalid & rready) begin
          if (rid !== at[7:4] || rresp !== 2'b00) fail("not the id, or not OKAY");
          if (rlast !== (left == 1)) fail("rlast is not at the end");
          for (k = 0; k < BYTES; k = k + 1)
            if (rdata[8*k +: 8] !== due[to + k]) fail("not what was written");
          to = to + BYTES;
          left = left - 1;
        end
        #1;
        if (a) {arvalid, araddr, arlen, arid} = {1'b0, 40'bx, 8'bx, 4'bx};
        rready = !pauses(0);
        if (i == 20000) fail("a read does not end");
      end
    end
  endtask
  // The page, then an offset in it, so that no burst crosses 4 KiB; a start may be any byte.
  task draw;
    begin
      n = 1 + $unsigned($random(seed)) % ($unsigned($random(seed)) % 8 == 0 ? 4096 / BYTES : 9);
      if (n > 256) n = 256;
      at = 4096 * ($unsigned($random(seed)) % 2) +
           $unsigned($random(seed)) % (4096 / BYTES - n + 1) * BYTES +
           $unsigned($random(seed)) % BYTES;
    end
  endtask

  initial begin
    if (!$value$plusargs("p=%d", p_half)) p_half = 500;
    if (!$value$plusargs("c=%d", c_half)) c_half = 500;
    if (!$value$plusargs("bursts=%d", bursts)) bursts = 40;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    fork
      forever #p_half p_clk = ~p_clk;
      #($unsigned($random(seed)) % c_half) forever #c_half c_clk = ~c_clk;
    join
  end

  initial begin
    run = 0;
    #1 repeat (20) @(posedge p_clk);
    #1 req_n = 1;
    while (p_rst_n !== 1'b1 || c_rst_n !== 1'b1) @(posedge p_clk);
    repeat (8) @(posedge p_clk);
    if (irq !== 1'b0) fail("an interrupt");
    if (REAL) begin
      // The self-test fills a beat and signals its end by an interrupt.
      csr_write(15'h0028, 32'd2);
      csr_write(15'h102c, 32'd1);
      csr_write(15'h1018, 32'd1);
      csr_write(15'h1008, 32'd1);
      repeat (60 * c_half / p_half) @(posedge p_clk);
    end else csr_write(15'd0, 32'd1);
    repeat (40 + 20 * c_half / p_half) @(posedge p_clk);
    if (irq !== 1'b1) fail("no interrupt");
    for (at = 0; at < REGION; at = at + n * BYTES) begin
      n = 4096 / BYTES > 256 ? 256 : 4096 / BYTES;
      write_burst(1);
    end
    for (run = 1; run <= bursts; run = run + 1) begin
      draw;
      if ($random(seed) & 1) write_burst(0);
      else read_burst;
    end
    for (at = 0; at < REGION; at = at + n * BYTES) begin
      n = 4096 / BYTES > 256 ? 256 : 4096 / BYTES;
      read_burst;
    end
    $display("ok %0d bursts", bursts);
    $finish;
  end
endmodule

`default_nettype wire
