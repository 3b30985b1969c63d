/* SPDX-License-Identifier: Apache-2.0 */
/* linepress-card: the command line of a card. */
#include "../cli/fail.h"
#include "../cli/output.h"
#include "card_cli.h"
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *summary;
    int (*run)(int argc, char **argv, const char *device);
} commands[] = {
    {"list", "the cards that are there", card_list},
    {"info", "what a card is", card_info},
    {"selftest", "send data through a card's engine and compare", card_selftest},
    {"dump", "all registers of a card by their names", card_dump},
    {"bench", "speed of a card's engine, and what its link allows", card_bench},
    {"compress", "write a framed compressed file by a card", card_compress},
    {"decompress", "read one back by a card", card_decompress},
};
#define COMMANDS (sizeof commands / sizeof commands[0])

static void print_help(void)
{
    puts("Usage: linepress-card [-d CARD] COMMAND [OPTION]... [FILE]...\n\nCommands:");
    for (size_t i = 0; i < COMMANDS; i++)
        printf("  %-12s %s\n", commands[i].name, commands[i].summary);
    puts("\n'linepress-card COMMAND --help' tells a command's options. A CARD is named by how it\n"
         "is reached: sim:, pci:0000:01:00.0, vfio:0000:01:00.0, xdma:/dev/xdma0,\n"
         "litepcie:/dev/litepcie0.\n"
         "Exit status: 0 good, 1 the data says no (a mismatch), 2 bad use, bad input or no card.\n"
         "Environment: LINEPRESS_CARD is the card where -d does not say, LINEPRESS_CARD_SERVER\n"
         "the program behind sim:.");
}

/* The device before the command, if it is there; *at = the argument after it. */
static const char *device_of(int argc, char **argv, int *at)
{
    const char *word = argv[1];

    *at = 1;
    if (argc > 2 && (strcmp(word, "-d") == 0 || strcmp(word, "--device") == 0)) {
        *at = 3;
        return argv[2];
    }
    if (strncmp(word, "--device=", 9) != 0)
        return NULL;
    *at = 2;
    return word + 9;
}

int main(int argc, char **argv)
{
    const char *device;
    int at;

    cli_program = "linepress-card";
    cli_prepare_standard();
    if (argc < 2)
        cli_fail("no command given; try 'linepress-card --help'");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help();
        cli_finish_stdout();
        return EXIT_GOOD;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("linepress-card %s\n", lp_version());
        cli_finish_stdout();
        return EXIT_GOOD;
    }
    device = device_of(argc, argv, &at);
    if (at >= argc)
        cli_fail("no command given; try 'linepress-card --help'");
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[at], commands[i].name) != 0)
            continue;
        int status = commands[i].run(argc - at, argv + at, device);
        card_end();
        cli_finish_stdout();
        if (card_stopped && status != EXIT_GOOD)
            cli_end_by_signal(card_stopped);
        return status;
    }
    cli_fail("unknown command '%s'; try 'linepress-card --help'", argv[at]);
}
