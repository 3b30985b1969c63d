/* SPDX-License-Identifier: Apache-2.0 */
/* The types named in entries.h. */
#ifndef LPI_HUVM_TYPES_H
#define LPI_HUVM_TYPES_H

#include <stddef.h>

/* Size of the type with this name of `length` characters; ends the program if there is none. */
size_t lpi_type_bytes(const char *name, size_t length);

#endif
