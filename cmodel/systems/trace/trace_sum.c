/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "trace_sum.h"
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>

/* Notes a block in a table of 128 cells, which has at most 64; returns 1 if it is new. */
static unsigned add_block(uint64_t cells[128], uint8_t used[128], uint64_t block)
{
    unsigned cell = (unsigned)(block * UINT64_C(0x9e3779b97f4a7c15) >> 57);
    while (used[cell] && cells[cell] != block)
        cell = (cell + 1) & 127;
    if (used[cell])
        return 0;
    used[cell] = 1;
    cells[cell] = block;
    return 1;
}

/* Number of distinct blocks of 2^log2 bytes that the lanes access. */
static uint64_t blocks(const struct lp_warp_record *r, unsigned log2)
{
    uint64_t cells[128], count = 0, before = UINT64_MAX;
    uint8_t used[128] = {0};
    for (uint32_t rest = r->mask; rest != 0; rest &= rest - 1) {
        uint64_t address = r->address[__builtin_ctz(rest)];
        uint64_t first = address >> log2, last = (address + r->width - 1) >> log2;
        if (first != before)
            count += add_block(cells, used, first);
        if (last != first)
            count += add_block(cells, used, last);
        before = last;
    }
    return count;
}

void trace_sum_record(struct trace_sum *sum, const struct lp_warp_record *r)
{
    struct trace_launch *l = &sum->launches[sum->launch_count - 1];
    l->instructions += r->gap + (r->kind != LP_WARP_END);
    l->barriers += r->kind == LP_WARP_BARRIER;
    if (r->kind == LP_WARP_END || r->kind == LP_WARP_BARRIER)
        return;
    struct trace_accesses *a = &l->kinds[r->kind - LP_WARP_LOAD];
    uint64_t lanes = (uint64_t)__builtin_popcount(r->mask);
    a->instructions++;
    a->lanes += lanes;
    a->bytes += lanes * r->width;
    a->lines += blocks(r, 7);
    a->sectors += blocks(r, 5);
    a->unknown += r->kind != LP_WARP_LOAD && r->bytes == NULL;
}

void trace_sum_warp(struct trace_sum *sum)
{
    sum->warps++;
    sum->launches[sum->launch_count - 1].warps++;
}

static int add_buffer(struct trace_sum *sum, const struct lp_warp_item *item,
                      struct lpi_fault *fault)
{
    if (sum->buffer_count == sum->buffer_room) {
        size_t room = sum->buffer_room ? 2 * sum->buffer_room : 64;
        struct trace_buffer *larger = lpi_fault_resize(fault, sum->buffers, room * sizeof *larger);
        if (larger == NULL)
            return fault->code;
        sum->buffers = larger;
        sum->buffer_room = room;
    }
    struct trace_buffer *b = &sum->buffers[sum->buffer_count];
    *b = (struct trace_buffer){.buffer = {.name = strdup(item->name),
                                          .address = item->address,
                                          .bytes = item->bytes,
                                          .constant = item->constant,
                                          .launch = sum->launch_count},
                               .zero = item->data == 0};
    if (b->buffer.name == NULL)
        return lpi_fault_set(fault, LPI_BAD, "trace: no memory");
    sum->buffer_count++;
    sum->buffer_bytes += item->bytes;
    return 0;
}

static int add_launch(struct trace_sum *sum, const struct lp_warp_item *item,
                      struct lpi_fault *fault)
{
    if (sum->launch_count == sum->launch_room) {
        size_t room = sum->launch_room ? 2 * sum->launch_room : 64;
        struct trace_launch *larger = lpi_fault_resize(fault, sum->launches, room * sizeof *larger);
        if (larger == NULL)
            return fault->code;
        sum->launches = larger;
        sum->launch_room = room;
    }
    struct trace_launch *l = &sum->launches[sum->launch_count];
    *l = (struct trace_launch){.launch = item->launch};
    l->launch.name = strdup(item->launch.name);
    if (l->launch.name == NULL)
        return lpi_fault_set(fault, LPI_BAD, "trace: no memory");
    sum->launch_count++;
    return 0;
}

int trace_sum_item(struct trace_sum *sum, const struct lp_warp_item *item, struct lpi_fault *fault)
{
    switch (item->kind) {
    case LP_WARP_ITEM_BUFFER: return add_buffer(sum, item, fault);
    case LP_WARP_ITEM_LAUNCH: return add_launch(sum, item, fault);
    case LP_WARP_ITEM_HOST_WRITE:
        sum->host_writes++;
        sum->host_write_bytes += item->bytes;
        return 0;
    case LP_WARP_ITEM_HOST_READ:
        sum->host_reads++;
        sum->host_read_bytes += item->bytes;
        return 0;
    case LP_WARP_ITEM_END: break;
    }
    return 0;
}

static int add_group(struct trace_sum *sum, struct lp_warp_group *group)
{
    struct lp_warp_record record;
    for (unsigned i = 0; i < lp_warp_group_warps(group); i++) {
        trace_sum_warp(sum);
        do {
            int error = lp_warp_group_next(group, i, &record);
            if (error != LP_OK)
                return error;
            trace_sum_record(sum, &record);
        } while (record.kind != LP_WARP_END);
    }
    return LP_OK;
}

static int add_groups(struct lp_warp_stream *stream, const char *name, struct trace_sum *sum,
                      struct lpi_fault *fault)
{
    for (;;) {
        struct lp_warp_group *group;
        int error = lp_warp_stream_group(stream, 0, &group);
        if (error != LP_OK)
            return lpi_fault_set(fault, LPI_BAD, "%s: %s", name, lp_warp_stream_why(stream));
        if (group == NULL)
            return 0;
        error = add_group(sum, group);
        lp_warp_group_free(group);
        if (error != LP_OK)
            return lpi_fault_file(fault, name, error);
    }
}

int trace_sum_stream(struct lp_warp_stream *stream, const char *name, struct trace_sum *sum,
                     struct lpi_fault *fault)
{
    struct lp_warp_item item = {.kind = LP_WARP_ITEM_BUFFER};
    while (fault->code == 0 && item.kind != LP_WARP_ITEM_END) {
        if (lp_warp_stream_next(stream, &item) != LP_OK)
            return lpi_fault_set(fault, LPI_BAD, "%s: %s", name, lp_warp_stream_why(stream));
        if (trace_sum_item(sum, &item, fault) == 0)
            add_groups(stream, name, sum, fault);
    }
    sum->bytes = lp_warp_stream_bytes(stream);
    return fault->code;
}

void trace_sum_free(struct trace_sum *sum)
{
    for (size_t i = 0; i < sum->buffer_count; i++)
        free((char *)(uintptr_t)sum->buffers[i].buffer.name);
    for (size_t i = 0; i < sum->launch_count; i++)
        free((char *)(uintptr_t)sum->launches[i].launch.name);
    free(sum->buffers);
    free(sum->launches);
    *sum = (struct trace_sum){.bytes = 0};
}
