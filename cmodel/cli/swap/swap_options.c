/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "swap_options.h"
#include "../../systems/swap/swap_advice.h"
#include "../../systems/swap/swap_links.h"
#include "../shared/fail.h"
#include "../shared/next_option.h"
#include "../shared/values.h"
#include <stdio.h>
#include <string.h>

static const char help[] =
    "Usage: linepress swap ACTION [OPTION]... [FILE]...\n"
    "\n"
    "Swaps the tensors of a training run to host memory, compressed if that saves time (CSWAP).\n"
    "The results of plan and simulate depend only on their input files.\n"
    "\n"
    "  sample            measures a codec on generated tensors\n"
    "  fit               fits a time model to samples: FILEs, each of a different codec\n"
    "  tune              searches for the fastest grid and block; on a GPU also for the faster\n"
    "                    form of sending: direct, or staged through device memory\n"
    "  plan              decides for each tensor of a profile whether compression saves time\n"
    "  simulate          computes an iteration's time under a policy\n"
    "\n"
    "  --codec C         sample and tune: zvc, bpc, rle, csr, lz4, zvc16, ebd16\n"
    "  --device D        sample and tune: where codecs run: cpu (default) or cuda, a GPU, by\n"
    "                    liblinepress_cuda.so\n"
    "  --count N         sample: number of tensors (200)\n"
    "  --bytes BYTES     sample: sizes as LO:HI (1000000:64000000); tune: size of the tensor\n"
    "                    (64000000)\n"
    "  --grid N          sample: parts that a tensor is divided into, 1 to 4096 (16; on a GPU,\n"
    "                    4 for each multiprocessor)\n"
    "  --block B         sample: lines that a thread compresses at a time: 64, 128 (default)\n"
    "  --repeat N        sample and tune: runs of each, whose median is reported (3)\n"
    "  -T, --threads N   sample and tune: threads of the codecs (0, one per core)\n"
    "  --seed S          sample and tune: seed of tensors and searches (1)\n"
    "  --parts N         fit: number of sub-models, 1 to 16 (chosen by cross-validation)\n"
    "  -o, --output F    sample and fit: write to file F; \"-\" is standard output (default)\n"
    "  -f, --force       replace the F of -o even if it is write-protected\n"
    "  --sparsity S      tune: share of the tensor's elements that are zero (0.5)\n"
    "  --method M        tune: bo (default), random, expert, grid\n"
    "  --points N        tune: grids that --method grid tries for each block (256)\n"
    "  --landscape F     tune: take times from file F, the output of --method grid --json,\n"
    "                    instead of measuring\n"
    "  --profile P       plan and simulate: file P has the tensors of a training run\n"
    "  --model M         plan and simulate: v100 or the name of an output of fit\n"
    "  --form F          plan and simulate: compressed sizes: exact (default), paper\n"
    "  --link L          plan and simulate: v100, 2080ti, pcie3, pcie4, pcie5, pcie6, nvlink-c2c\n"
    "                    or GB/s (1e9) as D2H:H2D (the profile's)\n"
    "  --policy P        simulate: none, vdnn, vdnn++, sc, cswap, orac\n"
    "  --epoch N         simulate: epoch of the profile, counted from 0 (the last)\n"
    "  --json            one JSON object\n"
    "\n"
    "File formats: docs/use/swap.md.\n";

enum {
    CODEC = 256,
    DEVICE,
    COUNT,
    BYTES,
    GRID,
    BLOCK,
    REPEAT,
    PARTS,
    SPARSITY,
    METHOD,
    POINTS,
    LANDSCAPE,
    PROFILE,
    MODEL,
    FORM,
    LINK,
    POLICY,
    EPOCH,
    SEED,
    JSON
};

