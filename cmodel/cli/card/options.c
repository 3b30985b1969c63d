/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "../shared/fail.h"
#include "../shared/next_option.h"
#include "../shared/output.h"
#include "../shared/values.h"
#include "card_cli.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODEC = 256, BYTES, SECONDS, VERIFY, RAW, BUILD, TIMEOUT, WINDOW, LOCAL, JSON };

static const struct option known[] = {
    {"device", required_argument, NULL, 'd'},
    {"codec", required_argument, NULL, CODEC},
    {"bytes", required_argument, NULL, BYTES},
    {"seconds", required_argument, NULL, SECONDS},
    {"verify", no_argument, NULL, VERIFY},
    {"force", no_argument, NULL, 'f'},
    {"raw", no_argument, NULL, RAW},
    {"build", required_argument, NULL, BUILD},
    {"timeout", required_argument, NULL, TIMEOUT},
    {"window", required_argument, NULL, WINDOW},
    {"local", no_argument, NULL, LOCAL},
    {"json", no_argument, NULL, JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* Whether the command accepts the option. */
static bool is_taken(int option, unsigned accepted)
{
    static const struct {
        int option;
        unsigned bit;
    } some[] = {{CODEC, CARD_CODEC},   {BYTES, CARD_BYTES}, {SECONDS, CARD_SECONDS},
                {VERIFY, CARD_VERIFY}, {'f', CARD_FORCE},   {RAW, CARD_RAW},
                {BUILD, CARD_BUILD}};

    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        if (some[i].option == option)
            return (accepted & some[i].bit) != 0;
    return true;
}

static const char *name_of(int option)
{
    size_t i = 0;

    while (known[i].val != option)
        i++;
    return known[i].name;
}

static void set_codec(const char *command, const char *text, struct card_options *o)
{
    /* No file is raw; pages have the other codecs of the engine. */
    enum lpi_numbering also = strcmp(command, "bench") == 0 ? LPI_DMA : LPI_PAGE;

    o->codec = (enum lp_dma_codec)cli_codec(command, text, LPI_DMA, also, cli_no_choices);
    o->codec_name = card_codec_name(o->codec);
}

static void set(const char *command, int option, const char *value, struct card_options *o)
{
    switch (option) {
    case 'd': o->device = value; break;
    case CODEC: set_codec(command, value, o); break;
    case BYTES: o->bytes = cli_bytes(command, "bytes", value, 32, UINT64_C(1) << 30); break;
    case SECONDS: o->seconds = cli_number(command, "seconds", value, 0.01, 3600); break;
    case VERIFY: o->verify = 1; break;
    case 'f': o->force = 1; break;
    case RAW: o->raw = 1; break;
    case BUILD: o->build = value; break;
    case TIMEOUT:
        o->config.timeout_ms = (unsigned)(cli_number(command, "timeout", value, 0.001, 3600) *
                                          1000);
        break;
    case WINDOW:
        o->config.window_bytes = cli_bytes(command, "window", value, 65536, UINT64_C(1) << 34) /
                                 LP_DMA_GROUP * LP_DMA_GROUP;
        break;
    case LOCAL: o->config.local = 1; break;
    default: o->json = 1;
    }
}

const char *card_named;

/* Names of cards are printed as they are. */
static void check_device(const char *command, const char *device)
{
    for (const char *c = device; c != NULL && *c != '\0'; c++)
        if (*c < ' ' || *c > '~')
            cli_fail("%s: the name of a card is plain text", command);
}

void card_parse(int argc, char **argv, unsigned accepted, const char *help, struct card_options *o)
{
    *o = (struct card_options){.device = card_named};
    lp_card_defaults(&o->config);
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, ":d:fh", known, NULL)) != -1;) {
        if (option == 'h')
            cli_print_help(help);
        if (option == ':' || option == '?')
            cli_fail_option(argv, known, option);
        if (!is_taken(option, accepted))
            cli_fail("%s: '--%s' is not an option; try 'linepress-card %s --help'", argv[0],
                     name_of(option), argv[0]);
        set(argv[0], option, optarg, o);
    }
    if (o->device == NULL)
        o->device = getenv("LINEPRESS_CARD");
    check_device(argv[0], o->device);
    o->files = argv + optind;
    o->file_count = argc - optind;
}

const char *card_codec_name(enum lp_dma_codec codec)
{
    return lpi_codec_numbered(LPI_DMA, (int)codec)->word;
}

/* ---- the card ---- */

static struct lp_card *open_card;
volatile sig_atomic_t card_stopped;

static void stop(int number)
{
    card_stopped = number;
}

void card_end(void)
{
    lp_card_close(open_card);
    open_card = NULL;
}

struct lp_card *card_try(const struct card_options *o, struct lp_card_trouble *trouble)
{
    int error;

    if (o->device == NULL)
        cli_fail("no card is named; 'linepress-card list' shows the cards, -d names one");
    cli_catch_signals(stop);
    error = lp_card_open(o->device, &o->config, &open_card, trouble);
    if (error != LP_OK && !*trouble->text)
        snprintf(trouble->text, sizeof trouble->text, "%s", lp_strerror(error));
    atexit(card_end);
    return error == LP_OK ? open_card : NULL;
}

struct lp_card *card_begin(const struct card_options *o)
{
    struct lp_card_trouble trouble = {.text = ""};
    struct lp_card *card = card_try(o, &trouble);

    if (card == NULL)
        cli_fail("%s", trouble.text);
    return card;
}

const char *card_why(const struct lp_card *card, int error)
{
    const struct lp_card_trouble *trouble = lp_card_trouble(card);
    int told = error == LP_ERR_CARD || error == LP_ERR_SYSTEM;

    return told && *trouble->text ? trouble->text : lp_strerror(error);
}

void card_must(struct lp_card *card, const char *what, int error)
{
    if (error != LP_OK)
        cli_fail("%s: %s", what, card_why(card, error));
}

struct lp_dma *card_engine(struct lp_card *card)
{
    struct lp_dma *dma = NULL;

    card_must(card, "the engine", lp_card_dma(card, &dma));
    return dma;
}
