/* SPDX-License-Identifier: Apache-2.0 */
/* A search among settings: which was tried, which is tried next. Failures end the program. */
#ifndef LPI_CLI_SWAP_SEARCH_H
#define LPI_CLI_SWAP_SEARCH_H

#include <stddef.h>

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
};

void swap_search_open(struct swap_search *search, const struct swap_space *space);
void swap_search_close(struct swap_search *search);

/* Notes that this point was tried, whose times are known. */
void swap_search_add(struct swap_search *search, size_t number);

struct lp_rng;
size_t swap_search_random(const struct swap_search *search, struct lp_rng *rng);

/* By Bayesian optimisation, for which swap_search_need loaded liblinepress_tune.so. */
size_t swap_search_guided(const struct swap_search *search);
void swap_search_need(void);

/* The point with the least sum of both times. */
const struct swap_point *swap_search_best(const struct swap_search *search);

/* Processors that this program may use. */
unsigned swap_cores(void);

#endif
