/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* access */
#include "share.h"
#include "../../base/own_folder.h"
#include "fail.h"
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

void cli_share_folder(const char *command, const char *name, const char *file, char *folder,
                      size_t size)
{
    char program[PATH_MAX];
    static const char *const places[] = {"", "../share/linepress/", "../../share/linepress/"};
    if (lpi_program_folder(program, sizeof program) != 0)
        cli_fail("%s: the program's folder is not known", command);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char path[PATH_MAX + 64];
        int length = snprintf(folder, size, "%s/%s%s", program, places[i], name);
        snprintf(path, sizeof path, "%s/%s", folder, file);
        if (length > 0 && (size_t)length < size && access(path, R_OK) == 0)
            return;
    }
}
