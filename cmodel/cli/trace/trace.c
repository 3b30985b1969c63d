/* SPDX-License-Identifier: Apache-2.0 */
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/output.h"
#include "../shared/progress.h"
#include "trace_job.h"
#include <errno.h>
#include <linepress/linepress.h>
#include <string.h>

static int tell_file(const struct trace_options *o)
{
    struct trace_sum sum = {0};
    struct lpi_fault fault = {0};
    if (trace_read(o->info, &sum, &fault) != 0)
        cli_fail_for(&fault);
    trace_report(&sum, o->info, o->json, stdout);
    trace_sum_free(&sum);
    return EXIT_GOOD;
}

static void show_progress(void *context, uint64_t done, uint64_t all)
{
    (void)context;
    (void)all;
    cli_progress_bytes("trace", done, 0);
}

int cli_trace(int argc, char **argv)
{
    struct trace_options o;
    struct trace_taken taken;
    struct lpi_fault fault = {0};
    int said;
    trace_parse(argc, argv, &o);
    if (o.info != NULL)
        return tell_file(&o);
    cli_output_open(o.out, o.force);
    cli_output_refuse_terminal(o.force);
    o.ask.quiet = o.json || strcmp(o.out, "-") == 0;
    o.ask.tell = &(struct lpi_tell){.progress = show_progress};
    if (trace_take(&o.ask, &taken, &said, &fault) != 0) {
        if (!said)
            cli_fail_for(&fault);
        cli_progress_end();
        cli_output_abandon();
        return EXIT_BAD;
    }
    cli_progress_end();
    if (cli_output_write(NULL, taken.bytes, taken.count) != LP_OK)
        cli_fail("%s: the trace cannot be written: %s", o.out, strerror(errno));
    enum cli_output where = cli_output_finish();
    int aside = where == CLI_OUTPUT_STDOUT || (o.ask.program != NULL && !o.json);
    trace_report(&taken.sum, o.out, o.json, aside ? stderr : stdout);
    trace_taken_close(&taken);
    return EXIT_GOOD;
}
