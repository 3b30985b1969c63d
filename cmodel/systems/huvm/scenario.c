/* SPDX-License-Identifier: Apache-2.0 */
#include "scenario.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASE_PASSES = 3 };

const struct huvm_settings huvm_usual = {.policy = HUVM_POLICIES - 1,
                                         .codec = HUVM_BEST,
                                         .prefetch = UINT64_MAX,
                                         .stride = UINT64_MAX,
                                         .spare = -1,
                                         .compute = -1,
                                         .served = HUVM_SERVED_NS / 1000,
                                         .page = HUVM_PAGE_NS / 1000,
                                         .seed = 1};

/* Scaling of the cases for a clock: on the real one, memory and link rates are divided alike. */
struct case_rates {
    unsigned scale;
    uint64_t chunk_bytes;
    double slow;
    unsigned threshold;
};

static void set_name(char *to, const char *name)
{
    snprintf(to, HUVM_NAME_BYTES + 1, "%s", name);
}

static void add_gpu(struct huvm_scenario *s, const struct huvm_case_gpu *g, unsigned gpu,
                    uint64_t compute)
{
    struct huvm_app *app = &s->app[g->app];
    set_name(app->name, g->name);
    app->chunks[app->gpus] = (uint32_t)(g->use * s->memory[gpu] + 0.5);
    app->gpu[app->gpus++] = gpu;
    app->pattern = g->pattern;
    app->passes = CASE_PASSES;
    app->width = HUVM_IN_FLIGHT;
    app->burst = HUVM_BURST;
    app->compute = compute;
    if (s->apps <= g->app)
        s->apps = g->app + 1;
}

static struct case_rates rates_of(const struct huvm_settings *o)
{
    unsigned scale = o->scale > 0 ? o->scale : o->real ? HUVM_REAL_SCALE : 1;
    return o->real ? (struct case_rates){scale, HUVM_REAL_CHUNK_BYTES, scale, HUVM_REAL_THRESHOLD}
                   : (struct case_rates){scale, HUVM_CHUNK_BYTES, 1, HUVM_THRESHOLD};
}

static void open_case(const struct huvm_case *c, const struct case_rates *r,
                      struct huvm_scenario *s)
{
    double chunk = (double)r->chunk_bytes / HUVM_CHUNK_BYTES;
    set_name(s->name, c->name);
    s->gpus = HUVM_CASE_GPUS;
    s->chunk_bytes = r->chunk_bytes;
    s->pcie = (struct huvm_rate){HUVM_PCIE_RATE / r->slow, HUVM_PCIE_NS};
    s->nvlink = (struct huvm_rate){HUVM_NVLINK_RATE / r->slow, HUVM_NVLINK_NS};
    s->threshold = r->threshold;
    for (unsigned i = 0; i < s->gpus; i++) {
        s->memory[i] = (uint32_t)(HUVM_GPU_CHUNKS / chunk / r->scale);
        add_gpu(s, &c->gpu[i], i, (uint64_t)(HUVM_COMPUTE_NS * r->slow * chunk + 0.5));
    }
}

static void find_roles(struct huvm_scenario *s)
{
    for (unsigned i = 0; i < s->apps; i++)
        for (unsigned k = 0; k < s->app[i].gpus; k++)
            s->app[i].harvests |= s->app[i].chunks[k] > s->memory[s->app[i].gpu[k]];
}

/* Settings that replace those of each application. */
static void set_uses(const struct huvm_settings *o, struct huvm_scenario *s)
{
    for (unsigned i = 0; i < s->apps; i++) {
        struct huvm_app *app = &s->app[i];
        app->width = o->in_flight > 0 ? o->in_flight : app->width;
        app->burst = o->burst > 0 ? o->burst : app->burst;
        app->compute = o->compute >= 0 ? (uint64_t)(1000 * o->compute + 0.5) : app->compute;
    }
}

/* Sets the spare memory of each lender to a percentage, instead of that which its use leaves. */
static int leave_spare(struct huvm_scenario *s, double percent, struct lpi_fault *fault)
{
    for (unsigned i = 0; i < s->apps; i++) {
        struct huvm_app *app = &s->app[i];
        if (app->harvests)
            continue;
        if (app->trace != NULL)
            return lpi_fault_set(fault, LPI_BAD,
                                 "huvm: '%s' has a trace, so what it leaves cannot be chosen",
                                 app->name);
        for (unsigned k = 0; k < app->gpus; k++) {
            app->chunks[k] = (uint32_t)((100 - percent) / 100 * s->memory[app->gpu[k]] + 0.5);
            if (app->chunks[k] == 0)
                return lpi_fault_set(fault, LPI_BAD,
                                     "huvm: with %g per cent to spare '%s' has no chunk", percent,
                                     app->name);
        }
    }
    return 0;
}

