/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_count. */
#include <string.h>

#include "common_cycle.h"
#include "count.h"
#include "cut.h"

typedef struct lp_count_in LP_IN_T;
typedef struct lp_count_out LP_OUT_T;

enum { WIDTH, ADD_W, LARGEST };

struct count {
    uint32_t most, add_mask;
    bool largest;
    uint32_t add, run, count;
};

static void reset(void *state)
{
    struct count *q = state;
    q->add = q->run = q->count = 0;
}

static void init(void *state, const int *values)
{
    struct count *q = state;

    q->most = LPI_ONES((unsigned)values[WIDTH]);
    q->add_mask = LPI_ONES((unsigned)values[ADD_W]);
    q->largest = values[LARGEST];
    reset(state);
}

static void eval(const void *state, const void *in, void *out)
{
    (void)in;
    ((LP_OUT_T *)out)->count = ((const struct count *)state)->count;
}

static void tick(void *state, const void *in_ports)
{
    struct count *q = state;
    const LP_IN_T *in = in_ports;

    if (in->take & 1) {
        q->count = q->run;
        q->run = q->add;
    } else {
        q->run = lpi_counted(q->run, q->add, q->most, q->largest);
    }
    q->add = in->add & q->add_mask;
}

static unsigned width(const struct lp_port *port, const int *values)
{
    return (unsigned)(strcmp(port->name, "add") == 0     ? values[ADD_W]
                      : strcmp(port->name, "count") == 0 ? values[WIDTH]
                                                         : 1);
}

static int fits(const int *values)
{
    return values[ADD_W] <= values[WIDTH] && (!values[LARGEST] || values[ADD_W] == values[WIDTH]);
}

static const struct lp_param count_params[] = {
    LP_PARAM_RANGE("WIDTH", 2, 32, 32, 6, 5, 16),
    LP_PARAM_RANGE("ADD_W", 1, 32, 1, 2, 4, 5, 8, 16),
    LP_PARAM("LARGEST", 0, 1),
};

LP_UNIT_ROW(count, LP_COUNT_PORTS, struct count, LP_UNIT_PARAMS(count_params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick, .width = width, .fits = fits);
