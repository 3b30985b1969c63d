/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_ebd_enc. */
#include <string.h>

#include "bins_ebd.h"
#include "ebd/ebd_ports.h"
#include "ebd/ebd_slow.h"

/* What a line becomes. */
enum { ZERO, MASK, CODE, FULL, RAW, CLASSES };

enum {
    CLASS = LP_EBD_RECORD_GROUPS,
    AFTER,
    BASE_DOWN = AFTER + CLASSES,
    MOST,
    SPECIAL,
    SIZES,
    IN_WAITS,
    IN_IDLE,
    OUT_WAITS,
    OUT_WAITED,
    OUT_ROW,
    RESET_SECTOR,
    RESET_BEAT,
    RESET_WAITING,
    GROUPS
};

#define CLASS_LABELS {"zero", "mask", "code", "full", "raw"}
#define AFTER_CLASS(class, text)                                                                   \
    [AFTER + class] = {.what = "line after " text, .first = 0, .count = CLASSES,                   \
                       .labels = CLASS_LABELS}
#define LENGTHS {"0", "1", "2..15", "16 or more"}
#define SPECIALS {"Inf", "NaN", "-0", "subnormal", "only Inf and NaN"}

static struct lp_bins groups[GROUPS] = {
    LP_EBD_RECORD_BINS(7),
    [CLASS] = {.what = "line", .first = 0, .count = CLASSES, .labels = CLASS_LABELS},
    AFTER_CLASS(ZERO, "a zero line"),
    AFTER_CLASS(MASK, "the mask form"),
    AFTER_CLASS(CODE, "the code form"),
    AFTER_CLASS(FULL, "the full form"),
    AFTER_CLASS(RAW, "a raw line"),
    [BASE_DOWN] = {.what = "base below the largest exponent, mask, code, full", .first = 0,
                   .count = 9, .labels = {"mask 0", "mask 1", "mask 2", "code 0", "code 1",
                                          "code 2", "full 0", "full 1", "full 2"}},
    [MOST] = {.what = "largest exponent of a record", .first = 0, .count = 6,
              .labels = {"0", "1", "2", "253", "254", "255"}},
    [SPECIAL] = {.what = "a record has", .first = 0, .count = 5, .labels = SPECIALS},
    [SIZES] = {.what = "sizes told while a beat waits", .first = 0, .count = 2,
               .labels = {"no", "yes"}},
    [IN_WAITS] = {.what = "input waits with sector", .first = 0, .count = 4},
    [IN_IDLE] = {.what = "no input where sector is due", .first = 0, .count = 4},
    [OUT_WAITS] = {.what = "output waits with beat", .first = 0, .count = 4},
    [OUT_WAITED] = {.what = "cycles that a beat waited", .first = 0, .count = 4, .labels = LENGTHS},
    [OUT_ROW] = {.what = "beats out in consecutive cycles", .first = 0, .count = 4,
                 .labels = LENGTHS},
    [RESET_SECTOR] = {.what = "reset before sector", .first = 0, .count = 4},
    [RESET_BEAT] = {.what = "reset before beat", .first = 0, .count = 4},
    [RESET_WAITING] = {.what = "reset, a beat waiting", .first = 0, .count = 2,
                       .labels = {"no", "yes"}},
};

struct enc {
    uint8_t line[LP_LINE_BYTES];
    unsigned sector, beat, waited, out_row;
    unsigned before; /* class of the line before */
    bool running, reset;
};

static unsigned length_class(unsigned cycles)
{
    return cycles < 2 ? cycles : cycles < 16 ? 2 : 3;
}

/* The largest exponent below 255 of the elements that are not zero, 255 if there is none. */
static unsigned count_elements(const uint8_t *line)
{
    unsigned most = 0, finite = 0, infinite = 0;

    for (unsigned i = 0; i < LPI_EBD_ELEMENTS; i++) {
        unsigned x = line[2 * i] | (unsigned)line[2 * i + 1] << 8;
        unsigned e = x >> 7 & 255, f = x & 127;
        if (e == 255) {
            lp_bin(&groups[SPECIAL], f != 0);
            infinite++;
        } else if (x != 0) {
            if (e == 0)
                lp_bin(&groups[SPECIAL], f == 0 ? 2 : 3);
            most = e > most ? e : most;
            finite++;
        }
    }
    if (infinite > 0 && finite == 0)
        lp_bin(&groups[SPECIAL], 4);
    return finite > 0 ? most : 255;
}

static unsigned line_class(const uint8_t *line)
{
    uint8_t record[2 * LP_LINE_BYTES] = {0}; /* a misread record ends within it */
    size_t bytes = lpi_ebd_slow_encode(line, record);
    struct lp_ebd_reading r;
    unsigned most;

    if (bytes == 0)
        return RAW;
    r = lp_ebd_bins_read(record, bytes <= LPI_EBD_MASK_BYTES);
    lp_ebd_bins_count(groups, &r);
    if (r.stored == 0)
        return ZERO;
    most = count_elements(line);
    lp_bin(&groups[BASE_DOWN], 3 * r.form + most - record[0]);
    lp_bin(&groups[MOST], most < 3 ? most : most < 253 ? 6 : most - 250);
    return MASK + r.form;
}

static void line_in(struct enc *q)
{
    unsigned class = line_class(q->line);

    lp_bin(&groups[CLASS], class);
    if (q->running)
        lp_bin(&groups[AFTER + q->before], class);
    q->running = true;
    q->before = class;
}

static void input(struct enc *q, const struct lp_ebd_enc_in *in, const struct lp_ebd_enc_out *out)
{
    if (!in->s_valid) {
        lp_bin(&groups[IN_IDLE], q->sector);
    } else if (!out->s_ready) {
        lp_bin(&groups[IN_WAITS], q->sector);
    } else {
        memcpy(q->line + q->sector * LP_SECTOR_BYTES, in->s_data, LP_SECTOR_BYTES);
        q->sector = (q->sector + 1) % 4;
        if (q->sector == 0)
            line_in(q);
    }
}

static void output(struct enc *q, const struct lp_ebd_enc_in *in, const struct lp_ebd_enc_out *out)
{
    if (out->l_valid)
        lp_bin(&groups[SIZES], out->m_valid && !in->m_ready);
    if (out->m_valid && in->m_ready) {
        lp_bin(&groups[OUT_WAITED], length_class(q->waited));
        q->beat = out->m_last ? 0 : q->beat + 1;
        q->waited = 0;
        q->out_row++;
        return;
    }
    lp_bin(&groups[OUT_ROW], length_class(q->out_row));
    q->out_row = 0;
    if (!out->m_valid)
        return;
    lp_bin(&groups[OUT_WAITS], q->beat);
    q->waited++;
}

static void reset(struct enc *q)
{
    if (!q->reset) {
        lp_bin(&groups[RESET_SECTOR], q->sector);
        lp_bin(&groups[RESET_BEAT], q->beat);
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

static const struct lp_listener enc = {"lp_ebd_enc", sizeof(struct enc), enc_cycle, groups, GROUPS};
LP_LISTEN(lp_ebd_enc, enc)
