/* SPDX-License-Identifier: Apache-2.0 */
/* `linepress huvm record`: the chunk trace of a program. */
#define _GNU_SOURCE
#include "../../systems/huvm/wire/record.h"
#include "../../systems/huvm/policy/trace.h"
#include "../../systems/huvm/preload/preload.h"
#include "../shared/fail.h"
#include "huvm_launch.h"
#include "huvm_real.h"
#include "huvm_run_options.h"
#include "../shared/json.h"
#include "../shared/output.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file of holes, which the program fills. It is read and not mapped here: what has it can cut it. */
static int open_record(const struct huvm_run_options *o)
{
    const struct huvm_record record = {.chunk_bytes = o->chunk,
                                       .chunks = (uint32_t)(o->room / o->chunk),
                                       .window = o->window, .room = HUVM_TRACE_MAX};
    const char *path = huvm_launch_path("record");
    size_t bytes = sizeof record + HUVM_TRACE_MAX * sizeof(uint32_t);
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 || fchmod(fd, 0600) != 0 || ftruncate(fd, (off_t)bytes) != 0 ||
        pwrite(fd, &record, sizeof record, 0) != (ssize_t)sizeof record)
        cli_fail("huvm: the record of the program's uses: %s", strerror(errno));
    return fd;
}

static bool read_whole(int fd, void *to, size_t bytes, size_t from)
{
    for (size_t done = 0; done < bytes;) {
        ssize_t n = pread(fd, (uint8_t *)to + done, bytes - done, (off_t)(from + done));
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* What the program wrote, if it can be true; its uses are the caller's. */
static uint32_t *read_record(const struct huvm_run_options *o, int fd, uint64_t *count,
                             uint32_t *chunks)
{
    const char *name = o->program[0];
    struct huvm_record record;
    bool good = read_whole(fd, &record, sizeof record, 0);
    *count = atomic_load(&record.count);
    *chunks = atomic_load(&record.used);
    if (good && *count == 0)
        cli_fail("huvm: %s used no memory that is managed", name);
    if (good && *count > HUVM_TRACE_MAX)
        cli_fail("huvm: %s has more than %" PRIu64 " uses: take larger chunks, or a larger "
                 "--window", name, (uint64_t)HUVM_TRACE_MAX);
    uint32_t *uses = cli_alloc(*count * sizeof *uses);
    good = good && *chunks <= o->room / o->chunk &&
           read_whole(fd, uses, *count * sizeof *uses, sizeof record);
    for (uint64_t i = 0; good && i < *count; i++)
        good = uses[i] < *chunks;
    if (!good)
        cli_fail("huvm: %s has written to the record of its uses", name);
    return uses;
}

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
    int record = open_record(&o);
    huvm_launch_run(&program, 1, LPI_HUVM_RECORD, "record", NULL);
    huvm_launch_close();
    if (program.status != 0) {
        cli_complain("huvm: %s did not end well, so there is no trace", o.program[0]);
        return huvm_launch_end_as(&program) == 0 ? EXIT_BAD : huvm_launch_end_as(&program);
    }
    uint64_t count;
    uint32_t chunks, *uses = read_record(&o, record, &count, &chunks);
    close(record);
    write_trace(&o, uses, count);
    free(uses);
    report(&o, count, chunks);
    return EXIT_GOOD;
}
