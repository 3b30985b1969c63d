/* SPDX-License-Identifier: Apache-2.0 */
#include "swap_device.h"
#include "swap_library.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#define LIBRARY "liblinepress_cuda.so"

/* The library's functions used here, with their types. */
#define CALLS(X)                                                                                   \
    X(open)                                                                                        \
    X(close)                                                                                       \
    X(trouble)                                                                                     \
    X(name)                                                                                        \
    X(driver) X(processors) X(alloc) X(free) X(to_device) X(to_host) X(compress) X(expand) X(ways)

struct calls {
#define MEMBER(call) __typeof__(lpi_cuda_##call) *call;
    CALLS(MEMBER)
#undef MEMBER
};

/* Growing device memory. */
struct room {
    void *at;
    size_t bytes;
};

struct swap_device {
    struct calls calls;
    struct lpi_cuda *cuda;
    char name[300], driver[32];
    struct room tensor, back, stream;
};

static int check(const struct swap_device *d, int error, struct lpi_fault *fault)
{
    if (error == LP_ERR_SYSTEM)
        return lpi_fault_set(fault, LPI_BAD, "swap: CUDA: %s", d->calls.trouble());
    if (error != LP_OK)
        return lpi_fault_set(fault, LPI_BAD, "swap: CUDA: %s", lp_strerror(error));
    return 0;
}

static int find_calls(struct calls *calls, struct lpi_fault *fault)
{
    void *library;
    if (swap_library_open(LIBRARY, &library, fault) != 0)
        return fault->code;
    if (library == NULL)
        return lpi_fault_set(fault, LPI_BAD,
                             "swap: --device cuda needs " LIBRARY
                             ", which 'make cuda' builds where nvcc is");
    if (swap_library_check(LIBRARY, library, "lpi_cuda_version", fault) != 0)
        return fault->code;
#define FIND(call)                                                                                 \
    if (swap_library_find(LIBRARY, library, "lpi_cuda_" #call, &calls->call, fault) != 0)          \
        return fault->code;
    CALLS(FIND)
#undef FIND
    return 0;
}

/* Sets name and driver in the form that profiles and models use. */
static void describe(struct swap_device *d)
{
    snprintf(d->name, sizeof d->name, "cuda-%s", d->calls.name(d->cuda));
    for (char *at = d->name; *at != '\0'; at++)
        if (isspace((unsigned char)*at))
            *at = '-';
    int version = d->calls.driver(d->cuda);
    snprintf(d->driver, sizeof d->driver, "%d.%d", version / 1000, version % 1000 / 10);
}

int swap_device_open(struct swap_device **device, struct lpi_fault *fault)
{
    struct swap_device *d = lpi_fault_alloc(fault, sizeof *d);
    *device = NULL;
    if (d == NULL)
        return fault->code;
    *d = (struct swap_device){0};
    if (find_calls(&d->calls, fault) != 0 || check(d, d->calls.open(&d->cuda), fault) != 0) {
        free(d);
        return fault->code;
    }
    describe(d);
    *device = d;
    return 0;
}

void swap_device_close(struct swap_device *d)
{
    if (d == NULL)
        return;
    d->calls.free(d->tensor.at);
    d->calls.free(d->back.at);
    d->calls.free(d->stream.at);
    d->calls.close(d->cuda);
    free(d);
}

const char *swap_device_name(const struct swap_device *d)
{
    return d->name;
}

const char *swap_device_driver(const struct swap_device *d)
{
    return d->driver;
}

unsigned swap_device_processors(const struct swap_device *d)
{
    return d->calls.processors(d->cuda);
}

static int grow(const struct swap_device *d, struct room *room, size_t bytes,
                struct lpi_fault *fault)
{
    if (bytes <= room->bytes)
        return 0;
    d->calls.free(room->at);
    *room = (struct room){0};
    if (check(d, d->calls.alloc(bytes, &room->at), fault) == 0)
        room->bytes = bytes;
    return fault->code;
}

int swap_device_tensor(struct swap_device *d, const void *data, size_t bytes,
                       struct lpi_fault *fault)
{
    if (grow(d, &d->tensor, bytes, fault) != 0 || grow(d, &d->back, bytes, fault) != 0)
        return fault->code;
    return check(d, d->calls.to_device(d->cuda, d->tensor.at, data, bytes), fault);
}

int swap_device_run(struct swap_device *d, const struct lp_swap_setting *setting, size_t bytes,
                    struct swap_run *run, void *back, struct lpi_fault *fault)
{
    size_t bound;
    if (check(d, lp_swap_bound(setting, bytes, &bound), fault) != 0 ||
        grow(d, &d->stream, bound, fault) != 0 ||
        check(d,
              d->calls.compress(d->cuda, setting, d->tensor.at, bytes, d->stream.at, bound,
                                &run->size, &run->compress),
              fault) != 0 ||
        check(d,
              d->calls.expand(d->cuda, setting, d->stream.at, run->size, d->back.at, bytes,
                              &run->expand),
              fault) != 0)
        return fault->code;
    return check(d, d->calls.to_host(d->cuda, back, d->back.at, bytes), fault);
}

int swap_device_ways(struct swap_device *d, const struct lp_swap_setting *setting, size_t bytes,
                     int staged, struct lpi_cuda_ways *runs, size_t count, void *back,
                     struct lpi_fault *fault)
{
    if (check(d, d->calls.ways(setting, d->tensor.at, bytes, staged, d->back.at, runs, count),
              fault) != 0)
        return fault->code;
    return check(d, d->calls.to_host(d->cuda, back, d->back.at, bytes), fault);
}
