/* SPDX-License-Identifier: Apache-2.0 */
#include "vdnn_svg.h"
#include "../shared/svg.h"
#include <stdio.h>
#include <string.h>

#define LEFT 128
#define WIDTH 820
#define RIGHT 72
#define TOP 92
#define LANE 24    /* a bar's height */
#define BETWEEN 4  /* between the lanes of a policy */
#define GAP 22     /* between policies */
#define LETTER 6.1 /* width of a letter in a label of 11 px, at most */

static const char light[] =
    ".f{fill:#0a3069}.b{fill:#1a7f37}.o{fill:#bc4c00}.p{fill:#8250df}.w{fill:#ffd8d3}\n"
    ".f,.b,.o,.p,.w{stroke:#fff;stroke-width:.5}.n{font-size:11px;fill:#fff}\n";
static const char dark[] =
    ".f{fill:#79c0ff}.b{fill:#56d364}.o{fill:#ffa657}.p{fill:#d2a8ff}.w{fill:#67252a}\n"
    ".f,.b,.o,.p,.w{stroke:#0d1117}.n{fill:#0d1117}";

struct picture {
    const struct vdnn_job *job;
    double scale; /* pixels per second */
    int lanes_end;
};

/* A bar from `at` for `seconds`, with a tooltip, and its name if there is room. */
static void bar(const struct picture *p, char kind, double at, double seconds, int y,
                const char *name, const char *what)
{
    double x = LEFT + p->scale * at, width = p->scale * seconds;
    if (!(width > 0))
        return;
    cli_svg_put("<rect class=\"%c\" x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\"><title>%s %s: "
                "%.3f ms</title></rect>\n",
                kind, x, y, width, LANE, cli_svg_text(name), what, 1000 * seconds);
    if (width > LETTER * (double)strlen(name) + 6)
        cli_svg_put("<text class=\"n\" x=\"%.2f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                    x + width / 2, y + LANE / 2 + 4, cli_svg_text(name));
}

/* A policy's lanes; the oracle has no copies. */
static void lanes(const struct picture *p, const struct vdnn_timeline *t, int y)
{
    for (size_t i = 0; i < p->job->network.count; i++) {
        const struct lp_vdnn_task *task = &t->tasks[i];
        const struct lp_vdnn_slot *slot = &t->slots[i];
        const char *name = p->job->network.steps[i].name, *x = p->job->network.steps[i].x;
        bar(p, 'f', slot->forward_at, task->forward, y, name, "forward");
        bar(p, 'w', slot->forward_at + task->forward, slot->forward_stall, y, "", "waits");
        bar(p, 'b', slot->backward_at, task->backward, y, name, "backward");
        bar(p, 'w', slot->backward_at + task->backward, slot->backward_stall, y, "", "waits");
        bar(p, 'o', slot->offload_at, slot->offload, y + LANE + BETWEEN, x, "leaves");
        bar(p, 'p', slot->prefetch_at, slot->prefetch, y + LANE + BETWEEN, x, "comes back");
    }
}

static void oracle(const struct picture *p, const struct vdnn_timeline *t, int y)
{
    double now = 0;
    size_t count = p->job->network.count;
    for (size_t i = 0; i < count; i++) {
        bar(p, 'f', now, t->tasks[i].forward, y, p->job->network.steps[i].name, "forward");
        now += t->tasks[i].forward;
    }
    for (size_t i = count; i-- > 0;) {
        bar(p, 'b', now, t->tasks[i].backward, y, p->job->network.steps[i].name, "backward");
        now += t->tasks[i].backward;
    }
}

static void label(int y, const char *title, const char *lane)
{
    cli_svg_put("<text class=\"head\" x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", LEFT - 10,
                y + LANE / 2 + 4, title);
    if (lane != NULL)
        cli_svg_put("<text class=\"s\" x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n",
                    LEFT - 10, y + LANE + BETWEEN + LANE / 2 + 4, lane);
}

static void result(const struct picture *p, double seconds, int y)
{
    cli_svg_put("<text class=\"s\" x=\"%.1f\" y=\"%d\">%.1f ms</text>\n",
                LEFT + p->scale * seconds + 6, y + LANE / 2 + 4, 1000 * seconds);
}

static void axis(const struct picture *p, double seconds)
{
    double step = cli_svg_step(seconds, 1e-9);
    for (int i = 0; i * step <= seconds; i++)
        cli_svg_tick(LEFT + p->scale * i * step, TOP - 6, p->lanes_end + 4, 1000 * i * step, "ms");
}

static void legend(void)
{
    static const struct {
        const char *kind, *text;
        int width;
    } entries[] = {{"f", "layers forward", 118},
                   {"b", "layers backward", 126},
                   {"o", "X leaves", 84},
                   {"p", "X comes back", 112},
                   {"w", "the GPU waits", 100}};
    int x = LEFT;
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        cli_svg_key(entries[i].kind, x, 56, entries[i].text);
        x += entries[i].width;
    }
}

static void head(const struct vdnn_options *o, const struct vdnn_job *job, int height)
{
    char ratio[32] = "ratios from files";
    if (o->ask.ratios_count == 0)
        snprintf(ratio, sizeof ratio, "flat ratio %g", o->ask.ratio);
    cli_svg_begin(LEFT + WIDTH + RIGHT, height, light, dark);
    cli_svg_put("<text class=\"head\" x=\"%d\" y=\"22\">One training step of %s, batch %u</text>\n",
                LEFT, cli_svg_text(job->network.net.title), job->network.net.batch);
    cli_svg_put("<text class=\"s\" x=\"%d\" y=\"40\">%s, efficiency %g, link %g GB/s, %s; times of "
                "layers are %s</text>\n",
                LEFT, cli_svg_text(job->gpu.title), o->ask.efficiency, o->ask.link, ratio,
                job->network.file != NULL ? "a model or the file's" : "a model");
    legend();
}

void vdnn_svg(const struct vdnn_options *o, const struct vdnn_job *job)
{
    struct picture p = {.job = job};
    double longest = 0;
    int pitch = 2 * LANE + BETWEEN + GAP, y = TOP;
    p.lanes_end = TOP + LANE;
    for (int k = 0; k < VDNN_POLICIES; k++) {
        const struct vdnn_timeline *t = &job->policies[k];
        if (t->known && t->total.iteration > longest)
            longest = t->total.iteration;
        p.lanes_end += t->known ? pitch : 0;
    }
    p.scale = longest > 0 ? WIDTH / longest : 0;
    head(o, job, p.lanes_end + 34);
    if (longest > 0)
        axis(&p, longest);
    label(y, "oracle", NULL);
    oracle(&p, &job->policies[VDNN_RAW], y);
    result(&p, job->policies[VDNN_RAW].total.oracle, y);
    y += LANE + GAP;
    for (int k = 0; k < VDNN_POLICIES; k++) {
        const struct vdnn_timeline *t = &job->policies[k];
        if (!t->known)
            continue;
        label(y, vdnn_policies[k].title, "link");
        lanes(&p, t, y);
        result(&p, t->total.iteration, y);
        y += pitch;
    }
    cli_svg_end();
}
