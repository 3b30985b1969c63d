/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MPC (Yang et al., CLUSTER 2015) on a line: subtract from each word the one `distance` before it,
 * gather bits of equal weight into planes, subtract from each plane the one before, and store the
 * planes that are not zero.
 */
#include "../../base/line_code.h"

#define PLANES 32u

static void turn(const uint32_t *words, uint32_t *planes)
{
    for (unsigned p = 0; p < PLANES; p++) {
        planes[p] = 0;
        for (unsigned i = 0; i < LPI_LINE_WORDS; i++)
            planes[p] = planes[p] << 1 | (words[i] >> (PLANES - 1 - p) & 1);
    }
}

static void put(struct lpi_bits_out *out, const uint32_t *words, unsigned distance)
{
    uint32_t deltas[LPI_LINE_WORDS], planes[PLANES], map = 0;
    for (unsigned i = 0; i < LPI_LINE_WORDS; i++)
        deltas[i] = words[i] - (i >= distance ? words[i - distance] : 0);
    turn(deltas, planes);
    for (unsigned p = PLANES; p-- > 1;)
        planes[p] -= planes[p - 1];
    for (unsigned p = 0; p < PLANES; p++)
        map = map << 1 | (planes[p] != 0);
    lpi_bits_write(out, map, PLANES);
    for (unsigned p = 0; p < PLANES; p++)
        lpi_bits_write(out, planes[p], planes[p] != 0 ? 32 : 0);
}

static int get(struct lpi_bits_in *in, uint32_t *words, unsigned distance)
{
    uint32_t planes[PLANES], map = (uint32_t)lpi_bits_read(in, PLANES);
    for (unsigned p = 0; p < PLANES; p++) {
        int there = map >> (PLANES - 1 - p) & 1;
        uint32_t plane = there ? (uint32_t)lpi_bits_read(in, 32) : 0;
        if (there && plane == 0)
            return LP_ERR_CORRUPT;
        planes[p] = plane + (p > 0 ? planes[p - 1] : 0);
    }
    turn(planes, words); /* its own inverse */
    for (unsigned i = distance; i < LPI_LINE_WORDS; i++)
        words[i] += words[i - distance];
    return LP_OK;
}

static void mpc_put(struct lpi_bits_out *out, const uint32_t *words)
{
    put(out, words, 1);
}

static int mpc_get(struct lpi_bits_in *in, uint32_t *words)
{
    return get(in, words, 1);
}

static void mpc64_put(struct lpi_bits_out *out, const uint32_t *words)
{
    put(out, words, 2);
}

static int mpc64_get(struct lpi_bits_in *in, uint32_t *words)
{
    return get(in, words, 2);
}

#define MOST_BITS (PLANES + 8 * LP_LINE_BYTES)
static const struct lpi_line_code mpc_code = {mpc_put, mpc_get, MOST_BITS};
static const struct lpi_line_code mpc64_code = {mpc64_put, mpc64_get, MOST_BITS};
LPI_LINE_CODEC(mpc);
LPI_LINE_CODEC(mpc64);
