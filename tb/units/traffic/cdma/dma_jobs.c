/* SPDX-License-Identifier: Apache-2.0 */
#include "dma_jobs.h"

#include <string.h>

#include "kit/fill.h"

/* ---- addresses ---- */

static uint64_t raw_at(const struct lp_jobs *jobs, enum lp_dma_direction direction, unsigned slot)
{
    return jobs->setup.device_base +
           (direction * LP_JOBS_SLOTS + slot) * (uint64_t)LP_JOBS_SLOT_DEVICE;
}

static uint64_t index_at(const struct lp_jobs *jobs, enum lp_dma_direction direction, unsigned slot)
{
    return raw_at(jobs, direction, slot) + LP_JOBS_RAW;
}

static uint64_t stream_at(const struct lp_jobs *jobs, enum lp_dma_direction direction,
                          unsigned slot)
{
    return jobs->setup.host_base + LP_JOBS_RINGS +
           (direction * LP_JOBS_SLOTS + slot) * (uint64_t)LP_JOBS_STREAM;
}

static unsigned size_of(const struct lp_jobs *jobs, enum lp_dma_direction direction)
{
    return 1u << jobs->setup.rings[direction].log2;
}

/* ---- the memories ---- */

static uint8_t *device(struct lp_jobs *jobs, uint64_t address)
{
    return jobs->device + (address - jobs->setup.device_base);
}

static uint8_t *device_is(struct lp_jobs *jobs, uint64_t address)
{
    return jobs->device_is + (address - jobs->setup.device_base);
}

static uint8_t *host(struct lp_jobs *jobs, uint64_t address)
{
    return jobs->host + (address - jobs->setup.host_base);
}

static uint8_t *host_is(struct lp_jobs *jobs, uint64_t address)
{
    return jobs->host_is + (address - jobs->setup.host_base);
}

/* ---- memory for lp_dma_run ---- */

static int outside(uint64_t base, size_t size, uint64_t address, size_t bytes)
{
    return address - base > size || size - (address - base) < bytes;
}

static bool overlaps(const struct lp_jobs_bad *bad, uint64_t address, uint64_t bytes)
{
    return address < bad->at + bad->bytes && bad->at < address + bytes;
}

static int is_bad(const struct lp_jobs *jobs, const struct lp_jobs_bad *bad, uint64_t address,
                  size_t bytes)
{
    return !jobs->preparing && overlaps(bad, address, bytes);
}

static int read_device(void *context, uint64_t address, void *to, size_t bytes)
{
    struct lp_jobs *jobs = context;

    if (outside(jobs->setup.device_base, sizeof jobs->device_is, address, bytes))
        return 1;
    memcpy(to, device_is(jobs, address), bytes);
    return is_bad(jobs, &jobs->bad_device, address, bytes);
}

static int write_device(void *context, uint64_t address, const void *from, size_t bytes)
{
    struct lp_jobs *jobs = context;

    if (outside(jobs->setup.device_base, sizeof jobs->device_is, address, bytes))
        return 1;
    memcpy(device_is(jobs, address), from, bytes);
    return is_bad(jobs, &jobs->bad_device, address, bytes);
}

static int read_host(void *context, uint64_t address, void *to, size_t bytes)
{
    struct lp_jobs *jobs = context;

    if (outside(jobs->setup.host_base, sizeof jobs->host_is, address, bytes))
        return 1;
    memcpy(to, host_is(jobs, address), bytes);
    return is_bad(jobs, &jobs->bad_host, address, bytes);
}

static int write_host(void *context, uint64_t address, const void *from, size_t bytes)
{
    struct lp_jobs *jobs = context;

    if (outside(jobs->setup.host_base, sizeof jobs->host_is, address, bytes))
        return 1;
    memcpy(host_is(jobs, address), from, bytes);
    return is_bad(jobs, &jobs->bad_host, address, bytes);
}

static void run(struct lp_jobs *jobs, enum lp_dma_direction direction,
                const struct lp_dma_descriptor *descriptor, struct lp_dma_completion *completion)
{
    const struct lp_dma_memory memory = {jobs, read_device, write_device, read_host, write_host};

    lp_dma_run(&jobs->setup, direction, descriptor, &memory, completion);
}

/* Both copies of a byte range become these bytes. */
static void put_device(struct lp_jobs *jobs, uint64_t at, const void *bytes, size_t count)
{
    memcpy(device(jobs, at), bytes, count);
    memcpy(device_is(jobs, at), bytes, count);
}

static void put_host(struct lp_jobs *jobs, uint64_t at, const void *bytes, size_t count)
{
    memcpy(host(jobs, at), bytes, count);
    memcpy(host_is(jobs, at), bytes, count);
}

