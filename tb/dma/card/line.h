/* SPDX-License-Identifier: Apache-2.0 */
/* A serial line, 8N1, between the pins of a simulated card and a pseudo terminal. */
#ifndef LP_TB_LINE_H
#define LP_TB_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LINE_BITS = 10 }; /* of a byte, with start and stop bit */

/* The receiver of the card's output; `bit` is the cycles of a bit. */
struct line {
    unsigned bit;
    unsigned left, count; /* bits of the current byte; cycles to the middle of the next bit */
    uint16_t shift;
    uint8_t bytes[4096]; /* received and not yet taken */
    size_t have;
};

/* The level of the line in one cycle. */
void line_listen(struct line *line, bool level);
/* The level that sends a byte, `at` cycles after its beginning. */
bool line_level(const struct line *line, uint8_t byte, unsigned at);

/*
 * A raw pseudo terminal, which does not block; its other end stays open so that hosts may come and
 * go. Prints its name. -1: there is none.
 */
int line_terminal(void);

#endif
