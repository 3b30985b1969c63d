/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "buddy_options.h"
#include "../../base/codecs.h"
#include "../../lib/buddy/stored.h"
#include "../shared/fail.h"
#include "../shared/next_option.h"
#include "../shared/values.h"
#include <linepress/linepress.h>
#include <stdio.h>
#include <string.h>

#define CACHE_BYTES 4096u /* per slice, as in the paper */

static const char help[] =
    "Usage: linepress buddy [OPTION]... FILE\n"
    "       linepress buddy --targets F [OPTION]... DIR\n"
    "\n"
    "Writes FILE's lines to buddy memory and reads them back, cycle by cycle, through the\n"
    "slices of the memory controllers, which are connected to device memory and a link. Every\n"
    "line read is compared with the data written.\n"
    "\n"
    "  --engine E        model (default): the cycle model; rtl: the Verilated RTL; function: the\n"
    "                    library, without cycles (default for codecs without a model here)\n"
    "  --codec C         zvc, bpc (default), xzvc, ebd, mixed; mixed takes the best of the four\n"
    "                    in each line\n"
    "  --target R        target compression ratio: 1 (bandwidth only), 1.33, 2 (default), 4, 16,\n"
    "                    none (not compressed)\n"
    "  --targets F       targets, codecs and page size of file F, as 'linepress profile' writes\n"
    "                    it, for the allocations of the snapshot set DIR\n"
    "  --point P         the point of the set whose data is used (the last)\n"
    "  --split PATTERN   the pattern of the set's flat file names ({allocation}.p{point})\n"
    "  --strict          fail if F and the set differ in allocations or sizes\n"
    "  --pattern P       stream (default), random, strided: all lines are written in order, then\n"
    "                    read in order, in random order, or in steps of --stride lines\n"
    "  --count N         number of reads of a pattern (as many as lines)\n"
    "  --stride N        lines from one read to the next with strided (16)\n"
    "  --seed S          seed of random, and of --stall (1)\n"
    "  --trace T         the accesses of file T, text or binary, instead of a pattern\n"
    "  --save-trace T    write the accesses to file T, binary if it ends in .lpt, and do nothing "
    "else\n"
    "  -f, --force       replace the T of --save-trace even if it is write-protected\n"
    "  --page P          64k (default), 2m\n"
    "  --slices N        1, 2, 4, 8 (default), 16, 32: parallel slices\n"
    "  --metadata-cache BYTES   total of all slices (4096 per slice)\n"
    "  --misses N        metadata fetches in flight per slice: 2, 4 (default), 8, 16; no more\n"
    "                    than --entries\n"
    "  --entries N       requests in flight per slice (16)\n"
    "  --lanes N         response sectors per cycle: 1 (default), 2, 4\n"
    "  --parallel B      1: read device memory in parallel with a metadata miss; 0 (default):\n"
    "                    after it, so that no sector is read unnecessarily\n"
    "  --latency N       latency of device memory in cycles (100); that of the link is twice as\n"
    "                    much\n"
    "  --link G          GB/s of the link in each direction, shared by 8 slices, or by all if\n"
    "                    there are more (150)\n"
    "  --stall P         probability of a pause per stream and cycle, 0 <= P < 1 (0)\n"
    "  --sweep           without cycles: metadata hits for each cache size, buddy accesses for\n"
    "                    each target\n"
    "  --raw             read FILE as raw bytes even if it is an .npy file\n"
    "  --json            one JSON object\n";

const char *const buddy_engines[BUDDY_ENGINES] = {"model", "rtl", "function"};

const char *const buddy_targets[LP_BUDDY_UNCOMPRESSED + 1] = {"1",  "1.33", "2",  "4",   "16",
                                                              NULL, NULL,   NULL, "none"};

enum {
    ENGINE = 256,
    CODEC,
    TARGET,
    PATTERN,
    COUNT,
    STRIDE,
    SEED,
    TRACE,
    SAVE,
    PAGE,
    SLICES,
    CACHE,
    MISSES,
    ENTRIES,
    LANES,
    PARALLEL,
    LATENCY,
    LINK,
    STALL,
    SWEEP,
    RAW,
    JSON,
    TARGETS,
    POINT,
    STRICT,
    SPLIT
};
#define BIT(option) (UINT32_C(1) << ((option)-ENGINE))

