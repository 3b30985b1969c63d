/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_ebd_dec. */
#include <string.h>

#include "bins_ebd.h"
#include "ebd/ebd_ports.h"

#define BEATS_MAX 3 /* of a compressed entry */

/* What an entry turns out to be; the first of its faults in this order. */
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

enum {
    CLASS = LP_EBD_RECORD_GROUPS,
    AFTER_GOOD,
    AFTER_BAD,
    SECTORS,
    LATER_SECTORS,
    BEATS,
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
    {"zero", "mask", "code", "full", "raw", "zero goes on", "raw ends early", "raw goes on",       \
     "sectors 5..7", "compressed, 4 or more beats", "more than 16 in a mask",                      \
     "goes beyond the entry", "a sector more than needed", "bits 201..203", "place not needed",    \
     "nibble before the payload", "padding not zero", "exponent below 0", "exponent above 255"}
#define YES_NO {"no", "yes"}

static struct lp_bins groups[GROUPS] = {
    LP_EBD_RECORD_BINS(8),
    [CLASS] = {.what = "entry", .first = 0, .count = CLASSES, .labels = CLASS_LABELS},
    [AFTER_GOOD] = {.what = "after a good one", .first = 0, .count = CLASSES,
                    .labels = CLASS_LABELS},
    [AFTER_BAD] = {.what = "after a bad one", .first = 0, .count = CLASSES, .labels = CLASS_LABELS},
    [SECTORS] = {.what = "sectors with the first beat", .first = 0, .count = 8},
    [LATER_SECTORS] = {.what = "sectors with a later beat", .first = 0, .count = 8},
    [BEATS] = {.what = "beats of an entry", .first = 1, .count = 6},
    [ERRORS] = {.what = "err with a line", .first = 0, .count = 2, .labels = YES_NO},
    [ERROR_WAITS] = {.what = "fourth sector waits, err", .first = 0, .count = 2, .labels = YES_NO},
    [IN_WAITS] = {.what = "input waits with beat", .first = 0, .count = 4},
    [IN_IDLE] = {.what = "no input where beat is due", .first = 0, .count = 4},
    [OUT_WAITS] = {.what = "output waits with sector", .first = 0, .count = 4},
    [OUT_IDLE] = {.what = "no sector there", .first = 0, .count = 2}, /* then they are in a row */
    [OUT_ROW] = {.what = "sectors out in consecutive cycles", .first = 0, .count = 4,
                 .labels = {"0", "1", "2..15", "16 or more"}},
    [RESET_SECTOR] = {.what = "reset before sector", .first = 0, .count = 4},
    [RESET_ENTRY] = {.what = "reset before beat", .first = 0, .count = 4},
    [RESET_WAITING] = {.what = "reset, a sector waiting", .first = 0, .count = 2,
                       .labels = YES_NO},
};

struct dec {
    uint8_t entry[BEATS_MAX * LP_SECTOR_BYTES + LP_LINE_BYTES]; /* zeros behind the beats */
    unsigned beats, sectors; /* of the entry going in */
    unsigned before;         /* class of the one before */
    unsigned sector, row;
    bool running, waiting, reset;
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

static unsigned entry_class(const struct dec *q)
{
    if (q->sectors == 0)
        return q->beats == 1 ? ZERO : ZERO_LONG;
    if (q->sectors > 4)
        return NO_SUCH;
    if (q->sectors == 4)
        return q->beats == 4 ? RAW : q->beats < 4 ? RAW_SHORT : RAW_LONG;
    if (q->beats > BEATS_MAX)
        return TOO_MANY;
    struct lp_ebd_reading r = lp_ebd_bins_read(q->entry, q->beats == 1);
    unsigned class = fault(&r, q->beats);
    if (class <= RAW)
        lp_ebd_bins_count(groups, &r);
    return class;
}

static void ended(struct dec *q)
{
    unsigned class = entry_class(q);

    lp_bin(&groups[BEATS], q->beats);
    lp_bin(&groups[CLASS], class);
    if (q->running)
        lp_bin(&groups[q->before > RAW ? AFTER_BAD : AFTER_GOOD], class);
    q->running = true;
    q->before = class;
    q->beats = 0;
}

static void input(struct dec *q, const struct lp_ebd_dec_in *in, const struct lp_ebd_dec_out *out)
{
    if (!in->s_valid || !out->s_ready) {
        lp_bin(&groups[in->s_valid ? IN_WAITS : IN_IDLE], q->beats);
        return;
    }
    if (q->beats == 0) {
        q->sectors = in->s_sectors;
        memset(q->entry, 0, sizeof q->entry);
    }
    lp_bin(&groups[q->beats == 0 ? SECTORS : LATER_SECTORS], in->s_sectors);
    if (q->beats < BEATS_MAX)
        memcpy(q->entry + q->beats * LP_SECTOR_BYTES, in->s_data, LP_SECTOR_BYTES);
    q->beats++;
    if (in->s_last)
        ended(q);
}

static void output(struct dec *q, const struct lp_ebd_dec_in *in, const struct lp_ebd_dec_out *out)
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

static const struct lp_listener dec = {"lp_ebd_dec", sizeof(struct dec), dec_cycle, groups, GROUPS};
LP_LISTEN(lp_ebd_dec, dec)
