/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uart: a card on a serial line (rtl/card/lp_card_uart.sv), as frames of card/uart_frame.h. The
 * card's memory is accessed by the self-test's poke and peek, so it is always in local mode.
 *
 * After a loss all requests from the lost one on are sent again, in order, including those already
 * executed: no register that the library writes counts writes. A command is sent only when all its
 * registers are confirmed, since a command on partial registers could do harm that repeating it
 * does not repair.
 */
#define _GNU_SOURCE /* cfmakeraw, the higher speeds */
#include "../../lib/card/uart_frame.h"
#include "card.h"
#include "sysfs.h"
#include <errno.h>
#include <fcntl.h>
#include <linepress/card_regs.h>
#include <linux/serial.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#define USUAL_BAUD 1000000u
#define AHEAD 4u     /* requests under way, which their tags tell apart */
#define REPLY_MS 50  /* time for USB and the host to deliver a reply, in addition to its bits */
#define OPEN_MS 1000 /* time in which a card must answer once */
#define BITS_OF_A_BYTE 10

struct uart {
    int fd;
    unsigned timeout_ms;
    int reply_ms;
    uint8_t tag;
    bool noise; /* bytes arrived that were no reply */
    uint8_t bytes[AHEAD * LPI_UART_REPLY];
    size_t have;
};

/* ---- the line ---- */

static const struct {
    unsigned baud;
    speed_t speed;
} speeds[] = {{9600, B9600},       {19200, B19200},     {38400, B38400},     {57600, B57600},
              {115200, B115200},   {230400, B230400},   {460800, B460800},   {500000, B500000},
              {576000, B576000},   {921600, B921600},   {1000000, B1000000}, {1152000, B1152000},
              {1500000, B1500000}, {2000000, B2000000}, {2500000, B2500000}, {3000000, B3000000},
              {3500000, B3500000}, {4000000, B4000000}};

/* FILE[,BAUD]; 0: not of that form. */
static unsigned read_name(const char *rest, char *path, speed_t *speed)
{
    const char *comma = strchr(rest, ',');
    char *end = NULL;
    unsigned long baud = comma != NULL ? strtoul(comma + 1, &end, 10) : USUAL_BAUD;

    if (comma == rest || *rest == '\0' || (end != NULL && *end != '\0'))
        return 0;
    lpi_card_path(path, "%.*s", comma != NULL ? (int)(comma - rest) : (int)strlen(rest), rest);
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
        if (speeds[i].baud == baud) {
            *speed = speeds[i].speed;
            return speeds[i].baud;
        }
    return 0;
}

static int set_line(int fd, const char *path, unsigned baud, speed_t speed,
                    struct lp_card_trouble *why)
{
    struct termios t;

    if (tcgetattr(fd, &t) != 0)
        return lpi_card_say(why, LP_CARD_NAME,
                            "%s is no serial line; 'ls /dev/ttyUSB*' shows "
                            "those of USB",
                            path);
    cfmakeraw(&t);
    t.c_cflag |= CLOCAL | CREAD;
    t.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS);
    t.c_cc[VMIN] = 1;
    t.c_cc[VTIME] = 0;
    if (cfsetspeed(&t, speed) != 0 || tcsetattr(fd, TCSANOW, &t) != 0 || tcgetattr(fd, &t) != 0 ||
        cfgetospeed(&t) != speed)
        return lpi_card_say(why, LP_CARD_SYSTEM,
                            "%s does not take %u baud; build the card for "
                            "another speed and name it: uart:%s,115200",
                            path, baud, path);
    return LP_OK;
}

/* Best effort: an adapter then delivers bytes after 1 ms instead of 16. */
static void hurry(int fd)
{
    struct serial_struct s;

    if (ioctl(fd, TIOCGSERIAL, &s) != 0)
        return;
    s.flags |= ASYNC_LOW_LATENCY;
    (void)ioctl(fd, TIOCSSERIAL, &s);
}

