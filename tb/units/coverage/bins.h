/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functional coverage: a listener between the lock-step runner and a Verilated unit sees the ports
 * in every cycle and counts events in bins.
 */
#ifndef LP_BINS_H
#define LP_BINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "units/common/instance.h"

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
    const char *name;  /* name of the file in LP_COVERAGE's folder: name.bins */
    size_t state_size; /* starts as zeros */
    /* A rising clock edge, with the settled ports before it; rst_n = 0: in, out may be NULL. */
    void (*cycle)(void *state, bool rst_n, const void *in, const void *out);
    struct lp_bins *groups;
    size_t ngroups;
};

/* Counts a value; values outside the group's range are ignored. */
void lp_bin(struct lp_bins *group, unsigned value);

/* Counts the index of each flag that is set; if none is set, the number of flags. */
void lp_bin_each(struct lp_bins *group, const bool *flags, unsigned count);

/* Opens an instance of the kind with the listener in front of it. */
int lp_listen_open(const struct lp_instance_kind *kind, const struct lp_listener *listener,
                   const struct lp_unit *unit, const int *values, struct lp_instance *instance);

/*
 * Defines TAG_bins, which is TAG_rtl with a listener; the unit has a reset. TAG_rtl may be missing:
 * a program for some units holds the listeners of all.
 */
#define LP_LISTEN(tag, listener)                                                                   \
    extern __attribute__((weak)) const struct lp_instance_kind tag##_rtl;                          \
    extern const struct lp_instance_kind tag##_bins;                                               \
    static int tag##_open(const struct lp_unit *unit, const int *values,                           \
                          struct lp_instance *instance)                                            \
    {                                                                                              \
        return lp_listen_open(&tag##_rtl, &(listener), unit, values, instance);                    \
    }                                                                                              \
    const struct lp_instance_kind tag##_bins = {.resets = true, .open = tag##_open};

#endif
