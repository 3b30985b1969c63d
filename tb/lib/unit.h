/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the unit tests: cmocka, a seeded random source, and lines to try codecs on. */
#ifndef TB_UNIT_H
#define TB_UNIT_H

/* cmocka wants these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t unit_state;

/* LP_SEED repeats a run with the seed that a failed run printed. */
static inline void unit_seed(void)
{
    const char *text = getenv("LP_SEED");
    uint64_t seed = text != NULL ? strtoull(text, NULL, 0) : (uint64_t)time(NULL);
    printf("# LP_SEED=%llu\n", (unsigned long long)seed);
    unit_state = seed * 0x9e3779b97f4a7c15u + 1;
}

static inline uint64_t unit_random(void)
{
    unit_state ^= unit_state << 13;
    unit_state ^= unit_state >> 7;
    unit_state ^= unit_state << 17;
    return unit_state * 0x2545f4914f6cdd1du >> 8;
}

enum { UNIT_LINE_CLASSES = 12 };

/* A line of 128 bytes of one of the classes; most draw random bytes as well. */
static inline void unit_line(unsigned class, uint8_t *line)
{
    memset(line, 0, 128);
    switch (class) {
    case 0: /* all zero */ break;
    case 1: /* no zero byte */
        for (size_t i = 0; i < 128; i++)
            line[i] = (uint8_t)(unit_random() % 255 + 1);
        break;
    case 2: /* one bit */ line[unit_random() % 128] = (uint8_t)(1u << unit_random() % 8); break;
    case 3: /* first or last byte */ line[unit_random() % 2 * 127] = 0x80; break;
    case 4: /* every second byte, which half of the 8-bit elements see */
        for (size_t i = unit_random() % 2; i < 128; i += 2)
            line[i] = 0xff;
        break;
    case 5: /* every second word */
        for (size_t i = unit_random() % 2 * 4; i < 128; i += 8)
            line[i + unit_random() % 4] = 1;
        break;
    case 6: /* a run from the start */ memset(line, 0x5a, unit_random() % 129); break;
    case 7: /* a run to the end */
        for (size_t i = unit_random() % 129; i < 128; i++)
            line[i] = 0xa5;
        break;
    case 8: /* 22 to 25 words: about the longest record that is stored as a memory entry */
        for (size_t i = 0, n = 22 + unit_random() % 4; i < n; i++)
            line[4 * i] = (uint8_t)(i + 1);
        break;
    case 9: /* words with zero halves and bytes */
        for (size_t i = 0; i < 128; i++)
            line[i] = unit_random() % 4 == 0 ? (uint8_t)unit_random() : 0;
        break;
    case 10: /* words, some of them zero */
        for (size_t i = 0; i < 32; i++)
            for (size_t b = 0, set = unit_random() % 2; b < 4 * set; b++)
                line[4 * i + b] = (uint8_t)unit_random();
        break;
    default: /* uniform bytes */
        for (size_t i = 0; i < 128; i++)
            line[i] = (uint8_t)unit_random();
    }
}

/* `bytes` bytes of lines of all classes in random order, some of them in runs of one class. */
static inline void unit_fill(uint8_t *data, size_t bytes)
{
    uint8_t line[128];
    unsigned class = 0, run = 0;
    for (size_t at = 0; at < bytes; at += 128, run--) {
        if (run == 0) {
            class = (unsigned)(unit_random() % UNIT_LINE_CLASSES);
            run = unit_random() % 4 == 0 ? (unsigned)(unit_random() % 24) + 1 : 1;
        }
        unit_line(class, line);
        memcpy(data + at, line, bytes - at < 128 ? bytes - at : 128);
    }
}

#endif
