/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "profile_options.h"
#include "../shared/fail.h"
#include "../shared/next_option.h"
#include "../shared/values.h"
#include <linepress/frame.h>
#include <string.h>

static const char help[] =
    "Usage: linepress profile [OPTION]... DIR\n"
    "       linepress profile [OPTION]... CORE...\n"
    "\n"
    "Finds a target compression ratio for each allocation of a program, from snapshots of its\n"
    "memory: a folder POINT/ALLOCATION.bin (or .npy), a folder of flat files, or ELF cores, one\n"
    "per point. A line that exceeds the device sectors reserved by its target spills to buddy\n"
    "memory; the threshold is the share of lines that may spill.\n"
    "\n"
    "  --codec C         zvc, bpc (default), xzvc, ebd, mixed, by-target; mixed takes the best of\n"
    "                    the four in each line, by-target the one of bpc and zvc with which the\n"
    "                    pages of a target take the least device memory\n"
    "  --threshold F     the buddy threshold, 0 to 1 (0.3)\n"
    "  --zero-threshold F   the same for 16x, for mostly-zero allocations (as --threshold)\n"
    "  --rule R          worst (default): the threshold holds at each point; pooled: over all\n"
    "  --max-ratio R     maximum ratio of all allocations together, 1 to 16 (4)\n"
    "  --page P          64k (default), 2m\n"
    "  --device BYTES    size of device memory; the carve-out is three times as large\n"
    "  --bandwidth       also compress allocations that save no memory (target 1 instead of\n"
    "                    none)\n"
    "  --split PATTERN   the pattern of flat file names ({allocation}.p{point})\n"
    "  --targets OUT     write the targets, for 'linepress buddy --targets' and --apply\n"
    "  --apply IN        also measure the set with the targets, page size and codecs of this\n"
    "                    file\n"
    "  --strict          fail if file and set differ in allocations or sizes\n"
    "  --heatmap OUT     write a PNG heat map of all memory, 64 lines per row\n"
    "  --plots DIR       write plots (SVG) and their data (CSV) to a new folder\n"
    "  -T, --threads N   count in N threads (default 1); 0: one per core\n"
    "  -f, --force       replace a DIR that contains only plots, and write-protected outputs;\n"
    "                    write the PNG even to a terminal\n"
    "  --json            one JSON object\n";

enum {
    CODEC = 256,
    THRESHOLD,
    ZERO,
    RULE,
    MAX_RATIO,
    PAGE,
    DEVICE,
    BANDWIDTH,
    SPLIT,
    TARGETS,
    APPLY,
    STRICT,
    HEATMAP,
    PLOTS,
    JSON
};

