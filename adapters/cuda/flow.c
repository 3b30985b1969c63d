/* SPDX-License-Identifier: Apache-2.0 */
#include "flow.h"
#include "../../cmodel/lib/swap/swap_parts.h"
#include "copies.h"
#include "job.h"
#include "lane.h"
#include "numa.h"
#include "trouble.h"
#include <stdlib.h>

#define WARP 32u
#define ALIGNED 4u
#define TAGS ((uint64_t)1 << 56)
#define BLOCKS_EACH 8u /* blocks per multiprocessor */

struct item {
    struct lpc_copy copy; /* its content is the parts or the raw bytes */
    struct lpi_parts parts;
    uint64_t tag;
    uint64_t stored; /* bytes on the link; 0: unknown yet */
};

/* Device memory of one lane, which uses it in stream order. */
struct room {
    void *at;
    size_t bytes;
};

/* Device memory between the two steps of a direction, which take two of them in turn: a step fills
 * one while the other one is emptied. */
struct shelf {
    struct room parts, sizes; /* sizes: out alone */
    uint64_t work;            /* the last one of the lane that uses it */
};
#define SHELVES 2u

struct lpi_flow {
    struct lpi_flow_config config;
    unsigned blocks;
    struct lpc_lane out, in;
    /* The first step of a direction; each of its works is part of a work of the lane. make: kernels
     * that fill slots or sum raw tensors. fetch: copies to device memory; the lane's own stream if
     * the way in is not staged. */
    cudaStream_t make, fetch;
    cudaEvent_t asked; /* marks the work queued on a stream so far */
    struct lpc_copies copies;
    struct item **items; /* by id; NULL: free */
    unsigned count, lowest;
    unsigned long long *counter; /* the device's */
    uint64_t *wrong;             /* pinned */
    struct shelf slots[SHELVES], stage[SHELVES];
    unsigned slots_turn, stage_turn;
    struct room spare_out, errors, spare_in;
    struct lpi_flow_stats stats;
};

/* ---- the thread's device ---- */

/* The thread keeps PyTorch's device. */
static int enter(const struct lpi_flow *f, int *before)
{
    int error = lpc_checked((int)cudaGetDevice(before));
    if (error == LP_OK && *before != f->config.device)
        error = lpc_checked((int)cudaSetDevice(f->config.device));
    return error;
}

static int leave(const struct lpi_flow *f, int before, int error)
{
    if (before != f->config.device)
        cudaSetDevice(before);
    return error;
}

/* The lane's work on the smaller one must have completed, and with it that of its first step. */
static int grow(struct lpi_flow *f, const struct lpc_lane *lane, struct room *room, size_t bytes)
{
    int error = LP_OK;
    if (bytes <= room->bytes)
        return LP_OK;
    if (room->at != NULL) {
        f->stats.waits++;
        error = lpc_checked((int)cudaStreamSynchronize(lane->stream));
        cudaFree(room->at);
    }
    f->stats.staged -= room->bytes;
    *room = (struct room){0};
    if (error == LP_OK)
        error = lpc_checked((int)cudaMalloc(&room->at, bytes));
    if (error == LP_OK) {
        room->bytes = bytes;
        f->stats.staged += bytes;
    }
    return error;
}

/* All alike, so that any of them may be next. */
static int grow_shelves(struct lpi_flow *f, const struct lpc_lane *lane, struct shelf *shelves,
                        size_t parts, size_t sizes)
{
    int error = LP_OK;
    for (unsigned i = 0; i < SHELVES && error == LP_OK; i++) {
        error = grow(f, lane, &shelves[i].parts, parts);
        if (error == LP_OK)
            error = grow(f, lane, &shelves[i].sizes, sizes);
    }
    return error;
}

/* The next one, once the lane no longer uses it, for its next work; `first` is the step before. */
static int take_shelf(const struct lpc_lane *lane, struct shelf *shelves, unsigned *turn,
                      cudaStream_t first, struct shelf **shelf)
{
    *turn = (*turn + 1) % SHELVES;
    *shelf = &shelves[*turn];
    int error = lpc_lane_let_wait(lane, first, (*shelf)->work);
    (*shelf)->work = lane->asked + 1;
    return error;
}

/* ---- opening and closing ---- */

