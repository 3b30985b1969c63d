/* SPDX-License-Identifier: Apache-2.0 */
#include "list.h"
#include "fail.h"
#include "frame_source.h"
#include "json.h"
#include "progress.h"
#include "quotient.h"
#include <inttypes.h>
#include <stdio.h>

static int walk(struct cli_frame_source *source, struct lp_frame_totals *totals)
{
    for (;;) {
        size_t stored_bytes, raw_bytes = 1;
        int error = lp_frame_skip_block(source->reader, &stored_bytes, &raw_bytes);
        totals->in_trailer = raw_bytes == 0;
        if (error != LP_OK || raw_bytes == 0)
            return error;
        totals->blocks++;
        totals->raw_bytes += raw_bytes;
        totals->stored_bytes += stored_bytes;
        cli_progress_bytes(source->path, source->bytes, lp_input_bytes(source->input));
    }
}

static const char *codec_name(const struct lp_frame_info *info)
{
    const char *name = lp_codec_name(info->codec);
    return name != NULL ? name : "unknown";
}

static const char *codec_word(const struct lp_frame_info *info)
{
    const struct lpi_codec_row *row = lpi_codec_numbered(LPI_FRAME, info->codec);
    return row != NULL ? row->word : "unknown";
}

static json_t *to_json(const struct cli_frame_source *source, const struct lp_frame_totals *totals)
{
    const struct lp_frame_info *info = lp_frame_read_info(source->reader);
    uint64_t bytes = info->prologue_bytes + totals->raw_bytes;
    return json_pack("{s:o, s:i, s:s, s:i, s:I, s:b, s:I, s:I, s:I, s:o}", "file",
                     lpi_json_text(source->path), "version",
                     info->index ? LP_FRAME_VERSION_INDEX : LP_FRAME_VERSION, "codec",
                     codec_name(info), "elem", info->elem, "window", (json_int_t)info->window,
                     "index", info->index, "blocks", (json_int_t)totals->blocks, "bytes",
                     (json_int_t)bytes, "compressed_bytes", (json_int_t)source->bytes, "ratio",
                     cli_file_ratio_json((double)bytes, (double)source->bytes));
}

static void print_row(const struct cli_frame_source *source, const struct lp_frame_totals *totals)
{
    const struct lp_frame_info *info = lp_frame_read_info(source->reader);
    uint64_t bytes = info->prologue_bytes + totals->raw_bytes;
    char ratio[CLI_QUOTIENT];
    printf("%-7s %4d %6" PRIu32 " %7" PRIu64 "%c %14" PRIu64 " %14" PRIu64 " %7s  %s\n",
           codec_word(info), info->elem, info->window, totals->blocks, info->index ? 'i' : ' ',
           bytes, source->bytes, cli_file_ratio((double)bytes, (double)source->bytes, ratio),
           source->path);
}

static int list(const char *path, json_t *files)
{
    struct cli_frame_source source;
    struct lp_frame_totals totals = {0};
    if (!cli_frame_open(path, &source))
        return 0;
    int error = walk(&source, &totals);
    cli_progress_end();
    if (error != LP_OK)
        cli_frame_complain(&source, &totals, error);
    else if (files != NULL)
        json_array_append_new(files, to_json(&source, &totals));
    else
        print_row(&source, &totals);
    cli_frame_close(&source);
    return error == LP_OK;
}

int cli_list(const struct cli_options *options, struct cli_jobs *jobs)
{
    json_t *files = options->json ? json_array() : NULL;
    int good = !jobs->bad;
    if (files == NULL)
        printf("%-7s %4s %6s %8s %14s %14s %7s  %s\n", "codec", "elem", "window", "blocks", "bytes",
               "compressed", "ratio", "file");
    for (size_t i = 0; i < jobs->count; i++)
        good &= list(jobs->list[i].in, files);
    if (files != NULL)
        cli_print_json(json_pack("{s:o}", "files", files));
    cli_jobs_free(jobs);
    return good ? EXIT_GOOD : EXIT_BAD;
}
