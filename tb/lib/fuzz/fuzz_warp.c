/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reader of warp traces on arbitrary bytes, which usually get a correct checksum first.
 * Accepted traces must survive a round trip through the writer, record by record, in as many bytes.
 */
#include "../../dma/memory_file.h"
#include "../../../cmodel/base/bytes.h"
#include "fuzz.h"
#include <linepress/warp.h>
#include <zlib.h>

static void sign(uint8_t *file, size_t size)
{
    uint32_t crc = (uint32_t)crc32(0, file, (uInt)size - 4);
    lpi_put_le32(file + size - 4, crc);
}

static void copy_warp(const struct lp_warp_trace *trace, size_t warp, struct lp_warp_writer *w)
{
    struct lp_warp_cursor cursor;
    struct lp_warp_record r;
    must(lp_warp_writer_warp(w, lp_warp(trace, warp)->group, lp_warp(trace, warp)->number) ==
         LP_OK);
    must(lp_warp_start(trace, warp, &cursor) == LP_OK);
    do {
        lp_warp_next(&cursor, &r);
        for (unsigned lane = 0; lane < LP_WARP_LANES; lane++)
            must(!(r.mask >> lane & 1) || lp_warp_find(trace, r.address[lane], r.width) != NULL);
        must(lp_warp_writer_record(w, &r) == LP_OK);
    } while (r.kind != LP_WARP_END);
}

/* Items between launches, in any order among themselves: buffers first. */
static void copy_between(const struct lp_warp_trace *trace, size_t launch, struct lp_warp_writer *w)
{
    for (size_t n = 0; n < lp_warp_buffer_count(trace); n++)
        if (lp_warp_buffer(trace, n)->launch == launch)
            must(lp_warp_writer_buffer(w, lp_warp_buffer(trace, n)) == LP_OK);
    for (size_t n = 0; n < lp_warp_host_write_count(trace); n++) {
        const struct lp_warp_host_write *h = lp_warp_host_write(trace, n);
        if (h->launch == launch)
            must(lp_warp_writer_host_write(w, h->address, h->data, h->bytes) == LP_OK);
    }
    for (size_t n = 0; n < lp_warp_host_read_count(trace); n++) {
        const struct lp_warp_host_read *h = lp_warp_host_read(trace, n);
        if (h->launch == launch)
            must(lp_warp_writer_host_read(w, h->address, h->bytes) == LP_OK);
    }
}

static void check_copy(const struct lp_warp_trace *trace)
{
    size_t bytes = (size_t)lp_warp_trace_bytes(trace), launches = lp_warp_launch_count(trace);
    /* Version 2, which is written, has three more numbers in a launch than version 1. */
    size_t most = bytes + 3 * launches;
    struct memory_file out = {.bytes = malloc(most + 1), .size = most + 1};
    struct lp_warp_trace *back;
    struct lp_warp_writer *w;
    must(lp_warp_writer_open(memory_write, &out, &w) == LP_OK);
    for (size_t n = 0; n < launches; n++) {
        const struct lp_warp_launch *launch = lp_warp_launch(trace, n);
        copy_between(trace, n, w);
        must(lp_warp_writer_begin_launch(w, launch) == LP_OK);
        for (size_t i = 0; i < launch->warps; i++)
            copy_warp(trace, launch->first_warp + i, w);
        must(lp_warp_writer_end_launch(w) == LP_OK);
    }
    copy_between(trace, launches, w);
    must(lp_warp_writer_finish(w) == LP_OK);
    /* Lanes whose addresses have a stride may have been written without. */
    must(out.at <= most);
    lp_warp_writer_close(w);
    struct memory_file in = {.bytes = out.bytes, .size = out.at};
    must(lp_warp_trace_read(memory_read, &in, &back, NULL) == LP_OK);
    must(lp_warp_count(back) == lp_warp_count(trace));
    lp_warp_trace_free(back);
    free(out.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count == 0)
        return 0;
    uint8_t *file = exact_copy(bytes, count);
    if (count >= 21 && file[count - 1] != 0x5a)
        sign(file, count);
    struct memory_file medium = {.bytes = file, .size = count, .most_at_once = file[0] % 5};
    struct lp_warp_trace *trace;
    struct lp_warp_fault fault = {""};
    if (lp_warp_trace_read(memory_read, &medium, &trace, &fault) == LP_OK) {
        check_copy(trace);
        lp_warp_trace_free(trace);
    } else {
        must(fault.why[0] != '\0');
    }
    free(file);
    return 0;
}
