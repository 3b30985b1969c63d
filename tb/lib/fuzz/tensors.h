/* SPDX-License-Identifier: Apache-2.0 */
/* Files of tensors of arbitrary bytes: what was listed must be there, and readable. */
#ifndef TB_FUZZ_TENSORS_H
#define TB_FUZZ_TENSORS_H

#include "../../../cmodel/lib/tensors/tensors.h"
#include "fuzz.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#define READ_MOST 65536u

static inline void write_file(int fd, const uint8_t *bytes, size_t count)
{
    must(fd >= 0 && ftruncate(fd, 0) == 0);
    must(pwrite(fd, bytes, count, 0) == (ssize_t)count);
}

/* Bytes that are stored as they are can always be read; a DEFLATE stream may be damaged. */
static inline void read_tensor(const struct lpi_tensor *tensor)
{
    static uint8_t buffer[READ_MOST];
    struct lpi_input_fault fault;
    struct lp_input *input;
    size_t got = 0;
    uint64_t sum = 0;
    must(tensor->bytes + tensor->header_bytes == tensor->part.bytes);
    int error = lpi_input_open_part(&tensor->part, LPI_INPUT_EMPTY, &input, &fault);
    must(error == LP_OK || tensor->part.packed > 0 || tensor->part.has_crc);
    if (error != LP_OK)
        return;
    do {
        error = lp_input_read(input, buffer, sizeof buffer, &got);
        sum += error == LP_OK ? got : 0;
    } while (error == LP_OK && got > 0 && sum < 4 * READ_MOST);
    must(error == LP_OK || tensor->part.packed > 0 || tensor->part.has_crc);
    must(error != LP_OK || got > 0 || sum == tensor->bytes);
    must(sum <= tensor->bytes);
    lp_input_close(input);
}

static inline void open_tensors(const char *path, uint64_t file_bytes)
{
    struct lpi_tensors *tensors;
    struct lpi_fault fault = {0};
    if (lpi_tensors_look(path) == LPI_LOOK_PLAIN)
        return;
    if (lpi_tensors_open(path, &tensors, &fault) != 0) {
        must(fault.code != 0 && fault.why[0] != '\0');
        return;
    }
    for (size_t i = 0; i < tensors->count; i++) {
        const struct lpi_part *part = &tensors->list[i].part;
        uint64_t stored = part->packed > 0 ? part->packed : part->bytes;
        must(part->begin <= file_bytes && stored <= file_bytes - part->begin);
        read_tensor(&tensors->list[i]);
    }
    lpi_tensors_close(tensors);
}

/* The kind is told by the bytes alone. */
static inline int try_file(const uint8_t *bytes, size_t count)
{
    static int fd = -1;
    char path[64];
    if (fd < 0)
        fd = memfd_create("tensors", 0);
    write_file(fd, bytes, count);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    open_tensors(path, count);
    return 0;
}

#endif
