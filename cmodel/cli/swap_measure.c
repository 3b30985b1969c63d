/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "swap_measure.h"
#include "fail.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

double swap_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void swap_bench_open(struct swap_bench *b, unsigned threads, uint64_t repeat, size_t bytes)
{
    *b = (struct swap_bench){.repeat = repeat, .data_room = bytes};
    if (lp_swap_threads_open(threads, &b->threads) != LP_OK)
        cli_fail("swap: no threads for the codecs");
    b->data = cli_alloc(bytes);
    b->back = cli_alloc(bytes);
    b->times = cli_alloc(2 * repeat * sizeof *b->times);
    /* Pages are touched before anything is timed. */
    memset(b->back, 1, bytes);
}

void swap_bench_close(struct swap_bench *b)
{
    lp_swap_threads_close(b->threads);
    free(b->data);
    free(b->back);
    free(b->stream);
    free(b->times);
}

void swap_bench_tensor(struct swap_bench *b, uint64_t seed, double sparsity, size_t bytes)
{
    lp_swap_generate(seed, sparsity, b->data, bytes);
}

static void make_room(struct swap_bench *b, const struct lp_swap_setting *setting, size_t bytes)
{
    size_t bound;
    if (lp_swap_bound(setting, bytes, &bound) != LP_OK)
        cli_fail("swap: no such setting");
    if (bound <= b->stream_room)
        return;
    free(b->stream);
    b->stream = cli_alloc(bound);
    b->stream_room = bound;
    memset(b->stream, 1, bound);
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

void swap_bench_run(struct swap_bench *b, const struct lp_swap_setting *setting, size_t bytes,
                    double *compress, double *expand, size_t *size)
{
    make_room(b, setting, bytes);
    for (uint64_t i = 0; i < b->repeat; i++) {
        double begin = swap_now();
        int error = lp_swap_compress(b->threads, setting, b->data, bytes, b->stream,
                                     b->stream_room, size);
        double middle = swap_now();
        if (error == LP_OK)
            error = lp_swap_expand(b->threads, setting->codec, b->stream, *size, b->back, bytes);
        double end = swap_now();
        if (error != LP_OK)
            cli_fail("swap: %s: %s", lp_swap_codec_name(setting->codec), lp_strerror(error));
        if (memcmp(b->data, b->back, bytes) != 0)
            cli_fail("swap: %s: a tensor came back changed",
                     lp_swap_codec_name(setting->codec));
        b->times[i] = middle - begin;
        b->times[b->repeat + i] = end - middle;
    }
    *compress = median(b->times, b->repeat);
    *expand = median(b->times + b->repeat, b->repeat);
}
