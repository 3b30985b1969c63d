/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_cdma_shrink: raw sectors of groups in, flits out, checked against the functional
 * model. Without stalls the unit must keep its interval.
 */
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>

#include "units/cdma/cdma_shrink_ports.h"
#include "cdma_groups.h"
#include "lib/cdma/built.h"
#include "units/cosim/registry.h"

enum { GROUPS, SECTORS };
#define BLOCK 64   /* after a reset, groups continue with the next block */
#define WARM_UP 80 /* cycles without stalls that may be slower */
#define MARKS 64   /* more groups than the unit holds */

struct shrink {
    struct lp_traffic base;
    struct lp_cdma_groups groups;
    struct lp_rng rng;

    uint64_t group_in, sector_group;
    struct lp_cdma_group feeding; /* its sectors are going in */
    unsigned sector;
    bool good;       /* no errors in this run */
    bool err[MARKS]; /* of the group with this number mod MARKS */
    uint64_t sectors_taken;

    uint64_t group_out;
    struct lp_cdma_group due;
    uint8_t stored[LP_DMA_GROUP_BOUND];
    size_t bytes, at;
    bool some; /* a group is due */

    uint64_t free_cycles, free_sectors; /* without stalls of any side */
};

static const char *next_due(struct shrink *q)
{
    q->some = lp_cdma_group(&q->groups, q->group_out, &q->due);
    q->at = 0;
    if (!q->some)
        return NULL;
    return lp_dma_shrink(q->due.codec, q->groups.elem, q->due.raw, q->due.sectors, q->stored,
                         &q->bytes) == LP_OK
               ? NULL
               : "lp_dma_shrink refuses the group";
}

static void start(struct shrink *q, uint64_t group)
{
    q->group_in = q->sector_group = q->group_out = group;
    q->sector = 0;
    q->base.lines_in = q->base.lines_out = 0;
    q->sectors_taken = 0;
    q->free_cycles = q->free_sectors = 0;
    next_due(q);
}

static bool new_group(struct shrink *q, struct lp_cdma_shrink_in *in)
{
    struct lp_cdma_group group;

    if (!lp_cdma_group(&q->groups, q->group_in, &group))
        return false;
    in->i_sectors = group.sectors;
    in->i_codec = group.number;
    q->group_in++;
    return true;
}

