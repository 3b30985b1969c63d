/* SPDX-License-Identifier: Apache-2.0 */
#include "../../base/null.h"
#include "warp_form.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define ROOM 65536u
#define NUMBER_BYTES 10u /* at most */

struct lp_warp_writer {
    lp_write_fn *write;
    void *context;
    int error; /* the first error, which every later call returns */
    uint32_t crc;
    size_t have;
    uint64_t next_address; /* the lowest address for the next buffer */
    uint64_t groups;       /* of the launch that is open; 0: none is */
    uint32_t per_group;
    uint64_t next_warp; /* group * per_group + number, at least */
    int in_warp;
    uint8_t buffer[ROOM];
};

/* ---- bytes ---- */

static int fail(struct lp_warp_writer *w, int error)
{
    if (w->error == LP_OK)
        w->error = error;
    return w->error;
}

static void flush(struct lp_warp_writer *w)
{
    w->crc = (uint32_t)crc32(w->crc, w->buffer, (uInt)w->have);
    if (w->error == LP_OK)
        w->error = w->write(w->context, w->buffer, w->have);
    w->have = 0;
}

static void put_bytes(struct lp_warp_writer *w, const void *bytes, uint64_t count)
{
    const uint8_t *from = bytes;
    while (count > 0) {
        size_t part = count < ROOM - w->have ? (size_t)count : ROOM - w->have;
        memcpy(w->buffer + w->have, from, part);
        w->have += part;
        from += part;
        count -= part;
        if (w->have == ROOM)
            flush(w);
    }
}

static void put_byte(struct lp_warp_writer *w, unsigned byte)
{
    uint8_t one = (uint8_t)byte;
    put_bytes(w, &one, 1);
}

static void put_fixed(struct lp_warp_writer *w, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        put_byte(w, value >> 8 * i & 255);
}

static void put_number(struct lp_warp_writer *w, uint64_t value)
{
    uint8_t apart[NUMBER_BYTES], *to = apart;
    int fits = ROOM - w->have > NUMBER_BYTES;
    size_t count = 0;
    if (fits)
        to = w->buffer + w->have;
    for (; value >= 128; value >>= 7)
        to[count++] = (uint8_t)(value | 128);
    to[count++] = (uint8_t)value;
    if (fits)
        w->have += count;
    else
        put_bytes(w, apart, count);
}

static void put_name(struct lp_warp_writer *w, const char *name)
{
    put_byte(w, (unsigned)strlen(name));
    put_bytes(w, name, strlen(name));
}

/* ---- items ---- */

int lp_warp_writer_open(lp_write_fn *write, void *context, struct lp_warp_writer **writer)
{
    static const uint8_t magic[8] = LPI_WARP_MAGIC;
    if (write == NULL || writer == NULL)
        return LP_ERR_ARG;
    struct lp_warp_writer *w = calloc(1, sizeof *w);
    if (w == NULL)
        return LP_ERR_SYSTEM;
    w->write = write;
    w->context = context;
    w->crc = (uint32_t)crc32(0, NULL, 0);
    put_bytes(w, magic, sizeof magic);
    put_byte(w, LP_WARP_VERSION);
    for (unsigned i = sizeof magic + 1; i < LPI_WARP_HEADER_BYTES; i++)
        put_byte(w, 0);
    *writer = w;
    return LP_OK;
}

/* Whether bytes from an address on stay within the address space. */
static int in_space(uint64_t address, uint64_t bytes)
{
    return bytes > 0 && bytes <= LP_WARP_ADDRESS_MAX && address <= LP_WARP_ADDRESS_MAX - bytes;
}

int lp_warp_writer_buffer(struct lp_warp_writer *w, const struct lp_warp_buffer *b)
{
    if (LPI_ANY_NULL(w, b))
        return LP_ERR_ARG;
    if (w->groups != 0 || b->name == NULL || !lpi_warp_name_valid(b->name, strlen(b->name)) ||
        !in_space(b->address, b->bytes) || b->address % LP_LINE_BYTES != 0 ||
        b->address < w->next_address)
        return fail(w, LP_ERR_ARG);
    put_byte(w, LPI_WARP_BUFFER);
    put_byte(w, (b->contents != NULL ? LPI_WARP_CONTENTS : 0u) |
                    (b->constant ? LPI_WARP_CONSTANT : 0u));
    put_name(w, b->name);
    put_number(w, b->address);
    put_number(w, b->bytes);
    if (b->contents != NULL)
        put_bytes(w, b->contents, b->bytes);
    w->next_address = b->address + b->bytes;
    return w->error;
}

