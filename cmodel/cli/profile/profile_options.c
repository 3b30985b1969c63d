/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "profile_options.h"
#include "../shared/fail.h"
#include "../shared/next_option.h"
#include <string.h>

static const char help[] =
    "Usage: linepress profile [OPTION]... DIR\n"
    "       linepress profile [OPTION]... FILE...\n"
    "\n"
    "Finds a target compression ratio for each allocation of a program, from snapshots of its\n"
    "memory: a folder POINT/ALLOCATION.bin (or .npy), a folder of flat files, or FILEs, one per\n"
    "point: ELF cores, or files of tensors (docs/use/files.md), each an allocation. A line that\n"
    "exceeds the device sectors reserved by its target spills to buddy memory; the threshold is\n"
    "the share of lines that may spill.\n"
    "\n" GOAL_HELP
    "  --list            print names, types, shapes and places of the tensors, and end\n"
    "  --targets OUT     write the targets, for 'linepress buddy --targets' and --apply\n" GOAL_APPLY_HELP
    "  --heatmap OUT     write a PNG heat map of all memory, 64 lines per row\n"
    "  --plots DIR       write plots (SVG) and their data (CSV) to a new folder\n" GOAL_THREADS_HELP
    "  -f, --force       replace a DIR that contains only plots, and write-protected outputs;\n"
    "                    write the PNG even to a terminal\n"
    "  --json            one JSON object\n";

enum { TARGETS = GOAL_OPTIONS_END, HEATMAP, PLOTS, LIST, JSON };

static const struct option known[] = {
    GOAL_OPTIONS,
    {"targets", required_argument, NULL, TARGETS},
    {"heatmap", required_argument, NULL, HEATMAP},
    {"plots", required_argument, NULL, PLOTS},
    {"list", no_argument, NULL, LIST},
    {"force", no_argument, NULL, 'f'},
    {"json", no_argument, NULL, JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static void set_option(struct profile_options *o, int option, const char *name, const char *value)
{
    switch (option) {
    case TARGETS: o->targets = value; break;
    case HEATMAP: o->heatmap = value; break;
    case PLOTS: o->plots = value; break;
    case LIST: o->list = 1; break;
    case 'f': o->force = 1; break;
    case JSON: o->json = 1; break;
    default: goal_set("profile", &o->goal, option, name, value);
    }
}

void profile_parse(int argc, char **argv, struct profile_options *o)
{
    int index = 0;
    *o = (struct profile_options){.goal = goal_defaults()};
    for (int option; (option = cli_next_option(argc, argv, ":hfT:", known, help, &index)) != -1;)
        set_option(o, option, known[index].name, optarg);
    goal_finish("profile", &o->goal, argc, argv);
    o->goal.ask.heat = o->heatmap != NULL;
    if (o->targets != NULL && o->goal.ask.codec == LPI_TABLE_GRP16)
        cli_fail("profile: buddy memory has no pages of groups: no target file names grp16");
    if (o->targets != NULL && o->heatmap != NULL && strcmp(o->targets, o->heatmap) == 0)
        cli_fail("profile: --targets and --heatmap would both become %s", o->targets);
}
