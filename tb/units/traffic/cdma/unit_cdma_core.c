/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_cdma_core and lp_cdma: dma_software.h, with every port driven by the rig of
 * dma/rig.h. The host's port of lp_cdma takes the place of the core's port for the rings, and the
 * rig's link carries no beats.
 */
#include <stdlib.h>
#include <string.h>

#include "units/cdma/axi_fields.h"
#include "units/cdma/cdma_top_ports.h"
#include "units/cosim/registry.h"
#include "dma_software.h"

struct core {
    struct lp_traffic base;
    struct lp_software software;
    bool full;                 /* no memory left */
    struct lp_cdma_core_in in; /* parameters of lp_cdma, as if it were a core */
    struct lp_cdma_core_out out;
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
    q->base = (struct lp_traffic){.beat = beat,
                                  .drive = drive,
                                  .reactive = true,
                                  .check = check,
                                  .reset = reset,
                                  .close = close_core};
    q->full = !lp_software_open(&q->software, values, seed);
    return &q->base;
}

extern const struct lp_hooks lp_cdma_core_hooks;
const struct lp_hooks lp_cdma_core_hooks = {.random = open_random, .calm = 40};

/* ---- lp_cdma ---- */

#define N_(name, width) to->name = from->name;
#define V_(name, width) memcpy(to->name, from->name, sizeof to->name);
#define NO_(name, width)
#define HOST_N_(P, name) to->P##name = from->ring_##name;
#define HOST_V_(P, name) memcpy(to->P##name, from->ring_##name, sizeof to->P##name);
#define RING_N_(P, name) to->P##name = from->host_##name;
#define RING_V_(P, name) memcpy(to->P##name, from->host_##name, sizeof to->P##name);

static void drive_top(struct lp_traffic *self, void *in)
{
    struct core *q = (struct core *)self;
    const struct lp_cdma_core_in *from = &q->in;
    struct lp_cdma_in *to = in;

    memset(&q->in, 0, sizeof q->in);
    drive(self, &q->in);
    LP_CDMA_CSR_PORTS(N_, NO_, V_, NO_)
    LP_CDMA_IDX_PORTS(N_, NO_, V_, NO_)
    LP_CDMA_DEV_PORTS(N_, NO_, V_, NO_)
    LPI_AXI_SEEN(HOST_N_, HOST_V_, host_)
    LPI_AXI_IDS_SEEN(HOST_N_, host_)
}

static const char *check_top(struct lp_traffic *self, uint64_t cycle, const void *in,
                             const void *out)
{
    struct core *q = (struct core *)self;
    const struct lp_cdma_out *from = out;
    struct lp_cdma_core_out *to = &q->out;

    (void)in;
    LP_CDMA_CSR_PORTS(NO_, N_, NO_, V_)
    LP_CDMA_IDX_PORTS(NO_, N_, NO_, V_)
    LP_CDMA_DEV_PORTS(NO_, N_, NO_, V_)
    LPI_AXI_SHOWN(RING_N_, RING_V_, ring_)
    LPI_AXI_IDS_SHOWN(RING_N_, ring_)
    return check(self, cycle, &q->in, &q->out);
}

static struct lp_traffic *open_top(const int *values, uint64_t seed)
{
    struct lp_traffic *traffic = open_random(values, seed);

    if (traffic) {
        traffic->drive = drive_top;
        traffic->check = check_top;
    }
    return traffic;
}

extern const struct lp_hooks lp_cdma_hooks;
const struct lp_hooks lp_cdma_hooks = {.random = open_top, .calm = 40};
