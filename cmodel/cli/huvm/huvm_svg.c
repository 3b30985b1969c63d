/* SPDX-License-Identifier: Apache-2.0 */
#include "huvm_svg.h"
#include "../shared/svg.h"
#include <stdio.h>

#define LEFT 120
#define WIDTH 860
#define TOP 84
#define LANE 20
#define PITCH 26
enum { LANES_MAX = 48 };

static const char light[] =
    ".k0{fill:#0a3069}.k1{fill:#bc4c00}.k2{fill:#d4a72c}.k3{fill:#6e7781}.k4{fill:#1a7f37}\n"
    ".k5{fill:#8250df}rect{stroke:#fff;stroke-width:.5}\n";
static const char dark[] =
    ".k0{fill:#79c0ff}.k1{fill:#ffa657}.k2{fill:#e3b341}.k3{fill:#8b949e}.k4{fill:#56d364}\n"
    ".k5{fill:#d2a8ff}rect{stroke:#0d1117}";

static const char *const kinds[HUVM_WHYS] = {
    [HUVM_FAULT] = "fault, head",      [HUVM_EVICT] = "eviction",
    [HUVM_PRE_EVICT] = "pre-eviction", [HUVM_WRITE_BACK] = "write-back",
    [HUVM_PARALLEL] = "fault, tail",   [HUVM_PREFETCH] = "prefetch"};

/* One direction of a link, identified by the ends of its copies. */
struct lane {
    uint8_t from, to;
};

struct picture {
    struct lane lane[LANES_MAX];
    unsigned lanes;
    uint64_t begin, end;
};

void huvm_svg_see(void *context, const struct huvm_span *span)
{
    struct huvm_film *film = context;
    /* Starts at the first eviction: before it, memory only fills. */
    if (film->from == 0 && (span->action.why == HUVM_EVICT || span->action.why == HUVM_PRE_EVICT))
        film->from = span->link;
    if (film->from == 0 || span->link < film->from || film->count == HUVM_SVG_SPANS)
        return;
    film->span[film->count++] = *span;
}

/* LANES_MAX: none. */
static unsigned lane_of(const struct picture *p, const struct huvm_action *a)
{
    for (unsigned i = 0; i < p->lanes; i++)
        if (p->lane[i].from == a->from && p->lane[i].to == a->to)
            return i;
    return LANES_MAX;
}

static bool is_before(const struct lane *a, const struct lane *b)
{
    return a->from < b->from || (a->from == b->from && a->to < b->to);
}

/* Inserts a lane, sorted by its ends; the host is last. */
static void add_lane(struct picture *p, const struct huvm_action *a)
{
    struct lane lane = {a->from, a->to};
    if (p->lanes == LANES_MAX || lane_of(p, a) < LANES_MAX)
        return;
    unsigned i = p->lanes++;
    for (; i > 0 && is_before(&lane, &p->lane[i - 1]); i--)
        p->lane[i] = p->lane[i - 1];
    p->lane[i] = lane;
}

static double x_of(const struct picture *p, uint64_t at)
{
    return LEFT + WIDTH * (double)(at - p->begin) / (double)(p->end - p->begin);
}

static void bar(const struct picture *p, const struct huvm_span *span)
{
    unsigned lane = lane_of(p, &span->action);
    if (lane == LANES_MAX)
        return;
    double x = x_of(p, span->link), width = x_of(p, span->end) - x;
    cli_svg_put("<rect class=\"k%d\" x=\"%.2f\" y=\"%u\" width=\"%.2f\" height=\"%d\">",
                span->action.why, x, TOP + lane * PITCH, width, LANE);
    cli_svg_put("<title>chunk %u of GPU %u, %s: asked for at %.1f, driver from %.1f, link %.1f to "
                "%.1f us</title></rect>\n",
                span->action.chunk, span->action.gpu, kinds[span->action.why],
                (double)span->asked / 1000, (double)span->driver / 1000, (double)span->link / 1000,
                (double)span->end / 1000);
}

static void label(const struct picture *p, unsigned lane)
{
    char from[16] = "host", to[16] = "host";
    if (p->lane[lane].from != HUVM_HOST)
        snprintf(from, sizeof from, "GPU %u", p->lane[lane].from);
    if (p->lane[lane].to != HUVM_HOST)
        snprintf(to, sizeof to, "GPU %u", p->lane[lane].to);
    cli_svg_put("<text class=\"s\" x=\"%d\" y=\"%u\" text-anchor=\"end\">%s &#8594; %s</text>\n",
                LEFT - 8, TOP + lane * PITCH + LANE / 2 + 4, from, to);
}

static void axis(const struct picture *p)
{
    double all = (double)(p->end - p->begin) / 1000, step = cli_svg_step(all, 1);
    for (int i = 0; i * step <= all; i++)
        cli_svg_tick(LEFT + WIDTH * i * step / all, TOP - 6, (int)(TOP + p->lanes * PITCH),
                     i * step, "us");
}

static void legend(void)
{
    for (int i = 0; i < HUVM_WHYS; i++) {
        char class[] = {'k', (char)('0' + i), '\0'};
        cli_svg_key(class, LEFT + i * 110, 50, kinds[i]);
    }
}

void huvm_svg(const struct huvm_scenario *s, const struct huvm_outcome *o,
              const struct huvm_film *film)
{
    struct picture p = {.begin = film->from, .end = film->from + 1};
    for (unsigned i = 0; i < film->count; i++) {
        add_lane(&p, &film->span[i].action);
        if (film->span[i].end > p.end)
            p.end = film->span[i].end;
    }
    cli_svg_begin(LEFT + WIDTH + 24, (int)(TOP + p.lanes * PITCH + 28), light, dark);
    cli_svg_put("<text class=\"head\" x=\"%d\" y=\"20\">%s, policy %s</text>\n", LEFT,
                cli_svg_text(s->name), o->policy->name);
    cli_svg_put("<text class=\"s\" x=\"%d\" y=\"37\">%s</text>\n", LEFT,
                film->count > 0 ? "the first copies from the first eviction on, on the links; "
                                  "times come from a model"
                                : "nothing is evicted");
    legend();
    if (film->count > 0)
        axis(&p);
    for (unsigned i = 0; i < p.lanes; i++)
        label(&p, i);
    for (unsigned i = 0; i < film->count; i++)
        bar(&p, &film->span[i]);
    cli_svg_end();
}
