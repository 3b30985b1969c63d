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

/* The same of a whole beat, unless the field would have more than `most` bytes. */
static inline void lpi_kit_append_beat(struct lpi_kit_side *got, size_t field,
                                       const uint32_t data[8], size_t most)
{
    if (got->field[field].bytes + BEAT <= most)
        lpi_kit_append(got, field, data, BEAT);
}

/* Beats of an entry for a decoder; an entry without bytes has one, which is empty. */
static inline size_t lpi_kit_entry_beats(const struct lpi_kit_value *entry)
{
    size_t beats = entry->bytes / BEAT;

    return beats > 0 ? beats : 1;
}

/*
 * A beat of a decoder, of up to `most` bytes: field 1 is the data, field 0 the error, with which
 * there are none. Returns `last`.
 */
static inline bool lpi_kit_take_decoded(struct lpi_kit_side *got, const uint32_t data[8],
                                        size_t most, bool last, bool err)
{
    lpi_kit_append_beat(got, 1, data, most);
    if (last && err) {
        lpi_kit_number(got, 0, 1);
        got->field[1].bytes = 0;
    }
    return last;
}

#endif
