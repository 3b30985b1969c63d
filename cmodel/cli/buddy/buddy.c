/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* sigaction */
#include "buddy.h"
#include "../../systems/replay/buddy_function.h"
#include "../../systems/replay/buddy_memory.h"
#include "../../systems/replay/buddy_replay.h"
#include "buddy_report.h"
#include "buddy_sweep.h"
#include "../shared/cli.h"
#include "../cosim/cosim.h"
#include "../shared/fail.h"
#include "../shared/output.h"
#include "../shared/progress.h"
#include <linepress/linepress.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void show_progress(void *context, uint64_t done, uint64_t all)
{
    (void)context;
    cli_progress("buddy", done, all);
}

static void note(void *context, const char *line)
{
    (void)context;
    cli_complain("%s", line);
}

/* ---- a mapped file ---- */

static char bus_error[512];

/* A mapped file that is truncated, or whose device fails, is reported only by this signal. */
static void end_on_bus_error(int signal)
{
    (void)signal;
    ssize_t written = write(STDERR_FILENO, bus_error, strlen(bus_error));
    (void)written; /* a failure cannot be reported anywhere else */
    _exit(EXIT_BAD);
}

static void catch_bus_errors(const char *path)
{
    struct sigaction action = {.sa_handler = end_on_bus_error};
    snprintf(bus_error, sizeof bus_error,
             "linepress: %.400s: cannot be read any more; did the file become shorter?\n", path);
    sigaction(SIGBUS, &action, NULL);
}

/* ---- the command ---- */

static int ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static void save_trace(const struct buddy_options *o, const struct buddy_job *job)
{
    cli_output_open(o->save, o->force);
    if (ends_with(o->save, ".lpt"))
        lp_trace_write_binary(&job->trace, cli_output_write, NULL);
    else
        lp_trace_write_text(&job->trace, cli_output_write, NULL);
    cli_output_finish();
}

/* Executes the accesses and reports; returns the exit status. */
static int run(const struct buddy_options *o, struct buddy_job *job, lp_open_fn *rtl)
{
    const struct buddy_ask *ask = &o->ask;
    struct lpi_replay_result result = {0};
    struct lpi_fault fault = {0};
    if (ask->engine == BUDDY_FUNCTION)
        buddy_function(ask, job, buddy_target(ask), ask->cache_bytes, &result, &fault);
    else
        buddy_replay(ask, job, ask->engine == BUDDY_RTL ? rtl : lp_model_open, &result, &fault);
    if (fault.code != 0)
        cli_fail_for(&fault);
    cli_progress_end();
    int status = buddy_report(o, job, &result);
    lpi_replay_free(&result);
    return status;
}

int cli_buddy_with(int argc, char **argv, lp_open_fn *rtl)
{
    struct buddy_options options;
    struct buddy_job job;
    struct lpi_fault fault = {0};
    int status = EXIT_GOOD;
    buddy_parse(argc, argv, &options);
    options.ask.tell = &(struct lpi_tell){.progress = show_progress, .note = note};
    if (options.ask.engine == BUDDY_RTL && rtl == NULL)
        cli_run_cosim(argv);
    if (buddy_job_open(&options.ask, &job, &fault) != 0)
        cli_fail_for(&fault);
    buddy_check_effects(&options);
    if (job.file.mapped_bytes > 0)
        catch_bus_errors(options.ask.file);
    if (options.save != NULL)
        save_trace(&options, &job);
    else if (options.sweep)
        buddy_sweep(&options, &job);
    else
        status = run(&options, &job, rtl);
    buddy_job_close(&job);
    return status;
}

int cli_buddy(int argc, char **argv)
{
    return cli_buddy_with(argc, argv, NULL);
}
