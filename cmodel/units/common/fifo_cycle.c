/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_fifo.
 *
 * RTL map of lp_fifo:
 *   wr_q = rd, count
 *   ready_q, valid_q = count
 */
#include <stdbool.h>
#include <string.h>

#include "common_cycle.h"
#include "cut.h"

typedef struct lp_fifo_in LP_IN_T;
typedef struct lp_fifo_out LP_OUT_T;

#define WORDS LP_PORT_WORDS(LP_STREAM_MAX_WIDTH)

struct fifo {
    uint32_t mask[WORDS]; /* of the data */
    unsigned depth;
    unsigned rd, count;
    uint32_t mem[LP_FIFO_MAX_DEPTH][WORDS];
};

static void fifo_reset(void *state)
{
    struct fifo *q = state;
    q->rd = q->count = 0;
}

static void fifo_init(void *state, const int *values)
{
    struct fifo *q = state;
    memset(q, 0, sizeof *q);
    lpi_wide_mask(q->mask, WORDS, (unsigned)values[0]);
    q->depth = (unsigned)values[1];
}

static void fifo_eval(const void *state, const void *in, void *out)
{
    const struct fifo *q = state;
    LP_OUT_T *o = out;
    (void)in;
    o->s_ready = q->count != q->depth;
    o->m_valid = q->count != 0;
    memcpy(o->m_data, q->mem[q->rd], sizeof o->m_data);
}

static void fifo_tick(void *state, const void *in)
{
    struct fifo *q = state;
    const LP_IN_T *i = in;
    bool push = (i->s_valid & 1) && q->count != q->depth;
    bool pop = (i->m_ready & 1) && q->count != 0;

    if (push)
        lpi_wide_copy(q->mem[(q->rd + q->count) % q->depth], i->s_data, q->mask, WORDS);
    if (pop)
        q->rd = (q->rd + 1) % q->depth;
    q->count = q->count + push - pop;
}

static unsigned fifo_width(const struct lp_port *port, const int *values)
{
    return port->width == LP_STREAM_MAX_WIDTH ? (unsigned)values[0] : port->width;
}

static const struct lp_param fifo_params[] = {
    LP_PARAM_RANGE("WIDTH", 1, LP_STREAM_MAX_WIDTH, 32, 8),
    LP_PARAM_RANGE("DEPTH", 2, LP_FIFO_MAX_DEPTH, 5, 2),
};

LP_UNIT_ROW(fifo, LP_FIFO_PORTS, struct fifo, LP_UNIT_PARAMS(fifo_params), .set_up = fifo_init,
            .reset = fifo_reset, .eval = fifo_eval, .tick = fifo_tick, .width = fifo_width);
