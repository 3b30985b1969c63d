/* SPDX-License-Identifier: Apache-2.0 */
#include "dma_report.h"
#include "../shared/tensors.h"
#include <inttypes.h>
#include <stdio.h>

uint64_t dma_report_mismatches(const struct dma_options *o, const struct dma_result *results)
{
    uint64_t mismatches = 0;
    for (size_t i = 0; i < o->jobs.count; i++)
        mismatches += results[i].mismatches;
    return mismatches;
}

/* Rates cover the time in which the link was in use, without the time to the first beat. */
static double gbs(const struct dma_options *o, uint64_t bytes, const struct dma_side *side)
{
    return side->counts.span
               ? (double)bytes / (double)side->counts.span * o->ask.config.clock_mhz / 1000
               : 0;
}

static double busy(const struct dma_result *r, const struct dma_side *side)
{
    return side->counts.span ? (double)r->compressed / (double)side->counts.span / side->link : 0;
}

static json_t *stall_json(const struct dma_side *side)
{
    const struct lp_dma_side_counts *c = &side->counts;
    return json_pack("{s:I, s:I, s:I, s:I}", "link", (json_int_t)c->stall_link, "credit",
                     (json_int_t)c->stall_credit, "rate", (json_int_t)c->stall_rate, "memory",
                     (json_int_t)c->stall_memory);
}

/*
 * One direction; null if it was not requested or the codec is only compared. Figures of cycles are
 * null for a model without cycles.
 */
static json_t *side_json(const struct dma_options *o, const struct dma_result *r,
                         const struct dma_side *side, int wanted)
{
    if (!wanted || r->is_compared)
        return json_null();
    if (!r->has_cycles)
        return json_pack("{s:n, s:n, s:f, s:n, s:n, s:n, s:n}", "cycles", "link_busy", "bound",
                         side->bound, "read_gbs", "link_gbs", "high_water_bytes", "stall");
    return json_pack("{s:I, s:f, s:f, s:f, s:f, s:I, s:o}", "cycles", (json_int_t)side->cycles,
                     "link_busy", busy(r, side), "bound", side->bound, "read_gbs",
                     gbs(o, r->bytes, side), "link_gbs", gbs(o, r->compressed, side),
                     "high_water_bytes", (json_int_t)side->counts.high_flits * LP_SECTOR_BYTES,
                     "stall", stall_json(side));
}

static json_t *tensor_json(const struct dma_options *o, const struct dma_result *r,
                           const struct cli_job *job)
{
    json_t *report = json_pack(
        "{s:o, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:I}", "file", lpi_json_text(job->in),
        "bytes", (json_int_t)r->bytes, "groups", (json_int_t)r->groups, "compressed_bytes",
        (json_int_t)r->compressed, "index_bytes", (json_int_t)r->index_bytes, "zero_words",
        (json_int_t)r->zeros, "ratio", lpi_json_ratio((double)r->bytes, (double)r->compressed),
        "out", side_json(o, r, &r->out, o->out), "in", side_json(o, r, &r->in, o->ask.in),
        "mismatches", (json_int_t)r->mismatches);
    cli_tensor_json(job, report);
    return report;
}

json_t *dma_report_json(const struct dma_options *o, const struct dma_result *results)
{
    char policy[32];
    json_t *tensors = json_array();
    for (size_t i = 0; i < o->jobs.count; i++)
        json_array_append_new(tensors, tensor_json(o, &results[i], &o->jobs.list[i]));
    return json_pack("{s:s, s:s, s:I, s:f, s:I, s:f, s:f, s:s, s:o, s:I}", "engine", o->ask.engine,
                     "codec", o->codec_name, "channels", (json_int_t)o->ask.config.channels,
                     "clock_mhz", o->ask.config.clock_mhz, "buffer_bytes",
                     (json_int_t)o->ask.config.buffer_bytes, "link_gbs", o->ask.config.link_gbs,
                     "latency_ns", o->ask.config.latency_ns, "policy",
                     dma_policy_text(o->ask.policy, policy, sizeof policy), "tensors", tensors,
                     "mismatches", (json_int_t)dma_report_mismatches(o, results));
}

static void print_side(const struct dma_options *o, const struct dma_result *r, const char *name,
                       const struct dma_side *side)
{
    const struct lp_dma_side_counts *c = &side->counts;
    if (r->is_compared)
        return;
    if (!r->has_cycles) {
        printf("  %-4s at most %.2f bytes per cycle at the link\n", name, side->bound);
        return;
    }
    printf("  %-4s %" PRIu64
           " cycles, link busy %.3f (%.2f GB/s, memory %.2f), bound %.2f bytes per "
           "cycle; stalls: link %u, credit %u, rate %u, memory %u; at most %u bytes held\n",
           name, side->cycles, busy(r, side), gbs(o, r->compressed, side), gbs(o, r->bytes, side),
           side->bound, c->stall_link, c->stall_credit, c->stall_rate, c->stall_memory,
           c->high_flits * LP_SECTOR_BYTES);
}

void dma_report_text(const struct dma_options *o, const struct dma_result *results)
{
    char policy[32];
    printf("engine %s, codec %s, %u channels at %g MHz, buffer %u bytes, link %g GB/s, latency %g "
           "ns, policy %s\n",
           o->ask.engine, o->codec_word, o->ask.config.channels, o->ask.config.clock_mhz,
           o->ask.config.buffer_bytes, o->ask.config.link_gbs, o->ask.config.latency_ns,
           dma_policy_text(o->ask.policy, policy, sizeof policy));
    for (size_t i = 0; i < o->jobs.count; i++) {
        const struct dma_result *r = &results[i];
        printf("%s: %" PRIu64 " bytes in %" PRIu64 " groups became %" PRIu64 ", ratio %.3f, "
               "%" PRIu64 " zero words, %" PRIu64 " mismatches\n",
               r->file, r->bytes, r->groups, r->compressed,
               (double)r->bytes / (double)r->compressed, r->zeros, r->mismatches);
        if (o->out)
            print_side(o, r, "out", &r->out);
        if (o->ask.in)
            print_side(o, r, "in", &r->in);
    }
}
