/* SPDX-License-Identifier: Apache-2.0 */
/* Opcodes of NVIDIA's machine code (SASS) that access memory, by their first part. */
#ifndef LPI_OPCODE_H
#define LPI_OPCODE_H

#include <linepress/warp.h>
#include <stdbool.h>
#include <stddef.h>

enum lpi_sass_class {
    LPI_SASS_PLAIN, /* no memory, or memory of a group or a constant bank */
    LPI_SASS_GLOBAL,
    LPI_SASS_LOCAL, /* memory of a thread */
    LPI_SASS_BARRIER,
    LPI_SASS_TENSOR, /* a copy of many pieces, whose addresses are in `list` */
    LPI_SASS_UNKNOWN /* an unknown instruction with addresses */
};

struct lpi_opcode {
    const char *name;
    enum lpi_sass_class class;
    enum lp_warp_kind kind;
    bool generic; /* the address says which memory it is */
    bool returns;
};

/* NULL: none of these. */
const struct lpi_opcode *lpi_opcode_find(const char *opcode, size_t bytes);
/* Bytes of a lane's access, by the opcode's later parts; 4 if none says so. */
unsigned lpi_opcode_width(const char *opcode, size_t bytes);
/* Whether the opcode has this part after its first. */
bool lpi_opcode_has(const char *opcode, size_t bytes, const char *part);

#endif
