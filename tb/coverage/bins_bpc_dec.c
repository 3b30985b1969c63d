/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_bpc_dec. */
#include <string.h>

#include "bins_bpc.h"
#include "bpc/bpc_ports.h"

#define SECTOR_BYTES 32
#define BEATS_MAX 3 /* of a compressed entry */

/* What an entry turns out to be. */
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
    SECTORS,
    LATER_SECTORS,
    BEATS,
    GOOD_BEATS,
    EARLY_PLANE,
    RUN_PLANE,
    PAIR_PLANE,
    SINGLE_PLANE,
    MORE_BEATS,
    UNCLEAN_BIT,
    ERRORS,
    ERROR_WAITS,
    IN_WAITS,
    IN_IDLE,
    OUT_WAITS,
    OUT_IDLE,
    OUT_ROW,
    RESET_SECTOR,
    RESET_ENTRY,
    RESET_WAITING,
    GROUPS
};

#define CLASS_LABELS                                                                               \
    {"zero", "compressed", "raw", "zero goes on", "raw ends early", "raw goes on",                 \
     "sectors 5..7", "compressed, 4 or more beats", "stream ends early", "run past plane 0",       \
     "adjacent ones outside", "single one outside", "a sector more than needed",                   \
     "padding not zero"}
#define YES_NO {"no", "yes"}

/* Of the padding's bits: the first, the last, others. */
#define BIT_LABELS {"first", "last", "other"}

static struct lp_bins groups[GROUPS] = {
    LP_BPC_STREAM_BINS(33, 13),
    [LP_BPC_EDGE] = {.what = "bits of a stream", .first = 0, .count = 8,
                     .labels = {LP_BPC_EDGE_LABELS}},
    [CLASS] = {.what = "entry", .first = 0, .count = CLASSES, .labels = CLASS_LABELS},
    [AFTER_GOOD] = {.what = "after a good one", .first = 0, .count = CLASSES,
                    .labels = CLASS_LABELS},
    [AFTER_BAD] = {.what = "after a bad one", .first = 0, .count = CLASSES, .labels = CLASS_LABELS},
    [IN_ROW] = {.what = "zero, compressed, raw in a row", .first = 0, .count = 27,
                .labels = LP_BPC_ROW_LABELS},
    [SECTORS] = {.what = "sectors with the first beat", .first = 0, .count = 8},
    [LATER_SECTORS] = {.what = "sectors with a later beat", .first = 0, .count = 8},
    [BEATS] = {.what = "beats of an entry", .first = 1, .count = 6},
    [GOOD_BEATS] = {.what = "beats of a good compressed entry", .first = 1, .count = BEATS_MAX},
    [EARLY_PLANE] = {.what = "stream ends early at plane", .first = 0, .count = 27},
    [RUN_PLANE] = {.what = "run past plane 0 from plane", .first = 0, .count = 32},
    [PAIR_PLANE] = {.what = "adjacent ones outside, plane", .first = 0, .count = 33},
    [SINGLE_PLANE] = {.what = "single one outside, plane", .first = 0, .count = 33},
    [MORE_BEATS] = {.what = "beats behind the one that the stream ends in", .first = 1, .count = 2},
    [UNCLEAN_BIT] = {.what = "padding bit set", .first = 0, .count = 3, .labels = BIT_LABELS},
    [ERRORS] = {.what = "err with a line", .first = 0, .count = 2, .labels = YES_NO},
    [ERROR_WAITS] = {.what = "fourth sector waits, err", .first = 0, .count = 2, .labels = YES_NO},
    [IN_WAITS] = {.what = "input waits with beat", .first = 0, .count = 4},
    [IN_IDLE] = {.what = "no input where beat is due", .first = 0, .count = 4},
    [OUT_WAITS] = {.what = "output waits with sector", .first = 0, .count = 4},
    [OUT_IDLE] = {.what = "no line there yet", .first = 0, .count = 1, .labels = {"yes"}},
    [OUT_ROW] = {.what = "sectors out in consecutive cycles", .first = 0, .count = 4,
                 .labels = {"0", "1", "2..15", "16 or more"}},
    [RESET_SECTOR] = {.what = "reset before sector", .first = 0, .count = 4},
    [RESET_ENTRY] = {.what = "reset before beat", .first = 0, .count = 4},
    [RESET_WAITING] = {.what = "reset, a sector waiting", .first = 0, .count = 2,
                       .labels = YES_NO},
};

struct dec {
    uint8_t entry[BEATS_MAX * SECTOR_BYTES];
    unsigned beats, sectors; /* of the entry going in */
    unsigned before;         /* class of the one before */
    struct lp_bpc_row in_row;
    unsigned sector, row;
    bool running, waiting, reset;
};

static bool bit_at(const uint8_t *bytes, unsigned i)
{
    return bytes[i / 8] >> (7 - i % 8) & 1;
}

