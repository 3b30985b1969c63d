/* SPDX-License-Identifier: Apache-2.0 */
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/folder.h"
#include "../shared/json.h"
#include "../shared/output.h"
#include "../shared/progress.h"
#include "trace_job.h"
#include <errno.h>
#include <inttypes.h>
#include <linepress/linepress.h>
#include <string.h>

static int tell_file(const struct trace_options *o)
{
    struct trace_sum sum = {0};
    struct lpi_fault fault = {0};
    if (trace_read(o->info, &sum, &fault) != 0)
        cli_fail_for(&fault);
    trace_report(&sum, NULL, o->info, o->json, stdout);
    trace_sum_free(&sum);
    return EXIT_GOOD;
}

static void show_progress(void *context, uint64_t done, uint64_t all)
{
    (void)context;
    (void)all;
    cli_progress_bytes("trace", done, 0);
}

static int run(struct trace_options *o)
{
    struct trace_taken taken;
    struct lpi_fault fault = {0};
    int said;
    o->ask.quiet = o->json || strcmp(o->out, "-") == 0;
    o->ask.tell = &(struct lpi_tell){.progress = show_progress};
    if (trace_take(&o->ask, &taken, &said, &fault) != 0) {
        if (!said)
            cli_fail_for(&fault);
        cli_progress_end();
        cli_output_abandon();
        return EXIT_BAD;
    }
    cli_progress_end();
    if (cli_output_write(NULL, taken.bytes, taken.count) != LP_OK)
        cli_fail("%s: the trace cannot be written: %s", o->out, strerror(errno));
    enum cli_output where = cli_output_finish();
    int aside = where == CLI_OUTPUT_STDOUT || (o->ask.program != NULL && !o->json);
    trace_report(&taken.sum, NULL, o->out, o->json, aside ? stderr : stdout);
    trace_taken_close(&taken);
    return EXIT_GOOD;
}

static void warn(const struct import_counts *c)
{
    if (c->pages > 0)
        cli_complain("trace: %" PRIu64 " pages were made for addresses in no buffer; --strict "
                     "refuses them",
                     c->pages);
    if (c->unknown > 0)
        cli_complain("trace: %" PRIu64 " accesses by unknown instructions are left out, the first "
                     "by %s",
                     c->unknown, c->unknown_opcode);
    if (c->tensor > 0)
        cli_complain("trace: %" PRIu64 " tensor copies of unknown size are left out", c->tensor);
    if (c->local > 0)
        cli_complain("trace: %" PRIu64 " accesses to memory of threads are left out", c->local);
}

static int import(struct trace_options *o)
{
    struct trace_sum sum = {0};
    struct import_counts counts;
    struct lpi_fault fault = {0};
    o->import.tell = &(struct lpi_tell){.progress = show_progress};
    if (trace_import(&o->import, cli_output_write, NULL, &sum, &counts, &fault) != 0)
        cli_fail_for(&fault);
    cli_progress_end();
    enum cli_output where = cli_output_finish();
    warn(&counts);
    trace_report(&sum, &counts, o->out, o->json, where == CLI_OUTPUT_STDOUT ? stderr : stdout);
    trace_sum_free(&sum);
    return EXIT_GOOD;
}

static FILE *open_file(void *context, const char *name)
{
    FILE *file = cli_folder_file(name);
    (void)context;
    setvbuf(file, NULL, _IOFBF, 1 << 18);
    return file;
}

static void close_file(void *context, FILE *file)
{
    (void)context;
    cli_folder_close(file);
}

static bool is_exported(int folder, const char *name)
{
    (void)folder;
    return trace_exported(name);
}

static int export(const struct trace_options *o)
{
    const struct export_place place = {.open = open_file, .close = close_file};
    const struct lpi_tell tell = {.progress = show_progress};
    struct export_counts c;
    struct lpi_fault fault = {0};
    cli_folder_open(o->export_folder, o->force, is_exported, "an export");
    if (trace_export(o->trace, &place, &tell, &c, &fault) != 0)
        cli_fail_for(&fault);
    cli_progress_end();
    cli_folder_finish();
    if (o->json)
        cli_write_json(stdout,
                       json_pack("{s:o, s:I, s:I, s:I, s:I, s:I}", "folder",
                                 lpi_json_text(o->export_folder), "launches",
                                 (json_int_t)c.launches, "instructions", (json_int_t)c.instructions,
                                 "late_uses", (json_int_t)c.late, "added_exits",
                                 (json_int_t)c.exits, "split_accesses", (json_int_t)c.split));
    else
        printf("%s: %" PRIu64 " launches of %" PRIu64 " instructions; %" PRIu64
               " uses late or lost, %" PRIu64 " exits added, %" PRIu64 " accesses split\n",
               o->export_folder, c.launches, c.instructions, c.late, c.exits, c.split);
    return EXIT_GOOD;
}

int cli_trace(int argc, char **argv)
{
    struct trace_options o;
    trace_parse(argc, argv, &o);
    if (o.action == TRACE_INFO)
        return tell_file(&o);
    if (o.action == TRACE_TO)
        return export(&o);
    cli_output_open(o.out, o.force);
    cli_output_refuse_terminal(o.force);
    return o.action == TRACE_FROM ? import(&o) : run(&o);
}
