/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies of tensors in pinned memory, and a file for those that do not fit. Contents move to the file
 * in the order in which they left: in a training those that left first are needed last. Heads stay.
 */
#ifndef LPC_COPIES_H
#define LPC_COPIES_H

#include "lane.h"
#include "pinned.h"
#include "spill.h"

/*
 * The first member of what the caller allocates by calloc; lpc_copies_end frees it. The head is
 * LPC_BURST bytes, the first 8 of them the content's bursts if it is not raw, and the table.
 */
struct lpc_copy {
    struct lpc_errand errand; /* its first member */
    struct lpc_block *head,
        *block;       /* block: of the content; NULL: it is in the file alone, or empty */
    uint64_t out, in; /* numbers of its last works; 0: none */
    uint64_t room;    /* bytes of the content, or more if it is not raw */
    int is_raw;
    int was_asked, is_filed; /* the file has the content, or will have it; has it */
    int is_ended;
    struct lpc_copy *older, *newer; /* in the order of leaving */
};

struct lpc_copies {
    struct lpc_lane *out, *in;
    struct lpc_pinned heads, pool;
    struct lpc_spill *spill;          /* NULL: there is no file */
    struct lpc_copy *oldest, *newest; /* those that have not ended */
    struct lpc_copy *to_write;        /* the oldest one that was not asked for */
    struct lpc_copy *ended;           /* those whose errands are under way */
    unsigned errands;                 /* that are under way */
    uint64_t unwritten, filed, peak;  /* bytes of blocks of those that were not asked for; of
                                             contents in the file alone; of all copies at most */
    uint64_t waits, file_waits;       /* of the host, for the GPU and for the file */
    char trouble[LPC_SPILL_TEXT];     /* of the file */
};

/* host_bytes: largest amount of pinned memory for contents; heads take an eighth of it more at most.
 * node: as in pinned.h. */
void lpc_copies_open(struct lpc_copies *c, struct lpc_lane *out, struct lpc_lane *in,
                     uint64_t host_bytes, uint64_t slab_bytes, int node);

/* No transfer may be in flight. Frees all copies. */
void lpc_copies_close(struct lpc_copies *c);

/*
 * Memory for a new copy of `room` bytes after a table of `table_bytes`. May wait if there is a file.
 * LP_ERR_HOST_FULL; LP_ERR_SYSTEM; the file's errors, as in spill.h.
 */
int lpc_copies_add(struct lpc_copies *c, struct lpc_copy *copy, uint64_t table_bytes);

/* Whether all of the content is in pinned memory, once it has left. */
int lpc_copies_has(const struct lpc_copy *copy);

/* Bytes of the content, whose way out is known to be complete. */
uint64_t lpc_copies_bytes(const struct lpc_copy *copy);

/*
 * Sees what is done, and has the file written to where pinned memory fills up. Without a file
 * nothing. LP_ERR_SYSTEM; the file's errors.
 */
int lpc_copies_tend(struct lpc_copies *c);

/* The content will be needed: begins to read it. LP_ERR_HOST_FULL: there is no room without a wait. */
int lpc_copies_expect(struct lpc_copies *c, struct lpc_copy *copy);

/* The content is in its block from here on, until the next call. May wait. */
int lpc_copies_need(struct lpc_copies *c, struct lpc_copy *copy);

void lpc_copies_end(struct lpc_copies *c, struct lpc_copy *copy);

/* Bytes of all copies, in pinned memory and in the file. */
uint64_t lpc_copies_held(const struct lpc_copies *c);

#endif
