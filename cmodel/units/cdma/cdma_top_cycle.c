/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma (rtl/cdma/lp_cdma.sv): contains the models of its two units. */
#include "cdma_top_cycle.h"

#include <string.h>

#include "axi_fields.h"
#include "cdma_core_cycle.h"
#include "cdma_host_cycle.h"

typedef struct lp_cdma_in LP_IN_T;
typedef struct lp_cdma_out LP_OUT_T;

/* The units' outputs follow only from their states and are computed once per cycle. */
struct top {
    struct lp_cdma_core_out core_out;
    struct lp_cdma_host_out host_out;
    struct lp_cdma_core_in core_in;
    struct lp_cdma_host_in host_in;
    _Alignas(8) unsigned char core[LP_CDMA_CORE_STATE];
    _Alignas(8) unsigned char host[LP_CDMA_HOST_STATE];
};

_Static_assert(sizeof(struct top) <= LP_CDMA_STATE, "lp_cdma's state");

/* Ports of the same name on both sides: numbers, and arrays of words. */
#define N_(name, width) to->name = from->name;
#define V_(name, width) memcpy(to->name, from->name, sizeof to->name);
#define NO_(name, width)
/* The host's port, which has no prefix in its unit. */
#define HOST_N_(P, name) to->name = from->P##name;
#define HOST_V_(P, name) memcpy(to->name, from->P##name, sizeof to->name);
#define GIVE_N_(P, name) to->P##name = from->name;
#define GIVE_V_(P, name) memcpy(to->P##name, from->name, sizeof from->name);

static void core_sees(const LP_IN_T *in, const struct lp_cdma_host_out *host,
                      struct lp_cdma_core_in *to)
{
    {
        const LP_IN_T *from = in;
        LP_CDMA_CSR_PORTS(N_, NO_, V_, NO_)
        LP_CDMA_IDX_PORTS(N_, NO_, V_, NO_)
        LP_CDMA_DEV_PORTS(N_, NO_, V_, NO_)
    }
    {
        const struct lp_cdma_host_out *from = host;
        LP_CDMA_LINK_PORTS(N_, NO_, V_, NO_)
        LP_CDMA_HOST_AXI(N_, NO_, V_, NO_, ring_, 1)
    }
}

static void host_sees(const LP_IN_T *in, const struct lp_cdma_core_out *core,
                      struct lp_cdma_host_in *to)
{
    {
        const LP_IN_T *from = in;
        LPI_AXI_SEEN(HOST_N_, HOST_V_, host_)
        LPI_AXI_IDS_SEEN(HOST_N_, host_)
    }
    {
        const struct lp_cdma_core_out *from = core;
        LP_CDMA_LINK_PORTS(NO_, N_, NO_, V_)
        LP_CDMA_HOST_AXI(NO_, N_, NO_, V_, ring_, 1)
    }
}

static void show(struct top *q)
{
    lp_cdma_core_unit.eval(q->core, &q->core_in, &q->core_out);
    lp_cdma_host_unit.eval(q->host, &q->host_in, &q->host_out);
}

static void eval(const void *state, const void *in, void *out)
{
    const struct top *q = state;
    LP_OUT_T *to = out;

    (void)in;
    {
        const struct lp_cdma_core_out *from = &q->core_out;
        LP_CDMA_CSR_PORTS(NO_, N_, NO_, V_)
        LP_CDMA_IDX_PORTS(NO_, N_, NO_, V_)
        LP_CDMA_DEV_PORTS(NO_, N_, NO_, V_)
    }
    {
        const struct lp_cdma_host_out *from = &q->host_out;
        LPI_AXI_SHOWN(GIVE_N_, GIVE_V_, host_)
        LPI_AXI_IDS_SHOWN(GIVE_N_, host_)
    }
}

static void tick(void *state, const void *in)
{
    struct top *q = state;

    core_sees(in, &q->host_out, &q->core_in);
    host_sees(in, &q->core_out, &q->host_in);
    lp_cdma_core_unit.tick(q->core, &q->core_in);
    lp_cdma_host_unit.tick(q->host, &q->host_in);
    show(q);
}

static void reset(void *state)
{
    struct top *q = state;

    lp_cdma_core_unit.reset(q->core);
    lp_cdma_host_unit.reset(q->host);
    show(q);
}

enum { CHANNELS, FLITS, CODECS, ELEM, BURST, READ, PARAMS };

static void init(void *state, const int *values)
{
    struct top *q = state;

    memset(q, 0, sizeof *q);
    lp_cdma_core_unit.set_up(q->core, values);
    lp_cdma_host_unit.set_up(q->host, values + BURST);
    show(q);
}

static int fits(const int *values)
{
    return lp_cdma_core_unit.fits(values) && lp_cdma_host_unit.fits(values + BURST);
}

static unsigned width(const struct lp_port *port, const int *values)
{
    return lp_cdma_core_unit.width(port, values);
}

static const struct lp_param params[PARAMS] = {
    LP_CDMA_CORE_PARAMS(CHANNELS, FLITS, CODECS, ELEM),
    LP_CDMA_HOST_PARAMS(BURST, READ),
};

LP_UNIT_ROW(cdma, LP_CDMA_PORTS, struct top, LP_UNIT_PARAMS(params), .set_up = init, .reset = reset,
            .eval = eval, .tick = tick, .width = width, .fits = fits);
