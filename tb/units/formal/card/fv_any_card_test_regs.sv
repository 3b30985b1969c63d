// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for lp_card_test_regs: commands and their operands come directly from the write data
/// and addresses of AXI4-Lite, and the status of the hardware goes out at the read data. The seed,
/// the class and the words of the beat except one bit are free, since the results made from them
/// are not checked.
module lp_card_test_regs;
  (* anyseq *) logic [2:0] any_kind;
  (* anyseq *) logic [31:0] any_seed;
  (* anyseq *) logic [223:0] any_poke;
  assign kind_o = any_kind;
  assign seed_o = any_seed;
  assign {command_peek_o, command_poke_o, command_sum_o, command_fill_o} = wdata_i[3:0];
  assign size_o = wdata_i[27:4];
  assign addr_lo_o = {wdata_i[31:28], araddr_i, awaddr_i[11:1]};
  assign addr_hi_o = {wstrb_i, arvalid_i, arprot_i};
  assign poke5_o = {31'd0, awaddr_i[0]};
  assign {poke7_o, poke6_o, poke4_o, poke3_o, poke2_o, poke1_o, poke0_o} = any_poke;
  assign rdata_o = {23'd0, &crc_i, |crc_i, status_command_i, status_error_i, irq_done_i,
                    status_busy_i};
  assign {awready_o, wready_o, bvalid_o, bresp_o, arready_o, rvalid_o, rresp_o, irq_o} = 10'd0;
endmodule

`default_nettype wire
