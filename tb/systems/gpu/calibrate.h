/* SPDX-License-Identifier: Apache-2.0 */
/* The same accesses through the flow engine and through lp_buddy_slice's cycle model. */
#ifndef TB_GPU_CALIBRATE_H
#define TB_GPU_CALIBRATE_H

#include "../../../cmodel/lib/buddy/stored.h"
#include "../../../cmodel/systems/gpu/engine/gpu_engine.h"
#include "../../../cmodel/systems/replay/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct calibrate_case {
    unsigned target, entries, lanes, latency, link, misses, cache, parallel;
    enum lp_trace_order order;
    enum lp_page_codec codec; /* ZVC or BPC */
};

struct calibrate_result {
    uint64_t cycles;
    double read, write; /* mean latency */
    uint64_t device_sectors, buddy_sectors, accesses, hits;
    uint64_t written; /* when the last write was done; of the flow engine */
    double seconds;   /* of the processor, without making the requests; of calibrate_run */
};

/* One slice's share of 900 GB/s at 8 slices, as `linepress buddy` has it. */
static inline struct lpi_gpu_config calibrate_config(const struct calibrate_case *c)
{
    return (struct lpi_gpu_config){.core_mhz = 875,
                                   .memory_mhz = 875,
                                   .slices = 1,
                                   .page_bytes = 1 << 16,
                                   .entries = c->entries,
                                   .lanes = c->lanes,
                                   .misses = c->misses,
                                   .parallel = c->parallel,
                                   .metadata_bytes = c->cache,
                                   .metadata_ways = 4,
                                   .port_bytes = 32,
                                   .device_gbs = 112.5,
                                   .device_latency = c->latency,
                                   .link_gbs = c->link / 8.0,
                                   .link_latency = 2 * c->latency};
}

struct calibrate_job {
    const struct calibrate_case *of;
    const uint8_t *data;
    uint64_t lines;
    struct lp_trace trace;
    struct lp_buddy *buddy;
    uint64_t address;
};

/* 0: it is open. */
static inline int calibrate_open(struct calibrate_job *job, uint64_t reads, uint64_t seed)
{
    struct lp_buddy_config config;
    struct lp_trace_pattern pattern = {
        .order = job->of->order, .lines = job->lines, .reads = reads, .stride = 16, .seed = seed};
    lp_buddy_defaults(&config, 16 << 20);
    config.slices_log2 = 0;
    for (unsigned t = 0; t < LP_TARGETS; t++)
        config.codec[t] = (uint8_t)job->of->codec;
    return lp_trace_generate(&pattern, &job->trace) != LP_OK ||
           lp_buddy_open(&config, &job->buddy) != LP_OK ||
           lp_buddy_malloc(job->buddy, job->lines * LP_LINE_BYTES, job->of->target,
                           &job->address) != LP_OK;
}

static inline void calibrate_close(struct calibrate_job *job)
{
    lp_trace_free(&job->trace);
    lp_buddy_close(job->buddy);
}

