/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "../shared/fail.h"
#include "../shared/next_option.h"
#include "../shared/output.h"
#include "trace_job.h"
#include "../shared/values.h"
#include <string.h>

static const char help[] =
    "Usage: linepress trace -o OUT [OPTION]... DIR\n"
    "       linepress trace -o OUT [OPTION]... -- PROGRAM [ARGUMENT]...\n"
    "       linepress trace --info FILE [--json]\n"
    "\n"
    "Writes a warp trace: the loads and stores of the warps of OpenCL kernels. DIR is a launch\n"
    "saved by 'linepress capture'; a PROGRAM is run from its beginning under Oclgrind, which\n"
    "interprets kernels and is slow. Needs Oclgrind.\n"
    "\n"
    "  -o, --output OUT  write the trace to file OUT, .lpw; \"-\" is standard output\n"
    "  --launch N        with PROGRAM: only launch N, from 1, or N-M, launches N to M (all)\n"
    "  --kernel NAME     with PROGRAM: only launches of this kernel (all)\n"
    "  --info FILE       print the contents of a trace instead of tracing; \"-\" is standard\n"
    "                    input; the trace may be compressed by zstd or xz\n"
    "  -f, --force       replace OUT even if it is write-protected\n"
    "  --json            one JSON object; the output of PROGRAM then goes to standard error\n"
    "\n" CLI_OUTPUT_HELP
    "PROGRAM's output is unchanged; without --json, the report goes to standard error.\n";

enum { LAUNCH = 256, KERNEL, INFO, JSON };

static const struct option known[] = {
    {"output", required_argument, NULL, 'o'},
    {"launch", required_argument, NULL, LAUNCH},
    {"kernel", required_argument, NULL, KERNEL},
    {"info", required_argument, NULL, INFO},
    {"force", no_argument, NULL, 'f'},
    {"json", no_argument, NULL, JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static void set_launches(struct trace_options *o, const char *text)
{
    char first[32];
    const char *dash = strchr(text, '-');
    size_t length = dash != NULL ? (size_t)(dash - text) : strlen(text);
    if (length >= sizeof first)
        cli_fail("trace: --launch takes N or N-M, not '%s'", text);
    memcpy(first, text, length);
    first[length] = '\0';
    o->ask.first = cli_whole("trace", "launch", first, 1, INT64_MAX);
    o->ask.last = o->ask.first;
    if (dash != NULL)
        o->ask.last = cli_whole("trace", "launch", dash + 1, 1, INT64_MAX);
    if (o->ask.last < o->ask.first)
        cli_fail("trace: --launch %s ends before it begins", text);
}

static void set_option(struct trace_options *o, int option, char *value)
{
    switch (option) {
    case 'o': o->out = value; break;
    case LAUNCH: set_launches(o, value); break;
    case KERNEL: o->ask.kernel = value; break;
    case INFO: o->info = value; break;
    case 'f': o->force = 1; break;
    default: o->json = 1;
    }
}

static void check(const struct trace_options *o, int operands, int dashed)
{
    static const char more[] = "try 'linepress trace --help'";
    int limited = o->ask.kernel != NULL || o->ask.first != 1 || o->ask.last != UINT64_MAX;
    if (o->info != NULL && (o->out != NULL || operands > 0 || o->force || limited))
        cli_fail("trace: --info goes with --json alone; %s", more);
    if (o->info != NULL)
        return;
    if (o->out == NULL)
        cli_fail("trace: no output is given (-o); %s", more);
    if (operands == 0)
        cli_fail("trace: neither a saved launch nor '-- PROGRAM' is given; %s", more);
    if (!dashed && operands > 1)
        cli_fail("trace: more than one saved launch; a program comes after '--'; %s", more);
    if (!dashed && limited)
        cli_fail("trace: --launch and --kernel choose among a program's launches; DIR is one");
}

void trace_parse(int argc, char **argv, struct trace_options *o)
{
    int dashed = 0;
    *o = (struct trace_options){.ask = {.first = 1, .last = UINT64_MAX}};
    for (int option; (option = cli_next_option(argc, argv, "+:ho:f", known, help, NULL)) != -1;) {
        set_option(o, option, optarg);
    }
    dashed = strcmp(argv[optind - 1], "--") == 0;
    check(o, argc - optind, dashed);
    if (dashed)
        o->ask.program = argv + optind;
    else
        o->ask.folder = argv[optind];
}
