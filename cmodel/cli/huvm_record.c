/* SPDX-License-Identifier: Apache-2.0 */
/* `linepress huvm record`: the chunk trace of a program. */
#define _GNU_SOURCE
#include "../huvm/record.h"
#include "../huvm/trace.h"
#include "../huvm_preload/preload.h"
#include "fail.h"
#include "huvm_launch.h"
#include "huvm_real.h"
#include "huvm_run_options.h"
#include "json.h"
#include "output.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A file of holes, which the program fills. */
static struct huvm_record *open_record(const struct huvm_run_options *o)
{
    const char *path = huvm_launch_path("record");
    size_t bytes = sizeof(struct huvm_record) + HUVM_TRACE_MAX * sizeof(uint32_t);
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 || ftruncate(fd, (off_t)bytes) != 0)
        cli_fail("huvm: %s: %s", path, strerror(errno));
    struct huvm_record *record = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (record == MAP_FAILED)
        cli_fail("huvm: %s: %s", path, strerror(errno));
    close(fd);
    record->chunk_bytes = o->chunk;
    record->chunks = (uint32_t)(o->room / o->chunk);
    record->window = o->window;
    record->room = HUVM_TRACE_MAX;
    return record;
}

static void put(const void *bytes, size_t count, const char *path)
{
    int error = cli_output_write(NULL, bytes, count);
    if (error != LP_OK)
        cli_fail_file(path, error);
}

static void put_text(const struct huvm_record *record, uint64_t count, const char *path)
{
    char line[16];
    for (uint64_t i = 0; i < count; i++)
        put(line, (size_t)snprintf(line, sizeof line, "%" PRIu32 "\n", record->uses[i]), path);
}

static enum cli_output write_trace(const struct huvm_run_options *o,
                                   const struct huvm_record *record, uint64_t count)
{
    cli_output_open(o->out, o->force);
    if (o->text) {
        put_text(record, count, o->out);
        return cli_output_finish();
    }
    uint8_t *trace = cli_alloc(huvm_trace_bytes(count));
    huvm_trace_write(record->uses, count, trace);
    put(trace, huvm_trace_bytes(count), o->out);
    free(trace);
    return cli_output_finish();
}

static void report(const struct huvm_run_options *o, uint64_t uses, uint32_t chunks)
{
    if (o->json)
        cli_write_json(stderr, json_pack("{s:I, s:I, s:I, s:i}", "chunk_bytes",
                                         (json_int_t)o->chunk, "chunks", (json_int_t)chunks,
                                         "uses", (json_int_t)uses, "window", (int)o->window));
    else
        fprintf(stderr, "linepress: huvm: %" PRIu64 " uses of %" PRIu32 " chunks\n", uses, chunks);
}

int huvm_record(int argc, char **argv)
{
    struct huvm_run_options o;
    huvm_run_parse(argc, argv, &o);
    struct huvm_program program = {.argv = o.program, .least = o.least,
                                   .aside = strcmp(o.out, "-") == 0};
    if (!o.text && program.aside && !o.force && isatty(STDOUT_FILENO))
        cli_fail("huvm: standard output is a terminal, which a trace that is not --text would "
                 "confuse (--force writes it)");
    huvm_launch_open();
    struct huvm_record *record = open_record(&o);
    huvm_launch_run(&program, 1, LPI_HUVM_RECORD, "record", NULL);
    huvm_launch_close();
    uint64_t uses = atomic_load(&record->count);
    uint32_t chunks = atomic_load(&record->used);
    if (program.status != 0) {
        cli_complain("huvm: %s did not end well, so there is no trace", o.program[0]);
        return huvm_launch_end_as(&program) == 0 ? EXIT_BAD : huvm_launch_end_as(&program);
    }
    if (uses == 0)
        cli_fail("huvm: %s used no memory that is managed", o.program[0]);
    if (uses > record->room)
        cli_fail("huvm: %s has more than %" PRIu64 " uses: take larger chunks, or a larger "
                 "--window", o.program[0], record->room);
    write_trace(&o, record, uses);
    report(&o, uses, chunks);
    return EXIT_GOOD;
}
