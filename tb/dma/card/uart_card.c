/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A card at a serial line: the cycle models of lp_card_uart and lp_card at a pseudo terminal, whose
 * name this prints. The line's bits take four cycles of a separate clock; the card's clock advances
 * for each access, and while no byte comes. It ends with its standard input.
 *
 *   uart_card [FAULT=VALUE]... [PARAMETER=VALUE]...
 *
 * FAULTs are chances of each byte, in either direction: flip (one bit is wrong), lose, extra
 * (another byte before it); late is the chance that replies come too late. mute=N: no answers after
 * N requests; noise=1: random bytes instead of answers; seed=N. reset=N: N requests after the first
 * doorbell the board is loaded again, so registers and memory are those of a fresh card. cycles=N: of
 * a bit at the host, which is 4 at the card, so another baud. sdram=1: the card's memory is lp_sdram
 * with a chip. PARAMETERs are lp_card's.
 */
#include <errno.h>
#include <linepress/cdma_regs.h>
#include <linepress/linepress.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "card.h"
#include "line.h"
#include "units/card/card_cycle.h"
#include "units/common/params.h"
#include "base/rng.h"

enum { LATE_MS = 120 };
enum { BIT = 4 };                      /* cycles */
enum { LISTEN = 8 * LINE_BITS * BIT }; /* cycles in which a reply has begun, if there is one */
#define SLICE 64u
#define ENGINE 0x4000u /* registers of the engine */
#define ASLEEP 300u    /* cycles without a transfer after which the card's clock may rest */

struct faults {
    double flip, lose, extra, late, mute, noise, seed, reset, cycles, sdram;
};

struct rig {
    struct faults faults;
    struct lp_rng rng;
    struct card_config config;
    struct host host;
    struct card *card;
    struct lp_instance uart;
    struct lp_card_uart_in in;
    unsigned requests, rung; /* rung: requests since the first doorbell */
    int terminal;
    struct line line; /* from the card */
};

static void fail(const char *what, const char *which)
{
    fprintf(stderr, "uart_card: %s '%s'\n", what, which);
    exit(2);
}

/* The result of a byte's transmission: up to two bytes. */
static unsigned spoil(struct rig *rig, uint8_t byte, uint8_t out[2])
{
    unsigned count = 0;

    if (lp_chance(&rig->rng, rig->faults.extra))
        out[count++] = (uint8_t)lp_random(&rig->rng);
    if (lp_chance(&rig->rng, rig->faults.flip))
        byte ^= (uint8_t)(1u << lp_below(&rig->rng, 8));
    if (!lp_chance(&rig->rng, rig->faults.lose))
        out[count++] = byte;
    return count;
}

static void open_card(struct rig *rig)
{
    if (card_open(&rig->config, &rig->host, &rig->card) != LP_OK)
        fail("no card with these", "parameters");
    lp_instance_reset(&rig->uart);
}

/* ---- registers ---- */

static bool is_doorbell(uint32_t address)
{
    return address == ENGINE + offsetof(lp_cdma_regs_t, off) + offsetof(lp_cdma_ring_t, tail) ||
           address == ENGINE + offsetof(lp_cdma_regs_t, pre) + offsetof(lp_cdma_ring_t, tail);
}

static bool is_loaded_again(struct rig *rig, const struct lp_card_uart_out *out)
{
    if (rig->rung == 0 && !(out->csr_awvalid && is_doorbell(out->csr_awaddr)))
        return false;
    return rig->faults.reset > 0 && rig->rung++ == rig->faults.reset;
}

/* The near end of lp_card_uart takes its answer in the cycle after its request. */
static void registers(struct rig *rig, const struct lp_card_uart_out *out)
{
    struct lp_card_uart_in *in = &rig->in;

    in->csr_bvalid = in->csr_rvalid = 0;
    if (!out->csr_awvalid && !out->csr_arvalid)
        return;
    rig->requests++;
    if (is_loaded_again(rig, out)) {
        card_close(rig->card);
        open_card(rig);
        return;
    }
    if (out->csr_awvalid)
        card_write(rig->card, out->csr_awaddr, out->csr_wdata, 15);
    else
        in->csr_rdata = card_read(rig->card, out->csr_araddr);
    in->csr_bvalid = out->csr_awvalid;
    in->csr_rvalid = out->csr_arvalid;
}

/* ---- the line ---- */

static void cycle(struct rig *rig, bool line)
{
    struct lp_card_uart_out out;

    rig->in.rx = line;
    rig->in.csr_awready = rig->in.csr_wready = rig->in.csr_arready = 1;
    lp_instance_eval(&rig->uart, 1, &rig->in, &out);
    lp_instance_tick(&rig->uart);
    line_listen(&rig->line, out.tx & 1);
    registers(rig, &out);
}

