/* SPDX-License-Identifier: Apache-2.0 */
/* A constant of a model: an option of its command sets another value. Not installed. */
#ifndef LPI_CONSTANT_H
#define LPI_CONSTANT_H

struct lpi_constant {
    const char *name; /* of the option, without "--" */
    const char *unit, *meaning;
    double value, least, most; /* the default, and the range of other values */
    const char *source;        /* of the default */
};

#endif
