/* SPDX-License-Identifier: Apache-2.0 */
/* One read in flight: the model of lp_buddy_track (rtl/buddy/lp_buddy_track.sv). */
#ifndef LPI_BUDDY_TRACK_H
#define LPI_BUDDY_TRACK_H

#include <linepress/gbbr.h>
#include <stdbool.h>

struct lpi_track {
    bool known, guess, guessed, eight;
    unsigned target, dev_count, sectors, code;
    bool want_dev, want_bud;
    unsigned dev_due, dev_got, bud_due, bud_pos, dev_err;
    bool bud_err;
};

/* Fields of an answer for a line (ports dev, eight, spill, sectors, code). */
struct lpi_answer {
    unsigned dev, spill, sectors, code;
    bool eight;
};

static inline unsigned lpi_track_code(const struct lpi_track *q)
{
    unsigned needed = (1u << q->dev_count) - 1;

    if (q->code)
        return q->code;
    return (q->dev_err & needed) || q->bud_err ? LP_ANSWER_MEMORY : LP_ANSWER_OK;
}

/* Next value of full_o, unless the line is picked. */
static inline bool lpi_track_full_d(const struct lpi_track *q)
{
    return q->known && q->dev_got >= q->dev_count && q->bud_due == 0;
}

/* Next value of none_o. */
static inline bool lpi_track_none_d(const struct lpi_track *q)
{
    return lpi_track_code(q) != LP_ANSWER_OK || q->sectors == 0;
}

static inline void lpi_track_reset(struct lpi_track *q)
{
    q->known = q->guess = q->want_dev = q->want_bud = false;
    q->dev_due = q->bud_due = 0;
}

static inline void lpi_track_begin(struct lpi_track *q, unsigned fault, bool compressed,
                                   unsigned target)
{
    bool plain = !compressed && !fault;

    *q = (struct lpi_track){.known = !compressed || fault,
                            .target = target,
                            .code = fault,
                            .dev_count = plain ? 4 : 0,
                            .sectors = plain ? 4 : 0,
                            .want_dev = plain,
                            .dev_due = plain ? 4 : 0};
}

/* Requested sectors may arrive now. */
static inline bool lpi_track_dev_open(const struct lpi_track *q)
{
    return q->dev_due != 0 && !q->want_dev;
}

static inline bool lpi_track_bud_open(const struct lpi_track *q)
{
    return q->bud_due != 0 && !q->want_bud;
}

static inline void lpi_track_dev_asked(struct lpi_track *q)
{
    q->want_dev = false;
    if (!q->guess)
        return;
    q->guess = false;
    q->guessed = true;
    q->dev_due = q->target >= LP_TARGET_16 ? 1 : 4 - q->target;
}

static inline void lpi_track_answer(struct lpi_track *q, const struct lpi_answer *a)
{
    unsigned dev = a->dev | a->eight;

    q->known = true;
    q->guess = false;
    if (!q->guessed) {
        q->dev_due = dev;
        q->want_dev = dev != 0;
    }
    q->code = a->code;
    q->dev_count = dev;
    q->bud_due = a->spill;
    q->bud_pos = a->dev & 3;
    q->want_bud = a->spill != 0;
    q->sectors = a->sectors;
    q->eight = a->eight;
}

static inline void lpi_track_dev_come(struct lpi_track *q, bool err)
{
    unsigned pos = q->dev_got & 3;

    q->dev_due--;
    q->dev_err = (q->dev_err & ~(1u << pos)) | (unsigned)err << pos;
    q->dev_got = (q->dev_got + 1) & 7;
}

static inline void lpi_track_bud_come(struct lpi_track *q, bool err)
{
    q->bud_due--;
    q->bud_err = q->bud_err || err;
    q->bud_pos = (q->bud_pos + 1) & 3;
}

#endif