static bool new_sector(struct shrink *q, struct lp_cdma_shrink_in *in)
{
    if (q->sector == 0) {
        if (!lp_cdma_group(&q->groups, q->sector_group, &q->feeding))
            return false;
        q->err[q->sector_group % MARKS] = false;
    }
    memcpy(in->s_data, q->feeding.raw + q->sector * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
    in->s_err = !q->good && lp_below(&q->rng, 64) == 0;
    q->err[q->sector_group % MARKS] |= in->s_err;
    if (++q->sector == q->feeding.sectors) {
        q->sector = 0;
        q->sector_group++;
    }
    return true;
}

static bool shrink_beat(struct lp_traffic *self, unsigned stream, void *in)
{
    struct shrink *q = (struct shrink *)self;
    return stream == GROUPS ? new_group(q, in) : new_sector(q, in);
}

static const char *check_flit(struct shrink *q, const struct lp_cdma_shrink_out *out)
{
    uint8_t flit[LP_SECTOR_BYTES] = {0};
    size_t rest = q->bytes - q->at;
    bool last = rest <= sizeof flit;

    if (!q->some)
        return "m_valid_o: more flits than the functional model gives";
    memcpy(flit, q->stored + q->at, last ? rest : sizeof flit);
    if (memcmp(flit, out->m_data, sizeof flit) != 0)
        return "m_data_o is not what the functional model gives";
    if (out->m_last != last || out->m_bytes != (last ? rest : sizeof flit))
        return "m_last_o or m_bytes_o is not what the functional model gives";
    if (out->m_zeros != (last ? lp_dma_zeros(q->due.raw, q->due.sectors) : 0))
        return "m_zeros_o is not the number of zero words";
    if (out->m_err != (last && q->err[q->group_out % MARKS]))
        return "m_err_o is not what the group's sectors had";
    return NULL;
}

/*
 * 16 cycles per group, plus the flits of its stored form beyond 16; a line of mixed codecs takes up
 * to 5 cycles.
 */
static const char *check_pace(struct shrink *q, const struct lp_cdma_shrink_in *in,
                              const struct lp_cdma_shrink_out *out)
{
    unsigned most = q->due.codec == LP_DMA_AUTO ? 4 * 5 + 1 : q->groups.elem == 8 ? 18 : 17;

    if (!q->groups.steady || !in->i_valid || !in->s_valid || !in->m_ready) {
        q->free_cycles = q->free_sectors = 0;
        return NULL;
    }
    q->free_cycles++;
    q->free_sectors += out->s_ready;
    return q->free_cycles > WARM_UP + q->free_sectors * most / 16
               ? "groups are slower than their flits"
               : NULL;
}

/* Latency counts from the first sector of a group to the cycle in which its first flit is first
 * offered. */
static void count(struct shrink *q, uint64_t cycle, const struct lp_cdma_shrink_in *in,
                  const struct lp_cdma_shrink_out *out)
{
    if (in->s_valid && out->s_ready && q->groups.file && q->sectors_taken++ % 16 == 0)
        lp_traffic_line_in(&q->base, cycle);
    if (out->m_valid && q->at == 0 && q->groups.file && q->base.lines_out == q->group_out)
        lp_traffic_line_out(&q->base, cycle);
}

static const char *shrink_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                                const void *out_ports)
{
    struct shrink *q = (struct shrink *)self;
    const struct lp_cdma_shrink_in *in = in_ports;
    const struct lp_cdma_shrink_out *out = out_ports;
    const char *wrong = check_pace(q, in, out);

    count(q, cycle, in, out);
    if (wrong || !out->m_valid)
        return wrong;
    wrong = check_flit(q, out);
    if (wrong || !in->m_ready)
        return wrong;
    q->at += LP_SECTOR_BYTES;
    if (!out->m_last)
        return NULL;
    q->base.lines += (q->due.sectors + 3) / 4;
    q->group_out++;
    return next_due(q);
}

static bool shrink_done(const struct lp_traffic *self)
{
    return !((const struct shrink *)self)->some;
}

static void shrink_reset(struct lp_traffic *self)
{
    struct shrink *q = (struct shrink *)self;
    uint64_t most = q->group_in > q->sector_group ? q->group_in : q->sector_group;

    start(q, q->groups.file ? 0 : (most / BLOCK + 1) * BLOCK);
}

static struct lp_traffic *shrink_open(const int *values, const struct lp_lines *file, uint64_t seed)
{
    struct shrink *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = shrink_beat,
                                  .check = shrink_check,
                                  .done = shrink_done,
                                  .reset = shrink_reset,
                                  .close = lp_traffic_free};
    q->rng.state = seed;
    q->groups = (struct lp_cdma_groups){.file = file,
                                        .seed = seed,
                                        .elem = (unsigned)values[1],
                                        .codecs = lpi_cdma_built(values[0]),
                                        .steady = !file && lp_below(&q->rng, 3) == 0};
    q->good = file || lp_below(&q->rng, 2);
    start(q, 0);
    return &q->base;
}

static struct lp_traffic *shrink_random(const int *values, uint64_t seed)
{
    return shrink_open(values, NULL, seed);
}

static struct lp_traffic *shrink_lines(const int *values, const struct lp_lines *file)
{
    return shrink_open(values, file, 0);
}

extern const struct lp_hooks lp_cdma_shrink_hooks;
const struct lp_hooks lp_cdma_shrink_hooks = {shrink_random, shrink_lines, .streams = true};
