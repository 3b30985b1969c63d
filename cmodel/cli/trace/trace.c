/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_job.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/input.h"
#include "../shared/output.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int read_memory(void *context, void *buffer, size_t bytes, size_t *got)
{
    struct trace_file *file = context;
    size_t rest = file->count - file->at;
    *got = bytes < rest ? bytes : rest;
    memcpy(buffer, file->bytes + file->at, *got);
    file->at += *got;
    return LP_OK;
}

static int read_input(void *context, void *buffer, size_t bytes, size_t *got)
{
    return lp_input_read(context, buffer, bytes, got);
}

static struct lp_warp_trace *read_file(const char *path)
{
    struct lp_warp_trace *trace = NULL;
    struct lp_warp_fault fault = {""};
    struct lp_input *input = cli_input_open(path, 1);
    int error = lp_warp_trace_read(read_input, input, &trace, &fault);
    if (error != LP_OK)
        cli_fail("%s: %s", path, error == LP_ERR_SYSTEM && errno != 0 ? strerror(errno)
                                                                      : fault.why);
    lp_input_close(input);
    return trace;
}

static int tell(const struct trace_options *o)
{
    struct lp_warp_trace *trace = read_file(o->info);
    trace_report(trace, o->info, o->json, stdout);
    lp_warp_trace_free(trace);
    return EXIT_GOOD;
}

static struct lp_warp_trace *check(const struct trace_options *o, struct trace_file *file)
{
    struct lp_warp_trace *trace = NULL;
    struct lp_warp_fault fault = {""};
    const char *what = o->program != NULL ? o->program[0] : o->folder;
    int error = lp_warp_trace_read(read_memory, file, &trace, &fault);
    if (error == LP_ERR_SHORT)
        cli_fail("trace: %s ended before its trace did", what);
    if (error != LP_OK)
        cli_fail("trace: %s: %s", what, fault.why);
    if (lp_warp_launch_count(trace) == 0)
        cli_fail("trace: %s launched no kernel%s", what,
                 o->kernel != NULL || o->first != 1 || o->last != UINT64_MAX ? " that is wanted"
                                                                             : "");
    return trace;
}

int cli_trace(int argc, char **argv)
{
    struct trace_options o;
    struct trace_file file = {0};
    trace_parse(argc, argv, &o);
    if (o.info != NULL)
        return tell(&o);
    cli_output_open(o.out, o.force);
    cli_output_refuse_terminal(o.force);
    int to_stdout = strcmp(o.out, "-") == 0;
    if (!trace_run(&o, o.json || to_stdout, &file)) {
        cli_output_abandon();
        return EXIT_BAD;
    }
    struct lp_warp_trace *trace = check(&o, &file);
    if (cli_output_write(NULL, file.bytes, file.count) != LP_OK)
        cli_fail("%s: the trace cannot be written: %s", o.out, strerror(errno));
    enum cli_output where = cli_output_finish();
    trace_report(trace, o.out, o.json,
                 where == CLI_OUTPUT_STDOUT || (o.program != NULL && !o.json) ? stderr : stdout);
    lp_warp_trace_free(trace);
    free(file.bytes);
    return EXIT_GOOD;
}
