/* SPDX-License-Identifier: Apache-2.0 */
#include "../../base/null.h"
#include "../../base/bytes.h"

#include <linepress/linepress.h>
#include <linepress/trace.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define MAGIC_BYTES 8u
#define HEADER_BYTES 24u
#define RECORD_BYTES 16u
#define RECORD_BYTES_MANY 24u /* 8 more: allocation, 0 */
#define CRC_BYTES 4u
#define TEXT_LINE_MAX 255u /* characters of a text line */
#define END (-1)

static const uint8_t magic[MAGIC_BYTES] = {0x89, 'L', 'P', 'T', '\r', '\n', 0x1a, '\n'};

/* ---- reading ---- */

struct reader {
    lp_read_fn *read;
    void *context;
    uint8_t buffer[1 << 16];
    size_t at, have;
    uint32_t crc;          /* of the bytes taken by take() */
    unsigned record_bytes; /* of a binary trace */
    struct lp_trace trace;
    size_t capacity;
};

static int refill(struct reader *reader)
{
    reader->at = 0;
    return reader->read(reader->context, reader->buffer, sizeof reader->buffer, &reader->have);
}

/* *byte = the next byte, or END. */
static int next_byte(struct reader *reader, int *byte)
{
    if (reader->at == reader->have) {
        int error = refill(reader);
        if (error != LP_OK)
            return error;
    }
    *byte = reader->have == 0 ? END : reader->buffer[reader->at++];
    return LP_OK;
}

/* Reads exactly this many bytes, or LP_ERR_SHORT. */
static int take(struct reader *reader, uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int byte, error = next_byte(reader, &byte);
        if (error != LP_OK)
            return error;
        if (byte == END)
            return LP_ERR_SHORT;
        bytes[i] = (uint8_t)byte;
    }
    reader->crc = (uint32_t)crc32(reader->crc, bytes, (uInt)count);
    return LP_OK;
}

/* Memory grows with the records read, not with the header's count. */
static int append(struct reader *reader, const struct lp_access *access)
{
    struct lp_trace *trace = &reader->trace;
    if (trace->count == LP_TRACE_MAX)
        return LP_ERR_TRACE_COUNT;
    if (trace->count == reader->capacity) {
        size_t capacity = reader->capacity ? 2 * reader->capacity : 1024;
        struct lp_access *larger = NULL;
        if (capacity <= SIZE_MAX / sizeof *larger)
            larger = realloc(trace->accesses, capacity * sizeof *larger);
        if (larger == NULL)
            return LP_ERR_SYSTEM;
        trace->accesses = larger;
        reader->capacity = capacity;
    }
    trace->accesses[trace->count++] = *access;
    return LP_OK;
}

static int read_binary_record(struct reader *reader)
{
    uint8_t record[RECORD_BYTES_MANY] = {0};
    int error = take(reader, record, reader->record_bytes);
    if (error != LP_OK)
        return error;
    uint64_t address = lpi_get_le(record, 8);
    struct lp_access access = {.address = address & ~(uint64_t)1,
                               .data = lpi_get_le(record + 8, 8),
                               .write = address & 1,
                               .allocation = (uint32_t)lpi_get_le(record + 16, 4)};
    if (access.address % LP_LINE_BYTES != 0 || (!access.write && access.data != 0) ||
        lpi_get_le(record + 20, 4) != 0)
        return LP_ERR_TRACE_RECORD;
    return append(reader, &access);
}

static int read_binary_end(struct reader *reader)
{
    uint8_t stored[CRC_BYTES];
    uint32_t crc = reader->crc;
    int after, error = take(reader, stored, sizeof stored);
    if (error == LP_OK && lpi_get_le(stored, CRC_BYTES) != crc)
        error = LP_ERR_TRACE_CRC;
    if (error == LP_OK)
        error = next_byte(reader, &after);
    return error == LP_OK && after != END ? LP_ERR_LONG : error;
}

