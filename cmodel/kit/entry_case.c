/* SPDX-License-Identifier: Apache-2.0 */
#include "entry_case.h"

#include <stdio.h>

void lpi_kit_put_entry(struct lp_rng *rng, const struct lp_entry *entry, struct lpi_kit_side *in)
{
    bool raw = entry->sectors >= LP_LINE_SECTORS;
    unsigned beats = entry->sectors == 0 ? 0 : raw ? LP_LINE_SECTORS : entry->beats;

    if (!raw && beats >= LP_LINE_SECTORS)
        beats = LP_LINE_SECTORS - 1;
    uint8_t *to = lpi_kit_bytes(in, 0, entry->bytes, beats * LP_SECTOR_BYTES);
    for (size_t i = entry->beats * LP_SECTOR_BYTES; i < beats * LP_SECTOR_BYTES; i++)
        to[i] = (uint8_t)lp_random(rng);
    lpi_kit_number(in, 1, beats);
}

size_t lpi_kit_first(const struct lpi_kit_value *a, const struct lpi_kit_value *b)
{
    size_t at = 0;
    while (at < a->bytes && at < b->bytes && a->data[at] == b->data[at])
        at++;
    return at;
}

bool lpi_kit_explain_entry(const struct lpi_kit_side *due, const struct lpi_kit_side *got,
                           const char *length, char *text, size_t room)
{
    const struct lpi_kit_value *should = &due->field[0], *is = &got->field[0];
    uint64_t sectors = got->field[1].number, of_due = due->field[1].number;
    size_t at = lpi_kit_first(should, is);

    if (sectors != of_due)
        snprintf(text, room, "in %u sectors%s, due %u%s: %s", (unsigned)sectors,
                 sectors == LP_LINE_SECTORS ? " (raw)" : "", (unsigned)of_due,
                 of_due == LP_LINE_SECTORS ? " (raw)" : "", length);
    else if (at == should->bytes || at == is->bytes)
        snprintf(text, room, "%zu bytes, due %zu", is->bytes, should->bytes);
    else if (of_due == LP_LINE_SECTORS)
        snprintf(text, room, "byte %zu of the raw line", at);
    else
        return false;
    return true;
}

static void print_element(const uint8_t *bytes, unsigned width, char *text)
{
    for (unsigned i = 0; i < width; i++)
        sprintf(text + 2 * i, "%02x", bytes[width - 1 - i]);
}

void lpi_kit_explain_lines(const struct lpi_kit_value *due, const struct lpi_kit_value *got,
                           unsigned bytes, char *text, size_t room)
{
    size_t at = lpi_kit_first(due, got) / bytes * bytes, inside = at % LP_LINE_BYTES;
    char is[17], should[17];

    if (due->bytes != got->bytes) {
        snprintf(text, room, "%zu bytes, due %zu", got->bytes, due->bytes);
        return;
    }
    print_element(got->data + at, bytes, is);
    print_element(due->data + at, bytes, should);
    snprintf(text, room, "line %zu, element %zu is %s, due %s", at / LP_LINE_BYTES, inside / bytes,
             is, should);
}
