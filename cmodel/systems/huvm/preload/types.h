/* SPDX-License-Identifier: Apache-2.0 */
/* The types that entries.h names. */
#ifndef LPI_HUVM_TYPES_H
#define LPI_HUVM_TYPES_H

#include <stddef.h>

/* Bytes of a type by its name of so many characters; ends the program if there is none. */
size_t lpi_type_bytes(const char *name, size_t length);

#endif
