/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functional coverage: a listener stands between the lock-step runner and a Verilated unit, sees
 * the ports of every cycle, and counts what happened in bins.
 */
#ifndef LP_BINS_H
#define LP_BINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cosim/shim.h"

#define LP_BINS_MAX 34

/* `count` bins, for the values from `first` on. */
struct lp_bins {
    const char *what;
    unsigned first, count;
    const char *labels[LP_BINS_MAX]; /* instead of the values, if given */
    const char *const *names;        /* instead of labels: a table that several groups share */
    uint64_t hits[LP_BINS_MAX];
};

struct lp_listener {
    const char *name; /* of the file that LP_COVERAGE's folder gets: name.bins */
    size_t state_size; /* starts as zeros */
    /* A rising clock edge, with the settled ports before it. */
    void (*cycle)(void *state, bool rst_n, const void *in, const void *out);
    struct lp_bins *groups;
    size_t ngroups;
};

/* Counts a value; one outside the group's range is none of its events. */
void lp_bin(struct lp_bins *group, unsigned value);

void *lp_listen_open(const struct lp_rtl *rtl, const struct lp_listener *listener);
void lp_listen_close(void *handle);
void lp_listen_eval(void *handle, int rst_n, const void *in, void *out);
void lp_listen_tick(void *handle);
void lp_listen_trace(void *handle, const char *path, unsigned long long cycle);

/*
 * Defines TAG_bins, which is TAG_rtl with a listener; the unit has a reset.  TAG_rtl need not be
 * there: a program of some units holds the listeners of all.
 */
#define LP_LISTEN(tag, listener)                                                                   \
    extern __attribute__((weak)) const struct lp_rtl tag##_rtl;                                    \
    extern const struct lp_rtl tag##_bins;                                                         \
    static void *tag##_open(void)                                                                  \
    {                                                                                              \
        return lp_listen_open(&tag##_rtl, &(listener));                                            \
    }                                                                                              \
    const struct lp_rtl tag##_bins = {1, tag##_open, lp_listen_close, lp_listen_eval,              \
                                      lp_listen_tick, lp_listen_trace};

#endif
