/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of BPC: a line and its memory entry; docs/reference/format.md, section 5. */
#include <linepress/linepress.h>
#include <stdio.h>
#include <string.h>

#include "bpc_stream.h"
#include "../base/bytes.h"
#include "entry_case.h"
#include "kinds.h"
#include "lines.h"

#define ENTRY_BITS (3 * 8 * LP_SECTOR_BYTES)
#define PLANES 33

static const struct lpi_kit_field raw[] = {{"line", 0, LP_LINE_BYTES, "a raw line of 128 bytes"}};
static const struct lpi_kit_field stored[] = {
    {"stored", 0, LP_LINE_BYTES, "the line's memory entry"},
    {"sectors", 3, 0, "of the entry, 0..4"},
    {"bits", 11, 0, "of the line's stream; 1024 for so many or more"},
};
static const struct lpi_kit_field asked[] = {
    {"stored", 0, LP_LINE_BYTES, "a memory entry"},
    {"sectors", 3, 0, "of the entry, 0..4"},
};
static const struct lpi_kit_field back[] = {
    {"err", 1, 0, "the entry is malformed"},
    {"line", 0, LP_LINE_BYTES, "the line; nothing with err"},
};

/* ---- the encoder ---- */

static void enc_make(struct lpi_kit_maker *maker, void *own, const int *values,
                     struct lpi_kit_side *in)
{
    uint8_t line[LP_LINE_BYTES];

    (void)own;
    (void)values;
    lpi_kit_line(maker, 32, line);
    lpi_kit_bytes(in, 0, line, sizeof line);
}

static const char *enc_expect(void *state, const int *values, const struct lpi_kit_side *in,
                              struct lpi_kit_side *out)
{
    const struct lpi_kit_value *line = &in->field[0];
    uint8_t entry[LP_LINE_BYTES];
    unsigned sectors;

    (void)state;
    (void)values;
    if (line->bytes != LP_LINE_BYTES)
        return "line is not 128 bytes";
    lp_bpc_encode_entry(line->data, entry, &sectors);
    lpi_kit_bytes(out, 0, entry, sectors * LP_SECTOR_BYTES);
    lpi_kit_number(out, 1, sectors);
    lpi_kit_number(out, 2, lp_bpc_size_bits(line->data));
    return NULL;
}

/* A symbol of a good stream: its start, its bits, the number of planes that it encodes. */
struct symbol {
    const char *name;
    size_t at;
    unsigned bits, planes;
};

static unsigned look(const uint8_t *stream, size_t at, unsigned count)
{
    unsigned value = 0;
    for (size_t i = at; i < at + count; i++)
        value = value << 1 | (stream[i / 8] >> (7 - i % 8) & 1u);
    return value;
}

static struct symbol base_symbol(const uint8_t *stream)
{
    static const unsigned bits[] = {3, 7, 11, 19};
    unsigned kind = look(stream, 0, 3);

    return (struct symbol){"the base", 0, kind < 4 ? bits[kind] : 33, 0};
}

static struct symbol plane_symbol(const uint8_t *stream, size_t at)
{
    static const char *const fives[] = {"all ones", "DBP = 0", "two ones", "a single one"};
    unsigned five = look(stream, at, 5);

    if (five >> 4)
        return (struct symbol){"its bits", at, 32, 1};
    if (five >> 3)
        return (struct symbol){"a run of zero planes", at, 7, 2 + look(stream, at + 2, 5)};
    if (five >> 2)
        return (struct symbol){"a zero plane", at, 3, 1};
    return (struct symbol){fives[five], at, five < 2 ? 5 : 10, 1};
}

/* Names the symbol that bit `bit` of a good stream belongs to. */
static void name_bit(const uint8_t *stream, size_t bit, char *text, size_t room)
{
    struct symbol symbol = base_symbol(stream);
    int plane = PLANES;

    while (bit >= symbol.at + symbol.bits && plane - (int)symbol.planes > 0) {
        plane -= (int)symbol.planes;
        symbol = plane_symbol(stream, symbol.at + symbol.bits);
    }
    if (bit >= symbol.at + symbol.bits)
        snprintf(text, room, "padding after the stream's %zu bits", symbol.at + symbol.bits);
    else if (plane == PLANES && symbol.planes == 0)
        snprintf(text, room, "bit %zu of the base's %u", bit, symbol.bits);
    else
        snprintf(text, room, "plane %d: %s, its bit %zu of %u", plane - 1, symbol.name,
                 bit - symbol.at, symbol.bits);
}

static void enc_explain(const int *values, const struct lpi_kit_side *in,
                        const struct lpi_kit_side *due_side, const struct lpi_kit_side *got_side,
                        size_t field, char *text, size_t room)
{
    const struct lpi_kit_value *due = &due_side->field[0], *got = &got_side->field[0];
    size_t at = lpi_kit_first(due, got), bit;
    char what[80];

    (void)values;
    (void)in;
    snprintf(what, sizeof what, "the stream has %u bits", (unsigned)due_side->field[2].number);
    if (field != 0 || lpi_kit_explain_entry(due_side, got_side, what, text, room))
        return;
    bit = 8 * at + (unsigned)__builtin_clz((unsigned)(due->data[at] ^ got->data[at]) << 24);
    name_bit(due->data, bit, what, sizeof what);
    snprintf(text, room, "bit %zu of the stream: %s", bit, what);
}

