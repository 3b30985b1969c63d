/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timing diagrams of a codec's units from their cycle models: a line A that does not compress, a
 * line B that does and a zero line C go through the encoder, whose beats then go through the
 * decoder.  The sink stalls for two cycles.
 *
 *     timing KIND OUT_ENC.svg OUT_DEC.svg
 *
 * KIND is a row of `kinds`.  Exit status 1: the lines did not come back; 2: bad use or a file
 * cannot be written.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "units/bpc/bpc_cycle.h"
#include "units/codec/codec_cycle.h"
#include "units/common/params.h"
#include "units/ebd/ebd_cycle.h"
#include "waves.h"
#include "units/zvc/zvc_cycle.h"

enum { WORDS = 32, SECTORS = 4, LINES = 3, BEATS_MAX = 16 };
enum { PARAMS_MAX = 4, IN_MAX = 128, OUT_MAX = 128, STATE_MAX = 65536 };

/* The first line of each kind, and the label and number of the encoder's beats. */
struct kind {
    const char *name;
    const struct lp_unit *enc, *dec;
    void (*make)(uint32_t lines[LINES][WORDS]);
    bool stream;
    unsigned codecs; /* bit i: what s_codec says of line i */
    unsigned enc_stall, dec_stall, cycle_width;
    const char *given[BEATS_MAX];
};

/* Beats that go into a unit, as its in struct, and what the picture calls them. */
struct beats {
    const struct lp_unit *unit;
    _Alignas(8) unsigned char in[BEATS_MAX][IN_MAX];
    char label[BEATS_MAX][WAVES_LABEL];
    size_t count;
};

/* Values of all ports in all cycles, and the beat offered at each side (-1: none). */
struct run {
    struct waves waves;
    int s_beat[WAVES_CYCLES], m_beat[WAVES_CYCLES];
    bool err;
};

static void make_zvc(uint32_t lines[LINES][WORDS])
{
    static const unsigned nonzero[] = {3, 9, 10, 17, 20, 31};

    for (unsigned i = 0; i < WORDS; i++)
        lines[0][i] = 0xA000 + i;
    for (size_t i = 0; i < sizeof nonzero / sizeof *nonzero; i++)
        lines[1][nonzero[i]] = 0xB000 + nonzero[i];
}

static void make_bpc(uint32_t lines[LINES][WORDS])
{
    uint32_t noise = 1;

    for (unsigned i = 0; i < WORDS; i++) {
        noise = noise * 1664525u + 1013904223u;
        lines[0][i] = noise;
        lines[1][i] = 0xB000 + i * i * 7 % 61;
    }
}

/* Line A has noise for exponents, B has 20 elements around 1.0. */
static void make_ebd(uint32_t lines[LINES][WORDS])
{
    uint32_t unused[LINES][WORDS] = {0};

    make_bpc(unused);
    memcpy(lines[0], unused[0], sizeof lines[0]);
    for (unsigned i = 0; i < 10; i++)
        lines[1][3 * i] = 0x3F803F00 + i * 0x00300051;
}

/* clang-format off */
static const struct kind kinds[] = {
    {"zvc_entries", &lp_zvc_enc_unit, &lp_zvc_dec_unit, make_zvc, false, 0, 11, 7, 64,
     {"A.0", "A.1", "A.2", "A.3", "mB B6", "zero C"}},
    {"zvc_stream", &lp_zvc_enc_unit, &lp_zvc_dec_unit, make_zvc, true, 0, 12, 7, 64,
     {"mA A7", "A8", "A8", "A8", "A1 mB B6", "mC"}},
    {"bpc_entries", &lp_bpc_enc_unit, &lp_bpc_dec_unit, make_bpc, false, 0, 9, 15, 44,
     {"A.0", "A.1", "A.2", "A.3", "B 1/2", "B 2/2", "C"}},
    {"ebd_entries", &lp_ebd_enc_unit, &lp_ebd_dec_unit, make_ebd, false, 0, 10, 8, 44,
     {"A.0", "A.1", "A.2", "A.3", "B 1/2", "B 2/2", "C"}},
    {"codec_entries", &lp_codec_enc_unit, &lp_codec_dec_unit, make_bpc, false, 2, 5, 15, 44,
     {"A.0", "A.1", "A.2", "A.3", "B 1/2", "B 2/2", "C"}},
};
/* clang-format on */

static const struct lp_port *find_port(const struct lp_unit *unit, const char *name)
{
    for (size_t p = 0; p < unit->nports; p++)
        if (strcmp(unit->ports[p].name, name) == 0)
            return &unit->ports[p];
    return NULL;
}

/* The port's value in the in or out struct; NULL: the unit has no such port. */
static uint32_t *field(const struct lp_unit *unit, void *ports, const char *name)
{
    const struct lp_port *port = find_port(unit, name);

    return port ? (uint32_t *)(void *)((char *)ports + port->offset) : NULL;
}

static void set(const struct lp_unit *unit, void *ports, const char *name, uint32_t value)
{
    uint32_t *at = field(unit, ports, name);

    if (at)
        *at = value;
}

static bool is_set(const struct lp_unit *unit, void *ports, const char *name)
{
    const uint32_t *at = field(unit, ports, name);

    return at && *at;
}

