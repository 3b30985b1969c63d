/* SPDX-License-Identifier: Apache-2.0 */
#include "waves.h"

#include <stdio.h>
#include <string.h>

enum { LEFT = 92, ROW = 27, TOP = 30 };

static const char style[] =
    "text{font:11px ui-monospace,\"DejaVu Sans Mono\",monospace;fill:#24292f}"
    ".name,.num{text-anchor:end}.num{fill:#57606a}.in{fill:#0969da}.mid{text-anchor:middle}"
    ".grid{stroke:#d0d7de;stroke-dasharray:2 3}"
    ".wave{fill:none;stroke:#24292f;stroke-width:1.4}"
    ".bus{fill:#ddf4ff;stroke:#24292f;stroke-width:1.2}.hold{fill:#fff8c5}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.num{fill:#9198a1}.in{fill:#4493f8}"
    ".grid{stroke:#3d444d}.wave{stroke:#e6edf3}.bus{fill:#0c2d6b;stroke:#e6edf3}"
    ".hold{fill:#4b3a00}}";

void waves_record(struct waves *waves, const void *in, const void *out)
{
    for (size_t p = 0; p < waves->unit->nports; p++) {
        const struct lp_port *port = &waves->unit->ports[p];

        memcpy(&waves->value[waves->cycles][p],
               (const char *)(port->dir == LP_IN ? in : out) + port->offset, 4);
    }
    waves->cycles++;
}

/* Left edge of a cycle. */
static unsigned edge(const struct waves *waves, unsigned cycle)
{
    return LEFT + cycle * waves->cycle_width;
}

static void draw_clock(FILE *f, const struct waves *waves)
{
    unsigned high = TOP - 2, low = TOP + ROW - 12, half = waves->cycle_width / 2;

    fprintf(f, "<text class=\"name in\" x=\"%d\" y=\"%u\">clk_i</text>\n<path class=\"wave\" d=\"",
            LEFT - 10, low - 2);
    for (unsigned c = 0; c < waves->cycles; c++)
        fprintf(f, "%s%u %uV%uh%uV%uh%u", c ? "L" : "M", edge(waves, c), low, high, half, low,
                half);
    fputs("\"/>\n", f);
}

static void draw_bit(FILE *f, const struct waves *waves, size_t port, unsigned y)
{
    fputs("<path class=\"wave\" d=\"", f);
    for (unsigned c = 0; c < waves->cycles; c++)
        fprintf(f, "%s%u %uh%u", c ? "L" : "M", edge(waves, c) + (c ? 4 : 0),
                waves->value[c][port] ? y : y + 15, waves->cycle_width - (c ? 4 : 0));
    fputs("\"/>\n", f);
}

/* A payload: one box per beat, as long as the beat is offered; nothing while valid is low. */
static void draw_bus(FILE *f, const struct waves *waves, const struct waves_row *row, unsigned y)
{
    const int *beat = row->beat;

    for (unsigned c = 0, end; c < waves->cycles; c = end) {
        unsigned x = edge(waves, c), w;

        for (end = c + 1; beat[c] >= 0 && end < waves->cycles && beat[end] == beat[c]; end++)
            continue;
        if (beat[c] < 0)
            continue;
        w = (end - c) * waves->cycle_width;
        fprintf(f, "<path class=\"bus%s\" d=\"M%u %uh%ul4 7.5l-4 7.5h-%ul-4 -7.5z\"/>\n",
                end - c > 1 ? " hold" : "", x + 5, y, w - 6, w - 6);
        if (row->label)
            fprintf(f, "<text class=\"mid\" x=\"%u\" y=\"%u\">%s</text>\n", x + w / 2 + 2, y + 12,
                    row->label[beat[c]]);
        else
            fprintf(f, "<text class=\"mid\" x=\"%u\" y=\"%u\">%u</text>\n", x + w / 2 + 2, y + 12,
                    waves->value[c][row->port]);
    }
}

static void draw_row(FILE *f, const struct waves *waves, const struct waves_row *row, unsigned y)
{
    const struct lp_port *p = &waves->unit->ports[row->port];

    fprintf(f, "<text class=\"name%s\" x=\"%d\" y=\"%u\">%s_%c</text>\n",
            p->dir == LP_IN ? " in" : "", LEFT - 10, y + 12, p->name, p->dir == LP_IN ? 'i' : 'o');
    if (row->beat)
        draw_bus(f, waves, row, y);
    else
        draw_bit(f, waves, row->port, y);
}

bool waves_draw(const char *path, const struct waves *waves, const struct waves_row *rows,
                size_t count)
{
    unsigned width = edge(waves, waves->cycles) + 12, height = TOP + ((unsigned)count + 1) * ROW;
    FILE *f = fopen(path, "w");

    if (!f)
        return false;
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" width=\"%u\" "
            "height=\"%u\">\n<style>%s</style>\n",
            width, height, width, height, style);
    for (unsigned c = 0; c < waves->cycles; c++)
        fprintf(f,
                "<path class=\"grid\" d=\"M%u %uV%u\"/>"
                "<text class=\"mid num\" x=\"%u\" y=\"16\">%u</text>\n",
                edge(waves, c), TOP - 6, height - 8, edge(waves, c) + waves->cycle_width / 2, c);
    draw_clock(f, waves);
    for (size_t i = 0; i < count; i++)
        draw_row(f, waves, &rows[i], TOP + ((unsigned)i + 1) * ROW);
    fputs("</svg>\n", f);
    bool written = !ferror(f);
    return fclose(f) == 0 && written;
}
