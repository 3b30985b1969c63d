/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ebd_line.h"
#include "../../base/bytes.h"
#include "../../lib/ebd/ebd_kernel.h"

static bool is_zero(const uint8_t *bytes)
{
    uint8_t any = 0;
    for (unsigned i = 0; i < LP_LINE_BYTES; i++)
        any |= bytes[i];
    return any == 0;
}

void lpi_ebd_line_store(struct lpi_ebd_line *line, uint8_t *record, size_t size)
{
    memset(record + size, 0, LP_LINE_BYTES - size);
    line->size = (uint8_t)size;
    line->sectors = (uint8_t)((size + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES);
    for (unsigned i = 0; i < line->sectors; i++)
        lpi_words_of_bytes(line->data[i], record + i * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
}

void lpi_ebd_line_encode(struct lpi_ebd_line *line, const uint8_t *bytes)
{
    uint8_t record[LPI_EBD_ROOM];
    size_t size = lpi_ebd_portable.encode(bytes, record);

    if (size == LP_LINE_BYTES || is_zero(bytes))
        memcpy(record, bytes, LP_LINE_BYTES);
    lpi_ebd_line_store(line, record, size);
    if (is_zero(bytes))
        line->sectors = 0;
}
