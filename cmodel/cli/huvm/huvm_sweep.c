/* SPDX-License-Identifier: Apache-2.0 */
#include "huvm_sweep.h"
#include "../shared/fail.h"
#include "huvm_job.h"
#include "huvm_report.h"
#include "huvm_scenario.h"
#include "huvm_sizes.h"
#include "../shared/json.h"
#include "../shared/progress.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIB 1048576u
static const double spares[] = {5, 10, 20, 30, 40, 50, 60};

/* Leaves of the harvesters only the first `count`. */
static void keep_harvesters(struct huvm_scenario *s, unsigned count)
{
    unsigned kept = 0, seen = 0;
    for (unsigned i = 0; i < s->apps; i++) {
        if (s->app[i].harvests && seen++ >= count) {
            huvm_app_close(&s->app[i]);
            continue;
        }
        s->app[kept++] = s->app[i];
    }
    s->apps = kept;
}

static unsigned count_harvesters(const struct huvm_options *o)
{
    struct huvm_scenario s;
    unsigned count = 0;
    huvm_scenario_open(o, &s);
    for (unsigned i = 0; i < s.apps; i++)
        count += s.app[i].harvests;
    huvm_scenario_close(&s);
    if (count == 0)
        cli_fail("huvm: there is no harvester to vary the number of");
    return count;
}

/* Sets what varies to its value number i; the value. */
static double vary(struct huvm_options *o, unsigned i)
{
    switch (o->sweep) {
    case HUVM_SWEEP_PREFETCH:
        o->prefetch = (uint64_t)(2 * MIB) << i;
        return (double)o->prefetch;
    case HUVM_SWEEP_SPARE:
        return o->spare = spares[i];
    case HUVM_SWEEP_HARVESTERS:
        return i + 1;
    default:
        o->policy = i;
        return i;
    }
}

static unsigned count_values(const struct huvm_options *o)
{
    switch (o->sweep) {
    case HUVM_SWEEP_PREFETCH:
        return 5;
    case HUVM_SWEEP_SPARE:
        return sizeof spares / sizeof spares[0];
    case HUVM_SWEEP_HARVESTERS:
        return count_harvesters(o);
    default:
        return HUVM_POLICIES;
    }
}

static void print_row(const struct huvm_options *o, const struct huvm_scenario *s,
                      const struct huvm_outcome *outcome, double value)
{
    if (o->sweep == HUVM_SWEEP_POLICY)
        printf("%-14s", outcome->policy->name);
    else
        printf("%-14g", o->sweep == HUVM_SWEEP_PREFETCH ? value / MIB : value);
    for (unsigned i = 0; i < s->apps; i++)
        printf("  %s %.3f", s->app[i].name,
               huvm_app_time(&s->app[i], &outcome->base) /
                   huvm_app_time(&s->app[i], &outcome->result));
    printf("\n");
}

void huvm_sweep(const struct huvm_options *given)
{
    struct huvm_options o = *given;
    unsigned count = count_values(&o);
    json_t *runs = json_array();
    if (strcmp(o.scenario, "-") == 0)
        cli_fail("huvm: --sweep reads the scenario several times, so it is no \"-\"");
    if (!o.json)
        printf("%s: speed over base\n", huvm_sweep_names[o.sweep]);
    for (unsigned i = 0; i < count; i++) {
        struct huvm_scenario s;
        struct huvm_sizes sizes;
        struct huvm_outcome *outcome = cli_alloc(sizeof *outcome);
        double value = vary(&o, i);
        cli_progress("huvm", i, count);
        huvm_scenario_open(&o, &s);
        if (o.sweep == HUVM_SWEEP_HARVESTERS)
            keep_harvesters(&s, i + 1);
        huvm_sizes_open(&o, &s, &sizes);
        huvm_job_run(&o, &s, &sizes, NULL, NULL, outcome);
        json_t *run = huvm_report_json(&o, &s, &sizes, outcome);
        json_object_set_new(run, "value", o.sweep == HUVM_SWEEP_POLICY
                                              ? json_string(outcome->policy->name)
                                              : json_real(value));
        json_array_append_new(runs, run);
        cli_progress_end();
        if (!o.json)
            print_row(&o, &s, outcome, value);
        free(outcome);
        huvm_sizes_close(&sizes);
        huvm_scenario_close(&s);
    }
    if (o.json)
        cli_print_json(json_pack("{s:s, s:o}", "sweep", huvm_sweep_names[o.sweep], "runs", runs));
    else
        json_decref(runs);
}
