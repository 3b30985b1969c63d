/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "vdnn_options.h"
#include "../shared/fail.h"
#include "../shared/next_option.h"
#include "../shared/values.h"
#include <stdio.h>
#include <string.h>

static const char help[] =
    "Usage: linepress vdnn --network N --gpu G [OPTION]...\n"
    "\n"
    "Computes the time of a training step whose activations are stored in host memory: layer by\n"
    "layer, they are copied out in the forward pass and back in the backward pass, and the GPU\n"
    "may stall on a copy. Copies are raw (vDNN) or compressed (cDMA). Layer times are modelled,\n"
    "unless a network's file has measured ones.\n"
    "\n"
    "  --network N       alexnet, overfeat, nin, vgg16, squeezenet, googlenet; or a JSON file's name\n"
    "  --gpu G           titanx, titanxp; or a JSON file's name\n"
    "  --ratio R         compression ratio of each X that is the output of a ReLU, with ZVC\n"
    "                    (2.6)\n"
    "  --ratios FILE     ratios of each X instead: output of 'linepress dma --json' for the\n"
    "                    tensors of a training run; one FILE for each codec\n"
    "  --efficiency E    share of the GPU's peak that layers reach, 0 < E <= 1 (0.7)\n"
    "  --link G          GB/s of the link in each direction (16)\n"
    "  --comp G          maximum GB/s of raw data of the engine (200)\n"
    "  --aware G         the same for the bandwidth-aware policy (48)\n"
    "  --prefetch P      ahead (default): X is copied back while the following layer computes;\n"
    "                    same: while its own layer computes, which is only simpler to calculate\n"
    "  --svg F           draw the timeline into file F; \"-\" is standard output\n"
    "  -f, --force       replace the F of --svg even if it is write-protected\n"
    "  --json            one JSON object; on standard error if F is \"-\"\n"
    "\n"
    "File formats: docs/use/vdnn.md.\n";

enum { NETWORK = 256, GPU, RATIO, RATIOS, EFFICIENCY, LINK, COMP, AWARE, PREFETCH, SVG, JSON };

static const struct option known[] = {
    {"network", required_argument, NULL, NETWORK},
    {"gpu", required_argument, NULL, GPU},
    {"ratio", required_argument, NULL, RATIO},
    {"ratios", required_argument, NULL, RATIOS},
    {"efficiency", required_argument, NULL, EFFICIENCY},
    {"link", required_argument, NULL, LINK},
    {"comp", required_argument, NULL, COMP},
    {"aware", required_argument, NULL, AWARE},
    {"prefetch", required_argument, NULL, PREFETCH},
    {"svg", required_argument, NULL, SVG},
    {"force", no_argument, NULL, 'f'},
    {"json", no_argument, NULL, JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

const char *const vdnn_prefetch_names[] = {[LP_VDNN_AHEAD] = "ahead", [LP_VDNN_SAME] = "same"};

static enum lp_vdnn_prefetch prefetch(const char *text)
{
    for (int p = LP_VDNN_AHEAD; p <= LP_VDNN_SAME; p++)
        if (strcmp(text, vdnn_prefetch_names[p]) == 0)
            return (enum lp_vdnn_prefetch)p;
    cli_fail("vdnn: --prefetch takes ahead or same, not '%s'", text);
}

static void add_ratios(struct vdnn_options *o, const char *path)
{
    if (o->ask.ratios_count == VDNN_RATIOS_MAX)
        cli_fail("vdnn: --ratios is there more than %u times", VDNN_RATIOS_MAX);
    o->ask.ratios[o->ask.ratios_count++] = path;
}

static void set_rate(struct vdnn_options *o, int option, const char *name, const char *value)
{
    double rate = cli_number("vdnn", name, value, 0.001, 1e6);
    if (option == LINK)
        o->ask.link = rate;
    else if (option == COMP)
        o->ask.comp = rate;
    else
        o->ask.aware = rate;
}

static void set_option(struct vdnn_options *o, int option, const char *name, const char *value)
{
    switch (option) {
    case NETWORK: o->ask.network = value; break;
    case GPU: o->ask.gpu = value; break;
    case RATIO: o->ask.ratio = cli_number("vdnn", name, value, 0.5, 1000); break;
    case RATIOS: add_ratios(o, value); break;
    case EFFICIENCY: o->ask.efficiency = cli_number("vdnn", name, value, 0.0001, 1); break;
    case PREFETCH: o->ask.prefetch = prefetch(value); break;
    case SVG: o->svg = value; break;
    case JSON: o->json = 1; break;
    case 'f': o->force = 1; break;
    default: set_rate(o, option, name, value);
    }
}

void vdnn_parse(int argc, char **argv, struct vdnn_options *o)
{
    int index = 0;
    *o = (struct vdnn_options){.ask = {.efficiency = 0.7,
                                       .link = 16,
                                       .comp = LP_VDNN_COMP / 1e9,
                                       .aware = LP_VDNN_COMP_AWARE / 1e9}};
    for (int option; (option = cli_next_option(argc, argv, ":hf", known, help, &index)) != -1;) {
        set_option(o, option, known[index].name, optarg);
    }
    if (argc != optind)
        cli_fail("vdnn: takes no file but by its options; try 'linepress vdnn --help'");
    if (o->ask.network == NULL || o->ask.gpu == NULL)
        cli_fail("vdnn: --%s is missing; try 'linepress vdnn --help'",
                 o->ask.network == NULL ? "network" : "gpu");
    if (o->ask.ratio > 0 && o->ask.ratios_count > 0)
        cli_fail("vdnn: only one of --ratio and --ratios");
    if (o->ask.ratio == 0 && o->ask.ratios_count == 0)
        o->ask.ratio = VDNN_RATIO;
}
