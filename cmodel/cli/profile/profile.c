/* SPDX-License-Identifier: Apache-2.0 */
#include "../../lib/profile/heat.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/json.h"
#include "../shared/output.h"
#include "profile_job.h"
#include "profile_options.h"
#include "profile_plots.h"
#include "profile_report.h"
#include "../shared/progress.h"
#include "../shared/set_targets.h"
#include <linepress/targets.h>
#include <stdlib.h>
#include <string.h>

const char *const profile_step_names[PROFILE_STEPS] = {"naive_floor", "naive_threshold",
                                                       "allocation", "zero"};

/* ---- figures that several need ---- */

const struct lpi_plan *profile_plan(const struct profile_job *job)
{
    return job->applied != NULL ? job->applied : job->steps[PROFILE_ZERO];
}

double profile_quotient(uint64_t a, uint64_t b)
{
    return b > 0 ? (double)a / (double)b : 0;
}

double profile_ratio(const struct lpi_plan *plan)
{
    return profile_quotient(16 * plan->pages, plan->frames);
}

uint64_t profile_size_bytes(const struct lpi_classes *classes)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < LPI_SIZES; i++)
        sum += classes->sizes[i] * lpi_sizes[i];
    return sum;
}

uint64_t profile_sectors(const struct lpi_classes *classes)
{
    uint64_t sum = 0;
    for (unsigned s = 1; s <= LP_LINE_SECTORS; s++)
        sum += s * lpi_classes_sectors(classes, s);
    return sum;
}

/* ---- plans ---- */

static void check_memory(int error)
{
    if (error != LP_OK)
        cli_fail("profile: no memory for the targets");
}

static struct lpi_plan *open_plan(const struct profile_job *job, const struct lpi_goal *goal)
{
    struct lpi_plan *plan = NULL;
    check_memory(lpi_plan_open(job->tables, goal, &plan));
    return plan;
}

static void make_steps(struct profile_job *job)
{
    for (unsigned s = 0; s < PROFILE_STEPS; s++)
        job->steps[s] = open_plan(job, &job->goal);
    lpi_plan_floor(job->steps[PROFILE_FLOOR]);
    lpi_plan_threshold(job->steps[PROFILE_THRESHOLD]);
    lpi_plan_allocations(job->steps[PROFILE_ALLOCATION]);
    check_memory(lpi_plan_zero(job->steps[PROFILE_ZERO]));
    if (job->options->codec != PROFILE_BY_TARGET || job->options->apply != NULL)
        return;
    job->own = open_plan(job, &job->goal);
    check_memory(lpi_plan_own(job->own));
}

/* A threshold for what is mostly zero that was given stays what it is. */
static void make_sweep(struct profile_job *job)
{
    for (unsigned i = 0; i < PROFILE_SWEEP; i++) {
        struct lpi_goal goal = job->goal;
        goal.threshold = 100000 + 50000 * i;
        if (!job->options->zero_given)
            goal.zero_threshold = goal.threshold;
        if (job->options->codec == PROFILE_BY_TARGET && job->options->apply == NULL)
            check_memory(lpi_goal_codecs(job->tables, &goal));
        struct lpi_plan *plan = open_plan(job, &goal);
        check_memory(lpi_plan_zero(plan));
        job->sweep[i] = (struct profile_sweep){goal.threshold, plan->pages, plan->frames,
                                               plan->flow.lines, plan->flow.buddy_lines};
        lpi_plan_close(plan);
    }
}

/* What every line in whole sectors would give, and whose transitions are shown. */
static void find_best(struct profile_job *job)
{
    uint64_t fewest = UINT64_MAX;
    for (unsigned c = LP_PAGE_CODECS; c-- > 0;) {
        uint64_t sectors = 0;
        for (size_t i = 0; job->tables->cells[c] != NULL &&
                           i < job->set->allocation_count * job->set->point_count; i++)
            sectors += profile_sectors(&job->tables->cells[c][i]);
        if (job->tables->cells[c] != NULL && sectors < fewest) {
            fewest = sectors;
            job->moves = c;
        }
    }
    for (size_t p = 0; p < job->set->point_count; p++) {
        struct lpi_classes all = lpi_plan_classes(profile_plan(job), p);
        job->best_sectors += profile_sectors(&all);
        job->best_lines += all.lines;
    }
}

/* ---- target files ---- */

static struct lp_targets *read_targets(const char *path)
{
    struct lp_targets *targets = NULL;
    struct lp_targets_fault fault;
    if (lp_targets_read(path, &targets, &fault) != LP_OK)
        cli_fail("%s: %s", path, fault.why);
    return targets;
}

/* Page size and codecs are those that the targets were chosen for. */
static void take_config(struct lpi_goal *goal, const struct lp_targets *targets)
{
    struct lp_buddy_config config;
    lp_buddy_defaults(&config, 1);
    lp_targets_config(targets, &config);
    goal->page_log2 = config.page_log2;
    memcpy(goal->codec, config.codec, sizeof goal->codec);
}

