/* SPDX-License-Identifier: Apache-2.0 */
/* A search among settings: those tried, and the next one to try. */
#ifndef LPI_SYSTEMS_SWAP_SEARCH_H
#define LPI_SYSTEMS_SWAP_SEARCH_H

#include "../../base/fault.h"

/* Numbers of random and of guided evaluations (CSWAP, section IV-D). */
#define SWAP_FIRST 10u
#define SWAP_GUIDED 25u

struct swap_point {
    unsigned grid, block;
    double compress, expand; /* seconds; 0: not measured yet */
};

struct swap_space {
    int codec;
    struct swap_point *points;
    size_t count;
    int recorded; /* the times come from an earlier search */
};

struct swap_search {
    const struct swap_space *space;
    size_t *order; /* numbers of the points tried, in order */
    size_t count;
    unsigned char *taken; /* for each point, whether it was tried */
    /* lpi_tune_select of liblinepress_tune.so; NULL unless the search is guided. */
    int (*select)(const double *x, const double *seconds, size_t count, const double *candidates,
                  const unsigned char *taken, size_t candidates_count, size_t *chosen);
};

/*
 * `guided`: by Bayesian optimisation, with liblinepress_tune.so. Returns 0 or the code that it sets
 * in *fault, which must be 0 on entry.
 */
int swap_search_open(struct swap_search *search, const struct swap_space *space, int guided,
                     struct lpi_fault *fault);
void swap_search_close(struct swap_search *search);

/* Records that this point was tried; its times are set. */
void swap_search_add(struct swap_search *search, size_t number);

struct lp_rng;
size_t swap_search_random(const struct swap_search *search, struct lp_rng *rng);

/* The next point of a guided search; errors of swap_search_open. */
int swap_search_guided(const struct swap_search *search, size_t *number, struct lpi_fault *fault);

/* The point with the lowest sum of both times. */
const struct swap_point *swap_search_best(const struct swap_search *search);

/* CPU cores that this process may use. */
unsigned swap_cores(void);

#endif
