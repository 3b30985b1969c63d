/* SPDX-License-Identifier: Apache-2.0 */
/* The call site in the program. Not installed. */
#ifndef LPI_CAPTURE_SITE_H
#define LPI_CAPTURE_SITE_H

#include "table.h"

/*
 * Return addresses from the innermost call that is outside allocators, the C, C++ and Fortran
 * libraries and OpenCL's loader: for `new`, the line of the new expression rather than operator
 * new. `caller` is the innermost return address if known, or NULL. If it is outside those libraries
 * and its place was found before, the outer addresses stay 0: the table has them. Allocates
 * nothing.
 */
void lpi_site(struct lpi_frames *frames, const void *caller);

/* Whether both addresses are of the same program or shared library. */
bool lpi_is_one_file(const void *address, const void *other);

#endif
