/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_zvc_enc with 32-bit elements. */
#include "bins.h"
#include "units/zvc/zvc_ports.h"

#define LANES 8
#define WORDS 32    /* elements in a line */
#define RAW_FROM 25 /* elements of the smallest record that is stored raw */

/* Kinds of lines: entries of 0..4 sectors, lines inside a stream, lines that end one. */
enum { RAW = 4, INSIDE, ENDING, KINDS };
#define ENTRY_LABELS "zero entry", "1-sector entry", "2-sector entry", "3-sector entry", "raw entry"
#define KIND_LABELS ENTRY_LABELS, "line in a stream", "last of a stream"

enum {
    SIZE_ENTRY,
    SIZE_STREAM,                 /* indexed by the lane where the record starts */
    AFTER = SIZE_STREAM + LANES, /* indexed by the kind of the line before; in a stream only two
                                  * kinds can follow */
    END_LANE = AFTER + KINDS,
    END_COUNT,
    TOLD,
    OVERRULED,
    IN_WAITS,
    IN_IDLE,
    OUT_WAITS,
    OUT_WAITS_STREAM,
    OUT_WAITED,
    ROW,
    RESET_SECTOR,
    RESET_STREAM,
    RESET_WAITING,
    GROUPS
};

#define SIZE_AT(lane)                                                                              \
    [SIZE_STREAM + lane] = {                                                                       \
        .what = "size of a stream's record from lane " #lane, .first = 1, .count = WORDS + 1}
#define AFTER_KIND(kind, text)                                                                     \
    [AFTER + kind] = {.what = "after a " text, .first = 0, .count = KINDS, .labels = {KIND_LABELS}}

static struct lp_bins groups[GROUPS] = {
    [SIZE_ENTRY] = {.what = "size of an entry's record", .first = 1, .count = WORDS + 1},
    SIZE_AT(0),
    SIZE_AT(1),
    SIZE_AT(2),
    SIZE_AT(3),
    SIZE_AT(4),
    SIZE_AT(5),
    SIZE_AT(6),
    SIZE_AT(7),
    AFTER_KIND(0, "zero entry"),
    AFTER_KIND(1, "1-sector entry"),
    AFTER_KIND(2, "2-sector entry"),
    AFTER_KIND(3, "3-sector entry"),
    AFTER_KIND(RAW, "raw entry"),
    [AFTER + INSIDE] = {.what = "after a line in a stream",
                        .first = INSIDE,
                        .count = 2,
                        .labels = {"line in a stream", "last of a stream"}},
    AFTER_KIND(ENDING, "last line of a stream"),
    [END_LANE] = {.what = "elements in a stream's last beat", .first = 1, .count = LANES},
    [END_COUNT] = {.what = "elements in an entry's last beat", .first = 1, .count = LANES},
    [TOLD] = {.what = "sectors announced on the l port", .first = 0, .count = 5},
    [OVERRULED] = {.what = "entry requested while a stream is open",
                   .first = 1,
                   .count = 1,
                   .labels = {"yes"}},
    [IN_WAITS] = {.what = "input waits with sector", .first = 0, .count = 4},
    [IN_IDLE] = {.what = "no input where sector is due", .first = 0, .count = 4},
    [OUT_WAITS] = {.what = "an entry's beat waits, number", .first = 0, .count = 4},
    [OUT_WAITS_STREAM] = {.what = "a stream's beat waits, last",
                          .first = 0,
                          .count = 2,
                          .labels = {"no", "yes"}},
    [OUT_WAITED] = {.what = "cycles that a beat waited",
                    .first = 0,
                    .count = 4,
                    .labels = {"0", "1", "2..15", "16 or more"}},
    [ROW] = {.what = "beats out in consecutive cycles",
             .first = 0,
             .count = 4,
             .labels = {"0", "1", "2..15", "16 or more"}},
    [RESET_SECTOR] = {.what = "reset before sector", .first = 0, .count = 4},
    [RESET_STREAM] = {.what = "reset, a stream open",
                      .first = 0,
                      .count = 2,
                      .labels = {"no", "yes"}},
    [RESET_WAITING] = {.what = "reset, a beat waiting",
                       .first = 0,
                       .count = 2,
                       .labels = {"no", "yes"}},
};

struct enc {
    unsigned sector, nonzero, lane, beat, waited, row;
    unsigned before; /* kind of the line before; KINDS: none */
    bool running, open, reset;
};

static unsigned length_class(unsigned cycles)
{
    return cycles < 2 ? cycles : cycles < 16 ? 2 : 3;
}

static void line_in(struct enc *q, bool mem, bool last)
{
    unsigned size = q->nonzero + 1, kind = last ? ENDING : INSIDE;

    if (mem)
        kind = q->nonzero == 0 ? 0 : size >= RAW_FROM ? RAW : (size + LANES - 1) / LANES;
    if (q->running)
        lp_bin(&groups[AFTER + q->before], kind);
    q->running = true;
    q->before = kind;
    lp_bin(&groups[mem ? SIZE_ENTRY : SIZE_STREAM + q->lane], size);
    q->lane = mem || last ? 0 : (q->lane + size) % LANES;
    q->open = !mem && !last;
}

static void sector_in(struct enc *q, const struct lp_zvc_enc_in *in)
{
    if (q->sector == 0)
        q->nonzero = 0;
    for (unsigned i = 0; i < LANES; i++)
        q->nonzero += in->s_data[i] != 0;
    if (q->sector == 3) {
        if (q->open && in->s_mem)
            lp_bin(&groups[OVERRULED], 1);
        line_in(q, in->s_mem && !q->open, in->s_last);
    }
    q->sector = (q->sector + 1) % 4;
}

static void input(struct enc *q, const struct lp_zvc_enc_in *in, const struct lp_zvc_enc_out *out)
{
    if (!in->s_valid)
        lp_bin(&groups[IN_IDLE], q->sector);
    else if (!out->s_ready)
        lp_bin(&groups[IN_WAITS], q->sector);
    else
        sector_in(q, in);
}

static void beat_out(struct enc *q, const struct lp_zvc_enc_out *out)
{
    lp_bin(&groups[OUT_WAITED], length_class(q->waited));
    if (out->m_last)
        lp_bin(&groups[out->m_mem ? END_COUNT : END_LANE], out->m_count);
    q->beat = out->m_last ? 0 : q->beat + 1;
    q->waited = 0;
    q->row++;
}

static void output(struct enc *q, const struct lp_zvc_enc_in *in, const struct lp_zvc_enc_out *out)
{
    if (out->l_valid)
        lp_bin(&groups[TOLD], out->l_sectors);
    if (out->m_valid && in->m_ready) {
        beat_out(q, out);
        return;
    }
    lp_bin(&groups[ROW], length_class(q->row));
    q->row = 0;
    if (!out->m_valid)
        return;
    lp_bin(&groups[out->m_mem ? OUT_WAITS : OUT_WAITS_STREAM], out->m_mem ? q->beat : out->m_last);
    q->waited++;
}

static void reset(struct enc *q)
{
    if (!q->reset) {
        lp_bin(&groups[RESET_SECTOR], q->sector);
        lp_bin(&groups[RESET_STREAM], q->open);
        lp_bin(&groups[RESET_WAITING], q->waited > 0);
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

static const struct lp_listener enc = {"lp_zvc_enc", sizeof(struct enc), enc_cycle, groups, GROUPS};
LP_LISTEN(lp_zvc_enc__ELEM_32, enc)
