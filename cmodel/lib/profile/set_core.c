/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ELF cores: each writable segment with bytes in the core is an allocation, named by its address.
 */
#define _POSIX_C_SOURCE 200809L
#include "set_found.h"
#include "../tensors/core.h"
#include "../tensors/tensors.h"

#include <linepress/linepress.h>

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

struct core {
    struct lpi_piece file; /* all of it */
    uint64_t point;
    struct lpi_finds *finds;
    struct lpi_fault *fault;
};

static int take_segment(void *context, const struct lpi_core_segment *segment)
{
    const struct core *core = context;
    struct lpi_piece piece = core->file;
    char point[32];
    if (!lpi_tensor_wanted(segment->name, core->finds->wanted))
        return LP_OK;
    piece.begin = segment->begin;
    piece.bytes = segment->bytes;
    snprintf(point, sizeof point, "%" PRIu64, core->point);
    return lpi_finds_add(core->finds, point, core->point, segment->name, segment->address, &piece,
                         core->fault);
}

int lpi_find_core(const char *path, uint64_t point, struct lpi_finds *finds,
                  struct lpi_fault *fault)
{
    struct core core = {.point = point, .finds = finds, .fault = fault};
    int error = lpi_piece_at("", path, &core.file, fault);
    if (error != LP_OK)
        return error;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return lpi_fault_system(fault, path);
    finds->numbers = 1;
    size_t before = finds->count;
    error = lpi_piece_of_file(fd, &core.file, fault);
    if (error == LP_OK && core.file.bytes == 0)
        error = lpi_fault_set(fault, LP_ERR_EMPTY, "%s: the file is empty", path);
    const struct lpi_core_ask ask = {path,         fd,   core.file.file_bytes, &finds->machine,
                                     take_segment, &core};
    if (error == LP_OK)
        error = lpi_core_segments(&ask, fault);
    close(fd);
    if (error == LP_OK && finds->count == before && finds->wanted == NULL)
        error = lpi_fault_set(fault, LP_ERR_EMPTY, "%s: the core has no writable segment", path);
    return error;
}
