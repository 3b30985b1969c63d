/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "../../base/null.h"
#include "warp_parse.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define LPI_WARP_FILE_MAX (UINT64_C(1) << 36) /* all of it is in memory */
#define FIRST_ROOM ((size_t)1 << 16)

struct warp {
    struct lp_warp id;
    const uint8_t *records;
};

struct lp_warp_trace {
    uint8_t *file;
    size_t bytes;
    struct lpi_warp_place *places; /* of the buffers */
    struct lp_warp_buffer *buffers;
    struct lp_warp_host_write *writes;
    struct lp_warp_host_read *reads;
    struct lp_warp_launch *launches;
    struct warp *warps;
    size_t buffer_count, write_count, read_count, launch_count, warp_count;
    size_t buffer_room, write_room, read_room, launch_room, warp_room;
};

/* Makes room for one more element of *list; memory grows with the items read. */
static int grow(struct lpi_warp_parser *p, void *list, size_t count, size_t *room, size_t element)
{
    void *old, *larger;
    if (count < *room)
        return LP_OK;
    size_t more = *room ? 2 * *room : 64;
    memcpy(&old, list, sizeof old);
    larger = more <= SIZE_MAX / element ? realloc(old, more * element) : NULL;
    if (larger == NULL)
        return lpi_warp_no_memory(p);
    memcpy(list, &larger, sizeof larger);
    *room = more;
    return LP_OK;
}

/* The data of an item stays where it is in the file. */
static int take_data(struct lpi_warp_parser *p, uint64_t count, const uint8_t **data)
{
    if ((uint64_t)(p->end - p->at) < count)
        return lpi_warp_cut(p);
    *data = count > 0 ? p->at : NULL;
    p->at += count;
    return LP_OK;
}

static int copy_name(struct lpi_warp_parser *p, const char *from, const char **name)
{
    *name = strdup(from);
    return *name != NULL ? LP_OK : lpi_warp_no_memory(p);
}

static int add_buffer(struct lp_warp_trace *t, struct lpi_warp_parser *p,
                      const struct lp_warp_item *item)
{
    int error = grow(p, &t->buffers, t->buffer_count, &t->buffer_room, sizeof *t->buffers);
    if (error != LP_OK)
        return error;
    struct lp_warp_buffer *b = &t->buffers[t->buffer_count];
    *b = (struct lp_warp_buffer){.address = item->address,
                                 .bytes = item->bytes,
                                 .constant = item->constant,
                                 .launch = t->launch_count};
    error = copy_name(p, item->name, &b->name);
    if (error != LP_OK)
        return error;
    t->buffer_count++; /* from here on the trace owns the name */
    return take_data(p, item->data, &b->contents);
}

static int add_write(struct lp_warp_trace *t, struct lpi_warp_parser *p,
                     const struct lp_warp_item *item)
{
    int error = grow(p, &t->writes, t->write_count, &t->write_room, sizeof *t->writes);
    if (error != LP_OK)
        return error;
    struct lp_warp_host_write *w = &t->writes[t->write_count++];
    *w = (struct lp_warp_host_write){
        .address = item->address, .bytes = item->bytes, .launch = t->launch_count};
    return take_data(p, item->data, &w->data);
}

static int add_read(struct lp_warp_trace *t, struct lpi_warp_parser *p,
                    const struct lp_warp_item *item)
{
    int error = grow(p, &t->reads, t->read_count, &t->read_room, sizeof *t->reads);
    if (error == LP_OK)
        t->reads[t->read_count++] = (struct lp_warp_host_read){item->address, item->bytes,
                                                               t->launch_count};
    return error;
}

static int add_warp(struct lp_warp_trace *t, struct lpi_warp_parser *p)
{
    struct lp_warp_record r = {.kind = LP_WARP_BARRIER};
    int error = grow(p, &t->warps, t->warp_count, &t->warp_room, sizeof *t->warps);
    if (error != LP_OK)
        return error;
    t->warps[t->warp_count++] = (struct warp){.id = p->warp, .records = p->at};
    while (error == LP_OK && r.kind != LP_WARP_END)
        error = lpi_warp_parse_record(p, &r);
    return error;
}

static int add_launch(struct lp_warp_trace *t, struct lpi_warp_parser *p,
                      const struct lp_warp_item *item)
{
    int error = grow(p, &t->launches, t->launch_count, &t->launch_room, sizeof *t->launches);
    if (error != LP_OK)
        return error;
    struct lp_warp_launch *launch = &t->launches[t->launch_count];
    *launch = item->launch;
    launch->first_warp = t->warp_count;
    error = copy_name(p, item->launch.name, &launch->name);
    if (error != LP_OK)
        return error;
    t->launch_count++;
    for (bool is_warp = true; error == LP_OK && is_warp;) {
        error = lpi_warp_parse_warp(p, &is_warp);
        if (error == LP_OK && is_warp)
            error = add_warp(t, p);
    }
    launch->warps = t->warp_count - launch->first_warp;
    return error;
}

