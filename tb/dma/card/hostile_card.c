/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A card made of C functions that sends wrong data (hostile.h), in place of linepress-card-server:
 * with --fd=N it uses that socket. With "uart" it uses a pseudo terminal, whose name it prints, and
 * ends with its standard input. HOSTILE=KIND:SEED selects its faults.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "dma/card/proxy.h"
#include "lib/card/uart_frame.h"
#include "fake_card.h"
#include "pci.h"

enum { LATE_MS = 700 };

static struct fake_card card = {.host = true};
static struct pci pci;
static int sock, window = -1, raised = -1;

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "hostile_card: %s\n", what);
    exit(3);
}

static struct lp_rng *rng(void)
{
    return &card.hostile.rng;
}

/* ---- replies of a server ---- */

struct reply {
    int command;
    size_t size;
    uint64_t value;
};

static void send_bytes(const void *bytes, size_t count)
{
    if (send(sock, bytes, count, MSG_NOSIGNAL) != (ssize_t)count)
        exit(0);
}

static void send_files(const struct reply *r, unsigned count)
{
    struct iovec io = {(void *)r, sizeof *r};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(64 * sizeof(int))] = {0};
    struct msghdr m = {.msg_iov = &io,
                       .msg_iovlen = 1,
                       .msg_control = control,
                       .msg_controllen = CMSG_SPACE(count * sizeof(int))};
    struct cmsghdr *head = CMSG_FIRSTHDR(&m);

    *head = (struct cmsghdr){.cmsg_level = SOL_SOCKET,
                             .cmsg_type = SCM_RIGHTS,
                             .cmsg_len = CMSG_LEN(count * sizeof(int))};
    for (unsigned i = 0; i < count; i++)
        memcpy(CMSG_DATA(head) + i * sizeof(int), &sock, sizeof sock);
    (void)!sendmsg(sock, &m, MSG_NOSIGNAL);
}

static void send_noise(size_t count)
{
    char bytes[4096];

    for (size_t i = 0; i < count; i++)
        bytes[i] = (char)lp_random(rng());
    send_bytes(bytes, count);
}

static void send_in_parts(const struct reply *r)
{
    for (size_t at = 0; at < sizeof *r; at++) {
        send_bytes((const char *)r + at, 1);
        if (lp_below(rng(), 256) == 0)
            (void)poll(NULL, 0, 1);
    }
}

static void lie_in_reply(struct reply r)
{
    switch (card.hostile.way) {
    case 0: r.command = (int)lp_random(rng()); break;
    case 1: r.command = (int)lp_below(rng(), 10); break;
    case 2: r.command = -1; break;
    case 3: r.size = hostile_number(&card.hostile); break;
    case 4: r.size = 7 + lp_below(rng(), 200); break;
    case 5: r.value = hostile_number(&card.hostile); break;
    case 6: send_bytes(&r, lp_below(rng(), sizeof r)); exit(0);
    case 7: send_bytes(&r, lp_below(rng(), sizeof r)); return;
    case 8: send_bytes(&r, sizeof r); break;
    case 9: send_noise(1 + lp_below(rng(), 100)); return;
    case 10: send_noise(4096); break;
    case 11: send_files(&r, 1); return;
    case 12: send_files(&r, 2 + lp_below(rng(), 62)); return;
    case 13: return;
    case 14: exit((int)lp_below(rng(), 3));
    case 15:
        (void)shutdown(sock, SHUT_RDWR);
        pause();
        break;
    case 16: (void)shutdown(sock, SHUT_WR); break;
    case 17: send_in_parts(&r); return;
    case 18: (void)poll(NULL, 0, LATE_MS); break;
    default: raise(SIGSTOP); break;
    }
    send_bytes(&r, sizeof r);
}

/* ---- shared files ---- */

/* Another process also holds the connection for a while. */
static void live_on(void)
{
    if (fork() != 0)
        return;
    for (int fd = 0; fd < 3; fd++)
        close(fd);
    (void)poll(NULL, 0, 4 * LATE_MS);
    _exit(0);
}

