/* SPDX-License-Identifier: Apache-2.0 */
#include "cdma_ring_check.h"

#include "../../base/wide.h"

#define MASK40 ((UINT64_C(1) << 40) - 1)
#define MASK41 ((UINT64_C(1) << 41) - 1)

static uint64_t address(const uint32_t port[2], uint64_t unit)
{
    return lpi_get64(port) & MASK40 & ~(unit - 1);
}

uint32_t lpi_ring_size(uint32_t log2)
{
    log2 &= 15;
    return UINT32_C(1) << (log2 > 12 ? 12 : log2);
}

uint64_t lpi_ring_fetch_addr(const struct lp_cdma_ring_in *in, uint32_t i)
{
    return (address(in->base, 64) + (uint64_t)i * 64) & MASK41;
}

uint64_t lpi_ring_done_addr(const struct lp_cdma_ring_in *in, uint32_t i)
{
    return (address(in->done, 32) + (uint64_t)i * 32) & MASK41;
}

void lpi_ring_check_idle(struct lpi_ring_check *q)
{
    q->phase = q->step = 0;
    q->outside = q->overlap = q->last = false;
}

/* The descriptor's range in a phase. */
static uint64_t place_of(unsigned phase, const struct lpi_ring_ranges *d, uint64_t *length)
{
    if (phase == 0) {
        *length = d->sectors * 32;
        return d->dev;
    }
    if (phase == 2 || phase == 3) {
        *length = (d->sectors + 255) / 256 * 32;
        return d->index;
    }
    *length = (d->bytes + 31) / 32 * 32;
    return d->host;
}

/* The range that it is compared with. */
static uint64_t region_of(unsigned phase, const struct lpi_ring_ranges *d,
                          const struct lp_cdma_ring_in *in, uint64_t *span)
{
    switch (phase) {
    case 1:
        *span = (uint64_t)(in->host_groups & 0x7fffffff) * 512;
        return address(in->host_base, 1);
    case 3: *span = d->sectors * 32; return d->dev;
    case 4: *span = lpi_ring_size(in->log2) * UINT64_C(64); return address(in->base, 64);
    case 5: *span = lpi_ring_size(in->log2) * UINT64_C(32); return address(in->done, 32);
    case 6:
        *span = lpi_ring_size(in->other_log2) * UINT64_C(64);
        return address(in->other_base, 64);
    case 7:
        *span = lpi_ring_size(in->other_log2) * UINT64_C(32);
        return address(in->other_done, 32);
    default: *span = (uint64_t)(in->dev_groups & 0x7fffffff) * 512; return address(in->dev_base, 1);
    }
}

static bool minus(struct lpi_ring_check *q, uint64_t a, uint64_t b)
{
    q->acc = (a - b) & MASK41;
    return a < b;
}

static void window_step(struct lpi_ring_check *q, uint64_t place, uint64_t length, uint64_t region,
                        uint64_t span)
{
    uint64_t acc = q->acc;

    q->outside = false;
    if (q->step == 0) {
        q->outside = minus(q, place, region);
    } else if (q->step == 1) {
        q->acc = (place + length) & MASK41;
    } else if (q->step == 2) {
        minus(q, acc, region);
        q->outside = acc > MASK40 + 1;
    } else {
        q->outside = minus(q, span, acc);
    }
    q->overlap = false;
}

static void region_step(struct lpi_ring_check *q, uint64_t place, uint64_t length, uint64_t region,
                        uint64_t span)
{
    uint64_t acc = q->acc;

    q->outside = q->overlap = false;
    if (q->step == 0)
        q->acc = (place + length) & MASK41;
    else if (q->step == 1)
        q->below = minus(q, region, acc);
    else if (q->step == 2)
        q->acc = (region + span) & MASK41;
    else
        q->overlap = minus(q, place, acc) && q->below;
}

void lpi_ring_check_step(struct lpi_ring_check *q, const struct lpi_ring_ranges *d,
                         const struct lp_cdma_ring_in *in)
{
    uint64_t length, span, place = place_of(q->phase, d, &length);
    uint64_t region = region_of(q->phase, d, in, &span);

    if (q->phase < 3)
        window_step(q, place, length, region, span);
    else
        region_step(q, place, length, region, span);
    q->last = q->phase == 7 && q->step == 3;
    if (q->step == 3)
        q->phase = q->phase == 1 && !d->has_index ? 4 : (q->phase + 1) & 7;
    q->step = (q->step + 1) & 3;
}
