/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle models, stepped from Python. Functions return LP_OK or an enum lp_error. */
#ifndef LPI_PYTHON_UNITS_H
#define LPI_PYTHON_UNITS_H

#include "../../../cmodel/units/common/params.h"
#include "native.h"

/* The name of unit `number`, such as "lp_zvc_enc"; NULL past the last. */
const char *lpp_unit_name(unsigned number);

struct lpp_param {
    const char *name;
    int value; /* the default */
};
/* Parameter i. LP_ERR_ARG: past the last. */
int lpp_unit_param(unsigned number, unsigned i, struct lpp_param *param);

struct lpp_port {
    const char *name;
    unsigned width;  /* in bits, with the given values */
    unsigned word;   /* its first one among the 32-bit words of the inputs or outputs */
    unsigned output; /* 1: an output */
};
/* Port i with these values of all parameters. LP_ERR_ARG: past the last, or invalid values. */
int lpp_unit_port(unsigned number, const int *values, unsigned i, struct lpp_port *port);

struct lpp_unit {
    void *instance;
    size_t in_words, out_words;
};
/* Opens an instance after a reset. LP_ERR_ARG: values that the unit does not take. */
int lpp_unit_open(unsigned number, const int *values, struct lpp_unit *unit);
void lpp_unit_close(void *instance);
void lpp_unit_reset(void *instance);
/* The outputs of this cycle; `in` is kept until the tick. */
void lpp_unit_eval(void *instance, const uint32_t *in, uint32_t *out);
/* The clock edge after an eval. */
void lpp_unit_tick(void *instance);

#endif