/* 1: bytes arrived; 0: none in that time; -1: the line is gone. */
static int receive(struct uart *uart, int milliseconds)
{
    struct pollfd p = {.fd = uart->fd, .events = POLLIN};
    int ready = poll(&p, 1, milliseconds > 0 ? milliseconds : 0);
    ssize_t n;

    if (ready <= 0)
        return ready < 0 && errno != EINTR ? -1 : 0;
    if (!(p.revents & POLLIN))
        return -1;
    n = read(uart->fd, uart->bytes + uart->have, sizeof uart->bytes - uart->have);
    if (n > 0)
        uart->have += (size_t)n;
    return n > 0 ? 1 : n < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

/* Drops input until none has arrived for the duration of a reply. */
static int settle(struct uart *uart, double end)
{
    int came;

    do {
        uart->have = 0;
        came = receive(uart, uart->reply_ms);
        uart->noise |= came > 0;
    } while (came > 0 && lpi_card_now() < end);
    uart->have = 0;
    return came < 0 ? LP_ERR_SYSTEM : LP_OK;
}

static int transmit(struct uart *uart, const uint8_t *bytes, size_t count, double end)
{
    while (count > 0) {
        struct pollfd p = {.fd = uart->fd, .events = POLLOUT};
        ssize_t n = write(uart->fd, bytes, count);
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            return LP_ERR_SYSTEM;
        if (n > 0) {
            bytes += n;
            count -= (size_t)n;
        } else if (lpi_card_now() > end) {
            return LP_ERR_TIMEOUT;
        } else {
            (void)poll(&p, 1, uart->reply_ms);
        }
    }
    return LP_OK;
}

/* ---- accesses ---- */

/* Sends the requests of `count` accesses, whose tags follow each other. */
static int request(struct uart *uart, const struct lpi_card_access *list, size_t count, double end)
{
    uint8_t bytes[AHEAD * LPI_UART_REQUEST];

    for (size_t i = 0; i < count; i++)
        lpi_uart_put_request(bytes + i * LPI_UART_REQUEST,
                             &(struct lpi_uart_access){.write = list[i].write,
                                                       .tag = uart->tag++ & 3,
                                                       .address = (uint16_t)list[i].offset,
                                                       .data = list[i].value});
    return transmit(uart, bytes, count * LPI_UART_REQUEST, end);
}

/* The next reply. 1: it belongs to this access; 0: none arrived, or another one. */
static int reply(struct uart *uart, uint8_t tag, struct lpi_card_access *access)
{
    struct lpi_uart_access got;
    double end = lpi_card_now() + uart->reply_ms;

    while (uart->have < LPI_UART_REPLY) {
        int came = receive(uart, (int)(end - lpi_card_now()) + 1);
        if (came < 0)
            return LP_ERR_SYSTEM;
        if (came == 0 && lpi_card_now() >= end)
            return 0;
    }
    if (!lpi_uart_get_reply(uart->bytes, &got) || got.tag != (tag & 3) ||
        got.write != access->write || (got.write && got.data != access->value)) {
        uart->noise = true;
        return 0;
    }
    uart->have -= LPI_UART_REPLY;
    memmove(uart->bytes, uart->bytes + LPI_UART_REPLY, uart->have);
    access->value = got.data;
    return got.error ? LP_ERR_SYSTEM : 1;
}

/* Number of accesses that may be sent if `sent` are and `done` of them have their replies. */
static size_t may_send(const struct lpi_card_access *list, size_t count, size_t sent, size_t done)
{
    size_t to = sent;

    while (to < count && to - done < AHEAD && (!list[to].after || to == done))
        to++;
    return to - sent;
}

/* Accesses until one has no reply; *done grows by those that have one. */
static int once(struct uart *uart, struct lpi_card_access *list, size_t count, size_t *done,
                double end)
{
    size_t first = *done, sent = *done;
    uint8_t tag = uart->tag;
    int error = LP_OK, got = 1;

    while (*done < count && error == LP_OK && got == 1) {
        size_t more = may_send(list, count, sent, *done);
        error = request(uart, list + sent, more, end);
        sent += more;
        if (error == LP_OK)
            got = reply(uart, (uint8_t)(tag + (*done - first)), &list[*done]);
        *done += error == LP_OK && got == 1;
    }
    return error == LP_OK && got < 0 ? got : error;
}

/*
 * Repeats until the identity is read. Replies arrive in the order of their requests, so none of an
 * abandoned request follows it; the four tags alone could not tell.
 */
static int catch_up(struct uart *uart, double end)
{
    struct lpi_card_access id = {.offset = offsetof(lp_card_regs_t, id)};

    for (;;) {
        size_t done = 0;
        int error = settle(uart, end);
        if (error == LP_OK)
            error = once(uart, &id, 1, &done, end);
        if (error != LP_OK)
            return error;
        if (done == 1 && id.value == LP_CARD_REGS__ID__VALUE_reset)
            return LP_OK;
        uart->noise |= done == 1;
        if (lpi_card_now() >= end)
            return LP_ERR_TIMEOUT;
    }
}

static int within(struct uart *uart, struct lpi_card_access *list, size_t count, double end)
{
    size_t done = 0;

    for (;;) {
        int error = once(uart, list, count, &done, end);
        if (error != LP_OK || done == count)
            return error;
        if (lpi_card_now() >= end)
            return LP_ERR_TIMEOUT;
        error = catch_up(uart, end);
        if (error != LP_OK)
            return error;
    }
}

static int uart_access(void *state, struct lpi_card_access *list, size_t count)
{
    struct uart *uart = state;

    return within(uart, list, count, lpi_card_now() + uart->timeout_ms);
}

static int uart_read32(void *state, uint32_t offset, uint32_t *value)
{
    struct lpi_card_access access = {.offset = offset};
    int error = uart_access(state, &access, 1);

    *value = access.value;
    return error;
}

static int uart_write32(void *state, uint32_t offset, uint32_t value)
{
    struct lpi_card_access access = {.offset = offset, .value = value, .write = true};

    return uart_access(state, &access, 1);
}

/* ---- opening ---- */

static void uart_close(void *state)
{
    struct uart *uart = state;

    close(uart->fd);
    free(uart);
}

/* Whether a device that speaks the protocol answers. */
static int greet(struct uart *uart, const char *path, unsigned baud, struct lp_card_trouble *why)
{
    unsigned ms = uart->timeout_ms < OPEN_MS ? uart->timeout_ms : OPEN_MS;
    double end = lpi_card_now() + ms;
    struct lpi_card_access id = {.offset = offsetof(lp_card_regs_t, id)};
    int error = settle(uart, end);

    uart->noise = false;
    if (error == LP_OK)
        error = within(uart, &id, 1, end);
    if (error == LP_ERR_TIMEOUT && uart->noise)
        return lpi_card_say(why, LP_CARD_MAGIC,
                            "%s: what comes at %u baud is no reply of a card: "
                            "another speed, or something else is there; name the speed as uart:%s,"
                            "115200",
                            path, baud, path);
    if (error == LP_ERR_TIMEOUT)
        return lpi_card_say(why, LP_CARD_LATE,
                            "%s: no answer within %u ms at %u baud: is the card "
                            "loaded, and is this its line? 'ls -l /dev/serial/by-id' tells",
                            path, ms, baud);
    if (error != LP_OK)
        return lpi_card_say(why, LP_CARD_SYSTEM,
                            "%s: the line is gone: was it pulled? "
                            "'linepress-card list' shows those that are there",
                            path);
    return LP_OK;
}

static int begin(struct uart *uart, const char *path, unsigned baud, speed_t speed,
                 struct lp_card_trouble *why)
{
    int error;

    uart->fd = lpi_card_open_locked(path, O_NOCTTY | O_NONBLOCK, why);
    if (uart->fd < 0)
        return LP_ERR_CARD;
    error = set_line(uart->fd, path, baud, speed, why);
    if (error != LP_OK)
        return error;
    (void)ioctl(uart->fd, TIOCEXCL);
    hurry(uart->fd);
    (void)tcflush(uart->fd, TCIOFLUSH);
    uart->reply_ms = REPLY_MS + (int)(AHEAD * (LPI_UART_REQUEST + LPI_UART_REPLY) * BITS_OF_A_BYTE *
                                      1000 / baud);
    return greet(uart, path, baud, why);
}

static int uart_open(const char *rest, const struct lp_card_config *config, void **state,
                     struct lpi_card_shape *shape, struct lp_card_trouble *why)
{
    char path[LPI_SYSFS_PATH];
    speed_t speed = B0;
    unsigned baud = read_name(rest, path, &speed);
    struct uart *uart;
    int error;

    if (baud == 0)
        return lpi_card_say(why, LP_CARD_NAME,
                            "'uart:%s' is not of the form uart:/dev/ttyUSB0,"
                            "1000000, with a usual speed",
                            rest);
    uart = calloc(1, sizeof *uart);
    if (uart == NULL)
        return LP_ERR_SYSTEM;
    uart->timeout_ms = config->timeout_ms;
    error = begin(uart, path, baud, speed, why);
    if (error != LP_OK) {
        if (uart->fd >= 0)
            close(uart->fd);
        free(uart);
        return error;
    }
    *shape = (struct lpi_card_shape){.bar_bytes = LPI_CARD_BAR_BYTES};
    *state = uart;
    return LP_OK;
}

const struct lpi_card_transport lpi_card_uart = {
    .scheme = "uart",
    .open = uart_open,
    .close = uart_close,
    .read32 = uart_read32,
    .write32 = uart_write32,
    .access = uart_access,
};
