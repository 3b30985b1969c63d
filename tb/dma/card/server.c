/* SPDX-License-Identifier: Apache-2.0 */
/* linepress-card-server: a card in a process of its own. options.c has its usage. */
#include <errno.h>
#include <fcntl.h>
#include <linepress/linepress.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "card.h"
#include "options.h"
#include "pci.h"
#include "rtl.h"

/* Cycles between two looks at the socket, so that an access does not wait for long. */
#define SLICE 64u
/*
 * After the first number of cycles without a transfer the card is most likely idle, and the server
 * sleeps between its slices; after the second it is certainly idle: its own limit on bandwidth may
 * delay a group by 131072 cycles.
 */
#define DROWSY 4096u
#define ASLEEP 300000u
#define NAP_MS 5
#define NAP_SLICE 512u

enum outcome { GOES_ON = -1, CLOSED = 0, FAILED = 1, BAD_PROTOCOL = 2 };

struct server {
    struct options options;
    struct lpi_proxy proxy;
    struct pci pci;
    struct host host;
    struct card *card;
    int raise; /* eventfd that takes the interrupt; -1: none */
    bool irq;
    uint64_t accesses, strays; /* accesses of BAR 0, and outside it */
};

static enum outcome fail(enum outcome outcome, const char *why)
{
    fprintf(stderr, "linepress-card-server: %s\n", why);
    return outcome;
}

/* ---- BAR 0 ---- */

static uint64_t ones(unsigned size)
{
    return size == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * size) - 1;
}

static bool is_gone(const struct server *s)
{
    return s->options.gone && s->accesses >= s->options.gone;
}

/* Another access of BAR 0. A card that is put back starts from reset; the machine's writes to its
 * configuration space are restored, as if the machine had repeated them. */
static void count_access(struct server *s)
{
    s->accesses++;
    if (s->options.back && is_gone(s) && s->accesses - s->options.gone >= s->options.back) {
        s->options.gone = 0;
        card_reset(s->card);
    }
}

/* Words of `size` bytes at `at`, which registers of 32 bits have one after the other. */
static uint64_t read_bar(struct server *s, uint32_t at, unsigned size)
{
    uint64_t value = card_read(s->card, at & ~3u) >> 8 * (at & 3);

    if (size == 8)
        value |= (uint64_t)card_read(s->card, (at & ~3u) + 4) << 32;
    return value & ones(size);
}

static void write_bar(struct server *s, uint32_t at, unsigned size, uint64_t value)
{
    unsigned lane = at & 3, strobes = size >= 4 ? 15 : (1u << size) - 1;

    card_write(s->card, at & ~3u, (uint32_t)(value << 8 * lane), strobes << lane & 15);
    if (size == 8)
        card_write(s->card, (at & ~3u) + 4, (uint32_t)(value >> 32), 15);
}

/* An access without an answer reads as ones, as on a bus. */
static uint64_t access_bar(struct server *s, const struct lpi_proxy_message *m)
{
    uint32_t at = (uint32_t)(m->address - pci_bar(&s->pci));
    uint64_t value = 0;

    count_access(s);
    if (is_gone(s))
        return ones(m->size);
    if (!pci_hits(&s->pci, m->address, m->size) || at % m->size != 0) {
        s->strays++;
        return ones(m->size);
    }
    if (m->kind == LPI_PROXY_BAR_READ)
        value = read_bar(s, at, m->size);
    else
        write_bar(s, at, m->size, m->value);
    card_run(s->card, s->options.cycles_per_access);
    return value;
}

/* ---- messages ---- */

static uint64_t access_config(struct server *s, const struct lpi_proxy_message *m)
{
    if (is_gone(s))
        return ones(m->size);
    if (m->kind == LPI_PROXY_CONFIG_READ)
        return pci_read(&s->pci, m->address, m->size);
    pci_write(&s->pci, m->address, m->size, (uint32_t)m->value);
    s->host.open = pci_is_master(&s->pci);
    return 0;
}

static void start_anew(struct server *s)
{
    pci_reset(&s->pci);
    s->host.open = false;
    card_reset(s->card);
}

static bool is_eventfd(int fd)
{
    static const char due[] = "anon_inode:[eventfd]";
    char path[64], is[sizeof due];
    ssize_t length;

    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    length = readlink(path, is, sizeof is);
    return length == sizeof due - 1 && memcmp(is, due, sizeof due - 1) == 0;
}

/* A write to any other file might wait for the machine. */
static const char *keep_interrupt(struct server *s, const struct lpi_proxy_message *m)
{
    int fd = m->region[0].fd, flags = fcntl(fd, F_GETFL);

    if (!is_eventfd(fd) || flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) != 0)
        return "an interrupt that is no eventfd";
    if (s->raise >= 0)
        close(s->raise);
    s->raise = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    return s->raise < 0 ? "too many descriptors" : NULL;
}

static enum outcome answer(struct server *s, struct lpi_proxy_message *m)
{
    uint64_t value = 0;
    const char *wrong;

