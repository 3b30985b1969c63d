/* SPDX-License-Identifier: Apache-2.0 */
#include "export.h"
#include "buffers_file.h"
#include "sass_writer.h"
#include <inttypes.h>
#include <linepress/linepress.h>
#include <linepress/warp_stream.h>
#include <string.h>

static const char list_name[] = "kernelslist.g", buffers_name[] = "buffers.json";

struct export
{
    const char *path;
    const struct export_place *place;
    const struct lpi_tell *tell;
    struct export_counts *counts;
    struct sass_counts sass;
    struct lpi_fault *fault;
    struct lp_warp_stream *stream;
    struct regions regions;
    FILE *list;
    struct sass_writer writer;
};

static int bad_stream(struct export *e)
{
    return lpi_fault_set(e->fault, LPI_BAD, "%s: %s", e->path, lp_warp_stream_why(e->stream));
}

/* ---- launches ---- */

static uint64_t groups_of(uint32_t grid, uint32_t block)
{
    return ((uint64_t)grid + block - 1) / block;
}

static void write_header(const struct lp_warp_launch *l, uint64_t number, FILE *file)
{
    fprintf(file,
            "-kernel name = %s\n-kernel id = %" PRIu64 "\n-grid dim = (%" PRIu64 ",%" PRIu64
            ",%" PRIu64 ")\n",
            l->name, number, groups_of(l->grid[0], l->block[0]), groups_of(l->grid[1], l->block[1]),
            groups_of(l->grid[2], l->block[2]));
    fprintf(file,
            "-block dim = (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")\n-shmem = %" PRIu64
            "\n-nregs = %" PRIu32 "\n-binary version = 70\n-cuda stream id = %" PRIu64 "\n",
            l->block[0], l->block[1], l->block[2], l->local_bytes, l->registers, l->stream);
    fprintf(
        file,
        "-shmem base_addr = 0x0000ffff00000000\n-local mem base_addr = "
        "0x0000fffe00000000\n-nvbit version = 0\n-accelsim tracer version = 3\n\n#traces format "
        "= PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [mode] "
        "[mem_addresses]\n");
}

/* Lanes of a warp of the block. */
static uint32_t lanes_of(const struct lp_warp_launch *l, uint32_t warp)
{
    uint32_t items = l->block[0] * l->block[1] * l->block[2] - LP_WARP_LANES * warp;
    return items >= LP_WARP_LANES ? UINT32_MAX : (UINT32_C(1) << items) - 1;
}

/* Its lines are counted before they are written. */
static int write_warp(struct export *e, struct lp_warp_group *group, unsigned index,
                      const struct lp_warp_launch *l, FILE *file)
{
    struct lp_warp_record record = {.kind = LP_WARP_BARRIER};
    uint32_t number = lp_warp_group_warp(group, index);
    uint64_t lines = 0;
    int error = LP_OK;
    while (error == LP_OK && record.kind != LP_WARP_END) {
        error = lp_warp_group_next(group, index, &record);
        lines += sass_lines(&record) + (record.kind != LP_WARP_END ? record.gap : 0);
    }
    fprintf(file, "\nwarp = %" PRIu32 "\ninsts = %" PRIu64 "\n", number, lines);
    sass_begin(&e->writer, file, lanes_of(l, number), &e->sass);
    lp_warp_group_rewind(group, index);
    record.kind = LP_WARP_BARRIER;
    while (error == LP_OK && record.kind != LP_WARP_END) {
        error = lp_warp_group_next(group, index, &record);
        if (error == LP_OK)
            sass_write(&e->writer, &record);
    }
    e->counts->instructions += lines;
    lpi_tell_progress(e->tell, lp_warp_stream_bytes(e->stream), UINT64_MAX);
    return error == LP_OK ? 0 : lpi_fault_file(e->fault, e->path, error);
}