int lp_warp_writer_host_write(struct lp_warp_writer *w, uint64_t address, const void *data,
                              uint64_t bytes)
{
    if (LPI_ANY_NULL(w, data))
        return LP_ERR_ARG;
    if (w->groups != 0 || !in_space(address, bytes))
        return fail(w, LP_ERR_ARG);
    put_byte(w, LPI_WARP_HOST_WRITE);
    put_number(w, address);
    put_number(w, bytes);
    put_bytes(w, data, bytes);
    return w->error;
}

int lp_warp_writer_host_read(struct lp_warp_writer *w, uint64_t address, uint64_t bytes)
{
    if (w == NULL)
        return LP_ERR_ARG;
    if (w->groups != 0 || !in_space(address, bytes))
        return fail(w, LP_ERR_ARG);
    put_byte(w, LPI_WARP_HOST_READ);
    put_number(w, address);
    put_number(w, bytes);
    return w->error;
}

int lp_warp_writer_begin_launch(struct lp_warp_writer *w, const struct lp_warp_launch *l)
{
    if (LPI_ANY_NULL(w, l))
        return LP_ERR_ARG;
    uint64_t groups = lpi_warp_groups(l->grid, l->block);
    if (w->groups != 0 || groups == 0 || l->name == NULL ||
        !lpi_warp_name_valid(l->name, strlen(l->name)) ||
        groups > LP_WARP_COUNT_MAX / lpi_warp_per_group(l->block) ||
        l->local_bytes > LP_WARP_ADDRESS_MAX)
        return fail(w, LP_ERR_ARG);
    put_byte(w, LPI_WARP_LAUNCH);
    put_name(w, l->name);
    for (unsigned d = 0; d < 3; d++)
        put_number(w, l->grid[d]);
    for (unsigned d = 0; d < 3; d++)
        put_number(w, l->block[d]);
    put_number(w, l->local_bytes);
    put_number(w, l->registers);
    put_number(w, l->stream);
    w->groups = groups;
    w->per_group = lpi_warp_per_group(l->block);
    w->next_warp = 0;
    return w->error;
}

int lp_warp_writer_launch(struct lp_warp_writer *w, const char *name, const uint32_t grid[3],
                          const uint32_t block[3])
{
    if (LPI_ANY_NULL(w, name, grid, block))
        return LP_ERR_ARG;
    return lp_warp_writer_begin_launch(
        w, &(struct lp_warp_launch){.name = name,
                                    .grid = {grid[0], grid[1], grid[2]},
                                    .block = {block[0], block[1], block[2]}});
}

int lp_warp_writer_warp(struct lp_warp_writer *w, uint32_t group, uint32_t number)
{
    if (w == NULL)
        return LP_ERR_ARG;
    if (w->in_warp || group >= w->groups || number >= w->per_group ||
        (uint64_t)group * w->per_group + number < w->next_warp)
        return fail(w, LP_ERR_ARG);
    put_byte(w, LPI_WARP_WARP);
    put_number(w, group);
    put_number(w, number);
    w->next_warp = (uint64_t)group * w->per_group + number + 1;
    w->in_warp = 1;
    return w->error;
}

/* ---- records ---- */

/* Whether one stride gives all addresses; *stride = that stride. */
static bool has_stride(const struct lp_warp_record *r, int64_t *stride)
{
    unsigned first = lpi_warp_lowest(r->mask);
    uint32_t rest = r->mask & (r->mask - 1);
    *stride = 0;
    if (rest == 0)
        return true;
    unsigned second = lpi_warp_lowest(rest);
    int64_t difference = (int64_t)(r->address[second] - r->address[first]);
    *stride = difference / (int64_t)(second - first);
    for (unsigned lane = second; lane < LP_WARP_LANES; lane++)
        if (r->mask >> lane & 1 &&
            (int64_t)(r->address[lane] - r->address[first]) != *stride * (int64_t)(lane - first))
            return false;
    return true;
}

