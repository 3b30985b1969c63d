/* SPDX-License-Identifier: Apache-2.0 */
/* A search among settings: which was tried, which is tried next. */
#ifndef LPI_SYSTEMS_SWAP_SEARCH_H
#define LPI_SYSTEMS_SWAP_SEARCH_H

#include "../../base/fault.h"

/* Evaluations at random and guided (CSWAP, section IV-D). */
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
    int recorded; /* the times are there already */
};

struct swap_search {
    const struct swap_space *space;
    size_t *order; /* what was tried */
    size_t count;
    unsigned char *taken; /* of each point */
    /* lpi_tune_select of liblinepress_tune.so; NULL unless the search is guided. */
    int (*select)(const double *x, const double *seconds, size_t count, const double *candidates,
                  const unsigned char *taken, size_t candidates_count, size_t *chosen);
};

/*
 * `guided`: with Bayesian optimisation, which liblinepress_tune.so has. Returns 0 or the code that
 * it sets in *fault, which was 0 before.
 */
int swap_search_open(struct swap_search *search, const struct swap_space *space, int guided,
                     struct lpi_fault *fault);
void swap_search_close(struct swap_search *search);

/* Notes that this point was tried, whose times are known. */
void swap_search_add(struct swap_search *search, size_t number);

struct lp_rng;
size_t swap_search_random(const struct swap_search *search, struct lp_rng *rng);

/* The point of a guided search that is tried next; errors as of swap_search_open. */
int swap_search_guided(const struct swap_search *search, size_t *number, struct lpi_fault *fault);

/* The point with the least sum of both times. */
const struct swap_point *swap_search_best(const struct swap_search *search);

/* Processors that this program may use. */
unsigned swap_cores(void);

#endif
