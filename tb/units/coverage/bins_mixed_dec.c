/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_mixed_dec: sequences of entries, bad entries, and stalls. */
#include <linepress/linepress.h>

#include "bins.h"
#include "units/codec/codec_ports.h"

/* Entries, by codec and sectors; those whose number of sectors is none need no codec. */
enum { ZERO, ZVC, BPC = ZVC + 3, XZVC = BPC + 3, EBD = XZVC + 3, RAW = EBD + 3, NONE, KINDS };
static const char *const kinds[] = {"zero",  "ZVC 1", "ZVC 2",  "ZVC 3",  "BPC 1",
                                    "BPC 2", "BPC 3", "XZVC 1", "XZVC 2", "XZVC 3",
                                    "EBD 1", "EBD 2", "EBD 3",  "raw",    "5 to 7 sectors"};
/* The same without the sectors. */
enum { CLASSES = 7 };
static const char *const classes[] = {"zero", "ZVC", "BPC", "XZVC", "EBD", "raw", "5 to 7 sectors"};

enum {
    GOOD,
    BAD,
    AFTER,                   /* by the class before */
    LATER = AFTER + CLASSES, /* by the class */
    ERRORS = LATER + CLASSES,
    IN_WAITS,
    IN_IDLE,
    OUT_WAITS,
    OUT_IDLE,
    RESET_SECTOR,
    RESET_INSIDE,
    RESET_WAITING,
    GROUPS
};

#define AFTER_CLASS(n, text)                                                                       \
    [AFTER + n] = {.what = "after " text, .first = 0, .count = CLASSES, .names = classes}
/* The codec port is ignored for later beats. */
#define LATER_CLASS(n, text)                                                                       \
    [LATER + n] = {.what = "codec with a later beat of " text, .first = 0, .count = 4}

static struct lp_bins groups[GROUPS] = {
    [GOOD] = {.what = "a good line, from", .first = 0, .count = NONE, .names = kinds},
    [BAD] = {.what = "a bad line, from", .first = 0, .count = KINDS, .names = kinds},
    AFTER_CLASS(0, "zero"),
    AFTER_CLASS(1, "ZVC"),
    AFTER_CLASS(2, "BPC"),
    AFTER_CLASS(3, "XZVC"),
    AFTER_CLASS(4, "EBD"),
    AFTER_CLASS(5, "raw"),
    AFTER_CLASS(6, "5 to 7 sectors"),
    LATER_CLASS(0, "zero"),
    LATER_CLASS(1, "ZVC"),
    LATER_CLASS(2, "BPC"),
    LATER_CLASS(3, "XZVC"),
    LATER_CLASS(4, "EBD"),
    LATER_CLASS(5, "raw"),
    LATER_CLASS(6, "5 to 7 sectors"),
    [ERRORS] = {.what = "line before and line",
                .first = 0,
                .count = 4,
                .labels = {"good, good", "good, bad", "bad, good", "bad, bad"}},
    [IN_WAITS] = {.what = "input waits, a beat of", .first = 0, .count = CLASSES, .names = classes},
    [IN_IDLE] = {.what = "no input inside", .first = 0, .count = CLASSES, .names = classes},
    [OUT_WAITS] = {.what = "output waits with sector", .first = 0, .count = 4},
    /* A line's last two sectors follow the second one in all units. */
    [OUT_IDLE] = {.what = "sector not there yet", .first = 0, .count = 2},
    [RESET_SECTOR] = {.what = "reset before sector", .first = 0, .count = 4},
    [RESET_INSIDE] = {.what = "reset inside", .first = 0, .count = CLASSES, .names = classes},
    [RESET_WAITING] = {.what = "reset, a sector waiting",
                       .first = 0,
                       .count = 2,
                       .labels = {"no", "yes"}},
};

#define HELD 32 /* more lines than the unit holds */

struct dec {
    unsigned codec, sectors;
    unsigned before; /* class of the entry before */
    bool any, inside, reset;
    unsigned sector;
    bool bad, any_out, waiting;
    unsigned char kind[HELD]; /* classes of lines inside */
    unsigned first, held;
};

static unsigned class_of(unsigned codec, unsigned sectors)
{
    return sectors == 0 ? 0 : sectors == 4 ? 5 : sectors > 4 ? 6 : 1 + codec;
}

static unsigned kind_of(unsigned codec, unsigned sectors)
{
    unsigned class = class_of(codec, sectors);
    return class == 0 ? ZERO : class == 5 ? RAW : class == 6 ? NONE : ZVC + 3 * codec + sectors - 1;
}

static void beat_in(struct dec *q, const struct lp_mixed_dec_in *in)
{
    if (!q->inside) {
        unsigned class = class_of(in->s_codec, in->s_sectors);
        q->codec = in->s_codec;
        q->sectors = in->s_sectors;
        q->kind[(q->first + q->held++) % HELD] = (unsigned char)kind_of(q->codec, q->sectors);
        if (q->any)
            lp_bin(&groups[AFTER + q->before], class);
        q->any = true;
        q->before = class;
    } else {
        lp_bin(&groups[LATER + class_of(q->codec, q->sectors)], in->s_codec);
    }
    q->inside = !in->s_last;
}

static void input(struct dec *q, const struct lp_mixed_dec_in *in,
                  const struct lp_mixed_dec_out *out)
{
    unsigned class = q->inside ? class_of(q->codec, q->sectors)
                               : class_of(in->s_codec, in->s_sectors);

    if (in->s_valid && out->s_ready)
        beat_in(q, in);
    else if (in->s_valid)
        lp_bin(&groups[IN_WAITS], class);
    else if (q->inside)
        lp_bin(&groups[IN_IDLE], class);
}

static void output(struct dec *q, const struct lp_mixed_dec_in *in,
                   const struct lp_mixed_dec_out *out)
{
    q->waiting = out->m_valid && !in->m_ready;
    if (!out->m_valid || !in->m_ready) {
        lp_bin(&groups[out->m_valid ? OUT_WAITS : OUT_IDLE], q->sector);
        return;
    }
    q->sector = (q->sector + 1) % LP_LINE_SECTORS;
    if (!out->m_last)
        return;
    lp_bin(&groups[out->m_err ? BAD : GOOD], q->kind[q->first]);
    q->first = (q->first + 1) % HELD;
    q->held--;
    if (q->any_out)
        lp_bin(&groups[ERRORS], 2 * q->bad + out->m_err);
    q->any_out = true;
    q->bad = out->m_err;
}

static void dec_cycle(void *state, bool rst_n, const void *in, const void *out)
{
    struct dec *q = state;

    if (!rst_n) {
        if (!q->reset) {
            lp_bin(&groups[RESET_SECTOR], q->sector);
            if (q->inside)
                lp_bin(&groups[RESET_INSIDE], class_of(q->codec, q->sectors));
            lp_bin(&groups[RESET_WAITING], q->waiting);
        }
        *q = (struct dec){.reset = true};
        return;
    }
    q->reset = false;
    output(q, in, out);
    input(q, in, out);
}

static const struct lp_listener dec = {"lp_mixed_dec", sizeof(struct dec), dec_cycle, groups,
                                       GROUPS};
LP_LISTEN(lp_mixed_dec__CODECS_15, dec)
