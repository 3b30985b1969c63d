/* SPDX-License-Identifier: Apache-2.0 */
#include "huvm_sweep.h"
#include "../shared/fail.h"
#include "huvm_report.h"
#include "../shared/json.h"
#include "../shared/progress.h"
#include <stdio.h>
#include <stdlib.h>

#define MIB 1048576u

static void print_row(enum huvm_sweep sweep, const struct huvm_step *step)
{
    const struct huvm_scenario *s = &step->scenario;
    const struct huvm_outcome *outcome = &step->outcome;
    if (sweep == HUVM_SWEEP_POLICY)
        printf("%-14s", outcome->policy->name);
    else
        printf("%-14g", sweep == HUVM_SWEEP_PREFETCH ? step->value / MIB : step->value);
    for (unsigned i = 0; i < s->apps; i++)
        printf("  %s %.3f", s->app[i].name,
               huvm_app_time(&s->app[i], &outcome->base) /
                   huvm_app_time(&s->app[i], &outcome->result));
    printf("\n");
}

static json_t *step_json(enum huvm_sweep sweep, const struct huvm_step *step)
{
    json_t *run = huvm_report_json(&step->settings, &step->scenario, &step->sizes, &step->outcome);
    json_object_set_new(run, "value",
                        sweep == HUVM_SWEEP_POLICY ? json_string(step->outcome.policy->name)
                                                   : json_real(step->value));
    return run;
}

void huvm_sweep(const struct huvm_options *o)
{
    struct lpi_fault fault;
    struct huvm_step *step = cli_alloc(sizeof *step);
    unsigned count;
    json_t *runs = json_array();
    if (huvm_sweep_count(&o->run, o->sweep, &count, &fault) != 0)
        cli_fail_for(&fault);
    if (!o->json)
        printf("%s: speed over base\n", huvm_sweep_names[o->sweep]);
    for (unsigned i = 0; i < count; i++) {
        cli_progress("huvm", i, count);
        if (huvm_sweep_step(&o->run, o->sweep, i, step, &fault) != 0)
            cli_fail_for(&fault);
        cli_progress_end();
        if (o->json)
            json_array_append_new(runs, step_json(o->sweep, step));
        else
            print_row(o->sweep, step);
        huvm_step_close(step);
    }
    if (o->json)
        cli_print_json(json_pack("{s:s, s:o}", "sweep", huvm_sweep_names[o->sweep], "runs", runs));
    else
        json_decref(runs);
    free(step);
}
