/* SPDX-License-Identifier: Apache-2.0 */
/* The options of a profile that choose its set, its targets and its codecs. */
#ifndef LPI_CLI_GOAL_OPTIONS_H
#define LPI_CLI_GOAL_OPTIONS_H

#include "../../systems/profile/profile_job.h"
#include <getopt.h>

/* The values of the options, of which a command's own begin at GOAL_OPTIONS_END. */
enum {
    GOAL_CODEC = 256,
    GOAL_THRESHOLD,
    GOAL_ZERO,
    GOAL_RULE,
    GOAL_MAX_RATIO,
    GOAL_PAGE,
    GOAL_DEVICE,
    GOAL_BANDWIDTH,
    GOAL_SPLIT,
    GOAL_TENSOR,
    GOAL_APPLY,
    GOAL_STRICT,
    GOAL_OPTIONS_END
};
/* clang-format off */
#define GOAL_OPTIONS                                                                               \
    {"codec", required_argument, NULL, GOAL_CODEC},                                                \
    {"threshold", required_argument, NULL, GOAL_THRESHOLD},                                        \
    {"zero-threshold", required_argument, NULL, GOAL_ZERO},                                        \
    {"rule", required_argument, NULL, GOAL_RULE},                                                  \
    {"max-ratio", required_argument, NULL, GOAL_MAX_RATIO},                                        \
    {"page", required_argument, NULL, GOAL_PAGE},                                                  \
    {"device", required_argument, NULL, GOAL_DEVICE},                                              \
    {"bandwidth", no_argument, NULL, GOAL_BANDWIDTH},                                              \
    {"split", required_argument, NULL, GOAL_SPLIT},                                                \
    {"tensor", required_argument, NULL, GOAL_TENSOR},                                              \
    {"apply", required_argument, NULL, GOAL_APPLY},                                                \
    {"strict", no_argument, NULL, GOAL_STRICT},                                                    \
    {"threads", required_argument, NULL, 'T'}

/* Their help in three parts, between which a command has the options of its outputs. */
#define GOAL_HELP \
    "  --codec C         zvc, bpc, xzvc, ebd, mixed, by-target, by-type, grp16; mixed takes the best\n" \
    "                    of the first four in each line, by-target the one of bpc and zvc with\n" \
    "                    which the pages of a target take the least device memory, by-type\n" \
    "                    (default) ebd for tensors of type BF16 and bpc for all others; grp16\n" \
    "                    compresses groups of four lines\n" \
    "  --threshold F     the buddy threshold, 0 to 1 (0.3)\n" \
    "  --zero-threshold F   the same for 16x, for mostly-zero allocations (as --threshold)\n" \
    "  --rule R          worst (default): the threshold holds at each point; pooled: over all\n" \
    "  --max-ratio R     maximum ratio of all allocations together, 1 to 16 (4)\n" \
    "  --page P          64k (default), 2m\n" \
    "  --device BYTES    size of device memory; the carve-out is three times as large\n" \
    "  --bandwidth       also compress allocations that save no memory (target 1 instead of\n" \
    "                    none)\n" \
    "  --split PATTERN   the pattern of flat file names ({allocation}.p{point})\n" \
    "  --tensor GLOB     take only tensors of FILEs whose names match, such as '*.weight'\n"
/* clang-format on */
#define GOAL_APPLY_HELP                                                                            \
    "  --apply IN        also measure the set with the targets, page size and codecs of this\n"    \
    "                    file\n"                                                                   \
    "  --strict          fail if file and set differ in allocations or sizes\n"
#define GOAL_THREADS_HELP "  -T, --threads N   count in N threads (default 1); 0: one per core\n"

struct goal_options {
    struct profile_ask ask;
    int codec_given, page_given;
};

/*
 * The value of --codec: a page's codec, PROFILE_BY_TARGET, PROFILE_BY_TYPE or, if the command takes
 * groups of lines, LPI_TABLE_GRP16.
 */
unsigned goal_codec(const char *command, const char *text, bool groups);
/* The defaults of all options. */
struct goal_options goal_defaults(void);
/* Sets one of the options above; --threads by its letter 'T'. */
void goal_set(const char *command, struct goal_options *options, int option, const char *name,
              const char *value);
/* Sets what follows from the options that were given. */
void goal_complete(struct profile_ask *ask);
/* Takes the operands, after all options, and checks that the options go together. */
void goal_finish(const char *command, struct goal_options *options, int argc, char **argv);

#endif
