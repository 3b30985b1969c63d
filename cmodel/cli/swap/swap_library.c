/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "swap_library.h"
#include "../../base/own_folder.h"
#include "../shared/fail.h"
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <string.h>

void *swap_library_open(const char *name)
{
    static const char *const places[] = {"", "/../libexec/linepress"};
    char folder[PATH_MAX], path[2 * PATH_MAX];
    if (lpi_program_folder(folder, sizeof folder) != 0)
        cli_fail("swap: /proc/self/exe: %s", strerror(errno));
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(path, sizeof path, "%s%s/%s", folder, places[i], name);
        void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (library != NULL)
            return library;
    }
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

static void *find(const char *name, void *library, const char *symbol)
{
    void *found = dlsym(library, symbol);
    if (found == NULL)
        cli_fail("swap: %s is of another version", name);
    return found;
}

void swap_library_check(const char *name, void *library, const char *symbol)
{
    if (strcmp(find(name, library, symbol), LP_VERSION_STRING) != 0)
        cli_fail("swap: %s is of another version", name);
}

void swap_library_find(const char *name, void *library, const char *symbol, void *function)
{
    /* ISO C has no conversion from an object's pointer to a function's. */
    void *found = find(name, library, symbol);
    memcpy(function, &found, sizeof found);
}
