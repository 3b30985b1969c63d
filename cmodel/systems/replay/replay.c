/* SPDX-License-Identifier: Apache-2.0 */
#include "../../units/common/params.h"
#include "../../base/wide.h"
#include "../../dma/memory/memory_port.h"
#include "../../units/buddy/buddy_cycle.h"
#include "replay.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IDS 256u
#define BEATS 4u             /* sectors of a line */
#define PATIENCE 1000000u    /* cycles without a transfer after which an engine counts as hung */
#define DRAIN 10000u         /* cycles in which outstanding writes must reach memory */
#define PROGRESS_EVERY 4096u /* cycles */
#define ZEROS UINT64_MAX     /* the data line of lines never written: 0 - 1 */

/* A request that the engine has accepted and not answered. */
struct flight {
    uint64_t access; /* its index in the trace */
    uint64_t data;   /* line of the data file that it writes, or that a read must return */
    uint64_t since;  /* cycle of acceptance */
    int open;
    unsigned sectors; /* read so far */
    uint8_t line[LP_LINE_BYTES];
};

struct run {
    const struct lpi_replay *job;
    struct lpi_replay_result *result;
    unsigned slice;
    struct lp_instance engine;
    struct lpi_memory *device, *link;
    struct lp_buddy_slice_in in;
    struct lp_buddy_slice_out out;
    uint64_t *stored; /* for each allocated line: the data line written last, + 1, or 0 */
    uint64_t random, cycle, moved_at;
    uint8_t *spill_bytes;    /* spill size of the lines that use each slot */
    uint64_t spill_lines[2]; /* reads and writes that accessed buddy memory */

    size_t next; /* index of the access that is offered or examined next */
    uint8_t free_ids[IDS];
    unsigned free_count;
    struct flight flights[IDS];
    uint8_t sending[IDS]; /* ids of writes whose data is still being sent: a ring, in order */
    unsigned sending_first, sending_count, sent;
    bool no_memory;
};

/* ---- results ---- */

void lpi_replay_free(struct lpi_replay_result *result)
{
    lpi_latency_free(&result->read);
    lpi_latency_free(&result->write);
}

/* Running out of memory ends a run too, but is not a fault of the engine. */
static void set_fault(struct run *run, const char *where, const char *what)
{
    run->no_memory |= what == lpi_memory_none;
    if (what != NULL && run->result->fault[0] == '\0')
        snprintf(run->result->fault, sizeof run->result->fault,
                 "slice %u, cycle %" PRIu64 ": %s: %s", run->slice, run->cycle, where, what);
}

/* ---- memory side ---- */

/*
 * A line's access to buddy memory may be split in two; the first part begins at the line's start.
 */
static int begins_line(const struct run *run, const struct lpi_axi_request *request)
{
    const struct lp_gbbr_regs *regs = lp_buddy_regs(run->job->buddy);
    uint64_t slot_bytes = (uint64_t)3 << (lp_buddy_geometry(run->job->buddy)->share_log2 - 2);
    uint64_t at = request->addr - regs->gbbr, slot = at / slot_bytes;
    unsigned stride = slot < regs->slots ? run->spill_bytes[slot] : 0;
    return stride > 0 && at % slot_bytes % stride == 0;
}

static void drive_memories(struct run *run)
{
    struct lp_buddy_slice_in *e = &run->in;
    struct lpi_axi_memory p;
    lpi_memory_drive(run->device, &p);
    LPI_AXI_TO_ENGINE(dev_)
    lpi_memory_drive(run->link, &p);
    LPI_AXI_TO_ENGINE(bud_)
}

static void clock_memories(struct run *run)
{
    const struct lp_buddy_slice_out *e = &run->out;
    struct lpi_axi_engine p;
    struct lpi_memory_moves device, link;
    LPI_AXI_FROM_ENGINE(dev_)
    set_fault(run, "dev", lpi_memory_clock(run->device, &p, &device));
    LPI_AXI_FROM_ENGINE(bud_)
    set_fault(run, "bud", lpi_memory_clock(run->link, &p, &link));
    run->spill_lines[0] += link.ar && begins_line(run, &link.ar_request);
    run->spill_lines[1] += link.aw && begins_line(run, &link.aw_request);
    if (device.any || link.any)
        run->moved_at = run->cycle;
}

