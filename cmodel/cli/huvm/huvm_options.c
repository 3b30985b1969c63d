/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "huvm_options.h"
#include "../shared/fail.h"
#include "huvm_tell.h"
#include "../shared/next_option.h"
#include "../shared/values.h"
#include <stdio.h>

const char huvm_help[] =
    "Usage: linepress huvm --scenario case1|case2|case3|case4|FILE [OPTION]...\n"
    "       linepress huvm run [OPTION]... --local BYTES -- PROGRAM [ARGUMENT]...\n"
    "       linepress huvm record [OPTION]... -o OUT -- PROGRAM [ARGUMENT]...\n"
    "\n"
    "Simulates several GPUs on a virtual clock, some with working sets larger than their\n"
    "memory. They evict chunks to the host, or to unused memory of neighbouring GPUs, as\n"
    "memHarvester does. The result is the time of each application, compared with the policy\n"
    "\"base\", according to a timing model. With a real clock, the applications are concurrent\n"
    "processes whose memory is managed by page faults: programs, or players that use and check\n"
    "chunks in the order of a pattern or trace. run does so with one program, whose large\n"
    "allocations are managed; record writes a trace of the chunks that it uses.\n"
    "\n"
    "  --scenario S    case1, case2, case3, case4; or a JSON file's name\n"
    "  --policy P      base, pre-ef-host, h, pe, lp, plf, lpf, memharvester (default)\n"
    "  --clock C       virtual (default), real\n"
    "  --compress C    none (default), link, victim, host: where chunks are compressed; each\n"
    "                  includes those before it; also for run\n"
    "  --codec C       zvc, bpc, by-group (default): the smaller for each 512 B; also for run\n"
    "  --data FILE     contents of chunks, for applications without data in the scenario;\n"
    "                  programs on a real clock have their own\n"
    "  --prefetch BYTES\n"
    "                  bytes per prefetch, in whole chunks (16 chunks, 32 MiB for case1 to\n"
    "                  case4)\n"
    "  --stride BYTES  bytes that a prefetch skips after the last fault (1 chunk)\n"
    "  --spare P       unused memory of each lender, in per cent (as in the scenario)\n"
    "  --scale N       divide the memory of case1 to case4 by N (1); on the real clock (100),\n"
    "                  link rates are divided too, and chunks are 64 KiB\n"
    "  --served US     driver's time for a chunk; --page US     for a host page of 4 KiB or 2 MiB\n"
    "                  that is populated; the defaults are fitted (docs/studies/huvm.md)\n"
    "  --in-flight N   uses of chunks in flight on each GPU (8)\n"
    "  --burst N       page faults of one use before those of the next, virtual clock (1)\n"
    "  --compute US    time per use of a chunk (4.7 for 2 MiB)\n"
    "  --seed S        seed of random patterns (1)\n"
    "  --sweep W       prefetch, spare, harvesters, policy, in-flight: one run for each value\n"
    "  --svg F         draw the first copies of the run into file F; \"-\" is standard output\n"
    "  -f, --force     replace the F of --svg even if it is write-protected\n"
    "  --json          one JSON object; on standard error if F is \"-\", and for run and record\n"
    "  --host FILE     run, real clock: store the host tier in this file, which must not exist;\n"
    "                  it is removed\n"
    "  --faults F      run, real clock: any (default), userfaultfd, protection\n"
    "  --local BYTES   run: resident memory\n"
    "  --spare BYTES   run: unused memory of a neighbouring GPU (0)\n"
    "  --chunk BYTES   run and record: a power of two, at least a page (64k)\n"
    "  --room BYTES    run and record: maximum of the program's managed memory (1g)\n"
    "  --min BYTES     run and record: manage blocks of malloc and anonymous mmap of at least\n"
    "                  this size (a chunk)\n"
    "  --explicit      run and record: manage only memory from lp_huvm_alloc()\n"
    "                  (<linepress/huvm.h>)\n"
    "  --threshold N   run: chunks that pre-eviction keeps free (16)\n"
    "  --slow N        run: divide the paper's link rates by N (100); 0: unlimited\n"
    "  --window N      record: chunks accessible at a time; a use of any other is recorded (8)\n"
    "  -o, --output OUT\n"
    "                  record: the chunk trace; \"-\" is standard output\n"
    "  --text          record: as text\n"
    "\n"
    "Scenario files: docs/use/huvm.md.\n";