static void lie_with_files(void)
{
    uint64_t most = UINT64_MAX - 1;

    switch (card.hostile.way) {
    case 0: (void)!ftruncate(window, 0); break;
    case 1: (void)!ftruncate(window, 4096); break;
    case 2: (void)!ftruncate(window, (off_t)1 << 40); break;
    case 3: (void)!ftruncate(window, (off_t)(card.window.bytes - 4096)); break;
    case 4:
        (void)!fallocate(window, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
                         (off_t)card.window.bytes);
        break;
    case 5: (void)fcntl(window, F_ADD_SEALS, F_SEAL_WRITE); break;
    case 6: (void)fcntl(window, F_ADD_SEALS, F_SEAL_FUTURE_WRITE); break;
    case 7: (void)fcntl(raised, F_SETFL, 0); break;
    case 8: (void)!write(raised, &most, sizeof most); break;
    case 9:
        (void)fcntl(raised, F_SETFL, 0);
        (void)!write(raised, &(uint64_t){1}, 8);
        break;
    case 10: (void)!read(raised, &most, sizeof most); break;
    case 11: (void)fcntl(sock, F_SETFL, O_NONBLOCK); break;
    case 12: (void)fcntl(sock, F_SETFL, O_ASYNC); break;
    case 13: (void)!ftruncate(window, (off_t)(card.window.bytes / 2)); break;
    case 14: (void)!fallocate(window, 0, (off_t)card.window.bytes, 1 << 20); break;
    case 15: memset(card.window.at, (int)lp_random(rng()), 16384); break;
    case 16: memset(card.window.at, 0, card.window.bytes); break;
    case 17: (void)!fallocate(window, FALLOC_FL_COLLAPSE_RANGE, 0, 4096); break;
    case 18: live_on(); break;
    default: raise(SIGSTOP); break;
    }
}

/* ---- a server ---- */

static void take_region(const struct lpi_proxy_region *r)
{
    window = dup(r->fd);
    card.window.at = mmap(NULL, r->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, window, 0);
    if (card.window.at == MAP_FAILED)
        fail("no window");
    card.window.bus = r->address;
    card.window.bytes = r->bytes;
    fake_card_take_window(&card);
}

static uint64_t access_bar(const struct lpi_proxy_message *m)
{
    uint32_t at = (uint32_t)(m->address - pci_bar(&pci)), value = 0;

    if (!pci_hits(&pci, m->address, m->size) || m->size != 4 || at % 4 != 0)
        return UINT64_MAX;
    if (m->kind == LPI_PROXY_BAR_READ)
        (void)fake_card_read(&card, at, &value);
    else
        (void)fake_card_write(&card, at, (uint32_t)m->value);
    /* Interrupts have no meaning here, so it raises them at random. */
    if (raised >= 0 && lp_below(rng(), 4) == 0 &&
        poll(&(struct pollfd){raised, POLLOUT, 0}, 1, 0) > 0)
        (void)!write(raised, &(uint64_t){1}, sizeof(uint64_t));
    if (hostile_now(&card.hostile, HOSTILE_FILES))
        lie_with_files();
    return value;
}

static uint64_t answer(struct lpi_proxy_message *m)
{
    switch (m->kind) {
    case LPI_PROXY_REGIONS_ARE:
        if (m->count > 0)
            take_region(&m->region[0]);
        return 0;
    case LPI_PROXY_INTERRUPT: raised = dup(m->region[0].fd); return 0;
    case LPI_PROXY_CONFIG_READ: return pci_read(&pci, m->address, m->size);
    case LPI_PROXY_CONFIG_WRITE: pci_write(&pci, m->address, m->size, (uint32_t)m->value); return 0;
    case LPI_PROXY_BAR_READ:
    case LPI_PROXY_BAR_WRITE: return access_bar(m);
    default: return 0;
    }
}

static int serve(int fd)
{
    struct lpi_proxy proxy = {.fd = fd, .timeout_ms = -1};
    struct lpi_proxy_message m;

    sock = fd;
    pci_reset(&pci);
    while (lpi_proxy_receive(&proxy, &m) > 0) {
        bool replies = m.kind != LPI_PROXY_REGIONS_ARE && m.kind != LPI_PROXY_INTERRUPT;
        struct reply r = {1, sizeof r.value, answer(&m)};

        lpi_proxy_drop(&m);
        if (!replies)
            continue;
        if (hostile_now(&card.hostile, HOSTILE_MESSAGES))
            lie_in_reply(r);
        else
            send_bytes(&r, sizeof r);
    }
    return 0;
}