/* ---- L2 side ---- */

static bool pauses(struct run *run)
{
    if (run->job->stall <= 0)
        return false;
    run->random ^= run->random << 13;
    run->random ^= run->random >> 7;
    run->random ^= run->random << 17;
    return (double)(run->random * 0x2545f4914f6cdd1du >> 11) < run->job->stall * 0x1p53;
}

static uint64_t line_of(const struct lp_access *access)
{
    return access->address / LP_LINE_BYTES;
}

static size_t part_count(const struct lpi_replay *job)
{
    return job->parts != NULL ? job->part_count : 1;
}

static struct lpi_replay_part part_of(const struct lpi_replay *job, size_t number)
{
    return job->parts != NULL ? job->parts[number]
                              : (struct lpi_replay_part){job->address, job->lines, 0};
}

/* Advances to this slice's next access; 0: there is none. */
static int find_next(struct run *run, struct lp_buddy_place *place)
{
    const struct lpi_replay *job = run->job;
    for (; run->next < job->trace->count; run->next++) {
        const struct lp_access *access = &job->trace->accesses[run->next];
        uint64_t address = part_of(job, access->allocation).address + access->address;
        if (lp_buddy_find(job->buddy, address, place) == LP_OK && place->slice == run->slice)
            return 1;
    }
    return 0;
}

static void offer_request(struct run *run)
{
    struct lp_buddy_slice_in *in = &run->in;
    struct lp_buddy_place place;
    if (in->q_valid || run->free_count == 0 || pauses(run) || !find_next(run, &place))
        return;
    in->q_valid = 1;
    in->q_write = (uint32_t)run->job->trace->accesses[run->next].write;
    in->q_id = run->free_ids[--run->free_count];
    in->q_compressed = place.page.compressed;
    in->q_target = place.page.target;
    in->q_codec = run->job->shape.mixed != 0 ? 0 : place.page.codec;
    in->q_slot = place.page.slot;
    in->q_frame = place.page.frame;
    in->q_index = place.index;
}

static void withdraw_request(struct run *run)
{
    struct lp_buddy_slice_in *in = &run->in;
    in->q_valid = in->q_write = in->q_id = in->q_compressed = 0;
    in->q_target = in->q_codec = in->q_slot = in->q_frame = in->q_index = 0;
}

static void request_taken(struct run *run)
{
    const struct lp_access *access = &run->job->trace->accesses[run->next];
    uint8_t id = (uint8_t)run->in.q_id;
    struct flight *flight = &run->flights[id];
    *flight = (struct flight){.access = run->next++, .since = run->cycle, .open = 1};
    uint64_t first = part_of(run->job, access->allocation).first;
    uint64_t *stored = &run->stored[first + line_of(access)];
    if (access->write) {
        *stored = first + access->data + 1;
        run->sending[(run->sending_first + run->sending_count++) % IDS] = id;
    }
    flight->data = *stored - 1;
    withdraw_request(run);
}

