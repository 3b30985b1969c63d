/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fields of lp_cdma_regs for its cycle model, which alone includes this.
 * Written by synth/regs.py from rtl/cdma/lp_cdma_regs.rdl: change that file, then `make regs`.
 */
/* clang-format off */
static const struct lpi_axil_field cdma_regs_fields[] = {
    {.kind = LPI_AXIL_EVENT, .word = 5, .low = 0, .width = 1, .in = LPI_AXIL_IN(cdma_regs,
     irq_off_done), .out = LPI_AXIL_OUT(cdma_regs, irq), .enable = 40}, /* irq.off_done */
    {.kind = LPI_AXIL_EVENT, .word = 5, .low = 1, .width = 1, .in = LPI_AXIL_IN(cdma_regs,
     irq_pre_done), .out = LPI_AXIL_OUT(cdma_regs, irq), .enable = 41}, /* irq.pre_done */
    {.kind = LPI_AXIL_EVENT, .word = 5, .low = 2, .width = 1, .in = LPI_AXIL_IN(cdma_regs,
     irq_off_error), .out = LPI_AXIL_OUT(cdma_regs, irq), .enable = 42}, /* irq.off_error */
    {.kind = LPI_AXIL_EVENT, .word = 5, .low = 3, .width = 1, .in = LPI_AXIL_IN(cdma_regs,
     irq_pre_error), .out = LPI_AXIL_OUT(cdma_regs, irq), .enable = 43}, /* irq.pre_error */
    {.kind = LPI_AXIL_EVENT, .word = 5, .low = 4, .width = 1, .in = LPI_AXIL_IN(cdma_regs,
     irq_off_ring), .out = LPI_AXIL_OUT(cdma_regs, irq), .enable = 44}, /* irq.off_ring */
    {.kind = LPI_AXIL_EVENT, .word = 5, .low = 5, .width = 1, .in = LPI_AXIL_IN(cdma_regs,
     irq_pre_ring), .out = LPI_AXIL_OUT(cdma_regs, irq), .enable = 45}, /* irq.pre_ring */
    {.kind = LPI_AXIL_COUNT, .word = 64, .low = 0, .width = 32, .in = LPI_AXIL_IN(cdma_regs,
     cycles), .add = 1}, /* cycles.count */
    {.kind = LPI_AXIL_COUNT, .word = 65, .low = 0, .width = 32, .in = LPI_AXIL_IN(cdma_regs,
     off_groups), .add = 1}, /* off_groups.count */
    {.kind = LPI_AXIL_COUNT, .word = 66, .low = 0, .width = 32, .in = LPI_AXIL_IN(cdma_regs,
     off_beats), .add = 1}, /* off_beats.count */
    {.kind = LPI_AXIL_COUNT, .word = 67, .low = 0, .width = 32, .in = LPI_AXIL_IN(cdma_regs,
     off_stall_link), .add = 1}, /* off_stall_link.count */
    {.kind = LPI_AXIL_COUNT, .word = 68, .low = 0, .width = 32, .in = LPI_AXIL_IN(cdma_regs,
     off_stall_credit), .add = 1}, /* off_stall_credit.count */
    {.kind = LPI_AXIL_COUNT, .word = 69, .low = 0, .width = 32, .in = LPI_AXIL_IN(cdma_regs,
     off_stall_rate), .add = 1}, /* off_stall_rate.count */
    {.kind = LPI_AXIL_COUNT, .word = 70, .low = 0, .width = 32, .in = LPI_AXIL_IN(cdma_regs,
     off_stall_memory), .add = 1}, /* off_stall_memory.count */
    {.kind = LPI_AXIL_COUNT, .word = 71, .low = 0, .width = 16, .in = LPI_AXIL_IN(cdma_regs,
     off_high_flits), .add = 16, .largest = 1}, /* off_high_flits.count */
    {.kind = LPI_AXIL_COUNT, .word = 72, .low = 0, .width = 32, .in = LPI_AXIL_IN(cdma_regs,
     off_zeros), .add = 8}, /* off_zeros.count */
    {.kind = LPI_AXIL_COUNT, .word = 73, .low = 0, .width = 32, .in = LPI_AXIL_IN(cdma_regs,
     pre_groups), .add = 1}, /* pre_groups.count */
    {.kind = LPI_AXIL_COUNT, .word = 74, .low = 0, .width = 32, .in = LPI_AXIL_IN(cdma_regs,
     pre_beats), .add = 1}, /* pre_beats.count */
    {.kind = LPI_AXIL_COUNT, .word = 75, .low = 0, .width = 32, .in = LPI_AXIL_IN(cdma_regs,
     pre_stall_link), .add = 1}, /* pre_stall_link.count */
    {.kind = LPI_AXIL_COUNT, .word = 76, .low = 0, .width = 32, .in = LPI_AXIL_IN(cdma_regs,
     pre_stall_memory), .add = 1}, /* pre_stall_memory.count */
    {.kind = LPI_AXIL_COUNT, .word = 77, .low = 0, .width = 32, .in = LPI_AXIL_IN(cdma_regs,
     pre_stall_rate), .add = 1}, /* pre_stall_rate.count */
    {.kind = LPI_AXIL_COUNT, .word = 78, .low = 0, .width = 32, .in = LPI_AXIL_IN(cdma_regs,
     dev_reads), .add = 4}, /* dev_reads.count */
    {.kind = LPI_AXIL_COUNT, .word = 79, .low = 0, .width = 32, .in = LPI_AXIL_IN(cdma_regs,
     dev_writes), .add = 4}, /* dev_writes.count */
    {.kind = LPI_AXIL_COUNT, .word = 80, .low = 0, .width = 32, .in = LPI_AXIL_IN(cdma_regs,
     errors), .add = 2}, /* errors.count */
    {.kind = LPI_AXIL_PULSE, .word = 3, .low = 16, .width = 1, .out = LPI_AXIL_OUT(cdma_regs,
     ctrl_off_abort)}, /* ctrl.off_abort */
    {.kind = LPI_AXIL_PULSE, .word = 3, .low = 17, .width = 1, .out = LPI_AXIL_OUT(cdma_regs,
     ctrl_pre_abort)}, /* ctrl.pre_abort */
    {.kind = LPI_AXIL_PULSE, .word = 63, .low = 0, .width = 1, .snapshot = 1}, /* snapshot.take */
    {.kind = LPI_AXIL_CONST, .word = 0, .low = 0, .width = 32, .reset = 0x4450434c}, /* id.value */
    {.kind = LPI_AXIL_CONST, .word = 1, .low = 0, .width = 16}, /* version.minor */
    {.kind = LPI_AXIL_CONST, .word = 1, .low = 16, .width = 16, .reset = 0x1}, /* version.major */
    {.kind = LPI_AXIL_INPUT, .word = 2, .low = 0, .width = 4, .in = LPI_AXIL_IN(cdma_regs,
     config_channels)}, /* config.channels */
    {.kind = LPI_AXIL_INPUT, .word = 2, .low = 4, .width = 4, .in = LPI_AXIL_IN(cdma_regs,
     config_codecs)}, /* config.codecs */
    {.kind = LPI_AXIL_INPUT, .word = 2, .low = 8, .width = 6, .in = LPI_AXIL_IN(cdma_regs,
     config_elem)}, /* config.elem */
    {.kind = LPI_AXIL_INPUT, .word = 2, .low = 16, .width = 16, .in = LPI_AXIL_IN(cdma_regs,
     config_flits)}, /* config.flits */
    {.kind = LPI_AXIL_KEEP, .word = 3, .low = 0, .width = 1, .out = LPI_AXIL_OUT(cdma_regs,
     ctrl_off_enable)}, /* ctrl.off_enable */
    {.kind = LPI_AXIL_KEEP, .word = 3, .low = 1, .width = 1, .out = LPI_AXIL_OUT(cdma_regs,
     ctrl_pre_enable)}, /* ctrl.pre_enable */
    {.kind = LPI_AXIL_INPUT, .word = 4, .low = 0, .width = 1, .in = LPI_AXIL_IN(cdma_regs,
     status_off_busy)}, /* status.off_busy */
    {.kind = LPI_AXIL_INPUT, .word = 4, .low = 1, .width = 1, .in = LPI_AXIL_IN(cdma_regs,
     status_pre_busy)}, /* status.pre_busy */
    {.kind = LPI_AXIL_INPUT, .word = 4, .low = 16, .width = 1, .in = LPI_AXIL_IN(cdma_regs,
     status_off_stopped)}, /* status.off_stopped */
    {.kind = LPI_AXIL_INPUT, .word = 4, .low = 17, .width = 1, .in = LPI_AXIL_IN(cdma_regs,
     status_pre_stopped)}, /* status.pre_stopped */
    {.kind = LPI_AXIL_KEEP, .word = 6, .low = 0, .width = 1}, /* irq_enable.off_done */
    {.kind = LPI_AXIL_KEEP, .word = 6, .low = 1, .width = 1}, /* irq_enable.pre_done */
    {.kind = LPI_AXIL_KEEP, .word = 6, .low = 2, .width = 1}, /* irq_enable.off_error */
    {.kind = LPI_AXIL_KEEP, .word = 6, .low = 3, .width = 1}, /* irq_enable.pre_error */
    {.kind = LPI_AXIL_KEEP, .word = 6, .low = 4, .width = 1}, /* irq_enable.off_ring */
    {.kind = LPI_AXIL_KEEP, .word = 6, .low = 5, .width = 1}, /* irq_enable.pre_ring */
    {.kind = LPI_AXIL_KEEP, .word = 7, .low = 0, .width = 24, .out = LPI_AXIL_OUT(cdma_regs,
     policy)}, /* policy.rate */
    {.kind = LPI_AXIL_KEEP, .word = 8, .low = 0, .width = 32, .out = LPI_AXIL_OUT(cdma_regs,
     off_base_lo)}, /* off.base_lo.addr */
    {.kind = LPI_AXIL_KEEP, .word = 9, .low = 0, .width = 8, .out = LPI_AXIL_OUT(cdma_regs,
     off_base_hi)}, /* off.base_hi.addr */
    {.kind = LPI_AXIL_KEEP, .word = 10, .low = 0, .width = 32, .out = LPI_AXIL_OUT(cdma_regs,
     off_done_lo)}, /* off.done_lo.addr */
    {.kind = LPI_AXIL_KEEP, .word = 11, .low = 0, .width = 8, .out = LPI_AXIL_OUT(cdma_regs,
     off_done_hi)}, /* off.done_hi.addr */
    {.kind = LPI_AXIL_KEEP, .word = 12, .low = 0, .width = 4, .out = LPI_AXIL_OUT(cdma_regs,
     off_size)}, /* off.size.log2 */
    {.kind = LPI_AXIL_KEEP, .word = 13, .low = 0, .width = 16, .out = LPI_AXIL_OUT(cdma_regs,
     off_tail)}, /* off.tail.count */
    {.kind = LPI_AXIL_INPUT, .word = 14, .low = 0, .width = 16, .in = LPI_AXIL_IN(cdma_regs,
     off_head)}, /* off.head.count */
    {.kind = LPI_AXIL_KEEP, .word = 16, .low = 0, .width = 32, .out = LPI_AXIL_OUT(cdma_regs,
     pre_base_lo)}, /* pre.base_lo.addr */
    {.kind = LPI_AXIL_KEEP, .word = 17, .low = 0, .width = 8, .out = LPI_AXIL_OUT(cdma_regs,
     pre_base_hi)}, /* pre.base_hi.addr */
    {.kind = LPI_AXIL_KEEP, .word = 18, .low = 0, .width = 32, .out = LPI_AXIL_OUT(cdma_regs,
     pre_done_lo)}, /* pre.done_lo.addr */
    {.kind = LPI_AXIL_KEEP, .word = 19, .low = 0, .width = 8, .out = LPI_AXIL_OUT(cdma_regs,
     pre_done_hi)}, /* pre.done_hi.addr */
    {.kind = LPI_AXIL_KEEP, .word = 20, .low = 0, .width = 4, .out = LPI_AXIL_OUT(cdma_regs,
     pre_size)}, /* pre.size.log2 */
    {.kind = LPI_AXIL_KEEP, .word = 21, .low = 0, .width = 16, .out = LPI_AXIL_OUT(cdma_regs,
     pre_tail)}, /* pre.tail.count */
    {.kind = LPI_AXIL_INPUT, .word = 22, .low = 0, .width = 16, .in = LPI_AXIL_IN(cdma_regs,
     pre_head)}, /* pre.head.count */
    {.kind = LPI_AXIL_KEEP, .word = 32, .low = 0, .width = 32, .out = LPI_AXIL_OUT(cdma_regs,
     dev_lo)}, /* dev_lo.addr */
    {.kind = LPI_AXIL_KEEP, .word = 33, .low = 0, .width = 8, .out = LPI_AXIL_OUT(cdma_regs,
     dev_hi)}, /* dev_hi.addr */
    {.kind = LPI_AXIL_KEEP, .word = 34, .low = 0, .width = 31, .out = LPI_AXIL_OUT(cdma_regs,
     dev_size)}, /* dev_size.groups */
    {.kind = LPI_AXIL_KEEP, .word = 36, .low = 0, .width = 32, .out = LPI_AXIL_OUT(cdma_regs,
     host_lo)}, /* host_lo.addr */
    {.kind = LPI_AXIL_KEEP, .word = 37, .low = 0, .width = 8, .out = LPI_AXIL_OUT(cdma_regs,
     host_hi)}, /* host_hi.addr */
    {.kind = LPI_AXIL_KEEP, .word = 38, .low = 0, .width = 31, .out = LPI_AXIL_OUT(cdma_regs,
     host_size)}, /* host_size.groups */
};

static const struct lpi_axil_map cdma_regs_map = {
    .fields = cdma_regs_fields, .nfields = 66, .events = 6, .counts = 17, .pulses = 3,
    .outs = sizeof(struct lp_cdma_regs_out) / 4,
};
