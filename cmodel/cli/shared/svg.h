/* SPDX-License-Identifier: Apache-2.0 */
/* Functions shared by the pictures of commands. */
#ifndef LPI_CLI_SVG_H
#define LPI_CLI_SVG_H

/* Writes to the open output; a failure ends the program. */
void cli_svg_put(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * The head of a picture: its size in pixels, and its own style rules for light and dark mode. The
 * classes head, s (small) and grid are predefined.
 */
void cli_svg_begin(int width, int height, const char *light, const char *dark);
void cli_svg_end(void);

/* A round step, at least `least`, that divides `all` into 4 to 10 parts. */
double cli_svg_step(double all, double least);

/* A grid line with its value below; at 0, the unit is added. */
void cli_svg_tick(double x, int top, int bottom, double value, const char *unit);

/* A coloured square of this class, and its label. */
void cli_svg_key(const char *class, int x, int y, const char *text);

/* A name escaped for XML, truncated if it is very long; valid until the next call. */
const char *cli_svg_text(const char *name);

#endif
