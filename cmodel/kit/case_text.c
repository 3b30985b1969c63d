/* SPDX-License-Identifier: Apache-2.0 */
#include "case_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char head_begin[] = "# linepress-cases ";
static const char end_begin[] = "# end ";
static const char digits[] = "0123456789abcdef";

static size_t digits_of(const struct lpi_kit_field *field)
{
    return (field->bits + 3) / 4;
}

static size_t fields_room(const struct lpi_kit_field *fields, size_t count)
{
    size_t room = 0;
    for (size_t i = 0; i < count; i++)
        room += 2 + (fields[i].bits != 0 ? digits_of(&fields[i]) : 2 * fields[i].most);
    return room;
}

size_t lpi_case_room(const struct lpi_kit_unit *unit)
{
    return LPI_CASE_HEAD + fields_room(unit->in, unit->nin) + fields_room(unit->out, unit->nout);
}

/* ---- writing ---- */

void lpi_case_parameters(const struct lpi_kit_unit *unit, const int *values, char *text,
                         size_t room)
{
    size_t used = 0;

    snprintf(text, room, "-");
    for (size_t i = 0; i < unit->nparams && used < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%s=%d", i > 0 ? "," : "",
                                 unit->params[i].name, values[i]);
}

void lpi_case_put_head(const struct lpi_case_head *head, char text[LPI_CASE_HEAD])
{
    char parameters[LPI_CASE_HEAD / 2];

    lpi_case_parameters(head->unit, head->values, parameters, sizeof parameters);
    snprintf(text, LPI_CASE_HEAD, "%s%d %s %s %" PRIu64, head_begin, LPI_CASE_VERSION,
             head->unit->name, parameters, head->seed);
}

void lpi_case_put_end(uint64_t count, uint32_t crc, char text[LPI_CASE_HEAD])
{
    snprintf(text, LPI_CASE_HEAD, "%s%" PRIu64 " %08" PRIx32, end_begin, count, crc);
}

static char *put_number(const struct lpi_kit_field *field, uint64_t number, char *to)
{
    for (size_t i = digits_of(field); i-- > 0;)
        *to++ = digits[number >> 4 * i & 15];
    return to;
}

static char *put_bytes(const struct lpi_kit_value *value, char *to)
{
    if (value->bytes == 0)
        *to++ = '-';
    for (size_t i = 0; i < value->bytes; i++) {
        *to++ = digits[value->data[i] >> 4];
        *to++ = digits[value->data[i] & 15];
    }
    return to;
}

char *lpi_case_put(const struct lpi_kit_field *fields, size_t count,
                   const struct lpi_kit_side *side, char *to)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            *to++ = ' ';
        to = fields[i].bits != 0 ? put_number(&fields[i], side->field[i].number, to)
                                 : put_bytes(&side->field[i], to);
    }
    return to;
}

/* ---- reading ---- */

/* 0..15; 16: not a hexadecimal digit. */
static unsigned digit(char c)
{
    static const uint8_t values[256] = {
        ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,
        ['6'] = 7,  ['7'] = 8,  ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12,
        ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16, ['A'] = 11, ['B'] = 12,
        ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16};
    return (values[(unsigned char)c] + 16u) % 17;
}

static bool is_end(char c)
{
    return c == '\0' || c == ' ';
}

static bool bad_digit(const struct lpi_kit_field *field, char c, char *why)
{
    if (c == '\r')
        snprintf(why, LPI_CASE_HEAD,
                 "field %s ends with a carriage return: lines end with a line "
                 "feed alone",
                 field->name);
    else if (c > ' ' && c < 127)
        snprintf(why, LPI_CASE_HEAD, "field %s: '%c' is no hexadecimal digit", field->name, c);
    else
        snprintf(why, LPI_CASE_HEAD, "field %s: byte 0x%02x is no hexadecimal digit", field->name,
                 (unsigned char)c);
    return false;
}