static int open_file(const struct huvm_settings *o, struct huvm_scenario *s,
                     struct lpi_fault *fault)
{
    if (o->scale > 0)
        return lpi_fault_set(fault, LPI_BAD,
                             "huvm: --scale is for case1 to case4; a file says itself how much "
                             "there is");
    FILE *file = strcmp(o->scenario, "-") == 0 ? NULL : fopen(o->scenario, "rb");
    if (file == NULL && strcmp(o->scenario, "-") != 0)
        return lpi_fault_set(fault, LPI_BAD,
                             "huvm: --scenario takes case1, case2, case3, case4 or a JSON file, "
                             "and there is no file '%s' to read",
                             o->scenario);
    if (file != NULL)
        fclose(file);
    return huvm_scenario_read(o->scenario, s, fault);
}

int huvm_scenario_open(const struct huvm_settings *o, struct huvm_scenario *s,
                       struct lpi_fault *fault)
{
    const struct huvm_case *found = NULL;
    int code = 0;
    memset(s, 0, sizeof *s);
    for (unsigned i = 0; i < HUVM_CASES; i++)
        if (strcmp(o->scenario, huvm_cases[i].name) == 0)
            found = &huvm_cases[i];
    if (found != NULL) {
        struct case_rates rates = rates_of(o);
        open_case(found, &rates, s);
    } else {
        code = open_file(o, s, fault);
    }
    if (code == 0) {
        find_roles(s);
        set_uses(o, s);
        if (o->spare >= 0)
            code = leave_spare(s, o->spare, fault);
    }
    if (code != 0)
        huvm_scenario_close(s);
    return code;
}

void huvm_app_close(struct huvm_app *app)
{
    free(app->trace);
    free(app->data);
    for (char **word = app->program; word != NULL && *word != NULL; word++)
        free(*word);
    free(app->program);
}

void huvm_scenario_close(struct huvm_scenario *s)
{
    for (unsigned i = 0; i < s->apps; i++)
        huvm_app_close(&s->app[i]);
    free(s->turns);
}

uint64_t huvm_scenario_spare_chunks(const struct huvm_scenario *s)
{
    uint64_t spare = 0;
    bool used[HUVM_GPUS_MAX] = {false};
    for (unsigned i = 0; i < s->apps; i++)
        for (unsigned k = 0; k < s->app[i].gpus; k++) {
            unsigned gpu = s->app[i].gpu[k];
            uint32_t chunks = s->app[i].chunks[k];
            used[gpu] = true;
            spare += chunks < s->memory[gpu] ? s->memory[gpu] - chunks : 0;
        }
    for (unsigned gpu = 0; gpu < s->gpus; gpu++)
        spare += used[gpu] ? 0 : s->memory[gpu];
    return spare;
}

uint64_t huvm_scenario_over_chunks(const struct huvm_scenario *s)
{
    uint64_t over = 0;
    for (unsigned i = 0; i < s->apps; i++)
        for (unsigned k = 0; k < s->app[i].gpus; k++) {
            uint32_t memory = s->memory[s->app[i].gpu[k]];
            uint32_t chunks = s->app[i].chunks[k];
            over += chunks > memory ? chunks - memory : 0;
        }
    return over;
}

int huvm_ahead(const char *option, uint64_t bytes, uint64_t chunk_bytes, unsigned if_none,
               unsigned *chunks, struct lpi_fault *fault)
{
    *chunks = if_none;
    if (bytes == UINT64_MAX)
        return 0;
    if (bytes % chunk_bytes != 0 || bytes / chunk_bytes > HUVM_AHEAD_MAX)
        return lpi_fault_set(fault, LPI_BAD,
                             "huvm: --%s takes whole chunks of %llu bytes, at most %d", option,
                             (unsigned long long)chunk_bytes, HUVM_AHEAD_MAX);
    *chunks = (unsigned)(bytes / chunk_bytes);
    return 0;
}
