/* SPDX-License-Identifier: Apache-2.0 */
/* Zero words of a tensor, and tensors of a given size and sparsity (CSWAP, section IV-C). */
#include "../../base/rng.h"
#include "../../base/bytes.h"
#include <linepress/swap.h>
#include <string.h>

#define WORD 4u

uint64_t lp_swap_zeros(const void *data, size_t bytes)
{
    uint64_t zeros = 0;
    for (size_t i = 0; i + WORD <= bytes; i += WORD) {
        uint32_t word;
        memcpy(&word, (const uint8_t *)data + i, WORD);
        zeros += word == 0;
    }
    return zeros;
}

/* Floats of [1, 2): incompressible but for sign and exponent, as activations are. */
void lp_swap_generate(uint64_t seed, double sparsity, void *data, size_t bytes)
{
    struct lp_rng rng = {seed};
    for (size_t i = 0; i < bytes; i += WORD) {
        uint64_t random = lp_random(&rng);
        uint32_t word = 0x3f800000u | (uint32_t)(random & 0x7fffffu);
        if ((double)(random >> 32) < sparsity * 0x1p32)
            word = 0;
        lpi_put_le((uint8_t *)data + i, word, bytes - i < WORD ? bytes - i : WORD);
    }
}
