/* SPDX-License-Identifier: Apache-2.0 */
/* Traffic of lp_mixed_enc: raw lines in; entries out, checked against functional C. */
#include <stdlib.h>
#include <string.h>

#include "units/cosim/registry.h"
#include "mixed_lines.h"
#include "units/traffic/common/enc_traffic.h"

struct enc {
    struct lp_enc_traffic traffic;
    bool quick;
};

static void put(void *ports, const struct lp_enc_sector *sector)
{
    struct lp_mixed_enc_in *in = ports;

    memcpy(in->s_data, sector->data, LP_SECTOR_BYTES);
    in->s_codec = sector->codec;
}

static struct lp_enc_cycle look(const void *in_ports, const void *out_ports)
{
    const struct lp_mixed_enc_in *in = in_ports;
    const struct lp_mixed_enc_out *out = out_ports;
    return (struct lp_enc_cycle){in->s_valid && out->s_ready, out->m_valid, in->m_ready,
                                 out->m_data};
}

static const char *check(const struct lp_enc_traffic *q, const void *out_ports)
{
    const struct lp_enc_beat *due = &q->beat;
    const struct lp_mixed_enc_out *out = out_ports;

    if (out->m_codec != lp_mixed_beat_codec(due) || out->m_last != due->last)
        return "m_codec_o or m_last_o is not what the functional model gives";
    if (out->m_size != lp_mixed_beat_bits(due) || out->m_sectors != due->sectors)
        return "m_size_o or m_sectors_o is not what the functional model gives";
    return NULL;
}

static const struct lp_enc_unit unit = {put, look, check, .choice = true};

static void enc_drive(struct lp_traffic *self, void *ports)
{
    const struct enc *q = (const struct enc *)self;
    struct lp_mixed_enc_in *in = ports;

    in->quick = q->quick;
}

static struct lp_traffic *enc_open(const struct lp_lines *file, uint64_t seed, unsigned codecs,
                                   bool quick)
{
    struct enc *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->quick = quick;
    lp_enc_traffic_init(&q->traffic, &unit, lp_mixed_best_lines(file, seed, codecs, quick));
    q->traffic.base.drive = enc_drive;
    return &q->traffic.base;
}

static struct lp_traffic *enc_random(const int *values, uint64_t seed)
{
    struct lp_rng rng = {seed ^ 0x9e3779b97f4a7c15u};
    return enc_open(NULL, seed, (unsigned)values[0], lp_below(&rng, 2));
}

static struct lp_traffic *enc_lines(const int *values, const struct lp_lines *file)
{
    return enc_open(file, 0, (unsigned)values[0], file->quick);
}

extern const struct lp_hooks lp_mixed_enc_hooks;
const struct lp_hooks lp_mixed_enc_hooks = {enc_random, enc_lines, .streams = false,
                                            .codecs = lp_mixed_best_names, .quick = true};
