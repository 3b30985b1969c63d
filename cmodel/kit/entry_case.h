/* SPDX-License-Identifier: Apache-2.0 */
/* Parts shared by the cases of both codecs. */
#ifndef LPI_KIT_ENTRY_CASE_H
#define LPI_KIT_ENTRY_CASE_H

#include "entry.h"
#include "kit.h"

/*
 * Fields 0 and 1 of a decoder's case, stored and sectors, from an entry that may be damaged. A case
 * has 32 bytes for each sector, so an entry whose number of beats differs from the given one is
 * changed to give its own.
 */
void lpi_kit_put_entry(struct lp_rng *rng, const struct lp_entry *entry, struct lpi_kit_side *in);

/* The first byte in which two fields differ; the shorter length: no common byte differs. */
size_t lpi_kit_first(const struct lpi_kit_value *a, const struct lpi_kit_value *b);

/*
 * For an encoder of entries: explains an error in field 0, stored, that does not need the codec:
 * sectors (field 1), for which `length` ("the record has 96 bytes") is the reason; the length; a
 * byte of a raw line. False: bytes of a record differ.
 */
bool lpi_kit_explain_entry(const struct lpi_kit_side *due, const struct lpi_kit_side *got,
                           const char *length, char *text, size_t room);

/* For a decoder: the first wrong element of `bytes` bytes. */
void lpi_kit_explain_lines(const struct lpi_kit_value *due, const struct lpi_kit_value *got,
                           unsigned bytes, char *text, size_t room);

#endif
