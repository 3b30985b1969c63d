/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_card_test: commands, their operands, bursts, errors by place, waits, resets. */
#include "bins.h"
#include "units/card/card_test_ports.h"

enum { COMMAND, KIND, SIZE, BURST, PLACE, FIRST, ANSWER, ERROR, WAITS, RESET, GROUPS };

static struct lp_bins groups[GROUPS] = {
    [COMMAND] = {.what = "a write of command",
                 .count = 7,
                 .labels = {"fill", "sum", "poke", "peek", "several", "none",
                            "while a burst is open"}},
    [KIND] = {.what = "class of a fill", .count = 8},
    [SIZE] = {.what = "beats of a fill or sum",
              .count = 6,
              .labels = {"none", "1", "2 to 4", "5 to 99", "100 to 65535", "more"}},
    [BURST] = {.what = "beats of a burst: read, then 4 + those of a write", .first = 1, .count = 8},
    [PLACE] = {.what = "where in its line a burst begins, 4 + that of a write", .count = 8},
    [FIRST] = {.what = "a write's address is taken",
               .count = 3,
               .labels = {"before data", "with data or between", "after its data"}},
    [ANSWER] = {.what = "response",
                .count = 6,
                .labels = {"r OKAY", "r SLVERR", "r DECERR", "b OKAY", "b SLVERR", "b DECERR"}},
    [ERROR] = {.what = "an error in a read burst of several beats",
               .count = 3,
               .labels = {"first beat", "between", "last beat"}},
    [WAITS] = {.what = "waits",
               .count = 7,
               .labels = {"read address", "read data, the unit's", "write address", "write data",
                          "csr response", "csr word", "nothing"}},
    [RESET] = {.what = "reset with",
               .count = 4,
               .labels = {"no burst", "an address that waits", "a read burst", "a write burst"}},
};

enum { AT_COMMAND = 2, AT_SIZE = 6, AT_KIND = 7 };

struct test {
    uint32_t word, data, strb; /* the current write */
    uint32_t size, kind;
    bool b_waits, reset;
    bool open, reads, told;
    unsigned beats, moved;
    unsigned standing;
};

static unsigned size_bin(uint32_t size)
{
    return size < 2 ? size : size < 5 ? 2 : size < 100 ? 3 : size < 65536 ? 4 : 5;
}

static void command(const struct test *q)
{
    uint32_t bits = q->strb & 1 ? q->data & 15 : 0;
    unsigned which = bits == 1 ? 0 : bits == 2 ? 1 : bits == 4 ? 2 : bits == 8 ? 3 : bits ? 4 : 5;

    lp_bin(&groups[COMMAND], which < 4 && q->open ? 6 : which);
    if (which == 0 && !q->open)
        lp_bin(&groups[KIND], q->kind);
    if (which < 2 && !q->open)
        lp_bin(&groups[SIZE], size_bin(q->size));
}

/* Bytes of a register that a write changes. */
static uint32_t merged(const struct test *q, uint32_t old)
{
    for (unsigned i = 0; i < 4; i++)
        if (q->strb >> i & 1)
            old = (old & ~(UINT32_C(0xff) << 8 * i)) | (q->data & UINT32_C(0xff) << 8 * i);
    return old;
}

static void writes(struct test *q, const struct lp_card_test_in *in,
                   const struct lp_card_test_out *out)
{
    if (out->csr_bvalid && !q->b_waits) {
        if (q->word == AT_COMMAND)
            command(q);
        if (q->word == AT_SIZE)
            q->size = merged(q, q->size) & 0xffffff;
        if (q->word == AT_KIND)
            q->kind = merged(q, q->kind) & 7;
    }
    q->b_waits = out->csr_bvalid && !in->csr_bready;
    if (in->csr_awvalid && out->csr_awready)
        q->word = in->csr_awaddr >> 2;
    if (in->csr_wvalid && out->csr_wready) {
        q->data = in->csr_wdata;
        q->strb = in->csr_wstrb;
    }
}

static void addresses(struct test *q, const struct lp_card_test_in *in,
                      const struct lp_card_test_out *out)
{
    bool taken = (out->m_arvalid && in->m_arready) || (out->m_awvalid && in->m_awready);
    bool moves = out->m_wvalid && in->m_wready;

    if ((out->m_arvalid || out->m_awvalid) && !q->open) {
        q->open = true;
        q->reads = out->m_arvalid;
        q->told = false;
        q->moved = 0;
        q->beats = (q->reads ? out->m_arlen : out->m_awlen) + 1;
        lp_bin(&groups[BURST], q->beats + (q->reads ? 0 : 4));
        lp_bin(&groups[PLACE],
               ((q->reads ? out->m_araddr : out->m_awaddr)[0] >> 5 & 3) + (q->reads ? 0 : 4));
    }
    if (taken && !q->reads)
        lp_bin(&groups[FIRST], q->moved == q->beats ? 2 : q->moved > 0 || moves ? 1 : 0);
    q->told = q->told || taken;
}

static void data(struct test *q, const struct lp_card_test_in *in,
                 const struct lp_card_test_out *out)
{
    if (in->m_rvalid && out->m_rready) {
        lp_bin(&groups[ANSWER], in->m_rresp - (in->m_rresp > 0));
        if (in->m_rresp > 1 && q->beats > 1)
            lp_bin(&groups[ERROR], q->moved == 0 ? 0 : q->moved + 1 < q->beats ? 1 : 2);
        q->open = ++q->moved < q->beats;
    }
    q->moved += out->m_wvalid && in->m_wready;
    if (in->m_bvalid && out->m_bready) {
        lp_bin(&groups[ANSWER], 3 + in->m_bresp - (in->m_bresp > 0));
        q->open = false;
    }
}

static void cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct test *q = state;
    const struct lp_card_test_in *in = in_ports;
    const struct lp_card_test_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], q->standing);
        *q = (struct test){.reset = true};
        return;
    }
    const bool waits[] = {out->m_arvalid && !in->m_arready,   in->m_rvalid && !out->m_rready,
                          out->m_awvalid && !in->m_awready,   out->m_wvalid && !in->m_wready,
                          out->csr_bvalid && !in->csr_bready, out->csr_rvalid && !in->csr_rready};
    q->reset = false;
    lp_bin_each(&groups[WAITS], waits, sizeof waits / sizeof *waits);
    writes(q, in, out);
    addresses(q, in, out);
    data(q, in, out);
    q->standing = !q->open ? 0 : !q->told ? 1 : q->reads ? 2 : 3;
}

static const struct lp_listener test = {"lp_card_test", sizeof(struct test), cycle, groups, GROUPS};
LP_LISTEN(lp_card_test, test)
