/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Requests and replies of a card's serial line, as rtl/card/lp_card_uart.sv states them. For
 * programs that speak to the card, and for those that check it.
 */
#ifndef LPI_UART_FRAME_H
#define LPI_UART_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LPI_UART_REQUEST 8 /* bytes */
#define LPI_UART_REPLY 6
#define LPI_UART_SYNC 0x4c

/* A register access: of a read request `data` says nothing; `error` is a reply's. */
struct lpi_uart_access {
    bool write, error;
    uint8_t tag;      /* 2 bits, which come back as they were */
    uint16_t address; /* a multiple of 4, below 32768 */
    uint32_t data;
};

/* CRC of `count` bytes behind those whose CRC is `crc`, 0 of none. */
uint8_t lpi_uart_crc(uint8_t crc, const uint8_t *bytes, size_t count);

void lpi_uart_put_request(uint8_t bytes[LPI_UART_REQUEST], const struct lpi_uart_access *access);
void lpi_uart_put_reply(uint8_t bytes[LPI_UART_REPLY], const struct lpi_uart_access *access);

/* False: the bytes are none. A reply does not tell the address. */
bool lpi_uart_get_request(const uint8_t bytes[LPI_UART_REQUEST], struct lpi_uart_access *access);
bool lpi_uart_get_reply(const uint8_t bytes[LPI_UART_REPLY], struct lpi_uart_access *access);

#endif
