/* SPDX-License-Identifier: Apache-2.0 */
/* Traffic of lp_codec_enc: raw lines of all codecs in; beats out, checked against functional C. */
#include <string.h>

#include "codec_lines.h"
#include "units/cosim/registry.h"
#include "units/traffic/common/enc_traffic.h"

static void put(void *ports, const struct lp_enc_sector *sector)
{
    struct lp_codec_enc_in *in = ports;

    memcpy(in->s_data, sector->data, LP_SECTOR_BYTES);
    in->s_codec = sector->codec;
    in->s_mem = sector->mem;
    in->s_last = sector->last;
}

static struct lp_enc_cycle look(const void *in_ports, const void *out_ports)
{
    const struct lp_codec_enc_in *in = in_ports;
    const struct lp_codec_enc_out *out = out_ports;
    return (struct lp_enc_cycle){in->s_valid && out->s_ready, out->m_valid, in->m_ready,
                                 out->m_data};
}

static const char *check(const struct lp_enc_traffic *q, const void *out_ports)
{
    const struct lp_enc_beat *due = &q->beat;
    const struct lp_codec_enc_out *out = out_ports;

    if (out->m_codec != due->codec || out->m_mem != due->mem || out->m_last != due->last)
        return "m_codec_o, m_mem_o or m_last_o is not what the functional model gives";
    if (!due->mem && out->m_count != due->count)
        return "m_count_o is not what the functional model gives";
    if (due->mem && (out->m_size != due->size || out->m_sectors != due->sectors))
        return "m_size_o or m_sectors_o is not what the functional model gives";
    return NULL;
}

static const struct lp_enc_unit enc = {put, look, check, .choice = true};

static struct lp_traffic *enc_random(const int *values, uint64_t seed)
{
    return lp_enc_traffic_open(&enc, lp_codec_lines(NULL, seed, (unsigned)values[0]));
}

static struct lp_traffic *enc_lines(const int *values, const struct lp_lines *file)
{
    return lp_enc_traffic_open(&enc, lp_codec_lines(file, 0, (unsigned)values[0]));
}

extern const struct lp_hooks lp_codec_enc_hooks;
const struct lp_hooks lp_codec_enc_hooks = {enc_random, enc_lines, .streams = true,
                                            .codecs = lp_codec_names};
