/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_cdma_pack: where flits begin in a beat, ends of jobs, closing beats, kills, waits. */
#include "bins.h"
#include "units/cdma/cdma_pack_ports.h"
#include "base/wide.h"

#define BEAT 32u

enum { FILL, BYTES, FLITS, STATUS, LAST, ROOM, KILL, OWED, BAD, WAITS, ENTRY, RESET, GROUPS };
static struct lp_bins groups[GROUPS] = {
    [FILL] = {.what = "bytes in the beat that a flit comes to", .count = BEAT},
    [BYTES] = {.what = "bytes of a flit", .first = 1, .count = BEAT},
    [FLITS] = {.what = "flits of a group", .first = 1, .count = 17},
    [STATUS] = {.what = "4 x ready immediately + status: good, room, device error, aborted",
                .count = 8},
    [LAST] = {.what = "bytes of a good job's last beat", .first = 1, .count = BEAT},
    [ROOM] = {.what = "room left by a good job: none, less than 4 KiB, more", .count = 3},
    [KILL] = {.what = "kill: no job, before its first flit, within a group, between, at its end",
              .count = 5},
    [OWED] = {.what = "jobs without a closing beat yet: 0 to 7, up to 254, more", .count = 10},
    [BAD] = {.what = "first bad group: 0, 1 to 9, more; nothing said of it", .count = 4},
    [WAITS] = {.what = "waits: a beat, an entry, a result, a flit, a job", .count = 5},
    [ENTRY] = {.what = "index: entries, its end, a job without", .count = 3},
    [RESET] = {.what = "reset: no job, at a job, at its result", .count = 3},
};

struct pack {
    uint64_t room, total;
    unsigned flits, owed; /* flits of the group; closing beats */
    bool run, ending, done, some, within, reset;
};

static void flit(struct pack *q, const struct lp_cdma_pack_in *in)
{
    lp_bin(&groups[FILL], (unsigned)(q->total % BEAT));
    lp_bin(&groups[BYTES], in->s_bytes);
    q->total += in->s_bytes;
    q->flits++;
    q->some = true;
    q->within = !in->s_last;
    if (in->s_last) {
        lp_bin(&groups[FLITS], q->flits);
        q->flits = 0;
    }
}

static void result(struct pack *q, const struct lp_cdma_pack_in *in,
                   const struct lp_cdma_pack_out *out)
{
    uint32_t status = out->r_status;
    uint64_t left = q->room - q->total;
    bool first = !q->done;

    q->run = false;
    q->done = !in->r_ready;
    if (!first)
        return;
    lp_bin(&groups[STATUS], 4 * in->r_ready + (status == 0   ? 0
                                               : status == 6 ? 1
                                               : status == 7 ? 2
                                                             : 3));
    lp_bin(&groups[BAD], status == 0 || status == 11 ? 3
                         : out->r_bad == 0           ? 0
                         : out->r_bad < 10           ? 1
                                                     : 2);
    if (status != 0 || q->total == 0) {
        q->owed++;
        return;
    }
    lp_bin(&groups[LAST], (unsigned)((q->total - 1) % BEAT) + 1);
    lp_bin(&groups[ROOM], left < BEAT ? 0 : left < 4096 ? 1 : 2);
}

static void job(struct pack *q, const struct lp_cdma_pack_in *in)
{
    q->run = true;
    q->ending = q->some = q->within = false;
    q->room = lpi_get64(in->j_room);
    q->total = 0;
    q->flits = 0;
    if (!in->j_index)
        lp_bin(&groups[ENTRY], 2);
}

static void waits(const struct pack *q, const struct lp_cdma_pack_in *in,
                  const struct lp_cdma_pack_out *out)
{
    const bool all[] = {
        out->m_valid && !in->m_ready, out->x_valid && !in->x_ready, out->r_valid && !in->r_ready,
        q->run && !q->ending && in->s_valid && !out->s_ready, in->j_valid && !out->j_ready};

    lp_bin_each(&groups[WAITS], all, sizeof all / sizeof *all);
}

static void cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct pack *q = state;
    const struct lp_cdma_pack_in *in = in_ports;
    const struct lp_cdma_pack_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], q->run ? 1 : q->done ? 2 : 0);
        *q = (struct pack){.reset = true};
        return;
    }
    q->reset = false;
    if (in->kill)
        lp_bin(&groups[KILL], !q->run ? 0 : q->ending ? 4 : q->within ? 2 : q->some ? 3 : 1);
    waits(q, in, out);
    if (in->s_valid && out->s_ready) {
        if (in->s_none)
            q->ending = true;
        else
            flit(q, in);
    }
    if (out->r_valid)
        result(q, in, out);
    if (out->m_valid && in->m_ready && out->m_bad && q->owed > 0)
        q->owed--;
    lp_bin(&groups[OWED], q->owed < 8 ? q->owed : q->owed < 255 ? 8 : 9);
    if (out->x_valid && in->x_ready)
        lp_bin(&groups[ENTRY], out->x_end);
    if (in->j_valid && out->j_ready)
        job(q, in);
}

static const struct lp_listener pack = {"lp_cdma_pack", sizeof(struct pack), cycle, groups, GROUPS};
LP_LISTEN(lp_cdma_pack__SIZE_W_16, pack)
