/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A unit of Linepress as the DUT of the golden-model kit: reads cases of `linepress gen`, plays
 * them through the cycle model or the Verilated RTL, and appends the outputs.
 *
 *     kit-dut [--engine model|rtl] [--stall P] [--seed S] <CASES
 *
 * The unit and its parameters are given in the head of the cases. If a unit hangs or breaks a rule
 * of its ports, the text ends there, with exit status 1 and a line about the fault.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>

#include <linepress/linepress.h>

#include "units/cosim/registry.h"
#include "kit/play.h"

struct dut {
    struct lpi_case_head head;
    struct lpi_kit_side in;
    struct lp_instance instance;
    struct lpi_kit_play *play;
    size_t nin, nout;
    char *line;
    size_t room;
    uint64_t number, cycles;
    char *waiting[LPI_KIT_FLIGHT]; /* lines whose outputs are still to come */
    uint64_t in_count, out_count;
    bool ended;
    const char *engine;
    double stall;
    uint64_t seed;
};

static noreturn void fail(const struct dut *q, int status, const char *why)
{
    fflush(stdout);
    fprintf(stderr, "kit-dut: line %" PRIu64 ": %s\n", q->number, why);
    exit(status);
}

/* The next line without its end; false: there is none. */
static bool next_line(struct dut *q)
{
    ssize_t bytes = getline(&q->line, &q->room, stdin);

    if (bytes <= 0)
        return false;
    q->number++;
    if (q->line[bytes - 1] == '\n')
        q->line[bytes - 1] = '\0';
    return true;
}

/* The values of the first built set that has the cases' parameters. */
static bool built(const struct dut *q, const struct lp_cosim_unit *row, int *values)
{
    const struct lpi_kit_unit *kind = q->head.unit;
    int asked[LP_MAX_PARAMS];

    lpi_kit_unit_values(&q->head, row->unit, asked);
    for (size_t v = 0; v < row->nvariants; v++) {
        bool same = lp_variant_values(row->unit, row->variants[v].text, values);
        for (size_t i = 0; i < row->unit->nparams; i++)
            for (size_t k = 0; k < kind->nparams; k++)
                if (strcmp(row->unit->params[i].name, kind->params[k].name) == 0)
                    same = same && values[i] == asked[i];
        if (same)
            return true;
    }
    return false;
}

static void open_instance(struct dut *q)
{
    const struct lp_cosim_unit *row = lp_cosim_find(q->head.unit->module);
    bool rtl = strcmp(q->engine, "rtl") == 0;
    int values[LP_MAX_PARAMS];

    if (row == NULL)
        fail(q, 2, "this program does not have that unit");
    if (rtl && !built(q, row, values))
        fail(q, 2, "no RTL with these parameters was built");
    if (!rtl)
        lpi_kit_unit_values(&q->head, row->unit, values);
    if ((rtl ? lp_rtl_open : lp_model_open)(row->unit, values, &q->instance) != LP_OK)
        fail(q, 2, "no such unit with these parameters");
    q->play = lpi_kit_play_open(&q->head, row->unit, values, &q->instance, q->stall, q->seed);
    if (q->play == NULL)
        fail(q, 2, "no memory");
}

static void begin(struct dut *q)
{
    char why[LPI_CASE_HEAD];

    if (!next_line(q))
        fail(q, 2, "no cases");
    if (!lpi_case_get_head(q->line, &q->head, why))
        fail(q, 2, why);
    puts(q->line);
    q->nin = lpi_kit_ins(q->head.unit, q->head.values);
    q->nout = lpi_kit_outs(q->head.unit, q->head.values);
    q->in.room = malloc(lpi_kit_room(q->head.unit->in, q->head.unit->nin) + 1);
    for (size_t i = 0; i < LPI_KIT_FLIGHT; i++)
        q->waiting[i] = malloc(lpi_case_room(q->head.unit));
    open_instance(q);
}

/* False: the text has no more cases. */
static bool feed(struct dut *q)
{
    const char *at = q->line;
    char why[LPI_CASE_HEAD];

    if (!next_line(q) || q->line[0] == '#')
        return false;
    at = q->line;
    if (!lpi_case_get(q->head.unit->in, q->nin, &at, &q->in, why) || *at != '\0')
        fail(q, 2, *at == '\0' || *at != ' ' ? why : "more fields than a case has inputs");
    lpi_kit_play_put(q->play, &q->in);
    snprintf(q->waiting[q->in_count++ % LPI_KIT_FLIGHT], lpi_case_room(q->head.unit), "%s",
             q->line);
    return true;
}

static void give(struct dut *q, const struct lpi_kit_side *out)
{
    char *text = q->waiting[q->out_count++ % LPI_KIT_FLIGHT], *end = text + strlen(text);

    *end++ = ' ';
    *lpi_case_put(q->head.unit->out, q->nout, out, end) = '\0';
    puts(text);
}

static void play(struct dut *q)
{
    const struct lpi_kit_side *done;

    while (!q->ended || q->out_count < q->in_count) {
        while (!q->ended && lpi_kit_play_room(q->play))
            q->ended = !feed(q);
        const char *wrong = lpi_kit_play_cycle(q->play, &done);
        q->cycles++;
        if (wrong != NULL)
            fail(q, 1, wrong);
        if (done != NULL)
            give(q, done);
        if (ferror(stdout))
            exit(2);
    }
    if (q->line[0] == '#')
        puts(q->line);
}

static const char *value_of(int argc, char **argv, const char *name, const char *otherwise)
{
    for (int i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], name) == 0)
            return argv[i + 1];
    return otherwise;
}

int main(int argc, char **argv)
{
    struct dut q = {.engine = value_of(argc, argv, "--engine", "rtl"),
                    .stall = atof(value_of(argc, argv, "--stall", "0.2")),
                    .seed = strtoull(value_of(argc, argv, "--seed", "1"), NULL, 10)};

    begin(&q);
    play(&q);
    lpi_kit_play_close(q.play);
    lp_instance_close(&q.instance);
    for (size_t i = 0; i < LPI_KIT_FLIGHT; i++)
        free(q.waiting[i]);
    free(q.in.room);
    free(q.line);
    return fflush(stdout) == 0 ? 0 : 2;
}
