/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "dma_options.h"
#include "../../base/codecs.h"
#include "../../lib/compare/compare.h"
#include "../shared/fail.h"
#include "../shared/next_option.h"
#include "../shared/tensors.h"
#include "../shared/values.h"
#include <linepress/frame.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BANDWIDTH_AWARE 48.0 /* GB/s: the share of device memory's bandwidth in the paper */
#define LEAST_BUFFER 4608u   /* one worst-case group for each of 8 channels */
#define MOST_BUFFER 2097120u /* 65535 flits */

static const char help[] =
    "Usage: linepress dma [OPTION]... FILE...\n"
    "\n"
    "Copies each FILE from device memory to the host and back through the compressing DMA\n"
    "engine, and compares the result. FILEs are padded with zeros to a multiple of 32 bytes.\n"
    "Of a file of tensors (docs/use/files.md), each tensor is copied.\n"
    "\n"
    "  --engine E        model (default): functional, without cycles; cycle: the cycle model;\n"
    "                    rtl: the Verilated RTL, which 'make dma-rtl' builds\n"
    "  --codec C         zvc (default), bpc, xzvc, ebd, mixed, none, rle, zlib; mixed has the codec\n"
    "                    with the fewest sectors for each line; rle and zlib are for comparison,\n"
    "                    with the engine model only, in windows of 4 KiB\n"
    "  --direction D     both (default), out (device to host), in: the direction reported\n"
    "  --channels N      6 (default), 8: memory controllers\n"
    "  --buffer BYTES    size of the DMA unit's buffer (81920)\n"
    "  --clock MHZ       frequency of the engine (1000)\n"
    "  --link G          GB/s of the link in each direction (16)\n"
    "  --latency NS      latency of device memory (350)\n"
    "  --policy P        perf (default); bw:G or bw: at most G (48) GB/s at device memory\n"
    "  --room BYTES      host buffer for each stream (always enough)\n"
    "  --layout L        nchw, nhwc, chwn: first reorder the axes of 4-D .npy arrays, which are\n"
    "                    assumed to be NCHW, to this order\n"
    "  --stall P         probability of a pause per stream and cycle, 0 <= P < 1 (0)\n"
    "  --seed S          seed of --stall (1)\n"
    "  --sweep WHAT      buffer, link, latency, policy, channels: one run for each of several\n"
    "                    values\n"
    "  --raw             read FILEs as raw bytes even if they are .npy files or have tensors\n"
    "  --tensor GLOB     take only tensors whose names match, such as '*.weight'\n"
    "  --list            print names, types, shapes and places of the tensors, and end\n"
    "  --json            one JSON object, with --sweep an array of them\n";

enum {
    ENGINE = 256,
    CODEC,
    DIRECTION,
    CHANNELS,
    BUFFER,
    CLOCK,
    LINK,
    LATENCY,
    POLICY,
    ROOM,
    LAYOUT,
    STALL,
    SEED,
    SWEEP,
    RAW,
    TENSOR,
    LIST,
    JSON
};

