/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_plan.h"
#include "gpu_spool.h"
#include "gpu_stats.h"
#include "../shared/fail.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MOST_STATS 256u /* runs */

static void add(struct gpu_plan *plan, const struct gpu_run *run)
{
    plan->runs = cli_resize(plan->runs, (plan->count + 1) * sizeof *plan->runs);
    plan->runs[plan->count++] = *run;
}

/* Of uncompressed memory there is no metadata, and so one run for all caches. */
static void add_mode(struct gpu_plan *plan, enum lpi_gpu_mode mode, uint64_t seed)
{
    const struct gpu_options *o = plan->options;
    size_t caches = mode == LPI_GPU_UNCOMPRESSED ? 1 : o->cache_count;
    for (size_t l = 0; l < o->link_count; l++)
        for (size_t c = 0; c < caches; c++)
            add(plan, &(struct gpu_run){.mode = mode,
                                        .link = o->links[l],
                                        .cache = o->caches[c],
                                        .seed = seed,
                                        .field = LPI_GPU_FIELD_COUNT,
                                        .base = mode == LPI_GPU_UNCOMPRESSED &&
                                                o->links[l] == o->base_link});
}

static bool has_base(const struct gpu_plan *plan, uint64_t seed)
{
    for (size_t i = 0; i < plan->count; i++)
        if (plan->runs[i].base && plan->runs[i].seed == seed)
            return true;
    return false;
}

static void add_seed(struct gpu_plan *plan, uint64_t seed)
{
    const struct gpu_options *o = plan->options;
    for (size_t m = 0; m < o->mode_count; m++)
        add_mode(plan, o->modes[m], seed);
    if (!has_base(plan, seed))
        add(plan, &(struct gpu_run){.mode = LPI_GPU_UNCOMPRESSED,
                                    .link = o->base_link,
                                    .cache = o->caches[0],
                                    .seed = seed,
                                    .field = LPI_GPU_FIELD_COUNT,
                                    .base = true,
                                    .hidden = true});
}

/* A field that the papers do not give, at half and at twice its value, with a base of its own. */
static void add_field(struct gpu_plan *plan, unsigned field)
{
    const struct gpu_options *o = plan->options;
    for (unsigned twice = 0; twice < 2; twice++) {
        struct lpi_gpu_config config = o->ask.config;
        struct lpi_fault fault = {0};
        double now = lpi_gpu_field_value(&config, field), value = now * (twice ? 2 : 0.5);
        if (value == now || lpi_gpu_field_put(&config, field, value, "", &fault) != 0 ||
            lpi_gpu_config_check(&config, &fault) != 0)
            continue;
        struct gpu_run run = {.mode = LPI_GPU_UNCOMPRESSED,
                              .link = o->base_link,
                              .cache = o->caches[0],
                              .seed = 1,
                              .field = field,
                              .value = value,
                              .base = true,
                              .hidden = true};
        add(plan, &run);
        run.base = run.hidden = false;
        for (size_t m = 0; m < o->mode_count; m++)
            if ((run.mode = o->modes[m]) != LPI_GPU_UNCOMPRESSED)
                add(plan, &run);
    }
}

static void add_all(struct gpu_plan *plan)
{
    const struct gpu_options *o = plan->options;
    for (uint64_t seed = 1; seed <= o->seeds; seed++)
        add_seed(plan, seed);
    for (unsigned f = 0; o->sweep == GPU_SENSITIVITY && f < LPI_GPU_FIELD_COUNT; f++)
        if (strncmp(o->ask.config.source[f], "assumed", 7) == 0)
            add_field(plan, f);
}

/* Runs that are not among those asked for are not watched. */
static void open_spools(const struct gpu_plan *plan, struct gpu_run *run)
{
    if (!run->hidden && plan->options->stats != NULL)
        run->stats = gpu_spool_open(&run->fault);
    if (!run->hidden && run->fault.code == 0 && plan->options->dram_trace != NULL)
        run->sectors = gpu_spool_open(&run->fault);
}

static void check_spools(struct gpu_run *run)
{
    if (run->stats != NULL)
        gpu_spool_check(run->stats, &run->fault);
    if (run->sectors != NULL)
        gpu_spool_check(run->sectors, &run->fault);
}

static void run_one(const struct gpu_plan *plan, struct gpu_run *run)
{
    const struct gpu_options *o = plan->options;
    struct lpi_gpu_ask ask = plan->options->ask;
    ask.trace = plan->trace;
    ask.image.mode = run->mode;
    ask.image.seed = run->seed;
    ask.image.targets = plan->targets;
    ask.config.link_gbs = run->link / ask.config.scale;
    ask.config.metadata_bytes = run->cache / ask.config.scale;
    if (run->field < LPI_GPU_FIELD_COUNT)
        lpi_gpu_field_put(&ask.config, run->field, run->value, "", &run->fault);
    open_spools(plan, run);
    struct gpu_stats stats = {.spool = run->stats, .plan = plan, .run = run};
    struct gpu_sectors sectors = {run->sectors, &o->ask.config, o->dram_format};
    const struct lpi_gpu_tap tap = {gpu_sectors_line, &sectors};
    ask.watch = (struct lpi_gpu_watch){.every = run->stats != NULL ? o->every : 0,
                                       .sample = gpu_stats_row,
                                       .context = &stats,
                                       .tap = run->sectors != NULL ? &tap : NULL};
    if (run->fault.code == 0)
        lpi_gpu_run(&ask, &run->result, &run->fault);
    check_spools(run);
}

/* Each has an open file until all are done. */
static void check_count(const struct gpu_plan *plan)
{
    size_t shown = 0;
    for (size_t i = 0; i < plan->count; i++)
        shown += !plan->runs[i].hidden;
    if (plan->options->stats != NULL && shown > MOST_STATS)
        cli_fail("gpu: --stats is of %u runs at most, not %zu", MOST_STATS, shown);
}

struct worker {
    struct gpu_plan *plan;
    pthread_mutex_t *lock;
    size_t *next;
};

static void *work(void *context)
{
    struct worker *worker = context;
    for (;;) {
        pthread_mutex_lock(worker->lock);
        size_t number = (*worker->next)++;
        pthread_mutex_unlock(worker->lock);
        if (number >= worker->plan->count)
            return NULL;
        run_one(worker->plan, &worker->plan->runs[number]);
    }
}

void gpu_plan_run(struct gpu_plan *plan, const struct gpu_options *options, const char *trace,
                  const struct lp_targets *targets)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_t threads[256];
    size_t next = 0;
    unsigned started = 0;
    *plan = (struct gpu_plan){.options = options, .trace = trace, .targets = targets};
    add_all(plan);
    check_count(plan);
    struct worker worker = {plan, &lock, &next};
    while (started + 1 < options->jobs && started < plan->count &&
           pthread_create(&threads[started], NULL, work, &worker) == 0)
        started++;
    work(&worker);
    while (started > 0)
        pthread_join(threads[--started], NULL);
    for (size_t i = 0; i < plan->count; i++)
        if (plan->runs[i].fault.code != 0)
            cli_fail_for(&plan->runs[i].fault);
}

void gpu_plan_free(struct gpu_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        lpi_gpu_result_free(&plan->runs[i].result);
    free(plan->runs);
}

double gpu_plan_speedup(const struct gpu_plan *plan, const struct gpu_run *run)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct gpu_run *base = &plan->runs[i];
        if (base->base && base->seed == run->seed && base->field == run->field &&
            base->value == run->value)
            return (double)base->result.cycles / (double)run->result.cycles;
    }
    return 0;
}
