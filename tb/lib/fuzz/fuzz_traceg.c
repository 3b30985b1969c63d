/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reader of Accel-Sim's text traces on arbitrary bytes: a kernel's file, or, if the first byte is
 * 'L', a list of kernels. An accepted text keeps to the limits that the importer relies on.
 */
#include "../../dma/memory_file.h"
#include "../../../cmodel/lib/accelsim/kernels_list.h"
#include "traceg.h"

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
        read_kernel(memory_read, &medium, &fault);
    must((fault.code == 0) == (fault.why[0] == '\0') && strchr(fault.why, '\n') == NULL);
    free(file);
    return 0;
}
