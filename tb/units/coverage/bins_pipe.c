/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_skid and lp_fifo: events at each fill level. */
#include "bins.h"
#include "units/common/common_ports.h"

#define FIFO_DEPTH 5
#define SKID_DEPTH 2

struct pipe {
    unsigned level;
    bool reset; /* the last cycle was one */
};

enum { RESET, NOTHING, PUSH, POP, BOTH, GROUPS };

/* A full buffer takes no beat, even while it gives one: ready does not depend on the ready of the
 * other side. */
#define PIPE_GROUPS(depth)                                                                         \
    {                                                                                              \
        [RESET] = {.what = "reset at level", .first = 0, .count = (depth) + 1},                    \
        [NOTHING] = {.what = "nothing moves at level", .first = 0, .count = (depth) + 1},          \
        [PUSH] = {.what = "beat in at level", .first = 0, .count = (depth)},                       \
        [POP] = {.what = "beat out at level", .first = 1, .count = (depth)},                       \
        [BOTH] = {.what = "beat in and out at level", .first = 1, .count = (depth)-1},             \
    }

static void pipe_cycle(struct pipe *p, struct lp_bins *groups, bool rst_n,
                       const struct lp_skid_in *in, const struct lp_skid_out *out)
{
    if (rst_n) {
        bool push = in->s_valid && out->s_ready, pop = out->m_valid && in->m_ready;
        lp_bin(&groups[push && pop ? BOTH : push ? PUSH : pop ? POP : NOTHING], p->level);
        p->level += (unsigned)push - (unsigned)pop;
    } else {
        if (!p->reset)
            lp_bin(&groups[RESET], p->level);
        p->level = 0;
    }
    p->reset = !rst_n;
}

static struct lp_bins skid_groups[GROUPS] = PIPE_GROUPS(SKID_DEPTH);
static struct lp_bins fifo_groups[GROUPS] = PIPE_GROUPS(FIFO_DEPTH);

static void skid_cycle(void *state, bool rst_n, const void *in, const void *out)
{
    pipe_cycle(state, skid_groups, rst_n, in, out);
}

static void fifo_cycle(void *state, bool rst_n, const void *in, const void *out)
{
    pipe_cycle(state, fifo_groups, rst_n, in, out);
}

static const struct lp_listener skid = {"lp_skid", sizeof(struct pipe), skid_cycle, skid_groups,
                                        GROUPS};
static const struct lp_listener fifo = {"lp_fifo", sizeof(struct pipe), fifo_cycle, fifo_groups,
                                        GROUPS};
LP_LISTEN(lp_skid__WIDTH_33, skid)
LP_LISTEN(lp_fifo__WIDTH_32_DEPTH_5, fifo)
