/* SPDX-License-Identifier: Apache-2.0 */
#include "trace.h"
#include "../../../base/bytes.h"
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HEAD = 24, LINE_MAX_BYTES = 255 };
static const uint8_t magic[8] = {0x89, 'L', 'P', 'H', '\r', '\n', 0x1a, '\n'};

static bool refuse(struct huvm_trace_fault *fault, bool binary, uint64_t at, const char *why)
{
    *fault = (struct huvm_trace_fault){why, binary, at};
    return false;
}

static uint32_t crc_of(const uint8_t *bytes, size_t count)
{
    uLong crc = crc32(0, NULL, 0);
    while (count > 0) {
        uInt part = count < 1u << 30 ? (uInt)count : 1u << 30;
        crc = crc32(crc, bytes, part);
        bytes += part;
        count -= part;
    }
    return (uint32_t)crc;
}

static bool check_head(const uint8_t *b, struct huvm_trace_fault *fault)
{
    if (b[8] != 1)
        return refuse(fault, true, 8, "the version of the trace is not known here");
    if (lpi_get_le(b + 9, 7) != 0)
        return refuse(fault, true, 9, "reserved bytes are not 0");
    uint64_t length = lpi_get_le(b + 16, 8);
    return (length >= 1 && length <= HUVM_TRACE_MAX) ||
           refuse(fault, true, 16, "the number of uses is not 1 to 268435456");
}

static bool check_binary(const uint8_t *b, size_t count, struct huvm_trace_fault *fault)
{
    if (count < HEAD || memcmp(b, magic, sizeof magic) != 0)
        return refuse(fault, true, 0,
                      count < sizeof magic || memcmp(b, magic, 8) == 0 ? "the trace ends too early"
                                                                       : "this is no chunk trace");
    if (!check_head(b, fault))
        return false;
    uint64_t length = lpi_get_le(b + 16, 8);
    if (count < huvm_trace_bytes(length))
        return refuse(fault, true, count, "the trace ends too early");
    if (count > huvm_trace_bytes(length))
        return refuse(fault, true, huvm_trace_bytes(length), "there is more after the trace");
    if (crc_of(b, count - 4) != lpi_get_le(b + count - 4, 4))
        return refuse(fault, true, count - 4, "the checksum does not match");
    return true;
}

static bool parse_binary(const uint8_t *b, size_t count, uint32_t **chunks, uint64_t *length,
                         struct huvm_trace_fault *fault)
{
    if (!check_binary(b, count, fault))
        return false;
    uint64_t uses = lpi_get_le(b + 16, 8);
    uint32_t *list = malloc(uses * sizeof *list);
    if (list == NULL)
        return refuse(fault, true, 16, "there is no memory for so many uses");
    for (uint64_t i = 0; i < uses; i++)
        list[i] = (uint32_t)lpi_get_le(b + HEAD + 4 * i, 4);
    *chunks = list;
    *length = uses;
    return true;
}

/* Parses one line without its end: returns 1 with a chunk, 0 for none, -1 if it is invalid. */
static int parse_line(const uint8_t *p, size_t bytes, uint32_t *chunk)
{
    char text[LINE_MAX_BYTES + 1];
    if (bytes > LINE_MAX_BYTES || memchr(p, 0, bytes) != NULL)
        return -1;
    memcpy(text, p, bytes);
    if (bytes > 0 && text[bytes - 1] == '\r')
        bytes--;
    text[bytes] = '\0';
    const char *begin = text + strspn(text, " \t");
    if (*begin == '\0' || *begin == '#')
        return 0;
    char *end;
    if (*begin < '0' || *begin > '9')
        return -1;
    unsigned long long value = strtoull(begin, &end, begin[1] == 'x' ? 16 : 10);
    end += strspn(end, " \t");
    if (*end != '\0' || value > UINT32_MAX)
        return -1;
    *chunk = (uint32_t)value;
    return 1;
}

static size_t count_lines(const uint8_t *bytes, size_t count)
{
    size_t lines = 1;
    for (size_t i = 0; i < count; i++)
        lines += bytes[i] == '\n';
    return lines;
}

static bool parse_text(const uint8_t *bytes, size_t count, uint32_t **chunks, uint64_t *length,
                       struct huvm_trace_fault *fault)
{
    uint32_t *list = malloc(count_lines(bytes, count) * sizeof *list);
    uint64_t uses = 0, line = 0;
    if (list == NULL)
        return refuse(fault, false, 1, "there is no memory for so many uses");
    for (size_t at = 0; at < count;) {
        const uint8_t *end = memchr(bytes + at, '\n', count - at);
        size_t n = end != NULL ? (size_t)(end - bytes) - at : count - at;
        int found = parse_line(bytes + at, n, &list[uses]);
        line++;
        if (found < 0 || uses == HUVM_TRACE_MAX) {
            free(list);
            return refuse(fault, false, line,
                          found < 0 ? "this is no number of a chunk"
                                    : "there are more than 268435456 uses");
        }
        uses += (unsigned)found;
        at += n + 1;
    }
    if (uses == 0) {
        free(list);
        return refuse(fault, false, line + (line == 0), "the trace has no use");
    }
    *chunks = list;
    *length = uses;
    return true;
}

bool huvm_trace_parse(const uint8_t *bytes, size_t count, uint32_t **chunks, uint64_t *length,
                      struct huvm_trace_fault *fault)
{
    if (count > 0 && bytes[0] == magic[0])
        return parse_binary(bytes, count, chunks, length, fault);
    return parse_text(bytes, count, chunks, length, fault);
}

static bool binary_begins(const uint8_t *b, size_t count, struct huvm_trace_fault *fault)
{
    if (memcmp(b, magic, count < sizeof magic ? count : sizeof magic) != 0)
        return refuse(fault, true, 0, "this is no chunk trace");
    if (count < HEAD)
        return true;
    if (!check_head(b, fault))
        return false;
    size_t due = huvm_trace_bytes(lpi_get_le(b + 16, 8));
    return count <= due || refuse(fault, true, due, "there is more after the trace");
}

bool huvm_trace_begins(const uint8_t *bytes, size_t count, struct huvm_trace_part *part,
                       struct huvm_trace_fault *fault)
{
    uint32_t chunk;
    if (count > 0 && bytes[0] == magic[0])
        return binary_begins(bytes, count, fault);
    for (const uint8_t *end; (end = memchr(bytes + part->at, '\n', count - part->at)) != NULL;) {
        size_t n = (size_t)(end - bytes) - part->at;
        part->line++;
        if (parse_line(bytes + part->at, n, &chunk) < 0)
            return refuse(fault, false, part->line, "this is no number of a chunk");
        part->at += n + 1;
    }
    if (count - part->at > LINE_MAX_BYTES)
        return refuse(fault, false, part->line + 1, "this is no number of a chunk");
    return count <= HUVM_TRACE_MAX_BYTES ||
           refuse(fault, false, part->line + 1, "the text has more than 2^32 bytes");
}

size_t huvm_trace_bytes(uint64_t length)
{
    return HEAD + 4 * (size_t)length + 4;
}

void huvm_trace_write(const uint32_t *chunks, uint64_t length, uint8_t *bytes)
{
    size_t end = huvm_trace_bytes(length) - 4;
    memcpy(bytes, magic, sizeof magic);
    lpi_put_le(bytes + 8, 1, 8);
    lpi_put_le(bytes + 16, length, 8);
    for (uint64_t i = 0; i < length; i++)
        lpi_put_le(bytes + HEAD + 4 * i, chunks[i], 4);
    lpi_put_le(bytes + end, crc_of(bytes, end), 4);
}
