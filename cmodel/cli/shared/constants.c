/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "constants.h"
#include "fail.h"
#include "values.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_COLUMN 20
#define WIDTH 92

/* "  --NAME X   meaning, in unit (default; source)", wrapped. */
static void put_line(FILE *out, const struct lpi_constant *c)
{
    char text[512], head[64];
    snprintf(text, sizeof text, "%s%s%s (%g); %s", c->meaning, c->unit[0] != '\0' ? ", " : "",
             c->unit, c->value, c->source);
    int column = snprintf(head, sizeof head, "  --%s X", c->name);
    fputs(head, out);
    if (column > TEXT_COLUMN - 2)
        column += fprintf(out, "  ");
    for (; column < TEXT_COLUMN; column++)
        fputc(' ', out);
    int begins = 1;
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        int length = (int)strlen(word);
        if (!begins && column + 1 + length > WIDTH) {
            column = fprintf(out, "\n%*s", TEXT_COLUMN, "") - 1;
            begins = 1;
        }
        column += fprintf(out, "%s%s", begins ? "" : " ", word);
        begins = 0;
    }
    fputc('\n', out);
}

/* Lists the constants before the last option, --json. */
static void write_help(struct cli_constants *constants, const char *help)
{
    const char *last = strstr(help, "  --json");
    size_t bytes;
    FILE *out = open_memstream(&constants->help, &bytes);
    if (out == NULL)
        cli_fail("no memory");
    fwrite(help, 1, (size_t)(last - help), out);
    for (unsigned i = 0; i < constants->count; i++)
        put_line(out, &constants->list[i]);
    fputs(last, out);
    if (fclose(out) != 0)
        cli_fail("no memory");
}

void cli_constants_options(struct cli_constants *constants, const struct option *known,
                           const char *help)
{
    size_t own = 0;
    while (known[own].name != NULL)
        own++;
    constants->values = cli_alloc(constants->count * sizeof *constants->values);
    constants->known = cli_alloc((own + constants->count + 1) * sizeof *constants->known);
    memcpy(constants->known, known, own * sizeof *known);
    for (unsigned i = 0; i < constants->count; i++) {
        constants->values[i] = constants->list[i].value;
        constants->known[own + i] = (struct option){constants->list[i].name, required_argument,
                                                    NULL, CLI_CONSTANT + (int)i};
    }
    constants->known[own + constants->count] = (struct option){0};
    write_help(constants, help);
}

void cli_constants_free(struct cli_constants *constants)
{
    free(constants->values);
    free(constants->known);
    free(constants->help);
}

int cli_constants_take(struct cli_constants *constants, int option, const char *value)
{
    if (option < CLI_CONSTANT || option >= CLI_CONSTANT + (int)constants->count)
        return 0;
    const struct lpi_constant *c = &constants->list[option - CLI_CONSTANT];
    constants->values[option - CLI_CONSTANT] = cli_number(constants->command, c->name, value,
                                                          c->least, c->most);
    return 1;
}

json_t *cli_constants_json(const struct cli_constants *constants)
{
    json_t *all = json_object();
    for (unsigned i = 0; i < constants->count; i++) {
        const struct lpi_constant *c = &constants->list[i];
        json_object_set_new(all, c->name,
                            json_pack("{s:f, s:s, s:s}", "value", constants->values[i], "unit",
                                      c->unit, "source",
                                      constants->values[i] == c->value ? c->source : "given"));
    }
    return all;
}
