// SPDX-License-Identifier: Apache-2.0
// lp_card_st around card_stub.sv, between two clocks of free periods: +p=, +c= half periods of the
// bridge and of the card in ps, +runs=, +seed=. Each run moves beats into card memory and back and
// compares them; both streams pause at random. The last line is "ok" or the fault.
`timescale 1ps / 1ps
`default_nettype none

module card_st_tb;
  parameter DATA_W = 128;
  parameter REAL = 0; // the card itself, not its stub
  localparam PARTS = 256 / DATA_W;
  localparam MOST = 64 * PARTS;

  integer p_half, c_half, runs, seed, n, i, run, sent = 0, got = 0, due = 0, pulses = 0;
  reg p_clk = 0, c_clk = 0, req_n = 0;
  wire p_rst_n, c_rst_n;
  lp_cdc_reset u_reset (.s_clk_i(p_clk), .s_rst_ni(req_n), .s_rst_no(p_rst_n), .m_clk_i(c_clk),
                        .m_rst_no(c_rst_n));

  reg awvalid = 0, wvalid = 0, arvalid = 0, in_valid = 0, out_ready = 0;
  reg [14:0] addr = 15'bx;
  reg [31:0] wdata = 32'bx, word;
  reg [DATA_W-1:0] in_data = {DATA_W{1'bx}}, parts [0:MOST-1];
  wire awready, wready, bvalid, arready, rvalid, in_ready, out_valid, out_last;
  wire [1:0] bresp, rresp, irq;
  wire [31:0] rdata;
  wire [DATA_W-1:0] out_data;
  // Card memory. A stub of the card has its own and leaves this one alone.
  wire d_awvalid, d_awready, d_wvalid, d_wready, d_wlast, d_bvalid, d_bready, d_arvalid,
      d_arready, d_rvalid, d_rready, d_rlast;
  wire [7:0] d_awid, d_awlen, d_bid, d_arid, d_arlen, d_rid;
  wire [39:0] d_awaddr, d_araddr;
  wire [255:0] d_wdata, d_rdata;
  wire [31:0] d_wstrb;
  wire [1:0] d_bresp, d_rresp;
  lp_card_st #(.FLITS(20), .CODECS(1), .BURST(4), .READ(8), .DATA_W(DATA_W), .MOVE(4),
               .AGAIN(8)) u_dut (
      .pcie_clk_i(p_clk), .pcie_rst_ni(p_rst_n), .clk_i(c_clk), .rst_ni(c_rst_n), .irq_o(irq),
      .csr_awvalid_i(awvalid), .csr_awready_o(awready), .csr_awaddr_i(addr), .csr_awprot_i(3'd0),
      .csr_wvalid_i(wvalid), .csr_wready_o(wready), .csr_wdata_i(wdata), .csr_wstrb_i(4'hf),
      .csr_bvalid_o(bvalid), .csr_bready_i(1'b1), .csr_bresp_o(bresp), .csr_arvalid_i(arvalid),
      .csr_arready_o(arready), .csr_araddr_i(addr), .csr_arprot_i(3'd0), .csr_rvalid_o(rvalid),
      .csr_rready_i(1'b1), .csr_rdata_o(rdata), .csr_rresp_o(rresp), .in_tvalid_i(in_valid),
      .in_tready_o(in_ready), .in_tdata_i(in_data), .out_tvalid_o(out_valid),
      .out_tready_i(out_ready), .out_tdata_o(out_data), .out_tlast_o(out_last),
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
      $display("%0s, run %0d at %0t ps, seed %0d", what, run, $time, seed);
      $finish;
    end
  endtask

  // ---------------------------------------------------------------- registers
  task write(input [14:0] at, input [31:0] value);
    begin
      #1 {addr, wdata, awvalid, wvalid} = {at, value, 2'b11};
      while (awvalid | wvalid) begin : send
        reg a, w;
        @(posedge p_clk) {a, w} = {awready, wready};
        #1 {awvalid, wvalid} = {awvalid & ~a, wvalid & ~w};
      end
      {addr, wdata} = {15'bx, 32'bx};
      while (bvalid !== 1'b1) @(posedge p_clk);
      if (bresp !== 2'b00) fail("a write is not OKAY");
      @(posedge p_clk);
    end
  endtask
  task read(input [14:0] at);
    begin
      #1 {addr, arvalid} = {at, 1'b1};
      while (arvalid) begin : send
        reg a;
        @(posedge p_clk) a = arready;
        #1 arvalid = ~a;
      end
      addr = 15'bx;
      while (rvalid !== 1'b1) @(posedge p_clk);
      if (rresp !== 2'b00) fail("a read is not OKAY");
      word = rdata;
      @(posedge p_clk);
    end
  endtask
  task wait_idle(input integer which);
    begin
      word = 32'hffffffff;
      for (i = 0; word[which] !== 1'b0; i = i + 1) begin
        read(15'h5014);
        if (i == 3000) fail("a run does not end");
      end
    end
  endtask

  // ---------------------------------------------------------------- streams
  reg took;
  always @(posedge p_clk) if (p_rst_n) begin
    took = in_valid & in_ready;
    if (took) sent = sent + 1;
    #1;
    if (took | ~in_valid) begin
      in_valid = sent < due && $unsigned($random(seed)) % 3 != 0;
      in_data = in_valid ? parts[sent] : {DATA_W{1'bx}};
    end
  end
  always @(posedge p_clk) if (p_rst_n) begin
    if (out_valid !== 1'b0 && out_valid !== 1'b1) fail("out_tvalid_o is unknown");
    if (out_valid & out_ready) begin
      if (got >= due || out_data !== parts[got]) fail("not what was written");
      if (out_last !== (got + 1 == due)) fail("out_tlast_o is not at the end");
      got = got + 1;
    end
    pulses = pulses + irq[1];
    #1 out_ready = $unsigned($random(seed)) % 3 != 0;
  end

  // A run in and out again.
  task move(input integer beats);
    begin
      n = beats;
      for (i = 0; i < n * PARTS; i = i + 1)
        parts[i] = {$random(seed), $random(seed), $random(seed), $random(seed)};
      {sent, got, due} = {32'd0, 32'd0, n * PARTS};
      word = $unsigned($random(seed)) % 32'h10000 & ~32'h1f;
      write(15'h5030, word);
      write(15'h5040, word);
      write(15'h5038, n);
      write(15'h5048, n);
      write(15'h5010, 1);
      wait_idle(0);
      if (sent != due) fail("put ends before the stream");
      if (word[2]) fail("an error");
      pulses = 0;
      write(15'h5010, 2);
      wait_idle(1);
      for (i = 0; got < due; i = i + 1) @(posedge p_clk) if (i == 3000) fail("too little comes");
      repeat (40) @(posedge p_clk);
      if (pulses == 0) fail("no interrupt");
      write(15'h5020, 3);
    end
  endtask

  initial begin
    if (!$value$plusargs("p=%d", p_half)) p_half = 500;
    if (!$value$plusargs("c=%d", c_half)) c_half = 500;
    if (!$value$plusargs("runs=%d", runs)) runs = 5;
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
    read(15'h5000);
    if (word !== 32'h4d50434c) fail("page 5 has another id");
    read(15'h5008);
    if (word !== 32'h5000) fail("page 5 is somewhere else");
    if (REAL) begin
      write(15'h0018, 32'h12345678);
      read(15'h0018);
      if (word !== 32'h12345678) fail("scratch holds something else");
      read(15'h0120);
      if (word !== 32'h4d50434c) fail("the list of blocks has no mover");
    end else for (n = 0; n < 8; n = n + 1) if (n != 5) write({n[2:0], 12'h024}, 32'h1000 * n + 7);
    for (n = 0; n < 8; n = n + 1) if (n != 5 && !REAL) begin
      read({n[2:0], 12'h024});
      if (word !== 32'h1000 * n + 7) fail("a page of the card's holds something else");
    end
    write(15'h501c, 32'h2);
    for (run = 1; run <= runs; run = run + 1) begin
      move(1 + $unsigned($random(seed)) % 30);
    end
    repeat (40) @(posedge p_clk);
    pulses = 0;
    repeat (600) @(posedge p_clk);
    if (pulses != 0) fail("an interrupt that was cleared");
    // Errors, and a stop whose rest is dropped.
    write(15'h5030, 32'h40000000);
    write(15'h5038, 1);
    {sent, due} = {32'd0, PARTS};
    write(15'h5010, 1);
    wait_idle(0);
    if (!word[2]) fail("no error");
    {sent, due} = {32'd0, 32'd3};
    write(15'h5038, 20);
    write(15'h5010, 1);
    write(15'h5010, 4);
    wait_idle(0);
    write(15'h5018, 1);
    {sent, due} = {32'd0, MOST};
    for (i = 0; sent < due; i = i + 1) @(posedge p_clk) if (i == 3000) fail("not dropped");
    write(15'h5018, 0);
    repeat (100) @(posedge p_clk);
    move(3);
    $display("ok %0d runs", runs);
    $finish;
  end
endmodule

`default_nettype wire
