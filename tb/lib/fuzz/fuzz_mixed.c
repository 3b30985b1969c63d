/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The decoders of EBD, XZVC and mixed codecs on arbitrary bytes. The first byte chooses the width
 * of ZVC and the codecs that take part, the second a metadata state, the next two the length of the
 * data; the rest is taken as a record, an entry and a stream, and as a line to encode. All paths
 * must give the same result, and EBD the same as its slow twin.
 */
#include "../../reference/ebd_slow.h"
#include "fuzz.h"

#define FOR_EACH_PATH                                                                              \
    for (int path = 0; path < LP_CPU_COUNT && lp_cpu_use((enum lp_cpu)path) == LP_OK; path++)

static void fuzz_record(const uint8_t *bytes, size_t count)
{
    uint8_t line[LP_LINE_BYTES], slow[LP_LINE_BYTES], back[LP_LINE_BYTES], record[LP_LINE_BYTES];
    size_t length;
    if (count > LP_EBD_RECORD_MAX)
        count = LP_EBD_RECORD_MAX;
    int good = lpi_ebd_slow_decode(bytes, count, slow), first = LP_OK;
    FOR_EACH_PATH {
        int error = lp_ebd_decode_line(bytes, count, line);
        must((error == LP_OK) == good && (path == 0 || error == first));
        first = error;
        if (!good)
            continue;
        must(memcmp(line, slow, sizeof line) == 0);
        must(lp_ebd_encode_line(line, record, sizeof record, &length) == LP_OK);
        must(length == lp_ebd_size(line));
        must(lp_ebd_decode_line(record, length, back) == LP_OK);
        must(memcmp(line, back, sizeof line) == 0);
    }
}

/* The same bytes as a line. */
static void fuzz_line(const uint8_t *bytes, size_t count)
{
    uint8_t line[LP_LINE_BYTES] = {0}, slow[LP_LINE_BYTES], record[LP_LINE_BYTES];
    size_t length;
    memcpy(line, bytes, count < sizeof line ? count : sizeof line);
    size_t expected = lpi_ebd_slow_encode(line, slow);
    FOR_EACH_PATH {
        must(lp_ebd_encode_line(line, record, sizeof record, &length) == LP_OK);
        must(length == (expected != 0 ? expected : LP_LINE_BYTES));
        must(memcmp(record, expected != 0 ? slow : line, length) == 0);
    }
}

static void fuzz_entry(enum lp_elem elem, unsigned codecs, unsigned state, const uint8_t *bytes,
                       size_t count)
{
    uint8_t line[LP_LINE_BYTES], entry[LP_LINE_BYTES], back[LP_LINE_BYTES];
    enum lp_auto_codec codec;
    unsigned sectors, again;
    must(lp_auto_state(state, &codec, &sectors) == LP_OK);
    size_t stored = state == LP_AUTO_STATE_EIGHT ? 8 : sectors * LP_SECTOR_BYTES;
    if (count < stored)
        return;
    uint8_t *exact = exact_copy(bytes, stored);
    int error = lp_auto_decode_entry(elem, codecs, exact, state, line);
    free(exact);
    if (error != LP_OK)
        return;
    must(lp_auto_encode_entry(elem, codecs, line, entry, &again) == LP_OK);
    must(lp_auto_decode_entry(elem, codecs, entry, again, back) == LP_OK);
    must(memcmp(line, back, sizeof line) == 0);
}

static void fuzz_stream(enum lp_elem elem, unsigned codecs, size_t data_bytes, const uint8_t *bytes,
                        size_t count)
{
    uint8_t *data = malloc(data_bytes + 1), *back = malloc(data_bytes + 1);
    size_t bound = lp_auto_bound(data_bytes), length, size;
    uint8_t *stream = malloc(bound + 1);
    int first = LP_OK;
    FOR_EACH_PATH {
        int error = lp_auto_decompress(elem, codecs, bytes, count, data, data_bytes);
        must(path == 0 || error == first);
        first = error;
        if (error != LP_OK)
            continue;
        must(lp_auto_compress(elem, codecs, data, data_bytes, stream, bound, &length) == LP_OK);
        must(lp_auto_size(elem, codecs, data, data_bytes, &size) == LP_OK && size == length);
        must(lp_auto_decompress(elem, codecs, stream, length, back, data_bytes) == LP_OK);
        must(memcmp(data, back, data_bytes) == 0);
    }
    if (lp_xzvc_decompress(bytes, count, data, data_bytes) == LP_OK) {
        must(lp_xzvc_size(data, data_bytes, &size) == LP_OK);
        must(size <= count);
    }
    free(data);
    free(back);
    free(stream);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count < 4)
        return 0;
    enum lp_elem elem = bytes[0] & 128 ? LP_ELEM_32 : LP_ELEM_16;
    unsigned codecs = (bytes[0] & 15) == 0 ? LP_AUTO_ALL : bytes[0] & 15u;
    size_t data_bytes = bytes[2] | (size_t)(bytes[3] & 7) << 8;
    uint8_t *rest = exact_copy(bytes + 4, count - 4);
    fuzz_record(rest, count - 4);
    fuzz_line(rest, count - 4);
    fuzz_entry(elem, codecs, bytes[1] & 15u, rest, count - 4);
    fuzz_stream(elem, codecs, data_bytes, rest, count - 4);
    free(rest);
    return 0;
}
