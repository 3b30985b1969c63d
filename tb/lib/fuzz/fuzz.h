/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the libFuzzer targets. */
#ifndef TB_FUZZ_H
#define TB_FUZZ_H

#include <linepress/linepress.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

/* Stops the fuzzer with this input if the condition does not hold. */
static inline void must(int condition)
{
    if (!condition)
        abort();
}

/* A copy at the end of its allocation, where an access past the end is detected. */
static inline uint8_t *exact_copy(const uint8_t *bytes, size_t count)
{
    uint8_t *copy = malloc(count + (count == 0));
    must(copy != NULL);
    memcpy(copy, bytes, count);
    return copy;
}

#endif