static const struct option known[] = {
    {"codec", required_argument, NULL, CODEC},
    {"device", required_argument, NULL, DEVICE},
    {"count", required_argument, NULL, COUNT},
    {"bytes", required_argument, NULL, BYTES},
    {"grid", required_argument, NULL, GRID},
    {"block", required_argument, NULL, BLOCK},
    {"repeat", required_argument, NULL, REPEAT},
    {"parts", required_argument, NULL, PARTS},
    {"sparsity", required_argument, NULL, SPARSITY},
    {"method", required_argument, NULL, METHOD},
    {"points", required_argument, NULL, POINTS},
    {"landscape", required_argument, NULL, LANDSCAPE},
    {"profile", required_argument, NULL, PROFILE},
    {"model", required_argument, NULL, MODEL},
    {"form", required_argument, NULL, FORM},
    {"link", required_argument, NULL, LINK},
    {"policy", required_argument, NULL, POLICY},
    {"epoch", required_argument, NULL, EPOCH},
    {"threads", required_argument, NULL, 'T'},
    {"seed", required_argument, NULL, SEED},
    {"output", required_argument, NULL, 'o'},
    {"force", no_argument, NULL, 'f'},
    {"json", no_argument, NULL, JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

const char *const swap_action_names[SWAP_ACTIONS] = {"sample", "fit", "tune", "plan", "simulate"};
const char *const swap_method_names[SWAP_METHODS] = {"bo", "random", "expert", "grid"};
const char *const swap_form_names[2] = {[LP_SWAP_PAPER] = "paper", [LP_SWAP_EXACT] = "exact"};

#define EVERY                                                                                      \
    (1u << SWAP_SAMPLE | 1u << SWAP_FIT | 1u << SWAP_TUNE | 1u << SWAP_PLAN | 1u << SWAP_SIMULATE)
#define MEASURE (1u << SWAP_SAMPLE | 1u << SWAP_TUNE)
#define MODELLED (1u << SWAP_PLAN | 1u << SWAP_SIMULATE)

/* The actions that accept an option, as a sum of bits. */
static unsigned takers(int option)
{
    switch (option) {
    case CODEC:
    case DEVICE:
    case BYTES:
    case REPEAT:
    case 'T': return MEASURE;
    case COUNT:
    case GRID:
    case BLOCK: return 1u << SWAP_SAMPLE;
    case PARTS: return 1u << SWAP_FIT;
    case SPARSITY:
    case METHOD:
    case POINTS:
    case LANDSCAPE: return 1u << SWAP_TUNE;
    case PROFILE:
    case MODEL:
    case FORM:
    case LINK: return MODELLED;
    case POLICY:
    case EPOCH: return 1u << SWAP_SIMULATE;
    case SEED: return MEASURE;
    case 'o':
    case 'f': return 1u << SWAP_SAMPLE | 1u << SWAP_FIT;
    default: return EVERY;
    }
}

/* Splits a text of the form A:B. */
static void split(const char *option, const char *text, char *first, size_t room,
                  const char **second)
{
    const char *colon = strchr(text, ':');
    size_t length = colon != NULL ? (size_t)(colon - text) : 0;
    if (colon == NULL || length >= room)
        cli_fail("swap: --%s takes two numbers with a colon between them, not '%s'", option, text);
    memcpy(first, text, length);
    first[length] = '\0';
    *second = colon + 1;
}

#define BYTES_LEAST 128u
#define BYTES_MOST ((uint64_t)1 << 36)

static void set_bytes(struct swap_options *o, const char *text)
{
    char first[32];
    const char *second;
    if (o->action == SWAP_TUNE) {
        o->bytes = cli_bytes("swap", "bytes", text, BYTES_LEAST, BYTES_MOST);
        return;
    }
    split("bytes", text, first, sizeof first, &second);
    o->least = cli_bytes("swap", "bytes", first, BYTES_LEAST, BYTES_MOST);
    o->most = cli_bytes("swap", "bytes", second, o->least, BYTES_MOST);
}

static void set_link(struct swap_options *o, const char *text)
{
    const struct swap_link *link = swap_link_find(text);
    char first[32];
    const char *second;
    if (link != NULL) {
        o->link = link->rates;
        return;
    }
    if (strchr(text, ':') == NULL)
        cli_fail(
            "swap: --link takes v100, 2080ti, pcie3 to pcie6, nvlink-c2c or two numbers with a "
            "colon between them, not '%s'",
            text);
    split("link", text, first, sizeof first, &second);
    o->link.out = 1e9 * cli_number("swap", "link", first, 1e-6, 1e6);
    o->link.in = 1e9 * cli_number("swap", "link", second, 1e-6, 1e6);
}

static void set_codec(struct swap_options *o, const char *text)
{
    o->setting.codec = cli_codec("swap", text, LPI_PARTS, LPI_PARTS, cli_no_choices);
}

static void set_block(struct swap_options *o, const char *text)
{
    o->setting.block = (unsigned)cli_whole("swap", "block", text, 64, 128);
    if (o->setting.block != 64 && o->setting.block != 128)
        cli_fail("swap: --block takes 64 or 128, not '%s'", text);
}

static void set_device(struct swap_options *o, const char *text)
{
    static const char *const devices[] = {"cpu", "cuda"};
    o->bench.cuda = cli_choice("swap", "device", text, devices, 2) == 1;
}

static void set_measure(struct swap_options *o, int option, const char *name, const char *value)
{
    if (option == CODEC)
        set_codec(o, value);
    else if (option == DEVICE)
        set_device(o, value);
    else if (option == COUNT)
        o->count = cli_whole("swap", name, value, 1, 1000000);
    else if (option == BYTES)
        set_bytes(o, value);
    else if (option == GRID)
        o->setting.grid = (unsigned)cli_whole("swap", name, value, 1, LP_SWAP_GRID_MAX);
    else if (option == BLOCK)
        set_block(o, value);
    else if (option == REPEAT)
        o->bench.repeat = cli_whole("swap", name, value, 1, 1000);
    else if (option == 'T')
        o->bench.threads = (unsigned)cli_whole("swap", name, value, 0, 1024);
    else if (option == SEED)
        o->seed = cli_whole("swap", name, value, 0, UINT64_MAX);
    else if (option == SPARSITY)
        o->sparsity = cli_number("swap", name, value, 0, 1);
    else if (option == METHOD)
        o->method = (enum swap_method)cli_choice("swap", name, value, swap_method_names,
                                                 SWAP_METHODS);
    else if (option == POINTS)
        o->points = (unsigned)cli_whole("swap", name, value, 2, LP_SWAP_GRID_MAX);
    else
        o->landscape = value;
}

static void set_option(struct swap_options *o, int option, const char *name, const char *value)
{
    switch (option) {
    case PARTS: o->parts = (unsigned)cli_whole("swap", name, value, 1, LP_SWAP_MODELS_MAX); break;
    case PROFILE: o->profile = value; break;
    case MODEL: o->model = value; break;
    case FORM:
        o->form = (enum lp_swap_form)cli_choice("swap", name, value, swap_form_names, 2);
        break;
    case LINK: set_link(o, value); break;
    case POLICY:
        o->policy = (enum lp_swap_policy)cli_choice("swap", name, value, swap_policy_names,
                                                    LP_SWAP_POLICIES);
        break;
    case EPOCH: o->epoch = (long)cli_whole("swap", name, value, 0, 1000000); break;
    case 'o': o->out = value; break;
    case 'f': o->force = 1; break;
    case JSON: o->json = 1; break;
    default: set_measure(o, option, name, value);
    }
}

static void set_action(struct swap_options *o, const char *text)
{
    for (int a = 0; a < SWAP_ACTIONS; a++)
        if (strcmp(text, swap_action_names[a]) == 0) {
            o->action = (enum swap_action)a;
            return;
        }
    cli_fail("swap: '%s' is not an action; try 'linepress swap --help'", text);
}

#define POINTS_USUAL 256u

static void set_points(struct swap_options *o)
{
    if (o->points > 0 && o->method != SWAP_GRID)
        cli_fail("swap: tune: --points has no effect without --method grid");
    if (o->points == 0)
        o->points = POINTS_USUAL;
}

/* Fails if an option that the action requires is missing. */
static void check(const struct swap_options *o)
{
    const char *lacks = NULL;
    if (o->bench.cuda && o->landscape != NULL)
        cli_fail("swap: tune: only one of --device cuda and --landscape, which measures nothing");
    if (o->bench.cuda && o->bench.threads != 0)
        cli_fail("swap: --threads is of the device cpu; a GPU's are those of --block");
    if (o->bench.cuda && o->setting.codec == LP_SWAP_BPC)
        cli_fail("swap: --codec bpc does not run on a GPU");
    int measured = o->action == SWAP_SAMPLE || (o->action == SWAP_TUNE && o->landscape == NULL);
    if (measured && o->setting.codec == LP_SWAP_RAW)
        lacks = "codec";
    if ((takers(PROFILE) >> o->action & 1) && o->profile == NULL)
        lacks = "profile";
    else if (o->action == SWAP_PLAN && o->model == NULL)
        lacks = "model";
    else if (o->action == SWAP_SIMULATE && o->policy == LP_SWAP_POLICIES)
        lacks = "policy";
    else if (o->action == SWAP_SIMULATE && o->model == NULL &&
             (o->policy == LP_SWAP_VDNNPP || o->policy == LP_SWAP_SC || o->policy == LP_SWAP_CSWAP))
        lacks = "model";
    if (lacks != NULL)
        cli_fail("swap: %s: --%s is missing; try 'linepress swap --help'",
                 swap_action_names[o->action], lacks);
    if (o->action == SWAP_FIT ? o->file_count == 0 : o->file_count > 0)
        cli_fail("swap: %s takes %s; try 'linepress swap --help'", swap_action_names[o->action],
                 o->action == SWAP_FIT ? "files of samples" : "no file but by its options");
}

void swap_parse(int argc, char **argv, struct swap_options *o)
{
    int index = 0;
    *o = (struct swap_options){.setting = {LP_SWAP_RAW, 0, 128},
                               .count = 200,
                               .bench.repeat = 3,
                               .seed = 1,
                               .least = 1000000,
                               .most = 64000000,
                               .bytes = 64000000,
                               .sparsity = 0.5,
                               .form = LP_SWAP_EXACT,
                               .policy = LP_SWAP_POLICIES,
                               .epoch = -1,
                               .out = "-"};
    if (argc > 1 && argv[1][0] != '-') {
        set_action(o, argv[1]);
        optind = 2;
    } else if (argc == 1) {
        cli_fail("swap: an action is missing; try 'linepress swap --help'");
    }
    int acts = optind == 2;
    for (int option;
         (option = cli_next_option(argc, argv, ":hT:o:f", known, help, &index)) != -1;) {
        const char *name = option == 'T'   ? "threads"
                           : option == 'o' ? "output"
                           : option == 'f' ? "force"
                                           : known[index].name;
        if (!acts)
            cli_fail("swap: an action comes before --%s; try 'linepress swap --help'", name);
        if (!(takers(option) >> o->action & 1))
            cli_fail("swap: %s does not take --%s; try 'linepress swap --help'",
                     swap_action_names[o->action], name);
        set_option(o, option, name, optarg);
    }
    if (!acts)
        cli_fail("swap: an action is missing; try 'linepress swap --help'");
    o->files = argv + optind;
    o->file_count = argc - optind;
    check(o);
    set_points(o);
}
