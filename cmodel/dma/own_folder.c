/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr */
#include "own_folder.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void lpi_dma_own_folder(char *path, size_t size)
{
    static const char here;
    Dl_info info;
    ssize_t length;
    char *slash;

    /* A program that was found by its name alone is not named with its folder. */
    if (dladdr(&here, &info) && strchr(info.dli_fname, '/'))
        snprintf(path, size, "%s", info.dli_fname);
    else {
        length = readlink("/proc/self/exe", path, size - 1);
        path[length > 0 ? length : 0] = '\0';
    }
    slash = strrchr(path, '/');
    path[slash ? slash + 1 - path : 0] = '\0';
}
