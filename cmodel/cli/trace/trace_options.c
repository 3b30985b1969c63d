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
    "       linepress trace --from accelsim -o OUT [OPTION]... KERNELSLIST\n"
    "       linepress trace --to accelsim [OPTION]... DIR FILE\n"
    "       linepress trace --info FILE [--json]\n"
    "\n"
    "Writes a warp trace: the loads and stores of the warps of OpenCL kernels. DIR is a launch\n"
    "saved by 'linepress capture'; a PROGRAM is run from its beginning under Oclgrind, which\n"
    "interprets kernels and is slow. Needs Oclgrind. KERNELSLIST is the list of Accel-Sim's text\n"
    "traces of CUDA kernels, which are imported.\n"
    "\n"
    "  -o, --output OUT  write the trace to file OUT, .lpw; \"-\" is standard output\n"
    "  --launch N        with PROGRAM: only launch N, from 1, or N-M, launches N to M (all)\n"
    "  --kernel NAME     with PROGRAM: only launches of this kernel (all)\n"
    "  --from FORM       import traces of the form accelsim, text of versions 1 to 6, also packed\n"
    "                    by xz or zstd\n"
    "  --buffers FILE    with --from: a JSON file of the program's allocations\n"
    "  --values SET[:POINT]\n"
    "                    with --from: initial contents of the allocations, from a snapshot set\n"
    "                    at a point (the first)\n"
    "  --strict          with --from: refuse addresses in no allocation instead of making pages\n"
    "  --to FORM         write the trace FILE in the form accelsim, version 3, to the new folder\n"
    "                    DIR, which is written atomically: kernelslist.g, a file for each launch,\n"
    "                    and buffers.json for --buffers\n"
    "  --info FILE       print the contents of a trace instead of tracing; \"-\" is standard\n"
    "                    input; the trace may be compressed by zstd or xz\n"
    "  -f, --force       replace OUT even if it is write-protected, or DIR of --to if it has only\n"
    "                    files of --to\n"
    "  --json            one JSON object; the output of PROGRAM then goes to standard error\n"
    "\n" CLI_OUTPUT_HELP
    "PROGRAM's output is unchanged; without --json, the report goes to standard error.\n";

enum { LAUNCH = 256, KERNEL, INFO, FROM, TO, BUFFERS, VALUES, STRICT, JSON };

static const struct option known[] = {
    {"output", required_argument, NULL, 'o'},
    {"launch", required_argument, NULL, LAUNCH},
    {"kernel", required_argument, NULL, KERNEL},
    {"info", required_argument, NULL, INFO},
    {"from", required_argument, NULL, FROM},
    {"to", required_argument, NULL, TO},
    {"buffers", required_argument, NULL, BUFFERS},
    {"values", required_argument, NULL, VALUES},
    {"strict", no_argument, NULL, STRICT},
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

static void set_action(struct trace_options *o, enum trace_action action, const char *name,
                       const char *what)
{
    if (strcmp(what, "accelsim") != 0)
        cli_fail("trace: --%s takes accelsim, not '%s'", name, what);
    if (o->action != TRACE_RUN && o->action != action)
        cli_fail("trace: --from and --to exclude each other");
    o->action = action;
}

static void set_option(struct trace_options *o, int option, char *value)
{
    switch (option) {
    case 'o': o->out = value; break;
    case LAUNCH: set_launches(o, value); break;
    case KERNEL: o->ask.kernel = value; break;
    case INFO: o->info = value; break;
    case FROM: set_action(o, TRACE_FROM, "from", value); break;
    case TO: set_action(o, TRACE_TO, "to", value); break;
    case BUFFERS: o->import.buffers = value; break;
    case VALUES: o->import.values = value; break;
    case STRICT: o->import.strict = 1; break;
    case 'f': o->force = 1; break;
    default: o->json = 1;
    }
}

static const char more[] = "try 'linepress trace --help'";

static int limited(const struct trace_options *o)
{
    return o->ask.kernel != NULL || o->ask.first != 1 || o->ask.last != UINT64_MAX;
}

static int imports(const struct trace_options *o)
{
    return o->import.buffers != NULL || o->import.values != NULL || o->import.strict;
}

static void check_run(const struct trace_options *o, int operands, int dashed)
{
    if (imports(o))
        cli_fail("trace: --buffers, --values and --strict go with --from; %s", more);
    if (operands == 0)
        cli_fail("trace: neither a saved launch nor '-- PROGRAM' is given; %s", more);
    if (!dashed && operands > 1)
        cli_fail("trace: more than one saved launch; a program comes after '--'; %s", more);
    if (!dashed && limited(o))
        cli_fail("trace: --launch and --kernel choose among a program's launches; DIR is one");
}

static void check_from(const struct trace_options *o, int operands)
{
    if (operands != 1)
        cli_fail("trace: --from takes one list of kernels; %s", more);
    if (limited(o))
        cli_fail("trace: --launch and --kernel choose among a program's launches; %s", more);
}

static void check_to(const struct trace_options *o, int operands)
{
    if (operands != 2)
        cli_fail("trace: --to takes a folder and a trace; %s", more);
    if (limited(o) || imports(o) || o->out != NULL)
        cli_fail("trace: --to goes with --force and --json alone; %s", more);
}

static void check(const struct trace_options *o, int operands, int dashed)
{
    if (o->info != NULL && (o->out != NULL || operands > 0 || o->force || limited(o) ||
                            imports(o) || o->action != TRACE_RUN))
        cli_fail("trace: --info goes with --json alone; %s", more);
    if (o->info != NULL)
        return;
    if (o->action == TRACE_TO) {
        check_to(o, operands);
        return;
    }
    if (o->out == NULL)
        cli_fail("trace: no output is given (-o); %s", more);
    if (o->action == TRACE_FROM)
        check_from(o, operands);
    else
        check_run(o, operands, dashed);
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
    if (o->info != NULL)
        o->action = TRACE_INFO;
    else if (o->action == TRACE_FROM)
        o->import.list = argv[optind];
    else if (o->action == TRACE_TO)
        o->export_folder = argv[optind], o->trace = argv[optind + 1];
    else if (dashed)
        o->ask.program = argv + optind;
    else
        o->ask.folder = argv[optind];
}
