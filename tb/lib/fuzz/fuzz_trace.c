/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The trace reader on arbitrary bytes. Accepted traces must survive a round trip through both
 * writers. Binary traces usually get a correct checksum first.
 */
#include "../../dma/memory_file.h"
#include "../../../cmodel/base/bytes.h"
#include "fuzz.h"
#include <linepress/trace.h>
#include <zlib.h>

enum { TEXT_MAX = 64 }; /* most characters that the writer uses for an access */

static void sign(uint8_t *file, size_t size)
{
    uint32_t crc = (uint32_t)crc32(0, file, (uInt)size - 4);
    lpi_put_le32(file + size - 4, crc);
}

static void check_same(const struct lp_trace *a, const struct lp_trace *b)
{
    must(a->count == b->count);
    for (size_t n = 0; n < a->count; n++)
        must(a->accesses[n].address == b->accesses[n].address &&
             a->accesses[n].data == b->accesses[n].data &&
             a->accesses[n].write == b->accesses[n].write &&
             a->accesses[n].allocation == b->accesses[n].allocation);
}

static void check_writers(const struct lp_trace *trace)
{
    size_t room = 64 + trace->count * TEXT_MAX;
    uint8_t *bytes = malloc(room);
    for (int binary = 0; binary < 2; binary++) {
        struct memory_file out = {.bytes = bytes, .size = room};
        struct lp_trace back;
        uint64_t where;
        must((binary ? lp_trace_write_binary : lp_trace_write_text)(trace, memory_write, &out) ==
             LP_OK);
        struct memory_file in = {.bytes = bytes, .size = out.at};
        must(lp_trace_read(memory_read, &in, &back, &where) == LP_OK);
        check_same(trace, &back);
        lp_trace_free(&back);
    }
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count == 0)
        return 0;
    uint8_t *file = exact_copy(bytes, count);
    if (count >= 4 && bytes[0] == 0x89 && count % 8 != 0)
        sign(file, count);
    struct memory_file medium = {.bytes = file, .size = count, .most_at_once = bytes[0] % 5};
    struct lp_trace trace;
    uint64_t where;
    if (lp_trace_read(memory_read, &medium, &trace, &where) == LP_OK) {
        must(trace.count > 0 && trace.count <= count);
        check_writers(&trace);
        lp_trace_free(&trace);
    }
    free(file);
    return 0;
}
