/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_ebd_dec with ZVC: the codecs in turn, and entries of ZVC. */
#include <string.h>

#include "bins_ends.h"
#include "units/ebd/ebd_ports.h"

enum { ZVC, XZVC, EBD, CODECS };
/* Classes of an entry of ZVC or XZVC; if several faults apply, the first in this order. */
enum { ONE, TWO, THREE, TOO_MANY, OVER, SHORT, UNCLEAN, CLASSES };
enum { LANES = 16, MASK_LANES = 4 };

enum {
    TURN,
    CLASS,
    CLASS_X,
    LATER,
    EMPTY,
    FROM,
    ROW,
    LAST_BYTES,
    ENDS,
    GROUPS = ENDS + LP_DEC_GROUPS
};

#define CLASS_LABELS                                                                               \
    {                                                                                              \
        "1 beat", "2 beats", "3 beats", "4 or more beats", "goes beyond the entry",                \
            "a sector more than needed", "padding not zero"                                        \
    }

static struct lp_bins groups[GROUPS] = {
    [TURN] = {.what = "entry before and entry",
              .first = 0,
              .count = CODECS * CODECS,
              .labels = {"ZVC, ZVC", "ZVC, XZVC", "ZVC, EBD", "XZVC, ZVC", "XZVC, XZVC",
                         "XZVC, EBD", "EBD, ZVC", "EBD, XZVC", "EBD, EBD"}},
    [CLASS] = {.what = "entry of ZVC", .first = 0, .count = CLASSES, .labels = CLASS_LABELS},
    [CLASS_X] = {.what = "entry of XZVC", .first = 0, .count = CLASSES, .labels = CLASS_LABELS},
    [LATER] = {.what = "another codec with a later beat",
               .first = 0,
               .count = 2,
               .labels = {LP_NO_YES}},
    [EMPTY] = {.what = "sectors without an element", .first = 0, .count = 5},
    [FROM] = {.what = "sector of 16 elements, from lane", .first = 0, .count = LANES},
    [ROW] = {.what = "fourth sector, from beat", .first = 0, .count = 3},
    [LAST_BYTES] = {.what = "elements in the last beat", .first = 1, .count = LANES},
    LP_DEC_BINS(ENDS, 1),
};

struct dec {
    struct lp_dec_ends ends;
    unsigned codec, before;
    bool inside, running;
};

static unsigned codec_of(const struct lp_ebd_dec_in *in)
{
    return !in->s_zvc ? EBD : in->s_filter ? XZVC : ZVC;
}

static unsigned class_of(const struct lp_dec_ends *e, unsigned end)
{
    unsigned bytes = 2 * end;

    if (e->beats > LP_DEC_BEATS)
        return TOO_MANY;
    if (bytes > e->beats * LP_SECTOR_BYTES)
        return OVER;
    if (bytes <= (e->beats - 1) * LP_SECTOR_BYTES)
        return SHORT;
    for (unsigned i = bytes; i < e->beats * LP_SECTOR_BYTES; i++)
        if (e->entry[i] != 0)
            return UNCLEAN;
    return ONE + e->beats - 1;
}

/* Where the sectors' elements are, counted in elements from the entry's first byte. */
static void count_zvc(const struct dec *q)
{
    unsigned count[LP_LINE_SECTORS], from[LP_LINE_SECTORS], end = MASK_LANES, empty = 0;

    for (unsigned k = 0; k < LP_LINE_SECTORS; k++) {
        uint16_t flags;
        memcpy(&flags, q->ends.entry + 2 * k, sizeof flags);
        count[k] = (unsigned)__builtin_popcount(flags);
        from[k] = end;
        end += count[k];
        empty += count[k] == 0;
    }
    unsigned class = class_of(&q->ends, end);
    lp_bin(&groups[q->codec == XZVC ? CLASS_X : CLASS], class);
    if (class > THREE)
        return;
    lp_bin(&groups[EMPTY], empty);
    for (unsigned k = 0; k < LP_LINE_SECTORS; k++)
        if (count[k] == LANES)
            lp_bin(&groups[FROM], from[k] % LANES);
    lp_bin(&groups[ROW], from[3] / LANES);
    lp_bin(&groups[LAST_BYTES], (end - 1) % LANES + 1);
}

static void ended(struct dec *q)
{
    if (q->running)
        lp_bin(&groups[TURN], CODECS * q->before + q->codec);
    q->running = true;
    q->before = q->codec;
    if (q->codec != EBD)
        count_zvc(q);
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
    if (in->s_valid && out->s_ready) {
        if (q->inside)
            lp_bin(&groups[LATER], codec_of(in) != q->codec);
        else
            q->codec = codec_of(in);
        q->inside = !in->s_last;
    }
    if (lp_dec_ends_cycle(&q->ends, &groups[ENDS], LP_DEC_PORTS(in, out)))
        ended(q);
}

static const struct lp_listener joint = {"lp_ebd_dec ZVC=1", sizeof(struct dec), dec_cycle, groups,
                                         GROUPS};
LP_LISTEN(lp_ebd_dec__ZVC_1, joint)
