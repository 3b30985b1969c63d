/* SPDX-License-Identifier: Apache-2.0 */
#include "report_options.h"
#include "../shared/fail.h"
#include "../shared/next_option.h"
#include "../shared/output.h"
#include <stddef.h>

static const char help[] =
    "Usage: linepress report [OPTION]... DIR -o OUT\n"
    "       linepress report [OPTION]... FILE... -o OUT\n"
    "\n"
    "Writes one HTML file that shows what compresses and what does not: a treemap and a table of\n"
    "the allocations, a heat map of memory, histograms of all codecs, points over time, and the\n"
    "targets for each threshold. The file loads nothing else. Inputs, targets and numbers are those\n"
    "of 'linepress profile' with the same options.\n"
    "\n"
    "  -o, --output OUT  write the page to the file OUT\n" GOAL_HELP GOAL_APPLY_HELP
        GOAL_THREADS_HELP "  -f, --force       replace a write-protected OUT\n"
    "\n" CLI_OUTPUT_HELP;

static const struct option known[] = {
    GOAL_OPTIONS,
    {"output", required_argument, NULL, 'o'},
    {"force", no_argument, NULL, 'f'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

void report_parse(int argc, char **argv, struct report_options *o)
{
    int index = 0;
    *o = (struct report_options){.goal = goal_defaults()};
    o->goal.ask.report = 1;
    for (int option; (option = cli_next_option(argc, argv, ":hfo:T:", known, help, &index)) != -1;)
        switch (option) {
        case 'o': o->output = optarg; break;
        case 'f': o->force = 1; break;
        default: goal_set("report", &o->goal, option, known[index].name, optarg);
        }
    goal_finish("report", &o->goal, argc, argv);
    if (o->output == NULL)
        cli_fail("report: -o OUT is missing; try 'linepress report --help'");
}
