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
 * The value of --codec: the number of a codec in both numberings, by its name or its former one. If
 * there is a choice, its words are tried first and give CLI_CHOICE.
 */
#define CLI_CHOICE (-1)
int cli_codec(const char *command, const char *text, enum lpi_numbering of, enum lpi_numbering also,
              const struct lpi_choice *choice);

/* A whole number, least <= value <= most. */
uint64_t cli_whole(const char *command, const char *option, const char *text, uint64_t least,
                   uint64_t most);
/* The same, with an optional suffix k, m or g for KiB, MiB or GiB. */
uint64_t cli_bytes(const char *command, const char *option, const char *text, uint64_t least,
                   uint64_t most);
double cli_number(const char *command, const char *option, const char *text, double least,
                  double most);

/* A number, 0 <= value < 1. */
double cli_probability(const char *command, const char *option, const char *text);

#endif
