/* SPDX-License-Identifier: Apache-2.0 */
/* Progress reports of a long call to its caller. */
#ifndef LPI_TELL_H
#define LPI_TELL_H

#include <stdint.h>

/* Each function may be NULL. */
struct lpi_tell {
    void (*progress)(void *context, uint64_t done, uint64_t total); /* total 0: the end */
    void (*note)(void *context, const char *line);
    void *context;
};

/* `tell` may be NULL. */
void lpi_tell_progress(const struct lpi_tell *tell, uint64_t done, uint64_t total);
void lpi_tell_note(const struct lpi_tell *tell, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
