/* SPDX-License-Identifier: Apache-2.0 */
#include "frame_format.h"

#include <libdeflate.h>
#include <zlib.h>

uint32_t lpi_crc(uint32_t so_far, const void *data, size_t bytes)
{
    /* libdeflate would restart the CRC for a null pointer, which is allowed with 0 bytes. */
    return bytes == 0 ? so_far : libdeflate_crc32(so_far, data, bytes);
}

uint32_t lpi_crc_join(uint32_t first, uint32_t second, uint64_t bytes)
{
    return (uint32_t)crc32_combine(first, second, (z_off_t)bytes);
}
