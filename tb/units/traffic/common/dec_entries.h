/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of decoders that take memory entries of several codecs.  Entries of the functional
 * encoders must decode to their lines in order. Random traffic may also be damaged, in one of two
 * ways: entry by entry, where the bench knows which lines are bad and all others must be right; or
 * wild, beat by beat, where only model and RTL are compared.
 */
#ifndef LP_DEC_ENTRIES_H
#define LP_DEC_ENTRIES_H

#include "dec_lines.h"
#include "enc_beats.h"

/* A sector of an entry on its way in; codec and sectors are valid with the first one only. */
struct lp_dec_beat {
    const uint8_t *data;
    unsigned codec, sectors;
    bool last;
};

struct lp_dec_unit {
    void (*put)(void *in, const struct lp_dec_beat *beat);
    /* A beat is taken. */
    bool (*taken)(const void *in, const void *out);
    struct lp_dec_sector (*look)(const void *in, const void *out);
};

/* All lines are memory entries; NULL: no memory. */
struct lp_traffic *lp_dec_entries_open(const struct lp_dec_unit *unit, struct lp_enc_lines lines);

#endif
