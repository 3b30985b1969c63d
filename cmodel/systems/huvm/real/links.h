/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The links: a thread each, which takes the time of a copy, packs and checks the bytes on their
 * way, and puts them where they belong: a port, what a GPU lends, or the host tier. All with the
 * lock held, unless a function says otherwise.
 */
#ifndef LPI_HUVM_REAL_LINKS_H
#define LPI_HUVM_REAL_LINKS_H

#include "job.h"
#include "ports.h"
#include "tier.h"

enum {
    REAL_PCIE_IN = 0,
    REAL_PCIE_OUT = HUVM_GPUS_MAX,
    REAL_NVLINK = 2 * HUVM_GPUS_MAX, /* + from * HUVM_GPUS_MAX + to */
    REAL_LINKS = REAL_NVLINK + HUVM_GPUS_MAX * HUVM_GPUS_MAX
};

/* What became of copies. Called with the lock, which must be kept. */
struct real_link_events {
    void *context;
    /* The chunk needs so many granules at its neighbour, fewer than a chunk has. */
    void (*shrunk)(void *context, uint32_t chunk, unsigned granules);
    /* `driver`: ns of its copy that were none of the link's. */
    void (*arrived)(void *context, uint32_t chunk, uint64_t driver);
};

struct real_links;

struct real_link {
    struct real_links *links;
    pthread_t thread;
    pthread_cond_t wake;
    uint32_t first[3], last[3]; /* jobs by class, linked by move.next */
    const struct huvm_rate *rate;
    uint8_t *buffer; /* of a chunk */
    uint8_t *packed; /* of one that is compressed; NULL: none is */
    struct huvm_link_result result;
    uint64_t freed; /* when its last copy ended */
    bool started;
};

struct real_links {
    struct real_run *run;
    struct real_ports *ports;
    struct real_link_events events;
    struct real_lent lent;
    struct real_tier tier;
    struct real_move *move; /* of each chunk */
    struct real_link link[REAL_LINKS];
    uint64_t mismatches;
    uint8_t *zeros; /* a chunk */
    uint32_t zeros_crc;
};

/* Without the lock. Links that are not open are closed too. false: errno says why. */
void real_links_init(struct real_links *links, struct real_run *run, struct real_ports *ports,
                     const struct real_link_events *events);
bool real_links_open(struct real_links *links, unsigned granules);
bool real_links_start(struct real_links *links);
void real_links_stop(struct real_links *links); /* the run is ending: waits for the threads */
void real_links_close(struct real_links *links);

/* Wakes all threads, to see that the run ends. */
void real_links_call(struct real_links *links);

/* Has a copy made. */
void real_links_copy(struct real_links *links, const struct huvm_action *action);

/* The copy of a chunk that is under way, or was the last one. */
const struct huvm_action *real_links_action(const struct real_links *links, uint32_t chunk);
/* Whether the host has anything of it but zeros. */
bool real_links_host_has(const struct real_links *links, uint32_t chunk);

/* Gives back the place that a chunk has at a neighbour; and what the host has of it. */
void real_links_give(struct real_links *links, uint32_t chunk);
void real_links_clear(struct real_links *links, uint32_t chunk);

/* What was carried, what the host had at most, and what did not come back as it was. */
void real_links_result(const struct real_links *links, struct huvm_result *result);

#endif
