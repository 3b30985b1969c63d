/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_mixed_enc (rtl/codec/lp_mixed_enc.sv): contains the models of lp_ebd_core and
 * lp_bpc_core. All stages advance together.
 *
 * RTL map of lp_mixed_enc:
 *   g{0,1,2,3}_q = g[{}]
 *   nonzero_q = nonzero, nonzero_x: ZVC's count, XZVC's
 *   told{,_sectors}_q = told
 */
#include <string.h>

#include "../../base/bytes.h"
#include "../bpc/bpc_core.h"
#include "../ebd/ebd_core.h"
#include "../zvc/xzvc_cycle.h"
#include "codec_cycle.h"

typedef struct lp_mixed_enc_in LP_IN_T;
typedef struct lp_mixed_enc_out LP_OUT_T;

#define WORDS LPI_XZVC_SECTOR

struct mixed_enc {
    unsigned codecs;
    unsigned in_idx, out_idx, v;
    uint8_t codec; /* of the line at the input, or in G0..G3 */
    bool best, fits, to_bpc;
    unsigned nonzero, nonzero_x;
    uint32_t g[4][WORDS];
    struct lpi_ebd_core core;
    struct lpi_bpc_core bpc;
    unsigned told; /* sectors that BPC has announced */
};
_Static_assert(sizeof(struct mixed_enc) <= LP_MIXED_ENC_STATE, "raise LP_MIXED_ENC_STATE");

static bool has(const struct mixed_enc *q, unsigned codec)
{
    return q->codecs >> codec & 1;
}

/* lp_mixed_count. */
static unsigned sectors_of(unsigned nonzero)
{
    return nonzero == 0 ? 0 : nonzero > 44 ? 4 : (nonzero + 4 + 15) / 16;
}

static unsigned codec_of(unsigned sectors, unsigned codec)
{
    return sectors == 0 || sectors == LP_LINE_SECTORS ? 0 : codec;
}

static unsigned bits_of(unsigned sectors, unsigned bits)
{
    return sectors == 0 ? 0 : sectors == LP_LINE_SECTORS ? 8 * LP_LINE_BYTES : bits;
}

static void beat_of_bpc(const struct mixed_enc *q, LP_OUT_T *out)
{
    struct lpi_bpc_core_out bpc = lpi_bpc_core_eval(&q->bpc);

    if (!bpc.m_valid)
        return;
    out->m_valid = 1;
    memcpy(out->m_data, bpc.m_data, sizeof out->m_data);
    out->m_last = bpc.m_last;
    out->m_sectors = bpc.m_sectors;
    out->m_size = bits_of(bpc.m_sectors, bpc.m_size);
    out->m_codec = codec_of(bpc.m_sectors, LP_MIXED_BPC);
}

static void beat_of_core(const struct lpi_ebd_core_out *core, LP_OUT_T *out)
{
    if (!core->m_valid)
        return;
    out->m_valid = 1;
    memcpy(out->m_data, core->m_data, sizeof out->m_data);
    out->m_last = core->m_last;
    out->m_sectors = core->m_sectors;
    out->m_size = bits_of(core->m_sectors, 8u * core->m_size);
    out->m_codec = codec_of(core->m_sectors, core->m_filter ? LP_MIXED_XZVC
                                             : core->m_zvc  ? LP_MIXED_ZVC
                                                            : LP_MIXED_EBD);
}

/* The beat that leaves does not depend on an input. */
static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const LP_IN_T *in = in_ports;
    LP_OUT_T *out = out_ports;
    const struct mixed_enc *q = state;
    struct lpi_ebd_core_out core = lpi_ebd_core_eval(&q->core);

    memset(out, 0, sizeof *out);
    if (core.m_lost)
        beat_of_bpc(q, out);
    else
        beat_of_core(&core, out);
    out->s_ready = !out->m_valid || (in->m_ready & 1);
}

/* A complete line leaves G0..G3 for the core: how it may be stored, and whether BPC gets it. */
static void begin_line(struct mixed_enc *q, bool quick)
{
    unsigned z = has(q, LP_MIXED_ZVC) ? sectors_of(q->nonzero) : LPI_EBD_CORE_NEVER;
    unsigned x = has(q, LP_MIXED_XZVC) ? sectors_of(q->nonzero_x) : LPI_EBD_CORE_NEVER;
    struct lpi_ebd_core_may may = {.filter = q->best ? x < z : q->codec == LP_MIXED_XZVC};
    bool is_zvc = q->codec == LP_MIXED_ZVC || q->codec == LP_MIXED_XZVC;
    uint8_t bytes[LP_LINE_BYTES];
    unsigned zx = may.filter ? x : z;

    may.zvc = q->best || is_zvc ? zx : LPI_EBD_CORE_NEVER;
    may.ebd = has(q, LP_MIXED_EBD) && (q->best || q->codec == LP_MIXED_EBD);
    q->to_bpc = has(q, LP_MIXED_BPC) &&
                (q->best ? !quick || (q->fits && zx > 1) : q->codec == LP_MIXED_BPC);
    for (unsigned k = 0; k < 4; k++)
        lpi_bytes_of_words(bytes + k * LP_SECTOR_BYTES, q->g[3 - k], LP_SECTOR_BYTES);
    lpi_ebd_core_encode(&q->core, bytes, may);
}