/* ---- the start ---- */

/* Where a memory of that size may begin in 40 address bits: anywhere, first, or last. */
static uint64_t random_base(struct lp_rng *rng, uint64_t size)
{
    uint64_t last = ((UINT64_C(1) << 40) - size) & ~UINT64_C(4095);
    unsigned kind = lp_below(rng, 4);

    return kind == 0 ? 0 : kind == 1 ? last : (lp_random(rng) % last) & ~UINT64_C(4095);
}

uint8_t *lp_jobs_home(struct lp_jobs *jobs)
{
    jobs->device = jobs->own;
    jobs->host = jobs->own + LP_JOBS_DEVICE;
    return jobs->own + LP_JOBS_DEVICE + LP_JOBS_HOST;
}

static void place(struct lp_jobs *jobs)
{
    struct lp_dma_setup *setup = &jobs->setup;

    setup->device_base = random_base(&jobs->rng, jobs->card ? LP_JOBS_CARD : LP_JOBS_DEVICE);
    setup->host_base = jobs->local ? setup->device_base + LP_JOBS_DEVICE
                                   : random_base(&jobs->rng, LP_JOBS_HOST);
}

void lp_jobs_start(struct lp_jobs *jobs)
{
    struct lp_dma_setup *setup = &jobs->setup;

    if (!jobs->placed)
        place(jobs);
    setup->device_groups = (LP_JOBS_DEVICE - 4096) / 512;
    setup->host_groups = (LP_JOBS_HOST - 4096) / 512;
    for (unsigned d = 0; d < 2; d++) {
        setup->rings[d] = (struct lp_dma_ring){.base = setup->host_base + d * 2048,
                                               .done = setup->host_base + d * 2048 + 1024,
                                               .log2 = lp_below(&jobs->rng, 4)};
        jobs->ring[d] = (struct lp_jobs_ring){0};
    }
    memset(jobs->device, 0xa5, LP_JOBS_DEVICE);
    memset(jobs->host, 0x5a, LP_JOBS_HOST);
    memset(jobs->host, 0, LP_JOBS_RINGS);
    memcpy(jobs->device_is, jobs->device, LP_JOBS_DEVICE);
    memcpy(jobs->host_is, jobs->host, LP_JOBS_HOST);
}

/* ---- descriptors ---- */

static void random_line(struct lp_rng *rng, unsigned kind, uint8_t *line)
{
    memset(line, 0, LP_LINE_BYTES);
    switch (kind) {
    case 0: return;
    case 1: lp_fill_count(rng, line, 4, lp_below(rng, 33)); return;
    case 2: lp_fill_sectors(rng, line, 4); return;
    case 3: /* smooth: short for BPC */
        for (unsigned i = 0; i < LP_LINE_BYTES; i += 4)
            line[i] = (uint8_t)(i + lp_below(rng, 3));
        return;
    default: lp_fill_count(rng, line, 4, 32);
    }
}

static void random_raw(struct lp_jobs *jobs, uint64_t at, size_t bytes)
{
    struct lp_rng *rng = &jobs->rng;
    unsigned kind = lp_below(rng, 7);

    for (size_t i = 0; i < bytes; i += LP_LINE_BYTES) {
        uint8_t line[LP_LINE_BYTES];
        size_t count = bytes - i < LP_LINE_BYTES ? bytes - i : LP_LINE_BYTES;

        random_line(rng, kind > 4 ? lp_below(rng, 5) : kind, line);
        put_device(jobs, at + i, line, count);
    }
}

static unsigned random_codec(struct lp_jobs *jobs)
{
    unsigned pick = lp_below(&jobs->rng, jobs->setup.codecs + 1);

    return pick == jobs->setup.codecs ? LP_DMA_RAW : pick;
}

static uint64_t random_bytes(struct lp_rng *rng)
{
    unsigned most = lp_below(rng, 3) == 0 ? LP_JOBS_GROUPS * 16 : 40;

    return 32 * (uint64_t)(1 + lp_below(rng, most));
}

static void describe(struct lp_jobs *jobs, enum lp_dma_direction direction, unsigned slot,
                     struct lp_dma_descriptor *d)
{
    struct lp_rng *rng = &jobs->rng;

    *d = (struct lp_dma_descriptor){
        .flags = lp_below(rng, 4) | random_codec(jobs) << LP_DMA_FLAG_CODEC_SHIFT,
        .id = (uint32_t)lp_random(rng),
        .device = raw_at(jobs, direction, slot),
        .host = stream_at(jobs, direction, slot),
        .raw_bytes = random_bytes(rng),
        .size = LP_JOBS_STREAM,
        .index = index_at(jobs, direction, slot),
    };
}

