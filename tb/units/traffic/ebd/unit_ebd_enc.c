/* SPDX-License-Identifier: Apache-2.0 */
/* Traffic of lp_ebd_enc: raw lines in; their memory entries out, checked against functional EBD. */
#include <stdlib.h>
#include <string.h>

#include "units/cosim/registry.h"
#include "units/ebd/ebd_ports.h"
#include "ebd_beats.h"
#include "ebd_bench.h"
#include "units/traffic/common/enc_traffic.h"

static void put(void *ports, const struct lp_enc_sector *sector)
{
    struct lp_ebd_enc_in *in = ports;
    memcpy(in->s_data, sector->data, LP_SECTOR_BYTES);
}

static struct lp_enc_cycle look(const void *in_ports, const void *out_ports)
{
    const struct lp_ebd_enc_in *in = in_ports;
    const struct lp_ebd_enc_out *out = out_ports;
    return (struct lp_enc_cycle){in->s_valid && out->s_ready, out->m_valid, in->m_ready,
                                 out->m_data};
}

struct enc {
    struct lp_enc_traffic traffic;
    uint64_t line_told; /* the next for the l port */
};

static const char *check(const struct lp_enc_traffic *q, const void *out_ports)
{
    const struct lp_enc_beat *due = &q->beat;
    const struct lp_ebd_enc_out *out = out_ports;

    if (out->m_last != due->last)
        return "m_last_o is not with the entry's last beat";
    if (out->m_size != due->size || out->m_sectors != due->sectors)
        return "m_size_o or m_sectors_o is not what the functional model gives";
    return NULL;
}

static const struct lp_enc_unit unit = {put, look, check, .choice = false};

/* Sizes are announced once per line, in order. */
static const char *enc_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                             const void *out_ports)
{
    struct enc *q = (struct enc *)self;
    const struct lp_ebd_enc_out *out = out_ports;

    if (out->l_valid) {
        struct lp_enc_line line;
        struct lp_entry entry;
        if (!lp_enc_line(&q->traffic.lines, q->line_told++, &line) ||
            lp_ebd_entry_make(line.bytes, &entry) != out->l_size || entry.sectors != out->l_sectors)
            return "l_size_o or l_sectors_o is not that of the next line";
    }
    return lp_enc_traffic_check(self, cycle, in_ports, out_ports);
}

static void enc_reset(struct lp_traffic *self)
{
    struct enc *q = (struct enc *)self;

    lp_enc_traffic_reset(self);
    q->line_told = q->traffic.line_in;
}

static struct lp_traffic *enc_open(const struct lp_lines *file, uint64_t seed)
{
    struct enc *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    lp_enc_traffic_init(&q->traffic, &unit, lp_ebd_enc_lines(file, seed));
    q->traffic.base.check = enc_check;
    q->traffic.base.reset = enc_reset;
    q->line_told = q->traffic.line_in;
    return &q->traffic.base;
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

extern const struct lp_hooks lp_ebd_enc_hooks;
const struct lp_hooks lp_ebd_enc_hooks = {enc_random, enc_lines, .streams = false};
