/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_cdma_expand: groups of one codec for a while, then of another, good and bad. Their
 * sectors and status must match the library's lp_dma_expand.
 */
#include <stdlib.h>
#include <string.h>

#include "units/cdma/cdma_expand_ports.h"
#include "cdma_groups.h"
#include "stored_groups.h"
#include "base/wide.h"
#include "lib/cdma/built.h"
#include "units/cosim/registry.h"

enum { GROUPS_IN, FLITS_IN };
#define RING 16   /* groups; more than can be in flight */
#define WAITING 2 /* sectors at m past a group's end */

struct expand {
    struct lp_traffic base;
    struct lp_rng rng;
    struct lp_stored_recipe recipe;
    unsigned codecs;
    bool few_changes;

    struct lp_stored_group group[RING];
    uint64_t made, announced, offered, taken, ended; /* groups */
    size_t flit;                                     /* offered bytes of group `offered` */

    uint64_t out; /* the group whose sectors come out */
    unsigned sector;
};

static struct lp_stored_group *group_at(struct expand *q, uint64_t number)
{
    static const unsigned codecs[] = {LP_DMA_ZVC,  LP_DMA_RAW, LP_DMA_BPC,
                                      LP_DMA_XZVC, LP_DMA_EBD, LP_DMA_AUTO};

    for (; q->made <= number; q->made++) {
        if (lp_below(&q->rng, q->few_changes ? 24 : 3) == 0)
            q->recipe.codec = codecs[lp_below(&q->rng, q->codecs + 1)];
        lp_stored_group_random(&q->rng, &q->recipe, &q->group[q->made % RING]);
    }
    return &q->group[number % RING];
}

/* The group whose output is not complete. */
static uint64_t oldest(const struct expand *q)
{
    return q->out < q->ended ? q->out : q->ended;
}

static bool expand_beat(struct lp_traffic *self, unsigned stream, void *ports)
{
    struct expand *q = (struct expand *)self;
    struct lp_cdma_expand_in *in = ports;
    struct lp_stored_group *group;
    size_t left;

    if (stream == GROUPS_IN) {
        if (q->announced == oldest(q) + RING)
            return false;
        group = group_at(q, q->announced++);
        lpi_put64(in->i_sectors, group->sectors);
        in->i_codec = lp_cdma_codec_number(&q->rng, (enum lp_dma_codec)group->codec, q->codecs);
        return true;
    }
    if (q->offered == oldest(q) + RING)
        return false;
    group = group_at(q, q->offered);
    left = group->bytes - q->flit;
    in->s_last = left <= LP_SECTOR_BYTES;
    in->s_bytes = (uint32_t)(in->s_last ? left : LP_SECTOR_BYTES);
    memset(in->s_data, 0, sizeof in->s_data);
    memcpy(in->s_data, group->stored + q->flit, in->s_bytes);
    q->flit += in->s_bytes;
    if (in->s_last) {
        q->flit = 0;
        q->offered++;
    }
    return true;
}

static const char *sector_out(struct expand *q, const struct lp_cdma_expand_in *in,
                              const struct lp_cdma_expand_out *out)
{
    const struct lp_stored_group *group = &q->group[q->out % RING];

    if (q->out == q->made)
        return "m_valid_o: a sector without a group";
    if ((!group->bad || q->sector < group->bad_at) &&
        memcmp(out->m_data, group->raw + q->sector * LP_SECTOR_BYTES, LP_SECTOR_BYTES) != 0)
        return "m_data_o is not the group's sector";
    if (out->m_last != (q->sector + 1 == group->sectors))
        return "m_last_o is not with the group's last sector";
    if (!in->m_ready)
        return NULL;
    if (++q->sector == group->sectors) {
        q->sector = 0;
        q->out++;
    }
    return NULL;
}

static const char *group_end(struct expand *q, const struct lp_cdma_expand_in *in,
                             const struct lp_cdma_expand_out *out)
{
    const struct lp_stored_group *group = &q->group[q->ended % RING];
    uint64_t bad = lpi_get64(out->e_bad);

    if (q->ended >= q->taken)
        return "e_valid_o before the group's last flit";
    if (q->out < q->ended && group->sectors > WAITING)
        return "e_valid_o before the sectors of the group before have left";
    if (q->out == q->ended && q->sector + WAITING < group->sectors)
        return "e_valid_o before the group's sectors have left";
    if (out->e_err != group->bad)
        return group->bad ? "e_err_o: a bad group passed" : "e_err_o on a good group";
    if (bad != group->bad_at)
        return "e_bad_o is not where the group is bad";
    q->ended += in->e_ready;
    q->base.lines += in->e_ready;
    return NULL;
}

static const char *expand_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                                const void *out_ports)
{
    struct expand *q = (struct expand *)self;
    const struct lp_cdma_expand_in *in = in_ports;
    const struct lp_cdma_expand_out *out = out_ports;
    const char *wrong = NULL;

    (void)cycle;
    if (out->m_valid)
        wrong = sector_out(q, in, out);
    if (!wrong && out->e_valid)
        wrong = group_end(q, in, out);
    q->taken += in->s_valid && out->s_ready && in->s_last;
    return wrong;
}

static void expand_reset(struct lp_traffic *self)
{
    struct expand *q = (struct expand *)self;

    q->announced = q->offered = q->taken = q->ended = q->out = q->made;
    q->flit = q->sector = 0;
}

static struct lp_traffic *expand_random(const int *values, uint64_t seed)
{
    struct expand *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = expand_beat,
                                  .reactive = true,
                                  .check = expand_check,
                                  .reset = expand_reset,
                                  .close = lp_traffic_free};
    q->rng.state = seed;
    q->codecs = lpi_cdma_built(values[0]);
    q->recipe = (struct lp_stored_recipe){.elem = (unsigned)values[1],
                                          .most = values[2] > 6 ? LP_STORED_GROUP_SECTORS
                                                                : LP_DMA_SECTORS,
                                          .codec = LP_DMA_ZVC,
                                          .dense = lp_below(&q->rng, 6) == 0,
                                          .good = lp_below(&q->rng, 3) == 0};
    q->few_changes = lp_below(&q->rng, 2);
    return &q->base;
}

extern const struct lp_hooks lp_cdma_expand_hooks;
const struct lp_hooks lp_cdma_expand_hooks = {.random = expand_random};
