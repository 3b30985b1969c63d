/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Requests of the L2 to buddy memory, and the answers it must get: reads and writes of the lines of
 * a few pages of every kind, including pages with attributes that fault, and sometimes a flush of
 * the metadata. Written lines are of every state in turn. A read must return the data last written,
 * in the order in which requests were taken. Every request must be answered within LP_SHADOW_LATE
 * cycles, and it may touch only the sectors that its line has in its state at that time, each once:
 * sectors that a line no longer spills are not read, and no line is ever stored outside its place.
 *
 * In spoilt traffic a part of each memory is in error.  In wild traffic any beat and any
 * acknowledgement of either memory may be an error, including those of metadata, and lines that
 * were not written may be in any state. Requests that may meet one of these may be answered with
 * code 6, but a line returned with code 0 is the one last written with code 0.
 *
 * The memories have controllers of all kinds (far_memory.h).
 */
#ifndef LP_BUDDY_SHADOW_H
#define LP_BUDDY_SHADOW_H

#include <linepress/gbbr.h>

#include "units/traffic/buddy/stored_as.h"
#include "units/traffic/codec/codec_lines.h"
#include "units/traffic/axi/far_memory.h"

#define LP_SHADOW_PAGES 12
#define LP_SHADOW_IDS 256
#define LP_SHADOW_LATE 4000
/* Resets are this many times rarer than for other units, so that lines are written repeatedly. */
#define LP_SHADOW_CALM 16

enum lp_shadow_traffic { LP_SHADOW_GOOD, LP_SHADOW_SPOILT, LP_SHADOW_WILD };

struct lp_shadow_page {
    struct lp_gbbr_page attr;
    int fault;  /* enum lp_answer */
    bool lossy; /* in reach of a memory that is in error */
};

struct lp_shadow_request {
    bool write;
    unsigned id, page;
    uint32_t index;              /* in the whole page */
    uint8_t line[LP_LINE_BYTES]; /* of a write */
    unsigned state;              /* state of that line */
};

enum lp_shadow_side { LP_SHADOW_DEV, LP_SHADOW_BUD, LP_SHADOW_SIDES };

/* Sectors of a request: from addr on in a slice's memory. */
struct lp_shadow_sectors {
    uint64_t addr;
    unsigned due, seen;
};

/* The answer due to a request. */
struct lp_shadow_answer {
    bool live, lossy;
    int code;
    size_t at; /* of its line in shadow->line */
    uint8_t line[LP_LINE_BYTES], got[LP_LINE_BYTES];
    unsigned bytes;      /* of the sectors in got so far */
    bool settled, known; /* of a lossy read: `line` is the decoded line, if it is known */
    uint64_t taken_at;
    unsigned slice;
    struct lp_shadow_sectors part[LP_SHADOW_SIDES];
};

struct lp_shadow {
    struct lp_rng rng;
    struct lp_enc_lines lines;
    uint64_t next_line;
    struct lp_stored_as as;
    struct lp_gbbr_geometry geometry;
    unsigned frame_bits, slot_bits;
    struct lp_gbbr_regs regs;
    unsigned registers; /* written so far */
    enum lp_shadow_traffic traffic;
    bool early;              /* device memory is read before the state is known: not watched */
    unsigned often;          /* lines of each slice that are requested repeatedly */
    uint64_t cycle, of_file; /* requests made from a file */
    struct lp_shadow_page page[LP_SHADOW_PAGES];
    uint8_t (*line)[LP_LINE_BYTES]; /* of all pages, in order */
    uint8_t *state;                 /* of these */
    /* Of lossy pages: the line last written with code 0, if it is known. */
    uint8_t (*kept)[LP_LINE_BYTES];
    bool *known;
    bool littered;  /* lines that were not written may be in any state */
    bool any_order; /* controllers of all kinds; the bench must let them clear ready signals */
    struct lp_tally tally; /* of writes: counts by state before and after */
    struct lp_shadow_request offered;
    struct lp_shadow_answer read[LP_SHADOW_IDS], write[LP_SHADOW_IDS];
};

/*
 * Pages of slices with these parameters of lp_buddy_slice. Lines of a file are each written once, in
 * order, over all pages in turn, and read a few lines later. False: no memory.
 */
bool lp_shadow_open(struct lp_shadow *shadow, const int *values, unsigned slices_log2,
                    const struct lp_lines *file, uint64_t seed);
void lp_shadow_close(struct lp_shadow *shadow);
/* All memory is zero, no request is pending, no register is written. */
void lp_shadow_start(struct lp_shadow *shadow);

/* A slice's memories, for these pages.  False: no memory. */
bool lp_shadow_memories(struct lp_shadow *shadow, struct lp_far_memory *dev,
                        struct lp_far_memory *bud);

/* The value that register reg, one of lp_gbbr_xlat's, must show. */
uint64_t lp_shadow_register(const struct lp_shadow *shadow, unsigned reg);
/* The next register write, if there is one now; call lp_shadow_told when it has been taken. */
bool lp_shadow_tell(struct lp_shadow *shadow, uint32_t *reg, uint32_t data[2]);
void lp_shadow_told(struct lp_shadow *shadow);

/* Makes the next request in shadow->offered, if there is one now; call lp_shadow_taken when it has
 * been taken. */
bool lp_shadow_offer(struct lp_shadow *shadow);
void lp_shadow_taken(struct lp_shadow *shadow);

/* The answer due to the request with this id; NULL: none. */
struct lp_shadow_answer *lp_shadow_find(struct lp_shadow *shadow, bool write, unsigned id);
/* A beat of the line read.  NULL, or what is wrong with it. */
const char *lp_shadow_beat(struct lp_shadow_answer *answer, const void *data, unsigned bytes);
/* The request is answered.  NULL, or what is wrong with that. */
const char *lp_shadow_answered(struct lp_shadow *shadow, struct lp_shadow_answer *answer,
                               unsigned code);

/* A slice requests sectors of a memory. NULL, or why it must not. */
const char *lp_shadow_burst(struct lp_shadow *shadow, unsigned slice, enum lp_shadow_side side,
                            bool write, uint64_t addr, unsigned sectors);

/* A cycle has passed. NULL, or which event is too late. */
const char *lp_shadow_tick(struct lp_shadow *shadow);

#endif
