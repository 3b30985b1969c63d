/* SPDX-License-Identifier: Apache-2.0 */
#include "../../lib/compare/compare.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/frame_source.h"
#include "../shared/list.h"
#include "../shared/options.h"
#include "../shared/output.h"
#include "../shared/progress.h"
#include "../shared/transfer.h"
#include "../shared/values.h"
#include <stdlib.h>

static const char help[] =
    "Usage: linepress decompress [OPTION]... IN OUT\n"
    "       linepress decompress [OPTION]... -c IN\n"
    "       linepress decompress [OPTION]... -o DIR IN...\n"
    "       linepress decompress [OPTION]... --test|--list IN...\n"
    "\n"
    "Writes the data of the framed file IN to OUT. Errors in IN are reported with the block,\n"
    "counted from 1, and a byte offset in IN: the end of a file that is too short or too long,\n"
    "else the beginning of the block.\n" CLI_OUTPUT_HELP "\n"
    "  --codec C, --elem N, --window N\n"
    "               refuse a file that was compressed with other settings\n"
    "  --test       decompress and check everything, but write nothing; in a folder, every file\n"
    "  --list       show the properties of each IN; checks its checksums, but decompresses\n"
    "               nothing\n" CLI_TRANSFER_OPTIONS_HELP "  -o, --output-dir DIR\n"
    "               write each IN to DIR under its own name without .lpr at its end; for\n"
    "               an IN that is a folder, every file in it;\n" CLI_FOLDER_HELP
        CLI_OUTPUT_OPTIONS_HELP;

/* Whether the file has the codec and element width given by options. */
static bool is_wanted(const struct cli_options *wanted, const struct lp_frame_info *info,
                      const struct lpi_codec *codec, const char *path)
{
    if (wanted->codec != NULL && wanted->codec != codec)
        cli_complain("%s: the file's codec is %s, not %s", path, cli_codec_word(codec),
                     cli_codec_word(wanted->codec));
    else if ((wanted->given & CLI_ELEM) && wanted->elem != info->elem)
        cli_complain("%s: its elements have %d bits, not %d", path, info->elem, (int)wanted->elem);
    else if ((wanted->given & CLI_WINDOW) && wanted->window != info->window)
        cli_complain("%s: its window is %u bytes, not %zu", path, (unsigned)info->window,
                     wanted->window);
    else
        return true;
    return false;
}

static int show(void *context, const struct lp_frame_totals *totals)
{
    const struct cli_frame_source *source = context;
    (void)totals;
    cli_progress_bytes(source->path, source->bytes, lp_input_bytes(source->input));
    return LP_OK;
}

static int write_nothing(void *context, const void *buffer, size_t bytes)
{
    (void)context, (void)buffer, (void)bytes;
    return LP_OK;
}

static int decompress_frame(const struct cli_options *o, const struct cli_job *job,
                            struct cli_frame_source *source, struct cli_transfer *t)
{
    const struct lp_frame_info *info = lp_frame_read_info(source->reader);
    struct lp_frame_run run = {.threads = o->threads, .progress = show, .context = source};
    struct lp_frame_totals totals = {0};
    t->codec = lpi_codec_by_id(info->codec);
    if (t->codec == NULL) {
        cli_complain("%s: %s", job->in, lp_strerror(LP_ERR_CODEC));
        return 0;
    }
    if (!is_wanted(o, info, t->codec, job->in))
        return 0;
    if (!cli_frame_takes(info, t->codec)) {
        cli_complain("%s: %s", job->in, lp_strerror(LP_ERR_CORRUPT));
        return 0;
    }
    if (job->out != NULL)
        cli_job_open_output(job, o->force);
    int error = lp_frame_decompress(
        source->reader, job->out != NULL ? cli_output_write : write_nothing, NULL, &run, &totals);
    cli_progress_end();
    t->bytes = info->prologue_bytes + totals.raw_bytes;
    t->compressed_bytes = source->bytes;
    if (error != LP_OK)
        cli_frame_complain(source, &totals, error);
    return error == LP_OK;
}

static int decompress_job(const struct cli_options *o, const struct cli_job *job,
                          struct cli_transfer *t)
{
    struct cli_frame_source source;
    if (!cli_frame_open(job->in, &source))
        return 0;
    int good = decompress_frame(o, job, &source, t);
    cli_frame_close(&source);
    return good;
}

int cli_decompress(int argc, char **argv)
{
    struct cli_options options;
    struct cli_jobs jobs;
    cli_parse(argc, argv,
              CLI_CODEC | CLI_ELEM | CLI_WINDOW | CLI_JSON | CLI_FORCE | CLI_THREADS | CLI_STDOUT |
                  CLI_FOLDER | CLI_TEST | CLI_LIST,
              help, &options);
    cli_jobs_find("decompress", &options, NULL, ".lpr", &jobs);
    return options.list ? cli_list(&options, &jobs)
                        : cli_transfer_all(&options, &jobs, decompress_job);
}