static int read_binary(struct reader *reader, uint64_t *where)
{
    uint8_t header[HEADER_BYTES];
    static const uint8_t zeros[7];
    reader->crc = (uint32_t)crc32(0, NULL, 0);
    int error = take(reader, header, MAGIC_BYTES);
    if (error == LP_OK && memcmp(header, magic, MAGIC_BYTES) != 0)
        error = LP_ERR_TRACE_MAGIC;
    if (error == LP_OK)
        error = take(reader, header + MAGIC_BYTES, HEADER_BYTES - MAGIC_BYTES);
    unsigned version = error == LP_OK ? header[MAGIC_BYTES] : 0;
    reader->record_bytes = version == LP_TRACE_VERSION ? RECORD_BYTES : RECORD_BYTES_MANY;
    if (error == LP_OK && version != LP_TRACE_VERSION && version != LP_TRACE_VERSION_MANY)
        error = LP_ERR_TRACE_VERSION;
    if (error == LP_OK && memcmp(header + MAGIC_BYTES + 1, zeros, sizeof zeros) != 0)
        error = LP_ERR_CORRUPT;
    uint64_t count = error == LP_OK ? lpi_get_le(header + HEADER_BYTES - 8, 8) : 0;
    if (count > LP_TRACE_MAX)
        error = LP_ERR_TRACE_COUNT;
    for (*where = 1; error == LP_OK && *where <= count; *where += error == LP_OK)
        error = read_binary_record(reader);
    return error == LP_OK ? read_binary_end(reader) : error;
}

