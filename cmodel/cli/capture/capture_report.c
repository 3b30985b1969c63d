/* SPDX-License-Identifier: Apache-2.0 */
/* What a capture cost: as text or JSON on standard error, and as capture.json in the folder. */
#define _POSIX_C_SOURCE 200809L
#include "capture_index.h"
#include "capture_job.h"
#include "../shared/fail.h"
#include "../shared/json.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const left_out[] = {"images", "samplers", "pipes", "shared memory"};

void capture_write_json(const struct capture_job *job, const char *name, struct json_t *object)
{
    char path[PATH_MAX + 256];
    capture_path(path, job->temporary, name);
    FILE *file = fopen(path, "w");
    if (file == NULL ||
        json_dumpf(object, file, JSON_INDENT(1) | JSON_REAL_PRECISION(12)) != 0 ||
        fputc('\n', file) == EOF)
        cli_fail("%s: %s", path, strerror(errno));
    if (fflush(file) != 0 || fsync(fileno(file)) != 0 || fclose(file) != 0)
        cli_fail("%s: %s", path, strerror(errno));
    json_decref(object);
}

static unsigned pictures(const struct capture_job *job)
{
    return job->options->launch > 0 ? 1 : job->options->points;
}

static const struct lpi_capture_picture *picture(const struct capture_job *job, unsigned point)
{
    return &job->control->pictures[job->chosen[point]];
}

static json_t *describe_pictures(const struct capture_job *job)
{
    json_t *list = json_array();
    for (unsigned p = 0; p < pictures(job); p++) {
        const struct lpi_capture_picture *one = picture(job, p);
        json_t *row = json_pack("{s:i, s:I, s:f, s:f, s:f, s:f, s:I, s:I, s:I}", "point",
                                (int)p + 1, "boundaries", (json_int_t)one->boundaries, "seconds",
                                1e-9 * (double)one->time, "stopped_seconds",
                                1e-9 * (double)one->stopped, "took_seconds",
                                1e-9 * (double)one->took, "worked_seconds",
                                1e-9 * (double)one->worked, "blocks", (json_int_t)one->blocks,
                                "bytes", (json_int_t)one->bytes, "changing",
                                (json_int_t)one->changing);
        if (one->kernel[0] != '\0')
            json_object_set_new(row, "kernel", lpi_json_text(one->kernel));
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *describe(const struct capture_job *job)
{
    const struct capture_options *o = job->options;
    static const char *const parts[] = {
        [LPI_CAPTURE_COUNTED] = "boundaries", [LPI_CAPTURE_TIMED] = "time",
        [LPI_CAPTURE_LAUNCH] = "launch"};
    json_t *program = json_array(), *left = json_object();
    for (char **word = o->program; *word != NULL; word++)
        json_array_append_new(program, lpi_json_text(*word));
    for (unsigned i = 0; i < 4; i++)
        json_object_set_new(left, left_out[i],
                            json_integer((json_int_t)atomic_load(&job->control->left_out[i])));
    return json_pack("{s:i, s:o, s:s, s:s, s:I, s:I, s:f, s:f, s:I, s:o, s:o}",
                     "linepress_capture", 1, "program", program, "memory",
                     o->kind == CAPTURE_MALLOC ? "malloc" : "opencl", "parts",
                     parts[job->control->pass], "min", (json_int_t)o->least, "boundaries",
                     (json_int_t)job->run.boundaries, "seconds", 1e-9 * (double)job->run.time,
                     "first_seconds", 1e-9 * (double)job->measured.time, "allocations",
                     (json_int_t)job->allocations, "left_out", left, "pictures",
                     describe_pictures(job));
}

static void print_left_out(const struct capture_job *job)
{
    for (unsigned i = 0; i < 4; i++) {
        uint64_t count = atomic_load(&job->control->left_out[i]);
        if (count > 0)
            fprintf(stderr, "linepress: capture: %s are not kept: the program made %" PRIu64 "\n",
                    left_out[i], count);
    }
}

/* Blocks of which no picture could be taken. */
static void print_changing(const struct capture_job *job)
{
    uint64_t count = 0;
    for (unsigned p = 0; p < pictures(job); p++)
        count += picture(job, p)->changing;
    if (count > 0)
        fprintf(stderr, "linepress: capture: %" PRIu64 " blocks that other threads were changing "
                "are left out\n", count);
}

static uint64_t stopped(const struct lpi_capture_picture *one)
{
    return one->stopped;
}

static uint64_t took(const struct lpi_capture_picture *one)
{
    return one->took;
}

static uint64_t worked(const struct lpi_capture_picture *one)
{
    return one->worked;
}

/* Time of a picture: mean, least and most. */
static void print_times(const struct capture_job *job, const char *what,
                        uint64_t (*time_of)(const struct lpi_capture_picture *one))
{
    uint64_t least = UINT64_MAX, most = 0, sum = 0;
    for (unsigned p = 0; p < pictures(job); p++) {
        uint64_t time = time_of(picture(job, p));
        least = time < least ? time : least;
        most = time > most ? time : most;
        sum += time;
    }
    fprintf(stderr, "%s %.1f ms (%.1f to %.1f)", what, 1e-6 * (double)sum / pictures(job),
            1e-6 * (double)least, 1e-6 * (double)most);
}

static void print_text(const struct capture_job *job)
{
    uint64_t bytes = 0;
    for (unsigned p = 0; p < pictures(job); p++)
        bytes += picture(job, p)->bytes;
    if (job->options->launch > 0) {
        fprintf(stderr, "linepress: capture: launch %" PRIu64 " of %" PRIu64 ", %" PRIu64
                " buffers, %.1f MB, in %s\n", job->options->launch, job->run.boundaries,
                job->allocations, 1e-6 * (double)bytes, job->options->folder);
    } else {
        fprintf(stderr, "linepress: capture: %u points, %" PRIu64 " allocations, %.1f MB, in %s",
                job->options->points, job->allocations, 1e-6 * (double)bytes,
                job->options->folder);
        print_times(job, "; a picture stopped the program for", stopped);
        print_times(job, ", was written after", took);
        print_times(job, " and took", worked);
        fputs(" of processor time", stderr);
        fputc('\n', stderr);
    }
    print_left_out(job);
    print_changing(job);
}

void capture_report(const struct capture_job *job)
{
    capture_write_json(job, "capture.json", describe(job));
    capture_folder_finish();
    if (job->options->json)
        cli_write_json(stderr, describe(job));
    else
        print_text(job);
}
