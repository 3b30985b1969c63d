/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_codec_enc: sequences of lines, and stalls; the codecs have bins of their own. */
#include <string.h>

#include <linepress/linepress.h>

#include "bins.h"
#include "units/codec/codec_unit_rows.h"
#include "base/codec.h"

#define ELEM 32

#define ROW_OF(name, NAME) &lpi_codec_##name,
static const struct lpi_codec *const rows[LP_CODEC_PORTS] = {LP_CODECS(ROW_OF)};

/* Kinds of lines: three of each codec's entries, and those in packed streams. */
#define KINDS_OF(name, NAME) NAME##_ZERO, NAME##_RECORD, NAME##_RAW,
enum { LP_CODECS(KINDS_OF) INSIDE, ENDING, KINDS };
#define KIND_NAMES(name, NAME) #NAME " zero", #NAME, #NAME " raw",
static const char *const kinds[] = {LP_CODECS(KIND_NAMES) "in a stream", "last of a stream"};

/* The requested kind of a line, or the kind of a beat. */
#define ENTRY_OF(name, NAME) "a " #NAME " entry",
static const char *const places[] = {"a stream", LP_CODECS(ENTRY_OF)};
enum { PLACES = 1 + LP_CODEC_PORTS };

#define TURN_OF(name, NAME) #NAME ", then another",
static const char *const turns[] = {LP_CODECS(TURN_OF)};

enum {
    KIND,
    AFTER, /* indexed by the kind of the line before; in a stream only two kinds can follow */
    OVERRULED = AFTER + KINDS,
    IN_WAITS,
    IN_IDLE,
    OUT_WAITS,
    TURNS,
    TURNS_AT_ONCE,
    RESET_SECTOR,
    RESET_STREAM,
    RESET_WAITING,
    GROUPS
};

#define AFTER_KIND(kind, text)                                                                     \
    [AFTER + kind] = {.what = "line after " text, .first = 0, .count = KINDS, .names = kinds}
#define AFTER_KINDS_OF(name, NAME)                                                                 \
    AFTER_KIND(NAME##_ZERO, "a " #NAME " zero line"),                                              \
        AFTER_KIND(NAME##_RECORD, "a " #NAME " entry"),                                            \
        AFTER_KIND(NAME##_RAW, "a " #NAME " raw line"),
#define YES_NO "no", "yes"

static struct lp_bins groups[GROUPS] = {
    [KIND] = {.what = "line", .first = 0, .count = KINDS, .names = kinds},
    LP_CODECS(AFTER_KINDS_OF)[AFTER + INSIDE] = {.what = "line after a line in a stream",
                                                 .first = INSIDE,
                                                 .count = 2,
                                                 .labels = {"in a stream", "last of a stream"}},
    AFTER_KIND(ENDING, "the last of a stream"),
    [OVERRULED] = {.what = "asked for while a stream is open",
                   .first = 0,
                   .count = PLACES,
                   .names = places},
    [IN_WAITS] = {.what = "input waits with sector", .first = 0, .count = 4},
    [IN_IDLE] = {.what = "no input where sector is due", .first = 0, .count = 4},
    [OUT_WAITS] = {.what = "output waits, a beat of", .first = 0, .count = PLACES, .names = places},
    [TURNS] = {.what = "beats of", .first = 0, .count = LP_CODEC_PORTS, .names = turns},
    [TURNS_AT_ONCE] = {.what = "beats in consecutive cycles of",
                       .first = 0,
                       .count = LP_CODEC_PORTS,
                       .names = turns},
    [RESET_SECTOR] = {.what = "reset before sector", .first = 0, .count = 4},
    [RESET_STREAM] = {.what = "reset, a stream open", .first = 0, .count = 2, .labels = {YES_NO}},
    [RESET_WAITING] = {.what = "reset, a beat waiting", .first = 0, .count = 2, .labels = {YES_NO}},
};

struct enc {
    uint8_t line[LP_LINE_BYTES];
    unsigned sector, codec, before;
    bool running, open, waiting, reset;
    unsigned codec_out;
    bool any_out, row; /* a beat went out before; in the last cycle */
};

static unsigned place(unsigned codec, bool mem)
{
    return lpi_codec_unit_rows[codec]->stream && !mem ? 0 : 1 + codec;
}

static unsigned entry_kind(const struct enc *q)
{
    uint8_t entry[LP_LINE_BYTES];
    unsigned sectors = 0, zero = 3 * q->codec;

    rows[q->codec]->encode_entry(ELEM, q->line, entry, &sectors);
    return zero + (sectors == 0 ? 0 : sectors < LP_LINE_SECTORS ? 1 : 2);
}

static void line_in(struct enc *q, bool mem, bool last)
{
    bool entry = !q->open && place(q->codec, mem) != 0;
    unsigned kind = entry ? entry_kind(q) : last ? ENDING : INSIDE;

    if (q->open)
        lp_bin(&groups[OVERRULED], place(q->codec, mem));
    lp_bin(&groups[KIND], kind);
    if (q->running)
        lp_bin(&groups[AFTER + q->before], kind);
    q->running = true;
    q->before = kind;
    q->open = kind == INSIDE;
}

static void input(struct enc *q, const struct lp_codec_enc_in *in,
                  const struct lp_codec_enc_out *out)
{
    if (!in->s_valid || !out->s_ready) {
        lp_bin(&groups[in->s_valid ? IN_WAITS : IN_IDLE], q->sector);
        return;
    }
    if (q->sector == 0)
        q->codec = lp_codec_of(in->s_codec);
    memcpy(q->line + q->sector * LP_SECTOR_BYTES, in->s_data, LP_SECTOR_BYTES);
    q->sector = (q->sector + 1) % LP_LINE_SECTORS;
    if (q->sector == 0)
        line_in(q, in->s_mem, in->s_last);
}

static void output(struct enc *q, const struct lp_codec_enc_in *in,
                   const struct lp_codec_enc_out *out)
{
    bool taken = out->m_valid && in->m_ready;

    q->waiting = out->m_valid && !in->m_ready;
    if (q->waiting)
        lp_bin(&groups[OUT_WAITS], place(out->m_codec, out->m_mem));
    if (taken && q->any_out && out->m_codec != q->codec_out) {
        lp_bin(&groups[TURNS], q->codec_out);
        if (q->row)
            lp_bin(&groups[TURNS_AT_ONCE], q->codec_out);
    }
    if (taken)
        q->codec_out = out->m_codec;
    q->any_out = q->any_out || taken;
    q->row = taken;
}

static void reset(struct enc *q)
{
    if (!q->reset) {
        lp_bin(&groups[RESET_SECTOR], q->sector);
        lp_bin(&groups[RESET_STREAM], q->open);
        lp_bin(&groups[RESET_WAITING], q->waiting);
    }
    *q = (struct enc){.reset = true};
}

static void enc_cycle(void *state, bool rst_n, const void *in, const void *out)
{
    struct enc *q = state;

    if (!rst_n) {
        reset(q);
        return;
    }
    q->reset = false;
    input(q, in, out);
    output(q, in, out);
}

static const struct lp_listener enc = {"lp_codec_enc", sizeof(struct enc), enc_cycle, groups,
                                       GROUPS};
LP_LISTEN(lp_codec_enc__ELEM_32, enc)
