/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "import.h"
#include "../../lib/accelsim/kernels_list.h"
#include "../../lib/accelsim/traceg.h"
#include "../../lib/accelsim/tracez.h"
#include "../../lib/io/input_all.h"
#include "buffers_file.h"
#include "regions.h"
#include "values.h"
#include "warp_maker.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <linepress/linepress.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define TELL_EVERY 4096u /* instructions between two calls of progress */

struct import {
    const struct import_ask *ask;
    struct import_counts *counts;
    struct trace_sum *sum;
    struct lpi_fault *fault;
    struct lpi_kernels_list list;
    struct regions regions;
    struct values values;
    struct warp_maker *maker;
    struct lp_warp_writer *writer; /* NULL: only the addresses are collected */
    struct lpi_traceg *traceg;     /* the open kernel */
    uint64_t bytes;                /* of the kernels before it */
    uint64_t steps;
    bool used; /* an address of the trace is in a given buffer */
    lp_write_fn *write;
    void *context; /* of `write` */
};

static int count_written(void *context, const void *buffer, size_t bytes)
{
    struct import *i = context;
    i->sum->bytes += bytes;
    return i->write(i->context, buffer, bytes);
}

static int bad(struct import *i, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int bad(struct import *i, const char *format, ...)
{
    char why[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return lpi_fault_set(i->fault, LPI_BAD, "%s", why);
}

/* Of the writer: LP_ERR_ARG would be a record that no trace has. */
static int written(struct import *i, int error)
{
    if (error != LP_OK && i->fault->code == 0)
        bad(i, "the trace cannot be written: %s",
            error == LP_ERR_SYSTEM ? strerror(errno) : lp_strerror(error));
    return i->fault->code;
}

static int read_input(void *context, void *buffer, size_t bytes, size_t *got)
{
    return lp_input_read(context, buffer, bytes, got);
}

/* ---- buffers ---- */

static int read_list(struct import *i)
{
    struct lp_input *input = lpi_input_begin(i->ask->list, LPI_INPUT_RAW, i->fault);
    if (input == NULL)
        return i->fault->code;
    lpi_kernels_list_read(read_input, input, i->ask->list, &i->list, i->fault);
    lp_input_close(input);
    return i->fault->code;
}

/* The buffers that are given, and those that the list of copies leads to. */
static int find_buffers(struct import *i)
{
    static const char *const kinds[] = {[LPI_COMMAND_TO_DEVICE] = "copy",
                                        [LPI_COMMAND_TO_HOST] = "copy",
                                        [LPI_COMMAND_MALLOC] = "malloc"};
    if (i->ask->values != NULL)
        values_open(i->ask->values, &i->values, i->fault);
    if (i->fault->code == 0 && i->ask->buffers != NULL)
        buffers_file_read(i->ask->buffers, &i->regions, i->fault);
    else if (i->fault->code == 0 && i->values.set != NULL)
        values_regions(&i->values, &i->regions, i->fault);
    for (enum lpi_command_kind kind = LPI_COMMAND_MALLOC; kind > LPI_COMMAND_KERNEL; kind--)
        for (size_t n = 0; n < i->list.count && i->fault->code == 0; n++) {
            const struct lpi_command *c = &i->list.commands[n];
            if (c->kind == kind)
                regions_fill(&i->regions, kinds[kind], c->address, c->bytes, i->fault);
        }
    return i->fault->code;
}

static int write_buffers(struct import *i)
{
    bool found = false;
    for (size_t n = 0; n < i->regions.count && i->fault->code == 0; n++) {
        const struct region *r = &i->regions.list[n];
        struct lp_warp_buffer buffer = {.name = r->name, .address = r->address, .bytes = r->bytes};
        struct lp_warp_item item = {
            .kind = LP_WARP_ITEM_BUFFER, .name = r->name, .address = r->address, .bytes = r->bytes};
        uint8_t *contents;
        if (values_of(&i->values, r, &contents, i->fault) != 0)
            break;
        buffer.contents = contents;
        item.data = contents != NULL ? r->bytes : 0;
        written(i, lp_warp_writer_buffer(i->writer, &buffer));
        found |= contents != NULL;
        free(contents);
        if (i->fault->code == 0)
            trace_sum_item(i->sum, &item, i->fault);
    }
    if (i->values.set != NULL && !found)
        return bad(i, "%s: no buffer of the trace has the name of an allocation of the set",
                   i->values.where);
    return i->fault->code;
}

/* ---- copies ---- */

/* Bytes that the host wrote are those of the set, or not known: zeros. */
static int write_part(struct import *i, enum lpi_command_kind kind, const struct region *r,
                      uint64_t address, uint64_t bytes)
{
    struct lp_warp_item item = {.address = address, .bytes = bytes};
    uint8_t *contents = NULL, *zeros = NULL;
    if (kind == LPI_COMMAND_TO_HOST) {
        item.kind = LP_WARP_ITEM_HOST_READ;
        written(i, lp_warp_writer_host_read(i->writer, address, bytes));
        return i->fault->code != 0 ? i->fault->code : trace_sum_item(i->sum, &item, i->fault);
    }
    item.kind = LP_WARP_ITEM_HOST_WRITE;
    if (values_of(&i->values, r, &contents, i->fault) != 0)
        return i->fault->code;
    if (contents == NULL && (zeros = calloc(1, bytes)) == NULL)
        return bad(i, "no memory for a copy of %" PRIu64 " bytes", bytes);
    written(i, lp_warp_writer_host_write(
                   i->writer, address, contents != NULL ? contents + (address - r->address) : zeros,
                   bytes));
    free(contents);
    free(zeros);
    return i->fault->code != 0 ? i->fault->code : trace_sum_item(i->sum, &item, i->fault);
}

/* A copy may reach over several buffers. */
static int write_copy(struct import *i, const struct lpi_command *c)
{
    uint64_t at = c->address, end = c->address + c->bytes;
    while (at < end && i->fault->code == 0) {
        const struct region *r = regions_find(&i->regions, at, 1);
        if (r == NULL) { /* the rest of a line whose buffer ends within it */
            at = (at / LP_LINE_BYTES + 1) * LP_LINE_BYTES;
            continue;
        }
        uint64_t stop = r->address + r->bytes < end ? r->address + r->bytes : end;
        i->used |= r->given;
        write_part(i, c->kind, r, at, stop - at);
        at = stop;
    }
    return i->fault->code;
}

/* ---- accesses ---- */

/* Looks an access up; in the first pass, notes its page. */
static int check_access(struct import *i, uint64_t address, unsigned bytes)
{
    char why[128];
    if (address > LP_WARP_ADDRESS_MAX - bytes) {
        snprintf(why, sizeof why, "an address above 2^48: 0x%" PRIx64, address);
        return lpi_traceg_wrong(i->traceg, i->fault, why);
    }
    const struct region *r = regions_find(&i->regions, address, bytes);
    if (r != NULL) {
        i->used |= r->given;
        return 0;
    }
    if (i->writer == NULL)
        return regions_want(&i->regions, address, bytes, i->fault);
    snprintf(why, sizeof why, "%u bytes at 0x%" PRIx64 " are in no buffer", bytes, address);
    return lpi_traceg_wrong(i->traceg, i->fault, why);
}

static int check_lanes(struct import *i, const struct lp_warp_record *r)
{
    for (unsigned lane = 0; lane < LP_WARP_LANES && i->fault->code == 0; lane++)
        if (r->mask >> lane & 1)
            check_access(i, r->address[lane], r->width);
    return i->fault->code;
}

static int put_record(struct import *i, const struct lpi_sass *s, const struct lp_warp_record *r)
{
    if (check_lanes(i, r) != 0 || i->writer == NULL)
        return i->fault->code;
    i->counts->no_bytes += r->kind != LP_WARP_LOAD && r->bytes == NULL;
    return warp_maker_record(i->maker, s, r);
}

static int put_plain(struct import *i, const struct lpi_sass *s)
{
    return i->writer != NULL ? warp_maker_plain(i->maker, s) : 0;
}

static int put_global(struct import *i, const struct lpi_sass *s)
{
    struct lp_warp_record r = {.kind = s->kind,
                               .mask = s->mask,
                               .width = s->width,
                               .constant = s->constant,
                               .bytes = s->has_bytes ? s->bytes : NULL};
    memcpy(r.address, s->address, sizeof r.address);
    return put_record(i, s, &r);
}

/* The pieces of a copy, cut into accesses of 16 bytes, take the lanes of as many records as needed. */
static int put_tensor(struct import *i, const struct lpi_sass *s)
{
    uint64_t piece = s->list_count > 0 ? s->list_bytes / s->list_count : 0;
    if (piece == 0 || s->list_bytes % s->list_count != 0) {
        i->counts->tensor += i->writer != NULL;
        return put_plain(i, s);
    }
    unsigned width = piece % 16 == 0 ? 16 : piece % 4 == 0 ? 4 : 1;
    struct lp_warp_record r = {.kind = s->kind, .width = width};
    uint64_t all = s->list_count * (piece / width);
    for (uint64_t n = 0; n < all && i->fault->code == 0; n++) {
        unsigned lane = (unsigned)(n % LP_WARP_LANES);
        r.mask |= UINT32_C(1) << lane;
        r.address[lane] = s->list[n / (piece / width)] + n % (piece / width) * width;
        if (lane != LP_WARP_LANES - 1 && n + 1 < all)
            continue;
        int code = put_record(i, s, &r);
        if (code != 0)
            return code;
        r = (struct lp_warp_record){.kind = s->kind, .width = width};
    }
    return i->fault->code;
}

static int put_unknown(struct import *i, const struct lpi_sass *s)
{
    if (i->writer != NULL && i->counts->unknown++ == 0)
        snprintf(i->counts->unknown_opcode, sizeof i->counts->unknown_opcode, "%.*s",
                 (int)s->opcode_bytes, s->opcode);
    return put_plain(i, s);
}

static int put_instruction(struct import *i, const struct lpi_sass *s)
{
    static const struct lp_warp_record barrier = {.kind = LP_WARP_BARRIER};
    if (i->steps++ % TELL_EVERY == 0)
        lpi_tell_progress(i->ask->tell, i->bytes + lpi_traceg_bytes(i->traceg), UINT64_MAX);
    switch (s->class) {
    case LPI_SASS_GLOBAL: return put_global(i, s);
    case LPI_SASS_TENSOR: return put_tensor(i, s);
    case LPI_SASS_UNKNOWN: return put_unknown(i, s);
    case LPI_SASS_BARRIER: return i->writer != NULL ? warp_maker_record(i->maker, s, &barrier) : 0;
    case LPI_SASS_LOCAL: i->counts->local += i->writer != NULL; return put_plain(i, s);
    case LPI_SASS_PLAIN: break;
    }
    return put_plain(i, s);
}

/* ---- kernels ---- */

static int write_record(void *context, const struct lp_warp_record *record)
{
    struct import *i = context;
    trace_sum_record(i->sum, record);
    return written(i, lp_warp_writer_record(i->writer, record));
}

/* A name without blanks and slashes; one that is too long ends in the checksum of the whole. */
static void name_kernel(const char *from, char name[LP_WARP_NAME_MAX + 1])
{
    size_t length = strlen(from);
    size_t kept = length < LP_WARP_NAME_MAX ? length : LP_WARP_NAME_MAX;
    memcpy(name, from, kept);
    name[kept] = '\0';
    if (length > LP_WARP_NAME_MAX)
        snprintf(name + LP_WARP_NAME_MAX - 9, 10, "~%08" PRIx32,
                 (uint32_t)crc32(0, (const Bytef *)from, (uInt)length));
    for (char *c = name; *c != '\0'; c++)
        if ((unsigned char)*c <= ' ' || *c == 127 || *c == '/')
            *c = '_';
    if (*name == '.')
        *name = '_';
}

static int begin_launch(struct import *i)
{
    const struct lpi_traceg_kernel *k = lpi_traceg_kernel(i->traceg);
    char name[LP_WARP_NAME_MAX + 1];
    struct lp_warp_item item = {.kind = LP_WARP_ITEM_LAUNCH};
    name_kernel(k->name, name);
    item.launch = (struct lp_warp_launch){.name = name,
                                          .local_bytes = k->shared_bytes,
                                          .registers = k->registers,
                                          .stream = k->stream};
    for (unsigned d = 0; d < 3; d++) {
        item.launch.grid[d] = k->groups[d] * k->block[d];
        item.launch.block[d] = k->block[d];
    }
    int error = lp_warp_writer_begin_launch(i->writer, &item.launch);
    if (error == LP_ERR_ARG)
        return lpi_traceg_wrong(i->traceg, i->fault,
                                "a launch of 2^31 warps or more, or of more "
                                "than 2^48 bytes of shared memory");
    return written(i, error) != 0 ? i->fault->code : trace_sum_item(i->sum, &item, i->fault);
}

static int read_warp(struct import *i, const struct lp_warp *warp)
{
    const struct lpi_sass *s;
    if (i->writer != NULL) {
        trace_sum_warp(i->sum);
        warp_maker_begin(i->maker);
        written(i, lp_warp_writer_warp(i->writer, warp->group, warp->number));
    }
    while (i->fault->code == 0 && (s = lpi_traceg_next(i->traceg, i->fault)) != NULL)
        put_instruction(i, s);
    if (i->writer != NULL && i->fault->code == 0)
        warp_maker_end(i->maker);
    return i->fault->code;
}

static int read_kernel(struct import *i)
{
    struct lp_warp warp;
    bool more = true;
    if (i->writer != NULL)
        begin_launch(i);
    while (i->fault->code == 0 && more)
        if (lpi_traceg_warp(i->traceg, &warp, &more, i->fault) == 0 && more)
            read_warp(i, &warp);
    if (i->writer != NULL && i->fault->code == 0)
        written(i, lp_warp_writer_end_launch(i->writer));
    return i->fault->code;
}

static bool is_tracez(const char *path)
{
    size_t length = strlen(path), end = strlen(".tracez");
    return length > end && strcmp(path + length - end, ".tracez") == 0;
}

static int read_text(struct import *i, const char *path, lp_read_fn *read, void *context)
{
    if (lpi_traceg_open(read, context, path, &i->traceg, i->fault) == 0) {
        read_kernel(i);
        i->bytes += lpi_traceg_bytes(i->traceg);
    }
    lpi_traceg_close(i->traceg);
    i->traceg = NULL;
    return i->fault->code;
}

static int read_traceg(struct import *i, const char *path)
{
    struct lp_input *input = lpi_input_begin(path, LPI_INPUT_RAW, i->fault);
    if (input == NULL)
        return i->fault->code;
    read_text(i, path, read_input, input);
    lp_input_close(input);
    return i->fault->code;
}

static int read_tracez(struct import *i, const char *path)
{
    struct lpi_tracez *z;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return lpi_fault_file(i->fault, path, LP_ERR_SYSTEM);
    if (lpi_tracez_open(file, path, &z, i->fault) == 0) {
        read_text(i, path, lpi_tracez_read, z);
        if (*lpi_tracez_why(z) != '\0')
            bad(i, "%s: %s", path, lpi_tracez_why(z));
    }
    lpi_tracez_close(z);
    fclose(file);
    return i->fault->code;
}

/* The file is in the list's folder. */
static int open_kernel(struct import *i, const char *name)
{
    char path[PATH_MAX];
    const char *slash = strrchr(i->ask->list, '/');
    int folder = slash != NULL ? (int)(slash - i->ask->list) + 1 : 0;
    if ((size_t)snprintf(path, sizeof path, "%.*s%s", folder, i->ask->list, name) >= sizeof path)
        return bad(i, "%s: a path that is too long", name);
    return is_tracez(path) ? read_tracez(i, path) : read_traceg(i, path);
}

/* One pass over the list. */
static int read_all(struct import *i)
{
    for (size_t n = 0; n < i->list.count && i->fault->code == 0; n++) {
        const struct lpi_command *c = &i->list.commands[n];
        if (c->kind == LPI_COMMAND_KERNEL)
            open_kernel(i, c->name);
        else if (c->kind != LPI_COMMAND_MALLOC && i->writer != NULL)
            write_copy(i, c);
    }
    return i->fault->code;
}

static int write_all(struct import *i)
{
    if (written(i, lp_warp_writer_open(count_written, i, &i->writer)) != 0)
        return i->fault->code;
    if (write_buffers(i) == 0 && read_all(i) == 0)
        written(i, lp_warp_writer_finish(i->writer));
    lp_warp_writer_close(i->writer);
    if (i->fault->code == 0 && i->values.set != NULL && !i->used)
        bad(i,
            "%s: no address of the trace is in an allocation of the set: they come from another "
            "run; --buffers says where this run had them",
            i->values.where);
    return i->fault->code;
}

int trace_import(const struct import_ask *ask, lp_write_fn *write, void *context,
                 struct trace_sum *sum, struct import_counts *counts, struct lpi_fault *fault)
{
    struct import i = {.ask = ask,
                       .counts = counts,
                       .sum = sum,
                       .fault = fault,
                       .write = write,
                       .context = context};
    *counts = (struct import_counts){.pages = 0};
    i.maker = warp_maker_open(write_record, &i);
    if (i.maker == NULL)
        bad(&i, "trace: no memory");
    if (fault->code == 0 && read_list(&i) == 0 && find_buffers(&i) == 0 && !ask->strict)
        read_all(&i);
    if (fault->code == 0 && !ask->strict)
        regions_make(&i.regions, fault);
    counts->pages = i.regions.page_count;
    if (fault->code == 0)
        write_all(&i);
    warp_maker_close(i.maker);
    values_close(&i.values);
    regions_free(&i.regions);
    lpi_kernels_list_free(&i.list);
    return fault->code;
}