static void offer_data(struct run *run)
{
    struct lp_buddy_slice_in *in = &run->in;
    if (in->d_valid || run->sending_count == 0 || pauses(run))
        return;
    const struct flight *flight = &run->flights[run->sending[run->sending_first]];
    const uint8_t *line = run->job->data + flight->data * LP_LINE_BYTES;
    in->d_valid = 1;
    lpi_words_of_bytes(in->d_data, line + run->sent * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
}

static void data_taken(struct run *run)
{
    run->in.d_valid = 0;
    memset(run->in.d_data, 0, sizeof run->in.d_data);
    if (++run->sent < BEATS)
        return;
    run->sent = 0;
    run->sending_first = (run->sending_first + 1) % IDS;
    run->sending_count--;
}

/* The flight that a response belongs to; NULL: none, which is a fault. */
static struct flight *answered(struct run *run, uint32_t id, int write)
{
    struct flight *flight = id < IDS ? &run->flights[id] : NULL;
    if (flight == NULL || !flight->open ||
        run->job->trace->accesses[flight->access].write != write) {
        set_fault(run, write ? "k" : "m", "an unexpected response");
        return NULL;
    }
    return flight;
}

static void land(struct run *run, uint32_t id, struct lpi_latency *latency)
{
    run->flights[id].open = 0;
    run->free_ids[run->free_count++] = (uint8_t)id;
    if (lpi_latency_add(latency, run->cycle - run->flights[id].since) != LP_OK)
        set_fault(run, "latency", lpi_memory_none);
}

static bool is_right(const struct run *run, const struct flight *flight)
{
    static const uint8_t zeros[LP_LINE_BYTES];
    const uint8_t *line = flight->data == ZEROS ? zeros
                                                : run->job->data + flight->data * LP_LINE_BYTES;
    return memcmp(flight->line, line, LP_LINE_BYTES) == 0;
}

static void read_beat(struct run *run)
{
    const struct lp_buddy_slice_out *out = &run->out;
    unsigned lanes = run->job->shape.lanes;
    struct flight *flight = answered(run, out->m_id, 0);
    if (flight == NULL)
        return;
    if (flight->sectors + lanes > BEATS || !out->m_last != (flight->sectors + lanes < BEATS)) {
        set_fault(run, "m", "a line has not its four sectors");
        return;
    }
    lpi_bytes_of_words(flight->line + flight->sectors * LP_SECTOR_BYTES, out->m_data,
                       (size_t)lanes * LP_SECTOR_BYTES);
    flight->sectors += lanes;
    if (!out->m_last)
        return;
    run->result->mismatches += out->m_code != 0 || !is_right(run, flight);
    run->result->reads++;
    land(run, out->m_id, &run->result->read);
}

static void write_ack(struct run *run)
{
    const struct lp_buddy_slice_out *out = &run->out;
    const struct flight *flight = answered(run, out->k_id, 1);
    if (flight == NULL)
        return;
    for (unsigned n = 0; n < run->sending_count; n++)
        if (run->sending[(run->sending_first + n) % IDS] == out->k_id) {
            set_fault(run, "k", "a write is done before its data came");
            return;
        }
    run->result->mismatches += out->k_code != 0;
    run->result->writes++;
    land(run, out->k_id, &run->result->write);
}

static void clock_l2(struct run *run)
{
    struct lp_buddy_slice_in *in = &run->in;
    const struct lp_buddy_slice_out *out = &run->out;
    int q = in->q_valid && out->q_ready, d = in->d_valid && out->d_ready;
    int m = out->m_valid && in->m_ready, k = out->k_valid && in->k_ready;
    if (m)
        read_beat(run);
    if (k)
        write_ack(run);
    if (d)
        data_taken(run);
    if (q)
        request_taken(run);
    if (q || d || m || k)
        run->moved_at = run->cycle;
}

/* ---- a slice's run ---- */

static void write_register(struct run *run, uint32_t reg, uint64_t value)
{
    struct lp_buddy_slice_in *in = &run->in;
    in->cfg_valid = 1;
    in->cfg_reg = reg;
    lpi_put64(in->cfg_data, value);
    for (unsigned waited = 0;; waited++) {
        lp_instance_eval(&run->engine, 1, in, &run->out);
        lp_instance_tick(&run->engine);
        if (run->out.cfg_ready)
            break;
        if (waited == PATIENCE) {
            set_fault(run, "cfg", "a register is not taken");
            break;
        }
    }
    in->cfg_valid = in->cfg_reg = in->cfg_data[0] = in->cfg_data[1] = 0;
}

static void set_up(struct run *run)
{
    const struct lp_gbbr_regs *regs = lp_buddy_regs(run->job->buddy);
    lp_instance_reset(&run->engine);
    write_register(run, LP_GBBR_GBBR, regs->gbbr);
    write_register(run, LP_GBBR_MDBASE, regs->mdbase);
    write_register(run, LP_GBBR_SLOTS, regs->slots);
    write_register(run, LP_GBBR_FRAMES, regs->frames);
}

/* Everything has been sent and every response has arrived. */
static bool is_done(struct run *run)
{
    struct lp_buddy_place place;
    return run->free_count == IDS && !run->in.q_valid && !find_next(run, &place);
}

static void run_cycles(struct run *run)
{
    const struct lpi_replay *job = run->job;
    /* Pauses make transfers rarer. */
    uint64_t patience = (uint64_t)(PATIENCE / (1 - job->stall));
    for (; !is_done(run) && run->result->fault[0] == '\0'; run->cycle++) {
        offer_request(run);
        offer_data(run);
        run->in.m_ready = !pauses(run);
        run->in.k_ready = !pauses(run);
        drive_memories(run);
        lp_instance_eval(&run->engine, 1, &run->in, &run->out);
        lp_instance_tick(&run->engine);
        clock_l2(run);
        clock_memories(run);
        if (run->cycle - run->moved_at > patience)
            set_fault(run, "engine", "nothing moves any more");
        if (run->cycle % PROGRESS_EVERY == 0)
            lpi_tell_progress(job->tell, run->result->reads + run->result->writes,
                              job->trace->count);
    }
}

/*
 * A metadata sector may still be on its way to memory when the last response arrives: the cache has
 * counted it, and the memory must too. The run's time ends at the last response.
 */
static void drain(struct run *run)
{
    uint64_t done = run->cycle;

    for (unsigned waited = 0;
         waited < DRAIN && run->result->fault[0] == '\0' &&
         lpi_memory_counts(run->device)->write_sectors[1] != run->out.md_writebacks;
         waited++, run->cycle++) {
        drive_memories(run);
        lp_instance_eval(&run->engine, 1, &run->in, &run->out);
        lp_instance_tick(&run->engine);
        clock_memories(run);
    }
    run->cycle = done;
}

static void add_counts(struct run *run)
{
    struct lpi_replay_result *result = run->result;
    struct lp_buddy_counts *counts = &result->counts;
    const struct lpi_memory_counts *device = lpi_memory_counts(run->device);
    const struct lpi_memory_counts *link = lpi_memory_counts(run->link);
    counts->read.device_sectors += device->read_sectors[0];
    counts->write.device_sectors += device->write_sectors[0];
    counts->read.buddy_sectors += link->read_sectors[0];
    counts->write.buddy_sectors += link->write_sectors[0];
    counts->read.buddy_lines += run->spill_lines[0];
    counts->write.buddy_lines += run->spill_lines[1];
    result->metadata_sectors[0] += device->read_sectors[1];
    result->metadata_sectors[1] += device->write_sectors[1];
    counts->metadata.accesses += run->out.md_accesses;
    counts->metadata.hits += run->out.md_hits;
    counts->metadata.fills += run->out.md_fills;
    counts->metadata.writebacks += run->out.md_writebacks;
    if (run->cycle > result->cycles)
        result->cycles = run->cycle;
}

/* Adds the bounds of the slice's metadata in device memory. */
static struct lpi_memory_config with_bounds(const struct run *run, struct lpi_memory_config config,
                                            int device)
{
    const struct lp_gbbr_geometry *geometry = lp_buddy_geometry(run->job->buddy);
    const struct lp_gbbr_regs *regs = lp_buddy_regs(run->job->buddy);
    uint64_t metadata = (regs->slots * lp_gbbr_lines(geometry) / 2 + LP_SECTOR_BYTES - 1) /
                        LP_SECTOR_BYTES * LP_SECTOR_BYTES;
    config.bytes = device ? regs->mdbase + metadata
                          : regs->gbbr + regs->slots * ((uint64_t)3 << (geometry->share_log2 - 2));
    config.upper = device ? regs->mdbase : 0;
    config.seed = run->job->seed + 2 * run->slice + (unsigned)device;
    return config;
}

/* The spill size of the lines of each slot; a page of target 16 has two slots. */
static uint8_t *find_spill_bytes(const struct lpi_replay *job)
{
    const struct lp_gbbr_geometry *geometry = lp_buddy_geometry(job->buddy);
    uint64_t page = (uint64_t)1 << (geometry->share_log2 + geometry->slices_log2);
    uint8_t *of = calloc((size_t)lp_buddy_regs(job->buddy)->slots + 1, 1);
    for (size_t n = 0; of != NULL && n < part_count(job); n++) {
        struct lpi_replay_part part = part_of(job, n);
        struct lp_buddy_place place;
        for (uint64_t at = 0; at < part.lines * LP_LINE_BYTES; at += page)
            if (lp_buddy_find(job->buddy, part.address + at, &place) == LP_OK &&
                place.page.compressed)
                memset(of + place.page.slot, (int)lp_gbbr_spill_bytes(place.page.target),
                       lp_gbbr_slots(place.page.target));
    }
    return of;
}

/* LP_ERR_ARG: no slice has that shape. */
static int open_engine(const struct lpi_replay *job, struct lp_instance *engine)
{
    const struct lpi_slice_shape *shape = &job->shape;
    const struct {
        const char *name;
        unsigned value;
    } chosen[] = {{"SHARE_W", shape->page},
                  {"FRAME_W", shape->frame_w},
                  {"SLOT_W", shape->slot_w},
                  {"ENTRIES", shape->entries},
                  {"LANES", shape->lanes},
                  {"PARALLEL", shape->parallel},
                  {"SETS", shape->sets},
                  {"WAYS", shape->ways},
                  {"MISSES", shape->misses},
                  {"MIXED", shape->mixed},
                  {"ELEM", shape->mixed != 0 ? 16 : 32},
                  /* As many as the slice may request, so that none delays the others. */
                  {"TARGETS", shape->entries}};
    int values[LP_MAX_PARAMS], error = LP_OK;
    lp_unit_defaults(&lp_buddy_slice_unit, values);
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen && error == LP_OK; i++)
        error = lp_unit_set(&lp_buddy_slice_unit, chosen[i].name, (int)chosen[i].value, values);
    return error == LP_OK ? job->open(&lp_buddy_slice_unit, values, engine) : error;
}

