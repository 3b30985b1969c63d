/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy.h"
#include "../buddy/buddy_codecs.h"
#include "../buddy/replay.h"
#include "../codec/codec_rows.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CACHE_BYTES 4096u /* of a slice, as in the paper */
#define MOST_WAYS 4u
#define MEMORY_LOG2 35u /* the paper's GPU has 32 GiB, and a carve-out of 3 times that */

/* ---- what is to be run ---- */

static void *grow(void *memory, size_t bytes)
{
    void *larger = realloc(memory, bytes);
    if (larger == NULL)
        cli_fail("no memory for %zu bytes", bytes);
    return larger;
}

static void read_lines(const char *path, struct buddy_job *job)
{
    struct lp_input *input;
    size_t bytes = 0, capacity = 1 << 16, got = 1;
    int error = lp_input_open(path, &input);
    for (job->data = cli_alloc(capacity); error == LP_OK && got > 0; bytes += got) {
        if (bytes + LP_LINE_BYTES >= capacity)
            job->data = grow(job->data, capacity *= 2);
        error = lp_input_read(input, job->data + bytes, capacity - LP_LINE_BYTES - bytes, &got);
    }
    if (error != LP_OK)
        cli_fail_file(path, error);
    lp_input_close(input);
    job->lines = lp_lines(bytes);
    memset(job->data + bytes, 0, (size_t)job->lines * LP_LINE_BYTES - bytes);
}

static int read_trace_bytes(void *input, void *buffer, size_t bytes, size_t *got)
{
    return lp_input_read(input, buffer, bytes, got);
}

static void check_trace(const struct buddy_options *o, const struct buddy_job *job)
{
    for (size_t n = 0; n < job->trace.count; n++) {
        const struct lp_access *access = &job->trace.accesses[n];
        if (access->address / LP_LINE_BYTES >= job->lines)
            cli_fail("%s: access %zu is at 0x%" PRIx64 ", behind the %" PRIu64 " lines of %s",
                     o->trace, n + 1, access->address, job->lines, o->file);
        if (access->write && access->data >= job->lines)
            cli_fail("%s: access %zu writes line %" PRIu64 ", but %s has %" PRIu64, o->trace,
                     n + 1, access->data, o->file, job->lines);
    }
}

static void read_trace(const struct buddy_options *o, struct buddy_job *job)
{
    struct lp_input *input;
    uint64_t where;
    int error = lp_input_open_raw(o->trace, &input);
    if (error != LP_OK)
        cli_fail_file(o->trace, error);
    error = lp_trace_read(read_trace_bytes, input, &job->trace, &where);
    if (error == LP_ERR_TRACE_RECORD)
        cli_fail("%s: line or record %" PRIu64 ": %s", o->trace, where, lp_strerror(error));
    if (error != LP_OK)
        cli_fail_file(o->trace, error);
    lp_input_close(input);
    check_trace(o, job);
}

static void generate_trace(const struct buddy_options *o, struct buddy_job *job)
{
    struct lp_trace_pattern pattern = o->pattern;
    pattern.lines = job->lines;
    int error = lp_trace_generate(&pattern, &job->trace);
    if (error != LP_OK)
        cli_fail_file(o->file, error);
}

static int ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static void save_trace(const struct buddy_options *o, const struct buddy_job *job)
{
    cli_output_open(o->save);
    if (ends_with(o->save, ".lpt"))
        lp_trace_write_binary(&job->trace, cli_output_write, NULL);
    else
        lp_trace_write_text(&job->trace, cli_output_write, NULL);
    cli_output_finish();
}

/* ---- memories ---- */

int buddy_cache(uint64_t bytes, unsigned slices_log2, unsigned *sets, unsigned *ways)
{
    uint64_t lines = bytes / LP_LINE_BYTES >> slices_log2;
    if (lines == 0 || (bytes & (bytes - 1)) != 0)
        return 0;
    *ways = lines < MOST_WAYS ? (unsigned)lines : MOST_WAYS;
    *sets = (unsigned)(lines / *ways);
    return 1;
}

static uint64_t cache_bytes(const struct buddy_options *o)
{
    return o->cache_bytes != 0 ? o->cache_bytes : (uint64_t)CACHE_BYTES << o->slices_log2;
}

