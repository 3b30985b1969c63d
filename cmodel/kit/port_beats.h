/* SPDX-License-Identifier: Apache-2.0 */
/* Fields of a case as beats of 32 bytes, for the ports of each kind. */
#ifndef LPI_KIT_PORT_BEATS_H
#define LPI_KIT_PORT_BEATS_H

#include <linepress/linepress.h>
#include <string.h>

#include "../base/wide.h"
#include "kinds.h"
#include "play.h"

#define BEAT LP_SECTOR_BYTES

/* Up to 32 bytes of a field as a beat's data; padded with zeros. */
static inline void lpi_kit_put_beat(uint32_t data[8], const struct lpi_kit_value *value,
                                    size_t from)
{
    uint8_t bytes[BEAT] = {0};
    size_t left = from < value->bytes ? value->bytes - from : 0;

    if (left > 0)
        memcpy(bytes, value->data + from, left < BEAT ? left : BEAT);
    lpi_words_of_bytes(data, bytes, sizeof bytes);
}

/* Appends bytes of a beat to the field that is being filled in `got`. */
static inline void lpi_kit_append(struct lpi_kit_side *got, size_t field, const uint32_t data[8],
                                  size_t bytes)
{
    struct lpi_kit_value *value = &got->field[field];
    uint8_t beat[BEAT];

    lpi_bytes_of_words(beat, data, sizeof beat);
    if (value->bytes == 0)
        value->data = got->room + got->used;
    memcpy(got->room + got->used, beat, bytes);
    got->used += bytes;
    value->bytes += bytes;
}

#endif
