/* SPDX-License-Identifier: Apache-2.0 */
#include "goal_options.h"
#include "../shared/fail.h"
#include "../shared/values.h"
#include <linepress/frame.h>
#include <string.h>

unsigned goal_codec(const char *command, const char *text, bool groups)
{
    static const struct lpi_choice by_lines = {lpi_codec_name_grp16, lpi_codec_name_grp16,
                                               lpi_codec_name_grp16};
    const struct lpi_choice *const choices[] = {&lpi_by_target, &lpi_by_type,
                                                groups ? &by_lines : NULL, NULL};
    int codec = cli_codec(command, text, LPI_PAGE, LPI_PAGE, choices);
    return codec == CLI_CHOICE       ? PROFILE_BY_TARGET
           : codec == CLI_CHOICE - 1 ? PROFILE_BY_TYPE
           : codec == CLI_CHOICE - 2 ? LPI_TABLE_GRP16
                                     : (unsigned)codec;
}

/* A decimal number with at most six decimals, converted to millionths without rounding. */
static uint32_t millionths(const char *command, const char *option, const char *text,
                           unsigned least, unsigned most)
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
        cli_fail("%s: --%s takes a number from %u to %u with at most six places, not '%s'", command,
                 option, least, most, text);
    return (uint32_t)value;
}

static void set_targets(const char *command, struct goal_options *o, int option, const char *name,
                        const char *value)
{
    struct lpi_goal *goal = &o->ask.goal;
    switch (option) {
    case GOAL_THRESHOLD: goal->threshold = millionths(command, name, value, 0, 1); break;
    case GOAL_ZERO:
        goal->zero_threshold = millionths(command, name, value, 0, 1);
        o->ask.zero_given = 1;
        break;
    case GOAL_RULE:
        goal->rule = (enum lpi_rule)cli_choice(command, name, value, profile_rules, 2);
        break;
    case GOAL_MAX_RATIO: goal->max_ratio = millionths(command, name, value, 1, 16); break;
    case GOAL_PAGE:
        goal->page_log2 = cli_bytes_choice(command, name, value, profile_pages, 2) ? 21 : 16;
        o->page_given = 1;
        break;
    case GOAL_DEVICE: goal->device = cli_bytes(command, name, value, 1, LPI_SET_BYTES_MAX); break;
    default: goal->bandwidth = 1;
    }
}

void goal_set(const char *command, struct goal_options *o, int option, const char *name,
              const char *value)
{
    switch (option) {
    case GOAL_CODEC:
        o->ask.codec = goal_codec(command, value, true);
        o->codec_given = 1;
        break;
    case GOAL_SPLIT: o->ask.split = value; break;
    case GOAL_TENSOR: o->ask.tensor = value; break;
    case GOAL_APPLY: o->ask.apply = value; break;
    case GOAL_STRICT: o->ask.strict = 1; break;
    case 'T':
        o->ask.threads = (unsigned)cli_whole(command, "threads", value, 0, LP_FRAME_THREADS_MAX);
        break;
    default: set_targets(command, o, option, name, value);
    }
}

struct goal_options goal_defaults(void)
{
    return (struct goal_options){
        .ask = {.goal = {.threshold = 300000, .max_ratio = 4 * LPI_MILLION, .page_log2 = 16},
                .codec = PROFILE_BY_TYPE,
                .threads = 1}};
}

void goal_complete(struct profile_ask *ask)
{
    if (!ask->zero_given)
        ask->goal.zero_threshold = ask->goal.threshold;
    memset(ask->goal.codec, (int)(ask->codec < LPI_TABLE_CODECS ? ask->codec : LP_PAGE_BPC),
           sizeof ask->goal.codec);
}

void goal_finish(const char *command, struct goal_options *o, int argc, char **argv)
{
    o->ask.operands = argv + optind;
    o->ask.count = (size_t)(argc - optind);
    if (o->ask.count == 0)
        cli_fail("%s: no folder and no core given; try 'linepress %s --help'", command, command);
    if (o->ask.apply != NULL && (o->codec_given || o->page_given))
        cli_fail("%s: page size and codecs of --apply are those of its file", command);
    if (o->ask.strict && o->ask.apply == NULL)
        cli_fail("%s: --strict belongs to --apply", command);
    goal_complete(&o->ask);
}
