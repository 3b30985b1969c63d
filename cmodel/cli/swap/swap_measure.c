/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "swap_measure.h"
#include "../../base/clock.h"
#include "../shared/fail.h"
#include <stdlib.h>
#include <string.h>

void swap_bench_open(struct swap_bench *b, const struct swap_options *o, size_t bytes)
{
    *b = (struct swap_bench){.repeat = o->repeat, .data_room = bytes};
    if (o->cuda)
        b->device = swap_device_open();
    else if (lp_swap_threads_open(o->threads, &b->threads) != LP_OK)
        cli_fail("swap: no threads for the codecs");
    b->data = cli_alloc(bytes);
    b->back = cli_alloc(bytes);
    b->times = cli_alloc(2 * o->repeat * sizeof *b->times);
    /* Pages are touched before anything is timed. */
    memset(b->back, 1, bytes);
}

void swap_bench_close(struct swap_bench *b)
{
    if (b->device != NULL)
        swap_device_close(b->device);
    lp_swap_threads_close(b->threads);
    free(b->data);
    free(b->back);
    free(b->stream);
    free(b->times);
}

void swap_bench_say(const struct swap_bench *b, json_t *object)
{
    char date[16];
    time_t now = time(NULL);
    struct tm day;
    if (b->device == NULL) {
        json_object_set_new(object, "device", json_string("cpu"));
        return;
    }
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &day));
    json_object_set_new(object, "device", json_string(swap_device_name(b->device)));
    json_object_set_new(object, "driver", json_string(swap_device_driver(b->device)));
    json_object_set_new(object, "date", json_string(date));
    json_object_set_new(object, "multiprocessors",
                        json_integer(swap_device_processors(b->device)));
}

void swap_bench_tensor(struct swap_bench *b, uint64_t seed, double sparsity, size_t bytes)
{
    lp_swap_generate(seed, sparsity, b->data, bytes);
    if (b->device != NULL)
        swap_device_tensor(b->device, b->data, bytes);
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

static void run_once(struct swap_bench *b, const struct lp_swap_setting *setting, size_t bytes,
                     double *compress, double *expand, size_t *size)
{
    double begin = lpi_now();
    int error = lp_swap_compress(b->threads, setting, b->data, bytes, b->stream, b->stream_room,
                                 size);
    double middle = lpi_now();
    if (error == LP_OK)
        error = lp_swap_expand(b->threads, setting->codec, b->stream, *size, b->back, bytes);
    *compress = middle - begin;
    *expand = lpi_now() - middle;
    if (error != LP_OK)
        cli_fail("swap: %s: %s", lp_swap_codec_name(setting->codec), lp_strerror(error));
}

void swap_bench_run(struct swap_bench *b, const struct lp_swap_setting *setting, size_t bytes,
                    double *compress, double *expand, size_t *size)
{
    if (b->device == NULL)
        make_room(b, setting, bytes);
    for (uint64_t i = 0; i < b->repeat; i++) {
        if (b->device != NULL)
            swap_device_run(b->device, setting, bytes, &b->times[i], &b->times[b->repeat + i],
                            size, b->back);
        else
            run_once(b, setting, bytes, &b->times[i], &b->times[b->repeat + i], size);
        if (memcmp(b->data, b->back, bytes) != 0)
            cli_fail("swap: %s: a tensor came back changed",
                     lp_swap_codec_name(setting->codec));
    }
    *compress = median(b->times, b->repeat);
    *expand = median(b->times + b->repeat, b->repeat);
}
