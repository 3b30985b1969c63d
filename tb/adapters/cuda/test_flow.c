/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensors that leave and come back in stream order (adapters/cuda/flow.h), in iterations like a
 * training's: an allocator reuses device memory as soon as it is released, prefetches run ahead,
 * streams change. On the emulated GPU, streams progress late, early or in pieces, and unordered
 * conflicting work ends the program. Tensors come back unchanged, the host never waits, and copies
 * equal those of liblinepress. Some trainings have little pinned memory and a file. `test_flow N`
 * takes N seeds in place of SEEDS.
 */
#define _GNU_SOURCE /* syscall */
#include "../../lib/unit.h"

#include "../../../adapters/cuda/flow.h"
#include "../../../adapters/cuda/job.h"
#include "../../../adapters/cuda/marks.h"
#include "../../../adapters/cuda/numa.h"
#include "../../../adapters/cuda/pinned.h"
#include "../../../cmodel/lib/swap/swap_cuda.h"
#include "codecs.h"
#include "emulated/emulator.h"
#include <sys/syscall.h>
#include <unistd.h>

#define SEEDS 200u
#define TIMED 24u
#define LARGE 10u /* seeds of which one has large tensors, and the others small ones */
#define TENSORS_MOST 10u
#define BYTES_MOST 12000u
#define BYTES_SMALL 600u
#define ROUNDS 4u
#define CURRENT 2u /* streams that a training uses */
#define MIB (1024u * 1024u)
#define KEPT 1024u /* LPC_LANE_EVENTS */

static unsigned seeds = SEEDS;
static struct lp_swap_threads *threads;

static void good(int error)
{
    if (error != 0)
        fail_msg("error %d: %s", error, lpi_cuda_trouble());
}

/* ---- device memory as in PyTorch: freed in the order of a stream ---- */

#define BUFFERS 64u
static struct {
    void *at;
    size_t bytes;
    unsigned stream;
    int used;
} buffers[BUFFERS];

static void *take(size_t bytes, unsigned stream)
{
    unsigned i = 0;
    while (i < BUFFERS && buffers[i].at != NULL &&
           (buffers[i].used || buffers[i].bytes < bytes || buffers[i].stream != stream))
        i++;
    assert_true(i < BUFFERS);
    if (buffers[i].at == NULL) {
        size_t room = (bytes + 1023) / 1024 * 1024 + 1024;
        good(cudaMalloc(&buffers[i].at, room));
        buffers[i].bytes = room;
        buffers[i].stream = stream;
    }
    buffers[i].used = 1;
    return buffers[i].at;
}

static void give(void *at)
{
    unsigned i = 0;
    while (buffers[i].at != at)
        i++;
    buffers[i].used = 0;
}

static void free_buffers(void)
{
    for (unsigned i = 0; i < BUFFERS && buffers[i].at != NULL; i++) {
        cudaFree(buffers[i].at);
        buffers[i].at = NULL;
    }
}

/* ---- a training ---- */

enum { HERE, LEFT, COMES, BACK };

struct one {
    size_t bytes;
    struct lp_swap_setting setting;
    unsigned stream, id;
    void *data;
    uint8_t *due, *found; /* pinned, of each round */
    int state, dropped;   /* dropped: unused in this round */
    unsigned used;        /* rounds */
};

/* Distance in bytes between the data of two rounds. */
static size_t stride_of(const struct one *one)
{
    return (one->bytes + 63) / 64 * 64;
}

struct training {
    struct lpi_flow *flow;
    cudaStream_t streams[CURRENT];
    struct one tensors[TENSORS_MOST];
    unsigned count, early; /* tensors; number that come before they are used */
    int verify;
    char folder[32], file[40]; /* "": there is no file */
    unsigned kept[TENSORS_MOST * ROUNDS],
        kept_count; /* copies that graphs of earlier rounds have */
};

