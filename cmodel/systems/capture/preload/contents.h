/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Contents of blocks, in the process that writes a memory snapshot. Its own memory is a fork's
 * copy, which does not change; memory that the program excludes from its children (MADV_DONTFORK,
 * MADV_WIPEONFORK) is read from the program itself. Not installed.
 */
#ifndef LPI_CAPTURE_CONTENTS_H
#define LPI_CAPTURE_CONTENTS_H

#include "table.h"

/*
 * Reads the mapped areas of this process and of the program. `memory`: a descriptor of the
 * program's /proc/PID/mem; below 0: `path`, its name, is opened when needed. Blocks that the
 * program has unmapped without a call to this library are removed from the table. Returns 0 or a
 * negated errno.
 */
long lpi_contents_open(int memory, const char *path);

#define LPI_CONTENTS_GONE 1

/*
 * Writes a block to a new file; zeros may be holes. Returns 0; LPI_CONTENTS_GONE if the program has
 * unmapped it meanwhile; or a negated errno, which is -EFAULT for unreadable memory.
 */
long lpi_contents_write(int fd, const struct lpi_block *block);

#endif
