/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700
#include "profile_plots.h"
#include "../shared/csv.h"
#include "../shared/fail.h"
#include "../shared/folder.h"
#include "../shared/svg.h"
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WIDTH 640
#define HEIGHT 300
#define LEFT 60
#define RIGHT 20
#define TOP 60
#define BOTTOM 50
#define SERIES 5u
#define LEGEND 112 /* pixels per series; all series fit the width */
#define TICKS 5

#define TEXT(macro) TEXT_(macro)
#define TEXT_(text) #text
#define SIZES(width, height)                                                                       \
    TEXT(width) " " TEXT(height) "\" width=\"" TEXT(width) "\" height=\"" TEXT(height)
static const char svg_begin[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " SIZES(
    WIDTH, HEIGHT) "\">\n";
static const char style[] =
    "text{font:12px ui-sans-serif,system-ui,\"DejaVu Sans\",sans-serif;fill:#24292f}\n"
    ".head{font-weight:600}.grid{stroke:#d0d7de}\n"
    ".c0{stroke:#0a3069;fill:#0a3069}.c1{stroke:#bc4c00;fill:#bc4c00}\n"
    ".c2{stroke:#1a7f37;fill:#1a7f37}.c3{stroke:#8250df;fill:#8250df}\n"
    ".c4{stroke:#57606a;fill:#57606a}path.line{fill:none;stroke-width:2}\n";

/* Values of series at positions on the x axis; a value below 0 is missing. */
struct chart {
    const char *name, *title, *x, *y;
    const char *series[SERIES];
    size_t series_count, count;
    int bars; /* else lines */
    char (*labels)[64];
    double *values; /* [place][series] */
};

static void open_chart(struct chart *chart, size_t count)
{
    chart->count = count;
    chart->labels = cli_alloc((count + 1) * sizeof *chart->labels);
    chart->values = cli_alloc((count + 1) * SERIES * sizeof *chart->values);
    for (size_t i = 0; i < count * SERIES; i++)
        chart->values[i] = -1;
}

static void set(struct chart *chart, size_t place, size_t series, double value)
{
    chart->values[place * SERIES + series] = value;
}

static void label(struct chart *chart, size_t place, const char *text)
{
    snprintf(chart->labels[place], sizeof *chart->labels, "%.60s", text);
}

/* ---- figures ---- */

static FILE *chart_file(const struct chart *chart, const char *ending)
{
    char name[CLI_FOLDER_NAME];
    snprintf(name, sizeof name, "%s.%s", chart->name, ending);
    return cli_folder_file(name);
}

static void write_csv(const struct chart *chart)
{
    FILE *file = chart_file(chart, "csv");
    fprintf(file, "%s", chart->x);
    for (size_t s = 0; s < chart->series_count; s++)
        fprintf(file, ",%s", chart->series[s]);
    for (size_t i = 0; i < chart->count; i++) {
        fputc('\n', file);
        cli_csv_text(file, chart->labels[i]);
        for (size_t s = 0; s < chart->series_count; s++)
            if (chart->values[i * SERIES + s] >= 0)
                fprintf(file, ",%.9g", chart->values[i * SERIES + s]);
            else
                fprintf(file, ",");
    }
    fprintf(file, "\n");
}

/* ---- pictures ---- */

/* A round number that is an upper bound of all values. */
static double top_of(const struct chart *chart)
{
    double most = 0, top = 1e-6;
    for (size_t i = 0; i < chart->count * SERIES; i++)
        most = chart->values[i] > most ? chart->values[i] : most;
    for (int step = 0; top < most; step++)
        top *= step % 3 == 1 ? 2.5 : 2;
    return most > 0 ? top : 1;
}

static double place_x(const struct chart *chart, size_t place)
{
    return LEFT + ((double)place + 0.5) * (WIDTH - LEFT - RIGHT) / (double)chart->count;
}

static double place_y(double value, double top)
{
    return HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM);
}

static void draw_axes(FILE *file, const struct chart *chart, double top)
{
    for (int i = 0; i <= TICKS; i++) {
        double y = place_y(top * i / TICKS, top);
        fprintf(file, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, y, WIDTH - RIGHT);
        fprintf(file, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", LEFT - 6, y + 4,
                top * i / TICKS);
    }
    size_t step = (chart->count + 11) / 12;
    for (size_t i = 0; i < chart->count; i += step)
        fprintf(file, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                place_x(chart, i), HEIGHT - BOTTOM + 18, cli_svg_text(chart->labels[i]));
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, chart->x);
}

