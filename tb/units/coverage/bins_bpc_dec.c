/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_bpc_dec and lp_bpc_dec_serial. */
#include "bins_bpc.h"
#include "bins_ends.h"
#include "units/bpc/bpc_ports.h"

/* Classes of entries after decoding. */
enum {
    ZERO,
    COMPRESSED,
    RAW,
    ZERO_LONG,
    RAW_SHORT,
    RAW_LONG,
    NO_SUCH,
    TOO_MANY,
    ENDS_EARLY,
    PAST_PLANE_0,
    PAIR_OUTSIDE,
    SINGLE_OUTSIDE,
    SECTOR_MORE,
    UNCLEAN,
    CLASSES
};

enum {
    CLASS = LP_BPC_STREAM_GROUPS,
    AFTER_GOOD,
    AFTER_BAD,
    IN_ROW,
    GOOD_BEATS,
    EARLY_PLANE,
    RUN_PLANE,
    PAIR_PLANE,
    SINGLE_PLANE,
    MORE_BEATS,
    UNCLEAN_BIT,
    ENDS,
    GROUPS = ENDS + LP_DEC_GROUPS
};

#define CLASS_LABELS                                                                               \
    {                                                                                              \
        "zero", "compressed", "raw", "zero goes on", "raw ends early", "raw goes on",              \
            "sectors 5..7", "compressed, 4 or more beats", "stream ends early",                    \
            "run past plane 0", "adjacent ones outside", "single one outside",                     \
            "a sector more than needed", "padding not zero"                                        \
    }

/* Bits of the padding: the first, the last, others. */
#define BIT_LABELS "first", "last", "other"

static struct lp_bins groups[GROUPS] = {
    LP_BPC_STREAM_BINS(33, 13),
    [LP_BPC_EDGE] = {.what = "bits of a stream",
                     .first = 0,
                     .count = 8,
                     .labels = {LP_BPC_EDGE_LABELS}},
    [CLASS] = {.what = "entry", .first = 0, .count = CLASSES, .labels = CLASS_LABELS},
    [AFTER_GOOD] = {.what = "after a good one",
                    .first = 0,
                    .count = CLASSES,
                    .labels = CLASS_LABELS},
    [AFTER_BAD] = {.what = "after a bad one", .first = 0, .count = CLASSES, .labels = CLASS_LABELS},
    [IN_ROW] = {.what = "zero, compressed, raw in a row",
                .first = 0,
                .count = 27,
                .labels = LP_BPC_ROW_LABELS},
    [GOOD_BEATS] = {.what = "beats of a good compressed entry", .first = 1, .count = LP_DEC_BEATS},
    [EARLY_PLANE] = {.what = "stream ends early at plane", .first = 0, .count = 27},
    [RUN_PLANE] = {.what = "run past plane 0 from plane", .first = 0, .count = 32},
    [PAIR_PLANE] = {.what = "adjacent ones outside, plane", .first = 0, .count = 33},
    [SINGLE_PLANE] = {.what = "single one outside, plane", .first = 0, .count = 33},
    [MORE_BEATS] = {.what = "beats after the one that the stream ends in", .first = 1, .count = 2},
    [UNCLEAN_BIT] = {.what = "padding bit set", .first = 0, .count = 3, .labels = {BIT_LABELS}},
    LP_DEC_BINS(ENDS, 0),
};

struct dec {
    struct lp_dec_ends ends;
    unsigned before; /* class of the entry before */
    struct lp_bpc_row in_row;
    bool running;
};

static bool bit_at(const uint8_t *bytes, unsigned i)
{
    return bytes[i / 8] >> (7 - i % 8) & 1;
}

static unsigned padding_class(const struct lp_dec_ends *e, unsigned from)
{
    unsigned end = 8 * e->beats * LP_SECTOR_BYTES;
    bool unclean = false;

    for (unsigned i = from; i < end; i++)
        if (bit_at(e->entry, i)) {
            lp_bin(&groups[UNCLEAN_BIT], i == from ? 0 : i == end - 1 ? 1 : 2);
            unclean = true;
        }
    if (!unclean)
        lp_bin(&groups[GOOD_BEATS], e->beats);
    return unclean ? UNCLEAN : COMPRESSED;
}

static unsigned compressed_class(const struct lp_dec_ends *e)
{
    struct lp_bpc_reading r = lp_bpc_bins_read(groups, e->entry, e->beats * LP_SECTOR_BYTES);
    unsigned needed = (r.bits + 8 * LP_SECTOR_BYTES - 1) / (8 * LP_SECTOR_BYTES);

    switch (r.end) {
    case LP_BPC_ENDS_EARLY: lp_bin(&groups[EARLY_PLANE], r.plane); return ENDS_EARLY;
    case LP_BPC_PAST_PLANE_0: lp_bin(&groups[RUN_PLANE], r.plane); return PAST_PLANE_0;
    case LP_BPC_PAIR_OUTSIDE: lp_bin(&groups[PAIR_PLANE], r.plane); return PAIR_OUTSIDE;
    case LP_BPC_SINGLE_OUTSIDE: lp_bin(&groups[SINGLE_PLANE], r.plane); return SINGLE_OUTSIDE;
    default: break;
    }
    if (needed == e->beats)
        return padding_class(e, r.bits);
    lp_bin(&groups[MORE_BEATS], e->beats - needed);
    return SECTOR_MORE;
}

static unsigned entry_class(const struct lp_dec_ends *e)
{
    if (e->sectors == 0)
        return e->beats == 1 ? ZERO : ZERO_LONG;
    if (e->sectors > 4)
        return NO_SUCH;
    if (e->sectors == 4)
        return e->beats == 4 ? RAW : e->beats < 4 ? RAW_SHORT : RAW_LONG;
    return e->beats > LP_DEC_BEATS ? TOO_MANY : compressed_class(e);
}

static void ended(struct dec *q)
{
    unsigned class = entry_class(&q->ends);

    lp_bin(&groups[CLASS], class);
    if (q->running)
        lp_bin(&groups[q->before > RAW ? AFTER_BAD : AFTER_GOOD], class);
    if (class <= RAW)
        lp_bpc_bins_row(&q->in_row, &groups[IN_ROW], q->ends.sectors);
    else
        q->in_row.lines = 0;
    q->running = true;
    q->before = class;
}

static void dec_cycle(void *state, bool rst_n, const void *inputs, const void *outputs)
{
    struct dec *q = state;
    const struct lp_bpc_dec_in *in = inputs;
    const struct lp_bpc_dec_out *out = outputs;

    if (!rst_n) {
        lp_dec_ends_reset(&q->ends, &groups[ENDS]);
        *q = (struct dec){.ends = q->ends};
        return;
    }
    if (lp_dec_ends_cycle(&q->ends, &groups[ENDS], LP_DEC_PORTS(in, out)))
        ended(q);
}

static const struct lp_listener dec = {"lp_bpc_dec", sizeof(struct dec), dec_cycle, groups, GROUPS};
LP_LISTEN(lp_bpc_dec, dec)

/* The ports of both are the same. */
static const struct lp_listener serial = {"lp_bpc_dec_serial", sizeof(struct dec), dec_cycle,
                                          groups, GROUPS};
LP_LISTEN(lp_bpc_dec_serial, serial)
