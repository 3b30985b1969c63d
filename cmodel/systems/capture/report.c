/* SPDX-License-Identifier: Apache-2.0 */
/* capture.json: duration and cost of a capture. */
#define _POSIX_C_SOURCE 200809L
#include "../../lib/io/json_text.h"
#include "index.h"
#include "job.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *const capture_left_out[4] = {"images", "samplers", "pipes", "shared memory"};

int capture_write_json(const struct capture_job *job, const char *name, struct json_t *object)
{
    char path[PATH_MAX + 256];
    if (object == NULL)
        return lpi_fault_set(job->fault, LPI_BAD, "capture: no memory for %s", name);
    FILE *file = NULL;
    int code = capture_path(path, job->place.temporary, name, job->fault);
    if (code == 0)
        file = fopen(path, "w");
    bool good = file != NULL &&
                json_dumpf(object, file, JSON_INDENT(1) | JSON_REAL_PRECISION(12)) == 0 &&
                fputc('\n', file) != EOF && fflush(file) == 0 && fsync(fileno(file)) == 0;
    int reason = errno;
    if (file != NULL && fclose(file) != 0 && good) {
        good = false;
        reason = errno;
    }
    json_decref(object);
    if (code != 0 || good)
        return code;
    return lpi_fault_set(job->fault, LPI_BAD, "%s: %s", path, strerror(reason));
}

unsigned capture_snapshots(const struct capture_job *job)
{
    return job->options->launch > 0 ? 1 : job->options->points;
}

const struct lpi_capture_snapshot *capture_snapshot(const struct capture_job *job, unsigned point)
{
    return &job->control->snapshots[job->chosen[point]];
}

static json_t *describe_snapshots(const struct capture_job *job)
{
    json_t *list = json_array();
    for (unsigned p = 0; p < capture_snapshots(job); p++) {
        const struct lpi_capture_snapshot *one = capture_snapshot(job, p);
        json_t *row = json_pack(
            "{s:i, s:I, s:f, s:f, s:f, s:f, s:I, s:I, s:I}", "point", (int)p + 1, "boundaries",
            (json_int_t)one->boundaries, "seconds", 1e-9 * (double)one->time, "stopped_seconds",
            1e-9 * (double)one->stopped, "took_seconds", 1e-9 * (double)one->took, "worked_seconds",
            1e-9 * (double)one->worked, "blocks", (json_int_t)one->blocks, "bytes",
            (json_int_t)one->bytes, "changing", (json_int_t)one->changing);
        if (one->kernel[0] != '\0')
            json_object_set_new(row, "kernel", lpi_json_text(one->kernel));
        json_array_append_new(list, row);
    }
    return list;
}

json_t *capture_describe(const struct capture_job *job)
{
    const struct capture_options *o = job->options;
    static const char *const parts[] = {[LPI_CAPTURE_COUNTED] = "boundaries",
                                        [LPI_CAPTURE_TIMED] = "time",
                                        [LPI_CAPTURE_LAUNCH] = "launch"};
    json_t *program = json_array(), *left = json_object();
    for (char **word = o->program; *word != NULL; word++)
        json_array_append_new(program, lpi_json_text(*word));
    for (unsigned i = 0; i < 4; i++)
        json_object_set_new(left, capture_left_out[i],
                            json_integer((json_int_t)atomic_load(&job->control->left_out[i])));
    return json_pack(
        "{s:i, s:o, s:s, s:s, s:I, s:I, s:f, s:f, s:I, s:o, s:o}", "linepress_capture", 1,
        "program", program, "memory", o->kind == CAPTURE_MALLOC ? "malloc" : "opencl", "parts",
        parts[job->control->pass], "min", (json_int_t)o->least, "boundaries",
        (json_int_t)job->run.boundaries, "seconds", 1e-9 * (double)job->run.time, "first_seconds",
        1e-9 * (double)job->measured.time, "allocations", (json_int_t)job->allocations, "left_out",
        left, "pictures", describe_snapshots(job));
}
