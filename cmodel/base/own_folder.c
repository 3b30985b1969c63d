/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr */
#include "own_folder.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int lpi_program_folder(char *path, size_t size)
{
    ssize_t n = readlink("/proc/self/exe", path, size);

    if (n >= 0 && (size_t)n == size) {
        errno = ENAMETOOLONG;
        n = -1;
    }
    if (n < 0)
        return -1;
    path[n] = '\0';
    *strrchr(path, '/') = '\0';
    return 0;
}

void lpi_own_folder(char *path, size_t size)
{
    static const char here;
    Dl_info info;
    char *file = NULL;

    /* A program found through PATH has no folder in its name, and a library may be loaded
     * through a link. */
    if (dladdr(&here, &info) && strchr(info.dli_fname, '/'))
        file = realpath(info.dli_fname, NULL);
    if (file == NULL && lpi_program_folder(path, size - 1) == 0) {
        strcat(path, "/");
        return;
    }
    snprintf(path, size, "%s", file != NULL ? file : "");
    free(file);
    char *slash = strrchr(path, '/');
    path[slash != NULL ? slash + 1 - path : 0] = '\0';
}