/* The stream and index of random raw bytes, as the out direction would write them. */
static void prepare_in(struct lp_jobs *jobs, struct lp_dma_descriptor *d)
{
    struct lp_dma_descriptor out = *d;
    struct lp_dma_completion completion;

    random_raw(jobs, d->device, (size_t)d->raw_bytes);
    out.flags |= LP_DMA_FLAG_INDEX;
    run(jobs, LP_DMA_OUT, &out, &completion);
    d->size = completion.bytes;
    put_host(jobs, d->host, host_is(jobs, d->host), LP_JOBS_STREAM);
    put_device(jobs, d->index, device_is(jobs, d->index), LP_JOBS_INDEX);
    memset(device(jobs, d->device), 0xee, (size_t)d->raw_bytes);
    memset(device_is(jobs, d->device), 0xee, (size_t)d->raw_bytes);
}

static void flip(struct lp_rng *rng, uint8_t *bytes, uint8_t *twin, size_t count)
{
    size_t at = lp_below(rng, (uint32_t)count);

    bytes[at] ^= (uint8_t)(1u << lp_below(rng, 8));
    twin[at] = bytes[at];
}

static void spoil_stream(struct lp_jobs *jobs, struct lp_dma_descriptor *d)
{
    struct lp_rng *rng = &jobs->rng;
    size_t entries = (size_t)(d->raw_bytes + 511) / 512 * 2;

    switch (lp_below(rng, 5)) {
    case 0: /* some groups are bad; the first of them is reported */
        for (unsigned bits = 1 + lp_below(rng, 8); bits > 0; bits--)
            flip(rng, host(jobs, d->host), host_is(jobs, d->host), (size_t)d->size);
        return;
    case 1: flip(rng, device(jobs, d->index), device_is(jobs, d->index), entries); return;
    case 2: /* too short */ d->size -= lp_below(rng, (uint32_t)d->size); return;
    case 3: /* too long */ d->size += 1 + lp_below(rng, 64); return;
    default: /* another number of groups */ d->raw_bytes = random_bytes(rng);
    }
}

static void spoil(struct lp_jobs *jobs, struct lp_dma_descriptor *d)
{
    struct lp_rng *rng = &jobs->rng;
    uint64_t *field[] = {&d->device, &d->host,    &d->raw_bytes, &d->size,
                         &d->index,  &d->zero[0], &d->zero[1]};

    switch (lp_below(rng, 6)) {
    case 0:
        d->flags ^= 1u << (lp_below(rng, 2) ? lp_below(rng, 32)
                                            : LP_DMA_FLAG_CODEC_SHIFT + lp_below(rng, 4));
        return;
    case 1: *field[lp_below(rng, 7)] ^= UINT64_C(1) << lp_below(rng, 64); return;
    case 2:
        d->device = jobs->setup.device_base +
                    (uint64_t)(jobs->setup.device_groups - lp_below(rng, 3)) * 512;
        return;
    case 3: d->host = jobs->setup.host_base + 32 * (uint64_t)lp_below(rng, 200); return;
    case 4:
        d->index = d->device + 32 * (uint64_t)lp_below(rng, (uint32_t)(d->raw_bytes / 32) + 2);
        d->flags |= LP_DMA_FLAG_INDEX;
        return;
    default: *field[lp_below(rng, 4)] = 0;
    }
}

/* A descriptor must not overlap the place of another; those that would are excluded here. */
static bool stays(const struct lp_jobs *jobs, enum lp_dma_direction direction, unsigned slot,
                  const struct lp_dma_descriptor *d)
{
    uint64_t raw = raw_at(jobs, direction, slot), stream = stream_at(jobs, direction, slot);
    uint64_t index = d->flags & LP_DMA_FLAG_INDEX ? d->index : raw;

    if (lp_dma_check(&jobs->setup, direction, d) != LP_DMA_GOOD)
        return true;
    return d->device >= raw && d->device + d->raw_bytes <= raw + LP_JOBS_RAW && index >= raw &&
           index + LP_JOBS_INDEX <= raw + LP_JOBS_SLOT_DEVICE && d->host >= stream &&
           d->host + d->size <= stream + LP_JOBS_STREAM;
}

bool lp_jobs_room(const struct lp_jobs *jobs, enum lp_dma_direction direction)
{
    const struct lp_jobs_ring *ring = &jobs->ring[direction];

    return ((ring->tail - ring->head) & 0xffff) < size_of(jobs, direction);
}

