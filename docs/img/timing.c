/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timing diagrams of the ZVC units from their cycle models: a dense line A, a sparse line B and a
 * zero line C go through the encoder, whose beats then go through the decoder, as memory entries
 * or as one packed stream.  The sink stalls for two cycles.
 *
 *     timing entries|stream OUT_ENC.svg OUT_DEC.svg
 *
 * Exit status 1: the lines did not come back; 2: bad use or a file cannot be written.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "zvc/zvc_cycle.h"

enum { WORDS = 32, SECTORS = 4, LINES = 3, CYCLES_MAX = 32, BEATS_MAX = 16, LABEL = 24 };
/* Beats that the encoder gives, with either ending. */
enum { GIVEN = 6 };
enum { LEFT = 92, CYCLE = 64, ROW = 27, TOP = 30 };

/* One beat: a unit's in struct for what goes in, and what the picture calls it. */
struct beats {
    struct lp_zvc_enc_in enc[BEATS_MAX];
    struct lp_zvc_dec_in dec[BEATS_MAX];
    char label[BEATS_MAX][LABEL];
    size_t count;
};

/* What every port showed in every cycle, and which beat stood at each side (-1: none). */
struct run {
    const struct lp_unit *unit;
    uint32_t value[CYCLES_MAX][24];
    int s_beat[CYCLES_MAX], m_beat[CYCLES_MAX];
    unsigned cycles;
};

static uint32_t lines[LINES][WORDS];

static void make_lines(void)
{
    static const unsigned nonzero[] = {3, 9, 10, 17, 20, 31};

    for (unsigned i = 0; i < WORDS; i++)
        lines[0][i] = 0xA000 + i;
    for (size_t i = 0; i < sizeof nonzero / sizeof *nonzero; i++)
        lines[1][nonzero[i]] = 0xB000 + nonzero[i];
}

static void raw_beats(struct beats *b, bool mem)
{
    for (unsigned i = 0; i < LINES * SECTORS; i++) {
        struct lp_zvc_enc_in *in = &b->enc[i];

        in->s_valid = 1;
        memcpy(in->s_data, lines[i / SECTORS] + i % SECTORS * 8, sizeof in->s_data);
        in->s_mem = mem && i % SECTORS == 3;
        in->s_last = i == LINES * SECTORS - 1;
        snprintf(b->label[i], LABEL, "%c.%u", 'A' + i / SECTORS, i % SECTORS);
    }
    b->count = LINES * SECTORS;
}

/* What a taken beat of the encoder is to the decoder. */
static void keep_beat(struct beats *b, const struct lp_zvc_enc_out *out)
{
    struct lp_zvc_dec_in *in = &b->dec[b->count++];

    *in = (struct lp_zvc_dec_in){.s_valid = 1,
                                 .s_mem = out->m_mem,
                                 .s_last = out->m_last,
                                 .s_count = out->m_count,
                                 .s_sectors = out->m_sectors};
    memcpy(in->s_data, out->m_data, sizeof in->s_data);
}

static uint32_t port_value(const struct lp_port *port, const void *in, const void *out)
{
    uint32_t word;

    memcpy(&word, (const char *)(port->dir == LP_IN ? in : out) + port->offset, sizeof word);
    return word;
}

static void record(struct run *run, unsigned cycle, const void *in, const void *out)
{
    for (size_t p = 0; p < run->unit->nports; p++)
        run->value[cycle][p] = port_value(&run->unit->ports[p], in, out);
    run->cycles = cycle + 1;
}

/* The encoder: beats in, what it gives kept in `given`. */
static void run_enc(struct run *run, const struct beats *in, struct beats *given, unsigned stall)
{
    static _Alignas(64) unsigned char state[1024];
    struct lp_zvc_enc_out out = {0};
    size_t next = 0;

    run->unit->init(state, run->unit->params[0].values);
    for (unsigned c = 0; c < CYCLES_MAX && given->count < GIVEN; c++) {
        struct lp_zvc_enc_in now = {0};

        if (next < in->count)
            now = in->enc[next];
        now.m_ready = c != stall && c != stall + 1;
        run->unit->eval(state, &now, &out);
        run->s_beat[c] = now.s_valid ? (int)next : -1;
        run->m_beat[c] = out.m_valid ? (int)given->count : -1;
        record(run, c, &now, &out);
        next += now.s_valid && out.s_ready;
        if (out.m_valid && now.m_ready)
            keep_beat(given, &out);
        run->unit->tick(state, &now);
    }
}

