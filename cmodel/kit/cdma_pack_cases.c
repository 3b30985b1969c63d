/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of the DMA engine's packing: a job of groups, and its stream, index and sums. */
#include <linepress/cdma.h>
#include <stdio.h>
#include <string.h>

#include "entry_case.h"
#include "kinds.h"

enum { ROOM, SIZES, ZEROS, ERRS, DATA, INS };
enum { STATUS, BYTES, ZERO_WORDS, BAD, STREAM, INDEX, OUTS };

#define GROUPS 12                       /* of any size */
#define MOST_GROUPS LPI_KIT_PACK_GROUPS /* of few bytes: their number needs more than 8 bits */
#define GROUP LP_DMA_GROUP_BOUND
#define BEAT LP_SECTOR_BYTES

static const struct lp_param params[] = {LP_PARAM_RANGE("SIZE_W", 16, 41, 41)};
static const struct lpi_kit_field in_fields[INS] = {
    {"room", 41, 0, "at the host in bytes, a multiple of 32, of SIZE_W bits"},
    {"sizes", 0, 2 * MOST_GROUPS, "of each group's stored form in bytes, 1..576, 2 bytes each"},
    {"zeros", 0, MOST_GROUPS, "zero words of each group, 0..128"},
    {"errs", 0, MOST_GROUPS, "1 for a group that could not be read"},
    {"data", 0, GROUPS *GROUP, "the groups' bytes, one after the other"},
};
static const struct lpi_kit_field out_fields[OUTS] = {
    {"status", 4, 0, "0 good, 6 room exceeded, 7 error of a group; with 6 and 7 only bad is not 0"},
    {"bytes", 41, 0, "of the stream, without what fills the last beat"},
    {"zeros", 38, 0, "zero words of all groups"},
    {"bad", 32, 0, "the first bad group, from 0"},
    {"stream", 0, GROUPS *GROUP, "its beats of 32 bytes"},
    {"index", 0, 2 * MOST_GROUPS, "an entry for each group: its bytes"},
};

static size_t size_of(const struct lpi_kit_value *sizes, size_t group)
{
    return sizes->data[2 * group] | (size_t)sizes->data[2 * group + 1] << 8;
}

/* ---- jobs ---- */

/* Around whole beats, the ends of the range, or any. */
static unsigned draw_size(struct lp_rng *rng)
{
    unsigned beats;

    switch (lp_below(rng, 4)) {
    case 0: beats = 1 + lp_below(rng, 16); return 32 * beats - 1 + lp_below(rng, 3);
    case 1: return lp_below(rng, 2) ? 1 + lp_below(rng, 4) : GROUP;
    default: return 1 + lp_below(rng, GROUP);
    }
}

/* Ample, exact, one beat or some beats short. */
static uint64_t draw_room(struct lp_rng *rng, int size_w, size_t bytes)
{
    uint64_t beats = (bytes + BEAT - 1) / BEAT;

    switch (lp_below(rng, 6)) {
    case 0: return BEAT * (beats - (beats > 0));
    case 1: return BEAT * (uint64_t)lp_below(rng, (uint32_t)beats + 1);
    case 2: return BEAT * (beats + lp_below(rng, 2));
    default: return (lp_random(rng) >> (64 - size_w)) / BEAT * BEAT | UINT64_C(1) << (size_w - 1);
    }
}

/* Cases 0, 1, ... of level 1 are jobs of these numbers of groups. */
static void pack_make(struct lpi_kit_maker *maker, void *own, const int *values,
                      struct lpi_kit_side *in)
{
    struct lp_rng *rng = &maker->rng;
    unsigned few = lp_below(rng, 4), groups = lp_below(rng, few ? 5 : GROUPS + 1);
    bool many = maker->index > GROUPS && lp_below(rng, 64) == 0;
    unsigned error = lp_below(rng, 6) ? 0 : many ? MOST_GROUPS : 4; /* one group in this many */
    uint8_t sizes[2 * MOST_GROUPS], zeros[MOST_GROUPS], errs[MOST_GROUPS];
    size_t bytes = 0;

    (void)own;
    if (maker->index <= GROUPS)
        groups = (unsigned)maker->index;
    if (many)
        groups = MOST_GROUPS - lp_below(rng, 200);
    for (unsigned g = 0; g < groups; g++) {
        unsigned size = many ? 1 + lp_below(rng, 16) : draw_size(rng);
        sizes[2 * g] = (uint8_t)size;
        sizes[2 * g + 1] = (uint8_t)(size >> 8);
        zeros[g] = (uint8_t)lp_below(rng, 129);
        errs[g] = error && lp_below(rng, error) == 0;
        bytes += size;
    }
    lpi_kit_number(in, ROOM, draw_room(rng, values[0], bytes));
    lpi_kit_bytes(in, SIZES, sizes, 2 * groups);
    lpi_kit_bytes(in, ZEROS, zeros, groups);
    lpi_kit_bytes(in, ERRS, errs, groups);
    uint8_t *to = lpi_kit_bytes(in, DATA, NULL, bytes);
    for (size_t i = 0; i < bytes; i++)
        to[i] = (uint8_t)lp_random(rng);
}

