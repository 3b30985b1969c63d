/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_cdma_chan (rtl/cdma/lp_cdma_chan.sv): its two independent sides.
 */
#include <string.h>

#include "cdma_chan_cycle.h"
#include "cdma_chan_read.h"
#include "cdma_chan_write.h"
#include "cdma_codecs.h"

typedef struct lp_cdma_chan_in LP_IN_T;
typedef struct lp_cdma_chan_out LP_OUT_T;

struct cdma_chan {
    struct lpi_cdma_read read;
    struct lpi_cdma_write write;
};

_Static_assert(sizeof(struct cdma_chan) <= LP_CDMA_CHAN_STATE, "raise LP_CDMA_CHAN_STATE");

static void init(void *state, const int *values)
{
    struct cdma_chan *q = state;

    memset(q, 0, sizeof *q);
    lpi_cdma_read_init(&q->read, values);
    lpi_cdma_write_init(&q->write, values);
}

static void reset(void *state)
{
    struct cdma_chan *q = state;
    lpi_cdma_read_reset(&q->read);
    lpi_cdma_write_reset(&q->write);
}

static void eval(const void *state, const void *in, void *out)
{
    const struct cdma_chan *q = state;
    lpi_cdma_read_eval(&q->read, in, out);
    lpi_cdma_write_eval(&q->write, in, out);
}

static void tick(void *state, const void *in)
{
    struct cdma_chan *q = state;
    lpi_cdma_read_tick(&q->read, in);
    lpi_cdma_write_tick(&q->write, in);
}

static const struct lp_param chan_params[] = {LP_CDMA_CODECS_PARAM, LP_PARAM("ELEM", 32, 16, 8),
                                              LP_PARAM("PUT", 32, 64)};

LP_UNIT_ROW(cdma_chan, LP_CDMA_CHAN_PORTS, struct cdma_chan, LP_UNIT_PARAMS(chan_params),
            .set_up = init, .reset = reset, .eval = eval, .tick = tick);
