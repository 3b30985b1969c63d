/* SPDX-License-Identifier: Apache-2.0 */
/* Traffic of lp_bpc_enc: raw lines in; their memory entries out, checked against functional BPC. */
#include <string.h>

#include "units/bpc/bpc_ports.h"
#include "bpc_bench.h"
#include "units/cosim/registry.h"
#include "units/traffic/common/enc_traffic.h"

static void put(void *ports, const struct lp_enc_sector *sector)
{
    struct lp_bpc_enc_in *in = ports;
    memcpy(in->s_data, sector->data, LP_SECTOR_BYTES);
}

static struct lp_enc_cycle look(const void *in_ports, const void *out_ports)
{
    const struct lp_bpc_enc_in *in = in_ports;
    const struct lp_bpc_enc_out *out = out_ports;
    return (struct lp_enc_cycle){in->s_valid && out->s_ready, out->m_valid, in->m_ready,
                                 out->m_data};
}

static const char *check(const struct lp_enc_traffic *q, const void *out_ports)
{
    const struct lp_enc_beat *due = &q->beat;
    const struct lp_bpc_enc_out *out = out_ports;

    if (out->m_last != due->last)
        return "m_last_o is not with the entry's last beat";
    if (out->m_size != due->size || out->m_sectors != due->sectors)
        return "m_size_o or m_sectors_o is not what the functional model gives";
    return NULL;
}

static const struct lp_enc_unit enc = {put, look, check, .choice = false};

static struct lp_traffic *enc_open(const struct lp_lines *file, uint64_t seed)
{
    static const struct lp_codec_bench *const benches[] = {&lp_bpc_bench};
    return lp_enc_traffic_open(
        &enc, (struct lp_enc_lines){
                  .file = file, .seed = seed, .elem = 32, .benches = benches, .codecs = 1});
}

static struct lp_traffic *enc_random(const int *values, uint64_t seed)
{
    (void)values;
    return enc_open(NULL, seed);
}

static struct lp_traffic *enc_lines(const int *values, const struct lp_lines *file)
{
    (void)values;
    return enc_open(file, 0);
}

extern const struct lp_hooks lp_bpc_enc_hooks;
const struct lp_hooks lp_bpc_enc_hooks = {enc_random, enc_lines, .streams = false};