struct lp_buddy *buddy_open(const struct buddy_options *o, uint64_t lines, unsigned target,
                            uint64_t cache, uint64_t *address)
{
    unsigned of = target == LP_BUDDY_UNCOMPRESSED ? (unsigned)LP_TARGET_1 : target;
    uint64_t page = (uint64_t)1 << o->page_log2;
    uint64_t pages = (lines * LP_LINE_BYTES + page - 1) / page;
    struct lp_buddy_config config = lp_buddy_defaults(pages * lp_gbbr_frames(of) * (page / 16));
    struct lp_buddy *buddy;
    config.page_log2 = o->page_log2;
    config.slices_log2 = o->slices_log2;
    config.carve_out_bytes = pages * lp_gbbr_slots(of) * (page / 4 * 3);
    memset(config.codec, o->codec, sizeof config.codec);
    buddy_cache(cache, o->slices_log2, &config.cache_sets, &config.cache_ways);
    int error = lp_buddy_open(&config, &buddy);
    if (error == LP_OK)
        error = lp_buddy_malloc(buddy, lines * LP_LINE_BYTES, target, address);
    if (error != LP_OK)
        cli_fail_file(o->file, error);
    return buddy;
}

/* ---- the run ---- */

/* The register that gives all pages this codec. */
static uint32_t everywhere(enum lp_buddy_codec codec)
{
    uint32_t codecs = 0;
    for (unsigned t = 0; t < LP_TARGETS; t++)
        codecs = lpi_codecs_put(codecs, t, codec);
    return codecs;
}

static void show_progress(uint64_t done, uint64_t all)
{
    cli_progress("buddy", done, all);
}

static void run(const struct buddy_options *o, const struct buddy_job *job,
                lp_buddy_open_engine *open, struct lpi_replay_result *result)
{
    uint64_t address;
    struct lp_buddy *buddy = buddy_open(o, job->lines, o->target, cache_bytes(o), &address);
    struct lpi_replay replay = {
        .trace = &job->trace,
        .data = job->data,
        .lines = job->lines,
        .buddy = buddy,
        .address = address,
        .codecs = everywhere(o->codec),
        .shape = {.page = o->page_log2 - o->slices_log2,
                  .frame_w = MEMORY_LOG2 - (o->page_log2 - 4),
                  .slot_w = MEMORY_LOG2 + 2 - o->page_log2,
                  .entries = o->entries,
                  .lanes = o->lanes,
                  .parallel = o->parallel,
                  .misses = o->misses},
        .open = open,
        .device = lpi_memory_hbm2(o->latency),
        .link = lpi_memory_link(2 * o->latency, o->link),
        .stall = o->stall,
        .seed = o->pattern.seed,
        .progress = show_progress,
    };
    buddy_cache(cache_bytes(o), o->slices_log2, &replay.shape.sets, &replay.shape.ways);
    replay.device.stall = replay.link.stall = o->stall;
    int error = lpi_replay_run(&replay, result);
    cli_progress_end();
    if (error == LP_ERR_ARG)
        cli_fail("buddy: no %s of these parameters was built (--page, --slices, --entries, "
                 "--lanes, --parallel, --metadata-cache, --misses)", o->rtl ? "RTL" : "model");
    if (error != LP_OK)
        cli_fail_file(o->file, error);
    lp_buddy_close(buddy);
}

/* ---- the report ---- */

json_t *buddy_traffic_json(const struct lp_buddy_traffic *traffic)
{
    return json_pack("{s:I, s:I, s:I}", "device_sectors", (json_int_t)traffic->device_sectors,
                     "buddy_sectors", (json_int_t)traffic->buddy_sectors, "buddy_lines",
                     (json_int_t)traffic->buddy_lines);
}

static json_t *latency_json(const struct lpi_latency *latency)
{
    return json_pack("{s:o, s:I, s:I}", "mean",
                     cli_json_ratio((double)latency->sum, (double)latency->requests), "p99",
                     (json_int_t)lpi_latency_percentile(latency, 99), "max",
                     (json_int_t)latency->most);
}

