/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_card_uart, 5 cycles a bit: accesses, their answers, and their interruptions. */
#include "bins.h"
#include "units/card/card_uart_ports.h"

#define BIT 5u

enum { KIND, RESP, ORDER, WAIT, ADDRESS, AGAIN, LINE, RESET, GROUPS };
static struct lp_bins groups[GROUPS] = {
    [KIND] = {.what = "accesses", .count = 2, .labels = {"read", "write"}},
    [RESP] = {.what = "responses: of reads, of writes from 4 on", .count = 8},
    [ORDER] = {.what = "a write's address taken before its data, with it, after it", .count = 3},
    [WAIT] = {.what = "bits of the line from an access to its response; 31: 31 or more",
              .count = 32},
    [ADDRESS] = {.what = "page", .count = 8},
    [AGAIN] = {.what = "an access begins while the line is idle, sends the byte before",
               .count = 2},
    [LINE] = {.what = "a byte comes while one goes out, low for longer than a byte", .count = 2},
    [RESET] = {.what = "reset: nothing in progress, an access, a reply", .count = 3},
};

struct uart {
    bool access, aw, w, out, reset;
    uint32_t wait, low, quiet; /* cycles */
};

static void accesses(struct uart *q, const struct lp_card_uart_in *in,
                     const struct lp_card_uart_out *out)
{
    bool begins = !q->access && (out->csr_awvalid || out->csr_arvalid);
    bool aw = out->csr_awvalid && in->csr_awready, w = out->csr_wvalid && in->csr_wready;

    if (begins) {
        lp_bin(&groups[KIND], out->csr_awvalid);
        lp_bin(&groups[ADDRESS], (out->csr_awvalid ? out->csr_awaddr : out->csr_araddr) >> 12);
        lp_bin(&groups[AGAIN], q->quiet < 11 * BIT);
        q->access = true;
        q->aw = q->w = false;
        q->wait = 0;
    }
    if ((aw || w) && (aw || q->aw) && (w || q->w))
        lp_bin(&groups[ORDER], q->aw ? 0 : q->w ? 2 : 1);
    q->aw = q->aw || aw;
    q->w = q->w || w;
    q->wait += q->access;
    if ((in->csr_bvalid && out->csr_bready) || (in->csr_rvalid && out->csr_rready)) {
        lp_bin(&groups[RESP], out->csr_bready ? 4 + in->csr_bresp : in->csr_rresp);
        lp_bin(&groups[WAIT], q->wait / BIT < 31 ? q->wait / BIT : 31);
        q->access = false;
    }
}

static void cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct uart *q = state;
    const struct lp_card_uart_in *in = in_ports;
    const struct lp_card_uart_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], q->access ? 1 : q->quiet < 11 * BIT ? 2 : 0);
        *q = (struct uart){.reset = true, .quiet = 11 * BIT};
        return;
    }
    q->reset = false;
    accesses(q, in, out);
    if (!in->rx && !out->tx)
        lp_bin(&groups[LINE], 0);
    q->low = in->rx ? 0 : q->low + 1;
    if (q->low == 11 * BIT)
        lp_bin(&groups[LINE], 1);
    q->quiet = out->tx ? q->quiet + (q->quiet < 11 * BIT) : 0;
}

static const struct lp_listener uart = {"lp_card_uart", sizeof(struct uart), cycle, groups, GROUPS};
LP_LISTEN(lp_card_uart__CLKS_PER_BIT_5, uart)