/* The decoder: false if the lines do not come back. */
static bool run_dec(struct run *run, const struct beats *in, unsigned stall)
{
    static _Alignas(64) unsigned char state[1024];
    struct lp_zvc_dec_out out = {0};
    size_t next = 0, taken = 0;

    run->unit->init(state, run->unit->params[0].values);
    for (unsigned c = 0; c < CYCLES_MAX && taken < LINES * SECTORS; c++) {
        struct lp_zvc_dec_in now = {0};

        if (next < in->count)
            now = in->dec[next];
        now.m_ready = c != stall && c != stall + 1;
        run->unit->eval(state, &now, &out);
        run->s_beat[c] = now.s_valid ? (int)next : -1;
        run->m_beat[c] = out.m_valid ? (int)taken : -1;
        record(run, c, &now, &out);
        if (out.m_valid && (out.m_err || memcmp(out.m_data, lines[taken / SECTORS] +
                                                    taken % SECTORS * 8, sizeof out.m_data) != 0))
            return false;
        next += now.s_valid && out.s_ready;
        taken += out.m_valid && now.m_ready;
        run->unit->tick(state, &now);
    }
    return taken == LINES * SECTORS && next == in->count;
}

/* ---- the picture ---- */

static const char style[] =
    "text{font:11px ui-monospace,\"DejaVu Sans Mono\",monospace;fill:#24292f}"
    ".name,.num{text-anchor:end}.num{fill:#57606a}.in{fill:#0969da}.mid{text-anchor:middle}"
    ".grid{stroke:#d0d7de;stroke-dasharray:2 3}"
    ".wave{fill:none;stroke:#24292f;stroke-width:1.4}"
    ".bus{fill:#ddf4ff;stroke:#24292f;stroke-width:1.2}.hold{fill:#fff8c5}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.num{fill:#9198a1}.in{fill:#4493f8}"
    ".grid{stroke:#3d444d}.wave{stroke:#e6edf3}.bus{fill:#0c2d6b;stroke:#e6edf3}"
    ".hold{fill:#4b3a00}}";

static void draw_clock(FILE *f, unsigned cycles)
{
    unsigned high = TOP - 2, low = TOP + ROW - 12;

    fprintf(f, "<text class=\"name in\" x=\"%d\" y=\"%u\">clk_i</text>\n<path class=\"wave\" d=\"",
            LEFT - 10, low - 2);
    for (unsigned c = 0; c < cycles; c++)
        fprintf(f, "%s%u %uV%uh%dV%uh%d", c ? "L" : "M", LEFT + c * CYCLE, low, high, CYCLE / 2,
                low, CYCLE / 2);
    fputs("\"/>\n", f);
}

static void draw_bit(FILE *f, const struct run *run, size_t port, unsigned y)
{
    fputs("<path class=\"wave\" d=\"", f);
    for (unsigned c = 0; c < run->cycles; c++)
        fprintf(f, "%s%u %uh%d", c ? "L" : "M", LEFT + c * CYCLE + (c ? 4u : 0u),
                run->value[c][port] ? y : y + 15, c ? CYCLE - 4 : CYCLE);
    fputs("\"/>\n", f);
}

/* A payload: one box a beat, as long as the beat stands; nothing while valid is low. */
static void draw_bus(FILE *f, const struct run *run, size_t port, const int *beat, unsigned y,
                     const char (*label)[LABEL])
{
    for (unsigned c = 0, end; c < run->cycles; c = end) {
        unsigned x = LEFT + c * CYCLE, w;

        for (end = c + 1; beat[c] >= 0 && end < run->cycles && beat[end] == beat[c]; end++)
            continue;
        if (beat[c] < 0)
            continue;
        w = (end - c) * CYCLE;
        fprintf(f, "<path class=\"bus%s\" d=\"M%u %uh%ul4 7.5l-4 7.5h-%ul-4 -7.5z\"/>\n",
                end - c > 1 ? " hold" : "", x + 5, y, w - 6, w - 6);
        if (label)
            fprintf(f, "<text class=\"mid\" x=\"%u\" y=\"%u\">%s</text>\n", x + w / 2 + 2, y + 12,
                    label[beat[c]]);
        else
            fprintf(f, "<text class=\"mid\" x=\"%u\" y=\"%u\">%u</text>\n", x + w / 2 + 2, y + 12,
                    run->value[c][port]);
    }
}

