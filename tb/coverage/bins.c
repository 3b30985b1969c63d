/* SPDX-License-Identifier: Apache-2.0 */
#include "bins.h"

#include <stdio.h>
#include <stdlib.h>

#define LISTENERS_MAX 32

struct listening {
    const struct lp_rtl *rtl;
    const struct lp_listener *listener;
    void *inner;
    bool rst_n;
    const void *in, *out; /* of the last eval; the runner keeps them until the edge */
    max_align_t state[];
};

static const struct lp_listener *listeners[LISTENERS_MAX];

void lp_bin(struct lp_bins *group, unsigned value)
{
    if (value >= group->first && value - group->first < group->count)
        group->hits[value - group->first]++;
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

/* The report misses a file that could not be written whole. */
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

void *lp_listen_open(const struct lp_rtl *rtl, const struct lp_listener *listener)
{
    struct listening *self = calloc(1, sizeof *self + listener->state_size);

    if (!self)
        return NULL;
    self->rtl = rtl;
    self->listener = listener;
    self->inner = rtl->open();
    if (!self->inner) {
        free(self);
        return NULL;
    }
    enlist(listener);
    return self;
}

void lp_listen_close(void *handle)
{
    struct listening *self = handle;
    self->rtl->close(self->inner);
    free(self);
}

void lp_listen_eval(void *handle, int rst_n, const void *in, void *out)
{
    struct listening *self = handle;
    self->rtl->eval(self->inner, rst_n, in, out);
    self->rst_n = rst_n;
    self->in = in;
    self->out = out;
}

void lp_listen_tick(void *handle)
{
    struct listening *self = handle;
    self->listener->cycle(self->state, self->rst_n, self->in, self->out);
    self->rtl->tick(self->inner);
}

void lp_listen_trace(void *handle, const char *path, unsigned long long cycle)
{
    struct listening *self = handle;
    self->rtl->trace(self->inner, path, cycle);
}