static unsigned padding_class(const struct dec *q, unsigned from)
{
    unsigned end = 8 * q->beats * SECTOR_BYTES;
    bool unclean = false;

    for (unsigned i = from; i < end; i++)
        if (bit_at(q->entry, i)) {
            lp_bin(&groups[UNCLEAN_BIT], i == from ? 0 : i == end - 1 ? 1 : 2);
            unclean = true;
        }
    if (!unclean)
        lp_bin(&groups[GOOD_BEATS], q->beats);
    return unclean ? UNCLEAN : COMPRESSED;
}

static unsigned compressed_class(const struct dec *q)
{
    struct lp_bpc_reading r = lp_bpc_bins_read(groups, q->entry, q->beats * SECTOR_BYTES);
    unsigned needed = (r.bits + 8 * SECTOR_BYTES - 1) / (8 * SECTOR_BYTES);

    switch (r.end) {
    case LP_BPC_ENDS_EARLY:
        lp_bin(&groups[EARLY_PLANE], r.plane);
        return ENDS_EARLY;
    case LP_BPC_PAST_PLANE_0:
        lp_bin(&groups[RUN_PLANE], r.plane);
        return PAST_PLANE_0;
    case LP_BPC_PAIR_OUTSIDE:
        lp_bin(&groups[PAIR_PLANE], r.plane);
        return PAIR_OUTSIDE;
    case LP_BPC_SINGLE_OUTSIDE:
        lp_bin(&groups[SINGLE_PLANE], r.plane);
        return SINGLE_OUTSIDE;
    default:
        break;
    }
    if (needed == q->beats)
        return padding_class(q, r.bits);
    lp_bin(&groups[MORE_BEATS], q->beats - needed);
    return SECTOR_MORE;
}

static unsigned entry_class(const struct dec *q)
{
    if (q->sectors == 0)
        return q->beats == 1 ? ZERO : ZERO_LONG;
    if (q->sectors > 4)
        return NO_SUCH;
    if (q->sectors == 4)
        return q->beats == 4 ? RAW : q->beats < 4 ? RAW_SHORT : RAW_LONG;
    return q->beats > BEATS_MAX ? TOO_MANY : compressed_class(q);
}

static void ended(struct dec *q)
{
    unsigned class = entry_class(q);

    lp_bin(&groups[BEATS], q->beats);
    lp_bin(&groups[CLASS], class);
    if (q->running)
        lp_bin(&groups[q->before > RAW ? AFTER_BAD : AFTER_GOOD], class);
    if (class <= RAW)
        lp_bpc_bins_row(&q->in_row, &groups[IN_ROW], q->sectors);
    else
        q->in_row.lines = 0;
    q->running = true;
    q->before = class;
    q->beats = 0;
}

static void input(struct dec *q, const struct lp_bpc_dec_in *in, const struct lp_bpc_dec_out *out)
{
    if (!in->s_valid || !out->s_ready) {
        lp_bin(&groups[in->s_valid ? IN_WAITS : IN_IDLE], q->beats);
        return;
    }
    if (q->beats == 0)
        q->sectors = in->s_sectors;
    lp_bin(&groups[q->beats == 0 ? SECTORS : LATER_SECTORS], in->s_sectors);
    if (q->beats < BEATS_MAX)
        memcpy(q->entry + q->beats * SECTOR_BYTES, in->s_data, SECTOR_BYTES);
    q->beats++;
    if (in->s_last)
        ended(q);
}

static void output(struct dec *q, const struct lp_bpc_dec_in *in, const struct lp_bpc_dec_out *out)
{
    q->waiting = out->m_valid && !in->m_ready;
    if (out->m_valid && in->m_ready) {
        if (out->m_last)
            lp_bin(&groups[ERRORS], out->m_err);
        q->sector = (q->sector + 1) % 4;
        q->row++;
        return;
    }
    lp_bin(&groups[OUT_ROW], q->row < 2 ? q->row : q->row < 16 ? 2 : 3);
    q->row = 0;
    lp_bin(&groups[out->m_valid ? OUT_WAITS : OUT_IDLE], q->sector);
    if (out->m_valid && out->m_last)
        lp_bin(&groups[ERROR_WAITS], out->m_err);
}

static void reset(struct dec *q)
{
    if (!q->reset) {
        lp_bin(&groups[RESET_SECTOR], q->sector);
        lp_bin(&groups[RESET_ENTRY], q->beats);
        lp_bin(&groups[RESET_WAITING], q->waiting);
    }
    memset(q, 0, sizeof *q);
    q->reset = true;
}

static void dec_cycle(void *state, bool rst_n, const void *in, const void *out)
{
    struct dec *q = state;

    if (!rst_n) {
        reset(q);
        return;
    }
    q->reset = false;
    input(q, in, out);
    output(q, in, out);
}

static const struct lp_listener dec = {"lp_bpc_dec", sizeof(struct dec), dec_cycle, groups, GROUPS};
LP_LISTEN(lp_bpc_dec, dec)
