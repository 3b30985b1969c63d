/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The decoders of the comparison codecs on arbitrary bytes. The first byte chooses codec and
 * window, the next three the length of the data. Data that decodes must survive another round trip.
 */
#include "../../../cmodel/lib/codec/coder.h"
#include "../../../cmodel/lib/compare/compare.h"
#include "fuzz.h"

static struct lpi_coder *coder_for(unsigned choice)
{
    static const size_t windows[] = {128, 4096, 65536};
    static struct lpi_coder coders[32][3];
    size_t codec = choice / 3 % lpi_codec_count, window = choice % 3;
    struct lpi_coder *coder = &coders[codec][window];
    if (coder->codec == NULL)
        must(lpi_coder_open(coder, lpi_codecs[codec], lpi_codecs[codec]->elem, windows[window]) ==
             LP_OK);
    return coder;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count < 4)
        return 0;
    const struct lpi_coder *coder = coder_for(bytes[0]);
    size_t data_bytes = bytes[1] | (size_t)bytes[2] << 8 | (size_t)(bytes[3] & 1) << 16;
    size_t bound = lpi_coder_bound(coder, data_bytes), length;
    uint8_t *rest = exact_copy(bytes + 4, count - 4);
    uint8_t *data = malloc(data_bytes + 1), *back = malloc(data_bytes + 1);
    uint8_t *packed = malloc(bound + 1);
    if (lpi_coder_decompress(coder, rest, count - 4, data, data_bytes) == LP_OK) {
        must(lpi_coder_compress(coder, data, data_bytes, packed, bound, &length) == LP_OK);
        must(lpi_coder_decompress(coder, packed, length, back, data_bytes) == LP_OK);
        must(memcmp(data, back, data_bytes) == 0);
    }
    free(rest);
    free(data);
    free(back);
    free(packed);
    return 0;
}
