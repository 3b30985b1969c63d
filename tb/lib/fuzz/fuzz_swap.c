/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensors in parts from arbitrary bytes. The first byte chooses the codec, the next two the length
 * of the tensor. Data that expands must survive another round trip, in as many parts.
 */
#include "fuzz.h"
#include <linepress/swap.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static struct lp_swap_threads *threads;
    if (threads == NULL)
        must(lp_swap_threads_open(1, &threads) == LP_OK);
    if (count < 4)
        return 0;
    struct lp_swap_setting setting = {1 + bytes[0] % (LP_SWAP_CODECS - 1),
                                      bytes[3] > 0 ? bytes[3] : 1, bytes[0] & 64 ? 64 : 128};
    size_t data_bytes = bytes[1] | (size_t)(bytes[2] & 63) << 8, bound, length;
    uint8_t *rest = exact_copy(bytes + 3, count - 3);
    uint8_t *data = malloc(data_bytes + 1), *back = malloc(data_bytes + 1);
    must(lp_swap_bound(&setting, data_bytes, &bound) == LP_OK);
    uint8_t *stream = malloc(bound);
    if (lp_swap_expand(threads, setting.codec, rest, count - 3, data, data_bytes) == LP_OK) {
        must(lp_swap_compress(threads, &setting, data, data_bytes, stream, bound, &length) ==
             LP_OK);
        must(lp_swap_expand(threads, setting.codec, stream, length, back, data_bytes) == LP_OK);
        must(memcmp(data, back, data_bytes) == 0);
    }
    free(rest);
    free(data);
    free(back);
    free(stream);
    return 0;
}
