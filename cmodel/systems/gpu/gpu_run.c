/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_run.h"

#include "front/gpu_pool.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK 65536u        /* bytes of contents at a time */
#define COPY_PACKET 8u      /* sectors of a copy that the link takes in a turn */
#define MOST_COPY 0xffffffu /* sectors of one request to the link */

const char *const lpi_gpu_copies[LPI_GPU_COPIES_COUNT] = {"serial", "overlap", "none"};
const char *const lpi_gpu_bounds[LPI_GPU_BOUNDS] = {"issue",  "warp",    "l1",       "crossbar",
                                                    "device", "link_to", "link_from"};

struct gpu {
    const struct lpi_gpu_ask *ask;
    struct lpi_gpu_result *result;
    struct lpi_fault *fault;
    struct lpi_gpu_clock clock;
    struct lpi_gpu_events *events;
    struct lpi_gpu_image *image;
    struct lpi_gpu_link *link;
    struct lpi_gpu_l2 **banks;
    struct lpi_gpu_sm **sms;
    struct lp_warp_stream *stream;
    struct lpi_gpu_pool packets; /* on their way to a bank */
    /* The launch that runs. */
    struct lp_warp_launch launch;
    struct lp_warp_group *next;
    uint64_t launched;
    uint32_t turn, live_groups;
    bool started;
    uint64_t begun, warm_from, end, longest, sample_at;
    uint64_t copied;                /* when the last copy has moved */
    uint64_t copies_out;            /* requests of copies that are not answered */
    uint64_t overlap[LPI_GPU_WAYS]; /* sectors that wait for the next launch */
};

static int fail_trace(struct gpu *gpu, int error)
{
    const char *why = lp_warp_stream_why(gpu->stream);
    return lpi_fault_set(gpu->fault, LPI_BAD, "%s: %s", gpu->ask->trace,
                         why[0] != '\0' ? why : lp_strerror(error));
}

static int fail_memory(struct gpu *gpu)
{
    return lpi_fault_set(gpu->fault, LPI_BAD, "%s: no memory", gpu->ask->trace);
}

/* ---- what SMs and banks tell ---- */

static void arrive_at_bank(void *object, uint64_t now, uint32_t number)
{
    struct gpu *gpu = object;
    struct lpi_gpu_packet packet = lpi_gpu_posted_packet(&gpu->packets, number);
    struct lpi_gpu_home home = lpi_gpu_image_home(gpu->image, packet.address);
    (void)now;
    lpi_gpu_l2_ask(gpu->banks[home.slice], &packet, &home);
}

static void send(void *owner, uint64_t time, const struct lpi_gpu_packet *packet)
{
    struct gpu *gpu = owner;
    lpi_gpu_post_packet(gpu->events, &gpu->packets, time, arrive_at_bank, gpu, packet);
}

static void answered(void *owner, const struct lpi_gpu_packet *packet, uint64_t now)
{
    struct gpu *gpu = owner;
    lpi_gpu_sm_answer(gpu->sms[packet->sm], packet, now);
}

static void loaded(void *owner, uint64_t ticks)
{
    struct gpu *gpu = owner;
    if (lpi_latency_add(&gpu->result->load, ticks / gpu->clock.core) != LP_OK)
        fail_memory(gpu);
}

static void wrong(void *owner, const char *why)
{
    struct gpu *gpu = owner;
    if (gpu->fault->code == 0)
        lpi_fault_set(gpu->fault, LPI_BAD, "%s: launch %" PRIu64 ": %s", gpu->ask->trace,
                      gpu->launched, why);
}

/* ---- groups ---- */

static bool is_chosen(const struct gpu *gpu)
{
    return gpu->launched >= gpu->ask->first && gpu->launched <= gpu->ask->last;
}

static void fetch_group(struct gpu *gpu)
{
    int error = lp_warp_stream_group(gpu->stream, 0, &gpu->next);
    if (error != LP_OK) {
        gpu->next = NULL;
        fail_trace(gpu, error);
    } else if (gpu->next != NULL && is_chosen(gpu) &&
               !lpi_gpu_sm_fits(gpu->sms[0], lp_warp_group_warps(gpu->next), &gpu->launch)) {
        wrong(gpu, "a group needs more warps, registers or scratchpad than an SM has");
    }
}

