/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The subordinate side of an AXI4 port for the adapters' benches: bursts are checked against the
 * requests and answered in any order that AXI allows. A sector's content and its response follow
 * from its address.
 */
#ifndef LP_AXI_BENCH_H
#define LP_AXI_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"

#define LP_AXI_OPEN 96 /* requests and bursts at a time, at most */
#define LP_AXI_SECTOR 32u
#define LP_AXI_WORDS 8

/* A request to the unit. */
struct lp_axi_request {
    uint64_t addr; /* address of its first sector */
    uint32_t id, sectors;
    uint32_t asked; /* sectors that bursts have been seen for */
    uint32_t moved; /* sectors moved */
    bool eight;     /* 8 bytes, in this lane */
    uint32_t lane;
    bool half, bad; /* the first of two bursts is answered; with an error */
    uint64_t data;  /* of a write: number of its first sector of data */
};

struct lp_axi_burst {
    uint64_t addr;
    uint32_t id, sectors, moved;
    bool told; /* of a write: its address is taken */
};

/* Requests or bursts in the order in which they came. */
struct lp_axi_requests {
    struct lp_axi_request at[LP_AXI_OPEN];
    unsigned count;
};

struct lp_axi_bursts {
    struct lp_axi_burst at[LP_AXI_OPEN];
    unsigned count;
};

/* Content of the sector at `addr` in a memory of this seed. */
void lp_axi_content(uint64_t seed, uint64_t addr, uint32_t words[LP_AXI_WORDS]);

/* The response for that sector: mostly OKAY, sometimes EXOKAY, SLVERR or DECERR. */
uint32_t lp_axi_response(uint64_t seed, uint64_t addr);

/* Draws an address, whose request often crosses a 4 KiB boundary, and 1..4 sectors. */
uint64_t lp_axi_random_addr(struct lp_rng *rng, uint32_t *sectors);

/* Whether the request crosses a 4 KiB boundary. */
bool lp_axi_crosses(uint64_t addr, uint32_t sectors);

void lp_axi_add(struct lp_axi_requests *requests, const struct lp_axi_request *request);
void lp_axi_remove(struct lp_axi_requests *requests, unsigned which);

/* The oldest request of this id, -1 if none. */
int lp_axi_oldest(const struct lp_axi_requests *requests, uint32_t id);

/*
 * Appends a burst that the unit has requested. NULL, or what is wrong: it must continue the oldest
 * request that is not yet requested in full, with the longest burst that stays within 4 KiB.
 */
const char *lp_axi_burst(struct lp_axi_requests *requests, struct lp_axi_bursts *bursts,
                         const uint32_t addr[2], uint32_t id, uint32_t len);

/* A burst that may be answered: the first of an id; -1 if there is none. */
int lp_axi_pick(struct lp_rng *rng, const struct lp_axi_bursts *bursts);
void lp_axi_burst_remove(struct lp_axi_bursts *bursts, unsigned which);

#endif
