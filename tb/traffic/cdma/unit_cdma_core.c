/* SPDX-License-Identifier: Apache-2.0 */
/* Traffic of lp_cdma_core: dma_software.h, with every port driven by the rig of dma/rig.h. */
#include <stdlib.h>

#include "cosim/registry.h"
#include "dma_software.h"

struct core {
    struct lp_traffic base;
    struct lp_software software;
    bool full; /* no memory left */
};

/* The rig drives the streams' ports itself. */
static bool beat(struct lp_traffic *self, unsigned stream, void *in)
{
    (void)self;
    (void)stream;
    (void)in;
    return false;
}

static void drive(struct lp_traffic *self, void *in)
{
    struct core *q = (struct core *)self;

    if (q->full)
        return;
    lp_software_act(&q->software);
    lpi_rig_drive(q->software.rig, in);
}

static const char *check(struct lp_traffic *self, uint64_t cycle, const void *in, const void *out)
{
    struct core *q = (struct core *)self;
    const char *wrong;

    (void)cycle;
    if (q->full)
        return "the bench has no memory left";
    wrong = lpi_rig_take(q->software.rig, in, out);
    if (!wrong)
        wrong = lp_software_look(&q->software);
    q->base.lines = q->software.jobs.groups * LP_DMA_LINES;
    return wrong;
}

static void reset(struct lp_traffic *self)
{
    struct core *q = (struct core *)self;

    q->full = !lp_software_restart(&q->software);
}

static void close_core(struct lp_traffic *self)
{
    struct core *q = (struct core *)self;

    lp_software_close(&q->software);
    free(q);
}

static struct lp_traffic *open_random(const int *values, uint64_t seed)
{
    struct core *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = beat, .drive = drive, .reactive = true, .check = check,
                                  .reset = reset, .close = close_core};
    q->full = !lp_software_open(&q->software, values, seed);
    return &q->base;
}

extern const struct lp_hooks lp_cdma_core_hooks;
const struct lp_hooks lp_cdma_core_hooks = {.random = open_random, .calm = 40};
