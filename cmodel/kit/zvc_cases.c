/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of ZVC: a line and its entry, or a few lines and their packed stream; format.md. */
#include <linepress/linepress.h>
#include <stdio.h>
#include <string.h>

#include "entry_case.h"
#include "kinds.h"
#include "lines.h"

enum { ELEM, STREAM };
#define LINES 4 /* of a stream */
#define MOST 8  /* that a damaged stream may announce */
#define RECORD LP_ZVC_RECORD_MAX(8)

static const struct lp_param params[] = {LP_PARAM("ELEM", 32, 16, 8), LP_PARAM("STREAM", 0, 1)};

static const struct lpi_kit_field raw[] = {
    {"lines", 0, LINES *LP_LINE_BYTES, "raw lines of 128 bytes; of a stream up to four"},
};
static const struct lpi_kit_field stored[] = {
    {"stored", 0, LINES *RECORD, "the line's memory entry, or the lines' packed stream"},
    {"sectors", 3, 0, "of the entry, 0..4"},
    {"size", 8, 0, "of the line's record in bytes, also if the line is stored raw"},
};
static const struct lpi_kit_field asked[] = {
    {"stored", 0, LINES *RECORD,
     "a memory entry, or a packed stream: whole elements, at most 8 lines"},
    {"sectors", 3, 0, "of the entry, 0..4"},
};
static const struct lpi_kit_field back[] = {
    {"err", 1, 0, "the entry is malformed, or the stream ends within a record"},
    {"lines", 0, MOST *LP_LINE_BYTES, "the lines; with err those before the malformed one"},
};

static enum lp_elem elem_of(const int *values)
{
    return (enum lp_elem)values[ELEM];
}

/* In a stream, the lines after the first are random. */
static size_t make_lines(struct lpi_kit_maker *maker, const int *values, uint8_t *lines)
{
    size_t count = values[STREAM] ? 1 + lp_below(&maker->rng, LINES) : 1;
    struct lpi_kit_maker next = *maker;

    lpi_kit_line(maker, (unsigned)values[ELEM], lines);
    next.rng = maker->rng;
    next.index = UINT64_MAX / 2;
    for (size_t i = 1; i < count; i++)
        lpi_kit_line(&next, (unsigned)values[ELEM], lines + i * LP_LINE_BYTES);
    maker->rng = next.rng;
    return count;
}

/* ---- the encoder ---- */

/* The fields after the first are for entries only. */
static size_t enc_outs(const int *values)
{
    return values[STREAM] ? 1 : 3;
}

static void enc_make(struct lpi_kit_maker *maker, void *own, const int *values,
                     struct lpi_kit_side *in)
{
    uint8_t lines[LINES * LP_LINE_BYTES];
    size_t count = make_lines(maker, values, lines);

    (void)own;
    lpi_kit_bytes(in, 0, lines, count * LP_LINE_BYTES);
}

static const char *enc_expect(void *state, const int *values, const struct lpi_kit_side *in,
                              struct lpi_kit_side *out)
{
    const struct lpi_kit_value *lines = &in->field[0];
    uint8_t bytes[LINES * RECORD];
    unsigned sectors = 0;
    size_t size = 0, record = 0;

    (void)state;
    if (lines->bytes == 0 || lines->bytes % LP_LINE_BYTES != 0 ||
        (!values[STREAM] && lines->bytes != LP_LINE_BYTES))
        return values[STREAM] ? "lines are not 1 to 4 times 128 bytes" : "lines is not 128 bytes";
    if (values[STREAM]) {
        lp_zvc_compress(elem_of(values), lines->data, lines->bytes, bytes, sizeof bytes, &size);
    } else {
        lp_zvc_size(elem_of(values), lines->data, lines->bytes, &record);
        lp_zvc_encode_entry(elem_of(values), lines->data, bytes, &sectors);
        size = sectors * LP_SECTOR_BYTES;
    }
    lpi_kit_bytes(out, 0, bytes, size);
    lpi_kit_number(out, 1, sectors);
    lpi_kit_number(out, 2, record);
    return NULL;
}

/* Name of byte `at` of a record. */
static void name_byte(const int *values, const uint8_t *record, size_t at, char *text, size_t room)
{
    unsigned width = (unsigned)values[ELEM], total = 1024 / width, left, i;
    size_t mask = total / 8;

    if (at < mask) {
        snprintf(text, room, "mask, elements %zu..%zu", 8 * at, 8 * at + 7);
        return;
    }
    left = (unsigned)((at - mask) / (width / 8));
    for (i = 0; i < total && (!(record[i / 8] >> i % 8 & 1) || left-- > 0); i++)
        ;
    if (i == total)
        snprintf(text, room, "padding after the record");
    else
        snprintf(text, room, "element %u, its byte %zu", i, (at - mask) % (width / 8));
}

