/* SPDX-License-Identifier: Apache-2.0 */
/* What the cases of both codecs share. */
#ifndef LPI_KIT_ENTRY_CASE_H
#define LPI_KIT_ENTRY_CASE_H

#include "entry.h"
#include "kit.h"

/*
 * Fields 0 and 1 of a decoder's case, stored and sectors, from an entry that may be damaged. A case
 * has 32 bytes for each sector, so an entry with more or fewer beats than it says is made one that
 * says how many it has.
 */
void lpi_kit_put_entry(struct lp_rng *rng, const struct lp_entry *entry, struct lpi_kit_side *in);

/* The first byte in which two fields differ; the length of the shorter: in none that both have. */
size_t lpi_kit_first(const struct lpi_kit_value *a, const struct lpi_kit_value *b);

/*
 * For an encoder of entries: what is wrong with field 0, stored, as far as it does not take the
 * codec to say it: sectors (field 1), of which `length` ("the record has 96 bytes") is the reason;
 * the length; a byte of a raw line. False: bytes of a record differ.
 */
bool lpi_kit_explain_entry(const struct lpi_kit_side *due, const struct lpi_kit_side *got,
                           const char *length, char *text, size_t room);

/* For a decoder: the first element of `bytes` bytes that is wrong. */
void lpi_kit_explain_lines(const struct lpi_kit_value *due, const struct lpi_kit_value *got,
                           unsigned bytes, char *text, size_t room);

#endif