static int open_streams(struct lpi_flow *f)
{
    int error = lpc_lane_open(&f->out);
    if (error == LP_OK)
        error = lpc_lane_open(&f->in);
    if (error == LP_OK)
        error = lpc_checked((int)cudaStreamCreateWithFlags(&f->make, cudaStreamNonBlocking));
    if (error == LP_OK && f->config.staged_in)
        error = lpc_checked((int)cudaStreamCreateWithFlags(&f->fetch, cudaStreamNonBlocking));
    if (error == LP_OK && !f->config.staged_in)
        f->fetch = f->in.stream;
    return error;
}

static void close_streams(struct lpi_flow *f)
{
    cudaStream_t steps[] = {f->make, f->fetch != f->in.stream ? f->fetch : NULL};
    for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (steps[i] != NULL) {
            cudaStreamSynchronize(steps[i]);
            cudaStreamDestroy(steps[i]);
        }
    lpc_lane_close(&f->out);
    lpc_lane_close(&f->in);
}

static int open_all(struct lpi_flow *f)
{
    struct cudaDeviceProp about;
    void *memory = NULL;
    int error = lpc_checked((int)cudaGetDeviceProperties(&about, f->config.device));
    if (error == LP_OK) {
        unsigned processors = (unsigned)about.multiProcessorCount;
        f->blocks = f->config.blocks > 0 ? f->config.blocks : BLOCKS_EACH * processors;
        error = open_streams(f);
    }
    if (error == LP_OK)
        error = lpc_checked((int)cudaEventCreateWithFlags(&f->asked, cudaEventDisableTiming));
    if (error == LP_OK)
        error = lpc_checked((int)cudaHostAlloc(&memory, sizeof *f->wrong,
                                               cudaHostAllocPortable | cudaHostAllocMapped));
    if (error == LP_OK) {
        f->wrong = memory;
        *f->wrong = 0;
        error = lpc_checked((int)cudaMalloc(&memory, sizeof *f->counter));
    }
    if (error == LP_OK)
        f->counter = memory;
    return error;
}

int lpi_flow_open(const struct lpi_flow_config *config, struct lpi_flow **flow)
{
    int before = 0;
    if (config == NULL || flow == NULL || config->device < 0 || config->verify < LPI_FLOW_OFF ||
        config->verify > LPI_FLOW_FULL || config->host_bytes < LPC_PINNED_GRAIN)
        return LP_ERR_ARG;
    struct lpi_flow *f = calloc(1, sizeof *f);
    if (f == NULL)
        return lpc_refused("no memory");
    f->config = *config;
    lpc_copies_open(&f->copies, &f->out, &f->in, config->host_bytes, config->slab_bytes,
                    lpc_numa_node(config->device));
    int error = enter(f, &before);
    if (error == LP_OK)
        error = leave(f, before, open_all(f));
    if (error != LP_OK) {
        lpi_flow_close(f);
        return error;
    }
    *flow = f;
    return LP_OK;
}

int lpi_flow_use_file(struct lpi_flow *f, const char *path, uint64_t bytes)
{
    if (f == NULL || path == NULL || f->copies.spill != NULL || f->out.asked > 0)
        return LP_ERR_ARG;
    return lpc_spill_open(&f->copies.spill, path, bytes, f->config.verify != LPI_FLOW_OFF,
                          f->copies.trouble);
}

const char *lpi_flow_trouble(const struct lpi_flow *f)
{
    return f->copies.trouble;
}

static void free_room(const struct room *room)
{
    if (room->at != NULL)
        cudaFree(room->at);
}

static void free_rooms(const struct lpi_flow *f)
{
    for (unsigned i = 0; i < SHELVES; i++) {
        free_room(&f->slots[i].parts);
        free_room(&f->slots[i].sizes);
        free_room(&f->stage[i].parts);
    }
    free_room(&f->spare_out);
    free_room(&f->errors);
    free_room(&f->spare_in);
}

void lpi_flow_close(struct lpi_flow *f)
{
    int before = 0;
    if (f == NULL)
        return;
    enter(f, &before);
    close_streams(f);
    if (f->asked != NULL)
        cudaEventDestroy(f->asked);
    free_rooms(f);
    if (f->counter != NULL)
        cudaFree(f->counter);
    if (f->wrong != NULL)
        cudaFreeHost(f->wrong);
    lpc_copies_close(&f->copies);
    leave(f, before, LP_OK);
    free(f->items);
    free(f);
}

