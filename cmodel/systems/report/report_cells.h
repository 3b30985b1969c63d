/* SPDX-License-Identifier: Apache-2.0 */
/* The classes and ranges of a report, as compact texts. */
#ifndef LPI_SYSTEMS_REPORT_CELLS_H
#define LPI_SYSTEMS_REPORT_CELLS_H

#include "../profile/profile_job.h"
#include <jansson.h>

/*
 * The classes of an allocation for a codec: a text for each point, separated by semicolons. The
 * text of a point is the bits of its records and the lines of each of lpi_sizes, separated by
 * commas, in base 36, where 0 is an empty text; "=" if it is that of the point before, "-" if the
 * allocation is not live. NULL: no memory.
 */
json_t *report_cells(const struct profile_job *job, size_t allocation, unsigned codec);

/*
 * The ranges of a point, a character each: the mean sectors of its lines in sixteenths, as a digit
 * of REPORT_DIGITS, or a blank where no line is live. NULL: no memory.
 */
#define REPORT_DIGITS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."
json_t *report_ranges(const struct profile_job *job, size_t point);

#endif
