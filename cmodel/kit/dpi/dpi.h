/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the functions of liblinepress_dpi are made of (dpi.md). Those of a unit are generated
 * from its port table and its kind of cases (write/): each copies what it is given to where
 * it belongs and calls what follows. SystemVerilog sees them through linepress_dpi.svh, which is
 * generated beside them.
 *
 * Vectors are as IEEE 1800 annex H.10.1.2 has those of bits: words of 32 bits, lowest first, what
 * is above the width unspecified. Calls on different handles may be made in different threads.
 */
#ifndef LPI_DPI_DPI_H
#define LPI_DPI_DPI_H

#include "../../units/common/instance.h"
#include "../../units/common/params.h"
#include "../run.h"

#define LPI_DPI_TEXT 600
#define LPI_DPI_UNKNOWN 4 /* words of the vector that says which outputs are unknown */

/* What a handle stands for. */
struct lpi_dpi {
    void *handle;
    unsigned number; /* of the unit, as lp_unit_at has it */
    const struct lp_unit *unit;
    int values[LP_MAX_PARAMS];
    uint64_t mismatches;
    char message[LPI_DPI_TEXT]; /* of the last mismatch */

    /* The cycle model, and the ports of the cycle: as the unit's structs have them. */
    struct lp_instance model;
    uint32_t *in, *due, *got;
    const struct lp_port **valid; /* for each port: of the stream whose payload it is, or NULL */
    bool exact;                   /* payload is compared while its valid is low */
    bool known;                   /* there was a reset */
    uint64_t cycle;

    /* The functional model. */
    const struct lpi_kit_unit *kind; /* NULL: `why_none` says why */
    char why_none[LPI_CASE_HEAD];
    struct lpi_kit_run run;
    unsigned level;
    uint64_t cases;
    uint32_t skips;   /* fields of the outputs that are not compared */
    uint32_t unknown; /* fields of the case that are, in and then out */
    const char *call; /* which takes the case, for what it has to say */
    bool refused;     /* the case has an input that no unit has to take, or that is unknown */
    char odd[80];     /* what an output of the DUT has that no output can have */
    size_t odd_field;
};

/* Puts the text where lp_dpi_error finds it, for this thread. Returns -1. */
int lpi_dpi_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Sets a parameter list such as "ELEM=16,EXACT=1" in q->values and in the kind's. False: failed. */
bool lpi_dpi_parameters(struct lpi_dpi *q, const char *text);

/* What a handle stands for, locked. NULL: failed, since it is of another unit, or none. */
struct lpi_dpi *lpi_dpi_begin(void *handle, unsigned number, const char *call);

/* Unlocks. */
void lpi_dpi_end(const struct lpi_dpi *q);

/* ---- cycles: q->in, and q->got for a check, are set ---- */

/* Steps the model; q->due has what is due before the clock edge. rst_n above 1: it is unknown. */
void lpi_dpi_cycle(struct lpi_dpi *q, unsigned rst_n);

/*
 * The same, and holds q->got against it: 1 they agree, 0 they do not. Bit i of `unknown`: output i
 * is unknown.
 */
int lpi_dpi_cycle_check(struct lpi_dpi *q, unsigned rst_n, const uint32_t *unknown);

/* ---- cases: their fields are set one after the other ---- */

/* As lpi_dpi_begin, for a call with a case. Bit i of `unknown`: field i is, in and then out. */
struct lpi_dpi *lpi_dpi_case(void *handle, unsigned number, const char *call, uint32_t unknown);

void lpi_dpi_in_number(struct lpi_dpi *q, size_t field, uint64_t number);
void lpi_dpi_in_bytes(struct lpi_dpi *q, size_t field, const uint32_t *vector, unsigned bytes);
void lpi_dpi_got_number(struct lpi_dpi *q, size_t field, uint64_t number);
void lpi_dpi_got_bytes(struct lpi_dpi *q, size_t field, const uint32_t *vector, unsigned bytes);

/* Works out what is due. 1; -1: the case is refused. */
int lpi_dpi_step(struct lpi_dpi *q);

/* The same, and holds what the DUT gave against it: 1 they agree, 0 they do not, -1 refused. */
int lpi_dpi_step_check(struct lpi_dpi *q);

/* Makes the inputs of the next case of LEVEL and SEED. NULL: as lpi_dpi_case. */
struct lpi_dpi *lpi_dpi_gen(void *handle, unsigned number);
uint64_t lpi_dpi_gen_number(const struct lpi_dpi *q, size_t field);
unsigned lpi_dpi_gen_bytes(const struct lpi_dpi *q, size_t field, uint32_t *vector);

/* What is due; a vector is set in its whole length. */
uint64_t lpi_dpi_due_number(const struct lpi_dpi *q, size_t field);
unsigned lpi_dpi_due_bytes(const struct lpi_dpi *q, size_t field, uint32_t *vector);

/* ---- the functions that are not of one unit; all are calls of the svh ---- */

/* In the generated file: a number that follows from every function's arguments. */
extern const int64_t lpi_dpi_abi;

int64_t lp_dpi_abi(void);
/* 1; -1: the svh has another number than lp_dpi_abi has given it. */
int lp_dpi_fits(int64_t svh, int64_t library);
/* What went wrong in this thread's last call that failed. */
const char *lp_dpi_error(void);
/* NULL: failed. */
void *lp_dpi_create(unsigned number, const char *parameters);
/* -1: failed. */
int64_t lp_dpi_mismatches(void *handle, unsigned number);
/* The last mismatch, until this thread's next call; "": there was none. -1: failed. */
int lp_dpi_message(void *handle, unsigned number, const char **text);
int lp_dpi_destroy(void *handle, unsigned number);

#endif
