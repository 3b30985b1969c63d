/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of a capture, as text or JSON on standard error. */
#define _POSIX_C_SOURCE 200809L
#include "capture_report.h"
#include "../shared/json.h"
#include <inttypes.h>
#include <stdio.h>

static void print_left_out(const struct capture_job *job)
{
    for (unsigned i = 0; i < 4; i++) {
        uint64_t count = atomic_load(&job->control->left_out[i]);
        if (count > 0)
            fprintf(stderr, "linepress: capture: %s are not kept: the program made %" PRIu64 "\n",
                    capture_left_out[i], count);
    }
}

/* Prints the number of blocks that could not be recorded. */
static void print_changing(const struct capture_job *job)
{
    uint64_t count = 0;
    for (unsigned p = 0; p < capture_snapshots(job); p++)
        count += capture_snapshot(job, p)->changing;
    if (count > 0)
        fprintf(stderr,
                "linepress: capture: %" PRIu64 " blocks that other threads were changing "
                "are left out\n",
                count);
}

static uint64_t stopped(const struct lpi_capture_snapshot *one)
{
    return one->stopped;
}

static uint64_t took(const struct lpi_capture_snapshot *one)
{
    return one->took;
}

static uint64_t worked(const struct lpi_capture_snapshot *one)
{
    return one->worked;
}

/* Prints the mean, minimum and maximum of a time of the snapshots. */
static void print_times(const struct capture_job *job, const char *what,
                        uint64_t (*time_of)(const struct lpi_capture_snapshot *one))
{
    uint64_t least = UINT64_MAX, most = 0, sum = 0;
    for (unsigned p = 0; p < capture_snapshots(job); p++) {
        uint64_t time = time_of(capture_snapshot(job, p));
        least = time < least ? time : least;
        most = time > most ? time : most;
        sum += time;
    }
    fprintf(stderr, "%s %.1f ms (%.1f to %.1f)", what, 1e-6 * (double)sum / capture_snapshots(job),
            1e-6 * (double)least, 1e-6 * (double)most);
}

static void print_text(const struct capture_job *job)
{
    uint64_t bytes = 0;
    for (unsigned p = 0; p < capture_snapshots(job); p++)
        bytes += capture_snapshot(job, p)->bytes;
    if (job->options->launch > 0) {
        fprintf(stderr,
                "linepress: capture: launch %" PRIu64 " of %" PRIu64 ", %" PRIu64
                " buffers, %.1f MB, in %s\n",
                job->options->launch, job->run.boundaries, job->allocations, 1e-6 * (double)bytes,
                job->options->folder);
    } else {
        fprintf(stderr, "linepress: capture: %u points, %" PRIu64 " allocations, %.1f MB, in %s",
                job->options->points, job->allocations, 1e-6 * (double)bytes, job->options->folder);
        print_times(job, "; a snapshot stopped the program for", stopped);
        print_times(job, ", was written after", took);
        print_times(job, " and took", worked);
        fputs(" of processor time", stderr);
        fputc('\n', stderr);
    }
    print_left_out(job);
    print_changing(job);
}

void capture_report(const struct capture_job *job, bool json)
{
    if (json)
        cli_write_json(stderr, capture_describe(job));
    else
        print_text(job);
}
