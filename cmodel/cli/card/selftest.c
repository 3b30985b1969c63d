/* SPDX-License-Identifier: Apache-2.0 */
#include "../shared/fail.h"
#include "../shared/json.h"
#include "../shared/progress.h"
#include "card_cli.h"
#include <stdio.h>

static const char help[] =
    "Usage: linepress-card selftest [-d CARD] [OPTION]...\n"
    "\n"
    "For each codec and each class of data: fills card memory, sends it through the engine to\n"
    "another place of card memory and back, and compares sizes and checksums with those that\n"
    "this program computes. Then the same through host memory, if the card can access it. The\n"
    "contents of card memory are lost. Prints one line per step; the exit status is 1 if a step\n"
    "fails.\n"
    "\n" CARD_OPTIONS_HELP;

static int show(void *context, const struct lp_card_step *step)
{
    json_t *steps = context;

    if (steps != NULL) {
        json_array_append_new(steps, json_pack("{s:s, s:s, s:b}", "step", step->name, "result",
                                               step->result, "good", step->good));
        cli_progress("selftest", step->number, step->count);
    } else
        printf("%-8s %u/%u %s: %s\n", step->good ? "good" : "NOT GOOD", step->number, step->count,
               step->name, step->result);
    return card_stopped;
}

int card_selftest(int argc, char **argv)
{
    struct card_options o;
    unsigned failed = 0;

    card_parse(argc, argv, 0, help, &o);
    card_no_files(&o, "selftest");
    struct lp_card *card = card_begin(&o);
    json_t *steps = o.json ? json_array() : NULL;
    int error = lp_card_selftest(card, show, steps, &failed);
    cli_progress_end();
    if (error == LP_ERR_ABORTED)
        return EXIT_BAD;
    card_must(card, "selftest", error);
    if (o.json)
        cli_print_json(json_pack("{s:o, s:o, s:I}", "card", lpi_json_text(o.device), "steps", steps,
                                 "failed", (json_int_t)failed));
    else
        printf("%u steps are not good\n", failed);
    return failed > 0 ? EXIT_MISMATCH : EXIT_GOOD;
}
