/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The stream of warp traces, version 1 and 2, plain, zstd and xz, on arbitrary bytes. A plain one must
 * be accepted or refused as by the reader of whole traces, in the same words; the records of a group
 * must be the same twice, whether they are in memory or spilled.
 */
#include "../../dma/memory_file.h"
#include "../../../cmodel/base/bytes.h"
#include "../../../cmodel/lib/warp/warp_group.h"
#include "fuzz.h"
#include <linepress/warp_stream.h>
#include <zlib.h>

/* A checksum of all that the stream returns. */
struct seen {
    uint32_t crc;
    uint64_t records;
};

static void see(struct seen *s, const void *bytes, size_t count)
{
    s->crc = (uint32_t)crc32_z(s->crc, bytes, count);
}

static void see_record(struct seen *s, const struct lp_warp_record *r)
{
    see(s, r->address, sizeof r->address);
    see(s, &r->gap, sizeof r->gap);
    see(s, &r->use, sizeof r->use);
    see(s, &r->mask, sizeof r->mask);
    if (r->bytes != NULL)
        see(s, r->bytes, (size_t)__builtin_popcount(r->mask) * r->width);
    s->records++;
}

static void see_group(struct seen *s, struct lp_warp_group *group)
{
    struct lp_warp_record r;
    for (unsigned i = 0; i < lp_warp_group_warps(group); i++) {
        struct seen once[2] = {{0, 0}, {0, 0}};
        uint64_t instructions = 0;
        for (unsigned turn = 0; turn < 2; turn++) {
            must(lp_warp_group_rewind(group, i) == LP_OK);
            do {
                must(lp_warp_group_next(group, i, &r) == LP_OK);
                see_record(&once[turn], &r);
                instructions += r.gap + (r.kind != LP_WARP_END);
            } while (r.kind != LP_WARP_END);
        }
        must(once[0].crc == once[1].crc);
        must(instructions == 2 * lp_warp_group_instructions(group, i));
        see(s, &once[0].crc, sizeof once[0].crc);
        s->records += once[0].records;
    }
}

static int see_groups(struct seen *s, struct lp_warp_stream *stream)
{
    struct lp_warp_group *group;
    for (;;) {
        int error = lp_warp_stream_group(stream, 0, &group);
        if (error != LP_OK || group == NULL)
            return error;
        see_group(s, group);
        lp_warp_group_free(group);
    }
}

static int see_data(struct seen *s, struct lp_warp_stream *stream)
{
    uint8_t piece[100];
    size_t got;
    do {
        int error = lp_warp_stream_data(stream, piece, sizeof piece, &got);
        if (error != LP_OK)
            return error;
        see(s, piece, got);
    } while (got == sizeof piece);
    return LP_OK;
}

static int see_all(struct memory_file medium, size_t held, struct seen *s, char why[320])
{
    struct lp_warp_stream *stream;
    struct lp_warp_item item = {.kind = LP_WARP_ITEM_BUFFER};
    int error;
    *s = (struct seen){0, 0};
    must(lp_warp_stream_open(memory_read, &medium, &stream) == LP_OK);
    lpi_warp_stream_hold(stream, held);
    do {
        error = lp_warp_stream_next(stream, &item);
        if (error == LP_OK)
            error = see_data(s, stream);
        if (error == LP_OK)
            error = see_groups(s, stream);
    } while (error == LP_OK && item.kind != LP_WARP_ITEM_END);
    memcpy(why, lp_warp_stream_why(stream), 320);
    must((error == LP_OK) == (why[0] == '\0'));
    lp_warp_stream_close(stream);
    return error;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count == 0)
        return 0;
    uint8_t *file = exact_copy(bytes, count);
    if (count >= 21 && file[0] == 0x89 && file[count - 1] != 0x5a)
        lpi_put_le32(file + count - 4, (uint32_t)crc32_z(0, file, count - 4));
    struct memory_file medium = {.bytes = file, .size = count, .most_at_once = file[0] % 5};
    struct lp_warp_trace *trace = NULL;
    struct lp_warp_fault fault = {""};
    struct seen held, spilled;
    char why[320], again[320];
    int error = see_all(medium, LPI_WARP_HELD, &held, why);
    if (count % 8 == 0) {
        must(see_all(medium, 0, &spilled, again) == error && strcmp(why, again) == 0);
        must(held.crc == spilled.crc && held.records == spilled.records);
    }
    if (file[0] == 0x89) {
        must(lp_warp_trace_read(memory_read, &medium, &trace, &fault) == error);
        must(strcmp(fault.why, why) == 0);
        lp_warp_trace_free(trace);
    }
    free(file);
    return 0;
}