static const struct option known[] = {
    {"engine", required_argument, NULL, ENGINE},
    {"codec", required_argument, NULL, CODEC},
    {"target", required_argument, NULL, TARGET},
    {"pattern", required_argument, NULL, PATTERN},
    {"count", required_argument, NULL, COUNT},
    {"stride", required_argument, NULL, STRIDE},
    {"seed", required_argument, NULL, SEED},
    {"trace", required_argument, NULL, TRACE},
    {"save-trace", required_argument, NULL, SAVE},
    {"page", required_argument, NULL, PAGE},
    {"slices", required_argument, NULL, SLICES},
    {"metadata-cache", required_argument, NULL, CACHE},
    {"misses", required_argument, NULL, MISSES},
    {"entries", required_argument, NULL, ENTRIES},
    {"lanes", required_argument, NULL, LANES},
    {"parallel", required_argument, NULL, PARALLEL},
    {"latency", required_argument, NULL, LATENCY},
    {"link", required_argument, NULL, LINK},
    {"stall", required_argument, NULL, STALL},
    {"sweep", no_argument, NULL, SWEEP},
    {"targets", required_argument, NULL, TARGETS},
    {"point", required_argument, NULL, POINT},
    {"strict", no_argument, NULL, STRICT},
    {"split", required_argument, NULL, SPLIT},
    {"force", no_argument, NULL, 'f'},
    {"raw", no_argument, NULL, RAW},
    {"json", no_argument, NULL, JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static enum lp_page_codec codec(const char *word)
{
    const struct lpi_codec_row *row = lpi_codec_worded(LPI_PAGE, word, true);
    char list[128];
    if (row != NULL)
        return (enum lp_page_codec)row->number[LPI_PAGE];
    cli_fail("unknown codec '%s' (buddy memory has %s)", word,
             lpi_codec_words(LPI_PAGE, LPI_PAGE, list, sizeof list));
}

static void set_shape(struct buddy_options *o, int option, const char *name, const char *value)
{
    static const char *const pages[] = {"64k", "2m"};
    static const char *const slices[] = {"1", "2", "4", "8", "16", "32"};
    switch (option) {
    case PAGE: o->ask.page_log2 = cli_bytes_choice("buddy", name, value, pages, 2) ? 21 : 16; break;
    case SLICES: o->ask.slices_log2 = cli_choice("buddy", name, value, slices, 6); break;
    case CACHE: o->ask.cache_bytes = cli_bytes("buddy", name, value, LP_LINE_BYTES, 1 << 20); break;
    case MISSES: o->ask.misses = (unsigned)cli_whole("buddy", name, value, 1, 16); break;
    case ENTRIES: o->ask.entries = (unsigned)cli_whole("buddy", name, value, 1, 64); break;
    case LANES: o->ask.lanes = (unsigned)cli_whole("buddy", name, value, 1, 4); break;
    case PARALLEL: o->ask.parallel = (unsigned)cli_whole("buddy", name, value, 0, 1); break;
    case LATENCY: o->ask.latency = (unsigned)cli_whole("buddy", name, value, 1, 100000); break;
    case LINK: o->ask.link = (unsigned)cli_whole("buddy", name, value, 1, 10000); break;
    default: o->ask.stall = cli_probability("buddy", name, value);
    }
}

static void set_option(struct buddy_options *o, int option, const char *name, const char *value)
{
    static const char *const orders[] = {"stream", "random", "strided"};
    switch (option) {
    case ENGINE:
        o->ask.engine = (enum buddy_engine)cli_choice("buddy", name, value, buddy_engines,
                                                      BUDDY_ENGINES);
        break;
    case CODEC: o->ask.codec = codec(value); break;
    case TARGET:
        o->ask.target = cli_choice("buddy", name, value, buddy_targets, LP_BUDDY_UNCOMPRESSED + 1);
        break;
    case PATTERN:
        o->ask.pattern.order = (enum lp_trace_order)cli_choice("buddy", name, value, orders, 3);
        break;
    case COUNT: o->ask.pattern.reads = cli_whole("buddy", name, value, 1, LP_TRACE_MAX); break;
    case STRIDE: o->ask.pattern.stride = cli_whole("buddy", name, value, 1, UINT32_MAX); break;
    case SEED: o->ask.pattern.seed = cli_whole("buddy", name, value, 0, UINT64_MAX); break;
    case TRACE: o->ask.trace = value; break;
    case SAVE: o->save = value; break;
    case TARGETS: o->ask.targets = value; break;
    case POINT: o->ask.point = value; break;
    case STRICT: o->ask.strict = 1; break;
    case SPLIT: o->ask.split = value; break;
    case SWEEP: o->sweep = 1; break;
    case 'f': o->force = 1; break;
    case RAW: o->ask.raw = 1; break;
    case JSON: o->json = 1; break;
    default: set_shape(o, option, name, value);
    }
}

static void set_cache(struct buddy_options *o)
{
    unsigned sets, ways;
    if (o->ask.cache_bytes == 0)
        o->ask.cache_bytes = (uint64_t)CACHE_BYTES << o->ask.slices_log2;
    if (!buddy_cache(o->ask.cache_bytes, o->ask.slices_log2, &sets, &ways))
        cli_fail("buddy: --metadata-cache takes a power of two from %u up for %u slices, not %llu",
                 LP_LINE_BYTES << o->ask.slices_log2, 1u << o->ask.slices_log2,
                 (unsigned long long)o->ask.cache_bytes);
}

static bool is_given(const struct buddy_options *o, int option)
{
    return (o->given & BIT(option)) != 0;
}

/* Fails if one of the options was given. */
static void refuse(const struct buddy_options *o, uint32_t options, const char *where)
{
    for (const struct option *option = known; option->name != NULL; option++)
        if (option->val >= ENGINE && (options & o->given & BIT(option->val)) != 0)
            cli_fail("buddy: --%s has no effect %s", option->name, where);
}

#define PATTERNS (BIT(PATTERN) | BIT(COUNT) | BIT(STRIDE))
#define CYCLES                                                                                     \
    (BIT(MISSES) | BIT(ENTRIES) | BIT(LANES) | BIT(PARALLEL) | BIT(LATENCY) | BIT(LINK) |          \
     BIT(STALL))
#define MEMORY                                                                                     \
    (BIT(ENGINE) | BIT(CODEC) | BIT(TARGET) | BIT(PAGE) | BIT(SLICES) | BIT(CACHE) | BIT(SWEEP) |  \
     BIT(JSON))

void buddy_check_effects(const struct buddy_options *o)
{
    if (o->save != NULL)
        refuse(o, MEMORY | CYCLES, "with --save-trace");
    if (o->force && o->save == NULL)
        cli_fail("buddy: --force has no effect without --save-trace");
    if (o->sweep)
        refuse(o, CYCLES | BIT(ENGINE) | BIT(CACHE), "with --sweep");
    if (o->ask.engine == BUDDY_FUNCTION)
        refuse(o, CYCLES, "with engine function");
    if (o->ask.trace != NULL)
        refuse(o, PATTERNS, "with --trace");
    if (o->ask.pattern.order != LP_TRACE_STRIDED)
        refuse(o, BIT(STRIDE), "without --pattern strided");
    if ((o->ask.trace != NULL || o->ask.pattern.order != LP_TRACE_RANDOM) && o->ask.stall <= 0)
        refuse(o, BIT(SEED), "without --pattern random and without --stall");
}

/* Settings of the file of --targets must not be given by an option too. */
static void check_targets(const struct buddy_options *o, const char *twice)
{
    if (o->ask.targets != NULL && twice != NULL)
        cli_fail("buddy: --%s is what the file of --targets says", twice);
    const char *alone = o->ask.point != NULL ? "point" : o->ask.split != NULL ? "split" : "strict";
    if (o->ask.targets == NULL && (o->ask.point != NULL || o->ask.split != NULL || o->ask.strict))
        cli_fail("buddy: --%s belongs to --targets", alone);
}

void buddy_parse(int argc, char **argv, struct buddy_options *o)
{
    int index = 0;
    const char *twice = NULL;
    struct lpi_fault fault;
    *o = (struct buddy_options){.ask = {.engine = BUDDY_ENGINES,
                                        .codec = LP_PAGE_BPC,
                                        .target = LP_TARGET_2,
                                        .page_log2 = 16,
                                        .slices_log2 = 3,
                                        .entries = 16,
                                        .lanes = 1,
                                        .misses = 4,
                                        .latency = 100,
                                        .link = 150,
                                        .pattern = {.stride = 16, .seed = 1}}};
    for (int option; (option = cli_next_option(argc, argv, ":hf", known, help, &index)) != -1;) {
        set_option(o, option, known[index].name, optarg);
        o->given |= option >= ENGINE ? BIT(option) : 0;
        if (option == CODEC || option == TARGET || option == PAGE || option == RAW)
            twice = known[index].name;
    }
    if (argc - optind != 1)
        cli_fail("buddy: takes one FILE; try 'linepress buddy --help'");
    o->ask.file = argv[optind];
    check_targets(o, twice);
    if (o->ask.targets == NULL && buddy_set_engine(&o->ask, &fault) != 0)
        cli_fail_for(&fault);
    /* There are never more outstanding fetches than requests. */
    if (o->ask.misses > o->ask.entries && o->ask.entries > 1) {
        if (is_given(o, MISSES))
            cli_fail("buddy: --misses %u is more than --entries %u", o->ask.misses, o->ask.entries);
        o->ask.misses = o->ask.entries;
    }
    set_cache(o);
}