static void draw_bar(FILE *file, const struct chart *chart, size_t place, size_t series, double top)
{
    double room = (WIDTH - LEFT - RIGHT) / (double)chart->count * 0.8;
    double width = room / (double)chart->series_count;
    double value = chart->values[place * SERIES + series];
    double y = place_y(value, top);
    fprintf(file,
            "<rect class=\"c%zu\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">"
            "<title>%g</title></rect>\n",
            series, place_x(chart, place) - room / 2 + width * (double)series, y, width * 0.9,
            HEIGHT - BOTTOM - y, value);
}

static void draw_line(FILE *file, const struct chart *chart, size_t series, double top)
{
    char begin = 'M';
    fprintf(file, "<path class=\"line c%zu\" d=\"", series);
    for (size_t i = 0; i < chart->count; i++) {
        double value = chart->values[i * SERIES + series];
        if (value >= 0)
            fprintf(file, "%c%.1f %.1f", begin, place_x(chart, i), place_y(value, top));
        begin = value >= 0 ? 'L' : 'M';
    }
    fprintf(file, "\"/>\n");
    for (size_t i = 0; i < chart->count; i++)
        if (chart->values[i * SERIES + series] >= 0)
            fprintf(file, "<circle class=\"c%zu\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n", series,
                    place_x(chart, i), place_y(chart->values[i * SERIES + series], top));
}

static void write_svg(const struct chart *chart)
{
    FILE *file = chart_file(chart, "svg");
    double top = top_of(chart);
    fprintf(file,
            "%s<style>\n%s</style>\n<rect width=\"100%%\" height=\"100%%\" "
            "fill=\"#fff\"/>\n<text class=\"head\" x=\"%d\" y=\"20\">%s</text>\n",
            svg_begin, style, LEFT, chart->title);
    for (size_t s = 0; s < chart->series_count; s++)
        fprintf(file,
                "<rect class=\"c%zu\" x=\"%zu\" y=\"32\" width=\"10\" height=\"10\"/>\n"
                "<text x=\"%zu\" y=\"42\">%s</text>\n",
                s, LEFT + LEGEND * s, LEFT + LEGEND * s + 15, chart->series[s]);
    draw_axes(file, chart, top);
    for (size_t s = 0; s < chart->series_count; s++)
        if (!chart->bars)
            draw_line(file, chart, s, top);
        else
            for (size_t i = 0; i < chart->count; i++)
                draw_bar(file, chart, i, s, top);
    fprintf(file, "</svg>\n");
}

static void finish(struct chart *chart)
{
    write_csv(chart);
    write_svg(chart);
    free(chart->labels);
    free(chart->values);
}

/* ---- the plots ---- */

static double or_none(uint64_t a, uint64_t b)
{
    return b > 0 ? profile_quotient(a, b) : -1;
}

static void plot_ratios(const struct profile_job *job)
{
    struct chart chart = {.name = "ratio",
                          .title = "Compression ratio at each point",
                          .x = "point",
                          .series = {"bits", "sizes", "sectors"},
                          .series_count = 3};
    open_chart(&chart, job->set->point_count);
    for (size_t p = 0; p < chart.count; p++) {
        struct lpi_classes all = lpi_plan_classes(profile_plan(job), p);
        label(&chart, p, job->set->points[p].name);
        set(&chart, p, 0, or_none(all.lines * LP_LINE_BYTES * 8, all.bits));
        set(&chart, p, 1, or_none(all.lines * LP_LINE_BYTES, profile_size_bytes(&all)));
        set(&chart, p, 2, or_none(all.lines * LP_LINE_SECTORS, profile_sectors(&all)));
    }
    finish(&chart);
}

static void plot_targets(const struct profile_job *job, int buddy)
{
    struct chart chart = {.name = buddy ? "targets_buddy" : "targets_ratio",
                          .title = buddy ? "Lines in buddy memory, %, by choice of targets"
                                         : "Compression ratio by choice of targets",
                          .x = "targets",
                          .series = {buddy ? "buddy %" : "ratio"},
                          .series_count = 1,
                          .bars = 1};
    open_chart(&chart, PROFILE_STEPS + (job->applied != NULL));
    for (size_t s = 0; s < chart.count; s++) {
        const struct lpi_plan *plan = s < PROFILE_STEPS ? job->steps[s] : job->applied;
        label(&chart, s, s < PROFILE_STEPS ? profile_step_names[s] : "applied");
        set(&chart, s, 0,
            buddy ? 100 * profile_quotient(plan->flow.buddy_lines, plan->flow.lines)
                  : profile_ratio(plan));
    }
    finish(&chart);
}

