/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An instruction of Accel-Sim's text traces, versions 1 to 6, out of its line: registers, and the
 * access to global memory if there is one.
 *
 * Source   Fields of a line: docs/use/accelsim.md.
 */
#ifndef LPI_SASS_H
#define LPI_SASS_H

#include "opcode.h"
#include <stdbool.h>
#include <stddef.h>

#define LPI_SASS_OPERANDS 64u
#define LPI_SASS_VERSION_MAX 6u
/* The register that is always zero. */
#define LPI_SASS_ZERO 255u

/* Fields of a kernel's header that a line depends on. */
struct lpi_sass_form {
    unsigned version;
    bool line_numbers;
    uint64_t shared_base, local_base;
};

struct lpi_sass {
    enum lpi_sass_class class;
    enum lp_warp_kind kind; /* global: load, store or atomic */
    bool constant;          /* a load that the compiler knows to be of constant memory */
    bool returns;           /* its value is in the first destination register */
    const char *opcode;     /* not terminated */
    size_t opcode_bytes;
    uint32_t mask;
    unsigned width; /* bytes of a lane */
    unsigned destinations, sources;
    uint8_t destination[LPI_SASS_OPERANDS], source[LPI_SASS_OPERANDS];
    uint64_t address[LP_WARP_LANES];                  /* of the lanes in the mask; 0 of others */
    bool has_bytes;                                   /* store: the line has the stored bytes */
    uint8_t bytes[LP_WARP_LANES * LP_WARP_WIDTH_MAX]; /* as of lp_warp_record */
    /* tensor: addresses, and the bytes of all pieces together, 0: not known */
    uint64_t *list;
    size_t list_count, list_room;
    uint64_t list_bytes;
};

/*
 * Parses a line; NULL, or the error in words. Only what the instruction's class has is set. `list`
 * grows, and is freed by lpi_sass_free.
 */
const char *lpi_sass_parse(const char *line, const struct lpi_sass_form *form,
                           struct lpi_sass *sass);
void lpi_sass_free(struct lpi_sass *sass);

#endif
