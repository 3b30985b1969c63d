/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_cdma_chan: groups read and written, orders of the AXI4 channels, answers, waits. */
#include "bins.h"
#include "units/cdma/cdma_chan_ports.h"

#include <linepress/cdma.h>

#define RING 128 /* more groups than are inside */

enum { ZVC, RAW, CODECS };
enum {
    READ_SECTORS, /* by codec */
    WRITE_SECTORS = READ_SECTORS + CODECS,
    READ_FLITS = WRITE_SECTORS + CODECS,
    WRITE_FLITS = READ_FLITS + CODECS,
    WRITE_END = WRITE_FLITS + CODECS,
    ARLEN,
    AWLEN,
    RRESP,
    BRESP,
    READ_ERROR,
    ANSWER,
    ORDER,
    READ_INSIDE,
    WRITE_INSIDE,
    BOTH,
    WAITS,
    RESET,
    GROUPS
};

#define INSIDE "1", "2", "3 to 8", "9 to 16", "17 to 31", "32 or more"
#define BY_CODEC(group, text, most)                                                                \
    [group + ZVC] = {.what = text ", ZVC", .first = 1, .count = most},                             \
             [group + RAW] = {.what = text ", raw", .first = 1, .count = most}

static struct lp_bins groups[GROUPS] = {
    BY_CODEC(READ_SECTORS, "sectors of a group read", 16),
    BY_CODEC(WRITE_SECTORS, "sectors of a group written", 16),
    [READ_FLITS + ZVC] = {.what = "flits of a group read, ZVC", .first = 1, .count = 17},
    [READ_FLITS + RAW] = {.what = "flits of a group read, raw", .first = 1, .count = 16},
    /* Good ones have 17 at most. */
    BY_CODEC(WRITE_FLITS, "flits of a packet (20: or more)", 20),
    [WRITE_END] = {.what = "bytes of a packet's last flit", .first = 1, .count = 32},
    [ARLEN] = {.what = "arlen", .count = 4},
    [AWLEN] = {.what = "awlen", .count = 4},
    [RRESP] = {.what = "rresp", .count = 4},
    [BRESP] = {.what = "bresp", .count = 4},
    [READ_ERROR] = {.what = "sectors in error of a group read (2: or more)", .count = 3},
    [ANSWER] = {.what = "a group written is",
                .count = 4,
                .labels = {"good", "in error", "corrupt", "both"}},
    [ORDER] = {.what = "a burst's last beat taken before, with, after its address", .count = 3},
    [READ_INSIDE] = {.what = "groups to read when one is taken", .count = 6, .labels = {INSIDE}},
    [WRITE_INSIDE] = {.what = "groups to write when a packet has come",
                      .count = 6,
                      .labels = {INSIDE}},
    [BOTH] = {.what = "beats of memory: none, read, written, both", .count = 4},
    [WAITS] = {.what = "waits",
               .count = 9,
               .labels = {"group", "flit in", "read address", "read data", "flit out",
                          "write address", "write data", "answer", "nothing"}},
    [RESET] = {.what = "reset with groups: none, to read, to write, both", .count = 4},
};

struct group {
    unsigned codec, first, sectors; /* first: its first sector, counted from the reset */
};

struct chan {
    struct group read[RING];
    bool error[RING * 16]; /* errors of the sectors read, by their number */
    unsigned g, a, r, due; /* groups taken and gone; sectors that came, that the groups have */
    unsigned p, d;         /* complete packets, answers */
    unsigned flits_a, flits_p;
    unsigned aw, w; /* bursts */
    bool reset;
};

static unsigned codec_of(uint32_t number)
{
    return number == LP_DMA_ZVC ? ZVC : RAW;
}

/* With one more. */
static unsigned inside(unsigned before)
{
    static const unsigned most[] = {1, 2, 8, 16, 31};
    unsigned i = 0;

    while (i < sizeof most / sizeof *most && before + 1 > most[i])
        i++;
    return i;
}

/* ---- reading ---- */

