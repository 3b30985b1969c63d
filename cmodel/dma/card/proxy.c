/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* MSG_CMSG_CLOEXEC */
#include "proxy.h"
#include "../../base/clock.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- wire format of QEMU 7.2 ---- */

enum command {
    SYNC_SYSMEM,
    RETURN,
    CONFIG_WRITE,
    CONFIG_READ,
    BAR_WRITE,
    BAR_READ,
    SET_IRQFD,
    DEVICE_RESET,
    COMMANDS
};

struct header {
    int command;
    size_t size;
};
struct sysmem {
    uint64_t address[LPI_PROXY_REGIONS], bytes[LPI_PROXY_REGIONS], offset[LPI_PROXY_REGIONS];
};
struct config {
    uint32_t offset, value;
    int size;
};
struct bar {
    uint64_t address, value;
    unsigned size;
    bool memory;
};
union body {
    uint64_t value;
    struct sysmem sysmem;
    struct config config;
    struct bar bar;
};
struct wire {
    struct header header;
    union body body;
    unsigned fds;
    int fd[LPI_PROXY_REGIONS];
};

/* Descriptors sent with a command: minimum and maximum. */
static const struct {
    size_t size;
    unsigned least, most;
} shape[COMMANDS] = {
    [SYNC_SYSMEM] = {sizeof(struct sysmem), 0, LPI_PROXY_REGIONS},
    [RETURN] = {sizeof(uint64_t), 0, 0},
    [CONFIG_WRITE] = {sizeof(struct config), 0, 0},
    [CONFIG_READ] = {sizeof(struct config), 0, 0},
    [BAR_WRITE] = {sizeof(struct bar), 0, 0},
    [BAR_READ] = {sizeof(struct bar), 0, 0},
    [SET_IRQFD] = {0, 2, 2},
    [DEVICE_RESET] = {0, 0, 0},
};

/* ---- bytes ---- */

static int64_t now_ms(void)
{
    return (int64_t)(lpi_now_ns() / 1000000);
}

/* Deadline of a call that begins now; below 0: none. */
static int64_t deadline_of(const struct lpi_proxy *proxy)
{
    return proxy->timeout_ms < 0 ? -1 : now_ms() + proxy->timeout_ms;
}

static int wait_for(int fd, short events, int64_t deadline)
{
    for (;;) {
        struct pollfd p = {.fd = fd, .events = events};
        int64_t left = deadline < 0 ? -1 : deadline - now_ms();
        int got = poll(&p, 1, deadline < 0 ? -1 : left > 0 ? (int)left : 0);

        if (got > 0)
            return 0;
        if (got == 0 && (deadline < 0 || deadline > now_ms()))
            continue;
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = ETIMEDOUT;
        return -1;
    }
}

static bool again(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

static int wrong(struct lpi_proxy *proxy, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(proxy->wrong, sizeof proxy->wrong, format, args);
    va_end(args);
    errno = EPROTO;
    return -1;
}

/* Descriptors are sent with the first byte. */
static int send_wire(struct lpi_proxy *proxy, const struct wire *wire, int64_t deadline)
{
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof wire->fd)] = {0};
    char bytes[sizeof wire->header + sizeof wire->body];
    size_t size = sizeof wire->header + wire->header.size, at = 0;

    memcpy(bytes, &wire->header, sizeof wire->header);
    memcpy(bytes + sizeof wire->header, &wire->body, sizeof wire->body);
    while (at < size) {
        struct iovec io = {bytes + at, size - at};
        struct msghdr m = {.msg_iov = &io, .msg_iovlen = 1};
        ssize_t sent;

        if (at == 0 && wire->fds > 0) {
            m.msg_control = control;
            m.msg_controllen = CMSG_SPACE(wire->fds * sizeof(int));
            *CMSG_FIRSTHDR(&m) = (struct cmsghdr){.cmsg_level = SOL_SOCKET,
                                                  .cmsg_type = SCM_RIGHTS,
                                                  .cmsg_len = CMSG_LEN(wire->fds * sizeof(int))};
            memcpy(CMSG_DATA(CMSG_FIRSTHDR(&m)), wire->fd, wire->fds * sizeof(int));
        }
        sent = sendmsg(proxy->fd, &m, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && (!again() || wait_for(proxy->fd, POLLOUT, deadline) != 0))
            return -1;
        at += sent > 0 ? (size_t)sent : 0;
    }
    return 0;
}

