/* SPDX-License-Identifier: Apache-2.0 */
/*
 * litepcie: LitePCIe's driver, release 2024.12. Registers are accessed by its ioctl, from BASE on
 * (",base=N"). Always in local mode; the card's mover uses the streams of the core's first channel,
 * whose buffers the driver maps. Without them, the self-test's poke and peek are used.
 *
 * The core cycles through all buffers until it is stopped, whatever their content. The driver is
 * notified only after each 32nd buffer, and reports one fewer than are full.
 */
#define _GNU_SOURCE
#include "card.h"
#include "sysfs.h"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

/* As in the driver's litepcie.h; the numbers are its interface. */
struct reg {
    uint32_t address, value;
    uint8_t is_write;
};
struct loopback {
    uint8_t enable;
};
struct direction {
    uint8_t enable;
    int64_t hardware, software; /* buffers finished by the core, and by the program */
};
struct lock {
    uint8_t take_reader, take_writer, give_reader, give_writer, reader, writer;
};
struct buffers {
    uint64_t to_card_at, to_card_bytes, to_card_count;
    uint64_t from_card_at, from_card_bytes, from_card_count;
};
#define ACCESS_REG _IOWR('S', 0, struct reg)
#define SET_LOOPBACK _IOW('S', 20, struct loopback)
#define SET_WRITER _IOWR('S', 21, struct direction) /* from the card */
#define SET_READER _IOWR('S', 22, struct direction) /* to the card */
#define GET_BUFFERS _IOR('S', 24, struct buffers)
#define SET_LOCK _IOWR('S', 25, struct lock)

#define BUFFER 8192u
#define BUFFERS 256u
#define ALL_BYTES ((size_t)BUFFER * BUFFERS)
#define TOLD_EACH 32u /* buffers between two notifications of the driver */
#define LOOK_MS 1
#define PARTING_US 100 /* time to drain the few KiB between the core and the mover */

struct litepcie {
    int fd;
    uint32_t base;
    uint8_t *to_card, *from_card; /* buffers; NULL: none */
};

/* NAME[,base=N] */
static int read_name(const char *rest, char *path, size_t size, uint32_t *base)
{
    const char *comma = strchr(rest, ',');
    char *end = NULL;
    unsigned long value = 0;

    if (comma != NULL && strncmp(comma, ",base=", 6) == 0)
        value = strtoul(comma + 6, &end, 0);
    if (comma != NULL && (end == NULL || end == comma + 6 || *end != '\0' || value % 4 != 0 ||
                          value > UINT32_MAX - LPI_CARD_BAR_BYTES))
        return 0;
    snprintf(path, size, "%.*s", comma != NULL ? (int)(comma - rest) : (int)strlen(rest), rest);
    *base = (uint32_t)value;
    return 1;
}

/* ---- streams ---- */

static int set_direction(const struct litepcie *card, unsigned long which, int enable,
                         int64_t *hardware)
{
    struct direction d = {.enable = enable != 0};

    if (ioctl(card->fd, which, &d) != 0)
        return LP_ERR_SYSTEM;
    if (hardware != NULL)
        *hardware = d.hardware;
    return LP_OK;
}

static int offer(void *state, const void *from, size_t bytes)
{
    const struct litepcie *card = state;

    memcpy(card->to_card, from, bytes);
    return set_direction(card, SET_READER, 1, NULL);
}

/* Buffers that must be full before the driver reports these bytes. */
static size_t told_after(size_t bytes)
{
    size_t count = (bytes + BUFFER - 1) / BUFFER;
    return (count + TOLD_EACH - 1) / TOLD_EACH * TOLD_EACH + 1;
}

static int accept(void *state, size_t bytes, size_t *more)
{
    *more = told_after(bytes) * BUFFER - bytes;
    return set_direction(state, SET_WRITER, 1, NULL);
}

static int collect(void *state, void *to, size_t bytes, unsigned timeout_ms)
{
    const struct litepcie *card = state;
    int64_t due = (int64_t)told_after(bytes) - 1, hardware = 0;
    double end = lpi_card_now() + timeout_ms;
    struct pollfd p = {.fd = card->fd, .events = POLLIN};

    for (;;) {
        int error = set_direction(card, SET_WRITER, 1, &hardware);
        if (error != LP_OK || lpi_card_now() > end)
            return error != LP_OK ? error : LP_ERR_TIMEOUT;
        if (hardware >= due)
            break;
        (void)poll(&p, 1, LOOK_MS);
    }
    memcpy(to, card->from_card, bytes);
    return LP_OK;
}

static void stop(void *state)
{
    (void)set_direction(state, SET_READER, 0, NULL);
    (void)set_direction(state, SET_WRITER, 0, NULL);
    lpi_card_pause(PARTING_US);
}

