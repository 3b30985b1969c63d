/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_cdma_shrink: groups of each codec and length, how they end, errors, waits, resets. */
#include "bins.h"
#include "units/cdma/cdma_shrink_ports.h"

#define RING 16  /* groups; more than are inside */
#define WORST 17 /* most flits of a group */

enum { ZVC, BPC, RAW, CODECS };
enum {
    SECTORS, /* by codec */
    FLITS = SECTORS + CODECS,
    NUMBER = FLITS + CODECS,
    ZVC_END,
    BPC_END,
    AFTER,
    FIRST,
    INSIDE,
    ZEROS,
    ERROR,
    WAITS,
    RESET,
    GROUPS
};

#define SECTORS_OF(codec, text)                                                                    \
    [SECTORS + codec] = {.what = "sectors of a group, " text, .first = 1, .count = 16}
#define FLITS_OF(codec, text, most)                                                                \
    [FLITS + codec] = {.what = "flits of a group, " text, .first = 1, .count = most}

static struct lp_bins groups[GROUPS] = {
    SECTORS_OF(ZVC, "ZVC"),
    SECTORS_OF(BPC, "BPC"),
    SECTORS_OF(RAW, "raw"),
    FLITS_OF(ZVC, "ZVC", WORST),
    FLITS_OF(BPC, "BPC", WORST),
    FLITS_OF(RAW, "raw", WORST - 1),
    [NUMBER] = {.what = "codec's number", .count = 16},
    [ZVC_END] = {.what = "words in the last flit, ZVC", .first = 1, .count = 8},
    [BPC_END] = {.what = "bytes in the last flit, BPC", .first = 1, .count = 32},
    [AFTER] = {.what = "codec after codec",
               .count = 9,
               .labels = {"ZVC ZVC", "ZVC BPC", "ZVC raw", "BPC ZVC", "BPC BPC", "BPC raw",
                          "raw ZVC", "raw BPC", "raw raw"}},
    [FIRST] = {.what = "group taken before, with, after its first sector", .count = 3},
    [INSIDE] = {.what = "groups inside when one is taken", .count = 8},
    [ZEROS] = {.what = "zero words of a group",
               .count = 4,
               .labels = {"none", "1 to 64", "65 to 127", "128"}},
    [ERROR] = {.what = "errors of a group's sectors",
               .count = 5,
               .labels = {"none", "in the first alone", "in the last alone", "in one between",
                          "in several"}},
    [WAITS] = {.what = "waits",
               .count = 5,
               .labels = {"group", "sector", "flit in mid-group", "last flit", "nothing"}},
    [RESET] = {.what = "reset with groups inside (7: or more)", .count = 8},
};

struct group {
    unsigned codec, first, sectors; /* first: its first sector, counted from the reset */
};

struct shrink {
    struct group group[RING];
    bool error[RING * 16]; /* errors of the sectors, by their number */
    unsigned taken, left;  /* groups */
    unsigned sectors, due; /* sectors that came; sectors of the groups taken */
    unsigned flits, before;
    bool some, reset;
};

static void group_in(struct shrink *q, const struct lp_cdma_shrink_in *in, bool sector)
{
    unsigned codec = in->i_codec < RAW ? in->i_codec : RAW;
    struct group group = {.codec = codec, .first = q->due, .sectors = in->i_sectors};

    lp_bin(&groups[NUMBER], in->i_codec);
    lp_bin(&groups[SECTORS + codec], in->i_sectors);
    lp_bin(&groups[INSIDE], q->taken - q->left);
    lp_bin(&groups[FIRST], q->sectors > q->due ? 2 : sector && q->sectors == q->due);
    if (q->some)
        lp_bin(&groups[AFTER], 3 * q->before + codec);
    q->some = true;
    q->before = codec;
    q->due += group.sectors;
    q->group[q->taken++ % RING] = group;
}

/* 0: none, then only the first, the last, another one, several. */
static unsigned errors_of(const struct shrink *q, const struct group *group)
{
    unsigned count = 0, at = 0;

    for (unsigned i = 0; i < group->sectors; i++)
        if (q->error[(group->first + i) % (RING * 16)]) {
            count++;
            at = i;
        }
    if (count != 1)
        return count ? 4 : 0;
    return at == 0 ? 1 : at + 1 == group->sectors ? 2 : 3;
}

static void last_flit(struct shrink *q, const struct lp_cdma_shrink_out *out)
{
    const struct group *group = &q->group[q->left++ % RING];

    lp_bin(&groups[FLITS + group->codec], q->flits);
    if (group->codec == ZVC)
        lp_bin(&groups[ZVC_END], out->m_bytes / 4);
    if (group->codec == BPC)
        lp_bin(&groups[BPC_END], out->m_bytes);
    lp_bin(&groups[ZEROS], out->m_zeros == 128 ? 3 : (out->m_zeros + 63) / 64);
    lp_bin(&groups[ERROR], errors_of(q, group));
    q->flits = 0;
}

static void waits(const struct lp_cdma_shrink_in *in, const struct lp_cdma_shrink_out *out)
{
    bool m = out->m_valid && !in->m_ready;
    bool w[] = {in->i_valid && !out->i_ready, in->s_valid && !out->s_ready, m && !out->m_last,
                m && out->m_last};

    lp_bin_each(&groups[WAITS], w, sizeof w / sizeof *w);
}

static void shrink_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct shrink *q = state;
    const struct lp_cdma_shrink_in *in = in_ports;
    const struct lp_cdma_shrink_out *out = out_ports;

    if (!rst_n) {
        unsigned inside = q->taken - q->left;
        if (!q->reset)
            lp_bin(&groups[RESET], inside < 7 ? inside : 7);
        *q = (struct shrink){.reset = true};
        return;
    }
    q->reset = false;
    bool sector = in->s_valid && out->s_ready;
    waits(in, out);
    if (in->i_valid && out->i_ready)
        group_in(q, in, sector);
    if (sector)
        q->error[q->sectors++ % (RING * 16)] = in->s_err;
    if (out->m_valid && in->m_ready) {
        q->flits++;
        if (out->m_last)
            last_flit(q, out);
    }
}

static const struct lp_listener shrink = {"lp_cdma_shrink", sizeof(struct shrink), shrink_cycle,
                                          groups, GROUPS};
LP_LISTEN(lp_cdma_shrink__CODECS_2_ELEM_32, shrink)
