/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Building blocks of the functions of liblinepress_dpi (dpi.md). Those of a unit are generated from
 * its port table and its kind of cases (write/): each copies its arguments into a handle and calls
 * the functions below. SystemVerilog imports them through linepress_dpi.svh, which is generated
 * with them.
 *
 * Vectors are those of bits in IEEE 1800 annex H.10.1.2: words of 32 bits, lowest first, bits above
 * the width unspecified. Calls on different handles may be made in different threads.
 */
#ifndef LPI_DPI_DPI_H
#define LPI_DPI_DPI_H

#include "../../units/common/instance.h"
#include "../../units/common/params.h"
#include "../run.h"

#define LPI_DPI_TEXT 600
#define LPI_DPI_UNKNOWN 4 /* words of the vector of unknown outputs */

/* State of a handle. */
struct lpi_dpi {
    void *handle;
    unsigned number; /* of the unit, as in lp_unit_at */
    const struct lp_unit *unit;
    int values[LP_MAX_PARAMS];
    uint64_t mismatches;
    char message[LPI_DPI_TEXT]; /* of the last mismatch */

    /* The cycle model, and the ports of the cycle as the unit's structs. */
    struct lp_instance model;
    uint32_t *in, *due, *got;
    const struct lp_port **valid; /* for each port: the valid of its stream, or NULL */
    bool exact;                   /* payload is compared while its valid is low */
    bool known;                   /* there was a reset */
    uint64_t cycle;

    /* The functional model. */
    const struct lpi_kit_unit *kind; /* NULL: the reason is in `why_none` */
    char why_none[LPI_CASE_HEAD];
    struct lpi_kit_run run;
    unsigned level;
    uint64_t cases;
    uint32_t skips;   /* output fields that are not compared */
    uint32_t unknown; /* unknown fields of the case, in and then out */
    const char *call; /* the call that takes the case, for its messages */
    bool refused;     /* the case has an input that no unit must accept, or an unknown one */
    char odd[80];     /* an impossible value of a DUT output */
    size_t odd_field;
};

/* Sets the text of lp_dpi_error for this thread. Returns -1. */
int lpi_dpi_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Sets a parameter list such as "ELEM=16,EXACT=1" in q->values and in the kind's. False: failed. */
bool lpi_dpi_parameters(struct lpi_dpi *q, const char *text);

/* State of a handle, locked. NULL: the handle is invalid or belongs to another unit. */
struct lpi_dpi *lpi_dpi_begin(void *handle, unsigned number, const char *call);

/* Unlocks. */
void lpi_dpi_end(const struct lpi_dpi *q);

/* ---- cycles: q->in, and q->got for a check, are set ---- */

/* Steps the model; q->due has the outputs before the clock edge. rst_n above 1: unknown. */
void lpi_dpi_cycle(struct lpi_dpi *q, unsigned rst_n);

/*
 * The same, and compares q->got with it: 1 equal, 0 different. Bit i of `unknown`: output i is
 * unknown.
 */
int lpi_dpi_cycle_check(struct lpi_dpi *q, unsigned rst_n, const uint32_t *unknown);

/* ---- cases: their fields are set one after the other ---- */

/* As lpi_dpi_begin, for a call with a case. Bit i of `unknown`: field i is, in and then out. */
struct lpi_dpi *lpi_dpi_case(void *handle, unsigned number, const char *call, uint32_t unknown);

void lpi_dpi_in_number(struct lpi_dpi *q, size_t field, uint64_t number);
void lpi_dpi_in_bytes(struct lpi_dpi *q, size_t field, const uint32_t *vector, unsigned bytes);
void lpi_dpi_got_number(struct lpi_dpi *q, size_t field, uint64_t number);
void lpi_dpi_got_bytes(struct lpi_dpi *q, size_t field, const uint32_t *vector, unsigned bytes);

/* Computes the expected outputs. 1; -1: the case is refused. */
int lpi_dpi_step(struct lpi_dpi *q);

/* The same, and compares the DUT's outputs with them: 1 equal, 0 different, -1 refused. */
int lpi_dpi_step_check(struct lpi_dpi *q);

/* Makes the inputs of the next case of LEVEL and SEED. NULL: as lpi_dpi_case. */
struct lpi_dpi *lpi_dpi_gen(void *handle, unsigned number);
uint64_t lpi_dpi_gen_number(const struct lpi_dpi *q, size_t field);
unsigned lpi_dpi_gen_bytes(const struct lpi_dpi *q, size_t field, uint32_t *vector);

/* Expected value of a field; a vector is set in full length. */
uint64_t lpi_dpi_due_number(const struct lpi_dpi *q, size_t field);
unsigned lpi_dpi_due_bytes(const struct lpi_dpi *q, size_t field, uint32_t *vector);

/* ---- functions common to all units; all are called by the svh ---- */

/* In the generated file: a digest of all functions' arguments. */
extern const int64_t lpi_dpi_abi;

int64_t lp_dpi_abi(void);
/* 1; -1: the svh's digest differs from lpi_dpi_abi. */
int lp_dpi_fits(int64_t svh, int64_t library);
/* Error of this thread's last failed call. */
const char *lp_dpi_error(void);
/* NULL: failed. */
void *lp_dpi_create(unsigned number, const char *parameters);
/* -1: failed. */
int64_t lp_dpi_mismatches(void *handle, unsigned number);
/* The last mismatch, until this thread's next call; "": there was none. -1: failed. */
int lp_dpi_message(void *handle, unsigned number, const char **text);
int lp_dpi_destroy(void *handle, unsigned number);

#endif
