/* SPDX-License-Identifier: Apache-2.0 */
#include "../../cmodel/base/codecs.h"
#include "../../cmodel/lib/swap/swap_cuda.h"
#include "../../cmodel/lib/swap/swap_parts.h"
#include "job.h"
#include "timed.h"
#include "trouble.h"
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(size_t) == sizeof(uint64_t), "places of parts go to the device as they are");
/* Error codes of kernels (warp.h). */
_Static_assert(LP_ERR_SHORT == -3 && LP_ERR_LONG == -4 && LP_ERR_CORRUPT == -5, "codes");

#define WARP 32u
#define ALIGNED 4u

const char lpi_cuda_version[] = LP_VERSION_STRING;

/* Device memory that grows. */
struct room {
    void *at;
    size_t bytes;
};

struct lpi_cuda {
    char name[256];
    int driver;
    unsigned processors;
    cudaStream_t stream;
    cudaEvent_t begin, end;
    struct room slots, numbers, errors, spare;
};

static _Thread_local char trouble[256];

const char *lpi_cuda_trouble(void)
{
    return trouble;
}

int lpc_refused(const char *words)
{
    snprintf(trouble, sizeof trouble, "%s", words);
    return LP_ERR_SYSTEM;
}

int lpc_checked(int error)
{
    return error == (int)cudaSuccess ? LP_OK : lpc_refused(cudaGetErrorString((cudaError_t)error));
}

static int check(cudaError_t error)
{
    return lpc_checked((int)error);
}

/* ---- a device ---- */

static int find_device(struct lpi_cuda *c)
{
    struct cudaDeviceProp about;
    int count, error = check(cudaGetDeviceCount(&count));
    if (error == LP_OK && count == 0)
        error = check(cudaErrorNoDevice);
    if (error == LP_OK)
        error = check(cudaGetDeviceProperties(&about, 0));
    if (error == LP_OK)
        error = check(cudaDriverGetVersion(&c->driver));
    if (error == LP_OK) {
        snprintf(c->name, sizeof c->name, "%s", about.name);
        c->processors = (unsigned)about.multiProcessorCount;
    }
    return error;
}

int lpi_cuda_open(struct lpi_cuda **cuda)
{
    struct lpi_cuda *c = calloc(1, sizeof *c);
    if (c == NULL)
        return lpc_refused("no memory");
    int error = find_device(c);
    if (error == LP_OK)
        error = check(cudaStreamCreateWithFlags(&c->stream, cudaStreamNonBlocking));
    if (error == LP_OK)
        error = check(cudaEventCreate(&c->begin));
    if (error == LP_OK)
        error = check(cudaEventCreate(&c->end));
    if (error != LP_OK) {
        lpi_cuda_close(c);
        return error;
    }
    *cuda = c;
    return LP_OK;
}

void lpi_cuda_close(struct lpi_cuda *c)
{
    if (c == NULL)
        return;
    lpi_cuda_free(c->slots.at);
    lpi_cuda_free(c->numbers.at);
    lpi_cuda_free(c->errors.at);
    lpi_cuda_free(c->spare.at);
    if (c->begin != NULL)
        cudaEventDestroy(c->begin);
    if (c->end != NULL)
        cudaEventDestroy(c->end);
    if (c->stream != NULL)
        cudaStreamDestroy(c->stream);
    free(c);
}

const char *lpi_cuda_name(const struct lpi_cuda *c)
{
    return c->name;
}

int lpi_cuda_driver(const struct lpi_cuda *c)
{
    return c->driver;
}

unsigned lpi_cuda_processors(const struct lpi_cuda *c)
{
    return c->processors;
}

int lpi_cuda_alloc(size_t bytes, void **memory)
{
    return check(cudaMalloc(memory, bytes > 0 ? bytes : 1));
}

void lpi_cuda_free(void *memory)
{
    if (memory != NULL)
        cudaFree(memory);
}

int lpi_cuda_pin(size_t bytes, void **memory)
{
    return check(cudaMallocHost(memory, bytes));
}

void lpi_cuda_unpin(void *memory)
{
    if (memory != NULL)
        cudaFreeHost(memory);
}

/* In the kernels' stream, so that copies and kernels are ordered. */
static int copy(struct lpi_cuda *c, void *to, const void *from, size_t bytes,
                enum cudaMemcpyKind kind)
{
    if (bytes == 0)
        return LP_OK;
    int error = check(cudaMemcpyAsync(to, from, bytes, kind, c->stream));
    return error == LP_OK ? check(cudaStreamSynchronize(c->stream)) : error;
}

int lpi_cuda_to_device(struct lpi_cuda *c, void *device, const void *host, size_t bytes)
{
    return copy(c, device, host, bytes, cudaMemcpyHostToDevice);
}

