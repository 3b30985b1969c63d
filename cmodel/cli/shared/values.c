/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* strsep */
#include "values.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/codec.h"
#include "fail.h"

unsigned cli_choice(const char *command, const char *option, const char *text,
                    const char *const *names, unsigned count)
{
    char list[128] = "";

    for (unsigned i = 0; i < count; i++) {
        if (names[i] == NULL)
            continue;
        if (strcmp(text, names[i]) == 0)
            return i;
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", names[i]);
    }
    cli_fail("%s: --%s takes %s, not '%s'", command, option, list, text);
}

const struct lpi_choice *const cli_no_choices[] = {NULL};

int cli_codec(const char *command, const char *text, enum lpi_numbering of, enum lpi_numbering also,
              const struct lpi_choice *const *choices)
{
    const struct lpi_codec_row *row = lpi_codec_worded(of, text, true);
    char list[128];

    for (int i = 0; choices[i] != NULL; i++)
        if (strcmp(text, choices[i]->word) == 0 || strcmp(text, choices[i]->old) == 0)
            return CLI_CHOICE - i;
    if (row != NULL && row->number[also] >= 0)
        return row->number[of];
    lpi_codec_words(of, also, list, sizeof list);
    for (int i = 0; choices[i] != NULL; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, ", %s", choices[i]->word);
    }
    cli_fail("%s: --codec takes %s, not '%s'", command, list, text);
}

const char *cli_codec_word(const struct lpi_codec *codec)
{
    return lpi_codec_numbered(LPI_FRAME, codec->id)->word;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

uint64_t cli_whole(const char *command, const char *option, const char *text, uint64_t least,
                   uint64_t most)
{
    char *end;

    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (!is_digit(*text) || *end != '\0' || errno != 0 || value < least || value > most)
        cli_fail("%s: --%s takes a whole number from %llu to %llu, not '%s'", command, option,
                 (unsigned long long)least, (unsigned long long)most, text);
    return value;
}

/* Whether the text is a number of bytes, which *bytes is set to. */
static bool parse_bytes(const char *text, uint64_t *bytes)
{
    static const char units[] = "kmg";
    char *end;
    unsigned shift = 0;

    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    const char *unit = *end != '\0' ? strchr(units, *end | 32) : NULL;
    if (unit != NULL) {
        shift = 10 * (unsigned)(unit - units + 1);
        end += strcmp(end + 1, "iB") == 0 ? 3 : 1;
    }
    *bytes = value << shift;
    return is_digit(*text) && *end == '\0' && errno == 0 && value <= UINT64_MAX >> shift;
}

uint64_t cli_bytes(const char *command, const char *option, const char *text, uint64_t least,
                   uint64_t most)
{
    uint64_t bytes;

    if (!parse_bytes(text, &bytes) || bytes < least || bytes > most)
        cli_fail("%s: --%s takes a number of bytes from %llu to %llu, k, m and g allowed, not '%s'",
                 command, option, (unsigned long long)least, (unsigned long long)most, text);
    return bytes;
}

unsigned cli_bytes_choice(const char *command, const char *option, const char *text,
                          const char *const *names, unsigned count)
{
    uint64_t bytes, named;

    for (unsigned i = 0; i < count; i++)
        if (parse_bytes(text, &bytes) && parse_bytes(names[i], &named) && bytes == named)
            return i;
    return cli_choice(command, option, text, names, count); /* fails with their list */
}

double cli_number(const char *command, const char *option, const char *text, double least,
                  double most)
{
    char *end;
    double value = strtod(text, &end);
    /* Refuses blanks, signs, hexadecimal numbers, infinities and NaN. */
    int plain = is_digit(*text) && text[strspn(text, "0123456789.eE+-")] == '\0';

    if (!plain || *end != '\0' || !(value >= least && value <= most))
        cli_fail("%s: --%s takes a number from %g to %g, not '%s'", command, option, least, most,
                 text);
    return value;
}

void cli_each(const char *command, const char *option, const char *text,
              void (*take)(void *context, const char *item), void *context)
{
    char *copy = cli_alloc(strlen(text) + 1), *rest = strcpy(copy, text), *item;

    while ((item = strsep(&rest, ",")) != NULL) {
        if (*item == '\0')
            cli_fail("%s: --%s takes values with commas between them, not '%s'", command, option,
                     text);
        take(context, item);
    }
    free(copy);
}

void cli_room(const char *command, const char *option, size_t count, size_t most)
{
    if (count == most)
        cli_fail("%s: --%s takes %zu values at most", command, option, most);
}

double cli_probability(const char *command, const char *option, const char *text)
{
    char *end;
    double value = strtod(text, &end);

    if (end == text || *end != '\0' || !(value >= 0 && value < 1))
        cli_fail("%s: --%s takes a probability, 0 <= P < 1, not '%s'", command, option, text);
    return value;
}