static void make(struct one *one, unsigned most)
{
    /* Few sizes, so that memory is soon reused by another tensor. */
    one->bytes = unit_random() % 8 ? (1 + unit_random() % 3) * (most / 3) - 20 : 0;
    one->setting = (struct lp_swap_setting){
        some_codec(unit_random()), 1 + (unsigned)unit_random() % 12, unit_random() % 2 ? 64 : 128};
    void *memory;
    good(cudaHostAlloc(&memory, 2 * ROUNDS * stride_of(one) + 1, 0));
    one->due = memory;
    one->found = one->due + ROUNDS * stride_of(one);
    unit_fill(one->due, ROUNDS * stride_of(one));
}

/* Pinned memory for few of the tensors at once. */
static void use_file(struct training *t, struct lpi_flow_config *config)
{
    strcpy(t->folder, "/tmp/test_flow.XXXXXX");
    assert_non_null(mkdtemp(t->folder));
    snprintf(t->file, sizeof t->file, "%s/pool", t->folder);
    config->host_bytes = (64 + unit_random() % 40) * 1024;
    config->slab_bytes = (1 + unit_random() % 8) * 8192;
}

static void open_training(struct training *t, unsigned most)
{
    struct lpi_flow_config config = {.host_bytes = 4 * MIB,
                                     .slab_bytes = 32768,
                                     .blocks = 1 + (unsigned)unit_random() % 5,
                                     .staged_out = (int)(unit_random() % 2),
                                     .staged_in = (int)(unit_random() % 2),
                                     .verify = (int)(unit_random() % 3)};
    t->verify = config.verify;
    if (unit_random() % 2)
        use_file(t, &config);
    good(lpi_flow_open(&config, &t->flow));
    if (t->file[0] != '\0')
        good(lpi_flow_use_file(t->flow, t->file, MIB));
    for (unsigned i = 0; i < CURRENT; i++)
        good(cudaStreamCreateWithFlags(&t->streams[i], cudaStreamNonBlocking));
    t->count = 3 + (unsigned)unit_random() % (TENSORS_MOST - 3);
    t->early = (unsigned)unit_random() % 4;
    for (unsigned i = 0; i < t->count; i++)
        make(&t->tensors[i], most);
}

static void close_training(struct training *t)
{
    for (unsigned i = 0; i < CURRENT; i++)
        good(cudaStreamSynchronize(t->streams[i]));
    lpi_flow_close(t->flow);
    if (t->file[0] != '\0')
        assert_int_equal(rmdir(t->folder), 0);
    for (unsigned i = 0; i < CURRENT; i++)
        cudaStreamDestroy(t->streams[i]);
    for (unsigned i = 0; i < t->count; i++)
        cudaFreeHost(t->tensors[i].due);
    free_buffers();
}

static unsigned some_stream(void)
{
    return unit_random() % 3 == 0 ? 1 : 0;
}

static cudaStream_t stream_of(const struct training *t, const struct one *one)
{
    return t->streams[one->stream];
}

/* Its memory may be reused from here on. */
static void release(struct training *t, struct one *one)
{
    if (one->state != HERE)
        return;
    good(lpi_flow_release(t->flow, one->id, one->data, stream_of(t, one)));
    give(one->data);
    one->state = LEFT;
}

/* The graph is freed before its tensor is used, perhaps while it leaves. */
static void drop(struct training *t, struct one *one)
{
    if (one->state == HERE) {
        good(lpi_flow_release(t->flow, one->id, NULL, stream_of(t, one)));
        give(one->data);
    }
    good(lpi_flow_end(t->flow, one->id));
    one->state = BACK;
}

static void end(struct training *t, unsigned id)
{
    if (unit_random() % 3 == 0)
        t->kept[t->kept_count++] = id;
    else
        good(lpi_flow_end(t->flow, id));
}

/* Any of those that are kept. */
static void end_one(struct training *t)
{
    unsigned i = (unsigned)unit_random() % t->kept_count;
    good(lpi_flow_end(t->flow, t->kept[i]));
    t->kept[i] = t->kept[--t->kept_count];
}