static void draw_port(FILE *f, const struct run *run, size_t port, unsigned y,
                      const struct beats *s, const struct beats *m)
{
    const struct lp_port *p = &run->unit->ports[port];
    bool source = p->name[0] == 's';
    const int *beat = source ? run->s_beat : run->m_beat;

    fprintf(f, "<text class=\"name%s\" x=\"%d\" y=\"%u\">%s_%c</text>\n",
            p->dir == LP_IN ? " in" : "", LEFT - 10, y + 12, p->name, p->dir == LP_IN ? 'i' : 'o');
    if (p->width == 1)
        draw_bit(f, run, port, y);
    else
        draw_bus(f, run, port, beat, y, p->width == 256 ? (source ? s : m)->label : NULL);
}

/* Left out: the l port, which has beats of its own, and of a stream what it gives no meaning. */
static bool shown(const struct lp_port *port, bool mem)
{
    return port->name[0] != 'l' && (mem || (!strstr(port->name, "size") &&
                                            !strstr(port->name, "sectors")));
}

static bool draw(const char *path, const struct run *run, const struct beats *s,
                 const struct beats *m, bool mem)
{
    unsigned rows = 1, y = TOP + ROW, width = LEFT + run->cycles * CYCLE + 12;
    FILE *f = fopen(path, "w");

    if (!f)
        return false;
    for (size_t p = 0; p < run->unit->nports; p++)
        rows += shown(&run->unit->ports[p], mem);
    fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" width=\"%u\" "
               "height=\"%u\">\n<style>%s</style>\n",
            width, TOP + rows * ROW, width, TOP + rows * ROW, style);
    for (unsigned c = 0; c < run->cycles; c++)
        fprintf(f,
                "<path class=\"grid\" d=\"M%u %uV%u\"/>"
                "<text class=\"mid num\" x=\"%u\" y=\"16\">%u</text>\n",
                LEFT + c * CYCLE, TOP - 6, TOP + rows * ROW - 8, LEFT + c * CYCLE + CYCLE / 2, c);
    draw_clock(f, run->cycles);
    for (size_t p = 0; p < run->unit->nports; p++)
        if (shown(&run->unit->ports[p], mem)) {
            draw_port(f, run, p, y, s, m);
            y += ROW;
        }
    fputs("</svg>\n", f);
    bool written = !ferror(f);
    return fclose(f) == 0 && written;
}

int main(int argc, char **argv)
{
    static const char *const entries[] = {"A.0", "A.1", "A.2", "A.3", "mB B6", "zero C"};
    static const char *const stream[] = {"mA A7", "A8", "A8", "A8", "A1 mB B6", "mC"};
    static struct beats raw, packed;
    static struct run enc = {.unit = &lp_zvc_enc_unit}, dec = {.unit = &lp_zvc_dec_unit};
    bool mem = argc == 4 && strcmp(argv[1], "entries") == 0;

    if (argc != 4 || (!mem && strcmp(argv[1], "stream") != 0)) {
        fputs("usage: timing entries|stream OUT_ENC.svg OUT_DEC.svg\n", stderr);
        return 2;
    }
    for (size_t i = 0; i < GIVEN; i++)
        strcpy(packed.label[i], mem ? entries[i] : stream[i]);
    make_lines();
    raw_beats(&raw, mem);
    run_enc(&enc, &raw, &packed, mem ? 11 : 12);
    if (packed.count != GIVEN || !run_dec(&dec, &packed, 7)) {
        fputs("timing: the lines did not come back\n", stderr);
        return 1;
    }
    if (!draw(argv[2], &enc, &raw, &packed, mem) || !draw(argv[3], &dec, &packed, &raw, mem)) {
        perror("timing");
        return 2;
    }
    return 0;
}
