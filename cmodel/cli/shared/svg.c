/* SPDX-License-Identifier: Apache-2.0 */
#include "svg.h"
#include "fail.h"
#include "json.h"
#include "output.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define NAME_BYTES 64 /* maximum of a name from a file */

static const char light_style[] =
    "text{font:12px ui-sans-serif,system-ui,\"DejaVu Sans\",sans-serif;fill:#24292f}\n"
    ".head{font-weight:600}.s{font-size:11px;fill:#57606a}.grid{stroke:#d0d7de}\n";
static const char dark_style[] = "text{fill:#e6edf3}.s{fill:#9198a1}.grid{stroke:#3d444d}\n";

void cli_svg_put(const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof text ||
        cli_output_write(NULL, text, (size_t)length) != 0)
        cli_fail("the picture cannot be written");
}

void cli_svg_begin(int width, int height, const char *light, const char *dark)
{
    cli_svg_put("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                "height=\"%d\">\n<style>\n",
                width, height, width, height);
    cli_svg_put("%s%s@media(prefers-color-scheme:dark){%s%s}\n</style>\n", light_style, light,
                dark_style, dark);
}

void cli_svg_end(void)
{
    cli_svg_put("</svg>\n");
}

double cli_svg_step(double all, double least)
{
    double step = least;
    while (all / step > 10)
        step *= all / step > 50 ? 10 : all / step > 20 ? 5 : 2;
    return step;
}

void cli_svg_tick(double x, int top, int bottom, double value, const char *unit)
{
    cli_svg_put("<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", x, top, bottom);
    cli_svg_put("<text class=\"s\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g%s%s</text>\n", x,
                bottom + 16, value, value == 0 ? " " : "", value == 0 ? unit : "");
}

void cli_svg_key(const char *class, int x, int y, const char *text)
{
    cli_svg_put("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"12\" height=\"12\"/>\n", class, x, y);
    cli_svg_put("<text class=\"s\" x=\"%d\" y=\"%d\">%s</text>\n", x + 17, y + 10, text);
}

/*
 * Whether a name is valid UTF-8 of limited length, as in checked files; a path may have any bytes.
 */
static bool is_plain(const char *name)
{
    json_t *string = json_string(name);
    int plain = string != NULL && strlen(name) <= NAME_BYTES;
    json_decref(string);
    return plain;
}

/* A name escaped for XML. */
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