static void prepare(struct lp_jobs *jobs, enum lp_dma_direction direction, unsigned slot,
                    struct lp_dma_descriptor *d)
{
    struct lp_rng *rng = &jobs->rng;

    describe(jobs, direction, slot, d);
    if (direction == LP_DMA_OUT)
        random_raw(jobs, d->device, (size_t)d->raw_bytes);
    else
        prepare_in(jobs, d);
    if (direction == LP_DMA_OUT && lp_below(rng, 4) == 0)
        d->size = 32 * (uint64_t)lp_below(rng, (uint32_t)(d->raw_bytes / 32) + 1);
    if (direction == LP_DMA_IN && lp_below(rng, 4) == 0)
        spoil_stream(jobs, d);
    if (lp_below(rng, 8) == 0)
        spoil(jobs, d);
}

void lp_jobs_post(struct lp_jobs *jobs, enum lp_dma_direction direction)
{
    struct lp_jobs_ring *ring = &jobs->ring[direction];
    unsigned slot = ring->tail % LP_JOBS_SLOTS;
    struct lp_job *job = &ring->job[slot];
    uint8_t bytes[LP_DMA_DESCRIPTOR_BYTES];

    jobs->preparing = true;
    do
        prepare(jobs, direction, slot, &job->descriptor);
    while (!stays(jobs, direction, slot, &job->descriptor));
    jobs->preparing = false;
    lp_dma_encode_descriptor(&job->descriptor, bytes);
    put_host(jobs,
             jobs->setup.rings[direction].base +
                 ring->tail % size_of(jobs, direction) * sizeof bytes,
             bytes, sizeof bytes);
    run(jobs, direction, &job->descriptor, &job->completion);
    ring->tail = (ring->tail + 1) & 0xffff;
}

void lp_jobs_abort(struct lp_jobs *jobs, enum lp_dma_direction direction)
{
    struct lp_jobs_ring *ring = &jobs->ring[direction];

    ring->may_abort = (ring->tail - ring->head) & 0xffff;
}

/* ---- completions ---- */

/* After an error the descriptor's own ranges may contain any bytes. */
static void forget(struct lp_jobs *jobs, enum lp_dma_direction direction,
                   const struct lp_dma_descriptor *d)
{
    uint64_t index = lp_dma_index_bytes(d->raw_bytes);

    if (direction == LP_DMA_OUT)
        memcpy(host_is(jobs, d->host), host(jobs, d->host), (size_t)d->size);
    else
        memcpy(device_is(jobs, d->device), device(jobs, d->device), (size_t)d->raw_bytes);
    if (direction == LP_DMA_OUT && (d->flags & LP_DMA_FLAG_INDEX))
        memcpy(device_is(jobs, d->index), device(jobs, d->index), (size_t)index);
}

static const char *compare_good(struct lp_jobs *jobs, enum lp_dma_direction direction,
                                const struct lp_dma_descriptor *d, uint64_t stream)
{
    if (direction == LP_DMA_OUT &&
        memcmp(host(jobs, d->host), host_is(jobs, d->host), (size_t)(stream + 31) / 32 * 32) != 0)
        return "a stream is wrong, and its status is good";
    if (direction == LP_DMA_IN &&
        memcmp(device(jobs, d->device), device_is(jobs, d->device), (size_t)d->raw_bytes) != 0)
        return "raw bytes are wrong, and their status is good";
    if (direction == LP_DMA_OUT && (d->flags & LP_DMA_FLAG_INDEX) &&
        memcmp(device(jobs, d->index), device_is(jobs, d->index),
               (size_t)lp_dma_index_bytes(d->raw_bytes)) != 0)
        return "an index is wrong, and its status is good";
    return NULL;
}

static bool executed(unsigned status)
{
    return status == 0 || (status >= LP_DMA_ROOM && status <= LP_DMA_ABORTED);
}

/* The engine may still write a group that is bad for another reason, and memory may then answer
 * with an error. */
static bool is_refused(const struct lp_jobs *jobs, const struct lp_dma_descriptor *d,
                       unsigned status)
{
    if (status == LP_DMA_HOST_ERROR)
        return overlaps(&jobs->bad_host, d->host, d->size);
    return status == LP_DMA_DEVICE_ERROR &&
           (overlaps(&jobs->bad_device, d->device, d->raw_bytes) ||
            overlaps(&jobs->bad_device, d->index, lp_dma_index_bytes(d->raw_bytes)));
}

