/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of required pointer arguments of public functions. Not installed. */
#ifndef LPI_NULL_H
#define LPI_NULL_H

#include "inline.h"

#include <stddef.h>

/* 1 if one of these pointers to objects is null. */
#define LPI_ANY_NULL(...)                                                                          \
    lpi_any_null((const void *const[]){__VA_ARGS__},                                               \
                 sizeof(const void *const[]){__VA_ARGS__} / sizeof(void *))

LPI_INLINE int lpi_any_null(const void *const *pointers, size_t count)
{
    int any = 0;
    for (size_t i = 0; i < count; i++)
        any |= pointers[i] == NULL;
    return any;
}

#endif
