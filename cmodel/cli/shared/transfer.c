/* SPDX-License-Identifier: Apache-2.0 */
#include "transfer.h"
#include "fail.h"
#include "json.h"
#include "output.h"
#include "quotient.h"
#include "tensors.h"
#include "values.h"
#include <inttypes.h>
#include <stdio.h>

static json_t *to_json(const struct cli_job *job, const struct cli_transfer *t)
{
    json_t *object = json_pack("{s:o}", "file", lpi_json_text(job->in));
    if (job->out != NULL)
        json_object_set_new(object, "output", lpi_json_text(job->out));
    json_t *rest = json_pack("{s:s, s:I, s:I, s:o}", "codec", t->codec->name, "bytes",
                             (json_int_t)t->bytes, "compressed_bytes",
                             (json_int_t)t->compressed_bytes, "ratio",
                             cli_file_ratio_json((double)t->bytes, (double)t->compressed_bytes));
    json_object_update(object, rest);
    json_decref(rest);
    if (job->tensor != NULL)
        json_object_set_new(object, "elem", json_integer(t->elem));
    cli_tensor_json(job, object);
    return object;
}

static void report(const struct cli_job *job, const struct cli_transfer *t)
{
    char width[32] = "", ratio[CLI_QUOTIENT];
    if (job->tensor != NULL)
        snprintf(width, sizeof width, ", %d-bit elements", (int)t->elem);
    printf("%s: %s%s, %" PRIu64 " bytes raw, %" PRIu64 " compressed, ratio %s\n",
           job->out != NULL ? job->out : job->in, cli_codec_word(t->codec), width, t->bytes,
           t->compressed_bytes,
           cli_file_ratio((double)t->bytes, (double)t->compressed_bytes, ratio));
}

/* Runs one file; its JSON report is added to `files`, or printed immediately if that is NULL. */
static int run(const struct cli_options *options, const struct cli_job *job, json_t *files,
               cli_transfer_fn *transfer)
{
    struct cli_transfer t = {0};
    enum cli_output where = CLI_OUTPUT_FILE;
    if (!transfer(options, job, &t)) {
        cli_output_abandon();
        return 0;
    }
    if (job->out != NULL)
        where = cli_output_finish();
    if (files != NULL)
        json_array_append_new(files, to_json(job, &t));
    else if (options->json)
        cli_write_json(where == CLI_OUTPUT_STDOUT ? stderr : stdout, to_json(job, &t));
    else if (where == CLI_OUTPUT_FILE)
        report(job, &t);
    return 1;
}

int cli_transfer_all(const struct cli_options *options, struct cli_jobs *jobs,
                     cli_transfer_fn *transfer)
{
    json_t *files = options->json && jobs->many ? json_array() : NULL;
    int good = !jobs->bad;
    for (size_t i = 0; i < jobs->count; i++)
        good &= run(options, &jobs->list[i], files, transfer);
    if (files != NULL)
        cli_print_json(json_pack("{s:o}", "files", files));
    cli_jobs_free(jobs);
    return good ? EXIT_GOOD : EXIT_BAD;
}
