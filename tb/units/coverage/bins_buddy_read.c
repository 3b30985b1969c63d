/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_buddy_read: pages, states, orders of events, codes, and stalls. */
#include <string.h>

#include "base/codecs.h"
#include "bins.h"
#include "units/buddy/buddy_ports.h"
#include "base/wide.h"

#include <linepress/gbbr.h>

#define ENTRIES 16
#define PLAIN LP_TARGETS /* a page that is not compressed */
#define PAGES (LP_TARGETS + 1)
#define STATES 16
#define NAME_OF(name, NAME) #NAME,

enum {
    PAGE,
    FAULT,
    STATE, /* by target */
    CODEC = STATE + LP_TARGETS,
    ANSWER,
    TOLD,
    DEV,
    BUD,
    ERRORS,
    LAST_IN,
    IN_FLIGHT,
    PASSED,
    CODE,
    WAITS,
    RESET,
    GROUPS
};

#define STATE_OF(target, text)                                                                     \
    [STATE + target] = {.what = "state on a page of " text, .first = 0, .count = STATES}

static struct lp_bins groups[GROUPS] = {
    [PAGE] = {.what = "page",
              .first = 0,
              .count = PAGES,
              .labels = {"1x", "1.33x", "2x", "4x", "16x", "not compressed"}},
    [FAULT] = {.what = "fault", .first = 0, .count = 4},
    STATE_OF(LP_TARGET_1, "1x"),
    STATE_OF(LP_TARGET_1_33, "1.33x"),
    STATE_OF(LP_TARGET_2, "2x"),
    STATE_OF(LP_TARGET_4, "4x"),
    STATE_OF(LP_TARGET_16, "16x"),
    [CODEC] = {.what = "codec", .first = 0, .count = LP_CODEC_PORTS, .labels = {LP_CODECS(NAME_OF)}},
    [ANSWER] = {.what = "answer",
                .first = 0,
                .count = 4,
                .labels = {"hit", "hit, failed", "after a miss", "after a miss, failed"}},
    [TOLD] = {.what = "device sectors came before the answer", .first = 0, .count = 5},
    [DEV] = {.what = "sectors wanted of device memory", .first = 1, .count = 4},
    [BUD] = {.what = "sectors wanted of buddy memory", .first = 1, .count = 4},
    [ERRORS] = {.what = "sector in error", .first = 0, .count = 2, .labels = {"device", "buddy"}},
    [LAST_IN] = {.what = "what a line waited for last",
                 .first = 0,
                 .count = 3,
                 .labels = {"the answer", "device memory", "buddy memory"}},
    [IN_FLIGHT] = {.what = "entries in use", .first = 0, .count = ENTRIES + 1},
    [PASSED] = {.what = "response",
                .first = 0,
                .count = 2,
                .labels = {"of the oldest", "passes an older one"}},
    [CODE] = {.what = "code", .first = 0, .count = 7},
    [WAITS] = {.what = "waits",
               .first = 0,
               .count = 6,
               .labels = {"request", "metadata read", "device read", "buddy read", "response",
                          "nothing"}},
    [RESET] = {.what = "entries lost to a reset", .first = 0, .count = ENTRIES + 1},
};

struct entry {
    bool live, told;
    unsigned target, id, came, last;
    uint64_t number;
};

struct read {
    struct entry entry[ENTRIES];
    uint64_t requests, order[256];
    unsigned waiting[256]; /* responses due for an id */
    bool reset;
};

static unsigned in_use(const struct read *q)
{
    unsigned count = 0;

    for (unsigned e = 0; e < ENTRIES; e++)
        count += q->entry[e].live;
    return count;
}

static void request(struct read *q, const struct lp_buddy_read_in *in)
{
    unsigned page = in->s_compressed ? in->s_target : PLAIN;

    lp_bin(&groups[FAULT], in->s_fault);
    if (!in->s_fault)
        lp_bin(&groups[PAGE], page);
    lp_bin(&groups[CODEC], in->s_codec);
    q->entry[in->s_entry] = (struct entry){
        .live = true, .target = page, .id = in->s_id, .number = q->requests};
    q->order[in->s_id] = q->requests++;
    q->waiting[in->s_id]++;
}

static void answer(struct read *q, const struct lp_buddy_read_in *in)
{
    struct entry *e = &q->entry[in->a_entry];

    lp_bin(&groups[ANSWER], 2 * e->told + in->a_err);
    if (!in->a_err && e->target < LP_TARGETS)
        lp_bin(&groups[STATE + e->target], in->a_state);
    if (e->told)
        lp_bin(&groups[TOLD], e->came);
    e->last = 0;
}

static void response(struct read *q, const struct lp_buddy_read_out *out)
{
    bool passes = false;

    for (unsigned id = 0; id < 256; id++)
        passes = passes || (q->waiting[id] && q->order[id] < q->order[out->m_id]);
    lp_bin(&groups[PASSED], passes);
    lp_bin(&groups[CODE], out->m_code);
    q->waiting[out->m_id] = 0;
}

static void waits(const struct lp_buddy_read_in *in, const struct lp_buddy_read_out *out)
{
    bool w[] = {in->s_valid && !out->s_ready, out->q_valid && !in->q_ready,
                out->dev_valid && !in->dev_ready, out->bud_valid && !in->bud_ready,
                out->m_valid && !in->m_ready};

    lp_bin_each(&groups[WAITS], w, sizeof w / sizeof *w);
}

static void sectors(struct read *q, const struct lp_buddy_read_in *in,
                    const struct lp_buddy_read_out *out)
{
    if (out->dev_valid && in->dev_ready)
        lp_bin(&groups[DEV], out->dev_sectors);
    if (out->bud_valid && in->bud_ready)
        lp_bin(&groups[BUD], out->bud_sectors);
    if (in->devd_valid) {
        q->entry[in->devd_entry].came++;
        q->entry[in->devd_entry].last = 1;
        if (in->devd_err)
            lp_bin(&groups[ERRORS], 0);
    }
    if (in->budd_valid) {
        q->entry[in->budd_entry].last = 2;
        if (in->budd_err)
            lp_bin(&groups[ERRORS], 1);
    }
}

static void cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct read *q = state;
    const struct lp_buddy_read_in *in = in_ports;
    const struct lp_buddy_read_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], in_use(q));
        memset(q, 0, sizeof *q);
        q->reset = true;
        return;
    }
    q->reset = false;
    lp_bin(&groups[IN_FLIGHT], in_use(q));
    waits(in, out);
    if (in->miss_valid)
        q->entry[in->miss_entry].told = true;
    sectors(q, in, out);
    if (in->a_valid)
        answer(q, in);
    if (out->m_valid && in->m_ready && out->m_last)
        response(q, out);
    for (uint64_t all = lpi_get64(out->free); all; all &= all - 1) {
        unsigned e = (unsigned)__builtin_ctzll(all);
        lp_bin(&groups[LAST_IN], q->entry[e].last);
        q->entry[e].live = false;
    }
    if (in->s_valid && out->s_ready)
        request(q, in);
}

static const struct lp_listener listener = {"lp_buddy_read", sizeof(struct read), cycle, groups,
                                            GROUPS};

LP_LISTEN(lp_buddy_read__ENTRIES_16_LANES_1_PARALLEL_1_ELEM_32, listener)
