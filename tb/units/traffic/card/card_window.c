/* SPDX-License-Identifier: Apache-2.0 */
#include "card_window.h"

#include <string.h>

#include "base/wide.h"

#define SECTOR 32u
#define PATIENCE 60000u /* cycles that a burst may take */

void lp_window_open(struct lp_window *w, struct lp_rng *rng, uint8_t *bytes, uint32_t size)
{
    *w = (struct lp_window){.rng = rng, .bytes = bytes, .size = size};
}

static void begin_burst(struct lp_window *w)
{
    uint32_t most = 1 + lp_below(w->rng, LP_WINDOW_BEATS);

    w->busy = w->addr = true;
    w->write = w->data = lp_below(w->rng, 2);
    w->id = lp_below(w->rng, 1u << LP_CARD_WIN_ID);
    w->at = lp_below(w->rng, w->size / SECTOR) * SECTOR;
    /* Bursts end at 4 KiB boundaries at the latest. */
    w->beats = (4096 - (uint32_t)((w->base + w->at) % 4096)) / SECTOR;
    if (w->beats > (w->size - w->at) / SECTOR)
        w->beats = (w->size - w->at) / SECTOR;
    if (w->beats > most)
        w->beats = most;
    w->moved = w->waited = 0;
    memcpy(w->was, w->bytes + w->at, w->beats * SECTOR);
    if (!w->write)
        return;
    for (uint32_t b = 0; b < w->beats; b++) {
        w->strb[b] = lp_below(w->rng, 2) ? UINT32_MAX : (uint32_t)lp_random(w->rng);
        for (unsigned i = 0; i < SECTOR; i++)
            if (w->strb[b] >> i & 1)
                w->was[b * SECTOR + i] = (uint8_t)lp_random(w->rng);
    }
}

void lp_window_drive(struct lp_window *w, bool begin, struct lp_card_in *in)
{
    if (!w->busy && begin)
        begin_burst(w);
    if (w->rest > 0)
        w->rest--;
    else if (lp_below(w->rng, 500) == 0)
        w->rest = lp_below(w->rng, 64);
    in->win_rready = w->rest == 0 && lp_below(w->rng, 4) != 0;
    in->win_bready = w->rest == 0 && lp_below(w->rng, 4) != 0;
    if (!w->busy)
        return;
    in->win_arvalid = !w->write && w->addr;
    in->win_awvalid = w->write && w->addr;
    in->win_arid = in->win_awid = w->id;
    in->win_arlen = in->win_awlen = w->beats - 1;
    lpi_put64(in->win_araddr, w->base + w->at);
    lpi_put64(in->win_awaddr, w->base + w->at);
    in->win_wvalid = w->write && w->data;
    if (!in->win_wvalid)
        return;
    in->win_wstrb = w->strb[w->moved];
    in->win_wlast = w->moved == w->beats - 1;
    lpi_words_of_bytes(in->win_wdata, w->was + w->moved * SECTOR, SECTOR);
}

static const char *take_read(struct lp_window *w, const struct lp_card_out *out)
{
    uint8_t is[SECTOR];
    const bool last = w->moved == w->beats - 1;

    if (!w->busy || w->write || w->addr)
        return "window: a beat that was not requested";
    if (out->win_rid != w->id || (out->win_rlast & 1) != last)
        return "window: a beat with another id or last";
    if (out->win_rresp && !w->errors)
        return "window: an error without a reason";
    lpi_bytes_of_words(is, out->win_rdata, SECTOR);
    if (!out->win_rresp && memcmp(is, w->was + w->moved * SECTOR, SECTOR) != 0)
        return "window: other bytes than those in memory";
    w->moved++;
    w->busy = !last;
    w->bursts += last;
    return NULL;
}

static const char *take_answer(struct lp_window *w, const struct lp_card_out *out)
{
    if (!w->busy || !w->write || w->addr || w->data)
        return "window: an answer before its burst is over";
    if (out->win_bid != w->id)
        return "window: an answer with another id";
    if (out->win_bresp && !w->errors)
        return "window: an error without a reason";
    if (!out->win_bresp && memcmp(w->bytes + w->at, w->was, w->beats * SECTOR) != 0)
        return "window: a write with a good answer is not in memory";
    w->busy = false;
    w->bursts++;
    return NULL;
}

const char *lp_window_take(struct lp_window *w, const struct lp_card_in *in,
                           const struct lp_card_out *out)
{
    const char *wrong = NULL;

    if (w->busy && ++w->waited > PATIENCE)
        return "window: a burst does not end";
    if ((in->win_arvalid && out->win_arready) || (in->win_awvalid && out->win_awready))
        w->addr = false;
    if (in->win_wvalid && out->win_wready)
        w->data = ++w->moved < w->beats;
    if (out->win_rvalid && in->win_rready)
        wrong = take_read(w, out);
    if (!wrong && out->win_bvalid && in->win_bready)
        wrong = take_answer(w, out);
    return wrong;
}
