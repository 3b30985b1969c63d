/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 (FIPS 180-4). No library that the command line uses has it. */
#ifndef LPI_KIT_SHA256_H
#define LPI_KIT_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define LPI_SHA256_TEXT 65 /* 64 hexadecimal digits and a 0 */

struct lpi_sha256 {
    uint32_t state[8];
    uint64_t bytes;
    uint8_t block[64]; /* bytes since the last complete block */
};

void lpi_sha256_begin(struct lpi_sha256 *sum);
void lpi_sha256_add(struct lpi_sha256 *sum, const void *data, size_t bytes);

/* Nothing may be added afterwards. */
void lpi_sha256_end(struct lpi_sha256 *sum, char text[LPI_SHA256_TEXT]);

#endif
