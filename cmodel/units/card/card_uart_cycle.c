/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_card_uart (rtl/card/lp_card_uart.sv).
 *
 * RTL map of lp_card_uart_frames:
 *   {window,have,aw,w,b,ar,r,send,err,step,crc}_q = {}
 *   {write,tag,data}_q = access.{}
 *   word_q = access.address
 *   new_q = is_new
 *
 * RTL map of lp_card_uart_rx:
 *   {start,data,stuck,valid,bad,count,shift}_q = rx.{}
 *
 * RTL map of lp_card_uart_tx:
 *   {busy,count,shift}_q = tx.{}
 *   tx_q = tx.line
 *
 * RTL map of lp_sync:
 *   row_q = rx.low
 */
#include <stdbool.h>
#include <string.h>

#include "card_uart_cycle.h"
#include "../../lib/card/uart_frame.h"

typedef struct lp_card_uart_in LP_IN_T;
typedef struct lp_card_uart_out LP_OUT_T;

/* lp_card_uart_rx */
struct rx {
    bool low[2]; /* the line inverted; [1]: settled */
    bool start, data, stuck, valid, bad;
    uint32_t count;
    uint16_t shift;
};

/* lp_card_uart_tx */
struct tx {
    bool busy, line;
    uint32_t count;
    uint16_t shift;
};

struct uart {
    uint32_t bit; /* CLKS_PER_BIT */
    struct rx rx;
    struct tx tx;
    uint8_t window[LPI_UART_REQUEST], have; /* the newest byte last */
    bool is_new;
    bool aw, w, b, ar, r, send;
    bool err;
    struct lpi_uart_access access;
    uint8_t step, crc;
};

/* ---- the line ---- */

static void tick_rx(struct rx *q, uint32_t bit, bool line)
{
    bool low = q->low[1], idle = !q->start && !q->data, sample = q->count == 0;
    bool stop = q->data && sample && (q->shift & 1);
    bool start = q->start ? !sample : idle && low && !q->stuck;
    bool data = q->data ? !stop : q->start && sample && low;

    q->count = idle ? bit / 2 - 1 : sample ? bit - 1 : q->count - 1;
    if (q->start)
        q->shift = 0x100;
    else if (sample && !(q->shift & 1))
        q->shift = (uint16_t)(!low << 8 | q->shift >> 1);
    q->start = start;
    q->data = data;
    q->stuck = low && (q->stuck || stop);
    q->valid = stop && !low;
    q->bad = stop && low;
    q->low[1] = q->low[0];
    q->low[0] = !line;
}

static void tick_tx(struct tx *q, uint32_t bit, bool valid, uint8_t byte)
{
    bool take = valid && !q->busy, next = q->count == 0, last = q->shift == 1;

    if (take)
        q->line = false;
    else if (q->busy && next)
        q->line = q->shift & 1;
    q->count = !q->busy || next ? bit - 1 : q->count - 1;
    if (!q->busy)
        q->shift = (uint16_t)(0x300 | byte);
    else if (next)
        q->shift >>= 1;
    q->busy = q->busy ? !(next && last) : valid;
}

/* ---- the unit ---- */

static bool whole(const struct uart *q, struct lpi_uart_access *access)
{
    return q->is_new && q->have == LPI_UART_REQUEST && lpi_uart_get_request(q->window, access);
}

static void tick_window(struct uart *q, bool found)
{
    if (q->rx.bad || found)
        q->have = 0;
    else if (q->rx.valid && q->have < LPI_UART_REQUEST)
        q->have++;
    q->is_new = q->rx.valid;
    if (q->rx.valid) {
        memmove(q->window, q->window + 1, LPI_UART_REQUEST - 1);
        q->window[LPI_UART_REQUEST - 1] = (uint8_t)(q->rx.shift >> 1);
    }
}

/* The next byte of the reply. */
static uint8_t part(const struct uart *q)
{
    uint8_t head = (uint8_t)(0x50 | q->err << 3 | q->access.write << 2 | q->access.tag);

    return q->step == 0 ? head : q->step == 5 ? q->crc : (uint8_t)q->access.data;
}

static void tick_reply(struct uart *q, bool next, uint8_t byte)
{
    if (!next)
        return;
    if (q->step != 0)
        q->access.data >>= 8;
    q->step = (q->step + 1) & 7;
    q->crc = lpi_uart_crc(q->crc, &byte, 1);
}

static void tick_access(struct uart *q, const LP_IN_T *in, const struct lpi_uart_access *taken)
{
    bool write = taken && taken->write, read = taken && !taken->write;
    bool b_done = q->b && in->csr_bvalid & 1, r_done = q->r && in->csr_rvalid & 1;
    bool next = q->send && !q->tx.busy, sent = next && q->step == 5;

    tick_reply(q, next, part(q));
    q->aw = write || (q->aw && !(in->csr_awready & 1));
    q->w = write || (q->w && !(in->csr_wready & 1));
    q->b = write || (q->b && !(in->csr_bvalid & 1));
    q->ar = read || (q->ar && !(in->csr_arready & 1));
    q->r = read || (q->r && !(in->csr_rvalid & 1));
    q->send = b_done || r_done || (q->send && !sent);
    if (b_done)
        q->err = in->csr_bresp >> 1 & 1;
    if (r_done) {
        q->err = in->csr_rresp >> 1 & 1;
        q->access.data = in->csr_rdata;
    }
    if (taken) {
        q->access = *taken;
        q->step = q->crc = 0;
    }
}

static void tick(void *state, const void *in_ports)
{
    struct uart *q = state;
    const LP_IN_T *in = in_ports;
    struct lpi_uart_access access;
    bool found = whole(q, &access), busy = q->b || q->r || q->send, send = q->send;
    uint8_t byte = part(q);

    tick_access(q, in, found && !busy ? &access : NULL);
    tick_tx(&q->tx, q->bit, send, byte);
    tick_window(q, found);
    tick_rx(&q->rx, q->bit, in->rx & 1);
}

/* Flops without a reset load their inputs in the cycle of the reset. */
static void reset(void *state)
{
    struct uart *q = state;

    tick(q, &(LP_IN_T){0});
    q->aw = q->w = q->b = q->ar = q->r = q->send = q->is_new = false;
    q->have = 0;
    q->rx.low[0] = q->rx.low[1] = false;
    q->rx.start = q->rx.data = q->rx.stuck = q->rx.valid = q->rx.bad = false;
    q->tx.busy = false;
    q->tx.line = true;
}

static void set_up(void *state, const int *values)
{
    struct uart *q = state;

    memset(q, 0, sizeof *q);
    q->bit = (uint32_t)values[0];
    q->tx.line = true;
}

static void eval(const void *state, const void *in, void *out_ports)
{
    const struct uart *q = state;
    LP_OUT_T *out = out_ports;

    (void)in;
    out->tx = q->tx.line;
    out->csr_awvalid = q->aw;
    out->csr_awaddr = out->csr_araddr = q->access.address;
    out->csr_wvalid = q->w;
    out->csr_wdata = q->access.data;
    out->csr_bready = q->b;
    out->csr_arvalid = q->ar;
    out->csr_rready = q->r;
}

static const struct lp_param uart_params[] = {
    LP_PARAM_RANGE("CLKS_PER_BIT", 4, 65535, 868, 4, 5, 13),
};

LP_UNIT_ROW(card_uart, LP_CARD_UART_PORTS, struct uart, LP_UNIT_PARAMS(uart_params),
            .set_up = set_up, .reset = reset, .eval = eval, .tick = tick);