static int run_slice(const struct lpi_replay *job, unsigned slice, uint64_t *stored,
                     struct lpi_replay_result *result)
{
    struct run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return LP_ERR_SYSTEM;
    run->job = job;
    run->result = result;
    run->slice = slice;
    run->stored = stored;
    run->random = (job->seed + slice) * 0x9e3779b97f4a7c15u + 1;
    run->spill_bytes = find_spill_bytes(job);
    for (unsigned id = 0; id < IDS; id++)
        run->free_ids[run->free_count++] = (uint8_t)(IDS - 1 - id);
    struct lpi_memory_config device = with_bounds(run, job->device, 1);
    struct lpi_memory_config link = with_bounds(run, job->link, 0);
    run->device = lpi_memory_open(&device);
    run->link = lpi_memory_open(&link);
    int room = run->device != NULL && run->link != NULL && run->spill_bytes != NULL;
    int error = room ? open_engine(job, &run->engine) : LP_ERR_SYSTEM;
    if (error == LP_OK) {
        set_up(run);
        run_cycles(run);
        drain(run);
        add_counts(run);
    }
    if (run->no_memory)
        error = LP_ERR_SYSTEM;
    lp_instance_close(&run->engine);
    lpi_memory_close(run->device);
    lpi_memory_close(run->link);
    free(run->spill_bytes);
    if (run->no_memory)
        errno = ENOMEM;
    free(run);
    return error;
}

