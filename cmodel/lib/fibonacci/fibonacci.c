/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fibonacci code of the differences between words, after the texture coding of I3D 2012; the
 * predictor is ours (docs/reference/format.md).
 */
#include "../../base/line_code.h"

#define NUMBERS 46u /* 1, 2, 3, 5 .. 2971215073: all that are at most 2^32 */

static void fill(uint64_t *numbers)
{
    numbers[0] = 1;
    numbers[1] = 2;
    for (unsigned i = 2; i < NUMBERS; i++)
        numbers[i] = numbers[i - 1] + numbers[i - 2];
}

/*
 * Writes a bit for each Fibonacci number, smallest first, 1 if it is in the sum; then one more 1.
 */
static void put_number(struct lpi_bits_out *out, const uint64_t *numbers, uint64_t value)
{
    uint64_t code = 0;
    unsigned last = NUMBERS - 1;
    while (numbers[last] > value)
        last--;
    for (unsigned i = last + 1; i-- > 0;)
        if (numbers[i] <= value) {
            value -= numbers[i];
            code |= UINT64_C(1) << (last - i);
        }
    lpi_bits_write(out, code, last + 1);
    lpi_bits_write(out, 1, 1);
}

static void put(struct lpi_bits_out *out, const uint32_t *words)
{
    uint64_t numbers[NUMBERS];
    uint32_t before = 0;
    fill(numbers);
    for (unsigned i = 0; i < LPI_LINE_WORDS; before = words[i++]) {
        uint32_t delta = words[i] - before;
        uint32_t zigzag = delta << 1 ^ (delta >> 31 ? UINT32_MAX : 0);
        put_number(out, numbers, (uint64_t)zigzag + 1);
    }
}

static int get_number(struct lpi_bits_in *in, const uint64_t *numbers, uint64_t *value)
{
    unsigned before = 0;
    *value = 0;
    for (unsigned i = 0; i <= NUMBERS; i++) {
        unsigned bit = (unsigned)lpi_bits_read(in, 1);
        if (bit && before)
            return *value <= UINT64_C(1) << 32 ? LP_OK : LP_ERR_CORRUPT;
        *value += bit && i < NUMBERS ? numbers[i] : 0;
        before = bit;
    }
    return LP_ERR_CORRUPT;
}

static int get(struct lpi_bits_in *in, uint32_t *words)
{
    uint64_t numbers[NUMBERS], value;
    uint32_t before = 0;
    int error = LP_OK;
    fill(numbers);
    for (unsigned i = 0; i < LPI_LINE_WORDS && error == LP_OK; before = words[i++]) {
        error = get_number(in, numbers, &value);
        uint32_t zigzag = (uint32_t)(value - 1);
        words[i] = before + (zigzag >> 1 ^ (zigzag & 1 ? UINT32_MAX : 0));
    }
    return error;
}

static const struct lpi_line_code fibonacci_code = {put, get, LPI_LINE_WORDS *(NUMBERS + 1)};
LPI_LINE_CODEC(fibonacci);
