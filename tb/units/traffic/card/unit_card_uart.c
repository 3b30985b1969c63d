/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_card_uart: a sender whose bits are a little too long or too short, with requests
 * back to back or apart, truncated, corrupted or between other bytes, with bytes without a stop bit
 * and pulses too short for a byte; and registers that answer early or late, now and then with an
 * error. Accesses and replies are compared with the result of cmodel/lib/card/uart_frame.c for the
 * bytes that were sent.
 */
#include <stdlib.h>
#include <string.h>

#include "units/card/card_uart_ports.h"
#include "lib/card/uart_frame.h"
#include "base/rng.h"
#include "units/cosim/registry.h"

enum { AW, W, B, AR, R }; /* streams in the order of the ports */

#define QUEUE 64
#define UNIT 256u /* per cycle: the unit of time of the sender's bits */

/* The sender: the bytes to be sent, and its position in a byte. */
struct sender {
    uint8_t byte[QUEUE];
    bool bad[QUEUE]; /* without a stop bit */
    unsigned count, at;
    unsigned bit;    /* 0: none, 1: start, 2 to 9: data, 10: stop, 11: the line is low too long */
    uint32_t left;   /* time left of this bit or pause, in units */
    uint32_t period; /* state of the byte in progress */
    bool level;
};

struct bench {
    struct lp_traffic base;
    struct lp_rng rng;
    uint32_t clks;
    uint64_t cycle;
    struct sender line;

    /* Expected state of the unit. */
    uint8_t window[LPI_UART_REQUEST];
    unsigned have;
    bool owed; /* an access is due, in this cycle at the latest */
    uint64_t owed_until;
    struct lpi_uart_access due, now;

    /* The access in progress: its parts that were taken, its answer, its reply. */
    bool busy, was_busy, aw, w, ar, slow;
    uint64_t answer_at;
    uint8_t reply[LPI_UART_REPLY];
    unsigned replied; /* its bytes whose start bit came; after the last one it is handed out */
    uint64_t reply_until;
    bool replying;

    /* The line driven by the unit. */
    bool receiving;
    uint64_t first; /* cycle in which the start bit began */
    uint8_t byte, expected;
};

/* ---- sending ---- */

static void put(struct sender *q, uint8_t byte, bool bad)
{
    q->byte[q->count] = byte;
    q->bad[q->count++] = bad;
}

static uint8_t any_byte(struct bench *q)
{
    static const uint8_t likely[] = {LPI_UART_SYNC, 0, 0xff, 0x4d, 0x0c};

    return lp_below(&q->rng, 3) ? (uint8_t)lp_random(&q->rng)
                                : likely[lp_below(&q->rng, sizeof likely)];
}

/* Bytes that would be taken for a request if one of its checks were missing. */
static void put_request(struct bench *q, unsigned from, unsigned to)
{
    uint8_t bytes[LPI_UART_REQUEST];
    struct lpi_uart_access access = {
        .write = lp_below(&q->rng, 2),
        .tag = (uint8_t)lp_below(&q->rng, 4),
        .address = (uint16_t)(lp_below(&q->rng, 8192) * 4),
        .data = (uint32_t)lp_random(&q->rng),
    };

    lpi_uart_put_request(bytes, &access);
    switch (lp_below(&q->rng, 12)) {
    case 0: /* one bit is wrong */
        bytes[lp_below(&q->rng, LPI_UART_REQUEST)] ^= (uint8_t)(1u << lp_below(&q->rng, 8));
        break;
    case 1: /* wrong first byte, with a matching CRC */
        bytes[0] ^= (uint8_t)(1u << lp_below(&q->rng, 8));
        bytes[7] = lpi_uart_crc(0, bytes, 7);
        break;
    default: break;
    }
    for (unsigned i = from; i < to; i++)
        put(&q->line, bytes[i], false);
}

static void more(struct bench *q)
{
    struct sender *line = &q->line;
    unsigned cut = lp_below(&q->rng, LPI_UART_REQUEST);

    line->count = line->at = 0;
    q->slow = lp_below(&q->rng, 12) == 0;
    switch (lp_below(&q->rng, 10)) {
    case 0:
        for (unsigned n = 1 + lp_below(&q->rng, 20); n; n--)
            put(line, any_byte(q), lp_below(&q->rng, 8) == 0);
        break;
    case 1: put_request(q, 0, cut); break;
    case 2: put_request(q, cut, LPI_UART_REQUEST); break;
    case 3: /* a bad byte in front of, within or after a request */
        put_request(q, 0, cut);
        put(line, any_byte(q), true);
        put_request(q, lp_below(&q->rng, 2) ? 0 : cut, LPI_UART_REQUEST);
        break;
    default:
        for (unsigned n = 1 + lp_below(&q->rng, 4); n; n--)
            put_request(q, 0, LPI_UART_REQUEST);
        break;
    }
}

