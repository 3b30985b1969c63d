/* SPDX-License-Identifier: Apache-2.0 */
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/input.h"
#include "../shared/options.h"
#include "../shared/output.h"
#include "../shared/progress.h"
#include "../shared/tensors.h"
#include "../shared/transfer.h"
#include <linepress/frame.h>
#include <stdlib.h>

static const char help[] =
    "Usage: linepress compress --codec C [OPTION]... IN OUT\n"
    "       linepress compress --codec C [OPTION]... -c IN\n"
    "       linepress compress --codec C [OPTION]... -o DIR IN...\n"
    "\n"
    "Writes IN, compressed, to the framed file OUT (docs/reference/format.md). The header of an\n"
    ".npy file is stored too, so that decompress restores the same file, even if the array has\n"
    "no elements or the file is empty. An .npy file is detected by its magic bytes.\n"
    "\n" CLI_TENSORS_HELP
    "With -o, each is written to DIR/IN/TENSOR.lpr; --tensor takes one of them to OUT. An array\n"
    "of an .npz file is decompressed to an .npy file.\n"
    "\n" CLI_OUTPUT_HELP "\n"
    "  --codec C    zvc, bpc, xzvc, ebd, mixed, rle, csr, lz4, zlib, bdi, fpc, bdi+fpc, cpack,\n"
    "               fibonacci, mpc, mpc64, grp16; mixed is the one of the four before it that\n"
    "               takes the fewest bytes in each line; grp16 is for dense bfloat16\n"
    "  --elem N     bits of an element: 8, 16, 32; zvc supports all (default 32), mixed 16 and 32\n"
    "               (default 16, for its zvc), each other codec one; of tensors, the default is the\n"
    "               width of the type, if the codec has it\n"
    "  --window N   bytes that the codec compresses together: 128 (default), 4096, 65536\n"
    "  --raw        read IN as raw bytes even if it is an .npy file or has tensors\n" CLI_TENSORS_OPTIONS_HELP
    "  --index      append an index of the blocks to the file (version 2 of the format)\n" CLI_TRANSFER_OPTIONS_HELP
    "  -o, --output-dir DIR\n"
    "               write each IN to DIR under its own name with .lpr appended; for an\n"
    "               IN that is a folder, every file in it;\n" CLI_FOLDER_HELP
        CLI_OUTPUT_OPTIONS_HELP CLI_TERMINAL_HELP;

struct source {
    struct lp_input *input;
    const char *path;
    int failed; /* the input failed, not the codec or the output */
};

struct sink {
    uint64_t bytes;
};

static int read_source(void *context, void *buffer, size_t bytes, size_t *got)
{
    struct source *source = context;
    int error = lp_input_read(source->input, buffer, bytes, got);
    source->failed = error != LP_OK;
    return error;
}

static int write_sink(void *context, const void *buffer, size_t bytes)
{
    struct sink *sink = context;
    sink->bytes += bytes;
    return cli_output_write(NULL, buffer, bytes);
}

static int show(void *context, const struct lp_frame_totals *totals)
{
    const struct source *source = context;
    cli_progress_bytes(source->path, totals->raw_bytes, lp_input_bytes(source->input));
    return LP_OK;
}

static int compress_input(const struct cli_options *o, struct source *source,
                          struct cli_transfer *t)
{
    const struct lp_npy *npy = lp_input_npy(source->input);
    struct lp_frame_info info = {.codec = o->codec->id,
                                 .elem = (uint8_t)t->elem,
                                 .window = (uint32_t)o->window,
                                 .prologue_bytes = npy != NULL ? (uint32_t)npy->header_bytes : 0,
                                 .index = (uint8_t)o->index};
    struct lp_frame_run run = {.threads = o->threads, .progress = show, .context = source};
    struct lp_frame_totals totals = {0};
    struct lp_frame_writer *writer;
    struct sink sink = {0};
    int error = lp_frame_write_open(&info, lp_input_header(source->input), write_sink, &sink,
                                    &writer);
    if (error != LP_OK)
        return error;
    error = lp_frame_compress(writer, read_source, source, &run, &totals);
    lp_frame_writer_free(writer);
    cli_progress_end();
    t->bytes = info.prologue_bytes + totals.raw_bytes;
    t->compressed_bytes = sink.bytes;
    return error;
}

static int compress_job(const struct cli_options *o, const struct cli_job *job,
                        struct cli_transfer *t)
{
    struct source source = {.path = job->name};
    struct lpi_input_fault fault;
    int error = cli_job_input(job, o->raw, &source.input, &fault);
    cli_tensor_coding(o, job->tensor, &t->codec, &t->elem);
    if (error != LP_OK) {
        cli_input_complain(job->name, error, &fault);
        return 0;
    }
    cli_job_open_output(job, o->force);
    cli_output_refuse_terminal(o->force);
    error = compress_input(o, &source, t);
    fault = lpi_input_fault(source.input);
    if (error != LP_OK && source.failed)
        cli_input_complain(job->name, error, &fault);
    else if (error != LP_OK)
        cli_fail_file(job->name, error);
    lp_input_close(source.input);
    return error == LP_OK;
}

int cli_compress(int argc, char **argv)
{
    struct cli_options options;
    struct cli_jobs jobs;
    cli_parse(argc, argv,
              CLI_CODEC | CLI_ELEM | CLI_WINDOW | CLI_JSON | CLI_FORCE | CLI_RAW | CLI_THREADS |
                  CLI_STDOUT | CLI_FOLDER | CLI_INDEX | CLI_TENSOR | CLI_LIST,
              help, &options);
    if (options.list)
        return cli_tensors_list("compress", &options);
    if (options.codec == NULL)
        cli_fail("compress: --codec is missing; try 'linepress compress --help'");
    cli_jobs_find("compress", &options, ".lpr", NULL, &jobs);
    return cli_transfer_all(&options, &jobs, compress_job);
}
