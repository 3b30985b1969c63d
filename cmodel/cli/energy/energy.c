/* SPDX-License-Identifier: Apache-2.0 */
#include "../../systems/energy/energy_gpu.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "energy_report.h"
#include <math.h>
#include <stdlib.h>

static void finish_row(const struct energy_options *o, struct energy_result *r, unsigned i)
{
    struct energy_row *row = &r->rows[i];
    row->sum = lpi_energy_of(&row->counts, r->toggle, o->constants.values, row->terms);
}

/* ---- a set ---- */

/* A mode without a run has the row hits of the nearest mode that has one. */
static const struct lpi_energy_run *run_of(const struct lpi_energy_run *runs, unsigned mode)
{
    for (unsigned m = mode;; m = m > 0 ? m - 1 : LPI_ENERGY_MODES - 1)
        if (runs[m].known)
            return &runs[m];
}

static void choose_hits(const struct energy_options *o, const struct lpi_energy_run *runs,
                        struct lpi_energy_reading *reading, struct energy_result *r)
{
    r->row_hits_from = o->row_hits >= 0 ? "given" : runs != NULL ? "run" : "in order";
    r->metadata_hits_from = o->metadata_hits >= 0 ? "given" : "in order";
    for (unsigned m = 0; m < LPI_ENERGY_MODES; m++)
        reading->row_hits[m] = o->row_hits >= 0 ? o->row_hits
                               : runs != NULL   ? run_of(runs, m)->row_hits
                                                : 1 - (double)LP_SECTOR_BYTES / o->row_bytes;
    reading->metadata_hits = o->metadata_hits >= 0
                                 ? o->metadata_hits
                                 : 1 - 1 / o->constants.values[LPI_ENERGY_METADATA_LINES];
    for (unsigned m = LPI_ENERGY_MODES; runs != NULL && o->metadata_hits < 0 && m-- > 0;)
        if (runs[m].known && !isnan(runs[m].metadata_hits)) {
            reading->metadata_hits = runs[m].metadata_hits;
            r->metadata_hits_from = "run";
            return;
        }
}

static void measure_toggle(const struct energy_options *o, const struct lpi_set *set,
                           struct energy_result *r)
{
    struct lpi_fault fault = {0};
    r->toggle = o->toggle;
    r->toggle_from = o->toggle >= 0 ? "given" : "measured";
    if (o->toggle < 0 && lpi_energy_toggle(set, o->beat, &r->toggle, &fault) != 0)
        cli_fail_for(&fault);
}

static struct energy_result of_set(const struct energy_options *o,
                                   const struct lpi_energy_run *runs, char *const *operands,
                                   size_t count)
{
    struct lpi_fault fault = {0};
    struct profile_ask ask = o->ask;
    struct profile_job job;
    struct energy_result r = {.of = "set", .file = operands[0], .count = LPI_ENERGY_MODES};
    struct lpi_energy_reading reading = {.paid = o->paid};
    ask.operands = operands;
    ask.count = count;
    if (profile_open(&ask, &job, &fault) != 0)
        cli_fail_for(&fault);
    measure_toggle(o, job.set, &r);
    choose_hits(o, runs, &reading, &r);
    r.ratio = profile_ratio(profile_plan(&job));
    for (unsigned m = 0; m < LPI_ENERGY_MODES; m++) {
        int paid = m == LPI_ENERGY_BUDDY || (m == LPI_ENERGY_BANDWIDTH && o->paid);
        r.rows[m] = (struct energy_row){.mode = (enum lpi_energy_mode)m,
                                        .counts = lpi_energy_count(&job, m, &reading),
                                        .row_hits = reading.row_hits[m],
                                        .metadata_hits = paid ? reading.metadata_hits : NAN};
        finish_row(o, &r, m);
    }
    profile_close(&job);
    return r;
}

/* ---- a run ---- */

static struct energy_result of_run(const struct energy_options *o, const char *path)
{
    struct lpi_fault fault = {0};
    struct lpi_energy_run runs[LPI_ENERGY_MODES];
    struct energy_result r = {.of = "run",
                              .file = path,
                              .ratio = NAN,
                              .toggle = o->toggle,
                              .toggle_from = "given",
                              .row_hits_from = "run",
                              .metadata_hits_from = "run"};
    if (lpi_energy_gpu_read(path, runs, &fault) != 0)
        cli_fail_for(&fault);
    for (unsigned m = 0; m < LPI_ENERGY_MODES; m++) {
        if (!runs[m].known)
            continue;
        r.rows[r.count] = (struct energy_row){.mode = (enum lpi_energy_mode)m,
                                              .counts = runs[m].counts,
                                              .row_hits = runs[m].row_hits,
                                              .metadata_hits = runs[m].metadata_hits};
        finish_row(o, &r, r.count++);
    }
    return r;
}

static void check_runs(const struct energy_options *o)
{
    if (o->toggle < 0)
        cli_fail("energy: a run has no data to measure: --toggle is needed without a set");
    if (o->row_hits >= 0 || o->metadata_hits >= 0)
        cli_fail("energy: a run has its own hits: no --row-hits or --metadata-hits without a set");
}

static size_t of_sets(const struct energy_options *o, struct energy_result *results)
{
    struct lpi_fault fault = {0};
    struct lpi_energy_run read[LPI_ENERGY_MODES], *runs = o->run_count > 0 ? read : NULL;
    size_t count = 0;
    if (runs != NULL && lpi_energy_gpu_read(o->runs[0], runs, &fault) != 0)
        cli_fail_for(&fault);
    for (size_t i = 0; i < o->set_count; i++)
        results[count++] = of_set(o, runs, &o->sets[i], 1);
    if (o->core_count > 0)
        results[count++] = of_set(o, runs, o->cores, o->core_count);
    return count;
}

/* Prints nothing before all results are there. */
int cli_energy(int argc, char **argv)
{
    struct energy_options o;
    energy_parse(argc, argv, &o);
    struct energy_result *results = cli_alloc((size_t)argc * sizeof *results);
    size_t count = 0;
    if (o.set_count + o.core_count > 0) {
        count = of_sets(&o, results);
    } else {
        check_runs(&o);
        for (size_t i = 0; i < o.run_count; i++)
            results[count++] = of_run(&o, o.runs[i]);
    }
    for (size_t i = 0; i < count; i++)
        energy_report(&o, &results[i]);
    free(results);
    energy_options_free(&o);
    return EXIT_GOOD;
}
