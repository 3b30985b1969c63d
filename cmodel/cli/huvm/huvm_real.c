/* SPDX-License-Identifier: Apache-2.0 */
/* `linepress huvm --clock real`: a scenario's applications beside each other on a coordinator. */
#define _GNU_SOURCE
#include "huvm_real.h"
#include "../../systems/huvm/preload/preload.h"
#include "../shared/fail.h"
#include "huvm_host.h"
#include "huvm_players.h"
#include "huvm_scenario.h"
#include "huvm_sizes.h"
#include <errno.h>
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned chunks_in(const char *option, uint64_t bytes, uint64_t chunk, unsigned if_none)
{
    if (bytes == UINT64_MAX)
        return if_none;
    if (bytes % chunk != 0 || bytes / chunk > HUVM_AHEAD_MAX)
        cli_fail("huvm: --%s takes whole chunks of %llu bytes, at most %d", option,
                 (unsigned long long)chunk, HUVM_AHEAD_MAX);
    return (unsigned)(bytes / chunk);
}

static void check(const struct huvm_options *o, const struct huvm_scenario *s)
{
    huvm_check_chunk(o->compress, s->chunk_bytes);
    if (o->svg != NULL || o->sweep != HUVM_NO_SWEEP)
        cli_fail("huvm: --svg and --sweep are for the virtual clock");
    for (unsigned i = 0; i < s->apps; i++)
        if (s->app[i].program != NULL && s->app[i].gpus > 1)
            cli_fail("huvm: '%s' has several GPUs, and a real program has one", s->app[i].name);
    if (s->chunk_bytes % (uint64_t)sysconf(_SC_PAGESIZE) != 0)
        cli_fail("huvm: 'chunk_kib' is no whole page of this machine");
}

static void configure(const struct huvm_options *o, const struct huvm_scenario *s,
                      const struct huvm_policy_row *policy, struct huvm_real_config *c)
{
    *c = (struct huvm_real_config){
        .chunk_bytes = s->chunk_bytes, .gpus = s->gpus, .on = policy->on,
        .threshold = s->threshold,
        .prefetch = chunks_in("prefetch", o->prefetch, s->chunk_bytes, HUVM_PREFETCH_CHUNKS),
        .stride = chunks_in("stride", o->stride, s->chunk_bytes, HUVM_STRIDE_CHUNKS),
        .pcie = s->pcie, .nvlink = s->nvlink, .compress = o->compress,
        .codec = o->codec, .host = -1, .faults = o->faults,
        .failed = huvm_launch_failed,
        .dropped = huvm_launch_dropped};
    for (unsigned i = 0; i < s->gpus; i++)
        c->gpu[i] = (struct huvm_real_gpu){0, s->memory[i], true};
    for (unsigned i = 0; i < s->apps; i++)
        for (unsigned k = 0; k < s->app[i].gpus; k++) {
            struct huvm_real_gpu *g = &c->gpu[s->app[i].gpu[k]];
            g->chunks = s->app[i].chunks[k];
            g->lends = g->chunks <= g->local;
        }
}

static uint64_t count_chunks(const struct huvm_real_config *c)
{
    uint64_t chunks = 0;
    for (unsigned i = 0; i < c->gpus; i++)
        chunks += c->gpu[i].chunks;
    return chunks;
}

static void say_faults(struct huvm_real *real, const struct huvm_players *p)
{
    int reason;
    for (unsigned i = 0; i < p->count; i++)
        if (huvm_real_faults(real, p->program[i].gpu, &reason) == HUVM_PROTECTION && reason != 0) {
            cli_complain("huvm: protection faults are used, since there is no userfaultfd: %s",
                         strerror(reason));
            return;
        }
}

/* Each count is a number of its own, and there is nothing else in these structures. */
static void subtract(void *from, const void *what, size_t bytes)
{
    uint64_t *to = from;
    const uint64_t *less = what;
    for (size_t i = 0; i < bytes / sizeof *to; i++)
        to[i] -= less[i];
}

/* What happened between two looks at it; what is no sum stays. */
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

/* Runs the processes to their end. */
static void run(const struct huvm_options *o, const struct huvm_scenario *s,
                const struct huvm_policy_row *policy, struct huvm_players *players, bool silent,
                struct huvm_result *result)
{
    static struct huvm_result begun;
    struct huvm_real_config config;
    struct huvm_real *real;
    configure(o, s, policy, &config);
    if (o->host != NULL)
        config.host = huvm_host_open(o->host, count_chunks(&config) * s->chunk_bytes);
    int listener = huvm_launch_listen();
    if (huvm_real_open(&config, &real) != LP_OK)
        cli_fail("huvm: no coordinator: %s", strerror(errno));
    huvm_real_listen(real, listener);
    struct huvm_course course = {real, s->turns, s->turn_count, players->play, &begun, result};
    huvm_launch_run(players->program, players->count, LPI_HUVM_SOCKET, "socket", &course);
    if (players->play != NULL)
        leave_out(result, &begun);
    else
        huvm_real_result(real, result);
    if (!silent)
        say_faults(real, players);
    huvm_real_close(real);
    close(listener);
    if (config.host >= 0)
        close(config.host);
}

static bool run_once(const struct huvm_options *o, const struct huvm_scenario *s,
                     const struct huvm_policy_row *policy, bool silent,
                     struct huvm_result *result, uint64_t *wrong)
{
    static struct huvm_players players;
    if (o->faults == HUVM_PROTECTION)
        setenv(LPI_HUVM_PROTECTION, "1", 1);
    huvm_launch_open();
    huvm_players_open(o, s, silent, &players);
    run(o, s, policy, &players, silent, result);
    huvm_players_times(&players, result);
    huvm_launch_close();
    bool good = huvm_players_ended(&players, s);
    *wrong += huvm_players_wrong(&players, s);
    huvm_players_close(&players);
    return good;
}

bool huvm_real_run(const struct huvm_options *o, const struct huvm_scenario *s,
                   struct huvm_outcome *outcome, uint64_t *wrong)
{
    check(o, s);
    *wrong = 0;
    outcome->policy = &huvm_policies[o->policy];
    if (o->policy != 0 && !run_once(o, s, &huvm_policies[0], true, &outcome->base, wrong))
        return false;
    if (!run_once(o, s, outcome->policy, false, &outcome->result, wrong))
        return false;
    if (o->policy == 0)
        outcome->base = outcome->result;
    return true;
}