/* Gives groups to SMs in turn, until none has room. */
static void dispatch(struct gpu *gpu)
{
    uint32_t count = gpu->ask->config.sms;
    for (uint32_t full = 0; gpu->next != NULL && full < count && gpu->fault->code == 0;) {
        struct lpi_gpu_sm *sm = gpu->sms[gpu->turn];
        gpu->turn = (gpu->turn + 1) % count;
        if (!lpi_gpu_sm_take(sm, gpu->next, lp_warp_group_warps(gpu->next), &gpu->launch)) {
            full++;
            continue;
        }
        full = 0;
        gpu->live_groups++;
        fetch_group(gpu);
    }
}

static void fire_dispatch(void *object, uint64_t now, uint32_t unused)
{
    (void)now, (void)unused;
    dispatch(object);
}

static void group_done(void *owner, uint32_t sm)
{
    struct gpu *gpu = owner;
    (void)sm;
    gpu->live_groups--;
    lpi_gpu_post(gpu->events, lpi_gpu_now(gpu->events), fire_dispatch, gpu, 0);
}

/* ---- sums ---- */

static void add_sms(const struct gpu *gpu, uint64_t time, struct lpi_gpu_result *r)
{
    const struct lpi_gpu_config *c = &gpu->ask->config;
    for (uint32_t i = 0; i < c->sms; i++) {
        struct lpi_gpu_sm_counts n;
        lpi_gpu_sm_count(gpu->sms[i], time, &n);
        r->sm.instructions += n.instructions;
        r->sm.memory_instructions += n.memory_instructions;
        for (unsigned s = 0; s < LPI_GPU_STALLS; s++)
            r->sm.stall[s] += n.stall[s];
        r->sm.l1_accesses += n.l1_accesses;
        r->sm.l1_hits += n.l1_hits;
        uint64_t issue = (n.instructions + c->schedulers - 1) / c->schedulers;
        uint64_t *bound = r->bound;
        if (issue > bound[LPI_GPU_BOUND_ISSUE])
            bound[LPI_GPU_BOUND_ISSUE] = issue;
        if (n.l1_accesses > bound[LPI_GPU_BOUND_L1])
            bound[LPI_GPU_BOUND_L1] = n.l1_accesses;
        for (unsigned w = 0; w < 2; w++) {
            r->sm.flits[w] += n.flits[w];
            if (n.flits[w] > bound[LPI_GPU_BOUND_CROSSBAR])
                bound[LPI_GPU_BOUND_CROSSBAR] = n.flits[w];
        }
    }
    r->bound[LPI_GPU_BOUND_WARP] = gpu->longest;
}

#define ADD(sum, of, field) (sum)->field += (of)->field

static void add_l2(const struct lpi_gpu_l2_counts *of, uint64_t core, struct lpi_gpu_result *r)
{
    ADD(&r->l2, of, accesses);
    ADD(&r->l2, of, hits);
    ADD(&r->l2, of, sector_misses);
    ADD(&r->l2, of, fills_before_evict);
    ADD(&r->l2, of, overfetch_sectors);
    ADD(&r->l2, of, line_requests);
    ADD(&r->l2, of, sector_requests);
    r->l2.blocked += of->blocked / core;
}

static void add_slice(const struct lpi_gpu_engine_counts *of, struct lpi_gpu_result *r)
{
    ADD(&r->slices, of, reads);
    ADD(&r->slices, of, writes);
    ADD(&r->slices, of, spilled);
    ADD(&r->slices, of, accesses);
    ADD(&r->slices, of, hits);
    ADD(&r->slices, of, fills);
    ADD(&r->slices, of, writebacks);
    ADD(&r->slices, of, wasted);
}

static void add_device(const struct lpi_gpu_traffic *of, struct lpi_gpu_result *r)
{
    ADD(&r->device, of, read_sectors);
    ADD(&r->device, of, write_sectors);
    ADD(&r->device, of, busy);
    ADD(&r->device, of, row_hits);
    ADD(&r->device, of, activations);
}

static void add_bank(const struct gpu *gpu, uint32_t number, struct lpi_gpu_result *r)
{
    const struct lpi_gpu_l2_counts *n = lpi_gpu_l2_counts(gpu->banks[number]);
    struct lpi_gpu_engine_counts e;
    struct lpi_gpu_traffic t;
    lpi_gpu_l2_slice(gpu->banks[number], &e, &t);
    add_l2(n, gpu->clock.core, r);
    add_slice(&e, r);
    add_device(&t, r);
    for (unsigned w = 0; w < 2; w++)
        if (n->flits[w] > r->bound[LPI_GPU_BOUND_CROSSBAR])
            r->bound[LPI_GPU_BOUND_CROSSBAR] = n->flits[w];
}

