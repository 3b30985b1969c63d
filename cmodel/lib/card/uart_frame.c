/* SPDX-License-Identifier: Apache-2.0 */
#include "uart_frame.h"
#include "../../base/bytes.h"

uint8_t lpi_uart_crc(uint8_t crc, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (unsigned bit = 0; bit < 8; bit++)
            crc = (uint8_t)(crc << 1 ^ (crc & 0x80 ? 0x07 : 0));
    }
    return crc;
}

void lpi_uart_put_request(uint8_t bytes[LPI_UART_REQUEST], const struct lpi_uart_access *access)
{
    bytes[0] = LPI_UART_SYNC;
    bytes[1] = (uint8_t)(access->write << 7 | (access->address >> 8 & 0x7f));
    bytes[2] = (uint8_t)((access->address & 0xfc) | (access->tag & 3));
    lpi_put_le32(bytes + 3, access->data);
    bytes[7] = lpi_uart_crc(0, bytes, 7);
}

void lpi_uart_put_reply(uint8_t bytes[LPI_UART_REPLY], const struct lpi_uart_access *access)
{
    bytes[0] = (uint8_t)(0x50 | access->error << 3 | access->write << 2 | (access->tag & 3));
    lpi_put_le32(bytes + 1, access->data);
    bytes[5] = lpi_uart_crc(0, bytes, 5);
}

bool lpi_uart_get_request(const uint8_t bytes[LPI_UART_REQUEST], struct lpi_uart_access *access)
{
    *access = (struct lpi_uart_access){
        .write = bytes[1] >> 7,
        .tag = bytes[2] & 3,
        .address = (uint16_t)((bytes[1] & 0x7f) << 8 | (bytes[2] & 0xfc)),
        .data = lpi_get_le32(bytes + 3),
    };
    return bytes[0] == LPI_UART_SYNC && bytes[7] == lpi_uart_crc(0, bytes, 7);
}

bool lpi_uart_get_reply(const uint8_t bytes[LPI_UART_REPLY], struct lpi_uart_access *access)
{
    *access = (struct lpi_uart_access){
        .write = bytes[0] >> 2 & 1,
        .error = bytes[0] >> 3 & 1,
        .tag = bytes[0] & 3,
        .data = lpi_get_le32(bytes + 1),
    };
    return bytes[0] >> 4 == 5 && bytes[5] == lpi_uart_crc(0, bytes, 5);
}
