/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cases of mixed codecs: a line, and its entry by the codec that stores it best or that is asked
 * for; docs/reference/format.md, section 15. ZVC has 16-bit elements.
 */
#include <linepress/linepress.h>
#include <stdio.h>
#include <string.h>

#include "bpc_stream.h"
#include "ebd_classes.h"
#include "entry_case.h"
#include "kinds.h"
#include "lines.h"

#define BEST LP_AUTO_CODECS
#define LEVEL_1 900u /* cases: those of lpi_kit_line, and lines of bfloat16 */
#define ELEMENTS (LP_LINE_BYTES / 2)
#define RECORD_BITS (8u * 3 * LP_SECTOR_BYTES) /* at most */

static const struct lpi_kit_field raw[] = {
    {"line", 0, LP_LINE_BYTES, "a raw line of 128 bytes"},
    {"ask", 3, 0, "0 ZVC, 1 BPC, 2 XZVC, 3 EBD, 4 the best of them"},
};
static const struct lpi_kit_field stored[] = {
    {"stored", 0, LP_LINE_BYTES, "the line's memory entry"},
    {"sectors", 3, 0, "of the entry, 0..4"},
    {"codec", 2, 0, "of the record, as ask; 0 if there is none"},
    {"bits", 11, 0, "of the record; 0 of a zero line, 1024 of a raw one"},
};
static const struct lpi_kit_field asked[] = {
    {"stored", 0, LP_LINE_BYTES, "a memory entry"},
    {"sectors", 3, 0, "of the entry, 0..4"},
    {"codec", 2, 0, "0 ZVC, 1 BPC, 2 XZVC, 3 EBD"},
};
static const struct lpi_kit_field back[] = {
    {"err", 1, 0, "the entry is malformed"},
    {"line", 0, LP_LINE_BYTES, "the line; nothing with err"},
};

/* Lines of all codecs' classes. */
static void any_line(struct lpi_kit_maker *maker, uint8_t line[LP_LINE_BYTES])
{
    bool once = maker->index < LPI_KIT_LINES_ONCE;
    unsigned kind = once ? 0 : lp_below(&maker->rng, 3);

    if (kind == 0)
        lpi_kit_line(maker, 16, line);
    else
        lp_ebd_class_line(&maker->rng, lp_below(&maker->rng, LP_EBD_CLASSES), line);
    /* XZVC sees these lines after its filter, which is an xor with the neighbour. */
    for (unsigned i = 2; kind == 2 && i < LP_LINE_BYTES; i++)
        line[i] ^= line[i - 2];
}

/* ---- the encoder ---- */

static void enc_make(struct lpi_kit_maker *maker, void *own, const int *values,
                     struct lpi_kit_side *in)
{
    uint8_t line[LP_LINE_BYTES];

    (void)own;
    (void)values;
    any_line(maker, line);
    /* In level 2 all patterns of 16 bits come next. */
    uint64_t first = ELEMENTS * (maker->index - LEVEL_1);
    for (unsigned i = 0; i < ELEMENTS && maker->index >= LEVEL_1 && first < 65536; i++) {
        line[2 * i] = (uint8_t)(first + i);
        line[2 * i + 1] = (uint8_t)((first + i) >> 8);
    }
    lpi_kit_bytes(in, 0, line, sizeof line);
    lpi_kit_number(in, 1, lp_below(&maker->rng, 2) ? BEST : lp_below(&maker->rng, BEST));
}

static const char *enc_expect(void *own, const int *values, const struct lpi_kit_side *in,
                              struct lpi_kit_side *out)
{
    const struct lpi_kit_value *line = &in->field[0];
    unsigned ask = (unsigned)in->field[1].number, state, sectors;
    unsigned codecs = ask == BEST ? LP_AUTO_ALL : 1u << ask;
    uint8_t entry[LP_LINE_BYTES];
    enum lp_auto_codec codec;
    size_t bits;

    (void)own;
    (void)values;
    if (line->bytes != LP_LINE_BYTES)
        return "line is not 128 bytes";
    if (ask > BEST)
        return "ask is not 0 to 4";
    lp_auto_choose(LP_ELEM_16, codecs, line->data, &codec, &bits);
    lp_auto_encode_entry(LP_ELEM_16, codecs, line->data, entry, &state);
    lp_auto_state(state, &codec, &sectors);
    lpi_kit_bytes(out, 0, entry, sectors * LP_SECTOR_BYTES);
    lpi_kit_number(out, 1, sectors);
    lpi_kit_number(out, 2, codec == LP_AUTO_NONE ? 0 : codec);
    lpi_kit_number(out, 3, bits);
    return NULL;
}

static const char *const names[] = {"ZVC", "BPC", "XZVC", "EBD"};

static void enc_explain(const int *values, const struct lpi_kit_side *in,
                        const struct lpi_kit_side *due, const struct lpi_kit_side *got,
                        size_t field, char *text, size_t room)
{
    unsigned codec = (unsigned)due->field[2].number, of_got = (unsigned)got->field[2].number;
    char what[80];

    (void)values;
    (void)in;
    snprintf(what, sizeof what, "%s has %u bits", names[codec], (unsigned)due->field[3].number);
    if (of_got != codec)
        snprintf(text, room, "stored with %s, due %s", names[of_got], names[codec]);
    else if (field == 0 && !lpi_kit_explain_entry(due, got, what, text, room))
        snprintf(text, room, "byte %zu of the record, of %s",
                 lpi_kit_first(&due->field[0], &got->field[0]), names[codec]);
}

