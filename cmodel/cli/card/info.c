/* SPDX-License-Identifier: Apache-2.0 */
/* list, info and dump: the cards and their registers. */
#define _POSIX_C_SOURCE 200809L
#include "../shared/fail.h"
#include "../shared/json.h"
#include "card_cli.h"
#include <inttypes.h>
#include <linepress/card_mover_regs.h>
#include <linepress/card_regs.h>
#include <linepress/card_test_regs.h>
#include <linepress/cdma_regs.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define MOST_FOUND 64

static const char list_help[] =
    "Usage: linepress-card list [OPTION]...\n"
    "\n"
    "Lists the available cards: PCI devices with a card's ids, and device files of drivers that\n"
    "may be connected to a card. None is opened. A simulated card, sim:, is always available if\n"
    "linepress-card-server is installed.\n"
    "\n"
    "  --json             one JSON object on standard output\n";

static const char info_help[] =
    "Usage: linepress-card info [-d CARD] [OPTION]...\n"
    "\n"
    "Prints the card's information registers. Without a card: the output of 'linepress-card\n"
    "list'.\n"
    "\n" CARD_OPTIONS_HELP;

static const char dump_help[] =
    "Usage: linepress-card dump [-d CARD] [OPTION]...\n"
    "\n"
    "Prints all registers, with names, of all blocks that this program knows. The card is reset\n"
    "first, as by every command.\n"
    "\n" CARD_OPTIONS_HELP;

/* ---- list ---- */

static int show_found(int json)
{
    static struct lp_card_found found[MOST_FOUND];
    json_t *array = json ? json_array() : NULL;
    size_t count = 0;

    (void)lp_card_list(found, MOST_FOUND, &count);
    for (size_t i = 0; i < count && i < MOST_FOUND; i++)
        if (json)
            json_array_append_new(
                array, json_pack("{s:s, s:s}", "card", found[i].spec, "what", found[i].text));
        else
            printf("%-32s %s\n", found[i].spec, found[i].text);
    if (json)
        cli_print_json(json_pack("{s:o}", "cards", array));
    else if (count == 0)
        puts("no card was found; sim: names a simulated one");
    return EXIT_GOOD;
}

void card_no_files(const struct card_options *o, const char *command)
{
    if (o->file_count > 0)
        cli_fail("%s: takes no '%s'; try 'linepress-card %s --help'", command, o->files[0],
                 command);
}

int card_list(int argc, char **argv)
{
    struct card_options o;

    card_parse(argc, argv, 0, list_help, &o);
    card_no_files(&o, "list");
    return show_found(o.json);
}

/* ---- info ---- */

const char *card_letters(uint32_t type, char text[5])
{
    for (unsigned i = 0; i < 4; i++) {
        unsigned char c = (unsigned char)(type >> 8 * i);
        text[i] = c > ' ' && c < 127 ? (char)c : '?';
    }
    text[4] = '\0';
    return text;
}

static const char *time_text(uint32_t seconds, char *text, size_t size)
{
    time_t t = (time_t)seconds;
    struct tm tm;

    if (seconds == 0 || gmtime_r(&t, &tm) == NULL || strftime(text, size, "%F %T UTC", &tm) == 0)
        snprintf(text, size, "not said");
    return text;
}

json_t *card_info_json(const struct lp_card_info *info)
{
    json_t *blocks = json_array();
    char letters[5], git[9], built[32];

    for (unsigned i = 0; i < info->blocks; i++)
        json_array_append_new(blocks, json_pack("{s:s, s:I, s:I}", "type",
                                                card_letters(info->block[i].type, letters),
                                                "version", (json_int_t)info->block[i].version,
                                                "base", (json_int_t)info->block[i].base));
    snprintf(git, sizeof git, "%08" PRIx32, info->git);
    return json_pack("{s:o, s:I, s:I, s:s, s:s, s:b, s:b, s:b, s:I, s:I, s:I, s:I, s:I, s:f, s:I, "
                     "s:o}",
                     "card", lpi_json_text(info->spec), "major", (json_int_t)info->major, "minor",
                     (json_int_t)info->minor, "git", git, "built",
                     time_text(info->built, built, sizeof built), "reaches_host", (int)info->host,
                     "bridge_window", (int)info->window, "local_mode", (int)info->local, "codecs",
                     (json_int_t)info->codecs, "channels", (json_int_t)info->channels, "elem",
                     (json_int_t)info->elem, "memory_bytes", (json_int_t)info->memory_bytes,
                     "window_bytes", (json_int_t)info->window_bytes, "link_gts", info->link_gts,
                     "link_lanes", (json_int_t)info->link_lanes, "blocks", blocks);
}

