/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_mixed_enc: the chosen and the rejected codecs, and sequences of lines; the codecs have
 * bins of their own. */
#include <string.h>

#include <linepress/linepress.h>

#include "bins.h"
#include "units/codec/codec_ports.h"

#define ALL 15u

/* The class of an encoded line: by its codec, then by sectors. */
enum { ZERO, ZVC, BPC = ZVC + 3, XZVC = BPC + 3, EBD = XZVC + 3, RAW = EBD + 3, KINDS };
static const char *const kinds[] = {"zero",  "ZVC 1", "ZVC 2",  "ZVC 3",  "BPC 1",
                                    "BPC 2", "BPC 3", "XZVC 1", "XZVC 2", "XZVC 3",
                                    "EBD 1", "EBD 2", "EBD 3",  "raw"};
/* The same without the sectors. */
enum { CLASSES = 6 };
static const char *const classes[] = {"zero", "ZVC", "BPC", "XZVC", "EBD", "raw"};

/* Two codecs that need as many sectors as the best one. */
enum { ZVC_XZVC, ZVC_EBD, ZVC_BPC, XZVC_EBD, XZVC_BPC, EBD_BPC, TIES };
static const struct {
    unsigned char first, second;
} ties[TIES] = {[ZVC_XZVC] = {LP_AUTO_ZVC, LP_AUTO_XZVC}, [ZVC_EBD] = {LP_AUTO_ZVC, LP_AUTO_EBD},
                [ZVC_BPC] = {LP_AUTO_ZVC, LP_AUTO_BPC},   [XZVC_EBD] = {LP_AUTO_XZVC, LP_AUTO_EBD},
                [XZVC_BPC] = {LP_AUTO_XZVC, LP_AUTO_BPC}, [EBD_BPC] = {LP_AUTO_EBD, LP_AUTO_BPC}};

enum {
    BEST,
    BEST_QUICK,
    SAID,
    TIE,
    AFTER, /* by the class of the line before */
    ASKED = AFTER + CLASSES,
    TURNS,
    IN_WAITS,
    IN_IDLE,
    OUT_WAITS,
    RESET_SECTOR,
    RESET_WAITING,
    GROUPS
};

#define AFTER_CLASS(n, text)                                                                       \
    [AFTER + n] = {.what = "line after " text, .first = 0, .count = CLASSES, .names = classes}
/* clang-format off */
#define KIND_BINS(text) {.what = text, .first = 0, .count = KINDS, .names = kinds}
/* clang-format on */

static struct lp_bins groups[GROUPS] = {
    [BEST] = KIND_BINS("the best of all"),
    [BEST_QUICK] = KIND_BINS("the best of all, quick"),
    [SAID] = KIND_BINS("the codec is said"),
    [TIE] = {.what = "best, as many sectors by",
             .first = 0,
             .count = TIES,
             .labels = {"ZVC, XZVC", "ZVC, EBD", "ZVC, BPC", "XZVC, EBD", "XZVC, BPC", "EBD, BPC"}},
    AFTER_CLASS(0, "zero"),
    AFTER_CLASS(1, "ZVC"),
    AFTER_CLASS(2, "BPC"),
    AFTER_CLASS(3, "XZVC"),
    AFTER_CLASS(4, "EBD"),
    AFTER_CLASS(5, "raw"),
    [ASKED] = {.what = "codec requested", .first = 0, .count = 8},
    [TURNS] = {.what = "another codec after", .first = 0, .count = CLASSES, .names = classes},
    [IN_WAITS] = {.what = "input waits with sector", .first = 0, .count = 4},
    [IN_IDLE] = {.what = "no input where sector is due", .first = 0, .count = 4},
    [OUT_WAITS] = {.what = "output waits, an entry of",
                   .first = 0,
                   .count = CLASSES,
                   .names = classes},
    [RESET_SECTOR] = {.what = "reset before sector", .first = 0, .count = 4},
    [RESET_WAITING] = {.what = "reset, a beat waiting",
                       .first = 0,
                       .count = 2,
                       .labels = {"no", "yes"}},
};

