/* SPDX-License-Identifier: Apache-2.0 */
#include "../shared/ended.h"
#include "../shared/fail.h"
#include "huvm_one.h"
#include "huvm_report.h"
#include "huvm_run_options.h"
#include "../shared/json.h"
#include <stdio.h>
#include <string.h>

static void print_links(const struct huvm_run_options *o, const struct huvm_result *r)
{
    const struct huvm_link_result *links[] = {&r->pcie_in[0], &r->pcie_out[0],  &r->pcie_out[1],
                                              &r->pcie_in[1], &r->nvlink[0][1], &r->nvlink[1][0]};
    uint64_t raw = 0, bytes = 0;
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        raw += links[i]->raw;
        bytes += links[i]->bytes;
    }
    fprintf(stderr, "linepress: huvm: compress %s", huvm_compress_names[o->one.compress]);
    if (o->one.compress != HUVM_RAW)
        fprintf(stderr, ", codec %s", huvm_codec_word(o->one.codec));
    fprintf(stderr, ": links carried %.2f MB as %.2f; the neighbour held up to %u chunks\n",
            (double)raw / 1e6, (double)bytes / 1e6, r->gpu[1].peak_guests);
}

static void report(const struct huvm_run_options *o, const struct huvm_one_result *one)
{
    const struct huvm_result *r = &one->result;
    const struct huvm_counts *c = &r->gpu[0].counts;
    const struct huvm_waits *w = &r->gpu[0].waits;
    unsigned gpus = o->one.spare > 0 ? 2 : 1;
    if (!o->json) {
        fprintf(stderr,
                "linepress: huvm: policy %s: %.1f ms, %llu faults; evicted %llu to the "
                "neighbour, %llu to the host; fetched %llu and %llu\n",
                huvm_policies[o->one.policy].name, (double)one->end.time / 1e6,
                (unsigned long long)c->faults, (unsigned long long)c->evict_neighbour,
                (unsigned long long)c->evict_host, (unsigned long long)c->fetch_neighbour,
                (unsigned long long)c->fetch_host);
        print_links(o, r);
        return;
    }
    cli_write_json(
        stderr,
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:I, s:f, s:I, s:I, s:{s:I, s:I}, s:{s:I, s:I}, "
                  "s:{s:I, s:I, s:I}, s:{s:f, s:f, s:f, s:f}, s:o, s:o, s:I, s:I}",
                  "policy", huvm_policies[o->one.policy].name, "clock", "real", "fault_kind",
                  huvm_faults_names[one->faults], "compress", huvm_compress_names[o->one.compress],
                  "codec", huvm_codec_name(o->one.codec), "chunk_bytes", (json_int_t)o->one.chunk,
                  "time_us", (double)one->end.time / 1000, "faults", (json_int_t)c->faults,
                  "batches", (json_int_t)c->batches, "evict", "neighbour",
                  (json_int_t)c->evict_neighbour, "host", (json_int_t)c->evict_host, "fetch",
                  "neighbour", (json_int_t)c->fetch_neighbour, "host", (json_int_t)c->fetch_host,
                  "prefetch", "issued", (json_int_t)c->prefetch_issued, "used",
                  (json_int_t)c->prefetch_used, "dropped", (json_int_t)c->prefetch_dropped,
                  "wait_us", "evict", (double)w->evict / 1000, "fetch", (double)w->fetch / 1000,
                  "driver", (double)w->driver / 1000, "writeback", (double)w->write_back / 1000,
                  "links", huvm_links_json(gpus, r), "tiers",
                  huvm_tiers_json(gpus, o->one.compress, o->one.chunk, r), "host_bytes",
                  (json_int_t)r->host_bytes, "mismatches", (json_int_t)r->mismatches));
}

int huvm_run_program(int argc, char **argv)
{
    static struct huvm_one_result r;
    struct huvm_run_options o;
    struct lpi_fault fault;
    huvm_run_parse(argc, argv, &o);
    int code = huvm_one_run(&o.one, &r, &fault);
    if (code != 0 && r.end.signal != 0)
        cli_end_as_signal(r.end.signal);
    if (code != 0)
        cli_fail_for(&fault);
    if (r.faults == HUVM_ANY_FAULTS && r.end.status == 0)
        cli_complain("huvm: %s asked for no memory that is managed", o.one.program[0]);
    if (r.faults == HUVM_PROTECTION && r.reason != 0)
        cli_complain("huvm: protection faults are used, since there is no userfaultfd: %s",
                     strerror(r.reason));
    report(&o, &r);
    return cli_end_as_program(r.end.status);
}
