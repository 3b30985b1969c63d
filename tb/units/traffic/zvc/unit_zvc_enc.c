/* SPDX-License-Identifier: Apache-2.0 */
/* Traffic of lp_zvc_enc: raw lines in; beats and line sizes out, checked against functional ZVC. */
#include <stdlib.h>
#include <string.h>

#include "units/cosim/registry.h"
#include "units/traffic/common/enc_traffic.h"
#include "units/zvc/zvc_ports.h"
#include "zvc_bench.h"

struct zvc_enc {
    struct lp_enc_traffic enc;
    uint64_t line_told; /* the next for the l port */
};

static void put(void *ports, const struct lp_enc_sector *sector)
{
    struct lp_zvc_enc_in *in = ports;

    memcpy(in->s_data, sector->data, LP_SECTOR_BYTES);
    in->s_mem = sector->mem;
    in->s_last = sector->last;
}

static struct lp_enc_cycle look(const void *in_ports, const void *out_ports)
{
    const struct lp_zvc_enc_in *in = in_ports;
    const struct lp_zvc_enc_out *out = out_ports;
    return (struct lp_enc_cycle){in->s_valid && out->s_ready, out->m_valid, in->m_ready,
                                 out->m_data};
}

static const char *check(const struct lp_enc_traffic *q, const void *out_ports)
{
    const struct lp_enc_beat *due = &q->beat;
    const struct lp_zvc_enc_out *out = out_ports;

    if (out->m_mem != due->mem || out->m_last != due->last || out->m_count != due->count)
        return "m_mem_o, m_last_o or m_count_o is not what the functional model gives";
    if (!due->mem)
        return NULL;
    if (out->m_size * q->lines.elem != due->size || out->m_sectors != due->sectors)
        return "m_size_o or m_sectors_o is not what the functional model gives";
    return NULL;
}

static const char *tell(struct zvc_enc *q, const struct lp_zvc_enc_out *out)
{
    struct lp_zvc_lines zvc = lp_zvc_lines_of(&q->enc.lines);
    struct lp_zvc_line line;
    struct lp_zvc_size size;

    if (!lp_zvc_line(&zvc, q->line_told++, &line))
        return "l_valid_o: more lines than went in";
    size = lp_zvc_line_size(&zvc, &line);
    if (out->l_size != size.size || out->l_sectors != size.sectors)
        return "l_size_o or l_sectors_o is not what the functional model gives";
    return NULL;
}

static const char *enc_check(struct lp_traffic *self, uint64_t cycle, const void *in,
                             const void *out_ports)
{
    struct zvc_enc *q = (struct zvc_enc *)self;
    const struct lp_zvc_enc_out *out = out_ports;
    const char *wrong = lp_enc_traffic_check(self, cycle, in, out);

    return !wrong && !q->enc.wild && out->l_valid ? tell(q, out) : wrong;
}

static bool enc_done(const struct lp_traffic *self)
{
    const struct zvc_enc *q = (const struct zvc_enc *)self;
    const struct lp_lines *file = q->enc.lines.file;

    return lp_enc_traffic_done(self) && file && q->line_told == file->count;
}

static void enc_reset(struct lp_traffic *self)
{
    struct zvc_enc *q = (struct zvc_enc *)self;

    lp_enc_traffic_reset(self);
    q->line_told = q->enc.line_in;
}

static const struct lp_enc_unit enc = {put, look, check, .choice = true};

static struct lp_traffic *enc_open(const struct lp_lines *file, uint64_t seed, const int *values)
{
    static const struct lp_codec_bench *const benches[] = {&lp_zvc_bench};
    struct lp_enc_lines lines = {
        .file = file, .seed = seed, .elem = (unsigned)values[0], .benches = benches, .codecs = 1};
    struct zvc_enc *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    lp_enc_traffic_init(&q->enc, &enc, lines);
    q->enc.base.check = enc_check;
    q->enc.base.done = enc_done;
    q->enc.base.reset = enc_reset;
    return &q->enc.base;
}

static struct lp_traffic *enc_random(const int *values, uint64_t seed)
{
    return enc_open(NULL, seed, values);
}

static struct lp_traffic *enc_lines(const int *values, const struct lp_lines *file)
{
    return enc_open(file, 0, values);
}

extern const struct lp_hooks lp_zvc_enc_hooks;
const struct lp_hooks lp_zvc_enc_hooks = {enc_random, enc_lines, .streams = true};
