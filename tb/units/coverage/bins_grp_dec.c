/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_grp_dec: entries by state, beats and fields, sequences of groups, and stalls. */
#include <string.h>

#include "bins_grp.h"
#include "units/grp/grp_ports.h"

enum {
    SECTORS = 16,
    ENTRY = 12 /* beats of the longest one with fields */,
    HELD = 8 /* more groups than the unit holds */
};

/* Entries by state and number of beats. */
enum { FEWER, RIGHT, MORE, LENGTHS };
static const char *const lengths[] = {
    "zero, one beat",    "zero, more",          "10 sectors, fewer",   "10 sectors, as many",
    "10 sectors, more",  "11 sectors, fewer",   "11 sectors, as many", "11 sectors, more",
    "12 sectors, fewer", "12 sectors, as many", "12 sectors, more",    "raw, fewer",
    "raw, as many",      "raw, more",           "another state",
};
enum { LENGTH_BINS = sizeof lengths / sizeof lengths[0] };

enum {
    STATE,
    LATER_STATE,
    LENGTH,
    GOOD,
    BAD,
    BITS,
    FRONT,
    CROWD,
    ESCAPES,
    LONE_A,
    ERRORS,
    AFTER, /* by the state before */
    IN_WAITS = AFTER + LP_GRP_BINS_STATES,
    IN_IDLE,
    OUT_WAITS,
    OUT_IDLE,
    RESET_SECTOR,
    RESET_BEAT,
    RESET_WAITING,
    GROUPS
};

#define STATE_BINS(text, n)                                                                        \
    {                                                                                              \
        .what = text, .first = 0, .count = n, .names = lp_grp_bins_states                          \
    }
#define PLACE_BINS(text, n)                                                                        \
    {                                                                                              \
        .what = text, .first = 0, .count = n                                                       \
    }

static struct lp_bins groups[GROUPS] = {
    [STATE] = PLACE_BINS("state with the first beat", 16),
    [LATER_STATE] = PLACE_BINS("state with a later beat", 16),
    [LENGTH] = {.what = "beats of an entry of", .first = 0, .count = LENGTH_BINS, .names = lengths},
    [GOOD] = STATE_BINS("a good group, from", LP_GRP_BINS_STATES - 1),
    [BAD] = STATE_BINS("a bad group, from", LP_GRP_BINS_STATES),
    [BITS] = {.what = "bits of the lists of a good group",
              .first = 0,
              .count = LP_GRP_BINS_FITS,
              .labels = {LP_GRP_BINS_FIT}},
    [FRONT] = PLACE_BINS("bits of B and P in their last byte", 8),
    [CROWD] = PLACE_BINS("escapes of a sector", 17),
    [ESCAPES] = PLACE_BINS("pairs of escapes of a group", 24),
    [LONE_A] = {.what = "ones in A with 10 sectors",
                .first = 0,
                .count = 2,
                .labels = {"none", "some"}},
    [ERRORS] = {.what = "group before and group",
                .first = 0,
                .count = 4,
                .labels = {"good, good", "good, bad", "bad, good", "bad, bad"}},
    [AFTER + 0] = STATE_BINS("after zero", LP_GRP_BINS_STATES),
    [AFTER + 1] = STATE_BINS("after 10 sectors", LP_GRP_BINS_STATES),
    [AFTER + 2] = STATE_BINS("after 11 sectors", LP_GRP_BINS_STATES),
    [AFTER + 3] = STATE_BINS("after 12 sectors", LP_GRP_BINS_STATES),
    [AFTER + 4] = STATE_BINS("after raw", LP_GRP_BINS_STATES),
    [AFTER + 5] = STATE_BINS("after another state", LP_GRP_BINS_STATES),
    [IN_WAITS] = PLACE_BINS("input waits with beat", 16),
    [IN_IDLE] = PLACE_BINS("no input where beat is due", 16),
    [OUT_WAITS] = PLACE_BINS("output waits with sector", SECTORS),
    [OUT_IDLE] = PLACE_BINS("sector not there yet", SECTORS),
    [RESET_SECTOR] = PLACE_BINS("reset before sector", SECTORS),
    [RESET_BEAT] = PLACE_BINS("reset before beat", 16),
    [RESET_WAITING] = {.what = "reset, a sector waiting",
                       .first = 0,
                       .count = 2,
                       .labels = {"no", "yes"}},
};

struct dec {
    uint32_t fields[ENTRY * LP_GRP_BINS_WORDS];
    unsigned state, beats, before; /* of the entry that goes in, and of the one before */
    bool any_in, any_out, was_bad, waiting, reset;
    unsigned sector;
    struct inside {
        unsigned state, bits; /* bits of the lists, if the entry is of the right length */
        bool counted;
    } inside[HELD];
    unsigned first, next; /* to leave, and of the next entry */
};

static bool is_set(const uint32_t *words, unsigned i)
{
    return words[i / 32] >> (i % 32) & 1;
}

/* ---- fields ---- */

