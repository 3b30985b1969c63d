/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fields of lp_card_test_regs for its cycle model, which alone includes this.
 * Written by synth/regs.py from rtl/card/lp_card_test_regs.rdl: change that file, then `make regs`.
 */
/* clang-format off */
static const struct lpi_axil_field card_test_regs_fields[] = {
    {.kind = LPI_AXIL_EVENT, .word = 10, .low = 0, .width = 1, .in = LPI_AXIL_IN(card_test_regs,
     irq_done), .out = LPI_AXIL_OUT(card_test_regs, irq), .enable = 18}, /* irq.done */
    {.kind = LPI_AXIL_PULSE, .word = 2, .low = 0, .width = 1, .out = LPI_AXIL_OUT(card_test_regs,
     command_fill)}, /* command.fill */
    {.kind = LPI_AXIL_PULSE, .word = 2, .low = 1, .width = 1, .out = LPI_AXIL_OUT(card_test_regs,
     command_sum)}, /* command.sum */
    {.kind = LPI_AXIL_PULSE, .word = 2, .low = 2, .width = 1, .out = LPI_AXIL_OUT(card_test_regs,
     command_poke)}, /* command.poke */
    {.kind = LPI_AXIL_PULSE, .word = 2, .low = 3, .width = 1, .out = LPI_AXIL_OUT(card_test_regs,
     command_peek)}, /* command.peek */
    {.kind = LPI_AXIL_CONST, .word = 0, .low = 0, .width = 32, .reset = 0x5450434c}, /* id.value */
    {.kind = LPI_AXIL_CONST, .word = 1, .low = 0, .width = 16}, /* version.minor */
    {.kind = LPI_AXIL_CONST, .word = 1, .low = 16, .width = 16, .reset = 0x1}, /* version.major */
    {.kind = LPI_AXIL_INPUT, .word = 3, .low = 0, .width = 1, .in = LPI_AXIL_IN(card_test_regs,
     status_busy)}, /* status.busy */
    {.kind = LPI_AXIL_INPUT, .word = 3, .low = 1, .width = 1, .in = LPI_AXIL_IN(card_test_regs,
     status_error)}, /* status.error */
    {.kind = LPI_AXIL_INPUT, .word = 3, .low = 8, .width = 4, .in = LPI_AXIL_IN(card_test_regs,
     status_command)}, /* status.command */
    {.kind = LPI_AXIL_KEEP, .word = 4, .low = 5, .width = 27, .out = LPI_AXIL_OUT(card_test_regs,
     addr_lo)}, /* addr_lo.addr */
    {.kind = LPI_AXIL_KEEP, .word = 5, .low = 0, .width = 8, .out = LPI_AXIL_OUT(card_test_regs,
     addr_hi)}, /* addr_hi.addr */
    {.kind = LPI_AXIL_KEEP, .word = 6, .low = 0, .width = 24, .out = LPI_AXIL_OUT(card_test_regs,
     size)}, /* size.beats */
    {.kind = LPI_AXIL_KEEP, .word = 7, .low = 0, .width = 3, .out = LPI_AXIL_OUT(card_test_regs,
     kind)}, /* kind.kind */
    {.kind = LPI_AXIL_KEEP, .word = 8, .low = 0, .width = 32, .out = LPI_AXIL_OUT(card_test_regs,
     seed)}, /* seed.value */
    {.kind = LPI_AXIL_INPUT, .word = 9, .low = 0, .width = 32, .in = LPI_AXIL_IN(card_test_regs,
     crc)}, /* crc.value */
    {.kind = LPI_AXIL_KEEP, .word = 11, .low = 0, .width = 1}, /* irq_enable.done */
    {.kind = LPI_AXIL_KEEP, .word = 16, .low = 0, .width = 32, .out = LPI_AXIL_OUT(card_test_regs,
     poke0)}, /* poke0.word */
    {.kind = LPI_AXIL_KEEP, .word = 17, .low = 0, .width = 32, .out = LPI_AXIL_OUT(card_test_regs,
     poke1)}, /* poke1.word */
    {.kind = LPI_AXIL_KEEP, .word = 18, .low = 0, .width = 32, .out = LPI_AXIL_OUT(card_test_regs,
     poke2)}, /* poke2.word */
    {.kind = LPI_AXIL_KEEP, .word = 19, .low = 0, .width = 32, .out = LPI_AXIL_OUT(card_test_regs,
     poke3)}, /* poke3.word */
    {.kind = LPI_AXIL_KEEP, .word = 20, .low = 0, .width = 32, .out = LPI_AXIL_OUT(card_test_regs,
     poke4)}, /* poke4.word */
    {.kind = LPI_AXIL_KEEP, .word = 21, .low = 0, .width = 32, .out = LPI_AXIL_OUT(card_test_regs,
     poke5)}, /* poke5.word */
    {.kind = LPI_AXIL_KEEP, .word = 22, .low = 0, .width = 32, .out = LPI_AXIL_OUT(card_test_regs,
     poke6)}, /* poke6.word */
    {.kind = LPI_AXIL_KEEP, .word = 23, .low = 0, .width = 32, .out = LPI_AXIL_OUT(card_test_regs,
     poke7)}, /* poke7.word */
    {.kind = LPI_AXIL_INPUT, .word = 24, .low = 0, .width = 32, .in = LPI_AXIL_IN(card_test_regs,
     peek0)}, /* peek0.word */
    {.kind = LPI_AXIL_INPUT, .word = 25, .low = 0, .width = 32, .in = LPI_AXIL_IN(card_test_regs,
     peek1)}, /* peek1.word */
    {.kind = LPI_AXIL_INPUT, .word = 26, .low = 0, .width = 32, .in = LPI_AXIL_IN(card_test_regs,
     peek2)}, /* peek2.word */
    {.kind = LPI_AXIL_INPUT, .word = 27, .low = 0, .width = 32, .in = LPI_AXIL_IN(card_test_regs,
     peek3)}, /* peek3.word */
    {.kind = LPI_AXIL_INPUT, .word = 28, .low = 0, .width = 32, .in = LPI_AXIL_IN(card_test_regs,
     peek4)}, /* peek4.word */
    {.kind = LPI_AXIL_INPUT, .word = 29, .low = 0, .width = 32, .in = LPI_AXIL_IN(card_test_regs,
     peek5)}, /* peek5.word */
    {.kind = LPI_AXIL_INPUT, .word = 30, .low = 0, .width = 32, .in = LPI_AXIL_IN(card_test_regs,
     peek6)}, /* peek6.word */
    {.kind = LPI_AXIL_INPUT, .word = 31, .low = 0, .width = 32, .in = LPI_AXIL_IN(card_test_regs,
     peek7)}, /* peek7.word */
};

static const struct lpi_axil_map card_test_regs_map = {
    .fields = card_test_regs_fields, .nfields = 34, .events = 1, .counts = 0, .pulses = 4,
    .outs = sizeof(struct lp_card_test_regs_out) / 4,
};
