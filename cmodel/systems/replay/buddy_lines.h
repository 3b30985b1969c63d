/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All lines of a file at once: mapped, so that memory is taken only where a line is used, or read
 * where that cannot be done (a pipe, a file of /proc). A mapped file that becomes shorter, or whose
 * device fails, shows itself by SIGBUS alone.
 */
#ifndef LPI_SYSTEMS_BUDDY_LINES_H
#define LPI_SYSTEMS_BUDDY_LINES_H

#include "../../base/fault.h"
#include <stdint.h>

struct buddy_lines {
    const uint8_t *data; /* lines of 128 bytes, the last padded with zeros */
    uint64_t count;
    void *memory;        /* of it, to be given back; mapped_bytes 0: by free */
    size_t mapped_bytes;
};

/* "-" is standard input. Returns 0 or the code that it sets in *fault, which was 0 before. */
int buddy_lines_open(const char *path, int raw, struct buddy_lines *lines,
                     struct lpi_fault *fault);
void buddy_lines_close(struct buddy_lines *lines);

#endif