/* 0, or what went wrong is printed. */
static inline int calibrate_cycle(const struct calibrate_job *job, struct calibrate_result *r)
{
    const struct calibrate_case *c = job->of;
    struct lpi_gpu_config config = calibrate_config(c);
    struct lpi_replay_result result;
    struct lpi_replay replay = {.trace = &job->trace,
                                .data = job->data,
                                .lines = job->lines,
                                .buddy = job->buddy,
                                .address = job->address,
                                .shape = {.page = 16,
                                          .frame_w = 23,
                                          .slot_w = 21,
                                          .entries = c->entries,
                                          .lanes = c->lanes,
                                          .parallel = c->parallel,
                                          .sets = lpi_gpu_metadata_sets(&config),
                                          .ways = lpi_gpu_metadata_ways(&config),
                                          .misses = c->misses},
                                .open = lp_model_open,
                                .device = lpi_memory_hbm2(c->latency),
                                .link = lpi_memory_link(2 * c->latency, c->link)};
    int error = lpi_replay_run(&replay, &result);
    if (error != LP_OK || result.fault[0] != '\0' || result.mismatches != 0) {
        printf("cycle model: %s %s\n", lp_strerror(error), result.fault);
        lpi_replay_free(&result);
        return 1;
    }
    const struct lp_buddy_counts *n = &result.counts;
    *r = (struct calibrate_result){
        .cycles = result.cycles,
        .read = result.reads ? (double)result.read.sum / (double)result.reads : 0,
        .write = result.writes ? (double)result.write.sum / (double)result.writes : 0,
        .device_sectors = n->read.device_sectors + n->write.device_sectors +
                          result.metadata_sectors[0] + result.metadata_sectors[1],
        .buddy_sectors = n->read.buddy_sectors + n->write.buddy_sectors,
        .accesses = n->metadata.accesses,
        .hits = n->metadata.hits};
    lpi_replay_free(&result);
    return 0;
}

/* ---- the flow engine, fed with the same accesses as fast as it takes them ---- */

enum { CALIBRATE_AHEAD = 256 }; /* requests: more than an engine has entries */

struct calibrate_flow {
    const struct calibrate_job *job;
    struct lpi_gpu_line *lines; /* of each access */
    uint32_t next;              /* access */
    uint64_t last, last_write;
    void *engine;
    const struct lpi_gpu_engine_kind *kind;
};

static inline void calibrate_answer(void *owner, uint32_t tag, uint64_t first, uint64_t last)
{
    struct calibrate_flow *flow = owner;
    flow->kind->answer(flow->engine, tag, first, last);
}

static inline struct lpi_gpu_line calibrate_line(const struct calibrate_job *job, uint32_t access,
                                                 uint8_t *states)
{
    const struct lp_access *a = &job->trace.accesses[access];
    uint64_t number = a->address / LP_LINE_BYTES;
    struct lp_buddy_place place;
    struct lp_gbbr_line at;
    struct lp_gbbr_split split = {0};
    uint8_t entry[LP_LINE_BYTES];
    lp_buddy_find(job->buddy, job->address + number * LP_LINE_BYTES, &place);
    lp_gbbr_translate(lp_buddy_geometry(job->buddy), lp_buddy_regs(job->buddy), &place.page,
                      place.index, &at);
    if (a->write)
        states[number] = (uint8_t)lpi_store_line(job->of->codec, place.page.target,
                                                 job->data + a->data * LP_LINE_BYTES, entry);
    struct lpi_gpu_line line = {.key = number,
                                .device = at.dev_addr & ~UINT64_C(31),
                                .meta = at.meta_addr,
                                .tag = access,
                                .write = a->write != 0,
                                .compressed = place.page.compressed != 0,
                                .target = place.page.target,
                                .frame = place.page.frame,
                                .slot = place.page.slot,
                                .index = place.index};
    line.codec = line.compressed ? (uint8_t)job->of->codec : (uint8_t)LP_PAGE_ZVC;
    if (!line.compressed) {
        line.mask = 15;
        line.sectors = 4;
        return line;
    }
    lp_gbbr_split(states[number], place.page.target, &split);
    line.mask = split.eight ? 1 : (uint8_t)((1u << split.dev_sectors) - 1);
    line.guess = at.eight ? 1 : (uint8_t)((1u << at.dev_sectors) - 1);
    line.spill = split.spill_sectors;
    line.sectors = (uint8_t)(split.eight + split.dev_sectors + split.spill_sectors);
    return line;
}

/* The requests of all accesses, from malloc. */
static inline struct lpi_gpu_line *calibrate_lines(const struct calibrate_job *job)
{
    uint8_t *states = calloc(job->lines, 1);
    struct lpi_gpu_line *lines = malloc(job->trace.count * sizeof *lines);
    for (uint32_t i = 0; lines != NULL && states != NULL && i < job->trace.count; i++)
        lines[i] = calibrate_line(job, i, states);
    free(states);
    return lines;
}