/* Reads a text line without its newline; *end: the file had ended. */
static int read_text_line(struct reader *reader, char *line, int *end)
{
    size_t length = 0;
    int byte;
    for (;;) {
        int error = next_byte(reader, &byte);
        if (error != LP_OK)
            return error;
        if (byte == END || byte == '\n')
            break;
        if (byte == 0 || length == TEXT_LINE_MAX)
            return LP_ERR_TRACE_RECORD;
        line[length++] = (char)byte;
    }
    if (length > 0 && line[length - 1] == '\r')
        length--;
    line[length] = '\0';
    *end = byte == END && length == 0;
    return LP_OK;
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* Parses a number, decimal or hexadecimal with 0x. Returns the character after it, or NULL. */
static const char *parse_digits(const char *text, uint64_t *value)
{
    unsigned base = text[0] == '0' && text[1] == 'x' ? 16 : 10;
    const char *p = base == 16 ? text + 2 : text, *first = p;
    for (*value = 0;; p++) {
        unsigned digit = *p >= '0' && *p <= '9'   ? (unsigned)(*p - '0')
                         : *p >= 'a' && *p <= 'f' ? (unsigned)(*p - 'a') + 10
                         : *p >= 'A' && *p <= 'F' ? (unsigned)(*p - 'A') + 10
                                                  : base;
        if (digit >= base)
            break;
        if (*value > (UINT64_MAX - digit) / base)
            return NULL;
        *value = *value * base + digit;
    }
    return p > first ? p : NULL;
}

/* The same, but a blank or the end must follow. */
static const char *parse_number(const char *text, uint64_t *value)
{
    const char *p = parse_digits(text, value);
    return p != NULL && (*p == '\0' || *p == ' ' || *p == '\t') ? skip_blanks(p) : NULL;
}

/* Parses an address, with the allocation's number and a colon before it if that is not 0. */
static const char *parse_address(const char *text, struct lp_access *access)
{
    uint64_t allocation;
    const char *p = parse_digits(text, &allocation);
    if (p == NULL || *p != ':')
        return parse_number(text, &access->address);
    access->allocation = (uint32_t)allocation;
    return allocation <= UINT32_MAX ? parse_number(p + 1, &access->address) : NULL;
}

/* 1: *access is set; 0: the line is empty or a comment; -1: it is malformed. */
static int parse_text_line(const char *line, struct lp_access *access)
{
    const char *p = skip_blanks(line);
    if (*p == '\0' || *p == '#')
        return 0;
    *access = (struct lp_access){.write = *p == 'W'};
    if ((*p != 'R' && *p != 'W') || (p[1] != ' ' && p[1] != '\t'))
        return -1;
    p = parse_address(skip_blanks(p + 1), access);
    if (p == NULL || access->address % LP_LINE_BYTES != 0)
        return -1;
    if (access->write && *p == '\0')
        access->data = access->address / LP_LINE_BYTES;
    else if (access->write)
        p = parse_number(p, &access->data);
    return p != NULL && *p == '\0' ? 1 : -1;
}

static int read_text(struct reader *reader, uint64_t *where)
{
    char line[TEXT_LINE_MAX + 1];
    for (*where = 1;; ++*where) {
        struct lp_access access;
        int end = 0, error = read_text_line(reader, line, &end);
        if (error != LP_OK || end)
            return error;
        int said = parse_text_line(line, &access);
        if (said < 0)
            return LP_ERR_TRACE_RECORD;
        if (said > 0 && (error = append(reader, &access)) != LP_OK)
            return error;
    }
}

int lp_trace_read(lp_read_fn *read, void *context, struct lp_trace *trace, uint64_t *where)
{
    if (read == NULL || LPI_ANY_NULL(trace, where))
        return LP_ERR_ARG;
    struct reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return LP_ERR_SYSTEM;
    reader->read = read;
    reader->context = context;
    *where = 0;
    int error = refill(reader);
    if (error == LP_OK)
        error = reader->have > 0 && reader->buffer[0] == magic[0] ? read_binary(reader, where)
                                                                  : read_text(reader, where);
    if (error == LP_OK && reader->trace.count == 0)
        error = LP_ERR_EMPTY;
    if (error == LP_OK)
        *trace = reader->trace;
    else
        free(reader->trace.accesses);
    free(reader);
    return error;
}

void lp_trace_free(struct lp_trace *trace)
{
    free(trace->accesses);
    *trace = (struct lp_trace){0};
}

/* ---- writing ---- */

int lp_trace_write_text(const struct lp_trace *trace, lp_write_fn *write, void *context)
{
    if (trace == NULL || write == NULL)
        return LP_ERR_ARG;
    for (size_t n = 0; n < trace->count; n++) {
        const struct lp_access *access = &trace->accesses[n];
        char line[96], of[16] = "";
        int length;
        if (access->allocation != 0)
            snprintf(of, sizeof of, "%" PRIu32 ":", access->allocation);
        if (!access->write)
            length = snprintf(line, sizeof line, "R %s0x%" PRIx64 "\n", of, access->address);
        else if (access->data == access->address / LP_LINE_BYTES)
            length = snprintf(line, sizeof line, "W %s0x%" PRIx64 "\n", of, access->address);
        else
            length = snprintf(line, sizeof line, "W %s0x%" PRIx64 " %" PRIu64 "\n", of,
                              access->address, access->data);
        int error = write(context, line, (size_t)length);
        if (error != LP_OK)
            return error;
    }
    return LP_OK;
}

static int write_summed(lp_write_fn *write, void *context, uint32_t *crc, const uint8_t *bytes,
                        size_t count)
{
    *crc = (uint32_t)crc32(*crc, bytes, (uInt)count);
    return write(context, bytes, count);
}

/* Whether a trace names an allocation other than the first. */
static bool has_many(const struct lp_trace *trace)
{
    for (size_t n = 0; n < trace->count; n++)
        if (trace->accesses[n].allocation != 0)
            return true;
    return false;
}

int lp_trace_write_binary(const struct lp_trace *trace, lp_write_fn *write, void *context)
{
    if (trace == NULL || write == NULL)
        return LP_ERR_ARG;
    uint8_t header[HEADER_BYTES] = {0}, record[RECORD_BYTES_MANY] = {0}, end[CRC_BYTES];
    uint32_t crc = (uint32_t)crc32(0, NULL, 0);
    int many = has_many(trace);
    memcpy(header, magic, MAGIC_BYTES);
    header[MAGIC_BYTES] = many ? LP_TRACE_VERSION_MANY : LP_TRACE_VERSION;
    lpi_put_le(header + HEADER_BYTES - 8, trace->count, 8);
    int error = write_summed(write, context, &crc, header, sizeof header);
    for (size_t n = 0; n < trace->count && error == LP_OK; n++) {
        const struct lp_access *access = &trace->accesses[n];
        lpi_put_le(record, access->address | (access->write != 0), 8);
        lpi_put_le(record + 8, access->data, 8);
        lpi_put_le(record + 16, access->allocation, 4);
        error = write_summed(write, context, &crc, record, many ? RECORD_BYTES_MANY : RECORD_BYTES);
    }
    lpi_put_le(end, crc, CRC_BYTES);
    return error == LP_OK ? write(context, end, sizeof end) : error;
}
