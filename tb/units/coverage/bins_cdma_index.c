/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_cdma_index: jobs by length, places in pages, sectors ahead, errors, kills, resets. */
#include "bins.h"
#include "units/cdma/cdma_index_ports.h"
#include "base/wide.h"

#define ENTRIES 16 /* of a sector */
#define AHEAD 16
#define PAGE_SECTORS 128

enum {
    WR_LENGTH,
    WR_END,
    WR_PAGE,
    WR_ERROR,
    WR_ORDER,
    WR_OPEN,
    WR_RESET,
    RD_LENGTH,
    RD_END,
    RD_PAGE,
    RD_ERROR,
    RD_OWED,
    RD_SHOWN,
    KILL,
    RD_RESET,
    WAITS,
    GROUPS
};

#define LENGTHS "none", "1", "2 to 15", "16", "17 to 31", "32", "more"
#define ERRORS "none", "first sector alone", "last sector alone", "one between", "several"

static struct lp_bins groups[GROUPS] = {
    [WR_LENGTH] = {.what = "entries of a job written", .count = 7, .labels = {LENGTHS}},
    [WR_END] = {.what = "entries of a written job's last sector", .first = 1, .count = ENTRIES},
    [WR_PAGE] = {.what = "sectors written before 4 KiB (4: or more)", .first = 1, .count = 4},
    [WR_ERROR] = {.what = "sectors in error, of a job written", .count = 5, .labels = {ERRORS}},
    [WR_ORDER] = {.what = "a write's data taken before, with, after its address", .count = 3},
    [WR_OPEN] = {.what = "writes not acknowledged",
                 .count = 5,
                 .labels = {"none", "1", "2 to 15", "16 to 62", "63, the most"}},
    [WR_RESET] = {.what = "reset with a job to write: none, not ended, ended, to be told",
                  .count = 4},
    [RD_LENGTH] = {.what = "groups of a job read", .count = 7, .labels = {LENGTHS}},
    [RD_END] = {.what = "entries of a read job's last sector", .first = 1, .count = ENTRIES},
    [RD_PAGE] = {.what = "sectors requested before 4 KiB (4: or more)", .first = 1, .count = 4},
    [RD_ERROR] = {.what = "sectors in error, of a job read to its end",
                  .count = 5,
                  .labels = {ERRORS}},
    [RD_OWED] = {.what = "sectors owed when one is requested", .count = AHEAD},
    [RD_SHOWN] = {.what = "sectors received, not used up, when an entry leaves",
                  .first = 1,
                  .count = AHEAD + 1},
    [KILL] = {.what = "a kill begins",
              .count = 6,
              .labels = {"without a job", "with it", "nothing asked", "an address waits",
                         "sectors owed", "all have come"}},
    [RD_RESET] = {.what = "reset with a job to read: none, sectors owed, all here", .count = 3},
    [WAITS] = {.what = "waits",
               .count = 9,
               .labels = {"job to write", "entry in", "write address", "write data", "result",
                          "job to read", "entry out", "read address", "nothing"}},
};

struct errors {
    unsigned count, at;
};

struct index {
    /* A job that is written: entries, whether the end came, bursts of each channel. */
    bool writes, ended;
    unsigned entries, aw, w, b;
    struct errors wr_errors;
    /* A job that is read, killed or not: sectors requested and received, entries given. */
    bool reads, killed;
    uint32_t all;
    unsigned asked, here, given;
    struct errors rd_errors;
    bool kill, reset;
};

static unsigned length(uint32_t entries)
{
    static const uint32_t most[] = {0, 1, 15, 16, 31, 32};
    unsigned i = 0;

    while (i < sizeof most / sizeof *most && entries > most[i])
        i++;
    return i;
}

static unsigned sectors_of(uint32_t entries)
{
    return entries / ENTRIES + (entries % ENTRIES != 0);
}

static unsigned before_page(const uint32_t addr[2])
{
    unsigned left = PAGE_SECTORS - addr[0] / 32 % PAGE_SECTORS;
    return left < 4 ? left : 4;
}

static void error(struct errors *errors, unsigned sector, unsigned resp)
{
    if (resp >> 1) {
        errors->count++;
        errors->at = sector;
    }
}

static unsigned errors_of(const struct errors *errors, unsigned sectors)
{
    if (errors->count != 1)
        return errors->count ? 4 : 0;
    return errors->at == 0 ? 1 : errors->at + 1 == sectors ? 2 : 3;
}

/* ---- writing ---- */

static unsigned writes_open(unsigned count)
{
    static const unsigned most[] = {0, 1, 15, 62};
    unsigned i = 0;

    while (i < sizeof most / sizeof *most && count > most[i])
        i++;
    return i;
}

