/* SPDX-License-Identifier: Apache-2.0 */
#include "../../systems/profile/profile_job.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/output.h"
#include "../shared/tensors.h"
#include "profile_options.h"
#include "profile_plots.h"
#include "profile_report.h"
#include "../shared/progress.h"

static void show_progress(void *context, uint64_t done, uint64_t all)
{
    (void)context;
    cli_progress_bytes("profile", done, all);
}

static void note(void *context, const char *line)
{
    (void)context;
    cli_complain("%s", line);
}

static void write_targets(const struct profile_options *o, const struct profile_job *job)
{
    struct lpi_fault fault;
    cli_output_open(o->targets, o->force);
    if (profile_write_targets(job, cli_output_write, NULL, &fault) != 0)
        cli_fail_for(&fault);
    cli_output_finish();
}

static void write_heat(const struct profile_options *o, const struct profile_job *job)
{
    cli_output_open(o->heatmap, o->force);
    cli_output_refuse_terminal(o->force);
    if (lpi_heat_write(job->heat, cli_output_write, NULL) != LP_OK)
        cli_fail("%s: the picture cannot be written", o->heatmap);
    cli_output_finish();
}

static int list(const struct profile_options *o)
{
    struct cli_options options = {.sets = 1,
                                  .json = o->json,
                                  .tensor = o->goal.ask.tensor,
                                  .files = (char **)(uintptr_t)o->goal.ask.operands,
                                  .file_count = (int)o->goal.ask.count};
    return cli_tensors_list("profile", &options);
}

int cli_profile(int argc, char **argv)
{
    struct lpi_fault fault = {0};
    struct profile_options options;
    struct profile_job job;
    profile_parse(argc, argv, &options);
    if (options.list)
        return list(&options);
    options.goal.ask.tell = &(struct lpi_tell){.progress = show_progress, .note = note};
    if (profile_open(&options.goal.ask, &job, &fault) != 0)
        cli_fail_for(&fault);
    cli_progress_end();
    if (options.targets != NULL)
        write_targets(&options, &job);
    if (options.heatmap != NULL)
        write_heat(&options, &job);
    if (options.plots != NULL)
        profile_plots(&options, &job);
    profile_report(&options, &job);
    profile_close(&job);
    return EXIT_GOOD;
}
