/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values of options. `command` and `option` are named in the message for an invalid value, which
 * ends the program.
 */
#ifndef LPI_CLI_VALUES_H
#define LPI_CLI_VALUES_H

#include "../../base/codecs.h"

#include <stdint.h>

/* The index of the text among `count` names, of which some may be NULL. */
unsigned cli_choice(const char *command, const char *option, const char *text,
                    const char *const *names, unsigned count);

/*
 * The value of --codec: the number of a codec in both numberings, by its name or its former one. The
 * words of the choices, up to a NULL, are tried first: choice i gives CLI_CHOICE - i.
 */
#define CLI_CHOICE (-1)
extern const struct lpi_choice *const cli_no_choices[];
int cli_codec(const char *command, const char *text, enum lpi_numbering of, enum lpi_numbering also,
              const struct lpi_choice *const *choices);

/* The word of a codec in texts; in JSON it has its name, which is older in some cases. */
struct lpi_codec;
const char *cli_codec_word(const struct lpi_codec *codec);

/* A whole number, least <= value <= most. */
uint64_t cli_whole(const char *command, const char *option, const char *text, uint64_t least,
                   uint64_t most);
/*
 * The same for every option whose value is BYTES, with the optional suffix k, m or g of either case
 * for 2^10, 2^20 or 2^30, after which "iB" may follow: 64k, 64K and 64KiB are equal.
 */
uint64_t cli_bytes(const char *command, const char *option, const char *text, uint64_t least,
                   uint64_t most);
/* The index of a number of bytes among `count` names, which are such numbers themselves. */
unsigned cli_bytes_choice(const char *command, const char *option, const char *text,
                          const char *const *names, unsigned count);
double cli_number(const char *command, const char *option, const char *text, double least,
                  double most);

/* Calls `take` for each item of a list separated by commas; an empty item ends the program. */
void cli_each(const char *command, const char *option, const char *text,
              void (*take)(void *context, const char *item), void *context);
/* Ends the program if a list has `most` items already. */
void cli_room(const char *command, const char *option, size_t count, size_t most);

/* A number, 0 <= value < 1. */
double cli_probability(const char *command, const char *option, const char *text);

#endif