const struct lpi_kit_unit lpi_kit_bpc_enc = {
    .name = "bpc-enc",
    .module = "lp_bpc_enc",
    .ports = &lpi_kit_bpc_enc_ports,
    .does = "lines to BPC memory entries",
    .in = raw,
    .out = stored,
    .nin = 1,
    .nout = 3,
    .cases = {LPI_KIT_LINES_ONCE, 100000},
    .make = enc_make,
    .expect = enc_expect,
    .explain = enc_explain,
};

/* ---- the decoder ---- */

static void put_stream(struct lp_rng *rng, bool broken, struct lp_entry *entry)
{
    unsigned limit = lp_below(rng, 2) ? ENTRY_BITS : 64 + lp_below(rng, ENTRY_BITS - 63);

    lp_bpc_entry_random(rng, limit, broken, entry);
}

/* A stream of this encoder, of another valid encoder, or of no encoder. */
static void dec_make(struct lpi_kit_maker *maker, void *own, const int *values,
                     struct lpi_kit_side *in)
{
    static const uint8_t zero_stream[2] = {0x0f, 0xc0}; /* 000 01 11111 */
    struct lp_rng *rng = &maker->rng;
    struct lp_entry entry = {.beats = 0};
    uint8_t line[LP_LINE_BYTES];
    unsigned way = lp_below(rng, 12);

    (void)own;
    (void)values;
    lpi_kit_line(maker, 32, line);
    lp_bpc_encode_entry(line, entry.bytes, &entry.sectors);
    entry.beats = entry.sectors > 0 ? entry.sectors : 1;
    if (entry.sectors > 0 && entry.sectors < LP_LINE_SECTORS)
        entry.bits = (unsigned)lp_bpc_size_bits(line);
    if (way == 0)
        lp_entry_waste(line, zero_stream, &entry);
    else if (way < 4)
        put_stream(rng, way == 1, &entry);
    if (way > 2 && way < 6)
        lp_entry_damage(rng, &entry, entry.bits ? (entry.bits + 7) / 8 : LP_SECTOR_BYTES);
    lpi_kit_put_entry(rng, &entry, in);
}

static const char *dec_expect(void *state, const int *values, const struct lpi_kit_side *in,
                              struct lpi_kit_side *out)
{
    const struct lpi_kit_value *entry = &in->field[0];
    uint64_t sectors = in->field[1].number;
    uint8_t line[LP_LINE_BYTES];

    (void)state;
    (void)values;
    if (sectors > LP_LINE_SECTORS)
        return "sectors is not 0 to 4";
    if (entry->bytes != sectors * LP_SECTOR_BYTES)
        return "stored is not 32 bytes for each sector";
    bool err = lp_bpc_decode_entry(entry->data, (unsigned)sectors, line) != LP_OK;
    lpi_kit_number(out, 0, err);
    lpi_kit_bytes(out, 1, line, err ? 0 : LP_LINE_BYTES);
    return NULL;
}

static uint32_t word_of(const struct lpi_kit_value *line, unsigned i)
{
    return lpi_get_le32(line->data + 4 * i);
}

/* Names the first wrong delta, and its highest wrong bit, which is a plane. */
static void dec_explain(const int *values, const struct lpi_kit_side *in,
                        const struct lpi_kit_side *due_side, const struct lpi_kit_side *got_side,
                        size_t field, char *text, size_t room)
{
    const struct lpi_kit_value *due = &due_side->field[1], *got = &got_side->field[1];

    (void)values;
    (void)in;
    if (field != 1)
        return;
    lpi_kit_explain_lines(due, got, 4, text, room);
    size_t used = strlen(text);
    unsigned i = (unsigned)lpi_kit_first(due, got) / 4;
    if (due->bytes != got->bytes)
        return;
    if (i == 0) {
        snprintf(text + used, room - used, ": the base");
        return;
    }
    uint32_t wrong = (word_of(due, i) - word_of(due, i - 1)) ^
                     (word_of(got, i) - word_of(got, i - 1));
    snprintf(text + used, room - used, ": delta %u differs from plane %d down", i,
             31 - __builtin_clz(wrong));
}

const struct lpi_kit_unit lpi_kit_bpc_dec = {
    .name = "bpc-dec",
    .module = "lp_bpc_dec",
    .ports = &lpi_kit_bpc_dec_ports,
    .does = "BPC memory entries to lines; malformed ones to an error",
    .in = asked,
    .out = back,
    .nin = 2,
    .nout = 2,
    .cases = {LPI_KIT_LINES_ONCE, 100000},
    .make = dec_make,
    .expect = dec_expect,
    .explain = dec_explain,
};
