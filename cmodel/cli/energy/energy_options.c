/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* S_IFIFO */
#include "energy_options.h"
#include "../../systems/gpu/config/gpu_config.h"
#include "../profile/goal_options.h"
#include "../shared/fail.h"
#include "../shared/next_option.h"
#include "../shared/share.h"
#include "../shared/values.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char help[] =
    "Usage: linepress energy [OPTION]... SET|GPU.json...\n"
    "\n"
    "Computes the energy that reading each line of a snapshot set once takes, in pJ by term:\n"
    "uncompressed, with bandwidth compression, and with buddy memory. SET is a folder as of\n"
    "'linepress profile', or the ELF cores of one program. GPU.json is what 'linepress gpu --json'\n"
    "printed with memory dram: row hits and metadata hits of its modes are used for the sets.\n"
    "Without a SET, it is the energy of each GPU.json's own accesses.\n"
    "\n"
    "  --gpu NAME        p100 (default), v100, a100, h100, gh200, or a file: its row_bytes give the\n"
    "                    row hits of reading in order, 1 - 32 / row_bytes, without a GPU.json\n"
    "  --toggle F        share of bits that change from beat to beat in plain data, 0 to 1\n"
    "                    (measured on the set)\n"
    "  --beat B          8 (default), 16, 32: bytes of a beat, to measure it; 8 is a pseudo-channel\n"
    "                    of HBM2 (JESD235)\n"
    "  --row-hits F      share of sectors whose row is open, 0 to 1, in all modes\n"
    "  --metadata-hits F\n"
    "                    share of lines whose metadata are in the cache, 0 to 1 (the GPU.json's;\n"
    "                    without it those of reading in order, 1 - 1 / --metadata-lines)\n"
    "  --metadata M      free (default): bandwidth compression knows the sizes (arXiv 1903.02596,\n"
    "                    4.1); paid: it reads metadata as buddy memory does\n"
    "  --codec C         zvc, bpc (default), xzvc, ebd, mixed, by-target, by-type\n"
    "  --targets F       targets and codecs, as 'linepress profile' writes them (found for the set)\n"
    "  --split PATTERN   the pattern of flat file names ({allocation}.p{point})\n"
    "  --json            one JSON object for each result\n";

enum { GPU = 256, TOGGLE, BEAT, ROW_HITS, METADATA_HITS, METADATA, CODEC, TARGETS, SPLIT, JSON };

static const struct option known[] = {
    {"gpu", required_argument, NULL, GPU},
    {"toggle", required_argument, NULL, TOGGLE},
    {"beat", required_argument, NULL, BEAT},
    {"row-hits", required_argument, NULL, ROW_HITS},
    {"metadata-hits", required_argument, NULL, METADATA_HITS},
    {"metadata", required_argument, NULL, METADATA},
    {"codec", required_argument, NULL, CODEC},
    {"targets", required_argument, NULL, TARGETS},
    {"split", required_argument, NULL, SPLIT},
    {"json", no_argument, NULL, JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static void set_option(struct energy_options *o, int option, const char *name, const char *value)
{
    static const char *const beats[] = {"8", "16", "32"}, *const metadata[] = {"free", "paid"};
    switch (option) {
    case GPU: o->gpu = value; break;
    case TOGGLE: o->toggle = cli_number("energy", name, value, 0, 1); break;
    case BEAT: o->beat = 8u << cli_choice("energy", name, value, beats, 3); break;
    case ROW_HITS: o->row_hits = cli_number("energy", name, value, 0, 1); break;
    case METADATA_HITS: o->metadata_hits = cli_number("energy", name, value, 0, 1); break;
    case METADATA: o->paid = (int)cli_choice("energy", name, value, metadata, 2); break;
    case CODEC: o->ask.codec = goal_codec("energy", value, false); break;
    case TARGETS: o->ask.apply = value; break;
    case SPLIT: o->ask.split = value; break;
    case JSON: o->json = 1; break;
    default: cli_constants_take(&o->constants, option, value);
    }
}

static int is_core(const char *path)
{
    char magic[4] = "";
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        cli_fail("%s: %s", path, strerror(errno));
    size_t got = fread(magic, 1, sizeof magic, file);
    fclose(file);
    return got == sizeof magic && memcmp(magic, "\177ELF", sizeof magic) == 0;
}

static void sort_operands(struct energy_options *o, char **operands, size_t count)
{
    o->sets = cli_alloc(3 * count * sizeof *o->sets);
    o->cores = o->sets + count;
    o->runs = o->cores + count;
    for (size_t i = 0; i < count; i++) {
        struct stat st = {.st_mode = S_IFIFO}; /* of standard input, "-" */
        if (strcmp(operands[i], "-") != 0 && stat(operands[i], &st) != 0)
            cli_fail("%s: %s", operands[i], strerror(errno));
        if (S_ISDIR(st.st_mode))
            o->sets[o->set_count++] = operands[i];
        else if (S_ISREG(st.st_mode) && is_core(operands[i]))
            o->cores[o->core_count++] = operands[i];
        else
            o->runs[o->run_count++] = operands[i];
    }
}

static void read_gpu(struct energy_options *o)
{
    char folder[PATH_MAX];
    struct lpi_gpu_config config;
    struct lpi_fault fault = {0};
    cli_share_folder("energy", "gpu", "p100.json", folder, sizeof folder);
    if (lpi_gpu_config_read(o->gpu, folder, &config, &fault) != 0)
        cli_fail_for(&fault);
    o->row_bytes = config.row_bytes;
}

void energy_parse(int argc, char **argv, struct energy_options *o)
{
    int index = 0;
    *o = (struct energy_options){
        .constants = {"energy", lpi_energy_constants, LPI_ENERGY_CONSTANTS, NULL, NULL, NULL},
        .ask = goal_defaults().ask,
        .gpu = "p100",
        .toggle = -1,
        .row_hits = -1,
        .metadata_hits = -1,
        .beat = 8};
    cli_constants_options(&o->constants, known, help);
    for (int option; (option = cli_next_option(argc, argv, ":h", o->constants.known,
                                               o->constants.help, &index)) != -1;)
        set_option(o, option, o->constants.known[index].name, optarg);
    if (argc == optind)
        cli_fail("energy: no set and no run given; try 'linepress energy --help'");
    sort_operands(o, argv + optind, (size_t)(argc - optind));
    if (o->run_count > 1 && o->set_count + o->core_count > 0)
        cli_fail("energy: %zu runs beside a set: row hits are those of one", o->run_count);
    goal_complete(&o->ask);
    read_gpu(o);
}

void energy_options_free(struct energy_options *o)
{
    cli_constants_free(&o->constants);
    free(o->sets);
}
