/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "huvm_run_options.h"
#include "../../systems/huvm/clock/presets.h"
#include "../../systems/huvm/wire/record.h"
#include "../shared/fail.h"
#include "huvm_options.h"
#include "../shared/next_option.h"
#include "../shared/values.h"
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum {
    CHUNK = 256,
    LOCAL,
    SPARE,
    ROOM,
    MIN,
    EXPLICIT,
    POLICY,
    PREFETCH,
    STRIDE,
    THRESHOLD,
    SLOW,
    COMPRESS,
    CODEC,
    HOST,
    FAULTS,
    WINDOW,
    TEXT,
    JSON
};

static const struct option run_known[] = {
    {"chunk", required_argument, NULL, CHUNK},
    {"local", required_argument, NULL, LOCAL},
    {"spare", required_argument, NULL, SPARE},
    {"room", required_argument, NULL, ROOM},
    {"min", required_argument, NULL, MIN},
    {"explicit", no_argument, NULL, EXPLICIT},
    {"policy", required_argument, NULL, POLICY},
    {"prefetch", required_argument, NULL, PREFETCH},
    {"stride", required_argument, NULL, STRIDE},
    {"threshold", required_argument, NULL, THRESHOLD},
    {"slow", required_argument, NULL, SLOW},
    {"compress", required_argument, NULL, COMPRESS},
    {"codec", required_argument, NULL, CODEC},
    {"host", required_argument, NULL, HOST},
    {"faults", required_argument, NULL, FAULTS},
    {"json", no_argument, NULL, JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static const struct option record_known[] = {
    {"chunk", required_argument, NULL, CHUNK},
    {"room", required_argument, NULL, ROOM},
    {"min", required_argument, NULL, MIN},
    {"explicit", no_argument, NULL, EXPLICIT},
    {"window", required_argument, NULL, WINDOW},
    {"text", no_argument, NULL, TEXT},
    {"output", required_argument, NULL, 'o'},
    {"force", no_argument, NULL, 'f'},
    {"json", no_argument, NULL, JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

#define SIZE_LIMIT (UINT64_C(1) << 46)
#define CHUNKS_MAX (1u << 26)

static void set_size(struct huvm_run_options *o, int option, const char *name, const char *value)
{
    uint64_t bytes = cli_bytes("huvm", name, value,
                               option == SPARE || option == PREFETCH || option == STRIDE ? 0 : 1,
                               SIZE_LIMIT);
    switch (option) {
    case CHUNK: o->one.chunk = bytes; break;
    case LOCAL: o->one.local = bytes; break;
    case SPARE: o->one.spare = bytes; break;
    case ROOM: o->one.room = bytes; break;
    case PREFETCH: o->one.prefetch = bytes; break;
    case STRIDE: o->one.stride = bytes; break;
    default: o->one.least = bytes;
    }
}

static void set_option(struct huvm_run_options *o, bool *asked, int option, const char *name,
                       const char *value)
{
    switch (option) {
    case EXPLICIT: *asked = true; break;
    case POLICY: o->one.policy = huvm_policy_of(value); break;
    case THRESHOLD: o->one.threshold = (unsigned)cli_whole("huvm", name, value, 0, 1 << 20); break;
    case SLOW: o->one.slow = cli_number("huvm", name, value, 0, 1e6); break;
    case COMPRESS: o->one.compress = huvm_compress_of(value); break;
    case CODEC:
        o->one.codec = huvm_codec_of(value);
        o->codec_given = 1;
        break;
    case HOST: o->one.host = value; break;
    case FAULTS:
        o->one.faults = (enum huvm_faults)cli_choice("huvm", name, value, huvm_faults_names, 3);
        break;
    case WINDOW:
        o->one.window = (unsigned)cli_whole("huvm", name, value, 4, HUVM_RECORD_WINDOW_MAX);
        break;
    case TEXT: o->text = 1; break;
    case JSON: o->json = 1; break;
    case 'o': o->out = value; break;
    case 'f': o->force = 1; break;
    default: set_size(o, option, name, value);
    }
}

static void check(const char *action, const struct huvm_run_options *o, bool records)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    if (o->one.program[0] == NULL)
        cli_fail("huvm: %s: no program is given; try 'linepress huvm --help'", action);
    if (o->one.chunk < page || (o->one.chunk & (o->one.chunk - 1)) != 0)
        cli_fail("huvm: --chunk takes a power of two from %llu, not %llu", (unsigned long long)page,
                 (unsigned long long)o->one.chunk);
    if (o->one.room < o->one.chunk || o->one.room / o->one.chunk > CHUNKS_MAX)
        cli_fail("huvm: --room is 1 to %u chunks", CHUNKS_MAX);
    if (o->one.local / o->one.chunk > CHUNKS_MAX || o->one.spare / o->one.chunk > CHUNKS_MAX)
        cli_fail("huvm: --local and --spare are at most %u chunks", CHUNKS_MAX);
    if (records && o->out == NULL)
        cli_fail("huvm: record: no file is given (-o OUT)");
    if (o->codec_given && o->one.compress == HUVM_RAW)
        cli_fail("huvm: --codec has no effect without --compress");
    if (!records && o->one.local == 0)
        cli_fail("huvm: run: --local is missing; try 'linepress huvm --help'");
    if (!records && o->one.local < o->one.chunk)
        cli_fail("huvm: --local is less than a chunk of %llu bytes",
                 (unsigned long long)o->one.chunk);
    if (!records && o->one.spare > 0 && o->one.spare < o->one.chunk)
        cli_fail("huvm: --spare is less than a chunk of %llu bytes",
                 (unsigned long long)o->one.chunk);
}

void huvm_run_parse(int argc, char **argv, struct huvm_run_options *o)
{
    const char *action = argv[0];
    bool records = strcmp(action, "record") == 0, asked = false;
    struct lpi_fault fault;
    int index = 0;
    *o = (struct huvm_run_options){.one = {.policy = HUVM_POLICIES - 1,
                                           .chunk = 65536,
                                           .room = 1u << 30,
                                           .prefetch = UINT64_MAX,
                                           .stride = UINT64_MAX,
                                           .threshold = 16,
                                           .slow = 100,
                                           .codec = HUVM_BEST,
                                           .window = 8}};
    const struct option *known = records ? record_known : run_known;
    argv[0] = "huvm"; /* the command named in error messages about options */
    /* Arguments after the program's name belong to the program. */
    for (int option; (option = cli_next_option(argc, argv, records ? "+:hfo:" : "+:h", known,
                                               huvm_help, &index)) != -1;)
        set_option(o, &asked, option, option == 'o' || option == 'f' ? "output" : known[index].name,
                   optarg);
    o->one.program = argv + optind;
    if (asked && o->one.least > 0)
        cli_fail("huvm: only one of --min and --explicit");
    check(action, o, records);
    if (huvm_check_chunk(o->one.compress, o->one.chunk, &fault) != 0)
        cli_fail_for(&fault);
    if (!asked && o->one.least == 0)
        o->one.least = o->one.chunk;
}