static const struct option known[] = {
    {"codec", required_argument, NULL, CODEC},
    {"threshold", required_argument, NULL, THRESHOLD},
    {"zero-threshold", required_argument, NULL, ZERO},
    {"rule", required_argument, NULL, RULE},
    {"max-ratio", required_argument, NULL, MAX_RATIO},
    {"page", required_argument, NULL, PAGE},
    {"device", required_argument, NULL, DEVICE},
    {"bandwidth", no_argument, NULL, BANDWIDTH},
    {"split", required_argument, NULL, SPLIT},
    {"targets", required_argument, NULL, TARGETS},
    {"apply", required_argument, NULL, APPLY},
    {"strict", no_argument, NULL, STRICT},
    {"heatmap", required_argument, NULL, HEATMAP},
    {"plots", required_argument, NULL, PLOTS},
    {"threads", required_argument, NULL, 'T'},
    {"force", no_argument, NULL, 'f'},
    {"json", no_argument, NULL, JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static unsigned parse_codec(const char *text)
{
    int codec = cli_codec("profile", text, LPI_PAGE, LPI_PAGE, &lpi_by_target);
    return codec == CLI_CHOICE ? PROFILE_BY_TARGET : (unsigned)codec;
}

/* A decimal number with at most six decimals, converted to millionths without rounding. */
static uint32_t millionths(const char *option, const char *text, unsigned least, unsigned most)
{
    uint64_t value = 0;
    size_t whole = strspn(text, "0123456789"), places = 0;
    const char *rest = text + whole;
    for (size_t i = 0; i < whole && value <= most; i++)
        value = 10 * value + (uint64_t)(text[i] - '0');
    if (*rest == '.')
        places = strspn(++rest, "0123456789");
    for (size_t i = 0; i < 6; i++)
        value = 10 * value + (i < places ? (uint64_t)(rest[i] - '0') : 0);
    if (whole + places == 0 || places > 6 || rest[places] != '\0' ||
        value < (uint64_t)least * LPI_MILLION || value > (uint64_t)most * LPI_MILLION)
        cli_fail("profile: --%s takes a number from %u to %u with at most six places, not '%s'",
                 option, least, most, text);
    return (uint32_t)value;
}

static void set_goal(struct profile_options *o, int option, const char *name, const char *value)
{
    switch (option) {
    case THRESHOLD: o->ask.goal.threshold = millionths(name, value, 0, 1); break;
    case ZERO:
        o->ask.goal.zero_threshold = millionths(name, value, 0, 1);
        o->ask.zero_given = 1;
        break;
    case RULE:
        o->ask.goal.rule = (enum lpi_rule)cli_choice("profile", name, value, profile_rules, 2);
        break;
    case MAX_RATIO: o->ask.goal.max_ratio = millionths(name, value, 1, 16); break;
    case PAGE:
        o->ask.goal.page_log2 = cli_choice("profile", name, value, profile_pages, 2) ? 21 : 16;
        o->page_given = 1;
        break;
    case DEVICE:
        o->ask.goal.device = cli_whole("profile", name, value, 1, LPI_SET_BYTES_MAX);
        break;
    default: o->ask.goal.bandwidth = 1;
    }
}

static void set_option(struct profile_options *o, int option, const char *name, const char *value)
{
    switch (option) {
    case CODEC:
        o->ask.codec = parse_codec(value);
        o->codec_given = 1;
        break;
    case SPLIT: o->ask.split = value; break;
    case TARGETS: o->targets = value; break;
    case APPLY: o->ask.apply = value; break;
    case STRICT: o->ask.strict = 1; break;
    case HEATMAP: o->heatmap = value; break;
    case PLOTS: o->plots = value; break;
    case 'T':
        o->ask.threads = (unsigned)cli_whole("profile", "threads", value, 0, LP_FRAME_THREADS_MAX);
        break;
    case 'f': o->force = 1; break;
    case JSON: o->json = 1; break;
    default: set_goal(o, option, name, value);
    }
}

static void check(const struct profile_options *o)
{
    if (o->ask.count == 0)
        cli_fail("profile: no folder and no core given; try 'linepress profile --help'");
    if (o->ask.apply != NULL && (o->codec_given || o->page_given))
        cli_fail("profile: page size and codecs of --apply are those of its file");
    if (o->ask.strict && o->ask.apply == NULL)
        cli_fail("profile: --strict belongs to --apply");
    if (o->targets != NULL && o->heatmap != NULL && strcmp(o->targets, o->heatmap) == 0)
        cli_fail("profile: --targets and --heatmap would both become %s", o->targets);
}

void profile_parse(int argc, char **argv, struct profile_options *o)
{
    int index = 0;
    *o = (struct profile_options){
        .ask = {.goal = {.threshold = 300000, .max_ratio = 4 * LPI_MILLION, .page_log2 = 16},
                .codec = LP_PAGE_BPC,
                .threads = 1}};
    for (int option; (option = cli_next_option(argc, argv, ":hfT:", known, help, &index)) != -1;) {
        set_option(o, option, known[index].name, optarg);
    }
    if (!o->ask.zero_given)
        o->ask.goal.zero_threshold = o->ask.goal.threshold;
    o->ask.operands = argv + optind;
    o->ask.count = (size_t)(argc - optind);
    o->ask.heat = o->heatmap != NULL;
    check(o);
    memset(o->ask.goal.codec, (int)(o->ask.codec == PROFILE_BY_TARGET ? LP_PAGE_BPC : o->ask.codec),
           sizeof o->ask.goal.codec);
}
