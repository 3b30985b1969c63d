/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes that do not fit in memory: a temporary file without a name in $TMPDIR, or /tmp, made when it
 * is first needed. Parts are appended one after the other and given back in any order; once none is
 * left the file is empty, and space of parts that are given back before is freed where the file
 * system can.
 *
 * Errors   LP_OK, or LP_ERR_SYSTEM with errno.
 */
#ifndef LPI_SPILL_H
#define LPI_SPILL_H

#include <stddef.h>
#include <stdint.h>

struct lpi_spill {
    int fd;
    int made;       /* there is a file, and fd is it */
    uint64_t size;  /* of the file, where the next bytes go */
    uint64_t parts; /* that are not given back */
};

/* Begins a part: *begin = the offset of the bytes that are appended next. */
void lpi_spill_begin(struct lpi_spill *spill, uint64_t *begin);
int lpi_spill_append(struct lpi_spill *spill, const void *bytes, size_t count);
int lpi_spill_read(const struct lpi_spill *spill, uint64_t at, void *bytes, size_t count);
/* Gives a part back. */
void lpi_spill_free(struct lpi_spill *spill, uint64_t begin, uint64_t count);
void lpi_spill_close(struct lpi_spill *spill);

#endif