struct enc {
    uint8_t line[LP_LINE_BYTES];
    unsigned sector, codec;
    unsigned before; /* class of the entry that left last */
    bool any, inside, waiting, reset;
    /* Whether lines inside requested BEST, the oldest first. */
    bool best[8];
    unsigned held;
};

static unsigned class_of(const struct lp_mixed_enc_out *out)
{
    return out->m_sectors == 0 ? 0 : out->m_sectors == LP_LINE_SECTORS ? 5 : 1 + out->m_codec;
}

static unsigned kind_of(const struct lp_mixed_enc_out *out)
{
    unsigned class = class_of(out);
    return class == 0 ? ZERO : class == 5 ? RAW : ZVC + 3 * out->m_codec + out->m_sectors - 1;
}

static void count_ties(const uint8_t line[LP_LINE_BYTES])
{
    unsigned sectors[LP_AUTO_NONE], least = LP_LINE_SECTORS;

    for (unsigned c = 0; c < LP_AUTO_NONE; c++) {
        enum lp_auto_codec codec;
        size_t bits = 0;
        lp_auto_choose(LP_ELEM_16, 1u << c, line, &codec, &bits);
        sectors[c] = (unsigned)((bits + 255) / 256);
        least = sectors[c] < least ? sectors[c] : least;
    }
    for (unsigned t = 0; least > 0 && least < LP_LINE_SECTORS && t < TIES; t++)
        if (sectors[ties[t].first] == least && sectors[ties[t].second] == least)
            lp_bin(&groups[TIE], t);
}

static void input(struct enc *q, const struct lp_mixed_enc_in *in,
                  const struct lp_mixed_enc_out *out)
{
    if (!in->s_valid || !out->s_ready) {
        lp_bin(&groups[in->s_valid ? IN_WAITS : IN_IDLE], q->sector);
        return;
    }
    if (q->sector == 0) {
        q->codec = in->s_codec;
        lp_bin(&groups[ASKED], q->codec);
        q->best[q->held++ % 8] = q->codec >= LP_MIXED_BEST;
    }
    memcpy(q->line + q->sector * LP_SECTOR_BYTES, in->s_data, LP_SECTOR_BYTES);
    q->sector = (q->sector + 1) % LP_LINE_SECTORS;
    if (q->sector == 0 && q->codec >= LP_MIXED_BEST)
        count_ties(q->line);
}

static void entry_out(struct enc *q, const struct lp_mixed_enc_in *in,
                      const struct lp_mixed_enc_out *out)
{
    unsigned class = class_of(out);
    bool best = q->best[0];

    memmove(q->best, q->best + 1, sizeof q->best - sizeof q->best[0]);
    q->held -= q->held > 0;
    lp_bin(&groups[!best ? SAID : in->quick ? BEST_QUICK : BEST], kind_of(out));
    if (q->any)
        lp_bin(&groups[AFTER + q->before], class);
    if (q->any && class != q->before)
        lp_bin(&groups[TURNS], q->before);
    q->any = true;
    q->before = class;
}

static void output(struct enc *q, const struct lp_mixed_enc_in *in,
                   const struct lp_mixed_enc_out *out)
{
    bool taken = out->m_valid && in->m_ready;

    q->waiting = out->m_valid && !in->m_ready;
    if (q->waiting)
        lp_bin(&groups[OUT_WAITS], class_of(out));
    if (taken && !q->inside)
        entry_out(q, in, out);
    if (taken)
        q->inside = !out->m_last;
}

static void enc_cycle(void *state, bool rst_n, const void *in, const void *out)
{
    struct enc *q = state;

    if (!rst_n) {
        if (!q->reset) {
            lp_bin(&groups[RESET_SECTOR], q->sector);
            lp_bin(&groups[RESET_WAITING], q->waiting);
        }
        *q = (struct enc){.reset = true};
        return;
    }
    q->reset = false;
    output(q, in, out);
    input(q, in, out);
}

static const struct lp_listener enc = {"lp_mixed_enc", sizeof(struct enc), enc_cycle, groups,
                                       GROUPS};
LP_LISTEN(lp_mixed_enc__CODECS_15, enc)
