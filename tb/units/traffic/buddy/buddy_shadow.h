/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the L2 asks of buddy memory and which answers it must get: reads and writes of the lines of
 * a few pages of every kind, among them pages with attributes that fault, and now and then a flush
 * of the metadata.  Lines that are written are of every state in turn.  A read must give what was
 * last written, in the order in which requests were taken.  Every request must be answered within
 * LP_SHADOW_LATE cycles, and it may touch only the sectors that its line has in its state at that
 * time, each once: so what a line no longer spills is not read, and no line is ever outside its
 * place.
 *
 * In spoilt traffic a part of each memory is in error.  In wild traffic any beat and any
 * acknowledgement of either memory may be an error, of metadata, too, and lines that were not
 * written may be in any state.  Requests that may meet one of these may be answered with code 6,
 * but a line that is given with code 0 is what was last written with code 0.
 *
 * The memories are behind controllers of all kinds (far_memory.h).
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
/* Resets are this much rarer than other units': lines are to be written again and again. */
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
    uint32_t index; /* in the whole page */
    uint8_t line[LP_LINE_BYTES]; /* of a write */
    unsigned state;              /* of that line */
};

enum lp_shadow_side { LP_SHADOW_DEV, LP_SHADOW_BUD, LP_SHADOW_SIDES };

/* Sectors of a request: from addr on in a slice's memory. */
struct lp_shadow_sectors {
    uint64_t addr;
    unsigned due, seen;
};

/* How a request must be answered. */
struct lp_shadow_answer {
    bool live, lossy;
    int code;
    size_t at; /* of its line in shadow->line */
    uint8_t line[LP_LINE_BYTES], got[LP_LINE_BYTES];
    unsigned bytes; /* of got so far */
    bool settled, known; /* of a lossy read: line is what it gives, if that is known */
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
    bool early;         /* device memory is read before the state is known: not watched */
    unsigned often;     /* lines of each slice that are asked for again and again */
    uint64_t cycle, of_file; /* requests made from a file */
    struct lp_shadow_page page[LP_SHADOW_PAGES];
    uint8_t (*line)[LP_LINE_BYTES]; /* of all pages, one after the other */
    uint8_t *state;                 /* of these */
    /* Of lossy pages: what was last written with code 0, where that is known. */
    uint8_t (*kept)[LP_LINE_BYTES];
    bool *known;
    bool littered;  /* lines that were not written may be in any state */
    bool any_order; /* controllers of all kinds; the bench must let them take readies away */
    struct lp_tally tally;          /* of writes: from which state to which */
    struct lp_shadow_request offered;
    struct lp_shadow_answer read[LP_SHADOW_IDS], write[LP_SHADOW_IDS];
};

/*
 * Pages of slices with these parameters of lp_buddy_slice. Lines of a file are each written once, in
 * order, over all pages in turn, and read a little later.  False: no memory.
 */
bool lp_shadow_open(struct lp_shadow *shadow, const int *values, unsigned slices_log2,
                    const struct lp_lines *file, uint64_t seed);
void lp_shadow_close(struct lp_shadow *shadow);
/* All memory is zero, nothing is waiting, no register is written. */
void lp_shadow_start(struct lp_shadow *shadow);

/* A slice's memories, for these pages.  False: no memory. */
bool lp_shadow_memories(struct lp_shadow *shadow, struct lp_far_memory *dev,
                        struct lp_far_memory *bud);

/* The value that register reg, one of lp_gbbr_xlat's, must show. */
uint64_t lp_shadow_register(const struct lp_shadow *shadow, unsigned reg);
/* The next register write, if there is one now; lp_shadow_told when it has been taken. */
bool lp_shadow_tell(struct lp_shadow *shadow, uint32_t *reg, uint32_t data[2]);
void lp_shadow_told(struct lp_shadow *shadow);

/* Makes the next request in shadow->offered, if there is one now; lp_shadow_taken when it has been
 * taken. */
bool lp_shadow_offer(struct lp_shadow *shadow);
void lp_shadow_taken(struct lp_shadow *shadow);

/* The answer due to the request with this id; NULL: there is none. */
struct lp_shadow_answer *lp_shadow_find(struct lp_shadow *shadow, bool write, unsigned id);
/* A beat of the line read.  NULL, or what is wrong with it. */
const char *lp_shadow_beat(struct lp_shadow_answer *answer, const void *data, unsigned bytes);
/* The request is answered.  NULL, or what is wrong with that. */
const char *lp_shadow_answered(struct lp_shadow *shadow, struct lp_shadow_answer *answer,
                               unsigned code);

/* A slice asks a memory for sectors.  NULL, or why it must not. */
const char *lp_shadow_burst(struct lp_shadow *shadow, unsigned slice, enum lp_shadow_side side,
                            bool write, uint64_t addr, unsigned sectors);

/* A cycle has passed.  NULL, or what has not happened for too long. */
const char *lp_shadow_tick(struct lp_shadow *shadow);

#endif