enum {
    SCENARIO = 256,
    POLICY,
    CLOCK,
    COMPRESS,
    CODEC,
    DATA,
    PREFETCH,
    STRIDE,
    SPARE,
    SCALE,
    SERVED,
    PAGE,
    IN_FLIGHT,
    BURST,
    COMPUTE,
    SEED,
    SWEEP,
    SVG,
    HOST,
    FAULTS,
    JSON
};

static const struct option known[] = {
    {"scenario", required_argument, NULL, SCENARIO},
    {"policy", required_argument, NULL, POLICY},
    {"clock", required_argument, NULL, CLOCK},
    {"compress", required_argument, NULL, COMPRESS},
    {"codec", required_argument, NULL, CODEC},
    {"data", required_argument, NULL, DATA},
    {"prefetch", required_argument, NULL, PREFETCH},
    {"stride", required_argument, NULL, STRIDE},
    {"spare", required_argument, NULL, SPARE},
    {"scale", required_argument, NULL, SCALE},
    {"served", required_argument, NULL, SERVED},
    {"page", required_argument, NULL, PAGE},
    {"in-flight", required_argument, NULL, IN_FLIGHT},
    {"burst", required_argument, NULL, BURST},
    {"compute", required_argument, NULL, COMPUTE},
    {"seed", required_argument, NULL, SEED},
    {"sweep", required_argument, NULL, SWEEP},
    {"svg", required_argument, NULL, SVG},
    {"host", required_argument, NULL, HOST},
    {"faults", required_argument, NULL, FAULTS},
    {"force", no_argument, NULL, 'f'},
    {"json", no_argument, NULL, JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

const char *const huvm_clock_names[2] = {"virtual", "real"};
const char *const huvm_faults_names[3] = {"any", "userfaultfd", "protection"};
const char *const huvm_compress_names[] = {"none", "link", "victim", "host"};
const char *const huvm_sweep_names[HUVM_SWEEPS] = {NULL,         "prefetch", "spare",
                                                   "harvesters", "policy",   "in-flight"};

unsigned huvm_policy_of(const char *text)
{
    const char *names[HUVM_POLICIES];
    for (unsigned i = 0; i < HUVM_POLICIES; i++)
        names[i] = huvm_policies[i].name;
    return cli_choice("huvm", "policy", text, names, HUVM_POLICIES);
}

enum huvm_compress huvm_compress_of(const char *text)
{
    return (enum huvm_compress)cli_choice("huvm", "compress", text, huvm_compress_names, 4);
}

enum huvm_codec huvm_codec_of(const char *text)
{
    static const struct lpi_choice *const choices[] = {&lpi_by_group, NULL};
    int codec = cli_codec("huvm", text, LPI_PORT, LPI_FRAME, choices);
    return codec == CLI_CHOICE ? HUVM_BEST : (enum huvm_codec)codec;
}

const char *huvm_codec_name(enum huvm_codec codec)
{
    return codec == HUVM_BEST ? lpi_by_group.name : lpi_codec_numbered(LPI_DMA, (int)codec)->name;
}

const char *huvm_codec_word(enum huvm_codec codec)
{
    return codec == HUVM_BEST ? lpi_by_group.word : lpi_codec_numbered(LPI_DMA, (int)codec)->word;
}

/* Sets an option whose value is a word. */
static void set_word(struct huvm_options *o, int option, const char *name, const char *value)
{
    switch (option) {
    case SCENARIO: o->run.scenario = value; break;
    case POLICY: o->run.policy = huvm_policy_of(value); break;
    case CLOCK: o->run.real = cli_choice("huvm", name, value, huvm_clock_names, 2) == 1; break;
    case COMPRESS: o->run.compress = huvm_compress_of(value); break;
    case CODEC:
        o->run.codec = huvm_codec_of(value);
        o->codec_given = 1;
        break;
    case SWEEP:
        o->sweep = (enum huvm_sweep)cli_choice("huvm", name, value, huvm_sweep_names, HUVM_SWEEPS);
        break;
    case DATA: o->run.data = value; break;
    case HOST: o->run.host = value; break;
    case FAULTS:
        o->run.faults = (enum huvm_faults)cli_choice("huvm", name, value, huvm_faults_names, 3);
        break;
    default: o->svg = value;
    }
}

static void set_option(struct huvm_options *o, int option, const char *name, const char *value)
{
    switch (option) {
    case PREFETCH: o->run.prefetch = cli_bytes("huvm", name, value, 0, UINT64_C(1) << 40); break;
    case STRIDE: o->run.stride = cli_bytes("huvm", name, value, 0, UINT64_C(1) << 40); break;
    case SPARE: o->run.spare = cli_number("huvm", name, value, 0, 99); break;
    case SCALE: o->run.scale = (unsigned)cli_whole("huvm", name, value, 1, 128); break;
    case SERVED: o->run.served = cli_number("huvm", name, value, 0, 1e6); break;
    case PAGE: o->run.page = cli_number("huvm", name, value, 0, 1e6); break;
    case IN_FLIGHT:
        o->run.in_flight = (unsigned)cli_whole("huvm", name, value, 1, HUVM_WIDTH_MAX);
        break;
    case BURST: o->run.burst = (unsigned)cli_whole("huvm", name, value, 1, HUVM_BATCH_MAX); break;
    case COMPUTE: o->run.compute = cli_number("huvm", name, value, 0.001, 1e9); break;
    case SEED: o->run.seed = cli_whole("huvm", name, value, 0, UINT64_MAX); break;
    case JSON: o->json = 1; break;
    case 'f': o->force = 1; break;
    default: set_word(o, option, name, value);
    }
}

static void check(const struct huvm_options *o)
{
    if (o->run.scenario == NULL)
        cli_fail("huvm: --scenario is missing; try 'linepress huvm --help'");
    if (!o->run.real && (o->run.host != NULL || o->run.faults != HUVM_ANY_FAULTS))
        cli_fail("huvm: --host and --faults are for --clock real");
    if (!o->run.real && o->run.compress == HUVM_RAW && o->sweep == HUVM_NO_SWEEP &&
        o->run.data != NULL)
        cli_fail("huvm: --data is for --compress, --sweep and --clock real");
    if (o->codec_given && o->run.compress == HUVM_RAW)
        cli_fail("huvm: --codec has no effect without --compress");
    if (o->sweep != HUVM_NO_SWEEP && o->svg != NULL)
        cli_fail("huvm: only one of --sweep and --svg");
    if (o->sweep == HUVM_SWEEP_SPARE && o->run.spare >= 0)
        cli_fail("huvm: only one of --spare and --sweep spare");
    if (o->sweep == HUVM_SWEEP_IN_FLIGHT && o->run.in_flight > 0)
        cli_fail("huvm: only one of --in-flight and --sweep in-flight");
    if (o->run.real && o->run.burst > 0)
        cli_fail("huvm: --burst is for the virtual clock");
}

void huvm_parse(int argc, char **argv, struct huvm_options *o)
{
    int index = 0;
    *o = (struct huvm_options){.run = huvm_usual};
    o->run.tell = &huvm_tell;
    for (int option;
         (option = cli_next_option(argc, argv, ":hf", known, huvm_help, &index)) != -1;) {
        set_option(o, option, known[index].name, optarg);
    }
    if (argc != optind)
        cli_fail("huvm: takes no file but by its options; try 'linepress huvm --help'");
    check(o);
}
