/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_grp_enc: groups by their classes and lists, sequences of states, and stalls. */
#include <string.h>

#include "bins_grp.h"
#include "units/grp/grp_ports.h"

enum {
    STATE,
    BITS,
    ESCAPES,
    CROWD,
    TURN,
    TABLE,
    AFTER, /* by the state before; an encoder gives the first five */
    IN_WAITS = AFTER + LP_GRP_BINS_STATES - 1,
    IN_IDLE,
    OUT_WAITS,
    RESET_SECTOR,
    RESET_BEAT,
    RESET_WAITING,
    GROUPS
};

#define STATE_BINS(text)                                                                           \
    {                                                                                              \
        .what = text, .first = 0, .count = LP_GRP_BINS_STATES - 1, .names = lp_grp_bins_states     \
    }
#define PLACE_BINS(text)                                                                           \
    {                                                                                              \
        .what = text, .first = 0, .count = LP_GRP_BINS_LANES                                       \
    }

/*
 * The first sectors wait for the lists or for L, up to the one that comes while sector 0 is in S4; all
 * others wait for a free pair. With 12 pairs, and 8 of the group before, sector 8 is the first.
 */
enum { WAITS = 9 };
static unsigned wait_of(unsigned sector)
{
    return sector < 5 ? sector : sector % 2 == 0 && sector >= 8 ? 1 + sector / 2 : WAITS;
}

static struct lp_bins groups[GROUPS] = {
    [STATE] = STATE_BINS("state of a group"),
    [BITS] = {.what = "bits of the lists",
              .first = 0,
              .count = LP_GRP_BINS_BITS,
              .labels = {"none", LP_GRP_BINS_FIT, "513", "more"}},
    [ESCAPES] = {.what = "pairs of escapes of a group with fields", .first = 0, .count = 24},
    [CROWD] = {.what = "escapes of a sector", .first = 0, .count = 17},
    [TURN] = {.what = "sixteenths of the third sector that B has", .first = 0, .count = 17},
    [TABLE] = {.what = "table of the group before",
               .first = 0,
               .count = 2,
               .labels = {"another", "the same"}},
    [AFTER + 0] = STATE_BINS("after zero"),
    [AFTER + 1] = STATE_BINS("after 10 sectors"),
    [AFTER + 2] = STATE_BINS("after 11 sectors"),
    [AFTER + 3] = STATE_BINS("after 12 sectors"),
    [AFTER + 4] = STATE_BINS("after raw"),
    [IN_WAITS] = {.what = "input waits with sector",
                  .first = 0,
                  .count = WAITS,
                  .labels = {"0", "1", "2", "3", "4", "8", "10", "12", "14"}},
    [IN_IDLE] = PLACE_BINS("no input where sector is due"),
    [OUT_WAITS] = PLACE_BINS("output waits with beat"),
    [RESET_SECTOR] = PLACE_BINS("reset before sector"),
    [RESET_BEAT] = PLACE_BINS("reset before beat"),
    [RESET_WAITING] = {.what = "reset, a beat waiting",
                       .first = 0,
                       .count = 2,
                       .labels = {"no", "yes"}},
};

struct enc {
    uint8_t table[LP_GRP_BINS_EXPONENTS];
    unsigned sector, ones, twos, escapes; /* of the group that goes in */
    bool zero, crowded, any_in;
    unsigned beat, before;
    bool any_out, waiting, reset;
};

static void new_group(struct enc *q, const struct lp_grp_enc_in *in)
{
    bool same = memcmp(q->table, in->s_table, sizeof q->table) == 0;

    if (q->any_in)
        lp_bin(&groups[TABLE], same);
    memcpy(q->table, in->s_table, sizeof q->table);
    q->any_in = true;
    q->ones = q->twos = q->escapes = 0;
    q->zero = true;
    q->crowded = false;
}

static void sector_in(struct enc *q, const struct lp_grp_enc_in *in)
{
    unsigned escapes = 0;

    if (q->sector == 0)
        new_group(q, in);
    for (unsigned i = 0; i < LP_GRP_BINS_WORDS; i++)
        q->zero = q->zero && in->s_data[i] == 0;
    for (unsigned i = 0; i < LP_GRP_BINS_LANES; i++) {
        int exponent = (int)lp_grp_bins_exponent(in->s_data, i);
        const uint8_t *at = memchr(q->table, exponent, sizeof q->table);
        q->ones += !at || at - q->table >= 2;
        q->twos += !at || at - q->table >= 4;
        escapes += !at;
    }
    lp_bin(&groups[CROWD], escapes);
    q->escapes += escapes;
    q->crowded = q->crowded || escapes > 4;
    q->sector = (q->sector + 1) % LP_GRP_BINS_LANES;
}

static void group_in(const struct enc *q)
{
    unsigned bits = q->ones + 2 * q->twos + 8 * q->escapes;

    if (q->zero || q->crowded)
        return;
    lp_bin(&groups[BITS], lp_grp_bins_bits(bits));
    if (bits > 512)
        return;
    lp_bin(&groups[ESCAPES], q->escapes / 2);
    lp_bin(&groups[TURN], q->ones / 16);
}

static void input(struct enc *q, const struct lp_grp_enc_in *in, const struct lp_grp_enc_out *out)
{
    if (!in->s_valid || !out->s_ready) {
        if (in->s_valid)
            lp_bin(&groups[IN_WAITS], wait_of(q->sector));
        else
            lp_bin(&groups[IN_IDLE], q->sector);
        return;
    }
    sector_in(q, in);
    if (q->sector == 0)
        group_in(q);
}

static void output(struct enc *q, const struct lp_grp_enc_in *in, const struct lp_grp_enc_out *out)
{
    q->waiting = out->m_valid && !in->m_ready;
    if (q->waiting)
        lp_bin(&groups[OUT_WAITS], q->beat);
    if (!out->m_valid || !in->m_ready)
        return;
    q->beat++;
    if (!out->m_last)
        return;
    lp_bin(&groups[STATE], out->m_state);
    if (q->any_out)
        lp_bin(&groups[AFTER + q->before], out->m_state);
    q->any_out = true;
    q->before = out->m_state;
    q->beat = 0;
}

static void enc_cycle(void *state, bool rst_n, const void *in, const void *out)
{
    struct enc *q = state;

    if (!rst_n) {
        if (!q->reset) {
            lp_bin(&groups[RESET_SECTOR], q->sector);
            lp_bin(&groups[RESET_BEAT], q->beat);
            lp_bin(&groups[RESET_WAITING], q->waiting);
        }
        *q = (struct enc){.reset = true};
        return;
    }
    q->reset = false;
    output(q, in, out);
    input(q, in, out);
}

static const struct lp_listener enc = {"lp_grp_enc", sizeof(struct enc), enc_cycle, groups, GROUPS};
LP_LISTEN(lp_grp_enc, enc)
