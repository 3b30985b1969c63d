/* SPDX-License-Identifier: Apache-2.0 */
/* Zero elements of a tensor, and tensors of a given size and sparsity (CSWAP, section IV-C). */
#include "../../base/bytes.h"
#include "../../base/inline.h"
#include "../../base/rng.h"
#include <linepress/swap.h>
#include <string.h>

#define WORD 4u
#define HALF 2u

/* Inlined for a constant width, so that a copy is one load. */
LPI_INLINE uint64_t zeros_of(const uint8_t *data, size_t bytes, size_t element)
{
    uint64_t zeros = 0;
    for (size_t i = 0; i + element <= bytes; i += element) {
        uint32_t value = 0;
        memcpy(&value, data + i, element);
        zeros += value == 0;
    }
    return zeros;
}

uint64_t lp_swap_zeros(const void *data, size_t bytes)
{
    return zeros_of(data, bytes, WORD);
}

uint64_t lp_swap_element_zeros(const void *data, size_t bytes, unsigned element)
{
    return element == WORD   ? zeros_of(data, bytes, WORD)
           : element == HALF ? zeros_of(data, bytes, HALF)
                             : 0;
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

/* A nearly normal value, the sum of four uniform ones: mean 0, deviation 1.15. */
static uint16_t bfloat_of(uint64_t random)
{
    float sum = 0;
    uint32_t bits;
    for (unsigned i = 0; i < 4; i++, random >>= 8)
        sum += (float)(random & 255) / 128 - 0.99609375f;
    memcpy(&bits, &sum, sizeof bits);
    return (uint16_t)(bits >> 16);
}

static void generate_halves(uint64_t seed, double sparsity, uint8_t *data, size_t bytes)
{
    struct lp_rng rng = {seed};
    for (size_t i = 0; i < bytes; i += HALF) {
        uint64_t random = lp_random(&rng);
        uint16_t half = bfloat_of(random);
        if ((double)(random >> 32) < sparsity * 0x1p32)
            half = 0;
        else if (half == 0)
            half = 0x3f80; /* 1 */
        lpi_put_le(data + i, half, bytes - i < HALF ? bytes - i : HALF);
    }
}

int lp_swap_generate_elements(uint64_t seed, double sparsity, unsigned element, void *data,
                              size_t bytes)
{
    if ((data == NULL && bytes > 0) || (element != WORD && element != HALF))
        return LP_ERR_ARG;
    if (element == WORD)
        lp_swap_generate(seed, sparsity, data, bytes);
    else
        generate_halves(seed, sparsity, data, bytes);
    return LP_OK;
}