/* ---- copies ---- */

static struct item *find(const struct lpi_flow *f, unsigned id)
{
    return f != NULL && id < f->count ? f->items[id] : NULL;
}

static int take_id(struct lpi_flow *f, unsigned *id)
{
    for (*id = f->lowest; *id < f->count && f->items[*id] != NULL; ++*id)
        ;
    if (*id == f->count) {
        unsigned count = f->count > 0 ? 2 * f->count : 64;
        struct item **items = realloc(f->items, count * sizeof *items);
        if (items == NULL)
            return lpc_refused("no memory");
        for (unsigned i = f->count; i < count; i++)
            items[i] = NULL;
        f->items = items;
        f->count = count;
    }
    f->lowest = *id + 1;
    return LP_OK;
}

static uint64_t in_bursts(uint64_t bytes)
{
    return (bytes + LPC_BURST - 1) / LPC_BURST;
}

static uint64_t table_bytes(const struct item *t)
{
    return LPC_BURST * in_bursts(t->parts.count * sizeof(struct lpc_entry));
}

static struct lpc_entry *table_of(const struct item *t)
{
    return (struct lpc_entry *)(void *)(t->copy.head->at + LPC_BURST);
}

/* NULL: it is in the file alone, or empty. */
static uint8_t *content_of(const struct item *t)
{
    return lpc_copies_has(&t->copy) && t->copy.room > 0 ? t->copy.block->at : NULL;
}

static int is_raw(const struct item *t)
{
    return t->parts.setting.codec == LP_SWAP_RAW;
}

/* Largest number of bursts of the parts, each in whole bursts. */
static uint64_t room_of(const struct item *t)
{
    return is_raw(t) ? in_bursts(t->parts.bytes) : t->parts.count * in_bursts(t->parts.room);
}

static void learn_stored(struct lpi_flow *f, struct item *t)
{
    if (t->stored > 0 || t->copy.out == 0 || t->copy.out > f->out.seen)
        return;
    t->stored = is_raw(t) ? t->parts.bytes : table_bytes(t) + lpc_copies_bytes(&t->copy);
    f->stats.link_out += t->stored;
}

/* A raw tensor is cut in parts like a codec's, since its sums are per part. */
static int cut(struct item *t, const struct lp_swap_setting *setting, size_t bytes)
{
    struct lp_swap_setting other = *setting;
    if (other.codec == LP_SWAP_RAW)
        other.codec = LP_SWAP_ZVC;
    int error = lpi_parts_cut(&t->parts, &other, bytes);
    t->parts.setting.codec = setting->codec;
    return error;
}

static int new_item(struct lpi_flow *f, const struct lp_swap_setting *setting, size_t bytes,
                    unsigned *id)
{
    struct item *t = calloc(1, sizeof *t);
    if (t == NULL)
        return lpc_refused("no memory");
    int error = cut(t, setting, bytes);
    if (error == LP_OK)
        error = take_id(f, id);
    t->copy.is_raw = is_raw(t);
    t->copy.room = is_raw(t) ? bytes : bytes > 0 ? LPC_BURST * room_of(t) : 0;
    if (error == LP_OK)
        error = lpc_copies_add(&f->copies, &t->copy, table_bytes(t));
    if (error != LP_OK) {
        free(t);
        return error;
    }
    f->items[*id] = t;
    return LP_OK;
}

int lpi_flow_end(struct lpi_flow *f, unsigned id)
{
    struct item *t = find(f, id);
    if (t == NULL)
        return LP_ERR_ARG;
    learn_stored(f, t);
    f->items[id] = NULL;
    f->lowest = id < f->lowest ? id : f->lowest;
    lpc_copies_end(&f->copies, &t->copy);
    return LP_OK;
}

/* ---- kernels ---- */

/* The stream waits for the work queued on the other one so far. */
static int follow(struct lpi_flow *f, cudaStream_t stream, void *other)
{
    int error = lpc_checked((int)cudaEventRecord(f->asked, (cudaStream_t)other));
    return error == LP_OK ? lpc_checked((int)cudaStreamWaitEvent(stream, f->asked, 0)) : error;
}