static void add_all(const struct gpu *gpu, uint64_t time, struct lpi_gpu_result *r)
{
    add_sms(gpu, time, r);
    for (uint32_t i = 0; i < gpu->ask->config.slices; i++)
        add_bank(gpu, i, r);
    r->link = *lpi_gpu_link_traffic(gpu->link);
}

static void sample(struct gpu *gpu, uint64_t time)
{
    const struct lpi_gpu_watch *watch = &gpu->ask->watch;
    struct lpi_gpu_result sums = {.launches = gpu->result->launches,
                                  .copy_sectors = gpu->result->copy_sectors,
                                  .load = gpu->result->load};
    add_all(gpu, time, &sums);
    watch->sample(watch->context, (time - gpu->begun) / gpu->clock.core, &sums);
}

/* The next event, after the samples that are due before it. */
static bool step(struct gpu *gpu)
{
    uint64_t every = gpu->ask->watch.every * gpu->clock.core, next;
    while (every > 0 && gpu->started && lpi_gpu_next(gpu->events, &next) &&
           next >= gpu->sample_at) {
        sample(gpu, gpu->sample_at);
        gpu->sample_at += every;
    }
    return lpi_gpu_step(gpu->events);
}

/* ---- copies ---- */

static void copied(void *owner, uint32_t tag, uint64_t first, uint64_t last)
{
    struct gpu *gpu = owner;
    (void)tag, (void)first;
    gpu->copied = last;
    lpi_gpu_post(gpu->events, last, fire_dispatch, gpu, 0);
    gpu->copies_out--;
}

static void ask_link(struct gpu *gpu, enum lpi_gpu_way way, uint64_t sectors, uint32_t most)
{
    for (; sectors > 0; gpu->copies_out++) {
        uint32_t part = sectors < most ? (uint32_t)sectors : most;
        lpi_gpu_link_ask(gpu->link, gpu->ask->config.slices, way, lpi_gpu_now(gpu->events), part,
                         0);
        sectors -= part;
    }
}

