/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sched_getaffinity */
#include "swap_search.h"
#include "../../base/rng.h"
#include "../../systems/tune/tune.h"
#include "../shared/fail.h"
#include "swap_library.h"
#include <linepress/swap.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

void swap_search_open(struct swap_search *s, const struct swap_space *space)
{
    *s = (struct swap_search){.space = space};
    s->order = cli_alloc(space->count * sizeof *s->order);
    s->taken = cli_alloc(space->count);
    memset(s->taken, 0, space->count);
}

void swap_search_close(struct swap_search *s)
{
    free(s->order);
    free(s->taken);
}

void swap_search_add(struct swap_search *s, size_t number)
{
    s->taken[number] = 1;
    s->order[s->count++] = number;
}

static double seconds(const struct swap_point *p)
{
    return p->compress + p->expand;
}

const struct swap_point *swap_search_best(const struct swap_search *s)
{
    const struct swap_point *best = &s->space->points[s->order[0]];
    for (size_t i = 1; i < s->count; i++)
        if (seconds(&s->space->points[s->order[i]]) < seconds(best))
            best = &s->space->points[s->order[i]];
    return best;
}

size_t swap_search_random(const struct swap_search *s, struct lp_rng *rng)
{
    size_t number;
    do
        number = lp_below(rng, (uint32_t)s->space->count);
    while (s->taken[number]);
    return number;
}

unsigned swap_cores(void)
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 0 ? (unsigned)count : 1;
}

/* ---- the guided step, which is in a library of its own ---- */

#define LIBRARY "liblinepress_tune.so"

static int (*select_next)(const double *x, const double *seconds, size_t count,
                          const double *candidates, const unsigned char *taken,
                          size_t candidates_count, size_t *chosen);

void swap_search_need(void)
{
    void *library = swap_library_open(LIBRARY);
    if (library == NULL)
        cli_fail("swap: --method bo needs " LIBRARY
                 ", which is built where liblapacke-dev and libnlopt-dev are");
    swap_library_check(LIBRARY, library, "lpi_tune_version");
    swap_library_find(LIBRARY, library, "lpi_tune_select", &select_next);
}

/* Axes from 0 to 1: log2 of the grid, and of the block. */
static void coordinates(const struct swap_point *p, double *x)
{
    x[0] = log2(p->grid) / log2(LP_SWAP_GRID_MAX);
    x[1] = log2(p->block) - log2(64);
}

size_t swap_search_guided(const struct swap_search *s)
{
    size_t chosen = 0, all = s->space->count;
    double *x = cli_alloc(s->count * LPI_TUNE_AXES * sizeof *x);
    double *times = cli_alloc(s->count * sizeof *times);
    double *candidates = cli_alloc(all * LPI_TUNE_AXES * sizeof *candidates);
    for (size_t i = 0; i < s->count; i++) {
        coordinates(&s->space->points[s->order[i]], x + LPI_TUNE_AXES * i);
        times[i] = seconds(&s->space->points[s->order[i]]);
    }
    for (size_t i = 0; i < all; i++)
        coordinates(&s->space->points[i], candidates + LPI_TUNE_AXES * i);
    if (select_next(x, times, s->count, candidates, s->taken, all, &chosen) != 0)
        cli_fail("swap: no Gaussian process fits these times");
    free(x);
    free(times);
    free(candidates);
    return chosen;
}
