/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "../../systems/huvm/policy/trace.h"
#include "../shared/ended.h"
#include "../shared/fail.h"
#include "huvm_one.h"
#include "huvm_run_options.h"
#include "../shared/json.h"
#include "../shared/output.h"
#include <inttypes.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put(const void *bytes, size_t count, const char *path)
{
    int error = cli_output_write(NULL, bytes, count);
    if (error != LP_OK)
        cli_fail_file(path, error);
}

static void put_text(const uint32_t *uses, uint64_t count, const char *path)
{
    char line[16];
    for (uint64_t i = 0; i < count; i++)
        put(line, (size_t)snprintf(line, sizeof line, "%" PRIu32 "\n", uses[i]), path);
}

static enum cli_output write_trace(const struct huvm_run_options *o, const uint32_t *uses,
                                   uint64_t count)
{
    cli_output_open(o->out, o->force);
    if (o->text) {
        put_text(uses, count, o->out);
        return cli_output_finish();
    }
    uint8_t *trace = cli_alloc(huvm_trace_bytes(count));
    huvm_trace_write(uses, count, trace);
    put(trace, huvm_trace_bytes(count), o->out);
    free(trace);
    return cli_output_finish();
}

static void report(const struct huvm_run_options *o, uint64_t uses, uint32_t chunks)
{
    if (o->json)
        cli_write_json(stderr, json_pack("{s:I, s:I, s:I, s:i}", "chunk_bytes",
                                         (json_int_t)o->one.chunk, "chunks", (json_int_t)chunks,
                                         "uses", (json_int_t)uses, "window", (int)o->one.window));
    else
        fprintf(stderr, "linepress: huvm: %" PRIu64 " uses of %" PRIu32 " chunks\n", uses, chunks);
}

int huvm_record(int argc, char **argv)
{
    struct huvm_run_options o;
    struct huvm_uses uses;
    struct lpi_fault fault;
    huvm_run_parse(argc, argv, &o);
    o.one.aside = strcmp(o.out, "-") == 0;
    if (!o.text && o.one.aside && !o.force && isatty(STDOUT_FILENO))
        cli_fail("huvm: standard output is a terminal, which a trace that is not --text would "
                 "confuse (--force writes it)");
    int code = huvm_one_record(&o.one, &uses, &fault);
    if (code != 0 && uses.end.signal != 0)
        cli_end_as_signal(uses.end.signal);
    if (code != 0)
        cli_fail_for(&fault);
    if (uses.end.status != 0) {
        cli_complain("huvm: %s did not end well, so there is no trace", o.one.program[0]);
        return cli_end_as_program(uses.end.status);
    }
    write_trace(&o, uses.chunk, uses.count);
    free(uses.chunk);
    report(&o, uses.count, uses.chunks);
    return EXIT_GOOD;
}
