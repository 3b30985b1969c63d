/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sched_getaffinity */
#include "swap_search.h"
#include "../common/rng.h"
#include "../tune/tune.h"
#include "fail.h"
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <linepress/swap.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static void *load(void)
{
    static const char *const places[] = {"", "/../lib"};
    char folder[PATH_MAX], path[2 * PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", folder, sizeof folder - 1);
    if (n < 0)
        cli_fail("swap: /proc/self/exe: %s", strerror(errno));
    folder[n] = '\0';
    *strrchr(folder, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(path, sizeof path, "%s%s/" LIBRARY, folder, places[i]);
        void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (library != NULL)
            return library;
    }
    return dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
}

void swap_search_need(void)
{
    void *library = load();
    const char *version = library != NULL ? dlsym(library, "lpi_tune_version") : NULL;
    if (library == NULL)
        cli_fail("swap: --method bo needs " LIBRARY
                 ", which is built where liblapacke-dev and libnlopt-dev are");
    if (version == NULL || strcmp(version, LP_VERSION_STRING) != 0)
        cli_fail("swap: " LIBRARY " is of another version");
    /* ISO C has no conversion from an object's pointer to a function's. */
    *(void **)&select_next = dlsym(library, "lpi_tune_select");
    if (select_next == NULL)
        cli_fail("swap: " LIBRARY " is of another version");
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