/* Whether this is a simulator's digit with an X or Z bit. */
static bool is_unknown(char c)
{
    return c != '\0' && strchr("xXzZ", c) != NULL;
}

/* Skips a field with an unknown digit; false: it has none, or is too long. */
static bool take_unknown(const struct lpi_kit_field *field, const char **text,
                         struct lpi_kit_value *value)
{
    size_t most = field->bits != 0 ? digits_of(field) : 2 * field->most;
    size_t bytes = strspn(*text, "0123456789abcdefABCDEFxXzZ"), at = 0;

    while (at < bytes && !is_unknown((*text)[at]))
        at++;
    if (at == bytes || bytes > most || !is_end((*text)[bytes]))
        return false;
    *value = (struct lpi_kit_value){.unknown = *text};
    *text += bytes;
    return true;
}

static bool get_number(const struct lpi_kit_field *field, const char **text, uint64_t *number,
                       char *why)
{
    const char *at = *text;
    bool fits = true;

    *number = 0;
    for (; !is_end(*at); at++) {
        unsigned value = digit(*at);
        if (value == 16)
            return bad_digit(field, *at, why);
        fits = fits && *number >> 60 == 0;
        *number = *number << 4 | value;
    }
    *text = at;
    if (fits && (field->bits == 64 || *number >> field->bits == 0))
        return true;
    snprintf(why, LPI_CASE_HEAD, "field %s has more than %u bits", field->name, field->bits);
    return false;
}

static bool get_bytes(const struct lpi_kit_field *field, size_t number, const char **text,
                      struct lpi_kit_side *side, char *why)
{
    const char *at = *text;
    uint8_t *to = side->room + side->used, *begin = to, *most = to + field->most;

    if (at[0] == '-' && is_end(at[1])) {
        lpi_kit_bytes(side, number, NULL, 0);
        *text = at + 1;
        return true;
    }
    for (; !is_end(*at); at += 2) {
        unsigned high = digit(at[0]), low = high == 16 ? 16 : digit(at[1]);
        if (high == 16)
            return bad_digit(field, at[0], why);
        if (is_end(at[1])) {
            snprintf(why, LPI_CASE_HEAD, "field %s has half a byte at its end", field->name);
            return false;
        }
        if (low == 16)
            return bad_digit(field, at[1], why);
        if (to == most) {
            snprintf(why, LPI_CASE_HEAD, "field %s has more than %zu bytes", field->name,
                     field->most);
            return false;
        }
        *to++ = (uint8_t)(high << 4 | low);
    }
    lpi_kit_bytes(side, number, NULL, (size_t)(to - begin));
    *text = at;
    return true;
}

static bool get_fields(const struct lpi_kit_field *fields, size_t count, bool unknowns,
                       const char **text, struct lpi_kit_side *side, char why[LPI_CASE_HEAD])
{
    lpi_kit_clear(side);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && **text == ' ')
            ++*text;
        if (is_end(**text)) {
            snprintf(why, LPI_CASE_HEAD,
                     **text == ' ' ? "two blanks before field %s" : "field %s is missing",
                     fields[i].name);
            return false;
        }
        if (unknowns && take_unknown(&fields[i], text, &side->field[i]))
            continue;
        if (fields[i].bits != 0 ? !get_number(&fields[i], text, &side->field[i].number, why)
                                : !get_bytes(&fields[i], i, text, side, why))
            return false;
    }
    return true;
}

bool lpi_case_get(const struct lpi_kit_field *fields, size_t count, const char **text,
                  struct lpi_kit_side *side, char why[LPI_CASE_HEAD])
{
    return get_fields(fields, count, false, text, side, why);
}

bool lpi_case_get_outputs(const struct lpi_kit_field *fields, size_t count, const char **text,
                          struct lpi_kit_side *side, char why[LPI_CASE_HEAD])
{
    return get_fields(fields, count, true, text, side, why);
}

