/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BPC on arbitrary bytes, on every code path: as a stream, as an entry and as records they must
 * give the same result as the slow twin, and the same error on every path; as data they must
 * survive a round trip. The first two bytes are the length of the records' data, the third is the
 * distance of the stream's end from the end of a byte.
 */
#include "../../reference/bpc_slow.h"
#include "fuzz.h"

#define FOR_EACH_PATH(path)                                                                        \
    for (int path = 0; path < LP_CPU_COUNT && lp_cpu_use((enum lp_cpu)path) == LP_OK; path++)

static void fuzz_stream(const uint8_t *bytes, size_t bits)
{
    uint8_t line[LP_LINE_BYTES], slow[LP_LINE_BYTES];
    size_t used = lpi_bpc_slow_decode(bytes, bits, slow);
    int first = LP_OK;
    FOR_EACH_PATH(path) {
        int error = lp_bpc_decode_line(bytes, bits, line);
        must(path == 0 || error == first);
        first = error;
        if (used == 0)
            must(error == LP_ERR_SHORT || error == LP_ERR_CORRUPT);
        else
            must(error == (used == bits ? LP_OK : LP_ERR_LONG));
        must(error != LP_OK || memcmp(line, slow, sizeof line) == 0);
    }
}

static void fuzz_entry(const uint8_t *bytes, size_t count)
{
    uint8_t line[LP_LINE_BYTES], slow[LP_LINE_BYTES];
    unsigned sectors = count >= LP_LINE_BYTES ? LP_LINE_SECTORS : (unsigned)(count / 32);
    size_t used = sectors % 4 == 0 ? 0 : lpi_bpc_slow_decode(bytes, 256 * sectors, slow);
    int first = LP_OK;
    FOR_EACH_PATH(path) {
        int error = lp_bpc_decode_entry(bytes, sectors, line);
        must(path == 0 || error == first);
        first = error;
        if (sectors % 4 == 0)
            must(error == LP_OK);
        else if (error == LP_OK)
            must(used > 256 * (sectors - 1) && memcmp(line, slow, sizeof line) == 0);
    }
}

static void fuzz_records(size_t data_bytes, const uint8_t *bytes, size_t count)
{
    uint8_t *data = malloc(data_bytes + 1), *back = malloc(data_bytes + 1);
    size_t bound = lp_bpc_bound(data_bytes), length;
    uint8_t *records = malloc(bound + 1);
    int first = LP_OK;
    FOR_EACH_PATH(path) {
        int error = lp_bpc_decompress(bytes, count, path == 0 ? data : back, data_bytes);
        must(path == 0 || error == first);
        first = error;
        if (error != LP_OK)
            continue;
        must(path == 0 || memcmp(data, back, data_bytes) == 0);
        must(lp_bpc_compress(data, data_bytes, records, bound, &length) == LP_OK);
        must(lp_bpc_decompress(records, length, back, data_bytes) == LP_OK);
        must(memcmp(data, back, data_bytes) == 0);
    }
    free(data);
    free(back);
    free(records);
}

static void fuzz_line(const uint8_t *bytes, size_t count)
{
    uint8_t line[LP_LINE_BYTES] = {0}, slow[144] = {0}, stream[LP_LINE_BYTES];
    uint8_t back[LP_LINE_BYTES];
    memcpy(line, bytes, count < sizeof line ? count : sizeof line);
    size_t bits = lpi_bpc_slow_encode(line, slow);
    int raw = bits >= LP_BPC_RAW_BITS;
    bits = raw ? LP_BPC_RAW_BITS : bits;
    FOR_EACH_PATH(path) {
        must(lp_bpc_size_bits(line) == bits);
        size_t own;
        must(lp_bpc_encode_line(line, stream, sizeof stream, &own) == LP_OK && own == bits);
        must(memcmp(stream, raw ? line : slow, (bits + 7) / 8) == 0);
        must(lp_bpc_decode_line(stream, bits, back) == LP_OK);
        must(memcmp(line, back, sizeof line) == 0);
    }
}

/* The bytes as data in a buffer that ends with its records, and back. */
static void fuzz_data(const uint8_t *bytes, size_t count)
{
    size_t bound = lp_bpc_bound(count), length, first = 0;
    uint8_t *records = malloc(bound + 1), *back = malloc(count + 1);
    FOR_EACH_PATH(path) {
        must(lp_bpc_compress(bytes, count, records, bound, &length) == LP_OK);
        must(path == 0 || length == first);
        first = length;
        uint8_t *exact = exact_copy(records, length);
        must(lp_bpc_compress(bytes, count, exact, length, &length) == LP_OK);
        must(memcmp(exact, records, length) == 0);
        must(lp_bpc_decompress(exact, length, back, count) == LP_OK);
        must(memcmp(bytes, back, count) == 0);
        free(exact);
    }
    free(records);
    free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count < 3)
        return 0;
    size_t data_bytes = bytes[0] | (size_t)(bytes[1] & 15) << 8, unused = bytes[2] & 7;
    count -= 3;
    uint8_t *rest = exact_copy(bytes + 3, count);
    size_t bits = 8 * count < LP_BPC_RAW_BITS ? 8 * count : LP_BPC_RAW_BITS - 1;
    uint8_t *stream = exact_copy(rest, (bits + 7) / 8);
    fuzz_stream(stream, bits < unused ? 0 : bits - unused);
    fuzz_entry(rest, count);
    fuzz_records(data_bytes, rest, count);
    fuzz_line(rest, count);
    fuzz_data(rest, count);
    free(stream);
    free(rest);
    return 0;
}
