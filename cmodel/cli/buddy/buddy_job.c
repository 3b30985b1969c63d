/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_job.h"
#include "buddy_set.h"
#include "../shared/fail.h"
#include "../shared/input.h"
#include "../shared/output.h"
#include <inttypes.h>
#include <linepress/file.h>
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>

struct trace_source {
    struct lp_input *input;
    uint64_t bytes; /* read so far */
};

static int read_trace_bytes(void *context, void *buffer, size_t bytes, size_t *got)
{
    struct trace_source *source = context;
    int error = lp_input_read(source->input, buffer, bytes, got);
    source->bytes += error == LP_OK ? *got : 0;
    return error;
}

static void check_trace(const struct buddy_options *o, const struct buddy_job *job)
{
    for (size_t n = 0; n < job->trace.count; n++) {
        const struct lp_access *access = &job->trace.accesses[n];
        if (access->allocation >= job->part_count)
            cli_fail("%s: access %zu is to allocation %" PRIu32 ", but %s has %zu", o->trace, n + 1,
                     access->allocation, o->file, job->part_count);
        uint64_t lines = job->parts[access->allocation].lines;
        const char *of = job->set != NULL ? job->set->allocations[access->allocation].name
                                          : o->file;
        if (access->address / LP_LINE_BYTES >= lines)
            cli_fail("%s: access %zu is at 0x%" PRIx64 ", behind the %" PRIu64 " lines of %s",
                     o->trace, n + 1, access->address, lines, of);
        if (access->write && access->data >= lines)
            cli_fail("%s: access %zu writes line %" PRIu64 ", but %s has %" PRIu64, o->trace,
                     n + 1, access->data, of, lines);
    }
}

static void read_trace(const struct buddy_options *o, struct buddy_job *job)
{
    struct trace_source source = {.input = cli_input_open(o->trace, 1)};
    uint64_t where;
    int error = lp_trace_read(read_trace_bytes, &source, &job->trace, &where);
    if (error == LP_ERR_TRACE_RECORD)
        cli_fail("%s: line or record %" PRIu64 ": %s", o->trace, where, lp_strerror(error));
    if (error == LP_ERR_SHORT)
        cli_fail("%s: %s (byte %" PRIu64 ")", o->trace, lp_strerror(error), source.bytes);
    if (error != LP_OK)
        cli_fail_file(o->trace, error);
    lp_input_close(source.input);
    check_trace(o, job);
}

/* The allocation that a line of all of them is in: the last that begins no later. */
static uint32_t part_at(const struct buddy_job *job, uint64_t line)
{
    size_t low = 0, high = job->part_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (job->parts[middle].first <= line)
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low;
}

/* A pattern is made of all lines, as if they were one allocation's. */
static void name_parts(struct buddy_job *job)
{
    for (size_t n = 0; n < job->trace.count; n++) {
        struct lp_access *access = &job->trace.accesses[n];
        access->allocation = part_at(job, access->address / LP_LINE_BYTES);
        uint64_t first = job->parts[access->allocation].first;
        access->address -= first * LP_LINE_BYTES;
        access->data -= access->write ? first : 0;
    }
}

static void generate_trace(const struct buddy_options *o, struct buddy_job *job)
{
    struct lp_trace_pattern pattern = o->pattern;
    pattern.lines = job->lines;
    int error = lp_trace_generate(&pattern, &job->trace);
    if (error != LP_OK)
        cli_fail_file(o->file, error);
    name_parts(job);
}

static int ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

void buddy_save_trace(const struct buddy_options *o, const struct buddy_job *job)
{
    cli_output_open(o->save, o->force);
    if (ends_with(o->save, ".lpt"))
        lp_trace_write_binary(&job->trace, cli_output_write, NULL);
    else
        lp_trace_write_text(&job->trace, cli_output_write, NULL);
    cli_output_finish();
}

static void open_file(const struct buddy_options *o, struct buddy_job *job)
{
    buddy_lines_open(o->file, o->raw, &job->file);
    job->data = job->file.data;
    job->lines = job->file.count;
    job->part_count = 1;
    job->parts = cli_alloc(sizeof *job->parts);
    *job->parts = (struct lpi_replay_part){.lines = job->lines};
}

void buddy_job_open(struct buddy_options *o, struct buddy_job *job)
{
    *job = (struct buddy_job){0};
    if (o->targets != NULL)
        buddy_set_open(o, job);
    else
        open_file(o, job);
    if (o->trace != NULL)
        read_trace(o, job);
    else
        generate_trace(o, job);
}

void buddy_job_close(struct buddy_job *job)
{
    lp_trace_free(&job->trace);
    buddy_lines_close(&job->file);
    free(job->parts);
    free(job->memory);
    lpi_set_close(job->set);
    lp_targets_free(job->targets);
}
