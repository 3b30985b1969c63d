/* SPDX-License-Identifier: Apache-2.0 */
#include "hostile.h"

#include <linepress/cdma.h>
#include <stdlib.h>
#include <string.h>

#include "dma/copy/registers.h"

void hostile_begin(struct hostile *h, const char *text)
{
    char *end;

    *h = (struct hostile){.of = 1};
    if (!text || !*text)
        return;
    h->kind = (enum hostile_kind)(strtoul(text, &end, 10) % HOSTILE_KINDS);
    h->rng.state = *end == ':' ? strtoull(end + 1, NULL, 10) : 0;
    h->way = lp_below(&h->rng, HOSTILE_WAYS);
    /* Immediately or later; sometimes, or from then on. */
    h->left = lp_below(&h->rng, 4) ? lp_below(&h->rng, 1u << lp_below(&h->rng, 10)) : 0;
    h->of = 1u << lp_below(&h->rng, 8);
}

bool hostile_now(struct hostile *h, enum hostile_kind kind)
{
    if (h->kind != kind)
        return false;
    if (h->left > 0) {
        h->left--;
        return false;
    }
    return lp_below(&h->rng, h->of) == 0;
}

uint64_t hostile_number(struct hostile *h)
{
    uint64_t power = UINT64_C(1) << lp_below(&h->rng, 64);

    switch (lp_below(&h->rng, 6)) {
    case 0: return 0;
    case 1: return UINT64_MAX - lp_below(&h->rng, 64);
    case 2: return power;
    case 3: return power - 1;
    case 4: return power + 1;
    default: return lp_random(&h->rng);
    }
}

/* ---- registers ---- */

static uint32_t another_word(struct hostile *h, uint32_t value)
{
    switch (h->way) {
    case 0: return 0;
    case 1: return UINT32_MAX;
    case 2: return value ^ 1u << lp_below(&h->rng, 32);
    case 3: return (uint32_t)lp_random(&h->rng);
    case 4: return value + 4;
    case 5: return value - 4;
    case 6: return value + 1;
    case 7: return value - 1;
    case 8: return value << 1;
    case 9: return value >> 1;
    case 10: return ~value;
    case 11: return value << 16 | value >> 16;
    case 12: return h->last;
    case 13: return 0x80000000u;
    case 14: return (uint32_t)hostile_number(h);
    case 15: return value & 0xffff;
    case 16: return value & 0xffff0000u;
    case 17: return value | 0xffu;
    case 18: return 0x8000u - 4 * lp_below(&h->rng, 16); /* near the last register */
    default: return 4 * lp_below(&h->rng, 0x2000);
    }
}

uint32_t hostile_word(struct hostile *h, uint32_t value)
{
    uint32_t is = hostile_now(h, HOSTILE_REGISTERS) ? another_word(h, value) : value;

    h->last = value;
    return is;
}

/* ---- completions ---- */

struct ring {
    uint8_t *at; /* the completions */
    uint64_t base;
    unsigned places, tail, log2;
};

/* Completions of the ring whose tail was written; false: it is not in memory. */
static bool find_ring(const struct hostile *h, uint32_t offset, const struct lpi_dma_ram *host,
                      struct ring *ring)
{
    const uint32_t *regs = h->engine + (offset - RING_TAIL) / 4;
    uint64_t done = regs[RING_DONE_LO / 4] | (uint64_t)regs[RING_DONE_HI / 4] << 32;

    ring->log2 = regs[RING_SIZE / 4] & 15;
    ring->places = 1u << ring->log2;
    ring->tail = regs[RING_TAIL / 4];
    if (done < host->base || done - host->base > host->bytes ||
        host->bytes - (done - host->base) < ring->places * (uint64_t)LP_DMA_COMPLETION_BYTES)
        return false;
    ring->base = done - host->base;
    ring->at = host->at + ring->base;
    return true;
}

static uint8_t *place_of(const struct ring *ring, unsigned number)
{
    return ring->at + (number & (ring->places - 1)) * LP_DMA_COMPLETION_BYTES;
}

/* All pending ones, as if they were complete. */
static void complete_all(struct hostile *h, const struct ring *ring, const uint8_t *last)
{
    struct lp_dma_completion c;

    lp_dma_decode_completion(last, &c);
    for (unsigned i = 0; i < ring->places; i++) {
        c.id++;
        c.phase = !((ring->tail + i) >> ring->log2 & 1);
        if (lp_below(&h->rng, 2))
            c.bytes = hostile_number(h);
        lp_dma_encode_completion(&c, place_of(ring, ring->tail + i));
    }
}

