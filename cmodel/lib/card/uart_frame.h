/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Requests and replies of a card's serial line, as in rtl/card/lp_card_uart.sv, for both sides of
 * the line.
 */
#ifndef LPI_UART_FRAME_H
#define LPI_UART_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LPI_UART_REQUEST 8 /* bytes */
#define LPI_UART_REPLY 6
#define LPI_UART_SYNC 0x4c

/* A register access. `data` is unused in a read request; `error` is used only in a reply. */
struct lpi_uart_access {
    bool write, error;
    uint8_t tag;      /* 2 bits, which the reply repeats */
    uint16_t address; /* a multiple of 4, below 32768 */
    uint32_t data;
};

/* Continues a CRC over `count` bytes; `crc` is that of the bytes before, 0 to begin. */
uint8_t lpi_uart_crc(uint8_t crc, const uint8_t *bytes, size_t count);

void lpi_uart_put_request(uint8_t bytes[LPI_UART_REQUEST], const struct lpi_uart_access *access);
void lpi_uart_put_reply(uint8_t bytes[LPI_UART_REPLY], const struct lpi_uart_access *access);

/* False: the bytes are not a valid frame. A reply does not carry the address. */
bool lpi_uart_get_request(const uint8_t bytes[LPI_UART_REQUEST], struct lpi_uart_access *access);
bool lpi_uart_get_reply(const uint8_t bytes[LPI_UART_REPLY], struct lpi_uart_access *access);

#endif
