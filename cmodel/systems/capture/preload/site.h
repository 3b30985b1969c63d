/* SPDX-License-Identifier: Apache-2.0 */
/* The place in the program that a call came from. Not installed. */
#ifndef LPI_CAPTURE_SITE_H
#define LPI_CAPTURE_SITE_H

#include "table.h"

/*
 * Return addresses from the innermost call that is none of an allocator's, of the C, C++ or Fortran
 * library's or of OpenCL's loader: with `new` the line that says it counts, not operator new.
 * `caller` is the innermost return address if that is known, or NULL. Where it is such a call and
 * its place was found before, the addresses beyond it are left 0: the table has them. Allocates
 * nothing.
 */
void lpi_site(struct lpi_frames *frames, const void *caller);

/* Whether both addresses are of the same program or shared library. */
bool lpi_is_one_file(const void *address, const void *other);

#endif