static void plot_thresholds(const struct profile_job *job, int buddy)
{
    struct chart chart = {.name = buddy ? "threshold_buddy" : "threshold_ratio",
                          .title = buddy ? "Lines in buddy memory, %, by buddy threshold"
                                         : "Compression ratio by buddy threshold",
                          .x = "threshold, %",
                          .series = {buddy ? "buddy %" : "ratio", "best"},
                          .series_count = buddy ? 1 : 2};
    open_chart(&chart, PROFILE_SWEEP);
    for (size_t i = 0; i < chart.count; i++) {
        const struct profile_sweep *s = &job->sweep[i];
        char text[16];
        snprintf(text, sizeof text, "%u", (unsigned)(s->threshold / 10000));
        label(&chart, i, text);
        set(&chart, i, 0,
            buddy ? 100 * profile_quotient(s->buddy_lines, s->lines)
                  : profile_quotient(16 * s->pages, s->frames));
        if (!buddy)
            set(&chart, i, 1, or_none(job->best_lines * LP_LINE_SECTORS, job->best_sectors));
    }
    finish(&chart);
}

static void plot_time(const struct profile_job *job)
{
    struct chart chart = {.name = "time",
                          .title = "Lines in buddy memory, %, with fixed targets",
                          .x = "point",
                          .series_count = PROFILE_STEPS};
    open_chart(&chart, job->set->point_count);
    if (job->applied != NULL)
        chart.series[chart.series_count++] = "applied";
    for (size_t p = 0; p < chart.count; p++) {
        label(&chart, p, job->set->points[p].name);
        for (size_t s = 0; s < chart.series_count; s++) {
            const struct lpi_plan *plan = s < PROFILE_STEPS ? job->steps[s] : job->applied;
            struct lpi_flow flow = lpi_plan_at(plan, p);
            chart.series[s] = s < PROFILE_STEPS ? profile_step_names[s] : "applied";
            set(&chart, p, s, 100 * or_none(flow.buddy_lines, flow.lines));
        }
    }
    finish(&chart);
}

static void plot_transitions(const struct profile_job *job)
{
    struct chart chart = {.name = "transitions",
                          .bars = 1,
                          .title = "Lines by sectors at a point and at the next, % of the former",
                          .x = "sectors at a point",
                          .series = {"0 next", "1 next", "2 next", "3 next", "4 next"},
                          .series_count = SERIES};
    open_chart(&chart, LP_LINE_SECTORS + 1);
    for (unsigned from = 0; from <= LP_LINE_SECTORS; from++) {
        const uint64_t *row = job->tables->transitions[job->moves][from];
        char text[16];
        uint64_t all = 0;
        for (unsigned to = 0; to <= LP_LINE_SECTORS; to++)
            all += row[to];
        snprintf(text, sizeof text, "%u", from);
        label(&chart, from, text);
        for (unsigned to = 0; to <= LP_LINE_SECTORS; to++)
            set(&chart, from, to, 100 * profile_quotient(row[to], all));
    }
    finish(&chart);
}

/* Whether a file is a picture made here; data files have the same stem. */
static bool has_picture(int folder, const char *stem)
{
    char name[CLI_FOLDER_NAME], found[sizeof svg_begin - 1];
    snprintf(name, sizeof name, "%s.svg", stem);
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool same = fd >= 0 && read(fd, found, sizeof found) == (ssize_t)sizeof found &&
                memcmp(found, svg_begin, sizeof found) == 0;
    if (fd >= 0)
        close(fd);
    return same;
}

static bool is_ours(int folder, const char *name)
{
    static const char *const names[] = {"ratio",           "targets_buddy",   "targets_ratio",
                                        "threshold_buddy", "threshold_ratio", "time",
                                        "transitions"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);
        if (strncmp(name, names[i], length) == 0 &&
            (strcmp(name + length, ".svg") == 0 || strcmp(name + length, ".csv") == 0))
            return has_picture(folder, names[i]);
    }
    return false;
}

void profile_plots(const struct profile_options *o, const struct profile_job *job)
{
    cli_folder_open(o->plots, o->force, is_ours, "a set of plots");
    plot_ratios(job);
    for (int buddy = 0; buddy < 2; buddy++) {
        plot_targets(job, buddy);
        plot_thresholds(job, buddy);
    }
    plot_time(job);
    plot_transitions(job);
    cli_folder_finish();
}
