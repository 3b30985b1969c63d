/* SPDX-License-Identifier: Apache-2.0 */
#include "swap_device.h"
#include "../../lib/swap/swap_cuda.h"
#include "../shared/fail.h"
#include "swap_library.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#define LIBRARY "liblinepress_cuda.so"

/* What of the library is used here, with its own types. */
#define CALLS(X)                                                                                   \
    X(open) X(close) X(trouble) X(name) X(driver) X(processors) X(alloc) X(free) X(to_device)      \
    X(to_host) X(compress) X(expand)

struct calls {
#define MEMBER(call) __typeof__(lpi_cuda_##call) *call;
    CALLS(MEMBER)
#undef MEMBER
};

/* Device memory that grows. */
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

static void check(const struct swap_device *d, int error)
{
    if (error == LP_ERR_SYSTEM)
        cli_fail("swap: CUDA: %s", d->calls.trouble());
    if (error != LP_OK)
        cli_fail("swap: CUDA: %s", lp_strerror(error));
}

static void find_calls(struct calls *calls)
{
    void *library = swap_library_open(LIBRARY);
    if (library == NULL)
        cli_fail("swap: --device cuda needs " LIBRARY ", which 'make cuda' builds where nvcc is");
    swap_library_check(LIBRARY, library, "lpi_cuda_version");
#define FIND(call) swap_library_find(LIBRARY, library, "lpi_cuda_" #call, &calls->call);
    CALLS(FIND)
#undef FIND
}

struct swap_device *swap_device_open(void)
{
    struct swap_device *d = cli_alloc(sizeof *d);
    *d = (struct swap_device){0};
    find_calls(&d->calls);
    check(d, d->calls.open(&d->cuda));
    snprintf(d->name, sizeof d->name, "cuda-%s", d->calls.name(d->cuda));
    for (char *at = d->name; *at != '\0'; at++)
        if (isspace((unsigned char)*at))
            *at = '-';
    int version = d->calls.driver(d->cuda);
    snprintf(d->driver, sizeof d->driver, "%d.%d", version / 1000, version % 1000 / 10);
    return d;
}

void swap_device_close(struct swap_device *d)
{
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

static void grow(const struct swap_device *d, struct room *room, size_t bytes)
{
    if (bytes <= room->bytes)
        return;
    d->calls.free(room->at);
    *room = (struct room){0};
    check(d, d->calls.alloc(bytes, &room->at));
    room->bytes = bytes;
}

void swap_device_tensor(struct swap_device *d, const void *data, size_t bytes)
{
    grow(d, &d->tensor, bytes);
    grow(d, &d->back, bytes);
    check(d, d->calls.to_device(d->cuda, d->tensor.at, data, bytes));
}

void swap_device_run(struct swap_device *d, const struct lp_swap_setting *setting, size_t bytes,
                     double *compress, double *expand, size_t *size, void *back)
{
    size_t bound;
    check(d, lp_swap_bound(setting, bytes, &bound));
    grow(d, &d->stream, bound);
    check(d, d->calls.compress(d->cuda, setting, d->tensor.at, bytes, d->stream.at, bound, size,
                               compress));
    check(d, d->calls.expand(d->cuda, setting, d->stream.at, *size, d->back.at, bytes, expand));
    check(d, d->calls.to_host(d->cuda, back, d->back.at, bytes));
}
