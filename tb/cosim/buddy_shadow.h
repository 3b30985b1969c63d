/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the L2 asks of buddy memory and must be answered: reads and writes of the lines of a few
 * pages of every kind, among them pages with attributes that fault, and now and then a flush of the
 * metadata.  A read must give what was last written, in the order in which requests were taken.  In
 * hostile traffic a part of each memory is in error: requests that may come to it are only held to
 * be answered.
 */
#ifndef LP_BUDDY_SHADOW_H
#define LP_BUDDY_SHADOW_H

#include <linepress/gbbr.h>

#include "codec_beats.h"
#include "slice_memory.h"

#define LP_SHADOW_PAGES 12
#define LP_SHADOW_IDS 256

struct lp_shadow_page {
    struct lp_gbbr_page attr;
    int fault;  /* enum lp_buddy_code */
    bool lossy; /* in reach of a memory that is in error */
};

struct lp_shadow_request {
    bool write;
    unsigned id, page;
    uint32_t index; /* in the whole page */
    uint8_t line[LP_LINE_BYTES]; /* of a write */
};

/* What a request must be answered. */
struct lp_shadow_answer {
    bool live, lossy;
    int code;
    uint8_t line[LP_LINE_BYTES];
};

struct lp_shadow {
    struct lp_rng rng;
    struct lp_codec_lines lines;
    uint64_t next_line;
    struct lp_gbbr_geometry geometry;
    struct lp_gbbr_regs regs;
    unsigned registers; /* written so far */
    bool hostile;
    struct lp_shadow_page page[LP_SHADOW_PAGES];
    uint8_t (*line)[LP_LINE_BYTES]; /* of all pages, one behind the other */
    struct lp_shadow_request offered;
    struct lp_shadow_answer read[LP_SHADOW_IDS], write[LP_SHADOW_IDS];
};

/* Pages of slices with shares of 2^share_log2 bytes.  False: no memory. */
bool lp_shadow_open(struct lp_shadow *shadow, unsigned share_log2, unsigned slices_log2,
                    uint64_t seed);
void lp_shadow_close(struct lp_shadow *shadow);
/* All memory is zero, nothing is waiting, no register is written. */
void lp_shadow_start(struct lp_shadow *shadow);

/* A slice's memories, for these pages.  False: no memory. */
bool lp_shadow_memories(struct lp_shadow *shadow, struct lp_slice_memory *dev,
                        struct lp_slice_memory *bud);

/* The next register write, if there is one now; lp_shadow_told when it has been taken. */
bool lp_shadow_tell(struct lp_shadow *shadow, uint32_t *reg, uint32_t data[2]);
void lp_shadow_told(struct lp_shadow *shadow);

/* Makes the next request in shadow->offered, if there is one now; lp_shadow_taken when it has been
 * taken. */
bool lp_shadow_offer(struct lp_shadow *shadow);
void lp_shadow_taken(struct lp_shadow *shadow);

/* What the request with this id is to be answered; NULL: there is none. */
struct lp_shadow_answer *lp_shadow_find(struct lp_shadow *shadow, bool write, unsigned id);

#endif
