/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ZVC's decoders on arbitrary bytes. The first byte chooses the width, the second and third the
 * length of the data, the rest is taken as a record, a stream and an entry. Data that decodes must
 * be the same after it is encoded and decoded again, on every code path.
 */
#include "fuzz.h"

static void fuzz_line(enum lp_elem elem, const uint8_t *bytes, size_t count)
{
    uint8_t line[LP_LINE_BYTES], record[LP_ZVC_RECORD_MAX(8)], back[LP_LINE_BYTES];
    size_t length;
    if (lp_zvc_decode_line(elem, bytes, count, line) != LP_OK)
        return;
    must(lp_zvc_encode_line(elem, line, record, sizeof record, &length) == LP_OK);
    /* Shorter only if a set bit stood for a zero element. */
    must(length <= count);
    must(lp_zvc_decode_line(elem, record, length, back) == LP_OK);
    must(memcmp(line, back, sizeof line) == 0);
}

static void fuzz_entry(enum lp_elem elem, const uint8_t *bytes, size_t count)
{
    uint8_t line[LP_LINE_BYTES], entry[LP_LINE_BYTES], back[LP_LINE_BYTES];
    unsigned sectors = count >= LP_LINE_BYTES ? LP_LINE_SECTORS : (unsigned)(count / 32);
    if (lp_zvc_decode_entry(elem, bytes, sectors, line) != LP_OK)
        return;
    must(lp_zvc_encode_entry(elem, line, entry, &sectors) == LP_OK);
    must(lp_zvc_decode_entry(elem, entry, sectors, back) == LP_OK);
    must(memcmp(line, back, sizeof line) == 0);
}

static void fuzz_stream(enum lp_elem elem, size_t data_bytes, const uint8_t *bytes, size_t count)
{
    uint8_t *data = malloc(data_bytes + 1), *back = malloc(data_bytes + 1);
    size_t bound = lp_zvc_bound(elem, data_bytes), length;
    uint8_t *stream = malloc(bound + 1);
    int first = LP_OK;
    for (int path = 0; path < LP_CPU_COUNT && lp_cpu_use((enum lp_cpu)path) == LP_OK; path++) {
        int error = lp_zvc_decompress(elem, bytes, count, data, data_bytes);
        must(path == 0 || error == first);
        first = error;
        if (error != LP_OK)
            continue;
        must(lp_zvc_compress(elem, data, data_bytes, stream, bound, &length) == LP_OK);
        must(lp_zvc_decompress(elem, stream, length, back, data_bytes) == LP_OK);
        must(memcmp(data, back, data_bytes) == 0);
    }
    free(data);
    free(back);
    free(stream);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static const enum lp_elem widths[] = {LP_ELEM_8, LP_ELEM_16, LP_ELEM_32};
    if (count < 3)
        return 0;
    enum lp_elem elem = widths[bytes[0] % 3];
    size_t data_bytes = bytes[1] | (size_t)(bytes[2] & 15) << 8;
    uint8_t *rest = exact_copy(bytes + 3, count - 3);
    fuzz_line(elem, rest, count - 3);
    fuzz_entry(elem, rest, count - 3);
    fuzz_stream(elem, data_bytes, rest, count - 3);
    free(rest);
    return 0;
}
