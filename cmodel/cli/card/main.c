/* SPDX-License-Identifier: Apache-2.0 */
/* linepress-card: the command line of a card. */
#include "../shared/commands.h"
#include "../shared/fail.h"
#include "../shared/output.h"
#include "card_cli.h"
#include <string.h>

static const struct cli_command commands[] = {
    {"list", "the available cards", card_list},
    {"info", "properties of a card", card_info},
    {"selftest", "send data through a card's engine and compare", card_selftest},
    {"report", "what a bug report needs: card, build, self-test, registers", card_report},
    {"dump", "all registers of a card, with names", card_dump},
    {"bench", "speed of a card's engine, compared with its link", card_bench},
    {"compress", "write a framed compressed file, using a card", card_compress},
    {"decompress", "read one back, using a card", card_decompress},
};

static const struct cli_table table = {
    .commands = commands,
    .count = sizeof commands / sizeof commands[0],
    .options = "[-d CARD] ",
    .help = "A CARD is named by its\n"
            "connection: sim:, pci:0000:01:00.0, vfio:0000:01:00.0, xdma:/dev/xdma0,\n"
            "litepcie:/dev/litepcie0, uart:/dev/ttyUSB0.\n"
            "Exit status: 0 success, 1 mismatch in the data, 2 bad usage or input, or no card.\n"
            "Environment: LINEPRESS_CARD is the card without -d, LINEPRESS_CARD_SERVER the\n"
            "program that sim: starts.",
    .version = "",
    .end = card_end,
};

/* The device in front of the command, if given; *at = index of the following argument. */
static const char *device_of(int argc, char **argv, int *at)
{
    const char *word = argc > 1 ? argv[1] : "";

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
    int at, status;

    cli_program = "linepress-card";
    card_named = device_of(argc, argv, &at);
    cli_begin(&table, argc - at + 1, argv + at - 1);
    status = cli_run(&table, argc - at, argv + at);
    if (card_stopped && status != EXIT_GOOD)
        cli_end_by_signal(card_stopped);
    return status;
}