static void forward(struct training *t, unsigned round)
{
    for (unsigned i = 0; i < t->count; i++) {
        struct one *one = &t->tensors[i];
        if (t->kept_count > 0 && unit_random() % 2)
            end_one(t);
        one->stream = some_stream();
        one->dropped = unit_random() % 3 == 0;
        one->data = take(one->bytes, one->stream);
        good(cudaMemcpyAsync(one->data, one->due + round * stride_of(one), one->bytes,
                             cudaMemcpyHostToDevice, stream_of(t, one)));
        good(lpi_flow_out(t->flow, &one->setting, one->data, one->bytes, i + 1, stream_of(t, one),
                          &one->id));
        one->state = HERE;
        if (one->dropped && unit_random() % 3 == 0)
            drop(t, one);
        if (i >= 2 && unit_random() % 4)
            release(t, &t->tensors[i - 2]);
        if (i >= 2 && t->tensors[i - 2].state == LEFT && t->tensors[i - 2].dropped)
            drop(t, &t->tensors[i - 2]);
    }
    for (unsigned i = 0; i + 1 < t->count; i++)
        release(t, &t->tensors[i]);
}

static void bring(struct training *t, struct one *one)
{
    if (one->state != LEFT)
        return;
    one->stream = some_stream();
    one->data = take(one->bytes, one->stream);
    good(lpi_flow_in(t->flow, one->id, one->data, stream_of(t, one)));
    one->state = COMES;
}

static void expect(struct training *t, const struct one *one)
{
    if (one->state != LEFT)
        return;
    int error = lpi_flow_expect(t->flow, one->id);
    assert_true(error == LP_OK || error == LP_ERR_HOST_FULL);
}

static void use(struct training *t, struct one *one, unsigned round)
{
    bring(t, one);
    if (one->state == COMES)
        good(lpi_flow_use(t->flow, one->id, stream_of(t, one)));
    else /* Its memory is free after this, and it may still be leaving. */
        good(lpi_flow_release(t->flow, one->id, NULL, stream_of(t, one)));
    good(cudaMemcpyAsync(one->found + round * stride_of(one), one->data, one->bytes,
                         cudaMemcpyDeviceToHost, stream_of(t, one)));
    one->used |= 1u << round;
    one->state = BACK;
}

static void backward(struct training *t, unsigned round)
{
    for (unsigned i = t->count; i-- > 0;) {
        struct one *one = &t->tensors[i];
        if (one->state == BACK)
            continue;
        use(t, one, round);
        for (unsigned k = 1; k <= t->early && k <= i; k++)
            bring(t, &t->tensors[i - k]);
        for (unsigned k = t->early + 1; k <= t->early + 3 && k <= i; k++)
            expect(t, &t->tensors[i - k]);
        end(t, one->id);
        give(one->data);
    }
}

/* At its end the host does not know which work is complete. */
static void one_round(struct training *t, unsigned round)
{
    uint64_t wrong = 0, waits = emulator_host_waits;
    struct lpi_flow_stats before, stats;
    lpi_flow_stats(t->flow, &before);
    forward(t, round);
    good(lpi_flow_look(t->flow, &wrong));
    backward(t, round);
    lpi_flow_stats(t->flow, &stats);
    /* The first one allocates the device memory for streams. */
    if (round > 0 && t->file[0] == '\0') {
        assert_int_equal(emulator_host_waits, waits);
        assert_int_equal(stats.waits, before.waits);
        assert_int_equal(stats.staged, before.staged);
    }
}

static void compare(struct training *t)
{
    uint64_t wrong = 0;
    for (unsigned i = 0; i < CURRENT; i++)
        good(cudaStreamSynchronize(t->streams[i]));
    for (unsigned i = 0; i < t->count; i++)
        for (unsigned round = 0; round < ROUNDS; round++) {
            const struct one *one = &t->tensors[i];
            if (one->used >> round & 1)
                assert_memory_equal(one->found + round * stride_of(one),
                                    one->due + round * stride_of(one), one->bytes);
        }
    good(lpi_flow_look(t->flow, &wrong));
    assert_int_equal(wrong, 0);
}

