/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sched_getaffinity */
#include "swap_search.h"
#include "../../base/rng.h"
#include "../tune/tune.h"
#include "swap_library.h"
#include <linepress/swap.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define LIBRARY "liblinepress_tune.so"

/* The guided step is in a separate library. */
static int load_guide(struct swap_search *s, struct lpi_fault *fault)
{
    void *library;
    if (swap_library_open(LIBRARY, &library, fault) != 0)
        return fault->code;
    if (library == NULL)
        return lpi_fault_set(fault, LPI_BAD,
                             "swap: --method bo needs " LIBRARY
                             ", which is built where liblapacke-dev and libnlopt-dev are");
    if (swap_library_check(LIBRARY, library, "lpi_tune_version", fault) == 0)
        swap_library_find(LIBRARY, library, "lpi_tune_select", &s->select, fault);
    return fault->code;
}

int swap_search_open(struct swap_search *s, const struct swap_space *space, int guided,
                     struct lpi_fault *fault)
{
    *s = (struct swap_search){.space = space};
    if (guided && load_guide(s, fault) != 0)
        return fault->code;
    s->order = lpi_fault_alloc(fault, space->count * sizeof *s->order);
    s->taken = lpi_fault_alloc(fault, space->count);
    if (fault->code != 0) {
        swap_search_close(s);
        return fault->code;
    }
    memset(s->taken, 0, space->count);
    return 0;
}

void swap_search_close(struct swap_search *s)
{
    free(s->order);
    free(s->taken);
    *s = (struct swap_search){.space = NULL};
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

/* ---- the guided step ---- */

/* Scaled to 0 to 1: log2 of the grid, and of the block. */
static void coordinates(const struct swap_point *p, double *x)
{
    x[0] = log2(p->grid) / log2(LP_SWAP_GRID_MAX);
    x[1] = log2(p->block) - log2(64);
}

int swap_search_guided(const struct swap_search *s, size_t *number, struct lpi_fault *fault)
{
    size_t all = s->space->count;
    double *x = lpi_fault_alloc(fault, s->count * LPI_TUNE_AXES * sizeof *x);
    double *times = lpi_fault_alloc(fault, s->count * sizeof *times);
    double *candidates = lpi_fault_alloc(fault, all * LPI_TUNE_AXES * sizeof *candidates);
    *number = 0;
    for (size_t i = 0; i < s->count && fault->code == 0; i++) {
        coordinates(&s->space->points[s->order[i]], x + LPI_TUNE_AXES * i);
        times[i] = seconds(&s->space->points[s->order[i]]);
    }
    for (size_t i = 0; i < all && fault->code == 0; i++)
        coordinates(&s->space->points[i], candidates + LPI_TUNE_AXES * i);
    if (fault->code == 0 && s->select(x, times, s->count, candidates, s->taken, all, number) != 0)
        lpi_fault_set(fault, LPI_BAD, "swap: no Gaussian process fits these times");
    free(x);
    free(times);
    free(candidates);
    return fault->code;
}