const struct lpi_kit_unit lpi_kit_mixed_enc = {
    .name = "mixed-enc",
    .module = "lp_mixed_enc",
    .ports = &lpi_kit_mixed_enc_ports,
    .does = "lines to memory entries of ZVC, XZVC, EBD or BPC, the best or the one asked for",
    .in = raw,
    .out = stored,
    .nin = 2,
    .nout = 4,
    .cases = {LEVEL_1, 100000},
    .make = enc_make,
    .expect = enc_expect,
    .explain = enc_explain,
};

/* ---- the decoder ---- */

/* The state of a record; LP_AUTO_STATE_RAW or _ZERO for four sectors or none. */
static unsigned state_of(enum lp_auto_codec codec, unsigned sectors)
{
    enum lp_auto_codec of;
    unsigned of_state, state = 0;

    if (sectors == 0)
        return LP_AUTO_STATE_ZERO;
    while (lp_auto_state(state, &of, &of_state) != LP_OK || of_state != sectors ||
           (of != codec && state != LP_AUTO_STATE_RAW) || state == LP_AUTO_STATE_EIGHT)
        state++;
    return state;
}

/* The line's entry with this codec alone; it may be zero or raw. */
static void put_line(struct lpi_kit_maker *maker, unsigned codec, struct lp_entry *entry)
{
    uint8_t line[LP_LINE_BYTES];
    enum lp_auto_codec of;
    unsigned state;
    size_t bits;

    any_line(maker, line);
    lp_auto_choose(LP_ELEM_16, 1u << codec, line, &of, &bits);
    lp_auto_encode_entry(LP_ELEM_16, 1u << codec, line, entry->bytes, &state);
    lp_auto_state(state, &of, &entry->sectors);
    entry->beats = entry->sectors > 0 ? entry->sectors : 1;
    entry->bits = of == LP_AUTO_NONE ? 0 : (unsigned)bits;
}

/* In level 2, a record of each codec with each of its bits flipped. False: not in this case. */
static bool flipped(struct lpi_kit_maker *maker, struct lp_entry *kept, struct lpi_kit_side *in)
{
    uint64_t at = maker->index - LEVEL_1;
    unsigned codec = (unsigned)(at / RECORD_BITS), bit = (unsigned)(at % RECORD_BITS);

    if (maker->index < LEVEL_1 || at / RECORD_BITS >= LP_AUTO_CODECS)
        return false;
    for (kept->bits = bit == 0 ? 0 : kept->bits; kept->bits == 0;)
        put_line(maker, codec, kept);
    bit %= 8 * LP_SECTOR_BYTES * kept->sectors;
    kept->bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    lpi_kit_put_entry(&maker->rng, kept, in);
    kept->bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    lpi_kit_number(in, 2, codec);
    return true;
}

/* Entries of this encoder, of others, damaged ones, and ones that no encoder writes. */
static void dec_make(struct lpi_kit_maker *maker, void *own, const int *values,
                     struct lpi_kit_side *in)
{
    struct lp_rng *rng = &maker->rng;
    struct lp_entry entry = {.beats = 0};

    (void)values;
    if (flipped(maker, own, in))
        return;
    unsigned codec = lp_below(rng, LP_AUTO_CODECS), way = lp_below(rng, 6);
    if (way < 2 && codec == LP_AUTO_BPC)
        lp_bpc_entry_random(rng, RECORD_BITS, way == 1, &entry);
    else if (way < 2 && codec == LP_AUTO_EBD)
        lp_ebd_record_random(rng, way == 1, &entry);
    else
        put_line(maker, codec, &entry);
    if (way > 0 && way < 4)
        lp_entry_damage(rng, &entry, entry.bits ? (entry.bits + 7) / 8 : LP_SECTOR_BYTES);
    lpi_kit_put_entry(rng, &entry, in);
    lpi_kit_number(in, 2, lp_below(rng, 20) ? codec : lp_below(rng, LP_AUTO_CODECS));
}

static const char *dec_expect(void *own, const int *values, const struct lpi_kit_side *in,
                              struct lpi_kit_side *out)
{
    const struct lpi_kit_value *entry = &in->field[0];
    uint64_t sectors = in->field[1].number;
    uint8_t line[LP_LINE_BYTES];

    (void)own;
    (void)values;
    if (sectors > LP_LINE_SECTORS)
        return "sectors is not 0 to 4";
    if (entry->bytes != sectors * LP_SECTOR_BYTES)
        return "stored is not 32 bytes for each sector";
    unsigned state = state_of((enum lp_auto_codec)in->field[2].number, (unsigned)sectors);
    bool err = lp_auto_decode_entry(LP_ELEM_16, LP_AUTO_ALL, entry->data, state, line) != LP_OK;
    lpi_kit_number(out, 0, err);
    lpi_kit_bytes(out, 1, line, err ? 0 : LP_LINE_BYTES);
    return NULL;
}

static void dec_explain(const int *values, const struct lpi_kit_side *in,
                        const struct lpi_kit_side *due, const struct lpi_kit_side *got,
                        size_t field, char *text, size_t room)
{
    size_t used;

    (void)values;
    if (field != 1)
        return;
    lpi_kit_explain_lines(&due->field[1], &got->field[1], 2, text, room);
    used = strlen(text);
    if (in->field[1].number > 0 && in->field[1].number < LP_LINE_SECTORS)
        snprintf(text + used, room - used, ": the record is of %s", names[in->field[2].number]);
}

const struct lpi_kit_unit lpi_kit_mixed_dec = {
    .name = "mixed-dec",
    .module = "lp_mixed_dec",
    .ports = &lpi_kit_mixed_dec_ports,
    .does = "memory entries of ZVC, XZVC, EBD and BPC to lines; malformed ones to an error",
    .in = asked,
    .out = back,
    .nin = 3,
    .nout = 2,
    .maker_size = sizeof(struct lp_entry),
    .cases = {LEVEL_1, 100000},
    .make = dec_make,
    .expect = dec_expect,
    .explain = dec_explain,
};
