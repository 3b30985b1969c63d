/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_ebd_dec. */
#include "bins_ebd.h"
#include "bins_ends.h"
#include "units/ebd/ebd_ports.h"

/* Classes of entries after decoding; if several faults apply, the first in this order. */
enum {
    ZERO,
    MASK,
    CODE,
    FULL,
    RAW,
    ZERO_LONG,
    RAW_SHORT,
    RAW_LONG,
    NO_SUCH,
    TOO_MANY,
    CROWDED,
    OVER,
    SHORT,
    UNUSED,
    PLACE,
    ODD_NIBBLE,
    UNCLEAN,
    BELOW,
    ABOVE,
    CLASSES
};

enum { CLASS = LP_EBD_RECORD_GROUPS, AFTER_GOOD, AFTER_BAD, ENDS, GROUPS = ENDS + LP_DEC_GROUPS };

#define CLASS_LABELS                                                                               \
    {                                                                                              \
        "zero", "mask", "code", "full", "raw", "zero goes on", "raw ends early", "raw goes on",    \
            "sectors 5..7", "compressed, 4 or more beats", "more than 16 in a mask",               \
            "goes beyond the entry", "a sector more than needed", "bits 201..203",                 \
            "place not needed", "nibble before the payload", "padding not zero",                   \
            "exponent below 0", "exponent above 255"                                               \
    }

static struct lp_bins groups[GROUPS] = {
    LP_EBD_RECORD_BINS(8),
    [CLASS] = {.what = "entry", .first = 0, .count = CLASSES, .labels = CLASS_LABELS},
    [AFTER_GOOD] = {.what = "after a good one",
                    .first = 0,
                    .count = CLASSES,
                    .labels = CLASS_LABELS},
    [AFTER_BAD] = {.what = "after a bad one", .first = 0, .count = CLASSES, .labels = CLASS_LABELS},
    LP_DEC_BINS(ENDS, 1),
};

struct dec {
    struct lp_dec_ends ends;
    unsigned before; /* class of the entry before */
    bool running;
};

static unsigned fault(const struct lp_ebd_reading *r, unsigned beats)
{
    unsigned nibbles = 2 * (r->form == LPI_EBD_MASK ? LPI_EBD_MASK_NIBBLES : LPI_EBD_NIBBLES) +
                       (r->form != LPI_EBD_MASK) + r->escapes;
    if (r->form == LPI_EBD_MASK && r->stored > LPI_EBD_MASK_MOST)
        return CROWDED;
    if (r->end > beats * LP_SECTOR_BYTES)
        return OVER;
    if (r->end <= (beats - 1) * LP_SECTOR_BYTES)
        return SHORT;
    if (r->form != LPI_EBD_MASK && lp_ebd_field(r->bytes, 201, 3) != 0)
        return UNUSED;
    for (unsigned j = r->stored; r->form == LPI_EBD_MASK && j < LPI_EBD_MASK_MOST; j++)
        if (lp_ebd_field(r->bytes, 8 * LPI_EBD_MASK_CODES + 3 * j, 3) != 0)
            return PLACE;
    if (nibbles % 2 != 0 && lp_ebd_field(r->bytes, 4 * nibbles, 4) != 0)
        return ODD_NIBBLE;
    for (unsigned i = r->end; i < beats * LP_SECTOR_BYTES; i++)
        if (r->bytes[i] != 0)
            return UNCLEAN;
    return r->below ? BELOW : r->above ? ABOVE : MASK + r->form;
}

static unsigned entry_class(const struct lp_dec_ends *e)
{
    if (e->sectors == 0)
        return e->beats == 1 ? ZERO : ZERO_LONG;
    if (e->sectors > 4)
        return NO_SUCH;
    if (e->sectors == 4)
        return e->beats == 4 ? RAW : e->beats < 4 ? RAW_SHORT : RAW_LONG;
    if (e->beats > LP_DEC_BEATS)
        return TOO_MANY;
    struct lp_ebd_reading r = lp_ebd_bins_read(e->entry, e->beats == 1);
    unsigned class = fault(&r, e->beats);
    if (class <= RAW)
        lp_ebd_bins_count(groups, &r);
    return class;
}

static void ended(struct dec *q)
{
    unsigned class = entry_class(&q->ends);

    lp_bin(&groups[CLASS], class);
    if (q->running)
        lp_bin(&groups[q->before > RAW ? AFTER_BAD : AFTER_GOOD], class);
    q->running = true;
    q->before = class;
}

static void dec_cycle(void *state, bool rst_n, const void *inputs, const void *outputs)
{
    struct dec *q = state;
    const struct lp_ebd_dec_in *in = inputs;
    const struct lp_ebd_dec_out *out = outputs;

    if (!rst_n) {
        lp_dec_ends_reset(&q->ends, &groups[ENDS]);
        *q = (struct dec){.ends = q->ends};
        return;
    }
    if (lp_dec_ends_cycle(&q->ends, &groups[ENDS], LP_DEC_PORTS(in, out)))
        ended(q);
}

static const struct lp_listener dec = {"lp_ebd_dec", sizeof(struct dec), dec_cycle, groups, GROUPS};
LP_LISTEN(lp_ebd_dec, dec)
