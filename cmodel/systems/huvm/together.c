/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "together.h"
#include "preload/preload.h"
#include "host.h"
#include "players.h"
#include "sizes.h"
#include <errno.h>
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int check(const struct huvm_settings *o, const struct huvm_scenario *s,
                 struct lpi_fault *fault)
{
    if (huvm_check_chunk(o->compress, s->chunk_bytes, fault) != 0)
        return fault->code;
    for (unsigned i = 0; i < s->apps; i++)
        if (s->app[i].program != NULL && s->app[i].gpus > 1)
            return lpi_fault_set(fault, LPI_BAD,
                                 "huvm: '%s' has several GPUs, and a real program has one",
                                 s->app[i].name);
    if (s->chunk_bytes % (uint64_t)sysconf(_SC_PAGESIZE) != 0)
        return lpi_fault_set(fault, LPI_BAD, "huvm: 'chunk_kib' is no whole page of this machine");
    return 0;
}

static int configure(const struct huvm_settings *o, const struct huvm_scenario *s,
                     const struct huvm_policy_row *policy, struct huvm_launch *launch,
                     struct huvm_real_config *c, struct lpi_fault *fault)
{
    *c = (struct huvm_real_config){.chunk_bytes = s->chunk_bytes,
                                   .gpus = s->gpus,
                                   .on = policy->on,
                                   .threshold = s->threshold,
                                   .pcie = s->pcie,
                                   .nvlink = s->nvlink,
                                   .compress = o->compress,
                                   .codec = o->codec,
                                   .host = -1,
                                   .faults = o->faults,
                                   .failed = huvm_launch_failed,
                                   .dropped = huvm_launch_dropped,
                                   .context = launch};
    for (unsigned i = 0; i < s->gpus; i++)
        c->gpu[i] = (struct huvm_real_gpu){0, s->memory[i], true};
    for (unsigned i = 0; i < s->apps; i++)
        for (unsigned k = 0; k < s->app[i].gpus; k++) {
            struct huvm_real_gpu *g = &c->gpu[s->app[i].gpu[k]];
            g->chunks = s->app[i].chunks[k];
            g->lends = g->chunks <= g->local;
        }
    int code = huvm_ahead("prefetch", o->prefetch, s->chunk_bytes, HUVM_PREFETCH_CHUNKS,
                          &c->prefetch, fault);
    return code != 0 ? code
                     : huvm_ahead("stride", o->stride, s->chunk_bytes, HUVM_STRIDE_CHUNKS,
                                  &c->stride, fault);
}

static uint64_t count_chunks(const struct huvm_real_config *c)
{
    uint64_t chunks = 0;
    for (unsigned i = 0; i < c->gpus; i++)
        chunks += c->gpu[i].chunks;
    return chunks;
}

static void note_faults(const struct lpi_tell *tell, struct huvm_real *real,
                        const struct huvm_players *p)
{
    int reason;
    for (unsigned i = 0; i < p->count; i++)
        if (huvm_real_faults(real, p->program[i].gpu, &reason) == HUVM_PROTECTION && reason != 0) {
            lpi_tell_note(tell,
                          "huvm: protection faults are used, since there is no userfaultfd: %s",
                          strerror(reason));
            return;
        }
}

/* The structures consist of independent 64-bit counts only. */
static void subtract(void *from, const void *what, size_t bytes)
{
    uint64_t *to = from;
    const uint64_t *less = what;
    for (size_t i = 0; i < bytes / sizeof *to; i++)
        to[i] -= less[i];
}

/* Subtracts earlier counts; values that are not sums are kept. */
static void leave_out(struct huvm_result *r, const struct huvm_result *before)
{
    r->events -= before->events;
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++) {
        subtract(&r->gpu[i].counts, &before->gpu[i].counts, sizeof r->gpu[i].counts);
        subtract(&r->gpu[i].waits, &before->gpu[i].waits, sizeof r->gpu[i].waits);
    }
    subtract(r->pcie_in, before->pcie_in, sizeof r->pcie_in);
    subtract(r->pcie_out, before->pcie_out, sizeof r->pcie_out);
    subtract(r->nvlink, before->nvlink, sizeof r->nvlink);
}

