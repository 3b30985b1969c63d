/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The golden-model kit: what a unit of somebody else's is held against, case by case. A case is
 * what goes into a unit and what must come out of it, as numbers and strings of bytes; how it is
 * written in text is in case_text.h, and docs/use/conformance.md says both for users.
 *
 * A kind of case ("zvc-enc") says which fields its cases have, makes inputs, and knows what must
 * come out; all kinds are in lpi_kit_units. A kind may keep a state from case to case: the cases of
 * one run then belong together, and their order counts.
 *
 * No function here prints, exits or keeps a state of its own; two runs may be in two threads.
 */
#ifndef LPI_KIT_KIT_H
#define LPI_KIT_KIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/rng.h"
#include "../units/common/unit.h"

#define LPI_KIT_FIELDS 12 /* of a case, in or out, at most */

/* A number of `bits` bits, at most 64; or, with 0 bits, up to `most` bytes. */
struct lpi_kit_field {
    const char *name;
    unsigned bits;
    size_t most;
    const char *what; /* a phrase for those who read it */
};

/*
 * A field's value; of bytes a pointer into the case. What a unit left unknown has its text alone,
 * to the next blank, and differs from every value.
 */
struct lpi_kit_value {
    uint64_t number;
    const uint8_t *data;
    size_t bytes;
    const char *unknown; /* NULL: it is known */
};

/*
 * One side of a case. Fields of bytes lie in `room`, one behind the other; `used` is how much of it
 * they take.
 */
struct lpi_kit_side {
    struct lpi_kit_value field[LPI_KIT_FIELDS];
    uint8_t *room;
    size_t used;
};

/* Where the maker of inputs is. */
struct lpi_kit_maker {
    struct lp_rng rng;
    unsigned level; /* 1 or 2 */
    uint64_t index; /* of the case, from 0 */
};

struct lpi_kit_ports;

struct lpi_kit_unit {
    const char *name;                  /* "zvc-enc" */
    const char *module;                /* the RTL that does the same */
    const struct lpi_kit_ports *ports; /* how cases cross its ports (play.h) */
    const char *does;
    const struct lp_param *params; /* as in common/unit.h; the first value is the default */
    size_t nparams;
    const struct lpi_kit_field *in, *out;
    size_t nin, nout;
    /* Cases of each level, where nobody asks for another number. */
    uint64_t cases[2];
    /* What is kept from case to case, both by the maker and by who expects; zeros at first. */
    size_t maker_size, state_size;

    /* Whether the values go together. NULL: all do. */
    bool (*fits)(const int *values);
    /* Fields that cases have with these values: the first so many. NULL: all. */
    size_t (*ins)(const int *values);
    size_t (*outs)(const int *values);
    /* Makes the inputs of the next case; `own` is the maker's memory. */
    void (*make)(struct lpi_kit_maker *maker, void *own, const int *values,
                 struct lpi_kit_side *in);
    /*
     * What must come out. NULL, or a few words on an input that no unit has to take, such as a
     * number of sectors above four.
     */
    const char *(*expect)(void *state, const int *values, const struct lpi_kit_side *in,
                          struct lpi_kit_side *out);
    /*
     * Takes apart where `got` differs from `due` in field `field`: a line of text without an end.
     * It is called with outputs that have all fields of the right kind. NULL: nothing to add.
     */
    void (*explain)(const int *values, const struct lpi_kit_side *in,
                    const struct lpi_kit_side *due, const struct lpi_kit_side *got, size_t field,
                    char *text, size_t room);
};

extern const struct lpi_kit_unit *const lpi_kit_units[];
extern const size_t lpi_kit_nunits;

/* The kind of this name; NULL: there is none. */
const struct lpi_kit_unit *lpi_kit_named(const char *name);

/* Bytes of `room` that a side with these fields needs at most. */
size_t lpi_kit_room(const struct lpi_kit_field *fields, size_t count);

/* Fields of a side with these values. */
size_t lpi_kit_ins(const struct lpi_kit_unit *unit, const int *values);
size_t lpi_kit_outs(const struct lpi_kit_unit *unit, const int *values);

/* Sets every parameter to its default. */
void lpi_kit_defaults(const struct lpi_kit_unit *unit, int *values);

/* Sets one; false: the kind has none of that name, or it does not take the value. */
bool lpi_kit_set(const struct lpi_kit_unit *unit, const char *name, long long value, int *values);

/* Begins a side again. */
void lpi_kit_clear(struct lpi_kit_side *side);

/* Sets a field. Bytes are copied; the function returns where they lie in the case. */
void lpi_kit_number(struct lpi_kit_side *side, size_t field, uint64_t number);
uint8_t *lpi_kit_bytes(struct lpi_kit_side *side, size_t field, const void *data, size_t bytes);

/* The first field in which two sides of `count` fields differ; count: none. */
size_t lpi_kit_differ(const struct lpi_kit_field *fields, const struct lpi_kit_side *a,
                      const struct lpi_kit_side *b, size_t count);

#endif
