/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_buddy_write: kinds of writes, their results, and stalls. */
#include <string.h>

#include "bins.h"
#include "units/buddy/buddy_ports.h"

#define ENTRIES 16

enum { PLAIN, COMPRESSED, FAULTY, KINDS };
#define STATES(target, n)                                                                          \
    [STATE + target] = {.what = "state on target " #target,                                        \
                        .first = 0,                                                                \
                        .count = n,                                                                \
                        .labels = {"zero", "1 sector", "2", "3", "raw", "8 bytes"}}

enum {
    KIND,
    AFTER, /* by the kind before */
    FAULT = AFTER + KINDS,
    STATE, /* by target */
    CODE = STATE + 5,
    ERRORS,
    LAST_ACK,
    ACKS,
    LIVE,
    ORDER,
    IN_WAITS,
    OUT_WAITS,
    RESET_SECTOR,
    RESET_LIVE,
    GROUPS
};

static struct lp_bins groups[GROUPS] = {
    [KIND] = {.what = "write",
              .first = 0,
              .count = KINDS,
              .labels = {"plain", "compressed", "faulty"}},
    [AFTER + PLAIN] = {.what = "after a plain one",
                       .first = 0,
                       .count = KINDS,
                       .labels = {"plain", "compressed", "faulty"}},
    [AFTER + COMPRESSED] = {.what = "after a compressed one",
                            .first = 0,
                            .count = KINDS,
                            .labels = {"plain", "compressed", "faulty"}},
    [AFTER + FAULTY] = {.what = "after a faulty one",
                        .first = 0,
                        .count = KINDS,
                        .labels = {"plain", "compressed", "faulty"}},
    [FAULT] = {.what = "fault", .first = 1, .count = 3},
    STATES(0, 5),
    STATES(1, 5),
    STATES(2, 5),
    STATES(3, 5),
    STATES(4, 6),
    [CODE] = {.what = "answer",
              .first = 0,
              .count = 5,
              .labels = {"good", "target", "slot", "frame", "memory error"}},
    [ERRORS] = {.what = "error from",
                .first = 0,
                .count = 3,
                .labels = {"metadata", "device", "buddy"}},
    [LAST_ACK] = {.what = "last of several to acknowledge",
                  .first = 0,
                  .count = 3,
                  .labels = {"metadata", "device", "buddy"}},
    [ACKS] = {.what = "acknowledgements in a cycle", .first = 1, .count = 3},
    [LIVE] = {.what = "in flight", .first = 1, .count = ENTRIES},
    [ORDER] = {.what = "answered before an earlier one",
               .first = 0,
               .count = 2,
               .labels = {"no", "yes"}},
    [IN_WAITS] = {.what = "input waits",
                  .first = 0,
                  .count = 5,
                  .labels = {"write", "sector 0", "sector 1", "sector 2", "sector 3"}},
    [OUT_WAITS] = {.what = "output waits",
                   .first = 0,
                   .count = 6,
                   .labels = {"metadata", "dev", "dev's sector", "bud", "bud's sector", "answer"}},
    [RESET_SECTOR] = {.what = "reset before sector", .first = 0, .count = 4},
    [RESET_LIVE] = {.what = "reset, writes in flight",
                    .first = 0,
                    .count = 2,
                    .labels = {"no", "yes"}},
};

struct write {
    bool live;
    unsigned target, parts; /* bit 0 metadata, 1 device, 2 buddy: not acknowledged yet */
    bool several;
    uint64_t number;
};

struct writes {
    struct write of[ENTRIES];
    uint64_t number;
    unsigned sector, live, before;
    bool running, reset;
};

static void write_in(struct writes *q, const struct lp_buddy_write_in *in)
{
    unsigned kind = in->s_fault ? FAULTY : in->s_compressed ? COMPRESSED : PLAIN;

    lp_bin(&groups[KIND], kind);
    if (q->running)
        lp_bin(&groups[AFTER + q->before], kind);
    if (in->s_fault)
        lp_bin(&groups[FAULT], in->s_fault);
    q->running = true;
    q->before = kind;
    q->live += !q->of[in->s_entry].live;
    lp_bin(&groups[LIVE], q->live);
    q->of[in->s_entry] = (struct write){
        .live = true, .target = in->s_target, .number = q->number++};
}

