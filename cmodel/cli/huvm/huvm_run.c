/* SPDX-License-Identifier: Apache-2.0 */
/* `linepress huvm run`: one program with so much local memory, beside a neighbour that runs
   nothing. */
#define _GNU_SOURCE
#include "../../systems/huvm/preload/preload.h"
#include "../shared/fail.h"
#include "huvm_host.h"
#include "huvm_launch.h"
#include "huvm_real.h"
#include "huvm_report.h"
#include "huvm_run_options.h"
#include "../shared/json.h"
#include "../../systems/huvm/clock/presets.h"
#include <errno.h>
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned ahead(const char *option, uint64_t bytes, uint64_t chunk, unsigned if_none)
{
    if (bytes == UINT64_MAX)
        return if_none;
    if (bytes % chunk != 0 || bytes / chunk > HUVM_AHEAD_MAX)
        cli_fail("huvm: --%s takes whole chunks of %llu bytes, at most %d", option,
                 (unsigned long long)chunk, HUVM_AHEAD_MAX);
    return (unsigned)(bytes / chunk);
}

static struct huvm_rate rate(const struct huvm_run_options *o, double bytes, uint64_t latency)
{
    return o->slow > 0 ? (struct huvm_rate){bytes / o->slow, latency} : (struct huvm_rate){0, 0};
}

static void configure(const struct huvm_run_options *o, struct huvm_real_config *c)
{
    *c = (struct huvm_real_config){
        .chunk_bytes = o->chunk, .gpus = o->spare > 0 ? 2 : 1, .on = huvm_policies[o->policy].on,
        .threshold = o->threshold,
        .prefetch = ahead("prefetch", o->prefetch, o->chunk, HUVM_PREFETCH_CHUNKS),
        .stride = ahead("stride", o->stride, o->chunk, HUVM_STRIDE_CHUNKS),
        .pcie = rate(o, HUVM_PCIE_RATE, HUVM_PCIE_NS),
        .nvlink = rate(o, HUVM_NVLINK_RATE, HUVM_NVLINK_NS), .compress = o->compress,
        .codec = o->codec, .host = -1, .faults = o->faults, .failed = huvm_launch_failed,
        .dropped = huvm_launch_dropped};
    c->gpu[0] = (struct huvm_real_gpu){(uint32_t)(o->room / o->chunk),
                                       (uint32_t)(o->local / o->chunk), false};
    if (o->spare > 0)
        c->gpu[1] = (struct huvm_real_gpu){0, (uint32_t)(o->spare / o->chunk), true};
}

static void print_links(const struct huvm_run_options *o, const struct huvm_result *r)
{
    const struct huvm_link_result *links[] = {&r->pcie_in[0], &r->pcie_out[0], &r->pcie_out[1],
                                              &r->pcie_in[1], &r->nvlink[0][1], &r->nvlink[1][0]};
    uint64_t raw = 0, bytes = 0;
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        raw += links[i]->raw;
        bytes += links[i]->bytes;
    }
    fprintf(stderr, "linepress: huvm: compress %s", huvm_compress_names[o->compress]);
    if (o->compress != HUVM_RAW)
        fprintf(stderr, ", codec %s", huvm_codec_name(o->codec));
    fprintf(stderr, ": links carried %.2f MB as %.2f; the neighbour held up to %u chunks\n",
            (double)raw / 1e6, (double)bytes / 1e6, r->gpu[1].peak_guests);
}

static void report(const struct huvm_run_options *o, const struct huvm_program *p,
                   const struct huvm_result *r, enum huvm_faults faults)
{
    const struct huvm_counts *c = &r->gpu[0].counts;
    const struct huvm_waits *w = &r->gpu[0].waits;
    unsigned gpus = o->spare > 0 ? 2 : 1;
    if (!o->json) {
        fprintf(stderr, "linepress: huvm: policy %s: %.1f ms, %llu faults; evicted %llu to the "
                "neighbour, %llu to the host; fetched %llu and %llu\n",
                huvm_policies[o->policy].name, (double)p->time / 1e6,
                (unsigned long long)c->faults, (unsigned long long)c->evict_neighbour,
                (unsigned long long)c->evict_host, (unsigned long long)c->fetch_neighbour,
                (unsigned long long)c->fetch_host);
        print_links(o, r);
        return;
    }
    cli_write_json(stderr, json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:I, s:f, s:I, s:I, s:{s:I, s:I}, s:{s:I, s:I}, "
        "s:{s:I, s:I, s:I}, s:{s:f, s:f, s:f, s:f}, s:o, s:o, s:I, s:I}",
        "policy", huvm_policies[o->policy].name, "clock", "real", "fault_kind",
        huvm_faults_names[faults], "compress", huvm_compress_names[o->compress], "codec",
        huvm_codec_name(o->codec), "chunk_bytes", (json_int_t)o->chunk, "time_us",
        (double)p->time / 1000, "faults", (json_int_t)c->faults, "batches",
        (json_int_t)c->batches, "evict", "neighbour", (json_int_t)c->evict_neighbour, "host",
        (json_int_t)c->evict_host, "fetch", "neighbour", (json_int_t)c->fetch_neighbour, "host",
        (json_int_t)c->fetch_host, "prefetch", "issued", (json_int_t)c->prefetch_issued, "used",
        (json_int_t)c->prefetch_used, "dropped", (json_int_t)c->prefetch_dropped, "wait_us",
        "evict", (double)w->evict / 1000, "fetch", (double)w->fetch / 1000, "driver",
        (double)w->driver / 1000, "writeback", (double)w->write_back / 1000, "links",
        huvm_links_json(gpus, r), "tiers", huvm_tiers_json(gpus, o->compress, o->chunk, r),
        "host_bytes", (json_int_t)r->host_bytes, "mismatches", (json_int_t)r->mismatches));
}

int huvm_run_program(int argc, char **argv)
{
    struct huvm_run_options o;
    struct huvm_real_config config;
    struct huvm_real *real;
    static struct huvm_result result;
    int reason;
    huvm_run_parse(argc, argv, &o);
    configure(&o, &config);
    struct huvm_program program = {.argv = o.program, .gpu = 0, .least = o.least};
    if (o.host != NULL)
        config.host = huvm_host_open(o.host, o.room / o.chunk * o.chunk);
    if (o.faults == HUVM_PROTECTION)
        setenv(LPI_HUVM_PROTECTION, "1", 1);
    huvm_launch_open();
    int listener = huvm_launch_listen();
    if (huvm_real_open(&config, &real) != LP_OK)
        cli_fail("huvm: no coordinator: %s", strerror(errno));
    huvm_real_listen(real, listener);
    huvm_launch_run(&program, 1, LPI_HUVM_SOCKET, "socket", NULL);
    huvm_real_result(real, &result);
    result.time = program.time;
    enum huvm_faults faults = huvm_real_faults(real, 0, &reason);
    huvm_real_close(real);
    close(listener);
    huvm_launch_close();
    if (huvm_launch_why(0) != NULL)
        cli_fail("huvm: %s", huvm_launch_why(0));
    if (faults == HUVM_ANY_FAULTS && program.status == 0)
        cli_complain("huvm: %s asked for no memory that is managed", o.program[0]);
    if (faults == HUVM_PROTECTION && reason != 0)
        cli_complain("huvm: protection faults are used, since there is no userfaultfd: %s",
                     strerror(reason));
    report(&o, &program, &result, faults);
    return huvm_launch_end_as(&program);
}
