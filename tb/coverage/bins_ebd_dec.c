/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_ebd_dec. */
#include <string.h>

#include "bins.h"
#include "ebd/ebd_form.h"
#include "ebd/ebd_ports.h"

#define BEATS_MAX 3 /* of a compressed entry */

/* What an entry turns out to be; the first of its faults in this order. */
enum {
    ZERO,
    MASK,
    CODE,
    FULL,
    RAW,
    ZERO_LONG,
    RAW_SHORT,
    RAW_LONG,
    NO_SUCH,
    TOO_MANY,
    CROWDED,
    OVER,
    SHORT,
    UNUSED,
    PLACE,
    ODD_NIBBLE,
    UNCLEAN,
    BELOW,
    ABOVE,
    CLASSES
};

enum {
    CLASS,
    AFTER_GOOD,
    AFTER_BAD,
    SECTORS,
    LATER_SECTORS,
    BEATS,
    MASK_STORED,
    MASK_ESCAPES,
    MASK_BYTES,
    CODE_ESCAPES,
    FULL_ESCAPES,
    BYTES,
    CODES_MASK,
    CODES_CODE,
    CODES_FULL,
    NIBBLES,
    BASE,
    PAYLOAD_FROM,
    FULL_SECTOR,
    ERRORS,
    ERROR_WAITS,
    IN_WAITS,
    IN_IDLE,
    OUT_WAITS,
    OUT_IDLE,
    OUT_ROW,
    RESET_SECTOR,
    RESET_ENTRY,
    RESET_WAITING,
    GROUPS
};

#define CLASS_LABELS                                                                               \
    {"zero", "mask", "code", "full", "raw", "zero goes on", "raw ends early", "raw goes on",       \
     "sectors 5..7", "compressed, 4 or more beats", "more than 16 in a mask",                      \
     "goes beyond the entry", "a sector more than needed", "bits 201..203", "place not needed",    \
     "nibble before the payload", "padding not zero", "exponent below 0", "exponent above 255"}
#define YES_NO {"no", "yes"}
#define LENGTHS {"33", "63", "64", "65", "66", "94", "95", "96"}

static struct lp_bins groups[GROUPS] = {
    [CLASS] = {.what = "entry", .first = 0, .count = CLASSES, .labels = CLASS_LABELS},
    [AFTER_GOOD] = {.what = "after a good one", .first = 0, .count = CLASSES,
                    .labels = CLASS_LABELS},
    [AFTER_BAD] = {.what = "after a bad one", .first = 0, .count = CLASSES, .labels = CLASS_LABELS},
    [SECTORS] = {.what = "sectors with the first beat", .first = 0, .count = 8},
    [LATER_SECTORS] = {.what = "sectors with a later beat", .first = 0, .count = 8},
    [BEATS] = {.what = "beats of an entry", .first = 1, .count = 6},
    [MASK_STORED] = {.what = "elements of a mask", .first = 0, .count = 17},
    [MASK_ESCAPES] = {.what = "escapes of a mask", .first = 0, .count = 12},
    [MASK_BYTES] = {.what = "bytes of a mask record", .first = 15, .count = 18},
    [CODE_ESCAPES] = {.what = "escapes in the code form / 2", .first = 0, .count = 24},
    [FULL_ESCAPES] = {.what = "escapes in the full form", .first = 0, .count = 14},
    [BYTES] = {.what = "bytes of a longer record", .first = 0, .count = 8, .labels = LENGTHS},
    [CODES_MASK] = {.what = "code in a mask record", .first = 0, .count = 8},
    [CODES_CODE] = {.what = "code in the code form", .first = 0, .count = 8},
    [CODES_FULL] = {.what = "code in the full form", .first = 0, .count = 8},
    [NIBBLES] = {.what = "escape", .first = 0, .count = 16},
    [BASE] = {.what = "base", .first = 0, .count = 5, .labels = {"0", "1", "254", "255", "other"}},
    [PAYLOAD_FROM] = {.what = "payload from byte", .first = 15, .count = 34},
    [FULL_SECTOR] = {.what = "sector of 16 elements, payload from lane", .first = 0, .count = 16},
    [ERRORS] = {.what = "err with a line", .first = 0, .count = 2, .labels = YES_NO},
    [ERROR_WAITS] = {.what = "fourth sector waits, err", .first = 0, .count = 2, .labels = YES_NO},
    [IN_WAITS] = {.what = "input waits with beat", .first = 0, .count = 4},
    [IN_IDLE] = {.what = "no input where beat is due", .first = 0, .count = 4},
    [OUT_WAITS] = {.what = "output waits with sector", .first = 0, .count = 4},
    [OUT_IDLE] = {.what = "no sector there", .first = 0, .count = 2}, /* then they are in a row */
    [OUT_ROW] = {.what = "sectors out in consecutive cycles", .first = 0, .count = 4,
                 .labels = {"0", "1", "2..15", "16 or more"}},
    [RESET_SECTOR] = {.what = "reset before sector", .first = 0, .count = 4},
    [RESET_ENTRY] = {.what = "reset before beat", .first = 0, .count = 4},
    [RESET_WAITING] = {.what = "reset, a sector waiting", .first = 0, .count = 2,
                       .labels = YES_NO},
};

