/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Live blocks, and the call sites that allocated them. A block's number is the smallest that no
 * other live block of its place has, so a buffer that is freed and allocated again in each step
 * remains one allocation. Callers hold lpi_table_lock. Not installed.
 */
#ifndef LPI_CAPTURE_TABLE_H
#define LPI_CAPTURE_TABLE_H

#include "control.h"
#include "lock.h"
#include <stdbool.h>
#include <stddef.h>

/* Return addresses, innermost first, of the calls that allocated a block; unknown ones are 0. */
struct lpi_frames {
    uint64_t frame[LPI_CAPTURE_FRAMES];
};

enum lpi_kind {
    LPI_HEAP,
    LPI_MAPPED,
    LPI_SHARED, /* mapped, with pages shared with other processes */
    LPI_BUFFER, /* an OpenCL buffer */
};

struct lpi_block {
    uint64_t key; /* its address, or another identifier; not 0 */
    uint64_t bytes;
    uint64_t order; /* blocks added before it */
    uint32_t place, number;
    uint8_t kind; /* of enum lpi_kind */
};

extern lpi_lock lpi_table_lock;

/* False: no memory. Replaces any block with this key. */
bool lpi_table_add(uint64_t key, uint64_t bytes, enum lpi_kind kind,
                   const struct lpi_frames *frames);
/* NULL: there is none. */
struct lpi_block *lpi_table_find(uint64_t key);
void lpi_table_remove(uint64_t key);
/*
 * A block whose address changes is not in the table meanwhile, but keeps its number: lift takes it
 * out (false: it is not there); then it is either landed, possibly with another key and size
 * (false: no memory; the block is lost), or dropped.
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
 * Mapped ranges, which may shrink and split; the part after a gap becomes a block of its own with
 * the same place. A mapping is changed first and the table later, when another thread may already
 * have mapped the same addresses: the caller takes the time before the change, and only blocks
 * added before that time are modified.
 */
uint64_t lpi_table_time(void);
/* Whether any block is mapped; needs no lock. */
bool lpi_table_has_mapped(void);
/* The block that holds the address; NULL: none. */
struct lpi_block *lpi_table_mapped_at(uint64_t address, uint64_t before);
/* False: no memory. */
bool lpi_table_unmap(uint64_t address, uint64_t bytes, uint64_t before);
/* Adds another block of the same place and kind. */
bool lpi_table_add_like(const struct lpi_block *block, uint64_t key, uint64_t bytes);

#endif
