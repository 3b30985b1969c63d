/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The subordinate side of lp_axi_join: bursts from the cycle in which the join takes their address
 * until their port has its last answer, and a memory that serves them in any order that AXI allows.
 * The traffic generates the answers and checks them.
 */
#ifndef LP_JOIN_MEMORY_H
#define LP_JOIN_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "units/axi/axi_join_ports.h"
#include "base/rng.h"

#define LP_JOIN_OPEN 80 /* bursts of a direction at a time, at most */

/* All are legal AXI4. */
enum lp_join_kind {
    LP_JOIN_FREE,         /* reads and writes do not wait for each other */
    LP_JOIN_READS_FIRST,  /* no write moves while a read is inside */
    LP_JOIN_WRITES_FIRST, /* no read moves while a write is inside */
    LP_JOIN_ONE_QUEUE,    /* each request waits until all earlier ones are complete */
    LP_JOIN_AW_FIRST,     /* data is taken after its address */
    LP_JOIN_W_FIRST,      /* an address is taken after all of its data */
    LP_JOIN_KINDS
};

struct lp_join_burst {
    uint64_t addr;
    uint32_t id; /* the id in the memory: the port number above the port's own id */
    unsigned beats;
    bool told;      /* the memory has its address */
    uint64_t order; /* its order among those */
    uint64_t due;   /* no answer before this cycle */
    unsigned taken; /* of a write: beats taken from its port */
    unsigned moved; /* beats that the memory has given or got */
    unsigned here;  /* answers that have come to the port */
    bool answered;  /* of a write: b is given */
};

/* In the order in which the join took them. */
struct lp_join_bursts {
    struct lp_join_burst at[LP_JOIN_OPEN];
    unsigned count;
};

struct lp_join_memory {
    struct lp_rng rng;
    enum lp_join_kind kind;
    unsigned latency;
    bool interleaves; /* beats of r of several bursts */
    uint64_t now, order;
    struct lp_join_bursts reads, writes;
};

void lp_join_memory_reset(struct lp_join_memory *m);

/* The join has taken an address. */
void lp_join_add(struct lp_join_bursts *bursts, const struct lp_join_burst *burst);
/* Its port has all answers. */
void lp_join_remove(struct lp_join_bursts *bursts, struct lp_join_burst *burst);

/* NULL: none. The oldest burst whose address the memory does not have; the oldest of an id whose
 * answers are not all at the port; the writes whose beats are next to be taken from a port, and
 * next to enter the memory. */
struct lp_join_burst *lp_join_untold(struct lp_join_bursts *bursts);
struct lp_join_burst *lp_join_oldest(struct lp_join_bursts *bursts, uint32_t id);
struct lp_join_burst *lp_join_taking(struct lp_join_bursts *writes);
struct lp_join_burst *lp_join_landing(struct lp_join_bursts *writes);

/* Clears ready signals that this kind of memory does not give. */
void lp_join_memory_drive(struct lp_join_memory *m, struct lp_axi_join_in *in);

/* The memory takes the address, or a beat of the write. */
void lp_join_memory_tell(struct lp_join_memory *m, struct lp_join_burst *burst);
void lp_join_memory_beat(struct lp_join_memory *m, struct lp_join_burst *write);

/* The burst whose next beat of r, or whose b, is given; NULL: none now. */
struct lp_join_burst *lp_join_memory_r(struct lp_join_memory *m);
struct lp_join_burst *lp_join_memory_b(struct lp_join_memory *m);

#endif
