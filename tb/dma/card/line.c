/* SPDX-License-Identifier: Apache-2.0 */
#include "line.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

void line_listen(struct line *line, bool level)
{
    if (line->left == 0 && !level) {
        line->left = LINE_BITS;
        line->count = line->bit + line->bit / 2;
    }
    if (line->left == 0 || --line->count > 0)
        return;
    line->count = line->bit;
    line->shift = (uint16_t)(line->shift >> 1 | level << 8);
    if (--line->left > 1)
        return;
    line->left = 0;
    if (line->have < sizeof line->bytes)
        line->bytes[line->have++] = (uint8_t)line->shift;
}

bool line_level(const struct line *line, uint8_t byte, unsigned at)
{
    return (1u << 9 | (unsigned)byte << 1) >> at / line->bit & 1;
}

int line_terminal(void)
{
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK), kept;
    struct termios t;

    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
        return -1;
    kept = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    if (kept < 0 || tcgetattr(kept, &t) != 0)
        return -1;
    cfmakeraw(&t);
    (void)tcsetattr(kept, TCSANOW, &t);
    puts(ptsname(terminal));
    fflush(stdout);
    return terminal;
}
