/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_zvc_dec with 32-bit elements. */
#include <string.h>

#include "bins.h"
#include "units/zvc/zvc_ports.h"

#define LANES 8
#define WORDS 32    /* elements in a line */
#define ENTRY_MAX 8 /* beats of an entry that are distinguished */

/* Classes of entries and streams after decoding. */
enum {
    ZERO,
    COMPRESSED,
    RAW,
    STREAM,
    ZERO_LONG,
    TOO_SHORT,
    TOO_LONG,
    UNCLEAN,
    RAW_SHORT,
    RAW_LONG,
    NO_SUCH,
    STREAM_SHORT,
    CLASSES,
    UNKNOWN = CLASSES /* entry and stream beats mixed: only model and RTL are compared */
};

enum {
    CLASS,
    AFTER_GOOD,
    AFTER_BAD,
    SECTORS,
    BEATS,
    SIZE_ENTRY,
    SIZE_STREAM, /* indexed by the lane where the record starts */
    END_COUNT = SIZE_STREAM + LANES,
    SHORT_SECTOR,
    SHORT_COUNT,
    MIXED,
    ERRORS,
    ERROR_WAITS,
    IN_WAITS,
    OUT_WAITS,
    OUT_IDLE,
    ROW,
    RESET_SECTOR,
    RESET_ENTRY,
    RESET_WAITING,
    GROUPS
};

#define CLASS_LABELS                                                                               \
    {                                                                                              \
        "zero entry", "compressed entry", "raw entry", "stream", "zero entry goes on",             \
            "entry ends early", "entry goes on", "padding not zero", "raw entry ends early",       \
            "raw entry goes on", "sectors 5..7", "stream ends in a record"                         \
    }
