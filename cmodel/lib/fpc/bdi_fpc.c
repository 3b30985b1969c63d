/* SPDX-License-Identifier: Apache-2.0 */
/* BDI+FPC: stores each line in the shorter of the two forms, after a bit that says which. */
#include "../bdi/bdi.h"
#include "fpc.h"

static void put(struct lpi_bits_out *out, const uint32_t *words)
{
    struct lpi_bits_out bdi = {NULL, 0, 0}, fpc = {NULL, 0, 0};
    lpi_bdi_put(&bdi, words);
    lpi_fpc_put(&fpc, words);
    lpi_bits_write(out, fpc.bits < bdi.bits, 1);
    (fpc.bits < bdi.bits ? lpi_fpc_put : lpi_bdi_put)(out, words);
}

static int get(struct lpi_bits_in *in, uint32_t *words)
{
    return lpi_bits_read(in, 1) ? lpi_fpc_get(in, words) : lpi_bdi_get(in, words);
}

static const struct lpi_line_code bdi_fpc_code = {put, get, LPI_BDI_MOST_BITS + 1};
LPI_LINE_CODEC(bdi_fpc);
