/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What blocks hold, in the process that writes a picture. Its own memory is a copy that stands
 * still; what the copy lacks, since the program keeps it from its children (MADV_DONTFORK,
 * MADV_WIPEONFORK), is read from the program's own memory. Not installed.
 */
#ifndef LPI_CAPTURE_CONTENTS_H
#define LPI_CAPTURE_CONTENTS_H

#include "table.h"

/*
 * Looks at what is mapped, in this process and in the program. `memory`: a descriptor of the
 * program's /proc/PID/mem, or below 0: `path`, which names it, is opened where it is needed. What
 * the program has unmapped without telling leaves the table. 0, or an error's number, negated.
 */
long lpi_contents_open(int memory, const char *path);

#define LPI_CONTENTS_GONE 1

/*
 * Writes a block to a new file; what holds zeros may be holes. 0; LPI_CONTENTS_GONE, if the program
 * has unmapped it meanwhile; or an error's number, negated, which is -EFAULT for memory that cannot
 * be read.
 */
long lpi_contents_write(int fd, const struct lpi_block *block);

#endif
