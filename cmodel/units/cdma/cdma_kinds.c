/* SPDX-License-Identifier: Apache-2.0 */
#include "cdma_kinds.h"

#include <string.h>

#include "../../base/bytes.h"
#include "../../lib/codec/auto.h"
#include "../codec/codec_ports.h"

enum { FLIT = 32, RAW = 255, RAW_BYTES = 128, MOST = 96, ZVC_MOST = 44 };

/* The RTL's wires of the same names; bytes: the window from o on. */
struct wires {
    uint8_t bytes[2 * FLIT];
    bool at_last, zero, raw, lead, wrong, more, spoiled, ends, line, to_bpc;
    unsigned len, take, next;
};

void lpi_kinds_reset(struct lpi_kinds *q)
{
    q->h_full = q->drop = q->b_valid = q->b_bpc = false;
    q->o = q->left = 0;
    q->at = LPI_KINDS_FIRST;
    q->tags = (struct lpi_ring){.depth = LPI_RECORDS_LINES};
}

static unsigned ones(const uint8_t *bytes, unsigned count)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += (unsigned)__builtin_popcount(bytes[i]);
    return sum;
}

/* Number of codes of 3 bits, from the byte on, that have this value. */
static unsigned codes(const uint8_t *bytes, unsigned count, unsigned value)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned bit = 3 * i, two = bytes[bit / 8] | (unsigned)bytes[bit / 8 + 1] << 8;
        sum += (two >> bit % 8 & 7) == value;
    }
    return sum;
}

/* Bytes of the record by its head; *misfit: it is too long, or not of its kind. */
static unsigned length(const uint8_t *head, bool *misfit)
{
    const uint8_t *record = head + 1;
    unsigned n, len;

    switch (head[0]) {
    case LPI_KIND_BPC: *misfit = false; return record[0] & 127;
    case LPI_KIND_ZVC:
    case LPI_KIND_XZVC:
        n = ones(record, 8);
        *misfit = n > ZVC_MOST;
        return 8 + 2 * n;
    case LPI_KIND_EBD_MASK:
        n = ones(record + 1, 8);
        len = 15 + n + (codes(record + 9, 16, 7) + 1) / 2;
        *misfit = n > 16 || len > FLIT;
        return len;
    }
    bool full = record[25] & 1;
    unsigned sevens = codes(record + 1, 64, 7);
    len = 90 - (full ? 0 : sevens) + (full ? sevens : codes(record + 1, 64, 6)) / 2;
    *misfit = len > MOST || len <= FLIT;
    return len;
}

/* The kind is one of an allowed codec, and BPC's length is possible. */
static bool allowed(unsigned codecs, unsigned kind, unsigned second)
{
    switch (kind) {
    case LPI_KIND_BPC: return (codecs >> LP_MIXED_BPC & 1) && second != 0 && second <= MOST;
    case LPI_KIND_ZVC: return codecs >> LP_MIXED_ZVC & 1;
    case LPI_KIND_XZVC: return codecs >> LP_MIXED_XZVC & 1;
    case LPI_KIND_EBD_MASK:
    case LPI_KIND_EBD_CODES: return codecs >> LP_MIXED_EBD & 1;
    }
    return false;
}

/* The window from o on; bytes of a flit that is not offered are zero. */
static void look_in(const struct lpi_kinds *q, const struct lpi_flit *flit, struct wires *w)
{
    uint8_t window[3 * FLIT] = {0};
    lpi_bytes_of_words(window, q->h, FLIT);
    if (flit)
        lpi_bytes_of_words(window + FLIT, flit->data, FLIT);
    memcpy(w->bytes, window + q->o, sizeof w->bytes);
}

