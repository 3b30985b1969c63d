/* SPDX-License-Identifier: Apache-2.0 */
/* compress and decompress: framed files, processed by a card. */
#include "../../base/codecs.h"
#include "../shared/fail.h"
#include "../shared/frame_source.h"
#include "../shared/input.h"
#include "../shared/json.h"
#include "../shared/output.h"
#include "../shared/progress.h"
#include "../shared/quotient.h"
#include "../../dma/host/stream.h"
#include "card_cli.h"
#include <inttypes.h>
#include <linepress/file.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char compress_help[] =
    "Usage: linepress-card compress [-d CARD] --codec C [OPTION]... IN OUT\n"
    "\n"
    "Writes IN, compressed by the card, to the framed file OUT (docs/reference/format.md),\n"
    "which 'linepress decompress' reads. With zvc it is identical to the output of 'linepress\n"
    "compress'; with bpc, lines whose stream exceeds 96 bytes are stored raw, as the engine\n"
    "does. With xzvc, ebd or mixed it is a file of mixed codecs. The header of an .npy file is\n"
    "stored too.\n" CLI_OUTPUT_HELP "\n"
    "  --codec C          zvc, bpc, and, if the card has them, xzvc, ebd, mixed\n"
    "  --verify           compare each block with the result of this program; a difference is\n"
    "                     an error, exit status 1\n"
    "  --raw              read IN as raw bytes even if it is an .npy file\n"
    "  -f, --force        replace OUT even if it is write-protected\n" CARD_OPTIONS_HELP;

static const char decompress_help[] =
    "Usage: linepress-card decompress [-d CARD] [OPTION]... IN OUT\n"
    "\n"
    "Writes the data of the framed file IN to OUT, expanded by the card. IN must be of codec\n"
    "zvc or bpc or, if the card has it, of mixed codecs; an output of 'linepress compress' with\n"
    "records of 97 to 128 bytes is refused, as the engine does not support them.\n" CLI_OUTPUT_HELP
    "\n"
    "  --codec C          zvc, bpc, mixed: refuse a file that was compressed with another codec;\n"
    "                     xzvc, ebd: also a line of mixed codecs that has another one\n"
    "  --verify           compare each block with the result of this program; a difference is\n"
    "                     an error, exit status 1\n"
    "  -f, --force        replace OUT even if it is write-protected\n" CARD_OPTIONS_HELP;

/* State of a file, processed one block at a time. */
struct job {
    const struct card_options *options;
    const char *in;
    struct lp_card *card;
    struct lp_dma *dma;
    unsigned elem, codecs; /* of the card */
    enum lp_dma_codec codec;
    uint64_t device; /* address of a block */
    uint8_t *raw, *stream, *due;
    size_t room, block; /* maximum bytes of a stream, and of raw data */
    uint64_t blocks, raw_bytes, file_bytes;
    int mismatch;
};

