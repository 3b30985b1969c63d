/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Building RTL simulations requires Verilator and C++, which this program does not need, so a
 * separate program runs them: linepress-cosim, in this program's folder or in ../libexec/linepress.
 * It gets the command's arguments, and the command's name in argv[0].
 */
#define _XOPEN_SOURCE 700
#include "cosim.h"
#include "../../base/own_folder.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char cli_cosim_help[] =
    "usage: linepress cosim --unit NAME [options] FILE\n"
    "Runs the lines of FILE (raw or .npy) through the unit's RTL and cycle model in lock-step:\n"
    "every output port is compared in every cycle, and the data with the functional C.\n"
    "  --unit NAME      the unit's name, with or without lp_\n"
    "  --elem 8|16|32   element width in bits, for units that have one (32)\n"
    "  --ending KIND    memory: one entry per line; stream: one packed stream (memory); in a\n"
    "                   unit with several codecs, lines alternate between them, in a stream in\n"
    "                   groups of four\n"
    "  --codec C        for all lines, in a unit with several codecs: zvc, bpc, xzvc, ebd,\n"
    "                   mixed (the best in each line)\n"
    "  --quick          skip BPC lines, in a unit that supports it\n"
    "  --lines N        stop after N lines (all)\n"
    "  --stall P        probability of a stall per cycle and side, 0 <= P < 1 (0)\n"
    "  --seed S         seed of the stalls (1)\n"
    "  --trace F.fst    write a waveform of the whole run\n"
    "  --json           one JSON object instead of text\n"
    "A mismatch ends the run with exit status 1; the cycle is reported, and a waveform is\n"
    "written to the --trace file or to ./UNIT-cosim.fst.\n";

noreturn void cli_run_cosim(char **argv)
{
    static const char *const places[] = {"", "/../libexec/linepress"};
    char folder[PATH_MAX], program[2 * PATH_MAX];
    if (lpi_program_folder(folder, sizeof folder) != 0)
        cli_fail("%s: /proc/self/exe: %s", argv[0], strerror(errno));
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

/* Help must be available without that program. */
static bool asks_for_help(char **argv)
{
    for (size_t i = 1; argv[i] != NULL && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

int cli_cosim(int argc, char **argv)
{
    (void)argc;
    if (!asks_for_help(argv))
        cli_run_cosim(argv);
    fputs(cli_cosim_help, stdout);
    return EXIT_GOOD;
}
