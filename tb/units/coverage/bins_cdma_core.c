/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_cdma_core: jobs and how they end, by direction, concurrent transfers, stalls,
 * resets. */
#include "bins.h"
#include "units/cdma/cdma_core_ports.h"
#include "base/wide.h"

#include <linepress/cdma.h>

#define CHANNELS 3
#define RING 16 /* more completions than are in flight */

enum {
    STATUS_OUT,
    STATUS_IN,
    JOB_OUT,
    JOB_IN,
    GROUPS_OUT,
    GROUPS_IN,
    MOVES,
    CHANNELS_AT_ONCE,
    ERRORS,
    IRQ,
    SHORT,
    WAITS,
    RESET,
    GROUPS
};

#define LENGTHS "1", "2", "3 to 8", "9 or more"

static struct lp_bins groups[GROUPS] = {
    /* An output stream is never corrupt and never contradicts its index; an input stream never
     * exceeds its room. */
    [STATUS_OUT] = {.what = "a job out ends",
                    .count = 11,
                    .labels = {"good", "empty", "misaligned", "outside", "overlap", "no codec",
                               "room", "device error", "host error", "aborted", "reserved"}},
    [STATUS_IN] = {.what = "a job in ends",
                   .count = 12,
                   .labels = {"good", "empty", "misaligned", "outside", "overlap", "no codec",
                              "device error", "host error", "corrupt", "contradiction", "aborted",
                              "reserved"}},
    [JOB_OUT] = {.what = "a good job out: ZVC, with index, raw, with index", .count = 4},
    [JOB_IN] = {.what = "a good job in: ZVC, with index, raw, with index", .count = 4},
    [GROUPS_OUT] = {.what = "groups of a good job out", .count = 4, .labels = {LENGTHS}},
    [GROUPS_IN] = {.what = "groups of a good job in", .count = 4, .labels = {LENGTHS}},
    [MOVES] = {.what = "beats of the link: none, out, in, both", .count = 4},
    [CHANNELS_AT_ONCE] = {.what = "channels with beats of memory at once", .count = CHANNELS + 1},
    [ERRORS] = {.what = "error from",
                .count = 8,
                .labels = {"ring read", "ring write", "index read", "index write", "link out",
                           "link in", "device read", "device write"}},
    [IRQ] = {.what = "the interrupt rises, falls", .count = 2},
    [SHORT] = {.what = "last sectors of a good job: out whole, out short, in whole, in short",
               .count = 4},
    [WAITS] = {.what = "waits",
               .count = 9,
               .labels = {"ring read", "ring write", "index read", "index write", "link out",
                          "link in", "device read", "device write", "nothing"}},
    [RESET] = {.what = "reset with jobs: none, out, in, both", .count = 4},
};

/* Descriptors of a direction as they were fetched, some more than once. */
struct fetched {
    uint8_t bytes[LP_DMA_DESCRIPTOR_BYTES];
    unsigned half, count;
    struct lp_dma_descriptor last[RING];
};

struct core {
    struct fetched fetched[2];
    unsigned aw, w;   /* completions: addresses, data */
    uint8_t id[RING]; /* beats of the addresses */
    struct lp_dma_completion completion[RING];
    unsigned jobs[2]; /* streams begun that have no completion yet */
    bool irq, reset;
};

/* ---- descriptors and completions ---- */

static void descriptor_in(struct fetched *q, const uint32_t data[8])
{
    lpi_bytes_of_words(q->bytes + 32 * q->half, data, 32);
    if (q->half)
        lp_dma_decode_descriptor(q->bytes, &q->last[q->count++ % RING]);
    q->half ^= 1;
}

static const struct lp_dma_descriptor *described(const struct fetched *q, uint32_t id)
{
    for (unsigned i = 0; i < RING; i++)
        if (q->last[i].id == id && q->last[i].raw_bytes)
            return &q->last[i];
    return NULL;
}

static unsigned place_of(bool in, unsigned status)
{
    static const uint8_t out_of[] = {0,
                                     1,
                                     2,
                                     3,
                                     4,
                                     5,
                                     LP_DMA_ROOM,
                                     LP_DMA_DEVICE_ERROR,
                                     LP_DMA_HOST_ERROR,
                                     LP_DMA_ABORTED,
                                     LP_DMA_RESERVED};
    static const uint8_t in_of[] = {0,
                                    1,
                                    2,
                                    3,
                                    4,
                                    5,
                                    LP_DMA_DEVICE_ERROR,
                                    LP_DMA_HOST_ERROR,
                                    LP_DMA_CORRUPT,
                                    LP_DMA_CONTRADICTION,
                                    LP_DMA_ABORTED,
                                    LP_DMA_RESERVED};
    const uint8_t *of = in ? in_of : out_of;
    unsigned i = 0, count = groups[STATUS_OUT + in].count;

    while (i < count && of[i] != status)
        i++;
    return i;
}