static void close_all(struct wire *wire)
{
    while (wire->fds > 0)
        close(wire->fd[--wire->fds]);
}

/* False: more arrived than there is room for; the system has closed the excess. */
static bool keep_fds(struct msghdr *m, struct wire *wire)
{
    for (struct cmsghdr *c = CMSG_FIRSTHDR(m); c; c = CMSG_NXTHDR(m, c)) {
        size_t fds = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);

        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
            continue;
        for (size_t i = 0; i < fds; i++) {
            int fd;

            memcpy(&fd, CMSG_DATA(c) + i * sizeof fd, sizeof fd);
            if (wire->fds < LPI_PROXY_REGIONS)
                wire->fd[wire->fds++] = fd;
            else
                close(fd);
        }
    }
    return !(m->msg_flags & MSG_CTRUNC);
}

/* 1; 0: the other side closed before the first byte; -1: errno. */
static int get_bytes(struct lpi_proxy *proxy, void *to, size_t size, struct wire *wire,
                     int64_t deadline)
{
    for (size_t at = 0; at < size;) {
        _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof wire->fd)];
        struct iovec io = {(char *)to + at, size - at};
        struct msghdr m = {.msg_iov = &io,
                           .msg_iovlen = 1,
                           .msg_control = control,
                           .msg_controllen = sizeof control};
        ssize_t got = recvmsg(proxy->fd, &m, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);

        if (got < 0 && (!again() || wait_for(proxy->fd, POLLIN, deadline) != 0))
            return -1;
        if (got >= 0 && !keep_fds(&m, wire))
            return wrong(proxy, "more than %u descriptors in a message", LPI_PROXY_REGIONS);
        if (got == 0 && at == 0)
            return 0;
        if (got == 0)
            return wrong(proxy, "the connection ended inside a message");
        at += got > 0 ? (size_t)got : 0;
    }
    return 1;
}

static int check_header(struct lpi_proxy *proxy, const struct wire *wire)
{
    int command = wire->header.command;

    if (command < 0 || command >= COMMANDS)
        return wrong(proxy, "no command %d is known", command);
    if (wire->header.size != shape[command].size)
        return wrong(proxy, "command %d with %zu bytes, not %zu", command, wire->header.size,
                     shape[command].size);
    return 0;
}

static int check_fds(struct lpi_proxy *proxy, const struct wire *wire)
{
    int command = wire->header.command;

    if (wire->fds < shape[command].least || wire->fds > shape[command].most)
        return wrong(proxy, "command %d with %u descriptors", command, wire->fds);
    return 0;
}

/* As get_bytes. The size is checked before the body is read. */
static int get_wire(struct lpi_proxy *proxy, struct wire *wire)
{
    int64_t deadline = deadline_of(proxy);
    int got;

    *wire = (struct wire){0};
    got = get_bytes(proxy, &wire->header, sizeof wire->header, wire, deadline);
    if (got > 0 && check_header(proxy, wire) != 0)
        got = -1;
    if (got > 0 && wire->header.size > 0) {
        got = get_bytes(proxy, &wire->body, wire->header.size, wire, deadline);
        if (got == 0)
            got = wrong(proxy, "the connection ended inside a message");
    }
    if (got > 0 && check_fds(proxy, wire) != 0)
        got = -1;
    if (got <= 0) {
        int error = errno;

        close_all(wire);
        errno = got < 0 && error == ECONNRESET ? EPIPE : error;
    }
    return got;
}