static json_t *to_json(const struct buddy_options *o, const struct buddy_job *job,
                       const struct lpi_replay_result *r)
{
    const struct lp_buddy_counts *c = &r->counts;
    double requests = (double)(r->reads + r->writes);
    json_t *metadata =
        json_pack("{s:I, s:I, s:I, s:I}", "accesses", (json_int_t)c->metadata.accesses, "hits",
                  (json_int_t)c->metadata.hits, "fills", (json_int_t)c->metadata.fills,
                  "writebacks", (json_int_t)c->metadata.writebacks);
    json_t *object = json_pack(
        "{s:o, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o}", "file",
        cli_json_text(o->file), "engine", o->rtl ? "rtl" : "model", "codec",
        lpi_codec_rows[o->codec]->name, "target", buddy_targets[o->target], "lines",
        (json_int_t)job->lines, "reads", (json_int_t)r->reads, "writes", (json_int_t)r->writes,
        "mismatches", (json_int_t)r->mismatches, "cycles", (json_int_t)r->cycles, "read",
        buddy_traffic_json(&c->read), "write", buddy_traffic_json(&c->write), "metadata",
        metadata);
    json_object_set_new(object, "latency",
                        json_pack("{s:o, s:o}", "read", latency_json(&r->read), "write",
                                  latency_json(&r->write)));
    json_object_set_new(object, "bytes_per_cycle",
                        cli_json_ratio(requests * LP_LINE_BYTES, (double)r->cycles));
    json_object_set_new(
        object, "buddy_fraction",
        cli_json_ratio((double)(c->read.buddy_lines + c->write.buddy_lines), requests));
    json_object_set_new(
        object, "metadata_hit_rate",
        cli_json_ratio((double)c->metadata.hits, (double)c->metadata.accesses));
    return object;
}

static void print_traffic(const char *name, const struct lp_buddy_traffic *traffic,
                          const struct lpi_latency *latency)
{
    double lines = traffic->lines > 0 ? (double)traffic->lines : 1;
    printf("%-6s %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %7.3f %9.1f %8" PRIu64
           "\n", name, traffic->lines, traffic->device_sectors, traffic->buddy_sectors,
           traffic->buddy_lines, 100 * (double)traffic->buddy_lines / lines,
           latency->requests ? (double)latency->sum / (double)latency->requests : 0,
           lpi_latency_percentile(latency, 99));
}

static void print_text(const struct buddy_options *o, const struct lpi_replay_result *r)
{
    const struct lp_buddy_counts *c = &r->counts;
    uint64_t requests = r->reads + r->writes, accesses = c->metadata.accesses;
    printf("%s: %s, target %s, %" PRIu64 " requests in %" PRIu64 " cycles, %.2f bytes a cycle, "
           "%" PRIu64 " mismatches\n", o->file, lpi_codec_rows[o->codec]->name,
           buddy_targets[o->target], requests, r->cycles,
           r->cycles ? (double)requests * LP_LINE_BYTES / (double)r->cycles : 0, r->mismatches);
    printf("%-6s %10s %10s %10s %10s %7s %9s %8s\n", "", "lines", "device", "buddy", "to buddy",
           "%", "latency", "p99");
    print_traffic("read", &c->read, &r->read);
    print_traffic("write", &c->write, &r->write);
    printf("metadata: %" PRIu64 " accesses, %.2f %% hits, %" PRIu64 " fills, %" PRIu64
           " write-backs\n", accesses,
           accesses ? 100 * (double)c->metadata.hits / (double)accesses : 0, c->metadata.fills,
           c->metadata.writebacks);
}

static int report(const struct buddy_options *o, const struct buddy_job *job,
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

int cli_buddy_with(int argc, char **argv, lp_buddy_open_engine *rtl)
{
    struct buddy_options options;
    struct buddy_job job;
    struct lpi_replay_result result = {0};
    int status = EXIT_GOOD;
    buddy_parse(argc, argv, &options);
    if (options.rtl && rtl == NULL)
        cli_run_cosim(argv);
    read_lines(options.file, &job);
    if (options.trace != NULL)
        read_trace(&options, &job);
    else
        generate_trace(&options, &job);
    if (options.save != NULL) {
        save_trace(&options, &job);
    } else if (options.sweep) {
        buddy_sweep(&options, &job);
    } else {
        run(&options, &job, options.rtl ? rtl : lpi_engine_model, &result);
        status = report(&options, &job, &result);
    }
    lpi_replay_free(&result);
    lp_trace_free(&job.trace);
    free(job.data);
    return status;
}

int cli_buddy(int argc, char **argv)
{
    return cli_buddy_with(argc, argv, NULL);
}
