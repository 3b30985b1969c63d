/* SPDX-License-Identifier: Apache-2.0 */
/*
 * linepress-cosim: the lines of a file through one unit's RTL and cycle model in lock-step, the
 * data checked against the functional C; or, called as `buddy` or `gpu`, that command with the
 * RTL.  Exit status 0 all equal, 1 a mismatch, 2 bad use or input.  LP_RATE_MS sets for how many
 * milliseconds of processor time each engine repeats the recording, for its speed.
 */
#define _POSIX_C_SOURCE 200809L /* isatty */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <linepress/file.h>
#include <linepress/linepress.h>

#include "base/codecs.h"
#include "cli/buddy/buddy.h"
#include "cli/cosim/cosim.h"
#include "cli/gpu/gpu.h"
#include "cli/shared/output.h"
#include "lockstep.h"
#include "tap.h"

#define RECORDED_CYCLES 65536
#define RATE_MS 250

struct options {
    const char *unit, *elem, *ending, *codec, *trace, *file;
    uint64_t lines, seed;
    double stall;
    bool quick, json;
};

static _Noreturn void fail(const char *subject, const char *why)
{
    fprintf(stderr, "linepress: cosim: %s: %s\n", subject, why);
    exit(2);
}

static uint64_t number(const char *option, const char *text, uint64_t least)
{
    char *end;
    uint64_t value;

    errno = 0;
    value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || value < least)
        fail(option, least ? "wants a whole number from 1 up" : "wants a whole number from 0 up");
    return value;
}

static double probability(const char *option, const char *text)
{
    char *end;
    double value = strtod(text, &end);

    if (end == text || *end || !(value >= 0 && value < 1))
        fail(option, "wants a probability, 0 <= P < 1");
    return value;
}

static void set_option(struct options *o, const char *name, const char *value)
{
    if (!value)
        fail(name, "wants a value");
    if (strcmp(name, "--unit") == 0)
        o->unit = value;
    else if (strcmp(name, "--elem") == 0)
        o->elem = value;
    else if (strcmp(name, "--ending") == 0)
        o->ending = value;
    else if (strcmp(name, "--codec") == 0)
        o->codec = value;
    else if (strcmp(name, "--trace") == 0)
        o->trace = value;
    else if (strcmp(name, "--lines") == 0)
        o->lines = number(name, value, 1);
    else if (strcmp(name, "--seed") == 0)
        o->seed = number(name, value, 0);
    else
        o->stall = probability(name, value);
}