/* ---- a serial line ---- */

static int terminal;
static uint8_t last_reply[LPI_UART_REPLY];

static void write_line(const uint8_t *bytes, size_t count)
{
    (void)!write(terminal, bytes, count);
}

static void lie_on_the_line(struct lpi_uart_access a, uint8_t bytes[LPI_UART_REPLY])
{
    uint8_t noise[64];
    size_t count = 1 + lp_below(rng(), sizeof noise);

    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (uint8_t)lp_random(rng());
    switch (card.hostile.way) {
    case 0: bytes[5] ^= (uint8_t)(1u << lp_below(rng(), 8)); break;
    case 1: bytes[lp_below(rng(), 6)] ^= (uint8_t)(1u << lp_below(rng(), 8)); break;
    case 2: a.tag ^= 1; break;
    case 3: a.tag = (uint8_t)lp_below(rng(), 4); break;
    case 4: a.error = true; break;
    case 5: a.write = !a.write; break;
    case 6: a.data ^= 1u << lp_below(rng(), 32); break;
    case 7: a.data = (uint32_t)hostile_number(&card.hostile); break;
    case 8: write_line(bytes, LPI_UART_REPLY); break;
    case 9: write_line(last_reply, LPI_UART_REPLY); break;
    case 10: write_line(noise, count); break;
    case 11: write_line(noise, count); return;
    case 12: return;
    case 13: write_line(bytes, lp_below(rng(), LPI_UART_REPLY)); return;
    case 14: write_line(bytes + 1, LPI_UART_REPLY - 1); return;
    case 15: memset(bytes, 0, LPI_UART_REPLY); break;
    case 16: memset(bytes, 0xff, LPI_UART_REPLY); break;
    case 17: (void)poll(NULL, 0, LATE_MS); break;
    case 18: exit(0);
    default:
        for (unsigned i = 0; i < 64; i++)
            write_line(noise, sizeof noise);
    }
    if (card.hostile.way >= 2 && card.hostile.way <= 7)
        lpi_uart_put_reply(bytes, &a);
    write_line(bytes, LPI_UART_REPLY);
}

static void answer_line(const uint8_t *request)
{
    struct lpi_uart_access a;
    uint8_t bytes[LPI_UART_REPLY];

    if (!lpi_uart_get_request(request, &a))
        return;
    a.error = false;
    if (a.write)
        (void)fake_card_write(&card, a.address, a.data);
    else
        (void)fake_card_read(&card, a.address, &a.data);
    lpi_uart_put_reply(bytes, &a);
    if (hostile_now(&card.hostile, HOSTILE_MESSAGES) || hostile_now(&card.hostile, HOSTILE_FILES))
        lie_on_the_line(a, bytes);
    else
        write_line(bytes, sizeof bytes);
    memcpy(last_reply, bytes, sizeof bytes);
}

static int open_terminal(void)
{
    struct termios t;
    int end;

    terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
        fail("no pseudo terminal");
    end = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    if (end < 0 || tcgetattr(end, &t) != 0)
        fail("no pseudo terminal");
    cfmakeraw(&t);
    (void)tcsetattr(end, TCSANOW, &t);
    puts(ptsname(terminal));
    return fflush(stdout);
}

static int serve_line(void)
{
    uint8_t bytes[LPI_UART_REQUEST];
    size_t have = 0;

    if (open_terminal() != 0)
        return 1;
    for (;;) {
        struct pollfd p[] = {{terminal, POLLIN, 0}, {0, POLLIN, 0}};

        (void)poll(p, 2, -1);
        if (p[1].revents)
            return 0;
        if (read(terminal, bytes + have, 1) != 1)
            continue;
        have += have > 0 || bytes[0] == LPI_UART_SYNC;
        if (have < sizeof bytes)
            continue;
        answer_line(bytes);
        have = 0;
    }
}

int main(int argc, char **argv)
{
    bool uart = argc > 1 && strcmp(argv[1], "uart") == 0;

    if (argc < 2 || (!uart && strncmp(argv[1], "--fd=", 5) != 0))
        fail("takes --fd=N, or uart");
    card.host = !uart;
    fake_card_open(&card, 0);
    hostile_begin(&card.hostile, getenv("HOSTILE"));
    return uart ? serve_line() : serve(atoi(argv[1] + 5));
}