struct dec {
    uint8_t entry[BEATS_MAX * LP_SECTOR_BYTES + LP_LINE_BYTES]; /* zeros behind the beats */
    unsigned beats, sectors; /* of the entry going in */
    unsigned before;         /* class of the one before */
    unsigned sector, row;
    bool running, waiting, reset;
};

static unsigned field(const uint8_t *bytes, unsigned at, unsigned width)
{
    unsigned value = 0;

    for (unsigned i = 0; i < width; i++)
        value |= (unsigned)(bytes[(at + i) / 8] >> ((at + i) % 8) & 1) << i;
    return value;
}

/* A record as it is read. */
struct reading {
    const uint8_t *bytes;
    unsigned form, stored, escapes, payload, end; /* bytes, the last two */
    unsigned count[4];                            /* elements of each sector */
    bool below, above;
};

static void read_code(struct reading *r, unsigned code)
{
    unsigned e = r->form == CODE ? LPI_EBD_E_CODE : LPI_EBD_E_FULL;
    int x = (int)r->bytes[0] - (int)code;

    if (code == e) {
        unsigned at = r->form == MASK ? 8 * LPI_EBD_MASK_NIBBLES : 8 * LPI_EBD_NIBBLES + 4;
        unsigned nibble = field(r->bytes, at + 4 * r->escapes++, 4);
        x = nibble == LPI_EBD_BOTTOM  ? 0
            : nibble > LPI_EBD_FAR ? r->bytes[0] + (int)(nibble - LPI_EBD_FAR)
                                   : x - (int)nibble;
    }
    r->below = r->below || x < 0;
    r->above = r->above || x > 255;
}

static struct reading read_record(const uint8_t *bytes, unsigned beats)
{
    struct reading r = {.bytes = bytes};

    r.form = beats == 1 ? MASK : field(bytes, 8 * LPI_EBD_NIBBLES, 1) ? FULL : CODE;
    for (unsigned i = 0; i < LPI_EBD_ELEMENTS; i++) {
        unsigned at = r.form == MASK ? 8 * LPI_EBD_MASK_CODES + 3 * (r.stored % LPI_EBD_MASK_MOST)
                                     : 8 * LPI_EBD_CODES + 3 * i;
        unsigned code = field(bytes, at, 3);
        if (r.form == MASK ? field(bytes, 8 * LPI_EBD_MASK_AT + i, 1) == 0
                           : r.form == CODE && code == LPI_EBD_ZERO_CODE)
            continue;
        read_code(&r, code);
        r.stored++;
        r.count[i / 16]++;
    }
    r.payload = lpi_ebd_payload_at(r.form == MASK, r.escapes);
    r.end = r.payload + r.stored;
    return r;
}

static unsigned fault(const struct reading *r, unsigned beats)
{
    unsigned nibbles = 2 * (r->form == MASK ? LPI_EBD_MASK_NIBBLES : LPI_EBD_NIBBLES) +
                       (r->form != MASK) + r->escapes;
    if (r->form == MASK && r->stored > LPI_EBD_MASK_MOST)
        return CROWDED;
    if (r->end > beats * LP_SECTOR_BYTES)
        return OVER;
    if (r->end <= (beats - 1) * LP_SECTOR_BYTES)
        return SHORT;
    if (r->form != MASK && field(r->bytes, 201, 3) != 0)
        return UNUSED;
    for (unsigned j = r->stored; r->form == MASK && j < LPI_EBD_MASK_MOST; j++)
        if (field(r->bytes, 8 * LPI_EBD_MASK_CODES + 3 * j, 3) != 0)
            return PLACE;
    if (nibbles % 2 != 0 && field(r->bytes, 4 * nibbles, 4) != 0)
        return ODD_NIBBLE;
    for (unsigned i = r->end; i < beats * LP_SECTOR_BYTES; i++)
        if (r->bytes[i] != 0)
            return UNCLEAN;
    return r->below ? BELOW : r->above ? ABOVE : r->form;
}

static void count_codes(const struct reading *r)
{
    static const unsigned group[] = {[MASK] = CODES_MASK, [CODE] = CODES_CODE,
                                     [FULL] = CODES_FULL};
    unsigned first = r->form == MASK ? LPI_EBD_MASK_CODES : LPI_EBD_CODES;
    unsigned nibbles = r->form == MASK ? 8 * LPI_EBD_MASK_NIBBLES : 8 * LPI_EBD_NIBBLES + 4;

    for (unsigned i = 0; i < (r->form == MASK ? r->stored : LPI_EBD_ELEMENTS); i++)
        lp_bin(&groups[group[r->form]], field(r->bytes, 8 * first + 3 * i, 3));
    for (unsigned i = 0; i < r->escapes; i++)
        lp_bin(&groups[NIBBLES], field(r->bytes, nibbles + 4 * i, 4));
}

