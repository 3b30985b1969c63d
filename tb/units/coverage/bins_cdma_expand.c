/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_cdma_expand: groups by codec and length, their status, waits, resets. */
#include "bins.h"
#include "units/cdma/cdma_expand_ports.h"

#define RING 16 /* groups; more than are inside */

enum { ZVC, BPC, RAW, CODECS };
enum {
    SECTORS, /* by codec */
    FLITS = SECTORS + CODECS,
    END = FLITS + CODECS,
    VERDICT = END + CODECS,
    NUMBER = VERDICT + CODECS,
    AFTER,
    FIRST,
    INSIDE,
    BEHIND,
    WAITS,
    RESET,
    GROUPS
};

#define SECTORS_OF(codec, text)                                                                    \
    [SECTORS + codec] = {.what = "sectors announced, " text, .first = 1, .count = 16}
#define FLITS_OF(codec, text, most)                                                                \
    [FLITS + codec] = {.what = "flits of a group, " text, .first = 1, .count = most}
#define END_OF(codec, text)                                                                        \
    [END + codec] = {.what = "bytes in the last flit, " text, .first = 1, .count = 32}
#define VERDICT_OF(codec, text)                                                                    \
    [VERDICT + codec] = {                                                                          \
        .what = "a group of " text " is",                                                          \
        .count = 5,                                                                                \
        .labels = {"good", "bad in line 0", "bad in line 1", "bad in line 2", "bad in line 3"}}
#define OF(codec, text, most)                                                                      \
    SECTORS_OF(codec, text), FLITS_OF(codec, text, most), END_OF(codec, text),                     \
        VERDICT_OF(codec, text)

/* One flit more than a good group has is one that is bad for it. */
static struct lp_bins groups[GROUPS] = {
    OF(ZVC, "ZVC", 18),
    OF(BPC, "BPC", 18),
    OF(RAW, "raw", 17),
    [NUMBER] = {.what = "codec's number", .count = 16},
    [AFTER] = {.what = "codec after codec",
               .count = 9,
               .labels = {"ZVC ZVC", "ZVC BPC", "ZVC raw", "BPC ZVC", "BPC BPC", "BPC raw",
                          "raw ZVC", "raw BPC", "raw raw"}},
    [FIRST] = {.what = "group taken before, with, after its first flit", .count = 3},
    [INSIDE] = {.what = "groups inside when one is taken", .count = 7},
    [BEHIND] = {.what = "sectors of a group that leave after its end", .count = 3},
    [WAITS] = {.what = "waits",
               .count = 6,
               .labels = {"group", "flit", "sector in mid-group", "last sector", "end", "nothing"}},
    [RESET] = {.what = "reset with groups inside", .count = 8},
};

struct group {
    unsigned codec, sectors;
};

struct expand {
    struct group group[RING];
    unsigned taken, ended; /* groups */
    unsigned fed, flits;   /* groups whose last flit came, flits of the next */
    unsigned out, sector;  /* groups whose last sector left, sectors of the next */
    unsigned count[RING];  /* flits of a group, once it is fed */
    unsigned bytes[RING];
    unsigned before;
    bool some, reset;
};

static void group_in(struct expand *q, const struct lp_cdma_expand_in *in, bool flit)
{
    unsigned codec = in->i_codec < RAW ? in->i_codec : RAW;
    bool behind = q->fed > q->taken || (q->fed == q->taken && q->flits > 0);

    lp_bin(&groups[NUMBER], in->i_codec);
    lp_bin(&groups[SECTORS + codec], in->i_sectors[0]);
    lp_bin(&groups[INSIDE], q->taken - q->ended);
    lp_bin(&groups[FIRST], behind ? 2 : flit && q->fed == q->taken);
    if (q->some)
        lp_bin(&groups[AFTER], 3 * q->before + codec);
    q->some = true;
    q->before = codec;
    q->group[q->taken++ % RING] = (struct group){codec, in->i_sectors[0]};
}

static void flit_in(struct expand *q, const struct lp_cdma_expand_in *in)
{
    q->flits++;
    if (in->s_last) {
        q->count[q->fed % RING] = q->flits;
        q->bytes[q->fed++ % RING] = in->s_bytes;
        q->flits = 0;
    }
}

static void group_end(struct expand *q, const struct lp_cdma_expand_out *out)
{
    unsigned at = q->ended++ % RING, codec = q->group[at].codec;
    unsigned left = q->out >= q->ended ? 0 : q->group[at].sectors - q->sector;

    lp_bin(&groups[FLITS + codec], q->count[at]);
    lp_bin(&groups[END + codec], q->bytes[at]);
    lp_bin(&groups[VERDICT + codec], out->e_err ? 1 + out->e_bad[0] / 4 : 0);
    if (q->out + 1 >= q->ended)
        lp_bin(&groups[BEHIND], left);
}

static void waits(const struct lp_cdma_expand_in *in, const struct lp_cdma_expand_out *out)
{
    bool m = out->m_valid && !in->m_ready;
    bool w[] = {in->i_valid && !out->i_ready, in->s_valid && !out->s_ready, m && !out->m_last,
                m && out->m_last, out->e_valid && !in->e_ready};

    lp_bin_each(&groups[WAITS], w, sizeof w / sizeof *w);
}

static void expand_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct expand *q = state;
    const struct lp_cdma_expand_in *in = in_ports;
    const struct lp_cdma_expand_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], q->taken - q->ended);
        *q = (struct expand){.reset = true};
        return;
    }
    q->reset = false;
    bool flit = in->s_valid && out->s_ready;
    waits(in, out);
    if (out->m_valid && in->m_ready) {
        q->sector++;
        if (out->m_last) {
            q->out++;
            q->sector = 0;
        }
    }
    if (out->e_valid && in->e_ready)
        group_end(q, out);
    if (in->i_valid && out->i_ready)
        group_in(q, in, flit);
    if (flit)
        flit_in(q, in);
}

static const struct lp_listener expand = {"lp_cdma_expand", sizeof(struct expand), expand_cycle,
                                          groups, GROUPS};
LP_LISTEN(lp_cdma_expand__CODECS_2_ELEM_32_SECTORS_W_5, expand)
