/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "capture_options.h"
#include "../shared/fail.h"
#include "../shared/next_option.h"
#include "../shared/values.h"
#include <errno.h>
#include <string.h>

static const char help[] =
    "Usage: linepress capture --malloc [OPTION]... -o DIR -- PROGRAM [ARGUMENT]...\n"
    "       linepress capture --opencl [OPTION]... -o DIR -- PROGRAM [ARGUMENT]...\n"
    "\n"
    "Runs a program and writes memory snapshots from several points of the run to DIR, a\n"
    "snapshot set for 'linepress profile'. With --malloc, snapshots contain heap blocks and\n"
    "anonymous mappings. The program's calls of lp_capture_boundary() (<linepress/capture.h>)\n"
    "are divided into equal parts, and a snapshot is taken at the end of each; without calls,\n"
    "in the middle of equal parts of its processor time. With --opencl, snapshots contain\n"
    "buffers, and are taken after the kernel launch at the end of each of equal parts of all\n"
    "launches.\n"
    "\n"
    "A first run, whose output is discarded, measures the length of these parts. The program's\n"
    "output, errors and exit status are those of the second run; both runs must behave alike.\n"
    "The cost of the snapshots is printed on standard error. DIR is readable by its owner only.\n"
    "\n"
    "  --malloc          memory from the malloc family, and anonymous mmap\n"
    "  --opencl          buffers of OpenCL\n"
    "  --points N        number of snapshots, 1 to 1000 (10)\n"
    "  --min BYTES       record blocks of at least this size (64k)\n"
    "  --length L        no first run: the program has L launches, or calls of\n"
    "                    lp_capture_boundary(), or L seconds of processor time if L ends with s\n"
    "  --launch N        with --opencl: save launch N, from 1, with source, arguments and\n"
    "                    buffers, instead of a set\n"
    "  -o, --output-dir DIR\n"
    "                    the output; it is written atomically\n"
    "  -f, --force       replace a DIR that was written by an earlier capture and contains\n"
    "                    nothing else\n"
    "  --json            one JSON object on standard error instead of text\n"
    "\n"
    "Exit status: that of the program; 2 for bad usage, or if no set could be made.\n"
    "Environment: LINEPRESS_LIBDIR is the libdir of an installation, if the command does not find\n"
    "the objects to preload in ../lib, relative to its own folder.\n";

enum { MALLOC = 256, OPENCL, POINTS, MIN, LENGTH, LAUNCH, JSON };

static const struct option known[] = {
    {"malloc", no_argument, NULL, MALLOC},
    {"opencl", no_argument, NULL, OPENCL},
    {"points", required_argument, NULL, POINTS},
    {"min", required_argument, NULL, MIN},
    {"length", required_argument, NULL, LENGTH},
    {"launch", required_argument, NULL, LAUNCH},
    {"output-dir", required_argument, NULL, 'o'},
    {"force", no_argument, NULL, 'f'},
    {"json", no_argument, NULL, JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static void parse_length(struct capture_options *o, const char *text)
{
    size_t length = strlen(text);
    char seconds[32];
    if (length < 2 || text[length - 1] != 's') {
        o->length = cli_whole("capture", "length", text, 1, UINT64_C(1) << 48);
        return;
    }
    if (length > sizeof seconds)
        cli_fail("capture: --length '%s' is too long", text);
    memcpy(seconds, text, length - 1);
    seconds[length - 1] = '\0';
    o->time = (uint64_t)(1e9 * cli_number("capture", "length", seconds, 1e-3, 1e8));
}

struct seen {
    bool kind, points, least, json;
};

static void set_option(struct capture_options *o, struct seen *seen, int option, const char *value)
{
    switch (option) {
    case MALLOC:
    case OPENCL:
        if (seen->kind && o->kind != (option == MALLOC ? CAPTURE_MALLOC : CAPTURE_OPENCL))
            cli_fail("capture: --malloc and --opencl exclude each other");
        o->kind = option == MALLOC ? CAPTURE_MALLOC : CAPTURE_OPENCL;
        seen->kind = true;
        break;
    case POINTS:
        o->points = (unsigned)cli_whole("capture", "points", value, 1, 1000);
        seen->points = true;
        break;
    case MIN:
        o->least = cli_bytes("capture", "min", value, 1, UINT64_C(1) << 48);
        seen->least = true;
        break;
    case LENGTH: parse_length(o, value); break;
    case LAUNCH: o->launch = cli_whole("capture", "launch", value, 1, UINT64_C(1) << 48); break;
    case 'o': o->folder = value; break;
    case 'f': o->force = true; break;
    default: seen->json = true;
    }
}

static void check(const struct capture_options *o, const struct seen *seen)
{
    if (!seen->kind)
        cli_fail("capture: neither --malloc nor --opencl is given; try 'linepress capture --help'");
    if (o->folder == NULL)
        cli_fail("capture: no folder is given (-o DIR)");
    if (o->program[0] == NULL)
        cli_fail("capture: no program is given; try 'linepress capture --help'");
    if (o->kind == CAPTURE_MALLOC && o->launch > 0)
        cli_fail("capture: --launch belongs to --opencl");
    if (o->kind == CAPTURE_OPENCL && o->time > 0)
        cli_fail("capture: with --opencl, --length is a number of launches");
    if (o->launch > 0 && (seen->points || seen->least))
        cli_fail("capture: --points and --min belong to a set, which --launch does not write");
    if (o->length > 0 && o->launch == 0 && o->length < o->points)
        cli_fail("capture: --length is less than --points");
}

void capture_parse(int argc, char **argv, struct capture_options *o, bool *json)
{
    struct seen seen = {0};
    *o = (struct capture_options){.points = 10, .least = 64 << 10};
    /* Arguments after the program's name belong to the program. */
    for (int option; (option = cli_next_option(argc, argv, "+:hfo:", known, help, NULL)) != -1;) {
        set_option(o, &seen, option, optarg);
    }
    o->program = argv + optind;
    *json = seen.json;
    check(o, &seen);
}
