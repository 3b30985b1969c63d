/* SPDX-License-Identifier: Apache-2.0 */
#include <linepress/cdma.h>
#include <string.h>

static void put(uint8_t *bytes, unsigned count, uint64_t value)
{
    for (unsigned i = 0; i < count; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(const uint8_t *bytes, unsigned count)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

void lp_dma_encode_descriptor(const struct lp_dma_descriptor *d, void *bytes)
{
    uint8_t *to = bytes;
    put(to, 4, d->flags);
    put(to + 4, 4, d->id);
    put(to + 8, 8, d->device);
    put(to + 16, 8, d->host);
    put(to + 24, 8, d->raw_bytes);
    put(to + 32, 8, d->size);
    put(to + 40, 8, d->index);
    put(to + 48, 8, d->zero[0]);
    put(to + 56, 8, d->zero[1]);
}

void lp_dma_decode_descriptor(const void *bytes, struct lp_dma_descriptor *d)
{
    const uint8_t *from = bytes;
    d->flags = (uint32_t)get(from, 4);
    d->id = (uint32_t)get(from + 4, 4);
    d->device = get(from + 8, 8);
    d->host = get(from + 16, 8);
    d->raw_bytes = get(from + 24, 8);
    d->size = get(from + 32, 8);
    d->index = get(from + 40, 8);
    d->zero[0] = get(from + 48, 8);
    d->zero[1] = get(from + 56, 8);
}

void lp_dma_encode_completion(const struct lp_dma_completion *c, void *bytes)
{
    uint8_t *to = bytes;
    put(to, 4, c->id);
    put(to + 4, 4, c->status | (uint32_t)(c->phase & 1) << 31);
    put(to + 8, 8, c->bytes);
    put(to + 16, 8, c->zeros);
    put(to + 24, 4, c->bad);
    put(to + 28, 4, c->cycles);
}

void lp_dma_decode_completion(const void *bytes, struct lp_dma_completion *c)
{
    const uint8_t *from = bytes;
    c->id = (uint32_t)get(from, 4);
    c->status = from[4];
    c->phase = from[7] >> 7;
    c->bytes = get(from + 8, 8);
    c->zeros = get(from + 16, 8);
    c->bad = (uint32_t)get(from + 24, 4);
    c->cycles = (uint32_t)get(from + 28, 4);
}

const char *lp_dma_status_text(unsigned status)
{
    static const char *const texts[] = {
        "good", "empty", "misaligned", "outside the windows", "ranges overlap",
        "the codec is not built", "the stream is longer than the room for it",
        "device memory reported an error", "host memory reported an error",
        "a group is corrupt", "the index contradicts the stream", "aborted",
        "reserved bits of the descriptor are set"};
    return status < sizeof texts / sizeof texts[0] ? texts[status] : "unknown status";
}
