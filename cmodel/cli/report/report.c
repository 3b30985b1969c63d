/* SPDX-License-Identifier: Apache-2.0 */
#include "../../systems/report/report_data.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/output.h"
#include "../shared/progress.h"
#include "report_options.h"
#include "report_page.h"
#include <string.h>

static void show_progress(void *context, uint64_t done, uint64_t all)
{
    (void)context;
    cli_progress_bytes("report", done, all);
}

static void note(void *context, const char *line)
{
    (void)context;
    cli_complain("%s", line);
}

static void write_lines(const char *const *lines)
{
    for (; *lines != NULL; lines++)
        (void)cli_output_write(NULL, *lines, strlen(*lines));
}

static void write_report(const struct report_options *o, const struct profile_job *job)
{
    struct lpi_fault fault = {0};
    cli_output_open(o->output, o->force);
    write_lines(report_page_head);
    if (report_write_data(job, cli_output_write, NULL, &fault) != 0)
        cli_fail_for(&fault);
    write_lines(report_page_tail);
    cli_output_finish();
}

int cli_report(int argc, char **argv)
{
    struct lpi_fault fault = {0};
    struct report_options options;
    struct profile_job job;
    report_parse(argc, argv, &options);
    options.goal.ask.tell = &(struct lpi_tell){.progress = show_progress, .note = note};
    if (profile_open(&options.goal.ask, &job, &fault) != 0)
        cli_fail_for(&fault);
    cli_progress_end();
    write_report(&options, &job);
    profile_close(&job);
    return EXIT_GOOD;
}
