/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inputs that a unit's random traffic drives over its cycle model, and the valid and ready outputs
 * that the model gives, for a simulator that knows unknown values.
 *
 *     vectors UNIT PARAMETERS CYCLES SEED
 *
 * First a line for each port, `in NAME WIDTH` or `out NAME WIDTH`, with only the handshakes of the
 * outputs; then one hexadecimal number per cycle: from the highest bit on, whether the cycle is a
 * reset and the ports in the order of their lines.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linepress/linepress.h>

#include "units/cosim/lockstep.h"
#include "kit/streams.h"
#include "rows.h"

/* How sources and sinks stall: one of these per seed; a long run has all of them. */
static const struct lp_flow flows[][2] = {
    {{.style = LP_STALL_RANDOM, .p = 0.3}, {.style = LP_STALL_RANDOM, .p = 0.3}},
    {{.style = LP_STALL_RANDOM, .p = 0.8}, {.style = LP_STALL_NONE}},
    {{.style = LP_STALL_BURST, .p = 0.3}, {.style = LP_STALL_BURST, .p = 0.6}},
};
#define FLOWS (sizeof flows / sizeof *flows)
#define LONG 1000 /* cycles */
#define RESET_MEAN 300

static struct lp_row ports_row;

static bool ends_in(const char *name, const char *end)
{
    size_t length = strlen(name);
    return length >= strlen(end) && strcmp(name + length - strlen(end), end) == 0;
}

static bool is_told(const struct lp_port *port)
{
    return port->dir == LP_IN || ends_in(port->name, "valid") || ends_in(port->name, "ready");
}

static void print_ports(const struct lp_unit *unit, const struct lp_streams *streams)
{
    for (size_t i = 0; i < unit->nports; i++)
        if (is_told(&unit->ports[i]))
            printf("%s %s %u\n", unit->ports[i].dir == LP_IN ? "in" : "out", unit->ports[i].name,
                   streams->width[i]);
}

static void print_cycle(const struct lp_unit *unit, const struct lp_streams *streams,
                        struct lp_instance *model, uint32_t reset, const void *in, void *out)
{
    lp_instance_eval(model, !reset, in, out);
    lp_row_add(&ports_row, &reset, 1);
    for (size_t i = 0; i < unit->nports; i++) {
        const struct lp_port *port = &unit->ports[i];
        if (is_told(port))
            lp_row_add(&ports_row, lp_port_words_const(port->dir == LP_IN ? in : out, port),
                       streams->width[i]);
    }
    lp_row_print(&ports_row);
    lp_instance_tick(model);
}

/* A reset, then the recorded cycles once more, this time with their outputs. */
static bool print_cycles(const struct lp_run *run, const struct lp_streams *streams)
{
    const struct lp_unit *unit = run->unit;
    const struct lp_record *record = run->record;
    struct lp_instance model;
    void *out = calloc(1, unit->out_size), *nothing = calloc(1, unit->in_size);
    bool good = out && nothing && lp_model_open(unit, run->values, &model) == LP_OK;

    if (good) {
        print_cycle(unit, streams, &model, 1, nothing, out);
        for (size_t c = 0; c < record->cycles; c++)
            print_cycle(unit, streams, &model, record->reset[c],
                        (const char *)record->in + c * unit->in_size, out);
        lp_instance_close(&model);
    }
    free(out);
    free(nothing);
    return good;
}

/* One run, or one for each of the flows, each after a reset. */
static bool print_runs(const struct lp_cosim_unit *row, struct lp_run *run, size_t runs,
                       uint64_t seed)
{
    struct lp_streams streams;
    struct lp_result result;
    bool good = true;

    lp_streams_find(&streams, run->unit, run->values);
    print_ports(run->unit, &streams);
    lp_run_random(run, row);
    run->reset_mean = RESET_MEAN * (row->hooks && row->hooks->calm ? row->hooks->calm : 1);
    for (size_t i = 0; good && i < runs; i++) {
        run->seed = seed + i;
        run->source = flows[run->seed % FLOWS][0];
        run->sink = flows[run->seed % FLOWS][1];
        good = lp_lockstep(run, &result) && !result.fault && print_cycles(run, &streams);
    }
    return good;
}

int main(int argc, char **argv)
{
    /* The model replaces the RTL. */
    static const struct lp_instance_kind model = {.resets = true, .open = lp_model_open};
    const struct lp_cosim_unit *row = argc == 5 ? lp_cosim_find(argv[1]) : NULL;
    struct lp_run run = {.rtl = &model};
    struct lp_record record = {0};
    uint64_t cycles = argc == 5 ? strtoull(argv[3], NULL, 0) : 0;
    size_t runs = cycles < LONG ? 1 : FLOWS;
    bool good = false;

    if (!row || !lp_variant_values(row->unit, argv[2], run.values)) {
        fprintf(stderr, "usage: vectors UNIT PARAMETERS CYCLES SEED; of a unit and values that the "
                        "cycle models have\n");
        return 2;
    }
    run.unit = row->unit;
    run.record = &record;
    run.max_cycles = cycles / runs;
    if (lp_record_open(&record, run.unit, run.max_cycles))
        good = print_runs(row, &run, runs, strtoull(argv[4], NULL, 0));
    lp_record_close(&record);
    if (!good || ferror(stdout)) {
        fprintf(stderr, "vectors: no run of %s %s\n", argv[1], argv[2]);
        return 1;
    }
    return 0;
}
