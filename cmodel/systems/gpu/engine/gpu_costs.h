/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycles that lp_buddy_slice takes from stage to stage, as the flow engine has them. A test reads
 * each off the cycle model (tb/systems/test_gpu_costs.c). Not installed.
 */
#ifndef LPI_GPU_COSTS_H
#define LPI_GPU_COSTS_H

#include <stdint.h>

/* Pipelines of codecs: that of ZVC, and that of BPC, of which the other codecs have the costs. */
enum lpi_gpu_pipeline { LPI_GPU_ZVC, LPI_GPU_BPC, LPI_GPU_PIPELINES };

struct lpi_gpu_costs {
    uint32_t translate; /* entry to metadata asked, reads */
    uint32_t direct;    /* entry to device memory asked, pages without metadata */
    uint32_t hit;       /* metadata asked to answered */
    uint32_t reads_ask; /* reads that are on their way to be looked up, at most */
    uint32_t fetch;     /* a miss to the fetch's address */
    uint32_t fetched;   /* a fetched sector at the port to its first waiter's answer */
    uint32_t fill;      /* cycles of the port that it takes */
    uint32_t evict;     /* a dirty sector looked up to its first beat */
    uint32_t ahead;     /* beats of lines that go before it, at most */
    uint32_t guess;     /* a miss to the line's turn, if nothing else is asked of device memory */
    uint32_t guessed;   /* from then to its address */
    uint32_t known;     /* a read's state answered to the memories asked */
    uint32_t read_port; /* a sector ready in memory to the first beat taken */
    uint32_t link_port; /* the same of buddy memory */
    uint32_t come;      /* the last beat taken to it being in its buffer */
    uint32_t joined;    /* all sectors there to the first of them leaving for a decoder */
    uint32_t decode[LPI_GPU_PIPELINES]; /* from then to the end of the response */
    uint32_t lane;                      /* a line in a decoder */
    uint32_t data;                      /* entry to a write's data asked for */
    uint32_t line;                      /* beats of a line */
    uint32_t encode[LPI_GPU_PIPELINES]; /* a write's data taken to the line encoded */
    uint32_t pass;                      /* the same of pages that are not compressed */
    uint32_t order;                     /* a write's state answered to the memories asked */
    uint32_t direct_order;              /* the same without a state: since the line is there */
    uint32_t write_port;                /* a write moved in memory to the slice knowing it */
    uint32_t state;                     /* a write's state answered to it counting as done */
    uint32_t respond;                   /* all done to the response */
};

extern const struct lpi_gpu_costs lpi_gpu_costs;

#endif
