/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_bpc_enc and lp_bpc_enc_serial. */
#include "bins_bpc.h"
#include "bins_ends.h"
#include "units/bpc/bpc_ports.h"
#include "reference/bpc_slow.h"

#define RAW_FROM 769 /* bits of the shortest stream that is stored raw */
#define KINDS 5      /* sectors of an entry, 0 to 4 */

enum {
    SECTORS = LP_BPC_STREAM_GROUPS,
    AFTER, /* by the sectors of the line before */
    ROW = AFTER + KINDS,
    ENDS,
    GROUPS = ENDS + LP_ENC_GROUPS
};

#define KIND_LABELS "zero", "1 sector", "2 sectors", "3 sectors", "raw"
#define AFTER_KIND(kind, text)                                                                     \
    [AFTER +                                                                                       \
        kind] = {.what = "line after " text, .first = 0, .count = KINDS, .labels = {KIND_LABELS}}

/* Plane 32 holds DBX itself, so DBP = 0 is a zero plane there. */
static struct lp_bins groups[GROUPS] = {
    LP_BPC_STREAM_BINS(32, 18),
    [LP_BPC_EDGE] = {.what = "bits of a stream",
                     .first = 0,
                     .count = 9,
                     .labels = {LP_BPC_EDGE_LABELS, "769"}},
    [SECTORS] = {.what = "entry", .first = 0, .count = KINDS, .labels = {KIND_LABELS}},
    AFTER_KIND(0, "a zero line"),
    AFTER_KIND(1, "1 sector"),
    AFTER_KIND(2, "2 sectors"),
    AFTER_KIND(3, "3 sectors"),
    AFTER_KIND(4, "a raw line"),
    [ROW] = {.what = "zero, compressed, raw in a row",
             .first = 0,
             .count = 27,
             .labels = LP_BPC_ROW_LABELS},
    LP_ENC_BINS(ENDS),
};

struct enc {
    struct lp_enc_ends ends;
    unsigned before; /* sectors of the line before */
    struct lp_bpc_row row;
    bool running;
};

static unsigned entry_sectors(const uint8_t *line, unsigned bits)
{
    for (unsigned i = 0; i < LP_LINE_BYTES; i++)
        if (line[i])
            return bits < RAW_FROM ? (bits + 255) / 256 : 4;
    return 0;
}

static void line_in(struct enc *q)
{
    uint8_t stream[(LPI_BPC_SLOW_MAX_BITS + 7) / 8];
    unsigned bits = (unsigned)lpi_bpc_slow_encode(q->ends.line, stream);
    unsigned sectors = entry_sectors(q->ends.line, bits);

    lp_bpc_bins_read(groups, stream, sizeof stream);
    lp_bin(&groups[SECTORS], sectors);
    if (q->running)
        lp_bin(&groups[AFTER + q->before], sectors);
    lp_bpc_bins_row(&q->row, &groups[ROW], sectors);
    q->running = true;
    q->before = sectors;
}

static void enc_cycle(void *state, bool rst_n, const void *inputs, const void *outputs)
{
    struct enc *q = state;
    const struct lp_bpc_enc_in *in = inputs;
    const struct lp_bpc_enc_out *out = outputs;

    if (!rst_n) {
        lp_enc_ends_reset(&q->ends, &groups[ENDS]);
        *q = (struct enc){.ends = q->ends};
        return;
    }
    if (lp_enc_ends_cycle(&q->ends, &groups[ENDS], LP_ENC_PORTS(in, out)))
        line_in(q);
}

static const struct lp_listener enc = {"lp_bpc_enc", sizeof(struct enc), enc_cycle, groups, GROUPS};
LP_LISTEN(lp_bpc_enc, enc)

/* The ports of both are the same. */
static const struct lp_listener serial = {"lp_bpc_enc_serial", sizeof(struct enc), enc_cycle,
                                          groups, GROUPS};
LP_LISTEN(lp_bpc_enc_serial, serial)