/* Copies before the first launch are the program's set-up. */
static void copy(struct gpu *gpu, enum lpi_gpu_way way, uint64_t bytes)
{
    uint64_t sectors = (bytes + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES;
    if (!gpu->started || gpu->ask->copies == LPI_GPU_COPIES_NONE)
        return;
    gpu->result->copy_sectors += sectors;
    if (gpu->ask->copies == LPI_GPU_COPIES_OVERLAP) {
        gpu->overlap[way] += sectors;
        return;
    }
    ask_link(gpu, way, sectors, MOST_COPY);
    while ((gpu->copies_out > 0 || lpi_gpu_now(gpu->events) < gpu->copied) && step(gpu))
        ;
}

/* ---- launches ---- */

static bool all_idle(const struct gpu *gpu)
{
    for (uint32_t i = 0; i < gpu->ask->config.sms; i++)
        if (!lpi_gpu_sm_idle(gpu->sms[i]))
            return false;
    return true;
}

static bool failed(const struct gpu *gpu)
{
    bool failed = lpi_gpu_events_failed(gpu->events) || gpu->packets.failed;
    for (uint32_t i = 0; i < gpu->ask->config.sms; i++)
        failed |= lpi_gpu_sm_failed(gpu->sms[i]);
    for (uint32_t i = 0; i < gpu->ask->config.slices; i++)
        failed |= lpi_gpu_l2_failed(gpu->banks[i]);
    return failed;
}

/* A slice that has stopped is the run's fault. */
static int check_slices(struct gpu *gpu)
{
    for (uint32_t i = 0; i < gpu->ask->config.slices && gpu->fault->code == 0; i++) {
        const char *why = lpi_gpu_l2_why(gpu->banks[i]);
        if (why != NULL)
            lpi_fault_set(gpu->fault, LPI_BAD, "gpu: engine %s, slice %" PRIu32 ": %s",
                          gpu->ask->engine->name, i, why);
    }
    return gpu->fault->code;
}

static void run_events(struct gpu *gpu)
{
    while (gpu->fault->code == 0) {
        if (gpu->next == NULL && gpu->live_groups == 0 && all_idle(gpu))
            return;
        if (!step(gpu)) {
            if (check_slices(gpu) != 0)
                return;
            if (failed(gpu))
                fail_memory(gpu);
            else
                wrong(gpu, "warps wait for each other at a barrier that some never reach");
            return;
        }
    }
}

static void run_launch(struct gpu *gpu)
{
    uint64_t longest = 0, ticks = gpu->clock.core;
    if (!gpu->started) {
        gpu->begun = gpu->warm_from = lpi_gpu_now(gpu->events);
        gpu->sample_at = gpu->begun + gpu->ask->watch.every * gpu->clock.core;
        gpu->started = true;
    }
    if (gpu->result->launches == gpu->ask->warm)
        gpu->warm_from = lpi_gpu_now(gpu->events);
    gpu->result->launches++;
    for (unsigned way = 0; way < LPI_GPU_WAYS; way++) {
        ask_link(gpu, (enum lpi_gpu_way)way, gpu->overlap[way], COPY_PACKET);
        gpu->overlap[way] = 0;
    }
    fetch_group(gpu);
    dispatch(gpu);
    run_events(gpu);
    for (uint32_t i = 0; i < gpu->ask->config.sms; i++) {
        struct lpi_gpu_sm_counts counts;
        lpi_gpu_sm_count(gpu->sms[i], lpi_gpu_now(gpu->events), &counts);
        longest = counts.longest > longest ? counts.longest : longest;
        lpi_gpu_sm_end(gpu->sms[i]);
    }
    gpu->longest += longest;
    uint64_t end = gpu->end = lpi_gpu_now(gpu->events);
    gpu->result->cycles = (end - gpu->warm_from + ticks - 1) / ticks;
    gpu->result->cycles_cold = (end - gpu->begun + ticks - 1) / ticks;
}

/* A launch that is not run changes memory all the same. */
static int apply_record(struct gpu *gpu, const struct lp_warp_record *record)
{
    const uint8_t *bytes = record->bytes;
    if (record->kind != LP_WARP_STORE && record->kind != LP_WARP_ATOMIC)
        return 0;
    for (uint32_t mask = record->mask; mask != 0; mask &= mask - 1) {
        if (!lpi_gpu_image_store(gpu->image, record->address[__builtin_ctz(mask)], bytes,
                                 record->width))
            wrong(gpu, "an access is in no buffer");
        bytes += bytes != NULL ? record->width : 0;
    }
    return gpu->fault->code;
}

static void skip_launch(struct gpu *gpu)
{
    for (fetch_group(gpu); gpu->next != NULL && gpu->fault->code == 0; fetch_group(gpu)) {
        for (unsigned w = 0; w < lp_warp_group_warps(gpu->next); w++) {
            struct lp_warp_record record = {.kind = LP_WARP_BARRIER};
            while (record.kind != LP_WARP_END && gpu->fault->code == 0) {
                int error = lp_warp_group_next(gpu->next, w, &record);
                if (error != LP_OK)
                    fail_trace(gpu, error);
                else
                    apply_record(gpu, &record);
            }
        }
        lp_warp_group_free(gpu->next);
    }
}

/* ---- the trace ---- */

static int read_data(struct gpu *gpu, uint64_t address)
{
    static _Thread_local uint8_t bytes[CHUNK];
    for (size_t got = CHUNK; got == CHUNK; address += got) {
        int error = lp_warp_stream_data(gpu->stream, bytes, sizeof bytes, &got);
        if (error != LP_OK)
            return fail_trace(gpu, error);
        lpi_gpu_image_host(gpu->image, address, bytes, got);
    }
    return 0;
}

static void drop_lines(struct gpu *gpu, uint64_t address, uint64_t bytes)
{
    for (uint32_t i = 0; gpu->started && i < gpu->ask->config.slices; i++) {
        lpi_gpu_l2_drop(gpu->banks[i], address, bytes);
        lpi_gpu_l2_host(gpu->banks[i]);
    }
}

/* The host's accesses wait until what launches have written is in memory. */
static void settle(struct gpu *gpu)
{
    bool idle = false;
    while (gpu->started && !idle) {
        idle = true;
        for (uint32_t i = 0; i < gpu->ask->config.slices; i++)
            idle = idle && lpi_gpu_l2_idle(gpu->banks[i]);
        if (!idle && !step(gpu))
            return;
    }
}

static int take_item(struct gpu *gpu, const struct lp_warp_item *item)
{
    switch (item->kind) {
    case LP_WARP_ITEM_BUFFER:
        settle(gpu);
        if (!lpi_gpu_image_add(gpu->image, item->name, item->address, item->bytes))
            return fail_memory(gpu);
        drop_lines(gpu, item->address, item->bytes);
        return item->data > 0 ? read_data(gpu, item->address) : 0;
    case LP_WARP_ITEM_HOST_WRITE:
        settle(gpu);
        copy(gpu, LPI_GPU_FROM, item->bytes);
        drop_lines(gpu, item->address, item->bytes);
        return read_data(gpu, item->address);
    case LP_WARP_ITEM_HOST_READ: copy(gpu, LPI_GPU_TO, item->bytes); return 0;
    case LP_WARP_ITEM_LAUNCH:
        gpu->launch = item->launch;
        gpu->result->registers |= item->launch.registers > 0;
        gpu->launched++;
        if (is_chosen(gpu))
            run_launch(gpu);
        else
            skip_launch(gpu);
        return gpu->fault->code;
    default: return 0;
    }
}

static int run_trace(struct gpu *gpu)
{
    struct lp_warp_item item = {.kind = LP_WARP_ITEM_BUFFER};
    int error = lp_warp_stream_open_file(gpu->ask->trace, &gpu->stream);
    if (error != LP_OK)
        return error == LP_ERR_SYSTEM ? lpi_fault_system(gpu->fault, gpu->ask->trace)
                                      : lpi_fault_file(gpu->fault, gpu->ask->trace, error);
    while (gpu->fault->code == 0) {
        error = lp_warp_stream_next(gpu->stream, &item);
        if (error != LP_OK)
            return fail_trace(gpu, error);
        if (item.kind == LP_WARP_ITEM_END)
            break;
        take_item(gpu, &item);
    }
    if (gpu->fault->code == 0 && gpu->result->launches == 0)
        lpi_fault_set(gpu->fault, LPI_BAD, "%s: has no such launch; it has %" PRIu64,
                      gpu->ask->trace, gpu->launched);
    const char *name = lpi_gpu_image_unmatched(gpu->image);
    if (gpu->fault->code == 0 && name != NULL)
        lpi_fault_set(gpu->fault, LPI_BAD, "%s: has no buffer '%s', which the targets name",
                      gpu->ask->trace, name);
    if (gpu->fault->code == 0 && gpu->ask->image.stores == LPI_GPU_STORES_NEXT &&
        !lpi_gpu_image_has_next(gpu->image))
        lpi_fault_set(gpu->fault, LPI_BAD, "%s: has no buffer that the set of --values has",
                      gpu->ask->trace);
    if (gpu->fault->code == 0 && gpu->ask->warm >= gpu->result->launches)
        lpi_fault_set(gpu->fault, LPI_BAD,
                      "%s: %" PRIu64 " launches are run, which leaves none after %" PRIu64
                      " to warm up",
                      gpu->ask->trace, gpu->result->launches, gpu->ask->warm);
    return gpu->fault->code;
}

/* Requests on their way arrive, uncounted, so that slices can check their sums. */
static int finish(struct gpu *gpu)
{
    while (gpu->ask->engine->why != NULL && lpi_gpu_step(gpu->events))
        ;
    return check_slices(gpu);
}

/* ---- results ---- */

/* Of what memories still have to move at the end, nothing counts. */
static void add_bounds(struct gpu *gpu)
{
    struct lpi_gpu_result *r = gpu->result;
    uint64_t *bound = r->bound, core = gpu->clock.core;
    for (uint32_t i = 0; i < gpu->ask->config.slices; i++) {
        uint64_t cycles = lpi_gpu_l2_moved(gpu->banks[i], gpu->end) / core;
        if (cycles > bound[LPI_GPU_BOUND_DEVICE])
            bound[LPI_GPU_BOUND_DEVICE] = cycles;
    }
    bound[LPI_GPU_BOUND_TO] = lpi_gpu_link_moved(gpu->link, LPI_GPU_TO, gpu->end) / core;
    bound[LPI_GPU_BOUND_FROM] = lpi_gpu_link_moved(gpu->link, LPI_GPU_FROM, gpu->end) / core;
    r->touched = lpi_gpu_image_touched(gpu->image);
}

/* A run that is faster than one of its servers is a fault of the model. */
static int check_bounds(struct gpu *gpu)
{
    const struct lpi_gpu_result *r = gpu->result;
    for (unsigned b = 0; b < LPI_GPU_BOUNDS; b++)
        if (r->cycles_cold < r->bound[b])
            return lpi_fault_set(gpu->fault, LPI_BAD,
                                 "%s: %" PRIu64 " cycles are less than %" PRIu64
                                 ", which %s needs: a bug in linepress gpu",
                                 gpu->ask->trace, r->cycles_cold, r->bound[b], lpi_gpu_bounds[b]);
    return 0;
}

void lpi_gpu_result_free(struct lpi_gpu_result *result)
{
    lpi_latency_free(&result->load);
}

/* ---- opening ---- */

static bool open_banks(struct gpu *gpu)
{
    const struct lpi_gpu_ask *ask = gpu->ask;
    for (uint32_t i = 0; i < ask->config.slices; i++) {
        gpu->banks[i] = lpi_gpu_l2_open(&(struct lpi_gpu_bank){.config = &ask->config,
                                                               .events = gpu->events,
                                                               .image = gpu->image,
                                                               .link = gpu->link,
                                                               .engine = ask->engine,
                                                               .tier = ask->tier,
                                                               .map = ask->map,
                                                               .number = i,
                                                               .free_metadata = ask->free_metadata,
                                                               .rtl = ask->rtl,
                                                               .tap = ask->watch.tap,
                                                               .answered = answered,
                                                               .owner = gpu});
        if (gpu->banks[i] == NULL)
            return false;
    }
    return true;
}

static bool open_sms(struct gpu *gpu)
{
    struct lpi_gpu_floor floor = {.config = &gpu->ask->config,
                                  .events = gpu->events,
                                  .image = gpu->image,
                                  .needs_bytes = gpu->ask->image.stores == LPI_GPU_STORES_BYTES &&
                                                 gpu->ask->image.mode != LPI_GPU_UNCOMPRESSED,
                                  .send = send,
                                  .loaded = loaded,
                                  .group_done = group_done,
                                  .wrong = wrong,
                                  .owner = gpu};
    for (uint32_t i = 0; i < gpu->ask->config.sms; i++)
        if ((gpu->sms[i] = lpi_gpu_sm_open(&floor, i)) == NULL)
            return false;
    return true;
}

static bool open_gpu(struct gpu *gpu)
{
    const struct lpi_gpu_config *c = &gpu->ask->config;
    gpu->packets.bytes = sizeof(struct lpi_gpu_packet);
    gpu->events = lpi_gpu_events_open();
    gpu->image = lpi_gpu_image_open(c, &gpu->ask->image);
    gpu->banks = calloc(c->slices, sizeof(struct lpi_gpu_l2 *));
    gpu->sms = calloc(c->sms, sizeof(struct lpi_gpu_sm *));
    if (gpu->events == NULL || gpu->image == NULL || gpu->banks == NULL || gpu->sms == NULL)
        return false;
    gpu->link = lpi_gpu_link_open(c, gpu->events, c->slices + 1,
                                  gpu->ask->link_split ? c->slices : 0);
    if (gpu->link == NULL)
        return false;
    lpi_gpu_link_answers(gpu->link, c->slices, copied, gpu);
    return open_banks(gpu) && open_sms(gpu);
}

static void close_gpu(struct gpu *gpu)
{
    lp_warp_group_free(gpu->next);
    for (uint32_t i = 0; gpu->sms != NULL && i < gpu->ask->config.sms; i++)
        lpi_gpu_sm_close(gpu->sms[i]);
    for (uint32_t i = 0; gpu->banks != NULL && i < gpu->ask->config.slices; i++)
        lpi_gpu_l2_close(gpu->banks[i]);
    free(gpu->sms);
    free(gpu->banks);
    lpi_gpu_link_close(gpu->link);
    lpi_gpu_image_close(gpu->image);
    lpi_gpu_events_close(gpu->events);
    lpi_gpu_pool_free(&gpu->packets);
    lp_warp_stream_close(gpu->stream);
}

int lpi_gpu_run(const struct lpi_gpu_ask *ask, struct lpi_gpu_result *result,
                struct lpi_fault *fault)
{
    struct gpu gpu = {
        .ask = ask, .result = result, .fault = fault, .clock = lpi_gpu_clock(&ask->config)};
    *result = (struct lpi_gpu_result){0};
    if (!open_gpu(&gpu))
        fail_memory(&gpu);
    else if (check_slices(&gpu) == 0 && run_trace(&gpu) == 0) {
        uint64_t now = lpi_gpu_now(gpu.events);
        if (ask->watch.every > 0)
            sample(&gpu, now);
        add_all(&gpu, now, result);
        add_bounds(&gpu);
        if (check_bounds(&gpu) == 0)
            finish(&gpu);
    }
    close_gpu(&gpu);
    return fault->code;
}