static unsigned ones_of(const uint32_t *words)
{
    unsigned ones = 0;

    for (unsigned i = 0; i < 32 * LP_GRP_BINS_WORDS; i++)
        ones += is_set(words, i);
    return ones;
}

/* Bit i of the sectors from the third on. */
static bool list_bit(const struct dec *q, unsigned i)
{
    return is_set(q->fields, 2 * 32 * LP_GRP_BINS_WORDS + i);
}

/* Bits of B, P and the escapes, as the flags of the elements need them. */
static unsigned read_lists(const struct dec *q)
{
    unsigned ones = ones_of(q->fields), b = 0, p = ones, escapes = 0;

    for (unsigned i = 0; i < SECTORS; i++) {
        unsigned here = 0;
        for (unsigned j = LP_GRP_BINS_LANES * i; j < LP_GRP_BINS_LANES * (i + 1); j++) {
            if (!is_set(q->fields, j) || !list_bit(q, b++))
                continue;
            here += list_bit(q, p) && list_bit(q, p + 1) &&
                    is_set(q->fields + LP_GRP_BINS_WORDS, j);
            p += 2;
        }
        lp_bin(&groups[CROWD], here);
        escapes += here;
    }
    lp_bin(&groups[ESCAPES], escapes / 2);
    lp_bin(&groups[FRONT], p % 8);
    return p + 8 * escapes;
}

/* ---- entries ---- */

/* Beats that an entry of the state has. */
static unsigned due(unsigned state)
{
    return state == 0 ? 1 : state == LP_GRP_BINS_RAW ? SECTORS : 9 + state;
}

/* A group may leave before the end of an entry that has too many beats. */
static void first_in(struct dec *q, unsigned state)
{
    unsigned class = lp_grp_bins_class(state);

    q->state = state;
    q->inside[q->next++ % HELD] = (struct inside){.state = class};
    if (q->any_in)
        lp_bin(&groups[AFTER + q->before], class);
    q->any_in = true;
    q->before = class;
    memset(q->fields, 0, sizeof q->fields);
}

static void entry_in(struct dec *q)
{
    struct inside *of = &q->inside[(q->next - 1) % HELD];
    unsigned class = lp_grp_bins_class(q->state), beats = due(q->state);
    unsigned length = q->beats < beats ? FEWER : q->beats > beats ? MORE : RIGHT;

    lp_bin(&groups[LENGTH],
           class == LP_GRP_BINS_STATES - 1 ? LENGTH_BINS - 1 : LENGTHS * class + length - 1);
    if (length != RIGHT)
        return;
    if (class == 1)
        lp_bin(&groups[LONE_A], ones_of(q->fields) > 0);
    if (class != 2 && class != 3)
        return;
    of->bits = read_lists(q);
    of->counted = true;
}

static void beat_in(struct dec *q, const struct lp_grp_dec_in *in)
{
    lp_bin(&groups[q->beats == 0 ? STATE : LATER_STATE], in->s_state);
    if (q->beats == 0)
        first_in(q, in->s_state);
    if (q->beats < ENTRY)
        memcpy(q->fields + q->beats * LP_GRP_BINS_WORDS, in->s_data, sizeof in->s_data);
    q->beats++;
    if (!in->s_last)
        return;
    entry_in(q);
    q->beats = 0;
}

static void group_out(struct dec *q, bool bad)
{
    const struct inside *of = &q->inside[q->first++ % HELD];

    lp_bin(&groups[bad ? BAD : GOOD], of->state);
    if (!bad && of->counted)
        lp_bin(&groups[BITS], lp_grp_bins_bits(of->bits) - 1);
    if (q->any_out)
        lp_bin(&groups[ERRORS], 2 * q->was_bad + bad);
    q->any_out = true;
    q->was_bad = bad;
}

static void output(struct dec *q, const struct lp_grp_dec_in *in, const struct lp_grp_dec_out *out)
{
    q->waiting = out->m_valid && !in->m_ready;
    if (!out->m_valid || !in->m_ready) {
        lp_bin(&groups[out->m_valid ? OUT_WAITS : OUT_IDLE], q->sector);
        return;
    }
    q->sector = (q->sector + 1) % SECTORS;
    if (out->m_last)
        group_out(q, out->m_err);
}

static void dec_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    const struct lp_grp_dec_in *in = in_ports;
    const struct lp_grp_dec_out *out = out_ports;
    struct dec *q = state;

    if (!rst_n) {
        if (!q->reset) {
            lp_bin(&groups[RESET_SECTOR], q->sector);
            lp_bin(&groups[RESET_BEAT], q->beats);
            lp_bin(&groups[RESET_WAITING], q->waiting);
        }
        *q = (struct dec){.reset = true};
        return;
    }
    q->reset = false;
    output(q, in, out);
    if (in->s_valid && out->s_ready)
        beat_in(q, in);
    else
        lp_bin(&groups[in->s_valid ? IN_WAITS : IN_IDLE], q->beats);
}

static const struct lp_listener dec = {"lp_grp_dec", sizeof(struct dec), dec_cycle, groups, GROUPS};
LP_LISTEN(lp_grp_dec, dec)
