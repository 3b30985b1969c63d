/* SPDX-License-Identifier: Apache-2.0 */
#include "um_buddy.h"
#include <linepress/buddy.h>
#include <stdlib.h>

/* Sectors of a line in device memory. */
static unsigned room_of(unsigned target)
{
    return target == LP_BUDDY_UNCOMPRESSED ? LP_LINE_SECTORS
                                           : lp_gbbr_device_bytes(target) / LP_SECTOR_BYTES;
}

static unsigned next_of(unsigned target)
{
    return target == LP_BUDDY_UNCOMPRESSED ? LP_TARGET_1_33 : target + 1;
}

static double spilled(const struct lpi_um_buffer *b, unsigned target, unsigned way)
{
    double sum = 0;
    unsigned room = room_of(target);
    for (unsigned s = room + 1; s <= LP_LINE_SECTORS; s++)
        sum += (double)(s - room) * (double)b->lines[way][s];
    return sum;
}

static double spilled_both(const struct lpi_um_buffer *b, unsigned target)
{
    return spilled(b, target, LPI_UM_READ) + spilled(b, target, LPI_UM_WRITE);
}

static double device_bytes(const struct lpi_um_buffer *b, unsigned target)
{
    return (double)b->bytes * room_of(target) / LP_LINE_SECTORS;
}

/* The buffer whose next step is the cheapest; the count: none is left. */
static size_t cheapest(const struct lpi_um_stream *s, const struct lpi_um_plan *plan)
{
    size_t best = s->buffer_count;
    double least = 0;
    for (size_t i = 0; i < s->buffer_count; i++) {
        const struct lpi_um_buffer *b = &s->buffers[i];
        unsigned now = plan->targets[i];
        if (now == LP_TARGET_4 || b->bytes == 0)
            continue;
        double cost = (spilled_both(b, next_of(now)) - spilled_both(b, now)) /
                      (device_bytes(b, now) - device_bytes(b, next_of(now)));
        if (best == s->buffer_count || cost < least) {
            best = i;
            least = cost;
        }
    }
    return best;
}

static void add_up(const struct lpi_um_stream *s, struct lpi_um_plan *plan)
{
    plan->device_bytes = plan->sectors[LPI_UM_READ] = plan->sectors[LPI_UM_WRITE] = 0;
    for (size_t i = 0; i < s->buffer_count; i++) {
        plan->device_bytes += device_bytes(&s->buffers[i], plan->targets[i]);
        for (unsigned way = 0; way < LPI_UM_WAYS; way++)
            plan->sectors[way] += spilled(&s->buffers[i], plan->targets[i], way);
    }
}

int lpi_um_plan(const struct lpi_um_stream *s, double ratio, struct lpi_um_plan *plan,
                struct lpi_fault *fault)
{
    double all = 0;
    *plan = (struct lpi_um_plan){.targets = lpi_fault_alloc(fault, s->buffer_count)};
    if (plan->targets == NULL)
        return fault->code;
    for (size_t i = 0; i < s->buffer_count; i++) {
        plan->targets[i] = LP_BUDDY_UNCOMPRESSED;
        all += (double)s->buffers[i].bytes;
    }
    for (;;) {
        add_up(s, plan);
        plan->fits = plan->device_bytes <= all / ratio * (1 + 1e-12);
        size_t step = cheapest(s, plan);
        if (plan->fits || step == s->buffer_count)
            return 0;
        plan->targets[step] = (uint8_t)next_of(plan->targets[step]);
    }
}

void lpi_um_plan_close(struct lpi_um_plan *plan)
{
    free(plan->targets);
    *plan = (struct lpi_um_plan){.targets = NULL};
}
