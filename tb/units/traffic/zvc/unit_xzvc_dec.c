/* SPDX-License-Identifier: Apache-2.0 */
/* Traffic of lp_xzvc_dec: memory entries of ZVC-16 and XZVC-16 in, their lines out. */
#include <string.h>

#include "units/cosim/registry.h"
#include "units/traffic/common/dec_entries.h"
#include "xzvc_bench.h"
#include "units/zvc/zvc_ports.h"

static void put(void *ports, const struct lp_dec_beat *beat)
{
    struct lp_xzvc_dec_in *in = ports;

    memcpy(in->s_data, beat->data, LP_SECTOR_BYTES);
    in->s_filter = beat->codec;
    in->s_last = beat->last;
    in->s_sectors = beat->sectors;
}

static bool taken(const void *in_ports, const void *out_ports)
{
    const struct lp_xzvc_dec_in *in = in_ports;
    const struct lp_xzvc_dec_out *out = out_ports;
    return in->s_valid && out->s_ready;
}

static struct lp_dec_sector look(const void *in_ports, const void *out_ports)
{
    const struct lp_xzvc_dec_in *in = in_ports;
    const struct lp_xzvc_dec_out *out = out_ports;
    return (struct lp_dec_sector){out->m_valid, in->m_ready, out->m_last, out->m_err, out->m_data};
}

static const struct lp_dec_unit dec = {put, taken, look};

static struct lp_traffic *dec_random(const int *values, uint64_t seed)
{
    (void)values;
    return lp_dec_entries_open(&dec, lp_xzvc_lines(NULL, seed));
}

static struct lp_traffic *dec_lines(const int *values, const struct lp_lines *file)
{
    (void)values;
    return lp_dec_entries_open(&dec, lp_xzvc_lines(file, 0));
}

extern const struct lp_hooks lp_xzvc_dec_hooks;
const struct lp_hooks lp_xzvc_dec_hooks = {dec_random, dec_lines, .streams = false,
                                           .codecs = lp_xzvc_names};
