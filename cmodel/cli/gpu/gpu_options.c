/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* strsep */
#include "gpu_options.h"
#include "../shared/fail.h"
#include "../shared/next_option.h"
#include "../shared/share.h"
#include "../shared/values.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: linepress gpu [OPTION]... TRACE...\n"
    "       linepress gpu --show NAME\n"
    "\n"
    "Runs the launches of warp traces on a model of a whole GPU: SMs with their L1, a crossbar,\n"
    "L2 banks, slices of buddy memory, device memory and one link. Results are relative to\n"
    "uncompressed memory at the first link of the GPU's file.\n"
    "\n"
    "  --gpu GPU         a name of p100, v100, a100, h100 and gh200, or a file; NAME/N is 1/N of its\n"
    "                    SMs, L2, slices, memory bandwidth and link (p100/8)\n"
    "  --show NAME       print the configuration: each field with unit and source\n"
    "  --set FIELD=VALUE another value of a field\n"
    "  --scale N         1/N of the GPU\n"
    "  --mode LIST       uncompressed, bandwidth, buddy (all three by default; without --targets and\n"
    "                    --spill the first two)\n"
    "  --targets F       targets and codecs of the trace's buffers, as 'linepress profile' writes\n"
    "                    them; other buffers are not compressed in mode buddy\n"
    "  --link LIST       GB/s of the link each way, of the whole GPU (150)\n"
    "  --link-split      each slice has its share of the link and no more\n"
    "  --metadata M      paid (default); free: states are known without metadata traffic\n"
    "  --metadata-cache LIST   bytes of the whole GPU\n"
    "  --parallel B      1: read device memory in parallel with a metadata miss\n"
    "  --engine E        flow (default); cycle: the cycle model of lp_buddy_slice, which moves whole\n"
    "                    lines; rtl: its RTL, with the parameters that were built: for example\n"
    "                    --gpu p100/4 --set entries=16 --set lanes=1 --set misses=4\n"
    "                    --metadata-cache 128k\n"
    "  --memory M        dram (default): channels, banks, rows, refresh; fixed: a latency and a\n"
    "                    bandwidth\n"
    "  --map M           row (default): a line's sectors are in one DRAM row; sector: they are spread\n"
    "                    over channels and bank groups\n"
    "  --launch RANGE    only launch A, or launches A-B, from 1\n"
    "  --warm K          the first K of them are not in the time\n"
    "  --copies C        serial (default): launches wait for the host's copies between them, over the\n"
    "                    link; overlap: a copy runs concurrently with the next launch; none\n"
    "  --stores S        bytes (default): a written line's class is that of the stored bytes. For\n"
    "                    traces without bytes: keep, it keeps its class; next, it gets the class that\n"
    "                    it has at the point after that of --values; worst, it is raw\n"
    "  --values SET[:POINT]   the snapshot set of the trace's first contents, for --stores next\n"
    "  --spill F[:RUN[:SECTORS]]   made classes: a share F of lines, 0 < F < 1, in runs of RUN (1),\n"
    "                    spills SECTORS (2) sectors; without --targets all buffers have target 2\n"
    "  --seeds K         runs with K different places of pages (1)\n"
    "  --sweep S         fig12: all modes, links 50, 100, 150, 200, 5 seeds; fig6b: metadata caches;\n"
    "                    sensitivity: each assumed field at half and at twice its value\n"
    "  --jobs N          parallel runs (1); the output is the same\n"
    "  --stats FILE      write counters of each interval, as CSV\n"
    "  --every CYCLES    core cycles of an interval\n"
    "  --dram-trace FILE\n"
    "                    write the sectors that arrive at the channels of memory dram, of one run\n"
    "  --dram-format F   ramulator: LD and ST; dramsim3: with memory cycles\n"
    "  -f, --force       replace write-protected outputs\n"
    "  --json            one JSON object per trace\n";

const char *const gpu_sweeps[GPU_SWEEPS] = {NULL, "fig12", "fig6b", "sensitivity"};

enum {
    GPU = 256,
    SHOW,
    SET,
    SCALE,
    MODE,
    TARGETS,
    LINK,
    SPLIT,
    METADATA,
    CACHE,
    PARALLEL,
    ENGINE,
    MEMORY,
    MAP,
    LAUNCH,
    WARM,
    COPIES,
    STORES,
    VALUES,
    SPILL,
    SEEDS,
    SWEEP,
    JOBS,
    STATS,
    EVERY,
    DRAM_TRACE,
    DRAM_FORMAT,
    JSON
};

