/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A memory model (memory/memory.h) connected to an AXI4 port whose ready signals the bench drives:
 * requests that the memory cannot take yet are queued. A controller in front of it determines the
 * order in which requests and data are taken; one controller may serve two memories, as where
 * device and buddy memory are one DRAM.
 */
#ifndef LP_FAR_MEMORY_H
#define LP_FAR_MEMORY_H

#include <stdbool.h>

#include "base/rng.h"
#include "dma/memory/memory.h"

#define LP_FAR_WAITING 256 /* more bursts than a master here has in flight */

/* All are legal AXI4. */
enum lp_far_kind {
    LP_FAR_FREE,        /* reads and writes do not wait for each other */
    LP_FAR_READS_FIRST, /* one port: no write moves while a read is inside */
    LP_FAR_ALTERNATE,   /* one port: reads and writes take turns */
    LP_FAR_ONE_QUEUE,   /* one queue: each request waits until all earlier ones are complete */
    LP_FAR_AW_ORDER,    /* data is taken in the order of the addresses of both ports */
    LP_FAR_W_FIRST,     /* an address is taken after all of its data */
    LP_FAR_KINDS
};

struct lp_far_memory;

/* A controller: bursts taken and not finished, in the order of their addresses. */
struct lp_far_order {
    enum lp_far_kind kind;
    unsigned depth, count; /* most bursts that it holds, and bursts held now */
    bool last_write;       /* LP_FAR_ALTERNATE: the direction served last */
    struct lp_far_burst {
        const struct lp_far_memory *of;
        bool write;
        unsigned left; /* beats */
    } burst[2 * LP_FAR_WAITING];
};

struct lp_far_memory {
    struct lpi_memory *memory;
    struct lp_far_order own, *order;
    struct lp_rng rng;
    double beat_error; /* probability that a beat read is in error */
    struct lpi_axi_answer spoilt;
    struct lpi_axi_request ar[LP_FAR_WAITING], aw[LP_FAR_WAITING];
    struct lpi_axi_data w[LP_FAR_WAITING];
    unsigned ar_in, ar_out, aw_in, aw_out, w_in, w_out;
    unsigned w_whole; /* bursts whose data has come */
    unsigned w_ahead; /* beats that came before their address; not for LP_FAR_W_FIRST */
};

/* A memory with a controller of its own; kinds but FREE, READS_FIRST, AW_ORDER and W_FIRST need a
 * config without shuffle.  False: no memory. */
bool lp_far_memory_open(struct lp_far_memory *m, const struct lpi_memory_config *config,
                        enum lp_far_kind kind, unsigned depth);
/* Makes m use the controller of `with` as well. */
void lp_far_memory_share(struct lp_far_memory *m, struct lp_far_memory *with);
void lp_far_memory_close(struct lp_far_memory *m);

/* Clears the ready signals that the controller does not give in this cycle. */
void lp_far_memory_gate(const struct lp_far_memory *m, uint32_t *arready, uint32_t *awready,
                        uint32_t *wready);

/* Signals that the unit under test drives. */
void lp_far_memory_ar(struct lp_far_memory *m, uint32_t id, const uint32_t addr[2], uint32_t len);
void lp_far_memory_aw(struct lp_far_memory *m, uint32_t id, const uint32_t addr[2], uint32_t len);
void lp_far_memory_w(struct lp_far_memory *m, const uint32_t data[8], uint32_t strb, uint32_t last);

/* Takes the next answer of a channel; NULL: none now. */
const struct lpi_axi_answer *lp_far_memory_r(struct lp_far_memory *m);
const struct lpi_axi_answer *lp_far_memory_b(struct lp_far_memory *m);
/* The unit has taken a beat of r. */
void lp_far_memory_r_taken(struct lp_far_memory *m);

/* Applies a clock edge. NULL, or the rule that was broken. */
const char *lp_far_memory_tick(struct lp_far_memory *m);

#endif
