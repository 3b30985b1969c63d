/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_bpc_enc. */
#include <string.h>

#include "bins_bpc.h"
#include "bpc/bpc_ports.h"
#include "bpc/bpc_slow.h"

#define SECTOR_BYTES 32
#define RAW_FROM 769 /* bits of the shortest stream that is stored raw */
#define KINDS 5      /* sectors of an entry, 0 to 4 */

enum {
    SECTORS = LP_BPC_STREAM_GROUPS,
    AFTER, /* by the sectors of the line before */
    ROW = AFTER + KINDS,
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

#define KIND_LABELS {"zero", "1 sector", "2 sectors", "3 sectors", "raw"}
#define AFTER_KIND(kind, text)                                                                     \
    [AFTER + kind] = {.what = "line after " text, .first = 0, .count = KINDS, .labels = KIND_LABELS}
#define LENGTHS {"0", "1", "2..15", "16 or more"}

/* Plane 32 holds DBX itself, so DBP = 0 is a zero plane there. */
static struct lp_bins groups[GROUPS] = {
    LP_BPC_STREAM_BINS(32, 18),
    [LP_BPC_EDGE] = {.what = "bits of a stream", .first = 0, .count = 9,
                     .labels = {LP_BPC_EDGE_LABELS, "769"}},
    [SECTORS] = {.what = "entry", .first = 0, .count = KINDS, .labels = KIND_LABELS},
    AFTER_KIND(0, "a zero line"),
    AFTER_KIND(1, "1 sector"),
    AFTER_KIND(2, "2 sectors"),
    AFTER_KIND(3, "3 sectors"),
    AFTER_KIND(4, "a raw line"),
    [ROW] = {.what = "zero, compressed, raw in a row", .first = 0, .count = 27,
             .labels = LP_BPC_ROW_LABELS},
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
    uint8_t line[4 * SECTOR_BYTES];
    unsigned sector, beat, waited, out_row;
    unsigned before; /* sectors of the line before */
    struct lp_bpc_row row;
    bool running, reset;
};

static unsigned length_class(unsigned cycles)
{
    return cycles < 2 ? cycles : cycles < 16 ? 2 : 3;
}

static unsigned entry_sectors(const uint8_t *line, unsigned bits)
{
    for (unsigned i = 0; i < 4 * SECTOR_BYTES; i++)
        if (line[i])
            return bits < RAW_FROM ? (bits + 255) / 256 : 4;
    return 0;
}

static void line_in(struct enc *q)
{
    uint8_t stream[(LPI_BPC_SLOW_MAX_BITS + 7) / 8];
    unsigned bits = (unsigned)lpi_bpc_slow_encode(q->line, stream);
    unsigned sectors = entry_sectors(q->line, bits);

    lp_bpc_bins_read(groups, stream, sizeof stream);
    lp_bin(&groups[SECTORS], sectors);
    if (q->running)
        lp_bin(&groups[AFTER + q->before], sectors);
    lp_bpc_bins_row(&q->row, &groups[ROW], sectors);
    q->running = true;
    q->before = sectors;
}

static void input(struct enc *q, const struct lp_bpc_enc_in *in, const struct lp_bpc_enc_out *out)
{
    if (!in->s_valid) {
        lp_bin(&groups[IN_IDLE], q->sector);
    } else if (!out->s_ready) {
        lp_bin(&groups[IN_WAITS], q->sector);
    } else {
        memcpy(q->line + q->sector * SECTOR_BYTES, in->s_data, SECTOR_BYTES);
        q->sector = (q->sector + 1) % 4;
        if (q->sector == 0)
            line_in(q);
    }
}

static void output(struct enc *q, const struct lp_bpc_enc_in *in, const struct lp_bpc_enc_out *out)
{
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

static const struct lp_listener enc = {"lp_bpc_enc", sizeof(struct enc), enc_cycle, groups, GROUPS};
LP_LISTEN(lp_bpc_enc, enc)
