/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_skid. */
#include <stdbool.h>
#include <string.h>

#include "common_cycle.h"
#include "cut.h"

typedef struct lp_skid_in LP_IN_T;
typedef struct lp_skid_out LP_OUT_T;

#define WORDS LP_PORT_WORDS(LP_STREAM_MAX_WIDTH)

struct skid {
    uint32_t mask[WORDS]; /* of the data */
    bool ready, valid;
    uint32_t data[WORDS];
    uint32_t skid[WORDS];
};

static void skid_reset(void *state)
{
    struct skid *q = state;
    q->ready = true;
    q->valid = false;
}

static void skid_init(void *state, const int *values)
{
    struct skid *q = state;
    memset(q, 0, sizeof *q);
    lpi_wide_mask(q->mask, WORDS, (unsigned)values[0]);
    skid_reset(state);
}

static void skid_eval(const void *state, const void *in, void *out)
{
    const struct skid *q = state;
    LP_OUT_T *o = out;
    (void)in;
    o->s_ready = q->ready;
    o->m_valid = q->valid;
    memcpy(o->m_data, q->data, sizeof o->m_data);
}

static void skid_tick(void *state, const void *in)
{
    struct skid *q = state;
    const LP_IN_T *i = in;
    bool s_valid = i->s_valid & 1, leave = !q->valid || (i->m_ready & 1);
    bool offer = s_valid || !q->ready;

    if (leave && offer)
        lpi_wide_copy(q->data, q->ready ? i->s_data : q->skid, q->mask, WORDS);
    if (q->ready)
        lpi_wide_copy(q->skid, i->s_data, q->mask, WORDS);
    q->ready = leave || (q->ready && !s_valid);
    q->valid = !leave || offer;
}

static unsigned skid_width(const struct lp_port *port, const int *values)
{
    return port->width == LP_STREAM_MAX_WIDTH ? (unsigned)values[0] : port->width;
}

static const struct lp_param skid_params[] = {
    LP_PARAM_RANGE("WIDTH", 1, LP_STREAM_MAX_WIDTH, 256, 33),
};

LP_UNIT_ROW(skid, LP_SKID_PORTS, struct skid, LP_UNIT_PARAMS(skid_params), .set_up = skid_init,
            .reset = skid_reset, .eval = skid_eval, .tick = skid_tick, .width = skid_width);