/* Copies that ended while the file's threads had them are given back when these are done. */
static void check_empty(struct training *t, struct lpi_flow_stats *stats)
{
    uint64_t wrong;
    for (unsigned i = 0; i < 1000; i++) {
        lpi_flow_stats(t->flow, stats);
        if (stats->host == 0 && stats->file == 0)
            return;
        assert_true(t->file[0] != '\0');
        good(lpi_flow_look(t->flow, &wrong));
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    fail_msg("%llu bytes are held, %llu of the file", (unsigned long long)stats->host,
             (unsigned long long)stats->file);
}

static void trainings(void **state)
{
    (void)state;
    uint64_t written = 0, read = 0;
    for (unsigned seed = 0; seed < seeds; seed++) {
        struct training t = {0};
        struct lpi_flow_stats last;
        /* Each mood meets large tensors too. */
        emulator_set_mood((enum emulator_mood)((seed + seed / LARGE) % EMULATOR_MOODS));
        open_training(&t, seed % LARGE == 0 ? BYTES_MOST : BYTES_SMALL);
        for (unsigned round = 0; round < ROUNDS; round++)
            one_round(&t, round);
        compare(&t);
        while (t.kept_count > 0)
            end_one(&t);
        check_empty(&t, &last);
        written += last.written;
        read += last.read;
        close_training(&t);
    }
    assert_true(seeds < SEEDS || (written > 0 && read > 0));
}

/* ---- copies ---- */

static struct lpi_flow *open_flow(int staged, int verify)
{
    struct lpi_flow_config config = {.host_bytes = MIB,
                                     .slab_bytes = MIB,
                                     .blocks = 3,
                                     .staged_out = staged,
                                     .staged_in = staged,
                                     .verify = verify};
    struct lpi_flow *flow;
    good(lpi_flow_open(&config, &flow));
    return flow;
}

/* The copy's parts as a stream of docs/reference/format.md, section 21. */
static size_t stream_of_copy(const struct lpi_flow_facts *facts, size_t bytes, uint8_t *stream)
{
    const struct lpc_entry *table = facts->table;
    const uint8_t *content = facts->content;
    size_t parts = (size_t)facts->parts, at = 12 + 8 * parts;
    memset(stream, 0, at);
    memcpy(stream, &(uint32_t){(uint32_t)parts}, 4);
    memcpy(stream + 4, &(uint64_t){bytes}, 8);
    for (size_t i = 0; i < parts; i++) {
        memcpy(stream + 12 + 8 * i, &(uint64_t){table[i].bytes}, 8);
        memcpy(stream + at, content + (size_t)LPC_BURST * table[i].from, table[i].bytes);
        at += table[i].bytes;
    }
    return at;
}

/* A part's last burst is padded with zeros if its kernel writes whole bursts. */
static void check_padding(const struct lpi_flow_facts *facts, size_t parts)
{
    const struct lpc_entry *table = facts->table;
    for (size_t i = 0; i < parts; i++) {
        const uint8_t *part = (const uint8_t *)facts->content + (size_t)LPC_BURST * table[i].from;
        for (size_t at = table[i].bytes; at % LPC_BURST != 0; at++)
            assert_int_equal(part[at], 0);
    }
}

static void one_copy(struct lpi_flow *flow, int codec, int staged)
{
    static uint8_t data[BYTES_MOST], back[BYTES_MOST];
    size_t bytes = 4 + unit_random() % (BYTES_MOST - 4), bound, size;
    struct lp_swap_setting setting = {codec, 8, unit_random() % 2 ? 64 : 128};
    struct lpi_flow_facts facts;
    uint64_t wrong;
    unsigned id;
    void *tensor;
    bytes = bytes < 8 * 128 ? 8 * 128 : bytes;
    unit_fill(data, bytes);
    good(lp_swap_bound(&setting, bytes, &bound));
    uint8_t *due = malloc(bound), *found = malloc(bound);
    good(lp_swap_compress(threads, &setting, data, bytes, due, bound, &size));
    good(cudaMalloc(&tensor, bytes));
    good(cudaMemcpyAsync(tensor, data, bytes, cudaMemcpyHostToDevice, NULL));
    good(lpi_flow_out(flow, &setting, tensor, bytes, 1, NULL, &id));
    good(lpi_flow_wait(flow, &wrong));
    good(lpi_flow_facts(flow, id, &facts));
    assert_int_equal(stream_of_copy(&facts, bytes, found), size);
    assert_memory_equal(found, due, size);
    if ((codec == LP_SWAP_ZVC || codec == LP_SWAP_ZVC16) && !staged)
        check_padding(&facts, setting.grid);
    good(lp_swap_expand(threads, codec, found, size, back, bytes));
    assert_memory_equal(back, data, bytes);
    good(lpi_flow_end(flow, id));
    good(cudaFree(tensor));
    free(due);
    free(found);
}

static void copies(void **state)
{
    (void)state;
    for (int staged = 0; staged < 2; staged++) {
        struct lpi_flow *flow = open_flow(staged, LPI_FLOW_DEVICE);
        for (int codec = LP_SWAP_ZVC; codec < LP_SWAP_CODECS; codec = next_codec(codec))
            for (unsigned i = 0; i < 6; i++)
                one_copy(flow, codec, staged);
        lpi_flow_close(flow);
    }
}

/* ---- pinned memory ---- */

#define GRAINS 64u
#define TAKEN_MOST 12u

/* The last works that accessed each grain of the pool, which is one slab. */
struct grains {
    const uint8_t *at;
    struct lpc_ticket last[GRAINS];
};

static void touch(struct grains *g, const struct lpc_block *b, const struct lpc_ticket *by)
{
    size_t first = (size_t)(b->at - g->at) / LPC_PINNED_GRAIN;
    for (size_t i = first; i < first + b->bytes / LPC_PINNED_GRAIN; i++)
        g->last[i] = *by;
}

/* A new owner of the block waits for all works that accessed it. */
static void check_ticket(const struct grains *g, const struct lpc_block *b)
{
    size_t first = (size_t)(b->at - g->at) / LPC_PINNED_GRAIN;
    for (size_t i = first; i < first + b->bytes / LPC_PINNED_GRAIN; i++) {
        assert_true(b->ticket.out >= g->last[i].out);
        assert_true(b->ticket.in >= g->last[i].in);
    }
}

static struct lpc_block *take_some(struct lpc_pinned *pool, struct grains *g)
{
    struct lpc_block *b;
    int error = lpc_pinned_take(pool, (1 + unit_random() % 9) * LPC_PINNED_GRAIN, NULL, &b);
    if (error == LP_ERR_HOST_FULL)
        return NULL;
    good(error);
    g->at = pool->blocks->at;
    check_ticket(g, b);
    return b;
}

static void tickets(void **state)
{
    (void)state;
    struct lpc_pinned pool;
    struct grains g = {0};
    struct lpc_block *taken[TAKEN_MOST] = {NULL};
    lpc_pinned_open(&pool, GRAINS * LPC_PINNED_GRAIN, GRAINS * LPC_PINNED_GRAIN, -1);
    for (uint64_t work = 1; work < 2000; work++) {
        struct lpc_block **b = &taken[unit_random() % TAKEN_MOST];
        if (*b == NULL) {
            *b = take_some(&pool, &g);
            continue;
        }
        /* Its works are the newest. */
        (*b)->ticket = (struct lpc_ticket){work, work + unit_random() % 2};
        touch(&g, *b, &(*b)->ticket);
        lpc_pinned_give(&pool, *b);
        *b = NULL;
    }
    lpc_pinned_close(&pool);
}

/* ---- memory near to the GPU ---- */

#define DEFAULT 0 /* MPOL_DEFAULT and MPOL_PREFERRED of <linux/mempolicy.h> */
#define PREFERRED 1

static int policy_now(unsigned long *nodes)
{
    int mode = -1;
    unsigned long mask[LPC_NUMA_WORDS] = {0};
    if (syscall(SYS_get_mempolicy, &mode, mask, 8 * sizeof mask + 1, NULL, 0ul) != 0)
        skip(); /* a container may refuse it */
    *nodes = mask[0];
    return mode;
}

/* Pages come from the node while a slab is made, and then as before. */
static void near_memory(void **state)
{
    (void)state;
    unsigned long nodes;
    struct lpc_numa_policy before;
    struct lpc_pinned pool;
    struct lpc_block *block;
    assert_int_equal(policy_now(&nodes), DEFAULT);
    lpc_numa_prefer(0, &before);
    assert_int_equal(policy_now(&nodes), PREFERRED);
    assert_int_equal(nodes, 1);
    lpc_numa_restore(&before);
    assert_int_equal(policy_now(&nodes), DEFAULT);
    lpc_pinned_open(&pool, MIB, MIB, 0);
    good(lpc_pinned_take(&pool, 1, NULL, &block));
    assert_int_equal(emulator_host_policy, PREFERRED);
    assert_int_equal(policy_now(&nodes), DEFAULT);
    lpc_pinned_give(&pool, block);
    lpc_pinned_close(&pool);
    lpc_numa_prefer(-1, &before);
    assert_int_equal(policy_now(&nodes), DEFAULT);
    assert_true(lpc_numa_node(0) >= -1);
}

/* ---- changed data ---- */

/* Corrupts the copy (where = 0), a part's size (1) or position (3) in its table, or the tensor
 * before its release (2). */
static uint64_t spoilt(int codec, int staged, int verify, int where)
{
    static uint8_t data[4096];
    struct lp_swap_setting setting = {codec, 4, 64};
    struct lpi_flow *flow = open_flow(staged, verify);
    struct lpi_flow_facts facts;
    uint64_t wrong;
    unsigned id;
    void *tensor;
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(1 + i % 250);
    good(cudaMalloc(&tensor, sizeof data));
    good(cudaMemcpyAsync(tensor, data, sizeof data, cudaMemcpyHostToDevice, NULL));
    good(lpi_flow_out(flow, &setting, tensor, sizeof data, 77, NULL, &id));
    good(lpi_flow_wait(flow, &wrong));
    assert_int_equal(wrong, 0);
    good(lpi_flow_facts(flow, id, &facts));
    if (where == 0)
        ((uint8_t *)facts.content)[200] ^= 4;
    if (where == 1)
        ((struct lpc_entry *)facts.table)[2].bytes = 0x7ffffff0;
    if (where == 3)
        ((struct lpc_entry *)facts.table)[2].from = 0x7ffffff0;
    if (where == 2) {
        data[99] ^= 1;
        good(cudaMemcpyAsync(tensor, data, sizeof data, cudaMemcpyHostToDevice, NULL));
    }
    good(lpi_flow_release(flow, id, where == 2 ? tensor : NULL, NULL));
    good(lpi_flow_in(flow, id, tensor, NULL));
    good(lpi_flow_use(flow, id, NULL));
    good(cudaStreamSynchronize(NULL));
    good(lpi_flow_wait(flow, &wrong));
    good(lpi_flow_end(flow, id));
    lpi_flow_close(flow);
    good(cudaFree(tensor));
    return wrong;
}

static void wrong_tensors(void **state)
{
    (void)state;
    for (int codec = LP_SWAP_RAW; codec < LP_SWAP_CODECS; codec = next_codec(codec))
        for (int staged = 0; staged < 2; staged++) {
            int raw = codec == LP_SWAP_RAW;
            assert_int_equal(spoilt(codec, staged, LPI_FLOW_FULL, 0) >> 8, 77);
            assert_int_equal(spoilt(codec, staged, LPI_FLOW_DEVICE, 0) >> 8, raw ? 0 : 77);
            assert_int_equal(spoilt(codec, staged, LPI_FLOW_DEVICE, 1) >> 8, raw ? 0 : 77);
            assert_int_equal(spoilt(codec, staged, LPI_FLOW_DEVICE, 3) >> 8, raw ? 0 : 77);
            assert_int_equal(spoilt(codec, staged, LPI_FLOW_DEVICE, 2) >> 8, 77);
            assert_int_equal(spoilt(codec, staged, LPI_FLOW_OFF, 2), 0);
        }
}

static void refused(void **state)
{
    (void)state;
    struct lpi_flow *flow = open_flow(0, LPI_FLOW_DEVICE), *other = NULL;
    struct lp_swap_setting setting = {LP_SWAP_RAW, 1, 64}, bpc = {LP_SWAP_BPC, 1, 64};
    struct lpi_flow_config config = {.device = 99, .host_bytes = MIB};
    unsigned id;
    void *tensor;
    good(cudaMalloc(&tensor, 2 * MIB));
    assert_int_equal(lpi_flow_open(&config, &other), LP_ERR_SYSTEM);
    assert_int_equal(lpi_flow_out(flow, &bpc, tensor, 64, 1, NULL, &id), LP_ERR_CODEC);
    assert_int_equal(lpi_flow_out(flow, &setting, NULL, 64, 1, NULL, &id), LP_ERR_ARG);
    assert_int_equal(lpi_flow_out(flow, &setting, (uint8_t *)tensor + 1, 64, 1, NULL, &id),
                     LP_ERR_ARG);
    assert_int_equal(lpi_flow_out(flow, &setting, tensor, 2 * MIB, 1, NULL, &id), LP_ERR_HOST_FULL);
    good(lpi_flow_out(flow, &setting, tensor, MIB / 2, 1, NULL, &id));
    assert_int_equal(lpi_flow_in(flow, id + 1, tensor, NULL), LP_ERR_ARG);
    assert_int_equal(lpi_flow_release(flow, 1000, NULL, NULL), LP_ERR_ARG);
    good(lpi_flow_end(flow, id));
    assert_int_equal(lpi_flow_end(flow, id), LP_ERR_ARG);
    lpi_flow_close(flow);
    good(cudaFree(tensor));
}

/* Both forms bring the tensor back, by the same bytes on the link; a copy's times are its part. */
static void timed(void **state)
{
    (void)state;
    uint8_t data[BYTES_MOST], found[BYTES_MOST];
    struct lpi_cuda_ways runs[2];
    void *tensor, *back;
    good(cudaMalloc(&tensor, BYTES_MOST));
    good(cudaMalloc(&back, BYTES_MOST));
    for (unsigned i = 0; i < seeds && i < TIMED; i++) {
        struct lp_swap_setting setting = {1 + (int)(unit_random() % LP_SWAP_LZ4),
                                          1 + (unsigned)unit_random() % 12,
                                          unit_random() % 2 ? 64 : 128};
        size_t bytes = 1 + unit_random() % BYTES_MOST;
        uint64_t stored = 0, device = 0;
        unit_fill(data, bytes);
        good(cudaMemcpyAsync(tensor, data, bytes, cudaMemcpyHostToDevice, NULL));
        for (int staged = 1; staged >= 0; staged--) {
            int error = lpi_cuda_ways(&setting, tensor, bytes, staged, back, runs, 2);
            if (!staged && setting.codec != LP_SWAP_ZVC) {
                assert_int_equal(error, LP_ERR_CODEC);
                continue;
            }
            good(error);
            good(cudaMemcpyAsync(found, back, bytes, cudaMemcpyDeviceToHost, NULL));
            good(cudaMemsetAsync(back, 0, bytes, NULL));
            good(cudaStreamSynchronize(NULL));
            assert_memory_equal(found, data, bytes);
            for (unsigned run = 0; run < 2; run++) {
                assert_true(runs[run].out > 0 && runs[run].in > 0);
                assert_true(runs[run].stored > 0 && (stored == 0 || runs[run].stored == stored));
                assert_true(staged ? runs[run].device > bytes : runs[run].device < device);
                stored = runs[run].stored;
                device = staged ? runs[run].device : device;
            }
        }
    }
    assert_int_equal(lpi_cuda_ways(NULL, tensor, 4, 1, back, runs, 1), LP_ERR_ARG);
    good(cudaFree(tensor));
    good(cudaFree(back));
}

/* A transfer's begin and end, in seconds since a mark before it; a mark after it is later. */
static void spans(void **state)
{
    (void)state;
    struct lpi_flow *flow = open_flow(0, LPI_FLOW_DEVICE);
    struct lp_swap_setting setting = {LP_SWAP_ZVC, 4, 64};
    struct lpi_flow_facts facts;
    struct lpi_marks *marks;
    unsigned id, first, last;
    uint64_t wrong;
    double out[2], in[2], end;
    void *tensor;
    good(cudaMalloc(&tensor, 4096));
    good(cudaMemsetAsync(tensor, 1, 4096, NULL));
    good(lpi_marks_open(0, &marks));
    assert_null(lpi_marks_first(marks));
    good(lpi_marks_set(marks, NULL, &first));
    good(lpi_flow_out(flow, &setting, tensor, 4096, 1, NULL, &id));
    good(lpi_flow_facts(flow, id, &facts));
    assert_int_equal(facts.in, 0);
    good(lpi_flow_release(flow, id, NULL, NULL));
    good(lpi_flow_in(flow, id, tensor, NULL));
    good(lpi_flow_use(flow, id, NULL));
    good(lpi_marks_set(marks, NULL, &last));
    assert_int_equal(first, 0);
    assert_int_equal(last, 1);
    good(lpi_flow_facts(flow, id, &facts));
    good(lpi_flow_wait(flow, &wrong));
    good(lpi_flow_span(flow, 0, facts.out, lpi_marks_first(marks), out));
    good(lpi_flow_span(flow, 1, facts.in, lpi_marks_first(marks), in));
    good(lpi_marks_at(marks, last, &end));
    assert_true(0 <= out[0] && out[0] < out[1] && out[1] <= in[0] && in[0] < in[1] && in[1] <= end);
    assert_int_equal(lpi_flow_span(flow, 0, 0, lpi_marks_first(marks), out), LP_ERR_ARG);
    assert_int_equal(lpi_flow_span(flow, 1, 2, lpi_marks_first(marks), out), LP_ERR_ARG);
    assert_int_equal(lpi_flow_span(flow, 1, 1, NULL, out), LP_ERR_ARG);
    assert_int_equal(lpi_marks_at(marks, 2, &end), LP_ERR_ARG);
    for (unsigned i = 2; i < 1000; i++)
        good(lpi_marks_set(marks, NULL, &last));
    good(lpi_marks_at(marks, 999, &end));
    assert_true(end >= in[1]);
    for (unsigned i = 0; i < KEPT; i++) {
        good(lpi_flow_release(flow, id, NULL, NULL));
        good(lpi_flow_in(flow, id, tensor, NULL));
        good(lpi_flow_use(flow, id, NULL));
    }
    good(lpi_flow_wait(flow, &wrong));
    assert_int_equal(lpi_flow_span(flow, 1, 1, lpi_marks_first(marks), in), LP_ERR_ARG);
    good(lpi_flow_span(flow, 1, 2, lpi_marks_first(marks), in));
    lpi_marks_close(marks);
    good(lpi_flow_end(flow, id));
    lpi_flow_close(flow);
    good(cudaFree(tensor));
}

int main(int argc, char **argv)
{
    if (argc > 1)
        seeds = (unsigned)atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trainings),     cmocka_unit_test(copies),      cmocka_unit_test(tickets),
        cmocka_unit_test(wrong_tensors), cmocka_unit_test(refused),     cmocka_unit_test(timed),
        cmocka_unit_test(spans),         cmocka_unit_test(near_memory),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    emulator_seed(unit_random());
    if (lp_swap_threads_open(1, &threads) != LP_OK)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lp_swap_threads_close(threads);
    return failed;
}
