/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "swap_library.h"
#include "../../base/own_folder.h"
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <string.h>

int swap_library_open(const char *name, void **library, struct lpi_fault *fault)
{
    static const char *const places[] = {"", "/../libexec/linepress"};
    char folder[PATH_MAX], path[2 * PATH_MAX];
    if (lpi_program_folder(folder, sizeof folder) != 0)
        return lpi_fault_set(fault, LPI_BAD, "swap: /proc/self/exe: %s", strerror(errno));
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(path, sizeof path, "%s%s/%s", folder, places[i], name);
        *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (*library != NULL)
            return 0;
    }
    *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    return 0;
}

static void *find(const char *name, void *library, const char *symbol, struct lpi_fault *fault)
{
    void *found = dlsym(library, symbol);
    if (found == NULL)
        lpi_fault_set(fault, LPI_BAD, "swap: %s has another version", name);
    return found;
}

int swap_library_check(const char *name, void *library, const char *symbol, struct lpi_fault *fault)
{
    const char *version = find(name, library, symbol, fault);
    if (version != NULL && strcmp(version, LP_VERSION_STRING) != 0)
        lpi_fault_set(fault, LPI_BAD, "swap: %s has another version", name);
    return fault->code;
}

int swap_library_find(const char *name, void *library, const char *symbol, void *function,
                      struct lpi_fault *fault)
{
    /* ISO C cannot convert an object pointer to a function pointer. */
    void *found = find(name, library, symbol, fault);
    memcpy(function, &found, sizeof found);
    return fault->code;
}