static int check_trace(const struct lpi_replay *job)
{
    for (size_t n = 0; n < job->trace->count; n++) {
        const struct lp_access *access = &job->trace->accesses[n];
        if (access->allocation >= part_count(job))
            return LP_ERR_ADDRESS;
        struct lpi_replay_part part = part_of(job, access->allocation);
        if (line_of(access) >= part.lines)
            return LP_ERR_ADDRESS;
        if (access->write && access->data >= part.lines)
            return LP_ERR_ARG;
    }
    return LP_OK;
}

int lpi_replay_run(const struct lpi_replay *job, struct lpi_replay_result *result)
{
    *result = (struct lpi_replay_result){0};
    uint64_t *stored = NULL; /* calloc: only the pages of accessed lines take memory */
    if (job->lines <= SIZE_MAX / sizeof *stored)
        stored = calloc((size_t)job->lines, sizeof *stored);
    int error = stored != NULL ? check_trace(job) : LP_ERR_SYSTEM;
    unsigned slices = 1u << lp_buddy_geometry(job->buddy)->slices_log2;
    for (unsigned slice = 0; slice < slices && error == LP_OK; slice++)
        error = run_slice(job, slice, stored, result);
    result->counts.read.lines = result->reads;
    result->counts.write.lines = result->writes;
    free(stored);
    return error;
}
