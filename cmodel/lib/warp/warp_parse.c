/* SPDX-License-Identifier: Apache-2.0 */
#include "warp_parse.h"
#include "../../base/bytes.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CRC_BYTES 4u

int lpi_warp_refuse(struct lpi_warp_parser *p, int error, const char *format, ...)
{
    va_list arguments;
    if (p->fault == NULL)
        return error;
    va_start(arguments, format);
    vsnprintf(p->fault->why, sizeof p->fault->why, format, arguments);
    va_end(arguments);
    return error;
}

int lpi_warp_no_memory(struct lpi_warp_parser *p)
{
    return lpi_warp_refuse(p, LP_ERR_SYSTEM, "no memory for the trace");
}

static uint64_t bytes_so_far(const struct lpi_warp_parser *p)
{
    return p->base + (uint64_t)(p->end - p->begin);
}

int lpi_warp_cut(struct lpi_warp_parser *p)
{
    return lpi_warp_refuse(p, LP_ERR_SHORT,
                           "truncated: the trace ends in byte %" PRIu64 ", before its end",
                           bytes_so_far(p));
}

uint64_t lpi_warp_offset(const struct lpi_warp_parser *p)
{
    return p->base + (uint64_t)(p->at - p->begin);
}

static int bring(struct lpi_warp_parser *p)
{
    return p->more != NULL && (size_t)(p->end - p->at) < LPI_WARP_PART_MAX ? p->more(p) : LP_OK;
}

/* ---- what items have in common ---- */

static int take_number(struct lpi_warp_parser *p, uint64_t *value)
{
    uint64_t place = lpi_warp_offset(p);
    switch (lpi_warp_number(&p->at, p->end, value)) {
    case LPI_WARP_GOOD: return LP_OK;
    case LPI_WARP_CUT: return lpi_warp_cut(p);
    default:
        return lpi_warp_refuse(p, LP_ERR_TRACE_RECORD, "byte %" PRIu64 ": malformed number", place);
    }
}

static int take_byte(struct lpi_warp_parser *p, unsigned *byte)
{
    if (p->at == p->end)
        return lpi_warp_cut(p);
    *byte = *p->at++;
    return LP_OK;
}

static int take_name(struct lpi_warp_parser *p, char name[LP_WARP_NAME_MAX + 1])
{
    unsigned length = 0;
    uint64_t place = lpi_warp_offset(p);
    int error = take_byte(p, &length);
    if (error != LP_OK)
        return error;
    if ((size_t)(p->end - p->at) < length)
        return lpi_warp_cut(p);
    if (!lpi_warp_name_valid((const char *)p->at, length))
        return lpi_warp_refuse(p, LP_ERR_TRACE_RECORD,
                               "byte %" PRIu64 ": a name that is not 1 to %u bytes without blanks, "
                               "slashes and control characters",
                               place, LP_WARP_NAME_MAX);
    memcpy(name, p->at, length);
    name[length] = '\0';
    p->at += length;
    return LP_OK;
}

static int take_place(struct lpi_warp_parser *p, const char *what, struct lp_warp_item *item)
{
    uint64_t place = lpi_warp_offset(p);
    int error = take_number(p, &item->address);
    if (error == LP_OK)
        error = take_number(p, &item->bytes);
    if (error == LP_OK && (item->bytes == 0 || item->bytes > LP_WARP_ADDRESS_MAX ||
                           item->address > LP_WARP_ADDRESS_MAX - item->bytes))
        return lpi_warp_refuse(p, LP_ERR_TRACE_RECORD,
                               "byte %" PRIu64 ": %s has no bytes, or bytes above all addresses",
                               place, what);
    return error;
}

/* ---- buffers, and what the host does ---- */

