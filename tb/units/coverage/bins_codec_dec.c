/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_codec_dec: sequences of entries, and stalls; the codecs have bins of their own. */
#include <string.h>

#include "bins.h"
#include "units/codec/codec_unit_rows.h"
#include "units/traffic/codec/codec_lines.h"

#define ELEM 32

/* Kinds of entries, four of each codec, and a packed stream, whatever its lines are. */
#define KINDS_OF(name, NAME) NAME##_ZERO, NAME##_RECORD, NAME##_RAW, NAME##_BAD,
enum { LP_CODECS(KINDS_OF) STREAM, KINDS };
#define KIND_NAMES(name, NAME) #NAME " zero", #NAME, #NAME " raw", #NAME " bad",
static const char *const kinds[] = {LP_CODECS(KIND_NAMES) "stream"};

/* The kind of a beat. */
#define ENTRY_OF(name, NAME) "a " #NAME " entry",
static const char *const places[] = {"a stream", LP_CODECS(ENTRY_OF)};
enum { PLACES = 1 + LP_CODEC_PORTS };

#define NAME_OF(name, NAME) #NAME,
static const char *const codecs[] = {LP_CODECS(NAME_OF)};

enum {
    KIND,
    AFTER,                 /* indexed by the kind before */
    LATER = AFTER + KINDS, /* indexed by the codec */
    ERRORS = LATER + LP_CODEC_PORTS,
    IN_WAITS,
    IN_IDLE,
    OUT_WAITS,
    OUT_IDLE,
    RESET_SECTOR,
    RESET_INSIDE,
    RESET_WAITING,
    GROUPS
};

#define AFTER_KIND(kind, text)                                                                     \
    [AFTER + kind] = {.what = "after " text, .first = 0, .count = KINDS, .names = kinds}
#define AFTER_KINDS_OF(name, NAME)                                                                 \
    AFTER_KIND(NAME##_ZERO, "a " #NAME " zero line"),                                              \
        AFTER_KIND(NAME##_RECORD, "a " #NAME " entry"),                                            \
        AFTER_KIND(NAME##_RAW, "a " #NAME " raw line"),                                            \
        AFTER_KIND(NAME##_BAD, "a bad " #NAME " entry"),
#define LATER_OF(name, NAME)                                                                       \
    [LATER + LP_CODEC_PORT_##NAME] = {.what = "codec with a later beat of " #NAME,                 \
                                      .first = 0,                                                  \
                                      .count = LP_CODEC_PORTS,                                     \
                                      .names = codecs},

static struct lp_bins groups[GROUPS] = {
    [KIND] = {.what = "input", .first = 0, .count = KINDS, .names = kinds},
    LP_CODECS(AFTER_KINDS_OF) AFTER_KIND(STREAM, "a stream"),
    LP_CODECS(LATER_OF)[ERRORS] = {.what = "line before and line",
                                   .first = 0,
                                   .count = 4,
                                   .labels = {"good, good", "good, bad", "bad, good", "bad, bad"}},
    [IN_WAITS] = {.what = "input waits, a beat of", .first = 0, .count = PLACES, .names = places},
    [IN_IDLE] = {.what = "no input inside", .first = 0, .count = PLACES, .names = places},
    [OUT_WAITS] = {.what = "output waits with sector", .first = 0, .count = 4},
    [OUT_IDLE] = {.what = "sector not there yet", .first = 0, .count = 4},
    [RESET_SECTOR] = {.what = "reset before sector", .first = 0, .count = 4},
    [RESET_INSIDE] = {.what = "reset inside", .first = 0, .count = PLACES, .names = places},
    [RESET_WAITING] = {.what = "reset, a sector waiting",
                       .first = 0,
                       .count = 2,
                       .labels = {"no", "yes"}},
};

struct dec {
    struct lp_entry entry;
    unsigned codec, before;
    bool mem, inside, running;
    unsigned sector;
    bool bad, any_out, waiting, reset;
};

static unsigned place(unsigned codec, bool mem)
{
    return lpi_codec_unit_rows[codec]->stream && !mem ? 0 : 1 + codec;
}

static unsigned entry_kind(const struct dec *q)
{
    unsigned zero = 4 * q->codec, sectors = q->entry.sectors;
    uint8_t line[LP_LINE_BYTES];
    bool good = lp_codec_benches[q->codec]->entry_line(&q->entry, ELEM, line);

    return zero + (!good ? 3 : sectors == 0 ? 0 : sectors < LP_LINE_SECTORS ? 1 : 2);
}

static void ended(struct dec *q)
{
    unsigned kind = place(q->codec, q->mem) == 0 ? STREAM : entry_kind(q);

    lp_bin(&groups[KIND], kind);
    if (q->running)
        lp_bin(&groups[AFTER + q->before], kind);
    q->running = true;
    q->before = kind;
    q->inside = false;
}

static void beat_in(struct dec *q, const struct lp_codec_dec_in *in)
{
    if (!q->inside) {
        q->codec = lp_codec_of(in->s_codec);
        q->mem = in->s_mem;
        q->entry = (struct lp_entry){.sectors = in->s_sectors};
    } else {
        lp_bin(&groups[LATER + q->codec], in->s_codec);
    }
    q->inside = true;
    if (q->entry.beats < LP_ENTRY_MAX)
        memcpy(q->entry.bytes + q->entry.beats++ * LP_SECTOR_BYTES, in->s_data, LP_SECTOR_BYTES);
    if (in->s_last)
        ended(q);
}

static void input(struct dec *q, const struct lp_codec_dec_in *in,
                  const struct lp_codec_dec_out *out)
{
    if (in->s_valid && out->s_ready)
        beat_in(q, in);
    else if (in->s_valid)
        lp_bin(&groups[IN_WAITS],
               q->inside ? place(q->codec, q->mem) : place(lp_codec_of(in->s_codec), in->s_mem));
    else if (q->inside)
        lp_bin(&groups[IN_IDLE], place(q->codec, q->mem));
}

static void output(struct dec *q, const struct lp_codec_dec_in *in,
                   const struct lp_codec_dec_out *out)
{
    q->waiting = out->m_valid && !in->m_ready;
    if (!out->m_valid || !in->m_ready) {
        lp_bin(&groups[out->m_valid ? OUT_WAITS : OUT_IDLE], q->sector);
        return;
    }
    q->sector = (q->sector + 1) % LP_LINE_SECTORS;
    if (!out->m_last)
        return;
    if (q->any_out)
        lp_bin(&groups[ERRORS], 2 * q->bad + out->m_err);
    q->any_out = true;
    q->bad = out->m_err;
}

static void reset(struct dec *q)
{
    if (!q->reset) {
        lp_bin(&groups[RESET_SECTOR], q->sector);
        if (q->inside)
            lp_bin(&groups[RESET_INSIDE], place(q->codec, q->mem));
        lp_bin(&groups[RESET_WAITING], q->waiting);
    }
    *q = (struct dec){.reset = true};
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

static const struct lp_listener dec = {"lp_codec_dec", sizeof(struct dec), dec_cycle, groups,
                                       GROUPS};
LP_LISTEN(lp_codec_dec__ELEM_32, dec)
