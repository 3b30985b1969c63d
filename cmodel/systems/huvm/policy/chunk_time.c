/* SPDX-License-Identifier: Apache-2.0 */
#include "chunk_time.h"
#include "../../../units/cdma/cdma_expand_cycle.h"
#include "../../../units/cdma/cdma_shrink_cycle.h"
#include "../../../units/common/instance.h"
#include "../../../units/common/params.h"
#include <linepress/cdma.h>
#include <stdlib.h>
#include <string.h>

enum {
    FLITS = 17,
    PATIENCE = 64
}; /* of a group: maximum flits; a limit of cycles beyond any
                                       unit's latency */

struct flit {
    uint8_t data[LP_SECTOR_BYTES];
    uint8_t bytes;
    bool last;
};

/* The groups of a chunk in one channel: first, first + step and so on. */
struct part {
    const uint8_t *chunk, *codecs;
    uint32_t first, step, end;
    struct flit *flits;
    uint32_t flit_count;
};

static uint32_t groups_of(const struct part *p)
{
    return p->first < p->end ? (p->end - p->first + p->step - 1) / p->step : 0;
}

static const uint8_t *sector_at(const struct part *p, uint32_t group, unsigned sector)
{
    return p->chunk + (size_t)group * LP_DMA_GROUP + sector * LP_SECTOR_BYTES;
}

static void keep_flit(struct part *p, const struct lp_cdma_shrink_out *out)
{
    struct flit *flit = &p->flits[p->flit_count++];
    memcpy(flit->data, out->m_data, sizeof flit->data);
    flit->bytes = (uint8_t)out->m_bytes;
    flit->last = out->m_last;
}

/* Cycles until all flits are out; a model that hangs is stopped at its limit. */
static uint32_t run_shrink(const struct lp_instance *unit, struct part *p)
{
    uint32_t asked = p->first, fed = p->first, done = 0, cycle = 0, count = groups_of(p);
    unsigned sector = 0;
    p->flit_count = 0;
    for (; done < count && cycle < PATIENCE * (count + 1); cycle++) {
        struct lp_cdma_shrink_in in = {.i_valid = asked < p->end,
                                       .i_sectors = LP_DMA_SECTORS,
                                       .s_valid = fed < p->end,
                                       .m_ready = 1};
        struct lp_cdma_shrink_out out;
        if (in.i_valid)
            in.i_codec = p->codecs[asked];
        if (in.s_valid)
            memcpy(in.s_data, sector_at(p, fed, sector), sizeof in.s_data);
        lp_instance_eval(unit, 1, &in, &out);
        if (in.i_valid && out.i_ready)
            asked += p->step;
        if (in.s_valid && out.s_ready && ++sector == LP_DMA_SECTORS) {
            sector = 0;
            fed += p->step;
        }
        if (out.m_valid && p->flit_count < FLITS * count) {
            keep_flit(p, &out);
            done += out.m_last;
        }
        lp_instance_tick(unit);
    }
    return cycle;
}

static void next_flit(const struct part *p, uint32_t at, struct lp_cdma_expand_in *in)
{
    if (at >= p->flit_count)
        return;
    in->s_valid = 1;
    memcpy(in->s_data, p->flits[at].data, sizeof in->s_data);
    in->s_last = p->flits[at].last;
    in->s_bytes = p->flits[at].bytes;
}

/* Cycles until all groups have ended; *good = number of groups expanded to the original. */
static uint32_t run_expand(const struct lp_instance *unit, const struct part *p, uint32_t *good)
{
    uint32_t asked = p->first, got = p->first, flit = 0, done = 0, cycle = 0;
    uint32_t count = groups_of(p);
    unsigned sector = 0;
    bool same = true;
    *good = 0;
    for (; done < count && cycle < PATIENCE * (count + 1); cycle++) {
        struct lp_cdma_expand_in in = {
            .i_valid = asked < p->end, .i_sectors = {LP_DMA_SECTORS}, .m_ready = 1, .e_ready = 1};
        struct lp_cdma_expand_out out;
        if (in.i_valid)
            in.i_codec = p->codecs[asked];
        next_flit(p, flit, &in);
        lp_instance_eval(unit, 1, &in, &out);
        if (in.i_valid && out.i_ready)
            asked += p->step;
        flit += in.s_valid && out.s_ready;
        if (out.m_valid && got < p->end) {
            same &= memcmp(out.m_data, sector_at(p, got, sector), LP_SECTOR_BYTES) == 0;
            if (++sector == LP_DMA_SECTORS) {
                *good += same;
                sector = 0;
                same = true;
                got += p->step;
            }
        }
        if (out.e_valid) {
            *good -= out.e_err && *good > 0;
            done++;
        }
        lp_instance_tick(unit);
    }
    return cycle;
}

static int open_units(struct lp_instance *shrink, struct lp_instance *expand)
{
    int values[LP_MAX_PARAMS];
    lp_unit_defaults(&lp_cdma_shrink_unit, values);
    int error = lp_model_open(&lp_cdma_shrink_unit, values, shrink);
    if (error != LP_OK)
        return error;
    lp_unit_defaults(&lp_cdma_expand_unit, values);
    error = lp_model_open(&lp_cdma_expand_unit, values, expand);
    if (error != LP_OK)
        lp_instance_close(shrink);
    return error;
}

static uint32_t most(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

int huvm_unit_cycles(const uint8_t *chunk, uint32_t bytes, const uint8_t *codecs, unsigned channels,
                     struct huvm_cycles *cycles, uint64_t *mismatches)
{
    struct lp_instance shrink, expand;
    struct part p = {
        .chunk = chunk, .codecs = codecs, .step = channels, .end = bytes / LP_DMA_GROUP};
    p.flits = malloc((p.end / channels + 1) * FLITS * sizeof *p.flits);
    int error = p.flits != NULL ? open_units(&shrink, &expand) : LP_ERR_SYSTEM;
    *cycles = (struct huvm_cycles){0};
    for (; error == LP_OK && p.first < channels; p.first++) {
        uint32_t good;
        lp_instance_reset(&shrink);
        lp_instance_reset(&expand);
        cycles->shrink = most(cycles->shrink, run_shrink(&shrink, &p));
        cycles->expand = most(cycles->expand, run_expand(&expand, &p, &good));
        *mismatches += groups_of(&p) - good;
    }
    if (error == LP_OK) {
        lp_instance_close(&shrink);
        lp_instance_close(&expand);
    }
    free(p.flits);
    return error;
}