static struct lpc_job job_of(const struct lpi_flow *f, const struct item *t)
{
    uint64_t most = t->copy.block != NULL ? t->copy.block->bytes / LPC_BURST : 0;
    return (struct lpc_job){.bytes = t->parts.bytes,
                            .parts = (uint32_t)t->parts.count,
                            .stream = content_of(t),
                            .table = table_of(t),
                            .counter = f->counter,
                            .bursts = most < room_of(t) ? most : room_of(t),
                            .trouble = f->wrong,
                            .tag = t->tag,
                            .sums = f->config.verify != LPI_FLOW_OFF};
}

static int launch(const struct lpi_flow *f, enum lpc_kernel kernel, const struct lpc_job *job,
                  unsigned threads, cudaStream_t stream)
{
    unsigned blocks = job->parts < f->blocks || kernel < LPC_SEND_ZVC ? job->parts : f->blocks;
    return lpc_checked(lpc_launch(kernel, job, blocks, threads, stream));
}

static int copy(cudaStream_t stream, void *to, const void *from, uint64_t bytes,
                enum cudaMemcpyKind kind)
{
    return bytes == 0 ? LP_OK : lpc_checked((int)cudaMemcpyAsync(to, from, bytes, kind, stream));
}

/* Allocates device memory for the way back, whose size is known already. */
static int prepare_in(struct lpi_flow *f, const struct item *t)
{
    int error = LP_OK;
    if (f->config.staged_in)
        error = grow_shelves(f, &f->in, f->stage, table_bytes(t) + LPC_BURST * room_of(t), 0);
    if (error == LP_OK)
        error = grow(f, &f->in, &f->errors, t->parts.count * sizeof(uint32_t));
    return error == LP_OK ? grow(f, &f->in, &f->spare_in, LPC_WINDOW) : error;
}

/* ---- out ---- */

/* The head is memory that former works of both lanes may still use. */
static int make_sums(struct lpi_flow *f, const struct item *t, const struct lpc_job *job,
                     void *stream)
{
    const struct lpc_ticket *ticket = &t->copy.head->ticket;
    int error = follow(f, f->make, stream);
    if (error == LP_OK)
        error = lpc_lane_let_wait(&f->in, f->make, ticket->in);
    if (error == LP_OK)
        error = lpc_lane_let_wait(&f->out, f->make, ticket->out);
    return error == LP_OK ? launch(f, LPC_SUM, job, t->parts.setting.block, f->make) : error;
}

/* Sums and copy both read the tensor, and neither waits for the other. */
static int copy_out(struct lpi_flow *f, const struct item *t, const struct lpc_job *job,
                    void *stream)
{
    int verified = f->config.verify != LPI_FLOW_OFF;
    int error = verified ? make_sums(f, t, job, stream) : LP_OK;
    if (error == LP_OK)
        error = follow(f, f->out.stream, stream);
    if (error == LP_OK)
        error = lpc_lane_begin(&f->out, f->out.stream);
    if (error == LP_OK)
        error = copy(f->out.stream, content_of(t), job->tensor, t->parts.bytes,
                     cudaMemcpyDeviceToHost);
    return error == LP_OK && verified ? follow(f, f->out.stream, f->make) : error;
}

static int take_slots(struct lpi_flow *f, const struct item *t, struct lpc_job *job)
{
    struct shelf *shelf;
    uint64_t warps = t->parts.setting.block / WARP;
    job->room = LPC_BURST * in_bursts(t->parts.room);
    int error = grow_shelves(f, &f->out, f->slots, t->parts.count * job->room,
                             t->parts.count * sizeof(uint64_t));
    if (error == LP_OK && t->parts.setting.codec == LP_SWAP_LZ4)
        error = grow(f, &f->out, &f->spare_out, t->parts.count * warps * LPC_SPARE);
    if (error == LP_OK)
        error = take_shelf(&f->out, f->slots, &f->slots_turn, f->make, &shelf);
    if (error != LP_OK)
        return error;
    job->slots = shelf->parts.at;
    job->sizes = shelf->sizes.at;
    job->spare = f->spare_out.at;
    return LP_OK;
}

static int fill_slots(struct lpi_flow *f, const struct item *t, struct lpc_job *job, void *stream)
{
    unsigned block = t->parts.setting.block;
    int error = take_slots(f, t, job);
    if (error == LP_OK)
        error = follow(f, f->make, stream);
    return error == LP_OK ? launch(f,
                                   (enum lpc_kernel)(LPC_COMPRESS_ZVC +
                                                     lpi_swap_kernel(t->parts.setting.codec)),
                                   job, block, f->make)
                          : error;
}

