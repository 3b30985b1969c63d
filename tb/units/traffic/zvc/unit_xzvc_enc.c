/* SPDX-License-Identifier: Apache-2.0 */
/* Traffic of lp_xzvc_enc: raw lines in; their memory entries out, checked against functional C. */
#include <string.h>

#include "units/cosim/registry.h"
#include "units/traffic/common/enc_traffic.h"
#include "xzvc_bench.h"
#include "units/zvc/zvc_ports.h"

static void put(void *ports, const struct lp_enc_sector *sector)
{
    struct lp_xzvc_enc_in *in = ports;

    memcpy(in->s_data, sector->data, LP_SECTOR_BYTES);
    in->s_filter = sector->codec;
}

static struct lp_enc_cycle look(const void *in_ports, const void *out_ports)
{
    const struct lp_xzvc_enc_in *in = in_ports;
    const struct lp_xzvc_enc_out *out = out_ports;
    return (struct lp_enc_cycle){in->s_valid && out->s_ready, out->m_valid, in->m_ready,
                                 out->m_data};
}

static const char *check(const struct lp_enc_traffic *q, const void *out_ports)
{
    const struct lp_enc_beat *due = &q->beat;
    const struct lp_xzvc_enc_out *out = out_ports;

    if (out->m_filter != due->codec || out->m_last != due->last)
        return "m_filter_o or m_last_o is not what the functional model gives";
    if (16 * out->m_size != due->size || out->m_sectors != due->sectors)
        return "m_size_o or m_sectors_o is not what the functional model gives";
    return NULL;
}

static const struct lp_enc_unit enc = {put, look, check, .choice = true};

static struct lp_traffic *enc_random(const int *values, uint64_t seed)
{
    (void)values;
    return lp_enc_traffic_open(&enc, lp_xzvc_lines(NULL, seed));
}

static struct lp_traffic *enc_lines(const int *values, const struct lp_lines *file)
{
    (void)values;
    return lp_enc_traffic_open(&enc, lp_xzvc_lines(file, 0));
}

extern const struct lp_hooks lp_xzvc_enc_hooks;
const struct lp_hooks lp_xzvc_enc_hooks = {enc_random, enc_lines, .streams = false,
                                           .codecs = lp_xzvc_names};
