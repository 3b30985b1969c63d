/* SPDX-License-Identifier: Apache-2.0 */
/* Values of options. `command` and `option` name them where a value is refused, which fails. */
#ifndef LPI_CLI_VALUES_H
#define LPI_CLI_VALUES_H

#include "../../base/codecs.h"

#include <stdint.h>

/* The place of the text among `count` names, of which some may be NULL. */
unsigned cli_choice(const char *command, const char *option, const char *text,
                    const char *const *names, unsigned count);

/*
 * --codec's value: the number of a codec that both numberings have, by its word or its old one. The
 * choice's words, if there is one, come before: CLI_CHOICE.
 */
#define CLI_CHOICE (-1)
int cli_codec(const char *command, const char *text, enum lpi_numbering of,
              enum lpi_numbering also, const struct lpi_choice *choice);

/* least <= value <= most. */
uint64_t cli_whole(const char *command, const char *option, const char *text, uint64_t least,
                   uint64_t most);
/* The same, perhaps in KiB, MiB or GiB, which are k, m and g. */
uint64_t cli_bytes(const char *command, const char *option, const char *text, uint64_t least,
                   uint64_t most);
double cli_number(const char *command, const char *option, const char *text, double least,
                  double most);

/* 0 <= value < 1. */
double cli_probability(const char *command, const char *option, const char *text);

#endif
