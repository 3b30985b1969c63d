/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_sdram: bursts, turns of accesses and refreshes, rows, words, what waits, resets. */
#include "units/sdram/sdram_ports.h"
#include "base/log2.h"
#include "base/wide.h"
#include "bins.h"

/* Of the set. */
#define MEM_LOG2 25
#define PERIOD 1039u /* REFRESH */

enum command { MODE, REFRESH, PRECHARGE, ACTIVATE, WRITE, READ, NONE = 15 };
enum {
    READS,
    WRITES,
    ABOVE,
    NEXT,
    WANTS,
    GAP,
    ROW,
    BANK,
    BYTES,
    FIRST,
    WAITS,
    HELD,
    RESET,
    GROUPS
};
static struct lp_bins groups[GROUPS] = {
    [READS] = {.what = "log2 of the beats of a burst of reads", .count = 8},
    [WRITES] = {.what = "log2 of the beats of a burst of writes", .count = 8},
    [ABOVE] = {.what = "a burst above the memory: 2 x of writes, more than a beat", .count = 4},
    [NEXT] = {.what = "3 x the last and this: a read, a write, a refresh", .count = 9},
    [WANTS] = {.what = "goes: the only read, the only write, of both the read, the write",
               .count = 4},
    [GAP] = {.what = "a refresh comes after: less than REFRESH, REFRESH, more", .count = 3},
    [ROW] = {.what = "a row is opened: the last one, another of its bank, of another bank",
             .count = 3},
    [BANK] = {.what = "2 x bank of an access, a write", .count = 8},
    [BYTES] = {.what = "bytes of a word that are hidden: none, low, high, both", .count = 4},
    [FIRST] = {.what = "w comes: before its address, with it, after it", .count = 3},
    [WAITS] = {.what = "an address waits: of reads for the chip's start, for a burst, of writes for "
                       "the start, for a burst, for a response",
               .count = 5},
    [HELD] = {.what = "while r waits the chip gets: nothing, a word, a refresh", .count = 3},
    [RESET] = {.what = "reset: at the chip's start, 1 + 2 x reads, writes are open", .count = 5},
};

struct sdram {
    bool reset, up;           /* the chip has started */
    bool r_open, w_open;      /* bursts that are taken */
    bool r_bad, w_bad;        /* above the memory */
    bool w_begun;             /* its first beat was shown */
    bool opened, refreshed;   /* a row has no access yet; a refresh was seen */
    unsigned wants, goes;     /* 2 x writes, reads, before this cycle and before the row's */
    unsigned last, bank, row; /* kind of the last access, bank and row of the last one opened */
    unsigned gap;             /* cycles since the last refresh */
};

static void take(struct sdram *q, const struct lp_sdram_in *in, const struct lp_sdram_out *out)
{
    q->up |= out->s_arready || out->s_awready;
    if (in->s_wvalid && !q->w_begun)
        lp_bin(&groups[FIRST], q->w_open ? 2 : in->s_awvalid);
    q->w_begun |= in->s_wvalid;
    q->wants = (q->r_open && !q->r_bad && !out->s_rvalid) +
               2u * (q->w_open && !q->w_bad && in->s_wvalid);
    if (in->s_arvalid && out->s_arready) {
        q->r_open = true;
        q->r_bad = lpi_get64(in->s_araddr) >> MEM_LOG2;
        lp_bin(&groups[READS], lpi_log2(in->s_arlen + 1));
        if (q->r_bad)
            lp_bin(&groups[ABOVE], in->s_arlen > 0);
    } else if (in->s_arvalid) {
        lp_bin(&groups[WAITS], q->up);
    }
    if (in->s_awvalid && out->s_awready) {
        q->w_open = true;
        q->w_bad = lpi_get64(in->s_awaddr) >> MEM_LOG2;
        lp_bin(&groups[WRITES], lpi_log2(in->s_awlen + 1));
        if (q->w_bad)
            lp_bin(&groups[ABOVE], 2 + (in->s_awlen > 0));
    } else if (in->s_awvalid) {
        lp_bin(&groups[WAITS], out->s_bvalid ? 4 : 2u + q->up);
    }
    if (out->s_rvalid && in->s_rready && out->s_rlast)
        q->r_open = false;
    if (in->s_wvalid && out->s_wready && in->s_wlast)
        q->w_open = q->w_begun = false;
}

/* An access, or a refresh, which are kinds 0 to 2. */
static void next(struct sdram *q, unsigned kind)
{
    lp_bin(&groups[NEXT], 3 * q->last + kind);
    q->last = kind;
}

static void column(struct sdram *q, const struct lp_sdram_out *out, bool write)
{
    if (write)
        lp_bin(&groups[BYTES], out->dqm);
    if (!q->opened)
        return;
    q->opened = false;
    next(q, write);
    lp_bin(&groups[WANTS], q->goes == 3 ? 2u + write : write);
    lp_bin(&groups[BANK], 2 * out->ba + write);
}

static void command(struct sdram *q, const struct lp_sdram_out *out)
{
    q->gap++;
    switch (out->cmd) {
    case ACTIVATE:
        lp_bin(&groups[ROW], out->ba != q->bank ? 2 : out->a != q->row);
        q->bank = out->ba;
        q->row = out->a;
        q->opened = true;
        q->goes = q->wants;
        break;
    case REFRESH:
        if (q->up)
            next(q, 2);
        if (q->up && q->refreshed)
            lp_bin(&groups[GAP], q->gap < PERIOD ? 0 : 1 + (q->gap > PERIOD));
        q->refreshed = q->up;
        q->gap = 0;
        break;
    case WRITE: column(q, out, true); break;
    case READ: column(q, out, false); break;
    default: break;
    }
}

static void cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct sdram *q = state;
    const struct lp_sdram_in *in = in_ports;
    const struct lp_sdram_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], !q->up ? 0 : 1u + 2 * q->r_open + q->w_open);
        *q = (struct sdram){.reset = true};
        return;
    }
    q->reset = false;
    if (out->s_rvalid && !in->s_rready)
        lp_bin(&groups[HELD], out->cmd == REFRESH ? 2 : out->cmd == WRITE);
    command(q, out);
    take(q, in, out);
}

static const struct lp_listener sdram = {"lp_sdram", sizeof(struct sdram), cycle, groups, GROUPS};
LP_LISTEN(lp_sdram__ID_W_2_CAS_3_RCD_3_RP_3_RFC_10_REFRESH_1039_INIT_40, sdram)
