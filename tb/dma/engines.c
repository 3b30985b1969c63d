/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compares an engine of the copy call with the functional one: streams, indices, completions,
 * counts and decompressed data, over files, with random stalls, and over transfers that fail. An
 * engine other than cycle must also take as many cycles as that one and count the same, event by
 * event.
 *
 *   engines ENGINE [SHARE [CHANNELS BUFFER]]
 *
 * TAP; SHARE n: one in n of all files with all codecs, and of faults; CHANNELS and BUFFER of the
 * engine (default: the library's). LP_SEED chooses stalls and faults.
 */
#define _POSIX_C_SOURCE 200809L
#include <glob.h>
#include <linepress/dma.h>
#include <linepress/linepress.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20, STREAM = MOST + MOST / 8, INDEX = MOST / 16 };

/* Results of a transfer. */
struct left {
    struct lp_dma_completion completion;
    struct lp_dma_counts counts;
    size_t bytes, index_bytes; /* digest of the stream, or of the decompressed data; 0:
                                * unspecified */
    uint8_t data[STREAM], index[INDEX];
};

/* A transfer to make: out, or in if `stream` is given. */
struct job {
    enum lp_dma_codec codec;
    bool in, indexed;
    const uint8_t *data;
    size_t bytes; /* raw */
    const uint8_t *stream, *index;
    size_t size;     /* room, or compressed bytes */
    unsigned offset; /* misalignment of the address, which should be 0 */
    double stall;
    uint64_t seed;
};

static struct lp_dma_config build; /* of every engine */
static uint64_t state;

static uint64_t rnd(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void must(int error, const char *what)
{
    if (error == LP_OK)
        return;
    printf("Bail out! %s: %s\n", what, lp_strerror(error));
    exit(1);
}

static struct lp_dma *open_engine(const char *engine, const struct job *job)
{
    struct lp_dma_config config = build;
    struct lp_dma *dma;

    if (job->codec > LP_DMA_BPC && job->codec < LP_DMA_RAW)
        config.codecs = LP_DMA_AUTO + 1;
    config.device_bytes = MOST + INDEX + 4096;
    config.host_bytes = STREAM + 4096 - STREAM % 512;
    config.stall = job->stall;
    config.seed = job->seed;
    must(lp_dma_open(engine, &config, &dma), engine);
    return dma;
}

/* Device memory before the job. */
static void place(struct lp_dma *dma, const struct job *job, uint64_t *buffer, uint64_t *index)
{
    size_t index_bytes = lp_dma_index_bytes(job->bytes);

    must(lp_dma_malloc(dma, job->bytes + 512, buffer), "lp_dma_malloc");
    must(lp_dma_malloc(dma, index_bytes, index), "lp_dma_malloc");
    if (job->in)
        must(lp_dma_write(dma, *index, job->index, index_bytes), "lp_dma_write");
    else
        must(lp_dma_write(dma, *buffer, job->data, job->bytes), "lp_dma_write");
}

static void keep(struct lp_dma *dma, const struct job *job, uint64_t buffer, uint64_t index,
                 struct left *left)
{
    bool good = left->completion.status == LP_DMA_GOOD;

    must(lp_dma_count(dma, &left->counts), "lp_dma_count");
    left->bytes = !good ? 0 : job->in ? job->bytes : left->completion.bytes;
    left->index_bytes = good && job->indexed ? lp_dma_index_bytes(job->bytes) : 0;
    if (good && job->in)
        must(lp_dma_read(dma, buffer, left->data, left->bytes), "lp_dma_read");
    must(lp_dma_read(dma, index, left->index, left->index_bytes), "lp_dma_read");
}

static void run(const char *engine, const struct job *job, struct left *left)
{
    struct lp_dma *dma = open_engine(engine, job);
    uint64_t buffer, index, ticket;

    place(dma, job, &buffer, &index);
    struct lp_dma_transfer t = {.direction = job->in ? LP_DMA_IN : LP_DMA_OUT,
                                .codec = job->codec,
                                .device = buffer + job->offset,
                                .bytes = job->bytes,
                                .to = left->data,
                                .from = job->stream,
                                .size = job->size,
                                .index = job->indexed ? index : 0};
    must(lp_dma_submit(dma, &t, &ticket), "lp_dma_submit");
    must(lp_dma_wait(dma, ticket, &left->completion), "lp_dma_wait");
    keep(dma, job, buffer, index, left);
    lp_dma_close(dma);
}

/* NULL, or the difference. */
static const char *difference(const struct left *a, const struct left *b)
{
    const struct lp_dma_completion *c = &a->completion, *d = &b->completion;

    if (c->status != d->status)
        return "the status";
    if (c->bytes != d->bytes || c->zeros != d->zeros || c->bad != d->bad)
        return "the completion";
    if (a->bytes != b->bytes || memcmp(a->data, b->data, a->bytes) != 0)
        return "the bytes";
    if (a->index_bytes != b->index_bytes || memcmp(a->index, b->index, a->index_bytes) != 0)
        return "the index";
    if (a->counts.errors != b->counts.errors)
        return "the count of errors";
    if (c->status == LP_DMA_GOOD &&
        (a->counts.out.groups != b->counts.out.groups || a->counts.zeros != b->counts.zeros ||
         a->counts.in.groups != b->counts.in.groups || a->counts.out.beats != b->counts.out.beats ||
         a->counts.in.beats != b->counts.in.beats))
        return "the counts";
    return NULL;
}

/* Of two engines with cycles. */
static const char *clock_difference(const struct left *a, const struct left *b)
{
    if (a->completion.cycles != b->completion.cycles)
        return "the completion's cycles";
    if (memcmp(&a->counts, &b->counts, sizeof a->counts) != 0)
        return "a count of events or cycles";
    return NULL;
}

static unsigned tests, transfers, failures;

/* Both engines, and cycle if it is neither; *left is the result of the functional one. */
static void compare(const char *engine, const struct job *job, const char *what, struct left *left)
{
    static struct left other, clocked;
    const char *wrong;

    run("model", job, left);
    run(engine, job, &other);
    transfers++;
    wrong = difference(left, &other);
    if (!wrong && strcmp(engine, "cycle") != 0) {
        run("cycle", job, &clocked);
        wrong = clock_difference(&clocked, &other);
    }
    if (!wrong)
        return;
    failures++;
    printf("# %s: codec %d, %s, %zu bytes, stall %g, seed %llu: %s differs (status %u and %u)\n",
           what, (int)job->codec, job->in ? "in" : "out", job->bytes, job->stall,
           (unsigned long long)job->seed, wrong, left->completion.status, other.completion.status);
}

static void result(const char *engine, const char *what)
{
    printf("%sok %u - %s and model, %u channels, %u bytes: %s, %u transfers\n",
           failures ? "not " : "", ++tests, engine, build.channels, build.buffer_bytes, what,
           transfers);
    transfers = failures = 0;
}

/* ---- whole files, out and in ---- */

static size_t read_file(const char *path, uint8_t *data)
{
    FILE *file = fopen(path, "rb");
    size_t bytes = file ? fread(data, 1, MOST, file) : 0;

    if (file)
        fclose(file);
    memset(data + bytes, 0, (32 - bytes % 32) % 32);
    return (bytes + 31) / 32 * 32;
}

static void both_ways(const char *engine, const struct job *job, const char *what)
{
    static struct left out, in;
    struct job back = *job;

    compare(engine, job, what, &out);
    if (out.completion.status != LP_DMA_GOOD)
        return;
    back.in = true;
    back.stream = out.data;
    back.index = out.index;
    back.size = out.completion.bytes;
    compare(engine, &back, what, &in);
    if (in.completion.status != LP_DMA_GOOD || memcmp(in.data, job->data, job->bytes) != 0) {
        failures++;
        printf("# %s: codec %d: what came back is not what left\n", what, (int)job->codec);
    }
}

static const enum lp_dma_codec codecs[] = {LP_DMA_ZVC, LP_DMA_BPC, LP_DMA_RAW};

/* One of the codecs that need an engine with all of them. */
static enum lp_dma_codec codec_with_kinds(void)
{
    return (enum lp_dma_codec)(LP_DMA_XZVC + rnd() % 3);
}

static struct job random_job(enum lp_dma_codec codec, const uint8_t *data, size_t bytes)
{
    return (struct job){.codec = codec,
                        .indexed = rnd() % 8 != 0,
                        .data = data,
                        .bytes = bytes,
                        .size = lp_dma_bound(codec, LP_ELEM_32, bytes),
                        .stall = (double)(rnd() % 5) * 0.15,
                        .seed = rnd()};
}

static void files(const char *engine, const glob_t *found, unsigned share)
{
    static uint8_t data[MOST + 32];

    for (size_t i = 0; i < found->gl_pathc; i++) {
        size_t bytes = read_file(found->gl_pathv[i], data);

        for (unsigned c = 0; c < 4 && bytes > 0; c++) {
            struct job job = random_job(c < 3 ? codecs[c] : codec_with_kinds(), data, bytes);

            if (rnd() % share == 0)
                both_ways(engine, &job, found->gl_pathv[i]);
        }
    }
    result(engine, "files out and in");
}

/* ---- failures ---- */

static void small(uint8_t *data, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 4) {
        uint32_t word = rnd() % 3 ? 0 : (uint32_t)rnd();
        memcpy(data + i, &word, 4);
    }
}

/* Corrupts a good stream before it is read back. */
static void spoil(struct job *in, uint8_t *stream, uint8_t *index)
{
    switch (rnd() % 6) {
    case 0: in->size -= 1 + rnd() % in->size / 2; break;
    case 1: index[rnd() % (2 * ((in->bytes + 511) / 512))] ^= (uint8_t)(1u << rnd() % 8); break;
    case 2: in->offset = 32; break;
    default: stream[rnd() % in->size] ^= (uint8_t)(1u << rnd() % 8);
    }
}

static void faults(const char *engine, unsigned count)
{
    static uint8_t data[1 << 14];
    static struct left good, left;

    for (unsigned i = 0; i < count; i++) {
        size_t bytes = 32 + 32 * (rnd() % (sizeof data / 32));
        enum lp_dma_codec codec = rnd() % 3 ? codecs[rnd() % 3] : codec_with_kinds();
        struct job job = random_job(codec, data, bytes), in = job;

        small(data, bytes);
        run("model", &job, &good);
        if (good.completion.bytes > 64 && rnd() % 4 == 0) {
            job.size = 32 * (1 + rnd() % (good.completion.bytes / 32));
            compare(engine, &job, "a small room", &left);
            continue;
        }
        in.in = true;
        in.stream = good.data;
        in.index = good.index;
        in.size = good.completion.bytes;
        spoil(&in, good.data, good.index);
        compare(engine, &in, "a spoilt stream", &left);
    }
    result(engine, "transfers that fail");
}

int main(int argc, char **argv)
{
    const char *engine = argc > 1 ? argv[1] : "cycle", *seed = getenv("LP_SEED");
    unsigned share = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 1;
    glob_t found;

    setvbuf(stdout, NULL, _IOLBF, 0);
    lp_dma_defaults(&build);
    if (argc > 4) {
        build.channels = (unsigned)strtoul(argv[3], NULL, 10);
        build.buffer_bytes = (unsigned)strtoul(argv[4], NULL, 10);
    }
    if (argc == 4 || argc > 5 || share == 0 || glob("tb/data/*/*.npy", 0, NULL, &found) != 0)
        return 2;
    state = (seed ? strtoull(seed, NULL, 10) : 1) * UINT64_C(0x9e3779b97f4a7c15) | 1;
    printf("# LP_SEED=%s\n", seed ? seed : "1");
    files(engine, &found, share);
    faults(engine, 400 / share);
    printf("1..%u\n", tests);
    globfree(&found);
    return 0;
}