static size_t sectors_of(size_t bytes)
{
    return (bytes + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES * LP_SECTOR_BYTES;
}

/* While a transfer is in flight, no signal ends the program; see shrink and expand. */
static void open_job(struct job *job, const struct card_options *o)
{
    struct lp_card_info info;

    *job = (struct job){.options = o, .in = o->files[0], .codec = o->codec};
    job->card = card_begin(o);
    job->dma = card_engine(job->card);
    card_must(job->card, o->device, lp_card_info(job->card, &info));
    job->elem = info.elem;
    job->codecs = info.codecs;
    job->block = LP_FRAME_BLOCK_MAX;
    while (info.window_bytes < 2 * lp_dma_bound(LP_DMA_ZVC, LP_ELEM_8, job->block))
        job->block /= 2;
    job->room = (size_t)lp_dma_bound(LP_DMA_ZVC, LP_ELEM_8, job->block);
    card_must(job->card, o->device, lp_dma_malloc(job->dma, job->block, &job->device));
    job->raw = cli_alloc(job->block);
    job->stream = cli_alloc(job->room);
    job->due = cli_alloc(job->room);
}

/* Whether the codec's records have a kind byte: its streams are some of those of mixed codecs. */
static bool has_kinds(enum lp_dma_codec codec)
{
    return codec >= LP_DMA_XZVC && codec <= LP_DMA_AUTO;
}

static void require_codec(const struct job *job)
{
    if ((unsigned)job->codec >= job->codecs)
        cli_fail("%s: this card has no codec %s; 'linepress-card info' names those that it has",
                 job->options->device, card_codec_name(job->codec));
}

static void close_job(struct job *job)
{
    free(job->raw);
    free(job->stream);
    free(job->due);
}

/* A block failed: removes the output. */
static noreturn void fail_block(const struct job *job, int error)
{
    cli_fail("%s: block %" PRIu64 ": %s", job->in, job->blocks + 1, card_why(job->card, error));
}

static void check_files(const struct card_options *o, const char *command)
{
    if (o->file_count != 2)
        cli_fail("%s: takes IN and OUT; try 'linepress-card %s --help'", command, command);
}

/* Prints the result as a line or as JSON. */
static int report(const struct job *job, enum cli_output where)
{
    const struct card_options *o = job->options;
    double raw = (double)job->raw_bytes, stored = (double)job->file_bytes;
    char ratio[CLI_QUOTIENT];

    if (o->json)
        cli_write_json(where == CLI_OUTPUT_STDOUT ? stderr : stdout,
                       json_pack("{s:o, s:o, s:o, s:s, s:I, s:I, s:o, s:o}", "card",
                                 lpi_json_text(o->device), "file", lpi_json_text(job->in), "output",
                                 lpi_json_text(o->files[1]), "codec", card_codec_name(job->codec),
                                 "bytes", (json_int_t)job->raw_bytes, "compressed_bytes",
                                 (json_int_t)job->file_bytes, "ratio",
                                 cli_file_ratio_json(raw, stored), "verified",
                                 o->verify ? json_true() : json_null()));
    else if (where == CLI_OUTPUT_FILE)
        printf("%s: %s, %" PRIu64 " bytes raw, %" PRIu64 " compressed, ratio %s%s\n", o->files[1],
               card_codec_name(job->codec), job->raw_bytes, job->file_bytes,
               cli_file_ratio(raw, stored, ratio), o->verify ? ", verified" : "");
    return EXIT_GOOD;
}

/* Reports the block that the card got wrong; no output is written. */
static int refuse(struct job *job)
{
    cli_complain("%s: block %" PRIu64 ": the card made other bytes than this program", job->in,
                 job->blocks + 1);
    cli_output_abandon();
    return EXIT_MISMATCH;
}

/* ---- compress ---- */

static int write_counted(void *context, const void *buffer, size_t bytes)
{
    struct job *job = context;

    job->file_bytes += bytes;
    return cli_output_write(NULL, buffer, bytes);
}

/* Compresses the block into job->stream. */
static size_t shrink(struct job *job, size_t bytes)
{
    size_t whole = sectors_of(bytes), stored = 0;
    int error;

    memset(job->raw + bytes, 0, whole - bytes);
    cli_hold_signals();
    error = lp_dma_write(job->dma, job->device, job->raw, whole);
    if (error == LP_OK)
        error = lp_memcpy_compressed(job->dma, job->stream, job->room, job->device, whole,
                                     job->codec, &stored);
    cli_let_signals();
    if (error != LP_OK)
        fail_block(job, error);
    if (job->options->verify) {
        struct lpi_card_due due = lpi_card_stream(job->codec, job->elem, job->raw, whole, job->due);
        job->mismatch = due.bytes != stored || memcmp(job->due, job->stream, stored) != 0;
    }
    return stored;
}

static int compress_blocks(struct job *job, struct lp_input *input, struct lp_frame_writer *writer)
{
    size_t bytes;

    while ((bytes = cli_input_read(input, job->in, job->raw, job->block)) > 0) {
        size_t stored = shrink(job, bytes);
        if (job->mismatch)
            return 0;
        int error = lp_frame_write_block(writer, job->raw, bytes, job->stream, stored);
        if (error != LP_OK)
            fail_block(job, error);
        job->blocks++;
        job->raw_bytes += bytes;
        cli_progress_bytes(job->in, job->raw_bytes, lp_input_bytes(input));
    }
    return 1;
}

static int compress_file(struct job *job, struct lp_input *input)
{
    const struct lp_npy *npy = lp_input_npy(input);
    bool kinds = has_kinds(job->codec);
    enum lp_dma_codec of = kinds ? LP_DMA_AUTO : job->codec;
    const struct lpi_codec_row *codec = lpi_codec_numbered(LPI_DMA, (int)of);
    unsigned elem = kinds ? LP_ELEM_16 : of == LP_DMA_BPC ? 32 : job->elem;
    struct lp_frame_info info = {.codec = (uint8_t)codec->number[LPI_FRAME],
                                 .elem = (uint8_t)elem,
                                 .window = LP_LINE_BYTES,
                                 .prologue_bytes = npy ? (uint32_t)npy->header_bytes : 0};
    struct lp_frame_writer *writer;
    int error, good;

    error = lp_frame_write_open(&info, lp_input_header(input), write_counted, job, &writer);
    if (error != LP_OK)
        cli_fail_file(job->in, error);
    job->raw_bytes = info.prologue_bytes;
    good = compress_blocks(job, input, writer);
    cli_progress_end();
    if (good && (error = lp_frame_write_end(writer)) != LP_OK)
        cli_fail_file(job->in, error);
    lp_frame_writer_free(writer);
    return good;
}

int card_compress(int argc, char **argv)
{
    struct card_options o;
    struct lp_input *input;
    struct job job;
    int good;

    card_parse(argc, argv, CARD_CODEC | CARD_VERIFY | CARD_FORCE | CARD_RAW, compress_help, &o);
    check_files(&o, "compress");
    if (o.codec_name == NULL)
        cli_fail("compress: --codec is missing");
    input = cli_input_open(o.files[0], (o.raw ? LPI_INPUT_RAW : LPI_INPUT_PLAIN) | LPI_INPUT_EMPTY);
    open_job(&job, &o);
    require_codec(&job);
    cli_output_open(o.files[1], o.force);
    cli_output_refuse_terminal(o.force);
    good = compress_file(&job, input);
    lp_input_close(input);
    int status = good ? report(&job, cli_output_finish()) : refuse(&job);
    close_job(&job);
    return status;
}

/* ---- decompress ---- */

static void take_codec(struct job *job, const struct lp_frame_info *info)
{
    const struct card_options *o = job->options;

    const struct lpi_codec_row *codec = lpi_codec_numbered(LPI_FRAME, info->codec);

    if (codec == NULL || codec->number[LPI_DMA] < 0)
        cli_fail("%s: its codec is %s, which no card has; 'linepress decompress' reads it", job->in,
                 codec != NULL ? codec->name : "unknown");
    job->codec = (enum lp_dma_codec)codec->number[LPI_DMA];
    if (job->codec == LP_DMA_XZVC || job->codec == LP_DMA_EBD)
        cli_fail("%s: its codec is %s alone, whose records lack the kinds that cards read; "
                 "'linepress decompress' reads it",
                 job->in, codec->name);
    if (job->codec == LP_DMA_AUTO && info->elem != LP_ELEM_16)
        cli_fail("%s: its elements have %u bits, those of mixed codecs on cards 16; 'linepress "
                 "decompress' reads it",
                 job->in, info->elem);
    if (job->codec == LP_DMA_AUTO && o->codec_name != NULL && has_kinds(o->codec))
        job->codec = o->codec;
    if (o->codec_name != NULL && o->codec != job->codec)
        cli_fail("%s: the file's codec is %s, not %s", job->in, codec->name, o->codec_name);
    if (job->codec == LP_DMA_ZVC && info->elem != job->elem)
        cli_fail("%s: its elements have %u bits, the card's %u; 'linepress decompress' reads it",
                 job->in, info->elem, job->elem);
    require_codec(job);
}

/* Expands the block into job->raw. */
static void expand(struct job *job, const void *stored, size_t stored_bytes, size_t bytes)
{
    size_t whole = sectors_of(bytes), bad;
    int error;

    if (bytes > job->block || stored_bytes > job->room)
        cli_fail("%s: block %" PRIu64 ": %zu bytes are more than the card's window takes at once; "
                 "'linepress decompress' reads it, or give --window",
                 job->in, job->blocks + 1, bytes);
    cli_hold_signals();
    error = lp_memcpy_decompressed(job->dma, job->device, whole, stored, stored_bytes, job->codec);
    if (error == LP_OK)
        error = lp_dma_read(job->dma, job->device, job->raw, whole);
    cli_let_signals();
    if (error == LP_ERR_CORRUPT && job->codec != LP_DMA_ZVC)
        cli_fail("%s: block %" PRIu64 ": corrupt, or not of the profile that cards read; "
                 "'linepress decompress' tells",
                 job->in, job->blocks + 1);
    if (error != LP_OK)
        fail_block(job, error);
    if (job->options->verify)
        job->mismatch = lp_dma_expand(job->codec, job->elem, stored, stored_bytes,
                                      whole / LP_SECTOR_BYTES, job->due, &bad) != LP_OK ||
                        memcmp(job->due, job->raw, whole) != 0;
}

static int decompress_blocks(struct job *job, struct cli_frame_source *source)
{
    struct lp_frame_totals totals = {0};
    const void *stored;
    size_t stored_bytes, bytes;
    int error;

    for (;;) {
        error = lp_frame_read_block(source->reader, &stored, &stored_bytes, &bytes);
        totals.in_trailer = bytes == 0;
        if (error != LP_OK || bytes == 0)
            break;
        expand(job, stored, stored_bytes, bytes);
        if (job->mismatch)
            return 0;
        error = lp_frame_read_check(source->reader, job->raw, bytes);
        if (error != LP_OK)
            break;
        (void)cli_output_write(NULL, job->raw, bytes);
        job->blocks = ++totals.blocks;
        totals.stored_bytes += stored_bytes;
        job->raw_bytes += bytes;
        cli_progress_bytes(job->in, source->bytes, lp_input_bytes(source->input));
    }
    cli_progress_end();
    if (error != LP_OK) {
        cli_frame_complain(source, &totals, error);
        cli_output_abandon();
        exit(EXIT_BAD);
    }
    return 1;
}

int card_decompress(int argc, char **argv)
{
    struct card_options o;
    struct cli_frame_source source;
    struct job job;
    int good;

    card_parse(argc, argv, CARD_CODEC | CARD_VERIFY | CARD_FORCE, decompress_help, &o);
    check_files(&o, "decompress");
    if (!cli_frame_open(o.files[0], &source))
        return EXIT_BAD;
    const struct lp_frame_info *info = lp_frame_read_info(source.reader);
    open_job(&job, &o);
    take_codec(&job, info);
    cli_output_open(o.files[1], o.force);
    (void)cli_output_write(NULL, lp_frame_read_prologue(source.reader), info->prologue_bytes);
    job.raw_bytes = info->prologue_bytes;
    good = decompress_blocks(&job, &source);
    job.file_bytes = source.bytes;
    cli_frame_close(&source);
    int status = good ? report(&job, cli_output_finish()) : refuse(&job);
    close_job(&job);
    return status;
}
