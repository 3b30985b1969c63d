/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The co-simulation needs Verilator and C++ to build and this program does not, so it is a program
 * of its own: linepress-cosim, beside this one or in ../libexec/linepress.
 */
#define _XOPEN_SOURCE 700
#include "cli.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void find_own_folder(char *folder, size_t capacity)
{
    ssize_t n = readlink("/proc/self/exe", folder, capacity - 1);
    if (n < 0)
        cli_fail("cosim: /proc/self/exe: %s", strerror(errno));
    folder[n] = '\0';
    *strrchr(folder, '/') = '\0';
}

int cli_cosim(int argc, char **argv)
{
    static const char *const places[] = {"", "/../libexec/linepress"};
    char folder[PATH_MAX], program[2 * PATH_MAX];
    (void)argc;
    find_own_folder(folder, sizeof folder);
    for (size_t i = 0; i < 2; i++) {
        snprintf(program, sizeof program, "%s%s/linepress-cosim", folder, places[i]);
        if (access(program, X_OK) != 0)
            continue;
        execv(program, argv);
        cli_fail("cosim: %s: %s", program, strerror(errno));
    }
    cli_fail("cosim: linepress-cosim is neither in %s nor in %s%s (it needs Verilator to build)",
             folder, folder, places[1]);
}
