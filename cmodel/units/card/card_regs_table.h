/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fields of lp_card_regs for its cycle model, which alone includes this.
 * Written by synth/regs.py from rtl/card/lp_card_regs.rdl: change that file, then `make regs`.
 */
/* clang-format off */
static const struct lpi_axil_field card_regs_fields[] = {
    {.kind = LPI_AXIL_PULSE, .word = 7, .low = 0, .width = 1, .out = LPI_AXIL_OUT(card_regs,
     ctrl_reset)}, /* ctrl.reset */
    {.kind = LPI_AXIL_CONST, .word = 0, .low = 0, .width = 32, .reset = 0x4950434c}, /* id.value */
    {.kind = LPI_AXIL_CONST, .word = 1, .low = 0, .width = 16}, /* version.minor */
    {.kind = LPI_AXIL_CONST, .word = 1, .low = 16, .width = 16, .reset = 0x1}, /* version.major */
    {.kind = LPI_AXIL_INPUT, .word = 2, .low = 0, .width = 32, .in = LPI_AXIL_IN(card_regs, git)},
     /* git.value */
    {.kind = LPI_AXIL_INPUT, .word = 3, .low = 0, .width = 32, .in = LPI_AXIL_IN(card_regs, built)},
     /* built.value */
    {.kind = LPI_AXIL_INPUT, .word = 4, .low = 0, .width = 1, .in = LPI_AXIL_IN(card_regs,
     features_host)}, /* features.host */
    {.kind = LPI_AXIL_INPUT, .word = 4, .low = 1, .width = 1, .in = LPI_AXIL_IN(card_regs,
     features_window)}, /* features.window */
    {.kind = LPI_AXIL_INPUT, .word = 4, .low = 4, .width = 4, .in = LPI_AXIL_IN(card_regs,
     features_codecs)}, /* features.codecs */
    {.kind = LPI_AXIL_INPUT, .word = 4, .low = 8, .width = 4, .in = LPI_AXIL_IN(card_regs,
     features_channels)}, /* features.channels */
    {.kind = LPI_AXIL_INPUT, .word = 4, .low = 16, .width = 6, .in = LPI_AXIL_IN(card_regs,
     features_memory)}, /* features.memory */
    {.kind = LPI_AXIL_CONST, .word = 5, .low = 0, .width = 32, .reset = 0x100}, /* next.value */
    {.kind = LPI_AXIL_KEEP, .word = 6, .low = 0, .width = 32}, /* scratch.value */
    {.kind = LPI_AXIL_KEEP, .word = 7, .low = 1, .width = 1, .out = LPI_AXIL_OUT(card_regs,
     ctrl_local)}, /* ctrl.local */
    {.kind = LPI_AXIL_INPUT, .word = 8, .low = 0, .width = 1, .in = LPI_AXIL_IN(card_regs,
     status_resetting)}, /* status.resetting */
    {.kind = LPI_AXIL_INPUT, .word = 8, .low = 1, .width = 1, .in = LPI_AXIL_IN(card_regs,
     status_local)}, /* status.local */
    {.kind = LPI_AXIL_INPUT, .word = 8, .low = 2, .width = 1, .in = LPI_AXIL_IN(card_regs,
     status_host_busy)}, /* status.host_busy */
    {.kind = LPI_AXIL_INPUT, .word = 8, .low = 3, .width = 1, .in = LPI_AXIL_IN(card_regs,
     status_mem_busy)}, /* status.mem_busy */
    {.kind = LPI_AXIL_INPUT, .word = 8, .low = 4, .width = 1, .in = LPI_AXIL_IN(card_regs,
     status_win_busy)}, /* status.win_busy */
    {.kind = LPI_AXIL_INPUT, .word = 9, .low = 0, .width = 1, .in = LPI_AXIL_IN(card_regs,
     pending_engine)}, /* pending.engine */
    {.kind = LPI_AXIL_INPUT, .word = 9, .low = 1, .width = 1, .in = LPI_AXIL_IN(card_regs,
     pending_test)}, /* pending.test */
    {.kind = LPI_AXIL_KEEP, .word = 10, .low = 0, .width = 1, .out = LPI_AXIL_OUT(card_regs,
     irq_enable_engine)}, /* irq_enable.engine */
    {.kind = LPI_AXIL_KEEP, .word = 10, .low = 1, .width = 1, .out = LPI_AXIL_OUT(card_regs,
     irq_enable_test)}, /* irq_enable.test */
    {.kind = LPI_AXIL_CONST, .word = 64, .low = 0, .width = 32, .reset = 0x5450434c}, /*
     test_kind.value */
    {.kind = LPI_AXIL_CONST, .word = 65, .low = 0, .width = 16}, /* test_version.minor */
    {.kind = LPI_AXIL_CONST, .word = 65, .low = 16, .width = 16, .reset = 0x1}, /*
     test_version.major */
    {.kind = LPI_AXIL_CONST, .word = 66, .low = 0, .width = 32, .reset = 0x1000}, /* test_base.value
     */
    {.kind = LPI_AXIL_CONST, .word = 67, .low = 0, .width = 32, .reset = 0x110}, /* test_next.value
     */
    {.kind = LPI_AXIL_CONST, .word = 68, .low = 0, .width = 32, .reset = 0x4450434c}, /*
     engine_kind.value */
    {.kind = LPI_AXIL_CONST, .word = 69, .low = 0, .width = 16}, /* engine_version.minor */
    {.kind = LPI_AXIL_CONST, .word = 69, .low = 16, .width = 16, .reset = 0x1}, /*
     engine_version.major */
    {.kind = LPI_AXIL_CONST, .word = 70, .low = 0, .width = 32, .reset = 0x4000}, /*
     engine_base.value */
    {.kind = LPI_AXIL_INPUT, .word = 71, .low = 0, .width = 32, .in = LPI_AXIL_IN(card_regs,
     engine_next)}, /* engine_next.value */
    {.kind = LPI_AXIL_INPUT, .word = 72, .low = 0, .width = 32, .in = LPI_AXIL_IN(card_regs,
     edge_kind)}, /* edge_kind.value */
    {.kind = LPI_AXIL_CONST, .word = 73, .low = 0, .width = 16}, /* edge_version.minor */
    {.kind = LPI_AXIL_CONST, .word = 73, .low = 16, .width = 16, .reset = 0x1}, /*
     edge_version.major */
    {.kind = LPI_AXIL_INPUT, .word = 74, .low = 0, .width = 32, .in = LPI_AXIL_IN(card_regs,
     edge_base)}, /* edge_base.value */
    {.kind = LPI_AXIL_CONST, .word = 75, .low = 0, .width = 32}, /* edge_next.value */
};

static const struct lpi_axil_map card_regs_map = {
    .fields = card_regs_fields, .nfields = 38, .events = 0, .counts = 0, .pulses = 1,
    .outs = sizeof(struct lp_card_regs_out) / 4,
};