static int send(struct lpi_flow *f, const struct item *t, struct lpc_job *job, void *stream)
{
    int codec = t->parts.setting.codec, direct = lpi_swap_is_direct(codec) && !f->config.staged_out;
    enum lpc_kernel kernel = codec == LP_SWAP_ZVC ? LPC_SEND_ZVC : LPC_SEND_ZVC16;
    int error = direct ? LP_OK : fill_slots(f, t, job, stream);
    if (error == LP_OK)
        error = follow(f, f->out.stream, direct ? stream : f->make);
    if (error == LP_OK)
        error = lpc_lane_begin(&f->out, f->out.stream);
    if (error == LP_OK)
        error = lpc_checked((int)cudaMemsetAsync(f->counter, 0, sizeof *f->counter, f->out.stream));
    if (error == LP_OK)
        error = launch(f, direct ? kernel : LPC_SEND_SLOTS, job, t->parts.setting.block,
                       f->out.stream);
    if (error == LP_OK)
        error = copy(f->out.stream, t->copy.head->at, f->counter, sizeof *f->counter,
                     cudaMemcpyDeviceToHost);
    return error;
}

/* The number of the last work on the way in that used the copy's memory. */
static uint64_t last_in(const struct lpc_copy *copy)
{
    uint64_t head = copy->head->ticket.in, content = copy->block ? copy->block->ticket.in : 0;
    return head > content ? head : content;
}

static int way_out(struct lpi_flow *f, struct item *t, const void *tensor, void *stream)
{
    struct lpc_job job = job_of(f, t);
    job.tensor = tensor;
    int error = is_raw(t) ? LP_OK : prepare_in(f, t);
    if (error == LP_OK)
        error = lpc_lane_let_wait(&f->in, f->out.stream, last_in(&t->copy));
    if (error == LP_OK && t->parts.bytes == 0)
        error = lpc_lane_begin(&f->out, f->out.stream);
    else if (error == LP_OK)
        error = is_raw(t) ? copy_out(f, t, &job, stream) : send(f, t, &job, stream);
    return error == LP_OK ? lpc_lane_end(&f->out, &t->copy.out) : error;
}

int lpi_flow_out(struct lpi_flow *f, const struct lp_swap_setting *setting, const void *tensor,
                 size_t bytes, uint64_t tag, void *stream, unsigned *id)
{
    int before = 0;
    if (f == NULL || setting == NULL || id == NULL || (tensor == NULL && bytes > 0) ||
        (uintptr_t)tensor % ALIGNED != 0 || tag >= TAGS)
        return LP_ERR_ARG;
    if (setting->codec != LP_SWAP_RAW && lpi_swap_kernel(setting->codec) < 0)
        return LP_ERR_CODEC;
    int error = enter(f, &before);
    if (error == LP_OK)
        error = new_item(f, setting, bytes, id);
    if (error == LP_OK) {
        f->items[*id]->tag = tag;
        error = way_out(f, f->items[*id], tensor, stream);
        if (error != LP_OK)
            lpi_flow_end(f, *id);
    }
    if (error == LP_OK) {
        f->stats.tensors++;
        f->stats.moved_out += bytes;
    }
    return leave(f, before, error);
}

/* The copy's table, which is written by either step, may be reused only after the comparison. */
static int compare(struct lpi_flow *f, const struct item *t, const void *tensor, void *stream)
{
    struct lpc_job job = job_of(f, t);
    job.back = (uint8_t *)tensor;
    int error = launch(f, LPC_CHECK, &job, t->parts.setting.block, (cudaStream_t)stream);
    if (error == LP_OK)
        error = follow(f, f->make, stream);
    return error == LP_OK ? follow(f, f->out.stream, stream) : error;
}

int lpi_flow_release(struct lpi_flow *f, unsigned id, const void *tensor, void *stream)
{
    int before = 0;
    struct item *t = find(f, id);
    if (t == NULL)
        return LP_ERR_ARG;
    int error = enter(f, &before);
    if (error == LP_OK)
        error = lpc_lane_let_wait(&f->out, (cudaStream_t)stream, t->copy.out);
    if (error == LP_OK && tensor != NULL && t->parts.bytes > 0 && f->config.verify != LPI_FLOW_OFF)
        error = compare(f, t, tensor, stream);
    return leave(f, before, error);
}