/* ---- client ---- */

static int tell(struct lpi_proxy *proxy, struct wire *wire)
{
    wire->header.size = shape[wire->header.command].size;
    return send_wire(proxy, wire, deadline_of(proxy));
}

static int ask(struct lpi_proxy *proxy, struct wire *wire, uint64_t *value)
{
    struct wire answer;
    int got;

    if (tell(proxy, wire) != 0)
        return -1;
    got = get_wire(proxy, &answer);
    if (got < 0)
        return -1;
    if (got == 0) {
        errno = EPIPE;
        return -1;
    }
    close_all(&answer);
    if (answer.header.command != RETURN)
        return wrong(proxy, "command %d is no answer", answer.header.command);
    *value = answer.body.value;
    return 0;
}

int lpi_proxy_regions(struct lpi_proxy *proxy, const struct lpi_proxy_region *regions,
                      unsigned count)
{
    struct wire wire = {.header = {.command = SYNC_SYSMEM}, .fds = count};

    if (count > LPI_PROXY_REGIONS) {
        errno = EINVAL;
        return -1;
    }
    for (unsigned i = 0; i < count; i++) {
        wire.body.sysmem.address[i] = regions[i].address;
        wire.body.sysmem.bytes[i] = regions[i].bytes;
        wire.body.sysmem.offset[i] = regions[i].offset;
        wire.fd[i] = regions[i].fd;
    }
    return tell(proxy, &wire);
}

int lpi_proxy_sysmem(struct lpi_proxy *proxy, uint64_t address, uint64_t bytes, int memfd)
{
    return lpi_proxy_regions(proxy, &(struct lpi_proxy_region){address, bytes, 0, memfd}, 1);
}

static int config(struct lpi_proxy *proxy, enum command command, struct config config,
                  uint64_t *value)
{
    struct wire wire = {.header = {.command = (int)command}, .body = {.config = config}};

    return ask(proxy, &wire, value);
}

int lpi_proxy_config_read(struct lpi_proxy *proxy, uint32_t offset, unsigned size, uint32_t *value)
{
    uint64_t got;

    if (config(proxy, CONFIG_READ, (struct config){offset, 0, (int)size}, &got) != 0)
        return -1;
    *value = (uint32_t)got;
    return 0;
}

int lpi_proxy_config_write(struct lpi_proxy *proxy, uint32_t offset, unsigned size, uint32_t value)
{
    uint64_t ignored;

    return config(proxy, CONFIG_WRITE, (struct config){offset, value, (int)size}, &ignored);
}

/* Registers of a type 0 header, and bits of its command register. */
#define COMMAND 0x04u
#define BAR_0 0x10u
#define MEMORY_AND_MASTER 6u
#define BAR_MASK 0xfffffff0u

int lpi_proxy_enable(struct lpi_proxy *proxy, uint64_t bar)
{
    uint32_t is;

    if (lpi_proxy_config_write(proxy, BAR_0, 4, (uint32_t)bar) != 0 ||
        lpi_proxy_config_write(proxy, COMMAND, 2, MEMORY_AND_MASTER) != 0 ||
        lpi_proxy_config_read(proxy, BAR_0, 4, &is) != 0)
        return -1;
    if (bar == 0 || (is & BAR_MASK) != bar) {
        errno = ENODEV;
        return -1;
    }
    proxy->bar = bar;
    return 0;
}

static int bar(struct lpi_proxy *proxy, enum command command, struct bar access, uint64_t *value)
{
    struct wire wire = {.header = {.command = (int)command}};

    wire.body.bar = access;
    return ask(proxy, &wire, value);
}

int lpi_proxy_bar_read(struct lpi_proxy *proxy, uint64_t offset, unsigned size, uint64_t *value)
{
    return bar(proxy, BAR_READ, (struct bar){proxy->bar + offset, 0, size, true}, value);
}