/* Sizes of a good record. */
static void count_record(const struct reading *r)
{
    static const unsigned lengths[] = {33, 63, 64, 65, 66, 94, 95, 96};
    static const uint8_t bases[] = {0, 1, 254, 255};
    unsigned at = r->payload, base = 0;

    if (r->form == MASK) {
        lp_bin(&groups[MASK_STORED], r->stored);
        lp_bin(&groups[MASK_ESCAPES], r->escapes);
        lp_bin(&groups[MASK_BYTES], r->end);
    } else {
        lp_bin(&groups[r->form == CODE ? CODE_ESCAPES : FULL_ESCAPES],
               r->form == CODE ? r->escapes / 2 : r->escapes);
        for (unsigned i = 0; i < 8; i++)
            if (r->end == lengths[i])
                lp_bin(&groups[BYTES], i);
    }
    lp_bin(&groups[PAYLOAD_FROM], r->payload);
    while (base < 4 && bases[base] != r->bytes[0])
        base++;
    lp_bin(&groups[BASE], base);
    for (unsigned k = 0; k < 4; at += r->count[k++])
        if (r->count[k] == 16)
            lp_bin(&groups[FULL_SECTOR], at % 16);
    count_codes(r);
}

static unsigned entry_class(const struct dec *q)
{
    if (q->sectors == 0)
        return q->beats == 1 ? ZERO : ZERO_LONG;
    if (q->sectors > 4)
        return NO_SUCH;
    if (q->sectors == 4)
        return q->beats == 4 ? RAW : q->beats < 4 ? RAW_SHORT : RAW_LONG;
    if (q->beats > BEATS_MAX)
        return TOO_MANY;
    struct reading r = read_record(q->entry, q->beats);
    unsigned class = fault(&r, q->beats);
    if (class <= RAW)
        count_record(&r);
    return class;
}

static void ended(struct dec *q)
{
    unsigned class = entry_class(q);

    lp_bin(&groups[BEATS], q->beats);
    lp_bin(&groups[CLASS], class);
    if (q->running)
        lp_bin(&groups[q->before > RAW ? AFTER_BAD : AFTER_GOOD], class);
    q->running = true;
    q->before = class;
    q->beats = 0;
}

static void input(struct dec *q, const struct lp_ebd_dec_in *in, const struct lp_ebd_dec_out *out)
{
    if (!in->s_valid || !out->s_ready) {
        lp_bin(&groups[in->s_valid ? IN_WAITS : IN_IDLE], q->beats);
        return;
    }
    if (q->beats == 0) {
        q->sectors = in->s_sectors;
        memset(q->entry, 0, sizeof q->entry);
    }
    lp_bin(&groups[q->beats == 0 ? SECTORS : LATER_SECTORS], in->s_sectors);
    if (q->beats < BEATS_MAX)
        memcpy(q->entry + q->beats * LP_SECTOR_BYTES, in->s_data, LP_SECTOR_BYTES);
    q->beats++;
    if (in->s_last)
        ended(q);
}

static void output(struct dec *q, const struct lp_ebd_dec_in *in, const struct lp_ebd_dec_out *out)
{
    q->waiting = out->m_valid && !in->m_ready;
    if (out->m_valid && in->m_ready) {
        if (out->m_last)
            lp_bin(&groups[ERRORS], out->m_err);
        q->sector = (q->sector + 1) % 4;
        q->row++;
        return;
    }
    lp_bin(&groups[OUT_ROW], q->row < 2 ? q->row : q->row < 16 ? 2 : 3);
    q->row = 0;
    lp_bin(&groups[out->m_valid ? OUT_WAITS : OUT_IDLE], q->sector);
    if (out->m_valid && out->m_last)
        lp_bin(&groups[ERROR_WAITS], out->m_err);
}

static void reset(struct dec *q)
{
    if (!q->reset) {
        lp_bin(&groups[RESET_SECTOR], q->sector);
        lp_bin(&groups[RESET_ENTRY], q->beats);
        lp_bin(&groups[RESET_WAITING], q->waiting);
    }
    memset(q, 0, sizeof *q);
    q->reset = true;
}

static void dec_cycle(void *state, bool rst_n, const void *in, const void *out)
{
    struct dec *q = state;

    if (!rst_n) {
        reset(q);
        return;
    }
    q->reset = false;
    input(q, in, out);
    output(q, in, out);
}

static const struct lp_listener dec = {"lp_ebd_dec", sizeof(struct dec), dec_cycle, groups, GROUPS};
LP_LISTEN(lp_ebd_dec, dec)
