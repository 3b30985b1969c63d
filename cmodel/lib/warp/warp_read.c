/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "../../base/null.h"
#include "../../base/bytes.h"
#include "warp_code.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define CRC_BYTES 4u
#define LPI_WARP_FILE_MAX (UINT64_C(1) << 36) /* all of it is in memory */
#define FIRST_ROOM ((size_t)1 << 16)

struct warp {
    struct lp_warp id;
    const uint8_t *records;
};

struct lp_warp_trace {
    uint8_t *file;
    size_t bytes;
    struct lp_warp_buffer *buffers;
    struct lp_warp_host_write *writes;
    struct lp_warp_launch *launches;
    struct warp *warps;
    size_t buffer_count, write_count, launch_count, warp_count;
    size_t buffer_room, write_room, launch_room, warp_room;
};

struct parser {
    struct lp_warp_trace *trace;
    const uint8_t *at, *end;
    struct lp_warp_fault *fault;
    size_t found; /* the buffer that held the access before */
};

static int refuse(struct parser *p, int error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int refuse(struct parser *p, int error, const char *format, ...)
{
    va_list arguments;
    if (p->fault == NULL)
        return error;
    va_start(arguments, format);
    vsnprintf(p->fault->why, sizeof p->fault->why, format, arguments);
    va_end(arguments);
    return error;
}

static int no_memory(struct parser *p)
{
    return refuse(p, LP_ERR_SYSTEM, "no memory for the trace");
}

static int cut(struct parser *p)
{
    return refuse(p, LP_ERR_SHORT, "truncated: the trace ends in byte %zu, before its end",
                  p->trace->bytes);
}

static size_t offset(const struct parser *p)
{
    return (size_t)(p->at - p->trace->file);
}

/* The list with room for one more element, or NULL; memory grows with what really came. */
static void *grow(struct parser *p, void *list, size_t count, size_t *room, size_t element)
{
    if (count < *room)
        return list;
    size_t more = *room ? 2 * *room : 64;
    void *larger = more <= SIZE_MAX / element ? realloc(list, more * element) : NULL;
    if (larger == NULL)
        no_memory(p);
    else
        *room = more;
    return larger;
}

/* ---- what items have in common ---- */

static int take_number(struct parser *p, uint64_t *value)
{
    size_t place = offset(p);
    switch (lpi_warp_number(&p->at, p->end, value)) {
    case LPI_WARP_GOOD: return LP_OK;
    case LPI_WARP_CUT: return cut(p);
    default: return refuse(p, LP_ERR_TRACE_RECORD, "byte %zu: malformed number", place);
    }
}

static int take_byte(struct parser *p, unsigned *byte)
{
    if (p->at == p->end)
        return cut(p);
    *byte = *p->at++;
    return LP_OK;
}

static int take_bytes(struct parser *p, uint64_t count, const uint8_t **bytes)
{
    if ((uint64_t)(p->end - p->at) < count)
        return cut(p);
    *bytes = p->at;
    p->at += count;
    return LP_OK;
}

/* A copy of its own, since the file's has no end mark. */
static int take_name(struct parser *p, const char **name)
{
    unsigned length = 0;
    const uint8_t *bytes = NULL;
    size_t place = offset(p);
    int error = take_byte(p, &length);
    if (error == LP_OK)
        error = take_bytes(p, length, &bytes);
    if (error != LP_OK)
        return error;
    if (!lpi_warp_name_valid((const char *)bytes, length))
        return refuse(p, LP_ERR_TRACE_RECORD,
                      "byte %zu: a name that is not 1 to %u bytes without "
                      "blanks, slashes and control characters",
                      place, LP_WARP_NAME_MAX);
    *name = strndup((const char *)bytes, length);
    return *name != NULL ? LP_OK : no_memory(p);
}

static int take_place(struct parser *p, const char *what, uint64_t *address, uint64_t *bytes)
{
    size_t place = offset(p);
    int error = take_number(p, address);
    if (error == LP_OK)
        error = take_number(p, bytes);
    if (error == LP_OK &&
        (*bytes == 0 || *bytes > LP_WARP_ADDRESS_MAX || *address > LP_WARP_ADDRESS_MAX - *bytes))
        return refuse(p, LP_ERR_TRACE_RECORD,
                      "byte %zu: %s has no bytes, or bytes above all "
                      "addresses",
                      place, what);
    return error;
}

/* ---- buffers and host writes ---- */

static int read_buffer(struct parser *p)
{
    struct lp_warp_trace *t = p->trace;
    unsigned flags = 0;
    struct lp_warp_buffer *list = grow(p, t->buffers, t->buffer_count, &t->buffer_room,
                                       sizeof *list);
    if (list == NULL)
        return LP_ERR_SYSTEM;
    t->buffers = list;
    int error = take_byte(p, &flags);
    if (error != LP_OK)
        return error;
    struct lp_warp_buffer *b = &list[t->buffer_count];
    *b = (struct lp_warp_buffer){.launch = t->launch_count,
                                 .constant = (flags & LPI_WARP_CONSTANT) != 0};
    if (flags & ~(unsigned)(LPI_WARP_CONTENTS | LPI_WARP_CONSTANT))
        return refuse(p, LP_ERR_TRACE_RECORD, "byte %zu: unknown flags of a buffer", offset(p) - 1);
    error = take_name(p, &b->name);
    if (error != LP_OK)
        return error;
    t->buffer_count++; /* from here on its name is freed with the trace */
    error = take_place(p, "a buffer", &b->address, &b->bytes);
    if (error == LP_OK && b->address % LP_LINE_BYTES != 0)
        return refuse(p, LP_ERR_TRACE_RECORD, "buffer '%s' does not begin at a line", b->name);
    if (error == LP_OK && t->buffer_count > 1 && b->address < b[-1].address + b[-1].bytes)
        return refuse(p, LP_ERR_TRACE_RECORD, "buffer '%s' begins before '%s' ends", b->name,
                      b[-1].name);
    if (error == LP_OK && flags & LPI_WARP_CONTENTS)
        error = take_bytes(p, b->bytes, &b->contents);
    return error;
}

/* The number of the buffer with the largest address that is not above; the count: none. */
static size_t find(const struct lp_warp_trace *t, uint64_t address)
{
    size_t low = 0, high = t->buffer_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (t->buffers[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? low - 1 : t->buffer_count;
}

static int holds(const struct lp_warp_buffer *b, uint64_t address, uint64_t bytes)
{
    return address >= b->address && bytes <= b->bytes && address - b->address <= b->bytes - bytes;
}

static bool in_a_buffer(struct parser *p, uint64_t address, uint64_t bytes)
{
    const struct lp_warp_trace *t = p->trace;
    if (p->found >= t->buffer_count || !holds(&t->buffers[p->found], address, bytes))
        p->found = find(t, address);
    return p->found < t->buffer_count && holds(&t->buffers[p->found], address, bytes);
}

static int read_host_write(struct parser *p)
{
    struct lp_warp_trace *t = p->trace;
    struct lp_warp_host_write *list = grow(p, t->writes, t->write_count, &t->write_room,
                                           sizeof *list);
    if (list == NULL)
        return LP_ERR_SYSTEM;
    t->writes = list;
    struct lp_warp_host_write *w = &list[t->write_count];
    *w = (struct lp_warp_host_write){.launch = t->launch_count};
    int error = take_place(p, "a write of the host", &w->address, &w->bytes);
    if (error == LP_OK && !in_a_buffer(p, w->address, w->bytes))
        return refuse(p, LP_ERR_TRACE_RECORD,
                      "write %zu of the host, of %" PRIu64 " bytes at 0x%" PRIx64
                      ", is outside every buffer",
                      t->write_count + 1, w->bytes, w->address);
    if (error == LP_OK)
        error = take_bytes(p, w->bytes, &w->data);
    if (error == LP_OK)
        t->write_count++;
    return error;
}

/* ---- warps ---- */

static int refuse_record(struct parser *p, uint64_t number, enum lpi_warp_fault why)
{
    static const char *const texts[] = {
        [LPI_WARP_NUMBER] = "a malformed number",
        [LPI_WARP_HEAD] = "an unknown kind",
        [LPI_WARP_NO_LANE] = "a mask of no lane, or of all that should be left out",
        [LPI_WARP_WIDTH] = "a width that is not 1 to 16 bytes",
        [LPI_WARP_SPACE] = "an offset outside all addresses",
        [LPI_WARP_FAR] = "too many instructions",
        [LPI_WARP_TOO_EARLY] = "a value that is used before it is loaded",
    };
    const struct lp_warp_trace *t = p->trace;
    const struct lp_warp *w = &t->warps[t->warp_count - 1].id;
    if (why == LPI_WARP_CUT)
        return cut(p);
    return refuse(p, LP_ERR_TRACE_RECORD,
                  "launch %zu ('%s'), group %" PRIu32 ", warp %" PRIu32 ", record %" PRIu64 ": %s",
                  t->launch_count, t->launches[t->launch_count - 1].name, w->group, w->number,
                  number, texts[why]);
}

static int check_lanes(struct parser *p, uint64_t number, const struct lp_warp_record *r)
{
    const struct lp_warp_trace *t = p->trace;
    const struct lp_warp *w = &t->warps[t->warp_count - 1].id;
    for (unsigned lane = 0; lane < LP_WARP_LANES; lane++)
        if (r->mask >> lane & 1 && !in_a_buffer(p, r->address[lane], r->width))
            return refuse(p, LP_ERR_TRACE_RECORD,
                          "launch %zu ('%s'), group %" PRIu32 ", warp %" PRIu32 ", record %" PRIu64
                          ": lane %u accesses %u bytes at "
                          "0x%" PRIx64 ", outside every buffer",
                          t->launch_count, t->launches[t->launch_count - 1].name, w->group,
                          w->number, number, lane, r->width, r->address[lane]);
    return LP_OK;
}

static int read_records(struct parser *p)
{
    struct lp_warp_record r = {.kind = LP_WARP_BARRIER};
    uint64_t instructions = 0, last_use = 0;
    for (uint64_t number = 1; r.kind != LP_WARP_END; number++) {
        enum lpi_warp_fault why = lpi_warp_record(&p->at, p->end, &r);
        if (why == LPI_WARP_GOOD && instructions + r.gap >= LP_WARP_INSTRUCTIONS_MAX)
            why = LPI_WARP_FAR;
        if (why != LPI_WARP_GOOD)
            return refuse_record(p, number, why);
        instructions += r.gap;
        if (r.use != 0 && instructions + r.use > last_use)
            last_use = instructions + r.use;
        instructions += r.kind != LP_WARP_END;
        int error = check_lanes(p, number, &r);
        if (error != LP_OK)
            return error;
    }
    const struct lp_warp_trace *t = p->trace;
    const struct lp_warp *w = &t->warps[t->warp_count - 1].id;
    if (last_use != 0 && last_use >= instructions)
        return refuse(p, LP_ERR_TRACE_RECORD,
                      "launch %zu ('%s'), group %" PRIu32 ", warp %" PRIu32
                      ": a value is used after the warp's end",
                      t->launch_count, t->launches[t->launch_count - 1].name, w->group, w->number);
    return LP_OK;
}

/* The warp's place in its launch must be behind that of the one before. */
static int read_warp(struct parser *p, uint64_t groups, uint32_t per_group, uint64_t *next)
{
    struct lp_warp_trace *t = p->trace;
    uint64_t group, number;
    struct warp *list = grow(p, t->warps, t->warp_count, &t->warp_room, sizeof *list);
    if (list == NULL)
        return LP_ERR_SYSTEM;
    t->warps = list;
    int error = take_number(p, &group);
    if (error == LP_OK)
        error = take_number(p, &number);
    if (error != LP_OK)
        return error;
    if (group >= groups || number >= per_group || group * per_group + number < *next)
        return refuse(p, LP_ERR_TRACE_RECORD,
                      "launch %zu ('%s'): warp %" PRIu64 " of group %" PRIu64
                      " is not in the launch, or out of order",
                      t->launch_count, t->launches[t->launch_count - 1].name, number, group);
    *next = group * per_group + number + 1;
    t->warps[t->warp_count++] = (struct warp){.id = {(uint32_t)group, (uint32_t)number},
                                              .records = p->at};
    return read_records(p);
}

static int take_sizes(struct parser *p, uint32_t sizes[3])
{
    for (unsigned d = 0; d < 3; d++) {
        uint64_t value;
        int error = take_number(p, &value);
        if (error != LP_OK)
            return error;
        sizes[d] = value <= UINT32_MAX ? (uint32_t)value : 0; /* 0 is refused with the launch */
    }
    return LP_OK;
}

static int read_launch(struct parser *p)
{
    struct lp_warp_trace *t = p->trace;
    struct lp_warp_launch *list = grow(p, t->launches, t->launch_count, &t->launch_room,
                                       sizeof *list);
    if (list == NULL)
        return LP_ERR_SYSTEM;
    t->launches = list;
    struct lp_warp_launch *launch = &list[t->launch_count];
    *launch = (struct lp_warp_launch){.first_warp = t->warp_count};
    int error = take_name(p, &launch->name);
    if (error != LP_OK)
        return error;
    t->launch_count++;
    error = take_sizes(p, launch->grid);
    if (error == LP_OK)
        error = take_sizes(p, launch->block);
    if (error != LP_OK)
        return error;
    uint64_t groups = lpi_warp_groups(launch->grid, launch->block), next = 0;
    if (groups == 0)
        return refuse(p, LP_ERR_TRACE_RECORD,
                      "launch %zu ('%s'): a grid or block of no size, of "
                      "more than 2^32 - 1, or a block of more than %u",
                      t->launch_count, launch->name, LP_WARP_BLOCK_MAX);
    uint32_t per_group = lpi_warp_per_group(launch->block);
    if (groups > LP_WARP_COUNT_MAX / per_group)
        return refuse(p, LP_ERR_TRACE_COUNT, "launch %zu ('%s'): 2^31 warps or more",
                      t->launch_count, launch->name);
    for (unsigned item = LPI_WARP_WARP; error == LP_OK && item == LPI_WARP_WARP;) {
        error = take_byte(p, &item);
        if (error == LP_OK && item == LPI_WARP_WARP)
            error = read_warp(p, groups, per_group, &next);
        else if (error == LP_OK && item != LPI_WARP_END_LAUNCH)
            return refuse(p, LP_ERR_TRACE_RECORD, "byte %zu: neither a warp nor the launch's end",
                          offset(p) - 1);
    }
    launch->warps = t->warp_count - launch->first_warp;
    return error;
}

/* ---- the file ---- */

static int read_items(struct parser *p)
{
    for (;;) {
        unsigned item = LPI_WARP_FINISH;
        int error = take_byte(p, &item);
        if (error == LP_OK && item == LPI_WARP_FINISH)
            return LP_OK;
        if (error == LP_OK && item == LPI_WARP_BUFFER)
            error = read_buffer(p);
        else if (error == LP_OK && item == LPI_WARP_HOST_WRITE)
            error = read_host_write(p);
        else if (error == LP_OK && item == LPI_WARP_LAUNCH)
            error = read_launch(p);
        else if (error == LP_OK)
            error = refuse(p, LP_ERR_TRACE_RECORD, "byte %zu: no buffer, write, launch or end",
                           offset(p) - 1);
        if (error != LP_OK)
            return error;
    }
}

static int read_header(struct parser *p)
{
    static const uint8_t magic[8] = LPI_WARP_MAGIC;
    const struct lp_warp_trace *t = p->trace;
    if (memcmp(t->file, magic, t->bytes < sizeof magic ? t->bytes : sizeof magic) != 0)
        return refuse(p, LP_ERR_TRACE_MAGIC, "not a warp trace: wrong magic");
    if (t->bytes < LPI_WARP_HEADER_BYTES + 1 + CRC_BYTES)
        return cut(p);
    if (t->file[sizeof magic] != LP_WARP_VERSION)
        return refuse(p, LP_ERR_TRACE_VERSION, "version %u of warp traces is not known",
                      (unsigned)t->file[sizeof magic]);
    for (unsigned i = sizeof magic + 1; i < LPI_WARP_HEADER_BYTES; i++)
        if (t->file[i] != 0)
            return refuse(p, LP_ERR_TRACE_RECORD, "byte %u of the header is not 0", i);
    return LP_OK;
}

/* The end is where its items say; the checksum is behind it, and nothing else. */
static int read_end(struct parser *p)
{
    const struct lp_warp_trace *t = p->trace;
    size_t rest = t->bytes - offset(p);
    if (rest < CRC_BYTES)
        return cut(p);
    if (rest > CRC_BYTES)
        return refuse(p, LP_ERR_LONG, "unexpected data after the trace's end, byte %zu",
                      offset(p) + CRC_BYTES);
    uint32_t crc = (uint32_t)crc32_z(crc32(0, NULL, 0), t->file, offset(p));
    return crc == lpi_get_le32(p->at)
               ? LP_OK
               : refuse(p, LP_ERR_TRACE_CRC, "%s", lp_strerror(LP_ERR_TRACE_CRC));
}

static int parse(struct parser *p)
{
    int error = read_header(p);
    p->at = p->trace->file + LPI_WARP_HEADER_BYTES;
    p->end = p->trace->file + p->trace->bytes;
    if (error == LP_OK)
        error = read_items(p);
    return error == LP_OK ? read_end(p) : error;
}

static void free_lists(struct lp_warp_trace *t)
{
    for (size_t i = 0; i < t->buffer_count; i++)
        free((char *)t->buffers[i].name);
    for (size_t i = 0; i < t->launch_count; i++)
        free((char *)t->launches[i].name);
    free(t->buffers);
    free(t->writes);
    free(t->launches);
    free(t->warps);
}

/* Whether what has come so far may be the beginning of a trace. */
static int check_so_far(struct parser *p)
{
    struct lp_warp_trace part = {.file = p->trace->file, .bytes = p->trace->bytes};
    struct parser so_far = {.trace = &part, .fault = p->fault};
    int error = parse(&so_far);
    free_lists(&part);
    return error == LP_ERR_SHORT ? LP_OK : error;
}

/* Looks at all of it each time that it has doubled, so that what is no trace takes no memory. */
static int read_file(struct parser *p, lp_read_fn *read, void *context)
{
    struct lp_warp_trace *t = p->trace;
    size_t room = 0, got = 1;
    while (got > 0) {
        if (t->bytes == room) {
            size_t more = room ? 2 * room : FIRST_ROOM;
            int error = room > 0 ? check_so_far(p) : LP_OK;
            if (error != LP_OK)
                return error;
            if (more <= room || more > LPI_WARP_FILE_MAX)
                return refuse(p, LP_ERR_TRACE_COUNT, "more than %" PRIu64 " bytes",
                              LPI_WARP_FILE_MAX);
            uint8_t *larger = realloc(t->file, more);
            if (larger == NULL)
                return no_memory(p);
            t->file = larger;
            room = more;
        }
        int error = read(context, t->file + t->bytes, room - t->bytes, &got);
        if (error != LP_OK)
            return refuse(p, error, "the trace cannot be read");
        t->bytes += got;
    }
    return t->bytes > 0 ? LP_OK : refuse(p, LP_ERR_EMPTY, "%s", lp_strerror(LP_ERR_EMPTY));
}

int lp_warp_trace_read(lp_read_fn *read, void *context, struct lp_warp_trace **trace,
                       struct lp_warp_fault *fault)
{
    if (read == NULL || trace == NULL)
        return LP_ERR_ARG;
    struct lp_warp_trace *t = calloc(1, sizeof *t);
    struct parser p = {.trace = t, .fault = fault};
    if (t == NULL)
        return no_memory(&p);
    int error = read_file(&p, read, context);
    if (error == LP_OK)
        error = parse(&p);
    if (error == LP_OK)
        *trace = t;
    else
        lp_warp_trace_free(t);
    return error;
}

void lp_warp_trace_free(struct lp_warp_trace *t)
{
    if (t == NULL)
        return;
    free_lists(t);
    free(t->file);
    free(t);
}

/* ---- what a trace has ---- */

uint64_t lp_warp_trace_bytes(const struct lp_warp_trace *t)
{
    return t->bytes;
}

size_t lp_warp_buffer_count(const struct lp_warp_trace *t)
{
    return t->buffer_count;
}

const struct lp_warp_buffer *lp_warp_buffer(const struct lp_warp_trace *t, size_t number)
{
    return number < t->buffer_count ? &t->buffers[number] : NULL;
}

size_t lp_warp_host_write_count(const struct lp_warp_trace *t)
{
    return t->write_count;
}

const struct lp_warp_host_write *lp_warp_host_write(const struct lp_warp_trace *t, size_t number)
{
    return number < t->write_count ? &t->writes[number] : NULL;
}

size_t lp_warp_launch_count(const struct lp_warp_trace *t)
{
    return t->launch_count;
}

const struct lp_warp_launch *lp_warp_launch(const struct lp_warp_trace *t, size_t number)
{
    return number < t->launch_count ? &t->launches[number] : NULL;
}

size_t lp_warp_count(const struct lp_warp_trace *t)
{
    return t->warp_count;
}

const struct lp_warp *lp_warp(const struct lp_warp_trace *t, size_t number)
{
    return number < t->warp_count ? &t->warps[number].id : NULL;
}

const struct lp_warp_buffer *lp_warp_find(const struct lp_warp_trace *t, uint64_t address,
                                          uint64_t bytes)
{
    size_t number = find(t, address);
    return number < t->buffer_count && holds(&t->buffers[number], address, bytes)
               ? &t->buffers[number]
               : NULL;
}

int lp_warp_start(const struct lp_warp_trace *t, size_t warp, struct lp_warp_cursor *cursor)
{
    if (LPI_ANY_NULL(t, cursor) || warp >= t->warp_count)
        return LP_ERR_ARG;
    *cursor = (struct lp_warp_cursor){t->warps[warp].records, t->file + t->bytes};
    return LP_OK;
}

void lp_warp_next(struct lp_warp_cursor *cursor, struct lp_warp_record *record)
{
    const uint8_t *at = cursor->at;
    lpi_warp_record(&at, cursor->end, record);
    if (record->kind != LP_WARP_END)
        cursor->at = at;
}
