/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A card as it was placed and routed for an ECP5 (fpga/netlist_text.py) at a pseudo terminal, whose
 * name this prints. Ends with its standard input, and then prints the cycles.
 *
 *   netlist_card NETLIST BIT [TRACE [CYCLES]]
 *
 * BIT: cycles of a bit of the card's line. TRACE gets the levels at the pins in each of the first
 * CYCLES cycles as a character: '0', + 1: rx_i, + 2: tx_o, + 4: the PLL has locked.
 */
#include "line.h"
#include "netlist.h"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOCKS = 16 };    /* cycles until the PLL has locked */
enum { SLICE = 256 };   /* cycles between two looks at the terminal */
enum { ASLEEP = 3000 }; /* quiet cycles of the line after which the card's clock rests */
enum { SETTLES = 64 };  /* cycles before the name of the terminal is told */

struct rig {
    struct netlist *card;
    unsigned rx, tx, locked;
    struct line line;
    int terminal;
    uint64_t cycles, quiet, traced;
    FILE *trace;
};

static void fail(const char *what, const char *which)
{
    fprintf(stderr, "netlist_card: %s: %s\n", which, what);
    exit(2);
}

static void cycle(struct rig *rig, bool level)
{
    bool tx;

    netlist_set(rig->card, rig->rx, level);
    if (rig->cycles == LOCKS)
        netlist_set(rig->card, rig->locked, true);
    tx = netlist_get(rig->card, rig->tx);
    if (rig->trace != NULL && rig->cycles < rig->traced)
        putc('0' + level + 2 * tx + 4 * netlist_get(rig->card, rig->locked), rig->trace);
    line_listen(&rig->line, tx);
    netlist_tick(rig->card);
    rig->cycles++;
    rig->quiet = level && tx ? rig->quiet + 1 : 0;
}

static void answer(struct rig *rig)
{
    /* Bytes that are not read are lost. */
    if (rig->line.have > 0)
        (void)!write(rig->terminal, rig->line.bytes, rig->line.have);
    rig->line.have = 0;
}

static void take(struct rig *rig, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (unsigned at = 0; at < LINE_BITS * rig->line.bit; at++)
            cycle(rig, line_level(&rig->line, bytes[i], at));
        answer(rig);
    }
}

static void serve(struct rig *rig)
{
    for (;;) {
        struct pollfd p[] = {{.fd = rig->terminal, .events = POLLIN}, {.fd = 0, .events = POLLIN}};
        uint8_t bytes[1024];
        ssize_t n;

        (void)poll(p, 2, rig->quiet < ASLEEP ? 0 : -1);
        if (p[1].revents)
            return;
        n = p[0].revents & POLLIN ? read(rig->terminal, bytes, sizeof bytes) : 0;
        if (n > 0)
            take(rig, bytes, (size_t)n);
        else
            for (unsigned i = 0; i < SLICE; i++)
                cycle(rig, true);
        answer(rig);
    }
}

static void load(struct rig *rig, const char *path)
{
    char why[128];
    FILE *file = fopen(path, "r");

    if (file == NULL)
        fail(strerror(errno), path);
    rig->card = netlist_read(file, why);
    if (rig->card == NULL)
        fail(why, path);
    fclose(file);
    rig->rx = netlist_port(rig->card, "rx_i");
    rig->tx = netlist_port(rig->card, "tx_o");
    rig->locked = netlist_port(rig->card, "locked");
    if (rig->rx == 0 || rig->tx == 0 || rig->locked == 0)
        fail("has no rx_i, tx_o or locked", path);
}

int main(int argc, char **argv)
{
    static struct rig rig;

    if (argc < 3 || argc > 5 || atoi(argv[2]) < 4)
        fail("NETLIST BIT [TRACE [CYCLES]]", "arguments");
    rig.line.bit = (unsigned)atoi(argv[2]);
    load(&rig, argv[1]);
    if (argc > 3) {
        rig.trace = fopen(argv[3], "w");
        rig.traced = argc > 4 ? strtoull(argv[4], NULL, 10) : UINT64_MAX;
        if (rig.trace == NULL)
            fail(strerror(errno), argv[3]);
    }
    for (unsigned i = 0; i < SETTLES; i++)
        cycle(&rig, true);
    rig.terminal = line_terminal();
    if (rig.terminal < 0)
        fail(strerror(errno), "no pseudo terminal");
    serve(&rig);
    printf("%llu cycles\n", (unsigned long long)rig.cycles);
    if (rig.trace != NULL && fclose(rig.trace) != 0)
        fail(strerror(errno), argv[3]);
    netlist_close(rig.card);
    return 0;
}