static unsigned nonzero_of(const uint32_t *data)
{
    unsigned n = 0;
    for (unsigned i = 0; i < WORDS; i++)
        n += ((data[i] & 0xffff) != 0) + (data[i] >> 16 != 0);
    return n;
}

/* lp_mixed_fits. */
static bool fits(uint32_t a, uint32_t b)
{
    int64_t d = (int64_t)(int32_t)a - (int32_t)b;
    return d >= -(1 << 22) && d < 1 << 22;
}

/* A sector enters G0 and is counted. */
static void enter(struct mixed_enc *q, const LP_IN_T *in)
{
    const uint32_t *data = in->s_data, *before = q->g[0];
    bool first = q->in_idx == 0;
    uint32_t filtered[WORDS];

    lpi_xzvc_filter_sector(first ? NULL : before + WORDS - 2, data, filtered);
    q->nonzero = nonzero_of(data) + (first ? 0 : q->nonzero);
    q->nonzero_x = nonzero_of(filtered) + (first ? 0 : q->nonzero_x);
    q->fits = first || (q->fits && fits(data[0], before[WORDS - 1]));
    for (unsigned i = 1; i < WORDS; i++)
        q->fits = q->fits && fits(data[i], data[i - 1]);
    memcpy(q->g[0], data, sizeof q->g[0]);
    if (first) {
        q->best = (in->s_codec & 7) >= LP_MIXED_CODECS || !has(q, in->s_codec & 7);
        q->codec = in->s_codec & 3;
    }
    q->in_idx = (q->in_idx + 1) % 4;
}

/*
 * G0..G3: a stage takes the sector of the stage below if it or one above it is empty, or G3's
 * sector leaves (`go`).
 */
static void gather(struct mixed_enc *q, const LP_IN_T *in, bool go)
{
    bool s_valid = in->s_valid & 1;
    unsigned moved = lpi_ebd_stages_next(q->v, go, s_valid);

    for (unsigned k = 3; k > 0; k--)
        if (go || (~q->v & 15 & (15u << k)) != 0)
            memcpy(q->g[k], q->g[k - 1], sizeof q->g[k]);
    q->v = moved;
    if (s_valid)
        enter(q, in);
}

/* BPC takes sectors as they enter G3; of the first one it knows when the second one does. */
static void to_bpc(struct mixed_enc *q)
{
    if (q->out_idx == 0)
        lpi_bpc_core_take(&q->bpc, q->g[3]);
    if (q->out_idx < 3)
        lpi_bpc_core_take(&q->bpc, q->g[2]);
}

static void tick(void *state, const void *in_ports)
{
    struct mixed_enc *q = state;
    const LP_IN_T *in = in_ports;
    struct lpi_bpc_core_out bpc = lpi_bpc_core_eval(&q->bpc);
    bool go = q->out_idx == 0 ? q->v == 15 : q->v >= 8;
    LP_OUT_T out;

    eval(state, in_ports, &out);
    lpi_ebd_core_tick(&q->core, out.s_ready, go, q->told);
    if (!out.s_ready)
        return;
    q->told = bpc.l_valid ? bpc.l_sectors : LPI_EBD_CORE_NEVER;
    if (go && q->out_idx == 0)
        begin_line(q, in->quick & 1);
    lpi_bpc_core_move(&q->bpc);
    if (go && q->to_bpc)
        to_bpc(q);
    q->out_idx = (q->out_idx + go) % 4;
    gather(q, in, go);
}

static void reset(void *state)
{
    struct mixed_enc *q = state;

    lpi_ebd_core_reset(&q->core);
    lpi_bpc_core_reset(&q->bpc);
    q->in_idx = q->out_idx = q->v = 0;
    q->told = LPI_EBD_CORE_NEVER;
}

static void init(void *state, const int *values)
{
    struct mixed_enc *q = state;

    memset(q, 0, sizeof *q);
    q->codecs = (unsigned)values[0];
    reset(q);
}

static const struct lp_param params[] = {LP_MIXED_CODECS_PARAM("CODECS")};

LP_UNIT_ROW(mixed_enc, LP_MIXED_ENC_PORTS, struct mixed_enc, LP_UNIT_PARAMS(params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick);
