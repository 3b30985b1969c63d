/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "swap_measure.h"
#include "../../base/clock.h"
#include <stdlib.h>
#include <string.h>

const char *const swap_sending_names[SWAP_SENDINGS] = {"direct", "staged"};

int swap_bench_open(const struct swap_bench_options *o, size_t bytes, struct swap_bench *b,
                    struct lpi_fault *fault)
{
    *b = (struct swap_bench){.repeat = o->repeat, .data_room = bytes};
    if (o->cuda)
        swap_device_open(&b->device, fault);
    else if (lp_swap_threads_open(o->threads, &b->threads) != LP_OK)
        lpi_fault_set(fault, LPI_BAD, "swap: no threads for the codecs");
    if (fault->code == 0)
        b->data = lpi_fault_alloc(fault, bytes);
    if (fault->code == 0)
        b->back = lpi_fault_alloc(fault, bytes);
    if (fault->code == 0)
        b->times = lpi_fault_alloc(fault, 2 * o->repeat * sizeof *b->times);
    if (fault->code != 0) {
        swap_bench_close(b);
        return fault->code;
    }
    /* Touches the pages before anything is timed. */
    memset(b->back, 1, bytes);
    return 0;
}

void swap_bench_close(struct swap_bench *b)
{
    swap_device_close(b->device);
    lp_swap_threads_close(b->threads);
    free(b->data);
    free(b->back);
    free(b->stream);
    free(b->times);
    *b = (struct swap_bench){.device = NULL};
}

int swap_bench_tensor(struct swap_bench *b, uint64_t seed, double sparsity, unsigned element,
                      size_t bytes, struct lpi_fault *fault)
{
    if (lp_swap_generate_elements(seed, sparsity, element, b->data, bytes) != LP_OK)
        return lpi_fault_set(fault, LPI_BAD, "swap: no such element");
    return b->device != NULL ? swap_device_tensor(b->device, b->data, bytes, fault) : 0;
}

static int make_room(struct swap_bench *b, const struct lp_swap_setting *setting, size_t bytes,
                     struct lpi_fault *fault)
{
    size_t bound;
    if (lp_swap_bound(setting, bytes, &bound) != LP_OK)
        return lpi_fault_set(fault, LPI_BAD, "swap: no such setting");
    if (bound <= b->stream_room)
        return 0;
    free(b->stream);
    b->stream_room = 0;
    b->stream = lpi_fault_alloc(fault, bound);
    if (b->stream == NULL)
        return fault->code;
    b->stream_room = bound;
    memset(b->stream, 1, bound);
    return 0;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times, uint64_t count)
{
    qsort(times, count, sizeof *times, by_size);
    return count % 2 ? times[count / 2] : (times[count / 2 - 1] + times[count / 2]) / 2;
}

static int run_once(struct swap_bench *b, const struct lp_swap_setting *setting, size_t bytes,
                    struct swap_run *run, struct lpi_fault *fault)
{
    double begin = lpi_now();
    int error = lp_swap_compress(b->threads, setting, b->data, bytes, b->stream, b->stream_room,
                                 &run->size);
    double middle = lpi_now();
    if (error == LP_OK)
        error = lp_swap_expand(b->threads, setting->codec, b->stream, run->size, b->back, bytes);
    run->compress = middle - begin;
    run->expand = lpi_now() - middle;
    if (error == LP_OK)
        return 0;
    return lpi_fault_set(fault, LPI_BAD, "swap: %s: %s", lp_swap_codec_name(setting->codec),
                         lp_strerror(error));
}

static int compare(const struct swap_bench *b, const struct lp_swap_setting *setting, size_t bytes,
                   struct lpi_fault *fault)
{
    if (memcmp(b->data, b->back, bytes) == 0)
        return 0;
    return lpi_fault_set(fault, LPI_BAD, "swap: %s: a tensor came back changed",
                         lp_swap_codec_name(setting->codec));
}

int swap_bench_run(struct swap_bench *b, const struct lp_swap_setting *setting, size_t bytes,
                   struct swap_run *run, struct lpi_fault *fault)
{
    if (b->device == NULL && make_room(b, setting, bytes, fault) != 0)
        return fault->code;
    for (uint64_t i = 0; i < b->repeat; i++) {
        int code = b->device != NULL
                       ? swap_device_run(b->device, setting, bytes, run, b->back, fault)
                       : run_once(b, setting, bytes, run, fault);
        if (code != 0)
            return code;
        b->times[i] = run->compress;
        b->times[b->repeat + i] = run->expand;
        if (compare(b, setting, bytes, fault) != 0)
            return fault->code;
    }
    run->compress = median(b->times, b->repeat);
    run->expand = median(b->times + b->repeat, b->repeat);
    return 0;
}

int swap_bench_ways(struct swap_bench *b, const struct lp_swap_setting *setting, size_t bytes,
                    enum swap_sending form, struct lpi_cuda_ways *ways, struct lpi_fault *fault)
{
    struct lpi_cuda_ways *runs = lpi_fault_alloc(fault, b->repeat * sizeof *runs);
    if (runs == NULL)
        return fault->code;
    memset(b->back, 0, bytes);
    if (swap_device_ways(b->device, setting, bytes, form == SWAP_STAGED, runs, b->repeat, b->back,
                         fault) == 0 &&
        compare(b, setting, bytes, fault) == 0) {
        for (uint64_t i = 0; i < b->repeat; i++) {
            b->times[i] = runs[i].out;
            b->times[b->repeat + i] = runs[i].in;
        }
        *ways = (struct lpi_cuda_ways){median(b->times, b->repeat),
                                       median(b->times + b->repeat, b->repeat), runs[0].stored,
                                       runs[0].device};
    }
    free(runs);
    return fault->code;
}