static int read_items(struct lp_warp_trace *t, struct lpi_warp_parser *p)
{
    struct lp_warp_item item;
    for (;;) {
        int error = lpi_warp_parse_item(p, &item);
        if (error != LP_OK || item.kind == LP_WARP_ITEM_END)
            return error;
        switch (item.kind) {
        case LP_WARP_ITEM_BUFFER: error = add_buffer(t, p, &item); break;
        case LP_WARP_ITEM_HOST_WRITE: error = add_write(t, p, &item); break;
        case LP_WARP_ITEM_HOST_READ: error = add_read(t, p, &item); break;
        default: error = add_launch(t, p, &item);
        }
        if (error != LP_OK)
            return error;
    }
}

/* The trace owns the lists that are filled, also after an error. */
static int parse(struct lp_warp_trace *t, struct lp_warp_fault *fault)
{
    struct lpi_warp_parser p = {
        .at = t->file, .end = t->file + t->bytes, .begin = t->file, .fault = fault};
    int error = lpi_warp_parse_header(&p);
    if (error == LP_OK)
        error = read_items(t, &p);
    if (error == LP_OK)
        error = lpi_warp_parse_end(
            &p, (uint32_t)crc32_z(crc32(0, NULL, 0), t->file, (size_t)lpi_warp_offset(&p)));
    t->places = p.places;
    return error;
}

static void free_lists(struct lp_warp_trace *t)
{
    for (size_t i = 0; i < t->buffer_count; i++)
        free((char *)t->buffers[i].name);
    for (size_t i = 0; i < t->launch_count; i++)
        free((char *)t->launches[i].name);
    free(t->places);
    free(t->buffers);
    free(t->writes);
    free(t->reads);
    free(t->launches);
    free(t->warps);
}

/* Whether the bytes read so far may begin a trace. */
static int check_so_far(const struct lp_warp_trace *t, struct lp_warp_fault *fault)
{
    struct lp_warp_trace part = {.file = t->file, .bytes = t->bytes};
    int error = parse(&part, fault);
    free_lists(&part);
    return error == LP_ERR_SHORT ? LP_OK : error;
}

/*
 * Checks the bytes each time they have doubled, so that a file that is not a trace takes little
 * memory.
 */
static int read_file(struct lp_warp_trace *t, lp_read_fn *read, void *context,
                     struct lp_warp_fault *fault)
{
    struct lpi_warp_parser p = {.fault = fault};
    size_t room = 0, got = 1;
    while (got > 0) {
        if (t->bytes == room) {
            size_t more = room ? 2 * room : FIRST_ROOM;
            int error = room > 0 ? check_so_far(t, fault) : LP_OK;
            if (error != LP_OK)
                return error;
            if (more <= room || more > LPI_WARP_FILE_MAX)
                return lpi_warp_refuse(&p, LP_ERR_TRACE_COUNT, "more than %" PRIu64 " bytes",
                                       LPI_WARP_FILE_MAX);
            uint8_t *larger = realloc(t->file, more);
            if (larger == NULL)
                return lpi_warp_no_memory(&p);
            t->file = larger;
            room = more;
        }
        int error = read(context, t->file + t->bytes, room - t->bytes, &got);
        if (error != LP_OK)
            return lpi_warp_refuse(&p, error, "the trace cannot be read");
        t->bytes += got;
    }
    return t->bytes > 0 ? LP_OK
                        : lpi_warp_refuse(&p, LP_ERR_EMPTY, "%s", lp_strerror(LP_ERR_EMPTY));
}

int lp_warp_trace_read(lp_read_fn *read, void *context, struct lp_warp_trace **trace,
                       struct lp_warp_fault *fault)
{
    if (read == NULL || trace == NULL)
        return LP_ERR_ARG;
    struct lp_warp_trace *t = calloc(1, sizeof *t);
    if (t == NULL)
        return lpi_warp_no_memory(&(struct lpi_warp_parser){.fault = fault});
    int error = read_file(t, read, context, fault);
    if (error == LP_OK)
        error = parse(t, fault);
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

/* ---- contents of a trace ---- */

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

size_t lp_warp_host_read_count(const struct lp_warp_trace *t)
{
    return t->read_count;
}

const struct lp_warp_host_read *lp_warp_host_read(const struct lp_warp_trace *t, size_t number)
{
    return number < t->read_count ? &t->reads[number] : NULL;
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
    size_t number = lpi_warp_place_at(t->places, t->buffer_count, address);
    return number < t->buffer_count && lpi_warp_holds(&t->places[number], address, bytes)
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
