/* SPDX-License-Identifier: Apache-2.0 */
#include "bins.h"

#include <stdio.h>
#include <stdlib.h>

#include <linepress/linepress.h>

#define LISTENERS_MAX 64

struct listening {
    const struct lp_listener *listener;
    struct lp_instance inner;
    bool rst_n;
    const void *in, *out; /* ports of the last eval; the runner keeps them until the edge */
    max_align_t state[];
};

static const struct lp_listener *listeners[LISTENERS_MAX];

void lp_bin(struct lp_bins *group, unsigned value)
{
    if (value >= group->first && value - group->first < group->count)
        group->hits[value - group->first]++;
}

void lp_bin_each(struct lp_bins *group, const bool *flags, unsigned count)
{
    bool any = false;

    for (unsigned i = 0; i < count; i++) {
        any = any || flags[i];
        if (flags[i])
            lp_bin(group, i);
    }
    if (!any)
        lp_bin(group, count);
}

static void write_groups(FILE *file, const struct lp_listener *listener)
{
    for (size_t g = 0; g < listener->ngroups; g++) {
        const struct lp_bins *group = &listener->groups[g];
        for (unsigned i = 0; i < group->count; i++) {
            fprintf(file, "%s\t", group->what);
            const char *label = group->names ? group->names[i] : group->labels[i];
            if (label)
                fprintf(file, "%s", label);
            else
                fprintf(file, "%u", group->first + i);
            fprintf(file, "\t%llu\n", (unsigned long long)group->hits[i]);
        }
    }
}

/* A file that could not be written in full is removed, so that the report finds it missing. */
static void write_all(void)
{
    const char *folder = getenv("LP_COVERAGE");
    char path[1000];

    for (size_t i = 0; folder && i < LISTENERS_MAX && listeners[i]; i++) {
        snprintf(path, sizeof path, "%s/%s.bins", folder, listeners[i]->name);
        FILE *file = fopen(path, "w");
        if (file)
            write_groups(file, listeners[i]);
        if (!file || fclose(file) != 0) {
            perror(path);
            remove(path);
        }
    }
}

static void enlist(const struct lp_listener *listener)
{
    size_t i = 0;

    while (i < LISTENERS_MAX && listeners[i] && listeners[i] != listener)
        i++;
    if (i == LISTENERS_MAX)
        abort();
    if (i == 0 && !listeners[0])
        atexit(write_all);
    listeners[i] = listener;
}

static void listen_close(void *handle)
{
    struct listening *self = handle;
    lp_instance_close(&self->inner);
    free(self);
}

static void listen_reset(void *handle)
{
    struct listening *self = handle;
    self->listener->cycle(self->state, false, NULL, NULL);
    lp_instance_reset(&self->inner);
}

static void listen_eval(void *handle, int rst_n, const void *in, void *out)
{
    struct listening *self = handle;
    lp_instance_eval(&self->inner, rst_n, in, out);
    self->rst_n = rst_n;
    self->in = in;
    self->out = out;
}

static void listen_tick(void *handle)
{
    struct listening *self = handle;
    self->listener->cycle(self->state, self->rst_n, self->in, self->out);
    lp_instance_tick(&self->inner);
}

static void listen_trace(void *handle, const char *path, unsigned long long cycle)
{
    struct listening *self = handle;
    lp_instance_trace(&self->inner, path, cycle);
}

static const struct lp_instance_kind listening_kind = {
    .resets = true,
    .close = listen_close,
    .reset = listen_reset,
    .eval = listen_eval,
    .tick = listen_tick,
    .trace = listen_trace,
};

int lp_listen_open(const struct lp_instance_kind *kind, const struct lp_listener *listener,
                   const struct lp_unit *unit, const int *values, struct lp_instance *instance)
{
    struct listening *self = calloc(1, sizeof *self + listener->state_size);
    int error = self ? kind->open(unit, values, &self->inner) : LP_ERR_SYSTEM;

    if (error != LP_OK) {
        free(self);
        return error;
    }
    self->listener = listener;
    enlist(listener);
    *instance = (struct lp_instance){&listening_kind, self};
    return LP_OK;
}
