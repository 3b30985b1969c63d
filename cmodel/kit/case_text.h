/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cases as text (docs/use/conformance.md): a head, a line for each case, a line that ends the file.
 *
 *     # linepress-cases 1 zvc-enc ELEM=32,STREAM=0 7
 *     INPUT ... OUTPUT ...
 *     # end 633 1c291ca3
 *
 * Fields are hexadecimal and have one blank between them: a number has a digit for every four bits,
 * bytes have two digits each, the lowest address first, and an empty field is "-".
 */
#ifndef LPI_KIT_CASE_TEXT_H
#define LPI_KIT_CASE_TEXT_H

#include "../units/common/params.h"
#include "kit.h"

#define LPI_CASE_VERSION 1
#define LPI_CASE_HEAD 400 /* room for a head, an end, or the error of a line */

struct lpi_case_head {
    const struct lpi_kit_unit *unit;
    int values[LP_MAX_PARAMS];
    uint64_t seed;
};

/* Room for a case with all its fields, a line end and a 0. */
size_t lpi_case_room(const struct lpi_kit_unit *unit);

/* "ELEM=32,STREAM=0", or "-" for a kind without parameters. */
void lpi_case_parameters(const struct lpi_kit_unit *unit, const int *values, char *text,
                         size_t room);

/* The first line, without a line end. */
void lpi_case_put_head(const struct lpi_case_head *head, char text[LPI_CASE_HEAD]);

/* The last line. */
void lpi_case_put_end(uint64_t count, uint32_t crc, char text[LPI_CASE_HEAD]);

/* Fields of a case, without a terminating 0. Returns their end. */
char *lpi_case_put(const struct lpi_kit_field *fields, size_t count,
                   const struct lpi_kit_side *side, char *to);

/*
 * Reads a head, an end or fields of which every digit is known. False: `why` gives the error in a
 * few words. The fields' text ends with a 0 or with the text after the last field.
 */
bool lpi_case_get_head(const char *line, struct lpi_case_head *head, char why[LPI_CASE_HEAD]);
bool lpi_case_get_end(const char *line, uint64_t *count, uint32_t *crc, char why[LPI_CASE_HEAD]);
bool lpi_case_get(const struct lpi_kit_field *fields, size_t count, const char **text,
                  struct lpi_kit_side *side, char why[LPI_CASE_HEAD]);

/* The same for a unit's outputs, whose fields may be unknown: a digit is X or Z. */
bool lpi_case_get_outputs(const struct lpi_kit_field *fields, size_t count, const char **text,
                          struct lpi_kit_side *side, char why[LPI_CASE_HEAD]);

#endif