int lpi_cuda_to_host(struct lpi_cuda *c, void *host, const void *device, size_t bytes)
{
    return copy(c, host, device, bytes, cudaMemcpyDeviceToHost);
}

static int grow(struct room *room, size_t bytes)
{
    if (bytes <= room->bytes)
        return LP_OK;
    lpi_cuda_free(room->at);
    *room = (struct room){0};
    int error = lpi_cuda_alloc(bytes, &room->at);
    if (error == LP_OK)
        room->bytes = bytes;
    return error;
}

/* ---- common to both directions ---- */

static int is_aligned(const void *at)
{
    return (uintptr_t)at % ALIGNED == 0;
}

#define SAME(n, N, number)                                                                         \
    _Static_assert((int)LPC_COMPRESS_##N == LPC_COMPRESS_ZVC + number &&                           \
                       (int)LPC_EXPAND_##N == LPC_EXPAND_ZVC + number,                             \
                   "lpc_kernel has the table's numbers");
LPI_CUDA_CODECS(SAME)

/* LP_ERR_ARG, LP_ERR_CODEC */
static int check_call(const struct lp_swap_setting *setting, const void *tensor, size_t bytes,
                      const void *stream)
{
    struct lpi_parts parts;
    if (setting == NULL || lpi_parts_cut(&parts, setting, bytes) != LP_OK || stream == NULL ||
        setting->codec == LP_SWAP_RAW || (tensor == NULL && bytes > 0) || !is_aligned(tensor) ||
        !is_aligned(stream))
        return LP_ERR_ARG;
    return lpi_swap_kernel(setting->codec) >= 0 ? LP_OK : LP_ERR_CODEC;
}

/* Sizes and positions of parts are stored one after the other. */
static int prepare(struct lpi_cuda *c, const struct lpi_parts *parts, struct lpc_job *job)
{
    size_t numbers = (2 * parts->count + 1) * sizeof(uint64_t);
    int error = grow(&c->numbers, numbers);
    if (error == LP_OK)
        error = grow(&c->errors, parts->count * sizeof(uint32_t));
    job->bytes = parts->bytes;
    job->parts = (uint32_t)parts->count;
    job->sizes = c->numbers.at;
    job->from = job->sizes + parts->count;
    job->errors = c->errors.at;
    return error;
}

static int launch(struct lpi_cuda *c, enum lpc_kernel kernel, const struct lpc_job *job,
                  unsigned threads)
{
    unsigned blocks = kernel == LPC_HEAD ? 1 : job->parts;
    return check((cudaError_t)lpc_launch(kernel, job, blocks, threads, c->stream));
}

/* Waits for all launched work; *seconds = the time between both events. */
static int finish(struct lpi_cuda *c, double *seconds)
{
    double took;
    int error = lpc_timed(c->stream, c->begin, c->end, &took);
    if (error == LP_OK && seconds != NULL)
        *seconds = took;
    return error;
}

/* ---- compress ---- */

static int grow_slots(struct lpi_cuda *c, const struct lpi_parts *parts, struct lpc_job *job)
{
    size_t warps = parts->count * (parts->setting.block / WARP);
    job->room = (parts->room + ALIGNED - 1) / ALIGNED * ALIGNED;
    int error = grow(&c->slots, parts->count * job->room);
    if (error == LP_OK && parts->setting.codec == LP_SWAP_LZ4)
        error = grow(&c->spare, warps * LPC_SPARE);
    job->slots = c->slots.at;
    job->spare = c->spare.at;
    return error;
}

int lpi_cuda_compress(struct lpi_cuda *c, const struct lp_swap_setting *setting, const void *tensor,
                      size_t bytes, void *stream, size_t capacity, size_t *stream_bytes,
                      double *seconds)
{
    struct lpi_parts parts;
    struct lpc_job job = {.tensor = tensor, .stream = stream};
    size_t bound = 0;
    uint64_t end = 0;
    int error = check_call(setting, tensor, bytes, stream);
    if (error == LP_OK)
        error = lp_swap_bound(setting, bytes, &bound);
    if (error == LP_OK && capacity < bound)
        error = LP_ERR_SPACE;
    if (error != LP_OK)
        return error;
    lpi_parts_cut(&parts, setting, bytes);
    error = prepare(c, &parts, &job);
    if (error == LP_OK)
        error = grow_slots(c, &parts, &job);
    if (error == LP_OK)
        error = check(cudaEventRecord(c->begin, c->stream));
    if (error == LP_OK)
        error = launch(c, (enum lpc_kernel)(LPC_COMPRESS_ZVC + lpi_swap_kernel(setting->codec)),
                       &job, setting->block);
    if (error == LP_OK)
        error = launch(c, LPC_HEAD, &job, WARP);
    if (error == LP_OK)
        error = launch(c, LPC_GATHER, &job, setting->block);
    if (error == LP_OK)
        error = finish(c, seconds);
    if (error == LP_OK)
        error = lpi_cuda_to_host(c, &end, job.from + parts.count, sizeof end);
    if (error == LP_OK)
        *stream_bytes = (size_t)end;
    return error;
}

