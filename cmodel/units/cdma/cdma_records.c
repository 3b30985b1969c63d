/* SPDX-License-Identifier: Apache-2.0 */
#include "cdma_records.h"

#include <string.h>

enum { FLIT = 32, RAW = 255, RAW_BYTES = 128, MOST = 96 };

/* The RTL's wires of the same names, with the window. */
struct wires {
    bool at_last, raw, zero, wrong, more, spoiled, ends, line;
    unsigned announced, len, start, take, next;
};

void lpi_records_reset(struct lpi_records *q)
{
    q->h_full = q->inside = q->drop = q->b_valid = false;
    q->o = q->left = 0;
    q->tags = (struct lpi_ring){.depth = LPI_RECORDS_LINES};
}

static struct wires look(const struct lpi_records *q, const struct lpi_flit *flit)
{
    struct wires w;
    unsigned stop = q->h_last ? q->h_end : flit ? FLIT + lpi_flit_end(flit) : 0;

    w.at_last = q->h_last || (flit && flit->last);
    w.announced = q->h[q->o / 4] >> (8 * (q->o % 4)) & 255;
    w.zero = w.announced == 0;
    w.raw = w.announced == RAW;
    w.wrong = q->drop || (!q->inside && !w.raw && w.announced > MOST);
    w.len = q->inside ? q->left : w.raw ? RAW_BYTES : w.announced;
    w.start = q->o + !q->inside;
    w.more = w.len > FLIT;
    w.take = w.more ? FLIT : w.len;
    w.next = w.start + w.take;
    unsigned room = stop - w.start; /* not negative at the end of a group */
    w.spoiled = w.wrong ? w.at_last : w.at_last && w.len > room;
    w.line = w.spoiled || (!w.wrong && !w.more);
    w.ends = w.spoiled || (w.at_last && w.line && w.len == room);
    return w;
}

/* `take` bytes from `start` on in h and the flit after it, then zeros. */
static void cut_out(const struct lpi_records *q, const struct lpi_flit *flit, const struct wires *w,
                    uint32_t *to)
{
    unsigned take = w->spoiled ? 0 : w->take, word = w->start / 4, shift = 8 * (w->start % 4);
    uint32_t window[2 * LPI_FLIT_WORDS + 1] = {0};

    memcpy(window, q->h, sizeof q->h);
    if (flit)
        memcpy(window + LPI_FLIT_WORDS, flit->data, sizeof flit->data);
    for (unsigned i = 0; i < LPI_FLIT_WORDS; i++, word++) {
        unsigned bytes = take <= 4 * i ? 0 : take - 4 * i;
        uint64_t both = (uint64_t)window[word + 1] << 32 | window[word];
        to[i] = bytes == 0 ? 0 : (uint32_t)(both >> shift);
        if (bytes != 0 && bytes < 4)
            to[i] &= (1u << (8 * bytes)) - 1;
    }
}

/* A sector advances to the output. */
static void step(struct lpi_records *q, const struct lpi_flit *flit, const struct wires *w)
{
    cut_out(q, flit, w, q->b_data);
    q->b_last = w->line;
    q->b_sectors = q->inside || w->spoiled || w->zero ? 0 : w->raw ? 4 : 1;
    if (!q->inside)
        q->byte = w->raw || w->zero ? 0 : (w->announced - 1) & 127;
    if (w->line)
        q->tag[lpi_ring_wr(&q->tags)] = (struct lpi_tag){w->ends, w->spoiled, (uint8_t)q->byte};
}

static void go_on(struct lpi_records *q, const struct wires *w)
{
    q->o = w->ends || w->wrong ? 0 : w->next % FLIT;
    q->drop = w->wrong && !w->at_last;
    q->inside = !(w->line || w->wrong);
    q->left = q->inside ? w->len - FLIT : 0;
}

static void load(struct lpi_records *q, const struct lpi_flit *flit)
{
    memcpy(q->h, flit->data, sizeof q->h);
    q->h_last = flit->last;
    q->h_end = lpi_flit_end(flit);
}

bool lpi_records_tick(struct lpi_records *q, const struct lpi_flit *flit, bool b_ready,
                      bool t_ready)
{
    bool leave = !q->b_valid || b_ready, line = false;
    bool may = q->h_full && (q->h_last || flit) && leave && lpi_ring_ready(&q->tags);
    bool s_ready = !q->h_full, both = false;

    if (leave)
        q->b_valid = false;
    if (may) {
        struct wires w = look(q, flit);
        s_ready = w.ends || w.wrong || w.next >= FLIT;
        both = w.ends ? !q->h_last : !w.wrong && w.next >= 2 * FLIT;
        if (!w.wrong || w.at_last) {
            step(q, flit, &w);
            q->b_valid = true;
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
