/* SPDX-License-Identifier: Apache-2.0 */
#include "tensors.h"
#include "fail.h"
#include "input.h"
#include "json.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void cli_tensor_coding(const struct cli_options *o, const struct lpi_tensor *tensor,
                       const struct lpi_codec **codec, enum lp_elem *elem)
{
    int given = (o->given & CLI_ELEM) != 0;
    if (*codec == NULL)
        *codec = o->codec != NULL                               ? o->codec
                 : tensor != NULL && tensor->bfloat16 && !given ? &lpi_codec_ebd
                                                                : &lpi_codec_zvc;
    *elem = given                                                     ? o->elem
            : tensor != NULL && ((*codec)->elems & tensor->elem) != 0 ? tensor->elem
                                                                      : (*codec)->elem;
}

int cli_job_input(const struct cli_job *job, int raw, struct lp_input **input,
                  struct lpi_input_fault *fault)
{
    int how = LPI_INPUT_EMPTY | LPI_INPUT_PLAIN | (raw ? LPI_INPUT_RAW : 0);
    return job->tensor != NULL ? lpi_input_open_part(&job->tensor->part, how, input, fault)
                               : lpi_input_open(job->in, how, input, fault);
}

const char *cli_tensor_dtype(const struct lpi_tensor *tensor)
{
    return tensor != NULL && tensor->dtype[0] != '\0' ? tensor->dtype : "-";
}

static json_t *shape_json(unsigned axes, const uint64_t *shape)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < axes; i++)
        json_array_append_new(list, json_integer((json_int_t)shape[i]));
    return list;
}

void cli_tensor_json(const struct cli_job *job, json_t *report)
{
    const struct lpi_tensor *tensor = job->tensor;
    if (tensor == NULL)
        return;
    json_object_set_new(report, "tensor", lpi_json_text(tensor->name));
    json_object_set_new(report, "dtype",
                        tensor->dtype[0] != '\0' ? lpi_json_text(tensor->dtype) : json_null());
    json_object_set_new(report, "shape", shape_json(tensor->axes, tensor->shape));
}

/* ---- --list ---- */

/* A whole file is listed as the array in it, or as bytes. */
struct listed {
    const struct lp_npy *npy;
    uint64_t bytes, begin;
};

static json_t *listed_json(const struct cli_job *job, const struct listed *of)
{
    json_t *row = json_pack("{s:o, s:I}", "file", lpi_json_text(job->in), "bytes",
                            (json_int_t)of->bytes);
    if (of->npy != NULL) {
        json_object_set_new(row, "dtype", lpi_json_text(of->npy->dtype));
        json_object_set_new(row, "shape", shape_json(of->npy->axes, of->npy->shape));
    }
    cli_tensor_json(job, row);
    if (job->tensor == NULL)
        return row;
    const struct lpi_part *part = &job->tensor->part;
    json_object_set_new(row, "path", lpi_json_text(part->path));
    json_object_set_new(row, "begin", json_integer((json_int_t)of->begin));
    json_object_set_new(row, "deflated", json_boolean(part->packed > 0));
    return row;
}

static void print_shape(unsigned axes, const uint64_t *shape)
{
    char text[32 * LPI_TENSOR_AXES_MAX] = "-";
    size_t used = 0;
    for (unsigned i = 0; i < axes; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%" PRIu64, i > 0 ? "x" : "",
                                 shape[i]);
    printf(" %-20s", text);
}

static void print_listed(const struct cli_job *job, const struct listed *of)
{
    const struct lpi_tensor *tensor = job->tensor;
    printf("%-8s", of->npy != NULL ? of->npy->dtype : cli_tensor_dtype(tensor));
    if (of->npy != NULL)
        print_shape(of->npy->axes, of->npy->shape);
    else
        print_shape(tensor != NULL ? tensor->axes : 0, tensor != NULL ? tensor->shape : NULL);
    printf(" %14" PRIu64, of->bytes);
    if (tensor != NULL && tensor->part.packed > 0)
        printf(" %14s", "deflated");
    else
        printf(" %14" PRIu64, of->begin);
    printf("  %s\n", job->name);
}

static void show(const struct cli_job *job, const struct listed *of, json_t *files)
{
    if (files != NULL)
        json_array_append_new(files, listed_json(job, of));
    else
        print_listed(job, of);
}

static int list(const struct cli_options *o, const struct cli_job *job, json_t *files)
{
    struct lpi_input_fault fault;
    struct lp_input *input = NULL;
    if (job->tensor != NULL) {
        struct listed of = {NULL, job->tensor->bytes,
                            job->tensor->part.begin + job->tensor->header_bytes};
        show(job, &of, files);
        return 1;
    }
    int error = cli_job_input(job, o->raw, &input, &fault);
    if (error != LP_OK) {
        cli_input_complain(job->in, error, &fault);
        return 0;
    }
    const struct lp_npy *npy = lp_input_npy(input);
    struct listed of = {npy, lp_input_bytes(input), npy != NULL ? npy->header_bytes : 0};
    show(job, &of, files);
    lp_input_close(input);
    return 1;
}

int cli_tensors_list(const char *command, const struct cli_options *o)
{
    struct cli_jobs jobs;
    if (o->folder != NULL || o->to_stdout)
        cli_fail("%s: only one of -c, -o and --list can be given", command);
    cli_jobs_read(command, o, &jobs);
    json_t *files = o->json ? json_array() : NULL;
    int good = !jobs.bad;
    if (files == NULL)
        printf("%-8s %-20s %14s %14s  %s\n", "type", "shape", "bytes", "at byte", "tensor");
    for (size_t i = 0; i < jobs.count; i++)
        good &= list(o, &jobs.list[i], files);
    if (files != NULL)
        cli_print_json(json_pack("{s:o}", "files", files));
    cli_jobs_free(&jobs);
    return good ? EXIT_GOOD : EXIT_BAD;
}