static void raw_beats(struct beats *b, uint32_t lines[LINES][WORDS], const struct kind *kind)
{
    for (unsigned i = 0; i < LINES * SECTORS; i++) {
        set(b->unit, b->in[i], "s_valid", 1);
        memcpy(field(b->unit, b->in[i], "s_data"), lines[i / SECTORS] + i % SECTORS * 8, 32);
        set(b->unit, b->in[i], "s_codec", kind->codecs >> i / SECTORS & 1);
        set(b->unit, b->in[i], "s_mem", !kind->stream && i % SECTORS == 3);
        set(b->unit, b->in[i], "s_last", i == LINES * SECTORS - 1);
        snprintf(b->label[i], WAVES_LABEL, "%c.%u", 'A' + i / SECTORS, i % SECTORS);
    }
    b->count = LINES * SECTORS;
}

/* A beat taken from `unit`, as input of the unit that `b` goes into: m_X becomes s_X. */
static void keep_beat(struct beats *b, const struct lp_unit *unit, const void *out)
{
    for (size_t p = 0; p < unit->nports; p++) {
        const struct lp_port *port = &unit->ports[p];
        char name[WAVES_LABEL];
        uint32_t *to;

        if (port->dir != LP_OUT || port->name[0] != 'm')
            continue;
        snprintf(name, sizeof name, "s%s", port->name + 1);
        to = field(b->unit, b->in[b->count], name);
        if (to)
            memcpy(to, (const char *)out + port->offset, 4 * LP_PORT_WORDS(port->width));
    }
    b->count++;
}

/* Puts beats in until `want` have come out; those are kept in `given`. */
static void run_unit(struct run *run, const struct beats *in, struct beats *given, size_t want,
                     unsigned stall)
{
    static _Alignas(64) unsigned char state[STATE_MAX];
    const struct lp_unit *unit = run->waves.unit;
    int defaults[LP_MAX_PARAMS];
    size_t next = 0;

    lp_unit_defaults(unit, defaults);
    if (lp_unit_init(unit, state, defaults) != 0)
        abort();
    for (unsigned c = 0; c < WAVES_CYCLES && given->count < want; c++) {
        _Alignas(8) unsigned char now[IN_MAX] = {0}, out[OUT_MAX] = {0};
        bool ready = c != stall && c != stall + 1, valid;

        if (next < in->count)
            memcpy(now, in->in[next], unit->in_size);
        set(unit, now, "m_ready", ready);
        unit->eval(state, now, out);
        valid = is_set(unit, out, "m_valid");
        run->s_beat[c] = next < in->count ? (int)next : -1;
        run->m_beat[c] = valid ? (int)given->count : -1;
        run->err |= is_set(unit, out, "m_err");
        waves_record(&run->waves, now, out);
        next += next < in->count && is_set(unit, out, "s_ready");
        if (valid && ready)
            keep_beat(given, unit, out);
        unit->tick(state, now);
    }
}

static bool came_back(const struct beats *raw, struct beats *back)
{
    const struct lp_port *data = find_port(raw->unit, "s_data");

    for (size_t i = 0; i < raw->count; i++)
        if (memcmp(raw->in[i] + data->offset, back->in[i] + data->offset, 32) != 0)
            return false;
    return back->count == raw->count;
}

static bool fits(const struct lp_unit *unit)
{
    return unit->in_size <= IN_MAX && unit->out_size <= OUT_MAX && unit->state_size <= STATE_MAX &&
           unit->nports <= WAVES_PORTS && unit->nparams <= PARAMS_MAX;
}

/* ---- the picture ---- */

/* Left out: the l port, which has beats of its own, and in a stream what has no meaning there. */
static bool shown(const struct lp_port *port, bool stream)
{
    return port->name[0] != 'l' &&
           (!stream || (!strstr(port->name, "size") && !strstr(port->name, "sectors")));
}

static bool draw(const char *path, const struct run *run, const struct beats *s,
                 const struct beats *m, bool stream)
{
    struct waves_row rows[WAVES_PORTS];
    size_t count = 0;

    for (size_t p = 0; p < run->waves.unit->nports; p++) {
        const struct lp_port *port = &run->waves.unit->ports[p];
        bool source = port->name[0] == 's';

        if (!shown(port, stream))
            continue;
        rows[count] = (struct waves_row){.port = p};
        if (port->width > 1)
            rows[count].beat = source ? run->s_beat : run->m_beat;
        if (port->width == 256)
            rows[count].label = (source ? s : m)->label;
        count++;
    }
    return waves_draw(path, &run->waves, rows, count);
}

static const struct kind *find_kind(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

int main(int argc, char **argv)
{
    static uint32_t lines[LINES][WORDS];
    static struct beats raw, packed, back;
    static struct run enc, dec;
    const struct kind *kind = argc == 4 ? find_kind(argv[1]) : NULL;
    size_t given = 0;

    if (!kind || !fits(kind->enc) || !fits(kind->dec)) {
        fputs("usage: timing KIND OUT_ENC.svg OUT_DEC.svg\n", stderr);
        return 2;
    }
    raw.unit = back.unit = enc.waves.unit = kind->enc;
    packed.unit = dec.waves.unit = kind->dec;
    enc.waves.cycle_width = dec.waves.cycle_width = kind->cycle_width;
    for (; kind->given[given]; given++)
        strcpy(packed.label[given], kind->given[given]);
    kind->make(lines);
    raw_beats(&raw, lines, kind);
    run_unit(&enc, &raw, &packed, given, kind->enc_stall);
    run_unit(&dec, &packed, &back, raw.count, kind->dec_stall);
    if (packed.count != given || dec.err || !came_back(&raw, &back)) {
        fputs("timing: the lines did not come back\n", stderr);
        return 1;
    }
    if (!draw(argv[2], &enc, &raw, &packed, kind->stream) ||
        !draw(argv[3], &dec, &packed, &raw, kind->stream)) {
        perror("timing");
        return 2;
    }
    return 0;
}