void card_print_info(const struct lp_card_info *info)
{
    char letters[5], built[32];

    printf("%s: version %u.%u, commit %08" PRIx32 ", built %s\n", info->spec, info->major,
           info->minor, info->git, time_text(info->built, built, sizeof built));
    printf("  %u channels, codecs raw%s%s%s, elements of %u bits\n", info->channels,
           info->codecs > 0 ? ", zvc" : "", info->codecs > 1 ? ", bpc" : "",
           info->codecs > 2 ? ", xzvc, ebd, mixed" : "", info->elem);
    printf("  %" PRIu64 " bytes of memory, a window of %" PRIu64 " bytes in %s\n",
           info->memory_bytes, info->window_bytes,
           info->local ? "card memory (local mode)" : "host memory");
    printf("  it %s host memory itself, a bridge %s its memory\n",
           info->host ? "reaches" : "does not reach", info->window ? "reaches" : "does not reach");
    if (info->link_gts > 0)
        printf("  link %g GT/s x%u\n", info->link_gts, info->link_lanes);
    for (unsigned i = 0; i < info->blocks; i++)
        printf("  block %s, version %u.%u, at 0x%" PRIx32 "\n",
               card_letters(info->block[i].type, letters), (unsigned)info->block[i].version >> 16,
               (unsigned)info->block[i].version & 0xffff, info->block[i].base);
}

int card_info(int argc, char **argv)
{
    struct lp_card_info info;
    struct card_options o;

    card_parse(argc, argv, 0, info_help, &o);
    card_no_files(&o, "info");
    if (o.device == NULL)
        return show_found(o.json);
    struct lp_card *card = card_begin(&o);
    card_must(card, o.device, lp_card_info(card, &info));
    if (o.json)
        cli_print_json(card_info_json(&info));
    else
        card_print_info(&info);
    return EXIT_GOOD;
}

/* ---- dump ---- */

struct name {
    uint32_t map; /* type of its register block */
    uint32_t offset;
    const char *name;
};
/* Register maps by the type in the block's ID register. */
#define lp_card_regs_t_MAP LP_CARD_REGS__ID__VALUE_reset
#define lp_card_test_regs_t_MAP LP_CARD_TEST_REGS__ID__VALUE_reset
#define lp_card_mover_regs_t_MAP LP_CARD_MOVER_REGS__ID__VALUE_reset
#define lp_cdma_regs_t_MAP LP_CDMA_REGS__ID__VALUE_reset
#define REGISTER(regs, member) {regs##_MAP, (uint32_t)offsetof(regs, member), #member},
static const struct name names[] = {
#include <names.inc>
};

/* *at = the register that it read last. */
static int dump_block(struct lp_card *card, uint32_t type, uint32_t base, json_t *array,
                      const char **at)
{
    char letters[5];
    uint32_t value;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].map != type)
            continue;
        *at = names[i].name;
        int error = lp_card_read32(card, base + names[i].offset, &value);
        if (error != LP_OK)
            return error;
        if (array != NULL)
            json_array_append_new(
                array, json_pack("{s:s, s:s, s:I, s:I}", "block", card_letters(type, letters),
                                 "name", names[i].name, "offset",
                                 (json_int_t)(base + names[i].offset), "value", (json_int_t)value));
        else
            printf("%s  %04" PRIx32 "  %-18s %08" PRIx32 "\n", card_letters(type, letters),
                   base + names[i].offset, names[i].name, value);
    }
    return LP_OK;
}

int card_dump_to(struct lp_card *card, const struct lp_card_info *info, json_t *array,
                 const char **at)
{
    int error = dump_block(card, lp_card_regs_t_MAP, 0, array, at);

    for (unsigned i = 0; error == LP_OK && i < info->blocks; i++)
        error = dump_block(card, info->block[i].type, info->block[i].base, array, at);
    return error;
}

int card_dump(int argc, char **argv)
{
    const char *at = "registers";
    struct lp_card_info info;
    struct card_options o;

    card_parse(argc, argv, 0, dump_help, &o);
    card_no_files(&o, "dump");
    struct lp_card *card = card_begin(&o);
    json_t *array = o.json ? json_array() : NULL;
    card_must(card, o.device, lp_card_info(card, &info));
    int error = card_dump_to(card, &info, array, &at);
    card_must(card, at, error);
    if (o.json)
        cli_print_json(
            json_pack("{s:o, s:o}", "card", lpi_json_text(info.spec), "registers", array));
    return EXIT_GOOD;
}