static inline void calibrate_ask(struct calibrate_flow *flow)
{
    if (flow->next == flow->job->trace.count)
        return;
    flow->kind->ask(flow->engine, &flow->lines[flow->next++]);
}

static inline void calibrate_done(void *owner, uint32_t tag, uint64_t time)
{
    struct calibrate_flow *flow = owner;
    if (flow->job->trace.accesses[tag].write)
        flow->last_write = time;
    flow->last = time;
    calibrate_ask(flow);
}

static inline int calibrate_run(const struct calibrate_job *job,
                                const struct lpi_gpu_engine_kind *kind, struct calibrate_result *r)
{
    struct lpi_gpu_config config = calibrate_config(job->of);
    struct calibrate_flow flow = {.job = job, .kind = kind, .lines = calibrate_lines(job)};
    struct lpi_gpu_events *events = lpi_gpu_events_open();
    struct lpi_gpu_device *device = lpi_gpu_device_open(LPI_GPU_FIXED, LPI_GPU_MAP_ROW, &config,
                                                        events, calibrate_answer, &flow);
    struct lpi_gpu_link *link = lpi_gpu_link_open(&config, events, 1, 0);
    struct lpi_gpu_engine_counts counts;
    flow.engine = kind->open(&(struct lpi_gpu_slice){.config = &config,
                                                     .events = events,
                                                     .device = device,
                                                     .link = link,
                                                     .done = calibrate_done,
                                                     .owner = &flow});
    clock_t begun = clock();
    for (unsigned i = 0; i < CALIBRATE_AHEAD; i++)
        calibrate_ask(&flow);
    while (lpi_gpu_step(events))
        ;
    double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    kind->count(flow.engine, &counts);
    const struct lpi_gpu_traffic *traffic = lpi_gpu_device_traffic(device);
    const struct lpi_gpu_link_traffic *moved = lpi_gpu_link_traffic(link);
    *r = (struct calibrate_result){.cycles = flow.last,
                                   .written = flow.last_write,
                                   .seconds = seconds,
                                   .device_sectors = traffic->read_sectors + traffic->write_sectors,
                                   .buddy_sectors = moved->sectors[0] + moved->sectors[1],
                                   .accesses = counts.accesses,
                                   .hits = counts.hits};
    int lost = counts.reads + counts.writes != job->trace.count;
    const char *why = kind->why != NULL ? kind->why(flow.engine) : NULL;
    if (why != NULL)
        printf("%s: %s\n", kind->name, why);
    kind->close(flow.engine);
    lpi_gpu_link_close(link);
    lpi_gpu_device_close(device);
    lpi_gpu_events_close(events);
    free(flow.lines);
    return lost;
}

/* ---- lines ---- */

/* A number of the xorshift generator. */
static inline uint64_t calibrate_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * 0x2545f4914f6cdd1du >> 11;
}

/*
 * Lines as programs have them: a page is alike, with lines that are zero or of one to four sectors
 * in shares that differ from page to page.
 */
static inline void calibrate_fill(uint8_t *data, uint64_t lines, uint64_t seed)
{
    uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
    unsigned typical = 0;
    for (uint64_t line = 0; line < lines; line++) {
        uint32_t words[32] = {0};
        if (line % 64 == 0)
            typical = (unsigned)(calibrate_random(&state) % 32);
        unsigned other = calibrate_random(&state) % 8 == 0 ? 32 : 0;
        unsigned most = other != 0 ? (unsigned)(calibrate_random(&state) % 33) : typical;
        for (unsigned w = 0; w < most; w++)
            words[w] = (uint32_t)calibrate_random(&state) | 1;
        memcpy(data + line * LP_LINE_BYTES, words, sizeof words);
    }
}

#endif