/* ---- in ---- */

static int is_staged(const struct lpi_flow *f, const struct item *t)
{
    return f->config.staged_in && t->copy.out <= f->out.seen;
}

/* Copies may begin before the stream is that far. */
static int fetch_parts(struct lpi_flow *f, const struct item *t, struct lpc_job *job)
{
    struct shelf *shelf;
    int error = take_shelf(&f->in, f->stage, &f->stage_turn, f->fetch, &shelf);
    if (error == LP_OK)
        error = lpc_lane_begin(&f->in, f->fetch);
    if (error == LP_OK)
        error = copy(f->fetch, shelf->parts.at, table_of(t), table_bytes(t),
                     cudaMemcpyHostToDevice);
    job->stream = (uint8_t *)shelf->parts.at + table_bytes(t);
    if (error == LP_OK)
        error = copy(f->fetch, job->stream, content_of(t), lpc_copies_bytes(&t->copy),
                     cudaMemcpyHostToDevice);
    if (error != LP_OK)
        return error;
    job->table = shelf->parts.at;
    return follow(f, f->in.stream, f->fetch);
}

static int expand(struct lpi_flow *f, const struct item *t, struct lpc_job *job)
{
    unsigned block = t->parts.setting.block;
    int codec = t->parts.setting.codec;
    if (lpi_swap_is_direct(codec))
        return launch(f, codec == LP_SWAP_ZVC ? LPC_RECEIVE_ZVC : LPC_RECEIVE_ZVC16, job, block,
                      f->in.stream);
    job->errors = f->errors.at;
    job->spare = f->spare_in.at;
    int error = launch(f, (enum lpc_kernel)(LPC_EXPAND_ZVC + lpi_swap_kernel(codec)), job, block,
                       f->in.stream);
    return error == LP_OK ? launch(f, LPC_CHECK, job, block, f->in.stream) : error;
}

static int receive(struct lpi_flow *f, const struct item *t, struct lpc_job *job, void *stream)
{
    int staged = is_staged(f, t);
    int error = staged ? fetch_parts(f, t, job)
                       : lpc_lane_let_wait(&f->out, f->in.stream, t->copy.out);
    if (error == LP_OK)
        error = follow(f, f->in.stream, stream);
    if (error == LP_OK && !staged)
        error = lpc_lane_begin(&f->in, f->in.stream);
    return error == LP_OK ? expand(f, t, job) : error;
}

static int copy_in(struct lpi_flow *f, const struct item *t, const struct lpc_job *job,
                   void *stream)
{
    int error = follow(f, f->fetch, stream);
    if (error == LP_OK)
        error = lpc_lane_let_wait(&f->out, f->fetch, t->copy.out);
    if (error == LP_OK)
        error = lpc_lane_begin(&f->in, f->fetch);
    if (error == LP_OK)
        error = copy(f->fetch, job->back, content_of(t), t->parts.bytes, cudaMemcpyHostToDevice);
    if (error == LP_OK)
        error = follow(f, f->in.stream, f->fetch);
    if (error == LP_OK && f->config.verify == LPI_FLOW_FULL)
        error = launch(f, LPC_CHECK, job, t->parts.setting.block, f->in.stream);
    return error;
}

static int way_in(struct lpi_flow *f, struct item *t, void *tensor, void *stream)
{
    struct lpc_job job = job_of(f, t);
    job.back = tensor;
    int error;
    if (t->parts.bytes == 0)
        error = lpc_lane_begin(&f->in, f->in.stream);
    else
        error = is_raw(t) ? copy_in(f, t, &job, stream) : receive(f, t, &job, stream);
    return error == LP_OK ? lpc_lane_end(&f->in, &t->copy.in) : error;
}

int lpi_flow_in(struct lpi_flow *f, unsigned id, void *tensor, void *stream)
{
    int before = 0;
    struct item *t = find(f, id);
    if (t == NULL || (tensor == NULL && t->parts.bytes > 0) || (uintptr_t)tensor % ALIGNED != 0)
        return LP_ERR_ARG;
    int error = enter(f, &before);
    if (error == LP_OK)
        error = lpc_lane_look(&f->out);
    if (error == LP_OK)
        error = lpc_copies_need(&f->copies, &t->copy);
    if (error == LP_OK)
        error = way_in(f, t, tensor, stream);
    if (error == LP_OK) {
        learn_stored(f, t);
        f->stats.link_in += t->stored;
        f->stats.moved_in += t->parts.bytes;
    }
    return leave(f, before, error);
}