static bool takes_value(const char *name)
{
    static const char *const names[] = {"--unit",  "--elem",  "--ending", "--codec",
                                        "--trace", "--lines", "--seed",   "--stall"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void show_usage(void)
{
    if (fputs(cli_cosim_help, stdout) == EOF || fflush(stdout) != 0)
        fail("standard output", strerror(errno));
    exit(0);
}

static struct options parse(char **args)
{
    struct options o = {.ending = "memory", .lines = UINT64_MAX, .seed = 1};
    bool only_files = false;

    for (; *args; args++) {
        if (only_files || **args != '-' || strcmp(*args, "-") == 0) {
            if (o.file)
                fail(*args, "one FILE at a time");
            o.file = *args;
        } else if (strcmp(*args, "--") == 0) {
            only_files = true;
        } else if (strcmp(*args, "--help") == 0 || strcmp(*args, "-h") == 0) {
            show_usage();
        } else if (strcmp(*args, "--quick") == 0) {
            o.quick = true;
        } else if (strcmp(*args, "--json") == 0) {
            o.json = true;
        } else if (takes_value(*args)) {
            set_option(&o, args[0], args[1]);
            args++;
        } else {
            fail(*args, "no such option (see --help)");
        }
    }
    if (!o.unit)
        fail("--unit", "is missing (see --help)");
    if (!o.file)
        fail("FILE", "is missing (see --help)");
    if (strcmp(o.ending, "memory") != 0 && strcmp(o.ending, "stream") != 0)
        fail("--ending", "wants memory or stream");
    return o;
}

static const struct lp_cosim_unit *find_unit(const struct options *o)
{
    const struct lp_cosim_unit *row = lp_cosim_find(o->unit);

    if (!row)
        fail(o->unit, "no such unit");
    if (!row->hooks || !row->hooks->lines)
        fail(o->unit, "this unit takes no lines");
    if (strcmp(o->ending, "stream") == 0 && !row->hooks->streams)
        fail("--ending", "this unit has no packed streams");
    if (o->quick && !row->hooks->quick)
        fail("--quick", "this unit cannot spare BPC lines");
    return row;
}

/* The value for lp_lines.codec. */
static unsigned find_codec(const struct lp_cosim_unit *row, const char *name)
{
    const char *const *names = row->hooks->codecs;
    const struct lpi_codec_row *word;

    if (!name)
        return 0;
    word = lpi_codec_worded(LPI_PAGE, name, true);
    if (!names)
        fail("--codec", "this unit has no choice of codecs");
    for (unsigned i = 0; names[i]; i++)
        if (strcmp(names[i], word ? word->word : name) == 0)
            return i + 1;
    fail("--codec", "this unit does not have that codec");
}

/* The first parameter set of the row, or the one with that element width. */
static const struct lp_variant *find_variant(const struct lp_cosim_unit *row, const char *elem)
{
    char text[32];

    if (!elem)
        return &row->variants[0];
    if (row->unit->nparams == 0 || strcmp(row->unit->params[0].name, "ELEM") != 0)
        fail("--elem", "this unit has no element width");
    snprintf(text, sizeof text, "ELEM=%s", elem);
    for (size_t i = 0; i < row->nvariants; i++)
        if (strcmp(row->variants[i].text, text) == 0)
            return &row->variants[i];
    fail("--elem", "wants 8, 16 or 32");
}

/* All bytes of the input up to `most`, with room for padding to a line; *bytes > 0. */
static uint8_t *read_bytes(const char *path, uint64_t most, size_t *bytes)
{
    struct lp_input *input;
    size_t capacity = 0, got = 1;
    uint8_t *data = NULL;
    int error = lp_input_open(path, &input);

    *bytes = 0;
    while (error == LP_OK && got > 0 && *bytes < most) {
        if (*bytes == capacity) {
            capacity = capacity ? 2 * capacity : 1 << 16;
            data = realloc(data, capacity);
            if (!data)
                fail(path, "out of memory");
        }
        error = lp_input_read(input, data + *bytes, capacity - *bytes, &got);
        *bytes += error == LP_OK ? got : 0;
    }
    if (error != LP_OK)
        fail(path, error == LP_ERR_SYSTEM ? strerror(errno) : lp_strerror(error));
    lp_input_close(input);
    if (*bytes > most)
        *bytes = (size_t)most;
    return data;
}

static struct lp_lines read_lines(const struct options *o, const struct lp_cosim_unit *row)
{
    uint64_t most = o->lines > UINT64_MAX / LP_LINE_BYTES ? UINT64_MAX : o->lines * LP_LINE_BYTES;
    unsigned codec = find_codec(row, o->codec);
    size_t bytes;
    uint8_t *data = read_bytes(o->file, most, &bytes);
    size_t count = lp_lines(bytes);

    data = realloc(data, count * LP_LINE_BYTES);
    if (!data)
        fail(o->file, "out of memory");
    memset(data + bytes, 0, count * LP_LINE_BYTES - bytes);
    return (struct lp_lines){data, count, strcmp(o->ending, "stream") == 0, codec, o->quick};
}

struct job {
    const struct lp_cosim_unit *row;
    struct lp_lines lines;
};

static struct lp_traffic *open_traffic(const struct lp_run *run)
{
    const struct job *job = run->traffic_arg;
    return job->row->hooks->lines(run->values, &job->lines);
}

static void show_progress(const struct lp_run *run, uint64_t cycle,
                          const struct lp_traffic *traffic)
{
    const struct job *job = run->traffic_arg;
    fprintf(stderr, "\r\033[K%s: line %" PRIu64 " of %zu, cycle %" PRIu64, run->unit->name,
            traffic->lines, job->lines.count, cycle);
}

static void print_result(const struct options *o, const struct lp_run *run,
                         const struct lp_result *r)
{
    const struct lp_record *record = run->record;
    double seconds = (double)lp_env_number("LP_RATE_MS", RATE_MS) / 1e3;
    double model = lp_replay_model(run, record, seconds);
    double rtl = lp_replay_rtl(run, record, seconds);
    double per_line = r->lines ? (double)r->cycles / (double)r->lines : 0;
    const char *form =
        o->json ? "{\"unit\":\"%s\",\"lines\":%" PRIu64 ",\"cycles\":%" PRIu64
                  ",\"cycles_per_line\":%.4f,\"mismatches\":%d,\"latency\":{\"min\":%" PRIu64
                  ",\"max\":%" PRIu64 "},\"rtl_hz\":%.0f,\"model_hz\":%.0f}\n"
                : "%s: %" PRIu64 " lines in %" PRIu64
                  " cycles, %.4f cycles per line, %d mismatches\n"
                  "latency %" PRIu64 " to %" PRIu64 " cycles, first beat in to first beat out\n"
                  "RTL %.0f Hz, model %.0f Hz\n";

    printf(form, run->unit->name, r->lines, r->cycles, per_line, r->fault != LP_FAULT_NONE,
           r->latency_min, r->latency_max, rtl, model);
    if (fflush(stdout) != 0 || ferror(stdout))
        fail("standard output", strerror(errno));
}

static void report_fault(const struct lp_run *run, const struct lp_result *result)
{
    char text[2 * LP_MAX_PORT_WORDS * 8 + 200];
    const char *wave = run->trace ? run->trace : run->wave;

    lp_result_text(run, result, text, sizeof text);
    fprintf(stderr, "linepress: cosim: %s: %s; %s%s\n", run->unit->name, text,
            result->wave ? "waveform in " : "cannot write ", wave);
}

static int run_unit(char **args)
{
    struct options o = parse(args);
    const struct lp_cosim_unit *row = find_unit(&o);
    const struct lp_variant *variant = find_variant(row, o.elem);
    struct job job = {row, read_lines(&o, row)};
    struct lp_record record = {0};
    struct lp_result result;
    char wave[64];
    struct lp_run run = {
        .unit = row->unit,
        .rtl = variant->rtl,
        .traffic = open_traffic,
        .traffic_arg = &job,
        .seed = o.seed,
        .source = {.style = LP_STALL_RANDOM, .p = o.stall},
        .sink = {.style = LP_STALL_RANDOM, .p = o.stall},
        .max_cycles = UINT64_MAX,
        .trace = o.trace,
        .wave = wave,
        .record = &record,
        .progress = isatty(STDERR_FILENO) ? show_progress : NULL,
    };

    snprintf(wave, sizeof wave, "%s-cosim.fst", row->unit->name);
    if (!lp_variant_values(row->unit, variant->text, run.values))
        fail(variant->text, "the cycle model has no such parameters");
    if (!lp_record_open(&record, row->unit, RECORDED_CYCLES))
        fail(row->unit->name, "out of memory");
    if (!lp_lockstep(&run, &result))
        fail(o.trace ? o.trace : wave, strerror(errno));
    if (run.progress)
        fputs("\r\033[K", stderr);
    print_result(&o, &run, &result);
    if (result.fault)
        report_fault(&run, &result);
    lp_record_close(&record);
    free((void *)(uintptr_t)job.lines.bytes);
    return result.fault ? 1 : 0;
}

int main(int argc, char **argv)
{
    bool buddy = argc > 0 && strcmp(argv[0], "buddy") == 0;

    if (buddy || (argc > 0 && strcmp(argv[0], "gpu") == 0)) {
        int status = (buddy ? cli_buddy_with : cli_gpu_with)(argc, argv, lp_rtl_open);

        cli_finish_stdout();
        return status;
    }
    return run_unit(argv + (argc > 0));
}
