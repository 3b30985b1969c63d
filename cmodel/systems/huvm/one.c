/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "one.h"
#include "clock/presets.h"
#include "preload/preload.h"
#include "host.h"
#include "launch.h"
#include "scenario.h"
#include <errno.h>
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct huvm_rate rate(const struct huvm_one *o, double bytes, uint64_t latency)
{
    return o->slow > 0 ? (struct huvm_rate){bytes / o->slow, latency} : (struct huvm_rate){0, 0};
}

static int configure(const struct huvm_one *o, struct huvm_launch *launch,
                     struct huvm_real_config *c, struct lpi_fault *fault)
{
    *c = (struct huvm_real_config){.chunk_bytes = o->chunk,
                                   .gpus = o->spare > 0 ? 2 : 1,
                                   .on = huvm_policies[o->policy].on,
                                   .threshold = o->threshold,
                                   .pcie = rate(o, HUVM_PCIE_RATE, HUVM_PCIE_NS),
                                   .nvlink = rate(o, HUVM_NVLINK_RATE, HUVM_NVLINK_NS),
                                   .compress = o->compress,
                                   .codec = o->codec,
                                   .host = -1,
                                   .faults = o->faults,
                                   .failed = huvm_launch_failed,
                                   .dropped = huvm_launch_dropped,
                                   .context = launch};
    c->gpu[0] = (struct huvm_real_gpu){(uint32_t)(o->room / o->chunk),
                                       (uint32_t)(o->local / o->chunk), false};
    if (o->spare > 0)
        c->gpu[1] = (struct huvm_real_gpu){0, (uint32_t)(o->spare / o->chunk), true};
    int code = huvm_ahead("prefetch", o->prefetch, o->chunk, HUVM_PREFETCH_CHUNKS, &c->prefetch,
                          fault);
    return code != 0
               ? code
               : huvm_ahead("stride", o->stride, o->chunk, HUVM_STRIDE_CHUNKS, &c->stride, fault);
}

static int run_on(struct huvm_real *real, struct huvm_launch *launch, struct huvm_program *program,
                  struct huvm_one_result *r, struct lpi_fault *fault)
{
    int code = huvm_launch_run(launch, program, 1, LPI_HUVM_SOCKET, "socket", NULL, fault);
    if (code != 0)
        return code;
    huvm_real_result(real, &r->result);
    r->result.time = program->time;
    r->faults = huvm_real_faults(real, 0, &r->reason);
    const char *why = huvm_launch_why(launch, 0);
    return why == NULL ? 0 : lpi_fault_set(fault, LPI_BAD, "huvm: %s", why);
}

/* Runs the program on a coordinator, in an open launch. */
static int run(const struct huvm_real_config *config, struct huvm_launch *launch,
               struct huvm_program *program, struct huvm_one_result *r, struct lpi_fault *fault)
{
    struct huvm_real *real;
    int listener = huvm_launch_listen(launch, fault), code = LPI_BAD;
    if (listener < 0)
        return fault->code;
    if (huvm_real_open(config, &real) != LP_OK) {
        lpi_fault_set(fault, LPI_BAD, "huvm: no coordinator: %s", strerror(errno));
    } else {
        huvm_real_listen(real, listener);
        code = run_on(real, launch, program, r, fault);
        huvm_real_close(real);
    }
    close(listener);
    return code;
}

static void set_end(const struct huvm_launch *launch, const struct huvm_program *program,
                    struct huvm_ended *end)
{
    *end = (struct huvm_ended){program->status, program->time, launch->signal};
}

int huvm_one_run(const struct huvm_one *o, struct huvm_one_result *r, struct lpi_fault *fault)
{
    struct huvm_program program = {.argv = o->program, .least = o->least, .aside = o->aside};
    struct huvm_real_config config;
    struct huvm_launch *launch = lpi_fault_alloc(fault, sizeof *launch);
    if (launch == NULL)
        return fault->code;
    memset(r, 0, sizeof *r);
    memset(launch, 0, sizeof *launch);
    launch->protects = o->faults == HUVM_PROTECTION;
    int code = configure(o, launch, &config, fault);
    if (code == 0 && o->host != NULL) {
        config.host = huvm_host_open(o->host, o->room / o->chunk * o->chunk, fault);
        code = config.host < 0 ? fault->code : 0;
    }
    if (code == 0)
        code = huvm_launch_open(launch, fault);
    if (code == 0)
        code = run(&config, launch, &program, r, fault);
    set_end(launch, &program, &r->end);
    huvm_launch_close(launch);
    free(launch);
    if (config.host >= 0)
        close(config.host);
    return code;
}
