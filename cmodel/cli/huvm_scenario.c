/* SPDX-License-Identifier: Apache-2.0 */
#include "huvm_scenario.h"
#include "fail.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASE_PASSES = 3, CASE_WIDTH = 8 };

static void set_name(char *to, const char *name)
{
    snprintf(to, HUVM_NAME_BYTES + 1, "%s", name);
}

static void add_gpu(struct huvm_scenario *s, const struct huvm_case_gpu *g, unsigned gpu)
{
    struct huvm_app *app = &s->app[g->app];
    set_name(app->name, g->name);
    app->chunks[app->gpus] = (uint32_t)(g->use * s->memory[gpu] + 0.5);
    app->gpu[app->gpus++] = gpu;
    app->pattern = g->pattern;
    app->passes = CASE_PASSES;
    app->width = CASE_WIDTH;
    app->compute = HUVM_COMPUTE_NS;
    if (s->apps <= g->app)
        s->apps = g->app + 1;
}

static void open_case(const struct huvm_case *c, unsigned scale, struct huvm_scenario *s)
{
    set_name(s->name, c->name);
    s->gpus = HUVM_CASE_GPUS;
    s->chunk_bytes = HUVM_CHUNK_BYTES;
    s->pcie = (struct huvm_rate){HUVM_PCIE_RATE, HUVM_PCIE_NS};
    s->nvlink = (struct huvm_rate){HUVM_NVLINK_RATE, HUVM_NVLINK_NS};
    s->threshold = HUVM_THRESHOLD;
    for (unsigned i = 0; i < s->gpus; i++) {
        s->memory[i] = HUVM_GPU_CHUNKS / scale;
        add_gpu(s, &c->gpu[i], i);
    }
}

static void find_roles(struct huvm_scenario *s)
{
    for (unsigned i = 0; i < s->apps; i++)
        for (unsigned k = 0; k < s->app[i].gpus; k++)
            s->app[i].harvests |= s->app[i].chunks[k] > s->memory[s->app[i].gpu[k]];
}

void huvm_scenario_open(const struct huvm_options *o, struct huvm_scenario *s)
{
    const struct huvm_case *found = NULL;
    memset(s, 0, sizeof *s);
    for (unsigned i = 0; i < HUVM_CASES; i++)
        if (strcmp(o->scenario, huvm_cases[i].name) == 0)
            found = &huvm_cases[i];
    if (found != NULL) {
        open_case(found, o->scale > 0 ? o->scale : 1, s);
    } else {
        if (o->scale > 0)
            cli_fail("huvm: --scale is for case1 to case4; a file says itself how much there is");
        FILE *file = strcmp(o->scenario, "-") == 0 ? NULL : fopen(o->scenario, "rb");
        if (file == NULL && strcmp(o->scenario, "-") != 0)
            cli_fail("huvm: --scenario takes case1, case2, case3, case4 or a JSON file, and there "
                     "is no file '%s' to read", o->scenario);
        if (file != NULL)
            fclose(file);
        huvm_file_read(o->scenario, s);
    }
    find_roles(s);
    if (o->spare >= 0)
        huvm_scenario_spare(s, o->spare);
}

void huvm_scenario_close(struct huvm_scenario *s)
{
    for (unsigned i = 0; i < s->apps; i++) {
        free(s->app[i].trace);
        free(s->app[i].data);
        for (char **word = s->app[i].program; word != NULL && *word != NULL; word++)
            free(*word);
        free(s->app[i].program);
    }
    free(s->turns);
}

void huvm_scenario_spare(struct huvm_scenario *s, double percent)
{
    for (unsigned i = 0; i < s->apps; i++) {
        struct huvm_app *app = &s->app[i];
        if (app->harvests)
            continue;
        if (app->trace != NULL)
            cli_fail("huvm: '%s' has a trace, so what it leaves cannot be chosen", app->name);
        for (unsigned k = 0; k < app->gpus; k++) {
            app->chunks[k] = (uint32_t)((100 - percent) / 100 * s->memory[app->gpu[k]] + 0.5);
            if (app->chunks[k] == 0)
                cli_fail("huvm: with %g per cent to spare '%s' has no chunk", percent, app->name);
        }
    }
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
