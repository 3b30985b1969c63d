/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Running RTL takes Verilator and C++ to build, which this program does not need, so a separate
 * program does it: linepress-cosim, beside this one or in ../libexec/linepress. It gets the
 * command's arguments and knows the command by argv[0].
 */
#define _XOPEN_SOURCE 700
#include "cosim.h"
#include "cli.h"
#include "fail.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void find_own_folder(const char *command, char *folder, size_t capacity)
{
    ssize_t n = readlink("/proc/self/exe", folder, capacity - 1);
    if (n < 0)
        cli_fail("%s: /proc/self/exe: %s", command, strerror(errno));
    folder[n] = '\0';
    *strrchr(folder, '/') = '\0';
}

noreturn void cli_run_cosim(char **argv)
{
    static const char *const places[] = {"", "/../libexec/linepress"};
    char folder[PATH_MAX], program[2 * PATH_MAX];
    find_own_folder(argv[0], folder, sizeof folder);
    for (size_t i = 0; i < 2; i++) {
        snprintf(program, sizeof program, "%s%s/linepress-cosim", folder, places[i]);
        if (access(program, X_OK) != 0)
            continue;
        execv(program, argv);
        cli_fail("%s: %s: %s", argv[0], program, strerror(errno));
    }
    cli_fail("%s: linepress-cosim is neither in %s nor in %s%s (it needs Verilator to build)",
             argv[0], folder, folder, places[1]);
}

int cli_cosim(int argc, char **argv)
{
    (void)argc;
    cli_run_cosim(argv);
}