/* A byte of the mask of a record that begins at byte `record`. */
static void explain_mask(const struct lpi_kit_value *due, const struct lpi_kit_value *got,
                         size_t at, size_t record, char *text, size_t room)
{
    unsigned diff = due->data[at] ^ got->data[at], bit = (unsigned)__builtin_ctz(diff);

    snprintf(text, room, "mask bit %zu is %d, due %d", 8 * (at - record) + bit,
             got->data[at] >> bit & 1, due->data[at] >> bit & 1);
}

/* Explains a byte of a record by its mask or element. */
static void explain_record(const int *values, const struct lpi_kit_side *in,
                           const struct lpi_kit_value *due, const struct lpi_kit_value *got,
                           char *text, size_t room)
{
    size_t at = lpi_kit_first(due, got), record = 0, mask = 128u / (unsigned)values[ELEM];
    unsigned number = 0;
    char what[80];

    for (size_t bytes; values[STREAM]; record += bytes, number++) {
        uint8_t one[RECORD];
        lp_zvc_encode_line(elem_of(values), in->field[0].data + number * LP_LINE_BYTES, one,
                           sizeof one, &bytes);
        if (at < record + bytes)
            break;
    }
    if (at - record < mask)
        explain_mask(due, got, at, record, what, sizeof what);
    else
        name_byte(values, due->data + record, at - record, what, sizeof what);
    snprintf(text, room, "line %u, byte %zu of its record: %s", number, at - record, what);
}

static void enc_explain(const int *values, const struct lpi_kit_side *in,
                        const struct lpi_kit_side *due, const struct lpi_kit_side *got,
                        size_t field, char *text, size_t room)
{
    char length[40];

    snprintf(length, sizeof length, "the record has %u bytes", (unsigned)due->field[2].number);
    if (field == 0 && !lpi_kit_explain_entry(due, got, length, text, room))
        explain_record(values, in, &due->field[0], &got->field[0], text, room);
}

const struct lpi_kit_unit lpi_kit_zvc_enc = {
    .name = "zvc-enc",
    .module = "lp_zvc_enc",
    .ports = &lpi_kit_zvc_enc_ports,
    .does = "lines to ZVC memory entries, or to a packed stream",
    .params = params,
    .nparams = 2,
    .in = raw,
    .out = stored,
    .nin = 1,
    .nout = 3,
    .cases = {LPI_KIT_LINES_ONCE, 100000},
    .outs = enc_outs,
    .make = enc_make,
    .expect = enc_expect,
    .explain = enc_explain,
};

/* ---- the decoder ---- */

static size_t dec_ins(const int *values)
{
    return values[STREAM] ? 1 : 2;
}

/* Bytes of the record that begins here; more than `left` if they do not hold it. */
static size_t record_bytes(const int *values, const uint8_t *record, size_t left)
{
    size_t mask = 128u / (unsigned)values[ELEM], size = mask;

    for (size_t i = 0; i < mask && left >= mask; i++)
        size += (size_t)__builtin_popcount(record[i]) * (unsigned)values[ELEM] / 8;
    return size;
}

/* Complete lines of a stream, up to one more than MOST, and whether another one is cut off. */
static size_t lines_of(const int *values, const uint8_t *stream, size_t size, bool *err)
{
    size_t count = 0;

    *err = false;
    for (size_t at = 0, bytes; at < size && !*err && count <= MOST; at += bytes) {
        bytes = record_bytes(values, stream + at, size - at);
        *err = bytes > size - at;
        count += !*err;
    }
    return count;
}

/* Keeps whole elements. */
static size_t damaged(struct lp_rng *rng, unsigned elem_bytes, uint8_t *bytes, size_t size)
{
    uint8_t bit;

    switch (lp_below(rng, 4)) {
    case 0: return elem_bytes * (1 + lp_below(rng, (uint32_t)size / elem_bytes));
    case 1:
        for (unsigned more = elem_bytes * (1 + lp_below(rng, 10));
             more > 0 && size < LINES * RECORD; more--)
            bytes[size++] = (uint8_t)lp_random(rng);
        return size;
    default:
        bit = (uint8_t)(1u << lp_below(rng, 8));
        bytes[lp_below(rng, (uint32_t)size)] ^= bit;
        return size;
    }
}

static void make_stream(struct lpi_kit_maker *maker, const int *values, const uint8_t *lines,
                        size_t count, struct lpi_kit_side *in)
{
    uint8_t good[LINES * RECORD], bad[LINES * RECORD];
    size_t size = 0, bad_size = 0;
    bool err;

    lp_zvc_compress(elem_of(values), lines, count * LP_LINE_BYTES, good, sizeof good, &size);
    if (lp_below(&maker->rng, 3) == 0) {
        memcpy(bad, good, size);
        bad_size = damaged(&maker->rng, (unsigned)values[ELEM] / 8, bad, size);
    }
    if (bad_size > 0 && lines_of(values, bad, bad_size, &err) + err <= MOST)
        lpi_kit_bytes(in, 0, bad, bad_size);
    else
        lpi_kit_bytes(in, 0, good, size);
}

