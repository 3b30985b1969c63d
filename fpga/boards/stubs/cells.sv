// SPDX-License-Identifier: Apache-2.0
// Ports of cells and cores of the vendors' tools, for lint only: the modules are empty.
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSEDSIGNAL */
/* verilator lint_off UNUSEDPARAM */
/* verilator lint_off UNDRIVEN */
module xdma_0 (
    input  wire sys_clk,
    input  wire sys_clk_gt,
    input  wire sys_rst_n,
    output wire user_lnk_up,
    output wire [7:0] pci_exp_txp,
    output wire [7:0] pci_exp_txn,
    input  wire [7:0] pci_exp_rxp,
    input  wire [7:0] pci_exp_rxn,
    output wire axi_aclk,
    output wire axi_aresetn,
    input  wire usr_irq_req,
    output wire usr_irq_ack,
    output wire msi_enable,
    output wire [2:0] msi_vector_width,
    input  wire m_axi_awready,
    output wire [3:0] m_axi_awid,
    output wire [63:0] m_axi_awaddr,
    output wire [7:0] m_axi_awlen,
    output wire [2:0] m_axi_awsize,
    output wire [1:0] m_axi_awburst,
    output wire [2:0] m_axi_awprot,
    output wire m_axi_awvalid,
    output wire m_axi_awlock,
    output wire [3:0] m_axi_awcache,
    input  wire m_axi_wready,
    output wire [255:0] m_axi_wdata,
    output wire [31:0] m_axi_wstrb,
    output wire m_axi_wlast,
    output wire m_axi_wvalid,
    input  wire [3:0] m_axi_bid,
    input  wire [1:0] m_axi_bresp,
    input  wire m_axi_bvalid,
    output wire m_axi_bready,
    input  wire m_axi_arready,
    output wire [3:0] m_axi_arid,
    output wire [63:0] m_axi_araddr,
    output wire [7:0] m_axi_arlen,
    output wire [2:0] m_axi_arsize,
    output wire [1:0] m_axi_arburst,
    output wire [2:0] m_axi_arprot,
    output wire m_axi_arvalid,
    output wire m_axi_arlock,
    output wire [3:0] m_axi_arcache,
    input  wire [3:0] m_axi_rid,
    input  wire [255:0] m_axi_rdata,
    input  wire [1:0] m_axi_rresp,
    input  wire m_axi_rlast,
    input  wire m_axi_rvalid,
    output wire m_axi_rready,
    output wire [31:0] m_axil_awaddr,
    output wire [2:0] m_axil_awprot,
    output wire m_axil_awvalid,
    input  wire m_axil_awready,
    output wire [31:0] m_axil_wdata,
    output wire [3:0] m_axil_wstrb,
    output wire m_axil_wvalid,
    input  wire m_axil_wready,
    input  wire m_axil_bvalid,
    input  wire [1:0] m_axil_bresp,
    output wire m_axil_bready,
    output wire [31:0] m_axil_araddr,
    output wire [2:0] m_axil_arprot,
    output wire m_axil_arvalid,
    input  wire m_axil_arready,
    input  wire [31:0] m_axil_rdata,
    input  wire [1:0] m_axil_rresp,
    input  wire m_axil_rvalid,
    output wire m_axil_rready
);
endmodule

