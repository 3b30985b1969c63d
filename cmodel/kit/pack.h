/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A vector pack (vectors.md): cases as the beats of their unit's streams, or, if inputs depend on
 * outputs, as words of their fields. Beats are those of the cycle model; they are compared with the
 * expected outputs before they are written.
 */
#ifndef LPI_KIT_PACK_H
#define LPI_KIT_PACK_H

#include "play.h"

#define LPI_PACK_VERSION 1
#define LPI_PACK_WIDTH 512                     /* bits of a word at most */
#define LPI_PACK_TEXT (LPI_PACK_WIDTH / 4 + 1) /* room for its digits and a 0 */

/* A word that grows from its low end. */
struct lpi_pack_word {
    uint32_t bits[LPI_PACK_WIDTH / 32];
    unsigned width;
};

void lpi_pack_add(struct lpi_pack_word *word, const uint32_t *bits, unsigned width);
void lpi_pack_add_number(struct lpi_pack_word *word, uint64_t number, unsigned width);

/* In the form of $readmemh: a digit for every four bits, the highest first. */
void lpi_pack_text(const struct lpi_pack_word *word, char text[LPI_PACK_TEXT]);

/* Whether the kind's cases are written as fields, not as beats. */
bool lpi_pack_of_fields(const struct lpi_kit_unit *kind);

/* Whether there are packs of such cases: as fields only in the kind's first form. */
bool lpi_pack_takes(const struct lpi_case_head *head);

/* Bits of a beat: all payload ports of the stream. */
unsigned lpi_pack_width(const struct lp_streams *streams, const struct lp_unit *unit,
                        const struct lp_stream *stream);

struct lpi_pack;

/* Receivers of the data to write. */
struct lpi_pack_takers {
    void *context;
    /* A beat; for an output, bit i of `cares` is set if the stream's payload port i is compared. */
    void (*beat)(void *context, const struct lp_stream *stream, const struct lpi_pack_word *word,
                 uint32_t cares);
    /* A completed case of a kind whose cases are written as fields. */
    void (*fields)(void *context, const struct lpi_kit_side *in, const struct lpi_kit_side *due);
};

/*
 * Begins a pack of cases of the head's kind. `stall` is the probability of a pause in a cycle; it
 * changes no beat. NULL: no memory.
 */
struct lpi_pack *lpi_pack_open(const struct lpi_case_head *head, double stall,
                               const struct lpi_pack_takers *takers);
void lpi_pack_close(struct lpi_pack *pack);

const struct lp_unit *lpi_pack_unit(const struct lpi_pack *pack, const int **values);
const struct lp_streams *lpi_pack_streams(const struct lpi_pack *pack);

/*
 * lpi_pack_next returns the place for the inputs of the next case, and lpi_pack_put plays them;
 * like expect (lpi_kit_unit) it returns why no unit must accept them. lpi_pack_fault: the first
 * protocol error of the cycle model; NULL: none so far.
 */
struct lpi_kit_side *lpi_pack_next(struct lpi_pack *pack);
const char *lpi_pack_put(struct lpi_pack *pack);
const char *lpi_pack_fault(const struct lpi_pack *pack);

/* Plays to the end. Returns the number of completed cases. */
uint64_t lpi_pack_end(struct lpi_pack *pack);

#endif
