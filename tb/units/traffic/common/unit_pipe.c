/* SPDX-License-Identifier: Apache-2.0 */
/* Traffic of parts that pass beats on unchanged (lp_skid, lp_fifo): outputs must equal inputs. */
#include <stdlib.h>
#include <string.h>

#include "units/common/common_ports.h"
#include "units/cosim/registry.h"
#include "base/rng.h"
#include "kit/streams.h"

#define WORDS LP_PORT_WORDS(LP_STREAM_MAX_WIDTH)
#define LINE 128

struct pipe {
    struct lp_traffic base;
    const struct lp_lines *lines; /* NULL: random beats */
    uint64_t seed;
    unsigned width, beats_a_line;
    uint64_t sent, taken, received;
    bool seen; /* the beat now offered was checked before */
};

/* Beat `index`, the same in every call. */
static void payload(const struct pipe *p, uint64_t index, uint32_t words[WORDS])
{
    memset(words, 0, WORDS * sizeof *words);
    if (p->lines) {
        const uint8_t *bytes = p->lines->bytes + index * (p->width / 8);
        for (unsigned i = 0; i < p->width / 8; i++)
            words[i / 4] |= (uint32_t)bytes[i] << i % 4 * 8;
    } else {
        struct lp_rng rng = {p->seed + index * 0x10001};
        lp_random_words(&rng, words, p->width);
    }
}

static uint64_t total(const struct pipe *p)
{
    return p->lines ? (uint64_t)p->lines->count * p->beats_a_line : UINT64_MAX;
}

static bool pipe_beat(struct lp_traffic *self, unsigned stream, void *in)
{
    struct pipe *p = (struct pipe *)self;

    (void)stream;
    if (p->sent == total(p))
        return false;
    payload(p, p->sent++, ((struct lp_skid_in *)in)->s_data);
    return true;
}

static const char *pipe_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                              const void *out_ports)
{
    struct pipe *p = (struct pipe *)self;
    const struct lp_skid_in *in = in_ports;
    const struct lp_skid_out *out = out_ports;
    uint32_t expected[WORDS];

    if (in->s_valid && out->s_ready && p->taken++ % p->beats_a_line == 0)
        lp_traffic_line_in(self, cycle);
    if (!out->m_valid)
        return NULL;
    payload(p, p->received, expected);
    if (memcmp(expected, out->m_data, sizeof expected) != 0)
        return "m_data_o is not the beat that is due";
    if (!p->seen && p->received % p->beats_a_line == 0)
        lp_traffic_line_out(self, cycle);
    p->seen = !in->m_ready;
    p->received += in->m_ready;
    self->lines = p->received / p->beats_a_line;
    return NULL;
}

static bool pipe_done(const struct lp_traffic *self)
{
    const struct pipe *p = (const struct pipe *)self;
    return p->received == total(p);
}

/* The contents are lost; later beats form a new line, so that no old beat can pass for one of
 * them. */
static void pipe_reset(struct lp_traffic *self)
{
    struct pipe *p = (struct pipe *)self;

    p->sent += p->beats_a_line - p->sent % p->beats_a_line;
    p->taken = p->received = p->sent;
    p->seen = false;
    self->lines_in = self->lines_out = 0;
}

static struct pipe *pipe_open(const int *values)
{
    struct pipe *p = calloc(1, sizeof *p);

    if (!p)
        return NULL;
    p->base = (struct lp_traffic){.beat = pipe_beat,
                                  .check = pipe_check,
                                  .done = pipe_done,
                                  .reset = pipe_reset,
                                  .close = lp_traffic_free};
    p->width = (unsigned)values[0];
    p->beats_a_line = LINE * 8 / p->width;
    return p;
}

static struct lp_traffic *pipe_random(const int *values, uint64_t seed)
{
    struct pipe *p = pipe_open(values);

    if (!p)
        return NULL;
    p->seed = seed;
    return &p->base;
}

static struct lp_traffic *pipe_lines(const int *values, const struct lp_lines *lines)
{
    struct pipe *p = pipe_open(values);

    if (!p)
        return NULL;
    p->lines = lines;
    return &p->base;
}

extern const struct lp_hooks lp_pipe_hooks;
const struct lp_hooks lp_pipe_hooks = {pipe_random, pipe_lines, .streams = false};