/* ---- expand ---- */

/* The host's view of a stream's head. */
struct head {
    uint8_t *bytes;
    size_t *sizes, *from; /* one more position than parts */
    uint32_t *errors;
};

static void close_head(struct head *head)
{
    free(head->bytes);
    free(head->sizes);
    free(head->from);
    free(head->errors);
}

static int open_head(struct head *head, size_t parts)
{
    *head = (struct head){malloc(lpi_parts_head(parts)), calloc(parts, sizeof *head->sizes),
                          calloc(parts + 1, sizeof *head->from),
                          calloc(parts, sizeof *head->errors)};
    if (head->bytes != NULL && head->sizes != NULL && head->from != NULL && head->errors != NULL)
        return LP_OK;
    return lpc_refused("no memory");
}

static int read_cut(struct lpi_cuda *c, int codec, const void *stream, size_t stream_bytes,
                    size_t bytes, struct lpi_parts *parts)
{
    uint8_t first[LPI_PARTS_COUNT_BYTES + LPI_PARTS_SIZE_BYTES];
    size_t have = stream_bytes < sizeof first ? stream_bytes : sizeof first;
    int error = lpi_cuda_to_host(c, first, stream, have);
    if (error == LP_OK)
        error = lpi_parts_read_cut(parts, codec, first, stream_bytes, bytes);
    return error;
}

/* Sends the parts' start positions, and cleared errors, to the device. */
static int send_head(struct lpi_cuda *c, const struct lpi_parts *parts, const struct lpc_job *job,
                     struct head *head, size_t stream_bytes)
{
    int error = lpi_cuda_to_host(c, head->bytes, job->stream, lpi_parts_head(parts->count));
    if (error == LP_OK)
        error = lpi_parts_read_sizes(parts, head->bytes, stream_bytes, head->sizes, head->from);
    head->from[parts->count] = stream_bytes;
    if (error == LP_OK)
        error = lpi_cuda_to_device(c, job->from, head->from,
                                   (parts->count + 1) * sizeof *head->from);
    if (error == LP_OK)
        error = lpi_cuda_to_device(c, job->errors, head->errors,
                                   parts->count * sizeof *head->errors);
    return error;
}

static int first_error(struct lpi_cuda *c, const struct lpi_parts *parts, const struct lpc_job *job,
                       struct head *head)
{
    int error = lpi_cuda_to_host(c, head->errors, job->errors, parts->count * sizeof *head->errors);
    for (size_t i = 0; i < parts->count && error == LP_OK; i++)
        error = -(int)head->errors[i];
    return error;
}

static int expand(struct lpi_cuda *c, const struct lpi_parts *parts, unsigned block,
                  struct lpc_job *job, struct head *head, double *seconds)
{
    int error = grow(&c->spare, LPC_WINDOW);
    job->spare = c->spare.at;
    if (error == LP_OK)
        error = check(cudaEventRecord(c->begin, c->stream));
    if (error == LP_OK)
        error = launch(c, (enum lpc_kernel)(LPC_EXPAND_ZVC + lpi_swap_kernel(parts->setting.codec)),
                       job, block);
    if (error == LP_OK)
        error = finish(c, seconds);
    return error == LP_OK ? first_error(c, parts, job, head) : error;
}

int lpi_cuda_expand(struct lpi_cuda *c, const struct lp_swap_setting *setting, const void *stream,
                    size_t stream_bytes, void *tensor, size_t bytes, double *seconds)
{
    struct lpi_parts parts;
    struct lpc_job job = {.back = tensor, .stream = (uint8_t *)stream};
    struct head head;
    int error = check_call(setting, tensor, bytes, stream);
    if (error == LP_OK)
        error = read_cut(c, setting->codec, stream, stream_bytes, bytes, &parts);
    if (error == LP_OK)
        error = prepare(c, &parts, &job);
    if (error != LP_OK)
        return error;
    error = open_head(&head, parts.count);
    if (error == LP_OK)
        error = send_head(c, &parts, &job, &head, stream_bytes);
    if (error == LP_OK)
        error = expand(c, &parts, setting->block, &job, &head, seconds);
    close_head(&head);
    return error;
}

const struct lp_swap_device lpi_cuda_device = {
    lpi_cuda_open,    lpi_cuda_close,    lpi_cuda_trouble, lpi_cuda_alloc,
    lpi_cuda_free,    lpi_cuda_pin,      lpi_cuda_unpin,   lpi_cuda_to_device,
    lpi_cuda_to_host, lpi_cuda_compress, lpi_cuda_expand};