static void put_addresses(struct lp_warp_writer *w, const struct lp_warp_record *r, int has,
                          int64_t stride)
{
    unsigned first = lpi_warp_lowest(r->mask);
    uint64_t before = r->address[first];
    put_number(w, before);
    if (has) {
        put_number(w, lpi_warp_zigzag(stride));
        return;
    }
    for (unsigned lane = first + 1; lane < LP_WARP_LANES; lane++) {
        if (!(r->mask >> lane & 1))
            continue;
        put_number(w, lpi_warp_zigzag((int64_t)(r->address[lane] - before)));
        before = r->address[lane];
    }
}

static void put_access(struct lp_warp_writer *w, const struct lp_warp_record *r)
{
    int64_t stride;
    int has = has_stride(r, &stride), unused = lpi_warp_returns(r->kind) && r->use == 0;
    put_byte(w, r->kind | (r->mask == UINT32_MAX ? LPI_WARP_FULL : 0u) |
                    (has ? LPI_WARP_STRIDE : 0u) | (unused ? LPI_WARP_UNUSED : 0u) |
                    (r->constant ? LPI_WARP_FROM_CONSTANT : 0u) |
                    (lpi_warp_stores(r->kind) && r->bytes == NULL ? LPI_WARP_NO_BYTES : 0u));
    put_number(w, r->gap);
    if (r->mask != UINT32_MAX)
        put_fixed(w, r->mask);
    put_byte(w, r->width);
    put_addresses(w, r, has, stride);
    if (lpi_warp_returns(r->kind) && r->use != 0)
        put_number(w, r->use);
    if (r->bytes != NULL)
        put_bytes(w, r->bytes, (uint64_t)r->width * lpi_warp_lanes(r->mask));
}

static bool access_valid(const struct lp_warp_record *r)
{
    if (r->mask == 0 || r->width == 0 || r->width > LP_WARP_WIDTH_MAX ||
        (r->constant && r->kind != LP_WARP_LOAD) ||
        (r->bytes != NULL && !lpi_warp_stores(r->kind)) ||
        (r->use != 0 && !lpi_warp_returns(r->kind)))
        return false;
    for (unsigned lane = 0; lane < LP_WARP_LANES; lane++)
        if (r->mask >> lane & 1 && !in_space(r->address[lane], r->width))
            return false;
    return true;
}

int lp_warp_writer_record(struct lp_warp_writer *w, const struct lp_warp_record *r)
{
    if (LPI_ANY_NULL(w, r))
        return LP_ERR_ARG;
    if (!w->in_warp || r->gap > LP_WARP_INSTRUCTIONS_MAX || r->use > LP_WARP_INSTRUCTIONS_MAX)
        return fail(w, LP_ERR_ARG);
    if (lpi_warp_accesses(r->kind)) {
        if (!access_valid(r))
            return fail(w, LP_ERR_ARG);
        put_access(w, r);
        return w->error;
    }
    if (r->kind != LP_WARP_END && r->kind != LP_WARP_BARRIER)
        return fail(w, LP_ERR_ARG);
    put_byte(w, r->kind);
    put_number(w, r->gap);
    w->in_warp = r->kind == LP_WARP_BARRIER;
    return w->error;
}

int lp_warp_writer_end_launch(struct lp_warp_writer *w)
{
    if (w == NULL)
        return LP_ERR_ARG;
    if (w->groups == 0 || w->in_warp)
        return fail(w, LP_ERR_ARG);
    put_byte(w, LPI_WARP_END_LAUNCH);
    w->groups = 0;
    return w->error;
}

int lp_warp_writer_finish(struct lp_warp_writer *w)
{
    if (w == NULL)
        return LP_ERR_ARG;
    if (w->groups != 0)
        return fail(w, LP_ERR_ARG);
    put_byte(w, LPI_WARP_FINISH);
    flush(w);
    put_fixed(w, w->crc);
    flush(w);
    return w->error;
}

void lp_warp_writer_close(struct lp_warp_writer *w)
{
    free(w);
}
