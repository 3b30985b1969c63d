/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fields of lp_card_mover_regs for its cycle model, which alone includes this.
 * Written by synth/regs.py from rtl/card/lp_card_mover_regs.rdl: change that file, then `make regs`.
 */
/* clang-format off */
static const struct lpi_axil_field card_mover_regs_fields[] = {
    {.kind = LPI_AXIL_EVENT, .word = 8, .low = 0, .width = 1, .in = LPI_AXIL_IN(card_mover_regs,
     irq_put), .out = LPI_AXIL_OUT(card_mover_regs, irq), .enable = 17}, /* irq.put */
    {.kind = LPI_AXIL_EVENT, .word = 8, .low = 1, .width = 1, .in = LPI_AXIL_IN(card_mover_regs,
     irq_get), .out = LPI_AXIL_OUT(card_mover_regs, irq), .enable = 18}, /* irq.get */
    {.kind = LPI_AXIL_PULSE, .word = 4, .low = 0, .width = 1, .out = LPI_AXIL_OUT(card_mover_regs,
     command_put)}, /* command.put */
    {.kind = LPI_AXIL_PULSE, .word = 4, .low = 1, .width = 1, .out = LPI_AXIL_OUT(card_mover_regs,
     command_get)}, /* command.get */
    {.kind = LPI_AXIL_PULSE, .word = 4, .low = 2, .width = 1, .out = LPI_AXIL_OUT(card_mover_regs,
     command_stop_put)}, /* command.stop_put */
    {.kind = LPI_AXIL_PULSE, .word = 4, .low = 3, .width = 1, .out = LPI_AXIL_OUT(card_mover_regs,
     command_stop_get)}, /* command.stop_get */
    {.kind = LPI_AXIL_CONST, .word = 0, .low = 0, .width = 32, .reset = 0x4d50434c}, /* id.value */
    {.kind = LPI_AXIL_CONST, .word = 1, .low = 0, .width = 16}, /* version.minor */
    {.kind = LPI_AXIL_CONST, .word = 1, .low = 16, .width = 16, .reset = 0x1}, /* version.major */
    {.kind = LPI_AXIL_CONST, .word = 2, .low = 0, .width = 32, .reset = 0x5000}, /* base.offset */
    {.kind = LPI_AXIL_CONST, .word = 3, .low = 0, .width = 32}, /* next.offset */
    {.kind = LPI_AXIL_INPUT, .word = 5, .low = 0, .width = 1, .in = LPI_AXIL_IN(card_mover_regs,
     status_put_busy)}, /* status.put_busy */
    {.kind = LPI_AXIL_INPUT, .word = 5, .low = 1, .width = 1, .in = LPI_AXIL_IN(card_mover_regs,
     status_get_busy)}, /* status.get_busy */
    {.kind = LPI_AXIL_INPUT, .word = 5, .low = 2, .width = 1, .in = LPI_AXIL_IN(card_mover_regs,
     status_put_error)}, /* status.put_error */
    {.kind = LPI_AXIL_INPUT, .word = 5, .low = 3, .width = 1, .in = LPI_AXIL_IN(card_mover_regs,
     status_get_error)}, /* status.get_error */
    {.kind = LPI_AXIL_KEEP, .word = 6, .low = 0, .width = 1, .out = LPI_AXIL_OUT(card_mover_regs,
     control)}, /* control.drop */
    {.kind = LPI_AXIL_KEEP, .word = 7, .low = 0, .width = 1}, /* irq_enable.put */
    {.kind = LPI_AXIL_KEEP, .word = 7, .low = 1, .width = 1}, /* irq_enable.get */
    {.kind = LPI_AXIL_KEEP, .word = 12, .low = 0, .width = 32, .out = LPI_AXIL_OUT(card_mover_regs,
     put_lo)}, /* put_lo.addr */
    {.kind = LPI_AXIL_KEEP, .word = 13, .low = 0, .width = 8, .out = LPI_AXIL_OUT(card_mover_regs,
     put_hi)}, /* put_hi.addr */
    {.kind = LPI_AXIL_KEEP, .word = 14, .low = 0, .width = 24, .out = LPI_AXIL_OUT(card_mover_regs,
     put_beats)}, /* put_beats.count */
    {.kind = LPI_AXIL_KEEP, .word = 16, .low = 0, .width = 32, .out = LPI_AXIL_OUT(card_mover_regs,
     get_lo)}, /* get_lo.addr */
    {.kind = LPI_AXIL_KEEP, .word = 17, .low = 0, .width = 8, .out = LPI_AXIL_OUT(card_mover_regs,
     get_hi)}, /* get_hi.addr */
    {.kind = LPI_AXIL_KEEP, .word = 18, .low = 0, .width = 24, .out = LPI_AXIL_OUT(card_mover_regs,
     get_beats)}, /* get_beats.count */
};

static const struct lpi_axil_map card_mover_regs_map = {
    .fields = card_mover_regs_fields, .nfields = 24, .events = 2, .counts = 0, .pulses = 4,
    .outs = sizeof(struct lp_card_mover_regs_out) / 4,
};
