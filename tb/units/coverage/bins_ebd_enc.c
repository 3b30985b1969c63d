/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_ebd_enc and lp_ebd_serial. */
#include "bins_ebd.h"
#include "bins_ends.h"
#include "units/ebd/ebd_ports.h"
#include "reference/ebd_slow.h"

/* Classes of encoded lines. */
enum { ZERO, MASK, CODE, FULL, RAW, CLASSES };

enum {
    CLASS = LP_EBD_RECORD_GROUPS,
    AFTER,
    BASE_DOWN = AFTER + CLASSES,
    MOST,
    SPECIAL,
    SIZES,
    ENDS,
    GROUPS = ENDS + LP_ENC_GROUPS
};

#define CLASS_LABELS "zero", "mask", "code", "full", "raw"
#define AFTER_CLASS(class, text)                                                                   \
    [AFTER + class] = {                                                                            \
        .what = "line after " text, .first = 0, .count = CLASSES, .labels = {CLASS_LABELS}}
#define SPECIALS "Inf", "NaN", "-0", "subnormal", "only Inf and NaN"

static struct lp_bins groups[GROUPS] = {
    LP_EBD_RECORD_BINS(7),
    [CLASS] = {.what = "line", .first = 0, .count = CLASSES, .labels = {CLASS_LABELS}},
    AFTER_CLASS(ZERO, "a zero line"),
    AFTER_CLASS(MASK, "the mask form"),
    AFTER_CLASS(CODE, "the code form"),
    AFTER_CLASS(FULL, "the full form"),
    AFTER_CLASS(RAW, "a raw line"),
    [BASE_DOWN] = {.what = "base below the largest exponent, mask, code, full",
                   .first = 0,
                   .count = 9,
                   .labels = {"mask 0", "mask 1", "mask 2", "code 0", "code 1", "code 2", "full 0",
                              "full 1", "full 2"}},
    [MOST] = {.what = "largest exponent of a record",
              .first = 0,
              .count = 6,
              .labels = {"0", "1", "2", "253", "254", "255"}},
    [SPECIAL] = {.what = "a record has", .first = 0, .count = 5, .labels = {SPECIALS}},
    [SIZES] = {.what = "sizes announced while a beat waits",
               .first = 0,
               .count = 2,
               .labels = {"no", "yes"}},
    LP_ENC_BINS(ENDS),
};

struct enc {
    struct lp_enc_ends ends;
    unsigned before; /* class of the line before */
    bool running;
};

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
    uint8_t record[2 * LP_LINE_BYTES] = {0}; /* length of the buffer; a misread record ends within
                                              * it */
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
    unsigned class = line_class(q->ends.line);

    lp_bin(&groups[CLASS], class);
    if (q->running)
        lp_bin(&groups[AFTER + q->before], class);
    q->running = true;
    q->before = class;
}

static void enc_cycle(void *state, bool rst_n, const void *inputs, const void *outputs)
{
    struct enc *q = state;
    const struct lp_ebd_enc_in *in = inputs;
    const struct lp_ebd_enc_out *out = outputs;

    if (!rst_n) {
        lp_enc_ends_reset(&q->ends, &groups[ENDS]);
        *q = (struct enc){.ends = q->ends};
        return;
    }
    if (out->l_valid)
        lp_bin(&groups[SIZES], out->m_valid && !in->m_ready);
    if (lp_enc_ends_cycle(&q->ends, &groups[ENDS], LP_ENC_PORTS(in, out)))
        line_in(q);
}

static const struct lp_listener enc = {"lp_ebd_enc", sizeof(struct enc), enc_cycle, groups, GROUPS};
LP_LISTEN(lp_ebd_enc, enc)

/* The ports of both are the same. */
static const struct lp_listener serial = {"lp_ebd_serial", sizeof(struct enc), enc_cycle, groups,
                                          GROUPS};
LP_LISTEN(lp_ebd_serial, serial)
