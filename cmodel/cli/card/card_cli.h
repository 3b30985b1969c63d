/* SPDX-License-Identifier: Apache-2.0 */
/* The commands of linepress-card. */
#ifndef LPI_CARD_CLI_H
#define LPI_CARD_CLI_H

#include <jansson.h>
#include <linepress/card.h>
#include <signal.h>

/*
 * Options accepted by a command, as a sum; all accept -d, --timeout, --window, --local and --json.
 */
enum {
    CARD_CODEC = 1,
    CARD_BYTES = 2,
    CARD_SECONDS = 4,
    CARD_VERIFY = 8,
    CARD_FORCE = 16,
    CARD_RAW = 32,
    CARD_BUILD = 64
};

struct card_options {
    const char *device;     /* NULL: not given */
    const char *codec_name; /* NULL: not given */
    enum lp_dma_codec codec;
    struct lp_card_config config;
    uint64_t bytes;    /* 0: not given */
    double seconds;    /* 0: not given */
    const char *build; /* NULL: not given */
    int json, verify, force, raw;
    char **files;
    int file_count;
};

#define CARD_OPTIONS_HELP                                                                          \
    "  -d, --device CARD  the card's name in 'linepress-card list'; LINEPRESS_CARD if not given\n" \
    "  --timeout SECONDS  timeout of each wait, after which the card is reset (10)\n"              \
    "  --window BYTES     size in host memory, or in card memory in local mode (8388608)\n"        \
    "  --local            keep rings and streams in card memory even if the card can access\n"     \
    "                     host memory\n"                                                           \
    "  --json             one JSON object on standard output\n"

/* The card given in front of the command, or NULL. */
extern const char *card_named;

/* Parses the options; --help prints `help` and exits. */
void card_parse(int argc, char **argv, unsigned accepted, const char *help,
                struct card_options *options);

/*
 * Opens the card, or also its engine; a failure ends the program with the reason. card_end closes
 * what is open, also when the program ends on an error. From here on a signal that would end the
 * program sets card_stopped to its number instead, because the card's accesses to host memory must
 * be completed first.
 */
extern volatile sig_atomic_t card_stopped;
struct lp_card *card_begin(const struct card_options *options);
/* The same, but returns NULL with the reason in `trouble`, which then has a text. */
struct lp_card *card_try(const struct card_options *options, struct lp_card_trouble *trouble);
struct lp_dma *card_engine(struct lp_card *card);
void card_end(void);

/* "zvc", "bpc", "none". */
const char *card_codec_name(enum lp_dma_codec codec);

/* Why a call of this card failed: the card's message, or the error's. */
const char *card_why(const struct lp_card *card, int error);

/* Fails with an error of the card, unless it is LP_OK. */
void card_must(struct lp_card *card, const char *what, int error);

/* The four letters of a register block's type. */
const char *card_letters(uint32_t type, char text[5]);
json_t *card_info_json(const struct lp_card_info *info);
void card_print_info(const struct lp_card_info *info);

/*
 * Adds all registers of the blocks that this program knows to `array`, or prints them if it is NULL.
 * Returns LP_OK or the error of the register *at, the last one read.
 */
int card_dump_to(struct lp_card *card, const struct lp_card_info *info, json_t *array,
                 const char **at);

/* Fails if arguments follow the options of the command. */
void card_no_files(const struct card_options *o, const char *command);

int card_list(int argc, char **argv);
int card_info(int argc, char **argv);
int card_dump(int argc, char **argv);
int card_selftest(int argc, char **argv);
int card_report(int argc, char **argv);
int card_bench(int argc, char **argv);
int card_compress(int argc, char **argv);
int card_decompress(int argc, char **argv);

#endif
