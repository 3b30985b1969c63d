/* SPDX-License-Identifier: Apache-2.0 */
/*
 * xdma: AMD's XDMA driver. Registers are accessed through NAME_user, card memory through NAME_h2c_0
 * and NAME_c2h_0, interrupts through NAME_events_0 if it exists. Always in local mode.
 */
#define _GNU_SOURCE /* pread */
#include "sysfs.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MOST_COPY (1u << 20) /* bytes of one call of the driver */

struct xdma {
    int user, to_card, from_card, events;
    volatile uint32_t *bar; /* NULL: by pread and pwrite */
};

static void xdma_close(void *state)
{
    struct xdma *xdma = state;

    if (xdma->bar != NULL)
        munmap((void *)xdma->bar, LPI_CARD_BAR_BYTES);
    for (int *fd = (int[]){xdma->user, xdma->to_card, xdma->from_card, xdma->events, -2}; *fd != -2;
         fd++)
        if (*fd >= 0)
            close(*fd);
    free(xdma);
}

static int open_part(const char *name, const char *part, int flags, struct lp_card_trouble *why)
{
    char path[LPI_SYSFS_PATH];
    int fd;

    lpi_card_path(path, "%s_%s", name, part);
    fd = open(path, flags | O_CLOEXEC);
    if (fd < 0)
        lpi_card_say_errno(why, path);
    return fd;
}

static int open_parts(struct xdma *xdma, const char *name, struct lp_card_trouble *why)
{
    char path[LPI_SYSFS_PATH];
    void *map;

    lpi_card_path(path, "%s_user", name);
    if (access(path, F_OK) != 0)
        return lpi_card_say(why, LP_CARD_NONE,
                            "%s: no such card; 'linepress-card list' shows "
                            "those that are there, 'sudo modprobe xdma' loads the driver",
                            path);
    xdma->user = lpi_card_open_locked(path, 0, why);
    if (xdma->user < 0)
        return LP_ERR_CARD;
    xdma->to_card = open_part(name, "h2c_0", O_WRONLY, why);
    if (xdma->to_card < 0)
        return LP_ERR_CARD;
    xdma->from_card = open_part(name, "c2h_0", O_RDONLY, why);
    if (xdma->from_card < 0)
        return LP_ERR_CARD;
    xdma->events = open_part(name, "events_0", O_RDONLY | O_NONBLOCK, NULL);
    map = mmap(NULL, LPI_CARD_BAR_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, xdma->user, 0);
    xdma->bar = map != MAP_FAILED ? map : NULL;
    return LP_OK;
}

static int xdma_open(const char *name, const struct lp_card_config *config, void **state,
                     struct lpi_card_shape *shape, struct lp_card_trouble *why)
{
    struct xdma *xdma = calloc(1, sizeof *xdma);
    int error;

    (void)config;
    if (xdma == NULL)
        return LP_ERR_SYSTEM;
    xdma->user = xdma->to_card = xdma->from_card = xdma->events = -1;
    error = open_parts(xdma, name, why);
    if (error != LP_OK) {
        xdma_close(xdma);
        return error;
    }
    *shape = (struct lpi_card_shape){.bar_bytes = LPI_CARD_BAR_BYTES};
    *state = xdma;
    return LP_OK;
}

static int result(ssize_t moved, size_t due)
{
    return moved == (ssize_t)due                                    ? LP_OK
           : moved < 0 && (errno == ETIMEDOUT || errno == ERESTART) ? LP_ERR_TIMEOUT
                                                                    : LP_ERR_SYSTEM;
}

static int xdma_read32(void *state, uint32_t offset, uint32_t *value)
{
    const struct xdma *xdma = state;

    if (xdma->bar == NULL)
        return result(pread(xdma->user, value, 4, (off_t)offset), 4);
    *value = xdma->bar[offset / 4];
    return LP_OK;
}

static int xdma_write32(void *state, uint32_t offset, uint32_t value)
{
    struct xdma *xdma = state;

    if (xdma->bar == NULL)
        return result(pwrite(xdma->user, &value, 4, (off_t)offset), 4);
    xdma->bar[offset / 4] = value;
    return LP_OK;
}

/* The driver may move less than requested, but not 0 bytes and not more. */
static int xdma_put(void *state, uint64_t address, const void *from, size_t bytes)
{
    const struct xdma *xdma = state;
    const uint8_t *at = from;

    while (bytes > 0) {
        size_t most = bytes < MOST_COPY ? bytes : MOST_COPY;
        ssize_t n = pwrite(xdma->to_card, at, most, (off_t)address);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0 || (size_t)n > most)
            return n > 0 ? LP_ERR_SYSTEM : result(n, bytes);
        address += (uint64_t)n;
        at += n;
        bytes -= (size_t)n;
    }
    return LP_OK;
}

static int xdma_get(void *state, uint64_t address, void *to, size_t bytes)
{
    const struct xdma *xdma = state;
    uint8_t *at = to;

    while (bytes > 0) {
        size_t most = bytes < MOST_COPY ? bytes : MOST_COPY;
        ssize_t n = pread(xdma->from_card, at, most, (off_t)address);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0 || (size_t)n > most)
            return n > 0 ? LP_ERR_SYSTEM : result(n, bytes);
        address += (uint64_t)n;
        at += n;
        bytes -= (size_t)n;
    }
    return LP_OK;
}

static int xdma_wait(void *state, int milliseconds)
{
    const struct xdma *xdma = state;
    struct pollfd p = {.fd = xdma->events, .events = POLLIN};
    uint32_t count;

    if (xdma->events < 0)
        return poll(NULL, 0, 1) < 0;
    return poll(&p, 1, milliseconds) > 0 && read(xdma->events, &count, sizeof count) > 0;
}

const struct lpi_card_transport lpi_card_xdma = {
    .scheme = "xdma",
    .open = xdma_open,
    .close = xdma_close,
    .read32 = xdma_read32,
    .write32 = xdma_write32,
    .put = xdma_put,
    .get = xdma_get,
    .wait = xdma_wait,
};