    switch (m->kind) {
    case LPI_PROXY_REGIONS_ARE:
        wrong = host_replace(&s->host, m->region, m->count);
        return wrong ? fail(BAD_PROTOCOL, wrong) : GOES_ON;
    case LPI_PROXY_INTERRUPT:
        wrong = keep_interrupt(s, m);
        return wrong ? fail(BAD_PROTOCOL, wrong) : GOES_ON;
    case LPI_PROXY_CONFIG_READ:
    case LPI_PROXY_CONFIG_WRITE: value = access_config(s, m); break;
    case LPI_PROXY_BAR_READ:
    case LPI_PROXY_BAR_WRITE: value = access_bar(s, m); break;
    case LPI_PROXY_RESET: start_anew(s); break;
    }
    if (lpi_proxy_reply(&s->proxy, value) == 0)
        return GOES_ON;
    return errno == EPIPE || errno == ECONNRESET ? CLOSED : fail(FAILED, strerror(errno));
}

static enum outcome one_message(struct server *s)
{
    struct lpi_proxy_message message;
    enum outcome outcome;
    int got = lpi_proxy_receive(&s->proxy, &message);

    if (got == 0 || (got < 0 && errno == EPIPE))
        return CLOSED;
    if (got < 0 && errno == EPROTO)
        return fail(BAD_PROTOCOL, s->proxy.wrong);
    if (got < 0 && errno == ETIMEDOUT)
        return fail(BAD_PROTOCOL, "a message began and did not end");
    if (got < 0)
        return fail(FAILED, strerror(errno));
    outcome = answer(s, &message);
    lpi_proxy_drop(&message);
    return outcome;
}

/* An edge of the interrupt wakes the machine. */
static void pass_interrupt(struct server *s)
{
    bool irq = card_irq(s->card) && pci_may_interrupt(&s->pci) && !is_gone(s);

    pci_interrupt(&s->pci, card_irq(s->card));
    if (irq && !s->irq && s->raise >= 0 &&
        poll(&(struct pollfd){.fd = s->raise, .events = POLLOUT}, 1, 0) > 0)
        /* A full counter also wakes it. */
        (void)!write(s->raise, &(uint64_t){1}, sizeof(uint64_t));
    s->irq = irq;
}

/* Milliseconds to wait for a message before the clock goes on; -1: it does not run. */
static int pause_of(const struct server *s)
{
    uint64_t quiet = card_quiet(s->card);

    if (s->options.cycles_per_access || is_gone(s) || quiet >= ASLEEP)
        return -1;
    return quiet < DROWSY ? 0 : NAP_MS;
}

static enum outcome serve(struct server *s)
{
    enum outcome outcome = GOES_ON;

    while (outcome == GOES_ON) {
        struct pollfd p = {.fd = s->proxy.fd, .events = POLLIN};
        int pause_ms = pause_of(s), ready = poll(&p, 1, pause_ms);

        if (ready > 0)
            outcome = one_message(s);
        else if (ready == 0)
            card_run(s->card, pause_ms ? NAP_SLICE : SLICE);
        else if (errno != EINTR)
            outcome = fail(FAILED, strerror(errno));
        pass_interrupt(s);
        if (card_wrong(s->card))
            outcome = fail(FAILED, card_wrong(s->card));
    }
    return outcome;
}

/* ---- beginning and end ---- */

/* A file that was made shorter after it was shared. */
static void memory_is_gone(int signal_number)
{
    static const char line[] = "linepress-card-server: a part of the shared memory is gone\n";

    (void)signal_number;
    (void)!write(STDERR_FILENO, line, sizeof line - 1);
    _exit(BAD_PROTOCOL);
}

static bool begin(struct server *s)
{
    int error;

    s->options.card.open = s->options.rtl ? card_rtl_open : lp_model_open;
    error = card_open(&s->options.card, &s->host, &s->card);
    if (error == LP_OK) {
        pci_reset(&s->pci);
        return true;
    }
    fail(FAILED, error == LP_ERR_SYSTEM ? "no memory for the card"
                 : s->options.rtl       ? card_rtl_trouble(s->options.values)
                                        : "no lp_card with these parameters");
    return false;
}

static void sum_up(const struct server *s)
{
    const struct card_counts *c = card_counts(s->card);

    fprintf(stderr,
            "linepress-card-server: %llu cycles, %llu reads and %llu writes of registers, "
            "%llu strays, %llu bytes read and %llu written in the machine, %llu errors there\n",
            (unsigned long long)c->cycles, (unsigned long long)c->reads,
            (unsigned long long)c->writes, (unsigned long long)s->strays,
            (unsigned long long)c->host_read, (unsigned long long)c->host_written,
            (unsigned long long)c->host_errors);
}

int main(int argc, char **argv)
{
    static struct server s = {.raise = -1};
    enum outcome outcome;

    options_read(argc, argv, &s.options);
    s.proxy = (struct lpi_proxy){.fd = s.options.fd, .timeout_ms = s.options.timeout_ms};
    signal(SIGPIPE, SIG_IGN);
    signal(SIGBUS, memory_is_gone);
    if (!begin(&s))
        return FAILED;
    if (s.options.verbose)
        fprintf(stderr, "linepress-card-server: lp_card as %s, %llu bytes of memory\n",
                s.options.rtl ? "RTL" : "cycle model", (unsigned long long)s.options.card.bytes);
    outcome = serve(&s);
    if (s.options.verbose)
        sum_up(&s);
    card_close(s.card);
    host_close(&s.host);
    return (int)outcome;
}