static void apply(struct profile_job *job, const struct lp_targets *targets)
{
    job->applied = open_plan(job, &job->goal);
    for (size_t a = 0; a < job->set->allocation_count; a++) {
        const struct lp_targets_row *row = lp_targets_find(targets, job->set->allocations[a].name);
        if (row != NULL)
            job->applied->targets[a] = (uint8_t)row->target;
    }
    lpi_plan_sum(job->applied);
}

static json_t *target_row(const void *context, size_t a)
{
    const struct profile_job *job = context;
    const struct lpi_allocation *allocation = &job->set->allocations[a];
    return json_pack("{s:o, s:I, s:s}", "name", lpi_json_text(allocation->name), "bytes",
                     (json_int_t)allocation->bytes, "target",
                     lp_target_name(profile_plan(job)->targets[a]));
}

static void put_output(const char *text)
{
    if (cli_output_write(NULL, text, strlen(text)) != LP_OK)
        cli_fail("profile: the targets cannot be written");
}

static void write_targets(const struct profile_job *job)
{
    const struct lpi_plan *plan = profile_plan(job);
    json_t *codecs = json_object();
    for (unsigned t = LP_TARGETS; t-- > 0;)
        json_object_set_new(codecs, lp_target_name(t),
                            json_string(profile_codec_name(plan->goal.codec[t])));
    json_t *root = json_pack("{s:i, s:s, s:o}", "linepress_targets", LP_TARGETS_VERSION, "page",
                             profile_pages[plan->goal.page_log2 == 21], "codec", codecs);
    cli_output_open(job->options->targets, job->options->force);
    cli_json_rows(put_output, root, "allocations", job->set->allocation_count, target_row, job);
    cli_output_finish();
}

static void write_heat(const struct profile_job *job)
{
    cli_output_open(job->options->heatmap, job->options->force);
    cli_output_refuse_terminal(job->options->force);
    if (lpi_heat_write(job->heat, cli_output_write, NULL) != LP_OK)
        cli_fail("%s: the picture cannot be written", job->options->heatmap);
    cli_output_finish();
}

/* ---- the command ---- */

static void show_progress(void *context, uint64_t done, uint64_t all)
{
    (void)context;
    cli_progress_bytes("profile", done, all);
}

static unsigned codecs_of(const struct profile_options *o, const struct lpi_goal *goal)
{
    unsigned codecs = 0;
    if (o->apply == NULL)
        return o->codec == PROFILE_BY_TARGET ? 1u << LP_PAGE_ZVC | 1u << LP_PAGE_BPC : 1u << o->codec;
    for (unsigned t = 0; t < LP_TARGETS; t++)
        codecs |= 1u << goal->codec[t];
    return codecs;
}

static void open_job(struct profile_job *job, const struct profile_options *o,
                     const struct lp_targets *targets)
{
    struct lpi_fault fault;
    struct lpi_count count = {.threads = o->threads, .progress = show_progress};
    *job = (struct profile_job){.options = o, .goal = o->goal};
    if (targets != NULL)
        take_config(&job->goal, targets);
    if (lpi_set_open(o->operands, o->count, o->split, &job->set, &fault) != LP_OK)
        cli_fail("%s", fault.why);
    if (targets != NULL && cli_compare_targets(o->apply, job->set, targets) > 0 && o->strict)
        cli_fail("profile: the targets are not this set's (--strict)");
    if (o->heatmap != NULL) {
        check_memory(lpi_heat_open(job->set, &job->heat));
        count.lines = lpi_heat_add;
        count.context = job->heat;
    }
    if (lpi_tables_open(job->set, codecs_of(o, &job->goal), &count, &job->tables, &fault) != LP_OK)
        cli_fail("%s", fault.why);
    cli_progress_end();
}

static void close_job(struct profile_job *job)
{
    for (unsigned s = 0; s < PROFILE_STEPS; s++)
        lpi_plan_close(job->steps[s]);
    lpi_plan_close(job->own);
    lpi_plan_close(job->applied);
    lpi_heat_close(job->heat);
    lpi_tables_close(job->tables);
    lpi_set_close(job->set);
}

int cli_profile(int argc, char **argv)
{
    struct profile_options options;
    struct profile_job job;
    profile_parse(argc, argv, &options);
    struct lp_targets *targets = options.apply != NULL ? read_targets(options.apply) : NULL;
    open_job(&job, &options, targets);
    if (options.codec == PROFILE_BY_TARGET && targets == NULL)
        check_memory(lpi_goal_codecs(job.tables, &job.goal));
    make_steps(&job);
    if (targets != NULL)
        apply(&job, targets);
    make_sweep(&job);
    find_best(&job);
    if (options.targets != NULL)
        write_targets(&job);
    if (options.heatmap != NULL)
        write_heat(&job);
    if (options.plots != NULL)
        profile_plots(&job);
    profile_report(&job);
    close_job(&job);
    lp_targets_free(targets);
    return EXIT_GOOD;
}
