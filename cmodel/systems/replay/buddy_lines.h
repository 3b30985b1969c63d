/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All lines of a file: mapped, so that only used lines take memory, or read if mapping fails (a
 * pipe, a file of /proc). If a mapped file is truncated or its device fails, the process gets
 * SIGBUS.
 */
#ifndef LPI_SYSTEMS_BUDDY_LINES_H
#define LPI_SYSTEMS_BUDDY_LINES_H

#include "../../base/fault.h"
#include <stdint.h>

struct buddy_lines {
    const uint8_t *data; /* lines of 128 bytes, the last one padded with zeros */
    uint64_t count;
    void *memory; /* owner of `data`: unmapped, or freed if mapped_bytes is 0 */
    size_t mapped_bytes;
};

/* "-" is standard input. Returns 0 or the code that it sets in *fault, which must be 0 on entry. */
int buddy_lines_open(const char *path, int raw, struct buddy_lines *lines, struct lpi_fault *fault);
void buddy_lines_close(struct buddy_lines *lines);

#endif