static void change_number(struct hostile *h, struct lp_dma_completion *c)
{
    static const uint32_t nearby[] = {1, 2, 31, 32, 33, 511, 512};
    uint32_t by = nearby[lp_below(&h->rng, sizeof nearby / sizeof *nearby)];

    switch (h->way) {
    case 0: c->id ^= 1u << lp_below(&h->rng, 32); break;
    case 1: c->id++; break;
    case 2: c->id--; break;
    case 3: c->status = (uint8_t)lp_random(&h->rng); break;
    case 4: c->status = (uint8_t)(LP_DMA_RESERVED + 1 + lp_below(&h->rng, 240)); break;
    case 5: c->status = (uint8_t)lp_below(&h->rng, LP_DMA_RESERVED + 1); break;
    case 6: c->phase ^= 1; break;
    case 7: c->bytes = 0; break;
    case 8: c->bytes = hostile_number(h); break;
    case 9: c->bytes = UINT64_MAX - by; break;
    case 10: c->bytes = (uint64_t)1 << 63; break;
    case 11: c->bytes += by; break;
    case 12: c->bytes -= by; break;
    case 13: c->bytes = (uint64_t)lp_below(&h->rng, 64) << 15; break;
    case 14: c->zeros = hostile_number(h); break;
    case 15:
        *c = (struct lp_dma_completion){.id = c->id,
                                        .phase = c->phase,
                                        .status = (uint8_t)(6 + lp_below(&h->rng, 6)),
                                        .bad = (uint32_t)hostile_number(h)};
        break;
    default: break;
    }
}

static void change_completion(struct hostile *h, const struct ring *ring)
{
    uint8_t *at = place_of(ring, ring->tail - 1);
    struct lp_dma_completion c;

    lp_dma_decode_completion(at, &c);
    if (h->way < 16) {
        change_number(h, &c);
        lp_dma_encode_completion(&c, at);
    } else if (h->way == 16)
        memset(at, lp_below(&h->rng, 2) ? 0xff : 0, LP_DMA_COMPLETION_BYTES);
    else if (h->way == 17)
        for (unsigned i = 0; i < LP_DMA_COMPLETION_BYTES; i++)
            at[i] = (uint8_t)lp_random(&h->rng);
    else if (h->way == 18)
        memcpy(at, place_of(ring, ring->tail - 2), LP_DMA_COMPLETION_BYTES);
    else
        complete_all(h, ring, at);
}

/* ---- memory ---- */

/* At the start of a ring, at the last completion, near the end of memory, or anywhere. */
static uint64_t somewhere(struct hostile *h, const struct lpi_dma_ram *host)
{
    uint64_t most = host->bytes - 64;

    switch (h->way % 4) {
    case 0: return lp_below(&h->rng, 16384) % most;
    case 1: return h->place % most;
    case 2: return most - lp_below(&h->rng, 8192) % most;
    default: return lp_random(&h->rng) % most;
    }
}

static void scribble(struct hostile *h, const struct lpi_dma_ram *host)
{
    for (unsigned i = 0, count = 1u << lp_below(&h->rng, 8); i < count; i++) {
        uint8_t *at = host->at + somewhere(h, host);
        uint64_t number = hostile_number(h);

        switch (h->way / 4) {
        case 0: memcpy(at, &number, sizeof number); break;
        case 1: memset(at, 0xff, 1 + lp_below(&h->rng, 64)); break;
        case 2: memset(at, 0, 1 + lp_below(&h->rng, 64)); break;
        case 3: at[0] ^= (uint8_t)(1u << lp_below(&h->rng, 8)); break;
        default: at[lp_below(&h->rng, 64)] = (uint8_t)number; break;
        }
    }
}

void hostile_written(struct hostile *h, uint32_t offset, uint32_t value,
                     const struct lpi_dma_ram *host)
{
    struct ring ring;

    if (offset / 4 < sizeof h->engine / sizeof *h->engine)
        h->engine[offset / 4] = value;
    if (offset != REG_OUT + RING_TAIL && offset != REG_IN + RING_TAIL)
        return;
    if (find_ring(h, offset, host, &ring)) {
        h->place = (uint64_t)(place_of(&ring, ring.tail - 1) - host->at);
        if (hostile_now(h, HOSTILE_COMPLETIONS))
            change_completion(h, &ring);
    }
    if (host->bytes > 64 && hostile_now(h, HOSTILE_MEMORY))
        scribble(h, host);
}