/* A decimal whole number as a separate word, and the text after its blank. */
static bool get_decimal(const char **text, uint64_t *number)
{
    char *end;

    errno = 0;
    if (**text < '0' || **text > '9')
        return false;
    *number = strtoull(*text, &end, 10);
    *text = *end == ' ' ? end + 1 : end;
    return is_end(*end) && errno == 0;
}

/* The next word, and the text after its blank. */
static bool get_word(const char **text, char *word, size_t room)
{
    size_t bytes = strcspn(*text, " ");

    if (bytes == 0 || bytes >= room)
        return false;
    memcpy(word, *text, bytes);
    word[bytes] = '\0';
    *text += bytes + ((*text)[bytes] == ' ');
    return true;
}

static bool get_parameters(char *text, struct lpi_case_head *head, char *why)
{
    char as_written[LPI_CASE_HEAD];

    lpi_kit_defaults(head->unit, head->values);
    for (char *at = text; *at != '\0' && strcmp(text, "-") != 0;) {
        size_t bytes = strcspn(at, ",");
        bool more = at[bytes] == ',';
        at[bytes] = '\0';
        char *equals = strchr(at, '='), *end = NULL;
        long long value = equals != NULL ? strtoll(equals + 1, &end, 10) : 0;
        if (equals != NULL)
            *equals = '\0';
        if (equals == NULL || equals[1] == '\0' || *end != '\0' ||
            !lpi_kit_set(head->unit, at, value, head->values)) {
            snprintf(why, LPI_CASE_HEAD, "%s does not take %.40s=%.40s", head->unit->name, at,
                     equals != NULL ? equals + 1 : "");
            return false;
        }
        at += bytes + more;
    }
    lpi_case_parameters(head->unit, head->values, as_written, sizeof as_written);
    if (head->unit->fits == NULL || head->unit->fits(head->values))
        return true;
    snprintf(why, LPI_CASE_HEAD, "%s does not take %.200s together", head->unit->name, as_written);
    return false;
}

bool lpi_case_get_head(const char *line, struct lpi_case_head *head, char why[LPI_CASE_HEAD])
{
    uint64_t version;
    char name[40], parameters[LPI_CASE_HEAD / 2];
    const char *at = line;

    if (strncmp(line, head_begin, sizeof head_begin - 1) != 0) {
        snprintf(why, LPI_CASE_HEAD, "this is no case file: the first line is not '%s...'",
                 head_begin);
        return false;
    }
    at += sizeof head_begin - 1;
    if (!get_decimal(&at, &version) || version != LPI_CASE_VERSION) {
        snprintf(why, LPI_CASE_HEAD, "the case file is not of version %d", LPI_CASE_VERSION);
        return false;
    }
    if (!get_word(&at, name, sizeof name) || (head->unit = lpi_kit_named(name)) == NULL) {
        snprintf(why, LPI_CASE_HEAD, "the head names no unit that there is");
        return false;
    }
    if (!get_word(&at, parameters, sizeof parameters) || !get_decimal(&at, &head->seed) ||
        *at != '\0') {
        snprintf(why, LPI_CASE_HEAD, "the head does not end with parameters and a seed");
        return false;
    }
    return get_parameters(parameters, head, why);
}

bool lpi_case_get_end(const char *line, uint64_t *count, uint32_t *crc, char why[LPI_CASE_HEAD])
{
    static const struct lpi_kit_field sum = {"CRC", 32, 0, ""};
    const char *at = line + sizeof end_begin - 1;
    uint64_t number = 0;

    if (strncmp(line, end_begin, sizeof end_begin - 1) != 0) {
        snprintf(why, LPI_CASE_HEAD, "neither a case nor '%sCOUNT CRC'", end_begin);
        return false;
    }
    if (!get_decimal(&at, count) || *at == '\0' || !get_number(&sum, &at, &number, why) ||
        *at != '\0') {
        snprintf(why, LPI_CASE_HEAD, "not '%sCOUNT CRC'", end_begin);
        return false;
    }
    *crc = (uint32_t)number;
    return true;
}