static const struct option known[] = {
    {"engine", required_argument, NULL, ENGINE},
    {"codec", required_argument, NULL, CODEC},
    {"direction", required_argument, NULL, DIRECTION},
    {"channels", required_argument, NULL, CHANNELS},
    {"buffer", required_argument, NULL, BUFFER},
    {"clock", required_argument, NULL, CLOCK},
    {"link", required_argument, NULL, LINK},
    {"latency", required_argument, NULL, LATENCY},
    {"policy", required_argument, NULL, POLICY},
    {"room", required_argument, NULL, ROOM},
    {"layout", required_argument, NULL, LAYOUT},
    {"stall", required_argument, NULL, STALL},
    {"seed", required_argument, NULL, SEED},
    {"sweep", required_argument, NULL, SWEEP},
    {"raw", no_argument, NULL, RAW},
    {"tensor", required_argument, NULL, TENSOR},
    {"list", no_argument, NULL, LIST},
    {"json", no_argument, NULL, JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* GB/s of --policy; 0: perf. */
static double policy(const char *text)
{
    if (strcmp(text, "perf") == 0)
        return 0;
    if (strcmp(text, "bw") == 0)
        return BANDWIDTH_AWARE;
    if (strncmp(text, "bw:", 3) != 0)
        cli_fail("dma: --policy takes perf, bw or bw:GB/S, not '%s'", text);
    return cli_number("dma", "policy bw", text + 3, 0.001, 10000);
}

/* A codec that the engine does not implement. */
static const struct lpi_codec_row *compared_row(const char *word)
{
    static const enum lp_codec compared[] = {LP_CODEC_RLE, LP_CODEC_ZLIB};
    const struct lpi_codec_row *row = lpi_codec_worded(LPI_FRAME, word, true);
    char list[128];
    lpi_codec_words(LPI_DMA, LPI_DMA, list, sizeof list);
    for (size_t i = 0; i < sizeof compared / sizeof *compared; i++) {
        if (row != NULL && row->number[LPI_FRAME] == (int)compared[i])
            return row;
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, ", %s",
                 lpi_codec_numbered(LPI_FRAME, compared[i])->word);
    }
    cli_fail("dma: --codec takes %s, not '%s'", list, word);
}

static void set_codec(struct dma_options *o, const char *word)
{
    const struct lpi_codec_row *row = lpi_codec_worded(LPI_DMA, word, true);
    o->ask.compared = NULL;
    if (row == NULL) {
        row = compared_row(word);
        o->ask.compared = lpi_codec_by_id((uint8_t)row->number[LPI_FRAME]);
    }
    o->ask.codec = o->ask.compared == NULL ? (enum lp_dma_codec)row->number[LPI_DMA] : LP_DMA_RAW;
    if (o->ask.compared == NULL && o->ask.codec != LP_DMA_RAW && o->ask.codec > LP_DMA_BPC)
        o->ask.config.codecs = LP_DMA_AUTO + 1;
    o->codec_name = row->old != NULL ? row->old : row->word; /* JSON keeps the former name */
    o->codec_word = row->word;
}

static void set_machine(struct dma_options *o, int option, const char *name, const char *value)
{
    static const char *const channels[] = {"6", "8"};
    switch (option) {
    case CHANNELS:
        o->ask.config.channels = cli_choice("dma", name, value, channels, 2) ? 8 : 6;
        break;
    case BUFFER:
        o->ask.config.buffer_bytes = (unsigned)cli_bytes("dma", name, value, LEAST_BUFFER,
                                                         MOST_BUFFER);
        break;
    case CLOCK: o->ask.config.clock_mhz = cli_number("dma", name, value, 1, 10000); break;
    case LINK: o->ask.config.link_gbs = cli_number("dma", name, value, 0.001, 1000); break;
    case LATENCY: o->ask.config.latency_ns = cli_number("dma", name, value, 0, 100000); break;
    case POLICY: o->ask.policy = policy(value); break;
    case ROOM: o->ask.room = cli_bytes("dma", name, value, 1, UINT64_C(1) << 38); break;
    case STALL: o->ask.config.stall = cli_probability("dma", name, value); break;
    default: o->ask.config.seed = cli_whole("dma", name, value, 0, UINT64_MAX);
    }
}

/* Whether the option applies only to the engine, and not to a codec that is only compared. */
static bool is_of_engine(int option)
{
    return option == CHANNELS || option == BUFFER || option == CLOCK || option == LINK ||
           option == LATENCY || option == POLICY || option == STALL || option == SEED ||
           option == SWEEP;
}

static void set_option(struct dma_options *o, int option, const char *name, const char *value)
{
    static const char *const engines[] = {"model", "cycle", "rtl"};
    static const char *const directions[] = {"both", "out", "in"};
    static const char *const layouts[] = {"nchw", "nhwc", "chwn"};
    static const char *const sweeps[] = {"buffer", "link", "latency", "policy", "channels"};
    unsigned which;
    switch (option) {
    case ENGINE: o->ask.engine = engines[cli_choice("dma", name, value, engines, 3)]; break;
    case CODEC: set_codec(o, value); break;
    case DIRECTION:
        which = cli_choice("dma", name, value, directions, 3);
        o->out = which != 2;
        o->ask.in = which != 1;
        break;
    case LAYOUT:
        o->ask.layout = (enum dma_layout)(cli_choice("dma", name, value, layouts, 3) + DMA_NCHW);
        break;
    case SWEEP:
        o->sweep = (enum dma_sweep)(cli_choice("dma", name, value, sweeps, 5) + DMA_SWEEP_BUFFER);
        break;
    case RAW: o->ask.raw = 1; break;
    case TENSOR: o->names.tensor = value; break;
    case LIST: o->list = 1; break;
    case JSON: o->json = 1; break;
    default: set_machine(o, option, name, value);
    }
    o->stall_given |= option == STALL;
    o->seed_given |= option == SEED;
    if (is_of_engine(option))
        o->engine_option = name;
}

static void check(const struct dma_options *o)
{
    if (o->names.file_count == 0)
        cli_fail("dma: no file given; try 'linepress dma --help'");
    if (o->ask.compared != NULL && strcmp(o->ask.engine, "model") != 0)
        cli_fail("dma: --codec %s is only compared: with --engine model", o->codec_word);
    if (o->ask.compared != NULL && o->engine_option != NULL)
        cli_fail("dma: --codec %s is only compared, without an engine: --%s is of no use",
                 o->codec_word, o->engine_option);
    if (o->stall_given && strcmp(o->ask.engine, "model") == 0)
        cli_fail("dma: --stall has no effect with --engine model");
    if (o->seed_given && o->ask.config.stall <= 0)
        cli_fail("dma: --seed has no effect without --stall");
    if (o->ask.layout != DMA_AS_STORED && o->ask.raw)
        cli_fail("dma: --layout needs .npy files, and --raw takes none");
}

/* A tensor without bytes has nothing to copy. */
static void leave_out_empty(struct cli_jobs *jobs)
{
    size_t kept = 0;
    for (size_t i = 0; i < jobs->count; i++) {
        struct cli_job job = jobs->list[i];
        if (job.tensor != NULL && job.tensor->bytes == 0)
            cli_complain("%s: is left out, since it has no bytes", job.name);
        else {
            jobs->list[i] = jobs->list[kept];
            jobs->list[kept++] = job;
        }
    }
    jobs->count = kept;
}

static void find_tensors(struct dma_options *o)
{
    o->names.sets = !o->ask.raw;
    o->names.json = o->json;
    if (o->list)
        exit(cli_tensors_list("dma", &o->names));
    cli_jobs_files("dma", &o->names, &o->jobs);
    if (o->jobs.bad)
        exit(EXIT_BAD);
    leave_out_empty(&o->jobs);
    if (o->jobs.count == 0)
        cli_fail("dma: there is nothing to copy");
}

const char *dma_policy_text(double policy_gbs, char *text, size_t size)
{
    if (policy_gbs > 0)
        snprintf(text, size, "bw:%g", policy_gbs);
    else
        snprintf(text, size, "perf");
    return text;
}

void dma_parse(int argc, char **argv, struct dma_options *o)
{
    int index = 0;
    *o = (struct dma_options){
        .ask = {.engine = "model", .in = 1}, .codec_name = "zvc", .codec_word = "zvc", .out = 1};
    lp_dma_defaults(&o->ask.config);
    for (int option; (option = cli_next_option(argc, argv, ":h", known, help, &index)) != -1;) {
        set_option(o, option, known[index].name, optarg);
    }
    o->names.files = argv + optind;
    o->names.file_count = argc - optind;
    check(o);
    find_tensors(o);
}
