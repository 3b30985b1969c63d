/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_report.h"
#include "../../lib/buddy/stored.h"
#include "../shared/fail.h"
#include "../shared/json.h"
#include "../shared/quotient.h"
#include <inttypes.h>
#include <stdio.h>

const char *buddy_codec_name(const struct buddy_options *o)
{
    return o->ask.targets != NULL ? "file" : lpi_page_codecs[o->ask.codec]->name;
}

const char *buddy_target_name(const struct buddy_options *o)
{
    return o->ask.targets != NULL ? "file" : buddy_targets[o->ask.target];
}

json_t *buddy_traffic_json(const struct lp_buddy_traffic *traffic)
{
    return json_pack("{s:I, s:I, s:I}", "device_sectors", (json_int_t)traffic->device_sectors,
                     "buddy_sectors", (json_int_t)traffic->buddy_sectors, "buddy_lines",
                     (json_int_t)traffic->buddy_lines);
}

static json_t *latency_json(const struct lpi_latency *latency)
{
    return json_pack(
        "{s:o, s:I, s:I}", "mean", lpi_json_ratio((double)latency->sum, (double)latency->requests),
        "p99", (json_int_t)lpi_latency_percentile(latency, 99), "max", (json_int_t)latency->most);
}

/* Adds the results of an engine with cycles. */
static void add_cycles(json_t *object, const struct lpi_replay_result *r)
{
    json_object_set_new(object, "cycles", json_integer((json_int_t)r->cycles));
    json_object_set_new(
        object, "latency",
        json_pack("{s:o, s:o}", "read", latency_json(&r->read), "write", latency_json(&r->write)));
    json_object_set_new(
        object, "bytes_per_cycle",
        lpi_json_ratio((double)(r->reads + r->writes) * LP_LINE_BYTES, (double)r->cycles));
}

static json_t *to_json(const struct buddy_options *o, const struct buddy_job *job,
                       const struct lpi_replay_result *r)
{
    const struct lp_buddy_counts *c = &r->counts;
    double requests = (double)(r->reads + r->writes);
    json_t *metadata = json_pack(
        "{s:I, s:I, s:I, s:I}", "accesses", (json_int_t)c->metadata.accesses, "hits",
        (json_int_t)c->metadata.hits, "fills", (json_int_t)c->metadata.fills, "writebacks",
        (json_int_t)c->metadata.writebacks);
    json_t *object = json_pack("{s:o, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:o, s:o, s:o}", "file",
                               lpi_json_text(o->ask.file), "engine", buddy_engines[o->ask.engine],
                               "codec", buddy_codec_name(o), "target", buddy_target_name(o),
                               "lines", (json_int_t)job->lines, "reads", (json_int_t)r->reads,
                               "writes", (json_int_t)r->writes, "mismatches",
                               (json_int_t)r->mismatches, "read", buddy_traffic_json(&c->read),
                               "write", buddy_traffic_json(&c->write), "metadata", metadata);
    if (o->ask.targets != NULL)
        json_object_set_new(object, "point", lpi_json_text(o->ask.point));
    if (o->ask.engine != BUDDY_FUNCTION)
        add_cycles(object, r);
    else if (o->ask.codec == LP_PAGE_AUTO)
        json_object_set_new(object, "chosen", cli_json_chosen(c->chosen));
    json_object_set_new(
        object, "buddy_fraction",
        lpi_json_ratio((double)(c->read.buddy_lines + c->write.buddy_lines), requests));
    json_object_set_new(object, "metadata_hit_rate",
                        lpi_json_ratio((double)c->metadata.hits, (double)c->metadata.accesses));
    return object;
}

/* latency: NULL for the functional model. */
static void print_traffic(const char *name, const struct lp_buddy_traffic *traffic,
                          const struct lpi_latency *latency)
{
    char text[CLI_QUOTIENT];
    printf("%-6s %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %7s", name, traffic->lines,
           traffic->device_sectors, traffic->buddy_sectors, traffic->buddy_lines,
           cli_quotient(100 * (double)traffic->buddy_lines, (double)traffic->lines, 3, text));
    if (latency != NULL && latency->requests > 0)
        printf(" %9s %8" PRIu64,
               cli_quotient((double)latency->sum, (double)latency->requests, 1, text),
               lpi_latency_percentile(latency, 99));
    else if (latency != NULL)
        printf(" %9s %8s", "-", "-");
    putchar('\n');
}

static void print_text(const struct buddy_options *o, const struct lpi_replay_result *r)
{
    const struct lp_buddy_counts *c = &r->counts;
    char hits[CLI_QUOTIENT];
    uint64_t requests = r->reads + r->writes, accesses = c->metadata.accesses;
    int clocked = o->ask.engine != BUDDY_FUNCTION;
    if (o->ask.targets != NULL)
        printf("%s: point %s, targets of %s, %" PRIu64 " requests", o->ask.file, o->ask.point,
               o->ask.targets, requests);
    else
        printf("%s: %s, target %s, %" PRIu64 " requests", o->ask.file,
               lpi_codec_numbered(LPI_PAGE, (int)o->ask.codec)->word, buddy_target_name(o),
               requests);
    if (clocked)
        printf(" in %" PRIu64 " cycles, %.2f bytes per cycle", r->cycles,
               r->cycles ? (double)requests * LP_LINE_BYTES / (double)r->cycles : 0);
    printf(", %" PRIu64 " mismatches\n", r->mismatches);
    printf("%-6s %10s %10s %10s %10s %7s%s\n", "", "lines", "device", "buddy", "to buddy", "%",
           clocked ? "   latency      p99" : "");
    print_traffic("read", &c->read, clocked ? &r->read : NULL);
    print_traffic("write", &c->write, clocked ? &r->write : NULL);
    if (!clocked && o->ask.codec == LP_PAGE_AUTO)
        printf("written: %" PRIu64 " by zvc, %" PRIu64 " by xzvc, %" PRIu64 " by ebd, %" PRIu64
               " by bpc\n",
               c->chosen[LP_AUTO_ZVC], c->chosen[LP_AUTO_XZVC], c->chosen[LP_AUTO_EBD],
               c->chosen[LP_AUTO_BPC]);
    printf("metadata: %" PRIu64 " accesses, %s %% hits, %" PRIu64 " fills, %" PRIu64
           " write-backs\n",
           accesses, cli_quotient(100 * (double)c->metadata.hits, (double)accesses, 2, hits),
           c->metadata.fills, c->metadata.writebacks);
}

int buddy_report(const struct buddy_options *o, const struct buddy_job *job,
                 const struct lpi_replay_result *result)
{
    if (o->json)
        cli_print_json(to_json(o, job, result));
    else
        print_text(o, result);
    if (result->fault[0] != '\0')
        fprintf(stderr, "linepress: buddy: %s\n", result->fault);
    return result->mismatches > 0 || result->fault[0] != '\0' ? EXIT_MISMATCH : EXIT_GOOD;
}