size_t lpi_warp_place_at(const struct lpi_warp_place *places, size_t count, uint64_t address)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (places[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? low - 1 : count;
}

static bool in_a_buffer(struct lpi_warp_parser *p, uint64_t address, uint64_t bytes)
{
    if (p->found >= p->place_count || !lpi_warp_holds(&p->places[p->found], address, bytes))
        p->found = lpi_warp_place_at(p->places, p->place_count, address);
    return p->found < p->place_count && lpi_warp_holds(&p->places[p->found], address, bytes);
}

static int add_place(struct lpi_warp_parser *p, const char *before, uint64_t address,
                     uint64_t bytes)
{
    if (p->place_count > 0) {
        const struct lpi_warp_place *last = &p->places[p->place_count - 1];
        if (address < last->address + last->bytes)
            return lpi_warp_refuse(p, LP_ERR_TRACE_RECORD, "buffer '%s' begins before '%s' ends",
                                   p->name, before);
    }
    if (p->place_count == p->place_room) {
        size_t room = p->place_room ? 2 * p->place_room : 64;
        struct lpi_warp_place *larger = realloc(p->places, room * sizeof *larger);
        if (larger == NULL)
            return lpi_warp_no_memory(p);
        p->places = larger;
        p->place_room = room;
    }
    p->places[p->place_count++] = (struct lpi_warp_place){address, bytes};
    return LP_OK;
}

static int parse_buffer(struct lpi_warp_parser *p, struct lp_warp_item *item)
{
    unsigned flags = 0;
    char before[sizeof p->name];
    memcpy(before, p->name, sizeof before);
    int error = take_byte(p, &flags);
    if (error != LP_OK)
        return error;
    if (flags & ~(unsigned)(LPI_WARP_CONTENTS | LPI_WARP_CONSTANT))
        return lpi_warp_refuse(p, LP_ERR_TRACE_RECORD,
                               "byte %" PRIu64 ": unknown flags of a buffer",
                               lpi_warp_offset(p) - 1);
    error = take_name(p, p->name);
    if (error == LP_OK)
        error = take_place(p, "a buffer", item);
    if (error != LP_OK)
        return error;
    if (item->address % LP_LINE_BYTES != 0)
        return lpi_warp_refuse(p, LP_ERR_TRACE_RECORD, "buffer '%s' does not begin at a line",
                               p->name);
    item->name = p->name;
    item->constant = (flags & LPI_WARP_CONSTANT) != 0;
    item->data = flags & LPI_WARP_CONTENTS ? item->bytes : 0;
    return add_place(p, before, item->address, item->bytes);
}

static int parse_host(struct lpi_warp_parser *p, struct lp_warp_item *item)
{
    int writes = item->kind == LP_WARP_ITEM_HOST_WRITE;
    int error = take_place(p, writes ? "a write of the host" : "a read of the host", item);
    if (error != LP_OK)
        return error;
    uint64_t number = 1 + (writes ? p->writes++ : p->reads++);
    if (!in_a_buffer(p, item->address, item->bytes))
        return lpi_warp_refuse(p, LP_ERR_TRACE_RECORD,
                               "%s %" PRIu64 " of the host, of %" PRIu64 " bytes at 0x%" PRIx64
                               ", is outside every buffer",
                               writes ? "write" : "read", number, item->bytes, item->address);
    item->data = writes ? item->bytes : 0;
    return LP_OK;
}

/* ---- launches ---- */

static int take_sizes(struct lpi_warp_parser *p, uint32_t sizes[3])
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

static int take_needs(struct lpi_warp_parser *p, struct lp_warp_launch *launch)
{
    uint64_t registers;
    if (p->version < 2)
        return LP_OK;
    int error = take_number(p, &launch->local_bytes);
    if (error == LP_OK)
        error = take_number(p, &registers);
    if (error == LP_OK)
        error = take_number(p, &launch->stream);
    if (error != LP_OK)
        return error;
    if (launch->local_bytes > LP_WARP_ADDRESS_MAX || registers > UINT32_MAX)
        return lpi_warp_refuse(p, LP_ERR_TRACE_RECORD,
                               "launch %" PRIu64
                               " ('%s'): more than 2^48 bytes of local memory, or "
                               "than 2^32 - 1 registers",
                               p->launches, p->launch_name);
    launch->registers = (uint32_t)registers;
    return LP_OK;
}

static int parse_launch(struct lpi_warp_parser *p, struct lp_warp_item *item)
{
    struct lp_warp_launch *launch = &item->launch;
    int error = take_name(p, p->launch_name);
    if (error != LP_OK)
        return error;
    launch->name = p->launch_name;
    p->launches++;
    error = take_sizes(p, launch->grid);
    if (error == LP_OK)
        error = take_sizes(p, launch->block);
    if (error != LP_OK)
        return error;
    p->groups = lpi_warp_groups(launch->grid, launch->block);
    p->next_warp = 0;
    if (p->groups == 0)
        return lpi_warp_refuse(p, LP_ERR_TRACE_RECORD,
                               "launch %" PRIu64 " ('%s'): a grid or block of no size, of more "
                               "than 2^32 - 1, or a block of more than %u",
                               p->launches, launch->name, LP_WARP_BLOCK_MAX);
    p->per_group = lpi_warp_per_group(launch->block);
    if (p->groups > LP_WARP_COUNT_MAX / p->per_group)
        return lpi_warp_refuse(p, LP_ERR_TRACE_COUNT,
                               "launch %" PRIu64 " ('%s'): 2^31 warps or "
                               "more",
                               p->launches, launch->name);
    return take_needs(p, launch);
}

int lpi_warp_parse_item(struct lpi_warp_parser *p, struct lp_warp_item *item)
{
    unsigned kind = LPI_WARP_FINISH;
    int error = bring(p);
    if (error == LP_OK)
        error = take_byte(p, &kind);
    if (error != LP_OK)
        return error;
    *item = (struct lp_warp_item){.kind = LP_WARP_ITEM_END};
    switch (kind) {
    case LPI_WARP_FINISH: return LP_OK;
    case LPI_WARP_BUFFER: item->kind = LP_WARP_ITEM_BUFFER; return parse_buffer(p, item);
    case LPI_WARP_HOST_WRITE: item->kind = LP_WARP_ITEM_HOST_WRITE; return parse_host(p, item);
    case LPI_WARP_LAUNCH: item->kind = LP_WARP_ITEM_LAUNCH; return parse_launch(p, item);
    case LPI_WARP_HOST_READ:
        item->kind = LP_WARP_ITEM_HOST_READ;
        if (p->version > 1)
            return parse_host(p, item);
    }
    return lpi_warp_refuse(
        p, LP_ERR_TRACE_RECORD, "byte %" PRIu64 ": no buffer, write, launch or end%s",
        lpi_warp_offset(p) - 1, kind == LPI_WARP_HOST_READ ? "; version 1 has no host reads" : "");
}

/* ---- warps ---- */

int lpi_warp_parse_warp(struct lpi_warp_parser *p, bool *is_warp)
{
    unsigned item = LPI_WARP_END_LAUNCH;
    uint64_t group, number;
    int error = bring(p);
    if (error == LP_OK)
        error = take_byte(p, &item);
    if (error != LP_OK)
        return error;
    *is_warp = item == LPI_WARP_WARP;
    if (item == LPI_WARP_END_LAUNCH)
        return LP_OK;
    if (item != LPI_WARP_WARP)
        return lpi_warp_refuse(p, LP_ERR_TRACE_RECORD,
                               "byte %" PRIu64 ": neither a warp nor the launch's end",
                               lpi_warp_offset(p) - 1);
    error = take_number(p, &group);
    if (error == LP_OK)
        error = take_number(p, &number);
    if (error != LP_OK)
        return error;
    if (group >= p->groups || number >= p->per_group ||
        group * p->per_group + number < p->next_warp)
        return lpi_warp_refuse(p, LP_ERR_TRACE_RECORD,
                               "launch %" PRIu64 " ('%s'): warp %" PRIu64 " of group %" PRIu64
                               " is not in the launch, or out of order",
                               p->launches, p->launch_name, number, group);
    p->next_warp = group * p->per_group + number + 1;
    p->warp = (struct lp_warp){(uint32_t)group, (uint32_t)number};
    p->records = p->instructions = p->last_use = 0;
    return LP_OK;
}

static int refuse_record(struct lpi_warp_parser *p, enum lpi_warp_fault why)
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
    if (why == LPI_WARP_CUT)
        return lpi_warp_cut(p);
    return lpi_warp_refuse(
        p, LP_ERR_TRACE_RECORD,
        "launch %" PRIu64 " ('%s'), group %" PRIu32 ", warp %" PRIu32 ", record %" PRIu64 ": %s",
        p->launches, p->launch_name, p->warp.group, p->warp.number, p->records, texts[why]);
}

