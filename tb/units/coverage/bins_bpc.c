/* SPDX-License-Identifier: Apache-2.0 */
#include "bins_bpc.h"

#include <string.h>

#define PLANES 33
#define PAIRS 30
#define SINGLES 31

struct reader {
    const uint8_t *bytes;
    unsigned at, end;
};

/* Bits after the end are 0. */
static uint32_t get(struct reader *r, unsigned count)
{
    uint32_t value = 0;

    for (; count > 0; count--, r->at++) {
        unsigned bit = r->at < r->end ? r->bytes[r->at / 8] >> (7 - r->at % 8) & 1u : 0;
        value = value << 1 | bit;
    }
    return value;
}

static unsigned get_base(struct reader *r)
{
    static const unsigned widths[] = {0, 4, 8, 16};
    unsigned kind;

    if (get(r, 1)) {
        get(r, 32);
        return 4;
    }
    kind = get(r, 2);
    get(r, widths[kind]);
    return kind;
}

struct symbol {
    unsigned group, value; /* length of a run, or position */
};

static struct symbol get_symbol(struct reader *r)
{
    if (get(r, 1)) {
        get(r, 31);
        return (struct symbol){LP_BPC_OTHER, 0};
    }
    if (get(r, 1))
        return (struct symbol){LP_BPC_RUN, get(r, 5) + 2};
    if (get(r, 1))
        return (struct symbol){LP_BPC_LONE_ZERO, 1};
    switch (get(r, 2)) {
    case 0: return (struct symbol){LP_BPC_ONES, 0};
    case 1: return (struct symbol){LP_BPC_CLEAR, 0};
    case 2: return (struct symbol){LP_BPC_PAIR, get(r, 5)};
    default: return (struct symbol){LP_BPC_SINGLE, get(r, 5)};
    }
}

static unsigned planes_of(const struct symbol *symbol)
{
    return symbol->group == LP_BPC_RUN ? symbol->value : 1;
}

static enum lp_bpc_end judge(const struct reader *r, const struct symbol *symbol, unsigned left)
{
    if (r->at > r->end)
        return LP_BPC_ENDS_EARLY;
    if (planes_of(symbol) > left)
        return LP_BPC_PAST_PLANE_0;
    if (symbol->group == LP_BPC_PAIR && symbol->value >= PAIRS)
        return LP_BPC_PAIR_OUTSIDE;
    if (symbol->group == LP_BPC_SINGLE && symbol->value >= SINGLES)
        return LP_BPC_SINGLE_OUTSIDE;
    return LP_BPC_COMPLETE;
}

static void count_symbol(struct lp_bins *groups, const struct symbol *symbol, unsigned plane)
{
    lp_bin(&groups[symbol->group], plane);
    if (symbol->group == LP_BPC_RUN || symbol->group == LP_BPC_LONE_ZERO)
        lp_bin(&groups[LP_BPC_RUN_LENGTH], symbol->value);
    if (symbol->group == LP_BPC_PAIR)
        lp_bin(&groups[LP_BPC_PAIR_AT], symbol->value);
    if (symbol->group == LP_BPC_SINGLE)
        lp_bin(&groups[LP_BPC_SINGLE_AT], symbol->value);
}

/* Around 256, 512 and 768, three bins each. */
static unsigned edge(unsigned bits)
{
    unsigned sectors = (bits + 1) / 256;

    return sectors > 0 && (bits + 1) % 256 < 3 ? 3 * (sectors - 1) + (bits + 1) % 256 : UINT32_MAX;
}

struct lp_bpc_reading lp_bpc_bins_read(struct lp_bins groups[LP_BPC_STREAM_GROUPS],
                                       const uint8_t *stream, unsigned bytes)
{
    struct reader r = {stream, 0, 8 * bytes};
    struct symbol symbols[PLANES];
    unsigned count = 0, left = PLANES, base = get_base(&r);

    while (left > 0) {
        struct symbol *symbol = &symbols[count++];
        *symbol = get_symbol(&r);
        enum lp_bpc_end end = judge(&r, symbol, left);
        if (end != LP_BPC_COMPLETE)
            return (struct lp_bpc_reading){end, r.at, left - 1};
        left -= planes_of(symbol);
    }
    left = PLANES;
    lp_bin(&groups[LP_BPC_BASE], base);
    for (unsigned i = 0; i < count; left -= planes_of(&symbols[i]), i++)
        count_symbol(groups, &symbols[i], left - 1);
    lp_bin(&groups[LP_BPC_SIZE], r.at / 64);
    lp_bin(&groups[LP_BPC_EDGE], edge(r.at));
    return (struct lp_bpc_reading){LP_BPC_COMPLETE, r.at, 0};
}

void lp_bpc_bins_row(struct lp_bpc_row *row, struct lp_bins *group, unsigned sectors)
{
    unsigned kind = sectors == 0 ? 0 : sectors < 4 ? 1 : 2;

    if (row->lines >= 2)
        lp_bin(group, 3 * row->before + kind);
    row->lines += row->lines < 2;
    row->before = row->before % 3 * 3 + kind;
}
