/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory at lp_cdma_chan's AXI4 port: it decides when requests are answered, and which channels
 * wait for which. The traffic generates and checks the data.
 */
#ifndef LP_CHAN_MEMORY_H
#define LP_CHAN_MEMORY_H

#include <stdbool.h>

#include "units/cdma/cdma_chan_ports.h"
#include "base/rng.h"

#define LP_CHAN_OPEN 512 /* bursts at a time, at most */

/* All are legal AXI4. */
enum lp_chan_kind {
    LP_CHAN_FREE,         /* reads and writes do not wait for each other */
    LP_CHAN_READS_FIRST,  /* no write moves while a read is inside */
    LP_CHAN_WRITES_FIRST, /* no read moves while a write is inside */
    LP_CHAN_ONE_QUEUE,    /* each request waits until all earlier ones are complete */
    LP_CHAN_AW_FIRST,     /* data is taken after its address */
    LP_CHAN_W_FIRST,      /* an address is taken after all of its data */
    LP_CHAN_KINDS
};

struct lp_chan_burst {
    uint64_t addr, due, order;
    unsigned beats, moved;
    bool told; /* of a write: its address is taken */
};

struct lp_chan_bursts {
    struct lp_chan_burst at[LP_CHAN_OPEN];
    unsigned first, count;
};

struct lp_chan_memory {
    enum lp_chan_kind kind;
    unsigned latency;
    uint64_t now, order;
    struct lp_chan_bursts reads, writes;
    bool aw_waits; /* the address at aw was offered before */
};

void lp_chan_memory_reset(struct lp_chan_memory *q);

/* Clears ready signals that this kind of memory does not give. */
void lp_chan_memory_drive(const struct lp_chan_memory *q, struct lp_cdma_chan_in *in);

/* Whether a beat of r, or a response of b, may be given. */
bool lp_chan_memory_may_r(const struct lp_chan_memory *q);
bool lp_chan_memory_may_b(const struct lp_chan_memory *q);

/* Gives it and returns the burst; *last tells whether the beat is its last. */
struct lp_chan_burst lp_chan_memory_give_r(struct lp_chan_memory *q, bool *last);
struct lp_chan_burst lp_chan_memory_give_b(struct lp_chan_memory *q);

/* The settled ports of a cycle, after the traffic has looked at them. NULL, or what is wrong. */
const char *lp_chan_memory_see(struct lp_chan_memory *q, const struct lp_cdma_chan_in *in,
                               const struct lp_cdma_chan_out *out);

/* The write that the next beat of w belongs to; NULL: none. */
struct lp_chan_burst *lp_chan_memory_writing(struct lp_chan_memory *q);

#endif
