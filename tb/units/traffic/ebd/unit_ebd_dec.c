/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_ebd_dec: memory entries of EBD and random records in, their lines out; with ZVC those
 * of ZVC and XZVC too.
 */
#include <string.h>

#include "units/cosim/registry.h"
#include "units/ebd/ebd_ports.h"
#include "ebd_bench.h"
#include "joint_lines.h"
#include "units/traffic/common/dec_entries.h"

static void put(void *ports, const struct lp_dec_beat *beat)
{
    struct lp_ebd_dec_in *in = ports;

    memcpy(in->s_data, beat->data, LP_SECTOR_BYTES);
    in->s_last = beat->last;
    in->s_sectors = beat->sectors;
    in->s_zvc = beat->codec != LP_JOINT_EBD;
    in->s_filter = beat->codec == LP_JOINT_XZVC;
}

static bool taken(const void *in_ports, const void *out_ports)
{
    const struct lp_ebd_dec_in *in = in_ports;
    const struct lp_ebd_dec_out *out = out_ports;
    return in->s_valid && out->s_ready;
}

static struct lp_dec_sector look(const void *in_ports, const void *out_ports)
{
    const struct lp_ebd_dec_in *in = in_ports;
    const struct lp_ebd_dec_out *out = out_ports;
    return (struct lp_dec_sector){out->m_valid, in->m_ready, out->m_last, out->m_err, out->m_data};
}

static const struct lp_dec_unit dec = {put, taken, look};

static struct lp_traffic *dec_random(const int *values, uint64_t seed)
{
    return lp_dec_entries_open(&dec, values[0] ? lp_joint_lines(NULL, seed)
                                               : lp_ebd_enc_lines(NULL, seed));
}

static struct lp_traffic *dec_lines(const int *values, const struct lp_lines *file)
{
    return lp_dec_entries_open(&dec,
                               values[0] ? lp_joint_lines(file, 0) : lp_ebd_enc_lines(file, 0));
}

extern const struct lp_hooks lp_ebd_dec_hooks;
const struct lp_hooks lp_ebd_dec_hooks = {dec_random, dec_lines, .streams = false};
