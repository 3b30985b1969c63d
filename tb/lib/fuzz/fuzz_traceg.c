/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reader of Accel-Sim's text traces on arbitrary bytes: a kernel's file, or, if the first byte is
 * 'L', a list of kernels. An accepted text keeps to the limits that the importer relies on.
 */
#include "../../dma/memory_file.h"
#include "../../../cmodel/lib/accelsim/kernels_list.h"
#include "../../../cmodel/lib/accelsim/traceg.h"
#include "fuzz.h"

static void check_sass(const struct lpi_sass *s)
{
    must(s->opcode_bytes > 0 && s->opcode_bytes <= 128);
    must(s->destinations <= LPI_SASS_OPERANDS && s->sources <= LPI_SASS_OPERANDS);
    if (s->class == LPI_SASS_GLOBAL) {
        must(s->width >= 1 && s->width <= LP_WARP_WIDTH_MAX && s->mask != 0);
        must(s->kind == LP_WARP_LOAD || s->kind == LP_WARP_STORE || s->kind == LP_WARP_ATOMIC);
        must(!s->has_bytes || s->kind == LP_WARP_STORE);
        for (unsigned lane = 0; lane < LP_WARP_LANES; lane++)
            must(s->mask >> lane & 1 || s->address[lane] == 0);
    }
    must(s->class != LPI_SASS_TENSOR || s->list_count <= s->list_room);
}

static void read_kernel(struct memory_file *medium, struct lpi_fault *fault)
{
    struct lpi_traceg *t;
    struct lp_warp warp;
    bool more = true;
    uint64_t next = 0;
    if (lpi_traceg_open(memory_read, medium, "x", &t, fault) != 0)
        return;
    const struct lpi_traceg_kernel *k = lpi_traceg_kernel(t);
    uint64_t groups = (uint64_t)k->groups[0] * k->groups[1] * k->groups[2];
    must(groups > 0 && groups < UINT64_C(1) << 31);
    while (lpi_traceg_warp(t, &warp, &more, fault) == 0 && more) {
        const struct lpi_sass *s;
        must(warp.group < groups && warp.number < LP_WARP_BLOCK_MAX / LP_WARP_LANES);
        uint64_t place = (uint64_t)warp.group << 32 | warp.number;
        must(place >= next);
        next = place + 1;
        while ((s = lpi_traceg_next(t, fault)) != NULL)
            check_sass(s);
    }
    lpi_traceg_close(t);
}

static void read_list(struct memory_file *medium, struct lpi_fault *fault)
{
    struct lpi_kernels_list list;
    medium->at = 1;
    if (lpi_kernels_list_read(memory_read, medium, "x", &list, fault) != 0)
        return;
    must(list.kernels > 0);
    for (size_t i = 0; i < list.count; i++) {
        const struct lpi_command *c = &list.commands[i];
        must((c->kind == LPI_COMMAND_KERNEL) == (c->name != NULL));
        must(c->name == NULL || strchr(c->name, '/') == NULL);
        must(c->name != NULL || (c->bytes > 0 && c->address <= LP_WARP_ADDRESS_MAX - c->bytes));
    }
    lpi_kernels_list_free(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static struct lpi_fault fault;
    if (count == 0)
        return 0;
    uint8_t *file = exact_copy(bytes, count);
    struct memory_file medium = {
        .bytes = file, .size = count, .most_at_once = bytes[count - 1] % 7};
    fault.code = 0;
    fault.why[0] = '\0';
    if (file[0] == 'L')
        read_list(&medium, &fault);
    else
        read_kernel(&medium, &fault);
    must((fault.code == 0) == (fault.why[0] == '\0') && strchr(fault.why, '\n') == NULL);
    free(file);
    return 0;
}