#define SIZE_AT(lane)                                                                              \
    [SIZE_STREAM + lane] = {                                                                       \
        .what = "size of a stream's record from lane " #lane, .first = 1, .count = WORDS + 1}
#define YES_NO "no", "yes"

static struct lp_bins groups[GROUPS] = {
    [CLASS] = {.what = "input", .first = 0, .count = CLASSES, .labels = CLASS_LABELS},
    [AFTER_GOOD] = {.what = "after a good one",
                    .first = 0,
                    .count = CLASSES,
                    .labels = CLASS_LABELS},
    [AFTER_BAD] = {.what = "after a bad one", .first = 0, .count = CLASSES, .labels = CLASS_LABELS},
    [SECTORS] = {.what = "sectors with an entry's first beat", .first = 0, .count = 8},
    [BEATS] = {.what = "beats of an entry", .first = 1, .count = 6},
    [SIZE_ENTRY] = {.what = "size of a good entry's record", .first = 2, .count = 23},
    SIZE_AT(0),
    SIZE_AT(1),
    SIZE_AT(2),
    SIZE_AT(3),
    SIZE_AT(4),
    SIZE_AT(5),
    SIZE_AT(6),
    SIZE_AT(7),
    [END_COUNT] = {.what = "count with a stream's last beat",
                   .first = 0,
                   .count = 10,
                   .labels = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9..63"}},
    [SHORT_SECTOR] = {.what = "stream ends early in sector", .first = 0, .count = 4},
    [SHORT_COUNT] = {.what = "stream ends early, count", .first = 1, .count = LANES},
    [MIXED] = {.what = "entry and stream mixed", .first = 1, .count = 1, .labels = {"yes"}},
    [ERRORS] = {.what = "err with a line", .first = 0, .count = 2, .labels = {YES_NO}},
    [ERROR_WAITS] = {.what = "fourth sector waits, err", .first = 0, .count = 2, .labels = {YES_NO}},
    [IN_WAITS] = {.what = "input waits, first beat", .first = 0, .count = 2, .labels = {YES_NO}},
    [OUT_WAITS] = {.what = "output waits with sector", .first = 0, .count = 4},
    [OUT_IDLE] = {.what = "sector not there yet", .first = 0, .count = 4},
    [ROW] = {.what = "sectors out in consecutive cycles",
             .first = 0,
             .count = 4,
             .labels = {"0", "1", "2..15", "16 or more"}},
    [RESET_SECTOR] = {.what = "reset before sector", .first = 0, .count = 4},
    [RESET_ENTRY] = {.what = "reset inside an entry or stream",
                     .first = 0,
                     .count = 2,
                     .labels = {YES_NO}},
    [RESET_WAITING] = {.what = "reset, a sector waiting",
                       .first = 0,
                       .count = 2,
                       .labels = {YES_NO}},
};

struct dec {
    /* The entry or stream going in. */
    unsigned beats, before;
    bool running, mem, mixed;
    uint32_t entry[ENTRY_MAX * LANES];
    unsigned sectors;
    uint32_t mask; /* of the stream's record: flags of elements still to come */
    unsigned lane; /* position of the next element */

    unsigned sector, row, waited;
    bool reset;
};

static unsigned ones(uint32_t x)
{
    return (unsigned)__builtin_popcount(x);
}

static unsigned compressed_class(const struct dec *q)
{
    unsigned size = 1 + ones(q->entry[0]), beats = (size + LANES - 1) / LANES;

    if (q->beats != beats)
        return q->beats < beats ? TOO_SHORT : TOO_LONG;
    for (unsigned i = size; i < beats * LANES; i++)
        if (q->entry[i])
            return UNCLEAN;
    lp_bin(&groups[SIZE_ENTRY], size);
    return COMPRESSED;
}

static unsigned entry_class(const struct dec *q)
{
    lp_bin(&groups[SECTORS], q->sectors);
    lp_bin(&groups[BEATS], q->beats);
    if (q->sectors == 0)
        return q->beats == 1 ? ZERO : ZERO_LONG;
    if (q->sectors < 4)
        return compressed_class(q);
    if (q->sectors > 4)
        return NO_SUCH;
    return q->beats == 4 ? RAW : q->beats < 4 ? RAW_SHORT : RAW_LONG;
}

/* `count` elements of a stream: masks, and the elements that they announce. */
static void stream_elements(struct dec *q, const uint32_t *data, unsigned count)
{
    for (unsigned i = 0; i < count; i++, q->lane = (q->lane + 1) % LANES) {
        if (q->mask) {
            q->mask &= q->mask - 1;
        } else {
            q->mask = data[i];
            lp_bin(&groups[SIZE_STREAM + q->lane], 1 + ones(data[i]));
        }
    }
}

static unsigned stream_class(const struct dec *q, unsigned count)
{
    unsigned place = 0;

    lp_bin(&groups[END_COUNT], count > LANES ? LANES + 1 : count);
    if (!q->mask)
        return STREAM;
    while (!(q->mask >> place & 1))
        place++;
    lp_bin(&groups[SHORT_SECTOR], place / LANES);
    lp_bin(&groups[SHORT_COUNT], count);
    return STREAM_SHORT;
}

static void ended(struct dec *q, unsigned class)
{
    if (q->mixed) {
        lp_bin(&groups[MIXED], 1);
        class = UNKNOWN;
    }
    lp_bin(&groups[CLASS], class);
    if (q->running && q->before != UNKNOWN)
        lp_bin(&groups[q->before > STREAM ? AFTER_BAD : AFTER_GOOD], class);
    q->running = true;
    q->before = class;
    q->beats = q->lane = 0;
    q->mask = 0;
    q->mixed = false;
}

static void beat_in(struct dec *q, const struct lp_zvc_dec_in *in)
{
    if (q->beats == 0) {
        q->mem = in->s_mem;
        q->sectors = in->s_sectors;
    }
    q->mixed = q->mixed || q->mem != in->s_mem;
    if (q->mem && q->beats < ENTRY_MAX)
        memcpy(q->entry + q->beats * LANES, in->s_data, sizeof in->s_data);
    if (!q->mem)
        stream_elements(q, in->s_data, in->s_last && in->s_count < LANES ? in->s_count : LANES);
    q->beats++;
    if (in->s_last)
        ended(q, q->mem ? entry_class(q) : stream_class(q, in->s_count));
}

static void output(struct dec *q, const struct lp_zvc_dec_in *in, const struct lp_zvc_dec_out *out)
{
    if (out->m_valid && in->m_ready) {
        if (out->m_last)
            lp_bin(&groups[ERRORS], out->m_err);
        q->sector = (q->sector + 1) % 4;
        q->row++;
        q->waited = 0;
        return;
    }
    lp_bin(&groups[ROW], q->row < 2 ? q->row : q->row < 16 ? 2 : 3);
    q->row = 0;
    lp_bin(&groups[out->m_valid ? OUT_WAITS : OUT_IDLE], q->sector);
    if (out->m_valid && out->m_last)
        lp_bin(&groups[ERROR_WAITS], out->m_err);
    q->waited += out->m_valid;
}

static void reset(struct dec *q)
{
    if (!q->reset) {
        lp_bin(&groups[RESET_SECTOR], q->sector);
        lp_bin(&groups[RESET_ENTRY], q->beats > 0);
        lp_bin(&groups[RESET_WAITING], q->waited > 0);
    }
    memset(q, 0, sizeof *q);
    q->reset = true;
}

static void dec_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct dec *q = state;
    const struct lp_zvc_dec_in *in = in_ports;
    const struct lp_zvc_dec_out *out = out_ports;

    if (!rst_n) {
        reset(q);
        return;
    }
    q->reset = false;
    if (in->s_valid && out->s_ready)
        beat_in(q, in);
    else if (in->s_valid)
        lp_bin(&groups[IN_WAITS], q->beats == 0);
    output(q, in, out);
}

static const struct lp_listener dec = {"lp_zvc_dec", sizeof(struct dec), dec_cycle, groups, GROUPS};
LP_LISTEN(lp_zvc_dec__ELEM_32, dec)