/* ---- results ---- */

static const char *refuse(const int *values, const struct lpi_kit_side *in)
{
    const struct lpi_kit_value *at = in->field;
    size_t groups = at[SIZES].bytes / 2, bytes = 0;

    if (at[ROOM].number % BEAT != 0 || at[ROOM].number >> values[0] != 0)
        return "room is not a multiple of 32, or has more bits than SIZE_W";
    if (at[SIZES].bytes % 2 != 0 || at[ZEROS].bytes != groups || at[ERRS].bytes != groups)
        return "sizes, zeros and errs are not of as many groups";
    for (size_t g = 0; g < groups; g++) {
        if (size_of(&at[SIZES], g) - 1 >= GROUP || at[ZEROS].data[g] > 128 || at[ERRS].data[g] > 1)
            return "a size is not 1 to 576, a group's zeros are over 128, or its err is not 0 or 1";
        bytes += size_of(&at[SIZES], g);
    }
    return bytes != at[DATA].bytes ? "data is not as long as all sizes together" : NULL;
}

/*
 * The first bad group, from 0, and the status. The buffer is full at the group that does not fit;
 * an error of that group or an earlier one has priority, a later one is ignored.
 */
static unsigned judge(const struct lpi_kit_side *in, size_t *bad)
{
    const struct lpi_kit_value *at = in->field;
    uint64_t bytes = 0;
    unsigned status = LP_DMA_GOOD;

    for (size_t g = 0; g < at[ERRS].bytes; g++) {
        bytes += size_of(&at[SIZES], g);
        bool over = bytes > at[ROOM].number;
        if (at[ERRS].data[g] && status == LP_DMA_GOOD) {
            status = LP_DMA_DEVICE_ERROR;
            *bad = g;
        }
        if (!over)
            continue;
        if (status == LP_DMA_GOOD) {
            status = LP_DMA_ROOM;
            *bad = g;
        }
        break;
    }
    return status;
}

static const char *pack_expect(void *state, const int *values, const struct lpi_kit_side *in,
                               struct lpi_kit_side *out)
{
    const struct lpi_kit_value *at = in->field;
    const char *wrong = refuse(values, in);
    size_t bad = 0, bytes = at[DATA].bytes, groups = at[ERRS].bytes;
    uint64_t zeros = 0;

    (void)state;
    if (wrong != NULL)
        return wrong;
    unsigned status = judge(in, &bad);
    lpi_kit_number(out, STATUS, status);
    lpi_kit_number(out, BAD, bad);
    if (status != LP_DMA_GOOD)
        bytes = groups = 0;
    for (size_t g = 0; g < groups; g++)
        zeros += at[ZEROS].data[g];
    lpi_kit_number(out, BYTES, bytes);
    lpi_kit_number(out, ZERO_WORDS, zeros);
    uint8_t *to = lpi_kit_bytes(out, STREAM, NULL, (bytes + BEAT - 1) / BEAT * BEAT);
    memcpy(to, at[DATA].data, bytes);
    memset(to + bytes, 0, out->field[STREAM].bytes - bytes);
    lpi_kit_bytes(out, INDEX, at[SIZES].data, 2 * groups);
    return NULL;
}

static void pack_explain(const int *values, const struct lpi_kit_side *in,
                         const struct lpi_kit_side *due_side, const struct lpi_kit_side *got_side,
                         size_t field, char *text, size_t room)
{
    const struct lpi_kit_value *due = &due_side->field[field], *got = &got_side->field[field];
    size_t at = lpi_kit_first(due, got), group = 0, from = 0;

    (void)values;
    if (field != STREAM && field != INDEX)
        return;
    if (at == due->bytes || at == got->bytes) {
        snprintf(text, room, "%zu bytes, due %zu", got->bytes, due->bytes);
        return;
    }
    if (field == INDEX) {
        snprintf(text, room, "entry %zu", at / 2);
        return;
    }
    while (group < in->field[ERRS].bytes && at >= from + size_of(&in->field[SIZES], group))
        from += size_of(&in->field[SIZES], group++);
    if (group < in->field[ERRS].bytes)
        snprintf(text, room, "beat %zu, byte %zu: byte %zu of group %zu", at / BEAT, at % BEAT,
                 at - from, group);
    else
        snprintf(text, room, "beat %zu, byte %zu: what fills the last beat", at / BEAT, at % BEAT);
}

const struct lpi_kit_unit lpi_kit_cdma_pack = {
    .name = "cdma-pack",
    .module = "lp_cdma_pack",
    .ports = &lpi_kit_cdma_pack_ports,
    .does = "groups of a DMA job to full beats, index entries and sums",
    .params = params,
    .nparams = 1,
    .in = in_fields,
    .out = out_fields,
    .nin = INS,
    .nout = OUTS,
    .cases = {200, 20000},
    .make = pack_make,
    .expect = pack_expect,
    .explain = pack_explain,
};