static const struct option known[] = {
    {"gpu", required_argument, NULL, GPU},
    {"show", required_argument, NULL, SHOW},
    {"set", required_argument, NULL, SET},
    {"scale", required_argument, NULL, SCALE},
    {"mode", required_argument, NULL, MODE},
    {"targets", required_argument, NULL, TARGETS},
    {"link", required_argument, NULL, LINK},
    {"link-split", no_argument, NULL, SPLIT},
    {"metadata", required_argument, NULL, METADATA},
    {"metadata-cache", required_argument, NULL, CACHE},
    {"parallel", required_argument, NULL, PARALLEL},
    {"engine", required_argument, NULL, ENGINE},
    {"memory", required_argument, NULL, MEMORY},
    {"map", required_argument, NULL, MAP},
    {"launch", required_argument, NULL, LAUNCH},
    {"warm", required_argument, NULL, WARM},
    {"copies", required_argument, NULL, COPIES},
    {"stores", required_argument, NULL, STORES},
    {"values", required_argument, NULL, VALUES},
    {"spill", required_argument, NULL, SPILL},
    {"seeds", required_argument, NULL, SEEDS},
    {"sweep", required_argument, NULL, SWEEP},
    {"jobs", required_argument, NULL, JOBS},
    {"stats", required_argument, NULL, STATS},
    {"every", required_argument, NULL, EVERY},
    {"dram-trace", required_argument, NULL, DRAM_TRACE},
    {"dram-format", required_argument, NULL, DRAM_FORMAT},
    {"force", no_argument, NULL, 'f'},
    {"json", no_argument, NULL, JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* Options that need others first. */
struct later {
    const char *gpu, *sets[64], *parallel;
    size_t set_count;
    uint32_t scale;
    bool dram_format, map;
};

static void add_mode(void *context, const char *word)
{
    struct gpu_options *o = context;
    enum lpi_gpu_mode mode = (enum lpi_gpu_mode)cli_choice("gpu", "mode", word, lpi_gpu_modes,
                                                           LPI_GPU_MODES);
    for (size_t i = 0; i < o->mode_count; i++)
        if (o->modes[i] == mode)
            cli_fail("gpu: --mode has '%s' twice", word);
    o->modes[o->mode_count++] = mode;
}

static void add_link(void *context, const char *word)
{
    struct gpu_options *o = context;
    cli_room("gpu", "link", o->link_count, GPU_LIST_MAX);
    double link = cli_number("gpu", "link", word, 0.01, 100000);
    for (size_t i = 0; i < o->link_count; i++)
        if (o->links[i] == link)
            cli_fail("gpu: --link has %g twice", link);
    o->links[o->link_count++] = link;
}

static void add_cache(void *context, const char *word)
{
    struct gpu_options *o = context;
    cli_room("gpu", "metadata-cache", o->cache_count, GPU_LIST_MAX);
    uint64_t bytes = cli_bytes("gpu", "metadata-cache", word, 128, 1 << 26);
    if ((bytes & (bytes - 1)) != 0)
        cli_fail("gpu: --metadata-cache takes powers of two, not %s", word);
    for (size_t i = 0; i < o->cache_count; i++)
        if (o->caches[i] == bytes)
            cli_fail("gpu: --metadata-cache has %s twice", word);
    o->caches[o->cache_count++] = (uint32_t)bytes;
}

static void set_launches(struct gpu_options *o, const char *text)
{
    char first[32];
    const char *dash = strchr(text, '-');
    size_t length = dash != NULL ? (size_t)(dash - text) : strlen(text);
    snprintf(first, sizeof first, "%.*s", length < sizeof first ? (int)length : 31, text);
    o->ask.first = cli_whole("gpu", "launch", first, 1, UINT64_MAX);
    o->ask.last = dash == NULL ? o->ask.first
                               : cli_whole("gpu", "launch", dash + 1, o->ask.first, UINT64_MAX);
}

static void set_spill(struct gpu_options *o, const char *text)
{
    char *copy = strdup(text), *rest = copy;
    if (copy == NULL)
        cli_fail("gpu: no memory");
    const char *share = strsep(&rest, ":"), *run = strsep(&rest, ":"), *sectors = rest;
    o->ask.image.spill = (struct lpi_gpu_spill){
        .share = cli_probability("gpu", "spill", share),
        .run = run == NULL ? 1 : (uint32_t)cli_whole("gpu", "spill", run, 1, 1 << 20),
        .sectors = sectors == NULL ? 2 : (uint32_t)cli_whole("gpu", "spill", sectors, 1, 4)};
    free(copy);
    if (!(o->ask.image.spill.share > 0))
        cli_fail("gpu: --spill takes a share above 0");
}

static const struct lpi_gpu_engine_kind *engine_of(const char *word)
{
    static const struct lpi_gpu_engine_kind *const kinds[] = {&lpi_gpu_flow, &lpi_gpu_cycle,
                                                              &lpi_gpu_rtl};
    const char *names[] = {lpi_gpu_flow.name, lpi_gpu_cycle.name, lpi_gpu_rtl.name};
    return kinds[cli_choice("gpu", "engine", word, names, sizeof names / sizeof *names)];
}

static void set_run(struct gpu_options *o, int option, const char *name, const char *value)
{
    static const char *const metadata[] = {"paid", "free"};
    struct lpi_gpu_ask *ask = &o->ask;
    switch (option) {
    case SPLIT: ask->link_split = true; break;
    case METADATA: ask->free_metadata = cli_choice("gpu", name, value, metadata, 2) != 0; break;
    case ENGINE: ask->engine = engine_of(value); break;
    case MEMORY:
        ask->tier = (enum lpi_gpu_tier)cli_choice("gpu", name, value, lpi_gpu_tiers, LPI_GPU_TIERS);
        break;
    case MAP:
        ask->map = (enum lpi_gpu_map)cli_choice("gpu", name, value, lpi_gpu_maps, LPI_GPU_MAPS);
        break;
    case LAUNCH: set_launches(o, value); break;
    case WARM: ask->warm = cli_whole("gpu", name, value, 0, UINT64_MAX); break;
    case COPIES:
        ask->copies = (enum lpi_gpu_copies)cli_choice("gpu", name, value, lpi_gpu_copies,
                                                      LPI_GPU_COPIES_COUNT);
        break;
    case STORES:
        ask->image.stores = (enum lpi_gpu_stores)cli_choice("gpu", name, value, lpi_gpu_stores,
                                                            LPI_GPU_STORES_COUNT);
        break;
    default: set_spill(o, value);
    }
}

static void set_dram_format(struct gpu_options *o, struct later *later, const char *value)
{
    o->dram_format = (enum gpu_dram_format)cli_choice("gpu", "dram-format", value, gpu_dram_formats,
                                                      GPU_DRAM_FORMATS);
    later->dram_format = true;
}

static void set_option(struct gpu_options *o, struct later *later, int option, const char *name,
                       const char *value)
{
    switch (option) {
    case GPU: later->gpu = value; break;
    case SHOW: o->show = value; break;
    case SET:
        if (later->set_count == sizeof later->sets / sizeof *later->sets)
            cli_fail("gpu: too many --set");
        later->sets[later->set_count++] = value;
        break;
    case SCALE: later->scale = (uint32_t)cli_whole("gpu", name, value, 1, 1024); break;
    case MODE: cli_each("gpu", name, value, add_mode, o); break;
    case TARGETS: o->targets = value; break;
    case VALUES: o->values = value; break;
    case LINK: cli_each("gpu", name, value, add_link, o); break;
    case CACHE: cli_each("gpu", name, value, add_cache, o); break;
    case PARALLEL:
        later->parallel = cli_whole("gpu", name, value, 0, 1) ? "parallel=1" : "parallel=0";
        break;
    case SEEDS: o->seeds = cli_whole("gpu", name, value, 1, 1000); break;
    case SWEEP:
        o->sweep = (enum gpu_sweep)cli_choice("gpu", name, value, gpu_sweeps, GPU_SWEEPS);
        break;
    case JOBS: o->jobs = (unsigned)cli_whole("gpu", name, value, 1, 256); break;
    case JSON: o->json = 1; break;
    case 'f': o->force = 1; break;
    case STATS: o->stats = value; break;
    case EVERY: o->every = cli_whole("gpu", name, value, 1, UINT64_C(1) << 40); break;
    case DRAM_TRACE: o->dram_trace = value; break;
    case DRAM_FORMAT: set_dram_format(o, later, value); break;
    default: set_run(o, option, name, value);
    }
}

/* Options whose effect depends on others. */
static void check_effects(const struct gpu_options *o, const struct later *later)
{
    if (later->map && o->ask.tier != LPI_GPU_DRAM)
        cli_fail("gpu: --map has no effect with --memory fixed");
}

static void read_config(struct gpu_options *o, const struct later *later)
{
    char folder[PATH_MAX];
    struct lpi_fault fault = {0};
    struct lpi_gpu_config *config = &o->ask.config;
    const char *word = o->show != NULL ? o->show : later->gpu != NULL ? later->gpu : "p100/8";
    cli_share_folder("gpu", "gpu", "p100.json", folder, sizeof folder);
    if (lpi_gpu_config_read(word, folder, config, &fault) != 0)
        cli_fail_for(&fault);
    for (size_t i = 0; i < later->set_count; i++)
        if (lpi_gpu_config_set(config, later->sets[i], &fault) != 0)
            cli_fail_for(&fault);
    if (later->parallel != NULL && lpi_gpu_config_set(config, later->parallel, &fault) != 0)
        cli_fail_for(&fault);
    if (lpi_gpu_config_scale(config, later->scale, &fault) != 0 ||
        lpi_gpu_config_check(config, &fault) != 0)
        cli_fail_for(&fault);
    o->base_link = config->link_gbs * config->scale;
}

static void set_sweep(struct gpu_options *o)
{
    if (o->sweep == GPU_FIG12 && o->link_count == 0)
        cli_each("gpu", "link", "50,100,150,200", add_link, o);
    if (o->sweep == GPU_FIG12 && o->seeds == 0)
        o->seeds = 5;
    if (o->sweep == GPU_FIG6B && o->cache_count == 0)
        cli_each("gpu", "metadata-cache", "8k,16k,32k,64k,128k,256k,512k", add_cache, o);
    if (o->sweep == GPU_FIG6B && o->mode_count == 0)
        cli_each("gpu", "mode", "buddy", add_mode, o);
}

/* Lists without a value get their defaults. */
static void fill_lists(struct gpu_options *o)
{
    bool spills = o->ask.image.spill.share > 0, buddy = o->targets != NULL || spills;
    set_sweep(o);
    if (spills && o->targets == NULL && o->ask.image.spill.sectors > 2)
        cli_fail("gpu: --spill: a line of target 2 spills 2 sectors at most");
    if ((o->ask.image.stores == LPI_GPU_STORES_NEXT) != (o->values != NULL))
        cli_fail("gpu: --stores next and --values go together");
    if (o->mode_count == 0)
        cli_each("gpu", "mode", buddy ? "uncompressed,bandwidth,buddy" : "uncompressed,bandwidth",
                 add_mode, o);
    for (size_t i = 0; i < o->mode_count; i++)
        if (o->modes[i] == LPI_GPU_BUDDY && !buddy)
            cli_fail("gpu: --mode buddy needs --targets or --spill");
    if (o->link_count == 0)
        o->links[o->link_count++] = o->base_link;
    if (o->cache_count == 0)
        o->caches[o->cache_count++] = o->ask.config.metadata_bytes * o->ask.config.scale;
    if (o->seeds == 0)
        o->seeds = 1;
    for (size_t i = 0; i < o->cache_count; i++)
        if (o->caches[i] / o->ask.config.scale / o->ask.config.slices < 128)
            cli_fail("gpu: --metadata-cache %u leaves less than a line for each of %u slices",
                     o->caches[i], o->ask.config.slices * o->ask.config.scale);
}

static void check_outputs(const struct gpu_options *o, const struct later *later)
{
    if ((o->stats != NULL) != (o->every != 0))
        cli_fail("gpu: --stats and --every go together");
    if ((o->dram_trace != NULL) != later->dram_format)
        cli_fail("gpu: --dram-trace and --dram-format go together");
    if ((o->stats != NULL && strcmp(o->stats, "-") == 0) ||
        (o->dram_trace != NULL && strcmp(o->dram_trace, "-") == 0))
        cli_fail("gpu: standard output has the results; --stats and --dram-trace need a file");
    if (o->dram_trace == NULL)
        return;
    if (o->ask.tier != LPI_GPU_DRAM)
        cli_fail("gpu: --dram-trace needs --memory dram");
    if (o->file_count * o->mode_count * o->link_count * o->cache_count * o->seeds > 1 ||
        o->sweep == GPU_SENSITIVITY)
        cli_fail("gpu: --dram-trace is of one run: one trace, --mode, --link, --metadata-cache and "
                 "seed");
    if (o->stats != NULL && strcmp(o->stats, o->dram_trace) == 0)
        cli_fail("gpu: --stats and --dram-trace are the same file");
}

void gpu_parse(int argc, char **argv, struct gpu_options *o)
{
    struct later later = {.scale = 1};
    int index = 0;
    *o = (struct gpu_options){
        .jobs = 1,
        .ask = {.engine = &lpi_gpu_flow, .tier = LPI_GPU_DRAM, .first = 1, .last = UINT64_MAX}};
    for (int option; (option = cli_next_option(argc, argv, ":hf", known, help, &index)) != -1;) {
        set_option(o, &later, option, known[index].name, optarg);
        later.map |= option == MAP;
    }
    o->files = argv + optind;
    o->file_count = (size_t)(argc - optind);
    if (o->show != NULL && (o->file_count > 0 || later.gpu != NULL))
        cli_fail("gpu: --show takes no trace and no --gpu; try 'linepress gpu --help'");
    if (o->show == NULL && o->file_count == 0)
        cli_fail("gpu: no trace is given; try 'linepress gpu --help'");
    for (size_t i = 0; i < o->file_count; i++)
        if (strcmp(o->files[i], "-") == 0)
            cli_fail("gpu: a trace is read once for each run, and cannot be standard input");
    read_config(o, &later);
    if (o->show == NULL) {
        fill_lists(o);
        check_effects(o, &later);
        check_outputs(o, &later);
    }
}
