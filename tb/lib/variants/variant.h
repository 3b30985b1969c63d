/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BPC as written by others: an encoder with a setting for every point in which public codes differ
 * from the format (format.md, section 5.1). Slow, for measuring and for tests of the decoder.
 */
#ifndef TB_VARIANT_H
#define TB_VARIANT_H

#include <stddef.h>
#include <stdint.h>

enum variant_reading {
    WORDS_SIGNED,   /* deltas of signed words, one bit more than a word */
    WORDS_UNSIGNED, /* deltas of unsigned words, one bit more than a word */
    WORDS_MODULO    /* deltas modulo 2^width, no more bits than a word */
};

enum variant_base {
    BASE_CLASSES, /* by what it fits in */
    BASE_SEVEN,   /* always 7 bits: for sizes only, not decodable */
    BASE_WHOLE    /* its bits, without a prefix */
};

/* Numbering of the five-bit codes, 000xx. */
enum { CODE_ONES, CODE_FLAT, CODE_PAIR, CODE_SINGLE, CODES };

struct variant {
    const char *name;
    unsigned width, words; /* of a block; a line is as many blocks as it takes */
    enum variant_reading reading;
    enum variant_base base;
    uint8_t code[CODES];
    int places_first; /* pairs and single ones are tested before "DBP = 0" */
    int no_places;    /* there are no codes for them */
    int short_zero;   /* one zero plane is 01 and a run is 001 + its length */
    int xor_below;    /* DBX[j] = DBP[j] xor DBP[j-1], DBX[0] = DBP[0] */
    int low_first;    /* planes from 0 upwards */
    int uncapped;     /* lines of 1024 bits and more count with all their bits */
};

/* The format, and then what differs from it. */
extern const struct variant variants[];
extern const size_t variant_count;

/* NULL if there is none. */
const struct variant *variant_by_name(const char *name);

#define VARIANT_STREAM_MAX 512

/* Encodes a line of 128 bytes; returns its bits, uncapped, and zeros the rest of the last byte. */
size_t variant_encode(const struct variant *v, const uint8_t *line, uint8_t *stream);

#endif
