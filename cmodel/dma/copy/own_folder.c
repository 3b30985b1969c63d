/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr */
#include "own_folder.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lpi_dma_own_folder(char *path, size_t size)
{
    static const char here;
    Dl_info info;
    char *slash, *file = NULL;

    /* A program that was found by its name alone is not named with its folder, and a library may
     * be loaded by a link. */
    if (dladdr(&here, &info) && strchr(info.dli_fname, '/'))
        file = realpath(info.dli_fname, NULL);
    if (!file)
        file = realpath("/proc/self/exe", NULL);
    snprintf(path, size, "%s", file ? file : "");
    free(file);
    slash = strrchr(path, '/');
    path[slash ? slash + 1 - path : 0] = '\0';
}
