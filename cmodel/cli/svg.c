/* SPDX-License-Identifier: Apache-2.0 */
#include "svg.h"
#include "json.h"
#include <stdio.h>
#include <string.h>

#define NAME_BYTES 64 /* of a name that a file gives */

/* Whether a name is UTF-8 as a file of ours has it; one that is a path may be anything. */
static int is_plain(const char *name)
{
    json_t *string = json_string(name);
    int plain = string != NULL && strlen(name) <= NAME_BYTES;
    json_decref(string);
    return plain;
}

/* A name as XML has it. */
const char *cli_svg_text(const char *name)
{
    static char text[6 * NAME_BYTES];
    size_t used = 0;
    int plain = is_plain(name);
    for (; *name != '\0' && used < sizeof text - 6; name++) {
        unsigned char c = (unsigned char)*name;
        const char *word = c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : NULL;
        if (word != NULL)
            used += (size_t)sprintf(text + used, "%s", word);
        else
            text[used++] = c < ' ' || (c > 126 && !plain) ? '?' : *name;
    }
    text[used] = '\0';
    return text;
}