static void input(struct writes *q, const struct lp_buddy_write_in *in,
                  const struct lp_buddy_write_out *out)
{
    if (in->s_valid && !out->s_ready)
        lp_bin(&groups[IN_WAITS], 0);
    if (in->s_valid && out->s_ready)
        write_in(q, in);
    if (in->d_valid && !out->d_ready)
        lp_bin(&groups[IN_WAITS], 1 + q->sector);
    if (in->d_valid && out->d_ready)
        q->sector = (q->sector + 1) % 4;
}

static void asked(struct write *w, unsigned part)
{
    w->several = w->several || w->parts;
    w->parts |= 1u << part;
}

static void acknowledged(struct write *w, unsigned part, bool err)
{
    if (err)
        lp_bin(&groups[ERRORS], part);
    w->parts &= ~(1u << part);
    if (w->parts == 0 && w->several)
        lp_bin(&groups[LAST_ACK], part);
}

static void parts(struct writes *q, const struct lp_buddy_write_in *in,
                  const struct lp_buddy_write_out *out)
{
    if (in->a_valid)
        acknowledged(&q->of[in->a_entry], 0, in->a_err);
    if (in->devb_valid)
        acknowledged(&q->of[in->devb_entry], 1, in->devb_err);
    if (in->budb_valid)
        acknowledged(&q->of[in->budb_entry], 2, in->budb_err);
    lp_bin(&groups[ACKS], in->a_valid + in->devb_valid + in->budb_valid);
    if (out->q_valid && in->q_ready) {
        asked(&q->of[out->q_entry], 0);
        lp_bin(&groups[STATE + q->of[out->q_entry].target], out->q_state);
    }
    if (out->dev_valid && in->dev_ready)
        asked(&q->of[out->dev_entry], 1);
    if (out->bud_valid && in->bud_ready)
        asked(&q->of[out->bud_entry], 2);
}

static void waits(const struct lp_buddy_write_in *in, const struct lp_buddy_write_out *out)
{
    const bool waiting[] = {
        out->q_valid && !in->q_ready,       out->dev_valid && !in->dev_ready,
        out->devd_valid && !in->devd_ready, out->bud_valid && !in->bud_ready,
        out->budd_valid && !in->budd_ready, out->m_valid && !in->m_ready,
    };

    lp_bin_each(&groups[OUT_WAITS], waiting, sizeof waiting / sizeof *waiting);
}

static void answers(struct writes *q, const struct lp_buddy_write_in *in,
                    const struct lp_buddy_write_out *out)
{
    struct write *w = &q->of[out->done_entry];
    bool passes = false;

    if (out->m_valid && in->m_ready)
        lp_bin(&groups[CODE], out->m_code == 6 ? 4 : out->m_code);
    if (!out->done || !w->live)
        return;
    for (unsigned e = 0; e < ENTRIES; e++)
        passes = passes || (q->of[e].live && q->of[e].number < w->number);
    lp_bin(&groups[ORDER], passes);
    w->live = false;
    q->live--;
}

static void reset(struct writes *q)
{
    if (!q->reset) {
        lp_bin(&groups[RESET_SECTOR], q->sector);
        lp_bin(&groups[RESET_LIVE], q->live != 0);
    }
    *q = (struct writes){.reset = true};
}

static void write_cycle(void *state, bool rst_n, const void *in, const void *out)
{
    struct writes *q = state;

    if (!rst_n) {
        reset(q);
        return;
    }
    q->reset = false;
    answers(q, in, out);
    parts(q, in, out);
    waits(in, out);
    input(q, in, out);
}

static const struct lp_listener writes = {"lp_buddy_write", sizeof(struct writes), write_cycle,
                                          groups, GROUPS};
LP_LISTEN(lp_buddy_write__ENTRIES_16_ELEM_32, writes)