/* A byte was sent: updates the expected state of the unit. */
static void sent(struct bench *q)
{
    if (q->line.bad[q->line.at]) {
        q->have = 0;
        return;
    }
    memmove(q->window, q->window + 1, LPI_UART_REQUEST - 1);
    q->window[LPI_UART_REQUEST - 1] = q->line.byte[q->line.at];
    if (q->have < LPI_UART_REQUEST)
        q->have++;
    if (q->have == LPI_UART_REQUEST && lpi_uart_get_request(q->window, &q->due)) {
        q->have = 0;
        q->owed = true;
        q->was_busy = q->busy || q->replying;
        q->owed_until = q->cycle + q->clks + 8;
        lp_traffic_line_in(&q->base, q->cycle);
    }
}

/* Bits are exact if a bit lasts a few cycles; else up to 3 % away. */
static uint32_t draw_period(struct bench *q)
{
    uint32_t exact = q->clks * UNIT, off = q->clks < 10 ? 0 : exact / 33;

    return exact - off + (off ? lp_below(&q->rng, 2 * off + 1) : 0);
}

/* A pause, with a pulse in it that is too short for a start bit, or none. */
static void pause(struct bench *q)
{
    uint32_t dice = lp_below(&q->rng, 16);

    q->line.bit = 0;
    q->line.level = dice != 0;
    if (dice == 0)
        q->line.left = UNIT;
    else if (dice == 1)
        q->line.left = UNIT * lp_below(&q->rng, 40 * q->clks);
    else if (dice == 2)
        q->line.left = UNIT * (2 * q->clks + lp_below(&q->rng, 2 * q->clks));
    else
        q->line.left = 0;
}

static void next_bit(struct bench *q)
{
    struct sender *line = &q->line;
    uint8_t byte;

    if (line->bit == 0) {
        if (!line->level) { /* after a pulse */
            line->level = true;
            line->left += 4 * q->clks * UNIT;
            return;
        }
        if (line->at == line->count)
            more(q);
        line->period = draw_period(q);
        if (line->count == 0)
            return;
    }
    byte = line->byte[line->at];
    line->bit++;
    line->left += line->period;
    if (line->bit == 1)
        line->level = false;
    else if (line->bit < 10)
        line->level = byte >> (line->bit - 2) & 1;
    else if (line->bit == 10) {
        line->level = !line->bad[line->at];
        sent(q);
    } else if (line->bit == 11 && line->bad[line->at]) {
        line->left += lp_below(&q->rng, 3) ? 0 : UNIT * lp_below(&q->rng, 12 * q->clks);
    } else {
        bool bad = line->bad[line->at];
        line->at++;
        line->left -= line->period;
        pause(q);
        if (bad) { /* the line must be sampled high */
            line->level = true;
            line->left += UNIT * q->clks;
        }
    }
}

static void uart_drive(struct lp_traffic *self, void *in_ports)
{
    struct bench *q = (struct bench *)self;
    struct lp_card_uart_in *in = in_ports;

    while (q->line.left < UNIT)
        next_bit(q);
    q->line.left -= UNIT;
    in->rx = q->line.level;
}

static bool uart_beat(struct lp_traffic *self, unsigned stream, void *in_ports)
{
    struct bench *q = (struct bench *)self;
    struct lp_card_uart_in *in = in_ports;

    if (q->cycle < q->answer_at)
        return false;
    if (stream == B && q->aw && q->w) {
        in->csr_bresp = lp_below(&q->rng, 4);
        q->aw = q->w = false;
        return true;
    }
    if (stream == R && q->ar) {
        in->csr_rresp = lp_below(&q->rng, 4);
        in->csr_rdata = (uint32_t)lp_random(&q->rng);
        q->ar = false;
        return true;
    }
    return false;
}

/* ---- what must come out ---- */

