/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_count: values now and then, and copies at any distance. All values since the last
 * copy are recorded and checked when the next copy is due.
 */
#include <stdlib.h>

#include "units/common/common_ports.h"
#include "units/cosim/registry.h"
#include "base/rng.h"

#define MOST_CYCLES 4096 /* between two copies */

struct counts {
    struct lp_traffic base;
    struct lp_rng rng;
    uint64_t most;
    bool largest;
    uint32_t add_most, busy;
    uint32_t before;             /* value added in the last cycle, not yet visible */
    uint32_t added[MOST_CYCLES]; /* sum up to the cycle before that */
    unsigned cycles;
    uint32_t due;
};

static void drive(struct lp_traffic *self, void *in_ports)
{
    struct counts *q = (struct counts *)self;
    struct lp_count_in *in = in_ports;

    if (lp_below(&q->rng, 64) == 0)
        q->busy = lp_below(&q->rng, 8);
    in->add &= q->add_most;
    if (lp_below(&q->rng, 8) > q->busy)
        in->add = 0;
    in->take = lp_below(&q->rng, 1 + 4 * (q->busy + 1)) == 0 || q->cycles == MOST_CYCLES - 2;
}

static uint32_t together(const struct counts *q)
{
    uint64_t sum = 0, largest = 0;

    for (unsigned i = 0; i < q->cycles; i++) {
        sum += q->added[i];
        largest = q->added[i] > largest ? q->added[i] : largest;
    }
    return (uint32_t)(q->largest ? largest : sum > q->most ? q->most : sum);
}

static const char *check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                         const void *out_ports)
{
    struct counts *q = (struct counts *)self;
    const struct lp_count_in *in = in_ports;
    const struct lp_count_out *out = out_ports;

    (void)cycle;
    if (out->count != q->due)
        return "count_o is not the sum up to the last copy";
    if (in->take & 1) {
        q->due = together(q);
        q->cycles = 0;
        q->base.lines++;
    }
    q->added[q->cycles++] = q->before;
    q->before = in->add;
    return NULL;
}

static void reset(struct lp_traffic *self)
{
    struct counts *q = (struct counts *)self;

    q->cycles = 0;
    q->before = q->due = 0;
}

static struct lp_traffic *count_random(const int *values, uint64_t seed)
{
    struct counts *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){
        .drive = drive, .check = check, .reset = reset, .close = lp_traffic_free};
    q->rng.state = seed;
    q->most = (UINT64_C(1) << values[0]) - 1;
    q->add_most = (uint32_t)((UINT64_C(1) << values[1]) - 1);
    q->largest = values[2];
    return &q->base;
}

extern const struct lp_hooks lp_count_hooks;
const struct lp_hooks lp_count_hooks = {.random = count_random};