static void group_read(struct chan *q)
{
    const struct group *group = &q->read[q->a++ % RING];
    unsigned errors = 0;

    for (unsigned i = 0; i < group->sectors; i++)
        errors += q->error[(group->first + i) % (RING * 16)];
    lp_bin(&groups[READ_FLITS + group->codec], q->flits_a);
    lp_bin(&groups[READ_ERROR], errors < 2 ? errors : 2);
    q->flits_a = 0;
}

static void reading(struct chan *q, const struct lp_cdma_chan_in *in,
                    const struct lp_cdma_chan_out *out)
{
    if (in->g_valid && out->g_ready) {
        struct group group = {codec_of(in->g_codec), q->due, in->g_sectors};
        lp_bin(&groups[READ_SECTORS + group.codec], group.sectors);
        lp_bin(&groups[READ_INSIDE], inside(q->g - q->a));
        q->due += group.sectors;
        q->read[q->g++ % RING] = group;
    }
    if (out->arvalid && in->arready)
        lp_bin(&groups[ARLEN], out->arlen);
    if (in->rvalid && out->rready) {
        lp_bin(&groups[RRESP], in->rresp);
        q->error[q->r++ % (RING * 16)] = in->rresp >> 1;
    }
    if (out->a_valid && in->a_ready) {
        q->flits_a++;
        if (out->a_last)
            group_read(q);
    }
}

/* ---- writing ---- */

static void packet_in(struct chan *q, const struct lp_cdma_chan_in *in)
{
    unsigned codec = codec_of(in->p_codec);

    lp_bin(&groups[WRITE_SECTORS + codec], in->p_sectors);
    lp_bin(&groups[WRITE_FLITS + codec], q->flits_p < 20 ? q->flits_p : 20);
    lp_bin(&groups[WRITE_END], in->p_bytes);
    lp_bin(&groups[WRITE_INSIDE], inside(q->p - q->d));
    q->p++;
    q->flits_p = 0;
}

static void writing(struct chan *q, const struct lp_cdma_chan_in *in,
                    const struct lp_cdma_chan_out *out)
{
    bool aw = out->awvalid && in->awready, w = out->wvalid && in->wready && out->wlast;

    if (in->p_valid && out->p_ready) {
        q->flits_p++;
        if (in->p_last)
            packet_in(q, in);
    }
    if (aw)
        lp_bin(&groups[AWLEN], out->awlen);
    if (w)
        lp_bin(&groups[ORDER], q->aw > q->w ? 2 : aw && q->aw == q->w);
    q->aw += aw;
    q->w += w;
    if (in->bvalid && out->bready)
        lp_bin(&groups[BRESP], in->bresp);
    if (out->d_valid && in->d_ready) {
        lp_bin(&groups[ANSWER], out->d_err);
        q->d++;
    }
}

/* ---- both ---- */

static void waits(const struct lp_cdma_chan_in *in, const struct lp_cdma_chan_out *out)
{
    bool w[] = {in->g_valid && !out->g_ready, in->p_valid && !out->p_ready,
                out->arvalid && !in->arready, in->rvalid && !out->rready,
                out->a_valid && !in->a_ready, out->awvalid && !in->awready,
                out->wvalid && !in->wready,   out->d_valid && !in->d_ready};

    lp_bin_each(&groups[WAITS], w, sizeof w / sizeof *w);
}

static void chan_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct chan *q = state;
    const struct lp_cdma_chan_in *in = in_ports;
    const struct lp_cdma_chan_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], (q->g != q->a) + 2u * (q->p != q->d));
        *q = (struct chan){.reset = true};
        return;
    }
    q->reset = false;
    waits(in, out);
    lp_bin(&groups[BOTH], (in->rvalid && out->rready) + 2u * (out->wvalid && in->wready));
    reading(q, in, out);
    writing(q, in, out);
}

static const struct lp_listener chan = {"lp_cdma_chan", sizeof(struct chan), chan_cycle, groups,
                                        GROUPS};
LP_LISTEN(lp_cdma_chan__CODECS_1_ELEM_32, chan)