/* One buffer takes about as long as this many pokes. */
static const struct lpi_card_streams streams = {
    .least = BUFFER,
    .most = (BUFFERS - TOLD_EACH) * BUFFER,
    .offer = offer,
    .accept = accept,
    .collect = collect,
    .stop = stop,
};

static uint8_t *map_buffers(const struct litepcie *card, uint64_t at)
{
    void *map = mmap(NULL, ALL_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, card->fd, (off_t)at);
    return map != MAP_FAILED ? map : NULL;
}

static void unmap(struct litepcie *card)
{
    if (card->to_card != NULL)
        munmap(card->to_card, ALL_BYTES);
    if (card->from_card != NULL)
        munmap(card->from_card, ALL_BYTES);
    card->to_card = card->from_card = NULL;
}

/* Maps the driver's buffers, if it supports this. */
static int take_buffers(struct litepcie *card)
{
    struct buffers b;

    if (ioctl(card->fd, GET_BUFFERS, &b) != 0 || b.to_card_bytes != BUFFER ||
        b.to_card_count != BUFFERS || b.from_card_bytes != BUFFER || b.from_card_count != BUFFERS)
        return 0;
    card->to_card = map_buffers(card, b.to_card_at);
    card->from_card = map_buffers(card, b.from_card_at);
    if (card->to_card == NULL || card->from_card == NULL)
        unmap(card);
    return card->to_card != NULL;
}

/* LP_OK also if there are no streams. */
static int take_streams(struct litepcie *card, const char *path, struct lpi_card_shape *shape,
                        struct lp_card_trouble *why)
{
    struct lock lock = {.take_reader = 1, .take_writer = 1};

    if (!take_buffers(card))
        return LP_OK;
    if (ioctl(card->fd, SET_LOCK, &lock) != 0 || !lock.reader || !lock.writer) {
        unmap(card);
        return lpi_card_say(why, LP_CARD_BUSY,
                            "%s: another program has the streams of its first "
                            "channel; 'sudo fuser -v %s' shows which",
                            path, path);
    }
    (void)ioctl(card->fd, SET_LOOPBACK, &(struct loopback){0});
    shape->streams = &streams;
    return LP_OK;
}

/* ---- opening ---- */

static void litepcie_close(void *state)
{
    struct litepcie *card = state;

    unmap(card);
    close(card->fd); /* the driver stops the transfers and releases the streams */
    free(card);
}

static int litepcie_open(const char *rest, const struct lp_card_config *config, void **state,
                         struct lpi_card_shape *shape, struct lp_card_trouble *why)
{
    char name[LPI_SYSFS_PATH], path[LPI_SYSFS_PATH];
    struct litepcie *card;
    uint32_t base;
    int error;

    (void)config;
    if (!read_name(rest, name, sizeof name, &base))
        return lpi_card_say(why, LP_CARD_NAME,
                            "'litepcie:%s' is not of the form "
                            "litepcie:/dev/litepcie0,base=0x20000",
                            rest);
    lpi_card_path(path, "%s", name);
    if (access(path, F_OK) != 0)
        return lpi_card_say(why, LP_CARD_NONE,
                            "%s: no such card; 'linepress-card list' shows "
                            "those that are there, 'sudo modprobe litepcie' loads the driver",
                            path);
    card = calloc(1, sizeof *card);
    if (card == NULL)
        return LP_ERR_SYSTEM;
    card->base = base;
    card->fd = lpi_card_open_locked(path, 0, why);
    if (card->fd < 0) {
        free(card);
        return LP_ERR_CARD;
    }
    *shape = (struct lpi_card_shape){.bar_bytes = LPI_CARD_BAR_BYTES};
    error = take_streams(card, path, shape, why);
    if (error != LP_OK) {
        litepcie_close(card);
        return error;
    }
    *state = card;
    return LP_OK;
}

/* ---- registers ---- */

static int litepcie_read32(void *state, uint32_t offset, uint32_t *value)
{
    const struct litepcie *card = state;
    struct reg reg = {.address = card->base + offset};

    if (ioctl(card->fd, ACCESS_REG, &reg) != 0)
        return LP_ERR_SYSTEM;
    *value = reg.value;
    return LP_OK;
}

static int litepcie_write32(void *state, uint32_t offset, uint32_t value)
{
    const struct litepcie *card = state;
    struct reg reg = {.address = card->base + offset, .value = value, .is_write = 1};

    return ioctl(card->fd, ACCESS_REG, &reg) == 0 ? LP_OK : LP_ERR_SYSTEM;
}

const struct lpi_card_transport lpi_card_litepcie = {
    .scheme = "litepcie",
    .open = litepcie_open,
    .close = litepcie_close,
    .read32 = litepcie_read32,
    .write32 = litepcie_write32,
};