module litepcie_core (
    output wire clk,
    output wire rst,
    input  wire pcie_clk_p,
    input  wire pcie_clk_n,
    input  wire pcie_rst_n,
    input  wire [3:0] pcie_rx_p,
    input  wire [3:0] pcie_rx_n,
    output wire [3:0] pcie_tx_p,
    output wire [3:0] pcie_tx_n,
    input  wire [1:0] msi_irqs,
    output wire dma0_status_reader_enable,
    output wire dma0_status_writer_enable,
    output wire [127:0] dma0_reader_axi_tdata,
    output wire dma0_reader_axi_tlast,
    input  wire dma0_reader_axi_tready,
    output wire dma0_reader_axi_tuser,
    output wire dma0_reader_axi_tvalid,
    input  wire [127:0] dma0_writer_axi_tdata,
    input  wire dma0_writer_axi_tlast,
    output wire dma0_writer_axi_tready,
    input  wire dma0_writer_axi_tuser,
    input  wire dma0_writer_axi_tvalid,
    output wire [31:0] mmap_axi_lite_awaddr,
    output wire [2:0] mmap_axi_lite_awprot,
    output wire mmap_axi_lite_awvalid,
    input  wire mmap_axi_lite_awready,
    output wire [31:0] mmap_axi_lite_wdata,
    output wire [3:0] mmap_axi_lite_wstrb,
    output wire mmap_axi_lite_wvalid,
    input  wire mmap_axi_lite_wready,
    input  wire mmap_axi_lite_bvalid,
    input  wire [1:0] mmap_axi_lite_bresp,
    output wire mmap_axi_lite_bready,
    output wire [31:0] mmap_axi_lite_araddr,
    output wire [2:0] mmap_axi_lite_arprot,
    output wire mmap_axi_lite_arvalid,
    input  wire mmap_axi_lite_arready,
    input  wire [31:0] mmap_axi_lite_rdata,
    input  wire [1:0] mmap_axi_lite_rresp,
    input  wire mmap_axi_lite_rvalid,
    output wire mmap_axi_lite_rready
);
endmodule

module IBUFDS_GTE4 #(parameter [1:0] REFCLK_HROW_CK_SEL = 2'b00) (
    input  wire I,
    input  wire IB,
    input  wire CEB,
    output wire O,
    output wire ODIV2
);
endmodule

module IBUF (
    input  wire I,
    output wire O
);
endmodule

module BUFG (
    input  wire I,
    output wire O
);
endmodule

module BUFGCE_DIV #(parameter int BUFGCE_DIVIDE = 1) (
    input  wire I,
    input  wire CE,
    input  wire CLR,
    output wire O
);
endmodule

module MMCME2_BASE #(
    parameter real CLKIN1_PERIOD = 0.0,
    parameter real CLKFBOUT_MULT_F = 5.0,
    parameter real CLKOUT0_DIVIDE_F = 1.0
) (
    input  wire CLKIN1,
    input  wire CLKFBIN,
    output wire CLKFBOUT,
    input  wire RST,
    input  wire PWRDWN,
    output wire CLKOUT0,
    output wire CLKOUT1,
    output wire LOCKED
);
endmodule

module EHXPLLL #(
    parameter int CLKI_DIV = 1,
    parameter int CLKFB_DIV = 1,
    parameter int CLKOP_DIV = 1,
    parameter int CLKOP_CPHASE = 1,
    parameter int CLKOP_FPHASE = 1,
    parameter int CLKOP_TRIM_DELAY = 1,
    parameter int CLKOS_DIV = 1,
    parameter int CLKOS_CPHASE = 1,
    parameter int CLKOS_FPHASE = 1,
    parameter CLKOS_ENABLE = "",
    parameter CLKOP_ENABLE = "",
    parameter CLKOP_TRIM_POL = "",
    parameter FEEDBK_PATH = "",
    parameter OUTDIVIDER_MUXA = "",
    parameter OUTDIVIDER_MUXB = "",
    parameter PLLRST_ENA = "",
    parameter INTFB_WAKE = "",
    parameter STDBY_ENABLE = "",
    parameter DPHASE_SOURCE = ""
) (
    input  wire CLKI,
    input  wire CLKFB,
    input  wire RST,
    input  wire STDBY,
    input  wire PHASESEL0,
    input  wire PHASESEL1,
    input  wire PHASEDIR,
    input  wire PHASESTEP,
    input  wire PHASELOADREG,
    input  wire PLLWAKESYNC,
    input  wire ENCLKOP,
    output wire CLKOP,
    output wire CLKOS,
    output wire LOCK
);
endmodule

module ODDRX1F (
    input  wire SCLK,
    input  wire RST,
    input  wire D0,
    input  wire D1,
    output wire Q
);
endmodule

module BB (
    input  wire I,
    input  wire T,
    output wire O,
    inout  wire B
);
endmodule