static int write_group(struct export *e, struct lp_warp_group *group,
                       const struct lp_warp_launch *l, FILE *file)
{
    uint64_t number = lp_warp_group_number(group), x = groups_of(l->grid[0], l->block[0]),
             y = groups_of(l->grid[1], l->block[1]);
    fprintf(file, "\n#BEGIN_TB\n\nthread block = %" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", number % x,
            number / x % y, number / x / y);
    for (unsigned i = 0; i < lp_warp_group_warps(group) && e->fault->code == 0; i++)
        write_warp(e, group, i, l, file);
    fprintf(file, "\n#END_TB\n");
    return e->fault->code;
}

static int write_launch(struct export *e, const struct lp_warp_launch *l)
{
    char name[64];
    struct lp_warp_group *group = NULL;
    snprintf(name, sizeof name, "kernel-%" PRIu64 ".traceg", ++e->counts->launches);
    FILE *file = e->place->open(e->place->context, name);
    fprintf(e->list, "%s\n", name);
    write_header(l, e->counts->launches, file);
    do {
        if (lp_warp_stream_group(e->stream, 0, &group) != LP_OK)
            return bad_stream(e);
        if (group != NULL)
            write_group(e, group, l, file);
        lp_warp_group_free(group);
    } while (group != NULL && e->fault->code == 0);
    if (e->fault->code == 0)
        e->place->close(e->place->context, file);
    return e->fault->code;
}

/* ---- items ---- */

static int write_item(struct export *e, const struct lp_warp_item *item)
{
    switch (item->kind) {
    case LP_WARP_ITEM_BUFFER:
        return regions_add(&e->regions, item->name, item->address, item->bytes, true, e->fault);
    case LP_WARP_ITEM_HOST_WRITE:
    case LP_WARP_ITEM_HOST_READ:
        fprintf(e->list, "Memcpy%s,0x%016" PRIx64 ",%" PRIu64 "\n",
                item->kind == LP_WARP_ITEM_HOST_WRITE ? "HtoD" : "DtoH", item->address,
                item->bytes);
        return 0;
    case LP_WARP_ITEM_LAUNCH: return write_launch(e, &item->launch);
    case LP_WARP_ITEM_END: break;
    }
    return 0;
}

static int write_items(struct export *e)
{
    struct lp_warp_item item = {.kind = LP_WARP_ITEM_BUFFER};
    while (item.kind != LP_WARP_ITEM_END && e->fault->code == 0) {
        if (lp_warp_stream_next(e->stream, &item) != LP_OK)
            return bad_stream(e);
        write_item(e, &item);
    }
    if (e->fault->code == 0 && e->counts->launches == 0)
        lpi_fault_set(e->fault, LPI_BAD, "%s: there is no launch in the trace", e->path);
    return e->fault->code;
}

int trace_export(const char *path, const struct export_place *place, const struct lpi_tell *tell,
                 struct export_counts *counts, struct lpi_fault *fault)
{
    struct export e = {
        .path = path, .place = place, .tell = tell, .counts = counts, .fault = fault};
    *counts = (struct export_counts){.launches = 0};
    int error = lp_warp_stream_open_file(path, &e.stream);
    if (error != LP_OK)
        return lpi_fault_file(fault, path, error);
    e.list = place->open(place->context, list_name);
    if (write_items(&e) == 0)
        buffers_file_write(place->open(place->context, buffers_name), &e.regions, fault);
    counts->late = e.sass.late;
    counts->exits = e.sass.exits;
    counts->split = e.sass.split;
    lp_warp_stream_close(e.stream);
    regions_free(&e.regions);
    return fault->code;
}

bool trace_exported(const char *name)
{
    static const char begin[] = "kernel-", end[] = ".traceg";
    if (strcmp(name, list_name) == 0 || strcmp(name, buffers_name) == 0)
        return true;
    if (strncmp(name, begin, strlen(begin)) != 0)
        return false;
    size_t digits = strspn(name + strlen(begin), "0123456789");
    return digits > 0 && strcmp(name + strlen(begin) + digits, end) == 0;
}
