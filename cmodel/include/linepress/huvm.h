/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For programs run by `linepress huvm run` or `record`: selects the memory to be managed. Only the
 * C library needs to be linked. GNU C or C++ on Linux.
 *
 * Example:
 *
 *     float *ranks = (float *)lp_huvm_alloc(1000 * sizeof *ranks);
 *     if (ranks == NULL)
 *         return 1;
 *     ranks[999] += 1;
 *     lp_huvm_free(ranks);
 */
#ifndef LINEPRESS_HUVM_H
#define LINEPRESS_HUVM_H

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Zeroed memory, of which only the amount set by the command is resident; it begins at a whole
 * chunk. NULL: out of memory, or bytes is 0. Without the command it is ordinary memory from calloc.
 */
static inline void *lp_huvm_alloc(size_t bytes)
{
    void *found = dlsym((void *)0, "lpi_huvm_alloc");
    void *(*alloc)(size_t);
    if (found == (void *)0)
        return bytes > 0 ? calloc(bytes, 1) : (void *)0;
    memcpy(&alloc, &found, sizeof found);
    return alloc(bytes);
}

/* For memory from lp_huvm_alloc; NULL is fine. */
static inline void lp_huvm_free(void *block)
{
    void *found = dlsym((void *)0, "lpi_huvm_free");
    void (*release)(void *);
    if (found == (void *)0) {
        free(block);
        return;
    }
    memcpy(&release, &found, sizeof found);
    release(block);
}

#ifdef __cplusplus
}
#endif

#endif