static const char *compare_status(const struct lp_jobs *jobs, const struct lp_jobs_ring *ring,
                                  const struct lp_dma_completion *is)
{
    const struct lp_job *job = &ring->job[ring->head % LP_JOBS_SLOTS];
    const struct lp_dma_completion *must = &job->completion;

    if (ring->may_abort && is->status == LP_DMA_ABORTED && executed(must->status))
        return NULL;
    if (jobs->errors && (is->status == LP_DMA_DEVICE_ERROR || is->status == LP_DMA_HOST_ERROR))
        return NULL;
    /* After an error a stream may have any contents. */
    if (jobs->errors && is->status && executed(is->status) && executed(must->status))
        return NULL;
    if (must->status && executed(must->status) && is_refused(jobs, &job->descriptor, is->status))
        return NULL;
    if (is->status != must->status)
        return "a completion has another status";
    if (is->bytes != must->bytes || is->zeros != must->zeros)
        return "a completion has other counts";
    if (is->bad != must->bad)
        return "a completion has another first bad group";
    return NULL;
}

static const char *compare(struct lp_jobs *jobs, enum lp_dma_direction direction,
                           const struct lp_dma_completion *is)
{
    struct lp_jobs_ring *ring = &jobs->ring[direction];
    const struct lp_job *job = &ring->job[ring->head % LP_JOBS_SLOTS];
    bool lost = jobs->errors && is->id == 0 && is->status == LP_DMA_HOST_ERROR;
    const char *wrong = compare_status(jobs, ring, is);

    if (is->id != job->descriptor.id && !lost)
        return "a completion has another id";
    if (!wrong && is->status == LP_DMA_GOOD)
        wrong = compare_good(jobs, direction, &job->descriptor, job->completion.bytes);
    if (executed(job->completion.status) && is->status != LP_DMA_GOOD)
        forget(jobs, direction, &job->descriptor);
    jobs->done++;
    jobs->good += is->status == LP_DMA_GOOD;
    jobs->groups += (job->descriptor.raw_bytes + 511) / 512 * (is->status == LP_DMA_GOOD);
    if (is->status < sizeof jobs->statuses / sizeof *jobs->statuses)
        jobs->statuses[is->status]++;
    ring->head = (ring->head + 1) & 0xffff;
    ring->may_abort -= ring->may_abort > 0;
    return wrong;
}

void lp_jobs_drop(struct lp_jobs *jobs, enum lp_dma_direction direction)
{
    struct lp_jobs_ring *ring = &jobs->ring[direction];

    for (; ring->head != ring->tail; ring->head = (ring->head + 1) & 0xffff) {
        const struct lp_job *job = &ring->job[ring->head % LP_JOBS_SLOTS];

        if (executed(job->completion.status))
            forget(jobs, direction, &job->descriptor);
    }
}

void lp_jobs_rewind(struct lp_jobs *jobs, enum lp_dma_direction direction, unsigned head)
{
    const struct lp_dma_ring *at = &jobs->setup.rings[direction];
    struct lp_jobs_ring *ring = &jobs->ring[direction];

    lp_jobs_drop(jobs, direction);
    ring->head = ring->tail = head;
    ring->may_abort = 0;
    for (unsigned i = 0; i < size_of(jobs, direction); i++) {
        unsigned place = (head + i) & 0xffff;
        const struct lp_dma_completion none = {.phase = place >> at->log2 & 1};
        uint8_t bytes[LP_DMA_COMPLETION_BYTES];

        lp_dma_encode_completion(&none, bytes);
        put_host(jobs, at->done + (place & (size_of(jobs, direction) - 1)) * sizeof bytes, bytes,
                 sizeof bytes);
    }
}

const char *lp_jobs_poll(struct lp_jobs *jobs, enum lp_dma_direction direction)
{
    struct lp_jobs_ring *ring = &jobs->ring[direction];
    unsigned log2 = jobs->setup.rings[direction].log2;
    uint64_t at = jobs->setup.rings[direction].done +
                  (ring->head & ((1u << log2) - 1)) * LP_DMA_COMPLETION_BYTES;
    struct lp_dma_completion is;

    if (ring->head == ring->tail)
        return NULL;
    lp_dma_decode_completion(host(jobs, at), &is);
    if (is.phase != !(ring->head >> log2 & 1))
        return NULL;
    memcpy(host_is(jobs, at), host(jobs, at), LP_DMA_COMPLETION_BYTES);
    return compare(jobs, direction, &is);
}

const char *lp_jobs_compare(const struct lp_jobs *jobs)
{
    if (memcmp(jobs->device, jobs->device_is, LP_JOBS_DEVICE) != 0)
        return "device memory has changed outside the descriptors";
    if (memcmp(jobs->host, jobs->host_is, LP_JOBS_HOST) != 0)
        return "host memory has changed outside the descriptors";
    return NULL;
}