int lpi_flow_expect(struct lpi_flow *f, unsigned id)
{
    int before = 0;
    struct item *t = find(f, id);
    if (t == NULL)
        return LP_ERR_ARG;
    int error = enter(f, &before);
    return leave(f, before, error == LP_OK ? lpc_copies_expect(&f->copies, &t->copy) : error);
}

int lpi_flow_use(struct lpi_flow *f, unsigned id, void *stream)
{
    int before = 0;
    struct item *t = find(f, id);
    if (t == NULL)
        return LP_ERR_ARG;
    int error = enter(f, &before);
    if (error == LP_OK)
        error = lpc_lane_let_wait(&f->in, (cudaStream_t)stream, t->copy.in);
    return leave(f, before, error);
}

/* ---- facts ---- */

void *lpi_flow_out_stream(struct lpi_flow *f)
{
    return f->out.stream;
}

static int look(struct lpi_flow *f, uint64_t *wrong)
{
    int error = lpc_lane_look(&f->out);
    if (error == LP_OK)
        error = lpc_lane_look(&f->in);
    if (error == LP_OK)
        error = lpc_copies_tend(&f->copies);
    *wrong = *(volatile uint64_t *)f->wrong;
    return error;
}

int lpi_flow_look(struct lpi_flow *f, uint64_t *wrong)
{
    int before = 0;
    if (f == NULL || wrong == NULL)
        return LP_ERR_ARG;
    int error = enter(f, &before);
    return leave(f, before, error == LP_OK ? look(f, wrong) : error);
}

int lpi_flow_wait(struct lpi_flow *f, uint64_t *wrong)
{
    int before = 0;
    if (f == NULL || wrong == NULL)
        return LP_ERR_ARG;
    int error = enter(f, &before);
    f->stats.waits++;
    if (error == LP_OK)
        error = lpc_checked((int)cudaStreamSynchronize(f->out.stream));
    if (error == LP_OK)
        error = lpc_checked((int)cudaStreamSynchronize(f->in.stream));
    return leave(f, before, error == LP_OK ? look(f, wrong) : error);
}

int lpi_flow_facts(struct lpi_flow *f, unsigned id, struct lpi_flow_facts *facts)
{
    struct item *t = find(f, id);
    if (t == NULL || facts == NULL)
        return LP_ERR_ARG;
    *facts = (struct lpi_flow_facts){.bytes = t->parts.bytes,
                                     .table = table_of(t),
                                     .content = content_of(t),
                                     .out = t->copy.out,
                                     .in = t->copy.in,
                                     .parts = t->parts.count};
    learn_stored(f, t);
    facts->stored = t->stored;
    facts->leave = lpc_lane_seconds(&f->out, t->copy.out);
    facts->come = lpc_lane_seconds(&f->in, t->copy.in);
    return LP_OK;
}

int lpi_flow_span(struct lpi_flow *f, int in, uint64_t number, void *since, double span[2])
{
    if (f == NULL || since == NULL || span == NULL)
        return LP_ERR_ARG;
    return lpc_lane_span(in ? &f->in : &f->out, number, (cudaEvent_t)since, span);
}

void lpi_flow_stats(struct lpi_flow *f, struct lpi_flow_stats *stats)
{
    const struct lpc_copies *c = &f->copies;
    struct lpc_spill_stats file = {0};
    if (c->spill != NULL)
        lpc_spill_stats(c->spill, &file);
    *stats = f->stats;
    stats->host = lpc_copies_held(c);
    stats->host_peak = c->peak;
    stats->pinned = c->pool.held + c->heads.held;
    stats->slabs = c->pool.slabs + c->heads.slabs;
    stats->busy_out = f->out.busy;
    stats->busy_in = f->in.busy;
    stats->waits += c->waits;
    stats->file_waits = c->file_waits;
    stats->file = file.used;
    stats->file_peak = file.peak;
    stats->written = file.written;
    stats->read = file.read;
}
