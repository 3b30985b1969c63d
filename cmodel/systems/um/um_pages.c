/* SPDX-License-Identifier: Apache-2.0 */
/* Pages between device and host: faults in batches, prefetch, eviction of blocks. */
#include "um.h"
#include <stdlib.h>

struct block {
    size_t first, end; /* its pages in the list */
    uint64_t used, resident;
};

struct driver {
    const struct lpi_um_stream *stream;
    uint8_t *resident;
    size_t *block_of;
    struct block *blocks;
    size_t block_count;
    uint64_t capacity, held, clock;
    double window, batch_most, share;
    double batch_from, batch_faults; /* of the open batch; faults 0: none is open */
    struct lpi_um_moves sum;
};

static void find_blocks(struct driver *d)
{
    const struct lpi_um_stream *s = d->stream;
    for (size_t i = 0; i < s->page_count; i++) {
        uint64_t number = s->pages[i] / s->block_pages;
        if (i == 0 || number != s->pages[i - 1] / s->block_pages)
            d->blocks[d->block_count++] = (struct block){.first = i};
        d->blocks[d->block_count - 1].end = i + 1;
        d->block_of[i] = d->block_count - 1;
    }
}

static void bring(struct driver *d, size_t page)
{
    d->resident[page] = 1;
    d->blocks[d->block_of[page]].resident++;
    d->held++;
}

/* The first pages by address, as many as fit. */
static void fill(struct driver *d)
{
    for (size_t i = 0; i < d->stream->page_count && d->held < d->capacity; i++)
        bring(d, i);
}

static void evict(struct driver *d, struct block *block)
{
    for (size_t i = block->first; i < block->end; i++)
        d->resident[i] = 0;
    d->sum.out += (double)block->resident;
    d->held -= block->resident;
    block->resident = 0;
}

/* Evicts the least recently used block other than `kept`; that one, if it is the only one. */
static void evict_one(struct driver *d, struct block *kept)
{
    struct block *oldest = NULL;
    for (struct block *b = d->blocks; b < d->blocks + d->block_count; b++)
        if (b != kept && b->resident > 0 && (oldest == NULL || b->used < oldest->used))
            oldest = b;
    evict(d, oldest != NULL ? oldest : kept);
}

struct region {
    size_t first, end, resident;
};

/* The listed pages in the aligned group of `size` pages around `page`. */
static struct region region_of(const struct driver *d, size_t page, uint64_t size)
{
    const uint64_t *pages = d->stream->pages;
    const struct block *block = &d->blocks[d->block_of[page]];
    struct region r = {page, page + 1, 0};
    while (r.first > block->first && pages[r.first - 1] / size == pages[page] / size)
        r.first--;
    while (r.end < block->end && pages[r.end] / size == pages[page] / size)
        r.end++;
    for (size_t i = r.first; i < r.end; i++)
        r.resident += d->resident[i];
    return r;
}

/*
 * The largest region around the page of which enough is resident: that of the size before counts
 * as fetched.
 */
static struct region choose(const struct driver *d, size_t page)
{
    struct region chosen = {page, page + 1, 0};
    for (uint64_t size = 2; size <= d->stream->block_pages; size *= 2) {
        struct region r = region_of(d, page, size);
        size_t inside = r.resident + (chosen.end - chosen.first) - chosen.resident;
        if ((double)inside > d->share * (double)(r.end - r.first) && r.end - r.first <= d->capacity)
            chosen = r;
    }
    return chosen;
}

/* If its own block must be evicted, only the page itself is fetched. */
static void fetch(struct driver *d, size_t page)
{
    struct block *block = &d->blocks[d->block_of[page]];
    struct region r = choose(d, page);
    uint64_t missing = r.end - r.first - r.resident;
    while (d->held + missing > d->capacity) {
        uint64_t own = block->resident;
        evict_one(d, block);
        if (block->resident == own)
            continue;
        r = (struct region){page, page + 1, 0};
        missing = 1;
    }
    for (size_t i = r.first; i < r.end; i++)
        if (!d->resident[i])
            bring(d, i);
    d->sum.in += (double)missing;
    d->sum.prefetched += (double)missing - 1;
}

static void fault(struct driver *d, size_t page, double now)
{
    if (d->batch_faults == 0 || now - d->batch_from > d->window ||
        d->batch_faults >= d->batch_most) {
        d->batch_from = now;
        d->batch_faults = 0;
        d->sum.batches++;
    }
    d->batch_faults++;
    d->sum.faults++;
    fetch(d, page);
}

static double pass(struct driver *d, double now)
{
    const struct lpi_um_stream *s = d->stream;
    for (size_t i = 0; i < s->touch_count; i++) {
        size_t page = (size_t)s->touches[i].page;
        d->blocks[d->block_of[page]].used = ++d->clock;
        if (!d->resident[page])
            fault(d, page, now);
        now += (double)s->touches[i].requests;
    }
    return now;
}

static void run(struct driver *d, unsigned passes)
{
    double now = pass(d, 0), of = passes - 1;
    d->sum = (struct lpi_um_moves){.device_pages = d->capacity};
    d->batch_faults = 0;
    for (unsigned p = 1; p < passes; p++)
        now = pass(d, now);
    d->sum.faults /= of;
    d->sum.batches /= of;
    d->sum.prefetched /= of;
    d->sum.in /= of;
    d->sum.out /= of;
}

int lpi_um_pages(const struct lpi_um_stream *stream, double ratio, double requests,
                 const double constants[LPI_UM_CONSTANTS], struct lpi_um_moves *moves,
                 struct lpi_fault *fault)
{
    size_t count = stream->page_count;
    struct driver d = {.stream = stream,
                       .capacity = (uint64_t)((double)count / ratio + 1e-9),
                       .window = requests,
                       .batch_most = constants[LPI_UM_BATCH],
                       .share = constants[LPI_UM_PREFETCH]};
    if (d.capacity == 0)
        return lpi_fault_set(fault, LPI_BAD, "um: at ratio %g not one of the %zu pages fits", ratio,
                             count);
    d.resident = calloc(count, 1);
    d.block_of = lpi_fault_alloc(fault, count * sizeof *d.block_of);
    d.blocks = lpi_fault_alloc(fault, count * sizeof *d.blocks);
    if (d.resident == NULL && fault->code == 0)
        lpi_fault_set(fault, LPI_BAD, "um: no memory for %zu pages", count);
    if (fault->code == 0) {
        find_blocks(&d);
        fill(&d);
        run(&d, (unsigned)constants[LPI_UM_PASSES]);
        *moves = d.sum;
    }
    free(d.resident);
    free(d.block_of);
    free(d.blocks);
    return fault->code;
}