static void write_bus(struct index *q, const struct lp_cdma_index_in *in,
                      const struct lp_cdma_index_out *out)
{
    bool aw = out->awvalid && in->awready, w = out->wvalid && in->wready;

    if (aw)
        lp_bin(&groups[WR_PAGE], before_page(out->awaddr));
    if (w)
        lp_bin(&groups[WR_ORDER], q->aw > q->w ? 2 : aw && q->aw == q->w);
    q->aw += aw;
    q->w += w;
    if (aw || w) {
        unsigned both = q->aw < q->w ? q->aw : q->w;
        lp_bin(&groups[WR_OPEN], writes_open(both - q->b));
    }
    if (in->bvalid && out->bready)
        error(&q->wr_errors, q->b++, in->bresp);
}

static void writing(struct index *q, const struct lp_cdma_index_in *in,
                    const struct lp_cdma_index_out *out)
{
    write_bus(q, in, out);
    if (in->x_valid && out->x_ready) {
        q->ended = in->x_end;
        q->entries += !in->x_end;
    }
    if (out->wr_valid && in->wr_ready) {
        lp_bin(&groups[WR_LENGTH], length(q->entries));
        if (q->entries)
            lp_bin(&groups[WR_END], (q->entries - 1) % ENTRIES + 1);
        lp_bin(&groups[WR_ERROR], errors_of(&q->wr_errors, sectors_of(q->entries)));
        q->writes = q->ended = false;
    }
    if (in->wj_valid && out->wj_ready) {
        q->writes = true;
        q->entries = q->aw = q->w = q->b = 0;
        q->wr_errors = (struct errors){0};
    }
}

/* ---- reading ---- */

static void kill(struct index *q, const struct lp_cdma_index_in *in,
                 const struct lp_cdma_index_out *out)
{
    unsigned what = !q->reads             ? (in->rj_valid && out->rj_ready)
                    : out->arvalid        ? 3
                    : q->asked == 0       ? 2
                    : q->asked != q->here ? 4
                                          : 5;

    if (in->kill && !q->kill)
        lp_bin(&groups[KILL], what);
    q->kill = in->kill;
    q->killed = q->killed || (q->reads && in->kill);
}

static void read_bus(struct index *q, const struct lp_cdma_index_in *in,
                     const struct lp_cdma_index_out *out)
{
    if (out->arvalid && in->arready) {
        lp_bin(&groups[RD_PAGE], before_page(out->araddr));
        lp_bin(&groups[RD_OWED], q->asked - q->here);
        q->asked++;
    }
    if (in->rvalid && out->rready)
        error(&q->rd_errors, q->here++, in->rresp);
}

static void reading(struct index *q, const struct lp_cdma_index_in *in,
                    const struct lp_cdma_index_out *out)
{
    /* A killed job is over when the unit reports it. */
    q->reads = q->reads && !out->rr_idle;
    kill(q, in, out);
    if (out->n_valid && in->n_ready) {
        lp_bin(&groups[RD_SHOWN], q->here - q->given / ENTRIES);
        if (++q->given == q->all && !q->killed) {
            lp_bin(&groups[RD_LENGTH], length(q->all));
            lp_bin(&groups[RD_END], (q->all - 1) % ENTRIES + 1);
            lp_bin(&groups[RD_ERROR], errors_of(&q->rd_errors, sectors_of(q->all)));
        }
    }
    read_bus(q, in, out);
    if (in->rj_valid && out->rj_ready) {
        q->reads = in->rj_groups != 0;
        if (!q->reads)
            lp_bin(&groups[RD_LENGTH], 0);
        q->killed = false;
        q->all = in->rj_groups;
        q->asked = q->here = q->given = 0;
        q->rd_errors = (struct errors){0};
    }
}

/* ---- both ---- */

static void waits(const struct lp_cdma_index_in *in, const struct lp_cdma_index_out *out)
{
    bool w[] = {in->wj_valid && !out->wj_ready, in->x_valid && !out->x_ready,
                out->awvalid && !in->awready,   out->wvalid && !in->wready,
                out->wr_valid && !in->wr_ready, in->rj_valid && !out->rj_ready,
                out->n_valid && !in->n_ready,   out->arvalid && !in->arready};

    lp_bin_each(&groups[WAITS], w, sizeof w / sizeof *w);
}

static void reset(struct index *q)
{
    unsigned writes = !q->ended ? 1 : q->b == sectors_of(q->entries) ? 3 : 2;

    if (!q->reset) {
        lp_bin(&groups[WR_RESET], q->writes ? writes : 0);
        lp_bin(&groups[RD_RESET], !q->reads ? 0 : q->asked == q->here ? 2 : 1);
    }
    *q = (struct index){.reset = true};
}

static void index_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct index *q = state;

    if (!rst_n) {
        reset(q);
        return;
    }
    q->reset = false;
    waits(in_ports, out_ports);
    writing(q, in_ports, out_ports);
    reading(q, in_ports, out_ports);
}

static const struct lp_listener index_bins = {"lp_cdma_index", sizeof(struct index), index_cycle,
                                              groups, GROUPS};
LP_LISTEN(lp_cdma_index__AHEAD_16, index_bins)
