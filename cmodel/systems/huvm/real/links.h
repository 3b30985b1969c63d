/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The links: one thread each, which takes the time of a copy, compresses and checks its data, and
 * writes it to the destination: a port, a GPU's lent memory, or the host tier. The lock is held
 * unless a function says otherwise.
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

/* Events of copies. Called with the lock, which must be kept. */
struct real_link_events {
    void *context;
    /* The chunk needs this number of granules at its neighbour, fewer than a raw chunk. */
    void (*shrunk)(void *context, uint32_t chunk, unsigned granules);
    /* `driver`: ns of the copy that were not spent on its link. */
    void (*arrived)(void *context, uint32_t chunk, uint64_t driver);
};

struct real_links;

struct real_link {
    struct real_links *links;
    pthread_t thread;
    pthread_cond_t wake;
    uint32_t first[3], last[3]; /* jobs by class, linked by move.next */
    const struct huvm_rate *rate;
    uint8_t *buffer; /* one chunk */
    uint8_t *packed; /* one compressed chunk; NULL: no compression */
    struct huvm_link_result result;
    uint64_t freed; /* time when its last copy ended */
    bool started;
};

struct real_links {
    struct real_run *run;
    struct real_ports *ports;
    struct real_link_events events;
    struct real_lent lent;
    struct real_tier tier;
    struct real_move *move; /* one for each chunk */
    struct real_link link[REAL_LINKS];
    uint64_t mismatches;
    uint8_t *zeros; /* one chunk of zeros */
    uint32_t zeros_crc;
};

/* Without the lock. Links that failed to open must be closed too. false: errno is set. */
void real_links_init(struct real_links *links, struct real_run *run, struct real_ports *ports,
                     const struct real_link_events *events);
bool real_links_open(struct real_links *links, unsigned granules);
bool real_links_start(struct real_links *links);
void real_links_stop(struct real_links *links); /* the run is ending: waits for the threads */
void real_links_close(struct real_links *links);

/* Wakes all threads, which then detect the end of the run. */
void real_links_call(struct real_links *links);

/* Starts a copy. */
void real_links_copy(struct real_links *links, const struct huvm_action *action);

/* The chunk's copy in flight, or its last copy. */
const struct huvm_action *real_links_action(const struct real_links *links, uint32_t chunk);
/* Whether the host stores a non-zero chunk. */
bool real_links_host_has(const struct real_links *links, uint32_t chunk);

/* Frees the chunk's place at a neighbour; and its data at the host. */
void real_links_give(struct real_links *links, uint32_t chunk);
void real_links_clear(struct real_links *links, uint32_t chunk);

/* Bytes transferred, the host's peak, and mismatches. */
void real_links_result(const struct real_links *links, struct huvm_result *result);

#endif