int lpi_proxy_bar_write(struct lpi_proxy *proxy, uint64_t offset, unsigned size, uint64_t value)
{
    uint64_t ignored;

    return bar(proxy, BAR_WRITE, (struct bar){proxy->bar + offset, value, size, true}, &ignored);
}

int lpi_proxy_interrupt(struct lpi_proxy *proxy, int raised, int resampled)
{
    struct wire wire = {.header = {.command = SET_IRQFD}, .fds = 2, .fd = {raised, resampled}};

    return tell(proxy, &wire);
}

int lpi_proxy_reset(struct lpi_proxy *proxy)
{
    struct wire wire = {.header = {.command = DEVICE_RESET}};
    uint64_t ignored;

    return ask(proxy, &wire, &ignored);
}

/* ---- server ---- */

static const enum lpi_proxy_kind kind_of[COMMANDS] = {
    [SYNC_SYSMEM] = LPI_PROXY_REGIONS_ARE, [CONFIG_WRITE] = LPI_PROXY_CONFIG_WRITE,
    [CONFIG_READ] = LPI_PROXY_CONFIG_READ, [BAR_WRITE] = LPI_PROXY_BAR_WRITE,
    [BAR_READ] = LPI_PROXY_BAR_READ,       [SET_IRQFD] = LPI_PROXY_INTERRUPT,
    [DEVICE_RESET] = LPI_PROXY_RESET,
};

static bool is_access(unsigned size, unsigned most)
{
    return size <= most && (size == 1 || size == 2 || size == 4 || size == 8);
}

/* 0; -1: an invalid request. */
static int read_body(struct lpi_proxy *proxy, const struct wire *wire, struct lpi_proxy_message *m)
{
    const union body *b = &wire->body;

    switch (m->kind) {
    case LPI_PROXY_REGIONS_ARE:
        for (unsigned i = 0; i < m->count; i++)
            m->region[i] = (struct lpi_proxy_region){b->sysmem.address[i], b->sysmem.bytes[i],
                                                     b->sysmem.offset[i], wire->fd[i]};
        return 0;
    case LPI_PROXY_INTERRUPT:
        for (unsigned i = 0; i < m->count; i++)
            m->region[i].fd = wire->fd[i];
        return 0;
    case LPI_PROXY_CONFIG_READ:
    case LPI_PROXY_CONFIG_WRITE:
        m->address = b->config.offset;
        m->value = b->config.value;
        m->size = (unsigned)b->config.size;
        return is_access(m->size, 4) ? 0 : wrong(proxy, "%u bytes of configuration", m->size);
    case LPI_PROXY_BAR_READ:
    case LPI_PROXY_BAR_WRITE:
        m->address = b->bar.address;
        m->value = b->bar.value;
        m->size = b->bar.size;
        return is_access(m->size, 8) ? 0 : wrong(proxy, "%u bytes of a BAR", m->size);
    default: return 0;
    }
}

int lpi_proxy_receive(struct lpi_proxy *proxy, struct lpi_proxy_message *message)
{
    struct wire wire;
    int got;

    if (wait_for(proxy->fd, POLLIN, -1) != 0)
        return -1;
    got = get_wire(proxy, &wire);
    if (got <= 0)
        return got;
    if (wire.header.command == RETURN) {
        close_all(&wire);
        return wrong(proxy, "an answer where a command was due");
    }
    *message = (struct lpi_proxy_message){.kind = kind_of[wire.header.command], .count = wire.fds};
    if (read_body(proxy, &wire, message) == 0)
        return 1;
    close_all(&wire);
    return -1;
}

int lpi_proxy_reply(struct lpi_proxy *proxy, uint64_t value)
{
    struct wire wire = {.header = {.command = RETURN}, .body = {.value = value}};

    return tell(proxy, &wire);
}

void lpi_proxy_drop(struct lpi_proxy_message *message)
{
    while (message->count > 0)
        close(message->region[--message->count].fd);
}