/* The lanes are usually in one buffer; otherwise each is looked up. */
static int check_lanes(struct lpi_warp_parser *p, const struct lp_warp_record *r)
{
    uint64_t low = UINT64_MAX, high = 0;
    for (unsigned lane = 0; lane < LP_WARP_LANES; lane++) {
        uint64_t taken = r->mask >> lane & 1 ? UINT64_MAX : 0, address = r->address[lane];
        low = (address | ~taken) < low ? address | ~taken : low;
        high = address > high ? address : high;
    }
    if (in_a_buffer(p, low, high - low + r->width))
        return LP_OK;
    for (unsigned lane = 0; lane < LP_WARP_LANES; lane++)
        if (r->mask >> lane & 1 && !in_a_buffer(p, r->address[lane], r->width))
            return lpi_warp_refuse(p, LP_ERR_TRACE_RECORD,
                                   "launch %" PRIu64 " ('%s'), group %" PRIu32 ", warp %" PRIu32
                                   ", record %" PRIu64 ": lane %u accesses %u bytes at 0x%" PRIx64
                                   ", outside every buffer",
                                   p->launches, p->launch_name, p->warp.group, p->warp.number,
                                   p->records, lane, r->width, r->address[lane]);
    return LP_OK;
}

static int check_end_of_warp(struct lpi_warp_parser *p)
{
    if (p->last_use == 0 || p->last_use < p->instructions)
        return LP_OK;
    return lpi_warp_refuse(p, LP_ERR_TRACE_RECORD,
                           "launch %" PRIu64 " ('%s'), group %" PRIu32 ", warp %" PRIu32
                           ": a value is used after the warp's end",
                           p->launches, p->launch_name, p->warp.group, p->warp.number);
}