/* Runs the processes to their end on a coordinator. */
static int run_on(struct huvm_real *real, const struct huvm_scenario *s, struct huvm_launch *launch,
                  struct huvm_players *players, struct huvm_result *result, struct lpi_fault *fault)
{
    struct huvm_result *begun = lpi_fault_alloc(fault, sizeof *begun);
    if (begun == NULL)
        return fault->code;
    struct huvm_course course = {real, s->turns, s->turn_count, players->play, begun, result};
    int code = huvm_launch_run(launch, players->program, players->count, LPI_HUVM_SOCKET, "socket",
                               &course, fault);
    if (code == 0 && players->play != NULL)
        leave_out(result, begun);
    else if (code == 0)
        huvm_real_result(real, result);
    free(begun);
    return code;
}

/* Opens the coordinator for run_on. */
static int run(const struct huvm_settings *o, const struct huvm_scenario *s,
               struct huvm_real_config *config, struct huvm_launch *launch,
               struct huvm_players *players, bool silent, struct huvm_result *result,
               struct lpi_fault *fault)
{
    struct huvm_real *real;
    if (o->host != NULL)
        config->host = huvm_host_open(o->host, count_chunks(config) * s->chunk_bytes, fault);
    if (o->host != NULL && config->host < 0)
        return fault->code;
    int code = LPI_BAD, listener = huvm_launch_listen(launch, fault);
    if (listener >= 0 && huvm_real_open(config, &real) != LP_OK) {
        lpi_fault_set(fault, LPI_BAD, "huvm: no coordinator: %s", strerror(errno));
    } else if (listener >= 0) {
        huvm_real_listen(real, listener);
        code = run_on(real, s, launch, players, result, fault);
        if (code == 0 && !silent)
            note_faults(o->tell, real, players);
        huvm_real_close(real);
    }
    if (listener >= 0)
        close(listener);
    if (config->host >= 0)
        close(config->host);
    return code;
}

static int run_launch(const struct huvm_settings *o, const struct huvm_scenario *s,
                      const struct huvm_policy_row *policy, struct huvm_launch *launch,
                      struct huvm_players *players, bool silent, struct huvm_result *result,
                      struct lpi_fault *fault)
{
    struct huvm_real_config config;
    int code = huvm_launch_open(launch, fault);
    if (code == 0)
        code = huvm_players_open(o, s, launch, silent, players, fault);
    if (code == 0)
        code = configure(o, s, policy, launch, &config, fault);
    if (code == 0)
        code = run(o, s, &config, launch, players, silent, result, fault);
    if (code == 0)
        huvm_players_times(players, result);
    huvm_launch_close(launch);
    return code;
}

/* Runs one policy. */
static int run_once(const struct huvm_settings *o, const struct huvm_scenario *s,
                    const struct huvm_policy_row *policy, bool silent, struct huvm_result *result,
                    struct huvm_together *t, struct lpi_fault *fault)
{
    struct huvm_launch *launch = lpi_fault_alloc(fault, sizeof *launch);
    struct huvm_players *players = lpi_fault_alloc(fault, sizeof *players);
    int code = LPI_BAD;
    if (launch != NULL && players != NULL) {
        memset(launch, 0, sizeof *launch);
        memset(players, 0, sizeof *players);
        players->file = -1;
        launch->protects = o->faults == HUVM_PROTECTION;
        launch->tell = o->tell;
        code = run_launch(o, s, policy, launch, players, silent, result, fault);
        t->signal = launch->signal;
        if (code == 0) {
            t->ended_well = huvm_players_ended(players, s, launch, o->tell);
            t->wrong += huvm_players_wrong(players, s, o->tell);
        }
        huvm_players_close(players);
    }
    free(launch);
    free(players);
    return code;
}

int huvm_together_run(const struct huvm_settings *o, const struct huvm_scenario *s,
                      struct huvm_together *t, struct lpi_fault *fault)
{
    struct huvm_outcome *outcome = t->outcome;
    *t = (struct huvm_together){.outcome = outcome, .ended_well = true};
    outcome->policy = &huvm_policies[o->policy];
    int code = check(o, s, fault);
    if (code == 0 && o->policy != 0)
        code = run_once(o, s, &huvm_policies[0], true, &outcome->base, t, fault);
    if (code == 0 && t->ended_well)
        code = run_once(o, s, outcome->policy, false, &outcome->result, t, fault);
    if (code == 0 && o->policy == 0)
        outcome->base = outcome->result;
    return code;
}
