/* SPDX-License-Identifier: Apache-2.0 */
/* Compressed chunks of HUVM: arbitrary bytes as packed form, and as contents of the chunk. An
   accepted chunk must survive a round trip through its own packed form. */
#include "../../../cmodel/systems/huvm/policy/chunk_pack.h"
#include "fuzz.h"

enum { MOST = 16384 };

static void there_and_back(enum huvm_codec codec, const uint8_t *chunk, size_t bytes)
{
    static uint8_t packed[MOST + LP_DMA_GROUP_BOUND];
    uint8_t *back = malloc(bytes);
    must(back != NULL);
    size_t length = huvm_pack(codec, chunk, bytes, packed);
    must(length <= bytes);
    uint8_t *copy = exact_copy(packed, length);
    must(huvm_unpack(copy, length, back, bytes));
    must(memcmp(back, chunk, bytes) == 0);
    free(copy);
    free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count < 2)
        return 0;
    enum huvm_codec codec = (enum huvm_codec)(bytes[0] % 3);
    size_t chunk_bytes = (size_t)4096 << bytes[1] % 3, rest = count - 2;
    uint8_t *copy = exact_copy(bytes + 2, rest), *chunk = calloc(1, chunk_bytes);
    must(chunk != NULL);
    if (huvm_unpack(copy, rest, chunk, chunk_bytes))
        there_and_back(codec, chunk, chunk_bytes);
    memset(chunk, 0, chunk_bytes);
    memcpy(chunk, copy, rest < chunk_bytes ? rest : chunk_bytes);
    there_and_back(codec, chunk, chunk_bytes);
    free(copy);
    free(chunk);
    return 0;
}
