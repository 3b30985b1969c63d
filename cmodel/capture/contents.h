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
 * program's /proc/PID/mem, or below 0: it is opened where it is needed and may be. What the
 * program has unmapped without telling leaves the table. False: it failed, and that is noted.
 */
bool lpi_contents_open(int memory, int pid);

enum lpi_contents {
    LPI_CONTENTS_GOOD,
    LPI_CONTENTS_GONE, /* the program has unmapped it meanwhile */
    LPI_CONTENTS_BAD,  /* it failed, and that is noted */
};

/* Writes a block to a new file; what holds zeros may be holes. */
enum lpi_contents lpi_contents_write(int fd, const struct lpi_block *block);

#endif