static struct wires look(const struct lpi_kinds *q, bool plain, unsigned codecs,
                         const struct lpi_flit *flit)
{
    struct wires w;
    unsigned stop = q->h_last ? q->h_end : flit ? FLIT + lpi_flit_end(flit) : 0;
    bool first = q->at == LPI_KINDS_FIRST, fresh = q->at == LPI_KINDS_FRESH, misfit = false;

    look_in(q, flit, &w);
    unsigned kind = w.bytes[0], own = fresh ? length(q->head, &misfit) : 0;
    w.at_last = q->h_last || (flit && flit->last);
    w.zero = kind == 0;
    w.raw = kind == RAW;
    bool unknown = !w.zero && !w.raw && (plain ? kind > MOST : !allowed(codecs, kind, w.bytes[1]));
    w.lead = first && !q->drop && !plain && !w.zero && !w.raw && !unknown;
    w.wrong = q->drop || (first && unknown) || misfit;
    w.len = fresh ? own : !first ? q->left : w.raw ? RAW_BYTES : kind;
    w.more = w.len > FLIT;
    bool two = w.lead && kind == LPI_KIND_BPC;
    w.take = w.lead ? two : w.more ? FLIT : w.len;
    unsigned need = w.lead ? two + 1u : w.len, start = q->o + first;
    w.next = start + w.take;
    unsigned room = stop - start; /* not negative at the end of a group */
    w.spoiled = w.wrong ? w.at_last : w.at_last && need > room;
    w.line = w.spoiled || (!w.wrong && !w.lead && !w.more);
    w.ends = w.spoiled || (w.at_last && w.line && w.len == room);
    w.to_bpc = fresh ? q->head[0] == LPI_KIND_BPC || w.spoiled : first || q->b_bpc;
    return w;
}

static unsigned sectors(const struct lpi_kinds *q, const struct wires *w)
{
    if (w->spoiled || q->at == LPI_KINDS_INSIDE || (q->at == LPI_KINDS_FIRST && w->zero))
        return 0;
    return q->at == LPI_KINDS_FIRST && w->raw ? 4 : w->len > 2 * FLIT ? 3 : w->more ? 2 : 1;
}

/* A sector advances to the output. */
static void step(struct lpi_kinds *q, const struct wires *w)
{
    static const uint8_t codec[] = {[LPI_KIND_XZVC] = LP_MIXED_XZVC,
                                    [LPI_KIND_EBD_MASK] = LP_MIXED_EBD,
                                    [LPI_KIND_EBD_CODES] = LP_MIXED_EBD};
    bool first = q->at == LPI_KINDS_FIRST;
    uint8_t kept[FLIT] = {0};

    if (!w->spoiled)
        memcpy(kept, w->bytes + first, w->take);
    lpi_words_of_bytes(q->b_data, kept, FLIT);
    q->b_last = w->line;
    q->b_sectors = sectors(q, w);
    q->b_codec = first ? 0 : codec[q->head[0]];
    if (q->at == LPI_KINDS_FRESH)
        q->byte = q->head[0] == LPI_KIND_BPC ? (q->head[1] - 1u) & 127 : 0;
    else if (first)
        q->byte = w->raw || w->zero ? 0 : (w->bytes[0] - 1u) & 127;
    if (w->line)
        q->tag[lpi_ring_wr(&q->tags)] = (struct lpi_kinds_tag){w->ends, w->spoiled, w->to_bpc,
                                                               (uint8_t)q->byte};
}

static void go_on(struct lpi_kinds *q, const struct wires *w)
{
    bool goes = w->lead && !w->spoiled;

    if (!goes)
        q->b_bpc = w->to_bpc;
    if (goes)
        memcpy(q->head, w->bytes, sizeof q->head);
    q->o = w->ends || w->wrong ? 0 : w->next % FLIT;
    q->drop = w->wrong && !w->at_last;
    q->at = goes ? LPI_KINDS_FRESH : w->line || w->wrong ? LPI_KINDS_FIRST : LPI_KINDS_INSIDE;
    q->left = w->len - FLIT;
}

static void load(struct lpi_kinds *q, const struct lpi_flit *flit)
{
    memcpy(q->h, flit->data, sizeof q->h);
    q->h_last = flit->last;
    q->h_end = lpi_flit_end(flit);
}

bool lpi_kinds_tick(struct lpi_kinds *q, bool plain, unsigned codecs, const struct lpi_flit *flit,
                    bool b_ready, bool t_ready)
{
    bool leave = !q->b_valid || b_ready, line = false;
    bool may = q->h_full && (q->h_last || flit) && leave && lpi_ring_ready(&q->tags);
    bool s_ready = !q->h_full, both = false;

    if (leave)
        q->b_valid = false;
    if (may) {
        struct wires w = look(q, plain, codecs, flit);
        s_ready = w.ends || w.wrong || w.next >= FLIT;
        both = w.ends ? !q->h_last : !w.wrong && w.next >= 2 * FLIT;
        q->b_valid = !(w.wrong && !w.at_last) && !(w.lead && !w.spoiled);
        if (q->b_valid) {
            step(q, &w);
            line = w.line;
        }
        go_on(q, &w);
    }
    lpi_ring_tick(&q->tags, line, t_ready);
    if (!s_ready)
        return false;
    q->h_full = flit && !both;
    if (q->h_full)
        load(q, flit);
    return flit;
}
