/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The blocks that are live, and the places in the program that made them. A block's number is the
 * least that no other live block of its place has, so a buffer that is freed and made again in each
 * step stays one allocation. Callers hold lpi_table_lock. Not installed.
 */
#ifndef LPI_CAPTURE_TABLE_H
#define LPI_CAPTURE_TABLE_H

#include "control.h"
#include "lock.h"
#include <stdbool.h>
#include <stddef.h>

/* Return addresses, innermost first, of the calls that made a block; what is not known is 0. */
struct lpi_frames {
    uint64_t frame[LPI_CAPTURE_FRAMES];
};

enum lpi_kind {
    LPI_HEAP,
    LPI_MAPPED,
    LPI_SHARED, /* mapped, and the pages are not this process's alone */
    LPI_BUFFER, /* of OpenCL */
};

struct lpi_block {
    uint64_t key; /* its address, or what else names it; not 0 */
    uint64_t bytes;
    uint64_t order; /* how many were added before it */
    uint32_t place, number;
    uint8_t kind; /* of enum lpi_kind */
};

extern lpi_lock lpi_table_lock;

/* False: no memory. A block with this key takes the other's place. */
bool lpi_table_add(uint64_t key, uint64_t bytes, enum lpi_kind kind,
                   const struct lpi_frames *frames);
/* NULL: there is none. */
struct lpi_block *lpi_table_find(uint64_t key);
void lpi_table_remove(uint64_t key);
/*
 * While a block's place changes it is not in the table, but keeps its number: lift takes it out
 * (false: there is none); then it either lands, with another key and size perhaps (false: no
 * memory, it is gone), or is dropped.
 */
bool lpi_table_lift(uint64_t key, struct lpi_block *block);
bool lpi_table_land(const struct lpi_block *block);
void lpi_table_drop(const struct lpi_block *block);
/* Blocks that were lifted and have not landed. */
size_t lpi_table_lifted(void);

/* Walks all blocks: *at begins at 0; NULL at the end. */
const struct lpi_block *lpi_table_next(size_t *at);
size_t lpi_table_count(void);
const struct lpi_frames *lpi_table_frames(const struct lpi_block *block);

/*
 * Mapped ranges, which may shrink and split; what remains beyond a gap is a block of its own, of
 * the same place. A mapping is changed first and the table later, when the same addresses may be
 * somebody else's already: whoever changes one asks for the time before, and only blocks that were
 * added before that time are touched.
 */
uint64_t lpi_table_time(void);
/* Whether any block is mapped; without the lock. */
bool lpi_table_has_mapped(void);
/* The block that holds the address; NULL: none. */
struct lpi_block *lpi_table_mapped_at(uint64_t address, uint64_t before);
/* False: no memory. */
bool lpi_table_unmap(uint64_t address, uint64_t bytes, uint64_t before);
/* Another block of the same place and kind. */
bool lpi_table_add_like(const struct lpi_block *block, uint64_t key, uint64_t bytes);

#endif