static void send_byte(struct rig *rig, uint8_t byte)
{
    for (unsigned i = 0; i < LINE_BITS * rig->line.bit; i++)
        cycle(rig, line_level(&rig->line, byte, i));
}

static void answer(struct rig *rig)
{
    uint8_t bytes[2 * sizeof rig->line.bytes];
    size_t count = 0;

    for (size_t i = 0; i < rig->line.have; i++)
        count += spoil(rig, rig->line.bytes[i], bytes + count);
    rig->line.have = 0;
    if (count > 0 && lp_chance(&rig->rng, rig->faults.late))
        (void)poll(NULL, 0, LATE_MS);
    /* Bytes that are not read are lost. */
    (void)!write(rig->terminal, bytes, count);
}

/* Bytes of the host, and the card's answers. */
static void take(struct rig *rig, const uint8_t *bytes, size_t count)
{
    uint8_t out[2];

    for (size_t i = 0; i < count; i++)
        for (unsigned k = 0, n = spoil(rig, bytes[i], out); k < n; k++)
            send_byte(rig, out[k]);
    for (unsigned quiet = 0; quiet < LISTEN; quiet = rig->line.left ? 0 : quiet + 1)
        cycle(rig, true);
    if (rig->faults.noise > 0)
        for (rig->line.have = 0; rig->line.have < count; rig->line.have++)
            rig->line.bytes[rig->line.have] = (uint8_t)lp_random(&rig->rng);
    if (rig->faults.mute > 0 && rig->requests > rig->faults.mute)
        rig->line.have = 0;
    answer(rig);
}

/* ---- the whole ---- */

static void serve(struct rig *rig)
{
    for (;;) {
        struct pollfd p[] = {{.fd = rig->terminal, .events = POLLIN}, {.fd = 0, .events = POLLIN}};
        uint8_t bytes[1024];
        ssize_t n;

        if (poll(p, 2, card_quiet(rig->card) < ASLEEP ? 0 : -1) == 0)
            card_run(rig->card, SLICE);
        if (p[1].revents)
            return;
        n = p[0].revents & POLLIN ? read(rig->terminal, bytes, sizeof bytes) : 0;
        if (n > 0)
            take(rig, bytes, (size_t)n);
        if (card_wrong(rig->card))
            fail("the card broke a rule:", card_wrong(rig->card));
    }
}

static void read_word(struct rig *rig, char *word, int *values)
{
    struct faults *f = &rig->faults;
    const struct {
        const char *name;
        double *value;
    } faults[] = {{"flip", &f->flip},  {"lose", &f->lose},   {"extra", &f->extra},
                  {"late", &f->late},  {"mute", &f->mute},   {"noise", &f->noise},
                  {"seed", &f->seed},  {"reset", &f->reset}, {"cycles", &f->cycles},
                  {"sdram", &f->sdram}};
    char *value = strchr(word, '=');

    if (!value)
        fail("no NAME=VALUE:", word);
    *value++ = '\0';
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (strcmp(word, faults[i].name) == 0) {
            *faults[i].value = atof(value);
            return;
        }
    if (lp_unit_set(&lp_card_unit, word, atoi(value), values) != LP_OK)
        fail("lp_card takes no such", word);
}

int main(int argc, char **argv)
{
    static struct rig rig = {
        .faults = {.seed = 1, .cycles = BIT},
        .config = {.open = lp_model_open, .latency = 4, .host_latency = 4, .file = -1, .seed = 1}};
    int card_values[LP_MAX_PARAMS], uart_values[LP_MAX_PARAMS];

    lp_unit_defaults(&lp_card_unit, card_values);
    lp_unit_defaults(&lp_card_uart_unit, uart_values);
    for (int i = 1; i < argc; i++)
        read_word(&rig, argv[i], card_values);
    rig.rng.state = (uint64_t)rig.faults.seed;
    rig.line.bit = (unsigned)rig.faults.cycles;
    rig.config.values = card_values;
    rig.config.sdram = rig.faults.sdram > 0;
    rig.config.bytes = (uint64_t)1 << lp_unit_get(&lp_card_unit, "MEM_LOG2", card_values);
    if (lp_unit_set(&lp_card_uart_unit, "CLKS_PER_BIT", BIT, uart_values) != LP_OK ||
        lp_model_open(&lp_card_uart_unit, uart_values, &rig.uart) != LP_OK)
        fail("no line with these", "parameters");
    open_card(&rig);
    for (unsigned i = 0; i < LISTEN; i++)
        cycle(&rig, true);
    rig.terminal = line_terminal();
    if (rig.terminal < 0)
        fail("no pseudo terminal", strerror(errno));
    serve(&rig);
    card_close(rig.card);
    lp_instance_close(&rig.uart);
    return 0;
}