int lpi_warp_parse_record(struct lpi_warp_parser *p, struct lp_warp_record *r)
{
    int error = bring(p);
    if (error != LP_OK)
        return error;
    const uint8_t *head = p->at;
    p->records++;
    enum lpi_warp_fault why = lpi_warp_record(&p->at, p->end, r);
    if (why == LPI_WARP_GOOD && p->version < 2 && *head & LPI_WARP_NO_BYTES)
        why = LPI_WARP_HEAD;
    if (why == LPI_WARP_GOOD && p->instructions + r->gap >= LP_WARP_INSTRUCTIONS_MAX)
        why = LPI_WARP_FAR;
    if (why != LPI_WARP_GOOD)
        return refuse_record(p, why);
    p->instructions += r->gap;
    if (r->use != 0 && p->instructions + r->use > p->last_use)
        p->last_use = p->instructions + r->use;
    if (r->kind == LP_WARP_END)
        return check_end_of_warp(p);
    p->instructions++;
    return lpi_warp_accesses(r->kind) ? check_lanes(p, r) : LP_OK;
}

/* ---- the file ---- */

int lpi_warp_parse_header(struct lpi_warp_parser *p)
{
    static const uint8_t magic[8] = LPI_WARP_MAGIC;
    int error = bring(p);
    if (error != LP_OK)
        return error;
    size_t bytes = (size_t)(p->end - p->at);
    if (memcmp(p->at, magic, bytes < sizeof magic ? bytes : sizeof magic) != 0)
        return lpi_warp_refuse(p, LP_ERR_TRACE_MAGIC, "not a warp trace: wrong magic");
    if (bytes < LPI_WARP_HEADER_BYTES + 1 + CRC_BYTES)
        return lpi_warp_cut(p);
    p->version = p->at[sizeof magic];
    if (p->version < 1 || p->version > LP_WARP_VERSION)
        return lpi_warp_refuse(p, LP_ERR_TRACE_VERSION, "version %u of warp traces is not known",
                               p->version);
    for (unsigned i = sizeof magic + 1; i < LPI_WARP_HEADER_BYTES; i++)
        if (p->at[i] != 0)
            return lpi_warp_refuse(p, LP_ERR_TRACE_RECORD, "byte %u of the header is not 0", i);
    p->at += LPI_WARP_HEADER_BYTES;
    return LP_OK;
}

/* The checksum follows the last item, and nothing follows the checksum. */
int lpi_warp_parse_end(struct lpi_warp_parser *p, uint32_t crc)
{
    int error = bring(p);
    if (error != LP_OK)
        return error;
    size_t rest = (size_t)(p->end - p->at);
    if (rest < CRC_BYTES)
        return lpi_warp_cut(p);
    if (rest > CRC_BYTES)
        return lpi_warp_refuse(p, LP_ERR_LONG,
                               "unexpected data after the trace's end, byte %" PRIu64,
                               lpi_warp_offset(p) + CRC_BYTES);
    if (crc != lpi_get_le32(p->at))
        return lpi_warp_refuse(p, LP_ERR_TRACE_CRC, "%s", lp_strerror(LP_ERR_TRACE_CRC));
    p->at += CRC_BYTES;
    return LP_OK;
}