static void make_entry(struct lpi_kit_maker *maker, const int *values, const uint8_t *line,
                       struct lp_entry *entry)
{
    static const uint8_t zero_mask[2] = {0};
    struct lp_rng *rng = &maker->rng;
    uint8_t record[RECORD];
    size_t bytes = 0;

    memset(entry, 0, sizeof *entry);
    lp_zvc_encode_line(elem_of(values), line, record, sizeof record, &bytes);
    lp_zvc_encode_entry(elem_of(values), line, entry->bytes, &entry->sectors);
    entry->beats = entry->sectors > 0 ? entry->sectors : 1;
    entry->bits = entry->sectors > 0 && entry->sectors < 4 ? 8 * (unsigned)bytes : 0;
    if (lp_below(rng, 3) == 0)
        lp_entry_damage(rng, entry, 128u / (unsigned)values[ELEM]);
    else if (lp_below(rng, 8) == 0)
        lp_entry_waste(line, zero_mask, entry);
}

static void dec_make(struct lpi_kit_maker *maker, void *own, const int *values,
                     struct lpi_kit_side *in)
{
    uint8_t lines[LINES * LP_LINE_BYTES];
    size_t count = make_lines(maker, values, lines);
    struct lp_entry entry;

    (void)own;
    if (values[STREAM]) {
        make_stream(maker, values, lines, count, in);
        return;
    }
    make_entry(maker, values, lines, &entry);
    lpi_kit_put_entry(&maker->rng, &entry, in);
}

static const char *expect_stream(const int *values, const struct lpi_kit_value *stream,
                                 struct lpi_kit_side *out)
{
    uint8_t lines[MOST * LP_LINE_BYTES];
    bool err;
    size_t count = lines_of(values, stream->data, stream->bytes, &err), at = 0;

    if (stream->bytes == 0 || stream->bytes % ((unsigned)values[ELEM] / 8) != 0)
        return "the stream is empty, or not of whole elements";
    if (count + err > MOST)
        return "the stream has more than 8 lines";
    for (size_t i = 0; i < count; i++) {
        size_t bytes = record_bytes(values, stream->data + at, stream->bytes - at);
        lp_zvc_decode_line(elem_of(values), stream->data + at, bytes, lines + i * LP_LINE_BYTES);
        at += bytes;
    }
    lpi_kit_number(out, 0, err);
    lpi_kit_bytes(out, 1, lines, count * LP_LINE_BYTES);
    return NULL;
}

static const char *dec_expect(void *state, const int *values, const struct lpi_kit_side *in,
                              struct lpi_kit_side *out)
{
    const struct lpi_kit_value *entry = &in->field[0];
    uint64_t sectors = in->field[1].number;
    uint8_t line[LP_LINE_BYTES];

    (void)state;
    if (values[STREAM])
        return expect_stream(values, entry, out);
    if (sectors > LP_LINE_SECTORS)
        return "sectors is not 0 to 4";
    if (entry->bytes != sectors * LP_SECTOR_BYTES)
        return "stored is not 32 bytes for each sector";
    bool err = lp_zvc_decode_entry(elem_of(values), entry->data, (unsigned)sectors, line) != LP_OK;
    lpi_kit_number(out, 0, err);
    lpi_kit_bytes(out, 1, line, err ? 0 : LP_LINE_BYTES);
    return NULL;
}

static void dec_explain(const int *values, const struct lpi_kit_side *in,
                        const struct lpi_kit_side *due_side, const struct lpi_kit_side *got_side,
                        size_t field, char *text, size_t room)
{
    unsigned bytes = (unsigned)values[ELEM] / 8;

    (void)in;
    if (field == 1)
        lpi_kit_explain_lines(&due_side->field[1], &got_side->field[1], bytes, text, room);
}

const struct lpi_kit_unit lpi_kit_zvc_dec = {
    .name = "zvc-dec",
    .module = "lp_zvc_dec",
    .ports = &lpi_kit_zvc_dec_ports,
    .does = "ZVC memory entries or packed streams to lines; malformed ones to an error",
    .params = params,
    .nparams = 2,
    .in = asked,
    .out = back,
    .nin = 2,
    .nout = 2,
    .cases = {LPI_KIT_LINES_ONCE, 100000},
    .ins = dec_ins,
    .make = dec_make,
    .expect = dec_expect,
    .explain = dec_explain,
};
