/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_gbbr_xlat: targets, faults, pages at the limits, registers written meanwhile. */
#include <linepress/gbbr.h>

#include "bins.h"
#include "base/wide.h"
#include "units/gbbr/gbbr_ports.h"

#define REG_KINDS (LP_GBBR_REGS * 3)

struct xlat {
    struct lp_gbbr_regs regs;
    unsigned inside;
    bool reset; /* the last cycle was one */
};

enum {
    FAULT,
    LEGAL,
    LAST_SLOT,
    PAST_SLOT,
    LAST_FRAME,
    PAST_FRAME,
    RESERVED,
    LATE,
    WRITTEN,
    RESET,
    WAITS,
    GROUPS
};

#define PAGES "not compressed", "1", "1.33", "2", "4", "16"
static struct lp_bins groups[GROUPS] = {
    [FAULT] = {.what = "fault", .first = 0, .count = 4},
    [LEGAL] = {.what = "legal page of target", .count = 6, .labels = {PAGES}},
    [LAST_SLOT] = {.what = "page in the last slot, of target", .count = LP_TARGETS},
    [PAST_SLOT] = {.what = "page a slot past the last, of target", .count = LP_TARGETS},
    [LAST_FRAME] = {.what = "page in the last frame, of target", .count = 6, .labels = {PAGES}},
    [PAST_FRAME] = {.what = "page a frame past the last, of target", .count = 6, .labels = {PAGES}},
    [RESERVED] = {.what = "reserved target", .first = 5, .count = 3},
    [LATE] = {.what = "not compressed, but of target", .first = 1, .count = 4},
    [WRITTEN] = {.what = "register 0..3 written with 0, 1, 2 inside: 3 x register + inside",
                 .count = REG_KINDS},
    [RESET] = {.what = "reset with so many inside", .count = 3},
    [WAITS] = {.what = "request waits for a stalled answer of fault", .count = 4},
};

static void request(const struct xlat *q, const struct lp_gbbr_xlat_in *in)
{
    unsigned target = in->s_target, page = in->s_compressed ? target + 1 : 0;

    if (target >= LP_TARGETS) {
        lp_bin(&groups[RESERVED], target);
        return;
    }
    if (!in->s_compressed && target > 0) {
        lp_bin(&groups[LATE], target);
        return;
    }
    uint64_t slots_end = in->s_slot + lp_gbbr_slots(target);
    uint64_t frames_end = in->s_frame + lp_gbbr_frames(target);
    bool slot_fits = !in->s_compressed || slots_end <= q->regs.slots;
    if (in->s_compressed && slots_end == q->regs.slots)
        lp_bin(&groups[LAST_SLOT], target);
    if (in->s_compressed && slots_end == q->regs.slots + 1)
        lp_bin(&groups[PAST_SLOT], target);
    if (slot_fits && frames_end == q->regs.frames)
        lp_bin(&groups[LAST_FRAME], page);
    if (slot_fits && frames_end == q->regs.frames + 1)
        lp_bin(&groups[PAST_FRAME], page);
    if (slot_fits && frames_end <= q->regs.frames)
        lp_bin(&groups[LEGAL], page);
}

static void configure(struct xlat *q, const struct lp_gbbr_xlat_in *in)
{
    uint64_t data = lpi_get64(in->cfg_data);

    lp_bin(&groups[WRITTEN], 3 * in->cfg_reg + q->inside);
    if (in->cfg_reg == LP_GBBR_SLOTS)
        q->regs.slots = data;
    if (in->cfg_reg == LP_GBBR_FRAMES)
        q->regs.frames = data;
}

static void xlat_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct xlat *q = state;
    const struct lp_gbbr_xlat_in *in = in_ports;
    const struct lp_gbbr_xlat_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], q->inside);
        *q = (struct xlat){.reset = true};
        return;
    }
    q->reset = false;
    bool push = in->s_valid && out->s_ready, pop = out->m_valid && in->m_ready;
    if (push)
        request(q, in);
    if (pop)
        lp_bin(&groups[FAULT], out->m_fault);
    if (in->s_valid && !out->s_ready)
        lp_bin(&groups[WAITS], out->m_fault);
    if (in->cfg_valid)
        configure(q, in);
    q->inside += (unsigned)push - (unsigned)pop;
}

static const struct lp_listener xlat = {"lp_gbbr_xlat", sizeof(struct xlat), xlat_cycle, groups,
                                        GROUPS};
LP_LISTEN(lp_gbbr_xlat__SHARE_W_13_FRAME_W_23_SLOT_W_21_TAG_8, xlat)