static void good(bool in, const struct lp_dma_descriptor *d)
{
    bool raw = d->flags >> LP_DMA_FLAG_CODEC_SHIFT == LP_DMA_RAW;
    uint64_t count = (d->raw_bytes + LP_DMA_GROUP - 1) / LP_DMA_GROUP;

    lp_bin(&groups[JOB_OUT + in], 2u * raw + !!(d->flags & LP_DMA_FLAG_INDEX));
    lp_bin(&groups[GROUPS_OUT + in], count < 3 ? (unsigned)count - 1 : count < 9 ? 2 : 3);
    lp_bin(&groups[SHORT], 2u * in + (d->raw_bytes % LP_DMA_GROUP != 0));
}

static void complete(struct core *q, unsigned at)
{
    bool in = q->id[at % RING];
    const struct lp_dma_completion *is = &q->completion[at % RING];
    const struct lp_dma_descriptor *d = described(&q->fetched[in], is->id);

    lp_bin(&groups[STATUS_OUT + in], place_of(in, is->status));
    if (is->status == LP_DMA_GOOD && d)
        good(in, d);
    q->jobs[in] -= q->jobs[in] > 0;
}

static void rings(struct core *q, const struct lp_cdma_core_in *in,
                  const struct lp_cdma_core_out *out)
{
    unsigned before = q->aw < q->w ? q->aw : q->w;
    uint8_t bytes[LP_DMA_COMPLETION_BYTES];

    if (in->ring_rvalid && out->ring_rready)
        descriptor_in(&q->fetched[in->ring_rid], in->ring_rdata);
    if (out->ring_awvalid && in->ring_awready)
        q->id[q->aw++ % RING] = (uint8_t)out->ring_awid;
    if (out->ring_wvalid && in->ring_wready) {
        lpi_bytes_of_words(bytes, out->ring_wdata, sizeof bytes);
        lp_dma_decode_completion(bytes, &q->completion[q->w++ % RING]);
    }
    for (; before < q->aw && before < q->w; before++)
        complete(q, before);
}

/* ---- data ---- */

static unsigned ones(uint32_t bits)
{
    unsigned count = 0;

    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

static bool any_error(uint32_t valid, const uint32_t *resp)
{
    for (unsigned c = 0; c < CHANNELS; c++)
        if ((valid >> c & 1) && (resp[0] >> (2 * c + 1) & 1))
            return true;
    return false;
}

static void errors(const struct lp_cdma_core_in *in, const struct lp_cdma_core_out *out)
{
    bool e[] = {in->ring_rvalid && out->ring_rready && in->ring_rresp >> 1,
                in->ring_bvalid && out->ring_bready && in->ring_bresp >> 1,
                in->idx_rvalid && out->idx_rready && in->idx_rresp >> 1,
                in->idx_bvalid && out->idx_bready && in->idx_bresp >> 1,
                in->out_bvalid && out->out_bready && in->out_berr,
                in->in_tvalid && out->in_tready && in->in_tuser,
                any_error(in->dev_rvalid & out->dev_rready, in->dev_rresp),
                any_error(in->dev_bvalid & out->dev_bready, in->dev_bresp)};

    for (unsigned i = 0; i < sizeof e / sizeof *e; i++)
        if (e[i])
            lp_bin(&groups[ERRORS], i);
}

static void streams(struct core *q, const struct lp_cdma_core_in *in,
                    const struct lp_cdma_core_out *out)
{
    bool to_host = out->out_tvalid && in->out_tready, from_host = in->in_tvalid && out->in_tready;
    uint32_t busy = (in->dev_rvalid & out->dev_rready) | (out->dev_wvalid & in->dev_wready);

    lp_bin(&groups[MOVES], to_host + 2u * from_host);
    lp_bin(&groups[CHANNELS_AT_ONCE], ones(busy));
    q->jobs[0] += out->out_avalid && in->out_aready;
    q->jobs[1] += out->in_avalid && in->in_aready;
    if (out->irq != q->irq)
        lp_bin(&groups[IRQ], q->irq);
    q->irq = out->irq;
}

static void waits(const struct lp_cdma_core_in *in, const struct lp_cdma_core_out *out)
{
    bool w[] = {
        out->ring_arvalid && !in->ring_arready,     out->ring_awvalid && !in->ring_awready,
        out->idx_arvalid && !in->idx_arready,       out->idx_awvalid && !in->idx_awready,
        out->out_tvalid && !in->out_tready,         in->in_tvalid && !out->in_tready,
        (out->dev_arvalid & ~in->dev_arready) != 0, (out->dev_wvalid & ~in->dev_wready) != 0};

    lp_bin_each(&groups[WAITS], w, sizeof w / sizeof *w);
}

static void core_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct core *q = state;
    const struct lp_cdma_core_in *in = in_ports;
    const struct lp_cdma_core_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], !!q->jobs[0] + 2u * !!q->jobs[1]);
        *q = (struct core){.reset = true};
        return;
    }
    q->reset = false;
    rings(q, in, out);
    streams(q, in, out);
    errors(in, out);
    waits(in, out);
}

static const struct lp_listener core = {"lp_cdma_core", sizeof(struct core), core_cycle, groups,
                                        GROUPS};
LP_LISTEN(lp_cdma_core__CHANNELS_3_FLITS_40_CODECS_1, core)
