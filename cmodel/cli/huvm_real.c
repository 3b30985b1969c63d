/* SPDX-License-Identifier: Apache-2.0 */
/* `linepress huvm --clock real`: a scenario's programs beside each other, on one coordinator. */
#define _GNU_SOURCE
#include "huvm_real.h"
#include "../huvm_preload/preload.h"
#include "fail.h"
#include "huvm_host.h"
#include "huvm_launch.h"
#include "huvm_scenario.h"
#include "huvm_sizes.h"
#include <errno.h>
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
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
    for (unsigned i = 0; i < s->apps; i++) {
        if (s->app[i].program == NULL)
            cli_fail("huvm: with --clock real each application has a 'program', and '%s' has none",
                     s->app[i].name);
        if (s->app[i].gpus > 1)
            cli_fail("huvm: '%s' has several GPUs, and a real program has one", s->app[i].name);
    }
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
        .failed = huvm_launch_failed};
    for (unsigned i = 0; i < s->gpus; i++)
        c->gpu[i] = (struct huvm_real_gpu){0, s->memory[i], true};
    for (unsigned i = 0; i < s->apps; i++) {
        c->gpu[s->app[i].gpu[0]].chunks = s->app[i].chunks[0];
        c->gpu[s->app[i].gpu[0]].lends = !s->app[i].harvests;
    }
}

static void say_faults(struct huvm_real *real, const struct huvm_program *p, unsigned count)
{
    int reason;
    for (unsigned i = 0; i < count; i++)
        if (huvm_real_faults(real, p[i].gpu, &reason) == HUVM_PROTECTION && reason != 0) {
            cli_complain("huvm: protection faults are used, since there is no userfaultfd: %s",
                         strerror(reason));
            return;
        }
}

static bool ended_well(const struct huvm_scenario *s, const struct huvm_program *programs)
{
    bool good = true;
    for (unsigned i = 0; i < s->apps; i++) {
        int status = programs[i].status;
        if (WIFSIGNALED(status))
            cli_complain("huvm: '%s' was ended by signal %d", s->app[i].name, WTERMSIG(status));
        else if (WEXITSTATUS(status) != 0)
            cli_complain("huvm: '%s' ended with status %d", s->app[i].name, WEXITSTATUS(status));
        good &= WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    return good;
}

static bool run_once(const struct huvm_options *o, const struct huvm_scenario *s,
                     const struct huvm_policy_row *policy, bool silent,
                     struct huvm_result *result)
{
    struct huvm_program programs[HUVM_GPUS_MAX];
    struct huvm_real_config config;
    struct huvm_real *real;
    uint64_t chunks = 0;
    configure(o, s, policy, &config);
    for (unsigned i = 0; i < s->apps; i++) {
        chunks += s->app[i].chunks[0];
        programs[i] = (struct huvm_program){
            .argv = s->app[i].program, .gpu = s->app[i].gpu[0],
            .least = s->app[i].asks ? 0 : s->chunk_bytes, .silent = silent, .aside = true};
    }
    if (o->host != NULL)
        config.host = huvm_host_open(o->host, chunks * s->chunk_bytes);
    huvm_launch_open();
    int listener = huvm_launch_listen();
    if (huvm_real_open(&config, &real) != LP_OK)
        cli_fail("huvm: no coordinator: %s", strerror(errno));
    huvm_real_listen(real, listener);
    huvm_launch_run(programs, s->apps, LPI_HUVM_SOCKET, "socket", real, s->turns, s->turn_count);
    huvm_real_result(real, result);
    for (unsigned i = 0; i < s->apps; i++) {
        result->gpu[programs[i].gpu].time = programs[i].time;
        if (programs[i].time > result->time)
            result->time = programs[i].time;
    }
    if (!silent)
        say_faults(real, programs, s->apps);
    huvm_real_close(real);
    close(listener);
    if (config.host >= 0)
        close(config.host);
    huvm_launch_close();
    return ended_well(s, programs);
}

bool huvm_real_run(const struct huvm_options *o, const struct huvm_scenario *s,
                   struct huvm_outcome *outcome)
{
    check(o, s);
    outcome->policy = &huvm_policies[o->policy];
    if (o->policy != 0 && !run_once(o, s, &huvm_policies[0], true, &outcome->base))
        return false;
    if (!run_once(o, s, outcome->policy, false, &outcome->result))
        return false;
    if (o->policy == 0)
        outcome->base = outcome->result;
    return true;
}
