/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_job.h"
#include "buddy_set.h"
#include "../../lib/io/input_all.h"
#include <inttypes.h>
#include <linepress/file.h>
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>

struct trace_source {
    struct lp_input *input;
    uint64_t bytes; /* bytes read so far */
};

static int read_trace_bytes(void *context, void *buffer, size_t bytes, size_t *got)
{
    struct trace_source *source = context;
    int error = lp_input_read(source->input, buffer, bytes, got);
    source->bytes += error == LP_OK ? *got : 0;
    return error;
}

static int check_access(const struct buddy_ask *o, const struct buddy_job *job, size_t n,
                        struct lpi_fault *fault)
{
    const struct lp_access *access = &job->trace.accesses[n];
    if (access->allocation >= job->part_count)
        return lpi_fault_set(fault, LPI_BAD,
                             "%s: access %zu is to allocation %" PRIu32 ", but %s has %zu",
                             o->trace, n + 1, access->allocation, o->file, job->part_count);
    uint64_t lines = job->parts[access->allocation].lines;
    const char *of = job->set != NULL ? job->set->allocations[access->allocation].name : o->file;
    if (access->address / LP_LINE_BYTES >= lines)
        return lpi_fault_set(fault, LPI_BAD,
                             "%s: access %zu is at 0x%" PRIx64 ", past the %" PRIu64 " lines of %s",
                             o->trace, n + 1, access->address, lines, of);
    if (access->write && access->data >= lines)
        return lpi_fault_set(fault, LPI_BAD,
                             "%s: access %zu writes line %" PRIu64 ", but %s has %" PRIu64,
                             o->trace, n + 1, access->data, of, lines);
    return 0;
}

static int refuse_trace(const char *path, int error, uint64_t where, uint64_t bytes,
                        struct lpi_fault *fault)
{
    if (error == LP_ERR_TRACE_RECORD)
        return lpi_fault_set(fault, LPI_BAD, "%s: line or record %" PRIu64 ": %s", path, where,
                             lp_strerror(error));
    if (error == LP_ERR_SHORT)
        return lpi_fault_set(fault, LPI_BAD, "%s: %s (byte %" PRIu64 ")", path, lp_strerror(error),
                             bytes);
    return lpi_fault_file(fault, path, error);
}

static int read_trace(const struct buddy_ask *o, struct buddy_job *job, struct lpi_fault *fault)
{
    struct trace_source source = {.input = lpi_input_begin(o->trace, 1, fault)};
    uint64_t where;
    if (source.input == NULL)
        return fault->code;
    int error = lp_trace_read(read_trace_bytes, &source, &job->trace, &where);
    if (error != LP_OK)
        refuse_trace(o->trace, error, where, source.bytes, fault);
    lp_input_close(source.input);
    for (size_t n = 0; fault->code == 0 && n < job->trace.count; n++)
        check_access(o, job, n, fault);
    return fault->code;
}

/*
 * The allocation that contains a line of the concatenation: the last that begins at or before it.
 */
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

/* Patterns address all lines as if they were one allocation. */
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

static int generate_trace(const struct buddy_ask *o, struct buddy_job *job, struct lpi_fault *fault)
{
    struct lp_trace_pattern pattern = o->pattern;
    pattern.lines = job->lines;
    int error = lp_trace_generate(&pattern, &job->trace);
    if (error != LP_OK)
        return lpi_fault_file(fault, o->file, error);
    name_parts(job);
    return 0;
}

static int open_file(const struct buddy_ask *o, struct buddy_job *job, struct lpi_fault *fault)
{
    if (buddy_lines_open(o->file, o->raw, &job->file, fault) != 0)
        return fault->code;
    job->data = job->file.data;
    job->lines = job->file.count;
    job->parts = lpi_fault_alloc(fault, sizeof *job->parts);
    if (job->parts == NULL)
        return fault->code;
    job->part_count = 1;
    *job->parts = (struct lpi_replay_part){.lines = job->lines};
    return 0;
}

int buddy_job_open(struct buddy_ask *o, struct buddy_job *job, struct lpi_fault *fault)
{
    *job = (struct buddy_job){0};
    if (o->targets != NULL)
        buddy_set_open(o, job, fault);
    else
        open_file(o, job, fault);
    if (fault->code == 0 && o->trace != NULL)
        read_trace(o, job, fault);
    else if (fault->code == 0)
        generate_trace(o, job, fault);
    if (fault->code != 0)
        buddy_job_close(job);
    return fault->code;
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
