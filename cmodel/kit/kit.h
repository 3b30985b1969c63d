/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The golden-model kit: compares another unit with the golden models, case by case. A case is the
 * inputs of a unit and its expected outputs, as numbers and strings of bytes; its text form is in
 * case_text.h, and docs/use/conformance.md describes both for users.
 *
 * A kind of case ("zvc-enc") defines the fields of its cases, generates inputs, and computes the
 * expected outputs; all kinds are in lpi_kit_units. A kind may keep state between cases: the cases
 * of one run then belong together, and their order matters.
 *
 * No function here prints, exits or has global state; two runs may be in two threads.
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
    const char *what; /* a phrase for messages */
};

/*
 * A field's value; for bytes a pointer into the case. An unknown value has only its text, up to the
 * next blank, and differs from every value.
 */
struct lpi_kit_value {
    uint64_t number;
    const uint8_t *data;
    size_t bytes;
    const char *unknown; /* NULL: it is known */
};

/*
 * One side of a case. Fields of bytes are stored in `room`, one after the other; `used` is their
 * total size.
 */
struct lpi_kit_side {
    struct lpi_kit_value field[LPI_KIT_FIELDS];
    uint8_t *room;
    size_t used;
};

/* State of the generator of inputs. */
struct lpi_kit_maker {
    struct lp_rng rng;
    unsigned level; /* 1 or 2 */
    uint64_t index; /* of the case, from 0 */
};

struct lpi_kit_ports;

struct lpi_kit_unit {
    const char *name;                  /* "zvc-enc" */
    const char *module;                /* the RTL with the same function */
    const struct lpi_kit_ports *ports; /* transfer of cases through its ports (play.h) */
    const char *does;
    const struct lp_param *params; /* as in common/unit.h; the first value is the default */
    size_t nparams;
    const struct lpi_kit_field *in, *out;
    size_t nin, nout;
    /* Default number of cases of each level. */
    uint64_t cases[2];
    /* Sizes of the state kept between cases by the generator and by expect; initially zero. */
    size_t maker_size, state_size;

    /* Whether the values may be combined. NULL: always. */
    bool (*fits)(const int *values);
    /* Number of fields with these values: the first ones. NULL: all. */
    size_t (*ins)(const int *values);
    size_t (*outs)(const int *values);
    /* Makes the inputs of the next case; `own` is the generator's memory. */
    void (*make)(struct lpi_kit_maker *maker, void *own, const int *values,
                 struct lpi_kit_side *in);
    /*
     * Computes the expected outputs. NULL, or a few words on an input that no unit must accept,
     * such as a number of sectors above four.
     */
    const char *(*expect)(void *state, const int *values, const struct lpi_kit_side *in,
                          struct lpi_kit_side *out);
    /*
     * Explains how `got` differs from `due` in field `field`: a line of text without a line end. It
     * is called with outputs whose fields all have the right kind. NULL: nothing to add.
     */
    void (*explain)(const int *values, const struct lpi_kit_side *in,
                    const struct lpi_kit_side *due, const struct lpi_kit_side *got, size_t field,
                    char *text, size_t room);
};

extern const struct lpi_kit_unit *const lpi_kit_units[];
extern const size_t lpi_kit_nunits;

/* The kind of this name; NULL: there is none. */
const struct lpi_kit_unit *lpi_kit_named(const char *name);

/* Largest number of bytes of `room` for a side with these fields. */
size_t lpi_kit_room(const struct lpi_kit_field *fields, size_t count);

/* Fields of a side with these values. */
size_t lpi_kit_ins(const struct lpi_kit_unit *unit, const int *values);
size_t lpi_kit_outs(const struct lpi_kit_unit *unit, const int *values);

/* Sets every parameter to its default. */
void lpi_kit_defaults(const struct lpi_kit_unit *unit, int *values);

/* Sets one; false: the kind has none of that name, or it does not take the value. */
bool lpi_kit_set(const struct lpi_kit_unit *unit, const char *name, long long value, int *values);

/* Empties a side. */
void lpi_kit_clear(struct lpi_kit_side *side);

/* Sets a field. Bytes are copied; the function returns their copy in the case. */
void lpi_kit_number(struct lpi_kit_side *side, size_t field, uint64_t number);
uint8_t *lpi_kit_bytes(struct lpi_kit_side *side, size_t field, const void *data, size_t bytes);

/* The first field in which two sides of `count` fields differ; count: none. */
size_t lpi_kit_differ(const struct lpi_kit_field *fields, const struct lpi_kit_side *a,
                      const struct lpi_kit_side *b, size_t count);

#endif