static const char *check_access(struct bench *q, const struct lp_card_uart_out *out)
{
    bool begins = (out->csr_awvalid || out->csr_arvalid) && !q->busy;

    if (q->owed && !begins && q->cycle > q->owed_until) {
        q->owed = false;
        return q->was_busy ? NULL : "a request is not carried out";
    }
    if (begins) {
        uint32_t address = out->csr_awvalid ? out->csr_awaddr : out->csr_araddr;
        if (!q->owed)
            return "an access that was not requested";
        if (out->csr_awvalid != q->due.write || out->csr_arvalid == q->due.write ||
            out->csr_wvalid != q->due.write || address != q->due.address ||
            (q->due.write && out->csr_wdata != q->due.data))
            return "the access is not the requested one";
        q->owed = false;
        q->busy = true;
        q->now = q->due;
        q->answer_at = q->cycle +
                       (q->slow ? lp_below(&q->rng, 60 * q->clks) : lp_below(&q->rng, 8));
    }
    return NULL;
}

static const char *check_answer(struct bench *q, const struct lp_card_uart_in *in,
                                const struct lp_card_uart_out *out)
{
    bool b = in->csr_bvalid && out->csr_bready, r = in->csr_rvalid && out->csr_rready;

    q->aw = q->aw || (out->csr_awvalid && in->csr_awready);
    q->w = q->w || (out->csr_wvalid && in->csr_wready);
    q->ar = q->ar || (out->csr_arvalid && in->csr_arready);
    if (!b && !r)
        return NULL;
    q->now.error = (b ? in->csr_bresp : in->csr_rresp) >> 1;
    if (r)
        q->now.data = in->csr_rdata;
    lpi_uart_put_reply(q->reply, &q->now);
    q->busy = false;
    q->replying = true;
    q->replied = 0;
    q->reply_until = q->cycle + 72 * q->clks;
    return NULL;
}

static const char *check_line(struct bench *q, bool level)
{
    uint64_t at = q->cycle - q->first;

    if (!q->receiving) {
        if (level)
            return NULL;
        if (!q->replying)
            return "a byte without a request";
        q->receiving = true;
        q->first = q->cycle;
        if (q->replied == 0)
            lp_traffic_line_out(&q->base, q->cycle);
        q->expected = q->reply[q->replied++];
        q->replying = q->replied < LPI_UART_REPLY;
        q->base.lines += !q->replying;
        return NULL;
    }
    if (at % q->clks != q->clks / 2)
        return NULL;
    if (at / q->clks == 0)
        return level ? "a start bit is too short" : NULL;
    if (at / q->clks < 9) {
        q->byte = (uint8_t)(q->byte >> 1 | level << 7);
        return NULL;
    }
    q->receiving = false;
    return !level                   ? "a byte has no stop bit"
           : q->byte != q->expected ? "the reply is not the one that is due"
                                    : NULL;
}

static const char *uart_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                              const void *out_ports)
{
    struct bench *q = (struct bench *)self;
    const struct lp_card_uart_in *in = in_ports;
    const struct lp_card_uart_out *out = out_ports;
    const char *wrong;

    q->cycle = cycle;
    wrong = check_line(q, out->tx);
    if (!wrong && q->replying && cycle > q->reply_until)
        wrong = "a reply does not come";
    if (!wrong)
        wrong = check_access(q, out);
    if (!wrong)
        wrong = check_answer(q, in, out);
    q->was_busy = q->was_busy || q->busy || q->replying;
    return wrong;
}

/* The line is idle after a reset; the contents of the unit are lost. */
static void uart_reset(struct lp_traffic *self)
{
    struct bench *q = (struct bench *)self;

    q->line = (struct sender){.level = true, .left = UNIT * 4};
    q->have = 0;
    q->owed = q->busy = q->aw = q->w = q->ar = q->replying = q->receiving = false;
    q->base.lines_out = q->base.lines_in;
}

static struct lp_traffic *uart_random(const int *values, uint64_t seed)
{
    struct bench *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = uart_beat,
                                  .drive = uart_drive,
                                  .reactive = true,
                                  .patient = true,
                                  .check = uart_check,
                                  .reset = uart_reset,
                                  .close = lp_traffic_free};
    q->rng.state = seed;
    q->clks = (uint32_t)values[0];
    uart_reset(&q->base);
    return &q->base;
}

const struct lp_hooks lp_card_uart_hooks = {.random = uart_random, .calm = 8};
